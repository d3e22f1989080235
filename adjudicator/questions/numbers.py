"""Questions about one number of one card, term by term."""

from collections.abc import Callable

from adjudicator.cards.constant import PilotsAbility
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.questions.being import by_its_text
from adjudicator.rules.describing import permanent_ability

# Questions that are the name of a number, and what the rules call that number.
_MEASURED = {
    "forfeit value": "forfeit",
    "deploy cost": "deploy",
    "armor": "armor",
    "maneuver": "maneuver",
    "landspeed": "landspeed",
    "hyperspeed": "hyperspeed",
    "defense value": "defense",
    "ferocity": "ferocity",
}


def _number(asked: Asked, number: str) -> Answer:
    total = asked.now.total(f"{number} of", card=asked.card.id)
    return asked.sum(total, total.value)


def _measured(number: str) -> Callable[[Asked], Answer]:
    return lambda asked: _number(asked, number)


for _name, _number_of in _MEASURED.items():
    question(_name, "card")(_measured(_number_of))


@question("power", one_of=("at", "card"), takes=("by",))
def power(asked: Asked) -> Answer:
    """A card's, or a player's total at a location."""
    if asked.has_card:
        return _number(asked, "power")
    total = asked.now.total("total power", side=asked.side, location=asked.location)
    return asked.sum(total, total.total)


@question("ability", "card")
def ability(asked: Asked) -> Answer:
    permanent = permanent_ability(asked.now, asked.card)
    if permanent is not None:
        found = by_its_text(asked.now, asked.card, PilotsAbility)
        return asked.with_(permanent, *found)
    return _number(asked, "ability")

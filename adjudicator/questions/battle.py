"""Questions about battles and attacks: who takes part, and what may be drawn."""

from adjudicator.game import Kind, Purpose
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.rules.damage import battle_destinies as entitled
from adjudicator.state.table import Unknown


@question("takes part", "card")
def takes_part(asked: Asked) -> Answer:
    card, fought = asked.card, asked.table.battle
    if fought is not None and asked.table.location_of(card.id) != fought.place:
        return asked.with_(False)  # it is elsewhere
    return asked.counts(card, Purpose.BATTLE)


@question("counts for battle destiny", "card")
def counts_for_battle_destiny(asked: Asked) -> Answer:
    return asked.counts(asked.card, Purpose.DESTINY)


@question("attacks creatures", "card")
def attacks_creatures(asked: Asked) -> Answer:
    return asked.counts(asked.card, Purpose.CREATURES)


@question("may be attacked", "card")
def may_be_attacked(asked: Asked) -> Answer:
    return asked.counts(asked.card, Purpose.PREY)


@question("battle destinies", takes=("by", "at"))
def battle_destinies(asked: Asked) -> Answer:
    battle = asked.table.battle
    place = asked.place or (battle.place if battle is not None else None)
    if place is None:
        raise Unknown("question-lacks", what="location")
    barred = asked.barred(Kind.DRAW, place)
    if barred:
        return asked.with_(0, *barred)
    total = entitled(asked.now, asked.side, place)
    return asked.sum(total, total.value)


@question("attrition", takes=("by", "at"))
def attrition(asked: Asked) -> Answer:
    battle, side = asked.table.battle, asked.side
    given = battle.fight.attrition.get(side) if battle is not None else None
    place = battle.place if battle is not None else None
    total = asked.now.total("attrition", side=side, location=place)
    if given is not None and given != total.value:
        return asked.with_(given)  # as the scenario gives it
    return asked.sum(total, total.value)

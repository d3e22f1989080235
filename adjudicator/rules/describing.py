"""Whether a card, an action or an event is what a text speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from adjudicator.cards.constant import AlsoOnIt, Constant, Grants, PilotsAbility
from adjudicator.cards.foresight import AsksForForce
from adjudicator.cards.model import Filter, Pattern, Target
from adjudicator.cards.part import OfCards, Part, given, parts_in
from adjudicator.cards.pool import plain_title
from adjudicator.game import CardId, How, Kind, Mark, Purpose, Segment, Side, Zone
from adjudicator.rules.moment import Moment
from adjudicator.source import folded
from adjudicator.state.events import DOOMED
from adjudicator.state.table import Action, Card, Happening, Unknown
from adjudicator.state.unknown import BUDGET, FIT

Named = Mapping[str, tuple[CardId, ...]]  # the targets named so far, by their name in the text
Such = Callable[[Card, Filter], bool]  # whether another card is what is meant
Known = dict[tuple[CardId, int], bool]  # whether a card is what a description within another means

COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}

C = TypeVar("C", bound=Constant)


def fits(
    now: Moment,
    card: Card,
    what: Filter,
    you: Side,
    named: Named | None = None,
    source: Card | None = None,
    known: Known | None = None,
) -> bool:
    """Whether a card is what the filter describes, wherever it is.

    `source` is the card whose text speaks: "here" is where that card is. `known` is what has been
    found on the way: descriptions within descriptions ask the same of the same cards again."""
    BUDGET.spend(FIT)
    print_ = card.print
    if what.titles and not any(same_title(print_.title, t) for t in what.titles):
        return False
    if what.personas and not personas_of(now, card).intersection(what.personas):
        return False
    if what.types and not any(is_a(now, card, t) for t in what.types):
        return False
    if what.traits and not all(is_a(now, card, t) for t in what.traits):
        return False
    if what.icons and not all(has_icon(now, card, i) for i in what.icons):
        return False
    if what.part_of and not {print_.part_of, _named_first(print_.title)} & set(what.part_of):
        return False
    nobodys = what.whose != "any" and card.how is How.ROW and print_.side is None
    if not nobodys and what.whose != "any" and (card.side is you) is not (what.whose == "yours"):
        return False
    if what.in_battle and not takes_part(now, card, Purpose.IN_BATTLE):
        return False
    if what.at is not None and not _is_at(now, card, what.at, named or {}, source):
        return False
    if not all(_measures_up(now, card, measure) for measure in what.measures):
        return False
    if what.states and not all(is_in_state(now, card, s, you, source) for s in what.states):
        return False
    if what.unlike is not None and fits(now, card, what.unlike, you, named, source, known):
        return False
    if what.any_of and not any(fits(now, card, f, you, named, source, known) for f in what.any_of):
        return False
    if not _stands_as(now, card, what, you, named, source, known):
        return False
    if nobodys:  # all that is left to know of a location is whose it is
        raise Unknown("whose-location", location=card.id)
    return True


def _named_first(title: str) -> str:
    """The whole that a location's title begins with: a planet, or a palace on it."""
    return title.partition(":")[0]


def _stands_as(
    now: Moment,
    card: Card,
    what: Filter,
    you: Side,
    named: Named | None,
    source: Card | None,
    known: Known | None,
) -> bool:
    """The part of a filter that speaks of other cards: where it is, with whom, on what."""
    found: Known = {} if known is None else known

    def such(other: Card, wanted: Filter) -> bool:
        if other.id == card.id:
            return False
        key = other.id, id(wanted)
        if key not in found:
            found[key] = fits(now, other, wanted, you, named, source, found)
        return found[key]

    return (
        _stands_where(now, card, what, such)
        and (
            what.place is None
            or (
                (here := now.table.location_of(card.id)) is not None
                and fits(now, now.table.card(here), what.place, you, named, source, found)
            )
        )
        and (
            what.targeting is None
            or any(such(victim, what.targeting) for victim in _targeted(now, card))
        )
        and (
            what.adjacent_to is None
            or _adjacent_to(now, card, what.adjacent_to, named or {}, source)
        )
        and (
            what.related_to is None or _related_to(now, card, what.related_to, named or {}, source)
        )
        and _lies_as(now, card, what, named or {}, such)
    )


def _stands_where(now: Moment, card: Card, what: Filter, such: Such) -> bool:
    """The part of a filter that speaks of where it is, and of others there."""
    if not (what.place or what.present or what.with_ or what.present_with or what.where):
        return True
    here = now.table.location_of(card.id)
    if here is None:
        return False
    if what.present and (not present_at(now, card, here) or _sits_inside(now, card, what)):
        return False
    if what.where is not None and not any(
        such(other, what.where) and now.table.location_of(other.id) == here
        for other in now.on_table()
    ):
        return False
    if what.with_ is not None and not any(
        such(other, what.with_) and are_with(now, card, other) for other in now.on_table()
    ):
        return False
    return what.present_with is None or any(
        such(other, what.present_with)
        and are_present_with(now, card, other)
        and not _sits_inside(now, other, what.present_with)
        for other in now.on_table()
    )


def _lies_as(now: Moment, card: Card, what: Filter, named: Named, such: Such) -> bool:
    """The part of a filter that speaks of what it lies on or in, and of what lies there."""
    if what.carries is not None and not any(
        such(below, what.carries)
        for c in now.table.lying(card.id)
        if (below := now.table.card(c)).how is How.ON
    ):
        return False
    if what.deployed_on is not None or what.carried_by is not None:
        bearer = (
            now.table.cards.get(card.at) if card.how is How.ON and card.at is not None else None
        )
        if bearer is None:
            return False
        if what.deployed_on is not None and not such(bearer, what.deployed_on):
            return False
        if what.carried_by is not None and bearer.id not in named.get(what.carried_by, ()):
            return False
    if what.stacked_on is not None:
        holder = now.table.cards.get(card.at) if card.how is How.STACKED and card.at else None
        if holder is None or not such(holder, what.stacked_on):
            return False
    if what.holds is not None and not any(
        such(kept, what.holds)
        for c in now.table.lying(card.id)
        if (kept := now.table.card(c)).how is How.STACKED
    ):
        return False
    if what.has_aboard is not None and not any(
        such(inside, what.has_aboard)
        for c in now.table.lying(card.id)
        if (inside := now.table.card(c)).how is How.ABOARD
    ):
        return False
    if what.aboard is not None:
        return any(such(craft, what.aboard) for craft in _aboard_of(now, card))
    return True


def _aboard_of(now: Moment, card: Card) -> Iterator[Card]:
    """The craft whose place a card takes, or at whose site it is."""
    carrier = now.table.cards.get(card.at) if card.at is not None else None
    if carrier is None:
        return
    if card.how is How.ABOARD:
        yield carrier
    elif carrier.how is How.ROW and carrier.print.part_of is not None:
        for craft in now.on_table():
            is_craft = craft.print.type in ("starship", "vehicle")
            if is_craft and craft.title == carrier.print.part_of:
                yield craft


def _sits_inside(now: Moment, card: Card, what: Filter) -> bool:
    """Whether who is meant is only the permanent pilot of a craft that shuts him in: the craft is
    present, he is not."""
    meant = personas_of(now, card) & frozenset(what.personas)
    return bool(meant) and meant <= card.print.permanents and is_enclosed(now, card)


def same_title(title: str, asked: str) -> bool:
    """A virtual card, and one with its nickname in brackets, bears the title all the same."""
    return title == asked or _bare(title) == _bare(asked)


@lru_cache(maxsize=4096)
def _bare(title: str) -> str:
    return folded(plain_title(title).removesuffix(" (V)") if "(" in title else title)


def _targeted(now: Moment, card: Card) -> Iterator[Card]:
    being_deployed = any(action.card == card.id for action in now.table.stack)
    if not card.aims and card.print.subtype == "utinni" and not being_deployed:
        raise Unknown("aim", card=card.id)
    return (now.table.card(c) for c in card.aims)


def _spoken_of(now: Moment, word: str, named: Named, source: Card | None) -> CardId | None:
    """The location meant by `battle`, `here` or the name of a target."""
    if word == "battle":
        return now.table.battle.place if now.table.battle is not None else None
    if word == "here":
        return now.table.location_of(source.id) if source is not None else None
    return now.table.location_of(named[word][0]) if named.get(word) else None


def _related_to(now: Moment, card: Card, to: str, named: Named, source: Card | None) -> bool:
    here, there = now.table.location_of(card.id), _spoken_of(now, to, named, source)
    return here is not None and there is not None and related(now, here, there)


def _adjacent_to(now: Moment, card: Card, to: str, named: Named, source: Card | None) -> bool:
    here, there = now.table.location_of(card.id), _spoken_of(now, to, named, source)
    if here is None or there is None or here == there:
        return False
    answer = now.decide("adjacent", one=here, other=there)
    return answer is None or bool(answer[0])


def _is_at(now: Moment, card: Card, at: str, named: Named, source: Card | None) -> bool:
    here = now.table.location_of(card.id)
    if here is None:
        return False
    if at in named:
        return here in named[at] or any(now.table.location_of(c) == here for c in named[at])
    if at == "present here" and source is not None:
        return _shares_its_place(now, card, source)
    if at in ("here", "related", "same planet") and source is not None:
        there = now.table.location_of(source.id)
        if at == "here" or there is None:
            return here == there
        return related(now, here, there)
    if at == "battle":
        return now.table.battle is not None and now.table.battle.place == here
    return same_title(now.table.card(here).title, at)


def _shares_its_place(now: Moment, card: Card, source: Card) -> bool:
    """In the same craft, that craft itself or something on it; outside of any, present there."""
    craft = inside_of(now, source)
    if craft is None:
        here = now.table.location_of(source.id)
        return here is not None and present_at(now, card, here)
    if craft.id in (card.id, card.at if card.how is How.ON else None):
        return True
    around = inside_of(now, card)
    return around is not None and around.id == craft.id


def related(now: Moment, one: CardId, other: CardId) -> bool:
    """Parts of the same planet, starship or vehicle; a planet's system is related to its sites.
    What a vehicle's sites are related to, clauses say."""
    first, second = now.table.card(one).print, now.table.card(other).print
    if first.icons.get("vehicle site") or second.icons.get("vehicle site"):
        return now.decide("related", one=one, other=other) is not None
    return first.part_of is not None and first.part_of == second.part_of


def _measures_up(now: Moment, card: Card, measure: tuple[str, str, int]) -> bool:
    name, sign, number = measure
    value = number_of(now, card.id, name)
    return value is not None and COMPARE[sign](value, number)


def as_it_left(before: Moment, card: CardId, called: str) -> tuple[tuple[str, int], ...]:
    """The numbers a card has as it is lost, as far as texts in the game measure by them: those
    that speak of it as `what happened`, or as their `bearer`."""
    words = {
        word
        for speaker in before.table.cards.values()
        if speaker.zone in (Zone.HAND, Zone.TABLE, Zone.STACK)
        for text in before.book.texts(speaker.print)
        if any(pattern.what in ("lost", "forfeited") for pattern in text.when.just)
        for word in _measures(text.result, called)
    }
    return tuple(
        (word, value) for word in sorted(words) if (value := _told(before, card, word)) is not None
    )


def _told(now: Moment, card: CardId, number: str) -> int | None:
    """A number, where somebody has told it: nobody has to until a text measures by it."""
    try:
        return number_of(now, card, number) or 0
    except Unknown:
        return None


def _measures(parts: Iterable[Part], called: str) -> Iterator[str]:
    """The numbers of the card so called that parts of a result speak of."""
    for part in parts_in(parts):
        for _, value in given(part):
            for said in value if type(value) is tuple else (value,):
                if isinstance(said, OfCards) and said.number and said.cards == called:
                    yield said.number


# -- what a card counts for -----------------------------------------------------


def apart(now: Moment, card: Card, purpose: Purpose) -> Any:
    """The finding that sets a card apart for a purpose; None: it counts as any other does.

    Captive, undercover, missing, excluded, face down, inside something enclosed: whatever
    takes a card out of the ordinary flow says so here, clause by clause, and every question
    about what a card counts for is put here."""
    answer = now.decide("apart", card=card, purpose=purpose)
    return answer[1] if answer is not None and answer[0] else None


def number_of(now: Moment, card: CardId, name: str) -> int | None:
    """A card's number as it is now, with everything that changes it; None: it has none."""
    return now.total(f"{name} of", card=card).value


def is_a(now: Moment, card: Card, word: str) -> bool:
    """Whether a word for a kind of card covers this one now: printed, or given by a text."""
    if card.print.is_a(word):
        return True
    if card.zone is not Zone.TABLE:  # its own text says what it will be
        return any(
            word in given.words
            for _, given in printed_gifts(now, card, Grants)
            if given.what == "trait"
        )
    given = now.decide("given trait", card=card, word=word)
    return given is not None and bool(given[0])


def text_canceled(now: Moment, card: Card) -> bool:
    """Whether a card's game text does nothing, by what was said or by another card's text."""
    if card.has(Mark.TEXT_CANCELED):
        return True
    return now.decide("text canceled", card=card) is not None


def has_icon(now: Moment, card: Card, icon: str) -> bool:
    if card.print.icons.get(icon):
        return True
    return now.decide("given icon", card=card, word=icon) is not None


def has_a_start(now: Moment) -> bool:
    """Whether some card on table or in a hand has a text for the start of a turn."""
    hands = (now.table.card(c) for side in Side for c in now.table.pile(side, Zone.HAND))
    cards = (*now.on_table(), *hands)
    return any(t.when.start_of_turn for c in cards for t in now.texts(c))


def is_in_training(now: Moment, card: Card, place: int) -> bool:
    """Whether a Jedi Test on table targets the card: as mentor (0) or as apprentice (1)."""
    return any(
        test.aims[place] == card.id
        for test in now.on_table()
        if test.print.type == "jedi test" and len(test.aims) == 2
    )


def is_in_state(now: Moment, card: Card, state: str, you: Side, source: Card | None = None) -> bool:
    """Undercover, hit, escorting, piloted, alone …"""
    match state:
        case "escorting":
            return any(now.table.card(c).how is How.ESCORTED for c in now.table.lying(card.id))
        case "piloted":
            return is_piloted(now, card)
        case "piloting":
            return card.how is How.ABOARD and card.seat == "pilot"
        case "unpiloted":
            return not is_piloted(now, card)
        case "landed":
            return is_landed(now, card)
        case "alone":
            return is_alone(now, card)
        case "unique":
            return card.print.unique or card.title in now.table.made_unique
        case "out of play":
            return card.zone is Zone.OUT
        case "battleground" | "exterior" | "marker" | "nighttime":
            place = now.decide(state, location=card.id)
            return card.how is How.ROW and place is not None and bool(place[0])
        case "mentor" | "apprentice":
            return is_in_training(now, card, int(state == "apprentice"))
        case "about to be lost":
            return is_doomed(now, card)
        case "attacking" | "attacked":
            role = "attackers" if state == "attacking" else "defenders"
            return now.table.attack is not None and card.id in now.table.attack.targets.get(
                role, ()
            )
        case "free to deploy":
            return has_no_deploy_cost(now, card)
        case "this card":
            return source is not None and card.id == source.id
        case "aimed at":
            return source is not None and card.id in source.aims
        case "occupied by opponent" | "controlled by you":
            there = now.table.location_of(card.id)
            side = you if state.endswith("you") else you.opponent
            question = "controls" if state.endswith("you") else "occupies"
            return there is not None and (
                now.decide(question, side=side, location=there) is not None
            )
    return card.has(Mark(state))


def has_no_deploy_cost(now: Moment, card: Card) -> bool:
    """Nothing is printed for its deployment, and its own text asks for no Force."""
    if card.print.facts.get("deploy"):
        return False
    texts = [text for text in now.texts(card) if text.role == "deploy"]
    if not texts and not card.print.text_known:
        raise Unknown("card-text", card=card.id)
    return not any(
        isinstance(asks, AsksForForce) for t in texts for c in t.costs for asks in c.foresees()
    )


def to_be_spared(before: Moment, now: Moment) -> list[CardId]:
    """Of those about to be lost, the ones captured since, or taken elsewhere."""
    doomed = {h.card for h in now.table.just if h.what in DOOMED and h.card is not None}
    spared = []
    for name in sorted(doomed):
        was, is_ = before.table.card(name), now.table.card(name)
        captured = is_.has(Mark.CAPTIVE) and not was.has(Mark.CAPTIVE)
        gone = before.table.location_of(name) != now.table.location_of(name)
        if is_.zone is Zone.TABLE and (captured or gone):
            spared.append(name)
    return spared


def is_doomed(now: Moment, card: Card) -> bool:
    """Whether it is about to be lost, by itself or with what it is in or on."""
    doomed = {h.card for h in now.table.just if h.what in DOOMED}
    here: Card | None = card
    while doomed and here is not None and here.zone is Zone.TABLE:
        if here.id in doomed:
            return True
        here = now.table.cards.get(here.at) if here.at is not None else None
    return False


def personas_of(now: Moment, card: Card) -> frozenset[str]:
    """Who and what a card is: its own persona, and those its text says are on it."""
    also = [said.personas for _, said in printed_gifts(now, card, AlsoOnIt)]
    if not also:
        return card.print.personas
    own = card.print.personas - {card.title}  # its text says who is on it
    return own.union(*also)


def permanent_ability(now: Moment, card: Card) -> int | None:
    """The ability of its permanent pilots; None: it has none."""
    said = [said.ability for _, said in printed_gifts(now, card, PilotsAbility)]
    return said[0] if said else card.print.permanent_ability


def printed_gifts(now: Moment, card: Card, kind: type[C]) -> list[tuple[str, C]]:
    """What a card's own text makes it, on table and everywhere else, and the clause for it."""
    found: list[tuple[str, C]] = []
    for text in now.texts(card):
        for part in text.gives if text.role == "constant" else ():
            for said in part.foresees():
                if isinstance(said, kind):
                    now.book.works(text)
                    found.append((part.clause or text.clause, said))
    return found


def is_landed(now: Moment, card: Card) -> bool:
    """A starship at a site stands on the ground."""
    here = now.table.location_of(card.id)
    return (
        card.print.type == "starship"
        and here is not None
        and now.table.card(here).print.subtype == "site"
    )


def is_piloted(now: Moment, card: Card) -> bool:
    """Somebody sits at the controls, or it needs nobody; and that counts for something."""
    return is_manned(now, card) and (now.decide("as if unpiloted", card=card) is None)


def is_manned(now: Moment, card: Card) -> bool:
    """Somebody sits at the controls, or it needs nobody."""
    if permanent_ability(now, card) is not None:
        return True
    if card.print.is_a("creature vehicle") or card.print.is_a("needs no driver"):
        return True
    return any(
        now.table.card(c).how is How.ABOARD and now.table.card(c).seat in ("pilot", "driver")
        for c in now.table.lying(card.id)
    ) or _manned_from_a_site(now, card)


def _manned_from_a_site(now: Moment, craft: Card) -> bool:
    """Nobody at a site of a craft is at its controls; a clause says so."""
    return any(
        now.table.card(place).print.part_of == craft.title
        and card.side is craft.side
        and now.decide("aboard", card=card, craft=craft) is None
        for place in now.table.row
        for card in now.all_at(place)
        if card.print.type == "character"
    )


def are_with(now: Moment, card: Card, other: Card) -> bool:
    answer = now.decide("with", card=card, other=other)
    return answer is not None and bool(answer[0])


def are_present_with(now: Moment, card: Card, other: Card) -> bool:
    answer = now.decide("present with", card=card, other=other)
    return answer is not None and bool(answer[0])


def is_alone(now: Moment, card: Card) -> bool:
    """A character: no other character and no other ability of its player's there. A vehicle or
    starship: its player's only characters, vehicles and starships there are aboard it."""
    here = now.table.location_of(card.id)
    return here is not None and not any(True for _ in companions(now, card))


def companions(now: Moment, card: Card) -> Iterator[Card]:
    """Those of its player's cards that keep a card from being alone."""
    here = now.table.location_of(card.id)
    own = {below.id for below in now.all_at(card.id)}
    for other in now.all_at(here) if here is not None else ():
        if other.side is not card.side or other.id == card.id or other.id in own:
            continue
        if not _is_company(now, card, other) or apart(now, other, Purpose.ALONE) is not None:
            continue
        yield other


def _is_company(now: Moment, card: Card, other: Card) -> bool:
    if other.print.type == "character":
        return True
    if other.print.type not in ("vehicle", "starship"):
        return False
    if card.print.type == "character":  # only what has ability of its own
        return permanent_ability(now, other) is not None
    return True


_FIGHTING = ("character", "vehicle", "starship", "weapon", "device")


def takes_part(now: Moment, card: Card, purpose: Purpose = Purpose.BATTLE) -> bool:
    """Whether a card participates in the battle that is going on."""
    battle = now.table.battle
    if battle is None or battle.place is None or card.print.type not in _FIGHTING:
        return False
    if card.zone is not Zone.TABLE or now.table.location_of(card.id) != battle.place:
        return False
    if battle.segment is Segment.END and now.decide("at its end", battle=battle) is None:
        return False
    return apart(now, card, purpose) is None


def in_attack(now: Moment, card: Card) -> bool:
    """Whether a card takes part in the attack that is going on, by itself or by what it is on or
    aboard of. Who takes part is settled as the attack is initiated."""
    attack = now.table.attack
    here: Card | None = card
    while attack is not None and here is not None and here.zone is Zone.TABLE:
        if here.id in (*attack.targets.get("attackers", ()), *attack.targets.get("defenders", ())):
            return True
        carried = here.how in (How.ON, How.ABOARD) and here.at is not None
        here = now.table.cards.get(here.at) if carried and here.at is not None else None
    return False


def line_at(now: Moment, place: CardId) -> frozenset[CardId]:
    """Who is there as the power segment begins; not those who just then can do nothing."""
    idle = {Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}
    return frozenset(card.id for card in now.all_at(place) if not card.marks & idle)


def left_in_attack(now: Moment, attack: Action, role: str) -> list[Card]:
    """Of those who attack, or are attacked, the ones still there."""
    cards = (now.table.card(c) for c in attack.targets.get(role, ()))
    return [
        c for c in cards if c.zone is Zone.TABLE and now.table.location_of(c.id) == attack.place
    ]


def time_of_shots(now: Moment) -> str:
    """Within what a weapon is fired once: the battle or attack that is going on, or the turn."""
    fray = now.table.battle or now.table.attack
    return str(fray.kind) if fray is not None else "turn"


def without(now: Moment, cards: Iterable[CardId]) -> Moment:
    """The table as if these cards, and what lies on them or in them, were elsewhere."""
    gone = set(cards)
    if not gone:
        return now
    kept = {c: card for c, card in now.table.cards.items() if c not in gone}
    nowhere = {c: now.table.card(c)._replace(at=None, how=None) for c in gone}
    inside = {
        place: tuple(c for c in lying if c not in gone) for place, lying in now.table.inside.items()
    }
    return now.on(now.table._replace(cards={**kept, **nowhere}, inside=inside))


def meant(now: Moment, *said: Filter) -> Iterable[Card]:
    """The cards that descriptions are held against: whatever counts as being on table, and what
    is stacked or lies face down where they speak of just such cards."""
    apart_too = any(_speaks_of_cards_apart(what) for what in said)
    return now.table.everything() if apart_too else now.on_table()


def _speaks_of_cards_apart(what: Filter) -> bool:
    if what.stacked_on is not None or Mark.FACE_DOWN in what.states:
        return True
    return any(_speaks_of_cards_apart(other) for other in what.any_of)


def described(
    now: Moment,
    what: Filter,
    you: Side,
    named: Named | None = None,
    source: Card | None = None,
) -> Iterator[Card]:
    """The cards on the table that a description means."""
    return (card for card in meant(now, what) if fits(now, card, what, you, named, source))


def aimed_at(
    now: Moment, target: Target, you: Side, named: Named, source: CardId | None = None
) -> Iterator[Card]:
    """The cards on the table that the words of a target cover."""
    said = (target.filter, *(must for must, _ in target.musts))
    return (c for c in meant(now, *said) if may_be(now, c, target, you, named, source))


def candidates(
    now: Moment, target: Target, you: Side, named: Named, source: CardId | None = None
) -> list[Card]:
    """The cards in play which a target may name, locations among them."""
    if target.in_hand:
        hand = (now.table.card(c) for c in now.table.pile(you, Zone.HAND))
        return [c for c in hand if may_be(now, c, target, you, named, source)]
    return list(aimed_at(now, target, you, named, source))


def may_be(
    now: Moment,
    card: Card,
    target: Target,
    you: Side,
    named: Named,
    source: CardId | None = None,
) -> bool:
    """Whether the text's own words cover this card, in play, as a target."""
    zone = Zone.HAND if target.in_hand else Zone.TABLE
    if target.filter.stacked_on is not None:
        zone = Zone.STACKED
    if card.zone is not zone or (target.in_hand and card.owner is not you):
        return False
    speaker = now.table.card(source) if source is not None else None
    asked: Unknown | None = None
    for wanted in (target.filter, *(must for must, _ in target.musts)):
        try:
            if not fits(now, card, wanted, you, named, speaker):
                return False
        except Unknown as question:  # what is plainly not meant needs no question
            asked = question
    if asked is not None:
        raise asked
    if target.other_than is not None:
        elsewhere = {now.table.location_of(c) for c in named.get(target.other_than, ())}
        if now.table.location_of(card.id) in elsewhere:
            return False
    return True


def out_of_reach(now: Moment, card: Card, target: Target | None = None) -> Any:
    """The finding that keeps a text from targeting a card; None: nothing does, or the text itself
    speaks of such cards."""
    why = apart(now, card, Purpose.TARGET)
    if why is None or target is None:
        return why
    if card.has(Mark.CAPTIVE) and target.filter.captives:
        return None
    spoken = card.marks & {Mark.CAPTIVE, Mark.MISSING, Mark.IMPRISONED}
    said = (target.filter, *(must for must, _ in target.musts))
    return None if any(_speaks_of_one(what, spoken) for what in said) else why


def _speaks_of_one(what: Filter, marks: Iterable[Mark]) -> bool:
    """Whether a description names one of these states."""
    return any(mark in what.states for mark in marks) or any(
        _speaks_of_one(other, marks) for other in what.any_of
    )


def is_reached(now: Moment, card: Card, target: Target) -> bool:
    """Whether a text that names nobody ("all characters") reaches a card that nobody could
    have named."""
    if card.has(Mark.CAPTIVE) and target.filter.captives:
        return True
    if not card.marks & {Mark.CAPTIVE, Mark.UNDERCOVER}:
        return True
    return now.decide("reached unnamed", card=card) is not None


def assign(
    now: Moment,
    targets: Iterable[Target],
    written: Iterable[CardId],
    you: Side,
    source: CardId | None = None,
) -> tuple[dict[str, tuple[CardId, ...]], tuple[CardId, ...]]:
    """Which written names serve which target of the text, and which serve none.

    Names are taken in the order of the text's targets; a name that fits none
    of them is left over, and the ruling says why it does not fit."""
    left = list(written)
    named: dict[str, tuple[CardId, ...]] = {}
    for target in targets:
        if target.implicit:
            continue
        taken: list[CardId] = []
        for card in list(left):
            if target.most is not None and len(taken) >= target.most:
                break
            if may_be(now, now.table.card(card), target, you, named, source):
                taken.append(card)
                left.remove(card)
        if taken:
            named[target.name] = tuple(taken)
    return named, tuple(left)


def speaks_of(now: Moment, pattern: Pattern, action: Action, you: Side) -> bool:
    """Whether an action on the stack is what a response says it answers."""
    if pattern.by == "you" and action.player is not you:
        return False
    if pattern.by == "opponent" and action.player is you:
        return False
    if pattern.what == "about to draw":
        return now.decide("about to draw", action=action, side=you) is not None
    if pattern.what not in ("any", action.kind, action.doing):
        return False
    if pattern.filter == Filter():
        return True
    if action.card is None:
        return False
    return fits(now, now.table.card(action.card), pattern.filter, you)


def as_action(pattern: Pattern) -> Pattern | None:
    """`played play` and `initiated battle` speak of the action itself; `moved` does not."""
    first, _, kind = pattern.what.partition(" ")
    return pattern._replace(what=kind) if first in ("played", "initiated") and kind else None


def follows(
    now: Moment, pattern: Pattern, event: Happening, you: Side, source: CardId | None = None
) -> bool:
    """Whether what has just happened is what a "just" text waits for; `source` is its card."""
    if pattern.by == "you" and event.player is not you:
        return False
    if pattern.by == "opponent" and event.player is you:
        return False
    if not _same_event(now, pattern.what, event) or _is_no_loss(now, event):
        return False
    if pattern.to == "here" and source is not None:
        if event.to is None or event.to != now.table.location_of(source):
            return False
    elif pattern.to is not None and (
        event.to is None or not same_title(now.table.card(event.to).title, pattern.to)
    ):
        return False
    if pattern.nth is not None and pattern.nth != event.nth:
        return False
    if pattern.with_ is not None and (
        event.by is None or not same_title(now.table.card(event.by).title, pattern.with_)
    ):
        return False
    if pattern.more_than is not None and event.number <= pattern.more_than:
        return False
    if pattern.filter != Filter() and (
        event.card is None or not fits(now, now.table.card(event.card), pattern.filter, you)
    ):
        return False
    return pattern.from_ is None or _came_from(now, pattern.from_, event, you, source)


def _came_from(
    now: Moment, where: Filter, event: Happening, you: Side, source: CardId | None
) -> bool:
    """Whether it happened from such a location. A scenario that begins afterwards need not say
    that it was here or next door; of any other place it is asked."""
    if event.from_ is None and not event.stated:
        return False
    if event.from_ is None:
        if where.at == "here" or where.adjacent_to is not None:
            return True
        raise Unknown("from-where", card=event.card)
    speaker = now.table.card(source) if source is not None else None
    about = {"what happened": (event.card,)} if event.card is not None else {}
    return fits(now, now.table.card(event.from_), where, you, about, speaker)


def somebody_waits_for(now: Moment, event: Happening) -> bool:
    """Whether a card that is known, in a hand or on table, may be used straight after this."""
    for card in now.table.cards.values():
        if card.zone not in (Zone.HAND, Zone.TABLE):
            continue
        for text in now.texts(card):
            patterns = text.when.just if text.role in ("play", "use") else ()
            if any(follows(now, pattern, event, card.side, card.id) for pattern in patterns):
                now.book.works(text)
                return True
    return False


def has_gone_on(now: Moment, event: Happening) -> bool:
    """Whether a card that was lost has left the Lost Pile since."""
    lost = event.what in ("lost", "forfeited") and event.card is not None
    return lost and event.card is not None and now.table.card(event.card).zone is not Zone.LOST


def _is_no_loss(now: Moment, event: Happening) -> bool:
    """A card that has gone out of play since was, as a clause says, not lost or forfeited."""
    if event.what not in ("lost", "forfeited") or event.card is None:
        return False
    card = now.table.card(event.card)
    if card.zone is not Zone.OUT:
        return False
    asked = {"card": card, "forfeited": event.what == "forfeited"}
    return now.decide("not a loss", **asked) is not None


def _same_event(now: Moment, what: str, event: Happening) -> bool:
    if what.endswith(" any"):
        return event.what.startswith(what.removesuffix("any"))
    if what == "lost" and event.what == "forfeited":
        return now.decide("forfeiting is losing") is not None
    return what == event.what or (what == "about to be lost" and event.what in DOOMED)


def immune(now: Moment, card: CardId | None, to: CardId | None) -> bool:
    """Whether a card is printed immune to another title."""
    if card is None or to is None:
        return False
    title = now.table.card(to).title
    if any(same_title(title, name) for name in now.table.card(card).print.immune_to):
        return True
    if now.table.card(card).zone is not Zone.TABLE:  # on its way there
        return immunity_by_text(now, card, to) is not None
    return now.decide("given immunity", card=now.table.card(card), to=to) is not None


def immunity_by_text(now: Moment, card: CardId | None, to: CardId | None) -> str | None:
    """The clause by which a card's own text makes it immune to another title."""
    if card is None or to is None:
        return None
    for clause, said in printed_gifts(now, now.table.card(card), Grants):
        titles = said.words if said.what == "immune to" else ()
        if any(same_title(now.table.card(to).title, title) for title in titles):
            return clause
    return None


def present_at(now: Moment, card: Card, location: CardId) -> bool:
    """Physically at the location: not inside something enclosed."""
    if card.zone is not Zone.TABLE or card.how is How.ROW:
        return False
    if now.table.location_of(card.id) != location or apart(now, card, Purpose.HERE) is not None:
        return False
    return now.decide("present", card=card, location=location) is not None


def inside_of(now: Moment, card: Card) -> Card | None:
    """The enclosed vehicle or starship a card is inside of, however deep; None: in the open."""
    here = card
    for _ in range(12):  # deeper than any real nesting of cards
        carrier = now.table.cards.get(here.at) if here.at is not None else None
        if carrier is None or here.how is How.ROW:
            return None
        if here.how is How.ABOARD and is_enclosed(now, carrier):
            return carrier
        here = carrier
    return None


def is_enclosed(now: Moment, card: Card) -> bool:
    answer = now.decide("enclosed", card=card)
    return answer is not None and bool(answer[0])


def icons_at(now: Moment, location: CardId, side: Side) -> int:
    """The Force icons on one side of a location."""
    icons = now.table.card(location).print.force_icons
    if side not in icons:
        raise Unknown("force-icons", location=location, player=side)
    return icons[side]


def kind_word(action: Action) -> str:
    """A name for an action without a card, as it is written in a scenario."""
    return "Force drain" if action.kind is Kind.DRAIN else str(action.kind)

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
from adjudicator.source import folded
from adjudicator.state.events import DOOMED
from adjudicator.state.table import Action, Card, Happening, Table, Unknown
from adjudicator.state.unknown import BUDGET, FIT

Named = Mapping[str, tuple[CardId, ...]]  # the targets named so far, by their name in the text
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
    table: Table,
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
    if what.personas and not personas_of(table, card).intersection(what.personas):
        return False
    if what.types and not any(is_a(table, card, t) for t in what.types):
        return False
    if what.traits and not all(is_a(table, card, t) for t in what.traits):
        return False
    if what.icons and not all(has_icon(table, card, i) for i in what.icons):
        return False
    if what.part_of and not {print_.part_of, _named_first(print_.title)} & set(what.part_of):
        return False
    nobodys = what.whose != "any" and card.how is How.ROW and print_.side is None
    if not nobodys and what.whose != "any" and (card.side is you) is not (what.whose == "yours"):
        return False
    if what.in_battle and not takes_part(table, card, Purpose.IN_BATTLE):
        return False
    if what.at is not None and not _is_at(table, card, what.at, named or {}, source):
        return False
    if not all(_measures_up(table, card, measure) for measure in what.measures):
        return False
    if what.states and not all(is_in_state(table, card, s, you, source) for s in what.states):
        return False
    if what.unlike is not None and fits(table, card, what.unlike, you, named, source, known):
        return False
    if what.any_of and not any(
        fits(table, card, f, you, named, source, known) for f in what.any_of
    ):
        return False
    if not _stands_as(table, card, what, you, named, source, known):
        return False
    if nobodys:  # all that is left to know of a location is whose it is
        raise Unknown("whose-location", location=card.id)
    return True


def _named_first(title: str) -> str:
    """The whole that a location's title begins with: a planet, or a palace on it."""
    return title.partition(":")[0]


def _stands_as(
    table: Table,
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
            found[key] = fits(table, other, wanted, you, named, source, found)
        return found[key]

    here = None
    if what.place or what.present or what.with_ or what.present_with or what.where:
        here = table.location_of(card.id)
        if here is None:
            return False
    if what.place is not None and (
        here is None or not fits(table, table.card(here), what.place, you, named, source, found)
    ):
        return False
    if what.present and (here is None or not present_at(table, card, here)):
        return False
    if what.present and _sits_inside(table, card, what):
        return False
    if what.where is not None and not any(
        such(other, what.where) and table.location_of(other.id) == here
        for other in table.on_table()
    ):
        return False
    if what.with_ is not None and not any(
        such(other, what.with_) and are_with(table, card, other) for other in table.on_table()
    ):
        return False
    if what.present_with is not None and not any(
        such(other, what.present_with)
        and are_present_with(table, card, other)
        and not _sits_inside(table, other, what.present_with)
        for other in table.on_table()
    ):
        return False
    if what.targeting is not None and not any(
        such(victim, what.targeting) for victim in _targeted(table, card)
    ):
        return False
    if what.adjacent_to is not None and not _adjacent_to(
        table, card, what.adjacent_to, named or {}, source
    ):
        return False
    if what.related_to is not None and not _related_to(
        table, card, what.related_to, named or {}, source
    ):
        return False
    if what.carries is not None and not any(
        such(below, what.carries)
        for c in table.lying(card.id)
        if (below := table.card(c)).how is How.ON
    ):
        return False
    if what.deployed_on is not None or what.carried_by is not None:
        bearer = table.cards.get(card.at) if card.how is How.ON and card.at is not None else None
        if bearer is None:
            return False
        if what.deployed_on is not None and not such(bearer, what.deployed_on):
            return False
        if what.carried_by is not None and bearer.id not in (named or {}).get(what.carried_by, ()):
            return False
    if what.stacked_on is not None:
        holder = table.cards.get(card.at) if card.how is How.STACKED and card.at else None
        if holder is None or not such(holder, what.stacked_on):
            return False
    if what.holds is not None and not any(
        such(kept, what.holds)
        for c in table.lying(card.id)
        if (kept := table.card(c)).how is How.STACKED
    ):
        return False
    if what.has_aboard is not None and not any(
        such(inside, what.has_aboard)
        for c in table.lying(card.id)
        if (inside := table.card(c)).how is How.ABOARD
    ):
        return False
    if what.aboard is not None:
        return any(such(craft, what.aboard) for craft in _aboard_of(table, card))
    return True


def _aboard_of(table: Table, card: Card) -> Iterator[Card]:
    """The craft whose place a card takes, or at whose site it is."""
    carrier = table.cards.get(card.at) if card.at is not None else None
    if carrier is None:
        return
    if card.how is How.ABOARD:
        yield carrier
    elif carrier.how is How.ROW and carrier.print.part_of is not None:
        for craft in table.on_table():
            is_craft = craft.print.type in ("starship", "vehicle")
            if is_craft and craft.title == carrier.print.part_of:
                yield craft


def _sits_inside(table: Table, card: Card, what: Filter) -> bool:
    """Whether who is meant is only the permanent pilot of a craft that shuts him in: the craft is
    present, he is not."""
    meant = personas_of(table, card) & frozenset(what.personas)
    return bool(meant) and meant <= card.print.permanents and is_enclosed(table, card)


def same_title(title: str, asked: str) -> bool:
    """A virtual card, and one with its nickname in brackets, bears the title all the same."""
    return title == asked or _bare(title) == _bare(asked)


@lru_cache(maxsize=4096)
def _bare(title: str) -> str:
    return folded(plain_title(title).removesuffix(" (V)") if "(" in title else title)


def _targeted(table: Table, card: Card) -> Iterator[Card]:
    being_deployed = any(action.card == card.id for action in table.stack)
    if not card.aims and card.print.subtype == "utinni" and not being_deployed:
        raise Unknown("aim", card=card.id)
    return (table.card(c) for c in card.aims)


def _spoken_of(table: Table, word: str, named: Named, source: Card | None) -> CardId | None:
    """The location meant by `battle`, `here` or the name of a target."""
    if word == "battle":
        return table.battle.place if table.battle is not None else None
    if word == "here":
        return table.location_of(source.id) if source is not None else None
    return table.location_of(named[word][0]) if named.get(word) else None


def _related_to(table: Table, card: Card, to: str, named: Named, source: Card | None) -> bool:
    here, there = table.location_of(card.id), _spoken_of(table, to, named, source)
    return here is not None and there is not None and related(table, here, there)


def _adjacent_to(table: Table, card: Card, to: str, named: Named, source: Card | None) -> bool:
    here, there = table.location_of(card.id), _spoken_of(table, to, named, source)
    if here is None or there is None or here == there:
        return False
    answer = table.book.decide("adjacent", table, one=here, other=there)
    return answer is None or bool(answer[0])


def _is_at(table: Table, card: Card, at: str, named: Named, source: Card | None) -> bool:
    here = table.location_of(card.id)
    if here is None:
        return False
    if at in named:
        return here in named[at] or any(table.location_of(c) == here for c in named[at])
    if at == "present here" and source is not None:
        return _shares_its_place(table, card, source)
    if at in ("here", "related", "same planet") and source is not None:
        there = table.location_of(source.id)
        if at == "here" or there is None:
            return here == there
        return related(table, here, there)
    if at == "battle":
        return table.battle is not None and table.battle.place == here
    return same_title(table.card(here).title, at)


def _shares_its_place(table: Table, card: Card, source: Card) -> bool:
    """In the same craft, that craft itself or something on it; outside of any, present there."""
    craft = inside_of(table, source)
    if craft is None:
        here = table.location_of(source.id)
        return here is not None and present_at(table, card, here)
    if craft.id in (card.id, card.at if card.how is How.ON else None):
        return True
    around = inside_of(table, card)
    return around is not None and around.id == craft.id


def related(table: Table, one: CardId, other: CardId) -> bool:
    """Parts of the same planet, starship or vehicle; a planet's system is related to its sites.
    What a vehicle's sites are related to, clauses say."""
    first, second = table.card(one).print, table.card(other).print
    if first.icons.get("vehicle site") or second.icons.get("vehicle site"):
        return table.book.decide("related", table, one=one, other=other) is not None
    return first.part_of is not None and first.part_of == second.part_of


def _measures_up(table: Table, card: Card, measure: tuple[str, str, int]) -> bool:
    name, sign, number = measure
    value = number_of(table, card.id, name)
    return value is not None and COMPARE[sign](value, number)


def as_it_left(before: Table, card: CardId, called: str) -> tuple[tuple[str, int], ...]:
    """The numbers a card has as it is lost, as far as texts in the game measure by them: those
    that speak of it as `what happened`, or as their `bearer`."""
    words = {
        word
        for speaker in before.cards.values()
        if speaker.zone in (Zone.HAND, Zone.TABLE, Zone.STACK)
        for text in before.book.texts(speaker.print)
        if any(pattern.what in ("lost", "forfeited") for pattern in text.when.just)
        for word in _measures(text.result, called)
    }
    return tuple(
        (word, value) for word in sorted(words) if (value := _told(before, card, word)) is not None
    )


def _told(table: Table, card: CardId, number: str) -> int | None:
    """A number, where somebody has told it: nobody has to until a text measures by it."""
    try:
        return number_of(table, card, number) or 0
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


def apart(table: Table, card: Card, purpose: Purpose) -> Any:
    """The finding that sets a card apart for a purpose; None: it counts as any other does.

    Captive, undercover, missing, excluded, face down, inside something enclosed: whatever
    takes a card out of the ordinary flow says so here, clause by clause, and every question
    about what a card counts for is put here."""
    answer = table.book.decide("apart", table, card=card, purpose=purpose)
    return answer[1] if answer is not None and answer[0] else None


def number_of(table: Table, card: CardId, name: str) -> int | None:
    """A card's number as it is now, with everything that changes it; None: it has none."""
    return table.book.total(f"{name} of", table, card=card).value


def is_a(table: Table, card: Card, word: str) -> bool:
    """Whether a word for a kind of card covers this one now: printed, or given by a text."""
    if card.print.is_a(word):
        return True
    if card.zone is not Zone.TABLE:  # its own text says what it will be
        return any(
            word in given.words
            for _, given in printed_gifts(table, card, Grants)
            if given.what == "trait"
        )
    given = table.book.decide("given trait", table, card=card, word=word)
    return given is not None and bool(given[0])


def text_canceled(table: Table, card: Card) -> bool:
    """Whether a card's game text does nothing, by what was said or by another card's text."""
    if card.has(Mark.TEXT_CANCELED):
        return True
    return table.book.decide("text canceled", table, card=card) is not None


def has_icon(table: Table, card: Card, icon: str) -> bool:
    if card.print.icons.get(icon):
        return True
    return table.book.decide("given icon", table, card=card, word=icon) is not None


def has_a_start(table: Table) -> bool:
    """Whether some card on table or in a hand has a text for the start of a turn."""
    hands = (table.card(c) for side in Side for c in table.pile(side, Zone.HAND))
    cards = (*table.on_table(), *hands)
    return any(t.when.start_of_turn for c in cards for t in table.book.texts(c.print))


def is_in_training(table: Table, card: Card, place: int) -> bool:
    """Whether a Jedi Test on table targets the card: as mentor (0) or as apprentice (1)."""
    return any(
        test.aims[place] == card.id
        for test in table.on_table()
        if test.print.type == "jedi test" and len(test.aims) == 2
    )


def is_in_state(
    table: Table, card: Card, state: str, you: Side, source: Card | None = None
) -> bool:
    """Undercover, hit, escorting, piloted, alone …"""
    match state:
        case "escorting":
            return any(table.card(c).how is How.ESCORTED for c in table.lying(card.id))
        case "piloted":
            return is_piloted(table, card)
        case "piloting":
            return card.how is How.ABOARD and card.seat == "pilot"
        case "unpiloted":
            return not is_piloted(table, card)
        case "landed":
            return is_landed(table, card)
        case "alone":
            return is_alone(table, card)
        case "unique":
            return card.print.unique or card.title in table.made_unique
        case "out of play":
            return card.zone is Zone.OUT
        case "battleground" | "exterior" | "marker" | "nighttime":
            place = table.book.decide(state, table, location=card.id)
            return card.how is How.ROW and place is not None and bool(place[0])
        case "mentor" | "apprentice":
            return is_in_training(table, card, int(state == "apprentice"))
        case "about to be lost":
            return is_doomed(table, card)
        case "attacking" | "attacked":
            role = "attackers" if state == "attacking" else "defenders"
            return table.attack is not None and card.id in table.attack.targets.get(role, ())
        case "free to deploy":
            return has_no_deploy_cost(table, card)
        case "this card":
            return source is not None and card.id == source.id
        case "aimed at":
            return source is not None and card.id in source.aims
        case "occupied by opponent" | "controlled by you":
            there, book = table.location_of(card.id), table.book
            side = you if state.endswith("you") else you.opponent
            question = "controls" if state.endswith("you") else "occupies"
            return there is not None and (
                book.decide(question, table, side=side, location=there, book=book) is not None
            )
    return card.has(Mark(state))


def has_no_deploy_cost(table: Table, card: Card) -> bool:
    """Nothing is printed for its deployment, and its own text asks for no Force."""
    if card.print.facts.get("deploy"):
        return False
    texts = [text for text in table.book.texts(card.print) if text.role == "deploy"]
    if not texts and not card.print.text_known:
        raise Unknown("card-text", card=card.id)
    return not any(
        isinstance(asks, AsksForForce) for t in texts for c in t.costs for asks in c.foresees()
    )


def to_be_spared(before: Table, table: Table) -> list[CardId]:
    """Of those about to be lost, the ones captured since, or taken elsewhere."""
    doomed = {h.card for h in table.just if h.what in DOOMED and h.card is not None}
    spared = []
    for name in sorted(doomed):
        was, now = before.card(name), table.card(name)
        captured = now.has(Mark.CAPTIVE) and not was.has(Mark.CAPTIVE)
        gone = before.location_of(name) != table.location_of(name)
        if now.zone is Zone.TABLE and (captured or gone):
            spared.append(name)
    return spared


def is_doomed(table: Table, card: Card) -> bool:
    """Whether it is about to be lost, by itself or with what it is in or on."""
    doomed = {h.card for h in table.just if h.what in DOOMED}
    here: Card | None = card
    while doomed and here is not None and here.zone is Zone.TABLE:
        if here.id in doomed:
            return True
        here = table.cards.get(here.at) if here.at is not None else None
    return False


def personas_of(table: Table, card: Card) -> frozenset[str]:
    """Who and what a card is: its own persona, and those its text says are on it."""
    also = [said.personas for _, said in printed_gifts(table, card, AlsoOnIt)]
    if not also:
        return card.print.personas
    own = card.print.personas - {card.title}  # its text says who is on it
    return own.union(*also)


def permanent_ability(table: Table, card: Card) -> int | None:
    """The ability of its permanent pilots; None: it has none."""
    said = [said.ability for _, said in printed_gifts(table, card, PilotsAbility)]
    return said[0] if said else card.print.permanent_ability


def printed_gifts(table: Table, card: Card, kind: type[C]) -> list[tuple[str, C]]:
    """What a card's own text makes it, on table and everywhere else, and the clause for it."""
    found: list[tuple[str, C]] = []
    for text in table.book.texts(card.print):
        for part in text.gives if text.role == "constant" else ():
            for said in part.foresees():
                if isinstance(said, kind):
                    table.book.works(text)
                    found.append((part.clause or text.clause, said))
    return found


def is_landed(table: Table, card: Card) -> bool:
    """A starship at a site stands on the ground."""
    here = table.location_of(card.id)
    return (
        card.print.type == "starship"
        and here is not None
        and table.card(here).print.subtype == "site"
    )


def is_piloted(table: Table, card: Card) -> bool:
    """Somebody sits at the controls, or it needs nobody; and that counts for something."""
    return is_manned(table, card) and (
        table.book.decide("as if unpiloted", table, card=card) is None
    )


def is_manned(table: Table, card: Card) -> bool:
    """Somebody sits at the controls, or it needs nobody."""
    if permanent_ability(table, card) is not None:
        return True
    if card.print.is_a("creature vehicle") or card.print.is_a("needs no driver"):
        return True
    return any(
        table.card(c).how is How.ABOARD and table.card(c).seat in ("pilot", "driver")
        for c in table.lying(card.id)
    ) or _manned_from_a_site(table, card)


def _manned_from_a_site(table: Table, craft: Card) -> bool:
    """Nobody at a site of a craft is at its controls; a clause says so."""
    return any(
        table.card(place).print.part_of == craft.title
        and card.side is craft.side
        and table.book.decide("aboard", table, card=card, craft=craft) is None
        for place in table.row
        for card in table.all_at(place)
        if card.print.type == "character"
    )


def are_with(table: Table, card: Card, other: Card) -> bool:
    answer = table.book.decide("with", table, card=card, other=other)
    return answer is not None and bool(answer[0])


def are_present_with(table: Table, card: Card, other: Card) -> bool:
    answer = table.book.decide("present with", table, card=card, other=other)
    return answer is not None and bool(answer[0])


def is_alone(table: Table, card: Card) -> bool:
    """A character: no other character and no other ability of its player's there. A vehicle or
    starship: its player's only characters, vehicles and starships there are aboard it."""
    here = table.location_of(card.id)
    return here is not None and not any(True for _ in companions(table, card))


def companions(table: Table, card: Card) -> Iterator[Card]:
    """Those of its player's cards that keep a card from being alone."""
    here = table.location_of(card.id)
    own = {below.id for below in table.all_at(card.id)}
    for other in table.all_at(here) if here is not None else ():
        if other.side is not card.side or other.id == card.id or other.id in own:
            continue
        if not _is_company(table, card, other) or apart(table, other, Purpose.ALONE) is not None:
            continue
        yield other


def _is_company(table: Table, card: Card, other: Card) -> bool:
    if other.print.type == "character":
        return True
    if other.print.type not in ("vehicle", "starship"):
        return False
    if card.print.type == "character":  # only what has ability of its own
        return permanent_ability(table, other) is not None
    return True


_FIGHTING = ("character", "vehicle", "starship", "weapon", "device")


def takes_part(table: Table, card: Card, purpose: Purpose = Purpose.BATTLE) -> bool:
    """Whether a card participates in the battle that is going on."""
    battle = table.battle
    if battle is None or battle.place is None or card.print.type not in _FIGHTING:
        return False
    if card.zone is not Zone.TABLE or table.location_of(card.id) != battle.place:
        return False
    if (
        battle.segment is Segment.END
        and table.book.decide("at its end", table, battle=battle) is None
    ):
        return False
    return apart(table, card, purpose) is None


def in_attack(table: Table, card: Card) -> bool:
    """Whether a card takes part in the attack that is going on, by itself or by what it is on or
    aboard of. Who takes part is settled as the attack is initiated."""
    attack = table.attack
    here: Card | None = card
    while attack is not None and here is not None and here.zone is Zone.TABLE:
        if here.id in (*attack.targets.get("attackers", ()), *attack.targets.get("defenders", ())):
            return True
        carried = here.how in (How.ON, How.ABOARD) and here.at is not None
        here = table.cards.get(here.at) if carried and here.at is not None else None
    return False


def left_in_attack(table: Table, attack: Action, role: str) -> list[Card]:
    """Of those who attack, or are attacked, the ones still there."""
    cards = (table.card(c) for c in attack.targets.get(role, ()))
    return [c for c in cards if c.zone is Zone.TABLE and table.location_of(c.id) == attack.place]


def time_of_shots(table: Table) -> str:
    """Within what a weapon is fired once: the battle or attack that is going on, or the turn."""
    fray = table.battle or table.attack
    return str(fray.kind) if fray is not None else "turn"


def without(table: Table, cards: Iterable[CardId]) -> Table:
    """The table as if these cards, and what lies on them or in them, were elsewhere."""
    gone = set(cards)
    if not gone:
        return table
    kept = {c: card for c, card in table.cards.items() if c not in gone}
    nowhere = {c: table.card(c)._replace(at=None, how=None) for c in gone}
    inside = {
        place: tuple(c for c in lying if c not in gone) for place, lying in table.inside.items()
    }
    return table._replace(cards={**kept, **nowhere}, inside=inside)


def meant(table: Table, *said: Filter) -> Iterator[Card]:
    """The cards that descriptions are held against: whatever counts as being on table, and what
    is stacked or lies face down where they speak of just such cards."""
    apart_too = any(_speaks_of_cards_apart(what) for what in said)
    return table.everything() if apart_too else table.on_table()


def _speaks_of_cards_apart(what: Filter) -> bool:
    if what.stacked_on is not None or Mark.FACE_DOWN in what.states:
        return True
    return any(_speaks_of_cards_apart(other) for other in what.any_of)


def described(
    table: Table,
    what: Filter,
    you: Side,
    named: Named | None = None,
    source: Card | None = None,
) -> Iterator[Card]:
    """The cards on the table that a description means."""
    return (card for card in meant(table, what) if fits(table, card, what, you, named, source))


def aimed_at(
    table: Table, target: Target, you: Side, named: Named, source: CardId | None = None
) -> Iterator[Card]:
    """The cards on the table that the words of a target cover."""
    said = (target.filter, *(must for must, _ in target.musts))
    return (c for c in meant(table, *said) if may_be(table, c, target, you, named, source))


def candidates(
    table: Table, target: Target, you: Side, named: Named, source: CardId | None = None
) -> list[Card]:
    """The cards in play which a target may name, locations among them."""
    if target.in_hand:
        hand = (table.card(c) for c in table.pile(you, Zone.HAND))
        return [c for c in hand if may_be(table, c, target, you, named, source)]
    return list(aimed_at(table, target, you, named, source))


def may_be(
    table: Table,
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
    speaker = table.card(source) if source is not None else None
    asked: Unknown | None = None
    for wanted in (target.filter, *(must for must, _ in target.musts)):
        try:
            if not fits(table, card, wanted, you, named, speaker):
                return False
        except Unknown as question:  # what is plainly not meant needs no question
            asked = question
    if asked is not None:
        raise asked
    if target.other_than is not None:
        elsewhere = {table.location_of(c) for c in named.get(target.other_than, ())}
        if table.location_of(card.id) in elsewhere:
            return False
    return True


def out_of_reach(table: Table, card: Card, target: Target | None = None) -> Any:
    """The finding that keeps a text from targeting a card; None: nothing does, or the text itself
    speaks of such cards."""
    why = apart(table, card, Purpose.TARGET)
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


def is_reached(table: Table, card: Card, target: Target) -> bool:
    """Whether a text that names nobody ("all characters") reaches a card that nobody could
    have named."""
    if card.has(Mark.CAPTIVE) and target.filter.captives:
        return True
    if not card.marks & {Mark.CAPTIVE, Mark.UNDERCOVER}:
        return True
    return table.book.decide("reached unnamed", table, card=card) is not None


def assign(
    table: Table,
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
            if may_be(table, table.card(card), target, you, named, source):
                taken.append(card)
                left.remove(card)
        if taken:
            named[target.name] = tuple(taken)
    return named, tuple(left)


def speaks_of(table: Table, pattern: Pattern, action: Action, you: Side) -> bool:
    """Whether an action on the stack is what a response says it answers."""
    if pattern.by == "you" and action.player is not you:
        return False
    if pattern.by == "opponent" and action.player is you:
        return False
    if pattern.what == "about to draw":
        return table.book.decide("about to draw", table, action=action, side=you) is not None
    if pattern.what not in ("any", action.kind, action.doing):
        return False
    if pattern.filter == Filter():
        return True
    if action.card is None:
        return False
    return fits(table, table.card(action.card), pattern.filter, you)


def as_action(pattern: Pattern) -> Pattern | None:
    """`played play` and `initiated battle` speak of the action itself; `moved` does not."""
    first, _, kind = pattern.what.partition(" ")
    return pattern._replace(what=kind) if first in ("played", "initiated") and kind else None


def follows(
    table: Table, pattern: Pattern, event: Happening, you: Side, source: CardId | None = None
) -> bool:
    """Whether what has just happened is what a "just" text waits for; `source` is its card."""
    if pattern.by == "you" and event.player is not you:
        return False
    if pattern.by == "opponent" and event.player is you:
        return False
    if not _same_event(table, pattern.what, event) or _is_no_loss(table, event):
        return False
    if pattern.to == "here" and source is not None:
        if event.to is None or event.to != table.location_of(source):
            return False
    elif pattern.to is not None and (
        event.to is None or not same_title(table.card(event.to).title, pattern.to)
    ):
        return False
    if pattern.nth is not None and pattern.nth != event.nth:
        return False
    if pattern.with_ is not None and (
        event.by is None or not same_title(table.card(event.by).title, pattern.with_)
    ):
        return False
    if pattern.more_than is not None and event.number <= pattern.more_than:
        return False
    if pattern.filter != Filter() and (
        event.card is None or not fits(table, table.card(event.card), pattern.filter, you)
    ):
        return False
    return pattern.from_ is None or _came_from(table, pattern.from_, event, you, source)


def _came_from(
    table: Table, where: Filter, event: Happening, you: Side, source: CardId | None
) -> bool:
    """Whether it happened from such a location. A scenario that begins afterwards need not say
    that it was here or next door; of any other place it is asked."""
    if event.from_ is None and not event.stated:
        return False
    if event.from_ is None:
        if where.at == "here" or where.adjacent_to is not None:
            return True
        raise Unknown("from-where", card=event.card)
    speaker = table.card(source) if source is not None else None
    about = {"what happened": (event.card,)} if event.card is not None else {}
    return fits(table, table.card(event.from_), where, you, about, speaker)


def somebody_waits_for(table: Table, event: Happening) -> bool:
    """Whether a card that is known, in a hand or on table, may be used straight after this."""
    for card in table.cards.values():
        if card.zone not in (Zone.HAND, Zone.TABLE):
            continue
        for text in table.book.texts(card.print):
            patterns = text.when.just if text.role in ("play", "use") else ()
            if any(follows(table, pattern, event, card.side, card.id) for pattern in patterns):
                table.book.works(text)
                return True
    return False


def has_gone_on(table: Table, event: Happening) -> bool:
    """Whether a card that was lost has left the Lost Pile since."""
    lost = event.what in ("lost", "forfeited") and event.card is not None
    return lost and event.card is not None and table.card(event.card).zone is not Zone.LOST


def _is_no_loss(table: Table, event: Happening) -> bool:
    """A card that has gone out of play since was, as a clause says, not lost or forfeited."""
    if event.what not in ("lost", "forfeited") or event.card is None:
        return False
    card = table.card(event.card)
    if card.zone is not Zone.OUT:
        return False
    asked = {"card": card, "forfeited": event.what == "forfeited"}
    return table.book.decide("not a loss", table, **asked) is not None


def _same_event(table: Table, what: str, event: Happening) -> bool:
    if what.endswith(" any"):
        return event.what.startswith(what.removesuffix("any"))
    if what == "lost" and event.what == "forfeited":
        return table.book.decide("forfeiting is losing", table) is not None
    return what == event.what or (what == "about to be lost" and event.what in DOOMED)


def immune(table: Table, card: CardId | None, to: CardId | None) -> bool:
    """Whether a card is printed immune to another title."""
    if card is None or to is None:
        return False
    title = table.card(to).title
    if any(same_title(title, name) for name in table.card(card).print.immune_to):
        return True
    if table.card(card).zone is not Zone.TABLE:  # on its way there
        return immunity_by_text(table, card, to) is not None
    return table.book.decide("given immunity", table, card=table.card(card), to=to) is not None


def immunity_by_text(table: Table, card: CardId | None, to: CardId | None) -> str | None:
    """The clause by which a card's own text makes it immune to another title."""
    if card is None or to is None:
        return None
    for clause, said in printed_gifts(table, table.card(card), Grants):
        titles = said.words if said.what == "immune to" else ()
        if any(same_title(table.card(to).title, title) for title in titles):
            return clause
    return None


def present_at(table: Table, card: Card, location: CardId) -> bool:
    """Physically at the location: not inside something enclosed."""
    if card.zone is not Zone.TABLE or card.how is How.ROW:
        return False
    if table.location_of(card.id) != location or apart(table, card, Purpose.HERE) is not None:
        return False
    return table.book.decide("present", table, card=card, location=location) is not None


def inside_of(table: Table, card: Card) -> Card | None:
    """The enclosed vehicle or starship a card is inside of, however deep; None: in the open."""
    here = card
    for _ in range(12):  # deeper than any real nesting of cards
        carrier = table.cards.get(here.at) if here.at is not None else None
        if carrier is None or here.how is How.ROW:
            return None
        if here.how is How.ABOARD and is_enclosed(table, carrier):
            return carrier
        here = carrier
    return None


def is_enclosed(table: Table, card: Card) -> bool:
    answer = table.book.decide("enclosed", table, card=card)
    return answer is not None and bool(answer[0])


def icons_at(table: Table, location: CardId, side: Side) -> int:
    """The Force icons on one side of a location."""
    icons = table.card(location).print.force_icons
    if side not in icons:
        raise Unknown("force-icons", location=location, player=side)
    return icons[side]


def kind_word(action: Action) -> str:
    """A name for an action without a card, as it is written in a scenario."""
    return "Force drain" if action.kind is Kind.DRAIN else str(action.kind)

"""Numbers of cards: what is printed, what changes them, and what cannot be changed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.constant import Adjusts
from adjudicator.cards.model import SEATS
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Mark, Purpose, Side
from adjudicator.rules.describing import apart, text_canceled
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, adjusts, decides
from adjudicator.state.table import Card, Unknown
from adjudicator.state.values import Term, Undefined

_NAMES = (
    "power", "ability", "forfeit", "deploy", "armor", "maneuver", "landspeed", "hyperspeed",
    "politics", "destiny", "parsec", "race destiny",
)  # fmt: skip


def _is_undefined(now: Moment, card: Card, name: str) -> bool:
    """The text that makes the number is known, or its card's text is out of force."""
    known = any(
        said.sets and said.number == name
        for text in card.print.texts
        for said in foreseen(text.gives, Adjusts, inside=False)
    )
    return known or apart(now, card, Purpose.TEXT) is not None or text_canceled(now, card)


def _printed(name: str) -> None:
    @adjusts("values/printed-first", f"{name} of")
    def the_number_printed_on_it(
        now: Moment, *, card: CardId
    ) -> Iterator[tuple[int | None, Facts]]:
        here = now.table.card(card)
        if name in here.print.varies and _is_undefined(now, here, name):
            yield Undefined(), {"card": card, "number": 0, "name": name}
            return
        walks = name == "landspeed" and here.print.type in ("character", "creature")
        if walks and here.print.facts.get(name) is None and name not in here.print.varies:
            return  # how fast they walk is a matter of the rules of movement
        number = here.number(name)
        yield number, {"card": card, "number": number, "name": name}


for _name in _NAMES:
    _printed(_name)


@adjusts("values/printed-first", "ferocity of")
def the_ferocity_printed_on_it(now: Moment, *, card: CardId) -> Iterator[tuple[int | None, Facts]]:
    """Where destiny is a part of it, it is drawn in each attack: before that nobody knows."""
    here = now.table.card(card)
    number = here.number("ferocity")
    if here.print.facts.get("ferocity destiny") and number is not None:
        drawn = (
            now.table.attack.values.get(f"ferocity of {card}")
            if now.table.attack is not None
            else None
        )
        if drawn is None:
            raise Unknown("ferocity-destiny", card=card)
        number += drawn
    yield number, {"card": card, "number": number, "name": "ferocity"}


@adjusts("values/printed-immunity", "immune to attrition of")
def the_immunity_printed_on_it(now: Moment, *, card: CardId) -> Iterator[tuple[int, Facts]]:
    """A card whose text makes it immune at times is asked about by `number`."""
    number = now.table.card(card).number("immune to attrition")
    if number is not None:
        yield number, {"card": card, "number": number}


@adjusts("values/pilots-add", "power of")
def what_its_pilots_add(now: Moment, *, card: CardId) -> Iterator[tuple[int, Facts]]:
    """The number stated on the pilot, not the pilot's own power."""
    if now.table.card(card).print.type not in ("starship", "vehicle"):
        return
    for aboard in map(now.table.card, now.table.lying(card)):
        if aboard.how is How.ABOARD and aboard.seat == "pilot":  # a driver pilots nothing
            number = aboard.number("when piloting")
            if number and aboard.has(Mark.EXCLUDED) and not now.table.card(card).has(Mark.EXCLUDED):
                raise Unknown("excluded-pilot", card=aboard.id, craft=card)
            if number and apart(now, aboard, Purpose.TEXT) is None:
                yield number, {"card": card, "pilot": aboard.id, "number": number}


def _room(name: str) -> None:
    @adjusts("values/printed-first", f"{name} of")
    def the_room_printed_on_it(now: Moment, *, card: CardId) -> Iterator[tuple[int, Facts]]:
        seats = now.table.card(card).print.seats
        if name in seats:
            yield seats[name], {"card": card, "number": seats[name], "name": name}


for _name in SEATS:
    _room(_name)


@decides("undefined-values/nonexistent-is-not-zero", "no value")
def what_does_not_exist_is_not_zero(
    now: Moment, *, number: str, card: CardId | None
) -> tuple[bool, Facts] | None:
    """Of a card it is told which number it lacks; of anything else the clause says enough."""
    name = number.removesuffix(" of")
    return True, {"card": card, "name": name} if card is not None and name in _NAMES else {}


@decides("undefined-values/zero-by-default", "undefined")
def what_nothing_defines_counts_as_zero(
    now: Moment, *, term: Term | None = None, side: Side | None = None
) -> tuple[int, Facts] | None:
    return 0, dict(term.facts) if term is not None else {}


@decides("undefined-values/not-modifiable", "undefined stays")
def what_nothing_defines_cannot_be_changed(now: Moment, *, term: Term) -> tuple[bool, Facts] | None:
    return True, dict(term.facts)


@decides("even-number/zero-is-even", "even")
def zero_is_even(now: Moment, *, number: int) -> tuple[bool, Facts] | None:
    return (True, {}) if number == 0 else None


@decides("unmodifiable-values/lower-setting-wins", "which setting")
def of_two_settings_the_lower_holds(now: Moment, *, terms: list[Term]) -> tuple[Term, Facts] | None:
    if len(terms) < 2:
        return None
    return min(terms, key=lambda t: t.amount or 0), {}


@decides("unmodifiable-values/nothing-added-or-taken", "final")
def a_value_that_is_set_stays_as_it_is(now: Moment, *, term: Term) -> tuple[bool, Facts] | None:
    return True, {}


@decides("cumulative/same-title-once", "same title twice")
def copies_of_one_title_do_not_add_up(
    now: Moment, *, terms: list[Term]
) -> tuple[list[Term], Facts] | None:
    best: dict[tuple[str | None, str], Term] = {}
    for term in terms:
        if term.title is None or term.adds_up or term.sets:
            continue
        key = (term.title, term.clause)
        if key not in best or abs(term.amount or 0) > abs(best[key].amount or 0):
            best[key] = term
    chosen = set(map(id, best.values()))
    out = [
        term._replace(void=True)
        if term.title is not None and not term.adds_up and not term.sets and id(term) not in chosen
        else term
        for term in terms
    ]
    return (out, {}) if any(t.void for t in out) else None

"""Numbers of cards: what is printed, what changes them, and what cannot be changed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.model import SEATS
from adjudicator.game import CardId
from adjudicator.rules.registry import Facts, adjusts, decides
from adjudicator.state.table import Table
from adjudicator.state.values import Term

_NAMES = (
    "power", "ability", "forfeit", "deploy", "armor", "maneuver", "landspeed", "hyperspeed",
    "ferocity", "politics", "destiny", "parsec", "race destiny",
)  # fmt: skip


def _printed(name: str) -> None:
    @adjusts("values/printed-first", f"{name} of")
    def the_number_printed_on_it(
        table: Table, *, card: CardId
    ) -> Iterator[tuple[int | None, Facts]]:
        number = table.card(card).number(name)
        if number is None and name == "landspeed" and table.card(card).print.type == "character":
            return  # a character's landspeed is a matter of the rules of movement
        yield number, {"card": card, "number": number, "name": name}


for _name in _NAMES:
    _printed(_name)


def _room(name: str) -> None:
    @adjusts("values/printed-first", f"{name} of")
    def the_room_printed_on_it(table: Table, *, card: CardId) -> Iterator[tuple[int, Facts]]:
        seats = table.card(card).print.seats
        if name in seats:
            yield seats[name], {"card": card, "number": seats[name], "name": name}


for _name in SEATS:
    _room(_name)


@decides("undefined-values/nonexistent-is-not-zero", "no value")
def what_does_not_exist_is_not_zero(table: Table, *, term: Term) -> tuple[bool, Facts] | None:
    return True, dict(term.facts)


@decides("unmodifiable-values/lower-setting-wins", "which setting")
def of_two_settings_the_lower_holds(
    table: Table, *, terms: list[Term]
) -> tuple[Term, Facts] | None:
    if len(terms) < 2:
        return None
    return min(terms, key=lambda t: t.amount or 0), {}


@decides("unmodifiable-values/nothing-added-or-taken", "final")
def a_value_that_is_set_stays_as_it_is(table: Table, *, term: Term) -> tuple[bool, Facts] | None:
    return True, {}


@decides("cumulative/same-title-once", "same title twice")
def copies_of_one_title_do_not_add_up(
    table: Table, *, terms: list[Term]
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

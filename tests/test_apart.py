"""What is not on table is not counted: no walk over the table goes past that question."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import repertoire

from adjudicator.game import CardId, How, Mark, Purpose, Side, Zone
from adjudicator.rules.battle import participants
from adjudicator.rules.describing import apart, companions
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Rulebook
from adjudicator.state.events import CardPlaced
from adjudicator.state.table import Card, Unknown

HOUSE = Path(__file__).parent.parent / "adjudicator"

# Who may look at cards without asking whether they count, and why. `all_at` and `on_table` ask;
# whoever else needs to see everything writes himself down here.
EVERYTHING = {
    "state/table.py": "the walks themselves, and the table as plain data",
    "state/events/changing.py": "where a card goes, and what goes with it",
    "state/events/cards.py": "where a card goes, and what goes with it",
    "rules/describing.py:without": "a table as if some cards were elsewhere",
    "rules/describing.py:meant": "texts that speak of stacked and face down cards",
    "attempts/cards.py:own_cards": "a card that lies face down may have a text for just that",
    "engine/leaving.py:remove": "what lies on a card leaves table with it",
    "engine/remedies.py:_taken_off": "the file as if some cards were not in it",
    "ruling/expect.py:_pile": "what lies on a player's side, whatever it counts for",
}
LYING = {
    "rules/moment.py": "the walk over what counts",
    "state/table.py": "the walks themselves",
    "state/events/changing.py": "where a card goes, and what goes with it",
    "state/events/cards.py": "where a card goes, and what goes with it",
    "engine/leaving.py:_mourners": "what lay on a card that is lost",
    "engine/leaving.py:remove": "what lies on a card leaves table with it",
    "questions/status.py:card_status": "captives, by how they lie",
    "questions/being.py:passenger_places_taken": "seats, by how a card lies",
    "engine/going.py:_take_the_controls": "seats",
    "words/duels.py:_carries": "what a duelist carries, by how it lies",
    "rules/boarding.py": "seats, and who needs one",
    "rules/texts.py:_amount": "pilots in their seats",
    "rules/values.py:what_its_pilots_add": "pilots in their seats",
    "rules/ways.py:can_navigate": "who sits at the controls",
    "rules/describing.py": "what a description says a card carries, holds or has aboard",
    "rules/spies.py:_about_cover": "what is deployed on a spy",
    "rules/captives.py:captives_of": "captives, by how they lie",
    "rules/captives.py:leaving": "what lies on a card leaves table with it",
    "rules/card_types.py:_completed": "tests deployed on an apprentice, by how they lie",
    "rules/replacing.py:it_takes_the_place_and_all_that_was_on_the_other": "all goes over",
}


def _calls(names: set[str]) -> Iterator[str]:
    for path in sorted(HOUSE.rglob("*.py")):
        where = path.relative_to(HOUSE).as_posix()
        for function in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for node in ast.walk(function):
                if isinstance(node, ast.Attribute) and node.attr in names:
                    yield f"{where}:{function.name}"


def _unlisted(found: Iterator[str], listed: dict[str, str]) -> set[str]:
    return {name for name in found if name not in listed and name.split(":")[0] not in listed}


def test_nobody_walks_over_cards_that_do_not_count() -> None:
    assert not _unlisted(_calls({"everything", "everything_at", "inside"}), EVERYTHING)
    assert not _unlisted(_calls({"lying"}), LYING)


def _ordinary(now: Moment) -> Iterator[Card]:
    """Cards somewhere at a location with nothing on them, which nothing else hangs on."""
    named = {c for a in now.table.stack for group in a.targets.values() for c in group}
    named |= {a.card for a in now.table.stack if a.card is not None}
    for place in now.table.row:
        if now.table.card(place).title == "Tatooine: Bluffs":
            continue  # its text counts cards that lie face down there
        for card in now.all_at(place):
            free = not card.marks and not now.table.lying(card.id) and card.id not in named
            if card.how is How.AT and free:
                yield card


def _numbers(now: Moment) -> dict[str, Any]:
    """Whatever is counted anywhere: for both players, at every location."""
    found: dict[str, Any] = {}

    def note(name: str, value: Any) -> None:
        found[name] = value

    for side in Side:
        best = now.decide("highest ability", side=side)
        note(f"{side} highest ability", best and best[0])
        note(f"{side} activation", _asked(now, "activation", side=side))
        for place in now.table.row:
            where = {"side": side, "location": place}
            for name in ("total power", "battle ability", "battle destinies", "drain"):
                note(f"{side} {name} {place}", _asked(now, name, **where))
            for name in ("occupies", "controls", "presence"):
                answer = now.decide(name, **where)
                note(f"{side} {name} {place}", answer is not None)
        note(f"{side} fights", tuple(c.id for c in participants(now, side)))
    for card in list(now.on_table()):
        try:
            others = tuple(sorted(c.id for c in companions(now, card)))
        except Unknown as question:
            others = (CardId(question.question),)
        note(f"{card.id} has company", others)
    return found


def _asked(now: Moment, name: str, **asked: Any) -> Any:
    try:
        return now.total(name, **asked).total
    except Unknown as question:
        return question.question


def _set_apart(now: Moment, card: Card) -> dict[str, Moment]:
    held = card._replace(marks=card.marks | {Mark.FACE_DOWN})
    holder = next((c for c in now.on_table() if c.id != card.id and c.how is not How.ROW), None)
    found = {"face down": now.on(now.table._replace(cards={**now.table.cards, card.id: held}))}
    if holder is not None:
        placed = CardPlaced(card.id, Zone.STACKED, holder.id, How.STACKED)
        found["stacked"] = now.on(placed.apply(now.table))
    return found


@pytest.mark.parametrize("part", range(4))
def test_a_card_set_apart_changes_no_number(part: int) -> None:
    """Face down or stacked, it is as if it were in a pile: for every purpose, in every scenario."""
    book = Rulebook()
    tried = 0
    for play in repertoire().plays[part::12]:
        table = play.steps[-1].after.table if play.steps else play.board.table
        now = Moment(table, book)
        for card in list(_ordinary(now))[:2]:
            gone = now.on(CardPlaced(card.id, Zone.USED).apply(table))
            for how, there in _set_apart(now, card).items():
                for purpose in Purpose:
                    if how == "stacked" and purpose is Purpose.TARGET:
                        continue
                    found = apart(there, there.table.card(card.id), purpose)
                    assert found is not None, (play.file, card.id, how, purpose)
                try:
                    expected = _numbers(gone)
                    assert _numbers(there) == expected, (play.file, card.id, how)
                except Unknown:
                    continue
                tried += 1
    assert tried > 30

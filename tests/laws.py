"""The table's own laws, whatever was attempted: what a test or a mutant holds every table to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.engine.judge import Step
from adjudicator.game import PILES, How, Side, Verdict, Zone
from adjudicator.state.table import Table, side_of_table


def broken(table: Table) -> Iterator[str]:
    """Every law of a table that does not hold on this one."""
    yield from _each_in_one_place(table)
    yield from _where_it_says(table)
    yield from _of_cards_there_are(table)


def _each_in_one_place(table: Table) -> Iterator[str]:
    found = Counter(card for cards in table.piles.values() for card in cards)
    found.update(card for cards in table.inside.values() for card in cards)
    found.update(table.row)
    on_stack = {action.card for action in table.stack}
    for card in table.cards.values():
        if card.zone is Zone.STACK and card.id in on_stack:
            found[card.id] += 1
        if found[card.id] != 1:
            yield f"{card.id} ({card.zone}) is in {found[card.id]} places"
    for name in found:
        if name not in table.cards:
            yield f"{name} lies somewhere and is no card"


def _where_it_says(table: Table) -> Iterator[str]:
    for (side, zone), cards in table.piles.items():
        for name in cards:
            if table.card(name).zone is not zone:
                yield f"{name} is in {side}'s {zone} and says {table.card(name).zone}"
    for where, cards in table.inside.items():
        for name in cards:
            if table.card(name).at != where:
                yield f"{name} lies at {where} and says {table.card(name).at}"
    for card in table.cards.values():
        if (card.how is How.ROW) is not (card.id in table.row):
            yield f"{card.id} is a location and not in the row, or the other way round"
        if card.zone in PILES and not (card.at is None and card.how is None):
            yield f"{card.id} is in {card.zone} and lies {card.how} {card.at}"
        if card.zone is Zone.TABLE and card.how is None:
            yield f"{card.id} is on table and lies nowhere"
        if _lies_on_itself(table, card.id):
            yield f"{card.id} lies on itself"


def _lies_on_itself(table: Table, name: str) -> bool:
    seen = set()
    here = table.cards.get(name)  # type: ignore[call-overload]
    while here is not None and here.at is not None:
        if here.id in seen:
            return True
        seen.add(here.id)
        here = table.cards.get(here.at)
    return False


def _of_cards_there_are(table: Table) -> Iterator[str]:
    """Nothing speaks of a card, a place or an action that is none."""
    places = {*table.cards, *(side_of_table(side) for side in Side)}
    for card in table.cards.values():
        if card.at is not None and card.at not in places:
            yield f"{card.id} lies at {card.at}, which is nowhere"
    for happening in table.just:
        for name in (happening.card, happening.to, happening.by, happening.from_):
            if name is not None and name not in places:
                yield f"what has just happened speaks of {name}"
    numbers = [action.id for action in table.stack]
    if len(set(numbers)) != len(numbers):
        yield "two actions on the stack bear one number"
    if any(number > table.last_action for number in numbers):
        yield "an action on the stack bears a number not given yet"


def broken_by(step: Step) -> Iterator[str]:
    """Laws of a step: nothing is lost on the way, and what is refused changes nothing."""
    began = step.back_at if step.back_at is not None else step.before
    if gone := set(began.table.cards) - set(step.after.table.cards):
        yield f"{sorted(gone)[0]} is gone"
    if step.verdict is Verdict.LEGAL or step.attempt.verb in ("passes", "goes on"):
        return
    if step.after is not step.before:
        yield f"it is {step.verdict} and has changed the table"

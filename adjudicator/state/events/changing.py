"""Small changes of a table that several events make."""

from __future__ import annotations

from typing import Any

from adjudicator.game import (
    PILES,
    ActionId,
    CardId,
    How,
    Side,
    Zone,
)
from adjudicator.state.table import Card, Table


def moved(
    table: Table, card: Card, new: Card, pile_of: Side | None = None, under: int = 0
) -> Table:
    """Takes a card from where it is and puts it where `new` says; one place only."""
    piles, inside = table.piles, table.inside
    row = table.row
    if card.zone in PILES:
        key = its_pile(table, card)
        piles = {**piles, key: tuple(c for c in piles[key] if c != card.id)}
    elif card.at is not None:
        rest = tuple(c for c in inside.get(card.at, ()) if c != card.id)
        inside = {**inside, card.at: rest}
    if new.zone in PILES:
        to = (pile_of or new.owner, new.zone)
        there = piles.get(to, ())
        piles = {**piles, to: (*there[:under], new.id, *there[under:])}
    elif new.at is not None:
        inside = {**inside, new.at: (*inside.get(new.at, ()), new.id)}
    if card.how is How.ROW and new.how is not How.ROW:
        row = tuple(c for c in row if c != card.id)
    return table._replace(cards={**table.cards, card.id: new}, piles=piles, inside=inside, row=row)


def its_pile(table: Table, card: Card) -> tuple[Side, Zone]:
    key = (card.owner, card.zone)
    if card.id in table.piles.get(key, ()):
        return key
    return (card.owner.opponent, card.zone)


def to_pile(table: Table, ids: tuple[CardId, ...], zone: Zone) -> Table:
    for card_id in ids:
        card = table.cards[card_id]
        new = card._replace(zone=zone, at=None, how=None, side=card.owner, marks=frozenset())
        new = new._replace(across=False)
        table = moved(table, card, new)
    return table


def on_level(table: Table, **changes: Any) -> Table:
    """Changes whose opportunity it is, or how many passed, at the present level."""
    if not table.stack:
        return table._replace(**changes)
    return table._replace(stack=(*table.stack[:-1], table.stack[-1]._replace(**changes)))


def with_action(table: Table, action: ActionId, **changes: Any) -> Table:
    return table._replace(
        stack=tuple(a._replace(**changes) if a.id == action else a for a in table.stack),
    )

"""Destinies: drawn, changed, canceled."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import (
    CardId,
    Side,
    Zone,
)
from adjudicator.state.events.changing import to_pile, with_action
from adjudicator.state.events.event import Event, told
from adjudicator.state.table import Table


@told("destiny drawn", player="side", card="seen", value="number", purpose="word")
@dataclass(frozen=True, slots=True)
class DestinyDrawn(Event):
    """`value` is None when the draw failed: no card, no number, which is not zero."""

    player: Side
    card: CardId | None
    value: int | None
    purpose: str
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table if self.card is None else to_pile(table, (self.card,), Zone.USED)


@told("destiny modified", player="side", value="number", into="number", cards="cards")
@dataclass(frozen=True, slots=True)
class DestinyModified(Event):
    """What texts in force make of a destiny that was drawn."""

    player: Side
    value: int
    into: int
    clause: str | None = None
    cards: tuple[CardId, ...] = ()  # whose texts they are


@told("destiny cancelled", player="side", value="number")
@dataclass(frozen=True, slots=True)
class DestinyCancelled(Event):
    """A battle destiny counts for nothing, although it was drawn."""

    player: Side
    card: CardId | None
    value: int | None
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        drawn = list(battle.fight.drawn)
        for place in range(len(drawn) - 1, -1, -1):
            if (drawn[place].side, drawn[place].card) == (self.player, self.card):
                drawn[place] = drawn[place]._replace(cancelled=True)
                break
        return with_action(table, battle.id, fight=battle.fight._replace(drawn=tuple(drawn)))

"""Force and piles: used, activated, lost, retrieved, shuffled, looked at."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import (
    CardId,
    Side,
    Zone,
)
from adjudicator.state.events.event import Event, told
from adjudicator.state.table import Table


@told("force used", player="side", number="number")
@dataclass(frozen=True, slots=True)
class ForceUsed(Event):
    player: Side
    cards: tuple[CardId, ...]
    clause: str | None = None

    @property
    def number(self) -> int:
        return len(self.cards)


@told("force activated", player="side", number="number")
@dataclass(frozen=True, slots=True)
class ForceActivated(Event):
    player: Side
    card: CardId
    clause: str | None = None

    @property
    def number(self) -> int:
        return 1


@told("force lost", player="side", pile="pile source", card="seen")
@dataclass(frozen=True, slots=True)
class ForceLost(Event):
    player: Side
    card: CardId
    source: Zone
    clause: str | None = None
    nth: int = 1  # how many the player has lost to this action by now


@dataclass(frozen=True, slots=True)
class ForceRetrieved(Event):
    player: Side
    card: CardId
    clause: str | None = None


@told("shuffled", player="side", pile="pile zone")
@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    player: Side
    zone: Zone
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(shuffled=table.shuffled | {(self.player, self.zone)})


@told("looked", player="side", side="side", pile="pile zone")
@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A player has looked at cards in a pile or a hand."""

    player: Side
    side: Side
    zone: Zone
    clause: str | None = None


@told("search failed", player="side", pile="pile zone")
@dataclass(frozen=True, slots=True)
class SearchFailed(Event):
    player: Side
    side: Side
    zone: Zone
    clause: str | None = None


@told("pile moved", player="side", pile="pile zone", onto="pile")
@dataclass(frozen=True, slots=True)
class PileMoved(Event):
    """A whole pile was put onto another."""

    player: Side
    zone: Zone
    onto: Zone
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        side = self.player
        moved = table.pile(side, self.zone)
        cards = dict(table.cards)
        for card in moved:
            cards[card] = cards[card]._replace(zone=self.onto)
        piles = {
            **table.piles,
            (side, self.zone): (),
            (side, self.onto): (*moved, *table.pile(side, self.onto)),
        }
        return table._replace(piles=piles, cards=cards)

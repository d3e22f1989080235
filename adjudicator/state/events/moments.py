"""What has just happened, or is about to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.game import (
    ActionId,
    CardId,
)
from adjudicator.state.events.event import Event, told
from adjudicator.state.table import Happening, Table

# Just about to happen, and how it is said of a card to which it happened.
DOOMED: Mapping[str, str] = {"about to be lost": "lost", "about to be forfeited": "forfeited"}


@told("about to be lost", card="card happening.card")
@dataclass(frozen=True, slots=True)
class Happened(Event):
    happening: Happening
    clause: str | None = None

    @property
    def telling(self) -> str | None:
        is_doomed = self.happening.what in DOOMED and self.happening.card is not None
        return "about to be lost" if is_doomed else None

    def apply(self, table: Table) -> Table:
        return table._replace(just=(*table.just, self.happening))


@told("no longer just")
@dataclass(frozen=True, slots=True)
class JustClosed(Event):
    level: ActionId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(just=tuple(h for h in table.just if h.level != self.level))


@dataclass(frozen=True, slots=True)
class FollowedUp(Event):
    level: ActionId

    def apply(self, table: Table) -> Table:
        return table._replace(
            just=tuple(
                h._replace(followed=True) if h.level == self.level else h for h in table.just
            ),
        )


@told("spared", card="card")
@dataclass(frozen=True, slots=True)
class Spared(Event):
    """What was about to be lost has been captured or taken elsewhere first."""

    card: CardId

    def apply(self, table: Table) -> Table:
        return table._replace(
            just=tuple(
                h for h in table.just if h.card != self.card or not h.what.startswith("about to be")
            )
        )

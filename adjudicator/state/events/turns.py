"""Phases and turns, what is remembered of them, and the end of the game."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import (
    CardId,
    Phase,
    Side,
    Zone,
)
from adjudicator.state.events.event import Event, told
from adjudicator.state.table import Appointment, Table


@told("phase began", phase="phase")
@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    phase: Phase
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(phase=self.phase, passes=0, just=())


@told("turn began", player="side")
@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(
            turn=self.player,
            phase=Phase.ACTIVATE,
            passes=0,
            just=(),
            done=frozenset(note for note in table.done if note[-1] == "game"),
            lasting=tuple(c for c in table.lasting if c.until != "end of turn"),
            meanwhile=tuple(m for m in table.meanwhile if m.until != "end of turn"),
            barred=frozenset(),
        )


@told("recirculated", player="side")
@dataclass(frozen=True, slots=True)
class Recirculated(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        """The Used Pile goes, as it lies, under the Reserve Deck."""
        side = self.player
        used = table.pile(side, Zone.USED)
        if not used:
            return table
        piles = {
            **table.piles,
            (side, Zone.USED): (),
            (side, Zone.RESERVE): (*table.pile(side, Zone.RESERVE), *used),
        }
        cards = dict(table.cards)
        for card_id in used:
            cards[card_id] = cards[card_id]._replace(zone=Zone.RESERVE)
        return table._replace(piles=piles, cards=cards)


@dataclass(frozen=True, slots=True)
class Remembered(Event):
    """Something that counts for the rest of the turn: a title initiated, a place drained."""

    note: tuple[str, ...]
    clause: str | None = None
    over: bool = False  # it counts no longer

    def apply(self, table: Table) -> Table:
        noted = {self.note}
        return table._replace(done=table.done - noted if self.over else table.done | noted)


@told("made unique", card="word title")
@dataclass(frozen=True, slots=True)
class MadeUnique(Event):
    title: str
    card: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(made_unique=table.made_unique | {self.title})


@told("barred", what="word", location="location at")
@dataclass(frozen=True, slots=True)
class Barred(Event):
    what: str
    at: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(barred=table.barred | {(self.what, self.at)})


@told("appointed", card="card appointment.card", player="side appointment.player")
@dataclass(frozen=True, slots=True)
class ActionAppointed(Event):
    appointment: Appointment
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(appointed=(*table.appointed, self.appointment))


@dataclass(frozen=True, slots=True)
class AppointmentsChanged(Event):
    appointed: tuple[Appointment, ...]

    def apply(self, table: Table) -> Table:
        return table._replace(appointed=self.appointed)


@told("game lost", player="side")
@dataclass(frozen=True, slots=True)
class GameLost(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(winner=self.player.opponent)

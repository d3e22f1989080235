"""Actions: on the stack, carried out, off it again; and those that wait."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.cards.part import Part
from adjudicator.game import (
    FLOOR,
    ActionId,
    CardId,
    Kind,
    Side,
    Step,
)
from adjudicator.state.events.changing import on_level, with_action
from adjudicator.state.events.event import Event, told
from adjudicator.state.table import Action, Happening, Table, Waiting


@told("attack by itself", creature="card", other="card", due="flag")
@told("initiated", action="action", automatic="flag action.automatic")
@dataclass(frozen=True, slots=True)
class Initiated(Event):
    """The action has met its conditions, named its targets and paid: it is on the stack."""

    action: Action
    clause: str | None = None

    @property
    def telling(self) -> str | None:
        """What was not announced: an attack that begins by itself, an action that is a part of
        another or comes by itself."""
        action = self.action
        if action.kind is Kind.ATTACK and action.automatic:
            return "attack by itself"
        return "initiated" if action.part_of or action.automatic else None

    @property
    def creature(self) -> CardId:
        return self.action.targets["attackers"][0]

    @property
    def other(self) -> CardId:
        return self.action.targets["defenders"][0]

    @property
    def due(self) -> bool:
        return self.clause == "attack/must-attack"

    def apply(self, table: Table) -> Table:
        action = self.action
        lower = on_level(
            table, passes=0
        )  # passes before an action are not in a row with later ones
        return lower._replace(stack=(*lower.stack, action), last_action=int(action.id))


@dataclass(frozen=True, slots=True)
class Passed(Event):
    player: Side

    def apply(self, table: Table) -> Table:
        return on_level(table, passes=table.passed + 1)


@dataclass(frozen=True, slots=True)
class BothPassed(Event):
    level: ActionId

    def apply(self, table: Table) -> Table:
        return on_level(table, passes=0)


@told("result began", action="action")
@dataclass(frozen=True, slots=True)
class ResultBegan(Event):
    action: ActionId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        action = table.action(self.action)
        todo: tuple[Part, ...] = action.text.result if action and action.text else ()
        table = with_action(table, self.action, step=Step.RESULT, passes=0, todo=todo)
        just = tuple(h for h in table.just if self.action not in (h.action, h.level))
        return table._replace(just=just)


@dataclass(frozen=True, slots=True)
class ResultEnded(Event):
    action: ActionId

    def apply(self, table: Table) -> Table:
        return with_action(table, self.action, ended=True)


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """The engine's own notes on an action: what is left to do, a value found, a target."""

    action: ActionId
    values: tuple[tuple[str, Any], ...]

    def apply(self, table: Table) -> Table:
        return with_action(table, self.action, **dict(self.values))


@told("cancelled", action="action", by="action")
@dataclass(frozen=True, slots=True)
class Cancelled(Event):
    action: ActionId
    by: ActionId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        table = with_action(table, self.by, cancels=self.action)
        return with_action(table, self.action, cancelled=True)


@told("failed", action="action", value="number", needed="number", than="word")
@dataclass(frozen=True, slots=True)
class ActionFailed(Event):
    """The action had its result, but not the one that was hoped for."""

    action: ActionId
    clause: str | None = None
    value: int | None = None
    needed: int | None = None
    than: str = "less than"  # what the value was to be


@dataclass(frozen=True, slots=True)
class ActionLeft(Event):
    action: ActionId
    cancels: ActionId | None = None
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        """What its result has just brought about may now be followed up one level below."""
        gone = self.action
        left = table.action(gone)
        done = table.done
        if left is not None and left.kind in (Kind.BATTLE, Kind.ATTACK):
            done = frozenset(note for note in done if note[-1] != str(left.kind))
        stack = tuple(a for a in table.stack if a.id != gone)
        below = stack[-1].id if stack else FLOOR
        return table._replace(
            stack=stack,
            done=done,
            just=tuple(
                h._replace(level=below) if h.level == gone else h
                for h in table.just
                if h.action != gone
            ),
            scheduled=tuple(s for s in table.scheduled if s.battle != gone),
        )


@dataclass(frozen=True, slots=True)
class OpportunityGiven(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return on_level(table, next=self.player)


@dataclass(frozen=True, slots=True)
class Queued(Event):
    """An automatic action waits for its turn."""

    card: CardId
    text: str
    level: ActionId  # the action during which its time came; those of one moment take turns
    about: CardId | None = None  # what it lay on as that was lost
    measured: tuple[tuple[str, int], ...] = ()  # the numbers that one had as it left
    after: Happening | None = None  # what has just happened that it waited for

    def apply(self, table: Table) -> Table:
        due = Waiting(self.card, self.text, self.level, self.about, self.measured, self.after)
        return table._replace(waiting=(*table.waiting, due))


@dataclass(frozen=True, slots=True)
class Dequeued(Event):
    card: CardId
    text: str

    def apply(self, table: Table) -> Table:
        entry = (self.card, self.text)
        return table._replace(waiting=tuple(w for w in table.waiting if (w.card, w.text) != entry))


@told("declared", says="speech")
@dataclass(frozen=True, slots=True)
class Declared(Event):
    """An effect which the scenario or a card states and the engine does not carry out."""

    action: ActionId
    en: str
    fr: str

    @property
    def says(self) -> Mapping[str, str]:
        return {"en": self.en, "fr": self.fr}


@told("came to nothing", card="card")
@dataclass(frozen=True, slots=True)
class CameToNothing(Event):
    """A part of what a text says had nothing to do here."""

    card: CardId | None
    word: str

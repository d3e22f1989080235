"""Numbers changed, and what else holds for a time."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.state.events.changing import with_action
from adjudicator.state.events.event import Event, told
from adjudicator.state.fight import Lasting, Meanwhile
from adjudicator.state.table import Scheduled, Table
from adjudicator.state.values import Fixed


@told("scheduled", card="card scheduled.card", multiply="number scheduled.multiply")
@dataclass(frozen=True, slots=True)
class ModifierScheduled(Event):
    scheduled: Scheduled
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(scheduled=(*table.scheduled, self.scheduled))


@told("modifier applied", card="card scheduled.card", value="number", into="number")
@dataclass(frozen=True, slots=True)
class ModifierApplied(Event):
    scheduled: Scheduled
    value: int
    into: int
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        done = self.scheduled
        battle = table.action(done.battle)
        if battle is not None:
            values = {**battle.values, "damage": self.into}
            fight = battle.fight._replace(damage=self.into)
            table = with_action(table, battle.id, values=values, fight=fight)
        return table._replace(scheduled=tuple(s for s in table.scheduled if s is not done))


@told(
    "number changed",
    number="measure lasting.number",
    amount="change",
    sets="flag",
    card="card lasting.of",
    side="side lasting.side",
    until="until lasting.until",
)
@dataclass(frozen=True, slots=True)
class NumberChanged(Event):
    """A text changed a number for a time: of a card, or of a player at a location."""

    lasting: Lasting
    clause: str | None = None

    @property
    def amount(self) -> int | None:
        return None if self.lasting.amount is None else int(self.lasting.amount)

    @property
    def sets(self) -> bool:
        return isinstance(self.lasting.amount, Fixed)

    def apply(self, table: Table) -> Table:
        return table._replace(lasting=(*table.lasting, self.lasting))


@told("changes lapsed", until="word")
@dataclass(frozen=True, slots=True)
class ChangesLapsed(Event):
    """The time is up for every change that was to last so long."""

    until: str
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(
            lasting=tuple(c for c in table.lasting if c.until != self.until),
            meanwhile=tuple(m for m in table.meanwhile if m.until != self.until),
        )


@told("meanwhile", card="card meanwhile.source", until="until meanwhile.until")
@dataclass(frozen=True, slots=True)
class HoldsForATime(Event):
    """A text has set up what holds for a time."""

    meanwhile: Meanwhile
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(meanwhile=(*table.meanwhile, self.meanwhile))

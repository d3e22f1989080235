"""Battles and attacks: their segments, totals and damage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from adjudicator.game import (
    ActionId,
    CardId,
    Segment,
    Side,
)
from adjudicator.state.events.changing import with_action
from adjudicator.state.events.event import Event, told
from adjudicator.state.fight import Fighter
from adjudicator.state.table import Table
from adjudicator.state.values import Sum


@told("segment began", segment="segment")
@dataclass(frozen=True, slots=True)
class SegmentBegan(Event):
    battle: ActionId
    segment: Segment
    clause: str | None = None
    told: bool = True  # not where nothing but the segment's name would change
    line: frozenset[CardId] | None = None  # who is there as the power segment begins

    @property
    def telling(self) -> str | None:
        return "segment began" if self.told else None

    def apply(self, table: Table) -> Table:
        battle = table.action(self.battle)
        fight = battle.fight if battle is not None else None
        if battle is None or fight is None:
            return table
        if self.line is not None:
            fight = fight._replace(line=self.line)
        return with_action(table, self.battle, segment=self.segment, passes=0, fight=fight)


@told("battle ended")
@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    battle: ActionId
    clause: str | None = None
    early: bool = False  # before its segments were over


@told("attack decided", sums="totals", defeated="cards")
@dataclass(frozen=True, slots=True)
class AttackDecided(Event):
    """The totals of an attack, and who is defeated by them."""

    attack: ActionId
    sums: tuple[Sum, Sum]  # of who attacks, and of who is attacked
    defeated: tuple[CardId, ...]
    clause: str | None = None


@told(
    "duel decided",
    card="card first",
    value="number",
    other="card second",
    into="number",
    winner="card",
)
@dataclass(frozen=True, slots=True)
class DuelDecided(Event):
    """The totals of a duel, and who won."""

    duel: ActionId
    duelists: tuple[CardId, CardId]
    totals: tuple[int | None, int | None]
    winner: CardId | None
    clause: str | None = None

    @property
    def first(self) -> CardId:
        return self.duelists[0]

    @property
    def second(self) -> CardId:
        return self.duelists[1]

    @property
    def value(self) -> int | None:
        return self.totals[0]

    @property
    def into(self) -> int | None:
        return self.totals[1]


@told("attack ended")
@dataclass(frozen=True, slots=True)
class AttackEnded(Event):
    attack: ActionId
    clause: str | None = None


@told("totals", light="number", dark="number", attrition="each", winner="side", damage="number")
@dataclass(frozen=True, slots=True)
class TotalFound(Event):
    """A battle's sums: power of both sides, who is ahead, by how much; attrition against each."""

    battle: ActionId
    light: int
    dark: int
    winner: Side | None
    damage: int
    clause: str | None = None
    light_attrition: int | None = None  # against Light
    dark_attrition: int | None = None
    fighters: tuple[Fighter, ...] = ()
    sums: tuple[Sum, ...] = ()  # of power, for each side in turn

    @property
    def attrition(self) -> Mapping[str, int | None]:
        return {"light": self.light_attrition, "dark": self.dark_attrition}

    def apply(self, table: Table) -> Table:
        battle = table.action(self.battle)
        if battle is None:
            return table
        values = {
            **battle.values,
            "light": self.light,
            "dark": self.dark,
            "damage": self.damage,
        }
        against = {Side.LIGHT: self.light_attrition, Side.DARK: self.dark_attrition}
        fight = battle.fight._replace(
            totals={Side.LIGHT: self.light, Side.DARK: self.dark},
            loser=self.winner.opponent if self.winner is not None else None,
            damage=self.damage,
            attrition={**against, **battle.fight.attrition},  # what a scenario told stands
            fighters=self.fighters,
            sums=dict(zip(Side, self.sums, strict=False)),
        )
        return with_action(table, battle.id, values=values, fight=fight)


@told("damage canceled", player="side", number="number")
@dataclass(frozen=True, slots=True)
class DamageCanceled(Event):
    """What is still owed of a battle's damage is owed no longer."""

    battle: ActionId
    player: Side
    number: int
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        battle = table.action(self.battle)
        if battle is None:
            return table
        left = max(0, battle.fight.damage - self.number)
        return with_action(table, self.battle, fight=battle.fight._replace(damage=left))

"""Results about Force: activating, losing and retrieving it, and what Force drains come to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import DrawsActivated, Gains, Reaches, TouchesDrain
from adjudicator.cards.player import Player
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import number_in
from adjudicator.engine.piles import (
    Unit,
    count_activated,
    draw_into_hand,
    look_for,
    next_in,
    spread,
    top_of,
)
from adjudicator.engine.results import Result
from adjudicator.game import Kind, Segment, Side, Zone
from adjudicator.rules.piles import TAKING
from adjudicator.rules.registry import Finding
from adjudicator.state.events import ForceActivated, ForceRetrieved, Shuffled
from adjudicator.state.table import Action
from adjudicator.words.arguments import Amount, Cards, Flag, Force, Number, OneOf, Sides
from adjudicator.words.vocabulary import word

TOPIC = "force"


@word("result", "activate", topic=TOPIC, example="{activate: 2, by: each}")
@dataclass(frozen=True)
class Activate(Result):
    """So much Force; by you, opponent or each."""

    amount: Force
    by: Sides = Player.YOU

    def foresees(self) -> Iterable[Gains]:
        return (Gains(self.by),)

    def happen(self, flow: Flow, action: Action) -> None:
        spread(flow, action, Kind.ACTIVATE, self.by.sides(action.player), self.amount)


@word("result", "lose force", topic=TOPIC, example="{lose force: 1, by: opponent}")
@dataclass(frozen=True)
class LoseForce(Result):
    """So much."""

    amount: Force
    by: Sides = Player.YOU

    def foresees(self) -> Iterable[Gains]:
        return (Gains(self.by, good=False),)

    def happen(self, flow: Flow, action: Action) -> None:
        spread(flow, action, Kind.LOSS, self.by.sides(action.player), self.amount)


@word("result", "retrieve", topic=TOPIC, example="{retrieve: 2}")
@dataclass(frozen=True)
class Retrieve(Result):
    """So much, from the top of the Lost Pile unless said otherwise."""

    amount: Force
    by: Sides = Player.YOU
    at_random: Flag = False
    chosen: Cards | None = None

    def objection(self) -> str | None:
        both = self.at_random and self.chosen is not None
        return "what is retrieved at random is not chosen" if both else None

    def foresees(self) -> Iterable[Reaches | Gains]:
        number = self.amount if isinstance(self.amount, int) else 1
        yield Reaches(TAKING, self.by, Zone.LOST, number, retrieval=True)
        yield Gains(self.by)

    def happen(self, flow: Flow, action: Action) -> None:
        for player in self.by.sides(action.player):
            self._for(flow, action, player)

    def _for(self, flow: Flow, action: Action, player: Side) -> None:
        amount = number_in(flow, action, self.amount)
        if flow.now.decide("retrieval is one action", side=player) is None:
            amount = min(amount, 1)
        asked = "at random" if self.at_random else "chosen" if self.chosen is not None else None
        way = flow.now.decide("way of retrieving", way=asked)
        if way is not None and self.at_random:
            flow.happen(Shuffled(player, Zone.LOST, way[1].clause))
        for _ in range(amount):
            if way is not None and self.chosen is not None:
                card = look_for(flow, action, player, Zone.LOST, self.chosen)
            else:
                card = top_of(flow, player, Zone.LOST)
            if card is None:
                return
            flow.happen(ForceRetrieved(player, card, self.said_by(action)))


@word(
    "result",
    "lower loses difference",
    topic=TOPIC,
    example="{lower loses difference: total, to: power}",
)
@dataclass(frozen=True)
class LowerLosesDifference(Result):
    """Of two numbers, whoever has less loses the difference."""

    mine: Amount
    to: Amount

    def happen(self, flow: Flow, action: Action) -> None:
        values = (flow.table.action(action.id) or action).values
        mine, theirs = (
            number_in(flow, action, number) + (values.get(f"{side} added") or 0)
            for number, side in ((self.mine, action.player), (self.to, action.player.opponent))
        )
        by = Player.YOU if mine < theirs else Player.OPPONENT
        next_in(flow, action, (LoseForce(abs(mine - theirs), by),))


# -- the Force drain answered ------------------------------------------------------------


def _drain_answered(flow: Flow, action: Action) -> Action | None:
    """Once it has had its result there is only the loss of each unit, and no drain to change."""
    answered = flow.table.action(action.answers)
    return answered if answered is not None and answered.kind is Kind.DRAIN else None


@word("result", "change drain", topic=TOPIC, example="{change drain: -1}")
@dataclass(frozen=True)
class ChangeDrain(Result):
    """The Force drain answered, by so much."""

    by: Number

    def foresees(self) -> Iterable[TouchesDrain]:
        return (TouchesDrain(),)

    def happen(self, flow: Flow, action: Action) -> None:
        answered = _drain_answered(flow, action)
        if answered is not None:
            flow.note(answered, "change", (answered.values.get("change") or 0) + self.by)


@word("result", "set drain", topic=TOPIC, example="{set drain: 0}")
@dataclass(frozen=True)
class SetDrain(Result):
    """The Force drain answered, to so much."""

    to: Number

    def foresees(self) -> Iterable[TouchesDrain]:
        return (TouchesDrain(limits=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        answered = _drain_answered(flow, action)
        if answered is not None:
            flow.note(answered, "set", self.to)


@word("result", "limit loss", topic=TOPIC, example="{limit loss: 1}")
@dataclass(frozen=True)
class LimitLoss(Result):
    """Of the Force drain answered, no more than this is lost."""

    to: Number

    def foresees(self) -> Iterable[TouchesDrain]:
        return (TouchesDrain(limits=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        answered = _drain_answered(flow, action)
        if answered is not None:
            flow.note(answered, "loss limit", self.to)


# -- losses made smaller -----------------------------------------------------------------


@word("result", "reduce loss", topic=TOPIC, example="{reduce loss: X}")
@dataclass(frozen=True)
class ReduceLoss(Result):
    """The Force loss answered, by so much."""

    by: Force

    def happen(self, flow: Flow, action: Action) -> None:
        """A response to what makes a player lose Force, or to the loss itself."""
        amount = number_in(flow, action, self.by)
        answered = flow.table.action(action.answers)
        if answered is None:
            return
        whole = flow.table.action(answered.part_of) or answered
        so_far = whole.values.get("reduction") or 0
        flow.note(whole, "reduction", so_far + amount)
        if answered.kind is Kind.LOSS:
            flow.note(answered, "reduced", 1)
            _drop_units(flow, whole, answered.player, amount - 1)
            _lower_damage(flow, answered, amount)


@word("result", "raise loss", topic=TOPIC, example="{raise loss: X}")
@dataclass(frozen=True)
class RaiseLoss(Result):
    """The Force loss answered, by so much."""

    by: Force

    def happen(self, flow: Flow, action: Action) -> None:
        """A response to a unit of it, or to what will bring it."""
        answered = flow.table.action(action.answers)
        if answered is None:
            return
        more = number_in(flow, action, self.by)
        whole = flow.table.action(answered.part_of)
        if answered.kind is Kind.LOSS and whole is not None:
            next_in(flow, whole, (Unit(Kind.LOSS, answered.player),) * more)
        else:
            so_far = (flow.table.action(answered.id) or answered).values.get("reduction") or 0
            flow.note(answered, "reduction", so_far - more)


@word("result", "stop loss", topic=TOPIC, example="stop loss")
@dataclass(frozen=True)
class StopLoss(Result):
    """Nothing more of it is lost, nor of a loss that it came within."""

    what: Annotated[str, OneOf("the rest")] = "the rest"

    def happen(self, flow: Flow, action: Action) -> None:
        for under_way in reversed(flow.table.stack):
            if under_way.kind is Kind.LOSS and under_way.player is action.player:
                flow.note(under_way, "reduced", 1)  # where it still waits to be lost
            if under_way.kind is Kind.DRAIN and under_way.player is not action.player:
                flow.note(under_way, "loss limit", 0)  # where its own loss is still to come
            if Unit(Kind.LOSS, action.player) in under_way.todo:
                _drop_units(flow, under_way, action.player, None)
        if self.clause is not None:
            flow.spoken.append(Finding(self.clause, {"card": action.card}))


def _lower_damage(flow: Flow, loss: Action, amount: int) -> None:
    """A unit lost by choice in the damage segment stands for the battle damage it meets."""
    battle = flow.table.battle
    if battle is None or battle.segment is not Segment.DAMAGE or loss.part_of is not None:
        return
    off = min(amount, battle.fight.damage_left(loss.player))
    flow.change(battle.id, fight=battle.fight._replace(damage=battle.fight.damage - off))


def _drop_units(flow: Flow, whole: Action, player: Side, units: int | None) -> None:
    """So many units of a loss that are still to come, or all of them, do not come."""
    now = flow.table.action(whole.id)
    if now is None:
        return
    unit = Unit(Kind.LOSS, player)
    todo = []
    for part in now.todo:
        if part == unit and (units is None or units > 0):
            units = None if units is None else units - 1
        else:
            todo.append(part)
    flow.change(now.id, todo=tuple(todo))


# -- activated and drawn -----------------------------------------------------------------


@word("result", "draw activated", topic=TOPIC, example="{draw activated: 1}")
@dataclass(frozen=True)
class DrawActivated(Result):
    """So much Force is activated and drawn into hand at once."""

    amount: Force

    def foresees(self) -> Iterable[DrawsActivated]:
        return (DrawsActivated(),)

    def happen(self, flow: Flow, action: Action) -> None:
        under_way = flow.table.action(action.answers)
        if under_way is not None:  # the card just being activated is the one
            drawn_by = {"into hand": (action.card,)} if action.card is not None else {}
            flow.change(under_way.id, targets={**under_way.targets, **drawn_by})
            return
        for _ in range(number_in(flow, action, self.amount)):
            self._one(flow, action)

    def _one(self, flow: Flow, action: Action) -> None:
        """Force is activated, and that very card goes on into hand."""
        card = top_of(flow, action.player, Zone.RESERVE)
        if card is None:
            return
        clause = self.said_by(action)
        flow.happen(ForceActivated(action.player, card, clause))
        count_activated(flow, action.player)
        draw_into_hand(flow, action.player, card, action.card, clause)

"""A duel: begun by a text, an action of its own that is answered and then fought."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import Reaches
from adjudicator.cards.model import Filter
from adjudicator.cards.part import Part
from adjudicator.cards.player import Player
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import called
from adjudicator.engine.piles import next_in
from adjudicator.engine.results import Result
from adjudicator.game import ActionId, CardId, How, Kind, Side, Step, Zone
from adjudicator.rules.describing import fits, number_of
from adjudicator.rules.piles import DRAWING
from adjudicator.state.events import ActionFailed, DuelDecided, Initiated
from adjudicator.state.table import Action
from adjudicator.words.arguments import Cards, Count, Named, OneOf, Results, Several
from adjudicator.words.destiny import OneByOne
from adjudicator.words.vocabulary import word

_YOURS, _THEIRS = "duel destiny of yours", "duel destiny of theirs"
_ROLES = ("duelist", "rival")


@word(
    "result", "duel", topic="otherwise",
    example="{duel: [self, victim], draws: 2, adds: ability, won: [{lose: loser}]}",
)  # fmt: skip
@dataclass(frozen=True)
class Duel(Result):
    """Between your card and another: an action of its own. Each draws so many destinies, and its
    number is added; `plus` once and `each` to every destiny if it carries such a card. `won` comes
    if yours wins, `lost` if it loses; there are then a `winner`, a `loser` and a `difference`."""

    who: Annotated[tuple[str, ...], Several(Named())]
    draws: Count = 0
    adds: Annotated[str, OneOf("power", "ability")] = "power"
    plus: Count | None = None
    each: Count | None = None
    carrying: Cards | None = None
    won: Results = ()
    lost: Results = ()

    def objection(self) -> str | None:
        if len(self.who) != 2:
            return "a duel is between two: yours first, then the other"
        needless = self.carrying is None and (self.plus or self.each)
        return '"plus" and "each" go with "carrying"' if needless else None

    def foresees(self) -> Iterable[Reaches]:
        if self.draws:
            yield Reaches(DRAWING, Player.YOU, Zone.RESERVE, destiny=True)

    def happen(self, flow: Flow, action: Action) -> None:
        both = [called(flow, action, name)[:1] for name in self.who]
        if action.text is None or not all(both):
            return
        (mine,), (theirs,) = both
        begun = flow.now.decide("duel is an action", one=mine, other=theirs)
        targets = {**action.targets, "duelist": (mine,), "rival": (theirs,)}
        if begun is None:
            flow.change(action.id, targets=targets)
            next_in(flow, action, (_Fought(self),))
            return
        duel = Action(
            id=ActionId(flow.table.last_action + 1),
            kind=Kind.DUEL,
            player=action.player,
            step=Step.RESPONSES,
            text=action.text._replace(targets=(), conditions=(), costs=(), result=(_Fought(self),)),
            targets=targets,
            place=flow.table.location_of(mine),
            next=action.player,
            part_of=action.id,
        )
        flow.happen(Initiated(duel, begun[1].clause))

    def total(self, flow: Flow, now: Action, card: CardId, side: Side, name: str) -> int | None:
        """Its number, what was drawn for it, and what it carries or was given besides."""
        drawn = now.values.get(name)
        if self.draws and drawn is None:
            return None
        armed = self.carrying is not None and _carries(flow, card, self.carrying, side)
        number = now.values.get(f"{name} count") or 0
        more = (self.plus or 0) + (self.each or 0) * number if armed else 0
        added = now.values.get(f"{side} added") or 0
        return (number_of(flow.now, card, self.adds) or 0) + (drawn or 0) + more + added

    def comes_of_it(self, won: bool) -> tuple[Part, ...]:
        return self.won if won else self.lost


@dataclass(frozen=True)
class _Fought(Result):
    """Each draws, and the totals are compared."""

    duel: Duel

    def happen(self, flow: Flow, action: Action) -> None:
        drawing: list[Part] = []
        for name, side in ((_YOURS, action.player), (_THEIRS, action.player.opponent)):
            if self.duel.draws:
                said = self.said_by(action)
                drawing.append(OneByOne("duel destiny", side, self.duel.draws, said, name))
        next_in(flow, action, (*drawing, _Decided(self.duel)))


@dataclass(frozen=True)
class _Decided(Result):
    """Who wins, and what comes of it."""

    duel: Duel

    def happen(self, flow: Flow, action: Action) -> None:
        now = flow.table.action(action.id) or action
        duelists = (now.targets["duelist"][0], now.targets["rival"][0])
        over = flow.now.decide("duel is over", duelists=duelists, place=now.place)
        if over is not None:
            flow.spoken.append(over[1])
            flow.happen(ActionFailed(action.id, over[1].clause))
            return
        totals = (
            self.duel.total(flow, now, duelists[0], action.player, _YOURS),
            self.duel.total(flow, now, duelists[1], action.player.opponent, _THEIRS),
        )
        outcome = flow.now.decide("duel outcome", duelists=duelists, totals=totals)
        winner = outcome[0] if outcome is not None else None
        clause = outcome[1].clause if outcome is not None else None
        flow.happen(DuelDecided(action.id, duelists, totals, winner, clause))
        if winner is None:
            return
        loser = duelists[1] if winner == duelists[0] else duelists[0]
        flow.note(action, "difference", abs((totals[0] or 0) - (totals[1] or 0)))
        flow.change(action.id, targets={**now.targets, "winner": (winner,), "loser": (loser,)})
        next_in(flow, action, self.duel.comes_of_it(winner == duelists[0]))


def _carries(flow: Flow, card: CardId, what: Filter, side: Side) -> bool:
    """Whether such a card is deployed on it, or is a permanent weapon of its own."""
    below = (flow.table.card(c) for c in flow.table.lying(card))
    return any(c.how is How.ON and fits(flow.now, c, what, side) for c in below)

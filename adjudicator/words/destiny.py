"""Results that draw destiny, and numbers found on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import Reaches
from adjudicator.cards.model import Filter
from adjudicator.cards.part import OfCards
from adjudicator.cards.player import Player
from adjudicator.engine.flow import Flow
from adjudicator.engine.results import Result
from adjudicator.game import Kind, Zone
from adjudicator.rules.describing import described
from adjudicator.rules.piles import DRAWING
from adjudicator.state.table import Action
from adjudicator.words.arguments import Name, OneSide, QuantityOrDescribed
from adjudicator.words.vocabulary import word

TOPIC = "numbers"


@word("result", "draw destiny", topic=TOPIC, example="{draw destiny: d, times: 2}")
@dataclass(frozen=True)
class DrawDestiny(Result):
    """A destiny, by a name; by your opponent; several added up."""

    name: Name
    by: OneSide = Player.YOU
    times: Annotated[int | str | OfCards | Filter, QuantityOrDescribed()] = 1

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(DRAWING, self.by, Zone.RESERVE, destiny=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        clause = self.said_by(action)
        if action.kind is Kind.FIRE:
            if self.name not in action.values:  # otherwise it was drawn before
                for name, number in flow.drawn_for(action, *self._drawn(flow, action)).items():
                    flow.note(action, name, number)
            return
        by = self.by.side(action.player)
        times = range(self._times(flow, action))
        drawn = [flow.destiny(action, by, self.name, clause)[1] for _ in times]
        numbers = [value for value in drawn if value is not None]
        flow.note(action, self.name, sum(numbers) if numbers else None)
        flow.note(action, f"{self.name} by opponent", 1 if by is not action.player else 0)

    def drawn_with_a_shot(self, flow: Flow, action: Action) -> Mapping[str, int | None]:
        clause = action.text.clause if action.text else None
        return flow.drawn_for(action, *self._drawn(flow, action)[:2], clause)

    def _drawn(self, flow: Flow, action: Action) -> tuple[str, int, str | None]:
        return self.name, self._times(flow, action), self.said_by(action)

    def _times(self, flow: Flow, action: Action) -> int:
        """So many, or one for each card that fits where the action is."""
        if not isinstance(self.times, Filter):
            return flow.number(action, self.times)
        if action.place is None:
            return 0
        where = {"where": (action.place,)}
        return sum(1 for _ in described(flow.now, self.times, action.player, where))

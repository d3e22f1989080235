"""Results that draw destiny, and numbers found on the way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from adjudicator.cards.foresight import Reaches
from adjudicator.cards.model import Filter
from adjudicator.cards.part import OfCards
from adjudicator.cards.player import Player
from adjudicator.engine.fighting import drawn_for
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import number_in
from adjudicator.engine.piles import destiny, next_in
from adjudicator.engine.results import Result, Wait
from adjudicator.game import Kind, Side, Zone
from adjudicator.rules.describing import described, follows, somebody_waits_for
from adjudicator.rules.piles import DRAWING
from adjudicator.state.events import Happened
from adjudicator.state.table import Action, Happening
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
                for name, number in drawn_for(flow, action, *self._drawn(flow, action)).items():
                    flow.note(action, name, number)
            return
        by = self.by.side(action.player)
        flow.note(action, self.name, None)
        flow.note(action, f"{self.name} by opponent", 1 if by is not action.player else 0)
        OneByOne(self.name, by, self._times(flow, action), clause).happen(flow, action)

    def drawn_with_a_shot(self, flow: Flow, action: Action) -> Mapping[str, int | None]:
        clause = action.text.clause if action.text else None
        return drawn_for(flow, action, *self._drawn(flow, action)[:2], clause)

    def _drawn(self, flow: Flow, action: Action) -> tuple[str, int, str | None]:
        return self.name, self._times(flow, action), self.said_by(action)

    def _times(self, flow: Flow, action: Action) -> int:
        """So many, or one for each card that fits where the action is."""
        if not isinstance(self.times, Filter):
            return number_in(flow, action, self.times)
        if action.place is None:
            return 0
        where = {"where": (action.place,)}
        return sum(1 for _ in described(flow.now, self.times, action.player, where))


@dataclass(frozen=True)
class OneByOne(Result):
    """Destinies that are still to be drawn, with time after each for who waits for just that."""

    name: str
    by: Side
    left: int
    said: str | None
    sum: str = ""  # under which name they are added up, if not the destiny's own

    def happen(self, flow: Flow, action: Action) -> None:
        name = self.sum or self.name
        for nth in range(self.left):
            card, value = destiny(flow, action, self.by, self.name, self.said)
            if value is None:
                continue
            values = (flow.table.action(action.id) or action).values
            flow.note(action, name, (values.get(name) or 0) + value)
            flow.note(action, f"{name} count", (values.get(f"{name} count") or 0) + 1)
            drawn = Happening(
                f"drawn {self.name}", self.by, card, action.place, action.card,
                level=flow.table.level, number=value,
            )  # fmt: skip
            if somebody_waits_for(flow.now, drawn) or _comes_by_itself(flow, drawn):
                next_in(flow, action, (Wait(), replace(self, left=self.left - nth - 1)))
                flow.happen(Happened(drawn))
                return


def _comes_by_itself(flow: Flow, drawn: Happening) -> bool:
    """Whether an automatic text on table waits for such a draw."""
    return any(
        text.role == "automatic"
        and any(follows(flow.now, p, drawn, card.side, card.id) for p in text.when.just)
        for card in flow.now.on_table()
        for text in flow.now.texts(card)
    )

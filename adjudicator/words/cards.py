"""Results about single cards: cancelling them, losing them, putting them somewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import Cancels
from adjudicator.cards.model import Filter
from adjudicator.engine.flow import Flow
from adjudicator.engine.results import Result
from adjudicator.game import Zone
from adjudicator.state.events import Cancelled
from adjudicator.state.table import Action
from adjudicator.words.arguments import NamedOrDescribed
from adjudicator.words.vocabulary import word

TOPIC = "cards"
UNDER_WAY = ("battle", "attack")  # what may be canceled although no card is it


@word("result", "cancel", topic=TOPIC, example="{cancel: answered}")
@dataclass(frozen=True)
class Cancel(Result):
    """The action answered, the `battle` or `attack` that is going on, a card, or all that fit."""

    what: Annotated[str | Filter, NamedOrDescribed(*UNDER_WAY)]

    def foresees(self) -> Iterable[Cancels]:
        return (Cancels(self.what),)

    def happen(self, flow: Flow, action: Action) -> None:
        clause = self.said_by(action)
        if self.what == "answered":
            if flow.table.action(action.answers) is not None:
                assert action.answers is not None
                flow.happen(Cancelled(action.answers, action.id, clause))
            return
        if self.what in UNDER_WAY:
            fray = flow.table.battle if self.what == "battle" else flow.table.attack
            if fray is not None:
                flow.happen(Cancelled(fray.id, action.id, clause))
            return
        for card in flow.meant(action, self.what):
            flow.remove(card, Zone.LOST, "cancelled", clause)

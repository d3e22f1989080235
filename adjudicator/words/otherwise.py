"""Results that choose, put off, or only tell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import choice
from adjudicator.engine.piles import next_in
from adjudicator.engine.results import Result
from adjudicator.state.events import ActionAppointed, Declared
from adjudicator.state.table import Action, Appointment, Unknown
from adjudicator.words.arguments import IdOfText, Name, OneSide, Results
from adjudicator.words.vocabulary import word

TOPIC = "otherwise"


@word(
    "result",
    "one way or the other",
    topic=TOPIC,
    example="{one way or the other: opponent, then: [{lose force: 1, by: opponent}], "
    "else: [{retrieve: 1}]}",
)
@dataclass(frozen=True)
class OneWayOrTheOther(Result):
    """Somebody chooses (`choosing: first` or `second`)."""

    who: OneSide
    then: Results
    else_: Results

    def happen(self, flow: Flow, action: Action) -> None:
        chosen = choice(flow, (), "first", "second")
        if chosen is None:
            raise Unknown("which-way", card=action.card, player=self.who.side(action.player))
        next_in(flow, action, self.then if chosen == "first" else self.else_)


@word("result", "appoint", topic=TOPIC, example="{appoint: lift}")
@dataclass(frozen=True)
class Appoint(Result):
    """Another text of this card, for the end of your next turn."""

    text: Annotated[str, IdOfText()]

    def happen(self, flow: Flow, action: Action) -> None:
        """An automatic action for the end of the player's next turn."""
        if action.card is None:
            return
        own = action.text.clause if action.text else ""
        named = f"{own.rpartition('/')[0]}/{self.text}"
        turns = 1 if flow.table.turn is action.player else 0
        appointed = Appointment(action.card, named, action.player, turns)
        flow.happen(ActionAppointed(appointed, self.said_by(action)))


@word(
    "result",
    "declare",
    topic=TOPIC,
    example='{declare: "The planet is no more.", fr: "La planète n\'est plus."}',
)
@dataclass(frozen=True)
class Declare(Result):
    """An effect that is told, not carried out."""

    en: Name
    fr: Name | None = None

    def happen(self, flow: Flow, action: Action) -> None:
        flow.happen(Declared(action.id, self.en, self.fr or self.en))

"""Results about single cards: where they go, and what is no more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from adjudicator.cards.foresight import Attaches, Cancels, Grabs, Harms
from adjudicator.cards.model import Filter
from adjudicator.cards.player import Player
from adjudicator.engine.flow import Flow
from adjudicator.engine.leaving import lose_all, remove
from adjudicator.engine.naming import called, meant
from adjudicator.engine.results import Result
from adjudicator.game import CardId, How, Kind, Zone
from adjudicator.rules.describing import number_of
from adjudicator.state.events import Aimed, Cancelled, CardPlaced, MadeUnique
from adjudicator.state.table import Action, side_of_table
from adjudicator.words.arguments import (
    Card,
    CardOrCards,
    Drawn,
    NamedOrDescribed,
    OneSide,
    OutOfPlay,
)
from adjudicator.words.vocabulary import word

TOPIC = "cards"
UNDER_WAY = ("battle", "attack")  # what may be canceled although no card is it


@word("result", "cancel", topic=TOPIC, example="{cancel: answered}")
@dataclass(frozen=True)
class Cancel(Result):
    """The action answered, the `battle` or `attack` that is going on, a card, or all that fit."""

    what: Annotated[str | Filter, NamedOrDescribed(*UNDER_WAY)]

    def foresees(self) -> Iterable[Cancels | Harms]:
        return (Cancels(self.what), Harms(self.what))

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
        for card in meant(flow, action, self.what):
            remove(flow, card, Zone.LOST, "cancelled", clause)


@word("result", "put on table", topic=TOPIC, example="put on table")
@dataclass(frozen=True)
class PutOnTable(Result):
    """This card, on your side or (`opponent`) the other."""

    whose: OneSide = Player.YOU

    def happen(self, flow: Flow, action: Action) -> None:
        assert action.card is not None
        where = side_of_table(self.whose.side(action.player))
        placed = CardPlaced(action.card, Zone.TABLE, where, How.SIDE, "deployed")
        flow.happen(replace(placed, clause=self.said_by(action)))


@word("result", "attach to", topic=TOPIC, example="{attach to: victim}")
@dataclass(frozen=True)
class AttachTo(Result):
    """This card goes on that one."""

    bearer: Card

    def foresees(self) -> Iterable[Attaches]:
        return (Attaches(self.bearer),)

    def happen(self, flow: Flow, action: Action) -> None:
        assert action.card is not None
        why = "deployed" if action.kind is Kind.DEPLOY else "placed"
        for card in called(flow, action, self.bearer):
            clause = self.said_by(action)
            flow.happen(CardPlaced(action.card, Zone.TABLE, card, How.ON, why, clause))


@word("result", "aim at", topic=TOPIC, example="{aim at: victim}")
@dataclass(frozen=True)
class AimAt(Result):
    """This card targets that one from now on."""

    card: Card

    def happen(self, flow: Flow, action: Action) -> None:
        for card in called(flow, action, self.card):
            if action.card is not None:
                flow.happen(Aimed(action.card, card, self.said_by(action)))


@word("result", "lose", topic=TOPIC, example="{lose: {type: droid, at: here}}")
@dataclass(frozen=True)
class Lose(Result):
    """A card by name, or all that fit; only those with the destiny drawn."""

    what: CardOrCards
    matching: Drawn | None = None

    def objection(self) -> str | None:
        named = self.matching is not None and not isinstance(self.what, Filter)
        return '"matching" goes with a description of cards' if named else None

    def foresees(self) -> Iterable[Harms]:
        return (Harms(self.what),)

    def happen(self, flow: Flow, action: Action) -> None:
        if isinstance(self.what, Filter):
            lost = self._described(flow, action, self.what)
        else:
            lost = called(flow, action, self.what)
        lose_all(flow, lost, self.said_by(action))

    def _described(self, flow: Flow, action: Action, what: Filter) -> list[CardId]:
        """Cards nobody chose: whatever is described, of the drawn destiny if one must match."""
        drawn = None
        if self.matching is not None:
            values, each = action.values, f"{self.matching} "
            several = {number for name, number in values.items() if name.startswith(each)}
            drawn = (several or {values.get(self.matching)}) - {None}
        return [
            card
            for card in meant(flow, action, what)
            if flow.now.decide("reached unnamed", card=flow.table.card(card))
            and (drawn is None or number_of(flow.now, card, "destiny") in drawn)
        ]


@word("result", "put out of play", topic=TOPIC, example="{put out of play: victim}")
@dataclass(frozen=True)
class PutOutOfPlay(Result):
    """A card."""

    card: Card

    def foresees(self) -> Iterable[Harms]:
        return (Harms(self.card),)

    def happen(self, flow: Flow, action: Action) -> None:
        for card in called(flow, action, self.card):
            remove(flow, card, Zone.OUT, "out of play", self.said_by(action))


@word("result", "place", topic=TOPIC, example="{place: self, in: used}")
@dataclass(frozen=True)
class Place(Result):
    """A card by name, or all that fit, in a pile; those stacked under others among them."""

    what: CardOrCards
    in_: OutOfPlay

    def happen(self, flow: Flow, action: Action) -> None:
        for card in meant(flow, action, self.what):
            remove(flow, card, self.in_, "placed", self.said_by(action))


@word("result", "stack", topic=TOPIC, example="{stack: what happened}")
@dataclass(frozen=True)
class Stack(Result):
    """A card, under this one."""

    card: Card

    def happen(self, flow: Flow, action: Action) -> None:
        assert action.card is not None
        for card in called(flow, action, self.card):
            placed = CardPlaced(card, Zone.STACKED, action.card, How.STACKED, "stacked")
            flow.happen(replace(placed, clause=self.said_by(action)))


@word("result", "grab", topic=TOPIC, example="grab")
@dataclass(frozen=True)
class Grab(Result):
    """The Interrupt answered is stacked here when it is done, and its title is unique."""

    def foresees(self) -> Iterable[Grabs]:
        return (Grabs(),)

    def happen(self, flow: Flow, action: Action) -> None:
        answered = flow.table.action(action.answers)
        if answered is None or answered.card is None or action.card is None:
            return
        flow.change(answered.id, grabbed_by=action.card)
        title = flow.table.card(answered.card).title
        flow.happen(MadeUnique(title, action.card, self.said_by(action)))

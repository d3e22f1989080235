"""Results that move characters and crafts, and that make captives of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import Captures, Goes, Harms, Relocates
from adjudicator.cards.part import Part
from adjudicator.engine.flow import Flow
from adjudicator.engine.going import sit_down
from adjudicator.engine.naming import called
from adjudicator.engine.people import captives_of_the_relocated, dispose, release
from adjudicator.engine.results import Result
from adjudicator.game import CardId, How, Mark, Purpose, Zone
from adjudicator.rules.captives import kept_from_moving
from adjudicator.rules.describing import apart
from adjudicator.state.events import Captured, CardPlaced, Escaped, Happened, Taken
from adjudicator.state.table import Action, Happening
from adjudicator.words.arguments import BoundTo, Card, Flag, Name, Yes
from adjudicator.words.vocabulary import word

TOPIC = "cards"


@dataclass(frozen=True)
class Free(Part):
    """Whether nothing is paid."""

    is_: bool = True


@word("result", "relocate", topic=TOPIC, example="{relocate: victim, to: there}")
@dataclass(frozen=True)
class Relocate(Result):
    """A card, to a location or aboard a craft; by which name it counts as completed; that it is a
    move, which is paid unless free."""

    cards: Card
    to: Card
    as_: Name | None = None
    moves: Flag = False
    free: Annotated[Free, BoundTo("is", Yes(), Free)] | None = None

    def objection(self) -> str | None:
        lonely = self.free is not None and not self.moves
        return '"free" goes with "moves": only a move is paid' if lonely else None

    def foresees(self) -> Iterable[Relocates]:
        paid = self.moves and not (self.free is not None and self.free.is_)
        return (Relocates(self.cards, self.to, self.as_, paid),)

    def happen(self, flow: Flow, action: Action) -> None:
        there = called(flow, action, self.to)
        if not there:
            return
        for card in called(flow, action, self.cards):
            if self.cards in action.targets or not _stays_behind(flow, card):
                self._take(flow, action, card, there[0])
        if self.as_ is not None:
            done = Happening(f"completed {self.as_}", action.player, None, there[0], action.card)
            done = done._replace(level=flow.table.level)
            flow.happen(Happened(done, self.said_by(action)))

    def _take(self, flow: Flow, action: Action, card: CardId, there: CardId) -> None:
        clause = self.said_by(action)
        if flow.table.card(there).how is not How.ROW:
            sit_down(flow, card, there, action, "relocated", clause)
            return
        if not self.moves:
            captives_of_the_relocated(flow, card)
        flow.happen(CardPlaced(card, Zone.TABLE, there, How.AT, "relocated", clause))


def _stays_behind(flow: Flow, name: CardId) -> bool:
    """Of all that a text would take along, the missing stay where they are, a captive with its
    escort, and whomever a text keeps from moving."""
    card = flow.table.card(name)
    if card.has(Mark.CAPTIVE) or apart(flow.now, card, Purpose.MOVING) is not None:
        return True
    return kept_from_moving(flow.now, name)


@word("result", "go", topic=TOPIC, example="{go: who, to: there}")
@dataclass(frozen=True)
class Go(Result):
    """A card moves by a location's text."""

    cards: Card
    to: Card

    def foresees(self) -> Iterable[Goes]:
        return (Goes(self.cards, self.to),)

    def happen(self, flow: Flow, action: Action) -> None:
        """Each of them may stay aboard what it is in."""
        for there in called(flow, action, self.to)[:1]:
            for card in called(flow, action, self.cards):
                clause = self.said_by(action)
                flow.happen(CardPlaced(card, Zone.TABLE, there, How.AT, "moved", clause))


# -- captives ------------------------------------------------------------------------------


@word("result", "capture", topic=TOPIC, example="{capture: victim, by: guard}")
@dataclass(frozen=True)
class Capture(Result):
    """A card, by an escort; without one its player seizes, imprisons or lets go."""

    victims: Card
    by: Card | None = None

    def foresees(self) -> Iterable[Captures | Harms]:
        return (Captures(self.victims, self.by), Harms(self.victims))

    def happen(self, flow: Flow, action: Action) -> None:
        """Seized by an escort, imprisoned, or escaped: the Dark Side chooses."""
        clause = self.said_by(action)
        for victim in called(flow, action, self.victims):
            flow.happen(Captured(victim, clause))
            card = flow.table.card(victim)
            found = flow.now.decide("outcomes of a capture", card=card)
            if found is None:
                flow.happen(Escaped(victim, clause))
                continue
            (able, prison), finding = found
            flow.spoken.append(finding)
            named = called(flow, action, self.by) if self.by is not None else []
            dispose(flow, victim, able, prison, named, finding.clause)


@word("result", "release", topic=TOPIC, example="{release: victim}")
@dataclass(frozen=True)
class Release(Result):
    """A captive."""

    captive: Card

    def happen(self, flow: Flow, action: Action) -> None:
        for card in called(flow, action, self.captive):
            release(flow, card, self.said_by(action))


@word("result", "steal", topic=TOPIC, example="{steal: victim}")
@dataclass(frozen=True)
class Steal(Result):
    """A card is yours; onto a card of yours."""

    cards: Card
    onto: Card | None = None

    def foresees(self) -> Iterable[Harms]:
        return (Harms(self.cards),)

    def happen(self, flow: Flow, action: Action) -> None:
        clause = self.said_by(action)
        onto = called(flow, action, self.onto) if self.onto is not None else []
        for card in called(flow, action, self.cards):
            if onto:
                flow.happen(CardPlaced(card, Zone.TABLE, onto[0], How.ON, "stolen", clause))
            if flow.table.card(card).side is not action.player:
                flow.happen(Taken(card, action.player, clause))

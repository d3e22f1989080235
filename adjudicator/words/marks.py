"""Results that leave a mark on a card: hit, under cover, face down, upside down …"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.cards import foresight
from adjudicator.cards.foresight import Flips, Harms, LaysFaceDown, TurnsOver
from adjudicator.engine.flow import Flow
from adjudicator.engine.going import shown
from adjudicator.engine.naming import called
from adjudicator.engine.people import uncover
from adjudicator.engine.results import Result
from adjudicator.game import How, Zone
from adjudicator.game import Mark as Sign
from adjudicator.state.events import Barred, CardPlaced, Marked, Turned
from adjudicator.state.table import Action
from adjudicator.words.arguments import ASign, Card, Flag, Name
from adjudicator.words.vocabulary import word

TOPIC = "cards"


@dataclass(frozen=True)
class _Marking(Result):
    """Cards are marked, or a mark is taken from them."""

    cards: Card

    def marks(self) -> foresight.Marks:
        raise NotImplementedError

    def foresees(self) -> Iterable[foresight.Foreseen]:
        return (self.marks(),)

    def happen(self, flow: Flow, action: Action) -> None:
        sign = self.marks()
        for card in called(flow, action, self.cards):
            flow.happen(Marked(card, sign.mark, sign.on, self.said_by(action)))


@word("result", "mark", topic=TOPIC, example="{mark: victim, as: undercover}")
@dataclass(frozen=True)
class Mark(_Marking):
    """A card is now undercover, missing, captive, hit, excluded, face down, upside down, flipped,
    text canceled or imprisoned."""

    as_: ASign

    def marks(self) -> foresight.Marks:
        return foresight.Marks(self.cards, self.as_)


@word("result", "unmark", topic=TOPIC, example="{unmark: victim, as: face down}")
@dataclass(frozen=True)
class Unmark(_Marking):
    """It is so no longer."""

    as_: ASign

    def marks(self) -> foresight.Marks:
        return foresight.Marks(self.cards, self.as_, on=False)


@word("result", "hit", topic=TOPIC, example="{hit: target}")
@dataclass(frozen=True)
class Hit(_Marking):
    """A card, by a weapon."""

    def marks(self) -> foresight.Marks:
        return foresight.Marks(self.cards, Sign.HIT)

    def foresees(self) -> Iterable[foresight.Foreseen]:
        return (self.marks(), Harms(self.cards))


@word("result", "exclude", topic=TOPIC, example="{exclude: victim}")
@dataclass(frozen=True)
class Exclude(_Marking):
    """A card, from the battle."""

    def marks(self) -> foresight.Marks:
        return foresight.Marks(self.cards, Sign.EXCLUDED)

    def foresees(self) -> Iterable[foresight.Foreseen]:
        return (self.marks(), Harms(self.cards))


@word("result", "break cover", topic=TOPIC, example="{break cover: victim}")
@dataclass(frozen=True)
class BreakCover(Result):
    """Of a spy."""

    spy: Card = "self"

    def happen(self, flow: Flow, action: Action) -> None:
        uncover(flow, called(flow, action, self.spy), self.said_by(action))


@word("result", "flip", topic=TOPIC, example="{flip: self}")
@dataclass(frozen=True)
class Flip(Result):
    """A card to its other side."""

    card: Card

    def foresees(self) -> Iterable[Flips]:
        return (Flips(self.card),)

    def happen(self, flow: Flow, action: Action) -> None:
        clause = self.said_by(action)
        for card in called(flow, action, self.card):
            if flow.table.card(card).print.back is not None:
                flow.happen(Turned(card, clause))
            else:
                flow.happen(Marked(card, Sign.FLIPPED, clause=clause))


@word("result", "turn", topic=TOPIC, example="{turn: victim, up: yes}")
@dataclass(frozen=True)
class Turn(_Marking):
    """A card upside down, or upright again."""

    up: Flag = False

    def marks(self) -> foresight.Marks:
        return foresight.Marks(self.cards, Sign.UPSIDE_DOWN, on=not self.up)


@word("result", "put face down", topic=TOPIC, example="{put face down: gift}")
@dataclass(frozen=True)
class PutFaceDown(Result):
    """A card from hand, at this location, unseen."""

    card: Card

    def foresees(self) -> Iterable[LaysFaceDown]:
        return (LaysFaceDown(self.card),)

    def happen(self, flow: Flow, action: Action) -> None:
        clause = self.said_by(action)
        for card in called(flow, action, self.card):
            here = action.card
            flow.happen(CardPlaced(card, Zone.TABLE, here, How.AT, "put face down", clause))
            flow.happen(Marked(card, Sign.FACE_DOWN, clause=clause))


@word("result", "turn over", topic=TOPIC, example="{turn over: gift}")
@dataclass(frozen=True)
class TurnOver(Result):
    """Such a card, face up; at a bluff site it then deploys or is lost."""

    card: Card

    def foresees(self) -> Iterable[TurnsOver]:
        return (TurnsOver(self.card),)

    def happen(self, flow: Flow, action: Action) -> None:
        for card in called(flow, action, self.card):
            flow.happen(Marked(card, Sign.FACE_DOWN, on=False, clause=self.said_by(action)))
            shown(flow, action, card)


@word("result", "bar", topic=TOPIC, example="{bar: scomp link, at: there}")
@dataclass(frozen=True)
class Bar(Result):
    """An icon of a location does nothing any more."""

    icon: Name
    at: Card

    def happen(self, flow: Flow, action: Action) -> None:
        for card in called(flow, action, self.at):
            flow.happen(Barred(self.icon, card, self.said_by(action)))

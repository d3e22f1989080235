"""Results that reach into piles and hands: looking, taking, drawing, shuffling, moving a pile."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from adjudicator.cards.foresight import Invites, Reaches
from adjudicator.cards.model import Filter
from adjudicator.cards.player import Player
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import choice, number_in
from adjudicator.engine.piles import draw_into_hand, look_for, next_in, top_of
from adjudicator.engine.results import Result
from adjudicator.game import CardId, Mark, Side, Zone
from adjudicator.rules.piles import DRAWING, LOOKING, SHUFFLING, TAKING
from adjudicator.source import folded
from adjudicator.state.events import (
    CardPlaced,
    Looked,
    PileMoved,
    Remembered,
    SearchFailed,
    Shuffled,
)
from adjudicator.state.table import Action, Unknown
from adjudicator.words.arguments import (
    TOP,
    Cards,
    Count,
    Flag,
    Force,
    Named,
    OneOf,
    OneSide,
    OutOfPlay,
    Pile,
    Results,
    TopOrDescribed,
)
from adjudicator.words.vocabulary import word

TOPIC = "piles"


@word("result", "look at", topic=TOPIC, example="{look at: reserve, of: opponent, count: 2}")
@dataclass(frozen=True)
class LookAt(Result):
    """A pile; whose, how many cards."""

    pile: Pile
    of: OneSide = Player.YOU
    count: Count = 1

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(LOOKING, self.of, self.pile, self.count),)

    def happen(self, flow: Flow, action: Action) -> None:
        side = self.of.side(action.player)
        flow.happen(Looked(action.player, side, self.pile, self.said_by(action)))


@word("result", "search", topic=TOPIC, example="{search: reserve}")
@dataclass(frozen=True)
class Search(Result):
    """A pile."""

    pile: Pile
    of: OneSide = Player.YOU

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(LOOKING, self.of, self.pile, shuffled=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        side = self.of.side(action.player)
        flow.happen(Looked(action.player, side, self.pile, self.said_by(action)))


@word("result", "reveal hand", topic=TOPIC, example="{reveal hand: opponent}")
@dataclass(frozen=True)
class RevealHand(Result):
    """Yours or your opponent's."""

    whose: OneSide

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(LOOKING, self.whose, Zone.HAND),)

    def happen(self, flow: Flow, action: Action) -> None:
        side = self.whose.side(action.player)
        flow.happen(Looked(action.player, side, Zone.HAND, self.said_by(action)))


@word("result", "trim hand", topic=TOPIC, example="{trim hand: opponent, to: 8, in: used}")
@dataclass(frozen=True)
class TrimHand(Result):
    """Of a hand with more cards, some go by chance to a pile until so many are left; `choosing`
    says which, where it matters."""

    whose: OneSide
    to: Count
    in_: OutOfPlay = Zone.USED

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(LOOKING, self.whose, Zone.HAND),)

    def happen(self, flow: Flow, action: Action) -> None:
        side, clause = self.whose.side(action.player), self.said_by(action)
        if not flow.table.is_stated(side, Zone.HAND):
            raise Unknown("hand-size", player=side)
        while len(hand := flow.table.pile(side, Zone.HAND)) > self.to:
            named = tuple(c for c in hand if flow.table.card(c).named)
            chosen = choice(flow, named)
            if chosen is None and named:
                if len(named) < len(hand):
                    raise Unknown("which-card", player=side, pile=Zone.HAND)
                raise Unknown("which-target", card=action.card, cards=named)
            card = CardId(chosen) if chosen is not None else hand[0]
            flow.happen(CardPlaced(card, self.in_, why="placed", clause=clause))


@word("result", "shuffle", topic=TOPIC, example="{shuffle: used, of: opponent}")
@dataclass(frozen=True)
class Shuffle(Result):
    """A pile."""

    pile: Pile
    of: OneSide = Player.YOU

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(SHUFFLING, self.of, self.pile),)

    def happen(self, flow: Flow, action: Action) -> None:
        flow.happen(Shuffled(self.of.side(action.player), self.pile, self.said_by(action)))


@word("result", "draw cards", topic=TOPIC, example="{draw cards: 2, from: reserve}")
@dataclass(frozen=True)
class DrawCards(Result):
    """So many, from a pile; `then` comes only if one was drawn."""

    amount: Force
    from_: Pile = Zone.RESERVE
    of: OneSide = Player.YOU
    then: Results = ()

    def foresees(self) -> Iterable[Reaches]:
        number = self.amount if isinstance(self.amount, int) else 1
        return (Reaches(DRAWING, self.of, self.from_, number),)

    def happen(self, flow: Flow, action: Action) -> None:
        side, wanted = self.of.side(action.player), number_in(flow, action, self.amount)
        if _runs_short(flow, side, self.from_, wanted):
            return
        drawn = 0
        for _ in range(wanted):
            card = top_of(flow, side, self.from_)
            if card is None:
                break
            draw_into_hand(flow, side, card, action.card, self.said_by(action))
            drawn += 1
        next_in(flow, action, self.then if drawn else ())


@word(
    "result", "take", topic=TOPIC, example="{take: {type: effect}, from: reserve, into: hand}"
)  # fmt: skip
@dataclass(frozen=True)
class Take(Result):
    """Such a card or `top`, from a pile."""

    what: Annotated[Filter, TopOrDescribed()]
    from_: Pile
    of: OneSide = Player.YOU
    into: Pile = Zone.HAND
    count: Count = 1

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(TAKING, self.of, self.from_, self.count, shuffled=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        side = self.of.side(action.player)
        if _runs_short(flow, side, self.from_, self.count):
            return
        for _ in range(self.count):
            card = self._one(flow, action, side)
            if card is None:
                return
            flow.happen(CardPlaced(card, self.into, why="taken", clause=self.said_by(action)))

    def _one(self, flow: Flow, action: Action, side: Side) -> CardId | None:
        if self.what == TOP:
            return top_of(flow, side, self.from_)
        card = look_for(flow, action, side, self.from_, self.what)
        if card is None:
            _in_vain(flow, action, side, self.from_, self.said_by(action))
        return card


@word(
    "result",
    "exchange",
    topic=TOPIC,
    example="{exchange: hand, for: {type: weapon}, from: lost}",
)
@dataclass(frozen=True)
class Exchange(Result):
    """A card from hand for such a card in a pile."""

    what: Annotated[Zone, OneOf(Zone.HAND)]
    for_: Cards
    from_: Pile
    of: OneSide = Player.YOU

    def foresees(self) -> Iterable[Reaches]:
        return (Reaches(TAKING, self.of, self.from_, shuffled=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        side, clause = self.of.side(action.player), self.said_by(action)
        given = _given_in_exchange(flow, action)
        card = look_for(flow, action, side, self.from_, self.for_)
        if card is None:
            _in_vain(flow, action, side, self.from_, clause)
        if card is None or given is None:
            return
        flow.happen(CardPlaced(card, Zone.HAND, why="taken", clause=clause))
        flow.happen(CardPlaced(given, self.from_, why="put back", clause=clause))


@word("result", "move pile", topic=TOPIC, example="{move pile: force, onto: used}")
@dataclass(frozen=True)
class MovePile(Result):
    """A pile onto another."""

    pile: Pile
    onto: Pile
    of: OneSide = Player.YOU

    def foresees(self) -> Iterable[Reaches]:
        if self.pile is Zone.HAND:
            return ()
        return (Reaches(TAKING, self.of, self.pile, whole=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        side = self.of.side(action.player)
        flow.happen(PileMoved(side, self.pile, self.onto, self.said_by(action)))


@word("result", "insert", topic=TOPIC, example="{insert: self, of: opponent}")
@dataclass(frozen=True)
class Insert(Result):
    """This card goes into a Reserve Deck, which is shuffled."""

    card: Annotated[str, OneOf("self")]
    of: OneSide = Player.YOU

    def happen(self, flow: Flow, action: Action) -> None:
        if action.card is None:
            return
        side, clause = self.of.side(action.player), self.said_by(action)
        up = flow.now.decide("which way up", side=side, player=action.player)
        marks = frozenset({up[0]}) if up is not None else frozenset[Mark]()
        under = len(flow.table.pile(side, Zone.RESERVE))  # anywhere, but not seen on top
        placed = CardPlaced(action.card, Zone.RESERVE, why="inserted", clause=clause, side=side)
        flow.happen(replace(placed, marks=marks, under=under))
        flow.happen(Shuffled(side, Zone.RESERVE, clause))


@word(
    "result",
    "may deploy",
    topic="cards",
    example="{may deploy: {type: effect}, from: reserve, free: yes}",
)
@dataclass(frozen=True)
class MayDeploy(Result):
    """Its player may at once deploy such a card."""

    cards: Cards
    at: Annotated[str, Named()] | None = None
    free: Flag = False
    from_: Pile | None = None

    def foresees(self) -> Iterable[Invites | Reaches]:
        yield Invites(self.cards, self.from_ or Zone.HAND, self.at, self.free)
        if self.from_ is not None:
            yield Reaches(TAKING, Player.YOU, self.from_, shuffled=True)


# -- in common -----------------------------------------------------------------------------


def _runs_short(flow: Flow, side: Side, zone: Zone, wanted: int) -> bool:
    """Whether cards run short, and nothing says that one then does what is possible."""
    if not flow.table.is_stated(side, zone) or len(flow.table.pile(side, zone)) >= wanted:
        return False
    answer = flow.now.decide("cards run short", side=side, zone=zone)
    if answer is not None:
        flow.spoken.append(answer[1])
    return answer is None


def _in_vain(flow: Flow, action: Action, side: Side, zone: Zone, clause: str | None) -> None:
    flow.happen(SearchFailed(action.player, side, zone, clause))
    if clause is not None:
        flow.happen(Remembered(("searched in vain", str(action.player), clause)))


def _given_in_exchange(flow: Flow, action: Action) -> CardId | None:
    """The card from hand that is given in exchange."""
    hand = flow.table.pile(action.player, Zone.HAND)
    names = [folded(name) for name in (*action.takes, *flow.taking)]
    for card in hand:
        if {folded(card), folded(flow.table.card(card).title)} & set(names):
            return card
    if len(hand) == 1 and flow.table.is_stated(action.player, Zone.HAND):
        return hand[0]
    raise Unknown("which-card", player=action.player, pile=Zone.HAND)

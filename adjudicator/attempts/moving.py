"""Going from one place to another, getting aboard and out."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts.cards import in_hand, own_cards
from adjudicator.attempts.intent import (
    aboard_named,
    card_called,
    card_named,
    doubtful_texts,
    place_named,
    priced,
    with_text,
)
from adjudicator.attempts.values import (
    ABOARD,
    AT,
    GIVEN,
    SEAT,
    TARGETS,
    TO,
    WAY,
    WITH,
    X,
)
from adjudicator.attempts.verb import Scene, Verb, verb
from adjudicator.cards.model import Text
from adjudicator.game import ActionId, Boarding, CardId, How, Kind, Side, Step, Way, Zone
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.describing import assign
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.rules.ways import goes, texts_at, ways
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Card, Happening

_CRAFT = ("vehicle", "starship")
_REACTING = ("character", "vehicle", "starship", "weapon", "device")


@verb("moves", "move")
class Moves(Verb):
    kind = Kind.MOVE
    takes = (TO, AT, WITH, ABOARD, SEAT, WAY, *GIVEN)
    on_the_stack = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        yield from _going(now, attempt, self.kind, place_named(now, attempt))

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in own_cards(now, player):
            if card.print.type not in ("character", "vehicle") or card.how is not How.AT:
                continue
            if away := [self.of(player, card, to=to) for to in now.table.row if to != card.at]:
                yield away


def _going(
    now: Scene,
    attempt: Attempt,
    kind: Kind,
    place: CardId | None,
    answers: ActionId | None = None,
    event: Happening | None = None,
) -> Iterator[Intent]:
    """Every way in which the card named, and those with it, could go there."""
    player = attempt.player
    assert player is not None
    aboard = aboard_named(now, attempt)
    if aboard is not None:
        place = now.table.location_of(aboard) or place
    move = Intent(
        attempt,
        player,
        kind,
        card_named(now, attempt, from_hand=False),
        place=place,
        aboard=aboard,
        answers=answers,
        follows=event,
        cards=tuple(card_called(now, name, player) for name in attempt.with_),
        seat=attempt.seat,
    )
    for reading in _ways(now, move):
        yield priced(now, reading)


def _ways(now: Moment, move: Intent) -> Iterator[Intent]:
    """Every way in which a card could go there; with none named, the usual one comes first."""
    if move.card is None or move.place is None:
        yield move
        return
    if move.attempt.way is None:
        found = ways(now, now.table.card(move.card), move.place, move.aboard)
        yield from (move._replace(way=way) for way in found)
    elif move.attempt.way is not Way.TEXT:
        yield move._replace(way=move.attempt.way)
    if move.kind is Kind.MOVE and move.attempt.way in (None, Way.TEXT):
        yield from _by_text(now, move)


def _by_text(now: Moment, move: Intent) -> Iterator[Intent]:
    """The same move as a location's text allows it, on the mover's side of that location."""
    assert move.card is not None and move.place is not None
    here = now.table.location_of(move.card)
    for place in dict.fromkeys((here, move.place)):
        if place is None:
            continue
        maybe = doubtful_texts(now, place, move.player)
        for text in (*texts_at(now, place, move.player), *maybe):
            if text.role != "use" or not goes(text):
                continue
            written = [move.card, *move.cards, move.place]
            targets, left = assign(now, text.targets, written, move.player, place)
            if left:
                continue
            yield move._replace(
                kind=Kind.USE, card=place, text=text, targets=targets, way=Way.TEXT, cards=()
            )


@verb("reacts with", "react with")
class Reacts(Verb):
    """A card on table moves, one in hand is deployed."""

    kind = Kind.REACT
    takes = (TO, AT, WITH, ABOARD, SEAT, WAY, TARGETS, X, *GIVEN)
    from_hand = True
    on_the_stack = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        place = place_named(now, attempt)
        cards = self._in_reserve(now, attempt)
        for card in cards:
            yield from self._deploying(now, attempt, card, place)
        if cards and not _lies_on_table(now, attempt):
            return
        top = now.table.top
        place = place or (top.place if top is not None else None)
        yield from _going(now, attempt, self.kind, place, *_reacted_to(now, attempt.player))

    def _in_reserve(self, now: Scene, attempt: Attempt) -> list[CardId]:
        """The card named, if it is not on table: it could only 'react' by being deployed."""
        assert attempt.what is not None
        table = now.table
        ids = [i for i in now.names.ids(attempt.what.text) if i in table.cards]
        ids = [i for i in ids if table.card(i).zone is not Zone.TABLE]
        hand = [i for i in ids if table.card(i).zone is Zone.HAND]
        own = [i for i in hand if table.card(i).owner is attempt.player]
        if hand or not _lies_on_table(now, attempt):
            return (own or hand or ids)[:1]
        return []

    def _deploying(
        self, now: Scene, attempt: Attempt, card: CardId, place: CardId | None
    ) -> Iterator[Intent]:
        """To where the battle or Force drain is; its text for deploying sets no time now."""
        table = now.table
        texts: list[Text | None] = [t for t in now.texts(table.card(card)) if t.role == "deploy"]
        if attempt.aboard is None:
            place = place or (table.top.place if table.top is not None else None)
        assert attempt.player is not None
        answers, event = _reacted_to(now, attempt.player)
        for text in texts or [None]:
            if text is not None and text.when.phases:
                text = text._replace(when=text.when._replace(phases=(), whose="any"))
            intent = with_text(now, attempt, Kind.DEPLOY, card, text, place)
            intent = intent._replace(react=True, answers=answers, follows=event, part_of=None)
            yield priced(now, intent)

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        top = now.table.top
        if top is None or top.kind not in (Kind.BATTLE, Kind.DRAIN) or top.player is player:
            return
        for card in in_hand(now, player):
            if card.print.type in _REACTING:
                yield [self.of(player, card)]
        for card in own_cards(now, player):
            if is_fighter(card):
                yield [self.of(player, card)]


def _lies_on_table(now: Scene, attempt: Attempt) -> bool:
    assert attempt.what is not None
    ids = (i for i in now.names.ids(attempt.what.text) if i in now.table.cards)
    return any(now.table.card(i).zone is Zone.TABLE for i in ids)


def _reacted_to(now: Moment, player: Side) -> tuple[ActionId | None, Happening | None]:
    """The battle or Force drain of the opponent's that a 'react' would answer."""
    top = now.table.top
    if top is None or top.step is not Step.RESPONSES or top.player is player:
        return None, None
    if top.kind not in (Kind.BATTLE, Kind.DRAIN):
        return None, None
    return top.id, next((h for h in now.table.open_just if h.action == top.id), None)


# -- aboard ------------------------------------------------------------------------------


class Boards(Verb):
    """A card goes into, out of or about in a vehicle or starship."""

    kind = Kind.BOARD
    boarding: Boarding

    def craft(self, now: Scene, attempt: Attempt, card: CardId) -> CardId | None:
        """What it goes into."""
        return None

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        card = card_named(now, attempt, from_hand=False)
        craft = self.craft(now, attempt, card)
        yield Intent(
            attempt,
            attempt.player,
            self.kind,
            card,
            place=now.table.location_of(craft or card),
            aboard=craft,
            seat=attempt.seat,
            boarding=self.boarding,
        )

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in own_cards(now, player):
            if card.print.type in ("character", *_CRAFT) and (found := self.ways(now, card)):
                yield found

    def ways(self, now: Moment, card: Card) -> list[Attempt]:
        return [self.of(card.side, card)] if card.how is How.ABOARD else []


@verb("embarks", "embark")
class Embarks(Boards):
    boarding = Boarding.IN
    takes = (ABOARD, SEAT, *GIVEN)

    def craft(self, now: Scene, attempt: Attempt, card: CardId) -> CardId | None:
        return aboard_named(now, attempt)

    def ways(self, now: Moment, card: Card) -> list[Attempt]:
        here = now.table.location_of(card.id)
        return [
            self.of(card.side, card, aboard=craft)
            for craft in own_cards(now, card.side)
            if craft.print.type in _CRAFT
            and craft.id not in (card.id, card.at)
            and now.table.location_of(craft.id) == here
        ]


@verb("disembarks", "disembark")
class Disembarks(Boards):
    boarding = Boarding.OUT


@verb("changes seats", "change seats")
class ChangesSeats(Boards):
    boarding = Boarding.ABOUT
    takes = (SEAT, *GIVEN)

    def craft(self, now: Scene, attempt: Attempt, card: CardId) -> CardId | None:
        at = now.table.card(card).at
        return at if at in now.table.cards else None  # beside the table there are no seats

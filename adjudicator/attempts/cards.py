"""What is done with a card in hand, or with what is printed on one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from adjudicator.attempts.intent import (
    card_called,
    card_named,
    doubtful_texts,
    place_named,
    priced,
    with_text,
)
from adjudicator.attempts.values import (
    A_CARD_OR_FORCE,
    AFTER,
    BEFORE,
    OF_A_TEXT,
    REPLACING,
    WITH,
    Detail,
)
from adjudicator.attempts.verb import Scene, Verb, verb
from adjudicator.cards.foresight import Reaches
from adjudicator.cards.model import Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Side, Zone
from adjudicator.rules.describing import text_canceled
from adjudicator.rules.moment import Moment
from adjudicator.rules.piles import TAKING
from adjudicator.rules.registry import Intent
from adjudicator.rules.ways import expanded_texts
from adjudicator.source import folded
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Card, Unknown


class OfAText(Verb):
    """Something that a card's text lets its player do; one reading for each such text."""

    takes: ClassVar[tuple[Detail, ...]] = OF_A_TEXT
    role = ""

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        card = card_named(now, attempt, self.from_hand)
        kind = self.kind_with(now, card)
        yield from in_each_text(
            now, attempt, kind, card, self.texts(now, card, kind, attempt.player)
        )

    def kind_with(self, now: Scene, card: CardId) -> Kind:
        """The kind of action it is with this card."""
        return self.kind

    def texts(self, now: Scene, card: CardId, kind: Kind, player: Side) -> list[Text]:
        return texts_for(now, card, str(kind), player)


def texts_for(now: Scene, card: CardId, role: str, player: Side) -> list[Text]:
    """Those of a card's texts that serve for that, on the player's side of a location."""
    texts = now.texts(now.table.card(card))
    return [t for t in texts if t.role == role and t.side in (None, player)]


def in_each_text(
    now: Scene, attempt: Attempt, kind: Kind, card: CardId, texts: list[Text]
) -> Iterator[Intent]:
    """The reading of the attempt that each text allows; `using:` leaves one of them."""
    place = place_named(now, attempt)
    readings: list[Text | None] = [*texts]
    if attempt.using is not None:
        asked = folded(attempt.using.text)
        readings = [t for t in texts if folded(t.id) == asked]
    elif attempt.taking and (takers := [t for t in texts if _takes(t)]):
        readings = [*takers]  # whoever names what is taken means a text that takes something
    if not readings and kind is Kind.DEPLOY and now.table.card(card).print.text_known:
        readings = [None]
    for text in readings:
        try:
            yield with_text(now, attempt, kind, card, text, place)
        except Unknown as doubt:  # whether a card is what this text means
            assert attempt.player is not None
            yield Intent(attempt, attempt.player, kind, card, text, place=place, doubt=doubt)


def _takes(text: Text) -> bool:
    """Whether a text takes cards from a pile."""
    return any(reach.sort == TAKING for reach in foreseen(text.result, Reaches))


class FromHand(OfAText):
    """An Interrupt is played, any other card deployed, whichever of the two is said."""

    takes: ClassVar[tuple[Detail, ...]] = (*OF_A_TEXT, WITH, BEFORE, AFTER, REPLACING)
    excludes = {"replacing": ("to", "aboard")}  # noqa: RUF012 - who takes a place is where it was
    from_hand = True
    on_the_stack = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        if attempt.replacing is not None:
            yield priced(now, _replacing(now, attempt))
        else:
            yield from super().intents(now, attempt)

    def kind_with(self, now: Scene, card: CardId) -> Kind:
        print_ = now.table.card(card).print
        played = any(t.role == "play" for t in now.book.texts(print_))
        if print_.type == "interrupt":
            return Kind.PLAY
        return self.kind if played else Kind.DEPLOY


def _replacing(now: Scene, attempt: Attempt) -> Intent:
    """Another version of a character takes the place of the one on table, where that one is."""
    player = attempt.player
    assert player is not None and attempt.replacing is not None
    old = now.table.card(card_called(now, attempt.replacing, player))
    return Intent(
        attempt,
        player,
        Kind.REPLACE,
        card_named(now, attempt, from_hand=True),
        place=now.table.location_of(old.id),
        aboard=old.at if old.how is How.ABOARD else None,
        cards=(old.id,),
    )


def in_hand(now: Moment, player: Side) -> Iterator[Card]:
    """The cards in a player's hand that somebody has named."""
    for name in dict.fromkeys(now.table.pile(player, Zone.HAND)):
        if (card := now.table.card(name)).named:
            yield card


def own_cards(now: Moment, player: Side) -> Iterator[Card]:
    """A player's cards on table; one that lies face down may have a text for just that."""
    for card in now.table.everything():
        if card.side is player and card.how is not How.ROW:
            yield card


def has_text(card: Card, role: str) -> bool:
    return any(text.role == role for text in card.print.texts)


@verb("plays", "play")
class Plays(FromHand):
    kind = Kind.PLAY
    takes = (*OF_A_TEXT, WITH, BEFORE, AFTER)
    instead = {  # noqa: RUF012
        "replacing": "only a character that is deployed takes another's place, "
        "as in `light deploys: …` with `replacing: …` below it"
    }

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in in_hand(now, player):
            if card.print.type == "interrupt":
                yield [self.of(player, card)]


@verb("deploys", "deploy")
class Deploys(FromHand):
    kind = Kind.DEPLOY

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in in_hand(now, player):
            if card.print.type == "interrupt":
                continue
            here = [self.of(player, card)] if has_text(card, "deploy") else []
            if attempts := [*here, *(self.of(player, card, to=place) for place in now.table.row)]:
                yield attempts


@verb("uses", "use")
class Uses(OfAText):
    """A card's text; or Force, for nothing."""

    kind = Kind.USE
    value = A_CARD_OR_FORCE
    on_the_stack = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        if attempt.what is not None:
            yield from super().intents(now, attempt)
        elif attempt.player is not None:
            yield Intent(attempt, attempt.player, Kind.CHOOSE)

    def kind_with(self, now: Scene, card: CardId) -> Kind:
        """Whoever uses a weapon that can only be fired or swung, fires or swings it."""
        print_ = now.table.card(card).print
        roles = {text.role for text in now.book.texts(print_)}
        fires = print_.type == "weapon" and "fire" in roles and "use" not in roles
        return Kind.FIRE if fires else self.kind

    def texts(self, now: Scene, card: CardId, kind: Kind, player: Side) -> list[Text]:
        if text_canceled(now, now.table.card(card)):
            return []
        return [
            *super().texts(now, card, kind, player),
            *(t for t in expanded_texts(now, card, player) if t.role == str(kind)),
            *doubtful_texts(now, card, player),
        ]

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in own_cards(now, player):
            if has_text(card, "use"):
                yield [self.of(player, card)]

"""Spies, captives, the missing; and what is handed from one to another."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts.cards import own_cards
from adjudicator.attempts.intent import card_called, card_named, location_named, priced
from adjudicator.attempts.values import GIVEN, TARGETS, TO, WITH
from adjudicator.attempts.verb import Scene, Verb, verb
from adjudicator.game import CardId, How, Kind, Mark, Side
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Card


@verb("breaks cover of", "break the cover of")
class BreaksCover(Verb):
    kind = Kind.BREAK_COVER

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        card = card_named(now, attempt, from_hand=False)
        yield priced(now, Intent(attempt, attempt.player, self.kind, card))

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in now.on_table():
            if card.owner is player and card.has(Mark.UNDERCOVER):
                yield [self.of(player, card)]


@verb("searches for", "search for")
class Searches(Verb):
    """A search party, which is named with `with:`."""

    kind = Kind.SEARCH
    takes = (WITH, *GIVEN)

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        player = attempt.player
        assert player is not None
        card = card_named(now, attempt, from_hand=False)
        party = tuple(card_called(now, name, player) for name in attempt.with_)
        yield priced(now, Intent(attempt, player, self.kind, card, cards=party))

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in now.on_table():
            if card.owner is not player or not card.has(Mark.MISSING):
                continue
            near = [
                other
                for other in own_cards(now, player)
                if other.print.type == "character"
                and other.id != card.id
                and now.table.location_of(other.id) == now.table.location_of(card.id)
            ]
            if near:
                yield [self.of(player, card, with_=tuple(near))]


@verb("transfers", "transfer")
class Transfers(Verb):
    """A captive to another escort, into a prison or out of it; a weapon or device to a bearer."""

    kind = Kind.TRANSFER
    takes = (TO, TARGETS, *GIVEN)

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        card = card_named(now, attempt, from_hand=False)
        captive = now.table.card(card).has(Mark.CAPTIVE)
        found = (
            self._captive(now, attempt, card) if captive else self._handed_on(now, attempt, card)
        )
        yield priced(now, found)

    def _captive(self, now: Scene, attempt: Attempt, card: CardId) -> Intent:
        player = attempt.player
        assert player is not None
        place = location_named(now, attempt.to)
        targets: dict[str, tuple[CardId, ...]] = {}
        if place is None and attempt.to is not None:
            targets["escort"] = (card_called(now, attempt.to, player),)
        return Intent(attempt, player, self.kind, card, targets=targets, place=place)

    def _handed_on(self, now: Scene, attempt: Attempt, card: CardId) -> Intent:
        player = attempt.player
        assert player is not None
        named = attempt.to or next(iter(attempt.targets), None)
        cards = (card_called(now, named, player),) if named is not None else ()
        place = now.table.location_of(card)
        return Intent(attempt, player, Kind.HAND_ON, card, place=place, cards=cards)

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in now.on_table():
            hands_on = card.owner.opponent if card.has(Mark.CAPTIVE) else card.side
            takers = [self.of(player, card, to=other.id) for other in _takers(now, card)]
            if takers and hands_on is player:
                yield takers


def _takers(now: Moment, card: Card) -> Iterator[Card]:
    """Who is in the same place and could carry a weapon or device, or escort a captive."""
    carried = card.how is How.ON and card.print.type in ("weapon", "device")
    if not carried and not card.has(Mark.CAPTIVE):
        return
    here = now.table.location_of(card.id)
    for other in now.on_table():
        near = other.id not in (card.id, card.at) and now.table.location_of(other.id) == here
        if near and other.print.type == "character":
            yield other

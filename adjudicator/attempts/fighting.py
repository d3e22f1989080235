"""Battles, attacks, drains, weapons, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts.cards import OfAText, has_text, own_cards
from adjudicator.attempts.intent import (
    aims_of,
    card_called,
    card_named,
    elsewhere,
    location_named,
    priced,
)
from adjudicator.attempts.values import A_LOCATION, GIVEN, WITH
from adjudicator.attempts.verb import Scene, Verb, verb
from adjudicator.game import CardId, Kind, Side
from adjudicator.rules.attacks import sides_of_attack
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.describing import takes_part
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.state.attempts import Attempt

_NOBODY_IS_CHOSEN = "leave it out: all cards there that can do so take part"


class AtALocation(Verb):
    """What is done at a location by all who are able to."""

    value = A_LOCATION
    instead = {"with": _NOBODY_IS_CHOSEN, "targets": _NOBODY_IS_CHOSEN}  # noqa: RUF012
    on_the_stack = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        place = location_named(now, attempt.what) or elsewhere(now, attempt.what)
        yield priced(now, Intent(attempt, attempt.player, self.kind, place=place))

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for place in now.table.row:
            yield [self.of(player, place)]


@verb("drains", "drain at")
class Drains(AtALocation):
    kind = Kind.DRAIN


@verb("battles", "battle at")
class Battles(AtALocation):
    kind = Kind.BATTLE


@verb("attacks", "attack")
class Attacks(Verb):
    """A creature attacks the card that is named, or that card is a creature and is attacked by
    all of the player's that are able to."""

    kind = Kind.ATTACK
    takes = (WITH, *GIVEN)
    on_the_stack = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        player = attempt.player
        assert player is not None and attempt.what is not None
        attacked = now.table.card(card_called(now, attempt.what, player))
        with_ = tuple(card_called(now, name, player) for name in attempt.with_)
        yield Intent(
            attempt,
            player,
            self.kind,
            targets=sides_of_attack(now, player, attacked, with_),
            place=now.table.location_of(attacked.id),
            cards=with_,
        )

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for creature in (card for card in now.on_table() if card.print.type == "creature"):
            if creature.side is not player:
                yield [self.of(player, creature)]
                continue
            prey = [
                card for card in now.on_table() if now.table.location_of(card.id) == creature.at
            ]
            bodies = [card for card in prey if card.print.type in ("character", "vehicle")]
            if bodies:
                yield [self.of(player, card, with_=(creature,)) for card in bodies]


@verb("fires", "fire")
class Fires(OfAText):
    kind = Kind.FIRE

    def by_rule(self, now: Scene, attempt: Attempt, card: CardId) -> Intent:
        """A shot with a weapon whose text is not known: what the rules say of any shot holds."""
        assert attempt.player is not None
        named = {"target": tuple(aims_of(now, attempt)[1])}
        return Intent(attempt, attempt.player, self.kind, card, targets=named)

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in own_cards(now, player):
            if has_text(card, "fire"):
                yield [self.of(player, card)]


@verb("forfeits", "forfeit")
class Forfeits(Verb):
    kind = Kind.FORFEIT

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        card = card_named(now, attempt, from_hand=False)
        yield Intent(attempt, attempt.player, self.kind, card)

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        for card in own_cards(now, player):
            if takes_part(now, card) and is_fighter(card):
                yield [self.of(player, card)]

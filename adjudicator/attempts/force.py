"""Force and the piles: activating, losing, drawing."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts.values import A_NUMBER_OR_NONE, LOSS, OneOf
from adjudicator.attempts.verb import Scene, Verb, verb
from adjudicator.game import Kind, Side
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.state.attempts import Attempt


class WithoutACard(Verb):
    """What is done with no card of one's own."""

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        assert attempt.player is not None
        yield Intent(attempt, attempt.player, self.kind_of(attempt))

    def kind_of(self, attempt: Attempt) -> Kind:
        return self.kind


@verb("activates", "activate")
class Activates(WithoutACard):
    """So many units; none of those that a card orders is declining it."""

    kind = Kind.ACTIVATE
    value = A_NUMBER_OR_NONE

    def kind_of(self, attempt: Attempt) -> Kind:
        return self.kind if attempt.amount else Kind.CHOOSE

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        yield [self.of(player, amount=1)]


@verb("loses")
class Loses(WithoutACard):
    """So much Force; or what is to be lost next is chosen."""

    kind = Kind.CHOOSE
    value = LOSS

    def kind_of(self, attempt: Attempt) -> Kind:
        return Kind.CHOOSE if attempt.amount is None else Kind.LOSS

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        if now.table.battle is not None:
            yield [self.of(player, amount=1)]


@verb("draws", "draw")
class Draws(WithoutACard):
    """Destiny that a player may draw by himself; or cards, from his Force Pile."""

    kind = Kind.DRAW
    value = OneOf("race destiny", "battle destiny", "attack destiny", one="a card")

    def kind_of(self, attempt: Attempt) -> Kind:
        return Kind.DRAW if attempt.what is not None else Kind.DRAW_CARD

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        yield [self.of(player, amount=1)]
        if now.table.attack is not None:
            yield [self.of(player, "attack destiny")]
        if now.table.battle is not None:
            yield [self.of(player, "battle destiny")]


@verb("insists on")
class Insists(WithoutACard):
    kind = Kind.INSIST
    value = OneOf("recirculation")

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        yield [self.of(player, "recirculation")]

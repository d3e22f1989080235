"""Passing, and going on without waiting for a pass."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts.values import HOW_OFTEN
from adjudicator.attempts.verb import Scene, Verb, verb
from adjudicator.game import Kind, Side
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.state.attempts import Attempt


class Passing(Verb):
    """No action: an opportunity is left."""

    kind = Kind.PASS
    value = HOW_OFTEN
    is_bare = True

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        for player in self.passers(now, attempt):
            yield Intent(attempt, player, self.kind)

    def passers(self, now: Moment, attempt: Attempt) -> tuple[Side, ...]:
        """Both in turn, until two passes stand in a row."""
        first = now.table.to_act
        return (first,) if now.table.passed else (first, first.opponent)


@verb("passes")
class Passes(Passing):
    """One player; or both, where none is named."""

    def passers(self, now: Moment, attempt: Attempt) -> tuple[Side, ...]:
        return super().passers(now, attempt) if attempt.player is None else (attempt.player,)

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        if player is now.table.to_act:
            yield [self.of(player)]


@verb("goes on")
class GoesOn(Passing):
    """To the result, without waiting for the other's pass."""

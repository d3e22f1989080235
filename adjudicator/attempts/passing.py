"""Passing, and going on without waiting for a pass."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts.values import HOW_OFTEN
from adjudicator.attempts.verb import Moment, Verb, verb
from adjudicator.game import Kind, Side
from adjudicator.rules.registry import Intent
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Table


class Passing(Verb):
    """No action: an opportunity is left."""

    kind = Kind.PASS
    value = HOW_OFTEN
    is_bare = True

    def intents(self, now: Moment, attempt: Attempt) -> Iterator[Intent]:
        for player in self.passers(now.table, attempt):
            yield Intent(now.book, attempt, player, self.kind)

    def passers(self, table: Table, attempt: Attempt) -> tuple[Side, ...]:
        """Both in turn, until two passes stand in a row."""
        first = table.to_act
        return (first,) if table.passed else (first, first.opponent)


@verb("passes")
class Passes(Passing):
    """One player; or both, where none is named."""

    def passers(self, table: Table, attempt: Attempt) -> tuple[Side, ...]:
        return super().passers(table, attempt) if attempt.player is None else (attempt.player,)

    def offers(self, table: Table, player: Side) -> Iterator[list[Attempt]]:
        if player is table.to_act:
            yield [self.of(player)]


@verb("goes on")
class GoesOn(Passing):
    """To the result, without waiting for the other's pass."""

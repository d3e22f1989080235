"""Who may act, in which window, and which cards could legally be used right now."""

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.attempts import VERBS
from adjudicator.engine.judge import Opinion, best_opinion
from adjudicator.game import Side, Verdict
from adjudicator.rules.moment import Moment
from adjudicator.scenario.setup import Board
from adjudicator.state.attempts import Attempt
from adjudicator.state.unknown import TooMuchWork, allowed, used_up

_TRIES = 100  # as much work as so many attempts may ask for


class Option(NamedTuple):
    """One thing a player could try, and the best reading of it."""

    attempt: Attempt
    opinion: Opinion

    @property
    def is_open(self) -> bool:
        """Legal, or legal as soon as somebody names one of several possible targets."""
        if self.opinion.verdict is Verdict.LEGAL:
            return True
        unknown = self.opinion.unknown
        return not self.opinion.against and bool(unknown) and unknown[0].question == "which-target"


def options(board: Board, now: Moment) -> list[Option]:
    """Every card in hand and on table, every location: the best attempt for each."""
    with allowed(_TRIES, len(now.table.cards)):
        found = _options(board, now)
        if used_up():  # some were tried only in part, and nobody could tell which
            raise TooMuchWork
        return found


def _options(board: Board, now: Moment) -> list[Option]:
    out = []
    for player in (now.table.to_act, now.table.to_act.opponent):
        for attempts in _attempts(now, player):
            best: Option | None = None
            for attempt in attempts:
                found = best_opinion(board, now, attempt)
                if found is None:
                    continue
                option = Option(attempt, found)
                if best is None or _rank(option) < _rank(best):
                    best = option
            if best is not None:
                out.append(best)
    return out


def _rank(option: Option) -> tuple[bool, int]:
    return (not option.is_open, len(option.opinion.against))


def _attempts(now: Moment, player: Side) -> Iterator[list[Attempt]]:
    """For each card or kind of action the ways to try it, one of which may be legal."""
    for verb in VERBS.values():
        yield from verb.offers(now, player)

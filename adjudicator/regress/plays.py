"""Scenarios played through once, to be played again under other rules and compared."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from adjudicator.edition.layers import SHIPPED, Edition, left_out
from adjudicator.engine.judge import Step
from adjudicator.engine.replay import replay, standing
from adjudicator.rules.registry import Notes, RecordingRulebook, Rulebook
from adjudicator.scenario.setup import Board
from adjudicator.state.table import summary

Outcome = list[tuple[Any, ...]]


class Play(NamedTuple):
    """A scenario under the rules as they are: its steps, its outcome, who spoke."""

    board: Board
    steps: tuple[Step, ...]
    outcome: Outcome
    notes: Notes

    @property
    def file(self) -> str:
        return self.board.scenario.file

    def differs(self, book: Rulebook) -> bool:
        """Whether a verdict, an answer or a table is another under these rules."""
        return outcome(replay(self.board, book)) != self.outcome


def outcome(steps: tuple[Step, ...]) -> Outcome:
    """Verdicts and tables, never citations: those change whenever a clause goes."""
    gone = standing(steps)
    return [
        (str(s.verdict), gone.get(s.number), s.answer and s.answer.value, summary(s.after.table))
        for s in steps
    ]


class Repertoire:
    """All scenarios played once, and for each clause those in which it spoke."""

    def __init__(self, boards: Iterable[Board], edition: Edition = SHIPPED) -> None:
        self.edition = edition
        book = edition.rulebook(RecordingRulebook)
        self.plays: list[Play] = []
        self._heard: dict[str, list[Play]] = {}
        for board in boards:
            steps = replay(board, book)
            play = Play(board, steps, outcome(steps), book.turn_page())
            self.plays.append(play)
            for clause in play.notes.spoke:
                self._heard.setdefault(clause, []).append(play)

    def where_it_spoke(self, clause: str) -> list[Play]:
        """Where it was silent it cannot have mattered."""
        return self._heard.get(clause, [])

    def killer(self, clause: str) -> Play | None:
        """A scenario that ends otherwise without the clause."""
        book = self.edition.under(left_out(clause)).rulebook(Rulebook)
        return next((play for play in self.where_it_spoke(clause) if play.differs(book)), None)

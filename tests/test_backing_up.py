"""What was taken back, and what was refused, never was: without it all comes to the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given, settings
from test_properties import BOOK, COMMON, DESK, scenarios

from adjudicator.attempts import is_passing
from adjudicator.engine.judge import Step
from adjudicator.engine.replay import replay, standing
from adjudicator.game import Verdict
from adjudicator.scenario.setup import Board
from adjudicator.session import scenario_files
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import summary

BACKING_UP = [
    str(path)
    for path in scenario_files(["scenarios"])
    if any(word in path.read_text("utf-8") for word in ("backs up to", "backed up"))
]


def without(board: Board, steps: tuple[Step, ...], left: Callable[[Step], bool]) -> object:
    """The last table of the same game in which some attempts were never made."""
    kept = (a for step in steps for a in _kept(step, left(step)))
    attempts = tuple(a._replace(number=n) for n, a in enumerate(kept, 1))
    shorter = board._replace(scenario=board.scenario._replace(attempts=attempts))
    after = replay(shorter, BOOK)
    return summary(after[-1].after.table if after else board.table)


def _kept(step: Step, out: bool) -> Iterator[Attempt]:
    """The attempt, unless it is left out; of going on, the pass that it began with."""
    there, attempt = step.stood_on.table, step.attempt
    if not out:
        yield attempt
    elif attempt.verb == "goes on" and attempt.player is there.to_act and not there.passed:
        yield attempt._replace(verb="passes")


def nothing_is_left_of_what_was_taken_back(board: Board, steps: tuple[Step, ...]) -> None:
    gone = standing(steps)
    for later in set(gone.values()):
        upto = tuple(s for s in steps if s.number <= later)
        back = standing(upto)
        assert without(board, upto, lambda s, back=back: s.number in back) == summary(
            upto[-1].after.table
        )


def nothing_is_left_of_what_was_refused(board: Board, steps: tuple[Step, ...]) -> None:
    if not steps:
        return
    refused = (Verdict.ILLEGAL, Verdict.BACKED_UP)

    def left(step: Step) -> bool:
        return step.verdict in refused and not is_passing(step.attempt.verb)

    assert without(board, steps, left) == summary(steps[-1].after.table)


@pytest.mark.parametrize("file", BACKING_UP)
def test_what_was_taken_back_never_was(file: str) -> None:
    board = DESK.load(file).board
    assert board is not None
    steps = replay(board, BOOK)
    nothing_is_left_of_what_was_taken_back(board, steps)
    nothing_is_left_of_what_was_refused(board, steps)


@settings(parent=COMMON, max_examples=50)
@given(scenarios())
def test_after_any_history(text: str) -> None:
    board = DESK.read("any.yaml", text).board
    assert board is not None
    steps = replay(board, BOOK)
    nothing_is_left_of_what_was_taken_back(board, steps)
    nothing_is_left_of_what_was_refused(board, steps)

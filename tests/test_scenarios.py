"""Every shipped scenario is ruled as its author worked it out from the source."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, SCENARIOS

from adjudicator.ruling.expect import mismatches
from adjudicator.session import Desk
from adjudicator.source import show


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: str(p.relative_to(ROOT / "scenarios")))
def test_scenario(path: Path, desk: Desk) -> None:
    loaded = desk.load(path)
    assert not loaded.problems, "\n".join(show(p, loaded.text) for p in loaded.problems)
    assert loaded.board is not None
    wrong = mismatches(loaded.board, loaded.replay(desk.book))
    assert not wrong, "\n".join(
        f"{path.name}:{m.span.line}: step {m.step}: {m.key}: expected {m.expected}, got {m.actual}"
        for m in wrong
    )


def test_there_are_scenarios_with_expectations(desk: Desk) -> None:
    assert len(SCENARIOS) >= 40
    silent = [
        path.name
        for path in SCENARIOS
        if (board := desk.load(path).board)
        and not any(attempt.expect for attempt in board.scenario.attempts)
    ]
    assert silent == []

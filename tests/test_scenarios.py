"""Every shipped scenario is ruled as its author worked it out from the source."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, SCENARIOS

from adjudicator.regress.cases import run_file
from adjudicator.session import Desk


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: str(p.relative_to(ROOT / "scenarios")))
def test_scenario(path: Path, desk: Desk) -> None:
    report = run_file(desk, path)
    assert not report.problems, "\n".join(report.problems)
    assert report.cases, "it expects nothing"
    assert not report.is_red, "\n\n".join(case.told for case in report.cases if case.is_red)


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) >= 40


def test_every_scenario_asks_in_both_languages(desk: Desk) -> None:
    """A French document would otherwise carry an English title."""
    silent = []
    for path in SCENARIOS:
        board = desk.load(path).board
        assert board is not None
        for name, speech in (
            ("title", board.scenario.title),
            ("question", board.scenario.question),
        ):
            said = {speech.get(language, "").strip() for language in ("en", "fr")}
            if "" in said or len(said) < 2:
                silent.append(f"{path.relative_to(ROOT)}: {name}")
    assert not silent, "\n".join(silent)

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

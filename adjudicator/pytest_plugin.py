"""`pytest scenarios/` collects scenario files: an item for each attempt of which something
is expected, named as its line in the file. A `todo:` is a strict xfail.

Elsewhere pytest runs over files that are none of ours: there a file is a scenario by a sign
nobody else uses. In the folders of the setting `adjudicator_scenarios` it is one as it is for
`adjudicator test`. A scenario that cannot be used fails, and the run goes on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from adjudicator.edition.given import Given
from adjudicator.edition.layers import Edition
from adjudicator.edition.reading import UnknownClause, edition_of
from adjudicator.regress.cases import (
    TODO,
    UNEXPECTED,
    Report,
    is_ours_anywhere,
    is_scenario,
    planned,
    run_loaded,
)
from adjudicator.session import SUFFIXES, Desk, Loaded
from adjudicator.source import BadFile, read_text, show

FOLDERS = "adjudicator_scenarios"
RULES, AMENDMENTS, LEFT_OUT = "adjudicator_rules", "adjudicator_amend", "adjudicator_without"
_DESK = pytest.StashKey[Desk]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini(FOLDERS, "folders in which every YAML file may be a scenario", "paths", [])
    parser.addini(RULES, "folders of house rules under which scenarios are ruled", "paths", [])
    parser.addini(AMENDMENTS, "files of changes under which scenarios are ruled", "paths", [])
    parser.addini(LEFT_OUT, "clauses as if without which scenarios are ruled", "args", [])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix not in SUFFIXES:
        return None
    ours = any(file_path.is_relative_to(folder) for folder in parent.config.getini(FOLDERS))
    if not (is_scenario if ours else is_ours_anywhere)(file_path):
        return None
    return ScenarioFile.from_parent(parent, path=file_path)


class WrongRuling(Exception):  # noqa: N818 - pytest shows it as a failure
    """Expectations that do not hold, as they are to be shown."""


class ScenarioFile(pytest.File):
    """A scenario: read when its items are collected, ruled on once when the first is run."""

    def collect(self) -> Iterator[pytest.Item]:
        loaded = self._loaded
        if loaded.board is None:
            yield Unusable.from_parent(self, name="cannot be used")
            return
        scenario = loaded.board.scenario
        for place, case in enumerate(planned(scenario)):
            item = Attempted.from_parent(self, name=case.name, place=place, line=case.line)
            item.extra_keyword_matches.update(scenario.title.values())
            yield item
        if not planned(scenario):
            yield Silent.from_parent(self, name="expects nothing")

    @property
    def _desk(self) -> Desk:
        stash = self.config.stash
        if _DESK not in stash:
            stash[_DESK] = Desk.open(_edition(self.config))
        return stash[_DESK]

    @cached_property
    def _loaded(self) -> Loaded:
        here = self.config.invocation_params.dir
        path = self.path.relative_to(here) if self.path.is_relative_to(here) else self.path
        text, problems = read_text(self.path)
        if problems:
            return Loaded(str(path), text, None, tuple(problems))
        return self._desk.read(str(path), text)

    @cached_property
    def report(self) -> Report:
        return run_loaded(self._desk, self._loaded)


def _edition(config: pytest.Config) -> Edition:
    given = Given(*(tuple(map(str, config.getini(name))) for name in (RULES, AMENDMENTS, LEFT_OUT)))
    try:
        return edition_of(given)
    except BadFile as bad:
        raise pytest.UsageError("\n".join(show(p, bad.text) for p in bad.problems)) from None
    except UnknownClause as unknown:
        raise pytest.UsageError(str(unknown)) from None


class Attempted(pytest.Item):
    """One attempt and what is expected of it."""

    def __init__(self, *, place: int, line: int, **given: Any) -> None:
        super().__init__(**given)
        self.place = place
        self.line = line

    def runtest(self) -> None:
        assert isinstance(self.parent, ScenarioFile)
        case = self.parent.report.cases[self.place]
        if case.status == TODO:
            pytest.xfail(f"todo: {case.todo}")
        if case.status == UNEXPECTED:
            pytest.fail(f"[XPASS(strict)] {case.told}", pytrace=False)
        if case.failures:
            raise WrongRuling(case.told)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, WrongRuling):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, self.line - 1, self.name


class Unusable(pytest.Item):
    """A scenario that cannot be used, and why; a failure, so that all others are run."""

    def runtest(self) -> None:
        assert isinstance(self.parent, ScenarioFile)
        raise WrongRuling("\n\n".join(self.parent.report.problems))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, WrongRuling):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


class Silent(pytest.Item):
    """A scenario that expects nothing tests nothing; better said than passed over."""

    def runtest(self) -> None:
        pytest.skip("the scenario expects nothing")

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name

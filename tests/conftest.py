"""A small board and a verdict: the fixture fills in the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent

import pytest

from adjudicator.engine.judge import Step
from adjudicator.regress.plays import Repertoire
from adjudicator.session import Desk
from adjudicator.speech import use

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"
collect_ignore = ["pool"]  # boards of cards that are imported first: test_pool_scenarios.py
SCENARIOS = sorted((ROOT / "scenarios").rglob("*.yaml"))


@cache
def repertoire() -> Repertoire:
    """Every shipped scenario, played once in each process that runs tests."""
    desk = Desk.open()
    boards = [desk.load(path).board for path in SCENARIOS]
    return Repertoire(board for board in boards if board is not None)


@pytest.fixture(scope="session", autouse=True)
def no_data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The user's own data folder is never looked at; an empty one stands in its place."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADJUDICATOR_DATA", str(tmp_path_factory.mktemp("no-data")))
        yield


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A command that speaks French leaves the language in use; none does for the next test."""
    use("en")
    yield
    use("en")


@pytest.fixture(scope="session")
def desk() -> Desk:
    return Desk.open()


@pytest.fixture
def judge(desk: Desk) -> Callable[[str], tuple[Step, ...]]:
    """Rules on a scenario given as text; a problem in it fails the test."""

    def ruled(text: str) -> tuple[Step, ...]:
        written = dedent(text)
        if "title:" not in written:
            written = f"title: a test\n{written}"
        loaded = desk.read("test.yaml", written)
        assert not loaded.problems, [p.message for p in loaded.problems]
        return loaded.replay(desk.book)

    return ruled


@pytest.fixture
def problems(desk: Desk) -> Callable[[str], list[str]]:
    """What is wrong with a scenario: line:column and code of every problem."""

    def found(text: str) -> list[str]:
        loaded = desk.read("test.yaml", dedent(text))
        return [f"{p.span.line}:{p.span.column} {p.code}" for p in loaded.problems]

    return found

"""Expectations run: the one way, behind `adjudicator test`, the pytest plugin and our own tests."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.attempts import is_passing
from adjudicator.engine.judge import Step
from adjudicator.game import Verdict
from adjudicator.regress.reasons import reasons_of
from adjudicator.ruling.expect import Mismatch, mismatches
from adjudicator.ruling.layout import plain
from adjudicator.scenario.read import Scenario
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk, Loaded, scenario_files
from adjudicator.source import Problem, glimpse, read_text, said, show
from adjudicator.speech import in_language, language
from adjudicator.state.attempts import Attempt

PASSED, FAILED, TODO, UNEXPECTED = "passed", "failed", "todo", "unexpected"
MODELINE = "# adjudicator scenario"  # by which it is known among files of anybody's
WHOLE = 0  # the number of a case that stands for the whole scenario
_MARKS = (  # at the start of a line: a title, and attempts of which there is a list
    re.compile(r"""^(?:title|"title"|'title')\s*:""", re.MULTILINE),
    re.compile(r"""^(?:attempts|"attempts"|'attempts')\s*:\s*(?:[\[#&!-]|$)""", re.MULTILINE),
)


class Case(NamedTuple):
    """One attempt of which something is expected, and what came of it."""

    number: int
    name: str
    line: int
    todo: str | None = None
    failures: tuple[str, ...] = ()  # each as a person wants to see it

    @property
    def status(self) -> str:
        if self.todo is not None:
            return TODO if self.failures else UNEXPECTED
        return FAILED if self.failures else PASSED

    @property
    def is_red(self) -> bool:
        return self.status in (FAILED, UNEXPECTED)

    @property
    def told(self) -> str:
        """Why it is red, or which gap it marks."""
        if self.status == UNEXPECTED:
            return f'marked todo ("{self.todo}"), but every expectation holds; remove the mark'
        return "\n\n".join(self.failures)


class Report(NamedTuple):
    """What became of one scenario's expectations."""

    file: str
    title: str = ""
    problems: tuple[str, ...] = ()  # the file cannot be used, and why
    cases: tuple[Case, ...] = ()
    verdict_only: int = 0  # refusals expected without their reason
    seconds: float = 0.0

    @property
    def is_red(self) -> bool:
        return bool(self.problems) or any(case.is_red for case in self.cases)


def run_file(desk: Desk, path: str | Path, lang: str = "en") -> Report:
    """A scenario file's expectations, timed."""
    start = time.perf_counter()
    report = run_loaded(desk, desk.load(path), lang)
    return report._replace(seconds=time.perf_counter() - start)


def run_loaded(desk: Desk, loaded: Loaded, lang: str = "en") -> Report:
    if loaded.board is None:
        return Report(
            loaded.file,
            problems=tuple(
                show(in_language(p, language(lang)), loaded.text) for p in loaded.problems
            ),
        )
    scenario = loaded.board.scenario
    steps = loaded.replay(desk.book)
    wrong: dict[int, list[Mismatch]] = {}
    for mismatch in unmet(desk, loaded.board, steps):
        wrong.setdefault(mismatch.step, []).append(mismatch)
    told = reasons_of(desk, loaded.board, steps, lang) if wrong else {}
    failures = {
        attempt.number: tuple(
            _failure(loaded, attempt, mismatch, told[attempt.number])
            for mismatch in wrong[attempt.number]
        )
        for attempt in scenario.attempts
        if attempt.number in wrong
    }
    return Report(
        loaded.file,
        scenario.title.get(lang, ""),
        cases=tuple(
            case._replace(
                failures=failures.get(case.number, ())
                if case.number != WHOLE
                else tuple(failure for told in failures.values() for failure in told)
            )
            for case in planned(scenario)
        ),
        verdict_only=sum(_verdict_only(attempt) for attempt in scenario.attempts),
    )


def unmet(desk: Desk, board: Board, steps: tuple[Step, ...]) -> list[Mismatch]:
    """Expectations that do not hold; a clause may be named as it was called before."""
    return [m for m in mismatches(board, steps) if m.key != "because" or not _renamed(desk, m)]


def _renamed(desk: Desk, wrong: Mismatch) -> bool:
    clause = desk.glossary.clause(str(wrong.expected)) if "/" in str(wrong.expected) else None
    return clause is not None and clause.id == wrong.actual


def planned(scenario: Scenario) -> list[Case]:
    """What is expected, before anything has been ruled."""
    if scenario.todo is not None:  # mended when all of its expectations hold
        return [Case(WHOLE, "whole scenario", 1, scenario.todo)]
    return [
        Case(
            attempt.number, f"{attempt.number} {name_of(attempt)}", attempt.span.line, attempt.todo
        )
        for attempt in scenario.attempts
        if attempt.expect
    ]


def name_of(attempt: Attempt) -> str:
    """An attempt in a few words, as its line in the file begins."""
    if attempt.is_question:
        return f"ask {attempt.using.text if attempt.using else ''}".strip()
    if attempt.player is None:
        return "both pass"
    number = "" if is_passing(attempt.verb) else str(attempt.amount)
    what = attempt.what.text if attempt.what else number
    return f"{attempt.player} {attempt.verb} {what}".strip()


def _verdict_only(attempt: Attempt) -> bool:
    """A refusal without a reason: it would be right for a wrong reason."""
    expected = {e.key: e.value for e in attempt.expect}
    refused = expected.get("verdict") in (Verdict.ILLEGAL, Verdict.BACKED_UP)
    return refused and "because" not in expected


def _failure(loaded: Loaded, attempt: Attempt, wrong: Mismatch, reasons: list[str]) -> str:
    message = said(
        "attempt-is-not-as-expected", number=attempt.number, attempt=name_of(attempt), key=wrong.key
    )
    shown = show(Problem(loaded.file, wrong.span, message, wrong.key), loaded.text)
    lines = [
        f"expected: {written(wrong.expected)}",
        f"actual:   {written(wrong.actual)}",
        *(f"{'reason:  ' if place == 0 else '         '} {r}" for place, r in enumerate(reasons)),
    ]
    margin = " " * len(str(wrong.span.line))
    return "\n".join([shown, *(f"{margin} = {plain(line)}" for line in lines)])


def written(value: object) -> str:
    """A value of an expectation as it would stand in the file, on one line."""
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {written(v)}" for k, v in value.items()) + "}"
    return "nothing" if value is None else str(value)


# -- which files ----------------------------------------------------------------------


class Found(NamedTuple):
    """The scenario files below some paths, and the YAML there that is something else."""

    files: tuple[Path, ...]
    others: tuple[Path, ...]


def find(paths: Iterable[str | Path]) -> Found:
    """A file that is named counts as a scenario; below folders what looks like one, and what
    cannot be read: nobody knows what is in it, and passing it over would be silence."""
    files: list[Path] = []
    others: list[Path] = []
    for given in paths:
        for path in scenario_files([given]):
            named = path == Path(given)
            (files if named or is_scenario(path) else others).append(path)
    return Found(tuple(dict.fromkeys(files)), tuple(dict.fromkeys(others)))


def is_scenario(path: Path) -> bool:
    """Whether a file where scenarios are kept is one of them."""
    text, problems = read_text(path)
    return bool(problems) or looks_like_a_scenario(text)


def looks_like_a_scenario(text: str) -> bool:
    return all(mark.search(text) for mark in _MARKS)


def is_ours_anywhere(path: Path) -> bool:
    """Whether a file is a scenario among files of anybody's: only by what nobody else writes,
    an attempt in our own words, or a first line that says so."""
    text = glimpse(path)
    if text.startswith(MODELINE):
        return True
    return looks_like_a_scenario(text) and _attempt().search(text) is not None


@cache
def _attempt() -> re.Pattern[str]:
    """An item of a list: a side and its verb, or a question that we know."""
    from adjudicator.attempts import CLAIMS, VERBS
    from adjudicator.questions import QUESTIONS

    verbs = "|".join(map(re.escape, (*CLAIMS, *VERBS)))
    asked = "|".join(map(re.escape, QUESTIONS))
    quote = r"""["']?"""
    return re.compile(
        rf"""(?:^[ \t]*-|[\[,])\s*\{{?\s*{quote}(?:(?:light|dark) (?:{verbs}){quote}\s*:"""
        rf"""|both pass\b|ask{quote}\s*:\s*{quote}(?:{asked})\b)""",
        re.MULTILINE,
    )


# -- choosing by words ------------------------------------------------------------------


class BadExpression(Exception):  # noqa: N818 - it says what it is
    """Words for `-k` that make no sense, and why."""


class Expression:
    """`-k` as pytest has it: words with and, or, not and brackets; a word is looked for
    anywhere in a name, whatever its case."""

    def __init__(self, text: str) -> None:
        self._words = [w[0] or w[1] for w in re.findall(r"([()])|([^\s()]+)", text)]
        self._place = 0
        self._tree = self._either()
        if self._place < len(self._words):
            raise BadExpression(f'"{self._words[self._place]}" was not expected there')

    def matches(self, name: str) -> bool:
        return _holds(self._tree, name.casefold())

    def _next(self, *words: str) -> bool:
        if self._place < len(self._words) and self._words[self._place] in words:
            self._place += 1
            return True
        return False

    def _either(self) -> tuple[object, ...]:
        parts = [self._both()]
        while self._next("or"):
            parts.append(self._both())
        return ("or", *parts)

    def _both(self) -> tuple[object, ...]:
        parts = [self._one()]
        while self._next("and"):
            parts.append(self._one())
        return ("and", *parts)

    def _one(self) -> tuple[object, ...]:
        if self._next("not"):
            return ("not", self._one())
        if self._next("("):
            inside = self._either()
            if not self._next(")"):
                raise BadExpression('a ")" is missing')
            return inside
        if self._place == len(self._words) or self._words[self._place] in ("and", "or", ")"):
            raise BadExpression("a word is missing")
        self._place += 1
        return ("word", self._words[self._place - 1].casefold())


def _holds(tree: tuple[object, ...], name: str) -> bool:
    kind, *parts = tree
    if kind == "word":
        return str(parts[0]) in name
    held = (_holds(part, name) for part in parts if isinstance(part, tuple))
    if kind == "not":
        return not next(held)
    return any(held) if kind == "or" else all(held)

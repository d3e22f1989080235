"""For other programs: scenarios written by them, rulings as values. What stands here stays.

Whatever is wrong in a scenario is a value of the ruling, the same that `adjudicator check` tells;
what is wrong in a call is a ValueError."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from adjudicator import source

if TYPE_CHECKING:
    from adjudicator.engine.judge import Step as Judged
    from adjudicator.session import Desk, Loaded

Data = str | int | bool | None | Sequence["Data"] | Mapping[str, "Data"]
FORMS = ("text", "markdown", "discord", "html")


@dataclass(frozen=True, slots=True)
class Fix:
    """Other text for a place in a scenario; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    is_safe: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a scenario, or a note, with the place and the way out."""

    code: str
    message: str
    hint: str | None
    line: int
    column: int
    end_line: int
    end_column: int
    fixes: tuple[Fix, ...] = ()


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as text; nothing of it is checked before it is ruled."""

    text: str
    name: str = "scenario.yaml"

    @classmethod
    def of(cls, data: Mapping[str, Data], name: str = "scenario.yaml") -> Scenario:
        """From data as a file would hold it."""
        return cls("\n".join(_block(data, 0)) + "\n", name)

    @classmethod
    def read(cls, path: str | Path) -> Scenario:
        """From a file; an OSError or a UnicodeDecodeError where there is none to read."""
        return cls(Path(path).read_text("utf-8-sig"), str(path))


@dataclass(frozen=True, slots=True)
class Step:
    """An attempt or a question as it was ruled."""

    number: int
    verdict: str  # legal, illegal, backed up, undetermined or answered
    because: str | None  # the clause that decides
    heading: str
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Ruling:
    """What is wrong with a scenario, or how it is ruled."""

    scenario: Scenario
    language: str
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    steps: tuple[Step, ...] = ()
    data: Mapping[str, object] = field(default_factory=dict, repr=False)
    _desk: Desk | None = field(default=None, repr=False, compare=False)

    @property
    def verdicts(self) -> tuple[str, ...]:
        return tuple(step.verdict for step in self.steps)

    def answer(self, language: str | None = None) -> str:
        """The first line of the ruling; nothing where the scenario cannot be ruled."""
        return self.document("text", language, "table").strip()

    def document(
        self, form: str = "text", language: str | None = None, length: str = "standard"
    ) -> str:
        """The ruling as people read it; nothing where the scenario cannot be ruled."""
        from adjudicator.ruling.ruling import Ruling as Told
        from adjudicator.ruling.write import LENGTHS, write

        spoken = _known(language or self.language)
        if form not in FORMS or length not in LENGTHS:
            raise ValueError(f"no document is {form}, {length}; {FORMS}, {LENGTHS}")
        if self._desk is None:
            return ""
        return str(write(cast(Told, dict(self.data)), self._desk.glossary, form, spoken, length))


def rule(
    scenario: Scenario | str | Mapping[str, Data],
    language: str = "en",
    *,
    rules: Iterable[str] = (),
    amend: Iterable[str] = (),
    without: Iterable[str] = (),
) -> Ruling:
    """Rules on a scenario: a `Scenario`, its text, or its data; under the shipped rules, or with
    house rules, amendments and clauses left out."""
    if isinstance(scenario, str):
        scenario = Scenario(scenario)
    elif isinstance(scenario, Mapping):
        scenario = Scenario.of(scenario)
    spoken = _known(language)
    desk = _desk(tuple(rules), tuple(amend), tuple(without))
    loaded = desk.read(scenario.name, scenario.text)
    if loaded.board is None:
        return Ruling(scenario, spoken, _problems(loaded.problems, spoken))
    return _ruled(desk, loaded, scenario, spoken)


def _ruled(desk: Desk, loaded: Loaded, scenario: Scenario, spoken: str) -> Ruling:
    from adjudicator.edition.telling import ruled_under
    from adjudicator.ruling.compose import compose
    from adjudicator.ruling.expect import Comparison
    from adjudicator.ruling.ruling import with_more
    from adjudicator.ruling.write import Writer, with_sentence

    assert loaded.board is not None
    steps = loaded.replay(desk.book)
    ruling = compose(loaded.board, desk.book, steps, desk.glossary, True)
    ruling = with_sentence(with_more(ruling, ruled_under(desk.edition)), desk.glossary)
    comparison = Comparison(loaded.board, steps)
    view = Writer(desk.glossary, spoken).view(ruling, "standard")
    return Ruling(
        scenario,
        spoken,
        (),
        _problems(desk.notes(loaded, steps), spoken),
        tuple(
            _step(step, told, comparison.deciding(step))
            for step, told in zip(steps, view["steps"], strict=True)
        ),
        ruling,
        desk,
    )


def _step(step: Judged, told: Mapping[str, object], because: str | None) -> Step:
    reasons = told["reasons"]
    assert isinstance(reasons, list)
    return Step(
        step.number,
        str(told["verdict"]),
        because,
        str(told["heading"]),
        tuple(str(reason["says"]) for reason in reasons),
    )


def _problems(found: Iterable[source.Problem], spoken: str) -> tuple[Problem, ...]:
    from adjudicator.speech import in_language, language

    return tuple(_problem(in_language(problem, language(spoken))) for problem in found)


def _problem(problem: source.Problem) -> Problem:
    fixes = tuple(Fix(*fix.span, fix.text, fix.is_safe) for fix in problem.fixes)
    hint = str(problem.hint) if problem.hint is not None else None
    return Problem(problem.code, str(problem.message), hint, *problem.span, fixes)


def _known(language: str) -> str:
    from adjudicator.speech import languages

    if language not in languages():
        raise ValueError(f"no language is {language!r}: {', '.join(languages())}")
    return language


@lru_cache(maxsize=8)
def _desk(rules: tuple[str, ...], amend: tuple[str, ...], without: tuple[str, ...]) -> Desk:
    from adjudicator.edition.given import Given
    from adjudicator.edition.reading import UnknownClause, edition_of
    from adjudicator.session import Desk

    try:
        return Desk.open(edition_of(Given(rules, amend, without)), proving=True)
    except (UnknownClause, source.BadFile) as unknown:
        raise ValueError(str(unknown)) from None


# -- data as a file would hold it --------------------------------------------------------------


def _block(value: Data, column: int) -> list[str]:
    """YAML over several lines; what is short and holds nothing of its own stands on one."""
    blank = " " * column
    lines: list[str] = []
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if _is_deep(inner):
                lines += [f"{blank}{_flow(key)}:", *_block(inner, column + 2)]
            else:
                lines.append(f"{blank}{_flow(key)}: {_flow(inner)}".rstrip())
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for item in value:
            if isinstance(item, Mapping) and item:
                first, *rest = _block(item, column + 2)
                lines += [f"{blank}- {first.lstrip()}", *rest]
            else:
                lines.append(f"{blank}- {_flow(item)}")
    return lines


def _is_deep(value: Data) -> bool:
    if isinstance(value, Mapping):
        return any(isinstance(inner, Mapping | list | tuple) for inner in value.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return any(isinstance(item, Mapping) for item in value)
    return False


def _flow(value: Data) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_flow(k)}: {_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_flow, value)) + "]"
    if isinstance(value, str) and ("\n" in value or value != value.strip()):
        return json.dumps(value)
    return source.yaml_text(value)

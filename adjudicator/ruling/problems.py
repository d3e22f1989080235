"""Problems told to programs: JSON, SARIF, the commands of GitHub's log."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import NamedTuple
from urllib.parse import quote

from adjudicator import __version__
from adjudicator.source import Fix, Problem, Span
from adjudicator.speech import in_language
from adjudicator.terminal import spelled

FORMATS = ("text", "json", "sarif", "github")
FORM = "adjudicator-problems/1"
ERROR, NOTE = "error", "note"
_SARIF = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json"
Value = str | int | bool | None | Sequence["Value"] | Mapping[str, "Value"]
Record = Mapping[str, Value]


class Found(NamedTuple):
    """Something wrong, or a note, and the text it is in."""

    problem: Problem
    text: str
    level: str = ERROR


def written(found: Sequence[Found], form: str, files: int) -> str:
    """All of it in one of the forms that programs read."""
    forms: Mapping[str, Callable[[Sequence[Found], int], str]] = {
        "json": _json,
        "sarif": _sarif,
        "github": _github,
    }
    return forms[form]([f._replace(problem=in_language(f.problem)) for f in found], files)


def _dumped(record: Record) -> str:
    return spelled(json.dumps(record, ensure_ascii=False, indent=2)) + "\n"


# -- JSON ------------------------------------------------------------------------------------


def _json(found: Sequence[Found], files: int) -> str:
    return _dumped({"format": FORM, "files": files, "problems": [as_data(f) for f in found]})


def as_data(found: Found) -> Record:
    problem = found.problem
    return {
        "file": problem.file,
        **_place(problem.span),
        "level": found.level,
        "code": problem.code,
        "message": problem.message,
        "hint": str(problem.hint) if problem.hint is not None else None,
        "fixes": [
            {**_place(fix.span), "text": fix.text, "safe": fix.is_safe} for fix in problem.fixes
        ],
    }


def _place(span: Span) -> dict[str, Value]:
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


# -- SARIF -----------------------------------------------------------------------------------


def _sarif(found: Sequence[Found], files: int) -> str:
    codes = sorted({f.problem.code for f in found})
    driver: Record = {
        "name": "Adjudicator",
        "version": __version__,
        "rules": [{"id": code} for code in codes],
    }
    run: Record = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(f, codes.index(f.problem.code)) for f in found],
    }
    return _dumped({"$schema": _SARIF, "version": "2.1.0", "runs": [run]})


def _result(found: Found, rule: int) -> Record:
    problem = found.problem
    told = problem.message + (f": {problem.hint}" if problem.hint else "")
    artifact = {"uri": _uri(problem.file)}
    result: dict[str, Value] = {
        "ruleId": problem.code,
        "ruleIndex": rule,
        "level": found.level,
        "message": {"text": told},
        "locations": [
            {"physicalLocation": {"artifactLocation": artifact, "region": _region(problem.span)}}
        ],
    }
    if problem.fixes:
        result["fixes"] = [
            {
                "description": {"text": str(problem.hint or problem.message)},
                "artifactChanges": [
                    {"artifactLocation": artifact, "replacements": [_replacement(fix)]}
                ],
            }
            for fix in problem.fixes
        ]
    return result


def _replacement(fix: Fix) -> Record:
    return {"deletedRegion": _region(fix.span), "insertedContent": {"text": fix.text}}


def _region(span: Span) -> Record:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(PurePath(file).as_posix())


# -- GitHub ----------------------------------------------------------------------------------


def _github(found: Iterable[Found], files: int) -> str:
    return "".join(f"{_command(f)}\n" for f in found)


def _command(found: Found) -> str:
    problem, span = found.problem, found.problem.span
    level = "error" if found.level == ERROR else "notice"
    told = problem.message + (f"\n{problem.hint}" if problem.hint else "")
    where: dict[str, object] = {"file": PurePath(problem.file).as_posix(), "line": span.line}
    if span.end_line == span.line:
        where |= {"col": span.column, "endColumn": span.end_column}
    else:
        where |= {"endLine": span.end_line}
    where["title"] = problem.code
    parts = ",".join(f"{key}={_property(str(value))}" for key, value in where.items())
    return f"::{level} {parts}::{_data(told)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

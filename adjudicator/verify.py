"""A sealed ruling run again: is it the same, and if not, what changed and by which clause.

The file is somebody else's: it is bounded in size, and whatever stands in it is data."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.ruling import seal
from adjudicator.ruling.compose import compose
from adjudicator.ruling.layout import one_line
from adjudicator.ruling.write import LANGUAGES, LENGTHS, with_sentence, write
from adjudicator.session import Desk

MAX_BYTES = 30_000_000
_TOLD = 12  # differences told one by one; more would bury the first
_PARTS = {"rules": "the glossary and the cards", "engine": "the engine", "templates": "the templates"}  # fmt: skip


class Unverifiable(Exception):  # noqa: N818 - it says why a file cannot be checked
    """A file that is no sealed ruling, or a seal nobody can read."""


class Found(NamedTuple):
    """What a second run has shown: nothing different means identical."""

    title: str
    different: tuple[str, ...]
    since: tuple[str, ...]  # parts of the program that are not those of the seal


def verify(path: Path, own: Path | None = None) -> list[Found]:
    """Every ruling in the file, run again."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise Unverifiable(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Unverifiable("is not UTF-8 text, so it is no sealed ruling") from None
    if len(data) > MAX_BYTES:
        raise Unverifiable(f"is larger than {MAX_BYTES // 1_000_000} MB")
    if text.lstrip()[:1] in ("{", "["):
        return list(_json(text))
    return [_page(text, own)]


def _json(text: str) -> Iterator[Found]:
    read = _parsed(text)
    for ruling in read if isinstance(read, list) else [read]:
        if not isinstance(ruling, dict) or not isinstance(ruling.get("seal"), dict):
            raise Unverifiable("carries no seal; `adjudicator rule --format json` writes one")
        sealed = ruling.pop("seal")
        again, now = _again(sealed)
        different: list[str] = []
        if seal.digest(ruling) != sealed.get("ruling"):
            different.append("the file was changed after it was sealed")
        if ruling != now:
            told = list(_steps(_outlined(ruling), seal.outline(now)))
            different += told or list(_paths(ruling, now, ""))[:_TOLD]
        yield Found(again, tuple(different), _since(sealed, now))


def _page(text: str, own: Path | None) -> Found:
    start = text.find(seal.OPENING)
    end = text.find(seal.CLOSING, start)
    if start < 0 or end < 0:
        raise Unverifiable("carries no seal; HTML and JSON rulings do")
    sealed = _parsed(text[start + len(seal.OPENING) : end])
    if not isinstance(sealed, dict):
        raise Unverifiable("its seal cannot be read")
    title, now = _again(sealed)
    language, length = sealed.get("language"), sealed.get("length")
    if language not in LANGUAGES or length not in LENGTHS:
        raise Unverifiable("its seal names no language or length")
    different: list[str] = []
    if not seal.is_intact(text):
        different.append("the page was changed after it was sealed")
    if seal.digest(now) != sealed.get("ruling"):
        told = list(_steps(sealed.get("steps"), seal.outline(now)))
        different += told or ["the ruling differs in what it tells, not in its verdicts"]
    if not different and sealed.get("of") == "book":
        title += " (a page of a book: beyond the ruling only its own digest was checked)"
    elif not different:
        scenario = sealed["scenario"]
        fresh = seal.seal(now, scenario["file"], scenario["text"], sealed["without"])
        kept = {**fresh, **{k: sealed.get(k) for k in seal.versions()}}
        page = write(now, Desk.open().glossary, "html", language, length, own, kept)
        if page != text:
            different.append(
                "the ruling is the same, but the page is not as these templates lay it out; "
                "if it was made with templates of its own, give them with --template"
            )
    return Found(title, tuple(different), _since(sealed, now))


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Unverifiable("cannot be read as JSON") from None


def _again(sealed: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The scenario in the seal, ruled now."""
    scenario, without = sealed.get("scenario"), sealed.get("without")
    if (
        sealed.get("format") != seal.FORMAT
        or not isinstance(scenario, dict)
        or not all(isinstance(scenario.get(key), str) for key in ("file", "text"))
        or not isinstance(without, list)
        or not all(isinstance(name, str) for name in without)
    ):
        raise Unverifiable("its seal lacks the scenario, or is of another form")
    desk = Desk.open(without)
    loaded = desk.read(scenario["file"], scenario["text"])
    if loaded.board is None:
        first = loaded.problems[0]
        raise Unverifiable(
            f"its scenario is not read any more: line {first.span.line}: {one_line(first.message)}"
            + ("; it was ruled with imported cards" if sealed.get("imported") else "")
        )
    steps = loaded.replay(desk.book)
    ruling = compose(loaded.board, desk.book, steps, desk.glossary, full=True)
    ruling = with_sentence(ruling, desk.glossary)
    title = next(iter(ruling["scenario"]["title"].values()), scenario["file"])
    return one_line(title), json.loads(json.dumps(ruling))


def _since(sealed: Mapping[str, Any], ruling: Mapping[str, Any]) -> tuple[str, ...]:
    now = seal.versions()
    parts = tuple(said for part, said in _PARTS.items() if sealed.get(part) != now[part])
    return parts if sealed.get("imported") == ruling["imported"] else (*parts, "the imported cards")


def _outlined(ruling: Mapping[str, Any]) -> Any:
    """A ruling from a file in brief; None where it is none."""
    try:
        return seal.outline(ruling)
    except (KeyError, TypeError, AttributeError, RecursionError):
        return None


def _steps(then: Any, now: list[dict[str, Any]]) -> Iterator[str]:
    """What became different, step by step."""
    if not isinstance(then, list) or not all(isinstance(step, dict) for step in then):
        return
    if len(then) != len(now):
        yield f"there were {len(then)} steps, now there are {len(now)}"
    told = 0
    for number, (old, new) in enumerate(zip(then, now, strict=False), 1):
        if old != new and (told := told + 1) <= _TOLD:
            yield f"step {number}: {_step(old, new)}"
    if told > _TOLD:
        yield f"… and {told - _TOLD} more steps"


def _step(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    before, after = _clauses(old), _clauses(new)
    said = []
    if old.get("verdict") != new["verdict"]:
        was, now = _by(old.get("verdict"), before), _by(new["verdict"], after)
        said.append(f"was {was}, now {now}")
    elif before != after:
        gone = [c for c in before if c not in after]
        come = [c for c in after if c not in before]
        said += [f"no longer by {', '.join(gone)}"] if gone else []
        said += [f"now by {', '.join(come)}"] if come else []
        said += [] if gone or come else ["the same clauses in another order"]
    for key in ("answer", "outcome", "stack", "next"):
        if old.get(key) != new[key]:
            said.append(f"{key} was {_shown(old.get(key))}, now {_shown(new[key])}")
    if old.get("table") != new["table"] and not said:
        said.append("the table afterwards is another")
    return "; ".join(said) or "differs"


def _clauses(step: Mapping[str, Any]) -> list[str]:
    found = step.get("clauses")
    return [one_line(c)[:200] for c in found] if isinstance(found, list) else []


def _by(verdict: Any, clauses: list[str]) -> str:
    return f"{_shown(verdict)} [{clauses[0]}]" if clauses else _shown(verdict)


def _shown(value: Any) -> str:
    if isinstance(value, list):
        return " / ".join(_shown(v) for v in value[:8]) or "empty"
    return "nothing" if value is None else one_line(value)[:200]


def _paths(old: Any, new: Any, at: str) -> Iterator[str]:
    """Where two pieces of data differ."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            if old.get(key) != new.get(key):
                yield from _paths(old.get(key), new.get(key), f"{at}/{one_line(key)[:60]}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                yield from _paths(one, other, f"{at}/{number}")
    else:
        yield f"{at or '/'} is another"

"""A sealed ruling run again: is it the same, and if not, what changed and by which clause.

The file is somebody else's: it is bounded in size, and whatever stands in it is data."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple, cast

from adjudicator.book.page import Place, assets_of_a_book, sealed_page
from adjudicator.edition.layers import Edition, left_out
from adjudicator.edition.reading import NotCarried, carried_edition
from adjudicator.edition.telling import carried, lines, ruled_under
from adjudicator.ruling import seal
from adjudicator.ruling.compose import compose
from adjudicator.ruling.layout import one_line
from adjudicator.ruling.ruling import Ruling, with_more
from adjudicator.ruling.write import LENGTHS, with_sentence, write
from adjudicator.session import Desk, Loaded
from adjudicator.source import BadFile
from adjudicator.speech import languages

MAX_BYTES = 30_000_000
_TOLD = 12  # differences told one by one; more would bury the first
_PARTS = {
    "rules": "the glossary and the cards", "engine": "the engine",
    "sentences": "the sentences", "templates": "the templates",
}  # fmt: skip
_INDEX = re.compile(r"window\.BOOK = (\[.*\]);\n")


class Unverifiable(Exception):  # noqa: N818 - it says why a file cannot be checked
    """A file that is no sealed ruling, or a seal nobody can read."""


class Found(NamedTuple):
    """What a second run has shown: nothing different means identical."""

    title: str
    different: tuple[str, ...]
    since: tuple[str, ...]  # parts of the program that are not those of the seal
    checked: tuple[str, ...] = ()  # and what was not, line by line


class Again(NamedTuple):
    """The scenario of a seal, ruled now."""

    loaded: Loaded
    ruling: Ruling
    desk: Desk
    given: bool  # whoever verifies gave the rules

    @property
    def title(self) -> str:
        titles = self.ruling["scenario"]["title"].values()
        return one_line(next(iter(titles), self.loaded.file))


def verify(path: Path, own: Path | None = None, edition: Edition | None = None) -> list[Found]:
    """Every ruling in the file, run again; under an edition, if one is given, instead of the one
    that the file carries."""
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
        return list(_json(text, edition))
    return [_page(path, text, own, edition)]


def _json(text: str, edition: Edition | None) -> Iterator[Found]:
    read = _parsed(text)
    for ruling in read if isinstance(read, list) and read else [read]:
        if not isinstance(ruling, dict) or not isinstance(ruling.get("seal"), dict):
            raise Unverifiable("carries no seal; `adjudicator rule --format json` writes one")
        sealed = ruling.pop("seal")
        again = _again(sealed, edition)
        different: list[str] = []
        if seal.of_file(with_more(cast(Ruling, ruling), {"seal": sealed})) != sealed.get("file"):
            different.append("the file was changed after it was sealed")
        if seal.digest(ruling) != seal.digest(again.ruling):
            told = list(_steps(_outlined(ruling), seal.outline(again.ruling)))
            different += told or list(_paths(ruling, again.ruling, ""))[:_TOLD]
        fresh = _fresh(again, sealed)
        fresh["file"] = seal.of_file(with_more(again.ruling, {"seal": fresh}))
        told = [name for name in _paths(sealed, fresh, "") if name != "/file is another"]
        different += [f"in the seal: {line}" for line in told[:_TOLD]]
        checked = "the scenario of the seal was ruled again; every value in the file is compared"
        yield _found(again, sealed, different, [checked])


def _page(path: Path, text: str, own: Path | None, edition: Edition | None) -> Found:
    start = text.find(seal.OPENING)
    end = text.find(seal.CLOSING, start)
    if start < 0 or end < 0:
        raise Unverifiable("carries no seal; HTML and JSON rulings do")
    sealed = _parsed(text[start + len(seal.OPENING) : end])
    if not isinstance(sealed, dict):
        raise Unverifiable("its seal cannot be read")
    again = _again(sealed, edition)
    language, length = sealed.get("language"), sealed.get("length")
    if language not in languages() or length not in LENGTHS:
        raise Unverifiable("its seal names no language or length")
    different: list[str] = []
    if not seal.is_intact(text):
        different.append("the page was changed after it was sealed")
    if seal.digest(again.ruling) != sealed.get("ruling"):
        told = list(_steps(sealed.get("steps"), seal.outline(again.ruling)))
        different += told or ["the ruling differs in what it tells, not in its verdicts"]
    whose = "the shipped templates" if own is None else "the templates given"
    checked = [
        "the scenario of the seal was ruled again; every character of the page is compared with "
        f"how {whose} lay it out ({language}, {length})"
    ]
    if not different:
        fresh = _fresh(again, sealed)
        if "book" in sealed:
            page = _of_a_book(again, fresh, sealed["book"], language, own)
            beside, unseen = _assets(path.parent / ".." / ".." / "assets")
            different += beside
            checked += unseen
        else:
            page = str(
                write(again.ruling, again.desk.glossary, "html", language, length, own, fresh)
            )
        if page != text:
            different.append(
                "the ruling is the same, but the page is not as these templates lay it out; "
                "if it was made with templates of its own, give them with --template"
            )
    return _found(again, sealed, different, checked)


def _of_a_book(
    again: Again, fresh: dict[str, Any], record: Any, language: str, own: Path | None
) -> str:
    """The page as a book holds it, where the seal says that it stands in one."""
    place = Place.read(record)
    if place is None:
        raise Unverifiable("its seal does not say where in a book it stands")
    return sealed_page(again.desk.glossary, again.loaded, again.ruling, fresh, place, language, own)


def _assets(folder: Path) -> tuple[list[str], list[str]]:
    """Scripts and style of a book belong to all of its pages: what of them is not the book's own,
    and what could not be looked at."""
    different, unseen = [], []
    for name, expected in (*assets_of_a_book().items(), ("search.js", None)):
        try:
            with (folder / name).open("rb") as stream:
                found = stream.read(MAX_BYTES).decode("utf-8", "replace")
        except OSError:
            unseen.append(f"not checked: assets/{name}, which is not beside it")
            continue
        if not (_is_an_index(found) if expected is None else found == expected):
            different.append(f"the book's own assets/{name} is another")
    if not unseen:
        unseen.append("scripts and style in the book's assets are compared, too")
    return different, unseen


def _is_an_index(script: str) -> bool:
    """Nothing but data: what a search looks through, and no more of a script."""
    match = _INDEX.fullmatch(script)
    try:
        return match is not None and isinstance(_parsed(match[1]), list)
    except Unverifiable:
        return False


def _fresh(again: Again, sealed: Mapping[str, Any]) -> dict[str, Any]:
    """The seal as it is made now; which rules it was made by, only the old one can say."""
    loaded = again.loaded
    fresh = seal.seal(again.ruling, loaded.file, loaded.text, again.desk.edition)
    return fresh | {key: sealed[key] for key in seal.versions() if isinstance(sealed.get(key), str)}


def _found(
    again: Again, sealed: Mapping[str, Any], different: list[str], checked: list[str]
) -> Found:
    """With what a reader has to know of a ruling that holds."""
    edition = again.desk.edition
    if edition.without:
        checked.append(f"ruled as if this did not exist: {one_line(', '.join(edition.without))}")
    whose = "that you gave" if again.given else "that the file carries"
    for line in lines(again.ruling.get("edition", []), "en"):
        checked.append(f"ruled under other rules, {whose}: {one_line(line)}")
    if again.given and sealed.get("edition", []) != carried(edition):
        different.append("it was not made under the rules that you gave")
    assert again.loaded.board is not None
    scenario = again.loaded.board.scenario
    own = scenario.cards.titles
    if own:
        checked.append(f"the scenario itself describes: {one_line(', '.join(own))}")
    checked.append("not checked: who made it; whoever runs this program can seal a ruling")
    return Found(again.title, tuple(different), _since(sealed, again.ruling), tuple(checked))


def _parsed(text: str) -> Any:
    """JSON in which every key stands once and every number is one."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise Unverifiable("cannot be read as JSON") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unverifiable(f'says "{one_line(twice)[:60]}" twice in one place')
    return read


def _no_number(word: str) -> Any:
    raise ValueError(word)


def _edition(sealed: Mapping[str, Any], without: list[str]) -> Edition:
    """The layers that a seal carries, read as if they lay in files."""
    try:
        edition = carried_edition(sealed.get("edition", []))
    except NotCarried:
        raise Unverifiable("its seal does not say by which rules it was made") from None
    except BadFile as bad:
        first = bad.problems[0]
        place = f"{one_line(first.file)}: line {first.span.line}"
        raise Unverifiable(
            f"its rules are not read any more: {place}: {one_line(first.message)}"
        ) from None
    return edition.under(*map(left_out, without))


def _again(sealed: Mapping[str, Any], given: Edition | None) -> Again:
    scenario, without = sealed.get("scenario"), sealed.get("without")
    if (
        sealed.get("format") != seal.FORMAT
        or not isinstance(scenario, dict)
        or not all(isinstance(scenario.get(key), str) for key in ("file", "text"))
        or not isinstance(without, list)
        or not all(isinstance(name, str) for name in without)
    ):
        raise Unverifiable("its seal lacks the scenario, or is of another form")
    desk = Desk.open(_edition(sealed, without) if given is None else given, proving=True)
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
    ruling = with_more(ruling, ruled_under(desk.edition))
    return Again(loaded, cast(Ruling, json.loads(json.dumps(ruling))), desk, given is not None)


def _since(sealed: Mapping[str, Any], ruling: Mapping[str, Any]) -> tuple[str, ...]:
    now = seal.versions()
    parts = tuple(said for part, said in _PARTS.items() if sealed.get(part) != now[part])
    return parts if sealed.get("imported") == ruling["imported"] else (*parts, "the imported cards")


def _outlined(ruling: Mapping[str, Any]) -> Any:
    """A ruling from a file in brief; None where it is none."""
    try:
        return seal.outline(cast(Ruling, ruling))
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
            if seal.digest(old.get(key)) != seal.digest(new.get(key)) or (key in old) != (
                key in new
            ):
                yield from _paths(old.get(key), new.get(key), f"{at}/{one_line(key)[:60]}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (one, other) in enumerate(zip(old, new, strict=True)):
            if seal.digest(one) != seal.digest(other):
                yield from _paths(one, other, f"{at}/{number}")
    else:
        yield f"{at or '/'} is another"

"""What stands at a place: what it means, where it is defined, where else it stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.attempts import is_passing
from adjudicator.cards.read import slug_of
from adjudicator.desk.complete import place as typed_at
from adjudicator.editor.sheet import Sheet, Spot
from adjudicator.scenario.schema import examples, meaning
from adjudicator.session import scenario_files
from adjudicator.source import folded, read_text, yaml_text

_CLAUSE = re.compile(r"^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)?/[a-z0-9-]+$")
_IN_PROSE = frozenset({"title", "question", "note", "todo", "says", "en", "fr", "text"})
_GROUPS = {  # of the keys that lead to a key: what it is a key of
    "table": "table", "light": "side", "dark": "side", "locations": "location", "stack": "stack",
    "just": "just", "earlier this turn": "just", "attempts": "attempt", "expect": "expect",
}  # fmt: skip
MOST_FILES = 5_000


class Shown(NamedTuple):
    """A page about the word between two places."""

    start: int
    end: int
    page: str


class There(NamedTuple):
    """A place in some file."""

    file: str
    start: int
    end: int
    text: str  # of that file


class Offer(NamedTuple):
    """What could be written: how it is called, what is written, and what is said about it."""

    label: str
    text: str
    about: str = ""
    is_legal_now: bool = False


# -- what it means -------------------------------------------------------------------------------


def hover(sheet: Sheet, at: int) -> Shown | None:
    """About the word at a place."""
    spot = sheet.spot(at)
    if spot is None:
        return None
    page = _about(sheet, spot)
    return Shown(spot.start, spot.end, page) if page else None


def _about(sheet: Sheet, spot: Spot) -> str:
    if spot.is_key and spot.path[0] == "attempts" and len(spot.path) == 3:
        number = int(spot.path[1]) + 1
        told = [_ruled(sheet, number)] if _is_first(sheet, spot) else []
        return "\n\n".join(filter(None, (*told, _key(sheet, spot))))
    if spot.is_key:
        return _key(sheet, spot)
    if is_clause(spot):
        return _clause(sheet, spot.word)
    if _is_prose(spot):
        return ""
    number_ = sheet.attempt_at(spot.start)
    if spot.word.lstrip("-").isdigit():
        return _ruled(sheet, number_) if number_ else ""
    if spot.path[-1:] == ("ask",) or is_passing(spot.word.partition(" ")[2]):
        return _ruled(sheet, number_) if number_ else ""
    return _card(sheet, spot.word)


def _is_first(sheet: Sheet, spot: Spot) -> bool:
    """Whether it says who does what."""
    same = [s for s in sheet.spots if s.path[:2] == spot.path[:2]]
    return bool(same) and same[0] == spot


def group_of(path: tuple[str | int, ...]) -> str:
    """What a key is a key of."""
    for place in range(len(path) - 2, -1, -1):
        name = path[place]
        if name in ("aboard", "carries", "escorting", "stacked", "hand", "reserve", "force"):
            return "card"
        if name in ("used", "lost", "out of play", "table") and place > 0:
            return "card"
        if name in ("light", "dark") and "locations" in path[:place]:
            return "card"
        if name in _GROUPS:
            return _GROUPS[str(name)]
    return "scenario"


def _key(sheet: Sheet, spot: Spot) -> str:
    group, key = group_of(spot.path), str(spot.path[-1])
    _, _, verb = key.partition(" ")
    for where, name in ((group, key), ("verb", verb), ("attempt", key), ("expect", "pile")):
        if name == "pile" and group != "expect":
            continue
        if (told := meaning(where, name, sheet.language)) and f"{where} {name}" in examples():
            example = examples()[f"{where} {name}"]
            shown = example if isinstance(example, dict) and where == "verb" else {name: example}
            return f"**{key}** – {told}\n\n```yaml\n{yaml_text(shown)[1:-1]}\n```"
    return ""


def _clause(sheet: Sheet, name: str) -> str:
    """What a clause says, in every language of the glossary."""
    glossary = sheet.bridge.desk.glossary
    clause = glossary.clause(name)
    if clause is None:
        return ""
    entry = glossary.entry(clause.entry)
    titles = " / ".join(entry.title.values()) if entry is not None else clause.entry
    return "\n\n".join([f"**{clause.id}** – {titles}", *clause.text.values()])


def _card(sheet: Sheet, name: str) -> str:
    """A card's facts, and its text as it is carried out."""
    if sheet.laid[0] is not None:
        own = next((s for alias, s in sheet.aliases.items() if folded(alias) == folded(name)), None)
        if own is not None:
            name = title_beside(sheet, own) or name
    told = sheet.bridge.card(name, sheet.language, "markdown")["card"]
    return str(told) if told else ""


def title_beside(sheet: Sheet, alias: Spot) -> str | None:
    """The title of the card that bears a name of its own."""
    above = alias.path[:-1]
    return next(
        (
            s.word
            for s in sheet.spots
            if not s.is_key
            and s.path[:-1] == above
            and s.path[-1] in ("card", "site", "sector", "system")
        ),
        None,
    )


def _ruled(sheet: Sheet, number: int) -> str:
    """An attempt's verdict with its reasons, sums term by term, and what happened."""
    step = sheet.ruled(number)
    if not step:
        return ""
    out = [
        f"**{number}. {step['heading']}**" + (f": {step['word']}" if step["tells_verdict"] else "")
    ]
    out += [f"- {line}" for line in reasons(step)]
    out += [f"- {event['says']}" for event in step["events"]]
    for table in step["tables"]:
        out.append(f"- **{table['title']}**")
        out += ["  - " + " | ".join(map(str, row)) for row in table["rows"]]
    return "\n".join(out)


def reasons(step: Any) -> Iterator[str]:
    """What a verdict rests on, a line each."""
    for reason in step["reasons"]:
        lead = f"{reason['label']}{reason['lead']}" if reason.get("label") else ""
        clause = f" `[{reason['clause']}]`" if reason.get("clause") else ""
        yield f"{lead}{reason['says']}{clause}"
        if reason.get("needs"):
            yield str(reason["needs"])
        if reason.get("asks"):
            yield str(reason["asks"])


# -- completing ----------------------------------------------------------------------------------


def completions(sheet: Sheet, at: int) -> tuple[int, list[Offer]]:
    """How much of what is typed is replaced, and by what; first what is legal there now."""
    told = sheet.bridge.complete(sheet.text, at)
    legal = list(_legal_now(sheet, at))
    known = {folded(offer.label) for offer in legal}
    offers = [
        Offer(o["label"], o["apply"], _told_of(sheet, at, o["label"]))
        for o in told["options"]
        if folded(o["label"]) not in known
    ]
    return told["length"], [*legal, *offers]


def _told_of(sheet: Sheet, at: int, label: str) -> str:
    where = typed_at(sheet.text[:at])
    if where is None or not where.is_key:
        return ""
    path = tuple(0 if step == "-" else step for step in where.path)
    group = group_of((*path, label))
    _, _, verb = label.partition(" ")
    return (
        meaning(group, label, sheet.language)
        or meaning("verb", verb, sheet.language)
        or meaning("attempt", label, sheet.language)
    )


def _legal_now(sheet: Sheet, at: int) -> Iterator[Offer]:
    """What a player could legally do where the next attempt is typed."""
    where = typed_at(sheet.text[:at])
    if where is None or where.path[:2] != ("attempts", "-") or len(where.path) > 3:
        return
    behind_verb = len(where.path) == 3
    if behind_verb and not where.is_value:
        return
    line = sheet.text.rfind("\n", 0, at) + 1
    typed = sheet.text[line:at].lstrip()
    if not typed.startswith("-"):
        return
    before = sheet.text[:line]
    if before.rstrip().endswith("attempts:"):
        before = f"{before.rstrip()} []\n"
    wanted = folded(where.word.lstrip("\"'"))
    for choice in sheet.bridge.options(before, sheet.language).get("choices", ()):
        written = choice["written"]
        if not choice["open"]:
            continue
        if isinstance(written, str):
            if not behind_verb and wanted in folded(written):
                yield Offer(written, written, choice["line"], True)
            continue
        (key, value), *rest = written.items()
        if behind_verb and key == where.path[2] and wanted in folded(str(value)):
            yield Offer(
                str(value), _lines(rest, yaml_text(value), sheet, line), choice["line"], True
            )
        elif not behind_verb and wanted in folded(f"{key}: {value}"):
            text = _lines(rest, f"{key}: {yaml_text(value)}", sheet, line)
            yield Offer(f"{key}: {value}", text, choice["line"], True)


def _lines(rest: Iterable[tuple[str, Any]], first: str, sheet: Sheet, line: int) -> str:
    blank = sheet.text[line : sheet.text.find("-", line)]
    return "".join([first, *(f"\n{blank}  {key}: {yaml_text(value)}" for key, value in rest)])


# -- where it is defined, and where it stands ----------------------------------------------------


def is_clause(spot: Spot) -> bool:
    return not spot.is_key and _CLAUSE.match(spot.word) is not None


def _is_prose(spot: Spot) -> bool:
    return any(step in _IN_PROSE for step in spot.path) or spot.path[:1] == ("question",)


def definition(sheet: Sheet, at: int) -> There | None:
    """Where the clause or the card at a place is written."""
    spot = sheet.spot(at)
    if spot is None or spot.is_key or _is_prose(spot):
        return None
    if is_clause(spot):
        clause = sheet.bridge.desk.glossary.clause(spot.word)
        if clause is None:
            return None
        return _line_in(sheet.folder_of_the_glossary() / f"{clause.entry}.yaml", "id", clause.id)
    for alias, given in sheet.aliases.items():
        if folded(alias) == folded(spot.word):
            return There(sheet.file, given.start, given.end, sheet.text)
    for own in sheet.spots:
        is_title = own.path[:1] == ("cards",) and own.path[-1] == "title" and not own.is_key
        if is_title and folded(own.word) == folded(spot.word):
            return There(sheet.file, own.start, own.end, sheet.text)
    path = Path(sheet.bridge.desk.library.folder) / f"{slug_of(folded(spot.word))[:200]}.yaml"
    return _line_in(path, "title", spot.word) if len(spot.word) < 200 else None


def _line_in(path: Path, key: str, name: str) -> There | None:
    """The line of a file of ours that gives something its name."""
    text, problems = read_text(path)
    if problems:
        return None
    short = name.rpartition("/")[2] if key == "id" else name
    for match in re.finditer(rf"""^[ -]*{key}: *["']?(.*?)["']? *$""", text, re.MULTILINE):
        if folded(match[1]) in (folded(short), folded(name)):
            return There(str(path), match.start(1), match.end(1), text)
    return There(str(path), 0, 0, text)


def references(sheet: Sheet, at: int, folders: Iterable[str]) -> list[There]:
    """Where the same clause or card stands, in this text and in every scenario of the folders."""
    spot = sheet.spot(at)
    if spot is None or spot.is_key or _is_prose(spot):
        return []
    wanted = folded(spot.word)
    found = [
        There(sheet.file, s.start, s.end, sheet.text) for s in sheet.spots if _is_of(s, wanted)
    ]
    if spot.word in sheet.aliases:  # a name of its own means something in one file only
        return found
    here = Path(sheet.file).resolve()
    for number, path in enumerate(scenario_files(folders)):
        if number >= MOST_FILES:
            break
        text, problems = read_text(path)
        if problems or path.resolve() == here or wanted not in folded_text(text):
            continue
        other = Sheet(sheet.bridge, str(path), text)
        found += [There(str(path), s.start, s.end, text) for s in other.spots if _is_of(s, wanted)]
    return found


def folded_text(text: str) -> str:
    return " ".join(text.casefold().split()) if text.isascii() else folded(text)


def _is_of(spot: Spot, wanted: str) -> bool:
    named = not spot.is_key or (len(spot.path) > 1 and spot.path[-2] == "where")
    return named and not _is_prose(spot) and folded(spot.word) == wanted

"""What could stand where somebody types: keys, words, titles, clauses.

The schema of the scenario format says which; where it is the name of something, what the text
names already comes first, then every title that is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from adjudicator.scenario.schema import schema
from adjudicator.source import folded, yaml_text

MOST = 40
ITEM = "-"
_KEY = re.compile(r"""("[^"]*"|'[^']*'|[^\s#\[\]{},"'][^#\[\]{},"']*?)\s*:(?=\s|$)""")
_CLAUSES = ("because", "also")
_NAMELESS = ("title", "question", "note", "todo", "en", "fr")
Schema = Mapping[str, Any]


class Where(NamedTuple):
    """A place in the text: the keys that lead to it, and what is typed there already."""

    path: tuple[str, ...]
    word: str
    is_key: bool  # a key may be begun here
    is_value: bool
    first: str = ""  # of the attempt it is in, its first key: who does what


def completions(
    text: str,
    at: int,
    titles: Callable[[], Iterable[str]],
    clauses: Callable[[], Iterable[str]],
    asked: bool = True,
) -> dict[str, Any]:
    """How much of what is typed is replaced, and by what."""
    where = place(text[:at])
    if where is not None and where.path[:2] == ("attempts", ITEM):
        where = where._replace(first=_first_key(text[:at], where))
    if where is None or not (where.word or asked):
        return {"length": 0, "options": []}
    typed = where.word.lstrip("\"'")
    options = [{"label": label, "apply": apply} for label, apply in _offered(where)]
    if where.is_value and where.path and where.path[-1] in _CLAUSES:
        options += [{"label": clause, "apply": clause} for clause in clauses()]
    elif _is_named(where):
        in_flow = "[" in text[:at].split("\n")[-1] or "{" in text[:at].split("\n")[-1]
        known = dict.fromkeys((*_named(text, at), *titles()))
        options += [{"label": t, "apply": _quoted(t, in_flow)} for t in known]
    return {"length": len(where.word), "options": _fitting(options, typed)}


def _fitting(options: list[dict[str, str]], typed: str) -> list[dict[str, str]]:
    """Those that hold what is typed, first those that begin with it."""
    wanted = folded(typed)
    ranked = []
    for number, option in enumerate(options):
        found = folded(option["label"]).find(wanted)
        if found >= 0:
            ranked.append((found > 0, number, option))
    ranked.sort(key=lambda item: item[:2])
    return [option for _, _, option in ranked[:MOST]]


def _quoted(title: str, in_flow: bool) -> str:
    return yaml_text([title])[1:-1] if in_flow else yaml_text(title)


# -- where it is -------------------------------------------------------------------------------


def place(before: str) -> Where | None:
    """Where a text ends: by indentation, and within brackets by these."""
    *above, line = before.split("\n")
    if line.lstrip().startswith("#"):
        return None
    open_: list[tuple[int, str]] = []
    for earlier in above:
        if earlier.strip() and not earlier.lstrip().startswith("#"):
            _descend(open_, earlier)
    _, rest, path = _line(open_, line)
    key = _KEY.match(rest)
    if key is None:
        return _in_flow(path, rest) if rest[:1] in ("[", "{") else Where(path, rest, True, True)
    name, value = key[1].strip("\"'"), rest[key.end() :]
    if not value[:1].isspace():
        return None
    return _in_flow((*path, name), value.lstrip())


def _descend(open_: list[tuple[int, str]], line: str) -> None:
    column, rest, _ = _line(open_, line)
    if key := _KEY.match(rest):
        open_.append((column, key[1].strip("\"'")))


def _line(open_: list[tuple[int, str]], line: str) -> tuple[int, str, tuple[str, ...]]:
    """The column where a line's content stands, the content, and what it is in. Items of a list
    may stand in the column of its key."""
    column = len(line) - len(line.lstrip(" "))
    rest = line[column:]
    while True:
        is_item = rest == "-" or rest.startswith("- ")
        while open_ and (
            open_[-1][0] > column
            or (open_[-1][0] == column and not (is_item and open_[-1][1] != ITEM))
        ):
            open_.pop()
        if not is_item:
            break
        open_.append((column, ITEM))
        step = len(rest) - len(rest[1:].lstrip(" "))
        column, rest = column + step, rest[step:]
    return column, rest, tuple(name for _, name in open_)


def _in_flow(path: tuple[str, ...], rest: str) -> Where | None:
    """The same within `[…]` and `{…}`."""
    open_: list[str] = []  # brackets, and keys within braces
    word, is_key, at = "", False, 0
    if rest[:1] not in ("[", "{"):
        return None if " #" in rest else Where(path, rest, False, True)
    while at < len(rest):
        letter = rest[at]
        if letter in "[{":
            open_.append(ITEM if letter == "[" else "{")
            word, is_key = "", letter == "{"
        elif letter in "]}":
            while open_ and open_[-1] not in (ITEM, "{"):
                open_.pop()
            if open_:
                open_.pop()
            word, is_key = "", False
        elif letter == ",":
            if open_ and open_[-1] not in (ITEM, "{"):
                open_.pop()
            word, is_key = "", bool(open_) and open_[-1] == "{"
        elif letter == ":" and is_key and rest[at + 1 : at + 2] in (" ", ""):
            open_.append(word.strip().strip("\"'"))
            word, is_key = "", False
        elif letter in "\"'":
            end = rest.find(letter, at + 1)
            end = len(rest) if end < 0 else end + 1
            word += rest[at:end]
            at = end
            continue
        else:
            word += letter
        at += 1
    inner = tuple(name for name in open_ if name != "{")
    return Where((*path, *inner), word.lstrip(), is_key, not is_key)


_BEGINS = re.compile(
    r"""^(?P<blank> *)- +\{? *(?P<key>"[^"]*"|'[^']*'|[^\s#\[\]{},"'][^#\[\]{},"']*?) *:(?=\s|$)"""
)


def _first_key(before: str, where: Where) -> str:
    """Who does what in the attempt that a text ends in; nothing where that is about to be said."""
    *above, line = before.split("\n")
    if (
        where.path == ("attempts", ITEM)
        and line.lstrip().startswith("- ")
        and not _BEGINS.match(line)
    ):
        return ""
    least: int | None = None
    for earlier in reversed([*above, line]):
        found = _BEGINS.match(earlier)
        column = len(earlier) - len(earlier.lstrip(" "))
        if earlier.lstrip().startswith(("- ", "#")) and found is None:
            continue
        if found and (least is None or len(found["blank"]) <= least):
            key = " ".join(found["key"].strip("\"'").split())
            if key in _scenario()["definitions"]["attempt"]["dependencies"]:
                return key
        if earlier.strip():
            least = column if least is None else min(least, column)
    return ""


# -- what may stand there ----------------------------------------------------------------------


def _ways(node: Schema, top: Schema) -> Iterator[Schema]:
    """What a part of the schema may be, references and alternatives followed."""
    if "$ref" in node:
        yield from _ways(top["definitions"][node["$ref"].rpartition("/")[2]], top)
        return
    yield node
    others = [*node.get("oneOf", ()), *node.get("anyOf", ()), *node.get("allOf", ())]
    for other in (*others, *(node[key] for key in ("then", "else") if key in node)):
        yield from _ways(other, top)


@lru_cache(maxsize=1)
def _scenario() -> Schema:
    return schema()


def _at(where: Where) -> list[Schema]:
    top = _scenario()
    nodes = list(_ways(top, top))
    for depth, step in enumerate(where.path):
        if depth == 2 and where.path[:2] == ("attempts", ITEM):
            nodes = [*_below(nodes, where.first, top), *nodes]
        found: list[Schema] = []
        for node in nodes:
            if step == ITEM:
                inner = node.get("items")
            else:
                inner = node.get("properties", {}).get(step, node.get("additionalProperties"))
            if isinstance(inner, Mapping):
                found += _ways(inner, top)
        nodes = found
    if where.path == ("attempts", ITEM) and where.first:
        return _below(nodes, where.first, top)
    return nodes


def _below(nodes: Iterable[Schema], first: str, top: Schema) -> list[Schema]:
    """What may stand below the first key of an attempt."""
    branches = [
        node["dependencies"][first] for node in nodes if first in node.get("dependencies", ())
    ]
    return [way for branch in branches for way in _ways(branch, top)]


def _offered(where: Where) -> Iterator[tuple[str, str]]:
    """Keys and words; a list of mappings may be begun without its dash being told."""
    nodes = _at(where)
    if where.is_value:
        for node in nodes:
            for word in node.get("enum", ()):
                yield str(word), str(word)
    if where.is_key:
        seen = set()
        for node in nodes:
            for key in node.get("properties", ()):
                if key not in seen:
                    seen.add(key)
                    yield str(key), f"{key}: "


def _is_named(where: Where) -> bool:
    """Whether the name of something may stand there."""
    if not where.is_value or not where.path or where.path[-1] in _NAMELESS:
        return False
    if "expect" in where.path or (where.is_key and where.path[-2:] == ("attempts", ITEM)):
        return False
    nodes = _at(where)
    kinds = [node.get("type") for node in nodes if "enum" not in node]
    return any(kind == "string" or (isinstance(kind, list) and "string" in kind) for kind in kinds)


_NAMES = re.compile(
    r"""(?:site|sector|system|card|as|plays|deploys|uses|moves)\s*:\s*("[^"\n]*"|[^\s\[{"'#,}\]][^\n,}\]#]*)"""
    r"""|[\[,]\s*("[^"\n]*"|[^\s\[{"'#,}\]:][^\n,}\]#:{\[]*)(?=[,\]])"""
)


def _named(text: str, at: int) -> Iterator[str]:
    """Names that stand in the text already, but for the word that is typed."""
    for match in _NAMES.finditer(text):
        if not match.start() <= at <= match.end():
            name = (match[1] or match[2]).strip().strip('"')
            if name and not name.endswith(" more") and not name.isdecimal():
                yield name

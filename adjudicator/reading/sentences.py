"""A printed text cut up: faces, sides of a location, functions, sentences; each with its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

FACES = " // "
_HEADS = {
    "used": re.compile(r"\bUSED: ?"),
    "lost": re.compile(r"\bLOST: ?"),
    "starting": re.compile(r"\bSTARTING: ?"),
    "light": re.compile(r"(?:^|(?<=[.!)\s-]))Light(?: \([^)]*\))?: ?"),
    "dark": re.compile(r"(?:^|(?<=[.!)\s-]))Dark(?: \([^)]*\))?: ?"),
}
_OR = re.compile(r"(?:^|(?<=[.)'] ))OR ")
_END = re.compile(r"[.!]['\"]?(?=\s+[A-Z(•[\d]|\s*$)|(?<=[.!])\)(?=\s|$)|(?<=[.!]')\)(?=\s|$)")
# A stop behind these ends no sentence.
_SHORT = re.compile(r"(?:\b(?:Lt|Dr|St|vs|Sgt|Capt|Cmdr|Col|Maj|Gen|No|Mr|Ms)|\b[A-Z])\.$")


# How it is printed that there is no text.
_NOTHING = re.compile(r"[(<]?(?:none|blank)[)>]?\.?", re.IGNORECASE)


class Sentence(NamedTuple):
    """A sentence as printed, and where it begins in the whole text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


class Function(NamedTuple):
    """What is used or works together: an option of an Interrupt, a player's side of a location."""

    name: str  # "", used, lost, light, dark …
    sentences: tuple[Sentence, ...]


def functions(text: str, kind: str = "") -> tuple[Function, ...]:
    """The functions of a text, in printed order; a location's sides by whose they are."""
    found: list[Function] = []
    start = 0
    for face in text.split(FACES):
        found += _of_face(face, start, kind)
        start += len(face) + len(FACES)
    return tuple(function for function in found if function.sentences)


def _of_face(face: str, start: int, kind: str) -> Iterator[Function]:
    names = ("light", "dark") if kind == "location" else ("used", "lost", "starting")
    marks = sorted(
        (match.start(), match.end(), name)
        for name in names
        for match in _HEADS[name].finditer(face)
    )
    begun = [(0, 0, ""), *marks]
    for number, (_, at, name) in enumerate(begun):
        until = begun[number + 1][0] if number + 1 < len(begun) else len(face)
        options = list(_options(face[at:until], kind))
        if len(options) > 1 and kind != "interrupt":
            name = "or"  # one of several ways to deploy it: which one holds, the text does not say
        for part_start, part in options:
            yield Function(name, tuple(_sentences(part, start + at + part_start)))


def _options(part: str, kind: str) -> Iterator[tuple[int, str]]:
    """What stands between two ORs."""
    if kind == "location":
        yield 0, part
        return
    at = 0
    for match in _OR.finditer(part):
        yield at, part[at : match.start()]
        at = match.end()
    yield at, part[at:]


def _sentences(part: str, start: int) -> Iterator[Sentence]:
    at = depth = counted = 0
    for match in _END.finditer(part):
        end = match.end()
        depth += part.count("(", counted, end) - part.count(")", counted, end)
        counted = end
        if depth > 0 or _SHORT.search(part[at:end]):
            continue
        if sentence := _stripped(part, at, end, start):
            yield sentence
        at = end
    if sentence := _stripped(part, at, len(part), start):
        yield sentence


def _stripped(part: str, at: int, end: int, start: int) -> Sentence | None:
    bare = part[at:end].strip()
    if not re.search(r"\w", bare) or _NOTHING.fullmatch(bare):
        return None
    return Sentence(bare, start + at + part[at:end].index(bare[0]))

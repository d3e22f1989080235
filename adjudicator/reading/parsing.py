"""Small parsers that keep every reading: patterns of words and slots over the words of a sentence.

A rule says of a category how it may be put: `{who:subject} is|are {what:changes} {where:place}?`.
Literal words match in any case; `a|b` is one of several words, `?` makes a part optional, round
brackets group, with a backslash they are printed ones. What the slots found goes to the rule's function, which gives the value, or None."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple, TypeVar

# What is printed on cards needs a small part of either: its longest sentence has 88 words, the
# hardest takes 200 steps, a whole text 800. What is more was printed on none, and is not read.
MOST_WORDS = 120
MOST_WORK = 2_000  # for a sentence
MOST_WORK_OF_A_TEXT = 20_000
Value = Any  # plain data: mappings, lists, words and numbers, as they stand in a file
Build = Callable[..., Any]
B = TypeVar("B", bound=Build)

_TOKEN = re.compile(
    r"\[[^\]]+\]|[<>]=?|=|[+-]?\d+(?![\w-])|[^\W_][\w'’./&-]*(?:\([A-Za-z]+\))?|•+|½|¼|[^\s\w]"
)
_QUOTED = re.compile(r"(?<![\w.])['`‘\"]([^\W_][\w /-]*?)([.,]?)['’\"]")
_SPLIT_SIGN = re.compile(r"(?<=\w )([+-]) (?=\d)")


class Token(NamedTuple):
    """A word, a number or a sign, and where it stands in the sentence."""

    text: str
    start: int
    end: int

    @property
    def word(self) -> str:
        return self.text.casefold()


def tokens(sentence: str) -> tuple[Token, ...]:
    """The words of a sentence; quotation marks around a term of the game are left out."""
    blank = _QUOTED.sub(lambda m: f" {m[1]}{m[2]} ", sentence)
    found = []
    for match in _TOKEN.finditer(blank):
        text, start, end = match.group(), match.start(), match.end()
        while text[-1] in ".'’/&-" and len(text) > 1:
            text, end = text[:-1], end - 1
        found.append(Token(text, start, end))
    return tuple(found)


def is_number(word: str) -> bool:
    """Digits, and no more of them than a card has."""
    return word.isascii() and word.isdigit() and len(word) <= 3


class Rule(NamedTuple):
    """One way to put something of a category."""

    pattern: Pattern
    build: Build
    frames: frozenset[str]  # the types of card on which it is so; empty: on all


RULES: dict[str, list[Rule]] = {}
SCANS: dict[str, list[Callable[[Parse, int], Iterator[tuple[Value, int]]]]] = {}


def rule(category: str, *patterns: str, on: tuple[str, ...] = ()) -> Callable[[B], B]:
    """Registers a way to put something; the slots' names are the function's arguments."""

    def register(build: B) -> B:
        for pattern in patterns:
            found = Rule(compiled(pattern), build, frozenset(on))
            RULES.setdefault(category, []).append(found)
        return build

    return register


def scan(category: str) -> Callable[[Any], Any]:
    """Registers a category that is found by a function of its own."""

    def register(function: Any) -> Any:
        SCANS.setdefault(category, []).append(function)
        return function

    return register


# -- patterns --------------------------------------------------------------------

Found = tuple[dict[str, Value], int]


class Pattern:
    def match(self, parse: Parse, at: int) -> Iterator[Found]:
        raise NotImplementedError


class Words(Pattern):
    """One of several literal words."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = frozenset(words)

    def match(self, parse: Parse, at: int) -> Iterator[Found]:
        if at < len(parse.words) and parse.words[at] in self.words:
            parse.reached(at + 1)
            yield {}, at + 1


class Slot(Pattern):
    """Something of a category."""

    def __init__(self, name: str, category: str) -> None:
        self.name, self.category = name, category

    def match(self, parse: Parse, at: int) -> Iterator[Found]:
        for value, end in parse.all(self.category, at):
            yield {self.name: value}, end


class Maybe(Pattern):
    """A part that may be there or not."""

    def __init__(self, part: Pattern) -> None:
        self.part = part

    def match(self, parse: Parse, at: int) -> Iterator[Found]:
        yield from self.part.match(parse, at)
        yield {}, at


class Sequence(Pattern):
    def __init__(self, parts: tuple[Pattern, ...]) -> None:
        self.parts = parts

    def match(self, parse: Parse, at: int) -> Iterator[Found]:
        yield from self._from(parse, at, 0)

    def _from(self, parse: Parse, at: int, number: int) -> Iterator[Found]:
        if number == len(self.parts):
            yield {}, at
            return
        for found, end in self.parts[number].match(parse, at):
            for more, last in self._from(parse, end, number + 1):
                yield ({**found, **more} if found and more else found or more), last


class OneOf(Pattern):
    """One of several sequences."""

    def __init__(self, ways: tuple[Pattern, ...]) -> None:
        self.ways = ways

    def match(self, parse: Parse, at: int) -> Iterator[Found]:
        for way in self.ways:
            yield from way.match(parse, at)


_PART = re.compile(r"\{[^}]+\}\??|\\[()]|\(|\)\??|\||[^\s{}()]+")


@cache
def compiled(pattern: str) -> Pattern:
    parts = _PART.findall(pattern)
    made, rest = _sequence(parts, 0)
    assert rest == len(parts), pattern
    return made


def _sequence(parts: list[str], at: int) -> tuple[Pattern, int]:
    ways: list[Pattern] = []
    current: list[Pattern] = []
    while at < len(parts) and not parts[at].startswith(")"):
        part = parts[at]
        if part == "|":
            ways.append(Sequence(tuple(current)))
            current = []
        elif part == "(":
            inner, at = _sequence(parts, at + 1)
            current.append(Maybe(inner) if parts[at].endswith("?") else inner)
        else:
            current.append(_single(part))
        at += 1
    ways.append(Sequence(tuple(current)))
    return (ways[0] if len(ways) == 1 else OneOf(tuple(ways))), at


def _single(part: str) -> Pattern:
    if part[0] == "\\":  # a bracket as it is printed
        return Words((part[1],))
    maybe = part.endswith("?") and len(part) > 1
    bare = part[:-1] if maybe else part
    made: Pattern
    if bare.startswith("{"):
        name, _, category = bare[1:-1].partition(":")
        made = Slot(name, category or name)
    else:
        made = Words(tuple(word.casefold() for word in bare.split("|")))
    return Maybe(made) if maybe else made


# -- one parse -------------------------------------------------------------------


_IMMUNE = re.compile(r"^\[(Immune to [^\]]*)\]$")  # in square brackets, like an icon
_WITH_A_HERE = frozenset({"location", "character"})


class TooMuch(Exception):  # noqa: N818 - it is a sentence that is too much
    """A sentence can be taken in more ways than anything printed."""


class Parse:
    """The words of one sentence, what is known of its card, and what was found so far."""

    def __init__(self, sentence: str, card: Any, names: Any, most: int = MOST_WORK) -> None:
        self.tokens = tokens(_IMMUNE.sub(r"(\1)", sentence))
        self.words = [token.word for token in self.tokens]
        self.card = card
        self.names = names
        self.furthest = 0
        self.most = min(most, MOST_WORK)
        self.work = 0
        self._found: dict[tuple[str, int], list[tuple[Value, int]]] = {}

    def reached(self, at: int) -> None:
        self.furthest = max(self.furthest, at)

    def all(self, category: str, at: int) -> list[tuple[Value, int]]:
        """Everything of a category that begins here, each value once."""
        key = (category, at)
        if key not in self._found:
            self._found[key] = []  # what would begin with itself begins with nothing
            self._found[key] = self._once(category, at)
        return self._found[key]

    def _once(self, category: str, at: int) -> list[tuple[Value, int]]:
        seen: dict[tuple[str, int], tuple[Value, int]] = {}
        self._count()
        for value, end in self._each(category, at):
            self._count()
            self.reached(end)
            seen.setdefault((key_of(value), end), (value, end))
        return list(seen.values())

    def _count(self) -> None:
        self.work += 1
        if self.work > self.most:
            raise TooMuch

    def _each(self, category: str, at: int) -> Iterator[tuple[Value, int]]:
        for find in SCANS.get(category, ()):
            yield from find(self, at)
        for one in RULES.get(category, ()):
            if one.frames and not self._fits(one.frames):
                continue
            for found, end in one.pattern.match(self, at):
                value = one.build(self.card, **found)
                if value is not None:
                    yield value, end

    def _fits(self, frames: frozenset[str]) -> bool:
        """Whether a rule is for this kind of card; an Effect on a location has a "here", too."""
        frame = self.card.frame
        return frame in frames or (frame == "placed" and frames >= _WITH_A_HERE)

    def whole(self, category: str) -> list[Value]:
        """What the whole sentence can be; nothing, where it is more than is ever printed."""
        count = len(self.words)
        if count > MOST_WORDS:
            return []
        ends = [count]
        while ends[-1] and self.words[ends[-1] - 1] in (".", "!", ")"):
            ends.append(ends[-1] - 1)
        start = 1 if self.words[:1] == ["("] else 0
        try:
            found = [v for v, end in self.all(category, start) if end in ends]
        except TooMuch:
            return []
        return list({key_of(value): value for value in found}.values())


def key_of(value: Value) -> str:
    """Two values that say the same have the same key."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)

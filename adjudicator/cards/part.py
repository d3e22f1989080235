"""One word of a card's text with what it was given: a cost, a condition, a result, a gift …

A word is a frozen dataclass whose fields are its arguments; the first is what stands behind the
word itself. `adjudicator/words/` has them all. What comes here knows none of them by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import Field, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

from adjudicator.cards.constant import Constant
from adjudicator.cards.foresight import Foreseen
from adjudicator.cards.player import Player

__all__ = ["Player"]
DRAWN = "what was drawn"  # the destiny that what just happened is about
P = TypeVar("P", bound="Part")


class OfCards(NamedTuple):
    """A number taken from cards: `{armor of: victim}`, `{total power of: party}`, `{how many: …}`."""

    number: str  # "" where they are only counted
    cards: str
    total: bool = False


@dataclass(frozen=True)
class Part:
    """A part of a text, and the glossary clause it carries out, if one says so."""

    word: ClassVar[str] = ""
    honours: ClassVar[tuple[str, ...]] = ()  # of its arguments only these; none said: all of them
    clause: str | None = field(default=None, kw_only=True)

    def foresees(self) -> Iterable[Foreseen | Constant]:
        """What it will touch when it happens: rules look at this before anything happens."""
        return ()

    def objection(self) -> str | None:
        """What is wrong with its arguments taken together."""
        return None


F = TypeVar("F", bound=tuple[Any, ...])


def foreseen(parts: Iterable[Part], kind: type[F], inside: bool = True) -> Iterator[F]:
    """Everything of a kind that these parts will touch, and the parts inside them, too."""
    for part in parts_in(parts) if inside else parts:
        for touched in part.foresees():
            if isinstance(touched, kind):
                yield touched


def touches(parts: Iterable[Part], kind: type[F], inside: bool = True) -> bool:
    """Whether they will touch anything of a kind."""
    return any(True for _ in foreseen(parts, kind, inside))


def argument_fields(part: Part | type[Part]) -> tuple[Field[object], ...]:
    """The arguments of a word, without the clause which any part may have."""
    return tuple(f for f in fields(part) if f.name != "clause")


def key_of(part: Part | type[Part], name: str) -> str:
    """How an argument is written in a file; the first is written behind the word itself."""
    first = next(iter(argument_fields(part)), None)
    return "" if first is not None and first.name == name else name.strip("_").replace("_", " ")


def given(part: Part) -> Iterator[tuple[str, object]]:
    """Every argument with its value, by the name of its field."""
    return ((f.name, getattr(part, f.name)) for f in argument_fields(part))


def parts_in(parts: Iterable[Part]) -> Iterator[Part]:
    """Every part, and those that stand inside of others: behind a comparison, under `either` …"""
    for part in parts:
        yield part
        for _, value in given(part):
            if isinstance(value, Part):
                yield from parts_in((value,))
            elif isinstance(value, tuple):
                yield from parts_in(v for v in value if isinstance(v, Part))


def speak_of(parts: Iterable[Part], name: str) -> bool:
    """Whether one of these parts, or of those inside them, does something with a card so called."""
    return any(value == name for part in parts_in(parts) for _, value in given(part))


def clauses_in(parts: Iterable[Part]) -> set[str]:
    """The clauses these parts carry out, and the parts inside them."""
    return {part.clause for part in parts_in(parts) if part.clause is not None}


def kept(parts: tuple[P, ...], without: frozenset[str]) -> tuple[P, ...]:
    """The parts that are left without these clauses, and what is left inside them."""
    return tuple(_pruned(part, without) for part in parts if part.clause not in without)


def _pruned(part: P, without: frozenset[str]) -> P:
    changed: dict[str, Any] = {}
    for f in argument_fields(part):
        value = getattr(part, f.name)
        if isinstance(value, Part) and value.clause in without:
            changed[f.name] = f.default
        elif isinstance(value, tuple) and any(isinstance(v, Part) for v in value):
            changed[f.name] = kept(value, without)
    return replace(part, **changed) if changed else part

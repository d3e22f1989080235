"""The types of what words are given: each is read, checked and described here, in one class.

A word says of each of its fields which type it has: `amount: Amount`, `by: Player = Player.YOU`.
What does not fit is told at its place; reading then gives nothing."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Protocol

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.cards.model import Filter
from adjudicator.cards.part import DRAWN, OfCards, Part
from adjudicator.cards.player import Player
from adjudicator.cards.read import FILTER_KEYS, NUMBERS, PILES, SUBTYPES, TYPES, read_filter
from adjudicator.game import Mark, Zone
from adjudicator.source import Reader, did_you_mean, said

_INTEGER = re.compile(r"[-+]?\d{1,3}")
_OF_CARDS = re.compile(r"(total )?(.+) of")
# Names which every text may use, besides those of its targets.
ALWAYS_NAMED = (
    "self", "bearer", "answered", "what happened", "what brought it", "where it happened",
    "aimed at", "mentor", "apprentice", "target", "hand", "winner", "loser",
)  # fmt: skip


class Words(Protocol):
    """The vocabulary, as an argument that holds further words needs it."""

    def read(self, family: str, node: Node, text: TextRead) -> Part | None: ...


class TextRead:
    """A text that is being read, with the names it gives to cards and numbers."""

    def __init__(self, reader: Reader, node: Node, ids: Iterable[str], words: Words) -> None:
        self.reader = reader
        self.node = node
        self.ids = tuple(ids)  # of all texts of the card
        self.words = words
        self.for_a_time = False  # what a constant text could say is said by a result

    @cached_property
    def cards(self) -> tuple[str, ...]:
        return (*ALWAYS_NAMED, *_named(self.node, "name"))

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        return (
            "X",
            DRAWN,
            "difference",
            *_named(self.node, "draw destiny"),
            *_named(self.node, "reckon"),
        )

    def parts(self, family: str, node: Node) -> tuple[Part, ...]:
        """The words of one part of the text, one or several."""
        items = self.reader.items(node, family)
        return tuple(part for item in items if (part := self.words.read(family, item, self)))

    def problem(self, node: Node, message: str, code: str, hint: str | None = None) -> None:
        self.reader.problem(node, message, code, hint)


def _named(node: Node, key: str) -> Iterator[str]:
    """The names that a text gives with this key, however deep."""
    if isinstance(node, SequenceNode):
        for item in node.value:
            yield from _named(item, key)
    for name, value in node.value if isinstance(node, MappingNode) else ():
        if isinstance(name, ScalarNode) and name.value == key and isinstance(value, ScalarNode):
            yield value.value.strip()
        yield from _named(value, key)


class Argument(ABC):
    """One type of argument."""

    @abstractmethod
    def read(self, node: Node, what: str, text: TextRead) -> object | None:
        """The value; None, and a problem told, if it is none."""

    def bare(self) -> object | None:
        """What it is where the word stands alone; None: the word needs it."""
        return None

    @abstractmethod
    def schema(self) -> Mapping[str, object]:
        """What an editor is told of it."""


_TEXT: Mapping[str, object] = {"type": ["string", "number", "boolean"]}


class Whole(Argument):
    """A whole number."""

    def __init__(self, least: int = -999, most: int = 999) -> None:
        self.least, self.most = least, most

    def read(self, node: Node, what: str, text: TextRead) -> int | None:
        word = node.value.strip() if isinstance(node, ScalarNode) else ""
        if not _INTEGER.fullmatch(word):
            text.problem(node, said("takes-a-whole-number", what=what), "type")
            return None
        if self.least <= int(word) <= self.most:
            return int(word)
        bound = f"below {self.least}" if int(word) < self.least else f"above {self.most}"
        text.problem(node, said("takes-no-number", what=what, bound=bound), "type")
        return None

    def schema(self) -> Mapping[str, object]:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


class Quantity(Argument):
    """A number, one found on the way by its name, X, or one taken from cards."""

    def __init__(self, least: int = -999, words: tuple[str, ...] = ()) -> None:
        self.plain = Whole(least)
        self.words = words  # that mean something here besides

    def read(self, node: Node, what: str, text: TextRead) -> int | str | OfCards | None:
        if isinstance(node, MappingNode):
            return self._of_cards(node, what, text)
        word = node.value.strip() if isinstance(node, ScalarNode) else ""
        if _INTEGER.fullmatch(word):
            return self.plain.read(node, what, text)
        if word in (*text.numbers, *self.words):
            return word
        text.problem(
            node, said("no-number-is-called-here", word=word), "unknown-word",
            did_you_mean(word, (*text.numbers, *self.words))
            or said("a-number-x-a-destiny-drawn-before"),
        )  # fmt: skip
        return None

    def _of_cards(self, node: MappingNode, what: str, text: TextRead) -> OfCards | None:
        found = text.reader.mapping(node, what)
        if len(found) != 1:
            text.problem(node, said("takes-one-number", what=what), "type", said("armor-of"))
            return None
        ((word, (_, name)),) = found.items()
        number = _OF_CARDS.fullmatch(word)
        if word != "how many" and (number is None or number[2] not in NUMBERS):
            hint = did_you_mean(word, [f"{n} of" for n in NUMBERS])
            text.problem(
                node,
                said("is-no-number-of-a-card", word=word),
                "unknown-word",
                hint or said("armor-of"),
            )
            return None
        cards = Named().read(name, word, text)
        if cards is None:
            return None
        return OfCards(number[2], cards, bool(number[1])) if number else OfCards("", cards)

    def schema(self) -> Mapping[str, object]:
        return {"type": ["integer", "string", "object"]}


class QuantityOrDescribed(Quantity):
    """A number, or as many as there are such cards."""

    def read(self, node: Node, what: str, text: TextRead) -> int | str | OfCards | Filter | None:  # type: ignore[override]
        keys = [k.value for k, _ in node.value] if isinstance(node, MappingNode) else []
        if keys and any(key in FILTER_KEYS for key in keys):
            return Described().read(node, what, text)
        return super().read(node, what, text)

    def schema(self) -> Mapping[str, object]:
        return {"type": ["integer", "string", "array", "object"]}


class Named(Argument):
    """A card, by a name of the text or by its title."""

    def __init__(self, *besides: str) -> None:
        self.besides = besides  # that mean something here although no card is called so

    def read(self, node: Node, what: str, text: TextRead) -> str | None:
        word = text.reader.text(node, what).strip()
        if not isinstance(node, ScalarNode):
            return None
        known = (*text.cards, *self.besides)
        if word[:1].islower() and word not in known:  # a title begins otherwise
            text.problem(
                node, said("this-text-calls-no-card", word=word), "unknown-word",
                did_you_mean(word, known) or said("a-targets-name-self-bearer-or-a"),
            )  # fmt: skip
            return None
        return word

    def schema(self) -> Mapping[str, object]:
        return _TEXT


class Described(Argument):
    """A description of cards."""

    def read(self, node: Node, what: str, text: TextRead) -> Filter | None:
        if isinstance(node, ScalarNode) and _INTEGER.fullmatch(node.value.strip()):
            text.problem(node, said("takes-a-description-of-cards-not-a", what=what), "type")
            return None
        return read_filter(text.reader, node)

    def schema(self) -> Mapping[str, object]:
        return {"type": ["string", "array", "object"]}


class OfText(Described):
    """Cards that a constant text reaches: itself, what it is on, a title, a kind, a description."""

    own: tuple[str, ...] = ("self", "bearer")

    def read(self, node: Node, what: str, text: TextRead) -> str | Filter | None:  # type: ignore[override]
        word = node.value.strip() if isinstance(node, ScalarNode) else ""
        if word in self.own or (text.for_a_time and word in text.cards):
            return word
        if word[:1].islower() and word not in (
            "any",
            *TYPES,
            *SUBTYPES,
        ):  # a title begins otherwise
            known = (*self.own, "any", *TYPES, *SUBTYPES)
            hint = did_you_mean(word, known) or said(
                "any-or-a-description", own=", ".join(self.own)
            )
            text.problem(node, said("cannot-take-that", what=what, word=word), "unknown-word", hint)
            return None
        return super().read(node, what, text)


class Place(OfText):
    """Where a constant text reaches."""

    own = ("here", "related", "related sites", "battle")


class EachOf(OfText):
    """What is counted one by one."""

    def __init__(self, *own: str) -> None:
        self.own = own


class Measure(Argument):
    """A whole number, or one of some words that stand for one."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, node: Node, what: str, text: TextRead) -> int | str | None:
        word = node.value.strip() if isinstance(node, ScalarNode) else ""
        return word if word in self.words else Whole().read(node, what, text)

    def schema(self) -> Mapping[str, object]:
        return {"anyOf": [Whole().schema(), {"enum": list(self.words)}]}


class Indeed(Argument):
    """Something that is so: "no" would say nothing."""

    def read(self, node: Node, what: str, text: TextRead) -> bool | None:
        if text.reader.yes(node, what):
            return True
        if not text.reader.problems or text.reader.problems[-1].code != "type":
            text.problem(node, said("no-says-nothing", what=what), "type", said("leave-it-out"))
        return None

    def schema(self) -> Mapping[str, object]:
        return {"enum": [True, "yes"]}


class NamedOrDescribed(Described):
    """Cards by a name, or all that a description fits."""

    def __init__(self, *besides: str) -> None:
        self.named = Named(*besides)

    def read(self, node: Node, what: str, text: TextRead) -> str | Filter | None:  # type: ignore[override]
        if isinstance(node, MappingNode):
            return super().read(node, what, text)
        return self.named.read(node, what, text)


class TopOrDescribed(Described):
    """The top card, or one that a description fits."""

    def read(self, node: Node, what: str, text: TextRead) -> Filter | None:
        if isinstance(node, ScalarNode) and node.value.strip() == "top":
            return TOP
        return super().read(node, what, text)


TOP = Filter(titles=("top",))  # of a pile


class OneOf(Argument):
    """One of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def read(self, node: Node, what: str, text: TextRead) -> str | None:
        word = text.reader.choice(node, what, self.words)
        return next((known for known in self.words if known == word), None)

    def schema(self) -> Mapping[str, object]:
        return {"enum": [str(word) for word in self.words]}


class Yes(Argument):
    """Yes or no."""

    def read(self, node: Node, what: str, text: TextRead) -> bool | None:
        return text.reader.yes(node, what)

    def schema(self) -> Mapping[str, object]:
        return {"type": "boolean"}


class Found(Argument):
    """A number found on the way, by its name."""

    def read(self, node: Node, what: str, text: TextRead) -> str | None:
        word = text.reader.text(node, what).strip()
        if not isinstance(node, ScalarNode):
            return None
        if word not in text.numbers:
            text.problem(
                node, said("no-number-is-called-here", word=word), "unknown-word",
                did_you_mean(word, text.numbers) or said("a-destiny-drawn-before-or-what-was"),
            )  # fmt: skip
            return None
        return word

    def schema(self) -> Mapping[str, object]:
        return _TEXT


class IdOfText(Argument):
    """Another text of the same card, by its id."""

    def read(self, node: Node, what: str, text: TextRead) -> str | None:
        word = text.reader.choice(node, what, text.ids)
        return word if word in text.ids else None

    def schema(self) -> Mapping[str, object]:
        return _TEXT


class Plain(Argument):
    """A text of its own: a name that is given here, or something to be told."""

    def read(self, node: Node, what: str, text: TextRead) -> str | None:
        before = len(text.reader.problems)
        word = text.reader.text(node, what).strip()
        if not word and len(text.reader.problems) == before:
            text.problem(node, said("it-is-empty", what=what), "empty")
        return word or None

    def schema(self) -> Mapping[str, object]:
        return _TEXT


class Several(Argument):
    """One or several of a type."""

    def __init__(self, inner: Argument) -> None:
        self.inner = inner

    def read(self, node: Node, what: str, text: TextRead) -> tuple[object, ...] | None:
        found = [self.inner.read(n, what, text) for n in text.reader.items(node, what)]
        return None if None in found else tuple(found)

    def schema(self) -> Mapping[str, object]:
        one = self.inner.schema()
        return {"anyOf": [one, {"type": "array", "items": one}]}


class Listed(Argument):
    """Further words, one or several."""

    def __init__(self, family: str) -> None:
        self.family = family

    def read(self, node: Node, what: str, text: TextRead) -> tuple[Part, ...] | None:
        return text.parts(self.family, node)

    def schema(self) -> Mapping[str, object]:
        return {"type": ["string", "array", "object"]}


class BoundTo(Argument):
    """A value that a clause of the glossary may have set: itself, or `{key: …, clause: …}`."""

    def __init__(self, key: str, inner: Argument, made: Callable[..., Part]) -> None:
        self.key, self.inner, self.made = key, inner, made

    def read(self, node: Node, what: str, text: TextRead) -> Part | None:
        clause = None
        if isinstance(node, MappingNode):
            found = text.reader.keys(node, what, (self.key, "clause"))
            if self.key not in found:
                text.problem(node, said("needs-the-key", what=what, key=self.key), "missing-key")
                return None
            if "clause" in found:
                clause = text.reader.text(found["clause"][1], "clause").strip()
            node = found[self.key][1]
        value = self.inner.read(node, what, text)
        return None if value is None else self.made(value, clause=clause)

    def schema(self) -> Mapping[str, object]:
        return {"anyOf": [self.inner.schema(), {"type": "object"}]}


Number = Annotated[int, Whole()]
Count = Annotated[int, Whole(least=1)]
Amount = Annotated[int | str | OfCards, Quantity()]
Force = Annotated[int | str | OfCards, Quantity(least=0)]
Card = Annotated[str, Named()]
Cards = Annotated[Filter, Described()]
CardOrCards = Annotated[str | Filter, NamedOrDescribed()]
Pile = Annotated[Zone, OneOf(*(Zone(pile) for pile in PILES))]
OutOfPlay = Annotated[Zone, OneOf(*(Zone(pile) for pile in PILES if pile != "table"))]
ASign = Annotated[Mark, OneOf(*Mark)]
Drawn = Annotated[str, Found()]
Results = Annotated[tuple[Part, ...], Listed("result")]
Reached = Annotated[str | Filter, OfText()]
ReachedPlace = Annotated[str | Filter, Place()]
Turn = Annotated[str, OneOf("yours", "opponent's", "any")]
Certain = Annotated[bool, Indeed()]
Flag = Annotated[bool, Yes()]
Name = Annotated[str, Plain()]
OneSide = Annotated[Player, OneOf(Player.YOU, Player.OPPONENT)]
Sides = Annotated[Player, OneOf(Player.YOU, Player.OPPONENT, Player.EACH)]


def words_of(enum: type[StrEnum]) -> OneOf:
    return OneOf(*enum)

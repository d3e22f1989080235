"""What stands behind a verb, and what may stand below it: each kind reads itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from yaml.nodes import Node, ScalarNode

from adjudicator.game import Side, Way
from adjudicator.source import Reader, folded, said, span_of
from adjudicator.state.attempts import Name

SEATS = ("pilot", "driver", "passenger", "astromech")
NOTHING = "nothing"
PAYMENTS = (NOTHING, "reserve", "force", "used", "hand", "lost")
CHOICES = ("stay", "escape", "prison", "take", "decline", "first", "second")
ACTION_WORDS = ("battle", "attack", "Force drain", "move", "react", "duel")

Schema = dict[str, Any]
TEXT: Schema = {"type": ["string", "number", "boolean"]}
NAMES: Schema = {"oneOf": [TEXT, {"type": "array", "items": TEXT}]}
_NUMBER: Schema = {"type": "integer"}


class Means(StrEnum):
    """What a name in an attempt has to be the name of."""

    CARD = "card"
    LOCATION = "location"
    ACTION = "action"  # or a card
    ANY = "any"  # a card or location, wherever it is


Named = tuple[Name, Means]


def name_in(reader: Reader, node: Node, what: str) -> Name:
    """A title or alias as it is written."""
    text = reader.text(node, what).strip()
    if isinstance(node, ScalarNode) and not folded(text):
        reader.problem(
            node, said("has-no-name", what=what), "empty", said("write-the-title-of-a-card")
        )
    return Name(text, span_of(node))


def is_number(node: Node) -> bool:
    word = node.value.strip() if isinstance(node, ScalarNode) else ""
    return word.removeprefix("-").isdecimal() and len(word) < 6


# -- behind the verb -------------------------------------------------------------------


@dataclass(frozen=True)
class Object:
    """What a verb is about: what it names, and how many."""

    what: Name | None = None
    amount: int | None = None


class Value:
    """What stands behind a verb: the name of a card, unless it is said otherwise."""

    means: ClassVar[Means | None] = Means.CARD
    schema: ClassVar[Schema] = TEXT

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        return Object(name_in(reader, node, verb))

    def names(self, what: Name) -> Iterator[Named]:
        if self.means is not None:
            yield what, self.means


class Place(Value):
    means = Means.LOCATION


class Number(Value):
    means = None
    schema = _NUMBER

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        return Object(amount=reader.number(node, verb, least=1, most=99))


class NumberOrNone(Number):
    """None at all is a number, too: it declines."""

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        return Object(amount=reader.number(node, verb, least=0, most=99))


class CardOrForce(Value):
    """A card, or so much Force: `3 Force`."""

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        word, _, force = (
            node.value.strip().partition(" ") if isinstance(node, ScalarNode) else ("", "", "")
        )
        if force.casefold() == "force" and word.isdecimal() and len(word) < 3:
            return Object(amount=int(word))
        return super().read(reader, node, verb)


class Times(Value):
    """How often, if more than once."""

    means = None
    schema = {}  # noqa: RUF012 - nothing, or a number

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        if isinstance(node, ScalarNode) and not node.value.strip():
            return Object(amount=1)
        return Object(amount=reader.number(node, f"how often: {verb}", least=1, most=99))


class Lost(Value):
    """So much Force, or what is chosen to be lost next: a card, or the pile it lies on."""

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        if is_number(node):
            amount = reader.number(node, verb, least=0, most=99)
            return Object(amount=amount) if amount else Object(Name(NOTHING, span_of(node)))
        what = name_in(reader, node, verb)
        if folded(what.text) == "hand":
            reader.problem(
                node, said("a-card-lost-from-hand-has-a"), "type",
                said("write-its-title-or-reserve-force-or"),
            )  # fmt: skip
        return Object(what)

    def names(self, what: Name) -> Iterator[Named]:
        if what.text not in PAYMENTS:
            yield what, Means.ANY


class OneOf(Value):
    """One of a few things that have a name of their own, and perhaps a number instead."""

    means = None

    def __init__(self, *words: str, one: str | None = None) -> None:
        self.words = words
        self.one = one  # the word for a single one of what is counted

    def read(self, reader: Reader, node: Node, verb: str) -> Object:
        counted = self.one is not None
        if counted and is_number(node):
            return Object(amount=reader.number(node, verb, least=1, most=99))
        known = (*self.words, *filter(None, (self.one,)))
        word = reader.choice(node, verb, known) or ""
        if counted and word == self.one:
            return Object(amount=1)
        return Object(Name(word, span_of(node)))


A_CARD = Value()
A_LOCATION = Place()
A_NUMBER = Number()
A_NUMBER_OR_NONE = NumberOrNone()
A_CARD_OR_FORCE = CardOrForce()
LOSS = Lost()
HOW_OFTEN = Times()


# -- below it --------------------------------------------------------------------------


@dataclass(frozen=True)
class Detail:
    """A key below an attempt: the field it fills, how it is read, which cards it names."""

    key: str
    field: str
    read: Callable[[Reader, Node, str], Any]
    schema: Mapping[str, Any]
    means: Means | None = None
    words: tuple[str, ...] = ()  # which are no names

    def names(self, value: Any) -> Iterator[Named]:
        if self.means is not None and value is not None:
            for name in (value,) if isinstance(value, Name) else value:
                if name.text not in self.words and name.text.casefold() not in self.words:
                    yield name, self.means


def _names(reader: Reader, node: Node, what: str) -> tuple[Name, ...]:
    return tuple(name_in(reader, item, what) for item in reader.items(node, what))


def _numbers(reader: Reader, node: Node, what: str) -> tuple[int, ...]:
    found = (reader.number(item, what, most=99) for item in reader.items(node, what))
    return tuple(number for number in found if number is not None)


def _whole(reader: Reader, node: Node, what: str) -> int | None:
    return reader.number(node, what, most=99)


def _side(reader: Reader, node: Node, what: str) -> Side | None:
    word = reader.choice(node, what, list(Side))
    return Side(word) if word in list(Side) else None


def _way(reader: Reader, node: Node, what: str) -> Way | None:
    word = reader.choice(node, what, list(Way))
    return Way(word) if word in list(Way) else None


def _seat(reader: Reader, node: Node, what: str) -> str | None:
    return reader.choice(node, what, SEATS)


def _name(key: str, means: Means) -> Detail:
    return Detail(key, key, name_in, TEXT, means)


def _list(key: str, means: Means, words: tuple[str, ...] = (), field: str = "") -> Detail:
    return Detail(key, field or key, _names, NAMES, means, words)


TARGETS = _list("targets", Means.ACTION)
TO = _name("to", Means.ANY)
AT = _name("at", Means.LOCATION)
ABOARD = _name("aboard", Means.ANY)
USING = Detail("using", "using", name_in, TEXT)
ANSWERING = _name("answering", Means.ACTION)
WITH = _list("with", Means.ANY, field="with_")
SEAT = Detail("seat", "seat", _seat, {"enum": list(SEATS)})
BEFORE = _name("before", Means.LOCATION)
AFTER = _name("after", Means.LOCATION)
REPLACING = _name("replacing", Means.ANY)
X = Detail("X", "x", _whole, _NUMBER)
WAY = Detail("by", "way", _way, {"enum": list(Way)})
WHO = Detail("by", "by", _side, {"enum": list(Side)})  # of a question: whom it is about

# What any action may need on its way: draws, payments, choices, what comes up in a pile.
GIVEN = (
    Detail("destiny", "destiny", _numbers, {"oneOf": [_NUMBER, {"type": "array", "items": _NUMBER}]}),
    _list("paying", Means.ANY, PAYMENTS),
    _list("order", Means.ANY),
    _list("choosing", Means.ANY, CHOICES),
    _list("taking", Means.ANY),
)  # fmt: skip
# What the use of a card's text may need besides.
OF_A_TEXT = (TARGETS, TO, AT, ABOARD, SEAT, USING, ANSWERING, X, *GIVEN)
# What may be asked with a question; which of them, each question says.
OF_A_QUESTION = {detail.key: detail for detail in (AT, WITH, WHO)}

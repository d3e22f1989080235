"""What a card's text may say with each word: missing parts, numbers, piles, players, names.

Reading takes a text by its shape; this looks at what the words are given, so that a mistake in
a card of one's own is told at its place before anything is ruled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.cards.model import SEATS
from adjudicator.cards.read import (
    BARS,
    GIVES,
    LIFTS,
    NUMBERS,
    SUBTYPES,
    TYPES,
)
from adjudicator.game import Phase
from adjudicator.source import Reader, did_you_mean

_KINDS = (*TYPES, *SUBTYPES, "plain effect")
_PARTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "gives": GIVES,
    "bars": BARS,
    "lifts": LIFTS,
}
_EITHER = ("you", "opponent")
_PHASES = tuple(phase.value for phase in Phase)
_WHOSE = ("yours", "opponent's", "any")
# The words that may stand somewhere: by part of the text, word and key ("": the word's own value).
_CHOICES: Mapping[tuple[str, str, str], tuple[str, ...]] = {
    ("gives", "conditions", ""): ("nighttime",),
    ("gives", "arrives", ""): ("undercover",),
    ("gives", "lends power", ""): ("light", "dark"),
    ("gives", "*", "whose"): _WHOSE,
    ("bars", "*", "by"): (*_EITHER, "any"),
    ("bars", "*", "phase"): _PHASES,
    ("bars", "*", "unless phase"): _PHASES,
    ("lifts", "*", "by"): (*_EITHER, "any"),
    ("lifts", "*", "phase"): _PHASES,
    ("lifts", "*", "whose"): _WHOSE,
}
_ALWAYS_NAMED = (
    "self", "bearer", "answered", "what happened", "what brought it", "where it happened",
    "aimed at", "mentor", "apprentice", "target", "hand",
)  # fmt: skip
_PLACES = ("here", "present here", "related", "related sites", "same planet", "battle", "where")
# Keys of a description that speak of another card by name, and what may stand there besides.
_NAMED_IN_DESCRIPTIONS: Mapping[str, tuple[str, ...]] = {
    "at": _PLACES,
    "other than": (),
    "carried by": (),
    "adjacent to": ("battle", "here"),
    "related to": ("battle", "here"),
}
_INTEGER = re.compile(r"[-+]?\d{1,3}")
_GIFTS = ("none", "all", "Force icons here")


def check_card(reader: Reader, node: Node) -> None:
    """Everything that is said wrongly in the texts of a card."""
    for key, value in _pairs(node):
        if key == "texts":
            for text in _items(value):
                _Text(reader, text).check()
        elif key == "back":
            check_card(reader, value)
        elif key == "only to":
            _kinds(reader, value)


def _kinds(reader: Reader, node: Node) -> None:
    """The kinds of card that descriptions speak of."""
    for kinds in named(node, "type"):
        for kind in _items(kinds):
            reader.choice(kind, "type", _KINDS)


def _pairs(node: Node) -> Iterator[tuple[str, Node]]:
    for key, value in node.value if isinstance(node, MappingNode) else ():
        if isinstance(key, ScalarNode):
            yield key.value, value


def _items(node: Node) -> list[Node]:
    return list(node.value) if isinstance(node, SequenceNode) else [node]


class _Text:
    """One text, with the names it gives to cards and numbers."""

    def __init__(self, reader: Reader, node: Node) -> None:
        self.reader = reader
        self.node = node
        self.cards = [*_ALWAYS_NAMED, *_given(node, "name")]

    def check(self) -> None:
        parts = dict(_pairs(self.node))
        constant = "role" in parts and getattr(parts["role"], "value", "") == "constant"
        for name in ("gives", "bars", "lifts"):
            if name in parts and not constant:
                self.reader.problem(
                    parts[name], f'"{name}" belongs to a constant text', "role", "role: constant"
                )
        automatic = "role" in parts and getattr(parts["role"], "value", "") == "automatic"
        for reached in named(parts["when"], "reached") if "when" in parts else ():
            if not automatic:
                self.reader.problem(
                    reached, '"reached" belongs to an automatic text', "role", "role: automatic"
                )
        for name in _PARTS:
            for item in _items(parts[name]) if name in parts else ():
                self._op(name, item)
        _kinds(self.reader, self.node)
        for key, besides in _NAMED_IN_DESCRIPTIONS.items():
            for value in named(self.node, key):
                if isinstance(value, ScalarNode):
                    self._card(value, besides)

    def _op(self, part: str, node: Node) -> None:
        known = _PARTS[part]
        if isinstance(node, ScalarNode):
            if node.value in known:
                self.reader.problem(
                    node, f'"{node.value}" needs a value', "missing-key", f"{{{node.value}: …}}"
                )
            return
        found = dict(_pairs(node))
        verb = next((k for k in found if k in known), None)
        if verb is None:
            return
        for key, value in found.items():
            self._value(part, verb, "" if key == verb else key, value)

    def _value(self, part: str, verb: str, key: str, node: Node) -> None:
        what = key or verb
        if choices := _CHOICES.get((part, verb, key)) or _CHOICES.get((part, "*", key)):
            self.reader.choice(node, what, choices)
        elif part == "gives" and key == "for each" and isinstance(node, ScalarNode):
            self.reader.choice(node, what, ("Force icons here", *_KINDS))
        elif (
            part == "gives"
            and key == ""
            and verb in _AMOUNTS
            and not (isinstance(node, ScalarNode) and node.value in _GIFTS)
        ):
            self._integer(node, what)

    def _integer(self, node: Node, what: str) -> None:
        if not isinstance(node, ScalarNode) or not _INTEGER.fullmatch(node.value.strip()):
            self.reader.problem(node, f'"{what}" takes a whole number', "type")

    def _card(self, node: ScalarNode, besides: tuple[str, ...] = ()) -> None:
        """A name begins small, a title with a capital letter or a digit."""
        word = node.value.strip()
        if not word[:1].islower() or word in self.cards or word in besides:
            return
        self.reader.problem(
            node, f'this text calls no card "{word}"', "unknown-word",
            did_you_mean(word, [*self.cards, *besides]) or "a target's name, self, bearer, or a title",
        )  # fmt: skip


_AMOUNTS = (
    *NUMBERS, "drain", "battle cost", "move cost", "deploy cost", "total power",
    "battle destinies", "activation", "attrition", "weapon destiny", "transit from", "transit to",
    "drain cost", "drain loss limit", "immune to attrition", "battle destiny",
    "permanent ability", *SEATS,
)  # fmt: skip


def named(node: Node, key: str) -> Iterator[Node]:
    """The values of a key, however deep."""
    if isinstance(node, SequenceNode):
        for item in node.value:
            yield from named(item, key)
    for name, value in _pairs(node):
        if name == key:
            yield value
        yield from named(value, key)


def _given(node: Node, key: str) -> Iterator[str]:
    """The names that a text gives with this key."""
    return (value.value.strip() for value in named(node, key) if isinstance(value, ScalarNode))

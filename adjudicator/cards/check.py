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
    PILES,
    RESULTS,
    SUBTYPES,
    TYPES,
)
from adjudicator.game import Mark, Phase
from adjudicator.source import Reader, did_you_mean

_KINDS = (*TYPES, *SUBTYPES, "plain effect")
_PARTS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "result": RESULTS,
    "gives": GIVES,
    "bars": BARS,
    "lifts": LIFTS,
}
_EITHER = ("you", "opponent")
_PHASES = tuple(phase.value for phase in Phase)
_MARKS = tuple(mark.value for mark in Mark)
_WHOSE = ("yours", "opponent's", "any")
_UNTIL = ("end of battle", "end of turn", "it leaves table")
# Words that say everything by themselves.
_BARE = ("put on table", "grab", "cancel destiny", "break cover")
_NEEDED: Mapping[str, tuple[str, ...]] = {
    "add": ("to",),
    "subtract": ("from",),
    "relocate": ("to",),
    "go": ("to",),
    "place": ("in",),
    "mark": ("as",),
    "unmark": ("as",),
    "change": ("of",),
    "bar": ("at",),
    "one way or the other": ("then", "else"),
}
_ONE_OF: Mapping[str, tuple[str, ...]] = {
    "compare": ("less than", "at least", "more than", "is"),
    "change": ("by", "to"),
    "reckon": ("how many", "power of", "most of"),
}
# The words that may stand somewhere: by part of the text, word and key ("": the word's own value).
_CHOICES: Mapping[tuple[str, str, str], tuple[str, ...]] = {
    ("result", "place", "in"): PILES,
    ("result", "mark", "as"): _MARKS,
    ("result", "unmark", "as"): _MARKS,
    ("result", "change", "until"): _UNTIL,
    ("result", "change", ""): tuple(GIVES),
    ("result", "compare", "is"): ("even",),
    ("result", "reckon", "power of"): _EITHER,
    ("result", "put on table", ""): _EITHER,
    ("result", "one way or the other", ""): _EITHER,
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
_PLAIN_NUMBERS = frozenset({
    ("result", "multiply damage", ""), ("result", "add battle destiny", ""),
   
})  # fmt: skip
# A number, the name of one that was found on the way, or one taken from cards.
_QUANTITIES = frozenset({
   
    ("result", "add", ""), ("result", "subtract", ""),
   
    ("result", "destiny instead", ""), ("result", "change", "by"),
    ("result", "change", "to"), ("result", "compare", "less than"),
    ("result", "compare", "more than"), ("result", "compare", "at least"),
})  # fmt: skip
_CARDS = frozenset({
    ("result", "lose", ""),
 ("result", "put out of play", ""), ("result", "place", ""),
    ("result", "stack", ""), ("result", "attach to", ""), ("result", "aim at", ""),
    ("result", "relocate", ""), ("result", "relocate", "to"), ("result", "go", ""),
    ("result", "go", "to"), ("result", "mark", ""), ("result", "unmark", ""),
    ("result", "hit", ""), ("result", "exclude", ""), ("result", "break cover", ""),
    ("result", "capture", ""), ("result", "capture", "by"), ("result", "release", ""),
    ("result", "steal", ""), ("result", "steal", "onto"), ("result", "flip", ""),
    ("result", "turn", ""), ("result", "put face down", ""), ("result", "turn over", ""),
    ("result", "bar", "at"), ("result", "exclude ability", ""),
    ("result", "reckon", "how many"), ("result", "reckon", "at"),
})  # fmt: skip
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
_OF_CARDS = re.compile(r"(?:total )?(.+) of")
_GIFTS = ("none", "all", "Force icons here")


def check_card(reader: Reader, node: Node) -> None:
    """Everything that is said wrongly in the texts of a card."""
    for key, value in _pairs(node):
        if key == "texts":
            ids = [v.value for v in named(value, "id") if isinstance(v, ScalarNode)]
            for text in _items(value):
                _Text(reader, text, ids).check()
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

    def __init__(self, reader: Reader, node: Node, ids: list[str]) -> None:
        self.reader = reader
        self.node = node
        self.ids = ids  # of all texts of the card
        self.cards = [*_ALWAYS_NAMED, *_given(node, "name")]
        self.numbers = ["X", *_given(node, "draw destiny"), *_given(node, "reckon")]

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
            if node.value in known and node.value not in _BARE:
                self.reader.problem(
                    node, f'"{node.value}" needs a value', "missing-key", f"{{{node.value}: …}}"
                )
            return
        found = dict(_pairs(node))
        verb = next((k for k in found if k in known), None)
        if verb is None:
            return
        for needed in _NEEDED.get(verb, ()):
            if needed not in found:
                self.reader.problem(node, f'"{verb}" needs the key "{needed}"', "missing-key")
        one_of = _ONE_OF.get(verb)
        if one_of and not any(key in found for key in one_of):
            self.reader.problem(
                node, f'"{verb}" needs one more key', "missing-key", "one of: " + ", ".join(one_of)
            )
        for key, value in found.items():
            self._value(part, verb, "" if key == verb else key, value)

    def _value(self, part: str, verb: str, key: str, node: Node) -> None:
        place = (part, verb, key)
        what = key or verb
        if key == "if":
            return  # read and checked already
        if key in ("then", "else"):
            for item in _items(node):
                self._op("result", item)
        elif choices := _CHOICES.get(place) or _CHOICES.get((part, "*", key)):
            if place == ("result", "change", "until") and isinstance(node, MappingNode):
                node = dict(_pairs(node)).get("when", node)
            if not (key == "" and verb in _BARE and _is_empty(node)):
                self.reader.choice(node, what, choices)
        elif place == ("result", "reckon", "most of"):
            for item in _items(node):
                self._quantity(item, what)
        elif place in _PLAIN_NUMBERS:
            self._integer(node, what)
        elif place in _QUANTITIES:
            self._quantity(node, what)
        elif place == ("result", "appoint", ""):
            self.reader.choice(node, what, self.ids)
        elif part == "gives" and key == "for each" and isinstance(node, ScalarNode):
            self.reader.choice(node, what, ("Force icons here", *_KINDS))
        elif place in _CARDS and isinstance(node, ScalarNode):
            self._card(node)
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

    def _quantity(self, node: Node, what: str) -> None:
        if isinstance(node, MappingNode):
            self._of_cards(node, what)
            return
        word = node.value.strip() if isinstance(node, ScalarNode) else ""
        if _INTEGER.fullmatch(word):
            if what in ("lose force", "activate", "retrieve") and int(word) < 0:
                self.reader.problem(node, f'"{what}" takes no number below 0', "type")
        elif word not in (*self.numbers, "your highest ability", "none"):
            self.reader.problem(
                node, f'no number is called "{word}" here', "unknown-word",
                did_you_mean(word, self.numbers)
                or 'a number, X, a destiny drawn before, or {armor of: …}',
            )  # fmt: skip

    def _of_cards(self, node: MappingNode, what: str) -> None:
        found = [(k, v) for k, v in _pairs(node) if k != "clause"]
        if len(found) != 1:
            self.reader.problem(node, f'"{what}" takes one number', "type", "{armor of: …}")
            return
        word, name = found[0]
        number = _OF_CARDS.fullmatch(word)
        if word != "how many" and (number is None or number[1] not in NUMBERS):
            hint = did_you_mean(word, [f"{n} of" for n in NUMBERS])
            self.reader.problem(
                node, f'"{word}" is no number of a card', "unknown-word", hint or "{armor of: …}"
            )
        elif isinstance(name, ScalarNode):
            self._card(name)

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


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.value.strip()


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

"""What only a look at a whole text can tell: its role, the kinds and names in its descriptions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.cards.read import SUBTYPES, TYPES
from adjudicator.source import Reader, did_you_mean, said

_KINDS = (*TYPES, *SUBTYPES, "plain effect")
_ALWAYS_NAMED = (
    "self", "bearer", "answered", "what happened", "what brought it", "where it happened",
    "aimed at", "mentor", "apprentice", "target", "hand", "winner", "loser",
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
                    parts[name],
                    said("belongs-to-a-constant-text", name=name),
                    "role",
                    said("role-constant"),
                )
        automatic = "role" in parts and getattr(parts["role"], "value", "") == "automatic"
        for reached in named(parts["when"], "reached") if "when" in parts else ():
            if not automatic:
                self.reader.problem(
                    reached,
                    said("reached-belongs-to-an-automatic-text"),
                    "role",
                    said("role-automatic"),
                )
        _kinds(self.reader, self.node)
        for key, besides in _NAMED_IN_DESCRIPTIONS.items():
            for value in named(self.node, key):
                if isinstance(value, ScalarNode):
                    self._card(value, besides)

    def _card(self, node: ScalarNode, besides: tuple[str, ...] = ()) -> None:
        """A name begins small, a title with a capital letter or a digit."""
        word = node.value.strip()
        if not word[:1].islower() or word in self.cards or word in besides:
            return
        self.reader.problem(
            node, said("this-text-calls-no-card", word=word), "unknown-word",
            did_you_mean(word, [*self.cards, *besides]) or said("a-targets-name-self-bearer-or-a"),
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

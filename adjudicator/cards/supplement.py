"""What somebody adds to a card that is known: a scenario, or the house rules of a club."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from yaml.nodes import MappingNode, Node

from adjudicator.cards.check import check_card
from adjudicator.cards.model import Blueprint
from adjudicator.cards.read import Words, read_blueprint, slug_of
from adjudicator.source import Reader, Span, folded, said, span_of

_FIELDS = {
    "force icons": "force_icons", "part of": "part_of", "immune to": "immune_to",
    "only to": "only_to", "not modelled": "not_modelled",
    "permanent pilots": "permanent_ability", "text": "printed", "reading": "reads_as",
}  # fmt: skip


class Supplement(NamedTuple):
    """A card described without a type: its effect as stated, or another fact."""

    title: str
    span: Span
    print: Blueprint
    keys: frozenset[str]

    def added_to(self, known: Blueprint) -> Blueprint:
        """The card with what is added; a text given as printed takes the place of the known one."""
        own, keys = self.print, self.keys
        base = known.before_reading or known
        if "text" in keys:
            told = {"en": own.printed, "fr": own.printed}
            others = [s for s in base.not_modelled if s.get("en") != base.printed]
            base = base._replace(not_modelled=(told, *others))
        fields = {_FIELDS.get(key, key) for key in keys} & set(Blueprint._fields)
        kept = {name: getattr(own, name) for name in fields - {"title", "texts", "not_modelled"}}
        merged = base._replace(
            **kept,
            facts={**{k: v for k, v in base.facts.items() if k not in own.varies}, **own.facts},
            varies=(base.varies - set(own.facts) - keys) | own.varies,
            not_modelled=(*base.not_modelled, *own.not_modelled),
        )
        if base.type == "creature" and "only to" in keys:
            merged = merged._replace(text_known=True)
        if "texts" not in keys:
            return merged
        role = "play" if base.type == "interrupt" else "use"
        slug = slug_of(base.title)
        texts = tuple(
            t._replace(role=t.role or role, clause=f"card.{slug}/{t.id}") for t in own.texts
        )
        return merged._replace(texts=texts, text_known=True)


class Described(NamedTuple):
    """Cards as they stand under `cards:`: whole ones, and what is added to others."""

    whole: tuple[Blueprint, ...] = ()
    added: tuple[Supplement, ...] = ()

    @property
    def titles(self) -> tuple[str, ...]:
        return (*(card.title for card in self.whole), *(added.title for added in self.added))


def read_cards(reader: Reader, nodes: Iterable[Node], words: Words) -> Described:
    """The cards of a list, and everything that is said wrongly in them."""
    whole: list[Blueprint] = []
    added: list[Supplement] = []
    nodes = list(nodes)
    for node in nodes:
        if not _adds(node):
            if (card := read_blueprint(reader, node, words)) is not None:
                whole.append(card)
        elif (card := read_blueprint(reader, node, words, adds=True)) is not None:
            keys = reader.mapping(node, "a card")
            title = keys["title"][1]
            if not folded(card.title):
                reader.problem(
                    title, said("title-has-no-name"), "empty", said("write-the-title-of-a-card")
                )
            added.append(Supplement(card.title, span_of(title), card, frozenset(keys)))
    for node in nodes:
        check_card(reader, node)
    return Described(tuple(whole), tuple(added))


def _adds(node: Node) -> bool:
    """A card without a type adds to one that is known."""
    keys = [k.value for k, _ in node.value] if isinstance(node, MappingNode) else []
    return "title" in keys and "type" not in keys

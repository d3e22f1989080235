"""The registry of words: it reads a text's parts with their places, and prints the manual's page.

`@word("cost", "use force", example="use force: 2")` says of a class which word it is, of which
part of a text. What it is given stands in its fields; there is no other table of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field
from functools import cached_property
from typing import Annotated, TypeVar, get_args, get_origin, get_type_hints

from yaml.nodes import Node, ScalarNode

from adjudicator.cards.part import Part, argument_fields, key_of
from adjudicator.source import Reader, did_you_mean, said
from adjudicator.words.arguments import Argument, TextRead

C = TypeVar("C", bound=type[Part])


class Known:
    """A word: the class that means it, and what the manual's page says of it."""

    def __init__(self, made: type[Part], example: str, topic: str, one_of: tuple[str, ...]) -> None:
        self.made = made
        self.example = example
        self.topic = topic  # under which heading of the page
        self.one_of = one_of  # of these keys, one has to be there

    @cached_property
    def takes(self) -> Mapping[str, Given]:
        """Its arguments by their keys; "" is what stands behind the word itself."""
        hints = get_type_hints(self.made, include_extras=True)
        return {
            key_of(self.made, f.name): Given(f, _type_in(hints[f.name]))
            for f in argument_fields(self.made)
            if not self.made.honours or f.name in self.made.honours
        }

    @property
    def page(self) -> str:
        """Its line on the manual's page."""
        keys = ", ".join(f"`{key}`" for key in self.takes if key)
        told = " ".join((self.made.__doc__ or "").split())
        told = told[:1].lower() + told[1:] if told[1:2].islower() or told[1:2] == " " else told
        return f"- `{self.made.word}`{f' ({keys})' if keys else ''}: {told} `{self.example}`"


FAMILIES: Mapping[str, dict[str, Known]] = {
    part: {} for part in ("if", "cost", "result", "gives", "bars", "lifts")
}


def word(
    family: str, name: str, *, example: str, topic: str = "", one_of: tuple[str, ...] = ()
) -> Callable[[C], C]:
    """Registers a class as what a word of that part of a text means."""

    def register(made: C) -> C:
        made.word = name
        assert name not in FAMILIES[family], name
        FAMILIES[family][name] = Known(made, example, topic, one_of)
        return made

    return register


class Given:
    """One argument of a word: its field, its type, and whether it has to be there."""

    def __init__(self, field: Field[object], type_: Argument) -> None:
        self.name = field.name
        self.type = type_
        self.needed = field.default is MISSING and field.default_factory is MISSING


def _type_in(hint: object) -> Argument:
    if get_origin(hint) is Annotated:
        return next(extra for extra in get_args(hint)[1:] if isinstance(extra, Argument))
    return next(_type_in(one) for one in get_args(hint) if get_origin(one) is Annotated)


class Vocabulary:
    """Every word there is, by the part of a text in which it stands."""

    def __init__(self, families: Mapping[str, Mapping[str, Known]]) -> None:
        self.families = families

    def _told(self, family: str, word: str) -> str:
        return said("part-knows-no-word", part=family, word=word)

    def text(self, reader: Reader, node: Node, ids: Iterable[str]) -> TextRead:
        return TextRead(reader, node, ids, self)

    def read(self, family: str, node: Node, text: TextRead) -> Part | None:
        """One word with its arguments; None, and a problem told, where something is wrong."""
        known = self.families[family]
        if isinstance(node, ScalarNode):
            return self._bare(family, known, node, text)
        found = text.reader.mapping(node, family)
        names = [key for key in found if key in known]
        if len(names) != 1:
            unknown = next((key for key in found if key not in known), "")
            at = found[unknown][0] if unknown in found else node
            text.problem(
                at, self._told(family, unknown), "unknown-word",
                _suggest(unknown, known),
            )  # fmt: skip
            return None
        meant = known[names[0]]
        takes = meant.takes
        values: dict[str, object] = {}
        whole = True
        for key, (at_key, value) in found.items():
            own = "" if key == meant.made.word else key
            if own == "clause":
                values["clause"] = text.reader.text(value, key).strip()
            elif not own and not takes:
                whole = whole and _stands_alone(value, key, text)
            elif own not in takes:
                others = [k for k in takes if k]
                text.problem(
                    at_key, said("takes-no", word=meant.made.word, key=key), "unknown-key",
                    _suggest(key, others),
                )  # fmt: skip
                whole = False
            elif own or not (_is_empty(value) and not takes[""].needed):
                read = takes[own].type.read(value, key, text)
                whole = whole and read is not None
                values[takes[own].name] = read
        return self._made(meant, values, node, text) if whole else None

    def _bare(
        self, family: str, known: Mapping[str, Known], node: ScalarNode, text: TextRead
    ) -> Part | None:
        """A word that stands alone."""
        word = node.value.strip()
        if word not in known:
            text.problem(
                node, self._told(family, word), "unknown-word",
                _suggest(word, known),
            )  # fmt: skip
            return None
        if any(argument.needed for argument in known[word].takes.values()):
            text.problem(node, said("needs-a-value", word=word), "missing-key", f"{{{word}: …}}")
            return None
        return known[word].made()

    def _made(
        self, meant: Known, values: Mapping[str, object], node: Node, text: TextRead
    ) -> Part | None:
        whole = True
        takes = meant.takes
        for key, argument in takes.items():
            if argument.needed and argument.name not in values:
                text.problem(
                    node, said("word-needs-the-key", word=meant.made.word, key=key), "missing-key"
                )
                whole = False
        if meant.one_of and not any(takes[key].name in values for key in meant.one_of):
            text.problem(
                node, said("needs-one-more-key", word=meant.made.word), "missing-key",
                said("one-of", known=', '.join(meant.one_of)),
            )  # fmt: skip
            whole = False
        if not whole:
            return None
        made: Part = meant.made(**values)  # type: ignore[arg-type]
        if (objection := made.objection()) is not None:
            text.problem(node, objection, "contradiction")
            return None
        return made

    def page(self, family: str, topic: str = "") -> str:
        """The lines of the manual's page on a part of a text."""
        return "\n".join(k.page for k in self.families[family].values() if k.topic == topic)


def _stands_alone(node: Node, word: str, text: TextRead) -> bool:
    """Whether nothing stands behind a word that is given nothing."""
    if not _is_empty(node):
        text.problem(node, said("says-everything-by-itself", word=word), "unknown-key", word)
    return _is_empty(node)


def _is_empty(node: Node) -> bool:
    return isinstance(node, ScalarNode) and not node.value.strip()


def _suggest(word: str, known: Iterable[str]) -> str | None:
    names = list(known)
    return did_you_mean(word, names) or (said("one-of", known=", ".join(names)) if names else None)

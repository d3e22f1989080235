"""Reading sentences: which of several fits the facts, and what it says of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from yaml.nodes import MappingNode, Node, SequenceNode

from adjudicator.source import BadFile, Reader, compose, read_text

# A fact with the form it takes; of several facts the first that is given.
FACT = re.compile(r"\{\{ *([a-z_]+(?:\|[a-z_]+)*)(?:\.([a-z][a-z_]*))?(?:\.([a-z][a-z_]*))? *\}\}")
_BLANKS = re.compile(r"[ \t\r\n]+")  # never those that may not break


class Slot(NamedTuple):
    """A fact that a sentence may speak of: what kind of thing, and which."""

    kind: str
    value: object


Slots = Mapping[str, Slot]
Spoken = Callable[[Slot], object]  # how a language calls a fact


class Sentence:
    """A sentence that only names facts and their forms, and so needs no compiling."""

    def __init__(self, source: str) -> None:
        parts = FACT.split(source)
        self.first = parts[0]
        self.rest = [
            (tuple(names.split("|")), tuple(form for form in (one, two) if form), after)
            for names, one, two, after in zip(
                parts[1::4], parts[2::4], parts[3::4], parts[4::4], strict=True
            )
        ]

    @property
    def facts(self) -> frozenset[str]:
        return frozenset(name for names, _, _ in self.rest for name in names)

    @property
    def forms(self) -> frozenset[str]:
        return frozenset(form for _, forms, _ in self.rest for form in forms)

    def is_told_by(self, given: Callable[[str], bool]) -> bool:
        """Whether everything it speaks of is given."""
        return all(any(map(given, names)) for names, _, _ in self.rest)

    def render(self, facts: Mapping[str, object]) -> str:
        """With facts that are in words already."""
        return self.said(lambda name: facts.get(name))

    def said(self, word: Callable[[str], object]) -> str:
        said = [self.first]
        for names, forms, after in self.rest:
            fact = next((f for f in map(word, names) if f is not None), None)
            for form in forms:
                fact = getattr(fact, form)
            said += (str(fact), after)
        return "".join(said)


class Variant(NamedTuple):
    """What is said if these facts are so; several parts are said one after the other, each where
    it can be."""

    when: Mapping[str, tuple[str, ...]]
    says: tuple[Sentence | tuple[Variant, ...], ...]


Variants = tuple[Variant, ...]


def shown(value: object) -> str:
    """A fact as a condition names it: yes or no, how many, which; `none` if it is not given."""
    if value is None or value == "":
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return str(len(value))
    return str(value)


def pick(variants: Variants, slots: Slots) -> Variant | None:
    """The first that fits."""

    def given(name: str) -> bool:
        slot = slots.get(name)
        return slot is not None and (
            slot.kind in ALWAYS or not (slot.value is None or slot.value in ("", [], ()))
        )

    def holds(name: str, allowed: tuple[str, ...]) -> bool:
        is_ = shown(slots[name].value) if name in slots else "none"
        return any(
            is_ == (shown(slots[word[1:]].value) if word[:1] == "=" and word[1:] in slots else word)
            for word in allowed
        )

    for variant in variants:
        if not all(holds(name, allowed) for name, allowed in variant.when.items()):
            continue
        if len(variant.says) > 1 or all(
            part.is_told_by(given) if isinstance(part, Sentence) else True for part in variant.says
        ):
            return variant
    return None


ALWAYS = frozenset({"player"})  # somebody, even where nobody is named


def told(variants: Variants, slots: Slots, spoken: Spoken) -> str | None:
    """What is said of these facts; None if nothing fits."""
    variant = pick(variants, slots)
    if variant is None:
        return None

    def word(name: str) -> object:
        slot = slots.get(name)
        return spoken(slot) if slot is not None else None

    said = []
    for part in variant.says:
        if not isinstance(part, Sentence):
            said.append(told(part, slots, spoken))
        elif len(variant.says) == 1:
            said.append(part.said(word))
        else:
            said.append(told((Variant({}, (part,)),), slots, spoken))
    return " ".join(filter(None, said))


# -- files --------------------------------------------------------------------------


@lru_cache(maxsize=512)
def read(folder: Path, topic: str) -> Mapping[str, Variants]:
    """The sentences of one file by their names; none where there is no such file."""
    path = folder / f"{topic}.yaml"
    if not path.is_file():
        return {}
    text, problems = read_text(path)
    document, more = compose(str(path), text)
    reader = Reader(document)
    reader.problems += [*problems, *more]
    found: dict[str, Variants] = {}
    if not reader.problems:
        for name, (_, node) in reader.mapping(document.node, "sentences").items():
            found[name] = _variants(reader, node)
    if reader.problems:
        raise BadFile(reader.problems, text)
    return found


def _variants(reader: Reader, node: Node) -> Variants:
    """One sentence, or several for more, fewer or other facts."""
    items = node.value if isinstance(node, SequenceNode) else (node,)
    return tuple(_variant(reader, item) for item in items)


def _variant(reader: Reader, node: Node) -> Variant:
    if not isinstance(node, MappingNode):
        return Variant({}, (_sentence(reader, node),))
    keys = reader.mapping(node, "a sentence")
    when = {
        name: tuple(reader.text(item, name) for item in reader.items(value, name))
        for name, (_, value) in keys.items()
        if name != "says"
    }
    if "says" not in keys:
        reader.problem(node, 'a sentence under conditions needs the key "says"', "missing-key")
        return Variant(when, ())
    says = keys["says"][1]
    if not isinstance(says, SequenceNode):
        return Variant(when, (_sentence(reader, says),))
    return Variant(
        when,
        tuple(
            _variants(reader, part)
            if isinstance(part, SequenceNode | MappingNode)
            else _sentence(reader, part)
            for part in says.value
        ),
    )


def _sentence(reader: Reader, node: Node) -> Sentence:
    source = _BLANKS.sub(" ", reader.text(node, "a sentence")).strip(" ")
    if "{{" in FACT.sub("", source) or "{%" in source:
        reader.problem(node, "a fact is written {{ name }} or {{ name.form }}", "bad-sentence")
    return Sentence(source)


def sentences_in(variants: Variants) -> Iterator[Sentence]:
    """Every sentence under one name."""
    for variant in variants:
        for part in variant.says:
            if isinstance(part, Sentence):
                yield part
            else:
                yield from sentences_in(part)


def conditions_in(variants: Variants) -> Iterator[str]:
    """Every fact on which it depends what is said under one name."""
    for variant in variants:
        yield from variant.when
        for part in variant.says:
            if not isinstance(part, Sentence):
                yield from conditions_in(part)

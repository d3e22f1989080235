"""Reading sentences and saying them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, SequenceNode

from adjudicator.source import BadFile, Reader, compose, read_text

HERE = Path(__file__).parent
FALLBACK = "en"
LANGUAGES = (FALLBACK, *sorted(p.name for p in HERE.iterdir() if (p / "questions.yaml").is_file()
                               and p.name != FALLBACK))  # fmt: skip
FACT = re.compile(r"\{\{ *([a-z_]+)(?:\.([a-z][a-z_]*))? *\}\}")


class Sentence:
    """A sentence that only names facts and their forms, and so needs no compiling."""

    def __init__(self, source: str) -> None:
        parts = FACT.split(source)
        self.first = parts[0]
        self.rest = list(zip(parts[1::3], parts[2::3], parts[3::3], strict=True))

    @property
    def facts(self) -> frozenset[str]:
        return frozenset(name for name, _, _ in self.rest)

    def render(self, facts: Mapping[str, Any]) -> str:
        said = [self.first]
        for name, form, after in self.rest:
            fact = facts[name]
            said += (str(getattr(fact, form) if form else fact), after)
        return "".join(said)


Variants = tuple[Sentence, ...]


@lru_cache(maxsize=64)
def _read(folder: Path, topic: str) -> Mapping[str, Variants]:
    path = folder / f"{topic}.yaml"
    if not path.is_file():
        return {}
    text, problems = read_text(path)
    document, more = compose(str(path), text)
    reader = Reader(document)
    reader.problems += [*problems, *more]
    found: dict[str, Variants] = {}
    if isinstance(document.node, MappingNode):
        for name, (_, node) in reader.mapping(document.node, "sentences").items():
            found[name] = tuple(Sentence(" ".join(s.split())) for s in _texts(reader, node))
    if reader.problems:
        raise BadFile(reader.problems, text)
    return found


def _texts(reader: Reader, node: Node) -> Iterator[str]:
    """One sentence, or several for more or fewer facts."""
    for item in node.value if isinstance(node, SequenceNode) else (node,):
        yield reader.text(item, "a sentence")


def say(language: str, topic: str, name: str, facts: Mapping[str, Any]) -> str | None:
    """The sentence of that name with these facts; None if no language has one for them."""
    given = {fact for fact, value in facts.items() if value not in (None, "")}
    for spoken in (language, FALLBACK):
        for sentence in _read(HERE / spoken, topic).get(name, ()):
            if sentence.facts <= given:
                return sentence.render(facts)
    return None


def spoken(language: str, topic: str) -> dict[str, str]:
    """Every sentence of a topic that needs no facts, in that language or else in English."""
    found = {**_read(HERE / FALLBACK, topic), **_read(HERE / language, topic)}
    return {name: variants[0].first for name, variants in found.items()}


def topics() -> list[str]:
    return sorted(path.stem for path in (HERE / FALLBACK).glob("*.yaml"))


def missing(language: str) -> Iterator[tuple[str, str]]:
    """Topic and name of every sentence that a language lacks."""
    for topic in topics():
        own = _read(HERE / language, topic)
        for name in _read(HERE / FALLBACK, topic):
            if name not in own:
                yield topic, name

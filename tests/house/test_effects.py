"""Silence is a fault: what a word of a card's text accepts has an effect, or is told."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from conftest import repertoire
from yaml import compose as compose_yaml

from adjudicator.cards.model import Text
from adjudicator.cards.part import Part, given, parts_in
from adjudicator.regress.plays import Play
from adjudicator.rules.registry import Rulebook
from adjudicator.source import Document, Reader
from adjudicator.words.arguments import Argument, Indeed, OneOf, TextRead
from adjudicator.words.book import WORDS
from adjudicator.words.vocabulary import FAMILIES

WORDS_THERE = [(family, name) for family in FAMILIES for name in FAMILIES[family]]
NONSENSE = (
    "nonsense and nobody", "-98765", "3.5", "[]", "{}", "{nonsense: 1}", "[nonsense, nonsense]",
    "{by: nobody}", "''", "~", "yes", "no", "1e9",
)  # fmt: skip
# Words that no scenario can tell from their absence; to be proved, never to be added to. The seats
# are counted before any rule is asked, and so no rulebook without them can be told apart.
UNPROVED = frozenset(
    {
        *(("bars", name) for name in ("activate", "battle", "forfeit", "play", "use")),
        *(
            ("gives", name)
            for name in (
                "TIEs", "astromechs", "pilots", "pilots or passengers", "starfighters", "vehicles",
                "activation", "deploy", "destiny", "ferocity", "icon", "maneuver", "marker",
                "parsec", "politics", "race destiny", "when piloting",
            )
        ),
        *(
            ("if", name)
            for name in (
                "action at", "battle by", "opponent occupies", "opponent occupies no", "under way",
            )
        ),
        *(
            ("result", name)
            for name in ("bar", "declare", "release", "search", "set drain")
        ),
    }
)  # fmt: skip


@pytest.mark.parametrize(("family", "name"), WORDS_THERE)
def test_a_word_reads_every_argument_it_takes(family: str, name: str) -> None:
    """What no method of its own looks at would be accepted and do nothing."""
    known = FAMILIES[family][name]
    told = {a.name for a in known.takes.values() if not _says_one_thing(a.type)}
    assert told <= _read_by(known.made)


def _says_one_thing(kind: Argument) -> bool:
    """A value that can be no other adds nothing to the word itself."""
    return isinstance(kind, Indeed) or (isinstance(kind, OneOf) and len(kind.words) == 1)


@cache
def _read_by(made: type[Part]) -> frozenset[str]:
    """The fields that the methods of a word, or of those it is built on, look at."""
    found: set[str] = set()
    for one in made.__mro__[: made.__mro__.index(Part)]:
        for name, method in vars(one).items():
            if name.startswith("__"):
                continue  # made by the dataclass
            function = method.fget if isinstance(method, property) else method
            if inspect.isfunction(function) and function.__module__.startswith("adjudicator."):
                tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
                found |= {
                    node.attr
                    for node in ast.walk(tree)
                    if isinstance(node, ast.Attribute)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == "self"
                }
    return frozenset(found)


def _types() -> dict[str, Argument]:
    """Every type of argument that some word takes, once."""
    found: dict[str, Argument] = {}
    for family, name in WORDS_THERE:
        for argument in FAMILIES[family][name].takes.values():
            kind = argument.type
            found.setdefault(f"{type(kind).__name__} {sorted(map(str, vars(kind).items()))}", kind)
    return found


@pytest.mark.parametrize("kind", _types().values(), ids=lambda kind: type(kind).__name__)
def test_a_type_of_argument_gives_a_value_or_a_problem(kind: Argument) -> None:
    for written in NONSENSE:
        node = compose_yaml(written)
        reader = Reader(Document("t.yaml", written, node))
        value = kind.read(node, "it", TextRead(reader, node, (), WORDS))
        assert value is not None or reader.problems, (kind, written)
        assert all(problem.span.line == 1 for problem in reader.problems)


def test_a_type_of_argument_says_what_it_takes() -> None:
    for kind in _types().values():
        assert kind.schema()


def test_a_word_changes_some_ruling() -> None:
    """Of each word: in some scenario a text without it comes to another verdict or table."""
    idle = {
        (family, name) for family, name in WORDS_THERE if not _matters(FAMILIES[family][name].made)
    }
    assert idle == UNPROVED, f"new: {sorted(idle - UNPROVED)}, proved: {sorted(UNPROVED - idle)}"


def _matters(made: type[Part]) -> bool:
    return any(
        play.differs(Rulebook(rewritten={clause: lambda text: _without(text, made)}))
        for clause in sorted(_said().get(made, ()))
        for play in repertoire().where_it_spoke(clause)
    )


@cache
def _said() -> dict[type[Part], set[str]]:
    """Which texts of cards in the scenarios have a word."""
    found: dict[type[Part], set[str]] = {}
    for play in repertoire().plays:
        for text in _texts(play):
            for part in parts_in((*text.conditions, *text.costs, *text.result, *text.constantly)):
                found.setdefault(type(part), set()).add(text.clause)
    return found


def _texts(play: Play) -> Iterator[Text]:
    for card in play.board.table.cards.values():
        for face in (card.print, card.print.back):
            yield from (*face.texts, *face.doubtful) if face is not None else ()


def _without(text: Text, made: type[Part]) -> Text:
    return text._replace(
        conditions=_left(text.conditions, made),
        costs=_left(text.costs, made),
        result=_left(text.result, made),
        gives=_left(text.gives, made),
        bars=_left(text.bars, made),
        lifts=_left(text.lifts, made),
    )


def _left(parts: tuple[Part, ...], made: type[Part]) -> tuple[Part, ...]:
    return tuple(_pruned(part, made) for part in parts if type(part) is not made)


def _pruned(part: Part, made: type[Part]) -> Part:
    inside = {
        name: _left(value, made)
        for name, value in given(part)
        if isinstance(value, tuple) and any(isinstance(one, Part) for one in value)
    }
    return replace(part, **inside) if inside else part

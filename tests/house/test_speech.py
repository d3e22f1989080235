"""A sentence speaks only of what its thing knows, in every language, and with forms it has."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from adjudicator.speech import LANGUAGES, language
from adjudicator.speech.kinds import ActionWord
from adjudicator.speech.language import KINDS
from adjudicator.speech.sentences import Variants, conditions_in, sentences_in
from adjudicator.state.events import TELLINGS
from adjudicator.state.unknown import ASSUMED, CASES, OPEN

PACKAGE = Path(__file__).parents[2] / "adjudicator"
# Forms that are no grammar: of a list of cards, of an action, of both sides of an attack.
NAMED_BY_A_VARIABLE = {
    *(
        f"{noun}s"
        for noun in ("attempt", "card", "file", "mutant", "note", "page", "problem", "scenario")
    ),
    *(f"a-{noun}" for noun in ("card", "file", "mutant", "note", "page", "problem", "scenario")),
    *("an-attempt", "did-you-mean", "a-second-colon", "quotes-never-closed"),
    *("no-blank-after-the-dash", "a-title-with-a-colon-needs-quotes"),
    *("keys-of-one-thing-stand-under-each-other", "nothing-wrong", "nothing-wrong-but-notes"),
    *("problems-in-files", "problems-in-files-that-are-mended", "is-illegal"),
    "makes-the-other-player-back-up",
    *("write-the-number-alone", "a-number-is-no-card"),
    *(f"{many}-write-{way}" for many in ("and-more", "any-of-these") for way in ("its-id", "more")),
}
OTHERWISE = {"either", "player", "first", "second"}


def declared() -> Iterator[tuple[str, str, set[str]]]:
    """Topic and name of what may be said, with the facts of which it may speak."""
    for name, telling in TELLINGS.items():
        facts = {*telling.slots, "player"}
        if any(slot.kind == "each" for slot in telling.slots.values()):
            facts |= {f"{slot}_{side}" for slot in telling.slots for side in ("light", "dark")}
        facts |= {f"{slot}_kind" for slot, of in telling.slots.items() if of.kind == "action"}
        yield "events", name, facts | ({"number"} if name == "card placed" else set())
        if name in ("force used", "force activated", "force lost"):
            yield "events", f"{name} in all", {*facts, "number"}
    for name, kinds in OPEN.items():
        yield "unknowns", f"why {name}", set(kinds)
        yield "unknowns", f"ask {name}", set(kinds)
    for name in CASES:
        yield "cases", name, {*OPEN[name], "value"}
    for name, kinds in ASSUMED.items():
        yield "assumptions", name, set(kinds)


DECLARED = {(topic, name): facts for topic, name, facts in declared()}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_sentence_speaks_of_what_its_thing_knows(code: str) -> None:
    for (topic, name), facts in DECLARED.items():
        variants = language(code).own(topic)[name]
        used = {fact for sentence in sentences_in(variants) for fact in sentence.facts}
        assert used | set(conditions_in(variants)) <= facts, (topic, name)


@pytest.mark.parametrize("topic", ["events", "unknowns", "assumptions"])
def test_a_sentence_stands_for_every_thing_and_for_nothing_else(topic: str) -> None:
    known = {name for where, name in DECLARED if where == topic}
    assert set(language("en").own(topic)) - {"why other", "ask other"} == known


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_form_is_one_of_the_grammar(code: str) -> None:
    spoken = language(code)
    known = {*spoken.grammar.forms, *OTHERWISE}
    for topic in spoken.topics():
        for name, variants in spoken.own(topic).items():
            asked = {form for sentence in sentences_in(variants) for form in sentence.forms}
            assert asked <= known, (topic, name)
    assert {"player"} <= set(ActionWord.__annotations__)


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_says_everything_and_nothing_else(code: str) -> None:
    assert not list(language(code).missing())
    assert not list(language(code).unknown())


def test_every_kind_of_a_fact_has_words() -> None:
    """A kind is called in a way of its own, or by a name of the game."""
    kinds = {slot.kind for telling in TELLINGS.values() for slot in telling.slots.values()}
    kinds |= {kind for facts in (*OPEN.values(), *ASSUMED.values()) for kind in facts.values()}
    terms = {name.split()[0] for name in language("en").plain("terms")}
    assert kinds - {"each"} <= KINDS.keys() | terms


def test_what_is_asked_and_taken_as_given_names_facts_that_are_declared() -> None:
    """Where something is left open, its facts are among those of its question."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Unknown":
                for name in _named(node.args[0]):
                    found.setdefault(name, set()).update(k.arg or "" for k in node.keywords)
    assert found.keys() <= OPEN.keys()
    for name, facts in found.items():
        _agree(name, facts, OPEN)


def _named(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*_named(node.body), *_named(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _agree(name: str, facts: set[str], known: Mapping[str, Mapping[str, str]]) -> None:
    spoken_of = {
        fact
        for code in LANGUAGES
        for which in ("why", "ask")
        for fact in _spoken_of(language(code).own("unknowns")[f"{which} {name}"])
    }
    assert spoken_of <= {*facts, "player"}, name


def _spoken_of(variants: Variants) -> set[str]:
    return {fact for sentence in sentences_in(variants) for fact in sentence.facts}


def test_what_is_wrong_has_a_sentence_with_the_facts_that_are_given() -> None:
    """Wherever a problem is told: its sentence is there, and speaks only of what it is given."""
    used: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "said"):
                continue
            for name in _named(node.args[0]) if node.args else ():
                used.add(name)
                given = {k.arg for k in node.keywords}
                for code in LANGUAGES:
                    spoken_of = _spoken_of(language(code).own("problems")[name])
                    assert None in given or spoken_of <= given, (str(path), name, code)
    said_elsewhere = {name for name in language("en").own("problems") if name not in used}
    assert said_elsewhere <= NAMED_BY_A_VARIABLE, said_elsewhere - NAMED_BY_A_VARIABLE

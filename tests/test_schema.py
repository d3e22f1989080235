"""The schema of the scenario format: every key told, every mistake told of its verb and key."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest
import yaml
from conftest import SCENARIOS
from jsonschema.exceptions import ValidationError

from adjudicator.attempts import CLAIMS, VERBS
from adjudicator.scenario.schema import examples, schema
from adjudicator.session import Desk
from adjudicator.speech import language as spoken
from adjudicator.words.page import card_keys


@cache
def whole() -> dict[str, Any]:
    """As `adjudicator schema` prints it."""
    desk = Desk.open()
    clauses = [clause.id for clause in desk.glossary.clauses()]
    return schema(desk.library.titles(), clauses, card_keys())


def test_every_shipped_scenario_is_right() -> None:
    jsonschema.Draft7Validator.check_schema(whole())
    plain, full = jsonschema.Draft7Validator(schema()), jsonschema.Draft7Validator(whole())
    for number, path in enumerate(SCENARIOS):
        written = yaml.load(path.read_text("utf-8"), yaml.CSafeLoader)
        validator = full if number % 25 == 0 else plain
        errors = list(validator.iter_errors(written))
        assert not errors, (path, errors[0].message)


def keys_in(node: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key that a schema describes, with the place in it."""
    if isinstance(node, dict):
        for key, value in node.get("properties", {}).items():
            yield f"{where}/{key}", value
        for name, inner in node.items():
            if name not in ("examples", "enum"):
                yield from keys_in(inner, f"{where}/{name}")
    elif isinstance(node, list):
        for inner in node:
            yield from keys_in(inner, where)


_SELF_EXPLAINING = ("en", "fr", "light", "dark", "role")  # languages, sides, a part of a text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_key_has_a_meaning_and_an_example(language: str) -> None:
    found = list(keys_in(schema((), (), card_keys(), language)))
    assert len(found) > 300
    for where, value in found:
        key = where.rpartition("/")[2]
        if key in _SELF_EXPLAINING and "description" not in value:
            continue
        if any(f"/{place}/" in where for place in ("just", "stack", "earlier this turn")):
            continue  # who does what: the key is the sentence
        assert value.get("description"), where
        assert "examples" in value, where


def test_meanings_and_examples_are_of_the_same_keys() -> None:
    assert set(spoken("en").own("keys")) == set(spoken("fr").own("keys")) == set(examples())


def test_titles_and_clauses_are_completed_but_not_demanded() -> None:
    assert "Luke Skywalker" in whole()["definitions"]["title"]["enum"]
    assert "actions-stacking/topmost-only" in whole()["definitions"]["clause"]["enum"]
    written = {"title": "x", "attempts": [{"light plays": "A Card Nobody Knows"}]}
    assert jsonschema.Draft7Validator(whole()).is_valid(written)


def test_every_verb_has_its_branch() -> None:
    attempt = schema()["definitions"]["attempt"]
    for name, verb in (*VERBS.items(), *CLAIMS.items()):
        for side in ("light", "dark"):
            assert attempt["dependencies"][f"{side} {name}"]["$ref"].endswith(
                f"attempt: {verb.name}"
            )
    for name, verb in VERBS.items():
        allowed = schema()["definitions"][f"attempt: {name}"]["propertyNames"]["enum"]
        assert {d.key for d in verb.takes} <= set(allowed)


def attempt(**written: Any) -> dict[str, Any]:
    return {"title": "x", "attempts": [{k.replace("_", " "): v for k, v in written.items()}]}


def table(**written: Any) -> dict[str, Any]:
    return {
        "title": "x",
        "table": {k.replace("_", " "): v for k, v in written.items()},
        "attempts": [],
    }


MISTAKES = [  # what is written, and the words that the error has to name
    (attempt(light_plais="Sense"), ["light plais", "light plays"]),
    (attempt(light="plays Sense"), ["light", "light plays"]),
    (attempt(Light_plays="Sense"), ["Light plays", "light plays"]),
    (attempt(luke_moves="Luke"), ["luke moves", "light moves"]),
    (attempt(targets=["Alter"]), ["targets", "light plays"]),
    (attempt(light_drains="Hoth", targets="Luke"), ["light drains", "targets"]),
    (attempt(light_drains="Hoth", to="Hoth"), ["light drains", "to"]),
    (attempt(dark_battles="Hoth", at="Hoth"), ["dark battles", "at"]),
    (attempt(dark_battles="Hoth", segment="power"), ["dark battles", "segment"]),
    (attempt(light_plays="Sense", target="Alter"), ["light plays", "target"]),
    (attempt(light_plays="Sense", on="Alter"), ["light plays", "on"]),
    (attempt(light_plays="Sense", expects="legal"), ["light plays", "expects"]),
    (attempt(light_plays="Sense", X="two"), ["light plays", "X", "two"]),
    (attempt(light_plays="Sense", destiny="six"), ["light plays", "destiny", "six"]),
    (attempt(light_plays="Sense", destiny=["six"]), ["light plays", "destiny", "six"]),
    (attempt(light_plays=["Sense", "Alter"]), ["light plays", "Sense"]),
    (attempt(light_moves="Luke", by="sideways"), ["light moves", "by", "sideways", "landspeed"]),
    (attempt(light_embarks="Luke", to="Red 5"), ["light embarks", "to"]),
    (attempt(light_embarks="Luke", seat="back"), ["light embarks", "seat", "back", "pilot"]),
    (attempt(light_activates="some"), ["light activates", "some"]),
    (attempt(light_forfeits="Luke", targets="Han"), ["light forfeits", "targets"]),
    (attempt(dark_deploys="Vader", onto="Hoth"), ["dark deploys", "onto"]),
    (attempt(dark_backs_up_to_play="Sense", too="Hoth"), ["dark backs up to play", "too"]),
    (attempt(both_pass=2, times=3), ["both pass", "times"]),
    (attempt(ask="who control", at="Hoth"), ["ask", "who control", "who controls"]),
    (attempt(ask="where is", cards="Luke"), ["ask", "cards"]),
    (attempt(light_plays="Sense", expect="ilegal"), ["light plays", "expect", "ilegal", "illegal"]),
    (attempt(light_plays="Sense", expect={"becouse": "x"}), ["light plays", "expect", "becouse", "because"]),
    (attempt(light_plays="Sense", expect={"verdict": "ok"}), ["light plays", "verdict", "ok", "legal"]),
    ({"title": "x", "attempts": ["both passes"]}, ["both passes", "both pass"]),
    (table(phase="drain"), ["phase", "drain", "control"]),
    (table(stack=[{"dark plays": "Sense", "target": "Alter"}]), ["stack", "target"]),
    (table(just=[{"light deploys": "R2-D2"}]), ["just", "light deploys"]),
    (table(locations=[{"site": "Hoth", "lihgt": ["Luke"]}]), ["locations", "lihgt"]),
    (table(light={"hands": ["Sense"]}), ["light", "hands"]),
]  # fmt: skip


@pytest.mark.parametrize(("written", "named"), MISTAKES, ids=[" ".join(n) for _, n in MISTAKES])
def test_an_error_names_the_verb_and_the_key(written: dict[str, Any], named: list[str]) -> None:
    """In its message, its place in the file, or the branch of the schema it comes from."""
    errors = list(jsonschema.Draft7Validator(schema()).iter_errors(written))
    assert errors
    assert any(all(word in told(error) for word in named) for error in errors), [
        told(e) for e in errors
    ]


def told(error: ValidationError) -> str:
    places = [*error.absolute_path, *error.absolute_schema_path]
    inner = "; ".join(told(e) for e in error.context or ())
    return f"{error.message} {inner} {json.dumps([str(p) for p in places])}"

"""A JSON Schema of the scenario format, with which an editor completes and checks.

What a key means is said in `speech/*/keys.yaml`, its example stands in `examples.yaml`. An attempt
has a branch for each verb: what is wrong below it is told of that verb alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.attempts import CLAIMS, VERBS, Verb
from adjudicator.attempts.passing import Passes
from adjudicator.attempts.values import A_NUMBER, NAMES, OF_A_QUESTION, SEATS, TEXT, Detail
from adjudicator.cards.read import CARD_KEYS as BLUEPRINT_KEYS
from adjudicator.cards.read import JUST, NUMBERS, ROLES, SUBTYPES, TYPES
from adjudicator.game import Phase, Segment, Side
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.read import (
    CARD_KEYS,
    EARLIER,
    FACT_KEYS,
    LOCATION_KINDS,
    MARKS,
    OF_EVERY_STEP,
    PASSING,
    PILE_FACT,
    SIDE_KEYS,
    STACK_KEYS,
    STACK_VERBS,
    VERDICTS,
)
from adjudicator.source import compose
from adjudicator.speech import language as spoken

Schema = dict[str, Any]
JUST_KEYS = ("to", "from", "with")
EARLIER_KEYS = ("with",)
_SPEECH: Schema = {"oneOf": [TEXT, {"type": "object", "properties": {"en": TEXT, "fr": TEXT}}]}
_NUMBER: Schema = {"type": "integer", "minimum": 0}
_NUMBERS: Schema = {"oneOf": [_NUMBER, {"type": "array", "items": _NUMBER}]}
_YES: Schema = {"type": ["boolean", "string"]}


@lru_cache(maxsize=2)
def examples() -> Mapping[str, Any]:
    """An example of each key, under the place where it stands and its name."""
    path = Path(__file__).parent / "examples.yaml"
    node = compose(str(path), path.read_text("utf-8"))[0].node
    assert isinstance(node, MappingNode)
    return {key.value: plain(value) for key, value in node.value}


def plain(node: Node) -> Any:
    """What stands at a node, as an editor's YAML would have it."""
    if isinstance(node, MappingNode):
        return {key.value: plain(value) for key, value in node.value}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.value]
    assert isinstance(node, ScalarNode)
    if node.style is None and node.value in ("", "yes"):
        return None if not node.value else True
    return int(node.value) if node.value.isdecimal() else node.value


def meaning(group: str, key: str, language: str = "en") -> str:
    """What a key means at its place."""
    return spoken(language).told("keys", f"{group} {key}")


def schema(
    titles: Iterable[str] = (),
    clauses: Iterable[str] = (),
    of_cards: Mapping[str, tuple[str, Any]] | None = None,
    language: str = "en",
) -> Schema:
    """The schema; what needs names and sums to be checked is left to `adjudicator check`. Titles
    and clauses are completed, whatever else is written; `of_cards` tells what the keys of a card
    mean and gives an example of each."""
    return _Making(tuple(titles), tuple(clauses), of_cards or {}, language).schema()


class _Making:
    def __init__(
        self,
        titles: tuple[str, ...],
        clauses: tuple[str, ...],
        of_cards: Mapping[str, tuple[str, Any]],
        language: str,
    ) -> None:
        self.titles = titles
        self.clauses = clauses
        self.of_cards = of_cards
        self.language = language
        self.name = _or_one_of("title") if titles else TEXT
        self.clause = _or_one_of("clause") if clauses else TEXT

    def schema(self) -> Schema:
        return {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": "Adjudicator scenario",
            "type": "object",
            "required": ["title", "attempts"],
            "additionalProperties": False,
            "properties": self._keyed("scenario", {
                "title": _SPEECH,
                "question": _SPEECH,
                "passing": {"enum": list(PASSING)},
                "todo": TEXT,
                "table": _ref("table"),
                "cards": _one_or_many(_ref("blueprint")),
                "attempts": {"type": "array", "items": _ref("attempt")},
            }),
            "definitions": {
                "table": self._table(),
                "side": self._object("side", dict.fromkeys(SIDE_KEYS, _ref("heap"))),
                "heap": {
                    "if": {"type": "array"},
                    "then": {"items": _ref("card")},
                    "else": {"if": {"type": "integer"}, "then": _NUMBER, "else": _ref("card")},
                },
                "card": {
                    "if": {"type": "object"},
                    "then": self._object(
                        "card", {key: self._card_value(key) for key in CARD_KEYS}, ("card",)
                    ),
                    "else": self.name,
                },
                "location": self._location(),
                "attempt": self._attempt(),
                **{f"attempt: {name}": self._branch(verb) for name, verb in VERBS.items()},
                "attempt: both pass": self._both_pass(),
                "attempt: ask": self._question(),
                "expect": self._expect(),
                "blueprint": {
                    "type": "object",
                    "required": ["title"],
                    "additionalProperties": False,
                    "properties": {
                        key: {**_blueprint_value(key), **self._of_cards(key)}
                        for key in BLUEPRINT_KEYS
                    },
                },
                **({"title": {"enum": list(self.titles)}} if self.titles else {}),
                **({"clause": {"enum": list(self.clauses)}} if self.clauses else {}),
            },
        }  # fmt: skip

    # -- what every key says of itself -----------------------------------------------------

    def _key(self, group: str, key: str, value: Mapping[str, Any]) -> Schema:
        """What stands behind a key, with what the key means and an example of it."""
        told: Schema = {"allOf": [dict(value)]} if "$ref" in value else dict(value)
        told["description"] = meaning(group, key, self.language)
        told["examples"] = [examples()[f"{group} {key}"]]
        return told

    def _of_cards(self, key: str) -> Schema:
        told = self.of_cards.get(key)
        return {"description": told[0], "examples": [told[1]]} if told else {}

    def _keyed(self, group: str, values: Mapping[str, Mapping[str, Any]]) -> Schema:
        return {key: self._key(group, key, value) for key, value in values.items()}

    def _object(
        self, group: str, values: Mapping[str, Mapping[str, Any]], required: tuple[str, ...] = ()
    ) -> Schema:
        made: Schema = {
            "type": "object",
            "additionalProperties": False,
            "properties": self._keyed(group, values),
        }
        return {**made, "required": list(required)} if required else made

    # -- the table -------------------------------------------------------------------------

    def _table(self) -> Schema:
        just = self._actors(JUST, "just", dict.fromkeys(JUST_KEYS, self.name))
        stack = self._actors(STACK_VERBS, "stack", self._stack_details())
        earlier = self._actors(EARLIER, "just", dict.fromkeys(EARLIER_KEYS, self.name))
        return self._object("table", {
            "turn": {"enum": list(Side)},
            "phase": {"enum": [p.value for p in Phase]},
            "next": {"enum": list(Side)},
            "locations": {"type": "array", "items": _ref("location")},
            "light": _ref("side"),
            "dark": _ref("side"),
            "just": _one_or_many(just),
            "stack": _one_or_many(stack),
            "earlier this turn": _one_or_many(earlier),
        })  # fmt: skip

    def _actors(self, verbs: tuple[str, ...], group: str, more: Mapping[str, Schema]) -> Schema:
        acting = {f"{side} {verb}": self.name for side in Side for verb in verbs}
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {**acting, **self._keyed(group, more)},
        }

    def _stack_details(self) -> dict[str, Schema]:
        names = self._names()
        special: dict[str, Schema] = {
            "targets": names,
            "with": names,
            "using": TEXT,
            "segment": {"enum": list(Segment)},
            "next": {"enum": list(Side)},
            "step": {"enum": ["responses", "result"]},
            "destiny": _by_side(_NUMBERS),
            **dict.fromkeys(("totals", "damage", "attrition"), _by_side(_NUMBER)),
        }
        return {key: special.get(key, self.name) for key in STACK_KEYS}

    def _names(self) -> Schema:
        return {"anyOf": [self.name, {"type": "array", "items": self.name}]}

    def _card_value(self, key: str) -> Schema:
        if key == "targeting":
            return self._names()
        if key == "card":
            return self.name
        if key == "as":
            return TEXT
        if key == "seat":
            return {"enum": list(SEATS)}
        return _YES if key in (*MARKS, "stolen") else _ref("heap")

    def _location(self) -> Schema:
        return self._object("location", {
            **dict.fromkeys(LOCATION_KINDS, self.name),
            "as": TEXT,
            "part of": TEXT,
            "parsec": {"type": "integer"},
            "owner": {"enum": list(Side)},
            "icons": {"type": "object", "additionalProperties": {"type": "integer"}},
            "is": NAMES,
            "light": _ref("heap"),
            "dark": _ref("heap"),
        })  # fmt: skip

    # -- an attempt ------------------------------------------------------------------------

    def _attempt(self) -> Schema:
        """The branch of its first key; without one, what that key might be."""
        acting = {f"{s} {n}": v for s in Side for n, v in (*VERBS.items(), *CLAIMS.items())}
        bare = [f"{s} {name}" for s in Side for name, verb in VERBS.items() if verb.is_bare]
        first = [*acting, "both pass", "ask"]
        branches = {key: _ref(f"attempt: {verb.name}") for key, verb in acting.items()}
        return {
            "type": ["object", "string"],
            "if": {"type": "string"},
            "then": {"enum": ["both pass", *bare]},
            "else": {
                "if": {"anyOf": [{"required": [key]} for key in first]},
                "else": {"propertyNames": {"enum": first}},
            },
            "properties": {
                **{key: self._acting(verb) for key, verb in acting.items()},
                "both pass": self._key("attempt", "both pass", {}),
                "ask": self._key("attempt", "ask", {"enum": list(QUESTIONS)}),
            },
            "dependencies": {
                **branches,
                "both pass": _ref("attempt: both pass"),
                "ask": _ref("attempt: ask"),
            },
        }

    def _acting(self, verb: Verb) -> Schema:
        value = self.name if verb.value.schema == TEXT else verb.value.schema
        if verb.value.schema == A_NUMBER.schema:
            value = {**value, "errorMessage": f"behind `{verb.name}:` stands a whole number"}
        return self._key("verb", verb.name, value)

    def _branch(self, verb: Verb) -> Schema:
        """What may stand below one verb."""
        named = [name for name, claimed in CLAIMS.items() if claimed is verb]
        first = [f"{side} {name}" for name in (verb.name, *named) for side in Side]
        return self._below(first, {d.key: self._detail(d, verb.name) for d in verb.takes})

    def _both_pass(self) -> Schema:
        return self._below(
            ["both pass"], {d.key: self._detail(d, "both pass") for d in VERBS[Passes.name].takes}
        )

    def _question(self) -> Schema:
        details = {d.key: self._detail(d, "ask") for d in OF_A_QUESTION.values()}
        card = self._key("attempt", "card", self.name)
        return self._below(["ask"], {"card": card, **details})

    def _below(self, first: list[str], details: Mapping[str, Schema]) -> Schema:
        every = self._keyed("attempt", {
            "asked": _YES, "expect": _ref("expect"), "note": {}, "todo": TEXT
        })  # fmt: skip
        assert set(every) == set(OF_EVERY_STEP)
        return {
            "type": "object",
            "propertyNames": {"enum": [*first, *details, *every]},
            "properties": {**details, **every},
        }

    def _detail(self, detail: Detail, verb: str) -> Schema:
        value = dict(detail.schema)
        if detail.means is not None and self.titles:
            value = self.name if value == TEXT else self._names()
        elif "enum" in value:
            words = ", ".join(value["enum"])
            value["errorMessage"] = f"`{detail.key}:` below `{verb}` is one of {words}"
        elif detail.means is None and detail.schema != TEXT:
            value["errorMessage"] = f"`{detail.key}:` below `{verb}` is a whole number, or several"
        return self._key("attempt", detail.key, value)

    def _expect(self) -> Schema:
        clauses: Schema = {"anyOf": [self.clause, {"type": "array", "items": self.clause}]}
        special: dict[str, Schema] = {
            "verdict": {"enum": list(VERDICTS)},
            "because": clauses,
            "also": clauses,
        }
        piles = [f"{side} {pile}" for side in Side for pile in SIDE_KEYS]
        assert all(map(PILE_FACT.match, piles))
        facts = self._keyed("expect", {key: special.get(key, {}) for key in FACT_KEYS})
        pile = self._key("expect", "pile", {})
        return {
            "if": {"type": "string"},
            "then": {"enum": list(VERDICTS)},
            "else": {
                "type": "object",
                "propertyNames": {"enum": [*FACT_KEYS, *piles]},
                "properties": {**facts, **dict.fromkeys(piles, pile)},
            },
        }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/definitions/{name}"}


def _or_one_of(name: str) -> Schema:
    """Any text; these are what an editor completes."""
    return {"anyOf": [_ref(name), TEXT]}


def _one_or_many(item: Schema) -> Schema:
    """If it is a list, each; so that a mistake is told of what was meant."""
    return {"if": {"type": "array"}, "then": {"items": item}, "else": item}


def _by_side(value: Schema) -> Schema:
    return {
        "type": "object",
        "properties": dict.fromkeys(Side, value),
        "additionalProperties": False,
    }


def _blueprint_value(key: str) -> Schema:
    special: dict[str, Schema] = {
        "side": {"enum": ["light", "dark", "both"]},
        "type": {"enum": list(TYPES)},
        "subtype": {"enum": list(SUBTYPES)},
        "copies": {"type": "integer"},
        "texts": _one_or_many({"type": "object", "properties": {"role": {"enum": list(ROLES)}}}),
    }
    if key in NUMBERS:
        return {"type": ["integer", "string"]}
    return special.get(key, {})

"""A JSON Schema of the scenario format, with which an editor completes and checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.attempts import CLAIMS, VERBS, verb_of
from adjudicator.attempts.values import NAMES, OF_A_QUESTION, SEATS, TEXT
from adjudicator.cards.read import (
    CARD_KEYS as BLUEPRINT_KEYS,
)
from adjudicator.cards.read import (
    JUST,
    NUMBERS,
    ROLES,
    SUBTYPES,
    TYPES,
)
from adjudicator.game import Phase, Segment, Side
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.read import (
    CARD_KEYS,
    EARLIER,
    FACT_KEYS,
    LOCATION_KINDS,
    MARKS,
    PASSING,
    SIDE_KEYS,
    STACK_KEYS,
    STACK_VERBS,
    VERDICTS,
)

_SPEECH = {"oneOf": [TEXT, {"type": "object", "properties": {"en": TEXT, "fr": TEXT}}]}


def schema() -> dict[str, Any]:
    """The schema; what needs names and sums to be checked is left to `adjudicator check`."""
    sides = list(Side)
    details = {
        **_of_the_verbs(),
        "note": TEXT,
        "asked": {"type": ["string", "boolean"]},
        "todo": TEXT,
        "expect": {"$ref": "#/$defs/expect"},
    }
    acting = {
        f"{side} {name}": verb_of(name).value.schema for side in sides for name in (*VERBS, *CLAIMS)
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Adjudicator scenario",
        "type": "object",
        "required": ["title", "attempts"],
        "additionalProperties": False,
        "properties": {
            "title": _SPEECH,
            "question": _SPEECH,
            "passing": {"enum": list(PASSING)},
            "todo": TEXT,
            "table": {"$ref": "#/$defs/table"},
            "cards": {
                "oneOf": [
                    {"$ref": "#/$defs/blueprint"},
                    {"type": "array", "items": {"$ref": "#/$defs/blueprint"}},
                ]
            },
            "attempts": {"type": "array", "items": {"$ref": "#/$defs/attempt"}},
        },
        "$defs": {
            "table": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    "turn": {"enum": sides},
                    "next": {"enum": sides},
                    "phase": {"enum": [p.value for p in Phase]},
                    "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
                    "light": {"$ref": "#/$defs/side"},
                    "dark": {"$ref": "#/$defs/side"},
                    "just": _one_or_many(
                        _actors(sides, JUST, dict.fromkeys(("to", "from", "with"), TEXT))
                    ),
                    "stack": _one_or_many(_actors(sides, STACK_VERBS, _stack_details(sides))),
                    "earlier this turn": _one_or_many(_actors(sides, EARLIER, {"with": TEXT})),
                },
            },
            "side": {
                "type": "object",
                "additionalProperties": False,
                "properties": {key: {"$ref": "#/$defs/heap"} for key in SIDE_KEYS},
            },
            "heap": {
                "oneOf": [
                    {"type": "integer", "minimum": 0},
                    {"type": "string"},
                    {"type": "object"},
                    {"type": "array", "items": {"$ref": "#/$defs/card"}},
                ]
            },
            "card": {
                "oneOf": [
                    TEXT,
                    {
                        "type": "object",
                        "required": ["card"],
                        "additionalProperties": False,
                        "properties": {key: _card_value(key) for key in CARD_KEYS},
                    },
                ]
            },
            "location": {
                "type": "object",
                "additionalProperties": False,
                "properties": {
                    **dict.fromkeys(LOCATION_KINDS, TEXT),
                    "as": TEXT,
                    "part of": TEXT,
                    "parsec": {"type": "integer"},
                    "owner": {"enum": sides},
                    "icons": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "is": NAMES,
                    "light": {"$ref": "#/$defs/heap"},
                    "dark": {"$ref": "#/$defs/heap"},
                },
            },
            "attempt": {
                "oneOf": [
                    {
                        "enum": [
                            "both pass",
                            *(
                                f"{s} {name}"
                                for s in sides
                                for name in VERBS
                                if VERBS[name].is_bare
                            ),
                        ]
                    },
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {
                            **acting,
                            "both pass": {},
                            "ask": {"enum": list(QUESTIONS)},
                            "card": TEXT,
                            **details,
                        },
                    },
                ]
            },
            "expect": {
                "oneOf": [
                    {"enum": list(VERDICTS)},
                    {
                        "type": "object",
                        "properties": {
                            **{key: {} for key in FACT_KEYS},
                            "verdict": {"enum": list(VERDICTS)},
                        },
                    },
                ]
            },
            "blueprint": {
                "type": "object",
                "required": ["title"],
                "additionalProperties": False,
                "properties": {key: _blueprint_value(key) for key in BLUEPRINT_KEYS},
            },
        },
    }


def _of_the_verbs() -> dict[str, Any]:
    """What may stand below one verb or another, or below a question."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for detail in (*(d for verb in VERBS.values() for d in verb.takes), *OF_A_QUESTION.values()):
        if detail.schema not in (known := found.setdefault(detail.key, [])):
            known.append(detail.schema)
    return {key: ways[0] if len(ways) == 1 else {"anyOf": ways} for key, ways in found.items()}


def _one_or_many(item: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [item, {"type": "array", "items": item}]}


def _actors(sides: list[Side], verbs: tuple[str, ...], more: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {**{f"{s} {v}": TEXT for s in sides for v in verbs}, **more},
    }


_NUMBER: dict[str, Any] = {"type": "integer", "minimum": 0}
_NUMBERS: dict[str, Any] = {"oneOf": [_NUMBER, {"type": "array", "items": _NUMBER}]}


def _by_side(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict.fromkeys(Side, value),
        "additionalProperties": False,
    }


def _stack_details(sides: list[Side]) -> dict[str, Any]:
    special: dict[str, Any] = {
        "targets": NAMES,
        "with": NAMES,
        "segment": {"enum": list(Segment)},
        "next": {"enum": sides},
        "step": {"enum": ["responses", "result"]},
        "destiny": _by_side(_NUMBERS),
        **dict.fromkeys(("totals", "damage", "attrition"), _by_side(_NUMBER)),
    }
    return {key: special.get(key, TEXT) for key in STACK_KEYS}


def _card_value(key: str) -> dict[str, Any]:
    if key == "targeting":
        return NAMES
    if key in ("card", "as"):
        return TEXT
    if key == "seat":
        return {"enum": list(SEATS)}
    if key in (*MARKS, "stolen"):
        return {"type": ["boolean", "string"]}
    return {"$ref": "#/$defs/heap"}


def _blueprint_value(key: str) -> dict[str, Any]:
    special: dict[str, dict[str, Any]] = {
        "side": {"enum": ["light", "dark", "both"]},
        "type": {"enum": list(TYPES)},
        "subtype": {"enum": list(SUBTYPES)},
        "copies": {"type": "integer"},
        "texts": _one_or_many({"type": "object", "properties": {"role": {"enum": list(ROLES)}}}),
    }
    if key in NUMBERS:
        return {"type": ["integer", "string"]}
    return special.get(key, {})

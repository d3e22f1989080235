"""A JSON Schema of the scenario format, with which an editor completes and checks."""

from __future__ import annotations

from typing import Any

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
from adjudicator.game import Phase, Segment, Side, Way
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.read import (
    CARD_KEYS,
    EARLIER,
    FACT_KEYS,
    LOCATION_KINDS,
    MARKS,
    SEATS,
    SIDE_KEYS,
    STACK_KEYS,
    STACK_VERBS,
    VERDICTS,
)
from adjudicator.state.attempts import VERBS

_TEXT = {"type": ["string", "number", "boolean"]}
_SPEECH = {"oneOf": [_TEXT, {"type": "object", "properties": {"en": _TEXT, "fr": _TEXT}}]}
_NAMES = {"oneOf": [_TEXT, {"type": "array", "items": _TEXT}]}


def schema() -> dict[str, Any]:
    """The schema; what needs names and sums to be checked is left to `adjudicator check`."""
    sides = list(Side)
    details = {
        "targets": _NAMES,
        "to": _TEXT,
        "from": _TEXT,
        "at": _TEXT,
        "aboard": _TEXT,
        "using": _TEXT,
        "answering": _TEXT,
        "paying": _NAMES,
        "with": _NAMES,
        "order": _NAMES,
        "choosing": _NAMES,
        "taking": _NAMES,
        "X": {"type": "integer"},
        "destiny": {
            "oneOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]
        },
        "by": {"enum": [*sides, *Way]},
        "seat": {"enum": list(SEATS)},
        "before": _TEXT,
        "after": _TEXT,
        "replacing": _TEXT,
        "note": _TEXT,
        "asked": {"type": ["string", "boolean"]},
        "todo": _TEXT,
        "expect": {"$ref": "#/$defs/expect"},
    }
    verbs = {
        f"{side} {verb}": _verb_value(verb)
        for side in sides
        for verb in VERBS
        if verb not in ("passes", "goes on")
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
            "todo": _TEXT,
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
                        _actors(sides, JUST, dict.fromkeys(("to", "from", "with"), _TEXT))
                    ),
                    "stack": _one_or_many(_actors(sides, STACK_VERBS, _stack_details(sides))),
                    "earlier this turn": _one_or_many(_actors(sides, EARLIER, {})),
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
                    _TEXT,
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
                    **dict.fromkeys(LOCATION_KINDS, _TEXT),
                    "as": _TEXT,
                    "part of": _TEXT,
                    "parsec": {"type": "integer"},
                    "owner": {"enum": sides},
                    "icons": {"type": "object", "additionalProperties": {"type": "integer"}},
                    "is": _NAMES,
                    "light": {"$ref": "#/$defs/heap"},
                    "dark": {"$ref": "#/$defs/heap"},
                },
            },
            "attempt": {
                "oneOf": [
                    {
                        "enum": [
                            "both pass",
                            *(f"{s} {v}" for s in sides for v in ("passes", "goes on")),
                        ]
                    },
                    {
                        "type": "object",
                        "additionalProperties": False,
                        "properties": {
                            **verbs,
                            "light passes": {},
                            "dark passes": {},
                            "light goes on": {},
                            "dark goes on": {},
                            "both pass": {},
                            "ask": {"enum": list(QUESTIONS)},
                            "card": _TEXT,
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


def _verb_value(verb: str) -> dict[str, Any]:
    if verb == "activates":
        return {"type": "integer"}
    return _TEXT


def _one_or_many(item: dict[str, Any]) -> dict[str, Any]:
    return {"oneOf": [item, {"type": "array", "items": item}]}


def _actors(sides: list[Side], verbs: tuple[str, ...], more: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {**{f"{s} {v}": _TEXT for s in sides for v in verbs}, **more},
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
        "targets": _NAMES,
        "with": _NAMES,
        "segment": {"enum": list(Segment)},
        "next": {"enum": sides},
        "step": {"enum": ["responses", "result"]},
        "destiny": _by_side(_NUMBERS),
        **dict.fromkeys(("totals", "damage", "attrition"), _by_side(_NUMBER)),
    }
    return {key: special.get(key, _TEXT) for key in STACK_KEYS}


def _card_value(key: str) -> dict[str, Any]:
    if key == "targeting":
        return _NAMES
    if key in ("card", "as"):
        return _TEXT
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

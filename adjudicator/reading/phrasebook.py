"""Phrases in both directions: what a part of a text is, how it is printed, how it is said.

`phrase("result", {"retrieve": "{n}"}, "retrieve {n:number} Force", "récupérez {n} {points n} de Force")`
reads the English pattern (and the others behind it) into the part, and says the part with the first
English pattern and the French one. What stands in braces is a slot; the part holds it by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from adjudicator.reading.parsing import rule

Part = Any
Slots = dict[str, Any]
Fits = Callable[..., bool]
_SLOT = re.compile(r"\{(\w+)(?::([^}]+))?\}")
_ONE_OF = re.compile(r"(\b[\w']+)(?:\|[\w']+)+")  # of several words the first is said


class Phrase(NamedTuple):
    """One part of a text, and how it is said."""

    part: Part
    en: str
    fr: str


PHRASES: dict[str, list[Phrase]] = {}


def phrase(
    family: str,
    part: Part,
    en: str,
    fr: str,
    *also: str,
    on: tuple[str, ...] = (),
    fits: Fits | None = None,
) -> None:
    """Registers a phrase; the first English pattern is the one that is said."""

    def build(card: Any, **slots: Any) -> Part:
        if fits is not None and not fits(card, **slots):
            return None
        return _filled(part, slots)

    rule(family, en, *also, on=on)(build)
    PHRASES.setdefault(family, []).append(Phrase(part, _told(en), fr))


def _told(en: str) -> str:
    """The English pattern as it is said: of several words the first, the verb as its subject asks."""
    told = re.sub(r"(\{(\w+):[^}]+\}) is\|are\b", r"\1 {\2:is}", en)
    return _ONE_OF.sub(r"\1", told)


def _filled(part: Part, slots: Slots) -> Part:
    """The part with what the slots found; a slot that stands alone in it gives its own value."""
    if isinstance(part, str):
        match = _SLOT.fullmatch(part)
        return slots[match[1]] if match else part
    if isinstance(part, Mapping):
        return {key: _filled(value, slots) for key, value in part.items()}
    if isinstance(part, list):
        return [_filled(value, slots) for value in part]
    return part


def unfilled(template: Part, part: Part) -> Slots | None:
    """What the slots of a phrase hold in a part; None where it is another part."""
    if isinstance(template, str) and (match := _SLOT.fullmatch(template)):
        return {match[1]: part}
    if isinstance(template, Mapping):
        if not isinstance(part, Mapping) or set(part) != set(template):
            return None
        return _all_of((template[key], part[key]) for key in template)
    if isinstance(template, list):
        if not isinstance(part, list) or len(part) != len(template):
            return None
        return _all_of(zip(template, part, strict=True))
    return {} if template == part else None


def _all_of(pairs: Any) -> Slots | None:
    found: Slots = {}
    for template, part in pairs:
        slots = unfilled(template, part)
        if slots is None or any(found.get(name, value) != value for name, value in slots.items()):
            return None
        found.update(slots)
    return found


def said(family: str, part: Part, lang: str, slot: Callable[[str, Any], str]) -> str | None:
    """The part in words; `slot` says what a slot holds, by how the phrase asks for it.

    An English slot asks by its category (`{n:number}`), a French one by how it stands in the
    sentence (`{n:points}`); without either by its bare value."""
    for known in PHRASES.get(family, ()):
        slots = unfilled(known.part, part)
        if slots is not None and all(map(_is_fit, slots.items())):
            template = known.en if lang == "en" else known.fr
            return _SLOT.sub(lambda m: slot(m[2] or m[1], slots[m[1]]), template)  # noqa: B023
    return None


def _is_fit(slot: tuple[str, Any]) -> bool:
    """A slot called `n` holds a number, one called `w` a description of locations."""
    name, value = slot
    return (name != "n" or isinstance(value, int)) and (name != "w" or isinstance(value, Mapping))

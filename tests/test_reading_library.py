"""The library's own texts against what is read of the same cards in print.

Every difference stands in a file with its reason; one that does not is a mistake on one side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from conftest import ROOT, SHARED
from test_reading import library

from adjudicator.cards.model import Blueprint, Text
from adjudicator.cards.part import Part, given
from adjudicator.cards.pool import blueprint_of
from adjudicator.cards.read import slug_of
from adjudicator.reading.using import Understanding
from adjudicator.source import folded

REASONS = {
    "not modelled": "the library says that it leaves this sentence out",
    "said otherwise": "both come to the same",
}
FACTS = ("seats", "permanent_ability", "immune_to", "only_to")
NUMBERS = ("immune to attrition", "when piloting")


def plain(value: Any) -> Any:
    """A part of a text as plain data, without clauses and the names it gives."""
    if isinstance(value, Part):
        return value.word, tuple((name, plain(v)) for name, v in given(value))
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return tuple(
            (f, plain(getattr(value, f))) for f in value._fields if f not in ("clause", "name")
        )
    if isinstance(value, tuple | list | frozenset):
        return tuple(plain(v) for v in value)
    return value.casefold() if isinstance(value, str) else value


def units(text: Text) -> Iterator[Any]:
    conditions = tuple(sorted(repr(plain(c)) for c in text.conditions))
    for part in ("gives", "bars", "lifts"):
        for op in getattr(text, part):
            yield part, plain(op), conditions, text.side
    if text.role in ("deploy", "fire"):
        yield (
            text.role,
            plain(text.when),
            plain(text.targets),
            plain(text.costs),
            plain(text.result),
        )


def pairs() -> Iterator[tuple[Blueprint, Blueprint]]:
    """Each card of the library beside the same card with its printed text read."""
    cards = library()
    understand = Understanding(cards)
    for title in cards.titles():
        for own in cards.versions(title):
            lines = cards.pool.numbered(own.id) if own.id else []
            lines = lines or cards.pool.named(slug_of(folded(own.title)), own.side)
            for record in cards.pool.records(lines)[:1]:
                read = understand(blueprint_of(record))
                if record["type"] == own.type and read.from_print is not None:
                    yield own, read


def differs(own: Blueprint, read: Blueprint) -> bool:
    told = [unit for text in own.texts for unit in units(text)]
    if any(unit not in told for text in read.texts for unit in units(text)):
        return True
    if any(getattr(own, f) != getattr(read, f) for f in FACTS if getattr(read, f)):
        return True
    return any(read.facts.get(n) not in (None, own.facts.get(n)) for n in NUMBERS)


def test_every_difference_from_the_library_has_its_reason() -> None:
    if not (SHARED / "data" / "cards").is_dir():
        pytest.skip("the card database does not lie beside the project")
    found = {f"{own.title} ({read.id})" for own, read in pairs() if differs(own, read)}
    known = yaml.safe_load((ROOT / "tests" / "reading-differences.yaml").read_text("utf-8"))
    assert all(reason in REASONS for reason in known.values())
    assert sorted(found - set(known)) == []
    assert sorted(set(known) - found) == [], "no difference any more"

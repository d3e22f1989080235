"""The soak finds what is planted: a fault in the engine, the reader, the composer, the writer."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from mutants import Breeder
from soak import Fault, Soak

from adjudicator.game import Zone
from adjudicator.ruling.compose import Composer
from adjudicator.ruling.write import Writer
from adjudicator.source import Reader
from adjudicator.state.events import CardPlaced
from adjudicator.state.table import Table

MOST = 3_000
breeder = cache(Breeder)


def first_fault(most: int = MOST) -> Fault | None:
    soak = Soak(1, breeder())
    found = (fault for n in range(most) for fault in soak.faults(n))
    return next((f for f in found if f.kind != "budget"), None)  # times are for the command


def in_the_engine(patch: pytest.MonkeyPatch) -> None:
    """A card that is put out of play lies nowhere any more."""
    placed = CardPlaced.apply

    def losing(event: CardPlaced, table: Table) -> Table:
        after = placed(event, table)
        if event.zone is not Zone.OUT:
            return after
        key = (after.card(event.card).owner, Zone.OUT)
        return after._replace(piles={**after.piles, key: after.piles[key][1:]})

    patch.setattr(CardPlaced, "apply", losing)


def in_the_reader(patch: pytest.MonkeyPatch) -> None:
    """A number below zero is looked for in a list."""
    number = Reader.number

    def falling(self: Reader, node: Any, *about: Any, **limits: Any) -> int | None:
        found = number(self, node, *about, **limits)
        if getattr(node, "value", "") == "-1":
            raise IndexError(node.value)
        return found

    patch.setattr(Reader, "number", falling)


def in_the_composer(patch: pytest.MonkeyPatch) -> None:
    """A card in the Lost Pile has no title."""
    title = Composer.title

    def forgetting(self: Composer, card: Any, *more: Any) -> Any:
        lost = card in self.table.cards and self.table.card(card).zone is Zone.LOST
        return None if lost else title(self, card, *more)

    patch.setattr(Composer, "title", forgetting)


def in_the_writer(patch: pytest.MonkeyPatch) -> None:
    """In a long sentence a fact is missing."""
    sentence = Writer.sentence

    def mumbling(self: Writer, record: Any) -> str:
        told = sentence(self, record)
        return told.replace(" the ", " None ", 1) if len(told) > 160 else told

    patch.setattr(Writer, "sentence", mumbling)


@pytest.mark.parametrize(
    ("plant", "kind"),
    [
        (in_the_engine, "law"),
        (in_the_reader, "exception"),
        (in_the_composer, ""),
        (in_the_writer, "sentence"),
    ],
    ids=lambda p: getattr(p, "__name__", ""),
)
def test_a_fault_that_is_planted_is_found(
    plant: Callable[[pytest.MonkeyPatch], None], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch)
    fault = first_fault()
    assert fault is not None
    assert kind in fault.kind


def test_without_one_nothing_is_found() -> None:
    assert first_fault(150) is None


def test_a_mutant_can_be_made_again() -> None:
    assert breeder().mutant(7, 11) == Breeder().mutant(7, 11) != breeder().mutant(7, 12)

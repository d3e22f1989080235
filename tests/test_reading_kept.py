"""What was understood is kept beside the imported cards, found again, and not believed blindly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint
from adjudicator.cards.pool import Pool
from adjudicator.game import Side
from adjudicator.reading.kept import FILE, Kept
from adjudicator.reading.using import Understanding
from adjudicator.words.book import WORDS

CARD = Blueprint(
    title="Vela Corrin", side=Side.LIGHT, type="character", copies=1, id="9_9",
    personas=frozenset({"Vela Corrin"}), printed="Power +2 while alone. May juggle three planets.",
)  # fmt: skip


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Something is imported; what, does not matter."""
    pool = Pool(tmp_path)
    pool.write(
        [
            {
                "key": "1",
                "id": "1_1",
                "title": "Nobody",
                "side": "light",
                "type": "character",
                "facts": {},
            }
        ]
    )
    return Library(WORDS, pool=pool)


def kept(library: Library) -> dict[str, Any]:
    told = json.loads((library.pool.file.parent / FILE).read_text("utf-8"))
    assert isinstance(told, dict)
    return told


def test_a_text_is_read_once(library: Library) -> None:
    first = Understanding(library)
    card = first(CARD)
    first.kept._write()
    again = Understanding(library)
    assert again(CARD) == card
    assert again._reader is None  # no grammar was needed


@pytest.mark.parametrize(
    "spoiled", ["no json", "[]", '{"KEY": 3}', '{"KEY": [[["a", 1, "b", {}]], [], [], ""]}']
)
def test_what_is_not_as_it_was_written_is_read_again(library: Library, spoiled: str) -> None:
    first = Understanding(library)
    card = first(CARD)
    key = first.kept.key(CARD)
    assert key is not None
    (library.pool.file.parent / FILE).write_text(spoiled.replace("KEY", key), "utf-8")
    again = Understanding(library)
    assert again(CARD) == card
    assert again._reader is not None


def test_another_text_or_another_library_is_another_reading(library: Library) -> None:
    known = Kept(library)
    assert known.key(CARD) != known.key(CARD._replace(printed="Power +3 while alone."))
    assert known.key(CARD) != known.key(CARD._replace(type="vehicle"))
    assert Kept(library.with_cards([CARD])).key(CARD) is None
    assert Kept(Library(WORDS, pool=Pool(Path("nowhere")))).key(CARD) is None


def test_what_others_have_kept_meanwhile_stays(library: Library) -> None:
    one, other = Understanding(library), Understanding(library)
    one(CARD)
    other(CARD._replace(title="Vela Dorrin"))
    one.kept._write()
    other.kept._write()
    assert len(kept(library)) == 2

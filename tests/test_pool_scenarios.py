"""Boards of cards that only the pool knows, by their titles: worked out by hand from the print first.

They run where the community's files lie beside the project, and hold none of its sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, SHARED
from test_cli import run

REAL = SHARED / "data" / "cards"
BOARDS = ROOT / "tests" / "pool"


def test_every_board_is_ruled_as_it_was_worked_out(tmp_path: Path) -> None:
    if not REAL.is_dir():
        pytest.skip("the card database does not lie beside the project")
    data = ("--data-dir", str(tmp_path))
    done = run(*data, "cards", "import", *map(str, sorted(REAL.glob("*.json"))))
    assert done.returncode in (0, 1), done.stderr
    told = run(*data, "test", str(BOARDS))
    assert told.returncode == 0, told.stdout


def test_no_board_describes_a_card_and_each_has_a_twin_or_a_question() -> None:
    texts = {path.stem: path.read_text("utf-8") for path in BOARDS.glob("*.yaml")}
    assert len(texts) >= 150
    assert not [name for name, text in texts.items() if "\ncards:" in text]
    kinds = {
        kind
        for text in texts.values()
        for kind in ("legal", "illegal", "undetermined", "value")
        if kind in text
    }
    assert kinds == {"legal", "illegal", "undetermined", "value"}

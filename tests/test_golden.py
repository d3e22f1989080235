"""Ten rulings as they were read and found good, in text and Markdown, in both languages."""

from __future__ import annotations

import difflib

from golden import FOLDER, documents


def test_rulings_read_as_they_were_found_good() -> None:
    """Where a wording changes on purpose: `python tests/golden.py`, read `git diff`, commit."""
    found = dict(documents())
    assert set(FOLDER.iterdir()) == found.keys()
    different = []
    for file, text in found.items():
        kept = file.read_text("utf-8").splitlines()
        different += difflib.unified_diff(
            kept, text.splitlines(), file.name, "now", n=0, lineterm=""
        )
    assert not different, "\n".join([*different[:60], "if this is meant: python tests/golden.py"])

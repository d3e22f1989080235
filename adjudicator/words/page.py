"""The manual's page of the card vocabulary: what it says in prose, and the tables of words."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.words.book import WORDS

_TABLE = re.compile(r"^\{\{ ([a-z]+)(?:: ([a-z ]+))? \}\}$", re.MULTILINE)


def vocabulary_page() -> str:
    """The page that explains every word; its tables are printed from the words themselves."""
    prose = (Path(__file__).parent / "page.md").read_text("utf-8")
    return _TABLE.sub(lambda m: WORDS.page(m[1], m[2] or ""), prose)

"""The manual's page of the card vocabulary: what it says in prose, and the tables of words."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from yaml.nodes import MappingNode

from adjudicator.cards.read import NUMBERS
from adjudicator.scenario.schema import plain
from adjudicator.source import compose
from adjudicator.words.book import WORDS

_TABLE = re.compile(r"^\{\{ ([a-z]+)(?:: ([a-z ]+))? \}\}$", re.MULTILINE)


_KEY = re.compile(r"^- `([^`]+)`: (.+?) `([^`]+)`$", re.MULTILINE)


def card_keys() -> dict[str, tuple[str, Any]]:
    """What each key of a card means, and an example of it."""
    page = vocabulary_page()
    found: dict[str, tuple[str, Any]] = {}
    for key, meaning, example in _KEY.findall(
        page.partition("\n## The card\n")[2].partition("\n## ")[0]
    ):
        node = compose("page.md", example)[0].node
        assert isinstance(node, MappingNode)
        found[key] = meaning.strip(), plain(node.value[0][1])
    numbers = page.partition("\n## Numbers\n")[2].partition("\n## ")[0]
    for key in re.findall(r"`([^`]+)`", numbers):
        if key in NUMBERS:
            found.setdefault(key, ("A number printed on the card, `none`, or `varies`.", 3))
    return found


def vocabulary_page() -> str:
    """The page that explains every word; its tables are printed from the words themselves."""
    prose = (Path(__file__).parent / "page.md").read_text("utf-8")
    return _TABLE.sub(lambda m: WORDS.page(m[1], m[2] or ""), prose)

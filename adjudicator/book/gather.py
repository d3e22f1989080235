"""Every scenario ruled once: what its pages need, and what other pages say of it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.cards.model import Blueprint
from adjudicator.cards.read import slug_of
from adjudicator.edition.telling import ruled_under
from adjudicator.engine.replay import replay
from adjudicator.regress.plays import Play
from adjudicator.rules.proof import ProvingRulebook
from adjudicator.rules.registry import RecordingRulebook
from adjudicator.ruling.compose import compose
from adjudicator.ruling.ruling import Ruling, with_more
from adjudicator.session import Desk, Loaded
from adjudicator.source import folded

_LONGEST = 80
_STRANGE = re.compile(r"""[^a-z0-9 '",.!?:;()&/-]""")  # not in titles of cards


class Ruled(NamedTuple):
    """A ruling as the rest of the book refers to it."""

    name: str  # of its page, without folder and ending
    topic: str
    title: dict[str, str]
    question: dict[str, str]
    verdict: str | None
    says: dict[str, str]  # the answer, by language
    cards: tuple[str, ...]  # titles


class Case(NamedTuple):
    """A scenario, its ruling, and how it was played."""

    name: str
    topic: str
    loaded: Loaded
    ruling: Ruling
    cards: dict[str, Blueprint]  # by the name of their page
    play: Play


class Names:
    """Names of pages: letters, digits and dashes, each given once."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}

    def new(self, text: str) -> str:
        name = page_name(text)
        number = self._given[name] = self._given.get(name, 0) + 1
        return name if number == 1 else self.new(f"{name}-{number}")


def page_name(text: str) -> str:
    """Whatever a title consists of, this is a harmless file name; titles that the library
    takes for the same have the same."""
    bare = folded(text)
    slug = slug_of(bare)
    if slug and len(slug) <= _LONGEST and not _STRANGE.search(bare):
        return slug
    digest = hashlib.sha256(bare.encode("utf-8", "replace")).hexdigest()[:8]
    return f"{slug[:_LONGEST].strip('-')}-{digest}".strip("-")


def gather(desk: Desk, scenarios: Iterable[Loaded]) -> Iterator[Case]:
    """One after the other, so that no more than one ruling is in memory."""
    book = desk.edition.rulebook(RecordingRulebook)
    proving, names = desk.edition.rulebook(ProvingRulebook), Names()
    for loaded in scenarios:
        assert loaded.board is not None
        steps = replay(loaded.board, book)
        play = Play(loaded.board, steps, [], book.turn_page())
        path = Path(loaded.file)
        topic = page_name(path.parent.name) if path.parent.name else "rulings"
        yield Case(
            names.new(f"{topic} {path.stem}"),
            topic,
            loaded,
            with_more(
                compose(
                    loaded.board, book, replay(loaded.board, proving), desk.glossary, full=True
                ),
                ruled_under(desk.edition),
            ),
            cards_of(loaded),
            play,
        )


def cards_of(loaded: Loaded) -> dict[str, Blueprint]:
    """The cards a scenario names; those known only by a number or not at all are none."""
    assert loaded.board is not None
    found: dict[str, Blueprint] = {}
    for card in loaded.board.table.cards.values():
        if card.named and card.title:
            found.setdefault(page_name(card.title), card.print)
    return found

"""The library: one file a card, read when a scenario first names it; behind it the pool of
imported cards, which is looked at only for what the library does not know."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self

from adjudicator.cards.model import Blueprint, Text
from adjudicator.cards.pool import Listed, Pool, in_common, plain_title
from adjudicator.cards.read import Words, read_blueprint, slug_of
from adjudicator.cards.supplement import Supplement
from adjudicator.cards.usual import part_of_title, usual
from adjudicator.game import EMPTY, Side
from adjudicator.source import BadFile, Reader, compose, folded, read_text

HERE = Path(__file__).parent
LONGEST = 200  # letters of a file's name; a longer title is none of ours, nor of any file system
GEMP = re.compile(r"^\d{1,4}_\d{1,4}[a-z]?$", re.IGNORECASE)
_TITLE = re.compile(r"^(?:- )?title: \"?([^\"\n]+?)\"?$", re.MULTILINE)
LEAST = 3  # letters and digits with which a title's beginning may stand for it


class Found(NamedTuple):
    """The card that is meant, or which ones could be."""

    card: Blueprint | None = None
    candidates: tuple[tuple[str, str], ...] = ()  # title and GEMP id, if several could be


Understand = Callable[[Blueprint], Blueprint]


class Library:
    """Every card we know, by title; reads only the files that are asked for."""

    def __init__(
        self,
        words: Words,
        folder: Path = HERE,
        pool: Pool | None = None,
        reads: Callable[[Library], Understand] | None = None,
    ) -> None:
        self.words = words  # of which the texts of cards consist
        self.reads = reads  # what is there to read printed texts, once one is needed
        self.folder = folder
        self.pool = Pool() if pool is None else pool
        self._read: dict[str, tuple[Blueprint, ...]] = {}
        self._found: dict[tuple[str, Side | None, str | None], Found] = {}
        self._laid: Mapping[str, tuple[Blueprint, ...]] = EMPTY  # over all others, by their names

    @property
    def laid_over(self) -> bool:
        """Whether cards are laid over its own."""
        return bool(self._laid)

    # -- cards laid over it ------------------------------------------------------------------

    def with_cards(self, cards: Iterable[Blueprint], *also: str) -> Self:
        """The library with these cards over its own, known by their titles and a further name."""
        laid = dict(self._laid)
        for card in cards:
            if card.printed and not card.texts:
                card = self.understood(card)
            names = (card.title, *filter(None, (card.id,)), *also)
            for name in dict.fromkeys(map(folded, names)):
                others = [c for c in laid.get(name, ()) if not _in_place_of(card, c)]
                laid[name] = (card, *others)
        if not laid:
            return self
        other = copy(self)  # what has been read is shared
        other._laid, other._found = laid, {}
        for name in ("known_titles", "_slugs"):
            other.__dict__.pop(name, None)
        return other

    def bases(self, added: Supplement) -> tuple[Blueprint, ...]:
        """The cards to which something is added: of one that both sides have, where nobody says
        whose is meant, both."""
        side = added.print.side
        found = [self.find(added.title, one) for one in ((side,) if side is not None else Side)]
        either = self.find(added.title, side)
        cards = [either, *found] if either is not None and either.side is None else found
        known = [card for card in cards if card is not None]
        return tuple(card for n, card in enumerate(known) if card not in known[:n])

    def with_added(self, added: Supplement) -> Self:
        """The library in which something is added to a card."""
        merged = [added.added_to(base) for base in self.bases(added)]
        return self.with_cards(merged, added.title)

    def _over(self, name: str, side: Side | None) -> Blueprint | None:
        laid = self._laid.get(folded(name), ())
        return next((c for c in laid if side is None or c.side in (None, side)), None)

    # -- finding -------------------------------------------------------------------------------

    def find(
        self, title: str, side: Side | None = None, type_: str | None = None
    ) -> Blueprint | None:
        """The card of that title which the side can play; dots and accents do not matter."""
        return self.meant(title, side, type_).card

    def meant(self, title: str, side: Side | None = None, type_: str | None = None) -> Found:
        """Our own card of that title; else one of the pool by title or id; else the only one
        whose title begins so. What is laid over it comes first."""
        if not self._laid:
            return self._known(title, side, type_)
        if (card := self._over(title, side)) is not None:
            return Found(card)
        found = self._known(title, side, type_)
        if found.card is None:
            return found
        over = self._over(found.card.title, found.card.side)
        return Found(over) if over is not None and over.side == found.card.side else found

    def _known(self, title: str, side: Side | None, type_: str | None) -> Found:
        slug = slug_of(folded(title))
        own = self.versions(slug)
        if own and side is None and type_ == "location":  # nobody says whose version it is
            return Found(in_common(own))
        if card := next((b for b in own if side is None or b.side in (None, side)), None):
            return Found(card)
        called = usual(title)
        if called is not None and (found := self.meant(called, side, type_)) != Found():
            return found
        key = (folded(title), side, type_)
        if key not in self._found:
            self._found[key] = self._meant(title, slug, side, type_) if slug else Found()
        return self._found[key]

    @cached_property
    def _understand(self) -> Understand | None:
        return self.reads(self) if self.reads is not None else None

    def understood(self, card: Blueprint) -> Blueprint:
        """The card with what can be read of its printed text; one that has none is left as it is."""
        if not card.printed or self._understand is None:
            return card
        return self._understand(card)

    def _meant(self, title: str, slug: str, side: Side | None, type_: str | None) -> Found:
        if GEMP.match(title.strip()):
            lines = [li for li in self.pool.numbered(title.strip()) if side in (None, li.side)]
        else:
            lines = self.pool.named(slug, side)
        if lines or self.versions(slug) or self.pool.named(slug):
            return self._choose(lines, side, type_)
        if len(slug) < LEAST:
            return Found()
        return self._placed_so(title, slug, side) or self._begun(slug, side, type_)

    def _placed_so(self, name: str, slug: str, side: Side | None) -> Found | None:
        """The one location whose title has the name behind its colon."""
        own = [s for s in self._slugs if s.endswith(f"-{slug}")]
        titles = {b.title for s in own for b in self.versions(s)}
        titles |= {line.title for line in self.pool.all()} if not titles else set()
        found = sorted(t for t in titles if part_of_title(name, t))
        if len(found) > 1:
            return Found(candidates=tuple((title, "") for title in found))
        return self.meant(found[0], side, "location") if found else None

    def _begun(self, slug: str, side: Side | None, type_: str | None) -> Found:
        """Cards whose titles begin so: one, taken with its variants, is the one meant."""
        lines = [li for li in self.pool.beginning(slug) if side in (None, li.side)]
        lines.sort(key=lambda li: -len(li.title))  # the plainest title stands for its variants
        bases = {slug_of(folded(_plainest(li.title))): li.title for li in lines}
        for own in self._slugs:
            if own.startswith(slug) and (found := self._fitting(own, side, type_)):
                bases[own] = found.title
        if type_ is not None and len(bases) < 20:
            bases = {b: t for b, t in bases.items() if self.meant(t, side, type_).card}
        if len(bases) == 1:
            ((base, title),) = bases.items()
            return self.meant(base, side, type_) if base != slug else self.meant(title, side, type_)
        return Found(candidates=tuple((title, "") for _, title in sorted(bases.items())))

    def _fitting(self, slug: str, side: Side | None, type_: str | None) -> Blueprint | None:
        return next(
            (
                b
                for b in self.versions(slug)
                if (side is None or b.side in (None, side)) and type_ in (None, b.type)
            ),
            None,
        )

    def _choose(self, lines: list[Listed], side: Side | None, type_: str | None) -> Found:
        """One of the cards with that very name; the library's own comes before the pool's."""
        cards = [
            self.ours(card) or self.understood(card) for card in map(self.pool.blueprint, lines)
        ]
        cards = [c for n, c in enumerate(cards) if c not in cards[:n] and type_ in (None, c.type)]
        if cards and side is None and all(c.type == "location" for c in cards):
            return Found(in_common(cards))
        for one in (side,) if side else Side:
            mine = [c for c in cards if c.side in (None, one)]
            if len(mine) > 1:
                return Found(candidates=tuple((c.title, c.id or "") for c in mine))
        return Found(cards[0] if cards else None)

    def ours(self, card: Blueprint) -> Blueprint | None:
        """The same card as the library has it."""
        for own in self.versions(slug_of(folded(plain_title(card.title)))):
            if own.side not in (None, card.side) or own.type != card.type:
                continue
            if own.id == card.id or (own.subtype == card.subtype and _alike(own, card)):
                return own
        return None

    def versions(self, title: str) -> tuple[Blueprint, ...]:
        """The library's own cards of that title."""
        slug = slug_of(folded(title))
        if slug not in self._read:
            self._read[slug] = self._load(slug)
        return self._laid_over(slug) if self._laid else self._read[slug]

    def _laid_over(self, slug: str) -> tuple[Blueprint, ...]:
        """With those that are laid over them in their places."""
        laid = [
            card
            for name, cards in self._laid.items()
            for card in cards
            if slug_of(name) == slug and folded(card.title) == name
        ]
        own = [c for c in self._read[slug] if not any(_in_place_of(card, c) for card in laid)]
        return (*laid, *own)

    def _load(self, slug: str) -> tuple[Blueprint, ...]:
        path = self.folder / f"{slug}.yaml"
        if not 0 < len(slug) <= LONGEST or not path.is_file():
            return ()
        text, problems = read_text(path)
        if problems:
            raise BadFile(problems, text)
        document, problems = compose(f"cards/{slug}.yaml", text)
        reader = Reader(document)
        nodes = list(reader.items(document.node, "cards"))
        found = tuple(b for node in nodes if (b := read_blueprint(reader, node, self.words)))
        if problems or reader.problems:
            raise BadFile(problems + reader.problems, text)
        return found

    @cached_property
    def _slugs(self) -> list[str]:
        laid = {slug for name in self._laid if (slug := slug_of(name))}
        return sorted({path.stem for path in self.folder.glob("*.yaml")} | laid)

    def titles_on_file(self) -> list[str]:
        """The titles of the library as its files give them: nothing else of the cards is read."""
        found = []
        for path in self.folder.glob("*.yaml"):
            found += _TITLE.findall(path.read_text("utf-8"))
        return found

    def titles(self) -> list[str]:
        """Every title in the library; reads all of it, so only for mistakes and lists."""
        return [b.title for slug in self._slugs for b in self.versions(slug)[:1]]

    @cached_property
    def known_titles(self) -> tuple[str, ...]:
        """Every title there is, the pool's included."""
        return tuple(dict.fromkeys([*self.titles(), *(line.title for line in self.pool.all())]))


def bound_clauses(library: Library) -> tuple[str, ...]:
    """Every clause of the glossary that some part of a card's text in the library carries out."""
    found: set[str] = set()
    for title in library.titles():
        for print_ in library.versions(title):
            for text in print_.texts:
                found |= text.clauses() - {text.source}
    return tuple(sorted(found))


def _in_place_of(card: Blueprint, other: Blueprint) -> bool:
    """Whether a card that is laid over another takes its place, and not only that of one side."""
    return card.side is None or card.side is other.side


def card_texts(library: Library) -> dict[str, Text]:
    """Every text of the library's own cards, by its clause."""
    return {
        text.clause: text
        for title in library.titles()
        for print_ in library.versions(title)
        for text in print_.texts
    }


def _plainest(title: str) -> str:
    return plain_title(title).removesuffix(" (V)")


def _alike(one: Blueprint, other: Blueprint) -> bool:
    """The same card printed again: no number differs, nor an icon or an extension's sign."""
    if one.side is not None and (one.force_icons, one.icons) != (other.force_icons, other.icons):
        return False
    return all(other.facts.get(n, v) == v for n, v in one.facts.items())

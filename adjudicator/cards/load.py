"""The library: one file a card, read when a scenario first names it."""

from __future__ import annotations

from pathlib import Path

from adjudicator.cards.model import Blueprint
from adjudicator.cards.read import read_blueprint, slug_of
from adjudicator.game import Side
from adjudicator.source import BadFile, Reader, compose, folded, read_text

HERE = Path(__file__).parent
LONGEST = 200  # letters of a file's name; a longer title is none of ours, nor of any file system


class Library:
    """Every card we know, by title; reads only the files that are asked for."""

    def __init__(self, folder: Path = HERE) -> None:
        self.folder = folder
        self._read: dict[str, tuple[Blueprint, ...]] = {}

    def find(self, title: str, side: Side | None = None) -> Blueprint | None:
        """The card of that title which the side can play; dots and accents do not matter."""
        versions = self.versions(title)
        return next((b for b in versions if side is None or b.side in (None, side)), None)

    def versions(self, title: str) -> tuple[Blueprint, ...]:
        slug = slug_of(folded(title))
        if slug not in self._read:
            self._read[slug] = self._load(slug)
        return self._read[slug]

    def location(self, title: str) -> Blueprint | None:
        """A location of which nobody says whose version it is: what all its versions share."""
        versions = self.versions(title)
        if not versions:
            return None
        found = versions[0]
        for other in versions[1:]:
            found = found._replace(
                side=None,
                force_icons={
                    side: icons
                    for side, icons in found.force_icons.items()
                    if other.force_icons.get(side) == icons
                },
                texts=tuple(text for text in found.texts if text in other.texts),
                not_modelled=found.not_modelled
                + tuple(part for part in other.not_modelled if part not in found.not_modelled),
            )
        return found

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
        found = tuple(b for node in nodes if (b := read_blueprint(reader, node)))
        if problems or reader.problems:
            raise BadFile(problems + reader.problems, text)
        return found

    def titles(self) -> list[str]:
        """Every title in the library; reads all of it, so only for mistakes and lists."""
        slugs = sorted(p.stem for p in self.folder.glob("*.yaml"))
        return [b.title for slug in slugs for b in self.versions(slug)[:1]]


def bound_clauses(library: Library) -> tuple[str, ...]:
    """Every clause of the glossary that some part of a card's text in the library carries out."""
    found: set[str] = set()
    for title in library.titles():
        for print_ in library.versions(title):
            for text in print_.texts:
                found |= text.clauses() - {text.source}
    return tuple(sorted(found))

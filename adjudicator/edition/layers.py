"""Layers and what they come to: one fold, whoever asks for it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple, TypeVar

from adjudicator.cards.load import Library, Understand, bound_clauses, card_texts
from adjudicator.cards.supplement import Described
from adjudicator.edition.changes import Change, Folded, Without
from adjudicator.game import EMPTY
from adjudicator.glossary.load import Glossary
from adjudicator.rules.registry import Rulebook
from adjudicator.words.book import WORDS

R = TypeVar("R", bound=Rulebook)
L = TypeVar("L", bound=Library)
RULES, AMENDMENT, LEFT_OUT = "rules", "amend", "without"  # as the options that name them
Files = tuple[tuple[str, str], ...]  # name and text


class Layer(NamedTuple):
    """What one source wants to be otherwise."""

    kind: str
    name: str  # of the folder, the file or the clause
    title: Mapping[str, str] = EMPTY
    changes: tuple[Change, ...] = ()
    cards: Described = Described()
    files: Files = ()  # what was read, so that a seal can carry it

    @property
    def digest(self) -> str:
        """Of what was read, wherever it lay."""
        whole = hashlib.sha256()
        for name, text in self.files:
            whole.update(f"{name}\0{len(text)}\0{text}\0".encode("utf-8", "replace"))
        return whole.hexdigest()

    @property
    def is_file(self) -> bool:
        return self.kind != LEFT_OUT


def left_out(clause: str) -> Layer:
    return Layer(LEFT_OUT, clause, changes=(Without(clause),))


class Edition:
    """The shipped rules with layers over them, the last one on top."""

    def __init__(
        self,
        layers: tuple[Layer, ...] = (),
        changes: tuple[Change, ...] = (),
        shelf: list[Library] | None = None,
    ) -> None:
        self.layers = layers
        self._more = changes
        self._shelf: list[Library] = [] if shelf is None else shelf

    def under(self, *layers: Layer) -> Edition:
        """With further layers on top."""
        return Edition((*self.layers, *layers), self._more, self._kept)

    def with_changes(self, *changes: Change) -> Edition:
        """With single changes on top, which stand in no file."""
        return Edition(self.layers, (*self._more, *changes), self._kept)

    @property
    def _kept(self) -> list[Library] | None:
        """What was read of cards serves the editions made of this one, too."""
        return self._shelf if self is not SHIPPED else None

    @property
    def is_shipped(self) -> bool:
        return not self.layers and not self._more

    @property
    def changes(self) -> Iterator[Change]:
        for layer in self.layers:
            yield from layer.changes
        yield from self._more

    @property
    def without(self) -> tuple[str, ...]:
        """The clauses that the command line leaves out."""
        return tuple(sorted({layer.name for layer in self.layers if layer.kind == LEFT_OUT}))

    @property
    def files(self) -> tuple[Layer, ...]:
        """The layers that stand in files."""
        return tuple(layer for layer in self.layers if layer.is_file)

    @cached_property
    def folded(self) -> Folded:
        made = Folded()
        for change in self.changes:
            change.onto(made)
        return made

    def rulebook(self, kind: type[R]) -> R:
        """The rules as they are then."""
        if self.is_shipped:
            return kind()
        made = self.folded
        return kind(made.missing, rules=made.rules, rewritten=made.texts)

    def glossary(self) -> Glossary:
        if self.is_shipped:
            return Glossary()
        made = self.folded
        title = next((layer.title for layer in reversed(self.layers) if layer.title), EMPTY)
        return Glossary(changed=made.clauses, added=tuple(made.added.values()), title=title)

    def library(self, reads: Callable[[Library], Understand] | None = None) -> Library:
        return self.laid_over(Library(WORDS, reads=reads))

    @cached_property
    def cards(self) -> Library:
        """The library as far as it takes to look up what a change speaks of."""
        if not self._shelf:
            self._shelf.append(Library(WORDS))
        return self.laid_over(self._shelf[0])

    def laid_over(self, library: L) -> L:
        """A library with the cards of every layer."""
        for layer in self.layers:
            library = library.with_cards(layer.cards.whole)
            for added in layer.cards.added:
                library = library.with_added(added)
        return library

    @cached_property
    def known(self) -> tuple[str, ...]:
        """Every clause and every text of a card that a change may name."""
        library = self.cards
        acting = dict.fromkeys(rule.clause for rule in self.folded.rules)
        return (*dict.fromkeys((*acting, *bound_clauses(library))), *card_texts(library))


SHIPPED = Edition()

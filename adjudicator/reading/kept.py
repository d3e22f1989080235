"""What was understood of printed texts, kept beside the imported cards: a text is read only once.

It is found by a digest of all that a reading hangs on: the text and what is known of its card, the
grammar, the library's files and the imported cards. What the file says that is not as it was
written, is not believed: then the text is read again."""

from __future__ import annotations

import atexit
import hashlib
import json
import os
from contextlib import suppress
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator import writing
from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint

GRAMMAR = 6  # raised with every change of what is understood
FILE = "readings.json"
_MOST = 2_000  # texts that are kept; beyond that they begin anew
_LONGEST = 16_000_000  # bytes of the file


class Part(NamedTuple):
    """A sentence, or several that make one text: as printed, as said in English and French."""

    printed: str
    english: str
    french: str
    entry: dict[str, Any]


class Understood(NamedTuple):
    """What is taken from a printed text, sentence by sentence and text by text, and what is left."""

    used: tuple[Part, ...]
    parts: tuple[Part, ...]
    left: tuple[str, ...]
    digest: str


class Kept:
    """The readings of one library with its imported cards."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._fresh: dict[str, Understood] = {}

    @cached_property
    def _known(self) -> dict[str, Any]:
        try:
            with open(self._file, "rb") as stream:
                told = json.loads(stream.read(_LONGEST))
        except (OSError, ValueError, RecursionError):
            return {}
        return told if isinstance(told, dict) else {}

    @property
    def _file(self) -> Any:
        return self.library.pool.file.parent / FILE

    @cached_property
    def _world(self) -> str:
        """Of what is the same for all texts: the grammar, the library, the imported cards."""
        found = hashlib.sha256(str(GRAMMAR).encode())
        with os.scandir(self.library.folder) as files:
            for name, size in sorted((f.name, f.stat().st_size) for f in files):
                found.update(f"{name} {size}\n".encode())
        found.update(self.library.pool.index)
        return found.hexdigest()

    def key(self, card: Blueprint) -> str | None:
        """Under which its reading is kept; None: cards are laid over the library, or none is imported."""
        if self.library.laid_over or not self.library.pool.index or card.reads_as:
            return None
        about = (
            self._world, card.title, card.type, card.subtype or "", str(card.copies),
            *sorted(card.personas), "", card.printed,
        )  # fmt: skip
        return hashlib.sha256("\0".join(about).encode()).hexdigest()[:32]

    def get(self, key: str) -> Understood | None:
        if key in self._fresh:
            return self._fresh[key]
        try:
            used, parts, left, digest = self._known[key]
            found = Understood(
                tuple(_part(one) for one in used),
                tuple(_part(one) for one in parts),
                tuple(str(one) for one in left),
                str(digest),
            )
        except (KeyError, TypeError, ValueError):
            return None
        return found

    def put(self, key: str, understood: Understood) -> None:
        if not self._fresh:
            atexit.register(self._write)
        self._fresh[key] = understood

    def _write(self) -> None:
        """At the end of a run, with what others have written meanwhile; a folder that cannot be
        written to keeps nothing."""
        with suppress(OSError, writing.Unwritten):
            if not self._file.parent.is_dir():
                return
            self.__dict__.pop("_known", None)
            known = self._known if len(self._known) + len(self._fresh) <= _MOST else {}
            told = json.dumps({**known, **self._fresh}, ensure_ascii=False, separators=(",", ":"))
            writing.keep(self._file, told)


def _part(told: Any) -> Part:
    printed, english, french, entry = told
    if not isinstance(entry, dict) or not all(isinstance(w, str) for w in told[:3]):
        raise TypeError(told)
    return Part(printed, english, french, entry)

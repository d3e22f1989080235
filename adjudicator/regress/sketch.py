"""A scenario that would notice a survivor: found by changing those that come near to noticing it.

Every number in the file is tried a little higher and lower, and every line of the attempts left
out, until the mutant rules otherwise than the rules do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.regress.mutants import BREAKS, Breeding, Mutant
from adjudicator.regress.pages import posix
from adjudicator.regress.plays import outcome
from adjudicator.rules.registry import Rulebook
from adjudicator.session import Desk

_NUMBER = re.compile(r"(?<=[\s\[{:,])\d{1,2}(?=[\s\],}]|$)")
_NEAR = (1, -1, 2, -2, 3, -3)
_PLAYS, _TRIALS = 12, 240  # scenarios that are changed, and how often in all


class Sketch(NamedTuple):
    """A change of one line of a scenario."""

    file: str
    line: int
    before: str
    after: str  # nothing, where the line is left out

    @property
    def told(self) -> str:
        change = f"`{self.before}` → `{self.after}`" if self.after else f"without `{self.before}`"
        return f"{self.file}:{self.line}: {change}"


def sketch(desk: Desk, breeding: Breeding, mutant: Mutant) -> Sketch | None:
    """The first change after which a scenario tells the mutant from the rules."""
    book, other = desk.edition.rulebook(Rulebook), breeding.book(mutant)
    trials = 0
    for play in breeding.hearers(mutant)[:_PLAYS]:
        for line, before, after, text in _changed(play.board.scenario.text):
            trials += 1
            if trials > _TRIALS:
                return None
            if _tells(desk, book, other, play.file, text):
                return Sketch(posix(play.file), line, before, after)
    return None


def _tells(desk: Desk, book: Rulebook, other: Rulebook, file: str, text: str) -> bool:
    loaded = desk.read(file, text)
    if loaded.board is None:
        return False
    try:
        return outcome(loaded.replay(book)) != outcome(loaded.replay(other))
    except BREAKS:  # nonsense that no longer runs is noticed, too
        return True


def _changed(text: str) -> Iterator[tuple[int, str, str, str]]:
    """The text with one line changed: its number, how it was and is, and the whole."""
    lines = text.splitlines()
    first = next((n for n, line in enumerate(lines) if line.startswith("attempts:")), len(lines))
    for number, line in enumerate(lines):
        if line.lstrip().startswith(("#", "title:", "question:", "expect:", "note:")):
            continue
        for found in _NUMBER.finditer(line):
            for more in _NEAR:
                value = int(found[0]) + more
                if value >= 0:
                    after = f"{line[: found.start()]}{value}{line[found.end() :]}"
                    yield _with(lines, number, after)
    for number in range(first + 1, len(lines)):
        alone = number + 1 == len(lines) or lines[number + 1].lstrip().startswith("-")
        if lines[number].lstrip().startswith("-") and alone:
            yield _with(lines, number, "")


def _with(lines: list[str], number: int, after: str) -> tuple[int, str, str, str]:
    changed = [*lines[:number], *([after] if after else []), *lines[number + 1 :]]
    return number + 1, lines[number].strip(), after.strip(), "\n".join(changed) + "\n"

"""Rulings by another version of the program: a folder that has it, or a revision of a repository.

The other version is run as anybody would run it, `adjudicator rule --format json`, and its JSON
read; nothing of it is imported here. What it cannot rule on is told."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from adjudicator import writing
from adjudicator.engine.replay import replay
from adjudicator.regress import impact
from adjudicator.regress.impact import Affected, Record, Ruled
from adjudicator.ruling.compose import compose
from adjudicator.ruling.ruling import Step
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk

PACKAGE = "adjudicator"
_REVISION = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/~^@{}-]{0,200}")
_AT_ONCE = 200  # files in one run: enough to be quick, few enough for a command line


class NoSuchVersion(Exception):  # noqa: N818 - it says what it is
    """Neither a folder with the program in it nor a revision."""


@contextmanager
def version(name: str) -> Iterator[Path]:
    """The folder of that version, for as long as it is needed."""
    folder = Path(name)
    if (folder / PACKAGE / "__main__.py").is_file():
        yield folder.resolve()
        return
    if folder.is_dir():
        raise NoSuchVersion(f"there is no {PACKAGE}/ in {name}")
    if not _REVISION.fullmatch(name):
        raise NoSuchVersion(f'"{name}" is neither a folder nor a revision')
    with writing.scratch() as scratch:
        tree = scratch / "version"
        added = _git("worktree", "add", "--detach", "--quiet", str(tree), f"{name}^{{commit}}")
        if added.returncode:
            told = added.stderr.strip().splitlines() or [""]
            raise NoSuchVersion(f'"{name}" is neither a folder nor a revision: {told[-1]}')
        try:
            if not (tree / PACKAGE / "__main__.py").is_file():
                raise NoSuchVersion(f"there is no {PACKAGE}/ in {name}")
            yield tree
        finally:
            _git("worktree", "remove", "--force", str(tree))


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            ["git", *arguments], capture_output=True, text=True, encoding="utf-8", check=False
        )
    except OSError as error:
        raise NoSuchVersion(f"git cannot be run: {error.strerror or error}") from None


def rulings(folder: Path, files: Sequence[str]) -> Iterator[tuple[str, Record | None]]:
    """What the version there says of each file, in order; None where it cannot rule on it."""
    for start in range(0, len(files), _AT_ONCE):
        yield from _ruled(folder, files[start : start + _AT_ONCE])


def _ruled(folder: Path, files: Sequence[str]) -> Iterator[tuple[str, Record | None]]:
    command = [sys.executable, "-m", PACKAGE, "rule", "--format", "json", "--"]
    done = subprocess.run(
        [*command, *(str(Path(file).resolve()) for file in files)],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=folder,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    read = _parsed(done.stdout) if done.returncode == 0 else None
    if read is not None and len(read) == len(files):
        yield from zip(files, read, strict=True)
    elif len(files) == 1:
        yield files[0], None
    else:  # one of them stops all: the others are found out half by half
        middle = len(files) // 2
        yield from _ruled(folder, files[:middle])
        yield from _ruled(folder, files[middle:])


def _parsed(text: str) -> list[Record] | None:
    try:
        read = json.loads(text)
    except ValueError:
        return None
    found = read if isinstance(read, list) else [read]
    return found if all(isinstance(r, dict) and "steps" in r for r in found) else None


def as_ruled(ruling: Mapping[str, Any]) -> Ruled:
    """A ruling as data, told by the texts of the clauses that it brings along: sentences of two
    versions could not be compared, for each has its own way to make them."""
    texts: dict[str, Mapping[str, str]] = {}
    for entry in ruling["cited"]:
        texts |= {clause["clause"]: clause["text"] for clause in entry["clauses"]}

    def tell(step: Step, lang: str) -> list[str]:
        clauses = dict.fromkeys(reason["clause"] for reason in step["reasons"])
        return [f"{texts.get(clause, {}).get(lang, '')} [{clause}]".strip() for clause in clauses]

    return Ruled(ruling["steps"], tell)


def ours(desk: Desk, board: Board) -> Ruled:
    """The ruling of this version, in the same way."""
    steps = replay(board, desk.book)
    ruling = compose(board, desk.book, steps, desk.glossary, full=True, tries=False)
    return as_ruled(json.loads(json.dumps(ruling)))


def compared(
    folder: Path, desk: Desk, boards: Sequence[Board], lang: str
) -> tuple[list[Affected], list[str]]:
    """How rulings of the version there become those of this one, and what it cannot rule on."""
    by_file = {board.scenario.file: board for board in boards}
    found: list[Affected] = []
    unruled: list[str] = []
    for file, ruling in rulings(folder, list(by_file)):
        board = by_file[file]
        try:
            if ruling is None:
                raise KeyError(file)
            found.append(impact.compared(board, as_ruled(ruling), ours(desk, board), lang))
        except (KeyError, TypeError, ValueError):  # of another form, or of other attempts
            unruled.append(file)
    return found, unruled

"""A blind sample of what is read: for readers who see only the print, and what was said back.

    .venv/bin/python tests/blind.py --seed 19 --count 200 > sample.md
    .venv/bin/python tests/blind.py --marked sample.md --marked other.md

The first draws sentences that are used in rulings and are not trivial, each with its card's type
and whole text. Two readers put `right`, `weak` or `wrong` behind "verdict:" without talking to each
other. The second counts: share, lower bound (Wilson), and where they disagree. The pool is the one
that is imported, or the one in ADJUDICATOR_DATA. What was wrong goes into tests/reading-errors.yaml,
by the card's number and with its cause, never with its printed text."""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

from adjudicator.cards.model import Blueprint
from adjudicator.reading.coverage import is_trivial, readings
from adjudicator.reading.reading import Read
from adjudicator.session import Desk

_HEAD = re.compile(r"^## (\d+)\. (.+)$", re.MULTILINE)
_VERDICT = re.compile(r"^verdict: *(right|weak|wrong)?", re.MULTILINE)


def drawn(seed: int, count: int) -> list[tuple[Blueprint, Read]]:
    """So many sentences in an order that the seed alone decides."""
    every = list(_used())
    random.Random(seed).shuffle(every)
    return every[:count]


def _used() -> Iterator[tuple[Blueprint, Read]]:
    seen: set[tuple[str, str]] = set()
    for card, reading in readings(Desk.open().library):
        for function in reading.functions:
            for read in function.used:
                key = card.type, read.sentence.text
                if key not in seen and not is_trivial(read.sentence.text):
                    seen.add(key)  # the same sentence is judged once
                    yield card, read


def sheet(sample: list[tuple[Blueprint, Read]]) -> str:
    parts = []
    for number, (card, read) in enumerate(sample, 1):
        parts.append(
            f"## {number}. {card.title} ({card.id}), {card.type}\n\n"
            f"whole text: {card.printed}\n\nprinted: {read.sentence.text}\n\n"
            f"read: {read.says[0]}\n\nlu : {read.says[1]}\n\nverdict:\n"
        )
    return "\n".join(parts)


def wilson(good: int, of: int) -> float:
    """The lower bound of a share, at 95 %."""
    if not of:
        return 0.0
    z, p = 1.96, good / of
    return (p + z * z / (2 * of) - z * sqrt(p * (1 - p) / of + z * z / (4 * of * of))) / (
        1 + z * z / of
    )


def judged(path: Path) -> dict[str, str]:
    text = path.read_text("utf-8")
    heads = [match[2] for match in _HEAD.finditer(text)]
    verdicts = [match[1] or "" for match in _VERDICT.finditer(text)]
    return dict(zip(heads, verdicts, strict=True))


def report(paths: list[Path]) -> str:
    readers = [judged(path) for path in paths]
    lines = []
    for path, verdicts in zip(paths, readers, strict=True):
        told = [v for v in verdicts.values() if v]
        right = told.count("right")
        lines.append(
            f"{path}: {right} of {len(told)} right ({100 * right / max(1, len(told)):.1f} %, at least "
            f"{100 * wilson(right, len(told)):.1f} %), {told.count('weak')} weak, {told.count('wrong')} wrong"
        )
    for head in readers[0]:
        said = [verdicts.get(head, "") for verdicts in readers]
        if len(set(said)) > 1 or said[0] in ("weak", "wrong"):
            lines.append(f"  {head}: {' / '.join(said)}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--marked", type=Path, action="append")
    given = parser.parse_args()
    print(report(given.marked) if given.marked else sheet(drawn(given.seed, given.count)))


if __name__ == "__main__":
    main()

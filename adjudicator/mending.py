"""Problems mended in the text: the fixes that they carry, made together.

Only what is asked for is changed, so comments and layout stay. What was mended is read again, and
a round that leaves as much wrong as there was is taken back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from adjudicator.session import Desk
from adjudicator.source import Fix, Lines, Problem

_ROUNDS = 40  # mending one thing may show the next


class Mended(NamedTuple):
    """A text after its safe fixes, and how many problems are gone by them."""

    text: str
    done: tuple[Problem, ...]


def made(text: str, fixes: Iterable[Fix]) -> str:
    """The text with these fixes; of two that touch, the first alone."""
    lines = Lines(text)
    done, place = [], 0
    for fix, (start, end) in sorted(
        ((fix, lines.range(fix.span)) for fix in fixes), key=lambda found: found[1]
    ):
        if start >= place:
            done += [text[place:start], fix.text]
            place = end
    return "".join([*done, text[place:]])


def mended(desk: Desk, file: str, text: str) -> Mended:
    """Everything mended that can be mended safely."""
    done: list[Problem] = []
    board, problems = desk.lay(file, text)
    for _ in range(_ROUNDS):
        found = [p for p in problems if p.file == file and any(f.is_safe for f in p.fixes)]
        if not found:
            break
        after = made(text, [next(f for f in p.fixes if f.is_safe) for p in found])
        then, left = desk.lay(file, after)
        begins_to_be_read = board is None and (then is not None or left != problems)
        if len(left) >= len(problems) and not begins_to_be_read:
            break
        text, board, problems = after, then, left
        done += found
    return Mended(text, tuple(done))

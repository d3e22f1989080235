"""What is not found out: because nobody has told it, or because it takes too much work.

Work is counted, never timed: the same file gets the same ruling on every machine. What a game
needs is a small part of what is allowed; texts that look into each other without end, or
thousands of players who ask to back up, use it up and are told so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from adjudicator.game import CardId

AT_FIRST = 1_000_000  # units; a card looked at is one, a question put to the rules twenty
EACH = 20_000  # more for each attempt …
EACH_CARD = 100  # … and for each card that it may have to look at
QUESTION = 20
FIT = 10


class Unknown(Exception):  # noqa: N818 - it is no error, it is a question
    """A fact that the scenario leaves open, as the question to put to the players."""

    def __init__(self, question: str, **facts: Any) -> None:
        super().__init__(question)
        self.question = question
        self.facts = facts


class TooMuchWork(Unknown):
    """What was allowed is used up, and what is asked has not been found out."""

    def __init__(self) -> None:
        super().__init__("too-much-work")


class _Budget:
    """What is left of it; without end where nobody has set one."""

    __slots__ = ("left", "over")

    def __init__(self) -> None:
        self.left: float = float("inf")
        self.over: CardId | None = None  # the card over whose text it was used up

    def spend(self, units: int) -> None:
        self.left -= units
        if self.left < 0:
            raise TooMuchWork


BUDGET = _Budget()


def used_up() -> bool:
    return BUDGET.left < 0


@contextmanager
def allowed(attempts: int, cards: int) -> Iterator[None]:
    """Within this, no more work is done than so many attempts on so many cards may need."""
    before = BUDGET.left
    BUDGET.over = None
    BUDGET.left = AT_FIRST + attempts * (EACH + EACH_CARD * cards)
    try:
        yield
    finally:
        BUDGET.left = before

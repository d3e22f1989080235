"""What is not found out: because nobody has told it, or because it takes too much work.

Work is counted, never timed: the same file gets the same ruling on every machine. What a game
needs is a small part of what is allowed; texts that look into each other without end, or
thousands of players who ask to back up, use it up and are told so."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from adjudicator.game import CardId

AT_FIRST = 1_000_000  # units; a card looked at is one, a question put to the rules twenty
EACH = 20_000  # more for each attempt …
EACH_CARD = 100  # … and for each card that it may have to look at
QUESTION = 20
FIT = 10


Kinds = Mapping[str, str]  # of each fact that a sentence may speak of, what kind of thing it is
_CARD: Kinds = {"card": "card"}
_CARDS: Kinds = {"cards": "cards"}
_PLACE: Kinds = {"location": "location"}
_WHO: Kinds = {"player": "player"}

# What may be left open, with the facts of which its question speaks.
OPEN: Mapping[str, Kinds] = {
    "aboard-what": {**_WHO, **_CARD},
    "aim": _CARD,
    "capacity": _CARD,
    "captive-of-the-relocated": {**_CARD, "captive": "card"},
    "card-text": _CARD,
    "craft-site-cost": _CARD,
    "deploy-on-what": {**_WHO, **_CARD},
    "deploy-where": {**_WHO, **_CARD},
    "destiny": _WHO,
    "destiny-conflict": {**_WHO, **_CARD, "number": "number", "stated": "number"},
    "excluded-pilot": {**_CARD, "craft": "card"},
    "ferocity-destiny": _CARD,
    "force-icons": {**_WHO, **_PLACE},
    "from-where": _CARD,
    "hand-size": _WHO,
    "interior-or-exterior": _PLACE,
    "layout": _CARD,
    "move-where": {**_WHO, **_CARD},
    "number-of-card": {**_CARD, "number": "asked"},
    "outcome-of-capture": {**_CARD, **_CARDS},
    "own-creature": _CARD,
    "phase": {},
    "pile-size": _WHO,
    "power-where": _CARD,
    "question-lacks": {"what": "word"},
    "replacement-unclear": {**_CARD, "other": "card"},
    "takes-or-declines": {**_WHO, **_CARD},
    "too-much-work": _CARD,
    "top-card": {**_WHO, "pile": "pile"},
    "transfer-cost": _CARD,
    "transfer-to-whom": {**_WHO, **_CARD},
    "transit-cost": {**_WHO, **_PLACE},
    "turn": {},
    "unread-price": {**_CARD, **_CARDS},
    "which-card": {**_WHO, "pile": "pile"},
    "which-creature": _CARDS,
    "which-creatures": _CARDS,
    "which-missing": {**_WHO, **_CARDS},
    "which-operative": {**_WHO, **_CARDS},
    "which-prey": {**_CARD, **_CARDS},
    "which-target": {**_CARD, **_CARDS},
    "which-version": {**_WHO, **_CARDS},
    "which-way": {**_WHO, **_CARD},
    "which-x": {**_WHO, **_CARD},
    "who-may-bear-it": {**_CARD, "bearer": "card"},
    "whose-location": _PLACE,
}
# What it may be, where a file could tell it: the kind of thing that its values are.
CASES: Mapping[str, str] = {
    "destiny": "number",
    "which-x": "number",
    "force-icons": "number",
    "number-of-card": "number",
    "hand-size": "number",
    "turn": "side",
    "whose-location": "side",
    "phase": "phase",
    **dict.fromkeys(
        ("takes-or-declines", "captive-of-the-relocated", "which-way", "interior-or-exterior"),
        "word",
    ),
    **dict.fromkeys(
        ("which-target", "which-operative", "which-version", "which-missing", "which-prey",
         "which-creatures", "which-creature", "outcome-of-capture", "deploy-where", "move-where",
         "transfer-to-whom", "deploy-on-what", "aboard-what", "top-card", "which-card"),
        "card",
    ),
}  # fmt: skip
# What is taken as given where nobody has told it, with the facts of which its sentence speaks.
ASSUMED: Mapping[str, Kinds] = {
    "automatic-order": {"player": "side", **_CARDS},
    "chance-chose": {**_CARD, **_CARDS},
    "completed": {**_CARD, "name": "word"},
    "controlled-by": {**_WHO, **_CARD},
    "enough-force": {**_WHO, "number": "number"},
    "first-to-act": _WHO,
    "freed-escapes": {**_WHO, **_CARD},
    "in-hand": {**_WHO, **_CARD},
    "nothing-came": {"attempt": "attempt"},
    "loss-source": {**_WHO, "pile": "pile"},
    "usual-name": {**_CARD, "name": "word"},
}


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
        self.left: int = sys.maxsize
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
    with at_most(AT_FIRST + attempts * (EACH + EACH_CARD * cards)):
        yield


@contextmanager
def at_most(units: int) -> Iterator[None]:
    """Within this, no more work is done; whatever stands around it has done that work, too."""
    before = BUDGET.left
    given = min(units, max(before, 0))
    BUDGET.over = None
    BUDGET.left = given
    try:
        yield
    finally:
        BUDGET.left = before - (given - BUDGET.left)

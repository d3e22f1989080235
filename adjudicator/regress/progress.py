"""How far a long run has come: a bar on a terminal, nothing in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

from adjudicator.terminal import Shown

T = TypeVar("T")
_WIDTH = 30
_EVERY = 0.1  # seconds between two drawings


def followed(
    items: Iterable[T], number: int, what: str, stream: TextIO | None = None
) -> Iterator[T]:
    """The same items, with a bar and the time left while they pass by."""
    stream = stream or sys.stderr
    if not stream.isatty():
        yield from items
        return
    start = drawn = time.monotonic()
    try:
        for done, item in enumerate(items, start=1):
            now = time.monotonic()
            if now - drawn >= _EVERY or done == number:
                drawn = now
                _draw(stream, "\r" + bar(done, number, now - start, what) + "\033[K")
            yield item
    finally:
        _draw(stream, "\r\033[K")


def _draw(stream: TextIO, text: str) -> None:
    draw = stream.paint if isinstance(stream, Shown) else stream.write
    draw(text)
    stream.flush()


def bar(done: int, number: int, spent: float, what: str) -> str:
    full = _WIDTH * done // max(1, number)
    left = spent / done * (number - done) if done else 0.0
    return f"[{'#' * full}{'.' * (_WIDTH - full)}] {done}/{number} {what}, {lasting(left)} left"


def lasting(seconds: float) -> str:
    """A time as people say it."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60} min {whole % 60:02d} s"

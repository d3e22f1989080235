"""What is asked for on a command line, by a test run or in a seal, before anything is read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Given(NamedTuple):
    """By which rules: folders of house rules first, then amendments, then clauses left out."""

    rules: tuple[str, ...] = ()
    amend: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def as_options(self) -> Iterator[str]:
        """As it would be written on a command line."""
        for option, values in zip(self._fields, self, strict=True):
            for value in values:
                yield from (f"--{option}", value)


SHIPPED_RULES = Given()

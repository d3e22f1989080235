"""Numbers that are found term by term. `None` is no value at all, which is not zero."""

from collections.abc import Mapping
from typing import Any, NamedTuple


class Fixed(int):
    """A number that a text sets ("= 4"), where others add to or take from it."""


class Undefined(int):
    """A number that there ought to be and that nothing defines at present."""


class Term(NamedTuple):
    """One part of a sum, and the clause or card text it comes from."""

    amount: int | None  # None: there is no such value
    clause: str
    facts: Mapping[str, Any]
    void: bool = False  # it changes nothing: the value is fixed, or does not exist
    title: str | None = None  # of the card whose text it is
    adds_up: bool = False  # several copies of that title count each for itself

    @property
    def sets(self) -> bool:
        return isinstance(self.amount, Fixed)


class Sum(NamedTuple):
    """A number and how it came about; terms that changed nothing are kept, as void."""

    terms: tuple[Term, ...]

    @property
    def value(self) -> int | None:
        """The number; None where it does not exist."""
        counted = [term.amount for term in self.terms if not term.void]
        if any(amount is None for amount in counted):
            return None
        return max(0, sum(amount for amount in counted if amount is not None))

    @property
    def total(self) -> int:
        """The number, where nothing counts as zero."""
        return self.value or 0

"""What every rule is given: the table as it lies, and the rules that are in force on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from adjudicator.cards.model import Text
from adjudicator.game import CardId, Mark, Purpose, Side, Zone
from adjudicator.state.table import Card, Table, side_of_table
from adjudicator.state.unknown import BUDGET, Unknown
from adjudicator.state.values import Sum

if TYPE_CHECKING:
    from adjudicator.rules.registry import Finding, Intent, Rulebook


class _Reading:
    """The texts whose conditions are being looked at: none of them is read within itself."""

    __slots__ = ("opened", "texts")

    def __init__(self) -> None:
        self.texts: set[tuple[CardId, str]] = set()
        self.opened = 0  # how often a text was to be read

    def opens(self, text: tuple[CardId, str]) -> bool:
        """Whether it may be read now; then it has to be closed again."""
        self.opened += 1
        if text in self.texts:
            return False
        self.texts.add(text)
        return True

    def closes(self, text: tuple[CardId, str]) -> None:
        self.texts.discard(text)


READING = _Reading()


class _Kept(NamedTuple):
    """An answer, to what, what it took to find, and whether no text was read for it."""

    asked: Mapping[str, Any]
    answer: Any
    cost: int
    plain: bool


_CHANGING = (list, dict, set)  # what may be another by the time it is asked again


class Moment:
    """A table and the rules that are asked about it. It keeps what it was asked: the same table
    gives the same answer, unless a text is being read without itself, or something is unknown."""

    __slots__ = ("_kept", "book", "table")

    def __init__(self, table: Table, book: Rulebook) -> None:
        self.table = table
        self.book = book
        self._kept: dict[tuple[object, ...], _Kept] = {}

    def forget(self) -> None:
        """It is over, and not much will be asked about it any more."""
        self._kept.clear()

    def _answer(self, find: Callable[..., Any], about: str, asked: Mapping[str, Any]) -> Any:
        """The same as before, where it was asked before. It counts as the same work, so that what
        is kept changes nothing but the time it takes."""
        key = (about, *map(id, asked.values()))
        kept = self._kept.get(key)
        if kept is not None and (kept.plain or not READING.texts) and kept.asked == asked:
            BUDGET.spend(kept.cost)
            return kept.answer
        within, opened, left = bool(READING.texts), READING.opened, BUDGET.left
        answer = find(about, self, **asked)
        plain = READING.opened == opened
        lasts = not any(isinstance(value, _CHANGING) for value in asked.values())
        if lasts and (plain or not within):
            self._kept[key] = _Kept(asked, answer, left - BUDGET.left, plain)
        return answer

    def on(self, table: Table) -> Moment:
        """Another table, under the same rules."""
        return Moment(table, self.book)

    # -- the rules ---------------------------------------------------------

    def decide(self, question: str, **asked: Any) -> tuple[Any, Finding] | None:
        """The first answer to a question, and the clause that gives it."""
        if not self.book.remembers:
            return self.book.decide(question, self, **asked)
        found: tuple[Any, Finding] | None = self._answer(self.book.decide, question, asked)
        return found

    def total(self, number: str, **asked: Any) -> Sum:
        """A number, term by term."""
        if not self.book.remembers:
            return self.book.total(number, self, **asked)
        found: Sum = self._answer(self.book.total, number, asked)
        return found

    def against(self, intent: Intent) -> tuple[list[Finding], list[Finding], list[Unknown]]:
        """What stands against an attempt, what lifts it, and what we would have to know."""
        return self.book.against(self, intent)

    def barred_by_texts(self, intent: Intent) -> tuple[Finding, ...]:
        """The texts of cards in force that stand against an attempt."""
        return self.book.barred_by_texts(self, intent)

    def texts(self, card: Card) -> tuple[Text, ...]:
        """The texts of a card that are in force."""
        return self.book.texts(card.print)

    # -- cards that count ----------------------------------------------------

    def counts(self, card: Card) -> bool:
        """Whether a card counts as being on table. What lies there in the ordinary way does; of
        what is stacked or lies face down the rules are asked."""
        if card.zone is Zone.TABLE and Mark.FACE_DOWN not in card.marks:
            return True
        answer = self.decide("apart", card=card, purpose=Purpose.TABLE)
        return answer is None or not answer[0]

    def all_at(self, location: CardId) -> tuple[Card, ...]:
        """Every card at a location that counts as being on table, however deep inside others."""
        if not self.book.remembers:
            return tuple(self._found_at(location))
        found: tuple[Card, ...] = self._answer(_all_at, "all at", {"location": location})
        return found

    def _found_at(self, location: CardId) -> Iterator[Card]:
        table = self.table
        waiting = list(table.lying(location))
        for name in waiting:  # it grows on the way
            BUDGET.spend(1)
            card = table.cards[name]
            counted = self.counts(card)
            if counted:
                yield card
            if counted or card.zone is Zone.TABLE:  # what a stacked card bears lies stacked too
                waiting += table.lying(name)

    def on_table(self) -> tuple[Card, ...]:
        """Every card that counts as being on table, locations included, in the order they lie."""
        if not self.book.remembers:
            return tuple(self._found_on_table())
        found: tuple[Card, ...] = self._answer(_on_table, "on table", {})
        return found

    def _found_on_table(self) -> Iterator[Card]:
        for location in self.table.row:
            if self.counts(self.table.cards[location]):
                yield self.table.cards[location]
            yield from self.all_at(location)
        for side in Side:
            yield from self.all_at(side_of_table(side))


def _all_at(about: str, now: Moment, location: CardId) -> tuple[Card, ...]:
    return tuple(now._found_at(location))


def _on_table(about: str, now: Moment) -> tuple[Card, ...]:
    return tuple(now._found_on_table())

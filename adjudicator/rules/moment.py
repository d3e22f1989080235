"""What every rule is given: the table as it lies, and the rules that are in force on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.cards.model import Text
from adjudicator.game import CardId, Mark, Purpose, Side, Zone
from adjudicator.state.table import Card, Table, side_of_table
from adjudicator.state.unknown import BUDGET, Unknown
from adjudicator.state.values import Sum

if TYPE_CHECKING:
    from adjudicator.rules.registry import Finding, Intent, Rulebook


class Moment:
    """A table and the rules that are asked about it."""

    __slots__ = ("book", "table")

    def __init__(self, table: Table, book: Rulebook) -> None:
        self.table = table
        self.book = book

    def on(self, table: Table) -> Moment:
        """Another table, under the same rules."""
        return Moment(table, self.book)

    # -- the rules ---------------------------------------------------------

    def decide(self, question: str, **asked: Any) -> tuple[Any, Finding] | None:
        """The first answer to a question, and the clause that gives it."""
        return self.book.decide(question, self, **asked)

    def total(self, number: str, **asked: Any) -> Sum:
        """A number, term by term."""
        return self.book.total(number, self, **asked)

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

    def all_at(self, location: CardId) -> Iterator[Card]:
        """Every card at a location that counts as being on table, however deep inside others."""
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

    def on_table(self) -> Iterator[Card]:
        """Every card that counts as being on table, locations included, in the order they lie."""
        for location in self.table.row:
            if self.counts(self.table.cards[location]):
                yield self.table.cards[location]
            yield from self.all_at(location)
        for side in Side:
            yield from self.all_at(side_of_table(side))

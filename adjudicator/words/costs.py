"""What is paid for using a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from adjudicator.attempts.costs import Cost, meant_by, number_in, shots_to_forgo
from adjudicator.cards.foresight import AsksForForce, Reaches
from adjudicator.cards.part import OfCards, Part, Player
from adjudicator.game import Zone
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent, Price
from adjudicator.state.table import Unknown
from adjudicator.words.arguments import (
    BoundTo,
    Card,
    Cards,
    Count,
    Force,
    Name,
    OneSide,
    Pile,
    Plain,
)
from adjudicator.words.vocabulary import word


@dataclass(frozen=True)
class Waived(Part):
    """Why nothing is due."""

    why: str = ""


@word("cost", "use force", example="{use force: X, up to: 3}")
@dataclass(frozen=True)
class UseForce(Cost):
    """From the Force Pile; where the card goes unpaid; or that nothing is due; the bounds of an X;
    that the opponent pays it."""

    amount: Force
    by: OneSide = Player.YOU
    or_goes_to: Pile | None = None
    waived: Annotated[Waived, BoundTo("why", Plain(), Waived)] | None = None
    from_: Count | None = None
    up_to: Count | None = None

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price | None:
        if self.waived is not None:
            return None
        bounds = (self.from_ or 0, self.up_to) if self.amount == "X" else None
        price = _force("use", now, intent, self.amount, said_by)
        by_opponent = self.by is Player.OPPONENT
        return price._replace(otherwise=self.or_goes_to, bounds=bounds, by_opponent=by_opponent)

    def foresees(self) -> tuple[AsksForForce, ...]:
        number = self.amount if isinstance(self.amount, int) else None
        due = self.waived is None
        declined = self.or_goes_to is not None
        return (AsksForForce(number, due=due, used=True, declined=declined, by=self.by),)


@word("cost", "lose force", example="{lose force: 2}")
@dataclass(frozen=True)
class LoseForce(Cost):
    """From wherever the player likes."""

    amount: Force

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price:
        return _force("lose", now, intent, self.amount, said_by)

    def foresees(self) -> tuple[AsksForForce, ...]:
        return (AsksForForce(self.amount if isinstance(self.amount, int) else None),)


def _force(
    kind: str, now: Moment, intent: Intent, amount: int | str | OfCards, said_by: str | None
) -> Price:
    """So much Force, where the number may be the player's choice or one of cards."""
    if amount == "X":
        if intent.attempt.x is None:
            asked = Unknown("which-x", player=intent.player, card=intent.card)
            return Price(kind, unknown=asked)
        amount = intent.attempt.x
    if not isinstance(amount, OfCards):
        return Price(kind, amount, clause=said_by)
    try:
        return Price(kind, number_in(now, intent, amount), clause=said_by)
    except Unknown as asked:
        return Price(kind, unknown=asked)


@word("cost", "draw destiny", example="{draw destiny: price}")
@dataclass(frozen=True)
class DrawDestiny(Cost):
    """A destiny that sets the price, by a name."""

    name: Name

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price:
        return Price("draw", self.name, clause=said_by)

    def foresees(self) -> tuple[Reaches, ...]:
        return (Reaches("drawing", Player.YOU, Zone.RESERVE, destiny=True),)


@word("cost", "lose", example="{lose: self}")
@dataclass(frozen=True)
class Lose(Cost):
    """A card."""

    card: Card

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price:
        return Price("lose card", 1, meant_by(now, intent, self.card), said_by)


@word("cost", "put out of play", example="{put out of play: victim}")
@dataclass(frozen=True)
class PutOutOfPlay(Cost):
    """A card."""

    card: Card

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price:
        return Price("out of play", 1, meant_by(now, intent, self.card), said_by)


@word("cost", "give up", example="{give up: race destiny}")
@dataclass(frozen=True)
class GiveUp(Cost):
    """Something that comes once."""

    what: Name

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price:
        return Price("give up", self.what, clause=said_by)


@word("cost", "forgo shot", example="{forgo shot: {type: character weapon}}")
@dataclass(frozen=True)
class ForgoShot(Cost):
    """A weapon of that kind, not fired."""

    weapon: Cards

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price:
        return Price("forgo shot", 1, shots_to_forgo(now, intent, self.weapon), said_by)

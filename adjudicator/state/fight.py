"""What a battle has come to so far: draws, totals, what is owed, what was paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.cards.constant import Constant
from adjudicator.cards.model import Text
from adjudicator.game import EMPTY, CardId, Side
from adjudicator.state.values import Sum


class Drawn(NamedTuple):
    """One battle destiny. A value of None is a draw that failed; a cancelled one has none."""

    side: Side
    card: CardId | None
    value: int | None
    cancelled: bool = False

    @property
    def counts(self) -> bool:
        return self.value is not None and not self.cancelled


class Paid(NamedTuple):
    """What a player gave in the damage segment: a card forfeited, or one Force lost."""

    side: Side
    card: CardId | None  # None: Force
    value: int
    hit: bool = False


class Fighter(NamedTuple):
    """Somebody who took part, with what he brought. None: it counts for nothing of the kind."""

    side: Side
    card: CardId
    power: int | None
    ability: int | None  # towards drawing battle destiny


class Fight(NamedTuple):
    """The record of one battle; it grows as the battle goes on."""

    line: frozenset[CardId] | None = None  # who was there as the power segment began
    drawn: tuple[Drawn, ...] = ()
    fighters: tuple[Fighter, ...] = ()  # as the totals were found
    totals: Mapping[Side, int] = EMPTY
    sums: Mapping[Side, Sum] = EMPTY  # the same, term by term
    loser: Side | None = None
    damage: int = 0  # of the loser
    attrition: Mapping[Side, int | None] = EMPTY  # against each side; None: there is none
    paid: tuple[Paid, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether the totals have been compared."""
        return bool(self.totals)

    def told(self, side: Side) -> int | None:
        """A total that a scenario begins with; None: it told only what came of the totals."""
        return self.totals[side] if any(self.totals.values()) else None

    def destinies(self, side: Side) -> tuple[Drawn, ...]:
        return tuple(d for d in self.drawn if d.side is side)

    def forfeited(self, side: Side) -> int:
        """The forfeit values given so far; each counts for attrition and for battle damage."""
        return sum(p.value for p in self.paid if p.side is side and p.card is not None)

    def damage_left(self, side: Side) -> int:
        if side is not self.loser:
            return 0
        given = sum(p.value for p in self.paid if p.side is side)
        return max(0, self.damage - given)

    def attrition_left(self, side: Side) -> int:
        return max(0, (self.attrition.get(side) or 0) - self.forfeited(side))

    def as_data(self) -> dict[str, Any]:
        """What two battles must share to be the same."""
        return {
            side: {
                "destinies": [
                    {"value": d.value, "cancelled": d.cancelled} for d in self.destinies(side)
                ],
                "total": self.totals.get(side),
                "attrition": self.attrition.get(side),
                "damage": self.damage if side is self.loser else 0,
                "forfeited": [p.card for p in self.paid if p.side is side and p.card],
                "force lost": sum(1 for p in self.paid if p.side is side and p.card is None),
            }
            for side in Side
        }


class Lasting(NamedTuple):
    """A change of a number that outlives the action that made it."""

    number: str  # power, forfeit, total power, battle destinies …
    amount: int | None  # a Fixed one sets the number; None takes it away
    until: str  # end of battle, end of turn, or: it leaves table
    clause: str
    source: CardId | None  # the card whose text it comes from
    title: str | None = None
    of: CardId | None = None  # the card it is about
    side: Side | None = None  # or the player
    place: CardId | None = None  # and the location

    def as_data(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "amount": None if self.amount is None else int(self.amount),
            "until": self.until,
            "card": self.of,
            "side": self.side,
        }


class Meanwhile(NamedTuple):
    """What a text that had its result gives, bars or lifts for a time, wherever its card is."""

    said: Constant
    until: str  # end of battle, end of turn or end of game
    text: Text
    source: CardId
    player: Side  # whose text it is

    def as_data(self) -> dict[str, Any]:
        return {"clause": self.text.clause, "until": self.until, "side": self.player}

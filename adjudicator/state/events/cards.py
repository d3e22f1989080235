"""Cards: where they lie and how, whose they are."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import (
    CardId,
    How,
    Mark,
    Side,
    Zone,
)
from adjudicator.state.events.changing import moved
from adjudicator.state.events.event import Event, told
from adjudicator.state.table import Card, Table


@told(
    "card placed",
    card="seen",
    owner="owner card",
    of="owner",
    pile="pile zone",
    at="card where",
    how="word",
    why="word",
)
@dataclass(frozen=True, slots=True)
class CardPlaced(Event):
    """A card went to another place: a pile, a location, another card, the stack."""

    card: CardId
    zone: Zone
    at: CardId | None = None
    how: How | None = None
    why: str = ""  # played, used, lost, drawn, activated, returned, relocated, deployed …
    clause: str | None = None
    side: Side | None = None  # whose pile, where it is not the owner's
    seat: str | None = None  # aboard: which place
    marks: frozenset[Mark] = frozenset()  # how it lies in the pile
    under: int = 0  # how many cards lie on top of it in the pile

    @property
    def telling(self) -> str | None:
        return None if self.why in ("announced", "") else "card placed"

    @property
    def of(self) -> Side | CardId:
        """Whose pile it goes to."""
        return self.side or self.card

    @property
    def where(self) -> CardId | None:
        return None if self.at is None or self.at.startswith("=") else self.at

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        new = card._replace(
            zone=self.zone,
            at=self.at,
            how=self.how,
            side=self.side or (card.side if self.zone is Zone.TABLE else card.owner),
            marks=card.marks if self.zone is Zone.TABLE else self.marks,
            across=card.across and self.zone is Zone.TABLE,
            seat=self.seat,
            seat_told=True,
            aims=card.aims if self.zone is Zone.TABLE else (),
        )
        if table.lasting and card.zone is Zone.TABLE and self.zone is not Zone.TABLE:
            table = table._replace(lasting=tuple(c for c in table.lasting if c.of != card.id))
        return moved(table, card, new, self.side, self.under)


@told("location laid", card="card", over="flag is_over")
@dataclass(frozen=True, slots=True)
class LocationLaid(Event):
    """A location took its place in the row, or was laid over another version of itself."""

    card: CardId
    place: int  # how many locations lie before it
    over: CardId | None = None
    clause: str | None = None

    @property
    def is_over(self) -> bool:
        return self.over is not None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        new = card._replace(zone=Zone.TABLE, how=How.ROW, at=None, side=card.owner)
        table = moved(table, card, new)
        if self.over is None:
            row = (*table.row[: self.place], new.id, *table.row[self.place :])
            return table._replace(row=row)
        old = table.cards[self.over]
        lying = table.inside.get(old.id, ())
        cards = {
            **table.cards,
            **{c: table.cards[c]._replace(at=new.id) for c in lying},
            old.id: old._replace(zone=Zone.STACKED, how=How.STACKED, at=new.id),
        }
        inside = {**table.inside, old.id: (), new.id: (*lying, old.id)}
        row = tuple(new.id if place == old.id else place for place in table.row)
        return table._replace(cards=cards, inside=inside, row=row)


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """A version of a character is to take the place of another version on table."""

    card: CardId
    other: CardId
    clause: str | None = None


@told("aimed", card="card", target="card")
@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """A card on table chose the card it waits for."""

    card: CardId
    target: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        card = card._replace(aims=(*card.aims, self.target))
        return table._replace(cards={**table.cards, card.id: card})


@dataclass(frozen=True, slots=True)
class CardMinted(Event):
    """A card came to light at the top of a pile whose depth the scenario does not state."""

    card: Card
    pile: Zone

    def apply(self, table: Table) -> Table:
        card, key = self.card, (self.card.owner, self.pile)
        return table._replace(
            cards={**table.cards, card.id: card},
            piles={**table.piles, key: (card.id, *table.piles.get(key, ()))},
            minted=table.minted + 1,
        )


@told("turned", card="card")
@dataclass(frozen=True, slots=True)
class Turned(Event):
    """An Objective shows its other side."""

    card: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        if card.print.back is None:
            return table
        return table._replace(
            cards={**table.cards, card.id: card._replace(print=card.print.turned_over())}
        )


@told("marked", card="card", mark="word", on="flag")
@dataclass(frozen=True, slots=True)
class Marked(Event):
    card: CardId
    mark: Mark
    on: bool = True
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        marks = card.marks | {self.mark} if self.on else card.marks - {self.mark}
        return table._replace(cards={**table.cards, card.id: card._replace(marks=marks)})


@told("crossed", card="card", player="side lies")
@dataclass(frozen=True, slots=True)
class Crossed(Event):
    """A card at a location was laid on the other side of it, or back on its player's own."""

    card: CardId
    across: bool
    side: Side  # who controls it from now on
    clause: str | None = None

    @property
    def lies(self) -> Side:
        """On whose side of the location."""
        return self.side.opponent if self.across else self.side

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]._replace(across=self.across, side=self.side)
        return table._replace(cards={**table.cards, card.id: card})


@told("taken", card="card", player="side by")
@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A player took control of a card of the other's: it was stolen, or passed to him."""

    card: CardId
    by: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        """What it carries changes hands with it; a captive is no part of that."""
        cards = dict(table.cards)
        waiting = [self.card]
        while waiting:
            card = cards[waiting.pop()]
            cards[card.id] = card._replace(side=self.by, across=False)
            waiting += [
                c
                for c in table.lying(card.id)
                if cards[c].how is How.ON and cards[c].side is card.side
            ]
        return table._replace(cards=cards)


@told("declined", card="card", player="side")
@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A player did not take what would have passed to him."""

    card: CardId
    player: Side
    clause: str | None = None

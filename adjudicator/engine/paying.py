"""The piles and how cards go from one to another: using, losing, activating, retrieving.

A part of the flow: it needs a table, somebody to tell what happens to, and the scenario's
word on which cards a player pays with."""

from __future__ import annotations

from typing import Any

from adjudicator.cards.model import ANONYMOUS, Op
from adjudicator.game import ActionId, CardId, Kind, Side, Step, Zone
from adjudicator.rules.registry import Finding, Rulebook
from adjudicator.source import folded
from adjudicator.state.events import (
    CardMinted,
    CardPlaced,
    Changed,
    DestinyDrawn,
    Event,
    ForceActivated,
    ForceLost,
    ForceUsed,
    Initiated,
    Remembered,
)
from adjudicator.state.matching import is_reached, may_be, number_of
from adjudicator.state.table import Action, Card, Table, Unknown

_LOSS_ORDER = (Zone.RESERVE, Zone.FORCE, Zone.USED, Zone.HAND)


class Paying:
    """What a flow does with piles."""

    def __init__(
        self,
        book: Rulebook,
        table: Table,
        draws: tuple[int, ...] = (),
        paying: tuple[str, ...] = (),
        order: tuple[str, ...] = (),
        choosing: tuple[str, ...] = (),
    ) -> None:
        self.book = book
        self.table = table
        self.events: list[Event] = []
        self.spoken: list[Finding] = []  # clauses that decided something on the way
        self.assumed: list[tuple[str, dict[str, Any]]] = []
        self.draws = list(draws)
        self.paying = list(paying)
        self.order = [folded(name) for name in order]
        self.choosing = [folded(name) for name in choosing]

    def happen(self, event: Event) -> None:
        raise NotImplementedError  # the flow knows what an event brings

    def change(self, action: ActionId, **values: Any) -> None:
        self.happen(Changed(action, tuple(values.items())))

    def _set(self, action: Action, name: str, value: int | None) -> None:
        now = self.table.action(action.id)
        if now is not None:
            self.change(action.id, values={**now.values, name: value})

    def _cards(self, action: Action, name: str) -> list[CardId]:
        if name == "self":
            return [action.card] if action.card is not None else []
        if name in action.targets:
            return list(action.targets[name])
        for target in action.text.targets if action.text else ():
            if target.implicit and target.name == name:
                return [
                    card.id
                    for card in self.table.on_table()
                    if may_be(self.table, card, target, action.player, action.targets, action.card)
                    and is_reached(self.table, card, target)
                ]
        return [c.id for c in self.table.on_table() if c.title == name]

    # -- the top of a pile ----------------------------------------------------------

    def top_of(self, side: Side, zone: Zone, destiny: int | None = None) -> CardId | None:
        """The top card of a pile; one nobody described is brought to light."""
        pile = self.table.pile(side, zone)
        if pile:
            return pile[0]
        if self.table.is_stated(side, zone):
            return None
        card_id = CardId(f"{side} {zone} unstated {self.table.minted + 1}")
        card = Card(card_id, ANONYMOUS, side, side, zone, destiny=destiny, named=False)
        self.happen(CardMinted(card, zone))
        return card_id

    def draw(self, side: Side, purpose: str, clause: str | None) -> int | None:
        """Draws destiny. None: the draw failed, there is no number."""
        stated = self.draws.pop(0) if self.draws else None
        card = self.top_of(side, Zone.RESERVE, stated)
        if card is None:
            self.happen(
                DestinyDrawn(side, None, None, purpose, "empty-deck-or-pile/destiny-draw-fails")
            )
            return None
        known: int | None = None
        try:
            known = self.table.card(card).number("destiny")
        except Unknown:
            if stated is None:
                raise Unknown("destiny", player=side) from None
            known = stated
        if stated is not None and known is not None and stated != known:
            raise Unknown("destiny-conflict", player=side, number=known, stated=stated, card=card)
        value = known or 0
        self.happen(DestinyDrawn(side, card, value, purpose, clause))
        return value

    # -- using and losing -----------------------------------------------------------

    def _can_use(self, side: Side, amount: int) -> bool:
        return (
            not self.table.is_stated(side, Zone.FORCE)
            or len(self.table.pile(side, Zone.FORCE)) >= amount
        )

    def use_force(self, side: Side, amount: int, clause: str | None) -> None:
        if amount <= 0:
            return
        if not self.table.is_stated(side, Zone.FORCE):
            self.assumed.append(("enough-force", {"player": side, "number": amount}))
        used: list[CardId] = []
        for _ in range(amount):
            card = self.top_of(side, Zone.FORCE)
            if card is not None:
                self.happen(ForceUsed(side, (card,), clause))
                used.append(card)

    def lose_force(self, side: Side, clause: str | None) -> None:
        """One unit; the loser chooses the source, a silent scenario means the Reserve Deck."""
        card, source = self._loss_source(side)
        if card is None:
            return
        self.happen(ForceLost(side, card, source, clause))

    def _loss_source(self, side: Side) -> tuple[CardId | None, Zone]:
        if self.paying:
            asked = folded(self.paying.pop(0))
            for zone in _LOSS_ORDER:
                if asked == str(zone):
                    return self.top_of(side, zone), zone
            for card in self.table.pile(side, Zone.HAND):
                if asked in (folded(card), folded(self.table.card(card).title)):
                    return card, Zone.HAND
        for zone in _LOSS_ORDER:
            if self.table.pile(side, zone) or not self.table.is_stated(side, zone):
                self.assumed.append(("loss-source", {"player": side, "pile": zone}))
                return self.top_of(side, zone), zone
        return None, Zone.RESERVE

    # -- results, unit by unit ------------------------------------------------------

    def _spread(self, action: Action, op: Op) -> None:
        """A result for one or both players, unit by unit."""
        by = op.args.get("by", "you")
        players = {
            "you": (action.player,),
            "opponent": (action.player.opponent,),
            "each": (action.player, action.player.opponent),
        }[str(by)]
        kind = Kind.ACTIVATE if op.verb == "activate" else Kind.LOSS
        units = tuple(
            Op("part", {"kind": kind, "player": player})
            for player in players
            for _ in range(int(str(op.args[""])))
        )
        now = self.table.action(action.id)
        if now is not None:
            self.change(action.id, todo=(*units, *now.todo))

    def _part(self, action: Action, op: Op) -> None:
        kind, player = op.args["kind"], op.args["player"]
        if kind is Kind.ACTIVATE and self.top_of(player, Zone.RESERVE) is None:
            return  # as much as possible, and no more
        answer = self.book.decide("parts are actions", self.table, action=action)
        if answer is None:
            if kind is Kind.ACTIVATE:
                self._activate(player, None)
            else:
                self.lose_force(player, None)
            return
        part = Action(
            id=ActionId(self.table.last_action + 1),
            kind=kind,
            player=player,
            step=Step.RESPONSES,
            next=player,
            part_of=action.id,
            amount=1,
        )
        self.happen(Initiated(part, answer[1].clause))

    def _activate_one(self, action: Action, clause: str | None) -> None:
        units = 1
        each = self.book.decide("units are actions", self.table, side=action.player)
        if each is None:
            units = action.amount or 1
            self.change(action.id, amount=1)
        for _ in range(units):
            self._activate(action.player, clause)
            if action.part_of is None:
                count = sum(
                    1 for n in self.table.done if n[:2] == ("activated", str(action.player))
                )
                self.happen(Remembered(("activated", str(action.player), str(count + 1))))

    def _activate(self, player: Side, clause: str | None) -> None:
        card = self.top_of(player, Zone.RESERVE)
        if card is not None:
            self.happen(ForceActivated(player, card, clause or "activating-force/top-to-top"))

    def _retrieve(self, action: Action, what: Any, clause: str | None) -> None:
        amount = what if isinstance(what, int) else 0
        if isinstance(what, dict) and "forfeit of" in what:
            cards = self._cards(action, what["forfeit of"])
            amount = sum(number_of(self.table, c, "forfeit") or 0 for c in cards)
        for _ in range(amount):
            card = self.top_of(action.player, Zone.LOST)
            if card is None:
                return
            self.happen(CardPlaced(card, Zone.USED, why="retrieved", clause=clause))

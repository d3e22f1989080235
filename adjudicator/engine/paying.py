"""The piles and how cards go from one to another: using, losing, activating, retrieving.

A part of the flow: it needs a table, somebody to tell what happens to, and the scenario's
word on which cards a player pays with."""

from __future__ import annotations

from typing import Any

from adjudicator.cards.model import ANONYMOUS, Filter
from adjudicator.cards.part import OfCards, Part
from adjudicator.engine.results import Unit
from adjudicator.game import ActionId, CardId, How, Kind, Mark, Side, Step, Zone
from adjudicator.rules.describing import aimed_at, described, fits, is_reached, number_of
from adjudicator.rules.moment import Moment
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
    Happened,
    Initiated,
    Remembered,
)
from adjudicator.state.table import Action, Card, Happening, Table, Unknown

_LOSS_ORDER = (Zone.RESERVE, Zone.FORCE, Zone.USED, Zone.HAND)


class Paying:
    """What a flow does with piles."""

    def __init__(
        self,
        now: Moment,
        draws: tuple[int, ...] = (),
        paying: tuple[str, ...] = (),
        order: tuple[str, ...] = (),
        taking: tuple[str, ...] = (),
        choosing: tuple[str, ...] = (),
    ) -> None:
        self.now = now
        self.events: list[Event] = []
        self.spoken: list[Finding] = []  # clauses that decided something on the way
        self.assumed: list[tuple[str, dict[str, Any]]] = []
        self.draws = list(draws)
        self.paying = list(paying)
        self.taking = list(taking)
        self.order = [folded(name) for name in order]
        self.choosing = [folded(name) for name in choosing]

    @property
    def table(self) -> Table:
        return self.now.table

    @property
    def book(self) -> Rulebook:
        return self.now.book

    def happen(self, event: Event) -> None:
        raise NotImplementedError  # the flow knows what an event brings

    def lose_for_damage(self, action: Action) -> None:
        raise NotImplementedError  # battles know what it pays

    def change(self, action: ActionId, **values: Any) -> None:
        self.happen(Changed(action, tuple(values.items())))

    def note(self, action: Action, name: str, value: int | None) -> None:
        now = self.table.action(action.id)
        if now is not None:
            self.change(action.id, values={**now.values, name: value})

    def number(self, action: Action, what: int | str | OfCards) -> int:
        """A number of a text: printed, found on the way, chosen as X, or one of cards."""
        if isinstance(what, int):
            return what
        known = (self.table.action(action.id) or action).values
        if not isinstance(what, OfCards):
            return known.get(what) or 0
        if f"{what.number} of {what.cards}" in known:  # of a card that is gone: as it left
            return known[f"{what.number} of {what.cards}"] or 0
        cards = self.called(action, what.cards)
        if not what.number:
            return len(cards)
        values = [number_of(self.now, card, what.number) or 0 for card in cards]
        return sum(values) if what.total else max(values, default=0)

    def meant(self, action: Action, what: str | Filter) -> list[CardId]:
        """Cards by a name, or all that fit, those stacked under others among them."""
        if not isinstance(what, Filter):
            return self.called(action, what)
        speaker = self.table.card(action.card) if action.card is not None else None
        found = list(described(self.now, what, action.player, action.targets, speaker))
        return [card.id for card in found if not self.passes_by(action, card)]

    def passes_by(self, action: Action, card: Card) -> bool:
        """Whether a card that nobody chose is immune to the card whose text this is."""
        if action.card is None:
            return False
        immune = self.now.decide("immune to it", card=card, by=action.card)
        if immune is not None:
            self.spoken.append(immune[1])
        return immune is not None

    def called(self, action: Action, name: str) -> list[CardId]:
        """The cards that a text calls by a name: its targets, itself, what it is on, a title."""
        if name == "self":
            return [action.card] if action.card is not None else []
        if name in action.targets:
            return list(action.targets[name])
        if name == "bearer" and action.card is not None:
            here = self.table.card(action.card)
            return [here.at] if here.how is How.ON and here.at is not None else []
        aims = self.table.card(action.card).aims if action.card is not None else ()
        if name in ("aimed at", "mentor", "apprentice") and aims:
            return list({"mentor": aims[:1], "apprentice": aims[1:]}.get(name, aims))
        for target in action.text.targets if action.text else ():
            if target.implicit and target.name == name:
                return [
                    card.id
                    for card in aimed_at(
                        self.now, target, action.player, action.targets, action.card
                    )
                    if is_reached(self.now, card, target) and not self.passes_by(action, card)
                ]
        return [c.id for c in self.now.on_table() if c.title == name]

    # -- the top of a pile ----------------------------------------------------------

    def top_of(self, side: Side, zone: Zone, destiny: int | None = None) -> CardId | None:
        """The top card of a pile; one nobody described is brought to light."""
        pile = self.table.pile(side, zone)
        if pile:
            return self._uppermost(side, zone, pile, destiny)
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
            fails = self.now.decide("draw from nothing", side=side)
            if fails is not None:
                self.spoken.append(fails[1])
                self.happen(DestinyDrawn(side, None, None, purpose, fails[1].clause))
                return None
            return None if self.now.decide("undefined", side=side) is None else 0
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

    def destiny(
        self, action: Action, side: Side, purpose: str, clause: str | None
    ) -> tuple[CardId | None, int | None]:
        """Destiny for an action: the card drawn and its number, or the number that a text has put
        in place of the draw; then no card is drawn."""
        now = self.table.action(action.id) or action
        instead = now.values.get("destiny instead")
        if instead is None or side is not action.player:
            card = self.top_of(side, Zone.RESERVE, self.draws[0] if self.draws else None)
            return card, self.draw(side, purpose, clause)
        self.note(action, "destiny instead", None)
        self.happen(DestinyDrawn(side, None, instead, "instead", clause))
        return None, instead

    # -- using and losing -----------------------------------------------------------

    def _uppermost(
        self, side: Side, zone: Zone, pile: tuple[CardId, ...], destiny: int | None
    ) -> CardId:
        """Of a shuffled pile nobody knows the top card: one that nobody has described will do."""
        if (side, zone) not in self.table.shuffled or len(pile) == 1:
            return pile[0]
        cards = [self.table.card(c) for c in pile]
        for name in self.taking:
            for card in cards:
                if folded(name) in (folded(card.id), folded(card.title)):
                    return card.id
        unknown = next((c for c in cards if not c.named and c.destiny is None), None)
        fitting = next((c for c in cards if destiny is not None and c.destiny == destiny), None)
        found = fitting or unknown
        if found is None:
            raise Unknown("top-card", player=side, pile=zone)
        return found.id

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

    def lose_force(
        self, side: Side, clause: str | None, loss: Action | None = None, pays: str | None = None
    ) -> None:
        """One unit; the loser chooses the source, a silent scenario means the Reserve Deck."""
        card, source = self._loss_source(side, pays)
        if card is None:
            return
        whole = self.table.action(loss.part_of) if loss is not None else None
        count = 1
        if whole is not None:
            count += whole.values.get(f"{side} lost") or 0
            self.note(whole, f"{side} lost", count)
            if self.now.decide("a reduction is no loss", side=side) is None:
                count += whole.values.get("reduction") or 0
        self.happen(ForceLost(side, card, source, clause, count))

    def _loss_source(self, side: Side, pays: str | None) -> tuple[CardId | None, Zone]:
        if pays is not None or self.paying:
            asked = folded(pays if pays is not None else self.paying.pop(0))
            for zone in _LOSS_ORDER:
                if asked == str(zone) and (card := self.top_of(side, zone)) is not None:
                    return card, zone
            for card in self.table.pile(side, Zone.HAND):
                if asked in (folded(card), folded(self.table.card(card).title)):
                    return card, Zone.HAND
        for zone in _LOSS_ORDER:
            if self.table.pile(side, zone) or not self.table.is_stated(side, zone):
                self.assumed.append(("loss-source", {"player": side, "pile": zone}))
                return self.top_of(side, zone), zone
        return None, Zone.RESERVE

    # -- results, unit by unit ------------------------------------------------------

    def spread(
        self, action: Action, kind: Kind, players: tuple[Side, ...], amount: int | str | OfCards
    ) -> None:
        """A result for one or both players, unit by unit."""
        units = self.number(action, amount)
        if kind is Kind.ACTIVATE:
            all_of_it = self.now.decide("activates all of it", side=players[0])
            units = units if all_of_it is not None else 0
        now = self.table.action(action.id)
        less = (now.values.get("reduction") or 0) if kind is Kind.LOSS and now is not None else 0
        self.next_in(
            action,
            tuple(
                Unit(kind, player)
                for player in players
                for _ in range(
                    self._to_be_lost(player, units) - less if kind is Kind.LOSS else units
                )
            ),
        )

    def _to_be_lost(self, player: Side, units: int) -> int:
        """What texts in force make of a loss: more or less of it, then half, rounded up."""
        if not units:
            return 0
        changed = [t for t in self.now.total("force loss", side=player).terms if not t.void]
        units = max(0, units + sum(term.amount or 0 for term in changed))
        self.spoken += [Finding(term.clause, term.facts) for term in changed if term.amount]
        halved = self.now.decide("halved loss", side=player)
        if halved is None:
            return units
        self.spoken.append(halved[1])
        return (units + 1) // 2

    def next_in(self, action: Action, parts: tuple[Part, ...]) -> None:
        """What is to be done next in a result, before the rest of it."""
        now = self.table.action(action.id)
        if now is not None and parts:
            self.change(action.id, todo=(*parts, *now.todo))

    def unit(self, action: Action, kind: Kind, player: Side) -> None:
        if kind is Kind.ACTIVATE and self.top_of(player, Zone.RESERVE) is None:
            return  # as much as possible, and no more
        answer = self.now.decide("parts are actions", action=action)
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
            pays=(self.paying.pop(0),) if kind is Kind.LOSS and self.paying else (),
        )
        self.happen(Initiated(part, answer[1].clause))

    def _lose_one(self, action: Action) -> None:
        if not action.values.get("reduced"):
            pays = action.pays[0] if action.pays else None
            clause = action.text.clause if action.text else None
            self.lose_force(action.player, clause, action, pays)
            self.lose_for_damage(action)

    def _activate_one(self, action: Action) -> None:
        units = 1
        each = self.now.decide("units are actions", side=action.player)
        if each is None:
            units = action.amount or 1
            self.change(action.id, amount=1)
        for _ in range(units):
            card = self._activate(action.player, action.text.clause if action.text else None)
            for by in action.targets.get("into hand", ()):
                if card is not None:
                    self.draw_into_hand(action.player, card, by, None)
            if action.part_of is None:
                self.count_activated(action.player)

    def count_activated(self, player: Side) -> None:
        count = sum(1 for n in self.table.done if n[:2] == ("activated", str(player)))
        self.happen(Remembered(("activated", str(player), str(count + 1))))

    def draw_into_hand(
        self, player: Side, card: CardId, by: CardId | None, clause: str | None
    ) -> None:
        """A card that a text lets its player draw."""
        self.happen(CardPlaced(card, Zone.HAND, why="drawn", clause=clause))
        drawn = Happening("drew", player, card, by=by, level=self.table.level)
        self.happen(Happened(drawn, clause))

    def _draw_one(self, action: Action) -> None:
        """A card from the Force Pile into hand, in the draw phase."""
        card = self.top_of(action.player, Zone.FORCE)
        if card is not None:
            self.happen(CardPlaced(card, Zone.HAND, why="drawn"))

    def _activate(self, player: Side, clause: str | None) -> CardId | None:
        card = self.top_of(player, Zone.RESERVE)
        if card is not None:
            self.happen(ForceActivated(player, card, clause or "activating-force/top-to-top"))
        return card

    def found(self, action: Action, side: Side, zone: Zone, wanted: Filter) -> CardId | None:
        """The card that is looked for in a pile; None: it is not there."""
        pile = [self.table.card(c) for c in self.table.pile(side, zone)]
        if any(c.has(Mark.HIDDEN) for c in pile):
            may = self.now.decide("hidden cards are taken", side=side)
            if may is None:
                pile = [c for c in pile if not c.has(Mark.HIDDEN)]
            else:
                self.spoken.append(may[1])
        fitting = [c for c in pile if c.named and fits(self.now, c, wanted, action.player)]
        names = [folded(name) for name in (*action.takes, *self.taking)]
        if names:
            named = [c for c in fitting if {folded(c.id), folded(c.title)} & set(names)]
            return named[0].id if named else None
        open_ended = any(not c.named for c in pile) or not self.table.is_stated(side, zone)
        if len(fitting) > 1 or open_ended:
            raise Unknown("which-card", player=action.player, pile=zone)
        return fitting[0].id if fitting else None

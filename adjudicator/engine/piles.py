"""Cards of piles: drawn, used, activated, lost; results that come unit by unit."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.cards.model import ANONYMOUS, Filter
from adjudicator.cards.part import OfCards, Part
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import number_in
from adjudicator.engine.results import Result
from adjudicator.game import ActionId, CardId, Kind, Mark, Side, Step, Zone
from adjudicator.rules.describing import (
    fits,
)
from adjudicator.rules.registry import Finding
from adjudicator.source import folded
from adjudicator.state.events import (
    CardMinted,
    CardPlaced,
    DestinyDrawn,
    ForceActivated,
    ForceLost,
    ForceUsed,
    Happened,
    Initiated,
    Remembered,
)
from adjudicator.state.table import Action, Card, Happening, Unknown

_LOSS_ORDER = (Zone.RESERVE, Zone.FORCE, Zone.USED, Zone.HAND)


def top_of(flow: Flow, side: Side, zone: Zone, destiny: int | None = None) -> CardId | None:
    """The top card of a pile; one nobody described is brought to light."""
    pile = flow.table.pile(side, zone)
    if pile:
        return _uppermost(flow, side, zone, pile, destiny)
    if flow.table.is_stated(side, zone):
        return None
    card_id = CardId(f"{side} {zone} unstated {flow.table.minted + 1}")
    card = Card(card_id, ANONYMOUS, side, side, zone, destiny=destiny, named=False)
    flow.happen(CardMinted(card, zone))
    return card_id


def draw(flow: Flow, side: Side, purpose: str, clause: str | None) -> int | None:
    """Draws destiny. None: the draw failed, there is no number."""
    stated = flow.draws.pop(0) if flow.draws else None
    card = top_of(flow, side, Zone.RESERVE, stated)
    if card is None:
        fails = flow.now.decide("draw from nothing", side=side)
        if fails is not None:
            flow.spoken.append(fails[1])
            flow.happen(DestinyDrawn(side, None, None, purpose, fails[1].clause))
            return None
        return None if flow.now.decide("undefined", side=side) is None else 0
    known: int | None = None
    try:
        known = flow.table.card(card).number("destiny")
    except Unknown:
        if stated is None:
            raise Unknown("destiny", player=side) from None
        known = stated
    if stated is not None and known is not None and stated != known:
        raise Unknown("destiny-conflict", player=side, number=known, stated=stated, card=card)
    value = known or 0
    flow.happen(DestinyDrawn(side, card, value, purpose, clause))
    return value


def destiny(
    flow: Flow, action: Action, side: Side, purpose: str, clause: str | None
) -> tuple[CardId | None, int | None]:
    """Destiny for an action: the card drawn and its number, or the number that a text has put
    in place of the draw; then no card is drawn."""
    now = flow.table.action(action.id) or action
    instead = now.values.get("destiny instead")
    if instead is None or side is not action.player:
        card = top_of(flow, side, Zone.RESERVE, flow.draws[0] if flow.draws else None)
        return card, draw(flow, side, purpose, clause)
    flow.note(action, "destiny instead", None)
    flow.happen(DestinyDrawn(side, None, instead, "instead", clause))
    return None, instead


def _uppermost(
    flow: Flow, side: Side, zone: Zone, pile: tuple[CardId, ...], destiny: int | None
) -> CardId:
    """Of a shuffled pile nobody knows the top card: one that nobody has described will do."""
    if (side, zone) not in flow.table.shuffled or len(pile) == 1:
        return pile[0]
    cards = [flow.table.card(c) for c in pile]
    for name in flow.taking:
        for card in cards:
            if folded(name) in (folded(card.id), folded(card.title)):
                return card.id
    unknown = next((c for c in cards if not c.named and c.destiny is None), None)
    fitting = next((c for c in cards if destiny is not None and c.destiny == destiny), None)
    found = fitting or unknown
    if found is None:
        raise Unknown("top-card", player=side, pile=zone)
    return found.id


def can_use(flow: Flow, side: Side, amount: int) -> bool:
    return (
        not flow.table.is_stated(side, Zone.FORCE)
        or len(flow.table.pile(side, Zone.FORCE)) >= amount
    )


def use_force(flow: Flow, side: Side, amount: int, clause: str | None) -> None:
    if amount <= 0:
        return
    if not flow.table.is_stated(side, Zone.FORCE):
        flow.assumed.append(("enough-force", {"player": side, "number": amount}))
    used: list[CardId] = []
    for _ in range(amount):
        card = top_of(flow, side, Zone.FORCE)
        if card is not None:
            flow.happen(ForceUsed(side, (card,), clause))
            used.append(card)


def lose_force(
    flow: Flow, side: Side, clause: str | None, loss: Action | None = None, pays: str | None = None
) -> None:
    """One unit; the loser chooses the source, a silent scenario means the Reserve Deck."""
    card, source = _loss_source(flow, side, pays)
    if card is None:
        return
    whole = flow.table.action(loss.part_of) if loss is not None else None
    count = 1
    if whole is not None:
        count += whole.values.get(f"{side} lost") or 0
        flow.note(whole, f"{side} lost", count)
        if flow.now.decide("a reduction is no loss", side=side) is None:
            count += whole.values.get("reduction") or 0
    flow.happen(ForceLost(side, card, source, clause, count))


def _loss_source(flow: Flow, side: Side, pays: str | None) -> tuple[CardId | None, Zone]:
    if pays is not None or flow.paying:
        asked = folded(pays if pays is not None else flow.paying.pop(0))
        for zone in _LOSS_ORDER:
            if asked == str(zone) and (card := top_of(flow, side, zone)) is not None:
                return card, zone
        for card in flow.table.pile(side, Zone.HAND):
            if asked in (folded(card), folded(flow.table.card(card).title)):
                return card, Zone.HAND
    for zone in _LOSS_ORDER:
        if flow.table.pile(side, zone) or not flow.table.is_stated(side, zone):
            flow.assumed.append(("loss-source", {"player": side, "pile": zone}))
            return top_of(flow, side, zone), zone
    return None, Zone.RESERVE


def spread(
    flow: Flow, action: Action, kind: Kind, players: tuple[Side, ...], amount: int | str | OfCards
) -> None:
    """A result for one or both players, unit by unit."""
    units = number_in(flow, action, amount)
    if kind is Kind.ACTIVATE:
        all_of_it = flow.now.decide("activates all of it", side=players[0])
        units = units if all_of_it is not None else 0
    now = flow.table.action(action.id)
    less = (now.values.get("reduction") or 0) if kind is Kind.LOSS and now is not None else 0
    parts: list[Part] = []
    for player in players:
        count = _to_be_lost(flow, player, units) - less if kind is Kind.LOSS else units
        parts += [Unit(kind, player)] * max(0, count)
    next_in(flow, action, tuple(parts))


def _to_be_lost(flow: Flow, player: Side, units: int) -> int:
    """What texts in force make of a loss: more or less of it, then half, rounded up."""
    if not units:
        return 0
    changed = [t for t in flow.now.total("force loss", side=player).terms if not t.void]
    units = max(0, units + sum(term.amount or 0 for term in changed))
    flow.spoken += [Finding(term.clause, term.facts) for term in changed if term.amount]
    halved = flow.now.decide("halved loss", side=player)
    if halved is None:
        return units
    flow.spoken.append(halved[1])
    return (units + 1) // 2


def next_in(flow: Flow, action: Action, parts: tuple[Part, ...]) -> None:
    """What is to be done next in a result, before the rest of it."""
    now = flow.table.action(action.id)
    if now is not None and parts:
        flow.change(action.id, todo=(*parts, *now.todo))


@dataclass(frozen=True)
class Unit(Result):
    """One unit of Force, activated or lost: part of a larger result."""

    kind: Kind
    player: Side

    def happen(self, flow: Flow, action: Action) -> None:
        unit(flow, action, self.kind, self.player)


def unit(flow: Flow, action: Action, kind: Kind, player: Side) -> None:
    if kind is Kind.ACTIVATE and top_of(flow, player, Zone.RESERVE) is None:
        return  # as much as possible, and no more
    answer = flow.now.decide("parts are actions", action=action)
    if answer is None:
        if kind is Kind.ACTIVATE:
            _activate(flow, player, None)
        else:
            lose_force(flow, player, None)
        return
    part = Action(
        id=ActionId(flow.table.last_action + 1),
        kind=kind,
        player=player,
        step=Step.RESPONSES,
        next=player,
        part_of=action.id,
        amount=1,
        pays=(flow.paying.pop(0),) if kind is Kind.LOSS and flow.paying else (),
    )
    flow.happen(Initiated(part, answer[1].clause))


def activate_one(flow: Flow, action: Action) -> None:
    units = 1
    each = flow.now.decide("units are actions", side=action.player)
    if each is None:
        units = action.amount or 1
        flow.change(action.id, amount=1)
    for _ in range(units):
        card = _activate(flow, action.player, action.text.clause if action.text else None)
        for by in action.targets.get("into hand", ()):
            if card is not None:
                draw_into_hand(flow, action.player, card, by, None)
        if action.part_of is None:
            count_activated(flow, action.player)


def count_activated(flow: Flow, player: Side) -> None:
    count = sum(1 for n in flow.table.done if n[:2] == ("activated", str(player)))
    flow.happen(Remembered(("activated", str(player), str(count + 1))))


def draw_into_hand(
    flow: Flow, player: Side, card: CardId, by: CardId | None, clause: str | None
) -> None:
    """A card that a text lets its player draw."""
    flow.happen(CardPlaced(card, Zone.HAND, why="drawn", clause=clause))
    drawn = Happening("drew", player, card, by=by, level=flow.table.level)
    flow.happen(Happened(drawn, clause))


def draw_one(flow: Flow, action: Action) -> None:
    """A card from the Force Pile into hand, in the draw phase."""
    card = top_of(flow, action.player, Zone.FORCE)
    if card is not None:
        flow.happen(CardPlaced(card, Zone.HAND, why="drawn"))


def _activate(flow: Flow, player: Side, clause: str | None) -> CardId | None:
    card = top_of(flow, player, Zone.RESERVE)
    if card is not None:
        flow.happen(ForceActivated(player, card, clause or "activating-force/top-to-top"))
    return card


def look_for(flow: Flow, action: Action, side: Side, zone: Zone, wanted: Filter) -> CardId | None:
    """The card that is looked for in a pile; None: it is not there."""
    pile = [flow.table.card(c) for c in flow.table.pile(side, zone)]
    if any(c.has(Mark.HIDDEN) for c in pile):
        may = flow.now.decide("hidden cards are taken", side=side)
        if may is None:
            pile = [c for c in pile if not c.has(Mark.HIDDEN)]
        else:
            flow.spoken.append(may[1])
    fitting = [c for c in pile if c.named and fits(flow.now, c, wanted, action.player)]
    names = [folded(name) for name in (*action.takes, *flow.taking)]
    if names:
        named = [c for c in fitting if {folded(c.id), folded(c.title)} & set(names)]
        return named[0].id if named else None
    open_ended = any(not c.named for c in pile) or not flow.table.is_stated(side, zone)
    if len(fitting) > 1 or open_ended:
        raise Unknown("which-card", player=action.player, pile=zone)
    return fitting[0].id if fitting else None

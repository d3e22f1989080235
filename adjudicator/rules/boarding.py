"""Unlimited moves: getting aboard, getting out, changing places; and room for those aboard."""

from __future__ import annotations

from adjudicator.cards.model import SEATS
from adjudicator.game import Boarding, CardId, How, Kind, Mark, Phase
from adjudicator.rules.registry import Facts, Intent, forbids, permits
from adjudicator.rules.ways import craft_of, is_starfighter, kind_of
from adjudicator.state.matching import has_icon, is_a
from adjudicator.state.table import Card, Table, Unknown

_ABOARD = (Kind.BOARD, Kind.DEPLOY, Kind.MOVE)


@forbids("unlimited-moves/your-move-phase", Kind.BOARD)
def boarding_belongs_to_your_move_phase(table: Table, intent: Intent) -> Facts | None:
    phase, turn = table.moment
    if phase is Phase.MOVE and turn is intent.player:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "phase": phase,
        "turn": turn,
    }


@permits("unlimited-moves/changing-places", despite="unlimited-moves/your-move-phase")
def places_may_be_changed_while_deploying(table: Table, intent: Intent) -> Facts | None:
    if intent.boarding is not Boarding.ABOUT:
        return None
    if table.phase is not Phase.DEPLOY or table.turn is not intent.player:
        return None
    return {"player": intent.player, "card": intent.card}


@forbids("unlimited-moves/own-craft-same-place", Kind.BOARD)
def the_craft_is_not_his_or_not_there(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = table.card(intent.card)
    if intent.boarding is not Boarding.IN:
        if craft_of(table, card) is not None:
            return None
        return {"card": card.id, "craft": None, "own": True}
    if intent.aboard is None:
        raise Unknown("aboard-what", card=card.id, player=intent.player)
    craft = table.card(intent.aboard)
    own = craft.side is intent.player
    same = table.location_of(craft.id) == table.location_of(card.id)
    if own and same and craft.print.type in ("vehicle", "starship") and craft.id != card.id:
        return None
    return {"card": card.id, "craft": craft.id, "own": own}


@forbids("unlimited-moves/out-onto-a-site", Kind.BOARD)
def there_is_nothing_to_step_out_onto(table: Table, intent: Intent) -> Facts | None:
    """Into space goes only what flies."""
    if intent.card is None or intent.boarding is not Boarding.OUT:
        return None
    card = table.card(intent.card)
    here = table.location_of(card.id)
    if here is None or kind_of(table, here) == "site" or is_starfighter(card):
        return None
    return {"card": card.id, "location": here}


@forbids("unlimited-moves/room-aboard", *_ABOARD)
def there_is_no_room_aboard(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None or intent.aboard is None:
        return None
    craft = table.card(intent.aboard)
    if craft.print.type not in ("vehicle", "starship"):
        if intent.kind is not Kind.DEPLOY:
            return None  # that it is no craft is said where one moves
        return {"card": intent.card, "craft": craft.id, "captive": None}
    card = table.card(intent.card)
    seat = seat_for(table, card, craft, intent.seat)
    if seat is None:
        return {"card": card.id, "craft": craft.id, "captive": None}
    captives = [c for c in table.lying(card.id) if _needs_a_seat(table, table.card(c))]
    if card.at == craft.id or not captives:
        return None  # a captive already aboard has its place
    if _room_for(table, craft, {seat: 1, "passenger": len(captives) + (seat == "passenger")}, card):
        return None
    return {"card": card.id, "craft": craft.id, "captive": captives[0]}


# -- room ----------------------------------------------------------------------------


def seat_for(table: Table, card: Card, craft: Card, wanted: str | None = None) -> str | None:
    """The place aboard that a card would have: the one asked for, else the best that is free.

    None: there is none. Asks where nobody has told how many the craft holds."""
    for seat in (wanted,) if wanted is not None else _seats_open_to(table, card):
        if seat == "astromech" and not is_a(table, card, "astromech"):
            continue
        if seat == "pilot" and not has_icon(table, card, "pilot"):
            continue
        if _room_for(table, craft, {seat: 1}, card):
            return seat
    return None


def seats_for(table: Table, cards: tuple[CardId, ...], craft: Card) -> list[str | None]:
    """The places that several would have who go aboard together, one after the other."""
    found: list[str | None] = []
    for card in (table.card(c) for c in cards):
        for seat in _seats_open_to(table, card):
            wanted = [*(s for s in found if s is not None), seat]
            able = seat != "pilot" or has_icon(table, card, "pilot")
            able = able and (seat != "astromech" or is_a(table, card, "astromech"))
            if able and _room_for(table, craft, {s: wanted.count(s) for s in wanted}, card):
                found.append(seat)
                break
        else:
            found.append(None)
    return found


def _seats_open_to(table: Table, card: Card) -> tuple[str, ...]:
    if card.print.type == "vehicle":
        return ("vehicle",)
    if card.print.type == "starship":
        return ("starfighter",)
    return ("astromech", "driver", "pilot", "passenger")


def _room_for(table: Table, craft: Card, more: dict[str, int], card: Card) -> bool:
    """Whether so many more find places; those for pilots or passengers take either, once."""
    places = craft_places(table, craft)
    if not places:
        raise Unknown("capacity", card=craft.id)
    either = places.get("pilots or passengers", 0)
    for seat in dict.fromkeys((*more, "pilot", "passenger")):
        number = places.get(f"{seat}s", 0)
        if seat == "starfighter" and is_a(table, card, "tie"):
            number += places.get("TIEs", 0)
        without = _taken(table, craft, seat, but=card.id) + more.get(seat, 0) - number
        if without <= 0:
            continue
        if seat not in ("pilot", "passenger"):
            return False
        either -= without
    return either >= 0


def craft_places(table: Table, craft: Card) -> dict[str, int]:
    """The capacity of a craft: printed apart, or given by a text that is in force."""
    kinds = {name: table.book.total(f"{name} of", table, card=craft.id) for name in SEATS}
    return {name: total.total for name, total in kinds.items() if total.terms}


def _taken(table: Table, craft: Card, seat: str, but: CardId) -> int:
    """Who sits there, with the captives of those aboard, who take passengers' places."""
    number = 0
    for name in table.lying(craft.id):
        card = table.card(name)
        if name != but and card.how is How.ABOARD:
            number += _seat_of(card) == seat
        if seat == "passenger":
            number += sum(_needs_a_seat(table, table.card(c)) for c in table.lying(name))
    return number


def holds_all(table: Table, craft: Card) -> bool:
    """Whether no more are aboard, captives among them, than there are places for."""
    return _room_for(table, craft, {}, craft)


def _needs_a_seat(table: Table, captive: Card) -> bool:
    if not captive.has(Mark.CAPTIVE):
        return False
    return table.book.decide("takes a passenger's place", table, card=captive) is not None


def _seat_of(card: Card) -> str:
    if card.print.type in ("vehicle", "starship"):
        return "starfighter" if card.print.type == "starship" else "vehicle"
    return card.seat or "passenger"

"""Unlimited moves: getting aboard, getting out, changing places; and room for those aboard."""

from __future__ import annotations

from adjudicator.cards.model import SEATS
from adjudicator.game import Boarding, CardId, How, Kind, Mark, Phase
from adjudicator.rules.describing import has_icon, is_a
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, forbids, permits
from adjudicator.rules.ways import craft_of, is_starfighter, kind_of
from adjudicator.state.table import Card, Unknown

_ABOARD = (Kind.BOARD, Kind.DEPLOY, Kind.MOVE)


@forbids("unlimited-moves/your-move-phase", Kind.BOARD)
def boarding_belongs_to_your_move_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.MOVE and turn is intent.player:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "phase": phase,
        "turn": turn,
    }


@permits("unlimited-moves/changing-places", despite="unlimited-moves/your-move-phase")
def places_may_be_changed_while_deploying(now: Moment, intent: Intent) -> Facts | None:
    if intent.boarding is not Boarding.ABOUT:
        return None
    if now.table.phase is not Phase.DEPLOY or now.table.turn is not intent.player:
        return None
    return {"player": intent.player, "card": intent.card}


@forbids("unlimited-moves/own-craft-same-place", Kind.BOARD)
def the_craft_is_not_his_or_not_there(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    if intent.boarding is not Boarding.IN:
        if craft_of(now, card) is not None:
            return None
        return {"card": card.id, "craft": None, "own": True}
    if intent.aboard is None:
        raise Unknown("aboard-what", card=card.id, player=intent.player)
    craft = now.table.card(intent.aboard)
    own = craft.side is intent.player
    same = now.table.location_of(craft.id) == now.table.location_of(card.id)
    if own and same and craft.print.type in ("vehicle", "starship") and craft.id != card.id:
        return None
    return {"card": card.id, "craft": craft.id, "own": own}


@forbids("unlimited-moves/out-onto-a-site", Kind.BOARD)
def there_is_nothing_to_step_out_onto(now: Moment, intent: Intent) -> Facts | None:
    """Into space goes only what flies."""
    if intent.card is None or intent.boarding is not Boarding.OUT:
        return None
    card = now.table.card(intent.card)
    here = now.table.location_of(card.id)
    if here is None or kind_of(now, here) == "site" or is_starfighter(card):
        return None
    return {"card": card.id, "location": here}


@forbids("unlimited-moves/room-aboard", *_ABOARD)
def there_is_no_room_aboard(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or intent.aboard is None:
        return None
    craft = now.table.card(intent.aboard)
    if craft.print.type not in ("vehicle", "starship"):
        if intent.kind is not Kind.DEPLOY:
            return None  # that it is no craft is said where one moves
        return {"card": intent.card, "craft": craft.id, "captive": None}
    card = now.table.card(intent.card)
    seat = seat_for(now, card, craft, intent.seat)
    if seat is None:
        return {"card": card.id, "craft": craft.id, "captive": None}
    captives = [c for c in now.table.lying(card.id) if _needs_a_seat(now, now.table.card(c))]
    if card.at == craft.id or not captives:
        return None  # a captive already aboard has its place
    if _room_for(now, craft, {seat: 1, "passenger": len(captives) + (seat == "passenger")}, card):
        return None
    return {"card": card.id, "craft": craft.id, "captive": captives[0]}


# -- room ----------------------------------------------------------------------------


def seat_for(now: Moment, card: Card, craft: Card, wanted: str | None = None) -> str | None:
    """The place aboard that a card would have: the one asked for, else the best that is free.

    None: there is none. Asks where nobody has told how many the craft holds."""
    for seat in (wanted,) if wanted is not None else _seats_open_to(now, card):
        if seat == "astromech" and not is_a(now, card, "astromech"):
            continue
        if seat == "pilot" and not has_icon(now, card, "pilot"):
            continue
        if _room_for(now, craft, {seat: 1}, card):
            return seat
    return None


def seats_for(now: Moment, cards: tuple[CardId, ...], craft: Card) -> list[str | None]:
    """The places that several would have who go aboard together, one after the other."""
    found: list[str | None] = []
    for card in (now.table.card(c) for c in cards):
        for seat in _seats_open_to(now, card):
            wanted = [*(s for s in found if s is not None), seat]
            able = seat != "pilot" or has_icon(now, card, "pilot")
            able = able and (seat != "astromech" or is_a(now, card, "astromech"))
            if able and _room_for(now, craft, {s: wanted.count(s) for s in wanted}, card):
                found.append(seat)
                break
        else:
            found.append(None)
    return found


def _seats_open_to(now: Moment, card: Card) -> tuple[str, ...]:
    if card.print.type == "vehicle":
        return ("vehicle",)
    if card.print.type == "starship":
        return ("starfighter",)
    return ("astromech", "driver", "pilot", "passenger")


def _room_for(now: Moment, craft: Card, more: dict[str, int], card: Card) -> bool:
    """Whether so many more find places; those for pilots or passengers take either, once."""
    places = craft_places(now, craft)
    if not places:
        raise Unknown("capacity", card=craft.id)
    either = places.get("pilots or passengers", 0)
    for seat in dict.fromkeys((*more, "pilot", "passenger")):
        number = places.get(f"{seat}s", 0)
        if seat == "starfighter" and is_a(now, card, "tie"):
            number += places.get("TIEs", 0)
        without = _taken(now, craft, seat, but=card.id) + more.get(seat, 0) - number
        if without <= 0:
            continue
        if seat not in ("pilot", "passenger"):
            return False
        either -= without
    return either >= 0


def craft_places(now: Moment, craft: Card) -> dict[str, int]:
    """The capacity of a craft: printed apart, or given by a text that is in force."""
    kinds = {name: now.total(f"{name} of", card=craft.id) for name in SEATS}
    return {name: total.total for name, total in kinds.items() if total.terms}


def _taken(now: Moment, craft: Card, seat: str, but: CardId) -> int:
    """Who sits there, with the captives of those aboard, who take passengers' places."""
    number = 0
    for name in now.table.lying(craft.id):
        card = now.table.card(name)
        if name != but and card.how is How.ABOARD:
            number += _seat_of(card) == seat
        if seat == "passenger":
            number += sum(_needs_a_seat(now, now.table.card(c)) for c in now.table.lying(name))
    return number


def holds_all(now: Moment, craft: Card) -> bool:
    """Whether no more are aboard, captives among them, than there are places for."""
    return _room_for(now, craft, {}, craft)


def _needs_a_seat(now: Moment, captive: Card) -> bool:
    if not captive.has(Mark.CAPTIVE):
        return False
    return now.decide("takes a passenger's place", card=captive) is not None


def _seat_of(card: Card) -> str:
    if card.print.type in ("vehicle", "starship"):
        return "starfighter" if card.print.type == "starship" else "vehicle"
    return card.seat or "passenger"

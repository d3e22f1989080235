"""Moving by landspeed, and reacting to a battle or a Force drain."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import CardId, How, Kind, Mark, Phase, Side, Zone
from adjudicator.rules.control import has_presence
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Intent,
    Rulebook,
    adjusts,
    decides,
    forbids,
    permits,
)
from adjudicator.state.matching import permanent_ability
from adjudicator.state.table import Action, Table, Unknown


@decides("adjacent/vehicle-site-exception", "adjacent")
def a_vehicles_site_touches_where_the_vehicle_is(
    table: Table, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    for inner, outer in ((one, other), (other, one)):
        whole = table.card(inner).print.part_of
        for card in table.all_at(outer):
            if card.print.type == "vehicle" and card.title == whole:
                return True, {"one": one, "other": other}
    return None


@decides("adjacent/same-kind", "adjacent")
def not_two_sites_nor_two_sectors(
    table: Table, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    kinds = {table.card(one).print.subtype, table.card(other).print.subtype}
    if kinds in ({"site"}, {"sector"}):
        return None
    return False, {"one": one, "other": other}


@decides("adjacent/same-whole", "adjacent")
def they_belong_to_different_wholes(
    table: Table, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    if table.card(one).print.part_of == table.card(other).print.part_of:
        return None
    return False, {"one": one, "other": other}


@decides("adjacent/side-by-side", "adjacent")
def they_do_not_lie_side_by_side(
    table: Table, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    if one not in table.row or other not in table.row:
        return None
    if abs(table.row.index(one) - table.row.index(other)) == 1:
        return None
    return False, {"one": one, "other": other}


def why_not_adjacent(table: Table, book: Rulebook, one: CardId, other: CardId) -> Finding | None:
    """The clause that keeps two locations apart; None when they are adjacent."""
    answer = book.decide("adjacent", table, one=one, other=other)
    return None if answer is None or answer[0] else answer[1]


def distance(table: Table, book: Rulebook, one: CardId, other: CardId) -> int | None:
    """Steps from location to adjacent location; None when there is no way."""
    here, seen, steps = {one}, {one}, 0
    while here:
        if other in here:
            return steps
        steps += 1
        here = {
            there
            for place in here
            for there in table.row
            if there not in seen and why_not_adjacent(table, book, place, there) is None
        }
        seen |= here
    return None


@forbids("regular-moves/move-phase", Kind.MOVE)
def moves_belong_to_your_move_phase(table: Table, intent: Intent) -> Facts | None:
    if table.phase is None:
        raise Unknown("phase")
    if table.turn is None:
        raise Unknown("turn")
    if table.phase is Phase.MOVE and table.turn is intent.player:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "phase": table.phase,
        "turn": table.turn,
    }


@permits("undercover-spy-rules/rule-moves-available", despite="regular-moves/move-phase")
def a_spy_under_cover_has_another_phase(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None or not table.card(intent.card).has(Mark.UNDERCOVER):
        return None
    return {"card": intent.card, "opponent": intent.player.opponent}


@forbids("undercover-spy-rules/rule-moves-opponents-phase", Kind.MOVE)
def a_spy_under_cover_waits_for_the_opponents_move_phase(
    table: Table, intent: Intent
) -> Facts | None:
    if intent.card is None or not table.card(intent.card).has(Mark.UNDERCOVER):
        return None
    if table.phase is Phase.MOVE and table.turn is intent.player.opponent:
        return None
    return {
        "card": intent.card,
        "opponent": intent.player.opponent,
        "phase": table.phase,
        "turn": table.turn,
    }


@forbids("regular-moves/one-per-turn", Kind.MOVE)
def it_has_moved_this_turn(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None or ("moved", str(intent.player), intent.card) not in table.done:
        return None
    return {"card": intent.card}


@forbids("actions-step-1b/your-own-card", Kind.MOVE, Kind.REACT)
def it_is_not_his_card_on_table(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = table.card(intent.card)
    if card.zone is Zone.TABLE and card.side is intent.player and card.how is not How.ROW:
        return None
    return {"player": intent.player, "card": intent.card}


@forbids("adjacent/move-step-by-step", Kind.MOVE, Kind.REACT)
def there_is_no_way_within_its_landspeed(table: Table, intent: Intent) -> Facts | None:
    """From adjacent location to adjacent location, as far as its landspeed goes."""
    if intent.card is None:
        return None
    if intent.place is None:
        raise Unknown("move-where", card=intent.card, player=intent.player)
    here = table.location_of(intent.card)
    if here is None:
        return None
    _beyond_landspeed(table, intent.card)
    speed = landspeed(table, intent.card)
    steps = distance(table, intent.book, here, intent.place)
    if steps is not None and 0 < steps <= speed:
        return None
    if intent.aboard is not None or (
        _docking_bay(table, here) and _docking_bay(table, intent.place)
    ):
        raise Unknown("move-not-modelled", card=intent.card)
    return {
        "card": intent.card,
        "here": here,
        "there": intent.place,
        "speed": speed,
        "reachable": steps is not None and steps > 0,
    }


def _beyond_landspeed(table: Table, card_id: CardId) -> None:
    """Moves that need more than landspeed: asked about, never refused on a guess."""
    card = table.card(card_id)
    if card.print.type == "starship":
        raise Unknown("move-not-modelled", card=card_id)
    crewed = permanent_ability(table, card) is not None or bool(table.lying(card_id))
    if card.print.type == "vehicle" and card.print.seats and not crewed:
        raise Unknown("driver", card=card_id)


def _docking_bay(table: Table, place: CardId) -> bool:
    """Between two of these there is transit, however far apart they lie."""
    card = table.card(place)
    return card.print.is_a("docking bay") or "docking bay" in card.title.casefold()


def landspeed(table: Table, card: CardId) -> int:
    """A vehicle's is printed; a character goes one site at a time."""
    printed = table.card(card).number("landspeed")
    return printed if printed is not None else 1


@adjusts("regular-moves/landspeed", "move cost")
def moving_costs_one_force(
    table: Table, *, side: Side, card: CardId
) -> Iterator[tuple[int, Facts]]:
    yield 1, {"player": side, "card": card}


# -- reacts ----------------------------------------------------------------------


@forbids("react/text-must-allow", Kind.REACT)
def nothing_lets_it_react(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None or table.card(intent.card).print.is_a("may move as a react"):
        return None
    if any("react" in said.get("en", "") for said in table.card(intent.card).print.not_modelled):
        raise Unknown("card-text", card=intent.card)
    return {"card": intent.card}


@forbids("react/opponents-battle-or-drain", Kind.REACT)
def there_is_nothing_of_the_opponents_to_react_to(table: Table, intent: Intent) -> Facts | None:
    top = table.top
    if top is None or top.kind not in (Kind.BATTLE, Kind.DRAIN) or top.player is intent.player:
        return {"player": intent.player, "card": intent.card}
    if top.place is not None and intent.place not in (None, top.place):
        return {"player": intent.player, "card": intent.card}
    return None


@decides("react/presence-stops-drain", "react stops it")
def presence_brought_by_a_react_stops_the_drain(
    table: Table, *, react: Action, answered: Action, book: Rulebook
) -> tuple[bool, Facts] | None:
    if answered.kind is not Kind.DRAIN or answered.place is None:
        return None
    if has_presence(table, book, react.player, answered.place) is None:
        return None
    return True, {"player": react.player, "location": answered.place}


@forbids("react/once-per-turn", Kind.REACT)
def it_has_reacted_this_turn(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None or ("reacted", str(intent.player), intent.card) not in table.done:
        return None
    return {"card": intent.card}

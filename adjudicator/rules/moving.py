"""Moving: by which ways, how far, at what price."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.topics import Topic, speaks_of
from adjudicator.game import CardId, How, Kind, Mark, Phase, Side, Way, Zone
from adjudicator.rules.describing import is_a, is_manned, number_of, related
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Intent,
    adjusts,
    decides,
    forbids,
    permits,
)
from adjudicator.rules.ways import (
    are_adjacent,
    called_docking_bay,
    can_navigate,
    clouds_of,
    craft_of,
    distance,
    docks,
    expanding,
    in_death_star_ii,
    is_capital,
    is_docking_bay,
    is_exterior,
    is_planet_site,
    is_starfighter,
    kind_of,
    landspeed,
    lowest_cloud,
    may_be_indoors,
    movers,
    path,
    system_of,
    taken_elsewhere,
)
from adjudicator.state.table import Unknown


@decides("adjacent/vehicle-site-exception", "adjacent")
def a_vehicles_site_touches_where_the_vehicle_is(
    now: Moment, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    for inner, outer in ((one, other), (other, one)):
        whole = now.table.card(inner).print.part_of
        for card in now.all_at(outer) if is_planet_site(now, outer) else ():
            at_the_site = card.how is How.AT  # in a cargo hold it is in the starship
            if card.print.type == "vehicle" and card.title == whole and at_the_site:
                return True, {"one": one, "other": other}
    return None


@decides("adjacent/same-kind", "adjacent")
def not_two_sites_nor_two_sectors(
    now: Moment, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    kinds = {now.table.card(one).print.subtype, now.table.card(other).print.subtype}
    if kinds in ({"site"}, {"sector"}):
        return None
    return False, {"one": one, "other": other}


@decides("adjacent/same-whole", "adjacent")
def they_belong_to_different_wholes(
    now: Moment, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    if now.table.card(one).print.part_of == now.table.card(other).print.part_of:
        return None
    return False, {"one": one, "other": other}


@decides("adjacent/side-by-side", "adjacent")
def they_do_not_lie_side_by_side(
    now: Moment, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    if one not in now.table.row or other not in now.table.row:
        return None
    if abs(now.table.row.index(one) - now.table.row.index(other)) == 1:
        return None
    return False, {"one": one, "other": other}


@forbids("actions-step-1b/your-own-card", Kind.MOVE, Kind.REACT, Kind.BOARD)
def it_is_not_his_card_on_table(now: Moment, intent: Intent) -> list[Facts] | None:
    found: list[Facts] = []
    for mover in (intent.card, *intent.cards) if intent.kind is Kind.MOVE else (intent.card,):
        if mover is None:
            continue
        card = now.table.card(mover)
        if card.zone is Zone.TABLE and card.side is intent.player and card.how is not How.ROW:
            continue
        found.append({"player": intent.player, "card": mover})
    return found or None


@forbids("regular-moves/move-phase", Kind.MOVE)
def moves_belong_to_your_move_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.MOVE and turn is intent.player:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "phase": phase,
        "turn": turn,
    }


@permits("undercover-spy-rules/rule-moves-available", despite="regular-moves/move-phase")
def a_spy_under_cover_has_another_phase(now: Moment, intent: Intent) -> Facts | None:
    """Only where nobody goes along who is no such spy."""
    if intent.card is None:
        return None
    if not all(now.table.card(c).has(Mark.UNDERCOVER) for c in (intent.card, *intent.cards)):
        return None
    return {"card": intent.card, "opponent": intent.player.opponent}


@forbids("undercover-spy-rules/rule-moves-opponents-phase", Kind.MOVE)
def a_spy_under_cover_waits_for_the_opponents_move_phase(
    now: Moment, intent: Intent
) -> list[Facts] | None:
    going = [now.table.card(card) for card in (intent.card, *intent.cards) if card is not None]
    own = (card for card in going if card.side is intent.player)  # of others it is not his to say
    spies = [card.id for card in own if card.has(Mark.UNDERCOVER)]
    if not spies:
        return None
    phase, turn = now.table.moment
    opponent = intent.player.opponent
    if phase is Phase.MOVE and turn is opponent:
        return None
    return [{"card": c, "opponent": opponent, "phase": phase, "turn": turn} for c in spies]


@forbids("regular-moves/one-per-turn", Kind.MOVE, Kind.USE)
def it_has_moved_this_turn(now: Moment, intent: Intent) -> list[Facts] | None:
    if not is_regular(now, intent):
        return None
    return [
        {"card": card}
        for card in movers(intent)
        if ("moved", str(intent.player), card) in now.table.done
    ] or None


@decides("unlimited-moves/free-and-uncounted", "regular")
def boarding_is_not_counted(
    now: Moment, *, kind: Kind, way: Way | None
) -> tuple[bool, Facts] | None:
    return (False, {}) if kind is Kind.BOARD or way is Way.DOCKED else None


@decides("regular-moves/which-they-are", "regular")
def it_is_one_of_the_regular_moves(
    now: Moment, *, kind: Kind, way: Way | None
) -> tuple[bool, Facts] | None:
    return None if way is None or kind is Kind.REACT else (True, {})


def is_regular(now: Moment, intent: Intent) -> bool:
    answer = now.decide("regular", kind=intent.kind, way=intent.way)
    return answer is not None and bool(answer[0])


@forbids("regular-moves/each-by-itself", Kind.MOVE)
def only_docking_bay_transit_takes_a_group(now: Moment, intent: Intent) -> Facts | None:
    if not intent.cards or intent.way is Way.DOCKING_BAY:
        return None
    return {"card": intent.card, "cards": intent.cards}


@forbids("unlimited-moves/not-within-another-move", Kind.MOVE, Kind.REACT, Kind.PLAY, Kind.USE)
def it_would_get_on_or_off_on_the_way(now: Moment, intent: Intent) -> Facts | None:
    """Out of a vehicle and away, or away and into one: that is two moves. A text that takes
    cards elsewhere does not let them out either, unless it speaks of those aboard."""
    if intent.card is None or intent.way in (Way.SHUTTLE, Way.CRAFT_SITE, Way.DOCKED):
        return None
    going = (intent.card,) if intent.kind is Kind.REACT else tuple(movers(intent))
    for card in (*going, *taken_elsewhere(intent)):
        craft = craft_of(now, now.table.card(card))
        if craft is not None:
            return {"card": card, "craft": craft.id, "on": False}
    if intent.aboard is not None and intent.kind is Kind.MOVE:
        return {"card": intent.card, "craft": intent.aboard, "on": True}
    return None


@forbids("regular-moves/needs-a-pilot", Kind.MOVE, Kind.REACT)
def nobody_is_at_the_controls(now: Moment, intent: Intent) -> list[Facts] | None:
    """Shuttling and docking bay transit carry a vehicle as it is; it need not drive."""
    if intent.way in (Way.SHUTTLE, Way.DOCKING_BAY):
        return None
    return [
        {"card": card}
        for card in movers(intent)
        if now.table.card(card).print.type in ("vehicle", "starship")
        and not is_manned(now, now.table.card(card))
    ] or None


# -- by landspeed --------------------------------------------------------------------


@forbids("regular-moves/no-landspeed", Kind.MOVE, Kind.REACT)
def it_has_no_landspeed(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or intent.way is not Way.LANDSPEED:
        return None
    return {"card": intent.card} if landspeed(now, intent.card) is None else None


@forbids("adjacent/move-step-by-step", Kind.MOVE, Kind.REACT)
def there_is_no_way_within_its_landspeed(now: Moment, intent: Intent) -> Facts | None:
    """From adjacent location to adjacent location, as far as its landspeed goes."""
    if intent.card is None:
        return None
    if intent.place is None:
        raise Unknown("move-where", card=intent.card, player=intent.player)
    if intent.way not in (Way.LANDSPEED, Way.DOCKING_BAY):
        return None
    if intent.way is Way.DOCKING_BAY and no_docking_bay(now, intent) is not None:
        return None  # that is said of it
    here = now.table.location_of(intent.card)
    speed = landspeed(now, intent.card)
    if here is None or (speed is None and intent.way is Way.LANDSPEED):
        return None
    if is_a(now, now.table.card(intent.card), "cloud car") and any(
        is_a(now, now.table.card(place), "cloud sector") for place in (here, intent.place)
    ):
        raise Unknown("card-text", card=intent.card)  # there it flies, as its text says
    steps = distance(now, here, intent.place)
    if intent.way is Way.LANDSPEED and steps is not None and 0 < steps <= (speed or 0):
        return None
    return {
        "card": intent.card,
        "here": here,
        "there": intent.place,
        "speed": speed or 0,
        "reachable": steps is not None and steps > 0,
        "bay": _no_bay(now, here, intent.place),
    }


def _no_bay(now: Moment, here: CardId, there: CardId) -> CardId | None:
    """Of a way that begins or ends at a docking bay, the end that is none: no transit either."""
    sites = [place for place in (here, there) if kind_of(now, place) == "site"]
    others = [place for place in sites if not is_docking_bay(now, place)]
    return others[0] if len(sites) == 2 and len(others) == 1 else None


@forbids("regular-moves/vehicles-stay-outdoors", Kind.MOVE, Kind.REACT)
def a_vehicle_would_drive_indoors(now: Moment, intent: Intent) -> Facts | None:
    """To an interior site, or through one when there is no way around within its landspeed."""
    if intent.card is None or intent.place is None or intent.way is not Way.LANDSPEED:
        return None
    card = now.table.card(intent.card)
    here, speed = now.table.location_of(card.id), landspeed(now, card.id)
    if card.print.type != "vehicle" or here is None or speed is None or may_be_indoors(card):
        return None
    steps = path(now, here, intent.place)
    if steps is None or len(steps) - 1 > speed:
        return None  # it cannot get there at all, which another clause says
    outdoors = path(now, here, intent.place, lambda at: _is_outdoors(now, at))
    if outdoors is not None and len(outdoors) - 1 <= speed:
        return None
    indoors = next((at for at in steps[1:] if not _is_outdoors(now, at)), None)
    return {"card": card.id, "location": indoors} if indoors is not None else None


def _is_outdoors(now: Moment, place: CardId) -> bool:
    return kind_of(now, place) != "site" or is_exterior(now, place)


@permits("docking-bay-transit/bay-to-bay-as-a-group", despite="adjacent/move-step-by-step")
def it_goes_from_docking_bay_to_docking_bay(now: Moment, intent: Intent) -> Facts | None:
    if intent.way is not Way.DOCKING_BAY or intent.place is None or intent.card is None:
        return None
    here = now.table.location_of(intent.card)
    if here is None or here == intent.place:
        return None
    if not (is_docking_bay(now, here) and is_docking_bay(now, intent.place)):
        return None
    return {"player": intent.player, "here": here, "there": intent.place}


@forbids("docking-bay-transit/between-docking-bays", Kind.MOVE)
def it_leaves_or_makes_for_no_docking_bay(now: Moment, intent: Intent) -> Facts | Finding | None:
    """Where a neighbour lends its text, the clause that says so speaks."""
    place = no_docking_bay(now, intent) if intent.way is Way.DOCKING_BAY else None
    if place is None:
        return None
    for _, source in expanding(now):
        if called_docking_bay(now, source) and are_adjacent(now, source, place):
            only = now.decide("text only", location=place, source=source)
            if only is not None:
                said: Finding = only[1]
                return said
    return {"card": intent.card, "location": place}


def no_docking_bay(now: Moment, intent: Intent) -> CardId | None:
    """Of the two ends of a transit, one that is no docking bay."""
    here = now.table.location_of(intent.card) if intent.card is not None else None
    ends = (place for place in (here, intent.place) if place is not None)
    return next((place for place in ends if not is_docking_bay(now, place)), None)


@forbids("docking-bay-transit/who-may-go", Kind.MOVE)
def it_is_none_of_those_who_go_by_transit(now: Moment, intent: Intent) -> list[Facts] | None:
    """Characters and vehicles of one docking bay."""
    if intent.way is not Way.DOCKING_BAY or intent.card is None:
        return None
    here = now.table.location_of(intent.card)
    found: list[Facts] = []
    for mover in movers(intent):
        card = now.table.card(mover)
        away = now.table.location_of(mover) != here
        body = card.print.type in ("character", "vehicle")
        if not body and speaks_of(card.print, Topic.MOVE):
            raise Unknown("card-text", card=mover)  # it may say that it moves like a character
        if away or not body:
            found.append({"card": mover, "location": here, "away": away})
    return found or None


@adjusts("regular-moves/characters-landspeed", "landspeed of")
def a_character_goes_one_site_at_a_time(
    now: Moment, *, card: CardId
) -> Iterator[tuple[int, Facts]]:
    print_ = now.table.card(card).print
    if print_.type == "character" and print_.facts.get("landspeed") is None:
        yield 1, {"card": card}


# -- in space ------------------------------------------------------------------------


@forbids("regular-moves/hyperspeed", Kind.MOVE, Kind.REACT)
def hyperspace_is_out_of_its_reach(now: Moment, intent: Intent) -> Facts | None:
    """A nav computer or an astromech, and enough hyperspeed; none at all is not 0."""
    if intent.card is None or intent.place is None or intent.way is not Way.HYPERSPEED:
        return None
    here = now.table.location_of(intent.card)
    if here is None:
        return None
    speed = number_of(now, intent.card, "hyperspeed")
    start, end = (number_of(now, place, "parsec") for place in (here, intent.place))
    if start is None or end is None:
        lacking = here if start is None else intent.place
        raise Unknown("number-of-card", card=lacking, number="parsec")
    parsecs = abs(start - end)
    navigated = can_navigate(now, now.table.card(intent.card))
    if here != intent.place and navigated and speed and parsecs <= speed:
        return None
    return {
        "card": intent.card,
        "there": intent.place,
        "navigated": navigated,
        "hyperdrive": speed is not None,
        "speed": speed or 0,
        "parsecs": parsecs,
    }


@forbids("regular-moves/sector-moves", Kind.MOVE, Kind.REACT)
def the_sector_is_too_far(now: Moment, intent: Intent) -> Facts | None:
    """Between a system and its sectors: to the next one, a starfighter also to the one after."""
    if intent.card is None or intent.place is None or intent.way is not Way.SECTOR:
        return None
    here = now.table.location_of(intent.card)
    if here is None:
        return None
    inside = in_death_star_ii(now, here) or in_death_star_ii(now, intent.place)
    reach = 2 if is_starfighter(now.table.card(intent.card)) and not inside else 1
    if related(now, here, intent.place) and 0 < _sectors_apart(now, here, intent.place) <= reach:
        return None
    return {"card": intent.card, "here": here, "there": intent.place, "reach": reach}


def _sectors_apart(now: Moment, one: CardId, other: CardId) -> int:
    """Steps in the row of a system and its sectors, in which nothing else counts."""
    row = [p for p in now.table.row if related(now, p, one) and kind_of(now, p) != "site"]
    return abs(row.index(one) - row.index(other))


@forbids("regular-moves/landing-and-taking-off", Kind.MOVE, Kind.REACT)
def it_cannot_land_or_take_off_there(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or intent.place is None:
        return None
    if intent.way not in (Way.LANDING, Way.TAKING_OFF):
        return None
    here = now.table.location_of(intent.card)
    if here is None:
        return None
    site, above = (intent.place, here) if intent.way is Way.LANDING else (here, intent.place)
    system = system_of(now, site) or above
    cloud = lowest_cloud(now, system) if kind_of(now, system) == "system" else None
    fit = is_starfighter(now.table.card(intent.card))
    ground = is_exterior(now, site) or is_docking_bay(now, site)
    whole = related(now, site, above)
    way_clear = cloud is None or above == cloud
    if fit and ground and whole and way_clear:
        return None
    return {
        "card": intent.card,
        "location": site,
        "above": above,
        "fit": fit,
        "ground": ground,
        "whole": whole,
        "cloud": None if way_clear or not whole else cloud,
    }


@forbids("regular-moves/ties-need-a-docking-bay", Kind.MOVE, Kind.REACT)
def a_tie_lands_only_in_a_docking_bay(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or intent.place is None:
        return None
    if intent.way not in (Way.LANDING, Way.TAKING_OFF):
        return None
    here = now.table.location_of(intent.card)
    site = intent.place if intent.way is Way.LANDING else here
    card = now.table.card(intent.card)
    if site is None or not is_a(now, card, "tie") or is_docking_bay(now, site):
        return None
    return {"card": intent.card, "location": site}


@forbids("regular-moves/shuttling", Kind.MOVE)
def no_shuttle_goes_there(now: Moment, intent: Intent) -> Facts | None:
    """Between an exterior site and your capital starship at the system above it."""
    if intent.card is None or intent.place is None or intent.way is not Way.SHUTTLE:
        return None
    card = now.table.card(intent.card)
    here = now.table.location_of(intent.card)
    ship = now.table.card(intent.aboard) if intent.aboard is not None else craft_of(now, card)
    if here is None or ship is None:
        return None
    site = here if intent.aboard is not None else intent.place
    space = now.table.location_of(ship.id)
    ground = kind_of(now, site) == "site" and is_exterior(now, site)
    above = space is not None and kind_of(now, space) == "system" and related(now, site, space)
    if ground and above and is_capital(ship) and ship.side is intent.player:
        return None
    return {"card": intent.card, "craft": ship.id, "location": site, "ground": ground}


@forbids("regular-moves/docked-starships", Kind.MOVE)
def the_two_starships_cannot_dock(now: Moment, intent: Intent) -> Facts | None:
    """Both one's own, one of them piloted, one of them able to dock."""
    if intent.card is None or intent.aboard is None or intent.way is not Way.DOCKED:
        return None
    left, reached = craft_of(now, now.table.card(intent.card)), now.table.card(intent.aboard)
    if left is None:
        return None
    own = left.side is intent.player and reached.side is intent.player
    flown = is_manned(now, left) or is_manned(now, reached)
    if own and flown and (docks(now, left) or docks(now, reached)):
        return None
    return {
        "card": intent.card,
        "craft": left.id,
        "other": reached.id,
        "own": own,
        "flown": flown,
    }


# -- what it costs -------------------------------------------------------------------


@adjusts("regular-moves/landspeed", "move cost")
def moving_by_landspeed_costs_one_force(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, way: Way | None, by: str
) -> Iterator[tuple[int, Facts]]:
    if way is Way.LANDSPEED:
        yield 1, {"player": side, "card": card}


_ONE_FORCE = (
    Way.HYPERSPEED,
    Way.SECTOR,
    Way.LANDING,
    Way.TAKING_OFF,
    Way.SHUTTLE,
    Way.DOCKED,
)


@adjusts("regular-moves/other-moves-cost-one", "move cost")
def other_regular_moves_cost_one_force(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, way: Way | None, by: str
) -> Iterator[tuple[int, Facts]]:
    if way is Way.CRAFT_SITE:
        raise Unknown("craft-site-cost", card=card)
    if way in _ONE_FORCE:
        yield 1, {"player": side, "card": card}


@adjusts("regular-moves/free-at-docking-bays", "move cost")
def landing_at_a_docking_bay_is_free(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, way: Way | None, by: str
) -> Iterator[tuple[int, Facts]]:
    if way not in (Way.LANDING, Way.TAKING_OFF):
        return
    site = location if way is Way.LANDING else now.table.location_of(card)
    if site is not None and is_docking_bay(now, site):
        yield -1, {"card": card, "location": site}


@adjusts("regular-moves/clouds-on-the-way", "move cost")
def each_cloud_sector_makes_a_shuttle_dearer(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, way: Way | None, by: str
) -> Iterator[tuple[int, Facts]]:
    if way is not Way.SHUTTLE or location is None:
        return
    system = system_of(now, location)
    for cloud in clouds_of(now, system) if system is not None else ():
        yield 1, {"card": card, "location": cloud}


@adjusts("docking-bay-transit/one-payment", "move cost")
def the_docking_bays_say_what_transit_costs(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, way: Way | None, by: str
) -> Iterator[tuple[int, Facts]]:
    """The text of the player's own side, on the bay that is left and on the one reached."""
    if way is not Way.DOCKING_BAY or location is None:
        return
    here = now.table.location_of(card)
    for place, which in ((here, "transit from"), (location, "transit to")):
        if place is None:
            continue
        stated = now.total(which, side=side, location=place)
        print_ = now.table.card(place).print
        if not stated.terms and (print_.not_modelled or not print_.text_known):
            raise Unknown("transit-cost", location=place, player=side)
        if stated.total:
            yield stated.total, {"player": side, "location": place, "number": stated.total}

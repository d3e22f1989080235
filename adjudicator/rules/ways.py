"""Where places lie to each other, and by which ways a card could go from one to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.cards.foresight import Goes, Relocates
from adjudicator.cards.model import Filter, Text
from adjudicator.cards.part import foreseen, touches
from adjudicator.game import CardId, How, Side, Way
from adjudicator.rules.describing import has_icon, is_a, number_of, related
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Intent, Sum
from adjudicator.state.table import Card

STARFIGHTERS = ("starfighter", "squadron")


def why_not_adjacent(now: Moment, one: CardId, other: CardId) -> Finding | None:
    """The clause that keeps two locations apart; None when they are adjacent."""
    answer = now.decide("adjacent", one=one, other=other)
    return None if answer is None or answer[0] else answer[1]


def are_adjacent(now: Moment, one: CardId, other: CardId) -> bool:
    return one != other and why_not_adjacent(now, one, other) is None


def path(
    now: Moment, one: CardId, other: CardId, open_to: Callable[[CardId], bool] | None = None
) -> tuple[CardId, ...] | None:
    """The locations from the one to the other, each adjacent to the one before and none
    twice; None when there is no way. With `open_to`, only over places that are."""
    ways: dict[CardId, tuple[CardId, ...]] = {one: (one,)}
    here = [one]
    while here:
        if other in ways:
            return ways[other]
        here = [
            there
            for place in here
            for there in now.table.row
            if there not in ways
            and are_adjacent(now, place, there)
            and (open_to is None or open_to(there))
            and (ways.setdefault(there, (*ways[place], there)))
        ]
    return None


def distance(now: Moment, one: CardId, other: CardId) -> int | None:
    """Steps from location to adjacent location; None when there is no way."""
    steps = path(now, one, other)
    return None if steps is None else len(steps) - 1


def kind_of(now: Moment, place: CardId | None) -> str | None:
    return now.table.card(place).print.subtype if place is not None else None


def is_docking_bay(now: Moment, place: CardId) -> bool:
    """By its title, or because it says so; a neighbour's expanded text does not make it one."""
    if called_docking_bay(now, place):
        return True
    return any(
        called_docking_bay(now, source)
        and are_adjacent(now, source, place)
        and now.decide("text only", location=place, source=source) is None
        for _, source in expanding(now)
    )


def called_docking_bay(now: Moment, place: CardId) -> bool:
    return is_a(now, now.table.card(place), "docking bay")


def expanding(now: Moment) -> Iterator[tuple[Card, CardId]]:
    """Cards that expand the text of the site they are deployed on, and those sites."""
    answer = now.decide("expands")
    if answer is not None:
        yield from answer[0]


def texts_at(now: Moment, place: CardId, side: Side) -> Iterator[Text]:
    """The texts of a location that a player may use there, with those expanded to it."""
    for text in now.texts(now.table.card(place)):
        if text.side in (None, side):
            yield text
    yield from expanded_texts(now, place, side)


def expanded_texts(now: Moment, place: CardId, side: Side) -> Iterator[Text]:
    """The texts of adjacent sites that a player's card makes work at this location, too."""
    for effect, source in expanding(now):
        if place in now.table.row and effect.side is side and are_adjacent(now, source, place):
            for text in now.texts(now.table.card(source)):
                if text.side in (None, side):
                    yield text


def is_exterior(now: Moment, place: CardId) -> bool:
    answer = now.decide("exterior", location=place)
    return answer is not None and bool(answer[0])


def is_planet_site(now: Moment, place: CardId) -> bool:
    """A site that is on a planet, and not in a starship, a vehicle or a space station."""
    printed = now.table.card(place).print
    if printed.subtype != "site" or printed.icons.get("planet"):
        return printed.subtype == "site"
    return not any(printed.icons.get(i) for i in ("mobile", "starship site", "vehicle site"))


def may_be_indoors(vehicle: Card) -> bool:
    """A vehicle keeps to exterior sites unless its own text sends it to interior ones."""
    only_to = vehicle.print.only_to
    return only_to is not None and any(
        "interior" in where.traits + where.icons for where in (only_to, *only_to.any_of)
    )


def in_death_star_ii(now: Moment, place: CardId) -> bool:
    return (
        kind_of(now, place) == "sector" and now.table.card(place).print.part_of == "Death Star II"
    )


def is_starfighter(card: Card) -> bool:
    return card.print.type == "starship" and card.print.subtype in STARFIGHTERS


def is_capital(card: Card) -> bool:
    return card.print.type == "starship" and card.print.subtype == "capital"


def system_of(now: Moment, place: CardId) -> CardId | None:
    """The system on table that a site or sector is part of."""
    return next(
        (s for s in now.table.row if kind_of(now, s) == "system" and related(now, s, place)), None
    )


def clouds_of(now: Moment, system: CardId) -> list[CardId]:
    """The cloud sectors between a system and its sites, as they lie in the row."""
    return [
        place
        for place in now.table.row
        if kind_of(now, place) == "sector"
        and related(now, place, system)
        and is_a(now, now.table.card(place), "cloud sector")
    ]


def lowest_cloud(now: Moment, system: CardId) -> CardId | None:
    """The cloud sector farthest from the system."""
    clouds = clouds_of(now, system)
    at = now.table.row.index(system)
    return max(clouds, key=lambda place: abs(now.table.row.index(place) - at), default=None)


def craft_of(now: Moment, card: Card) -> Card | None:
    """The vehicle or starship a card has a place aboard of."""
    return now.table.card(card.at) if card.how is How.ABOARD and card.at is not None else None


def craft_with_site(now: Moment, site: CardId) -> Card | None:
    """The vehicle or starship on table that a site belongs to."""
    whole = now.table.card(site).print.part_of
    return next(
        (
            card
            for card in now.on_table()
            if card.print.type in ("vehicle", "starship") and whole == card.title
        ),
        None,
    )


def ways(now: Moment, card: Card, place: CardId, aboard: CardId | None) -> tuple[Way, ...]:
    """By which ways it could go there, from what the card is and where both places lie."""
    here = now.table.location_of(card.id)
    here_kind, there_kind = kind_of(now, here), kind_of(now, place)
    if card.print.type == "starship" or is_a(now, card, "cloud car"):
        between = (here_kind, there_kind)
        if between == ("system", "system"):
            return (Way.HYPERSPEED,)
        if "site" not in between:
            return (Way.SECTOR,)
        if card.print.type == "starship" and between != ("site", "site"):
            return (Way.LANDING,) if there_kind == "site" else (Way.TAKING_OFF,)
        return (Way.LANDSPEED,)
    craft = craft_of(now, card)
    if craft is not None and aboard is not None and _could_dock(now, craft, now.table.card(aboard)):
        return (Way.DOCKED,)
    if aboard is not None and is_capital(now.table.card(aboard)) and here != place:
        return (Way.SHUTTLE,)
    if craft is not None and _is_site_of(now, place, craft):
        return (Way.CRAFT_SITE,)
    if here is not None and aboard is not None and _is_site_of(now, here, now.table.card(aboard)):
        return (Way.CRAFT_SITE,)
    if craft is not None and is_capital(craft) and there_kind == "site":
        return (Way.SHUTTLE,)
    if here is not None and is_docking_bay(now, here) and is_docking_bay(now, place):
        near = distance(now, here, place) is not None
        return (Way.LANDSPEED, Way.DOCKING_BAY) if near else (Way.DOCKING_BAY,)
    return (Way.LANDSPEED,)


def _could_dock(now: Moment, one: Card, other: Card) -> bool:
    """Two starships side by side in space."""
    here = now.table.location_of(one.id)
    return (
        one.print.type == other.print.type == "starship"
        and one.id != other.id
        and here == now.table.location_of(other.id)
        and kind_of(now, here) in ("system", "sector")
    )


def docks(now: Moment, starship: Card) -> bool:
    """Every capital starship does, and any other whose text gives it ship-docking capability."""
    return is_capital(starship) or is_a(now, starship, "ship-docking capability")


def _is_site_of(now: Moment, place: CardId, craft: Card) -> bool:
    return now.table.card(place).print.part_of == craft.title and kind_of(now, place) == "site"


def goes(text: Text) -> bool:
    """Whether it is by a location's text that cards move."""
    return touches(text.result, Goes, inside=False)


def movers(intent: Intent) -> Iterator[CardId]:
    """Every card that an attempt would move: the one named, and who goes along in a group."""
    if intent.way is None:
        return
    if intent.text is not None:
        for going in foreseen(intent.text.result, Goes, inside=False):
            yield from intent.targets.get(going.cards, ())
        return
    if intent.card is not None:
        yield intent.card
    yield from intent.cards


def taken_elsewhere(intent: Intent) -> Iterator[CardId]:
    """Those named whom a text relocates, but for one that says it saves them from aboard."""
    text = intent.text
    result = text.result if text is not None else ()
    moved = {taken.cards for taken in foreseen(result, Relocates, inside=False)}
    for target in text.targets if text else ():
        if target.name in moved and not _speaks_of_those_aboard(target.filter):
            yield from intent.targets.get(target.name, ())


def _speaks_of_those_aboard(what: Filter) -> bool:
    if what.aboard is not None or "about to be lost" in what.states:
        return True
    return any(_speaks_of_those_aboard(other) for other in what.any_of)


def can_navigate(now: Moment, craft: Card) -> bool:
    """A nav computer, or an astromech aboard."""
    if has_icon(now, craft, "nav computer"):
        return True
    return any(
        is_a(now, now.table.card(c), "astromech") and now.table.card(c).how is How.ABOARD
        for c in now.table.lying(craft.id)
    )


def landspeed(now: Moment, card: CardId) -> int | None:
    return number_of(now, card, "landspeed")


def move_cost(now: Moment, intent: Intent) -> Sum:
    """What a move or a 'react' costs, term by term."""
    return now.total(
        "move cost",
        side=intent.player,
        card=intent.card,
        location=intent.place,
        way=intent.way,
        by=str(intent.kind),
    )

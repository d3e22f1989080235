"""Where places lie to each other, and by which ways a card could go from one to another."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from adjudicator.cards.foresight import Goes, Relocates
from adjudicator.cards.model import Filter, Text
from adjudicator.cards.part import foreseen, touches
from adjudicator.game import CardId, How, Side, Way
from adjudicator.rules.registry import Finding, Intent, Sum
from adjudicator.state.matching import has_icon, is_a, number_of, related
from adjudicator.state.table import Card, Table

STARFIGHTERS = ("starfighter", "squadron")


def why_not_adjacent(table: Table, one: CardId, other: CardId) -> Finding | None:
    """The clause that keeps two locations apart; None when they are adjacent."""
    answer = table.book.decide("adjacent", table, one=one, other=other)
    return None if answer is None or answer[0] else answer[1]


def are_adjacent(table: Table, one: CardId, other: CardId) -> bool:
    return one != other and why_not_adjacent(table, one, other) is None


def path(
    table: Table, one: CardId, other: CardId, open_to: Callable[[CardId], bool] | None = None
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
            for there in table.row
            if there not in ways
            and are_adjacent(table, place, there)
            and (open_to is None or open_to(there))
            and (ways.setdefault(there, (*ways[place], there)))
        ]
    return None


def distance(table: Table, one: CardId, other: CardId) -> int | None:
    """Steps from location to adjacent location; None when there is no way."""
    steps = path(table, one, other)
    return None if steps is None else len(steps) - 1


def kind_of(table: Table, place: CardId | None) -> str | None:
    return table.card(place).print.subtype if place is not None else None


def is_docking_bay(table: Table, place: CardId) -> bool:
    """By its title, or because it says so; a neighbour's expanded text does not make it one."""
    if called_docking_bay(table, place):
        return True
    return any(
        called_docking_bay(table, source)
        and are_adjacent(table, source, place)
        and table.book.decide("text only", table, location=place, source=source) is None
        for _, source in expanding(table)
    )


def called_docking_bay(table: Table, place: CardId) -> bool:
    card = table.card(place)
    return "docking bay" in card.title.casefold() or is_a(table, card, "docking bay")


def expanding(table: Table) -> Iterator[tuple[Card, CardId]]:
    """Cards that expand the text of the site they are deployed on, and those sites."""
    answer = table.book.decide("expands", table)
    if answer is not None:
        yield from answer[0]


def texts_at(table: Table, place: CardId, side: Side) -> Iterator[Text]:
    """The texts of a location that a player may use there, with those expanded to it."""
    for text in table.book.texts(table.card(place).print):
        if text.side in (None, side):
            yield text
    yield from expanded_texts(table, place, side)


def expanded_texts(table: Table, place: CardId, side: Side) -> Iterator[Text]:
    """The texts of adjacent sites that a player's card makes work at this location, too."""
    for effect, source in expanding(table):
        if place in table.row and effect.side is side and are_adjacent(table, source, place):
            for text in table.book.texts(table.card(source).print):
                if text.side in (None, side):
                    yield text


def is_exterior(table: Table, place: CardId) -> bool:
    answer = table.book.decide("exterior", table, location=place)
    return answer is not None and bool(answer[0])


def is_planet_site(table: Table, place: CardId) -> bool:
    """A site that is on a planet, and not in a starship, a vehicle or a space station."""
    printed = table.card(place).print
    if printed.subtype != "site" or printed.icons.get("planet"):
        return printed.subtype == "site"
    return not any(printed.icons.get(i) for i in ("mobile", "starship site", "vehicle site"))


def may_be_indoors(vehicle: Card) -> bool:
    """A vehicle keeps to exterior sites unless its own text sends it to interior ones."""
    only_to = vehicle.print.only_to
    return only_to is not None and any(
        "interior" in where.traits + where.icons for where in (only_to, *only_to.any_of)
    )


def in_death_star_ii(table: Table, place: CardId) -> bool:
    return kind_of(table, place) == "sector" and table.card(place).print.part_of == "Death Star II"


def is_starfighter(card: Card) -> bool:
    return card.print.type == "starship" and card.print.subtype in STARFIGHTERS


def is_capital(card: Card) -> bool:
    return card.print.type == "starship" and card.print.subtype == "capital"


def system_of(table: Table, place: CardId) -> CardId | None:
    """The system on table that a site or sector is part of."""
    return next(
        (s for s in table.row if kind_of(table, s) == "system" and related(table, s, place)), None
    )


def clouds_of(table: Table, system: CardId) -> list[CardId]:
    """The cloud sectors between a system and its sites, as they lie in the row."""
    return [
        place
        for place in table.row
        if kind_of(table, place) == "sector"
        and related(table, place, system)
        and is_a(table, table.card(place), "cloud sector")
    ]


def lowest_cloud(table: Table, system: CardId) -> CardId | None:
    """The cloud sector farthest from the system."""
    clouds = clouds_of(table, system)
    at = table.row.index(system)
    return max(clouds, key=lambda place: abs(table.row.index(place) - at), default=None)


def craft_of(table: Table, card: Card) -> Card | None:
    """The vehicle or starship a card has a place aboard of."""
    return table.card(card.at) if card.how is How.ABOARD and card.at is not None else None


def craft_with_site(table: Table, site: CardId) -> Card | None:
    """The vehicle or starship on table that a site belongs to."""
    whole = table.card(site).print.part_of
    return next(
        (
            card
            for card in table.on_table()
            if card.print.type in ("vehicle", "starship") and whole == card.title
        ),
        None,
    )


def ways(table: Table, card: Card, place: CardId, aboard: CardId | None) -> tuple[Way, ...]:
    """By which ways it could go there, from what the card is and where both places lie."""
    here = table.location_of(card.id)
    here_kind, there_kind = kind_of(table, here), kind_of(table, place)
    if card.print.type == "starship" or is_a(table, card, "cloud car"):
        between = (here_kind, there_kind)
        if between == ("system", "system"):
            return (Way.HYPERSPEED,)
        if "site" not in between:
            return (Way.SECTOR,)
        if card.print.type == "starship" and between != ("site", "site"):
            return (Way.LANDING,) if there_kind == "site" else (Way.TAKING_OFF,)
        return (Way.LANDSPEED,)
    craft = craft_of(table, card)
    if craft is not None and aboard is not None and _could_dock(table, craft, table.card(aboard)):
        return (Way.DOCKED,)
    if aboard is not None and is_capital(table.card(aboard)) and here != place:
        return (Way.SHUTTLE,)
    if craft is not None and _is_site_of(table, place, craft):
        return (Way.CRAFT_SITE,)
    if here is not None and aboard is not None and _is_site_of(table, here, table.card(aboard)):
        return (Way.CRAFT_SITE,)
    if craft is not None and is_capital(craft) and there_kind == "site":
        return (Way.SHUTTLE,)
    if here is not None and is_docking_bay(table, here) and is_docking_bay(table, place):
        near = distance(table, here, place) is not None
        return (Way.LANDSPEED, Way.DOCKING_BAY) if near else (Way.DOCKING_BAY,)
    return (Way.LANDSPEED,)


def _could_dock(table: Table, one: Card, other: Card) -> bool:
    """Two starships side by side in space."""
    here = table.location_of(one.id)
    return (
        one.print.type == other.print.type == "starship"
        and one.id != other.id
        and here == table.location_of(other.id)
        and kind_of(table, here) in ("system", "sector")
    )


def docks(table: Table, starship: Card) -> bool:
    """Every capital starship does, and any other whose text gives it ship-docking capability."""
    return is_capital(starship) or is_a(table, starship, "ship-docking capability")


def _is_site_of(table: Table, place: CardId, craft: Card) -> bool:
    return table.card(place).print.part_of == craft.title and kind_of(table, place) == "site"


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


def can_navigate(table: Table, craft: Card) -> bool:
    """A nav computer, or an astromech aboard."""
    if has_icon(table, craft, "nav computer"):
        return True
    return any(
        is_a(table, table.card(c), "astromech") and table.card(c).how is How.ABOARD
        for c in table.lying(craft.id)
    )


def landspeed(table: Table, card: CardId) -> int | None:
    return number_of(table, card, "landspeed")


def move_cost(table: Table, intent: Intent) -> Sum:
    """What a move or a 'react' costs, term by term."""
    return table.book.total(
        "move cost",
        table,
        side=intent.player,
        card=intent.card,
        location=intent.place,
        way=intent.way,
        by=str(intent.kind),
    )

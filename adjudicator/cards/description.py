"""A description of cards."""

from typing import NamedTuple


class Filter(NamedTuple):
    """Which cards are meant. Empty tuples and None do not restrict."""

    titles: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    icons: tuple[str, ...] = ()
    whose: str = "any"  # yours, opponent's or any
    at: str | None = None  # the name of a target, or a location's title
    measures: tuple[tuple[str, str, int], ...] = ()  # ("ability", ">=", 4)
    captives: bool = False  # whether it says that captives may be meant
    in_battle: bool = False
    same: tuple[str, ...] = ()  # ("power",): equal to that of the card just named
    states: tuple[str, ...] = ()  # undercover, missing, hit, escorting, landed, piloted, alone …
    place: "Filter | None" = None  # at a location that is so described
    present: bool = False  # physically there, not inside something enclosed
    with_: "Filter | None" = None  # at the same location as such a card
    present_with: "Filter | None" = None
    carries: "Filter | None" = None  # with such a card deployed on it
    aboard: "Filter | None" = None
    has_aboard: "Filter | None" = None  # a vehicle or starship with such a card in it
    unlike: "Filter | None" = None  # not such a card
    any_of: tuple["Filter", ...] = ()
    part_of: tuple[str, ...] = ()  # locations of these systems, starships or vehicles
    deployed_on: "Filter | None" = None
    carried_by: str | None = None  # deployed on the card that was named so
    adjacent_to: str | None = (
        None  # a location next to the battle, to the text's card, or to a target
    )
    related_to: str | None = None  # at a location of the same whole as the one named so
    targeting: "Filter | None" = None  # a card that has targeted such a card
    stacked_on: "Filter | None" = None  # kept under such a card, not on table itself
    holds: "Filter | None" = None  # with such a card stacked on it
    where: "Filter | None" = None  # at the location of such a card, which nobody names

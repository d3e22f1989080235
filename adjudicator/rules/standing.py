"""What a card counts for: set apart for a reason, or in the ordinary flow.

Every clause that takes a card out of account for some purpose answers the question "apart";
who wants to know asks `apart(table, card, purpose)` and nothing else."""

from __future__ import annotations

from adjudicator.game import CardId, How, Kind, Mark, Purpose
from adjudicator.rules.describing import apart, inside_of
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, decides
from adjudicator.state.table import Card

Answer = tuple[bool, Facts] | None
_FIGHTING = (
    Purpose.BATTLE,
    Purpose.IN_BATTLE,
    Purpose.POWER,
    Purpose.DESTINY,
    Purpose.FORFEIT,
    Purpose.FIRING,
    Purpose.CREATURES,
    Purpose.PREY,
)


@decides(
    "undercover-spy-rules/no-presence",
    "apart",
    Purpose.PRESENCE,
    Purpose.CONTROL,
    marks=(Mark.UNDERCOVER,),
)
def a_spy_under_cover_has_no_presence(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return True, {"spy": card.id}


@decides("undercover-spy-rules/not-in-battle", "apart", *_FIGHTING, marks=(Mark.UNDERCOVER,))
def a_spy_under_cover_stays_out_of_battles(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return True, {"spy": card.id}


@decides(
    "presence/who-gives-none",
    "apart",
    Purpose.PRESENCE,
    Purpose.CONTROL,
    marks=(Mark.CAPTIVE, Mark.MISSING),
)
def captives_and_the_missing_give_no_presence(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    return True, {"card": card.id}


@decides(
    "participating-in-battle/captives-and-missing",
    "apart",
    *_FIGHTING,
    marks=(Mark.CAPTIVE, Mark.MISSING),
)
def captives_and_the_missing_take_no_part(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return True, {"card": card.id}


@decides(
    "excluded-from-battle/stops-participating", "apart", Purpose.BATTLE, marks=(Mark.EXCLUDED,)
)
def an_excluded_card_takes_no_further_part(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return True, {"card": card.id}


@decides("participating-in-battle/inside-the-excluded", "apart", *_FIGHTING)
def who_is_inside_an_excluded_craft_is_left_out_too(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    """However deep inside; what is deployed on him goes by who bears it."""
    craft = inside_of(now, card)
    while craft is not None and not craft.has(Mark.EXCLUDED):
        craft = inside_of(now, craft)
    return None if craft is None else (True, {"card": card.id, "craft": craft.id})


# -- enclosed ------------------------------------------------------------------------


@decides("enclosed/all-starships", "enclosed")
def every_starship_is_enclosed(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if card.print.type == "starship" else None


@decides("enclosed/some-vehicles", "enclosed")
def a_vehicle_is_enclosed_if_its_lore_says_so(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if card.print.enclosed else None


@decides("presence/aboard-counts", "apart", Purpose.PRESENCE, Purpose.CONTROL)
def ability_aboard_counts_for_presence(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    craft = inside_of(now, card)
    return None if craft is None else (False, {"card": card.id, "craft": craft.id})


@decides(
    "enclosed/ability-forfeit-text-usable",
    "apart",
    Purpose.ABILITY,
    Purpose.FORFEIT,
    Purpose.TEXT,
)
def who_is_inside_keeps_ability_forfeit_and_text(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    craft = inside_of(now, card)
    return None if craft is None else (False, {"card": card.id, "craft": craft.id})


_OUT_OF_SIGHT = (
    Purpose.HERE,
    Purpose.PRESENCE,
    Purpose.CONTROL,
    Purpose.ABILITY,
    Purpose.FORFEIT,
    Purpose.TEXT,
)


@decides("enclosed/not-present", "apart", *_OUT_OF_SIGHT)
def who_is_inside_is_not_present(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    """Sheltered, it would count for nothing out there; other clauses say for what it does."""
    craft = inside_of(now, card)
    return None if craft is None else (True, {"card": card.id, "craft": craft.id})


@decides("enclosed/no-personal-power", "apart", Purpose.POWER)
def who_is_inside_does_not_use_his_own_power(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    if card.how is not How.ABOARD:
        return None
    craft = inside_of(now, card)
    return None if craft is None else (True, {"card": card.id, "craft": craft.id})


@decides("open-vehicles/present-at-site", "present")
def who_rides_in_the_open_is_present(now: Moment, *, card: Card, location: CardId) -> Answer:
    """Of what is enclosed, other clauses have spoken before."""
    if card.how is not How.ABOARD:
        return None
    return True, {"card": card.id, "location": location}


@decides("presence/being-present-is-another-thing", "present")
def a_card_is_present_where_it_physically_is(
    now: Moment, *, card: Card, location: CardId
) -> Answer:
    if card.how is How.ABOARD:
        return None
    return True, {"card": card.id, "location": location}


# -- with whom -----------------------------------------------------------------------


@decides("with/never-with-itself", "with")
def no_card_is_with_itself(now: Moment, *, card: Card, other: Card) -> Answer:
    return (False, {"card": card.id}) if card.id == other.id else None


@decides("with/same-location", "with")
def two_cards_at_one_location_are_with_each_other(
    now: Moment, *, card: Card, other: Card
) -> Answer:
    here = now.table.location_of(card.id)
    if here is None or here != now.table.location_of(other.id):
        return None
    return True, {"card": card.id, "other": other.id, "location": here}


@decides("with/present-with", "present with")
def both_present_in_one_place(now: Moment, *, card: Card, other: Card) -> Answer:
    """In the open at one location, or inside the same thing."""
    here = now.table.location_of(card.id)
    if card.id == other.id or here is None or here != now.table.location_of(other.id):
        return None
    one, another = inside_of(now, card), inside_of(now, other)
    if (one.id if one else None) != (another.id if another else None):
        return None
    if one is None and any(apart(now, c, Purpose.HERE) is not None for c in (card, other)):
        return None
    return True, {"card": card.id, "other": other.id, "location": here}


def is_battling(now: Moment) -> bool:
    return any(action.kind is Kind.BATTLE for action in now.table.stack)

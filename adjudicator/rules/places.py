"""What a location is: exterior, a battleground, a marker site, under the shield, in the dark;
where a new one is laid, and the places that have rules of their own."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.constant import BringsNight
from adjudicator.cards.foresight import Goes, Relocates
from adjudicator.cards.model import Filter
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Mark, Phase, Side, Way, Zone
from adjudicator.rules.describing import (
    fits,
    has_icon,
    icons_at,
    is_a,
    is_landed,
    printed_gifts,
    related,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids, permits
from adjudicator.rules.ways import (
    craft_with_site,
    in_death_star_ii,
    is_exterior,
    is_planet_site,
    kind_of,
    movers,
)
from adjudicator.state.events import CardPlaced, Event
from adjudicator.state.table import Card, Unknown

Answer = tuple[bool, Facts] | None
_BODIES = ("character", "vehicle", "starship")


@decides("exterior-site/by-icon", "exterior")
def the_exterior_icon_makes_it_exterior(now: Moment, *, location: CardId) -> Answer:
    card = now.table.card(location)
    if has_icon(now, card, "exterior") or is_a(now, card, "exterior"):
        return True, {"location": location, "exterior": True}
    if not card.print.text_known and not is_a(now, card, "interior"):
        raise Unknown("interior-or-exterior", location=location)
    return False, {"location": location, "exterior": False}


@decides("vehicle-sites/related-to-each-other", "related")
def sites_of_one_craft_are_related(now: Moment, *, one: CardId, other: CardId) -> Answer:
    first, second = now.table.card(one).print, now.table.card(other).print
    both = first.icons.get("vehicle site") and second.icons.get("vehicle site")
    alike = first.part_of is not None and first.part_of == second.part_of
    return (True, {"one": one, "other": other}) if both and alike else None


@decides("vehicle-sites/related-to-the-planets-sites", "related")
def a_vehicles_site_belongs_where_the_vehicle_is(
    now: Moment, *, one: CardId, other: CardId
) -> Answer:
    """To the site the vehicle is at, in a cargo hold too, and to all others of that planet."""
    for inner, outer in ((one, other), (other, one)):
        site, there = now.table.card(inner).print, now.table.card(outer).print
        if not site.icons.get("vehicle site") or there.icons.get("vehicle site"):
            continue
        for card in now.on_table():
            if card.print.type != "vehicle" or card.title != site.part_of:
                continue
            here = now.table.location_of(card.id)
            if here is None or not is_planet_site(now, here):
                continue
            if outer == here or now.table.card(here).print.part_of == there.part_of is not None:
                return True, {"one": inner, "other": outer, "location": here}
    return None


@decides("vehicle-sites/no-seat-no-pilot", "aboard")
def who_is_at_a_crafts_site_has_no_seat(now: Moment, *, card: Card, craft: Card) -> Answer:
    here = now.table.location_of(card.id)
    if here is None or now.table.card(here).print.part_of != craft.title:
        return None
    return False, {"card": card.id, "craft": craft.id, "location": here}


# -- battlegrounds -----------------------------------------------------------------


@decides("battleground/never-one", "battleground")
def some_places_are_never_battlegrounds(now: Moment, *, location: CardId) -> Answer:
    card = now.table.card(location)
    barred = (
        card.print.part_of == "Dagobah"
        or is_a(now, card, "holosite")
        or "Galactic Senate" in card.title
        or is_a(now, card, "not a battleground")
    )
    if not barred and now.decide("shielded", location=location) is None:
        return None
    return False, {"location": location}


@decides("battleground/icons-of-both", "battleground")
def icons_of_both_sides_make_a_battleground(now: Moment, *, location: CardId) -> Answer:
    light, dark = (icons_at(now, location, side) for side in Side)
    facts = {"location": location, "light": light, "dark": dark}
    return bool(light and dark), facts


def is_battleground(now: Moment, place: CardId) -> bool:
    answer = now.decide("battleground", location=place)
    return answer is not None and bool(answer[0])


# -- marker sites, the shield, the night -----------------------------------------------


@decides("marker-sites/hoth-sites-with-numbers", "marker")
def a_hoth_site_with_a_number(now: Moment, *, location: CardId) -> tuple[int | None, Facts] | None:
    print_ = now.table.card(location).print
    number = print_.facts.get("marker")
    if print_.part_of != "Hoth" or number is None:
        return None
    return number, {"location": location, "number": number}


def marker(now: Moment, place: CardId) -> int | None:
    answer = now.decide("marker", location=place)
    return answer[0] if answer is not None else None


@decides("marker-sites/innermost-and-outermost", "outermost marker")
def the_highest_number_on_table_is_outermost(
    now: Moment,
) -> tuple[CardId, Facts] | None:
    numbered = [(number, place) for place in now.table.row if (number := marker(now, place))]
    if not numbered:
        return None
    outermost = max(numbered)[1]
    return outermost, {"location": outermost, "other": min(numbered)[1]}


@decides("shield-rules/how-far-it-reaches", "shielded")
def the_shield_covers_it(now: Moment, *, location: CardId) -> Answer:
    card = now.table.card(location)
    if card.print.part_of != "Hoth" or kind_of(now, location) != "site":
        return None
    generators = next(
        (
            p
            for p in now.table.row
            if now.table.card(p).title.startswith("Hoth: Main Power Generators")
        ),
        None,
    )
    if generators is None or now.table.card(generators).has(Mark.FACE_DOWN):
        return None
    outermost = now.decide("outermost marker")
    if "Wampa Cave" in card.title or (outermost is not None and outermost[0] == location):
        return None
    return True, {"location": location}


def is_shielded(now: Moment, place: CardId | None) -> bool:
    return place is not None and (now.decide("shielded", location=place) is not None)


@forbids("shield-rules/no-dark-deployment", Kind.DEPLOY)
def dark_cannot_deploy_under_the_shield(now: Moment, intent: Intent) -> Facts | None:
    if intent.player is not Side.DARK or intent.card is None or intent.place is None:
        return None
    card = now.table.card(intent.card)
    if card.print.type not in _BODIES or not is_shielded(now, intent.place):
        return None
    return {"card": card.id, "location": intent.place}


@forbids("shield-rules/no-dark-landing", Kind.MOVE, Kind.REACT)
def dark_cannot_land_under_the_shield(now: Moment, intent: Intent) -> Facts | None:
    if intent.way not in (Way.LANDING, Way.TAKING_OFF):
        return None
    return _through_the_shield(now, intent)


@forbids("shield-rules/no-dark-transport", Kind.MOVE, Kind.PLAY, Kind.USE)
def dark_cannot_be_carried_through_the_shield(now: Moment, intent: Intent) -> Facts | None:
    if intent.way in (Way.SHUTTLE, Way.DOCKING_BAY) or _transports(intent):
        return _through_the_shield(now, intent)
    return None


def _through_the_shield(now: Moment, intent: Intent) -> Facts | None:
    """Where it starts or ends, if that is under the shield."""
    if intent.player is not Side.DARK:
        return None
    for card, place in _journey(now, intent):
        if is_shielded(now, place):
            return {"card": card, "location": place}
    return None


def _transports(intent: Intent) -> bool:
    return intent.text is not None and any(
        taken.completes for taken in foreseen(intent.text.result, Relocates, inside=False)
    )


def _journey(now: Moment, intent: Intent) -> Iterator[tuple[CardId, CardId]]:
    """Every card that would go somewhere, with where it is and where it would be."""
    if intent.text is None:
        for card in movers(intent):
            here = now.table.location_of(card)
            yield from ((card, place) for place in (here, intent.place) if place is not None)
        return
    result = intent.text.result
    journeys = [(taken.cards, taken.to) for taken in foreseen(result, Relocates, inside=False)]
    journeys += [(going.cards, going.to) for going in foreseen(result, Goes, inside=False)]
    for cards, to in journeys:
        there = intent.targets.get(to, ())
        for card in intent.targets.get(cards, ()):
            here = now.table.location_of(card)
            yield from ((card, place) for place in (here, *there) if place is not None)


@decides("nighttime-conditions/caused-by-cards", "nighttime")
def a_card_on_the_system_brings_the_night(now: Moment, *, location: CardId) -> Answer:
    if kind_of(now, location) != "site":
        return None
    if is_a(now, now.table.card(location), "nighttime"):  # the scenario states it
        return True, {"card": None, "location": location}
    for name in now.table.speaking.get(BringsNight.__name__, ()):
        card = now.table.card(name)
        if card.zone is not Zone.TABLE or card.how is not How.ON or card.at is None:
            continue
        if (
            printed_gifts(now, card, BringsNight)
            and kind_of(now, card.at) == "system"
            and related(now, card.at, location)
        ):
            return True, {"card": card.id, "location": location}
    return None


# -- Dagobah -------------------------------------------------------------------------


def _on_dagobah(now: Moment, place: CardId | None) -> bool:
    return place is not None and now.table.card(place).print.part_of == "Dagobah"


@decides("dagobah-rules/no-deploying-there", "special place")
def dagobah_takes_nobody(now: Moment, *, card: Card, place: CardId) -> Answer:
    if not _on_dagobah(now, place) or card.print.type not in _BODIES:
        return None
    allowed = card.print.only_to
    if allowed is not None and fits(now, now.table.card(place), allowed, card.owner):
        return None
    return True, {"card": card.id, "location": place}


@forbids("dagobah-rules/gear-only-on-cards-there", Kind.DEPLOY)
def gear_does_not_go_to_dagobah_by_itself(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or now.table.card(intent.card).print.type not in ("weapon", "device"):
        return None
    for target in (*intent.cards, *(c for group in intent.targets.values() for c in group)):
        if now.table.card(target).how is How.ROW and _on_dagobah(now, target):
            return {"card": intent.card, "location": target}
    return None


@forbids("dagobah-rules/no-utinni-effects", Kind.DEPLOY)
def no_utinni_effect_reaches_dagobah(now: Moment, intent: Intent) -> Facts | None:
    """Unless the Effect's own text speaks of Dagobah."""
    if intent.card is None or intent.text is None:
        return None
    if now.table.card(intent.card).print.subtype != "utinni":
        return None
    for target in intent.text.targets:
        if any(map(_speaks_of_dagobah, (target.filter, *(must for must, _ in target.musts)))):
            return None
    for named in (c for group in intent.targets.values() for c in group):
        if _on_dagobah(now, now.table.location_of(named)):
            return {"card": intent.card, "target": named}
    return None


def _speaks_of_dagobah(what: Filter) -> bool:
    named = any(title.startswith("Dagobah") for title in what.titles) or (
        "Dagobah" in what.part_of or (what.at or "").startswith("Dagobah")
    )
    return named or (what.place is not None and _speaks_of_dagobah(what.place))


@forbids("dagobah-rules/no-transport", Kind.MOVE, Kind.PLAY)
def nothing_is_carried_to_or_from_dagobah(now: Moment, intent: Intent) -> Facts | None:
    if intent.way is not Way.SHUTTLE and not _transports(intent):
        return None
    for card, place in _journey(now, intent):
        if _on_dagobah(now, place):
            return {"card": card, "location": place}
    return None


# -- Admiral's Orders ------------------------------------------------------------------


def _order(now: Moment, intent: Intent) -> Card | None:
    card = now.table.card(intent.card) if intent.card is not None else None
    return card if card is not None and card.print.type == "admiral's order" else None


@forbids("admirals-order/deploy-phase-only", Kind.DEPLOY)
def an_order_waits_for_your_deploy_phase(now: Moment, intent: Intent) -> Facts | None:
    card = _order(now, intent)
    if card is None or (now.table.phase is Phase.DEPLOY and now.table.turn is intent.player):
        return None
    if now.table.phase is None or now.table.turn is None:
        raise Unknown("phase" if now.table.phase is None else "turn")
    return {
        "player": intent.player,
        "card": card.id,
        "phase": now.table.phase,
        "turn": now.table.turn,
    }


@forbids("admirals-order/needs-battleground-system", Kind.DEPLOY)
def he_occupies_no_battleground_system(now: Moment, intent: Intent) -> Facts | None:
    card = _order(now, intent)
    if card is None:
        return None
    for place in now.table.row:
        planet = has_icon(now, now.table.card(place), "planet")
        if kind_of(now, place) != "system" or not planet or not is_battleground(now, place):
            continue
        asked = {"side": intent.player, "location": place}
        if now.decide("occupies", **asked) is not None:
            return None
    return {"player": intent.player, "card": card.id}


@forbids("admirals-order/nowhere-else", Kind.DEPLOY)
def an_order_goes_to_no_card_or_location(now: Moment, intent: Intent) -> list[Facts] | None:
    """Unless its own text says what it is deployed on."""
    card = _order(now, intent)
    if card is None or intent.text is not None:
        return None
    named = dict.fromkeys((*intent.cards, intent.place, intent.aboard))
    return [{"card": card.id, "target": where} for where in named if where is not None] or None


@decides("admirals-order/deploys-on-table", "deploys on table")
def an_order_lies_on_table(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if card.print.type == "admiral's order" else None


@brings("admirals-order/old-one-used", after=CardPlaced)
def the_old_order_is_used(before: Moment, now: Moment, event: CardPlaced) -> Iterator[Event]:
    new = now.table.card(event.card)
    if event.why != "deployed" or new.print.type != "admiral's order":
        return
    for card in now.on_table():
        if card.print.type == "admiral's order" and card.id != new.id:
            yield CardPlaced(card.id, Zone.USED, why="replaced")


@decides("admirals-order/applies-to-both", "for both")
def a_sentence_without_a_player_is_for_both(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if card.print.type == "admiral's order" else None


# -- inside the second Death Star ------------------------------------------------------


@forbids("death-star-ii-sectors/no-drains-or-battles", Kind.DRAIN, Kind.BATTLE)
def inside_the_second_death_star(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None or not in_death_star_ii(now, intent.place):
        return None
    return {"location": intent.place, "drain": intent.kind is Kind.DRAIN}


# -- landed starfighters ---------------------------------------------------------------


@decides("landed-starfighters/as-if-unpiloted", "as if unpiloted")
def a_landed_starfighter_counts_as_unpiloted(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if is_landed(now, card) else None


@decides("unpiloted/in-a-hold", "as if unpiloted")
def a_craft_in_a_hold_counts_as_unpiloted(now: Moment, *, card: Card) -> Answer:
    if card.how is not How.ABOARD or card.print.type not in ("starship", "vehicle"):
        return None
    return True, {"card": card.id, "craft": card.at}


# -- Expand The Empire -----------------------------------------------------------------


@decides("expand-the-empire/may-double-up", "the same twice")
def the_same_modifier_counts_twice(now: Moment, *, said: object) -> Answer:
    return True, {}


@decides("expand-the-empire/local-text-wins", "against the native text")
def the_sites_own_text_wins(now: Moment, *, said: object) -> Answer:
    return True, {}


@decides("expand-the-empire/text-only", "text only")
def a_neighbour_is_no_docking_bay(now: Moment, *, location: CardId, source: CardId) -> Answer:
    return True, {"location": location, "source": source}


# -- Utinni Effects --------------------------------------------------------------------


def _craft_site_here(now: Moment, target: Card, here: CardId) -> CardId | None:
    """The site of a craft at a location, if the target is on one."""
    there = now.table.location_of(target.id)
    craft = craft_with_site(now, there) if there is not None and there != here else None
    return there if craft is not None and now.table.location_of(craft.id) == here else None


@decides("utinni-effects/not-from-craft-sites", "reached")
def a_site_of_a_craft_is_not_the_place(now: Moment, *, card: Card) -> Answer:
    here = now.table.location_of(card.id)
    if here is None or card.aim is None:
        return None
    site = _craft_site_here(now, now.table.card(card.aim), here)
    if site is None:
        return None
    return False, {"card": card.id, "target": card.aim, "location": site}


@decides("utinni-effects/when-reached", "reached")
def its_target_is_there(now: Moment, *, card: Card) -> Answer:
    """Present, or in a seat of a card that is present; a site of a craft there would count too,
    if no clause said otherwise."""
    here = now.table.location_of(card.id)
    if here is None or card.aim is None:
        return None
    target = now.table.card(card.aim)
    there = now.table.location_of(target.id) == here
    if not there and _craft_site_here(now, target, here) is None:
        return None
    return True, {"card": card.id, "target": card.aim, "location": here}


@decides("utinni-effects/when-reached", "as soon as")
def it_acts_when_its_target_reaches_it(now: Moment, *, card: Card) -> Answer:
    """What its text brings comes by itself, and not before."""
    if card.print.subtype != "utinni":
        return None
    answer = now.decide("reached", card=card)
    return (True, answer[1].facts) if answer is not None and answer[0] else None


# -- where a location is laid ------------------------------------------------------------


def _rank(now: Moment, card: Card) -> int:
    """Inside to outside: interior sites, docking bay, exterior sites, sectors, system."""
    if card.print.subtype == "system":
        return 4
    if card.print.subtype == "sector":
        return 3
    if is_a(now, card, "docking bay"):
        return 1
    return 2 if is_exterior(now, card.id) else 0


def _row_of(now: Moment, card: Card) -> list[CardId]:
    """The locations of the same whole that lie on the table, in their order."""
    return [p for p in now.table.row if now.table.card(p).print.part_of == card.print.part_of]


def _outward(now: Moment, row: list[CardId]) -> bool:
    """Whether the row leads outward from left to right; the system lies at its outer end."""
    ranks = [_rank(now, now.table.card(p)) for p in row]
    return not ranks or ranks[0] <= ranks[-1]


@decides("endor-location-deployment-rules/back-door-anywhere-outside", "places in the row")
def back_door_goes_anywhere_outside(
    now: Moment, *, card: Card
) -> tuple[frozenset[int], Facts] | None:
    if card.title != "Endor: Back Door":
        return None
    outside = [p for p in _row_of(now, card) if _rank(now, now.table.card(p)) == 2]
    if not outside:
        return None
    first, last = now.table.row.index(outside[0]), now.table.row.index(outside[-1])
    return frozenset(range(first, last + 2)), {"card": card.id}


@decides("marker-sites/laid-out-by-number", "places in the row")
def a_marker_site_goes_where_its_number_says(
    now: Moment, *, card: Card
) -> tuple[frozenset[int], Facts] | None:
    own = marker(now, card.id)
    row = [(p, number) for p in _row_of(now, card) if (number := marker(now, p))]
    if own is None or not row:
        return None
    outward = row[0][1] < row[-1][1] if len(row) > 1 else _outward(now, _row_of(now, card))
    before = [p for p, number in row if (number < own) is outward]
    after = [p for p, number in row if (number > own) is outward]
    low = now.table.row.index(before[-1]) + 1 if before else 0
    high = now.table.row.index(after[0]) if after else len(now.table.row)
    return frozenset(range(low, high + 1)), {"card": card.id, "number": own}


@decides("deploying/row-pattern", "places in the row")
def it_keeps_to_the_pattern_of_its_row(
    now: Moment, *, card: Card
) -> tuple[frozenset[int], Facts] | None:
    row = _row_of(now, card)
    if not row:
        return None
    if card.print.part_of == "Endor" and card.print.subtype == "site":
        raise Unknown("layout", card=card.id)
    own, outward = _rank(now, card), _outward(now, row)
    places = set()
    start, end = now.table.row.index(row[0]), now.table.row.index(row[-1]) + 1
    for place in range(start, end + 1):
        before = [_rank(now, now.table.card(p)) for p in now.table.row[start:place]]
        after = [_rank(now, now.table.card(p)) for p in now.table.row[place:end]]
        inner, outer = (before, after) if outward else (after, before)
        if all(rank <= own for rank in inner) and all(rank >= own for rank in outer):
            places.add(place)
    return frozenset(places), {"card": card.id}


def places_in_the_row(now: Moment, card: Card) -> frozenset[int] | None:
    """Where a location may be laid; None: at the end of the table, nothing ties it."""
    answer = now.decide("places in the row", card=card)
    return answer[0] if answer is not None else None


@forbids("deploying/where-it-belongs", Kind.DEPLOY)
def it_does_not_belong_there(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or now.table.card(intent.card).print.type != "location":
        return None
    allowed = places_in_the_row(now, now.table.card(intent.card))
    if intent.beside is None or allowed is None:
        return None
    word, other = intent.beside
    place = now.table.row.index(other) + (word == "after")
    if place in allowed:
        return None
    return {"card": intent.card, "other": other, "before": word == "before"}


@permits("deploying/converting", despite="uniqueness/dots-are-the-limit")
def it_is_laid_over_the_opponents_version(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or now.table.card(intent.card).print.type != "location":
        return None
    below = version_below(now, now.table.card(intent.card))
    if below is None:
        return None
    if below.print.side is None:
        raise Unknown("whose-location", location=below.id)
    if below.side is intent.player:
        return None
    return {"player": intent.player, "card": intent.card}


def version_below(now: Moment, card: Card) -> Card | None:
    """The location of the same title that lies on the table."""
    return next(
        (
            now.table.card(p)
            for p in now.table.row
            if now.table.card(p).title == card.title and p != card.id
        ),
        None,
    )

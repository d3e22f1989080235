"""Operatives: agents who may not be together on the planet they match, nor hold it alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.cards.foresight import AsksToHold, Relocates
from adjudicator.cards.model import Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, Kind, Mark, Purpose, Side, Zone
from adjudicator.rules.control import ability_of
from adjudicator.rules.describing import apart, fits
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids
from adjudicator.rules.ways import why_not_adjacent
from adjudicator.state.events import CardPlaced, Event, OneMustGo, Taken
from adjudicator.state.table import Card

Answer = tuple[bool, Facts] | None


@decides("operative-rules/who-is-one", "given trait")
def the_title_makes_an_operative(now: Moment, *, card: Card, word: str) -> Answer:
    if word != "operative" or card.print.type != "character":
        return None
    return (True, {"card": card.id}) if re.search(r"\boperative\b", card.title, re.I) else None


def is_operative(now: Moment, card: Card) -> bool:
    """By its title alone, on table and in hand."""
    answer = now.decide("given trait", card=card, word="operative")
    return answer is not None


@decides("matching-operative/planet-in-title", "matching planet")
def the_planet_its_title_names(now: Moment, *, card: Card) -> tuple[str, Facts] | None:
    planet = re.sub(r"\s*\boperative\b\s*", " ", card.title, flags=re.I).strip()
    return (planet, {"card": card.id, "planet": planet}) if planet else None


def on_its_planet(now: Moment, card: Card, location: CardId | None) -> bool:
    """Whether a location is on the planet that an operative matches."""
    if location is None or not is_operative(now, card):
        return False
    answer = now.decide("matching planet", card=card)
    place = now.table.card(location).print
    return answer is not None and (place.part_of or place.title) == answer[0]


def _alike(now: Moment, card: Card, location: CardId) -> list[CardId]:
    """A player's other operatives of the same title at a location of their planet."""
    if not on_its_planet(now, card, location):
        return []
    return [
        other.id
        for other in now.all_at(location)
        if other.id != card.id
        and other.title == card.title
        and other.side is card.side
        and _is_reckoned_with(now, other)
    ]


def _is_reckoned_with(now: Moment, card: Card) -> bool:
    if not card.marks & {Mark.MISSING, Mark.CAPTIVE}:
        return True
    return now.decide("absent operative counts", card=card) is not None


@decides("operative-rules/missing-and-captured-count", "absent operative counts")
def missing_or_captive_it_counts(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


@forbids("operative-rules/no-second-deploy", Kind.DEPLOY)
def another_of_the_title_is_there(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or intent.place is None:
        return None
    there = _alike(now, now.table.card(intent.card), intent.place)
    return {"card": intent.card, "location": intent.place} if there else None


@forbids("operative-rules/no-second-move", Kind.PLAY, Kind.USE)
def your_text_would_take_it_to_another(now: Moment, intent: Intent) -> list[Facts] | None:
    out: list[Facts] = []
    result = intent.text.result if intent.text is not None else ()
    for taken in foreseen(result, Relocates, inside=False):
        for place in intent.targets.get(taken.to, ()):
            for name in intent.targets.get(taken.cards, ()):
                card = now.table.card(name)
                if card.side is intent.player and _alike(now, card, place):
                    out.append({"card": name, "location": place})
    return out or None


@forbids("operative-rules/no-second-move", Kind.MOVE, Kind.REACT)
def it_would_come_to_another_of_the_title(now: Moment, intent: Intent) -> list[Facts] | None:
    """To such a location, or through one: every way there passes it. Whoever drives a craft there
    brings an operative aboard there, too."""
    if intent.card is None or intent.place is None:
        return None
    found: list[Facts] = []
    for mover in (intent.card, *intent.cards):
        going = [now.table.card(mover), *now.all_at(mover)]
        for card in (c for c in going if c.side is intent.player):
            found += [f for f in _in_the_way(now, intent, card, intent.place) if f not in found]
    return found or None


def _in_the_way(now: Moment, intent: Intent, card: Card, there: CardId) -> list[Facts]:
    closed = [place for place in now.table.row if _alike(now, card, place)]
    if there in closed:
        return [{"card": card.id, "location": there}]
    here = now.table.location_of(card.id)
    if here is None or not closed or not _reaches(now, intent, here, ()):
        return []
    if _reaches(now, intent, here, tuple(closed)):
        return []
    return [{"card": card.id, "location": place} for place in closed]


def _reaches(now: Moment, intent: Intent, here: CardId, closed: tuple[CardId, ...]) -> bool:
    """Whether there is a way from adjacent location to adjacent location around some."""
    seen, ends = {here}, [here]
    while ends:
        place = ends.pop()
        if place == intent.place:
            return True
        for other in now.table.row:
            if other in seen or other in closed:
                continue
            if why_not_adjacent(now, place, other) is None:
                seen.add(other)
                ends.append(other)
    return False


@brings("operative-rules/forced-choice", after=CardPlaced)
def two_of_one_title_are_together(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    if event.zone is not Zone.TABLE:
        return
    yield from _one_of_two(now, event.card)


@brings("operative-rules/forced-choice", after=Taken)
def a_stolen_one_joins_another(before: Moment, now: Moment, event: Taken) -> Iterator[Event]:
    yield from _one_of_two(now, event.card)


def _one_of_two(now: Moment, moved: CardId) -> Iterator[Event]:
    """Also where the operative came along inside what moved."""
    here = now.table.location_of(moved)
    if here is None:
        return
    met: set[CardId] = set()
    for card in [now.table.card(moved), *now.all_at(moved)]:
        alike = _alike(now, card, here)
        if alike and card.id not in met:
            met |= {card.id, *alike}
            choice = tuple(c for c in (card.id, *alike) if _may_choose(now, now.table.card(c)))
            yield OneMustGo(card.side, choice, "which-operative")


def _may_choose(now: Moment, card: Card) -> bool:
    if not card.marks & {Mark.MISSING, Mark.CAPTIVE}:
        return True
    return now.decide("absent operative may go", card=card) is not None


@decides("operative-rules/may-choose-the-absent-one", "absent operative may go")
def the_absent_one_may_be_chosen(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


# -- what it counts for ----------------------------------------------------------------


@decides("operative-rules/no-battle-destiny-ability", "apart", Purpose.DESTINY)
def its_ability_draws_no_battle_destiny(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    here = now.table.location_of(card.id)
    if not on_its_planet(now, card, here):
        return None
    return True, {"card": card.id, "location": here}


@decides("operative-rules/still-occupies", "apart", Purpose.PRESENCE)
def it_occupies_all_the_same(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    if card.marks & {Mark.UNDERCOVER, Mark.MISSING, Mark.CAPTIVE}:
        return None
    here = now.table.location_of(card.id)
    if not on_its_planet(now, card, here):
        return None
    return False, {"card": card.id, "location": here}


@decides("operative-rules/no-control-alone", "apart", Purpose.CONTROL, Purpose.PRESENCE)
def it_holds_nothing_by_itself(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    here = now.table.location_of(card.id)
    if here is None or not on_its_planet(now, card, here):
        return None
    if _other_ability(now, card, here) >= 1:
        return None
    return True, {"card": card.id, "location": here}


def _other_ability(now: Moment, operative: Card, here: CardId) -> int:
    """The ability of a player's cards there that are no operatives of that planet."""
    return sum(
        ability_of(now, card) or 0
        for card in now.all_at(here)
        if card.side is operative.side
        and card.print.type in ("character", "vehicle", "starship")
        and not on_its_planet(now, card, here)
        and apart(now, card, Purpose.PRESENCE) is None
    )


@decides("operative-rules/no-flip-alone", "kept from flipping")
def operatives_alone_flip_no_objective(
    now: Moment, *, side: Side, text: Text, card: Card | None
) -> Answer:
    """Where a text asks you to hold places and, without those that only operatives of their
    planet hold, there are too few."""
    for condition in text.conditions:
        for asks in (f for f in condition.foresees() if isinstance(f, AsksToHold)):
            held = [
                place
                for place in now.table.row
                if fits(now, now.table.card(place), asks.places, side, source=card)
                and _occupied(now, side, place)
            ]
            alone = [place for place in held if _only_operatives(now, side, place)]
            if alone and len(held) >= asks.number > len(held) - len(alone):
                source = card.id if card is not None else None
                return True, {"card": source, "player": side, "location": alone[0]}
    return None


def _occupied(now: Moment, side: Side, place: CardId) -> bool:
    found = now.decide("occupies", side=side, location=place)
    return found is not None


def _only_operatives(now: Moment, side: Side, place: CardId) -> bool:
    able = [
        card
        for card in now.all_at(place)
        if card.side is side
        and card.print.type in ("character", "vehicle", "starship")
        and apart(now, card, Purpose.PRESENCE) is None
        and ability_of(now, card)
    ]
    return bool(able) and all(on_its_planet(now, card, place) for card in able)

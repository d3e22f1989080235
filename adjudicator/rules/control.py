"""Presence, occupying, controlling, and the Force drains that rest on them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import CardId, Kind, Phase, Purpose, Side
from adjudicator.rules.describing import (
    apart,
    has_icon,
    icons_at,
    number_of,
    permanent_ability,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, adjusts, decides, forbids
from adjudicator.state.table import Card, Unknown


def counts_there(now: Moment, card: Card) -> bool:
    """Whether a card lends its ability or its icon for presence."""
    return apart(now, card, Purpose.PRESENCE) is None


def _may_control(now: Moment, side: Side, location: CardId) -> Finding | None:
    """What keeps all of a side's cards there from controlling; None: nothing does."""
    found: Finding | None = None
    asked: Unknown | None = None
    for card in now.all_at(location):
        if card.side is not side or not counts_there(now, card):
            continue
        why = apart(now, card, Purpose.CONTROL)
        try:
            if not (has_icon(now, card, "presence") or ability_of(now, card)):
                continue
        except Unknown as question:
            asked = asked or (question if why is None else None)
            continue
        if why is None:
            return None
        found = why
    if found is not None and asked is not None:
        raise asked
    return found


@decides("presence/ability-one", "presence")
def ability_gives_presence(
    now: Moment, *, side: Side, location: CardId
) -> tuple[bool, Facts] | None:
    """Ability of 1 or more in all, also inside ships and vehicles there. An ability that nobody
    has told is asked for only where no other gives presence."""
    ability, cards = 0, []
    asked: Unknown | None = None
    for card in now.all_at(location):
        if card.side is side and counts_there(now, card) and card.print.type in _ABLE:
            try:
                own = ability_of(now, card)
            except Unknown as question:
                asked = asked or question
                continue
            if own:
                ability += own
                cards.append(card.id)
    if ability < 1:
        if asked is not None:
            raise asked
        return None
    return True, {"player": side, "location": location, "ability": ability, "cards": tuple(cards)}


def ability_of(now: Moment, card: Card) -> int | None:
    """Its own, or that of its permanent pilots."""
    permanent = permanent_ability(now, card)
    if permanent is None:
        return number_of(now, card.id, "ability")
    changes = now.total("ability of", card=card.id).terms[1:]
    settings = [int(t.amount) for t in changes if t.sets and t.amount is not None]
    if settings:  # of several the least, as of every number
        return min(settings)
    return max(0, permanent + sum(t.amount or 0 for t in changes))


_ABLE = ("character", "vehicle", "starship", "creature vehicle", "unknown")


@decides("presence/presence-icon", "presence")
def a_presence_icon_gives_presence(
    now: Moment, *, side: Side, location: CardId
) -> tuple[bool, Facts] | None:
    for card in now.all_at(location):
        if card.side is side and counts_there(now, card) and has_icon(now, card, "presence"):
            return True, {"player": side, "location": location, "card": card.id}
    return None


def has_presence(now: Moment, side: Side, location: CardId) -> Finding | None:
    answer = now.decide("presence", side=side, location=location)
    return answer[1] if answer else None


@decides("occupy/presence-is-enough", "occupies")
def presence_occupies(now: Moment, *, side: Side, location: CardId) -> tuple[bool, Facts] | None:
    if has_presence(now, side, location) is None:
        return None
    return True, {"player": side, "location": location}


@decides("control/presence-and-none-opposing", "controls")
def presence_against_none_controls(
    now: Moment, *, side: Side, location: CardId
) -> tuple[bool, Facts] | None:
    if has_presence(now, side, location) is None:
        return None
    if has_presence(now, side.opponent, location) is not None:
        return None
    if _may_control(now, side, location) is not None:
        return None
    return True, {"player": side, "location": location}


def controls(now: Moment, side: Side, location: CardId) -> bool:
    return now.decide("controls", side=side, location=location) is not None


# -- Force drains -------------------------------------------------------------


@forbids("force-drain/control-phase", Kind.DRAIN)
def drains_belong_to_your_control_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.CONTROL and turn is intent.player:
        return None
    return {"player": intent.player, "phase": phase, "turn": turn}


@forbids("force-drain/control-needed", Kind.DRAIN)
def he_does_not_control_the_location(now: Moment, intent: Intent) -> Facts | Finding | None:
    if intent.place is None or controls(now, intent.player, intent.place):
        return None
    kept = _may_control(now, intent.player, intent.place)
    if kept is not None:
        return kept
    opposed = has_presence(now, intent.player.opponent, intent.place) is not None
    return {"player": intent.player, "location": intent.place, "opposed": opposed}


@forbids("force-drain/once-per-location", Kind.DRAIN)
def it_was_drained_this_turn(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None or ("drained", str(intent.player), intent.place) not in now.table.done:
        return None
    return {"player": intent.player, "location": intent.place}


@forbids("force-drain/once-per-card", Kind.DRAIN)
def one_there_has_drained_elsewhere_this_turn(now: Moment, intent: Intent) -> list[Facts] | None:
    """Whoever was in a drain this turn and has come here since keeps the others from draining."""
    if intent.place is None or ("drained", str(intent.player), intent.place) in now.table.done:
        return None
    return [
        {"player": intent.player, "card": card, "location": intent.place}
        for card in drainers(now, intent.player, intent.place)
        if ("drained", str(intent.player), card) in now.table.done
    ] or None


def drainers(now: Moment, side: Side, location: CardId) -> list[CardId]:
    """The cards that take part in a side's drain: all of its bodies that count there."""
    return [
        card.id
        for card in now.all_at(location)
        if card.side is side and card.print.type in _ABLE and counts_there(now, card)
    ]


@adjusts("force-drain/amount-is-icons", "drain")
def the_opponents_icons(
    now: Moment, *, side: Side, location: CardId
) -> Iterator[tuple[int, Facts]]:
    icons = icons_at(now, location, side.opponent)
    yield icons, {"location": location, "player": side.opponent, "number": icons}

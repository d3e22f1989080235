"""Force drains without presence, and drains that the opponent may not touch."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Cancels, TouchesDrain
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, Kind, Side
from adjudicator.rules.control import has_presence
from adjudicator.rules.describing import is_a
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Intent,
    decides,
    forbids,
    permits,
)
from adjudicator.state.table import Card

# -- cards that may Force drain --------------------------------------------------------


def _drainer(now: Moment, side: Side, place: CardId) -> Card | None:
    """A card whose text says that it may Force drain there."""
    return next(
        (c for c in now.all_at(place) if c.side is side and is_a(now, c, "may force drain")),
        None,
    )


@permits("may-force-drain/drains-without-presence", despite="force-drain/control-needed")
def a_card_that_may_force_drain_is_there(now: Moment, intent: Intent) -> Facts | None:
    """Not against presence: then the opponent is not the one who lacks it."""
    if intent.place is None:
        return None
    if has_presence(now, intent.player.opponent, intent.place) is not None:
        return None
    card = _drainer(now, intent.player, intent.place)
    return {"card": card.id, "location": intent.place} if card is not None else None


@decides("may-force-drain/for-draining-only", "controls")
def he_controls_it_for_this_drain(
    now: Moment, *, side: Side, location: CardId
) -> tuple[bool, Facts] | None:
    """While his drain there is under way, and in no other moment."""
    under_way = any(
        a.kind is Kind.DRAIN and a.player is side and a.place == location for a in now.table.stack
    )
    if not under_way:
        return None
    card = _drainer(now, side, location)
    return None if card is None else (True, {"player": side, "card": card.id, "location": location})


# -- drains that the opponent may not touch --------------------------------------------


@forbids(
    "force-drain-may-not-be-modified-or-canceled-by-opponent/hands-off",
    Kind.PLAY,
    Kind.USE,
    Kind.REACT,
    Kind.DEPLOY,
)
def the_drain_is_protected(now: Moment, intent: Intent) -> Facts | None:
    drain = now.table.action(intent.answers)
    if drain is None or drain.kind is not Kind.DRAIN or drain.player is intent.player:
        return None
    asked = {"side": drain.player, "location": drain.place}
    protection = now.decide("protected drain", **asked)
    if protection is None or not (_touches(intent) or intent.is_react):
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "location": drain.place,
        "by": protection[1].facts["card"],
    }


def _touches(intent: Intent) -> bool:
    return any(True for _ in _touching(intent))


def _touching(intent: Intent) -> Iterator[TouchesDrain | Cancels]:
    for part in intent.text.result if intent.text is not None else ():
        yield from foreseen((part,), TouchesDrain)
        yield from foreseen((part,), Cancels)


@permits(
    "force-drain-may-not-be-modified-or-canceled-by-opponent/react-still-stops-it",
    despite="force-drain-may-not-be-modified-or-canceled-by-opponent/hands-off",
)
def a_react_may_still_come(now: Moment, intent: Intent) -> Facts | None:
    return {"card": intent.card} if intent.is_react else None


@permits(
    "force-drain-may-not-be-modified-or-canceled-by-opponent/loss-limits-still-work",
    despite="force-drain-may-not-be-modified-or-canceled-by-opponent/hands-off",
)
def it_limits_the_loss_or_sets_the_drain(now: Moment, intent: Intent) -> Facts | None:
    if intent.text is None:
        return None
    touching = _touching(intent)
    harmless = all(isinstance(touch, TouchesDrain) and touch.limits for touch in touching)
    return {"card": intent.card} if harmless else None

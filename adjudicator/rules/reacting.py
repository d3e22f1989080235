"""Reacting to a battle or a Force drain that the opponent has initiated, by moving or deploying."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Attaches
from adjudicator.cards.part import foreseen
from adjudicator.cards.topics import Reach, Topic, unread_of
from adjudicator.game import CardId, How, Kind, Mark, Zone
from adjudicator.rules.battle import battling_presence
from adjudicator.rules.boarding import seats_for
from adjudicator.rules.control import has_presence
from adjudicator.rules.deploying import needs_a_pilot, with_it
from adjudicator.rules.describing import text_canceled
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, decides, forbids, permits
from adjudicator.rules.ways import kind_of
from adjudicator.state.table import Action, Card, Unknown

_TO_MOVE = "react/text-must-allow"
_TO_DEPLOY = "react/text-must-allow-deploying"
_TO_LEAVE = "react/text-must-allow-leaving"


# -- what may react, and to what -----------------------------------------------------


@forbids("react/opponents-battle-or-drain", Kind.REACT, Kind.DEPLOY)
def there_is_nothing_of_the_opponents_to_react_to(now: Moment, intent: Intent) -> Facts | None:
    if not intent.is_react:
        return None
    top = now.table.top
    if top is None or top.kind not in (Kind.BATTLE, Kind.DRAIN) or top.player is intent.player:
        return {"player": intent.player, "card": intent.card}
    if top.place is None or _leaves(now, intent):
        _ask_if_a_text_bars_it(now, intent)
        return None
    if all(place == top.place for place in _destinations(now, intent)):
        _ask_if_a_text_bars_it(now, intent)
        return None
    return {"player": intent.player, "card": intent.card}


def _destinations(now: Moment, intent: Intent) -> Iterator[CardId]:
    """Where the card would come: to a location, aboard something there, or onto a card there."""
    if intent.place is not None:
        yield intent.place
    for bearer in (*bearers(intent), *(() if intent.kind is Kind.REACT else intent.cards)):
        if now.table.card(bearer).zone is Zone.TABLE and (there := now.table.location_of(bearer)):
            yield there


def bearers(intent: Intent) -> Iterator[CardId]:
    """The cards on which a text would deploy its card."""
    result = intent.text.result if intent.text is not None else ()
    for on in foreseen(result, Attaches, inside=False):
        yield from intent.targets.get(on.to, ())


@forbids(_TO_MOVE, Kind.REACT)
def nothing_lets_it_react(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or _says_so(now, intent.card, "may move as a react"):
        return None
    if _leaves(now, intent) and _says_so(now, intent.card, "may move away as a react"):
        return None
    _ask_if_a_text_might(now, intent, _TO_MOVE)
    return {"card": intent.card}


@forbids(_TO_LEAVE, Kind.REACT)
def nothing_lets_it_react_away(now: Moment, intent: Intent) -> Facts | None:
    """That a card may move as a 'react' brings it there; for leaving, texts have words of their own."""
    if intent.card is None or not _leaves(now, intent):
        return None
    if _says_so(now, intent.card, "may move away as a react"):
        return None
    _ask_if_a_text_might(now, intent, _TO_LEAVE)
    return {"card": intent.card, "location": now.table.location_of(intent.card)}


def _leaves(now: Moment, intent: Intent) -> bool:
    """Whether it would react away: it is where the battle or Force drain is."""
    top = now.table.top
    if top is None or top.kind not in (Kind.BATTLE, Kind.DRAIN) or intent.card is None:
        return False
    return top.place is not None and now.table.location_of(intent.card) == top.place


@forbids(_TO_DEPLOY, Kind.DEPLOY)
def nothing_lets_it_deploy_as_a_react(now: Moment, intent: Intent) -> Facts | None:
    if not intent.react or intent.card is None:
        return None
    if _says_so(now, intent.card, "may deploy as a react"):
        return None
    if now.decide("comes as the pilot it needs", intent=intent) is not None:
        return None
    _ask_if_a_text_might(now, intent, _TO_DEPLOY)
    return {"card": intent.card}


def _says_so(now: Moment, card: CardId, word: str) -> bool:
    """Whether its own text, kept as a word for short, lets it; canceled, it says nothing."""
    return now.table.card(card).print.is_a(word) and not text_canceled(now, now.table.card(card))


def _ask_if_a_text_might(now: Moment, intent: Intent, clause: str) -> None:
    """Where no text that we know lifts the clause, one that we do not know might."""
    assert intent.card is not None
    if now.book.exception(now, intent, clause) is not None:
        return
    for card in (now.table.card(intent.card), *_others_of_his(now, intent)):
        wanted = {Topic.REACT, Topic.AWAY} if clause == _TO_LEAVE else {Topic.REACT}
        might = any(
            wanted <= said.topics and (card.id == intent.card or said.reach is not Reach.SELF)
            for said in unread_of(card.print)
        )
        if might and not text_canceled(now, card):
            raise Unknown("card-text", card=card.id)


def _ask_if_a_text_bars_it(now: Moment, intent: Intent) -> None:
    """Of the opponent's cards where it would come from or go to, a text on 'reacts' that nobody
    reads; what such a text allows its own player does not stand against this one."""
    here = now.table.location_of(intent.card) if intent.card is not None else None
    for card in now.on_table():
        if card.side is intent.player or now.table.location_of(card.id) not in (here, intent.place):
            continue
        against = any(
            Topic.REACT in said.topics and said.reach is not Reach.SELF and said.limits
            for said in unread_of(card.print)
        )
        if against and not text_canceled(now, card):
            raise Unknown("card-text", card=card.id)


def _others_of_his(now: Moment, intent: Intent) -> Iterator[Card]:
    """The player's other cards on table, and the locations, whose texts serve both players."""
    for card in now.on_table():
        if card.id != intent.card and (card.side is intent.player or card.how is How.ROW):
            yield card


@forbids("react/what-may-deploy", Kind.DEPLOY)
def it_is_nothing_that_deploys_as_a_react(now: Moment, intent: Intent) -> Facts | None:
    if not intent.react or intent.card is None:
        return None
    kind = now.table.card(intent.card).print.type
    if kind in ("character", "vehicle", "starship", "weapon", "device", "unknown"):
        return None
    return {"card": intent.card}


@decides("react/pilot-it-needs", "comes as the pilot it needs")
def the_craft_cannot_deploy_there_without_a_pilot(
    now: Moment, *, intent: Intent
) -> tuple[bool, Facts] | None:
    """One pilot, for a craft that reacts along with him and has none."""
    if intent.aboard is None or intent.place is None or intent.seat != "pilot" or intent.cards:
        return None
    craft = now.table.card(intent.aboard)
    if craft.zone is Zone.TABLE or not needs_a_pilot(now, craft, intent.place):
        return None
    return True, {"card": intent.card, "craft": craft.id}


@forbids("react/who-comes-along", Kind.REACT)
def who_is_named_cannot_come_along_or_get_out(now: Moment, intent: Intent) -> list[Facts] | None:
    if intent.card is None:
        return None
    craft = now.table.card(intent.card)
    here = now.table.location_of(craft.id)
    craftlike = craft.print.type in ("vehicle", "starship")
    boarding = boarding_a_react(now, intent) if craftlike else ()
    seats = dict(zip(boarding, seats_for(now, boarding, craft), strict=True)) if boarding else {}
    found: list[Facts] = []
    for other in intent.cards:
        card = now.table.card(other)
        out = other not in boarding and kind_of(now, intent.place) != "site"
        his = card.side is intent.player and now.table.location_of(other) == here
        able = not card.marks & {Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}
        if not (his and able and craftlike and card.print.type in ("character", "vehicle")):
            found.append({"card": craft.id, "other": other, "room": True, "out": False})
        elif out or (other in boarding and seats[other] is None):
            found.append({"card": craft.id, "other": other, "room": False, "out": out})
    return found or None


def boarding_a_react(now: Moment, intent: Intent) -> tuple[CardId, ...]:
    """Those named with a card that reacts who are not aboard it yet."""
    return tuple(c for c in intent.cards if now.table.card(c).at != intent.card)


@forbids("react/once-per-turn", Kind.REACT, Kind.DEPLOY)
def it_has_reacted_this_turn(now: Moment, intent: Intent) -> list[Facts] | None:
    if not intent.is_react or intent.card is None:
        return None
    reacting = (intent.card, *with_it(intent))
    return [
        {"card": card}
        for card in reacting
        if ("reacted", str(intent.player), card) in now.table.done
    ] or None


# -- under which rules ---------------------------------------------------------------


@permits("react/in-any-phase", despite="deploying/your-deploy-phase")
def a_react_does_not_wait_for_the_deploy_phase(now: Moment, intent: Intent) -> Facts | None:
    return {"card": intent.card} if intent.react else None


@decides("react/usual-rules-and-cost", "react pays")
def a_react_costs_what_it_costs_at_other_times(
    now: Moment, *, card: CardId, deploys: bool
) -> tuple[bool, Facts] | None:
    return True, {"card": card, "deploys": deploys}


# -- what it brings about ------------------------------------------------------------


@decides("react/presence-stops-drain", "react stops it")
def presence_brought_by_a_react_stops_the_drain(
    now: Moment, *, react: Action, answered: Action
) -> tuple[bool, Facts] | None:
    if answered.kind is not Kind.DRAIN or answered.place is None:
        return None
    if has_presence(now, react.player, answered.place) is None:
        return None
    return True, {"player": react.player, "location": answered.place}


@decides("react/leaving-ends-battle", "react stops it")
def who_reacts_away_leaves_no_presence(
    now: Moment, *, react: Action, answered: Action
) -> tuple[bool, Facts] | None:
    if answered.kind is not Kind.BATTLE or answered.place is None:
        return None
    if battling_presence(now, react.player, answered.place) is not None:
        return None
    return True, {"player": react.player, "location": answered.place}


@decides("react/canceled-goes-back", "where it goes")
def a_card_whose_react_is_canceled_goes_back_to_hand(
    now: Moment, *, action: Action
) -> tuple[tuple[Zone, How | None, object], Facts] | None:
    if not action.react or not action.cancelled:
        return None
    return (Zone.HAND, None, None), {"card": action.card}

"""Cards that go somewhere: moving, boarding, deploying, laying locations, draining.

Every card that changes its place does so through one event, `CardPlaced`, so that whatever goes
along with it can follow by the rules."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.flow import Flow, at_once
from adjudicator.engine.piles import spread
from adjudicator.game import CardId, How, Kind, Zone
from adjudicator.rules.boarding import seat_for
from adjudicator.rules.describing import (
    is_manned,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.places import places_in_the_row, version_below
from adjudicator.state.events import (
    ActionLeft,
    CardPlaced,
    Happened,
    LocationLaid,
)
from adjudicator.state.table import Action, Card, Happening, side_of_table

_SEATED = "seat "  # how an action remembers which place aboard was asked for


def move(flow: Flow, action: Action) -> None:
    """To the location, or aboard the craft that was named there."""
    if action.card is None or action.place is None:
        return
    aboard = action.targets.get("aboard", ())
    for card in (action.card, *action.targets.get("group", ())):
        if aboard:
            sit_down(flow, card, aboard[0], action, "moved")
        else:
            flow.happen(CardPlaced(card, Zone.TABLE, action.place, How.AT, "moved"))


def board(flow: Flow, action: Action) -> None:
    if action.card is None:
        return
    aboard = action.targets.get("aboard", ())
    if aboard:
        sit_down(flow, action.card, aboard[0], action, "embarked")
    elif action.place is not None:
        flow.happen(CardPlaced(action.card, Zone.TABLE, action.place, How.AT, "disembarked"))


def sit_down(
    flow: Flow, card: CardId, craft: CardId, action: Action, why: str, clause: str | None = None
) -> None:
    wanted = next((w[len(_SEATED) :] for w in action.values if w.startswith(_SEATED)), None)
    seat = seat_for(flow.now, flow.table.card(card), flow.table.card(craft), wanted)
    flow.happen(CardPlaced(card, Zone.TABLE, craft, How.ABOARD, why, clause, seat=seat))


def get_aboard(flow: Flow, action: Action) -> None:
    """Those who come along with a card that reacts, just before it leaves."""
    for card in action.targets.get("boarding", ()):
        if action.card is not None:
            sit_down(flow, card, action.card, action, "embarked")


def disembark(flow: Flow, action: Action) -> None:
    left_open = False
    for card in action.targets.get("disembarking", ()):
        here = flow.table.card(card)
        if here.at == action.card:
            left_open = left_open or not here.seat_told
            flow.happen(CardPlaced(card, Zone.TABLE, action.place, How.AT, "disembarked"))
    if left_open and action.card is not None:
        _take_the_controls(flow, action.card)


def _take_the_controls(flow: Flow, craft: CardId) -> None:
    """Where nobody said who sits where, one of those who stay is taken to steer. Where it was
    said, nobody changes seats by himself: that has its time in a player's move phase."""
    if is_manned(flow.now, flow.table.card(craft)):
        return
    for below in flow.table.lying(craft):
        card = flow.table.card(below)
        if card.how is not How.ABOARD or card.print.type != "character":
            continue
        for wanted in ("driver", "pilot"):
            seat = seat_for(flow.now, card, flow.table.card(craft), wanted)
            if seat is not None:
                placed = CardPlaced(below, Zone.TABLE, craft, How.ABOARD, "took over")
                flow.happen(replace(placed, seat=seat))
                return


def deploy(flow: Flow, action: Action) -> None:
    if action.card is None:
        return
    card = flow.table.card(action.card)
    if card.print.type == "location":
        _lay(flow, action)
        return
    on_table = flow.now.decide("deploys on table", card=card)
    if on_table is not None:
        where = side_of_table(action.player)
        flow.happen(CardPlaced(card.id, Zone.TABLE, where, How.SIDE, "deployed"))
        return
    on = action.targets.get("bearer", ())
    aboard = action.targets.get("aboard", ())
    if on:
        flow.happen(CardPlaced(card.id, Zone.TABLE, on[0], How.ON, "deployed"))
    elif aboard:
        sit_down(flow, card.id, aboard[0], action, "deployed")
    elif action.place is not None:
        flow.happen(CardPlaced(card.id, Zone.TABLE, action.place, How.AT, "deployed"))
    for other in action.targets.get("with it", ()):
        sit_down(flow, other, card.id, action, "deployed")


def _lay(flow: Flow, action: Action) -> None:
    """A location takes its place in the row, or lies over the opponent's version of it."""
    assert action.card is not None
    card = flow.table.card(action.card)
    below = version_below(flow.now, card)
    if below is not None:
        at = flow.table.row.index(below.id)
        flow.happen(LocationLaid(card.id, at, below.id))
        return
    allowed = places_in_the_row(flow.now, card)
    at = len(flow.table.row) if allowed is None else max(allowed, default=len(flow.table.row))
    for word in ("before", "after"):
        for other in action.targets.get(word, ()):
            at = flow.table.row.index(other) + (word == "after")
    flow.happen(LocationLaid(card.id, at))


def shown(flow: Flow, action: Action, card: CardId) -> None:
    """What becomes of a card that lay face down somewhere and is seen now."""
    found = flow.now.decide("turned over", card=flow.table.card(card))
    if found is None:
        return
    (stays, loss), finding = found
    flow.spoken.append(finding)
    owner = flow.table.card(card).owner
    if stays:
        here = flow.table.location_of(card)
        flow.happen(CardPlaced(card, Zone.TABLE, here, How.AT, "deployed", finding.clause))
    else:
        flow.happen(CardPlaced(card, Zone.LOST, why="lost", clause=finding.clause))
    if loss:
        spread(flow, action, Kind.LOSS, (owner,), loss)


def drain(flow: Flow, action: Action) -> None:
    """The amount, with what answers changed of it; then the loss, which may be limited."""
    assert action.place is not None
    loser = action.player.opponent
    total = flow.now.total("drain", side=action.player, location=action.place)
    set_to = action.values.get("set")
    amount = total.total + (action.values.get("change") or 0) if set_to is None else set_to
    amount = max(0, amount)
    flow.note(action, "drain", amount)
    limit = flow.now.total("drain loss limit", side=loser, location=action.place)
    limits = [term.amount for term in limit.terms if term.amount is not None]
    if (answered := action.values.get("loss limit")) is not None:
        limits.append(answered)
    loss = min([amount, *limits])
    flow.note(action, "lost", loss)
    spread(flow, action, Kind.LOSS, (loser,), loss)


@at_once(ActionLeft)
def _drained(flow: Flow, before: Moment, event: ActionLeft) -> None:
    """The drain is over: so much Force was just lost to it."""
    action = before.table.action(event.action)
    if action is None or action.kind is not Kind.DRAIN or action.cancelled:
        return
    lost = action.values.get("lost")
    if not lost:
        return
    if any(_waits_for(card, "drained") for card in flow.table.cards.values()):
        happening = Happening(
            "drained", action.player.opponent, None, action.place, level=flow.table.level
        )
        flow.happen(Happened(happening._replace(number=lost)))


def _waits_for(card: Card, event: str) -> bool:
    """Whether a text of the card follows such an event; if none does, nobody can use the moment."""
    return any(p.what == event for text in card.print.texts for p in text.when.just)

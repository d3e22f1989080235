"""What happens to the stack and whose opportunity it is, with every event."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.flow import Flow, at_once, completes, holds
from adjudicator.game import CardId, Mark, Segment, Zone
from adjudicator.rules.describing import (
    line_at,
)
from adjudicator.rules.moment import Moment
from adjudicator.state.events import (
    ActionLeft,
    Cancelled,
    CardPlaced,
    Event,
    Initiated,
    OpportunityGiven,
    Passed,
    PhaseBegan,
    SegmentBegan,
    TurnBegan,
)
from adjudicator.state.table import Action


@holds(ActionLeft)
def _is_gone_already(flow: Flow, event: ActionLeft) -> bool:
    """What ended with something else is not there to end once more."""
    return flow.table.action(event.action) is None


@completes(CardPlaced)
def _lost_as_it_lies(flow: Flow, event: CardPlaced) -> CardPlaced:
    return replace(event, marks=_as_it_lies(flow, event)) if event.zone is Zone.LOST else event


def _as_it_lies(flow: Flow, event: CardPlaced) -> frozenset[Mark]:
    """Whether a lost card lies face up in its pile, and whether anybody has seen it."""
    card = flow.table.card(event.card)
    answer = flow.now.decide("how a lost card lies", side=card.owner, source=card.zone)
    return answer[0] if answer is not None else frozenset({Mark.FACE_DOWN, Mark.HIDDEN})


@completes(SegmentBegan)
def _with_who_is_there(flow: Flow, event: SegmentBegan) -> SegmentBegan:
    return replace(event, line=_line(flow, event)) if event.segment is Segment.POWER else event


def _line(flow: Flow, event: SegmentBegan) -> frozenset[CardId] | None:
    """Who is there as the power segment begins."""
    fray = flow.table.action(event.battle)
    return line_at(flow.now, fray.place) if fray is not None and fray.place else None


@at_once(ActionLeft)
def _an_action_left(flow: Flow, before: Moment, event: ActionLeft) -> None:
    left = before.table.action(event.action)
    assert left is not None
    _card_leaves(flow, left)
    if left.part_of is None and not left.automatic:  # nobody's opportunity was used
        _hand_on(flow, event, left)
    if left.is_react and not left.cancelled:
        _react_done(flow, left)


@at_once(Initiated, Passed, PhaseBegan, TurnBegan, SegmentBegan)
def _the_opportunity_passes(flow: Flow, before: Moment, event: Event) -> None:
    _hand_on(flow, event)


def _react_done(flow: Flow, react: Action) -> None:
    """What the arrival does to the action that was reacted to."""
    answered = flow.table.action(react.answers)
    if answered is None:
        return
    answer = flow.now.decide("react stops it", react=react, answered=answered)
    if answer is not None:
        flow.spoken.append(answer[1])
        flow.happen(Cancelled(answered.id, react.id, answer[1].clause))
        flow.happen(ActionLeft(answered.id, clause=answer[1].clause))


def _hand_on(flow: Flow, event: Event, left: Action | None = None) -> None:
    answer = flow.now.decide("next player", event=event, left=left)
    if answer is not None:
        player, finding = answer
        flow.spoken.append(finding)
        flow.happen(OpportunityGiven(player, finding.clause))


def _card_leaves(flow: Flow, action: Action) -> None:
    """The card of an action that leaves the stack goes to its proper place."""
    if action.card is None or flow.table.card(action.card).zone is not Zone.STACK:
        return
    answer = flow.now.decide("where it goes", action=action)
    zone, how, at = answer[0] if answer else (Zone.LOST, None, None)
    why = "cancelled" if action.cancelled else "put away"
    clause = answer[1].clause if answer else None
    if answer:
        flow.spoken.append(answer[1])
    if zone is Zone.STACKED:
        why = "stacked"
    flow.happen(CardPlaced(action.card, zone, at, how, why, clause))

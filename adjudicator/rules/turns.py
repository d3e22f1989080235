"""Actions – taking turns: whose opportunity it is, and what two passes bring."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Kind, Phase, Segment, Side, Stands, Step, Window
from adjudicator.rules.describing import has_a_start
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids
from adjudicator.state.events import (
    BattleEnded,
    BothPassed,
    Event,
    Initiated,
    Passed,
    PhaseBegan,
    ResultBegan,
    SegmentBegan,
    TurnBegan,
)
from adjudicator.state.table import Action

_ALL = tuple(k for k in Kind if k not in (Kind.SEIZE, Kind.CHOOSE, Kind.INSIST))


def is_out_of_turn(now: Moment, intent: Intent) -> bool:
    return intent.player is not now.table.to_act


@forbids("actions-taking-turns/alternate", *_ALL, stands=Stands.UNTIL_TURN)
def the_next_action_is_the_opponents(now: Moment, intent: Intent) -> Facts | None:
    if now.table.window is Window.RESPONSE or not is_out_of_turn(now, intent):
        return None
    return {"player": intent.player, "opponent": intent.player.opponent}


@forbids("actions-taking-turns/answers-by-turns", *_ALL, stands=Stands.UNTIL_TURN)
def the_next_response_is_the_opponents(now: Moment, intent: Intent) -> Facts | None:
    if now.table.window is not Window.RESPONSE or not is_out_of_turn(now, intent):
        return None
    return {"player": intent.player, "opponent": intent.player.opponent}


# -- whose opportunity comes next -------------------------------------------


@decides("actions-taking-turns/opponent-answers-first", "next player")
def the_opponent_may_answer_first(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if not isinstance(event, Initiated):
        return None
    player = event.action.player
    return player.opponent, {"player": player.opponent, "opponent": player}


@decides("actions-taking-turns/then-the-other-answers", "next player")
def after_a_response_the_other_may_answer(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    top = now.table.top
    if left is None or top is None or top.step is not Step.RESPONSES:
        return None
    return left.player.opponent, {"player": left.player.opponent, "opponent": left.player}


@decides("actions-taking-turns/then-the-opponent", "next player")
def after_an_action_the_opponent_may_act(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if left is None or (now.table.top is not None and now.table.top.step is Step.RESPONSES):
        return None
    return left.player.opponent, {"player": left.player.opponent, "opponent": left.player}


@decides("actions-taking-turns/first-in-phase", "next player")
def the_turn_player_begins_each_phase(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if not isinstance(event, PhaseBegan | TurnBegan) or now.table.turn is None:
        return None
    if now.table.phase in (Phase.START, Phase.END):
        return None
    if isinstance(event, TurnBegan) and has_a_start(now):
        return None
    return now.table.turn, {"player": now.table.turn, "phase": now.table.phase}


@decides("actions-example-4/first-action-each-segment", "next player")
def the_initiator_begins_each_segment(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    battle = now.table.battle
    if not isinstance(event, SegmentBegan) or battle is None:
        return None
    return battle.player, {"player": battle.player, "segment": event.segment}


@decides("actions-taking-turns/may-pass", "next player")
def a_pass_hands_over(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if not isinstance(event, Passed):
        return None
    return event.player.opponent, {"player": event.player, "opponent": event.player.opponent}


# -- what two passes in a row bring ------------------------------------------


@brings("actions-taking-turns/two-passes-resolve", after=BothPassed)
def the_topmost_action_has_its_result(
    before: Moment, now: Moment, event: BothPassed
) -> Iterator[Event]:
    top = before.table.top
    if top is not None and top.step is Step.RESPONSES:
        yield ResultBegan(top.id)


@brings("actions-taking-turns/two-passes-next-segment", after=BothPassed)
def the_battle_goes_on_to_its_next_segment(
    before: Moment, now: Moment, event: BothPassed
) -> Iterator[Event]:
    top = before.table.top
    if top is None or top.kind is not Kind.BATTLE or top.segment is None:
        return
    if before.table.open_just and not _only_the_outcome_is_open(top):
        return
    following = top.segment.following
    yield SegmentBegan(top.id, following) if following else BattleEnded(top.id)


def _only_the_outcome_is_open(battle: Action) -> bool:
    """Both have let the outcome of the power segment go unanswered: nothing else keeps it open."""
    return battle.segment is Segment.POWER and battle.fight.decided


@brings("actions-taking-turns/two-passes-next-phase", after=BothPassed)
def the_turn_goes_on_to_its_next_phase(
    before: Moment, now: Moment, event: BothPassed
) -> Iterator[Event]:
    if (
        before.table.stack
        or before.table.open_just
        or before.table.phase is None
        or before.table.phase is Phase.END
    ):
        return
    following = before.table.phase.following
    if before.table.phase is Phase.SETUP:
        return
    if following is not None and following is not Phase.END:
        yield PhaseBegan(following)

"""Actions – "just": straight after an event, before anything else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.game import CardId, Kind, Step
from adjudicator.rules.conditions import about
from adjudicator.rules.describing import as_action, fits, follows
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Intent,
    brings,
    decides,
    forbids,
    permits,
    ref,
)
from adjudicator.rules.stacking import answerable
from adjudicator.state.events import BothPassed, Event, FollowedUp, Happened, Initiated, JustClosed
from adjudicator.state.table import Action, Happening


def open_event(now: Moment, intent: Intent) -> Happening | None:
    """What has just happened, is still open, and is what the text waits for."""
    if intent.text is None:
        return None
    for event in now.table.open_just:
        for pattern in intent.text.when.just:
            if follows(now, pattern, event, intent.player, intent.card):
                return event
    return None


@decides("actions-just/forfeited-is-lost", "forfeiting is losing")
def who_was_forfeited_was_lost(now: Moment) -> tuple[bool, Facts] | None:
    return True, {}


@forbids("actions-step-1a/just-initiated-expires")
def the_battle_is_past_its_initiation(now: Moment, intent: Intent) -> Facts | None:
    battle = now.table.battle
    if battle is None or battle.step is not Step.RESULT or intent.follows is not None:
        return None
    if intent.is_react:
        return {"card": intent.card, "segment": battle.segment}
    if intent.text is None or answerable(now, intent) is not battle:
        return None
    return {"card": intent.card, "segment": battle.segment}


@forbids("actions-just/narrow-window")
def what_it_waits_for_has_not_just_happened(now: Moment, intent: Intent) -> Facts | Finding | None:
    """Not yet, not at all, or no longer: the window is open only straight afterwards."""
    if intent.is_react:
        event = intent.follows
        late = intent.answers is not None and (event is None or event.followed)
        said = {"card": intent.card, "followed": event is not None, "text": None}
        return said if late else None
    if intent.text is None or not intent.text.when.just:
        return None
    event = open_event(now, intent)
    if event is not None and not event.followed:
        return None
    if event is None and now.table.stack:
        action = answerable(now, intent)
        if action is not None and (action is not now.table.top or action.step is Step.RESULT):
            return None  # it answers an action, but too late or not the topmost: see stacking
        if action is None and _answers_only(intent):
            return None  # it answers another kind of action: see step 2
    bound = next((p.clause for p in intent.text.when.just if p.clause), None)
    if bound is not None and event is None:
        return Finding(bound, about(now, intent))
    text = intent.text.clause if event is None else None
    return {"card": intent.card, "followed": event is not None, "text": text}


def _answers_only(intent: Intent) -> bool:
    assert intent.text is not None
    return all(as_action(p) for p in intent.text.when.just)


def why_it_was_no_loss(now: Moment, intent: Intent) -> list[Finding]:
    """Where a text waits in vain for a loss: cards put out of play this turn, of which a clause
    says that they were not lost."""
    if intent.text is None or intent.follows is not None:
        return []
    losses = [p for p in intent.text.when.just if p.what in ("lost", "forfeited")]
    found = []
    out = [done[1] for done in now.table.done if done[0] == "put out of play"] if losses else []
    for name in sorted(CardId(c) for c in out if c in now.table.cards):
        card = now.table.card(name)
        for pattern in losses:
            asked = {"card": card, "forfeited": pattern.what == "forfeited"}
            no_loss = now.decide("not a loss", **asked)
            if no_loss is not None and fits(now, card, pattern.filter, intent.player):
                found.append(no_loss[1])
                break
    return found


@permits("actions-just/still-just", despite="actions-just/narrow-window")
def another_just_action_does_not_end_it(now: Moment, intent: Intent) -> Facts | None:
    event = intent.follows or open_event(now, intent)
    return {"card": intent.card} if event is not None and event.followed else None


@permits(
    "actions-just/before-ordinary",
    despite=("actions-taking-turns/alternate", "actions-taking-turns/answers-by-turns"),
)
def a_just_action_comes_before_any_other(now: Moment, intent: Intent) -> Facts | None:
    if intent.follows is None:
        return None
    return {"player": intent.player, "card": intent.card, "opponent": intent.player.opponent}


@brings("actions-just/ordinary-ends-it", after=Initiated)
def an_ordinary_action_came_between(
    before: Moment, now: Moment, event: Initiated
) -> Iterator[Event]:
    action = event.action
    if action.part_of is not None or action.automatic:
        return
    if before.table.open_just:
        yield FollowedUp(before.table.level) if action.just else JustClosed(before.table.level)


@brings("actions-just/closed-by-two-passes", after=BothPassed)
def both_passed_on_what_has_just_happened(
    before: Moment, now: Moment, event: BothPassed
) -> Iterator[Event]:
    top = before.table.top
    if (top is None or top.step is Step.RESULT) and before.table.open_just:
        yield JustClosed(event.level)


@brings("actions-just/just-responses", after=Initiated)
def an_action_has_just_been_initiated(
    before: Moment, now: Moment, event: Initiated
) -> Iterator[Event]:
    action = event.action
    what = "played" if action.kind is Kind.PLAY else "initiated"
    yield Happened(
        Happening(
            f"{what} {action.doing}",
            action.player,
            action.card,
            action.place,
            action.card,
            action.id,
            action.id,
        )
    )


@decides("actions-just/next-player-first", "claim")
def it_was_the_other_players_opportunity(
    now: Moment, *, claim: Intent, before: Moment, against: Action
) -> tuple[Any, Facts] | None:
    """Both have a "just" action: the player whose opportunity it was goes first."""
    if not against.just or against.jumped is not claim.player or claim.follows is None:
        return None
    return True, {"player": claim.player, "card": claim.card, "other": ref(against)}


@decides("actions-just/ordinary-gives-way", "claim")
def an_ordinary_action_gives_way(
    now: Moment, *, claim: Intent, before: Moment, against: Action
) -> tuple[Any, Facts] | None:
    """A "just" action comes before an ordinary one that was announced too soon."""
    if against.just or against.automatic or claim.follows is None:
        return None
    if before.table.passed and before.table.to_act is not claim.player:
        return None  # the claimant had already passed
    return True, {"player": claim.player, "card": claim.card, "other": ref(against)}

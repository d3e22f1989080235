"""Actions – stacking, and Actions – step 2: what may be initiated on a stack that is not empty."""

from __future__ import annotations

from adjudicator.cards.model import Pattern
from adjudicator.game import Kind, Phase, Segment, Stands, Step
from adjudicator.rules.conditions import about
from adjudicator.rules.describing import as_action, speaks_of
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, forbids, permits, ref
from adjudicator.state.table import Action


def answerable(now: Moment, intent: Intent) -> Action | None:
    """The action on the stack that the text speaks of: the one it is said to answer, or
    else the topmost it fits."""
    if intent.text is None:
        return None
    when = intent.text.when
    just = [action for p in when.just if (action := as_action(p))]
    patterns: tuple[Pattern, ...] = (*when.answers, *just)
    for action in reversed(now.table.stack):
        if intent.aimed_at not in (None, action.id):
            continue
        spoken_of: Action = action
        if any(speaks_of(now, pattern, spoken_of, intent.player) for pattern in patterns):
            return spoken_of
    return None


def is_answer(intent: Intent) -> bool:
    """Whether the text says of itself that it answers an action."""
    if intent.is_react:
        return True
    if intent.text is None:
        return False
    when = intent.text.when
    return bool(when.answers) or any(as_action(p) for p in when.just)


@forbids("force/game-over", *Kind)
def the_game_is_over(now: Moment, intent: Intent) -> Facts | None:
    return {"player": now.table.winner.opponent} if now.table.winner is not None else None


@forbids("actions-step-2/window")
def its_result_has_begun(now: Moment, intent: Intent) -> Facts | None:
    """A response comes before the result; a battle is judged by its own clause."""
    if intent.answers is not None:
        return None
    action = now.table.top if intent.is_react else answerable(now, intent)
    if action is None or action.step is not Step.RESULT or action.kind is Kind.BATTLE:
        return None
    return {"player": intent.player, "card": intent.card, "action": ref(action)}


@forbids("actions-stacking/no-reaching-below", stands=Stands.UNTIL_RESULT)
def answers_an_action_below_the_topmost(now: Moment, intent: Intent) -> Facts | None:
    top = now.table.top
    if top is None or intent.answers is not None:
        return None
    action = answerable(now, intent)
    if action is None or action is top or action.step is Step.RESULT:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "below": ref(action),
        "topmost": ref(top),
    }


@forbids("actions-step-2/specific-link")
def says_nothing_of_the_topmost_action(now: Moment, intent: Intent) -> Facts | Finding | None:
    """A text that answers something, but not this."""
    top = now.table.top
    if top is None or not is_answer(intent) or intent.is_react:
        return None  # what a 'react' may answer is a rule of its own
    if intent.answers is not None or intent.follows is not None:
        return None
    if answerable(now, intent) is not None:
        return None
    if (clause := _the_other_players(now, intent, top)) is not None:
        return Finding(clause, about(now, intent))
    return {"player": intent.player, "card": intent.card, "topmost": ref(top)}


def _the_other_players(now: Moment, intent: Intent, top: Action) -> str | None:
    """The clause that asks for such an action, but of the other player's."""
    for pattern in intent.text.when.just if intent.text is not None else ():
        asked = as_action(pattern)
        if pattern.clause and asked and speaks_of(now, asked, top, intent.player.opponent):
            return pattern.clause
    return None


@forbids("actions-stacking/topmost-only", stands=Stands.UNTIL_RESULT)
def unrelated_to_the_topmost_action(now: Moment, intent: Intent) -> Facts | None:
    """Anything that is no response: while an action is on the stack it has to wait."""
    top = now.table.top
    if top is None or is_answer(intent):
        return None
    if intent.follows is not None:
        return None
    when = intent.text.when if intent.text is not None else None
    if when is not None and (when.in_battle or when.end_of_battle) and now.table.battle is top:
        return None  # whether the battle is far enough is another clause's question
    if _belongs_to_it(intent, top):
        return None  # in which of its segments is a question of its own
    if waits_for_what_must_happen(now, intent):
        return None  # the end of a turn has an order of its own
    return {"player": intent.player, "kind": intent.kind, "card": intent.card, "topmost": ref(top)}


def _belongs_to_it(intent: Intent, top: Action) -> bool:
    """Shots, battle destiny, forfeiting and losing Force are what a battle's result consists of;
    shots and attack destiny, an attack's."""
    if top.kind not in (Kind.BATTLE, Kind.ATTACK):
        return False
    if intent.kind is Kind.FIRE:
        return top.kind is Kind.BATTLE or top.segment is Segment.WEAPONS
    if top.step is not Step.RESULT:
        return False
    if intent.kind is Kind.DRAW:
        what = intent.attempt.what
        return what is not None and what.text == f"{top.kind} destiny"
    return intent.kind in (Kind.FORFEIT, Kind.LOSS) and top.kind is Kind.BATTLE


def waits_for_what_must_happen(now: Moment, intent: Intent) -> bool:
    """Whether an action is for the end of the turn, where what comes by itself goes first."""
    if now.table.phase is not Phase.END or intent.text is None or not intent.text.when.end_of_turn:
        return False
    return bool(now.table.waiting) or any(action.automatic for action in now.table.stack)


@permits("actions-stacking/weapons-segment-exception", despite="actions-stacking/topmost-only")
def weapons_segment_is_open(now: Moment, intent: Intent) -> Facts | None:
    top = now.table.top
    if top is None or top.kind is not Kind.BATTLE or top.segment is not Segment.WEAPONS:
        return None
    if intent.kind in (Kind.BATTLE, Kind.ATTACK, Kind.DRAW):
        return None  # one fight at a time; what else does not belong here, its own phase keeps away
    return {"kind": intent.kind, "card": intent.card}


@permits(
    "actions-stacking/allowed-part-of-result",
    despite=("actions-stacking/topmost-only", "actions-taking-turns/alternate"),
)
def a_part_of_the_topmost_actions_result(now: Moment, intent: Intent) -> Facts | None:
    action = now.table.action(intent.part_of)
    return {"card": intent.card, "topmost": ref(action)} if action is not None else None


@forbids("actions-example-4/during-battle-waits", Kind.PLAY, Kind.USE, Kind.FIRE)
def waits_for_the_weapons_segment(now: Moment, intent: Intent) -> Facts | None:
    """What is played during a battle, a shot too, is no response to it; its place is the weapons
    segment."""
    battle = now.table.battle
    if intent.text is None or battle is None:
        return None
    if not intent.text.when.in_battle and intent.kind is not Kind.FIRE:
        return None
    if battle.segment is Segment.WEAPONS or battle.segment in intent.text.when.segments:
        return None
    return {"card": intent.card, "segment": battle.segment}


@forbids("end-of-a-battle/after-damage-segment")
def the_damage_segment_is_not_over(now: Moment, intent: Intent) -> Facts | None:
    battle = now.table.battle
    if intent.text is None or not intent.text.when.end_of_battle or battle is None:
        return None
    if battle.segment is Segment.END:
        return None
    return {"card": intent.card, "segment": battle.segment}

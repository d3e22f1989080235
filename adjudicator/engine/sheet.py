"""A battle put on one sheet: where, what it has come to, and both totals term by term."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.engine.judge import Step
from adjudicator.game import CardId, Side
from adjudicator.rules.damage import fighters
from adjudicator.state.events import (
    BattleEnded,
    DestinyCancelled,
    SegmentBegan,
    TotalFound,
)
from adjudicator.state.fight import Fight
from adjudicator.state.table import Action, Unknown
from adjudicator.state.values import Sum

_TELLING = (SegmentBegan, TotalFound, BattleEnded, DestinyCancelled)


def battle_sheet(step: Step) -> tuple[CardId, Fight, Mapping[Side, Sum]] | None:
    """For a step in which a segment began, totals were found or the battle ended."""
    if not any(isinstance(event, _TELLING) for event in step.events):
        return None
    battle = step.after.table.battle or _that_ended(step)
    if battle is None or battle.place is None or battle.segment is None:
        return None
    place, fight = battle.place, battle.fight
    if fight.sums:
        return place, fight, fight.sums
    if fight.decided:
        return place, fight, {}  # the file tells the totals, not what they are made of
    if step.after.table.battle is None:
        return None  # it ended before there was anything to add up
    try:
        now = step.after
        sums = {side: now.total("total power", side=side, location=place) for side in Side}
        found = fight._replace(fighters=fighters(now, place))
    except Unknown:  # the ruling asks for what is missing; there is nothing to show
        return None
    return place, found, sums


def _that_ended(step: Step) -> Action | None:
    """The battle that ended in this step, with everything that was given for it."""
    table = step.before.table
    for event in step.events:
        if isinstance(event, BattleEnded):
            return table.battle
        table = event.apply(table)
    return None

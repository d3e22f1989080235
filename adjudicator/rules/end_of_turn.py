"""End of turn: recirculation, what must happen, what may, and the next turn."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Kind, Phase, Side, Stands
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids, ref
from adjudicator.rules.stacking import waits_for_what_must_happen
from adjudicator.rules.start_of_turn import automatic_texts
from adjudicator.state.events import (
    AppointmentsChanged,
    BothPassed,
    Event,
    PhaseBegan,
    Queued,
    TurnBegan,
)
from adjudicator.state.table import Action


@brings("end-of-turn/after-recirculation", after=BothPassed)
def the_end_of_the_turn_begins(before: Moment, now: Moment, event: BothPassed) -> Iterator[Event]:
    if (
        before.table.stack
        or before.table.open_just
        or before.table.phase is not Phase.DRAW
        or before.table.turn is None
    ):
        return
    yield PhaseBegan(Phase.END)


@brings("end-of-turn/mandatory-are-automatic", after=PhaseBegan)
def what_must_happen_comes_by_itself(
    before: Moment, now: Moment, event: PhaseBegan
) -> Iterator[Event]:
    if event.phase is not Phase.END:
        return
    for card, text in automatic_texts(now):
        if text.when.end_of_turn:
            yield Queued(card.id, text.clause, now.table.level)
    later = []
    for waiting in now.table.appointed:
        if waiting.player is not now.table.turn:
            later.append(waiting)
        elif waiting.turns:
            later.append(waiting._replace(turns=waiting.turns - 1))
        else:
            yield Queued(waiting.card, waiting.text, now.table.level)
    if now.table.appointed:
        yield AppointmentsChanged(tuple(later))


@forbids("end-of-turn/mandatory-first", stands=Stands.UNTIL_DONE)
def what_must_happen_goes_first(now: Moment, intent: Intent) -> Facts | None:
    if not waits_for_what_must_happen(now, intent):
        return None
    return {"card": intent.card, "mandatory": ref(next(a for a in now.table.stack if a.automatic))}


@decides("end-of-turn/turn-player-first", "next player")
def the_player_whose_turn_it_was_goes_first(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if not isinstance(event, PhaseBegan) or event.phase is not Phase.END or now.table.turn is None:
        return None
    return now.table.turn, {"player": now.table.turn}


@brings("end-of-turn/turn-over", after=BothPassed)
def the_next_turn_begins(before: Moment, now: Moment, event: BothPassed) -> Iterator[Event]:
    if (
        before.table.stack
        or before.table.open_just
        or before.table.phase is not Phase.END
        or before.table.turn is None
    ):
        return
    if not before.table.waiting:
        yield TurnBegan(before.table.turn.opponent)


# -- the end of the game -------------------------------------------------------------------


@forbids("force/game-over", *Kind)
def a_player_had_no_life_force_to_begin_with(now: Moment, intent: Intent) -> Facts | None:
    """Of a board on which the game was lost before the first attempt; whatever else stands
    against the attempt is said first."""
    if now.table.winner is not None:
        return None
    for side in Side:
        left = now.decide("life force", side=side)
        if left is not None and left[0] == 0:
            return {"player": side}
    return None

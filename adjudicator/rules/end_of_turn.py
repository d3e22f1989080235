"""End of turn: recirculation, what must happen, what may, and the next turn."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Kind, Phase, Side, Stands
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
from adjudicator.state.table import Action, Table


@brings("end-of-turn/after-recirculation", after=BothPassed)
def the_end_of_the_turn_begins(before: Table, table: Table, event: BothPassed) -> Iterator[Event]:
    if before.stack or before.open_just or before.phase is not Phase.DRAW or before.turn is None:
        return
    yield PhaseBegan(Phase.END)


@brings("end-of-turn/mandatory-are-automatic", after=PhaseBegan)
def what_must_happen_comes_by_itself(
    before: Table, table: Table, event: PhaseBegan
) -> Iterator[Event]:
    if event.phase is not Phase.END:
        return
    for card, text in automatic_texts(table):
        if text.when.end_of_turn:
            yield Queued(card.id, text.clause, table.level)
    later = []
    for waiting in table.appointed:
        if waiting.player is not table.turn:
            later.append(waiting)
        elif waiting.turns:
            later.append(waiting._replace(turns=waiting.turns - 1))
        else:
            yield Queued(waiting.card, waiting.text, table.level)
    if table.appointed:
        yield AppointmentsChanged(tuple(later))


@forbids("end-of-turn/mandatory-first", stands=Stands.UNTIL_DONE)
def what_must_happen_goes_first(table: Table, intent: Intent) -> Facts | None:
    if not waits_for_what_must_happen(table, intent):
        return None
    return {"card": intent.card, "mandatory": ref(next(a for a in table.stack if a.automatic))}


@decides("end-of-turn/turn-player-first", "next player")
def the_player_whose_turn_it_was_goes_first(
    table: Table, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if not isinstance(event, PhaseBegan) or event.phase is not Phase.END or table.turn is None:
        return None
    return table.turn, {"player": table.turn}


@brings("end-of-turn/turn-over", after=BothPassed)
def the_next_turn_begins(before: Table, table: Table, event: BothPassed) -> Iterator[Event]:
    if before.stack or before.open_just or before.phase is not Phase.END or before.turn is None:
        return
    if not before.waiting:
        yield TurnBegan(before.turn.opponent)


# -- the end of the game -------------------------------------------------------------------


@forbids("force/game-over", *Kind)
def a_player_had_no_life_force_to_begin_with(table: Table, intent: Intent) -> Facts | None:
    """Of a board on which the game was lost before the first attempt; whatever else stands
    against the attempt is said first."""
    if table.winner is not None:
        return None
    for side in Side:
        left = table.book.decide("life force", table, side=side)
        if left is not None and left[0] == 0:
            return {"player": side}
    return None

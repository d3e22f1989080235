"""End of turn: recirculation, what must happen, what may, and the next turn."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Phase, Side, Zone
from adjudicator.rules.registry import Facts, brings, decides
from adjudicator.state.events import (
    BothPassed,
    Event,
    ForceLost,
    GameLost,
    PhaseBegan,
    Queued,
    Recirculated,
    TurnBegan,
)
from adjudicator.state.table import Action, Table


@brings("end-of-turn/after-recirculation", after=BothPassed)
def both_players_recirculate(before: Table, table: Table, event: BothPassed) -> Iterator[Event]:
    if before.stack or before.open_just or before.phase is not Phase.DRAW or before.turn is None:
        return
    yield Recirculated(before.turn)
    yield Recirculated(before.turn.opponent)
    yield PhaseBegan(Phase.END)


@brings("end-of-turn/mandatory-are-automatic", after=PhaseBegan)
def what_must_happen_comes_by_itself(
    before: Table, table: Table, event: PhaseBegan
) -> Iterator[Event]:
    if event.phase is not Phase.END:
        return
    for side in (table.turn, table.turn.opponent) if table.turn else tuple(Side):
        for card in table.on_table():
            if card.side is not side:
                continue
            for text in table.book.texts(card.print):
                if text.role == "automatic" and text.when.end_of_turn:
                    yield Queued(card.id, text.clause, table.level)


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


@brings("force/empty-life-force-loses", after=ForceLost)
def a_player_without_life_force_has_lost(
    before: Table, table: Table, event: ForceLost
) -> Iterator[Event]:
    if event.source is Zone.HAND or table.winner is not None:
        return
    if table.life_force(event.player) == 0:
        yield GameLost(event.player)

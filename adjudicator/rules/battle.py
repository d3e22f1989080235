"""Battle: who may initiate one, what it costs, and how its totals are found."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import CardId, Kind, Phase, Purpose, Side
from adjudicator.rules.control import has_presence
from adjudicator.rules.registry import Facts, Intent, Rulebook, adjusts, decides, forbids
from adjudicator.state.events import TotalFound
from adjudicator.state.matching import apart, number_of
from adjudicator.state.table import Action, Card, Table, Unknown


@forbids("battle/your-battle-phase", Kind.BATTLE)
def battles_belong_to_your_battle_phase(table: Table, intent: Intent) -> Facts | None:
    if table.phase is None:
        raise Unknown("phase")
    if table.turn is None:
        raise Unknown("turn")
    if table.phase is Phase.BATTLE and table.turn is intent.player:
        return None
    return {"player": intent.player, "phase": table.phase, "turn": table.turn}


@forbids("battle/both-need-presence", Kind.BATTLE)
def a_side_has_no_presence_there(table: Table, intent: Intent) -> list[Facts] | None:
    if intent.place is None:
        return None
    return [
        {"player": side, "location": intent.place}
        for side in Side
        if has_presence(table, intent.book, side, intent.place) is None
    ] or None


@forbids("battle/once-per-location", Kind.BATTLE)
def there_was_a_battle_there_this_turn(table: Table, intent: Intent) -> Facts | None:
    if intent.place is None:
        return None
    if not any(note[0] == "battled" and note[2] == intent.place for note in table.done):
        return None
    return {"location": intent.place}


@adjusts("actions-example-4/battle-costs-one", "battle cost")
def a_battle_costs_one_force(
    table: Table, *, side: Side, location: CardId
) -> Iterator[tuple[int, Facts]]:
    yield 1, {"player": side, "location": location}


# -- totals --------------------------------------------------------------------


def in_battle(table: Table, card: Card) -> bool:
    return apart(table, card, Purpose.BATTLE) is None and card.print.type in (
        "character",
        "vehicle",
        "starship",
    )


@adjusts("participating-in-battle/who-takes-part", "power")
def the_power_of_those_who_take_part(
    table: Table, *, side: Side, location: CardId
) -> Iterator[tuple[int, Facts]]:
    for card in table.all_at(location):
        if card.side is not side or not in_battle(table, card):
            continue
        if apart(table, card, Purpose.POWER) is not None:
            continue
        power = number_of(table, card.id, "power")
        if power is not None:
            yield power, {"card": card.id, "number": power}


@decides("battle-summary/higher-total-wins", "battle totals")
def the_totals_decide(
    table: Table, *, battle: Action, book: Rulebook
) -> tuple[TotalFound, Facts] | None:
    """At the end of the power segment, before damage is paid."""
    if battle.place is None:
        return None
    light, dark = (
        book.total("power", table, side=side, location=battle.place).total for side in Side
    )
    winner = None if light == dark else (Side.LIGHT if light > dark else Side.DARK)
    return TotalFound(battle.id, light, dark, winner, abs(light - dark)), {}

"""Activating Force, a card at a time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import Kind, Phase, Side, Zone
from adjudicator.rules.registry import Facts, Intent, adjusts, decides, forbids
from adjudicator.state.matching import icons_at
from adjudicator.state.table import Table, Unknown


@adjusts("activate-phase/count-location-icons", "activation")
def icons_on_your_side_of_each_location(table: Table, *, side: Side) -> Iterator[tuple[int, Facts]]:
    for place in table.row:
        icons = icons_at(table, place, side)
        if icons:
            yield icons, {"location": place, "number": icons}


@adjusts("activate-phase/count-jedi-masters", "activation")
def icons_on_your_jedi_masters(table: Table, *, side: Side) -> Iterator[tuple[int, Facts]]:
    for card in table.on_table():
        icons = card.print.force_icons.get(side, 0)
        if card.side is side and "force icons" in card.print.varies:
            raise Unknown("number-of-card", card=card.id, number="number of Force icons")
        if card.side is side and icons and card.print.type == "character":
            yield icons, {"card": card.id, "number": icons}


@adjusts("activate-phase/plus-one", "activation")
def one_for_yourself(table: Table, *, side: Side) -> Iterator[tuple[int, Facts]]:
    yield 1, {"player": side}


@forbids("activate-phase/first-phase", Kind.ACTIVATE)
def activating_belongs_to_your_activate_phase(table: Table, intent: Intent) -> Facts | None:
    if table.phase is None:
        raise Unknown("phase")
    if table.turn is None:
        raise Unknown("turn")
    if table.phase is Phase.ACTIVATE and table.turn is intent.player:
        return None
    return {"player": intent.player, "phase": table.phase, "turn": table.turn}


@forbids("activate-phase/total-is-the-limit", Kind.ACTIVATE)
def more_than_he_is_entitled_to(table: Table, intent: Intent) -> Facts | None:
    total = intent.book.total("activation", table, side=intent.player).total
    done = sum(1 for note in table.done if note[:2] == ("activated", str(intent.player)))
    wanted = intent.attempt.amount or 1
    if done + wanted <= total:
        return None
    return {"player": intent.player, "total": total, "done": done, "wanted": wanted}


@forbids("activating-force/top-to-top", Kind.ACTIVATE)
def there_is_no_card_to_activate(table: Table, intent: Intent) -> Facts | None:
    if table.pile(intent.player, Zone.RESERVE) or not table.is_stated(intent.player, Zone.RESERVE):
        return None
    return {"player": intent.player}


@decides("activating-force/each-unit-an-action", "units are actions")
def each_unit_is_an_action_of_its_own(table: Table, *, side: Side) -> tuple[bool, Facts] | None:
    return True, {"player": side}

"""Saved from a starship that is about to be lost: aboard another one, if there is room."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Relocates
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Zone
from adjudicator.rules.boarding import holds_all, seat_for
from adjudicator.rules.captives import captives_of
from adjudicator.rules.registry import Facts, Intent, forbids, permits
from adjudicator.rules.targets import all_parts
from adjudicator.state.events import CardPlaced
from adjudicator.state.table import Table


def _goes_aboard(table: Table, intent: Intent) -> Iterator[tuple[CardId, CardId]]:
    """Every card that the text would relocate aboard a craft, with that craft."""
    for taken in foreseen(all_parts(intent), Relocates, inside=False):
        for craft in intent.targets.get(taken.to, ()):
            if table.card(craft).print.type in ("starship", "vehicle"):
                for card in intent.targets.get(taken.cards, ()):
                    yield card, craft


@forbids("evacuate/needs-room", Kind.PLAY)
def there_is_no_room_for_all_of_them(table: Table, intent: Intent) -> Facts | None:
    """They come aboard one after the other, each with whom it escorts."""
    for card, craft in _goes_aboard(table, intent):
        seat = seat_for(table, table.card(card), table.card(craft))
        table = CardPlaced(card, Zone.TABLE, craft, How.ABOARD, seat=seat).apply(table)
        if seat is None or not holds_all(table, table.card(craft)):
            return {"card": card, "craft": craft}
    return None


@forbids("evacuate/must-be-allowed-there", Kind.PLAY)
def it_may_not_be_aboard_that_starship(table: Table, intent: Intent) -> list[Facts] | None:
    """What a card's text forbids about boarding holds for those who are saved, too."""
    out: list[Facts] = []
    for card, craft in _goes_aboard(table, intent):
        boarding = intent._replace(
            kind=Kind.BOARD,
            card=card,
            text=None,
            targets={},
            aboard=craft,
            place=table.location_of(craft),
        )
        if intent.book.forbidden_by_texts(table, boarding):
            out.append({"card": card, "craft": craft})
    return out or None


@permits("evacuate/escorted-captive-exception", despite="evacuate/no-opposing-characters")
def the_captive_comes_with_its_escort(table: Table, intent: Intent) -> Facts | None:
    saved = [card for card, _ in _goes_aboard(table, intent)]
    escorted = {captive: escort for escort in saved for captive in captives_of(table, escort)}
    for captive in intent.unfitting:
        if captive not in escorted:
            return None
    captive = intent.unfitting[0]
    return {"card": captive, "target": escorted[captive]}

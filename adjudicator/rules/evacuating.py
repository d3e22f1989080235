"""Saved from a starship that is about to be lost: aboard another one, if there is room."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Relocates
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Zone
from adjudicator.rules.boarding import holds_all, seat_for
from adjudicator.rules.captives import captives_of
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, forbids, permits
from adjudicator.rules.targets import all_parts
from adjudicator.state.events import CardPlaced


def _goes_aboard(now: Moment, intent: Intent) -> Iterator[tuple[CardId, CardId]]:
    """Every card that the text would relocate aboard a craft, with that craft."""
    for taken in foreseen(all_parts(intent), Relocates, inside=False):
        for craft in intent.targets.get(taken.to, ()):
            if now.table.card(craft).print.type in ("starship", "vehicle"):
                for card in intent.targets.get(taken.cards, ()):
                    yield card, craft


@forbids("evacuate/needs-room", Kind.PLAY)
def there_is_no_room_for_all_of_them(now: Moment, intent: Intent) -> Facts | None:
    """They come aboard one after the other, each with whom it escorts."""
    for card, craft in _goes_aboard(now, intent):
        seat = seat_for(now, now.table.card(card), now.table.card(craft))
        now = now.on(CardPlaced(card, Zone.TABLE, craft, How.ABOARD, seat=seat).apply(now.table))
        if seat is None or not holds_all(now, now.table.card(craft)):
            return {"card": card, "craft": craft}
    return None


@forbids("evacuate/must-be-allowed-there", Kind.PLAY)
def it_may_not_be_aboard_that_starship(now: Moment, intent: Intent) -> list[Facts] | None:
    """What a card's text forbids about boarding holds for those who are saved, too."""
    out: list[Facts] = []
    for card, craft in _goes_aboard(now, intent):
        boarding = intent._replace(
            kind=Kind.BOARD,
            card=card,
            text=None,
            targets={},
            aboard=craft,
            place=now.table.location_of(craft),
        )
        if now.barred_by_texts(boarding):
            out.append({"card": card, "craft": craft})
    return out or None


@permits("evacuate/escorted-captive-exception", despite="evacuate/no-opposing-characters")
def the_captive_comes_with_its_escort(now: Moment, intent: Intent) -> Facts | None:
    saved = [card for card, _ in _goes_aboard(now, intent)]
    escorted = {captive: escort for escort in saved for captive in captives_of(now, escort)}
    for captive in intent.unfitting:
        if captive not in escorted:
            return None
    captive = intent.unfitting[0]
    return {"card": captive, "target": escorted[captive]}

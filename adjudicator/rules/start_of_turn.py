"""Start of turn, and what comes by itself as a phase begins or Force is lost."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.model import Text
from adjudicator.game import Phase, Side, Step, Zone
from adjudicator.rules.conditions import all_hold
from adjudicator.rules.describing import follows, has_a_start
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids
from adjudicator.state.events import (
    CardPlaced,
    DestinyDrawn,
    Event,
    ForceLost,
    PhaseBegan,
    Queued,
    TurnBegan,
)
from adjudicator.state.table import Action, Card, Happening


def automatic_texts(now: Moment) -> Iterator[tuple[Card, Text]]:
    """Texts that come by themselves and whose conditions hold; the turn player's first."""
    for side in (now.table.turn, now.table.turn.opponent) if now.table.turn else tuple(Side):
        for card in now.on_table():
            if card.side is not side or not card.print.texts:
                continue
            for text in now.texts(card):
                if text.role == "automatic" and _may_come(now, card, text):
                    yield card, text


def _may_come(now: Moment, card: Card, text: Text) -> bool:
    whose = text.when.whose
    if whose != "any" and (now.table.turn is card.side) is not (whose == "yours"):
        return False
    return all_hold(now, card.side, text, {}, card)


@brings("start-of-turn/mandatory-first", after=TurnBegan)
def the_start_of_the_turn(before: Moment, now: Moment, event: TurnBegan) -> Iterator[Event]:
    """A moment of its own if any card has a text for it; what must happen comes first."""
    if not has_a_start(now):
        return
    yield PhaseBegan(Phase.START)
    for card, text in automatic_texts(now):
        if text.when.start_of_turn:
            yield Queued(card.id, text.clause, now.table.level)


@decides("start-of-turn/optional-next", "next player")
def the_player_whose_turn_begins_goes_first(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    if (
        not isinstance(event, PhaseBegan)
        or event.phase is not Phase.START
        or now.table.turn is None
    ):
        return None
    return now.table.turn, {"player": now.table.turn}


@forbids("start-of-turn/nothing-else-legal")
def it_is_no_start_of_turn_action(now: Moment, intent: Intent) -> Facts | None:
    if (
        now.table.phase is not Phase.START
        or intent.answers is not None
        or intent.follows is not None
    ):
        return None
    top = now.table.top
    if top is not None and top.step is Step.RESPONSES:
        return None  # whether it answers that action is a matter of the stack
    if intent.text is not None and intent.text.when.start_of_turn:
        return None
    return {"card": intent.card, "kind": intent.kind}


# -- automatic actions ------------------------------------------------------------------


@brings("automatic-actions/by-themselves", after=PhaseBegan)
def a_phase_brings_what_must_happen_in_it(
    before: Moment, now: Moment, event: PhaseBegan
) -> Iterator[Event]:
    for card, text in automatic_texts(now):
        if event.phase in text.when.phases:
            yield Queued(card.id, text.clause, now.table.level)


@brings("automatic-actions/by-themselves", after=ForceLost)
def a_loss_of_force_brings_what_waits_for_it(
    before: Moment, now: Moment, event: ForceLost
) -> Iterator[Event]:
    lost = Happening("lost force", event.player, event.card, level=now.table.level, nth=event.nth)
    for card, text in automatic_texts(now):
        if any(follows(now, pattern, lost, card.side) for pattern in text.when.just):
            yield Queued(card.id, text.clause, now.table.level)


@decides("automatic-actions/turn-player-orders", "orders automatic actions")
def the_turn_player_puts_them_in_order(now: Moment) -> tuple[Side, Facts] | None:
    return None if now.table.turn is None else (now.table.turn, {"player": now.table.turn})


@decides("automatic-actions/before-just", "automatic before just")
def automatic_actions_come_before_just_actions(now: Moment) -> tuple[bool, Facts] | None:
    return True, {}


# -- insert cards -------------------------------------------------------------------------


def _came_to_the_top(before: Moment, now: Moment) -> Iterator[Event]:
    for side in Side:
        pile = now.table.pile(side, Zone.RESERVE)
        if not pile or pile[:1] == before.table.pile(side, Zone.RESERVE)[:1]:
            continue
        if (side, Zone.RESERVE) in now.table.shuffled and len(pile) > 1:
            continue
        for text in now.texts(now.table.card(pile[0])):
            if text.role == "automatic" and text.when.reaches_top:
                yield Queued(pile[0], text.clause, now.table.level)


@brings("insert-cards/acts-on-top", after=CardPlaced)
def an_insert_card_has_come_to_the_top(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    yield from _came_to_the_top(before, now)


@brings("insert-cards/acts-on-top", after=DestinyDrawn)
def a_draw_has_laid_bare_an_insert_card(
    before: Moment, now: Moment, event: DestinyDrawn
) -> Iterator[Event]:
    yield from _came_to_the_top(before, now)

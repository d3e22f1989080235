"""What is on table. Whatever is not counts for nothing, whatever else may be said of it: so these
clauses are asked before any other that sets a card apart."""

from __future__ import annotations

from adjudicator.game import How, Mark, Purpose, Zone
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, decides
from adjudicator.state.table import Card

Answer = tuple[bool, Facts] | None


@decides("face-down/not-on-table", "apart", marks=(Mark.FACE_DOWN,))
def a_card_face_down_is_not_on_table(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    """Nor does it count for anything else that asks for a card on table."""
    if purpose is not Purpose.TABLE and card.how is How.ROW:
        return None
    if card.zone not in (Zone.TABLE, Zone.STACKED):
        return None  # as any card of its pile, an insert card in a Reserve Deck among them
    return True, {"card": card.id}


@decides("face-up/stacked-not-on-table", "apart")
def a_card_stacked_on_another_is_not_on_table(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    """So it counts for nothing; only a text that speaks of stacked cards finds it there."""
    if purpose is Purpose.TARGET or card.zone is not Zone.STACKED or card.at is None:
        return None
    return True, {"card": card.id, "on": card.at}


@decides("on-table/not-hand-or-piles", "apart", Purpose.TABLE)
def a_card_elsewhere_is_not_on_table(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    if card.zone in (Zone.TABLE, Zone.STACKED):
        return None
    return True, {"card": card.id, "where": card.zone}

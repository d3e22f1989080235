"""Duels: an action of its own, and whose total wins it."""

from __future__ import annotations

from adjudicator.game import CardId, Zone
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, decides

Answer = tuple[CardId | None, Facts] | None


@decides("duel/an-action-of-its-own", "duel is an action")
def it_is_initiated_and_answered(
    now: Moment, *, one: CardId, other: CardId
) -> tuple[bool, Facts] | None:
    return True, {"card": one, "other": other}


@decides("duel/leaving-ends-it", "duel is over")
def one_of_the_two_has_left(
    now: Moment, *, duelists: tuple[CardId, CardId], place: CardId | None
) -> tuple[bool, Facts] | None:
    for card in duelists:
        gone = now.table.card(card).zone is not Zone.TABLE
        if gone or now.table.location_of(card) != place:
            return True, {"card": card}
    return None


@decides("duel/no-destiny-loses", "duel outcome")
def who_completed_no_destiny_loses(
    now: Moment, *, duelists: tuple[CardId, CardId], totals: tuple[int | None, int | None]
) -> Answer:
    if (totals[0] is None) is (totals[1] is None):
        return None
    lost = 0 if totals[0] is None else 1
    return duelists[1 - lost], {"card": duelists[lost]}


@decides("duel/higher-total-wins", "duel outcome")
def the_higher_total_wins(
    now: Moment, *, duelists: tuple[CardId, CardId], totals: tuple[int | None, int | None]
) -> Answer:
    first, second = totals
    if first is None or second is None:
        return None
    facts = {"card": duelists[0], "number": first, "other": duelists[1], "least": second}
    if first == second:
        return None, facts
    return duelists[0 if first > second else 1], facts

"""Battles: who took part, the totals, destinies, hits, what is paid for damage."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.engine.flow import Flow, at_once, holds
from adjudicator.engine.leaving import announce_loss, remove
from adjudicator.engine.piles import destiny, draw, lose_force
from adjudicator.engine.results import Own, Result, Wait
from adjudicator.game import CardId, Kind, Mark, Segment, Side, Zone
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.damage import destinies_left
from adjudicator.rules.describing import (
    number_of,
    takes_part,
    time_of_shots,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.weapons import bearer_of
from adjudicator.state.events import (
    ActionLeft,
    BattleEnded,
    ChangesLapsed,
    DestinyModified,
    Happened,
    Marked,
    NumberChanged,
    Remembered,
    SegmentBegan,
)
from adjudicator.state.fight import Drawn, Lasting, Paid
from adjudicator.state.table import Action, Happening


def draw_alone(flow: Flow, action: Action) -> None:
    """A destiny that is drawn for itself."""
    value = draw(flow, action.player, "drawn", None)
    flow.note(action, "drawn", value)
    flow.note(action, "drawn by opponent", 0)


def lose_one(flow: Flow, action: Action) -> None:
    if not action.values.get("reduced"):
        pays = action.pays[0] if action.pays else None
        clause = action.text.clause if action.text else None
        lose_force(flow, action.player, clause, action, pays)
        _lose_for_damage(flow, action)


@at_once(SegmentBegan)
def _a_segment_began(flow: Flow, before: Moment, event: SegmentBegan) -> None:
    if event.segment is Segment.POWER:
        note_fighters(flow)
    elif event.segment is Segment.END:
        battle = flow.table.battle
        if flow.now.decide("changes at its end", battle=battle) is None:
            _lapse(flow, "end of battle")


@at_once(BattleEnded)
def _the_battle_ended(flow: Flow, before: Moment, event: BattleEnded) -> None:
    note_fighters(flow)
    if event.early:
        _lose_the_hit(flow)


@at_once(ActionLeft)
def _it_is_over(flow: Flow, before: Moment, event: ActionLeft) -> None:
    left = before.table.action(event.action)
    if left is not None and left.kind in (Kind.BATTLE, Kind.ATTACK):
        _lose_the_hit(flow)
        if left.kind is Kind.BATTLE:
            _lapse(flow, "end of battle")


@at_once(Marked)
def _somebody_was_hit(flow: Flow, before: Moment, event: Marked) -> None:
    marked = event.on and event.mark in (Mark.HIT, Mark.EXCLUDED)
    if marked and flow.table.card(event.card).has(Mark.HIT):
        hit(flow, event.card, over=False)


def _lapse(flow: Flow, until: str) -> None:
    if until in (
        *(c.until for c in flow.table.lasting),
        *(m.until for m in flow.table.meanwhile),
    ):
        flow.happen(ChangesLapsed(until))


def note_fighters(flow: Flow) -> None:
    """Being in a battle that was initiated counts, whatever becomes of it."""
    battle = flow.table.battle
    if battle is None or battle.place is None:
        return
    for card in flow.now.all_at(battle.place):
        took_part = takes_part(flow.now, card) or card.has(Mark.EXCLUDED)
        if is_fighter(card) and took_part:
            note = ("fought", card.id, str(battle.id))
            if note not in flow.table.done:
                flow.happen(Remembered(note))


@holds(SegmentBegan)
def _outcome_first(flow: Flow, event: SegmentBegan) -> bool:
    """Who wins is known as the power segment ends, before the damage segment begins.

    "Just won" and "just lost" belong there: where a card that the scenario knows waits for
    them, the power segment stays open until they have been followed up."""
    battle = flow.table.battle
    if event.segment is not Segment.DAMAGE:
        return False
    if battle is None or battle.fight.decided:
        return False
    find_totals(flow)
    battle = flow.table.battle
    assert battle is not None
    loser = battle.fight.loser
    if loser is None or not _is_awaited(flow):
        return False
    for what, player in (("battle lost", loser), ("battle won", loser.opponent)):
        happening = Happening(what, player, None, battle.place, level=battle.id)
        flow.happen(Happened(happening))
    return True


def _is_awaited(flow: Flow) -> bool:
    for card in flow.table.cards.values():
        for text in flow.book.texts(card.print):
            if any(pattern.what in ("battle lost", "battle won") for pattern in text.when.just):
                flow.book.works(text)
                return True
    return False


def find_totals(flow: Flow) -> None:
    """Power, destiny, attrition and damage, put together."""
    battle = flow.table.battle
    answer = flow.now.decide("battle totals", battle=battle)
    if answer is not None:
        flow.happen(replace(answer[0], clause=answer[1].clause))


def hit(flow: Flow, card: CardId, over: bool) -> None:
    answer = flow.now.decide("what becomes of a hit card", card=flow.table.card(card), over=over)
    if answer is not None:
        flow.spoken.append(answer[1])
        remove(flow, card, Zone.LOST, "lost", answer[1].clause)


def _lose_the_hit(flow: Flow) -> None:
    """However it ended: who was hit and has not been forfeited has no damage segment to wait
    for any more, wherever he is by now."""
    for card in list(flow.now.on_table()):
        if card.has(Mark.HIT) and flow.table.card(card.id).zone is Zone.TABLE:
            hit(flow, card.id, over=True)


def battle_draws(flow: Flow, action: Action) -> tuple[Result, ...]:
    """All the battle destinies that are drawn together, with time to answer each but the
    last: after that the action is over, and what was just drawn may still be answered."""
    left = destinies_left(flow.now, action.player)
    together = flow.now.decide("draws at once", side=action.player, left=left)
    count = int(together[0]) if together is not None else min(1, left)
    if together is not None and count > 1:
        flow.spoken.append(together[1])
    ops: list[Result] = []
    for _ in range(count):
        ops += [Own(_draw_battle_destiny), Wait()]
    return tuple(ops[:-1])


def _draw_battle_destiny(flow: Flow, action: Action) -> None:
    battle = flow.table.battle
    if battle is None:
        return
    side = action.player
    card, value = destiny(flow, action, side, "battle destiny", None)
    if value is not None:
        value = _modified(flow, value, side, "battle destiny", side=side, location=battle.place)
    now = flow.table.battle
    assert now is not None
    drawn = (*now.fight.drawn, Drawn(side, card, value))
    flow.change(now.id, fight=now.fight._replace(drawn=drawn))
    if value is not None and card is not None:
        event = Happening(
            "drawn battle destiny", side, card, battle.place, level=flow.table.level, number=value
        )
        flow.happen(Happened(event))


def _modified(flow: Flow, value: int, player: Side, number: str, **asked: Any) -> int:
    """A destiny with what texts in force add to it; a destiny is never less than 0."""
    terms = [t for t in flow.now.total(number, **asked).terms if not t.void]
    into = max(0, value + sum(term.amount or 0 for term in terms))
    if into != value:
        cards = dict.fromkeys(c for t in terms if t.amount and (c := t.facts.get("card")))
        flow.happen(DestinyModified(player, value, into, terms[0].clause, tuple(cards)))
    return into


def drawn_for(
    flow: Flow, action: Action, name: str, count: int, clause: str | None
) -> dict[str, int | None]:
    """Destiny for a shot: one or several, added up; a weapon's has modifiers of its own."""
    drawn = [destiny(flow, action, action.player, name, clause)[1] for _ in range(count)]
    numbers = [value for value in drawn if value is not None]
    total = sum(numbers) if numbers else None
    if total is not None and action.kind is Kind.FIRE:
        place = flow.now.decide("place of the draw", action=action)
        total = _modified(
            flow,
            total,
            action.player,
            "weapon destiny",
            side=action.player,
            card=action.card,
            location=place[0] if place is not None else _aimed_at(flow, action),
        )
    single = {f"{name} {n}": value for n, value in enumerate(drawn, start=1)}
    return {name: total, **(single if count > 1 else {})}


def _aimed_at(flow: Flow, action: Action) -> CardId | None:
    named = [c for group in action.targets.values() for c in group]
    return flow.table.location_of(named[0]) if named else None


def change_for_a_time(
    flow: Flow,
    action: Action,
    number: str,
    amount: int | None,
    clause: str | None,
    side: Side | None,
    until: str | None = None,
    card: CardId | None = None,
) -> None:
    battle = flow.table.battle
    title = flow.table.card(action.card).title if action.card is not None else None
    lasting = Lasting(
        number,
        amount,
        until or ("end of battle" if battle is not None else "it leaves table"),
        clause or "",
        action.card,
        title,
        card,
        side,
        battle.place if battle is not None and side is not None else None,
    )
    flow.happen(NumberChanged(lasting, clause))


def forfeit(flow: Flow, action: Action) -> None:
    battle = flow.table.battle
    if battle is None or action.card is None:
        return
    value = number_of(flow.now, action.card, "forfeit") or 0
    hit = flow.table.card(action.card).has(Mark.HIT)
    _pay(flow, Paid(action.player, action.card, value, hit))
    if not announce_loss(flow, [action.card], "about to be forfeited"):
        remove(flow, action.card, Zone.LOST, "forfeited", None)


def _lose_for_damage(flow: Flow, action: Action) -> None:
    """A unit of Force lost by choice in the damage segment counts for battle damage."""
    battle = flow.table.battle
    if battle is not None and battle.segment is Segment.DAMAGE and action.part_of is None:
        _pay(flow, Paid(action.player, None, 1))


def _pay(flow: Flow, paid: Paid) -> None:
    battle = flow.table.battle
    assert battle is not None
    flow.change(battle.id, fight=battle.fight._replace(paid=(*battle.fight.paid, paid)))


def note_shot(flow: Flow, weapon: CardId, clause: str | None = None) -> None:
    """A weapon used, or a shot given up: it counts for the weapon and for who bears it."""
    flow.happen(Remembered(("fired", weapon, time_of_shots(flow.now)), clause))
    flow.happen(Remembered(("armed", bearer_of(flow.now, weapon).id, weapon), clause))

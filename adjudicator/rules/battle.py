"""Battle: who may initiate one, what it costs, who takes part, and how it ends early."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Marks
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, Kind, Mark, Phase, Purpose, Segment, Side
from adjudicator.rules.describing import apart, takes_part, without
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Intent,
    adjusts,
    brings,
    decides,
    forbids,
)
from adjudicator.state.events import ActionLeft, BattleEnded, Event, Marked, SegmentBegan
from adjudicator.state.table import Action, Card

Answer = tuple[bool, Facts] | None
FIGHTING = (
    Purpose.BATTLE,
    Purpose.IN_BATTLE,
    Purpose.POWER,
    Purpose.DESTINY,
    Purpose.FORFEIT,
)


# -- initiating ----------------------------------------------------------------


@forbids("battle/your-battle-phase", Kind.BATTLE)
def battles_belong_to_your_battle_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.BATTLE and turn is intent.player:
        return None
    return {"player": intent.player, "phase": phase, "turn": turn}


@forbids("battle/once-per-location", Kind.BATTLE)
def there_was_a_battle_there_this_turn(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None:
        return None
    if not any(note[0] == "battled" and note[2] == intent.place for note in now.table.done):
        return None
    return {"location": intent.place}


@forbids("battle/both-need-presence", Kind.BATTLE)
def a_side_has_no_presence_there(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    """Where it has, but only among cards that cannot battle, the clause that says so speaks."""
    if intent.place is None:
        return None
    found: list[Facts | Finding] = []
    for side in Side:
        if battling_presence(now, side, intent.place) is None:
            unable = list(_unable_to_battle(now, side, intent.place))
            found += unable or [{"player": side, "location": intent.place}]
    return found or None


def _unable_to_battle(now: Moment, side: Side, location: CardId) -> Iterator[Finding]:
    """Why each of the cards that would give a side presence there cannot battle."""
    for card in now.all_at(location):
        if card.side is not side or not is_fighter(card):
            continue
        why = apart(now, card, Purpose.BATTLE)
        if why is not None and apart(now, card, Purpose.PRESENCE) is None:
            yield Finding(why.clause, why.facts)


def battling_presence(now: Moment, side: Side, location: CardId) -> Finding | None:
    """Presence among the cards that are able to battle there."""
    unable = [c.id for c in now.all_at(location) if apart(now, c, Purpose.BATTLE) is not None]
    seen = without(now, unable)
    answer = seen.decide("presence", side=side, location=location)
    return answer[1] if answer is not None else None


@adjusts("actions-example-4/battle-costs-one", "battle cost")
def a_battle_costs_one_force(
    now: Moment, *, side: Side, location: CardId
) -> Iterator[tuple[int, Facts]]:
    yield 1, {"player": side, "location": location}


@decides("feltipern-trevagg/enclosed-free", "icons here")
def nothing_is_present_with_a_card_shut_in(now: Moment, *, card: Card) -> tuple[int, Facts] | None:
    """Force icons are present with a card in the open; inside something enclosed none is."""
    if apart(now, card, Purpose.HERE) is None:
        return None
    return 0, {"card": card.id}


# -- taking part ---------------------------------------------------------------


@decides("battle/once-per-card", "apart", *FIGHTING)
def it_has_battled_this_turn(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    battle = now.table.battle
    this = str(battle.id) if battle is not None else ""
    if not any(n[0] == "fought" and n[1] == card.id and n[2] != this for n in now.table.done):
        return None
    return True, {"card": card.id}


@decides("battle-summary/late-arrivals", "apart", *FIGHTING)
def it_came_after_the_power_segment_had_begun(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    battle = now.table.battle
    if battle is None or battle.fight.line is None:
        return None
    if card.id in battle.fight.line or now.table.location_of(card.id) != battle.place:
        return None
    if card.marks & {Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}:
        return None  # why he is out of it now, another clause says
    return True, {"card": card.id, "location": battle.place}


@decides("end-of-a-battle/still-in-battle", "at its end")
def until_it_is_over_they_are_in_battle(now: Moment, *, battle: Action) -> Answer:
    return True, {}


@decides("end-of-a-battle/modifiers-last", "changes at its end")
def until_it_is_over_changes_last(now: Moment, *, battle: Action) -> Answer:
    return True, {}


def participants(now: Moment, side: Side) -> list[Card]:
    """A side's characters, vehicles and starships in the battle that is going on."""
    battle = now.table.battle
    if battle is None or battle.place is None:
        return []
    return [
        card
        for card in now.all_at(battle.place)
        if card.side is side and is_fighter(card) and takes_part(now, card)
    ]


def is_fighter(card: Card) -> bool:
    return card.print.type in ("character", "vehicle", "starship")


# -- excluded ------------------------------------------------------------------


def _left_out(clause: str, of: Purpose) -> None:
    @decides(clause, "apart", of, marks=(Mark.EXCLUDED,))
    def an_excluded_card_is_left_out(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
        return True, {"card": card.id}


for _clause, _purpose in (
    ("excluded-from-battle/no-power", Purpose.POWER),
    ("excluded-from-battle/no-ability-for-destiny", Purpose.DESTINY),
    ("excluded-from-battle/no-firing", Purpose.FIRING),
    ("excluded-from-battle/no-weapon-target", Purpose.WEAPONS),
    ("excluded-from-battle/no-forfeit", Purpose.FORFEIT),
    ("excluded-from-battle/not-in-battle-target", Purpose.IN_BATTLE),
):
    _left_out(_clause, _purpose)


@forbids("excluded-from-battle/target-must-participate")
def it_does_not_take_part_and_cannot_be_excluded(now: Moment, intent: Intent) -> list[Facts] | None:
    if intent.text is None:
        return None
    named = [
        card
        for sign in foreseen(intent.text.result, Marks, inside=False)
        if sign.mark is Mark.EXCLUDED and sign.on
        for card in intent.targets.get(sign.cards, ())
    ]
    wrong = [c for c in named if not takes_part(now, now.table.card(c))]
    return [{"card": intent.card, "target": card} for card in wrong] or None


@brings("excluded-from-battle/lasts-for-battle", after=ActionLeft)
def the_excluded_are_free_again(before: Moment, now: Moment, event: ActionLeft) -> Iterator[Event]:
    """However the battle ended, and wherever they have gone since."""
    left = before.table.action(event.action)
    if left is None or left.kind is not Kind.BATTLE:
        return
    for card in list(now.on_table()):
        if card.has(Mark.EXCLUDED):
            yield Marked(card.id, Mark.EXCLUDED, on=False)


@decides("excluded-from-battle/no-with-destiny", "seen for battle destiny")
def the_excluded_are_with_nobody(now: Moment) -> tuple[Moment, Facts] | None:
    """Conditions on which a battle destiny hangs are read as if excluded cards were not there."""
    excluded = [card.id for card in now.on_table() if card.has(Mark.EXCLUDED)]
    return (without(now, excluded), {"card": excluded[0]}) if excluded else None


# -- ending early ----------------------------------------------------------------


@brings("battle-summary/presence-gone-ends-it", after=ActionLeft)
def no_presence_is_left_to_battle(
    before: Moment, now: Moment, event: ActionLeft
) -> Iterator[Event]:
    yield from _ends_early(now)


@brings("battle-summary/presence-gone-ends-it", after=SegmentBegan)
def no_presence_is_left_as_the_segment_begins(
    before: Moment, now: Moment, event: SegmentBegan
) -> Iterator[Event]:
    yield from _ends_early(now)


def _ends_early(now: Moment) -> Iterator[Event]:
    battle = now.table.top
    if battle is None or battle.kind is not Kind.BATTLE or battle.segment is not Segment.WEAPONS:
        return
    if side_without_presence(now, battle) is not None:
        yield BattleEnded(battle.id, early=True)


def side_without_presence(now: Moment, battle: Action) -> Side | None:
    place = battle.place
    if place is None:
        return None
    return next((s for s in Side if battling_presence(now, s, place) is None), None)

"""Attacks of creatures and on them."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.cards.constant import EatsInto
from adjudicator.engine.fighting import hit
from adjudicator.engine.flow import Flow, at_once
from adjudicator.engine.leaving import lose_all, remove
from adjudicator.engine.naming import choice
from adjudicator.engine.piles import draw, top_of
from adjudicator.game import ActionId, CardId, Kind, Mark, Segment, Side, Step, Zone
from adjudicator.rules.attacks import is_creature, meeting, prey_of
from adjudicator.rules.describing import (
    left_in_attack,
    printed_gifts,
)
from adjudicator.rules.moment import Moment
from adjudicator.state.events import (
    AttackEnded,
    Happened,
    Initiated,
    Remembered,
    SegmentBegan,
)
from adjudicator.state.fight import Drawn
from adjudicator.state.table import Action, Card, Happening, Unknown


@at_once(SegmentBegan)
def _the_damage_segment_began(flow: Flow, before: Moment, event: SegmentBegan) -> None:
    attack = flow.table.action(event.battle)
    if event.segment is Segment.DAMAGE and attack is not None and attack.kind is Kind.ATTACK:
        _decide_attack(flow, attack)


def _decide_attack(flow: Flow, attack: Action) -> None:
    """The totals are compared as the power segment ends; nothing is left to be paid."""
    for role in ("attackers", "defenders"):
        for card in left_in_attack(flow.now, attack, role):
            if is_creature(card):
                _draw_ferocity(flow, attack, card)
    now = flow.table.action(attack.id) or attack
    found = flow.now.decide("attack outcome", attack=now)
    if found is not None:
        decided = replace(found[0], clause=found[1].clause)
        flow.happen(decided)
        lost = flow.now.decide("what becomes of the defeated", attack=now)
        if lost is not None and decided.defeated:
            flow.spoken.append(lost[1])
            _defeat(flow, now, list(decided.defeated), lost[1].clause)
    for role in ("attackers", "defenders"):
        for card in left_in_attack(flow.now, now, role):
            if card.has(Mark.HIT):
                hit(flow, card.id, over=True)
    flow.happen(AttackEnded(attack.id))


def _defeat(flow: Flow, attack: Action, defeated: list[CardId], clause: str) -> None:
    """Lost, unless the creature that eats them has a text about where they go."""
    eaters = [
        card
        for role in ("attackers", "defenders")
        for card in left_in_attack(flow.now, attack, role)
        if is_creature(card) and card.id not in defeated
    ]
    for eater in eaters:
        for said, eaten in printed_gifts(flow.now, eater, EatsInto):
            for card in defeated:
                remove(flow, card, eaten.zone, str(eaten.zone), said)
            return
    lose_all(flow, defeated, clause)


def _draw_ferocity(flow: Flow, attack: Action, card: Card) -> None:
    """The destinies that are part of a creature's ferocity; one that fails adds nothing."""
    count = card.print.facts.get("ferocity destiny") or 0
    drawn = [draw(flow, card.side, "ferocity", None) for _ in range(count)]
    if count:
        flow.note(attack, f"ferocity of {card.id}", sum(value or 0 for value in drawn))


def draw_attack_destiny(flow: Flow, action: Action) -> None:
    attack = flow.table.attack
    if attack is None:
        return
    side = action.player
    card = top_of(flow, side, Zone.RESERVE, flow.draws[0] if flow.draws else None)
    value = draw(flow, side, "attack destiny", None)
    drawn = (*attack.fight.drawn, Drawn(side, card, value))
    flow.change(attack.id, fight=attack.fight._replace(drawn=drawn))
    if value is not None:
        event = Happening(
            "drawn attack destiny", side, card, attack.place, level=flow.table.level, number=value
        )
        flow.happen(Happened(event))


def note_attack(flow: Flow, action: Action) -> None:
    """What counts for the rest of the turn; and chance, not a player, chose the victim."""
    attackers = [flow.table.card(c) for c in action.targets.get("attackers", ())]
    beast = next((card for card in attackers if is_creature(card)), None)
    if beast is None:
        if action.place is not None:
            note = ("attacked at", str(action.player), action.place)
            flow.happen(Remembered(note))
        return
    victim = flow.table.card(action.targets["defenders"][0])
    others = [c for c in prey_of(flow.now, beast) if c.side is victim.side]
    if len(others) > 1:
        facts = {"card": victim.id, "cards": tuple(c.id for c in others)}
        flow.assumed.append(("chance-chose", facts))
    flow.happen(Remembered(("attacked", beast.id)))


def creatures_meet(flow: Flow) -> bool:
    """Two creatures that are present together fight as soon as nothing else is going on."""
    if flow.table.stack:
        return False
    there = meeting(flow.now)
    if not there:
        return False
    ids = tuple(card.id for card in there)
    pair = list(ids)
    if len(pair) > 2:
        chosen = [choice(flow, ids), choice(flow, ids)]
        if None in chosen:
            raise Unknown("which-creatures", cards=ids)
        pair = [CardId(str(name)) for name in chosen]
    player = flow.table.turn or flow.table.card(pair[0]).side
    _attack_by_itself(flow, player, pair[0], pair[1], "attack/creatures-meet")
    return True


def hungry(flow: Flow) -> bool:
    """Whether the battle phase has to wait for a creature that must still attack; it then
    does, as soon as both players have nothing else to do."""
    found = flow.now.decide("still to attack")
    if found is None:
        return False
    (creature, prey), finding = found
    ids = tuple(card.id for card in prey)
    chosen = ids[0] if len(ids) == 1 else choice(flow, ids)
    if chosen is None:
        raise Unknown("which-prey", card=creature.id, cards=ids)
    flow.spoken.append(finding)
    attack = _attack_by_itself(flow, creature.side, creature.id, CardId(chosen), finding.clause)
    note_attack(flow, attack)
    return True


def _attack_by_itself(
    flow: Flow, player: Side, attacker: CardId, defender: CardId, clause: str
) -> Action:
    """An attack that nobody announces, and for which no opportunity is used."""
    attack = Action(
        id=ActionId(flow.table.last_action + 1),
        kind=Kind.ATTACK,
        player=player,
        step=Step.RESPONSES,
        targets={"attackers": (attacker,), "defenders": (defender,)},
        place=flow.table.location_of(attacker),
        next=player,
        automatic=True,
    )
    flow.happen(Initiated(attack, clause))
    return attack

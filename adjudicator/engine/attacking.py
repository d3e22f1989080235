"""Attacks by and on creatures as they are carried out: destinies, totals, who is defeated."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.cards.constant import EatsInto
from adjudicator.engine.fighting import Fighting
from adjudicator.game import ActionId, CardId, Kind, Mark, Segment, Side, Step, Zone
from adjudicator.rules.attacks import is_creature, meeting, prey_of
from adjudicator.rules.describing import left_in_attack, printed_gifts
from adjudicator.rules.moment import Moment
from adjudicator.state.events import (
    AttackEnded,
    Event,
    Happened,
    Initiated,
    Remembered,
    SegmentBegan,
)
from adjudicator.state.fight import Drawn
from adjudicator.state.table import Action, Card, Happening, Unknown


class Attacking(Fighting):
    """What a flow does in attacks."""

    def choice(self, cards: tuple[CardId, ...], *words: str) -> str | None:
        raise NotImplementedError  # people know what players choose

    def fought(self, before: Moment, event: Event) -> None:
        super().fought(before, event)
        if isinstance(event, SegmentBegan) and event.segment is Segment.DAMAGE:
            attack = self.table.action(event.battle)
            if attack is not None and attack.kind is Kind.ATTACK:
                self._decide_attack(attack)

    def _decide_attack(self, attack: Action) -> None:
        """The totals are compared as the power segment ends; nothing is left to be paid."""
        for role in ("attackers", "defenders"):
            for card in left_in_attack(self.now, attack, role):
                if is_creature(card):
                    self._draw_ferocity(attack, card)
        now = self.table.action(attack.id) or attack
        found = self.now.decide("attack outcome", attack=now)
        if found is not None:
            decided = replace(found[0], clause=found[1].clause)
            self.happen(decided)
            lost = self.now.decide("what becomes of the defeated", attack=now)
            if lost is not None and decided.defeated:
                self.spoken.append(lost[1])
                self._defeat(now, list(decided.defeated), lost[1].clause)
        for role in ("attackers", "defenders"):
            for card in left_in_attack(self.now, now, role):
                if card.has(Mark.HIT):
                    self._hit(card.id, over=True)
        self.happen(AttackEnded(attack.id))

    def _defeat(self, attack: Action, defeated: list[CardId], clause: str) -> None:
        """Lost, unless the creature that eats them has a text about where they go."""
        eaters = [
            card
            for role in ("attackers", "defenders")
            for card in left_in_attack(self.now, attack, role)
            if is_creature(card) and card.id not in defeated
        ]
        for eater in eaters:
            for said, eaten in printed_gifts(self.now, eater, EatsInto):
                for card in defeated:
                    self.remove(card, eaten.zone, str(eaten.zone), said)
                return
        self.lose_all(defeated, clause)

    def _draw_ferocity(self, attack: Action, card: Card) -> None:
        """The destinies that are part of a creature's ferocity; one that fails adds nothing."""
        count = card.print.facts.get("ferocity destiny") or 0
        drawn = [self.draw(card.side, "ferocity", None) for _ in range(count)]
        if count:
            self.note(attack, f"ferocity of {card.id}", sum(value or 0 for value in drawn))

    def _draw_attack_destiny(self, action: Action) -> None:
        attack = self.table.attack
        if attack is None:
            return
        side = action.player
        card = self.top_of(side, Zone.RESERVE, self.draws[0] if self.draws else None)
        value = self.draw(side, "attack destiny", None)
        drawn = (*attack.fight.drawn, Drawn(side, card, value))
        self.change(attack.id, fight=attack.fight._replace(drawn=drawn))
        if value is not None:
            event = Happening(
                "drawn attack destiny", side, card, attack.place, level=self.table.level,
                number=value,
            )  # fmt: skip
            self.happen(Happened(event))

    def note_attack(self, action: Action) -> None:
        """What counts for the rest of the turn; and chance, not a player, chose the victim."""
        attackers = [self.table.card(c) for c in action.targets.get("attackers", ())]
        beast = next((card for card in attackers if is_creature(card)), None)
        if beast is None:
            if action.place is not None:
                note = ("attacked at", str(action.player), action.place)
                self.happen(Remembered(note))
            return
        victim = self.table.card(action.targets["defenders"][0])
        others = [c for c in prey_of(self.now, beast) if c.side is victim.side]
        if len(others) > 1:
            facts = {"card": victim.id, "cards": tuple(c.id for c in others)}
            self.assumed.append(("chance-chose", facts))
        self.happen(Remembered(("attacked", beast.id)))

    def creatures_meet(self) -> bool:
        """Two creatures that are present together fight as soon as nothing else is going on."""
        if self.table.stack:
            return False
        there = meeting(self.now)
        if not there:
            return False
        ids = tuple(card.id for card in there)
        pair = list(ids)
        if len(pair) > 2:
            chosen = [self.choice(ids), self.choice(ids)]
            if None in chosen:
                raise Unknown("which-creatures", cards=ids)
            pair = [CardId(str(name)) for name in chosen]
        player = self.table.turn or self.table.card(pair[0]).side
        self._attack_by_itself(player, pair[0], pair[1], "attack/creatures-meet")
        return True

    def hungry(self) -> bool:
        """Whether the battle phase has to wait for a creature that must still attack; it then
        does, as soon as both players have nothing else to do."""
        found = self.now.decide("still to attack")
        if found is None:
            return False
        (creature, prey), finding = found
        ids = tuple(card.id for card in prey)
        chosen = ids[0] if len(ids) == 1 else self.choice(ids)
        if chosen is None:
            raise Unknown("which-prey", card=creature.id, cards=ids)
        self.spoken.append(finding)
        attack = self._attack_by_itself(creature.side, creature.id, CardId(chosen), finding.clause)
        self.note_attack(attack)
        return True

    def _attack_by_itself(
        self, player: Side, attacker: CardId, defender: CardId, clause: str
    ) -> Action:
        """An attack that nobody announces, and for which no opportunity is used."""
        attack = Action(
            id=ActionId(self.table.last_action + 1),
            kind=Kind.ATTACK,
            player=player,
            step=Step.RESPONSES,
            targets={"attackers": (attacker,), "defenders": (defender,)},
            place=self.table.location_of(attacker),
            next=player,
            automatic=True,
        )
        self.happen(Initiated(attack, clause))
        return attack

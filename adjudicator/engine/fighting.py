"""Battles as they are fought: draws, shots, totals, damage, and what lasts only so long.

A part of the flow, beside the piles: it carries out what a battle's segments consist of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.engine.paying import Paying
from adjudicator.engine.results import Own, Result, Wait
from adjudicator.game import CardId, Kind, Mark, Segment, Side, Zone
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.damage import destinies_left
from adjudicator.rules.describing import number_of, takes_part, time_of_shots
from adjudicator.rules.moment import Moment
from adjudicator.rules.weapons import bearer_of
from adjudicator.state.events import (
    ActionLeft,
    BattleEnded,
    ChangesLapsed,
    DestinyModified,
    Event,
    Happened,
    Marked,
    NumberChanged,
    Remembered,
    SegmentBegan,
)
from adjudicator.state.fight import Drawn, Lasting, Paid
from adjudicator.state.table import Action, Happening


class Fighting(Paying):
    """What a flow does in battles."""

    def remove(self, card: CardId, zone: Zone, why: str, clause: str | None) -> None:
        raise NotImplementedError  # the flow knows what goes with it

    def announce_loss(self, cards: list[CardId], what: str) -> bool:
        raise NotImplementedError  # people know who waits for a loss

    def lose_all(self, cards: list[CardId], clause: str | None) -> None:
        raise NotImplementedError  # the flow knows what one stroke does

    def fought(self, before: Moment, event: Event) -> None:
        """What an event comes to for the battle that is going on."""
        match event:
            case SegmentBegan(segment=Segment.POWER):
                self._note_fighters()
            case SegmentBegan(segment=Segment.END):
                battle = self.table.battle
                if self.now.decide("changes at its end", battle=battle) is None:
                    self._lapse("end of battle")
            case BattleEnded(early=early):
                self._note_fighters()
                if early:
                    self._lose_the_hit()
            case ActionLeft(action=action):
                left = before.table.action(action)
                if left is not None and left.kind in (Kind.BATTLE, Kind.ATTACK):
                    self._lose_the_hit()
                    if left.kind is Kind.BATTLE:
                        self._lapse("end of battle")
            case Marked(card=card, mark=Mark.HIT | Mark.EXCLUDED, on=True):
                if self.table.card(card).has(Mark.HIT):
                    self._hit(card, over=False)

    def _lapse(self, until: str) -> None:
        if until in (
            *(c.until for c in self.table.lasting),
            *(m.until for m in self.table.meanwhile),
        ):
            self.happen(ChangesLapsed(until))

    def _note_fighters(self) -> None:
        """Being in a battle that was initiated counts, whatever becomes of it."""
        battle = self.table.battle
        if battle is None or battle.place is None:
            return
        for card in self.now.all_at(battle.place):
            took_part = takes_part(self.now, card) or card.has(Mark.EXCLUDED)
            if is_fighter(card) and took_part:
                note = ("fought", card.id, str(battle.id))
                if note not in self.table.done:
                    self.happen(Remembered(note))

    def outcome_first(self, event: Event) -> bool:
        """Who wins is known as the power segment ends, before the damage segment begins.

        "Just won" and "just lost" belong there: where a card that the scenario knows waits for
        them, the power segment stays open until they have been followed up."""
        battle = self.table.battle
        if not isinstance(event, SegmentBegan) or event.segment is not Segment.DAMAGE:
            return False
        if battle is None or battle.fight.decided:
            return False
        self.find_totals()
        battle = self.table.battle
        assert battle is not None
        loser = battle.fight.loser
        if loser is None or not self._is_awaited():
            return False
        for what, player in (("battle lost", loser), ("battle won", loser.opponent)):
            happening = Happening(what, player, None, battle.place, level=battle.id)
            self.happen(Happened(happening))
        return True

    def _is_awaited(self) -> bool:
        for card in self.table.cards.values():
            for text in self.book.texts(card.print):
                if any(pattern.what in ("battle lost", "battle won") for pattern in text.when.just):
                    self.book.works(text)
                    return True
        return False

    def find_totals(self) -> None:
        """Power, destiny, attrition and damage, put together."""
        battle = self.table.battle
        answer = self.now.decide("battle totals", battle=battle)
        if answer is not None:
            self.happen(replace(answer[0], clause=answer[1].clause))

    # -- hits ------------------------------------------------------------------------

    def _hit(self, card: CardId, over: bool) -> None:
        answer = self.now.decide(
            "what becomes of a hit card", card=self.table.card(card), over=over
        )
        if answer is not None:
            self.spoken.append(answer[1])
            self.remove(card, Zone.LOST, "lost", answer[1].clause)

    def _lose_the_hit(self) -> None:
        """However it ended: who was hit and has not been forfeited has no damage segment to wait
        for any more, wherever he is by now."""
        for card in list(self.now.on_table()):
            if card.has(Mark.HIT) and self.table.card(card.id).zone is Zone.TABLE:
                self._hit(card.id, over=True)

    # -- what a result consists of -----------------------------------------------------

    def battle_draws(self, action: Action) -> tuple[Result, ...]:
        """All the battle destinies that are drawn together, with time to answer each but the
        last: after that the action is over, and what was just drawn may still be answered."""
        left = destinies_left(self.now, action.player)
        together = self.now.decide("draws at once", side=action.player, left=left)
        count = int(together[0]) if together is not None else min(1, left)
        if together is not None and count > 1:
            self.spoken.append(together[1])
        ops: list[Result] = []
        for _ in range(count):
            ops += [Own(type(self)._draw_battle_destiny), Wait()]
        return tuple(ops[:-1])

    def _draw_battle_destiny(self, action: Action) -> None:
        battle = self.table.battle
        if battle is None:
            return
        side = action.player
        card, value = self.destiny(action, side, "battle destiny", None)
        if value is not None:
            value = self._modified(value, side, "battle destiny", side=side, location=battle.place)
        now = self.table.battle
        assert now is not None
        drawn = (*now.fight.drawn, Drawn(side, card, value))
        self.change(now.id, fight=now.fight._replace(drawn=drawn))
        if value is not None and card is not None:
            event = Happening(
                "drawn battle destiny", side, card, battle.place, level=self.table.level,
                number=value,
            )  # fmt: skip
            self.happen(Happened(event))

    def _modified(self, value: int, player: Side, number: str, **asked: Any) -> int:
        """A destiny with what texts in force add to it; a destiny is never less than 0."""
        terms = [t for t in self.now.total(number, **asked).terms if not t.void]
        into = max(0, value + sum(term.amount or 0 for term in terms))
        if into != value:
            self.happen(DestinyModified(player, value, into, terms[0].clause))
        return into

    def drawn_for(
        self, action: Action, name: str, count: int, clause: str | None
    ) -> dict[str, int | None]:
        """Destiny for a shot: one or several, added up; a weapon's has modifiers of its own."""
        drawn = [self.destiny(action, action.player, name, clause)[1] for _ in range(count)]
        numbers = [value for value in drawn if value is not None]
        total = sum(numbers) if numbers else None
        if total is not None and action.kind is Kind.FIRE:
            place = self.now.decide("place of the draw", action=action)
            total = self._modified(
                total,
                action.player,
                "weapon destiny",
                side=action.player,
                card=action.card,
                location=place[0] if place is not None else self._aimed_at(action),
            )
        single = {f"{name} {n}": value for n, value in enumerate(drawn, start=1)}
        return {name: total, **(single if count > 1 else {})}

    def _aimed_at(self, action: Action) -> CardId | None:
        named = [c for group in action.targets.values() for c in group]
        return self.table.location_of(named[0]) if named else None

    # -- numbers changed for a time ------------------------------------------------------

    def change_for_a_time(
        self,
        action: Action,
        number: str,
        amount: int | None,
        clause: str | None,
        side: Side | None,
        until: str | None = None,
        card: CardId | None = None,
    ) -> None:
        battle = self.table.battle
        title = self.table.card(action.card).title if action.card is not None else None
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
        self.happen(NumberChanged(lasting, clause))

    # -- paying damage ---------------------------------------------------------------------

    def _forfeit(self, action: Action) -> None:
        battle = self.table.battle
        if battle is None or action.card is None:
            return
        value = number_of(self.now, action.card, "forfeit") or 0
        hit = self.table.card(action.card).has(Mark.HIT)
        self._pay(Paid(action.player, action.card, value, hit))
        if not self.announce_loss([action.card], "about to be forfeited"):
            self.remove(action.card, Zone.LOST, "forfeited", None)

    def lose_for_damage(self, action: Action) -> None:
        """A unit of Force lost by choice in the damage segment counts for battle damage."""
        battle = self.table.battle
        if battle is not None and battle.segment is Segment.DAMAGE and action.part_of is None:
            self._pay(Paid(action.player, None, 1))

    def _pay(self, paid: Paid) -> None:
        battle = self.table.battle
        assert battle is not None
        self.change(battle.id, fight=battle.fight._replace(paid=(*battle.fight.paid, paid)))

    # -- shots -------------------------------------------------------------------------------

    def note_shot(self, weapon: CardId, clause: str | None = None) -> None:
        """A weapon used, or a shot given up: it counts for the weapon and for who bears it."""
        self.happen(Remembered(("fired", weapon, time_of_shots(self.now)), clause))
        self.happen(Remembered(("armed", bearer_of(self.now, weapon).id, weapon), clause))

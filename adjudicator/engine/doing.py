"""What the parts of a result do: every word a text's result may use has its place here."""

from __future__ import annotations

from typing import Any

from adjudicator.cards.model import Filter, Op
from adjudicator.engine.attacking import Attacking
from adjudicator.engine.going import Going
from adjudicator.engine.people import People
from adjudicator.game import (
    CardId,
    How,
    Kind,
    Mark,
    Purpose,
    Segment,
    Zone,
)
from adjudicator.state.events import (
    ActionAppointed,
    ActionFailed,
    Barred,
    CardPlaced,
    Declared,
    Happened,
    MadeUnique,
    Marked,
    ModifierScheduled,
    Turned,
)
from adjudicator.state.matching import apart
from adjudicator.state.table import (
    Action,
    Appointment,
    Happening,
    Scheduled,
    Unknown,
    side_of_table,
)


class Doing(People, Going, Attacking):
    """Carries out one part of a result after the other."""

    def _carry_out(self, action: Action, op: Op) -> None:
        """The words that have no room of their own yet."""
        clause = op.clause or (action.text.clause if action.text else None)
        what = op.args.get("")
        if self.carry_out_fighting(action, op):
            return
        match op.verb:
            case "reckon":
                self._reckon(action, op)
            case "add destiny":
                self._add_destiny(action, clause)
            case "one way or the other":
                chosen = self.choice((), "first", "second")
                if chosen is None:
                    raise Unknown("which-way", card=action.card)
                way = "then" if chosen == "first" else "else"
                self.next_in(action, op.args.get(way, ()))
            case "exclude ability":
                answered = self.table.action(action.answers)
                if answered is not None:
                    left_out = (
                        *answered.targets.get("left out", ()),
                        *self._cards(action, str(what)),
                    )
                    self.change(answered.id, targets={**answered.targets, "left out": left_out})
            case "destiny instead":
                answered = self.table.action(action.answers)
                if answered is not None:
                    self.note(answered, "destiny instead", self.number(action, what))
            case "turn":
                for card in self._cards(action, str(what)):
                    self.happen(Marked(card, Mark.UPSIDE_DOWN, "up" not in op.args, clause))
            case "appoint":
                self._appoint(action, str(what), clause)
            case "compare":
                self._compare(action, op)
            case "relocate":
                self._relocate(action, op, clause)
            case "place":
                for card in self._placed(action, what):
                    self.remove(card, Zone(str(op.args["in"])), "placed", clause)
            case "put on table":
                assert action.card is not None
                where = side_of_table(
                    action.player.opponent if what == "opponent" else action.player
                )
                self.happen(
                    CardPlaced(action.card, Zone.TABLE, where, How.SIDE, "deployed", clause)
                )
            case "attach to":
                assert action.card is not None
                for card in self._cards(action, str(what)):
                    why = "deployed" if action.kind is Kind.DEPLOY else "placed"
                    self.happen(CardPlaced(action.card, Zone.TABLE, card, How.ON, why, clause))
            case "grab":
                self._grab(action, clause)
            case "multiply damage":
                self._schedule(action, int(str(what)), clause)
            case "lose" if isinstance(what, Filter):
                self.lose_described(action, what, op, clause)
            case "lose":
                self.lose_all(self._cards(action, str(what)), clause)
            case "mark" | "unmark":
                for card in self._cards(action, str(what)):
                    on = op.verb == "mark"
                    self.happen(Marked(card, Mark(str(op.args["as"])), on, op.clause or clause))
            case "break cover":
                for card in self._cards(action, str(what) if what else "self"):
                    if self.table.card(card).has(Mark.UNDERCOVER):
                        self.happen(Marked(card, Mark.UNDERCOVER, on=False, clause=clause))
            case "capture":
                self.capture(action, op, clause)
            case "release":
                for card in self._cards(action, str(what)):
                    self.release(card, clause)
            case "steal":
                self.steal(action, op, clause)
            case "stack":
                assert action.card is not None
                for card in self._cards(action, str(what)):
                    self.happen(
                        CardPlaced(card, Zone.STACKED, action.card, How.STACKED, "stacked", clause)
                    )
            case "flip":
                for card in self._cards(action, str(what)):
                    if self.table.card(card).print.back is not None:
                        self.happen(Turned(card, clause))
                    else:
                        self.happen(Marked(card, Mark.FLIPPED, clause=clause))
            case "put out of play":
                for card in self._cards(action, str(what)):
                    self.remove(card, Zone.OUT, "out of play", clause)
            case "bar":
                for card in self._cards(action, str(op.args.get("at"))):
                    self.happen(Barred(str(what), card, clause))
            case "go":
                self._go(action, op, clause)
            case "aim at":
                self._aim(action, str(what), clause)
            case "put face down":
                self._put_face_down(action, str(what), clause)
            case "turn over":
                self._turn_over(action, str(what), clause)
            case "declare":
                self.happen(Declared(action.id, str(what), str(op.args.get("fr", what))))

    def _compare(self, action: Action, op: Op) -> None:
        name = str(op.args[""])
        value = action.values.get(name)
        than = next((w for w in ("less than", "more than", "at least") if w in op.args), "")
        limit = self._limit(action, op.args.get(than))
        clause = op.clause or (action.text.clause if action.text else None)
        if value is None:
            ways = {"won": op.args.get("then", ()), "missed": op.args.get("else", ())}
            settled = self.book.decide("failed draw", self.table, action=action, name=name, **ways)
            if settled is None:
                return
            success, clause = settled[0], settled[1].clause
            self.spoken.append(settled[1])
        else:
            success = self._compares(action, op, value, limit)
        if not success:
            self.happen(ActionFailed(action.id, clause, value, limit, than))
        self.next_in(action, op.args.get("then" if success else "else", ()))

    def _compares(self, action: Action, op: Op, value: int, limit: int) -> bool:
        if op.args.get("is") == "even":
            zero = self.book.decide("even", self.table, number=value) if value == 0 else None
            return zero is not None or (value != 0 and value % 2 == 0)
        if op.args.get("less than") == "your highest ability":
            passed = self.book.decide("below the ability", self.table, drawn=value, ability=limit)
            return passed is not None
        if "more than" in op.args:
            return value > limit
        return value < limit if "less than" in op.args else value >= limit

    def _limit(self, action: Action, bound: Any) -> int:
        if bound == "your highest ability":
            best = self.book.decide("highest ability", self.table, side=action.player)
            return best[0] if best is not None else 0
        return self.limit(action, bound)

    def _appoint(self, action: Action, text: str, clause: str | None) -> None:
        """An automatic action for the end of the player's next turn."""
        if action.card is None:
            return
        named = f"{(action.text.clause if action.text else '').rpartition('/')[0]}/{text}"
        turns = 1 if self.table.turn is action.player else 0
        self.happen(ActionAppointed(Appointment(action.card, named, action.player, turns), clause))

    def _relocate(self, action: Action, op: Op, clause: str | None) -> None:
        there = self._cards(action, str(op.args["to"]))
        if not there:
            return
        craft = self.table.card(there[0]).how is not How.ROW
        for card in self._cards(action, str(op.args[""])):
            if str(op.args[""]) not in action.targets and self._cannot_go(card):
                continue
            if craft:
                self._seat(card, there[0], action, "relocated", clause)
            else:
                if "moves" not in op.args:
                    self.captives_of_the_relocated(card)
                self.happen(CardPlaced(card, Zone.TABLE, there[0], How.AT, "relocated", clause))
        word = op.args.get("as")
        if word:
            self.happen(
                Happened(
                    Happening(
                        f"completed {word}", action.player, None, there[0], action.card,
                        level=self.table.level,
                    ),
                    clause,
                )
            )  # fmt: skip

    def _cannot_go(self, name: CardId) -> bool:
        """Of all that a text would take along, the missing stay where they are, and a captive with
        its escort."""
        card = self.table.card(name)
        return card.has(Mark.CAPTIVE) or apart(self.table, card, Purpose.MOVING) is not None

    def _grab(self, action: Action, clause: str | None) -> None:
        answered = self.table.action(action.answers)
        if answered is None or answered.card is None or action.card is None:
            return
        self.change(answered.id, grabbed_by=action.card)
        self.happen(MadeUnique(self.table.card(answered.card).title, action.card, clause))

    def _schedule(self, action: Action, times: int, clause: str | None) -> None:
        battle = self.table.battle
        if battle is None or action.card is None:
            return
        waiting = Scheduled(
            clause or "", action.card, action.player, Segment.DAMAGE, times, battle.id
        )
        self.happen(ModifierScheduled(waiting, clause))

    def _placed(self, action: Action, what: Any) -> list[CardId]:
        """Cards by a name, or all that fit, those stacked under others among them."""
        return self.meant(action, what if isinstance(what, Filter) else str(what))

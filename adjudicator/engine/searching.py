"""Results that reach into piles and hands: looking, taking, drawing, shuffling, moving a pile."""

from __future__ import annotations

from adjudicator.cards.model import Filter, Op
from adjudicator.engine.paying import Paying
from adjudicator.game import CardId, Kind, Mark, Segment, Side, Zone
from adjudicator.source import folded
from adjudicator.state.events import (
    CardPlaced,
    DestinyDrawn,
    Looked,
    PileMoved,
    Remembered,
    SearchFailed,
    Shuffled,
)
from adjudicator.state.matching import described
from adjudicator.state.table import Action, Unknown


class Searching(Paying):
    """What a flow does inside piles and hands."""

    def _reach(self, action: Action, op: Op, clause: str | None) -> None:
        """One of the words that reach into a pile or a hand."""
        side = self._whose(action, op)
        match op.verb:
            case "look at" | "search":
                self.happen(Looked(action.player, side, Zone(str(op.args[""])), clause))
            case "reveal hand":
                side = action.player if op.args[""] == "you" else action.player.opponent
                self.happen(Looked(action.player, side, Zone.HAND, clause))
            case "shuffle":
                self.happen(Shuffled(side, Zone(str(op.args[""])), clause))
            case "draw cards":
                self._draw_cards(action, op, side, clause)
            case "take":
                self._take(action, op, side, clause)
            case "exchange":
                self._exchange(action, op, side, clause)
            case "move pile":
                onto = Zone(str(op.args["onto"]))
                self.happen(PileMoved(side, Zone(str(op.args[""])), onto, clause))
            case "insert":
                self._insert(action, side, clause)

    def _whose(self, action: Action, op: Op) -> Side:
        return action.player.opponent if op.args.get("of") == "opponent" else action.player

    def _short(self, side: Side, zone: Zone, wanted: int) -> bool:
        """Whether cards run short, and nothing says that one then does what is possible."""
        if not self.table.is_stated(side, zone) or len(self.table.pile(side, zone)) >= wanted:
            return False
        answer = self.book.decide("cards run short", self.table, side=side, zone=zone)
        if answer is not None:
            self.spoken.append(answer[1])
        return answer is None

    def _draw_cards(self, action: Action, op: Op, side: Side, clause: str | None) -> None:
        zone = Zone(str(op.args.get("from", "reserve")))
        wanted = self.number(action, op.args[""])
        if self._short(side, zone, wanted):
            return
        for _ in range(wanted):
            card = self.top_of(side, zone)
            if card is None:
                return
            self.happen(CardPlaced(card, Zone.HAND, why="drawn", clause=clause))

    def _take(self, action: Action, op: Op, side: Side, clause: str | None) -> None:
        zone, into = Zone(str(op.args["from"])), Zone(str(op.args.get("into", "hand")))
        wanted = int(op.args.get("count", 1))
        if self._short(side, zone, wanted):
            return
        for _ in range(wanted):
            if op.args[""] == "top":
                card = self.top_of(side, zone)
            else:
                card = self.found(action, side, zone, op.args[""])
                if card is None:
                    self._in_vain(action, side, zone, clause)
            if card is None:
                return
            self.happen(CardPlaced(card, into, why="taken", clause=clause))

    def _in_vain(self, action: Action, side: Side, zone: Zone, clause: str | None) -> None:
        self.happen(SearchFailed(action.player, side, zone, clause))
        if clause is not None:
            self.happen(Remembered(("searched in vain", str(action.player), clause)))

    def _exchange(self, action: Action, op: Op, side: Side, clause: str | None) -> None:
        zone = Zone(str(op.args["from"]))
        given = self._given(action)
        card = self.found(action, side, zone, op.args["for"])
        if card is None:
            self._in_vain(action, side, zone, clause)
        if card is None or given is None:
            return
        self.happen(CardPlaced(card, Zone.HAND, why="taken", clause=clause))
        self.happen(CardPlaced(given, zone, why="put back", clause=clause))

    def _given(self, action: Action) -> CardId | None:
        """The card from hand that is given in exchange."""
        hand = self.table.pile(action.player, Zone.HAND)
        names = [folded(name) for name in (*action.takes, *self.taking)]
        for card in hand:
            if {folded(card), folded(self.table.card(card).title)} & set(names):
                return card
        if len(hand) == 1 and self.table.is_stated(action.player, Zone.HAND):
            return hand[0]
        raise Unknown("which-card", player=action.player, pile=Zone.HAND)

    def _insert(self, action: Action, side: Side, clause: str | None) -> None:
        """An insert card goes somewhere into a Reserve Deck, which is then shuffled."""
        if action.card is None:
            return
        up = self.book.decide("which way up", self.table, side=side, player=action.player)
        marks = frozenset({up[0]}) if up is not None else frozenset[Mark]()
        under = len(self.table.pile(side, Zone.RESERVE))  # anywhere, but not seen on top
        self.happen(
            CardPlaced(
                action.card,
                Zone.RESERVE,
                why="inserted",
                clause=clause,
                side=side,
                marks=marks,
                under=under,
            )
        )
        self.happen(Shuffled(side, Zone.RESERVE, clause))

    # -- Force losses made smaller -------------------------------------------------------

    def _reduce_loss(self, action: Action, amount: int) -> None:
        """A response to what makes a player lose Force, or to the loss itself."""
        answered = self.table.action(action.answers)
        if answered is None:
            return
        whole = self.table.action(answered.part_of) or answered
        so_far = whole.values.get("reduction") or 0
        self._set(whole, "reduction", so_far + amount)
        if answered.kind is Kind.LOSS:
            self._set(answered, "reduced", 1)
            self._drop_units(whole, answered.player, amount - 1)
            self._lower_damage(answered, amount)

    def _lower_damage(self, loss: Action, amount: int) -> None:
        """A unit lost by choice in the damage segment stands for the battle damage it meets."""
        battle = self.table.battle
        if battle is None or battle.segment is not Segment.DAMAGE or loss.part_of is not None:
            return
        off = min(amount, battle.fight.damage_left(loss.player))
        self.change(battle.id, fight=battle.fight._replace(damage=battle.fight.damage - off))

    def _drop_units(self, whole: Action, player: Side, units: int | None) -> None:
        """So many units of a loss that are still to come, or all of them, do not come."""
        now = self.table.action(whole.id)
        if now is None:
            return
        todo: list[Op] = []
        for op in now.todo:
            mine = op.verb == "part" and op.args["kind"] is Kind.LOSS
            if mine and op.args["player"] is player and (units is None or units > 0):
                units = None if units is None else units - 1
            else:
                todo.append(op)
        self.change(now.id, todo=tuple(todo))

    def _stop_loss(self, action: Action) -> None:
        """What is still to be lost to the action under way is not lost."""
        for loss in reversed(self.table.stack):
            if loss.kind is Kind.LOSS and loss.player is action.player:
                whole = self.table.action(loss.part_of)
                if whole is not None:
                    self._drop_units(whole, loss.player, None)
                return

    # -- numbers found on the way ---------------------------------------------------------

    def _reckon(self, action: Action, op: Op) -> None:
        what = op.args.get("how many")
        if "most of" in op.args:
            value = max(self.number(action, name) for name in op.args["most of"])
        elif what == "hand":
            if not self.table.is_stated(action.player, Zone.HAND):
                raise Unknown("hand-size", player=action.player)
            value = len(self.table.pile(action.player, Zone.HAND))
        elif isinstance(what, Filter):
            speaker = self.table.card(action.card) if action.card is not None else None
            found = described(self.table, what, action.player, action.targets, speaker)
            value = sum(1 for _ in found)
        elif what is not None:
            value = len(self._cards(action, str(what)))
        else:
            side = action.player.opponent if op.args["power of"] == "opponent" else action.player
            value = self.book.total(
                "total power", self.table, side=side, location=self._looked_at(action, op)
            ).total
        self._set(action, str(op.args[""]), value)

    def _looked_at(self, action: Action, op: Op) -> CardId:
        """Where a part of a result looks: at a card it names, where the action is, the battle."""
        named = self._cards(action, str(op.args["at"])) if "at" in op.args else []
        battle = self.table.battle
        place = (
            self.table.location_of(named[0]) if named else action.place or (battle and battle.place)
        )
        if place is None:
            raise Unknown("power-where", card=action.card)
        return place

    def _draw_destiny(self, action: Action, op: Op, clause: str | None) -> None:
        """One draw, or several that are added up; by the player of the text or the other one."""
        name = str(op.args[""])
        by = action.player.opponent if op.args.get("by") == "opponent" else action.player
        now = self.table.action(action.id) or action
        instead = now.values.get("destiny instead")
        if instead is not None and by is action.player:
            self.happen(DestinyDrawn(by, None, instead, "instead", clause))
            self._set(action, name, instead)
            return
        times = op.args.get("times", 1)
        if isinstance(times, Filter):
            where = {"where": (action.place,)} if action.place is not None else None
            meant = described(self.table, times, action.player, where)
            times = sum(1 for _ in meant) if where is not None else 0
        drawn: list[int] = []
        for _ in range(int(times)):
            value = self.draw(by, name, clause)
            if value is not None:
                drawn.append(value)
        self._set(action, name, sum(drawn) if drawn else None)
        self._set(action, f"{name} by opponent", 1 if by is not action.player else 0)

    def _add_destiny(self, action: Action, clause: str | None) -> None:
        """A response adds a destiny to its player's total in the action it answers."""
        answered = self.table.action(action.answers)
        if answered is None:
            return
        value = self.draw(action.player, "added", clause) or 0
        name = f"{action.player} added"
        self._set(answered, name, (answered.values.get(name) or 0) + value)

    def _lower_loses(self, action: Action, op: Op) -> tuple[Op, ...]:
        """Your total against your opponent's: who has less loses the difference."""
        now = self.table.action(action.id) or action
        mine = (now.values.get(str(op.args[""])) or 0) + (
            now.values.get(f"{action.player} added") or 0
        )
        theirs = (now.values.get(str(op.args["to"])) or 0) + (
            now.values.get(f"{action.player.opponent} added") or 0
        )
        by = "you" if mine < theirs else "opponent"
        return (Op("lose force", {"": abs(mine - theirs), "by": by}),)

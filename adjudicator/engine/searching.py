"""Results that reach into piles and hands: looking, taking, drawing, shuffling, moving a pile."""

from __future__ import annotations

from adjudicator.cards.model import Filter, Op
from adjudicator.engine.paying import Paying
from adjudicator.game import CardId, Zone
from adjudicator.state.matching import described
from adjudicator.state.table import Action, Unknown


class Searching(Paying):
    """What a flow does inside piles and hands."""

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
        self.note(action, str(op.args[""]), value)

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

    def _add_destiny(self, action: Action, clause: str | None) -> None:
        """A response adds a destiny to its player's total in the action it answers."""
        answered = self.table.action(action.answers)
        if answered is None:
            return
        value = self.draw(action.player, "added", clause) or 0
        name = f"{action.player} added"
        self.note(answered, name, (answered.values.get(name) or 0) + value)

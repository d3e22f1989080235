"""Cards that go somewhere: moving, boarding, deploying, laying locations, draining.

A part of the flow. Every card that changes its place does so through one event, `CardPlaced`,
so that whatever goes along with it can follow by the rules."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.engine.paying import Paying
from adjudicator.game import CardId, How, Kind, Zone
from adjudicator.rules.boarding import seat_for
from adjudicator.rules.describing import is_manned
from adjudicator.rules.places import places_in_the_row, version_below
from adjudicator.state.events import CardPlaced, Happened, LocationLaid
from adjudicator.state.table import Action, Card, Happening, side_of_table

_SEATED = "seat "  # how an action remembers which place aboard was asked for


class Going(Paying):
    """What a flow does with cards on the move."""

    def _move(self, action: Action) -> None:
        """To the location, or aboard the craft that was named there."""
        if action.card is None or action.place is None:
            return
        aboard = action.targets.get("aboard", ())
        for card in (action.card, *action.targets.get("group", ())):
            if aboard:
                self.seat(card, aboard[0], action, "moved")
            else:
                self.happen(CardPlaced(card, Zone.TABLE, action.place, How.AT, "moved"))

    def _board(self, action: Action) -> None:
        if action.card is None:
            return
        aboard = action.targets.get("aboard", ())
        if aboard:
            self.seat(action.card, aboard[0], action, "embarked")
        elif action.place is not None:
            self.happen(CardPlaced(action.card, Zone.TABLE, action.place, How.AT, "disembarked"))

    def seat(
        self, card: CardId, craft: CardId, action: Action, why: str, clause: str | None = None
    ) -> None:
        wanted = next((w[len(_SEATED) :] for w in action.values if w.startswith(_SEATED)), None)
        seat = seat_for(self.now, self.table.card(card), self.table.card(craft), wanted)
        self.happen(CardPlaced(card, Zone.TABLE, craft, How.ABOARD, why, clause, seat=seat))

    def _get_aboard(self, action: Action) -> None:
        """Those who come along with a card that reacts, just before it leaves."""
        for card in action.targets.get("boarding", ()):
            if action.card is not None:
                self.seat(card, action.card, action, "embarked")

    def _disembark(self, action: Action) -> None:
        left_open = False
        for card in action.targets.get("disembarking", ()):
            here = self.table.card(card)
            if here.at == action.card:
                left_open = left_open or not here.seat_told
                self.happen(CardPlaced(card, Zone.TABLE, action.place, How.AT, "disembarked"))
        if left_open and action.card is not None:
            self._take_the_controls(action.card)

    def _take_the_controls(self, craft: CardId) -> None:
        """Where nobody said who sits where, one of those who stay is taken to steer. Where it was
        said, nobody changes seats by himself: that has its time in a player's move phase."""
        if is_manned(self.now, self.table.card(craft)):
            return
        for below in self.table.lying(craft):
            card = self.table.card(below)
            if card.how is not How.ABOARD or card.print.type != "character":
                continue
            for wanted in ("driver", "pilot"):
                seat = seat_for(self.now, card, self.table.card(craft), wanted)
                if seat is not None:
                    placed = CardPlaced(below, Zone.TABLE, craft, How.ABOARD, "took over")
                    self.happen(replace(placed, seat=seat))
                    return

    def _deploy(self, action: Action) -> None:
        if action.card is None:
            return
        card = self.table.card(action.card)
        if card.print.type == "location":
            self._lay(action)
            return
        on_table = self.now.decide("deploys on table", card=card)
        if on_table is not None:
            where = side_of_table(action.player)
            self.happen(CardPlaced(card.id, Zone.TABLE, where, How.SIDE, "deployed"))
            return
        on = action.targets.get("bearer", ())
        aboard = action.targets.get("aboard", ())
        if on:
            self.happen(CardPlaced(card.id, Zone.TABLE, on[0], How.ON, "deployed"))
        elif aboard:
            self.seat(card.id, aboard[0], action, "deployed")
        elif action.place is not None:
            self.happen(CardPlaced(card.id, Zone.TABLE, action.place, How.AT, "deployed"))
        for other in action.targets.get("with it", ()):
            self.seat(other, card.id, action, "deployed")

    def _lay(self, action: Action) -> None:
        """A location takes its place in the row, or lies over the opponent's version of it."""
        assert action.card is not None
        card = self.table.card(action.card)
        below = version_below(self.now, card)
        if below is not None:
            at = self.table.row.index(below.id)
            self.happen(LocationLaid(card.id, at, below.id))
            return
        allowed = places_in_the_row(self.now, card)
        at = len(self.table.row) if allowed is None else max(allowed, default=len(self.table.row))
        for word in ("before", "after"):
            for other in action.targets.get(word, ()):
                at = self.table.row.index(other) + (word == "after")
        self.happen(LocationLaid(card.id, at))

    def shown(self, action: Action, card: CardId) -> None:
        """What becomes of a card that lay face down somewhere and is seen now."""
        found = self.now.decide("turned over", card=self.table.card(card))
        if found is None:
            return
        (stays, loss), finding = found
        self.spoken.append(finding)
        owner = self.table.card(card).owner
        if stays:
            here = self.table.location_of(card)
            self.happen(CardPlaced(card, Zone.TABLE, here, How.AT, "deployed", finding.clause))
        else:
            self.happen(CardPlaced(card, Zone.LOST, why="lost", clause=finding.clause))
        if loss:
            self.spread(action, Kind.LOSS, (owner,), loss)

    def _drain(self, action: Action) -> None:
        """The amount, with what answers changed of it; then the loss, which may be limited."""
        assert action.place is not None
        loser = action.player.opponent
        total = self.now.total("drain", side=action.player, location=action.place)
        set_to = action.values.get("set")
        amount = total.total + (action.values.get("change") or 0) if set_to is None else set_to
        amount = max(0, amount)
        self.note(action, "drain", amount)
        limit = self.now.total("drain loss limit", side=loser, location=action.place)
        limits = [term.amount for term in limit.terms if term.amount is not None]
        if (answered := action.values.get("loss limit")) is not None:
            limits.append(answered)
        loss = min([amount, *limits])
        self.note(action, "lost", loss)
        self.spread(action, Kind.LOSS, (loser,), loss)

    def _drained(self, action: Action) -> None:
        """The drain is over: so much Force was just lost to it."""
        lost = action.values.get("lost")
        if action.kind is not Kind.DRAIN or not lost or action.cancelled:
            return
        if any(_waits_for(card, "drained") for card in self.table.cards.values()):
            happening = Happening(
                "drained", action.player.opponent, None, action.place, level=self.table.level
            )
            self.happen(Happened(happening._replace(number=lost)))


def _waits_for(card: Card, event: str) -> bool:
    """Whether a text of the card follows such an event; if none does, nobody can use the moment."""
    return any(p.what == event for text in card.print.texts for p in text.when.just)

"""A clause that is said in the words of card texts, where no function stands for it.

It lies on no card: "you" is whoever makes the attempt, and places and cards are described."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.cards.constant import Bars, Lifts
from adjudicator.cards.model import ANONYMOUS, Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, Side, Zone
from adjudicator.rules.conditions import holds_for
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent
from adjudicator.rules.texts import bars_it, is_lifted, where_it_is_made
from adjudicator.state.table import Card

# What a rule cannot speak of, since it lies nowhere.
OF_A_CARD = (
    "self", "bearer", "here", "present here", "related", "related sites", "same planet", "this card",
    "where", "answered", "what happened", "what brought it", "where it happened", "aimed at",
)  # fmt: skip


@dataclass(frozen=True)
class ByWords:
    """Asked like any other rule: facts where it speaks, else nothing."""

    text: Text
    whose: Side | None = None  # whom alone it concerns

    @property
    def despite(self) -> tuple[str, ...]:
        return tuple(said.clause for said in foreseen(self.text.lifts, Lifts))

    def __call__(self, now: Moment, intent: Intent) -> Facts | None:
        if self.whose not in (None, intent.player):
            return None
        speaker = _speaker(intent.player)
        spoken = any(
            bars_it(now, speaker, said, intent) for said in foreseen(self.text.bars, Bars)
        ) or any(is_lifted(now, speaker, said, intent) for said in foreseen(self.text.lifts, Lifts))
        if not spoken or not all(
            holds_for(now, intent.player, condition) for condition in self.text.conditions
        ):
            return None
        place = where_it_is_made(now, intent)
        return {"player": intent.player, "card": intent.card, "location": place}


def _speaker(side: Side) -> Card:
    """In place of the card on which a text stands: it is whoever attempts something that is
    spoken to."""
    return Card(CardId(""), ANONYMOUS, side, side, Zone.OUT)

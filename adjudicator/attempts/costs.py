"""What a text asks to be paid: the base of every cost, and what costs need to know.

The words themselves stand in `adjudicator/words/costs.py`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.cards.foresight import AsksForForce
from adjudicator.cards.model import Filter
from adjudicator.cards.part import OfCards, Part
from adjudicator.game import CardId
from adjudicator.rules.describing import candidates, number_of
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent, Price
from adjudicator.rules.weapons import may_forgo
from adjudicator.source import folded


@dataclass(frozen=True)
class Cost(Part):
    """Something to be paid before a text does anything."""

    def price(self, now: Moment, intent: Intent, said_by: str | None) -> Price | None:
        """What it comes to for this attempt; None: nothing is due."""
        raise NotImplementedError


def force_asked_for(costs: Iterable[Part]) -> Iterator[int]:
    """The printed numbers among what is to be paid in Force."""
    for cost in costs:
        for asks in cost.foresees():
            if isinstance(asks, AsksForForce) and asks.number is not None:
                yield asks.number


def number_in(now: Moment, intent: Intent, what: OfCards) -> int:
    """How many cards a name means, or a number of theirs: `{armor of: target}`."""
    cards = meant_by(now, intent, what.cards)
    if not what.number:
        return len(cards)
    return sum(number_of(now, card, what.number) or 0 for card in cards)


def meant_by(now: Moment, intent: Intent, name: str) -> tuple[CardId, ...]:
    """The cards a text calls by a name: chosen, all that it describes, itself, or its bearer."""
    assert intent.text is not None
    for target in intent.text.targets:
        if target.implicit and target.name == name:
            found = candidates(now, target, intent.player, intent.targets, intent.card)
            return tuple(c.id for c in found)
    if name in ("self", "bearer") and intent.card is not None:
        where = intent.card if name == "self" else now.table.card(intent.card).at
        return (where,) if where is not None and where in now.table.cards else ()
    if name in intent.targets or any(target.name == name for target in intent.text.targets):
        return intent.targets.get(name, ())
    return tuple(card.id for card in now.on_table() if card.title == name)


def shots_to_forgo(now: Moment, intent: Intent, wanted: Filter) -> tuple[CardId, ...]:
    """The weapons whose shot could be given up, or the one named with `paying:`."""
    named = {folded(name.text) for name in intent.attempt.paying}
    found = [c for c in now.on_table() if may_forgo(now, c, wanted, intent)]
    meant = [c for c in found if named & {folded(c.id), folded(c.title)}]
    return tuple(card.id for card in meant[:1] or found)

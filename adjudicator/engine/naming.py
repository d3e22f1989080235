"""What an action means by its words: numbers, cards called by a name, what a player chooses."""

from __future__ import annotations

from adjudicator.cards.model import Filter, Text
from adjudicator.cards.part import OfCards
from adjudicator.engine.flow import Flow
from adjudicator.game import CardId, How, Side
from adjudicator.rules.describing import (
    aimed_at,
    candidates,
    described,
    is_reached,
    number_of,
    out_of_reach,
)
from adjudicator.rules.registry import Finding
from adjudicator.source import folded
from adjudicator.state.table import Action, Card, Unknown


class Refused(Exception):  # noqa: N818 - it is no error, it is a choice that is not open
    """What a player chose on the way is against a rule."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(findings[0].clause)
        self.findings = tuple(findings)


def number_in(flow: Flow, action: Action, what: int | str | OfCards) -> int:
    """A number of a text: printed, found on the way, chosen as X, or one of cards."""
    if isinstance(what, int):
        return what
    known = (flow.table.action(action.id) or action).values
    if not isinstance(what, OfCards):
        return known.get(what) or 0
    if f"{what.number} of {what.cards}" in known:  # of a card that is gone: as it left
        return known[f"{what.number} of {what.cards}"] or 0
    cards = called(flow, action, what.cards)
    if not what.number:
        return len(cards)
    values = [number_of(flow.now, card, what.number) or 0 for card in cards]
    return sum(values) if what.total else max(values, default=0)


def meant(flow: Flow, action: Action, what: str | Filter) -> list[CardId]:
    """Cards by a name, or all that fit, those stacked under others among them."""
    if not isinstance(what, Filter):
        return called(flow, action, what)
    speaker = flow.table.card(action.card) if action.card is not None else None
    found = list(described(flow.now, what, action.player, action.targets, speaker))
    return [card.id for card in found if not _passes_by(flow, action, card)]


def _passes_by(flow: Flow, action: Action, card: Card) -> bool:
    """Whether a card that nobody chose is immune to the card whose text this is."""
    if action.card is None:
        return False
    immune = flow.now.decide("immune to it", card=card, by=action.card)
    if immune is not None:
        flow.spoken.append(immune[1])
    return immune is not None


def called(flow: Flow, action: Action, name: str) -> list[CardId]:
    """The cards that a text calls by a name: its targets, itself, what it is on, a title."""
    if name == "self":
        return [action.card] if action.card is not None else []
    if name in action.targets:
        return list(action.targets[name])
    if name == "bearer" and action.card is not None:
        here = flow.table.card(action.card)
        return [here.at] if here.how is How.ON and here.at is not None else []
    aims = flow.table.card(action.card).aims if action.card is not None else ()
    if name in ("aimed at", "mentor", "apprentice") and aims:
        return list({"mentor": aims[:1], "apprentice": aims[1:]}.get(name, aims))
    for target in action.text.targets if action.text else ():
        if target.implicit and target.name == name:
            return [
                card.id
                for card in aimed_at(flow.now, target, action.player, action.targets, action.card)
                if is_reached(flow.now, card, target) and not _passes_by(flow, action, card)
            ]
    return [c.id for c in flow.now.on_table() if c.title == name]


def choice(flow: Flow, cards: tuple[CardId, ...], *words: str) -> str | None:
    """What the scenario says a player chooses: one of these cards, or one of these words."""
    names = {folded(card): card for card in cards}
    for card in cards:
        names.setdefault(folded(flow.table.card(card).title), card)
    for position, asked in enumerate(flow.choosing):
        if asked in words or asked in names:
            del flow.choosing[position]
            return asked if asked in words else str(names[asked])
    return None


def aimed_by_itself(
    flow: Flow, card: CardId, text: Text, player: Side
) -> dict[str, tuple[CardId, ...]] | None:
    """Whom an automatic text targets, as its player chooses; None: a target that it needs is
    not there, and so it is not initiated."""
    named: dict[str, tuple[CardId, ...]] = {}
    for target in text.targets:
        if target.implicit:
            continue
        found = candidates(flow.now, target, player, named, card)
        able = [c.id for c in found if out_of_reach(flow.now, c, target) is None]
        chosen: tuple[CardId, ...] = tuple(able) if target.every else ()
        while not target.every and (target.most is None or len(chosen) < target.most):
            left = tuple(c for c in able if c not in chosen)
            if not left or (one := choice(flow, left)) is None:
                break
            chosen = (*chosen, CardId(one))
        if not chosen and len(able) == 1:
            chosen = tuple(able)
        if len(chosen) < target.least and not target.optional:
            if len(able) < target.least:
                return None
            raise Unknown("which-target", card=card, cards=tuple(able))
        named[target.name] = chosen
    return named

"""Which texts that nobody reads could bear on an attempt: by what they speak of, and from where.

A ruling tells them with the very sentence; what it says holds unless they say otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from adjudicator.cards.topics import Reach, Topic, Unread, told_of, topics_of, unread_of
from adjudicator.engine.judge import Step
from adjudicator.game import CardId, How, Kind, Verdict, Zone
from adjudicator.rules.describing import text_canceled
from adjudicator.rules.moment import Moment
from adjudicator.state.events import (
    CardPlaced,
    Declared,
    DestinyDrawn,
    Event,
    ForceLost,
    ForceRetrieved,
    TotalFound,
)
from adjudicator.state.table import Card


class Bears(NamedTuple):
    """A sentence on a card that could bear on an attempt."""

    card: CardId
    unread: Unread
    printed: bool  # these are its words; otherwise it is only said what they are about


# What an attempt of a kind, or what came of it, is about; a question speaks for itself.
_OF_KINDS: Mapping[Kind, frozenset[Topic]] = {
    Kind.DEPLOY: frozenset({Topic.DEPLOY, Topic.PRICE}),
    Kind.REPLACE: frozenset({Topic.NAME}),
    Kind.MOVE: frozenset({Topic.MOVE}),
    Kind.REACT: frozenset({Topic.REACT, Topic.MOVE}),
    Kind.BOARD: frozenset({Topic.ABOARD}),
    Kind.DRAIN: frozenset({Topic.DRAIN}),
    Kind.BATTLE: frozenset({Topic.BATTLE}),
    Kind.ATTACK: frozenset({Topic.ATTACK}),
    Kind.FIRE: frozenset({Topic.WEAPON}),
    Kind.FORFEIT: frozenset({Topic.FORFEIT}),
    Kind.DRAW: frozenset({Topic.DESTINY}),
    Kind.ACTIVATE: frozenset({Topic.FORCE}),
    Kind.LOSS: frozenset({Topic.LOSS, Topic.DAMAGE}),
    Kind.BREAK_COVER: frozenset({Topic.COVER}),
    Kind.SEARCH: frozenset({Topic.SEARCH}),
    Kind.TRANSFER: frozenset({Topic.CAPTURE}),
}
_OF_EVENTS: Mapping[type[Event], frozenset[Topic]] = {
    DestinyDrawn: frozenset({Topic.DESTINY}),
    ForceLost: frozenset({Topic.LOSS}),
    ForceRetrieved: frozenset({Topic.LOSS}),
    TotalFound: frozenset({Topic.POWER, Topic.ATTRITION, Topic.DAMAGE}),
}


def declared_before(steps: Iterable[Step]) -> dict[int, tuple[Bears, ...]]:
    """For each attempt the effects that earlier ones declared: they are told, not carried out."""
    found: dict[int, tuple[Bears, ...]] = {}
    so_far: tuple[Bears, ...] = ()
    for step in steps:
        found[step.number] = so_far
        for event in step.events:
            action = step.before.table.action(event.action) if isinstance(event, Declared) else None
            if isinstance(event, Declared) and action is not None and action.card is not None:
                so_far = (*so_far, Bears(action.card, told_of(event.en, event.fr), True))
    return found


def bearing_on(
    step: Step, asked: Iterable[CardId] = (), declared: Iterable[Bears] = ()
) -> list[Bears]:
    """The sentences that could turn the verdict or the answer, or change what came of it; `asked`
    are the cards that a question is about, `declared` what was only told before."""
    if step.verdict in (Verdict.UNDETERMINED, Verdict.BACKED_UP):
        return []
    tried, came = _tried(step), _came(step)
    if not tried and not came:
        return []
    told = [d for d in declared if d.unread.topics & tried and d.unread.limits]
    own = _own(step) | frozenset(asked)
    places = _places(step, own)
    found = [
        Bears(
            card.id,
            unread,
            bool(card.print.printed or card.print.imported)
            and unread.says.get("en") == unread.says.get("fr"),
        )
        for card in _speaking(step.before, own)
        for unread in unread_of(card.print)
        if _is_near(step.before, card, unread, places, own)
        and (_turns(step, card, unread, tried) or bool(unread.topics & came))
    ]
    return [*told, *found]


def _turns(step: Step, card: Card, unread: Unread, tried: frozenset[Topic]) -> bool:
    """Whether a sentence on that topic could make the verdict another one. Where a card may move
    it may perhaps be deployed."""
    if step.intent is not None and step.intent.kind is Kind.DEPLOY and step.intent.card == card.id:
        tried |= {Topic.MOVE}
    if not unread.topics & tried:
        return False
    if step.attempt.is_question:
        return True
    return unread.limits if step.verdict is Verdict.LEGAL else unread.allows


def _tried(step: Step) -> frozenset[Topic]:
    """What the attempt or the question is about; with a target, targeting too."""
    if step.attempt.is_question:
        name = step.attempt.using.text if step.attempt.using is not None else ""
        return topics_of(name)
    intent = step.intent
    if intent is None:
        return frozenset()
    topics = _OF_KINDS.get(Kind.REACT if intent.is_react else intent.kind, frozenset())
    aimed = intent.kind in (Kind.PLAY, Kind.USE, Kind.FIRE) and any(intent.targets.values())
    return topics | {Topic.TARGET} if aimed else topics


def _came(step: Step) -> frozenset[Topic]:
    """What the things that came of it are about."""
    found: frozenset[Topic] = frozenset()
    for event in step.events:
        found |= _OF_EVENTS.get(type(event), frozenset())
        if isinstance(event, CardPlaced) and event.why in ("lost", "forfeited"):
            found |= {Topic.FORFEIT if event.why == "forfeited" else Topic.LOSS}
    return found


def _own(step: Step) -> frozenset[CardId]:
    """The cards that it is about."""
    intent = step.intent
    if intent is None:
        return frozenset()
    named = {c for group in intent.targets.values() for c in group}
    named |= {*intent.cards, *(c for c in (intent.card, intent.aboard) if c is not None)}
    return frozenset(named)


def _places(step: Step, own: frozenset[CardId]) -> frozenset[CardId]:
    """The locations where it is made, goes or is aimed at, and that of the battle."""
    table, intent = step.before.table, step.intent
    found = {table.location_of(c) for c in own}
    if intent is not None:
        found.add(intent.place)
    fray = table.battle or table.attack
    found.add(fray.place if fray is not None else None)
    return frozenset(place for place in found if place is not None)


def _speaking(now: Moment, own: frozenset[CardId]) -> Iterator[Card]:
    """The cards whose text may work: on table, and those that it is about."""
    for card in now.on_table():
        if card.print.not_modelled and not text_canceled(now, card):
            yield card
    for name in own:
        card = now.table.card(name)
        if card.zone is not Zone.TABLE and card.print.not_modelled:
            yield card


def _is_near(
    now: Moment, card: Card, unread: Unread, places: frozenset[CardId], own: frozenset[CardId]
) -> bool:
    if card.id in own or unread.reach is Reach.ANYWHERE:
        return True
    here = card.id if card.how is How.ROW else now.table.location_of(card.id)
    return unread.reach is Reach.HERE and here in places

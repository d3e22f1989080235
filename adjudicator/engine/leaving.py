"""Cards that leave table, and all that goes with them."""

from __future__ import annotations

from adjudicator.engine.flow import Flow, afterwards, at_once
from adjudicator.engine.naming import Refused, choice
from adjudicator.game import CardId, How, Zone
from adjudicator.rules.captives import captives_of
from adjudicator.rules.describing import (
    as_it_left,
    follows,
    to_be_spared,
)
from adjudicator.rules.moment import Moment
from adjudicator.source import folded
from adjudicator.state.events import (
    DOOMED,
    CardPlaced,
    Escaped,
    EscortGone,
    Event,
    Happened,
    JustClosed,
    OneMustGo,
    Queued,
    Remembered,
    Spared,
)
from adjudicator.state.table import Happening, Unknown


def remove(
    flow: Flow,
    card: CardId,
    zone: Zone,
    why: str,
    clause: str | None,
    stroke: tuple[CardId, ...] = (),
) -> None:
    """A card leaves table; what lies on it or is aboard goes with it. A captive goes free,
    unless it is lost in the same stroke. What lay on a card that is lost may have the last word."""
    mourning = _mourners(flow, card) if zone is Zone.LOST else []
    measured = as_it_left(flow.now, card, "bearer") if mourning else ()
    here = flow.table.location_of(card)
    captives = captives_of(flow.now, card)
    inside = tuple(below.id for below in flow.table.everything_at(card))
    for below in flow.table.lying(card):
        if below not in captives:
            remove(flow, below, Zone.LOST, "lost", clause, (*stroke, *inside))
    if zone is Zone.OUT:
        kept = flow.now.decide("gone for good", card=flow.table.card(card))
        zone = Zone.LOST if kept is None else zone
    flow.happen(CardPlaced(card, zone, why=why, clause=clause))
    if zone is Zone.OUT:
        flow.happen(Remembered(("put out of play", card)))
    for captive in captives:
        if captive in stroke:
            _nothing_to_choose(flow, captive)
        flow.happen(EscortGone(captive, card, here, captive in stroke))
    for below, text in mourning:
        flow.happen(Queued(below, text, flow.table.level, card, measured))


def _nothing_to_choose(flow: Flow, captive: CardId) -> None:
    """Whoever is lost with the escort neither stays nor escapes."""
    lost = flow.now.decide("lost with its escort", captive=captive, together=True)
    if lost is not None and choice(flow, (), "stay", "escape") is not None:
        raise Refused([lost[1]])


def lose_all(flow: Flow, cards: list[CardId], clause: str | None) -> None:
    """All in one stroke, unless somebody may still step in; one upon the other in the order that
    the file gives, if it gives one."""
    names = {c: (folded(c), folded(flow.table.card(c).title)) for c in cards}
    cards = sorted(
        cards, key=lambda c: next((n for n, o in enumerate(flow.order) if o in names[c]), 99)
    )
    if not announce_loss(flow, cards, "about to be lost"):
        _lose(flow, cards, clause)


def announce_loss(flow: Flow, cards: list[CardId], what: str) -> bool:
    """Whether a card in this game waits for just such a loss: then that comes first, and
    the loss when the moment has passed."""
    top = flow.table.top
    doomed = [
        Happening(
            what,
            top.player if top is not None else flow.table.card(card).owner,
            card,
            by=top.card if top is not None else None,
            level=flow.table.level,
        )
        for card in cards
        if flow.table.card(card).zone is Zone.TABLE
    ]
    if not any(_somebody_waits_for(flow, happening) for happening in doomed):
        return False
    for happening in doomed:
        flow.happen(Happened(happening))
    return True


def _somebody_waits_for(flow: Flow, happening: Happening) -> bool:
    for card in flow.table.cards.values():
        for text in flow.book.texts(card.print) if card.zone in (Zone.HAND, Zone.TABLE) else ():
            for pattern in text.when.just:
                awaited = pattern.what == "about to be lost"
                if awaited and follows(flow.now, pattern, happening, card.side):
                    flow.book.works(text)
                    return True
    return False


@afterwards(JustClosed)
def _nobody_stepped_in(flow: Flow, before: Moment, event: JustClosed) -> None:
    """Or somebody did: what was about to be lost is lost now, with all that is left in it."""
    doomed = [h for h in before.table.just if h.level == event.level and h.what in DOOMED]
    for what, why in DOOMED.items():
        cards = [h.card for h in doomed if h.what == what and h.card is not None]
        _lose(flow, [c for c in cards if flow.table.card(c).zone is Zone.TABLE], None, why)


def _lose(flow: Flow, cards: list[CardId], clause: str | None, why: str = "lost") -> None:
    """Who was lost with another is not lost twice."""
    stroke = tuple(cards)
    for card in sorted(cards, key=lambda c: flow.table.card(c).how is How.ESCORTED):
        if flow.table.card(card).zone is not Zone.LOST:
            remove(flow, card, Zone.LOST, why, clause, stroke)


@afterwards(OneMustGo)
def _one_must_go(flow: Flow, before: Moment, event: OneMustGo) -> None:
    if len(event.cards) == 1:
        remove(flow, event.cards[0], Zone.LOST, "lost", event.clause)
        return
    chosen = choice(flow, event.cards)
    if chosen is None:
        raise Unknown(event.question, player=event.player, cards=event.cards)
    remove(flow, CardId(chosen), Zone.LOST, "lost", event.clause)


def _mourners(flow: Flow, card: CardId) -> list[tuple[CardId, str]]:
    """What lies on a card and acts by itself when that card is lost."""
    return [
        (below, text.clause)
        for below in flow.table.lying(card)
        for text in flow.book.texts(flow.table.card(below).print)
        if text.role == "automatic"
        and any(p.what == "lost" and p.filter.titles == ("bearer",) for p in text.when.just)
    ]


@at_once(Event)
def _some_are_spared(flow: Flow, before: Moment, event: Event) -> None:
    for spared in to_be_spared(before, flow.now) if flow.table.just else ():
        flow.happen(Spared(spared))


@afterwards(EscortGone)
def _no_clause_says_what_becomes(flow: Flow, before: Moment, event: EscortGone) -> None:
    if flow.table.card(event.captive).at == event.escort:
        remove(flow, event.captive, Zone.LOST, "lost", event.clause)


@afterwards(Escaped)
def _whoever_escapes_is_lost(flow: Flow, before: Moment, event: Escaped) -> None:
    if flow.table.card(event.card).zone is Zone.TABLE:
        remove(flow, event.card, Zone.LOST, "lost", event.clause)

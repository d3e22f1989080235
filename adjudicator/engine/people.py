"""Characters: captives and those who hold them, spies, the missing."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.cards.constant import WhenUncovered
from adjudicator.engine.flow import Flow, afterwards
from adjudicator.engine.naming import Refused, choice
from adjudicator.engine.piles import draw
from adjudicator.game import CardId, How, Mark, Side, Zone
from adjudicator.rules.captives import captives_of, refusals
from adjudicator.rules.describing import (
    printed_gifts,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding
from adjudicator.state.events import (
    CardPlaced,
    Declined,
    Escaped,
    Freed,
    Marked,
    Remembered,
    Replaced,
    Taken,
)
from adjudicator.state.table import Action, Unknown


def break_cover(flow: Flow, action: Action) -> None:
    uncover(flow, (action.card,) if action.card is not None else (), None)


_TRAVELLED = ("moved", "embarked", "disembarked", "shuttled", "transferred")


@afterwards(CardPlaced)
def _take_along(flow: Flow, before: Moment, event: CardPlaced) -> None:
    if event.why not in _TRAVELLED:
        return
    escort = flow.table.card(event.card)
    left = before.table.location_of(event.card)
    for captive in captives_of(flow.now, event.card):
        found = flow.now.decide(
            "captive goes along", captive=flow.table.card(captive), escort=escort
        )
        if found is not None:
            flow.spoken.append(found[1])
        elif left is not None:
            flow.happen(CardPlaced(captive, Zone.TABLE, left, How.AT, "left behind"))


def captives_of_the_relocated(flow: Flow, escort: CardId) -> None:
    """The excerpts list the moves on which a captive goes along; being taken elsewhere by a
    card is not among them, so it is asked."""
    for captive in captives_of(flow.now, escort):
        way = choice(flow, (), "first", "second")
        if way is None:
            raise Unknown("captive-of-the-relocated", card=escort, captive=captive)
        if way == "second":
            flow.happen(Freed(captive, flow.table.location_of(escort)))


@afterwards(Marked)
def _uncovered(flow: Flow, before: Moment, event: Marked) -> None:
    """A card whose text says so passes to the other player, who may be free to decline."""
    card_id, card = event.card, flow.table.card(event.card)
    if event.mark is not Mark.UNDERCOVER or event.on:
        return
    if card.zone is not Zone.TABLE:
        return
    said = {told.what: clause for clause, told in printed_gifts(flow.now, card, WhenUncovered)}
    if "taken" not in said:
        return
    silenced = flow.now.decide("canceled text of a spy", card=card)
    if silenced is not None:
        flow.spoken.append(silenced[1])
        return
    other = card.side.opponent
    clause = said["taken"]
    if "light may decline" in said and other is Side.LIGHT:
        chosen = choice(flow, (), "take", "decline")
        if chosen is None:
            raise Unknown("takes-or-declines", card=card_id, player=other)
        if chosen == "decline":
            flow.happen(Declined(card_id, other, said["light may decline"]))
            return
    flow.happen(Taken(card_id, other, clause))


def uncover(flow: Flow, spies: Iterable[CardId], clause: str | None) -> None:
    """Those among them who are under cover are so no longer."""
    for card in spies:
        if flow.table.card(card).has(Mark.UNDERCOVER):
            flow.happen(Marked(card, Mark.UNDERCOVER, on=False, clause=clause))


def dispose(
    flow: Flow,
    victim: CardId,
    able: tuple[CardId, ...],
    prison: bool,
    named: list[CardId],
    clause: str,
) -> None:
    """What becomes of who is captured: an escort, a prison, or flight."""
    here = flow.table.location_of(victim)
    near = tuple(c.id for c in flow.now.all_at(here)) if here is not None else ()
    chosen = choice(flow, near, "escape", "prison")
    if chosen is None and len(named) == 1 and named[0] in able:
        chosen = str(named[0])
    if chosen is None:
        if able or prison:
            raise Unknown("outcome-of-capture", card=victim, cards=able, prison=prison)
        chosen = "escape"
    if chosen == "escape":
        flow.happen(Escaped(victim, clause))
    elif chosen == "prison" and prison:
        flow.happen(Marked(victim, Mark.CAPTIVE, clause=clause))
        flow.happen(Marked(victim, Mark.IMPRISONED, clause=clause))
    elif chosen == "prison":
        raise Refused([Finding(clause, {"card": victim})])
    else:
        escort = CardId(chosen)
        if against := refusals(flow.now, escort):
            raise Refused(against)
        flow.happen(Marked(victim, Mark.CAPTIVE, clause=clause))
        flow.happen(CardPlaced(victim, Zone.TABLE, escort, How.ESCORTED, "seized", clause))


@afterwards(Freed)
def _freed(flow: Flow, before: Moment, event: Freed) -> None:
    captive = flow.table.card(event.captive)
    if event.location is not None:
        stay = flow.now.decide("freed may stay", captive=captive, location=event.location)
        if stay is not None:
            chosen = choice(flow, (), "stay", "escape")
            if chosen == "stay":
                _set_free(flow, captive.id, event.location, stay[1])
                return
            if chosen is None:
                facts = {"player": captive.owner, "card": captive.id}
                flow.assumed.append(("freed-escapes", facts))
    flow.happen(Escaped(captive.id, event.clause))


def _set_free(flow: Flow, captive: CardId, location: CardId, finding: Finding) -> None:
    flow.spoken.append(finding)
    flow.happen(Marked(captive, Mark.CAPTIVE, on=False, clause=finding.clause))
    flow.happen(CardPlaced(captive, Zone.TABLE, location, How.AT, "released", finding.clause))


def release(flow: Flow, captive: CardId, clause: str | None) -> None:
    """A text that sets a captive free: at the site, or away."""
    flow.happen(Freed(captive, flow.table.location_of(captive), clause))


def transfer(flow: Flow, action: Action) -> None:
    """Into a prison, or out of one with an escort."""
    if action.card is None:
        return
    escort = next(iter(action.targets.get("escort", ())), None)
    if escort is not None:
        if flow.table.card(action.card).has(Mark.IMPRISONED):
            flow.happen(Marked(action.card, Mark.IMPRISONED, on=False))
        flow.happen(CardPlaced(action.card, Zone.TABLE, escort, How.ESCORTED, "seized"))
    elif action.place is not None:
        flow.happen(Marked(action.card, Mark.IMPRISONED))
        flow.happen(CardPlaced(action.card, Zone.TABLE, action.place, How.AT, "imprisoned"))


def hand_over(flow: Flow, action: Action) -> None:
    """A weapon or device, to its new bearer, if both are still there."""
    if action.card is None:
        return
    for bearer in action.targets.get("bearer", ()):
        both = (flow.table.card(action.card), flow.table.card(bearer))
        if all(card.zone is Zone.TABLE for card in both):
            flow.happen(CardPlaced(action.card, Zone.TABLE, bearer, How.ON, "handed on"))


def take_the_place(flow: Flow, action: Action) -> None:
    """A character, by another version of it, if it is still there."""
    for old in action.targets.get("replaced", ()):
        if action.card is not None and flow.table.card(old).zone is Zone.TABLE:
            flow.happen(Replaced(action.card, old))


def search(flow: Flow, action: Action) -> None:
    """A destiny and the party's members; one of the missing there, at random, is found."""
    party = action.targets.get("party", ())
    for member in party:
        flow.happen(Remembered(("searched", str(action.player), member)))
    destiny = draw(flow, action.player, "search", None)
    found = flow.now.decide("search", destiny=destiny, party=party)
    if found is None or action.card is None:
        return
    here = flow.table.location_of(action.card)
    missing = tuple(
        c.id
        for c in (flow.now.all_at(here) if here is not None else ())
        if c.has(Mark.MISSING) and c.side is action.player
    )
    chosen = str(missing[0]) if len(missing) == 1 else choice(flow, missing)
    if chosen is None:
        raise Unknown("which-missing", cards=missing, player=action.player)
    flow.spoken.append(found[1])
    flow.happen(Marked(CardId(chosen), Mark.MISSING, on=False, clause=found[1].clause))

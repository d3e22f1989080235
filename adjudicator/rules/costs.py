"""Actions – step 1c: no initiation unless every cost can be paid."""

from __future__ import annotations

from adjudicator.cards.topics import Topic, unread_of
from adjudicator.game import Kind, Side, Zone
from adjudicator.rules.conditions import about
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, forbids
from adjudicator.state.table import Unknown


def available(now: Moment, side: Side, kind: str) -> int | None:
    """How much a player can use or lose; None: the scenario does not say, so enough."""
    if kind == "use":
        if not now.table.is_stated(side, Zone.FORCE):
            return None
        return len(now.table.pile(side, Zone.FORCE))
    sources = (Zone.HAND, Zone.RESERVE, Zone.FORCE, Zone.USED)
    if any(not now.table.is_stated(side, zone) for zone in sources):
        return None
    return sum(len(now.table.pile(side, zone)) for zone in sources)


def _is_in_hand(now: Moment, intent: Intent) -> bool:
    return intent.card is not None and now.table.card(intent.card).zone is Zone.HAND


@forbids("actions-step-1c/every-cost")
def the_force_does_not_suffice(now: Moment, intent: Intent) -> Facts | None:
    """Force to use or to lose; a price found by a draw is known only after the draw."""
    for price in intent.prices:
        if price.unknown is not None:
            raise price.unknown
    for kind, by_opponent in (("use", False), ("lose", False), ("use", True)):
        payer = intent.player.opponent if by_opponent else intent.player
        needed = sum(
            p.amount
            for p in intent.prices
            if p.kind == kind and isinstance(p.amount, int) and p.otherwise is None
            and p.by_opponent is by_opponent
        )  # fmt: skip
        have = available(now, payer, kind)
        if have is not None and kind == "lose" and _is_in_hand(now, intent):
            have -= 1  # the card being played cannot be lost for itself
        if needed and have is not None and have < needed:
            _ask_if_a_text_might_lower_it(now, intent)
            return {
                "player": payer,
                "card": intent.card,
                "kind": intent.kind,
                "cost": needed,
                "have": have,
                "way": kind,
            }
    return None


def _ask_if_a_text_might_lower_it(now: Moment, intent: Intent) -> None:
    """Of the card and of the place it goes to, a text about prices that nobody reads."""
    if intent.kind is not Kind.DEPLOY:
        return
    for name in (intent.card, intent.place):
        told = unread_of(now.table.card(name).print) if name is not None else ()
        if any(Topic.PRICE in said.topics and said.allows for said in told):
            raise Unknown("unread-price", card=intent.card, cards=(name,))


@forbids("actions-step-1c/x-within-its-bounds")
def that_x_is_not_left_to_the_player(now: Moment, intent: Intent) -> Facts | None:
    for price in intent.prices:
        if price.bounds is None or not isinstance(price.amount, int):
            continue
        least, most = price.bounds
        if price.amount < least or (most is not None and price.amount > most):
            facts = {"card": intent.card, "number": price.amount, "least": least}
            return {**facts, "limited": most is not None, "most": most or 0}
    return None


@forbids("actions-step-1c/costs-beyond-force")
def another_cost_cannot_be_met(now: Moment, intent: Intent) -> Facts | Finding | None:
    """A card to give, which has to be there to be given."""
    for price in intent.prices:
        if price.kind in ("out of play", "lose card", "forgo shot") and not price.cards:
            if price.clause is not None and not price.clause.startswith("card."):
                return Finding(price.clause, about(now, intent))
            return {"player": intent.player, "card": intent.card}
        if price.kind == "give up" and ("drew", str(intent.player), price.amount) in now.table.done:
            return {"player": intent.player, "card": intent.card}
    return None


@forbids("actions-step-1c/given-up")
def it_was_given_up_as_a_cost(now: Moment, intent: Intent) -> Facts | None:
    """What was given up to pay for another action cannot be done that turn."""
    if intent.kind is not Kind.DRAW or intent.attempt.what is None:
        return None
    what = intent.attempt.what.text
    if ("gave up", str(intent.player), what) not in now.table.done:
        return None
    return {"player": intent.player, "what": what}

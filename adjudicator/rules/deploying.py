"""Deploying: when, to where, and for how much Force."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.topics import Topic, unread_of
from adjudicator.game import CardId, How, Kind, Phase, Side, Zone
from adjudicator.rules.boarding import seats_for
from adjudicator.rules.control import has_presence
from adjudicator.rules.describing import fits, icons_at, is_a, is_manned, number_of, same_title
from adjudicator.rules.moment import Moment
from adjudicator.rules.personas import counts_as_a_copy
from adjudicator.rules.registry import Facts, Finding, Fixed, Intent, Sum, adjusts, forbids, permits
from adjudicator.rules.ways import is_docking_bay, is_exterior, is_starfighter, may_be_indoors
from adjudicator.state.table import Card, Unknown

_BODIES = ("character", "vehicle", "starship")
_UNPRICED = (
    "location", "effect", "admiral's order", "epic event", "jedi test", "objective", "interrupt",
    "defensive shield",
)  # fmt: skip


def _deployed(now: Moment, intent: Intent) -> Card | None:
    return now.table.card(intent.card) if intent.card is not None else None


@forbids("deploying/your-deploy-phase", Kind.DEPLOY)
def it_is_not_your_deploy_phase(now: Moment, intent: Intent) -> Facts | None:
    """A text that gives its own time for deploying is judged by that text."""
    if intent.text is not None or _is_an_order(now, intent):
        return None
    phase, turn = now.table.moment
    if phase is Phase.DEPLOY and turn is intent.player:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "phase": phase,
        "turn": turn,
    }


def _is_an_order(now: Moment, intent: Intent) -> bool:
    """An Admiral's Order has a clause of its own for when it is deployed."""
    card = _deployed(now, intent)
    return card is not None and card.print.type == "admiral's order"


@permits("deploying/text-sets-the-time", despite="deploying/your-deploy-phase")
def another_cards_text_deploys_it(now: Moment, intent: Intent) -> Facts | None:
    action = now.table.action(intent.part_of)
    return {"card": intent.card, "by": action.card} if action is not None else None


@forbids("deploying/characters-to-sites", Kind.DEPLOY)
def a_character_goes_to_a_site_or_aboard(now: Moment, intent: Intent) -> Facts | None:
    card = _deployed(now, intent)
    if card is None or card.print.type != "character" or intent.text is not None:
        return None
    if intent.place is None or intent.aboard is not None:
        return None
    if now.table.card(intent.place).print.subtype == "site":
        return None
    return {"card": card.id, "location": intent.place}


@forbids("deploying/vehicles-to-exterior-sites", Kind.DEPLOY)
def a_vehicle_stays_outdoors(now: Moment, intent: Intent) -> Facts | None:
    """Cloud cars also go to cloud sectors; a vehicle for interior sites says so itself."""
    card = _in_the_open(now, intent, "vehicle")
    if card is None or intent.place is None:
        return None
    place = now.table.card(intent.place)
    if place.print.subtype == "site" and (may_be_indoors(card) or is_exterior(now, intent.place)):
        return None
    if is_a(now, place, "cloud sector") and is_a(now, card, "cloud car"):
        return None
    return {"card": card.id, "location": intent.place}


@forbids("deploying/starships-to-space", Kind.DEPLOY)
def a_starship_stays_in_space(now: Moment, intent: Intent) -> Facts | None:
    """Starfighters may also go to docking bays, landed, and to cloud sectors."""
    card = _in_the_open(now, intent, "starship")
    if card is None or intent.place is None:
        return None
    place = now.table.card(intent.place)
    if place.print.subtype == "system":
        return None
    if place.print.subtype == "sector" and not is_a(now, place, "cloud sector"):
        return None
    if is_starfighter(card) and (
        is_docking_bay(now, intent.place) or is_a(now, place, "cloud sector")
    ):
        return None
    return {"card": card.id, "location": intent.place, "fighter": is_starfighter(card)}


@forbids("deploying/starfighters-need-a-pilot", Kind.DEPLOY)
def nobody_would_fly_it(now: Moment, intent: Intent) -> Facts | None:
    card = _in_the_open(now, intent, "starship")
    if card is None or intent.place is None or not needs_a_pilot(now, card, intent.place):
        return None
    if "pilot" in seats_for(now, with_it(intent), card):
        return None
    return {"card": card.id, "location": intent.place}


def needs_a_pilot(now: Moment, craft: Card, place: CardId) -> bool:
    """Whether somebody has to deploy along with it to fly it there."""
    if not is_starfighter(craft) or now.table.card(place).print.subtype == "site":
        return False
    return not is_manned(now, craft)


def with_it(intent: Intent) -> tuple[CardId, ...]:
    """Who deploys along with a craft, as one action."""
    return intent.targets.get("with it", ()) if intent.kind is Kind.DEPLOY else ()


# What may stand against one who deploys along, besides what stands against the craft itself.
_OF_EACH = (
    "uniqueness", "personas", "out-of-play", "actions-step-1a", "interrupts",
    "react/text-must-allow-deploying",
)  # fmt: skip


@forbids("deploying/crew-along-with-a-craft", Kind.DEPLOY)
def who_deploys_with_it_cannot(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    """A character with a place aboard, to whom nothing else says no; what does speaks for itself."""
    card = _deployed(now, intent)
    if card is None:
        return None
    craft = card.print.type in ("vehicle", "starship")
    others = with_it(intent)
    seats = seats_for(now, others, card) if craft else [None for _ in others]
    found: list[Facts | Finding] = []
    pilots: tuple[CardId, ...] = ()
    for other, seat in zip(others, seats, strict=True):
        crew = now.table.card(other).print.type == "character"
        if not (craft and crew and seat):
            found.append({"card": card.id, "other": other, "craft": craft, "crew": crew})
            continue
        along = intent._replace(card=other, text=None, targets={}, aboard=card.id, seat=seat)
        against, _, unknown = now.against(along._replace(cards=pilots))
        against = [w for w in against if {w.clause, w.clause.split("/")[0]} & set(_OF_EACH)]
        pilots += (other,) if seat == "pilot" else ()
        if unknown and not against:
            raise unknown[0]
        found += against
    return found or None


def _in_the_open(now: Moment, intent: Intent, kind: str) -> Card | None:
    """The card to be deployed, if it is of that kind and not to go aboard another."""
    card = _deployed(now, intent)
    if card is None or card.print.type != kind or intent.text is not None:
        return None
    return card if intent.aboard is None else None


@forbids("deploying/gear-on-your-own-cards", Kind.DEPLOY)
def gear_goes_on_cards_of_ones_own(now: Moment, intent: Intent) -> list[Facts] | None:
    """A weapon or device whose text says nothing else."""
    card = _deployed(now, intent)
    if card is None or card.print.type not in ("weapon", "device") or intent.text is not None:
        return None
    if not intent.cards:
        raise Unknown("deploy-on-what", card=card.id, player=intent.player)
    return [
        {"card": card.id, "target": target}
        for target in intent.cards
        if now.table.card(target).side is not intent.player
        or now.table.card(target).zone is not Zone.TABLE
        or now.table.card(target).how is How.ROW
    ] or None


@forbids("actions-step-1a/presence-or-icon", Kind.DEPLOY)
def neither_presence_nor_icon_there(now: Moment, intent: Intent) -> Facts | None:
    card = _deployed(now, intent)
    if card is None or card.print.type not in _BODIES:
        return None
    if intent.place is None:
        raise Unknown("deploy-where", card=card.id, player=intent.player)
    if has_presence(now, intent.player, intent.place) is not None:
        return None
    if icons_at(now, intent.place, intent.player) > 0:
        return None
    return {"player": intent.player, "card": card.id, "location": intent.place}


@permits("actions-step-1a/spies-exempt", despite="actions-step-1a/presence-or-icon")
def a_spy_needs_neither(now: Moment, intent: Intent) -> Facts | None:
    card = _deployed(now, intent)
    return {"card": card.id} if card is not None and is_a(now, card, "spy") else None


@forbids("actions-step-1a/own-restrictions-always", Kind.DEPLOY, Kind.REPLACE)
def its_own_text_does_not_let_it_go_there(now: Moment, intent: Intent) -> Facts | None:
    card = _deployed(now, intent)
    if card is not None and intent.text is None and "only to" in card.print.varies:
        raise Unknown("card-text", card=card.id)
    if card is None or intent.place is None or card.print.only_to is None:
        return None
    where = (intent.place,) if intent.aboard is None else (intent.place, intent.aboard)
    if any(fits(now, now.table.card(at), card.print.only_to, intent.player) for at in where):
        return None
    return {"card": card.id, "location": intent.place}


@forbids("actions-step-1a/special-deployment-rules", Kind.DEPLOY)
def a_place_with_rules_of_its_own(now: Moment, intent: Intent) -> Facts | None:
    """Such as Dagobah; each such place has an entry of its own that says whom it refuses."""
    card = _deployed(now, intent)
    if card is None or intent.place is None:
        return None
    if now.decide("special place", card=card, place=intent.place) is None:
        return None
    if "only to" in card.print.varies:  # its own text may speak of Dagobah
        return None
    return {"card": card.id, "location": intent.place}


@forbids("uniqueness/dots-are-the-limit", Kind.DEPLOY, Kind.REPLACE)
def as_many_copies_as_may_be_are_on_table(now: Moment, intent: Intent) -> Facts | None:
    card = _deployed(now, intent)
    if card is None or card.print.copies is None or card.zone is not Zone.HAND:
        return None
    same = [c for c in now.on_table() if c.id != card.id and same_title(c.title, card.title)]
    same = [c for c in same if counts_as_a_copy(now, c)]
    if len(same) < card.print.copies:
        return None
    ask_if_its_text_allows_it(now, intent)
    return {"card": card.id, "number": card.print.copies}


def ask_if_its_text_allows_it(now: Moment, intent: Intent) -> None:
    """What is printed on a card to be replaced, and nobody reads, may allow just this."""
    for name in intent.cards if intent.kind is Kind.REPLACE else ():
        told = unread_of(now.table.card(name).print)
        if any(Topic.NAME in said.topics and said.allows for said in told):
            raise Unknown("card-text", card=name)


# -- what it costs -------------------------------------------------------------------


@adjusts("deploying/pay-its-cost", "deploy cost")
def its_deploy_cost_is_paid(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, by: str
) -> Iterator[tuple[int, Facts]]:
    print_ = now.table.card(card).print
    if print_.type in _UNPRICED and "deploy" not in print_.facts:
        return  # such a card prints no deploy cost
    number = number_of(now, card, "deploy")
    if number is not None:
        yield number, {"player": side, "card": card, "number": number}


@adjusts("admirals-order/free", "deploy cost")
def an_admirals_order_is_free(
    now: Moment, *, side: Side, card: CardId, location: CardId | None, by: str
) -> Iterator[tuple[int, Facts]]:
    if now.table.card(card).print.type == "admiral's order":
        yield Fixed(0), {"card": card}


def deploy_cost(now: Moment, intent: Intent) -> Sum:
    """What deploying a card costs, term by term."""
    asked = {
        "side": intent.player,
        "location": intent.place or _place_of_its_bearer(now, intent),
        "by": str(Kind.REACT if intent.react else Kind.DEPLOY),
    }
    return Sum(
        tuple(
            term
            for card in (intent.card, *with_it(intent))
            for term in now.total("deploy cost", card=card, **asked).terms
        )
    )


def _place_of_its_bearer(now: Moment, intent: Intent) -> CardId | None:
    """Where a card is that another is to be deployed on."""
    named = (*(c for group in intent.targets.values() for c in group), *intent.cards)
    return next((here for c in named if (here := now.table.location_of(c)) is not None), None)


def with_price_in_text(cost: Sum, said: int) -> int:
    """The Force that a text asks for deploying its card is that card's deploy cost: what changes
    the one changes the other."""
    counted = [term for term in cost.terms if not term.void]
    number = sum(term.amount or 0 for term in counted)
    return max(0, number if any(term.sets for term in counted) else number + said)

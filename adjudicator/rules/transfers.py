"""Weapons and devices that go over from one card to another of the same player's."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import AsksForForce
from adjudicator.cards.model import Text
from adjudicator.game import CardId, How, Kind, Mark, Phase, Side, Zone
from adjudicator.rules.conditions import holds_for
from adjudicator.rules.deploying import with_price_in_text
from adjudicator.rules.describing import are_present_with, fits
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, Sum, adjusts, forbids
from adjudicator.rules.weapons import is_of_the_kind, suits, texts_for_bearers
from adjudicator.state.table import Card, Unknown

_GEAR = ("weapon", "device")
_BEARERS = ("character", "vehicle", "starship")
_ABSENT = {Mark.CAPTIVE, Mark.MISSING}


def is_gear(card: Card) -> bool:
    return card.print.type in _GEAR


def _gear(now: Moment, intent: Intent) -> Card | None:
    card = now.table.card(intent.card) if intent.card is not None else None
    return card if card is not None and is_gear(card) else None


def _giver(now: Moment, gear: Card) -> Card | None:
    """The card that carries it; None: nobody does, it lies at a location or not on table at all."""
    if gear.zone is not Zone.TABLE or gear.how is not How.ON or gear.at is None:
        return None
    bearer = now.table.cards.get(gear.at)
    return bearer if bearer is not None and bearer.print.type in _BEARERS else None


def _taker(now: Moment, intent: Intent) -> Card | None:
    return now.table.card(intent.cards[0]) if intent.cards else None


def _both(now: Moment, intent: Intent) -> tuple[Card, Card, Card] | None:
    """The gear, who carries it and who is to have it, where all three are such as they should be."""
    gear, taker = _gear(now, intent), _taker(now, intent)
    giver = _giver(now, gear) if gear is not None else None
    if gear is None or giver is None or taker is None or giver.id == taker.id:
        return None
    own = giver.side is intent.player and taker.side is intent.player
    if not own or taker.zone is not Zone.TABLE or taker.print.type not in _BEARERS:
        return None
    return gear, giver, taker


@forbids("transferring-weapons-and-devices/weapons-and-devices", Kind.HAND_ON)
def neither_a_weapon_nor_a_device(now: Moment, intent: Intent) -> Facts | None:
    return None if _gear(now, intent) is not None else {"card": intent.card}


@forbids("transferring-weapons-and-devices/your-deploy-phase", Kind.HAND_ON)
def gear_changes_hands_in_your_deploy_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if _gear(now, intent) is None or (phase is Phase.DEPLOY and turn is intent.player):
        return None
    return {"player": intent.player, "card": intent.card, "phase": phase, "turn": turn}


@forbids("transferring-weapons-and-devices/from-your-own-card", Kind.HAND_ON)
def no_card_of_yours_carries_it(now: Moment, intent: Intent) -> Facts | None:
    """What lies on the opponent's card may have a text of its own for going elsewhere."""
    gear = _gear(now, intent)
    if gear is None:
        return None
    giver = _giver(now, gear)
    if giver is not None and giver.side is intent.player and gear.side is intent.player:
        return None
    if _may_say_more(now, gear, intent.player):
        raise Unknown("card-text", card=gear.id)
    return {"player": intent.player, "card": gear.id}


def _may_say_more(now: Moment, gear: Card, player: Side) -> bool:
    """Whether it lies, by its own text, on the opponent's card, and we do not know all it says."""
    giver = _giver(now, gear)
    on_the_other = giver is not None and giver.side is not player and gear.side is player
    return on_the_other and bool(gear.print.not_modelled)


@forbids("transferring-weapons-and-devices/to-another-of-yours", Kind.HAND_ON)
def no_other_card_of_yours_would_get_it(now: Moment, intent: Intent) -> Facts | None:
    gear = _gear(now, intent)
    if gear is None:
        return None
    taker = _taker(now, intent)
    if taker is None:
        raise Unknown("transfer-to-whom", card=gear.id, player=intent.player)
    here = taker.zone is Zone.TABLE and taker.print.type in _BEARERS
    if here and taker.side is intent.player and taker.id != gear.at:
        return None
    if _may_say_more(now, gear, intent.player):
        raise Unknown("card-text", card=gear.id)
    has_it = taker.id == gear.at
    return {"player": intent.player, "card": gear.id, "other": taker.id, "has": has_it}


@forbids("transferring-weapons-and-devices/no-captives-no-missing", Kind.HAND_ON)
def a_captive_or_missing_character_takes_part(now: Moment, intent: Intent) -> list[Facts] | None:
    both = _both(now, intent)
    if both is None:
        return None
    gear, *people = both
    return [{"card": gear.id, "other": c.id} for c in people if c.marks & _ABSENT] or None


@forbids("transferring-weapons-and-devices/not-onto-a-spy", Kind.HAND_ON)
def a_spy_under_cover_would_get_it(now: Moment, intent: Intent) -> Facts | None:
    both = _both(now, intent)
    if both is None or not both[2].has(Mark.UNDERCOVER):
        return None
    return {"card": both[0].id, "spy": both[2].id}


@forbids("transferring-weapons-and-devices/present-together", Kind.HAND_ON)
def they_are_not_present_together(now: Moment, intent: Intent) -> Facts | None:
    """Of captives and the missing another clause speaks."""
    both = _both(now, intent)
    if both is None:
        return None
    gear, giver, taker = both
    if (giver.marks | taker.marks) & _ABSENT or are_present_with(now, giver, taker):
        return None
    return {"card": gear.id, "bearer": giver.id, "other": taker.id}


@forbids("transferring-weapons-and-devices/such-as-it-deploys-on", Kind.HAND_ON)
def it_could_not_be_deployed_on_that_card(now: Moment, intent: Intent) -> Facts | None:
    """By its own text; where that is not known, it is asked."""
    both = _both(now, intent)
    if both is None:
        return None
    gear, _, taker = both
    facts = {"card": gear.id, "other": taker.id}
    described = texts_for_bearers(now, gear)
    if described:
        open_ = list(_ways(now, intent.player, gear, taker))
        return None if open_ else {**facts, "text": described[-1][0].clause}
    if gear.print.only_to is not None:
        own = fits(now, taker, gear.print.only_to, intent.player)
        return None if own else {**facts, "text": None}
    if gear.print.not_modelled or not gear.print.text_known or not is_of_the_kind(now, gear, taker):
        raise Unknown("who-may-bear-it", card=gear.id, bearer=taker.id)
    return None


def _ways(now: Moment, side: Side, gear: Card, bearer: Card) -> Iterator[Text]:
    """The texts by which it could be deployed on that card, were it in hand."""
    for text, target in texts_for_bearers(now, gear):
        named = {target.name: (bearer.id,)}
        if suits(now, gear, bearer, target) and all(
            holds_for(now, side, condition, named, gear) for condition in text.conditions
        ):
            yield text


@adjusts("transferring-weapons-and-devices/costs-its-deploy-cost", "transfer cost")
def it_costs_what_it_costs_to_deploy_there(
    now: Moment, *, side: Side, card: CardId, bearer: CardId
) -> Iterator[tuple[int, Facts]]:
    """The deploy cost printed on it, with all that changes it, or the one in its text for deploying
    on such a card; of several the player takes the lowest."""
    gear, taker = now.table.card(card), now.table.card(bearer)
    said = [_cost_in(now, gear, text) for text in _ways(now, side, gear, taker)]
    here = now.table.location_of(card)
    total = now.total("deploy cost", side=side, card=card, location=here, by=str(Kind.DEPLOY))
    number = with_price_in_text(total, min(said, default=0))
    yield number, {"player": side, "card": card, "number": number}


def _cost_in(now: Moment, gear: Card, text: Text) -> int:
    """The Force that its text asks for; anything else it asks for is no deploy cost that we know."""
    whole = 0
    for cost in text.costs:
        asks = next((f for f in cost.foresees() if isinstance(f, AsksForForce)), None)
        if asks is None or not asks.used or (asks.due and asks.number is None):
            raise Unknown("transfer-cost", card=gear.id)
        whole += asks.number or 0 if asks.due else 0
    return whole


def transfer_cost(now: Moment, intent: Intent) -> Sum:
    """What handing the gear on costs; nothing is reckoned where it cannot be handed on anyway."""
    both = _both(now, intent)
    if both is None:
        return Sum(())
    gear, _, taker = both
    return now.total("transfer cost", side=intent.player, card=gear.id, bearer=taker.id)

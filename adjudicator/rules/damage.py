"""The power and damage segments: totals, battle destiny, attrition, and how they are paid."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import CardId, Kind, Mark, Purpose, Segment, Side
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.control import ability_of
from adjudicator.rules.costs import available
from adjudicator.rules.describing import apart, inside_of, is_enclosed, number_of, takes_part
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Intent,
    Term,
    adjusts,
    decides,
    forbids,
    permits,
)
from adjudicator.state.events import TotalFound
from adjudicator.state.fight import Drawn, Fighter
from adjudicator.state.table import Action, Card
from adjudicator.state.values import Fixed, Sum

Answer = tuple[bool, Facts] | None
Terms = Iterator[tuple[int | None, Facts]]


# -- power -------------------------------------------------------------------------


@adjusts("participating-in-battle/who-takes-part", "total power")
def the_power_of_those_who_take_part(now: Moment, *, side: Side, location: CardId) -> Terms:
    for card in now.all_at(location):
        if card.side is not side or not is_fighter(card):
            continue
        if apart(now, card, Purpose.POWER) is not None:
            continue
        power = number_of(now, card.id, "power")
        if power is not None:
            yield power, {"card": card.id, "number": power}


@adjusts("battle-destiny/power-and-attrition", "total power")
def battle_destiny_adds_to_power(now: Moment, *, side: Side, location: CardId) -> Terms:
    battle = now.table.battle
    if battle is None or battle.place != location:
        return
    for drawn in battle.fight.destinies(side):
        if drawn.counts:
            yield drawn.value, {"player": side, "number": drawn.value, "opponent": side.opponent}


# -- battle destiny ------------------------------------------------------------------


@adjusts("battle-destiny/whose-ability-counts", "battle ability")
def the_ability_that_counts(now: Moment, *, side: Side, location: CardId) -> Terms:
    for card in now.all_at(location):
        if card.side is side and is_fighter(card) and (own := counting_ability(now, card)):
            yield own, {"card": card.id, "number": own}


def counting_ability(now: Moment, card: Card) -> int | None:
    """Its ability towards battle destiny; None: it has none, or it does not count."""
    if apart(now, card, Purpose.DESTINY) is not None:
        return None
    return ability_of(now, card)


@decides("enclosed/pilots-and-drivers-count", "apart", Purpose.DESTINY)
def passengers_inside_do_not_help_to_draw(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    craft = inside_of(now, card)
    if craft is None or (craft.id == card.at and card.seat in ("pilot", "driver")):
        return None
    return True, {"card": card.id, "craft": craft.id}


@adjusts("battle-destiny/ability-four", "battle destinies")
def ability_of_four_gives_one_draw(now: Moment, *, side: Side, location: CardId) -> Terms:
    ability = now.total("battle ability", side=side, location=location).total
    if ability >= 4:
        yield 1, {"player": side, "number": ability}


@adjusts("battle-destiny/ability-required", "battle destinies")
def a_text_asks_for_more_ability(now: Moment, *, side: Side, location: CardId) -> Terms:
    """Neither the base nor what adds to it comes where a text asks for more."""
    lacking = _lacking(now, side, location)
    if lacking is not None:
        yield Fixed(0), lacking


def _lacking(now: Moment, side: Side, location: CardId) -> Facts | None:
    """The ability that a text asks for, where there is less of it."""
    required = now.total("ability required", side=side, location=location)
    most = max((t for t in required.terms if not t.void), key=lambda t: t.amount or 0, default=None)
    if most is None:
        return None
    ability = now.total("battle ability", side=side, location=location).total
    if ability >= (most.amount or 0):
        return None
    return {"player": side, "number": ability, "least": most.amount, "card": most.facts["card"]}


def battle_destinies(now: Moment, side: Side, location: CardId) -> Sum:
    """How many a side may draw; who could draw none, by a text that says so; and no more than
    a text allows."""
    allowed = now.total("battle destinies", side=side, location=location)
    if not allowed.total:
        otherwise = now.total("battle destinies otherwise", side=side, location=location).terms
        best = max(otherwise, key=lambda term: term.amount or 0, default=None)
        allowed = Sum((best,)) if best is not None and best.amount else allowed
    bounds = now.total("most battle destinies", side=side, location=location).terms
    least = min(bounds, key=lambda term: term.amount or 0, default=None)
    if least is None or least.amount is None or least.amount >= allowed.total:
        return allowed
    over = least._replace(amount=least.amount - allowed.total, void=False)
    return Sum((*allowed.terms, over))


@decides("battle-destiny/all-or-none", "draws at once")
def all_are_drawn_or_none(now: Moment, *, side: Side, left: int) -> tuple[int, Facts] | None:
    return left, {"player": side, "number": left}


def destinies_left(now: Moment, side: Side) -> int:
    """How many battle destinies a player may still draw."""
    battle = now.table.battle
    if battle is None or battle.place is None:
        return 0
    allowed = battle_destinies(now, side, battle.place).total
    return max(0, allowed - len(battle.fight.destinies(side)))


def _draws(intent: Intent) -> bool:
    what = intent.attempt.what
    return what is not None and what.text == "battle destiny"


@forbids("battle-destiny/in-the-power-segment", Kind.DRAW)
def battle_destiny_belongs_to_the_power_segment(now: Moment, intent: Intent) -> Facts | None:
    battle = now.table.battle
    if not _draws(intent):
        return None
    if battle is not None and battle.segment is Segment.POWER and not battle.fight.decided:
        return None
    return {"player": intent.player, "segment": battle.segment if battle else None}


@forbids("battle-destiny/right-to-draw", Kind.DRAW)
def he_has_no_battle_destiny_to_draw(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    battle = now.table.battle
    if not _draws(intent) or battle is None or battle.place is None:
        return None
    if destinies_left(now, intent.player):
        return None
    ability = now.total("battle ability", side=intent.player, location=battle.place)
    lacking = _lacking(now, intent.player, battle.place)
    if lacking is not None:
        return [Finding("battle-destiny/ability-required", lacking)]
    found: list[Facts | Finding] = [
        {
            "player": intent.player,
            "number": ability.total,
            "drawn": len(battle.fight.destinies(intent.player)),
        }
    ]
    left_out = _whose_ability_is_left_out(now, intent.player, battle.place)
    if ability.total < 4 <= ability.total + sum(number for number, _ in left_out):
        found += [why for _, why in left_out]
    return found


def _whose_ability_is_left_out(now: Moment, side: Side, place: CardId) -> list[tuple[int, Finding]]:
    """The ability that would have counted, and the clause for which it does not."""
    return [
        (own, why)
        for card in now.all_at(place)
        if card.side is side and is_fighter(card)
        if (why := apart(now, card, Purpose.DESTINY)) is not None
        if (own := ability_of(now, card))
    ]


# -- attrition -----------------------------------------------------------------------


def _completed(now: Moment, side: Side) -> list[Drawn]:
    battle = now.table.battle
    return [d for d in battle.fight.destinies(side) if d.counts] if battle is not None else []


@adjusts("battle-destiny/power-and-attrition", "attrition")
def battle_destiny_is_attrition(now: Moment, *, side: Side, location: CardId | None) -> Terms:
    for drawn in _completed(now, side.opponent):
        yield drawn.value, {"player": side.opponent, "number": drawn.value, "opponent": side}


@adjusts("battle-destiny/none-drawn-no-attrition", "attrition")
def without_a_battle_destiny_there_is_no_attrition(
    now: Moment, *, side: Side, location: CardId | None
) -> Terms:
    if not _completed(now, side.opponent):
        yield None, {"player": side.opponent, "opponent": side}


# -- totals --------------------------------------------------------------------------


@decides("battle-summary/higher-total-wins", "battle totals")
def the_totals_decide(now: Moment, *, battle: Action) -> tuple[TotalFound, Facts] | None:
    """At the end of the power segment, before damage is paid."""
    if battle.place is None:
        return None
    place = battle.place
    sums = tuple(now.total("total power", side=side, location=place) for side in Side)
    light, dark = (power.total for power in sums)
    winner = None if light == dark else (Side.LIGHT if light > dark else Side.DARK)
    difference = now.decide("battle damage", light=light, dark=dark)
    against = [now.total("attrition", side=side, location=place).value for side in Side]
    found = TotalFound(
        battle.id,
        light,
        dark,
        winner,
        difference[0] if difference is not None else 0,
        light_attrition=against[0],
        dark_attrition=against[1],
        fighters=fighters(now, place),
        sums=sums,
    )
    return found, {}


@decides("battle-summary/damage-is-the-difference", "battle damage")
def the_loser_takes_the_difference(
    now: Moment, *, light: int, dark: int
) -> tuple[int, Facts] | None:
    return abs(light - dark), {"number": abs(light - dark)}


def fighters(now: Moment, place: CardId) -> tuple[Fighter, ...]:
    """Who takes part, with the power and the ability towards battle destiny he brings."""
    return tuple(
        Fighter(
            card.side,
            card.id,
            None
            if apart(now, card, Purpose.POWER) is not None
            else number_of(now, card.id, "power"),
            counting_ability(now, card),
        )
        for card in now.all_at(place)
        if is_fighter(card) and takes_part(now, card)
    )


# -- immunity to attrition -------------------------------------------------------------


@decides("immunity-to-attrition-gaining-and-losing/losing-beats-gaining", "immunity")
def what_takes_immunity_away_wins(now: Moment, *, card: CardId, terms: list[Term]) -> Answer:
    taken = any(term.amount is None for term in terms)
    return (False, {"card": card}) if taken and len(terms) > 1 else None


@decides("immunity-to-attrition-gaining-and-losing/best-one-counts", "immunity")
def the_best_immunity_counts(
    now: Moment, *, card: CardId, terms: list[Term]
) -> tuple[int, Facts] | None:
    best = max((t.amount for t in terms if t.amount is not None), default=0)
    return (best, {"card": card, "number": best}) if best else None


def immunity(now: Moment, card: CardId) -> int:
    """Attrition below this number does not touch the card; 0: it has no immunity."""
    terms = [t._replace(void=False) for t in now.total("immune to attrition of", card=card).terms]
    if not terms:
        return 0
    answer = now.decide("immunity", card=card, terms=terms)
    if answer is not None:
        return int(answer[0])
    return sum(term.amount or 0 for term in terms)


@decides("immunity-to-attrition-gaining-and-losing/total-is-compared", "compared attrition")
def the_total_attrition_is_compared(now: Moment, *, side: Side) -> tuple[int, Facts] | None:
    battle = now.table.battle
    return (battle.fight.attrition.get(side) or 0, {}) if battle is not None else None


@decides("immunity-to-attrition-gaining-and-losing/voided-at-the-number", "immune to attrition")
def attrition_reaches_the_number(
    now: Moment, *, card: CardId, bound: int, attrition: int
) -> Answer:
    if attrition < bound:
        return None
    return False, {"card": card, "number": bound, "attrition": attrition}


@decides("immunity-to-attrition-gaining-and-losing/shields-those-aboard", "shielded by")
def an_immune_craft_shields_who_is_aboard(
    now: Moment, *, card: Card
) -> tuple[CardId, Facts] | None:
    craft = inside_of(now, card)
    if craft is None or not is_enclosed(now, craft) or not is_immune(now, craft):
        return None
    return craft.id, {"card": card.id, "craft": craft.id}


def is_immune(now: Moment, card: Card) -> bool:
    """Whether attrition leaves a card alone, by itself or by what it is aboard."""
    battle = now.table.battle
    if battle is None:
        return False
    bound = immunity(now, card.id)
    if bound:
        compared = now.decide("compared attrition", side=card.side)
        attrition = compared[0] if compared is not None else battle.fight.attrition_left(card.side)
        void = now.decide("immune to attrition", card=card.id, bound=bound, attrition=attrition)
        if void is None:
            return True
    return now.decide("shielded by", card=card) is not None


# -- paying ----------------------------------------------------------------------------


def forfeitable(now: Moment, side: Side) -> list[Card]:
    """The cards a player could forfeit now."""
    battle = now.table.battle
    if battle is None or battle.place is None:
        return []
    return [
        card
        for card in now.all_at(battle.place)
        if card.side is side
        and is_fighter(card)
        and apart(now, card, Purpose.FORFEIT) is None
        and number_of(now, card.id, "forfeit") is not None
    ]


def in_damage_segment(now: Moment) -> Action | None:
    battle = now.table.battle
    return battle if battle is not None and battle.segment is Segment.DAMAGE else None


@forbids("battle-summary/forfeiting-participants", Kind.FORFEIT)
def it_is_no_card_of_his_to_forfeit(now: Moment, intent: Intent) -> Facts | Finding | None:
    battle = in_damage_segment(now)
    if battle is None or intent.card is None:
        return None
    card = now.table.card(intent.card)
    if card.side is intent.player and now.table.location_of(card.id) == battle.place:
        if (finding := apart(now, card, Purpose.FORFEIT)) is not None:
            return Finding(finding.clause, finding.facts)
        if is_fighter(card) and number_of(now, card.id, "forfeit") is not None:
            return None
    return {"player": intent.player, "card": intent.card}


@forbids("battle-summary/how-it-is-paid", Kind.FORFEIT, Kind.LOSS)
def nothing_is_owed_that_this_would_meet(now: Moment, intent: Intent) -> Facts | None:
    battle = in_damage_segment(now)
    fight = battle.fight if battle is not None else None
    damage = fight.damage_left(intent.player) if fight is not None else 0
    attrition = fight.attrition_left(intent.player) if fight is not None else 0
    if battle is not None and damage:
        return None
    if battle is not None and intent.kind is Kind.FORFEIT and intent.card is not None:
        card = now.table.card(intent.card)
        if card.has(Mark.HIT) or (attrition and not is_immune(now, card)):
            return None
    return {
        "player": intent.player,
        "card": intent.card,
        "attrition": attrition,
        "moment": battle is not None,
        "force": intent.kind is Kind.LOSS,
    }


@permits(
    "immunity-to-attrition-gaining-and-losing/may-be-forfeited-anyway",
    despite="battle-summary/how-it-is-paid",
)
def an_immune_card_may_be_forfeited_all_the_same(now: Moment, intent: Intent) -> Facts | None:
    battle = in_damage_segment(now)
    if battle is None or intent.kind is not Kind.FORFEIT or intent.card is None:
        return None
    if not battle.fight.attrition_left(intent.player):
        return None
    return {"player": intent.player, "card": intent.card}


@forbids("battle-summary/met-before-the-end", Kind.PASS)
def he_owes_what_he_can_meet(now: Moment, intent: Intent) -> Facts | None:
    """Attrition that nothing is left to meet is forgotten; battle damage is paid to the last."""
    battle = in_damage_segment(now)
    if battle is None or battle is not now.table.top or now.table.open_just:
        return None
    side, fight = intent.player, battle.fight
    cards = forfeitable(now, side)
    hit = tuple(card.id for card in cards if card.has(Mark.HIT))
    damage = fight.damage_left(side)
    if damage and not cards and available(now, side, "lose") == 0:
        damage = 0
    attrition = fight.attrition_left(side)
    if attrition and all(is_immune(now, card) for card in cards):
        attrition = 0
    if not (hit or damage or attrition):
        return None
    return {"player": side, "cards": hit, "damage": damage, "attrition": attrition}

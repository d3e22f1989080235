"""Attacks: creatures do not battle. They attack, and may be attacked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.game import CardId, How, Kind, Mark, Phase, Purpose, Segment, Side, Way
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.control import ability_of
from adjudicator.rules.describing import (
    apart,
    are_present_with,
    in_attack,
    is_a,
    left_in_attack,
    number_of,
    present_at,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Intent,
    adjusts,
    brings,
    decides,
    forbids,
)
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt
from adjudicator.state.events import (
    ActionLeft,
    AttackDecided,
    AttackEnded,
    BothPassed,
    Event,
    ResultBegan,
    ResultEnded,
    SegmentBegan,
)
from adjudicator.state.table import Action, Card, Unknown

Answer = tuple[bool, Facts] | None
Terms = Iterator[tuple[int | None, Facts]]


def is_creature(card: Card) -> bool:
    return card.print.type == "creature"


def _role(now: Moment, intent: Intent, role: str) -> list[Card]:
    return [now.table.card(c) for c in intent.targets.get(role, ())]


def _beast(now: Moment, intent: Intent) -> Card | None:
    """The creature that attacks; None: a creature is attacked, or nobody attacks."""
    attackers = _role(now, intent, "attackers")
    return attackers[0] if attackers and is_creature(attackers[0]) else None


def _hunted(now: Moment, intent: Intent) -> Card | None:
    """The creature that is attacked by cards which are none."""
    defenders = _role(now, intent, "defenders")
    hunted = defenders[0] if defenders and is_creature(defenders[0]) else None
    return hunted if _beast(now, intent) is None else None


def sides_of_attack(
    now: Moment, player: Side, attacked: Card, with_: tuple[CardId, ...]
) -> dict[str, tuple[CardId, ...]]:
    """Who attacks and who is attacked, as a player announces it. With no creature named, it is
    the only one of his that is there."""
    beasts = [c for c in with_ if is_creature(now.table.card(c))]
    if is_creature(attacked) and not beasts:
        able = able_to_attack(now, player, attacked)
        return {"attackers": tuple(c.id for c in able), "defenders": (attacked.id,)}
    place = now.table.location_of(attacked.id)
    if not beasts and place is not None:
        beasts = [c.id for c in now.all_at(place) if is_creature(c) and c.side is player]
    return {"attackers": tuple(beasts), "defenders": (attacked.id,)}


# -- when and how often ----------------------------------------------------------------


@forbids("attack/own-battle-phase", Kind.ATTACK)
def attacks_belong_to_his_battle_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.BATTLE and turn is intent.player:
        return None
    return {"player": intent.player, "phase": phase, "turn": turn}


@forbids("attack/once-per-creature", Kind.ATTACK)
def it_has_attacked_this_turn(now: Moment, intent: Intent) -> Facts | None:
    beast = _beast(now, intent)
    if beast is None or ("attacked", beast.id) not in now.table.done:
        return None
    return {"creature": beast.id}


@forbids("attack/once-per-location", Kind.ATTACK)
def he_has_attacked_a_creature_there(now: Moment, intent: Intent) -> Facts | None:
    if _hunted(now, intent) is None or intent.place is None:
        return None
    if ("attacked at", str(intent.player), intent.place) not in now.table.done:
        return None
    return {"player": intent.player, "location": intent.place}


@decides("attack/must-attack", "still to attack")
def a_creature_has_yet_to_attack(now: Moment) -> tuple[tuple[Card, list[Card]], Facts] | None:
    """Before the battle phase ends; its player may well wait for that."""
    if now.table.stack or now.table.open_just or now.table.phase is not Phase.BATTLE:
        return None
    for creature in list(now.on_table()):
        if not is_creature(creature) or creature.side is not now.table.turn:
            continue
        if attacks_its_own_way(creature) or ("attacked", creature.id) in now.table.done:
            continue
        if prey := prey_of(now, creature):
            return (creature, prey), {"creature": creature.id}
    return None


# -- whom creatures attack ---------------------------------------------------------------


@forbids("attack/creatures-attack", Kind.ATTACK)
def no_creature_of_his_is_there_to_attack(now: Moment, intent: Intent) -> Facts | None:
    """Characters are attacked by creatures; among themselves they battle."""
    defenders = _role(now, intent, "defenders")
    if not defenders or is_creature(defenders[0]):
        return None
    beast = _beast(now, intent)
    if beast is not None and beast.side is intent.player:
        return None
    return {"player": intent.player, "target": defenders[0].id}


@forbids("attack/one-at-a-time", Kind.ATTACK)
def several_creatures_would_attack(now: Moment, intent: Intent) -> Facts | None:
    attackers = _role(now, intent, "attackers")
    if len(attackers) < 2 or not is_creature(attackers[0]):
        return None
    if not intent.cards:
        raise Unknown("which-creature", cards=tuple(c.id for c in attackers))
    return {"cards": tuple(c.id for c in attackers)}


@forbids("attack/whom-creatures-attack", Kind.ATTACK)
def it_is_no_prey_of_that_creature(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    """Who is set apart from attacks is refused by the clause that says so."""
    beast = _beast(now, intent)
    if beast is None:
        return None
    if attacks_its_own_way(beast):
        raise Unknown("card-text", card=beast.id)
    found: list[Facts | Finding] = []
    for victim in _role(now, intent, "defenders"):
        set_apart = apart(now, victim, Purpose.PREY)
        if set_apart is not None:
            found.append(Finding(set_apart.clause, set_apart.facts))
        elif not is_creature(victim) and not _is_its_prey(now, beast, victim):
            if beast.print.imported:
                raise Unknown("card-text", card=beast.id)  # some attack others, too
            found.append({"creature": beast.id, "target": victim.id})
    return found or None


def _is_its_prey(now: Moment, beast: Card, victim: Card) -> bool:
    kind = is_a(now, victim, "creature vehicle") or (
        victim.print.type == "character" and not is_a(now, victim, "droid")
    )
    return kind and now.table.location_of(beast.id) == now.table.location_of(victim.id)


@forbids("attack/sheltered-aboard", Kind.ATTACK)
def a_vehicle_protects_it_from_creatures(now: Moment, intent: Intent) -> list[Facts] | None:
    beast = _beast(now, intent)
    if beast is None:
        return None
    return [
        {"creature": beast.id, "target": victim.id, "craft": craft.id}
        for victim in _role(now, intent, "defenders")
        if (craft := _shelter(now, victim)) is not None
    ] or None


def _shelter(now: Moment, card: Card) -> Card | None:
    """The vehicle or starship, open or not, in which a card is out of a creature's reach."""
    craft = now.table.cards.get(card.at) if card.how is How.ABOARD and card.at is not None else None
    return craft if craft is not None and not is_a(now, craft, "creature vehicle") else None


@decides(
    "attack/even-captive-or-missing", "apart", Purpose.PREY, marks=(Mark.CAPTIVE, Mark.MISSING)
)
def captives_and_the_missing_are_prey(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return False, {"card": card.id}


def prey_of(now: Moment, creature: Card) -> list[Card]:
    """The cards that a creature could attack now, whosever they are."""
    place = now.table.location_of(creature.id)
    return [
        card
        for card in (list(now.all_at(place)) if place is not None else ())
        if not is_creature(card)
        and card.print.type in ("character", "vehicle")
        and _could_attack(now, creature, card)
    ]


_UNSAID = Attempt(0, Span(0, 0, 0, 0), None, "attacks")


def _could_attack(now: Moment, creature: Card, victim: Card) -> bool:
    if not _is_its_prey(now, creature, victim) or _shelter(now, victim) is not None:
        return False
    if apart(now, victim, Purpose.PREY) is not None:
        return False
    attack = Intent(
        _UNSAID,
        creature.side,
        Kind.ATTACK,
        targets={"attackers": (creature.id,), "defenders": (victim.id,)},
        place=now.table.location_of(creature.id),
    )
    return not now.barred_by_texts(attack)


def attacks_its_own_way(card: Card) -> bool:
    """Whom it attacks, and how, is said by a text that nobody reads: a parasite's, for one."""
    return card.print.is_a("parasite") or card.print.is_a("attacks by its text")


# -- who attacks creatures ----------------------------------------------------------------


@forbids("attack/who-attacks", Kind.ATTACK)
def it_cannot_attack_that_creature(now: Moment, intent: Intent) -> list[Facts] | None:
    """His characters, vehicles and starships present there do, as far as they are able."""
    hunted = _hunted(now, intent)
    if hunted is None:
        return None
    if hunted.side is intent.player:
        raise Unknown("own-creature", card=hunted.id)
    able = {card.id for card in able_to_attack(now, intent.player, hunted)}
    if not able:
        return [{"player": intent.player, "creature": hunted.id, "card": None}]
    return [
        {"player": intent.player, "creature": hunted.id, "card": card}
        for card in intent.cards
        if card not in able
    ] or None


def able_to_attack(now: Moment, side: Side, creature: Card) -> list[Card]:
    """A player's cards that take part when he attacks a creature."""
    place = now.table.location_of(creature.id)
    if place is None:
        return []
    return [
        card
        for card in now.all_at(place)
        if card.side is side
        and is_fighter(card)
        and apart(now, card, Purpose.CREATURES) is None
        and present_at(now, card, place)
    ]


_BATTLING = (
    Purpose.BATTLE,
    Purpose.IN_BATTLE,
    Purpose.POWER,
    Purpose.DESTINY,
    Purpose.FORFEIT,
    Purpose.WEAPONS,
)


@decides("attack/not-in-battles", "apart", *_BATTLING)
def creatures_take_no_part_in_battles(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    if not is_creature(card):
        return None
    if purpose is Purpose.WEAPONS and now.table.battle is None:
        return None  # in an attack it may be shot at
    return True, {"card": card.id}


# -- how an attack goes on -------------------------------------------------------------------


@brings("attack/segments", after=ResultBegan)
def an_attack_begins_with_the_weapons_segment(
    before: Moment, now: Moment, event: ResultBegan
) -> Iterator[Event]:
    """Two creatures that fight each other need no weapons."""
    attack = now.table.action(event.action)
    if attack is None or attack.kind is not Kind.ATTACK or attack.segment is not None:
        return
    among_creatures = _among_creatures(now, attack)
    first = Segment.DAMAGE if among_creatures else Segment.WEAPONS
    yield SegmentBegan(attack.id, first, told=first is not Segment.DAMAGE)


@brings("attack/segments", after=BothPassed)
def the_attack_goes_on_to_its_next_segment(
    before: Moment, now: Moment, event: BothPassed
) -> Iterator[Event]:
    attack = before.table.top
    if attack is None or attack.kind is not Kind.ATTACK or before.table.open_just:
        return
    if attack.segment in (Segment.WEAPONS, Segment.POWER):
        following = attack.segment.following
        assert following is not None
        yield SegmentBegan(attack.id, following, told=following is not Segment.DAMAGE)


@brings("attack/segments", after=AttackEnded)
def the_attack_leaves_the_stack(before: Moment, now: Moment, event: AttackEnded) -> Iterator[Event]:
    yield ResultEnded(event.attack)


@decides("attack/initiator-first", "next player")
def who_initiated_it_begins_each_segment(
    now: Moment, *, event: Event, left: Action | None = None
) -> tuple[Side, Facts] | None:
    attack = now.table.top
    if not isinstance(event, SegmentBegan) or attack is None or attack.kind is not Kind.ATTACK:
        return None
    return attack.player, {"player": attack.player, "segment": event.segment}


@brings("attack/nobody-left", after=ActionLeft)
def nobody_is_left_to_attack_or_be_attacked(
    before: Moment, now: Moment, event: ActionLeft
) -> Iterator[Event]:
    attack = now.table.top
    if attack is None or attack.kind is not Kind.ATTACK or attack.id == event.action:
        return
    if all(left_in_attack(now, attack, role) for role in ("attackers", "defenders")):
        return
    yield AttackEnded(attack.id)


# -- totals ----------------------------------------------------------------------------------


def _among_creatures(now: Moment, attack: Action) -> bool:
    taking_part = (*attack.targets.get("attackers", ()), *attack.targets.get("defenders", ()))
    return all(is_creature(now.table.card(c)) for c in taking_part)


@adjusts("attack/ferocity", "attack total")
def a_creatures_ferocity(now: Moment, *, attack: Action, role: str) -> Terms:
    for card in left_in_attack(now, attack, role):
        if is_creature(card):
            number = number_of(now, card.id, "ferocity")
            yield number or 0, {"card": card.id, "number": number or 0}


@adjusts("attack/defense-added", "attack total")
def the_defense_value_of_a_creature_that_is_attacked(
    now: Moment, *, attack: Action, role: str
) -> Terms:
    if role != "defenders" or _among_creatures(now, attack):
        return
    for card in left_in_attack(now, attack, role):
        if is_creature(card):
            number = number_of(now, card.id, "defense") or 0
            yield number, {"card": card.id, "number": number}


@adjusts("attack/power", "attack total")
def the_power_of_those_who_are_no_creatures(now: Moment, *, attack: Action, role: str) -> Terms:
    for card in left_in_attack(now, attack, role):
        if not is_creature(card):
            number = number_of(now, card.id, "power") or 0
            yield number, {"card": card.id, "number": number}


@adjusts("attack/destiny-added", "attack total")
def attack_destiny_adds_to_power(now: Moment, *, attack: Action, role: str) -> Terms:
    side = _side_of(now, attack, role)
    for drawn in attack.fight.destinies(side) if side is not None else ():
        if drawn.counts:
            yield drawn.value, {"player": side, "number": drawn.value}


def _side_of(now: Moment, attack: Action, role: str) -> Side | None:
    """The player whose characters, vehicles and starships stand there; None: a creature does."""
    cards = [now.table.card(c) for c in attack.targets.get(role, ())]
    return next((card.side for card in cards if not is_creature(card)), None)


@adjusts("attack/ability-four", "attack destinies")
def ability_of_four_gives_a_destiny(now: Moment, *, side: Side, attack: Action) -> Terms:
    ability = attack_ability(now, side, attack)
    if ability >= 4:
        yield 1, {"player": side, "number": ability}


def attack_ability(now: Moment, side: Side, attack: Action) -> int:
    """Ability in the open, or at the controls of what takes part."""
    if side not in (_side_of(now, attack, "attackers"), _side_of(now, attack, "defenders")):
        return 0
    named = {c for role in ("attackers", "defenders") for c in attack.targets.get(role, ())}
    return sum(
        ability_of(now, card) or 0
        for card in (now.all_at(attack.place) if attack.place is not None else ())
        if card.side is side
        and is_fighter(card)
        and in_attack(now, card)
        and (card.id in named or card.seat in ("pilot", "driver"))
    )


def _draws(intent: Intent) -> bool:
    what = intent.attempt.what
    return what is not None and what.text == "attack destiny"


@forbids("attack/destiny-in-power-segment", Kind.DRAW)
def attack_destiny_belongs_to_the_power_segment(now: Moment, intent: Intent) -> Facts | None:
    if not _draws(intent):
        return None
    attack = now.table.attack
    if attack is not None and attack.segment is Segment.POWER:
        return None
    return {"player": intent.player, "segment": attack.segment if attack is not None else None}


@forbids("attack/right-to-draw", Kind.DRAW)
def he_has_no_attack_destiny_to_draw(now: Moment, intent: Intent) -> Facts | None:
    attack = now.table.attack
    if not _draws(intent) or attack is None:
        return None
    drawn = len(attack.fight.destinies(intent.player))
    allowed = now.total("attack destinies", side=intent.player, attack=attack).total
    if drawn < allowed:
        return None
    number = attack_ability(now, intent.player, attack)
    return {"player": intent.player, "number": number, "drawn": drawn}


# -- the outcome -------------------------------------------------------------------------------


def _totals(now: Moment, attack: Action) -> AttackDecided:
    sums = [
        now.total("attack total", attack=attack, role=role) for role in ("attackers", "defenders")
    ]
    return AttackDecided(attack.id, (sums[0], sums[1]), ())


def _fallen(now: Moment, attack: Action, role: str) -> tuple[CardId, ...]:
    return tuple(card.id for card in left_in_attack(now, attack, role))


@decides("attack/creatures-each-other", "attack outcome")
def the_less_ferocious_creature_is_defeated(
    now: Moment, *, attack: Action
) -> tuple[AttackDecided, Facts] | None:
    """Equal, they defeat each other."""
    if not _among_creatures(now, attack):
        return None
    found = _totals(now, attack)
    one, other = (total.total for total in found.sums)
    defeated: tuple[CardId, ...] = ()
    if one >= other:
        defeated += _fallen(now, attack, "defenders")
    if other >= one:
        defeated += _fallen(now, attack, "attackers")
    return replace(found, defeated=defeated), {}


@decides("attack/greater-total-defeats", "attack outcome")
def a_greater_total_defeats_who_is_attacked(
    now: Moment, *, attack: Action
) -> tuple[AttackDecided, Facts] | None:
    """An equal one does not; and who attacks is never defeated by it."""
    found = _totals(now, attack)
    attacking, defending = (total.total for total in found.sums)
    defeated = _fallen(now, attack, "defenders") if attacking > defending else ()
    return replace(found, defeated=defeated), {}


@decides("attack/defeated-are-lost", "what becomes of the defeated")
def who_is_defeated_is_lost(now: Moment, *, attack: Action) -> Answer:
    return True, {}


# -- how creatures move ---------------------------------------------------------------------------


@adjusts("creatures/landspeed-one", "landspeed of")
def a_creatures_landspeed_is_one(now: Moment, *, card: CardId) -> Terms:
    print_ = now.table.card(card).print
    if print_.type == "creature" and print_.facts.get("landspeed") is None:
        yield 1, {"card": card}


@adjusts("creatures/move-free", "move cost")
def creatures_move_for_free(now: Moment, *, card: CardId, way: Way | None, **_how: object) -> Terms:
    if way is Way.LANDSPEED and is_creature(now.table.card(card)):
        yield -1, {"card": card}  # the one Force that it would cost


# -- creatures that meet --------------------------------------------------------------------------


@decides("attack/selective-spare-their-kind", "creatures fight")
def selective_creatures_spare_their_own_kind(now: Moment, *, one: Card, other: Card) -> Answer:
    if one.title != other.title or not (
        one.print.is_a("selective") and other.print.is_a("selective")
    ):
        return None
    return False, {"card": one.id}


@decides("attack/creatures-meet", "creatures fight")
def creatures_that_meet_fight_each_other(now: Moment, *, one: Card, other: Card) -> Answer:
    if not are_present_with(now, one, other):
        return None
    return True, {"creature": one.id, "other": other.id}


def meeting(now: Moment) -> list[Card]:
    """The creatures at one location that have someone there to fight; the first such location."""
    for place in now.table.row:
        there = [card for card in now.all_at(place) if is_creature(card)]
        if len(there) < 2:
            continue
        found = [
            one
            for one in there
            if any(_fight(now, one, other) for other in there if other.id != one.id)
        ]
        if found:
            return found
    return []


def _fight(now: Moment, one: Card, other: Card) -> bool:
    answer = now.decide("creatures fight", one=one, other=other)
    return answer is not None and bool(answer[0])

"""Weapons: who may use one against whom, how often, and what a hit comes to."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Attaches
from adjudicator.cards.model import Filter, Target, Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Mark, Purpose, Segment, Zone
from adjudicator.rules.describing import (
    apart,
    fits,
    has_icon,
    in_attack,
    inside_of,
    is_landed,
    is_manned,
    is_piloted,
    number_of,
    related,
    takes_part,
    time_of_shots,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Fixed,
    Intent,
    adjusts,
    decides,
    forbids,
    permits,
)
from adjudicator.state.table import Action, Card, Unknown

Answer = tuple[bool, Facts] | None
Terms = Iterator[tuple[int | None, Facts]]
_IDLE = {Mark.EXCLUDED, Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}


def bearer_of(now: Moment, weapon: CardId) -> Card:
    """Who uses the weapon: the card it is deployed on, or itself where it stands alone."""
    card = now.table.card(weapon)
    if card.how is How.ON and card.at is not None and card.at in now.table.cards:
        return now.table.card(card.at)
    return card


def aims(now: Moment, intent: Intent) -> list[Card]:
    """The cards an intended shot is aimed at; a place is no such target."""
    named = (now.table.card(c) for group in intent.targets.values() for c in group)
    return [card for card in named if card.how is not How.ROW]


# -- whom ----------------------------------------------------------------------------


@forbids("firing-out-of-battle/target-must-participate", Kind.FIRE)
def its_target_is_in_no_battle(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    """Who fires need not take part. What hits everything somewhere needs a battle there."""
    if intent.card is None:
        return None
    targets = aims(now, intent)
    found: list[Facts | Finding] = []
    if not targets and not intent.unfitting:
        fray = now.table.battle or now.table.attack
        if fray is None or fray.place not in _aimed_places(now, intent):
            found.append({"card": intent.card, "target": None})
    for target in targets:
        set_apart = apart(now, target, Purpose.WEAPONS)
        if set_apart is not None:
            found.append(Finding(set_apart.clause, set_apart.facts))
        elif not takes_part(now, target) and not in_attack(now, target):
            found.append({"card": intent.card, "target": target.id})
    shooter = bearer_of(now, intent.card)
    unable = apart(now, shooter, Purpose.FIRING)
    if in_attack(now, shooter) and apart(now, shooter, Purpose.CREATURES) is None:
        unable = None  # who may attack creatures may shoot at them
    if unable is not None and shooter.marks & _IDLE:  # others fire although they do not take part
        found.append(Finding(unable.clause, unable.facts))
    return found or None


def _aimed_places(now: Moment, intent: Intent) -> list[CardId | None]:
    named = [c for group in intent.targets.values() for c in group]
    places: list[CardId | None] = [c for c in named if now.table.card(c).how is How.ROW]
    assert intent.card is not None
    return places or [now.table.location_of(intent.card)]


@decides("enclosed/not-weapon-targets", "apart", Purpose.WEAPONS)
def who_is_inside_is_no_target(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    if card.print.type != "character":
        return None
    craft = inside_of(now, card)
    return None if craft is None else (True, {"card": card.id, "craft": craft.id})


@forbids("weapons-firing-or-swinging/present-together", Kind.FIRE)
def weapon_and_target_are_not_together(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or now.table.card(intent.card).zone is not Zone.TABLE:
        return None
    here = now.table.location_of(intent.card)
    for group in intent.targets.values():
        for target in group:
            if now.table.location_of(target) != here or _is_in_a_hold(now, now.table.card(target)):
                return {"card": intent.card, "target": target}
    return None


def _is_in_a_hold(now: Moment, card: Card) -> bool:
    """Of characters inside something, the entry about what is enclosed speaks."""
    return card.print.type in ("starship", "vehicle") and inside_of(now, card) is not None


@decides("firing-out-of-battle/into-battle-instead", "reach")
def what_fired_out_of_a_battle_now_fires_into_one(
    now: Moment, *, reaches: str
) -> tuple[str, Facts] | None:
    return ("adjacent", {}) if reaches == "out of battle" else None


@permits(
    "long-range-weapons/into-next-door",
    despite="weapons-firing-or-swinging/present-together",
)
def a_long_range_weapon_fires_into_the_battle_next_door(
    now: Moment, intent: Intent
) -> Facts | None:
    text = intent.text
    if text is None or text.reaches is None or intent.card is None:
        return None
    decided = now.decide("reach", reaches=text.reaches)
    reach = decided[0] if decided is not None else text.reaches
    here = now.table.location_of(intent.card)
    for group in intent.targets.values():
        for target in group:
            there = now.table.location_of(target)
            if here is None or there is None or _is_in_a_hold(now, now.table.card(target)):
                return None
            if there != here and not _within(now, reach, here, there):
                return None
    return {"card": intent.card}


def _within(now: Moment, reach: str, here: CardId, there: CardId) -> bool:
    if reach == "related":
        return related(now, here, there)
    apart_by = now.decide("adjacent", one=here, other=there)
    return reach == "adjacent" and (apart_by is None or bool(apart_by[0]))


# -- who -----------------------------------------------------------------------------


@forbids("enclosed/no-character-weapons", Kind.FIRE)
def who_is_inside_cannot_fire_a_character_weapon(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    shooter = bearer_of(now, intent.card)
    craft = inside_of(now, shooter)
    if craft is None or shooter.print.type != "character":
        return None
    return {"card": intent.card, "craft": craft.id}


@forbids("weapons-firing-or-swinging/bearer-can-use-it", Kind.FIRE)
def its_bearer_cannot_use_it(now: Moment, intent: Intent) -> Facts | None:
    """Whom its own text lets it be deployed on can use it; where that says nothing, its kind tells."""
    if intent.card is None or now.table.card(intent.card).zone is not Zone.TABLE:
        return None
    weapon = now.table.card(intent.card)
    bearer = bearer_of(now, weapon.id)
    if bearer.id != weapon.id and bearer.print.type not in _BEARERS.values():
        return None  # on a location, or in the hands of whoever stands there
    described = texts_for_bearers(now, weapon)
    if any(suits(now, weapon, bearer, target) for _, target in described):
        return None
    if not described:
        if is_of_the_kind(now, weapon, bearer):
            return None
        if weapon.print.not_modelled:  # its text may name a bearer of its own
            raise Unknown("who-may-bear-it", card=weapon.id, bearer=bearer.id)
    return {
        "card": weapon.id,
        "bearer": None if bearer.id == weapon.id else bearer.id,
        "text": described[-1][0].clause if described else None,
    }


_BEARERS = {
    "character weapon": "character",
    "vehicle weapon": "vehicle",
    "starship weapon": "starship",
}


def is_of_the_kind(now: Moment, weapon: Card, bearer: Card) -> bool:
    """Whether the bearer is of the kind that a weapon of this kind is made for."""
    kind = _BEARERS.get(weapon.print.subtype or "")
    if kind == "character" and not has_icon(now, bearer, "warrior"):
        return False
    return kind is None or bearer.print.type == kind


def texts_for_bearers(now: Moment, weapon: Card) -> list[tuple[Text, Target]]:
    """Those on whom its own text lets it be deployed, and which text that is."""
    found = []
    for text in now.texts(weapon):
        for target in text.targets if text.role == "deploy" else ():
            if Attaches(target.name) in foreseen(text.result, Attaches, inside=False):
                now.book.works(text)
                found.append((text, target))
    return found


def suits(now: Moment, weapon: Card, bearer: Card, target: Target) -> bool:
    wanted = (target.filter, *(must for must, _ in target.musts))
    return all(fits(now, bearer, each, weapon.side, {}, weapon) for each in wanted)


@forbids("unpiloted/no-weapons", Kind.FIRE)
def nobody_pilots_what_carries_it(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    craft = bearer_of(now, intent.card)
    if not is_adrift(now, craft):
        return None
    return {"card": intent.card, "craft": craft.id, "manned": is_manned(now, craft)}


# -- how often -------------------------------------------------------------------------


def shots(now: Moment, what: str, card: CardId) -> list[tuple[str, ...]]:
    return [note for note in now.table.done if note[0] == what and note[1] == card]


@forbids("weapons-firing-or-swinging/once-per-battle", Kind.FIRE)
def it_was_fired_in_this_battle(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    time = time_of_shots(now)
    spent = _was_fired(now, intent.card, time) or _is_owed(now, intent.card, time)
    return {"card": intent.card, "time": time} if spent else None


def _was_fired(now: Moment, weapon: str, time: str) -> bool:
    return ("fired", weapon, time) in now.table.done


def _is_owed(now: Moment, weapon: CardId, time: str) -> bool:
    """Whether shots were given up, nobody said which, and this is one of the last it could be."""
    owed = [n[3:] for n in now.table.done if n[0] == "one shot given up" and n[2] == time]
    left = {w for group in owed for w in group if not _was_fired(now, w, time)}
    return weapon in left and not _can_be_met(owed, left - {weapon})


def _can_be_met(owed: list[tuple[str, ...]], left: set[str]) -> bool:
    """Whether every shot given up can be that of another weapon."""
    if not owed:
        return True
    return any(_can_be_met(owed[1:], left - {w}) for w in owed[0] if w in left)


@permits(
    "weapons-fire-repeatedly/may-fire-again",
    despite="weapons-firing-or-swinging/once-per-battle",
)
def its_text_lets_it_fire_repeatedly(now: Moment, intent: Intent) -> Facts | None:
    return {"card": intent.card} if intent.text is not None and intent.text.repeats else None


@forbids("weapons-firing-or-swinging/one-weapon-per-bearer", Kind.FIRE)
def its_bearer_has_used_another_weapon(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    shooter = bearer_of(now, intent.card)
    limit = _weapons_at_once(now, shooter)
    used = {note[2] for note in shots(now, "armed", shooter.id)} - {intent.card}
    if limit is None or len(used) < limit:
        return None
    return {"card": intent.card, "bearer": shooter.id, "number": limit}


def _weapons_at_once(now: Moment, bearer: Card) -> int | None:
    """How many weapons it may use in a turn; None: as many as it has."""
    print_ = bearer.print
    if print_.is_a("capital") or print_.type not in ("character", "vehicle", "starship"):
        return None
    if print_.is_a("squadron"):
        return 3
    return 2 if print_.type == "character" and print_.icons.get("warrior", 0) > 1 else 1


def may_forgo(now: Moment, weapon: Card, wanted: Filter, intent: Intent) -> bool:
    """Whether a shot with this weapon could still be made in the battle, so as to be given up."""
    battle = now.table.battle
    if battle is None or battle.segment is not Segment.WEAPONS or weapon.print.type != "weapon":
        return False
    if weapon.side is not intent.player or not fits(now, weapon, wanted, intent.player):
        return False
    if not takes_part(now, weapon) or not any(t.role == "fire" for t in weapon.print.texts):
        return False
    if apart(now, bearer_of(now, weapon.id), Purpose.FIRING) is not None:
        return False
    shot = intent._replace(kind=Kind.FIRE, card=weapon.id, text=None, targets={}, unfitting=())
    return not any(
        check(now, shot)
        for check in (
            it_was_fired_in_this_battle,
            its_bearer_has_used_another_weapon,
            who_is_inside_cannot_fire_a_character_weapon,
            its_bearer_cannot_use_it,
            nobody_pilots_what_carries_it,
        )
    )


# -- the shot --------------------------------------------------------------------------


@decides("weapon-destiny/drawn-in-the-result", "weapon destiny waits")
def the_draw_waits_for_the_result(now: Moment) -> Answer:
    return True, {}


@decides("weapon-destiny/drawn-at-the-weapon", "place of the draw")
def it_is_drawn_where_the_weapon_is(
    now: Moment, *, action: Action
) -> tuple[CardId | None, Facts] | None:
    if action.card is None:
        return None
    return now.table.location_of(action.card), {"card": action.card}


@decides("weapons-firing-or-swinging/hit-is-forfeited", "what becomes of a hit card")
def a_hit_outside_a_battle_is_a_loss(now: Moment, *, card: Card, over: bool) -> Answer:
    """`over`: the battle has ended before the hit card could be forfeited."""
    if not over and (takes_part(now, card) or in_attack(now, card)):
        return None
    return True, {"card": card.id}


# -- defense values ----------------------------------------------------------------------


@adjusts("defense-value/printed", "defense of")
def the_defense_value_printed_on_it(now: Moment, *, card: CardId) -> Terms:
    printed = now.table.card(card).print.facts.get("defense")
    if printed is not None:
        yield printed, {"card": card, "number": printed}


@adjusts("defense-value/characters", "defense of")
def a_characters_is_the_higher_of_ability_and_armor(now: Moment, *, card: CardId) -> Terms:
    who = now.table.card(card)
    if who.print.type != "character" or who.print.facts.get("defense") is not None:
        return
    both = [number_of(now, card, name) or 0 for name in ("ability", "armor")]
    yield max(both), {"card": card, "number": max(both)}


@adjusts("defense-value/vehicles-and-starships", "defense of")
def a_crafts_is_its_armor_or_maneuver(now: Moment, *, card: CardId) -> Terms:
    craft = now.table.card(card)
    if craft.print.type not in ("vehicle", "starship"):
        return
    values = [v for name in ("armor", "maneuver") if (v := number_of(now, card, name))]
    yield max(values, default=0), {"card": card, "number": max(values, default=0)}


# -- landed starfighters ---------------------------------------------------------------


def _landed_fighter(now: Moment, card: Card) -> bool:
    return card.print.is_a("starfighter") and is_landed(now, card)


def is_adrift(now: Moment, card: Card) -> bool:
    """A starship or vehicle that needs somebody at the controls and has nobody who counts."""
    if card.print.type not in ("starship", "vehicle") or is_piloted(now, card):
        return False
    if is_landed(now, card) or card.how is How.ABOARD:
        return True
    return any("pilot" in seat or "driver" in seat for seat in card.print.places)


def _powerless(number: str) -> None:
    @adjusts("unpiloted/no-power-or-maneuver", f"{number} of")
    def nobody_is_at_its_controls(now: Moment, *, card: CardId) -> Terms:
        if is_adrift(now, now.table.card(card)):
            yield None, {"card": card, "manned": is_manned(now, now.table.card(card))}


for _number in ("power", "maneuver"):
    _powerless(_number)


@adjusts("unpiloted/armor-two", "armor of")
def the_armor_of_what_nobody_pilots(now: Moment, *, card: CardId) -> Terms:
    """What has left the table is remembered with the armor it had."""
    craft = now.table.card(card)
    if craft.zone is Zone.TABLE and craft.print.facts.get("armor") and is_adrift(now, craft):
        yield Fixed(2), {"card": card, "manned": is_manned(now, craft)}


@decides("landed-starfighters/pilot-gives-no-destiny", "apart", Purpose.DESTINY)
def the_pilot_of_a_landed_starfighter_does_not_help_to_draw(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    craft = card if card.print.type == "starship" else inside_of(now, card)
    if craft is None or not _landed_fighter(now, craft):
        return None
    return True, {"card": card.id, "craft": craft.id}


# -- creatures -------------------------------------------------------------------------


@decides("ferocious/two-excluded", "given trait")
def mynocks_and_vine_snakes_are_never_ferocious(now: Moment, *, card: Card, word: str) -> Answer:
    if word != "ferocious" or card.title not in ("Mynock", "Vine Snake"):
        return None
    return False, {"card": card.id}


@decides("ferocious/defense-above-two", "given trait")
def a_creature_of_higher_defense_is_ferocious(now: Moment, *, card: Card, word: str) -> Answer:
    if word != "ferocious" or card.print.type != "creature":
        return None
    defense = number_of(now, card.id, "defense") or 0
    return defense > 2, {"card": card.id, "number": defense}

"""Who a card is: personas, how many copies, what is out of play for good, what is stolen."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import How, Kind, Mark, Purpose, Zone
from adjudicator.rules.describing import apart, fits, personas_of
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids, permits
from adjudicator.state.events import Event, OneMustGo, Taken
from adjudicator.state.table import Card

Answer = tuple[bool, Facts] | None
_WITH_PERSONAS = ("character", "vehicle", "starship", "weapon", "device")


def personas(now: Moment, card: Card, counted: str) -> frozenset[str]:
    """The personas on a card; those of its permanent pilots and weapons only if a clause counts
    them. A unique weapon or device is its title."""
    every = personas_of(now, card)
    if not every and card.print.unique and card.print.type in ("weapon", "device"):
        every = frozenset({card.title})
    inside = card.print.permanents & every
    if inside and now.decide(counted, card=card) is None:
        return every - inside
    return every


# -- out of play ------------------------------------------------------------------------


@decides("out-of-play/permanent-pilots-barred", "permanents out of play")
def permanent_pilots_are_personas_too(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


@forbids("out-of-play/personas-barred", Kind.DEPLOY, Kind.REPLACE)
def a_persona_on_it_is_out_of_play(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    own = personas(now, card, "permanents out of play")
    both = now.decide("out of play for both", card=card) is not None
    sides = (card.owner, card.owner.opponent) if both else (card.owner,)
    for name in (c for side in sides for c in now.table.pile(side, Zone.OUT)):
        gone = now.table.card(name)
        if gone.print.unique and gone.print.type in ("character", "vehicle", "starship"):
            shared = own & personas(now, gone, "permanents out of play")
            if shared:
                return {"card": card.id, "other": gone.id, "persona": min(shared)}
    return None


@decides("out-of-play/for-both-players", "out of play for both")
def whoever_owned_it(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


@decides("out-of-play/removed-from-game", "gone for good")
def it_leaves_the_game(now: Moment, *, card: Card) -> tuple[Zone, Facts] | None:
    return Zone.OUT, {"card": card.id}


@decides("out-of-play/not-just-lost", "not a loss")
def going_out_of_play_is_no_loss(now: Moment, *, card: Card, forfeited: bool) -> Answer:
    return None if forfeited else (True, {"card": card.id})


@decides("out-of-play/not-just-forfeited", "not a loss")
def nor_is_it_a_forfeit(now: Moment, *, card: Card, forfeited: bool) -> Answer:
    return (True, {"card": card.id}) if forfeited else None


# -- personas on table ---------------------------------------------------------------------


@decides("personas/permanents-count", "permanents on table")
def a_permanent_counts_as_its_persona(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


def _versions(now: Moment, card: Card) -> Iterator[tuple[Card, str]]:
    """Other titles on table that are the same persona, and which."""
    if card.print.type not in _WITH_PERSONAS:
        return
    own = personas(now, card, "permanents on table")
    for other in now.on_table():
        if other.id == card.id or other.print.type not in _WITH_PERSONAS:
            continue
        if apart(now, other, Purpose.TABLE) is not None:
            continue
        shared = own & personas(now, other, "permanents on table")
        if shared:
            yield other, min(shared)


@forbids("personas/one-version-each", Kind.DEPLOY, Kind.REPLACE)
def a_version_of_it_is_on_table(now: Moment, intent: Intent) -> Facts | None:
    """Copies of the very title are a matter of its dots; whose place is taken is in nobody's way."""
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    found: Facts | None = None
    for other, persona in _versions(now, card):
        if other.title == card.title or (other.has(Mark.CAPTIVE) and other.side is intent.player):
            continue
        if intent.kind is Kind.REPLACE and other.id in intent.cards:
            continue
        facts = {
            "player": intent.player,
            "card": card.id,
            "other": other.id,
            "persona": persona,
        }
        if other.side is intent.player:
            return facts
        found = found or facts
    return found


@permits("personas/each-player-one", despite="personas/one-version-each")
def that_version_is_the_opponents(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    others = [o for o, _ in _versions(now, card) if o.title != card.title]
    if intent.kind is Kind.REPLACE:
        others = [o for o in others if o.id not in intent.cards]
    if any(o.side is intent.player and not o.has(Mark.CAPTIVE) for o in others):
        return None
    return {"player": intent.player, "other": others[0].id if others else card.id}


@forbids("personas/captive-still-counts", Kind.DEPLOY)
def he_is_a_captive_and_still_counts(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    for other, _ in _versions(now, card):
        if other.title != card.title and other.has(Mark.CAPTIVE) and other.side is intent.player:
            return {"card": card.id, "other": other.id}
    return None


@brings("personas/two-at-once", after=Taken)
def two_versions_under_one_player(before: Moment, now: Moment, event: Taken) -> Iterator[Event]:
    card = now.table.card(event.card)
    same = [other.id for other, _ in _versions(now, card) if other.side is event.by]
    if same:
        yield OneMustGo(event.by, (card.id, *same), "which-version")


# -- copies ----------------------------------------------------------------------------------


@decides("uniqueness/inactive-copies-count", "copy counts")
def captive_missing_or_covered_it_counts(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


def counts_as_a_copy(now: Moment, card: Card) -> bool:
    if apart(now, card, Purpose.TABLE) is not None:
        return False  # stacked or face down, it is not on table
    if not card.marks & {Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}:
        return True
    return now.decide("copy counts", card=card) is not None


@forbids("uniqueness/unique-interrupt-once", Kind.PLAY)
def that_unique_interrupt_was_initiated_this_turn(now: Moment, intent: Intent) -> Facts | None:
    """Whichever copy and whoever played it, cancelled or not."""
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    if not card.print.unique:
        return None
    if not any(note[0] == "initiated" and note[2] == card.title for note in now.table.done):
        return None
    return {"card": intent.card}


# -- stolen weapons ------------------------------------------------------------------------------


@forbids("steal/unusable-weapon", Kind.FIRE, Kind.USE)
def its_bearer_cannot_use_a_weapon_so_stolen(now: Moment, intent: Intent) -> Facts | None:
    """A weapon that may be deployed only on such as he is not does nothing for him."""
    if intent.card is None:
        return None
    weapon = now.table.card(intent.card)
    if weapon.print.type != "weapon" or weapon.owner is weapon.side or weapon.how is not How.ON:
        return None
    bearer = now.table.card(weapon.at) if weapon.at is not None else None
    wanted = weapon.print.only_to
    if bearer is None or wanted is None or fits(now, bearer, wanted, intent.player):
        return None
    return {"card": weapon.id, "bearer": bearer.id}

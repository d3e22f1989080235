"""Captives and escorts, the missing and those who look for them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adjudicator.cards.foresight import Captures
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Mark, Phase, Purpose, Side, Zone
from adjudicator.rules.describing import apart, has_icon, is_a
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, adjusts, brings, decides, forbids
from adjudicator.rules.targets import all_parts
from adjudicator.rules.ways import movers, taken_elsewhere
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt
from adjudicator.state.events import (
    Captured,
    CardPlaced,
    Escaped,
    EscortGone,
    Event,
    Freed,
    Marked,
    Replaced,
    Taken,
)
from adjudicator.state.table import Card

Answer = tuple[bool, Facts] | None


def captives_of(now: Moment, escort: CardId) -> tuple[CardId, ...]:
    return tuple(c for c in now.table.lying(escort) if now.table.card(c).how is How.ESCORTED)


# -- capturing --------------------------------------------------------------------------


@forbids("capturing-characters/only-dark-captures")
def only_dark_captures_light_characters(now: Moment, intent: Intent) -> list[Facts] | None:
    out: list[Facts] = []
    for capture in foreseen(all_parts(intent), Captures, inside=False):
        victims = intent.targets.get(capture.victims, ())
        wrong = [c for c in victims if now.table.card(c).side is not Side.LIGHT]
        if intent.player is not Side.DARK or wrong:
            out.append({"player": intent.player, "card": intent.card})
    return out or None


@forbids("escorting/who-escorts", Kind.PLAY, Kind.USE)
def who_is_to_seize_him_may_not(now: Moment, intent: Intent) -> list[Finding] | None:
    """A text that names the captor asks for one who may take a captive; whatever clause says no
    to him speaks."""
    found: list[Finding] = []
    for taking in foreseen(all_parts(intent), Captures, inside=False):
        for captor in intent.targets.get(taking.by or "", ()):
            found += refusals(now, captor)
    return found or None


@brings("capturing-characters/found-or-uncovered-first", after=Captured)
def he_is_found_or_uncovered_first(before: Moment, now: Moment, event: Captured) -> Iterator[Event]:
    card = now.table.card(event.card)
    for mark in (Mark.MISSING, Mark.UNDERCOVER):
        if card.has(mark):
            yield Marked(card.id, mark, on=False)


@decides("capturing-characters/three-outcomes", "outcomes of a capture")
def seized_imprisoned_or_escaped(
    now: Moment, *, card: Card
) -> tuple[tuple[tuple[CardId, ...], bool], Facts] | None:
    """Those at the same location who may seize him, and whether it is a prison."""
    here = now.table.location_of(card.id)
    if here is None:
        return None
    able = tuple(c.id for c in now.all_at(here) if c.side is Side.DARK and may_escort(now, c))
    return (able, is_prison(now, here)), {"card": card.id}


def may_escort(now: Moment, card: Card) -> bool:
    """A character to whom nothing says no as an escort."""
    return card.print.type == "character" and not refusals(now, card.id)


def refusals(now: Moment, escort: CardId) -> list[Finding]:
    """The clauses that keep a card from taking a captive now."""
    from adjudicator.rules.registry import Rulebook

    book = now.book
    assert isinstance(book, Rulebook)
    attempt = Attempt(0, Span(1, 1, 1, 1), Side.DARK, "seizes")
    intent = Intent(attempt, Side.DARK, Kind.SEIZE, targets={"escort": (escort,)})
    return now.against(intent)[0]


def is_prison(now: Moment, location: CardId) -> bool:
    return now.table.card(location).print.is_a("prison")


def _escort(intent: Intent) -> CardId | None:
    return next(iter(intent.targets.get("escort", ())), None)


@forbids("escorting/who-escorts", Kind.SEIZE, Kind.TRANSFER)
def only_warriors_and_bounty_hunters_escort(now: Moment, intent: Intent) -> Facts | None:
    escort = _escort(intent)
    if escort is None:
        return None
    card = now.table.card(escort)
    if has_icon(now, card, "warrior") or is_a(now, card, "bounty hunter"):
        return None
    return {"card": escort}


@forbids("escorting/one-captive-each", Kind.SEIZE, Kind.TRANSFER)
def he_has_a_captive_already(now: Moment, intent: Intent) -> Facts | None:
    escort = _escort(intent)
    held = captives_of(now, escort) if escort is not None else ()
    return {"card": escort, "captive": held[0]} if held else None


@brings("capturing-characters/escape-to-used", after=Escaped)
def he_escapes_to_the_used_pile(before: Moment, now: Moment, event: Escaped) -> Iterator[Event]:
    yield from leaving(now, event.card, Zone.USED, "escaped")


def leaving(now: Moment, card: CardId, zone: Zone, why: str) -> Iterator[CardPlaced]:
    """A card goes to a pile; what lies on it is lost."""
    for below in now.table.lying(card):
        yield from leaving(now, below, Zone.LOST, "lost")
    yield CardPlaced(card, zone, why=why)


# -- being a captive -----------------------------------------------------------------------


@decides(
    "capturing-characters/captives-are-inert",
    "apart",
    Purpose.ABILITY,
    Purpose.ALONE,
    Purpose.TEXT,
    marks=(Mark.CAPTIVE,),
)
def a_captive_lends_nothing(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return True, {"card": card.id}


@forbids("capturing-characters/no-moves-of-its-own", Kind.MOVE, Kind.REACT, Kind.BOARD)
def a_captive_does_not_move_by_itself(now: Moment, intent: Intent) -> list[Facts] | None:
    """It goes where its escort takes it, or stays in its prison."""
    return [{"card": c} for c in _going(intent) if now.table.card(c).has(Mark.CAPTIVE)] or None


@decides("escorting/captive-goes-along", "captive goes along")
def the_captive_goes_where_its_escort_goes(now: Moment, *, captive: Card, escort: Card) -> Answer:
    return True, {"captive": captive.id, "card": escort.id}


@adjusts("regular-moves/landspeed", "move cost")
def everyone_who_goes_along_pays(
    now: Moment, *, side: Side, card: CardId, **_how: object
) -> Iterator[tuple[int, Facts]]:
    """As every move does, unless a clause says that it is free."""
    for captive in captives_of(now, card):
        if now.decide("captive moves free", captive=captive) is None:
            yield 1, {"player": side, "card": captive}


@decides("escorting/no-extra-force", "captive moves free")
def taking_a_captive_along_is_free(now: Moment, *, captive: CardId) -> Answer:
    return True, {"captive": captive}


@decides("escorting/takes-passenger-place", "takes a passenger's place")
def a_captive_takes_a_passengers_place(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if card.has(Mark.CAPTIVE) else None


@decides("escorting/lost-together", "lost with its escort")
def both_are_lost_together(now: Moment, *, captive: CardId, together: bool) -> Answer:
    return (True, {"card": captive}) if together else None


@brings("escorting/freed-when-escort-gone", after=EscortGone)
def its_captive_goes_free(before: Moment, now: Moment, event: EscortGone) -> Iterator[Event]:
    """Unless it is lost in the same stroke."""
    lost = now.decide("lost with its escort", captive=event.captive, together=event.together)
    if lost is None:
        yield Freed(event.captive, event.location)
        return
    for gone in leaving(now, event.captive, Zone.LOST, "lost"):
        yield replace(gone, clause=lost[1].clause)


@decides("escorting/may-stay-at-site", "freed may stay")
def he_may_stay_at_the_site(now: Moment, *, captive: Card, location: CardId) -> Answer:
    if now.table.card(location).print.subtype != "site":
        return None
    return True, {"card": captive.id, "location": location}


@brings("captives-escorting/escort-changes-sides", after=Taken)
def an_escort_under_light_control_lets_go(
    before: Moment, now: Moment, event: Taken
) -> Iterator[Event]:
    if event.by is not Side.LIGHT:
        return
    for captive in captives_of(now, event.card):
        yield Freed(captive, now.table.location_of(event.card))


@brings("captives-escorting/escort-changes-sides", after=Replaced)
def a_jailer_of_the_other_side_takes_no_captive_over(
    before: Moment, now: Moment, event: Replaced
) -> Iterator[Event]:
    """Whoever takes the place of an escort of the other player's has no captive of his own side."""
    if now.table.card(event.card).owner is not Side.LIGHT:
        return
    for captive in (*captives_of(now, event.other), *captives_of(now, event.card)):
        yield Freed(
            captive, now.table.location_of(event.card) or now.table.location_of(event.other)
        )


# -- handing over, prisons --------------------------------------------------------------------


@forbids("escorting/no-handing-over", Kind.TRANSFER)
def a_captive_is_not_handed_on(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or _escort(intent) is None:
        return None
    captive = now.table.card(intent.card)
    if captive.how is not How.ESCORTED:
        return None
    return {"captive": captive.id, "card": captive.at, "other": _escort(intent)}


@forbids("captives-prisoner-transfers/in-dark-move-phase", Kind.TRANSFER)
def transfers_belong_to_darks_move_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    own = intent.player is Side.DARK and turn is Side.DARK
    if own and phase is Phase.MOVE:
        return None
    return {"player": intent.player, "phase": phase, "turn": turn}


@forbids("captives-prisoner-transfers/prison-at-same-site", Kind.TRANSFER)
def the_escort_is_not_at_that_prison(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    captive = now.table.card(intent.card)
    escort = captive.at if captive.how is How.ESCORTED else _escort(intent)
    if escort is None or (captive.how is How.ESCORTED and _escort(intent) is not None):
        return None
    here = now.table.location_of(escort)
    prison = intent.place if captive.how is How.ESCORTED else now.table.location_of(captive.id)
    if prison is not None and prison == here and is_prison(now, prison):
        return None
    return {"card": escort, "captive": captive.id}


@forbids("captives-prisoner-transfers/all-able-to-move", Kind.TRANSFER)
def somebody_involved_cannot_move(now: Moment, intent: Intent) -> list[Facts] | None:
    if intent.card is None:
        return None
    captive = now.table.card(intent.card)
    escort = captive.at if captive.how is How.ESCORTED else _escort(intent)
    involved = [c for c in (captive.id, escort) if c is not None]
    return [{"card": c} for c in involved if cannot_move(now, intent, c)] or None


def kept_from_moving(now: Moment, card: CardId) -> bool:
    """Whether a text bars it from every move, whatever would move it."""
    from adjudicator.rules.registry import Rulebook

    book, side = now.book, now.table.card(card).side
    assert isinstance(book, Rulebook)
    attempt = Attempt(0, Span(1, 1, 1, 1), side, "moves")
    return bool(now.barred_by_texts(Intent(attempt, side, Kind.MOVE, card)))


def cannot_move(now: Moment, intent: Intent, card: CardId) -> bool:
    """Missing, busy, or kept where it is by a card's text."""
    if apart(now, now.table.card(card), Purpose.MOVING) is not None:
        return True
    move = Intent(intent.attempt, now.table.card(card).side, Kind.MOVE, card)
    return bool(now.barred_by_texts(move))


@decides("captives-prisoner-transfers/free-and-unlimited", "transfer is free")
def a_transfer_is_free_and_unlimited(now: Moment, *, captive: CardId) -> Answer:
    return True, {"card": captive}


# -- the missing --------------------------------------------------------------------------------


# Exposure tells the missing from those present, so they are not.
_ACTIVE = (
    Purpose.HERE,
    Purpose.MOVING,
    Purpose.ABILITY,
    Purpose.ALONE,
    Purpose.TEXT,
    Purpose.COVER,
)


@decides("missing/inactive", "apart", *_ACTIVE, marks=(Mark.MISSING,))
def the_missing_do_nothing(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    return True, {"card": card.id}


@decides("missing/searchers-are-busy", "apart", Purpose.MOVING, Purpose.BATTLE)
def searchers_are_busy(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    if ("searched", str(card.side), card.id) not in now.table.done:
        return None
    battle = now.table.battle
    own = purpose is Purpose.BATTLE and battle is not None and battle.player is card.side
    if purpose is not Purpose.MOVING and not own:
        return None
    return True, {"card": card.id}


@forbids("actions-step-1b/your-own-card", Kind.MOVE, Kind.REACT, Kind.BOARD, Kind.PLAY, Kind.USE)
def who_is_set_apart_does_not_move(now: Moment, intent: Intent) -> list[Finding] | None:
    """Whatever clause takes it out of account for moving speaks for itself; nor does a text move it."""
    by_text = intent.kind in (Kind.PLAY, Kind.USE)
    going = (*movers(intent), *taken_elsewhere(intent)) if by_text else _going(intent)
    found = [apart(now, now.table.card(card), Purpose.MOVING) for card in going]
    return [why for why in found if why is not None] or None


def _going(intent: Intent) -> Iterator[CardId]:
    """Who would change its place: the card named, and a group that goes along."""
    if intent.card is not None:
        yield intent.card
    if intent.kind is Kind.MOVE:
        yield from intent.cards


@forbids("missing/search-party", Kind.SEARCH)
def no_search_party_can_be_formed(now: Moment, intent: Intent) -> Facts | None:
    """In one's own control phase, of one's own characters where the missing one is."""
    if intent.card is None:
        return None
    phase, turn = now.table.moment
    card = now.table.card(intent.card)
    timely = phase is Phase.CONTROL and turn is intent.player
    lost = card.has(Mark.MISSING) and card.side is intent.player
    here = now.table.location_of(card.id)
    party = [now.table.card(c) for c in intent.cards]
    fit = bool(party) and all(
        c.side is intent.player
        and c.print.type == "character"
        and now.table.location_of(c.id) == here
        and apart(now, c, Purpose.MOVING) is None
        and not c.marks & {Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}
        for c in party
    )
    if timely and lost and fit:
        return None
    return {
        "player": intent.player,
        "card": card.id,
        "timely": timely,
        "lost": lost,
        "phase": phase,
        "turn": turn,
    }


@decides("missing/found-above-five", "search")
def above_five_one_is_found(
    now: Moment, *, destiny: int | None, party: tuple[CardId, ...]
) -> tuple[bool, Facts] | None:
    """Each member adds 1, a scout 2; a draw that failed finds nobody."""
    if destiny is None or not party:
        return None
    bonus = sum(2 if is_a(now, now.table.card(c), "scout") else 1 for c in party)
    total = destiny + bonus
    return (True, {"number": total}) if total > 5 else None

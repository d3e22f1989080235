"""Persona replacement: another version of a character, from hand, takes the place of the one on table."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import CardId, How, Kind, Mark, Phase, Zone
from adjudicator.rules.captives import captives_of, refusals
from adjudicator.rules.deploying import ask_if_its_text_allows_it
from adjudicator.rules.describing import has_icon, is_a, number_of, personas_of, same_title
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, brings, decides, forbids
from adjudicator.state.events import CardPlaced, Event, Replaced
from adjudicator.state.table import Card, Unknown

Answer = tuple[bool, Facts] | None
_ABSENT = {Mark.CAPTIVE, Mark.MISSING}


def _both(now: Moment, intent: Intent) -> tuple[Card, Card]:
    """The card from hand, and the one whose place it is to take."""
    assert intent.card is not None
    return now.table.card(intent.card), now.table.card(intent.cards[0])


def _is_a_version_of(now: Moment, new: Card, old: Card) -> bool:
    """Both unique characters, of one persona, with different titles."""
    if any(c.print.type != "character" or not c.print.unique for c in (new, old)):
        return False
    return bool(personas_of(now, new) & personas_of(now, old)) and not same_title(
        new.title, old.title
    )


@forbids("personas/replacing-in-your-deploy-phase", Kind.REPLACE)
def characters_are_replaced_in_your_deploy_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.DEPLOY and turn is intent.player:
        return None
    new, old = _both(now, intent)
    return {
        "player": intent.player,
        "card": new.id,
        "other": old.id,
        "phase": phase,
        "turn": turn,
    }


@forbids("personas/replacing-another-version", Kind.REPLACE)
def no_such_version_of_yours_is_on_table(now: Moment, intent: Intent) -> Facts | None:
    new, old = _both(now, intent)
    yours = old.zone is Zone.TABLE and old.side is intent.player
    version = _is_a_version_of(now, new, old)
    if version and yours:
        return None
    ask_if_its_text_allows_it(now, intent)
    return {"player": intent.player, "card": new.id, "other": old.id, "version": version}


@forbids("personas/replacing-no-captive-no-missing", Kind.REPLACE)
def he_is_captive_or_missing(now: Moment, intent: Intent) -> Facts | None:
    new, old = _both(now, intent)
    return {"card": new.id, "other": old.id} if old.marks & _ABSENT else None


@forbids("personas/replacing-not-by-a-weaker-one", Kind.REPLACE)
def the_new_version_is_weaker(now: Moment, intent: Intent) -> list[Facts] | None:
    """As printed. Where what changes a number on table would make the difference, it is asked: our
    sources do not say which counts."""
    new, old = _both(now, intent)
    if not _is_a_version_of(now, new, old):
        return None
    found: list[Facts] = []
    for name in ("power", "ability"):
        number, other = new.number(name), old.number(name)
        if _is_less(number, other):
            found.append(
                {
                    "card": new.id,
                    "other": old.id,
                    "what": name,
                    "number": number or 0,
                    "than": other,
                }
            )
    for name in ("power", "ability") if not found and old.zone is Zone.TABLE else ():
        if _is_less(new.number(name), number_of(now, old.id, name)):
            raise Unknown("replacement-unclear", card=new.id, other=old.id)
    return found or None


def _is_less(number: int | None, other: int | None) -> bool:
    """A droid has no ability at all; that is less than any."""
    return other is not None and (number is None or number < other)


@forbids("personas/replacing-another-version", Kind.REPLACE)
def nobody_tells_what_would_become_of_it(now: Moment, intent: Intent) -> None:
    """Nothing is against it, but our sources do not say whether the new card takes over what the
    old one is and does here: then it is asked."""
    new, old = _both(now, intent)
    if old.zone is Zone.TABLE and not old.marks & _ABSENT and _is_in_doubt(now, intent, new, old):
        raise Unknown("replacement-unclear", card=new.id, other=old.id)


def _is_in_doubt(now: Moment, intent: Intent, new: Card, old: Card) -> bool:
    seat = {"pilot": has_icon(now, new, "pilot"), "astromech": is_a(now, new, "astromech")}
    escorts = bool(captives_of(now, old.id)) and bool(refusals(now, new.id))
    deploying = intent._replace(kind=Kind.DEPLOY, cards=())
    return (
        bool(old.marks)
        or bool((_who_it_is(now, old) ^ _who_it_is(now, new)) - {new.title, old.title})
        or any(text.role == "deploy" for text in now.texts(new))
        or not seat.get(old.seat or "", True)
        or escorts
        or any(old.id in card.aims for card in now.on_table())
        or any(change.of == old.id for change in now.table.lasting)
        or bool(now.barred_by_texts(deploying))
    )


def _who_it_is(now: Moment, card: Card) -> frozenset[str]:
    """Its personas, but for what it carries for good."""
    return personas_of(now, card) - card.print.permanents


@decides("personas/replacing-is-free", "replacement is free")
def replacing_costs_nothing(now: Moment, *, card: CardId) -> Answer:
    return True, {"card": card}


@brings("personas/replacing-takes-its-place", after=Replaced)
def it_takes_the_place_and_all_that_was_on_the_other(
    before: Moment, now: Moment, event: Replaced
) -> Iterator[Event]:
    old = now.table.card(event.other)
    at, how = old.at, old.how or How.AT
    yield CardPlaced(event.card, Zone.TABLE, at, how, "took its place", seat=old.seat)
    for name in now.table.lying(old.id):
        below = now.table.card(name)
        yield CardPlaced(name, Zone.TABLE, event.card, below.how, "went over")
    yield CardPlaced(old.id, Zone.LOST, why="replaced")

"""Empty decks, piles and hands; what is seen of piles; searches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.cards.constant import HidesLostCards
from adjudicator.cards.foresight import Reaches
from adjudicator.cards.part import foreseen
from adjudicator.game import LIFE_FORCE, Kind, Mark, Side, Step, Zone
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, decides, forbids, permits
from adjudicator.rules.texts import in_force
from adjudicator.source import folded
from adjudicator.state.table import Action, Unknown, side_of_table

TAKING, LOOKING, DRAWING, SHUFFLING = "taking", "looking", "drawing", "shuffling"


class Reach(NamedTuple):
    """A part of a text that reaches into a deck, a pile or a hand."""

    sort: str
    side: Side
    zone: Zone
    wanted: int = 1
    destiny: bool = False
    retrieval: bool = False
    whole: bool = False


def reaches(intent: Intent) -> Iterator[Reach]:
    """What an attempt would look at, take, draw or shuffle, and how many cards it calls for."""
    you = intent.player
    if intent.kind is Kind.DRAW_CARD:
        yield Reach(DRAWING, you, Zone.FORCE, intent.attempt.amount or 1)
    if intent.kind is Kind.DRAW:
        yield Reach(DRAWING, you, Zone.RESERVE, destiny=True)
    if intent.text is None:
        return
    every = list(foreseen((*intent.text.costs, *intent.text.result), Reaches))
    reshuffles = any(reach.shuffled for reach in every)
    for r in every:
        if r.sort == SHUFFLING and reshuffles:
            continue
        for side in r.whose.sides(you):
            yield Reach(r.sort, side, r.zone, r.wanted, r.destiny, r.retrieval, r.whole)


def _lacking(now: Moment, intent: Intent, sort: str) -> list[Reach]:
    """Reaches into decks and piles that do not hold as many cards as are called for."""
    return [
        reach
        for reach in reaches(intent)
        if reach.sort == sort
        and reach.zone is not Zone.HAND
        and now.table.is_stated(reach.side, reach.zone)
        and len(now.table.pile(reach.side, reach.zone)) < reach.wanted
    ]


def _told(now: Moment, intent: Intent, lacking: list[Reach]) -> list[Facts] | None:
    return [
        {
            "card": intent.card,
            "kind": intent.kind,
            "player": reach.side,
            "pile": reach.zone,
            "have": len(now.table.pile(reach.side, reach.zone)),
            "wanted": reach.wanted,
        }
        for reach in lacking
    ] or None


@forbids("empty-deck-or-pile/no-taking")
def there_is_nothing_to_take(now: Moment, intent: Intent) -> list[Facts] | None:
    return _told(now, intent, _lacking(now, intent, TAKING))


@forbids("empty-deck-or-pile/no-looking")
def there_is_nothing_to_look_at(now: Moment, intent: Intent) -> list[Facts] | None:
    return _told(now, intent, _lacking(now, intent, LOOKING))


@forbids("empty-deck-or-pile/no-drawing")
def there_is_nothing_to_draw(now: Moment, intent: Intent) -> list[Facts] | None:
    return _told(now, intent, _lacking(now, intent, DRAWING))


@forbids("empty-deck-or-pile/no-shuffling")
def there_is_nothing_to_shuffle(now: Moment, intent: Intent) -> list[Facts] | None:
    return _told(now, intent, _lacking(now, intent, SHUFFLING))


_BANS = tuple(f"empty-deck-or-pile/no-{sort}" for sort in (TAKING, LOOKING, DRAWING))


@permits("empty-deck-or-pile/one-card-suffices", despite=_BANS)
def one_card_is_enough_to_begin(now: Moment, intent: Intent) -> Facts | None:
    lacking = [r for sort in (TAKING, LOOKING, DRAWING) for r in _lacking(now, intent, sort)]
    if any(not now.table.pile(reach.side, reach.zone) for reach in lacking):
        return None
    return {"card": intent.card, "kind": intent.kind}


@permits("empty-deck-or-pile/destiny-not-drawing", despite="empty-deck-or-pile/no-drawing")
def drawing_destiny_is_not_meant(now: Moment, intent: Intent) -> Facts | None:
    lacking = _lacking(now, intent, DRAWING)
    if any(not reach.destiny for reach in lacking):
        return None
    return {"card": intent.card, "kind": intent.kind}


@permits("empty-deck-or-pile/retrieval-allowed", despite="empty-deck-or-pile/no-taking")
def retrieving_is_not_meant(now: Moment, intent: Intent) -> Facts | None:
    if any(not reach.retrieval for reach in _lacking(now, intent, TAKING)):
        return None
    return {"card": intent.card, "player": intent.player}


@permits("empty-deck-or-pile/moving-empty-force-pile", despite="empty-deck-or-pile/no-taking")
def a_pile_is_moved_as_a_pile(now: Moment, intent: Intent) -> Facts | None:
    lacking = _lacking(now, intent, TAKING)
    if any(not reach.whole or reach.zone is not Zone.FORCE for reach in lacking):
        return None
    return {"card": intent.card, "player": lacking[0].side if lacking else intent.player}


@decides("empty-deck-or-pile/do-what-is-possible", "cards run short")
def as_much_as_there_is(now: Moment, *, side: Side, zone: Zone) -> tuple[bool, Facts] | None:
    return True, {"player": side, "pile": zone}


@forbids("empty-hand/no-looking-at-nothing")
def the_hand_is_empty(now: Moment, intent: Intent) -> Facts | None:
    for reach in reaches(intent):
        if reach.sort != LOOKING or reach.zone is not Zone.HAND:
            continue
        if now.table.pile(reach.side, Zone.HAND):
            continue
        if not now.table.is_stated(reach.side, Zone.HAND):
            raise Unknown("hand-size", player=reach.side)
        return {"card": intent.card, "player": reach.side}
    return None


# -- about to draw ---------------------------------------------------------------------------


def _will_draw(action: Action, side: Side) -> bool:
    """Whether a destiny draw of that player's is still to come in an action."""
    if action.step is not Step.RESPONSES:
        return False
    if action.kind is Kind.DRAW:
        return action.player is side
    coming = foreseen(action.text.result if action.text else (), Reaches)
    return any(reach.destiny and side in reach.whose.sides(action.player) for reach in coming)


@decides("about-to-draw/before-the-draw", "about to draw")
def the_draw_is_due_and_nothing_is_revealed(
    now: Moment, *, action: Action, side: Side
) -> tuple[bool, Facts] | None:
    return (True, {"player": side}) if _will_draw(action, side) else None


@forbids("empty-deck-or-pile/no-about-to-draw")
def he_is_about_to_draw_from_an_empty_deck(now: Moment, intent: Intent) -> Facts | None:
    if intent.text is None or not any(p.what == "about to draw" for p in intent.text.when.answers):
        return None
    side = intent.player
    if now.table.pile(side, Zone.RESERVE) or not now.table.is_stated(side, Zone.RESERVE):
        return None
    return {"card": intent.card, "player": side}


# -- searches ----------------------------------------------------------------------------------


@forbids("peeking-at-cards/no-second-search")
def that_search_was_in_vain_this_turn(now: Moment, intent: Intent) -> Facts | None:
    text = intent.text
    if text is None or ("searched in vain", str(intent.player), text.clause) not in now.table.done:
        return None
    return {"player": intent.player, "card": intent.card}


@forbids("ounee-ta/starting-interrupt-not-taken")
def the_card_to_be_taken_is_still_being_played(now: Moment, intent: Intent) -> Facts | None:
    """What is on the stack has not reached its pile yet."""
    if not any(reach.sort == TAKING for reach in reaches(intent)):
        return None
    names = {folded(name.text) for name in intent.attempt.taking}
    for action in now.table.stack:
        if action.card is None or now.table.card(action.card).zone is not Zone.STACK:
            continue
        if {folded(action.card), folded(now.table.card(action.card).title)} & names:
            return {"card": intent.card, "target": action.card}
    return None


# -- what is seen of lost cards, and of insert cards ----------------------------------------------


def _hides(now: Moment, side: Side) -> str | None:
    """The card that lies beside a player's Lost Pile and hides what is lost there."""
    for here in in_force(now, HidesLostCards):
        if here.card.at == side_of_table(side):
            now.book.works(here.text)
            return here.card.id
    return None


@decides("eyes-in-the-dark/life-force-losses-hidden", "how a lost card lies")
def lost_from_life_force_it_stays_hidden(
    now: Moment, *, side: Side, source: Zone
) -> tuple[frozenset[Mark], Facts] | None:
    if source not in LIFE_FORCE or (card := _hides(now, side)) is None:
        return None
    return frozenset({Mark.FACE_DOWN, Mark.HIDDEN}), {"card": card, "player": side}


@decides("eyes-in-the-dark/hand-and-table-shown", "how a lost card lies")
def lost_from_elsewhere_it_is_shown_first(
    now: Moment, *, side: Side, source: Zone
) -> tuple[frozenset[Mark], Facts] | None:
    if source in LIFE_FORCE or (card := _hides(now, side)) is None:
        return None
    return frozenset({Mark.FACE_DOWN}), {"card": card, "player": side}


@decides("force/lost-pile-face-up", "how a lost card lies")
def lost_cards_lie_face_up(
    now: Moment, *, side: Side, source: Zone
) -> tuple[frozenset[Mark], Facts] | None:
    return frozenset(), {"player": side}


@decides("eyes-in-the-dark/taking-unaffected", "hidden cards are taken")
def hidden_cards_are_taken_like_others(now: Moment, *, side: Side) -> tuple[bool, Facts] | None:
    return True, {"player": side}


@decides("insert-cards/which-way-up", "which way up")
def face_down_with_the_opponent_face_up_with_you(
    now: Moment, *, side: Side, player: Side
) -> tuple[Mark, Facts] | None:
    return (Mark.FACE_UP if side is player else Mark.FACE_DOWN), {"player": side}

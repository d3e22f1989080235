"""Force: activating, using, losing, retrieving and recirculating it, a card at a time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import DrawsActivated, Gains, Harms
from adjudicator.cards.model import Filter
from adjudicator.cards.part import Part, foreseen
from adjudicator.cards.player import Player
from adjudicator.game import LIFE_FORCE, PILES, CardId, Kind, Phase, Purpose, Side, Zone
from adjudicator.rules.describing import apart, icons_at
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, adjusts, brings, decides, forbids, permits
from adjudicator.source import folded
from adjudicator.state.attempts import Name
from adjudicator.state.events import (
    BothPassed,
    CardPlaced,
    Event,
    ForceActivated,
    ForceLost,
    ForceRetrieved,
    ForceUsed,
    GameLost,
    Recirculated,
    Shuffled,
    TurnBegan,
)
from adjudicator.state.table import Action, Unknown

_Parts = tuple[Part, ...]


@adjusts("activate-phase/count-location-icons", "activation")
def icons_on_your_side_of_each_location(now: Moment, *, side: Side) -> Iterator[tuple[int, Facts]]:
    for place in now.table.row:
        icons = icons_at(now, place, side)
        if icons:
            yield icons, {"location": place, "number": icons}


@adjusts("activate-phase/count-jedi-masters", "activation")
def icons_on_your_jedi_masters(now: Moment, *, side: Side) -> Iterator[tuple[int, Facts]]:
    """Not those who count for nothing: captive, missing, or not on table though they lie there."""
    for card in now.on_table():
        icons = card.print.force_icons.get(side, 0)
        if any(apart(now, card, purpose) for purpose in (Purpose.TABLE, Purpose.TEXT)):
            continue
        if card.side is side and "force icons" in card.print.varies:
            raise Unknown("number-of-card", card=card.id, number="number of Force icons")
        if card.side is side and icons and card.print.type == "character":
            yield icons, {"card": card.id, "number": icons}


@adjusts("activate-phase/plus-one", "activation")
def one_for_yourself(now: Moment, *, side: Side) -> Iterator[tuple[int, Facts]]:
    yield 1, {"player": side}


@forbids("activate-phase/first-phase", Kind.ACTIVATE, Kind.CHOOSE)
def activating_belongs_to_your_activate_phase(now: Moment, intent: Intent) -> Facts | None:
    """To activate none is something to say there, too, and where a card orders some."""
    ordered = now.table.top is not None and now.table.top.kind is Kind.ACTIVATE
    declines = intent.attempt.amount is not None and not intent.attempt.amount
    if intent.kind is Kind.CHOOSE and (not declines or ordered):
        return None
    phase, turn = now.table.moment
    if phase is Phase.ACTIVATE and turn is intent.player:
        return None
    return {"player": intent.player, "phase": phase, "turn": turn}


@forbids("activate-phase/total-is-the-limit", Kind.ACTIVATE, Kind.USE)
def more_than_he_is_entitled_to(now: Moment, intent: Intent) -> Facts | None:
    """Counted once: what changes after the first unit was activated comes too late."""
    if intent.kind is Kind.USE and not _draws_activated(intent):
        return None
    counted = [note for note in now.table.done if note[:2] == ("entitled", str(intent.player))]
    total = int(counted[0][2]) if counted else now.total("activation", side=intent.player).total
    done = sum(1 for note in now.table.done if note[:2] == ("activated", str(intent.player)))
    wanted = intent.attempt.amount or 1
    if done + wanted <= total:
        return None
    return {"player": intent.player, "total": total, "done": done, "wanted": wanted}


@forbids("activating-force/top-to-top", Kind.ACTIVATE)
def there_is_no_card_to_activate(now: Moment, intent: Intent) -> Facts | None:
    if now.table.pile(intent.player, Zone.RESERVE) or not now.table.is_stated(
        intent.player, Zone.RESERVE
    ):
        return None
    return {"player": intent.player}


@decides("activating-force/each-unit-an-action", "units are actions")
def each_unit_is_an_action_of_its_own(now: Moment, *, side: Side) -> tuple[bool, Facts] | None:
    return True, {"player": side}


def _draws_activated(intent: Intent) -> bool:
    result = intent.text.result if intent.text is not None else ()
    return any(True for _ in foreseen(result, DrawsActivated))


@decides("activating-force/mandatory-elsewhere", "activates all of it")
def who_is_told_to_activate_activates_all(now: Moment, *, side: Side) -> tuple[bool, Facts] | None:
    return True, {"player": side}


# -- from pile to pile ----------------------------------------------------------------------


@brings("activate-phase/one-by-one-face-down", after=ForceActivated)
def activated_force_lies_in_the_force_pile(
    before: Moment, now: Moment, event: ForceActivated
) -> Iterator[Event]:
    yield CardPlaced(event.card, Zone.FORCE)


@brings("force/use-moves-to-used", after=ForceUsed)
def used_force_goes_to_the_used_pile(
    before: Moment, now: Moment, event: ForceUsed
) -> Iterator[Event]:
    for card in event.cards:
        yield CardPlaced(card, Zone.USED)


@brings("force/lose-one-at-a-time", after=ForceLost)
def lost_force_goes_to_the_lost_pile(
    before: Moment, now: Moment, event: ForceLost
) -> Iterator[Event]:
    yield CardPlaced(event.card, Zone.LOST)


@brings("retrieve/lost-to-used", after=ForceRetrieved)
def retrieved_force_goes_to_the_used_pile(
    before: Moment, now: Moment, event: ForceRetrieved
) -> Iterator[Event]:
    yield CardPlaced(event.card, Zone.USED, why="retrieved", clause=event.clause)


@brings("force/recirculate-each-turn", after=BothPassed)
def both_players_recirculate(before: Moment, now: Moment, event: BothPassed) -> Iterator[Event]:
    if (
        before.table.stack
        or before.table.open_just
        or before.table.phase is not Phase.DRAW
        or before.table.turn is None
    ):
        return
    yield Recirculated(before.table.turn)
    yield Recirculated(before.table.turn.opponent)


@decides("retrieve/several-are-one-action", "retrieval is one action")
def several_cards_are_retrieved_in_one_action(
    now: Moment, *, side: Side
) -> tuple[bool, Facts] | None:
    return True, {}


@decides("retrieve/random-or-chosen", "way of retrieving")
def at_random_or_a_particular_card(now: Moment, *, way: str | None) -> tuple[str, Facts] | None:
    return None if way is None else (way, {})


# -- Life Force --------------------------------------------------------------------------------


@decides("force/life-force-piles", "life force")
def the_three_piles_together(now: Moment, *, side: Side) -> tuple[int, Facts] | None:
    if any(not now.table.is_stated(side, zone) for zone in LIFE_FORCE):
        return None
    number = sum(len(now.table.pile(side, zone)) for zone in LIFE_FORCE)
    return number, {"player": side, "number": number}


@brings("force/empty-life-force-loses", after=CardPlaced)
def a_player_without_life_force_has_lost(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    """At whatever moment the last of these cards goes elsewhere."""
    if now.table.winner is not None or event.zone in LIFE_FORCE:
        return
    if before.table.card(event.card).zone not in LIFE_FORCE:
        return
    side = before.table.card(event.card).owner
    left = now.decide("life force", side=side)
    if left is not None and left[0] == 0:
        yield GameLost(side)


# -- losing ------------------------------------------------------------------------------------


@forbids("force/must-be-lost", Kind.CHOOSE)
def what_has_to_be_lost_is_not_declined(now: Moment, intent: Intent) -> Facts | None:
    top, what = now.table.top, intent.attempt.what
    if top is None or top.kind is not Kind.LOSS or top.player is not intent.player:
        return None
    return {"player": intent.player} if what is not None and what.text == "nothing" else None


@forbids("activating-force/not-declined", Kind.CHOOSE)
def what_a_card_orders_is_activated(now: Moment, intent: Intent) -> Facts | None:
    top = now.table.top
    if top is None or top.kind is not Kind.ACTIVATE or top.player is not intent.player:
        return None
    ordered = top.part_of is not None and intent.attempt.amount == 0
    return {"player": intent.player} if ordered else None


@forbids("force/used-for-something", Kind.CHOOSE)
def nothing_asks_for_that_force(now: Moment, intent: Intent) -> Facts | None:
    if not intent.attempt.amount:
        return None
    return {"player": intent.player, "number": intent.attempt.amount}


@forbids("force/loser-chooses-source", Kind.CHOOSE)
def it_is_not_his_loss(now: Moment, intent: Intent) -> Facts | None:
    if intent.attempt.what is None:
        return None
    top = now.table.top
    if top is not None and top.kind is Kind.LOSS and top.player is intent.player:
        return None
    loser = top.player if top is not None and top.kind is Kind.LOSS else None
    return {"player": intent.player, "loser": loser}


@forbids("force/sources-of-loss", *Kind)
def that_is_no_source_of_lost_force(now: Moment, intent: Intent) -> list[Facts] | None:
    """Only the hand and the tops of the three piles of Life Force will do, and not an empty one."""
    attempt = intent.attempt
    names: list[Name] = list(attempt.paying)
    chooses = intent.kind is Kind.CHOOSE
    if chooses and attempt.what is not None:
        names.append(attempt.what)
    if not names:
        return None
    known = {"nothing", *(str(zone) for zone in (*LIFE_FORCE, Zone.HAND))}
    for side in (intent.player,) if chooses else Side:
        for card in now.table.pile(side, Zone.HAND):
            known |= {folded(card), folded(now.table.card(card).title)}
    for price in intent.prices:  # what is given up instead of Force
        for given in price.cards:
            known |= {folded(given), folded(now.table.card(given).title)}
    piles = {str(zone): zone for zone in PILES}
    found: list[Facts] = []
    for name in names:
        pile = piles.get(folded(name.text))
        empty = pile is not None and chooses and _is_empty(now, intent.player, pile)
        if empty or folded(name.text) not in known:
            facts = {"player": _loser(now, intent), "pile": pile, "empty": empty}
            found.append({**facts, "card": _called(now, name.text)})
    return found or None


def _loser(now: Moment, intent: Intent) -> Side:
    """Who is to lose the Force: with a pass, whoever loses what is under way."""
    losing = (a.player for a in reversed(now.table.stack) if a.kind is Kind.LOSS)
    return next(losing, intent.player) if intent.kind is Kind.PASS else intent.player


def _is_empty(now: Moment, side: Side, zone: Zone) -> bool:
    return now.table.is_stated(side, zone) and not now.table.pile(side, zone)


def _called(now: Moment, name: str) -> CardId | None:
    """A card by its title or the name the scenario gives it."""
    asked = folded(name)
    found = (c.id for c in now.table.cards.values() if asked in (folded(c.title), folded(c.id)))
    return next(found, None)


@decides("ultimatum/reduction-is-no-loss", "a reduction is no loss")
def what_is_taken_off_a_loss_is_not_lost(now: Moment, *, side: Side) -> tuple[bool, Facts] | None:
    return True, {}


@forbids("force/lost-unless-retrieved", Kind.PLAY, Kind.DEPLOY, Kind.REPLACE, Kind.USE)
def the_card_lies_in_the_lost_pile(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or now.table.card(intent.card).zone is not Zone.LOST:
        return None
    action = now.table.action(intent.part_of)
    if action is not None and action.invitation and action.invitation.zone is Zone.LOST:
        return None
    return {"player": intent.player, "card": intent.card}


# -- drawing, recirculating, the start of the game ------------------------------------------------


@forbids("force/drawn-in-draw-phase", Kind.DRAW_CARD)
def cards_are_drawn_in_your_draw_phase(now: Moment, intent: Intent) -> Facts | None:
    phase, turn = now.table.moment
    if phase is Phase.DRAW and turn is intent.player:
        return None
    return {"player": intent.player, "phase": phase, "turn": turn}


@forbids("force/opponent-may-insist", Kind.INSIST)
def nothing_was_forgotten(now: Moment, intent: Intent) -> Facts | None:
    if ("forgot", str(intent.player.opponent), "recirculation") in now.table.done:
        return None
    return {"player": intent.player, "opponent": intent.player.opponent}


@forbids("force/sixty-card-deck", *Kind)
def the_deck_has_not_sixty_cards(now: Moment, intent: Intent) -> Facts | None:
    """Looked at before the first turn, when every card is accounted for."""
    side = intent.player
    if now.table.phase is not Phase.SETUP:
        return None
    if any(not now.table.is_stated(side, zone) for zone in PILES if zone is not Zone.OUT):
        return None
    laid = [now.table.card(place).print.side for place in now.table.row]
    number = laid.count(side) + sum(
        1
        for card in now.table.cards.values()
        if card.owner is side and card.id not in now.table.row
    )
    if number <= 60 <= number + laid.count(None):  # whose these locations are is not told
        return None
    return {"player": side, "number": number}


@permits("force/starting-location", despite="deploying/your-deploy-phase")
def each_begins_with_a_location(now: Moment, intent: Intent) -> Facts | None:
    """One of his own, before anything is shuffled."""
    if intent.card is None or now.table.phase is not Phase.SETUP:
        return None
    card = now.table.card(intent.card)
    if card.print.type != "location" or any(
        now.table.card(place).print.side is intent.player for place in now.table.row
    ):
        return None
    return {"player": intent.player, "card": card.id}


@brings("force/after-starting-cards", after=BothPassed)
def the_rest_is_shuffled_and_the_game_begins(
    before: Moment, now: Moment, event: BothPassed
) -> Iterator[Event]:
    if before.table.stack or before.table.open_just or before.table.phase is not Phase.SETUP:
        return
    for side in Side:
        yield Shuffled(side, Zone.RESERVE)
    yield TurnBegan(Side.DARK)


# -- destiny ----------------------------------------------------------------------------------------


@decides("empty-deck-or-pile/destiny-draw-fails", "draw from nothing")
def without_a_card_there_is_no_destiny(now: Moment, *, side: Side) -> tuple[bool, Facts] | None:
    return True, {"player": side}


@decides("undefined-values/failure-favours-opponent", "failed draw")
def a_failed_draw_is_settled_for_the_other_player(
    now: Moment, *, action: Action, name: str, won: _Parts = (), missed: _Parts = ()
) -> tuple[bool, Facts] | None:
    """Whichever way is worse for who drew. Where neither plainly is, a text speaks for its own
    player: if he fails it fails, if his opponent fails it holds."""
    drawn_by_opponent = bool(action.values.get(f"{name} by opponent"))
    player = action.player.opponent if drawn_by_opponent else action.player
    better = sum(_gain(now, action, part, player) for part in won)
    worse = sum(_gain(now, action, part, player) for part in missed)
    holds = drawn_by_opponent if better == worse else better < worse
    return holds, {"player": player, "opponent": player.opponent}


def _gain(now: Moment, action: Action, part: Part, player: Side) -> int:
    """Whether a part of a result is to a player's good (1), to his harm (-1), or neither."""
    gains = 0
    for force in foreseen((part,), Gains, inside=False):
        if force.player in (Player.YOU, Player.OPPONENT):
            his = force.player.side(action.player) is player
            gains += 1 if his is force.good else -1
    return gains + sum(
        _harm(now, action, harm.what, player) for harm in foreseen((part,), Harms, inside=False)
    )


def _harm(now: Moment, action: Action, what: str | Filter, player: Side) -> int:
    if isinstance(what, Filter):
        whose = {"yours": action.player, "opponent's": action.player.opponent}.get(what.whose)
        sides = {whose} if whose is not None else set()
    else:
        sides = {now.table.card(c).side for c in action.targets.get(what, ())}
    return (player.opponent in sides) - (player in sides)

"""Actions – step 3: how results come about, and how actions leave the stack."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.game import How, Kind, Segment, Zone
from adjudicator.rules.conditions import all_hold
from adjudicator.rules.describing import as_it_left, follows, somebody_waits_for
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, brings, decides
from adjudicator.state.events import (
    ActionLeft,
    BattleEnded,
    CardPlaced,
    Event,
    ForceLost,
    Happened,
    Initiated,
    ModifierApplied,
    Queued,
    ResultBegan,
    ResultEnded,
    SegmentBegan,
    TotalFound,
)
from adjudicator.state.table import Action, Happening


@brings("actions-step-3/leaves-when-done", after=ResultEnded)
def the_action_leaves_the_stack(before: Moment, now: Moment, event: ResultEnded) -> Iterator[Event]:
    action = now.table.action(event.action)
    if action is not None:
        yield ActionLeft(action.id, cancels=action.cancels)


@brings("actions-step-3/canceled-leaves-together", after=ActionLeft)
def the_cancelled_action_leaves_with_it(
    before: Moment, now: Moment, event: ActionLeft
) -> Iterator[Event]:
    if event.cancels is not None and now.table.action(event.cancels) is not None:
        yield ActionLeft(event.cancels)


@decides("actions/goes-on-once-initiated", "goes on once initiated")
def an_action_under_way_is_not_stopped_by_its_conditions(
    now: Moment, *, action: Action
) -> tuple[bool, Facts] | None:
    return True, {}


@decides("actions/spent-when-initiated", "spent when initiated")
def its_use_is_spent_at_initiation(now: Moment, *, action: Action) -> tuple[bool, Facts] | None:
    return True, {}


@decides("actions-step-3/result-spawns-actions", "parts are actions")
def parts_of_a_result_are_actions(now: Moment, *, action: Action) -> tuple[bool, Facts] | None:
    return True, {}


# -- where the card of an action goes ----------------------------------------


@decides("actions-example-3/stacked-on-grabber", "where it goes")
def a_grabbed_interrupt_goes_onto_the_grabber(
    now: Moment, *, action: Action
) -> tuple[tuple[Zone, How | None, object], Facts] | None:
    grabber = action.grabbed_by
    if grabber is None or now.table.card(grabber).zone is not Zone.TABLE or action.cancelled:
        return None
    return (Zone.STACKED, How.STACKED, grabber), {"card": action.card, "on": grabber}


@decides("actions-example-1/cancelled-to-lost", "where it goes")
def a_cancelled_card_is_lost(
    now: Moment, *, action: Action
) -> tuple[tuple[Zone, How | None, object], Facts] | None:
    if not action.cancelled:
        return None
    return (Zone.LOST, None, None), {"card": action.card}


@decides("interrupts/used-or-lost", "where it goes")
def an_interrupt_goes_to_its_pile(
    now: Moment, *, action: Action
) -> tuple[tuple[Zone, How | None, object], Facts] | None:
    if action.card is None or action.kind is not Kind.PLAY:
        return None
    text = action.text
    pile = text.goes_to if text and text.goes_to else now.table.card(action.card).print.subtype
    zone = Zone.USED if (pile or "").startswith("used") else Zone.LOST
    return (zone, None, None), {"card": action.card, "pile": zone}


# -- what a result has just brought about -------------------------------------


@brings("actions-just/just-new-actions", after=CardPlaced)
def it_has_just_happened(before: Moment, now: Moment, event: CardPlaced) -> Iterator[Event]:
    """Moves, deployments and losses may be followed up once the action is done."""
    what = {"moved": "moved", "deployed": "deployed", "lost": "lost", "forfeited": "forfeited"}
    word = what.get(event.why)
    if event.zone is Zone.OUT:
        word = _as_a_loss(before, now, event)
    if word is None:
        return
    top = now.table.top
    card = now.table.card(event.card)
    level = now.table.level
    yield Happened(
        Happening(
            word,
            top.player if top is not None else card.owner,
            card.id,
            event.at,
            top.card if top is not None else None,
            level=level,
            from_=before.table.location_of(card.id),
            measured=as_it_left(before, card.id, "what happened") if word in _LOSSES else (),
        )
    )


_LOSSES = ("lost", "forfeited")


@brings("actions-just/just-new-actions", after=ForceLost)
def a_unit_was_just_lost(before: Moment, now: Moment, event: ForceLost) -> Iterator[Event]:
    """Nobody waits for each unit of Force but those whose text speaks of one."""
    lost = Happening("lost force", event.player, event.card, level=now.table.level, nth=event.nth)
    if somebody_waits_for(now, lost):
        yield Happened(lost)


def _as_a_loss(before: Moment, now: Moment, event: CardPlaced) -> str | None:
    """A card that goes out of play is gone; that this is no loss, a clause says."""
    if before.table.card(event.card).zone is not Zone.TABLE:
        return None
    forfeited = event.why == "forfeited"
    card = now.table.card(event.card)
    if now.decide("not a loss", card=card, forfeited=forfeited) is not None:
        return None
    return "forfeited" if forfeited else "lost"


@brings("actions-example-3/transport-is-a-move", after=CardPlaced)
def being_transported_is_moving(before: Moment, now: Moment, event: CardPlaced) -> Iterator[Event]:
    top = now.table.top
    if event.why != "relocated" or top is None:
        return
    yield Happened(
        Happening(
            "moved",
            top.player,
            event.card,
            event.at,
            top.card,
            level=now.table.level,
            from_=before.table.location_of(event.card),
        )
    )


@brings("actions-example-3/use-of-force-answerable", after=Initiated)
def force_has_just_been_used(before: Moment, now: Moment, event: Initiated) -> Iterator[Event]:
    """Paying is an action too: it can be answered while the action it paid for waits."""
    action = event.action
    if action.values.get("force used"):
        yield Happened(
            Happening(
                "used force", action.player, by=action.card, action=action.id, level=action.id
            )
        )


@brings("automatic-actions/by-themselves", after=Happened)
def what_must_follow_comes_by_itself(
    before: Moment, now: Moment, event: Happened
) -> Iterator[Event]:
    for card in now.on_table():
        for text in now.texts(card):
            if (
                text.role == "automatic"
                and any(
                    follows(now, p, event.happening, card.side, card.id) for p in text.when.just
                )
                and all_hold(now, card.side, text, {}, card)
            ):
                yield Queued(card.id, text.clause, now.table.level, after=event.happening)


@decides("actions-stacking/allowed-automatic", "automatic on a stack")
def an_automatic_action_needs_no_empty_stack(now: Moment) -> tuple[bool, Facts] | None:
    return True, {}


# -- automatic modifiers --------------------------------------------------------


@brings("actions-example-4/tripling-takes-effect", after=TotalFound)
def a_scheduled_modifier_takes_effect(
    before: Moment, now: Moment, event: TotalFound
) -> Iterator[Event]:
    """Nobody initiates it and nobody can decline it; it waits for the loser to be known."""
    damage = event.damage
    for waiting in now.table.scheduled:
        if waiting.battle == event.battle and event.winner is not None:
            yield ModifierApplied(waiting, damage, damage * waiting.multiply)
            damage *= waiting.multiply


@brings("actions-example-4/weapons-segment-first", after=ResultBegan)
def a_battles_result_begins_with_the_weapons_segment(
    before: Moment, now: Moment, event: ResultBegan
) -> Iterator[Event]:
    action = now.table.action(event.action)
    if action is not None and action.kind is Kind.BATTLE and action.segment is None:
        yield SegmentBegan(action.id, Segment.WEAPONS)


@brings("battle-summary/order-of-segments", after=BattleEnded)
def the_battle_leaves_the_stack(before: Moment, now: Moment, event: BattleEnded) -> Iterator[Event]:
    yield ResultEnded(event.battle)

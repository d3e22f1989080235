"""Results in parts, automatic actions: on and on until somebody has to decide something."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.cards.model import Text
from adjudicator.cards.part import Part
from adjudicator.engine.attacking import creatures_meet, draw_attack_destiny, hungry
from adjudicator.engine.fighting import battle_draws, draw_alone, forfeit, lose_one
from adjudicator.engine.flow import Flow, at_once
from adjudicator.engine.going import board, deploy, disembark, drain, get_aboard, move
from adjudicator.engine.initiating import spoken_of
from adjudicator.engine.naming import aimed_by_itself
from adjudicator.engine.people import break_cover, hand_over, search, take_the_place, transfer
from adjudicator.engine.piles import Unit, activate_one, draw_one, top_of
from adjudicator.engine.results import Own, Result, Wait
from adjudicator.game import ActionId, CardId, How, Kind, Purpose, Side, Step, Zone
from adjudicator.rules.conditions import all_hold, flips
from adjudicator.rules.describing import (
    apart,
    fits,
    somebody_waits_for,
    text_canceled,
)
from adjudicator.rules.moment import Moment
from adjudicator.source import folded
from adjudicator.state.events import (
    DOOMED,
    BothPassed,
    CameToNothing,
    Dequeued,
    Initiated,
    OpportunityGiven,
    Passed,
    Queued,
    Remembered,
    ResultBegan,
    ResultEnded,
)
from adjudicator.state.table import Action, Card

# What actions without a text of their own come to, one after the other.
_COMES_TO: Mapping[Kind, tuple[Callable[[Flow, Action], None], ...]] = {
    Kind.DRAIN: (drain,),
    Kind.MOVE: (move,),
    Kind.BOARD: (board,),
    Kind.REACT: (get_aboard, move, disembark),
    Kind.DEPLOY: (deploy,),
    Kind.REPLACE: (take_the_place,),
    Kind.ACTIVATE: (activate_one,),
    Kind.LOSS: (lose_one,),
    Kind.BREAK_COVER: (break_cover,),
    Kind.TRANSFER: (transfer,),
    Kind.HAND_ON: (hand_over,),
    Kind.SEARCH: (search,),
    Kind.DRAW_CARD: (draw_one,),
    Kind.FORFEIT: (forfeit,),
}
_DRAWS: Mapping[str | None, Callable[[Flow, Action], None]] = {
    "attack destiny": draw_attack_destiny,
}


@at_once(ResultBegan)
def _prepare(flow: Flow, before: Moment, event: ResultBegan) -> None:
    """What the file gives for the action is at hand now; and what it comes to is laid out."""
    action = flow.table.action(event.action)
    assert action is not None
    if action.draws:
        flow.draws = [*action.draws, *flow.draws]
        flow.change(action.id, draws=())
    if action.choices:
        flow.choosing = [*flow.choosing, *action.choices]
        flow.change(action.id, choices=())
    if action.text is None:
        flow.change(action.id, todo=_parts(flow, action))
    elif action.text.conditions:
        goes_on = flow.now.decide("goes on once initiated", action=action)
        source = flow.table.card(action.card) if action.card is not None else None
        if goes_on is None and not all_hold(
            flow.now, action.player, action.text, action.targets, source
        ):
            flow.change(action.id, todo=())


def _parts(flow: Flow, action: Action) -> tuple[Part, ...]:
    if action.kind is not Kind.DRAW:
        return tuple(Own(does) for does in _COMES_TO.get(action.kind, ()))
    if action.what == "battle destiny":
        return battle_draws(flow, action)
    return (Own(_DRAWS.get(action.what, draw_alone)),)


def settle(flow: Flow) -> None:
    """Goes on until somebody has an opportunity to use or to pass."""
    for _ in range(10_000):  # a rulebook with clauses missing must not run for ever
        if flow.table.winner is not None:
            return
        if flow.table.waiting and (due := _due(flow)):
            _initiate_automatic(flow, due)
            continue
        if _as_soon(flow) or creatures_meet(flow):
            continue
        top = flow.table.top
        if top is None or top.step is not Step.RESULT or top.ended:
            return
        if top.kind in (Kind.BATTLE, Kind.ATTACK):
            return  # they go on by passes
        if any(happening.what in DOOMED for happening in flow.table.open_just):
            return  # somebody may step in before the loss
        if top.invitation is not None:
            if _may_deploy(flow, top):
                if top.next is not top.player and not top.passes:
                    flow.happen(OpportunityGiven(top.player, None))
                return
            flow.change(top.id, todo=top.todo[1:])
            continue
        if top.todo and isinstance(top.todo[0], Wait):
            if flow.table.open_just:
                if flow.draws:  # what the scenario gives is kept for the draws still to come
                    flow.change(top.id, draws=tuple(flow.draws))
                return
            flow.draws = [*top.draws, *flow.draws]
            flow.change(top.id, todo=top.todo[1:], draws=())
            continue
        if not top.todo:
            flow.happen(ResultEnded(top.id))
            _next_unit(flow, top)
            continue
        followed_up = any(somebody_waits_for(flow.now, h) for h in flow.table.open_just)
        if isinstance(top.todo[0], Unit) and followed_up:
            return  # the next unit waits for who follows up the last one
        part, *rest = top.todo
        flow.change(top.id, todo=tuple(rest))
        now = flow.table.action(top.id) or top
        assert isinstance(part, Result)
        _happens(flow, part, now)


def _happens(flow: Flow, part: Result, action: Action) -> None:
    """A part of a result; one that finds nothing to do is told, unless it says itself when."""
    before = _traces(flow)
    part.happen(flow, action)
    if part.word and _traces(flow) == before and not part.is_conditional:
        flow.happen(CameToNothing(action.card, part.word))


def _traces(flow: Flow) -> tuple[int, ...]:
    return len(flow.events), len(flow.assumed), len(flow.spoken), len(flow.draws)


def _as_soon(flow: Flow) -> bool:
    """Texts that act as soon as their conditions hold; each once until they no longer do."""
    for card in flow.now.on_table():
        if not card.print.texts or card.how is How.ROW:
            continue
        for text in flow.book.texts(card.print):
            if not text.when.as_soon or text.role != "automatic":
                continue
            note = ("came", card.id, text.clause)
            came = note in flow.table.done
            if not all_hold(flow.now, card.side, text, {}, card):
                if came:
                    flow.happen(Remembered(note, over=True))
                continue
            if came or not _is_due(flow, card, text):
                continue
            flow.happen(Remembered(note))
            flow.happen(Queued(card.id, text.clause, flow.table.level))
            return True
    return False


def _is_due(flow: Flow, card: Card, text: Text) -> bool:
    """A Utinni Effect waits for its target, and of an Objective a clause says that it turns by
    itself; otherwise the conditions are all there is to wait for."""
    turns = card.print.type == "objective" and flips(text)
    if card.print.subtype != "utinni" and not turns:
        return True
    return flow.now.decide("as soon as", card=card) is not None


def _may_deploy(flow: Flow, action: Action) -> bool:
    """An invitation to deploy is passed over when the hand holds nothing it could mean."""
    side, invitation = action.player, action.invitation
    assert invitation is not None
    if not flow.table.is_stated(side, invitation.zone):
        return True
    hand = [flow.table.card(c) for c in flow.table.pile(side, invitation.zone)]
    return any(
        card.print.type != "interrupt" and fits(flow.now, card, invitation.cards, side)
        for card in hand
    )


def _next_unit(flow: Flow, action: Action) -> None:
    """A player who activates several goes on to the next unit, an action of its own."""
    if action.part_of or (action.amount or 1) <= 1:
        return
    if action.kind is Kind.LOSS:
        battle = flow.table.battle
        if battle is not None and battle.fight.damage_left(action.player):
            _go_on(flow, action)
        return
    pile = {Kind.ACTIVATE: Zone.RESERVE, Kind.DRAW_CARD: Zone.FORCE}.get(action.kind)
    if pile is None or flow.table.stack or top_of(flow, action.player, pile) is None:
        return
    _go_on(flow, action)


def _go_on(flow: Flow, action: Action) -> None:
    following = action._replace(
        id=ActionId(flow.table.last_action + 1),
        amount=(action.amount or 1) - 1,
        step=Step.RESPONSES,
        todo=(),
        passes=0,
        next=action.player,
        pays=action.pays[1:],
    )
    flow.happen(Initiated(following))


def _due(flow: Flow) -> list[tuple[CardId, str]]:
    """Automatic actions that may come now, in the order the turn player gave them.

    Those of one moment come one after the other; one may come on top of another only
    if it is the other that brought its time about."""
    if flow.table.stack and flow.now.decide("automatic on a stack") is None:
        return []
    on_stack = {action.id for action in flow.table.stack}
    due = [
        (w.card, w.text)
        for w in flow.table.waiting
        if w.level == flow.table.level or (w.level not in on_stack and not flow.table.stack)
    ]
    if flow.table.open_just and flow.now.decide("automatic before just") is None:
        return []
    if len(due) > 1 and flow.order:
        orders = flow.now.decide("orders automatic actions")
        if orders is None:
            return due
    return sorted(due, key=lambda entry: _rank(flow, entry[0]))


def _initiate_automatic(flow: Flow, due: list[tuple[CardId, str]]) -> None:
    if len(due) > 1 and not flow.order:
        cards = tuple(card for card, _ in due)
        flow.assumed.append(("automatic-order", {"player": flow.table.turn, "cards": cards}))
    card_id, clause = due[0]
    queued = next((w for w in flow.table.waiting if (w.card, w.text) == due[0]), None)
    about, measured = (queued.about, queued.measured) if queued is not None else (None, ())
    flow.happen(Dequeued(card_id, clause))
    card = flow.table.card(card_id)
    text = next((t for t in flow.book.texts(card.print) if t.clause == clause), None)
    if text is None or (card.zone not in (Zone.TABLE, Zone.RESERVE) and about is None):
        return
    if text_canceled(flow.now, card):
        return
    if apart(flow.now, card, Purpose.TEXT) is not None:
        still = flow.now.decide("comes although suspended", text=text)
        if still is None:
            return
        flow.spoken.append(still[1])
    owner = card.side if card.zone is Zone.TABLE else card.owner
    targets = aimed_by_itself(flow, card_id, text, owner)
    if targets is None:
        return
    values: dict[str, int | None] = {f"{name} of bearer": n for name, n in measured}
    if about is not None:
        targets = {**targets, "bearer": (about,)}
    if queued is not None and queued.after is not None:
        named, numbers = spoken_of(queued.after)
        targets, values = {**targets, **named}, {**values, **numbers}
    action = Action(
        id=ActionId(flow.table.last_action + 1),
        kind=Kind.USE,
        player=owner,
        step=Step.RESPONSES,
        card=card_id,
        text=text,
        place=flow.table.location_of(card_id),
        next=owner,
        automatic=True,
        targets=targets,
        values=values,
    )
    flow.book.works(text)
    flow.happen(Initiated(action, clause))


def _rank(flow: Flow, card: CardId) -> int:
    names = (folded(card), folded(flow.table.card(card).title))
    return next((n for n, asked in enumerate(flow.order) if asked in names), len(flow.order))


def pass_(flow: Flow, player: Side) -> None:
    flow.happen(Passed(player))
    if flow.table.passed < 2:
        return
    if hungry(flow):
        settle(flow)
        return
    top = flow.table.top
    if top is not None and top.invitation is not None:
        flow.change(top.id, todo=top.todo[1:], passes=0)
    else:
        flow.happen(BothPassed(flow.table.level))
    settle(flow)

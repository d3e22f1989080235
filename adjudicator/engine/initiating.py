"""An action announced, paid and put on the stack; what is remembered of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.cards.part import DRAWN
from adjudicator.engine.attacking import note_attack
from adjudicator.engine.fighting import note_fighters, note_shot
from adjudicator.engine.flow import Flow
from adjudicator.engine.leaving import remove
from adjudicator.engine.piles import can_use, draw, lose_force, use_force
from adjudicator.engine.results import Result
from adjudicator.game import ActionId, CardId, Kind, Side, Step, Zone
from adjudicator.rules.control import drainers
from adjudicator.rules.describing import (
    time_of_shots,
)
from adjudicator.rules.reacting import boarding_a_react
from adjudicator.rules.registry import Intent, Price
from adjudicator.rules.ways import movers
from adjudicator.state.events import (
    ActionLeft,
    CardPlaced,
    Initiated,
    OpportunityGiven,
    Recirculated,
    Remembered,
)
from adjudicator.state.table import Action, Happening

_FROM_HAND = (Kind.PLAY, Kind.DEPLOY, Kind.REPLACE)
Values = dict[str, int | None]


def initiate(flow: Flow, intent: Intent) -> Action | None:
    """Announces, pays and puts on the stack. None: the price was not paid."""
    acting = flow.table.to_act
    if intent.card is not None and intent.kind in _FROM_HAND:
        flow.happen(CardPlaced(intent.card, Zone.STACK, why="announced"))
    values = _paid(flow, intent)
    if values is None:
        return None
    action = _announced(flow, intent, values)._replace(
        jumped=acting if intent.player is not acting else None
    )
    if intent.kind is Kind.FIRE and intent.text is not None:
        action = _with_its_destiny(flow, action)
    flow.draws = []
    if intent.text is not None:
        flow.book.works(intent.text)
    flow.happen(Initiated(action, intent.text.clause if intent.text else None))
    _remember(flow, action)
    if intent.way is not None or intent.kind is Kind.BOARD:
        _count_move(flow, intent)
    return action


# -- the price ---------------------------------------------------------------------------------


def _paid(flow: Flow, intent: Intent) -> Values | None:
    """The numbers chosen or drawn on the way; None where it turns out that nobody pays."""
    values: Values = {}
    if intent.attempt.x is not None:
        values["X"] = intent.attempt.x
    used = 0
    for price in intent.prices:
        amount = values.get(price.amount) if isinstance(price.amount, str) else price.amount
        if price.kind == "draw":
            values[str(price.amount)] = draw(flow, intent.player, str(price.amount), price.clause)
        elif price.kind == "use":
            if not _uses(flow, intent, price, amount):
                _unpaid(flow, intent, price.otherwise)
                return None
            used += 0 if price.by_opponent else amount or 0
        elif price.unknown is not None:
            raise price.unknown  # nobody pays what nobody has told
        else:
            _PAYING[price.kind](flow, intent, price, amount)
    return {**values, "force used": used} if used else values


def _uses(flow: Flow, intent: Intent, price: Price, amount: int | None) -> bool:
    payer = intent.player.opponent if price.by_opponent else intent.player
    declined = price.otherwise and "nothing" in flow.paying
    if amount is None or not can_use(flow, payer, amount) or declined:
        return False
    use_force(flow, payer, amount, price.clause)
    return True


def _loses_force(flow: Flow, intent: Intent, price: Price, amount: int | None) -> None:
    for _ in range(amount or 0):
        lose_force(flow, intent.player, price.clause)


def _loses_cards(flow: Flow, intent: Intent, price: Price, amount: int | None) -> None:
    for card in price.cards:
        remove(flow, card, Zone.LOST, "lost", price.clause)


def _puts_out_of_play(flow: Flow, intent: Intent, price: Price, amount: int | None) -> None:
    for card in price.cards:
        remove(flow, card, Zone.OUT, "out of play", price.clause)


def _gives_up(flow: Flow, intent: Intent, price: Price, amount: int | None) -> None:
    note = ("gave up", str(intent.player), str(price.amount))
    flow.happen(Remembered(note, price.clause))


def _gives_up_a_shot(flow: Flow, intent: Intent, price: Price, amount: int | None) -> None:
    """The one named, or the only one there is; else it shows as the others are fired."""
    if len(price.cards) == 1:
        note_shot(flow, price.cards[0], price.clause)
        return
    given = ("one shot given up", str(intent.card), time_of_shots(flow.now), *price.cards)
    flow.happen(Remembered(given, price.clause))


_PAYING: Mapping[str, Callable[[Flow, Intent, Price, int | None], None]] = {
    "lose": _loses_force,
    "lose card": _loses_cards,
    "out of play": _puts_out_of_play,
    "give up": _gives_up,
    "forgo shot": _gives_up_a_shot,
}


# -- the action --------------------------------------------------------------------------------


def _announced(flow: Flow, intent: Intent, values: Values) -> Action:
    """The action as it goes on the stack, with all that was given for it."""
    attempt, targets = intent.attempt, {**intent.targets}
    if intent.follows is not None:
        about, numbers = spoken_of(intent.follows)
        targets, values = {**targets, **about}, {**values, **numbers}
    targets.update(_along(intent))
    if intent.kind is Kind.REACT:
        boarding = boarding_a_react(flow.now, intent)
        targets["boarding"] = boarding
        targets["disembarking"] = tuple(c for c in intent.cards if c not in boarding)
    return Action(
        id=ActionId(flow.table.last_action + 1),
        kind=intent.kind,
        player=intent.player,
        step=Step.RESPONSES,
        card=intent.card,
        text=intent.text,
        targets=targets,
        place=intent.place if intent.place else _place_of(flow, intent),
        answers=intent.answers,
        just=intent.follows is not None or intent.is_react,
        react=intent.react,
        next=intent.player,
        values={**values, f"seat {intent.seat}": 1} if intent.seat else values,
        draws=tuple(flow.draws),
        part_of=intent.part_of,
        amount=attempt.amount,
        takes=tuple(name.text for name in attempt.taking),
        what=attempt.what.text if intent.kind is Kind.DRAW and attempt.what else None,
        pays=tuple(name.text for name in attempt.paying) if intent.kind is Kind.LOSS else (),
    )


def _with_its_destiny(flow: Flow, shot: Action) -> Action:
    """Drawn as the shot is announced, where a clause does not keep it for the result."""
    if flow.now.decide("weapon destiny waits") is not None:
        return shot
    for part in shot.text.result if shot.text is not None else ():
        found = part.drawn_with_a_shot(flow, shot) if isinstance(part, Result) else {}
        if found:
            shot = shot._replace(values={**shot.values, **found}, draws=())
    return shot


def _place_of(flow: Flow, intent: Intent) -> CardId | None:
    top = flow.table.top
    if intent.answers is not None and top is not None:
        return top.place
    if intent.card is not None:
        return flow.table.location_of(intent.card)
    return None


def remember_the_stack(flow: Flow) -> None:
    """Of actions that are under way as a scenario begins: what their initiation left behind."""
    for action in flow.table.stack:
        _remember(flow, action)


def _remember(flow: Flow, action: Action) -> None:
    side = str(action.player)
    if action.kind is Kind.PLAY and action.card is not None:
        flow.happen(Remembered(("initiated", side, flow.table.card(action.card).title)))
    elif action.kind is Kind.DRAIN and action.place is not None:
        flow.happen(Remembered(("drained", side, action.place)))
        for card in drainers(flow.now, action.player, action.place):
            flow.happen(Remembered(("drained", side, card)))
    elif action.kind is Kind.BATTLE and action.place is not None:
        flow.happen(Remembered(("battled", side, action.place)))
        note_fighters(flow)
    elif action.kind is Kind.ATTACK:
        note_attack(flow, action)
    elif action.kind is Kind.FIRE and action.card is not None:
        note_shot(flow, action.card)
    elif action.is_react and action.card is not None:
        for card in (action.card, *action.targets.get("with it", ())):
            flow.happen(Remembered(("reacted", side, card)))
    elif action.kind is Kind.DRAW and action.what is not None:
        flow.happen(Remembered(("drew", side, action.what)))
    elif action.kind is Kind.ACTIVATE and action.part_of is None:
        _remember_total(flow, action.player)
    text = action.text
    if text is None or action.card is None:
        return
    once: str | None = text.once
    if once is None and action.kind is Kind.USE and text.when.phases and flow.table.phase:
        once = str(flow.table.phase)
    if once and flow.now.decide("spent when initiated", action=action) is not None:
        flow.happen(Remembered(("used", action.card, text.clause, once)))


def _remember_total(flow: Flow, side: Side) -> None:
    """What may be activated is counted once; what changes later in the phase is too late."""
    if any(note[:2] == ("entitled", str(side)) for note in flow.table.done):
        return
    total = flow.now.total("activation", side=side).total
    flow.happen(Remembered(("entitled", str(side), str(total))))


def without_an_action(flow: Flow, intent: Intent) -> None:
    """A choice that is part of what goes on, or a demand that the rules be kept."""
    if intent.kind is Kind.INSIST:
        forgetful = intent.player.opponent
        flow.happen(Recirculated(forgetful, "force/opponent-may-insist"))
        return
    top = flow.table.top
    if intent.attempt.what is None or top is None:
        return  # none of what may be declined, or nothing goes on in which to choose
    flow.change(top.id, pays=(intent.attempt.what.text, *top.pays[1:]))


def _count_move(flow: Flow, intent: Intent) -> None:
    """A move counts as the card's regular one unless a clause says that it does not."""
    answer = flow.now.decide("regular", kind=intent.kind, way=intent.way)
    if intent.kind is Kind.REACT or (answer is not None and not answer[0]):
        return
    moved = (intent.card,) if intent.kind is Kind.BOARD else tuple(movers(intent))
    for card in moved:
        if card is not None:
            flow.happen(Remembered(("moved", str(intent.player), card)))


def _unpaid(flow: Flow, intent: Intent, pile: str | None) -> None:
    """The price turned out too high, or was not paid: the text says where the card goes."""
    if intent.card is None:
        return
    zone = Zone(pile) if pile else Zone.HAND
    clause = intent.text.clause if intent.text else None
    flow.happen(CardPlaced(intent.card, zone, why="unpaid", clause=clause))
    if pile is not None:
        action = Action(
            ActionId(flow.table.last_action + 1), intent.kind, intent.player, Step.RESULT
        )
        answer = flow.now.decide("next player", event=ActionLeft(action.id), left=action)
        if answer is not None:
            flow.happen(OpportunityGiven(answer[0], answer[1].clause))


def keep_choices(flow: Flow, action: Action | None) -> None:
    """What the scenario says is chosen, and nobody has asked for yet, is for its result."""
    if action is not None and flow.choosing and flow.table.action(action.id) is not None:
        flow.change(action.id, choices=tuple(flow.choosing))


def spoken_of(
    event: Happening,
) -> tuple[dict[str, tuple[CardId, ...]], dict[str, int | None]]:
    """The cards and numbers of what has just happened, as a text that waits for it calls them."""
    about: dict[str, tuple[CardId, ...]] = {
        "what happened": (event.card,) if event.card else (),
        "what brought it": (event.by,) if event.by else (),
        "where it happened": (event.to,) if event.to else (),
    }
    numbers: dict[str, int | None] = {f"{n} of what happened": v for n, v in event.measured}
    if event.what.startswith("drawn "):
        numbers[DRAWN] = event.number
    return about, numbers


def _along(intent: Intent) -> dict[str, tuple[CardId, ...]]:
    """Who goes along, what it is put on or aboard, and which location it lies beside."""
    along: dict[str, tuple[CardId, ...]] = {}
    if intent.cards:
        names = {
            Kind.REACT: "disembarking",
            Kind.DEPLOY: "bearer",
            Kind.HAND_ON: "bearer",
            Kind.REPLACE: "replaced",
            Kind.SEARCH: "party",
        }
        name = names.get(intent.kind, "group")
        along[name] = intent.cards
    if intent.aboard is not None:
        along["aboard"] = (intent.aboard,)
    if intent.beside is not None:
        along[intent.beside[0]] = (intent.beside[1],)
    return along

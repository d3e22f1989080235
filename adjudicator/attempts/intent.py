"""From an attempt as written to what it comes to on the present table: names, texts, prices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from adjudicator.attempts.costs import Cost, force_asked_for, meant_by
from adjudicator.attempts.verb import Scene
from adjudicator.cards.foresight import AsksForForce, Relocates
from adjudicator.cards.model import Target, Text
from adjudicator.cards.part import Part, Player, foreseen
from adjudicator.game import CardId, How, Kind, Side, Step, Way, Zone
from adjudicator.rules.deploying import deploy_cost, with_price_in_text
from adjudicator.rules.describing import (
    assign,
    candidates,
    fits,
    follows,
    has_gone_on,
    kind_word,
    may_be,
    number_of,
    out_of_reach,
    speaks_of,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent, Price
from adjudicator.rules.targets import aims
from adjudicator.rules.transfers import transfer_cost
from adjudicator.rules.ways import goes, move_cost
from adjudicator.source import folded
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.table import Action, Happening, Unknown
from adjudicator.state.values import Sum

BODIES = ("character", "vehicle", "starship")
# What a player may name a card for even where no text asks for a target: what it is deployed on.
_ON_NAMED_CARDS = ("weapon", "device", "admiral's order")


def doubtful_texts(now: Moment, place: CardId, player: Side) -> list[Text]:
    """What may be used at a location if it is the version that says so."""
    print_ = now.table.card(place).print
    if not print_.doubtful:
        return []
    texts = now.book.texts(print_._replace(texts=print_.doubtful))
    return [t for t in texts if t.role == "use" and t.side in (None, player)]


def with_text(
    now: Scene,
    attempt: Attempt,
    kind: Kind,
    card: CardId,
    text: Text | None,
    place: CardId | None,
) -> Intent:
    table = now.table
    player = attempt.player
    assert player is not None
    print_ = table.card(card).print
    aimed, written = aims_of(now, attempt)
    answers = event = None
    if text is not None:
        event = _event(now, text, player, written, card)
        answers = _answered(now, text, player, event, aimed)
        if event is not None and event.action is not None and answers is None:
            event = None
    targets, left = assign(now, text.targets if text else (), written, player, card)
    if text is not None and left:
        targets, left = _beside_the_only(now, text, written, player, card, (targets, left))
    if kind is Kind.FIRE and text and not any("site" in t.filter.types for t in text.targets):
        left = tuple(c for c in left if c != table.location_of(card))  # where it is fired anyway
    if kind is Kind.DEPLOY and print_.type in BODIES and attempt.with_:
        targets = {**targets, "with it": _from_hand(now, attempt)}
    if text is not None:
        targets, left = _fill_in(now, text, player, event, targets, left, card)
        left = _found_by_nobody(now, text, player, event, targets, left, card)
    aboard = aboard_named(now, attempt)
    if aboard is not None:
        place = table.location_of(aboard) or place
    intent = Intent(
        attempt,
        player,
        kind,
        card,
        text,
        targets,
        left if text is not None else (),
        place,
        aboard,
        answers,
        aimed,
        event,
        part_of=_part_of(now, player, kind, card, place),
        way=Way.TEXT if text is not None and goes(text) else None,
        seat=attempt.seat,
        cards=tuple(written) if text is None and print_.type in _ON_NAMED_CARDS else (),
        beside=_beside(now, attempt),
    )
    return _aimed(now, priced(now, intent))


def _aimed(now: Moment, intent: Intent) -> Intent:
    """Of several cards that a target not named could be, the only one against which nothing
    speaks goes without saying."""
    for target in intent.text.targets if intent.text is not None else ():
        if target.implicit or target.optional or target.least != 1 or intent.unfitting:
            continue
        if not intent.targets.get(target.name) and len(only := aims(now, intent, target)) == 1:
            named = {**intent.targets, target.name: tuple(only)}
            intent = priced(now, intent._replace(targets=named))
    return intent


def _fill_in(
    now: Moment,
    text: Text,
    player: Side,
    event: Happening | None,
    targets: dict[str, tuple[CardId, ...]],
    left: tuple[CardId, ...],
    card: CardId,
) -> tuple[dict[str, tuple[CardId, ...]], tuple[CardId, ...]]:
    """Targets that go without saying: the one just spoken of, or the only one there is."""
    for target in text.targets:
        if target.implicit:
            continue
        named = targets.get(target.name, ())
        if target.filter.same and event is not None and event.card is not None:
            unlike = tuple(c for c in named if not _alike(now, c, event.card, target))
            if unlike:
                targets = {**targets, target.name: tuple(c for c in named if c not in unlike)}
                left = (*left, *unlike)
                continue
        if target.that_one and event is not None and event.card is not None:
            wrong = tuple(c for c in named if c != event.card)
            if wrong:
                targets, left = {**targets, target.name: ()}, (*left, *wrong)
            elif not named and may_be(
                now, now.table.card(event.card), target, player, targets, card
            ):
                targets = {**targets, target.name: (event.card,)}
        elif not named and not left and not target.optional:
            try:
                only = candidates(now, target, player, targets, card)
            except Unknown:
                continue  # nobody named it, and whether there is one is asked later
            only = [c for c in only if out_of_reach(now, c, target) is None] or only
            if target.filter.same and event is not None and event.card is not None:
                only = [c for c in only if _alike(now, c.id, event.card, target)]
            if len(only) == 1 or (only and target.every):
                targets = {**targets, target.name: tuple(c.id for c in only)}
    return targets, left


def _beside_the_only(
    now: Moment,
    text: Text,
    written: list[CardId],
    player: Side,
    card: CardId,
    found: tuple[dict[str, tuple[CardId, ...]], tuple[CardId, ...]],
) -> tuple[dict[str, tuple[CardId, ...]], tuple[CardId, ...]]:
    """Whoever names one of several targets need not name another that can only be one card."""
    named = dict(found[0])
    for target in text.targets:
        if target.implicit or target.optional or target.least != 1 or target.name in named:
            continue
        with suppress(Unknown):
            only = candidates(now, target, player, named, card)
            if len(only) == 1:
                named[target.name] = (only[0].id,)
    sure = [c for cards in named.values() for c in cards if c not in written]
    again = assign(now, text.targets, [*written, *sure], player, card)
    return again if len(again[1]) < len(found[1]) else found


def _found_by_nobody(
    now: Moment,
    text: Text,
    player: Side,
    event: Happening | None,
    targets: dict[str, tuple[CardId, ...]],
    left: tuple[CardId, ...],
    card: CardId,
) -> tuple[CardId, ...]:
    """Of the cards named that serve no target, those that the text does not find by itself. To
    name what it speaks of anyway is no fault, unless it was named in place of a target."""
    here = now.table.card(card)
    spoken_of = {card, here.at, now.table.location_of(card)}
    if event is not None:
        spoken_of |= {event.card, event.to, event.from_}
    if any(not (t.implicit or t.optional or targets.get(t.name)) for t in text.targets):
        spoken_of = set()
    needed = [t for t in text.targets if t.implicit]

    def is_found(named: CardId) -> bool:
        if named in spoken_of:
            return True
        of = now.table.card(named)
        return any(may_be(now, of, t, player, targets, card) for t in needed)

    return tuple(c for c in left if not is_found(c))


def _alike(now: Moment, card: CardId, other: CardId, target: Target) -> bool:
    return all(
        number_of(now, card, name) == number_of(now, other, name) for name in target.filter.same
    )


def _event(
    now: Moment, text: Text, player: Side, written: list[CardId], card: CardId
) -> Happening | None:
    """What has just happened that the text waits for: one about a named card, or untouched."""
    found = [
        event
        for event in now.table.open_just
        if any(follows(now, pattern, event, player, card) for pattern in text.when.just)
    ]
    return min(
        found,
        key=lambda e: (e.card not in written, has_gone_on(now, e), e.followed),
        default=None,
    )


def _answered(
    now: Moment, text: Text, player: Side, event: Happening | None, aimed: int | None
) -> Any:
    top = now.table.top
    if top is None or top.step is not Step.RESPONSES or aimed not in (None, top.id):
        return None
    if event is not None and event.action == top.id:
        return top.id
    if any(speaks_of(now, pattern, top, player) for pattern in text.when.answers):
        return top.id
    return None


def _part_of(now: Moment, player: Side, kind: Kind, card: CardId, place: CardId | None) -> Any:
    """Whether the topmost action's result invites just this."""
    top = now.table.top
    if top is None or top.step is not Step.RESULT or kind is not Kind.DEPLOY:
        return None
    invitation = top.invitation
    if invitation is None or player is not top.player:
        return None
    if now.table.card(card).zone is not invitation.zone:
        return None
    where = invitation.at or ""
    wanted = top.targets.get(where, ()) or ((top.place,) if top.place else ())
    if where and wanted and place not in wanted:
        return None
    return top.id if fits(now, now.table.card(card), invitation.cards, player) else None


def priced(now: Moment, intent: Intent) -> Intent:
    try:
        return intent._replace(prices=tuple(_prices(now, intent)))
    except Unknown as unknown:
        return intent._replace(prices=(Price("unknown", unknown=unknown),))


def _prices(now: Moment, intent: Intent) -> Iterator[Price]:
    if intent.text is not None and intent.text.doubtful and intent.card is not None:
        raise Unknown("whose-location", location=intent.card)
    said: list[Part] = []  # of its text's costs, those reckoned with already
    if intent.is_react and _is_free_of_cost(now, intent):
        pass
    elif intent.kind is Kind.DEPLOY and intent.card is not None and not _is_free(now, intent):
        said = _force_to_deploy(intent)
        cost = deploy_cost(now, intent)
        if said and cost.terms:
            amount = with_price_in_text(cost, sum(force_asked_for(said)))
            yield Price("use", amount, clause=cost.terms[0].clause)
        else:
            said = []
            yield from _unless_free(cost)
    else:
        yield from _by_rule(now, intent)
    yield from _of_being_taken(now, intent)
    for asked in intent.text.costs if intent.text else ():
        if asked in said or (_is_used(asked) and _is_free(now, intent)):
            continue
        assert isinstance(asked, Cost)
        if (price := asked.price(now, intent, asked.clause or _clause(intent))) is not None:
            yield price


def _by_rule(now: Moment, intent: Intent) -> Iterator[Price]:
    """What the rules ask for such an action."""
    player, card, place = intent.player, intent.card, intent.place
    match intent.kind:
        case Kind.BATTLE if place is not None:
            yield _of(now.total("battle cost", side=player, location=place))
        case Kind.MOVE | Kind.REACT if card is not None:
            yield _of(move_cost(now, intent))
        case Kind.TRANSFER if card is not None:
            if now.decide("transfer is free", captive=card) is None:
                yield Price("use", 1)
        case Kind.REPLACE:
            if now.decide("replacement is free", card=card) is None:
                yield Price("use", deploy_cost(now, intent).total)
        case Kind.HAND_ON:
            yield from _unless_free(transfer_cost(now, intent))
        case Kind.DRAIN if place is not None:
            yield from _unless_free(now.total("drain cost", side=player, location=place))


def _of(cost: Sum) -> Price:
    return Price("use", cost.total, clause=cost.terms[0].clause if cost.terms else None)


def _unless_free(cost: Sum) -> Iterator[Price]:
    if cost.total:
        yield _of(cost)


def _of_being_taken(now: Moment, intent: Intent) -> Iterator[Price]:
    """What it costs to be taken elsewhere, where a text lets its player pay as for a move."""
    for part in intent.text.result if intent.text else ():
        for taken in foreseen((part,), Relocates, inside=False):
            if taken.paid:
                moving = meant_by(now, intent, taken.cards)
                by_foot = intent._replace(kind=Kind.MOVE, way=Way.LANDSPEED)
                costs = [move_cost(now, by_foot._replace(card=c)).total for c in moving]
                yield Price("use", sum(costs), clause=part.clause)


def _is_free(now: Moment, intent: Intent) -> bool:
    """Whether the result under way lets this card deploy for free."""
    action = now.table.action(intent.part_of) if intent.kind is Kind.DEPLOY else None
    return action is not None and action.invitation is not None and action.invitation.free


def _force_to_deploy(intent: Intent) -> list[Part]:
    """The Force that its own text asks for deploying a card."""
    return [
        cost
        for cost in (intent.text.costs if intent.text is not None else ())
        if any(
            isinstance(asks, AsksForForce)
            and (asks.used and asks.due and not asks.declined and asks.number is not None)
            and asks.by is Player.YOU
            for asks in cost.foresees()
        )
    ]


def _is_used(cost: Part) -> bool:
    """Whether it is Force to be used, which a free deployment does not ask for."""
    return any(isinstance(asks, AsksForForce) and asks.used for asks in cost.foresees())


def _clause(intent: Intent) -> str | None:
    return intent.text.clause if intent.text is not None else None


def _is_free_of_cost(now: Moment, intent: Intent) -> bool:
    """No clause says that a 'react' costs what it costs at other times."""
    deploys = intent.kind is Kind.DEPLOY
    pays = now.decide("react pays", card=intent.card, deploys=deploys)
    return pays is None


# -- names ----------------------------------------------------------------------


def card_named(now: Scene, attempt: Attempt, from_hand: bool) -> CardId:
    """The card an attempt names: from hand when it is played, else from the table."""
    table = now.table
    assert attempt.what is not None
    player = attempt.player
    ids = [i for i in now.names.ids(attempt.what.text) if i in table.cards]

    def rank(card_id: CardId) -> tuple[bool, bool]:
        card = table.card(card_id)
        mine = (card.owner if from_hand else card.side) is player
        zone = Zone.HAND if from_hand else Zone.TABLE
        return (not mine, card.zone is not zone)

    return min(ids, key=rank)


def card_called(now: Scene, name: Name, player: Side) -> CardId:
    """The card meant by a name: one on table if there is one."""
    table = now.table
    ids = [i for i in now.names.ids(name.text) if i in table.cards]
    return min(ids, key=lambda i: table.card(i).zone is not Zone.TABLE)


def _from_hand(now: Scene, attempt: Attempt) -> tuple[CardId, ...]:
    """Those named who deploy along with a craft: from hand if they are there."""
    table = now.table
    found: list[CardId] = []
    for name in attempt.with_:
        ids = [i for i in now.names.ids(name.text) if i in table.cards and i not in found]
        found += sorted(ids, key=lambda i: table.card(i).zone is not Zone.HAND)[:1]
    return tuple(found)


def aboard_named(now: Scene, attempt: Attempt) -> CardId | None:
    if attempt.aboard is None or attempt.player is None:
        return None
    return card_called(now, attempt.aboard, attempt.player)


def _beside(now: Scene, attempt: Attempt) -> tuple[str, CardId] | None:
    """Where in the row of locations a new one is laid."""
    for word, name in (("before", attempt.before), ("after", attempt.after)):
        if (place := location_named(now, name)) is not None:
            return word, place
    return None


def location_named(now: Scene, name: Name | None) -> CardId | None:
    table = now.table
    if name is None:
        return None
    ids = [i for i in now.names.ids(name.text) if table.card(i).how is How.ROW]
    return ids[0] if ids else None


def elsewhere(now: Scene, name: Name | None) -> CardId | None:
    """A location that is meant although it does not lie on the table: nobody is there."""
    table = now.table
    ids = now.names.ids(name.text) if name is not None else ()
    return next((i for i in ids if table.card(i).print.type == "location"), None)


def place_named(now: Scene, attempt: Attempt) -> CardId | None:
    """The location an attempt speaks of with `to:` or `at:`, or the place of a card there."""
    table = now.table
    for name in (attempt.to, attempt.at):
        if name is not None:
            if (place := location_named(now, name)) is not None:
                return place
            ids = [i for i in now.names.ids(name.text) if i in table.cards]
            for card in ids:
                if (there := table.location_of(card)) is not None:
                    return there
    return None


def aims_of(now: Scene, attempt: Attempt) -> tuple[Any, list[CardId]]:
    """Which action a response is said to answer, and the cards named as targets."""
    table = now.table
    aimed = None
    if attempt.answering is not None:
        aimed = _action(now, attempt.answering)
    written: list[CardId] = []
    for name in attempt.targets:
        action = _action(now, name)
        if action is not None and aimed is None:
            aimed = action
        elif ids := [i for i in now.names.ids(name.text) if i in table.cards]:
            assert attempt.player is not None
            card = card_called(now, name, attempt.player)
            if card in written:  # two copies of one title named one after the other
                card = next((i for i in ids if i not in written), card)
            written.append(card)
    for other in (attempt.to, attempt.at):
        place = location_named(now, other)
        if place is not None:
            written.append(place)
        elif other is not None and (
            ids := [i for i in now.names.ids(other.text) if i in table.cards]
        ):
            written.append(ids[0])
    return aimed, written


def _action(now: Scene, name: Name) -> Any:
    table = now.table
    asked = folded(name.text)
    for action in reversed(table.stack):
        if action.card is not None and table.card(action.card).zone is Zone.STACK:
            card = table.card(action.card)
            if asked in (folded(card.title), folded(card.id)) or card.id in now.names.ids(
                name.text
            ):
                return action.id
        if _is_called(action, asked):
            return action.id
    return None


def _is_called(action: Action, asked: str) -> bool:
    return action.card is None and asked in (folded(kind_word(action)), str(action.kind))

"""From an attempt as written to what it comes to on the present table: names, texts, prices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from adjudicator.attempts.costs import Cost, force_asked_for, meant_by
from adjudicator.attempts.verb import Moment
from adjudicator.cards.foresight import AsksForForce, Relocates
from adjudicator.cards.model import Target, Text
from adjudicator.cards.part import Part, foreseen
from adjudicator.game import CardId, How, Kind, Side, Step, Way, Zone
from adjudicator.rules.deploying import deploy_cost, with_price_in_text
from adjudicator.rules.registry import Intent, Price, Rulebook
from adjudicator.rules.targets import aims
from adjudicator.rules.transfers import transfer_cost
from adjudicator.rules.ways import goes, move_cost
from adjudicator.source import folded
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.matching import (
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
from adjudicator.state.table import Action, Happening, Table, Unknown

BODIES = ("character", "vehicle", "starship")
# What a player may name a card for even where no text asks for a target: what it is deployed on.
_ON_NAMED_CARDS = ("weapon", "device", "admiral's order")


def doubtful_texts(book: Rulebook, table: Table, place: CardId, player: Side) -> list[Text]:
    """What may be used at a location if it is the version that says so."""
    print_ = table.card(place).print
    if not print_.doubtful:
        return []
    texts = book.texts(print_._replace(texts=print_.doubtful))
    return [t for t in texts if t.role == "use" and t.side in (None, player)]


def with_text(
    now: Moment,
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
        event = _event(table, text, player, written, card)
        answers = _answered(table, text, player, event, aimed)
        if event is not None and event.action is not None and answers is None:
            event = None
    targets, left = assign(table, text.targets if text else (), written, player, card)
    if text is not None and left:
        targets, left = _beside_the_only(table, text, written, player, card, (targets, left))
    if kind is Kind.FIRE and text and not any("site" in t.filter.types for t in text.targets):
        left = tuple(c for c in left if c != table.location_of(card))  # where it is fired anyway
    if kind is Kind.DEPLOY and print_.type in BODIES and attempt.with_:
        targets = {**targets, "with it": _from_hand(now, attempt)}
    if text is not None:
        targets, left = _fill_in(table, text, player, event, targets, left, card)
        left = _found_by_nobody(table, text, player, event, targets, left, card)
    aboard = aboard_named(now, attempt)
    if aboard is not None:
        place = table.location_of(aboard) or place
    intent = Intent(
        now.book,
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
        part_of=_part_of(table, player, kind, card, place),
        way=Way.TEXT if text is not None and goes(text) else None,
        seat=attempt.seat,
        cards=tuple(written) if text is None and print_.type in _ON_NAMED_CARDS else (),
        beside=_beside(now, attempt),
    )
    return _aimed(table, priced(table, intent))


def _aimed(table: Table, intent: Intent) -> Intent:
    """Of several cards that a target not named could be, the only one against which nothing
    speaks goes without saying."""
    for target in intent.text.targets if intent.text is not None else ():
        if target.implicit or target.optional or target.least != 1 or intent.unfitting:
            continue
        if not intent.targets.get(target.name) and len(only := aims(table, intent, target)) == 1:
            named = {**intent.targets, target.name: tuple(only)}
            intent = priced(table, intent._replace(targets=named))
    return intent


def _fill_in(
    table: Table,
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
            unlike = tuple(c for c in named if not _alike(table, c, event.card, target))
            if unlike:
                targets = {**targets, target.name: tuple(c for c in named if c not in unlike)}
                left = (*left, *unlike)
                continue
        if target.that_one and event is not None and event.card is not None:
            wrong = tuple(c for c in named if c != event.card)
            if wrong:
                targets, left = {**targets, target.name: ()}, (*left, *wrong)
            elif not named and may_be(table, table.card(event.card), target, player, targets, card):
                targets = {**targets, target.name: (event.card,)}
        elif not named and not left and not target.optional:
            try:
                only = candidates(table, target, player, targets, card)
            except Unknown:
                continue  # nobody named it, and whether there is one is asked later
            only = [c for c in only if out_of_reach(table, c, target) is None] or only
            if target.filter.same and event is not None and event.card is not None:
                only = [c for c in only if _alike(table, c.id, event.card, target)]
            if len(only) == 1 or (only and target.every):
                targets = {**targets, target.name: tuple(c.id for c in only)}
    return targets, left


def _beside_the_only(
    table: Table,
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
            only = candidates(table, target, player, named, card)
            if len(only) == 1:
                named[target.name] = (only[0].id,)
    sure = [c for cards in named.values() for c in cards if c not in written]
    again = assign(table, text.targets, [*written, *sure], player, card)
    return again if len(again[1]) < len(found[1]) else found


def _found_by_nobody(
    table: Table,
    text: Text,
    player: Side,
    event: Happening | None,
    targets: dict[str, tuple[CardId, ...]],
    left: tuple[CardId, ...],
    card: CardId,
) -> tuple[CardId, ...]:
    """Of the cards named that serve no target, those that the text does not find by itself. To
    name what it speaks of anyway is no fault, unless it was named in place of a target."""
    here = table.card(card)
    spoken_of = {card, here.at, table.location_of(card)}
    if event is not None:
        spoken_of |= {event.card, event.to, event.from_}
    if any(not (t.implicit or t.optional or targets.get(t.name)) for t in text.targets):
        spoken_of = set()
    needed = [t for t in text.targets if t.implicit]

    def is_found(named: CardId) -> bool:
        if named in spoken_of:
            return True
        of = table.card(named)
        return any(may_be(table, of, t, player, targets, card) for t in needed)

    return tuple(c for c in left if not is_found(c))


def _alike(table: Table, card: CardId, other: CardId, target: Target) -> bool:
    return all(
        number_of(table, card, name) == number_of(table, other, name) for name in target.filter.same
    )


def _event(
    table: Table, text: Text, player: Side, written: list[CardId], card: CardId
) -> Happening | None:
    """What has just happened that the text waits for: one about a named card, or untouched."""
    found = [
        event
        for event in table.open_just
        if any(follows(table, pattern, event, player, card) for pattern in text.when.just)
    ]
    return min(
        found,
        key=lambda e: (e.card not in written, has_gone_on(table, e), e.followed),
        default=None,
    )


def _answered(
    table: Table, text: Text, player: Side, event: Happening | None, aimed: int | None
) -> Any:
    top = table.top
    if top is None or top.step is not Step.RESPONSES or aimed not in (None, top.id):
        return None
    if event is not None and event.action == top.id:
        return top.id
    if any(speaks_of(table, pattern, top, player) for pattern in text.when.answers):
        return top.id
    return None


def _part_of(table: Table, player: Side, kind: Kind, card: CardId, place: CardId | None) -> Any:
    """Whether the topmost action's result invites just this."""
    top = table.top
    if top is None or top.step is not Step.RESULT or kind is not Kind.DEPLOY:
        return None
    invitation = top.invitation
    if invitation is None or player is not top.player:
        return None
    if table.card(card).zone is not invitation.zone:
        return None
    where = invitation.at or ""
    wanted = top.targets.get(where, ()) or ((top.place,) if top.place else ())
    if where and wanted and place not in wanted:
        return None
    return top.id if fits(table, table.card(card), invitation.cards, player) else None


def priced(table: Table, intent: Intent) -> Intent:
    try:
        return intent._replace(prices=tuple(_prices(table, intent)))
    except Unknown as unknown:
        return intent._replace(prices=(Price("unknown", unknown=unknown),))


def _prices(table: Table, intent: Intent) -> Iterator[Price]:
    book, player = intent.book, intent.player
    said: list[Part] = []  # of its text's costs, those reckoned with already
    if intent.text is not None and intent.text.doubtful and intent.card is not None:
        raise Unknown("whose-location", location=intent.card)
    if intent.kind is Kind.BATTLE and intent.place is not None:
        cost = book.total("battle cost", table, side=player, location=intent.place)
        yield Price("use", cost.total, clause=cost.terms[0].clause if cost.terms else None)
    elif intent.is_react and _is_free_of_cost(table, intent):
        pass
    elif intent.kind in (Kind.MOVE, Kind.REACT) and intent.card is not None:
        cost = move_cost(table, intent)
        yield Price("use", cost.total, clause=cost.terms[0].clause if cost.terms else None)
    elif intent.kind is Kind.TRANSFER and intent.card is not None:
        if book.decide("transfer is free", table, captive=intent.card) is None:
            yield Price("use", 1)
    elif intent.kind is Kind.REPLACE:
        if book.decide("replacement is free", table, card=intent.card) is None:
            yield Price("use", deploy_cost(table, intent).total)
    elif intent.kind is Kind.HAND_ON:
        cost = transfer_cost(table, intent)
        if cost.total:
            yield Price("use", cost.total, clause=cost.terms[0].clause)
    elif intent.kind is Kind.DEPLOY and intent.card is not None and not _is_free(table, intent):
        cost = deploy_cost(table, intent)
        said = _force_to_deploy(intent) if cost.terms else []
        if said:
            amount = with_price_in_text(cost, sum(force_asked_for(said)))
            yield Price("use", amount, clause=cost.terms[0].clause)
        elif cost.total:
            yield Price("use", cost.total, clause=cost.terms[0].clause)
    elif intent.kind is Kind.DRAIN and intent.place is not None:
        cost = book.total("drain cost", table, side=player, location=intent.place)
        if cost.total:
            yield Price("use", cost.total, clause=cost.terms[0].clause)
    for part in intent.text.result if intent.text else ():
        for taken in foreseen((part,), Relocates, inside=False):
            if taken.paid:
                moving = meant_by(table, intent, taken.cards)
                by_foot = intent._replace(kind=Kind.MOVE, way=Way.LANDSPEED)
                costs = [move_cost(table, by_foot._replace(card=c)).total for c in moving]
                yield Price("use", sum(costs), clause=part.clause)
    for asked in intent.text.costs if intent.text else ():
        if asked in said or (_is_used(asked) and _is_free(table, intent)):
            continue
        assert isinstance(asked, Cost)
        if (price := asked.price(table, intent, asked.clause or _clause(intent))) is not None:
            yield price


def _is_free(table: Table, intent: Intent) -> bool:
    """Whether the result under way lets this card deploy for free."""
    action = table.action(intent.part_of) if intent.kind is Kind.DEPLOY else None
    return action is not None and action.invitation is not None and action.invitation.free


def _force_to_deploy(intent: Intent) -> list[Part]:
    """The Force that its own text asks for deploying a card."""
    return [
        cost
        for cost in (intent.text.costs if intent.text is not None else ())
        if any(
            isinstance(asks, AsksForForce)
            and (asks.used and asks.due and not asks.declined and asks.number is not None)
            for asks in cost.foresees()
        )
    ]


def _is_used(cost: Part) -> bool:
    """Whether it is Force to be used, which a free deployment does not ask for."""
    return any(isinstance(asks, AsksForForce) and asks.used for asks in cost.foresees())


def _clause(intent: Intent) -> str | None:
    return intent.text.clause if intent.text is not None else None


def _is_free_of_cost(table: Table, intent: Intent) -> bool:
    """No clause says that a 'react' costs what it costs at other times."""
    deploys = intent.kind is Kind.DEPLOY
    pays = intent.book.decide("react pays", table, card=intent.card, deploys=deploys)
    return pays is None


# -- names ----------------------------------------------------------------------


def card_named(now: Moment, attempt: Attempt, from_hand: bool) -> CardId:
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


def card_called(now: Moment, name: Name, player: Side) -> CardId:
    """The card meant by a name: one on table if there is one."""
    table = now.table
    ids = [i for i in now.names.ids(name.text) if i in table.cards]
    return min(ids, key=lambda i: table.card(i).zone is not Zone.TABLE)


def _from_hand(now: Moment, attempt: Attempt) -> tuple[CardId, ...]:
    """Those named who deploy along with a craft: from hand if they are there."""
    table = now.table
    found: list[CardId] = []
    for name in attempt.with_:
        ids = [i for i in now.names.ids(name.text) if i in table.cards and i not in found]
        found += sorted(ids, key=lambda i: table.card(i).zone is not Zone.HAND)[:1]
    return tuple(found)


def aboard_named(now: Moment, attempt: Attempt) -> CardId | None:
    if attempt.aboard is None or attempt.player is None:
        return None
    return card_called(now, attempt.aboard, attempt.player)


def _beside(now: Moment, attempt: Attempt) -> tuple[str, CardId] | None:
    """Where in the row of locations a new one is laid."""
    for word, name in (("before", attempt.before), ("after", attempt.after)):
        if (place := location_named(now, name)) is not None:
            return word, place
    return None


def location_named(now: Moment, name: Name | None) -> CardId | None:
    table = now.table
    if name is None:
        return None
    ids = [i for i in now.names.ids(name.text) if table.card(i).how is How.ROW]
    return ids[0] if ids else None


def elsewhere(now: Moment, name: Name | None) -> CardId | None:
    """A location that is meant although it does not lie on the table: nobody is there."""
    table = now.table
    ids = now.names.ids(name.text) if name is not None else ()
    return next((i for i in ids if table.card(i).print.type == "location"), None)


def place_named(now: Moment, attempt: Attempt) -> CardId | None:
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


def aims_of(now: Moment, attempt: Attempt) -> tuple[Any, list[CardId]]:
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


def _action(now: Moment, name: Name) -> Any:
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

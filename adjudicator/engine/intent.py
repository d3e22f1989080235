"""From an attempt as written to what it comes to on the present table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.cards.foresight import AsksForForce
from adjudicator.cards.model import Target, Text
from adjudicator.cards.part import Part
from adjudicator.engine.costs import Cost, force_asked_for, meant_by
from adjudicator.game import ActionId, CardId, How, Kind, Mark, Side, Step, Way, Zone
from adjudicator.rules.attacks import sides_of_attack
from adjudicator.rules.deploying import deploy_cost, with_price_in_text
from adjudicator.rules.registry import Intent, Price, Rulebook
from adjudicator.rules.targets import aims
from adjudicator.rules.transfers import transfer_cost
from adjudicator.rules.ways import expanded_texts, move_cost, texts_at, ways
from adjudicator.scenario.setup import Board
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
    text_canceled,
)
from adjudicator.state.table import Action, Happening, Table, Unknown

_KINDS = {
    "plays": Kind.PLAY,
    "deploys": Kind.DEPLOY,
    "uses": Kind.USE,
    "moves": Kind.MOVE,
    "drains": Kind.DRAIN,
    "battles": Kind.BATTLE,
    "attacks": Kind.ATTACK,
    "reacts with": Kind.REACT,
    "embarks": Kind.BOARD,
    "disembarks": Kind.BOARD,
    "changes seats": Kind.BOARD,
    "activates": Kind.ACTIVATE,
    "loses": Kind.CHOOSE,
    "insists on": Kind.INSIST,
    "fires": Kind.FIRE,
    "forfeits": Kind.FORFEIT,
    "draws": Kind.DRAW,
    "breaks cover of": Kind.BREAK_COVER,
    "searches for": Kind.SEARCH,
    "transfers": Kind.TRANSFER,
    "passes": Kind.PASS,
    "backs up to play": Kind.PLAY,
    "backs up to deploy": Kind.DEPLOY,
    "backs up to use": Kind.USE,
}

_WITHOUT_A_CARD = (
    Kind.PASS, Kind.ACTIVATE, Kind.CHOOSE, Kind.INSIST, Kind.LOSS, Kind.DRAW, Kind.DRAW_CARD,
)  # fmt: skip

_BODIES = ("character", "vehicle", "starship")
# What a player may name a card for even where no text asks for a target: what it is deployed on.
_ON_NAMED_CARDS = ("weapon", "device", "admiral's order")


def intents(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Iterator[Intent]:
    """Every way to understand the attempt: one for each text the card may be used for."""
    assert attempt.player is not None
    kind = _KINDS[attempt.verb]
    player = attempt.player
    place = destination(board, table, attempt)
    if kind is Kind.DRAW and attempt.what is None:
        kind = Kind.DRAW_CARD
    if kind is Kind.CHOOSE and attempt.amount is not None:
        kind = Kind.LOSS
    if kind in _WITHOUT_A_CARD:
        yield Intent(book, attempt, player, kind)
        return
    if kind in (Kind.DRAIN, Kind.BATTLE):
        where = _location(board, table, attempt.what) or _elsewhere(board, table, attempt.what)
        yield _priced(table, Intent(book, attempt, player, kind, place=where))
        return
    if kind is Kind.ATTACK:
        yield _attack(board, book, table, attempt)
        return
    if kind is Kind.REACT and (reserves := _in_reserve(board, table, attempt)):
        for card in reserves:
            yield from _deploying_as_a_react(board, book, table, attempt, card, place)
        if not _on_table(board, table, attempt):
            return
    card = _card(board, table, attempt, kind)
    if kind in (Kind.MOVE, Kind.REACT):
        answers = event = None
        if kind is Kind.REACT:
            place = place or _place_of_the_topmost(table)
            answers, event = _reacted_to(table, player)
        cards = tuple(_named(board, table, name, player) for name in attempt.with_)
        aboard = _aboard(board, table, attempt)
        if aboard is not None:
            place = table.location_of(aboard) or place
        move = Intent(
            book,
            attempt,
            player,
            kind,
            card,
            place=place,
            aboard=aboard,
            answers=answers,
            follows=event,
            cards=cards,
            seat=attempt.seat,
        )
        for reading in moves(table, move):
            yield _priced(table, reading)
        return
    if kind is Kind.BOARD:
        aboard = _aboard(board, table, attempt)
        if attempt.verb == "changes seats":
            at = table.card(card).at
            aboard = at if at in table.cards else None  # beside the table there are no seats
        place = table.location_of(aboard or card)
        yield Intent(
            book, attempt, player, kind, card, place=place, aboard=aboard, seat=attempt.seat
        )
        return
    if kind is Kind.TRANSFER and not table.card(card).has(Mark.CAPTIVE):
        yield _priced(table, _handing_on(board, book, table, attempt, card))
        return
    if kind in (Kind.BREAK_COVER, Kind.SEARCH, Kind.TRANSFER):
        yield _priced(table, _about_people(board, book, table, attempt, kind, card))
        return
    if kind is Kind.DEPLOY and attempt.replacing is not None:
        yield _priced(table, _replacing(board, book, table, attempt, card))
        return
    print_ = table.card(card).print
    played = any(t.role == "play" for t in book.texts(print_))
    if kind is Kind.PLAY and print_.type != "interrupt" and not played:
        kind = Kind.DEPLOY
    if kind is Kind.DEPLOY and print_.type == "interrupt":
        kind = Kind.PLAY
    if kind is Kind.FORFEIT:
        yield Intent(book, attempt, player, kind, card)
        return
    roles = {
        Kind.PLAY: ("play",),
        Kind.DEPLOY: ("deploy",),
        Kind.USE: ("use",),
        Kind.FIRE: ("fire",),
    }[kind]
    lent = expanded_texts(table, card, player) if kind is Kind.USE else ()
    texts: list[Text | None] = [
        t for t in (*book.texts(print_), *lent) if t.role in roles and t.side in (None, player)
    ]
    if kind is Kind.USE:
        texts += _doubtful(book, table, card, player)
    if kind is Kind.USE and text_canceled(table, table.card(card)):
        texts = []
    if attempt.using is not None:
        asked = folded(attempt.using.text)
        texts = [t for t in texts if t and folded(t.id) == asked]
    if not texts and kind is Kind.DEPLOY and print_.text_known:
        texts = [None]
    for text in texts:
        try:
            yield _with_text(board, book, table, attempt, kind, card, text, place)
        except Unknown as doubt:  # whether a card is what this text means
            yield Intent(book, attempt, player, kind, card, text, place=place, doubt=doubt)


def _attack(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Intent:
    """A creature attacks the card that is named, or that card is a creature and is attacked by
    all of the player's that are able to."""
    assert attempt.player is not None and attempt.what is not None
    attacked = table.card(_named(board, table, attempt.what, attempt.player))
    with_ = tuple(_named(board, table, name, attempt.player) for name in attempt.with_)
    return Intent(
        book,
        attempt,
        attempt.player,
        Kind.ATTACK,
        targets=sides_of_attack(table, attempt.player, attacked, with_),
        place=table.location_of(attacked.id),
        cards=with_,
    )


def _in_reserve(board: Board, table: Table, attempt: Attempt) -> list[CardId]:
    """The card named, if it is not on table: it could only 'react' by being deployed."""
    assert attempt.what is not None
    ids = [i for i in board.ids(attempt.what.text) if i in table.cards]
    ids = [i for i in ids if table.card(i).zone is not Zone.TABLE]
    hand = [i for i in ids if table.card(i).zone is Zone.HAND]
    own = [i for i in hand if table.card(i).owner is attempt.player]
    if hand or not _on_table(board, table, attempt):
        return (own or hand or ids)[:1]
    return []


def _on_table(board: Board, table: Table, attempt: Attempt) -> bool:
    assert attempt.what is not None
    ids = (i for i in board.ids(attempt.what.text) if i in table.cards)
    return any(table.card(i).zone is Zone.TABLE for i in ids)


def _place_of_the_topmost(table: Table) -> CardId | None:
    return table.top.place if table.top is not None else None


def _reacted_to(table: Table, player: Side) -> tuple[ActionId | None, Happening | None]:
    """The battle or Force drain of the opponent's that a 'react' would answer."""
    top = table.top
    if top is None or top.step is not Step.RESPONSES or top.player is player:
        return None, None
    if top.kind not in (Kind.BATTLE, Kind.DRAIN):
        return None, None
    return top.id, next((h for h in table.open_just if h.action == top.id), None)


def _deploying_as_a_react(
    board: Board,
    book: Rulebook,
    table: Table,
    attempt: Attempt,
    card: CardId,
    place: CardId | None,
) -> Iterator[Intent]:
    """To the location of the battle or Force drain; its own text for deploying sets no time now."""
    print_ = table.card(card).print
    texts: list[Text | None] = [t for t in book.texts(print_) if t.role == "deploy"]
    if not texts:
        texts = [None]
    if attempt.aboard is None:
        place = place or _place_of_the_topmost(table)
    assert attempt.player is not None
    answers, event = _reacted_to(table, attempt.player)
    for text in texts:
        if text is not None and text.when.phases:
            text = text._replace(when=text.when._replace(phases=(), whose="any"))
        intent = _with_text(board, book, table, attempt, Kind.DEPLOY, card, text, place)
        intent = intent._replace(react=True, answers=answers, follows=event, part_of=None)
        yield _priced(table, intent)


def _doubtful(book: Rulebook, table: Table, place: CardId, player: Side) -> list[Text]:
    """What may be used at a location if it is the version that says so."""
    print_ = table.card(place).print
    if not print_.doubtful:
        return []
    texts = book.texts(print_._replace(texts=print_.doubtful))
    return [t for t in texts if t.role == "use" and t.side in (None, player)]


def _about_people(
    board: Board, book: Rulebook, table: Table, attempt: Attempt, kind: Kind, card: CardId
) -> Intent:
    """Breaking cover, a search party, a captive taken to a prison, out of one, or handed on."""
    player = attempt.player
    assert player is not None
    cards = tuple(_named(board, table, name, player) for name in attempt.with_)
    place = _location(board, table, attempt.to)
    targets: dict[str, tuple[CardId, ...]] = {}
    if kind is Kind.TRANSFER and place is None and attempt.to is not None:
        targets["escort"] = (_named(board, table, attempt.to, player),)
    return Intent(
        book, attempt, player, kind, card, targets=targets, place=place, cards=cards
    )  # fmt: skip


def _handing_on(
    board: Board, book: Rulebook, table: Table, attempt: Attempt, card: CardId
) -> Intent:
    """A weapon or device goes over to another bearer."""
    player = attempt.player
    assert player is not None
    named = attempt.to or next(iter(attempt.targets), None)
    cards = (_named(board, table, named, player),) if named is not None else ()
    place = table.location_of(card)
    return Intent(book, attempt, player, Kind.HAND_ON, card, place=place, cards=cards)


def _replacing(
    board: Board, book: Rulebook, table: Table, attempt: Attempt, card: CardId
) -> Intent:
    """Another version of a character takes the place of the one on table, where that one is."""
    player = attempt.player
    assert player is not None and attempt.replacing is not None
    old = table.card(_named(board, table, attempt.replacing, player))
    return Intent(
        book,
        attempt,
        player,
        Kind.REPLACE,
        card,
        place=table.location_of(old.id),
        aboard=old.at if old.how is How.ABOARD else None,
        cards=(old.id,),
    )


def _with_text(
    board: Board,
    book: Rulebook,
    table: Table,
    attempt: Attempt,
    kind: Kind,
    card: CardId,
    text: Text | None,
    place: CardId | None,
) -> Intent:
    player = attempt.player
    assert player is not None
    print_ = table.card(card).print
    aimed, written = _aims(board, table, attempt)
    answers = event = None
    if text is not None:
        event = _event(table, text, player, written, card)
        answers = _answered(table, text, player, event, aimed)
        if event is not None and event.action is not None and answers is None:
            event = None
    targets, left = assign(table, text.targets if text else (), written, player, card)
    if kind is Kind.FIRE and text and not any("site" in t.filter.types for t in text.targets):
        left = tuple(c for c in left if c != table.location_of(card))  # where it is fired anyway
    if kind is Kind.DEPLOY and print_.type in _BODIES and attempt.with_:
        targets = {**targets, "with it": _from_hand(board, table, attempt)}
    if text is not None:
        targets, left = _fill_in(table, text, player, event, targets, left, card)
    aboard = _aboard(board, table, attempt)
    if aboard is not None:
        place = table.location_of(aboard) or place
    intent = Intent(
        book,
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
        way=Way.TEXT if text is not None and any(op.verb == "go" for op in text.result) else None,
        seat=attempt.seat,
        cards=tuple(written) if text is None and print_.type in _ON_NAMED_CARDS else (),
        beside=_beside(board, table, attempt),
    )
    return _aimed(table, _priced(table, intent))


def _aimed(table: Table, intent: Intent) -> Intent:
    """Of several cards that a target not named could be, the only one against which nothing
    speaks goes without saying."""
    for target in intent.text.targets if intent.text is not None else ():
        if target.implicit or target.optional or target.least != 1 or intent.unfitting:
            continue
        if not intent.targets.get(target.name) and len(only := aims(table, intent, target)) == 1:
            named = {**intent.targets, target.name: tuple(only)}
            intent = _priced(table, intent._replace(targets=named))
    return intent


def shot_by_rule(
    board: Board, book: Rulebook, table: Table, attempt: Attempt, card: CardId
) -> Intent:
    """A shot with a weapon whose text is not known: what the rules say of any shot holds for it."""
    assert attempt.player is not None
    named = {"target": tuple(_aims(board, table, attempt)[1])}
    return Intent(book, attempt, attempt.player, Kind.FIRE, card, targets=named)


def moves(table: Table, move: Intent) -> Iterator[Intent]:
    """Every way in which a card could go there; with none named, the usual one comes first."""
    if move.card is None or move.place is None:
        yield move
        return
    if move.attempt.way is None:
        found = ways(table, table.card(move.card), move.place, move.aboard)
        yield from (move._replace(way=way) for way in found)
    elif move.attempt.way is not Way.TEXT:
        yield move._replace(way=move.attempt.way)
    if move.kind is Kind.MOVE and move.attempt.way in (None, Way.TEXT):
        yield from _by_text(table, move)


def _by_text(table: Table, move: Intent) -> Iterator[Intent]:
    """The same move as a location's text allows it, on the mover's side of that location."""
    assert move.card is not None and move.place is not None
    here = table.location_of(move.card)
    for place in dict.fromkeys((here, move.place)):
        if place is None:
            continue
        maybe = _doubtful(move.book, table, place, move.player)
        for text in (*texts_at(table, place, move.player), *maybe):
            if text.role != "use" or not any(op.verb == "go" for op in text.result):
                continue
            written = [move.card, *move.cards, move.place]
            targets, left = assign(table, text.targets, written, move.player, place)
            if left:
                continue
            yield move._replace(
                kind=Kind.USE, card=place, text=text, targets=targets, way=Way.TEXT, cards=()
            )


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
            if len(only) == 1:
                targets = {**targets, target.name: (only[0].id,)}
    return targets, left


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


def _priced(table: Table, intent: Intent) -> Intent:
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
    for op in intent.text.result if intent.text else ():
        if op.verb == "relocate" and "moves" in op.args and "free" not in op.args:
            moving = meant_by(table, intent, str(op.args[""]))
            by_foot = intent._replace(kind=Kind.MOVE, way=Way.LANDSPEED)
            costs = [move_cost(table, by_foot._replace(card=c)).total for c in moving]
            yield Price("use", sum(costs), clause=op.clause)
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


def _card(board: Board, table: Table, attempt: Attempt, kind: Kind) -> CardId:
    """The card an attempt names: from hand when it is played, else from the table."""
    assert attempt.what is not None
    player = attempt.player
    ids = [i for i in board.ids(attempt.what.text) if i in table.cards]

    def rank(card_id: CardId) -> tuple[bool, bool]:
        card = table.card(card_id)
        mine = (card.owner if kind in (Kind.PLAY, Kind.DEPLOY) else card.side) is player
        zone = Zone.HAND if kind in (Kind.PLAY, Kind.DEPLOY) else Zone.TABLE
        return (not mine, card.zone is not zone)

    return min(ids, key=rank)


def _named(board: Board, table: Table, name: Name, player: Side) -> CardId:
    """The card meant by a name: one on table if there is one."""
    ids = [i for i in board.ids(name.text) if i in table.cards]
    return min(ids, key=lambda i: table.card(i).zone is not Zone.TABLE)


def _from_hand(board: Board, table: Table, attempt: Attempt) -> tuple[CardId, ...]:
    """Those named who deploy along with a craft: from hand if they are there."""
    found: list[CardId] = []
    for name in attempt.with_:
        ids = [i for i in board.ids(name.text) if i in table.cards and i not in found]
        found += sorted(ids, key=lambda i: table.card(i).zone is not Zone.HAND)[:1]
    return tuple(found)


def _aboard(board: Board, table: Table, attempt: Attempt) -> CardId | None:
    if attempt.aboard is None or attempt.player is None:
        return None
    return _named(board, table, attempt.aboard, attempt.player)


def _beside(board: Board, table: Table, attempt: Attempt) -> tuple[str, CardId] | None:
    """Where in the row of locations a new one is laid."""
    for word, name in (("before", attempt.before), ("after", attempt.after)):
        if (place := _location(board, table, name)) is not None:
            return word, place
    return None


def _location(board: Board, table: Table, name: Name | None) -> CardId | None:
    if name is None:
        return None
    ids = [i for i in board.ids(name.text) if table.card(i).how is How.ROW]
    return ids[0] if ids else None


def _elsewhere(board: Board, table: Table, name: Name | None) -> CardId | None:
    """A location that is meant although it does not lie on the table: nobody is there."""
    ids = board.ids(name.text) if name is not None else ()
    return next((i for i in ids if table.card(i).print.type == "location"), None)


def destination(board: Board, table: Table, attempt: Attempt) -> CardId | None:
    """The location an attempt speaks of with `to:` or `at:`, or the place of a card there."""
    for name in (attempt.to, attempt.at):
        if name is not None:
            if (place := _location(board, table, name)) is not None:
                return place
            ids = [i for i in board.ids(name.text) if i in table.cards]
            for card in ids:
                if (there := table.location_of(card)) is not None:
                    return there
    return None


def _aims(board: Board, table: Table, attempt: Attempt) -> tuple[Any, list[CardId]]:
    """Which action a response is said to answer, and the cards named as targets."""
    aimed = None
    if attempt.answering is not None:
        aimed = _action(board, table, attempt.answering)
    written: list[CardId] = []
    for name in attempt.targets:
        action = _action(board, table, name)
        if action is not None and aimed is None:
            aimed = action
        elif ids := [i for i in board.ids(name.text) if i in table.cards]:
            assert attempt.player is not None
            card = _named(board, table, name, attempt.player)
            if card in written:  # two copies of one title named one after the other
                card = next((i for i in ids if i not in written), card)
            written.append(card)
    for other in (attempt.to, attempt.at):
        place = _location(board, table, other)
        if place is not None:
            written.append(place)
        elif other is not None and (ids := [i for i in board.ids(other.text) if i in table.cards]):
            written.append(ids[0])
    return aimed, written


def _action(board: Board, table: Table, name: Name) -> Any:
    asked = folded(name.text)
    for action in reversed(table.stack):
        if action.card is not None and table.card(action.card).zone is Zone.STACK:
            card = table.card(action.card)
            if asked in (folded(card.title), folded(card.id)) or card.id in board.ids(name.text):
                return action.id
        if _is_called(action, asked):
            return action.id
    return None


def _is_called(action: Action, asked: str) -> bool:
    return action.card is None and asked in (folded(kind_word(action)), str(action.kind))

"""Card texts in force: what a card on table changes, forbids or lifts for as long as it works.

A constant text speaks through the same verbs as a rule, and a ruling cites it as it cites the
glossary. What it says is data; this module only reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.cards.foresight import Cancels
from adjudicator.cards.model import EVERYTHING, Filter, Op, Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Purpose, Side, Zone
from adjudicator.rules.conditions import holds_for, seen_for
from adjudicator.rules.registry import (
    Facts,
    Finding,
    Fixed,
    Intent,
    Term,
    Voices,
    card_texts_speak,
)
from adjudicator.rules.ways import are_adjacent, expanding, kind_of, movers, taken_elsewhere
from adjudicator.state.fight import Lasting
from adjudicator.state.matching import apart, described, fits, icons_at, related, text_canceled
from adjudicator.state.table import Card, Table, Unknown
from adjudicator.state.unknown import BUDGET, TooMuchWork

_under_way: set[tuple[CardId, str]] = set()  # texts whose conditions are being looked at


def in_force(table: Table, part: str, word: str = "") -> Iterator[tuple[Card, Text, Op]]:
    """Every part (`gives`, `bars`, `lifts`) of a constant text that works at this moment; with a
    word, of those cards whose texts have it."""
    for name in table.speaking.get(f"{part} {word}" if word else part, ()):
        card = table.card(name)
        if card.zone is not Zone.TABLE:
            continue
        for text in _texts(table, card):
            if text.role == "constant":
                speaker = card if text.side is None else card._replace(side=text.side)
                for op in getattr(text, part):
                    yield speaker, text, op
    for effect, source in expanding(table):
        yield from _expanded(table, part, effect, source)


def _texts(table: Table, card: Card) -> tuple[Text, ...]:
    """The texts of a card; of a location of which nobody said whose it is, all that may be."""
    texts = table.book.texts(card.print)
    doubtful = card.print.doubtful
    return (*texts, *table.book.texts(card.print._replace(texts=doubtful))) if doubtful else texts


def _expanded(
    table: Table, part: str, effect: Card, source: CardId
) -> Iterator[tuple[Card, Text, Op]]:
    """A site's text, for the player who expands it, as if it stood on the adjacent sites."""
    for site in table.row:
        if kind_of(table, site) != "site" or not are_adjacent(table, source, site):
            continue
        here = table.card(site)._replace(side=effect.side)
        own = [
            op
            for text in table.book.texts(here.print)
            if text.role == "constant" and text.side in (None, effect.side)
            for op in getattr(text, part)
        ]
        for text in table.book.texts(table.card(source).print):
            if text.role != "constant" or text.side not in (None, effect.side):
                continue
            for op in getattr(text, part):
                if all(_goes_with(table, op, native) for native in own):
                    yield here, text, op


def _goes_with(table: Table, op: Op, native: Op) -> bool:
    """Whether expanded text may stand beside what the site itself says."""
    if op.verb != native.verb:
        return True
    if op.args[""] == native.args[""]:
        return table.book.decide("the same twice", table, op=op) is not None
    if "set" in op.args or "set" in native.args:
        return table.book.decide("against the native text", table, op=op) is None
    return True


def _works(table: Table, card: Card, text: Text) -> bool:
    """Whether the text is in force: the card counts, and what the text asks for is there.

    A text that asks about the very thing it changes is read without itself."""
    key = (card.id, text.clause)
    if key in _under_way:
        return False
    _under_way.add(key)
    try:
        if apart(table, card, Purpose.TEXT) is not None or text_canceled(table, card):
            return False
        for condition in text.conditions:
            if not holds_for(table, card.side, condition, source=card):
                if condition.clause is not None:
                    table.book.silenced(condition.clause)
                return False
        if text.doubtful:
            raise Unknown("whose-location", location=card.id)
        return True
    finally:
        _under_way.discard(key)


def _clause(text: Text, op: Op) -> str:
    return op.clause or text.source or text.clause


# -- numbers ---------------------------------------------------------------------


def _adjusting(table: Table, number: str, asked: Mapping[str, Any]) -> Iterator[Term]:
    name = number.removesuffix(" of")
    for card, text, op in (
        *in_force(table, "gives", name),
        *_before_it_is_there(table, name, asked),
    ):
        change = _change(table, card, text, op, asked) if op.verb == name else None
        if change is None:
            continue
        amount = change[0]
        facts: Facts = {
            "card": card.id,
            "number": amount,
            "target": asked.get("card"),
            "location": asked.get("location"),
            "player": asked.get("side", card.side),
        }
        yield Term(
            Fixed(amount) if "set" in op.args and amount is not None else amount,
            _clause(text, op),
            facts,
            title=card.title,
            adds_up=bool(op.args.get("cumulative")),
        )
        if change[0] and not any(own.clause == text.clause for own in _texts(table, card)):
            expanded = table.book.decide("expands", table)
            if expanded is not None:  # the text stands on another site
                yield Term(0, expanded[1].clause, expanded[1].facts)
    for lasting in table.lasting:
        if lasting.number == name and _lasts(lasting, asked):
            facts = {
                "card": lasting.source,
                "number": lasting.amount,
                "target": lasting.of,
                "location": asked.get("location"),
                "player": lasting.side,
            }
            yield Term(lasting.amount, lasting.clause, facts, title=lasting.title)


def _before_it_is_there(
    table: Table, number: str, asked: Mapping[str, Any]
) -> Iterator[tuple[Card, Text, Op]]:
    """What a card that is to be deployed says of its own deploy cost."""
    about = table.card(asked["card"]) if number == "deploy cost" else None
    if about is None or about.zone is Zone.TABLE:
        return
    for text in table.book.texts(about.print):
        for op in text.gives if text.role == "constant" else ():
            if op.args.get("to", "self") == "self":
                yield about, text, op


def _change(
    table: Table, card: Card, text: Text, op: Op, asked: Mapping[str, Any]
) -> tuple[int | None] | None:
    """How much a text in force changes the number asked about; None: it does not speak of it.

    A text that measures by the very number it changes is read without itself."""
    key = (card.id, f"{text.clause} {op.verb}")
    if key in _under_way:
        return None
    _under_way.add(key)
    try:
        if not _about(table, card, op, asked):
            return None
        if not _works(seen_for(table, text, op), card, text):
            return None
        if op.verb == "drain" and _meddles(table, card, asked):
            return None
        return (_amount(table, card, op, asked.get("card")),)
    except TooMuchWork:
        BUDGET.over = BUDGET.over or card.id
        raise
    finally:
        _under_way.discard(key)


def _lasts(change: Lasting, asked: Mapping[str, Any]) -> bool:
    """Whether what is asked about is what was changed for a time."""
    if change.of != asked.get("card"):
        return False
    if change.side is not None and change.side is not asked.get("side"):
        return False
    return change.place is None or change.place == asked.get("location")


def _meddles(table: Table, card: Card, asked: Mapping[str, Any]) -> bool:
    """An opponent's card that would change a drain which opponents may not change."""
    return card.side is not asked["side"] and (
        table.book.decide("protected drain", table, **asked) is not None
    )


def _about(table: Table, card: Card, op: Op, asked: Mapping[str, Any]) -> bool:
    """Whether what is asked about lies in the scope of this part of the text."""
    about = asked.get("card")
    if about is not None and about != card.id and op.args.get("to", "self") == "self":
        return False  # the cheapest to find out, and true of most cards that speak of themselves
    side = asked.get("side")
    whose = op.args.get("whose") or _unsaid(table, card)
    if side is not None and whose != "any" and (side is card.side) is not (whose == "yours"):
        return False
    by = op.args.get("by")
    if by is not None and by not in (asked.get("by"), asked.get("way")):
        return False
    place = asked.get("location")
    if place is not None and "at" in op.args and not _at(table, card, op.args["at"], place):
        return False
    if about is None:
        return True
    return _to(table, card, op.args.get("to", "self"), table.card(about))


def _unsaid(table: Table, card: Card) -> str:
    """Whom a sentence concerns that singles out no player."""
    if card.print.type != "admiral's order":
        return "any"
    return "any" if table.book.decide("for both", table, card=card) is not None else "yours"


def _at(table: Table, card: Card, at: Any, place: CardId) -> bool:
    here = table.location_of(card.id)
    if isinstance(at, Filter):
        return fits(table, table.card(place), at, card.side, source=card)
    if at in ("related", "related sites"):
        wanted = at == "related" or kind_of(table, place) == "site"
        return wanted and here is not None and related(table, here, place)
    if at == "battle":
        return table.battle is not None and table.battle.place == place
    return here == place if at == "here" else table.card(place).title == str(at)


def _to(table: Table, card: Card, to: Any, about: Card) -> bool:
    if isinstance(to, Filter):
        return fits(table, about, to, card.side, source=card)
    if to == "self":
        return about.id == card.id
    if to == "bearer":
        return card.how in (How.ON, How.ABOARD) and card.at == about.id
    return about.title == str(to)


def _amount(table: Table, card: Card, op: Op, about: CardId | None) -> int | None:
    """A number, or so much for each card that is described; None takes the value away."""
    if op.args[""] == "none":
        return None
    each = op.args.get("for each")
    amount = _reckoned(table, card, op.args[""])
    if "for each pilot" in op.args and about is not None:
        return amount * sum(
            pilot.seat == "pilot"
            and fits(table, pilot, op.args["for each pilot"], card.side, source=card)
            for pilot in map(table.card, table.lying(about))
        )
    if each is None:
        return amount
    if isinstance(each, Filter):
        return amount * sum(1 for _ in described(table, each, card.side, source=card))
    return amount * _reckoned(table, card, each)


def _reckoned(table: Table, card: Card, what: Any) -> int:
    if isinstance(what, int):
        return what
    if what == "all":
        return EVERYTHING
    here = table.location_of(card.id)
    if what == "Force icons here":
        shut_in = table.book.decide("icons here", table, card=card)
        if here is None or shut_in is not None:
            return int(shut_in[0]) if shut_in is not None else 0
        return sum(icons_at(table, here, side) for side in Side)
    return 0


# -- traits, icons, immunities ------------------------------------------------------


def _suspended(table: Table, about: Card) -> tuple[bool, Finding] | None:
    """Whether a text in force takes another card's text out of force."""
    for card, text, op in in_force(table, "gives", "suspended"):
        if op.verb != "suspended" or card.id == about.id:
            continue
        if _to(table, card, op.args.get("to", "bearer"), about) and _works(table, card, text):
            return True, Finding(_clause(text, op), {"card": card.id, "target": about.id})
    return None


_GIFTS = {
    "given trait": "trait",
    "given icon": "icon",
    "given immunity": "immune to",
    "text canceled": "text canceled",
}


def _deciding(table: Table, question: str, asked: Mapping[str, Any]) -> tuple[Any, Finding] | None:
    if question == "protected drain":
        return _protection(table, asked)
    if question == "expands":
        return _expanders(table)
    if question == "apart" and asked["purpose"] is Purpose.TEXT:
        return _suspended(table, asked["card"])
    verb = _GIFTS.get(question)
    if verb is None:
        return None
    word = table.card(asked["to"]).title if verb == "immune to" else asked.get("word", "yes")
    found = _given(table, verb, asked["card"], word)
    return None if found is None else (True, found)


def _expanders(table: Table) -> tuple[Any, Finding] | None:
    """The cards that expand the text of the site they lie on, with those sites."""
    found, clause = [], ""
    for name in table.speaking.get("gives expand text", ()):
        card = table.card(name)
        if card.how is not How.ON or card.at not in table.row:
            continue
        for text in table.book.texts(card.print):
            for op in text.gives:
                if op.verb == "expand text":
                    found.append((card, card.at))
                    clause = _clause(text, op)
    return (found, Finding(clause, {})) if found else None


def _protection(table: Table, asked: Mapping[str, Any]) -> tuple[bool, Finding] | None:
    for card, text, op in in_force(table, "gives", "protected drain"):
        if op.verb != "protected drain" or not _about(table, card, op, asked):
            continue
        if _works(table, card, text):
            facts = {"card": card.id, "player": card.side, "location": asked["location"]}
            return True, Finding(_clause(text, op), facts)
    return None


def _of_its_own(table: Table, card: Card) -> Iterator[tuple[Card, Text, Op]]:
    """What a card that is just being played says of itself."""
    if card.zone is Zone.STACK:
        for text in table.book.texts(card.print):
            for op in text.gives if text.role == "constant" else ():
                if op.args.get("to", "self") == "self":
                    yield card, text, op


def _given(table: Table, verb: str, about: Card, word: str) -> Finding | None:
    for card, text, op in (*in_force(table, "gives", verb), *_of_its_own(table, about)):
        if op.verb != verb:
            continue
        words = op.args[""] if isinstance(op.args[""], tuple) else (op.args[""],)
        if word not in words or not _to(table, card, op.args.get("to", "self"), about):
            continue
        if _works(table, card, text):
            facts = {"card": card.id, "target": about.id, "player": card.side}
            return Finding(_clause(text, op), facts)
    return None


# -- forbidding and lifting -----------------------------------------------------------


_KINDS = {str(kind): kind for kind in Kind}


def _forbidding(table: Table, intent: Intent) -> Iterator[Finding]:
    for card, text, op in (*in_force(table, "bars"), *_of_what_it_cancels(table, intent)):
        if not _of_that_kind(op, intent) and not _targeted(op, intent):
            continue
        if _barred(table, card, op, intent) and _works(table, card, text):
            yield Finding(_clause(text, op), _spoken_of(card, intent))


def _of_what_it_cancels(table: Table, intent: Intent) -> Iterator[tuple[Card, Text, Op]]:
    """What a card on its way says of itself, where the attempt would cancel its deployment."""
    for card in map(table.card, _canceled(table, intent)):
        for text in table.book.texts(card.print) if card.zone is Zone.STACK else ():
            for op in text.bars if text.role == "constant" else ():
                if op.verb == "target" and op.args[""] == "self":
                    yield card, text, op


def _canceled(table: Table, intent: Intent) -> tuple[CardId, ...]:
    """The card of the action that the attempt answers and would cancel: that is targeting it."""
    answered = table.action(intent.answers)
    if answered is None or answered.card is None or intent.text is None:
        return ()
    cancels = any(c.what == "answered" for c in foreseen(intent.text.result, Cancels))
    return (answered.card,) if cancels else ()


def _of_that_kind(op: Op, intent: Intent) -> bool:
    """Who cannot move at all does not get aboard, 'react', use a location's text or let a card
    take him elsewhere either."""
    kind = _KINDS.get(op.verb)
    if kind is Kind.REACT:
        return intent.is_react
    if kind is not Kind.MOVE:
        return kind is intent.kind
    if {"at", "from", "way"} & set(op.args):
        return intent.kind in (Kind.MOVE, Kind.REACT)
    if intent.kind in (Kind.MOVE, Kind.BOARD, Kind.REACT) or intent.way is not None:
        return True
    return "unless phase" not in op.args and any(True for _ in taken_elsewhere(intent))


def _targeted(op: Op, intent: Intent) -> bool:
    return op.verb == "target" and (any(intent.targets.values()) or intent.answers is not None)


def _barred(table: Table, card: Card, op: Op, intent: Intent) -> bool:
    if not _by(op, card, intent.player) or not _this_way(op, intent):
        return False
    if table.turn is card.side and op.args.get("unless phase") == table.phase:
        return False
    if "phase" in op.args and table.phase != op.args["phase"]:
        return False
    if "at" in op.args:
        place = intent.place or (table.location_of(intent.card) if intent.card else None)
        if place is None or not _at(table, card, op.args["at"], place):
            return False
    if not _leaves(table, card, op, intent):
        return False
    if op.verb == "target":
        what = op.args[""]
        with_ = op.args.get("with")
        if with_ is not None and (
            intent.card is None or not _to(table, card, with_, table.card(intent.card))
        ):
            return False
        named = (c for group in intent.targets.values() for c in group)
        aimed_at = (*named, *_canceled(table, intent))
        return any(_to(table, card, what, table.card(c)) for c in aimed_at)
    if op.verb == "attack":
        return _all_to(table, card, op.args.get("of", "self"), intent, "attackers") and _all_to(
            table, card, op.args[""], intent, "defenders"
        )
    what = op.args.get("of", op.args[""])
    if intent.card is None or what in ("any", Filter()):
        return True
    going = (*movers(intent), *taken_elsewhere(intent)) if op.verb == "move" else ()
    return any(_to(table, card, what, table.card(c)) for c in going or (intent.card,))


def _all_to(table: Table, card: Card, what: Any, intent: Intent, role: str) -> bool:
    """Whether a text speaks of those who attack, or of those who are attacked."""
    if what == "any":
        return True
    return all(_to(table, card, what, table.card(c)) for c in intent.targets.get(role, ()))


def _by(op: Op, card: Card, player: Side) -> bool:
    by = op.args.get("by", "any")
    return by == "any" or (player is card.side) is (by == "you")


def _leaves(table: Table, card: Card, op: Op, intent: Intent) -> bool:
    """Whether the card that moves leaves such a place, where a text speaks of that."""
    if "from" not in op.args:
        return True
    left = table.location_of(intent.card) if intent.card is not None else None
    return left is not None and left != intent.place and _at(table, card, op.args["from"], left)


def _this_way(op: Op, intent: Intent) -> bool:
    return op.args.get("way") in (None, intent.way)


def _spoken_of(card: Card, intent: Intent) -> Facts:
    return {
        "card": card.id,
        "target": intent.card,
        "location": intent.place,
        "player": intent.player,
    }


def _lifting(table: Table, intent: Intent, lifted: Finding) -> Finding | None:
    for card, text, op in (*in_force(table, "lifts"), *_on_its_way(table, intent)):
        if op.args[""] != lifted.clause or not _by(op, card, intent.player):
            continue
        if "phase" in op.args and table.phase != op.args["phase"]:
            continue
        if not _this_way(op, intent):
            continue
        if "whose" in op.args and (table.turn is card.side) is not (op.args["whose"] == "yours"):
            continue
        acting = intent.card or next(iter(intent.targets.get("attackers", ())), None)
        if "of" in op.args and (
            acting is None or not _to(table, card, op.args["of"], table.card(acting))
        ):
            continue
        if "at" in op.args and (
            intent.place is None or not _at(table, card, op.args["at"], intent.place)
        ):
            continue
        if not _leaves(table, card, op, intent):
            continue
        if "along with" in op.args and not _along(table, card, op.args["along with"], intent):
            continue
        if _works(table, card, text):
            return Finding(_clause(text, op), _spoken_of(card, intent), lifts=lifted)
    return None


def _on_its_way(table: Table, intent: Intent) -> Iterator[tuple[Card, Text, Op]]:
    """What a card that is to be deployed says of itself, or of those who deploy along with it."""
    if intent.kind is not Kind.DEPLOY:
        return
    for name in (intent.card, intent.aboard):
        card = table.card(name) if name is not None else None
        if card is None or card.zone is Zone.TABLE:
            continue
        for text in table.book.texts(card.print):
            for op in text.lifts if text.role == "constant" else ():
                if "along with" in op.args or op.args.get("of") == "self":
                    yield card, text, op


def _along(table: Table, card: Card, craft: Any, intent: Intent) -> bool:
    """Whether somebody would deploy together with such a craft, as one action."""
    if intent.kind is not Kind.DEPLOY or intent.aboard is None:
        return False
    other = table.card(intent.aboard)
    return other.zone is not Zone.TABLE and _to(table, card, craft, other)


card_texts_speak(Voices(_adjusting, _forbidding, _lifting, _deciding))

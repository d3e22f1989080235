"""Card texts in force: what a card on table changes, forbids or lifts for as long as it works.

A constant text speaks through the same verbs as a rule, and a ruling cites it as it cites the
glossary. What it says is data; this module only reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from adjudicator.cards.constant import (
    ALL,
    NO_VALUE,
    Adjusts,
    Bars,
    Constant,
    ExpandsText,
    Grants,
    HalvesLoss,
    KeepsFromCancel,
    KeepsOut,
    KeepsWhole,
    Lifts,
    ProtectsDrain,
    Suspends,
    Where,
    Who,
    of_one_kind,
    value_of,
)
from adjudicator.cards.foresight import Cancels, TouchesBattleDestiny
from adjudicator.cards.model import EVERYTHING, Filter, Text
from adjudicator.cards.part import foreseen
from adjudicator.cards.player import Player
from adjudicator.game import CardId, How, Kind, Purpose, Side, Zone
from adjudicator.rules.conditions import holds_for, seen_for
from adjudicator.rules.describing import apart, described, fits, icons_at, related, text_canceled
from adjudicator.rules.moment import READING, Moment
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
from adjudicator.state.table import Action, Card, Unknown
from adjudicator.state.unknown import BUDGET, TooMuchWork

C = TypeVar("C", bound=Constant)


class InForce(NamedTuple, Generic[C]):
    """A part of a constant text that works at this moment."""

    card: Card  # whose text it is, seen from the side for which it speaks
    text: Text
    said: C
    clause: str | None = None  # the glossary clause it carries out
    for_a_time: bool = False  # a result has set it up, and its card has nothing to do with it now

    @property
    def named(self) -> str:
        """How a ruling cites it."""
        return self.clause or self.text.source or self.text.clause


def _parts_of(card: Card, text: Text, kind: type[C]) -> Iterator[InForce[C]]:
    """All that a constant text says of a kind."""
    if text.role == "constant":
        for part in text.constantly:
            for said in part.foresees():
                if isinstance(said, kind):
                    yield InForce(card, text, said, part.clause)


def in_force(now: Moment, kind: type[C], about: str | None = None) -> Iterator[InForce[C]]:
    """All of a kind that constant texts say, of those cards whose texts speak of it."""
    if (about or kind.__name__) not in now.table.speaking and not now.table.meanwhile:
        return
    yield from _where_it_stands(now, kind, about)
    for effect, source in expanding(now):
        yield from _expanded(now, kind, effect, source)


def _where_it_stands(now: Moment, kind: type[C], about: str | None = None) -> Iterator[InForce[C]]:
    """The same without what is carried to other sites."""
    for name in now.table.speaking.get(about or kind.__name__, ()):
        card = now.table.card(name)
        if card.zone is not Zone.TABLE:
            continue
        for text in _texts(now, card):
            speaker = card if text.side is None else card._replace(side=text.side)
            yield from _parts_of(speaker, text, kind)
    for meanwhile in now.table.meanwhile:
        if isinstance(meanwhile.said, kind):
            speaker = now.table.card(meanwhile.source)._replace(side=meanwhile.player)
            yield InForce(speaker, meanwhile.text, meanwhile.said, for_a_time=True)


def _texts(now: Moment, card: Card) -> tuple[Text, ...]:
    """The texts of a card; of a location of which nobody said whose it is, all that may be."""
    texts = now.texts(card)
    doubtful = card.print.doubtful
    return (*texts, *now.book.texts(card.print._replace(texts=doubtful))) if doubtful else texts


def _expanded(now: Moment, kind: type[C], effect: Card, source: CardId) -> Iterator[InForce[C]]:
    """A site's text, for the player who expands it, as if it stood on the adjacent sites."""
    for site in now.table.row:
        if kind_of(now, site) != "site" or not are_adjacent(now, source, site):
            continue
        here = now.table.card(site)._replace(side=effect.side)
        own = [
            native.said
            for text in now.texts(here)
            if text.side in (None, effect.side)
            for native in _parts_of(here, text, kind)
        ]
        for text in now.texts(now.table.card(source)):
            if text.side not in (None, effect.side):
                continue
            for part in _parts_of(here, text, kind):
                if all(_goes_with(now, part.said, native) for native in own):
                    yield part


def _goes_with(now: Moment, said: Constant, native: Constant) -> bool:
    """Whether expanded text may stand beside what the site itself says."""
    if not of_one_kind(said, native):
        return True
    if value_of(said) == value_of(native):
        return now.decide("the same twice", said=said) is not None
    if any(isinstance(one, Adjusts) and one.sets for one in (said, native)):
        return now.decide("against the native text", said=said) is None
    return True


def _works(now: Moment, part: InForce[Any]) -> bool:
    """Whether the text is in force: the card counts, and what the text asks for is there.

    A text that asks about the very thing it changes is read without itself."""
    card, text = part.card, part.text
    if part.for_a_time:
        now.book.works(text)
        return True
    key = (card.id, text.clause)
    if not READING.opens(key):
        return False
    try:
        if apart(now, card, Purpose.TEXT) is not None or text_canceled(now, card):
            return False
        for condition in text.conditions:
            if not holds_for(now, card.side, condition, source=card):
                if condition.clause is not None:
                    now.book.silenced(condition.clause)
                return False
        now.book.works(text)
        if text.doubtful:
            raise Unknown("whose-location", location=card.id)
        return True
    finally:
        READING.closes(key)


# -- numbers ---------------------------------------------------------------------


def _adjusting(now: Moment, number: str, asked: Mapping[str, Any]) -> Iterator[Term]:
    """What texts make of a number; what may not reduce it counts for nothing."""
    name = number.removesuffix(" of")
    keepers = [*_keeping_whole(now, name, asked)]
    for term, by in _changing(now, name, asked):
        kept = _reduces(now, name, asked, term) and [
            k for k in keepers if _by(k.said.by, k.card, by)
        ]
        if not kept:
            yield term
            continue
        if term.amount is not None:
            yield term._replace(void=True)
        yield Term(0, kept[0].named, {**term.facts, "card": kept[0].card.id, "number": 0})


def _reduces(now: Moment, name: str, asked: Mapping[str, Any], term: Term) -> bool:
    """Whether a term takes something off a number, or sets a card's below what is printed."""
    if term.amount is None or not term.sets:
        return term.amount is None or term.amount < 0
    about = asked.get("card")
    printed = now.table.card(about).print.facts.get(name) if about is not None else None
    return printed is not None and term.amount < printed


def _keeping_whole(
    now: Moment, name: str, asked: Mapping[str, Any]
) -> Iterator[InForce[KeepsWhole]]:
    """The texts in force for which this number may not be made less."""
    for part in in_force(now, KeepsWhole):
        card, said = part.card, part.said
        key = (card.id, f"{part.text.clause} keeps {said.number}")
        if said.number != name or not READING.opens(key):
            continue
        try:
            about, place = asked.get("card"), asked.get("location")
            if about is not None and not _to(now, card, said.to, now.table.card(about)):
                continue
            if not _of_that_player(now, card, said.whose, asked.get("side")):
                continue
            here = place or (now.table.location_of(about) if about is not None else None)
            if said.at is not None and (here is None or not _at(now, card, said.at, here)):
                continue
            if _works(now, part):
                yield part
        finally:
            READING.closes(key)


def _changing(now: Moment, name: str, asked: Mapping[str, Any]) -> Iterator[tuple[Term, Side]]:
    """What each text in force makes of a number, and whose text it is."""
    for part in (
        *in_force(now, Adjusts, f"adjusts {name}"),
        *_before_it_is_there(now, name, asked),
    ):
        change = _change(now, part, asked) if part.said.number == name else None
        if change is None:
            continue
        card, amount = part.card, change[0]
        facts: Facts = {
            "card": card.id,
            "number": amount,
            "target": asked.get("card"),
            "location": asked.get("location"),
            "player": asked.get("side", card.side),
        }
        term = Term(
            Fixed(amount) if part.said.sets and amount is not None else amount,
            part.named,
            facts,
            title=card.title,
            adds_up=part.said.cumulative,
        )
        yield term, card.side
        if amount and not any(own.clause == part.text.clause for own in _texts(now, card)):
            expanded = now.decide("expands")
            if expanded is not None:  # the text stands on another site
                yield Term(0, expanded[1].clause, expanded[1].facts), card.side
    for lasting in now.table.lasting:
        if lasting.number == name and _lasts(lasting, asked):
            facts = {
                "card": lasting.source,
                "number": lasting.amount,
                "target": lasting.of,
                "location": asked.get("location"),
                "player": lasting.side,
            }
            by = now.table.card(lasting.source).side if lasting.source is not None else None
            term = Term(lasting.amount, lasting.clause, facts, title=lasting.title)
            yield term, by or Side.LIGHT


def _before_it_is_there(
    now: Moment, number: str, asked: Mapping[str, Any]
) -> Iterator[InForce[Adjusts]]:
    """What a card that is to be deployed says of its own deploy cost."""
    about = now.table.card(asked["card"]) if number == "deploy cost" else None
    if about is None or about.zone is Zone.TABLE:
        return
    for text in now.texts(about):
        for part in _parts_of(about, text, Adjusts):
            if part.said.to == "self":
                yield part


def _change(
    now: Moment, part: InForce[Adjusts], asked: Mapping[str, Any]
) -> tuple[int | None] | None:
    """How much a text in force changes the number asked about; None: it does not speak of it.

    A text that measures by the very number it changes is read without itself."""
    card, text, said = part.card, part.text, part.said
    key = (card.id, f"{text.clause} {said.number}")
    if not READING.opens(key):
        return None
    try:
        if not _about(now, card, said, asked):
            return None
        if not _works(seen_for(now, text, said.number), part):
            return None
        if said.number == "drain" and _meddles(now, card, asked):
            return None
        return (_amount(now, card, said, asked.get("card")),)
    except TooMuchWork:
        BUDGET.over = BUDGET.over or card.id
        raise
    finally:
        READING.closes(key)


def _lasts(change: Lasting, asked: Mapping[str, Any]) -> bool:
    """Whether what is asked about is what was changed for a time."""
    if change.of != asked.get("card"):
        return False
    if change.side is not None and change.side is not asked.get("side"):
        return False
    return change.place is None or change.place == asked.get("location")


def _meddles(now: Moment, card: Card, asked: Mapping[str, Any]) -> bool:
    """An opponent's card that would change a drain which opponents may not change."""
    return card.side is not asked["side"] and (now.decide("protected drain", **asked) is not None)


def _about(now: Moment, card: Card, said: Adjusts, asked: Mapping[str, Any]) -> bool:
    """Whether what is asked about lies in the scope of this part of the text."""
    about = asked.get("card")
    if about is not None and about != card.id and said.to == "self":
        return False  # the cheapest to find out, and true of most cards that speak of themselves
    if not _of_that_player(now, card, said.whose, asked.get("side")):
        return False
    if said.by is not None and said.by not in (asked.get("by"), asked.get("way")):
        return False
    place = asked.get("location")
    if place is not None and said.at is not None and not _at(now, card, said.at, place):
        return False
    return about is None or _to(now, card, said.to, now.table.card(about))


def _of_that_player(now: Moment, card: Card, said: str | None, side: Side | None) -> bool:
    whose = said or _unsaid(now, card)
    return side is None or whose == "any" or (side is card.side) is (whose == "yours")


def _unsaid(now: Moment, card: Card) -> str:
    """Whom a sentence concerns that singles out no player."""
    if card.print.type != "admiral's order":
        return "any"
    return "any" if now.decide("for both", card=card) is not None else "yours"


def _at(now: Moment, card: Card, at: Who, place: CardId) -> bool:
    if isinstance(at, Filter):
        return fits(now, now.table.card(place), at, card.side, source=card)
    if isinstance(at, tuple):
        return place in at
    if at == "battle":
        return now.table.battle is not None and now.table.battle.place == place
    here = now.table.location_of(card.id)
    if at in ("related", "related sites"):
        wanted = at == "related" or kind_of(now, place) == "site"
        return wanted and here is not None and related(now, here, place)
    return here == place


def _to(now: Moment, card: Card, to: Who, about: Card) -> bool:
    if isinstance(to, Filter):
        return fits(now, about, to, card.side, source=card)
    if isinstance(to, tuple):
        return about.id in to
    if to == "self":
        return about.id == card.id
    return card.how in (How.ON, How.ABOARD) and card.at == about.id


def _amount(now: Moment, card: Card, said: Adjusts, about: CardId | None) -> int | None:
    """A number, or so much for each card that is described; None takes the value away."""
    if said.amount == NO_VALUE:
        return None
    amount = _reckoned(now, card, said.amount)
    if said.each_pilot is not None and about is not None:
        return amount * sum(
            pilot.seat == "pilot" and fits(now, pilot, said.each_pilot, card.side, source=card)
            for pilot in map(now.table.card, now.table.lying(about))
        )
    if said.each is None:
        return amount
    if isinstance(said.each, Filter):
        return amount * sum(1 for _ in described(now, said.each, card.side, source=card))
    return amount * _reckoned(now, card, said.each)


def _reckoned(now: Moment, card: Card, what: int | str) -> int:
    if isinstance(what, int):
        return what
    if what == ALL:
        return EVERYTHING
    here = now.table.location_of(card.id)
    shut_in = now.decide("icons here", card=card)
    if here is None or shut_in is not None:
        return int(shut_in[0]) if shut_in is not None else 0
    return sum(icons_at(now, here, side) for side in Side)


# -- traits, icons, immunities ------------------------------------------------------


def _suspended(now: Moment, about: Card) -> tuple[bool, Finding] | None:
    """Whether a text in force takes another card's text out of force."""
    for part in in_force(now, Suspends):
        card = part.card
        if card.id == about.id or not _to(now, card, part.said.to, about):
            continue
        if _works(now, part):
            return True, Finding(part.named, {"card": card.id, "target": about.id})
    return None


_IN_A_BATTLE = (
    Purpose.BATTLE, Purpose.IN_BATTLE, Purpose.POWER, Purpose.DESTINY, Purpose.FORFEIT,
    Purpose.FIRING,
)  # fmt: skip


def _kept_out(now: Moment, about: Card) -> tuple[bool, Finding] | None:
    """Whether a text in force keeps a card from taking part in a battle."""
    for part in in_force(now, KeepsOut):
        if _speaks_of_it(now, part, about):
            return True, Finding(part.named, {"card": part.card.id, "target": about.id})
    return None


def _spared(now: Moment, clause: str, about: Card) -> Finding | None:
    """The text in force that lifts from a card a clause which would set it apart.

    A text that asks for what it lifts is read without itself."""
    for part in _where_it_stands(now, Lifts):
        card, said = part.card, part.said
        key = (about.id, f"{clause} {part.text.clause}")
        if said.clause != clause or said.phase not in (None, now.table.phase):
            continue
        if not READING.opens(key):
            continue
        try:
            if _speaks_of_it(now, part, about) and _by(said.by, card, about.side):
                return Finding(part.named, {"card": card.id, "target": about.id})
        finally:
            READING.closes(key)
    return None


def _speaks_of_it(now: Moment, part: InForce[Any], about: Card) -> bool:
    """Whether a text in force speaks of this card, where it is."""
    said, here = part.said, now.table.location_of(about.id)
    if said.cards is not None and not _to(now, part.card, said.cards, about):
        return False
    if said.at is not None and (here is None or not _at(now, part.card, said.at, here)):
        return False
    return _works(now, part)


_GIFTS = {
    "given trait": "trait",
    "given icon": "icon",
    "given immunity": "immune to",
    "text canceled": "text canceled",
}


def _deciding(now: Moment, question: str, asked: Mapping[str, Any]) -> tuple[Any, Finding] | None:
    if question == "protected drain":
        return _protection(now, asked)
    if question == "expands":
        return _expanders(now)
    if question == "apart" and asked["purpose"] is Purpose.TEXT:
        return _suspended(now, asked["card"])
    if question == "apart" and asked["purpose"] in _IN_A_BATTLE:
        return _kept_out(now, asked["card"])
    if question == "halved loss":
        return _halved(now, asked["side"])
    verb = _GIFTS.get(question)
    if verb is None:
        return None
    word = now.table.card(asked["to"]).title if verb == "immune to" else asked.get("word", "yes")
    found = _given(now, verb, asked["card"], str(word))
    return None if found is None else (True, found)


def _halved(now: Moment, side: Side) -> tuple[bool, Finding] | None:
    """Whether a text in force halves what that player loses."""
    for part in in_force(now, HalvesLoss):
        if _of_that_player(now, part.card, part.said.whose, side) and _works(now, part):
            return True, Finding(part.named, {"card": part.card.id, "player": side})
    return None


def _expanders(now: Moment) -> tuple[Any, Finding] | None:
    """The cards that expand the text of the site they lie on, with those sites."""
    found, clause = [], ""
    for name in now.table.speaking.get(ExpandsText.__name__, ()):
        card = now.table.card(name)
        if card.how is not How.ON or card.at not in now.table.row:
            continue
        for text in now.texts(card):
            for part in _parts_of(card, text, ExpandsText):
                now.book.works(text)
                found.append((card, card.at))
                clause = part.named
    return (found, Finding(clause, {})) if found else None


def _protection(now: Moment, asked: Mapping[str, Any]) -> tuple[bool, Finding] | None:
    for part in in_force(now, ProtectsDrain):
        card, place = part.card, asked["location"]
        if not _of_that_player(now, card, part.said.whose, asked.get("side")):
            continue
        if part.said.at is not None and not _at(now, card, part.said.at, place):
            continue
        if _works(now, part):
            facts = {"card": card.id, "player": card.side, "location": place}
            return True, Finding(part.named, facts)
    return None


def _of_its_own(now: Moment, card: Card) -> Iterator[InForce[Grants]]:
    """What a card that is just being played says of itself."""
    if card.zone is Zone.STACK:
        for text in now.texts(card):
            for part in _parts_of(card, text, Grants):
                if part.said.to == "self":
                    yield part


def _given(now: Moment, what: str, about: Card, word: str) -> Finding | None:
    for part in (*in_force(now, Grants, f"grants {what}"), *_of_its_own(now, about)):
        card, said = part.card, part.said
        if said.what != what or word not in said.words or not _to(now, card, said.to, about):
            continue
        if _works(now, part):
            facts = {"card": card.id, "target": about.id, "player": card.side}
            return Finding(part.named, facts)
    return None


# -- forbidding and lifting -----------------------------------------------------------


def _forbidding(now: Moment, intent: Intent) -> Iterator[Finding]:
    for part in (
        *in_force(now, Bars),
        *_of_what_it_cancels(now, intent),
        *_of_who_comes(now, intent),
    ):
        if bars_it(now, part.card, part.said, intent) and _works(now, part):
            yield Finding(part.named, _spoken_of(part.card, intent))
    for kept in in_force(now, KeepsFromCancel) if intent.text is not None else ():
        if not _by(kept.said.by, kept.card, intent.player):
            continue
        if _would_be_canceled(now, kept, intent) and _works(now, kept):
            yield Finding(kept.named, _spoken_of(kept.card, intent))


def _would_be_canceled(now: Moment, kept: InForce[KeepsFromCancel], intent: Intent) -> bool:
    """Whether the attempt would cancel what a text keeps from that."""
    said, battle = kept.said, now.table.battle
    result = intent.text.result if intent.text is not None else ()
    if said.what == "battle destiny":
        event = intent.follows
        if event is None or not any(t.cancels for t in foreseen(result, TouchesBattleDestiny)):
            return False
        return _kept_there(now, kept, event.player, battle)
    answered = now.table.action(intent.answers)
    for canceled in foreseen(result, Cancels):
        action = {"answered": answered, "battle": battle}.get(str(canceled.what))
        if action is None or not _kept_there(now, kept, action.player, action):
            continue
        kind = {"battle": Kind.BATTLE, "force drain": Kind.DRAIN}.get(str(said.what))
        if kind is action.kind:
            return True
    if said.what in ("battle", "force drain"):
        return False
    named = {c.what for c in foreseen(result, Cancels)}
    cards = [c for name, group in intent.targets.items() if name in named for c in group]
    return any(
        _to(now, kept.card, said.what, now.table.card(c)) for c in (*cards, *_canceled(now, intent))
    )


def _kept_there(
    now: Moment, kept: InForce[KeepsFromCancel], whose: Side, action: Action | None
) -> bool:
    """Whether it is that player's, and where the text speaks of."""
    said, place = kept.said, action.place if action is not None else None
    if not _of_that_player(now, kept.card, said.whose, whose):
        return False
    return said.at is None or (place is not None and _at(now, kept.card, said.at, place))


def _of_what_it_cancels(now: Moment, intent: Intent) -> Iterator[InForce[Bars]]:
    """What a card on its way says of itself, where the attempt would cancel its deployment."""
    for card in map(now.table.card, _canceled(now, intent)):
        for text in now.texts(card) if card.zone is Zone.STACK else ():
            for part in _parts_of(card, text, Bars):
                if part.said.kind is None and part.said.cards == "self":
                    yield part


def _of_who_comes(now: Moment, intent: Intent) -> Iterator[InForce[Bars]]:
    """What a card that is to be deployed or played says of itself."""
    card = now.table.card(intent.card) if intent.card is not None else None
    if card is None or card.zone is Zone.TABLE:
        return
    for text in now.texts(card):
        for part in _parts_of(card, text, Bars):
            if part.said.cards == "self" and part.said.kind is not None:
                yield part


def _canceled(now: Moment, intent: Intent) -> tuple[CardId, ...]:
    """The card of the action that the attempt answers and would cancel: that is targeting it."""
    answered = now.table.action(intent.answers)
    if answered is None or answered.card is None or intent.text is None:
        return ()
    cancels = any(c.what == "answered" for c in foreseen(intent.text.result, Cancels))
    return (answered.card,) if cancels else ()


def bars_it(now: Moment, card: Card, bars: Bars, intent: Intent) -> bool:
    """Whether it is this attempt that may not be made, as a card sees it."""
    return _of_that_kind(bars, intent) and _barred(now, card, bars, intent)


def _of_that_kind(bars: Bars, intent: Intent) -> bool:
    """Who cannot move at all does not get aboard, 'react', use a location's text or let a card
    take him elsewhere either."""
    if bars.kind is None:
        return any(intent.targets.values()) or intent.answers is not None
    if bars.kind is Kind.REACT:
        return intent.is_react
    if bars.kind is not Kind.MOVE:
        return bars.kind is intent.kind
    if bars.at is not None or bars.leaving is not None or bars.way is not None:
        return intent.kind in (Kind.MOVE, Kind.REACT)
    if intent.kind in (Kind.MOVE, Kind.BOARD, Kind.REACT) or intent.way is not None:
        return True
    return bars.unless_phase is None and any(True for _ in taken_elsewhere(intent))


def _barred(now: Moment, card: Card, bars: Bars, intent: Intent) -> bool:
    if not _by(bars.by, card, intent.player) or bars.way not in (None, intent.way):
        return False
    if now.table.turn is card.side and bars.unless_phase is now.table.phase is not None:
        return False
    if bars.phase is not None and now.table.phase is not bars.phase:
        return False
    if bars.at is not None:
        place = where_it_is_made(now, intent)
        if place is None or not _at(now, card, bars.at, place):
            return False
    if not _leaves(now, card, bars.leaving, intent):
        return False
    if bars.kind is None:
        return _may_not_be_targeted(now, card, bars, intent)
    if bars.kind is Kind.ATTACK:
        return _all_to(now, card, bars.attackers, intent, "attackers") and _all_to(
            now, card, bars.cards, intent, "defenders"
        )
    if intent.card is None or bars.cards == Filter():
        return True
    going = (*movers(intent), *taken_elsewhere(intent)) if bars.kind is Kind.MOVE else ()
    return any(_to(now, card, bars.cards, now.table.card(c)) for c in going or (intent.card,))


def where_it_is_made(now: Moment, intent: Intent) -> CardId | None:
    """Where an attempt is made: where it says, where its card is, where destiny is drawn for."""
    if intent.place is not None or intent.card is not None:
        return intent.place or (now.table.location_of(intent.card) if intent.card else None)
    fray = now.table.battle or now.table.attack
    return fray.place if fray is not None and intent.kind is Kind.DRAW else None


def _may_not_be_targeted(now: Moment, card: Card, bars: Bars, intent: Intent) -> bool:
    if bars.with_ is not None and (
        intent.card is None or not _to(now, card, bars.with_, now.table.card(intent.card))
    ):
        return False
    named = (c for group in intent.targets.values() for c in group)
    aimed_at = (*named, *_canceled(now, intent))
    return any(_to(now, card, bars.cards, now.table.card(c)) for c in aimed_at)


def _all_to(now: Moment, card: Card, what: Who, intent: Intent, role: str) -> bool:
    """Whether a text speaks of those who attack, or of those who are attacked."""
    return all(_to(now, card, what, now.table.card(c)) for c in intent.targets.get(role, ()))


def _by(by: Player, card: Card, player: Side) -> bool:
    return by is Player.ANY or (player is card.side) is (by is Player.YOU)


def _leaves(now: Moment, card: Card, place: Where, intent: Intent) -> bool:
    """Whether the card that moves leaves such a place, where a text speaks of that."""
    if place is None:
        return True
    left = now.table.location_of(intent.card) if intent.card is not None else None
    return left is not None and left != intent.place and _at(now, card, place, left)


def _spoken_of(card: Card, intent: Intent) -> Facts:
    return {
        "card": card.id,
        "target": intent.card,
        "location": intent.place,
        "player": intent.player,
    }


def _lifting(now: Moment, intent: Intent, lifted: Finding) -> Finding | None:
    for part in (*in_force(now, Lifts), *_on_its_way(now, intent)):
        card, said = part.card, part.said
        if said.clause != lifted.clause or not _by(said.by, card, intent.player):
            continue
        if is_lifted(now, card, said, intent) and _works(now, part):
            return Finding(part.named, _spoken_of(card, intent), lifts=lifted)
    return None


def is_lifted(now: Moment, card: Card, said: Lifts, intent: Intent) -> bool:
    """Whether it is for this attempt that the clause does not hold."""
    if said.phase not in (None, now.table.phase) or said.way not in (None, intent.way):
        return False
    turn = said.whose or "any"
    if turn != "any" and (now.table.turn is card.side) is not (turn == "yours"):
        return False
    acting = intent.card or next(iter(intent.targets.get("attackers", ())), None)
    if said.cards is not None and (
        acting is None or not _to(now, card, said.cards, now.table.card(acting))
    ):
        return False
    if said.at is not None and (intent.place is None or not _at(now, card, said.at, intent.place)):
        return False
    if not _leaves(now, card, said.leaving, intent):
        return False
    return said.along_with is None or _along(now, card, said.along_with, intent)


def _on_its_way(now: Moment, intent: Intent) -> Iterator[InForce[Lifts]]:
    """What a card that is to be deployed says of itself, or of those who deploy along with it."""
    if intent.kind is not Kind.DEPLOY:
        return
    for name in (intent.card, intent.aboard):
        card = now.table.card(name) if name is not None else None
        if card is None or card.zone is Zone.TABLE:
            continue
        for text in now.texts(card):
            for part in _parts_of(card, text, Lifts):
                if part.said.along_with is not None or part.said.cards == "self":
                    yield part


def _along(now: Moment, card: Card, craft: Who, intent: Intent) -> bool:
    """Whether somebody would deploy together with such a craft, as one action."""
    if intent.kind is not Kind.DEPLOY or intent.aboard is None:
        return False
    other = now.table.card(intent.aboard)
    return other.zone is not Zone.TABLE and _to(now, card, craft, other)


_QUESTIONS = frozenset(("protected drain", "expands", "apart", "halved loss", *_GIFTS))
card_texts_speak(Voices(_adjusting, _forbidding, _lifting, _deciding, _spared, _QUESTIONS))

"""The five verbs through which a clause acts, and the rulebook made of them.

`forbids` an attempt, `permits` it despite another clause, `decides` a question
(the first clause with an answer wins), `adjusts` a number, `brings` events
after an event. The decorator names the clause; nothing to say is None.

A rulebook without a clause simply lacks it: no rule asks whether it is on.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from copy import copy
from typing import Any, NamedTuple, Self, TypeVar

from adjudicator.cards.model import Blueprint, Text
from adjudicator.game import (
    EMPTY,
    ActionId,
    Boarding,
    CardId,
    Kind,
    Mark,
    Purpose,
    Side,
    Stands,
    Way,
)
from adjudicator.rules.moment import Moment
from adjudicator.state.attempts import Attempt
from adjudicator.state.events import Event
from adjudicator.state.table import Action, Card, Happening, Unknown
from adjudicator.state.unknown import BUDGET, QUESTION
from adjudicator.state.values import Fixed, Sum, Term, Undefined

__all__ = ["Fixed", "Sum", "Term"]
Facts = Mapping[str, Any]
Function = Callable[..., Any]  # what a clause does: its verb says what it is given


class Price(NamedTuple):
    """One thing to be paid: Force to use or lose, a card, another action."""

    kind: str  # use, lose, draw, out of play, lose card, give up
    amount: int | str = 0  # a number, or the name of a value still to be drawn
    cards: tuple[CardId, ...] = ()
    clause: str | None = None
    otherwise: str | None = None  # where the card goes if the price is not paid
    unknown: Unknown | None = None  # of a price nobody has told: what would have to be asked
    bounds: tuple[int, int | None] | None = None  # of an X the player chooses: the least, the most
    by_opponent: bool = False


class Intent(NamedTuple):
    """What an attempt comes to on this table: names found, a text chosen."""

    attempt: Attempt
    player: Side
    kind: Kind
    card: CardId | None = None
    text: Text | None = None
    targets: Mapping[str, tuple[CardId, ...]] = EMPTY
    unfitting: tuple[CardId, ...] = ()  # named, but not what the text calls for
    place: CardId | None = None  # the location it is about
    aboard: CardId | None = None
    answers: ActionId | None = None  # the action it would be a response to
    aimed_at: ActionId | None = None  # the action it is said to answer
    follows: Happening | None = None  # what has just happened and it follows
    prices: tuple[Price, ...] = ()
    cards: tuple[CardId, ...] = ()  # others that take part: passengers who get out …
    part_of: ActionId | None = None  # it carries out a part of this action's result
    way: Way | None = None  # of a move: how the card goes there
    seat: str | None = None  # aboard: which place
    boarding: Boarding | None = None  # into a vehicle or starship, out of it, about in it
    beside: tuple[str, CardId] | None = None  # of a location: before or after which other
    react: bool = False  # of a deployment: it would be made as a 'react'
    doubt: Unknown | None = None  # what would have to be known to understand it at all
    trying: bool = False  # one card is tried as a target; what else is missing is no matter

    @property
    def is_response(self) -> bool:
        return self.answers is not None

    @property
    def is_react(self) -> bool:
        return self.react or self.kind is Kind.REACT


class Finding(NamedTuple):
    """A clause that spoke, and the facts it spoke of."""

    clause: str
    facts: Facts
    lifts: Finding | None = None  # of a permission: what it is an exception to
    stands: Stands = Stands.LASTING  # of a refusal: how long


Answered = tuple[Any, Finding] | None  # to a question, with the clause that answers


class Rule(NamedTuple):
    verb: str
    clause: str
    function: Function
    of: tuple[Any, ...] = ()
    despite: tuple[str, ...] = ()
    stands: Stands = Stands.LASTING
    purposes: tuple[Purpose, ...] = ()  # it sets cards apart for these only
    marks: frozenset[Mark] = frozenset()  # and only such as bear one of these


_RULES: list[Rule] = []
_NO_ACTIONS = (Kind.PASS, Kind.SEIZE, Kind.CHOOSE, Kind.INSIST)
_ACTIONS = tuple(kind for kind in Kind if kind not in _NO_ACTIONS)


def forbids(
    clause: str, *of: Kind, stands: Stands = Stands.LASTING
) -> Callable[[Function], Function]:
    """(table, intent) -> facts, several facts or findings, or None. Without kinds: any."""

    def register(function: Function) -> Function:
        _RULES.append(Rule("forbids", clause, function, of, stands=stands))
        return function

    return register


def permits(clause: str, *, despite: tuple[str, ...] | str) -> Function:
    """(table, intent) -> facts or None, asked only where the other clause forbids."""
    lifted = (despite,) if isinstance(despite, str) else despite

    def register(function: Function) -> Function:
        _RULES.append(Rule("permits", clause, function, despite=lifted))
        return function

    return register


def decides(clause: str, question: str, *purposes: Purpose, marks: Iterable[Mark] = ()) -> Function:
    """(now, **what is asked) -> (answer, facts) or None. Of who is set apart it is asked for these
    purposes only, and of cards with one of these marks; where none are named, always."""

    def register(function: Function) -> Function:
        rule = Rule("decides", clause, function, (question,))
        _RULES.append(rule._replace(purposes=purposes, marks=frozenset(marks)))
        return function

    return register


def adjusts(clause: str, number: str) -> Function:
    """(table, **what is asked) -> terms (amount, facts), or None. An amount of None is no
    value at all; a Fixed one sets the number."""

    def register(function: Function) -> Function:
        _RULES.append(Rule("adjusts", clause, function, (number,)))
        return function

    return register


def brings(clause: str, *, after: type) -> Function:
    """(before, table, event) -> events that follow."""

    def register(function: Function) -> Function:
        _RULES.append(Rule("brings", clause, function, (after,)))
        return function

    return register


def may_stand_against(clause: str, rules: Iterable[Rule] = _RULES) -> bool:
    """Whether a clause can speak against an attempt, so that there is something to lift: it
    forbids, it sets cards apart, or another clause is an exception to it."""
    return any(
        (rule.clause == clause and rule.verb == "forbids")
        or (rule.clause == clause and rule.verb == "decides" and rule.of == ("apart",))
        or clause in rule.despite
        for rule in rules
    )


class Voices(NamedTuple):
    """How card texts in force speak through the verbs; `rules/texts.py` gives them."""

    adjust: Callable[..., Iterable[Term]]
    forbid: Callable[..., Iterable[Finding]]
    permit: Callable[..., Finding | None]
    decide: Callable[..., Answered]
    spare: Callable[[Moment, str, Card], Finding | None]
    questions: frozenset[str]  # which texts may decide; of the others they are not asked


_VOICES: list[Voices] = []


def card_texts_speak(voices: Voices) -> None:
    _VOICES[:] = [voices]


class Rulebook:
    """All rules in force, sorted once by what they are about."""

    remembers = True  # whether an answer may be kept with its moment; not where notes are taken

    def __init__(
        self,
        without: Iterable[str] = (),
        rules: Iterable[Rule] | None = None,  # others than those registered
        rewritten: Mapping[str, Callable[[Text], Text]] = EMPTY,  # texts of cards, by their clause
    ) -> None:
        self.without = frozenset(without)
        self._rewritten = rewritten
        self._rules = tuple(rules) if rules is not None else None
        self._proving: Rulebook | None = None
        self._standing: dict[str, list[tuple[str, Hashable]]] | None = None
        self._forbids: dict[Kind, list[Rule]] = {kind: [] for kind in Kind}
        self._permits: dict[str, list[Rule]] = {}
        self._decides: dict[str, list[Rule]] = {}
        self._adjusts: dict[str, list[Rule]] = {}
        self._brings: dict[type, list[Rule]] = {}
        self._apart: dict[Purpose, list[Rule]] = {purpose: [] for purpose in Purpose}
        self._texts: dict[int, tuple[tuple[Text, ...], tuple[Text, ...]]] = {}
        for rule in self.rules:
            if rule.clause not in self.without:
                self._sort(rule)
        self._voices = _VOICES[0]

    def _sort(self, rule: Rule) -> None:
        match rule.verb:
            case "forbids":
                for kind in rule.of or _ACTIONS:
                    self._forbids[kind].append(rule)
            case "permits":
                for clause in rule.despite:
                    self._permits.setdefault(clause, []).append(rule)
            case "decides":
                self._decides.setdefault(rule.of[0], []).append(rule)
                if rule.of[0] == "apart":
                    for purpose in rule.purposes or Purpose:
                        self._apart[purpose].append(rule)
            case "adjusts":
                self._adjusts.setdefault(rule.of[0], []).append(rule)
            case "brings":
                self._brings.setdefault(rule.of[0], []).append(rule)

    def plain(self) -> Rulebook:
        """The same rules in a rulebook that keeps no proofs."""
        return self

    def lacking(self, clause: str) -> Self:
        """The same rules without one more clause; whoever listens to these listens to those."""
        other = copy(self)
        other.without = self.without | {clause}
        other._texts = {}
        other._proving = None
        for name, key in self._places().get(clause, ()):
            sorted_ = getattr(self, name)
            left = [rule for rule in sorted_[key] if rule.clause != clause]
            setattr(other, name, {**getattr(other, name), key: left})
        return other

    def _places(self) -> dict[str, list[tuple[str, Hashable]]]:
        """Where the rules of each clause stand."""
        if self._standing is None:
            self._standing = {}
            for name in ("_forbids", "_permits", "_decides", "_adjusts", "_brings", "_apart"):
                for key, rules in getattr(self, name).items():
                    for clause in dict.fromkeys(rule.clause for rule in rules):
                        self._standing.setdefault(clause, []).append((name, key))
        return self._standing

    def against(
        self, now: Moment, intent: Intent
    ) -> tuple[list[Finding], list[Finding], list[Unknown]]:
        """What stands against an attempt, what lifts it, and what we would have to know."""
        against: list[Finding] = []
        lifting: list[Finding] = []
        unknown: list[Unknown] = []
        BUDGET.spend(QUESTION * len(self._forbids[intent.kind]))
        for rule in self._forbids[intent.kind]:
            try:
                said = rule.function(now, intent)
                if not said:
                    continue
                found = _findings(rule, said)
                for finding in found:
                    exception = self._exception(now, intent, finding)
                    if exception is None:
                        against.append(finding)
                    elif exception not in lifting:
                        lifting.append(exception)
            except Unknown as question:
                if not self._lifted_anyway(now, intent, rule.clause):
                    unknown.append(question)
        try:
            against += self._voices.forbid(now, intent)
        except Unknown as question:
            unknown.append(question)
        return against, lifting, unknown

    def barred_by_texts(self, now: Moment, intent: Intent) -> tuple[Finding, ...]:
        """The texts of cards in force that stand against an attempt."""
        return tuple(self._voices.forbid(now, intent))

    def _exception(self, now: Moment, intent: Intent, lifted: Finding) -> Finding | None:
        for rule in self._permits.get(lifted.clause, ()):
            facts = rule.function(now, intent)
            if facts is not None:
                return Finding(rule.clause, facts, lifts=lifted)
        return self._voices.permit(now, intent, lifted)

    def exception(self, now: Moment, intent: Intent, clause: str) -> Finding | None:
        """What would lift a clause from an attempt, if that clause forbade it."""
        return self._exception(now, intent, Finding(clause, {}))

    def _lifted_anyway(self, now: Moment, intent: Intent, clause: str) -> bool:
        """Whether an exception holds, so that nobody needs to know what the clause asks for."""
        try:
            return self._exception(now, intent, Finding(clause, EMPTY)) is not None
        except Unknown:
            return False

    def consulted(self, kind: Kind) -> list[str]:
        """The clauses that are asked about an attempt of this kind, in their order."""
        return [rule.clause for rule in self._forbids[kind]]

    def decide(self, question: str, now: Moment, **asked: Any) -> Answered:
        BUDGET.spend(QUESTION)
        for rule in self._asked(question, asked):
            answer = rule.function(now, **asked)
            if answer is not None and not (
                question == "apart"
                and answer[0]
                and self._voices.spare(now, rule.clause, asked["card"]) is not None
            ):
                return answer[0], Finding(rule.clause, answer[1])
        if question in self._voices.questions:
            return self._voices.decide(now, question, asked)
        return None

    def _asked(self, question: str, asked: Mapping[str, Any]) -> Iterable[Rule]:
        """The rules that may have an answer; of who is set apart, those that speak of this purpose
        and of such a card."""
        if question != "apart":
            return self._decides.get(question, ())
        marks = asked["card"].marks
        return [r for r in self._apart[asked["purpose"]] if not r.marks or r.marks & marks]

    def total(self, number: str, now: Moment, **asked: Any) -> Sum:
        """A number, term by term: what rules say of it, then what card texts in force do."""
        BUDGET.spend(QUESTION)
        terms: list[Term] = []
        for rule in self._adjusts.get(number, ()):
            for amount, facts in rule.function(now, **asked) or ():
                terms.append(Term(amount, rule.clause, facts))
        terms += self._voices.adjust(now, number, asked)
        return Sum(self._settled(now, terms, number, asked.get("card")))

    def _settled(
        self, now: Moment, terms: list[Term], number: str, card: CardId | None
    ) -> tuple[Term, ...]:
        """Which terms count: a value may be missing or fixed, and copies do not add up."""
        for position, term in enumerate(terms):
            if term.amount is None and position == 0 and any(t.sets for t in terms):
                continue  # a text that says what the number is gives one to a card without
            if term.amount is None:
                if self.decide("no value", now, number=number, card=card) is not None:
                    others = (t._replace(void=True) for t in terms if t is not term)
                    return (term, *others)
                terms[position] = term._replace(amount=0)
        if terms and isinstance(terms[0].amount, Undefined) and not any(t.sets for t in terms):
            return self._undefined(now, terms)
        if len(terms) < 2:
            return tuple(terms)
        doubled = self.decide("same title twice", now, terms=terms)
        if doubled is not None:
            terms = doubled[0]
        if fixed := [t for t in terms if t.sets and not t.void]:
            choice = self.decide("which setting", now, terms=fixed)
            chosen: Term = choice[0] if choice is not None else fixed[-1]
            final = self.decide("final", now, term=chosen) is not None
            terms = [
                t
                if t is chosen or not (final or t.sets or t is terms[0])
                else t._replace(void=True)
                for t in terms
            ]
        return tuple(terms)

    def _undefined(self, now: Moment, terms: list[Term]) -> tuple[Term, ...]:
        """A number that nothing defines at present."""
        first, *rest = terms
        if self.decide("undefined", now, term=first) is None:
            return (first._replace(amount=None), *(t._replace(void=True) for t in rest))
        if self.decide("undefined stays", now, term=first) is not None:
            rest = [t._replace(void=True) for t in rest]
        return (first, *rest)

    def after(self, before: Moment, now: Moment, event: Event) -> Iterator[Event]:
        for rule in self._brings[type(event)]:
            for following in rule.function(before, now, event) or ():
                yield following.brought_by(rule.clause)

    def silenced(self, clause: str) -> None:
        """A condition with a clause of its own keeps a text from working; noted where notes are
        taken."""

    def proving(self) -> Rulebook:
        """The same rules, in a rulebook that keeps the reasons of every answer."""
        if self._proving is None:
            from adjudicator.rules.proof import ProvingRulebook  # which is a rulebook itself

            self._proving = self.another(ProvingRulebook)
        return self._proving

    def another(self, kind: type[R]) -> R:
        """The same rules in a rulebook of another kind."""
        return kind(self.without, rules=self._rules, rewritten=self._rewritten)

    @property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule of which it is made; those of clauses it lacks, too."""
        return registered() if self._rules is None else self._rules

    def acting_clauses(self) -> tuple[str, ...]:
        """Every clause that some rule of it carries out, once."""
        return tuple(dict.fromkeys(rule.clause for rule in self.rules))

    def works(self, text: Text) -> None:
        """A card's text is used or in force; noted where proofs are kept."""

    def reasons(self) -> tuple[Any, ...]:
        """What was said since this was last asked, and what it rests on, where that is kept."""
        return ()

    def brings_anything(self, event: type) -> bool:
        return event in self._brings

    def texts(self, print_: Blueprint) -> tuple[Text, ...]:
        """The texts of a card that are in force under this rulebook."""
        if not self.without and not self._rewritten:
            return print_.texts
        known = self._texts.get(id(print_.texts))  # kept beside them, so that no id is used again
        if known is None:
            texts = (self._rewritten.get(t.clause, _as_it_is)(t) for t in print_.texts)
            kept = tuple(left for t in texts if (left := t.without(self.without)))
            known = self._texts[id(print_.texts)] = (print_.texts, kept)
        return known[1]


class PrintedOnly(Rulebook):
    """No rules at all: what is printed is all there is. A table is read by it before play."""

    def __init__(self) -> None:
        super().__init__(rules=())

    def decide(self, question: str, now: Moment, **asked: Any) -> None:
        return None

    def total(self, number: str, now: Moment, **asked: Any) -> Sum:
        name, _, of = number.rpartition(" of")
        if of or "card" not in asked:
            return Sum(())
        return Sum((Term(now.table.card(asked["card"]).number(name), "", asked),))

    def texts(self, print_: Blueprint) -> tuple[Text, ...]:
        return print_.texts


R = TypeVar("R", bound=Rulebook)


def _as_it_is(text: Text) -> Text:
    return text


def _findings(rule: Rule, said: Any) -> list[Finding]:
    """What a rule said: facts, several facts, or findings that name a clause of their own."""
    each = said if isinstance(said, list) else [said]
    return [
        one if isinstance(one, Finding) else Finding(rule.clause, one, stands=rule.stands)
        for one in each
    ]


class Notes(NamedTuple):
    """Who spoke, who was asked and said nothing, and whose answer, number or event counted."""

    spoke: frozenset[str] = frozenset()
    silent: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()


class RecordingRulebook(Rulebook):
    """A rulebook that notes who spoke and who was asked and said nothing.

    The notes are taken by functions put around the rules as they are sorted, so that
    a rulebook that takes none pays nothing for it."""

    remembers = False

    def __init__(self, without: Iterable[str] = (), **changes: Any) -> None:
        self.spoke: set[str] = set()
        self.silent: set[str] = set()
        self.counted: set[str] = set()
        super().__init__(without, **changes)

    def turn_page(self) -> Notes:
        """The notes since the last page."""
        notes = Notes(frozenset(self.spoke), frozenset(self.silent), frozenset(self.counted))
        for page in (self.spoke, self.silent, self.counted):
            page.clear()
        return notes

    def _sort(self, rule: Rule) -> None:
        super()._sort(rule._replace(function=self._noting(rule)))

    def _noting(self, rule: Rule) -> Function:
        def noting(*asked: Any, **named: Any) -> Any:
            try:
                said = rule.function(*asked, **named)
            except Unknown:  # a question, too, is something said
                self.spoke.add(rule.clause)
                raise
            if rule.verb in ("adjusts", "brings"):
                return self._listening(rule, said or ())
            nothing = not said if rule.verb == "forbids" else said is None
            (self.silent if nothing else self.spoke).add(rule.clause)
            if rule.verb == "decides" and not nothing:
                self.counted.add(rule.clause)
            return said

        return noting

    def _listening(self, rule: Rule, said: Iterable[Any]) -> Iterator[Any]:
        spoken = False
        try:
            for word in said:
                spoken = True
                self.spoke.add(rule.clause)
                if rule.verb == "brings" or word[0] != 0 or isinstance(word[0], Fixed):
                    # a term of 0 changes no sum, unless it sets it
                    self.counted.add(rule.clause)
                yield word
        except Unknown:
            spoken = True
            self.spoke.add(rule.clause)
            raise
        finally:
            if not spoken:
                self.silent.add(rule.clause)

    def silenced(self, clause: str) -> None:
        self.counted.add(clause)

    def total(self, number: str, now: Moment, **asked: Any) -> Sum:
        total = super().total(number, now, **asked)
        self.counted.update(term.clause for term in total.terms if term.amount and not term.void)
        self.counted.update(term.clause for term in total.terms if term.sets and not term.void)
        return total

    def decide(self, question: str, now: Moment, **asked: Any) -> Answered:
        answer = super().decide(question, now, **asked)
        if answer is not None:
            self.counted.add(answer[1].clause)
        return answer

    def texts(self, print_: Blueprint) -> tuple[Text, ...]:
        found = super().texts(print_)
        for text in found:
            self.spoke.add(text.clause)
            self.spoke |= text.clauses()
        return found


def registered() -> tuple[Rule, ...]:
    """Every rule, in order of precedence: as the modules are listed, as they stand there."""
    from adjudicator.rules.book import MODULES  # imports them all, so not before it is needed

    order = {module.__name__: place for place, module in enumerate(MODULES)}
    return tuple(sorted(_RULES, key=lambda rule: order[rule.function.__module__]))


def acting_clauses() -> tuple[str, ...]:
    """Every clause that some function carries out, once."""
    return tuple(dict.fromkeys(rule.clause for rule in registered()))


class ActionRef(NamedTuple):
    """An action as a fact: what it is, without its place on the stack."""

    kind: Kind
    player: Side
    card: CardId | None
    place: CardId | None


def ref(action: Action) -> ActionRef:
    return ActionRef(action.doing, action.player, action.card, action.place)

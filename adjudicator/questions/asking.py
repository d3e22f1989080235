"""A question: its name, what it needs, how it is answered; and what is asked with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from adjudicator.game import CardId, How, Kind, Purpose, Side, Zone
from adjudicator.rules.describing import apart
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Intent, Sum
from adjudicator.state.attempts import Attempt, Names
from adjudicator.state.table import Card, Unknown


class Answer(NamedTuple):
    """The answer to a question: a value, the sum it comes from, the clauses behind it."""

    question: str
    value: Any
    findings: tuple[Finding, ...] = ()
    sum: Sum | None = None


class Question(NamedTuple):
    """One thing a judge may ask."""

    name: str
    answer: Callable[[Asked], Answer]
    needs: tuple[str, ...] = ()  # details without which it means nothing
    one_of: tuple[str, ...] = ()  # of these it needs one
    takes: tuple[str, ...] = ()  # and these it may have
    form: str = "plain"  # of its answer: plain, sides, moment, states, type

    @property
    def details(self) -> tuple[str, ...]:
        return (*self.needs, *self.one_of, *self.takes)

    def lacks(self, given: Sequence[str]) -> list[str]:
        """The details it needs that nobody gave."""
        missing = [need for need in self.needs if need not in given]
        if self.one_of and not any(name in given for name in self.one_of):
            missing.append(self.one_of[0])
        return missing


QUESTIONS: dict[str, Question] = {}
_Answering = Callable[["Asked"], Answer]


def question(
    name: str,
    *needs: str,
    one_of: tuple[str, ...] = (),
    takes: tuple[str, ...] = (),
    form: str = "plain",
) -> Callable[[_Answering], _Answering]:
    """Names the question that a function answers, and the details that go with it."""

    def register(function: _Answering) -> _Answering:
        assert name not in QUESTIONS, f"two questions are called {name}"
        QUESTIONS[name] = Question(name, function, needs, one_of, takes, form)
        return function

    return register


class Asked:
    """What is asked, on the table of one moment; names are found when a question needs them."""

    def __init__(self, names: Names, now: Moment, attempt: Attempt) -> None:
        self.name = attempt.using.text if attempt.using else ""
        self.now = now
        self.table = now.table
        self._names = names
        self._attempt = attempt

    @property
    def side(self) -> Side:
        """The player it is about: whom it names, or else whose turn it is."""
        return self._attempt.by or self.table.turn or self.table.to_act

    @property
    def has_card(self) -> bool:
        return (
            self._attempt.what is not None and self._on_table(self._attempt.what.text) is not None
        )

    @property
    def card(self) -> Card:
        what = self._attempt.what
        return self.table.card(_needed(what and self._on_table(what.text), "card"))

    @property
    def place(self) -> CardId | None:
        """The location it names, if it names one."""
        return None if self._attempt.at is None else self._in_the_row(self._attempt.at.text)

    @property
    def location(self) -> CardId:
        return _needed(self.place, "location")

    @property
    def other(self) -> Card:
        """The card named besides, with `with:`."""
        found = (self._on_table(name.text) for name in self._attempt.with_)
        return self.table.card(_needed(next((c for c in found if c), None), "card"))

    @property
    def other_location(self) -> CardId:
        found = (self._in_the_row(name.text) for name in self._attempt.with_)
        return _needed(next((p for p in found if p), None), "location")

    def _in_the_row(self, name: str) -> CardId | None:
        ids = [i for i in self._names.ids(name) if self.table.card(i).how is How.ROW]
        return ids[0] if ids else None

    def _on_table(self, name: str) -> CardId | None:
        """The card a name means: one on table if there is one."""
        ids = [i for i in self._names.ids(name) if i in self.table.cards]
        return min(ids, key=lambda i: self.table.card(i).zone is not Zone.TABLE) if ids else None

    # -- ways to answer --------------------------------------------------------------

    def with_(self, value: Any, *findings: Finding) -> Answer:
        return Answer(self.name, value, findings)

    def sum(self, total: Sum, value: Any) -> Answer:
        return Answer(self.name, value, sum=total)

    def decided(self, decides: str, **asked: Any) -> Answer:
        """Yes if a clause says so, and that clause."""
        answer = self.now.decide(decides, **asked)
        return self.with_(False) if answer is None else self.with_(bool(answer[0]), answer[1])

    def barred(self, kind: Kind, place: CardId) -> tuple[Finding, ...]:
        """The texts in force that would not let the player it is about do such a thing there."""
        return self.now.barred_by_texts(Intent(self._attempt, self.side, kind, place=place))

    def counts(self, card: Card, purpose: Purpose) -> Answer:
        """Whether a card counts for a purpose, and which clause sets it apart if it does not."""
        finding = apart(self.now, card, purpose)
        return self.with_(finding is None, *((finding,) if finding else ()))


def _needed(found: CardId | None, what: str) -> CardId:
    if found is None:
        raise Unknown("question-lacks", what=what)
    return found

"""What may be otherwise, a class a kind of change: each says what it does to the rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Self

from adjudicator.cards.model import Text
from adjudicator.edition.house import ByWords
from adjudicator.edition.numbers import Number, numbered, text_with_number
from adjudicator.edition.wording import with_number
from adjudicator.glossary.load import Clause
from adjudicator.rules.registry import Rule, registered
from adjudicator.source import Span

Speech = Mapping[str, str]
Rewriting = Callable[[Text], Text]
NOWHERE = Span(1, 1, 1, 1)


@dataclass
class Folded:
    """What the shipped rules become, layer upon layer."""

    rules: list[Rule] = field(default_factory=lambda: list(registered()))
    missing: set[str] = field(default_factory=set)
    texts: dict[str, Rewriting] = field(default_factory=dict)  # of cards, by their clause
    clauses: dict[str, Callable[[Clause], Clause]] = field(default_factory=dict)
    added: dict[str, Clause] = field(default_factory=dict)

    def rewrite(self, clause: str, how: Rewriting) -> None:
        before = self.texts.get(clause)
        self.texts[clause] = how if before is None else lambda text: how(before(text))

    def reword(self, clause: str, how: Callable[[Clause], Clause]) -> None:
        if clause in self.added:
            self.added[clause] = how(self.added[clause])
            return
        before = self.clauses.get(clause)
        self.clauses[clause] = how if before is None else lambda found: how(before(found))


@dataclass(frozen=True)
class Change(ABC):
    """One thing that would be otherwise."""

    kind: ClassVar[str]  # under which its sentence stands
    clause: str
    span: Span = field(default=NOWHERE, kw_only=True, compare=False)
    file: str = field(default="", kw_only=True, compare=False)

    @abstractmethod
    def onto(self, rules: Folded) -> None:
        """Makes the change, on top of what was changed before."""

    def at(self, span: Span, file: str) -> Self:
        return replace(self, span=span, file=file)

    @property
    def facts(self) -> Mapping[str, str]:
        """Of its sentence."""
        return {"clause": self.clause}


@dataclass(frozen=True)
class Without(Change):
    """A clause, or the text of a card, as if it did not exist."""

    kind: ClassVar[str] = "without"

    def onto(self, rules: Folded) -> None:
        rules.missing.add(self.clause)


@dataclass(frozen=True)
class OtherReading(Change):
    """A dispute read the other way: without what falls with it."""

    kind: ClassVar[str] = "other reading"
    falls: tuple[str, ...] = ()

    def onto(self, rules: Folded) -> None:
        rules.missing.update(self.falls)

    @property
    def facts(self) -> Mapping[str, str]:
        return {"dispute": self.clause, "clauses": ", ".join(self.falls)}


@dataclass(frozen=True)
class NumberChanged(Change):
    """Another number, in a clause or in the text of a card; its sentences follow."""

    kind: ClassVar[str] = "number of"
    number: Number
    value: int

    def onto(self, rules: Folded) -> None:
        old, new = self.number.value, self.value
        if self.clause.startswith("card."):
            place = self.number.place
            rules.rewrite(
                self.clause,
                lambda text: text_with_number(text, place, new)._replace(
                    says=_followed(text.says, old, new)
                ),
            )
            return
        rules.rules = numbered(rules.rules, self.number, new)
        rules.reword(
            self.clause,
            lambda found: found._replace(
                text=_followed(found.text, old, new),
                says=found.says if _says_it_itself(found) else _followed(found.says, old, new),
            ),
        )

    @property
    def facts(self) -> Mapping[str, str]:
        numbers = {"old": str(self.number.value), "new": str(self.value)}
        return {"clause": self.clause, "place": self.number.shown, **numbers}


def _says_it_itself(clause: Clause) -> bool:
    """Whether the number is a fact, which the sentence is given anew each time."""
    return "number" in clause.facts.values()


def _followed(says: Speech, old: int, new: int) -> Speech:
    return {language: with_number(said, old, new, language) for language, said in says.items()}


@dataclass(frozen=True)
class Reworded(Change):
    """Other words for what a clause, or the text of a card, says."""

    kind: ClassVar[str] = "explanation of"
    says: Speech

    def onto(self, rules: Folded) -> None:
        if self.clause.startswith("card."):
            rules.rewrite(self.clause, lambda t: t._replace(says={**t.says, **self.says}))
        else:
            rules.reword(self.clause, lambda c: c._replace(says={**c.says, **self.says}))


@dataclass(frozen=True)
class ClauseAdded(Change):
    """A clause more, which forbids or permits something in the words of card texts."""

    kind: ClassVar[str] = "clause"
    added: Clause
    verb: str
    carried_out: tuple[ByWords, ...]

    def onto(self, rules: Folded) -> None:
        rules.added[self.clause] = self.added
        rules.rules += [
            Rule(self.verb, self.clause, words, despite=words.despite) for words in self.carried_out
        ]

"""Rules broken on purpose, one at a time: does some scenario notice?

A mutant is a rulebook that differs in one thing: a clause is missing, an exception no
longer lifts one of the clauses it lifts, of two clauses that would both answer a question
the later one comes first, or a number is one more or one less."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from adjudicator.cards.load import Library, bound_clauses, card_texts
from adjudicator.edition.changes import Change, Folded, NumberChanged, Without
from adjudicator.edition.numbers import Number, numbers_of_clause, numbers_of_text
from adjudicator.engine.replay import replay
from adjudicator.regress.plays import Play, Repertoire
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Rulebook
from adjudicator.state.table import Unknown

KINDS = ("clauses", "precedence", "numbers")
BREAKS = (ArithmeticError, AssertionError, LookupError, TypeError, ValueError, RecursionError)


class Mutant(NamedTuple):
    """One thing broken, and the clause it belongs to."""

    name: str
    kind: str
    clause: str
    other: str = ""  # of precedence: the clause no longer lifted, or the one that comes later
    number: Number | None = None
    value: int = 0

    @property
    def entry(self) -> str:
        return self.clause.partition("/")[0]


class Breeding:
    """All mutants of the rules as they are, and the scenarios that could notice each."""

    def __init__(self, repertoire: Repertoire, library: Library) -> None:
        self.repertoire = repertoire
        self.rules = tuple(repertoire.edition.folded.rules)
        self._texts = card_texts(library)
        self._bound = bound_clauses(library)  # carried out by a part of a card's text
        self._contests: dict[tuple[str, str], list[Play]] = {}

    def mutants(self, kinds: Sequence[str] = KINDS) -> list[Mutant]:
        found: list[Mutant] = []
        if "clauses" in kinds:
            acting = sorted({*(rule.clause for rule in self.rules), *self._bound})
            found += [Mutant(f"without {clause}", "clauses", clause) for clause in acting]
        if "precedence" in kinds:
            found += [*self._unlifted(), *self._contested()]
        if "numbers" in kinds:
            found += self._shifted()
        return found

    def _unlifted(self) -> Iterator[Mutant]:
        """With one clause to lift, an exception that does not lift it is simply missing."""
        for clause in sorted({rule.clause for rule in self.rules if rule.verb == "permits"}):
            lifted = sorted(
                {d for rule in self.rules if rule.clause == clause for d in rule.despite}
            )
            if len(lifted) > 1:
                for other in lifted:
                    name = f"{clause} does not lift {other}"
                    yield Mutant(name, "precedence", clause, other)

    def _contested(self) -> Iterator[Mutant]:
        """Only where two clauses would both answer is it a matter which comes first."""
        book = self.repertoire.edition.rulebook(_Contested)
        for play in self.repertoire.plays:
            replay(play.board, book)
            for pair in sorted(book.contests):
                self._contests.setdefault(pair, []).append(play)
            book.contests.clear()
        for first, later in sorted(self._contests):
            yield Mutant(f"{later} comes before {first}", "precedence", first, later)

    def _shifted(self) -> Iterator[Mutant]:
        for clause in sorted({rule.clause for rule in self.rules}):
            yield from self._each(numbers_of_clause(self.rules, clause))
        for clause in sorted(self._texts):
            if self.repertoire.where_it_spoke(clause):
                yield from self._each(numbers_of_text(self._texts[clause]))

    def _each(self, numbers: list[Number]) -> Iterator[Mutant]:
        seen: dict[str, int] = {}
        for number in numbers:
            seen[number.shown] = seen.get(number.shown, 0) + 1
            which = f" ({seen[number.shown]})" if seen[number.shown] > 1 else ""
            for value in (number.value + 1, number.value - 1):
                if value < 0 <= number.value and number.clause.startswith("card."):
                    continue  # no card speaks of fewer than none
                name = f"{number.clause}: `{number.shown}`{which} with {value}"
                yield Mutant(name, "numbers", number.clause, "", number, value)

    # -- one mutant ----------------------------------------------------------------------

    def book(self, mutant: Mutant) -> Rulebook:
        """The rules with that one thing broken: an edition with one change more."""
        return self.repertoire.edition.with_changes(self._change(mutant)).rulebook(Rulebook)

    def _change(self, mutant: Mutant) -> Change:
        if mutant.kind == "clauses":
            return Without(mutant.clause)
        if mutant.number is not None:
            return NumberChanged(mutant.clause, mutant.number, mutant.value)
        first = (mutant.clause, mutant.other) in self._contests
        return _Reordered(mutant.clause, mutant.other, first)

    def hearers(self, mutant: Mutant) -> list[Play]:
        """The scenarios that could notice."""
        contested = self._contests.get((mutant.clause, mutant.other))
        if contested is not None:
            return contested
        if mutant.number is not None and mutant.clause not in self._texts:
            # a clause that was silent may speak with another number
            return [
                play
                for play in self.repertoire.plays
                if mutant.clause in play.notes.spoke or mutant.clause in play.notes.silent
            ]
        return self.repertoire.where_it_spoke(mutant.clause)

    def killer(self, mutant: Mutant) -> str | None:
        """The file of a scenario whose verdicts or tables are others, or None: it survives."""
        book = self.book(mutant)
        for play in self.hearers(mutant):
            try:
                if play.differs(book):
                    return play.file
            except BREAKS:  # nonsense that no longer runs is noticed, too
                return play.file
        return None


@dataclass(frozen=True)
class _Reordered(Change):
    """The other clause comes first, or is lifted no more."""

    kind: ClassVar[str] = "order"
    other: str
    comes_first: bool

    def onto(self, rules: Folded) -> None:
        if not self.comes_first:
            rules.rules = [
                rule._replace(despite=tuple(d for d in rule.despite if d != self.other))
                if rule.clause == self.clause
                else rule
                for rule in rules.rules
            ]
            return
        later = [rule for rule in rules.rules if rule.clause == self.other]
        rest = [rule for rule in rules.rules if rule.clause != self.other]
        place = next(n for n, rule in enumerate(rest) if rule.clause == self.clause)
        rules.rules = [*rest[:place], *later, *rest[place:]]


class _Contested(Rulebook):
    """Notes where a later clause would have answered a question otherwise."""

    remembers = False

    def __init__(self, without: Iterable[str] = (), **changes: Any) -> None:
        self.contests: set[tuple[str, str]] = set()
        super().__init__(without, **changes)

    def decide(self, question: str, now: Moment, **asked: Any) -> tuple[Any, Finding] | None:
        first: tuple[Any, Finding] | None = None
        for rule in self._asked(question, asked):
            try:
                answer = rule.function(now, **asked)
            except Unknown:
                if first is None:
                    raise
                continue
            if answer is None:
                continue
            if first is None:
                first = answer[0], Finding(rule.clause, answer[1])
            elif answer[0] != first[0] and rule.clause != first[1].clause:
                self.contests.add((first[1].clause, rule.clause))
        return first


def digest(repertoire: Repertoire) -> str:
    """What a result rests on: our code, the cards, the scenarios."""
    package = Path(__file__).parent.parent
    whole = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        if path.suffix == ".py" or (path.suffix == ".yaml" and path.parent.name == "cards"):
            whole.update(path.relative_to(package).as_posix().encode())
            whole.update(path.read_bytes())
    for layer in repertoire.edition.layers:
        whole.update(f"{layer.kind}\0{layer.name}\0{layer.digest}".encode())
    for play in repertoire.plays:
        whole.update(play.file.encode())
        whole.update(play.board.scenario.text.encode())
    return whole.hexdigest()

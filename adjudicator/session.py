"""From files to rulings: the one way through, used by every command and every test."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from adjudicator.cards.load import Library, Understand
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.engine.forgotten import passes_left_out
from adjudicator.engine.judge import Step
from adjudicator.engine.replay import replay
from adjudicator.engine.unused import given_in_vain
from adjudicator.glossary.load import Glossary
from adjudicator.rules.registry import Rulebook, may_stand_against
from adjudicator.scenario.read import read_scenario
from adjudicator.scenario.remarks import remarks
from adjudicator.scenario.setup import Board, set_up
from adjudicator.source import Problem, called, read_text, said, with_fixes
from adjudicator.words.book import WORDS

SUFFIXES = (".yaml", ".yml")


def reads_print(library: Library) -> Understand:
    """What reads printed texts: loaded as soon as a card has one."""
    from adjudicator.reading.using import Understanding

    return Understanding(library)


class Loaded(NamedTuple):
    """A scenario file: its board, or what is wrong with it."""

    file: str
    text: str
    board: Board | None
    problems: tuple[Problem, ...] = ()

    def replay(self, book: Rulebook) -> tuple[Step, ...]:
        assert self.board is not None
        return replay(self.board, book)


def _rulebook(edition: Edition, proving: bool) -> Rulebook:
    if not proving:
        return edition.rulebook(Rulebook)
    from adjudicator.rules.proof import ProvingRulebook  # few rulings ask for it

    return edition.rulebook(ProvingRulebook)


class Desk(NamedTuple):
    """What a judge has on the desk: the rulebook, the glossary and the cards."""

    book: Rulebook
    glossary: Glossary
    library: Library
    edition: Edition = SHIPPED

    @classmethod
    def open(cls, edition: Edition = SHIPPED, proving: bool = False) -> "Desk":
        """With `proving` the rulings come with their proofs."""
        book = _rulebook(edition, proving)
        return cls(book, edition.glossary(), edition.library(reads_print), edition)

    def under(self, edition: Edition) -> "Desk":
        """The same cards, as far as they have been read, under other rules."""
        changed = Desk.open(edition)
        return changed._replace(library=self.library) if not edition.files else changed

    def load(self, path: str | Path) -> Loaded:
        text, problems = read_text(path)
        if problems:
            return Loaded(called(path), text, None, tuple(problems))
        return self.read(called(path), text)

    def read(self, file: str, text: str) -> Loaded:
        """A scenario from its text; every problem at once, in file order."""
        board, found = self.lay(file, text)
        return Loaded(file, text, None if found else board, found)

    def lay(self, file: str, text: str) -> tuple[Board | None, tuple[Problem, ...]]:
        """The same, with the board as far as it goes even where something is wrong."""
        scenario, problems = read_scenario(file, text, WORDS)
        if scenario is None:
            return None, tuple(with_fixes(problems, text))
        board, more = set_up(scenario, self.library)
        found = [*problems, *more, *self._clauses(board)]
        found.sort(key=lambda p: (p.file != file, p.span.line, p.span.column))
        return board, tuple(with_fixes(found, text))

    def notes(self, loaded: Loaded, steps: tuple[Step, ...] | None = None) -> list[Problem]:
        """What is left open in a scenario in which nothing is wrong."""
        if loaded.board is None:
            return []
        if steps is None:
            steps = loaded.replay(self.book)
        return [
            *remarks(loaded.board.scenario),
            *passes_left_out(loaded.board, steps),
            *given_in_vain(loaded.board, steps),
        ]

    def _clauses(self, board: Board) -> Iterator[Problem]:
        """Clauses named in expectations and in the scenario's own cards have to exist."""
        scenario = board.scenario
        for clause in scenario.clauses:
            problem = self._clause(scenario.file, clause.text, clause.span, board, whole=True)
            if problem is not None:
                yield problem
        for clause in scenario.lifted:
            known = self.glossary.clause(clause.text)
            if known is not None and not may_stand_against(known.id, self.book.rules):
                message = said("forbids-nothing-there-is-nothing-to-lift", clause=clause.text)
                yield Problem(scenario.file, clause.span, message, "nothing-lifted")
        for attempt in scenario.attempts:
            for expected in attempt.expect:
                if expected.key not in ("because", "also"):
                    continue
                names = expected.value if isinstance(expected.value, list) else [expected.value]
                for name in names:
                    if problem := self._clause(scenario.file, str(name), expected.span, board):
                        yield problem

    def _clause(
        self, file: str, name: str, span: object, board: Board, whole: bool = False
    ) -> Problem | None:
        """Whether there is such a clause; an entry alone will do unless a whole name is wanted."""
        from adjudicator.source import Span, did_you_mean

        assert isinstance(span, Span)
        if ("/" not in name and not whole) or self.glossary.clause(name) is not None:
            return None
        faces = [face for c in board.table.cards.values() for face in (c.print, c.print.back)]
        texts = [t.clause for face in faces if face is not None for t in face.texts]
        if name in texts:
            return None
        known = [c.id for c in self.glossary.clauses()] + texts
        message = said("there-is-no-clause", name=name)
        return Problem(file, span, message, "unknown-clause", did_you_mean(name, known))


def scenario_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """Files as given, and every scenario below folders, in one order everywhere."""
    for given in paths:
        path = Path(given)
        if path.is_dir():
            yield from sorted(p for p in path.rglob("*") if p.suffix in SUFFIXES and p.is_file())
        else:
            yield path

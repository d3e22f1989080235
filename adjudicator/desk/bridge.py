"""What the page asks of the judge: a request as JSON, the answer as JSON, and no other way.

Everything that rules happens here, in the same engine as on the command line; the page draws
what it is told. A request names what to `do` and brings the scenario's text: between two of them
nothing is remembered but what was read of cards and glossary."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.attempts import CLAIMS, VERBS, is_passing
from adjudicator.attempts.values import (
    A_NUMBER,
    OF_A_QUESTION,
    SEATS,
    TEXT,
    Detail,
    Means,
    name_in,
)
from adjudicator.cards.load import Library
from adjudicator.cards.pool import Pool
from adjudicator.cards.read import TYPES, slug_of
from adjudicator.desk import edits
from adjudicator.desk.complete import completions
from adjudicator.desk.outline import ABOUT, outline
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.edition.reading import carried_edition
from adjudicator.edition.telling import ruled_under
from adjudicator.engine.judge import Step
from adjudicator.engine.options import Option
from adjudicator.game import Phase, Side
from adjudicator.questions import QUESTIONS
from adjudicator.rules.moment import Moment
from adjudicator.ruling.choices import Choice, Chooser
from adjudicator.ruling.compose import compose
from adjudicator.ruling.draw import on_pile
from adjudicator.ruling.ruling import Passes, Ruling, with_more
from adjudicator.ruling.write import Writer, with_sentence, write
from adjudicator.scenario.read import MARKS, NO_ATTEMPT, SIDE_KEYS
from adjudicator.scenario.remarks import remarks
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk, reads_print
from adjudicator.source import BadFile, Problem
from adjudicator.speech import told, use
from adjudicator.words.book import WORDS

Record = dict[str, Any]
Row = Sequence[str]  # a card: title, side, type, subtype, what else it is called
FILE = "scenario.yaml"
RULES = Path(__file__).parent / "edition.json"  # layers over the shipped rules
LISTED = Path(__file__).parent / "listed.json"  # rows of the library's cards
FORMS = ("html", "text", "markdown", "discord", "json")


class Shelf(Library):
    """The library with its titles listed beforehand: reading every card only for a
    did-you-mean takes a phone many seconds."""

    listed: tuple[str, ...] = ()

    def titles(self) -> list[str]:
        return list(self.listed) or super().titles()


class Bridge:
    """The judge behind the page."""

    def __init__(self, listed: Iterable[Row] = (), edition: Edition = SHIPPED) -> None:
        self.listed = tuple(listed)
        shelf = Shelf(WORDS, reads=reads_print)
        shelf.listed = tuple(dict.fromkeys(row[0] for row in self.listed))
        self.desk = Desk.open(edition)._replace(library=edition.laid_over(shelf))
        self.asked: Mapping[str, Callable[..., Record]] = {
            "view": self.view,
            "options": self.options,
            "edit": self.edit,
            "document": self.document,
            "line": self.line,
            "card": self.card,
            "clause": self.clause,
            "printed": self.printed,
            "complete": self.complete,
            "vocabulary": self.vocabulary,
            "import": self.bring_in,
        }

    def ask(self, request: str) -> str:
        """Never raises: a mistake of ours is told like everything else."""
        try:
            wanted = json.loads(request)
            use(wanted.get("lang"))
            answer = self.asked[wanted.pop("do")](**wanted)
        except BadFile as bad:
            answer = {"problems": [_problem(p) for p in bad.problems]}
        except Exception as error:  # the page has to go on, whatever happens
            where = traceback.extract_tb(error.__traceback__)[-1]
            answer = {"failed": f"{type(error).__name__}: {error} ({where.name}:{where.lineno})"}
        finally:
            use(None)
        return json.dumps(answer, ensure_ascii=False, separators=(",", ":"))

    # -- the scenario and what becomes of it ------------------------------------------------

    def view(self, text: str, lang: str, file: str = FILE) -> Record:
        """What is wrong, the table as it is written, and every attempt as it is ruled."""
        board, problems = self.desk.lay(file, text)
        told: Record = {
            "problems": [_problem(p) for p in problems if p.code != NO_ATTEMPT],
            "notes": [],
            "outline": outline(board.scenario) if board is not None else None,
            "ruling": None,
        }
        if board is None or problems:
            return told
        told["notes"] = [_problem(note) for note in remarks(board.scenario)]
        ruling = self.ruled(board, self.steps(board), full=False)
        writer = Writer(self.desk.glossary, lang)
        view = writer.view(ruling, "standard")
        for step, record in zip(view["steps"], ruling["steps"], strict=True):
            step["pile"] = [on_pile(action, writer.words) for action in reversed(record["stack"])]
            step["forgotten"] = _passes(record["forgotten"])
        kept = ("answer", "assumed", "steps", "read", "not_considered")
        return {**told, "ruling": {key: view[key] for key in kept}}

    def options(self, text: str, lang: str, after: int | None = None) -> Record:
        """What each player could do after an attempt, and why not the rest."""
        board, problems = self.desk.lay(FILE, text)
        if board is None or any(p.code != NO_ATTEMPT for p in problems):
            return {"problems": [_problem(p) for p in problems]}
        now = self._moment(board, after)
        chooser = Chooser(board, self.desk.glossary, now, lang)
        return {
            "next": chooser.next_line,
            "player": str(now.table.to_act),
            "choices": [_choice(choice) for choice in chooser.choices()],
        }

    def edit(self, text: str, change: Mapping[str, Any]) -> Record:
        """The text after a change, its comments and layout kept."""
        to = tuple(change.get("to", ()))
        wanted = edits.Change(change["do"], tuple(change["path"]), change.get("value"), to)
        return {"text": edits.change(FILE, text, wanted)}

    def line(self, line: str) -> Record:
        """An attempt typed on one line, as a scenario writes it."""
        return {"written": edits.attempt_in(line)}

    def complete(self, text: str, at: int, asked: bool = True) -> Record:
        """What could stand where somebody types."""

        def clauses() -> Iterator[str]:
            return (clause.id for clause in self.desk.glossary.clauses())

        return completions(text, at, self._titles, clauses, asked)

    def _titles(self) -> Iterator[str]:
        yield from self.desk.library.titles()
        yield from (line.title for line in self.desk.library.pool.all())

    def document(self, text: str, lang: str, form: str, file: str = FILE) -> Record:
        """The ruling as a document, the same that the command line writes."""
        if form not in FORMS:
            raise ValueError(form)
        loaded = self.desk.read(file, text)
        if loaded.board is None:
            return {"problems": [_problem(p) for p in loaded.problems]}
        proves = form in ("html", "json")
        ruling = self.ruled(loaded.board, self.steps(loaded.board, proves), proves)
        sealed = None
        if proves:
            from adjudicator.ruling.seal import seal

            ruling = with_sentence(ruling, self.desk.glossary)
            sealed = seal(ruling, file, text, self.desk.edition)
        return {"document": write(ruling, self.desk.glossary, form, lang, "standard", None, sealed)}

    def steps(self, board: Board, proving: bool = False) -> tuple[Step, ...]:
        from adjudicator.engine.replay import replay

        return replay(board, self.desk.book.proving() if proving else self.desk.book)

    def ruled(self, board: Board, steps: tuple[Step, ...], full: bool) -> Ruling:
        ruling = compose(board, self.desk.book, steps, self.desk.glossary, full)
        return with_more(ruling, ruled_under(self.desk.edition))

    def _moment(self, board: Board, after: int | None) -> Moment:
        steps = self.steps(board)
        number = len(steps) if after is None else min(after, len(steps))
        return steps[number - 1].after if number else Moment(board.table, self.desk.book)

    # -- cards and words --------------------------------------------------------------------

    def card(self, title: str, lang: str, form: str = "text") -> Record:
        """What is known of a card and what the engine carries out of its text."""
        from adjudicator.ruling.card_pages import CardPages, Shown

        pages = CardPages(self.desk.library, lang, form)
        found = [self.desk.library.meant(title, side).card for side in Side]
        cards = [card for n, card in enumerate(found) if card and card not in found[:n]]
        shown = [Shown(card, "pool" if card.imported else "library", {}) for card in cards]
        return {"card": pages.card(shown, [], []) if shown else None}

    def clause(self, clause: str, lang: str) -> Record:
        """What a clause says, and where it stands."""
        found = self.desk.glossary.clause(clause)
        entry = self.desk.glossary.entry(clause.partition("/")[0])
        if found is None or entry is None:
            return {}
        typeset = Writer(self.desk.glossary, lang).set
        return {
            "title": typeset(entry.title[lang]),
            "text": typeset(found.text[lang]),
            "entry": entry.id,
            "anchor": "clause-" + clause.replace("/", "--"),
        }

    def printed(self, title: str, side: str, type: str, text: str, lang: str) -> Record:
        """A printed text read: the entry for `cards:`, what it says, and what is not read."""
        from adjudicator.cards.model import Blueprint
        from adjudicator.reading.reading import CardReader
        from adjudicator.reading.telling import not_used, said_in

        if type not in TYPES:
            raise ValueError(type)
        card = Blueprint(title=title, side=Side(side), type=type)
        reading = CardReader.of(self.desk.library).read(card, " ".join(text.split()))
        used = [read for function in reading.functions for read in function.used]
        unread = [f"{read.sentence.text} ({why})" for read, why in not_used(reading, lang)]
        return {
            "entry": {"title": title, "side": side, "type": type, **reading.card_entry()},
            "said": [said_in(read, lang) for read in used],
            "unread": unread,
        }

    def vocabulary(self, lang: str) -> Record:
        """The game's words as scenarios write them, each as the language calls it."""
        words = Writer(self.desk.glossary, lang).words
        marks = words.table("mark")
        return {
            "sides": {str(side): words.SIDES[side] for side in Side},
            "phases": {phase.value: words.term("phase", phase) for phase in Phase},
            "piles": {zone: words.term("heap", zone) for zone in SIDE_KEYS if zone != "table"},
            "kinds": dict(words.table("place")),
            "marks": {mark: marks.get(mark, mark) for mark in (*MARKS, "stolen")},
            "verbs": {
                name: {
                    "says": words.saying(name),
                    "bare": verb.is_bare,
                    "of": verb.value.means,
                    "number": verb.value.schema == A_NUMBER.schema,
                    "takes": {detail.key: _taken(detail) for detail in verb.takes},
                }
                for name, verb in VERBS.items()
            },
            "claims": {claim: verb.name for claim, verb in CLAIMS.items()},
            "types": list(TYPES),
            "questions": {
                name: {key: _taken(_asked_with(key)) for key in asked.details}
                for name, asked in QUESTIONS.items()
            },
            "seats": list(SEATS),
            "inside": list(ABOUT),
            "titles": [*map(list, self.listed), *self._pooled()],
        }

    def _pooled(self) -> Iterator[list[str]]:
        """The imported cards which the library does not have."""
        library = self.desk.library
        known = {slug_of(row[0]) for row in self.listed}
        for record in library.pool.records(library.pool.all()):
            if slug_of(record["title"]) not in known:
                names = " ".join(record.get("names", ()))
                yield [
                    record["title"],
                    record["side"],
                    record["type"],
                    record.get("subtype") or "",
                    names,
                ]

    def bring_in(self, files: list[str]) -> Record:
        """The card database's files read into the pool; they lie where the page has put them."""
        from adjudicator.cards.community import bring_in

        brought = bring_in(files, Pool())
        if brought.written:
            self.desk.library.pool = Pool()
            self.desk.library._found.clear()
        return {"cards": len(brought.records), "problems": [_problem(p) for p in brought.problems]}


def begun() -> Callable[[str], str]:
    """The bridge of a page, with what was found out of the library beforehand."""
    listed = json.loads(LISTED.read_text("utf-8")) if LISTED.is_file() else ()
    carried = json.loads(RULES.read_text("utf-8")) if RULES.is_file() else []
    return Bridge(listed, carried_edition(carried)).ask


def _asked_with(key: str) -> Detail:
    return OF_A_QUESTION.get(key) or Detail(key, key, name_in, TEXT, Means.CARD)


def _taken(detail: Detail) -> Record:
    """How a detail is filled in."""
    ways = detail.schema.get("oneOf", [detail.schema])
    return {
        "of": detail.means,
        "words": list(detail.words or detail.schema.get("enum", ())),
        "number": ways[0].get("type") == "integer",
        "many": len(ways) > 1,
    }


def _problem(problem: Problem) -> Record:
    span = problem.span
    return {
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
        "message": told(problem.message),
        "hint": told(problem.hint) if problem.hint is not None else None,
        "code": problem.code,
    }


def _passes(forgotten: Passes | None) -> Record | None:
    """The passes that somebody seems to have forgotten, as attempts to be put before another."""
    if forgotten is None:
        return None
    lines = (line.removeprefix("- ").partition(": ") for line in forgotten["insert"])
    written = [{key: int(times)} if times else key for key, _, times in lines]
    return {"at": forgotten["after"], "written": written}


def _choice(choice: Choice) -> Record:
    attempt = choice.option.attempt
    return {
        "player": str(attempt.player),
        "verb": attempt.verb,
        "card": attempt.what.text if attempt.what else None,
        "line": choice.line,
        "open": choice.option.is_open,
        "written": _written(choice.option),
        "targets": list(choice.targets),
        "why_not": [{"says": says, "clause": clause} for says, clause in choice.why_not],
    }


def _written(option: Option) -> Record | str:
    """The attempt as a scenario writes it."""
    attempt = option.attempt
    if is_passing(attempt.verb):
        return f"{attempt.player} {attempt.verb}"
    value = attempt.what.text if attempt.what else attempt.amount
    written: Record = {f"{attempt.player} {attempt.verb}": value}
    if attempt.to is not None:
        written["to"] = attempt.to.text
    if attempt.aboard is not None:
        written["aboard"] = attempt.aboard.text
    if attempt.with_:
        written["with"] = [name.text for name in attempt.with_]
    return written

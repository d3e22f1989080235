"""Where a thing lives: its one place in the house, and the scenarios in which it does something."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from adjudicator.attempts import CLAIMS, VERBS
from adjudicator.cards.model import Text
from adjudicator.cards.part import Part, parts_in
from adjudicator.cards.read import slug_of
from adjudicator.edition.house import ByWords
from adjudicator.engine.replay import replay
from adjudicator.questions import QUESTIONS
from adjudicator.regress.coverage import coverage
from adjudicator.regress.plays import Repertoire
from adjudicator.ruling.layout import templates
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk
from adjudicator.source import folded, read_text
from adjudicator.speech import language, languages
from adjudicator.state.events import TELLINGS, Event
from adjudicator.words.vocabulary import FAMILIES

PACKAGE = Path(__file__).parent
FORMAT = "adjudicator-where/1"
MOST = 10  # scenarios listed
_TOLD = language("en")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Place(NamedTuple):
    """A line of a file, and what of the thing stands there."""

    file: str
    line: int
    what: str

    @property
    def told(self) -> str:
        return f"{self.file}:{self.line}"


class Home(NamedTuple):
    """A thing, what kind of thing it is, and its places."""

    kind: str  # clause, entry, card, text of a card, word, verb, question, event, sentence, page
    name: str
    places: tuple[Place, ...]
    used: Callable[[Board], bool] | None = None  # whether a scenario has it
    cards: tuple[str, ...] = ()  # of the library, which use it
    event: type[Event] | None = None  # of an event: what scenarios bring about

    @property
    def is_decided(self) -> bool:
        return self.kind in ("clause", "entry", "text of a card")

    @property
    def is_a_sentence(self) -> bool:
        return self.kind.startswith("sentence")

    @property
    def is_used(self) -> bool:
        """Whether a scenario can have to do with it."""
        return self.is_decided or self.used is not None or self.event is not None


class Used(NamedTuple):
    """The scenarios in which a thing does something."""

    how: str
    how_one: str
    files: tuple[str, ...] = ()


def names(desk: Desk) -> list[str]:
    """Everything that may be asked for."""
    found = [*VERBS, *CLAIMS, *QUESTIONS, *TELLINGS, *_pages()]
    found += [name for family in FAMILIES.values() for name in family]
    found += [_words_of(event) for event in _events()]
    found += [name for topic in _TOLD.topics() for name in _TOLD.own(topic)]
    found += [*desk.glossary.ids, *(clause.id for clause in desk.glossary.clauses())]
    for title in desk.library.titles():
        found.append(title)
        found += [t.clause for card in desk.library.versions(title) for t in card.texts]
    return list(dict.fromkeys(found))


def homes(desk: Desk, name: str) -> list[Home]:
    """Everything of that name: a word may be a verb, too."""
    kinds = (_clause, _card_text, _card, _words, _verb, _question, _event, _sentences, _page)
    found = [home for looked_for in kinds for home in looked_for(desk, name.strip())]
    told = {place for home in found if not home.is_a_sentence for place in home.places}
    return [home for home in found if not (home.is_a_sentence and told.issuperset(home.places))]


def uses(desk: Desk, home: Home, boards: Iterable[Board]) -> Used:
    """What of the scenarios decides by it, brings it about, or writes it."""
    if home.is_decided:
        plays = Repertoire(boards, desk.edition).plays
        below = f"{home.name}/"
        covered = coverage(plays, desk)
        own = (c for c in covered if c.clause == home.name or c.clause.startswith(below))
        found = {file for c in own for file in c.decided}
        return Used("decide it", "decides it", tuple(sorted(found)))
    if home.event is not None:
        return Used(
            "bring it about", "brings it about", tuple(_with_event(desk, home.event, boards))
        )
    if home.used is None:
        return Used("use it", "uses it")
    has = home.used
    files = (b.scenario.file for b in boards if has(b))
    return Used("use it", "uses it", tuple(Path(file).as_posix() for file in files))


def _with_event(desk: Desk, event: type[Event], boards: Iterable[Board]) -> Iterator[str]:
    for board in boards:
        steps = replay(board, desk.book)
        if any(isinstance(happened, event) for step in steps for happened in step.events):
            yield Path(board.scenario.file).as_posix()


def lines(home: Home, used: Used, most: int = MOST) -> Iterator[str]:
    """To be read by a person."""
    yield f"{home.name}: {home.kind}"
    width = max((len(place.told) for place in home.places), default=0)
    for place in home.places:
        yield f"  {place.told:{width}}  {place.what}".rstrip()
    number = len(used.files)
    if home.cards:
        more = f" … and {len(home.cards) - most} more" if len(home.cards) > most else ""
        yield f"  on cards: {', '.join(home.cards[:most])}{more}"
    if home.is_used:
        verb = used.how if number != 1 else used.how_one
        yield f"  {number or 'no'} {'scenario' if number == 1 else 'scenarios'} {verb}"
        yield from (f"    {file}" for file in used.files[:most])
        if number > most:
            yield f"    … and {number - most} more; --all lists them"


def record(told: Iterable[tuple[Home, Used]]) -> dict[str, object]:
    """What `--format json` prints."""
    return {
        "format": FORMAT,
        "found": [
            {
                "name": home.name,
                "kind": home.kind,
                "places": [place._asdict() for place in home.places],
                "cards": list(home.cards),
                "scenarios": list(used.files),
            }
            for home, used in told
        ],
    }


# -- the kinds of things ----------------------------------------------------------------------


def _clause(desk: Desk, name: str) -> Iterator[Home]:
    entry = desk.glossary.entry(name)
    if entry is not None:
        places = (Place(_in_package(entry.file), 1, f"the entry, {len(entry.clauses)} clauses"),)
        yield Home("entry", name, places)
    clause = desk.glossary.clause(name) if "/" in name else None
    if clause is None:
        return
    whole = desk.glossary.entry(clause.entry)
    assert whole is not None
    file = _in_package(whole.file) if not whole.file.startswith(clause.entry + "/") else ""
    found = [Place(file, clause.span.line, "the clause")] if file else []
    for rule in desk.book.rules:
        if rule.clause == clause.id and not isinstance(rule.function, ByWords):
            found.append(_of_code(rule.function, f"{rule.verb}: {_said_by(rule.function)}"))
    for layer in desk.edition.layers:
        for change in layer.changes:
            if change.clause == clause.id:
                found.append(Place(change.file, change.span.line, f"changed by {layer.name}"))
    for title in desk.library.titles():
        for card in desk.library.versions(title):
            for text in card.texts:
                if clause.id in text.clauses():
                    found.append(_in_card_file(title, text.id, f"{title}: {text.clause}"))
    yield Home("clause", clause.id, tuple(dict.fromkeys(found)))


def _card_text(desk: Desk, name: str) -> Iterator[Home]:
    slug, _, text = name.removeprefix("card.").partition("/")
    if not name.startswith("card.") or not text:
        return
    for card in desk.library.versions(slug):
        if any(t.clause == name for t in card.texts):
            yield Home("text of a card", name, (_in_card_file(card.title, text, card.title),))
            return


def _card(desk: Desk, name: str) -> Iterator[Home]:
    cards = desk.library.versions(slug_of(folded(name)))
    if cards and folded(cards[0].title) == folded(name):
        title = cards[0].title
        places = tuple(
            _in_card_file(title, text.id, text.clause) for c in cards for text in c.texts
        )
        first = Place(_card_file(title), 1, f"the card ({cards[0].type})")
        yield Home(
            "card",
            title,
            (first, *dict.fromkeys(places)),
            lambda board: title in board.scenario.text,
        )


def _words(desk: Desk, name: str) -> Iterator[Home]:
    for family, words in FAMILIES.items():
        if name in words:
            made = words[name].made
            place = _of_code(made, _said_by(made), words[name].example)
            cards = tuple(
                title
                for title in desk.library.titles()
                if any(_says(text, made) for c in desk.library.versions(title) for text in c.texts)
            )
            yield Home(f"word of {family}", name, (place,), _with_word(made), cards)


def _with_word(made: type[Part]) -> Callable[[Board], bool]:
    def has(board: Board) -> bool:
        described = board.scenario.cards
        cards = (*described.whole, *(added.print for added in described.added))
        return any(_says(text, made) for card in cards for text in card.texts)

    return has


def _says(text: Text, made: type[Part]) -> bool:
    parts = (*text.conditions, *text.costs, *text.result, *text.constantly)
    return any(type(part) is made for part in parts_in(parts))


def _verb(desk: Desk, name: str) -> Iterator[Home]:
    verb = VERBS.get(name) or CLAIMS.get(name)
    if verb is not None:
        tried = re.compile(rf"\b(?:light|dark|both) {re.escape(name)}\b")
        place = _of_code(type(verb), _said_by(type(verb)))
        sentences = tuple(_sentence_places("attempts", name))
        yield Home("verb", name, (place, *sentences), _written(tried))


def _written(sought: re.Pattern[str]) -> Callable[[Board], bool]:
    return lambda board: sought.search(board.scenario.text) is not None


def _question(desk: Desk, name: str) -> Iterator[Home]:
    if name in QUESTIONS:
        asked = re.compile(rf"\bask: *[\"']?{re.escape(name)}\b(?! \w)")
        place = _of_code(QUESTIONS[name].answer, _said_by(QUESTIONS[name].answer), f'"{name}"')
        sentences = tuple(_sentence_places("questions", name))
        yield Home("question", name, (place, *sentences), _written(asked))


def _event(desk: Desk, name: str) -> Iterator[Home]:
    for event in _events():
        if folded(name) in (folded(event.__name__), folded(_words_of(event))):
            told = [n for n, telling in TELLINGS.items() if telling.event is event]
            sentences = [p for n in told for p in _sentence_places("events", n)]
            place = _of_code(event, _said_by(event))
            yield Home("event", event.__name__, (place, *sentences), event=event)


def _sentences(desk: Desk, name: str) -> Iterator[Home]:
    for topic in _TOLD.topics():
        places = tuple(_sentence_places(topic, name))
        if places:
            yield Home(f"sentence ({topic})", name, places)


def _page(desk: Desk, name: str) -> Iterator[Home]:
    for page, file in _pages().items():
        if name in (page, file.name):
            yield Home("page", page, (Place(_in_package(str(file)), 1, ""),))


def _pages() -> dict[str, Path]:
    """Pages of the manual and templates, by their names."""
    found = sorted((PACKAGE / "manual").rglob("*.md"), reverse=True)  # English goes over French
    manual = {p.stem: p for p in found}
    layouts = {p.name: p for p in sorted(templates().rglob("*.j2"))}
    return {**layouts, **manual}


def _events() -> list[type[Event]]:
    found: list[type[Event]] = []
    waiting = list(Event.__subclasses__())
    while waiting:
        event = waiting.pop(0)
        found.append(event)
        waiting += event.__subclasses__()
    return list({event.__name__: event for event in found}.values())  # the one with its slots


def _words_of(event: type[Event]) -> str:
    return _CAMEL.sub(" ", event.__name__).lower()


# -- files and lines -----------------------------------------------------------------------------


def _in_package(file: str) -> str:
    path = Path(file)
    if path.is_absolute():
        inside = (PACKAGE.parent, templates().parent)
        for folder in inside:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return path.as_posix()
    return f"{PACKAGE.name}/{path.as_posix()}"


def _of_code(thing: object, what: str, written: str = "") -> Place:
    """Where a function or class begins; of one that was made in a loop, where its words stand."""
    module = inspect.getmodule(thing)
    assert isinstance(module, ModuleType) and module.__file__ is not None
    file = _in_package(module.__file__)
    source = Path(module.__file__).read_text("utf-8")
    for line in (_begins(thing), _written_at(source, written)):
        if line and (not written or written in source.splitlines()[line - 1] or line == 1):
            return Place(file, line, what)
    return Place(file, _begins(thing) or _written_at(source, written) or 1, what)


def _begins(thing: object) -> int:
    try:
        return inspect.getsourcelines(thing)[1]  # type: ignore[arg-type]
    except (OSError, TypeError):
        return 0


def _written_at(source: str, written: str) -> int:
    lines = source.splitlines()
    return next((n for n, line in enumerate(lines, 1) if written and written[:40] in line), 0)


def _said_by(thing: object) -> str:
    """The first sentence of what it says of itself; else its name, which says it."""
    told = " ".join((inspect.getdoc(thing) or "").split()).partition(". ")[0]
    return told or str(getattr(thing, "__name__", "")).replace("_", " ")


def _card_file(title: str) -> str:
    return f"{PACKAGE.name}/cards/{slug_of(folded(title))}.yaml"


def _in_card_file(title: str, text_id: str, what: str) -> Place:
    file = _card_file(title)
    text, _ = read_text(PACKAGE.parent / file)
    mark = re.compile(rf"^\s*(?:- )?id: *{re.escape(text_id)}\s*$")
    lines = enumerate(text.splitlines(), 1)
    return Place(file, next((n for n, line in lines if mark.match(line)), 1), what)


def _sentence_places(topic: str, name: str) -> Iterator[Place]:
    """Where a sentence stands, in every language that has it."""
    mark = re.compile(rf"^[\"']?{re.escape(name)}[\"']?:")
    for code in languages():
        for folder in language(code).folders if name in language(code).own(topic) else ():
            path = folder / f"{topic}.yaml"
            lines = enumerate(read_text(path)[0].splitlines(), 1)
            line = next((n for n, line in lines if mark.match(line)), 0)
            if line:
                yield Place(_in_package(str(path)), line, f"how it is said ({code})")

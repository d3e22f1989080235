"""The pages of the book, written where they differ from what is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from markupsafe import Markup

from adjudicator import writing
from adjudicator.book.gather import Case, Ruled, gather, page_name
from adjudicator.book.labels import following, labels, topic_name
from adjudicator.book.page import Place, assets_of_a_book, page, page_of, sealed_page
from adjudicator.cards.load import bound_clauses
from adjudicator.cards.model import Blueprint
from adjudicator.cards.read import NUMBERS as CARD_NUMBERS
from adjudicator.glossary.load import Clause, Entry
from adjudicator.manual.pages import page as page_of_the_manual
from adjudicator.manual.pages import pages
from adjudicator.manual.web import html
from adjudicator.regress.coverage import Covered, coverage
from adjudicator.regress.plays import Play
from adjudicator.ruling.browse import coverage_of
from adjudicator.ruling.card_pages import told
from adjudicator.ruling.seal import seal
from adjudicator.ruling.words import words
from adjudicator.ruling.write import Writer, with_sentence
from adjudicator.session import Desk, Loaded
from adjudicator.source import folded
from adjudicator.speech import LANGUAGES

FORMAT = "adjudicator-book/2"
CONTENTS = "contents.json"
Record = dict[str, Any]


class Written(NamedTuple):
    """How many pages there are, and what happened to their files."""

    pages: int
    written: int
    removed: int


class Book:
    """Collects while rulings pass by, then writes what refers to all of them."""

    def __init__(
        self, desk: Desk, folder: Path, own: Path | None = None, with_desk: bool = False
    ) -> None:
        self.desk = desk
        self.folder = folder
        self.own = own
        self.with_desk = with_desk
        self.rulings: list[Ruled] = []
        self.citing: dict[str, list[Ruled]] = {}  # by entry
        self.involving: dict[str, list[Ruled]] = {}  # by the name of a card's page
        self.cards: dict[str, Blueprint] = {}
        for title in desk.library.titles():
            for print_ in desk.library.versions(title)[:1]:
                self.cards[page_name(print_.title)] = print_
        self.known = frozenset(self.cards)
        self.writers = {language: Writer(desk.glossary, language) for language in LANGUAGES}

    def write(
        self,
        scenarios: Iterable[Loaded],
        force: bool = False,
        waiting: Callable[[], None] = lambda: None,
    ) -> Written:
        with writing.site(self.folder, CONTENTS, FORMAT, force, waiting) as self.site:
            self._make(scenarios)
            pages = sum(name.endswith(".html") for name in self.site.files)
            return Written(pages, *self.site.settle(_is_ours, force))

    def _make(self, scenarios: Iterable[Loaded]) -> None:
        covered = coverage(self._plays(gather(self.desk, scenarios)), self.desk)
        self._assets()
        for language in LANGUAGES:
            self._lists(language)
            self._entries(language, {c.clause: c for c in covered})
            self._cards(language)
            self._coverage(language, covered)
            self._manual(language)
        self._page("index.html", "landing", "en", "", {})

    def _plays(self, cases: Iterable[Case]) -> Iterator[Play]:
        """Each case's pages are written while its play goes on to be counted."""
        earlier: Case | None = None
        for case in cases:
            if earlier is not None:
                self._ruling(earlier, case)
            self._note(case)
            yield case.play
            earlier = case
        if earlier is not None:
            self._ruling(earlier, None)

    # -- rulings ---------------------------------------------------------------------

    def _note(self, case: Case) -> None:
        ruling = case.ruling
        says = {name: writer.headline(ruling)["says"] for name, writer in self.writers.items()}
        for name, print_ in case.cards.items():
            self.cards.setdefault(name, print_)
        ruled = Ruled(
            case.name,
            case.topic,
            ruling["scenario"]["title"],
            ruling["scenario"]["question"],
            ruling["answer"]["verdict"],
            says,
            tuple(print_.title for print_ in case.cards.values()),
        )
        self.rulings.append(ruled)
        for entry in ruling["cited"]:
            self.citing.setdefault(entry["entry"], []).append(ruled)
        for name in case.cards:
            self.involving.setdefault(name, []).append(ruled)

    def _ruling(self, case: Case, following: Case | None) -> None:
        before = self.rulings[-2].name if len(self.rulings) > 1 else None  # the last is its own
        ruling = with_sentence(case.ruling, self.desk.glossary)
        sealed = seal(ruling, case.loaded.file, case.loaded.text, self.desk.edition)
        after = following.name if following else None
        place = Place(case.name, case.topic, before, after, self.with_desk)
        for language in LANGUAGES:
            made = sealed_page(
                self.desk.glossary, case.loaded, ruling, sealed, place, language, self.own
            )
            self.site.put(page_of(language, case.name), made)

    def _link(self, ruled: Ruled, language: str, base: str) -> Record:
        typeset = self.writers[language].set
        return {
            "href": f"{base}rulings/{ruled.name}.html",
            "title": typeset(_either(ruled.title, language)),
            "question": typeset(_either(ruled.question, language)),
            "verdict": ruled.verdict,
            "word": words(language).table("verdict").get(ruled.verdict or "", ""),
            "says": ruled.says[language],
        }

    # -- lists -----------------------------------------------------------------------

    def _lists(self, language: str) -> None:
        topics: dict[str, list[Record]] = {}
        for ruled in self.rulings:
            topics.setdefault(ruled.topic, []).append(self._link(ruled, language, ""))
        named = {topic: topic_name(topic, language) for topic in topics}
        shown = [
            {"id": topic, "name": name, "rulings": topics[topic]}
            for topic, name in sorted(named.items(), key=lambda pair: folded(pair[1]))
        ]
        self._page(f"{language}/index.html", "index", language, "", {"topics": shown})
        asked = [self._link(ruled, language, "") for ruled in self.rulings]
        asked.sort(key=lambda r: (not r["question"], folded(r["question"]), folded(r["title"])))
        self._page(f"{language}/questions.html", "questions", language, "", {"rulings": asked})
        entries = sorted(
            (self._entry_link(entry, language, "") for entry in self.desk.glossary.all()),
            key=lambda link: folded(link["title"]),
        )
        self._page(f"{language}/glossary.html", "entries", language, "", {"entries": entries})
        cards = [self._card_link(name, "") for name in self.cards]
        cards.sort(key=lambda link: folded(link["title"]))
        self._page(f"{language}/cards.html", "cards", language, "", {"cards": cards})

    def _entry_link(self, entry: Entry, language: str, base: str) -> Record:
        other = following(language)
        return {
            "href": f"{base}glossary/{entry.id}.html",
            "title": self.writers[language].set(entry.title[language]),
            "other": self.writers[other].set(entry.title[other]),
            "other_language": other,
            "rulings": len(self.citing.get(entry.id, ())),
        }

    def _card_link(self, name: str, base: str) -> Record:
        rulings = len(self.involving.get(name, ()))
        title = self.cards[name].title
        return {"href": f"{base}cards/{name}.html", "title": title, "rulings": rulings}

    # -- entries -----------------------------------------------------------------------

    def _entries(self, language: str, covered: Mapping[str, Covered]) -> None:
        glossary = self.desk.glossary
        referring: dict[str, list[Entry]] = {}
        for entry in glossary.all():
            for name in entry.see:
                referring.setdefault(name, []).append(entry)
        disputes = {dispute["id"]: dispute for dispute in glossary.disputes}
        for entry in glossary.all():
            see = [found for name in entry.see if (found := glossary.entry(name))]
            cards = [page_name(title) for title in entry.cards]
            context = {
                "title": self.writers[language].set(entry.title[language]),
                "other_title": self._entry_link(entry, language, "../")["other"],
                "entry": entry.id,
                "source": None if entry.is_outside else entry.source,
                "clauses": [
                    self._clause(c, language, covered.get(c.id), disputes) for c in entry.clauses
                ],
                "see": [self._entry_link(e, language, "../") for e in see],
                "from_": [
                    self._entry_link(e, language, "../") for e in referring.get(entry.id, ())
                ],
                "cards": [self._card_link(name, "../") for name in cards if name in self.cards],
                "others": [t for t in entry.cards if page_name(t) not in self.cards],
                "rulings": [self._link(r, language, "../") for r in self.citing.get(entry.id, ())],
            }
            self._page(f"{language}/glossary/{entry.id}.html", "entry", language, "../", context)

    def _clause(
        self, clause: Clause, language: str, covered: Covered | None, disputes: Mapping[str, Any]
    ) -> Record:
        told, typeset = labels(language), self.writers[language].set
        notes = []
        if clause.acts:
            number = len(covered.decided) if covered else 0
            notes.append(told["decides_in"].format(n=number) if number else told["decides_nowhere"])
        notes += [told["pending"]] if clause.pending else []
        notes += [told["cited"]] if clause.cited else []
        links = [("restates", clause.restates)] if clause.restates else []
        links += [("despite", name) for name in clause.despite]
        return {
            "id": clause.id,
            "anchor": "clause-" + clause.id.replace("/", "--"),
            "text": typeset(clause.text[language]),
            "notes": notes,
            "links": [
                {
                    "word": told[word],
                    "clause": name,
                    "href": f"{name.partition('/')[0]}.html#clause-{name.replace('/', '--')}",
                }
                for word, name in links
            ],
            "dispute": self.writers[language].dispute(disputes.get(clause.disputed or "")),
        }

    # -- cards ---------------------------------------------------------------------------

    def _cards(self, language: str) -> None:
        typeset = self.writers[language].set
        naming: dict[str, list[Record]] = {}
        for entry in self.desk.glossary.all():
            for named in {page_name(title) for title in (*entry.cards, entry.title["en"])}:
                naming.setdefault(named, []).append(self._entry_link(entry, language, "../"))
        for name, card in self.cards.items():
            facts = [
                {
                    "name": words(language).language.plain("cards").get(f"number {key}", key),
                    "value": told(key, card.facts[key]) or "✓",
                }
                for key in CARD_NUMBERS
                if card.facts.get(key) is not None
            ]
            context = {
                "card": card.title,
                "is_known": name in self.known,
                "kind": self._kind(card, language),
                "facts": facts,
                "texts": [
                    {"says": typeset(t.says.get(language, "")), "clause": t.clause}
                    for t in card.texts
                    if t.says
                ],
                "not_modelled": [typeset(speech.get(language, "")) for speech in card.not_modelled],
                "naming": naming.get(name, []),
                "rulings": [self._link(r, language, "../") for r in self.involving.get(name, ())],
            }
            self._page(f"{language}/cards/{name}.html", "card", language, "../", context)

    def _kind(self, card: Blueprint, language: str) -> str:
        parts = [labels(language)[str(card.side)]] if card.side else []
        spoken = words(language)
        parts += [spoken.term("type", part) for part in (card.type, card.subtype) if part]
        return " · ".join(dict.fromkeys(parts))

    # -- coverage ---------------------------------------------------------------------------

    def _coverage(self, language: str, covered: Iterable[Covered]) -> None:
        decided = {c.clause for c in covered if c.decided}
        acting = frozenset(bound_clauses(self.desk.library))
        rows, keys = [], ("clauses", "acting", "decided", "cited", "pending")
        for entry in self.desk.glossary.all():
            row = coverage_of(entry, acting)
            row["decided"] = sum(c.id in decided for c in entry.clauses)
            figures = [row[key] for key in keys]
            rows.append({**self._entry_link(entry, language, ""), "figures": figures})
        total = [sum(row["figures"][i] for row in rows) for i in range(len(keys))]
        says = labels(language)["coverage_says"].format(
            rulings=len(self.rulings), **dict(zip(keys, total, strict=True))
        )
        context = {"rows": rows, "totals": total, "says": says}
        self._page(f"{language}/coverage.html", "coverage", language, "", context)

    # -- manual -----------------------------------------------------------------------------

    def _manual(self, language: str) -> None:
        listed = pages(language)
        title = labels(language)["manual"]
        links = [{"href": f"manual/{one.name}.html", "title": one.title} for one in listed]
        self._page(
            f"{language}/manual.html", "manual", language, "", {"title": title, "pages": links}
        )
        for one in listed:
            context = {
                "title": one.title,
                "text": Markup(html(one.text, lambda name: f"{name}.html")),
                "text_lang": one.language,
            }
            self._page(f"{language}/manual/{one.name}.html", "manual", language, "../", context)

    # -- files --------------------------------------------------------------------------------

    def _assets(self) -> None:
        for name, text in assets_of_a_book().items():
            self.site.put(f"assets/{name}", text)
        self.site.put("assets/search.js", self._index())

    def _index(self) -> str:
        """What the search looks through, as a script: a page off the disk may fetch nothing."""
        found = []
        for entry in self.desk.glossary.all():
            text = [*entry.title.values(), *(t for c in entry.clauses for t in c.text.values())]
            text += [c.id for c in entry.clauses]
            line = ["entry", f"glossary/{entry.id}.html", *_pair(entry.title), _bag(text)]
            also = _meant(word for title in entry.title.values() for word in _words_of(title))
            found.append([*line, " ".join(also)] if also else line)
        for name, card in self.cards.items():
            found.append(["card", f"cards/{name}.html", card.title, card.title, ""])
        for ruled in self.rulings:
            text = [*ruled.question.values(), *ruled.cards]
            found.append(["ruling", f"rulings/{ruled.name}.html", *_pair(ruled.title), _bag(text)])
        for one in pages("en"):
            own = [page_of_the_manual(one.name, language) for language in LANGUAGES]
            titles = [o.title if o is not None else one.title for o in own]
            text = [o.text for o in own if o is not None]
            found.append(["page", f"manual/{one.name}.html", *titles, _bag(text)])
        return "window.BOOK = " + json.dumps(found, separators=(",", ":")) + ";\n"

    def _page(self, name: str, template: str, language: str, base: str, context: Record) -> None:
        self.site.put(name, page(name, template, language, base, context, self.own))


def _is_ours(name: str) -> bool:
    """Whether it is a name this program gives; nothing else is ever removed."""
    if "\\" in name:
        return False
    parts = name.split("/")
    return parts[0] in LANGUAGES and ".." not in parts and name.endswith(".html")


def _either(speech: Mapping[str, str], language: str) -> str:
    return speech.get(language) or next(iter(speech.values()), "")


def _pair(speech: Mapping[str, str]) -> list[str]:
    return [_either(speech, language) for language in LANGUAGES]


def _bag(texts: Iterable[str]) -> str:
    """The words of some texts, each once."""
    said = dict.fromkeys(word for text in texts for word in _words_of(text))
    return " ".join(dict.fromkeys([*said, *_meant(said)]))


def _meant(said: Iterable[str]) -> list[str]:
    """Other words by which people look for these."""
    known = set(said)
    return [other for word, others in _also_called() if word in known for other in others]


def _words_of(text: str) -> list[str]:
    bare = "".join(c if c.isalnum() else " " for c in folded(text))
    return [word for word in bare.split() if len(word) > 2]


@lru_cache(maxsize=1)
def _also_called() -> list[tuple[str, list[str]]]:
    """Words that the texts use, with others by which people look for them."""
    found = []
    for code in LANGUAGES:
        for line in words(code).language.plain("search").values():
            word, _, others = line.partition("=")
            found.append((_words_of(word)[0], _words_of(others)))
    return found

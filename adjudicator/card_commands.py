"""What `adjudicator cards` does: import the community's database, search, show a card, print
the page of the card vocabulary."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import writing
from adjudicator.commands import (
    USAGE,
    WRONG,
    Stop,
    counted,
    one_of,
    open_desk,
    spoken,
    unwritable,
    waiting,
)
from adjudicator.session import Desk, scenario_files
from adjudicator.source import did_you_mean, folded, said, show
from adjudicator.speech import in_language
from adjudicator.terminal import spelled

if TYPE_CHECKING:
    from adjudicator.cards.model import Blueprint
    from adjudicator.ruling.card_pages import Shown

MOST_TOLD = 50  # problems of an import that are printed one by one


def cards(
    asked: list[str],
    form: str = "text",
    lang: str | None = None,
    scenarios: str = "scenarios",
    type_: str = "character",
) -> None:
    """Imports, shows one card, reads a printed text, counts what is read, prints the vocabulary,
    or searches."""
    one_of("--format", form, ("text", "json"))
    lang = spoken(lang)
    if not asked:
        raise Stop(
            USAGE,
            said("say-what-to-look-for-show-title"),
        )
    match asked:
        case ["import", *files]:
            _import(files)
        case ["vocabulary"]:
            from adjudicator.words.page import vocabulary_page

            sys.stdout.write(vocabulary_page())
        case ["coverage", *era] if len(era) < 2:
            sys.stdout.write(_coverage(era[0] if era else "all", form))
        case ["show", *title] if title:
            sys.stdout.write(_show(" ".join(title), form, lang, scenarios))
        case ["read", *title] if title:
            sys.stdout.write(_read(" ".join(title), form, lang, type_))
        case _:
            from adjudicator.ruling.card_pages import CardPages, search

            desk = open_desk()
            pages = CardPages(desk.library, lang, form)
            sys.stdout.write(pages.found(search(desk.library, asked)))


def _import(files: list[str]) -> None:
    from adjudicator.cards.community import bring_in
    from adjudicator.cards.pool import Pool

    if not files:
        raise Stop(USAGE, said("cards-import-takes-the-files-of-the"))
    pool = Pool()
    writing.clear(pool.file.parent)
    with unwritable(pool.file):
        brought = bring_in(files, pool, lambda: waiting(pool.file.parent))
    for problem in brought.problems[:MOST_TOLD]:
        print(show(in_language(problem)), file=sys.stderr)
    left = len(brought.problems) - MOST_TOLD
    if left > 0:
        print(f"… and {counted(left, 'problem')} more", file=sys.stderr)
    if not brought.written:
        raise Stop(WRONG, said("no-card-could-be-read-nothing-was"))
    counts = Counter((r["type"], r["side"]) for r in brought.records)
    kinds = Counter(r["type"] for r in brought.records)
    print(f"{'type':<18}{'light':>7}{'dark':>7}{'total':>7}")
    for kind, total in kinds.most_common():
        print(f"{kind:<18}{counts[kind, 'light']:>7}{counts[kind, 'dark']:>7}{total:>7}")
    light = sum(n for (_, side), n in counts.items() if side == "light")
    print(f"{'total':<18}{light:>7}{len(brought.records) - light:>7}{len(brought.records):>7}")
    if brought.kept:
        print(f"kept from before: {counted(brought.kept, 'card')}")
    print(f"wrote {pool.file}", file=sys.stderr)
    if brought.problems:
        raise Stop(
            WRONG,
            said("all-other-cards-are-there", count=counted(len(brought.problems), "problem")),
        )


def _show(title: str, form: str, lang: str, scenarios: str) -> str:
    from adjudicator.ruling.card_pages import CardPages

    desk = open_desk()
    versions = _versions(desk, title)
    names = {folded(shown.card.title) for shown in versions}
    names |= {folded(name) for shown in versions for name in shown.record.get("names", ())}
    entries = [
        entry.id
        for entry in desk.glossary.all()
        if any(folded(card) in names for card in entry.cards)
    ]
    pages = CardPages(desk.library, lang, form)
    return pages.card(versions, entries, _involving(desk, names, scenarios))


def _read(asked: str, form: str, lang: str, type_: str) -> str:
    """What is understood of a printed text: of a card's by its title, of a file's, or as piped in."""
    import json

    from adjudicator.reading.reading import CardReader
    from adjudicator.reading.telling import as_data, page

    desk = open_desk()
    reader = CardReader.of(desk.library)
    if asked == "-" or Path(asked).is_file():
        text = sys.stdin.read() if asked == "-" else Path(asked).read_text("utf-8")
        readings = [reader.read(_pasted(text, type_), " ".join(text.split()))]
    else:
        printed = [(s.card, s.record.get("text", "")) for s in _versions(desk, asked)]
        readings = [reader.read(card, text) for card, text in printed if text]
        if not readings:
            raise Stop(WRONG, said("no-printed-text-of-is-known-import", asked=asked))
    if form == "json":
        return (
            spelled(json.dumps([as_data(one) for one in readings], ensure_ascii=False, indent=2))
            + "\n"
        )
    return "\n".join(page(one, lang) for one in readings)


def _coverage(era: str, form: str) -> str:
    """How much of the imported texts is read."""
    import json

    from adjudicator.reading.coverage import ERAS, as_data, readings, table, tally

    one_of("the era", era, ERAS)
    desk = open_desk()
    counts = tally(readings(desk.library, era))
    if not counts:
        raise Stop(WRONG, said("no-card-with-a-printed-text-is"))
    return json.dumps(as_data(counts), indent=2) + "\n" if form == "json" else table(counts)


def _pasted(text: str, type_: str) -> Blueprint:
    """A card of which only its text and its type are known."""
    from adjudicator.cards.model import Blueprint
    from adjudicator.cards.read import TYPES

    one_of("--as", type_, TYPES)
    return Blueprint(title="Pasted text", side=None, type=type_)


def _versions(desk: Desk, title: str) -> list[Shown]:
    """The card as each side has it; stops with the candidates where several could be meant."""
    from adjudicator.cards.pool import blueprint_of
    from adjudicator.cards.read import slug_of
    from adjudicator.game import Side
    from adjudicator.ruling.card_pages import Shown

    library = desk.library
    found: list[Shown] = []
    candidates: dict[str, None] = {}
    for side in Side:
        meant = library.meant(title, side)
        candidates.update(dict.fromkeys(f"{t} ({i})" if i else t for t, i in meant.candidates))
        card = meant.card and (meant.card.before_reading or meant.card)
        if card is None or any(shown.card == card for shown in found):
            continue
        lines = library.pool.numbered(card.id) if card.id else []
        lines += library.pool.named(slug_of(folded(card.title)), side)
        records = library.pool.records(lines)
        same = (r for r in records if card in (b := blueprint_of(r), library.ours(b)))
        found.append(Shown(card, "pool" if card.imported else "library", next(same, {})))
    if candidates and not found:
        raise Stop(
            WRONG, said("may-be-any-of", title=title, candidates="; ".join(list(candidates)[:25]))
        )
    if not found:
        hint = did_you_mean(title, library.known_titles) or said("try-adjudicator-cards-words")
        raise Stop(WRONG, said("no-card-is-titled", title=title, hint=hint))
    return found


def _involving(desk: Desk, names: set[str], scenarios: str) -> list[str]:
    """The scenarios in which the card lies somewhere or is played."""
    involved = []
    for path in scenario_files([scenarios] if Path(scenarios).is_dir() else []):
        board = desk.load(path).board
        if board and any(folded(card.title) in names for card in board.table.cards.values()):
            involved.append(str(path))
    return involved

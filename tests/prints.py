"""Texts as no card has them: `python tests/prints.py --texts 10000 --seed 1`.

They are made from the grammar itself (whatever it can read, put together at random, and then
words swapped, doubled, cut out and exchanged), so that they come near to what is read. None may
break the reading, take long, or be read in one way now and in another later; where the
community's files lie beside the project, `--cards DIR` splices what is printed there, too."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint
from adjudicator.cards.pool import Pool
from adjudicator.game import Side
from adjudicator.reading import parsing
from adjudicator.reading.nouns import CARDS_BY_WORDS, PLACES_BY_WORDS
from adjudicator.reading.phrases import STATS
from adjudicator.reading.reading import CardReader, Reading
from adjudicator.words.book import WORDS

MOST = 0.5  # seconds of processor time for one text
KINDS = ("character", "starship", "vehicle", "location", "device", "weapon", "creature", "effect",
         "interrupt", "objective")  # fmt: skip
_DEEP = 5  # from here on the shortest way to say something is taken
_STATES = ("alone", "in battle", "undercover", "armed", "present", "piloting", "here", "captive")
_ODD = (
    "²", "+²", "٣", "9" * 5000, "-0", "½", "•", "(V)", "(", ")", "OR", "USED:", "LOST:", "Light:", "Dark (2):",
    "//", "[Pilot]", "[]", "«", "\u202e", "\ud800", "'", '"', "non-", "and/or", "A.", "Lt.", ". . .", "X", "limit",
    "e\u0301", "\N{NO-BREAK SPACE}", "\t", "\0", "{{ x }}", "<b>",
)  # fmt: skip


class Printer:
    """Puts texts together, from a seed and a number alone."""

    def __init__(self, titles: tuple[str, ...], printed: tuple[str, ...] = ()) -> None:
        self.titles = titles
        self.printed = printed
        self.nouns = sorted(map(" ".join, CARDS_BY_WORDS))
        self.places = sorted(map(" ".join, PLACES_BY_WORDS))
        of = {name: tuple(scans) for name, scans in self._scanned().items()}
        self.scans: dict[str, tuple[Callable[[Random, int], str], ...]] = of

    def _scanned(self) -> dict[str, list[Callable[[Random, int], str]]]:
        """How those categories are put that are found by a function."""

        def one(*words: str) -> Callable[[Random, int], str]:
            return lambda random, _: random.choice(words)

        def some(pattern: str) -> Callable[[Random, int], str]:
            return lambda random, depth: self._expanded(parsing.compiled(pattern), random, depth)

        def listed(category: str) -> Callable[[Random, int], str]:
            def several(random: Random, depth: int) -> str:
                count = 1 if depth > _DEEP else random.choice((1, 1, 2, 3, 9))
                said = [self.said(category, random, depth + 1) for _ in range(count)]
                last = random.choice((" and ", " or ", ", "))
                return last.join(x for x in (", ".join(said[:-1]), said[-1]) if x)

            return several

        titles, nouns, places = one(*self.titles), one(*self.nouns), one(*self.places)
        cards = some("{determiner}? {adjective}? {noun} {after}?")
        return {
            "signed": [one("+1", "-2", "+3")], "number": [one("1", "two", "3")],
            "measure": [one("< 3", "> 2", "4 or more", "= 1")], "stat": [one(*STATS)],
            "own name": [one("Vela Corrin", "he", "it", "this card")], "self": [one("he", "she", "it", "here")],
            "noun": [nouns], "adjective": [one("unique", "other", "piloted", "Rebel", "non-droid")],
            "whose": [one("your", "opponent's")], "kind": [nouns], "kinds": [listed("noun")],
            "determiner": [one("your", "a", "each", "opponent's", "another", "any", "two")],
            "after": [some("{addition}")], "cards": [cards], "set": [cards, some("anything {addition}")],
            "one": [some("a|an|your {adjective}? {noun} {after}?"), titles], "whole": [titles],
            "place noun": [places], "place kind": [places], "place": [titles], "places": [some("{place}")],
            "conditions": [listed("condition")], "bare state": [one(*_STATES)], "there": [cards],
            "stats": [listed("stat")], "changes": [listed("change")], "seat": [one("1 passenger", "2 pilots")],
            "seats": [listed("seat")], "title": [titles], "titles": [listed("title")],
            "claims": [listed("claim")], "additions": [some("{number} to {stats}")],
            "bearer": [some("{one}"), some("{place}")], "bearer itself": [one("that character", "starship")],
        }  # fmt: skip

    def said(self, category: str, random: Random, depth: int = 0) -> str:
        """Something of a category, in words."""
        if depth > 2 * _DEEP:
            return random.choice(self.nouns)
        scans, rules = self.scans.get(category, ()), parsing.RULES.get(category, [])
        if scans and (not rules or depth > _DEEP or random.random() < 0.5):
            return random.choice(scans)(random, depth + 1)
        if not rules:
            return category
        return self._expanded(random.choice(rules).pattern, random, depth + 1)

    def _expanded(self, pattern: parsing.Pattern, random: Random, depth: int) -> str:
        match pattern:
            case parsing.Words(words=words):
                return random.choice(sorted(words))
            case parsing.Slot(category=category):
                return self.said(category, random, depth)
            case parsing.Maybe(part=part):
                there = random.random() < (0.5 if depth <= _DEEP else 0.1)
                return self._expanded(part, random, depth) if there else ""
            case parsing.Sequence(parts=parts):
                return " ".join(filter(None, (self._expanded(p, random, depth) for p in parts)))
            case parsing.OneOf(ways=ways):
                return self._expanded(random.choice(ways), random, depth)
        raise AssertionError(pattern)

    def sentence(self, random: Random) -> str:
        said = self.said("sentence", random)
        return f"{said[:1].upper()}{said[1:]}."

    def text(self, seed: int, number: int) -> str:
        """A text: sentences of the grammar or of cards, and what became of them."""
        random = Random(f"{seed}:{number}")
        said = " ".join(self.sentence(random) for _ in range(random.choice((1, 1, 2, 3, 6))))
        if self.printed and random.random() < 0.6:
            one, other = random.choice(self.printed), random.choice((*self.printed, said))
            said = one[: random.randrange(len(one) + 1)] + other[random.randrange(len(other) + 1) :]
        words = said.split(" ")
        for _ in range(random.choice((0, 0, 1, 2, 5))):
            _changed(words, random, self.titles)
        return " ".join(words)


def _changed(words: list[str], random: Random, titles: tuple[str, ...]) -> None:
    """One edit of a text, word by word."""
    at, other = random.randrange(len(words)), random.randrange(len(words))
    match random.randrange(7):
        case 0:
            words[at], words[other] = words[other], words[at]
        case 1 if len(words) > 1:
            del words[at]
        case 2:
            words.insert(at, random.choice(_ODD))
        case 3:
            words[at] = random.choice((*titles, *_ODD))
        case 4:
            words[at:at] = words[min(at, other) : max(at, other) + 1] * random.choice((1, 2, 60))
        case 5:
            words[at] = random.choice((words[at].upper(), words[at].lower(), words[at].title()))
        case _:
            words[at] += random.choice((",", ".", ":", " and", " or", " with a", "'s", ")"))


def card_of(kind: str) -> Blueprint:
    return Blueprint(
        title="Vela Corrin", side=Side.LIGHT, type=kind, copies=1, personas=frozenset({"Vela"})
    )


def readers() -> Callable[[], CardReader]:
    """Readers that know the library's cards only."""
    library = Library(WORDS, pool=Pool(Path("nowhere")))
    return lambda: CardReader.of(library)


def plain(reading: Reading) -> str:
    """What was read and what was not, to compare."""
    told = [(r.sentence.text, r.entry, r.says, r.why_not) for r in reading.sentences]
    return json.dumps([told, reading.card_entry()], sort_keys=True)


def titles_of_the_library() -> tuple[str, ...]:
    return tuple(Library(WORDS, pool=Pool(Path("nowhere"))).titles())


def _of_cards(folder: Path | None) -> tuple[str, ...]:
    found = []
    for path in sorted(folder.glob("*.json")) if folder is not None else ():
        for card in json.loads(path.read_text("utf-8"))["cards"]:
            found += [
                card[f]["gametext"] for f in ("front", "back") if card.get(f, {}).get("gametext")
            ]
    return tuple(found)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--texts", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--cards", type=Path, help="a folder with the community's files")
    told = asked.parse_args()
    printer = Printer(titles_of_the_library(), _of_cards(told.cards))
    fresh = readers()
    reader, again = fresh(), fresh()
    count: Counter[str] = Counter()
    longest = (0.0, 0)
    for number in range(told.texts):
        text, card = printer.text(told.seed, number), card_of(KINDS[number % len(KINDS)])
        began = time.process_time()
        try:
            reading = reader.read(card, text)
            spent = time.process_time() - began
            count["sentences"] += len(reading.sentences)
            count["of them read"] += sum(r.entry is not None for r in reading.sentences)
            count["too slow"] += spent > MOST
            longest = max(longest, (spent, number))
            if number % 10 == 0 and plain(again.read(card, text)) != plain(reading):
                count["read in two ways"] += 1
                print(f"text {number} is read in two ways")
        except Exception as error:
            count["broken"] += 1
            print(f"text {number}: {type(error).__name__}: {str(error)[:200]}")
    print(f"{told.texts} texts of seed {told.seed}; the longest took {longest[0]:.2f} s")
    for what in ("sentences", "of them read", "too slow", "broken", "read in two ways"):
        print(f"{what}: {count[what]}")
    sys.exit(1 if count["too slow"] or count["broken"] or count["read in two ways"] else 0)


if __name__ == "__main__":
    main()

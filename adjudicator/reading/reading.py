"""A printed text, read: function by function, each sentence with what it says or why it is unread."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.cards.check import check_card
from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint
from adjudicator.cards.personas import persona_called
from adjudicator.cards.pool import plain_title
from adjudicator.cards.read import Words, read_blueprint
from adjudicator.reading import (  # noqa: F401 - their rules are registered
    acts,
    bonuses,
    circumstances,
    deploying,
    statements,
    variants,
)
from adjudicator.reading.firing import shot
from adjudicator.reading.folding import groups, is_piece
from adjudicator.reading.gates import lost_words, sign_of
from adjudicator.reading.names import Names
from adjudicator.reading.nodes import node_of
from adjudicator.reading.parsing import MOST_WORK_OF_A_TEXT, Parse
from adjudicator.reading.phrases import Printed
from adjudicator.reading.saying import ENGLISH, FRENCH, CannotSay
from adjudicator.reading.sentences import Sentence, functions
from adjudicator.source import Document, Reader

MOST_PRINTED = 5_000  # signs; twice what the longest text of all has
MOST_WAYS = 10  # to read one sentence; of those that are printed each has one
Entry = dict[str, Any]
_FRAMES = {
    "character": "character", "starship": "craft", "vehicle": "craft", "location": "location",
    "device": "device", "weapon": "weapon", "creature": "creature", "effect": "effect",
    "defensive shield": "effect", "interrupt": "interrupt",
}  # fmt: skip
# Sentences that stand for themselves, whatever else the function says.
_INDEPENDENT = (
    "immune to attrition",
    "seats",
    "permanent pilots",
    "permanents",
    "immune to",
    "when piloting",
    "only to",
    "traits",
)
_STEADY = ("immune to", "seats", "permanent pilots", "permanents", "only to", "traits")
STATIC = frozenset(
    {"facts", "if", "gives", "bars", "lifts", "for", "besides"}
)  # of a plain statement
# Words by which a sentence may change any other one of its function …
_CHANGING = frozenset({
    "instead", "otherwise", "x", "cumulative", "cumulatively", "limit", "limited", "maximum", "doubled",
    "twice", "double", "regardless", "ignore",
})  # fmt: skip
# … and by which it goes on with the one before it.
_POINTING = frozenset(
    {"that", "these", "those", "also", "such", "previous", "above", "unless", "except"}
)
# What only sounds as if it spoke of another sentence.
_COMPLETE = re.compile(
    r"\b(?:not able|unable) to otherwise\b|^cannot deploy otherwise\.?$", re.IGNORECASE
)
_CONJUNCTIONS = ("and", "or", "but")


class Read(NamedTuple):
    """A sentence, and what is made of it: one entry, or why there is none."""

    sentence: Sentence
    entry: Entry | None = None
    says: tuple[str, str] = ("", "")  # in English and in French
    why_not: str = ""  # grammar, ambiguous, unsayable, round trip, trace, vocabulary
    where: str = ""  # the words on which it died
    ways: tuple[Read, ...] = ()  # of an ambiguous sentence, everything it may mean


# What an unread sentence beside a shot must not speak of.
_OF_SHOTS = re.compile(r"^If\b|\b(?:destiny|target|total|otherwise|instead|hit)\b", re.IGNORECASE)


class Folded(NamedTuple):
    """Sentences that make one text together."""

    members: tuple[Read, ...]
    whole: Read


class ReadFunction(NamedTuple):
    name: str
    sentences: tuple[Read, ...]
    folded: tuple[Folded, ...] = ()  # pieces of several sentences, and what they make

    @property
    def whole(self) -> bool:
        return all(
            read.entry is not None and (not _is_a_piece(read) or self._text_of(read) is not None)
            for read in self.sentences
        )

    def _text_of(self, read: Read) -> Folded | None:
        """The text of which a piece is a part."""
        return next((one for one in self.folded if read in one.members), None)

    @property
    def used(self) -> tuple[Read, ...]:
        """What of it can be relied on: all of it, or what no unread sentence can change."""
        read = [r for r in self.sentences if not _is_a_piece(r) or self._text_of(r) is not None]
        if self.name == "or":
            return ()
        if self.whole:
            return tuple(read)
        read = [r for r in read if r.entry is not None]
        unread = [r for r in self.sentences if r not in read]
        deploys = not any(_OF_DEPLOYMENT.search(r.sentence.text) for r in unread)
        if any(map(_may_change_others, unread)):
            return tuple(r for r in read if _is_steady(r, deploys))
        gone_on_with = {
            before.sentence
            for before, after in zip(self.sentences, self.sentences[1:], strict=False)
            if after in unread and _goes_on(after)
        }
        return tuple(
            r
            for r in read
            if _is_steady(r, deploys)
            or (r.sentence not in gone_on_with and _is_independent(r, deploys))
        )

    @property
    def parts(self) -> Iterator[tuple[Read, Entry]]:
        """What is used of it, part by part, pieces as one."""
        for read in self.used:
            if not _is_a_piece(read):
                yield from ((read, part) for part in parts_of(read.entry or {}))
                continue
            made = self._text_of(read)
            if made is not None and made.whole.sentence == read.sentence:
                yield from ((made.whole, part) for part in parts_of(made.whole.entry or {}))


def _is_a_piece(read: Read) -> bool:
    """Whether a sentence is a text only together with others."""
    return is_piece(read.entry) or "fire" in (read.entry or {})


def _may_change_others(read: Read) -> bool:
    text = _COMPLETE.sub("", read.sentence.text)
    words = re.findall(r"[\w'-]+", text.casefold())
    return words[:1] in ([word] for word in _CONJUNCTIONS) or not _CHANGING.isdisjoint(words)


def _goes_on(read: Read) -> bool:
    """Whether it speaks of what the sentence before it says."""
    return not _POINTING.isdisjoint(re.findall(r"[\w'-]+", read.sentence.text.casefold()))


def _is_steady(read: Read, deploys: bool) -> bool:
    """What holds even beside a sentence that may change the text otherwise."""
    entry = read.entry or {}
    if entry.get("role") == "deploy":
        return deploys
    return set(entry) == {"facts"} and all(name in _STEADY for name in entry["facts"])


# What an unread sentence must not speak of where a deployment is read: how this very card comes on table.
_OF_DEPLOYMENT = re.compile(
    r"^\W*(?:also, )?(?:(?:may|must|cannot|can) )?(?:not )?(?:also )?(?:be )?(?:deploy|play)"
    r"|^\W*(?:cannot|must|use \w+ force)\b|\bunless\b|\bto (?:deploy|play)\b(?! (?:from|an?|any|one|two|your|cards)\b)"
    r"|\b(?:Effect|it|this|card|weapon|device)\b[^.]*\b(?:deploy|play)s?\b|\b(?:deploy|play)(?:ed|s)? only\b"
    r"|\bonly (?:be )?(?:deploy|play)|\bwhen deployed\b|\(\s*free\b|\bdeploys? (?:for )?free\b",
    re.IGNORECASE,
)


def _is_independent(read: Read, deploys: bool = False) -> bool:
    """A fact, or a plain statement: it stands for itself, whatever else the text allows or forbids."""
    entry = read.entry or {}
    if "facts" in entry:
        return all(name in _INDEPENDENT for name in entry["facts"])
    if entry.get("role") == "deploy":
        return deploys
    if entry.get("role") == "automatic":
        return True
    return "fire" in entry or is_piece(entry) or (bool(entry) and set(entry) <= STATIC)


class Reading(NamedTuple):
    """What was understood of a card's text."""

    card: Printed
    functions: tuple[ReadFunction, ...]

    @property
    def sentences(self) -> tuple[Read, ...]:
        return tuple(read for function in self.functions for read in function.sentences)

    def taken(self, way: int) -> Reading:
        """With every sentence that may be read in several ways taken in this one."""
        return self._replace(
            functions=tuple(
                f._replace(sentences=tuple(_taken(read, way) for read in f.sentences))
                for f in self.functions
            )
        )

    def card_entry(self) -> dict[str, Any]:
        """What is read as an entry under `cards:`: its facts and its texts."""
        facts: dict[str, Any] = {}
        texts: list[dict[str, Any]] = []
        for function in self.functions:
            for read, part in function.parts:
                for name, value in part.get("facts", {}).items():
                    known = facts.get(name)
                    facts[name] = [*known, *value] if isinstance(known, list) else value
                if "facts" not in part:
                    texts.append(_text(read, part, f"read-{len(texts) + 1}"))
        return {"title": self.card.title, **facts, **({"texts": texts} if texts else {})}


def _taken(read: Read, way: int) -> Read:
    return read.ways[way - 1] if len(read.ways) >= way else read


def parts_of(entry: Entry) -> list[Entry]:
    """A sentence may come to several texts, each with conditions of its own."""
    side = {"for": entry["for"]} if "for" in entry else {}
    others = ({**part, **side} for part in entry.get("besides", ()))
    return [{k: v for k, v in entry.items() if k != "besides"}, *others]


def _text(read: Read, entry: Entry, name: str) -> dict[str, Any]:
    said = {"en": read.says[0], "fr": read.says[1]}
    return {"id": name, "role": "constant", "says": said, **entry}


class CardReader:
    """Reads the texts of cards, with the names that the library and the pool know."""

    def __init__(self, names: Names, words: Words) -> None:
        self.names = names
        self.words = words
        self._read: dict[tuple[str, Printed], Reading] = {}
        self._left = MOST_WORK_OF_A_TEXT

    @classmethod
    def of(cls, library: Library) -> CardReader:
        return cls(Names(library), library.words)

    def read(self, card: Blueprint, text: str) -> Reading:
        """The same text of the same card is read once."""
        printed = printed_of(card)
        key = (text, printed)
        if key not in self._read:
            self._left = MOST_WORK_OF_A_TEXT
            self._read[key] = self._reading(printed, text)
        return self._read[key]

    def _reading(self, card: Printed, text: str) -> Reading:
        found = []
        if len(text) > MOST_PRINTED:
            whole = Read(Sentence(text, 0), why_not="grammar", where=text[:60])
            return Reading(card, (ReadFunction("", (whole,)),))
        for function in functions(text, card.type):
            side = function.name if card.type == "location" else ""
            framed = self.framed(card, function.sentences)
            reads = tuple(self.sentence(framed, sentence, side) for sentence in function.sentences)
            found.append(self._folded(card, ReadFunction(function.name, reads)))
        return Reading(card, tuple(found))

    def framed(self, card: Printed, sentences: tuple[Sentence, ...]) -> Printed:
        """What the rest of a text speaks of, by where its first sentence lets the card deploy."""
        if card.frame not in ("effect", "weapon", "device") or not sentences:
            return card
        entries, _ = self._entries(card, sentences[0].text)
        targets = entries[0].get("targets") if len(entries) == 1 else None
        if not targets:
            return card
        if self._is_a_place(targets[0]):
            return card._replace(
                bears="place", frame="placed" if card.frame == "effect" else card.frame
            )
        return card._replace(bears="card")

    def _is_a_place(self, what: Entry) -> bool:
        kinds = what.get("type")
        if "part of" in what or kinds in ("site", "system", "sector", "location"):
            return True
        titles = what.get("title", ())
        named = self.names.meant(titles) if isinstance(titles, str) else ()
        return any(name.kind == "place" for name in named)

    def _folded(self, card: Printed, function: ReadFunction) -> ReadFunction:
        """Its pieces as texts, as far as they are all there and no unread sentence may change them."""
        side = function.name if card.type == "location" else ""
        made = [*self._shot(card, function)]
        entries = [read.entry for read in function.sentences]
        texts = [read.sentence.text for read in function.sentences]
        for members, entry in groups(card.type, function.name, card.subtype, entries, texts):
            own = tuple(function.sentences[n] for n in members)
            made += self._together(card, own, {**entry, "for": side} if side else entry)
        return function._replace(folded=tuple(made))

    def _shot(self, card: Printed, function: ReadFunction) -> Iterator[Folded]:
        pieces = [r for r in function.sentences if r.entry is not None and "fire" in r.entry]
        others = [r for r in function.sentences if r.entry is None]
        made = shot([r.entry["fire"] for r in pieces if r.entry]) if pieces else None
        if made is not None and not any(_OF_SHOTS.search(r.sentence.text) for r in others):
            yield from self._together(card, tuple(pieces), made)

    def _together(self, card: Printed, pieces: tuple[Read, ...], entry: Entry) -> Iterator[Folded]:
        """One text of several sentences, if the vocabulary has nothing against it."""
        says = (" ".join(r.says[0] for r in pieces), " ".join(r.says[1] for r in pieces))
        if not self._invalid(card, entry, says):
            yield Folded(pieces, Read(pieces[0].sentence, entry, says))

    def sentence(self, card: Printed, sentence: Sentence, side: str = "") -> Read:
        """One sentence through the grammar and every gate."""
        if card.frame == "other" or (card.type == "location" and not side):
            return Read(sentence, why_not="grammar", where=sentence.text)
        entries, parse = self._entries(card, sentence.text)
        if not entries:
            return Read(sentence, why_not="grammar", where=_rest(parse, sentence.text))
        ways = [self._gated(card, sentence, entry, side) for entry in entries]
        if len(ways) == 1:
            return ways[0]
        sound = tuple(way for way in ways if way.entry is not None)
        told = " / ".join(way.says[0] for way in sound)
        return Read(sentence, why_not="ambiguous", ways=sound, where=told)

    def _gated(self, card: Printed, sentence: Sentence, entry: Entry, side: str) -> Read:
        """One way to read a sentence, through every gate."""
        try:
            english, french = ENGLISH.sentence(entry), FRENCH.sentence(entry)
        except (CannotSay, KeyError) as cannot:  # a part, or one of its words, has no name
            return Read(sentence, why_not="unsayable", where=str(cannot))
        again, _ = self._entries(card, english)
        if [sign_of(one) for one in again] != [sign_of(entry)]:
            return Read(sentence, why_not="round trip", where=english)
        if lost := lost_words(sentence.text, english, card.calls_itself):
            return Read(sentence, why_not="trace", where=", ".join(lost))
        if side and "facts" not in entry and not is_piece(entry):
            entry = {**entry, "for": side}
        if (
            "fire" not in entry
            and not is_piece(entry)
            and (problem := self._invalid(card, entry, (english, french)))
        ):
            return Read(sentence, why_not="vocabulary", where=problem)
        return Read(sentence, entry, (english, french))

    def entries(self, card: Printed, text: str) -> list[Entry]:
        """Everything that a sentence may mean on that card, before any gate."""
        self._left = MOST_WORK_OF_A_TEXT
        return self._entries(card, text)[0]

    def _entries(self, card: Printed, text: str) -> tuple[list[Entry], Parse]:
        parse = Parse(text, card, self.names, self._left)
        found = parse.whole("sentence")
        self._left -= parse.work
        return found[:MOST_WAYS], parse

    def _invalid(self, card: Printed, entry: Entry, says: tuple[str, str]) -> str:
        """What the reader of hand-written cards has against it."""
        read = ReadFunction("", (Read(Sentence("", 0), entry, says),))
        whole = {**Reading(card, (read,)).card_entry(), "type": card.type}
        return next(iter(problems_of(whole, self.words)), "")


def problems_of(card: dict[str, Any], words: Words) -> list[str]:
    """A card entry through the same reader and checks as one that is written by hand."""
    node = node_of(card)
    reader = Reader(Document("reading", "", node))
    read_blueprint(reader, node, words)
    check_card(reader, node)
    return [problem.message for problem in reader.problems]


def _rest(parse: Parse, text: str) -> str:
    """The words on which the grammar gave up."""
    if parse.furthest >= len(parse.tokens):
        return ""
    return " ".join(token.text for token in parse.tokens[parse.furthest :][:6])


def printed_of(card: Blueprint) -> Printed:
    title = plain_title(card.title).removesuffix(" (V)")
    called = {title, *(persona for persona in card.personas)}
    if card.type == "character":
        head = title.split(",")[0].split(" With ")[0].split(" In ")[0]
        called |= {head, *(w for w in head.split() if len(w) > 2 and _is_short_for(w, card, head))}
    return Printed(
        title=card.title,
        type=card.type,
        subtype=card.subtype,
        frame=_FRAMES.get(card.type, "other"),
        personas=tuple(sorted(card.personas)),
        calls_itself=frozenset(name.casefold() for name in called),
        unique=card.unique,
    )


_NO_NAMES = frozenset(
    [
        "the",
        "of",
        "and",
        "lord",
        "captain",
        "general",
        "admiral",
        "princess",
        "emperor",
        "master",
        "jedi",
        "imperial",
        "rebel",
        "officer",
        "commander",
    ]
)


def _is_short_for(word: str, card: Blueprint, head: str) -> bool:
    """Whether one word of a title stands for the whole: the first, or a persona's short name."""
    if word.casefold() in _NO_NAMES:
        return False
    persona = persona_called(word)
    if persona is not None:
        return persona in card.personas
    return card.unique and word in (head.split()[0], head.split()[-1])

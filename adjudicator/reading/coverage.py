"""How much of a pool's printed texts is read: sentences, functions, cards, by type of card.

A trivial sentence is one that says nothing but what hundreds of cards say; a figure with them in it
flatters. A sentence is *used* when a reading may rely on it: it is read, and so is what it leans on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint
from adjudicator.cards.pool import blueprint_of
from adjudicator.reading.reading import CardReader, Read, Reading

ERAS = ("decipher", "later", "all")
_TRIVIAL = re.compile(
    r"[(\[]?Immune to (?:attrition(?: < \d+)?|[A-Z][\w' -]*(?:(?:, | and |, and )[A-Z][\w' -]*)*)\.?[)\]]?"
    r"|Draw (?:destiny|(?:two|three|\d) destiny)\.?|Deploy on (?:your side of )?table\.?|Plays on table\.?"
    r"|Adds \d+ to (?:the )?power of anything (?:he|she|it) pilots\.?"
    r"|May (?:add|carry) [^.;]*\.?|(?:Has )?[Ss]hip-docking capability\.?"
    r"|Permanent pilots? (?:aboard )?provides? (?:total )?ability of \d\.?|Shuffle, cut,? and replace\.?"
    r"|Your docking bay transit from here (?:requires \d+ Force|is free)\.?"
)


class Tally(NamedTuple):
    """Counts of one type of card."""

    cards: int = 0
    whole_cards: int = 0
    functions: int = 0
    whole_functions: int = 0
    sentences: int = 0
    read: int = 0
    used: int = 0
    telling: int = 0  # sentences that are not trivial
    telling_read: int = 0
    telling_used: int = 0

    def plus(self, other: Tally) -> Tally:
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def is_trivial(sentence: str) -> bool:
    return bool(_TRIVIAL.fullmatch(sentence.strip()))


def era_of(id_: str) -> str:
    """By the number of its set: 1 to 14 and 101 to 112, or 200 and later."""
    number = int(id_.split("_", 1)[0]) if id_[:1].isdigit() else 0
    return "decipher" if 1 <= number <= 14 or 101 <= number <= 112 else (
        "later" if number >= 200 else "other"
    )  # fmt: skip


def readings(
    library: Library, era: str = "all", every: int = 1
) -> Iterator[tuple[Blueprint, Reading]]:
    """Every card of the pool once, by its id and text, read; or each so-and-so-many-th."""
    reader = CardReader.of(library)
    lines = sorted(library.pool.all(), key=lambda line: (_by_number(line.id), line.title))
    seen: set[tuple[str, str]] = set()
    for number, line in enumerate(lines):
        if number % every or era not in ("all", era_of(line.id)):
            continue
        (record,) = library.pool.records([line])
        text = record.get("text", "")
        if text and (line.id or line.title, text) not in seen:
            seen.add((line.id or line.title, text))
            yield (card := blueprint_of(record)), reader.read(card, text)


def _by_number(id_: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", id_))


def tally(found: Iterable[tuple[Blueprint, Reading]]) -> dict[str, Tally]:
    """The counts by type, the commonest first, and of all together under "all"."""
    counts: dict[str, Tally] = {}
    for card, reading in found:
        one = _of(reading)
        for kind in (card.type, "all"):
            counts[kind] = counts.get(kind, Tally()).plus(one)
    return dict(sorted(counts.items(), key=lambda item: (-item[1].sentences, item[0] != "all")))


def _of(reading: Reading) -> Tally:
    sentences = [(function, read) for function in reading.functions for read in function.sentences]
    telling = [(f, r) for f, r in sentences if not is_trivial(r.sentence.text)]
    return Tally(
        cards=1,
        whole_cards=all(function.whole for function in reading.functions),
        functions=len(reading.functions),
        whole_functions=sum(function.whole for function in reading.functions),
        sentences=len(sentences),
        read=sum(_is_read(r) for _, r in sentences),
        used=sum(r in f.used for f, r in sentences),
        telling=len(telling),
        telling_read=sum(_is_read(r) for _, r in telling),
        telling_used=sum(r in f.used for f, r in telling),
    )


def _is_read(read: Read) -> bool:
    return read.entry is not None


_HEAD = (
    f"{'type':<18}{'cards':>6}{'whole':>8}{'functions':>11}{'whole':>8}{'sentences':>11}"
    f"{'read':>8}{'used':>8}{'non-trivial':>13}{'read':>8}{'used':>8}"
)


def table(counts: dict[str, Tally]) -> str:
    """The counts as a table, shares in percent."""
    lines = [_HEAD]
    for kind, one in counts.items():
        lines.append(
            f"{kind:<18}{one.cards:>6}{_share(one.whole_cards, one.cards):>8}"
            f"{one.functions:>11}{_share(one.whole_functions, one.functions):>8}"
            f"{one.sentences:>11}{_share(one.read, one.sentences):>8}"
            f"{_share(one.used, one.sentences):>8}"
            f"{one.telling:>13}{_share(one.telling_read, one.telling):>8}"
            f"{_share(one.telling_used, one.telling):>8}"
        )
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "–"


def as_data(counts: dict[str, Tally]) -> dict[str, Any]:
    return {kind: one._asdict() for kind, one in counts.items()}

"""The imported pool: every card of the players' database, for its facts.

One file in the user's own data folder: a line that says what it is, an index (one line a
name, sorted), and the records. Opening it reads the index alone, a card is read when it is
asked for, and a new file takes the old one's place in a single step.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator import writing
from adjudicator.cards.model import Blueprint, FromPrint, Speech, Text
from adjudicator.cards.personas import full_names
from adjudicator.cards.read import NUMBERS, slug_of, whole_of
from adjudicator.game import Side
from adjudicator.home import data_folder
from adjudicator.source import BadFile, Problem, Span, folded, said

FORMAT = "adjudicator-cards/1"
FILE = "cards.pool"
MOST = 200_000_000  # bytes; far beyond any real pool
_VARIANT = re.compile(r"\s*\((?:[^()]*\bAI(?: \d)?|Readable)\)", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*\([^()]*\)")
TEXTLESS = ("character", "location", "starship", "vehicle")  # play without their text being told


class Listed(NamedTuple):
    """A line of the index: a name of a card, and where its record lies."""

    slug: str
    rank: int  # 0 its title, 1 a shorter name or another face, 2 a virtual card without its (V)
    side: Side
    id: str
    offset: int
    length: int
    title: str


class Pool:
    """The imported cards; without a file there are none, and nothing is read before it is needed."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self._index: bytes | None = None
        self._start = 0

    @property
    def file(self) -> Path:
        return (self.folder or data_folder()) / FILE

    def again(self) -> Pool:
        """As the file now is, whoever has written it meanwhile."""
        self._index = None
        return self

    @property
    def index(self) -> bytes:
        if self._index is None:
            self._index = self._open()
        return self._index

    def _open(self) -> bytes:
        try:
            with open(self.file, "rb") as stream:
                head = stream.readline(200)
                words = head.decode("ascii", "replace").split()
                if len(words) != 3 or words[0] != FORMAT or not all(w.isdigit() for w in words[1:]):
                    raise self._unusable("it was not written by this version")
                size, rest = int(words[1]), int(words[2])
                if os.fstat(stream.fileno()).st_size != len(head) + size + rest or size > MOST:
                    raise self._unusable("it is not complete")
                self._start = len(head) + size
                return stream.read(size)
        except (FileNotFoundError, NotADirectoryError):
            return b""
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from None

    def _unusable(self, why: str) -> BadFile:
        message = said("the-imported-cards-cannot-be-read", why=why)
        problem = Problem(
            str(self.file), Span(1, 1, 1, 1), message, "pool",
            said("import-them-again-with-adjudicator-cards-import"),
        )  # fmt: skip
        return BadFile([problem])

    def _lines(self, wanted: bytes) -> list[Listed]:
        """The lines that begin with these bytes; they stand together, for they are sorted."""
        found = []
        index = self.index
        at = index.find(b"\n" + wanted)
        while at >= 0 and index.startswith(wanted, at + 1):
            end = index.find(b"\n", at + 1)
            found.append(self._line(index[at + 1 : end]))
            at = end
        return found

    def _line(self, line: bytes) -> Listed:
        try:
            slug, rank, side, id_, offset, length, title = line.decode("utf-8").split("\t")
            return Listed(slug, int(rank), Side(side), id_, int(offset), int(length), title)
        except ValueError:
            raise self._unusable("its index is damaged") from None

    def named(self, slug: str, side: Side | None = None) -> list[Listed]:
        """Cards of exactly that name: by their titles, or if there are none by another name."""
        found = [line for line in self._lines(slug.encode() + b"\t") if side in (None, line.side)]
        best = min((line.rank for line in found), default=0)
        return _once(line for line in found if line.rank == best)

    def beginning(self, slug: str) -> list[Listed]:
        return self._lines(slug.encode())

    def numbered(self, id_: str) -> list[Listed]:
        """The card of that GEMP id, if there is one."""
        index, wanted = self.index, f"\t{id_}\t".encode()
        found = []
        at = index.find(wanted)
        while at >= 0:
            end = index.find(b"\n", at)
            found.append(self._line(index[index.rfind(b"\n", 0, at) + 1 : end]))
            at = index.find(wanted, end)
        return _once(line for line in found if line.rank == 0 and line.id == id_)

    def all(self) -> list[Listed]:
        """Every card once, by its title."""
        lines = (self._line(line) for line in self.index.split(b"\n") if line)
        return [line for line in lines if line.rank == 0]

    def records(self, lines: Iterable[Listed]) -> list[dict[str, Any]]:
        """What the pool keeps of these cards."""
        import json

        found: list[dict[str, Any]] = []
        wanted = list(lines)
        if not wanted:
            return found
        try:
            with open(self.file, "rb") as stream:
                for line in wanted:
                    stream.seek(self._start + line.offset)
                    record = json.loads(stream.read(line.length))
                    if not isinstance(record, dict) or record["title"] != line.title:
                        raise self._unusable("a record is not where the index says")
                    found.append(record)
        except OSError as error:
            raise self._unusable(error.strerror or str(error)) from None
        except (ValueError, KeyError):
            raise self._unusable("a record is damaged") from None
        return found

    def blueprint(self, line: Listed) -> Blueprint:
        return blueprint_of(self.records([line])[0])

    def write(self, records: list[dict[str, Any]]) -> None:
        """Puts a new pool in the old one's place, in one step."""
        import json

        body = bytearray()
        lines: list[bytes] = []
        for record in records:
            data = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            virtual = record["title"].count("(V)")
            names = {
                slug_of(folded(name)): 1 if name.count("(V)") == virtual else 2
                for name in record.get("names", ())
            }
            names[slug_of(folded(record["title"]))] = 0
            for slug, rank in names.items():
                where = f"{record['side']}\t{record.get('id', '')}\t{len(body)}\t{len(data)}"
                lines.append(f"{slug}\t{rank}\t{where}\t{record['title']}".encode())
            body += data
        index = b"\n" + b"\n".join(sorted(lines)) + b"\n"
        head = f"{FORMAT} {len(index)} {len(body)}\n".encode()
        writing.keep(self.file, head + index + body)
        self._index = None


def plain_title(title: str) -> str:
    """Without marks of another picture or a card's nickname in brackets; `(V)` stays."""
    bare = _VARIANT.sub("", title)
    virtual = "(V)" in bare
    return _BRACKETED.sub("", bare).strip() + (" (V)" if virtual else "")


def _once(lines: Iterable[Listed]) -> list[Listed]:
    """Another picture of a card bears the same id: the one with the plainest title stands for all."""
    found: dict[str, Listed] = {}
    for line in sorted(lines, key=lambda line: len(line.title)):
        found.setdefault(f"{line.side} {line.id}" if line.id else str(line.offset), line)
    return list(found.values())


_PERMANENT_WEAPON = re.compile(r"Permanent weapon is •([^(.;]+?) \(")


def blueprint_of(record: dict[str, Any]) -> Blueprint:
    """A card of the pool: all its facts; its text is there to be read, not carried out."""
    kind = record["type"]
    varies = frozenset(record.get("varies", ()))
    facts: dict[str, int | None] = dict(record["facts"])
    text = record.get("text")
    if kind not in TEXTLESS:  # what such a card costs stands in its text
        absent = (n for n in NUMBERS if n not in ("deploy", "destiny", "race destiny"))
        facts = {**{n: None for n in absent if n not in varies}, **facts}
    title = plain_title(record["title"]).removesuffix(" (V)")
    weapons = frozenset(_PERMANENT_WEAPON.findall(text or "") if kind == "character" else ())
    personas = full_names(title, kind, record.get("personas", ())) | weapons
    own = {title, title.rpartition(" In ")[2]}
    return Blueprint(
        title=record["title"],
        side=Side(record["side"]),
        type=kind,
        subtype=record.get("subtype"),
        copies=record.get("copies"),
        facts=facts,
        icons=record.get("icons", {}),
        traits=_as_the_library_says(record.get("traits", ()))
        | _of_its_title(record["title"], kind),
        personas=personas,
        permanents=personas - own if kind in ("starship", "vehicle") else weapons,
        force_icons={Side(k): v for k, v in record.get("force icons", {}).items()},
        part_of=whole_of(record["title"], kind),
        immune_to=tuple(record.get("immune to", ())),
        seats=record.get("seats", {}),
        not_modelled=({"en": text, "fr": text},) if text else (),
        text_known=kind in TEXTLESS or not text,
        enclosed=record.get("enclosed", False),
        permanent_ability=record.get("permanent ability"),
        varies=varies,
        id=record.get("id"),
        imported=True,
        printed=text or "",
    )


def _as_the_library_says(traits: Iterable[str]) -> frozenset[str]:
    """The traits with those of them that the library has by a shorter name."""
    return frozenset(traits) | {"astromech" for trait in traits if trait == "astromech droid"}


def _of_its_title(title: str, kind: str) -> frozenset[str]:
    """What other texts call a location by its title alone."""
    words = title.casefold()
    return frozenset(w for w in ("docking bay", "war room") if kind == "location" and w in words)


def _different(speeches: Iterable[Speech]) -> list[Speech]:
    found: list[Speech] = []
    for speech in speeches:
        if speech not in found:
            found.append(speech)
    return found


def _read_in_common(versions: Sequence[Blueprint]) -> FromPrint | None:
    """What is read of the texts of several versions, each part once."""
    read = [v.from_print for v in versions if v.from_print is not None]
    if not read:
        return None
    return FromPrint(
        parts=tuple({part[0]: part for one in read for part in one.parts}.values()),
        left=tuple(dict.fromkeys(left for one in read for left in one.left)),
        digest=" ".join(one.digest for one in read),
    )


def _shared(text: Text, versions: Sequence[Blueprint]) -> bool:
    """Whether all versions say this, in whatever words."""
    return all(any(_same(text, other) for other in v.texts) for v in versions)


def _same(text: Text, other: Text) -> bool:
    """What is read of a printed text bears the number of its card."""
    if text.printed and other.printed:
        text = text._replace(id=other.id, clause=other.clause, printed=other.printed)
    return text._replace(says=other.says) == other


def in_common(versions: Sequence[Blueprint]) -> Blueprint:
    """What all versions of a location share, when nobody said whose lies there."""
    first = versions[0]
    others = versions[1:]
    if not others:
        return first
    numbers = {n for v in versions for n in v.facts}
    agreed = {n for n in numbers if all(v.facts.get(n) == first.facts.get(n) for v in others)}
    return first._replace(
        side=None,
        facts={n: first.facts.get(n) for n in agreed},
        varies=first.varies.union(numbers - agreed, *(v.varies for v in others)),
        icons={i: n for i, n in first.icons.items() if all(v.icons.get(i) == n for v in others)},
        traits=first.traits.intersection(*(v.traits for v in others)),
        force_icons={
            s: n
            for s, n in first.force_icons.items()
            if all(v.force_icons.get(s) == n for v in others)
        },
        texts=tuple(text for text in first.texts if _shared(text, others)),
        doubtful=tuple(
            text._replace(doubtful=True)
            for v in versions
            for text in v.texts
            if not _shared(text, versions)
        ),
        text_known=all(
            v.text_known and sorted(map(repr, v.texts)) == sorted(map(repr, first.texts))
            for v in versions
        ),
        not_modelled=tuple(_different(speech for v in versions for speech in v.not_modelled)),
        id=None,
        printed=first.printed if all(v.printed == first.printed for v in versions) else "",
        from_print=_read_in_common(versions),
        before_reading=in_common([v.before_reading or v for v in versions])
        if any(v.before_reading for v in versions)
        else None,
    )

"""From the players' card database (JSON) to plain records of our own.

A record holds what the pool file keeps of a card: the keys of a card in the library's
words, and the printed text for the user's own eyes. What cannot be read as a number
(`*`, `X`, `2 or 5`) is noted under `varies`: nobody knows it, which is neither none nor 0.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from adjudicator import writing
from adjudicator.cards.model import EVERYTHING
from adjudicator.cards.pool import Pool, plain_title
from adjudicator.cards.read import NUMBERS, ferocity_of
from adjudicator.source import BadFile, Problem, Span, folded, read_text, said

Record = dict[str, Any]

MAX_BYTES = 64_000_000
MAX_CARDS = 50_000
MAX_TITLE = 200
MAX_TEXT = 20_000
MAX_ITEMS = 200
TYPES = {
    "character": "character", "creature": "creature", "vehicle": "vehicle",
    "starship": "starship", "weapon": "weapon", "device": "device", "effect": "effect",
    "interrupt": "interrupt", "location": "location", "epic event": "epic event",
    "jedi test": "jedi test", "objective": "objective", "admiral's order": "admiral's order",
    "defensive shield": "defensive shield", "podracer": "podracer", "game aid": "game aid",
}  # fmt: skip
PRINTED = {  # the numbers a card of that type always shows
    "character": ("power", "ability", "deploy", "forfeit"),
    "creature": ("power", "ferocity", "deploy"),
    "starship": ("power", "deploy", "forfeit"),
    "vehicle": ("power", "deploy", "forfeit", "landspeed"),
}
SURROUNDINGS = ("interior", "exterior", "underground", "underwater", "cave", "mobile", "space")
_TIMES = re.compile(r"^(.*?)\s*[x×]\s*(\d{1,2})$")
_SPACE = re.compile(r"[ \t\n\r]*")
_GEMP = re.compile(r"^\d{1,4}_\d{1,4}[A-Za-z]?$")
_PILOTS = re.compile(
    r"[Pp]ermanent pilots?[^.;]*?\bprovides? (?:total )?(?:ability(?: of)? (\d{1,2})|(\d{1,2}) ability)\b"
)
_PILOT_NAMES = re.compile(
    r"[Pp]ermanent pilots? (?:aboard )?(?:is|are) ([^.;:]*?)(?:,? who|:|\.|;)"
)
_SEATS = re.compile(r"(?:^|\. )May (?:add|carry) ([^.;]*)\.")
_SEAT = re.compile(
    r"^(\d|one|two|three|four) (pilots? or passenger|pilot|driver|passenger|astromech|vehicle|starfighter|TIE)s?$"
)
_IMMUNE = re.compile(
    r"\(Immune to ((?:Alter|Sense|Control)(?:(?:, | and )(?:Alter|Sense|Control))*)\.?\)"
)
_ONLY_TO = re.compile(
    r"(?:^|[.;*{] ?)(?:Deploys? (?:and moves? )?(?:only|on)\b|Never deploys?\b|May not deploy\b|Must (?:be )?deploy|May (?:deploy only|only deploy)\b"
    r"|May not be deployed|Cannot (?:be )?deploy|May deploy to Dagobah)|\bDagobah\b[^.;]*\bdeploy"
    r"|\bdeploy[^.;]*\bDagobah\b",
    re.IGNORECASE,
)
_REACTS = re.compile(r"(?:^|\.'? )May (move|deploy|deploy or move) as a ['`]react(?:'\.|\.')")
_WORDS = {"one": 1, "two": 2, "three": 3, "four": 4}


class Bad(Exception):  # noqa: N818 - it says what it is
    """A card that cannot be used, and why."""


class Broken(Exception):  # noqa: N818
    """The file stops being JSON here."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


def read_cards(file: str, text: str, seen: dict[str, str]) -> tuple[list[Record], list[Problem]]:
    """Every good card in a file, and what is wrong with the others. `seen` tells which
    cards came before, and from where, so that one which comes twice is told."""
    records: list[Record] = []
    problems: list[Problem] = []
    line_ends = [found.start() for found in re.finditer("\n", text)]

    def problem(offset: int, message: str, code: str, hint: str | None = None) -> None:
        before = bisect_left(line_ends, offset)
        line, column = before + 1, offset - (line_ends[before - 1] if before else -1)
        problems.append(Problem(file, Span(line, column, line, column + 1), message, code, hint))

    try:
        for number, (offset, card) in enumerate(_cards(text), start=1):
            if number > MAX_CARDS:
                problem(
                    offset,
                    said("more-than-cards", max_cards=MAX_CARDS),
                    "too-many",
                    said("the-rest-is-left-out"),
                )
                break
            try:
                record = record_of(card)
                if record["key"] in seen:
                    raise Bad(f"the same id stands in {seen[record['key']]}")
            except Bad as bad:
                problem(offset, f"{_called(card, number)}: {bad}", "bad-card")
                continue
            seen[record["key"]] = f"{file}, card {number}"
            records.append(record)
    except Broken as broken:
        kept = f"{len(records)} cards before it are kept" if records else None
        problem(broken.offset, str(broken), "json", kept)
    return records, problems


class Imported(NamedTuple):
    """What an import brought: the cards of the files, and how many stayed from before."""

    records: list[Record]
    kept: int
    problems: list[Problem]
    written: bool


def bring_in(
    files: Iterable[str], pool: Pool, waiting: Callable[[], None] = lambda: None
) -> Imported:
    """Reads the files into the pool. What was there and does not come again stays; without
    one good card nothing is written."""
    records: list[Record] = []
    problems: list[Problem] = []
    seen: dict[str, str] = {}
    for file in files:
        text, wrong = read_text(file, MAX_BYTES)
        if not wrong:
            found, wrong = read_cards(file, text, seen)
            records += found
        problems += wrong
    if not records:
        return Imported([], 0, problems, written=False)
    with writing.lock(pool.file.parent, waiting):  # another import would lose these, or we its
        try:
            before = [r for r in pool.again().records(pool.all()) if r.get("key") not in seen]
        except BadFile as bad:  # nothing of it can be kept, and the new file mends it
            problems += bad.problems
            before = []
        add_personas([*before, *records])
        pool.write([*before, *records])
    return Imported(records, len(before), problems, written=True)


def _called(card: Any, number: int) -> str:
    front = card.get("front") if isinstance(card, dict) else None
    title = front.get("title") if isinstance(front, dict) else None
    short = f' "{_printable(title)[:60]}"' if isinstance(title, str) and title else ""
    return f"card {number}{short}"


def _cards(text: str) -> Iterator[tuple[int, Any]]:
    """The items of `{"cards": […]}` with their places, one after the other."""
    decoder = json.JSONDecoder()

    def skip(at: int) -> int:
        match = _SPACE.match(text, at)
        return match.end() if match else at

    def value(at: int) -> tuple[Any, int]:
        try:
            return decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            raise Broken(f"not JSON: {error.msg}", error.pos) from None
        except (ValueError, RecursionError) as error:  # a huge number; nested without end
            raise Broken(f"not usable: {type(error).__name__}", at) from None

    at = skip(0)
    if text[at : at + 1] == "{":
        at = skip(at + 1)
        while True:
            name, at = value(at)
            at = skip(at)
            if not isinstance(name, str) or text[at : at + 1] != ":":
                raise Broken("not JSON: a key and a colon belong here", at)
            at = skip(at + 1)
            if name == "cards":
                break
            _, at = value(at)
            at = skip(at)
            if text[at : at + 1] != ",":
                raise Broken('there is no list "cards" in this file', at)
            at = skip(at + 1)
    if text[at : at + 1] != "[":
        raise Broken('the cards must be a list, as in {"cards": […]}', at)
    at = skip(at + 1)
    if text[at : at + 1] == "]":
        return
    while True:
        start = at
        card, at = value(at)
        yield start, card
        at = skip(at)
        mark = text[at : at + 1]
        if mark == "]":
            return
        if mark != ",":
            raise Broken("not JSON: a comma or the end of the list belongs here", at)
        at = skip(at + 1)


# -- one card -------------------------------------------------------------------


def record_of(card: Any) -> Record:
    """A card of the database in our own words; raises Bad when it cannot be used."""
    if not isinstance(card, dict):
        raise Bad("a card must be an object")
    front = card.get("front")
    if not isinstance(front, dict):
        raise Bad('"front" must be an object')
    written = _string(front, "title", MAX_TITLE)
    if not written:
        raise Bad("it has no title")
    if not written.isprintable():
        raise Bad("its title holds control characters")
    title = bare_title(written)
    if not re.search(r"\w", title):
        raise Bad("its title holds no letter")
    side = (_string(card, "side", 20) or "").casefold()
    if side not in ("light", "dark"):
        raise Bad(f'its side must be Light or Dark, not "{_printable(side)}"')
    gemp = _string(card, "gempId", 20) or ""
    if gemp and not _GEMP.match(gemp):
        raise Bad(f'its GEMP id must look like 1_194, not "{_printable(gemp)}"')
    number = card.get("id")
    if not isinstance(number, int) or isinstance(number, bool):
        number = None
    kind, subtype, traits = _kind(front)
    text = _text(front, card)
    facts, varies = _numbers(front, kind, subtype)
    for name, found in _stated(text).items():
        if found is None:
            varies.append(name)
        else:
            facts[name] = found
    icons = _icons(front)
    traits |= _characteristics(front)
    if kind == "location":
        traits |= {word for word in SURROUNDINGS if word in icons}
    for ways in _REACTS.findall(text):  # with conditions or another price we do not read it
        traits |= {f"may {way} as a react" for way in ways.split(" or ")}
    if kind == "creature" and re.search(r"\b(?:not attack|May attack|Attacks)\b", text):
        traits.add("attacks by its text")  # whom it attacks, or spares, we cannot tell
    copies = _copies(front, written)
    enclosed = "enclosed" in traits or bool(
        re.search(r"\benclosed\b", _string(front, "lore", MAX_TEXT) or "", re.IGNORECASE)
    )
    pilots = icons.get("pilot", 0) if kind in ("starship", "vehicle") else 0
    ability = _permanent_ability(text) if pilots else None
    if pilots and ability is None:
        varies.append("ability")
    force = _force_icons(front)
    if any("jedi master" in word for word in (subtype or "", *traits)) and not force:
        varies.append("force icons")  # a Jedi Master has some; the database does not count them
    if kind in PRINTED and _ONLY_TO.search(text):
        varies.append("only to")  # the text restricts or frees where it deploys; we cannot tell how
    record: Record = {
        "key": str(number) if number is not None else f"{side} {gemp} {folded(title)}",
        "id": gemp,
        "title": title,
        "names": _names(title, card),
        "side": side,
        "type": kind,
        "subtype": subtype,
        "copies": copies,
        "facts": facts,
        "varies": varies,
        "icons": icons,
        "traits": sorted(traits - {"enclosed"}),
        "personas": _personas(title, kind, copies, text),
        "force icons": force,
        "immune to": _immune(text, kind),
        "seats": _seats(text) if kind in ("starship", "vehicle") else {},
        "enclosed": enclosed and kind == "vehicle",
        "permanent ability": ability,
        "matching": [bare_title(word) for word in _strings(card, "matching")],
        "text": text,
    }
    return {k: v for k, v in record.items() if v or k in ("facts", "permanent ability")}


_IMMUNE_SELF = re.compile(r"(?:^|[.!] )Immune to attrition(?: < (\d+))?\.")
_PILOTING = re.compile(
    r"(?:^|[.!] )Adds (\d+) to (?:the )?power of anything (?:he|she|it) pilots\."
)


def _stated(text: str) -> dict[str, int | None]:
    """Plain statements of a text: immunity to attrition, and what a pilot adds. None: there
    is such a statement, but on conditions that we do not read."""
    found: dict[str, int | None] = {}
    if match := _IMMUNE_SELF.search(text):
        found["immune to attrition"] = int(match[1]) if match[1] else EVERYTHING
    elif re.search(r"immune to attrition", text, re.IGNORECASE):
        found["immune to attrition"] = None
    if match := _PILOTING.search(text):
        found["when piloting"] = int(match[1])
    elif re.search(r"\bAdds \d+ to [^.]*\bpilots\b", text):
        found["when piloting"] = None
    return found


def bare_title(written: str) -> str:
    """A title without the dots and diamonds of its uniqueness."""
    return " ".join(written.replace("•", "").replace("<>", "").split())


def _names(title: str, card: Record) -> list[str]:
    """Other names it answers to, besides its title: nickname left out, either face, `(V)` left out."""
    names = [plain_title(title)]
    back = card.get("back")
    if isinstance(back, dict) and isinstance(back.get("title"), str):
        names.append(plain_title(bare_title(back["title"][:MAX_TITLE])))
    names += [part.strip() for name in list(names) if " / " in name for part in name.split(" / ")]
    names += [name.removesuffix(" (V)") for name in names if name.endswith(" (V)")]
    return [n for n in dict.fromkeys(names) if n and n != title and n.isprintable()]


def _string(of: Record, name: str, most: int) -> str | None:
    value = of.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise Bad(f'"{name}" must be a text')
    if len(value) > most:
        raise Bad(f'"{name}" is longer than {most} characters')
    return value.strip() if name == "title" else _printable(value).strip()


def _strings(of: Record, name: str) -> list[str]:
    value = of.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MAX_ITEMS:
        raise Bad(f'"{name}" must be a list of at most {MAX_ITEMS} texts')
    if not all(isinstance(item, str) and len(item) <= MAX_TITLE for item in value):
        raise Bad(f'"{name}" must be a list of short texts')
    return [item for word in value if (item := " ".join(_printable(word).split()))]


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else " " for c in text)


def _text(front: Record, card: Record) -> str:
    """What is printed on the card, both faces; kept for the user's own eyes."""
    faces = [front]
    if isinstance(card.get("back"), dict):
        faces.append(card["back"])
    texts = [_printable(_string(face, "gametext", MAX_TEXT) or "") for face in faces]
    return " // ".join(dict.fromkeys(" ".join(text.split()) for text in texts if text))


def _kind(front: Record) -> tuple[str, str | None, set[str]]:
    """Type and subtype in the library's words; the rest of the type line as traits."""
    written = (_string(front, "type", 60) or "").casefold()
    sub = (_string(front, "subType", 100) or "").casefold()
    traits: set[str] = set()
    if match := re.fullmatch(r"(jedi test) #(\d)", written):
        written = match[1]
        traits.add(f"jedi test #{match[2]}")
    kind = TYPES.get(written)
    if kind is None:
        raise Bad(f'its type "{_printable(written)}" is not known' if written else "it has no type")
    head, _, model = sub.partition(":")
    head = head.strip()
    if model.strip():
        traits |= {model.strip(), *_classes(model)}
    first, *others = [part.strip() for part in head.split("/")] or [""]
    traits.update(part for part in others if part)
    if kind in ("weapon", "creature", "vehicle") and first in (
        "character", "starship", "vehicle", "death star", "death star ii", "creature",
    ):  # fmt: skip
        bearer = first.title().replace("Ii", "II") if first.startswith("death") else first
        first = f"{bearer} {kind}"  # a weapon is no character, whoever carries it
    return kind, first or None, traits


# Names by which texts and rules know a craft whose model says it more exactly: "TIE/sa", "Imperial-class
# Star Destroyer", "T-47 snowspeeder".
_CLASSES = (
    "tie", "x-wing", "y-wing", "a-wing", "b-wing", "star destroyer", "star cruiser", "corvette", "frigate",
    "freighter", "shuttle", "transport", "cloud car", "snowspeeder", "speeder bike",
)  # fmt: skip


def _classes(model: str) -> set[str]:
    """The known names of craft that stand in a model as words of their own."""
    return {name for name in _CLASSES if re.search(rf"(?<![a-z-]){name}(?![a-z])", model)}


def _numbers(
    front: Record, kind: str, subtype: str | None
) -> tuple[dict[str, int | None], list[str]]:
    facts: dict[str, int | None] = {}
    varies: list[str] = []
    for name in NUMBERS:
        value = front.get(name)
        if isinstance(value, bool) or not isinstance(value, (str, int, type(None))):
            raise Bad(f'"{name}" must be a number or a text')
        word = str(value).strip() if value is not None else ""
        if re.fullmatch(r"\d{1,2}", word):
            facts[name] = int(word)
        elif name == "ferocity" and (found := ferocity_of(word)) is not None:
            facts[name], facts["ferocity destiny"] = found
        elif word or (name in PRINTED.get(kind, ()) and (name, subtype) != ("ability", "droid")):
            varies.append(name)
    if kind == "creature":
        facts |= _of_a_creature(front)
    if "parsec" not in facts and subtype == "system":
        varies.append("parsec")
    return facts, varies


def _of_a_creature(front: Record) -> dict[str, int | None]:
    """A creature's defense value stands beside a word for what protects it, `CLAWS: 2`; a
    landspeed other than the usual one in its text."""
    found: dict[str, int | None] = {}
    for word in _strings(front, "extraText"):
        if match := re.fullmatch(r"[A-Z ]+: (\d{1,2})", word):
            found["defense"] = int(match[1])
    if match := re.search(r"Landspeed = (\d)\b", _string(front, "gametext", MAX_TEXT) or ""):
        found["landspeed"] = int(match[1])
    return found


def _icons(front: Record) -> dict[str, int]:
    icons: dict[str, int] = {}
    for word in _strings(front, "icons"):
        match = _TIMES.match(word)
        name, count = (match[1], int(match[2])) if match else (word, 1)
        icons[name.casefold()] = icons.get(name.casefold(), 0) + count
    return icons


def _characteristics(front: Record) -> set[str]:
    words = {word.casefold() for word in _strings(front, "characteristics")}
    words |= {word.casefold() for word in _strings(front, "extraText") if ":" not in word}
    return {word.replace("(starship)", "starship") for word in words}


def _copies(front: Record, title: str) -> int | None:
    marks = _string(front, "uniqueness", 20) or ""
    dots = marks.count("*") if set(marks) == {"*"} else 0
    dots = dots or len(title) - len(title.lstrip("•"))
    return dots if 0 < dots < 10 else None


def _force_icons(front: Record) -> dict[str, int]:
    found = {}
    for side in ("light", "dark"):
        value = front.get(f"{side}SideIcons")
        if value is None:
            continue
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10:
            raise Bad(f'"{side}SideIcons" must be a small number')
        found[side] = value
    return found


def _personas(title: str, kind: str, copies: int | None, text: str) -> list[str]:
    """A unique card's own name, and its permanent pilots'; others the database does not tell."""
    if kind not in ("character", "starship", "vehicle"):
        return []
    plain = plain_title(title).removesuffix(" (V)")
    names = [part.strip() for part in plain.split(" & ")] if copies == 1 else []
    if kind != "character" and (match := _PILOT_NAMES.search(text)):
        names += [n.strip() for n in re.findall(r"•([^,•]+?)(?:,| and |$)", match[1])]
    return [n for n in dict.fromkeys(names) if n]


def _permanent_ability(text: str) -> int | None:
    """What the text says that they provide; nothing where it says so or does not speak of it."""
    found = _PILOTS.findall(text)
    if not found:
        spoken = [part for part in re.split(r"[.;]", text) if "permanent pilot" in part.lower()]
        silent = not any("ability" in part.replace("no ability", "") for part in spoken)
        return 0 if silent else None
    return int(found[0][0] or found[0][1]) if len(found) == 1 else None


def _seats(text: str) -> dict[str, int]:
    """Seats, when the text counts them plainly; anything else is left unsaid."""
    found = _SEATS.findall(text)
    if len(found) != 1:
        return {}
    seats: dict[str, int] = {}
    for part in re.split(r",? and |, ", found[0]):
        match = _SEAT.match(part)
        if match is None:
            return {}
        kind = "pilots or passengers" if " or " in match[2] else f"{match[2]}s"
        seats[kind] = _WORDS.get(match[1]) or int(match[1])
    return seats


def _immune(text: str, kind: str) -> list[str]:
    if kind not in ("effect", "interrupt"):
        return []
    return [title for found in _IMMUNE.findall(text) for title in re.split(r", | and ", found)]


def add_personas(records: Iterable[Record]) -> None:
    """Personas by title: "X, Jedi Knight" and "X With Lightsaber" are X, if there is an X."""
    listed = list(records)
    unique = {
        plain_title(r["title"]) for r in listed if r["type"] == "character" and r.get("copies") == 1
    }
    for record in listed:
        if record["type"] not in ("character", "starship") or record.get("copies") != 1:
            continue
        plain = plain_title(record["title"]).removesuffix(" (V)")
        for mark in (", ", " With ", " In "):
            head = plain.split(mark, 1)[0]
            personas = record.get("personas", [])
            if head != plain and head in unique and head not in personas:
                record["personas"] = [*personas, head]

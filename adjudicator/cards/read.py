"""From a YAML node to a blueprint: the card vocabulary, read by shape.

The same words serve in the library and inline in a scenario under `cards:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.cards.model import (
    EVERYTHING,
    SEATS,
    Blueprint,
    Filter,
    Pattern,
    Speech,
    Target,
    Text,
    When,
)
from adjudicator.cards.part import Part
from adjudicator.game import Phase, Segment, Side
from adjudicator.source import Reader, did_you_mean, said

TYPES = (
    "character", "creature", "vehicle", "starship", "weapon", "device", "effect", "interrupt",
    "location", "epic event", "jedi test", "objective", "admiral's order", "defensive shield",
    "podracer", "game aid",
)  # fmt: skip
SUBTYPES = (
    "droid", "rebel", "imperial", "alien", "republic", "jedi master", "dark jedi master", "sith",
    "site", "sector", "system", "used", "lost", "used or lost", "starting", "immediate", "mobile",
    "utinni", "political", "capital", "starfighter", "squadron", "transport", "combat",
    "creature vehicle", "artillery", "automated", "resistance", "first order",
    "used or starting", "lost or starting", "character weapon", "starship weapon", "vehicle weapon",
    "Death Star weapon",
)  # fmt: skip
NUMBERS = (
    "destiny", "power", "ability", "deploy", "forfeit", "armor", "maneuver", "landspeed",
    "hyperspeed", "ferocity", "politics", "defense", "parsec", "race destiny", "marker",
    "immune to attrition", "when piloting",
)  # fmt: skip
CARD_KEYS = (
    "title", "side", "type", "subtype", "copies", *NUMBERS, "icons", "traits", "personas",
    "force icons", "part of", "immune to", "only to", "seats", "texts", "not modelled", "enclosed",
    "permanent pilots", "permanents", "back", "id", "text", "reading",
)  # fmt: skip
TEXT_KEYS = (
    "id", "role", "says", "when", "if", "targets", "needs", "cost", "result", "goes to", "once",
    "immune to", "given by", "gives", "bars", "lifts", "reaches", "repeats", "for",
)  # fmt: skip
LONGEST_TEXT = 8000  # characters of a printed text
_TEXT_IDS = {"interrupt": "play", "": "as-stated"}
_TEXT_ROLES = {"interrupt": "play", "": ""}  # of a card that only adds: by what it adds to
ROLES = ("play", "deploy", "use", "fire", "automatic", "constant")
REACHES = ("adjacent", "related", "out of battle")  # the last is an old wording
THINGS: Mapping[str, tuple[str, str | None]] = {
    "interrupt": ("play", "interrupt"),
    "effect": ("deploy", "effect"),
    "plain effect": ("deploy", "plain effect"),
    "immediate effect": ("deploy", "immediate"),
    "mobile effect": ("deploy", "mobile"),
    "utinni effect": ("deploy", "utinni"),
    "character": ("deploy", "character"),
    "react": ("react", None),
    "force drain": ("drain", None),
    "battle": ("battle", None),
    "attack": ("attack", None),
    "move": ("move", None),
    "activation": ("activate", None),
    "force loss": ("lose Force", None),
    "firing": ("fire", None),
    "duel": ("duel", None),
    "any action": ("any", None),
}
WHEN_KEYS = (
    "any time", "phase", "whose", "response to", "or response to", "just", "instead of", "except", "during battle",
    "segment", "end of battle", "about to draw", "moment", "clause",
)  # fmt: skip
THING_KEYS = ("what", "of", "by", "clause")
JUST_KEYS = ("by", "to", "from", "with", "clause", "more than")
JUST = (
    "initiated", "played", "moved", "deployed", "completed", "lost", "forfeited", "used force",
    "drained", "reached", "about to be lost", "lost force", "drew", "drawn", "battle",
)  # fmt: skip
NESTED = (
    "with", "present with", "carries", "aboard", "has aboard", "not", "deployed on", "targeting",
    "stacked on", "holds",
)  # fmt: skip
FILTER_KEYS = (
    "title", "persona", "type", "trait", "icon", "whose", "at", "captives", "in battle", "same",
    "is", "present", "any of", "part of", "carried by", "adjacent to",
    "related to",
    *NESTED, *NUMBERS,
)  # fmt: skip
# What a location may be by the rules, whatever is printed on it.
PLACE_STATES = ("battleground", "exterior", "marker", "nighttime")
STATES = (
    "undercover", "missing", "captive", "hit", "excluded", "face down", "escorting", "alone",
    "piloted", "unpiloted", "piloting", "landed", "unique", "out of play", "text canceled", "imprisoned",
    "flipped", "occupied by opponent", "controlled by you", "about to be lost",
    "aimed at", "upside down", "mentor", "apprentice", "attacking", "attacked", "free to deploy", "this card", *PLACE_STATES,
)  # fmt: skip
ONLY_OF_TARGETS = (
    "name", "count", "together", "optional", "other than", "that one", "must", "clause", "in hand",
)  # fmt: skip
TARGET_KEYS = (*ONLY_OF_TARGETS, *FILTER_KEYS)
PILES = ("hand", "reserve", "force", "used", "lost", "out of play", "table")
PLAYERS = ("you", "opponent", "each")


class TextBeingRead(Protocol):
    """A text of which one part after the other is read, with the names it gives."""

    def parts(self, family: str, node: Node) -> tuple[Part, ...]: ...


class Words(Protocol):
    """The words of which texts consist. The reader is given them: it knows none itself."""

    def text(self, reader: Reader, node: Node, ids: Iterable[str]) -> TextBeingRead: ...


def read_blueprint(
    reader: Reader, node: Node, words: Words, adds: bool = False
) -> Blueprint | None:
    """One card; None when so much is wrong that nothing can be made of it. One that only
    adds to a known card has no type of its own."""
    keys = reader.keys(node, "a card", CARD_KEYS)
    if not keys:
        return None
    for needed in ("title",) if adds else ("title", "type"):
        if needed not in keys:
            reader.problem(node, said("a-card-needs-the-key", needed=needed), "missing-key")
            return None
    title = reader.text(keys["title"][1], "title").strip()
    if not title:
        reader.problem(keys["title"][1], said("a-card-needs-a-title"), "missing-key")
        return None
    kind = "" if adds else reader.choice(keys["type"][1], "type", TYPES) or "effect"
    subtype = _choice(reader, keys, "subtype", SUBTYPES)
    side = _choice(reader, keys, "side", ("light", "dark", "both"))
    facts, varies = _facts(reader, keys)
    copies = None
    if "copies" in keys:
        copies = reader.number(keys["copies"][1], "copies", least=1, most=9)
    traits = frozenset(word.lower() for word in _words(reader, keys, "traits"))
    personas = frozenset(_words(reader, keys, "personas"))
    permanents = frozenset(_words(reader, keys, "permanents"))
    if not personas and copies == 1 and kind in ("character", "starship", "vehicle"):
        personas = frozenset({title})
    if not adds:
        personas |= permanents  # whoever is on a card for good counts as any other persona
    slug = slug_of(title)
    texts = tuple(_texts(reader, keys.get("texts", (None, None))[1], f"card.{slug}", kind, words))
    not_modelled = tuple(
        speech
        for item in reader.items(keys.get("not modelled", (None, None))[1], "not modelled")
        if (speech := _speech(reader, item, "not modelled"))
    )
    printed = " ".join((_text(reader, keys, "text") or "").split())
    if len(printed) > LONGEST_TEXT:
        reader.problem(
            keys["text"][1],
            said("a-text-has-at-most-characters", longest_text=LONGEST_TEXT),
            "too-long",
        )
        printed = ""
    if printed and not adds and not texts:
        not_modelled = (*not_modelled, {"en": printed, "fr": printed})
    return Blueprint(
        title=title,
        side=Side(side) if side in ("light", "dark") else None,
        type=kind,
        subtype=subtype,
        copies=copies,
        facts=facts,
        icons=_counted(reader, keys, "icons"),
        traits=traits,
        personas=personas,
        permanents=permanents,
        force_icons=_force_icons(reader, keys),
        part_of=_text(reader, keys, "part of") or whole_of(title, kind),
        texts=texts,
        immune_to=tuple(_words(reader, keys, "immune to")),
        only_to=read_filter(reader, keys["only to"][1]) if "only to" in keys else None,
        seats=_seats(reader, keys),
        not_modelled=not_modelled,
        text_known=bool(texts)
        or (kind == "creature" and "only to" in keys)  # its habitat is what it says
        or kind in ("character", "location", "starship", "vehicle", "admiral's order"),
        enclosed="enclosed" in keys and reader.yes(keys["enclosed"][1], "enclosed"),
        permanent_ability=reader.number(keys["permanent pilots"][1], "permanent pilots", most=99)
        if "permanent pilots" in keys
        else None,
        varies=varies,
        id=_text(reader, keys, "id"),
        back=read_blueprint(reader, keys["back"][1], words) if "back" in keys else None,
        printed=printed,
        reads_as=_reads_as(reader, keys),
    )


def _reads_as(reader: Reader, keys: Keys) -> int | None:
    """`reading: none`, or which of the ways of a text that may be read in several."""
    if "reading" not in keys:
        return None
    node = keys["reading"][1]
    if isinstance(node, ScalarNode) and node.value.strip() == "none":
        return 0
    return reader.number(node, "reading", least=1, most=9)


_BYNAME = re.compile(r"\s+(?:\((?!v\)).*\)|/ .*)$")


def slug_of(title: str) -> str:
    """The file name of a card: letters and digits of its title, without what the title adds in
    brackets ("(Docking Bay)", but not "(V)", another card) or has on its back (an Objective's)."""
    bare = title.lower().replace("'", "").replace("\N{RIGHT SINGLE QUOTATION MARK}", "")
    bare = _BYNAME.sub("", bare)
    return re.sub(r"[^a-z0-9]+", "-", bare).strip("-")


# What stands before the colon is itself a part of a planet.
_PARTS_OF_PLANETS = {
    "Cloud City": "Bespin",
    "Jabba's Palace": "Tatooine",
    "Xizor's Palace": "Coruscant",
}


def whole_of(title: str, kind: str) -> str | None:
    """A site or sector belongs to what stands before the colon; a system to itself."""
    if kind != "location":
        return None
    whole = title.split(":", 1)[0].strip() if ":" in title else title
    return _PARTS_OF_PLANETS.get(whole, whole)


Keys = Mapping[str, tuple[ScalarNode, Node]]


def _choice(reader: Reader, keys: Keys, name: str, known: Iterable[str]) -> str | None:
    return reader.choice(keys[name][1], name, known) if name in keys else None


def _text(reader: Reader, keys: Keys, name: str) -> str | None:
    return reader.text(keys[name][1], name).strip() or None if name in keys else None


def _words(reader: Reader, keys: Keys, name: str) -> list[str]:
    if name not in keys:
        return []
    return [reader.text(item, name).strip() for item in reader.items(keys[name][1], name)]


def _facts(reader: Reader, keys: Keys) -> tuple[dict[str, int | None], frozenset[str]]:
    """The printed numbers, and those which the card's text makes: `power: varies`."""
    facts: dict[str, int | None] = {}
    varies: set[str] = set()
    for name in NUMBERS:
        if name not in keys:
            continue
        node = keys[name][1]
        word = node.value.strip() if isinstance(node, ScalarNode) else ""
        if name == "immune to attrition" and word == "all":
            facts[name] = EVERYTHING
        elif name == "ferocity" and (found := ferocity_of(word)) is not None:
            facts[name], facts["ferocity destiny"] = found
        elif word in ("varies", "*"):
            varies.add(name)
        elif word in ("none", "-"):
            facts[name] = None
        else:
            facts[name] = reader.number(node, name, least=0, most=99)
    return facts, frozenset(varies)


_FEROCITY = re.compile(r"(?:(\d{1,2}) \+ )?(?:(two|three) )?destiny(?: ?- ?(\d{1,2}))?")


def ferocity_of(word: str) -> tuple[int, int] | None:
    """A ferocity of which destiny is a part, `3 + two destiny`: the number, and how many are drawn."""
    match = _FEROCITY.fullmatch(word)
    if match is None:
        return None
    return int(match[1] or 0) - int(match[3] or 0), {"two": 2, "three": 3}.get(match[2] or "", 1)


def _counted(reader: Reader, keys: Keys, name: str) -> dict[str, int]:
    """`[pilot, warrior]` or `{scomp link: 2}`."""
    if name not in keys:
        return {}
    node = keys[name][1]
    if isinstance(node, MappingNode):
        pairs = reader.mapping(node, name).items()
        return {k: reader.number(v, k, most=99) or 0 for k, (_, v) in pairs}
    return {reader.text(item, name).strip(): 1 for item in reader.items(node, name)}


def _force_icons(reader: Reader, keys: Keys) -> dict[Side, int]:
    if "force icons" not in keys:
        return {}
    found = reader.keys(keys["force icons"][1], "force icons", ("light", "dark"))
    return {Side(k): reader.number(v, k, most=9) or 0 for k, (_, v) in found.items()}


def _seats(reader: Reader, keys: Keys) -> dict[str, int]:
    if "seats" not in keys:
        return {}
    found = reader.keys(keys["seats"][1], "seats", SEATS)
    return {k: reader.number(v, k, most=99) or 0 for k, (_, v) in found.items()}


def _speech(reader: Reader, node: Node, what: str) -> Speech:
    """`{en: …, fr: …}`, or one text that serves both languages."""
    if isinstance(node, ScalarNode):
        return {"en": node.value, "fr": node.value}
    found = reader.keys(node, what, ("en", "fr"))
    return {k: reader.text(v, what) for k, (_, v) in found.items()}


def _texts(
    reader: Reader, node: Node | None, prefix: str, kind: str, words: Words
) -> Iterable[Text]:
    seen: set[str] = set()
    items = list(reader.items(node, "texts"))
    ids = [name for item in items if (name := _id_of(item, kind))]
    for item in items:
        keys = reader.keys(item, "a text", TEXT_KEYS)
        read = words.text(reader, item, ids)
        name = _text(reader, keys, "id") or _TEXT_IDS.get(kind, "text")
        if name in seen:
            reader.problem(item, said("two-texts-have-the-id", name=name), "duplicate-id")
        seen.add(name)
        role = _choice(reader, keys, "role", ROLES)
        if role is None:
            role = _TEXT_ROLES.get(kind, "use")
        when = read_when(reader, keys["when"][1]) if "when" in keys else When(any_time=True)
        targets = [_target(reader, n, implicit=False) for n in _listed(reader, keys, "targets")] + [
            _target(reader, n, implicit=True) for n in _listed(reader, keys, "needs")
        ]
        targets = [_beside_what_is_needed(target, targets) for target in targets]
        yield Text(
            id=name,
            role=role,
            when=when,
            conditions=read.parts("if", keys["if"][1]) if "if" in keys else (),
            targets=tuple(targets),
            costs=read.parts("cost", keys["cost"][1]) if "cost" in keys else (),
            result=read.parts("result", keys["result"][1]) if "result" in keys else (),
            goes_to=_choice(reader, keys, "goes to", PILES),
            once=_once(reader, keys)[0],
            once_by=_once(reader, keys)[1],
            says=_speech(reader, keys["says"][1], "says") if "says" in keys else {},
            clause=f"{prefix}/{name}",
            cannot_be_answered_by=tuple(_words(reader, keys, "immune to")),
            source=_text(reader, keys, "given by"),
            gives=read.parts("gives", keys["gives"][1]) if "gives" in keys else (),
            bars=read.parts("bars", keys["bars"][1]) if "bars" in keys else (),
            lifts=read.parts("lifts", keys["lifts"][1]) if "lifts" in keys else (),
            side=Side(word) if (word := _choice(reader, keys, "for", list(Side))) else None,
            reaches=_choice(reader, keys, "reaches", REACHES),
            repeats="repeats" in keys and reader.yes(keys["repeats"][1], "repeats"),
        )


def _beside_what_is_needed(target: Target, targets: list[Target]) -> Target:
    """Whatever lies at a card that nobody names lies at the location of any that fits."""
    needed = next((t for t in targets if t.implicit and t.name == target.filter.at), None)
    if needed is None or needed is target:
        return target
    return target._replace(filter=target.filter._replace(at=None, where=needed.filter))


def _id_of(node: Node, kind: str) -> str:
    """What a text is called, as far as that can be told before it is read."""
    for key, value in node.value if isinstance(node, MappingNode) else ():
        if isinstance(key, ScalarNode) and isinstance(value, ScalarNode) and key.value == "id":
            return str(value.value).strip()
    return _TEXT_IDS.get(kind, "text")


def _once(reader: Reader, keys: Keys) -> tuple[str | None, str | None]:
    """`once: turn`, or `once: {per: turn, clause: …}` where a clause of the glossary says so."""
    if "once" not in keys or isinstance(keys["once"][1], ScalarNode):
        return _choice(reader, keys, "once", ("turn", "game", "battle")), None
    found = reader.keys(keys["once"][1], "once", ("per", "clause"))
    return _choice(reader, found, "per", ("turn", "game", "battle")), _text(reader, found, "clause")


def _listed(reader: Reader, keys: Keys, name: str) -> list[Node]:
    return list(reader.items(keys[name][1], name)) if name in keys else []


_MOMENTS: Mapping[str, Any] = {
    "end of turn": "end_of_turn",
    "start of turn": "start_of_turn",
    "appointed": "appointed",
    "as soon as": "as_soon",
    "on top": "reaches_top",
}


TIMES = ("any time", "during battle", *_MOMENTS)


def read_when(reader: Reader, node: Node) -> When:
    if isinstance(node, ScalarNode):
        word = node.value.strip()
        if word == "any time":
            return When(any_time=True)
        if word == "during battle":
            return When(in_battle=True)
        if word in _MOMENTS:
            named: Any = {_MOMENTS[word]: True}
            return When(**named)
        known = list(TIMES)
        reader.problem(
            node, said("is-no-time", word=word), "unknown-word", did_you_mean(word, known) or said("one-of-or-a-mapping-with-phase", known=', '.join(known)),
        )  # fmt: skip
        return When(any_time=True)
    keys = reader.keys(node, "when", WHEN_KEYS)
    phases = tuple(
        Phase(word)
        for item in _listed(reader, keys, "phase")
        if (word := reader.choice(item, "phase", [p.value for p in Phase]))
    )
    whose = _choice(reader, keys, "whose", ("yours", "opponent's", "any")) or "any"
    key = "or response to" if "or response to" in keys else "response to"
    answers = tuple(_thing(reader, n) for n in _listed(reader, keys, key))
    if "about to draw" in keys and reader.yes(keys["about to draw"][1], "about to draw"):
        answers = (*answers, Pattern("about to draw"))
    just = tuple(_event(reader, n) for n in _listed(reader, keys, "just"))
    reached = any(pattern.what == "reached" for pattern in just)  # the same as: as soon as
    just = tuple(pattern for pattern in just if pattern.what != "reached")
    moment = _choice(reader, keys, "moment", tuple(_MOMENTS))
    except_battle = _choice(reader, keys, "except", ("battle",)) == "battle"
    in_battle = "segment" in keys or (
        "during battle" in keys and reader.yes(keys["during battle"][1], "during battle")
    )
    at_the_end = "end of battle" in keys and reader.yes(keys["end of battle"][1], "end of battle")
    instead = _text(reader, keys, "instead of")
    return When(
        any_time=not (
            phases or answers or just or reached or instead or in_battle or moment or at_the_end
        ),
        end_of_turn=moment == "end of turn",
        start_of_turn=moment == "start of turn",
        appointed=moment == "appointed",
        as_soon=reached or moment == "as soon as",
        reaches_top=moment == "on top",
        phases=phases,
        whose=whose,
        answers=answers,
        also_answers=key.startswith("or"),
        just=just,
        in_battle=in_battle,
        instead_of=instead,
        except_battle=except_battle,
        segments=tuple(
            word
            for item in _listed(reader, keys, "segment")
            if (word := reader.choice(item, "segment", [s.value for s in Segment]))
        ),
        end_of_battle=at_the_end,
        clause=_text(reader, keys, "clause"),
    )


def _thing(reader: Reader, node: Node) -> Pattern:
    """An action on the stack: a word, a card's title, or a mapping with `by`."""
    by, clause, of = "any", None, None
    if isinstance(node, MappingNode):
        keys = reader.keys(node, "response to", THING_KEYS)
        by = _choice(reader, keys, "by", ("you", "opponent", "any")) or "any"
        clause = _text(reader, keys, "clause")
        of = read_filter(reader, keys["of"][1]) if "of" in keys else None
        if "what" not in keys:
            reader.problem(node, said("this-needs-the-key-what"), "missing-key")
            return Pattern("any", by=by, clause=clause)
        node = keys["what"][1]
    word = reader.text(node, "response to").strip()
    if word in THINGS:
        kind, type_ = THINGS[word]
        return Pattern(kind, of or Filter(types=(type_,) if type_ else ()), by, clause=clause)
    return Pattern("any", Filter(titles=(word,)), by, clause=clause)


def _event(reader: Reader, node: Node) -> Pattern:
    """Something that just happened: `{moved: {type: droid}, by: you, to: …}`."""
    keys = reader.keys(node, "just", (*JUST, *JUST_KEYS))
    what = [k for k in keys if k in JUST]
    if len(what) != 1:
        reader.problem(
            node,
            said("say-one-thing-that-just-happened"),
            "just",
            said("one-of", known=", ".join(JUST)),
        )
        return Pattern("nothing")
    value = keys[what[0]][1]
    count: int | None = None
    if what[0] == "lost force":
        count = reader.number(value, "lost force", least=1, most=99)
        kind, filter_ = "lost force", Filter()
    elif what[0] in ("initiated", "played") and isinstance(value, ScalarNode):
        thing = _thing(reader, value)
        kind, filter_ = f"{what[0]} {thing.what}", thing.filter
    elif what[0] in ("completed", "drawn", "battle"):
        kind, filter_ = f"{what[0]} {reader.text(value, what[0]).strip()}", Filter()
    else:
        kind, filter_ = what[0], read_filter(reader, value)
    return Pattern(
        kind,
        filter_,
        by=_choice(reader, keys, "by", ("you", "opponent", "any")) or "any",
        to=_text(reader, keys, "to"),
        with_=_text(reader, keys, "with"),
        from_=read_filter(reader, keys["from"][1]) if "from" in keys else None,
        nth=count,
        clause=_text(reader, keys, "clause"),
        more_than=reader.number(keys["more than"][1], "more than", most=99)
        if "more than" in keys
        else None,
    )


def read_filter(reader: Reader, node: Node) -> Filter:
    """A card's title, a list of titles, or a mapping that says what is meant."""
    if isinstance(node, ScalarNode):
        word = node.value.strip()
        if word == "any":
            return Filter()
        if word in TYPES or word in SUBTYPES:
            return Filter(types=(word,))
        return Filter(titles=(word,))
    if isinstance(node, SequenceNode):
        return Filter(titles=tuple(reader.text(n, "title").strip() for n in node.value))
    return _filter(reader, reader.keys(node, "this description", FILTER_KEYS))


_MEASURE = re.compile(r"^(<=|>=|<|>|=)?\s*(\d+)$")


def _filter(reader: Reader, keys: Keys) -> Filter:
    measures: list[tuple[str, str, int]] = []
    for name in NUMBERS:
        if name in keys:
            word = reader.text(keys[name][1], name).strip()
            if match := _MEASURE.match(word):
                measures.append((name, match[1] or "=", int(match[2])))
            else:
                reader.problem(
                    keys[name][1], said("is-no-measure", word=word), "type", 'e.g. ">= 4"'
                )
    at, place = None, None
    if "at" in keys:
        node = keys["at"][1]
        if isinstance(node, MappingNode):
            place = read_filter(reader, node)
        else:
            at = _text(reader, keys, "at")
    nested = {name: read_filter(reader, keys[name][1]) for name in NESTED if name in keys}
    return Filter(
        titles=tuple(_words(reader, keys, "title")),
        personas=tuple(_words(reader, keys, "persona")),
        types=tuple(_words(reader, keys, "type")),
        traits=tuple(word.lower() for word in _words(reader, keys, "trait")),
        icons=tuple(_words(reader, keys, "icon")),
        whose=_choice(reader, keys, "whose", ("yours", "opponent's", "any")) or "any",
        at=at,
        measures=tuple(measures),
        captives="captives" in keys and reader.yes(keys["captives"][1], "captives"),
        in_battle="in battle" in keys and reader.yes(keys["in battle"][1], "in battle"),
        same=tuple(_words(reader, keys, "same")),
        states=tuple(
            state
            for item in _listed(reader, keys, "is")
            if (state := reader.choice(item, "is", STATES))
        ),
        place=place,
        present="present" in keys and reader.yes(keys["present"][1], "present"),
        with_=nested.get("with"),
        present_with=nested.get("present with"),
        carries=nested.get("carries"),
        aboard=nested.get("aboard"),
        has_aboard=nested.get("has aboard"),
        unlike=nested.get("not"),
        any_of=tuple(read_filter(reader, n) for n in _listed(reader, keys, "any of")),
        part_of=tuple(_words(reader, keys, "part of")),
        deployed_on=nested.get("deployed on"),
        carried_by=_text(reader, keys, "carried by"),
        adjacent_to=_text(reader, keys, "adjacent to"),
        related_to=_text(reader, keys, "related to"),
        targeting=nested.get("targeting"),
        stacked_on=nested.get("stacked on"),
        holds=nested.get("holds"),
    )


def _target(reader: Reader, node: Node, implicit: bool) -> Target:
    keys = dict(reader.keys(node, "a target", TARGET_KEYS))
    name = _text(reader, keys, "name") or "target"
    least, most = 1, 1 if not implicit else None
    count_by, every = None, False
    if "count" in keys:
        counted = keys["count"][1]
        if isinstance(counted, MappingNode):  # `{number: up to 2, clause: …}`
            parts = reader.keys(counted, "count", ("number", "clause"))
            count_by = _text(reader, parts, "clause")
            if "number" in parts:
                counted = parts["number"][1]
            else:
                hint = said("as-in-count-number-up-to-2")
                reader.problem(counted, said("a-count-needs-the-key-number"), "missing-key", hint)
        word = "one" if isinstance(counted, MappingNode) else reader.text(counted, "count").strip()
        if word in ("any", "all", "any number"):
            most, every = None, word == "all"
        elif word.isdigit() and len(word) < 4:
            least = most = int(word)
        elif word.startswith("up to ") and word[6:].isdigit():
            most = int(word[6:])
        elif word != "one":
            reader.problem(
                counted, said("is-no-count", word=word), "type", said("one-any-all-or-a-number")
            )
    optional, optional_by = _optional(reader, keys)
    together = "together" in keys and reader.yes(keys["together"][1], "together")
    other = _text(reader, keys, "other than")
    that_one = "that one" in keys and reader.yes(keys["that one"][1], "that one")
    musts = tuple(_must(reader, item) for item in _listed(reader, keys, "must"))
    clause = _text(reader, keys, "clause")
    in_hand = "in hand" in keys and reader.yes(keys["in hand"][1], "in hand")
    for own in ONLY_OF_TARGETS:
        keys.pop(own, None)
    return Target(
        name,
        _filter(reader, keys),
        least,
        most,
        implicit,
        together,
        optional,
        other,
        that_one,
        musts,
        clause,
        in_hand,
        optional_by=optional_by,
        count_by=count_by,
        every=every,
    )


def _optional(reader: Reader, keys: Keys) -> tuple[bool, str | None]:
    """`optional: yes`, or `optional: {clause: …}` where a clause of the glossary says so."""
    if "optional" not in keys:
        return False, None
    node = keys["optional"][1]
    if isinstance(node, MappingNode):
        return True, _text(reader, reader.keys(node, "optional", ("clause",)), "clause")
    return reader.yes(node, "optional"), None


def _must(reader: Reader, node: Node) -> tuple[Filter, str]:
    """A further demand on a target, and the glossary clause that makes it."""
    keys = dict(reader.keys(node, "must", (*FILTER_KEYS, "clause")))
    clause = _text(reader, keys, "clause") or ""
    keys.pop("clause", None)
    return _filter(reader, keys), clause

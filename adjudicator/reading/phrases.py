"""What card texts speak of: descriptions of cards and of locations, found in printed words.

A description comes out as it stands in a file, `{type: rebel, whose: yours, at: here}`. Several
joined by "and" or "or" stay apart until it is clear whether all of them or any of them is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.reading.names import LONGEST, Names, begins_a_name, is_a_word_too
from adjudicator.reading.nouns import CARDS_BY_WORDS, ICONS, PLACES_BY_WORDS
from adjudicator.reading.nouns import LONGEST as LONGEST_NOUN
from adjudicator.reading.parsing import Parse, is_number, rule, scan

Filter = dict[str, Any]


class Printed(NamedTuple):
    """What is known of the card whose text is read."""

    title: str
    type: str
    subtype: str | None
    frame: str  # character, craft, location, effect …: what "here" and "this" mean
    personas: tuple[str, ...]
    calls_itself: frozenset[str]  # words by which its text means the card itself
    unique: bool
    bears: str = ""  # what it deploys on by this text: a card, a place


# -- numbers ----------------------------------------------------------------------


@scan("signed")
def signed(parse: Parse, at: int) -> Iterator[tuple[int, int]]:
    """A number with its sign."""
    if at < len(parse.words) and parse.words[at][0] in "+-" and is_number(parse.words[at][1:]):
        yield int(parse.words[at]), at + 1


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


@scan("number")
def number(parse: Parse, at: int) -> Iterator[tuple[int, int]]:
    if at < len(parse.words):
        word = parse.words[at]
        if is_number(word) or word in _NUMBERS:
            yield _NUMBERS.get(word) or int(word), at + 1


@scan("measure")
def measure(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """A comparison with a number: `> 2`; `of ability 2` is exactly that."""
    words = parse.words[at : at + 4]
    if len(words) > 1 and words[0] in ("<", ">", "=", "<=", ">=") and is_number(words[1]):
        yield f"{words[0]} {int(words[1])}", at + 2
    if words and is_number(words[0]):
        if words[1:3] == ["or", "more"]:
            yield f">= {int(words[0])}", at + 3
        elif words[1:3] == ["or", "less"]:
            yield f"<= {int(words[0])}", at + 3


STATS = ("power", "ability", "forfeit", "maneuver", "armor", "landspeed", "hyperspeed", "politics",
         "ferocity", "destiny")  # fmt: skip


@scan("stat")
def stat(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """A number of a card by its name."""
    word = parse.words[at] if at < len(parse.words) else ""
    if word == "defense" and parse.words[at + 1 : at + 2] == ["value"]:
        yield "defense", at + 2
    elif word in STATS:
        yield word, at + 1


# -- names ------------------------------------------------------------------------


def _named(parse: Parse, at: int, kinds: tuple[str, ...]) -> Iterator[tuple[str, str, int]]:
    """The longest name of such a kind that begins here: kind, full name, end."""
    names: Names = parse.names
    if at >= len(parse.tokens) or not begins_a_name(parse.tokens[at].text):
        return
    most = min(len(parse.tokens), at + LONGEST)
    for end in range(most, at, -1):
        words = " ".join(token.text for token in parse.tokens[at:end] if token.text != "•")
        if not words or is_a_word_too(words) or words[-1] in ",;:.()[]":
            continue
        if found := names.meant(words):
            for name in found:
                if name.kind in kinds:
                    yield name.kind, name.full, end
            return


@scan("own name")
def own_name(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """The card's own title or short name."""
    for end in range(min(len(parse.tokens), at + LONGEST), at, -1):
        words = " ".join(parse.words[at:end])
        if words in parse.card.calls_itself:
            yield "self", end
            return


# -- descriptions of cards ------------------------------------------------------------


# Behind these a word is a noun, not the short name of somebody.
_BEFORE_NOUNS = frozenset(
    {"a", "an", "any", "each", "all", "every", "your", "opponent's", "other", "another", "no", "of"}
)


@scan("noun")
def noun(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    called = list(_named(parse, at, ("persona", "title")))
    if not (at and parse.words[at - 1] in _BEFORE_NOUNS):
        called += [("persona", full, end) for _, full, end in _named(parse, at, ("short",))]
    for count in range(LONGEST_NOUN, 0, -1):
        words = tuple(parse.words[at : at + count])
        if len(words) == count and words in CARDS_BY_WORDS:
            if any(end > at + count for _, _, end in called):
                break  # "General Hux" is no general of that name
            yield {**CARDS_BY_WORDS[words][0].means}, at + count
            return
    for kind, full, end in called:
        if kind == "persona" and at and parse.words[at - 1] in ("a", "an", "non-unique"):
            continue  # nobody is "an" Obi-Wan
        if full not in parse.card.personas and full != parse.card.title:  # that is the card itself
            yield {kind: full}, end


@scan("adjective")
def adjective(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """What stands before a noun: icons and plain states."""
    if at >= len(parse.words):
        return
    word = parse.words[at]
    if word.startswith("[") and (icon := ICONS.get(word[1:-1])):
        yield {"icon": icon}, at + 1
    if word == "unique" or (word == "•" and at):
        skip = 2 if parse.words[at + 1 : at + 4] == ["(", "•", ")"] else 0
        if word == "unique":
            yield {"is": "unique"}, at + 1 + (skip and 3)
    if word == "non-unique":
        yield {"not": [NOT_UNIQUE]}, at + 1
    elif (
        word.startswith("non-")
        and word != "non-creature"
        and (unlike := CARDS_BY_WORDS.get((word[4:],)))
    ):
        yield {"not": [{**unlike[0].means}]}, at + 1
    if word == "female":
        yield {"trait": "female"}, at + 1
    if word in ("piloted", "unpiloted", "undercover"):
        yield {"is": word}, at + 1


@scan("whose")
def whose(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """A determiner: whose cards, or any."""
    for words, means in _DETERMINERS.items():
        if tuple(parse.words[at : at + len(words)]) == words:
            yield means, at + len(words)


_DETERMINERS: dict[tuple[str, ...], str] = {
    tuple(words.split()): means
    for words, means in {
        "your": "yours", "all your": "yours", "all of your": "yours", "each of your": "yours",
        "any of your": "yours", "each your": "yours", "one of your": "yours",
        "opponent's": "opponent's", "all opponent's": "opponent's", "an opponent's": "opponent's",
        "all of opponent's": "opponent's", "each of opponent's": "opponent's",
        "any opponent's": "opponent's", "a": "any", "an": "any", "any": "any", "all": "any",
        "each": "any", "every": "any",
    }.items()
}  # fmt: skip


NOT_UNIQUE = {"is": "unique"}
NOT_THIS = {"is": "this card"}


def both(one: Filter | None, other: Filter | None) -> Filter | None:
    """Two descriptions of the same cards as one; None: it cannot be said in one.

    What cards are not is a list for as long as their description grows."""
    if one is None or other is None:
        return None
    made = dict(one)
    for key, value in other.items():
        if key not in made:
            made[key] = value
        elif key == "not":
            made[key] = [*made[key], *(v for v in value if v not in made[key])]
        elif made[key] != value:
            if key not in ("trait", "icon", "is"):
                return None
            have = made[key] if isinstance(made[key], list) else [made[key]]
            made[key] = [*have, *(value if isinstance(value, list) else [value])]
    return made


@scan("kind")
def kind_of_card(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """Adjectives and a noun."""
    yield from parse.all("noun", at)
    for said, end in parse.all("adjective", at):
        for rest, last in parse.all("kind", end):
            if (made := both(said, rest)) is not None:
                yield made, last


@scan("kinds")
def kinds_of_card(parse: Parse, at: int) -> Iterator[tuple[list[Any], int]]:
    """A determiner with one kind or a list of them: it covers those that have none of their own.

    An adjective before the first of several could cover the others as well: such a list is left."""
    for owner, start in [*parse.all("determiner", at), ({}, at)]:
        plain = not parse.all("adjective", start)
        for first, end in parse.all("kind", start):
            if (made := both(first, owner)) is None:
                continue
            yield [[made], ""], end
            if plain:
                yield from _more(parse, [made], owner, end)


@scan("determiner")
def determiner(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """Whose cards, and whether others than the card itself are meant."""
    words = parse.words
    for owner, end in parse.all("whose", at):
        mine = {} if owner == "any" else {"whose": owner}
        yield mine, end
        if words[end : end + 1] == ["other"]:
            yield {**mine, "not": [NOT_THIS]}, end + 1
    if words[at : at + 1] == ["another"]:
        if words[at + 1 : at + 3] == ["of", "your"]:
            yield {"whose": "yours", "not": [NOT_THIS]}, at + 3
        yield {"not": [NOT_THIS]}, at + 1
    elif words[at : at + 1] == ["other"]:
        yield {"not": [NOT_THIS]}, at + 1


def _more(
    parse: Parse, have: list[Filter], owner: Filter, at: int
) -> Iterator[tuple[list[Any], int]]:
    """The rest of a list: `, B, and C` or `or B`."""
    words = parse.words
    joined, start = "", at
    if words[at : at + 1] == [","]:
        start += 1
    if start < len(words) and words[start] in ("and", "or"):
        joined, start = words[start], start + 1
    elif words[at : at + 3] == ["and", "/", "or"]:
        joined, start = "or", at + 3
    if start == at:
        return
    for own, begin in [*parse.all("determiner", start), (None, start)]:
        for following, end in parse.all("kind", begin):
            last = both(following, owner if own is None else own)
            if last is None:
                continue
            made = [*have, last]
            if joined:
                yield [made, joined], end
            else:
                yield from _more(parse, made, owner, end)


@scan("after")
def after(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """What stands behind a noun, in printed order."""
    yield {}, at
    for said, end in parse.all("addition", at):
        for more, last in parse.all("after", end):
            if (made := both(said, more)) is not None:
                yield made, last


@rule("addition", "of {name:stat} {than:measure}", "with {name:stat} {than:measure}")
def of_such_a_number(card: Printed, name: str, than: str) -> Filter:
    return {name: than}


@rule(
    "addition",
    "here",
    "at same location",
    "at the same location",
    "at this location",
    "at this site",
    "at this system",
)
def here(card: Printed) -> Filter | None:
    return {"at": "here"} if card.frame in HAVE_A_PLACE else None


@rule(
    "addition",
    "present",
    "present here",
    "present at this location",
    "present with him|her|it",
    on=("character", "location", "craft"),
)
def present(card: Printed) -> Filter:
    return {"at": "present here"}


@rule("addition", "at|on {where:place}")
def at_a_place(card: Printed, where: Filter) -> Filter:
    return {"at": where}


@rule("addition", "on {whole}")
def on_a_planet(card: Printed, whole: str) -> Filter:
    return {"at": {"type": ["site", "sector"], "part of": whole}}


@rule("addition", "on table")
def on_table(card: Printed) -> Filter:
    return {}


@rule("addition", "in battle", "in a battle")
def in_battle(card: Printed) -> Filter:
    return {"in battle": "yes"}


@rule(
    "addition",
    "except {others:cards}",
    r"\( except {others:cards} \)",
    r"\( except for {others:cards} \)",
)
def except_such(card: Printed, others: list[Any]) -> Filter | None:
    unlike = union(others)
    return None if unlike is None else {"not": [unlike]}


@rule("addition", "piloted by {who:one}")
def piloted_by(card: Printed, who: Filter) -> Filter:
    return {"has aboard": {**who, "is": "piloting"}}


HAVE_A_PLACE = ("character", "craft", "location", "device", "weapon", "creature", "placed")


@scan("cards")
def cards(parse: Parse, at: int) -> Iterator[tuple[list[Any], int]]:
    """Kinds of cards with what follows them; what follows holds for all of the list."""
    for (each, joined), start in parse.all("kinds", at):
        for said, end in parse.all("after", start):
            made = [both(one, said) for one in each]
            if None not in made:
                yield [made, joined], end


def union(cards: list[Any]) -> Filter | None:
    """Any of these cards in one description."""
    each = [closed(one) for one in cards[0]]
    if len(each) == 1:
        return dict(each[0])
    shared = {k: v for k, v in each[0].items() if all(one.get(k) == v for one in each)}
    own = [{k: v for k, v in one.items() if k not in shared} for one in each]
    if any(not one for one in own):
        return None
    for key in ("persona", "type", "title"):
        if all(set(one) == {key} and isinstance(one[key], str) for one in own):
            return {**shared, key: [one[key] for one in own]}
    return {**shared, "any of": own}


def closed(what: Filter) -> Filter:
    """What cards are not, in one description: none of several."""
    unlike = what.get("not")
    if not isinstance(unlike, list):
        return dict(what)
    return {**what, "not": unlike[0] if len(unlike) == 1 else {"any of": unlike}}


@scan("set")
def set_of_cards(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """All cards that are so, or so."""
    if _is_that_one(parse, at):
        return
    for found, end in parse.all("cards", at):
        if (made := union(found)) is not None:
            yield made, end


def _is_that_one(parse: Parse, at: int) -> bool:
    """ "Starship is power +1" speaks of one that is known already, not of all starships."""
    while found := [end for _, end in parse.all("adjective", at)]:
        at = max(found)
    for count in range(LONGEST_NOUN, 0, -1):
        if known := CARDS_BY_WORDS.get(tuple(parse.words[at : at + count])):
            return not known[1]
    return False


@scan("one")
def one_card(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """One card, of several kinds perhaps, but never several cards together."""
    for found, end in parse.all("cards", at):
        if found[1] != "and" and (made := union(found)) is not None:
            yield made, end


# -- locations ------------------------------------------------------------------------


@scan("whole")
def whole(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    for _, full, end in _named(parse, at, ("whole",)):
        yield full, end


@scan("place noun")
def place_noun(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    for count in range(LONGEST_NOUN, 0, -1):
        words = tuple(parse.words[at : at + count])
        if len(words) == count and words in PLACES_BY_WORDS:
            yield {**PLACES_BY_WORDS[words][0].means}, at + count
            return


@scan("place kind")
def place_kind(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    yield from parse.all("place noun", at)
    word = parse.words[at] if at < len(parse.words) else ""
    more: list[tuple[Filter, int]] = []
    if word.startswith("[") and word[1:-1] in ICONS:
        more.append(({"icon": ICONS[word[1:-1]]}, at + 1))
    more += [({"part of": full}, end) for full, end in parse.all("whole", at)]
    for said, end in more:
        for rest, last in parse.all("place kind", end):
            if (made := both(said, rest)) is not None:
                yield made, last


@rule("single place", "{whose}? {what:place kind}")
def described_place(card: Printed, what: Filter, whose: str = "any") -> Filter:
    return what if whose == "any" else {**what, "whose": whose}


@rule("single place", "{whose}? {what:place kind} you control")
def place_you_control(card: Printed, what: Filter, whose: str = "any") -> Filter | None:
    return both(described_place(card, what, whose), {"is": "controlled by you"})


@rule("single place", "{whose}? {what:place kind} opponent occupies")
def place_opponent_occupies(card: Printed, what: Filter, whose: str = "any") -> Filter | None:
    return both(described_place(card, what, whose), {"is": "occupied by opponent"})


@rule("single place", "{whose}? {what:place kind} you occupy")
def place_you_occupy(card: Printed, what: Filter, whose: str = "any") -> Filter | None:
    return None  # no word says so of a location yet


@rule("single place", "{whose}? {what:place kind} where you have {who:one}")
def place_where_you_have(
    card: Printed, what: Filter, who: Filter, whose: str = "any"
) -> Filter | None:
    return _where(what, who, "yours") if whose == "any" else None


@rule("single place", "{whose}? {what:place kind} where opponent has {who:one}")
def place_where_opponent_has(
    card: Printed, what: Filter, who: Filter, whose: str = "any"
) -> Filter | None:
    return _where(what, who, "opponent's") if whose == "any" else None


def _where(what: Filter, who: Filter, whose: str) -> Filter | None:
    if "whose" in who or "at" in who or "with" in what:
        return None
    return {**what, "with": {**who, "whose": whose}}


@rule("single place", "{whose}? {what:place kind} other than {others:single place}")
def other_place(card: Printed, what: Filter, others: Filter, whose: str = "any") -> Filter | None:
    if whose != "any":
        return None
    return None if "any of" in others or "not" in others else {**what, "not": others}


@rule("single place", "same and related sites", on=("character", "craft", "placed", "location"))
def here_and_related_sites(card: Printed) -> Filter:
    return {"type": "site", "related to": "here"}


@rule("single place", "a location under nighttime conditions")
def by_night(card: Printed) -> Filter:
    return {"is": "nighttime"}


@rule("single place", "(the)? same system as {who:one}")
def same_system_as(card: Printed, who: Filter) -> Filter | None:
    return None if "whose" in who else {"type": "system", "with": who}


@rule("single place", "(the)? same site as {who:one}")
def same_site_as(card: Printed, who: Filter) -> Filter:
    return {"type": "site", "with": who}


@rule("single place", "(the)? same location as {who:one}")
def same_location_as(card: Printed, who: Filter) -> Filter:
    return {"with": who}


@scan("places joined")
def places_joined(parse: Parse, at: int) -> Iterator[tuple[list[Filter], int]]:
    """`A, B or C`: locations one of which is meant."""
    for first, end in parse.all("single place", at):
        comma = parse.words[end : end + 1] == [","]
        start = end + comma
        last = parse.words[start : start + 1] == ["or"]
        if last:
            for other, stop in parse.all("single place", start + 1):
                yield [first, other], stop
        if comma:
            for rest, stop in parse.all("places joined", start):
                yield [first, *rest], stop
            if last:
                continue


@rule("place", "{each:places joined}")
def one_of_several(card: Printed, each: list[Filter]) -> Filter | None:
    if any(set(one) & {"any of", "with", "not"} for one in each):
        return None
    return {"any of": each}


@scan("single place")
def named_place(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    if parse.words[at : at + 1] == ["the"]:
        at += 1
    owner = ""
    for means, end in parse.all("whose", at):
        if means in ("yours", "opponent's"):
            owner, at = means, end
    for _, full, end in _named(parse, at, ("place",)):
        yield ({"title": full, "whose": owner} if owner else {"title": full}), end
        if parse.words[end : end + 1] == ["system"] and parse.names.is_a_system(full):
            yield ({"title": full, "whose": owner} if owner else {"title": full}), end + 1


@scan("place")
def any_place(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    yield from parse.all("single place", at)

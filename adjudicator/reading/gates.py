"""What a reading must pass: it is in the vocabulary, no word is lost, and it reads back the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.cards.personas import persona_called
from adjudicator.reading.parsing import tokens

# Words that carry no meaning of their own, or only join and point.
_IDLE = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "be",
        "of",
        "to",
        "on",
        "at",
        "in",
        "and",
        "or",
        "for",
        "by",
        "with",
        "while",
        "when",
        "if",
        ",",
        ".",
        "(",
        ")",
        ";",
        ":",
        "!",
        "•",
        "any",
        "all",
        "each",
        "this",
        "that",
        "he",
        "she",
        "it",
        "his",
        "her",
        "its",
        "they",
        "them",
        "force",
        "may",
        "can",
        "do",
        "does",
        "has",
        "have",
        "provides",
        "provide",
        "one",
        "card",
        "character",
        "starship",
        "vehicle",
        "droid",
        "location",
        "site",
        "system",
        "also",
        "who",
        "anything",
        "'",
        '"',
        "deploys",
        "deploy",
        "adds",
        "add",
        "moves",
        "move",
        "him",
        "same",
        "requires",
        "cannot",
        "not",
        "another",
        "there",
        "table",
        "as",
        "where",
    ]
)
# Printed one way, said another.
_ALIKE = {
    "aboard": "aboard", "battling": "battle", "free": "free", "defending": "initiated",
    "pilots": "pilot", "piloting": "pilot", "piloted": "pilot", "cannot": "not", "must": "only",
    "search": "take", "through": "take", "shuffle": "reshuffle", "cut": "reshuffle", "replace": "reshuffle",
    "reshuffle": "shuffle", "able": "unable", "draw": "take", "participating": "battle", "total": "destiny", "together": "battle", "character's": "target's", "highest-ability": "highest",
    "carry": "carry", "pilot": "pilot", "armed": "armed", "captive": "captive", "initiate": "initiated", "you": "your", "no": "neither",
}  # fmt: skip


# What goes without saying: whose pile it is, that one may, that a canceled card is being played.
_WITHOUT_SAYING = re.compile(
    r"\byour (?=(?:own )?(?:Reserve Deck|Force Pile|Used Pile|Lost Pile|hand)\b)|\byou (?=may\b)"
    r"|, but may move elsewhere|(?<=on your )other (?!.*\d)|(?<=on any )other (?!.*\d)|\bin battles (?=at same)|(?<=huffle) deck\b|\bjust played(?=\.)",
    re.IGNORECASE,
)


_TAKEN_FROM = re.compile(r"\b[Ss]ubtracts? (\d+) from\b")


def lost_words(printed: str, said: str, itself: frozenset[str]) -> list[str]:
    """The words of the printed sentence that what is said back does not have."""
    have = {_root(token.word) for token in tokens(said)}
    have |= {_root(word) for token in tokens(said) for word in re.split(r"[-']", token.word)}
    found = []
    bare = printed[1:-1] if printed.startswith("[Immune to ") and printed.endswith("]") else printed
    plain = _WITHOUT_SAYING.sub("", bare).replace("until end of turn", "for remainder of turn")
    plain = _TAKEN_FROM.sub(r"-\1", plain)
    for token in tokens(plain):
        word = token.word
        if word in _IDLE or _root(word) in have or _numeral(word) in have:
            continue
        if word.startswith("non-") and "except" in have and _root(word[4:]) in have:
            continue
        if _ALIKE.get(word, word) in have or _root(_ALIKE.get(word, word)) in have:
            continue
        if word in itself or ((who := persona_called(token.text)) and who in said):
            continue
        found.append(token.text)
    return found


_NUMERALS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


def _numeral(word: str) -> str:
    return _NUMERALS.get(word, word)


def _root(word: str) -> str:
    """Without what makes it plural or someone's."""
    bare = (
        word.removesuffix("'s").removesuffix("'").lstrip("+") if not word.startswith("-") else word
    )
    if bare.endswith("ies") and len(bare) > 4:
        return bare[:-3] + "y"
    if bare.endswith("ves"):
        return bare[:-3] + "f"
    return bare.removesuffix("s") if len(bare) > 3 and not bare.endswith("ss") else bare


def sign_of(entry: Any) -> str:
    """Everything a reading holds, as one line; two that mean the same have the same."""
    if isinstance(entry, Mapping):
        return "{" + ",".join(f"{k}:{sign_of(v)}" for k, v in sorted(entry.items())) + "}"
    if isinstance(entry, list):
        return "[" + ",".join(map(sign_of, entry)) + "]"
    return str(entry)

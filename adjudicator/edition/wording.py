"""A sentence in which a number was changed: it follows, or says at its end what is otherwise."""

from __future__ import annotations

import re

_WORDS = {
    "en": ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    "fr": ("deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
}
_COUNTED = {
    "en": ("card", "time", "unit", "site", "location", "character"),
    "fr": ("point", "carte", "unité", "site", "localisation", "personnage"),
}
_REMARK = {
    "en": " (Here: {new} instead of {old}.)",
    "fr": " (Ici\N{NO-BREAK SPACE}: {new} au lieu de {old}.)",
}
_TAG = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})", re.DOTALL)


def with_number(sentence: str, old: int, new: int, language: str) -> str:
    """The sentence with the new number where the old one stands, if it stands there once."""
    named = _WORDS[language][old - 2] if 2 <= old <= 10 else None
    spelt = "|".join(filter(None, (re.escape(_signed(old)), named)))
    standing = re.compile(rf"(?<![\w,.-])(?:{spelt})(?![\w]|[,.]\d)")
    parts = _TAG.split(sentence)
    if sum(len(standing.findall(part)) for part in parts[::2]) != 1:
        return sentence + _REMARK[language].format(old=_signed(old), new=_signed(new))
    changed = [
        part if place % 2 else standing.sub(_signed(new), part) for place, part in enumerate(parts)
    ]
    return _agreeing("".join(changed), old, new, language)


def _signed(number: int) -> str:
    return str(number).replace("-", "\N{MINUS SIGN}")


def _agreeing(sentence: str, old: int, new: int, language: str) -> str:
    """What is counted stands in the plural after two, and in French not after none."""
    one = (-1, 1) if language == "en" else (-1, 0, 1)
    if (old in one) is (new in one):
        return sentence
    counted = "|".join(_COUNTED[language])
    behind = re.compile(rf"(?<![\w,.-])({re.escape(_signed(new))}\s+(?:{counted}))(s?)\b")
    return behind.sub(lambda m: m[1] + ("" if new in one else "s"), sentence, count=1)

"""The page of `adjudicator cards read`: the reading as an entry to paste, said back, and what is unread."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from adjudicator.reading.reading import Read, Reading
from adjudicator.speech import language


def page(reading: Reading, lang: str) -> str:
    """What is read, in the vocabulary and in words, then what is not, and why."""
    labels = language(lang).plain("reading")
    head, left = labels["read"], labels["left over"]
    lines = [f"# {reading.card.title}", *in_yaml(reading.card_entry()), ""]
    used = [read for function in reading.functions for read in function.used]
    if used:
        lines += [head, *(f"  {said_in(read, lang)}" for read in used)]
    unread = [(read, told) for read, told in not_used(reading, lang)]
    if unread:
        lines += [left, *(f"  {read.sentence.text}\n    {told}" for read, told in unread)]
    return "\n".join(lines) + "\n"


def said_in(read: Read, lang: str) -> str:
    return read.says[lang == "fr"]  # a reading speaks English and French


def not_used(reading: Reading, lang: str) -> Iterator[tuple[Read, str]]:
    """Every sentence that takes no part, with the reason."""
    labels = language(lang).plain("reading")
    for function in reading.functions:
        for read in function.sentences:
            if read.entry is None:
                where = f" [{read.where}]" if read.where else ""
                yield read, f"{labels[f'why {read.why_not}']}{where}"
            elif read not in function.used:
                yield read, labels["why left"]


def as_data(reading: Reading) -> dict[str, Any]:
    """The same for programs."""
    return {
        "title": reading.card.title,
        "entry": reading.card_entry(),
        "sentences": [
            {
                "function": function.name,
                "start": read.sentence.start,
                "end": read.sentence.end,
                "read": read.entry is not None,
                "used": read in function.used,
                "says": {"en": read.says[0], "fr": read.says[1]} if read.entry else None,
                "why_not": read.why_not or None,
                "where": read.where or None,
            }
            for function in reading.functions
            for read in function.sentences
        ],
    }


def in_yaml(entry: dict[str, Any]) -> list[str]:
    """An entry under `cards:`, a text a block, everything inside on one line."""
    lines = []
    for key, value in entry.items():
        if key != "texts":
            lines.append(f"{key}: {_flow(value)}")
            continue
        lines.append("texts:")
        for text in value:
            for number, (name, part) in enumerate(text.items()):
                lines.append(f"  {'-' if number == 0 else ' '} {name}: {_flow(part)}")
    return lines


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_flow(v)}" for key, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_flow, value)) + "]"
    word = str(value)
    plain = isinstance(value, int) or (
        word.replace(" ", "").replace("-", "").isalnum() and word != "no"
    )
    return word if plain else json.dumps(word, ensure_ascii=False)

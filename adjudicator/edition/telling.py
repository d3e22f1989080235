"""What a ruling says of the edition under which it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.edition.changes import Change
from adjudicator.edition.layers import Edition, Layer
from adjudicator.speech import Slot, language

Record = dict[str, Any]
_TOLD = 12  # changes told one by one


def told(change: Change, lang: str) -> str:
    return _say(lang, change.kind, change.facts)


def _say(lang: str, kind: str, facts: Mapping[str, str]) -> str:
    slots = {name: Slot("word", value) for name, value in facts.items()}
    return language(lang).told("edition", kind, **slots)


def ruled_under(edition: Edition) -> Record:
    """What is added to a ruling; nothing to one under the shipped rules."""
    found: Record = {}
    if edition.without:
        found["without"] = list(edition.without)
    if edition.files:
        found["edition"] = [_layer(layer) for layer in edition.files]
    return found


def _layer(layer: Layer) -> Record:
    return {
        "kind": layer.kind,
        "name": layer.name,
        "title": dict(layer.title),
        "digest": layer.digest,
        "changes": [{"kind": c.kind, "facts": dict(c.facts)} for c in layer.changes],
        "cards": list(layer.cards.titles),
    }


def lines(layers: Sequence[Mapping[str, Any]], lang: str, between: str = "; ") -> Iterator[str]:
    """One line a layer: what it is called, and what it has otherwise."""
    for layer in layers:
        name = layer["title"].get(lang) or layer["name"]
        changes = [_say(lang, c["kind"], c["facts"]) for c in layer["changes"]]
        if layer["cards"]:
            facts = {"cards": ", ".join(layer["cards"])}
            changes.append(_say(lang, "cards", facts))
        if len(changes) > _TOLD:
            changes[_TOLD:] = [f"… (+{len(changes) - _TOLD})"]
        yield f"{name} ({between.join(changes)})"


def carried(edition: Edition) -> list[Record]:
    """The layers as a seal carries them: enough to read them again."""
    return [
        {
            "kind": layer.kind,
            "name": layer.name,
            "files": [{"name": name, "text": text} for name, text in layer.files],
        }
        for layer in edition.files
    ]

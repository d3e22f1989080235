"""Readings in a ruling: what of a card's printed text is carried out, and what is not.

Only facts and plain static sentences are used; whatever else is understood is shown by
`adjudicator cards read` as a suggestion."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint, FromPrint, Speech, Text
from adjudicator.cards.read import read_blueprint, slug_of
from adjudicator.reading.gates import sign_of
from adjudicator.reading.reading import GRAMMAR, CardReader, Entry, Read, Reading, node_of
from adjudicator.source import Document, Reader

# Facts that a text speaks of in plain words: as soon as no unread sentence speaks of one, it is known.
_SPOKEN_OF = {"immune to attrition": "immune to attrition", "when piloting": "pilots"}
_REACTS = {
    "react/text-must-allow": "may move as a react",
    "react/text-must-allow-deploying": "may deploy as a react",
}


class Understanding:
    """The cards of one library with their printed texts read."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.reader = CardReader.of(library)

    def __call__(self, card: Blueprint) -> Blueprint:
        """The card with what is read of its printed text; the same card where nothing is."""
        if not card.printed or card.reads_as == 0:
            return card
        reading = self.reader.read(card, card.printed)
        if card.reads_as:
            reading = reading.taken(card.reads_as)
        used = [read for function in reading.functions for read in function.used]
        return self._with(card, reading, used) if used else card

    def _with(self, card: Blueprint, reading: Reading, used: list[Read]) -> Blueprint:
        left = tuple(read for read in reading.sentences if read not in used)
        told = self._told(card, [part for function in reading.functions for part in function.parts])
        unread = tuple({"en": r.sentence.text, "fr": r.sentence.text} for r in left)
        with_facts = _with_facts(card, used, left)
        if any(text.role == "deploy" for text in told) and "deploy" not in card.facts:
            with_facts = with_facts._replace(facts={**with_facts.facts, "deploy": None})
        return with_facts._replace(
            texts=told,
            not_modelled=(*unread, *(s for s in card.not_modelled if not _is_print(s, card))),
            text_known=card.text_known or not left,
            from_print=FromPrint(
                parts=tuple((r.sentence.text, _told_of(r)) for r in used),
                left=tuple(r.sentence.text for r in left),
                digest=_digest(card, used),
            ),
            before_reading=card,
        )

    def _told(self, card: Blueprint, parts: list[tuple[Read, Entry]]) -> tuple[Text, ...]:
        """The texts that are read, each with its printed words and a clause of its own."""
        found: list[Text] = []
        for read, entry in parts:
            if "facts" not in entry and not _known_already(card, entry):
                name = f"{card.id or 'printed'}-{len(found) + 1}"
                found.append(self._text(card, read, entry, name))
        return tuple(found)

    def _text(self, card: Blueprint, read: Read, entry: Mapping[str, Any], name: str) -> Text:
        written = {"id": name, "role": "constant", "says": _speech(read), **entry}
        node = node_of({"title": card.title, "type": card.type, "texts": [written]})
        made = read_blueprint(Reader(Document("reading", "", node)), node, self.library.words)
        assert made is not None
        clause = f"card.{slug_of(card.title)}/{name}"
        return made.texts[0]._replace(clause=clause, printed=read.sentence.text)


def _speech(read: Read) -> Speech:
    return {"en": read.says[0], "fr": read.says[1]}


_SIDES = {
    "light": {"en": "Light", "fr": "Côté lumineux"},
    "dark": {"en": "Dark", "fr": "Côté obscur"},
}


def _told_of(read: Read) -> Speech:
    """What a sentence says; of a location's, on whose side of the card it stands."""
    side = (read.entry or {}).get("for")
    if side is None:
        return _speech(read)
    colons = {"en": ":", "fr": " :"}
    return {
        lang: f"{_SIDES[side][lang]}{colons[lang]} {said}" for lang, said in _speech(read).items()
    }


def _is_print(speech: Speech, card: Blueprint) -> bool:
    return speech.get("en") == card.printed


def _known_already(card: Blueprint, entry: Mapping[str, Any]) -> bool:
    """A plain 'react' is a trait of an imported card."""
    if set(entry) != {"lifts"}:
        return False
    return all(_REACTS.get(lift.get("despite", "")) in card.traits for lift in entry["lifts"])


def _with_facts(card: Blueprint, used: list[Read], left: tuple[Read, ...]) -> Blueprint:
    """The card with the facts that are read; what a text made doubtful is so no longer."""
    facts: dict[str, Any] = {}
    for read in used:
        for name, value in (read.entry or {}).get("facts", {}).items():
            known = facts.get(name)
            facts[name] = [*known, *value] if isinstance(known, list) else value
    node = node_of({"title": card.title, "type": card.type, **facts})
    made = read_blueprint(Reader(Document("reading", "", node)), node, _NoWords())
    assert made is not None
    unread = " ".join(read.sentence.text.casefold() for read in left)
    settled = {name for name, words in _SPOKEN_OF.items() if words not in unread}
    return card._replace(
        facts={**card.facts, **made.facts},
        varies=card.varies - settled - set(made.facts) - ({"only to"} & set(facts)),
        traits=card.traits | made.traits,
        permanents=card.permanents | made.permanents,
        immune_to=tuple(dict.fromkeys((*_of_all_uses(card, used), *made.immune_to))),
        only_to=made.only_to or card.only_to,
        seats=made.seats or card.seats,
        permanent_ability=(
            card.permanent_ability if made.permanent_ability is None else made.permanent_ability
        ),
    )


def _of_all_uses(card: Blueprint, used: list[Read]) -> Iterator[str]:
    """The titles that cannot touch a card; of an Interrupt those that are read belong to one use."""
    own = {
        title for read in used for title in (read.entry or {}).get("piece", {}).get("immune to", ())
    }
    return (title for title in card.immune_to if title not in own)


class _NoWords:
    """A card without texts needs no words."""

    def text(self, *_: Any) -> Any:
        raise AssertionError("facts hold no texts")


def _digest(card: Blueprint, used: list[Read]) -> str:
    """Of the printed text, of what is read in it, and of the grammar."""
    parts = (str(GRAMMAR), card.printed, *_signs(used))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def _signs(used: list[Read]) -> Iterator[str]:
    return (sign_of(read.entry) for read in used)

"""Readings in a ruling: what of a card's printed text is carried out, and what is not.

Only facts and plain static sentences are used; whatever else is understood is shown by
`adjudicator cards read` as a suggestion."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint, FromPrint, Speech, Text
from adjudicator.cards.read import read_blueprint, slug_of
from adjudicator.reading.kept import GRAMMAR, Kept, Part, Understood
from adjudicator.reading.nodes import node_of
from adjudicator.source import Document, Reader

if TYPE_CHECKING:
    from adjudicator.reading.reading import CardReader, Reading

Entry = dict[str, Any]
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
        self.kept = Kept(library)
        self._reader: CardReader | None = None

    @property
    def reader(self) -> CardReader:
        """The grammar, loaded when a text is read that has not been read before."""
        if self._reader is None:
            from adjudicator.reading.reading import CardReader

            self._reader = CardReader.of(self.library)
        return self._reader

    def __call__(self, card: Blueprint) -> Blueprint:
        """The card with what is read of its printed text; the same card where nothing is."""
        if not card.printed or card.reads_as == 0:
            return card
        understood = self._understood(card)
        return self._with(card, understood) if understood.used else card

    def _understood(self, card: Blueprint) -> Understood:
        key = self.kept.key(card)
        if key is not None and (kept := self.kept.get(key)) is not None:
            return kept
        reading = self.reader.read(card, card.printed)
        if card.reads_as:
            reading = reading.taken(card.reads_as)
        understood = understood_of(card, reading)
        if key is not None:
            self.kept.put(key, understood)
        return understood

    def _with(self, card: Blueprint, understood: Understood) -> Blueprint:
        used, left = understood.used, understood.left
        told = self._told(card, understood.parts)
        unread = tuple({"en": sentence, "fr": sentence} for sentence in left)
        with_facts = _with_facts(card, used, left)
        if any(text.role == "deploy" for text in told) and "deploy" not in card.facts:
            with_facts = with_facts._replace(facts={**with_facts.facts, "deploy": None})
        return with_facts._replace(
            texts=told,
            not_modelled=(*unread, *(s for s in card.not_modelled if not _is_print(s, card))),
            text_known=card.text_known or not left,
            from_print=FromPrint(
                parts=tuple((one.printed, _told_of(one)) for one in used),
                left=left,
                digest=understood.digest,
            ),
            before_reading=card,
        )

    def _told(self, card: Blueprint, parts: Iterable[Part]) -> tuple[Text, ...]:
        """The texts that are read, each with its printed words and a clause of its own."""
        found: list[Text] = []
        for part in parts:
            if "facts" not in part.entry and not _known_already(card, part.entry):
                name = f"{card.id or 'printed'}-{len(found) + 1}"
                found.append(self._text(card, part, name))
        return tuple(found)

    def _text(self, card: Blueprint, part: Part, name: str) -> Text:
        written = {"id": name, "role": "constant", "says": _speech(part), **part.entry}
        node = node_of({"title": card.title, "type": card.type, "texts": [written]})
        made = read_blueprint(Reader(Document("reading", "", node)), node, self.library.words)
        assert made is not None
        clause = f"card.{slug_of(card.title)}/{name}"
        return made.texts[0]._replace(clause=clause, printed=part.printed)


def understood_of(card: Blueprint, reading: Reading) -> Understood:
    """What a reading comes to, as plain data."""
    from adjudicator.reading.gates import sign_of

    used = [read for function in reading.functions for read in function.used]
    parts = [pair for function in reading.functions for pair in function.parts]
    signs = (sign_of(read.entry) for read in used)
    seal = "\0".join((str(GRAMMAR), card.printed, *signs))
    return Understood(
        tuple(Part(r.sentence.text, *r.says, r.entry or {}) for r in used),
        tuple(Part(r.sentence.text, *r.says, entry) for r, entry in parts),
        tuple(r.sentence.text for r in reading.sentences if r not in used),
        hashlib.sha256(seal.encode()).hexdigest()[:16],
    )


def _speech(part: Part) -> Speech:
    return {"en": part.english, "fr": part.french}


_SIDES = {
    "light": {"en": "Light", "fr": "Côté lumineux"},
    "dark": {"en": "Dark", "fr": "Côté obscur"},
}


def _told_of(part: Part) -> Speech:
    """What a sentence says; of a location's, on whose side of the card it stands."""
    side = part.entry.get("for")
    if side is None:
        return _speech(part)
    colons = {"en": ":", "fr": " :"}
    return {
        lang: f"{_SIDES[side][lang]}{colons[lang]} {said}" for lang, said in _speech(part).items()
    }


def _is_print(speech: Speech, card: Blueprint) -> bool:
    return speech.get("en") == card.printed


def _known_already(card: Blueprint, entry: Mapping[str, Any]) -> bool:
    """A plain 'react' is a trait of an imported card."""
    if set(entry) != {"lifts"}:
        return False
    return all(_REACTS.get(lift.get("despite", "")) in card.traits for lift in entry["lifts"])


def _with_facts(card: Blueprint, used: tuple[Part, ...], left: tuple[str, ...]) -> Blueprint:
    """The card with the facts that are read; what a text made doubtful is so no longer."""
    facts: dict[str, Any] = {}
    for part in used:
        for name, value in part.entry.get("facts", {}).items():
            known = facts.get(name)
            facts[name] = [*known, *value] if isinstance(known, list) else value
    node = node_of({"title": card.title, "type": card.type, **facts})
    made = read_blueprint(Reader(Document("reading", "", node)), node, _NoWords())
    assert made is not None
    unread = " ".join(sentence.casefold() for sentence in left)
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


def _of_all_uses(card: Blueprint, used: tuple[Part, ...]) -> Iterator[str]:
    """The titles that cannot touch a card; of an Interrupt those that are read belong to one use."""
    own = {title for part in used for title in part.entry.get("piece", {}).get("immune to", ())}
    return (title for title in card.immune_to if title not in own)


class _NoWords:
    """A card without texts needs no words."""

    def text(self, *_: Any) -> Any:
        raise AssertionError("facts hold no texts")

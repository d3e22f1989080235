"""Cards to look up: search over library and pool, and one card with all that is known of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from adjudicator.cards.load import Library
from adjudicator.cards.model import EVERYTHING, Blueprint
from adjudicator.cards.pool import blueprint_of
from adjudicator.ruling.browse import Page, as_json, words_of
from adjudicator.source import folded
from adjudicator.speech import LANGUAGES, either, language

MOST = 25


class Shown(NamedTuple):
    """A card and where we know it from."""

    card: Blueprint
    source: str  # library or pool
    record: dict[str, Any]  # what the pool keeps besides


def everything(library: Library) -> list[Shown]:
    """Every card of the library, and of the pool those which the library does not have."""
    shown = [
        Shown(card, "library", {}) for title in library.titles() for card in library.versions(title)
    ]
    records = library.pool.records(library.pool.all())
    pooled = [Shown(blueprint_of(record), "pool", record) for record in records]
    return [*shown, *(one for one in pooled if library.ours(one.card) is None)]


def search(library: Library, asked: Iterable[str]) -> list[Shown]:
    """Cards by how well title, type, traits and icons match; mistypings allowed."""
    import difflib

    written = folded(" ".join(asked))
    tokens = words_of(written)
    whole = " ".join(tokens)
    cards = [(shown, *_terms(shown)) for shown in everything(library)]
    known = {word for _, title, kinds in cards for word in (*title, *kinds)}
    near: dict[str, set[str]] = {}
    for token in tokens:
        near[token] = {w for w in known if w.startswith(token)} if len(token) > 2 else {token}
        if not near[token]:
            near[token] = set(difflib.get_close_matches(token, list(known), n=3, cutoff=0.75))
    scored = []
    for shown, title, kinds in cards:
        name = " ".join(title)
        score = 100.0 if whole == name else 0.0
        score += 1000 if written == shown.card.id else 0
        score += 40 if name.startswith(whole) else 0
        for token in tokens:
            if token in title:
                score += 10
            elif token in kinds:
                score += 8
            elif not near[token].isdisjoint(title):
                score += 6
            elif not near[token].isdisjoint(kinds):
                score += 4
            else:
                score -= 30  # every word has to be found somewhere
        if score > 0:
            scored.append((-score, shown.card.title, str(shown.card.side or ""), shown))
    scored.sort(key=lambda row: row[:3])
    return [row[3] for row in scored]


def _terms(shown: Shown) -> tuple[list[str], set[str]]:
    card = shown.card
    title = words_of(folded(card.title.replace("'", "")))
    about = " ".join(
        [
            card.type, card.subtype or "", str(card.side or "both"), *card.traits, *card.icons,
            *card.personas, *_in_every_language(card.type), *_in_every_language(card.subtype or ""),
        ]
    )  # fmt: skip
    return title, set(words_of(folded(about)))


def _in_every_language(word: str) -> list[str]:
    return [str(language(code).term("type", word)) for code in LANGUAGES]


def told(name: str, value: Any) -> str:
    """A number as the card prints it: an immunity holds below it, or against everything."""
    if name == "immune to attrition" and isinstance(value, int):
        return "" if value == EVERYTHING else f"< {value}"
    return str(value)


class CardPages(Page):
    """Cards found, and one card whole, as text or JSON."""

    def __init__(self, library: Library, language: str, form: str) -> None:
        super().__init__(language, form, "cards")
        self.library = library

    def found(self, results: list[Shown]) -> str:
        if self.form == "json":
            return as_json([self._data(shown) for shown in results])
        lines = [
            f"{shown.card.id or '':<8} {self._title(shown.card)}  {self._line(shown.card)}".rstrip()
            for shown in results[:MOST]
        ]
        if len(results) > MOST:
            lines.append(self.set(self.labels["more"].format(len(results) - MOST)))
        if not results:
            lines.append(self.set(self.labels["not found"]))
            if not self.library.pool.index:
                lines.append(self.set(self.labels["import"]))
        return "\n".join(lines) + "\n"

    def _title(self, card: Blueprint) -> str:
        return "•" * (card.copies or 0) + card.title

    def _line(self, card: Blueprint) -> str:
        """Side, type and numbers in one line."""
        side = self.labels[str(card.side or "both")]
        kind = self._kind(card.type) + (f", {self._kind(card.subtype)}" if card.subtype else "")
        return f"{self.semicolon} ".join(part for part in (side, kind, self._numbers(card)) if part)

    def _kind(self, word: str) -> str:
        return self.words.term("type", word)

    def _icon(self, word: str) -> str:
        return self.words.term("icon", word)

    def _numbers(self, card: Blueprint) -> str:
        given: dict[str, Any] = {n: v for n, v in card.facts.items() if v is not None}
        if card.type == "character" and card.facts.get("ability", 0) is None:
            given["ability"] = self.labels["none"]
        given.update(dict.fromkeys(sorted(card.varies - {"only to"}), self.labels["varies"]))
        return ", ".join(
            f"{self._number(name)} {told(name, value)}".rstrip() for name, value in given.items()
        )

    def _number(self, name: str) -> str:
        return self.labels.get(f"number {name}") or self.labels.get(name) or name

    def card(self, versions: list[Shown], entries: list[str], rulings: list[str]) -> str:
        """All that is known of a card, in each of its versions."""
        if self.form == "json":
            cards = [self._data(shown) for shown in versions]
            return as_json({"cards": cards, "entries": entries, "scenarios": rulings})
        lines: list[str] = []
        for shown in versions:
            lines += [*self._facts(shown), *self._texts(shown), ""]
        for label, values in (("entries", entries), ("rulings", rulings)):
            if values:
                lines += [self._head(label), *(f"  {value}" for value in values), ""]
        return "\n".join(lines).rstrip("\n") + "\n"

    def _head(self, label: str) -> str:
        return f"{self.set(self.labels[label])}{self.colon}"

    def _facts(self, shown: Shown) -> list[str]:
        card, labels = shown.card, self.labels
        lines = [self._title(card), f"  {self._line(card)}"]
        seats = ", ".join(f"{number} {self._icon(kind)}" for kind, number in card.seats.items())
        icons = ", ".join(
            f"{self._icon(icon)} x{n}" if n > 1 else self._icon(icon)
            for icon, n in card.icons.items()
        )
        force = ", ".join(f"{labels[str(s)]} {n}" for s, n in card.force_icons.items())
        ability = card.permanent_ability
        details: list[tuple[str, str]] = [
            ("copies", str(card.copies or labels["any"])),
            ("icons", icons),
            ("force icons", force),
            ("traits", ", ".join(self._kind(trait) for trait in sorted(card.traits))),
            ("personas", ", ".join(sorted(card.personas))),
            ("part of", card.part_of if card.part_of and card.part_of != card.title else ""),
            ("seats", seats),
            ("permanent ability", str(ability) if ability is not None else ""),
            ("matching", ", ".join(shown.record.get("matching", ()))),
            ("immune to", ", ".join(card.immune_to)),
        ]
        lines += [f"  {labels[name]}{self.colon} {value}" for name, value in details if value]
        if card.enclosed:
            lines.append(f"  {labels['enclosed']}")
        number = f" ({card.id})" if card.id else ""
        lines.append(f"  {labels['source']}{self.colon} {labels[shown.source]}{number}")
        return lines

    def _texts(self, shown: Shown) -> list[str]:
        card = shown.card
        lines = [f"  {self._head('models')}"]
        for text in card.texts:
            said = self.set(either(text.says, self.language))
            lines.append(f"    [{text.clause}] {said}".rstrip())
        if not card.texts:
            lines[-1] += f" {self.labels['nothing']}"
        if card.not_modelled:
            lines.append(f"  {self._head('not modelled')}")
            lines += [f"    {either(speech, self.language)}" for speech in card.not_modelled]
        if shown.source == "library" and "text" in shown.record:
            lines += [f"  {self._head('printed')}", f"    {shown.record['text']}"]
        return lines

    def _data(self, shown: Shown) -> dict[str, Any]:
        card = shown.card
        return {
            "title": card.title,
            "id": card.id,
            "side": str(card.side) if card.side else None,
            "type": card.type,
            "subtype": card.subtype,
            "copies": card.copies,
            "numbers": dict(card.facts),
            "varies": sorted(card.varies),
            "icons": dict(card.icons),
            "force_icons": {str(s): n for s, n in card.force_icons.items()},
            "traits": sorted(card.traits),
            "personas": sorted(card.personas),
            "part_of": card.part_of,
            "seats": dict(card.seats),
            "enclosed": card.enclosed,
            "permanent_ability": card.permanent_ability,
            "matching": shown.record.get("matching", []),
            "immune_to": list(card.immune_to),
            "texts": [
                {"clause": t.clause, "role": t.role, "says": dict(t.says), "given_by": t.source}
                for t in card.texts
            ],
            "not_modelled": [dict(speech) for speech in card.not_modelled],
            "printed": shown.record.get("text"),
            "source": shown.source,
        }

"""The proper names in printed texts: titles, personas, planets, sites by their short names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from adjudicator.cards.load import Library
from adjudicator.cards.personas import full_names, persona_called
from adjudicator.cards.pool import Listed, plain_title
from adjudicator.cards.read import slug_of, whole_of
from adjudicator.reading.nouns import CARDS_BY_WORDS
from adjudicator.source import folded

LONGEST = 9  # words of a title that is looked for
# Titles that are words of the game as well, and names of wholes that are no places alone.
_WORDS_TOO = frozenset({
    "sense", "alter", "control", "revolution", "bargain", "battle", "force", "pilot", "dark-side",
    "light-side", "reserve", "attack", "wampa", "interrogation", "surprise", "exposure",
})  # fmt: skip


_MOST_NAMESAKES = 20  # cards in whose titles a word stands that could be a short name
# Words in names of people that are no names.
_NOBODY = frozenset({
    "captain", "commander", "general", "admiral", "lieutenant", "sergeant", "colonel", "major",
    "corporal", "officer", "master", "lord", "lady", "princess", "prince", "king", "queen", "senator",
    "chancellor", "governor", "baron", "moff", "grand", "darth", "jedi", "sith", "knight", "padawan",
    "the", "and", "with", "imperial", "rebel", "trooper", "pilot", "guard", "agent", "leader", "young",
    "old", "squadron", "red", "gold", "blue", "black", "green", "rogue", "emperor", "hutt", "force",
    "rep", "both", "death", "star", "battle", "droid", "councilor", "lightsaber", "blaster", "hand", "lost", "dark", "light",
})  # fmt: skip


class Name(NamedTuple):
    """What a name means: a persona (perhaps by one word of its name), a title, a planet (or another
    whole), a single site."""

    kind: str
    full: str


class Names:
    """Every name that the library and the imported pool give."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._kinds: dict[str, tuple[Name, ...]] = {}

    @cached_property
    def _lines(self) -> list[Listed]:
        return self.library.pool.all()

    @cached_property
    def _titles(self) -> dict[str, str]:
        """Title by slug; of the pool, the lines that are no other names."""
        found = {slug_of(folded(line.title)): line.title for line in self._lines}
        found.update({slug_of(folded(title)): title for title in self.library.titles_on_file()})
        return found

    @cached_property
    def wholes(self) -> dict[str, str]:
        """Planets, starships and palaces that locations are parts of, by slug."""
        wholes = {t.split(":", 1)[0].strip() for t in self._titles.values() if ":" in t}
        return {slug_of(folded(whole)): whole for whole in wholes}

    @cached_property
    def _short(self) -> dict[str, str]:
        """Sites by what stands behind the colon; "" where there are several of that name."""
        found: dict[str, str] = {}
        for title in self._titles.values():
            if ":" in title:
                bare = plain_title(title).removesuffix(" (V)")
                slug = slug_of(folded(bare.split(":", 1)[1]))
                found[slug] = bare if found.get(slug, bare) == bare else ""
        return found

    def _short_for(self, word: str) -> str | None:
        """The one persona in whose name a word stands: nobody else of the pool is called so."""
        if not (len(word) > 2 and word.isalpha() and word[0].isupper()):
            return None
        if word.casefold() in _NOBODY or (word.casefold(),) in CARDS_BY_WORDS:
            return None
        named = re.compile(rf"(?<![\w'-]){word}(?![\w'-])")
        lines = [line for line in self._lines if named.search(line.title)]
        if len(lines) > _MOST_NAMESAKES:
            return None
        found = set()
        for record in self.library.pool.records(lines):
            if record["type"] != "character":
                continue
            title = plain_title(record["title"]).removesuffix(" (V)")
            whole = full_names(title, "character", record.get("personas", ()))
            bare = {n for n in whole if named.search(n.split(",")[0]) and not n.startswith("The ")}
            found |= bare if record.get("copies") == 1 else {""}
        return next(iter(found)) if len(found) == 1 and "" not in found else None

    def meant(self, words: str) -> tuple[Name, ...]:
        """What a name, written just so, can mean; nothing if that is not sure."""
        if words not in self._kinds:
            self._kinds[words] = tuple(self._meant(words, slug_of(folded(words))))
        return self._kinds[words]

    def _meant(self, words: str, slug: str) -> Iterator[Name]:
        if persona := persona_called(words):
            yield Name("persona", persona)
            return
        if slug in self.wholes:
            yield Name("whole", self.wholes[slug])
        elif (site := self._short.get(slug)) and slug not in self._titles:
            yield Name("place", site)
        if slug in self._titles:
            yield from self._cards(slug, whole=slug in self.wholes or slug in self._short)
        elif slug not in self.wholes and (who := self._short_for(words)):
            yield Name("short", who)

    def _cards(self, slug: str, whole: bool) -> Iterator[Name]:
        """The card of that title, if all cards of that title are the same one."""
        kinds = set()
        for card in self._records(slug):
            title = plain_title(card["title"]).removesuffix(" (V)")
            if card["type"] == "location":
                if not whole:
                    kinds.add(Name("place", title))
            elif card["type"] in ("character", "starship", "vehicle"):
                personas = full_names(title, card["type"], card["personas"])
                kinds.add(Name("persona", title) if title in personas else Name("other", title))
            else:  # an Objective is called by its front
                kinds.add(Name("title", title.split(" / ")[0]))
        if len(kinds) == 1 and not any(name.kind == "other" for name in kinds):
            yield from kinds

    def types_of(self, title: str) -> frozenset[str]:
        """What types the cards of that title have."""
        return frozenset(card["type"] for card in self._records(slug_of(folded(title))))

    def is_a_system(self, title: str) -> bool:
        return ":" not in title and self.types_of(title) == {"location"}

    def _records(self, slug: str) -> Iterator[dict[str, Any]]:
        for own in self.library.versions(slug):
            yield {"title": own.title, "type": own.type, "personas": sorted(own.personas)}
        pool = self.library.pool
        for record in pool.records(pool.named(slug)):
            yield {**record, "personas": record.get("personas", ())}


_BEGINS = re.compile(r"^[A-Z0-9•\[]|^[a-z]+-[A-Z]")


def begins_a_name(token: str) -> bool:
    """Names are printed with capital letters."""
    return bool(_BEGINS.match(token))


def is_a_word_too(words: str) -> bool:
    return slug_of(folded(words)) in _WORDS_TOO


__all__ = ["LONGEST", "Name", "Names", "begins_a_name", "is_a_word_too", "whole_of"]

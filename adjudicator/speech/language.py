"""A language: a folder of sentences and a grammar, and the folders that are laid over it.

Whatever a language lacks is said in English, by English grammar. Languages stand in `speech/` of
this package and in every folder that `look_in` names: `<folder>/<language>/<topic>.yaml`."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

from adjudicator.home import data_folder
from adjudicator.speech.grammar import Grammar, Several, Word, over, read_grammar
from adjudicator.speech.sentences import Slot, Slots, Variants, read, sentences_in, told

HERE = Path(__file__).parent
FALLBACK = "en"
VARIABLE = "ADJUDICATOR_LANG"
_CODE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
_NAMES = ("topic ", "number ")  # what English calls as it is written
_MAY_BE_LACKING = ("clauses",)  # the glossary has its own sentences, in English and French


class Language:
    """What one language says."""

    def __init__(self, code: str, folders: tuple[Path, ...], fallback: Language | None) -> None:
        self.code = code
        self.folders = folders
        self.fallback = fallback
        self._topics: dict[str, Mapping[str, Variants]] = {}
        self._plain: dict[str, Mapping[str, str]] = {}

    @cached_property
    def grammar(self) -> Grammar:
        grammar = self.fallback.grammar if self.fallback is not None else Grammar()
        for folder in self.folders:
            grammar = over(grammar, read_grammar(folder))
        return grammar

    def own(self, topic: str) -> Mapping[str, Variants]:
        """The sentences of its own; those of a later folder go before those of an earlier."""
        if topic not in self._topics:
            found: dict[str, Variants] = {}
            for folder in self.folders:
                found.update(read(folder, topic))
            self._topics[topic] = found
        return self._topics[topic]

    @property
    def speaks_for_itself(self) -> bool:
        """Whether it has a grammar of its own."""
        return any(read_grammar(folder) is not None for folder in self.folders)

    def topics(self) -> list[str]:
        found = {path.stem for folder in self.folders for path in folder.glob("*.yaml")}
        return sorted(found - {"grammar"})

    # -- speaking ----------------------------------------------------------------

    def say(self, topic: str, name: str, slots: Slots | None = None) -> str | None:
        """The sentence of that name with these facts; None if no language has one for them."""
        language: Language | None = self
        while language is not None:
            variants = language.own(topic).get(name)
            if variants is not None:
                said = told(variants, slots or {}, language.fact)
                if said is not None:
                    return said
            language = language.fallback
        return None

    def told(self, topic: str, name: str, /, **slots: Slot) -> str:
        """The same where there is always one."""
        return self.say(topic, name, slots) or ""

    def term(self, kind: str, value: object) -> Word:
        """The name of a thing of the game; what has none is called as it is written."""
        found = self.plain("terms").get(f"{kind} {value}")
        return self.word(found if found is not None else value)

    def terms(self, kind: str) -> dict[str, str]:
        """All of a kind, under what the program calls them."""
        start = f"{kind} "
        found = self.plain("terms").items()
        return {name[len(start) :]: said for name, said in found if name.startswith(start)}

    def plain(self, topic: str) -> Mapping[str, str]:
        """What needs no facts, in this language or else in English."""
        if topic not in self._plain:
            found = dict(self.fallback.plain(topic)) if self.fallback is not None else {}
            for name, variants in self.own(topic).items():
                first = next(sentences_in(variants), None)
                if first is not None:
                    found[name] = first.first
            self._plain[topic] = found
        return self._plain[topic]

    def word(self, value: object) -> Word:
        return Word.of(value, self.grammar)

    def several(self, values: object) -> Several:
        words = tuple(map(str, values)) if isinstance(values, list | tuple) else (str(values),)
        return Several.listing(words, self.grammar)

    def fact(self, slot: Slot) -> object:
        """What the language calls a fact of a sentence."""
        made = KINDS.get(slot.kind)
        if made is not None:
            return made(self, slot.value)
        return None if slot.value is None else self.term(slot.kind, slot.value)

    # -- what is missing -------------------------------------------------------------

    def missing(self) -> Iterator[tuple[str, str]]:
        """Topic and name of every sentence that it lacks."""
        if self.fallback is None:
            return
        for topic in self.fallback.topics():
            if topic in _MAY_BE_LACKING:
                continue
            own = self.own(topic)
            for name in self.fallback.own(topic):
                if name not in own:
                    yield topic, name

    def unknown(self) -> Iterator[tuple[str, str]]:
        """Topic and name of every sentence for which nothing ever asks."""
        if self.fallback is None:
            return
        for topic in self.topics():
            known = self.fallback.own(topic)
            free = topic in _MAY_BE_LACKING or topic == "terms"
            for name in () if free else self.own(topic):
                if name not in known and not name.startswith(_NAMES):
                    yield topic, name


Kind = Callable[[Language, object], object]
KINDS: dict[str, Kind] = {}


def kind(name: str) -> Callable[[Kind], Kind]:
    """How a kind of fact is called, where that is no name of the game in `terms`."""

    def registered(made: Kind) -> Kind:
        KINDS[name] = made
        return made

    return registered


# -- which languages there are ---------------------------------------------------------


class _Registry:
    """The folders in which languages stand: the package's own first, then the user's, then those
    that were named."""

    def __init__(self) -> None:
        self.named: list[Path] = []
        self._known: dict[tuple[str, tuple[Path, ...]], Language] = {}
        self.asked: str | None = None  # before any command
        self.spoken: str | None = None  # by the command under way

    @property
    def places(self) -> tuple[Path, ...]:
        return (HERE, data_folder() / "languages", *self.named)

    def look_in(self, folder: Path) -> None:
        if folder not in self.named:
            self.named.append(folder)

    def forget(self, folder: Path) -> None:
        if folder in self.named:
            self.named.remove(folder)

    def codes(self) -> tuple[str, ...]:
        """English first, then the others as they are spelled."""
        return _codes(self.places)

    def language(self, code: str) -> Language:
        folders = tuple(p / code for p in self.places if (p / code).is_dir())
        key = (code, folders)
        if key not in self._known:
            fallback = self.language(FALLBACK) if code != FALLBACK else None
            self._known[key] = Language(code, folders, fallback)
        return self._known[key]

    def use(self, code: str | None) -> None:
        """From now on the language of whatever is told to the person at the keyboard."""
        self.spoken = code

    def ask(self, code: str | None) -> None:
        """The language of the commands that say no other."""
        self.asked, self.spoken = code, None

    def current(self) -> Language:
        """The language in use: the one that was asked for, else the variable's, else English."""
        code = self.spoken or self.asked or os.environ.get(VARIABLE) or FALLBACK
        return self.language(code if code in self.codes() else FALLBACK)


def _codes(places: tuple[Path, ...]) -> tuple[str, ...]:
    found = {
        path.name
        for place in places
        if place.is_dir()
        for path in place.iterdir()
        if _CODE.fullmatch(path.name) and next(path.glob("*.yaml"), None) is not None
    }
    return (FALLBACK, *sorted(found - {FALLBACK}))


_REGISTRY = _Registry()
look_in, forget = _REGISTRY.look_in, _REGISTRY.forget
languages, language = _REGISTRY.codes, _REGISTRY.language
ask, use, current = _REGISTRY.ask, _REGISTRY.use, _REGISTRY.current
LANGUAGES = _codes((HERE,))  # those that come with the program

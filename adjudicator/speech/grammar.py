"""The grammar of a language, as far as its sentences need one: the forms of a word, how things are
listed and quoted, what becomes of a sentence after a colon, which blanks may not break.

It stands in `grammar.yaml` of the language's folder. A form is a list of patterns, of which the
first that fits a word says what becomes of it: `*` stands for anything and `[…]` in front for any
one of these letters; in what it becomes, `{}` is the whole word and `{*}` what the `*` stood for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from yaml.nodes import Node

from adjudicator.source import BadFile, Reader, compose, read_text

KEYS = ("name", "and", "or", "forms", "after a colon", "blanks", "minus")
_MINUS = re.compile(r"(?<![^\s(])-(?=[0-9])")  # before a number, never within a word
_AFTER = ("small", "beginnings", "unless before a capital")
Form = tuple[tuple[re.Pattern[str], str], ...]


class Word(str):
    """A word with the forms that a sentence of its language may ask for."""

    grammar: Grammar

    @classmethod
    def of(cls, text: object, grammar: Grammar) -> Word:
        word = cls(text)
        word.grammar = grammar
        return word

    def __getattr__(self, form: str) -> Word:
        if form.startswith("_") or form == "grammar":
            raise AttributeError(form)
        return Word.of(self.grammar.formed(form, self), self.grammar)


class Several(Word):
    """Words in a row: all of them, or `either` of them."""

    words: tuple[str, ...]

    @classmethod
    def listing(cls, words: tuple[str, ...], grammar: Grammar) -> Several:
        several = cls(grammar.listed(words))
        several.words, several.grammar = words, grammar
        return several

    @property
    def either(self) -> Word:
        return Word.of(self.grammar.listed(self.words, self.grammar.or_), self.grammar)


@dataclass(frozen=True)
class Grammar:
    """What a language does with words."""

    name: str = ""
    and_: str = "and"
    or_: str = "or"
    forms: Mapping[str, Form] = field(default_factory=dict)
    small: frozenset[str] = frozenset()  # words that do not keep a capital after a colon
    beginnings: tuple[str, ...] = ()  # nor do words that begin so
    but_before_a_capital: frozenset[str] = frozenset()  # unless a title may begin with them
    blanks: Mapping[str, str] = field(default_factory=dict)
    minus: str = "-"

    def formed(self, form: str, word: str) -> str:
        if form not in self.forms:
            raise AttributeError(f"{self.name} has no form {form}")
        for pattern, into in self.forms[form]:
            if found := pattern.fullmatch(word):
                rest = found[1] if pattern.groups else word
                return into.replace("{*}", rest).replace("{}", word)
        return word

    def listed(self, words: tuple[str, ...] | list[str], last: str = "") -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {last or self.and_} {words[-1]}"

    def within(self, text: str) -> str:
        """A sentence as it goes on after a colon; a name or a card's title keeps its capital."""
        start, _, rest = text.partition(" ")
        small = start.lower()
        if small in self.but_before_a_capital and rest[:1].isupper():
            return text
        if small in self.small or small.startswith(self.beginnings):
            return text[:1].lower() + text[1:]
        return text

    def typography(self, sentence: str) -> str:
        """No-break spaces where the language sets them."""
        for plain, set_ in self.blanks.items():
            if plain in sentence:
                sentence = sentence.replace(plain, set_)
        return _MINUS.sub(self.minus, sentence) if self.minus != "-" else sentence


@lru_cache(maxsize=64)
def read_grammar(folder: Path) -> Grammar | None:
    """The grammar in a language's folder, if there is one."""
    path = folder / "grammar.yaml"
    if not path.is_file():
        return None
    text, problems = read_text(path)
    document, more = compose(str(path), text)
    reader = Reader(document)
    reader.problems += [*problems, *more]
    grammar = Grammar()
    if not reader.problems:
        keys = reader.keys(document.node, "a grammar", KEYS)
        after = reader.keys(_of(keys, "after a colon"), "after a colon", _AFTER)
        grammar = Grammar(
            name=reader.text(_of(keys, "name"), "name"),
            and_=reader.text(_of(keys, "and"), "and") or Grammar.and_,
            or_=reader.text(_of(keys, "or"), "or") or Grammar.or_,
            forms=_forms(reader, _of(keys, "forms")),
            small=frozenset(_texts(reader, _of(after, "small"))),
            beginnings=tuple(_texts(reader, _of(after, "beginnings"))),
            but_before_a_capital=frozenset(_texts(reader, _of(after, "unless before a capital"))),
            minus=reader.text(_of(keys, "minus"), "minus") or Grammar.minus,
            blanks={
                plain: reader.text(node, plain)
                for plain, (_, node) in reader.mapping(_of(keys, "blanks"), "blanks").items()
            },
        )
    if reader.problems:
        raise BadFile(reader.problems, text)
    return grammar


def over(under: Grammar, own: Grammar | None) -> Grammar:
    """A grammar that has the forms of another, too."""
    if own is None:
        return under
    values = {**vars(own), "forms": {**under.forms, **own.forms}, "name": own.name or under.name}
    return Grammar(**values)


def _of(keys: Mapping[str, tuple[Node, Node]], name: str) -> Node | None:
    return keys[name][1] if name in keys else None


def _texts(reader: Reader, node: Node | None) -> list[str]:
    return [reader.text(item, "a word") for item in reader.items(node, "words")]


def _forms(reader: Reader, node: Node | None) -> dict[str, Form]:
    return {
        name: tuple(
            (_pattern(reader, key, pattern), reader.text(value, pattern))
            for pattern, (key, value) in reader.mapping(patterns, name).items()
        )
        for name, (_, patterns) in reader.mapping(node, "forms").items()
    }


_SHAPE = re.compile(r"(?:\[([^\]]+)\])?([^*\[\]]*)(\*?)([^*\[\]]*)", re.DOTALL)


def _pattern(reader: Reader, node: Node, written: str) -> re.Pattern[str]:
    """At most one `*`, and at most one set of letters in front: nothing that takes its time."""
    found = _SHAPE.fullmatch(written)
    if found is None:
        reader.problem(node, f'"{written}" is no pattern', "bad-pattern", "[letters]begin*end")
        return re.compile("")
    letters, begin, star, end = found.groups()
    set_ = f"[{re.escape(letters)}]" if letters else ""
    rest = "(.*)" if star else ""
    return re.compile(f"{set_}{re.escape(begin)}{rest}{re.escape(end)}", re.DOTALL)

"""Amendments: a file that says how the rules would be otherwise.

    title: What if a battle cost 2 Force?
    changes:
      - number of: actions-example-4/battle-costs-one
        from: 1
        to: 2
      - without: actions-just/narrow-window
      - other reading: empty-stack-at-turn-end
      - explanation of: force-drain/control-phase
        en: "…"
        fr: "…"

Anybody may have written it: every mistake is told with its place, and sentences may
name facts, but not compute."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import Node, ScalarNode

from adjudicator.cards.load import bound_clauses
from adjudicator.cards.model import Text
from adjudicator.game import EMPTY
from adjudicator.glossary.load import LANGUAGES, Clause, Glossary, facts_used
from adjudicator.regress.mutants import numbered
from adjudicator.regress.numbers import Number, numbers_of_rule, numbers_of_text, text_with_number
from adjudicator.regress.plays import card_texts
from adjudicator.rules.registry import Rulebook, acting_clauses, registered
from adjudicator.session import Desk
from adjudicator.source import BadFile, Reader, Span, compose, did_you_mean, read_text, span_of

CHANGES = ("without", "other reading", "number of", "explanation of")
_LEAST, _MOST = -99, 99
_TAG = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}|\{#|#\}", re.DOTALL)
_NAME = r"[a-z][a-z_]*(?:\.[a-z][a-z_]*)?"
_PLAIN_TAG = re.compile(rf"\s*(?:{_NAME}|if (?:not )?{_NAME}|elif (?:not )?{_NAME}|else|endif)\s*")


class Change(NamedTuple):
    """One thing that would be otherwise."""

    told: str
    without: frozenset[str] = frozenset()
    number: Number | None = None
    value: int = 0
    explained: str | None = None  # the clause with other words
    says: Mapping[str, str] = EMPTY
    span: Span = Span(1, 1, 1, 1)
    file: str = ""


def without(clause: str) -> Change:
    return Change(f"without {clause}", frozenset({clause}))


def amended(desk: Desk, changes: Iterable[Change]) -> Desk:
    """The desk with other rules on it."""
    missing: set[str] = set()
    rules = list(registered())
    texts = card_texts(desk.library)
    rewritten: dict[str, Text] = {}
    says: dict[str, Mapping[str, str]] = {}
    for change in changes:
        missing |= change.without
        if change.number is not None:
            clause = change.number.clause
            if clause in texts:
                text = rewritten.get(clause, texts[clause])
                rewritten[clause] = text_with_number(text, change.number.place, change.value)
            else:
                rules = numbered(rules, change.number, change.value)
        if change.explained in texts:
            text = rewritten.get(change.explained, texts[change.explained])
            rewritten[change.explained] = text._replace(says={**text.says, **change.says})
        elif change.explained is not None:
            says[change.explained] = change.says
    book = Rulebook(missing, rules, rewritten)
    return Desk(book, Reworded(says, desk.glossary), desk.library)


class Reworded(Glossary):
    """A glossary in which some clauses say what they say in other words."""

    def __init__(self, says: Mapping[str, Mapping[str, str]], glossary: Glossary) -> None:
        super().__init__(glossary.folder)
        self._says = says

    def clause(self, clause: str) -> Clause | None:
        found = super().clause(clause)
        if found is None or found.id not in self._says:
            return found
        return found._replace(says={**found.says, **self._says[found.id]})


# -- reading ---------------------------------------------------------------------------------


def read_amendment(path: str | Path, desk: Desk) -> list[Change]:
    """The changes a file asks for; raises with everything that is wrong in it."""
    text, problems = read_text(path)
    document, more = compose(str(path), text)
    if problems or more:
        raise BadFile([*problems, *more], text)
    reading = _Reading(document, desk)
    changes = reading.changes(document.node)
    if reading.problems:
        raise BadFile(sorted(reading.problems, key=lambda p: p.span), text)
    return changes


class _Reading(Reader):
    def __init__(self, document: Any, desk: Desk) -> None:
        super().__init__(document)
        self.glossary = desk.glossary
        self.texts = card_texts(desk.library)
        self.acting = {*acting_clauses(), *bound_clauses(desk.library)}

    def changes(self, node: Node | None) -> list[Change]:
        if node is None:
            self.problem(Span(1, 1, 1, 1), "the file is empty", "empty")
            return []
        keys = self.keys(node, "an amendment", ("title", "changes"))
        if "title" in keys:
            self.text(keys["title"][1], "title")
        if "changes" not in keys:
            self.problem(node, 'an amendment needs the key "changes"', "missing-key")
            return []
        items = list(self.items(keys["changes"][1], "changes"))
        if not items:
            self.problem(keys["changes"][1], "there is no change", "empty")
        found = [change for item in items if (change := self._change(item))]
        return [change._replace(file=self.file) for change in found]

    def _change(self, node: Node) -> Change | None:
        keys = self.mapping(node, "a change")
        kinds = [name for name in CHANGES if name in keys]
        if len(kinds) != 1:
            if keys or isinstance(node, ScalarNode):
                first = next(iter(keys), "")
                hint = did_you_mean(first, CHANGES) or "one of: " + ", ".join(CHANGES)
                self.problem(node, "a change says one thing", "change", hint)
            return None
        kind = kinds[0]
        allowed = {"number of": ("from", "to", "which"), "explanation of": LANGUAGES}
        self.keys(node, f'"{kind}"', (kind, *allowed.get(kind, ())))
        value = keys[kind][1]
        span = span_of(value)
        name = self.text(value, kind).strip()
        match kind:
            case "without":
                if self._known(value, name, {*self.acting, *self.texts}):
                    return without(name)._replace(span=span)
            case "other reading":
                return self._reading(value, name, span)
            case "number of":
                return self._number(node, keys, name, span)
            case "explanation of":
                return self._explanation(node, keys, name, span)
        return None

    def _known(self, node: Node, name: str, known: Iterable[str]) -> bool:
        names = sorted(known)
        if name in names:
            return True
        if name:
            found = self.glossary.clause(name)
            hint: str | None = did_you_mean(name, names)
            if found is not None and not found.acts:
                hint = "it is only cited: nothing acts upon it"
            self.problem(node, f'no acting clause is called "{name}"', "unknown-clause", hint)
        return False

    def _reading(self, node: Node, name: str, span: Span) -> Change | None:
        disputes = {str(d["id"]): d for d in self.glossary.disputes}
        if name not in disputes:
            if name:
                hint = (
                    did_you_mean(name, disputes) or "`adjudicator glossary --disputed` lists them"
                )
                self.problem(node, f'no dispute is called "{name}"', "unknown-dispute", hint)
            return None
        falls = [clause for clause in disputes[name]["falls"] if clause in self.acting]
        if not falls:
            self.problem(
                node,
                f'the engine cannot take the other reading of "{name}"',
                "no-other-reading",
                "no acting clause would fall with it",
            )
            return None
        told = f"the other reading of {name} (without {', '.join(falls)})"
        return Change(told, frozenset(falls), span=span)

    def _number(
        self, node: Node, keys: Mapping[str, tuple[ScalarNode, Node]], name: str, span: Span
    ) -> Change | None:
        for needed in ("from", "to"):
            if needed not in keys:
                self.problem(node, f'a change of a number needs the key "{needed}"', "missing-key")
                return None
        old = self.number(keys["from"][1], "from", _LEAST, _MOST)
        new = self.number(keys["to"][1], "to", _LEAST, _MOST)
        which = self.number(keys["which"][1], "which", 1, _MOST) if "which" in keys else 1
        if not self._known(keys["number of"][1], name, {*self.acting, *self.texts}):
            return None
        if old is None or new is None or which is None:
            return None
        numbers = numbers_of(name, self.texts)
        found = [number for number in numbers if number.value == old]
        if len(found) < which or ("which" not in keys and len(found) > 1):
            known = ", ".join(f"{n.value} (in `{n.shown}`)" for n in numbers) or "none"
            lacking = "say with `which` which one" if len(found) > 1 else "it has"
            self.problem(
                keys["from"][1],
                f'"{name}" has no {old} there'
                if len(found) < which
                else f'"{name}" has several {old}',
                "no-such-number",
                f"{lacking}: {known}",
            )
            return None
        told = f"{name}: `{found[which - 1].shown}` with {new} instead of {old}"
        return Change(told, number=found[which - 1], value=new, span=span)

    def _explanation(
        self, node: Node, keys: Mapping[str, tuple[ScalarNode, Node]], name: str, span: Span
    ) -> Change | None:
        if not self._known(keys["explanation of"][1], name, {*self.acting, *self.texts}):
            return None
        says: dict[str, str] = {}
        for language in LANGUAGES:
            if language in keys:
                said = self.text(keys[language][1], language).strip()
                if self._sound(keys[language][1], name, said):
                    says[language] = said
        if not any(language in keys for language in LANGUAGES):
            self.problem(node, "an explanation needs `en` or `fr`", "missing-key")
        return Change(f"other words for {name}", explained=name, says=says, span=span)

    def _sound(self, node: Node, name: str, said: str) -> bool:
        """A sentence names facts of its clause and may ask whether there is one; no more."""
        if not said:
            self.problem(node, "there is no sentence", "empty")
            return False
        open_ifs = 0
        for tag in _TAG.finditer(said):
            inside = tag[1] if tag[1] is not None else tag[2]
            words = (inside or "").split()
            open_ifs += {"if": 1, "endif": -1}.get(words[0] if words else "", 0)
            if inside is None or not _PLAIN_TAG.fullmatch(inside) or open_ifs < 0:
                self.problem(node, f'"{tag[0]}" cannot stand in a sentence', "sentence")
                return False
        if open_ifs or "{{" in _TAG.sub("", said) or "{%" in _TAG.sub("", said):
            self.problem(node, "a brace or an `if` is not closed", "sentence")
            return False
        clause = self.glossary.clause(name)
        facts = clause.facts if clause is not None else {}
        for unknown in sorted(facts_used(said) - facts.keys()):
            hint = did_you_mean(unknown, facts) or "it has: " + (", ".join(facts) or "none")
            self.problem(node, f'"{unknown}" is no fact of {name}', "unknown-fact", hint)
            return False
        return True


def numbers_of(clause: str, texts: Mapping[str, Text]) -> list[Number]:
    """The numbers of a clause or of a card's text, counted through."""
    if clause in texts:
        return numbers_of_text(texts[clause])
    found = [n for rule in registered() if rule.clause == clause for n in numbers_of_rule(rule)]
    return [number._replace(place=place) for place, number in enumerate(found)]

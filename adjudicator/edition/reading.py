"""From files to layers: house rules and amendments.

    title: House rules of our club
    changes:
      - number of: actions-example-4/battle-costs-one
        from: 1
        to: 2
      - without: actions-just/narrow-window
      - other reading: empty-stack-at-turn-end
      - explanation of: force-drain/control-phase
        en: "…"
        fr: "…"
      - clause: force-drain/not-on-hoth
        text: {en: "…", fr: "…"}
        forbids: {drain: any, at: {part of: Hoth}}
    cards: [as in a scenario]

Anybody may have written it: every mistake is told with its place, sentences may name facts, but
not compute, and a folder has its bounds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.cards.check import named
from adjudicator.cards.constant import Bars, Lifts
from adjudicator.cards.load import Library, card_texts
from adjudicator.cards.model import Filter, Text, When
from adjudicator.cards.part import Part, foreseen
from adjudicator.cards.player import Player
from adjudicator.cards.supplement import Described, read_cards
from adjudicator.edition.changes import (
    Change,
    ClauseAdded,
    NumberChanged,
    OtherReading,
    Reworded,
    Without,
)
from adjudicator.edition.given import Given
from adjudicator.edition.house import OF_A_CARD, ByWords
from adjudicator.edition.layers import (
    AMENDMENT,
    RULES,
    SHIPPED,
    Edition,
    Files,
    Layer,
    left_out,
)
from adjudicator.edition.numbers import Number, numbers_of_clause, numbers_of_text
from adjudicator.game import EMPTY, Kind, Side
from adjudicator.glossary.load import LANGUAGES, Clause, Glossary, facts_used
from adjudicator.rules.registry import may_stand_against
from adjudicator.source import (
    BadFile,
    Document,
    Problem,
    Reader,
    Span,
    compose,
    did_you_mean,
    read_text,
    said,
    span_of,
)
from adjudicator.words.arguments import TextRead
from adjudicator.words.book import WORDS

CHANGES = ("without", "other reading", "number of", "explanation of", "clause")
KEYS = ("title", "changes", "cards")
SUFFIXES = (".yaml", ".yml")
MOST_LAYERS = 20
MOST_FILES, MOST_BYTES = 100, 300_000  # of a folder; a seal carries it
_ALSO: Mapping[str, tuple[str, ...]] = {
    "number of": ("from", "to", "which"),
    "explanation of": LANGUAGES,
    "clause": ("text", "says", "needs", "forbids", "permits", "if", "for"),
}
_VERBS = {"forbids": "bars", "permits": "lifts"}  # a verb, and where its words stand on a card
_OF_NO_CARD = (Kind.DRAIN, Kind.BATTLE, Kind.ACTIVATE, Kind.DRAW)
_FACTS = {"player": "side", "card": "card", "location": "location"}
_START = Span(1, 1, 1, 1)
_LEAST, _MOST = -99, 99
_ID = re.compile(r"[a-z0-9-]{1,100}/[a-z0-9-]{1,100}")
_TAG = re.compile(r"\{\{(.*?)\}\}|\{%(.*?)%\}|\{#|#\}", re.DOTALL)
_NAME = r"[a-z][a-z_]*(?:\.[a-z][a-z_]*)?"
_PLAIN_TAG = re.compile(rf"\s*(?:{_NAME}|if (?:not )?{_NAME}|elif (?:not )?{_NAME}|else|endif)\s*")
Keys = Mapping[str, tuple[ScalarNode, Node]]


class UnknownClause(Exception):  # noqa: N818 - it says what it is
    """A clause to be left out that does not exist."""


def edition_of(given: Given) -> Edition:
    """The layers, one over the other; raises with everything that is wrong in one of them."""
    edition = SHIPPED
    for folder in given.rules:
        edition = edition.under(read_rules(folder, edition))
    for file in given.amend:
        edition = edition.under(read_amendment(file, edition))
    for clause in dict.fromkeys(given.without):
        if clause not in edition.known and not clause.startswith("card."):
            hint = did_you_mean(clause, edition.known) or ""
            raise UnknownClause(f'no acting clause is called "{clause}"; {hint}')
        edition = edition.under(left_out(clause))
    return edition


def read_amendment(path: str | Path, onto: Edition) -> Layer:
    """The layer of a file; raises with everything that is wrong in it."""
    text, problems = read_text(path, MOST_BYTES)
    if problems:
        raise BadFile(problems, text)
    whole = Path(path)
    return layer_of(AMENDMENT, whole.name, ((whole.name, text),), onto, whole.parent)


def read_rules(folder: str | Path, onto: Edition) -> Layer:
    """The layer of a folder: every YAML file in it, in the order of their names."""
    whole = Path(folder)
    if not whole.is_dir():
        raise _at_all(str(folder), "there is no such folder", "no-file")
    inside = whole.resolve()
    paths = sorted(p for p in whole.rglob("*") if p.suffix in SUFFIXES and p.is_file())
    if not paths:
        raise _at_all(str(folder), "there is no YAML file in it", "empty")
    if len(paths) > MOST_FILES:
        raise _at_all(str(folder), f"more than {MOST_FILES} files of rules", "too-large")
    files: list[tuple[str, str]] = []
    for path in paths:
        if not path.resolve().is_relative_to(inside):
            raise _at_all(str(path), "this leads out of the folder of rules", "no-file")
        text, problems = read_text(path, MOST_BYTES)
        if problems:
            raise BadFile(problems, text)
        files.append((path.relative_to(whole).as_posix(), text))
    return layer_of(RULES, inside.name, tuple(files), onto, whole)


def layer_of(kind: str, name: str, files: Files, onto: Edition, where: Path) -> Layer:
    """The layer that these files are, over an edition; where they lie is told only where
    something is wrong. What a seal carries is read so, too."""
    if len(files) > MOST_FILES:
        raise _at_all(name, f"more than {MOST_FILES} files of rules", "too-large")
    if sum(len(text) for _, text in files) > MOST_BYTES:
        raise _at_all(name, f"rules of more than {MOST_BYTES // 1000} kB", "too-large")
    layer = Layer(kind, name, files=files)
    for file, text in files:
        document, problems = compose(str(where / file), text)
        reading = _Reading(document, onto.under(layer))
        layer = reading.laid_on(layer)
        found = [*problems, *reading.problems]
        if found:
            raise BadFile(sorted(found, key=lambda p: p.span), text)
    return layer


class NotCarried(Exception):  # noqa: N818 - it says what it is
    """A record that carries no layers."""


def carried_edition(layers: object) -> Edition:
    """The layers that a seal carries, which is somebody else's: read as if they lay in files."""
    edition = SHIPPED
    if not isinstance(layers, list) or len(layers) > MOST_LAYERS:
        raise NotCarried
    for layer in layers:
        match layer:
            case {"kind": "rules" | "amend" as kind, "name": str(name), "files": list(written)}:
                files = tuple(map(_carried_file, written[: MOST_FILES + 1]))
                where = Path(re.sub(r"[^\w. -]", "_", name)[:80])
                edition = edition.under(layer_of(str(kind), name, files, edition, where))
            case _:
                raise NotCarried
    return edition


def _carried_file(record: object) -> tuple[str, str]:
    match record:
        case {"name": str(name), "text": str(text)}:
            return name, text
    raise NotCarried


def _at_all(file: str, message: str, code: str) -> BadFile:
    return BadFile([Problem(file, _START, message, code)])


class _Reading(Reader):
    """One file, over the edition as it is without it."""

    def __init__(self, document: Document, onto: Edition) -> None:
        super().__init__(document)
        self.document = document
        self.onto = onto
        self.glossary: Glossary = onto.glossary()

    def laid_on(self, layer: Layer) -> Layer:
        """The layer with what this file says on top."""
        node = self.document.node
        if node is None:
            self.problem(_START, said("the-file-is-empty"), "empty")
            return layer
        keys = self.keys(node, "an amendment", KEYS)
        if "changes" not in keys and "cards" not in keys:
            self.problem(node, said("an-amendment-needs-the-key-changes-or"), "missing-key")
            return layer
        if "title" in keys:
            layer = layer._replace(title=layer.title or self._speech(keys["title"][1], "title"))
        for key in ("changes", "cards"):
            if key in keys and not list(self.items(keys[key][1], key)):
                self.problem(keys[key][1], said("there-is-nothing-in", key=key), "empty")
        cards = read_cards(self, self.items(_value(keys, "cards"), "cards"), WORDS)
        layer = layer._replace(
            cards=Described((*layer.cards.whole, *cards.whole), (*layer.cards.added, *cards.added))
        )
        self._known_bases(cards, self.onto.cards)
        self.onto = self.onto.under(Layer(RULES, "", cards=cards))
        self._clauses_of_cards(_value(keys, "cards"))
        for item in self.items(_value(keys, "changes"), "changes"):
            change = self._change(item)
            if change is not None:
                layer = layer._replace(changes=(*layer.changes, change))
                self.onto = self.onto.with_changes(change)
                self.glossary = self.onto.glossary()
        return layer

    def _known_bases(self, cards: Described, library: Library) -> None:
        """What adds to a card adds to one that is known."""
        for added in cards.added:
            bases = library.bases(added)
            if not bases:
                self.problem(
                    added.span, said("no-card-is-titled-2", added=added.title), "unknown-card",
                    did_you_mean(added.title, library.titles())
                    or said("give-it-a-type-and-describe-it-whole"),
                )  # fmt: skip
            elif len(bases) > 1 and "texts" in added.keys and bases[0].type != "location":
                self.problem(
                    added.span, said("both-sides-have-a-card-titled", bases=bases[0].title), "not-used",
                    said("say-whose-text-this-is-side-light"),
                )  # fmt: skip

    def _clauses_of_cards(self, node: Node | None) -> None:
        for key in ("clause", "given by", "despite"):
            for found in named(node, key) if node is not None else ():
                self._clause(found, self.text(found, key).strip(), lifted=key == "despite")

    def _clause(self, node: Node, name: str, lifted: bool = False) -> None:
        """A clause that somebody names has to exist; one that is lifted, to stand in the way."""
        found = self.glossary.clause(name)
        if found is None:
            if name not in card_texts(self.onto.cards):
                known = [clause.id for clause in self.glossary.clauses()]
                hint = did_you_mean(name, known)
                self.problem(node, said("there-is-no-clause", name=name), "unknown-clause", hint)
        elif lifted and not may_stand_against(found.id, self.onto.folded.rules):
            self.problem(
                node,
                said("forbids-nothing-there-is-nothing-to-lift-2", name=name),
                "nothing-lifted",
            )

    # -- one change ------------------------------------------------------------------------

    def _change(self, node: Node) -> Change | None:
        keys = self.mapping(node, "a change")
        kinds = [name for name in CHANGES if name in keys]
        if len(kinds) != 1:
            if keys or isinstance(node, ScalarNode):
                first = next(iter(keys), "")
                hint = did_you_mean(first, CHANGES) or said("one-of", known=", ".join(CHANGES))
                self.problem(node, said("a-change-says-one-thing"), "change", hint)
            return None
        kind = kinds[0]
        before = len(self.problems)
        self.keys(node, f'"{kind}"', (kind, *_ALSO.get(kind, ())))
        value = keys[kind][1]
        name = self.text(value, kind).strip()
        place = _Place(span_of(value), self.file)
        change: Change | None
        match kind:
            case "without":
                change = Without(name) if self._known(value, name) else None
            case "other reading":
                change = self._reading(value, name)
            case "number of":
                change = self._number(node, keys, name)
            case "explanation of":
                change = self._explanation(node, keys, name)
            case _:
                change = self._added(node, keys, name, place)
        if change is None or len(self.problems) > before:
            return None
        return change.at(place.span, place.file)

    def _known(self, node: Node, name: str) -> bool:
        if name in self.onto.known:
            return True
        if name:
            hint: str | None = did_you_mean(name, self.onto.known)
            found = self.glossary.clause(name)
            if found is not None and not found.acts:
                hint = said("it-is-only-cited-nothing-acts-upon")
            message = said("no-acting-clause-and-no-text-of", name=name)
            self.problem(node, message, "unknown-clause", hint)
        return False

    def _reading(self, node: Node, name: str) -> Change | None:
        disputes = {str(d["id"]): d for d in self.glossary.disputes}
        if name not in disputes:
            if name:
                hint = did_you_mean(name, disputes) or said(
                    "adjudicator-glossary-disputed-lists-them"
                )
                self.problem(node, said("no-dispute-is-called", name=name), "unknown-dispute", hint)
            return None
        falls = tuple(c for c in disputes[name]["falls"] if c in self.onto.known)
        if not falls:
            self.problem(
                node,
                said("the-engine-cannot-take-the-other-reading", name=name),
                "no-other-reading",
                said("no-acting-clause-would-fall-with-it"),
            )
            return None
        return OtherReading(name, falls)

    def _number(self, node: Node, keys: Keys, name: str) -> Change | None:
        for needed in ("from", "to"):
            if needed not in keys:
                self.problem(
                    node, said("a-change-of-a-number-needs-the", needed=needed), "missing-key"
                )
                return None
        old = self.number(keys["from"][1], "from", _LEAST, _MOST)
        new = self.number(keys["to"][1], "to", _LEAST, _MOST)
        which = self.number(keys["which"][1], "which", 1, _MOST) if "which" in keys else 1
        if not self._known(keys["number of"][1], name):
            return None
        if old is None or new is None or which is None:
            return None
        if old == new:
            self.problem(keys["to"][1], said("that-is-the-number-it-has"), "no-such-number")
            return None
        numbers = self._numbers_of(name)
        found = [number for number in numbers if number.value == old]
        if len(found) < which or ("which" not in keys and len(found) > 1):
            known = ", ".join(f"{n.value} (in `{n.shown}`)" for n in numbers) or "none"
            lacking = "say with `which` which one" if len(found) > 1 else "it has"
            self.problem(
                keys["from"][1],
                said("has-no-such-number", name=name, old=old)
                if len(found) < which
                else said("has-several-such-numbers", name=name, old=old),
                "no-such-number",
                f"{lacking}: {known}",
            )
            return None
        return NumberChanged(name, found[which - 1], new)

    def _numbers_of(self, name: str) -> list[Number]:
        """The numbers of a clause or of a card's text, as they are by now."""
        texts = card_texts(self.onto.cards)
        if name not in texts:
            return numbers_of_clause(self.onto.folded.rules, name)
        rewritten = self.onto.folded.texts.get(name)
        return numbers_of_text(rewritten(texts[name]) if rewritten else texts[name])

    def _explanation(self, node: Node, keys: Keys, name: str) -> Change | None:
        if not self._known(keys["explanation of"][1], name):
            return None
        clause = self.glossary.clause(name)
        facts = clause.facts if clause is not None else EMPTY
        says: dict[str, str] = {}
        for language in LANGUAGES:
            if language in keys:
                told = self.text(keys[language][1], language).strip()
                if self._sound(keys[language][1], name, told, facts):
                    says[language] = told
        if not any(language in keys for language in LANGUAGES):
            self.problem(node, said("an-explanation-needs-en-or-fr"), "missing-key")
        return Reworded(name, says)

    def _sound(self, node: Node, name: str, sentence: str, facts: Mapping[str, str]) -> bool:
        """A sentence names facts of its clause and may ask whether there is one; no more."""
        if not sentence:
            self.problem(node, said("there-is-no-sentence"), "empty")
            return False
        open_ifs = 0
        for tag in _TAG.finditer(sentence):
            inside = tag[1] if tag[1] is not None else tag[2]
            words = (inside or "").split()
            open_ifs += {"if": 1, "endif": -1}.get(words[0] if words else "", 0)
            if inside is None or not _PLAIN_TAG.fullmatch(inside) or open_ifs < 0:
                self.problem(node, said("cannot-stand-in-a-sentence", tag=tag[0]), "sentence")
                return False
        if open_ifs or "{{" in _TAG.sub("", sentence) or "{%" in _TAG.sub("", sentence):
            self.problem(node, said("a-brace-or-an-if-is-not"), "sentence")
            return False
        for unknown in sorted(facts_used(sentence) - facts.keys()):
            hint = did_you_mean(unknown, facts) or said("it-has", word=", ".join(facts) or "none")
            self.problem(
                node, said("is-no-fact-of", unknown=unknown, name=name), "unknown-fact", hint
            )
            return False
        return True

    # -- a clause by words ---------------------------------------------------------------------

    def _added(self, node: Node, keys: Keys, name: str, place: _Place) -> Change | None:
        if not _ID.fullmatch(name):
            self.problem(
                keys["clause"][1], said("is-no-name-of-a-clause", name=name), "clause-id",
                said("an-entry-and-a-name-for-the"),
            )  # fmt: skip
            return None
        if self.glossary.clause(name) is not None:
            self.problem(
                keys["clause"][1], said("there-is-a-clause-already", name=name), "duplicate-id",
                said("give-it-a-name-of-its-own"),
            )  # fmt: skip
            return None
        verbs = [verb for verb in _VERBS if verb in keys]
        if len(verbs) != 1:
            self.problem(
                node, said("a-clause-forbids-something-or-permits-something"), "clause-kind",
                said("forbids-drain-any-at-part-of-hoth"),
            )  # fmt: skip
            return None
        if "text" not in keys:
            self.problem(node, said("a-clause-needs-the-key-text"), "missing-key", said("en-fr"))
            return None
        verb = verbs[0]
        family = _VERBS[verb]
        text = TextRead(self, node, (), WORDS)
        self._speaks_of_no_card(keys[verb][1])
        parts = text.parts(family, keys[verb][1])
        conditions: tuple[Part, ...] = ()
        if "if" in keys:
            self._speaks_of_no_card(keys["if"][1])
            conditions = text.parts("if", keys["if"][1])
        for lifted in named(keys[verb][1], "despite"):
            self._lifts_a_refusal(lifted, self.text(lifted, "despite").strip())
        for part in parts:
            self._makes_sense(keys[verb][1], part)
        whose = self.choice(keys["for"][1], "for", list(Side)) if "for" in keys else None
        facts = _facts_of(parts)
        spoken = self._speech(keys["text"][1], "text")
        says = self._speech(keys["says"][1], "says", name, facts) if "says" in keys else spoken
        needs = self._speech(keys["needs"][1], "needs", name, facts) if "needs" in keys else EMPTY
        if not parts:
            return None
        carried_out = tuple(
            ByWords(
                Text(
                    "", "constant", When(any_time=True), conditions, clause=name,
                    bars=(part,) if verb == "forbids" else (),
                    lifts=(part,) if verb == "permits" else (),
                ),
                Side(whose) if whose else None,
            )
            for part in parts
        )  # fmt: skip
        entry = name.partition("/")[0]
        clause = Clause(
            name, entry, spoken, place.span, (name,), verb, facts, says, needs,
            despite=tuple(dict.fromkeys(c for words in carried_out for c in words.despite)),
        )  # fmt: skip
        return ClauseAdded(name, clause, verb, carried_out)

    def _speaks_of_no_card(self, node: Node) -> None:
        """A rule lies nowhere: what a card says of itself and of where it is, it cannot say."""
        for scalar in _scalars(node):
            if scalar.value.strip() in OF_A_CARD:
                self.problem(
                    scalar, said("a-rule-lies-on-no-card-there", strip=scalar.value.strip()),
                    "of-a-card", said("name-or-describe-the-cards-and-locations"),
                )  # fmt: skip

    def _lifts_a_refusal(self, node: Node, name: str) -> None:
        """A rule permits what a clause forbids; what sets cards apart only a card's text lifts."""
        self._clause(node, name, lifted=True)
        rules = self.onto.folded.rules
        found = self.glossary.clause(name)
        if found is None or not may_stand_against(found.id, rules):
            return
        if not any(rule.clause == found.id and rule.verb == "forbids" for rule in rules):
            message = said("forbids-no-attempt-a-rule-cannot-lift", name=name)
            self.problem(node, message, "nothing-lifted", said("without-takes-it-away"))

    def _makes_sense(self, node: Node, part: Part) -> None:
        for foreseen_one in foreseen([part], Bars):
            if foreseen_one.by is not Player.ANY:
                self._concerns_whoever_acts(node)
            if foreseen_one.kind is Kind.ATTACK and foreseen_one.attackers == "self":
                self.problem(
                    node, said("say-which-creatures-may-not-attack"), "missing-key",
                    said("attack-any-of-type-creature"),
                )  # fmt: skip
        for lifts in foreseen([part], Lifts):
            if lifts.by is not Player.ANY:
                self._concerns_whoever_acts(node)

    def _concerns_whoever_acts(self, node: Node) -> None:
        by = next(named(node, "by"), node)
        self.problem(
            by, said("a-rule-speaks-to-whoever-acts"), "of-a-card",
            said("for-light-or-for-dark-if-it"),
        )  # fmt: skip

    def _speech(
        self, node: Node, what: str, of: str = "", facts: Mapping[str, str] = EMPTY
    ) -> dict[str, str]:
        """One sentence for both languages, or one for each."""
        if isinstance(node, ScalarNode):
            told = dict.fromkeys(LANGUAGES, node.value.strip())
            nodes: dict[str, Node] = dict.fromkeys(LANGUAGES, node)
        else:
            found = self.keys(node, what, LANGUAGES)
            nodes = {language: value for language, (_, value) in found.items()}
            told = {language: self.text(n, what).strip() for language, n in nodes.items()}
        if not told and isinstance(node, MappingNode):
            self.problem(node, said("needs-en-or-fr", what=what), "missing-key")
            return {}
        for language, sentence in dict(told).items():
            if not self._sound(nodes[language], of or what, sentence, facts):
                return {}
        spoken = next(iter(told.values()), "")
        return {language: told.get(language, spoken) for language in LANGUAGES}


class _Place(NamedTuple):
    span: Span
    file: str


def _value(keys: Keys, name: str) -> Node | None:
    return keys[name][1] if name in keys else None


def _scalars(node: Node) -> Iterator[ScalarNode]:
    if isinstance(node, ScalarNode):
        yield node
    elif isinstance(node, SequenceNode):
        for item in node.value:
            yield from _scalars(item)
    elif isinstance(node, MappingNode):
        for _, value in node.value:
            yield from _scalars(value)


def _facts_of(parts: Iterable[Part]) -> dict[str, str]:
    """What a clause can always name: who acts; the card and the location only where its words
    speak of such attempts alone."""
    known = set(_FACTS)
    for foreseen_one in foreseen(parts, Bars):
        if foreseen_one.kind in (None, Kind.ATTACK, *_OF_NO_CARD):
            known.discard("card")
        if foreseen_one.at is None:
            known.discard("location")
    for lifts in foreseen(parts, Lifts):
        if not isinstance(lifts.cards, Filter):
            known.discard("card")
        if lifts.at is None:
            known.discard("location")
    return {name: kind for name, kind in _FACTS.items() if name in known}

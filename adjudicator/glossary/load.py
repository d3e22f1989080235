"""The glossary as data: one file an entry, read when a ruling first cites it."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import Node

from adjudicator.game import EMPTY
from adjudicator.source import BadFile, Problem, Reader, Span, compose, read_text, span_of

HERE = Path(__file__).parent
LANGUAGES = ("en", "fr")  # the glossary is the law: both speak of each clause
KINDS = ("rule", "card", "term", "reference", "conduct")
VERBS = ("forbids", "permits", "decides", "adjusts", "brings")
CITED = ("definition", "restatement", "conduct", "advice", "reference", "superseded")
SURE = ("S", "A", "a")  # of entries from outside: stated in the excerpts, seen, second-hand
FACT_TYPES = (
    "side", "card", "cards", "action", "location", "number", "phase", "segment", "pile", "kind",
    "need", "text", "word", "flag", "step", "measure", "target",
)  # fmt: skip
ENTRY_KEYS = ("entry", "title", "kind", "source", "see", "cards", "clauses")
CLAUSE_KEYS = (
    "id", "text", "covers", "acts", "facts", "says", "needs", "pending", "cited", "restates", "despite",
    "disputed", "sure", "formerly",
)  # fmt: skip
DISPUTE_SAYS = ("disagrees", "follows", "why", "otherwise")
DISPUTE_KEYS = ("id", "clauses", "falls", *DISPUTE_SAYS)
Speech = Mapping[str, str]


class Clause(NamedTuple):
    """One rule of an entry: what it says in general, and in a ruling with its facts."""

    id: str  # entry/clause
    entry: str
    text: Speech
    span: Span
    covers: tuple[str, ...] = ()
    acts: str | None = None
    facts: Mapping[str, str] = EMPTY
    says: Speech = EMPTY
    needs: Speech = EMPTY  # of a refusal: what it would take
    pending: str | None = None
    cited: str | None = None
    restates: str | None = None
    despite: tuple[str, ...] = ()
    disputed: str | None = None
    sure: str | None = None
    formerly: tuple[str, ...] = ()


class Entry(NamedTuple):
    """An entry of the glossary with its clauses."""

    id: str
    title: Speech
    kind: str
    source: str  # the number of the excerpt, or `outside`
    see: tuple[str, ...]
    cards: tuple[str, ...]
    clauses: tuple[Clause, ...]
    file: str

    @property
    def is_outside(self) -> bool:
        return self.source == "outside"


@dataclass
class Glossary:
    """Entries by id; reads only the files that are asked for. What an edition changes is laid
    over them as they are read."""

    folder: Path = HERE
    changed: Mapping[str, Callable[[Clause], Clause]] = field(default_factory=dict)
    added: tuple[Clause, ...] = ()
    title: Speech = field(default_factory=dict)  # of entries that are there only for what is added
    _read: dict[str, Entry | None] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def entry(self, entry: str) -> Entry | None:
        if entry not in self._read:
            self._read[entry] = self._laid_over(entry, self._load(entry))
        return self._read[entry]

    def _laid_over(self, name: str, entry: Entry | None) -> Entry | None:
        """The entry with what is changed in it, and what is added to it."""
        added = tuple(clause for clause in self.added if clause.entry == name)
        if entry is None:
            if not added:
                return None
            entry = Entry(name, self.title, "rule", "outside", (), (), (), added[0].id)
        clauses = tuple(
            self.changed[clause.id](clause) if clause.id in self.changed else clause
            for clause in entry.clauses
        )
        return entry._replace(clauses=(*clauses, *added))

    def clause(self, clause: str) -> Clause | None:
        name, _, _rest = clause.partition("/")
        entry = self.entry(name)
        if entry is None:
            return None
        found = next((c for c in entry.clauses if c.id == clause), None)
        if found is None:
            found = next((c for c in entry.clauses if clause in c.formerly), None)
        return found

    @cached_property
    def ids(self) -> tuple[str, ...]:
        shipped = {p.stem for p in self.folder.glob("*.yaml") if not p.stem.startswith("_")}
        return tuple(sorted(shipped | {clause.entry for clause in self.added}))

    def all(self) -> tuple[Entry, ...]:
        return tuple(e for name in self.ids if (e := self.entry(name)))

    def clauses(self) -> Iterable[Clause]:
        for entry in self.all():
            yield from entry.clauses

    @cached_property
    def disputes(self) -> list[dict[str, Any]]:
        """Where entries disagree: both readings, which one we follow and why."""
        path = self.folder / "_disputes.yaml"
        text, problems = read_text(path)
        document, more = compose("glossary/_disputes.yaml", text)
        reader = Reader(document)
        keys = reader.keys(document.node, "disputes", ("disputes",))
        out = []
        for node in reader.items(keys["disputes"][1] if keys else None, "disputes"):
            record = reader.keys(node, "a dispute", DISPUTE_KEYS)
            dispute: dict[str, Any] = {"id": reader.text(record["id"][1], "id")}
            dispute["clauses"] = _texts(reader, record, "clauses")
            dispute["falls"] = _texts(reader, record, "falls")  # with the other reading
            for key in DISPUTE_SAYS:
                dispute[key] = _speech(reader, record[key][1], key)
            out.append(dispute)
        if problems or more or reader.problems:
            raise BadFile([*problems, *more, *reader.problems], text)
        return out

    def _load(self, name: str) -> Entry | None:
        path = self.folder / f"{name}.yaml"
        if not re.fullmatch(r"[a-z0-9-]{1,200}", name) or not path.is_file():
            return None
        text, problems = read_text(path)
        document, more = compose(f"glossary/{name}.yaml", text)
        if problems or more or document.node is None:
            raise BadFile([*problems, *more], text)
        reader = Reader(document)
        entry = read_entry(reader, document.node, name)
        if reader.problems:
            raise BadFile(reader.problems, text)
        return entry


def read_entry(reader: Reader, node: Node, name: str) -> Entry | None:
    """One entry; every mistake in it becomes a problem with its place."""
    keys = reader.keys(node, "an entry", ENTRY_KEYS)
    for needed in ("entry", "title", "kind", "source"):
        if needed not in keys:
            reader.problem(node, f'an entry needs the key "{needed}"', "missing-key")
            return None
    entry_id = reader.text(keys["entry"][1], "entry")
    if entry_id != name:
        reader.problem(keys["entry"][1], f'the file is called "{name}"', "entry-id")
    clauses: list[Clause] = []
    seen: set[str] = set()
    for item in reader.items(keys["clauses"][1] if "clauses" in keys else None, "clauses"):
        clause = _clause(reader, item, entry_id)
        if clause is None:
            continue
        if clause.id in seen:
            reader.problem(item, f'"{clause.id}" is used twice', "duplicate-id")
        seen.add(clause.id)
        clauses.append(clause)
    return Entry(
        entry_id,
        _speech(reader, keys["title"][1], "title"),
        reader.choice(keys["kind"][1], "kind", KINDS) or "rule",
        reader.text(keys["source"][1], "source"),
        tuple(_texts(reader, keys, "see")),
        tuple(_texts(reader, keys, "cards")),
        tuple(clauses),
        reader.file,
    )


def _texts(reader: Reader, keys: Mapping[str, tuple[Node, Node]], name: str) -> list[str]:
    if name not in keys:
        return []
    return [reader.text(n, name) for n in reader.items(keys[name][1], name)]


def _speech(reader: Reader, node: Node, what: str) -> Speech:
    found = reader.keys(node, what, LANGUAGES)
    for language in LANGUAGES:
        if language not in found or not reader.text(found[language][1], what).strip():
            reader.problem(node, f'{what} lacks the language "{language}"', "missing-language")
    return {k: reader.text(v, what).strip() for k, (_, v) in found.items()}


def _clause(reader: Reader, node: Node, entry: str) -> Clause | None:
    keys = reader.keys(node, "a clause", CLAUSE_KEYS)
    if "id" not in keys or "text" not in keys:
        reader.problem(node, 'a clause needs the keys "id" and "text"', "missing-key")
        return None
    name = reader.text(keys["id"][1], "id")
    if not re.fullmatch(r"[a-z0-9-]+", name):
        reader.problem(keys["id"][1], "an id has only a-z, 0-9 and -", "clause-id")
    kinds = [k for k in ("acts", "pending", "cited", "restates") if k in keys]
    if len(kinds) != 1:
        reader.problem(
            keys["id"][1], "a clause has one of acts, pending, cited and restates", "clause-kind"
        )
    facts: dict[str, str] = {}
    if "facts" in keys:
        for fact, (_, value) in reader.mapping(keys["facts"][1], "facts").items():
            facts[fact] = reader.choice(value, fact, FACT_TYPES) or "word"
    says: Speech = {}
    if "says" in keys:
        says = _speech(reader, keys["says"][1], "says")
        _check_facts(reader, keys["says"][1], says, facts)
    elif "acts" in keys:
        reader.problem(keys["id"][1], "a clause that acts needs says", "missing-key")
    needs = _speech(reader, keys["needs"][1], "needs") if "needs" in keys else {}
    for sentence in needs.values():
        for name in sorted(facts_used(sentence) - facts.keys()):
            reader.problem(keys["needs"][1], f'"{name}" is no declared fact', "unknown-fact")

    def one(key: str, known: tuple[str, ...]) -> str | None:
        return reader.choice(keys[key][1], key, known) if key in keys else None

    return Clause(
        f"{entry}/{name}",
        entry,
        _speech(reader, keys["text"][1], "text"),
        span_of(keys["id"][1]),
        tuple(_texts(reader, keys, "covers")),
        one("acts", VERBS),
        facts,
        says,
        needs,
        one("pending", VERBS),
        one("cited", CITED),
        reader.text(keys["restates"][1], "restates") if "restates" in keys else None,
        tuple(_texts(reader, keys, "despite")),
        reader.text(keys["disputed"][1], "disputed") if "disputed" in keys else None,
        one("sure", SURE),
        tuple(_texts(reader, keys, "formerly")),
    )


_KEYWORDS = frozenset(
    {"if", "else", "elif", "endif", "for", "in", "endfor", "not", "and", "or", "is", "set", "none"}
)


def _check_facts(reader: Reader, node: Node, says: Speech, facts: Mapping[str, str]) -> None:
    """Both languages use exactly the declared facts."""
    for language, sentence in says.items():
        used = facts_used(sentence)
        for name in sorted(used - facts.keys()):
            reader.problem(
                node, f'"{name}" in {language} is no declared fact', "unknown-fact",
                "declared: " + ", ".join(facts),
            )  # fmt: skip
        for name in sorted(facts.keys() - used):
            reader.problem(node, f'{language} does not use the fact "{name}"', "unused-fact")


def facts_used(sentence: str) -> set[str]:
    """The facts a sentence speaks of; Jinja's own parser would cost every ruling its time."""
    used: set[str] = set()
    for inside in re.findall(r"\{[{%](.*?)[%}]\}", sentence):
        bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", inside)
        bare = re.sub(r"\.[a-zA-Z_]+|\|\s*[a-z_]+", "", bare)
        used |= {w for w in re.findall(r"[a-z_]+", bare) if w not in _KEYWORDS}
    return used

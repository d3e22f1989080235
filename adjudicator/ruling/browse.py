"""The glossary to look things up in: search, an entry with its links, disputes, coverage."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from adjudicator.glossary.load import Clause, Entry, Glossary
from adjudicator.ruling.words import Words, words
from adjudicator.source import folded
from adjudicator.speech import either
from adjudicator.terminal import spelled


def search(glossary: Glossary, asked: Iterable[str], most: int = 12) -> list[tuple[Entry, float]]:
    """Entries by how well they match, in either language, mistypings allowed."""
    tokens = [folded(word) for text in asked for word in text.split()]
    whole = " ".join(tokens)
    scored = []
    for entry in glossary.all():
        score = _score(entry, whole, tokens)
        if score > 0:
            scored.append((entry, score))
    scored.sort(key=lambda pair: (-pair[1], pair[0].id))
    best = scored[0][1] if scored else 0
    enough = min(best / 8, 2 * len(tokens))  # an entry that has every word in its text is found
    return [(entry, score) for entry, score in scored[:most] if score >= enough]


def _score(entry: Entry, whole: str, tokens: list[str]) -> float:
    titles = [folded(t) for t in (*entry.title.values(), entry.id.replace("-", " "))]
    if whole in titles or whole == entry.id:
        return 100
    score = 0.0
    if any(whole in title for title in titles):
        score += 40 - min(len(t) for t in titles if whole in t) / 10
    title_words = [w for title in titles for w in words_of(title)]
    text_words = {
        w for clause in entry.clauses for t in clause.text.values() for w in words_of(folded(t))
    }
    for token in tokens:
        if token in title_words:
            score += 10
        elif close := _close(token, title_words):
            score += 8 * close
        elif token in text_words:
            score += 2
        elif close := _close(token, text_words):
            score += close
        else:
            score -= 3
    return score


def words_of(text: str) -> list[str]:
    return [w for w in "".join(c if c.isalnum() else " " for c in text).split() if w]


def _close(token: str, known: Iterable[str]) -> float:
    """How near the nearest known word is; 0 for none near enough."""
    import difflib

    if len(token) < 4:
        return 0.0
    near = difflib.get_close_matches(token, list(known), n=1, cutoff=0.78)
    return difflib.SequenceMatcher(None, token, near[0]).ratio() if near else 0.0


class Page:
    """A language with the labels of a topic, and a form to print in."""

    def __init__(self, language: str, form: str, topic: str) -> None:
        self.language = language
        self.form = form
        self.words: Words = words(language)
        self.labels = self.words.language.plain(topic)
        self.set: Callable[[str], str] = self.words.typography
        self.colon = self.words.LABELS["colon"]
        self.semicolon = self.words.LABELS["semicolon"]


class Pages(Page):
    """Entries, disputes and coverage as text, Markdown or JSON."""

    def __init__(self, glossary: Glossary, language: str, form: str) -> None:
        super().__init__(language, form, "glossary")
        self.glossary = glossary

    def found(self, results: list[tuple[Entry, float]]) -> str:
        if self.form == "json":
            return as_json([{"entry": e.id, "title": dict(e.title)} for e, _ in results])
        if not results:
            return self.set(self.labels["nothing"]) + "\n"
        mark = "- **{}**" if self.form == "markdown" else "{}"
        return "".join(f"{mark.format(entry.id)}  {self._title(entry)}\n" for entry, _ in results)

    def _title(self, entry: Entry) -> str:
        outside = f" ({self.labels['outside']})" if entry.is_outside else ""
        return self.set(either(entry.title, self.language)) + outside

    def entry(self, entry: Entry, cited: Iterable[str] = ()) -> str:
        """An entry with its clauses, its links both ways, its cards and its rulings."""
        referring = sorted(e.id for e in self.glossary.all() if entry.id in e.see)
        rulings = sorted(cited)
        if self.form == "json":
            return as_json({**entry_data(entry), "referred_to_by": referring, "cited_in": rulings})
        heading = "# {}" if self.form == "markdown" else "{}"
        lines = [heading.format(self._title(entry))]
        source = (
            self.labels["outside"]
            if entry.is_outside
            else f"{self.labels['source']} {entry.source}"
        )
        lines += [f"{entry.id} · {source}", ""]
        for clause in entry.clauses:
            lines += self._clause(clause)
        for label, values in (
            ("see", entry.see),
            ("from", referring),
            ("cards", entry.cards),
            ("cited", rulings),
        ):
            if values:
                lines.append(f"{self.labels[label]}{self.colon} {', '.join(values)}")
        return "\n".join(lines) + "\n"

    def _clause(self, clause: Clause) -> list[str]:
        notes = []
        if clause.acts:
            notes.append(f"{self.labels['acts']}{self.colon} {self.words.term('act', clause.acts)}")
        if clause.pending:
            notes.append(self.labels["pending"])
        if clause.restates:
            notes.append(f"{self.labels['restates']} {clause.restates}")
        if clause.despite:
            notes.append(f"{self.labels['despite']} {', '.join(clause.despite)}")
        if clause.disputed:
            notes.append(f"{self.labels['disputed']}{self.colon} {clause.disputed}")
        note = f"  ({f'{self.semicolon} '.join(notes)})" if notes else ""
        text = self.set(" ".join(either(clause.text, self.language).split()))
        if self.form == "markdown":
            return [f"- *{clause.id}*{note}  ", f"  {text}"]
        return [f"[{clause.id}]{note}", f"  {text}", ""]

    def disputes(self) -> str:
        """Where entries disagree, which reading is followed, and what the other would rule."""
        found = self.glossary.disputes
        if self.form == "json":
            return as_json(found)
        lines = []
        for dispute in found:
            head = f"## {dispute['id']}" if self.form == "markdown" else dispute["id"]
            lines += [head, f"  {', '.join(dispute['clauses'])}"]
            lines.append(f"  {self._say(dispute, 'disagrees')}")
            for key in ("follows", "why", "otherwise"):
                said = self.words.within(self._say(dispute, key))
                lines.append(f"  {self.labels[key]}{self.colon} {said}")
            lines.append("")
        return "\n".join(lines)

    def _say(self, dispute: Mapping[str, Any], key: str) -> str:
        return self.set(" ".join(either(dispute[key], self.language).split()))

    def coverage(self, acting: Iterable[str]) -> str:
        """For every entry: its clauses, how many act, are only cited, wait to be modelled."""
        rows = [coverage_of(entry, frozenset(acting)) for entry in self.glossary.all()]
        total = {
            key: sum(row[key] for row in rows) for key in ("clauses", "acting", "cited", "pending")
        }
        if self.form == "json":
            return as_json({"entries": rows, "total": total})
        lines = []
        if self.form == "markdown":
            lines += [
                "| entry | clauses | acting | cited | not yet modelled |",
                "| --- | --: | --: | --: | --: |",
            ]
            shape = "| {} | {} | {} | {} | {} |"
        else:
            shape = "{:<56} {:>7} {:>7} {:>7} {:>7}"
            lines.append(shape.format("entry", "clauses", "acting", "cited", "pending"))
        for row in rows:
            figures = (row[key] for key in ("entry", "clauses", "acting", "cited", "pending"))
            why = ", ".join(f"{reason} {number}" for reason, number in row["reasons"].items())
            lines.append(shape.format(*figures) + (f"  {why}" if why else ""))
        lines.append(shape.format("total", *total.values()))
        reasons: dict[str, int] = {}
        for row in rows:
            for reason, number in row["reasons"].items():
                reasons[reason] = reasons.get(reason, 0) + number
        lines += ["", "cited only: " + ", ".join(f"{k} {v}" for k, v in sorted(reasons.items()))]
        return "\n".join(lines) + "\n"


def coverage_of(entry: Entry, acting: frozenset[str]) -> dict[str, Any]:
    """How the clauses of an entry stand; why those act not that are only cited."""
    reasons: dict[str, int] = {}
    counts = {"clauses": len(entry.clauses), "acting": 0, "cited": 0, "pending": 0}
    for clause in entry.clauses:
        if clause.acts or clause.id in acting:
            counts["acting"] += 1
        elif clause.pending:
            counts["pending"] += 1
        else:
            counts["cited"] += 1
            reason = clause.cited or "restatement"
            reasons[reason] = reasons.get(reason, 0) + 1
    return {"entry": entry.id, "source": entry.source, **counts, "reasons": reasons}


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as plain data."""
    return {
        "entry": entry.id,
        "title": dict(entry.title),
        "kind": entry.kind,
        "source": entry.source,
        "see": list(entry.see),
        "cards": list(entry.cards),
        "clauses": [
            {
                "clause": c.id,
                "text": dict(c.text),
                "acts": c.acts,
                "pending": c.pending,
                "cited": c.cited,
                "restates": c.restates,
                "despite": list(c.despite),
                "disputed": c.disputed,
                "says": dict(c.says),
                "needs": dict(c.needs),
                "facts": dict(c.facts),
            }
            for c in entry.clauses
        ],
    }


def as_json(data: Any) -> str:
    return spelled(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"

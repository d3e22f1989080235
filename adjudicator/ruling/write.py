"""From a ruling to a document: sentences first, then the layout of a template.

`view` turns the ruling's data into sentences of one language; templates only
lay them out. Whatever comes from a scenario is data to a template, never code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment

from adjudicator.cards.read import slug_of
from adjudicator.glossary.load import Glossary
from adjudicator.ruling.words import words

FORMATS = ("text", "markdown", "html", "json")
LENGTHS = ("table", "standard", "full")
LANGUAGES = ("en", "fr")
_DISPUTE = ("disagrees", "follows", "otherwise")
_SIDES = frozenset({"light", "dark"})
_SUFFIX = {"text": "txt", "markdown": "md", "html": "html"}
Record = dict[str, Any]


def templates() -> Path:
    """The shipped templates: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "templates"
    return inside if inside.is_dir() else inside.parent.parent / "templates"


@lru_cache(maxsize=1)
def _sentences() -> Environment:
    return SandboxedEnvironment(undefined=StrictUndefined)


@lru_cache(maxsize=4096)
def _sentence(source: str) -> Template:
    return _sentences().from_string(source)


@lru_cache(maxsize=8)
def _layouts(folder: Path) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        autoescape=lambda name: bool(name and name.endswith(".html.j2")),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["md"] = markdown
    environment.filters["plain"] = plain
    return environment


def plain(text: object) -> str:
    """No control characters: a title must not steer a terminal."""
    written = str(text)
    if written.isprintable():
        return written
    return "".join(c if c.isprintable() or c in _SPACES else "\ufffd" for c in written)


_SPACES = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+|~!@$-])")


def markdown(text: object) -> str:
    """A text that no Markdown reader takes for markup."""
    flat = " ".join(plain(text).split("\n"))
    marked = _MARKUP.sub(r"\\\1", flat)
    return marked.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Writer:
    """The sentences of one language."""

    def __init__(self, glossary: Glossary, language: str) -> None:
        self.glossary = glossary
        self.words: ModuleType = words(language)
        self.language = language
        self.set: Callable[[str], str] = self.words.typography

    def fact(self, kind: str, value: Any) -> Any:
        if value is None or kind in ("number", "flag", "step"):
            return value
        return getattr(self.words, kind)(value)

    def sentence(self, reason: Mapping[str, Any]) -> str:
        """What a clause says of this case."""
        if "says" in reason:  # a card's own text
            return self.set(self.words.text(reason["says"]))
        return self._say(reason, "says")

    def needed(self, reason: Mapping[str, Any]) -> str:
        """What it would take for the clause not to stand in the way."""
        return self._say(reason, "needs") if not reason["clause"].startswith("card.") else ""

    def _say(self, reason: Mapping[str, Any], key: str) -> str:
        clause = self.glossary.clause(reason["clause"])
        if clause is None:
            return ""
        speech: Mapping[str, str] = getattr(clause, key)
        source = speech.get(self.language) or ("" if key == "needs" else clause.text[self.language])
        facts = {
            name: self.fact(kind, reason["facts"].get(name)) for name, kind in clause.facts.items()
        }
        said = " ".join(_sentence(source).render(facts).split())
        return self.set(said if key == "needs" else _first(said))  # needs follow a label

    # -- a step ------------------------------------------------------------------

    def _rendered(self, steps: list[Record]) -> list[Record]:
        """Card titles stay English; the heading that names one first gives its rendering."""
        told: set[str] = set()
        for step in steps:
            for name in self._entries_named(step["heading"]):
                entry = self.glossary.entry(name)
                if name in told or entry is None or entry.kind != "card":
                    continue
                told.add(name)
                title, rendering = entry.title["en"], entry.title[self.language]
                if title != rendering:
                    both = self.set(f"{title} ({self.words.quoted(rendering)})")
                    step["heading"] = step["heading"].replace(title, both, 1)
        return steps

    def _entries_named(self, text: str) -> list[str]:
        """Ids of the entries whose title stands in a text, found without reading any entry."""
        slug = f"-{slug_of(text)}-"
        return [name for name in self.glossary.ids if f"-{name}-" in slug]

    def step(self, record: Mapping[str, Any]) -> Record:
        w = self.words
        verdict = record["verdict"]
        word = w.VERDICTS[verdict]
        if record["ground"]:
            word = f"{word} ({w.ground(record['ground'])})"
        return {
            "number": record["number"],
            "heading": self.set(w.heading(record["attempt"])),
            "verdict": verdict,
            "word": word,
            "is_question": record["attempt"]["verb"] == "ask",
            "tells_verdict": record["attempt"]["verb"] != "ask"
            and not (record["attempt"]["verb"] in ("passes", "goes on") and verdict == "legal"),
            "reasons": [self._led(reason) for reason in self._reasons(record)],
            "events": [
                {"says": self.set(_first(told)), "clause": event["clause"]}
                for event in record["events"]
                if (told := w.tell(event))
            ],
            "assumed": list(dict.fromkeys(self.set(w.assumed(a)) for a in record["assumed"])),
            "stack": [self.set(_first(w.on_stack(a))) for a in record["stack"]],
            "next": self.set(w.next_line(record["next"])),
            "held": record.get("held", []),
            "table": self.table(record["table"]) if "table" in record else None,
            "changed": bool(record["events"]) or record["stack"],
        }

    def _reasons(self, record: Mapping[str, Any]) -> Any:
        """Sentences with the clauses they rest on, the deciding one first."""
        w = self.words
        against = [r for r in record["reasons"] if r["role"] == "against"]
        for reason in record["reasons"]:
            if reason["role"] == "backs up":
                yield _said(self.sentence(reason), reason["clause"])
        for place, reason in enumerate(against):
            label = w.LABELS["besides"] if place else None
            needs = self.needed(reason)
            yield _said(self.sentence(reason), reason["clause"], label=label, needs=needs)
        for reason in record["reasons"]:
            if reason["role"] == "lifts":
                lifted = reason["despite"]
                rule, here = w.LABELS["rule"], w.LABELS["here"]
                yield _said(self.sentence(lifted), lifted["clause"], label=rule, kind="lifted")
                yield _said(self.sentence(reason), reason["clause"], label=here, kind="lifts")
            elif reason["role"] == "ground":
                yield _said(self.sentence(reason), reason["clause"], kind="ground")
            elif reason["role"] == "text":
                label = w.LABELS["text"]
                yield _said(self.sentence(reason), reason["clause"], label=label, kind="text")
        for other in record["others"]:
            text = self.set(w.text(other["text"])) if other["text"] else ""
            for reason in other["reasons"][:1]:
                label = w.LABELS["other_text"] + (f" ({w.quoted(text)})" if text else "")
                yield _said(self.sentence(reason), reason["clause"], label=label, kind="other")
        if record["unknown"] and record["verdict"] == "undetermined":
            why, ask = w.to_ask(record["unknown"])
            yield _said(self.set(why), None)
            yield _said(self.set(_first(ask)), None, label=w.LABELS["ask"], kind="ask")
        if record["answer"]:
            yield _said(self.set(w.answer(record["answer"])), None, kind="answer")
            for reason in record["answer"]["reasons"]:
                yield _said(self.sentence(reason), reason["clause"])
            for term in record["answer"]["terms"]:
                yield _said(self._term(term), term["clause"], kind="term")
        if record["outcome"]:
            yield _said(self.set(w.outcome(record["outcome"])), None, kind="outcome")
        if record["revealed"]:
            told = [self.set(_first(t)) for e in record["revealed"] if (t := w.tell(e))]
            if told:
                yield _said(" ".join(told), None, label=w.LABELS["revealed"], kind="revealed")

    def _term(self, term: Mapping[str, Any]) -> str:
        """A part of a sum: its amount in front, and whether it counts."""
        amount = term["amount"]
        sign = "–" if amount is None else f"= {amount}" if term["sets"] else f"{amount:+d}"
        void = f" {self.words.LABELS['void']}" if term["void"] else ""
        return self.set(f"{sign}{self.words.LABELS['colon']} {self.sentence(term)}{void}")

    def _led(self, reason: Record) -> Record:
        """With its label in front, set as the language sets a colon."""
        label = reason.pop("label")
        reason["lead"] = f"{label}{self.words.LABELS['colon']} " if label else ""
        return reason

    # -- the whole ------------------------------------------------------------------

    def headline(self, ruling: Mapping[str, Any]) -> Record:
        """The answer to say aloud: verdict, deciding clause, deciding fact."""
        w = self.words
        number = ruling["answer"]["step"]
        step = next((s for s in ruling["steps"] if s["number"] == number), None)
        if step is None:
            return {"says": "", "clause": None, "verdict": None}
        attempt = step["attempt"]
        reasons = step["reasons"]
        sentence = self.sentence(reasons[0]) if reasons else ""
        if step["unknown"] and step["verdict"] == "undetermined":
            why, ask = w.to_ask(step["unknown"])
            sentence = f"{why} {w.LABELS['ask']}{w.LABELS['colon']} {ask}"
        verdict = step["verdict"]
        if step["unpaid"]:
            told = [t for e in step["events"] if (t := w.tell(e)) and e.get("why") == "unpaid"]
            sentence = " ".join(told)
        if step["answer"]:
            says = f"{w.heading(attempt)} {w.answer(step['answer'])}"
        elif step["withdraws"] and reasons:
            back = [
                s["attempt"]["what"]
                for s in ruling["steps"]
                if s["number"] in step["withdraws"] and s["attempt"]["what"]
            ]
            says, verdict = w.backed_up_headline(attempt, back, sentence), "backed up"
        else:
            says = w.headline(verdict, attempt, sentence)
        return {
            "says": self.set(_first(says)),
            "clause": ruling["answer"]["clause"],
            "verdict": verdict,
            "step": number,
        }

    def table(self, table: Mapping[str, Any]) -> Record:
        """The table as it lies, in words."""
        w = self.words
        rows = []
        for place in table["locations"]:
            cards = {side: [] for side in ("light", "dark")}  # type: dict[str, list[str]]
            for card in place["cards"]:
                cards[card["side"]].append(self._card(card))
            rows.append({"location": place["location"], **cards})
        piles = []
        for name, pile in table["piles"].items():
            side, _, zone = name.partition(" ")
            size = w.LABELS["unstated"] if pile["size"] is None else str(pile["size"])
            named = f" ({', '.join(pile['named'])})" if pile["named"] else ""
            piles.append({"side": side, "pile": w.ZONES[zone], "says": f"{size}{named}"})
        return {
            "rows": rows,
            "sides": {
                side: [self._card(card) for card in cards] for side, cards in table["sides"].items()
            },
            "piles": piles,
        }

    def _card(self, card: Mapping[str, Any]) -> str:
        marks = getattr(self.words, "MARKS", {})
        notes = [marks.get(m, m) for m in card.get("marks", ())]
        inside = [self._card(c) for c in card.get("with", ())]
        text = str(card["card"])
        if notes:
            text += f" ({', '.join(notes)})"
        if inside:
            text += f" [{', '.join(inside)}]"
        return text

    def view(self, ruling: Mapping[str, Any], length: str) -> Record:
        w = self.words
        disputes = _disputes(self.glossary) if _is_disputed(ruling) else {}
        return {
            "lang": self.language,
            "length": length,
            "labels": w.LABELS,
            "title": self._either(ruling["scenario"]["title"]),
            "question": self._either(ruling["scenario"]["question"]),
            "file": ruling["scenario"]["file"],
            "version": ruling["version"],
            "sides": {side: _first(name) for side, name in w.SIDES.items()},
            "sides_within": w.SIDES,
            "answer": self.headline(ruling),
            "assumed": [self.set(w.assumed(a)) for a in ruling["assumed"]],
            "steps": self._rendered([self.step(s) for s in ruling["steps"]]),
            "not_considered": [
                {"card": n["card"], "says": self.set(n["says"].get(self.language, ""))}
                for n in ruling["not_considered"]
            ],
            "cited": [
                {
                    "entry": entry["entry"],
                    "title": self.set(entry["title"][self.language]),
                    "outside": entry["outside"],
                    "clauses": [
                        {
                            "clause": c["clause"],
                            "text": self.set(c["text"][self.language]),
                            "dispute": self._dispute(disputes.get(c["disputed"])),
                        }
                        for c in entry["clauses"]
                    ],
                }
                for entry in ruling["cited"]
            ],
            "table": self.table(ruling["table"]),
        }

    def _either(self, speech: Mapping[str, str]) -> str:
        return speech.get(self.language) or next(iter(speech.values()), "")

    def _dispute(self, dispute: Mapping[str, Any] | None) -> str | None:
        if dispute is None:
            return None
        labels, said = (
            self.words.LABELS,
            {k: v[self.language] for k, v in dispute.items() if k in _DISPUTE},
        )
        colon = labels["colon"]
        return self.set(
            f"{said['disagrees']} {labels['followed']}{colon} {said['follows']} "
            f"{labels['otherwise']}{colon} {said['otherwise']}"
        )


def _is_disputed(ruling: Mapping[str, Any]) -> bool:
    return any(c["disputed"] for entry in ruling["cited"] for c in entry["clauses"])


def _disputes(glossary: Glossary) -> Mapping[str, Any]:
    return {d["id"]: d for d in glossary.disputes}


def _said(
    says: str,
    clause: str | None,
    *,
    label: str | None = None,
    needs: str = "",
    kind: str = "reason",
) -> Record:
    return {"says": says, "clause": clause, "label": label, "needs": needs, "kind": kind}


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def write(
    ruling: Mapping[str, Any],
    glossary: Glossary,
    form: str = "text",
    language: str = "en",
    length: str = "standard",
) -> str:
    """The ruling as a document."""
    if form == "json":
        return json.dumps(ruling, ensure_ascii=False, indent=2) + "\n"
    layout = _layouts(templates()).get_template(f"ruling.{_SUFFIX[form]}.j2")
    return layout.render(opened(Writer(glossary, language).view(ruling, length)))


def opened(data: Any) -> Any:
    """Mappings with word keys as objects: templates read attributes of objects much faster."""
    if isinstance(data, dict):
        return {k: _object(v) for k, v in data.items()}
    return data


def _object(data: Any) -> Any:
    if isinstance(data, dict):
        if data.keys() <= _SIDES:
            return {k: _object(v) for k, v in data.items()}
        return SimpleNamespace(**{k: _object(v) for k, v in data.items()})
    return [_object(item) for item in data] if isinstance(data, list) else data

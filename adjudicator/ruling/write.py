"""From a ruling to a document: sentences first, then the layout of a template.

`view` turns the ruling's data into sentences of one language; templates only
lay them out. Whatever comes from a scenario is data to a template, never code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from jinja2 import Environment, StrictUndefined, Template
from jinja2.sandbox import SandboxedEnvironment

from adjudicator.attempts import is_passing
from adjudicator.cards.read import slug_of
from adjudicator.edition.telling import lines
from adjudicator.glossary.load import Glossary
from adjudicator.ruling import ruling as rul
from adjudicator.ruling.answering import Teller, is_done, is_telling
from adjudicator.ruling.draw import board, marked, on_pile
from adjudicator.ruling.layout import assets, lay_out
from adjudicator.ruling.words import Words, words
from adjudicator.speech import FALLBACK, LANGUAGES, Sentence, Slot, either
from adjudicator.speech.sentences import FACT
from adjudicator.terminal import spelled

FORMATS = ("text", "markdown", "discord", "html", "pdf", "json")
LENGTHS = ("table", "brief", "standard", "full")
_DISPUTE = ("disagrees", "follows", "otherwise")
_SIDES = frozenset({"light", "dark"})
_SUFFIX = {"text": "txt", "markdown": "md"}


@lru_cache(maxsize=1)
def _sentences() -> Environment:
    return SandboxedEnvironment(undefined=StrictUndefined)


@lru_cache(maxsize=4096)
def _sentence(source: str) -> Sentence | Template:
    is_plain = "{" not in FACT.sub("", source)
    return Sentence(source) if is_plain else _sentences().from_string(source)


class Verdict(NamedTuple):
    word: str
    name: str


class Writer:
    """The sentences of one language."""

    def __init__(self, glossary: Glossary, language: str) -> None:
        self.glossary = glossary
        self.words: Words = words(language)
        self.language = language
        self.set: Callable[[str], str] = self.words.typography

    def sentence(self, told: Mapping[str, object]) -> str:
        """What a clause says of this case: of a reason, a part of a proof, or an event."""
        reason = cast(rul.Reason, told)
        if "says" in reason:  # a card's own text
            said = self.words.text(reason["says"]) or self.words.LABELS["as_stated"]
            if reason.get("role") == "against" and reason.get("card"):
                said = self.words.stands_in_the_way(reason["card"], said)
            if reason.get("printed"):
                said = f"{said.rstrip('.')} ({self.words.LABELS['as_read']})."
            return self.set(said)
        return self.set(_first(self._say(reason, "says")))

    def would_do(self, record: rul.Step) -> str:
        """What would make a refused attempt legal, as it was found by trying."""
        w = self.words
        told = [
            w.remedy(found)
            for found in record["would_do"]
            if not (record["forgotten"] and found["change"] == "pass")  # it is said on top
        ]
        return (
            self.set(f"{w.LABELS['semicolon']} {w.LABELS['or_else']} ".join(told) + ".")
            if told
            else ""
        )

    def forgotten(self, passes: rul.Passes, whole: bool = False) -> str:
        """The passes that seem to have been left out, and where to write them."""
        name = "nobody backs up" if passes["nobody_backs_up"] else "forgotten"
        told = [self.words.passes(name, passes)]
        if whole:
            told.append(self.words.passes("insert", passes))
        return self.set(" ".join(filter(None, told)))

    def needed(self, reason: rul.Reason) -> str:
        """What a clause asks for; others may stand in the way all the same."""
        is_text = reason["clause"].startswith("card.")
        return self.set(self._say(reason, "needs")) if not is_text else ""

    def _say(self, reason: rul.Reason, key: str) -> str:
        clause = self.glossary.clause(reason["clause"])
        if clause is None:
            return ""
        given = reason.get("facts") or {}
        slots = {name: Slot(kind, given.get(name)) for name, kind in clause.facts.items()}
        name = clause.id if key == "says" else f"{key} {clause.id}"
        own = self.words.language.say("clauses", name, slots)
        if own is not None:
            return own
        speech: Mapping[str, str] = getattr(clause, key)
        source = speech.get(self.language)
        code = self.language if source else FALLBACK
        if not source:
            source = speech.get(code) or ("" if key == "needs" else clause.text[code])
        facts = {name: _in_words(slot, code) for name, slot in slots.items()}
        return " ".join(_sentence(source).render(facts).split())

    def _other_rules(self, ruling: rul.Ruling) -> Iterator[str]:
        """The layers under which it was ruled."""
        between = f"{self.words.LABELS['semicolon']} "
        return lines(ruling.get("edition") or [], self.language, between)

    # -- a step ------------------------------------------------------------------

    def _rendered(self, steps: list[rul.Context], records: list[rul.Step]) -> list[rul.Context]:
        """Card titles stay English; the heading that names one first gives its rendering."""
        told: set[str] = set()
        for step, record in zip(steps, records, strict=True):
            called: dict[str, str] = {}
            for title in _titles_in(record["attempt"]):
                entry = self.glossary.entry(slug_of(title))
                if entry is None or entry.id in told or entry.kind != "card":
                    continue
                told.add(entry.id)
                rendering = either(entry.title, self.language)
                if rendering != title == entry.title[FALLBACK]:
                    called[title] = f"{title} ({self.words.quoted(rendering)})"
            if called:
                attempt = _called_so(record["attempt"], called)
                step["heading"] = self.set(self.words.heading(attempt))
        return steps

    def step(self, record: rul.Step, brief: bool = False) -> rul.Context:
        w = self.words
        verdict = record["verdict"]
        word = w.term("verdict", verdict)
        if record["ground"]:
            word = f"{word} ({w.ground(record['ground'])})"
        return {
            "number": record["number"],
            "heading": self.set(w.heading(record["attempt"])),
            "verdict": verdict,
            "word": word,
            "is_question": record["attempt"]["verb"] == "ask",
            "tells_verdict": record["attempt"]["verb"] != "ask"
            and not (is_passing(record["attempt"]["verb"]) and verdict == "legal"),
            "reasons": [
                self._led(
                    {**reason, "label": None} if brief and reason["kind"] == "lifts" else reason
                )
                for reason in self._reasons(record)
                if not (brief and _is_left_out(reason, record))
            ],
            "events": [
                {"says": self.set(_first(told)), "clause": event["clause"]}
                for event in record["events"]
                if is_telling(event) or not brief
                if (told := self._told(event))
            ],
            "tables": self.tables(record),
            "assumed": list(dict.fromkeys(self._taken(a) for a in record["assumed"])),
            "unused": [f"{given['key']}: {given['value']}" for given in record["unused"]],
            "stack": [self.set(w.within(_first(w.on_stack(a)))) for a in record["stack"]],
            "next": self.set(w.next_line(record["next"])),
            "held": record.get("held", []),
            "proof": list(self._proof(record.get("proof", ()), 0)),
            "rests_on": self.set(w.rests_on(others)) if (others := record.get("rests_on")) else "",
            "table": self.table(record["table"]) if "table" in record else None,
        }

    def _proof(self, reasons: Iterable[rul.Proven], depth: int) -> Iterator[rul.Context]:
        """The tree of reasons line by line, each with how deep it stands."""
        for reason in reasons:
            label = None if reason["spoke"] else self.words.LABELS["in_vain"]
            line = _said(self._proven(reason), reason["clause"], label=label, kind="proof")
            yield {**self._led(line), "depth": depth}
            yield from self._proof(reason.get("rests_on", ()), depth + 1)

    def _proven(self, reason: rul.Proven) -> str:
        """What a clause says of this case; where no facts are kept, the clause itself."""
        clause = self.glossary.clause(reason["clause"])
        if "facts" in reason or clause is None:
            return self.sentence(reason)
        return self.set(either(clause.text, self.language))

    def _told(self, event: rul.Event) -> str | None:
        """What happened; or, of a clause for which it did, what the clause says."""
        return self.sentence(event) if event["event"] == "said" else self.words.tell(event)

    def tables(self, record: rul.Step) -> list[rul.Context]:
        """What is easier to check in a table: `title`, `columns`, `rows` of a name and values."""
        battle = record.get("battle")
        return [self._battle(battle)] if battle else []

    def _battle(self, battle: rul.Battle) -> rul.Context:
        """Both sides of a battle, line by line; a line that says nothing of either is left out."""
        w = self.words
        sides = [battle[side] for side in ("light", "dark")]
        rows = [(name, [cell(side) for side in sides]) for name, cell in w.battle_lines()]
        return {
            "title": self.set(w.battle_title(battle["place"])),
            "columns": [_first(w.WITHIN[side]) for side in ("light", "dark")],
            "rows": [
                [name, *(self.set(cell) or w.LABELS["none"] for cell in cells)]
                for name, cells in rows
                if any(cells)
            ],
        }

    def _taken(self, assumption: rul.Assumption) -> str:
        """What is taken as given; a label stands before it."""
        return self.set(self.words.within(self.words.assumed(assumption)))

    def _reasons(self, record: rul.Step) -> Iterator[rul.Context]:
        """Sentences with the clauses they rest on, the deciding one first."""
        w = self.words
        against = [r for r in record["reasons"] if r["role"] == "against"]
        if record["forgotten"]:
            yield _said(self.forgotten(record["forgotten"], whole=True), None, kind="forgotten")
        for reason in record["reasons"]:
            if reason["role"] == "backs up":
                yield _said(self.sentence(reason), reason["clause"])
        because = [r for r in record["reasons"] if r["role"] == "because"]
        for place, reason in enumerate(against, start=1):
            label = w.LABELS["besides"] if place > 1 else None
            refusal = _said(self.sentence(reason), reason["clause"], label=label)
            lines = [{**refusal, "asks": self.needed(reason)}]
            if place == 1:
                lines += (_said(self.sentence(r), r["clause"], kind="because") for r in because)
            if place == len(against):  # the cure stands behind all that it cures
                lines[-1]["needs"] = self.would_do(record)
            yield from lines
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
                said = self.set(w.cited(self.sentence(reason)))
                yield _said(said, reason["clause"], label=label, kind="text")
        for other in record["others"]:
            text = self.set(w.text(other["text"])) if other["text"] else ""
            for reason in other["reasons"][:1]:
                label = w.LABELS["other_text"] + (self.set(f" ({w.quoted(text)})") if text else "")
                yield _said(self.sentence(reason), reason["clause"], label=label, kind="other")
        if record["unknown"] and record["verdict"] == "undetermined":
            why, ask = w.to_ask(record["unknown"])
            yield _said(self.set(why), None)
            asked = self.set(w.within(_first(ask)))
            yield _said(asked, None, label=w.LABELS["ask"], kind="ask")
        if record["cases"]:
            yield from (_said(line, clause, kind="case") for line, clause in self.cases(record))
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

    def cases(self, record: rul.Step) -> Iterator[tuple[str, str | None]]:
        """Where facts are missing: how it comes out in each case, or that they do not matter."""
        w, cases = self.words, record["cases"]
        if cases is None:
            return
        for branch in cases["branches"]:
            said, clause = self._in_a_case(branch, record)
            yield self.set(_first(w.if_so(branch["if"], w.within(said)))), clause
        if not cases["branches"]:
            for fact in cases["facts"] if not record["unknown"] else ():
                yield self.set(w.no_difference(fact)), None
        if cases["more"]:
            yield self.set(w.of_cases("more")), None
        if cases["shown"] and not record["unknown"]:
            yield self.set(w.shown(cases["shown"])), None

    def _in_a_case(self, branch: rul.Branch, record: rul.Step) -> tuple[str, str | None]:
        """The verdict with its reason, the answer, or what passes bring about."""
        w = self.words
        if branch["answer"]:
            return w.answer(branch["answer"]), None
        news = [e for e in branch["events"] if is_telling(e)]
        happened = [_first(told) for e in news if (told := self._told(e))]
        if is_passing(record["attempt"]["verb"]) and branch["verdict"] == "legal":
            return " ".join(happened) or w.of_cases("nothing"), None
        verdict = w.term("verdict", branch["verdict"])
        if branch["unpaid"]:
            return " ".join(happened) or w.outcome({"what": "unpaid", "step": None}), None
        if branch["reasons"]:
            reason = branch["reasons"][0]
            colon = w.LABELS["colon"]
            return f"{verdict}{colon} {w.within(self.sentence(reason))}", reason["clause"]
        if branch["unknown"]:
            return f"{verdict}. {w.to_ask(branch['unknown'])[0]}", None
        return " ".join([f"{verdict}.", *happened]), None

    def _term(self, term: rul.Term) -> str:
        """A part of a sum: its amount in front, and whether it counts."""
        amount = term["amount"]
        void = f" {self.words.LABELS['void']}" if term["void"] else ""
        if amount is None:  # no such value: there is nothing to put in front
            return f"{self.sentence(term)}{void}"
        sign = f"= {amount}" if term["sets"] else f"{amount:+d}"
        said = self.words.within(self.sentence(term))
        return self.set(f"{sign}{self.words.LABELS['colon']} {said}{void}")

    def _led(self, reason: rul.Context) -> rul.Context:
        """With its label in front, set as the language sets a colon."""
        label = reason["label"]
        reason["lead"] = f"{label}{self.words.LABELS['colon']} " if label else ""
        if label:
            reason["says"] = self.words.within(reason["says"])
        return reason

    # -- the whole ------------------------------------------------------------------

    def headline(self, ruling: rul.Ruling) -> rul.Told:
        """The answer to say aloud: verdict, deciding clause, deciding fact."""
        return Teller(self.words, self.sentence, self.set, self.forgotten, self.cases).headline(
            ruling
        )

    def table(self, table: rul.Laid) -> rul.Context:
        """The table as it lies, in words."""
        w = self.words
        rows = []
        for place in table["locations"]:
            cards = {side: [] for side in ("light", "dark")}  # type: dict[str, list[str]]
            for card in place["cards"]:
                beneath = f" ({w.LABELS['beneath']})" if card["how"] == "stacked" else ""
                cards[card["side"]].append(self._card(card) + beneath)
            rows.append({"location": place["location"], **cards})
        piles = []
        for name, pile in table["piles"].items():
            side, _, zone = name.partition(" ")
            size = w.LABELS["unstated"] if pile["size"] is None else str(pile["size"])
            named = f" ({', '.join(pile['named'])})" if pile["named"] else ""
            name = self.set(w.pile_of(side, zone))
            piles.append(
                {"side": side, "pile": w.term("pile", zone), "name": name, "says": f"{size}{named}"}
            )
        return {
            "rows": rows,
            "sides": {
                side: [self._card(card) for card in cards] for side, cards in table["sides"].items()
            },
            "piles": piles,
        }

    def _card(self, card: rul.Lying) -> str:
        notes = [marked(self.words, mark) for mark in card.get("marks", ())]
        inside = [self._card(c) for c in card.get("with", ())]
        text = str(card["card"])
        if notes:
            text += f" ({', '.join(notes)})"
        if inside:
            text += f" [{', '.join(inside)}]"
        return text

    def view(self, ruling: rul.Ruling, length: str) -> rul.Context:
        """The context of a template, as the manual describes it."""
        w = self.words
        disputes = _disputes(self.glossary, ruling) if _is_disputed(ruling) else {}
        brief, shown = length == "brief", _shown(ruling, length)
        return {
            "lang": self.language,
            "length": length,
            "labels": _labels(self.language),
            "title": self.set(self._either(ruling["scenario"]["title"])),
            "question": self.set(self._either(ruling["scenario"]["question"])),
            "file": ruling["scenario"]["file"],
            "version": ruling["version"],
            "sides": {side: _first(name) for side, name in w.SIDES.items()},
            "sides_within": w.SIDES,
            "sides_bare": w.WITHIN,
            "own_side": {side: w.own_side(side) for side in w.SIDES},
            "answer": self.headline(ruling),
            "without": ruling.get("without", []),
            "edition": [self.set(line) for line in self._other_rules(ruling)],
            "assumed": [self._taken(a) for a in ruling["assumed"]],
            "earlier": self._earlier(ruling, shown) if brief else "",
            "steps": _named_once(
                self._rendered([self.step(s, brief) for s in shown], shown), brief
            ),
            "read": [self._taken_from_print(r) for r in ruling["read"]],
            "not_considered": [
                {"card": n["card"], "says": self.set(w.within(either(n["says"], self.language)))}
                for n in ruling["not_considered"]
                if not _told_as_unread(n, ruling["read"])
            ]
            + ([self._others(others)] if (others := _others_untold(ruling)) else []),
            "cited": [
                {
                    "entry": entry["entry"],
                    "title": self.set(either(entry["title"], self.language)),
                    "outside": entry["outside"],
                    "clauses": [
                        {
                            "clause": c["clause"],
                            "text": self.set(either(c["text"], self.language)),
                            "dispute": self.dispute(
                                disputes.pop(c["disputed"] or "", None)
                            ),  # once
                        }
                        for c in entry["clauses"]
                    ],
                }
                for entry in ruling["cited"]
            ],
            "table": self.table(ruling["table"]),
        }

    def _earlier(self, ruling: rul.Ruling, shown: list[rul.Step]) -> str:
        """In brief: what was done before, of which the answer is not itself about."""
        numbers = {s["number"] for s in shown}
        last = max(numbers, default=0)
        done = (
            self.words.heading(s["attempt"])
            for s in ruling["steps"]
            if s["number"] < last and s["number"] not in numbers and is_done(s)
        )
        semicolon = f"{self.words.LABELS['semicolon']} "
        return self.set(semicolon.join(map(self.words.within, done)))

    def verdicts(self, ruling: rul.Ruling) -> dict[str, Verdict]:
        """By the line that tells it in plain text, the verdict of each step."""
        colon = self.words.LABELS["colon"]
        steps = self._rendered([self.step(s) for s in ruling["steps"]], ruling["steps"])
        return {
            f"{s['number']}. {s['heading']}{colon} {s['word']}": Verdict(s["word"], s["verdict"])
            for s in steps
            if s["tells_verdict"]
        }

    def drawn(self, ruling: rul.Ruling, length: str) -> rul.Context:
        """The same for a page, which draws the table and the stack and quotes every clause."""
        view, w = self.view(ruling, length), self.words
        for step, record in zip(view["steps"], _shown(ruling, length), strict=True):
            step["pile"] = [on_pile(action, w) for action in reversed(record["stack"])]
            step["board"] = board(record["table"], w) if "table" in record else None
        quote(view, length != "brief")
        start = board(ruling["start"], w) if "start" in ruling else None
        return {**view, "start": start, "final": board(ruling["table"], w)}

    def _taken_from_print(self, read: rul.Read) -> rul.Context:
        """A card with what is read of its printed text, each part with the words it comes from."""
        number = f" ({read['id']})" if read["id"] else ""
        return {
            "card": read["card"] + number,
            "parts": [
                {"printed": part["printed"], "says": self.set(either(part["says"], self.language))}
                for part in read["parts"]
            ],
            "not_read": read["not_read"],
        }

    def _others(self, titles: list[str]) -> rul.Context:
        says = self.set(self.words.LABELS["other_there" if len(titles) == 1 else "others_there"])
        return {"card": self.words.listed(titles), "says": says}

    def _either(self, speech: Mapping[str, str]) -> str:
        return either(speech, self.language)

    def dispute(self, dispute: Mapping[str, Any] | None) -> str | None:
        if dispute is None:
            return None
        labels, said = (
            self.words.LABELS,
            {k: either(v, self.language) for k, v in dispute.items() if k in _DISPUTE},
        )
        colon = labels["colon"]
        said = {key: self.words.within(text) for key, text in said.items()}
        return self.set(
            f"{said['disagrees']} {labels['followed']}{colon} {said['follows']} "
            f"{labels['otherwise']}{colon} {said['otherwise']}"
        )


@lru_cache(maxsize=4)
def _labels(language: str) -> SimpleNamespace:
    return SimpleNamespace(**words(language).LABELS)


def _named_once(steps: list[rul.Context], brief: bool) -> list[rul.Context]:
    """In brief a clause is named where it is met first."""
    named: set[str] = set()
    for reason in (r for step in steps for r in step["reasons"]) if brief else ():
        if reason["clause"] in named:
            reason["clause"] = None
        elif reason["clause"]:
            named.add(reason["clause"])
    return steps


def _is_left_out(reason: rul.Context, record: rul.Step) -> bool:
    """In brief: what stands against other texts of a card, what was lifted, and what went its
    way."""
    if reason["kind"] == "outcome":
        return (record["outcome"] or {"what": ""})["what"] in ("had its result", "pending")
    return bool(reason["kind"] in ("other", "text", "lifted"))


def _shown(ruling: rul.Ruling, length: str) -> list[rul.Step]:
    """The steps of a document: in brief those that the answer is about, and what took them back."""
    steps: list[rul.Step] = ruling["steps"]
    if length != "brief":
        return steps
    asked = {*ruling["answer"]["steps"]}
    asked |= {s["backed_up_by"] or 0 for s in steps if s["number"] in asked}
    return [s for s in steps if s["number"] in asked]


def _others_untold(ruling: rul.Ruling) -> list[str]:
    """Cards close by whose unread sentences are not told beside what is read of them."""
    told = {read["card"] for read in ruling["read"] if read["not_read"]}
    return [title for title in ruling["others_there"] if title not in told]


def _told_as_unread(item: rul.Unconsidered, read: list[rul.Read]) -> bool:
    """Whether a sentence is told already beside what is read of its card."""
    return any(
        item["card"] == one["card"] and item["says"].get(FALLBACK) in one["not_read"]
        for one in read
    )


def _is_disputed(ruling: rul.Ruling) -> bool:
    return any(c["disputed"] for entry in ruling["cited"] for c in entry["clauses"])


def _disputes(glossary: Glossary, ruling: rul.Ruling) -> dict[str, Any]:
    """The disputes that bear on this ruling: a clause spoke that falls with the other reading,
    or two of those that disagree did. What a battle costs is no dispute far from Trevagg."""
    cited = {c["clause"] for entry in ruling["cited"] for c in entry["clauses"]}
    return {
        d["id"]: d
        for d in glossary.disputes
        if not d["falls"] or cited & {*d["falls"]} or len(cited & {*d["clauses"]}) > 1
    }


def _said(
    says: str,
    clause: str | None,
    *,
    label: str | None = None,
    needs: str = "",
    kind: str = "reason",
) -> rul.Context:
    return {
        "says": says,
        "clause": clause,
        "label": label,
        "needs": needs,
        "asks": "",
        "kind": kind,
    }


def _in_words(slot: Slot, code: str) -> Any:
    """A fact as the sentence of a clause is given it: it reckons with numbers itself."""
    if slot.value is None or slot.kind in ("number", "flag", "step"):
        return slot.value
    return words(code).fact(slot.kind, slot.value)


_NAMED = ("what", "targets", "with", "to", "at", "aboard", "before", "after", "replacing")


def _titles_in(attempt: rul.Attempt) -> Iterator[str]:
    """The cards of which the heading of an attempt may speak."""
    for value in (attempt.get(name) for name in _NAMED):
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from map(str, value)


def _called_so(attempt: rul.Attempt, called: Mapping[str, str]) -> rul.Attempt:
    """The attempt with some cards called otherwise, each where it is named first."""
    out, left = dict[str, object](attempt), dict(called)
    for name in _NAMED:
        value = out.get(name)
        if isinstance(value, str):
            out[name] = left.pop(value, value)
        elif isinstance(value, list):
            out[name] = [left.pop(str(title), title) for title in value]
    return cast(rul.Attempt, out)


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]


def write(
    ruling: rul.Ruling,
    glossary: Glossary,
    form: str = "text",
    language: str = FALLBACK,
    length: str = "standard",
    own: Path | None = None,
    sealed: rul.Context | None = None,
) -> str | bytes:
    """The ruling as a document; templates in a folder of one's own go before the shipped ones."""
    if form == "json":
        whole = with_sentence(ruling, glossary)
        return _json({**whole, "seal": sealed} if sealed else whole)
    writer = Writer(glossary, language)
    if form in ("html", "pdf"):
        return _page(ruling, writer.drawn(ruling, length), form, own, sealed)
    view = writer.view(ruling, length)
    if form == "discord":
        from adjudicator.ruling import chat

        return chat.in_one(lay_out("ruling.discord.j2", opened({**view, "cut": chat.CUT}), own))
    return lay_out(f"ruling.{_SUFFIX[form]}.j2", opened(view), own)


def _json(whole: rul.Ruling) -> str:
    """As data; what would steer a terminal stands there by its number."""
    if "seal" in whole:
        from adjudicator.ruling import seal

        whole["seal"] = {**whole["seal"], "file": seal.of_file(whole)}
    return spelled(json.dumps(whole, ensure_ascii=False, indent=2)) + "\n"


def with_sentence(ruling: rul.Ruling, glossary: Glossary) -> rul.Ruling:
    """The ruling with the sentence of its answer in each language, as JSON carries it."""
    says = {language: Writer(glossary, language).headline(ruling)["says"] for language in LANGUAGES}
    return {**ruling, "answer": {**ruling["answer"], "says": says}}


def _page(
    ruling: rul.Ruling, view: rul.Context, form: str, own: Path | None, sealed: rul.Context | None
) -> str | bytes:
    if form == "pdf":
        from adjudicator.ruling.pdf import printed

        bare = {"script": None, "policy": None, "seal": None}
        return printed(lay_out("ruling.html.j2", opened({**view, **bare}), own))
    from adjudicator.ruling import seal

    carried = seal.for_page(sealed, ruling, view["lang"], view["length"]) if sealed else None
    page = lay_out("ruling.html.j2", opened({**view, **assets("ruling.js"), "seal": carried}), own)
    return seal.close(page) if sealed else page


def quote(view: rul.Context, in_full: bool = True) -> None:
    """Puts beside every reason the clause it rests on; print quotes each clause once, and in brief
    names it only."""
    clauses: dict[str, rul.Context] = {}
    for entry in view["cited"]:
        entry["href"] = None  # a single page has nowhere to lead to; a book has
        for clause in entry["clauses"]:
            anchor = "clause-" + clause["clause"].replace("/", "--")
            clause |= {"anchor": anchor, "quoted": False}
            clauses[clause["clause"]] = {**clause, "title": entry["title"], "href": None}
    told: set[str] = set()
    for item in _citing(view):
        name = item["clause"]
        item["quote"] = clauses.get(name) if in_full else None
        item["first"] = item["quote"] is not None and item["prints"] and name not in told
        if item["first"]:
            told.add(name)
    for entry in view["cited"]:
        for clause in entry["clauses"]:
            clause["quoted"] = clause["clause"] in told and not clause["dispute"]
        entry["quoted"] = all(clause["quoted"] for clause in entry["clauses"])


def _citing(view: rul.Context) -> Iterator[rul.Context]:
    """Everything that cites a clause; what merely happened is not quoted in print."""
    view["answer"]["prints"] = False
    yield view["answer"]
    for step in view["steps"]:
        for reason in step["reasons"]:
            reason["prints"] = True
            yield reason
        for event in step["events"]:
            event["prints"] = False
            yield event


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

"""The status of a card or a location in words: each line with the clause that says so."""

from __future__ import annotations

import json
from typing import Any

from adjudicator.game import CardId
from adjudicator.glossary.load import Glossary
from adjudicator.questions.status import Line, card_status, is_location, location_status
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding
from adjudicator.ruling.compose import Composer
from adjudicator.ruling.write import Writer
from adjudicator.scenario.setup import Board
from adjudicator.state.unknown import allowed
from adjudicator.terminal import spelled

Record = dict[str, Any]


def status(
    board: Board,
    glossary: Glossary,
    now: Moment,
    card: CardId,
    language: str,
    form: str,
) -> str:
    """Every line of it, as text, as Markdown or as data."""
    composer = Composer(board, now.book, glossary)
    composer.remember(())
    composer.table = now.table
    with allowed(1, len(now.table.cards)):
        lines = (location_status if is_location(now.table.card(card)) else _of_card)(now, card)
    records = [_record(composer, line) for line in lines]
    title = composer.title(card)
    if form == "json":
        return (
            spelled(json.dumps({"status": title, "lines": records}, indent=2, ensure_ascii=False))
            + "\n"
        )
    writer = Writer(glossary, language)
    out = [f"# {title}" if form == "markdown" else title, ""]
    for record in records:
        out += _told(writer, record, form)
    return "\n".join(out) + "\n"


def _of_card(now: Moment, card: CardId) -> list[Line]:
    return card_status(now, now.table.card(card))


def _record(composer: Composer, line: Line) -> Record:
    record: Record = {
        "about": line.about,
        "side": str(line.side) if line.side else None,
        "kind": line.kind,
        "value": composer.fact(line.kind, line.value),
        "says": [composer._finding(finding, "ground") for finding in line.findings],
    }
    if line.sum is not None:
        record["terms"] = [
            {
                "amount": term.amount,
                "sets": term.sets,
                "void": term.void,
                **composer._finding(Finding(term.clause, term.facts), "ground"),
            }
            for term in line.sum.terms
        ]
    if line.unknown is not None:
        record["unknown"] = composer._unknown((line.unknown.question, dict(line.unknown.facts)))
    return record


def _told(writer: Writer, record: Record, form: str) -> list[str]:
    words = writer.words
    about = words.STATUS[record["about"]]
    if record["side"]:
        about = f"{about} ({words.SIDES[record['side']]})"
    colon = words.LABELS["colon"]
    head = writer.set(f"{about}{colon} {_value(words, record)}")
    deep = "  - " if form == "markdown" else "    "
    out = [f"- {head[:1].upper()}{head[1:]}" if form == "markdown" else head[:1].upper() + head[1:]]
    for finding in record["says"]:
        out.append(f"{deep}{writer.sentence(finding)} [{finding['clause']}]")
    for term in record.get("terms", ()):
        sign = f"= {term['amount']}" if term["sets"] else f"{term['amount'] or 0:+d}"
        void = f" {words.LABELS['void']}" if term["void"] else ""
        out.append(f"{deep}{sign}{colon} {writer.sentence(term)}{void} [{term['clause']}]")
    if record.get("unknown"):
        why, ask = words.to_ask(record["unknown"])
        out.append(f"{deep}{writer.set(why)} {words.LABELS['ask']}{colon} {writer.set(ask)}")
    return out


def _value(words: Any, record: Record) -> str:
    value, kind = record["value"], record["kind"]
    if value is None:
        return "?" if record.get("unknown") else str(words.LABELS["nothing"])
    match kind:
        case "flag":
            return str(words.yes(bool(value)))
        case "side":
            return str(words.SIDES[value])
        case "pile":
            return str(words.term("pile", value))
        case "cards":
            return str(words.listed(value))
        case "word":
            return str(words.term("seat", value))
    return str(value)

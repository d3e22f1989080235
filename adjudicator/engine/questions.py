"""Questions a judge asks at a point of the replay: does this count, and how much."""

from __future__ import annotations

from typing import Any

from adjudicator.engine.judge import Answer, Step
from adjudicator.game import CardId, How, Purpose, Side, Verdict, Zone
from adjudicator.rules.control import has_presence
from adjudicator.rules.registry import Rulebook
from adjudicator.scenario.setup import Board
from adjudicator.state.attempts import MEASURED, Attempt
from adjudicator.state.matching import apart
from adjudicator.state.table import Card, Table, Unknown


def answer(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Step:
    """The question answered on the present table; asking changes nothing."""
    step = Step(attempt.number, attempt, table, table, Verdict.LEGAL)
    try:
        found = _answer(board, book, table, attempt)
    except Unknown as unknown:
        return Step(
            attempt.number, attempt, table, table, Verdict.UNDETERMINED,
            unknown=(unknown.question, dict(unknown.facts)),
        )  # fmt: skip
    return step._replace(answer=found)


def _answer(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Answer:
    question = attempt.using.text if attempt.using else ""
    place = _location(board, table, attempt)
    card = _card(board, table, attempt)
    match question:
        case "who acts next":
            return Answer(question, (table.to_act, table.window))
        case "who occupies" | "who controls":
            return _holding(book, table, question, _needed(place, "location"))
        case "battle cost":
            side = attempt.by or table.turn or table.to_act
            total = book.total("battle cost", table, side=side, location=_needed(place, "location"))
            return Answer(question, total.total, sum=total)
        case _ if card is not None and question in MEASURED:
            total = table.book.total(f"{MEASURED[question]} of", table, card=card)
            return Answer(question, total.value, sum=total)
        case "is with" | "is present with":
            others = [c for n in attempt.with_ if (c := _found(board, table, n.text))]
            one = table.card(_needed(card, "card"))
            asked_of = table.card(_needed(others[0] if others else None, "card"))
            return _decided(table, question, question[3:], card=one, other=asked_of)
        case "power" | "drain":
            side = attempt.by or table.turn or table.to_act
            total = book.total(question, table, side=side, location=_needed(place, "location"))
            return Answer(question, total.total, sum=total)
        case "activation":
            side = attempt.by or table.turn or table.to_act
            total = book.total("activation", table, side=side)
            return Answer(question, total.total, sum=total)
        case "is at":
            return Answer(question, table.location_of(_needed(card, "card")) == place)
        case "is present":
            here = table.card(_needed(card, "card"))
            if table.location_of(here.id) != _needed(place, "location"):
                return Answer(question, False)
            return _counts(table, question, here, Purpose.HERE)
        case "takes part":
            return _counts(table, question, table.card(_needed(card, "card")), Purpose.BATTLE)
        case "is on table":
            return _counts(table, question, table.card(_needed(card, "card")), Purpose.TABLE)
        case "is in play":
            zone = table.card(_needed(card, "card")).zone
            return Answer(question, zone in (Zone.TABLE, Zone.STACK))
        case "is just lost":
            asked = _needed(card, "card")
            return Answer(
                question, any(h.what == "lost" and h.card == asked for h in table.open_just)
            )
        case "is unique":
            asked_card = table.card(_needed(card, "card"))
            unique = asked_card.print.unique or asked_card.title in table.made_unique
            return Answer(question, unique)
        case "stack":
            return Answer(question, len(table.stack))
    return Answer(question, None)


def _counts(table: Table, question: str, card: Card, purpose: Purpose) -> Answer:
    """Whether a card counts for a purpose, and which clause sets it apart if it does not."""
    finding = apart(table, card, purpose)
    return Answer(question, finding is None, (finding,) if finding else ())


def _decided(table: Table, question: str, decides: str, **asked: Any) -> Answer:
    answer = table.book.decide(decides, table, **asked)
    if answer is None:
        return Answer(question, False)
    return Answer(question, bool(answer[0]), (answer[1],))


def _holding(book: Rulebook, table: Table, question: str, place: CardId) -> Answer:
    verb = "occupies" if question == "who occupies" else "controls"
    sides, findings = [], []
    for side in Side:
        decided = book.decide(verb, table, side=side, location=place, book=book)
        if decided is not None:
            sides.append(side)
            findings.append(decided[1])
    for side in Side:
        presence = has_presence(table, book, side, place)
        if presence is not None:
            findings.append(presence)
    return Answer(question, tuple(sides), tuple(findings))


def _needed(found: CardId | None, what: str) -> CardId:
    if found is None:
        raise Unknown("question-lacks", what=what)
    return found


def _location(board: Board, table: Table, attempt: Attempt) -> CardId | None:
    if attempt.at is None:
        return None
    ids = [i for i in board.ids(attempt.at.text) if table.card(i).how is How.ROW]
    return ids[0] if ids else None


def _card(board: Board, table: Table, attempt: Attempt) -> CardId | None:
    return None if attempt.what is None else _found(board, table, attempt.what.text)


def _found(board: Board, table: Table, name: str) -> CardId | None:
    ids = [i for i in board.ids(name) if i in table.cards]
    return min(ids, key=lambda i: table.card(i).zone is not Zone.TABLE) if ids else None

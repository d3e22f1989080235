"""Changes of the text: fixes of what is wrong, a name changed everywhere, what a lens writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from yaml.nodes import MappingNode, Node

from adjudicator.attempts import is_passing
from adjudicator.desk import edits
from adjudicator.editor.looking import reasons
from adjudicator.editor.sheet import Sheet
from adjudicator.mending import mended
from adjudicator.regress.approve import says
from adjudicator.regress.edit import Page
from adjudicator.ruling.expect import Comparison, mismatches
from adjudicator.source import BadFile, Lines, Problem, folded, yaml_text
from adjudicator.speech import in_language, language
from adjudicator.state.attempts import Expected

EXPECT, PASS, WHY = "adjudicator.expect", "adjudicator.pass", "adjudicator.why"
COMMANDS = (EXPECT, PASS, WHY)
_LONGEST = 110  # of what stands above a line


class Change(NamedTuple):
    """Other text between two characters."""

    start: int
    end: int
    text: str


class Fixing(NamedTuple):
    """A problem, and a change that would do away with it."""

    problem: Problem
    title: str
    changes: tuple[Change, ...]
    is_safe: bool


class Lens(NamedTuple):
    """What stands above an attempt, and the command that a click on it is."""

    line: int  # from 1
    title: str
    command: str
    number: int


def difference(before: str, after: str) -> tuple[Change, ...]:
    """What has to be written where, so that one text becomes the other."""
    if before == after:
        return ()
    most = min(len(before), len(after))
    start = next((n for n in range(most) if before[n] != after[n]), most)
    end = next((n for n in range(most - start) if before[-1 - n] != after[-1 - n]), most - start)
    return (Change(start, len(before) - end, after[start : len(after) - end]),)


# -- fixes ---------------------------------------------------------------------------------------


def fixes(sheet: Sheet, start: int, end: int) -> Iterator[Fixing]:
    """Every way out of what is wrong between two places."""
    lines = Lines(sheet.text)
    for problem in (*sheet.problems, *sheet.notes):
        first, last = lines.range(problem.span)
        if problem.file != sheet.file or first > end or last < start:
            continue
        for fix in problem.fixes:
            place = lines.range(fix.span)
            said = in_language(problem, language(sheet.language))
            title = said.hint or said.message
            yield Fixing(problem, title, (Change(*place, fix.text),), fix.is_safe)


def everything_safe(sheet: Sheet) -> tuple[Change, ...]:
    """What can only be meant in one way, all of it."""
    return difference(sheet.text, mended(sheet.bridge.desk, sheet.file, sheet.text).text)


# -- a name changed everywhere -------------------------------------------------------------------


def renamed(sheet: Sheet, at: int, name: str) -> tuple[Change, ...]:
    """Another name for the card or location whose own name stands at a place."""
    spot = sheet.spot(at)
    alias = alias_at(sheet, at)
    if spot is None or alias is None or not name.strip():
        return ()
    wanted, text = folded(alias), yaml_text(name.strip())
    return tuple(
        Change(s.start, s.end, text)
        for s in sheet.spots
        if folded(s.word) == wanted
        and s.path[0] in ("table", "attempts")
        and (not s.is_key or s.path[-2:-1] == ("where",))
        and not any(
            step in ("note", "todo", "card", "site", "sector", "system") for step in s.path[-1:]
        )
    )


def alias_at(sheet: Sheet, at: int) -> str | None:
    """The name of its own that stands at a place."""
    spot = sheet.spot(at)
    if spot is None:
        return None
    return next((alias for alias in sheet.aliases if folded(alias) == folded(spot.word)), None)


# -- lenses --------------------------------------------------------------------------------------


def lenses(sheet: Sheet) -> Iterator[Lens]:
    """Above each attempt its verdict and why, and what may be written there."""
    steps = sheet.view.get("steps", ())
    if sheet.board is None or not steps:
        return
    wrong = {m.step for m in mismatches(sheet.board, sheet.steps)}
    labels = language(sheet.language).plain("editor")
    for attempt, step in zip(sheet.board.scenario.attempts, steps, strict=True):
        line, number = attempt.span.line, attempt.number
        first = next(reasons(step), "")
        told = f"{step['word']} – {first}" if first else str(step["word"])
        told = told.replace("`", "")
        title = told if len(told) <= _LONGEST else f"{told[:_LONGEST]}…"
        yield Lens(line, title, WHY, number)
        if not attempt.expect or number in wrong:
            yield Lens(line, labels["expect this"], EXPECT, number)
        if not attempt.is_question:
            yield Lens(line, labels["insert both pass"], PASS, number)
        if str(step["verdict"]) in ("illegal", "undetermined", "backed up") and not is_passing(
            attempt.verb
        ):
            yield Lens(line, labels["why not"], WHY, number)


def why(sheet: Sheet, number: int) -> str:
    """Everything that a verdict rests on, as plain text."""
    step = sheet.ruled(number)
    if not step:
        return ""
    head = f"{number}. {step['heading']}: {step['word']}"
    return "\n".join([head, *(line.replace("`", "") for line in reasons(step))])


def carried_out(sheet: Sheet, command: str, number: int) -> tuple[Change, ...]:
    """What a lens writes; nothing where it cannot be written."""
    try:
        if command == PASS:
            change = edits.Change("insert", ("attempts", number), "both pass")
            return difference(sheet.text, edits.change(sheet.file, sheet.text, change))
        return difference(sheet.text, _expecting(sheet, number)) if command == EXPECT else ()
    except (BadFile, ValueError):
        return ()


def _expecting(sheet: Sheet, number: int) -> str:
    """The text with the verdict and the reason of an attempt expected; what else is expected of
    it stays."""
    assert sheet.board is not None
    step = next(s for s in sheet.steps if s.number == number)
    comparison = Comparison(sheet.board, sheet.steps)
    if step.attempt.is_question:
        answer = comparison.actual(step, Expected("answer", None, step.attempt.span))
        wanted: object = {"answer": answer}
    else:
        wanted = says(step, comparison)
    path: edits.Path = ("attempts", number - 1, "expect")
    text = sheet.text
    there: Node | None = Page(sheet.file, text).at(*path)
    if not isinstance(there, MappingNode):
        return edits.change(sheet.file, text, edits.Change("set", path, wanted))
    facts = wanted if isinstance(wanted, dict) else {"verdict": wanted}
    for key, value in facts.items():
        text = edits.change(sheet.file, text, edits.Change("set", (*path, key), value))
    wrong = [m for m in mismatches(sheet.board, sheet.steps) if m.step == number]
    for mismatch in wrong:
        if mismatch.key not in facts and not isinstance(mismatch.actual, dict):
            change = edits.Change("set", (*path, mismatch.key), mismatch.actual)
            text = edits.change(sheet.file, text, change)
    return text

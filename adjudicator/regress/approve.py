"""What the engine now says, written into a scenario's expectations; all else stays."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.engine.judge import Step
from adjudicator.game import Verdict
from adjudicator.regress.edit import Edit, Page
from adjudicator.ruling.expect import Comparison, Mismatch, mismatches
from adjudicator.session import Desk, Loaded
from adjudicator.source import folded, yaml_text
from adjudicator.state.attempts import Expected


class Approved(NamedTuple):
    """A scenario's text before and after, and what was left alone on purpose."""

    file: str
    before: str
    after: str
    left: tuple[str, ...] = ()
    unsound: tuple[str, ...] = ()  # what could not be written in place

    @property
    def difference(self) -> str:
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), self.file, self.file, lineterm=""
        )
        return "\n".join(lines)


def approve(desk: Desk, loaded: Loaded, add: bool = False) -> Approved:
    """The text with every expectation as the engine has it; `add`: also where there is none."""
    assert loaded.board is not None
    scenario = loaded.board.scenario
    steps = loaded.replay(desk.book)
    numbers = {attempt.number: attempt for attempt in scenario.attempts}
    left: list[str] = []
    todo: list[Mismatch] = []
    for wrong in mismatches(loaded.board, steps):
        why = numbers[wrong.step].todo or scenario.todo
        if why is not None:
            left.append(f"{loaded.file}:{wrong.span.line}: marked todo ({why}): left as it is")
        else:
            todo.append(wrong)
    if not todo and not add:
        return Approved(loaded.file, loaded.text, loaded.text, tuple(left))
    page = Page(loaded.file, loaded.text)
    comparison = Comparison(loaded.board, steps)
    edits = [edit for wrong in todo for edit in _corrected(page, wrong, comparison)]
    if add:
        edits += _added(page, comparison)
    after = page.edited(edits)
    unsound = (
        ()
        if _is_sound(desk, loaded, page, after, {w.step for w in todo})
        else tuple(
            f"{loaded.file}:{wrong.span.line}: cannot be edited in place; "
            f"write {wrong.key}: {yaml_text(wrong.actual)}"
            for wrong in todo
        )
    )
    after = loaded.text if unsound else after
    return Approved(loaded.file, loaded.text, after, tuple(left), unsound)


def _is_sound(desk: Desk, loaded: Loaded, page: Page, after: str, steps: set[int]) -> bool:
    """Whether the new text is read, holds, and has lost neither expectation nor comment."""
    again = desk.read(loaded.file, after)
    if again.board is None or loaded.board is None:
        return False
    before = loaded.board.scenario.attempts
    now = again.board.scenario.attempts
    return (
        len(now) == len(before)
        and all(
            {e.key for e in old.expect} <= {e.key for e in new.expect}
            for old, new in zip(before, now, strict=True)
        )
        and not steps & {w.step for w in mismatches(again.board, again.replay(desk.book))}
        and _said(page) == _said(Page(loaded.file, after))
    )


def _said(page: Page) -> list[str]:
    """The words of all comments."""
    return sorted(word for a, b in page.comments for word in page.text[a:b].split())


def _corrected(page: Page, wrong: Mismatch, comparison: Comparison) -> Iterator[Edit]:
    expect, actual = page.at("attempts", wrong.step - 1, "expect"), wrong.actual
    step = next(s for s in comparison.steps if s.number == wrong.step)
    if isinstance(expect, ScalarNode):
        yield page.replaced(expect, says(step, comparison))
        return
    assert isinstance(expect, MappingNode)
    if wrong.key == "verdict":
        yield from _reason(page, expect, step, comparison)
    found = page.entry(expect, wrong.key)
    assert found is not None
    value = found[1]
    if isinstance(value, MappingNode) and isinstance(actual, dict):
        yield from _each(page, value, actual)
    elif isinstance(value, SequenceNode) and isinstance(actual, list) and actual:
        yield from _listed(page, value, actual)
    else:
        yield page.replaced(value, actual)


def _reason(page: Page, expect: MappingNode, step: Step, comparison: Comparison) -> Iterator[Edit]:
    """The clause that decides a refusal, where none is named: a right verdict could have a wrong
    reason."""
    said = says(step, comparison)
    if isinstance(said, dict) and page.entry(expect, "because") is None:
        yield page.with_entry(expect, "because", said["because"])


def _each(page: Page, mapping: MappingNode, actual: dict[str, Any]) -> Iterator[Edit]:
    """Only the entries that differ, so that the others keep their layout."""
    for name, value in mapping.value:
        if name.value in actual and (
            not isinstance(value, ScalarNode)
            or folded(value.value) != folded(str(actual[name.value]))
        ):
            yield page.replaced(value, actual[name.value])


def _listed(page: Page, sequence: SequenceNode, actual: list[Any]) -> Iterator[Edit]:
    """Items that are no more go, others are replaced one by one; else the whole list is."""
    names = [folded(str(item.value)) for item in sequence.value]
    wanted = [folded(str(item)) for item in actual]
    if len(names) == len(wanted):
        for item, name, other, value in zip(sequence.value, names, wanted, actual, strict=True):
            if name != other:
                yield page.replaced(item, value)
        return
    left = iter(enumerate(names))
    kept = [next((place for place, name in left if name == other), None) for other in wanted]
    if None in kept:
        yield page.replaced(sequence, actual)
        return
    for place in range(len(names)):
        if place not in kept:
            yield page.without_item(sequence, place)


def _added(page: Page, comparison: Comparison) -> Iterator[Edit]:
    """A verdict and its reason for attempts of which nothing is expected, and the reason of a
    refusal that is expected by its verdict only."""
    for step in comparison.steps:
        node = page.at("attempts", step.number - 1)
        if not isinstance(node, MappingNode):
            continue  # a plain `both pass` has no room for one
        if (expected := page.entry(node, "expect")) is not None:
            yield from _reasoned(page, expected[1], step, comparison)
            continue
        if step.attempt.is_question:
            answer = comparison.actual(step, Expected("answer", None, step.attempt.span))
            yield page.with_entry(node, "expect", {"answer": answer})
        else:
            yield page.with_entry(node, "expect", says(step, comparison))


def _reasoned(page: Page, expect: Node, step: Step, comparison: Comparison) -> Iterator[Edit]:
    verdict = str(comparison.verdict(step))
    if isinstance(expect, ScalarNode):
        said = says(step, comparison)
        if isinstance(said, dict) and folded(expect.value) == folded(verdict):
            yield page.replaced(expect, said)
    elif isinstance(expect, MappingNode):
        written = page.entry(expect, "verdict")
        value = written[1] if written is not None else None
        if isinstance(value, ScalarNode) and folded(value.value) == folded(verdict):
            yield from _reason(page, expect, step, comparison)


def says(step: Step, comparison: Comparison) -> Any:
    verdict, because = comparison.verdict(step), comparison.deciding(step)
    if because is None or verdict == Verdict.LEGAL:
        return verdict
    return {"verdict": verdict, "because": because}

"""What the engine now says, written into a scenario's expectations; all else stays."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, ScalarNode, SequenceNode

from adjudicator.engine.judge import Step
from adjudicator.game import Verdict
from adjudicator.regress.edit import Edit, Page
from adjudicator.ruling.expect import Comparison, mismatches
from adjudicator.session import Desk, Loaded
from adjudicator.source import folded
from adjudicator.state.attempts import Expected

_UNSAID = "not stated"  # what no expectation can say


class Approved(NamedTuple):
    """A scenario's text before and after, and what was left alone on purpose."""

    file: str
    before: str
    after: str
    left: tuple[str, ...] = ()

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
    page = Page(loaded.file, loaded.text)
    numbers = {attempt.number: attempt for attempt in scenario.attempts}
    edits: list[Edit] = []
    left: list[str] = []
    unsaid: dict[int, list[str]] = {}
    for wrong in mismatches(loaded.board, steps):
        todo = numbers[wrong.step].todo or scenario.todo
        if todo is not None:
            left.append(f"{loaded.file}:{wrong.span.line}: marked todo ({todo}): left as it is")
            continue
        if _cannot_be_said(wrong.key, wrong.actual):
            unsaid.setdefault(wrong.step, []).append(wrong.key)
        else:
            edits += _corrected(page, wrong.step, wrong.key, wrong.actual)
    for number, keys in unsaid.items():
        attempt = page.at("attempts", number - 1)
        assert attempt is not None
        edits += page.without_entries(attempt, "expect", keys)
    if add:
        edits += _added(page, Comparison(loaded.board, steps))
    return Approved(loaded.file, loaded.text, page.edited(edits), tuple(left))


def _cannot_be_said(key: str, actual: Any) -> bool:
    """No clause, a pile nobody has described, none of the further clauses."""
    empty = actual == [] and key in ("also", "not considered")
    return actual is None or actual == _UNSAID or empty


def _corrected(page: Page, number: int, key: str, actual: Any) -> Iterator[Edit]:
    expect = page.at("attempts", number - 1, "expect")
    if isinstance(expect, ScalarNode):
        yield page.replaced(expect, actual)
        return
    assert isinstance(expect, MappingNode)
    found = page.entry(expect, key)
    assert found is not None
    value = found[1]
    if isinstance(value, MappingNode) and isinstance(actual, dict):
        yield from _each(page, value, actual)
    elif isinstance(value, SequenceNode) and isinstance(actual, list) and actual:
        yield from _listed(page, value, actual)
    else:
        yield page.replaced(value, actual)


def _each(page: Page, mapping: MappingNode, actual: dict[str, Any]) -> Iterator[Edit]:
    """Only the entries that differ, so that the others keep their layout."""
    for name, value in mapping.value:
        if name.value in actual and folded(value.value) != folded(str(actual[name.value])):
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
    """A verdict and its reason for attempts of which nothing is expected."""
    for step in comparison.steps:
        node = page.at("attempts", step.number - 1)
        if not isinstance(node, MappingNode) or page.entry(node, "expect") is not None:
            continue  # a plain `both pass` has no room for one
        if step.attempt.is_question:
            answer = comparison.actual(step, Expected("answer", None, step.attempt.span))
            yield page.with_entry(node, "expect", {"answer": answer})
        else:
            yield page.with_entry(node, "expect", _says(step, comparison))


def _says(step: Step, comparison: Comparison) -> Any:
    verdict, because = comparison.verdict(step), comparison.deciding(step)
    if because is None or verdict == Verdict.LEGAL:
        return verdict
    return {"verdict": verdict, "because": because}

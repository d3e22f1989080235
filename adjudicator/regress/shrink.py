"""A dispute made into a minimal precedent: whatever the ruling does not need is taken out.

The engine is the oracle: a thing goes if without it the attempt in question is still ruled
in the same way, for the same reason, and keeps its expectations. What is left is minimal
in that no single thing and no two attempts more can go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, SequenceNode

from adjudicator.regress.edit import Edit, Page
from adjudicator.ruling.expect import Comparison, mismatches
from adjudicator.session import Desk, Loaded
from adjudicator.state.table import summary

KEEPS = ("verdict", "answer", "table")
_KEEP = re.compile(r"(?:the )?(verdict|answer|table)(?: of| after)? attempt (\d{1,4})")
_GROUPS = ("aboard", "carries", "escorting", "stacked")
_PILES = ("hand", "reserve", "force", "used", "lost", "out of play", "table")
_PAIRED = 40  # attempts; with more of them trying every two would take too long
_LISTS = ("just", "stack", "earlier this turn")


class Keep(NamedTuple):
    """What has to stay: of which attempt, and what of it."""

    what: str
    attempt: int

    @classmethod
    def read(cls, words: str) -> Keep | None:
        match = _KEEP.fullmatch(" ".join(words.casefold().split()))
        return cls(match[1], int(match[2])) if match else None


class Unit(NamedTuple):
    """One thing that could go, and how its going is written."""

    told: str
    edit: Edit
    attempt: int = 0  # of an attempt: its number in the file as it was


class Shrunk(NamedTuple):
    """The text that is left, what went, and where the kept attempts now stand."""

    text: str
    gone: tuple[str, ...]
    units: int
    left: int
    now: tuple[int, ...]
    dropped: tuple[str, ...] = ()  # expectations of other attempts that no longer hold


def shrink(desk: Desk, loaded: Loaded, keeps: Sequence[Keep]) -> Shrunk:
    page = Page(loaded.file, loaded.text)
    units = list(_units(page, {keep.attempt for keep in keeps}))
    asked = _asked(desk, loaded, keeps, {})
    assert asked is not None

    def serves(gone: Sequence[Unit]) -> bool:
        text = page.edited(unit.edit for unit in gone)
        return _asked(desk, desk.read(loaded.file, text), keeps, _numbers(gone, keeps)) == asked

    gone = _most(units, serves)
    text = page.edited(unit.edit for unit in gone)
    text, dropped = _honest(desk, loaded, text, [unit.attempt for unit in gone])
    told = tuple(unit.told for unit in gone if not any(_inside(unit, other) for other in gone))
    now = tuple(_numbers(gone, keeps).values())
    return Shrunk(text, told, len(units), len(units) - len(gone), now, dropped)


def _inside(unit: Unit, other: Unit) -> bool:
    return (
        unit is not other and other.edit.start <= unit.edit.start < unit.edit.end <= other.edit.end
    )


def _numbers(gone: Sequence[Unit], keeps: Sequence[Keep]) -> dict[int, int]:
    """Where the kept attempts stand once others are gone."""
    missing = [unit.attempt for unit in gone if unit.attempt]
    return {
        keep.attempt: keep.attempt - sum(number < keep.attempt for number in missing)
        for keep in keeps
    }


def _asked(
    desk: Desk, loaded: Loaded, keeps: Sequence[Keep], numbers: dict[int, int]
) -> list[Any] | None:
    """What has to stay the same, as it is in this text; None: the text cannot be used."""
    if loaded.board is None:
        return None
    steps = loaded.replay(desk.book)
    comparison = Comparison(loaded.board, steps)
    wrong = {(m.step, m.key) for m in mismatches(loaded.board, steps)}
    out: list[Any] = []
    for keep in keeps:
        number = numbers.get(keep.attempt, keep.attempt)
        step = next(s for s in steps if s.number == number)
        expected = [(e.key, (number, e.key) in wrong) for e in step.attempt.expect]
        found: list[Any] = [comparison.verdict(step), comparison.deciding(step), expected]
        if step.answer is not None:
            found.append(step.answer.value)
        if keep.what == "table":
            found.append(summary(step.after.table))
        out.append(found)
    return out


def _most(units: Sequence[Unit], serves: Callable[[Sequence[Unit]], bool]) -> list[Unit]:
    """As much as can go: whole stretches first, halved until single things are tried.

    It ends when no single thing more can go, since one that went may free another."""
    gone: list[Unit] = []
    left = list(units)
    size = max(1, len(left))
    while left:
        before = len(gone)
        place = len(left)
        while place > 0:  # from the end: later attempts hang on earlier ones
            start = max(0, place - size)
            stretch = left[start:place]
            if serves([*gone, *stretch]):
                gone += stretch
                del left[start:place]
            place = start
        if size > 1:
            size //= 2
        elif len(gone) == before:
            break
    while pair := _pair(gone, left, serves):
        gone += pair
        left = [unit for unit in left if unit not in pair]
    order = {unit: place for place, unit in enumerate(units)}
    return sorted(gone, key=lambda unit: order[unit])


def _pair(
    gone: list[Unit], left: list[Unit], serves: Callable[[Sequence[Unit]], bool]
) -> list[Unit] | None:
    """Two attempts that can only go together, as an action and the passes after it."""
    attempts = [unit for unit in left if unit.attempt]
    if len(attempts) > _PAIRED:
        return None
    for pair in combinations(attempts, 2):
        if serves([*gone, *pair]):
            return list(pair)
    return None


# -- what could go ---------------------------------------------------------------------------


def _units(page: Page, kept: set[int]) -> Iterator[Unit]:
    table = page.at("table")
    if table is not None:
        yield from _on_table(page, table)
    yield from _whole(page, page.top, "cards", "cards")
    attempts = page.at("attempts")
    if isinstance(attempts, SequenceNode):
        for place, item in enumerate(attempts.value):
            if place + 1 not in kept:
                told = f"attempt {place + 1}, {_name(page, item)}"
                yield Unit(told, page.without_item(attempts, place), place + 1)


def _on_table(page: Page, table: Node) -> Iterator[Unit]:
    yield from _whole(page, table, "locations", "locations")
    for place in _items(page.entry(table, "locations")):
        for side in ("light", "dark"):
            yield from _cards(page, place, side, side)
    for side in ("light", "dark"):
        found = page.entry(table, side)
        if found is None:
            continue
        yield from _entry(page, table, side, side)
        for pile in _PILES:
            yield from _cards(page, found[1], pile, f"{side} {pile}")
    for name in _LISTS:
        yield from _whole(page, table, name, name)


def _whole(page: Page, mapping: Node, key: str, told: str) -> Iterator[Unit]:
    """An entry, and each item of its list."""
    found = page.entry(mapping, key)
    if found is None:
        return
    yield from _entry(page, mapping, key, told)
    if isinstance(found[1], SequenceNode):
        for place, item in enumerate(found[1].value):
            yield Unit(f"{told}: {_name(page, item)}", page.without_item(found[1], place))


def _cards(page: Page, mapping: Node, key: str, told: str) -> Iterator[Unit]:
    """Cards that lie somewhere, with what lies on them."""
    yield from _whole(page, mapping, key, told)
    for card in _items(page.entry(mapping, key)):
        for group in _GROUPS:
            yield from _cards(page, card, group, f"{told}, {group}")


def _entry(page: Page, mapping: Node, key: str, told: str) -> Iterator[Unit]:
    """Never the first entry of a block: the line of its dash belongs to the whole item."""
    assert isinstance(mapping, MappingNode)
    first = mapping.value[0][0]
    line = page.text[: first.start_mark.index].rpartition("\n")[2]
    if mapping.flow_style or first.value != key or not line.strip():
        yield Unit(told, page.without_entry(mapping, key))


def _items(found: tuple[Node, Node] | None) -> list[Node]:
    return found[1].value if found is not None and isinstance(found[1], SequenceNode) else []


def _name(page: Page, node: Node) -> str:
    """An item in a few words, as it begins in the file."""
    text = page.text[node.start_mark.index : node.end_mark.index]
    return text.split("\n")[0].strip()[:60]


def _honest(
    desk: Desk, loaded: Loaded, text: str, missing: Sequence[int]
) -> tuple[str, tuple[str, ...]]:
    """Without the expectations of other attempts that held before and hold no longer; one
    that never held may be what the dispute is about."""
    assert loaded.board is not None
    before = _wrong(desk, loaded)
    left = [a.number for a in loaded.board.scenario.attempts if a.number not in missing]
    shrunk = desk.read(loaded.file, text)
    page = Page(loaded.file, text)
    edits: list[Edit] = []
    dropped: list[str] = []
    for number, keys in _wrong(desk, shrunk).items():
        gone = [key for key in keys if key not in before.get(left[number - 1], ())]
        attempt = page.at("attempts", number - 1)
        if not gone or attempt is None:
            continue
        dropped += [f"{key} of attempt {number}" for key in gone]
        if isinstance(page.at("attempts", number - 1, "expect"), MappingNode):
            edits += page.without_entries(attempt, "expect", gone)
        else:
            edits.append(page.without_entry(attempt, "expect"))
    return page.edited(edits), tuple(dropped)


def _wrong(desk: Desk, loaded: Loaded) -> dict[int, list[str]]:
    """By attempt: the expectations that do not hold."""
    assert loaded.board is not None
    out: dict[int, list[str]] = {}
    for wrong in mismatches(loaded.board, loaded.replay(desk.book)):
        out.setdefault(wrong.step, []).append(wrong.key)
    return out

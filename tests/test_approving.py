"""Approving, whatever was expected before and however it was written down: what is written can
be read, holds, has every expectation and every comment, and a second approval changes nothing.

    python tests/test_approving.py 9000 7     # so many trials, from that seed"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SHARED
from yaml.nodes import MappingNode

from adjudicator.regress.approve import approve
from adjudicator.regress.edit import Edit, Page, end_of
from adjudicator.session import Desk
from adjudicator.source import BadFile, yaml_text

HOSTILE = SHARED / "findings" / "hostile"
FILES = sorted((ROOT / "scenarios").rglob("*.yaml"))
TITLES = (
    "Sense",
    "Luke Skywalker",
    "Rebel Trooper",
    "Tatooine: Mos Eisley",
    "Don't, and don't",
    "2-1B",
    "Yes",
    "7",
)
VALUES: dict[str, tuple[Any, ...]] = {
    "verdict": ("legal", "illegal", "undetermined", "answered", "backed up"),
    "because": ("actions-stacking/topmost-only", "actions-just/narrow-window"),
    "also": ("actions-stacking/topmost-only", ["actions-just/narrow-window", "force-drain/control-phase"]),
    "stack": (["Sense", "battle"], [], "Sense", ["Sense"]),
    "next": ("light", "dark"),
    "window": ("phase", "response"),
    "segment": ("weapons", "none"),
    "outcome": ("cancelled", "pending"),
    "light hand": (3, list(TITLES[:3]), [], ["Rebel Trooper"]),
    "dark hand": (0, ["Sense", "Sense"], "not stated"),
    "light force": (1, 99),
    "dark lost": (["Sense"], 5),
    "light table": (["Sense"], []),
    "where": ({"Luke Skywalker": "Tatooine: Mos Eisley"}, {"Sense": "hand", "Boba Fett": "lost"}),
    "answer": (5, "yes", "nobody", ["a", "b"], "0"),
    "winner": ("light", "nobody"),
    "damage": (3, "none"),
    "light attrition": (4, "none"),
    "not considered": (["Sense"], "Sense"),
}  # fmt: skip


class Hand:
    """Writes values down as people do, with or without comments."""

    def __init__(self, chance: random.Random, newline: str) -> None:
        self.chance = chance
        self.newline = newline
        self.comments = 0

    def comment(self) -> str:
        if self.chance.random() > 0.25:
            return ""
        self.comments += 1
        return f"  # comment {self.comments}"

    def scalar(self, value: Any) -> str:
        text = yaml_text(value)
        if isinstance(value, str) and self.chance.random() < 0.3:
            return "'" + value.replace("'", "''") + "'"
        return text

    def flow(self, value: Any, column: int) -> str:
        gap = " " if self.chance.random() < 0.7 else None
        between = [] if gap else None

        def joined(parts: list[str], opening: str, closing: str) -> str:
            if between is None or not parts:
                return opening + ", ".join(parts) + closing
            lines = f",{self.comment()}{self.newline}{' ' * (column + 2)}".join(parts)
            return f"{opening}{lines}{closing}"

        if isinstance(value, dict):
            parts = [f"{yaml_text(k)}: {self.flow(v, column)}" for k, v in value.items()]
            return joined(parts, "{", "}")
        if isinstance(value, list):
            return joined([self.scalar(v) for v in value], "[", "]")
        return self.scalar(value)

    def block(self, value: Any, column: int) -> str:
        """What follows a key's colon."""
        if isinstance(value, dict) and value and self.chance.random() < 0.8:
            lines = [f"{yaml_text(k)}:{self.block(v, column + 2)}" for k, v in value.items()]
            return self._lines(lines, column + 2)
        if isinstance(value, list) and value and self.chance.random() < 0.6:
            indent = column + self.chance.choice((0, 2))
            return self._lines([f"- {self.scalar(v)}{self.comment()}" for v in value], indent)
        return f" {self.flow(value, column)}{self.comment()}"

    def _lines(self, lines: list[str], column: int) -> str:
        start = f"{self.newline}{' ' * column}"
        between = f"{start}# comment between" if self.chance.random() < 0.15 else ""
        return self.comment() + between + start + start.join(lines)


def _mistaken(chance: random.Random, is_question: bool) -> Any:
    keys = chance.sample(sorted(VALUES), chance.randint(1, 5))
    if is_question or chance.random() > 0.1:
        return {key: chance.choice(VALUES[key]) for key in keys}
    return chance.choice(VALUES["verdict"])


def trials(desk: Desk, number: int, seed: int) -> Iterator[tuple[str, str]]:
    """Scenarios with expectations nobody can have had."""
    chance = random.Random(seed)
    done = 0
    while done < number:
        path = chance.choice(FILES)
        text = path.read_text("utf-8")
        newline = "\n"
        if chance.random() < 0.2:
            text, newline = text.replace("\n", "\r\n"), "\r\n"
        try:
            page = Page(path.name, text)
        except BadFile:
            continue
        hand, edits = Hand(chance, newline), []
        attempts = page.at("attempts")
        assert attempts is not None
        for attempt in attempts.value:
            if not isinstance(attempt, MappingNode) or chance.random() < 0.3:
                continue
            entry = page.entry(attempt, "expect")
            if entry is None or attempt.flow_style:
                continue
            wrong = _mistaken(chance, page.entry(attempt, "ask") is not None)
            column = entry[0].start_mark.column
            after = int(entry[0].end_mark.index) + 1
            edits.append(Edit(after, end_of(entry[1], entry[0]), hand.block(wrong, column)))
        changed = page.edited(edits)
        if edits and desk.read(path.name, changed).board is not None:
            done += 1
            yield path.name, changed


def fault(desk: Desk, name: str, text: str, add: bool) -> str | None:
    """What approving did wrong."""
    loaded = desk.read(name, text)
    assert loaded.board is not None
    done = approve(desk, loaded, add)
    if done.unsound:
        return f"not written in place: {done.unsound[0]}"
    again = desk.read(name, done.after)
    if again.board is None:
        return f"cannot be read: {again.problems[0].message}"
    if approve(desk, again, add).after != done.after:
        return "not idempotent"
    for old, new in zip(loaded.board.scenario.attempts, again.board.scenario.attempts, strict=True):
        if lost := {e.key for e in old.expect} - {e.key for e in new.expect}:
            return f"dropped {lost}"
    before, after = Page(name, text), Page(name, done.after)
    words = [sorted(w for a, b in p.comments for w in p.text[a:b].split()) for p in (before, after)]
    return None if words[0] == words[1] else "lost a comment"


@pytest.mark.parametrize("seed", range(4))
def test_whatever_was_expected_is_approved(desk: Desk, seed: int) -> None:
    for number, (name, text) in enumerate(trials(desk, 60, seed)):
        assert fault(desk, name, text, number % 3 == 0) is None, text


@pytest.mark.skipif(not HOSTILE.is_dir(), reason="no such collection here")
@pytest.mark.parametrize("path", sorted(HOSTILE.glob("approve-*.yaml")), ids=lambda p: p.stem)
def test_what_was_once_spoiled_is_approved(desk: Desk, path: Path) -> None:
    assert fault(desk, path.name, path.read_text("utf-8"), add=False) is None


def main() -> None:
    number, seed = (int(word) for word in sys.argv[1:])
    desk, found = Desk.open(), 0
    for place, (name, text) in enumerate(trials(desk, number, seed)):
        if told := fault(desk, name, text, place % 3 == 0):
            found += 1
            print(f"{name}: {told}\n{text}\n{'=' * 80}")
    print(f"{number} trials, {found} faults")
    raise SystemExit(found > 0)


if __name__ == "__main__":
    main()

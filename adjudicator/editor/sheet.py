"""A scenario as it is typed: what is wrong with it, and how its attempts are ruled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.desk.bridge import Bridge
from adjudicator.engine.judge import Step
from adjudicator.regress.edit import end_of
from adjudicator.ruling.write import Writer
from adjudicator.scenario.read import NO_ATTEMPT
from adjudicator.scenario.setup import Board
from adjudicator.session import Loaded
from adjudicator.source import Problem, compose
from adjudicator.state.unknown import TooMuchWork

Path_ = tuple[str | int, ...]


class Spot(NamedTuple):
    """A word in the text: where it stands, what leads there, whether it is a key."""

    node: ScalarNode
    path: Path_
    is_key: bool

    @property
    def start(self) -> int:
        return int(self.node.start_mark.index)

    @property
    def end(self) -> int:
        return int(self.node.end_mark.index)

    @property
    def word(self) -> str:
        return " ".join(str(self.node.value).split())


class Sheet:
    """One text, read and ruled once; what nobody asks for is not found out."""

    def __init__(self, bridge: Bridge, file: str, text: str, language: str = "en") -> None:
        self.bridge = bridge
        self.file = file
        self.text = text
        self.language = language

    # -- as it is written ------------------------------------------------------------------

    @cached_property
    def top(self) -> Node | None:
        return compose(self.file, self.text)[0].node

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every word, in the order of the text."""
        found = list(_spots(self.top, ())) if self.top is not None else []
        return tuple(sorted(found, key=lambda spot: spot.start))

    def spot(self, at: int) -> Spot | None:
        """The word at a place."""
        return next((s for s in self.spots if s.start <= at <= s.end and s.end > s.start), None)

    def attempt_at(self, at: int) -> int | None:
        """The number of the attempt that stands there."""
        node = _under(self.top, "attempts")
        if isinstance(node, SequenceNode):
            for number, item in enumerate(node.value, start=1):
                if item.start_mark.index - 2 <= at <= end_of(item):
                    return number
        return None

    # -- as it is read and ruled -----------------------------------------------------------

    @cached_property
    def laid(self) -> tuple[Board | None, tuple[Problem, ...]]:
        return self.bridge.desk.lay(self.file, self.text)

    @property
    def board(self) -> Board | None:
        """The board, if nothing is wrong with it."""
        board, problems = self.laid
        return board if not problems else None

    @property
    def problems(self) -> list[Problem]:
        return [p for p in self.laid[1] if p.code != NO_ATTEMPT]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        if self.board is None:
            return ()
        try:
            return self.bridge.steps(self.board)
        except TooMuchWork:
            return ()

    @cached_property
    def notes(self) -> list[Problem]:
        if not self.steps:
            return []
        loaded = Loaded(self.file, self.text, self.board)
        try:
            return self.bridge.desk.notes(loaded, self.steps)
        except TooMuchWork:
            return []

    @cached_property
    def view(self) -> Mapping[str, Any]:
        """The ruling in words; nothing where there is none."""
        if self.board is None or not self.steps:
            return {}
        ruling = self.bridge.ruled(self.board, self.steps, full=False)
        view: Mapping[str, Any] = Writer(self.bridge.desk.glossary, self.language).view(
            ruling, "standard"
        )
        return view

    def ruled(self, number: int) -> Mapping[str, Any]:
        """One attempt as it is ruled."""
        steps: list[Mapping[str, Any]] = self.view.get("steps", [])
        return next((step for step in steps if step["number"] == number), {})

    # -- names -----------------------------------------------------------------------------

    @cached_property
    def aliases(self) -> dict[str, Spot]:
        """Cards and locations that have a name of their own, and where it is given."""
        return {
            spot.word: spot
            for spot in self.spots
            if not spot.is_key and spot.path[:1] == ("table",) and spot.path[-1:] == ("as",)
        }

    def folder_of_the_glossary(self) -> Path:
        return Path(self.bridge.desk.glossary.folder)


def _under(node: Node | None, key: str) -> Node | None:
    if isinstance(node, MappingNode):
        return next((value for name, value in node.value if name.value == key), None)
    return None


def _spots(node: Node, path: Path_) -> Iterator[Spot]:
    if isinstance(node, ScalarNode):
        yield Spot(node, path, False)
    elif isinstance(node, MappingNode):
        for key, value in node.value:
            if isinstance(key, ScalarNode):
                below = (*path, str(key.value))
                yield Spot(key, below, True)
                yield from _spots(value, below)
    elif isinstance(node, SequenceNode):
        for place, item in enumerate(node.value):
            yield from _spots(item, (*path, place))

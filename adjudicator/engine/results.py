"""What a text's result does: the base of every word, and the steps that only the engine knows.

The words themselves stand in `adjudicator/words/`; they are given the flow and do what they mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from adjudicator.cards.part import Part
from adjudicator.state.table import Action

if TYPE_CHECKING:
    from adjudicator.engine.flow import Flow


_CONDITIONS = ("if_", "matching")


@dataclass(frozen=True)
class Result(Part):
    """One thing that a text does."""

    @property
    def is_conditional(self) -> bool:
        """Whether it says itself that it may come to nothing: on conditions, by what is drawn."""
        return any(f.name in _CONDITIONS and getattr(self, f.name) for f in fields(self))

    def happen(self, flow: Flow, action: Action) -> None:
        raise NotImplementedError

    def drawn_with_a_shot(self, flow: Flow, action: Action) -> Mapping[str, int | None]:
        """Numbers drawn as the shot is announced, where destiny does not wait for the result."""
        return {}

    def said_by(self, action: Action) -> str | None:
        """The clause it carries out: its own, or that of its text."""
        return self.clause or (action.text.clause if action.text else None)


@dataclass(frozen=True)
class Own(Result):
    """Something that an action comes to by the rules, without a text."""

    does: Callable[[Flow, Action], None]

    def happen(self, flow: Flow, action: Action) -> None:
        self.does(flow, action)


@dataclass(frozen=True)
class Wait(Result):
    """Time to answer what has just been drawn."""

"""What follows from what: an event makes the next table, and others follow from it.

A flow starts from one moment and ends on another. It applies each event, lets those hear of it who
care about it, and asks the rulebook what it brings. What battles, piles, people and moves come to
stands in modules of their own, a function each, which are given the flow; they register below for
the events they care about, and nothing else of theirs is known here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from adjudicator.game import ActionId
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Rulebook
from adjudicator.source import folded
from adjudicator.state.events import Changed, Event
from adjudicator.state.table import Action, Table

Holds = Callable[["Flow", Event], bool]
Completes = Callable[["Flow", Event], Event]
Hears = Callable[["Flow", Moment, Event], None]
E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Callable[..., object])


class Flow:
    """The way from one moment to another, and what the file gives for it."""

    def __init__(
        self,
        now: Moment,
        draws: tuple[int, ...] = (),
        paying: tuple[str, ...] = (),
        order: tuple[str, ...] = (),
        taking: tuple[str, ...] = (),
        choosing: tuple[str, ...] = (),
    ) -> None:
        self.now = now
        self.events: list[Event] = []
        self.spoken: list[Finding] = []  # clauses that decided something on the way
        self.assumed: list[tuple[str, dict[str, Any]]] = []
        self.draws = list(draws)
        self.paying = list(paying)
        self.taking = list(taking)
        self.order = [folded(name) for name in order]
        self.choosing = [folded(name) for name in choosing]

    @property
    def table(self) -> Table:
        return self.now.table

    @property
    def book(self) -> Rulebook:
        return self.now.book

    def happen(self, event: Event) -> None:
        """The event, and whatever follows from it."""
        who = _HEARING.get(type(event)) or _listeners(type(event))
        for holds in who.holding:
            if holds(self, event):
                return
        for completes in who.completing:
            event = completes(self, event)
        before = self.now
        self.now = before.on(event.apply(before.table))
        self.events.append(event)
        for hears in who.at_once:
            hears(self, before, event)
        if self.book.brings_anything(type(event)):
            for following in self.book.after(before, self.now, event):
                self.happen(following)
        for hears in who.afterwards:
            hears(self, before, event)

    def change(self, action: ActionId, **values: Any) -> None:
        self.happen(Changed(action, tuple(values.items())))

    def note(self, action: Action, name: str, value: int | None) -> None:
        """A number that an action has come to, for the rest of it."""
        now = self.table.action(action.id)
        if now is not None:
            self.change(action.id, values={**now.values, name: value})


# -- who hears of an event ---------------------------------------------------------------------


class _Registered(NamedTuple):
    how: str
    event: type[Event]
    function: Callable[..., object]


class _Listeners(NamedTuple):
    holding: tuple[Holds, ...]
    completing: tuple[Completes, ...]
    at_once: tuple[Hears, ...]
    afterwards: tuple[Hears, ...]


_REGISTERED: list[_Registered] = []
_HEARING: dict[type[Event], _Listeners] = {}


def _register(how: str, events: tuple[type[Event], ...]) -> Callable[[F], F]:
    def register(function: F) -> F:
        _REGISTERED.extend(_Registered(how, event, function) for event in events)
        return function

    return register


def holds(event: type[E]) -> Callable[[Callable[[Flow, E], bool]], Callable[[Flow, E], bool]]:
    """(flow, event) -> whether it does not happen, or not yet."""
    return _register("holds", (event,))


def completes(event: type[E]) -> Callable[[Callable[[Flow, E], E]], Callable[[Flow, E], E]]:
    """(flow, event) -> the event, with what only the table tells."""
    return _register("completes", (event,))


def at_once(*events: type[E]) -> Callable[
    [Callable[[Flow, Moment, E], None]], Callable[[Flow, Moment, E], None]
]:  # fmt: skip
    """(flow, before, event): what it comes to before the rules have had their say."""
    return _register("at once", events)


def afterwards(*events: type[E]) -> Callable[
    [Callable[[Flow, Moment, E], None]], Callable[[Flow, Moment, E], None]
]:  # fmt: skip
    """(flow, before, event): what it comes to after the rules have had their say."""
    return _register("afterwards", events)


def _listeners(event: type[Event]) -> _Listeners:
    """Those who care about such an event, in the order in which the topics are listed; whoever
    registers for `Event` cares about any."""
    from adjudicator.engine.topics import TOPICS  # they all know the flow

    order = {module.__name__: place for place, module in enumerate(TOPICS)}
    mine = sorted(
        (one for one in _REGISTERED if one.event in (event, Event)),
        key=lambda one: order[one.function.__module__],
    )
    _HEARING[event] = found = _Listeners(
        tuple(cast(Holds, one.function) for one in mine if one.how == "holds"),
        tuple(cast(Completes, one.function) for one in mine if one.how == "completes"),
        tuple(cast(Hears, one.function) for one in mine if one.how == "at once"),
        tuple(cast(Hears, one.function) for one in mine if one.how == "afterwards"),
    )
    return found

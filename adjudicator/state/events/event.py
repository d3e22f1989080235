"""What an event is, and how it comes to be told.

An event knows the clause that brought it, so that a ruling can say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, NamedTuple, Self, TypeVar

from adjudicator.state.table import Table


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has happened. What a ruling says of it stands in `speech/`, under the name
    that `told` gives it; an event without one is the engine's own."""

    @property
    def clause(self) -> str | None:
        """The clause that brought it."""
        return None

    @property
    def telling(self) -> str | None:
        """The name under which it is told this time."""
        return _NAMES.get(type(self))

    def apply(self, table: Table) -> Table:
        """The table after the event; the one before stays as it was."""
        return table

    def brought_by(self, clause: str) -> Self:
        """The same event by a clause, where it does not name one."""
        if self.clause is not None or "clause" not in {field.name for field in fields(self)}:
            return self
        named: dict[str, Any] = {"clause": clause}
        return replace(self, **named)


class Slot(NamedTuple):
    """What a sentence may speak of: its kind, and how it is read off the event."""

    kind: str
    of: Callable[[Any], Any]


class Telling(NamedTuple):
    event: type[Event]
    slots: Mapping[str, Slot]


TELLINGS: dict[str, Telling] = {}
_NAMES: dict[type[Event], str] = {}
E = TypeVar("E", bound=type[Event])


def told(name: str, **slots: str) -> Callable[[E], E]:
    """A ruling tells the event, with these slots: each its kind and, if that is not the slot's own
    name, where it is found."""

    def registered(event: E) -> E:
        _NAMES.setdefault(event, name)
        read = {slot: spec.partition(" ") for slot, spec in slots.items()}
        TELLINGS[name] = Telling(
            event,
            {slot: Slot(kind, attrgetter(path or slot)) for slot, (kind, _, path) in read.items()},
        )
        return event

    return registered

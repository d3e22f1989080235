"""What players attempt and what a judge asks, as written in a scenario."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from adjudicator.game import CardId, Side, Way
from adjudicator.source import Span


class Name(NamedTuple):
    """A title or alias as written, with its place."""

    text: str
    span: Span


class Names(Protocol):
    """Whoever knows which cards a name of the scenario means."""

    def ids(self, name: str) -> Sequence[CardId]: ...


class Expected(NamedTuple):
    """One thing the author expects after a step; the engine never reads it before ruling."""

    key: str
    value: Any
    span: Span


class Attempt(NamedTuple):
    """One line of the sequence: who, verb, object, and the details below it."""

    number: int
    span: Span
    player: Side | None  # None: both
    verb: str
    what: Name | None = None
    amount: int | None = None
    targets: tuple[Name, ...] = ()
    to: Name | None = None
    at: Name | None = None
    aboard: Name | None = None
    using: Name | None = None
    answering: Name | None = None
    with_: tuple[Name, ...] = ()
    by: Side | None = None  # in a question: the player it is about
    way: Way | None = None  # of a move: how it is made, where that is not plain
    seat: str | None = None  # of embarking and changing seats: which place aboard
    before: Name | None = None  # of a location: which neighbour it is laid before …
    after: Name | None = None  # … or after, in their order on the table
    replacing: Name | None = None  # of a character: whose place on table it takes
    paying: tuple[Name, ...] = ()
    order: tuple[Name, ...] = ()  # of automatic actions whose time comes together
    choosing: tuple[Name, ...] = ()  # what players choose on the way: a card, or a word for it
    taking: tuple[Name, ...] = ()  # cards looked for in a pile, or said to have come up there
    destiny: tuple[int, ...] = ()
    x: int | None = None  # the X that a card's text leaves to its player
    asked: bool = False  # whether the dispute is about this one
    expect: tuple[Expected, ...] = ()
    todo: str | None = None

    @property
    def is_question(self) -> bool:
        return self.verb == "ask"

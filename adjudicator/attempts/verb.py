"""A verb of an attempt: all that the house knows of it, in one class."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import ClassVar

from adjudicator.attempts.values import A_CARD, GIVEN, Detail, Named, Value
from adjudicator.game import Kind, Side
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt, Name, Names
from adjudicator.state.table import Card

NOWHERE = Span(0, 0, 0, 0)


class Scene(Moment):
    """A moment at which something is attempted, and who knows the names that a file gives."""

    __slots__ = ("names",)

    def __init__(self, names: Names, now: Moment) -> None:
        super().__init__(now.table, now.book)
        self.names = names


class Verb:
    """What a player can be said to do: `light plays: Sense`."""

    name: ClassVar[str] = ""
    kind: ClassVar[Kind]  # of the action it comes to, unless what is named says otherwise
    infinitive: ClassVar[str] = ""  # in `backs up to …`; without one nobody backs up to do it
    value: ClassVar[Value] = A_CARD
    is_bare: ClassVar[bool] = False  # it says enough by itself
    takes: ClassVar[tuple[Detail, ...]] = GIVEN
    excludes: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # details that make others needless
    instead: ClassVar[Mapping[str, str]] = {}  # of details it does not take: what to do
    from_hand: ClassVar[bool] = False  # what it names comes from its player's hand
    on_the_stack: ClassVar[bool] = False  # it may be under way as a scenario begins

    def intents(self, now: Scene, attempt: Attempt) -> Iterator[Intent]:
        """Every way to understand the attempt: one for each text the card may be used for."""
        raise NotImplementedError

    def offers(self, now: Moment, player: Side) -> Iterator[list[Attempt]]:
        """For each card or place the ways to try it, one of which may be legal."""
        return iter(())

    def names(self, attempt: Attempt) -> Iterator[Named]:
        """Every name in the attempt, and what it has to be the name of."""
        if attempt.what is not None:
            yield from self.value.names(attempt.what)
        for detail in self.takes:
            yield from detail.names(getattr(attempt, detail.field))

    def of(
        self, player: Side, what: Card | str | None = None, *, amount: int | None = None,
        to: str | None = None, aboard: Card | None = None, with_: tuple[Card, ...] = (),
    ) -> Attempt:  # fmt: skip
        """An attempt of that kind that no file contains."""
        about = what.id if isinstance(what, Card) else what
        return Attempt(
            0, NOWHERE, player, self.name, _name(about), amount, to=_name(to),
            aboard=_name(aboard.id if aboard is not None else None),
            with_=tuple(Name(card.id, NOWHERE) for card in with_),
        )  # fmt: skip


def _name(text: str | None) -> Name | None:
    return Name(text, NOWHERE) if text is not None else None


VERBS: dict[str, Verb] = {}
CLAIMS: dict[str, Verb] = {}  # `backs up to …`: what its player claims to have had no time for


def verb(name: str, infinitive: str = "") -> Callable[[type[Verb]], type[Verb]]:
    """Registers what a verb is, under the word that follows the player."""

    def register(kind: type[Verb]) -> type[Verb]:
        assert name not in VERBS, f"two verbs are called {name}"
        kind.name, kind.infinitive = name, infinitive
        VERBS[name] = kind()
        if infinitive:
            CLAIMS[f"backs up to {infinitive}"] = VERBS[name]
        return kind

    return register

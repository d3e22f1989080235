"""What a constant text bars for as long as it works, and which clauses it lifts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from adjudicator.cards import constant
from adjudicator.cards.model import Filter
from adjudicator.cards.part import Part
from adjudicator.cards.player import Player
from adjudicator.game import Kind, Phase, Way
from adjudicator.words.arguments import (
    Cards,
    Name,
    OfText,
    OneOf,
    Reached,
    ReachedPlace,
    Turn,
    words_of,
)
from adjudicator.words.vocabulary import word

WhoEver = Annotated[Player, OneOf(Player.YOU, Player.OPPONENT, Player.ANY)]
APhase = Annotated[Phase, words_of(Phase)]
AWay = Annotated[Way, words_of(Way)]


@dataclass(frozen=True)
class Bar(Part):
    """Something that may not be done, with such a card; each kind honours what it says."""

    cards: Reached
    by: WhoEver = Player.ANY
    at: ReachedPlace | None = None
    from_: ReachedPlace | None = None
    of: Reached = "self"
    with_: Cards | None = None
    way: AWay | None = None
    phase: APhase | None = None
    unless_phase: APhase | None = None

    kind: ClassVar[Kind | None] = None

    def foresees(self) -> tuple[constant.Bars]:
        return (
            constant.Bars(
                self.kind, self.cards, self.by, self.at, self.from_, self.with_, self.of,
                self.way, self.phase, self.unless_phase,
            ),
        )  # fmt: skip


@dataclass(frozen=True)
class _OfNoCard(Bar):
    """What is done with no card of one's own."""

    def objection(self) -> str | None:
        if self.cards == Filter():
            return None
        return f'"{self.word}" is done with no card: say "any"'


_ALWAYS = ("cards", "by", "phase", "unless_phase")
_AT = (*_ALWAYS, "at")


def _bar(kind: Kind | None, made: type[Bar], honours: tuple[str, ...], told: str, ex: str) -> None:
    space = {"__doc__": told, "honours": honours, "kind": kind}
    name = str(kind) if kind is not None else "target"
    word("bars", name, example=ex)(type(name, (made,), space))


for _entry in (
    (Kind.DEPLOY, Bar, _AT, "Deploying it; `self` from hand.", "{deploy: self, at: {is: occupied by opponent}}"),
    (Kind.PLAY, Bar, _ALWAYS, "Playing it.", "{play: {type: interrupt}, by: opponent}"),
    (Kind.USE, Bar, _AT, "Using its text.", "{use: {type: device}}"),
    (Kind.MOVE, Bar, (*_AT, "from_", "way"), "Moving it.", "{move: bearer}"),
    (
        Kind.REACT, Bar, (*_AT, "from_", "way"), "Reacting with it, by moving or by deploying.",
        "{react: any, by: opponent, at: here}",
    ),
    (Kind.BOARD, Bar, _AT, "Going aboard or getting out.", "{board: any}"),
    (Kind.FIRE, Bar, _AT, "Firing it.", "{fire: {type: weapon}, at: here}"),
    (None, Bar, (*_ALWAYS, "with_"), "Naming it as a target.", "{target: self, by: you, with: Alter}"),
    (Kind.FORFEIT, Bar, _AT, "Forfeiting it.", "{forfeit: {type: droid}}"),
    (Kind.DRAIN, _OfNoCard, _AT, "Draining.", "{drain: any, by: opponent, at: here}"),
    (Kind.BATTLE, _OfNoCard, _AT, "Initiating a battle.", "{battle: any, by: opponent, at: here}"),
    (
        Kind.ATTACK, Bar, (*_AT, "of"),
        "Of a creature (`of`; itself if you say nothing), attacking such cards.",
        "{attack: {type: character, whose: yours}}",
    ),
    (Kind.ACTIVATE, _OfNoCard, _ALWAYS, "Activating Force.", "{activate: any, by: opponent}"),
    (Kind.DRAW, _OfNoCard, _AT, "Drawing destiny.", "{draw: any, by: opponent}"),
    (Kind.BREAK_COVER, Bar, _AT, "Its player's breaking its cover.", "{break cover: self}"),
):  # fmt: skip
    _bar(*_entry)


@word("bars", "take part", example="{take part: {type: droid}, at: here}")
@dataclass(frozen=True)
class TakePart(Part):
    """Taking part in a battle."""

    cards: Reached
    at: ReachedPlace | None = None

    def foresees(self) -> tuple[constant.KeepsOut]:
        return (constant.KeepsOut(self.cards, self.at),)


NOT_CARDS = ("battle", "force drain", "battle destiny")  # that may be canceled


class _WhatIsCanceled(OfText):
    own = ("self", "bearer", *NOT_CARDS)


@word("bars", "cancel", example="{cancel: battle destiny, by: opponent, at: here}")
@dataclass(frozen=True)
class Cancel(Part):
    """Canceling a `battle`, a `force drain`, a `battle destiny` just drawn, or such a card; `whose`
    it is."""

    what: Annotated[str | Filter, _WhatIsCanceled()]
    by: WhoEver = Player.ANY
    at: ReachedPlace | None = None
    whose: Turn | None = None

    def foresees(self) -> tuple[constant.KeepsFromCancel]:
        return (constant.KeepsFromCancel(self.what, self.by, self.at, self.whose),)


@word(
    "lifts",
    "despite",
    example="{despite: react/text-must-allow, of: {type: starship, whose: yours}, at: here}",
)
@dataclass(frozen=True)
class Despite(Part):
    """That clause does not hold for these cards, going there, leaving there, for that player, in
    that phase of that player's turn, moving that way, or (`along with`) deploying as one action
    with that craft."""

    lifted: Name
    of: Reached | None = None
    at: ReachedPlace | None = None
    from_: ReachedPlace | None = None
    by: WhoEver = Player.ANY
    phase: APhase | None = None
    whose: Turn | None = None
    way: AWay | None = None
    along_with: Reached | None = None

    def foresees(self) -> tuple[constant.Lifts]:
        return (
            constant.Lifts(
                self.lifted, self.of, self.by, self.at, self.from_, self.phase, self.whose,
                self.way, self.along_with,
            ),
        )  # fmt: skip

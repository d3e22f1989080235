"""What a part of a text will touch when it happens, said before it happens.

Rules ask for these, never for a word by its name: a new word that says what it foresees is
judged by every rule that there is. Cards and places are called as the text calls them: by a
target's name, `self`, or a title."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.cards.description import Filter
from adjudicator.cards.player import Player
from adjudicator.game import Mark, Zone


class Reaches(NamedTuple):
    """Cards are looked at, taken, drawn or shuffled in a pile or a hand."""

    sort: str  # taking, looking, drawing or shuffling
    whose: Player
    zone: Zone
    wanted: int = 1
    destiny: bool = False  # it is drawing destiny
    retrieval: bool = False  # it is retrieving
    whole: bool = False  # the pile is moved as a pile
    shuffled: bool = False  # it is gone through, and shuffled afterwards


class AsksForForce(NamedTuple):
    """Force is to be paid."""

    number: int | None  # None: it is found only as it is paid
    due: bool = True  # False: a clause waives it
    used: bool = False  # used; otherwise lost
    declined: bool = False  # who does not pay sees the card go elsewhere
    by: Player = Player.YOU


class AsksToHold(NamedTuple):
    """A condition asks that you occupy or control such a location, or so many."""

    places: Filter
    number: int = 1


class Invites(NamedTuple):
    """A player may at once deploy such a card."""

    cards: Filter
    zone: Zone
    at: str | None = None
    free: bool = False


class TouchesDrain(NamedTuple):
    """The Force drain answered is changed."""

    limits: bool = False  # it is set to a number, or less is lost to it


class Cancels(NamedTuple):
    """An action or cards are canceled."""

    what: str | Filter


class DrawsActivated(NamedTuple):
    """Force is activated, within what its player is entitled to."""


class TouchesBattleDestiny(NamedTuple):
    """Battle destiny is drawn, canceled or changed."""

    cancels: bool = False


class Gains(NamedTuple):
    """A player is better off for it, or worse: Force activated or retrieved, or lost."""

    player: Player
    good: bool = True


class Harms(NamedTuple):
    """Cards come to harm."""

    what: str | Filter


class Captures(NamedTuple):
    """Characters are captured, perhaps by one who is named."""

    victims: str
    by: str | None = None


class Marks(NamedTuple):
    """Cards are marked, or a mark is taken from them."""

    cards: str
    mark: Mark
    on: bool = True


class Relocates(NamedTuple):
    """Cards are taken elsewhere: to a location, or aboard a craft."""

    cards: str
    to: str
    completes: str | None = None  # by which name it then counts as completed
    paid: bool = False  # it is a move, and paid as one


class Goes(NamedTuple):
    """Cards move by a location's text."""

    cards: str
    to: str


class Attaches(NamedTuple):
    """The text's own card goes on that one."""

    to: str


class Flips(NamedTuple):
    """A card is turned to its other side."""

    card: str


class Grabs(NamedTuple):
    """The Interrupt answered is stacked here, and its title is unique."""


class LaysFaceDown(NamedTuple):
    """A card is put at a location unseen."""

    card: str


class TurnsOver(NamedTuple):
    """A card that lies face down is seen."""

    card: str


Foreseen = (
    Reaches | AsksForForce | AsksToHold | Invites | TouchesDrain | DrawsActivated | Cancels
    | TouchesBattleDestiny | Gains | Harms | Captures | Marks | Relocates | Goes | Attaches
    | Flips | Grabs | LaysFaceDown | TurnsOver
)  # fmt: skip

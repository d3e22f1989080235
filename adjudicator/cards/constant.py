"""What a constant text does for as long as it works: what it gives, what it bars, what it lifts.

The words of such texts come to these; rules know them by nothing else. Cards are called `self` or
`bearer`, or described; places are `here`, `related`, `related sites` or `battle`, or described. What
a result sets up for a time names its cards and places themselves."""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.cards.description import Filter
from adjudicator.cards.player import Player
from adjudicator.game import CardId, Kind, Phase, Side, Way, Zone

NO_VALUE = "none"
ALL = "all"
ICONS_HERE = "Force icons here"
Who = str | Filter | tuple[CardId, ...]
Where = Who | None


class Adjusts(NamedTuple):
    """A number is changed, or set."""

    number: str
    amount: int | str  # or none, all, Force icons here
    to: Who = "self"
    at: Where = None
    whose: str | None = None
    sets: bool = False
    each: str | Filter | None = None  # so much for each of these
    each_pilot: Filter | None = None
    by: str | None = None  # only in that way
    cumulative: bool = False


class Grants(NamedTuple):
    """Cards have a trait, an icon or an immunity, or their text is canceled."""

    what: str
    words: tuple[str, ...]
    to: Who


class Suspends(NamedTuple):
    """The texts of cards wait."""

    to: Who


class ProtectsDrain(NamedTuple):
    """Opponents may not change a Force drain."""

    at: Where
    whose: str | None


class ExpandsText(NamedTuple):
    """The text of the site this is on reaches adjacent sites."""


class BringsNight(NamedTuple):
    """There is nighttime at the sites related to the system this is on."""


class AlsoOnIt(NamedTuple):
    """Who else is on the card, wherever it is."""

    personas: tuple[str, ...]


class PilotsAbility(NamedTuple):
    """The ability of its permanent pilots."""

    ability: int


class ArrivesUndercover(NamedTuple):
    """It is under cover as soon as it deploys."""


class WhenUncovered(NamedTuple):
    """What becomes of it as its cover is broken."""

    what: str


class LendsPower(NamedTuple):
    """While under cover it adds to that side's power."""

    side: Side


class EatsInto(NamedTuple):
    """Where those go whom a creature defeats."""

    zone: Zone


class HidesLostCards(NamedTuple):
    """The Lost Pile beside it lies face down."""


class Bars(NamedTuple):
    """Something may not be done."""

    kind: Kind | None  # None: being targeted
    cards: Who = Filter()
    by: Player = Player.ANY
    at: Where = None
    leaving: Where = None
    with_: Filter | None = None  # what may not target
    attackers: Who = "self"
    way: Way | None = None
    phase: Phase | None = None
    unless_phase: Phase | None = None


class KeepsWhole(NamedTuple):
    """A number may not be made less."""

    number: str
    to: Who = "self"
    at: Where = None
    whose: str | None = None
    by: Player = Player.ANY  # whose texts may not


class KeepsFromCancel(NamedTuple):
    """Something may not be canceled: a battle, a Force drain, a battle destiny, or cards."""

    what: Who
    by: Player = Player.ANY
    at: Where = None
    whose: str | None = None


class HalvesLoss(NamedTuple):
    """A player loses half as much Force, each time."""

    whose: str | None


class KeepsOut(NamedTuple):
    """Cards take no part in battles."""

    cards: Who
    at: Where = None


class Lifts(NamedTuple):
    """A clause that does not hold."""

    clause: str
    cards: Where = None
    by: Player = Player.ANY
    at: Where = None
    leaving: Where = None
    phase: Phase | None = None
    whose: str | None = None
    way: Way | None = None
    along_with: Where = None


Constant = (
    Adjusts | Grants | Suspends | ProtectsDrain | ExpandsText | BringsNight | AlsoOnIt
    | PilotsAbility | ArrivesUndercover | WhenUncovered | LendsPower | EatsInto | HidesLostCards
    | Bars | KeepsOut | KeepsWhole | KeepsFromCancel | HalvesLoss | Lifts
)  # fmt: skip


def topic(said: Constant) -> str:
    """Under which name the cards are found whose texts say such a thing."""
    if isinstance(said, Adjusts):
        return f"adjusts {said.number}"
    return f"grants {said.what}" if isinstance(said, Grants) else type(said).__name__


def of_one_kind(one: Constant, other: Constant) -> bool:
    """Whether both speak of the same number, the same gift, the same kind of attempt."""
    if isinstance(one, Bars) and isinstance(other, Bars):
        return one.kind is other.kind
    return topic(one) == topic(other)


def value_of(said: Constant) -> object:
    """How much, what, or whom."""
    if isinstance(said, Adjusts):
        return said.amount
    if isinstance(said, Grants):
        return said.words
    return said.cards if isinstance(said, Bars) else next(iter(said), None)

"""What a constant text gives for as long as it works: numbers, traits, immunities, and more."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from adjudicator.cards import constant
from adjudicator.cards.constant import ALL, ICONS_HERE, NO_VALUE, Adjusts, Grants
from adjudicator.cards.model import SEATS, Filter
from adjudicator.cards.part import Part
from adjudicator.cards.player import Player
from adjudicator.cards.read import NUMBERS
from adjudicator.game import Kind, Side, Way, Zone
from adjudicator.words.arguments import Cards as Described
from adjudicator.words.arguments import (
    Certain,
    EachOf,
    Flag,
    Measure,
    OneOf,
    OutOfPlay,
    Plain,
    Reached,
    ReachedPlace,
    Several,
    Turn,
    Whole,
)
from adjudicator.words.vocabulary import word

NUMBER = "numbers"  # under which heading the page has them: in a sentence of their own
OF_CARDS = "of cards"
OTHERWISE = "otherwise"
_AMOUNT = Annotated[int | str, Measure(NO_VALUE, ICONS_HERE)]
Said = Iterable[constant.Constant]
_OF_PLAYERS = (
    "drain", "total power", "battle destinies", "battle destiny", "attrition", "activation",
)  # fmt: skip


# -- numbers -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Number(Part):
    """A number that is changed or set; each honours of the scope what it says."""

    amount: _AMOUNT
    to: Reached = "self"
    at: ReachedPlace | None = None
    whose: Turn | None = None
    set_: Flag = False
    for_each: Annotated[str | Filter, EachOf(ICONS_HERE)] | None = None
    for_each_pilot: Described | None = None
    by: Annotated[str, OneOf(Kind.REACT, Kind.DEPLOY, Kind.MOVE, *Way)] | None = None
    cumulative: Flag = False

    of_players: ClassVar[bool] = False

    def foresees(self) -> Said:
        return (
            Adjusts(
                self.word, self.amount, self.to, self.at, self.whose, self.set_,
                self.for_each, self.for_each_pilot, self.by, self.cumulative,
            ),
        )  # fmt: skip


_ANY = ("amount", "set_", "for_each", "cumulative")  # what every number honours
_CARD = (*_ANY, "to", "for_each_pilot")
_PLAYER = (*_ANY, "whose")
_PLACE = (*_PLAYER, "at")


def _number(name: str, told: str, honours: tuple[str, ...], example: str, topic: str = "") -> None:
    """A number by its name, with as much of the scope as it honours."""
    players = honours in (_PLAYER, _PLACE)
    space = {"__doc__": told, "honours": honours, "of_players": players}
    word("gives", name, example=example, topic=topic)(type(name, (Number,), space))


for _name in (*NUMBERS, *SEATS):
    if _name != "immune to attrition":
        _honours = ("amount", "to") if _name in SEATS else _CARD
        _number(_name, "A number of a card.", _honours, f"{{{_name}: 1}}", NUMBER)


@word("gives", "immune to attrition", example="{immune to attrition: 4}", topic=NUMBER)
@dataclass(frozen=True)
class ImmuneToAttrition(Number):
    """Attrition below that number, or `all`."""

    amount: Annotated[int | str, Measure(NO_VALUE, ICONS_HERE, ALL)]
    honours = _CARD


_WHERE = "whose: yours, at: here}"
_number("drain", "Force drains.", _PLACE, "{drain: 1, at: here, whose: yours}")
_number(
    "drain cost", "What a drain costs.", _PLACE, "{drain cost: 1, whose: opponent's}"
)  # fmt: skip
_number(
    "drain loss limit",
    "No more is lost to a drain; `whose` loses.",
    _PLACE,
    "{drain loss limit: 1, at: here, whose: yours}",
)
_number(
    "battle cost",
    "What initiating a battle costs.",
    _PLACE,
    "{battle cost: 1, whose: opponent's, at: here}",
)
_number(
    "move cost",
    "What a move costs.",
    (*_PLACE, *_CARD, "by"),
    "{move cost: 0, set: yes, to: {type: starship, whose: yours}}",
    OF_CARDS,
)
_number(
    "deploy cost",
    "What a deployment costs.",
    (*_PLACE, *_CARD, "by"),
    "{deploy cost: -2, to: {trait: spy, whose: yours}, at: here}",
    OF_CARDS,
)
_number(
    "transit from",
    "A docking bay's price from here.",
    _PLACE,
    "{transit from: 1, at: here, whose: yours}",
)
_number(
    "transit to",
    "A docking bay's price to here.",
    _PLACE,
    "{transit to: 4, at: here, whose: yours}",
)
_number("total power", "A side's, at a location.", _PLACE, "{total power: 2, " + _WHERE)
_number(
    "battle destinies", "How many a side may draw.", _PLACE, "{battle destinies: 1, " + _WHERE
)  # fmt: skip
_number(
    "ability required",
    "The total ability a side needs to draw battle destiny; of several the greatest counts.",
    _PLACE,
    "{ability required: 6, whose: opponent's, at: here}",
)
_number(
    "battle destinies otherwise",
    "How many a side may draw that could draw none otherwise.",
    _PLACE,
    "{battle destinies otherwise: 1, " + _WHERE,
)
_number(
    "most battle destinies",
    "A side may draw no more than that; of several the least counts.",
    _PLACE,
    "{most battle destinies: 1, whose: opponent's, at: here}",
)
_number(
    "force loss",
    "Each loss of Force, of a side.",
    _PLAYER,
    "{force loss: -1, whose: yours}",
)
_number("battle destiny", "Each one drawn.", _PLACE, "{battle destiny: 1, " + _WHERE)
_number(
    "weapon destiny",
    "Each one drawn for a weapon.",
    (*_PLACE, *_CARD),
    "{weapon destiny: 1, to: bearer}",
    OF_CARDS,
)
_number(
    "attrition", "Against a side.", _PLACE, "{attrition: 1, whose: opponent's, at: here}"
)  # fmt: skip
_number("activation", "How much a side may activate.", _PLAYER, "{activation: 1, whose: yours}")


# -- traits, icons, immunities -------------------------------------------------------------


@word("gives", "trait", example="{trait: leader, to: bearer}", topic=OTHERWISE)
@dataclass(frozen=True)
class Trait(Part):
    """Cards are that, too."""

    traits: Annotated[tuple[str, ...], Several(Plain())]
    to: Reached = "self"

    def foresees(self) -> Said:
        return (Grants(self.word, self.traits, self.to),)


@word("gives", "icon", example="{icon: pilot, to: bearer}", topic=OTHERWISE)
@dataclass(frozen=True)
class Icon(Part):
    """Cards have that icon, too."""

    icons: Annotated[tuple[str, ...], Several(Plain())]
    to: Reached = "self"

    def foresees(self) -> Said:
        return (Grants(self.word, self.icons, self.to),)


@word(
    "gives",
    "immune to",
    example="{immune to: [Alter], to: {trait: spy, whose: yours}}",
    topic=OTHERWISE,
)
@dataclass(frozen=True)
class ImmuneTo(Part):
    """Titles that cannot touch cards."""

    titles: Annotated[tuple[str, ...], Several(Plain())]
    to: Reached = "self"

    def foresees(self) -> Said:
        return (Grants(self.word, self.titles, self.to),)


@word("gives", "text canceled", example="{text canceled: yes, to: bearer}", topic=OTHERWISE)
@dataclass(frozen=True)
class TextCanceled(Part):
    """The texts of cards do nothing."""

    really: Certain
    to: Reached

    def foresees(self) -> Said:
        return (Grants(self.word, ("yes",), self.to),)


@word("gives", "suspended", example="{suspended: yes, to: {type: jedi test}}", topic=OTHERWISE)
@dataclass(frozen=True)
class Suspended(Part):
    """The texts of cards wait."""

    really: Certain
    to: Reached = "bearer"

    def foresees(self) -> Said:
        return (constant.Suspends(self.to),)


# -- and more ------------------------------------------------------------------------------


@word(
    "gives",
    "protected drain",
    example="{protected drain: yes, at: here, whose: yours}",
    topic=OTHERWISE,
)
@dataclass(frozen=True)
class ProtectedDrain(Part):
    """Opponents may not change it."""

    really: Certain
    at: ReachedPlace | None = None
    whose: Turn | None = None

    def foresees(self) -> Said:
        return (constant.ProtectsDrain(self.at, self.whose),)


@word(
    "gives", "conditions", example="{conditions: nighttime, at: related sites}", topic=OTHERWISE
)  # fmt: skip
@dataclass(frozen=True)
class Conditions(Part):
    """Nighttime, there."""

    what: Annotated[str, OneOf("nighttime")]
    at: Annotated[str, OneOf("related sites")] = "related sites"

    def foresees(self) -> Said:
        return (constant.BringsNight(),)


@word("gives", "expand text", example="{expand text: yes}", topic=OTHERWISE)
@dataclass(frozen=True)
class ExpandText(Part):
    """The text of the site this is on reaches adjacent sites."""

    really: Certain

    def foresees(self) -> Said:
        return (constant.ExpandsText(),)


@word("gives", "persona", example="{persona: [Darth Vader]}", topic=OTHERWISE)
@dataclass(frozen=True)
class Persona(Part):
    """Who else is on this card."""

    names: Annotated[tuple[str, ...], Several(Plain())]

    def foresees(self) -> Said:
        return (constant.AlsoOnIt(self.names),)


@word("gives", "permanent ability", example="{permanent ability: 4}", topic=OTHERWISE)
@dataclass(frozen=True)
class PermanentAbility(Part):
    """Of its permanent pilots."""

    ability: Annotated[int, Whole(least=0)]

    def foresees(self) -> Said:
        return (constant.PilotsAbility(self.ability),)


@word("gives", "arrives", example="{arrives: undercover}", topic=OTHERWISE)
@dataclass(frozen=True)
class Arrives(Part):
    """Undercover, as soon as it deploys."""

    how: Annotated[str, OneOf("undercover")]

    def foresees(self) -> Said:
        return (constant.ArrivesUndercover(),)


@word("gives", "when uncovered", example="{when uncovered: taken}", topic=OTHERWISE)
@dataclass(frozen=True)
class WhenUncovered(Part):
    """What happens to it: taken, or light may decline."""

    what: Annotated[str, OneOf("taken", "light may decline")]

    def foresees(self) -> Said:
        return (constant.WhenUncovered(self.what),)


@word("gives", "lends power", example="{lends power: light}", topic=OTHERWISE)
@dataclass(frozen=True)
class LendsPower(Part):
    """While undercover, to that side."""

    side: Annotated[Side, OneOf(*Side)]

    def foresees(self) -> Said:
        return (constant.LendsPower(self.side),)


@word("gives", "eaten", example="{eaten: out of play}", topic=OTHERWISE)
@dataclass(frozen=True)
class Eaten(Part):
    """Of a creature, where those go whom it defeats, if not to the Lost Pile."""

    where: OutOfPlay = Zone.OUT

    def foresees(self) -> Said:
        return (constant.EatsInto(self.where),)


@word("gives", "lost cards hidden", example="{lost cards hidden: all}", topic=OTHERWISE)
@dataclass(frozen=True)
class LostCardsHidden(Part):
    """The Lost Pile beside it lies face down."""

    which: Annotated[str, OneOf("all")] = "all"

    def foresees(self) -> Said:
        return (constant.HidesLostCards(),)


@word(
    "gives", "may not be reduced", topic=OTHERWISE,
    example="{may not be reduced: forfeit, to: {type: character, whose: yours, at: here}}",
)  # fmt: skip
@dataclass(frozen=True)
class MayNotBeReduced(Part):
    """No text makes that number less, or sets it below what is printed; `by` says whose text."""

    number: Annotated[str, OneOf(*NUMBERS, *SEATS, *_OF_PLAYERS)]
    to: Reached = "self"
    at: ReachedPlace | None = None
    whose: Turn | None = None
    by: Annotated[Player, OneOf(Player.YOU, Player.OPPONENT, Player.ANY)] = Player.ANY

    def foresees(self) -> Said:
        return (constant.KeepsWhole(self.number, self.to, self.at, self.whose, self.by),)


@word("gives", "halved loss", topic=OTHERWISE, example="{halved loss: yes, whose: yours}")
@dataclass(frozen=True)
class HalvedLoss(Part):
    """Each loss of Force is half as much, rounded up; `whose` loses."""

    indeed: Certain
    whose: Turn | None = None

    def foresees(self) -> Said:
        return (constant.HalvesLoss(self.whose),)

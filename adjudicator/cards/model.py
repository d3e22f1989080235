"""What a card is, apart from any game: its facts and its texts.

`None` means that the card has no such value, which is not zero. A fact that
nobody has told us is not `None` but missing from `facts`; asking for it makes
a ruling undetermined instead of wrong.
"""

from collections.abc import Mapping
from typing import NamedTuple

from adjudicator.cards.constant import Adjusts
from adjudicator.cards.description import Filter
from adjudicator.cards.part import Part, clauses_in, foreseen, kept
from adjudicator.game import EMPTY, Phase, Side

__all__ = ["Filter"]
EVERYTHING = 99  # "immune to attrition", without a number
Speech = Mapping[str, str]  # the same sentence by language
SEATS = (
    "pilots", "drivers", "passengers", "pilots or passengers", "astromechs", "vehicles",
    "starfighters", "TIEs",
)  # fmt: skip


class Target(NamedTuple):
    """Something the text needs named before it can be initiated."""

    name: str
    filter: Filter
    least: int = 1
    most: int | None = 1
    implicit: bool = False  # nobody names it, but it has to be there
    together: bool = False  # all at one location
    optional: bool = False
    other_than: str | None = None  # not where that target is
    that_one: bool = False  # the very card that what has just happened is about
    musts: tuple[tuple[Filter, str], ...] = ()  # further demands, each with its clause
    clause: str | None = None  # the glossary clause that asks for this target
    in_hand: bool = False  # a card in its player's hand, not one on table
    optional_by: str | None = None  # the glossary clause that makes it optional
    count_by: str | None = None  # the glossary clause that says how many
    every: bool = False  # all that fit, where nobody is named


class Pattern(NamedTuple):
    """Which actions on the stack, or which events, a text speaks of."""

    what: str  # a kind of action or event: play, deploy, react, drain, battle, moved, lost …
    filter: Filter = Filter()
    by: str = "any"  # you, opponent or any
    to: str | None = None  # the title of a location
    with_: str | None = None  # the title of the card that brought it about
    from_: "Filter | None" = None  # the location where it was
    nth: int | None = None  # how many of its kind by now: the second Force lost
    clause: str | None = None
    more_than: int | None = None  # of an event with a number: of Force lost, and so on


class When(NamedTuple):
    """The time at which a text may be used."""

    any_time: bool = False
    phases: tuple[Phase, ...] = ()
    whose: str = "any"  # in whose turn: yours, opponent's, any
    answers: tuple[Pattern, ...] = ()  # an ordinary response to one of these
    also_answers: bool = False  # such a response at any time, and otherwise in its phase
    just: tuple[Pattern, ...] = ()  # straight after one of these
    in_battle: bool = False  # during a battle
    end_of_turn: bool = False
    start_of_turn: bool = False
    appointed: bool = False  # only when an earlier action has set it up
    reaches_top: bool = False  # of an insert card: on top of its Reserve Deck
    as_soon: bool = False  # as soon as its conditions hold
    instead_of: str | None = None
    except_battle: bool = False
    segments: tuple[str, ...] = ()  # of a battle
    end_of_battle: bool = False
    clause: str | None = None  # the glossary clause that sets this time


class Text(NamedTuple):
    """One use of a card: when, on what condition, at what, for what, with what result."""

    id: str
    role: str  # play, deploy, use, fire, automatic or constant
    when: When
    conditions: tuple[Part, ...] = ()
    targets: tuple[Target, ...] = ()
    costs: tuple[Part, ...] = ()
    result: tuple[Part, ...] = ()
    goes_to: str | None = None  # used, lost, table … where it differs from the card's own habit
    once: str | None = None  # turn, game or battle
    says: Speech = EMPTY
    clause: str = ""  # how a ruling cites it: card.tentacle/grab
    cannot_be_answered_by: tuple[str, ...] = ()
    source: str | None = None  # the glossary clause that gives this text
    gives: tuple[Part, ...] = ()  # while constant: numbers changed, traits, icons, immunities
    bars: tuple[Part, ...] = ()  # while constant: attempts it forbids
    lifts: tuple[Part, ...] = ()  # while constant: clauses that do not hold
    side: Side | None = None  # of a location's text: the player whose side of the card it is on
    doubtful: bool = False  # only some versions of a location have it, nobody said whose it is
    once_by: str | None = None  # the glossary clause that sets the limit
    reaches: str | None = None  # of a weapon: beyond its own location
    repeats: bool = False  # of a weapon: another shot in the same battle
    printed: str = ""  # the printed sentence in which it was read, if it was

    @property
    def constantly(self) -> tuple[Part, ...]:
        """What it does for as long as it works."""
        return (*self.gives, *self.bars, *self.lifts)

    def without(self, clauses: frozenset[str]) -> "Text | None":
        """The text as it would be without these clauses; None: not at all."""
        if self.clause in clauses or self.source in clauses:
            return None
        named = self.clauses()
        if not named & clauses:
            return self
        when = self.when
        just = tuple(p for p in when.just if p.clause not in clauses)
        answers = tuple(p for p in when.answers if p.clause not in clauses)
        if when.clause in clauses or (len(just), len(answers)) != (
            len(when.just),
            len(when.answers),
        ):
            if not (just or answers) or when.clause in clauses:
                when = When(any_time=True)
            else:
                when = when._replace(just=just, answers=answers)
        targets = tuple(
            t._replace(
                musts=tuple(m for m in t.musts if m[1] not in clauses),
                optional=t.optional and t.optional_by not in clauses,
                most=t.most if t.count_by not in clauses else None,
            )
            for t in self.targets
            if t.clause not in clauses
        )
        return self._replace(
            once=None if self.once_by in clauses else self.once,
            when=when,
            targets=targets,
            conditions=kept(self.conditions, clauses),
            costs=kept(self.costs, clauses),
            result=kept(self.result, clauses),
            gives=kept(self.gives, clauses),
            bars=kept(self.bars, clauses),
            lifts=kept(self.lifts, clauses),
        )

    def done(self) -> frozenset[str]:
        """The clauses carried out by what a text costs and does, and by what it can do without."""
        found: set[str | None] = {*clauses_in((*self.result, *self.costs))}
        found.update(t.optional_by for t in self.targets)
        found.update(clause for t in self.targets if t.implicit for _, clause in t.musts)
        return frozenset(c for c in found if c)

    def clauses(self) -> frozenset[str]:
        """Every glossary clause that some part of the text carries out."""
        found = {self.source, self.when.clause, self.once_by}
        found.update(p.clause for p in (*self.when.just, *self.when.answers))
        for target in self.targets:
            found |= {target.clause, target.optional_by, target.count_by}
            found.update(clause for _, clause in target.musts)
        found |= clauses_in((*self.conditions, *self.costs, *self.result, *self.constantly))
        return frozenset(c for c in found if c)


class FromPrint(NamedTuple):
    """What is taken from a card's printed text: each sentence with what it says, and those left."""

    parts: tuple[tuple[str, Speech], ...]
    left: tuple[str, ...]
    digest: str  # of the text, of what is read in it, and of the grammar


class Blueprint(NamedTuple):
    """A card as printed. One title may have a blueprint for each side."""

    title: str
    side: Side | None
    type: str
    subtype: str | None = None
    copies: int | None = None  # how many of this title may be on table; None: any number
    facts: Mapping[str, int | None] = EMPTY
    icons: Mapping[str, int] = EMPTY
    traits: frozenset[str] = frozenset()
    personas: frozenset[str] = frozenset()
    permanents: frozenset[str] = frozenset()  # personas of its permanent pilots and weapons
    force_icons: Mapping[Side, int] = EMPTY
    part_of: str | None = None  # the system, starship or vehicle that a location belongs to
    texts: tuple[Text, ...] = ()
    immune_to: tuple[str, ...] = ()
    only_to: Filter | None = None  # the card's own restriction on where it deploys
    seats: Mapping[str, int] = EMPTY  # pilots, passengers
    not_modelled: tuple[Speech, ...] = ()
    text_known: bool = True  # False: nobody told us the text
    enclosed: bool = False
    permanent_ability: int | None = None  # ability of permanent pilots; None: there are none
    varies: frozenset[str] = frozenset()  # numbers, or "only to": its text has it, nobody told us
    id: str | None = None  # the community's number for it: 1_194
    doubtful: tuple[Text, ...] = ()  # texts of some of its versions, where nobody said which
    imported: bool = False  # known from the pool, not from the library
    back: "Blueprint | None" = None  # of an Objective: its other side
    printed: str = ""  # its text as printed, where it is known; both faces, with " // " between
    reads_as: int | None = (
        None  # which way of a text that may be read in several; 0: it is not read
    )
    from_print: FromPrint | None = None  # what of it is used
    before_reading: "Blueprint | None" = None  # the same card without it

    def turned_over(self) -> "Blueprint":
        """An Objective with its other side up; the first side is then its back."""
        if self.back is None:
            return self
        return self.back._replace(back=self._replace(back=None))

    @property
    def constants(self) -> tuple[Text, ...]:
        """The texts in force for as long as the card is on table."""
        return tuple(t for t in self.texts if t.role == "constant")

    @property
    def places(self) -> Mapping[str, int]:
        """How many may be aboard, and as what: printed apart, or in a text of its own."""
        given = {
            said.number: said.amount
            for text in self.constants
            for said in foreseen(text.gives, Adjusts, inside=False)
            if said.number in SEATS and said.to == "self" and isinstance(said.amount, int)
        }
        return {**self.seats, **given} if given else self.seats

    def is_a(self, word: str) -> bool:
        """Whether a word for a kind of card covers this one: character, droid, site …"""
        if word == "plain effect":
            return self.type == "effect" and self.subtype is None
        if word == "docking bay" and self.type == "location" and word in self.title.casefold():
            return True  # it is called so
        return word in (self.type, self.subtype) or word in self.traits

    @property
    def unique(self) -> bool:
        return self.copies == 1


ANONYMOUS = Blueprint(title="", side=None, type="unknown", text_known=False)

"""Everything a rule may look at, at one instant of the game."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from adjudicator.cards.foresight import Invites
from adjudicator.cards.model import Blueprint, Text
from adjudicator.cards.part import Part, foreseen
from adjudicator.game import (
    EMPTY,
    FLOOR,
    LIFE_FORCE,
    PILES,
    ActionId,
    CardId,
    How,
    Kind,
    Mark,
    Phase,
    Segment,
    Side,
    Step,
    Window,
    Zone,
)
from adjudicator.state.fight import Fight, Lasting, Meanwhile
from adjudicator.state.unknown import BUDGET
from adjudicator.state.unknown import Unknown as Unknown

PileKey = tuple[Side, Zone]


class Card(NamedTuple):
    """A card in this game: which one it is, whose, and where it lies."""

    id: CardId
    print: Blueprint
    owner: Side
    side: Side  # the player who controls it
    zone: Zone
    how: How | None = None  # on table: how it lies there
    at: CardId | None = None  # on table: the location or card where it lies
    marks: frozenset[Mark] = frozenset()
    destiny: int | None = None  # a card known only by its destiny number
    named: bool = True  # whether the scenario named it; others are just cards in a pile
    seat: str | None = None  # aboard: pilot, driver, passenger or astromech
    seat_told: bool = True  # whether somebody said so; otherwise the seat is taken as given
    across: bool = False  # it lies on the other side of its location than its player's
    aims: tuple[CardId, ...] = ()  # what it has been targeting since it was deployed

    @property
    def title(self) -> str:
        return self.print.title

    @property
    def aim(self) -> CardId | None:
        """Of a Utinni Effect: the card it waits for."""
        return self.aims[0] if self.aims else None

    @property
    def is_known(self) -> bool:
        """Whether the players know which card it is: named, and not lost unseen."""
        return self.named and Mark.HIDDEN not in self.marks

    def has(self, mark: Mark) -> bool:
        return mark in self.marks

    def number(self, name: str) -> int | None:
        """A printed number; None if the card has none; asks if nobody told us."""
        facts = self.print.facts
        if name in facts:
            return facts[name]
        if name == "destiny" and self.destiny is not None:
            return self.destiny
        if name in self.print.varies:
            raise Unknown("number-of-card", card=self.id, number=name)
        if name in _NEVER_ABSENT.get(self.print.type, ()) and not self._is_a_droid(name):
            raise Unknown("number-of-card", card=self.id, number=name)
        if self.print.text_known and self.print.type != "unknown" and name != "destiny":
            return None
        raise Unknown("number-of-card", card=self.id, number=name)

    def _is_a_droid(self, name: str) -> bool:
        return name == "ability" and self.print.subtype == "droid"


# Numbers that every card of a type prints: left out of a description, they are not known.
_NEVER_ABSENT = {
    "character": ("power", "ability", "deploy", "forfeit"),
    "vehicle": ("power", "deploy", "forfeit"),
    "starship": ("power", "deploy", "forfeit"),
}


class Happening(NamedTuple):
    """Something that has just happened; open until both players pass in a row."""

    what: str  # moved, deployed, lost, played play, initiated battle, completed transport …
    player: Side
    card: CardId | None = None
    to: CardId | None = None
    by: CardId | None = None  # the card which brought it about
    action: ActionId | None = None  # of a "just" response: the action it answers
    level: ActionId = FLOOR  # the action on top of which it may be followed up
    followed: bool = False  # a "just" action has already followed it
    number: int = 0  # how much Force, where that is what happened
    from_: CardId | None = None  # the location where the card was
    nth: int | None = None  # how many of its kind by now
    stated: bool = False  # a scenario begins with it, and need not tell all of it
    measured: tuple[tuple[str, int], ...] = ()  # of a lost card: numbers it had as it left


class Waiting(NamedTuple):
    """An automatic action that waits for its turn."""

    card: CardId
    text: str
    level: ActionId  # the action during which its time came; those of one moment take turns
    about: CardId | None  # what it lay on as that was lost
    measured: tuple[tuple[str, int], ...]  # the numbers that one had as it left
    after: Happening | None  # what had just happened


class Scheduled(NamedTuple):
    """An automatic modifier or action which waits for its time."""

    clause: str
    card: CardId
    player: Side
    at: Segment
    multiply: int
    battle: ActionId


class Appointment(NamedTuple):
    """An automatic action set up for the end of a later turn of that player's."""

    card: CardId
    text: str
    player: Side
    turns: int  # how many ends of his turns have to pass first


class Action(NamedTuple):
    """An action on the stack, with its own turn order for responses."""

    id: ActionId
    kind: Kind
    player: Side
    step: Step
    card: CardId | None = None
    text: Text | None = None
    targets: Mapping[str, tuple[CardId, ...]] = EMPTY
    place: CardId | None = None  # the location it is about
    answers: ActionId | None = None
    just: bool = False  # it was initiated as a "just" action or response
    jumped: Side | None = None  # whose opportunity it came before
    next: Side = Side.LIGHT
    passes: int = 0
    segment: Segment | None = None
    todo: tuple[Part, ...] = ()
    values: Mapping[str, int | None] = EMPTY
    draws: tuple[int, ...] = ()  # destinies the scenario gives for this action
    choices: tuple[str, ...] = ()  # and what its players choose on the way
    cancelled: bool = False
    cancels: ActionId | None = None
    part_of: ActionId | None = None
    automatic: bool = False
    amount: int | None = None
    what: str | None = None  # of a draw: which destiny
    grabbed_by: CardId | None = None
    pays: tuple[str, ...] = ()  # of a loss: what the loser has chosen to lose
    takes: tuple[str, ...] = ()  # cards that are looked for in a pile
    ended: bool = False  # its result is complete
    fight: Fight = Fight()  # of a battle: what it has come to
    react: bool = False  # of a deployment: it is made as a 'react'

    @property
    def invitation(self) -> Invites | None:
        """What its player may deploy now, if that is what its result is at."""
        return next(foreseen(self.todo[:1], Invites), None)

    @property
    def is_react(self) -> bool:
        return self.react or self.kind is Kind.REACT

    @property
    def doing(self) -> Kind:
        """What it is called: a deployment as a 'react' is above all a 'react'."""
        return Kind.REACT if self.react else self.kind


class Table(NamedTuple):
    """The whole game at one instant. An event makes the next table and leaves
    this one be: a reference is a snapshot, and backing up means going on from
    an older table."""

    turn: Side | None
    phase: Phase | None
    cards: Mapping[CardId, Card]
    piles: Mapping[PileKey, tuple[CardId, ...]]  # from the top
    row: tuple[CardId, ...] = ()  # the locations in their order
    inside: Mapping[CardId, tuple[CardId, ...]] = EMPTY  # what lies where
    unstated: frozenset[PileKey] = frozenset()  # piles of which we do not know how deep they are
    stack: tuple[Action, ...] = ()  # from the bottom
    next: Side = Side.LIGHT  # with an empty stack: whose opportunity it is
    passes: int = 0
    just: tuple[Happening, ...] = ()
    done: frozenset[tuple[str, ...]] = frozenset()  # what was done this turn
    made_unique: frozenset[str] = frozenset()
    barred: frozenset[tuple[str, CardId]] = frozenset()  # e.g. scomp links at a site, this turn
    scheduled: tuple[Scheduled, ...] = ()
    lasting: tuple[Lasting, ...] = ()  # numbers changed for a time
    meanwhile: tuple[Meanwhile, ...] = ()  # and what else holds for a time
    waiting: tuple[Waiting, ...] = ()  # automatic, and their time has come
    last_action: int = 0
    minted: int = 0  # how many cards came out of unstated piles
    shuffled: frozenset[PileKey] = frozenset()  # piles whose order nobody knows
    appointed: tuple[Appointment, ...] = ()
    winner: Side | None = None
    # Cards, wherever they are, with a constant text: by the part it has ("bars"), and by the word
    # in it ("gives power"), so that only those are asked who may have something to say.
    speaking: Mapping[str, tuple[CardId, ...]] = EMPTY

    # -- the stack ---------------------------------------------------------

    @property
    def top(self) -> Action | None:
        return self.stack[-1] if self.stack else None

    def action(self, action: ActionId | None) -> Action | None:
        return next((a for a in self.stack if a.id == action), None)

    @property
    def level(self) -> ActionId:
        return self.stack[-1].id if self.stack else FLOOR

    @property
    def to_act(self) -> Side:
        """Whose opportunity it is."""
        return self.stack[-1].next if self.stack else self.next

    @property
    def passed(self) -> int:
        return self.stack[-1].passes if self.stack else self.passes

    @property
    def open_just(self) -> tuple[Happening, ...]:
        """What has just happened and may be followed up at this level of the stack."""
        level = self.level
        return tuple(h for h in self.just if h.level == level)

    @property
    def window(self) -> Window:
        top = self.top
        if top is not None and top.step is Step.RESPONSES:
            return Window.RESPONSE
        if self.open_just:
            return Window.JUST
        if top is not None:
            return Window.SEGMENT if top.segment is not None else Window.PART
        return Window.END if self.phase is Phase.END else Window.PHASE

    @property
    def battle(self) -> Action | None:
        return next((a for a in reversed(self.stack) if a.kind is Kind.BATTLE), None)

    @property
    def attack(self) -> Action | None:
        return next((a for a in reversed(self.stack) if a.kind is Kind.ATTACK), None)

    @property
    def moment(self) -> tuple[Phase, Side]:
        """Which phase it is, and whose turn; asks if nobody told us."""
        if self.phase is None:
            raise Unknown("phase")
        if self.turn is None:
            raise Unknown("turn")
        return self.phase, self.turn

    # -- cards -------------------------------------------------------------

    def card(self, card: CardId) -> Card:
        return self.cards[card]

    def pile(self, side: Side, zone: Zone) -> tuple[CardId, ...]:
        return self.piles.get((side, zone), ())

    def is_stated(self, side: Side, zone: Zone) -> bool:
        return (side, zone) not in self.unstated

    def location_of(self, card: CardId) -> CardId | None:
        """The location where a card on table is, through whatever it is aboard of or on."""
        here = self.cards[card]
        for _ in range(12):  # deeper than any real nesting of cards
            if here.zone is not Zone.TABLE or here.how is How.ROW:
                return here.id if here.how is How.ROW else None
            below = self.cards.get(here.at) if here.at is not None else None
            if below is None:  # on a side of the table, at no location
                return None
            here = below
        return None

    def lying(self, where: CardId) -> tuple[CardId, ...]:
        """What lies directly at a location, aboard or on a card."""
        return self.inside.get(where, ())

    def everything_at(self, where: CardId) -> Iterator[Card]:
        """Whatever lies at a location or on a card, whether or not it counts for anything: what
        goes along or leaves with it, and what a text speaks of that names such cards."""
        waiting = list(self.lying(where))
        for name in waiting:  # it grows on the way
            BUDGET.spend(1)
            yield self.cards[name]
            waiting += self.lying(name)

    def everything(self) -> Iterator[Card]:
        """Whatever lies on the table, stacked and face down cards among it."""
        for location in self.row:
            yield self.cards[location]
            yield from self.everything_at(location)
        for side in Side:
            yield from self.everything_at(side_of_table(side))

    def life_force(self, side: Side) -> int | None:
        """Cards left to live on; None when a pile is not stated."""
        if any(not self.is_stated(side, zone) for zone in LIFE_FORCE):
            return None
        return sum(len(self.pile(side, zone)) for zone in LIFE_FORCE)


def side_of_table(side: Side) -> CardId:
    """The place of cards which lie on a player's side of the table, at no location."""
    return CardId(f"={side}")


def summary(table: Table) -> dict[str, Any]:
    """The table as plain data: what two tables must share to be the same outcome."""
    piles: dict[str, Any] = {}
    for side in Side:
        for zone in PILES:
            cards = table.pile(side, zone)
            stated = table.is_stated(side, zone)
            if not cards and (not stated or zone is Zone.OUT):
                continue
            piles[f"{side} {zone}"] = {
                "size": len(cards) if stated else None,
                "named": [c for c in cards if table.cards[c].is_known],
            }
    return {
        "turn": table.turn,
        "phase": table.phase,
        "winner": table.winner,
        "locations": [{"location": place, "cards": _lying(table, place)} for place in table.row],
        "sides": {side: _lying(table, side_of_table(side)) for side in Side},
        "piles": piles,
        "stack": [
            {
                "action": action.doing,
                "player": action.player,
                "card": action.card,
                "place": action.place,
                "step": action.step,
                "segment": action.segment,
                **({"battle": action.fight.as_data()} if action.segment is not None else {}),
            }
            for action in reversed(table.stack)
        ],
        "next": {"player": table.to_act, "window": table.window},
        "scheduled": [
            {"clause": s.clause, "at": s.at, "multiply damage": s.multiply} for s in table.scheduled
        ],
        "shuffled": sorted(f"{side} {zone}" for side, zone in table.shuffled),
        "face up": _face_up(table),
        "appointed": [{"card": a.card, "turns": a.turns} for a in table.appointed],
        "lasting": [
            *(change.as_data() for change in table.lasting),
            *(holds.as_data() for holds in table.meanwhile),
        ],
    }


def _face_up(table: Table) -> list[dict[str, Any]]:
    """Cards that lie the other way up than their pile."""
    return [
        {"card": card.id, "face down": card.zone is Zone.LOST}
        for card in table.cards.values()
        if card.zone in PILES and card.marks & {Mark.FACE_DOWN, Mark.FACE_UP}
    ]


def _lying(table: Table, where: CardId) -> list[dict[str, Any]]:
    out = []
    for card_id in table.lying(where):
        card = table.cards[card_id]
        record: dict[str, Any] = {"card": card.id, "side": card.side, "how": card.how}
        if card.marks:
            record["marks"] = sorted(card.marks)
        if card.across:
            record["lies on"] = card.side.opponent
        if below := _lying(table, card_id):
            record["with"] = below
        out.append(record)
    return out

"""What has happened: few events, in the past tense. `apply` alone makes a new table.

An event knows the clause that brought it, so that a ruling can say why."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, NamedTuple, Self, TypeVar

from adjudicator.cards.part import Part
from adjudicator.game import (
    FLOOR,
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
    Zone,
)
from adjudicator.state.fight import Fighter, Lasting, Meanwhile
from adjudicator.state.table import Action, Appointment, Card, Happening, Scheduled, Table, Waiting
from adjudicator.state.values import Fixed, Sum

# Just about to happen, and how it is said of a card to which it happened.
DOOMED: Mapping[str, str] = {"about to be lost": "lost", "about to be forfeited": "forfeited"}


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


@told(
    "card placed",
    card="seen",
    owner="owner card",
    of="owner",
    pile="pile zone",
    at="card where",
    how="word",
    why="word",
)
@dataclass(frozen=True, slots=True)
class CardPlaced(Event):
    """A card went to another place: a pile, a location, another card, the stack."""

    card: CardId
    zone: Zone
    at: CardId | None = None
    how: How | None = None
    why: str = ""  # played, used, lost, drawn, activated, returned, relocated, deployed …
    clause: str | None = None
    side: Side | None = None  # whose pile, where it is not the owner's
    seat: str | None = None  # aboard: which place
    marks: frozenset[Mark] = frozenset()  # how it lies in the pile
    under: int = 0  # how many cards lie on top of it in the pile

    @property
    def telling(self) -> str | None:
        return None if self.why in ("announced", "") else "card placed"

    @property
    def of(self) -> Side | CardId:
        """Whose pile it goes to."""
        return self.side or self.card

    @property
    def where(self) -> CardId | None:
        return None if self.at is None or self.at.startswith("=") else self.at

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        new = card._replace(
            zone=self.zone,
            at=self.at,
            how=self.how,
            side=self.side or (card.side if self.zone is Zone.TABLE else card.owner),
            marks=card.marks if self.zone is Zone.TABLE else self.marks,
            across=card.across and self.zone is Zone.TABLE,
            seat=self.seat,
            seat_told=True,
            aims=card.aims if self.zone is Zone.TABLE else (),
        )
        if table.lasting and card.zone is Zone.TABLE and self.zone is not Zone.TABLE:
            table = table._replace(lasting=tuple(c for c in table.lasting if c.of != card.id))
        return _moved(table, card, new, self.side, self.under)


@told("location laid", card="card", over="flag is_over")
@dataclass(frozen=True, slots=True)
class LocationLaid(Event):
    """A location took its place in the row, or was laid over another version of itself."""

    card: CardId
    place: int  # how many locations lie before it
    over: CardId | None = None
    clause: str | None = None

    @property
    def is_over(self) -> bool:
        return self.over is not None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        new = card._replace(zone=Zone.TABLE, how=How.ROW, at=None, side=card.owner)
        table = _moved(table, card, new)
        if self.over is None:
            row = (*table.row[: self.place], new.id, *table.row[self.place :])
            return table._replace(row=row)
        old = table.cards[self.over]
        lying = table.inside.get(old.id, ())
        cards = {
            **table.cards,
            **{c: table.cards[c]._replace(at=new.id) for c in lying},
            old.id: old._replace(zone=Zone.STACKED, how=How.STACKED, at=new.id),
        }
        inside = {**table.inside, old.id: (), new.id: (*lying, old.id)}
        row = tuple(new.id if place == old.id else place for place in table.row)
        return table._replace(cards=cards, inside=inside, row=row)


@dataclass(frozen=True, slots=True)
class Replaced(Event):
    """A version of a character is to take the place of another version on table."""

    card: CardId
    other: CardId
    clause: str | None = None


@told("aimed", card="card", target="card")
@dataclass(frozen=True, slots=True)
class Aimed(Event):
    """A card on table chose the card it waits for."""

    card: CardId
    target: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        card = card._replace(aims=(*card.aims, self.target))
        return table._replace(cards={**table.cards, card.id: card})


@dataclass(frozen=True, slots=True)
class CardMinted(Event):
    """A card came to light at the top of a pile whose depth the scenario does not state."""

    card: Card
    pile: Zone

    def apply(self, table: Table) -> Table:
        card, key = self.card, (self.card.owner, self.pile)
        return table._replace(
            cards={**table.cards, card.id: card},
            piles={**table.piles, key: (card.id, *table.piles.get(key, ()))},
            minted=table.minted + 1,
        )


@told("force used", player="side", number="number")
@dataclass(frozen=True, slots=True)
class ForceUsed(Event):
    player: Side
    cards: tuple[CardId, ...]
    clause: str | None = None

    @property
    def number(self) -> int:
        return len(self.cards)


@told("force activated", player="side", number="number")
@dataclass(frozen=True, slots=True)
class ForceActivated(Event):
    player: Side
    card: CardId
    clause: str | None = None

    @property
    def number(self) -> int:
        return 1


@told("force lost", player="side", pile="pile source", card="seen")
@dataclass(frozen=True, slots=True)
class ForceLost(Event):
    player: Side
    card: CardId
    source: Zone
    clause: str | None = None
    nth: int = 1  # how many the player has lost to this action by now


@dataclass(frozen=True, slots=True)
class ForceRetrieved(Event):
    player: Side
    card: CardId
    clause: str | None = None


@told("shuffled", player="side", pile="pile zone")
@dataclass(frozen=True, slots=True)
class Shuffled(Event):
    player: Side
    zone: Zone
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(shuffled=table.shuffled | {(self.player, self.zone)})


@told("looked", player="side", side="side", pile="pile zone")
@dataclass(frozen=True, slots=True)
class Looked(Event):
    """A player has looked at cards in a pile or a hand."""

    player: Side
    side: Side
    zone: Zone
    clause: str | None = None


@told("search failed", player="side", pile="pile zone")
@dataclass(frozen=True, slots=True)
class SearchFailed(Event):
    player: Side
    side: Side
    zone: Zone
    clause: str | None = None


@told("pile moved", player="side", pile="pile zone", onto="pile")
@dataclass(frozen=True, slots=True)
class PileMoved(Event):
    """A whole pile was put onto another."""

    player: Side
    zone: Zone
    onto: Zone
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        side = self.player
        moved = table.pile(side, self.zone)
        cards = dict(table.cards)
        for card in moved:
            cards[card] = cards[card]._replace(zone=self.onto)
        piles = {
            **table.piles,
            (side, self.zone): (),
            (side, self.onto): (*moved, *table.pile(side, self.onto)),
        }
        return table._replace(piles=piles, cards=cards)


@told("turned", card="card")
@dataclass(frozen=True, slots=True)
class Turned(Event):
    """An Objective shows its other side."""

    card: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        if card.print.back is None:
            return table
        return table._replace(
            cards={**table.cards, card.id: card._replace(print=card.print.turned_over())}
        )


@told("appointed", card="card appointment.card", player="side appointment.player")
@dataclass(frozen=True, slots=True)
class ActionAppointed(Event):
    appointment: Appointment
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(appointed=(*table.appointed, self.appointment))


@dataclass(frozen=True, slots=True)
class AppointmentsChanged(Event):
    appointed: tuple[Appointment, ...]

    def apply(self, table: Table) -> Table:
        return table._replace(appointed=self.appointed)


@told("destiny drawn", player="side", card="seen", value="number", purpose="word")
@dataclass(frozen=True, slots=True)
class DestinyDrawn(Event):
    """`value` is None when the draw failed: no card, no number, which is not zero."""

    player: Side
    card: CardId | None
    value: int | None
    purpose: str
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table if self.card is None else _to_pile(table, (self.card,), Zone.USED)


@told("attack by itself", creature="card", other="card", due="flag")
@told("initiated", action="action", automatic="flag action.automatic")
@dataclass(frozen=True, slots=True)
class Initiated(Event):
    """The action has met its conditions, named its targets and paid: it is on the stack."""

    action: Action
    clause: str | None = None

    @property
    def telling(self) -> str | None:
        """What was not announced: an attack that begins by itself, an action that is a part of
        another or comes by itself."""
        action = self.action
        if action.kind is Kind.ATTACK and action.automatic:
            return "attack by itself"
        return "initiated" if action.part_of or action.automatic else None

    @property
    def creature(self) -> CardId:
        return self.action.targets["attackers"][0]

    @property
    def other(self) -> CardId:
        return self.action.targets["defenders"][0]

    @property
    def due(self) -> bool:
        return self.clause == "attack/must-attack"

    def apply(self, table: Table) -> Table:
        action = self.action
        lower = _on_level(
            table, passes=0
        )  # passes before an action are not in a row with later ones
        return lower._replace(stack=(*lower.stack, action), last_action=int(action.id))


@dataclass(frozen=True, slots=True)
class Passed(Event):
    player: Side

    def apply(self, table: Table) -> Table:
        return _on_level(table, passes=table.passed + 1)


@dataclass(frozen=True, slots=True)
class BothPassed(Event):
    level: ActionId

    def apply(self, table: Table) -> Table:
        return _on_level(table, passes=0)


@told("result began", action="action")
@dataclass(frozen=True, slots=True)
class ResultBegan(Event):
    action: ActionId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        action = table.action(self.action)
        todo: tuple[Part, ...] = action.text.result if action and action.text else ()
        table = _with_action(table, self.action, step=Step.RESULT, passes=0, todo=todo)
        just = tuple(h for h in table.just if self.action not in (h.action, h.level))
        return table._replace(just=just)


@dataclass(frozen=True, slots=True)
class ResultEnded(Event):
    action: ActionId

    def apply(self, table: Table) -> Table:
        return _with_action(table, self.action, ended=True)


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """The engine's own notes on an action: what is left to do, a value found, a target."""

    action: ActionId
    values: tuple[tuple[str, Any], ...]

    def apply(self, table: Table) -> Table:
        return _with_action(table, self.action, **dict(self.values))


@told("cancelled", action="action", by="action")
@dataclass(frozen=True, slots=True)
class Cancelled(Event):
    action: ActionId
    by: ActionId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        table = _with_action(table, self.by, cancels=self.action)
        return _with_action(table, self.action, cancelled=True)


@told("failed", action="action", value="number", needed="number", than="word")
@dataclass(frozen=True, slots=True)
class ActionFailed(Event):
    """The action had its result, but not the one that was hoped for."""

    action: ActionId
    clause: str | None = None
    value: int | None = None
    needed: int | None = None
    than: str = "less than"  # what the value was to be


@dataclass(frozen=True, slots=True)
class ActionLeft(Event):
    action: ActionId
    cancels: ActionId | None = None
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        """What its result has just brought about may now be followed up one level below."""
        gone = self.action
        left = table.action(gone)
        done = table.done
        if left is not None and left.kind in (Kind.BATTLE, Kind.ATTACK):
            done = frozenset(note for note in done if note[-1] != str(left.kind))
        stack = tuple(a for a in table.stack if a.id != gone)
        below = stack[-1].id if stack else FLOOR
        return table._replace(
            stack=stack,
            done=done,
            just=tuple(
                h._replace(level=below) if h.level == gone else h
                for h in table.just
                if h.action != gone
            ),
            scheduled=tuple(s for s in table.scheduled if s.battle != gone),
        )


@dataclass(frozen=True, slots=True)
class OpportunityGiven(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return _on_level(table, next=self.player)


@told("about to be lost", card="card happening.card")
@dataclass(frozen=True, slots=True)
class Happened(Event):
    happening: Happening
    clause: str | None = None

    @property
    def telling(self) -> str | None:
        is_doomed = self.happening.what in DOOMED and self.happening.card is not None
        return "about to be lost" if is_doomed else None

    def apply(self, table: Table) -> Table:
        return table._replace(just=(*table.just, self.happening))


@told("no longer just")
@dataclass(frozen=True, slots=True)
class JustClosed(Event):
    level: ActionId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(just=tuple(h for h in table.just if h.level != self.level))


@dataclass(frozen=True, slots=True)
class FollowedUp(Event):
    level: ActionId

    def apply(self, table: Table) -> Table:
        return table._replace(
            just=tuple(
                h._replace(followed=True) if h.level == self.level else h for h in table.just
            ),
        )


@told("spared", card="card")
@dataclass(frozen=True, slots=True)
class Spared(Event):
    """What was about to be lost has been captured or taken elsewhere first."""

    card: CardId

    def apply(self, table: Table) -> Table:
        return table._replace(
            just=tuple(
                h for h in table.just if h.card != self.card or not h.what.startswith("about to be")
            )
        )


@told("segment began", segment="segment")
@dataclass(frozen=True, slots=True)
class SegmentBegan(Event):
    battle: ActionId
    segment: Segment
    clause: str | None = None
    told: bool = True  # not where nothing but the segment's name would change
    line: frozenset[CardId] | None = None  # who is there as the power segment begins

    @property
    def telling(self) -> str | None:
        return "segment began" if self.told else None

    def apply(self, table: Table) -> Table:
        battle = table.action(self.battle)
        fight = battle.fight if battle is not None else None
        if battle is None or fight is None:
            return table
        if self.line is not None:
            fight = fight._replace(line=self.line)
        return _with_action(table, self.battle, segment=self.segment, passes=0, fight=fight)


@told("battle ended")
@dataclass(frozen=True, slots=True)
class BattleEnded(Event):
    battle: ActionId
    clause: str | None = None
    early: bool = False  # before its segments were over


@told("attack decided", sums="totals", defeated="cards")
@dataclass(frozen=True, slots=True)
class AttackDecided(Event):
    """The totals of an attack, and who is defeated by them."""

    attack: ActionId
    sums: tuple[Sum, Sum]  # of who attacks, and of who is attacked
    defeated: tuple[CardId, ...]
    clause: str | None = None


@told("attack ended")
@dataclass(frozen=True, slots=True)
class AttackEnded(Event):
    attack: ActionId
    clause: str | None = None


@told("phase began", phase="phase")
@dataclass(frozen=True, slots=True)
class PhaseBegan(Event):
    phase: Phase
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(phase=self.phase, passes=0, just=())


@told("turn began", player="side")
@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(
            turn=self.player,
            phase=Phase.ACTIVATE,
            passes=0,
            just=(),
            done=frozenset(note for note in table.done if note[-1] == "game"),
            lasting=tuple(c for c in table.lasting if c.until != "end of turn"),
            meanwhile=tuple(m for m in table.meanwhile if m.until != "end of turn"),
            barred=frozenset(),
        )


@told("recirculated", player="side")
@dataclass(frozen=True, slots=True)
class Recirculated(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        """The Used Pile goes, as it lies, under the Reserve Deck."""
        side = self.player
        used = table.pile(side, Zone.USED)
        if not used:
            return table
        piles = {
            **table.piles,
            (side, Zone.USED): (),
            (side, Zone.RESERVE): (*table.pile(side, Zone.RESERVE), *used),
        }
        cards = dict(table.cards)
        for card_id in used:
            cards[card_id] = cards[card_id]._replace(zone=Zone.RESERVE)
        return table._replace(piles=piles, cards=cards)


@dataclass(frozen=True, slots=True)
class Remembered(Event):
    """Something that counts for the rest of the turn: a title initiated, a place drained."""

    note: tuple[str, ...]
    clause: str | None = None
    over: bool = False  # it counts no longer

    def apply(self, table: Table) -> Table:
        noted = {self.note}
        return table._replace(done=table.done - noted if self.over else table.done | noted)


@told("made unique", card="word title")
@dataclass(frozen=True, slots=True)
class MadeUnique(Event):
    title: str
    card: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(made_unique=table.made_unique | {self.title})


@told("barred", what="word", location="location at")
@dataclass(frozen=True, slots=True)
class Barred(Event):
    what: str
    at: CardId
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(barred=table.barred | {(self.what, self.at)})


@told("scheduled", card="card scheduled.card", multiply="number scheduled.multiply")
@dataclass(frozen=True, slots=True)
class ModifierScheduled(Event):
    scheduled: Scheduled
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(scheduled=(*table.scheduled, self.scheduled))


@told("modifier applied", card="card scheduled.card", value="number", into="number")
@dataclass(frozen=True, slots=True)
class ModifierApplied(Event):
    scheduled: Scheduled
    value: int
    into: int
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        done = self.scheduled
        battle = table.action(done.battle)
        if battle is not None:
            values = {**battle.values, "damage": self.into}
            fight = battle.fight._replace(damage=self.into)
            table = _with_action(table, battle.id, values=values, fight=fight)
        return table._replace(scheduled=tuple(s for s in table.scheduled if s is not done))


@told(
    "number changed",
    number="measure lasting.number",
    amount="change",
    sets="flag",
    card="card lasting.of",
    side="side lasting.side",
    until="until lasting.until",
)
@dataclass(frozen=True, slots=True)
class NumberChanged(Event):
    """A text changed a number for a time: of a card, or of a player at a location."""

    lasting: Lasting
    clause: str | None = None

    @property
    def amount(self) -> int | None:
        return None if self.lasting.amount is None else int(self.lasting.amount)

    @property
    def sets(self) -> bool:
        return isinstance(self.lasting.amount, Fixed)

    def apply(self, table: Table) -> Table:
        return table._replace(lasting=(*table.lasting, self.lasting))


@told("changes lapsed", until="word")
@dataclass(frozen=True, slots=True)
class ChangesLapsed(Event):
    """The time is up for every change that was to last so long."""

    until: str
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(
            lasting=tuple(c for c in table.lasting if c.until != self.until),
            meanwhile=tuple(m for m in table.meanwhile if m.until != self.until),
        )


@told("damage canceled", player="side", number="number")
@dataclass(frozen=True, slots=True)
class DamageCanceled(Event):
    """What is still owed of a battle's damage is owed no longer."""

    battle: ActionId
    player: Side
    number: int
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        battle = table.action(self.battle)
        if battle is None:
            return table
        left = max(0, battle.fight.damage - self.number)
        return _with_action(table, self.battle, fight=battle.fight._replace(damage=left))


@told("meanwhile", card="card meanwhile.source", until="until meanwhile.until")
@dataclass(frozen=True, slots=True)
class HoldsForATime(Event):
    """A text has set up what holds for a time."""

    meanwhile: Meanwhile
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(meanwhile=(*table.meanwhile, self.meanwhile))


@told("destiny modified", player="side", value="number", into="number")
@dataclass(frozen=True, slots=True)
class DestinyModified(Event):
    """What texts in force make of a destiny that was drawn."""

    player: Side
    value: int
    into: int
    clause: str | None = None


@told("destiny cancelled", player="side", value="number")
@dataclass(frozen=True, slots=True)
class DestinyCancelled(Event):
    """A battle destiny counts for nothing, although it was drawn."""

    player: Side
    card: CardId | None
    value: int | None
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        battle = table.battle
        if battle is None:
            return table
        drawn = list(battle.fight.drawn)
        for place in range(len(drawn) - 1, -1, -1):
            if (drawn[place].side, drawn[place].card) == (self.player, self.card):
                drawn[place] = drawn[place]._replace(cancelled=True)
                break
        return _with_action(table, battle.id, fight=battle.fight._replace(drawn=tuple(drawn)))


@told("marked", card="card", mark="word", on="flag")
@dataclass(frozen=True, slots=True)
class Marked(Event):
    card: CardId
    mark: Mark
    on: bool = True
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]
        marks = card.marks | {self.mark} if self.on else card.marks - {self.mark}
        return table._replace(cards={**table.cards, card.id: card._replace(marks=marks)})


@told("crossed", card="card", player="side lies")
@dataclass(frozen=True, slots=True)
class Crossed(Event):
    """A card at a location was laid on the other side of it, or back on its player's own."""

    card: CardId
    across: bool
    side: Side  # who controls it from now on
    clause: str | None = None

    @property
    def lies(self) -> Side:
        """On whose side of the location."""
        return self.side.opponent if self.across else self.side

    def apply(self, table: Table) -> Table:
        card = table.cards[self.card]._replace(across=self.across, side=self.side)
        return table._replace(cards={**table.cards, card.id: card})


@told("taken", card="card", player="side by")
@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A player took control of a card of the other's: it was stolen, or passed to him."""

    card: CardId
    by: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        """What it carries changes hands with it; a captive is no part of that."""
        cards = dict(table.cards)
        waiting = [self.card]
        while waiting:
            card = cards[waiting.pop()]
            cards[card.id] = card._replace(side=self.by, across=False)
            waiting += [
                c
                for c in table.lying(card.id)
                if cards[c].how is How.ON and cards[c].side is card.side
            ]
        return table._replace(cards=cards)


@told("declined", card="card", player="side")
@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A player did not take what would have passed to him."""

    card: CardId
    player: Side
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class EscortGone(Event):
    """An escort left table; its captive is without one, or went with it."""

    captive: CardId
    escort: CardId
    location: CardId | None
    together: bool  # the captive is lost in the same stroke
    clause: str | None = None


@told("captured", card="card")
@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A character is about to become a captive; what becomes of it is decided next."""

    card: CardId
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Escaped(Event):
    """A captive got away."""

    card: CardId
    clause: str | None = None


@told("freed", card="card captive")
@dataclass(frozen=True, slots=True)
class Freed(Event):
    """A captive is let go; whether it stays at the site is its player's to say."""

    captive: CardId
    location: CardId | None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class OneMustGo(Event):
    """Of these cards a player has to choose one, which is lost."""

    player: Side
    cards: tuple[CardId, ...]
    question: str
    clause: str | None = None


@told("totals", light="number", dark="number", attrition="each", winner="side", damage="number")
@dataclass(frozen=True, slots=True)
class TotalFound(Event):
    """A battle's sums: power of both sides, who is ahead, by how much; attrition against each."""

    battle: ActionId
    light: int
    dark: int
    winner: Side | None
    damage: int
    clause: str | None = None
    light_attrition: int | None = None  # against Light
    dark_attrition: int | None = None
    fighters: tuple[Fighter, ...] = ()
    sums: tuple[Sum, ...] = ()  # of power, for each side in turn

    @property
    def attrition(self) -> Mapping[str, int | None]:
        return {"light": self.light_attrition, "dark": self.dark_attrition}

    def apply(self, table: Table) -> Table:
        battle = table.action(self.battle)
        if battle is None:
            return table
        values = {
            **battle.values,
            "light": self.light,
            "dark": self.dark,
            "damage": self.damage,
        }
        against = {Side.LIGHT: self.light_attrition, Side.DARK: self.dark_attrition}
        fight = battle.fight._replace(
            totals={Side.LIGHT: self.light, Side.DARK: self.dark},
            loser=self.winner.opponent if self.winner is not None else None,
            damage=self.damage,
            attrition={**against, **battle.fight.attrition},  # what a scenario told stands
            fighters=self.fighters,
            sums=dict(zip(Side, self.sums, strict=False)),
        )
        return _with_action(table, battle.id, values=values, fight=fight)


@told("declared", says="speech")
@dataclass(frozen=True, slots=True)
class Declared(Event):
    """An effect which the scenario or a card states and the engine does not carry out."""

    action: ActionId
    en: str
    fr: str

    @property
    def says(self) -> Mapping[str, str]:
        return {"en": self.en, "fr": self.fr}


@dataclass(frozen=True, slots=True)
class Queued(Event):
    """An automatic action waits for its turn."""

    card: CardId
    text: str
    level: ActionId  # the action during which its time came; those of one moment take turns
    about: CardId | None = None  # what it lay on as that was lost
    measured: tuple[tuple[str, int], ...] = ()  # the numbers that one had as it left
    after: Happening | None = None  # what has just happened that it waited for

    def apply(self, table: Table) -> Table:
        due = Waiting(self.card, self.text, self.level, self.about, self.measured, self.after)
        return table._replace(waiting=(*table.waiting, due))


@dataclass(frozen=True, slots=True)
class Dequeued(Event):
    card: CardId
    text: str

    def apply(self, table: Table) -> Table:
        entry = (self.card, self.text)
        return table._replace(waiting=tuple(w for w in table.waiting if (w.card, w.text) != entry))


@told("game lost", player="side")
@dataclass(frozen=True, slots=True)
class GameLost(Event):
    player: Side
    clause: str | None = None

    def apply(self, table: Table) -> Table:
        return table._replace(winner=self.player.opponent)


def _moved(
    table: Table, card: Card, new: Card, pile_of: Side | None = None, under: int = 0
) -> Table:
    """Takes a card from where it is and puts it where `new` says; one place only."""
    piles, inside = table.piles, table.inside
    row = table.row
    if card.zone in PILES:
        key = _pile_of(table, card)
        piles = {**piles, key: tuple(c for c in piles[key] if c != card.id)}
    elif card.at is not None:
        rest = tuple(c for c in inside.get(card.at, ()) if c != card.id)
        inside = {**inside, card.at: rest}
    if new.zone in PILES:
        to = (pile_of or new.owner, new.zone)
        there = piles.get(to, ())
        piles = {**piles, to: (*there[:under], new.id, *there[under:])}
    elif new.at is not None:
        inside = {**inside, new.at: (*inside.get(new.at, ()), new.id)}
    if card.how is How.ROW and new.how is not How.ROW:
        row = tuple(c for c in row if c != card.id)
    return table._replace(cards={**table.cards, card.id: new}, piles=piles, inside=inside, row=row)


def _pile_of(table: Table, card: Card) -> tuple[Side, Zone]:
    key = (card.owner, card.zone)
    if card.id in table.piles.get(key, ()):
        return key
    return (card.owner.opponent, card.zone)


def _to_pile(table: Table, ids: tuple[CardId, ...], zone: Zone) -> Table:
    for card_id in ids:
        card = table.cards[card_id]
        new = card._replace(zone=zone, at=None, how=None, side=card.owner, marks=frozenset())
        new = new._replace(across=False)
        table = _moved(table, card, new)
    return table


def _on_level(table: Table, **changes: Any) -> Table:
    """Changes whose opportunity it is, or how many passed, at the present level."""
    if not table.stack:
        return table._replace(**changes)
    return table._replace(stack=(*table.stack[:-1], table.stack[-1]._replace(**changes)))


def _with_action(table: Table, action: ActionId, **changes: Any) -> Table:
    return table._replace(
        stack=tuple(a._replace(**changes) if a.id == action else a for a in table.stack),
    )

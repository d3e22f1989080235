"""What has happened: few events, in the past tense. `apply` alone makes a new table.

An event knows the clause that brought it, so that a ruling can say why."""

from collections.abc import Callable
from typing import Any, NamedTuple

from adjudicator.cards.model import Op
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
from adjudicator.state.fight import Fighter, Lasting
from adjudicator.state.table import Action, Appointment, Card, Happening, Scheduled, Table
from adjudicator.state.values import Sum


class CardPlaced(NamedTuple):
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


class LocationLaid(NamedTuple):
    """A location took its place in the row, or was laid over another version of itself."""

    card: CardId
    place: int  # how many locations lie before it
    over: CardId | None = None
    clause: str | None = None


class Replaced(NamedTuple):
    """A version of a character is to take the place of another version on table."""

    card: CardId
    other: CardId
    clause: str | None = None


class Aimed(NamedTuple):
    """A card on table chose the card it waits for."""

    card: CardId
    target: CardId
    clause: str | None = None


class CardMinted(NamedTuple):
    """A card came to light at the top of a pile whose depth the scenario does not state."""

    card: Card
    pile: Zone


class ForceUsed(NamedTuple):
    player: Side
    cards: tuple[CardId, ...]
    clause: str | None = None


class ForceActivated(NamedTuple):
    player: Side
    card: CardId
    clause: str | None = None


class ForceLost(NamedTuple):
    player: Side
    card: CardId
    source: Zone
    clause: str | None = None
    nth: int = 1  # how many the player has lost to this action by now


class ForceRetrieved(NamedTuple):
    player: Side
    card: CardId
    clause: str | None = None


class Shuffled(NamedTuple):
    player: Side
    zone: Zone
    clause: str | None = None


class Looked(NamedTuple):
    """A player has looked at cards in a pile or a hand."""

    player: Side
    side: Side
    zone: Zone
    clause: str | None = None


class SearchFailed(NamedTuple):
    player: Side
    side: Side
    zone: Zone
    clause: str | None = None


class PileMoved(NamedTuple):
    """A whole pile was put onto another."""

    player: Side
    zone: Zone
    onto: Zone
    clause: str | None = None


class Turned(NamedTuple):
    """An Objective shows its other side."""

    card: CardId
    clause: str | None = None


class ActionAppointed(NamedTuple):
    appointment: Appointment
    clause: str | None = None


class AppointmentsChanged(NamedTuple):
    appointed: tuple[Appointment, ...]


class DestinyDrawn(NamedTuple):
    """`value` is None when the draw failed: no card, no number, which is not zero."""

    player: Side
    card: CardId | None
    value: int | None
    purpose: str
    clause: str | None = None


class Initiated(NamedTuple):
    """The action has met its conditions, named its targets and paid: it is on the stack."""

    action: Action
    clause: str | None = None


class Passed(NamedTuple):
    player: Side


class BothPassed(NamedTuple):
    level: ActionId


class ResultBegan(NamedTuple):
    action: ActionId
    clause: str | None = None


class ResultEnded(NamedTuple):
    action: ActionId


class Changed(NamedTuple):
    """The engine's own notes on an action: what is left to do, a value found, a target."""

    action: ActionId
    values: tuple[tuple[str, Any], ...]


class Cancelled(NamedTuple):
    action: ActionId
    by: ActionId
    clause: str | None = None


class ActionFailed(NamedTuple):
    """The action had its result, but not the one that was hoped for."""

    action: ActionId
    clause: str | None = None
    value: int | None = None
    needed: int | None = None
    than: str = "less than"  # what the value was to be


class ActionLeft(NamedTuple):
    action: ActionId
    cancels: ActionId | None = None
    clause: str | None = None


class OpportunityGiven(NamedTuple):
    player: Side
    clause: str | None = None


class Happened(NamedTuple):
    happening: Happening
    clause: str | None = None


class JustClosed(NamedTuple):
    level: ActionId
    clause: str | None = None


class FollowedUp(NamedTuple):
    level: ActionId


class Spared(NamedTuple):
    """What was about to be lost has been captured or taken elsewhere first."""

    card: CardId


class SegmentBegan(NamedTuple):
    battle: ActionId
    segment: Segment
    clause: str | None = None


class BattleEnded(NamedTuple):
    battle: ActionId
    clause: str | None = None
    early: bool = False  # before its segments were over


class AttackDecided(NamedTuple):
    """The totals of an attack, and who is defeated by them."""

    attack: ActionId
    sums: tuple[Sum, Sum]  # of who attacks, and of who is attacked
    defeated: tuple[CardId, ...]
    clause: str | None = None


class AttackEnded(NamedTuple):
    attack: ActionId
    clause: str | None = None


class PhaseBegan(NamedTuple):
    phase: Phase
    clause: str | None = None


class TurnBegan(NamedTuple):
    player: Side
    clause: str | None = None


class Recirculated(NamedTuple):
    player: Side
    clause: str | None = None


class Remembered(NamedTuple):
    """Something that counts for the rest of the turn: a title initiated, a place drained."""

    note: tuple[str, ...]
    clause: str | None = None
    over: bool = False  # it counts no longer


class MadeUnique(NamedTuple):
    title: str
    card: CardId
    clause: str | None = None


class Barred(NamedTuple):
    what: str
    at: CardId
    clause: str | None = None


class ModifierScheduled(NamedTuple):
    scheduled: Scheduled
    clause: str | None = None


class ModifierApplied(NamedTuple):
    scheduled: Scheduled
    value: int
    into: int
    clause: str | None = None


class NumberChanged(NamedTuple):
    """A text changed a number for a time: of a card, or of a player at a location."""

    lasting: Lasting
    clause: str | None = None


class ChangesLapsed(NamedTuple):
    """The time is up for every change that was to last so long."""

    until: str
    clause: str | None = None


class DestinyModified(NamedTuple):
    """What texts in force make of a destiny that was drawn."""

    player: Side
    value: int
    into: int
    clause: str | None = None


class DestinyCancelled(NamedTuple):
    """A battle destiny counts for nothing, although it was drawn."""

    player: Side
    card: CardId | None
    value: int | None
    clause: str | None = None


class Marked(NamedTuple):
    card: CardId
    mark: Mark
    on: bool = True
    clause: str | None = None


class Crossed(NamedTuple):
    """A card at a location was laid on the other side of it, or back on its player's own."""

    card: CardId
    across: bool
    side: Side  # who controls it from now on
    clause: str | None = None


class Taken(NamedTuple):
    """A player took control of a card of the other's: it was stolen, or passed to him."""

    card: CardId
    by: Side
    clause: str | None = None


class Declined(NamedTuple):
    """A player did not take what would have passed to him."""

    card: CardId
    player: Side
    clause: str | None = None


class EscortGone(NamedTuple):
    """An escort left table; its captive is without one, or went with it."""

    captive: CardId
    escort: CardId
    location: CardId | None
    together: bool  # the captive is lost in the same stroke
    clause: str | None = None


class Captured(NamedTuple):
    """A character is about to become a captive; what becomes of it is decided next."""

    card: CardId
    clause: str | None = None


class Escaped(NamedTuple):
    """A captive got away."""

    card: CardId
    clause: str | None = None


class Freed(NamedTuple):
    """A captive is let go; whether it stays at the site is its player's to say."""

    captive: CardId
    location: CardId | None
    clause: str | None = None


class OneMustGo(NamedTuple):
    """Of these cards a player has to choose one, which is lost."""

    player: Side
    cards: tuple[CardId, ...]
    question: str
    clause: str | None = None


class TotalFound(NamedTuple):
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


class Declared(NamedTuple):
    """An effect which the scenario or a card states and the engine does not carry out."""

    action: ActionId
    en: str
    fr: str


class Queued(NamedTuple):
    """An automatic action waits for its turn."""

    card: CardId
    text: str
    level: ActionId  # the action during which its time came; those of one moment take turns
    about: CardId | None = None  # what it lay on as that was lost
    measured: tuple[tuple[str, int], ...] = ()  # the numbers that one had as it left


class Dequeued(NamedTuple):
    card: CardId
    text: str


class GameLost(NamedTuple):
    player: Side
    clause: str | None = None


Event = (
    CardPlaced | LocationLaid | Replaced | Aimed | CardMinted | ForceUsed | ForceActivated | ForceLost | DestinyDrawn | Initiated
    | ForceRetrieved | Shuffled | Looked | SearchFailed | PileMoved | Turned
    | ActionAppointed | AppointmentsChanged
    | Passed | BothPassed | ResultBegan | ResultEnded | Changed | Cancelled | ActionFailed
    | ActionLeft | OpportunityGiven | Happened | JustClosed | FollowedUp | Spared | SegmentBegan
    | BattleEnded | AttackDecided | AttackEnded | PhaseBegan | TurnBegan | Recirculated | Remembered | MadeUnique | Barred
    | ModifierScheduled | ModifierApplied | NumberChanged | ChangesLapsed | DestinyModified
    | DestinyCancelled | Marked | Crossed | Taken | Declined | EscortGone | Captured | Freed | Escaped
    | OneMustGo | TotalFound | Declared | Queued | Dequeued | GameLost
)  # fmt: skip


def apply(table: Table, event: Event) -> Table:
    """The table after the event; the one before stays as it was."""
    change = _CHANGES.get(type(event))
    return table if change is None else change(table, event)


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


def _card_placed(table: Table, event: CardPlaced) -> Table:
    card = table.cards[event.card]
    new = card._replace(
        zone=event.zone,
        at=event.at,
        how=event.how,
        side=event.side or (card.side if event.zone is Zone.TABLE else card.owner),
        marks=card.marks if event.zone is Zone.TABLE else event.marks,
        across=card.across and event.zone is Zone.TABLE,
        seat=event.seat,
        seat_told=True,
        aims=card.aims if event.zone is Zone.TABLE else (),
    )
    if table.lasting and card.zone is Zone.TABLE and event.zone is not Zone.TABLE:
        table = table._replace(lasting=tuple(c for c in table.lasting if c.of != card.id))
    return _moved(table, card, new, event.side, event.under)


def _location_laid(table: Table, event: LocationLaid) -> Table:
    card = table.cards[event.card]
    new = card._replace(zone=Zone.TABLE, how=How.ROW, at=None, side=card.owner)
    table = _moved(table, card, new)
    if event.over is None:
        row = (*table.row[: event.place], new.id, *table.row[event.place :])
        return table._replace(row=row)
    old = table.cards[event.over]
    lying = table.inside.get(old.id, ())
    cards = {
        **table.cards,
        **{c: table.cards[c]._replace(at=new.id) for c in lying},
        old.id: old._replace(zone=Zone.STACKED, how=How.STACKED, at=new.id),
    }
    inside = {**table.inside, old.id: (), new.id: (*lying, old.id)}
    row = tuple(new.id if place == old.id else place for place in table.row)
    return table._replace(cards=cards, inside=inside, row=row)


def _aimed(table: Table, event: Aimed) -> Table:
    card = table.cards[event.card]
    card = card._replace(aims=(*card.aims, event.target))
    return table._replace(cards={**table.cards, card.id: card})


def _card_minted(table: Table, event: CardMinted) -> Table:
    card, key = event.card, (event.card.owner, event.pile)
    return table._replace(
        cards={**table.cards, card.id: card},
        piles={**table.piles, key: (card.id, *table.piles.get(key, ()))},
        minted=table.minted + 1,
    )


def _to_pile(table: Table, ids: tuple[CardId, ...], zone: Zone) -> Table:
    for card_id in ids:
        card = table.cards[card_id]
        new = card._replace(zone=zone, at=None, how=None, side=card.owner, marks=frozenset())
        new = new._replace(across=False)
        table = _moved(table, card, new)
    return table


def _shuffled(table: Table, event: Shuffled) -> Table:
    return table._replace(shuffled=table.shuffled | {(event.player, event.zone)})


def _pile_moved(table: Table, event: PileMoved) -> Table:
    side = event.player
    moved = table.pile(side, event.zone)
    cards = dict(table.cards)
    for card in moved:
        cards[card] = cards[card]._replace(zone=event.onto)
    piles = {
        **table.piles,
        (side, event.zone): (),
        (side, event.onto): (*moved, *table.pile(side, event.onto)),
    }
    return table._replace(piles=piles, cards=cards)


def _turned(table: Table, event: Turned) -> Table:
    card = table.cards[event.card]
    if card.print.back is None:
        return table
    return table._replace(
        cards={**table.cards, card.id: card._replace(print=card.print.turned_over())}
    )


def _action_appointed(table: Table, event: ActionAppointed) -> Table:
    return table._replace(appointed=(*table.appointed, event.appointment))


def _appointments_changed(table: Table, event: AppointmentsChanged) -> Table:
    return table._replace(appointed=event.appointed)


def _destiny_drawn(table: Table, event: DestinyDrawn) -> Table:
    return table if event.card is None else _to_pile(table, (event.card,), Zone.USED)


def _initiated(table: Table, event: Initiated) -> Table:
    action = event.action
    lower = _on_level(table, passes=0)  # passes before an action are not in a row with later ones
    return lower._replace(stack=(*lower.stack, action), last_action=int(action.id))


def _on_level(table: Table, **changes: Any) -> Table:
    """Changes whose opportunity it is, or how many passed, at the present level."""
    if not table.stack:
        return table._replace(**changes)
    return table._replace(stack=(*table.stack[:-1], table.stack[-1]._replace(**changes)))


def _passed(table: Table, event: Passed) -> Table:
    return _on_level(table, passes=table.passed + 1)


def _both_passed(table: Table, event: BothPassed) -> Table:
    return _on_level(table, passes=0)


def _with_action(table: Table, action: ActionId, **changes: Any) -> Table:
    return table._replace(
        stack=tuple(a._replace(**changes) if a.id == action else a for a in table.stack),
    )


def _result_began(table: Table, event: ResultBegan) -> Table:
    action = table.action(event.action)
    todo: tuple[Op | Part, ...] = action.text.result if action and action.text else ()
    table = _with_action(table, event.action, step=Step.RESULT, passes=0, todo=todo)
    just = tuple(h for h in table.just if event.action not in (h.action, h.level))
    return table._replace(just=just)


def _result_ended(table: Table, event: ResultEnded) -> Table:
    return _with_action(table, event.action, ended=True)


def _changed(table: Table, event: Changed) -> Table:
    return _with_action(table, event.action, **dict(event.values))


def _cancelled(table: Table, event: Cancelled) -> Table:
    table = _with_action(table, event.by, cancels=event.action)
    return _with_action(table, event.action, cancelled=True)


def _action_left(table: Table, event: ActionLeft) -> Table:
    """What its result has just brought about may now be followed up one level below."""
    gone = event.action
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


def _opportunity_given(table: Table, event: OpportunityGiven) -> Table:
    return _on_level(table, next=event.player)


def _happened(table: Table, event: Happened) -> Table:
    return table._replace(just=(*table.just, event.happening))


def _just_closed(table: Table, event: JustClosed) -> Table:
    return table._replace(just=tuple(h for h in table.just if h.level != event.level))


def _followed_up(table: Table, event: FollowedUp) -> Table:
    return table._replace(
        just=tuple(h._replace(followed=True) if h.level == event.level else h for h in table.just),
    )


def _spared(table: Table, event: Spared) -> Table:
    return table._replace(
        just=tuple(
            h for h in table.just if h.card != event.card or not h.what.startswith("about to be")
        )
    )


def _segment_began(table: Table, event: SegmentBegan) -> Table:
    battle = table.action(event.battle)
    fight = battle.fight if battle is not None else None
    if battle is None or fight is None:
        return table
    if event.segment is Segment.POWER and battle.place is not None:
        fight = fight._replace(line=line_at(table, battle.place))
    return _with_action(table, event.battle, segment=event.segment, passes=0, fight=fight)


def _phase_began(table: Table, event: PhaseBegan) -> Table:
    return table._replace(phase=event.phase, passes=0, just=())


def _turn_began(table: Table, event: TurnBegan) -> Table:
    return table._replace(
        turn=event.player,
        phase=Phase.ACTIVATE,
        passes=0,
        just=(),
        done=frozenset(note for note in table.done if note[-1] == "game"),
        lasting=tuple(c for c in table.lasting if c.until != "end of turn"),
        barred=frozenset(),
    )


def _recirculated(table: Table, event: Recirculated) -> Table:
    """The Used Pile goes, as it lies, under the Reserve Deck."""
    side = event.player
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


def _remembered(table: Table, event: Remembered) -> Table:
    noted = {event.note}
    return table._replace(done=table.done - noted if event.over else table.done | noted)


def _made_unique(table: Table, event: MadeUnique) -> Table:
    return table._replace(made_unique=table.made_unique | {event.title})


def _barred(table: Table, event: Barred) -> Table:
    return table._replace(barred=table.barred | {(event.what, event.at)})


def _modifier_scheduled(table: Table, event: ModifierScheduled) -> Table:
    return table._replace(scheduled=(*table.scheduled, event.scheduled))


def _modifier_applied(table: Table, event: ModifierApplied) -> Table:
    done = event.scheduled
    battle = table.action(done.battle)
    if battle is not None:
        values = {**battle.values, "damage": event.into}
        fight = battle.fight._replace(damage=event.into)
        table = _with_action(table, battle.id, values=values, fight=fight)
    return table._replace(scheduled=tuple(s for s in table.scheduled if s is not done))


def _marked(table: Table, event: Marked) -> Table:
    card = table.cards[event.card]
    marks = card.marks | {event.mark} if event.on else card.marks - {event.mark}
    return table._replace(cards={**table.cards, card.id: card._replace(marks=marks)})


def _crossed(table: Table, event: Crossed) -> Table:
    card = table.cards[event.card]._replace(across=event.across, side=event.side)
    return table._replace(cards={**table.cards, card.id: card})


def _taken(table: Table, event: Taken) -> Table:
    """What it carries changes hands with it; a captive is no part of that."""
    cards = dict(table.cards)
    waiting = [event.card]
    while waiting:
        card = cards[waiting.pop()]
        cards[card.id] = card._replace(side=event.by, across=False)
        waiting += [
            c for c in table.lying(card.id) if cards[c].how is How.ON and cards[c].side is card.side
        ]
    return table._replace(cards=cards)


def line_at(table: Table, place: CardId) -> frozenset[CardId]:
    """Who is there as the power segment begins; not those who just then can do nothing."""
    idle = {Mark.CAPTIVE, Mark.MISSING, Mark.UNDERCOVER}
    return frozenset(card.id for card in table.all_at(place) if not card.marks & idle)


def _total_found(table: Table, event: TotalFound) -> Table:
    battle = table.action(event.battle)
    if battle is None:
        return table
    values = {
        **battle.values,
        "light": event.light,
        "dark": event.dark,
        "damage": event.damage,
    }
    against = {Side.LIGHT: event.light_attrition, Side.DARK: event.dark_attrition}
    fight = battle.fight._replace(
        totals={Side.LIGHT: event.light, Side.DARK: event.dark},
        loser=event.winner.opponent if event.winner is not None else None,
        damage=event.damage,
        attrition={**against, **battle.fight.attrition},  # what a scenario told stands
        fighters=event.fighters,
        sums=dict(zip(Side, event.sums, strict=False)),
    )
    return _with_action(table, battle.id, values=values, fight=fight)


def _number_changed(table: Table, event: NumberChanged) -> Table:
    return table._replace(lasting=(*table.lasting, event.lasting))


def _changes_lapsed(table: Table, event: ChangesLapsed) -> Table:
    return table._replace(lasting=tuple(c for c in table.lasting if c.until != event.until))


def _destiny_cancelled(table: Table, event: DestinyCancelled) -> Table:
    battle = table.battle
    if battle is None:
        return table
    drawn = list(battle.fight.drawn)
    for place in range(len(drawn) - 1, -1, -1):
        if (drawn[place].side, drawn[place].card) == (event.player, event.card):
            drawn[place] = drawn[place]._replace(cancelled=True)
            break
    return _with_action(table, battle.id, fight=battle.fight._replace(drawn=tuple(drawn)))


def _queued(table: Table, event: Queued) -> Table:
    return table._replace(waiting=(*table.waiting, event))


def _dequeued(table: Table, event: Dequeued) -> Table:
    entry = (event.card, event.text)
    return table._replace(waiting=tuple(w for w in table.waiting if w[:2] != entry))


def _game_lost(table: Table, event: GameLost) -> Table:
    return table._replace(winner=event.player.opponent)


_CHANGES: dict[type, Callable[[Table, Any], Table]] = {
    CardPlaced: _card_placed,
    LocationLaid: _location_laid,
    Aimed: _aimed,
    CardMinted: _card_minted,
    Shuffled: _shuffled,
    PileMoved: _pile_moved,
    Turned: _turned,
    ActionAppointed: _action_appointed,
    AppointmentsChanged: _appointments_changed,
    DestinyDrawn: _destiny_drawn,
    Initiated: _initiated,
    Passed: _passed,
    BothPassed: _both_passed,
    ResultBegan: _result_began,
    ResultEnded: _result_ended,
    Changed: _changed,
    Cancelled: _cancelled,
    ActionLeft: _action_left,
    OpportunityGiven: _opportunity_given,
    Happened: _happened,
    JustClosed: _just_closed,
    FollowedUp: _followed_up,
    Spared: _spared,
    SegmentBegan: _segment_began,
    PhaseBegan: _phase_began,
    TurnBegan: _turn_began,
    Recirculated: _recirculated,
    Remembered: _remembered,
    MadeUnique: _made_unique,
    Barred: _barred,
    ModifierScheduled: _modifier_scheduled,
    ModifierApplied: _modifier_applied,
    NumberChanged: _number_changed,
    ChangesLapsed: _changes_lapsed,
    DestinyCancelled: _destiny_cancelled,
    Marked: _marked,
    Crossed: _crossed,
    Taken: _taken,
    TotalFound: _total_found,
    Queued: _queued,
    Dequeued: _dequeued,
    GameLost: _game_lost,
}

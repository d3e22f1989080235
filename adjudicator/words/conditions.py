"""What a text can ask for before it may be used, or for as long as it works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import AsksToHold
from adjudicator.cards.model import Filter, Pattern
from adjudicator.cards.part import Part
from adjudicator.cards.player import Player
from adjudicator.cards.read import THINGS
from adjudicator.game import CardId, Kind, Purpose, Zone
from adjudicator.rules.conditions import Condition, Seen
from adjudicator.rules.describing import speaks_of, takes_part
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Intent
from adjudicator.state.table import Action, Card, Unknown
from adjudicator.words import arguments
from adjudicator.words.arguments import Cards, Count, Listed, Number, OneOf, OneSide
from adjudicator.words.vocabulary import word

Conditions = Annotated[tuple[Part, ...], Listed("if")]


@word("if", "there is", example="{there is: {title: Sense}, count: 2}")
@dataclass(frozen=True)
class ThereIs(Condition):
    """Such a card is on table, or so many."""

    cards: Cards
    count: Count = 1

    def holds(self, seen: Seen) -> bool:
        return len(list(seen.on_table(self.cards))) >= self.count


@word("if", "there is no", example="{there is no: {type: droid, at: here}}")
@dataclass(frozen=True)
class ThereIsNo(Condition):
    """No such card is on table."""

    cards: Cards

    def holds(self, seen: Seen) -> bool:
        return not any(True for _ in seen.on_table(self.cards))


# -- locations held ----------------------------------------------------------------


@dataclass(frozen=True)
class _Held(Condition):
    places: Cards
    count: Count = 1

    def holds(self, seen: Seen) -> bool:
        return _number_held(seen, self.places, *self.how()) >= self.count

    def how(self) -> tuple[Player, str]:
        """Who holds them, and whether it is controlling or occupying."""
        raise NotImplementedError


def _number_held(seen: Seen, places: Filter, who: Player, question: str) -> int:
    side = who.side(seen.you)
    return sum(
        seen.now.decide(question, side=side, location=place) is not None
        for place in seen.table.row
        if seen.is_place(place, places)
    )


@word("if", "you control", example="{you control: here}")
@dataclass(frozen=True)
class YouControl(_Held):
    """You control such a location: `here`, a title or a description."""

    def how(self) -> tuple[Player, str]:
        return Player.YOU, "controls"

    def foresees(self) -> Iterable[AsksToHold]:
        return (AsksToHold(self.places, self.count),)


@word("if", "opponent controls", example="{opponent controls: {type: site}, count: 2}")
@dataclass(frozen=True)
class OpponentControls(_Held):
    """Your opponent does."""

    def how(self) -> tuple[Player, str]:
        return Player.OPPONENT, "controls"


@word("if", "you occupy", example="{you occupy: {type: system}}")
@dataclass(frozen=True)
class YouOccupy(_Held):
    """You occupy one."""

    def how(self) -> tuple[Player, str]:
        return Player.YOU, "occupies"

    def foresees(self) -> Iterable[AsksToHold]:
        return (AsksToHold(self.places, self.count),)


@word("if", "opponent occupies", example="{opponent occupies: {is: battleground}, count: 3}")
@dataclass(frozen=True)
class OpponentOccupies(_Held):
    """Your opponent occupies one."""

    def how(self) -> tuple[Player, str]:
        return Player.OPPONENT, "occupies"


@word("if", "opponent occupies no", example="{opponent occupies no: {is: battleground}}")
@dataclass(frozen=True)
class OpponentOccupiesNo(Condition):
    """Your opponent occupies none."""

    places: Cards

    def holds(self, seen: Seen) -> bool:
        return _number_held(seen, self.places, Player.OPPONENT, "occupies") == 0


@word("if", "opponent has at least", example="{opponent has at least: 2, of: {type: starship}}")
@dataclass(frozen=True)
class OpponentHasAtLeast(Condition):
    """So many such cards at one location."""

    count: Count
    of: Cards

    def holds(self, seen: Seen) -> bool:
        groups: dict[CardId | None, int] = {}
        for card in seen.on_table(self.of._replace(whose="opponent's")):
            place = seen.table.location_of(card.id)
            groups[place] = groups.get(place, 0) + 1
        return max(groups.values(), default=0) >= self.count

    def about(self) -> object:
        return self.of


@word("if", "in hand", example="{in hand: opponent, at least: 13}", one_of=("at least", "at most"))
@dataclass(frozen=True)
class InHand(Condition):
    """That player holds so many cards."""

    whose: OneSide
    at_least: Count | None = None
    at_most: Count | None = None

    def holds(self, seen: Seen) -> bool:
        side = self.whose.side(seen.you)
        if not seen.table.is_stated(side, Zone.HAND):
            raise Unknown("hand-size", player=side)
        held = len(seen.table.pile(side, Zone.HAND))
        return (self.at_least or 0) <= held <= (held if self.at_most is None else self.at_most)


# -- battles and attacks -------------------------------------------------------------


@word("if", "in battle together", example="{in battle together: [Luke Skywalker, Han Solo]}")
@dataclass(frozen=True)
class InBattleTogether(Condition):
    """All these personas take part in the battle."""

    personas: Annotated[tuple[str, ...], arguments.Several(arguments.Plain())]

    def holds(self, seen: Seen) -> bool:
        return all(_is_in_battle(seen.now, persona) for persona in self.personas)


def _is_in_battle(now: Moment, persona: str) -> bool:
    return any(
        persona in card.print.personas and takes_part(now, card, Purpose.IN_BATTLE)
        for card in now.on_table()
    )


@word("if", "battle at", example="{battle at: {type: site}}")
@dataclass(frozen=True)
class BattleAt(Condition):
    """Where the battle is."""

    place: Cards
    fray = Kind.BATTLE

    def holds(self, seen: Seen) -> bool:
        return _is_fought_at(seen, seen.table.battle, self.place)


@word("if", "attack at", example="{attack at: {type: site}}")
@dataclass(frozen=True)
class AttackAt(Condition):
    """Where the attack is."""

    place: Cards
    fray = Kind.ATTACK

    def holds(self, seen: Seen) -> bool:
        return _is_fought_at(seen, seen.table.attack, self.place)


def _is_fought_at(seen: Seen, fray: Action | None, place: Filter) -> bool:
    return fray is not None and fray.place is not None and seen.is_place(fray.place, place)


@word("if", "attack on", example="{attack on: {type: character, whose: yours}}")
@dataclass(frozen=True)
class AttackOn(Condition):
    """What is attacked."""

    cards: Cards
    fray = Kind.ATTACK

    def holds(self, seen: Seen) -> bool:
        attack = seen.table.attack
        return any(
            seen.fits(seen.table.card(card), self.cards)
            for card in (attack.targets.get("defenders", ()) if attack is not None else ())
        )


@word("if", "battle by", example="{battle by: opponent}")
@dataclass(frozen=True)
class BattleBy(Condition):
    """Who initiated it: you or opponent."""

    player: Annotated[Player, OneOf(Player.YOU, Player.OPPONENT)]
    fray = Kind.BATTLE

    def holds(self, seen: Seen) -> bool:
        battle = seen.table.battle
        return battle is not None and battle.player is self.player.side(seen.you)


@word("if", "opponent's power exceeds", example="{opponent's power exceeds: 2}")
@dataclass(frozen=True)
class OpponentsPowerExceeds(Condition):
    """Your opponent's total power is more than so many times yours."""

    times: Number
    fray = Kind.BATTLE

    def holds(self, seen: Seen) -> bool:
        battle = seen.table.battle
        if battle is None or battle.place is None:
            return False
        mine, theirs = (
            seen.now.total("total power", side=side, location=battle.place).total
            for side in (seen.you, seen.you.opponent)
        )
        return theirs > self.times * mine


# -- what is under way -----------------------------------------------------------------


@word("if", "action at", example="{action at: here}")
@dataclass(frozen=True)
class ActionAt(Condition):
    """The topmost action is aimed at a card there."""

    place: Cards

    def holds(self, seen: Seen) -> bool:
        places = {seen.table.location_of(card.id) for card in _aimed_at(seen.now)}
        return any(place is not None and seen.is_place(place, self.place) for place in places)


@word("if", "action targets", example="{action targets: {type: droid, whose: yours}}")
@dataclass(frozen=True)
class ActionTargets(Condition):
    """The topmost action targets such a card."""

    cards: Cards

    def holds(self, seen: Seen) -> bool:
        return any(seen.fits(card, self.cards) for card in _aimed_at(seen.now))


def _aimed_at(now: Moment) -> Iterator[Card]:
    aimed = now.table.top.targets.values() if now.table.top is not None else ()
    return (now.table.card(card) for group in aimed for card in group)


@word("if", "under way", example="{under way: force drain}")
@dataclass(frozen=True)
class UnderWay(Condition):
    """Such an action is on the stack."""

    action: Annotated[str, OneOf(*THINGS)]

    def holds(self, seen: Seen) -> bool:
        kind, type_ = THINGS[self.action]
        wanted = Pattern(kind, Filter(types=(type_,) if type_ else ()))
        return any(speaks_of(seen.now, wanted, action, seen.you) for action in seen.table.stack)


# -- single cards ------------------------------------------------------------------------


@word("if", "top of lost", example="{top of lost: {type: weapon}}")
@dataclass(frozen=True)
class TopOfLost(Condition):
    """The top card of your Lost Pile is such a card."""

    card: Cards

    def holds(self, seen: Seen) -> bool:
        top = seen.table.pile(seen.you, Zone.LOST)[:1]
        return bool(top) and seen.fits(seen.table.card(top[0]), self.card)


@word("if", "this is", example="{this is: {is: undercover}}")
@dataclass(frozen=True)
class ThisIs(Condition):
    """This very card is so."""

    card: Cards

    def holds(self, seen: Seen) -> bool:
        return seen.source is not None and seen.fits(seen.source, self.card)


@word("if", "target is", example="{target is: {trait: lightsaber}, of: target}")
@dataclass(frozen=True)
class TargetIs(Condition):
    """The card of that name (`target` if you say nothing) is so."""

    card: Cards
    of: Annotated[str, arguments.Named()] | None = None

    def holds(self, seen: Seen) -> bool:
        named = seen.called(self.of or "target")
        return any(seen.fits(seen.table.card(card), self.card) for card in named)

    def about(self) -> object:
        return self.of or self.card


@word("if", "declared while", example="{declared while: {title: Epic Duel}}")
@dataclass(frozen=True)
class DeclaredWhile(Condition):
    """While such a card is on table the player has to say which text is used (`using:`)."""

    cards: Cards

    def holds(self, seen: Seen) -> bool:
        return not any(True for _ in seen.on_table(self.cards))

    def met(self, seen: Seen, intent: Intent) -> bool:
        return intent.attempt.using is not None or self.holds(seen)


# -- several together ----------------------------------------------------------------------


@word("if", "either", example="{either: [{you control: here}, {battle by: you}]}")
@dataclass(frozen=True)
class Either(Condition):
    """One of several conditions."""

    ways: Conditions

    def holds(self, seen: Seen) -> bool:
        return any(seen.meets(way) for way in self.ways)


@word("if", "not", example="{not: {you control: here}}")
@dataclass(frozen=True)
class Not(Condition):
    """The condition does not hold; of several, not all of them do."""

    conditions: Conditions

    def holds(self, seen: Seen) -> bool:
        return not all(seen.meets(condition) for condition in self.conditions)

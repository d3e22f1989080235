"""Results about numbers found on the way: added to, compared, changed for a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from adjudicator.cards.foresight import TouchesBattleDestiny
from adjudicator.cards.model import SEATS, Filter
from adjudicator.cards.part import OfCards, Part
from adjudicator.cards.player import Player
from adjudicator.engine.fighting import change_for_a_time
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import called, number_in
from adjudicator.engine.piles import draw, next_in
from adjudicator.engine.results import Result
from adjudicator.game import CardId, Segment, Zone
from adjudicator.rules.battle import side_without_presence
from adjudicator.rules.conditions import holds_for
from adjudicator.rules.describing import described
from adjudicator.state.events import (
    ActionFailed,
    BattleEnded,
    DamageCanceled,
    DestinyCancelled,
    ModifierScheduled,
)
from adjudicator.state.table import Action, Scheduled, Unknown
from adjudicator.state.values import Fixed
from adjudicator.words.arguments import (
    Amount,
    BoundTo,
    Card,
    Count,
    Drawn,
    Name,
    Named,
    NamedOrDescribed,
    OneOf,
    OneSide,
    Quantity,
    Results,
    Several,
    Whole,
)
from adjudicator.words.conditions import Conditions
from adjudicator.words.gifts import Number
from adjudicator.words.vocabulary import FAMILIES, word

TOPIC = "numbers"
ABILITY = "your highest ability"
NO_VALUE = "none"
Bound = Annotated[int | str | OfCards, Quantity(words=(ABILITY,))]


def _all_hold(flow: Flow, action: Action, conditions: tuple[Part, ...]) -> bool:
    """Whether the conditions hold on which a part of a result hangs."""
    source = flow.table.card(action.card) if action.card is not None else None
    return all(
        holds_for(flow.now, action.player, condition, action.targets, source)
        for condition in conditions
    )


@word(
    "result",
    "add",
    topic=TOPIC,
    example="{add: 2, to: d, if: [{target is: {type: droid}, of: target}]}",
)
@dataclass(frozen=True)
class Add(Result):
    """So much to it, perhaps on conditions."""

    amount: Amount
    to: Drawn
    if_: Conditions = ()

    def happen(self, flow: Flow, action: Action) -> None:
        value = action.values.get(self.to)
        if value is not None and _all_hold(flow, action, self.if_):
            flow.note(action, self.to, value + number_in(flow, action, self.amount))


@word("result", "subtract", topic=TOPIC, example="{subtract: {how many: victim}, from: d}")
@dataclass(frozen=True)
class Subtract(Result):
    """So much from it, never below 0."""

    amount: Amount
    from_: Drawn
    if_: Conditions = ()

    def happen(self, flow: Flow, action: Action) -> None:
        value = action.values.get(self.from_)
        if value is not None and _all_hold(flow, action, self.if_):
            flow.note(action, self.from_, max(0, value - number_in(flow, action, self.amount)))


@word(
    "result",
    "compare",
    topic=TOPIC,
    example="{compare: d, more than: {armor of: target}, then: [{lose: target}], "
    "else: [{lose: self}]}",
    one_of=("less than", "at least", "more than", "is"),
)
@dataclass(frozen=True)
class Compare(Result):
    """It, with a number or your highest ability, or whether it is even."""

    name: Drawn
    less_than: Bound | None = None
    at_least: Bound | None = None
    more_than: Bound | None = None
    is_: Annotated[str, OneOf("even")] | None = None
    then: Results = ()
    else_: Results = ()

    def objection(self) -> str | None:
        ways = (self.less_than, self.at_least, self.more_than, self.is_)
        several = sum(way is not None for way in ways) > 1
        return "one comparison at a time" if several else None

    def happen(self, flow: Flow, action: Action) -> None:
        value, clause = action.values.get(self.name), self.said_by(action)
        limit = self._limit(flow, action)
        if value is None:
            ways = {"won": self.then, "missed": self.else_}
            settled = flow.now.decide("failed draw", action=action, name=self.name, **ways)
            if settled is None:
                return
            success, clause = settled[0], settled[1].clause
            flow.spoken.append(settled[1])
        else:
            success = self._succeeds(flow, value, limit)
        if not success:
            than = self.is_ or self._than()[0]
            flow.happen(ActionFailed(action.id, clause, value, limit, than))
        next_in(flow, action, self.then if success else self.else_)

    def _than(self) -> tuple[str, int | str | OfCards | None]:
        """How it is compared, and with what."""
        ways = (("less than", self.less_than), ("more than", self.more_than))
        given = (way for way in (*ways, ("at least", self.at_least)) if way[1] is not None)
        return next(given, ("", None))

    def _limit(self, flow: Flow, action: Action) -> int:
        bound = self._than()[1]
        if bound == ABILITY:
            best = flow.now.decide("highest ability", side=action.player)
            return int(best[0]) if best is not None else 0
        return number_in(flow, action, bound) if bound is not None else 0

    def _succeeds(self, flow: Flow, value: int, limit: int) -> bool:
        if self.is_ is not None:
            zero = flow.now.decide("even", number=value) if value == 0 else None
            return zero is not None or (value != 0 and value % 2 == 0)
        if self.less_than == ABILITY:
            passed = flow.now.decide("below the ability", drawn=value, ability=limit)
            return passed is not None
        than = self._than()[0]
        if than == "more than":
            return value > limit
        return value < limit if than == "less than" else value >= limit


@word(
    "result",
    "reckon",
    topic=TOPIC,
    example="{reckon: n, how many: {type: droid}}",
    one_of=("how many", "power of", "most of"),
)
@dataclass(frozen=True)
class Reckon(Result):
    """A number by a name: how many cards fit, your hand, a side's total power there, the greatest
    of several numbers."""

    name: Name
    how_many: Annotated[str | Filter, NamedOrDescribed("hand")] | None = None
    power_of: OneSide | None = None
    at: Card | None = None
    most_of: Annotated[tuple[int | str | OfCards, ...], Several(Quantity())] | None = None

    def objection(self) -> str | None:
        if sum(way is not None for way in (self.how_many, self.power_of, self.most_of)) > 1:
            return "one number at a time"
        alone = self.at is not None and self.power_of is None
        return '"at" goes with "power of"' if alone else None

    def happen(self, flow: Flow, action: Action) -> None:
        flow.note(action, self.name, self._value(flow, action))

    def _value(self, flow: Flow, action: Action) -> int:
        table = flow.table
        if self.most_of is not None:
            return max(number_in(flow, action, number) for number in self.most_of)
        if self.power_of is not None:
            side, place = self.power_of.side(action.player), self._where(flow, action)
            return flow.now.total("total power", side=side, location=place).total
        if self.how_many == "hand":
            if not table.is_stated(action.player, Zone.HAND):
                raise Unknown("hand-size", player=action.player)
            return len(table.pile(action.player, Zone.HAND))
        if isinstance(self.how_many, Filter):
            speaker = table.card(action.card) if action.card is not None else None
            found = described(flow.now, self.how_many, action.player, action.targets, speaker)
            return sum(1 for _ in found)
        return len(called(flow, action, self.how_many or ""))

    def _where(self, flow: Flow, action: Action) -> CardId:
        """At a card it names, where the action is, or where the battle is."""
        named = called(flow, action, self.at) if self.at is not None else []
        battle = flow.table.battle
        here = action.place or (battle.place if battle is not None else None)
        place = flow.table.location_of(named[0]) if named else here
        if place is None:
            raise Unknown("power-where", card=action.card)
        return place


# -- for a time ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Until(Part):
    """For how long."""

    when: str = ""


_SIDES = (str(Player.YOU), str(Player.OPPONENT))
_DESTINIES = ("battle destinies", "battle destiny")
# The numbers that texts give, and whether they belong to a player rather than to a card.
_CHANGING = {
    name: known.made.of_players
    for name, known in FAMILIES["gives"].items()
    if issubclass(known.made, Number) and name not in SEATS
}
_UNTIL = OneOf("end of battle", "end of turn", "it leaves table")


@word(
    "result",
    "change",
    topic=TOPIC,
    example="{change: power, of: victim, by: -2, until: end of turn}",
    one_of=("by", "to"),
)
@dataclass(frozen=True)
class Change(Result):
    """A number of a card or player for a time: until end of battle, end of turn or it leaves
    table."""

    number: Annotated[str, OneOf(*_CHANGING)]
    of: Annotated[str, Named(*_SIDES)]
    by: Amount | None = None
    to: Annotated[int | str | OfCards, Quantity(words=(NO_VALUE,))] | None = None
    until: Annotated[Until, BoundTo("when", _UNTIL, Until)] | None = None
    if_: Conditions = ()

    def objection(self) -> str | None:
        if self.by is not None and self.to is not None:
            return '"by" and "to" at once'
        of_players = _CHANGING[self.number]
        if (self.of in _SIDES) is not of_players:
            whose = "a player" if of_players else "a card"
            return f'"{self.number}" is a number of {whose}'
        return None

    def foresees(self) -> Iterable[TouchesBattleDestiny]:
        return (TouchesBattleDestiny(),) if self.number in _DESTINIES else ()

    def happen(self, flow: Flow, action: Action) -> None:
        if not _all_hold(flow, action, self.if_):
            return
        amount = self._amount(flow, action)
        until = self.until.when if self.until is not None else None
        clause = self.said_by(action)
        if self.of in _SIDES:
            side = Player(self.of).side(action.player)
            change_for_a_time(flow, action, self.number, amount, clause, side, until)
            return
        for card in called(flow, action, self.of):
            change_for_a_time(flow, action, self.number, amount, clause, None, until, card)

    def _amount(self, flow: Flow, action: Action) -> int | None:
        if self.to == NO_VALUE:
            return None
        if self.to is not None:
            return Fixed(number_in(flow, action, self.to))
        assert self.by is not None
        return number_in(flow, action, self.by)


# -- destinies of others -------------------------------------------------------------------


@word("result", "add destiny", topic=TOPIC, example="add destiny")
@dataclass(frozen=True)
class AddDestiny(Result):
    """One destiny more to your total in the action answered."""

    whose: Annotated[str, OneOf("yours")] = "yours"

    def happen(self, flow: Flow, action: Action) -> None:
        answered = flow.table.action(action.answers)
        if answered is None:
            return
        value = draw(flow, action.player, "added", self.said_by(action)) or 0
        name = f"{action.player} added"
        flow.note(answered, name, (answered.values.get(name) or 0) + value)


@word("result", "destiny instead", topic=TOPIC, example="{destiny instead: 5}")
@dataclass(frozen=True)
class DestinyInstead(Result):
    """This number in place of the destiny about to be drawn."""

    number: Amount

    def happen(self, flow: Flow, action: Action) -> None:
        answered = flow.table.action(action.answers)
        if answered is not None:
            flow.note(answered, "destiny instead", number_in(flow, action, self.number))


@word("result", "exclude ability", topic=TOPIC, example="{exclude ability: victim}")
@dataclass(frozen=True)
class ExcludeAbility(Result):
    """A card does not count for the action answered."""

    card: Card

    def happen(self, flow: Flow, action: Action) -> None:
        answered = flow.table.action(action.answers)
        if answered is not None:
            so_far = answered.targets.get("left out", ())
            left_out = (*so_far, *called(flow, action, self.card))
            flow.change(answered.id, targets={**answered.targets, "left out": left_out})


# -- of the battle -------------------------------------------------------------------------


@word("result", "add battle destiny", topic=TOPIC, example="{add battle destiny: 1}")
@dataclass(frozen=True)
class AddBattleDestiny(Result):
    """You may draw so many more in this battle."""

    more: Count

    def foresees(self) -> Iterable[TouchesBattleDestiny]:
        return (TouchesBattleDestiny(),)

    def happen(self, flow: Flow, action: Action) -> None:
        clause = self.said_by(action)
        change_for_a_time(flow, action, "battle destinies", self.more, clause, action.player)


@word("result", "cancel destiny", topic=TOPIC, example="cancel destiny")
@dataclass(frozen=True)
class CancelDestiny(Result):
    """The battle destiny just drawn."""

    which: Annotated[str, OneOf("drawn")] = "drawn"

    def foresees(self) -> Iterable[TouchesBattleDestiny]:
        return (TouchesBattleDestiny(cancels=True),)

    def happen(self, flow: Flow, action: Action) -> None:
        battle = flow.table.battle
        for card in action.targets.get("what happened", ()):
            for drawn in battle.fight.drawn if battle is not None else ():
                if drawn.card == card and drawn.counts:
                    clause = self.said_by(action)
                    flow.happen(DestinyCancelled(drawn.side, card, drawn.value, clause))


@word("result", "multiply damage", topic=TOPIC, example="{multiply damage: 3}")
@dataclass(frozen=True)
class MultiplyDamage(Result):
    """Battle damage, when it comes."""

    times: Annotated[int, Whole(least=2)]

    def happen(self, flow: Flow, action: Action) -> None:
        battle, clause = flow.table.battle, self.said_by(action)
        if battle is None or action.card is None:
            return
        waiting = Scheduled(
            clause or "", action.card, action.player, Segment.DAMAGE, self.times, battle.id
        )
        flow.happen(ModifierScheduled(waiting, clause))


@word("result", "cancel damage", topic=TOPIC, example="cancel damage")
@dataclass(frozen=True)
class CancelDamage(Result):
    """The battle damage that is still owed."""

    which: Annotated[str, OneOf("the rest")] = "the rest"

    def happen(self, flow: Flow, action: Action) -> None:
        battle = flow.table.battle
        if battle is None or battle.fight.loser is None:
            return
        left = battle.fight.damage_left(battle.fight.loser)
        flow.happen(DamageCanceled(battle.id, battle.fight.loser, left, self.said_by(action)))


@word("result", "end battle", topic=TOPIC, example="end battle")
@dataclass(frozen=True)
class EndBattle(Result):
    """At once, if a side has no presence left."""

    when: Annotated[str, OneOf("without presence")] = "without presence"

    def happen(self, flow: Flow, action: Action) -> None:
        battle = flow.table.battle
        if battle is not None and side_without_presence(flow.now, battle) is not None:
            flow.happen(BattleEnded(battle.id, self.said_by(action), early=True))

"""Actions – step 1a: the conditions that game text and rules set for an initiation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from adjudicator.cards.foresight import Flips, TouchesBattleDestiny
from adjudicator.cards.model import Filter, Text, When
from adjudicator.cards.part import Part, given, touches
from adjudicator.game import CardId, How, Kind, Phase, Purpose, Side, Step, Zone
from adjudicator.rules.registry import Facts, Finding, Intent, forbids
from adjudicator.state.matching import Named, apart, described, fits
from adjudicator.state.table import Card, Table, Unknown


class Seen(NamedTuple):
    """A table as the player of a text sees it, with what the text calls by a name."""

    table: Table
    you: Side
    named: Named | None = None
    source: Card | None = None  # the card whose text it is

    def meets(self, condition: Part) -> bool:
        assert isinstance(condition, Condition)
        return condition.holds(self)

    def fits(self, card: Card, what: Filter) -> bool:
        return fits(self.table, card, what, self.you, self.named, self.source)

    def on_table(self, what: Filter) -> Iterator[Card]:
        return described(self.table, what, self.you, self.named, self.source)

    def is_place(self, place: CardId, what: Filter) -> bool:
        """Whether a location is the one meant: `here`, a title, or a description."""
        if what.titles == ("here",):
            return self.source is not None and self.table.location_of(self.source.id) == place
        return fits(self.table, self.table.card(place), what, self.you, source=self.source)

    def called(self, name: str) -> tuple[CardId, ...]:
        """The cards a text calls by a name: its targets, itself, or what it is deployed on."""
        source = self.source
        if name == "self" and source is not None:
            return (source.id,)
        if name == "bearer" and source is not None and source.at is not None:
            return (source.at,) if source.at in self.table.cards else ()
        return (self.named or {}).get(name, ())


@dataclass(frozen=True)
class Condition(Part):
    """Something a text asks for. The words themselves stand in `adjudicator/words/`."""

    fray: ClassVar[Kind | None] = None  # of a battle or an attack that has to be under way

    def holds(self, seen: Seen) -> bool:
        raise NotImplementedError

    def met(self, seen: Seen, intent: Intent) -> bool:
        """Whether it holds for an attempt to use the text."""
        return self.holds(seen)

    def about(self) -> object:
        """What it speaks of above all, for the sentence that tells of it."""
        return next((value for _, value in given(self)), None)


@forbids("interrupts/from-hand", Kind.PLAY, Kind.DEPLOY, Kind.REPLACE)
def the_card_is_not_in_hand(table: Table, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = table.card(intent.card)
    if card.zone is Zone.HAND and card.owner is intent.player:
        return None
    if card.zone is Zone.LOST or _is_invited(table, intent, card):
        return None  # a lost card is out of reach by a clause of its own
    return {"player": intent.player, "card": intent.card, "where": card.zone}


def _is_invited(table: Table, intent: Intent, card: Card) -> bool:
    """Whether the result under way lets this card come from a pile."""
    action = table.action(intent.part_of)
    if action is None or action.invitation is None or card.owner is not intent.player:
        return False
    return action.invitation.zone is card.zone


@forbids("actions-step-1/some-or-all", Kind.USE, Kind.FIRE)
def the_card_is_not_his_to_use(table: Table, intent: Intent) -> Facts | Finding | None:
    """A text in use belongs to a card on table, on the side of the player who uses it."""
    if intent.card is None:
        return None
    card = table.card(intent.card)
    if card.zone is Zone.TABLE and card.side is intent.player:
        suspended: Finding | None = apart(table, card, Purpose.TEXT)
        gear = card.print.type in ("weapon", "device") and card.how is How.ON
        if suspended is None and gear and intent.kind is Kind.USE and card.at is not None:
            suspended = apart(table, table.card(card.at), Purpose.TEXT)  # of shots others speak
        return suspended
    if card.zone is Zone.LOST and intent.kind is Kind.USE:
        return None  # out of reach by a clause of its own
    if card.how is How.ROW and intent.text is not None and intent.text.side is not None:
        return None  # a location's text serves the player on whose side of it it stands
    return {"player": intent.player, "card": intent.card}


@forbids("actions-step-1a/every-condition")
def a_condition_of_its_text_is_not_met(
    table: Table, intent: Intent
) -> list[Facts | Finding] | None:
    """Where a clause of the glossary sets the condition, that clause speaks."""
    if intent.text is None:
        return None
    found: list[Facts | Finding] = []
    when = intent.text.when
    for need in _untimely(table, intent, when):
        found.append(_unmet(table, intent, need, when.clause))
    seen = seen_for(table, intent.text)
    kept = kept_from_flipping(table, intent.player, intent.text, _speaker(table, intent))
    if kept is not None:
        found.append(kept)
    for condition in intent.text.conditions:
        assert isinstance(condition, Condition)
        if _asks_for_a_fight(when) and _of_no_fight(table, condition):
            continue  # the time it asks for is refused already
        if not condition.met(_as_seen(seen, intent), intent):
            found.append(_unmet(table, intent, ("condition", condition), condition.clause))
    return list({id(f): f for f in found}.values()) or None


def _as_seen(table: Table, intent: Intent) -> Seen:
    return Seen(table, intent.player, intent.targets, _speaker(table, intent))


def _speaker(table: Table, intent: Intent) -> Card | None:
    return table.card(intent.card) if intent.card is not None else None


def _asks_for_a_fight(when: When) -> bool:
    return bool(when.in_battle or when.end_of_battle or when.just or when.answers)


def _of_no_fight(table: Table, condition: Condition) -> bool:
    """Whether it speaks of a battle or an attack that does not take place."""
    if condition.fray is Kind.ATTACK:
        return table.attack is None
    return condition.fray is Kind.BATTLE and table.battle is None


def _unmet(
    table: Table, intent: Intent, need: tuple[str, Any], clause: str | None
) -> Facts | Finding:
    assert intent.text is not None
    if clause is None:
        told = intent.text.clause if need[0] == "condition" else None
        return {"card": intent.card, "text": told, "needs": need}
    facts = dict(about(table, intent))
    fray = table.battle or table.attack
    if fray is not None and isinstance(need[1], Condition) and need[1].fray is not None:
        facts["location"] = fray.place
        facts["target"] = next(iter(fray.targets.get("defenders", ())), None)
    return Finding(clause, facts)


def about(table: Table, intent: Intent, target: CardId | None = None) -> Facts:
    """The facts that a clause of a card's entry may speak of."""
    fray = table.battle or table.attack
    return {
        "card": intent.card,
        "player": intent.player,
        "opponent": intent.player.opponent,
        "target": target,
        "location": intent.place or (fray.place if fray else None),
        "phase": table.phase,
        "turn": table.turn,
    }


def _untimely(table: Table, intent: Intent, when: When) -> Iterator[tuple[str, Any]]:
    """What time the text asks for and the table does not give: a kind of need, and of what."""
    if when.also_answers and intent.answers is not None:
        return
    if when.phases and intent.part_of is None:
        if table.phase is None:
            raise Unknown("phase")
        if table.phase not in when.phases:
            yield "phase", when.phases[0]
    if when.whose != "any" and (when.phases or when.any_time) and intent.part_of is None:
        if table.turn is None:
            raise Unknown("turn")
        owner = intent.player if when.whose == "yours" else intent.player.opponent
        if table.turn is not owner:
            yield "turn", owner
    if when.in_battle and table.battle is None:
        yield "battle", None
    if when.except_battle and table.battle is not None:
        yield "no-battle", None
    if when.end_of_turn and table.phase is not Phase.END:
        yield "end-of-turn", None
    if when.start_of_turn and table.phase is not Phase.START:
        yield "start-of-turn", None
    if when.end_of_battle and table.battle is None:
        yield "battle", None
    if when.answers and not table.stack and not when.also_answers:
        yield "action", when.answers[0].what
    if (
        when.instead_of is not None
        and ("gave up", str(intent.player), when.instead_of) in table.done
    ):
        yield "already-given-up", when.instead_of
    if when.segments and table.battle is not None and table.battle.segment not in when.segments:
        yield "segment", when.segments[0]


_DESTINIES = ("battle destinies", "battle destiny")


def seen_for(table: Table, text: Text, number: str | None = None) -> Table:
    """The table on which a text's conditions are read: not all cards count for battle destiny."""
    if number is not None:
        touched = number in _DESTINIES
    else:
        touched = touches(text.result, TouchesBattleDestiny, inside=False)
    if not touched:
        return table
    seen = table.book.decide("seen for battle destiny", table)
    return table if seen is None else seen[0]


def holds_for(
    table: Table, you: Side, condition: Part, named: Named | None = None, source: Card | None = None
) -> bool:
    """Whether a condition is true; of a constant text, for its card's side."""
    return Seen(table, you, named, source).meets(condition)


def all_hold(
    table: Table, you: Side, text: Text, named: Named | None = None, source: Card | None = None
) -> bool:
    """Whether everything that a text asks for is true, and nothing keeps an Objective from
    flipping all the same. A condition with a clause of its own is noted where it does not hold."""
    for condition in text.conditions:
        if not holds_for(table, you, condition, named, source):
            if condition.clause is not None:
                table.book.silenced(condition.clause)
            return False
    return kept_from_flipping(table, you, text, source) is None


def flips(text: Text) -> bool:
    """Whether the text turns its card, an Objective, to its other side."""
    return touches(text.result, Flips, inside=False)


def kept_from_flipping(table: Table, you: Side, text: Text, source: Card | None) -> Finding | None:
    """The clause by which what a text asks for is no way to flip an Objective."""
    if not text.conditions or not flips(text):
        return None
    kept = table.book.decide("kept from flipping", table, side=you, text=text, card=source)
    return None if kept is None else kept[1]


@forbids("actions-example-3/made-unique", Kind.PLAY)
def the_unique_title_was_initiated_this_turn(table: Table, intent: Intent) -> Facts | None:
    """A unique Interrupt is initiated once a turn, whichever copy and whoever plays it."""
    if intent.card is None:
        return None
    card = table.card(intent.card)
    title = card.title
    if card.print.unique or title not in table.made_unique:
        return None
    if not any(note[0] == "initiated" and note[2] == title for note in table.done):
        return None
    return {"card": intent.card}


@forbids("actions-step-1a/text-limit", Kind.PLAY, Kind.USE)
def this_text_was_used_as_often_as_it_may(table: Table, intent: Intent) -> Facts | Finding | None:
    text = intent.text
    if text is None or text.once is None or intent.card is None:
        return None
    if ("used", intent.card, text.clause, text.once) not in table.done:
        return None
    if text.once_by is not None:
        return Finding(text.once_by, about(table, intent))
    return {"card": intent.card, "once": text.once}


@forbids("actions/once-per-time-frame", Kind.USE)
def a_single_action_in_its_time_frame(table: Table, intent: Intent) -> Facts | None:
    """A text for a phase, with one action to take, is used once there by each copy."""
    text = intent.text
    if text is None or not text.when.phases or table.phase is None:
        return None
    if text.once is not None or text.once_by is not None:
        return None  # the text sets a limit of its own
    if ("used", intent.card, text.clause, str(table.phase)) not in table.done:
        return None
    return {"card": intent.card, "phase": table.phase}


@forbids("end-of-turn/nothing-else-legal")
def it_is_no_end_of_turn_action(table: Table, intent: Intent) -> Facts | None:
    if table.phase is not Phase.END or intent.answers is not None or intent.follows is not None:
        return None
    top = table.top
    if top is not None and top.step is Step.RESPONSES:
        return None  # whether it answers that action is a matter of the stack
    if intent.text is not None and intent.text.when.end_of_turn:
        return None
    return {"card": intent.card, "kind": intent.kind}

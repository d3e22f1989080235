"""Actions – step 1a: the conditions that game text and rules set for an initiation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from adjudicator.cards.foresight import Flips, TouchesBattleDestiny
from adjudicator.cards.model import Filter, Text, When
from adjudicator.cards.part import Part, given, touches
from adjudicator.game import CardId, How, Kind, Phase, Purpose, Side, Step, Zone
from adjudicator.rules.describing import Named, apart, described, fits
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, forbids
from adjudicator.state.table import Card, Table, Unknown


class Seen(NamedTuple):
    """A table as the player of a text sees it, with what the text calls by a name."""

    now: Moment
    you: Side
    named: Named | None = None
    source: Card | None = None  # the card whose text it is

    @property
    def table(self) -> Table:
        return self.now.table

    def meets(self, condition: Part) -> bool:
        assert isinstance(condition, Condition)
        return condition.holds(self)

    def fits(self, card: Card, what: Filter) -> bool:
        return fits(self.now, card, what, self.you, self.named, self.source)

    def on_table(self, what: Filter) -> Iterator[Card]:
        return described(self.now, what, self.you, self.named, self.source)

    def is_place(self, place: CardId, what: Filter) -> bool:
        """Whether a location is the one meant: `here`, a title, or a description."""
        if what.titles == ("here",):
            return self.source is not None and self.table.location_of(self.source.id) == place
        return fits(self.now, self.table.card(place), what, self.you, source=self.source)

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
def the_card_is_not_in_hand(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    if card.zone is Zone.HAND and card.owner is intent.player:
        return None
    if card.zone is Zone.LOST or _is_invited(now, intent, card):
        return None  # a lost card is out of reach by a clause of its own
    return {"player": intent.player, "card": intent.card, "where": card.zone}


def _is_invited(now: Moment, intent: Intent, card: Card) -> bool:
    """Whether the result under way lets this card come from a pile."""
    action = now.table.action(intent.part_of)
    if action is None or action.invitation is None or card.owner is not intent.player:
        return False
    return action.invitation.zone is card.zone


@forbids("actions-step-1/some-or-all", Kind.USE, Kind.FIRE)
def the_card_is_not_his_to_use(now: Moment, intent: Intent) -> Facts | Finding | None:
    """A text in use belongs to a card on table, on the side of the player who uses it."""
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    if card.zone is Zone.TABLE and card.side is intent.player:
        suspended: Finding | None = apart(now, card, Purpose.TEXT)
        gear = card.print.type in ("weapon", "device") and card.how is How.ON
        if suspended is None and gear and intent.kind is Kind.USE and card.at is not None:
            suspended = apart(now, now.table.card(card.at), Purpose.TEXT)  # of shots others speak
        return suspended
    if card.zone is Zone.LOST and intent.kind is Kind.USE:
        return None  # out of reach by a clause of its own
    if card.how is How.ROW and intent.text is not None and intent.text.side is not None:
        return None  # a location's text serves the player on whose side of it it stands
    return {"player": intent.player, "card": intent.card}


@forbids("actions-step-1a/every-condition")
def a_condition_of_its_text_is_not_met(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    """Where a clause of the glossary sets the condition, that clause speaks."""
    if intent.text is None:
        return None
    found: list[Facts | Finding] = []
    when = intent.text.when
    for need in _untimely(now, intent, when):
        found.append(_unmet(now, intent, need, when.clause))
    seen = seen_for(now, intent.text)
    kept = kept_from_flipping(now, intent.player, intent.text, _speaker(now, intent))
    if kept is not None:
        found.append(kept)
    for condition in intent.text.conditions:
        assert isinstance(condition, Condition)
        if _asks_for_a_fight(when) and _of_no_fight(now, condition):
            continue  # the time it asks for is refused already
        if not condition.met(_as_seen(seen, intent), intent):
            found.append(_unmet(now, intent, ("condition", condition), condition.clause))
    return list({id(f): f for f in found}.values()) or None


def _as_seen(now: Moment, intent: Intent) -> Seen:
    return Seen(now, intent.player, intent.targets, _speaker(now, intent))


def _speaker(now: Moment, intent: Intent) -> Card | None:
    return now.table.card(intent.card) if intent.card is not None else None


def _asks_for_a_fight(when: When) -> bool:
    return bool(when.in_battle or when.end_of_battle or when.just or when.answers)


def _of_no_fight(now: Moment, condition: Condition) -> bool:
    """Whether it speaks of a battle or an attack that does not take place."""
    if condition.fray is Kind.ATTACK:
        return now.table.attack is None
    return condition.fray is Kind.BATTLE and now.table.battle is None


def _unmet(
    now: Moment, intent: Intent, need: tuple[str, Any], clause: str | None
) -> Facts | Finding:
    assert intent.text is not None
    if clause is None:
        told = intent.text.clause if need[0] == "condition" else None
        return {"card": intent.card, "text": told, "needs": need}
    facts = dict(about(now, intent))
    fray = now.table.battle or now.table.attack
    if fray is not None and isinstance(need[1], Condition) and need[1].fray is not None:
        facts["location"] = fray.place
        facts["target"] = next(iter(fray.targets.get("defenders", ())), None)
    return Finding(clause, facts)


def about(now: Moment, intent: Intent, target: CardId | None = None) -> Facts:
    """The facts that a clause of a card's entry may speak of."""
    fray = now.table.battle or now.table.attack
    return {
        "card": intent.card,
        "player": intent.player,
        "opponent": intent.player.opponent,
        "target": target,
        "location": intent.place or (fray.place if fray else None),
        "phase": now.table.phase,
        "turn": now.table.turn,
    }


def _untimely(now: Moment, intent: Intent, when: When) -> Iterator[tuple[str, Any]]:
    """What time the text asks for and the table does not give: a kind of need, and of what."""
    if when.also_answers and intent.answers is not None:
        return
    if when.phases and intent.part_of is None:
        if now.table.phase is None:
            raise Unknown("phase")
        if now.table.phase not in when.phases:
            yield "phase", when.phases[0]
    if when.whose != "any" and (when.phases or when.any_time) and intent.part_of is None:
        if now.table.turn is None:
            raise Unknown("turn")
        owner = intent.player if when.whose == "yours" else intent.player.opponent
        if now.table.turn is not owner:
            yield "turn", owner
    if when.in_battle and now.table.battle is None:
        yield "battle", None
    if when.except_battle and now.table.battle is not None:
        yield "no-battle", None
    if when.end_of_turn and now.table.phase is not Phase.END:
        yield "end-of-turn", None
    if when.start_of_turn and now.table.phase is not Phase.START:
        yield "start-of-turn", None
    if when.end_of_battle and now.table.battle is None:
        yield "battle", None
    if when.answers and not now.table.stack and not when.also_answers:
        yield "action", when.answers[0].what
    if (
        when.instead_of is not None
        and ("gave up", str(intent.player), when.instead_of) in now.table.done
    ):
        yield "already-given-up", when.instead_of
    if (
        when.segments
        and now.table.battle is not None
        and now.table.battle.segment not in when.segments
    ):
        yield "segment", when.segments[0]


_DESTINIES = (
    "battle destinies", "battle destiny", "battle destinies otherwise", "most battle destinies",
)  # fmt: skip


def seen_for(now: Moment, text: Text, number: str | None = None) -> Moment:
    """The table on which a text's conditions are read: not all cards count for battle destiny."""
    if number is not None:
        touched = number in _DESTINIES
    else:
        touched = touches(text.result, TouchesBattleDestiny, inside=False)
    if not touched:
        return now
    seen = now.decide("seen for battle destiny")
    return now if seen is None else seen[0]


def holds_for(
    now: Moment, you: Side, condition: Part, named: Named | None = None, source: Card | None = None
) -> bool:
    """Whether a condition is true; of a constant text, for its card's side."""
    return Seen(now, you, named, source).meets(condition)


def all_hold(
    now: Moment, you: Side, text: Text, named: Named | None = None, source: Card | None = None
) -> bool:
    """Whether everything that a text asks for is true, and nothing keeps an Objective from
    flipping all the same. A condition with a clause of its own is noted where it does not hold."""
    for condition in text.conditions:
        if not holds_for(now, you, condition, named, source):
            if condition.clause is not None:
                now.book.silenced(condition.clause)
            return False
    return kept_from_flipping(now, you, text, source) is None


def flips(text: Text) -> bool:
    """Whether the text turns its card, an Objective, to its other side."""
    return touches(text.result, Flips, inside=False)


def kept_from_flipping(now: Moment, you: Side, text: Text, source: Card | None) -> Finding | None:
    """The clause by which what a text asks for is no way to flip an Objective."""
    if not text.conditions or not flips(text):
        return None
    kept = now.decide("kept from flipping", side=you, text=text, card=source)
    return None if kept is None else kept[1]


@forbids("actions-example-3/made-unique", Kind.PLAY)
def the_unique_title_was_initiated_this_turn(now: Moment, intent: Intent) -> Facts | None:
    """A unique Interrupt is initiated once a turn, whichever copy and whoever plays it."""
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    title = card.title
    if card.print.unique or title not in now.table.made_unique:
        return None
    if not any(note[0] == "initiated" and note[2] == title for note in now.table.done):
        return None
    return {"card": intent.card}


@forbids("actions-step-1a/text-limit", Kind.PLAY, Kind.USE)
def this_text_was_used_as_often_as_it_may(now: Moment, intent: Intent) -> Facts | Finding | None:
    text = intent.text
    if text is None or text.once is None or intent.card is None:
        return None
    if ("used", intent.card, text.clause, text.once) not in now.table.done:
        return None
    if text.once_by is not None:
        return Finding(text.once_by, about(now, intent))
    return {"card": intent.card, "once": text.once}


@forbids("actions/once-per-time-frame", Kind.USE)
def a_single_action_in_its_time_frame(now: Moment, intent: Intent) -> Facts | None:
    """A text for a phase, with one action to take, is used once there by each copy."""
    text = intent.text
    if text is None or not text.when.phases or now.table.phase is None:
        return None
    if text.once is not None or text.once_by is not None:
        return None  # the text sets a limit of its own
    if ("used", intent.card, text.clause, str(now.table.phase)) not in now.table.done:
        return None
    return {"card": intent.card, "phase": now.table.phase}


@forbids("end-of-turn/nothing-else-legal")
def it_is_no_end_of_turn_action(now: Moment, intent: Intent) -> Facts | None:
    if now.table.phase is not Phase.END or intent.answers is not None or intent.follows is not None:
        return None
    top = now.table.top
    if top is not None and top.step is Step.RESPONSES:
        return None  # whether it answers that action is a matter of the stack
    if intent.text is not None and intent.text.when.end_of_turn:
        return None
    return {"card": intent.card, "kind": intent.kind}

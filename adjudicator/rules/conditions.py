"""Actions – step 1a: the conditions that game text and rules set for an initiation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.cards.model import Filter, Op, Text, When
from adjudicator.game import CardId, How, Kind, Phase, Purpose, Side, Step, Zone
from adjudicator.rules.registry import Facts, Finding, Intent, forbids
from adjudicator.state.matching import Named, apart, described, fits, takes_part
from adjudicator.state.table import Card, Table, Unknown


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
    if action is None or not action.todo or card.owner is not intent.player:
        return False
    return str(action.todo[0].args.get("from", "hand")) == str(card.zone)


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
    for condition in intent.text.conditions:
        if _asks_for_a_fight(when) and _of_no_fight(table, condition):
            continue  # the time it asks for is refused already
        if not holds(seen, intent, condition):
            found.append(_unmet(table, intent, ("condition", condition), condition.clause))
    return list({id(f): f for f in found}.values()) or None


_OF_BATTLES = ("battle at", "battle by", "opponent's power exceeds")
_OF_ATTACKS = ("attack at", "attack on")


def _asks_for_a_fight(when: When) -> bool:
    return bool(when.in_battle or when.end_of_battle or when.just or when.answers)


def _of_no_fight(table: Table, condition: Op) -> bool:
    """Whether it speaks of a battle or an attack that does not take place."""
    if condition.verb in _OF_ATTACKS:
        return table.attack is None
    return condition.verb in _OF_BATTLES and table.battle is None


def _unmet(
    table: Table, intent: Intent, need: tuple[str, Any], clause: str | None
) -> Facts | Finding:
    assert intent.text is not None
    if clause is None:
        return {"card": intent.card, "text": intent.text.clause, "needs": need}
    facts = dict(about(table, intent))
    fray = table.battle or table.attack
    if (
        fray is not None
        and isinstance(need[1], Op)
        and need[1].verb in (*_OF_BATTLES, *_OF_ATTACKS)
    ):
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
    if when.answers and not table.stack:
        yield "action", when.answers[0].what
    if (
        when.instead_of is not None
        and ("gave up", str(intent.player), when.instead_of) in table.done
    ):
        yield "already-given-up", when.instead_of
    if when.segments and table.battle is not None and table.battle.segment not in when.segments:
        yield "segment", when.segments[0]


def holds(table: Table, intent: Intent, condition: Op) -> bool:
    """Whether a condition of a card's text is true on this table."""
    if condition.verb == "declared while":
        declared = intent.attempt.using is not None
        return declared or not any(_on_table(table, condition.args[""], intent.player))
    source = table.card(intent.card) if intent.card is not None else None
    return holds_for(table, intent.player, condition, intent.targets, source)


_DESTINIES = ("add battle destiny", "cancel destiny", "battle destinies", "battle destiny")


def seen_for(table: Table, text: Text, op: Op | None = None) -> Table:
    """The table on which a text's conditions are read: not all cards count for battle destiny."""
    ops = (op,) if op is not None else text.result
    if not any(o.verb in _DESTINIES for o in ops):
        return table
    seen = table.book.decide("seen for battle destiny", table)
    return table if seen is None else seen[0]


def holds_for(
    table: Table,
    you: Side,
    condition: Op,
    named: Named | None = None,
    source: Card | None = None,
) -> bool:
    """The same for a text that nobody uses: a constant one speaks for its card's side."""
    what = condition.args[""]
    match condition.verb:
        case "there is":
            found = list(_on_table(table, what, you, named, source))
            return len(found) >= int(condition.args.get("count", 1))
        case "there is no":
            return not any(_on_table(table, what, you, named, source))
        case "in battle together":
            return all(_in_battle(table, persona) for persona in what)
        case "opponent has at least":
            return _largest_group(table, condition.args["of"], you) >= int(what)
        case "you control" | "opponent controls" | "you occupy" | "opponent occupies":
            held = _held(table, condition.verb, what, you, source)
            return held >= int(condition.args.get("count", 1))
        case "opponent occupies no":
            return _held(table, "opponent occupies", what, you, source) == 0
        case "top of lost":
            top = table.pile(you, Zone.LOST)[:1]
            return bool(top) and fits(table, table.card(top[0]), what, you, named, source)
        case "under way":
            return any(action.kind == what for action in table.stack)
        case "either":
            return any(holds_for(table, you, one, named, source) for one in what)
        case "this is":
            return source is not None and fits(table, source, what, you, named, source)
        case "battle at" | "attack at":
            fray = table.battle if condition.verb == "battle at" else table.attack
            return (
                fray is not None
                and fray.place is not None
                and fits_place(table, fray.place, what, you, source)
            )
        case "attack on":
            attacked = table.attack.targets.get("defenders", ()) if table.attack else ()
            return any(fits(table, table.card(c), what, you, named, source) for c in attacked)
        case "battle by":
            battle = table.battle
            return battle is not None and (battle.player is you) is (what == "you")
        case "action at":
            aimed = table.top.targets.values() if table.top is not None else ()
            places = {table.location_of(card) for group in aimed for card in group}
            return any(p is not None and fits_place(table, p, what, you, source) for p in places)
        case "action targets":
            aimed = table.top.targets.values() if table.top is not None else ()
            victims = (table.card(card) for group in aimed for card in group)
            return any(fits(table, card, what, you, named, source) for card in victims)
        case "target is":
            cards = _meant(table, str(condition.args.get("of", "target")), named or {}, source)
            return any(fits(table, table.card(c), what, you, named, source) for c in cards)
        case "opponent's power exceeds":
            return _outpowered(table, you, int(what))
    return False


def _held(table: Table, verb: str, what: Any, you: Side, source: Card | None) -> int:
    """How many of the locations that are meant a player controls or occupies."""
    side = you if verb.startswith("you") else you.opponent
    question = "controls" if "control" in verb else "occupies"
    return sum(
        table.book.decide(question, table, side=side, location=place, book=table.book) is not None
        for place in table.row
        if fits_place(table, place, what, you, source)
    )


def _meant(table: Table, name: str, named: Named, source: Card | None) -> tuple[CardId, ...]:
    """The cards a text calls by a name: its targets, itself, or what it is deployed on."""
    if name == "self" and source is not None:
        return (source.id,)
    if name == "bearer" and source is not None and source.at is not None:
        return (source.at,) if source.at in table.cards else ()
    return named.get(name, ())


def _outpowered(table: Table, you: Side, times: int) -> bool:
    """Whether the opponent's total power in the battle is more than so many times yours."""
    battle = table.battle
    if battle is None or battle.place is None:
        return False
    mine, theirs = (
        table.book.total("total power", table, side=side, location=battle.place).total
        for side in (you, you.opponent)
    )
    return theirs > times * mine


def fits_place(table: Table, place: CardId, what: Any, you: Side, source: Card | None) -> bool:
    """Whether a location is the one meant: `here`, a title, or a description."""
    if isinstance(what, Filter):
        if what.titles == ("here",):
            return source is not None and table.location_of(source.id) == place
        return fits(table, table.card(place), what, you, source=source)
    return table.card(place).title == str(what)


def _on_table(
    table: Table,
    what: Filter,
    you: Side,
    named: Named | None = None,
    source: Card | None = None,
) -> Iterator[Card]:
    return described(table, what, you, named, source)


def _in_battle(table: Table, persona: str) -> bool:
    return any(
        persona in card.print.personas and takes_part(table, card, Purpose.IN_BATTLE)
        for card in table.on_table()
    )


def _largest_group(table: Table, what: Filter, you: Side) -> int:
    groups: dict[CardId | None, int] = {}
    theirs = what._replace(whose="opponent's")
    for card in _on_table(table, theirs, you):
        place = table.location_of(card.id)
        groups[place] = groups.get(place, 0) + 1
    return max(groups.values(), default=0)


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

"""Actions – step 1b: every target has to be there, and able to be targeted."""

from __future__ import annotations

from adjudicator.cards.foresight import Cancels, Captures
from adjudicator.cards.model import Filter, Target
from adjudicator.cards.part import Part, foreseen, parts_in, speak_of, touches
from adjudicator.game import CardId, How, Kind, Mark, Purpose, Side, Zone
from adjudicator.rules.conditions import about
from adjudicator.rules.describing import (
    COMPARE,
    Named,
    aimed_at,
    apart,
    candidates,
    described,
    fits,
    has_gone_on,
    immune,
    immunity_by_text,
    may_be,
    number_of,
    out_of_reach,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, decides, forbids, permits, ref
from adjudicator.state.table import Action, Card, Unknown


def _required(intent: Intent, implicit: bool) -> list[Target]:
    if intent.text is None:
        return []
    return [t for t in intent.text.targets if t.implicit is implicit and not t.optional]


@forbids("actions-step-1b/in-play")
def a_named_target_is_not_in_play(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    named = [c for group in intent.targets.values() for c in group] + list(intent.unfitting)
    hidden: list[Facts | Finding] = [
        Finding("face-down/not-on-table", {"card": target})
        for target in dict.fromkeys(named)
        if now.table.card(target).has(Mark.FACE_DOWN) and intent.text is not None
    ]
    gone: list[Facts | Finding] = [
        {"card": intent.card, "target": target, "where": now.table.card(target).zone}
        for target in intent.unfitting
        if now.table.card(target).zone not in (Zone.TABLE, Zone.STACK)
    ]
    return hidden + gone or None


@forbids("actions-step-1b/in-play")
def what_was_just_lost_is_elsewhere_by_now(now: Moment, intent: Intent) -> Facts | None:
    """A text that does something with the card that was just lost needs it where it was lost to."""
    event = intent.follows
    if event is None or event.card is None or not has_gone_on(now, event):
        return None
    if not speak_of(all_parts(intent), "what happened"):
        return None
    where = now.table.card(event.card).zone
    return {"card": intent.card, "target": event.card, "where": where}


@permits("face-down/mhyd-can-be-woken", despite="face-down/not-on-table")
def what_is_turned_off_may_be_turned_on_again(now: Moment, intent: Intent) -> Facts | None:
    """A text that speaks of a card lying face down may target it. What a location's text says
    of cards put face down there is a matter of its own."""
    if intent.card is not None and now.table.card(intent.card).how is How.ROW:
        return None
    for target in intent.text.targets if intent.text is not None else ():
        for card in intent.targets.get(target.name, ()):
            if "face down" in target.filter.states and now.table.card(card).has(Mark.FACE_DOWN):
                return {"card": intent.card, "target": card}
    return None


@decides("actions-step-1b/captives-protected", "apart", Purpose.TARGET, marks=(Mark.CAPTIVE,))
def captives_are_targeted_only_by_texts_that_say_so(
    now: Moment, *, card: Card, purpose: Purpose
) -> tuple[bool, Facts] | None:
    return True, {"card": None, "target": card.id}


@decides("missing/not-targeted", "apart", Purpose.TARGET, marks=(Mark.MISSING,))
def so_are_the_missing(now: Moment, *, card: Card, purpose: Purpose) -> tuple[bool, Facts] | None:
    return True, {"card": None, "target": card.id}


@forbids("actions-step-1b/in-play")
def a_named_target_is_out_of_its_reach(now: Moment, intent: Intent) -> list[Finding] | None:
    """Whatever clause keeps a card from being targeted speaks for itself."""
    wanted = [
        (target, card)
        for target in (intent.text.targets if intent.text is not None else ())
        for card in intent.targets.get(target.name, ())
    ]
    others: list[tuple[Target | None, CardId]] = [
        (None, card) for card in (intent.cards if intent.kind is Kind.DEPLOY else ())
    ]
    others += [  # not what the text calls for because it is not there for anybody
        (None, card)
        for card in intent.unfitting
        if intent.text is not None and now.table.card(card).has(Mark.MISSING)
    ]
    found = [
        Finding(why.clause, {"card": intent.card, "target": card})
        for target, card in (*wanted, *others)
        if (why := out_of_reach(now, now.table.card(card), target)) is not None
    ]
    return found or None


@permits("missing/may-be-captured", despite="missing/not-targeted")
def to_be_captured_is_to_be_found(now: Moment, intent: Intent) -> Facts | None:
    for capture in foreseen(all_parts(intent), Captures, inside=False):
        for card in intent.targets.get(capture.victims, ()):
            if now.table.card(card).has(Mark.MISSING):
                return {"card": intent.card, "target": card}
    return None


@forbids("actions-step-1b/explicit-targets")
def a_named_target_is_not_what_the_text_calls_for(
    now: Moment, intent: Intent
) -> list[Facts | Finding] | None:
    """Where a clause of the glossary says what the target must be, that clause speaks."""
    if intent.text is None:
        return None
    wrong = [c for c in intent.unfitting if now.table.card(c).zone in (Zone.TABLE, Zone.STACK)]
    for target in intent.text.targets:
        named = intent.targets.get(target.name, ())
        if target.together and named:
            here = now.table.location_of(named[0])
            wrong += [c for c in named if now.table.location_of(c) != here]
    text = intent.text.clause
    found: list[Facts | Finding] = []
    for card in wrong:
        clauses = _demands_unmet(now, intent, card)
        found += [Finding(clause, about(now, intent, card)) for clause in clauses]
        if not clauses and (why := _left_out_of_the_battle(now, intent, card)) is not None:
            found.append(why)
        elif not clauses:
            said = {"card": intent.card, "target": card, "text": text}
            found.append({**said, **_what_is_wrong_with_it(now, intent, card)})
    return found or None


def _left_out_of_the_battle(now: Moment, intent: Intent, card: CardId) -> Finding | None:
    """What sets a card apart from the battle, where that alone keeps the text from meaning it."""
    here = now.table.card(card)
    for target in intent.text.targets if intent.text is not None else ():
        anywhere = target._replace(filter=target.filter._replace(in_battle=False))
        if target.filter.in_battle and may_be(
            now, here, anywhere, intent.player, intent.targets, intent.card
        ):
            why: Finding | None = apart(now, here, Purpose.IN_BATTLE)
            return why
    return None


def _what_is_wrong_with_it(now: Moment, intent: Intent, card: CardId) -> Facts:
    """A number that is not what the text asks for, or whose card it is, where that alone does it."""
    number, sign, has, needed = _wrong_number(now, intent, card) or (None, None, None, None)
    side = _of_the_wrong_side(now, intent, card) if number is None else None
    return {"side": side, "number": number, "sign": sign, "has": has, "needed": needed}


def _wrong_number(now: Moment, intent: Intent, card: CardId) -> tuple[str, str, int, int] | None:
    """The first number of a card that fails a target it would fit otherwise."""
    here, just = now.table.card(card), intent.follows
    for target in intent.text.targets if intent.text is not None else ():
        plain = target._replace(filter=target.filter._replace(measures=(), same=()))
        if target.implicit or not may_be(
            now, here, plain, intent.player, intent.targets, intent.card
        ):
            continue
        other = just.card if just is not None else None
        wanted = [*target.filter.measures]
        if other is not None:
            wanted += [(n, "=", number_of(now, other, n) or 0) for n in target.filter.same]
        for name, sign, needed in wanted:
            has = number_of(now, card, name)
            if has is not None and not COMPARE[sign](has, needed):
                return name, sign, has, needed
    return None


def _of_the_wrong_side(now: Moment, intent: Intent, card: CardId) -> Side | None:
    """Whose card it is, where that alone keeps the text from meaning it."""
    here = now.table.card(card)
    for target in intent.text.targets if intent.text is not None else ():
        anybodys = target._replace(filter=target.filter._replace(whose="any"))
        if target.filter.whose != "any" and may_be(
            now, here, anybodys, intent.player, intent.targets, intent.card
        ):
            return here.side
    return None


def _demands_unmet(now: Moment, intent: Intent, card: CardId) -> list[str]:
    """The clauses that a named card fails, of the target it comes nearest to."""
    assert intent.text is not None
    best: list[str] | None = None
    source = now.table.card(intent.card) if intent.card is not None else None
    for target in intent.text.targets:
        named = {k: v for k, v in intent.targets.items() if k != target.name}
        here = now.table.card(card)
        failed = [
            clause
            for must, clause in target.musts
            if clause and not _may_fit(now, here, must, intent, named)
        ]
        if target.count_by and len(intent.targets.get(target.name, ())) == target.most:
            failed = failed or [target.count_by]
        if not fits(now, here, target.filter, intent.player, named, source):
            failed = [target.clause, *failed] if target.clause else []
        if failed and (best is None or len(failed) < len(best)):
            best = failed
    return best or []


def _may_fit(now: Moment, card: Card, must: Filter, intent: Intent, named: Named) -> bool:
    """Whether it meets a demand, or nobody knows: then that demand is not what it fails."""
    source = now.table.card(intent.card) if intent.card is not None else None
    try:
        return fits(now, card, must, intent.player, named, source)
    except Unknown:
        return True


@forbids("actions-step-1b/all-targets-needed")
def a_target_it_needs_is_not_named(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    if intent.text is None or intent.unfitting or intent.trying:
        return None
    out: list[Facts | Finding] = []
    for target in _required(intent, implicit=False):
        named = intent.targets.get(target.name, ())
        if len(named) >= target.least:
            continue
        possible = aims(now, intent, target)
        if len(possible) > max(1, target.least):
            raise Unknown("which-target", card=intent.card, cards=tuple(possible))
        out.append(_missing(now, intent, target))
    return out or None


def aims(now: Moment, intent: Intent, target: Target) -> list[CardId]:
    """The cards that a target not yet named could be, with nothing said against them as such."""
    possible = candidates(now, target, intent.player, intent.targets, intent.card)
    if len(possible) < 2:
        return [card.id for card in possible]
    return [card.id for card in possible if not _speaks_against(now, intent, target, card.id)]


def _speaks_against(now: Moment, intent: Intent, target: Target, card: CardId) -> bool:
    named = intent._replace(targets={**intent.targets, target.name: (card,)}, trying=True)
    against, _, _ = now.against(named)
    return any(card in why.facts.values() for why in against)


def _missing(now: Moment, intent: Intent, target: Target) -> Facts | Finding:
    if target.clause is not None:
        return Finding(target.clause, about(now, intent))
    assert intent.text is not None
    return {"card": intent.card, "text": intent.text.clause, "target": target.name}


@forbids("actions-step-1b/implicit-targets")
def what_it_would_affect_is_not_there(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    if intent.text is None:
        return None
    out: list[Facts | Finding] = []
    names = {target.name for target in intent.text.targets}
    for target in _required(intent, implicit=True):
        if target.filter.at in names and not intent.targets.get(str(target.filter.at)):
            continue  # where it would have to be is not yet said
        if len(_reached(now, intent, target)) < target.least:
            out.append(_missing(now, intent, target))
    return out or None


def _reached(now: Moment, intent: Intent, target: Target) -> list[CardId]:
    found = aimed_at(now, target, intent.player, intent.targets, intent.card)
    return [card.id for card in found]


@forbids("actions-step-1b/cancelling-is-targeting")
def what_it_would_cancel_cannot_be_targeted(now: Moment, intent: Intent) -> Facts | Finding | None:
    """Cancelling is targeting: the victim must be there, and not immune."""
    if intent.text is None or intent.card is None:
        return None
    named = {"answered", *(target.name for target in intent.text.targets)}
    named |= {str(action.kind) for action in now.table.stack}  # a battle, an attack: it is no card
    for what in (c.what for c in foreseen(intent.text.result, Cancels, inside=False)):
        if what not in named and not _victims(now, intent, what):
            title = ", ".join(what.titles) if isinstance(what, Filter) else what
            return {"card": intent.card, "title": title, "immune": False}
    for cancels in foreseen(intent.text.result, Cancels):
        for card in intent.targets.get(str(cancels.what), ()):
            if immune(now, card, intent.card):
                clause = immunity_by_text(now, card, intent.card)
                if clause is not None:
                    return Finding(clause, {"card": card})
                return {"card": intent.card, "title": now.table.card(card).title, "immune": True}
    if intent.answers is not None and _cancels(intent):
        answered = now.table.action(intent.answers)
        clause = immunity_by_text(now, answered.card if answered else None, intent.card)
        if answered is not None and clause is not None:
            return Finding(clause, {"card": answered.card})
        if answered is not None and _is_immune(now, answered, intent.card):
            return {"card": intent.card, "title": ref(answered), "immune": True}
    return None


def _cancels(intent: Intent) -> bool:
    result = intent.text.result if intent.text is not None else ()
    return touches(result, Cancels)


def all_parts(intent: Intent) -> tuple[Part, ...]:
    """Everything its text may do, also if a draw goes one way or the other."""
    return tuple(parts_in(intent.text.result)) if intent.text is not None else ()


def _is_immune(now: Moment, action: Action, to: CardId) -> bool:
    if immune(now, action.card, to):
        return True
    text = action.text
    return text is not None and now.table.card(to).title in text.cannot_be_answered_by


def _victims(now: Moment, intent: Intent, what: object) -> list[CardId]:
    if isinstance(what, Filter):
        source = now.table.card(intent.card) if intent.card is not None else None
        found = described(now, what, intent.player, intent.targets, source)
        return [card.id for card in found]
    if not isinstance(what, str):
        return []
    if what in intent.targets:
        return list(intent.targets[what])
    return [c.id for c in now.on_table() if c.title == what]

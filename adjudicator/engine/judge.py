"""One attempt on one table: legal or not, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from adjudicator.attempts import Scene, verb_of
from adjudicator.attempts.fighting import Fires
from adjudicator.attempts.intent import card_named, place_named
from adjudicator.attempts.passing import Passing
from adjudicator.cards.topics import Topic, speaks_of
from adjudicator.engine.flow import Flow
from adjudicator.engine.initiating import initiate, keep_choices, without_an_action
from adjudicator.engine.naming import Refused
from adjudicator.engine.settling import pass_, settle
from adjudicator.game import ActionId, CardId, Kind, Stands, Verdict
from adjudicator.questions import Answer
from adjudicator.rules.deploying import deploy_cost
from adjudicator.rules.describing import as_action, fits, text_canceled
from adjudicator.rules.just import why_it_was_no_loss
from adjudicator.rules.moment import Moment
from adjudicator.rules.proof import Reason
from adjudicator.rules.registry import Finding, Intent
from adjudicator.rules.stacking import answerable, is_answer
from adjudicator.rules.transfers import transfer_cost
from adjudicator.rules.ways import move_cost
from adjudicator.scenario.setup import Board
from adjudicator.source import folded
from adjudicator.state.attempts import Attempt
from adjudicator.state.events import Event, TotalFound
from adjudicator.state.table import Unknown


class Opinion(NamedTuple):
    """What stands for and against one way to understand an attempt."""

    intent: Intent
    against: tuple[Finding, ...]
    lifting: tuple[Finding, ...]
    unknown: tuple[Unknown, ...]

    @property
    def verdict(self) -> Verdict:
        """Where only the order is at fault nothing forbids it: it was never initiated, and may be
        once those who go first have acted."""
        if self.against:
            too_soon = all(f.stands >= Stands.UNTIL_DONE for f in self.against)
            return Verdict.BACKED_UP if too_soon and not self.unknown else Verdict.ILLEGAL
        return Verdict.UNDETERMINED if self.unknown else Verdict.LEGAL


class Given(NamedTuple):
    """What is taken to be so where a fact is missing: which attempt asked for it, and how."""

    step: int
    question: str
    facts: tuple[tuple[str, object], ...]
    value: str | int


class Case(NamedTuple):
    """An attempt as it comes out if missing facts are so."""

    given: tuple[Given, ...]
    step: Step


class Step(NamedTuple):
    """An attempt, what became of it, and the table before and after. Never changed later:
    a later step that makes a player back up names the steps it withdraws."""

    number: int
    attempt: Attempt
    before: Moment
    after: Moment
    verdict: Verdict
    intent: Intent | None = None
    action: ActionId | None = None
    against: tuple[Finding, ...] = ()
    lifting: tuple[Finding, ...] = ()
    spoken: tuple[Finding, ...] = ()
    events: tuple[Event, ...] = ()
    assumed: tuple[tuple[str, dict[str, Any]], ...] = ()
    unknown: tuple[str, dict[str, Any]] | None = None
    unpermitted: bool = False  # illegal because nothing permits it
    others: tuple[Opinion, ...] = ()  # the card's other texts, and what stands against them
    withdraws: tuple[int, ...] = ()
    back_at: Moment | None = (
        None  # the older table to which players backed up, and on which it stands
    )
    backing_up: Finding | None = None
    revealed: tuple[Event, ...] = ()
    answer: Answer | None = None
    unpaid: bool = False
    grounds: tuple[Finding, ...] = ()  # of a legal action without a text: the numbers behind it
    not_considered: tuple[CardId, ...] = ()
    proof: tuple[Reason, ...] = ()  # what was said on the way, under a rulebook that proves
    cases: tuple[Case, ...] = ()  # where facts are missing: each way in which it may come out
    shown: tuple[Given, ...] = ()  # the case whose table is the one after it
    more_cases: bool = False  # there would have been more of them than are played through

    @property
    def stood_on(self) -> Moment:
        """The table on which it was made: what was backed up before it never was."""
        return self.before if self.back_at is None else self.back_at


def opinions(board: Board, now: Moment, attempt: Attempt) -> list[Opinion]:
    """Every way to understand the attempt, the most promising first."""
    found = []
    for intent in verb_of(attempt.verb).intents(Scene(board, now), attempt):
        if intent.text is not None:
            now.book.works(intent.text)
        if intent.doubt is not None:
            found.append(Opinion(intent, (), (), (intent.doubt,)))
            continue
        against, lifting, unknown = now.against(intent)
        if against:
            against = [*why_it_was_no_loss(now, intent), *against]
        against.sort(key=lambda f: f.stands)  # what no passing could mend decides
        found.append(Opinion(intent, tuple(against), tuple(lifting), tuple(unknown)))
    order = {v: n for n, v in enumerate(_PROMISING)}
    return sorted(
        found,
        key=lambda o: (order[o.verdict], bool(o.intent.unfitting), _distance(now, o.intent),
                       len(o.against)),
    )  # fmt: skip


# Of several ways to understand an attempt, the one that was meant.
_PROMISING = (Verdict.LEGAL, Verdict.UNDETERMINED, Verdict.BACKED_UP, Verdict.ILLEGAL)


def best_opinion(board: Board, now: Moment, attempt: Attempt) -> Opinion | None:
    """The most promising way to understand the attempt, where enough is said to find one."""
    try:
        return next(iter(opinions(board, now, attempt)), None)
    except Unknown:
        return None


def _distance(now: Moment, intent: Intent) -> int:
    """How far a text is from the moment: the reading nearest to it is the one that was meant."""
    if not now.table.stack:
        return int(is_answer(intent)) + int(_answers_something_else(now, intent))
    if intent.answers is not None or intent.follows is not None:
        return 0
    if answerable(now, intent) is not None:
        return 1
    return 2 if is_answer(intent) else 3


def _answers_something_else(now: Moment, intent: Intent) -> bool:
    """Whether the card it is said to answer is not what the text speaks of."""
    named = intent.attempt.answering
    if named is None or intent.text is None:
        return False
    asked = [p for p in (*intent.text.when.answers, *map(as_action, intent.text.when.just)) if p]
    cards = [
        c for c in now.table.cards.values() if folded(named.text) in (folded(c.id), folded(c.title))
    ]
    return bool(cards) and not any(
        fits(now, card, pattern.filter, intent.player) for pattern in asked for card in cards
    )


def judge(board: Board, now: Moment, attempt: Attempt) -> Step:
    """The attempt as it is on this table; backing up is the replay's affair."""
    if isinstance(verb := verb_of(attempt.verb), Passing):
        return _passes(now, attempt, verb)
    try:
        found = opinions(board, now, attempt)
    except Unknown as unknown:  # whether a card is what the text means hangs on what nobody said
        return Step(
            attempt.number, attempt, now, now, Verdict.UNDETERMINED,
            unknown=_question((unknown,)),
        )  # fmt: skip
    if not found:
        return _no_text(board, now, attempt)
    best, *others = found
    if best.verdict is Verdict.ILLEGAL and _may_mean_what_is_unread(now, best.intent):
        return Step(
            attempt.number, attempt, now, now, Verdict.UNDETERMINED,
            unknown=("card-text", {"card": best.intent.card}),
        )  # fmt: skip
    refused = Step(
        attempt.number,
        attempt,
        now,
        now,
        best.verdict,
        best.intent,
        against=best.against,
        lifting=best.lifting,
        others=tuple(others) if best.verdict is Verdict.ILLEGAL else (),
        unpermitted=_unpermitted(best),
        unknown=_question(best.unknown) if best.unknown else None,
    )
    if best.verdict is not Verdict.LEGAL:
        return refused
    flow = _flow(now, attempt)
    at_once = best.intent.kind in (Kind.CHOOSE, Kind.INSIST)
    try:
        action = None
        if at_once:
            without_an_action(flow, best.intent)
        else:
            action = initiate(flow, best.intent)
            settle(flow)
            keep_choices(flow, action)
    except Unknown as unknown:
        return refused._replace(verdict=Verdict.UNDETERMINED, unknown=_question((unknown,)))
    except Refused as choice:
        return refused._replace(verdict=Verdict.ILLEGAL, against=choice.findings)
    grounds = _grounds(now, best.intent)
    card = best.intent.card
    unmodelled = card is not None and bool(now.table.card(card).print.not_modelled)
    return refused._replace(
        after=flow.now,
        action=action.id if action else None,
        events=tuple(flow.events),
        spoken=tuple(flow.spoken),
        assumed=tuple(flow.assumed),
        unpaid=action is None and not at_once,
        grounds=grounds,
        not_considered=(
            *((card,) if unmodelled and card is not None else ()),
            *_attacking_texts(now, best.intent),
            *_fighting_texts(flow),
        ),
    )


def _fighting_texts(flow: Flow) -> tuple[CardId, ...]:
    """Of those whose power was added up, the ones whose text is not wholly modelled."""
    return tuple(
        fighter.card
        for event in flow.events
        if isinstance(event, TotalFound)
        for fighter in event.fighters
        if flow.table.card(fighter.card).print.not_modelled
    )


def _attacking_texts(now: Moment, intent: Intent) -> tuple[CardId, ...]:
    """Of those who would attack or be attacked, the ones whose text is not wholly modelled."""
    if intent.kind is not Kind.ATTACK:
        return ()
    named = (c for group in intent.targets.values() for c in group)
    return tuple(c for c in named if now.table.card(c).print.not_modelled)


def _flow(now: Moment, attempt: Attempt) -> Flow:
    return Flow(
        now,
        attempt.destiny,
        tuple(n.text for n in attempt.paying),
        tuple(n.text for n in attempt.order),
        tuple(n.text for n in attempt.taking),
        tuple(n.text for n in attempt.choosing),
    )


def _grounds(now: Moment, intent: Intent) -> tuple[Finding, ...]:
    """What a battle or a move costs, what a drain or an activation amounts to, term by term."""
    number = {Kind.BATTLE: "battle cost", Kind.DRAIN: "drain", Kind.ACTIVATE: "activation"}
    try:
        match intent.kind:
            case Kind.BATTLE | Kind.DRAIN:
                asked = {"side": intent.player, "location": intent.place}
                total = now.total(number[intent.kind], **asked)
            case Kind.ACTIVATE:
                total = now.total(number[intent.kind], side=intent.player)
            case Kind.MOVE | Kind.REACT:
                total = move_cost(now, intent)
            case Kind.DEPLOY:
                total = deploy_cost(now, intent)
            case Kind.REPLACE:
                free = now.decide("replacement is free", card=intent.card)
                return (free[1],) if free is not None else ()
            case Kind.HAND_ON:
                total = transfer_cost(now, intent)
            case Kind.USE if _is_lent(now, intent):
                lent = now.decide("expands")
                return (lent[1],) if lent is not None else ()
            case _:
                return ()
    except Unknown:
        return ()
    return tuple(Finding(term.clause, term.facts) for term in total.terms if not term.void)


def _is_lent(now: Moment, intent: Intent) -> bool:
    """Whether the text of a location in use stands on an adjacent one."""
    if intent.card not in now.table.row or intent.text is None:
        return False
    own = now.texts(now.table.card(intent.card))
    return all(text.clause != intent.text.clause for text in own)


def _question(unknown: tuple[Unknown, ...]) -> tuple[str, dict[str, Any]]:
    return unknown[0].question, dict(unknown[0].facts)


_PERMISSIONS = frozenset({"actions-step-1a/every-condition", "actions-just/narrow-window"})


def _unpermitted(opinion: Opinion) -> bool:
    """Nothing forbids it, but the card's text does not reach this moment either."""
    return bool(opinion.against) and all(f.clause in _PERMISSIONS for f in opinion.against)


def _no_text(board: Board, now: Moment, attempt: Attempt) -> Step:
    """A card whose text we do not know, or which has no such text."""
    verb, scene = verb_of(attempt.verb), Scene(board, now)
    card = card_named(scene, attempt, verb.from_hand) if attempt.what else None
    if card is not None and isinstance(verb, Fires) and not _says_all(now, card):
        shot = verb.by_rule(scene, attempt, card)
        against = tuple(f for f in now.against(shot)[0] if not _text_may_lift(f))
        if against:
            return Step(attempt.number, attempt, now, now, Verdict.ILLEGAL, shot, against=against)
    unread = next(_where_it_may_stand(scene, attempt, card), None)
    if unread is not None:
        return Step(
            attempt.number, attempt, now, now, Verdict.UNDETERMINED,
            unknown=("card-text", {"card": unread}),
        )  # fmt: skip
    finding = Finding("actions-step-1/some-or-all", {"player": attempt.player, "card": card})
    return Step(
        attempt.number, attempt, now, now, Verdict.ILLEGAL,
        against=(finding,), unpermitted=True,
    )  # fmt: skip


def _may_mean_what_is_unread(now: Moment, intent: Intent) -> bool:
    """Whether a printed text was read only in part, and the rest of it may be what is used."""
    if intent.kind not in (Kind.PLAY, Kind.USE) or intent.attempt.using is not None:
        return False
    if intent.card is None or intent.text is None:
        return False
    print_ = now.table.card(intent.card).print
    return print_.from_print is not None and bool(print_.from_print.left)


def _says_all(now: Moment, card: CardId) -> bool:
    """Whether we know everything that stands on it; canceled, it says nothing."""
    print_ = now.table.card(card).print
    all_told = print_.text_known and not print_.not_modelled
    return all_told or text_canceled(now, now.table.card(card))


def _where_it_may_stand(now: Scene, attempt: Attempt, card: CardId | None) -> Iterator[CardId]:
    """The cards, read in part or not at all, whose text may be the one that is meant."""
    table = now.table
    if card is None:
        return
    if verb_of(attempt.verb).kind is not Kind.MOVE:
        yield from () if _says_all(now, card) else (card,)
        return
    here, there = table.location_of(card), place_named(now, attempt)
    for place in (here, there):
        if place is None or _says_all(now, place):
            continue
        print_ = table.card(place).print
        if not print_.text_known or speaks_of(print_, Topic.MOVE):
            yield place


# What a weapon's own text may say otherwise: when it is fired, how far, how often.
_BY_TEXT = (
    "firing-out-of-battle/target-must-participate",
    "weapons-firing-or-swinging/present-together",
    "weapons-firing-or-swinging/once-per-battle",
)


def _text_may_lift(finding: Finding) -> bool:
    """Whether a text that we do not know could make an exception to the clause."""
    timing = finding.clause.startswith(("actions-", "end-of-turn/", "start-of-turn/"))
    return finding.clause in _BY_TEXT or (timing and "actions-step-1/" not in finding.clause)


def _passes(now: Moment, attempt: Attempt, verb: Passing) -> Step:
    """One pass, or both players in turn until two passes stand in a row, so many times."""
    flow = _flow(now, attempt)
    step = Step(attempt.number, attempt, now, now, Verdict.LEGAL)
    try:
        for _ in range(attempt.amount or 1):
            for player in verb.passers(flow.now, attempt):
                left = len(attempt.paying) - len(flow.paying)  # what earlier passes have paid
                to_come = attempt._replace(paying=attempt.paying[left:])
                intent = Intent(to_come, player, verb.kind)
                against, _lifting, unknown = flow.now.against(intent)
                if against:
                    return step._replace(
                        verdict=Verdict.ILLEGAL, intent=intent, against=tuple(against)
                    )
                pass_(flow, player)
            step = _so_far(step, flow)  # of several passes, those before a refused one stand
    except Unknown as unknown:
        return step._replace(verdict=Verdict.UNDETERMINED, unknown=_question((unknown,)))
    except Refused as choice:
        return step._replace(verdict=Verdict.ILLEGAL, against=choice.findings)
    return step


def _so_far(step: Step, flow: Flow) -> Step:
    return step._replace(
        after=flow.now,
        events=tuple(flow.events),
        spoken=tuple(flow.spoken),
        assumed=tuple(flow.assumed),
        not_considered=_fighting_texts(flow),
    )

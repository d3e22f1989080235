"""The whole sequence, attempt by attempt, and backing up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import overload

from adjudicator.attempts import CLAIMS, is_passing
from adjudicator.attempts.passing import GoesOn
from adjudicator.engine.cases import in_all_cases
from adjudicator.engine.fighting import find_totals
from adjudicator.engine.flow import Flow
from adjudicator.engine.forgotten import could_wait, enough_passes
from adjudicator.engine.initiating import remember_the_stack
from adjudicator.engine.judge import Opinion, Step, best_opinion, judge
from adjudicator.engine.questions import answer
from adjudicator.engine.settling import pass_, settle
from adjudicator.game import Kind, Phase, Segment, Side, Verdict
from adjudicator.game import Step as Stage
from adjudicator.rules.attacks import sides_of_attack
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Intent, Rulebook
from adjudicator.scenario.setup import Board
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.events import (
    DestinyDrawn,
    Event,
    ForceActivated,
    PhaseBegan,
    Queued,
    ResultBegan,
    TurnBegan,
)
from adjudicator.state.table import Unknown
from adjudicator.state.unknown import BUDGET, QUESTION, TooMuchWork, allowed, used_up

NOWHERE = Span(0, 0, 0, 0)
_REFUSED = (Verdict.ILLEGAL, Verdict.BACKED_UP)


class Past:
    """What would have been possible at older steps; the same is often asked again."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._moments: dict[int, Moment] = {}
        self._opinions: dict[tuple[int, tuple[object, ...]], Opinion | None] = {}

    def moment(self, step: Step) -> Moment:
        """The table on which the other player could have acted instead: whoever goes on without
        waiting has passed, if the opportunity was there, and the next was the other player's."""
        if step.number not in self._moments:
            now, player = step.stood_on, step.attempt.player
            if _goes_on(step) and player is now.table.to_act and not now.table.passed:
                flow = Flow(now)
                pass_(flow, player)
                now = flow.now
            self._moments[step.number] = now
        return self._moments[step.number]

    def opinion(self, step: Step, attempt: Attempt, words: tuple[object, ...]) -> Opinion | None:
        """What the attempt would have come to then."""
        BUDGET.spend(QUESTION)
        key = step.number, words
        if key not in self._opinions:
            found = best_opinion(self.board, self.moment(step), attempt)
            self._opinions[key] = found
        return self._opinions[key]


def replay(board: Board, book: Rulebook) -> tuple[Step, ...]:
    """Every attempt judged in order, each on the table the one before left behind; where a fact
    is missing, in every case that it leaves."""
    with allowed(len(board.scenario.attempts), len(board.table.cards)):
        steps = _played(board, book)
    return in_all_cases(board, book, steps, _played)


def _played(board: Board, book: Rulebook) -> tuple[Step, ...]:
    """Every attempt once; one that cannot be ruled leaves the table as it was."""
    steps: list[Step] = []
    past = Past(board)
    book.reasons()  # whatever was asked before proves nothing here
    now = _opening(board, book)
    for attempt in board.scenario.attempts:
        step = _next(board, now, attempt, steps, past)
        if kept := book.reasons():
            step = step._replace(proof=kept)
        steps.append(step)
        if step.after is not now:
            now.forget()  # a long game keeps tables, not what was asked of them
        now = step.after
    return tuple(steps)


def again(board: Board, book: Rulebook, steps: tuple[Step, ...], step: Step) -> Step:
    """A step once more under other rules, on the very table that it was made on."""
    earlier = Retold(book, steps[: step.number - 1])
    with allowed(1, len(board.table.cards)):
        book.reasons()
        now = earlier[-1].after if earlier else _opening(board, book)
        other = _next(board, now, step.attempt, earlier, Past(board))
    return other._replace(proof=book.reasons())


class Retold(Sequence[Step]):
    """Steps that are over, as other rules look at them; each is retold when it is looked at."""

    def __init__(self, book: Rulebook, steps: Sequence[Step]) -> None:
        self.book = book
        self.steps = steps

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Step]: ...
    def __getitem__(self, at: int | slice) -> Step | Sequence[Step]:
        if isinstance(at, slice):
            return Retold(self.book, self.steps[at])
        return _under(self.book, self.steps[at])


def otherwise(
    board: Board, steps: Sequence[Step], step: Step, attempt: Attempt
) -> Iterator[tuple[Step, Step]]:
    """Another attempt in place of one that was made, and all that followed, on the table that it
    leaves: each step as it was, and as it would be."""
    earlier, past = list(steps[: step.number - 1]), Past(board)
    now = step.before
    for was in steps[step.number - 1 :]:
        tried = attempt if was is step else was.attempt
        with allowed(1, len(board.table.cards)):
            other = _next(board, now, tried, earlier, past)
        now.book.reasons()  # a trial proves nothing
        yield was, other
        earlier.append(other)
        now = other.after


def _under(book: Rulebook, step: Step) -> Step:
    """A step that is over, as other rules look at it."""
    before = Moment(step.before.table, book)
    return step._replace(
        before=before,
        after=before if step.after is step.before else Moment(step.after.table, book),
        back_at=Moment(step.back_at.table, book) if step.back_at is not None else None,
    )


def _next(board: Board, now: Moment, attempt: Attempt, steps: Sequence[Step], past: Past) -> Step:
    """What the attempt comes to; whatever was found while the work became too much counts for
    nothing, for it may be a part only."""
    step = None
    if not used_up():
        with suppress(TooMuchWork):
            step = _judged(board, now, attempt, steps, past)
    if step is None or used_up():
        return Step(
            attempt.number, attempt, now, now, Verdict.UNDETERMINED,
            unknown=("too-much-work", {"card": BUDGET.over}),
        )  # fmt: skip
    return step


def _judged(board: Board, now: Moment, attempt: Attempt, steps: Sequence[Step], past: Past) -> Step:
    if attempt.is_question:
        return answer(board, now, attempt)
    if attempt.verb in CLAIMS:
        return _back_up(board, now, attempt, steps, past)
    step = judge(board, now, attempt)
    if step.verdict in _REFUSED and attempt.player is not None:
        if board.scenario.passing_assumed and (found := _after_passing(board, step)):
            return found
        return _claim(board, now, attempt, steps, step) or step
    return step


def _after_passing(board: Board, refused: Step) -> Step | None:
    """The attempt after the passes that nobody wrote down, where they are taken as given."""
    found = enough_passes(board, refused) if could_wait(refused) else None
    if found is None:
        return None
    passes, flow = found
    step = judge(board, flow.now, refused.attempt)
    if step.verdict is not Verdict.LEGAL:
        return None
    player = str(passes.then) if passes.then is not None else None
    told = ("both-passed", {"player": player, "times": passes.both})
    return step._replace(
        before=refused.before,
        events=(*flow.events, *step.events),
        spoken=(*flow.spoken, *step.spoken),
        assumed=(told, *flow.assumed, *step.assumed),
    )


def _opening(board: Board, book: Rulebook) -> Moment:
    """The table at the beginning; a battle's totals are found where the file does not give them,
    and so are those who take part in an attack."""
    now = _with_attackers(Moment(board.table, book))
    now = _with_what_begins(_with_memories(now))
    battle = now.table.battle
    if battle is None or battle.segment not in (Segment.DAMAGE, Segment.END):
        return now
    if battle.fight.decided:
        return now
    flow = Flow(now)
    try:
        find_totals(flow)
    except Unknown:
        return now
    return flow.now


def _with_memories(now: Moment) -> Moment:
    """What is under way was initiated this turn: it counts as any other that was."""
    flow = Flow(now)
    try:
        remember_the_stack(flow)
    except Unknown:
        return now
    return now.on(now.table._replace(done=flow.table.done))


def _with_what_begins(now: Moment) -> Moment:
    """A scenario that begins with the end of a turn, or its start, begins with what must happen
    then, and one that begins with a result with all of it: nobody has said that it has happened."""
    flow = Flow(now)
    try:
        for event in _about_to_come(now):
            flow.happen(event)
        if flow.events:
            settle(flow)
    except Unknown:
        return now
    return flow.now


def _about_to_come(now: Moment) -> Iterator[Event]:
    top = now.table.top
    if top is not None:
        if top.step is Stage.RESULT and top.kind not in (Kind.BATTLE, Kind.ATTACK):
            yield ResultBegan(top.id)
        return
    moment: dict[Phase | None, Event | None] = {
        Phase.END: PhaseBegan(Phase.END),
        Phase.START: TurnBegan(now.table.turn) if now.table.turn is not None else None,
    }
    began = moment.get(now.table.phase)
    if began is None or now.table.just or now.table.passes:
        return
    yield from (e for e in now.book.after(now, now, began) if isinstance(e, Queued))


def _with_attackers(now: Moment) -> Moment:
    attack = now.table.attack
    if attack is None or not attack.targets.get("defenders"):
        return now
    attacked = now.table.card(attack.targets["defenders"][0])
    found = sides_of_attack(now, attack.player, attacked, attack.targets["attackers"])
    stack = tuple(a._replace(targets=found) if a is attack else a for a in now.table.stack)
    return now.on(now.table._replace(stack=stack))


def standing(steps: tuple[Step, ...]) -> dict[int, int]:
    """Which steps were withdrawn, and by which later one."""
    return {number: step.number for step in steps for number in step.withdraws}


def claims(steps: tuple[Step, ...], step: Step) -> list[int]:
    """The later attempts that might have taken it back and did not: their players asked for it in
    vain, or were refused while it waited for an answer."""
    return [
        later.number
        for later in steps
        if later.number > step.number
        and not later.withdraws
        and (later.attempt.verb in CLAIMS or _came_after(step, later))
    ]


def _came_after(step: Step, refused: Step) -> bool:
    """Whether the opponent was refused while the action of a step was the topmost one."""
    top = refused.before.table.top
    return (
        refused.verdict in _REFUSED
        and top is not None
        and top.id == step.action
        and top.player is not refused.attempt.player
    )


def _live(steps: Sequence[Step]) -> list[Step]:
    gone = standing(tuple(steps))
    return [s for s in steps if s.number not in gone and s.after is not s.before]


def _claim(
    board: Board,
    now: Moment,
    attempt: Attempt,
    steps: Sequence[Step],
    refused: Step,
) -> Step | None:
    """A "just" action that should have come before the topmost action makes it back up."""
    top = now.table.top
    if refused.intent is not None and refused.intent.answers is not None:
        return None  # it was meant as an answer to the topmost action
    if top is None or top.step is not Stage.RESPONSES or top.player is attempt.player:
        return None
    live = _live(steps)
    index = next((n for n, s in enumerate(live) if s.action == top.id), None)
    if index is None or _passed_since(live[index:], attempt.player) is not None:
        return None
    before = live[index].stood_on
    best = best_opinion(board, before, attempt)
    if best is None or best.verdict is not Verdict.LEGAL:
        return None
    decided = now.decide("claim", claim=best.intent, before=before, against=top)
    if decided is None:
        return None
    return _from(board, now, attempt, before, live[index:], decided[1])


def _from(
    board: Board,
    now: Moment,
    attempt: Attempt,
    before: Moment,
    withdrawn: list[Step],
    finding: Finding,
) -> Step:
    """The attempt judged on the older table, from which play goes on."""
    older = before.on(
        before.table._replace(last_action=now.table.last_action, minted=now.table.minted)
    )
    step = judge(board, older, attempt)
    return step._replace(
        before=now,
        withdraws=tuple(s.number for s in withdrawn),
        back_at=older,
        backing_up=finding,
        revealed=_revealed(withdrawn),
    )


def _passed_since(steps: Sequence[Step], player: Side | None) -> int | None:
    for step in steps:
        if is_passing(step.attempt.verb) and step.attempt.player in (None, player):
            return step.number
        if step.attempt.player is player:
            return step.number
    return None


def _revealed(steps: Sequence[Step]) -> tuple[Event, ...]:
    """What the players have seen or carried out since; the judge weighs it."""
    telling = (DestinyDrawn, ResultBegan, ForceActivated)
    return tuple(e for s in steps for e in s.events if isinstance(e, telling))


def _came_in_turn(step: Step, claim: Intent) -> bool:
    """A "just" action at its own player's opportunity is in its place, and so is any before an
    ordinary one; nobody takes it back."""
    action = step.after.table.action(step.action)
    if action is None or not action.just:
        return False
    return action.jumped is not claim.player or claim.follows is None


def _goes_on(step: Step) -> bool:
    return step.attempt.verb == GoesOn.name


def _was_passed_over(steps: Sequence[Step], claimant: Side | None) -> bool:
    """Whether the opponent took or passed over an opportunity of the claimant's: with a "just"
    action of the opponent's own, or by going on without waiting."""
    for step in steps:
        action = step.after.table.action(step.action)
        if action is not None and action.jumped is claimant:
            return True
        if _goes_on(step) and step.attempt.player is not claimant:
            there = step.stood_on.table
            if there.to_act is claimant or not there.passed:
                return True
    return False


def _in_words(attempt: Attempt) -> tuple[object, ...]:
    """An attempt without the place where it is written."""
    bare = attempt._replace(number=0, span=NOWHERE, expect=(), todo=None, asked=False)
    return tuple(
        value.text if isinstance(value, Name)
        else tuple(n.text if isinstance(n, Name) else n for n in value) if type(value) is tuple
        else value
        for value in bare
    )  # fmt: skip


def _back_up(
    board: Board, now: Moment, attempt: Attempt, steps: Sequence[Step], past: Past
) -> Step:
    """A player asks for the time that was not given: back to where the action belonged."""
    plain = attempt._replace(verb=CLAIMS[attempt.verb].name)
    present = judge(board, now, plain)
    live = _live(steps)
    is_open = present.verdict is Verdict.LEGAL
    if is_open and not _was_passed_over(live, attempt.player):
        return present._replace(attempt=attempt)  # nothing to back up: it is his opportunity
    nearest: Step | None = None
    words = _in_words(plain)
    for index in range(len(live) - 1, -1, -1):
        step = live[index]
        own = step.attempt.player is not None and step.attempt.player is attempt.player
        best = past.opinion(step, plain, words)
        if best is None:
            continue
        if best.verdict is not Verdict.LEGAL:
            if not own:
                nearest = nearest or judge(board, past.moment(step), plain)
            continue
        if not own and _came_in_turn(step, best.intent):
            nearest = nearest or present
            continue
        if is_open and not _was_passed_over(live[index:], attempt.player):
            continue
        passed = _let_go(live, index, past.moment(step), attempt.player)
        decided = now.decide("back up", claim=best.intent, passed_at=passed, step=step.number)
        if decided is None or (is_open and not decided[0]):
            break
        allowed, finding = decided
        if not allowed:
            return Step(
                attempt.number, attempt, now, now, Verdict.ILLEGAL, best.intent,
                against=(finding,),
            )  # fmt: skip
        done = _from(board, now, plain, past.moment(step), live[index:], finding)
        return done._replace(attempt=attempt)
    if is_open:
        return present._replace(attempt=attempt)
    refused = nearest or present
    if refused.verdict is Verdict.BACKED_UP:  # nobody else has to go back for it
        refused = refused._replace(verdict=Verdict.ILLEGAL)
    return refused._replace(number=attempt.number, attempt=attempt, before=now, after=now)


def _let_go(steps: Sequence[Step], index: int, moment: Moment, player: Side | None) -> int | None:
    """The step at which a player who claims to have had no time let it go."""
    passed = _passed_since(steps[index:], player)
    if passed is None and moment.table.passed and moment.table.to_act is not player:
        return steps[index - 1].number if index else 0
    return passed

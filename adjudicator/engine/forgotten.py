"""Passes that a file does not mention: a refusal may only mean that nobody wrote them down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from adjudicator.attempts import CLAIMS, is_passing, verb_of
from adjudicator.attempts.passing import Passes as ToPass
from adjudicator.engine.flow import Flow
from adjudicator.engine.judge import Step, best_opinion, judge
from adjudicator.engine.naming import Refused
from adjudicator.engine.settling import pass_
from adjudicator.game import Kind, Side, Verdict
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Intent
from adjudicator.scenario.setup import Board
from adjudicator.source import Fix, Lines, Problem, said
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Unknown
from adjudicator.state.unknown import TooMuchWork, at_most

_ABOUT_TIME = (
    "actions-taking-turns/", "actions-stacking/", "actions-just/", "actions-step-2/",
    "actions-example-4/", "actions-step-1a/every-condition", "start-of-turn/", "end-of-turn/",
    "end-of-a-battle/", "force/loser-",
)  # fmt: skip
_TIMES = frozenset({"phase", "segment"})
_MOST_WORK = 300_000  # units, to find out what a few passes bring
_MOST = 3  # times that both pass; whoever leaves out more of it left out more than passes


class Passes(NamedTuple):
    """How often both would have passed, and who once more after that."""

    both: int
    then: Side | None = None

    @property
    def lines(self) -> tuple[str, ...]:
        """As they are written in a file."""
        both = "- both pass" if self.both == 1 else f"- both pass: {self.both}"
        once = f"- {self.then} passes"
        return (*((both,) if self.both else ()), *((once,) if self.then is not None else ()))


class Forgotten(NamedTuple):
    """Passes after an attempt that would do away with a refusal, or with backing up."""

    passes: Passes
    before: int  # the attempt above which they would stand
    comes_back: bool = False  # players back up now, and would not then


def passed_on(now: Moment) -> Iterator[tuple[Passes, Flow]]:
    """What comes of passing: by the player who is to act, by both, by one of them again …"""
    flow = Flow(now)
    try:
        for both in range(_MOST + 1):
            first, alone = flow.table.to_act, not flow.table.passed
            if both and flow.table.phase is not now.table.phase:
                return  # nobody leaves out more than what leads to another phase
            _pass(flow, first)
            if alone:
                yield Passes(both, first), flow
                _pass(flow, first.opponent)
            if now.table.stack and flow.table.phase is not now.table.phase:
                return
            yield Passes(both + 1), flow
    except (Unknown, Refused):
        return


def _pass(flow: Flow, player: Side) -> None:
    """A pass that the rules allow; nobody passes while he owes what he can meet."""
    if against := _against_passing(flow.now, player):
        raise Refused(against)
    pass_(flow, player)


def _against_passing(now: Moment, player: Side) -> list[Finding]:
    attempt = verb_of(ToPass.name).of(player)
    against, _, unknown = now.against(Intent(attempt, player, Kind.PASS))
    if unknown:
        raise unknown[0]
    return against


def why_no_pass(now: Moment) -> list[Finding]:
    """What keeps one of the players from passing now."""
    sides = (now.table.to_act, now.table.to_act.opponent)
    return next((found for side in sides if (found := _against_passing(now, side))), [])


def enough_passes(board: Board, step: Step) -> tuple[Passes, Flow] | None:
    """The fewest passes after which the attempt is legal."""
    for passes, flow in passed_on(step.before):
        if passes.then is step.attempt.player:
            continue
        best = best_opinion(board, flow.now, step.attempt)
        if best is not None and best.verdict is Verdict.LEGAL:
            return passes, flow
    return None


def forgotten(board: Board, steps: Sequence[Step], step: Step) -> Forgotten | None:
    """The passes that nobody wrote down, as it seems: without a word of them in the file, the
    attempt is refused, or makes a player back up."""
    with suppress(TooMuchWork), at_most(_MOST_WORK):
        return _forgotten(board, steps, step)
    return None


def _forgotten(board: Board, steps: Sequence[Step], step: Step) -> Forgotten | None:
    if step.withdraws:
        return _before_what_is_taken_back(board, steps, step)
    if step.number == 1 or not could_wait(step) or _is_tried_again(steps, step):
        return None
    if not any(is_of_the_moment(f) for f in step.against):
        return None
    found = enough_passes(board, step)
    return Forgotten(found[0], step.number) if found is not None else None


def is_of_the_moment(finding: Finding) -> bool:
    """Whether what stands against an attempt may be gone a moment later."""
    return finding.clause.startswith(_ABOUT_TIME) or bool(_TIMES & finding.facts.keys())


def could_wait(step: Step) -> bool:
    """Whether it is a refused attempt that passes might bring nearer. Who asks to back up says
    himself that he was given no time to pass."""
    verb = step.attempt.verb
    return step.verdict is Verdict.ILLEGAL and not is_passing(verb) and verb not in CLAIMS


def _before_what_is_taken_back(board: Board, steps: Sequence[Step], step: Step) -> Forgotten | None:
    taken_back = next(s for s in steps if s.number == step.withdraws[0])
    if taken_back.number == 1 or step.attempt.verb in CLAIMS:
        return None
    for passes, flow in passed_on(taken_back.before):
        if passes.then is taken_back.attempt.player:
            continue
        if judge(board, flow.now, taken_back.attempt).verdict is not Verdict.LEGAL:
            continue
        then = best_opinion(board, flow.now, step.attempt)
        if then is None or then.verdict is not Verdict.LEGAL:  # its moment is over
            return Forgotten(passes, taken_back.number, comes_back=True)
    return None


def _is_tried_again(steps: Sequence[Step], step: Step) -> bool:
    """Whether the file tries the same after passes: then it was not meant to come after them."""
    passed = False
    for later in steps[step.number :]:
        passed = passed or is_passing(later.attempt.verb)
        if passed and is_the_same(later.attempt, step.attempt):
            return True
    return False


def is_the_same(one: Attempt, other: Attempt) -> bool:
    """Whether one player tries one thing again."""
    named = [a.what.text if a.what is not None else None for a in (one, other)]
    return named[0] == named[1] and (one.player, one.verb) == (other.player, other.verb)


def passes_left_out(board: Board, steps: Sequence[Step]) -> Iterator[Problem]:
    """What `check` notes of them; where the author expects the refusal, nothing was left out."""
    for step in steps:
        if any(e.value == str(step.verdict) for e in step.attempt.expect if e.key == "verdict"):
            continue
        found = forgotten(board, steps, step)
        if found is None:
            continue
        lines = " and ".join(f"`{line}`" for line in found.passes.lines)
        way = "makes-the-other-player-back-up" if found.comes_back else "is-illegal"
        yield Problem(
            board.scenario.file,
            step.attempt.span,
            said(
                "this-only-because-nobody-has-passed-since",
                refused=said(way),
                before=found.before - 1,
            ),
            "forgotten-pass",
            said("if-they-passed-there-write-above-attempt", lines=lines, before=found.before),
            _inserted(board, found),
        )


def _inserted(board: Board, found: Forgotten) -> tuple[Fix, ...]:
    """The lines above that attempt, where it stands on a line of its own."""
    attempt = next(a for a in board.scenario.attempts if a.number == found.before)
    lines = Lines(board.scenario.text)
    start = lines.index(attempt.span.line, 1)
    indent = lines.text[start : lines.index(attempt.span.line, attempt.span.column)]
    if indent.strip() != "-" or not indent.endswith("- "):
        return ()
    blank = indent[: indent.index("-")]
    newline = "\r\n" if "\r\n" in lines.text else "\n"
    text = "".join(f"{blank}{line}{newline}" for line in found.passes.lines)
    return (Fix(lines.span(start, start), text),)

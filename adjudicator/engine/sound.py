"""Proofs that name nothing in vain: what spoke, and without which nothing would be otherwise, is
taken out of them. It is found by trying: an attempt is judged again on its own table by rules that
lack the clause, and all that it came to is compared. Trying is counted as all work is; where more
of it would be needed than for any game, the proofs that are left stay as they were kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

from adjudicator.engine.judge import Step
from adjudicator.engine.replay import again
from adjudicator.rules.proof import ProvingRulebook, Reason
from adjudicator.scenario.setup import Board
from adjudicator.state.unknown import BUDGET, TooMuchWork, at_most

_AT_FIRST = 1_000_000  # units of work; twice what any shipped scenario needs …
_EACH = 2_000  # … and more for each attempt


def sound(board: Board, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps of a replay that kept proofs, each proof without what did not matter."""
    if not steps or not isinstance(book := steps[0].before.book, ProvingRulebook):
        return steps
    found: list[Step] = []
    with suppress(TooMuchWork), at_most(_AT_FIRST + _EACH * len(steps)):
        for step in steps:
            tried = _without_the_idle(board, book, steps, step)
            BUDGET.spend(0)  # what was found while it was used up may be a part only
            found.append(tried)
    return (*found, *steps[len(found) :])


def _without_the_idle(
    board: Board, book: ProvingRulebook, steps: tuple[Step, ...], step: Step
) -> Step:
    if step.cases:  # its proof is that of many
        return step
    said = _said(step)
    suspects = dict.fromkeys(c for c in spoken_in(step.proof) if c not in said)
    idle = {clause for clause in suspects if not _matters(board, book, steps, step, clause)}
    return step._replace(proof=tuple(_spared(step.proof, idle))) if idle else step


def _matters(
    board: Board, book: ProvingRulebook, steps: tuple[Step, ...], step: Step, clause: str
) -> bool:
    """What is compared last costs most: a rulebook that proves has much to write down."""
    if came_to(again(board, book.plain().lacking(clause), steps, step)) != came_to(step):
        return True
    other = again(board, book.lacking(clause), steps, step)
    return [*told_beside(other.proof, clause)] != [*told_beside(step.proof, clause)]


def came_to(step: Step) -> tuple[object, ...]:
    """All that an attempt came to: verdict and answer with their reasons, and the whole table
    with what has just happened and what is remembered."""
    said = (step.against, step.lifting, step.grounds, step.answer, step.unknown, step.withdraws)
    return (step.verdict, step.unpaid, said, step.after.table)


def _said(step: Step) -> frozenset[str]:
    """The clauses that the ruling gives as its reasons: what it says is otherwise without them."""
    found = [*step.against, *step.lifting, *step.grounds]
    found += [f.lifts for f in step.lifting if f.lifts is not None]
    found += [step.backing_up] if step.backing_up is not None else []
    if step.answer is not None:
        found += step.answer.findings
    terms = step.answer.sum.terms if step.answer is not None and step.answer.sum else ()
    return frozenset([*(f.clause for f in found), *(t.clause for t in terms)])


def spoken_in(reasons: Iterable[Reason]) -> Iterator[str]:
    """The clauses that said something; what does not apply is named for what keeps it from it."""
    for reason in reasons:
        if reason.spoke:
            yield reason.clause
        yield from spoken_in(reason.rests_on)


def told_beside(reasons: Iterable[Reason], clause: str) -> Iterator[str]:
    """A proof as lines, without what is said of one clause."""
    for reason in reasons:
        if reason.clause != clause:
            yield f"{reason.clause} {reason.spoke} {reason.facts}"
            yield from told_beside(reason.rests_on, clause)


def _spared(reasons: Iterable[Reason], idle: set[str]) -> Iterator[Reason]:
    """Without what is idle; what that rested on stands in its place, if it matters itself."""
    for reason in reasons:
        below = tuple(_spared(reason.rests_on, idle))
        if reason.spoke and reason.clause in idle:
            yield from below
        elif reason.spoke or below or not reason.rests_on:
            yield reason._replace(rests_on=below)

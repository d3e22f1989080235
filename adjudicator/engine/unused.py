"""What a file gives for an attempt, and nothing on the way asked for: found by trying.

Left out, or said otherwise, it changes no verdict, no table and nothing that is taken as given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from adjudicator.engine.judge import Step
from adjudicator.engine.replay import otherwise, standing
from adjudicator.game import Verdict
from adjudicator.scenario.setup import Board
from adjudicator.source import Problem, Span, said
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.events import Changed
from adjudicator.state.table import summary

_NOBODY = "nobody and nothing"  # no card and no pile is called so
_MOST = 12  # things of one kind that are tried
_STEPS = 40  # on which one waits for a result


class Unused(NamedTuple):
    """One thing given for an attempt."""

    number: int
    key: str
    value: str
    span: Span


class _Given(NamedTuple):
    """A thing given, and attempts that lack it or say something else: where they all come to the
    same, nothing has asked for it, or it was nothing that could be taken."""

    unused: Unused
    others: tuple[Attempt, ...]


def unused(board: Board, steps: Sequence[Step]) -> Iterator[Unused]:
    """All that nothing asked for, of the attempts that stand."""
    gone = standing(tuple(steps))
    for step in steps:
        if step.verdict is Verdict.LEGAL and step.number not in gone:
            for given in _given(step.attempt):
                if _is_unused(board, steps, step, given):
                    yield given.unused


def given_in_vain(board: Board, steps: Sequence[Step]) -> Iterator[Problem]:
    """What `check` notes of it."""
    for found in unused(board, steps):
        yield Problem(
            board.scenario.file,
            found.span,
            said("given-and-nothing-asks", key=found.key, value=found.value),
            "not-used",
            said("leave-it-out-or-say-it"),
        )


def _given(attempt: Attempt) -> Iterator[_Given]:
    """What may be asked for on the way, one thing after the other."""

    def of(key: str, value: str, span: Span, *others: Attempt) -> _Given:
        return _Given(Unused(attempt.number, key, value, span), others)

    draws = attempt.destiny
    for place in reversed(range(max(0, len(draws) - _MOST), len(draws))):
        left, rest = draws[:place], draws[place + 1 :]
        fewer = attempt._replace(destiny=(*left, *rest))
        others = attempt._replace(destiny=(*left, (draws[place] + 1) % 8, *rest))
        yield of("destiny", str(draws[place]), attempt.span, fewer, others)
    for name, without, _ in _each(attempt.paying):
        yield of("paying", name.text, name.span, attempt._replace(paying=without))
    for name, without, other in _each(attempt.choosing):
        nothing, nobody = attempt._replace(choosing=without), attempt._replace(choosing=other)
        yield of("choosing", name.text, name.span, nothing, nobody)
    for name, _, other in _each(attempt.taking):  # one that is not there is as good as nobody
        yield of("taking", name.text, name.span, attempt._replace(taking=other))
    if attempt.order:
        told = ", ".join(name.text for name in attempt.order)
        turned = attempt._replace(order=tuple(reversed(attempt.order)))
        yield of("order", told, attempt.order[0].span, attempt._replace(order=()), turned)
    if attempt.x is not None:
        more = attempt._replace(x=attempt.x + 1)
        yield of("X", str(attempt.x), attempt.span, attempt._replace(x=None), more)


Names = tuple[Name, ...]


def _each(names: Names) -> Iterator[tuple[Name, Names, Names]]:
    """Each name, the others without it, and with another in its place."""
    for place, name in enumerate(names[:_MOST]):
        left, rest = names[:place], names[place + 1 :]
        yield name, (*left, *rest), (*left, Name(_NOBODY, name.span), *rest)


def _is_unused(board: Board, steps: Sequence[Step], step: Step, given: _Given) -> bool:
    return all(_comes_to_the_same(board, steps, step, other) for other in given.others)


def _comes_to_the_same(board: Board, steps: Sequence[Step], step: Step, attempt: Attempt) -> bool:
    """Whether nothing is otherwise until nothing waits for what was given any more."""
    for count, (was, now) in enumerate(otherwise(board, steps, step, attempt)):
        if _seen(was) != _seen(now):
            return False
        if was.after.table == now.after.table:
            return True
        if count == _STEPS:
            return False
    return False  # it may still be asked for


def _seen(step: Step) -> tuple[object, ...]:
    intent = step.intent
    return (
        intent and (intent.targets, intent.place, intent.aboard, intent.unfitting),
        step.verdict, step.unknown, step.answer and step.answer.value, step.assumed,
        [type(e) for e in step.events if not isinstance(e, Changed)], [f.clause for f in step.against], [f.clause for f in step.spoken],
        summary(step.after.table),
    )  # fmt: skip

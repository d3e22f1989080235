"""What a file gives for an attempt, and nothing on the way asked for: found by trying.

Left out, or said otherwise, it changes no verdict, no table and nothing that is taken as given."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from adjudicator.engine.judge import Step
from adjudicator.engine.replay import otherwise, standing
from adjudicator.game import Verdict, Zone
from adjudicator.scenario.setup import Board
from adjudicator.source import Problem, Span
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.table import Table, summary

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
    unused: Unused
    without: Attempt
    instead: Attempt


def unused(board: Board, steps: Sequence[Step]) -> Iterator[Unused]:
    """All that nothing asked for, of the attempts that stand."""
    gone = standing(tuple(steps))
    for step in steps:
        if step.verdict is Verdict.LEGAL and step.number not in gone:
            for given in _given(step.before.table, step.attempt):
                if _is_unused(board, steps, step, given):
                    yield given.unused


def given_in_vain(board: Board, steps: Sequence[Step]) -> Iterator[Problem]:
    """What `check` notes of it."""
    for found in unused(board, steps):
        yield Problem(
            board.scenario.file,
            found.span,
            f"`{found.key}: {found.value}` is given, and nothing asks for it",
            "not-used",
            "leave it out, or say it of the attempt that asks for it",
        )


def _given(table: Table, attempt: Attempt) -> Iterator[_Given]:
    """What may be asked for on the way, one thing after the other, each with an attempt that lacks
    it and one that says something else."""
    draws = attempt.destiny
    for place in reversed(range(max(0, len(draws) - _MOST), len(draws))):
        left, rest = draws[:place], draws[place + 1 :]
        yield _Given(
            Unused(attempt.number, "destiny", str(draws[place]), attempt.span),
            attempt._replace(destiny=(*left, *rest)),
            attempt._replace(destiny=(*left, (draws[place] + 1) % 8, *rest)),
        )
    for key, names, put in (
        ("paying", attempt.paying, lambda found: attempt._replace(paying=found)),
        ("taking", attempt.taking, lambda found: attempt._replace(taking=found)),
        ("choosing", attempt.choosing, lambda found: attempt._replace(choosing=found)),
    ):
        yield from _each(attempt, key, names, put, Name(_NOBODY, attempt.span))
    if attempt.order:
        yield _Given(
            Unused(
                attempt.number, "order", ", ".join(n.text for n in attempt.order),
                attempt.order[0].span,
            ),
            attempt._replace(order=()),
            attempt._replace(order=tuple(reversed(attempt.order))),
        )  # fmt: skip
    if attempt.x is not None:
        yield _Given(
            Unused(attempt.number, "X", str(attempt.x), attempt.span),
            attempt._replace(x=None),
            attempt._replace(x=attempt.x + 1),
        )
    yield from _aimed(table, attempt)


def _each(
    attempt: Attempt,
    key: str,
    names: tuple[Name, ...],
    put: Callable[[tuple[Name, ...]], Attempt],
    other: Name | None,
) -> Iterator[_Given]:
    for place, name in enumerate(names[:_MOST]):
        left, rest = names[:place], names[place + 1 :]
        instead = (other,) if other is not None else ()
        unused = Unused(attempt.number, key, name.text, name.span)
        yield _Given(unused, put((*left, *rest)), put((*left, *instead, *rest)))


def _aimed(table: Table, attempt: Attempt) -> Iterator[_Given]:
    """Where a text is aimed, of the cards that are played, deployed or used."""
    if attempt.verb not in ("plays", "deploys", "uses"):
        return
    places: tuple[tuple[str, Name | None, Callable[[Name | None], Attempt]], ...] = (
        ("to", attempt.to, lambda name: attempt._replace(to=name)),
        ("at", attempt.at, lambda name: attempt._replace(at=name)),
    )
    for key, name, at in places:
        if name is not None:
            other = next((place for place in table.row if str(place) != name.text), None)
            unused = Unused(attempt.number, key, name.text, name.span)
            yield _Given(unused, at(None), at(Name(str(other), name.span) if other else None))
    named = {name.text for name in attempt.targets}
    lying = (c for c in table.cards.values() if c.zone is Zone.TABLE and str(c.id) not in named)
    card = next(lying, None)
    yield from _each(
        attempt, "targets", attempt.targets, lambda found: attempt._replace(targets=found),
        Name(str(card.id), attempt.span) if card is not None else None,
    )  # fmt: skip


def _is_unused(board: Board, steps: Sequence[Step], step: Step, given: _Given) -> bool:
    return all(
        _comes_to_the_same(board, steps, step, other) for other in (given.without, given.instead)
    )


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
        len(step.events), [f.clause for f in step.against], [f.clause for f in step.spoken],
        summary(step.after.table),
    )  # fmt: skip

"""What a moment keeps of its answers changes nothing but the time it takes to find them."""

from __future__ import annotations

from pathlib import Path

from adjudicator.engine.judge import Step
from adjudicator.engine.replay import replay
from adjudicator.rules.registry import Rulebook
from adjudicator.session import Desk

SCENARIOS = Path(__file__).parent.parent / "scenarios"


class Forgetful(Rulebook):
    """Finds everything anew."""

    remembers = False


def _all_of_it(step: Step) -> str:
    said = (step.verdict, step.against, step.lifting, step.unknown, step.grounds, step.answer)
    done = (step.events, step.spoken, step.assumed, step.withdraws, step.after.table)
    return repr((said, done))


def test_every_scenario_is_ruled_the_same_where_nothing_is_kept() -> None:
    desk, forgetful = Desk.open(), Forgetful()
    for path in sorted(SCENARIOS.rglob("*.yaml")):
        board = desk.load(path).board
        if board is None:
            continue
        kept, anew = replay(board, desk.book), replay(board, forgetful)
        for one, other in zip(kept, anew, strict=True):
            assert _all_of_it(one) == _all_of_it(other), (path.name, one.number)

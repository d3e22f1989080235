"""Whether proofs are whole and sound: each clause is left out in turn, and what changes is compared.

`python tests/proofs.py` does it for all shipped scenarios, `--some 100 --seed 1` for some of them,
`--boards 2000` also for so many that were made from them (see `mutants.py`).
Whole: where leaving a clause out changes an attempt's verdict, answer or table, the clause stands
in the proof of that attempt, or of another one on which it rests. Sound: a clause drawn from a
proof changes, left out, that attempt's verdict, answer, table or what else is in its proof."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import NamedTuple

from mutants import Breeder

from adjudicator.engine.judge import Step
from adjudicator.engine.replay import again, claims, replay, standing
from adjudicator.engine.sound import came_to, sound, spoken_in, told_beside
from adjudicator.regress.plays import outcome
from adjudicator.rules.proof import ProvingRulebook
from adjudicator.rules.registry import RecordingRulebook, Rulebook
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk, scenario_files

SCENARIOS = Path(__file__).parent.parent / "scenarios"


class Difference(NamedTuple):
    """An attempt that comes out otherwise without a clause."""

    file: str
    step: int
    clause: str
    of: str  # verdict, or table
    named: bool  # the proof names the clause


@lru_cache(maxsize=1024)
def lacking(clause: str) -> Rulebook:
    return Rulebook(without={clause})


def boards(some: int | None = None, seed: int = 1) -> Iterator[Board]:
    desk, files = Desk.open(), list(scenario_files([SCENARIOS]))
    for file in Random(seed).sample(files, some) if some is not None else files:
        board = desk.load(file).board
        assert board is not None, file
        yield board


def made(number: int, seed: int) -> Iterator[Board]:
    """So many boards that nobody wrote, and that can be ruled."""
    desk, breeder, found = Desk.open(), Breeder(), 0
    for attempt in count():
        if found == number:
            return
        board = desk.read(f"mutant {seed}:{attempt}", breeder.mutant(seed, attempt)).board
        if board is not None and board.scenario.attempts:
            found += 1
            yield board


def named_by(steps: tuple[Step, ...]) -> list[set[str]]:
    """For each attempt the clauses in its proof and in those on which it rests."""
    own = [{c for reason in step.proof for c in reason.clauses()} for step in steps]
    gone, found, before = standing(steps), [], set[str]()
    for step, mine in zip(steps, own, strict=True):
        taking_back = [*([gone[step.number]] if step.number in gone else []), *claims(steps, step)]
        later = set[str]().union(*(own[number - 1] for number in taking_back))
        found.append(mine | before | later)
        if not step.attempt.is_question or step is steps[0]:  # which also tells how play began
            before |= mine  # a refusal, too, leaves the table as it is
    return found


def differences(board: Board) -> Iterator[Difference]:
    """What changes when each clause that spoke is left out; one that was silent cannot matter."""
    noting = RecordingRulebook()
    replay(board, noting)
    steps = sound(board, replay(board, ProvingRulebook()))
    base, named = outcome(steps), named_by(steps)
    for clause in sorted(noting.turn_page().spoke):
        other = outcome(replay(board, lacking(clause)))
        for number, (was, now) in enumerate(zip(base, other, strict=True)):
            if was != now:
                of = "verdict" if was[:3] != now[:3] else "table"
                known = clause in named[number]
                yield Difference(board.scenario.file, number + 1, clause, of, known)


class Idle(NamedTuple):
    """A clause in a proof without which nothing is otherwise."""

    file: str
    step: int
    clause: str


def _is_the_same(one: Step, other: Step, clause: str) -> bool:
    """Whether two attempts came to the same for the same reasons, but for what a clause says."""
    beside = [[*told_beside(each.proof, clause)] for each in (one, other)]
    return came_to(one) == came_to(other) and beside[0] == beside[1]


def idle(board: Board, random: Random, most: int) -> tuple[int, list[Idle]]:
    """How many clauses were drawn from the proofs of a scenario, and those that did not matter.
    Each is left out of the whole replay, or of this attempt alone, and what comes is compared."""
    steps = replay(board, ProvingRulebook())
    drawn = [
        (number, clause)
        for number, step in enumerate(sound(board, steps))
        for clause in sorted({*spoken_in(step.proof)})
    ]
    drawn = random.sample(drawn, min(most, len(drawn)))
    found = []
    for number, clause in drawn:
        lacking = ProvingRulebook({clause})
        of_all = replay(board, lacking)[number]
        of_this = again(board, lacking, steps, steps[number])
        if _is_the_same(of_all, steps[number], clause) and _is_the_same(
            of_this, steps[number], clause
        ):
            found.append(Idle(board.scenario.file, number + 1, clause))
    return len(drawn), found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--some", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--drawn", type=int, default=2, help="clauses a scenario for soundness")
    parser.add_argument("--boards", type=int, default=0, help="made from the shipped ones")
    parser.add_argument("--only-boards", action="store_true", help="none of the shipped ones")
    given = parser.parse_args()
    random, whole, missing, sound, drawn = Random(given.seed), Counter[str](), [], [], 0
    for board in chain(
        boards(0 if given.only_boards else given.some, given.seed), made(given.boards, given.seed)
    ):
        for found in differences(board):
            whole[found.of] += 1
            if not found.named:
                missing.append(found)
        more, without_effect = idle(board, random, given.drawn)
        drawn += more
        sound += without_effect
    for of, number in sorted(whole.items()):
        lacks = sum(m.of == of for m in missing)
        print(f"{of}: {number} differences, {number - lacks} named ({1 - lacks / number:.2%})")
    print(f"drawn from proofs: {drawn} clauses, {len(sound)} without any effect")
    for (of, clause), number in Counter((m.of, m.clause) for m in missing).most_common():
        first = next(m for m in missing if m.clause == clause)
        print(f"  unnamed {of}: {clause} ({number}), as in {first.file} step {first.step}")
    for clause, number in Counter(i.clause for i in sound).most_common():
        place = next(i for i in sound if i.clause == clause)
        print(f"  no effect: {clause} ({number}), as in {place.file} step {place.step}")
    return int(bool(missing or sound))


if __name__ == "__main__":
    sys.exit(main())

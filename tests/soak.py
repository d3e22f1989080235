"""Rules scenarios that nobody would write: `python tests/soak.py --mutants 3000 --seed 1`.

Of each mutant (see `mutants.py`) the whole way is taken: read, replayed, composed, written in
both languages, asked for options and for how a card stands. What must not happen is told with the
smallest such mutant, and the exit code is 1:

* an exception that nobody expected,
* more than four seconds of processor time for one scenario (measured here only: the engine counts
  its work and has no clock),
* a table that breaks its own laws (`laws.py`), or a refusal that changes it,
* "None" or another word of the program's own in a sentence, in either language,
* another ruling under another hash seed (`--twice N`: every Nth mutant is ruled again so).
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import laws
from mutants import Breeder

from adjudicator.engine.options import options
from adjudicator.rules.moment import Moment
from adjudicator.ruling.compose import compose
from adjudicator.ruling.status import status
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.source import show
from adjudicator.state.table import Table
from adjudicator.state.unknown import TooMuchWork

MOST = 4.0  # seconds of processor time, with what is found by trying and the proof; the aim is 1
OURS = re.compile(r"\bNone\b(?! Shall Pass)|<[\w.]+ object at|\b(?:Zone|Kind|Side|Phase|How|Mark)\.[A-Z]|\w+\(\w+=")  # fmt: skip


class Fault(NamedTuple):
    """Something that must not happen, and the mutant that made it happen."""

    kind: str
    where: str
    number: int
    text: str


class Soak:
    """Rules mutants one by one; `seen` is a digest of all that was said of the last one."""

    def __init__(self, seed: int, breeder: Breeder | None = None) -> None:
        self.seed = seed
        self.breeder = breeder or Breeder()
        self.desk = Desk.open()
        self.proving = Desk.open(proving=True)
        self.readable = 0
        self.seen = ""

    def faults(self, number: int) -> Iterator[Fault]:
        text = self.breeder.mutant(self.seed, number)
        self._said: list[str] = []
        began = time.process_time()
        try:
            for kind, where in self._ruled(text, number):
                yield Fault(kind, where, number, text)
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            where = (
                f"{type(error).__name__} {Path(frame.filename).name}:{frame.lineno} {frame.name}"
            )
            self._said.append(where)
            yield Fault("exception", where, number, text)
        spent = time.process_time() - began
        if spent > MOST:
            yield Fault("budget", f"{spent:.1f} s", number, text)
        self.seen = hashlib.sha256("\0".join(self._said).encode()).hexdigest()[:16]

    def _ruled(self, text: str, number: int) -> Iterator[tuple[str, str]]:
        loaded = self.desk.read("mutant.yaml", text)
        for problem in loaded.problems:
            told = show(problem, text)
            self._said.append(told)
            if OURS.search(problem.message) and not OURS.search(text):
                yield "sentence", problem.message
        board = loaded.board
        if board is None:
            return
        self.readable += 1
        desk = self.proving if number % 3 == 1 else self.desk
        steps = loaded.replay(desk.book)
        tables = [board.table, *(step.after.table for step in steps)]
        for law in self._broken(tables):
            yield "law", law
        for step in steps:
            for law in laws.broken_by(step):
                yield "law", f"{law} ({step.attempt.verb})"
        ruling = compose(board, desk.book, steps, desk.glossary, full=True)
        for language in ("en", "fr"):
            told = str(write(ruling, self.desk.glossary, "text", language, "full"))
            self._said.append(told)
            yield from _unsaid(told, text)
        form = ("json", "html", "markdown", "discord")[number % 4]
        if number % 3 == 0:
            written = write(ruling, self.desk.glossary, form, "en", "full")
            self._said.append(str(written))
        if number % 10 == 0:
            yield from self._asked(board, tables[-1], number, text)

    def _broken(self, tables: list[Table]) -> Iterator[str]:
        before = None
        for table in tables:
            if table is not before:
                yield from laws.broken(table)
            before = table

    def _asked(self, board: Any, table: Table, number: int, text: str) -> Iterator[tuple[str, str]]:
        """What else may be asked of the last table."""
        now = Moment(table, self.desk.book)
        try:
            found = options(board, now)
        except TooMuchWork:
            return
        self._said += [f"{o.attempt.verb} {o.opinion.verdict}" for o in found]
        cards = sorted(table.cards)
        if not cards:
            return
        for language in ("en", "fr"):
            card = cards[number // 10 % len(cards)]
            told = status(board, self.desk.glossary, now, card, language, "markdown")
            self._said.append(told)
            yield from _unsaid(told, text)


def _unsaid(told: str, text: str) -> Iterator[tuple[str, str]]:
    """Words of the program's own that reached a sentence; not those the scenario itself says."""
    for line in told.splitlines():
        if (found := OURS.search(line)) and found[0] not in text:
            yield "sentence", f"{found[0]}: {_alike(line)}"


def _alike(line: str) -> str:
    return re.sub(r"\d+", "0", line.strip())[:70]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--mutants", type=int, default=3_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--first", type=int, default=0, help="the number of the first mutant")
    asked.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--twice", type=int, default=5, help="every Nth under another hash seed")
    asked.add_argument("--keep", type=Path, help="a folder for the mutants at fault")
    asked.add_argument("--share", help=argparse.SUPPRESS)  # of a part: "which/of, every"
    told = asked.parse_args()
    if told.share:
        _part(told)
        return
    began = time.monotonic()
    faults, readable, differing = _all(told)
    _tell(told, faults, readable, differing, time.monotonic() - began)
    raise SystemExit(1 if faults or differing else 0)


def _all(told: argparse.Namespace) -> tuple[list[Fault], int, list[int]]:
    """Every mutant in one of several processes; some once more under another hash seed."""
    shares = [(f"{n}/{told.jobs},1", "0") for n in range(told.jobs)]
    if told.twice:
        shares += [(f"{n}/{told.jobs},{told.twice}", "4711") for n in range(told.jobs)]
    running = [(_started(told, share, seed), seed) for share, seed in shares[: told.jobs]]
    waiting = shares[told.jobs :]
    faults: list[Fault] = []
    seen: dict[str, dict[int, str]] = {"0": {}, "4711": {}}
    readable = 0
    breeder: Breeder | None = None
    while running:
        process, seed = running.pop(0)
        for line in process.communicate()[0].splitlines():
            sort, number, rest = line.split("\t", 2)
            if sort == "seen":
                seen[seed][int(number)] = rest
            elif sort == "readable" and seed == "0":
                readable += int(number)
            elif sort == "fault":
                breeder = breeder or Breeder()
                kind, where = rest.split("\t", 1)
                faults.append(
                    Fault(kind, where, int(number), breeder.mutant(told.seed, int(number)))
                )
        if process.returncode:
            raise SystemExit(f"a part of the soak ended with {process.returncode}")
        if waiting:
            share, seed = waiting.pop(0)
            running.append((_started(told, share, seed), seed))
    differing = [n for n, digest in seen["4711"].items() if seen["0"].get(n, digest) != digest]
    return faults, readable, differing


def _started(told: argparse.Namespace, share: str, seed: str) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, "--mutants", str(told.mutants), "--seed", str(told.seed)]
    command += ["--first", str(told.first), "--twice", str(told.twice), "--share", share]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "ADJUDICATOR_DATA": os.devnull}
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)


def _part(told: argparse.Namespace) -> None:
    """The share of one process: its faults, and digests to compare, line by line."""
    share, every = told.share.split(",")
    which, of = map(int, share.split("/"))
    soak = Soak(told.seed)
    numbers = range(told.first, told.first + told.mutants)
    compared = max(1, told.twice)
    for place, number in enumerate(numbers[:: int(every)]):
        if place % of != which:
            continue
        for fault in soak.faults(number):
            where = " ".join(fault.where.split())
            print("fault", number, fault.kind, where, sep="\t")
        if (number - told.first) % compared == 0:
            print("seen", number, soak.seen, sep="\t")
    print("readable", soak.readable, "", sep="\t")


def _tell(
    told: argparse.Namespace, faults: list[Fault], readable: int, differing: list[int], spent: float
) -> None:
    kinds = {"exception": "uncaught exceptions", "budget": f"over {MOST:.0f} s of processor time",
             "law": "broken laws of the table", "sentence": "words of ours in sentences"}  # fmt: skip
    print(
        f"{told.mutants} mutants of seed {told.seed}, {readable} of them could be ruled; {spent:.0f} s"
    )
    for kind, name in kinds.items():
        print(f"{name}: {len({f.number for f in faults if f.kind == kind})}")
    compared = len(range(0, told.mutants, told.twice)) if told.twice else 0
    print(f"differences under another hash seed: {len(differing)} of {compared} compared")
    smallest: dict[tuple[str, str], Fault] = {}
    for fault in faults:
        key = fault.kind, fault.where if fault.kind != "budget" else ""
        if key not in smallest or len(fault.text) < len(smallest[key].text):
            smallest[key] = fault
    for (kind, where), fault in sorted(smallest.items()):
        print(f"  {kind}: {where} (mutant {fault.number}, {len(fault.text)} characters)")
        if told.keep is not None:
            told.keep.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"\W+", "-", f"{kind}-{where}")[:60]
            (told.keep / f"{name}-{fault.number}.yaml").write_text(fault.text, "utf-8")
    for number in differing:
        print(f"  another ruling under another hash seed: mutant {number}")


if __name__ == "__main__":
    main()

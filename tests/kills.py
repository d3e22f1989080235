"""Kills what writes: `python tests/kills.py --kills 200 --pairs 20 --seed 1`.

Each command is run again and again and killed on the way: half of the times just before one of
the calls by which it writes, each of them in turn, half of the times at any moment. Then every
file must be whole, the old one or the new one, and none may be gone; and the next run must do all
of it, without being told to force anything, and leave nothing that was written aside. Pairs of
commands that write at once must lose nothing, and their exit codes must tell the truth."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from adjudicator import commands, regression, writing
from adjudicator.card_commands import cards
from adjudicator.cards.community import bring_in
from adjudicator.cards.pool import Pool
from adjudicator.commands import Stop
from adjudicator.desk import build, site

WRITES = ("open", "write", "fsync", "replace", "link", "unlink", "mkdir", "fchmod")
KEPT = (writing.WRITTEN,)  # grows line by line
LISTS = ("contents.json",)  # of a site, which says while files are moved which they are
SCENARIO = """\
title: Elis Helrot against a Force drain {}
table:
  turn: light    # since ten minutes
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {{light: 2, dark: 2}}
      light: [Luke Skywalker, R2-D2]
attempts:
  - light drains: "Tatooine: Cantina"
    expect: {}  # as the players think
"""
Tree = dict[str, bytes]


class Case(NamedTuple):
    """A command that writes, and what lies there before."""

    prepare: Callable[[], None]
    run: Callable[[], object]


# -- the commands --------------------------------------------------------------------------------


def _scenarios(expected: str = "illegal") -> None:
    for number in range(3):
        Path(f"s{number}.yaml").write_text(SCENARIO.format(number, expected), "utf-8")


def _cards(name: str, *titles: str) -> None:
    front = {"type": "Effect", "destiny": "3", "gametext": "Deploy on table.", "lore": ""}
    found = [
        {"gempId": f"{len(titles)}_{n}", "side": "Light", "front": {**front, "title": title}}
        for n, title in enumerate(titles)
    ]
    Path(name).write_text(json.dumps({"cards": found}), "utf-8")


def _imported() -> None:
    _cards("one.json", "First Of Its Kind")
    _cards("two.json", "Second To None", "Third Time Lucky")
    bring_in(["one.json"], Pool())


def _a_book() -> None:
    _scenarios("legal")
    commands.book(["s0.yaml", "s1.yaml"], "book")
    Path("s0.yaml").write_text(SCENARIO.format("anew", "legal"), "utf-8")
    Path("s1.yaml").unlink()


def _built(text: str) -> Path:
    Path("built").mkdir(exist_ok=True)
    for name in (*site._AS_BUILT, "index.html", "offline.js"):
        Path("built", name).write_bytes(f"{name} {text}".encode())
    build.built = lambda told=None: Path("built")  # type: ignore[assignment]
    return Path("built")


def _a_desk() -> None:
    _built("old")
    commands.desk("desk", False)
    _built("new")


def _an_import() -> None:
    cards(["import", "two.json"])


CASES = {
    "approve": Case(_scenarios, lambda: regression.approve(["."], yes=True)),
    "shrink": Case(
        lambda: _scenarios("legal"),
        lambda: regression.shrink("s0.yaml", ["verdict of attempt 1"], in_place=True),
    ),
    "import": Case(_imported, _an_import),
    "book": Case(_a_book, lambda: commands.book(["s0.yaml", "s2.yaml"], "book")),
    "desk": Case(_a_desk, lambda: commands.desk("desk", False)),
}


# -- in a process of its own ----------------------------------------------------------------------


class _Killer:
    """Counts the calls by which something is written, and ends the process before one of them."""

    def __init__(self, last: int) -> None:
        self.calls = 0
        self.last = last
        for name in WRITES:
            setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, call: Callable[..., object]) -> Callable[..., object]:
        def counted(*given: object, **named: object) -> object:
            self.calls += 1
            if self.calls == self.last:
                os.kill(os.getpid(), signal.SIGKILL)
            return call(*given, **named)

        return counted


def forked(run: Callable[[], object], folder: Path, last: int = 0) -> tuple[int, int]:
    """The process, and where it tells how often it wrote."""
    reads, writes = os.pipe()
    process = os.fork()
    if process:
        os.close(writes)
        return process, reads
    code = 1
    try:
        os.close(reads)
        os.chdir(folder)
        os.environ["ADJUDICATOR_DATA"] = str(folder / "data")
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silent, stream)
        writing._cleared.clear()  # what each run does once
        write, killer = os.write, _Killer(last)
        try:
            run()
            code = 0
        except Stop as stop:
            code = stop.code
        write(writes, str(killer.calls).encode())
    finally:
        os._exit(code)
    return process, reads


def ended(process: int, reads: int) -> tuple[int, int]:
    """Its exit code (negative where it was killed), and how often it wrote."""
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    told = os.read(reads, 20)
    os.close(reads)
    return status, int(told or b"0")


def tree(folder: Path) -> Tree:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _is_aside(name: str) -> bool:
    return any(writing._ASIDE.fullmatch(part) for part in name.split("/"))


# -- kills ----------------------------------------------------------------------------------------


class Trials:
    """One command, killed again and again."""

    def __init__(self, name: str, top: Path, seed: int) -> None:
        self.case = CASES[name]
        self.random = Random(f"{seed}:{name}")
        self.before, self.after, self.here = (top / part for part in ("before", "after", "here"))
        self.before.mkdir(parents=True)
        self.faults: list[str] = []
        self.killed = 0
        assert ended(*forked(self.case.prepare, self.before))[0] == 0
        shutil.copytree(self.before, self.after)
        began = time.monotonic()
        code, self.calls = ended(*forked(self._again(self.after), self.after))
        self.takes = time.monotonic() - began
        assert code == 0 and self.calls, (name, code)
        self.old, self.new = tree(self.before), tree(self.after)

    def _again(self, folder: Path) -> Callable[[], object]:
        def run() -> object:
            if (folder / "built").is_dir():
                build.built = lambda told=None: Path("built")  # type: ignore[assignment]
            return self.case.run()

        return run

    def one(self, number: int) -> None:
        shutil.rmtree(self.here, ignore_errors=True)
        shutil.copytree(self.before, self.here)
        by_call = number % 2 == 0
        last = number // 2 % self.calls + 1 if by_call else 0
        process, reads = forked(self._again(self.here), self.here, last)
        if not by_call:
            time.sleep(self.random.random() * self.takes)
            os.kill(process, signal.SIGKILL)
        self.killed += ended(process, reads)[0] < 0
        where = f"before call {last}" if by_call else "at any moment"
        self._look(f"killed {where}", settled=False)
        code, _ = ended(*forked(self._again(self.here), self.here))
        if code:
            self.faults.append(f"after it was killed {where} the next run ended with {code}")
        self._look(f"after it was killed {where} and run again", settled=True)

    def _look(self, when: str, settled: bool) -> None:
        found = tree(self.here)
        aside = sorted(name for name in found if _is_aside(name))
        if settled and aside:
            self.faults.append(f"{when}: {aside[0]} is left")
        if settled and (gone := [p for p in self.here.rglob("*") if _is_aside(p.name)]):
            self.faults.append(f"{when}: {gone[0].name} is left")
        for name in sorted({*self.old, *self.new, *found} - {*aside}):
            whole = [each[name] for each in (self.old, self.new) if name in each]
            last = Path(name).name
            if last in KEPT or (last in LISTS and not settled):
                continue
            if settled and found.get(name) != self.new.get(name):
                self.faults.append(f"{when}: {name} is not what it should be")
            elif not settled and name in found and found[name] not in whole:
                self.faults.append(f"{when}: {name} is half written")
            elif not settled and name not in found and name in self.old and name in self.new:
                self.faults.append(f"{when}: {name} is lost")


def kills(name: str, number: int, seed: int) -> tuple[int, list[str]]:
    """How often it was killed, and what was found that must not be."""
    with tempfile.TemporaryDirectory() as top:
        trials = Trials(name, Path(top), seed)
        for each in range(number):
            trials.one(each)
        return trials.killed, trials.faults


# -- pairs ----------------------------------------------------------------------------------------


def _imports(file: str) -> Callable[[], object]:
    return lambda: cards(["import", file])


def _is_imported(folder: Path, codes: list[int]) -> str:
    pool = Pool(folder / "data")
    titles = {line.title for line in pool.all()}
    wanted = {"First Of Its Kind", "Second To None", "Third Time Lucky", "Fourth Wall"}
    return "" if codes == [0, 0] and wanted <= titles else f"{codes}, {sorted(titles)}"


def _is_one_book(folder: Path, codes: list[int]) -> str:
    found = tree(folder / "book")
    listed = json.loads(found.pop("contents.json"))["files"]
    whole = {name: writing.digest(data) for name, data in found.items()} == listed
    titles = b"".join(found.values())
    one = [f"Force drain {n}".encode() in titles for n in (0, 2)]
    return "" if codes == [0, 0] and whole and sum(one) == 1 else f"{codes}, {whole}, {one}"


def _is_approved(folder: Path, codes: list[int]) -> str:
    texts = [path.read_text("utf-8") for path in sorted(folder.glob("s*.yaml"))]
    right = [SCENARIO.format(n, "legal") for n in range(3)]
    if texts == right and 0 in codes:
        return ""
    return f"{codes}, {[text == wanted for text, wanted in zip(texts, right, strict=True)]}"


def _two_imports() -> None:
    _imported()
    _cards("three.json", "Fourth Wall", "Fifth Column", "Sixth Sense")


PAIRS: dict[str, tuple[Callable[[], None], tuple[Callable[[], object], ...], Callable[[Path, list[int]], str]]] = {
    "import": (_two_imports, (_imports("two.json"), _imports("three.json")), _is_imported),
    "book": (
        lambda: _scenarios("legal"),
        (lambda: commands.book(["s0.yaml"], "book"), lambda: commands.book(["s2.yaml"], "book")),
        _is_one_book,
    ),
    "approve": (_scenarios, (CASES["approve"].run,) * 2, _is_approved),
}  # fmt: skip


def pairs(name: str, number: int) -> list[str]:
    """What two commands at once came to that they must not."""
    prepare, runs, wrong = PAIRS[name]
    faults = []
    for _ in range(number):
        with tempfile.TemporaryDirectory() as top:
            folder = Path(top)
            assert ended(*forked(prepare, folder))[0] == 0
            both = [forked(run, folder) for run in runs]
            codes = [ended(*one)[0] for one in both]
            told = wrong(folder, codes)
            faults += [f"two at once: {told}"] if told else []
            faults += [f"{p.name} is left" for p in folder.rglob("*") if _is_aside(p.name)]
    return faults


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--kills", type=int, default=200, help="of each command")
    asked.add_argument("--pairs", type=int, default=20)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--only", choices=sorted(CASES))
    told = asked.parse_args()
    faults = 0
    for name in [told.only] if told.only else CASES:
        killed, found = kills(name, told.kills, told.seed)
        faults += len(found)
        print(
            f"{name}: {told.kills} runs, {killed} of them killed; {len(found)} faults", flush=True
        )
        for fault in dict.fromkeys(found):
            print(f"  {fault}")
    for name in PAIRS if not told.only else ():
        found = pairs(name, told.pairs)
        faults += len(found)
        print(f"{name}: {told.pairs} pairs at once; {len(found)} faults", flush=True)
        for fault in dict.fromkeys(found):
            print(f"  {fault}")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()

"""Measures what we claim, as ratios from one run: `python tests/benchmark.py`.
Regression-testing is measured in seconds.

Times vary with the machine and what else it does; the ratios hardly do. Each
figure is the best of several rounds. A goal that is not reached is printed as MISSED.

(a) compares twelve attempts, ruled and written, with parsing their YAML.
(b) tells how the cost grows: of an attempt, in whole turns of legal attempts each of
    which brings events (activating, draining, deploying, moving, passing), replayed
    without reading the file; of a file, read, ruled and written.
(c) times the command as a process, (d) the imported card pool, (e) the shipped
    scenarios as a regression test, (f) the book."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import yaml
from long_games import great_battle, turns, unknown

from adjudicator.cards.load import Library
from adjudicator.engine.replay import replay
from adjudicator.game import Verdict
from adjudicator.glossary.load import Glossary
from adjudicator.regress.mutants import Breeding
from adjudicator.regress.plays import Repertoire
from adjudicator.regress.run import run_all
from adjudicator.rules.registry import Rulebook
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.words.book import WORDS

REAL = Path(__file__).parent.parent.parent / "shared" / "data" / "cards"
TWELVE = """\
title: Twelve attempts
question: How long does it take?
table:
  turn: light
  phase: deploy
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker, R2-D2]
      dark: [Darth Vader]
    - site: "Jabba's Palace: Audience Chamber"
      icons: {light: 2, dark: 1}
  light: {hand: [Crash Site Memorial, Sense, Nabrun Leids, A Gift], force: 8, reserve: [destiny 3, 20 more]}
  dark: {hand: [Alter, Tentacle, Control], force: 6, reserve: [destiny 5, 20 more]}
attempts:
  - light deploys: Crash Site Memorial
    expect: legal
  - dark plays: Alter
  - light plays: Sense
  - both pass
  - both pass
  - both pass
  - dark passes
  - light plays: Nabrun Leids
    targets: [Luke Skywalker, R2-D2]
    to: "Jabba's Palace: Audience Chamber"
  - dark plays: Tentacle
    expect: legal
  - both pass
  - both pass
  - ask: who acts next
"""


def best(work: Callable[[], object], rounds: int = 7, least: float = 0.2) -> float:
    """Seconds for one call: the best round, each long enough for the clock."""
    work()
    calls, spent = 1, 0.0
    while True:
        start = time.perf_counter()
        for _ in range(calls):
            work()
        spent = time.perf_counter() - start
        if spent > least / rounds:
            break
        calls *= 2
    times = [spent / calls]
    for _ in range(rounds - 1):
        start = time.perf_counter()
        for _ in range(calls):
            work()
        times.append((time.perf_counter() - start) / calls)
    return min(times)


def per_attempt(text: str) -> float:
    """Seconds a replay takes for each attempt; all are legal and bring events, so that what is
    measured is a game and no row of refusals."""
    desk = Desk.open()
    board = desk.read("bench.yaml", text).board
    assert board is not None
    steps = replay(board, desk.book)
    assert all(step.verdict is Verdict.LEGAL and step.events for step in steps)
    return best(lambda: replay(board, desk.book), rounds=3) / len(steps)


def per_file(text: str) -> float:
    """Seconds to read a scenario, and where it can be read to rule it and write the ruling."""
    desk = Desk.open()

    def whole() -> None:
        loaded = desk.read("bench.yaml", text)
        if loaded.board is not None:
            steps = loaded.replay(desk.book)
            write(compose(loaded.board, desk.book, steps, desk.glossary), desk.glossary)

    return best(whole, rounds=2)


def growth() -> list[tuple[str, float, float | None]]:
    """What more of everything costs: nothing an attempt, and in proportion a file."""
    full, bare = (per_attempt(turns(4, cards=n, deploying=True)) for n in (400, 20))
    great, small = (per_attempt(great_battle(n)) for n in (160, 2))
    long, short = (per_attempt(turns(n // 15)) for n in (10_000, 100))
    piles = [per_file(turns(1, named=n, reserve=100)) for n in (10_000, 1_000)]
    rows = [per_file(turns(1, locations=n)) for n in (1_000, 100)]
    names = [per_file(unknown(n)) for n in (5_000, 500)]
    return [
        ("(b) cost per legal attempt, 400 cards on table / 20", full / bare, 2.0),
        ("    cost per legal attempt, battle of 160 characters / of 2", great / small, 8.0),
        ("    cost per legal attempt, 10,000 attempts / 100", long / short, 1.3),
        ("    cost per card in the piles of a file, 10,000 / 1,000", piles[0] / piles[1] / 10, 2.0),
        ("    cost per location of a file, 1,000 / 100", rows[0] / rows[1] / 10, 2.0),
        ("    cost per unknown name of a file, 5,000 / 500", names[0] / names[1] / 10, 2.0),
    ]


def process(*command: str, cache: str, rounds: int = 15, data: str | None = None) -> float:
    """With compiled modules, as pip leaves them in an installation; without imported cards
    unless their folder is given."""
    environment = {
        **os.environ,
        "PYTHONPYCACHEPREFIX": cache,
        "ADJUDICATOR_DATA": data or str(Path(cache) / "no-data"),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
        times.append(time.perf_counter() - start)
    return min(times)


def loading() -> float:
    """Reading the glossary entries and cards that one ruling needs, from cold."""
    desk = Desk.open()
    loaded = desk.read("bench.yaml", TWELVE)
    assert loaded.board is not None
    ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
    entries = {entry["entry"] for entry in ruling["cited"]}
    titles = {card.title for card in loaded.board.table.cards.values() if card.title}

    def cold() -> None:
        glossary, library = Glossary(), Library(WORDS)
        for entry in entries:
            glossary.entry(entry)
        for title in titles:
            library.versions(title)

    return best(cold)


def pool(folder: str, file: str) -> list[tuple[str, float, float | None]]:
    """Importing the community's files, and what a ruling costs once they are there."""
    files = [str(REAL / name) for name in ("Light.json", "Dark.json")]
    if not all(Path(name).is_file() for name in files):
        return []
    data = str(Path(folder) / "data")
    adjudicator = (sys.executable, "-m", "adjudicator")
    bringing = process(*adjudicator, "cards", "import", *files, cache=folder, rounds=3, data=data)
    pairs = [
        (
            process(*adjudicator, "rule", file, cache=folder, rounds=3),
            process(*adjudicator, "rule", file, cache=folder, rounds=3, data=data),
        )
        for _ in range(8)  # in turns, so that both see the same machine
    ]
    without, with_ = (min(times) for times in zip(*pairs, strict=True))
    return [
        ("(d) seconds to import the whole pool", bringing, 3.0),
        ("    `adjudicator rule FILE` with the pool / without", with_ / without, 1.1),
    ]


def regression() -> None:
    """The shipped scenarios as a whole: seconds, since the goals are seconds."""
    desk = Desk.open()
    folder = Path(__file__).parent.parent / "scenarios"
    files = sorted(folder.rglob("*.yaml"))
    boards = [board for path in files if (board := desk.load(path).board) is not None]

    def engine() -> None:
        for board in boards:
            replay(board, desk.book)

    alone = best(engine, rounds=3)
    print(f"(e) scenarios ruled in a second on one core: {len(boards) / alone:.0f}")
    for processes in (1, 2):
        spent = best(partial(_tested, files, processes), rounds=2)
        rate = len(files) / spent
        print(f"    scenarios tested in a second, files read, -n {processes}: {rate:.0f}")
    start = time.perf_counter()
    breeding = Breeding(Repertoire(boards), desk.library)
    mutants = breeding.mutants()
    survivors = sum(breeding.killer(mutant) is None for mutant in mutants)
    spent = time.perf_counter() - start
    for name, seconds, goal in (
        ("    500 scenarios, engine alone, one core", alone / len(boards) * 500, 3.0),
        (f"    {len(mutants)} mutants tried ({survivors} survive)", spent, 60.0),
    ):
        met = "met" if seconds <= goal else "MISSED"
        print(f"{name}: {seconds:.2f} s  goal at most {goal:.0f} s: {met}")


def _tested(files: list[Path], processes: int) -> int:
    return len(list(run_all(files, processes)))


def book() -> None:
    """The static site over all shipped scenarios, and over ten times as many."""
    shipped = Path(__file__).parent.parent / "scenarios"
    with tempfile.TemporaryDirectory() as folder:
        many = Path(folder) / "many"
        for number in range(10):
            shutil.copytree(shipped, many / str(number))
        pages, seconds, memory = _bound(shipped, Path(folder) / "one")
        again = _bound(shipped, Path(folder) / "one")[1]
        more, longer, larger = _bound(many, Path(folder) / "ten")
    print(f"(f) pages of the book in a second: {pages / seconds:.0f} ({pages} in {seconds:.1f} s)")
    print(f"    the same when nothing has changed: {pages / again:.0f}")
    print(f"    memory: {memory:.0f} MB")
    print(f"    ten times as many scenarios: {more} pages, {longer / seconds:.1f} times as long,")
    print(f"    {larger:.0f} MB of memory")


def _bound(scenarios: Path, into: Path) -> tuple[int, float, float]:
    """How many pages, in how many seconds, with how many megabytes at most."""
    command = [sys.executable, "-m", "adjudicator", "book", str(scenarios), "-o", str(into)]
    start = time.perf_counter()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    spent = time.perf_counter() - start
    assert status == 0
    unit = 1e6 if sys.platform == "darwin" else 1e3  # bytes there, kilobytes elsewhere
    return len(list(into.rglob("*.html"))), spent, usage.ru_maxrss / unit


def main() -> None:
    os.environ["ADJUDICATOR_DATA"] = os.devnull  # no imported cards, whatever the user has
    desk = Desk.open()
    parsing = best(lambda: yaml.load(TWELVE, Loader=yaml.CSafeLoader))
    board = desk.read("bench.yaml", TWELVE).board
    assert board is not None

    def ruling() -> str | bytes:
        steps = replay(board, desk.book)
        return write(compose(board, desk.book, steps, desk.glossary), desk.glossary)

    def whole() -> str | bytes:
        loaded = desk.read("bench.yaml", TWELVE)
        assert loaded.board is not None
        steps = replay(loaded.board, desk.book)
        return write(compose(loaded.board, desk.book, steps, desk.glossary), desk.glossary)

    rows: list[tuple[str, float, float | None]] = [
        ("(a) adjudicate and render 12 attempts / parse with libyaml", best(ruling) / parsing, 3.0),
        ("    the same, reading the scenario included", best(whole) / parsing, None),
    ]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "twelve.yaml"
        file.write_text(TWELVE, "utf-8")
        bare = process(sys.executable, "-c", "import yaml, jinja2, typer", cache=folder)
        asked = (sys.executable, "-m", "adjudicator", "rule", str(file))
        rule = process(*asked, cache=folder)
        proved = process(*asked, "--length", "full", cache=folder)
        pooled = pool(folder, str(file))
    rows.append(("(c) `adjudicator rule FILE` / `import yaml, jinja2, typer`", rule / bare, 1.5))
    rows.append(("    the same with its proofs (`--length full`) / without", proved / rule, 3.0))
    rows.append(("    glossary and card loading / that process", loading() / rule, 0.25))
    rows.append(
        (
            "    a rulebook without one clause / replaying 12 attempts",
            best(lambda: Rulebook({"x"})) / best(lambda: replay(board, desk.book)),
            None,
        )
    )
    rows += pooled + growth()
    for name, ratio, goal in rows:
        verdict = ""
        if goal is not None:
            verdict = f"  goal at most {goal:.2f}: {'met' if ratio <= goal else 'MISSED'}"
        print(f"{name}: {ratio:.2f}{verdict}")
    regression()
    book()


if __name__ == "__main__":
    main()

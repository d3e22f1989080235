"""What the commands do that regression-test the rules, apart from reading the command line.

Exit codes as everywhere: 0 fine, 1 something is wrong in the files, 2 wrong usage."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from adjudicator import __version__, writing
from adjudicator.commands import (
    USAGE,
    WRONG,
    Stop,
    counted,
    edition_of,
    load,
    one_of,
    open_desk,
    refuse_stdin,
    save,
    spoken,
    unwritable,
)
from adjudicator.edition.given import SHIPPED_RULES, Given
from adjudicator.edition.telling import told
from adjudicator.regress.cases import BadExpression, Expression, Found, Report, find
from adjudicator.regress.keeping import Cache
from adjudicator.regress.pages import FORMATS, Block, percent, render
from adjudicator.regress.plays import Repertoire
from adjudicator.regress.progress import followed
from adjudicator.regress.run import failures, junit, run_all, slowest, summary, tally, watch
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk, scenario_files
from adjudicator.source import did_you_mean, said
from adjudicator.terminal import spelled

_LAST_FAILED = "last-failed"
_LOOK_EVERY = 0.5  # seconds


def test(
    paths: Sequence[str],
    processes: str = "1",
    words: str = "",
    last_failed: bool = False,
    junit_file: str | None = None,
    lang: str | None = None,
    force: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Runs every scenario's expectations and tells what does not hold."""
    lang = spoken(lang)
    start = time.perf_counter()
    found = scenarios(paths)
    files = list(found.files)
    desk = open_desk(given)
    if words:
        files = _chosen(desk, files, words)
    cache = Cache()
    if last_failed:
        files = _failed_before(files, cache)
    number = _processes(processes, len(files))
    running = run_all(files, number, lang, given, if_worth_it=processes == "auto")
    reports = list(followed(running, len(files), "scenarios"))
    _remember(reports, cache)
    if junit_file is not None:
        save(Path(junit_file), junit(reports), force)
    for failure in failures(reports):
        print(failure + "\n")
    if len(reports) > 1:
        print(slowest(reports, time.perf_counter() - start), file=sys.stderr)
    print(summary(reports, found.others))
    if tally(reports).is_red:
        raise Stop(WRONG)


def scenarios(paths: Sequence[str]) -> Found:
    """The scenarios below the paths; having none is a mistake, never a success."""
    if not paths and not Path("scenarios").is_dir():
        raise Stop(USAGE, said("there-is-no-folder-scenarios-here-name"))
    found = find(paths or ["scenarios"])
    if not found.files:
        where = ", ".join(paths) if paths else "the folder `scenarios`"
        raise Stop(USAGE, said("no-scenario-file-in-they-end-in", where=where))
    return found


def _chosen(desk: Desk, files: list[Path], words: str) -> list[Path]:
    """The scenarios whose path or title the words fit."""
    try:
        wanted = Expression(words)
    except BadExpression as bad:
        raise Stop(USAGE, f"-k {words!r}: {bad}") from None
    chosen = []
    for path in files:
        board = desk.load(path).board
        titles = " ".join(board.scenario.title.values()) if board else ""
        if wanted.matches(f"{path.as_posix()} {titles}"):
            chosen.append(path)
    if not chosen:
        raise Stop(USAGE, f"-k {words!r} fits none of {counted(len(files), 'scenario')}")
    return chosen


def _processes(asked: str, files: int) -> int:
    if asked == "auto":
        return max(1, min(_cores(), files))
    if not asked.isdigit() or not 1 <= int(asked) <= 64:
        raise Stop(USAGE, said("n-must-be-a-number-from-1", asked=asked))
    return min(int(asked), max(1, files))


def _cores() -> int:
    """How many this process may use, where the system tells."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


def _failed_before(files: list[Path], cache: Cache) -> list[Path]:
    known = cache.read(_LAST_FAILED)
    failed = set(known) if isinstance(known, list) else set()
    again = [path for path in files if str(path.resolve()) in failed]
    if not again:
        print("nothing failed last time: running all", file=sys.stderr)
    return again or files


def _remember(reports: Iterable[Report], cache: Cache) -> None:
    """What failed; what was not run this time keeps its mark."""
    known = cache.read(_LAST_FAILED)
    failed = {str(file) for file in known} if isinstance(known, list) else set()
    for report in reports:
        name = str(Path(report.file).resolve())
        failed.discard(name)
        if report.is_red:
            failed.add(name)
    if failed or known is not None:
        cache.write(_LAST_FAILED, sorted(failed))


def _repertoire(desk: Desk, paths: Sequence[str]) -> Repertoire:
    """Every scenario below the paths, played once; stops if one cannot be used."""
    loaded = load(desk, [str(path) for path in scenarios(paths).files])
    boards = (scenario.board for scenario in loaded if scenario.board is not None)
    return Repertoire(boards, desk.edition)


def _tell(
    blocks: list[Block], data: dict[str, Any], form: str, output: str | None, force: bool
) -> None:
    """Prints a report, or writes it to a file."""
    text = (
        spelled(json.dumps(data, ensure_ascii=False, indent=2)) + "\n" if form == "json" else None
    )
    text = text or render(blocks, form)
    if output is None:
        sys.stdout.write(text)
    else:
        save(Path(output), text, force)


def coverage(
    paths: Sequence[str],
    fail_under: float | None = None,
    form: str = "text",
    output: str | None = None,
    force: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Tells for every clause in how many scenarios it spoke, decided and was silent."""
    from adjudicator.regress import coverage as covering

    one_of("--format", form, FORMATS)
    desk = open_desk(given)
    plays = _repertoire(desk, paths).plays
    covered = covering.coverage(plays, desk)
    number = len(plays)
    _tell(covering.blocks(covered, number), covering.record(covered, number), form, output, force)
    reached = covering.share(covered)
    if fail_under is not None and reached.is_under(fail_under):
        raise Stop(WRONG, f"{percent(*reached)} of the clauses are decided, under {fail_under:g} %")


def mutate(
    paths: Sequence[str],
    kinds: Sequence[str] = (),
    equivalents: str | None = None,
    fresh: bool = False,
    form: str = "text",
    output: str | None = None,
    force: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Breaks the rules one thing at a time and names what no scenario notices."""
    from adjudicator.regress import mutation
    from adjudicator.regress.mutants import KINDS, Breeding
    from adjudicator.regress.sketch import sketch

    one_of("--format", form, FORMATS)
    for kind in kinds:
        one_of("--only", kind, KINDS)
    listed = mutation.read_equivalents(Path(equivalents)) if equivalents else []
    desk = open_desk(given)
    breeding = Breeding(_repertoire(desk, paths), desk.library)
    cache = Cache()
    if fresh:
        cache.forget("mutate")
    mutants = breeding.mutants(kinds or KINDS)
    results = mutation.run(
        breeding, mutants, cache, lambda items, number: followed(items, number, "mutants")
    )
    same = {entry.mutant: entry.why for entry in listed}
    left = mutation.survivors(mutants, results, same)
    near = {m.name: sketch(desk, breeding, m) for m in followed(left, len(left), "sketches")}
    _tell(
        mutation.blocks(breeding, mutants, results, same, near),
        mutation.record(mutants, results, same, near),
        form,
        output,
        force,
    )
    names = [mutant.name for mutant in breeding.mutants()] if listed else []
    for line in mutation.dishonest(listed, results, names):
        print(f"{equivalents}: {line}", file=sys.stderr)
    alive = mutation.survivors(mutants, results, same)
    if alive or mutation.dishonest(listed, results, names):
        raise Stop(WRONG, said("survived", count=counted(len(alive), "mutant")) if alive else "")


def impact(
    paths: Sequence[str],
    form: str = "text",
    lang: str | None = None,
    output: str | None = None,
    force: bool = False,
    given: Given = SHIPPED_RULES,
    against: str | None = None,
) -> None:
    """Rules on every scenario under two sets of rules, or by two versions of the program, and
    tells what would change, or has."""
    from jinja2 import TemplateError

    from adjudicator.regress import impact as impacts

    one_of("--format", form, FORMATS)
    lang = spoken(lang)
    if against is not None:
        _impact_against(against, paths, form, lang, output, force, given)
        return
    if given == SHIPPED_RULES:
        raise Stop(USAGE, said("say-what-would-be-otherwise-without-clause-2"))
    desk, edition = Desk.open(), edition_of(given)
    boards = _boards(desk, paths)
    other = desk.under(edition)
    try:
        found = impacts.impact(desk, other, followed(boards, len(boards), "scenarios"), lang)
        idle = impacts.idle(desk, edition, boards, found)
    except TemplateError as error:  # a fact asked for something it does not have
        raise Stop(WRONG, said("an-explanation-cannot-be-read-out", error=error)) from None
    changes = impacts.changes_of(edition, lang)
    _tell(impacts.blocks(found, changes, lang), impacts.record(found, changes), form, output, force)
    for change in idle:
        place = f"{change.file}:{change.span.line}: " if change.file else ""
        print(f"warning: {place}{told(change, 'en')}: changes nothing at all", file=sys.stderr)


def _boards(desk: Desk, paths: Sequence[str]) -> list[Board]:
    loaded = load(desk, [str(path) for path in scenarios(paths).files])
    return [scenario.board for scenario in loaded if scenario.board is not None]


def _impact_against(
    name: str,
    paths: Sequence[str],
    form: str,
    lang: str,
    output: str | None,
    force: bool,
    given: Given,
) -> None:
    """What an edit of glossary, cards or code has changed in rulings, since that version."""
    from adjudicator.regress import against
    from adjudicator.regress import impact as impacts

    if given != SHIPPED_RULES:
        raise Stop(USAGE, said("against-compares-versions"))
    desk = Desk.open()
    boards = _boards(desk, paths)
    try:
        with against.version(name) as folder:
            found, unruled = against.compared(folder, desk, boards, lang)
    except against.NoSuchVersion as why:
        raise Stop(USAGE, f"--against: {why}") from None
    changes = (f"{name} → {__version__}",)
    _tell(impacts.blocks(found, changes, lang), impacts.record(found, changes), form, output, force)
    for file in unruled:
        print(f"{file}: {said('that-version-cannot-rule')}", file=sys.stderr)


def where(
    name: str,
    form: str = "text",
    folder: str = "scenarios",
    every: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Says where a thing lives, and which scenarios decide it or use it."""
    from adjudicator import where as searching

    one_of("--format", form, ("text", "json"))
    desk = open_desk(given)
    found = searching.homes(desk, name)
    if not found:
        hint = did_you_mean(name, searching.names(desk)) or said("a-clause-a-card-a-word")
        raise Stop(WRONG, said("there-is-nothing-called", name=name, hint=hint))
    files = find([folder]).files if Path(folder).is_dir() else ()
    loaded = [desk.load(path) for path in followed(files, len(files), "scenarios")]
    boards = [scenario.board for scenario in loaded if scenario.board is not None]
    told = [(home, searching.uses(desk, home, boards)) for home in found]
    if form == "json":
        data = searching.record(told)
        sys.stdout.write(spelled(json.dumps(data, ensure_ascii=False, indent=2)) + "\n")
        return
    most = len(boards) if every else searching.MOST
    print("\n\n".join("\n".join(searching.lines(*each, most)) for each in told))


def approve(
    files: Sequence[str], yes: bool = False, add: bool = False, given: Given = SHIPPED_RULES
) -> None:
    """Writes what the engine now says into the expectations, after showing the difference."""
    from adjudicator.regress.approve import approve as approved

    refuse_stdin(files, "approve writes into files")
    for path in scenario_files(files):
        writing.clear(path.parent)
    desk = open_desk(given)
    found = [approved(desk, scenario, add) for scenario in load(desk, files)]
    for done in found:
        for line in (*done.left, *done.unsound):
            print(line, file=sys.stderr)
    changed = [done for done in found if done.before != done.after]
    for done in changed:
        print(done.difference)
    unsound = sum(bool(done.unsound) for done in found)
    if not changed and not unsound:
        left = any(done.left for done in found)
        print("nothing to approve" + ("" if left else ": every expectation holds"))
        return
    if changed and not yes and not _agreed(f"write {counted(len(changed), 'file')}? [y/N] "):
        raise Stop(WRONG, said("nothing-was-written-yes-writes-without-asking"))
    for done in changed:
        _amend(done.file, done.before, done.after)
    if unsound:
        raise Stop(WRONG, said("left-for-you-to-edit", unsound=counted(unsound, "file")))


def _agreed(question: str) -> bool:
    """Asked on a terminal only: a pipe cannot have seen the difference."""
    if not sys.stdin.isatty():
        return False
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() in ("y", "yes")


def _amend(file: str, before: str, after: str) -> None:
    with unwritable(file):
        writing.amend(Path(file), before, after)
    print(f"wrote {file}", file=sys.stderr)


def shrink(
    file: str,
    keep: Sequence[str] = (),
    output: str | None = None,
    in_place: bool = False,
    force: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Takes out of a scenario whatever a ruling does not need."""
    from adjudicator.regress.shrink import Keep
    from adjudicator.regress.shrink import shrink as shrunk

    if in_place and output is not None:
        raise Stop(USAGE, said("in-place-and-output-say-one-of"))
    writing.clear(Path(output or file).parent)
    desk = open_desk(given)
    loaded = load(desk, [file])
    if len(loaded) != 1 or loaded[0].board is None:
        raise Stop(USAGE, said("shrink-takes-one-scenario-file"))
    number = len(loaded[0].board.scenario.attempts)
    keeps = []
    for words in keep or [f"verdict of attempt {number}"]:
        read = Keep.read(words)
        if read is None:
            raise Stop(USAGE, said("keep-cannot-be-as-in-keep-verdict", words=words))
        if not 1 <= read.attempt <= number:
            raise Stop(USAGE, said("there-are-only", number=counted(number, "attempt")))
        keeps.append(read)
    done = shrunk(desk, loaded[0], keeps)
    for line in done.gone:
        print(f"gone: {line}", file=sys.stderr)
    for line in done.dropped:
        print(f"no longer holds, and is gone: the expected {line}", file=sys.stderr)
    for asked, now in zip(keeps, done.now, strict=True):
        print(f"kept: attempt {asked.attempt}, now attempt {now}", file=sys.stderr)
    print(f"{done.left} of {counted(done.units, 'thing')} left", file=sys.stderr)
    if output is not None:
        save(Path(output), done.text, force, [file])
    elif in_place:
        _amend(loaded[0].file, loaded[0].text, done.text)
    else:
        sys.stdout.write(done.text)


def test_again(paths: Sequence[str], arguments: Sequence[str]) -> None:
    """Runs in a process of its own after every change of a scenario, a card or a rule."""
    package = Path(__file__).parent
    waiting = threading.Event()

    def run(changed: list[str]) -> None:
        for file in changed[:3]:
            print(f"changed: {file}", file=sys.stderr)
        subprocess.run([sys.executable, "-m", "adjudicator", "test", *arguments], check=False)
        print("watching; Ctrl-C ends", file=sys.stderr)

    try:
        watch([*(paths or ["scenarios"]), package], run, lambda: not waiting.wait(_LOOK_EVERY))
    except KeyboardInterrupt:
        print(file=sys.stderr)

"""Many scenarios' expectations: in parallel, told as text or JUnit, run again on a change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from adjudicator.edition.given import SHIPPED_RULES, Given
from adjudicator.edition.reading import edition_of
from adjudicator.regress.cases import FAILED, PASSED, TODO, UNEXPECTED, Case, Report, run_file
from adjudicator.ruling.layout import plain
from adjudicator.session import Desk

_SLOWEST = 5
_PROBE, _WORTH_IT = 1.0, 5.0  # seconds: to look how fast it goes; left to do, for others to help
_CHUNKS = 8  # for each process: small enough to share evenly, large enough to be worth sending


def run_all(
    files: Sequence[Path],
    processes: int,
    lang: str = "en",
    given: Given = SHIPPED_RULES,
    if_worth_it: bool = False,
) -> Iterator[Report]:
    """A report a file, in the order of the files. Work is shared among processes only if that is
    worth it, where nobody asked for a number of them: what is done in the time that others would
    need to get ready is done here."""
    if processes <= 1 or len(files) < 2 or if_worth_it:
        desk, done = Desk.open(edition_of(given)), 0
        start = time.monotonic()
        for path in files:
            yield run_file(desk, path, lang)
            done += 1
            if if_worth_it and processes > 1:
                spent = time.monotonic() - start
                if spent > _PROBE:
                    if spent / done * (len(files) - done) > _WORTH_IT:
                        break
                    if_worth_it = False
        files = files[done:]
        if not files:
            return
    size = max(1, len(files) // (processes * _CHUNKS))
    with _pool(processes, lang, given) as each:
        yield from each(_run_one, [str(path) for path in files], size)


@contextmanager
def _pool(
    processes: int, lang: str, given: Given
) -> Iterator[Callable[[Callable[[str], Report], list[str], int], Iterator[Report]]]:
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(processes, initializer=_open_desk, initargs=(lang, given)) as pool:
        try:
            yield lambda work, files, size: pool.map(work, files, chunksize=size)
        except BaseException:  # also Ctrl-C: nobody waits for what is still queued
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_AT_WORK: dict[str, tuple[Desk, str]] = {}  # of a process in the pool: its desk


def _open_desk(lang: str, given: Given) -> None:
    _AT_WORK["desk"] = Desk.open(edition_of(given)), lang


def _run_one(file: str) -> Report:
    desk, lang = _AT_WORK["desk"]
    return run_file(desk, file, lang)


# -- as text -----------------------------------------------------------------------------


class Tally(NamedTuple):
    """The whole run in numbers."""

    scenarios: int
    status: dict[str, int]
    broken: int
    verdict_only: int
    silent: tuple[str, ...]  # scenarios that expect nothing

    @property
    def is_red(self) -> bool:
        return bool(self.broken or self.status[FAILED] or self.status[UNEXPECTED])


def tally(reports: Sequence[Report]) -> Tally:
    status = dict.fromkeys((PASSED, FAILED, TODO, UNEXPECTED), 0)
    for report in reports:
        for case in report.cases:
            status[case.status] += 1
    return Tally(
        len(reports),
        status,
        sum(bool(report.problems) for report in reports),
        sum(report.verdict_only for report in reports),
        tuple(r.file for r in reports if not r.cases and not r.problems),
    )


def failures(reports: Iterable[Report]) -> Iterator[str]:
    """Everything that is red, each with its place."""
    for report in reports:
        yield from report.problems
        for case in report.cases:
            if case.is_red:
                yield _told(report, case)


def _told(report: Report, case: Case) -> str:
    if case.status == UNEXPECTED:
        return plain(f"{report.file}:{case.line}: {case.name}: {case.told}")
    return case.told


def slowest(reports: Sequence[Report], seconds: float) -> str:
    """Where the time went; apart from the summary, which is the same whenever it is run."""
    first = sorted(reports, key=lambda r: -r.seconds)[:_SLOWEST]
    lines = [plain(f"  {r.seconds * 1000:7.1f} ms  {r.file}") for r in first]
    return "\n".join(["slowest:", *lines, f"{seconds:.2f} s in all"])


def summary(reports: Sequence[Report], others: Sequence[Path] = ()) -> str:
    """The numbers and the known gaps; the last line says how it went."""
    counted = tally(reports)
    lines: list[str] = []
    for report in reports:
        for case in report.cases:
            if case.status == TODO:
                lines.append(plain(f"todo: {report.file}:{case.line}: {case.name}: {case.todo}"))
    lines += [plain(f"expects nothing: {file}") for file in counted.silent]
    lines += [plain(f"no scenario (no title, no attempts): {path}") for path in others]
    if counted.verdict_only:
        lines.append(
            f"refusals expected by verdict only, without `because`: {counted.verdict_only}"
        )
    numbers = [
        (counted.broken, "unusable"),
        (counted.status[FAILED], "failed"),
        (counted.status[UNEXPECTED], "todo but passing"),
        (counted.status[TODO], "todo"),
        (counted.status[PASSED], "passed"),
    ]
    said = ", ".join(f"{number} {word}" for number, word in numbers if number) or "nothing expected"
    plural = "" if counted.scenarios == 1 else "s"
    lines.append(f"{counted.scenarios} scenario{plural}: {said}")
    return "\n".join(lines)


# -- as JUnit ----------------------------------------------------------------------------


def junit(reports: Iterable[Report]) -> str:
    """The form that build servers read."""
    suite = ElementTree.Element("testsuite", name="adjudicator")
    numbers = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
    for report in reports:
        share = f"{report.seconds / max(1, len(report.cases)):.6f}"
        for problem in report.problems[:1]:
            case = _element(suite, report, "file", share)
            told = ElementTree.SubElement(case, "error", message=_xml(problem.split("\n")[0]))
            told.text = _xml("\n\n".join(report.problems))
            numbers["errors"] += 1
            numbers["tests"] += 1
        for done in report.cases:
            case = _element(suite, report, done.name, share, done.line)
            numbers["tests"] += 1
            if done.is_red:
                first = _told(report, done)
                told = ElementTree.SubElement(case, "failure", message=_xml(first.split("\n")[0]))
                told.text = _xml(first)
                numbers["failures"] += 1
            elif done.status == TODO:
                ElementTree.SubElement(case, "skipped", message=_xml(f"todo: {done.todo}"))
                numbers["skipped"] += 1
    for name, number in numbers.items():
        suite.set(name, str(number))
    whole = ElementTree.Element("testsuites")
    whole.append(suite)
    ElementTree.indent(whole)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(whole, "unicode") + "\n"
    )


def _element(
    suite: ElementTree.Element, report: Report, name: str, seconds: str, line: int = 1
) -> ElementTree.Element:
    return ElementTree.SubElement(
        suite,
        "testcase",
        classname=_xml(Path(report.file).as_posix()),
        name=_xml(name),
        file=_xml(report.file),
        line=str(line),
        time=seconds,
    )


def _xml(text: str) -> str:
    """XML has no place for control characters and lone halves of a pair."""
    return "".join(c if c == "\n" or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


# -- again on a change ---------------------------------------------------------------------


def stamps(paths: Iterable[str | Path]) -> dict[str, tuple[int, int]]:
    """When each YAML or Python file below some paths was last written, and its size."""
    found: dict[str, tuple[int, int]] = {}
    for given in paths:
        path = Path(given)
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.suffix in (".yaml", ".yml", ".py"):
                try:
                    status = file.stat()
                except OSError:
                    continue  # it has just gone; that is a change, too
                found[str(file)] = status.st_mtime_ns, status.st_size
    return found


def watch(
    paths: Sequence[str | Path],
    run: Callable[[list[str]], None],
    pause: Callable[[], bool],
) -> None:
    """Runs at once, and again after every change, until a pause says that it is enough."""
    before = stamps(paths)
    run([])
    while pause():
        now = stamps(paths)
        if now != before:
            changed = sorted(
                file for file in before.keys() | now.keys() if before.get(file) != now.get(file)
            )
            before = now
            run(changed)

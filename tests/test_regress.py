"""Regression-testing the rules: what the commands find, say and leave alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from conftest import ROOT, repertoire

from adjudicator import regression
from adjudicator.commands import Stop
from adjudicator.regress.cases import BadExpression, Expression, looks_like_a_scenario, run_file
from adjudicator.regress.coverage import Share, coverage
from adjudicator.regress.pages import Bullets, Grid, Heading, Line, percent, render
from adjudicator.regress.progress import bar
from adjudicator.regress.run import watch
from adjudicator.rules.registry import acting_clauses
from adjudicator.session import Desk

DRAIN = """\
# Elis Helrot has nothing to do with the drain.
title: Elis Helrot against a Force drain
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      icons: {light: 2, dark: 1}
      dark: [Darth Vader]
  dark: {hand: [Elis Helrot], force: 5}
attempts:
  - light drains: "Tatooine: Cantina"
    expect: legal
  - dark plays: Elis Helrot   # too late
    targets: Darth Vader
    to: "Tatooine: Cantina"
    expect: {verdict: illegal, because: actions-stacking/topmost-only}
  - ask: who acts next
    expect: {answer: dark}
"""
OTHER_REASON = "actions-taking-turns/alternate"
WRONG_ANSWER = DRAIN.replace("answer: dark", "answer: light")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project with a folder for scenarios, and the process in it."""
    (tmp_path / "scenarios").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(name: str, text: str) -> Path:
    path = Path("scenarios") / name
    path.write_text(text, "utf-8")
    return path


def code_of(stop: pytest.ExceptionInfo[Stop]) -> int:
    return stop.value.code


# -- test --------------------------------------------------------------------------------


def test_right_expectations_are_green(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put("drain.yaml", DRAIN)
    regression.test([])
    assert capsys.readouterr().out.startswith("1 scenario: 3 passed, in ")
    assert not (folder / ".adjudicator_cache").exists()


def test_a_right_verdict_for_a_wrong_reason_fails(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = put("drain.yaml", DRAIN.replace("actions-stacking/topmost-only", OTHER_REASON))
    with pytest.raises(Stop) as stop:
        regression.test([])
    assert code_of(stop) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith(f"{path}:20:41: attempt 2, dark plays Elis Helrot: because is not")
    assert told[3].endswith("^" * len(OTHER_REASON))
    assert told[4].endswith(f"= expected: {OTHER_REASON}")
    assert told[5].endswith("= actual:   actions-stacking/topmost-only")
    assert "nothing to do with the topmost action" in told[6]
    assert told[-1].startswith("1 scenario: 1 failed, 2 passed")


def test_nothing_found_is_an_error(folder: Path) -> None:
    for arguments in ([], ["scenarios"], ["nowhere"]):
        with pytest.raises(Stop) as stop:
            regression.test(arguments)
        assert code_of(stop) in (1, 2)
    put("drain.yaml", DRAIN)
    with pytest.raises(Stop) as stop:
        regression.test([], words="battle")
    assert code_of(stop) == 2
    (folder / "scenarios" / "drain.yaml").unlink()
    (folder / "scenarios").rmdir()
    with pytest.raises(Stop) as stop:
        regression.test([])
    assert code_of(stop) == 2


def test_a_todo_is_no_failure_until_it_passes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("gap.yaml", WRONG_ANSWER + "    todo: the drain is not asked about yet\n")
    put("whole.yaml", "todo: to be worked out\n" + WRONG_ANSWER)
    regression.test([])
    told = capsys.readouterr().out
    assert "todo: scenarios/gap.yaml:21: 3 ask who acts next: the drain is not asked" in told
    assert "2 todo, 2 passed" in told
    for mended in (DRAIN + "    todo: mended\n", "todo: mended\n" + DRAIN):
        put("gap.yaml", mended)
        with pytest.raises(Stop) as stop:
            regression.test([])
        assert code_of(stop) == 1
        assert 'marked todo ("mended"), but every expectation holds' in capsys.readouterr().out


def test_words_and_last_failed_choose(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put("good.yaml", DRAIN)
    put("bad.yaml", WRONG_ANSWER)
    regression.test([], words="good or (elis and not bad)")
    assert capsys.readouterr().out.startswith("1 scenario: 3 passed")
    regression.test([], last_failed=True, words="good")
    assert "nothing failed last time" in capsys.readouterr().err
    for last_failed, number in ((False, 2), (True, 1)):
        with pytest.raises(Stop):
            regression.test([], last_failed=last_failed)
        assert f"\n{number} scenario" in capsys.readouterr().out
    put("bad.yaml", DRAIN)
    regression.test([], last_failed=True)
    regression.test([], last_failed=True)
    assert "nothing failed last time" in capsys.readouterr().err


@pytest.mark.parametrize("words", ["and", "(a", "a b", "not", "a or", ")"])
def test_words_that_make_no_sense(words: str) -> None:
    with pytest.raises(BadExpression):
        Expression(words)


def test_words_are_looked_for_anywhere() -> None:
    assert Expression("GIFT and not (sense or alter)").matches("scenarios/a-gift.yaml")
    assert not Expression("gift and not (sense or alter)").matches("a-gift-and-sense.yaml")


def test_processes_share_the_work_and_say_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(6):
        put(f"{number}.yaml", WRONG_ANSWER if number % 2 else DRAIN)
    told = []
    for processes in ("1", "2"):
        with pytest.raises(Stop):
            regression.test([], processes=processes)
        told.append(capsys.readouterr().out.split("slowest:")[0])
    assert told[0] == told[1] and told[0].count("is not as expected") == 3
    with pytest.raises(Stop) as stop:
        regression.test([], processes="many")
    assert code_of(stop) == 2


def test_junit_counts_everything(folder: Path) -> None:
    put("bad.yaml", WRONG_ANSWER.replace("Elis Helrot against", "Elis \x07Helrot against"))
    put("broken.yaml", DRAIN.replace("Luke Skywalker", "Luke Skywaker"))
    put("gap.yaml", WRONG_ANSWER + "    todo: later\n")
    put("other.yaml", "title: none of ours\nattempts: 3\n")
    with pytest.raises(Stop):
        regression.test([], junit_file="report.xml")
    suite = ElementTree.fromstring(Path("report.xml").read_text("utf-8"))[0]
    numbers = {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")}
    assert numbers == {"tests": "5", "failures": "0", "errors": "2", "skipped": "1"}


def test_what_looks_like_a_scenario() -> None:
    assert looks_like_a_scenario(DRAIN)
    assert looks_like_a_scenario("\"title\": x\n'attempts': [both pass]\n")
    for other in ("title: x\n", "title: x\nattempts: 3\n", "a: {title: x}\nb: {attempts: []}\n"):
        assert not looks_like_a_scenario(other)


def test_refusals_without_a_reason_are_counted(folder: Path, desk: Desk) -> None:
    path = put("drain.yaml", DRAIN.replace(", because: actions-stacking/topmost-only", ""))
    assert run_file(desk, path).verdict_only == 1


def test_watching_runs_again_only_after_a_change(folder: Path) -> None:
    path = put("drain.yaml", DRAIN)
    runs: list[list[str]] = []
    looks = iter(
        [lambda: None, lambda: path.write_text(WRONG_ANSWER, "utf-8"), lambda: None, path.unlink]
    )

    def pause() -> bool:
        change = next(looks, None)
        if change is not None:
            change()
        return change is not None

    watch(["scenarios"], runs.append, pause)
    assert runs == [[], [str(path)], [str(path)]]


def test_a_bar_says_what_is_left() -> None:
    assert bar(30, 60, 12.0, "scenarios") == f"[{'#' * 15}{'.' * 15}] 30/60 scenarios, 12 s left"
    assert bar(1, 101, 1.5, "mutants").endswith("1/101 mutants, 2 min 30 s left")


# -- coverage ------------------------------------------------------------------------------


def test_the_shipped_scenarios_decide_every_acting_clause() -> None:
    covered = coverage(repertoire().plays)
    assert [c.clause for c in covered if not c.decided] == []
    assert {c.clause for c in covered} == set(acting_clauses())


def test_coverage_tells_both_ways(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = put("drain.yaml", DRAIN)
    regression.coverage([], form="json")
    data = json.loads(capsys.readouterr().out)
    by_clause = {record["clause"]: record for record in data["covered"]}
    topmost = by_clause["actions-stacking/topmost-only"]
    assert topmost["spoke"] == topmost["decided"] == topmost["silent"] == [path.as_posix()]
    assert topmost["both_ways"]
    refused = by_clause["card.elis-helrot/transport"]
    assert refused["spoke"] == refused["silent"] == [path.as_posix()] and not refused["decided"]
    assert data["clauses"]["decided"] < data["clauses"]["number"]


def test_coverage_is_never_rounded_up(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert percent(1999, 2000) == "99.9 %" and percent(2000, 2000) == "100.0 %"
    assert Share(1999, 2000).is_under(100) and Share(1999, 2000).is_under(99.96)
    assert not Share(1999, 2000).is_under(99.95) and not Share(0, 0).is_under(100)
    put("drain.yaml", DRAIN)
    with pytest.raises(Stop) as stop:
        regression.coverage([], fail_under=100)
    assert code_of(stop) == 1 and "under 100 %" in str(stop.value)
    regression.coverage([], fail_under=1)
    out = capsys.readouterr().out
    assert "No scenario decides" in out and "- actions-just/narrow-window" in out


def test_a_report_in_every_form() -> None:
    blocks = [
        Heading("A | <b>", 1),
        Line("two\nlines"),
        Bullets(("one\n  more", "*two*")),
        Grid(("word", "number"), (("a|b", 1), ("<c>", 20))),
    ]
    assert render(blocks, "text").splitlines()[-3:] == [
        "word  number",
        "a|b        1",
        "<c>       20",
    ]
    assert "| a\\|b | 1 |" in render(blocks, "markdown")
    assert '<td>&lt;c&gt;</td><td class="n">20</td>' in render(blocks, "html")


# -- the plugin, in somebody else's project -------------------------------------------------


def python(
    *arguments: str, cwd: Path, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": "", "PYTHONPATH": str(path) if path else "", "PYTHONUTF8": "1"}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd, env=environment, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def test_the_plugin_of_the_wheel_in_another_project(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    source = tmp_path / "source"
    leave = shutil.ignore_patterns(".*", "scenarios", "tests", "__pycache__")
    shutil.copytree(ROOT, source, ignore=leave)
    built = python("-m", "build", "--wheel", "--no-isolation", "--outdir", "..", ".", cwd=source)
    assert built.returncode == 0, built.stdout + built.stderr
    wheel = next(tmp_path.glob("*.whl"))
    site = tmp_path / "site"
    pip = ("-m", "pip", "install", "-q", "--no-deps", "--no-index", "--target", str(site))
    installed = python(*pip, str(wheel), cwd=tmp_path)
    assert installed.returncode == 0, installed.stderr
    project = tmp_path / "project"
    (project / "rulings" / "deep").mkdir(parents=True)
    (project / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (project / "rulings" / "good.yaml").write_text(DRAIN, "utf-8")
    (project / "rulings" / "deep" / "bad.yml").write_text(WRONG_ANSWER, "utf-8")
    (project / "rulings" / "gap.yaml").write_text(WRONG_ANSWER + "    todo: later\n", "utf-8")
    (project / "rulings" / "mended.yaml").write_text(DRAIN + "    todo: later\n", "utf-8")
    (project / "docker-compose.yaml").write_text("services: {}\n", "utf-8")
    (project / "rulings" / "test_own.py").write_text("def test_own(): pass\n", "utf-8")
    run = ("-m", "pytest", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-rA")
    for more in ((), ("-n", "2"), ("--import-mode=importlib",), ("--import-mode=append",)):
        done = python(*run, *more, cwd=project, path=site)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "2 failed, 10 passed, 1 xfailed" in done.stdout, done.stdout
        assert "FAILED rulings/deep/bad.yml::3 ask who acts next" in done.stdout
        assert "FAILED rulings/mended.yaml::3 ask who acts next" in done.stdout
        assert "rulings/deep/bad.yml:22:22: attempt 3, ask who acts next: answer" in done.stdout
        assert "= actual:   dark" in done.stdout and "Traceback" not in done.stdout
    one = python(*run, "rulings/good.yaml::2 dark plays Elis Helrot", cwd=project, path=site)
    assert "1 passed" in one.stdout, one.stdout
    chosen = python(*run, "-k", "deep and drains", cwd=project / "rulings", path=site)
    assert "1 passed, 12 deselected" in chosen.stdout, chosen.stdout
    (project / "rulings" / "broken.yaml").write_text(DRAIN.replace("Luke", "Lukke"), "utf-8")
    broken = python(*run, "rulings/broken.yaml", cwd=project, path=site)
    assert broken.returncode == 2 and "unknown-card" in broken.stdout, broken.stdout

"""Regression-testing the rules: what the commands find, say and leave alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT, repertoire

from adjudicator import regression
from adjudicator.cards.load import bound_clauses
from adjudicator.cards.part import given
from adjudicator.commands import Stop
from adjudicator.edition.given import Given
from adjudicator.edition.layers import SHIPPED
from adjudicator.edition.numbers import (
    numbers_of_rule,
    numbers_of_text,
    text_with_number,
    with_number,
)
from adjudicator.edition.reading import read_amendment
from adjudicator.engine.replay import replay
from adjudicator.regress.approve import approve
from adjudicator.regress.cases import (
    BadExpression,
    Expression,
    looks_like_a_scenario,
    run_file,
    run_loaded,
)
from adjudicator.regress.coverage import Share, coverage
from adjudicator.regress.edit import Page
from adjudicator.regress.keeping import Cache
from adjudicator.regress.mutants import KINDS, Breeding, Mutant
from adjudicator.regress.mutation import dishonest, read_equivalents
from adjudicator.regress.mutation import run as run_mutants
from adjudicator.regress.pages import Bullets, Grid, Heading, Line, percent, render
from adjudicator.regress.plays import Repertoire
from adjudicator.regress.progress import bar
from adjudicator.regress.run import watch
from adjudicator.regress.shrink import Keep, shrink
from adjudicator.rules.registry import Rulebook, acting_clauses, registered
from adjudicator.ruling.expect import Comparison, mismatches
from adjudicator.session import Desk
from adjudicator.source import BadFile, yaml_text
from adjudicator.writing import Folder

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
BATTLE = """\
title: A battle at the Cantina
table:
  turn: light
  phase: battle
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker]
      dark: [Darth Vader]
  light: {force: 5}
attempts:
  - light battles: "Tatooine: Cantina"
    expect: legal
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
    assert capsys.readouterr().out.startswith("1 scenario: 3 passed\n")
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
    assert "If both players passed three times" in told[6]
    assert "nothing to do with the topmost action" in told[7]
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
        told.append(capsys.readouterr())
    assert told[0].out == told[1].out and "slowest:" in told[0].err
    told = [captured.out for captured in told]
    assert told[0].count("is not as expected") == 3
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


def test_a_reason_may_be_named_as_it_was_called_before(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = desk.glossary.clause("actions-stacking/topmost-only")
    assert now is not None
    known = desk.glossary.clause
    monkeypatch.setattr(
        desk.glossary, "clause", lambda c: now if c == "actions-stacking/old-name" else known(c)
    )
    loaded = desk.read("drain.yaml", DRAIN.replace("topmost-only", "old-name"))
    assert not run_loaded(desk, loaded).is_red


@pytest.mark.parametrize(
    "arguments",
    [
        ("test", "scenarios"),
        ("coverage", "scenarios"),
        ("mutate", "--fresh", "--only", "clauses", "--only", "precedence", "scenarios"),
        ("impact", "--without", "actions-stacking/topmost-only", "scenarios"),
        ("approve", "scenarios"),
        ("shrink", "scenarios/drain.yaml"),
    ],
    ids=lambda a: a[0],
)
def test_every_command_says_the_same_whatever_the_environment(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    put("drain.yaml", WRONG_ANSWER)
    put("battle.yaml", BATTLE)
    told = [
        subprocess.run(
            [sys.executable, "-m", "adjudicator", *arguments],
            env={"PATH": "", "PYTHONPATH": str(ROOT), **environment},
            capture_output=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        for environment in (
            {"PYTHONHASHSEED": "1", "COLUMNS": "40", "LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
            {"PYTHONHASHSEED": "2", "COLUMNS": "200", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Tokyo"},
        )
    ]
    assert told[0].stdout == told[1].stdout and told[0].returncode == told[1].returncode
    assert told[0].stdout and b"\x1b" not in told[0].stdout + told[0].stderr
    assert b"Traceback" not in told[0].stderr


# -- coverage ------------------------------------------------------------------------------


def test_the_shipped_scenarios_decide_every_acting_clause(desk: Desk) -> None:
    covered = coverage(repertoire().plays, desk, texts=False)
    assert [c.clause for c in covered if not c.decided] == []
    assert {c.clause for c in covered} == {*acting_clauses(), *bound_clauses(desk.library)}


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


# -- mutate --------------------------------------------------------------------------------

EQUIVALENTS = ROOT / "tests" / "equivalents.yaml"
WATCHED = ("actions-just", "undercover", "undercover-spy-rules")


@pytest.mark.parametrize("clause", [c for c in acting_clauses() if c.partition("/")[0] in WATCHED])
def test_a_rule_broken_on_purpose_is_caught_by_an_expectation(clause: str) -> None:
    """Not only by a comparison of tables: `adjudicator test` itself turns red."""
    book = Rulebook(without={clause})
    heard = repertoire().where_it_spoke(clause)
    assert any(mismatches(play.board, replay(play.board, book)) for play in heard)


def breeding(desk: Desk) -> Breeding:
    return Breeding(repertoire(), desk.library)


def test_the_list_of_equivalents_is_honest(desk: Desk) -> None:
    listed = read_equivalents(EQUIVALENTS)
    bred = breeding(desk)
    mutants = {mutant.name: mutant for mutant in bred.mutants()}
    results = {
        entry.mutant: bred.killer(mutants[entry.mutant])
        for entry in listed
        if entry.mutant in mutants
    }
    assert dishonest(listed, results, mutants) == []


def test_what_is_killed_or_no_more_must_leave_the_list(tmp_path: Path) -> None:
    path = tmp_path / "equivalents.yaml"
    path.write_text(
        '- {mutant: "without a/b", why: one}\n- {mutant: "without a/c", why: two}\n'
        '- {mutant: "without a/d", why: three}\n',
        "utf-8",
    )
    listed = read_equivalents(path)
    found = dishonest(
        listed, {"without a/b": None, "without a/c": "x.yaml"}, ["without a/b", "without a/c"]
    )
    assert found[0] == 'line 2: "without a/c" is noticed by x.yaml; it must leave the list'
    assert found[1].startswith('line 3: there is no mutant "without a/d" did you mean')
    path.write_text("- {mutant: x, wy: one}\n", "utf-8")
    with pytest.raises(BadFile) as bad:
        read_equivalents(path)
    assert [p.code for p in bad.value.problems] == ["unknown-key", "missing-key"]


def test_every_kind_of_mutant_is_bred_and_has_a_name_of_its_own(desk: Desk) -> None:
    mutants = breeding(desk).mutants()
    assert {mutant.kind for mutant in mutants} == set(KINDS)
    assert len({mutant.name for mutant in mutants}) == len(mutants)
    names = {mutant.name for mutant in mutants}
    assert "actions-example-4/battle-costs-one: `amount 1` with 2" in names
    assert "card.tentacle/grab: `use force: 1` with 0" in names


def test_a_number_is_shifted_in_a_function_and_in_a_text(desk: Desk) -> None:
    presence = next(rule for rule in registered() if rule.clause == "presence/ability-one")
    threshold = next(n for n in numbers_of_rule(presence) if n.shown == "ability < 1")
    assert numbers_of_rule(presence)[threshold.place].value == 1
    assert with_number(presence, threshold.place, 4).function is not presence.function
    grab = desk.library.versions("Tentacle")[0].texts[0]
    assert [n.shown for n in numbers_of_text(grab)] == ["use force: 1"]
    assert dict(given(text_with_number(grab, 0, 2).costs[0]))["amount"] == 2
    assert dict(given(grab.costs[0]))["amount"] == 1


def test_an_interrupted_run_goes_on_where_it_stopped(folder: Path, desk: Desk) -> None:
    board = desk.load(put("drain.yaml", DRAIN)).board
    assert board is not None
    bred = Breeding(Repertoire([board]), desk.library)
    mutants = bred.mutants(["clauses"])
    tried: list[str] = []

    def follow(items: Iterable[Mutant], number: int) -> Iterator[Mutant]:
        for mutant in items:
            if len(tried) == 5:
                tried.append("stopped")
                raise KeyboardInterrupt
            tried.append(mutant.name)
            yield mutant

    with pytest.raises(KeyboardInterrupt):
        run_mutants(bred, mutants, Cache(), follow)
    results = run_mutants(bred, mutants, Cache(), follow)
    del tried[5]
    assert tried == [mutant.name for mutant in mutants] == list(results)
    assert results["without actions-stacking/topmost-only"] == "scenarios/drain.yaml"
    put("drain.yaml", DRAIN.replace("force: 5", "force: 6"))
    other = desk.load(Path("scenarios/drain.yaml")).board
    assert other is not None
    tried.clear()
    with pytest.raises(KeyboardInterrupt):  # another scenario: what was known is worth nothing
        run_mutants(Breeding(Repertoire([other]), desk.library), mutants, Cache(), follow)


def test_survivors_are_named_with_a_score_for_each_entry(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("drain.yaml", DRAIN)
    with pytest.raises(Stop) as stop:
        regression.mutate([], ["clauses"])
    assert code_of(stop) == 1
    told = capsys.readouterr().out
    assert "- without actions-just/narrow-window (could be noticed by" in told
    with pytest.raises(Stop):
        regression.mutate([], ["clauses"], form="json")
    data = json.loads(capsys.readouterr().out)
    assert data["scores"]["force-drain"]["mutants"] >= 4
    by_name = {record["mutant"]: record for record in data["mutants"]}
    caught = by_name["without actions-stacking/topmost-only"]
    assert caught["noticed_by"] == "scenarios/drain.yaml" and not caught["equivalent"]
    assert "without actions-just/narrow-window" in data["survivors"]


# -- impact --------------------------------------------------------------------------------


def impact_of(capsys: pytest.CaptureFixture[str], text: str) -> dict[str, Any]:
    Path("amend.yaml").write_text(text, "utf-8")
    regression.impact([], given=Given(amend=("amend.yaml",)), form="json")
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return {Path(record["file"]).stem: record for record in data["scenarios"]}


def test_impact_tells_how_far_a_ruling_changes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("drain.yaml", DRAIN)
    put("late.yaml", DRAIN.replace("phase: control", "phase: deploy"))
    put("rich.yaml", DRAIN.replace("light: [Luke", "light: [Han Solo, Luke"))
    regression.impact([], given=Given(without=("force-drain/control-phase",)), form="json")
    told = {Path(r["file"]).stem: r for r in json.loads(capsys.readouterr().out)["scenarios"]}
    assert told["drain"]["change"] == told["rich"]["change"] == "unaffected"
    late = told["late"]
    assert (late["change"], late["attempt"], late["line"]) == ("verdict", 1, 15)
    assert late["verdict"] == {"before": "illegal", "after": "legal"}
    assert "[force-drain/control-phase]" in late["before"][0]
    regression.impact([], given=Given(without=("actions-stacking/topmost-only",)))
    text = capsys.readouterr().out
    assert "3 scenarios: " in text and "attempt 2, dark plays Elis Helrot: illegal → " in text


def test_an_amendment_changes_numbers_readings_and_words(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("drain.yaml", DRAIN)
    words = "changes: [{explanation of: actions-stacking/topmost-only, en: '{{ card }} waits.'}]"
    drain = impact_of(capsys, words)["drain"]
    assert (drain["change"], drain["attempt"]) == ("wording", 2)
    assert "Elis Helrot waits. [actions-stacking/topmost-only]" in drain["after"]
    put("battle.yaml", BATTLE)
    told = impact_of(
        capsys,
        "changes:\n  - {number of: actions-example-4/battle-costs-one, from: 1, to: 2}\n"
        "  - other reading: empty-stack-at-turn-end\n",
    )
    assert told["battle"]["change"] == "table"
    assert "piles, light force, size: 4 → 3" in told["battle"]["tables"]
    assert told["drain"]["change"] == "unaffected"


def test_a_change_without_effect_is_warned_of(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    put("drain.yaml", DRAIN)
    Path("amend.yaml").write_text(
        "changes:\n  - other reading: empty-stack-at-turn-end\n"
        "  - without: actions-stacking/topmost-only\n",
        "utf-8",
    )
    regression.impact([], given=Given(amend=("amend.yaml",)))
    warned = capsys.readouterr().err.splitlines()
    assert len(warned) == 1 and warned[0].startswith("warning: amend.yaml:2: the other reading")
    regression.impact([], given=Given(without=("actions-just/narrow-window",)))
    assert "changes nothing at all" in capsys.readouterr().err
    for asked in (Given(), Given(without=("actions-just/narow-window",))):
        with pytest.raises(Stop) as stop:
            regression.impact([], given=asked)
        assert code_of(stop) == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("without: actions-just/narow-window", "unknown-clause"),
        ("without: {a: b}", "type"),
        ("witout: actions-just/narrow-window", "change"),
        ("both pass", "type"),
        ("{without: actions-just/narrow-window, to: 3}", "unknown-key"),
        ("other reading: empty-stak", "unknown-dispute"),
        ("other reading: scomp-where", "no-other-reading"),
        ("{number of: actions-example-4/battle-costs-one, from: 7, to: 2}", "no-such-number"),
        ("{number of: actions-example-4/battle-costs-one, from: 1}", "missing-key"),
        ("{number of: actions-example-4/battle-costs-one, from: one, to: 2}", "type"),
        ("{number of: card.tentacle/grab, from: 1, to: 9999}", "range"),
        ("explanation of: actions-just/narrow-window", "missing-key"),
        ("{explanation of: actions-just/narrow-window, en: '{{ crd }}'}", "unknown-fact"),
        ("{explanation of: actions-just/narrow-window, en: '{{ 9 ** 9 }}'}", "sentence"),
        ("{explanation of: actions-just/narrow-window, en: '{% for x in card %}'}", "sentence"),
        ("{explanation of: actions-just/narrow-window, en: '{{ card.__class__ }}'}", "sentence"),
        ("{explanation of: actions-just/narrow-window, en: '{{ card'}", "sentence"),
        ("{explanation of: actions-just/narrow-window, en: '{% if card %}'}", "sentence"),
        ("{explanation of: actions-just/narrow-window, en: ''}", "empty"),
    ],
)
def test_a_bad_amendment_is_told_with_its_place(
    tmp_path: Path, desk: Desk, line: str, code: str
) -> None:
    path = tmp_path / "amend.yaml"
    path.write_text(f"title: what if\nchanges:\n  - {line}\n", "utf-8")
    with pytest.raises(BadFile) as bad:
        read_amendment(path, SHIPPED)
    assert code in [p.code for p in bad.value.problems]
    assert all(p.span.line == 3 and p.span.column > 1 for p in bad.value.problems)


def test_what_falls_with_another_reading_are_clauses(desk: Desk) -> None:
    named = {clause for dispute in desk.glossary.disputes for clause in dispute["falls"]}
    assert named and all(desk.glossary.clause(clause) for clause in named)


def test_a_number_that_was_changed_can_be_changed_again() -> None:
    rule = next(r for r in registered() if numbers_of_rule(r))
    once = with_number(rule, 0, 41)
    twice = with_number(once, 0, 42)
    values = [numbers_of_rule(each)[0].value for each in (once, twice)]
    assert values == [41, 42] and numbers_of_rule(rule)[0].value not in values


# -- approve -------------------------------------------------------------------------------


def comments(text: str) -> list[str]:
    page = Page("x.yaml", text)
    return sorted(text[start:end].rstrip() for start, end in page.comments)


def test_approving_keeps_comments_and_layout(folder: Path, desk: Desk) -> None:
    wrong = (
        DRAIN.replace("answer: dark", "answer: light, window: phase")
        .replace("topmost-only}", "topmost-only, dark force: 3, light lost: [Sense]}")
        .replace("expect: legal", "expect: illegal   # or is it?")
        .replace("\n", "\r\n")
    )
    loaded = desk.read("drain.yaml", wrong)
    done = approve(desk, loaded)
    told = done.difference.splitlines()
    assert (
        "+    expect: {verdict: illegal, because: actions-stacking/topmost-only, dark force: 5, light lost: []}"
        in told
    )
    assert "+    expect: legal   # or is it?" in told
    assert "+    expect: {answer: dark, window: response}" in told
    assert sum(line.startswith("+ ") for line in told) == 3
    assert comments(done.after) == comments(wrong) and "\n" not in done.after.replace("\r\n", "")
    again = desk.read("drain.yaml", done.after)
    assert again.board is not None and not mismatches(again.board, again.replay(desk.book))


def test_what_there_is_not_is_said_and_nothing_dropped(desk: Desk) -> None:
    text = DRAIN.replace(
        "expect: legal",
        "expect:\n      because: actions-stacking/topmost-only  # why\n      light force: 3\n      next: dark",
    )
    done = approve(desk, desk.read("drain.yaml", text))
    assert (
        "      because: nothing  # why\n      light force: not stated\n      next: dark\n"
        in done.after
    )
    assert approve(desk, desk.read("drain.yaml", done.after)).after == done.after


def test_a_known_gap_is_not_approved(desk: Desk) -> None:
    done = approve(desk, desk.read("gap.yaml", WRONG_ANSWER + "    todo: later\n"))
    assert done.after == done.before and len(done.left) == 1


def test_expectations_can_be_added(desk: Desk) -> None:
    bare = "\n".join(line for line in DRAIN.splitlines() if "expect:" not in line)
    done = approve(desk, desk.read("drain.yaml", bare), add=True)
    assert approve(desk, desk.read("drain.yaml", done.after), add=True).after == done.after
    assert done.after.count("expect:") == 3
    assert "    expect: {verdict: illegal, because: actions-stacking/topmost-only}\n" in done.after


@pytest.mark.parametrize("number", range(4))
def test_whatever_the_rules_say_is_approved_and_no_comment_lost(desk: Desk, number: int) -> None:
    """Every fortieth scenario as it would be ruled without some clause that spoke in it."""
    for play in repertoire().plays[number * 10 :: 40]:
        clauses = sorted(play.notes.spoke & set(acting_clauses()))
        if not clauses:
            continue  # a board on which a card's text alone has something to say
        other = desk._replace(book=Rulebook(without={clauses[len(clauses) // 2]}))
        text = play.board.scenario.text
        done = approve(other, desk.read(play.file, text))
        again = desk.read(play.file, done.after)
        assert again.board is not None, done.difference
        assert not mismatches(again.board, again.replay(other.book)), done.difference
        assert " ".join(comments(text)) == " ".join(comments(done.after)), done.difference


def test_approving_asks_first(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = put("drain.yaml", WRONG_ANSWER)
    with pytest.raises(Stop) as stop:
        regression.approve([str(path)])
    assert code_of(stop) == 1 and path.read_text("utf-8") == WRONG_ANSWER
    assert "-    expect: {answer: light}" in capsys.readouterr().out
    path.chmod(0o600)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    regression.approve([str(path)], yes=True)
    assert (
        path.read_bytes() == b"\xef\xbb\xbf" + DRAIN.encode()
        and path.stat().st_mode & 0o777 == 0o600
    )
    regression.approve([str(path)])
    assert "nothing to approve" in capsys.readouterr().out


@pytest.mark.parametrize("how", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_an_interrupted_run_leaves_the_old_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, how: type[BaseException] | BaseException
) -> None:
    path = put("drain.yaml", WRONG_ANSWER)

    def interrupted(*_: object) -> None:
        raise how

    monkeypatch.setattr(Folder, "move", interrupted)
    for work in (
        lambda: regression.approve([str(path)], yes=True),
        lambda: regression.shrink(str(path), in_place=True),
    ):
        with pytest.raises((KeyboardInterrupt, Stop)):
            work()
        assert path.read_text("utf-8") == WRONG_ANSWER
        assert [p.name for p in path.parent.iterdir()] == ["drain.yaml"]


# -- shrink --------------------------------------------------------------------------------


def test_shrinking_leaves_what_the_ruling_needs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    extra = (
        DRAIN.replace("[Luke Skywalker]", "[Luke Skywalker, R2-D2, {card: Han Solo}]")
        .replace(
            "attempts:\n",
            '    - site: "Hoth: Echo Command Center"   # far away\n      light: [Leia Organa]\n'
            "  light: {hand: [Sense, 3 more], force: 4, lost: 2}\nattempts:\n",
        )
        .replace("  dark: {hand: [Elis Helrot], force: 5}\n", "")
        .replace("  light: {hand", "  dark: {hand: [Elis Helrot], force: 5}\n  light: {hand")
    )
    path = put("drain.yaml", extra)
    regression.shrink(str(path), ["verdict of attempt 2"])
    captured = capsys.readouterr()
    assert path.read_text("utf-8") == extra
    for gone in ("R2-D2", "Han Solo", "Leia", "Echo", "Sense", "ask:"):
        assert gone not in captured.out, captured.out
    for left in ("# far away", "# too late", "# Elis Helrot", "Luke Skywalker", "Darth Vader"):
        assert left in captured.out, captured.out
    assert "kept: attempt 2, now attempt 2" in captured.err
    regression.shrink(str(path), ["verdict of attempt 2"], in_place=True)
    assert path.read_text("utf-8") == captured.out
    capsys.readouterr()
    regression.shrink(str(path), ["verdict of attempt 2"])
    assert capsys.readouterr().out == captured.out, "what is minimal stays as it is"


def test_an_expectation_that_never_held_is_what_the_dispute_is_about(desk: Desk) -> None:
    done = shrink(desk, desk.read("drain.yaml", WRONG_ANSWER), [Keep("answer", 3)])
    assert "expect: {answer: light}" in done.text and not done.dropped


def test_what_cannot_be_kept_is_wrong_usage(folder: Path) -> None:
    path = str(put("drain.yaml", DRAIN))
    for keep in ("verdict of attempt 9", "verdict of attempt 0", "colour of attempt 1", "verdict"):
        with pytest.raises(Stop) as stop:
            regression.shrink(path, [keep])
        assert code_of(stop) == 2


@pytest.mark.parametrize("number", range(3))
def test_shrinking_keeps_verdict_reason_and_comments(desk: Desk, number: int) -> None:
    for play in repertoire().plays[number * 20 :: 60]:
        loaded = desk.read(play.file, play.board.scenario.text)
        last = len(play.steps)
        done = shrink(desk, loaded, [Keep("verdict", last)])
        again = desk.read(play.file, done.text)
        assert again.board is not None
        steps = again.replay(desk.book)
        one, two = Comparison(play.board, play.steps), Comparison(again.board, steps)
        kept = steps[done.now[0] - 1]
        assert two.verdict(kept) == one.verdict(play.steps[-1])
        assert two.deciding(kept) == one.deciding(play.steps[-1])
        assert not mismatches(again.board, steps)
        assert " ".join(comments(done.text)) == " ".join(comments(loaded.text))


@pytest.mark.parametrize(
    "text",
    [
        # all on one line, as JSON has it
        '{"title": "x", "attempts": [{"light plays": "Sense", "expect": "legal"}, "both pass", '
        '{"dark plays": "Alter", "expect": {"verdict": "legal", "dark force": 2}}]}',
        # a dash on a line of its own, a value below its key, no newline at the end
        "title: x\nattempts:\n-\n  # first\n  light plays: Sense\n  expect:\n    legal # what?\n"
        "-   dark plays:\n      Alter\n    expect:\n        verdict: legal\n        because: card.alter/cancel-sense",
        "title: x\nquestion: |\n  # no comment\n  at all\nattempts:\n- both pass # one\n- light plays: 'Sense'\n"
        "  note: >-\n    # nor here\n  expect: {verdict: legal, # two\n    light hand: [Sense # three\n    ]}\n",
    ],
)
def test_any_layout_is_edited(desk: Desk, text: str) -> None:
    loaded = desk.read("x.yaml", text)
    assert loaded.board is not None, loaded.problems
    for add in (False, True):
        after = approve(desk, loaded, add).after
        again = desk.read("x.yaml", after)
        assert again.board is not None, after
        assert not mismatches(again.board, again.replay(desk.book)), after
        assert " ".join(comments(text)) == " ".join(comments(after)), after
    last = len(loaded.board.scenario.attempts)
    done = shrink(desk, loaded, [Keep("verdict", last)])
    assert desk.read("x.yaml", done.text).board is not None, done.text
    assert " ".join(comments(text)) == " ".join(comments(done.text)), done.text


def test_a_file_with_aliases_is_left_alone(folder: Path) -> None:
    path = put(
        "drain.yaml", WRONG_ANSWER.replace("expect: legal", "expect: &e legal") + "    note: *e\n"
    )
    before = path.read_text("utf-8")
    for work in (
        lambda: regression.approve([str(path)], yes=True),
        lambda: regression.shrink(str(path), in_place=True),
    ):
        with pytest.raises(BadFile) as bad:
            work()
        assert [p.code for p in bad.value.problems] == ["alias"]
        assert path.read_text("utf-8") == before


def test_items_go_with_one_comma_each() -> None:
    page = Page("x.yaml", "a: [one, two, 'three, 3', four] # all\nb: {c: 1, d: 2}\n")
    listed, mapping = page.at("a"), page.at("b")
    assert listed is not None and mapping is not None

    def left(*places: int) -> str:
        return page.edited(page.without_item(listed, place) for place in places).split("\n")[0]

    assert left(0) == "a: [two, 'three, 3', four] # all"
    assert left(3) == "a: [one, two, 'three, 3'] # all"
    assert left(0, 2, 3) == "a: [two] # all" and left(0, 1, 2, 3) == "a: [] # all"
    assert page.edited([page.without_entry(mapping, "d")]).endswith("b: {c: 1}\n")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("Luke Skywalker", "Luke Skywalker"),
        ("Tatooine: Cantina", '"Tatooine: Cantina"'),
        ("Double-Crossing, No-Good Swindler", '"Double-Crossing, No-Good Swindler"'),
        ("Don't Get Cocky", "Don't Get Cocky"),
        ("true", '"true"'), ("7", '"7"'), (7, "7"), ("a #b", '"a #b"'), ("", '""'),
        (["a", "b, c"], '[a, "b, c"]'), ({"a: b": 1}, '{"a: b": 1}'), ("Éowyn", '"Éowyn"'),
    ],
)  # fmt: skip
def test_a_value_as_our_files_write_it(value: Any, text: str) -> None:
    assert yaml_text(value) == text
    read = yaml.safe_load(f"x: [{text}]")["x"][0]
    assert read == value


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
    assert broken.returncode == 1 and "unknown-card" in broken.stdout, broken.stdout

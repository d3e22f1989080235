"""For rules teams: what an edit changes, what would notice a survivor, reasons that are written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from conftest import ROOT

from adjudicator import regression
from adjudicator.commands import Stop
from adjudicator.edition.given import Given
from adjudicator.regress.approve import approve
from adjudicator.regress.mutants import Breeding
from adjudicator.regress.plays import Repertoire
from adjudicator.regress.run import run_all
from adjudicator.regress.sketch import sketch
from adjudicator.session import Desk

BATTLE = """\
title: A battle
table:
  turn: dark
  phase: battle
  locations:
    - {{site: "Tatooine: Cantina", light: [Luke Skywalker], dark: [Darth Vader]}}
  dark: {{force: {force}}}
attempts:
  - dark battles: "Tatooine: Cantina"
"""
PRESENCE = """\
title: Who controls?
table:
  locations:
    - {site: "Tatooine: Cantina", light: [Dull Prophet]}
cards:
  - {title: Dull Prophet, side: light, type: character, power: 1, ability: 4}
attempts:
  - ask: who controls
    at: "Tatooine: Cantina"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    for force in (1, 2):
        (tmp_path / f"battle-{force}.yaml").write_text(BATTLE.format(force=force), "utf-8")
    yield tmp_path


def test_the_first_line_says_how_many_flip_and_for_what(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = Given(rules=(str(ROOT / "tests" / "house-rules"),))
    regression.impact([str(folder)], given=given)
    assert capsys.readouterr().out.startswith("1 ruling flips: 1 for want of Force.\n")
    regression.impact([str(folder)], lang="fr", given=given)
    assert "1 décision change de sens" in capsys.readouterr().out.splitlines()[0]
    regression.impact([str(folder / "battle-2.yaml")], form="json", given=given)
    told = json.loads(capsys.readouterr().out)
    assert told["headline"] == "No ruling flips." and told["scenarios"][0]["change"] == "table"


def test_an_edit_of_the_rules_is_compared_with_the_version_before_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An older program, in which a battle cost 2 Force."""
    older = folder / "older"
    hidden = shutil.ignore_patterns("__pycache__", "built", "node_modules")
    for name in ("adjudicator", "templates"):
        shutil.copytree(ROOT / name, older / name, ignore=hidden)
    card = older / "adjudicator" / "cards" / "tentacle.yaml"
    card.write_text(card.read_text("utf-8").replace("use force: 1", "use force: 3"), "utf-8")
    grabbed = ROOT / "scenarios" / "just" / "tentacle-answers-what-was-just-played.yaml"
    shutil.copy(grabbed, folder / "grabbed.yaml")
    regression.impact(["grabbed.yaml", "battle-1.yaml"], form="json", against=str(older))
    told = json.loads(capsys.readouterr().out)
    changes = {Path(s["file"]).stem: s for s in told["scenarios"]}
    assert changes["battle-1"]["change"] == "unaffected"
    assert changes["grabbed"]["verdict"] == {"before": "illegal", "after": "legal"}
    assert changes["grabbed"]["cause"]["clause"] == "actions-step-1c/every-cost"


@pytest.mark.parametrize("name", ["no-such-revision", "--help", "$(id)", ".", "a\nb"])
def test_what_is_no_version_is_told(name: str) -> None:
    with pytest.raises(Stop) as stop:
        regression.impact(["battle-1.yaml"], against=name)
    assert stop.value.code == 2


def test_a_sketch_would_notice_a_survivor(folder: Path, desk: Desk) -> None:
    path = folder / "presence.yaml"
    path.write_text(PRESENCE, "utf-8")
    board = desk.load(path).board
    assert board is not None
    breeding = Breeding(Repertoire([board]), desk.library)
    name = "presence/ability-one: `ability < 1` with 2"
    mutant = next(m for m in breeding.mutants(["numbers"]) if m.name == name)
    assert breeding.killer(mutant) is None
    found = sketch(desk, breeding, mutant)
    assert found is not None and "ability: 1" in found.after and found.line == 6
    path.write_text(PRESENCE.replace("ability: 4", "ability: 1"), "utf-8")
    noticed = desk.load(path).board
    assert noticed is not None
    assert Breeding(Repertoire([noticed]), desk.library).killer(mutant) is not None


@pytest.mark.parametrize(
    ("expect", "add", "written"),
    [
        ("expect: legal", False, {"verdict": "illegal", "because": "actions-step-1c/every-cost"}),
        (
            "expect: {verdict: legal}",
            False,
            {"verdict": "illegal", "because": "actions-step-1c/every-cost"},
        ),
        ("expect: illegal", True, {"verdict": "illegal", "because": "actions-step-1c/every-cost"}),
        ("expect: illegal", False, "illegal"),
    ],
)
def test_approve_writes_the_reason_of_a_refusal(
    desk: Desk, expect: str, add: bool, written: object
) -> None:
    text = BATTLE.format(force=0) + f"    {expect}\n"
    done = approve(desk, desk.read("t.yaml", text), add)
    assert not done.unsound
    assert yaml.safe_load(done.after)["attempts"][0]["expect"] == written


def test_a_small_run_stays_in_one_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.regress.run._pool", None)  # whoever asks for it fails
    files = sorted(folder.glob("*.yaml"))
    reports = list(run_all(files, 2, if_worth_it=True))
    assert [Path(report.file) for report in reports] == files


def test_the_action_and_the_hooks_call_commands_that_there_are() -> None:
    from adjudicator.cli import app

    known = {c.callback.__name__ for c in app.registered_commands if c.callback}
    action = yaml.safe_load((ROOT / ".github/actions/adjudicator/action.yml").read_text("utf-8"))
    lines = [line for s in action["runs"]["steps"] for line in s["run"].splitlines()]
    called = [line.split()[1] for line in lines if line.startswith("adjudicator ")]
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    called += [hook["entry"].split()[1] for hook in hooks]
    assert called and set(called) <= known
    assert action["runs"]["using"] == "composite"

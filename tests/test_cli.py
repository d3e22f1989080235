"""The commands as a judge uses them: what they print, where, and with which exit code."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

EXAMPLE = str(ROOT / "scenarios" / "actions" / "example-3-a-gift-and-the-swindler.yaml")


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        cwd=ROOT,
        check=False,
    )


def test_the_first_line_is_the_answer() -> None:
    done = run("rule", EXAMPLE)
    first = done.stdout.splitlines()[0]
    assert done.returncode == 0 and done.stderr == ""
    assert first.startswith("Dark is right: A Gift goes back")
    assert first.endswith("[actions-just/next-player-first]")
    french = run("rule", EXAMPLE, "--lang", "fr", "--length", "table").stdout
    assert french.startswith("Le côté obscur a raison")
    assert len(french.splitlines()) == 1


def test_a_pipe_gets_plain_text_and_the_same_bytes_whatever_the_environment() -> None:
    one = run("rule", EXAMPLE, "--length", "full", PYTHONHASHSEED="1", COLUMNS="40", LC_ALL="C")
    two = run(
        "rule", EXAMPLE, "--length", "full", PYTHONHASHSEED="2", COLUMNS="200", TZ="Asia/Tokyo"
    )
    assert one.stdout == two.stdout
    assert "\x1b" not in one.stdout


def test_json_is_complete() -> None:
    ruling = json.loads(run("rule", EXAMPLE, "--format", "json").stdout)
    assert ruling["format"] == "adjudicator-ruling/1"
    assert ruling["answer"]["clause"] == "actions-just/next-player-first"
    gift = ruling["steps"][6]
    assert (gift["verdict"], gift["at_first"], gift["backed_up_by"]) == ("backed up", "legal", 8)
    for step in ruling["steps"]:
        assert {"reasons", "events", "stack", "next", "table", "held", "outcome"} <= step.keys()
    assert {"entry", "title", "clauses", "outside"} <= ruling["cited"][0].keys()
    both = json.loads(run("rule", EXAMPLE, EXAMPLE, "--format", "json").stdout)
    assert len(both) == 2


def test_exit_codes(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("title: x\nattempts:\n  - light plays: Sence\n", "utf-8")
    assert run("check", EXAMPLE).returncode == 0
    for command in ("rule", "check"):
        done = run(command, str(bad))
        assert done.returncode == 1 and done.stdout == ""
        assert f"{bad}:3:18: no card is titled" in done.stderr
        assert 'did you mean "Sense"?' in done.stderr
        assert "Traceback" not in done.stderr
    assert run("rule", EXAMPLE, "--format", "pfd").returncode == 2
    assert run("rule", EXAMPLE, "--lang", "de").returncode == 2
    assert run("rule", EXAMPLE, "--without", "actions-just/nonsense").returncode == 2
    assert run("rule", str(tmp_path / "nowhere.yaml")).returncode == 1
    empty = tmp_path / "empty"
    empty.mkdir()
    assert run("check", str(empty)).returncode == 2
    assert run("nonsense").returncode == 2
    assert run("rule").returncode == 2


def test_output_goes_to_a_file_or_a_folder(tmp_path: Path) -> None:
    run("rule", EXAMPLE, "-o", str(tmp_path / "one.txt"))
    assert (tmp_path / "one.txt").read_text("utf-8").startswith("Dark is right")
    folder = ROOT / "scenarios" / "actions"
    done = run("rule", str(folder), "--format", "html", "-o", str(tmp_path / "pages"))
    written = list((tmp_path / "pages").iterdir())
    assert done.returncode == 0 and len(written) == len(list(folder.glob("*.yaml")))
    assert run("rule", str(folder), "--format", "html").returncode == 2
    blocked = tmp_path / "file"
    blocked.write_text("x", "utf-8")
    assert run("rule", EXAMPLE, "-o", str(blocked / "below.txt")).returncode == 1


def test_new_writes_a_good_scenario_and_never_over_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    assert run("new", str(file)).returncode == 0
    assert run("check", str(file)).returncode == 0
    first, second = file.read_text("utf-8").splitlines()[:2]
    assert first == "# adjudicator scenario" and second.endswith("$schema=adjudicator.schema.json")
    assert json.loads((tmp_path / "adjudicator.schema.json").read_text("utf-8"))["required"]
    assert run("rule", str(file)).returncode == 0
    file.write_text("mine", "utf-8")
    assert run("new", str(file)).returncode == 1
    assert file.read_text("utf-8") == "mine"


def test_status_tells_how_a_card_and_a_location_stand() -> None:
    file = str(ROOT / "scenarios" / "drains" / "an-undercover-spy-stops-the-drain.yaml")
    card = run("status", file, "Boushh").stdout
    assert "Undercover: yes" in card and "[undercover-spy-rules/no-presence]" in card
    place = run("status", file, "Tatooine: Mos Eisley", "--after", "0", "--format", "json").stdout
    lines = {(line["about"], line["side"]): line for line in json.loads(place)["lines"]}
    assert lines["controls", "dark"]["value"] is True
    assert lines["drain", "dark"]["terms"][0]["clause"] == "force-drain/amount-is-icons"
    assert "Sous couverture" in run("status", file, "Boushh", "--lang", "fr").stdout
    wrong = run("status", file, "Boush")
    assert wrong.returncode == 1 and "Boushh" in wrong.stderr


def test_options_tell_who_may_act_and_why_others_may_not() -> None:
    done = run("options", EXAMPLE, "--after", "1", "--why-not")
    assert done.stdout.startswith("Next: Dark, a response")
    assert "- Dark deploys Tentacle" in done.stdout
    assert "x Light deploys A Gift" in done.stdout
    assert run("options", EXAMPLE, "--after", "99").returncode == 2
    assert run("options", EXAMPLE, "--lang", "fr").stdout.startswith("Ensuite")


def test_the_schema_is_printed_with_what_is_known_here() -> None:
    told = json.loads(run("schema").stdout)
    assert "Boushh" in told["definitions"]["title"]["enum"]
    french = json.loads(run("schema", "--lang", "fr").stdout)
    assert (
        french["properties"]["table"]["description"] != told["properties"]["table"]["description"]
    )


@pytest.mark.parametrize(
    ("asked", "entry"),
    [
        ("marche arrière", "actions-example-3"),
        ("backing up", "actions-example-3"),
        ("espion clandestin", "undercover-spy-rules"),
        ("undercver spy ruls", "undercover-spy-rules"),
        ("DRAIN DE FORCE", "force-drain"),
        ("fin du tour", "end-of-turn"),
    ],
)
def test_the_glossary_is_found_in_either_language(asked: str, entry: str) -> None:
    assert entry in run("glossary", asked).stdout.splitlines()[0]


def test_glossary_pages() -> None:
    shown = run("glossary", "show", "actions-just", "--scenarios", "scenarios/actions").stdout
    assert "[actions-just/next-player-first]" in shown and "example-3-a-gift" in shown
    data = json.loads(run("glossary", "show", "undercover", "--format", "json").stdout)
    assert data["source"] == "001" and data["clauses"]
    assert "boarding" in run("glossary", "--disputed").stdout
    assert run("glossary", "show", "undrcover-spi").returncode in (0, 1)
    coverage = json.loads(run("glossary", "--coverage", "--format", "json").stdout)
    for row in coverage["entries"]:
        if row["entry"].startswith("actions-"):
            assert row["pending"] == 0, row["entry"]


def test_a_closed_pipe_is_no_error() -> None:
    shell = f'"{sys.executable}" -m adjudicator rule scenarios/actions | head -n 1'
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, cwd=ROOT, check=False)
    assert "Traceback" not in done.stderr


def test_the_readme_shows_what_the_program_prints(tmp_path: Path) -> None:
    """The scenario beside its ruling in the README is a real one."""
    readme = (ROOT / "README.md").read_text("utf-8")
    part = readme.split("## A scenario and its ruling")[1].split("## What it can do")[0]
    scenario = part.split("```yaml\n")[1].split("```")[0]
    answer = " ".join(part.split("</td><td>")[1].split("</td></tr>")[0].split())
    file = tmp_path / "readme.yaml"
    file.write_text(scenario, "utf-8")
    printed = run("rule", str(file), "--length", "table").stdout.strip()
    assert answer.replace("`", "") == printed

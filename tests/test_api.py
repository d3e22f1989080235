"""What other programs use: `from adjudicator import Scenario, rule`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import adjudicator
from adjudicator import Scenario, rule
from adjudicator.api import Data

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "scenarios" / "actions" / "example-3-a-gift-and-the-swindler.yaml"
BESIDE_A_SPY: dict[str, Data] = {
    "title": "A spy, and a drain: who may?",
    "table": {
        "turn": "dark",
        "phase": "control",
        "locations": [
            {
                "site": "Tatooine: Cantina",
                "icons": {"light": 2, "dark": 2},
                "light": [{"card": "Boushh", "undercover": True}],
                "dark": ["Darth Vader"],
            }
        ],
        "dark": {"force": 5, "hand": []},
    },
    "attempts": [{"dark drains": "Tatooine: Cantina"}, "both pass", {"dark passes": None}],
}


def test_data_becomes_a_file_that_people_can_edit() -> None:
    text = Scenario.of(BESIDE_A_SPY).text
    assert text.startswith('title: "A spy, and a drain: who may?"\ntable:\n  turn: dark\n')
    assert "      light:\n        - card: Boushh\n          undercover: yes\n" in text
    assert text.endswith('  - dark drains: "Tatooine: Cantina"\n  - both pass\n  - dark passes:\n')


def test_a_ruling_is_a_value() -> None:
    ruling = rule(BESIDE_A_SPY)
    assert ruling.problems == () and ruling.verdicts[0] == "illegal"
    assert ruling.steps[0].because == "undercover-spy-rules/blocks-drains"
    assert "Boushh" in ruling.steps[0].reasons[0]
    assert ruling.answer("fr") != ruling.answer() == rule(Scenario.of(BESIDE_A_SPY)).answer()
    assert ruling.document("markdown").startswith("**Illegal.")
    assert ruling.document("html", "fr").startswith("<!doctype html>")
    lifted = rule(BESIDE_A_SPY, without=["undercover-spy-rules/blocks-drains"])
    assert lifted.verdicts[0] == "legal"


def test_it_says_what_the_command_says() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "rule", str(EXAMPLE)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert rule(Scenario.read(EXAMPLE)).document() == done.stdout.rstrip("\n") + "\n"


def test_what_is_wrong_is_a_value_too() -> None:
    ruling = rule("title: x\nattempts:\n  - light plais: Sense\n")
    (problem,) = ruling.problems
    assert (problem.code, problem.line, problem.column) == ("unknown-verb", 3, 5)
    assert problem.fixes[0].text == "light plays" and problem.fixes[0].is_safe
    french = rule("title: x\nattempts:\n  - light plais: Sense\n", "fr").problems[0]
    assert french.code == problem.code and french.message != problem.message
    assert ruling.steps == () and ruling.answer() == ""
    assert rule("").problems[0].code == "empty"
    assert rule({"title": "\x00 \ud800", "attempts": []}).problems


def test_a_wrong_call_is_an_error() -> None:
    for wrong in (
        {"language": "xx"},
        {"without": ["no-such/clause"]},
        {"amend": ["/nowhere.yaml"]},
    ):
        with pytest.raises(ValueError):
            rule(BESIDE_A_SPY, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        rule(BESIDE_A_SPY).document("pdf")


def test_asking_for_the_version_fetches_nothing() -> None:
    says = "import sys, adjudicator; adjudicator.__version__; print(len([m for m in sys.modules if m.startswith('adjudicator')]))"
    done = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
    assert set(adjudicator.__all__) >= {"Scenario", "rule", "Ruling"}
    with pytest.raises(AttributeError):
        adjudicator.nothing_of_the_kind  # noqa: B018

"""Proofs of rulings: whole, told in both languages, and without any effect on what is ruled."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import proofs
import pytest
from test_cli import run
from test_hostile import backing_up, of_each_other

from adjudicator.engine.replay import replay
from adjudicator.regress.plays import outcome
from adjudicator.rules.proof import ProvingRulebook, Reason
from adjudicator.rules.registry import Rulebook
from adjudicator.ruling.compose import compose
from adjudicator.session import Desk

DRAIN = """
title: A spy under cover
table:
  turn: dark
  phase: control
  locations:
    - site: "Tatooine: Mos Eisley"
      icons: {light: 1, dark: 1}
      light: [{card: Boushh, undercover: yes}]
      dark: [Darth Vader]
attempts:
  - dark drains: "Tatooine: Mos Eisley"
"""


def all_of(reason: Reason) -> list[Reason]:
    return [reason, *(r for below in reason.rests_on for r in all_of(below))]


def proved(text: str) -> list[Reason]:
    board = Desk.open().read("any.yaml", text).board
    assert board is not None
    (step,) = replay(board, ProvingRulebook())
    return [r for reason in step.proof for r in all_of(reason)]


def test_a_refusal_is_proved_down_to_what_it_rests_on() -> None:
    found = {reason.clause: reason for reason in proved(DRAIN)}
    assert found["undercover-spy-rules/blocks-drains"].spoke
    without = DRAIN.replace("{card: Boushh, undercover: yes}", "")
    assert "undercover-spy-rules/blocks-drains" not in {r.clause for r in proved(without)}


def test_a_proof_holds_nothing_of_what_was_ruled_before() -> None:
    """Many rulings by one book say what each of them says alone, whichever comes first."""
    desk, first = Desk.open(proving=True), {}
    boards = list(proofs.boards(some=15, seed=3))
    for number in (*range(15), *range(14, -1, -1)):
        steps = replay(boards[number], desk.book)
        ruling = compose(boards[number], desk.book, steps, desk.glossary, full=True)
        told = json.dumps(ruling, sort_keys=True, default=str)
        assert first.setdefault(number, told) == told


@pytest.mark.parametrize("text", [backing_up(40), of_each_other(6)], ids=["long", "deep"])
def test_making_a_proof_sound_is_counted_too(text: str) -> None:
    """A proof then keeps what may be idle; nothing else of the ruling is otherwise."""
    desk = Desk.open(proving=True)
    plain_desk = Desk.open()
    board = desk.read("hostile.yaml", "title: t\n" + text).board
    assert board is not None
    steps = replay(board, desk.book)
    began = time.process_time()
    ruling = compose(board, desk.book, steps, desk.glossary, full=True)
    assert time.process_time() - began < 2
    bare = [{k: v for k, v in s.items() if k != "proof"} for s in ruling["steps"]]
    plain = compose(
        board, plain_desk.book, replay(board, plain_desk.book), desk.glossary, full=True
    )
    assert bare == [{k: v for k, v in s.items() if k != "proof"} for s in plain["steps"]]


def test_keeping_proofs_changes_no_ruling() -> None:
    for board in proofs.boards(some=40, seed=3):
        assert outcome(replay(board, ProvingRulebook())) == outcome(replay(board, Rulebook()))


def test_what_changes_a_verdict_stands_in_its_proof() -> None:
    """A sample; `python tests/proofs.py` tries every clause on every shipped scenario."""
    missing = [
        found
        for board in proofs.boards(some=12, seed=5)
        for found in proofs.differences(board)
        if not found.named
    ]
    assert not missing


def test_hardly_anything_in_a_proof_is_idle() -> None:
    random, drawn, idle = Random(2), 0, 0
    for board in proofs.boards(some=40, seed=7):
        more, without_effect = proofs.idle(board, random, 2)
        drawn, idle = drawn + more, idle + len(without_effect)
    assert idle <= drawn / 40


@pytest.mark.parametrize(("lang", "label"), [("en", "Proof"), ("fr", "Preuve")])
def test_a_proof_is_told_in_full_and_folded_on_a_page(
    tmp_path: Path, lang: str, label: str
) -> None:
    file = tmp_path / "drain.yaml"
    file.write_text(DRAIN, "utf-8")
    full = run("rule", str(file), "--length", "full", "--lang", lang)
    assert f"   {label}" in full.stdout
    assert "[undercover-spy-rules/blocks-drains]" in full.stdout
    page = run("rule", str(file), "--format", "html", "--lang", lang)
    assert f'<details class="proof"><summary>{label}</summary>' in page.stdout
    short = run("rule", str(file), "--lang", lang)
    assert label not in short.stdout


def test_the_json_has_the_proof_as_a_tree(tmp_path: Path) -> None:
    file = tmp_path / "drain.yaml"
    file.write_text(DRAIN, "utf-8")
    ruling = json.loads(run("rule", str(file), "--format", "json").stdout)
    (step,) = ruling["steps"]
    assert step["rests_on"] == []
    clauses = {reason["clause"]: reason for reason in step["proof"]}
    assert clauses["undercover-spy-rules/blocks-drains"]["spoke"] is True

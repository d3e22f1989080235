"""What does not matter does not stop a ruling: where a fact is missing, every case is played."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from test_cli import run

from adjudicator.engine import cases
from adjudicator.engine.cases import branches, came_out
from adjudicator.engine.judge import Step
from adjudicator.engine.replay import replay
from adjudicator.game import Verdict
from adjudicator.rules.proof import ProvingRulebook
from adjudicator.session import Desk

NABRUN = """
title: The price nobody drew
table:
  turn: light
  phase: move
  locations:
    - site: "Tatooine: Cantina"
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      light: [Chewbacca]
  light: {hand: [Nabrun Leids, Nabrun Leids], force: FORCE}
attempts:
  - light plays: Nabrun Leids
    targets: Luke Skywalker
    to: "Tatooine: Mos Eisley"
"""
SENSE = """
title: What Sense does
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 2}
      dark: [Darth Vader]
  light: {hand: [Beru Stew, LIGHT]}
  dark: {hand: [Sense]}
attempts:
  - light plays: Beru Stew
  - dark plays: Sense
  - both pass
"""


def ruled(text: str) -> tuple[Step, ...]:
    found = Desk.open().read("any.yaml", text)
    assert found.board is not None, found.problems
    return replay(found.board, ProvingRulebook())


def told(text: str, folder: Path, *more: str) -> str:
    file = folder / "any.yaml"
    file.write_text(text, "utf-8")
    return run("rule", str(file), *more).stdout


def by_value(step: Step) -> Mapping[tuple[str | int, ...], str]:
    """The verdict for the values of the one fact that matters."""
    return {b.given[0].values: str(b.step.verdict) for b in branches(step.cases, came_out)}


def test_what_hangs_on_a_number_is_told_for_each_of_its_values() -> None:
    (step,) = ruled(NABRUN.replace("FORCE", "5"))
    assert step.verdict is Verdict.UNDETERMINED
    found = branches(step.cases, came_out)
    assert [(b.given[0].values, b.step.unpaid) for b in found] == [
        ((0, 1, 2, 3, 4, 5), False), ((6, 7), True)
    ]  # fmt: skip


def test_a_number_whose_every_value_is_the_same_is_no_unknown() -> None:
    (step,) = ruled(NABRUN.replace("FORCE", "9"))
    assert step.verdict is Verdict.LEGAL and not step.unknown
    assert [b.given for b in branches(step.cases, came_out)] == [()]


def test_play_goes_on_in_every_case() -> None:
    """With the price paid, the next card has nothing to do with what is on the stack; unpaid, it
    comes before Dark has had an opportunity."""
    tried = """  - light plays: Nabrun Leids
    targets: Chewbacca
    to: "Tatooine: Cantina"
"""
    first, second = ruled(NABRUN.replace("FORCE", "5") + tried)
    assert first.verdict is second.verdict is Verdict.UNDETERMINED
    assert {b.step.verdict for b in branches(second.cases, came_out)} == {
        Verdict.ILLEGAL,
        Verdict.BACKED_UP,
    }


def test_what_comes_out_the_same_in_all_cases_is_ruled() -> None:
    *_, drain = ruled(SENSE.replace("LIGHT", "2 more") + '  - dark drains: "Tatooine: Cantina"\n')
    assert drain.verdict is Verdict.ILLEGAL and drain.against
    assert drain.cases


def test_what_comes_out_otherwise_names_the_one_question() -> None:
    """Canceled, Beru Stew is lost; else it is still on the stack."""
    *_, sense, where = ruled(
        SENSE.replace("LIGHT", "2 more") + "  - ask: where is\n    card: Beru Stew\n"
    )
    assert sense.verdict is where.verdict is Verdict.UNDETERMINED
    assert where.unknown is not None and where.unknown[0] == "destiny"
    values = {b.step.answer.value[1] for b in branches(where.cases, came_out) if b.step.answer}
    assert values == {"lost", "stack"}


def test_what_is_told_again_more_fully_takes_its_place() -> None:
    *_, first, second = ruled(SENSE.replace("LIGHT", "2 more") + "  - both pass:\n    destiny: 7\n")
    assert first.verdict is Verdict.UNDETERMINED and first.cases
    assert second.verdict is Verdict.LEGAL and not second.cases


def test_what_a_player_has_to_say_is_asked_for_though_every_case_is_legal() -> None:
    (step,) = ruled("""
title: Which of two
table:
  turn: dark
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      light: [Revolution]
      dark: [Darth Vader]
  light: {table: [Crash Site Memorial]}
  dark: {hand: [Alter]}
attempts:
  - dark plays: Alter
""")
    assert step.verdict is Verdict.UNDETERMINED
    assert {c.step.verdict for c in step.cases} == {Verdict.LEGAL}


def test_the_proof_of_what_is_so_in_all_cases_holds_that_of_each() -> None:
    (step,) = ruled(NABRUN.replace("FORCE", "9"))
    assert step.proof
    assert {r.clause for c in step.cases for r in c.step.proof} == {r.clause for r in step.proof}


def test_too_many_cases_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = NABRUN.replace("FORCE", "9")
    monkeypatch.setattr(cases, "MOST", 4)
    (step,) = ruled(text)
    assert step.verdict is Verdict.UNDETERMINED and not step.cases
    monkeypatch.undo()
    assert "It makes no difference here" in told(text, tmp_path)


def test_a_text_that_nobody_reads_is_taken_to_have_done_nothing_and_that_is_told(
    tmp_path: Path,
) -> None:
    text = """
title: Unread
cards:
  - {title: Riddle, side: light, type: interrupt, subtype: used, not modelled: [{en: a, fr: a}]}
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 1}
      light: [Luke Skywalker]
  light: {hand: [Riddle]}
attempts:
  - light plays: Riddle
  - light drains: "Tatooine: Cantina"
"""
    assert "What came of attempt 1 is not known" in told(text, tmp_path)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("en", "If Light's destiny is 0 to 5: legal."),
        ("fr", "Si la destinée du côté lumineux est 0 à 5\u00a0: légal."),
    ],
)
@pytest.mark.parametrize("form", ["text", "markdown", "discord", "html"])
def test_every_document_tells_the_cases(form: str, lang: str, line: str, tmp_path: Path) -> None:
    page = told(NABRUN.replace("FORCE", "5"), tmp_path, "--format", form, "--lang", lang)
    assert line in page.replace("&#39;", "'")


def test_the_json_has_the_cases(tmp_path: Path) -> None:
    ruling: dict[str, Any] = json.loads(
        told(NABRUN.replace("FORCE", "5"), tmp_path, "--format", "json")
    )
    found = ruling["steps"][0]["cases"]
    assert [b["if"][0]["values"] for b in found["branches"]] == [[0, 1, 2, 3, 4, 5], [6, 7]]
    assert [b["unpaid"] for b in found["branches"]] == [False, True]
    assert "If Light's destiny is 6 or 7" in ruling["answer"]["says"]["en"]


TIE = """
title: A tie, and two readings of a card
table:
  turn: light
  phase: battle
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [{card: Han Solo, carries: [Blaster Rifle]}]
      dark: [Stormtrooper, DS-61-2]
  light: {force: 5}
  dark: {force: 3, lost: 0}
attempts:
  - light battles: "Tatooine: Cantina"
  - both pass
  - {light fires: Blaster Rifle, targets: Stormtrooper, destiny: 4}
  - both pass
  - both pass
  - {light draws: battle destiny}
  - both pass
  - light passes
  - {dark forfeits: DS-61-2, asked: yes}
  - {dark forfeits: Stormtrooper, asked: yes}
  - both pass: 4
cards:
  - {title: Stormtrooper, side: dark, type: character}
"""


def test_cases_that_lack_different_facts_are_told_all_the_same() -> None:
    """What is supposed at a later attempt may leave an earlier one open in some of the cases."""
    desk = Desk.open()
    board = desk.read("tie.yaml", TIE).board
    assert board is not None
    assert len(replay(board, desk.book)) == 11


def test_playing_every_case_is_counted() -> None:
    """Where there are too many, the fact is asked for as it is, and nothing is told of cases."""
    draws = "  - {light fires: Blaster Rifle, targets: Stormtrooper}\n  - both pass: 2\n" * 12
    text = TIE.partition("  - {light fires")[0] + draws
    desk = Desk.open()
    board = desk.read("draws.yaml", text).board
    assert board is not None
    began = time.process_time()
    steps = replay(board, desk.book)
    assert time.process_time() - began < 2
    assert len(steps) == len(board.scenario.attempts)

"""Nothing that a file says is dropped in silence: it is honoured, a problem, or told as not used."""

from __future__ import annotations

import pytest

from adjudicator.engine.judge import Step
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.source import show
from adjudicator.state.events import CameToNothing

BOARD = """\
title: A text of its own
table:
  turn: light
  phase: {phase}
  locations:
    - site: "Tatooine: Cantina"
      icons: {{light: 1, dark: 1}}
      light: [Luke Skywalker]
      dark: [Stormtrooper]
    - {{site: "Tatooine: Mos Eisley", icons: {{light: 1, dark: 1}}, light: [Han Solo]}}
  light: {{hand: [Sudden Fog], force: 5, reserve: 5, lost: [Alter, Sense, 2 more]{table}}}
  dark: {{force: 5, reserve: 5}}
cards:
  - {{title: Sudden Fog, side: light, type: {kind}, texts: [{{{text}}}]}}
attempts:
{attempts}
"""
PLAY = "  - light plays: Sudden Fog\n"
BOTH = "  - both pass: 2\n"


def board(
    text: str, attempts: str, kind: str = "interrupt, subtype: used", phase: str = "control",
    table: str = "",
) -> str:  # fmt: skip
    return BOARD.format(text=text, attempts=attempts, kind=kind, phase=phase, table=table)


def ruled(desk: Desk, text: str) -> tuple[tuple[Step, ...], list[str], list[str]]:
    """The steps, what is told as not used, and what `check` notes of it."""
    loaded = desk.read("test.yaml", text)
    assert loaded.board is not None, [show(p, text) for p in loaded.problems]
    steps = loaded.replay(desk.book)
    ruling = compose(loaded.board, desk.book, steps, desk.glossary)
    told = [f"{u['key']}: {u['value']}" for step in ruling["steps"] for u in step["unused"]]
    for line in told:
        assert line in str(write(ruling, desk.glossary, "text", "en"))
    notes = [p.message for p in desk.notes(loaded, steps) if p.code == "not-used"]
    assert len(notes) == len(told)
    return steps, told, notes


RETRIEVE = "result: [{retrieve: 1}]"
CHOSEN = "result: [{retrieve: 1, chosen: {title: Alter}}]"
EITHER = (
    "result: [{one way or the other: you, then: [{retrieve: 1}], else: [{lose force: 1, by: you}]}]"
)


@pytest.mark.parametrize(
    ("text", "given", "told"),
    [
        ("result: [{draw destiny: d}, {retrieve: d}]", "destiny: [1, 5]", ["destiny: 5"]),
        ("result: [{draw destiny: d}, {retrieve: d}]", "destiny: 1", []),
        (RETRIEVE, "taking: [Alter]", ["taking: Alter"]),
        (CHOSEN, "taking: [Alter]", []),
        (CHOSEN, "taking: [Sense]", ["taking: Sense"]),  # is none that may be taken
        (RETRIEVE, "order: [Luke Skywalker]", ["order: Luke Skywalker"]),
        (RETRIEVE, "X: 3", ["X: 3"]),
        ("cost: [{use force: X}], result: [{retrieve: X}]", "X: 2", []),
        (RETRIEVE, "choosing: first", ["choosing: first"]),
        (EITHER, "choosing: first", []),
        (RETRIEVE, "paying: [reserve]", ["paying: reserve"]),
    ],
)
def test_what_nothing_asks_for_is_told(desk: Desk, text: str, given: str, told: list[str]) -> None:
    assert ruled(desk, board(text, f"{PLAY}    {given}\n{BOTH}"))[1] == told


def test_what_may_still_be_asked_for_is_not_told(desk: Desk) -> None:
    text = "result: [{draw destiny: d}, {retrieve: d}]"
    assert not ruled(desk, board(text, f"{PLAY}    destiny: 1\n"))[1]


def test_a_choice_that_is_none_leaves_the_question_open(desk: Desk) -> None:
    steps, _, _ = ruled(desk, board(EITHER, f"{PLAY}    choosing: stay\n{BOTH}"))
    assert steps[1].unknown is not None and steps[1].unknown[0] == "which-way"


@pytest.mark.parametrize(
    ("given", "verdict"),
    [("", "legal"), ("    targets: Luke Skywalker\n", "illegal"), ('    to: "Tatooine: Cantina"\n', "illegal")],
)  # fmt: skip
def test_what_deploys_on_table_goes_nowhere_and_targets_nobody(
    desk: Desk, given: str, verdict: str
) -> None:
    text = board(
        "role: deploy, result: [put on table]", "  - light deploys: Sudden Fog\n" + given, "effect"
    )
    steps, _, _ = ruled(desk, text)
    assert steps[0].verdict == verdict
    if given:
        assert steps[0].against[0].clause == "actions-step-1b/explicit-targets"


@pytest.mark.parametrize(("phase", "idle"), [("force loss", True), ("force drain", False)])
def test_a_drain_is_changed_only_while_it_is_one(desk: Desk, phase: str, idle: bool) -> None:
    text = f"when: {{response to: {phase}}}, result: [{{change drain: -1}}]"
    first = '  - light drains: "Tatooine: Mos Eisley"\n'
    turn = "  - dark passes\n" if phase == "force drain" else "  - both pass\n  - dark passes\n"
    steps, _, _ = ruled(desk, board(text, f"{first}{turn}{PLAY}{BOTH}  - both pass: 2\n"))
    events = [event for step in steps for event in step.events]
    assert any(isinstance(e, CameToNothing) for e in events) is idle


def test_a_place_may_be_that_of_a_card_the_text_needs(desk: Desk) -> None:
    for kind, verdict in (("site", "legal"), ("sector", "illegal")):
        text = (
            f"needs: [{{name: place, type: {kind}}}, {{name: friend, title: Luke Skywalker, "
            f"at: place}}], {RETRIEVE}"
        )
        steps, _, _ = ruled(desk, board(text, PLAY))
        assert steps[0].verdict == verdict, kind


def test_a_card_of_ones_own_is_known_by_its_id(desk: Desk) -> None:
    text = board(RETRIEVE, '  - light plays: "1_999"\n', 'interrupt, subtype: used, id: "1_999"')
    assert ruled(desk, text)[0][0].verdict == "legal"


@pytest.mark.parametrize(("where", "lost"), [("Tatooine: Cantina", True), ("Hoth", False)])
def test_an_automatic_text_aims_at_whom_it_describes(desk: Desk, where: str, lost: bool) -> None:
    text = (
        "role: automatic, when: {moment: end of turn}, "
        f'targets: [{{name: victim, title: Stormtrooper, at: "{where}"}}], result: [{{lose: victim}}]'
    )
    passing = "  - both pass: 8\n    expect: {where: {Stormtrooper: lost}}\n"
    played = board(text, passing, "effect", "draw", ", table: [Sudden Fog]")
    played = played.replace("hand: [Sudden Fog], ", "")
    steps, _, _ = ruled(desk, played)
    assert (steps[-1].after.table.cards["Stormtrooper"].zone == "lost") is lost  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ("earlier this turn: [{light moved: Nobody Known}]", "unknown-card"),
        ("earlier this turn: [{light drained: Luke Skywalker, with: Han Solo}]", "unknown-key"),
        ('earlier this turn: [{light drained: "Hoth: Nowhere"}]', "unknown-card"),
        ("earlier this turn: [{light fired: Han Solo, with: Nobody Known}]", "unknown-card"),
    ],
)
def test_what_was_done_earlier_names_cards_that_are_there(
    desk: Desk, change: str, code: str
) -> None:
    text = board(RETRIEVE, PLAY).replace("  dark: {force", f"  {change}\n  dark: {{force")
    codes = [problem.code for problem in desk.read("test.yaml", text).problems]
    assert codes == [code] or (code == "unknown-card" and codes == ["unknown-location"])


def test_a_text_for_a_title_that_both_sides_have_says_whose_it_is(desk: Desk) -> None:
    added = "  - {title: Weather Vane%s, texts: [{result: [{retrieve: 1}]}]}\nattempts:"
    for side, codes in ((", side: light", []), ("", ["not-used"])):
        text = board(RETRIEVE, PLAY).replace("attempts:", added % side)
        assert [p.code for p in desk.read("test.yaml", text).problems] == codes

"""Inputs that once broke something: each is told what is wrong with it, or ruled, within a second."""

from __future__ import annotations

import time
from typing import Any

import laws
import pytest
from long_games import unknown

from adjudicator.engine.options import options
from adjudicator.engine.replay import replay
from adjudicator.game import Verdict
from adjudicator.ruling.compose import compose
from adjudicator.ruling.status import status
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.state.unknown import BUDGET, TooMuchWork, at_most, used_up

DESK = Desk.open()
SITE = 'site: "Tatooine: Mos Eisley"'

REFUSED = {  # what is told, by the code of the first problem
    "a card without a name is played": ("empty", "attempts:\n- light plays: ''\n"),
    "a target without a name": (
        "empty",
        "table: {light: {hand: [Under Attack]}}\n"
        "attempts:\n- light transfers: Under Attack\n  targets: ['']\n",
    ),
    "a card without a name lies on the table": (
        "empty",
        f"table: {{locations: [{{{SITE}, dark: ['']}}]}}\nattempts: [both pass]\n",
    ),
    "an attempt that says nothing": ("empty", "attempts:\n- {}\n- both pass\n"),
    "a name of nothing but a dot": ("empty", "attempts:\n- light plays: '•'\n"),
    "a count that is a mapping": (
        "missing-key",
        "cards:\n- title: A Gift\n  texts:\n  - targets:\n    - count: {}\nattempts: [both pass]\n",
    ),
    "a response on top of what it does not answer": (
        "impossible-stack",
        f"table:\n  locations: [{{{SITE}}}]\n  stack:\n  - dark plays: Sense\n"
        "  - light battles: 'Tatooine: Mos Eisley'\n    segment: weapons\nattempts: [both pass]\n",
    ),
    "a location that moves as a scenario begins": (
        "impossible-stack",
        f"table:\n  locations: [{{{SITE}}}]\n  stack: [light moves: 'Tatooine: Mos Eisley']\n"
        "attempts: [both pass]\n",
    ),
    "a drain under way where there is no location": (
        "unknown-location",
        "table:\n  turn: light\n  phase: control\n  stack:\n"
        "  - {light drains: 'Tatooine: Mos Eisley', step: result}\nattempts: [both pass]\n",
    ),
    "nobody moves to nowhere": (
        "not-there",
        f"table:\n  locations: [{{{SITE}}}]\n  stack: [{{light moves: Boba Fett, to: X}}]\n"
        "attempts: [both pass]\n",
    ),
}

RULED = {  # the verdicts
    "a location described without saying of what kind": (
        ["legal"],
        "table: {locations: [{site: Anywhere}]}\ncards: [{title: Anywhere, type: location}]\n"
        "attempts: [both pass]\n",
    ),  # the verdicts
    "seats are changed off any location": (
        ["illegal"],
        "table: {light: {table: [Bacta Tank]}}\nattempts:\n- light changes seats: Bacta Tank\n",
    ),
    "a drain at a location in hand": (
        ["illegal"],
        "table: {turn: light, phase: control, dark: {hand: ['Tatooine: Mos Eisley']}}\n"
        "attempts:\n- light drains: 'Tatooine: Mos Eisley'\n",
    ),
    "a battle at a location in a pile": (
        ["illegal"],
        "table: {turn: light, phase: battle, light: {force: 'Death Star: Trash Compactor'}}\n"
        "attempts:\n- light battles: 'Death Star: Trash Compactor'\n",
    ),
    "a text that wants a hundred targets": (
        ["illegal"],
        "table:\n  locations: [{site: 'Tatooine: Marketplace', dark: [Timer Mine]}]\n"
        "cards: [{title: Timer Mine, side: dark, texts: [{targets: [{count: '100'}]}]}]\n"
        "attempts:\n- dark uses: Timer Mine\n",
    ),
    "a number that nobody told": (
        ["legal", "legal", "legal"],
        "table: {locations: [{site: 'Tatooine: Cantina', light: [Mystery Man]}]}\n"
        "cards: [{title: Mystery Man, side: light, type: character, power: 2}]\n"
        "attempts:\n- ask: who acts next\n- ask: attrition\n- {ask: status, at: 'Tatooine: Cantina'}\n",
    ),
}

CANTINA = """\
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker]
      dark: [Darth Vader]
"""
EFFECT = "side: light, type: effect, texts"


def within_each_other(depth: int) -> str:
    """A text for whoever is with somebody who is with somebody who …"""
    whom = "{with: " * depth + "{type: droid}" + "}" * depth
    gives = f"gives: [{{power: 1, to: {whom}}}]"
    return (
        CANTINA + "  light: {table: [Loop]}\n"
        f"cards: [{{title: Loop, {EFFECT}: [{{id: u, role: constant, {gives}}}]}}]\n"
        "attempts:\n- {ask: power, card: Luke Skywalker}\n"
    )


def of_each_other(texts: int) -> str:
    """Texts that measure by the very number which all the others change."""
    titles = [f"Loop {n}" for n in range(texts)]
    gives = 'gives: [{power: 1, to: {type: character, power: "> 1"}}]'
    cards = "".join(
        f"- {{title: {title}, {EFFECT}: [{{id: u, role: constant, {gives}}}]}}\n"
        for title in titles
    )
    return (
        CANTINA + f"  light: {{table: [{', '.join(titles)}]}}\ncards:\n{cards}"
        "attempts:\n- {ask: power, card: Luke Skywalker}\n- both pass\n- ask: who acts next\n"
    )


def backing_up(times: int) -> str:
    again = """\
- light deploys: Rebel Trooper
  to: "Tatooine: Cantina"
- both pass
- dark passes
- dark backs up to play: Sense
"""
    return CANTINA.replace("control", "deploy") + "attempts:\n" + again * times


def _read(text: str) -> Any:
    return DESK.read("hostile.yaml", "title: t\n" + text)


@pytest.fixture(autouse=True)
def within_a_second() -> Any:
    began = time.process_time()
    yield
    assert time.process_time() - began < 1


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_is_told_with_its_place(what: str) -> None:
    code, text = REFUSED[what]
    loaded = _read(text)
    assert loaded.board is None
    assert code in [p.code for p in loaded.problems]
    assert all(p.span.line > 1 for p in loaded.problems)


@pytest.mark.parametrize("what", RULED)
def test_what_is_odd_is_ruled_all_the_same(what: str) -> None:
    verdicts, text = RULED[what]
    loaded = _read(text)
    assert loaded.board is not None, loaded.problems
    steps = replay(loaded.board, DESK.book)
    ruling = compose(loaded.board, DESK.book, steps, DESK.glossary, full=True)
    for language in ("en", "fr"):
        assert "None" not in write(ruling, DESK.glossary, "text", language, "full")
    assert [str(s.verdict) for s in steps] == verdicts
    assert options(loaded.board, steps[-1].after) is not None
    for card in loaded.board.table.cards:
        told = status(loaded.board, DESK.glossary, steps[-1].after, card, "en", "markdown")
        assert "None" not in told


def test_a_location_laid_over_another_keeps_it_beneath() -> None:
    """Its twin, without the lower one, has nothing beneath."""
    for owner, beneath in (("light", 1), (None, 0)):
        lying = "{site: 'Tatooine: Docking Bay 94', owner: light}" if owner else "{site: Anywhere}"
        loaded = _read(
            f"table: {{turn: dark, phase: deploy, locations: [{lying}]}}\n"
            "attempts:\n- dark deploys: 'Tatooine: Docking Bay 94'\n- both pass\n"
        )
        assert loaded.board is not None, loaded.problems
        table = replay(loaded.board, DESK.book)[-1].after.table
        laid = next(p for p in table.row if table.card(p).title == "Tatooine: Docking Bay 94")
        assert len(table.lying(laid)) == beneath
        assert not list(laws.broken(table))
        assert [s.verdict for s in replay(loaded.board, DESK.book)] == [Verdict.LEGAL] * 2


def _verdicts(text: str) -> list[Verdict]:
    loaded = _read(text)
    assert loaded.board is not None, loaded.problems
    return [step.verdict for step in replay(loaded.board, DESK.book)]


def test_descriptions_within_descriptions_are_looked_up_once() -> None:
    assert _verdicts(within_each_other(20)) == [Verdict.LEGAL]


def test_what_is_asked_of_an_older_table_again_is_known() -> None:
    verdicts = _verdicts(backing_up(60))
    assert verdicts[:4] == [*[Verdict.LEGAL] * 3, Verdict.ILLEGAL]
    assert len(verdicts) == 240
    assert verdicts[3::4] == [Verdict.ILLEGAL] * 60


def test_texts_about_each_other_end_and_the_ruling_names_one() -> None:
    """Three of them are counted, and the number is right; twelve are too many, and nothing that
    was found on the way is told as if it were a ruling."""
    assert _verdicts(of_each_other(3)) == [Verdict.LEGAL] * 3
    loaded = _read(of_each_other(12))
    assert loaded.board is not None, loaded.problems
    steps = replay(loaded.board, DESK.book)
    assert [s.verdict for s in steps] == [Verdict.UNDETERMINED] * 3
    assert all(s.after is s.before for s in steps)
    ruling = compose(loaded.board, DESK.book, steps, DESK.glossary, full=True)
    for language, words in (("en", "more work than one file"), ("fr", "plus de travail")):
        told = str(write(ruling, DESK.glossary, "text", language, "full"))
        assert words in told
        assert "Loop" in told


def test_work_within_work_counts_for_both() -> None:
    with at_most(100):
        with pytest.raises(TooMuchWork), at_most(1_000):
            BUDGET.spend(101)
        assert used_up()
    with at_most(100):
        with at_most(60):
            BUDGET.spend(50)
        BUDGET.spend(50)
        assert not used_up()
        with pytest.raises(TooMuchWork):
            BUDGET.spend(1)


def test_thousands_of_unknown_names_are_all_told() -> None:
    problems = _read(unknown(1_000).partition("\n")[2]).problems
    assert len(problems) == 1_000
    near = _read(
        "table: {light: {hand: [Lkue Skywlaker, Sence]}}\nattempts: [both pass]\n"
    ).problems
    assert ["Luke Skywalker" in str(near[0].hint), "Sense" in str(near[1].hint)] == [True, True]

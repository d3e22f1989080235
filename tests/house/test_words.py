"""A word of a card's text is one class: what it is given is honoured or told, and it foresees."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adjudicator.engine.judge import Step
from adjudicator.session import Desk
from adjudicator.source import show
from adjudicator.state.events import Shuffled

Judge = Callable[[str], tuple[Step, ...]]
_BOARD = """
title: A text of its own
table:
  turn: light
  phase: control
  locations: [{{site: "Tatooine: Cantina", light: [Luke Skywalker], dark: [Stormtrooper]}}]
  light: {{hand: [Sudden Fog], force: 3, reserve: 5, lost: {light_lost}}}
  dark: {{force: 3, reserve: 5, lost: {dark_lost}}}
cards:
  - title: Sudden Fog
    side: light
    type: interrupt
    subtype: used
    texts: [{{{text}}}]
attempts:
  - light plays: Sudden Fog
    {more}
  - both pass: 3
"""


def played(text: str, more: str = "", light_lost: str = "0", dark_lost: str = "0") -> str:
    return _BOARD.format(text=text, more=more, light_lost=light_lost, dark_lost=dark_lost)


@pytest.mark.parametrize(("dark_lost", "spoken"), [("2", False), ("0", True)])
def test_whose_lost_pile_is_empty_matters(judge: Judge, dark_lost: str, spoken: bool) -> None:
    """The Lost Pile of whoever retrieves, not of whoever plays the card."""
    text = "result: [{retrieve: 2, by: opponent}]"
    steps = judge(played(text, dark_lost=dark_lost))
    lifted = {finding.clause for finding in steps[0].lifting}
    assert ("empty-deck-or-pile/retrieval-allowed" in lifted) is spoken


@pytest.mark.parametrize(("at_random", "shuffled"), [("yes", True), ("no", False)])
def test_no_means_no(judge: Judge, at_random: str, shuffled: bool) -> None:
    text = f"result: [{{retrieve: 1, at random: {at_random}}}]"
    steps = judge(played(text, light_lost="3"))
    events = [event for step in steps for event in step.events]
    assert any(isinstance(event, Shuffled) for event in events) is shuffled


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("result: [{retrieve: 1, at random: yes, chosen: Alter}]", "is not chosen"),
        ("result: [{look at: reserve, into: hand}]", 'takes no "into"'),
        ("result: [{stop loss: all}]", "stop loss"),
        ("result: [{grab: self}]", '"grab" says everything by itself'),
        ("result: [{multiply damage: 0}]", "no number below 2"),
        ("result: [{lose: self, matching: d}, {draw destiny: d}]", '"matching" goes with'),
        ("result: [{relocate: self, to: bearer, free: yes}]", '"free" goes with "moves"'),
        ("result: [{draw destiny: d}, {add: 1, to: e}]", 'no number is called "e"'),
        ("result: [{draw destiny: d}, {compare: d, is: even, at least: 2}]", "one comparison"),
        ("result: [{reckon: n, how many: {type: droid}, at: self}]", '"at" goes with "power of"'),
        ("result: [{change: power, of: you, by: 1}]", "a number of a card"),
        ("result: [{change: total power, of: self, by: 1}]", "a number of a player"),
        ("result: [{change: trait, of: self, to: 1}]", "trait"),
        ("result: [{change: power, of: self, by: 1, to: 2}]", '"by" and "to" at once'),
        ("result: [{place: self, in: table}]", "table"),
        ("result: [{put face down: self, at: here}]", 'takes no "at"'),
    ],
)
def test_what_a_word_does_not_honour_is_told(desk: Desk, text: str, told: str) -> None:
    written = played(text)
    loaded = desk.read("words.yaml", written)
    assert told in "\n".join(show(problem, written) for problem in loaded.problems)


_CONSTANT = """
title: A constant text of its own
table: {locations: [{site: "Tatooine: Cantina", light: [Dull Prophet]}]}
cards:
  - title: Dull Prophet
    type: character
    side: light
    texts: [{role: constant, %s}]
attempts: [{ask: power, card: Dull Prophet}]
"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("gives: [{power: 1, at: here}]", 'takes no "at"'),
        ("gives: [{power: 1, whose: yours}]", 'takes no "whose"'),
        ("gives: [{drain: 1, to: self}]", 'takes no "to"'),
        ("gives: [{power: many}]", "whole number"),
        ("gives: [{power: 1, to: drois}]", 'did you mean "droid"'),
        ("gives: [{power: 1, set: perhaps}]", "set"),
        ("gives: [{text canceled: no, to: bearer}]", "says nothing"),
        ("gives: [{lost cards hidden: all, of: you}]", 'takes no "of"'),
        ("gives: [{conditions: nighttime, at: here}]", "related sites"),
        ("gives: [{eaten: table}]", "table"),
        ("bars: [{drain: {type: droid}}]", "done with no card"),
        ("bars: [{activate: any, at: here}]", 'takes no "at"'),
        ("bars: [{fire: any, with: Alter}]", 'takes no "with"'),
        ("bars: [{drain: any, way: landspeed}]", 'takes no "way"'),
        ("lifts: [{despite: presence/ability-one}]", "there is nothing to lift"),
        ("lifts: [{despite: reactions}]", 'no clause "reactions"'),
        ("lifts: [{despite: react/text-must-allow, of: slef}]", 'did you mean "self"'),
    ],
)
def test_what_a_constant_text_does_not_honour_is_told(desk: Desk, text: str, told: str) -> None:
    written = _CONSTANT % text
    loaded = desk.read("words.yaml", written)
    assert told in "\n".join(show(problem, written) for problem in loaded.problems)

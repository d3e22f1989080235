"""Battles of any kind: nothing escapes, nothing is lost or doubled, and sums are what they are made of."""

from __future__ import annotations

from collections.abc import Callable

import laws
import pytest
from conftest import repertoire
from hypothesis import given, settings
from hypothesis import strategies as st
from test_properties import BOOK, COMMON, ruled

from adjudicator.engine.flow import Flow
from adjudicator.game import Mark, Segment, Side, Verdict
from adjudicator.glossary.load import Glossary
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Rulebook, acting_clauses
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.state.events import ActionLeft, Cancelled
from adjudicator.state.table import Unknown, summary

FIGHTERS = {
    "light": [
        "{card: Luke Skywalker, carries: [Blaster]}", "{card: Han Solo, carries: [{card: Concussion Grenade, as: grenade}]}",
        "R2-D2", "{card: Rebel Trooper, hit: yes}", "{card: Boushh, undercover: yes}",
        "{card: Chewbacca, excluded: yes}", "{card: \"Luke's X-34 Landspeeder\", aboard: [Beru Lars]}",
    ],
    "dark": [
        "{card: Darth Vader, carries: [\"Vader's Lightsaber\"]}", "{card: Dengar, carries: [{card: Thermal Detonator, as: bomb}]}",
        "{card: Ubrikkian 9000 Z001, aboard: [DS-61-2, Ponda Baba]}", "Feltipern Trevagg",
        "{card: Stormtrooper, escorting: Wedge Antilles}", "Gamorrean Guard",
    ],
}  # fmt: skip
NAMES = {
    "light": ["Luke Skywalker", "Han Solo", "R2-D2", "Rebel Trooper", "Boushh", "Chewbacca"],
    "dark": ["Darth Vader", "Dengar", "Ubrikkian 9000 Z001", "Ponda Baba", "Stormtrooper"],
}
WEAPONS = {"light": ["Blaster", "grenade"], "dark": ["Vader's Lightsaber", "bomb"]}
HANDS = {
    "light": ["Don't Get Cocky", "Fall Back!", "Sense"],
    "dark": ["End This Destructive Conflict", "You Overestimate Their Chances", "Sense"],
}
SITE = "Tatooine: Mos Eisley"


@st.composite
def battles(draw: st.DrawFn) -> str:
    """A battle at any moment of it, and attempts that may belong to it."""
    lines = ["title: anything", "table:", "  turn: light", "  phase: battle", "  locations:"]
    lines += [f'    - site: "{SITE}"', "      icons: {light: 1, dark: 2, exterior: 1}"]
    for side, cards in FIGHTERS.items():
        there = "".join(f"\n        - {card}" for card in cards)
        lines.append(f"      {side}:{there}")
    lines += ['    - site: "Tatooine: Dune Sea"', "      icons: {light: 1, dark: 1, exterior: 1}"]
    for side, hand in HANDS.items():
        titles = ", ".join(f'"{title}"' for title in hand)
        lines.append(f"  {side}: {{hand: [{titles}], force: 5, reserve: 12, used: 0, lost: 0}}")
    segment = draw(st.sampled_from([None, *Segment]))
    if segment is not None:
        lines += ["  stack:", f'    - {{light battles: "{SITE}", segment: {segment}}}']
    lines.append("attempts:")
    if segment is None:
        lines.append(f'  - light battles: "{SITE}"')
    for _ in range(draw(st.integers(1, 16))):
        lines += draw(_attempts())
    return "\n".join(lines) + "\n"


def _attempts() -> st.SearchStrategy[list[str]]:
    side = st.sampled_from(["light", "dark"])
    number = st.integers(0, 7)

    def shot(who: str, weapon: int, at: int, destiny: int) -> list[str]:
        other = "dark" if who == "light" else "light"
        lines = [f'  - {who} fires: "{WEAPONS[who][weapon]}"', f"    destiny: [{destiny}, 1, 4]"]
        if weapon == 0:
            lines.append(f'    targets: "{NAMES[other][at % len(NAMES[other])]}"')
        elif who == "light":
            lines.append(f'    to: "{SITE}"')
        return lines

    def played(who: str, card: int, at: int, destiny: int) -> list[str]:
        other = "dark" if who == "light" else "light"
        lines = [f'  - {who} plays: "{HANDS[who][card]}"', f"    destiny: [{destiny}]"]
        if HANDS[who][card] == "Fall Back!":
            return [*lines, '    to: "Tatooine: Dune Sea"']
        if HANDS[who][card] == "End This Destructive Conflict" and destiny % 2:
            return [*lines, f'    targets: "{NAMES[other][at % len(NAMES[other])]}"']
        return lines

    passing = st.builds(
        lambda n, d: [f"  - both pass: {n}", f"    destiny: [{d}, 2, 3]"], st.integers(1, 3), number
    )
    one_pass = st.builds(lambda s: [f"  - {s} passes"], side)
    return st.one_of(
        passing,
        passing,
        one_pass,
        st.builds(shot, side, st.integers(0, 1), number, number),
        st.builds(played, side, st.integers(0, 2), number, number),
        st.builds(
            lambda s, d: [f"  - {s} draws: battle destiny", f"    destiny: [{d}, 3, 0]"],
            side,
            number,
        ),
        st.builds(
            lambda s, n: [f'  - {s} forfeits: "{NAMES[s][n % len(NAMES[s])]}"'], side, number
        ),
        st.builds(lambda s, n: [f"  - {s} loses: {n + 1}"], side, number),
    )


@COMMON
@given(battles())
def test_nothing_is_lost_or_doubled_in_a_battle(text: str) -> None:
    _, steps = ruled(text, BOOK)
    for step in steps:
        assert not [*laws.broken(step.after.table), *laws.broken_by(step)]
        if step.verdict is not Verdict.LEGAL and step.attempt.verb != "passes":
            assert summary(step.after.table) == summary(
                step.before.table
            )  # earlier passes of several stand


@COMMON
@given(battles())
def test_a_battles_sums_are_what_they_are_made_of(text: str) -> None:
    _, steps = ruled(text, BOOK)
    for step in steps:
        battle = step.after.table.battle
        if battle is None or not battle.fight.sums:
            continue
        fight = battle.fight
        for side in Side:
            drawn = sum(d.value or 0 for d in fight.destinies(side) if d.counts)
            powers = sum(f.power or 0 for f in fight.fighters if f.side is side)
            assert fight.totals[side] == powers + drawn
            against = fight.attrition[side.opponent]
            assert against == (drawn if any(d.counts for d in fight.destinies(side)) else None)
            assert 0 <= fight.damage_left(side) <= fight.damage
            assert fight.damage_left(side) == 0 or fight.loser is side


@settings(parent=COMMON, max_examples=30)
@given(battles())
def test_every_document_of_a_battle_can_be_written(text: str) -> None:
    board, steps = ruled(text, BOOK)
    glossary = Glossary()
    ruling = compose(board, BOOK, steps, glossary, full=True)
    for form in ("text", "markdown", "html", "json"):
        for lang in ("en", "fr"):
            said = write(ruling, glossary, form, lang, "full")
            assert form == "json" or "None" not in str(said)


@settings(parent=COMMON, max_examples=60)
@given(battles(), st.sampled_from(acting_clauses()))
def test_a_battle_without_a_clause_still_runs(text: str, clause: str) -> None:
    _, steps = ruled(text, Rulebook(without={clause}))
    assert steps


@pytest.mark.parametrize(
    ("figures", "code"),
    [
        ("segment: weapons, totals: {light: 3, dark: 1}", "wrong-segment"),
        ("segment: power, attrition: {dark: 2}", "wrong-segment"),
        ("segment: damage, totals: {light: 3, dark: 8}, damage: {dark: 5}", "wrong-loser"),
        ("segment: damage, damage: {light: 2, dark: 5}", "wrong-loser"),
        ("segment: damage, totals: {dark: 5}", "missing-total"),
        ("segment: damage, totals: {light: 8, dark: 3}, damage: {dark: 15}", None),
        ("segment: damage, attrition: {dark: 3}", None),
    ],
)
def test_figures_of_a_battle_that_cannot_be_are_told(
    problems: Callable[[str], list[str]], figures: str, code: str | None
) -> None:
    told = problems(f"""
        title: t
        table:
          turn: light
          phase: battle
          locations: [{{site: "{SITE}", light: [Luke Skywalker], dark: [Stormtrooper]}}]
          stack: [{{light battles: "{SITE}", {figures}}}]
        attempts: [light passes]
    """)
    assert [problem.split()[1] for problem in told] == ([code] if code else [])


def test_a_canceled_battle_leaves_no_marks() -> None:
    """Whatever has happened in it, in every scenario and at every moment in which one goes on."""
    book = Rulebook()
    tried = 0
    for play in repertoire().plays:
        for step in play.steps:
            fray = step.after.table.battle or step.after.table.attack
            if fray is None or step.after.table.top is not fray:
                continue
            flow = Flow(Moment(step.after.table, book))
            flow.happen(Cancelled(fray.id, fray.id))
            try:
                flow.happen(ActionLeft(fray.id))
            except Unknown:
                continue
            table, tried = flow.table, tried + 1
            assert table.battle is None and table.attack is None
            marked = [c.id for c in table.everything() if c.marks & {Mark.HIT, Mark.EXCLUDED}]
            assert not marked, (play.file, step.number, marked)
            assert not [x for x in table.lasting if x.until == "end of battle"], play.file
            assert not [x for x in table.scheduled if x.battle == fray.id], play.file
            assert not [note for note in table.done if note[-1] == str(fray.kind)], play.file
    assert tried > 100

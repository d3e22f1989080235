"""Whatever is attempted on whatever table: nothing escapes, nothing is lost or doubled."""

from __future__ import annotations

from typing import Any

import laws
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.attempts import verb_of
from adjudicator.engine.replay import replay
from adjudicator.glossary.load import Glossary
from adjudicator.rules.registry import Rulebook, acting_clauses
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.state.table import summary

DESK = Desk.open()
BOOK = Rulebook()
LIGHT = ["Luke Skywalker", "Han Solo", "R2-D2", "Rebel Trooper", "Chewbacca", "Boushh"]
DARK = ["Darth Vader", "Ponda Baba", "Stormtrooper", "DS-61-2", "Ubrikkian 9000 Z001"]
LIGHT_HAND = [
    "Nabrun Leids", "A Gift", "Don't Get Cocky", "Sense", "Alter", "Control", "Beru Stew",
    "Crash Site Memorial", "Revolution", "Collision!", "Noble Sacrifice", "Podrace Prep",
    "Blue Milk", "Leia Organa", "Undercover",
]  # fmt: skip
DARK_HAND = [
    "Tentacle", "Double-Crossing, No-Good Swindler", "You Overestimate Their Chances", "Sense",
    "Alter", "Control", "Elis Helrot", "Evader", "Shocking Revelation", "Vader's Obsession",
    "Visage Of The Emperor", "Boba Fett", "U-3PO", "Undercover", "Tatooine: Docking Bay 94",
]  # fmt: skip
SITES = [
    "Tatooine: Cantina", "Tatooine: Mos Eisley", "Jabba's Palace: Audience Chamber",
    "Death Star: Conference Room", "Dagobah: Cave", "Tatooine: Docking Bay 94",
]  # fmt: skip
WRITTEN = {  # cards with more to say, half of the time
    "Boushh": "{card: Boushh, undercover: yes}",
    "Chewbacca": "{card: Chewbacca, missing: yes}",
    "Stormtrooper": "{card: Stormtrooper, escorting: Wedge Antilles}",
}
PHASES = ["start of turn", "activate", "control", "deploy", "battle", "move", "draw", "end of turn"]


def unique(items: list[str], most: int) -> st.SearchStrategy[list[str]]:
    if not items:
        return st.just([])
    return st.lists(st.sampled_from(items), max_size=most, unique=True)


@st.composite
def scenarios(draw: st.DrawFn) -> str:
    """A board as a judge might write it, and attempts in any order, sense or nonsense."""
    sites = draw(st.lists(st.sampled_from(SITES), min_size=1, max_size=4, unique=True))
    lines = ["title: anything", "table:", f"  turn: {draw(st.sampled_from(['light', 'dark']))}"]
    lines += [f"  phase: {draw(st.sampled_from(PHASES))}", "  locations:"]
    left = {"light": list(LIGHT), "dark": list(DARK)}
    there: list[str] = []
    for site in sites:
        lines += [f'    - site: "{site}"', "      icons: {light: 1, dark: 1, scomp link: 1}"]
        lines += ["      owner: light"] * (site in DARK_HAND)  # Dark may lay his version over it
        for side in ("light", "dark"):
            cards = draw(unique(left[side], 3))
            left[side] = [c for c in left[side] if c not in cards]
            there += cards
            more = draw(st.booleans())
            said = [WRITTEN.get(c, f'"{c}"') if more else f'"{c}"' for c in cards]
            lines.append(f"      {side}: [{', '.join(said)}]")
            if more and "Stormtrooper" in cards:
                there.append("Wedge Antilles")
    hands = {"light": draw(unique(LIGHT_HAND, 5)), "dark": draw(unique(DARK_HAND, 5))}
    for side, hand in hands.items():
        size = draw(st.integers(0, 6))
        piles = f"force: {size}, reserve: [destiny 2, destiny 5, {size} more], used: 0, lost: 1"
        titles = ", ".join('"' + title + '"' for title in hand)
        lines.append(f"  {side}: {{hand: [{titles}], {piles}}}")
    lines.append("attempts:")
    if "Tatooine: Docking Bay 94" in sites and draw(st.booleans()):
        lines[2:4] = ["  turn: dark", "  phase: deploy"]
        lines += ['  - dark deploys: "Tatooine: Docking Bay 94"', "  - both pass"]
    for _ in range(draw(st.integers(1, 12))):
        lines += draw(attempt(hands, there, sites))
    return "\n".join(lines) + "\n"


def attempt(
    hands: dict[str, list[str]], there: list[str], sites: list[str]
) -> st.SearchStrategy[list[str]]:
    side = st.sampled_from(["light", "dark"])
    site = st.sampled_from(sites)
    passing = st.sampled_from(
        [
            ["  - both pass"],
            ["  - light passes"],
            ["  - dark passes"],
            ["  - both pass:", "    choosing: [take, escape]"],
        ]
    )
    at_site = st.builds(
        lambda s, v, p: [f'  - {s} {v}: "{p}"'], side, st.sampled_from(["drains", "battles"]), site
    )
    activating = st.builds(lambda s, n: [f"  - {s} activates: {n}"], side, st.integers(1, 3))
    drawing = st.builds(lambda s, n: [f"  - {s} draws: {n}"], side, st.integers(1, 3))
    losing = st.builds(
        lambda s, w: [f"  - {s} loses: {w}"], side, st.sampled_from(["reserve", "force", "used"])
    )
    choices = [passing, passing, at_site, activating, drawing, losing]
    for player, hand in hands.items():
        if hand:
            choices += [_playing(player, hand, there, sites)] * 3
    if there:
        moving = st.builds(
            lambda s, v, c, p: [f'  - {s} {v}: "{c}"', *_below(v, f'    to: "{p}"')],
            side,
            st.sampled_from(
                ["moves", "reacts with", "uses", "breaks cover of", "searches for", "transfers"]
            ),
            st.sampled_from(there),
            site,
        )
        choices.append(moving)
    return st.one_of(choices)


def _below(verb: str, line: str) -> list[str]:
    """The line, if the verb takes such a detail; if not, it would be a mistake in the file."""
    takes = {detail.key for detail in verb_of(verb).takes}
    return [line] if line.strip().partition(":")[0] in takes else []


def _playing(
    player: str, hand: list[str], there: list[str], sites: list[str]
) -> st.SearchStrategy[list[str]]:
    def written(verb: str, card: str, targets: list[str], site: str | None, n: int) -> list[str]:
        out = [f'  - {player} {verb}: "{card}"', f"    destiny: [{n}, {n}]"]
        if targets:
            named = ", ".join(f'"{t}"' for t in targets)
            out += _below(verb, f"    targets: [{named}]")
        if site:
            out += _below(verb, f'    to: "{site}"')
        return out

    return st.builds(
        written,
        st.sampled_from(["plays", "deploys", "backs up to play"]),
        st.sampled_from(hand),
        unique(there, 2) if there else st.just([]),
        st.none() | st.sampled_from(sites),
        st.sampled_from([2, 5]),
    )


def ruled(text: str, book: Rulebook) -> Any:
    loaded = DESK.read("any.yaml", text)
    assert loaded.board is not None, [p.message for p in loaded.problems]
    return loaded.board, replay(loaded.board, book)


COMMON = settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)


@COMMON
@given(scenarios())
def test_no_card_is_lost_or_doubled_and_refusals_change_nothing(text: str) -> None:
    board, steps = ruled(text, BOOK)
    assert not list(laws.broken(board.table))
    before = board.table
    for step in steps:
        assert not [*laws.broken(step.after.table), *laws.broken_by(step)]
        if step.after is step.before:
            assert summary(step.after.table) == summary(before)
        before = step.after.table


@COMMON
@given(scenarios())
def test_a_replay_never_differs_and_every_document_can_be_written(text: str) -> None:
    written = []
    for _ in range(2):
        board, steps = ruled(text, Rulebook())
        glossary = Glossary()
        ruling = compose(board, BOOK, steps, glossary, full=True)
        documents = [
            write(ruling, glossary, form, lang, "full")
            for form in ("text", "markdown", "html", "json")
            for lang in ("en", "fr")
        ]
        written.append(documents)
    assert written[0] == written[1]
    assert not any("None" in document for document in written[0][:4])


@settings(parent=COMMON, max_examples=40)
@given(scenarios(), st.sampled_from(acting_clauses()))
def test_a_rulebook_without_a_clause_still_runs(text: str, clause: str) -> None:
    _, steps = ruled(text, Rulebook(without={clause}))
    assert steps

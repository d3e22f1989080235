"""Files from outside are hostile until proven otherwise: a clear problem, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator import source
from adjudicator.cards.load import Library
from adjudicator.game import Verdict
from adjudicator.glossary.load import Glossary
from adjudicator.session import Desk
from adjudicator.source import BadFile, Problem, Span, closest, compose, show
from adjudicator.words.book import WORDS

Problems = Callable[[str], list[str]]
GOOD = """\
title: t
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 1}
      light: [Luke Skywalker]
  light: {hand: [Sense]}
attempts:
  - light drains: "Tatooine: Cantina"
"""


def test_a_good_file_has_no_problem(problems: Problems) -> None:
    assert problems(GOOD) == []


@pytest.mark.parametrize(
    ("was", "becomes", "place"),
    [
        ("[Sense]", "[Sence]", "9:18 unknown-card"),
        ("Luke Skywalker", "Luke Skywaker", "8:15 unknown-card"),
        ('drains: "Tatooine: Cantina"', 'drains: "Tatooine: Cantine"', "11:19 unknown-location"),
        ("light drains", "light drians", "11:5 unknown-verb"),
        ("light drains", "ligth drains", "11:5 unknown-verb"),
        ("turn: light", "turn: lite", "3:9 unknown-word"),
        ("phase: control", "phase: controll", "4:10 unknown-word"),
        ("  phase: control", "  fase: control", "4:3 unknown-key"),
        ("  phase: control", "  phase: control\n  phase: move", "5:3 duplicate-key"),
        ("{light: 1, dark: 1}", "{light: one, dark: 1}", "7:22 type"),
        ('"Tatooine: Cantina"\n      icons', "Tatooine: Cantina\n      icons", "6:21 yaml"),
        ('  - light drains: "Tatooine: Cantina"', "  light: drains", "11:3 type"),
        ("title: t", "titel: t", "1:1 missing-key"),
        ("[Sense]", "[Tentacle]", "9:18 wrong-side"),
    ],
)
def test_a_mistake_is_told_with_its_place(
    problems: Problems, was: str, becomes: str, place: str
) -> None:
    assert was in GOOD
    assert place in problems(GOOD.replace(was, becomes, 1))


def test_everything_wrong_is_told_at_once(problems: Problems) -> None:
    bad = GOOD.replace("[Sense]", "[Sence]").replace("phase: control", "phase: controll")
    assert problems(bad) == ["4:10 unknown-word", "9:18 unknown-card"]


@pytest.mark.parametrize(
    ("attempt", "place"),
    [
        ("light plays: Sense\n    replacing: Luke Skywalker", "12:5 not-used"),
        ("light deploys: Sense\n    replacing: Luke Skywalker\n    to: X", "13:5 not-used"),
        ("light deploys: Sense\n    replacing: Luke Skywaker", "12:16 not-there"),
    ],
)
def test_replacing_is_written_below_a_deployment_and_without_a_place(
    problems: Problems, attempt: str, place: str
) -> None:
    assert place in problems(GOOD.replace('light drains: "Tatooine: Cantina"', attempt))


def test_clauses_in_expectations_have_to_exist(problems: Problems) -> None:
    wrong = GOOD + "    expect: {because: actions-jsut/before-ordinary}\n"
    assert problems(wrong) == ["12:23 unknown-clause"]


def test_words_that_yaml_would_change_stay_words(judge: Callable[[str], tuple]) -> None:
    (step,) = judge("""
        title: No
        question: 12:30
        table: {locations: [{site: "Tatooine: Cantina", light: [{card: Luke Skywalker, as: No}]}]}
        attempts:
          - ask: is on table
            card: No
    """)
    assert step.answer is not None and step.answer.value is True


def test_anchors_and_aliases_mean_the_same_again(judge: Callable[[str], tuple]) -> None:
    (step,) = judge("""
        table:
          locations: [{site: &here "Tatooine: Cantina", light: [Luke Skywalker]}]
        attempts:
          - {ask: is at, card: Luke Skywalker, at: *here}
    """)
    assert step.answer is not None and step.answer.value is True


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        "- " * 100_000 + "a",
        "a: &x [*x]",
        "{a: " * 2_000 + "1" + "}" * 2_000,
        "a: &a [x, x]\nb: &b [*a, *a]\n" + "".join(
            f"{chr(99 + n)}: &{chr(99 + n)} [{', '.join(['*' + chr(98 + n)] * 9)}]\n"
            for n in range(12)
        ),
        "title: \x07bell",
        "%YAML 9.9\n---\na: b",
        "a: !!python/object/apply:os.system [echo]",
        "\tx: 1",
        "",
        "just a text",
        "- a\n- list",
        "? {complex: key}\n: value",
        "title: {en: {deep: 1}}\nattempts: [[[]]]",
        "<<: {title: x}\nattempts: []",
    ],
)  # fmt: skip
def test_hostile_yaml_gives_a_problem(problems: Problems, text: str) -> None:
    assert problems(text)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60))
def test_no_text_at_all_escapes_as_an_exception(text: str) -> None:
    desk = Desk.open()
    loaded = desk.read("any.yaml", text)
    assert loaded.board is not None or loaded.problems
    for problem in loaded.problems:
        assert show(problem, text)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.data())
def test_a_good_file_with_damage_never_escapes(data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(GOOD) - 1))
    length = data.draw(st.integers(0, 6))
    noise = data.draw(st.text(alphabet=":-[]{}\"' \n#&*!|>%@`abc", max_size=6))
    text = GOOD[:place] + noise + GOOD[place + length :]
    desk = Desk.open()
    loaded = desk.read("any.yaml", text)
    if loaded.board is not None:
        for step in loaded.replay(desk.book):
            assert step.verdict in Verdict


def test_the_caret_stands_under_the_word() -> None:
    problem = Problem("f.yaml", Span(1, 7, 1, 11), "wrong", "code", "right")
    assert show(problem, "key: [word]\n").splitlines() == [
        "f.yaml:1:7: wrong [code]",
        "  |",
        "1 | key: [word]",
        "  |       ^^^^",
        "  = right",
    ]


def test_control_characters_do_not_reach_the_terminal() -> None:
    assert "\x1b" not in show(Problem("f", Span(1, 1, 1, 2), "bad \x1b[31m", "x"), "\x1b[2J")


def test_did_you_mean_forgives_case_accents_and_dots() -> None:
    assert closest("luke skywalker", ["Luke Skywalker", "Yoda"]) == "Luke Skywalker"
    assert closest("•Sense", ["Sense"]) == "Sense"
    assert closest("zzzz", ["Sense"]) is None


def test_a_large_or_unreadable_file_is_a_problem(tmp_path: Path) -> None:
    desk = Desk.open()
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * 1_100_000)
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("title: caf\xe9".encode("latin-1"))
    for path, code in ((large, "too-large"), (latin, "encoding"), (tmp_path, "no-file")):
        assert [p.code for p in desk.load(path).problems] == [code]
    missing = desk.load(tmp_path / "larg.yaml").problems[0]
    assert missing.hint and "large.yaml" in missing.hint


def test_bad_glossary_data_is_told_like_a_bad_scenario(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(
        """\
entry: odd
title: {en: Odd}
kind: rule
source: outside
clauses:
  - id: one
    text: {en: a, fr: b}
    acts: forbids
    facts: {card: card}
    says: {en: "{{ card }} and {{ cord }}", fr: "{{ card }}"}
  - id: one
    text: {en: a, fr: b}
    cited: definition
""",
        "utf-8",
    )
    with pytest.raises(BadFile) as caught:
        Glossary(tmp_path).entry("odd")
    told = {(p.span.line, p.code) for p in caught.value.problems}
    assert told == {(2, "missing-language"), (10, "unknown-fact"), (11, "duplicate-id")}


def test_a_bad_card_file_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text(
        "title: Odd\ntype: interupt\ntexts:\n  - result: [{cancle: answered}]\n", "utf-8"
    )
    with pytest.raises(BadFile) as caught:
        Library(WORDS, tmp_path).find("Odd")
    assert [(p.span.line, p.code) for p in caught.value.problems] == [
        (2, "unknown-word"),
        (4, "unknown-word"),
    ]


def test_composing_is_bounded() -> None:
    document, problems = compose("f", "a: " + "[" * 100 + "]" * 100)
    assert document.node is None or not problems


def test_nobody_is_aboard_what_is_no_craft(problems: Problems) -> None:
    board = """
        title: aboard a weapon
        table:
          locations:
            - site: "Hoth: North Ridge"
              dark: [{card: AT-AT, aboard: [Stormtrooper]}]
        attempts:
          - both pass
    """
    assert problems(board) == ["6:21 aboard"]
    assert problems(board.replace("AT-AT", "Blizzard 1")) == []


@pytest.mark.parametrize(
    ("was", "becomes", "says", "hint"),
    [
        ("  locations:", " locations:", "does not line up", "under each other"),
        ("      icons:", "       icons:", "does not line up", "under each other"),
        ('"Tatooine: Cantina"\n      icons', "Tatooine: Cantina\n      icons", "second colon", "quotes"),
        ('"Tatooine: Cantina"\n      icons', '"Tatooine: Cantina\n      icons', "never closed", "close"),
        ("[Luke Skywalker]", "[Luke Skywalker", "not closed with ]", "as in ["),
        ("- site:", "- sight:", "no key", 'mean "site"'),
        ("  - light drains:", "  -light drains:", "a dash and a blank", "as in `- "),
        ("attempts:", "attempts:\n  -both pass", "blank is missing", "as in `- "),
        ("light drains:", "light loses: hand #", "has a title", "`reserve`"),
    ],
)  # fmt: skip
def test_a_slip_of_the_pen_is_told_in_plain_words(
    desk: Desk, was: str, becomes: str, says: str, hint: str
) -> None:
    found = desk.read("slip.yaml", GOOD.replace(was, becomes)).problems
    assert says in found[0].message
    assert hint in (found[0].hint or "")


def test_a_battle_chooses_nobody(problems: Problems) -> None:
    text = GOOD + "    with: Luke Skywalker\n"
    assert problems(text) == ["12:5 not-used"]


@pytest.mark.parametrize(
    "text",
    [
        "title: a: b", "a: [b, c", "a: b\n  c: d", "a: @b", "- a: b\n c: d", 'a: "b" c', "a: *b", "a: {b: c",
        'a: "b', "a: - b",
    ],
)  # fmt: skip
def test_the_slower_reader_tells_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where PyYAML comes without libyaml, as in a browser."""
    told = []
    for loader in (yaml.CSafeLoader, yaml.SafeLoader):
        monkeypatch.setattr(source, "Loader", loader)
        told.append(compose("a.yaml", text)[1])
    assert told[0] == told[1] != []

"""The first line answers the question: which attempts it is about, and in words one would say."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import ROOT, SCENARIOS

from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import Writer, write
from adjudicator.scenario.remarks import remarks
from adjudicator.session import Desk

BOARD = """\
title: t
question: {question}
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {{light: 1, dark: 1}}
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      icons: {{light: 1, dark: 2}}
      light: [Han Solo]
      dark: [{{card: Garindan, undercover: yes}}]
attempts:
  - light drains: "Tatooine: Cantina"
{first}  - both pass: 2
  - dark passes
  - light drains: "Tatooine: Mos Eisley"
{second}"""


def headline(text: str, language: str = "en") -> str:
    desk = Desk.open()
    loaded = desk.read("t.yaml", text)
    assert loaded.board is not None, loaded.problems
    ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
    return str(Writer(desk.glossary, language).headline(ruling)["says"])


def board(question: str = "Which?", first: bool = False, second: bool = False) -> str:
    mark = "    asked: yes\n"
    return BOARD.format(question=question, first=mark * first, second=mark * second)


def test_the_marked_attempt_is_the_one_answered() -> None:
    asked = headline(board(first=True))
    assert asked.startswith("Legal: Light Force drains at Tatooine: Cantina.")
    assert "Mos Eisley" not in asked


def test_a_refusal_is_said_once() -> None:
    told = headline(board(second=True))
    assert told.startswith("Illegal. Light may not Force drain at Tatooine: Mos Eisley while")
    assert "Cantina" not in told


def test_a_mixed_result_is_told_as_mixed_marked_or_not() -> None:
    marked, left_open = headline(board(first=True, second=True)), headline(board())
    assert marked == left_open
    assert marked.startswith("Legal: Light Force drains at Tatooine: Cantina.")
    assert " Illegal. Light may not Force drain at Tatooine: Mos Eisley" in marked


def test_the_same_in_french() -> None:
    told = headline(board(second=True), "fr")
    assert told.startswith("Illégal. Le côté lumineux ne peut pas")


def test_a_question_that_could_be_about_several_attempts_is_noted() -> None:
    desk = Desk.open()

    def noted(text: str) -> list[tuple[str, int]]:
        loaded = desk.read("t.yaml", text)
        assert loaded.board is not None, loaded.problems
        return [(note.code, note.span.line) for note in remarks(loaded.board.scenario)]

    assert noted(board()) == [("which-is-asked", 18)]
    assert noted(board(second=True)) == []
    assert noted(board().replace("question: Which?\n", "")) == []


def test_what_both_passes_bring_can_be_asked() -> None:
    told = headline(board().replace("  - both pass: 2\n", "  - both pass: 2\n    asked: yes\n"))
    assert told.startswith("Dark loses 1 Force")


def test_asked_is_yes_or_no(problems: Callable[[str], list[str]]) -> None:
    assert problems(board(second=True).replace("asked: yes", "asked: maybe")) == ["19:12 type"]


def test_the_sentence_stands_in_the_json() -> None:
    desk = Desk.open()
    loaded = desk.read("t.yaml", board(second=True))
    assert loaded.board is not None
    ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
    data = json.loads(str(write(ruling, desk.glossary, "json")))["answer"]
    assert data["steps"] == [4] and data["verdict"] == "illegal"
    assert data["says"]["en"].startswith("Illegal. Light may not")
    assert data["says"]["fr"].startswith("Illégal. Le côté lumineux")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_shipped_scenario_says_something_and_nothing_twice(language: str) -> None:
    desk = Desk.open()
    writer = Writer(desk.glossary, language)
    wrong = []
    for path in SCENARIOS:
        loaded = desk.load(path)
        assert loaded.board is not None
        ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
        says = writer.headline(ruling)["says"]
        sentences = [s for s in says.split(". ") if len(s) > 40 and "?" not in s]
        if not says or len(sentences) != len(set(sentences)):
            wrong.append(f"{path.relative_to(ROOT)}: {says}")
    assert not wrong, "\n".join(wrong)

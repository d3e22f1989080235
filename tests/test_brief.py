"""Published short: `--length brief` keeps what the answer is about, `--length table` is the answer."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from adjudicator.ruling import chat
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import Writer, write
from adjudicator.session import Desk, scenario_files

DESK = Desk.open()
WAR = ROOT / "scenarios/battle/whole-battle-two-reacts-and-a-sense-war.yaml"
_CUT = "8< - - -"


@lru_cache(maxsize=64)
def ruled(path: Path) -> dict[str, Any]:
    loaded = DESK.load(path)
    assert loaded.board is not None, path
    return compose(loaded.board, DESK.book, loaded.replay(DESK.book), DESK.glossary)


def longest(most: int) -> list[Path]:
    """The shipped scenarios that are longest as they are written."""
    files = scenario_files([ROOT / "scenarios"])
    return sorted(files, key=lambda f: (-f.read_text("utf-8").count("\n  - "), str(f)))[:most]


@pytest.mark.parametrize("path", longest(25), ids=lambda p: p.stem)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_in_brief_a_ruling_is_two_messages_and_the_answer_one(path: Path, lang: str) -> None:
    short = str(write(ruled(path), DESK.glossary, "discord", lang, "brief"))
    assert short.count(_CUT) < 2
    answer = str(write(ruled(path), DESK.glossary, "discord", lang, "table"))
    assert chat.length(answer) <= chat.MOST and _CUT not in answer


@pytest.mark.parametrize("path", longest(3), ids=lambda p: p.stem)
def test_in_brief_a_ruling_is_two_pages(path: Path) -> None:
    html = pytest.importorskip("weasyprint").HTML
    page = write(ruled(path), DESK.glossary, "html", "fr", "brief")
    assert len(html(string=page).render().pages) <= 2


def test_what_the_answer_is_about_is_kept_and_what_led_to_it_is_named() -> None:
    ruling = ruled(WAR)
    view = Writer(DESK.glossary, "en").view(ruling, "brief")
    assert [step["number"] for step in view["steps"]] == ruling["answer"]["steps"]
    assert "plays Sense (first)" in view["earlier"] and "pass" not in view["earlier"]


def test_in_brief_a_clause_is_named_once() -> None:
    path = ROOT / "scenarios/moving/what-transit-costs-light-at-six-docking-bays.yaml"
    text = str(write(ruled(path), DESK.glossary, "text", "en", "brief"))
    _, _, steps = text.partition("\n")  # the answer names its own
    assert steps.count("[docking-bay-transit/one-payment]") == 1


def test_who_took_the_answer_back_is_told_in_brief() -> None:
    backed_up = ROOT / "scenarios/actions/example-3-a-gift-and-the-swindler.yaml"
    ruling = ruled(backed_up)
    numbers = {s["number"] for s in Writer(DESK.glossary, "en").view(ruling, "brief")["steps"]}
    taken_back = [s for s in ruling["steps"] if s["number"] in numbers and s["backed_up_by"]]
    assert all(s["backed_up_by"] in numbers for s in taken_back)

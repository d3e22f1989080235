"""`adjudicator where NAME`: the one place of a thing, and what scenarios have to do with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT

from adjudicator import regression, where
from adjudicator.attempts import VERBS
from adjudicator.commands import Stop
from adjudicator.edition.given import Given
from adjudicator.questions import QUESTIONS
from adjudicator.session import Desk
from adjudicator.words.vocabulary import FAMILIES


@pytest.mark.parametrize(
    ("name", "kind", "file", "written"),
    [
        ("undercover-spy-rules/no-presence", "clause", "rules/standing.py", "undercover-spy-rules/no-presence"),
        ("undercover-spy-rules/no-presence", "clause", "glossary/undercover-spy-rules.yaml", "no-presence"),
        ("force-drain", "entry", "glossary/force-drain.yaml", "force-drain"),
        ("Tentacle", "card", "cards/tentacle.yaml", "Tentacle"),
        ("card.tentacle/grab", "text of a card", "cards/tentacle.yaml", "grab"),
        ("retrieve", "word of result", "words/force.py", "retrieve"),
        ("drain", "word of bars", "words/bars.py", "Kind.DRAIN"),
        ("embarks", "verb", "attempts/moving.py", "embarks"),
        ("embarks", "verb", "speech/fr/attempts.yaml", "embarks"),
        ("who controls", "question", "questions/places.py", "who controls"),
        ("card placed", "event", "state/events/cards.py", "card placed"),
        ("semicolon", "sentence (labels)", "speech/en/labels.yaml", "semicolon"),
        ("printed-texts", "page", "manual/en/printed-texts.md", ""),
        ("ruling.html.j2", "page", "templates/ruling.html.j2", ""),
    ],
)  # fmt: skip
def test_a_thing_has_its_place(desk: Desk, name: str, kind: str, file: str, written: str) -> None:
    homes = [home for home in where.homes(desk, name) if home.kind == kind]
    places = [place for home in homes for place in home.places if place.file.endswith(file)]
    assert places, homes
    text = (ROOT / places[0].file).read_text("utf-8").splitlines()
    assert any(written in line for line in text[places[0].line - 1 : places[0].line + 3])


def test_every_word_verb_and_question_is_found_where_its_name_stands(desk: Desk) -> None:
    for name in (*VERBS, *QUESTIONS, *(w for family in FAMILIES.values() for w in family)):
        for home in where.homes(desk, name):
            for place in home.places:
                assert (ROOT / place.file).is_file() and place.line >= 1, (name, place)


def test_scenarios_that_decide_and_use_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spy = "an-undercover-spy-stops-the-drain.yaml"
    (tmp_path / spy).write_text((ROOT / "scenarios" / "drains" / spy).read_text("utf-8"), "utf-8")
    for name, found in (
        ("undercover-spy-rules/no-presence", True),
        ("force-drain", True),
        ("force-drain/once-per-location", False),
        ("who controls", True),
        ("drains", True),
        ("embarks", False),
        ("retrieve", False),
        ("Tentacle", False),
    ):
        regression.where(name, "json", str(tmp_path))
        [first, *_] = json.loads(capsys.readouterr().out)["found"]
        assert bool(first["scenarios"]) is found, name


def test_a_house_rule_has_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    given = Given(rules=(str(ROOT / "tests" / "house-rules"),))
    regression.where("club/drains-out-of-phase", folder="nowhere", given=given)
    assert "house-rules/club.yaml:" in capsys.readouterr().out


def test_a_slip_is_told_with_what_was_meant() -> None:
    with pytest.raises(Stop, match='did you mean "retrieve"') as stop:
        regression.where("retreive", folder="nowhere")
    assert stop.value.code == 1

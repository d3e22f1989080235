"""A question is known in one place, and its sentences in one file a language."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.questions import QUESTIONS
from adjudicator.ruling.words import words
from adjudicator.scenario.schema import schema
from adjudicator.speech import LANGUAGES, language

PACKAGE = Path(__file__).parents[2] / "adjudicator"


@pytest.mark.parametrize("name", sorted(n for n in QUESTIONS if n.startswith(("is ", "who "))))
def test_one_module_knows_a_question(name: str) -> None:
    """Of those whose name is nothing else; `armor` is also what the rules call a number."""
    knowing = [p for p in PACKAGE.rglob("*.py") if f'"{name}"' in p.read_text("utf-8")]
    assert len(knowing) <= 2, knowing


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_a_question_is_put_whatever_is_given(name: str, code: str) -> None:
    asked = QUESTIONS[name]
    for extra in ((), asked.takes, *((one,) for one in asked.one_of)):
        given = {*asked.needs, *(extra or asked.one_of[:1])}
        attempt = {
            "question": name,
            "what": "Boushh" if "card" in given else None,
            "at": "Hoth" if "at" in given or "at" in asked.one_of else None,
            "with": ["Endor"] if "with" in given else [],
            "by": "dark" if "by" in given else None,
        }
        said = words(code).question(attempt)
        assert (
            said != f"{name}?"
            and said.rstrip().endswith("?")
            and "{{" not in said
            and "None" not in said
        )


def test_a_sentence_stands_for_every_question() -> None:
    assert set(language("en").own("questions")) == set(QUESTIONS)


def test_the_schema_offers_every_question() -> None:
    attempt = schema()["definitions"]["attempt"]["properties"]
    assert attempt["ask"]["enum"] == list(QUESTIONS)

"""A verb is known in one place, and its sentence in one file a language."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.attempts import CLAIMS, VERBS, verb_of
from adjudicator.ruling.words import words
from adjudicator.speech import LANGUAGES, language

PACKAGE = Path(__file__).parents[2] / "adjudicator"
RECORD = {
    "what": "Boushh", "amount": None, "targets": [], "with": [], "to": None, "aboard": None,
    "seat": None, "before": None, "after": None, "replacing": None, "way": None, "player": "dark",
}  # fmt: skip


# Also a topic of the book.
OTHERWISE = {"drains": {"labels.py"}, "attacks": {"labels.py"}}


@pytest.mark.parametrize("name", sorted(VERBS))
def test_one_module_knows_a_verb(name: str) -> None:
    """What is read, offered and understood; a glossary or a card may use the same word."""
    says = f'"{name}"'
    knowing = [
        p
        for p in PACKAGE.rglob("*.py")
        if says in p.read_text("utf-8")
        and p.parent.name not in ("cards", "words", "glossary", "rules", "reading")
        and p.name not in OTHERWISE.get(name, ())
    ]
    assert len(knowing) == 1, knowing


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", [*VERBS, *CLAIMS])
def test_every_verb_is_said_with_all_it_takes(name: str, code: str) -> None:
    w = words(code)
    for what, amount in (("Boushh", None), (None, 2), ("Obi-Wan's Lightsaber", None)):
        said = w.heading({**RECORD, "verb": name, "what": what, "amount": amount})
        assert "{{" not in said and "None" not in said
    attempt = {**RECORD, "verb": name, "targets": ["Han"], "to": "Hoth", "seat": "pilot"}
    said = w.heading({**attempt, "aboard": "Bubo", "replacing": "Luke", "way": "sector"})
    assert "{{" not in said and "None" not in said


def test_a_sentence_stands_for_every_verb_and_claim() -> None:
    assert set(language("en").own("attempts")) == {*VERBS, *CLAIMS}


def test_whoever_does_it_may_claim_to_have_had_no_time_for_it() -> None:
    for name, verb in CLAIMS.items():
        assert verb_of(name) is verb is VERBS[verb.name]
        assert name == f"backs up to {verb.infinitive}"

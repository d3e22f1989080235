"""Printed texts that nobody would print: they are read or left unread, in bounded time, and the
same text in the same way whatever was read before."""

from __future__ import annotations

import time

import prints
import pytest

from adjudicator.reading.parsing import MOST_WORDS
from adjudicator.reading.reading import MOST_PRINTED

FRESH = prints.readers()
ENDLESS = {
    "many things that it gets": "Power +2" + " and forfeit +1" * 300 + " while alone.",
    "many whom it is with": "Power +2 while " + "with a droid " * 30 + ".",
    "many conditions": "Power +2 while " + "alone and " * 55 + "alone.",
    "many that it is immune to": "Immune to " + ", ".join(["Sense"] * 300) + " and Alter.",
    "many ways": "Power +1 while with " + " or ".join(["a droid"] * 40) + ".",
    "many sentences": "Power +2 while alone. " * 20_000,
    "many options": "Foo. OR " * 20_000,
    "one word": "A" * 500_000 + ".",
    "a number of thousands of digits": "Power +" + "9" * 5_000 + ".",
    "a limit of thousands of digits": "Immune to attrition < " + "9" * 5_000 + ".",
    "brackets in brackets": "(" * 2_000 + "Power +2." + ")" * 2_000,
}


@pytest.mark.parametrize("kind", ["character", "effect", "weapon", "location"])
@pytest.mark.parametrize("what", ENDLESS)
def test_what_no_card_has_room_for_is_not_read(what: str, kind: str) -> None:
    began = time.process_time()
    reading = FRESH().read(prints.card_of(kind), ENDLESS[what])
    assert time.process_time() - began < 1
    assert not [r for r in reading.sentences if r.entry is not None and len(ENDLESS[what]) > 900]


def test_a_text_as_long_as_any_is_read() -> None:
    one = "Power +2 while alone."
    text = " ".join([one] * 100)
    assert len(text) < MOST_PRINTED
    assert all(r.entry for r in FRESH().read(prints.card_of("character"), text).sentences)
    (more,) = FRESH().read(prints.card_of("character"), text * 3).sentences
    assert more.entry is None
    many = "Power +2 while " + "alone and " * (MOST_WORDS // 2) + "alone."
    assert FRESH().read(prints.card_of("character"), many).sentences[0].entry is None


def test_signs_that_only_look_like_numbers_are_none() -> None:
    for text in ("Power +\u00b2.", "Power +\u0663.", "Power +1234."):
        assert FRESH().read(prints.card_of("character"), text).sentences[0].entry is None
    assert FRESH().read(prints.card_of("character"), "Power +3.").sentences[0].entry is not None


def test_a_name_means_the_same_whatever_was_read_before() -> None:
    """Obi-Wan is known by that name; in capital letters throughout he is not."""
    said = "Power +1 while with {}."
    reader = FRESH()
    shouted = reader.read(prints.card_of("character"), said.format("OBI-WAN"))
    plain = reader.read(prints.card_of("character"), said.format("Obi-Wan"))
    assert prints.plain(plain) == prints.plain(
        FRESH().read(prints.card_of("character"), said.format("Obi-Wan"))
    )
    assert plain.sentences[0].entry is not None and shouted.sentences[0].entry is None


@pytest.mark.parametrize("seed", range(2))
def test_texts_of_the_grammar_and_what_became_of_them(seed: int) -> None:
    """`python tests/prints.py` tries ten thousand."""
    printer = prints.Printer(prints.titles_of_the_library())
    reader, read = FRESH(), 0
    for number in range(250):
        card = prints.card_of(prints.KINDS[number % len(prints.KINDS)])
        reading = reader.read(card, printer.text(seed, number))
        read += sum(r.entry is not None for r in reading.sentences)
    assert read > 20  # else they come nowhere near to what is read

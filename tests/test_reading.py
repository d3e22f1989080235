"""Printed texts read: the grammar, what it refuses, and the gates every reading has to pass.

The texts here are our own; the printed ones are tried where the real files lie beside the project."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SHARED
from test_cli import run

from adjudicator.cards.load import Library
from adjudicator.cards.model import Blueprint
from adjudicator.cards.pool import Pool
from adjudicator.game import Side
from adjudicator.reading.coverage import is_trivial, readings
from adjudicator.reading.gates import lost_words, sign_of
from adjudicator.reading.parsing import tokens
from adjudicator.reading.reading import CardReader, Read, Reading, printed_of, problems_of
from adjudicator.reading.sentences import functions
from adjudicator.words.book import WORDS

REAL = SHARED / "data" / "cards"
HERE = {"at": "here"}
PILOTED = {"has aboard": {"is": ["this card", "piloting"]}}


@cache
def reader() -> CardReader:
    """Knows the library's cards only, so that it reads the same wherever it is tried."""
    return CardReader.of(Library(WORDS, pool=Pool(Path("nowhere"))))


def read(text: str, type_: str = "character", title: str = "Vela Corrin") -> Reading:
    card = Blueprint(
        title=title, side=Side.LIGHT, type=type_, copies=1, personas=frozenset({title})
    )
    return reader().read(card, text)


def entry(text: str, type_: str = "character") -> Any:
    (sentence,) = read(text, type_).sentences
    return sentence.entry


# -- cutting up ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "cut"),
    [
        ("Power +1. Forfeit +2.", "character", [("", ["Power +1.", "Forfeit +2."])]),
        (
            "USED: Draw one card. LOST: Draw two. OR Draw three. (Immune to Sense.)",
            "interrupt",
            [
                ("used", ["Draw one card."]),
                ("lost", ["Draw two."]),
                ("lost", ["Draw three.", "(Immune to Sense.)"]),
            ],
        ),
        (
            "Light (2): Force drain +1 here. Dark: Force drain -1 here.",
            "location",
            [("light", ["Force drain +1 here."]), ("dark", ["Force drain -1 here."])],
        ),
        ("Lt. Corrin is power +1.", "character", [("", ["Lt. Corrin is power +1."])]),
        ("One face. // The other.", "objective", [("", ["One face."]), ("", ["The other."])]),
    ],
)
def test_a_text_is_cut_into_functions_and_sentences(
    text: str, kind: str, cut: list[tuple[str, list[str]]]
) -> None:
    found = functions(text, kind)
    assert [(f.name, [s.text for s in f.sentences]) for f in found] == cut
    assert all(text[s.start : s.end] == s.text for f in found for s in f.sentences)


# -- reading -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "type_", "means"),
    [
        ("Immune to attrition < 4.", "character", {"facts": {"immune to attrition": 4}}),
        ("Immune to attrition.", "starship", {"facts": {"immune to attrition": "all"}}),
        ("Adds 2 to power of anything she pilots.", "character", {"facts": {"when piloting": 2}}),
        ("May add 2 pilots and 3 passengers.", "starship", {"facts": {"seats": {"pilots": 2, "passengers": 3}}}),
        ("Permanent pilots provide total ability of 3.", "starship", {"facts": {"permanent pilots": 3}}),
        ("(Immune to Alter.)", "effect", {"facts": {"immune to": ["Alter"]}}),
        ("Deploys only on Hoth.", "character", {"facts": {"only to": {"type": ["site", "sector"], "part of": "Hoth"}}}),
        ("Deploys -2 to Hoth.", "character", {"gives": [{"deploy cost": -2, "to": "self", "at": {"part of": "Hoth"}}]}),
        (
            "Power and forfeit +2 while with your spy.", "character",
            {"if": [{"this is": {"with": {"type": "character", "trait": "spy", "whose": "yours"}}}],
             "gives": [{"power": 2, "to": "self"}, {"forfeit": 2, "to": "self"}]},
        ),
        (
            "Vela is power +1 on Hoth.", "character",
            {"if": [{"this is": {"at": {"type": ["site", "sector"], "part of": "Hoth"}}}], "gives": [{"power": 1, "to": "self"}]},
        ),
        (
            "While piloting an X-wing, immune to attrition < 3.", "character",
            {"if": [{"this is": {"is": "piloting", "aboard": {"type": "starship", "trait": "x-wing"}}}],
             "gives": [{"immune to attrition": 3, "to": "self"}]},
        ),
        (
            "Opponent's Imperials of ability < 3 here are forfeit -1.", "character",
            {"gives": [{"forfeit": -1, "to": {"type": "imperial", "ability": "< 3", "whose": "opponent's", **HERE}}]},
        ),
        (
            "Light: If you control, Force drain +1 here.", "location",
            {"if": [{"you control": "here"}], "gives": [{"drain": 1, "whose": "yours", **HERE}], "for": "light"},
        ),
        (
            "Dark: Your docking bay transit from here requires 3 Force.", "location",
            {"gives": [{"transit from": 3, "whose": "yours", **HERE}], "for": "dark"},
        ),
        (
            "Dark: Unique (•) Jawas and your Ewoks deploy +1 here.", "location",
            None,
        ),
        (
            "Dark: Your Jawas and Ewoks deploy +1 here.", "location",
            {"gives": [{"deploy cost": 1, "to": {"type": "character", "whose": "yours", "any of": [{"trait": "jawa"}, {"trait": "ewok"}]}, **HERE}], "for": "dark"},
        ),
        ("Power +2 when defending a battle.", "character",
         {"if": [{"this is": {"in battle": "yes"}}, {"battle by": "opponent"}], "gives": [{"power": 2, "to": "self"}]}),
        ("May move as a 'react.'", "vehicle", {"lifts": [{"despite": "react/text-must-allow", "of": "self"}]}),
        ("Light: Neither player may Force drain here.", "location", {"bars": [{"drain": "any", **HERE}], "for": "light"}),
        ("May not move.", "character", {"bars": [{"move": "self"}]}),
        (
            "Your other spies here are forfeit +1.", "character",
            {"gives": [{"forfeit": 1, "to": {"type": "character", "trait": "spy", "whose": "yours", "not": {"is": "this card"}, **HERE}}]},
        ),
        (
            "Adds 2 to power and 1 to maneuver of anything he pilots.", "character",
            {"gives": [{"power": 2, "to": PILOTED}, {"maneuver": 1, "to": PILOTED}]},
        ),
        (
            "When piloting an X-wing, also adds 1 to maneuver.", "character",
            {"gives": [{"maneuver": 1, "to": {"type": "starship", "trait": "x-wing", **PILOTED}}]},
        ),
        (
            "Adds one battle destiny if with Luke.", "character",
            {"if": [{"this is": {"with": {"persona": "Luke Skywalker"}}}, {"this is": {"in battle": "yes"}}],
             "gives": [{"battle destinies": 1, "whose": "yours", **HERE}]},
        ),
        (
            "Power -1 when not on Hoth.", "character",
            {"if": [{"not": {"this is": {"at": {"type": ["site", "sector"], "part of": "Hoth"}}}}], "gives": [{"power": -1, "to": "self"}]},
        ),
        (
            "Immune to attrition < 3 (< 5 while alone).", "character",
            {"facts": {"immune to attrition": 3},
             "besides": [{"if": [{"this is": {"is": "alone"}}], "gives": [{"immune to attrition": 5, "to": "self"}]}]},
        ),
        (
            "Immune to Alter and attrition < 6.", "character",
            {"facts": {"immune to": ["Alter"], "immune to attrition": 6}},
        ),
        (
            "While you occupy at least two battlegrounds, forfeit +1.", "character",
            {"if": [{"you occupy": {"is": "battleground"}, "count": 2}], "gives": [{"forfeit": 1, "to": "self"}]},
        ),
        (
            "Light: Unless your Ewok is here, Force drain -1 here.", "location",
            {"if": [{"not": {"there is": {"type": "character", "trait": "ewok", "whose": "yours", **HERE}}}],
             "gives": [{"drain": -1, "whose": "yours", **HERE}], "for": "light"},
        ),
        (
            "Use 2 Force to deploy on your spy.", "device",
            {"role": "deploy", "when": {"phase": "deploy", "whose": "yours"},
             "targets": [{"name": "bearer", "type": "character", "trait": "spy", "whose": "yours"}],
             "cost": [{"use force": 2}], "result": [{"attach to": "bearer"}]},
        ),
        (
            "Deploy on table.", "effect",
            {"role": "deploy", "when": {"phase": "deploy", "whose": "yours"}, "result": ["put on table"]},
        ),
    ],
)  # fmt: skip
def test_a_sentence_becomes_words_of_the_vocabulary(text: str, type_: str, means: Any) -> None:
    assert entry(text, type_) == means


@pytest.mark.parametrize(
    ("text", "type_", "why"),
    [
        ("Power +1 once per turn.", "character", "grammar"),
        ("Power +1 at Nowhere In Particular.", "character", "grammar"),
        ("Starship is power +1.", "device", "grammar"),  # which one?
        ("Power +2 at Hoth.", "character", "grammar"),  # its system, its sites, or both?
        ("Your unique Jawas and Ewoks are power +1.", "effect", "grammar"),  # unique Ewoks only?
        ("Luke and Leia or Han here, power +1.", "character", "grammar"),
        ("Your spies are power +1 here.", "effect", "grammar"),  # where an Effect is, is not said
        ("While piloting Red 5, it is power +1.", "character", "grammar"),
        ("Retrieve 2 Force.", "objective", "grammar"),
        (
            "Power +1 while aboard a non-creature vehicle.",
            "character",
            "grammar",
        ),  # no creature vehicle
        ("Power +1 while with a Luke.", "character", "grammar"),
    ],
)
def test_what_is_not_sure_is_not_read(text: str, type_: str, why: str) -> None:
    (sentence,) = read(text, type_).sentences
    assert (sentence.entry, sentence.why_not) == (None, why)


def test_a_plain_sentence_stands_for_itself_beside_an_unread_one() -> None:
    reading = read(
        "Adds 2 to power of anything he pilots. Power +1 at Nowhere. Power +2 while alone."
    )
    assert [r.entry is not None for r in reading.sentences] == [True, False, True]
    assert [text["gives"] for text in reading.card_entry()["texts"]] == [
        [{"power": 2, "to": "self"}]
    ]


def test_of_several_ways_to_deploy_none_is_used() -> None:
    reading = read("Your spies are power +1. OR Your scouts are power +1.", "effect")
    assert all(r.entry for r in reading.sentences)
    assert reading.card_entry() == {"title": "Vela Corrin"}


def test_nothing_is_used_beside_a_sentence_that_may_change_it() -> None:
    reading = read("Adds 2 to power of anything he pilots. At Nowhere, instead adds 3.")
    assert reading.card_entry() == {"title": "Vela Corrin"}


WEAPON = (
    "Use 1 Force to deploy on your warrior. May target a character or creature using 2 Force. Draw destiny. "
    "Add 1 if targeting a creature. Target hit if destiny +1 > defense value."
)


def test_the_pieces_of_a_shot_are_one_text() -> None:
    deploys, fires = read(WEAPON, "weapon").card_entry()["texts"]
    assert deploys["role"] == "deploy"
    assert fires["cost"] == [{"use force": 2}]
    assert fires["targets"] == [
        {"name": "target", "whose": "opponent's", "type": ["character", "creature"]}
    ]
    assert fires["result"] == [
        {"draw destiny": "shot"},
        {"add": 1, "to": "shot", "if": [{"target is": {"type": "creature"}, "of": "target"}]},
        {"add": 1, "to": "shot"},
        {"compare": "shot", "more than": {"defense of": "target"}, "then": [{"hit": "target"}]},
    ]


@pytest.mark.parametrize(
    "change",
    [
        (" Draw destiny.", ""),  # a piece is missing
        (
            "Draw destiny.",
            "Draw destiny. Otherwise, draw again.",
        ),  # and here something may change it
        ("Target hit", "May be thrown at any time. If target is small, it is lost. Target hit"),
    ],
)
def test_a_shot_that_is_not_all_there_is_not_used(change: tuple[str, str]) -> None:
    texts = read(WEAPON.replace(*change), "weapon").card_entry().get("texts", [])
    assert [text["role"] for text in texts] in ([], ["deploy"])


def test_what_it_is_on_is_known_from_its_deployment() -> None:
    _, gives = read("Deploy on your starship. Starship is power +2.", "effect").sentences
    assert gives.entry == {"gives": [{"power": 2, "to": "bearer"}]}
    (alone,) = read("Starship is power +2.", "effect").sentences
    assert alone.why_not == "grammar"


def test_an_effect_on_a_location_has_a_here() -> None:
    _, here = read("Deploy on a Hoth site. Your spies here are power +1.", "effect").sentences
    assert here.entry is not None
    _, nowhere = read("Deploy on table. Your spies here are power +1.", "effect").sentences
    assert nowhere.why_not == "grammar"


# -- gates ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "said", "lost"),
    [
        ("Power +1 once per turn.", "This card is power +1.", ["once", "per", "turn"]),
        ("Your spies here are power +1.", "All spies here are power +1.", ["Your"]),
        ("At least two spies here.", "Two spies here.", ["least"]),
        ("Luke is power +1.", "Luke Skywalker is power +1.", []),
        ("If Vela here, power -1.", "While this card is here, power -1.", []),
    ],
)
def test_no_word_is_lost(printed: str, said: str, lost: list[str]) -> None:
    assert lost_words(printed, said, frozenset({"vela"})) == lost


def test_said_back_in_both_languages() -> None:
    (sentence,) = read("Power +2 when present with your musician.").sentences
    assert sentence.says == (
        "While this card is present with your musician, this card is power +2.",
        "Tant que cette carte est en présence de votre musicien, cette carte a puissance +2.",
    )


# -- the command -------------------------------------------------------------------------------


def test_the_command_reads_a_file_and_tells_what_it_does_not(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Immune to attrition < 4. May juggle three planets.", "utf-8")
    told = run("cards", "read", str(file))
    assert told.returncode == 0
    assert "immune to attrition: 4" in told.stdout
    assert "May juggle three planets." in told.stdout.split("Not read:")[1]
    french = run("cards", "read", str(file), "--lang", "fr")
    assert "Immunité à une attrition < 4." in french.stdout


def test_an_entry_that_is_printed_can_be_pasted(tmp_path: Path) -> None:
    from adjudicator.cards.read import read_blueprint
    from adjudicator.reading.telling import in_yaml
    from adjudicator.source import Reader, compose

    reading = read(
        "Light: While you occupy, your Jawas here are power +1.", "location", "Low Court"
    )
    text = "\n".join(["type: location", *in_yaml(reading.card_entry())])
    document, problems = compose("entry", text)
    again = Reader(document)
    card = read_blueprint(again, document.node, WORDS) if document.node else None
    assert not problems and not again.problems
    assert card is not None and card.texts[0].side is Side.LIGHT


def test_a_ruling_that_reads_no_text_does_not_load_the_grammar() -> None:
    code = (
        "import sys; from adjudicator import commands;"
        "exec('try: commands.run(lambda: commands.check([\"scenarios/just\"]))\\nexcept SystemExit: pass');"
        "print([m for m in sys.modules if m.startswith('adjudicator.reading')])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip().endswith("[]"), done.stdout + done.stderr


# -- the real texts ------------------------------------------------------------------------------


WHOLE = "ADJUDICATOR_WHOLE_POOL" in os.environ  # every card, not each so-and-so-many-th
Cards = tuple[tuple[Blueprint, Reading], ...]


@cache
def library() -> Library:
    """The real pool; tests over it are skipped where it is not."""
    from adjudicator.cards.community import bring_in

    pool = Pool(Path(tempfile.mkdtemp(prefix="adjudicator-pool-")))
    bring_in(map(str, sorted(REAL.glob("*.json"))), pool)
    return Library(WORDS, pool=pool)


@pytest.fixture(scope="module")
def printed() -> Cards:
    """Cards of the real pool with their readings."""
    if not REAL.is_dir():
        pytest.skip("the card database does not lie beside the project")
    return tuple(readings(library(), "all", every=1 if WHOLE else 6))


def _read(printed: Cards) -> Iterator[tuple[Blueprint, Read]]:
    for card, reading in printed:
        for sentence in reading.sentences:
            if sentence.entry is not None:
                yield card, sentence


def test_every_reading_passed_every_gate(printed: Cards) -> None:
    """Gates a to c stand in the reader itself; that none was passed by, is seen here."""
    count = 0
    for card, sentence in _read(printed):
        count += 1
        assert sentence.says[0] and sentence.says[1], card.title
    assert count > 400


def test_what_is_used_of_a_card_is_valid_vocabulary(printed: Cards) -> None:
    for card, reading in printed:
        entry = {**reading.card_entry(), "type": card.type}
        assert not problems_of(entry, WORDS), (card.id, card.title)


def test_what_is_said_back_is_read_again_to_the_same(printed: Cards) -> None:
    cards = CardReader.of(library())
    for card, reading in printed:
        for function in reading.functions:
            framed = cards.framed(printed_of(card), tuple(r.sentence for r in function.sentences))
            for read in function.sentences:
                if read.entry is not None:
                    again = cards.entries(framed, read.says[0])
                    said = {k: v for k, v in read.entry.items() if k != "for"}
                    assert [sign_of(one) for one in again] == [sign_of(said)], read.says[0]


def test_what_may_mean_several_things_is_not_read(printed: Cards) -> None:
    for _, reading in printed:
        for read in reading.sentences:
            assert read.entry is None or not read.ways


def test_equal_sentences_are_read_equally(printed: Cards) -> None:
    """Where the card itself is not named, the same words on the same kind of card mean the same."""
    seen: dict[tuple[str, ...], str] = {}
    for card, reading in printed:
        for function in reading.functions:
            beside = function.sentences[0].sentence.text  # says on what the card is
            for read in function.sentences:
                if read.entry is None:
                    continue
                said = sign_of({k: v for k, v in read.entry.items() if k != "for"})
                key = (card.type, beside, read.sentence.text)
                assert seen.setdefault(key, said) == said, read.sentence.text


# Words that may be left out of a sentence and it says the same.
_MAY_BE_MISSING = frozenset({
    "a", "an", "the", ".", ",", "is", "are", "•", "(", ")", "!", ":", "any", "each", "all", "of", "for", "may",
    "when", "while", "if", "also", "that", "or", "and", "its", "aboard", "to", "she", "he", "it", "him", "here",
    "total", "your", "system", "location", "locations", "card", "one", "you", "through", "must",
    "target's", "?", "deck", "other", "participating", "piloting", "this", "together", "use", "value",
})  # fmt: skip


def test_no_word_of_a_sentence_is_passed_over(printed: Cards) -> None:
    """Without any one of its words that matter, a sentence says something else, or is not read."""
    cards = CardReader.of(library())
    for card, reading in printed[:: 1 if WHOLE else 3]:
        for function in reading.functions:
            framed = cards.framed(printed_of(card), tuple(r.sentence for r in function.sentences))
            for read in function.sentences:
                if read.entry is None or is_trivial(read.sentence.text):
                    continue
                said = sign_of({k: v for k, v in read.entry.items() if k != "for"})
                text = read.sentence.text
                for token in tokens(text):
                    if token.word in _MAY_BE_MISSING or token.text[0].isupper():
                        continue  # a name may be shortened
                    again = cards.entries(framed, text[: token.start] + text[token.end :])
                    assert [sign_of(one) for one in again] != [said], (text, token.text)


def test_a_number_a_sign_and_an_owner_are_not_passed_over(printed: Cards) -> None:
    """One thing changed in what is printed changes what is read."""
    cards = CardReader.of(library())
    swaps = ((r"\+(?=\d)", "-"), (r"\b[yY]our\b", "opponent's"), (r"\bcontrol\b", "occupy"))
    for card, reading in printed:
        for function in reading.functions:
            framed = cards.framed(printed_of(card), tuple(r.sentence for r in function.sentences))
            for read in function.sentences:
                if read.entry is None:
                    continue
                said = sign_of({k: v for k, v in read.entry.items() if k != "for"})
                for old, new in swaps:
                    changed = re.sub(old, new, read.sentence.text, count=1)
                    if changed != read.sentence.text:
                        again = cards.entries(framed, changed)
                        assert [sign_of(one) for one in again] != [said], changed

"""What nobody reads and could turn a ruling is told with its sentence, in the first line."""

from __future__ import annotations

import pytest

from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk

DRAIN = """
title: t
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 2}
      light: [Wedge Antilles]
      dark: [%s]
    - site: "Tatooine: Mos Eisley"
      dark: [%s]
  light: {hand: [Loud Word], force: 3}
cards:
  - title: Guarded Door
    side: dark
    type: character
    subtype: droid
    power: 1
    deploy: 1
    forfeit: 1
    text: "%s"
  - title: Loud Word
    side: light
    type: interrupt
    subtype: used
    texts:
      - says: {en: "Said aloud.", fr: "Dit tout haut."}
        when: any time
        result: [{declare: "%s"}]
attempts:
  - light plays: Loud Word
  - both pass
  - dark passes
  - light drains: "Tatooine: Cantina"
    asked: yes
"""
SPEAKS = "Whenever opponent drains here, opponent must first show you a hat."
OTHER = "Whenever you attack here, opponent must first show you a hat."
NOTHING = "Nobody says a word."


def _first_line(desk: Desk, here: str, there: str, text: str, said: str, lang: str = "en") -> str:
    loaded = desk.read("t.yaml", DRAIN % (here, there, text, said))
    assert loaded.board is not None, loaded.problems
    ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
    return str(write(ruling, desk.glossary, "text", lang, "table")).splitlines()[0]


@pytest.mark.parametrize(
    ("here", "there", "text", "said", "told"),
    [
        ("Guarded Door", "", SPEAKS, NOTHING, "Guarded Door"),
        ("", "Guarded Door", SPEAKS, NOTHING, None),  # it speaks of drains where it is
        ("Guarded Door", "", OTHER, NOTHING, None),
        ("", "", SPEAKS, "Force drains may not be more than 1 this turn.", "Loud Word"),
        ("", "", SPEAKS, "Creatures may not attack this turn.", None),
    ],
)
def test_the_first_line_says_whose_words_could_turn_it(
    desk: Desk, here: str, there: str, text: str, said: str, told: str | None
) -> None:
    line = _first_line(desk, here, there, text, said)
    assert ("unless what is printed" in line) is (told is not None)
    assert told is None or f"printed on {told} says otherwise: “" in line


def test_the_first_line_says_it_in_french(desk: Desk) -> None:
    line = _first_line(desk, "Guarded Door", "", SPEAKS, NOTHING, "fr")
    assert "à moins que ce qui est imprimé sur Guarded Door n'en dispose autrement" in line

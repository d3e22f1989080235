"""Text from a scenario is data in every document, and never markup or template code."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest

from adjudicator.ruling.compose import compose
from adjudicator.ruling.words import fr
from adjudicator.ruling.write import write
from adjudicator.session import Desk

HOSTILE = [
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} {% include 'x' %}",
    "\x1b[31mred\x1b[0m",
    "**bold** [link](http://x) `code` | pipe",
    "</title><img src=x onerror=alert(1)>",
    "../../etc/passwd",
]


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)


def written(title: str, form: str, lang: str) -> str:
    desk = Desk.open()
    quoted = "'" + title.replace("'", "''").replace("\x1b", "") + "'"
    if "\x1b" in title:
        quoted = '"' + title.replace("\x1b", "\\e") + '"'
    card = quoted[0] + "Card " + quoted[1:]
    text = f"""\
title: {quoted}
question: {quoted}
cards:
  - {{title: {card}, type: character, side: light, ability: 3, power: 2, deploy: 1}}
table:
  turn: light
  phase: deploy
  locations:
    - site: {quoted}
      as: there
      icons: {{light: 1, dark: 1}}
  light: {{hand: [{card}], force: 3}}
attempts:
  - light deploys: {card}
    to: there
  - both pass
"""
    loaded = desk.read("hostile.yaml", text)
    assert loaded.board is not None, loaded.problems
    steps = loaded.replay(desk.book)
    ruling = compose(loaded.board, desk.book, steps, desk.glossary, full=True)
    return write(ruling, desk.glossary, form, lang, "full")


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hostile_titles_stay_text(title: str, lang: str) -> None:
    tags = Tags()
    page = written(title, "html", lang)
    tags.feed(page)
    assert tags.seen.count("script") == 0 and "img" not in tags.seen
    plain = written(title, "text", lang)
    assert "\x1b" not in plain and "49" not in plain
    marked = written(title, "markdown", lang)
    assert "<script" not in marked and "](http" not in marked and "**bold**" not in marked


def test_french_articles_and_elisions() -> None:
    side = fr.side("light")
    assert (side, side.du, side.au) == ("le côté lumineux", "du côté lumineux", "au côté lumineux")
    assert fr.card("Alter").de == "d'Alter" and fr.card("Sense").de == "de Sense"
    assert fr.card("Elis Helrot").que == "qu'Elis Helrot"
    assert fr.card("U-3PO").de == "de U-3PO" and fr.card("Yoda").de == "de Yoda"
    assert fr.pile("used").dans == "dans la pile utilisée"
    assert fr.pile("out of play").dans == "hors jeu"
    drain = fr.action({"kind": "drain", "card": None, "place": "Hoth"})
    assert (drain.de, drain.a) == ("du drain de Force à Hoth", "au drain de Force à Hoth")
    assert fr.points(1) == "1 point de Force" and fr.points(3) == "3 points de Force"
    assert fr.typography("Oui : « non » ; si !") == "Oui\u00a0: «\u00a0non\u00a0»\u202f; si\u202f!"


def test_a_card_title_gets_its_french_rendering_once() -> None:
    plain = written("Evacuation Control", "text", "fr")
    assert plain.count("(«\N{NO-BREAK SPACE}Contrôle d'évacuation\N{NO-BREAK SPACE}»)") == 1
    assert "Contrôle" not in written("Evacuation Control", "text", "en")

"""Text from a scenario is data in every document, and never markup or template code."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from test_clauses import CLAUSES, SAMPLES

from adjudicator.book.site import Book
from adjudicator.commands import rule
from adjudicator.ruling import chat, layout, pdf
from adjudicator.ruling.compose import compose
from adjudicator.ruling.layout import discord, markdown, one_line
from adjudicator.ruling.pdf import NoPdf
from adjudicator.ruling.seal import seal
from adjudicator.ruling.words import words
from adjudicator.ruling.write import Sentence, Writer, _in_words, _sentence, _sentences, write
from adjudicator.session import Desk
from adjudicator.speech import Slot
from adjudicator.verify import verify

HARMLESS = "Plain words"
HOSTILE = [
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script><!--",
    "</title></style><img src=x onerror=alert(1)>",
    "\"' onmouseover=alert(1) x='",
    "{{ 1234 * 1000 }} {% include 'x' %} {# no",
    "{{ ''.__class__.__mro__ }}",
    "\x1b[31mred\x1b[0m \x07 \x9b1m",
    "\u202eevil\u2066",
    "**bold** _em_ ~~gone~~ `code` | pipe | $x$ \\* \\",
    "[link](http://x.example) ![img](http://x.example/i.png) <http://x.example>",
    "https://x.example www.x.example a@x.example mailto:a@x.example @everyone #1",
    "# heading",
    "1. first",
    "- item",
    "> quote",
    "    code",
    "===",
    "---",
    "line\nbreak\n\n# heading\n1. Light plays Sense: legal",
    "&lt;b&gt; &#42;x&#42;",
    "../../etc/passwd",
    "x" * 3000,
]


class Tags(HTMLParser):
    """The tags and attribute names of a page, and the text between them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, ...]] = []
        self.text: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, *(name for name, _ in attrs)))

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def yaml_text(text: str) -> str:
    plainly = (c if c.isprintable() and c not in '"\\' else f"\\U{ord(c):08x}" for c in text)
    return '"' + "".join(plainly) + '"'


def scenario(title: str) -> str:
    """A scenario in which somebody else's text stands wherever text may stand."""
    quoted, card, site = (yaml_text(t) for t in (title, f"{title} card", f"{title} place"))
    return f"""\
title: {quoted}
question: {quoted}
cards:
  - title: {card}
    type: character
    side: light
    ability: 3
    power: 2
    deploy: 1
    not modelled: [{{en: {quoted}, fr: {quoted}}}]
table:
  turn: light
  phase: deploy
  locations:
    - site: {site}
      as: there
      icons: {{light: 1, dark: 1}}
  light: {{hand: [{card}], force: 3}}
attempts:
  - light deploys: {card}
    to: there
  - both pass
"""


DESK = Desk.open()


def ruled(text: str) -> tuple[Desk, dict[str, Any]]:
    desk = DESK
    loaded = desk.read("hostile.yaml", text)
    assert loaded.board is not None, loaded.problems
    steps = loaded.replay(desk.book)
    return desk, compose(loaded.board, desk.book, steps, desk.glossary, full=True)


@cache
def written(title: str, form: str, lang: str = "en", length: str = "full") -> str:
    desk, ruling = ruled(scenario(title))
    sealed = seal(ruling, title, scenario(title))
    return str(write(ruling, desk.glossary, form, lang, length, None, sealed))


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hostile_text_adds_no_tag_to_a_page(title: str, lang: str) -> None:
    page = Tags(written(title, "html", lang))
    assert page.seen == Tags(written(HARMLESS, "html", lang)).seen
    text = "".join(page.text)
    assert "1234000" not in text
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text)


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_hostile_text_cannot_steer_a_terminal_nor_forge_a_line(title: str, lang: str) -> None:
    text = written(title, "text", lang)
    lines = text.split("\n")
    assert len(lines) == len(written(HARMLESS, "text", lang).split("\n"))
    assert all(one_line(line) == line for line in lines) and "1234000" not in text


@pytest.mark.parametrize("title", HOSTILE)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_forum_takes_hostile_text_for_text(title: str, lang: str, forum: ModuleType) -> None:
    page = Tags(forum.github_flavored_markdown_to_html(written(title, "markdown", lang)))
    harmless = forum.github_flavored_markdown_to_html(written(HARMLESS, "markdown", lang))
    assert page.seen == Tags(harmless).seen
    seen = "".join(page.text).replace("@\u200b", "@")
    assert " ".join(one_line(title).split()) in " ".join(seen.split())


@given(st.text(max_size=40))
@settings(max_examples=300, deadline=None)
def test_any_text_is_one_paragraph_of_text_in_a_forum(text: str) -> None:
    forum = pytest.importorskip("cmarkgfm", reason="GitHub's own Markdown reader is not installed")
    page = Tags(forum.github_flavored_markdown_to_html(markdown(text) or "x"))
    assert page.seen == [("p",)] or not one_line(text).strip()


@given(st.text(alphabet="\\*_~`|<>[]:/@#-+1. \nax", max_size=30))
def test_a_chat_takes_any_text_for_text(text: str) -> None:
    marked = discord(text)
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]]", marked)
    assert "://" not in marked and "@e" not in marked and "\n" not in marked
    assert not re.match(r"(?:[#+-]|\d+[.)])", marked)


@pytest.fixture
def forum() -> Any:
    return pytest.importorskip("cmarkgfm", reason="GitHub's own Markdown reader is not installed")


@pytest.mark.parametrize(
    "title", [HARMLESS, "x" * 3000, "many words " * 400, "\\" * 4500, "😀" * 2500]
)
def test_a_chat_gets_messages_it_accepts(title: str) -> None:
    text = written(title, "discord")
    messages = re.split(r"^8< - - - \d+ / \d+ - - -$", text, flags=re.MULTILINE)
    assert all(0 < chat.length(message.strip("\n")) <= chat.MOST for message in messages)
    assert all(len(re.search(r"\\*$", m.strip("\n")).group()) % 2 == 0 for m in messages)  # type: ignore[union-attr]


def test_messages_are_cut_between_steps() -> None:
    desk = Desk.open()
    loaded = desk.load(ROOT / "scenarios/actions/example-4-sense-alter-war.yaml")
    assert loaded.board is not None
    ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
    text = str(write(ruling, desk.glossary, "discord", "fr"))
    messages = re.split(r"^8< .*$\n", text, flags=re.MULTILINE)
    assert len(messages) > 2
    assert all(re.match(r"\*\*\d+\. ", message) for message in messages[1:-1])


def test_a_file_name_is_no_markup_and_leads_nowhere(tmp_path: Path) -> None:
    file = tmp_path / "<b>&'$(x).yaml"
    file.write_text(scenario(HARMLESS), "utf-8")
    rule([str(file)], "html", output=f"{tmp_path}/out/")
    [page] = (tmp_path / "out").iterdir()
    assert page.name == "<b>&'$(x).html"
    assert "<b>&'" not in page.read_text("utf-8")


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text there")
def test_a_file_name_that_is_no_text(tmp_path: Path) -> None:
    file = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.yaml"))
    file.write_text(scenario(HARMLESS), "utf-8")
    for form in ("text", "markdown", "discord", "html", "json"):
        rule([str(file)], form, output=f"{tmp_path}/out.{form}")
    for form in ("html", "json"):
        [found] = verify(tmp_path / f"out.{form}")
        assert not found.different
    Book(DESK, tmp_path / "book").write([DESK.load(file)])
    assert len(list((tmp_path / "book/en/rulings").iterdir())) == 1


def test_a_table_of_a_step_stands_in_every_document(
    monkeypatch: pytest.MonkeyPatch, forum: ModuleType
) -> None:
    sheet = {
        "title": "Sheet",
        "columns": ["Light|", "<u>"],
        "rows": [["Power", 7, "–"], ["*x*", "", 0]],
    }
    monkeypatch.setattr(Writer, "tables", lambda self, record: [sheet])
    desk, ruling = ruled(scenario(HARMLESS))
    made = {
        form: str(write(ruling, desk.glossary, form))
        for form in ("text", "discord", "markdown", "html")
    }
    assert "Sheet: Light| | <u>\n     Power | 7 | –\n" in made["text"]
    assert "- Power · 7 · –" in made["discord"]
    for page in (made["html"], forum.github_flavored_markdown_to_html(made["markdown"])):
        seen = Tags(page)
        assert [tag[0] for tag in seen.seen].count("table") >= 2 and ("u",) not in seen.seen
        assert "Light|" in seen.text and "*x*" in seen.text


def test_pdf_says_what_is_missing() -> None:
    blocked = "import sys; sys.modules['weasyprint'] = None; sys.argv = ['adjudicator', 'rule', sys.argv[1], '--format', 'pdf']; from adjudicator.__main__ import main; main()"
    example = str(ROOT / "scenarios/actions/example-3-a-gift-and-the-swindler.yaml")
    done = subprocess.run(
        [sys.executable, "-c", blocked, example],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1 and "pip install weasyprint" in done.stderr


def test_pdf_of_hostile_text_fetches_nothing() -> None:
    desk, ruling = ruled(scenario("<img src=http://x.example/i.png>"))
    try:
        document = write(ruling, desk.glossary, "pdf")
    except NoPdf as missing:
        pytest.skip(str(missing))
    assert isinstance(document, bytes) and document.startswith(b"%PDF-")


def test_pdf_shows_the_images_that_a_page_carries_and_breaks_what_has_no_blank() -> None:
    pytest.importorskip("weasyprint", exc_type=ImportError)
    dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    began = time.process_time()
    documents = [
        pdf.printed(f"<p><img alt='a>b' src='{source}'>{'W' * 4_000}</p>")
        for source in (dot, "file:///etc/hostname", "http://x.example/i.png")
    ]
    assert time.process_time() - began < 6
    with_it, *without = (document.count(b"/Subtype /Image") for document in documents)
    assert with_it and not any(without)


def test_only_words_are_broken() -> None:
    long, image = "W" * 200, f"<img alt='>' src='data:{'A' * 200}'>"
    style = f"<style>{long} > a</style>"
    assert pdf._breakable(image + style + "a b" * 99) == image + style + "a b" * 99
    broken = pdf._breakable(f"<p>{long}&amp;{'&lt;' * 99}</p>")
    assert broken.replace("\u200b", "") == f"<p>{long}&amp;{'&lt;' * 99}</p>"
    assert broken.count("\u200b") == 3 and "&\u200b" not in broken


def test_french_articles_and_elisions() -> None:
    fr = words("fr")
    side = fr.fact("side", "light")
    assert (side, side.du, side.au) == ("le côté lumineux", "du côté lumineux", "au côté lumineux")
    assert fr.fact("card", "Alter").de == "d'Alter" and fr.fact("card", "Sense").de == "de Sense"
    assert fr.fact("card", "Elis Helrot").que == "qu'Elis Helrot"
    assert fr.fact("card", "U-3PO").de == "d'U-3PO" and fr.fact("card", "Yoda").de == "de Yoda"
    assert fr.fact("pile", "used").dans == "dans la pile utilisée"
    assert fr.fact("pile", "out of play").dans == "hors jeu"
    drain = fr.fact("action", {"kind": "drain", "card": None, "place": "Hoth"})
    assert (drain.de, drain.a) == ("du drain de Force à Hoth", "au drain de Force à Hoth")
    assert fr.force(1) == "1 point de Force" and fr.force(3) == "3 points de Force"
    assert fr.typography("Oui : « non » ; si !") == "Oui\u00a0: «\u00a0non\u00a0»\u202f; si\u202f!"


def test_a_card_title_gets_its_french_rendering_once() -> None:
    loaded = DESK.load(ROOT / "scenarios/deploying/evacuation-control-goes-on-your-war-room.yaml")
    assert loaded.board is not None
    steps = loaded.replay(DESK.book)
    ruling = compose(loaded.board, DESK.book, steps, DESK.glossary)
    text = str(write(ruling, DESK.glossary, "text", "fr"))
    assert text.count("(«\N{NO-BREAK SPACE}Contrôle d'évacuation\N{NO-BREAK SPACE}»)") == 1
    assert "Contrôle" not in str(write(ruling, DESK.glossary, "text", "en"))


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_plain_sentence_is_said_as_a_template_would_say_it(lang: str) -> None:
    for clause in CLAUSES.values():
        facts = {
            name: _in_words(Slot(kind, SAMPLES[kind]), lang) for name, kind in clause.facts.items()
        }
        for source in (clause.says.get(lang, ""), clause.needs.get(lang, "")):
            said = _sentence(source)
            if isinstance(said, Sentence):
                assert said.render(facts) == _sentences().from_string(source).render(facts)


def test_compiled_templates_are_kept_and_made_anew_when_the_source_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "templates"
    shipped.mkdir()
    monkeypatch.setattr(layout, "templates", lambda: shipped)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    for text in ("one", "two"):
        (shipped / "x.txt.j2").write_text(text, "utf-8")
        for _ in range(2):
            layout._environment.cache_clear()
            assert layout.lay_out("x.txt.j2", {}) == text
            assert len([p for p in (tmp_path / "kept").rglob("*") if p.is_file()]) == 1
    monkeypatch.setattr(sys, "pycache_prefix", os.devnull)  # nowhere to keep them
    layout._environment.cache_clear()
    assert layout.lay_out("x.txt.j2", {}) == "two"
    layout._environment.cache_clear()


@pytest.mark.parametrize(
    ("told", "row"),
    [
        ("totals: {light: 5, dark: 6}", ("5", "6")),  # not the 3 of Luke's own power
        ("damage: {light: 1}", None),  # nobody told the totals
    ],
)
def test_a_battle_sheet_shows_the_totals_that_were_told(
    told: str, row: tuple[str, str] | None
) -> None:
    desk, ruling = ruled(f"""
title: A battle near its end
table:
  turn: light
  phase: battle
  locations:
    - site: "Tatooine: Mos Eisley"
      light: [Luke Skywalker]
      dark: [Darth Vader]
  light: {{reserve: 9}}
  stack:
    - light battles: "Tatooine: Mos Eisley"
      segment: damage
      {told}
attempts:
  - light loses: 1
    paying: reserve
  - both pass: 2
""")
    text = write(ruling, desk.glossary, "text", "en", "full")
    shown = re.search(r"total power \| (\d+) \| (\d+)\n", text)
    assert (shown.groups() if shown else None) == row
    assert "battle damage | 1 |" in text


@pytest.mark.parametrize(
    ("file", "end"),
    [
        ("attacks/the-rancor-attacks-luke", "Luke Skywalker is defeated."),
        ("attacks/fallen-portal-five-is-not-more-than-five", "fails: 5 is not more than 5."),
        ("battle/the-higher-total-wins", "Light's battle damage is 3."),
        ("captives/escort-lost-the-captive-escapes", "Luke Skywalker goes to Light's Used Pile."),
    ],
)
def test_the_answer_tells_how_it_ended(file: str, end: str) -> None:
    desk, ruling = ruled((ROOT / "scenarios" / f"{file}.yaml").read_text(encoding="utf-8"))
    assert end in Writer(desk.glossary, "en").headline(ruling)["says"]


def test_a_dispute_is_told_only_where_it_bears_on_the_ruling() -> None:
    def disputed(file: str) -> bool:
        desk, ruling = ruled((ROOT / "scenarios" / f"{file}.yaml").read_text(encoding="utf-8"))
        return "Trevagg" in str(write(ruling, desk.glossary, "text", "en", "standard"))

    assert not disputed("battle/who-adds-power-in-a-battle")
    assert disputed("battle/a-missing-droid-is-not-present-with-trevagg")

"""The book: every link resolves, nothing hostile gets through, only what changed is written."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from posixpath import normpath
from urllib.parse import unquote

import pytest
from conftest import ROOT, SCENARIOS
from test_documents import HARMLESS, HOSTILE, Tags, scenario

from adjudicator.book.gather import Names, page_name
from adjudicator.book.labels import labels
from adjudicator.book.site import CONTENTS, FORMAT, Book, Written
from adjudicator.session import Desk
from adjudicator.speech import language
from adjudicator.verify import verify

DESK = Desk.open()
X = hashlib.sha256(b"x").hexdigest()


def made(folder: Path, files: list[Path], force: bool = False) -> Written:
    return Book(DESK, folder).write((DESK.load(path) for path in files), force)


class Links(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            if name == "id" and value is not None:
                assert value not in self.ids, f"{value} is given twice"
                self.ids.add(value)


def test_every_link_of_the_whole_book_resolves(tmp_path: Path) -> None:
    made(tmp_path, SCENARIOS)
    read = {str(path): Links(path.read_text("utf-8")) for path in tmp_path.rglob("*.html")}
    assert len(read) > 2 * len(SCENARIOS)
    files = {str(path) for path in tmp_path.rglob("*")}
    linked: set[str] = set()  # from a page of another kind
    for path, page in read.items():
        folder = path.rpartition("/")[0]
        for link in page.links:
            if link == "data:,":
                continue
            name, _, anchor = link.partition("#")
            target = normpath(f"{folder}/{unquote(name)}") if name else path
            assert target in files, f"{path} leads to {link}"
            assert not anchor or anchor in read[target].ids, f"{path} leads to {link}"
            if target.rpartition("/")[0] != folder:
                linked.add(target)
    for lang in ("en", "fr"):
        assert len(list((tmp_path / lang / "rulings").iterdir())) == len(SCENARIOS)
        for kind in ("rulings", "glossary", "cards"):
            assert {str(path) for path in (tmp_path / lang / kind).iterdir()} <= linked


def test_only_what_changed_is_written_and_what_is_gone_is_removed(tmp_path: Path) -> None:
    source, folder = tmp_path / "scenarios" / "drains", tmp_path / "book"
    source.mkdir(parents=True)
    files = []
    for path in (ROOT / "scenarios/drains").iterdir():
        files.append(source / path.name)
        files[-1].write_bytes(path.read_bytes())
    files.sort()
    files.append(source / "zz-own.yaml")
    files[-1].write_text(scenario(HARMLESS), "utf-8")
    made(folder, files)
    assert made(folder, files).written == 0
    files[-1].write_text(scenario("Other words"), "utf-8")
    again = made(folder, files)
    assert 0 < again.written < again.pages / 4
    stale = folder / "en/rulings" / f"{page_name('drains ' + files[0].stem)}.html"
    mine = folder / "en" / "mine.html"
    mine.write_text("mine", "utf-8")
    assert stale.is_file()
    made(folder, files[1:])
    assert not stale.exists() and mine.is_file()


@pytest.mark.parametrize(
    "contents",
    [
        "",
        "[",
        "[]",
        "{}",
        f'{{"format": "{FORMAT}", "files": 7}}',
        f'{{"format": "{FORMAT}", "files": [7, "../x.html", "en/../../x.html", "/x.html"]}}',
        f'{{"format": "{FORMAT}", "files": {{"../x.html": "{X}", "en/../../x.html": "{X}",'
        f' "/x.html": "{X}", "en/a\\u0000.html": "{X}", "en/\\ud800.html": "{X}", "": "", "en": 7}}}}',
    ],
)
def test_a_hostile_list_of_contents_removes_nothing(tmp_path: Path, contents: str) -> None:
    folder, beside = tmp_path / "book", tmp_path / "x.html"
    folder.mkdir()
    beside.write_text("x", "utf-8")
    (folder / CONTENTS).write_text(contents, "utf-8")
    made(folder, SCENARIOS[:1], force=True)
    assert beside.is_file() and json.loads((folder / CONTENTS).read_text("utf-8"))["files"]


def test_hostile_text_adds_no_tag_and_no_file_elsewhere(tmp_path: Path) -> None:
    books = {"hostile": HOSTILE, "harmless": [f"{HARMLESS} {n}" for n in range(len(HOSTILE))]}
    for kind, titles in books.items():
        files = []
        for number, title in enumerate(titles):
            files.append(tmp_path / kind / "topic" / f"{number}.yaml")
            files[-1].parent.mkdir(parents=True, exist_ok=True)
            files[-1].write_text(scenario(title), "utf-8")
        made(tmp_path / f"{kind} book", files)
        search = (tmp_path / f"{kind} book" / "assets/search.js").read_text("utf-8")
        assert search.isascii() and search.count("\n") == 1
    for number, title in enumerate(HOSTILE):
        names = [f"rulings/topic-{number}.html"] * 2
        cards = [page_name(f"{t} card") for t in (title, f"{HARMLESS} {number}")]
        for one, other in (names, [f"cards/{name}.html" for name in cards]):
            hostile = Tags((tmp_path / "hostile book" / "fr" / one).read_text("utf-8"))
            harmless = Tags((tmp_path / "harmless book" / "fr" / other).read_text("utf-8"))
            assert hostile.seen == harmless.seen, title
    for name in ("index.html", "questions.html", "cards.html"):
        hostile = Tags((tmp_path / "hostile book" / "fr" / name).read_text("utf-8"))
        harmless = Tags((tmp_path / "harmless book" / "fr" / name).read_text("utf-8"))
        assert Counter(hostile.seen) == Counter(harmless.seen)
    assert {path.name for path in tmp_path.iterdir()} == {
        "hostile", "harmless", "hostile book", "harmless book",
    }  # fmt: skip
    assert all(path.name.isascii() for path in (tmp_path / "hostile book").rglob("*"))


def test_names_of_pages_are_harmless_and_never_the_same() -> None:
    names = Names()
    given = [
        names.new(text)
        for text in ("A Gift", "a gift", "../..", "日本", "日本", "x" * 300, "a gift 2")
    ]
    assert len(set(given)) == len(given)
    assert all(name and set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-") for name in given)
    assert max(map(len, given)) < 110


def test_a_page_of_the_book_is_sealed(tmp_path: Path) -> None:
    made(tmp_path, SCENARIOS[:2])
    for page in (tmp_path / "fr/rulings").iterdir():
        [found] = verify(page)
        assert not found.different
        assert any("book" in line for line in found.checked), found.checked
        page.write_text(page.read_text("utf-8").replace("légal", "illégal", 1), "utf-8")
        [found] = verify(page)
        assert found.different == ("the page was changed after it was sealed",)


def test_the_book_has_the_same_words_in_both_languages() -> None:
    assert labels("en").keys() <= labels("fr").keys()
    topics = {path.parent.name for path in SCENARIOS}
    assert {f"topic {topic}" for topic in topics} <= language("fr").own("book").keys(), (
        "a topic without a French name"
    )

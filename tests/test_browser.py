"""Rulings and the book as a reader sees them: in a browser, off the disk, without a network."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, SCENARIOS
from test_documents import written

from adjudicator.book.site import Book
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
PHONE, DESK_WIDE = {"width": 360, "height": 740}, {"width": 1280, "height": 900}
WAR = "actions/example-4-sense-alter-war"
SWINDLER = "actions/example-3-a-gift-and-the-swindler"
TELLING = [  # between them: a long stack, a spy, a captive, cards aboard, backing up, a question
    WAR,
    SWINDLER,
    "drains/an-undercover-spy-stops-the-drain",
    "drains/captives-and-missing-characters-give-no-presence",
    "backing-up/refused-light-had-passed",
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no chromium is installed")
    with driver.sync_playwright() as running:
        started = running.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), chromium_sandbox=os.geteuid() != 0
        )
        yield started
        started.close()


class Reader:
    """A page, and everything that went wrong on it or was asked of elsewhere."""

    def __init__(self, browser: Any, **options: Any) -> None:
        self.context = browser.new_context(viewport=DESK_WIDE, **options)
        self.context.set_offline(True)
        self.context.set_default_timeout(120_000)  # the machine may be busy with other tests
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda m: self.wrong.append(f"{m.type}: {m.text}"))
        self.page.on("pageerror", lambda e: self.wrong.append(str(e)))
        self.page.on("requestfailed", lambda r: self.wrong.append(f"failed: {r.url}"))
        self.page.on("request", self._asked)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith(("file:///", "data:")):
            self.wrong.append(f"leaves the page: {request.url}")

    def open(self, path: Path, anchor: str = "") -> Any:
        self.page.goto(path.as_uri() + anchor)
        return self.page

    def fits(self, width: dict[str, int]) -> bool:
        self.page.set_viewport_size(width)
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        return bool(wide <= width["width"])


@pytest.fixture
def reader(browser: Any) -> Iterator[Reader]:
    made = Reader(browser)
    yield made
    made.context.close()
    assert made.wrong == []


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The telling rulings as single pages, in both languages."""
    folder, desk = tmp_path_factory.mktemp("pages"), Desk.open()
    for name in TELLING:
        loaded = desk.load(ROOT / f"scenarios/{name}.yaml")
        assert loaded.board is not None
        steps = loaded.replay(desk.book)
        ruling = compose(loaded.board, desk.book, steps, desk.glossary, full=True)
        for lang in ("en", "fr"):
            page = str(write(ruling, desk.glossary, "html", lang))
            (folder / f"{Path(name).name}.{lang}.html").write_text(page, "utf-8")
    return folder


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, desk = tmp_path_factory.mktemp("book"), Desk.open()
    Book(desk, folder).write(desk.load(path) for path in SCENARIOS)
    return folder


def one(pages: Path, name: str, lang: str = "en") -> Path:
    return pages / f"{Path(name).name}.{lang}.html"


def seen(page: Any) -> list[str]:
    return [step.get_attribute("id") for step in page.locator(".step:visible").all()]


def test_keys_and_buttons_step_through(reader: Reader, pages: Path) -> None:
    page = reader.open(one(pages, SWINDLER))
    number = len(seen(page))
    assert number == 13 and page.locator(".stepper output").inner_text() == "13 steps"
    page.keyboard.press("ArrowRight")
    assert seen(page) == ["step-1"]
    assert page.locator("#step-1 .board").is_visible()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert seen(page) == ["step-7"] and page.url.endswith("#step-7")
    assert page.locator(".stepper output").inner_text() == "Step 7 of 13"
    page.keyboard.press("ArrowLeft")
    assert seen(page) == ["step-6"]
    page.get_by_role("button", name="next").click()
    assert seen(page) == ["step-7"]
    page.keyboard.press("End")
    assert seen(page) == ["step-13"] and page.get_by_role("button", name="next").is_disabled()
    page.keyboard.press("Escape")
    assert len(seen(page)) == number
    page.locator(".chips a").nth(4).click()
    assert seen(page) == ["step-5"]
    reader.open(one(pages, SWINDLER), "#step-8")
    reader.page.reload()
    assert seen(reader.page) == ["step-8"]


def test_the_keys_move_the_focus_nowhere_and_leave_other_keys_alone(
    reader: Reader, pages: Path
) -> None:
    page = reader.open(one(pages, SWINDLER))
    page.keyboard.press("Control+ArrowRight")
    page.keyboard.press("ArrowDown")
    assert len(seen(page)) == 13
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"


def test_without_scripts_it_is_a_plain_list(browser: Any, pages: Path) -> None:
    reader = Reader(browser, java_script_enabled=False)
    page = reader.open(one(pages, SWINDLER))
    assert len(seen(page)) == 13 and not page.locator(".stepper").is_visible()
    page.locator("#step-3 summary", has_text="table").click()
    assert page.locator("#step-3 .board").is_visible()
    page.locator("#step-7 a.cite").first.hover()
    page.locator("#step-7 .quote").first.wait_for(state="visible")
    reader.context.close()


def test_a_clause_is_quoted_on_hover_focus_tap_and_print(browser: Any, pages: Path) -> None:
    reader = Reader(browser, has_touch=True)
    page = reader.open(one(pages, SWINDLER))
    cite, quote = page.locator("#step-7 a.cite").first, page.locator("#step-7 .quote").first
    assert not quote.is_visible()
    cite.hover()
    quote.wait_for(state="visible")
    assert "The players take turns initiating actions" in quote.inner_text()
    page.mouse.move(0, 0)
    quote.wait_for(state="hidden")
    cite.tap()
    quote.wait_for(state="visible")
    page.keyboard.press("Escape")
    page.mouse.move(3, 3)  # elsewhere than before, or nothing moves
    page.evaluate("document.activeElement.blur()")
    quote.wait_for(state="hidden")
    assert len(seen(page)) == 13
    page.emulate_media(media="print")
    quote.wait_for(state="visible")
    reader.context.close()
    assert reader.wrong == []


def test_a_printed_page_shows_all_steps_even_from_a_single_one(reader: Reader, pages: Path) -> None:
    page = reader.open(one(pages, WAR), "#step-8")
    assert len(seen(page)) == 1
    page.emulate_media(media="print")
    assert len(seen(page)) == 35 and not page.locator(".stepper").is_visible()


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_no_box_is_cut_off_on_paper(reader: Reader, pages: Path, size: str) -> None:
    page = reader.open(one(pages, WAR))
    page.emulate_media(media="print")
    width = {"A4": 680, "Letter": 702}[size]  # inside the margins, in CSS pixels
    page.set_viewport_size({"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = ".card, .pile, .stack li, .ground"
    inside = (
        "e => getComputedStyle(e).breakInside === 'avoid' || !!e.closest('.place, .side, li.card')"
    )
    assert page.evaluate(f"[...document.querySelectorAll('{boxes}')].every({inside})")
    assert len(page.pdf(format=size)) > 10_000


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("name", TELLING)
def test_rulings_fit_a_phone_and_a_desk(reader: Reader, pages: Path, name: str, lang: str) -> None:
    page = reader.open(one(pages, name, lang))
    for width in (PHONE, DESK_WIDE):
        assert reader.fits(width)
    page.keyboard.press("ArrowRight")
    for width in (PHONE, DESK_WIDE):
        assert reader.fits(width)


def test_words_without_end_do_not_burst_the_page(reader: Reader, tmp_path: Path) -> None:
    (tmp_path / "long.html").write_text(written("x" * 3000, "html"), "utf-8")
    page = reader.open(tmp_path / "long.html")
    for width in (PHONE, DESK_WIDE):
        assert reader.fits(width)
    page.keyboard.press("ArrowRight")
    for width in (PHONE, DESK_WIDE):
        assert reader.fits(width)


def test_the_table_is_drawn_as_it_lies(reader: Reader, pages: Path) -> None:
    page = reader.open(one(pages, "drains/an-undercover-spy-stops-the-drain"))
    place = page.locator("section:has(> #start) .place").first
    assert place.locator(".half.dark .of-light").inner_text().startswith("Boushh")
    tops = [b.bounding_box()["y"] for b in page.locator("section:has(> #start) .ground").all()]
    assert len(set(tops)) == 1  # the locations stand in a row
    page = reader.open(one(pages, "drains/captives-and-missing-characters-give-no-presence"))
    captive = page.locator("section:has(> #start) .card .card.escorted")
    assert captive.inner_text().startswith("Luke Skywalker")
    assert captive.locator("xpath=ancestor::li[contains(@class, 'of-dark')]").count() == 1
    page = reader.open(one(pages, WAR), "#step-14")
    stack = [card.bounding_box() for card in page.locator("#step-14 .stack li").all()]
    assert len(stack) == 4
    for below, above in pairwise(stack):
        assert below["y"] < above["y"] < below["y"] + below["height"]  # they lie on each other
    assert page.locator("#step-14 .pile.changed").inner_text().startswith("Hand 0")


# -- the book ------------------------------------------------------------------------------


def test_the_search_finds_an_entry_by_either_name(reader: Reader, book: Path) -> None:
    for lang in ("en", "fr"):
        for asked in ("Force drain", "drain de force", "DRAIN DE FORCE"):
            page = reader.open(book / lang / "index.html")
            page.keyboard.press("/")
            page.keyboard.type(asked)
            first = page.locator(".found a").first
            first.wait_for()
            name = "Force drain" if lang == "en" else "Drain de Force"
            assert first.inner_text().startswith(name)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_url("**/glossary/force-drain.html")
        assert page.locator("h1").inner_text() == name
    page.locator("#search").fill("espion clandestn qwx")
    page.locator("[role=status]:not(.unseen)").wait_for()
    page.locator("#search").fill("a gift swindler")
    assert "Swindler" in page.locator(".found a").first.inner_text()


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("drainage", "Drain de Force"),
        ("force-drain/control-needed", "Drain de Force"),
        ("clandestin", "Undercover"),
        ("drian", "Drain de Force"),  # a slip of the pen
    ],
)
def test_the_search_knows_old_words_clauses_and_slips_of_the_pen(
    reader: Reader, book: Path, asked: str, name: str
) -> None:
    page = reader.open(book / "fr/index.html")
    page.locator("#search").fill(asked)
    first = page.locator(".found a").first
    first.wait_for()
    assert name in first.inner_text()


def test_what_was_found_is_still_there_on_coming_back(reader: Reader, book: Path) -> None:
    page = reader.open(book / "en/index.html")
    page.locator("#search").fill("force drain")
    page.locator(".found a").first.click()
    page.wait_for_url("**/glossary/force-drain.html")
    page.go_back()
    page.locator(".found a").first.wait_for()
    assert page.locator("#search").input_value() == "force drain"


def test_the_switch_leads_to_the_same_page_in_the_other_language(
    reader: Reader, book: Path
) -> None:
    page = reader.open(book / "en/rulings/actions-example-4-sense-alter-war.html")
    page.get_by_role("link", name="Français").click()
    assert page.url.endswith("/fr/rulings/actions-example-4-sense-alter-war.html")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.get_by_role("link", name="English").click()
    page.wait_for_load_state("load")
    assert page.locator("h2#steps").inner_text() == "Step by step"
    page.keyboard.press("ArrowRight")
    assert seen(page) == ["step-1"]


def test_links_lead_both_ways(reader: Reader, book: Path) -> None:
    page = reader.open(book / "en/rulings/drains-an-undercover-spy-stops-the-drain.html")
    page.locator("section.cited").get_by_role("link", name="Undercover spy rules").click()
    assert page.locator("h1").inner_text() == "Undercover spy rules"
    ruling = page.get_by_role("link", name="Boushh under cover keeps Dark")
    ruling.first.click()
    page.get_by_role("link", name="Boushh", exact=True).click()
    assert page.locator("h1").inner_text() == "Boushh"
    page.get_by_role("link", name="Boushh under cover keeps Dark").first.click()
    page.locator(".topic a").click()
    assert page.url.endswith("/en/index.html#drains")


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_page_of_the_book_fits_and_asks_for_nothing(
    reader: Reader, book: Path, lang: str
) -> None:
    rulings = sorted((book / lang / "rulings").iterdir())
    for path in [*(book / lang).glob("*.html"), *rulings[::9]]:
        reader.open(path)
        for width in (PHONE, DESK_WIDE):
            assert reader.fits(width), path
    for folder in ("glossary", "cards"):
        for path in sorted((book / lang / folder).iterdir())[::20]:
            reader.open(path)
            assert reader.fits(PHONE), path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_in_anybodys_way(
    browser: Any, pages: Path, book: Path, scheme: str
) -> None:
    axe = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-core is not installed"
    ).Axe()
    reader = Reader(browser, color_scheme=scheme)
    shown = [one(pages, name, lang) for name in TELLING[:4] for lang in ("en", "fr")]
    names = (
        "index",
        "questions",
        "glossary",
        "cards",
        "coverage",
        "glossary/force-drain",
        "cards/sense",
    )
    shown += [book / f"fr/{name}.html" for name in names]
    shown += [book / "index.html", book / "en/rulings/actions-example-4-sense-alter-war.html"]
    for path in shown if scheme == "light" else shown[::3]:  # the dark differs in colours only
        page = reader.open(path)
        if path.parent == pages:
            page.keyboard.press("ArrowRight")
        found = axe.run(page).response["violations"]
        serious = [v for v in found if v["impact"] in ("serious", "critical")]
        assert not serious, (path.name, [(v["id"], v["nodes"][0]["html"][:200]) for v in serious])
    reader.context.close()

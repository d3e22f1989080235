"""The desk in a browser: put together by taps, by the keyboard, offline, handed on, and broken."""

from __future__ import annotations

import base64
import gzip
import json
import re
import shutil
import subprocess
import sys
import threading
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from conftest import ROOT
from test_browser import DESK_WIDE, PHONE, browser

from adjudicator.desk.build import NoPage, built
from adjudicator.desk.serve import Server
from adjudicator.desk.site import Files, files, policy

__all__ = ["browser"]  # a fixture

README = """\
title: Elis Helrot against a Force drain
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      icons: {light: 2, dark: 1}
      dark: [Darth Vader]
  dark: {hand: [Elis Helrot], force: 5}
attempts:
  - light drains: "Tatooine: Cantina"
  - dark plays: Elis Helrot
    targets: Darth Vader
    to: "Tatooine: Cantina"
"""


@pytest.fixture(scope="session")
def site() -> Files:
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool} is installed, with which the page is built")
    try:
        return files(built())
    except NoPage as why:  # npm without a registry
        pytest.skip(str(why))


@pytest.fixture(scope="module")
def server(site: Files) -> Iterator[Server]:
    made = Server(site, policy())
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield made
    made.shutdown()
    made.server_close()


class Judge:
    """Somebody at the desk, and everything that went wrong on the page or was asked of elsewhere."""

    def __init__(
        self,
        browser: Any,
        server: Server,
        width: dict[str, int],
        fragment: str = "",
        before: Callable[[Any], None] | None = None,
    ) -> None:
        self.touch = width is PHONE
        self.server = server
        self.context = browser.new_context(
            viewport=width, has_touch=self.touch, permissions=["clipboard-read", "clipboard-write"]
        )
        self.context.set_default_timeout(120_000)  # the machine may be busy with other tests
        self.wrong: list[str] = []
        self.page = self.come(fragment, before)

    def come(self, fragment: str = "", before: Callable[[Any], None] | None = None) -> Any:
        page = self.page = self.context.new_page()
        if before is not None:
            before(self)
        page.on("console", lambda m: self.wrong.append(f"{m.type}: {m.text}"))
        page.on("pageerror", lambda e: self.wrong.append(str(e)))
        page.on("request", self._asked)
        page.goto(self.server.address + fragment)
        self.ready()
        return page

    def ready(self) -> None:
        self.page.locator("html[data-ready=yes]").wait_for(state="attached")

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.server.address, "data:", "blob:", "about:")):
            self.wrong.append(f"leaves the page: {request.url}")

    # -- what a judge does

    def tap(self, name: str | re.Pattern[str], within: str = "body", nth: int = 0) -> None:
        found = self.page.locator(within).get_by_role("button", name=name, exact=True).nth(nth)
        found.tap() if self.touch else found.click()
        self.settled()

    def key(self, key: str) -> Any:
        return self.page.locator(f'[data-key="{key}"]').first

    def tap_key(self, key: str) -> None:
        self.key(key).tap() if self.touch else self.key(key).click()
        self.settled()

    def part(self, name: str) -> None:
        """Table, attempts, ruling or file; on a wide page the first two are always there."""
        tab = self.page.locator("nav.tabs").get_by_role("button").filter(has_text=name)
        if tab.is_visible():
            tab.tap() if self.touch else tab.click()
        self.settled()

    def choose(self, title: str) -> None:
        """In the sheet that is open: by a part of its title, the first that is found."""
        field = self.page.locator("dialog[open] input[type=search]")
        field.fill(title)
        field.press("Enter")
        self.settled()

    def sort_out(self, kind: str) -> None:
        """Of what kind a place is that nobody knows, if that is asked."""
        asked = self.page.locator("dialog[open]").get_by_role("button", name=kind, exact=True)
        if asked.count():
            asked.tap() if self.touch else asked.click()
            self.settled()

    def icons(self, place: int, **number: int) -> None:
        for side, icons in number.items():
            self.tap_key(f"table/locations/{place}")
            self.tap(f"Force icons: {side.title()}", "dialog[open]")
            self.tap(str(icons), "dialog[open]")

    def type_in(self, line: str) -> None:
        """An attempt on one line."""
        self.key("typed").fill(line)
        self.tap_key("typed add")

    def settled(self) -> None:
        """Whatever a tap began is over: nothing is being ruled any more."""
        self.page.locator(".answer[aria-busy=false]").wait_for()

    @property
    def answer(self) -> str:
        return str(self.page.locator(".answer").inner_text())

    @property
    def text(self) -> str:
        """The file, as it can be saved."""
        with self.page.expect_download() as coming:
            self.tap_key("scenarios")
            self.tap("Save the file", "dialog[open]")
        saved = Path(coming.value.path()).read_text("utf-8")
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="detached")
        return saved

    def write(self, text: str) -> None:
        """Puts a whole file in place of what is there."""
        self.part("File")
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.insert_text(text)
        self.settled()

    def saved_json(self) -> str:
        """The sealed ruling, as it can be saved."""
        self.page.locator("nav.tabs .ruling").click()
        self.settled()
        with self.page.expect_download() as coming:
            self.page.locator(".panel.ruling button").nth(4).click()
        return Path(coming.value.path()).read_text("utf-8")

    def leave(self) -> None:
        self.context.close()
        assert self.wrong == []


def printed(text: str, name: str, lang: str, form: str, folder: Path) -> str:
    """What the command line prints for the same file."""
    (folder / name).write_text(text, "utf-8")
    command = [sys.executable, "-m", "adjudicator", "rule", name, "--lang", lang, "--format", form]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout


Visit = Callable[..., Judge]


@pytest.fixture(params=["phone", "wide"])
def judge(request: pytest.FixtureRequest, browser: Any, server: Server) -> Iterator[Judge]:
    made = Judge(browser, server, PHONE if request.param == "phone" else DESK_WIDE)
    yield made
    made.leave()


# -- by taps ----------------------------------------------------------------------------------


def test_the_readme_s_table_is_built_from_nothing(judge: Judge, tmp_path: Path) -> None:
    judge.page.locator('[data-key="title"]').fill("Elis Helrot against a Force drain")
    judge.page.locator('[data-key="title"]').press("Tab")
    judge.tap_key("turn-light")
    judge.key("phase").select_option("control")
    judge.settled()
    for n, (title, icons) in enumerate((("Tatooine: Cantina", 2), ("Tatooine: Mos Eisley", 1))):
        judge.tap_key("add-place")
        judge.choose(title)
        judge.sort_out("site")
        judge.icons(n, light=2, dark=icons)
    judge.tap_key("table/locations/0/light add")
    judge.choose("Luke Skywalker")
    judge.tap_key("table/locations/1/dark add")
    judge.choose("Darth Vader")
    judge.tap_key("table/dark/hand add")
    judge.choose("Elis Helrot")
    judge.key("table/dark/force").fill("5")
    judge.key("table/dark/force").press("Tab")
    judge.settled()
    judge.part("Attempts")
    drain = judge.page.locator('[data-key^="option Light Force drains at Tatooine: Cantina"]')
    judge.tap_key(str(drain.get_attribute("data-key")))
    judge.type_in("dark plays: Elis Helrot; targets: Darth Vader; to: Tatooine: Cantina")
    assert judge.answer.removeprefix("✗ ").startswith("Illegal.")
    text = judge.text
    said = printed(text, "dispute.yaml", "en", "json", tmp_path)
    assert json.loads(said)["answer"]["says"]["en"] in judge.answer
    assert (
        json.loads(printed(README, "readme.yaml", "en", "json", tmp_path))["answer"]["clause"]
        == json.loads(said)["answer"]["clause"]
    )


BATTLE = """\
title: A battle in the Cantina
table:
  turn: dark
  phase: battle
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 1}
      light: [Luke Skywalker, R2-D2]
      dark: [Darth Vader, Stormtrooper]
  light: {force: 3, reserve: [destiny 2, 20 more]}
  dark: {force: 5, reserve: [destiny 5, 20 more]}
attempts: []
"""


def link_of(text: str, name: str, lang: str = "en") -> str:
    """As the page makes one."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    letters = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"#lang={lang}&name={quote(name)}&scenario={letters}"


@pytest.fixture(params=["phone", "wide"])
def visit(request: pytest.FixtureRequest, browser: Any, server: Server) -> Iterator[Visit]:
    came: list[Judge] = []

    def come(fragment: str = "") -> Judge:
        came.append(
            Judge(browser, server, PHONE if request.param == "phone" else DESK_WIDE, fragment)
        )
        return came[-1]

    yield come
    for judge in came:
        judge.leave()


def test_a_battle_is_fought_by_taps_from_its_initiation_to_the_forfeit(visit: Visit) -> None:
    judge = visit(link_of(BATTLE, "battle"))
    judge.part("Attempts")
    for option in (
        "option Dark initiates a battle at Tatooine: Cantina",
        "both pass",  # it has its result
        "both pass",  # no weapons
        "option Dark draws battle destiny",
        "both pass",
        "option Light draws battle destiny",
        "both pass",
        "both pass",
        "both pass",  # the power segment is over
        "option Dark forfeits Stormtrooper",
        "both pass",
        "both pass",
        "option Light forfeits Luke Skywalker",
        "both pass",
    ):
        judge.tap_key(option)
    judge.part("Attempts")
    said = judge.page.locator("ol.attempts").inner_text()
    assert "Luke Skywalker is forfeited" in said
    assert "illegal" not in said and "backed up" not in said
    assert judge.text.count("\n  - ") == 14


def test_a_spy_under_cover_with_a_card_pasted_as_printed(judge: Judge) -> None:
    """A card that nobody knows is told by what is printed on it; the spy on the table by a tap."""
    judge.tap_key("turn-dark")
    judge.key("phase").select_option("control")
    judge.settled()
    judge.tap_key("add-place")
    judge.choose("Tatooine: Cantina")
    judge.sort_out("site")
    judge.icons(0, light=2, dark=2)
    judge.tap_key("table/locations/0/dark add")
    judge.choose("Darth Vader")
    judge.tap_key("table/locations/0/light add")
    judge.choose("Boushh")
    judge.tap("Boushh", ".panel.table")
    judge.tap_key("mark undercover")
    judge.page.keyboard.press("Escape")
    judge.tap_key("table/locations/0/light add")
    judge.choose("Shy Moisture Farmer")
    judge.page.locator("dialog[open] textarea").fill("Power +2 while alone.")
    judge.tap("Read it", "dialog[open]")
    assert "alone" in judge.page.locator("dialog[open] .told li").first.inner_text()
    judge.tap("Put it into the file", "dialog[open]")
    judge.part("Attempts")
    judge.type_in("dark drains: Tatooine: Cantina")
    assert judge.answer.startswith("✗ Illegal.") and "Boushh" in judge.answer
    text = judge.text
    assert "undercover: yes" in text and "power: 2" in text


def test_the_file_is_broken_and_mended_and_everything_undone(visit: Visit) -> None:
    judge = visit(link_of(README, "drain"))
    before = judge.answer
    judge.write(README.replace("turn: light", "turn: lihgt"))
    assert "lihgt" in judge.answer
    judge.part("Attempts")
    judge.write(README.replace("  - light drains", "  - light drinas"))
    assert judge.page.locator(".answer").inner_text() != before
    judge.write(README)
    assert judge.answer == before
    judge.part("Table")
    judge.tap_key("turn-dark")
    assert judge.answer != before
    undo = judge.key("undo")
    for _ in range(40):
        if undo.is_disabled():
            break
        judge.tap_key("undo")
    assert undo.is_disabled() and judge.answer == before and judge.text == README


def test_what_was_typed_is_there_again_and_needs_no_network(judge: Judge) -> None:
    judge.write(README)
    said = judge.answer
    judge.page.reload()
    judge.ready()
    judge.settled()
    assert judge.answer == said and judge.text == README
    judge.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    judge.page.reload()  # now everything comes by way of what is kept for being offline
    judge.ready()
    judge.context.set_offline(True)
    judge.page.reload()
    judge.ready()
    judge.settled()
    assert judge.answer == said
    judge.write(README.replace("control", "deploy"))
    assert judge.answer != said


LINKED = sorted((ROOT / "scenarios").rglob("*.yaml"))[:: 1180 // 2]


@pytest.mark.parametrize("path", LINKED[:2], ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_link_gives_the_ruling_of_the_command_line(
    browser: Any, server: Server, path: Path, lang: str, tmp_path: Path
) -> None:
    """Opened where nobody was before; byte for byte. `tests/desk_links.py` does it for many."""
    text = path.read_text("utf-8")
    judge = Judge(browser, server, DESK_WIDE, link_of(text, path.stem, lang))
    assert judge.saved_json() == printed(text, f"{path.stem}.yaml", lang, "json", tmp_path)
    judge.leave()


def test_a_hostile_link_is_at_most_a_hostile_scenario(visit: Visit) -> None:
    evil = "</script><img src=x onerror=alert(1)><b>bold</b>"
    text = README.replace("title: Elis Helrot against a Force drain", f"title: '{evil}'")
    text = text.replace("Luke Skywalker", f"'{evil}'")
    judge = visit(link_of(text, evil))
    assert "img" in judge.answer or "onerror" in judge.page.locator("body").inner_text()
    assert not judge.page.locator("img, b:text('bold')").count()
    again = visit("#scenario=%00%ff" + "A" * 70_000)
    again.settled()
    assert "title" in again.text


# -- by the keyboard alone, and for everybody --------------------------------------------------


def test_a_dispute_is_put_together_by_the_keyboard_alone(browser: Any, server: Server) -> None:
    judge = Judge(browser, server, DESK_WIDE)
    keyboard = judge.page.keyboard

    def reach(key: str) -> None:
        """By Tab, wherever it is; what cannot be reached so cannot be used."""
        for _ in range(300):
            at = judge.page.evaluate("document.activeElement.getAttribute('data-key')")
            if at == key:
                return
            keyboard.press("Tab")
        raise AssertionError(f"{key} is not reached by the keyboard")

    def press(key: str) -> None:
        reach(key)
        keyboard.press("Enter")
        judge.settled()

    def name(title: str) -> None:
        keyboard.insert_text(title)
        keyboard.press("Enter")
        judge.settled()

    press("turn-light")
    reach("phase")
    keyboard.type("control")
    judge.settled()
    press("add-place")
    name("Tatooine: Cantina")
    if judge.page.locator("dialog[open]").count():
        keyboard.press("Enter")
        judge.settled()
    press("table/locations/0/light add")
    name("Luke Skywalker")
    press("table/dark/hand add")
    name("Elis Helrot")
    reach("typed")
    keyboard.insert_text("light drains: Tatooine: Cantina")
    keyboard.press("Enter")
    judge.settled()
    assert "drain" in judge.page.locator("ol.attempts").inner_text()
    press("undo")
    assert "drain" not in judge.page.locator("ol.attempts").inner_text()
    judge.leave()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_stands_in_anybody_s_way(visit: Visit, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    judge = visit(link_of(README, "drain"))
    judge.page.emulate_media(color_scheme=scheme)
    for part in ("Table", "Attempts", "Ruling", "File"):
        judge.part(part)
        found = [
            v
            for v in axe.Axe().run(judge.page).response["violations"]
            if v["impact"] in ("serious", "critical")
        ]
        assert not found, (part, [(v["id"], [n["html"][:200] for n in v["nodes"]]) for v in found])
        wide = judge.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= judge.page.viewport_size["width"], part


def test_a_ruling_of_the_book_is_tried_in_the_desk_beside_it(visit: Visit) -> None:
    """A book's link carries the scenario as it is written; the desk's clauses lead back."""
    text = README.replace("Luke Skywalker]", "Luke Skywalker]  # é & # ?")
    given = {"lang": "fr", "name": "drain", "text": text}
    judge = visit(f"#{urlencode(given, quote_via=quote)}")
    assert judge.answer.startswith("✗ Illégal") and judge.page.evaluate("location.hash") == ""


def test_what_a_phone_has_to_fetch_is_bounded(site: Files) -> None:
    """Over the wire until the first ruling: what is not packed yet, a host packs on its way. The
    manual comes afterwards, with what is kept for being offline."""
    wire = {
        name: len(data if name.endswith(".gz") else gzip.compress(data, 9))
        for name, data in site.items()
        if name != "licences.txt" and not name.startswith("manual.")
    }
    assert sum(wire.values()) <= 6_000_000, sorted(wire.items(), key=lambda item: -item[1])


def test_a_forgotten_pass_is_put_in_by_a_tap(visit: Visit) -> None:
    judge = visit(link_of(README, "drain"))
    judge.part("Attempts")
    judge.tap_key("passes 1")
    assert "Illegal" not in judge.answer and "destiny" in judge.answer  # all hangs on the draw now
    assert "  - both pass: 3\n" in judge.text

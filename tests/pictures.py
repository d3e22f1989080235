"""Takes the pictures of five telling rulings, and of the desk, anew: `python tests/pictures.py [FOLDER]`."""

from __future__ import annotations

import sys
import tempfile
import threading
from pathlib import Path

from conftest import ROOT
from playwright.sync_api import sync_playwright
from test_browser import CHROMIUM, DESK_WIDE, FLAGS
from test_desk_page import README, Judge, link_of

from adjudicator.commands import rule
from adjudicator.desk.build import built
from adjudicator.desk.serve import Server
from adjudicator.desk.site import files, policy

# scenario, language, step to show, size, colours
PICTURES = {
    "a-war-on-the-stack": ("actions/example-4-sense-alter-war", "en", 15, (1000, 860), "light"),
    "backed-up": ("actions/example-3-a-gift-and-the-swindler", "en", 7, (1000, 790), "dark"),
    "un-espion": ("drains/an-undercover-spy-stops-the-drain", "fr", 3, (1000, 560), "light"),
    "a-captive-on-a-phone": (
        "drains/captives-and-missing-characters-give-no-presence", "en", 1, (360, 840), "light",
    ),
    "mise-en-marche-arriere": (
        "backing-up/granted-dark-did-not-wait-for-a-response", "fr", 3, (1000, 800), "dark",
    ),
}  # fmt: skip


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as running, tempfile.TemporaryDirectory() as aside:
        browser = running.chromium.launch(
            executable_path=CHROMIUM, args=list(FLAGS), chromium_sandbox=False
        )
        for name, (scenario, lang, step, (width, height), scheme) in PICTURES.items():
            file = Path(aside) / f"{name}.html"
            rule([f"{ROOT}/scenarios/{scenario}.yaml"], "html", lang, output=str(file))
            size = {"width": width, "height": height}
            page = browser.new_page(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
            page.goto(f"{file.as_uri()}#step-{step}")
            page.screenshot(path=folder / f"{name}.png")
            page.close()
        server = Server(files(built()), policy())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        judge = Judge(browser, server, DESK_WIDE, link_of(README, "Elis Helrot"))
        judge.page.set_viewport_size({"width": 1200, "height": 760})
        judge.part("Ruling")
        judge.page.screenshot(path=folder / "the-desk.png")
        judge.leave()
        server.shutdown()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".pictures")

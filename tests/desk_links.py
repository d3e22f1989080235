"""Opens shipped scenarios by share links, each in a fresh profile of a browser, and compares the
sealed JSON with what the command line prints: `python tests/desk_links.py --count 200`."""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
from pathlib import Path

from playwright.sync_api import sync_playwright
from test_browser import CHROMIUM, DESK_WIDE, FLAGS
from test_desk_page import Judge, link_of, printed

from adjudicator.desk.build import built
from adjudicator.desk.serve import Server
from adjudicator.desk.site import files, policy

ROOT = Path(__file__).parent.parent


def main() -> int:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--count", type=int, default=200)
    asked = given.parse_args()
    every = sorted((ROOT / "scenarios").rglob("*.yaml"))
    paths = every[:: max(1, len(every) // asked.count)][: asked.count]
    server = Server(files(built()), policy())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    other = []
    with sync_playwright() as running, tempfile.TemporaryDirectory() as folder:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--no-sandbox"])
        for n, path in enumerate(paths):
            text, lang = path.read_text("utf-8"), ("en", "fr")[n % 2]
            judge = Judge(browser, server, DESK_WIDE, link_of(text, path.stem, lang))
            if judge.saved_json() != printed(text, f"{path.stem}.yaml", lang, "json", Path(folder)):
                other.append(path.stem)
            judge.leave()
    server.shutdown()
    print(f"{len(paths)} links opened, {len(other)} rulings differ", *other, sep="\n  ")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())

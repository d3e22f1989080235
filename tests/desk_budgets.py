"""What the desk costs a phone: `python tests/desk_budgets.py`, or as a part of the benchmark.

The page's thread runs slowed four times, as on a cheap phone; Chromium does not slow the worker in
which the judge is. Told are the bytes that go over the wire, the seconds from nothing to the first
ruling and from what is kept, the milliseconds from a tap to the ruling after it, and the memory."""

from __future__ import annotations

import gzip
import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from test_browser import CHROMIUM, FLAGS, PHONE
from test_desk_page import Judge, link_of

from adjudicator.desk.build import built
from adjudicator.desk.serve import Server
from adjudicator.desk.site import files, policy

ROOT = Path(__file__).parent.parent
SLOWED = 4
Line = tuple[str, float, float]  # what it is, what was measured, what it may be


def _slowed(judge: Judge) -> None:
    session = judge.context.new_cdp_session(judge.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})


def _to_the_ruling(judge: Judge, server: Server) -> float:
    began = time.perf_counter()
    judge.page.goto("about:blank")
    judge.page.goto(server.address)
    judge.ready()
    judge.settled()
    return time.perf_counter() - began


def budgets() -> Iterator[Line]:
    from playwright.sync_api import sync_playwright

    site = files(built())
    wire = sum(
        len(data if name.endswith(".gz") else gzip.compress(data, 9))
        for name, data in site.items()
        if name != "licences.txt" and not name.startswith("manual.")
    )
    yield "megabytes over the wire", wire / 1e6, 6.0
    server = Server(site, policy())
    threading.Thread(target=server.serve_forever, daemon=True).start()
    longest = max((ROOT / "scenarios").rglob("*.yaml"), key=lambda path: path.stat().st_size)
    with sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, "--no-sandbox"])
        yield from _measured(browser, server, longest.read_text("utf-8"))
        browser.close()
    server.shutdown()


def _memory() -> float:
    """Of the largest page that a Chromium on this machine has open (on Linux; else 0)."""
    found = [0.0]
    for about in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (about / "cmdline").read_bytes():
                lines = (about / "status").read_text("utf-8").splitlines()
                found += [int(x.split()[1]) / 1e3 for x in lines if x.startswith("VmRSS")]
        except OSError:
            continue  # it has ended meanwhile
    return max(found)


def _measured(browser: Any, server: Server, text: str) -> Iterator[Line]:
    began = time.perf_counter()
    judge = Judge(browser, server, PHONE, link_of(text, "longest"), _slowed)
    judge.settled()
    yield "seconds to the first ruling", time.perf_counter() - began, 12.0
    judge.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    yield "seconds to it later", _to_the_ruling(judge, server), 5.0
    taps = []
    for side in ("dark", "light") * 4:
        began = time.perf_counter()
        judge.tap_key(f"turn-{side}")
        taps.append(time.perf_counter() - began)
    yield "milliseconds to rule again", statistics.median(taps) * 1000, 400.0
    yield "megabytes of memory, the judge included", _memory(), 600.0
    judge.context.close()


if __name__ == "__main__":
    for what, found, goal in budgets():
        print(f"{what:45} {found:8.2f}  goal {goal:6.1f}  {'met' if found <= goal else 'MISSED'}")

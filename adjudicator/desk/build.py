"""What the page consists of: its scripts, bundled; the Python that runs in it; and the judge.

All of it lies in `built/`, beside the sources, and is made there where it is missing or no longer
what it was made from: by npm, from what the lock file names, and by Node. A wheel that was built
where `built/` lay carries it, and then neither is needed."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import jinja2
import markupsafe
import yaml

from adjudicator import writing
from adjudicator.cards.load import Library
from adjudicator.ruling.layout import templates
from adjudicator.ruling.seal import versions
from adjudicator.words.book import WORDS

HERE = Path(__file__).parent
PACKAGE = HERE.parent
PAGE = HERE / "page"
BUILT = HERE / "built"
PACKED = ("python.wasm", "library.zip")  # by Node; here they are compressed
_MADE_FROM = "made-from.json"
_NOT_ASKED = (  # of the program, by the page
    "__main__.py", "book/", "card_commands.py", "cli.py", "commands.py", "desk/build.py",
    "desk/built/", "desk/page/", "desk/serve.py", "desk/site.py", "editor/", "editors/", "manual/",
    "pytest_plugin.py", "reading/coverage", "where.py",
    "regress/a", "regress/c", "regress/i", "regress/k", "regress/m", "regress/n", "regress/p",
    "regress/r", "regress/s", "regression.py", "ruling/pdf.py", "templates/", "verify.py",
    "words/page",
)  # fmt: skip
_NOT_OF_OTHERS = ("constants", "cyaml", "ext", "meta", "nativetypes")
_EPOCH = (2000, 1, 1, 0, 0, 0)
Told = Callable[[str], None]


class NoPage(Exception):  # noqa: N818 - it says what is missing
    """The page cannot be built here, and what would help."""


def built(told: Told = lambda _: None) -> Path:
    """The folder with everything built; what is missing is made first."""
    page, engine = _digest(_of_the_page()), _digest((*_of_the_engine(), *_found_out()))
    if _is_made(page, engine):
        return BUILT
    if not os.access(HERE, os.W_OK):
        raise NoPage(f"the page is not built, and {HERE} cannot be written: build it in a checkout")
    with writing.lock(HERE / "page", lambda: told("another run is building the page; waiting")):
        made = _made()
        if made.get("page") != page:
            _make_the_page(told)
            _note({"page": page})
            made = {"page": page}
        if made.get("engine") != engine:
            _make_the_engine(told)
            _note({"page": page, "engine": engine})
    return BUILT


def _made() -> Mapping[str, Any]:
    try:
        found = json.loads((BUILT / _MADE_FROM).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_made(page: str, engine: str) -> bool:
    return _made() == {"page": page, "engine": engine}


def _note(made: Mapping[str, str]) -> None:
    writing.keep(BUILT / _MADE_FROM, json.dumps(made, indent=1) + "\n")


# -- by Node ----------------------------------------------------------------------------------


def _make_the_page(told: Told) -> None:
    _fetch(told)
    told("bundling the page")
    _run("node", "pack.mjs", str(BUILT))
    for name in PACKED:
        _keep_packed(name, (BUILT / name).read_bytes())
        writing.forget(BUILT / name)


def _make_the_engine(told: Told) -> None:
    told("compiling the rules for it")
    given, made = BUILT / "given.zip", BUILT / "made.zip"
    writing.keep(given, engine_archive())
    _fetch(told)
    _run("node", "python.mjs", str(given), str(made))
    _keep_packed("engine.zip", made.read_bytes())
    for path in (given, made):
        writing.forget(path)


def _fetch(told: Told) -> None:
    """What the lock file names, unless it is there already."""
    lock = hashlib.sha256((PAGE / "package-lock.json").read_bytes()).hexdigest()
    fetched = PAGE / "node_modules" / ".fetched"
    if fetched.is_file() and fetched.read_text("ascii") == lock:
        return
    told("fetching what the lock file names, with npm")
    npm = "npm.cmd" if os.name == "nt" else "npm"
    _run(npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    writing.keep(fetched, lock)


def _run(*command: str) -> None:
    try:
        done = subprocess.run(
            command, cwd=PAGE, capture_output=True, text=True, errors="replace", check=False
        )
    except FileNotFoundError:
        raise NoPage(
            f"the page is not built, and {command[0]} is not there to build it: install Node.js "
            "20 or later with npm, or a release of adjudicator, which carries the page"
        ) from None
    if done.returncode:
        lines = [line[:200] for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise NoPage(f"{' '.join(command[:2])} failed: " + "\n".join(lines[-12:]))


def _keep_packed(name: str, data: bytes) -> None:
    writing.keep(BUILT / f"{name}.gz", gzip.compress(data, 9, mtime=0))


# -- of what it is made -----------------------------------------------------------------------


def _of_the_page() -> Iterator[tuple[str, bytes]]:
    for path in sorted(PAGE.rglob("*")):
        name = path.relative_to(PAGE).as_posix()
        if path.is_file() and not name.startswith("node_modules/"):
            yield name, path.read_bytes()


def _of_the_engine() -> Iterator[tuple[str, bytes]]:
    """Our own modules, and what they read."""
    for path in _files(PACKAGE):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith(_NOT_ASKED):
            yield f"adjudicator/{name}", path.read_bytes()
    for path in _files(templates()):
        name = path.relative_to(templates()).as_posix()
        if not name.startswith("book/"):
            yield f"adjudicator/templates/{name}", path.read_bytes()


def _of_others(module: ModuleType) -> Iterator[tuple[str, bytes]]:
    """What we rest on, as it is installed here; of each only what is Python."""
    folder = Path(str(module.__file__)).parent
    for path in _files(folder):
        if path.suffix == ".py" and path.stem not in _NOT_OF_OTHERS:
            yield path.relative_to(folder.parent).as_posix(), path.read_bytes()


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and "node_modules" not in path.parts:
            yield path


def _digest(files: Iterable[tuple[str, bytes]]) -> str:
    whole = hashlib.sha256()
    for name, data in files:
        whole.update(f"{name}\0".encode() + hashlib.sha256(data).digest())
    return whole.hexdigest()


def engine_archive() -> bytes:
    """Everything that rules, with what was found out of it beforehand: the titles of its cards,
    and the digests of sources that are not there any more once they are compiled."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as made:
        for source in (_of_the_engine(), *map(_of_others, (jinja2, markupsafe, yaml))):
            for name, data in source:
                made.writestr(zipfile.ZipInfo(name, _EPOCH), data)
        for name, data in _found_out():
            made.writestr(zipfile.ZipInfo(name, _EPOCH), data)
    return archive.getvalue()


@lru_cache(maxsize=1)
def _found_out() -> tuple[tuple[str, bytes], ...]:
    found = {"desk/listed.json": listed(), "versions.json": dict(versions())}
    return tuple(
        (f"adjudicator/{name}", json.dumps(data, ensure_ascii=False).encode())
        for name, data in found.items()
    )


def listed() -> list[list[str]]:
    """Every card of the library: title, side, type, subtype, and what else it is called."""
    library = Library(WORDS)
    return [
        [card.title, str(card.side or ""), card.type, card.subtype or "", " ".join(card.personas)]
        for title in library.titles()
        for card in library.versions(title)
    ]

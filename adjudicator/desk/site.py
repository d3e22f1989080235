"""The files of the site, each from what was built; nothing in them depends on where it is put."""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import json
import re
import zipfile
from pathlib import Path

from adjudicator.cards.pool import FILE as POOL
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.edition.telling import carried
from adjudicator.manual import web
from adjudicator.manual.pages import TASKS
from adjudicator.ruling.layout import templates
from adjudicator.speech import LANGUAGES, language

FORMAT = "adjudicator-desk/1"
CONTENTS = "contents.json"
_ENGINE = "engine.zip.gz"
_EPOCH = (2000, 1, 1, 0, 0, 0)  # when nobody needs to know
_AS_BUILT = (
    "main.js", "worker.js", "desk.css", "icon.svg", "desk.webmanifest", "licences.txt",
    "python.wasm.gz", "library.zip.gz", "engine.zip.gz",
)  # fmt: skip
Files = dict[str, bytes]


def files(
    built: Path, cards: bytes | None = None, book: str = "", edition: Edition = SHIPPED
) -> Files:
    """Everything of the site by its name; `cards` are an imported pool that goes with it,
    `book` is where a book's pages stand beside it, `edition` the rules by which it rules."""
    made = {name: (built / name).read_bytes() for name in _AS_BUILT}
    if edition.files:
        made[_ENGINE] = _with_rules(made[_ENGINE], edition)
    if cards is not None:
        made[f"{POOL}.gz"] = gzip.compress(cards, 9, mtime=0)
    for code in LANGUAGES:
        made[f"manual.{code}.html"] = web.whole(code, TASKS).encode()
    about = {"cards": cards is not None, "book": book, "labels": _labels()}
    made["about.json"] = json.dumps(about, ensure_ascii=False, separators=(",", ":")).encode()
    page = (built / "index.html").read_text("utf-8").replace("@policy@", policy())
    made["index.html"] = page.encode()
    whole = hashlib.sha256()
    for name, data in sorted(made.items()):
        whole.update(f"{name}\0".encode() + hashlib.sha256(data).digest())
    offline = (built / "offline.js").read_text("utf-8")
    offline = offline.replace("@version@", whole.hexdigest()[:16])
    kept = " ".join(sorted(made.keys() - {"licences.txt"}))
    made["offline.js"] = offline.replace("@files@", kept).encode()
    return made


def _with_rules(engine: bytes, edition: Edition) -> bytes:
    """The packed engine with the layers beside its bridge."""
    archive = io.BytesIO(gzip.decompress(engine))
    rules = json.dumps(carried(edition), ensure_ascii=False, separators=(",", ":"))
    with zipfile.ZipFile(archive, "a") as made:
        made.writestr(zipfile.ZipInfo("adjudicator/desk/edition.json", _EPOCH), rules)
    return gzip.compress(archive.getvalue(), 9, mtime=0)


def is_ours(name: str) -> bool:
    """Whether a file in the folder may be one of an earlier run."""
    return "/" not in name


def policy() -> str:
    """Nothing from elsewhere, and of what stands in a ruling only our own style and script."""
    style = (templates() / "ruling.css").read_text("utf-8")
    script = (templates() / "ruling.js").read_text("utf-8")
    return (
        f"default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '{_hash(script)}'; "
        f"style-src 'self' '{_hash(style)}'; style-src-attr 'unsafe-inline'; img-src 'self' data:; "
        "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _labels() -> dict[str, dict[str, str]]:
    """The page's own words, in each language."""
    own = re.compile(r"\{(\w+)\}")
    labels = {}
    for code in LANGUAGES:
        spoken = language(code)
        labels[code] = {
            name: own.sub(r"{\1}", spoken.grammar.typography(text))
            for name, text in spoken.plain("desk").items()
        }
    return labels

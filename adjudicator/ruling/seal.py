"""The seal of a ruling: the scenario, the rules it was ruled by, and digests of both.

A seal lets anybody run a ruling again and see whether it still holds. It proves
no authorship: whoever can run the program can seal a page."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from adjudicator import __version__
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.edition.telling import carried
from adjudicator.ruling.compose import file_name
from adjudicator.ruling.layout import templates
from adjudicator.ruling.ruling import Ruling

FORMAT = "adjudicator-seal/2"
UNSEALED = "0" * 64  # stands for the page's own digest while that is taken
OPENING = '<script type="application/json" id="seal">'
CLOSING = "</script>"
PAGE = OPENING + '{"page":"'
_PACKAGE = Path(__file__).parent.parent
_LAW = ("glossary", "cards")
Record = dict[str, Any]


@lru_cache(maxsize=1)
def versions() -> Mapping[str, str]:
    """Which rules, which engine, which templates: a digest of the files each consists of."""
    beforehand = _PACKAGE / "versions.json"  # on the desk, where sources are compiled
    if beforehand.is_file():
        return dict(json.loads(beforehand.read_text("utf-8")))
    return {
        "version": __version__,
        "rules": _files(p for name in _LAW for p in (_PACKAGE / name).glob("*.yaml")),
        "engine": _files(_PACKAGE.rglob("*.py")),
        "sentences": _files((_PACKAGE / "speech").rglob("*.yaml")),
        "templates": _files(
            p for p in templates().rglob("*") if p.is_file() and p.parent.name != "__pycache__"
        ),
    }


def _files(paths: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for name, path in sorted((f"{path.parent.name}/{path.name}", path) for path in paths):
        whole.update(f"{name}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def digest(data: object) -> str:
    """Of plain data, however it was written down."""
    text = json.dumps(data, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def seal(ruling: Ruling, file: str, text: str, edition: Edition = SHIPPED) -> Record:
    """What it takes to run the ruling again."""
    rules = {"edition": carried(edition)} if edition.files else {}
    return {
        "format": FORMAT,
        **versions(),
        "scenario": {"file": file_name(file), "text": text},
        "without": list(edition.without),
        **rules,
        "imported": ruling["imported"],
        "ruling": digest(ruling),
    }


def of_file(whole: Ruling) -> str:
    """The digest of a JSON ruling with its seal, but for that digest itself."""
    kept = {key: value for key, value in whole["seal"].items() if key != "file"}
    return digest({**whole, "seal": kept})


def outline(ruling: Ruling) -> list[Record]:
    """Each step in brief: enough to say what changed, and by which clause."""
    return [
        {
            "verdict": step["verdict"],
            "clauses": [reason["clause"] for reason in step["reasons"]],
            "answer": step["answer"]["value"] if step["answer"] else None,
            "outcome": step["outcome"]["what"] if step["outcome"] else None,
            "stack": [action["card"] or action["kind"] for action in step["stack"]],
            "next": [step["next"]["player"], step["next"]["window"]],
            "table": digest(step.get("table")),
        }
        for step in ruling["steps"]
    ]


def for_page(sealed: Record, ruling: Ruling, language: str, length: str) -> Record:
    """The seal as a page carries it; its own digest is put in when the page is complete."""
    data = {
        "page": UNSEALED,
        **sealed,
        "language": language,
        "length": length,
        "steps": outline(ruling),
    }
    text = json.dumps(data, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return {"data": Markup(text), "digest": sealed["ruling"][:16]}


def close(page: str) -> str:
    """The page with its own digest in its seal."""
    return page.replace(f"{PAGE}{UNSEALED}", PAGE + hashlib.sha256(page.encode()).hexdigest(), 1)


def is_intact(page: str) -> bool:
    """Whether a page is as it was when it was sealed."""
    at = page.find(PAGE) + len(PAGE)
    return close(page[:at] + UNSEALED + page[at + len(UNSEALED) :]) == page

"""The pages of the manual, found and searched."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from adjudicator.manual import reference
from adjudicator.source import folded

HERE = Path(__file__).parent
FALLBACK = "en"
# By task, in the order in which somebody needs them; then what is looked up.
TASKS = (
    "dispute", "reading", "spies", "battle", "cards", "testing", "house-rules", "publishing",
    "desk", "editor", "python", "languages", "printed-texts",
)  # fmt: skip
LOOKED_UP = (
    "overview", "scenario", "vocabulary", "commands", "json", "templates", "exit-codes", "threats",
    "modules", "promises", "changes",
)  # fmt: skip


class Page(NamedTuple):
    """A page: its name, its language, its Markdown."""

    name: str
    language: str
    text: str

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0].lstrip("# ")

    @property
    def summary(self) -> str:
        """Its first sentence."""
        for block in self.text.split("\n\n")[1:]:
            if block[:1].isalnum() or block[:1] in "`*":
                return re.split(r"(?<=[.!?:]) ", " ".join(block.split()), maxsplit=1)[0]
        return ""


def names() -> list[str]:
    """Every page, the tasks first, then what is looked up, then all else."""
    written = {path.stem for path in HERE.glob("*/*.md")} | {p.stem for p in HERE.glob("*.md")}
    known = [n for n in (*TASKS, *LOOKED_UP) if n in written or n in reference.PRINTED]
    return [*known, *sorted(written - set(known))]


@lru_cache(maxsize=128)
def page(name: str, language: str = FALLBACK) -> Page | None:
    """The page of that name, in English where the language has none."""
    for spoken in dict.fromkeys((language, FALLBACK)):
        if name in reference.PRINTED:
            return Page(name, spoken, reference.PRINTED[name](spoken))
        for path in (HERE / spoken / f"{name}.md", HERE / f"{name}.md"):
            if path.is_file() and (path.parent != HERE or spoken == FALLBACK):
                return Page(name, spoken, path.read_text("utf-8"))
    return None


def pages(language: str = FALLBACK) -> list[Page]:
    return [found for name in names() if (found := page(name, language)) is not None]


def found_as(asked: str, language: str = FALLBACK) -> Page | None:
    """The page that somebody means by its name or its title."""
    wanted = folded(asked).replace(" ", "-")
    for one in pages(language):
        if wanted in (one.name, folded(one.title).replace(" ", "-")):
            return one
    return None


class Hit(NamedTuple):
    """A line that holds what was looked for, with the heading it stands under."""

    page: Page
    heading: str
    line: str


def search(asked: str, language: str = FALLBACK) -> Iterator[Hit]:
    """Lines that hold every word, in the order of the manual."""
    words = folded(asked).split()
    for one in pages(language):
        heading, fenced = one.title, False
        for line in one.text.splitlines():
            fenced ^= line.startswith("```")
            if line.startswith("#") and not fenced:
                heading = line.lstrip("# ")
            told = folded(f"{heading} {line}")
            if line.strip() and words and all(word in told for word in words):
                yield Hit(one, heading, " ".join(line.split()))


def index(language: str = FALLBACK) -> str:
    """What the manual has, a line a page."""
    listed = pages(language)
    width = max(len(one.name) for one in listed)
    return "".join(f"{one.name:<{width}}  {one.title}\n" for one in listed)

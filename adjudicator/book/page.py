"""One page of the book; that of a ruling is sealed, and `verify` lays it out again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote as escaped
from urllib.parse import urlencode

from adjudicator.book.gather import cards_of
from adjudicator.book.labels import following, labels, topic_name
from adjudicator.glossary.load import Glossary
from adjudicator.ruling.layout import lay_out, templates
from adjudicator.ruling.ruling import Ruling
from adjudicator.ruling.seal import close, for_page
from adjudicator.ruling.words import words
from adjudicator.ruling.write import Writer, opened
from adjudicator.session import Loaded

POLICY = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
Record = dict[str, Any]
_NAME = re.compile(r"[a-z0-9-]{1,200}")


class Place(NamedTuple):
    """Where in the book a ruling stands: names of pages, without folder and ending."""

    name: str
    topic: str
    before: str | None
    following: str | None
    desk: bool = False  # published together with a desk, in which the scenario can be tried

    @classmethod
    def read(cls, record: Any) -> Place | None:
        """From a seal, which is somebody else's: names that this program could have given."""
        if not isinstance(record, dict) or list(record) != list(cls._fields):
            return None
        name, topic, before, following, desk = record.values()
        named = [name, topic, *(other for other in (before, following) if other is not None)]
        if isinstance(desk, bool) and all(isinstance(n, str) and _NAME.fullmatch(n) for n in named):
            return cls(**record)
        return None


def assets_of_a_book() -> dict[str, str]:
    """What all pages load; the search index, which is made of all pages, is not among them."""
    css = ("ruling.css", "book/book.css")
    return {
        "book.css": "".join((templates() / name).read_text("utf-8") for name in css),
        "book.js": (templates() / "book/book.js").read_text("utf-8"),
        "ruling.js": (templates() / "ruling.js").read_text("utf-8"),
    }


def page(
    name: str, template: str, language: str, base: str, context: Mapping[str, Any],
    own: Path | None,
) -> str:  # fmt: skip
    other = following(language)
    common = {
        "lang": language,
        "other": other,
        "base": base,
        "twin": f"{base}../{other}/{name.partition('/')[2]}",
        "here": {"entries": "glossary"}.get(template, template),
        "policy": POLICY,
        "book": labels(language),
        "colon": words(language).LABELS["colon"],
    }
    return lay_out(f"book/{template}.html.j2", {**common, **context}, own)


def sealed_page(
    glossary: Glossary, loaded: Loaded, ruling: Ruling, sealed: Record, place: Place,
    language: str, own: Path | None,
) -> str:  # fmt: skip
    """The page of a ruling, which carries its sentences in both languages."""
    view = Writer(glossary, language).drawn(ruling, "standard")
    for entry in view["cited"]:
        entry["href"] = f"../glossary/{entry['entry']}.html"
    for quote in _quotes(view):
        quote["href"] = f"../glossary/{quote['clause'].partition('/')[0]}.html#{quote['anchor']}"
    carried = for_page(sealed | {"book": place._asdict()}, ruling, language, "standard")
    context = opened(view) | {
        "policy": POLICY,
        "script": None,
        "seal": opened({"it": carried})["it"],
        "topic": topic_name(place.topic, language),
        "topic_id": place.topic,
        "scenario": loaded.text.splitlines(),
        "cards": [
            {"href": f"../cards/{name}.html", "title": print_.title}
            for name, print_ in sorted(cards_of(loaded).items())
        ],
        "try": _in_the_desk(loaded, place, language) if place.desk else None,
        "before": place.before,
        "following": place.following,
    }
    return close(page(page_of(language, place.name), "ruling", language, "../", context, own))


def page_of(language: str, name: str) -> str:
    return f"{language}/rulings/{name}.html"


def _in_the_desk(loaded: Loaded, place: Place, language: str) -> str:
    """The desk with this scenario. It travels as it is: what is packed looks different elsewhere."""
    given = {"lang": language, "name": place.name, "text": loaded.text}
    return f"../../desk/index.html#{urlencode(given, quote_via=escaped)}"


def _quotes(view: Record) -> list[Record]:
    items = [view["answer"]]
    for step in view["steps"]:
        items += [*step["reasons"], *step["events"]]
    return [item["quote"] for item in items if item["quote"]]

"""The book's own words in each language."""

from collections.abc import Mapping
from functools import lru_cache

from adjudicator.speech import LANGUAGES, language


def following(code: str) -> str:
    """The language to which a page switches."""
    return LANGUAGES[(LANGUAGES.index(code) + 1) % len(LANGUAGES)]


@lru_cache(maxsize=8)
def labels(code: str) -> Mapping[str, str]:
    other = language(following(code)).grammar.name
    return {**language(code).plain("book"), "other_language": other}


def topic_name(topic: str, code: str) -> str:
    """A folder's name as a heading; a topic nobody has named keeps its own words."""
    known = language(code).plain("book").get(f"topic {topic}")
    words = topic.replace("-", " ").strip()
    return known or words[:1].upper() + words[1:]

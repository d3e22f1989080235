"""Names and articles of the game's things, by language."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from adjudicator.speech import say


def words(language: str) -> ModuleType:
    """The words of a language; a module with a function for each type of fact."""
    return import_module(f"adjudicator.ruling.words.{language}")


def question(language: str, attempt: Mapping[str, Any]) -> str:
    """How the question of an attempt is put."""
    w = words(language)
    facts = {
        "card": attempt["what"] and w.card(attempt["what"]),
        "at": attempt["at"] and w.location(attempt["at"]),
        "with": w.cards(attempt["with"]),
        "by": attempt["by"] and w.side(attempt["by"]),
    }
    return say(language, "questions", attempt["question"], facts) or f"{attempt['question']}?"

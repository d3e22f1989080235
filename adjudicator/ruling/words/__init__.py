"""Names and articles of the game's things, by language."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def words(language: str) -> ModuleType:
    """The words of a language; a module with a function for each type of fact."""
    return import_module(f"adjudicator.ruling.words.{language}")

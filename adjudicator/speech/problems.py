"""What is wrong, and the way out, said in any language."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.source import Problem, Said, spoken_by
from adjudicator.speech.language import FALLBACK, Language, current, language
from adjudicator.speech.sentences import Slot

TOPIC = "problems"


def told(text: str, spoken: Language | None = None) -> str:
    """A sentence in a language, else in the one in use; any other text as it is."""
    if not isinstance(text, Said):
        return text
    spoken = spoken or current()
    return spoken.grammar.typography(_say(text.name, text.facts, spoken) or str(text))


def _say(name: str, facts: Mapping[str, object], spoken: Language) -> str | None:
    slots = {fact: Slot(*_worded(fact, value, spoken)) for fact, value in facts.items()}
    return spoken.say(TOPIC, name, slots)


def _worded(fact: str, value: object, spoken: Language) -> tuple[str, object]:
    """A sentence within a sentence is said first; what is meant may have a name of the language."""
    if isinstance(value, Said):
        return "sentence", _say(value.name, value.facts, spoken) or str(value)
    return "thing" if fact in ("what", "type", "side") else "word", str(value)


def _in_english(name: str, facts: Mapping[str, object]) -> str:
    return _say(name, facts, language(FALLBACK)) or name


spoken_by(_in_english)


def in_language(problem: Problem, spoken: Language | None = None) -> Problem:
    """The problem with its sentences in a language, else in the one in use."""
    hint = told(problem.hint, spoken) if problem.hint is not None else None
    return problem._replace(message=told(problem.message, spoken), hint=hint)

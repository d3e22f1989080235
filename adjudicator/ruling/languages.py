"""The languages there are, and what each of them lacks."""

from __future__ import annotations

import json

from adjudicator.speech import FALLBACK, language, languages
from adjudicator.terminal import spelled


def listed(form: str) -> str:
    """Each with how many of the English sentences it has."""
    whole = sum(1 for _ in _names(FALLBACK))
    rows = []
    for code in languages():
        spoken = language(code)
        lacks = sum(1 for _ in spoken.missing())
        rows.append((code, spoken.grammar.name if spoken.speaks_for_itself else "", whole - lacks))
    if form == "json":
        found = [{"language": c, "name": n, "says": has, "of": whole} for c, n, has in rows]
        return _json(found)
    return "".join(f"{code:<8}{name:<16}{has} of {whole} sentences\n" for code, name, has in rows)


def told_of(code: str, form: str) -> str:
    """What is said in English instead, and what nothing ever asks for."""
    spoken = language(code)
    missing, unknown = list(spoken.missing()), list(spoken.unknown())
    if form == "json":
        return _json(
            {
                "language": code,
                "missing": [{"topic": topic, "name": name} for topic, name in missing],
                "unknown": [{"topic": topic, "name": name} for topic, name in unknown],
            }
        )
    lines = [f"{code}: nothing is missing"] if not missing else []
    lines += [f"missing: {topic}.yaml: {name}" for topic, name in missing]
    lines += [f"unknown: {topic}.yaml: {name}" for topic, name in unknown]
    return "\n".join(lines) + "\n"


def _names(code: str) -> list[tuple[str, str]]:
    spoken = language(code)
    return [(topic, name) for topic in spoken.topics() for name in spoken.own(topic)]


def _json(data: object) -> str:
    return spelled(json.dumps(data, ensure_ascii=False, indent=2)) + "\n"

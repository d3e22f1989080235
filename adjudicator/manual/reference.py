"""Pages printed from the definitions: what a scenario may say, exit codes, the modules."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from adjudicator.attempts import CLAIMS, VERBS
from adjudicator.cards.read import JUST
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.read import (
    CARD_KEYS,
    EARLIER,
    FACT_KEYS,
    LOCATION_KEYS,
    OF_EVERY_STEP,
    SIDE_KEYS,
    STACK_KEYS,
    TABLE_KEYS,
    TOP_KEYS,
)
from adjudicator.scenario.schema import JUST_KEYS, examples, meaning
from adjudicator.source import yaml_text
from adjudicator.speech import language as spoken
from adjudicator.words.page import vocabulary_page

PACKAGE = Path(__file__).parent.parent
EXIT_CODES = {"fine": 0, "wrong": 1, "usage": 2, "interrupted": 130}


def _table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(head), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "".join(
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |\n" for line in lines
    )


def _keys(group: str, keys: Iterable[str], language: str) -> str:
    say = spoken(language).plain("manual")
    rows = []
    for key in keys:
        example = examples()[f"{group} {key}"]
        shown = example if group == "verb" else {key: example}
        rows.append((f"`{key}`", meaning(group, key, language), f"`{yaml_text(shown)[1:-1]}`"))
    return _table((say["key"], say["meaning"], say["example"]), rows)


def scenario(language: str) -> str:
    """Every key of a scenario, by the place where it stands."""
    say = spoken(language).plain("manual")
    out = [f"# {say['scenario']}\n", f"{say['scenario lead']}\n"]
    sections: Mapping[str, tuple[str, Iterable[str]]] = {
        "top": ("scenario", TOP_KEYS),
        "table": ("table", TABLE_KEYS),
        "side": ("side", SIDE_KEYS),
        "location": ("location", LOCATION_KEYS),
        "card": ("card", CARD_KEYS),
        "stack": ("stack", STACK_KEYS),
        "just": ("just", JUST_KEYS),
    }
    for name, (group, keys) in sections.items():
        out += [f"## {say[name]}\n", _keys(group, keys, language)]
    out += [
        f"{say['just verbs']}: {_listed(JUST)}.\n",
        f"{say['earlier verbs']}: {_listed(EARLIER)}.\n",
    ]
    out += [f"## {say['attempts']}\n", f"{say['attempts lead']}\n"]
    rows = [
        (
            f"`light {name}`",
            meaning("verb", name, language),
            _listed(detail.key for detail in verb.takes),
            f"`{yaml_text(examples()[f'verb {name}'])[1:-1]}`",
        )
        for name, verb in VERBS.items()
    ]
    out.append(_table((say["verb"], say["meaning"], say["details"], say["example"]), rows))
    out.append(f"{say['claims']}: {_listed(CLAIMS)}.\n")
    details = dict.fromkeys(d.key for verb in VERBS.values() for d in verb.takes)
    out += [
        f"## {say['below']}\n",
        _keys("attempt", ["both pass", *details, *OF_EVERY_STEP], language),
    ]
    out += [f"## {say['questions']}\n", f"{say['questions lead']}\n"]
    out.append(
        _table(
            ("`ask:`", say["details"]),
            (
                (f"`{name}`", ", ".join(f"`{d}`" for d in asked.details) or "–")
                for name, asked in QUESTIONS.items()
            ),
        )
    )
    out += [f"## {say['expect']}\n", f"{say['expect lead']}\n"]
    out.append(_keys("expect", [*FACT_KEYS, "pile"], language))
    return "\n".join(out)


def _listed(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def exit_codes(language: str) -> str:
    """What a command's exit code says."""
    say = spoken(language).plain("manual")
    rows = ((f"**{code}**", say[f"exit {name}"]) for name, code in EXIT_CODES.items())
    return f"# {say['exit codes']}\n\n" + _table((say["code"], say["meaning"]), rows)


def modules(language: str) -> str:
    """What each module holds, as its own first line says."""
    say = spoken(language).plain("manual")
    out = [f"# {say['modules']}\n"]
    for path in sorted(PACKAGE.iterdir()):
        if path.is_dir() and (path / "__init__.py").is_file():
            out.append(f"## `{path.name}/`\n")
            out += [_first_line(path / "__init__.py") + "\n"]
            rows = [
                (f"`{inner.name}`", told)
                for inner in sorted(path.glob("*.py"))
                if inner.name != "__init__.py" and (told := _first_line(inner))
            ]
            if rows:
                out.append(_table((say["module"], say["meaning"]), rows))
    alone = [
        (f"`{path.name}`", told)
        for path in sorted(PACKAGE.glob("*.py"))
        if (told := _first_line(path))
    ]
    out += [f"## {say['alone']}\n", _table((say["module"], say["meaning"]), alone)]
    return "\n".join(out)


def _first_line(path: Path) -> str:
    told = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(told.split("\n\n")[0].split())


def _vocabulary(language: str) -> str:
    return vocabulary_page()


PRINTED: Mapping[str, Callable[[str], str]] = {
    "scenario": scenario,
    "vocabulary": _vocabulary,
    "exit-codes": exit_codes,
    "modules": modules,
}

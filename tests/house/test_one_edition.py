"""There is one way to rule by other rules: layers, folded into a rulebook, a glossary, a library."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "adjudicator"
MADE = ("Rulebook", "ProvingRulebook", "RecordingRulebook", "Glossary", "Library")
# The edition, and what is there before any: a list of titles for the desk.
MAKERS = {"edition/layers.py", "desk/build.py", "desk/bridge.py"}


def test_nothing_else_puts_rules_together() -> None:
    found = [
        f"{path.relative_to(PACKAGE).as_posix()}:{node.lineno}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.relative_to(PACKAGE).as_posix() not in MAKERS
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MADE
    ]
    assert not found


def test_every_command_that_rules_takes_the_same_options() -> None:
    import inspect

    from adjudicator.cli import app

    asked = {
        c.callback.__name__: inspect.signature(c.callback)
        for c in app.registered_commands
        if c.callback
    }
    taking = {
        name
        for name, takes in asked.items()
        if {"rules", "amend", "without"} <= {*takes.parameters}
    }
    assert {*asked} - taking == {"new", "schema", "cards", "languages", "manual"}

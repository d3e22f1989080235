"""What the manual promises to keep is what the program has."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from adjudicator.commands import FINE, USAGE, WRONG

PACKAGE = Path(__file__).parents[2] / "adjudicator"
PAGE = (PACKAGE / "manual" / "en" / "promises.md").read_text("utf-8")
_FORM = re.compile(r"adjudicator-[a-z]+/\d+")
# Lists of what a folder holds, and what an import keeps for itself.
OF_NO_OUTPUT = {"adjudicator-book/2", "adjudicator-desk/1", "adjudicator-cards/1"}


def _forms() -> set[str]:
    """Every name of a form that a module gives to what it prints."""
    return {
        node.value.value
        for path in PACKAGE.rglob("*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.Assign)
        and [t.id for t in node.targets if isinstance(t, ast.Name)] == ["FORMAT"]
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and _FORM.fullmatch(node.value.value)
    }


def test_every_form_of_output_is_promised() -> None:
    assert set(_FORM.findall(PAGE)) == _forms() - OF_NO_OUTPUT


def test_the_exit_codes_are_those_promised() -> None:
    said = f"{FINE} fine, {WRONG} something is wrong in the files, {USAGE} wrong usage"
    assert said in PAGE

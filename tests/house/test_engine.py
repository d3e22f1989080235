"""The engine is composed: a small flow, and functions by topic that are given it."""

from __future__ import annotations

import ast
from pathlib import Path

from adjudicator.engine.flow import Flow
from adjudicator.engine.topics import TOPICS

ENGINE = Path(__file__).parents[2] / "adjudicator" / "engine"


def test_nothing_inherits_from_the_flow() -> None:
    assert Flow.__bases__ == (object,)
    assert not Flow.__subclasses__()


def test_the_flow_stays_small_and_knows_no_topic() -> None:
    text = (ENGINE / "flow.py").read_text("utf-8")
    assert len(text.splitlines()) < 200
    for node in ast.parse(text).body:
        if isinstance(node, ast.ImportFrom):
            assert not (node.module or "").startswith("adjudicator.engine"), node.module


def test_whoever_registers_for_events_is_a_topic() -> None:
    """Otherwise it would hear of them only where somebody happens to have imported it."""
    listed = {module.__name__.rpartition(".")[2] for module in TOPICS}
    for path in sorted(ENGINE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "adjudicator.engine.flow":
                asked = {alias.name for alias in node.names}
                if asked & {"at_once", "afterwards", "holds", "completes"}:
                    assert path.stem in listed, path.stem

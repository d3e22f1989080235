"""What would make a refusal legal: passes that were forgotten, and changes found by trying."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from conftest import ROOT, SCENARIOS
from yaml import MappingNode, Node, ScalarNode, SequenceNode, serialize

from adjudicator.engine.forgotten import passes_left_out
from adjudicator.engine.judge import Step
from adjudicator.engine.remedies import MOST, Remedy, remedies
from adjudicator.game import Verdict
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import Writer, write
from adjudicator.session import Desk, Loaded
from adjudicator.source import compose as nodes_of

DESK = Desk.open()
TWO_DRAINS = """\
title: t
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 1, dark: 1}
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      icons: {light: 1, dark: 2}
      light: [Han Solo]
attempts:
  - light drains: "Tatooine: Cantina"
  - light drains: "Tatooine: Mos Eisley"
"""
PASSES = "  - both pass: 2\n  - dark passes\n"


def laid(text: str) -> Loaded:
    loaded = DESK.read("t.yaml", text)
    assert loaded.board is not None, loaded.problems
    return loaded


def ruled(loaded: Loaded, full: bool = False) -> dict[str, Any]:
    assert loaded.board is not None
    return compose(loaded.board, DESK.book, loaded.replay(DESK.book), DESK.glossary, full)


def headline(text: str, language: str = "en") -> str:
    return str(Writer(DESK.glossary, language).headline(ruled(laid(text)))["says"])


# -- the forgotten pass ----------------------------------------------------------------------


ASKED = TWO_DRAINS + "    asked: yes\n"
WITH_PASSES = ASKED.replace(
    '  - light drains: "Tatooine: Mos', PASSES + '  - light drains: "Tatooine: Mos'
)


def test_a_pass_that_nobody_wrote_is_told_first() -> None:
    told = headline(ASKED)
    said = "Illegal. If both players passed twice after attempt 1, and then Dark, this is legal. "
    assert told.startswith(said + "Light may not")


def test_in_french_too() -> None:
    told = headline(ASKED, "fr")
    passed = "Si les deux joueurs ont passé deux fois après l'essai 1, puis le côté obscur,"
    assert told.startswith(f"Illégal. {passed} c'est légal. ")


def test_the_line_to_insert_stands_in_the_ruling() -> None:
    document = str(write(ruled(laid(ASKED)), DESK.glossary))
    assert "write `- both pass: 2 / - dark passes` above line 14" in document


def test_with_the_passes_it_is_legal() -> None:
    assert headline(WITH_PASSES).startswith("Legal: Light Force drains at Tatooine: Mos Eisley")


def test_what_no_pass_would_help_is_not_put_on_passes() -> None:
    spy = ASKED.replace(
        "light: [Han Solo]", "light: [Han Solo]\n      dark: [{card: Garindan, undercover: yes}]"
    )
    assert "passed" not in headline(spy)


def test_check_notes_it_unless_the_refusal_is_expected() -> None:
    def noted(text: str) -> list[tuple[str, int]]:
        loaded = laid(text)
        assert loaded.board is not None
        found = passes_left_out(loaded.board, loaded.replay(DESK.book))
        return [(note.code, note.span.line) for note in found]

    assert noted(TWO_DRAINS) == [("forgotten-pass", 14)]
    assert noted(TWO_DRAINS + "    expect: illegal\n") == []
    assert noted(WITH_PASSES) == []


def test_passes_are_assumed_where_the_file_says_so_and_told() -> None:
    loaded = laid("passing: assumed\n" + TWO_DRAINS)
    steps = loaded.replay(DESK.book)
    written = laid(WITH_PASSES).replay(DESK.book)
    assert [s.verdict for s in steps] == [Verdict.LEGAL, Verdict.LEGAL]
    assert steps[-1].after.table.piles.keys() == written[-1].after.table.piles.keys()
    assert steps[-1].after.table.stack[-1].place == written[-1].after.table.stack[-1].place
    document = str(write(ruled(loaded), DESK.glossary))
    assert "Taken as given: Both players passed twice before this, and then Dark." in document


def test_written_passes_are_the_rule(problems: Any) -> None:
    assert laid("passing: written\n" + TWO_DRAINS).replay(DESK.book)[1].verdict is Verdict.ILLEGAL
    assert problems("passing: guessed\n" + TWO_DRAINS) == ["1:10 unknown-word"]


# -- hints that work ---------------------------------------------------------------------------


def found_in(loaded: Loaded) -> Iterator[tuple[Step, Remedy]]:
    assert loaded.board is not None
    steps = loaded.replay(DESK.book)
    for step in steps:
        if step.verdict is Verdict.ILLEGAL:
            hints = remedies(loaded.board, steps, step)
            assert len(hints) <= MOST
            yield from ((step, hint) for hint in hints)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda p: str(p.relative_to(ROOT / "scenarios")))
def test_every_hint_of_every_refusal_makes_its_attempt_legal(path: Any) -> None:
    loaded = DESK.load(path)
    for step, hint in found_in(loaded):
        edit = json.loads(json.dumps(dict(hint.edit)))
        text, number = changed(loaded.text, edit, step.number)
        again = DESK.read(str(path), text)
        assert again.board is not None, (hint, again.problems)
        now = again.replay(DESK.book)[number - 1]
        assert (now.verdict, now.withdraws, now.unpaid) == (Verdict.LEGAL, (), False), hint


def changed(text: str, edit: Mapping[str, Any], number: int) -> tuple[str, int]:
    """The file with what a hint says done to it, and the number of the attempt in it."""
    top = nodes_of("t.yaml", text)[0].node
    assert isinstance(top, MappingNode)
    attempts = entry(top, "attempts")
    items = attempts.value if isinstance(attempts, SequenceNode) else [attempts]
    del items[number:]  # what is tried after it, and what its author expects, is no part of it
    for item in items:
        if isinstance(item, MappingNode):
            item.value = [(k, v) for k, v in item.value if k.value != "expect"]
    if "insert" in edit:
        lines = [parsed(line.removeprefix("- ")) for line in edit["insert"]]
        items[edit["before"] - 1 : edit["before"] - 1] = lines
        number += len(lines)
    elif "move" in edit:
        items.insert(edit["before"] - 1, items.pop(edit["move"] - 1))
        number = edit["before"]
    elif "without attempt" in edit:
        del items[edit["without attempt"] - 1]
        number -= 1
    elif "attempt" in edit:
        ((key, value),) = ((k, v) for k, v in edit.items() if k != "attempt")
        put(items[edit["attempt"] - 1], key, value)
    elif "table" in edit:
        for key, value in edit["table"].items():
            table = entry(top, "table")
            side, _, pile = key.partition(" ")
            put(entry(table, side) if pile else table, pile or side, value)
    elif "without earlier" in edit:
        earlier = entry(entry(top, "table"), "earlier this turn")
        if isinstance(earlier, SequenceNode):
            del earlier.value[edit["without earlier"]]
        else:
            table = entry(top, "table")
            table.value = [(k, v) for k, v in table.value if k.value != "earlier this turn"]
    elif "with" in edit:
        places = entry(entry(top, "table"), "locations")
        place = places.value[edit["location"]] if isinstance(places, SequenceNode) else places
        add(place, edit["side"], edit["with"])
    else:
        take_out(top, tuple(edit.get("without") or edit["of"]), edit.get("state"))
    return str(serialize(top, allow_unicode=True, width=10_000)), number


def parsed(line: str) -> Node:
    node = nodes_of("line", line)[0].node
    assert node is not None
    return node


def scalar(value: Any) -> Node:
    return ScalarNode(
        "tag:yaml.org,2002:str", str(value), style=None if isinstance(value, int) else '"'
    )


def entry(node: Node, key: str) -> Any:
    return next(v for k, v in node.value if k.value == key)


def put(mapping: Node, key: str, value: Any) -> None:
    for place, (k, _) in enumerate(mapping.value):
        if k.value == key:
            mapping.value[place] = (k, scalar(value))
            return
    mapping.value.append((scalar(key), scalar(value)))


def add(place: Node, side: str, title: str) -> None:
    for n, (k, v) in enumerate(place.value):
        if k.value == side:
            cards = [*v.value] if isinstance(v, SequenceNode) else [v]
            place.value[n] = (k, SequenceNode("tag:yaml.org,2002:seq", [*cards, scalar(title)]))
            return
    place.value.append((scalar(side), scalar(title)))


def take_out(node: Node, at: tuple[int, int], state: str | None) -> None:
    """The card whose title stands there, or one thing that is said of it."""

    def is_it(item: Node) -> bool:
        title = (
            next((v for k, v in item.value if k.value == "card"), item)
            if isinstance(item, MappingNode)
            else item
        )
        return (title.start_mark.line + 1, title.start_mark.column + 1) == at

    if isinstance(node, SequenceNode):
        if state is None:
            node.value = [item for item in node.value if not is_it(item)]
        for item in node.value:
            if state is not None and is_it(item):
                item.value = [(k, v) for k, v in item.value if k.value != state]
            take_out(item, at, state)
    elif isinstance(node, MappingNode):
        if state is None:
            node.value = [
                (k, v)
                for k, v in node.value
                if isinstance(v, SequenceNode) or k.value in ("card", "title") or not is_it(v)
            ]
        for _, value in node.value:
            if state is not None and is_it(value) and isinstance(value, MappingNode):
                value.value = [(k, v) for k, v in value.value if k.value != state]
            take_out(value, at, state)

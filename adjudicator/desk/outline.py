"""The table as the scenario's text puts it, every part with the path to where it is written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adjudicator.desk.edits import Path, plain
from adjudicator.game import Side
from adjudicator.scenario.read import SIDE_KEYS, Heap, Place, Placed, Scenario
from adjudicator.source import compose

Record = dict[str, Any]
ABOUT = ("aboard", "carries", "escorting", "stacked")


def outline(scenario: Scenario) -> Record:
    """What the page draws and edits: also of a scenario in which something is still wrong."""
    node = compose(scenario.file, scenario.text)[0].node
    written = plain(node) if node is not None else {}
    table = _mapping(written, "table") if isinstance(written, dict) else {}
    attempts = written.get("attempts") if isinstance(written, dict) else None
    return {
        "title": dict(scenario.title),
        "question": dict(scenario.question),
        "turn": scenario.turn,
        "phase": scenario.phase,
        "next": scenario.next,
        "locations": [
            _place(place, ("table", "locations", number))
            for number, place in enumerate(scenario.places)
        ],
        "sides": {str(side): _side(scenario, side) for side in Side},
        "before": [
            {"key": key, "path": ["table", key, number], "written": _line(item)}
            for key in ("stack", "just", "earlier this turn")
            for number, item in enumerate(_listed(table.get(key)))
        ],
        "attempts": [
            {"path": ["attempts", number], "line": _line(item), "written": item}
            for number, item in enumerate(attempts if isinstance(attempts, list) else ())
        ],
    }


def _place(place: Place, path: Path) -> Record:
    return {
        "path": list(path),
        "kind": place.kind,
        "title": place.name.text,
        "as": place.alias,
        "icons": dict(place.icons),
        "owner": place.owner,
        **{str(side): _cards(place.cards.get(side, ()), (*path, str(side))) for side in Side},
    }


def _side(scenario: Scenario, side: Side) -> Record:
    path: Path = ("table", str(side))
    return {
        "path": list(path),
        "table": _cards(scenario.sides.get(side, ()), (*path, "table")),
        "piles": {
            name: _heap(scenario.heaps.get((side, name)), (*path, name))
            for name in SIDE_KEYS
            if name != "table"
        },
    }


def _heap(heap: Heap | None, path: Path) -> Record:
    cards = [
        {**_bare((*path, number)), "destiny": card}
        if isinstance(card, int)
        else _card(card, (*path, number))
        for number, card in enumerate(heap.cards if heap else ())
    ]
    return {
        "path": list(path),
        "stated": heap is not None,
        "cards": cards,
        "more": heap.more if heap else None,
    }


def _cards(cards: Iterable[Placed], path: Path) -> list[Record]:
    return [_card(card, (*path, number)) for number, card in enumerate(cards)]


def _bare(path: Path) -> Record:
    return {"path": list(path), "title": "", "as": None, "marks": [], "seat": None, "inside": []}


def _card(card: Placed, path: Path) -> Record:
    marks = sorted(card.marks) + (["stolen"] if card.stolen else [])
    inside = [
        {**inner, "how": group}
        for group in ABOUT
        for inner in _cards(getattr(card, group), (*path, group))
    ]
    return {
        **_bare(path),
        "title": card.name.text,
        "as": card.alias,
        "marks": marks,
        "seat": card.seat,
        "inside": inside,
    }


def _mapping(written: Record, key: str) -> Record:
    found = written.get(key)
    return found if isinstance(found, dict) else {}


def _listed(written: Any) -> list[Any]:
    if isinstance(written, list):
        return written
    return [written] if written else []


def _line(item: Any) -> str:
    """An entry of a list on one line, as somebody would say it."""
    if isinstance(item, dict):
        told = (f"{key}: {_value(value)}" for key, value in item.items() if key not in _ASIDE)
        return "; ".join(told)
    return str(item)


_ASIDE = ("expect", "note", "todo")


def _value(value: Any) -> str:
    return ", ".join(map(_line, value)) if isinstance(value, list) else _line(value)

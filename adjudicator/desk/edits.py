"""What a tap on the desk changes in the text: a value set, an item put, moved or taken away.

The text stays the judge's: comments, layout and order of what is not touched remain. A path is
the keys and places that lead to a value, as in `("table", "locations", 0, "light", 1)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.regress.edit import Edit, Page, end_of
from adjudicator.scenario.read import LOCATION_KEYS, SIDE_KEYS, TABLE_KEYS, TOP_KEYS
from adjudicator.source import BadFile, Problem, Span, compose, said, span_of, yaml_text

Path = tuple[str | int, ...]
STACKED = frozenset({"table", "locations", "attempts", "cards", "stack", "just"})  # a line an item
_ORDERS = (TOP_KEYS, TABLE_KEYS, SIDE_KEYS, LOCATION_KEYS)
_PASSES = ("both pass", "light passes", "dark passes", "light goes on", "dark goes on")


class Change(NamedTuple):
    """One thing the judge did: the operation, where, and with what."""

    do: str
    path: Path
    value: Any = None
    to: Path = ()


def change(file: str, text: str, wanted: Change) -> str:
    """The text after a change; raises BadFile where it cannot be made."""
    match wanted.do:
        case "set":
            return _set(_Sheet(file, text), wanted.path, wanted.value)
        case "put":
            return _put(_Sheet(file, text), wanted.path, wanted.value)
        case "insert":
            *above, place = wanted.path
            return _insert(_Sheet(file, text), tuple(above), int(place), wanted.value)
        case "remove":
            return _remove(_Sheet(file, text), wanted.path)
        case "move":
            return _move(_Sheet(file, text), wanted.path, int(wanted.to[-1]))
        case "carry":
            return _carry(file, text, wanted.path, wanted.to)
    raise ValueError(wanted.do)


def plain(node: Node | None) -> Any:
    """What stands at a node, every scalar as it is written."""
    if isinstance(node, MappingNode):
        return {str(k.value): plain(v) for k, v in node.value if isinstance(k, ScalarNode)}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.value]
    return str(node.value) if node is not None else None


def attempt_in(line: str) -> Any:
    """An attempt typed on one line: `light plays: Sense; targets: A; targets: B`."""
    written: dict[str, Any] = {}
    for part in line.split(";"):
        key, colon, value = (piece.strip() for piece in part.partition(":"))
        if not colon and not written:
            return key
        if not key:
            continue
        value = value.strip("\"'")
        if key in written:
            before = written[key]
            written[key] = [*before, value] if isinstance(before, list) else [before, value]
        else:
            written[key] = value
    return written


class _Sheet(Page):
    """A scenario's text on the desk; one that is still empty is begun."""

    def __init__(self, file: str, text: str) -> None:
        if compose(file, text)[0].node is None and not _written(text):
            text = f"{text.rstrip()}\ntitle:\nattempts: []\n".lstrip("\n")
        super().__init__(file, text)
        self.file = file
        if not isinstance(self.top, MappingNode):
            raise self.refused(self.top, "a scenario must be a mapping (`key: value`)")

    def refused(self, node: Node | None, message: str) -> BadFile:
        place = span_of(node) if node is not None else Span(1, 1, 1, 1)
        return BadFile(
            [Problem(self.file, place, message, "edit", said("edit-the-text"))], self.text
        )

    # -- mappings --------------------------------------------------------------------------

    def keyed(self, mapping: MappingNode, key: str, value: Any) -> Edit:
        """An entry added where keys of its kind are wont to stand."""
        later = next((order for order in _ORDERS if key in order and _fits(mapping, order)), ())
        after = set(later[later.index(key) + 1 :]) if later else set()
        below = next((k for k, _ in mapping.value if k.value in after), None)
        if mapping.flow_style and not mapping.value:
            return Edit(mapping.start_mark.index, end_of(mapping), f"{{{key}: {yaml_text(value)}}}")
        if mapping.flow_style and below is not None:
            start = below.start_mark.index
            return Edit(start, start, f"{key}: {yaml_text(value)}, ")
        if mapping.flow_style:
            return self.with_entry(mapping, key, value)
        column = int(mapping.start_mark.column)
        lines = self.entry_lines(key, value, column)
        if below is not None:
            start = below.start_mark.index
            return Edit(start, start, f"{lines}{self.newline}{' ' * column}")
        name, last = mapping.value[-1]
        end = self.line_end(end_of(last, name))
        before = "" if self.text[:end].endswith("\n") else self.newline
        return Edit(end, end, f"{before}{' ' * column}{lines}{self.newline}")

    def entry_lines(self, key: str, value: Any, column: int) -> str:
        """A key with its value, without the first line's indent."""
        stands = key in STACKED and isinstance(value, dict | list) and value
        if not stands or (isinstance(value, list) and not any(isinstance(i, dict) for i in value)):
            return f"{yaml_text(key)}: {yaml_text(value)}"
        inner = column + 2
        return f"{yaml_text(key)}:{self.newline}{' ' * inner}{self.block(value, inner)}"

    def block(self, value: Any, column: int) -> str:
        """A value over several lines, without the first line's indent."""
        between = f"{self.newline}{' ' * column}"
        if isinstance(value, list):
            return between.join(f"- {self.block(item, column + 2)}" for item in value)
        if isinstance(value, dict):
            return between.join(self.entry_lines(k, v, column) for k, v in value.items())
        return yaml_text(value)

    # -- lists -----------------------------------------------------------------------------

    def added(self, sequence: SequenceNode, place: int, value: Any) -> Edit:
        """An item put before the one at a place, or at the end."""
        items = sequence.value
        if sequence.flow_style:
            if not items:
                return self.begun(sequence, value)
            if place >= len(items):
                end = end_of(items[-1])
                return Edit(end, end, f", {yaml_text(value)}")
            start = items[place].start_mark.index
            return Edit(start, start, f"{yaml_text(value)}, ")
        column = int(sequence.start_mark.column)
        lines = f"- {self.block(value, column + 2)}"
        if place == 0:
            start = self._dash(sequence, items[0])
            return Edit(start, start, f"{lines}{self.newline}{' ' * column}")
        end = self.line_end(end_of(items[min(place, len(items)) - 1]))
        before = "" if self.text[:end].endswith("\n") else self.newline
        return Edit(end, end, f"{before}{' ' * column}{lines}{self.newline}")

    def begun(self, node: Node, value: Any) -> Edit:
        """A first item where the list was empty: on lines of its own where it has keys."""
        start, end = node.start_mark.index, end_of(node)
        line = self._line_start(start)
        key = self.text[line:start].rstrip()
        if not isinstance(value, dict) or not key.endswith(":") or "{" in key:
            blank = "" if self.text[:start].endswith((" ", "[", "\n")) else " "
            return Edit(start, end, f"{blank}{yaml_text([value])}")
        column = len(key) - len(key.lstrip(" -")) + 2
        start = line + len(key)
        return Edit(start, end, f"{self.newline}{' ' * column}{self.block([value], column)}")

    def regions(self, sequence: SequenceNode) -> list[tuple[int, int]]:
        """The lines of each item of a block list, with the comments that stand above it."""
        ends = [self.line_end(end_of(item)) for item in sequence.value]
        first = self._line_start(self._dash(sequence, sequence.value[0]))
        return list(zip([first, *ends[:-1]], ends, strict=True))

    def line_end(self, index: int) -> int:
        """Where the next line begins."""
        if self.text[index - 1 : index] == "\n":
            return index
        found = self.text.find("\n", index)
        return len(self.text) if found < 0 else found + 1


def _written(text: str) -> bool:
    """Whether there is anything but comments and blank lines."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def _fits(mapping: MappingNode, order: Sequence[str]) -> bool:
    return all(k.value in order for k, _ in mapping.value)


def _is_nothing(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value == "" and not node.style


# -- set ------------------------------------------------------------------------------------


def _set(sheet: _Sheet, path: Path, value: Any) -> str:
    """A value for the key at the end of a path; None takes the key away."""
    *above, key = path
    node = sheet.at(*path)
    if value is None:
        return sheet.text if node is None else _remove(sheet, path)
    if node is not None:
        if _is_nothing(node):
            end = node.end_mark.index
            return sheet.edited([Edit(end, end, f" {yaml_text(value)}")])
        return sheet.edited([sheet.replaced(node, value)])
    return _grown(sheet, tuple(above), str(key), value)


def _grown(sheet: _Sheet, above: Path, key: str, value: Any) -> str:
    """An entry in a mapping, which is made first where it is missing."""
    holder = sheet.at(*above)
    if holder is None:
        *further, name = above
        if isinstance(name, int):
            raise sheet.refused(None, "there is nothing at that place any more")
        return _grown(sheet, tuple(further), str(name), {key: value})
    if isinstance(holder, MappingNode):
        return sheet.edited([sheet.keyed(holder, key, value)])
    if isinstance(holder, ScalarNode):
        return sheet.edited([_opened(sheet, holder, above, key, value)])
    raise sheet.refused(holder, f'"{key}" has no place in a list')


def _opened(sheet: _Sheet, node: ScalarNode, path: Path, key: str, value: Any) -> Edit:
    """A bare value gets keys: a card its `card:`, a pass its colon, an empty place its first."""
    if _is_nothing(node):
        end = node.end_mark.index
        line = sheet.text[sheet._line_start(end) : end]
        column = len(line) - len(line.lstrip(" -")) + 2
        lines = sheet.entry_lines(key, value, column)
        return Edit(end, end, f"{sheet.newline}{' ' * column}{lines}")
    written = " ".join(node.value.split())
    if path[:1] == ("attempts",):
        if written.casefold() not in _PASSES:
            raise sheet.refused(node, f'"{written}" is no attempt')
        column = int(node.start_mark.column)
        return Edit(
            node.start_mark.index,
            end_of(node),
            f"{written}:{sheet.newline}{' ' * column}{sheet.entry_lines(key, value, column)}",
        )
    return sheet.replaced(node, {"card": node.value, key: value})


# -- lists ----------------------------------------------------------------------------------


def _put(sheet: _Sheet, path: Path, value: Any) -> str:
    """An item at the end of the list at a path; of a pile, above the cards nobody named."""
    node = sheet.at(*path)
    if node is None:
        *above, key = path
        return _grown(sheet, tuple(above), str(key), [value])
    if _is_nothing(node):
        return sheet.edited([sheet.begun(node, value)])
    if isinstance(node, SequenceNode):
        if node.flow_style and not node.value:
            return sheet.edited([sheet.begun(node, value)])
        place = len(node.value)
        if place and _counts_cards(node.value[-1]):
            place -= 1
        return sheet.edited([sheet.added(node, place, value)])
    if isinstance(node, ScalarNode) and node.value.strip().isdigit():  # a pile told as a number
        more = int(node.value) - 1
        items = [value, f"{more} more"] if more > 0 else [value]
        return sheet.edited([sheet.replaced(node, items)])
    return sheet.edited([sheet.replaced(node, [plain(node), value])])


def _counts_cards(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.value.strip().split(" ")[-1] == "more"


def _insert(sheet: _Sheet, path: Path, place: int, value: Any) -> str:
    node = sheet.at(*path)
    if isinstance(node, SequenceNode) and node.value:
        return sheet.edited([sheet.added(node, min(place, len(node.value)), value)])
    return _put(sheet, path, value)


def _remove(sheet: _Sheet, path: Path) -> str:
    """An item or an entry taken away; a place at a location that holds nobody goes, too."""
    *above, last = path
    holder = sheet.at(*above)
    if holder is None or sheet.at(*path) is None:
        return sheet.text
    if isinstance(last, str):
        if isinstance(holder, MappingNode) and len(holder.value) > 1:
            return sheet.edited([sheet.without_entry(holder, last)])
        return _remove(sheet, tuple(above)) if above else sheet.text
    if isinstance(holder, SequenceNode) and len(holder.value) > 1:
        return sheet.edited([sheet.without_item(holder, last)])
    if above[-1] == "attempts" or above[-1] in SIDE_KEYS:  # nobody is there, and that is said
        return sheet.edited([_emptied(sheet, holder)])
    return _remove(sheet, tuple(above))


def _emptied(sheet: _Sheet, holder: Node) -> Edit:
    """An empty list in place of its only item."""
    if not isinstance(holder, SequenceNode) or holder.flow_style:
        return sheet.replaced(holder, [])
    start = sheet.text.rindex(":", 0, holder.start_mark.index) + 1
    kept = [sheet.text[a:b] for a, b in sheet.comments if start <= a < end_of(holder)]
    return Edit(start, end_of(holder), "".join([" []", *(f" {comment}" for comment in kept[:1])]))


def _move(sheet: _Sheet, path: Path, to: int) -> str:
    """An item of a list at another place of it."""
    *above, place = path
    node = sheet.at(*above)
    if not isinstance(node, SequenceNode) or not isinstance(place, int):
        return sheet.text
    order = list(range(len(node.value)))
    order.insert(max(0, min(to, len(order) - 1)), order.pop(place))
    if node.flow_style:
        spans = [(item.start_mark.index, end_of(item)) for item in node.value]
    else:
        spans = sheet.regions(node)
    parts = [sheet.text[start:end] for start, end in spans]
    if not node.flow_style:
        parts = [part if part.endswith("\n") else part + sheet.newline for part in parts]
    return sheet.edited(
        Edit(start, end, parts[new]) for (start, end), new in zip(spans, order, strict=True)
    )


def _carry(file: str, text: str, path: Path, to: Path) -> str:
    """An item taken from one list to the end of another."""
    sheet = _Sheet(file, text)
    if to[: len(path)] == path:
        raise sheet.refused(sheet.at(*path), "a card cannot be put on itself")
    there = sheet.at(*to)
    value = plain(sheet.at(*path))
    if there is sheet.at(*path[:-1]) or value is None:
        return text
    return _remove(_Sheet(file, _put(sheet, to, value)), path)

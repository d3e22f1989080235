"""A YAML text edited in place: values replaced, entries and items taken out, and every
comment and the whole layout around them kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.source import BadFile, Problem, compose, said, span_of, yaml_text


class Edit(NamedTuple):
    """Another text between two places, counted in characters."""

    start: int
    end: int
    text: str = ""
    among: tuple[tuple[int, int], ...] = ()  # an item to take out of these, with a comma


class Page:
    """A text with its nodes, ready to be edited."""

    def __init__(self, file: str, text: str) -> None:
        document, problems = compose(file, text)
        if document.node is None:
            raise BadFile(problems, text)
        if (shared := _shared(document.node)) is not None:
            message = said("a-file-with-aliases-cannot-be-edited")
            raise BadFile(
                [Problem(file, span_of(shared), message, "alias", said("write-it-out"))], text
            )
        self.text = text
        self.top: Node = document.node
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.comments = list(_comments(text, self.top))

    def edited(self, edits: Iterable[Edit]) -> str:
        """The text with all edits made; one inside of another that takes more away is idle."""
        done, place = [], 0
        for edit in sorted(self._cut(set(edits)), key=lambda e: (e.start, -e.end)):
            if edit.start >= place:
                done += [self.text[place : edit.start], edit.text]
                place = edit.end
        return "".join([*done, self.text[place:]])

    def _cut(self, edits: set[Edit]) -> Iterator[Edit]:
        """Items of one list on a line go together: each with one comma, none left over."""
        lists: dict[tuple[tuple[int, int], ...], set[tuple[int, int]]] = {}
        for edit in edits:
            if edit.among:
                lists.setdefault(edit.among, set()).add((edit.start, edit.end))
            else:
                yield edit
        for spans, out in lists.items():
            kept_before = False
            for place, (start, end) in enumerate(spans):
                if (start, end) not in out:
                    kept_before = True
                elif kept_before:
                    yield self._commented(spans[place - 1][1], end)
                else:
                    last = place + 1 == len(spans)
                    yield self._commented(start, end if last else spans[place + 1][0])

    def _commented(self, start: int, end: int) -> Edit:
        kept = " ".join(self.text[a:b].rstrip() for a, b in self.comments if start <= a < end)
        return Edit(start, end, f" {kept}{self.newline}" if kept else "")

    # -- finding -------------------------------------------------------------------------

    def entry(self, node: Node | None, key: str) -> tuple[Node, Node] | None:
        """The key and the value of a mapping's entry."""
        if isinstance(node, MappingNode):
            for name, value in node.value:
                if isinstance(name, ScalarNode) and name.value == key:
                    return name, value
        return None

    def at(self, *path: str | int) -> Node | None:
        """The node at the end of keys and places."""
        node: Node | None = self.top
        for step in path:
            if isinstance(step, int):
                items = node.value if isinstance(node, SequenceNode) else [node]
                node = items[step] if step < len(items) else None
            else:
                found = self.entry(node, step)
                node = found[1] if found else None
            if node is None:
                return None
        return node

    # -- editing -------------------------------------------------------------------------

    def replaced(self, node: Node, value: Any) -> Edit:
        """Another value in place of a node; comments inside of it move behind."""
        start, end = node.start_mark.index, end_of(node)
        text = yaml_text(value)
        if isinstance(node, CollectionNode) and not node.flow_style:
            colon = self._before(start)
            if self.text[colon - 1 : colon] == ":":  # a block goes up to its key's line
                start, text = colon, f" {text}"
        inside = [c for c in self.comments if start <= c[0] < end]
        if inside:
            text += " " + " ".join(self.text[a:b].rstrip() for a, b in inside)
            rest = self.text[end:].partition("\n")[0].strip()
            if rest and not rest.startswith("#"):  # else the comment would take it in
                text += self.newline + " " * (int(node.start_mark.column) + 2)
        return Edit(start, end, text)

    def _before(self, index: int) -> int:
        """Where what stands before a place ends, blanks and comments apart."""
        starts = {end: start for start, end in self.comments}
        while index in starts or self.text[index - 1 : index].isspace():
            index = starts.get(index, index - 1)
        return index

    def with_entry(self, mapping: Node, key: str, value: Any) -> Edit:
        """An entry added at the end of a mapping, in the mapping's own layout."""
        assert isinstance(mapping, MappingNode)
        name, last = mapping.value[-1]
        written = f"{key}: {yaml_text(value)}"
        if mapping.flow_style:
            end = end_of(last, name)
            return Edit(end, end, f", {written}")
        end = self._lines(name.start_mark.index, end_of(last, name)).end
        before = "" if self.text[:end].endswith("\n") else self.newline
        indent = " " * int(mapping.start_mark.column)
        return Edit(end, end, f"{before}{indent}{written}{self.newline}")

    def without_entry(self, mapping: Node, key: str) -> Edit:
        """An entry taken out of a mapping, its comments left as lines of their own."""
        assert isinstance(mapping, MappingNode)
        place = next(n for n, (k, _) in enumerate(mapping.value) if k.value == key)
        pairs = [(k, v) for k, v in mapping.value]
        if mapping.flow_style:
            spans = tuple((k.start_mark.index, end_of(v, k)) for k, v in pairs)
            return Edit(*spans[place], among=spans)
        name, value = pairs[place]
        return self._lines(name.start_mark.index, end_of(value, name))

    def without_entries(self, holder: Node, key: str, names: Iterable[str]) -> list[Edit]:
        """Entries taken out of the mapping that stands under a key; with the last one of
        them the key goes, too, since a block cannot be empty."""
        found = self.entry(holder, key)
        assert found is not None and isinstance(found[1], MappingNode)
        out = set(names)
        if out >= {name.value for name, _ in found[1].value}:
            return [self.without_entry(holder, key)]
        return [self.without_entry(found[1], name) for name in sorted(out)]

    def without_item(self, sequence: Node, place: int) -> Edit:
        """An item taken out of a list."""
        assert isinstance(sequence, SequenceNode)
        if sequence.flow_style:
            spans = tuple((item.start_mark.index, end_of(item)) for item in sequence.value)
            return Edit(*spans[place], among=spans)
        item = sequence.value[place]
        dash = self._dash(sequence, item)
        return self._lines(dash, end_of(item))

    def _dash(self, sequence: SequenceNode, item: Node) -> int:
        """Where the item's dash stands: in the column of the list, on its line or above."""
        column = sequence.start_mark.column
        start = self._line_start(item.start_mark.index)
        while self.text[start : start + column + 1].strip(" ") != "-":
            start = self._line_start(start - 1)
        return start + column

    def _line_start(self, index: int) -> int:
        return self.text.rfind("\n", 0, max(0, index)) + 1

    def _lines(self, start: int, end: int) -> Edit:
        """Whole lines taken out."""
        first = self._line_start(start)
        last = self.text.find(
            "\n", max(first, end - 1 if self.text[end - 1 : end] == "\n" else end)
        )
        stop = len(self.text) if last < 0 else last + 1
        indent = self.text[first:start]
        indent = indent if not indent.strip() else ""
        kept = [self.text[a:b].rstrip() for a, b in self.comments if first <= a < stop]
        return Edit(first, stop, "".join(f"{indent}{line}{self.newline}" for line in kept))


def end_of(node: Node, otherwise: Node | None = None) -> int:
    """Where a node's last character stands; a block's own mark lies beyond its comments."""
    if isinstance(node, ScalarNode):
        if node.value == "" and not node.style and otherwise is not None:
            return int(otherwise.end_mark.index) + 1  # nothing but the colon
        return int(node.end_mark.index)
    assert isinstance(node, CollectionNode)
    if node.flow_style or not node.value:
        return int(node.end_mark.index)
    last = node.value[-1]
    if isinstance(last, tuple):
        return max(end_of(last[1], last[0]), int(last[0].end_mark.index))
    return end_of(last)


def _shared(top: Node) -> Node | None:
    """A node that stands in two places: an edit in one would be an edit in both."""
    seen: set[int] = set()
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            return node
        seen.add(id(node))
        waiting += _below(node)
    return None


def _below(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [each for pair in node.value for each in pair]
    return node.value if isinstance(node, SequenceNode) else []


def _comments(text: str, top: Node) -> Iterator[tuple[int, int]]:
    """Every comment, from its sign to the end of its line."""
    written = sorted(_scalars(top))
    place = 0
    for match in re.finditer(r"(?m)(?:^|(?<=[ \t]))#[^\r\n]*", text):
        while place < len(written) and written[place][1] <= match.start():
            place += 1
        if place == len(written) or not written[place][0] <= match.start():
            yield match.span()


def _scalars(top: Node) -> Iterator[tuple[int, int]]:
    waiting = [top]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ScalarNode):
            yield node.start_mark.index, node.end_mark.index
        waiting += _below(node)

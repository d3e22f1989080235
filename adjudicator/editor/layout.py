"""A scenario's text set in order: indents of two, one blank where one is due, nothing at the end
of a line. Comments stay, and what is set has to say the very same as before, or it is left alone."""

from __future__ import annotations

import re

from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.source import compose

_STEP = 2


def laid_out(file: str, text: str) -> str:
    """The text in order; as it was where it cannot be read, or where anything would change."""
    node = compose(file, text)[0].node
    if node is None or "\t" in text:
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(newline)
    indents: dict[int, tuple[int, int]] = {}
    _walk(node, 0, indents, lines)
    moved = _moved(lines, indents)
    for after in (_tidied(moved), moved):
        whole = newline.join(after).rstrip("\r\n ") + newline
        if _same(compose(file, whole)[0].node, node) and _comments(whole) == _comments(text):
            return whole
    return text


def _walk(node: Node, column: int, indents: dict[int, tuple[int, int]], lines: list[str]) -> None:
    """Where the lines of block collections begin, and where they should."""
    if not isinstance(node, CollectionNode) or node.flow_style:
        return
    if isinstance(node, MappingNode):
        for key, value in node.value:
            _begins(key.start_mark.line, key.start_mark.column, column, indents)
            if value.start_mark.line > key.start_mark.line:
                if isinstance(value, ScalarNode) or value.flow_style:
                    first = value.start_mark
                    _begins(first.line, first.column, column + _STEP, indents)
                else:
                    _walk(value, column + _STEP, indents, lines)
    elif isinstance(node, SequenceNode):
        for item in node.value:
            line = item.start_mark.line
            dash = node.start_mark.column
            while line > 0 and lines[line][: dash + 1].strip(" ") != "-":
                line -= 1
            _begins(line, dash, column, indents)
            _walk(item, column + _STEP, indents, lines)


def _begins(line: int, column: int, wanted: int, indents: dict[int, tuple[int, int]]) -> None:
    indents.setdefault(line, (column, wanted))


def _moved(lines: list[str], indents: dict[int, tuple[int, int]]) -> list[str]:
    """Each line where it belongs: comments with what stands below them, what goes on over several
    lines with where it began."""
    out: list[str] = []
    shift = 0
    for number, line in enumerate(lines):
        bare = line.lstrip(" ")
        column = len(line) - len(bare)
        if number in indents and indents[number][0] == column:
            wanted = indents[number][1]
            shift = wanted - column
        elif bare.startswith("#"):
            below = next((n for n in range(number, len(lines)) if n in indents), None)
            if below is not None and indents[below][0] == column:
                out.append(" " * indents[below][1] + bare)
                continue
            wanted = max(0, column + shift)
        else:
            wanted = max(0, column + shift) if bare else 0
        if number in indents and re.match(r"-( {2,})\S", bare):
            bare = "- " + bare[1:].lstrip(" ")
        out.append(" " * wanted + bare)
    return out


def _tidied(lines: list[str]) -> list[str]:
    """Nothing at the end of a line, and never two empty lines."""
    out: list[str] = []
    for line in (line.rstrip(" ") for line in lines):
        if line or not out or out[-1]:
            out.append(line)
    return out


def _same(one: Node | None, other: Node | None) -> bool:
    if isinstance(one, ScalarNode) and isinstance(other, ScalarNode):
        return (one.value, one.tag) == (other.value, other.tag)
    if isinstance(one, SequenceNode) and isinstance(other, SequenceNode):
        return len(one.value) == len(other.value) and all(map(_same, one.value, other.value))
    if isinstance(one, MappingNode) and isinstance(other, MappingNode):
        return len(one.value) == len(other.value) and all(
            _same(key, key_) and _same(value, value_)
            for (key, value), (key_, value_) in zip(one.value, other.value, strict=True)
        )
    return False


def _comments(text: str) -> list[str]:
    """What is said in comments, as far as that can be told without reading them as YAML."""
    return [line.partition("#")[2].strip() for line in text.splitlines() if "#" in line]

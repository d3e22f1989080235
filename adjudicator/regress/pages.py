"""A report as text, Markdown or HTML: headings, lines, lists and tables, and nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import NamedTuple

from adjudicator.ruling.layout import markdown, plain

FORMATS = ("text", "markdown", "html", "json")
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse}td,th{border-bottom:1px solid #ccc;padding:.2rem .6rem;"
    "text-align:left;vertical-align:top}td.n{text-align:right}ul{padding-left:1.2rem}"
    "@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}"
)


class Heading(NamedTuple):
    text: str
    level: int = 2


class Line(NamedTuple):
    text: str


class Bullets(NamedTuple):
    items: tuple[str, ...]


class Grid(NamedTuple):
    """A table; numbers stand to the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


Block = Heading | Line | Bullets | Grid


def render(blocks: Sequence[Block], form: str) -> str:
    if form == "html":
        return _html(blocks)
    each = _as_markdown if form == "markdown" else _as_text
    return "\n\n".join("\n".join(each(block)) for block in blocks) + "\n"


def _as_text(block: Block) -> Iterable[str]:
    match block:
        case Heading(text=text, level=level):
            yield plain(text)
            yield ("=" if level == 1 else "-") * len(plain(text))
        case Line(text=text):
            yield plain(text)
        case Bullets(items=items):
            for item in items:
                first, *more = plain(item).split("\n")
                yield f"- {first}"
                yield from (f"  {line}" for line in more)
        case Grid(head=head, rows=rows):
            written = [[plain(cell) for cell in row] for row in (head, *rows)]
            widths = [max(len(row[n]) for row in written) for n in range(len(head))]
            for place, row in enumerate(written):
                source = rows[place - 1] if place else head
                cells = [
                    text.rjust(width) if _is_number(rows, n, source[n]) else text.ljust(width)
                    for n, (text, width) in enumerate(zip(row, widths, strict=True))
                ]
                yield "  ".join(cells).rstrip()


def _is_number(rows: Sequence[Sequence[str | int]], column: int, cell: str | int) -> bool:
    """Also a head above numbers stands to the right."""
    return isinstance(cell, int) or bool(rows and isinstance(rows[0][column], int))


def _as_markdown(block: Block) -> Iterable[str]:
    match block:
        case Heading(text=text, level=level):
            yield f"{'#' * level} {markdown(text)}"
        case Line(text=text):
            yield markdown(text)
        case Bullets(items=items):
            for item in items:
                first, *more = item.split("\n")
                yield f"- {markdown(first)}"
                yield from (f"  <br>{markdown(line)}" for line in more)
        case Grid(head=head, rows=rows):
            yield "| " + " | ".join(markdown(cell) for cell in head) + " |"
            numbers = [bool(rows) and isinstance(cell, int) for cell in (rows[0] if rows else head)]
            yield "|" + "|".join(" ---: " if number else " --- " for number in numbers) + "|"
            for row in rows:
                yield "| " + " | ".join(markdown(cell) for cell in row) + " |"


def _html(blocks: Sequence[Block]) -> str:
    title = next((b.text for b in blocks if isinstance(b, Heading)), "adjudicator")
    body = "\n".join(line for block in blocks for line in _as_html(block))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_escaped(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"{body}\n</body>\n</html>\n"
    )


def _as_html(block: Block) -> Iterable[str]:
    match block:
        case Heading(text=text, level=level):
            yield f"<h{level}>{_escaped(text)}</h{level}>"
        case Line(text=text):
            yield f"<p>{_escaped(text)}</p>"
        case Bullets(items=items):
            yield "<ul>"
            yield from (f"<li>{_escaped(item)}</li>" for item in items)
            yield "</ul>"
        case Grid(head=head, rows=rows):
            yield "<table>"
            cells = "".join(f'<th scope="col">{_escaped(cell)}</th>' for cell in head)
            yield f"<thead><tr>{cells}</tr></thead>\n<tbody>"
            for row in rows:
                cells = "".join(
                    f'<td class="n">{cell}</td>'
                    if isinstance(cell, int)
                    else f"<td>{_escaped(cell)}</td>"
                    for cell in row
                )
                yield f"<tr>{cells}</tr>"
            yield "</tbody></table>"


def _escaped(text: object) -> str:
    return html.escape(plain(text)).replace("\n", "<br>")


def posix(file: str) -> str:
    """A path with forward slashes everywhere, so that reports are the same bytes."""
    return PurePath(file).as_posix()


def percent(part: int, whole: int) -> str:
    """Never rounded up: 100.0 % means all of them."""
    tenths = 1000 * part // whole if whole else 1000
    return f"{tenths // 10}.{tenths % 10} %"

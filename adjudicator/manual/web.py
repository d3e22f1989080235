"""The manual's Markdown as HTML: what our own pages use of it, and no more.

Whatever stands in a page is escaped; links lead to other pages of the manual, or nowhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape

from adjudicator.manual.pages import Page, names, pages
from adjudicator.speech import language as spoken

_SPAN = re.compile(
    r"(?P<ticks>`+)(?P<code>.+?)(?P=ticks)|!\[(?P<alt>[^\]]*)\]\([^)]*\)"
    r"|\[(?P<text>[^\]]+)\]\((?P<target>[^)\s]+)\)|\*\*(?P<bold>.+?)\*\*|\*(?P<lean>[^*\s](?:[^*]*[^*\s])?)\*"
)
_ITEM = re.compile(r"^- (.*)$")
Leads = Callable[[str], str | None]  # where a page of the manual is; None: nowhere


def anchor(heading: str) -> str:
    return re.sub(r"[^\w]+", "-", heading.casefold()).strip("-")


def html(text: str, leads: Leads, under: int = 0, prefix: str = "") -> str:
    """A page's Markdown; headings come `under` so many others."""
    return "\n".join(_blocks(text.split("\n"), leads, under, prefix))


def _blocks(lines: list[str], leads: Leads, under: int, prefix: str) -> Iterator[str]:
    place = 0
    while place < len(lines):
        line = lines[place]
        if line.startswith("```"):
            end = next(
                (n for n in range(place + 1, len(lines)) if lines[n].startswith("```")), len(lines)
            )
            code = "\n".join(lines[place + 1 : end])
            yield f'<pre tabindex="0"><code>{escape(code)}</code></pre>'
            place = end + 1
        elif line.startswith("    ") and line.strip():
            end = place
            while end < len(lines) and lines[end].startswith("    "):
                end += 1
            yield (
                "<pre><code>" + escape("\n".join(x[4:] for x in lines[place:end])) + "</code></pre>"
            )
            place = end
        elif found := re.match(r"(#{1,4}) (.*)", line):
            level = min(6, len(found[1]) + under)
            name = f"{prefix}{anchor(found[2])}"
            yield f'<h{level} id="{escape(name)}">{_spans(found[2], leads)}</h{level}>'
            place += 1
        elif line.startswith("|"):
            end = place
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            yield _table(lines[place:end], leads)
            place = end
        elif _ITEM.match(line) or re.match(r"\d+\. ", line):
            ordered = not line.startswith("-")
            items, place = _items(lines, place)
            tag = "ol" if ordered else "ul"
            told = "".join(f"<li>{_spans(item, leads)}</li>\n" for item in items)
            yield f"<{tag}>\n{told}</{tag}>"
        elif line.strip():
            end = place
            while (
                end < len(lines) and lines[end].strip() and not re.match(r"```|#|\||- ", lines[end])
            ):
                end += 1
            end = max(end, place + 1)
            if said := _spans(" ".join(lines[place:end]), leads).strip():
                yield f"<p>{said}</p>"
            place = end
        else:
            place += 1


def _items(lines: list[str], place: int) -> tuple[list[str], int]:
    """Items with the lines that go on with them."""
    items: list[str] = []
    while place < len(lines) and lines[place].strip():
        begun = re.match(r"(?:- |\d+\. )(.*)", lines[place])
        if begun:
            items.append(begun[1])
        elif lines[place].startswith(" ") and items:
            items[-1] += " " + lines[place].strip()
        else:
            break
        place += 1
    return items, place


def _table(lines: list[str], leads: Leads) -> str:
    rows = [
        [c.replace("\\|", "|").strip() for c in re.split(r"(?<!\\)\|", x.strip()[1:-1])]
        for x in lines
    ]
    head, body = rows[0], rows[2:]
    told = "".join(f'<th scope="col">{_spans(cell, leads)}</th>' for cell in head)
    out = "".join(
        "<tr>" + "".join(f"<td>{_spans(cell, leads)}</td>" for cell in row) + "</tr>\n"
        for row in body
    )
    return (
        '<div class="scroll" tabindex="0"><table>\n'
        f"<thead><tr>{told}</tr></thead>\n<tbody>\n{out}</tbody></table></div>"
    )


def _spans(text: str, leads: Leads) -> str:
    out, place = [], 0
    for match in _SPAN.finditer(text):
        out.append(escape(text[place : match.start()]))
        place = match.end()
        if match["code"] is not None:
            out.append(f"<code>{escape(match['code'])}</code>")
        elif match["text"] is not None:
            out.append(_link(match["text"], match["target"], leads))
        elif match["bold"] is not None:
            out.append(f"<strong>{_spans(match['bold'], leads)}</strong>")
        elif match["lean"] is not None:
            out.append(f"<em>{_spans(match['lean'], leads)}</em>")
    return "".join([*out, escape(text[place:])])


def _link(text: str, target: str, leads: Leads) -> str:
    name = target.partition("#")[0].rpartition("/")[2].removesuffix(".md")
    href = leads(name) if name in names() else None
    said = _spans(text, leads)
    return f'<a href="{escape(href)}">{said}</a>' if href is not None else said


def whole(language: str, of: tuple[str, ...] | None = None) -> str:
    """Pages of the manual one after the other, as a page that needs nothing else."""
    listed = [page for page in pages(language) if of is None or page.name in of]
    there = {page.name for page in listed}

    def leads(name: str) -> str | None:
        return f"#{name}" if name in there else None

    title = escape(spoken(language).plain("manual")["book title"])
    way = "".join(f'<li><a href="#{page.name}">{escape(page.title)}</a></li>\n' for page in listed)
    body = "".join(_section(page, language, leads) for page in listed)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">\n"
        f'<link rel="icon" href="data:,">\n<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n'
        f"<body>\n<main>\n<h1>{title}</h1>\n<nav><ul>\n{way}</ul></nav>\n{body}</main>\n</body>\n</html>\n"
    )


def _section(page: Page, language: str, leads: Leads) -> str:
    other = f' lang="{page.language}"' if page.language != language else ""
    said = html(page.text, leads, 1, f"{page.name}--")
    return f'<section id="{page.name}"{other}>\n{said}\n</section>\n'


_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.55 Georgia, "Times New Roman", serif; margin: 0; }
main { max-width: 46rem; margin: 0 auto; padding: 1rem; }
h1, h2, h3, h4 { font-family: system-ui, sans-serif; line-height: 1.25; }
h2 { margin-top: 3rem; }
pre { overflow-x: auto; border: 1px solid #8888; border-radius: .4rem; padding: .8rem; }
code { font-size: .88em; }
table { border-collapse: collapse; } .scroll { overflow-x: auto; }
th, td { text-align: left; vertical-align: top; border-bottom: 1px solid #8888; padding: .3rem .6rem .3rem 0; }
"""

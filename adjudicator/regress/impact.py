"""Two rule sets side by side: which rulings would change, and how far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.edition.changes import Change
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.edition.telling import told
from adjudicator.engine.replay import replay
from adjudicator.regress.cases import name_of, written
from adjudicator.regress.pages import Block, Bullets, Heading, Line, posix
from adjudicator.regress.reasons import sentences
from adjudicator.ruling.compose import compose
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk
from adjudicator.speech import LANGUAGES

FORMAT = "adjudicator-impact/1"
VERDICT, TABLE, REASON, WORDING, NONE = "verdict", "table", "reason", "wording", "unaffected"
HEADINGS = {
    VERDICT: "Verdict or answer changed",
    TABLE: "Same verdicts, another table",
    REASON: "Same verdict for another reason",
    WORDING: "Only wording changed",
}
Record = dict[str, Any]


class Affected(NamedTuple):
    """How a scenario's ruling changes, from the first attempt that differs."""

    file: str
    title: str
    change: str
    attempt: int = 0
    name: str = ""
    line: int = 0
    verdicts: tuple[str, str] = ("", "")
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()  # what lies otherwise on the table


def impact(desk: Desk, other: Desk, boards: Iterable[Board], lang: str = "en") -> list[Affected]:
    """Every scenario ruled on twice, in the order given."""
    return [_compared(desk, other, board, lang) for board in boards]


def idle(
    desk: Desk, edition: Edition, boards: Sequence[Board], found: Iterable[Affected]
) -> list[Change]:
    """The changes that make no difference to any ruling, not even in its words."""
    changes = list(edition.changes)
    if len(changes) == 1:
        return [] if any(a.change != NONE for a in found) else changes
    out = []
    for change in changes:
        other = desk.under(SHIPPED.with_changes(change))
        if all(_compared(desk, other, board, "en").change == NONE for board in boards):
            out.append(change)
    return out


def _compared(desk: Desk, other: Desk, board: Board, lang: str) -> Affected:
    steps = replay(board, desk.book), replay(board, other.book)
    one, two = (
        compose(board, at.book, done, at.glossary, full=True, tries=False)["steps"]
        for at, done in zip((desk, other), steps, strict=True)
    )
    title = board.scenario.title.get(lang, "")
    same = Affected(posix(board.scenario.file), title, NONE)
    for change, view in ((VERDICT, _verdict), (TABLE, _table), (REASON, _reason)):
        for before, after in zip(one, two, strict=True):
            if view(before) != view(after):
                return _told(same, change, board, desk, other, before, after, lang)
    for before, after in zip(one, two, strict=True):
        if any(
            sentences(desk, before, each) != sentences(other, after, each) for each in LANGUAGES
        ):
            return _told(same, WORDING, board, desk, other, before, after, lang)
    return same


def _told(
    same: Affected,
    change: str,
    board: Board,
    desk: Desk,
    other: Desk,
    before: Record,
    after: Record,
    lang: str,
) -> Affected:
    number = before["number"]
    attempt = next(a for a in board.scenario.attempts if a.number == number)
    return same._replace(
        change=change,
        attempt=number,
        name=name_of(attempt),
        line=attempt.span.line,
        verdicts=(_word(before), _word(after)),
        before=tuple(sentences(desk, before, lang)),
        after=tuple(sentences(other, after, lang)),
        tables=tuple(_differences(before["table"], after["table"])) if change == TABLE else (),
    )


def _differences(one: Any, two: Any, path: str = "") -> Iterator[str]:
    """What two tables do not share, named by the way to it."""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in dict.fromkeys((*one, *two)):
            yield from _differences(one.get(key), two.get(key), f"{path}, {key}" if path else key)
    elif one != two:
        yield f"{path}: {_short(one)} → {_short(two)}"


def _short(value: Any) -> str:
    if isinstance(value, dict):
        named = [v for k, v in value.items() if k in ("card", "location", "action", "size")]
        return " ".join(written(v) for v in named) or written(value)
    if isinstance(value, list):
        return "[" + ", ".join(_short(item) for item in value) + "]"
    return written(value)


def _word(step: Record) -> str:
    """The verdict, or what a question was answered."""
    if step["answer"] is not None:
        return str(written(step["answer"]["value"]))
    return str(step["verdict"])


def _verdict(step: Record) -> Any:
    answer = step["answer"] and step["answer"]["value"]
    return step["verdict"], step["backed_up_by"], answer


def _table(step: Record) -> Any:
    return step["table"], step["outcome"], step["unpaid"]


def _reason(step: Record) -> Any:
    said = [(r["role"], r["clause"], r.get("despite", {}).get("clause")) for r in step["reasons"]]
    answer = step["answer"] or {"reasons": (), "terms": ()}
    asked = [r["clause"] for r in (*answer["reasons"], *answer["terms"])]
    return said, asked, step["ground"], step["unknown"] and step["unknown"]["question"]


# -- told ------------------------------------------------------------------------------------


def blocks(affected: Sequence[Affected], edition: Edition, lang: str) -> list[Block]:
    groups = {kind: [a for a in affected if a.change == kind] for kind in (*HEADINGS, NONE)}
    words = {VERDICT: "verdict", TABLE: "table", REASON: "reason", WORDING: "wording"}
    counts = ", ".join(f"{len(groups[kind])} {word}" for kind, word in words.items())
    out: list[Block] = [
        Heading("Impact", 1),
        Bullets(_changes(edition, lang)),
        Line(f"{len(affected)} scenarios: {counts}, {len(groups[NONE])} unaffected"),
    ]
    for kind, heading in HEADINGS.items():
        if groups[kind]:
            out += [Heading(heading), Bullets(tuple(_bullet(a) for a in groups[kind]))]
    return out


def _bullet(affected: Affected) -> str:
    verdicts = " → ".join(dict.fromkeys(affected.verdicts))
    lines = [
        f"{affected.file}:{affected.line}: {affected.title}",
        f"attempt {affected.attempt}, {affected.name}: {verdicts}",
    ]
    for label, said in (("before:", affected.before), ("after: ", affected.after)):
        lines += [f"{label} {one}" for one in said or ("nothing is said of it",)]
    lines += [f"table:  {difference}" for difference in affected.tables]
    return "\n".join(lines)


def _changes(edition: Edition, lang: str) -> tuple[str, ...]:
    cards = [title for layer in edition.layers for title in layer.cards.titles]
    return (*(told(change, lang) for change in edition.changes), *cards)


def record(affected: Sequence[Affected], edition: Edition) -> Record:
    """What `--format json` prints."""
    return {
        "format": FORMAT,
        "changes": list(_changes(edition, "en")),
        "scenarios": [
            {
                "file": a.file,
                "title": a.title,
                "change": a.change,
                "attempt": a.attempt or None,
                "line": a.line or None,
                "verdict": {"before": a.verdicts[0], "after": a.verdicts[1]} if a.attempt else None,
                "before": list(a.before),
                "after": list(a.after),
                "tables": list(a.tables),
            }
            for a in affected
        ],
    }

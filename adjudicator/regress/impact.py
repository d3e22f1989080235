"""Two rule sets side by side: which rulings would change, and how far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.edition.changes import Change
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.edition.telling import told
from adjudicator.engine.replay import replay
from adjudicator.regress.cases import name_of, written
from adjudicator.regress.pages import Block, Bullets, Heading, Line, posix
from adjudicator.regress.reasons import sentences
from adjudicator.ruling.compose import compose
from adjudicator.ruling.ruling import Step
from adjudicator.scenario.setup import Board, set_up
from adjudicator.session import Desk
from adjudicator.speech import LANGUAGES, Slot, language

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
    cause: tuple[str, str] = ("otherwise", "")  # by, or no longer by, which clause


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


class Ruled(NamedTuple):
    """A scenario under one set of rules: its steps, and how they are told."""

    steps: list[Step]
    tell: Callable[[Step, str], list[str]]  # of a step, in a language


def ruled(desk: Desk, board: Board) -> Ruled:
    """Under the rules of a desk, with its cards."""
    if board.library is not desk.library:
        board, _ = set_up(board.scenario, desk.library)
    done = replay(board, desk.book)
    steps = compose(board, desk.book, done, desk.glossary, full=True, tries=False)["steps"]
    return Ruled(steps, lambda step, lang: sentences(desk, step, lang))


def _compared(desk: Desk, other: Desk, board: Board, lang: str) -> Affected:
    return compared(board, ruled(desk, board), ruled(other, board), lang)


def compared(board: Board, one: Ruled, two: Ruled, lang: str) -> Affected:
    """How far two rulings on a scenario differ, from the first attempt where they do."""
    title = board.scenario.title.get(lang, "")
    same = Affected(posix(board.scenario.file), title, NONE)
    for change, view in ((VERDICT, _verdict), (TABLE, _table), (REASON, _reason)):
        for before, after in zip(one.steps, two.steps, strict=True):
            if view(before) != view(after):
                return _told(same, change, board, one, two, before, after, lang)
    for before, after in zip(one.steps, two.steps, strict=True):
        if any(one.tell(before, each) != two.tell(after, each) for each in LANGUAGES):
            return _told(same, WORDING, board, one, two, before, after, lang)
    return same


def _told(
    same: Affected,
    change: str,
    board: Board,
    one: Ruled,
    two: Ruled,
    before: Step,
    after: Step,
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
        before=tuple(one.tell(before, lang)),
        after=tuple(two.tell(after, lang)),
        tables=tuple(_differences(before["table"], after["table"])) if change == TABLE else (),
        cause=_cause(before, after),
    )


def _cause(before: Step, after: Step) -> tuple[str, str]:
    """The clause that came, or went: what stands in the way first, then what lifts or answers."""
    was, now = list(_clauses(before)), list(_clauses(after))
    come, gone = [c for c in now if c not in was], [c for c in was if c not in now]
    for how, found in (("by", come), ("no longer by", gone)):
        if refusing := [clause for role, clause in found if role == "against"]:
            return how, refusing[0]
    for how, found in (("by", come), ("no longer by", gone)):
        if found:
            return how, found[0][1]
    return "otherwise", ""


def _clauses(step: Step) -> Iterator[tuple[str, str]]:
    for reason in step["reasons"]:
        yield reason["role"], reason["clause"]
    answer = step["answer"] or {"reasons": (), "terms": ()}
    for said in (*answer["reasons"], *answer["terms"]):
        yield "answer", said["clause"]


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


def _word(step: Step) -> str:
    """The verdict, or what a question was answered."""
    if step["answer"] is not None:
        return str(written(step["answer"]["value"]))
    return str(step["verdict"])


def _verdict(step: Step) -> object:
    answer = step["answer"] and step["answer"]["value"]
    return step["verdict"], step["backed_up_by"], answer


def _table(step: Step) -> object:
    return step["table"], step["outcome"], step["unpaid"]


def _reason(step: Step) -> object:
    said = [(r["role"], r["clause"], r.get("despite", {}).get("clause")) for r in step["reasons"]]
    answer = step["answer"] or {"reasons": (), "terms": ()}
    asked = [r["clause"] for r in (*answer["reasons"], *answer["terms"])]
    return said, asked, step["ground"], step["unknown"] and step["unknown"]["question"]


# -- told ------------------------------------------------------------------------------------


def blocks(affected: Sequence[Affected], changes: Sequence[str], lang: str) -> list[Block]:
    """The report; what flips comes first, grouped by cause."""
    groups = {kind: [a for a in affected if a.change == kind] for kind in (*HEADINGS, NONE)}
    words = {VERDICT: "verdict", TABLE: "table", REASON: "reason", WORDING: "wording"}
    counts = ", ".join(f"{len(groups[kind])} {word}" for kind, word in words.items())
    out: list[Block] = [
        Line(headline(affected, lang)),
        Heading("Impact", 1),
        Bullets(tuple(changes)),
        Line(f"{len(affected)} scenarios: {counts}, {len(groups[NONE])} unaffected"),
    ]
    for kind, heading in HEADINGS.items():
        for number, (cause, found) in enumerate(_by_cause(groups[kind])):
            out += [Heading(heading)] if number == 0 else []
            if kind in (VERDICT, TABLE, REASON):
                out.append(Line(f"{_said(lang, cause, len(found))}:"))
            out.append(Bullets(tuple(_bullet(a) for a in found)))
    return out


def headline(affected: Iterable[Affected], lang: str) -> str:
    """How many rulings flip, and for what."""
    flipped = [a for a in affected if a.change == VERDICT]
    if not flipped:
        return language(lang).told("impact", "none")
    whys = ", ".join(_said(lang, cause, len(found)) for cause, found in _by_cause(flipped))
    spoken = language(lang)
    number = Slot("number", len(flipped)) if len(flipped) > 1 else Slot("number", None)
    why = Slot("word", f"{spoken.plain('labels')['colon']} {whys}.")
    return spoken.told("impact", "flips", number=number, why=why)


def _by_cause(affected: Iterable[Affected]) -> list[tuple[tuple[str, str], list[Affected]]]:
    """Those with most rulings first."""
    groups: dict[tuple[str, str], list[Affected]] = {}
    for one in affected:
        groups.setdefault(one.cause, []).append(one)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))


def _said(lang: str, cause: tuple[str, str], number: int) -> str:
    """So many by a clause; some have words of their own."""
    how, clause = cause
    spoken = language(lang)
    slots = {"number": Slot("number", number), "clause": Slot("word", clause)}
    own = spoken.say("impact", clause, slots) if how == "by" else None
    return own or spoken.told("impact", how, **slots)


def changes_of(edition: Edition, lang: str) -> tuple[str, ...]:
    """What an edition has otherwise, line by line."""
    cards = [title for layer in edition.layers for title in layer.cards.titles]
    return (*(told(change, lang) for change in edition.changes), *cards)


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


def record(affected: Sequence[Affected], changes: Sequence[str]) -> Record:
    """What `--format json` prints."""
    return {
        "format": FORMAT,
        "headline": headline(affected, "en"),
        "changes": list(changes),
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
                "cause": {"how": a.cause[0], "clause": a.cause[1] or None},
            }
            for a in affected
        ],
    }

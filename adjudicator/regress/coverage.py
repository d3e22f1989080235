"""For every clause: in how many scenarios it spoke, decided, and was asked in vain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from adjudicator.cards.load import bound_clauses, card_texts
from adjudicator.engine.judge import Step
from adjudicator.game import Verdict
from adjudicator.regress.pages import Block, Bullets, Grid, Heading, Line, percent, posix
from adjudicator.regress.plays import Play
from adjudicator.rules.describing import follows
from adjudicator.session import Desk
from adjudicator.state.events import Initiated

FORMAT = "adjudicator-coverage/1"
TEXT = "text"  # in place of a verb: a card's text


class Covered(NamedTuple):
    """One clause and the scenarios in which it did something, or did not."""

    clause: str
    verb: str
    spoke: tuple[str, ...]
    decided: tuple[str, ...]
    silent: tuple[str, ...]

    @property
    def both_ways(self) -> bool:
        return bool(self.decided and self.silent)


def coverage(plays: Iterable[Play], desk: Desk, texts: bool = True) -> list[Covered]:
    """Acting clauses in their order, then the library's card texts."""
    library, missing = desk.library, desk.book.without
    verbs = {rule.clause: rule.verb for rule in desk.book.rules if rule.clause not in missing}
    for bound in bound_clauses(library):
        if bound in missing:
            continue
        found = desk.glossary.clause(bound)
        verbs.setdefault(bound, found.acts if found is not None and found.acts else TEXT)
    if texts:
        verbs |= {text: TEXT for text in card_texts(library) if text not in missing}
    spoke: dict[str, list[str]] = {}
    decided: dict[str, list[str]] = {}
    silent: dict[str, list[str]] = {}
    for play in plays:
        tried = set(_tried(play.steps))
        for clause in sorted(tried | {c for c in play.notes.spoke if verbs.get(c) != TEXT}):
            spoke.setdefault(clause, []).append(play.file)
        for clause in sorted(set(_decided(play, verbs))):
            decided.setdefault(clause, []).append(play.file)
        for clause in sorted(play.notes.silent | set(_refused_texts(play.steps))):
            silent.setdefault(clause, []).append(play.file)
    return [
        Covered(
            clause, verb, *(tuple(map(posix, by.get(clause, ()))) for by in (spoke, decided, silent))
        )
        for clause, verb in sorted(verbs.items(), key=lambda item: (item[1] == TEXT, item[0]))
    ]  # fmt: skip


def _tried(steps: Iterable[Step]) -> Iterator[str]:
    """Texts that somebody tried to use, or that came by themselves."""
    for step in steps:
        if step.intent is not None and step.intent.text is not None:
            yield step.intent.text.clause
    yield from _automatic(steps)


def _decided(play: Play, verbs: dict[str, str]) -> Iterator[str]:
    """Clauses on which a verdict, an answer, a number or what happened rests."""
    yield from (c for c in play.notes.counted if verbs.get(c) not in ("forbids", "permits"))
    for step in play.steps:
        if step.verdict in (Verdict.ILLEGAL, Verdict.BACKED_UP) and step.against:
            yield step.against[0].clause
        if step.verdict is Verdict.LEGAL:
            yield from (finding.clause for finding in step.lifting)
            if step.intent is not None and step.intent.text is not None:
                yield step.intent.text.clause
                yield from step.intent.text.done()
                yield from _moment(step)
        if step.answer is not None:
            yield from (finding.clause for finding in step.answer.findings)
            terms = step.answer.sum.terms if step.answer.sum is not None else ()
            yield from (term.clause for term in terms)
        yield from (finding.clause for finding in step.grounds)
        for event in step.events:
            if clause := getattr(event, "clause", None):
                yield clause
    yield from _automatic(play.steps)
    for step in play.steps:
        for event in step.events:
            if isinstance(event, Initiated) and event.action.automatic and event.action.text:
                text = event.action.text
                named = [text.when.clause, *(p.clause for p in text.when.just)]
                named += [op.clause for op in text.conditions]
                yield from (clause for clause in named if clause)
                yield from text.done()


def _moment(step: Step) -> Iterator[str]:
    """The clause that gives the moment which a "just" text has followed."""
    intent = step.intent
    if intent is None or intent.text is None or intent.follows is None:
        return
    for pattern in intent.text.when.just:
        if pattern.clause and follows(
            step.before, pattern, intent.follows, intent.player, intent.card
        ):
            yield pattern.clause


def _automatic(steps: Iterable[Step]) -> Iterator[str]:
    """Texts that came by themselves."""
    for step in steps:
        for event in step.events:
            if isinstance(event, Initiated) and event.action.automatic and event.clause:
                yield event.clause
                yield from event.action.text.done() if event.action.text is not None else ()


def _refused_texts(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        if step.verdict is Verdict.ILLEGAL and step.intent and step.intent.text:
            yield step.intent.text.clause


# -- told ------------------------------------------------------------------------------------


class Share(NamedTuple):
    decided: int
    number: int

    def is_under(self, asked: float) -> bool:
        """Exactly, so that 99.99 is under 100 however it is shown."""
        return self.decided * 100 < asked * self.number


def share(covered: Iterable[Covered], texts: bool = False) -> Share:
    kept = [c for c in covered if (c.verb == TEXT) is texts]
    return Share(sum(bool(c.decided) for c in kept), len(kept))


def blocks(covered: Sequence[Covered], scenarios: int) -> list[Block]:
    clauses, texts = share(covered), share(covered, texts=True)
    out: list[Block] = [
        Heading("Coverage", 1),
        Line(
            f"{clauses.decided} of {clauses.number} acting clauses are decided by some scenario "
            f"of {scenarios}: {percent(*clauses)}"
        ),
    ]
    if texts.number:
        out.append(
            Line(f"{texts.decided} of {texts.number} card texts: {percent(*texts)}"),
        )
    out.append(
        Grid(
            ("clause", "verb", "spoke", "decided", "silent"),
            tuple((c.clause, c.verb, len(c.spoke), len(c.decided), len(c.silent)) for c in covered),
        )
    )
    missing = tuple(c.clause for c in covered if not c.decided)
    one_way = tuple(c.clause for c in covered if c.decided and not c.silent)
    if missing:
        out += [Heading("No scenario decides"), Bullets(missing)]
    if one_way:
        out += [Heading("Decided, but never asked in vain"), Bullets(one_way)]
    return out


def record(covered: Sequence[Covered], scenarios: int) -> dict[str, Any]:
    """What `--format json` prints."""
    clauses, texts = share(covered), share(covered, texts=True)
    return {
        "format": FORMAT,
        "scenarios": scenarios,
        "clauses": {"decided": clauses.decided, "number": clauses.number},
        "texts": {"decided": texts.decided, "number": texts.number},
        "covered": [
            {
                "clause": c.clause,
                "verb": c.verb,
                "spoke": list(c.spoke),
                "decided": list(c.decided),
                "silent": list(c.silent),
                "both_ways": c.both_ways,
            }
            for c in covered
        ],
    }

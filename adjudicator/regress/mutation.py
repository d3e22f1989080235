"""A whole run of mutants: resumed where it stopped, scored entry by entry, survivors named."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from adjudicator.game import EMPTY
from adjudicator.regress.keeping import Cache
from adjudicator.regress.mutants import Breeding, Mutant, digest
from adjudicator.regress.pages import Block, Bullets, Grid, Heading, Line, percent, posix
from adjudicator.regress.sketch import Sketch
from adjudicator.source import BadFile, Reader, Span, compose, did_you_mean, read_text, span_of

FORMAT = "adjudicator-mutation/1"
_STATE = "mutate"
_SAVE_EVERY = 2.0  # seconds
Results = dict[str, str | None]  # by the mutant's name: who noticed, or None


def run(
    breeding: Breeding,
    mutants: Sequence[Mutant],
    cache: Cache,
    follow: Callable[[Iterable[Mutant], int], Iterator[Mutant]],
) -> Results:
    """Tries every mutant of which an earlier, interrupted run does not know the fate."""
    ours = digest(breeding.repertoire)
    known = cache.read(_STATE)
    done: Results = {}
    if isinstance(known, dict) and known.get("digest") == ours:
        done = {str(name): killer for name, killer in known.get("done", {}).items()}
    waiting = [mutant for mutant in mutants if mutant.name not in done]
    saved = time.monotonic()
    try:
        for mutant in follow(waiting, len(waiting)):
            done[mutant.name] = breeding.killer(mutant)
            if time.monotonic() - saved >= _SAVE_EVERY:
                saved = time.monotonic()
                cache.write(_STATE, {"digest": ours, "done": done})
    finally:  # also when interrupted
        if waiting:
            cache.write(_STATE, {"digest": ours, "done": done})
    return {mutant.name: done[mutant.name] for mutant in mutants}


# -- survivors that are no loss --------------------------------------------------------------


class Equivalent(NamedTuple):
    """A mutant that no scenario can tell from the rule, and why."""

    mutant: str
    why: str
    span: Span


def read_equivalents(path: Path) -> list[Equivalent]:
    """The list of survivors that rule the same; every mistake in it with its place."""
    text, problems = read_text(path)
    document, more = compose(str(path), text)
    reader = Reader(document)
    out: list[Equivalent] = []
    for node in reader.items(document.node, "the list"):
        keys = reader.keys(node, "an equivalent", ("mutant", "why"))
        said = {name: reader.text(value, name).strip() for name, (_, value) in keys.items()}
        for needed in ("mutant", "why"):
            if not said.get(needed):
                reader.problem(node, f'this needs the key "{needed}"', "missing-key")
        if said.get("mutant") and said.get("why"):
            out.append(Equivalent(said["mutant"], said["why"], span_of(keys["mutant"][1])))
    if problems or more or reader.problems:
        raise BadFile([*problems, *more, *reader.problems], text)
    return out


def dishonest(listed: Iterable[Equivalent], results: Results, names: Iterable[str]) -> list[str]:
    """What must leave the list: mutants that some scenario notices, or that are no more."""
    known = list(names)
    out = []
    for equivalent in listed:
        if equivalent.mutant not in known:
            hint = did_you_mean(equivalent.mutant, known) or ""
            out.append(
                f'line {equivalent.span.line}: there is no mutant "{equivalent.mutant}" {hint}'
            )
        elif (killer := results.get(equivalent.mutant)) is not None:
            out.append(
                f'line {equivalent.span.line}: "{equivalent.mutant}" is noticed by '
                f"{posix(killer)}; it must leave the list"
            )
    return [line.rstrip() for line in out]


# -- told --------------------------------------------------------------------------------------


class Score(NamedTuple):
    killed: int
    number: int


def scores(mutants: Iterable[Mutant], results: Results) -> dict[str, Score]:
    """By entry: how many of its mutants are noticed."""
    out: dict[str, Score] = {}
    for mutant in mutants:
        killed, number = out.get(mutant.entry, Score(0, 0))
        out[mutant.entry] = Score(killed + (results[mutant.name] is not None), number + 1)
    return dict(sorted(out.items()))


def survivors(
    mutants: Iterable[Mutant], results: Results, equivalent: Mapping[str, str]
) -> list[Mutant]:
    return [m for m in mutants if results[m.name] is None and m.name not in equivalent]


def blocks(
    breeding: Breeding,
    mutants: Sequence[Mutant],
    results: Results,
    equivalent: Mapping[str, str],
    sketches: Mapping[str, Sketch | None] = EMPTY,
) -> list[Block]:
    killed = sum(results[m.name] is not None for m in mutants)
    alive = survivors(mutants, results, equivalent)
    same = [m for m in mutants if results[m.name] is None and m.name in equivalent]
    number = len(mutants) - len(same)
    rows = tuple(
        (entry, score.killed, score.number, percent(*score))
        for entry, score in scores(mutants, results).items()
    )
    out: list[Block] = [
        Heading("Mutation", 1),
        Line(
            f"{killed} of {number} mutants are noticed by some scenario of "
            f"{len(breeding.repertoire.plays)}: {percent(killed, number)}"
        ),
        Grid(("entry", "noticed", "mutants", "score"), rows),
    ]
    if alive:
        told = tuple(_survivor(breeding, m, sketches.get(m.name)) for m in alive)
        out += [Heading("Survivors"), Bullets(told)]
    if same:
        told = tuple(f"{m.name}: {equivalent[m.name]}" for m in same)
        out += [Heading("Equivalent"), Bullets(told)]
    return out


def _survivor(breeding: Breeding, mutant: Mutant, found: Sketch | None) -> str:
    told = f"{mutant.name} (could be noticed by {len(breeding.hearers(mutant))})"
    return f"{told}\nwould be noticed: {found.told}" if found is not None else told


def record(
    mutants: Sequence[Mutant],
    results: Results,
    equivalent: Mapping[str, str],
    sketches: Mapping[str, Sketch | None] = EMPTY,
) -> dict[str, Any]:
    """What `--format json` prints."""
    return {
        "format": FORMAT,
        "mutants": [
            {
                "mutant": m.name,
                "kind": m.kind,
                "clause": m.clause,
                "noticed_by": posix(killer) if (killer := results[m.name]) else None,
                "equivalent": equivalent.get(m.name),
                "sketch": found._asdict() if (found := sketches.get(m.name)) else None,
            }
            for m in mutants
        ],
        "scores": {
            entry: {"noticed": score.killed, "mutants": score.number}
            for entry, score in scores(mutants, results).items()
        },
        "survivors": [m.name for m in survivors(mutants, results, equivalent)],
    }

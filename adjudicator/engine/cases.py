"""What does not matter does not stop a ruling: where a fact is missing, play goes on in each of the
cases that it leaves, and what comes to the same in all of them is ruled.

Each missing fact has one function that says which cases there are, and how the file would read in
each of them. An attempt that the file makes again, told more fully, takes the place of the one
that could not be ruled; what no file could tell (a text that nobody reads) leaves one case only,
in which nothing comes of the attempt, and the ruling says so."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from itertools import combinations
from typing import NamedTuple

from adjudicator.cards.model import Blueprint
from adjudicator.cards.supplement import Supplement
from adjudicator.engine.judge import Case, Given, Step
from adjudicator.game import Phase, Side, Verdict, Zone
from adjudicator.rules.proof import Reason
from adjudicator.rules.registry import Rulebook
from adjudicator.scenario.read import Heap, Place, Scenario
from adjudicator.scenario.setup import Board, set_up
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.events import Event
from adjudicator.state.unknown import at_most, used_up

MOST = 96  # cases of one file that are played through
_AT_FIRST = 600_000  # units of work for all of them, eight times what any shipped file needs …
_EACH = 5_000  # … and more for each attempt; where it is used up, the fact is asked for as it is
_NOWHERE = Span(0, 0, 0, 0)
_DESTINIES = range(8)
_UP_TO = 20  # more than is printed on any card
_DECK = 60  # cards: nobody holds, or uses, more of them
_ICONS = range(10)
_NUMBERS = frozenset(
    {"power", "ability", "destiny", "deploy", "forfeit", "armor", "maneuver", "landspeed",
     "hyperspeed", "defense value", "ferocity", "when piloting"}
)  # fmt: skip
# What a player has to say as he acts: without it nobody has acted yet, whatever would come of it.
_TO_BE_SAID = frozenset(
    {"which-target", "which-x", "which-creature", "deploy-where", "move-where",
     "transfer-to-whom", "deploy-on-what", "aboard-what"}
)  # fmt: skip
_SEVERAL = 12  # cards among which somebody may have chosen
Played = Callable[[Board, Rulebook], tuple[Step, ...]]
Alternative = tuple[str | int, Scenario]


class World(NamedTuple):
    """The whole sequence as it goes if some missing facts are so."""

    given: tuple[Given, ...]
    steps: tuple[Step, ...]


class Condition(NamedTuple):
    """A missing fact, and the values for which a case is so."""

    step: int
    question: str
    facts: tuple[tuple[str, object], ...]
    values: tuple[str | int, ...]


class Branch(NamedTuple):
    """An attempt as it comes out under conditions, in one case or several."""

    given: tuple[Condition, ...]
    steps: tuple[Step, ...]

    @property
    def step(self) -> Step:
        return self.steps[0]


# -- all cases ---------------------------------------------------------------------------------


def in_all_cases(
    board: Board, book: Rulebook, steps: tuple[Step, ...], played: Played
) -> tuple[Step, ...]:
    """The steps with what can be told although something is missing."""
    missing = [s for s in steps if s.verdict is Verdict.UNDETERMINED]
    if not missing or board.library is None:
        return steps
    again = {s.number for s in steps if _is_told_again(s.attempt, board.scenario.attempts)}
    with at_most(_AT_FIRST + _EACH * len(steps)):
        out = [
            _alone(board, book, step, played) if step.number in again and step in missing else step
            for step in steps
        ]
        worlds, whole = _worlds(board, book, World((), steps), played, again)
    first = next((s.number for s in missing if s.number not in again), None)
    if len(worlds) > 1 and first is not None:
        main = _main(worlds, first)
        out = [
            step if step.number in again else _in_one(step, _cases(worlds, step), main, whole)
            for step in out
        ]
    return tuple(_as_if_nothing_came(out, again))


def _as_if_nothing_came(steps: list[Step], again: set[int]) -> Iterator[Step]:
    """Beside the attempt that comes after one of which nobody can tell what became of it."""
    for number, step in enumerate(steps):
        last = steps[number - 1] if number else None
        open_ = last is not None and last.verdict is Verdict.UNDETERMINED and not last.cases
        if last is not None and open_ and last.number not in again and not last.attempt.is_question:
            told = ("nothing-came", {"attempt": last.number})
            step = step._replace(assumed=(told, *step.assumed))
        yield step


def _alone(board: Board, book: Rulebook, step: Step, played: Played) -> Step:
    """An attempt that is told again later: nothing goes on from it, but it has its cases."""
    attempts = board.scenario.attempts[: step.number]
    shorter = board._replace(scenario=board.scenario._replace(attempts=attempts))
    worlds, whole = _worlds(shorter, book, World((), played(shorter, book)), played, set())
    if len(worlds) < 2:
        return step
    found = _in_one(step, _cases(worlds, step), _main(worlds, step.number), whole)
    return found._replace(before=step.before, after=step.before, events=())


def _is_told_again(attempt: Attempt, attempts: Sequence[Attempt]) -> bool:
    """Whether a later attempt says the same with something more."""
    return any(_tells_more(later, attempt) for later in attempts[attempt.number :])


_NOT_SAID = frozenset({"number", "span", "expect", "todo", "asked"})


def _tells_more(later: Attempt, attempt: Attempt) -> bool:
    one, other = (
        {k: _in_words(v) for k, v in a._asdict().items() if k not in _NOT_SAID}
        for a in (attempt, later)
    )
    return one != other and all(not v or other[k] == v for k, v in one.items())


def _in_words(value: object) -> object:
    if isinstance(value, Name):
        return value.text
    return tuple(_in_words(v) for v in value) if type(value) is tuple else value


def _worlds(
    board: Board, book: Rulebook, start: World, played: Played, again: set[int]
) -> tuple[list[World], bool]:
    """Every case to its end, and whether these are all of them; where there would be too many,
    a case is left at the fact that it lacks."""
    out: list[World] = []
    waiting, whole, tried = [(board, start)], True, 0
    while waiting:
        here, world = waiting.pop(0)
        lacks = _first_missing(world, again)
        cases = list(_alternatives(here, lacks)) if lacks is not None else []
        if tried + len(cases) > MOST:
            whole, cases = False, []
        tried += len(cases)
        found = list(_gone_on(here, book, world, lacks, cases, played))
        if used_up():
            return [], False
        if found:
            waiting = [*found, *waiting]
        else:
            out.append(world)
    return out, whole


def _first_missing(world: World, again: set[int]) -> Step | None:
    """The first attempt that cannot be ruled for want of a fact that a file could tell."""
    return next(
        (
            step
            for step in world.steps
            if step.verdict is Verdict.UNDETERMINED
            and step.number not in again
            and step.unknown is not None
            and step.unknown[0] in _ALTERNATIVES
            and not _is_given(world, step)
        ),
        None,
    )


def _is_given(world: World, step: Step) -> bool:
    """Whether the same was supposed already, without avail; of draws there may be several."""
    assert step.unknown is not None
    question, facts = step.unknown[0], tuple(sorted(step.unknown[1].items()))
    same = [
        g for g in world.given if (g.step, g.question, g.facts) == (step.number, question, facts)
    ]
    return len(same) > (1 if question == "destiny" else 0)


def _gone_on(
    board: Board,
    book: Rulebook,
    world: World,
    step: Step | None,
    alternatives: Iterable[Alternative],
    played: Played,
) -> Iterator[tuple[Board, World]]:
    if step is None or step.unknown is None:
        return
    assert board.library is not None
    facts = tuple(sorted(step.unknown[1].items()))
    for value, scenario in alternatives:
        other, problems = set_up(scenario, board.library)
        if problems:
            continue
        given = Given(step.number, step.unknown[0], facts, value)
        yield other, World((*world.given, given), played(other, book))


def _main(worlds: Sequence[World], first: int) -> World:
    """The case in which the table is shown: where it can be, one in which something came of it."""
    legal = (w for w in worlds if w.steps[first - 1].verdict is Verdict.LEGAL)
    return next(legal, worlds[0])


def _cases(worlds: Iterable[World], step: Step) -> tuple[Case, ...]:
    """An attempt in every case; what is supposed only later tells no two of them apart."""
    found: dict[tuple[Given, ...], Case] = {}
    for world in worlds:
        given = tuple(g for g in world.given if g.step <= step.number)
        found.setdefault(given, Case(given, world.steps[step.number - 1]))
    return tuple(found.values())


def _in_one(step: Step, cases: tuple[Case, ...], main: World, whole: bool) -> Step:
    """What holds of an attempt in all cases; what does not stands beside it, case by case."""
    shown = main.steps[step.number - 1]
    if step.unknown is not None and step.unknown[0] in _TO_BE_SAID and len(cases) > 1:
        return step._replace(proof=_proof(cases), cases=cases, more_cases=not whole)
    if len(cases) < 2 or all(came_out(c.step) == came_out(shown) for c in cases):
        same_table = all(c.step.after.table == shown.after.table for c in cases)
        if len(cases) < 2 or (same_table and step.verdict is not Verdict.UNDETERMINED):
            return shown
        return _common(shown, cases, main)._replace(more_cases=not whole)
    told = (branch.given[0] for branch in branches(cases, came_out) if branch.given)
    asked = next(told, None) or next(given for case in cases for given in case.given)
    before = step.before if step.verdict is Verdict.UNDETERMINED else shown.before
    return Step(
        step.number, step.attempt, before, before, Verdict.UNDETERMINED,
        unknown=(asked.question, dict(asked.facts)), proof=_proof(cases), cases=cases,
        shown=main.given, more_cases=not whole,
    )  # fmt: skip


def _common(shown: Step, cases: tuple[Case, ...], main: World) -> Step:
    """An attempt that comes out alike, with what happens in every case."""
    events = tuple(e for e in shown.events if all(e in c.step.events for c in cases))
    return shown._replace(events=events, proof=_proof(cases), cases=cases, shown=main.given)


def _proof(cases: Iterable[Case]) -> tuple[Reason, ...]:
    """What is so in all cases rests on what was said in each of them."""
    kept: dict[str, Reason] = {}
    for case in cases:
        for reason in case.step.proof:
            kept.setdefault(str(reason), reason)
    return tuple(kept.values())


def came_out(step: Step) -> Hashable:
    """What a player wants to know of an attempt: legal or not, the answer; of passes, what they
    bring about, numbers aside."""
    told = str(step.answer.value) if step.answer is not None else None
    happened = () if step.intent is not None else tuple(_in_kind(e) for e in step.events)
    asked = step.unknown[0] if step.unknown is not None else None
    return str(step.verdict), asked, step.unpaid, bool(step.withdraws), told, happened


def _in_kind(event: Event) -> Hashable:
    """An event without its numbers: of what and where, not how much."""
    said = tuple(_words_of(getattr(event, field.name)) for field in fields(event))
    return type(event).__name__, said


def _words_of(value: object) -> Hashable:
    if isinstance(value, Mapping):
        return tuple((str(k), _words_of(v)) for k, v in sorted(value.items(), key=str))
    if isinstance(value, tuple | frozenset):
        return tuple(
            _words_of(v) for v in (sorted(value, key=str) if type(value) is frozenset else value)
        )
    return str(value) if isinstance(value, str) else None


def branches(
    cases: Sequence[Case], told: Callable[[Step], Hashable], depth: int = 0
) -> list[Branch]:
    """How an attempt comes out, by the values of the missing facts that matter to it."""
    steps = tuple(case.step for case in cases)
    if len({*map(told, steps)}) < 2 or any(len(c.given) <= depth for c in cases):
        return [Branch((), steps)]
    by_value: dict[Given, list[Case]] = {}
    for case in cases:
        by_value.setdefault(case.given[depth], []).append(case)
    merged: dict[Hashable, list[tuple[Given, list[Branch]]]] = {}
    for given, group in by_value.items():
        below = branches(group, told, depth + 1)
        key = given[:3], tuple((b.given, told(b.step)) for b in below)
        merged.setdefault(key, []).append((given, below))
    out = []
    for alike in merged.values():
        given, first = alike[0]
        condition = Condition(*given[:3], tuple(g.value for g, _ in alike))
        for place, branch in enumerate(first):
            all_steps = tuple(step for _, below in alike for step in below[place].steps)
            conditions = (condition, *branch.given) if len(merged) > 1 else branch.given
            out.append(Branch(conditions, all_steps))
    return out


# -- the cases that a missing fact leaves --------------------------------------------------------


def _alternatives(board: Board, step: Step) -> Iterator[Alternative]:
    assert step.unknown is not None
    return _ALTERNATIVES[step.unknown[0]](board, step, dict(step.unknown[1]))


Facts = dict[str, object]
Finder = Callable[[Board, Step, Facts], Iterator[Alternative]]


def _with(board: Board, attempt: Attempt) -> Scenario:
    """The file with something more in an attempt."""
    attempts = list(board.scenario.attempts)
    attempts[attempt.number - 1] = attempt
    return board.scenario._replace(attempts=tuple(attempts))


def _name(text: object) -> Name:
    return Name(str(text), _NOWHERE)


def _attempt(board: Board, step: Step) -> Attempt:
    return board.scenario.attempts[step.number - 1]


def _cards(facts: Facts) -> tuple[str, ...]:
    named = facts.get("cards")
    return tuple(map(str, named)) if isinstance(named, tuple) else ()


def _destinies(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    attempt = _attempt(board, step)
    for number in _DESTINIES if not attempt.is_question else ():
        yield number, _with(board, attempt._replace(destiny=(*attempt.destiny, number)))


def _amounts_of_x(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    attempt = _attempt(board, step)
    heap = board.scenario.heaps.get((attempt.player, "force")) if attempt.player else None
    most = len(heap.cards) + heap.more if heap is not None and heap.more is not None else _DECK
    for number in range(most + 1):
        yield number, _with(board, attempt._replace(x=number))


def _targets(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    attempt = _attempt(board, step)
    for card in _cards(facts):
        yield card, _with(board, attempt._replace(targets=(*attempt.targets, _name(card))))


def _choosing(board: Board, step: Step, values: Iterable[str]) -> Iterator[Alternative]:
    """What somebody chooses on the way: a card, or a word for what becomes of it."""
    attempt = _attempt(board, step)
    for value in values:
        yield value, _with(board, attempt._replace(choosing=(*attempt.choosing, _name(value))))


def _chosen(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    return _choosing(board, step, _cards(facts))


def _either(first: str, second: str) -> Finder:
    return lambda board, step, facts: _choosing(board, step, (first, second))


def _fates(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    """Of one who is captured."""
    words = ("prison", "escape") if facts.get("prison") else ("escape",)
    return _choosing(board, step, (*_cards(facts), *words))


def _first_to_fight(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    attempt = _attempt(board, step)
    for one, other in combinations(_cards(facts), 2):
        named = (*attempt.choosing, _name(one), _name(other))
        yield f"{one}, {other}", _with(board, attempt._replace(choosing=named))


def _attackers(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    attempt = _attempt(board, step)
    for card in _cards(facts):
        yield card, _with(board, attempt._replace(with_=(_name(card),)))


def _locations(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    attempt = _attempt(board, step)
    for place in step.before.table.row:
        yield place, _with(board, attempt._replace(to=_name(place)))


def _bearers(put: Callable[[Attempt, Name], Attempt]) -> Finder:
    """A card on table that is to get, or to take aboard, the one that is asked about."""

    def found(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
        there = [
            card.id
            for card in step.before.on_table()
            if card.named and card.id != facts.get("card") and card.id not in step.before.table.row
        ]
        for card in there if len(there) <= _SEVERAL else ():
            yield card, _with(board, put(_attempt(board, step), _name(card)))

    return found


def _from_a_pile(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    """Where every card of the pile is told."""
    side, pile, attempt = facts["player"], facts["pile"], _attempt(board, step)
    assert isinstance(side, Side) and isinstance(pile, Zone)
    cards = [step.before.table.card(c) for c in step.before.table.pile(side, pile)]
    for card in cards if all(c.named for c in cards) else ():
        yield card.id, _with(board, attempt._replace(taking=(*attempt.taking, _name(card.id))))


def _phases(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    for phase in Phase:
        if phase not in (Phase.SETUP, Phase.START, Phase.END):
            yield str(phase), board.scenario._replace(phase=phase)


def _turns(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    for side in Side:
        yield str(side), board.scenario._replace(turn=side)


def _place(board: Board, facts: Facts) -> Place | None:
    """The location that is asked about, as the file has it."""
    there = (p for p in board.scenario.places
             if facts["location"] in board.ids(p.alias or p.name.text))  # fmt: skip
    return next(there, None)


def _laid(board: Board, place: Place, other: Place) -> Scenario:
    """The file with another location in its place."""
    places = tuple(other if p is place else p for p in board.scenario.places)
    return board.scenario._replace(places=places)


def _owners(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    place = _place(board, facts)
    for side in Side if place is not None else ():
        assert place is not None
        yield str(side), _laid(board, place, place._replace(owner=side))


def _force_icons(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    place = _place(board, facts)
    for number in _ICONS if place is not None else ():
        assert place is not None
        icons = {**place.icons, str(facts["player"]): number}
        yield number, _laid(board, place, place._replace(icons=icons))


def _outside(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    place = _place(board, facts)
    for word in ("exterior", "interior") if place is not None else ():
        assert place is not None
        yield word, _laid(board, place, place._replace(traits=(*place.traits, word)))


def _numbers(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    """A number of a card that nobody has told."""
    name = str(facts["number"])
    card = next((c for c in step.before.table.cards.values() if c.id == facts["card"]), None)
    if card is None or name not in _NUMBERS:
        return
    for number in _DESTINIES if name in ("destiny", "ability") else range(_UP_TO + 1):
        bare = Blueprint(card.title, None, "", facts={name: number})
        added = Supplement(card.title, _NOWHERE, bare, frozenset({name}))
        told = board.scenario.cards
        told = told._replace(added=(*told.added, added))
        yield number, board.scenario._replace(cards=told)


def _hands(board: Board, step: Step, facts: Facts) -> Iterator[Alternative]:
    key = (Side(str(facts["player"])), "hand")
    heap = board.scenario.heaps.get(key, Heap())
    for number in range(_DECK + 1):
        yield (
            number,
            board.scenario._replace(
                heaps={**board.scenario.heaps, key: heap._replace(more=number)}
            ),
        )


_ALTERNATIVES: dict[str, Finder] = {
    "destiny": _destinies,
    "which-x": _amounts_of_x,
    "which-target": _targets,
    "which-operative": _chosen,
    "which-version": _chosen,
    "which-missing": _chosen,
    "which-prey": _chosen,
    "which-creatures": _first_to_fight,
    "which-creature": _attackers,
    "takes-or-declines": _either("take", "decline"),
    "captive-of-the-relocated": _either("first", "second"),
    "which-way": _either("first", "second"),
    "outcome-of-capture": _fates,
    "deploy-where": _locations,
    "move-where": _locations,
    "transfer-to-whom": _bearers(lambda attempt, name: attempt._replace(to=name)),
    "deploy-on-what": _bearers(lambda attempt, name: attempt._replace(targets=(name,))),
    "aboard-what": _bearers(lambda attempt, name: attempt._replace(aboard=name)),
    "top-card": _from_a_pile,
    "which-card": _from_a_pile,
    "phase": _phases,
    "turn": _turns,
    "whose-location": _owners,
    "force-icons": _force_icons,
    "interior-or-exterior": _outside,
    "number-of-card": _numbers,
    "hand-size": _hands,
}

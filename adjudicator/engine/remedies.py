"""What would make a refused attempt legal: found by trying it, never by what a clause hopes.

Each kind of change is one function; it yields only what has been tried and found legal, and says
how the file would be changed. The cheapest kinds come first, and one of each is enough. What
concerns the attempt alone is tried on the table as it lies; what concerns the file is tried by
ruling the changed file up to the attempt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from adjudicator.engine.forgotten import could_wait, enough_passes, is_of_the_moment, is_the_same
from adjudicator.engine.judge import Step, best_opinion, judge
from adjudicator.engine.replay import replay, standing
from adjudicator.game import CardId, Mark, Phase, Side, Verdict, Zone
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding
from adjudicator.scenario.read import Placed, Scenario
from adjudicator.scenario.setup import Board, set_up
from adjudicator.source import Span, folded
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.table import Table, Unknown
from adjudicator.state.unknown import at_most

NOWHERE = Span(0, 0, 0, 0)
MOST = 3  # hints for one refusal
_MOST_WORK = 300_000  # units for one refusal; twice what any shipped one needs
_CARDS = 8  # of one kind that are tried in turn
_DEEP = 20  # more cards in a pile than any price asks for
_PHASES = tuple(p for p in Phase if p not in (Phase.SETUP, Phase.START, Phase.END))
_HELP = {Side.LIGHT: "Rebel Trooper", Side.DARK: "Stormtrooper"}
Facts = Mapping[str, Any]


class Remedy(NamedTuple):
    """A change after which the attempt is legal, what is said of it, and what becomes of the file."""

    kind: str
    facts: Facts
    edit: Facts


class Refusal(NamedTuple):
    """What was refused, and where."""

    board: Board
    steps: Sequence[Step]
    step: Step

    @property
    def attempt(self) -> Attempt:
        return self.step.attempt

    @property
    def now(self) -> Moment:
        return self.step.before

    @property
    def table(self) -> Table:
        return self.now.table

    @property
    def scenario(self) -> Scenario:
        return self.board.scenario

    def would_be_legal(self, attempt: Attempt, now: Moment | None = None) -> bool:
        """Whether another attempt, or another moment of this file, would do."""
        found = judge(self.board, now or self.now, attempt)
        return found.verdict is Verdict.LEGAL and not found.unpaid

    def seems_legal(self, now: Moment) -> bool:
        """Whether it is worth while to try it in earnest."""
        best = best_opinion(self.board, now, self.attempt)
        return best is not None and best.verdict is Verdict.LEGAL

    def would_help(self, scenario: Scenario, number: int | None = None) -> bool:
        """Whether the attempt is legal once the file is another."""
        number = number or self.step.number
        numbered = (a._replace(number=n) for n, a in enumerate(scenario.attempts, start=1))
        shorter = scenario._replace(attempts=tuple(numbered)[:number])
        assert self.board.library is not None
        board, problems = set_up(shorter, self.board.library)
        if problems:
            return False
        last = replay(board, self.now.book.plain())[-1]
        return last.verdict is Verdict.LEGAL and not last.unpaid and not last.withdraws

    @property
    def named(self) -> frozenset[CardId]:
        """The cards of which the refusal speaks, apart from the one that was tried."""
        told = [v for f in self.step.against for v in f.facts.values()]
        cards = [c for v in told for c in (v if isinstance(v, tuple) else (v,))]
        own = self.step.intent.card if self.step.intent is not None else None
        return frozenset(CardId(c) for c in cards if type(c) is str and c in self.table.cards) - {
            own
        }


def remedies(board: Board, steps: Sequence[Step], step: Step) -> list[Remedy]:
    """At most three changes that make a refused attempt legal, the cheapest first."""
    if not could_wait(step) or board.library is None:
        return []
    refusal = Refusal(board, steps, step)
    found: list[Remedy] = []
    with at_most(_MOST_WORK):
        for kind in _KINDS:
            if kind is _without_an_attempt and any(r.kind == "earlier" for r in found):
                continue  # it says as much
            try:
                found += [remedy] if (remedy := next(kind(refusal), None)) else []
            except Unknown:
                continue
            if len(found) == MOST:
                break
    return found


# -- another moment --------------------------------------------------------------------------


def _passes(refusal: Refusal) -> Iterator[Remedy]:
    if not any(is_of_the_moment(f) for f in refusal.step.against):
        return
    if found := enough_passes(refusal.board, refusal.step):
        passes = found[0]
        if refusal.would_be_legal(refusal.attempt, found[1].now):
            facts = {"by": passes.then, "times": passes.both}
            yield Remedy("pass", facts, {"insert": passes.lines, "before": refusal.step.number})


def _earlier(refusal: Refusal) -> Iterator[Remedy]:
    """Before another attempt of the file, the nearest first."""
    gone = standing(tuple(refusal.steps))
    for step in reversed(refusal.steps[: refusal.step.number - 1]):
        if step.number in gone or step.withdraws or step.before is refusal.now:
            continue
        if is_the_same(step.attempt, refusal.attempt):
            continue
        best = best_opinion(refusal.board, step.before, refusal.attempt)
        if best is None or best.verdict is not Verdict.LEGAL:
            continue
        if refusal.would_be_legal(refusal.attempt, step.before):
            facts = {"number": step.number}
            yield Remedy("earlier", facts, {"move": refusal.step.number, "before": step.number})


def _hangs_on_the_phase(finding: Finding) -> bool:
    return "phase" in finding.facts or finding.clause.endswith(_OF_A_PHASE)


_OF_A_PHASE = ("/every-condition", "/alternate", "/nothing-else-legal")


def _phases(refusal: Refusal) -> Iterator[Remedy]:
    """Another phase of the same turn, then one of the other player's."""
    table, scenario = refusal.table, refusal.scenario
    if scenario.turn is None or scenario.phase is None or table.stack:
        return
    if not any(_hangs_on_the_phase(f) for f in refusal.step.against):
        return
    for turn in (scenario.turn, scenario.turn.opponent):
        for phase in _PHASES:
            if (turn, phase) == (table.turn, table.phase):
                continue
            other = refusal.now.on(
                table._replace(turn=turn, phase=phase, next=refusal.attempt.player or turn)
            )
            best = best_opinion(refusal.board, other, refusal.attempt)
            if best is None or best.verdict is not Verdict.LEGAL:
                continue
            if refusal.would_help(scenario._replace(turn=turn, phase=phase)):
                values = {"turn": str(turn), "phase": str(phase)}
                yield Remedy("phase", {"by": turn, "phase": phase}, {"table": values})


# -- another attempt -------------------------------------------------------------------------


def _targets(refusal: Refusal) -> Iterator[Remedy]:
    attempt, table = refusal.attempt, refusal.table
    if len(attempt.targets) != 1:
        return
    now = refusal.board.ids(attempt.targets[0].text)
    there = (c for c in table.cards.values() if c.zone is Zone.TABLE and c.named)
    for card in [c for c in there if c.id not in now][: 2 * _CARDS]:
        if refusal.would_be_legal(attempt._replace(targets=(Name(card.id, NOWHERE),))):
            edit = {"attempt": refusal.step.number, "targets": card.id}
            yield Remedy("target", {"card": card.id}, edit)


def _places(refusal: Refusal) -> Iterator[Remedy]:
    """Another location, where the attempt goes to one or is about one."""
    attempt, row = refusal.attempt, refusal.table.row
    goes = attempt.to is not None
    named = attempt.to if goes else attempt.what
    now = refusal.board.ids(named.text) if named is not None else ()
    if not any(place in row for place in now):
        return
    for place in [p for p in row if p not in now][:_CARDS]:
        name = Name(place, NOWHERE)
        other = attempt._replace(to=name) if goes else attempt._replace(what=name)
        if refusal.would_be_legal(other):
            key = "to" if goes else f"{attempt.player} {attempt.verb}"
            edit = {"attempt": refusal.step.number, key: place}
            yield Remedy("place", {"location": place}, edit)


def _numbers(refusal: Refusal) -> Iterator[Remedy]:
    """Another number in the attempt, the nearest first."""
    attempt, number = refusal.attempt, refusal.step.number
    if attempt.amount is not None and attempt.what is None:
        for other in _near(attempt.amount):
            if refusal.would_be_legal(attempt._replace(amount=other)):
                edit = {"attempt": number, f"{attempt.player} {attempt.verb}": other}
                yield Remedy("number", {"number": other}, edit)
    if attempt.x is not None:
        for other in _near(attempt.x):
            if refusal.would_be_legal(attempt._replace(x=other)):
                yield Remedy("number", {"number": other}, {"attempt": number, "X": other})


def _near(given: int) -> list[int]:
    return sorted(set(range(1, given + _CARDS)) - {given}, key=lambda n: abs(n - given))


# -- another table ---------------------------------------------------------------------------


def _piles(refusal: Refusal) -> Iterator[Remedy]:
    """More Force to use, or more cards in a Reserve Deck: as few more as will do."""
    side = refusal.attempt.player
    told = (value for f in refusal.step.against for value in f.facts.values())
    if side is None or not any(type(value) is int for value in told):
        return
    for pile in ("force", "reserve"):
        heap = refusal.scenario.heaps.get((side, pile))
        if heap is None or heap.cards or heap.more is None:
            continue

        def with_(cards: int, side: Side = side, pile: str = pile) -> Scenario:
            heaps = refusal.scenario.heaps
            more = heaps[side, pile]._replace(more=cards)
            return refusal.scenario._replace(heaps={**heaps, (side, pile): more})

        low, high = heap.more, heap.more + _DEEP
        if not refusal.would_help(with_(high)):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if refusal.would_help(with_(middle)) else (middle, high)
        facts = {"number": high, "side": side, "pile": Zone(pile)}
        yield Remedy("pile", facts, {"table": {f"{side} {pile}": high}})


def _states(refusal: Refusal) -> Iterator[Remedy]:
    """A card of which the refusal speaks, or that was tried, without what is said of its state."""
    intent = refusal.step.intent
    own = {intent.card} if intent is not None and intent.card is not None else set()
    for placed in _among(refusal, refusal.named | own):
        for mark in sorted(placed.marks):
            without = placed._replace(marks=placed.marks - {mark})
            if refusal.would_help(_changed(refusal.scenario, placed, without)):
                facts = {"card": refusal.board.ids(placed.alias or placed.name.text)[0]}
                edit = {"state": mark, "of": _spot(placed)}
                yield Remedy("state", {**facts, "mark": mark}, edit)


def _without_an_attempt(refusal: Refusal) -> Iterator[Remedy]:
    """Without another that was made before it, the nearest first."""
    attempts = refusal.scenario.attempts
    for step in reversed(refusal.steps[: refusal.step.number - 1]):
        if step.after is step.before or step.attempt.player is None:
            continue
        best = best_opinion(refusal.board, step.before, refusal.attempt)
        if best is None or best.verdict is not Verdict.LEGAL:
            continue
        left = tuple(a for a in attempts if a.number != step.number)
        if refusal.would_help(refusal.scenario._replace(attempts=left), refusal.step.number - 1):
            facts = {"number": step.number}
            yield Remedy("without attempt", facts, {"without attempt": step.number})


def _without_a_memory(refusal: Refusal) -> Iterator[Remedy]:
    """Something that the file says was done earlier this turn."""
    earlier = refusal.scenario.earlier
    for place, done in enumerate(earlier):
        left = (*earlier[:place], *earlier[place + 1 :])
        if refusal.would_help(refusal.scenario._replace(earlier=left)):
            facts = {"mark": done.verb, "title": done.what.text}
            yield Remedy("without memory", facts, {"without earlier": place})


def _without_a_card(refusal: Refusal) -> Iterator[Remedy]:
    """A card of which the refusal speaks, or one that lies there, out of the way."""
    wanted = refusal.named | _of_the_same_name(refusal) | _around(refusal)
    for placed in _among(refusal, wanted)[: 2 * _CARDS]:
        called = refusal.board.ids(placed.alias or placed.name.text)
        found = [c for c in called if c in wanted]
        if refusal.seems_legal(_taken_off(refusal.now, found)) and refusal.would_help(
            _changed(refusal.scenario, placed, None)
        ):
            yield Remedy("without card", {"card": found[0]}, {"without": _spot(placed)})


def _with_a_card(refusal: Refusal) -> Iterator[Remedy]:
    """One more trooper there."""
    here, scenario, player = _here(refusal), refusal.scenario, refusal.attempt.player
    if here is None or player is None or refusal.board.library is None:
        return
    found = (
        (number, place, side)
        for number, place in enumerate(scenario.places)
        if here in refusal.board.ids(place.alias or place.name.text)
        for side in (player, player.opponent)
        if not _has_somebody(refusal.now, side, here)
    )
    for number, place, side in found:
        title = _HELP[side]
        if not refusal.board.library.versions(title):
            return
        cards = {**place.cards, side: (*place.cards.get(side, ()), Placed(Name(title, NOWHERE)))}
        places = list(scenario.places)
        places[number] = place._replace(cards=cards)
        if refusal.would_help(scenario._replace(places=tuple(places))):
            edit = {"with": title, "side": str(side), "location": number}
            yield Remedy("with card", {"title": title, "location": here}, edit)


def _has_somebody(now: Moment, side: Side, place: CardId) -> bool:
    """Whether a character of that side is there already, and not under cover."""
    return any(
        c.owner is side and c.print.type == "character" and not c.has(Mark.UNDERCOVER)
        for c in now.all_at(place)
    )


_KINDS: tuple[Callable[[Refusal], Iterator[Remedy]], ...] = (
    _passes, _earlier, _phases, _targets, _places, _numbers, _piles, _states, _without_an_attempt,
    _without_a_memory, _without_a_card, _with_a_card,
)  # fmt: skip


# -- cards as the file puts them ---------------------------------------------------------------


def _here(refusal: Refusal) -> CardId | None:
    """The location the attempt is about, or where the card is that was tried."""
    intent = refusal.step.intent
    if intent is None:
        return None
    if intent.place is not None:
        return intent.place
    found = intent.card is not None and refusal.table.location_of(intent.card)
    return found or None


def _around(refusal: Refusal) -> frozenset[CardId]:
    here, intent = _here(refusal), refusal.step.intent
    if here is None or intent is None:
        return frozenset()
    spared = {intent.card, *(c for cards in intent.targets.values() for c in cards)}
    return frozenset(c.id for c in refusal.now.all_at(here)) - spared


def _taken_off(now: Moment, cards: Sequence[CardId]) -> Moment:
    """As it would be without these cards, nearly: what they were part of stays."""
    gone = {c: now.table.card(c)._replace(zone=Zone.OUT, at=None, how=None) for c in cards}
    inside = {
        at: tuple(c for c in there if c not in gone) for at, there in now.table.inside.items()
    }
    piles = {at: tuple(c for c in there if c not in gone) for at, there in now.table.piles.items()}
    return now.on(now.table._replace(cards={**now.table.cards, **gone}, inside=inside, piles=piles))


def _of_the_same_name(refusal: Refusal) -> frozenset[CardId]:
    """Other cards of its title or persona, wherever they lie."""
    intent = refusal.step.intent
    card = refusal.table.cards.get(intent.card) if intent is not None and intent.card else None
    if card is None:
        return frozenset()
    own = {card.title, *card.print.personas}
    return frozenset(
        c.id
        for c in refusal.table.cards.values()
        if c.id != card.id and c.is_known and own & {c.title, *c.print.personas}
    )


def _among(refusal: Refusal, wanted: frozenset[CardId] | set[CardId]) -> list[Placed]:
    """Where the file puts these cards."""
    keys = {folded(name) for name, ids in refusal.board.names.items() if wanted & {*ids}}
    return [
        placed
        for placed in _all(refusal.scenario)
        if folded(placed.alias or placed.name.text) in keys and placed.name.span != NOWHERE
    ]


def _all(scenario: Scenario) -> Iterator[Placed]:
    waiting = [
        *(card for place in scenario.places for cards in place.cards.values() for card in cards),
        *(card for cards in scenario.sides.values() for card in cards),
        *(c for heap in scenario.heaps.values() for c in heap.cards if isinstance(c, Placed)),
    ]
    while waiting:
        card = waiting.pop(0)
        yield card
        waiting += [*card.aboard, *card.carries, *card.escorting, *card.stacked]


def _changed(scenario: Scenario, card: Placed, into: Placed | None) -> Scenario:
    """The file with another card in place of one, or with none."""

    def among(cards: tuple[Placed, ...]) -> tuple[Placed, ...]:
        out: list[Placed] = []
        for each in cards:
            if each.name.span == card.name.span:
                out += [into] if into is not None else []
            else:
                out.append(
                    each._replace(
                        aboard=among(each.aboard),
                        carries=among(each.carries),
                        escorting=among(each.escorting),
                        stacked=among(each.stacked),
                    )
                )
        return tuple(out)

    places = tuple(
        place._replace(cards={side: among(cards) for side, cards in place.cards.items()})
        for place in scenario.places
    )
    sides = {side: among(cards) for side, cards in scenario.sides.items()}
    heaps = {
        key: heap._replace(cards=tuple(c for c in heap.cards if isinstance(c, int) or among((c,))))
        for key, heap in scenario.heaps.items()
    }
    return scenario._replace(places=places, sides=sides, heaps=heaps)


def _spot(placed: Placed) -> tuple[int, int]:
    """Line and column of its title."""
    return placed.name.span.line, placed.name.span.column

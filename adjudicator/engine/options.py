"""Who may act, in which window, and which cards could legally be used right now."""

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.engine.judge import Opinion, best_opinion
from adjudicator.game import How, Kind, Side, Verdict, Zone
from adjudicator.rules.battle import is_fighter
from adjudicator.rules.registry import Rulebook
from adjudicator.scenario.setup import Board
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.matching import takes_part
from adjudicator.state.table import Card, Table
from adjudicator.state.unknown import TooMuchWork, allowed, used_up

_TRIES = 100  # as much work as so many attempts may ask for
_NOWHERE = Span(0, 0, 0, 0)
_REACTING = ("character", "vehicle", "starship", "weapon", "device")


class Option(NamedTuple):
    """One thing a player could try, and the best reading of it."""

    attempt: Attempt
    opinion: Opinion

    @property
    def is_open(self) -> bool:
        """Legal, or legal as soon as somebody names one of several possible targets."""
        if self.opinion.verdict is Verdict.LEGAL:
            return True
        unknown = self.opinion.unknown
        return not self.opinion.against and bool(unknown) and unknown[0].question == "which-target"


def options(board: Board, book: Rulebook, table: Table) -> list[Option]:
    """Every card in hand and on table, every location: the best attempt for each."""
    with allowed(_TRIES, len(table.cards)):
        found = _options(board, book, table)
        if used_up():  # some were tried only in part, and nobody could tell which
            raise TooMuchWork
        return found


def _options(board: Board, book: Rulebook, table: Table) -> list[Option]:
    out = []
    for player in (table.to_act, table.to_act.opponent):
        for attempts in _attempts(table, player):
            best: Option | None = None
            for attempt in attempts:
                found = best_opinion(board, book, table, attempt)
                if found is None:
                    continue
                option = Option(attempt, found)
                if best is None or _rank(option) < _rank(best):
                    best = option
            if best is not None:
                out.append(best)
    return out


def _rank(option: Option) -> tuple[bool, int]:
    return (not option.is_open, len(option.opinion.against))


def _attempts(table: Table, player: Side) -> Iterator[list[Attempt]]:
    """For each card or kind of action the ways to try it, one of which may be legal."""
    places = [Name(place, _NOWHERE) for place in table.row]
    top = table.top
    reacts = top is not None and top.kind in (Kind.BATTLE, Kind.DRAIN) and top.player is not player
    for card_id in dict.fromkeys(table.pile(player, Zone.HAND)):
        card = table.card(card_id)
        if not card.named:
            continue
        if reacts and card.print.type in _REACTING:
            yield [_attempt(player, "reacts with", card)]
        if card.print.type == "interrupt":
            yield [_attempt(player, "plays", card)]
        elif any(t.role == "deploy" for t in card.print.texts):
            yield [_attempt(player, "deploys", card), *(
                _attempt(player, "deploys", card, to=place) for place in places)]  # fmt: skip
        elif places:
            yield [_attempt(player, "deploys", card, to=place) for place in places]
    for card in table.everything():  # one that lies face down may have a text for just that
        if card.side is not player or card.how is How.ROW:
            continue
        if any(t.role == "use" for t in card.print.texts):
            yield [_attempt(player, "uses", card)]
        if any(t.role == "fire" for t in card.print.texts):
            yield [_attempt(player, "fires", card)]
        if takes_part(table, card) and is_fighter(card):
            yield [_attempt(player, "forfeits", card)]
        if reacts and is_fighter(card):
            yield [_attempt(player, "reacts with", card)]
        if card.print.type in ("character", "vehicle") and card.how is How.AT:
            moves = [
                _attempt(player, "moves", card, to=place)
                for place in places
                if place.text != card.at
            ]
            if moves:
                yield moves
    for verb in ("drains", "battles"):
        for place in places:
            yield [Attempt(0, _NOWHERE, player, verb, place)]
    creatures = [card for card in table.on_table() if card.print.type == "creature"]
    for creature in creatures:
        if creature.side is not player:
            yield [_attempt(player, "attacks", creature)]
            continue
        prey = [card for card in table.on_table() if table.location_of(card.id) == creature.at]
        with_ = (Name(creature.id, _NOWHERE),)
        attacks = [
            _attempt(player, "attacks", card)._replace(with_=with_)
            for card in prey
            if card.print.type in ("character", "vehicle")
        ]
        if attacks:
            yield attacks
    yield [Attempt(0, _NOWHERE, player, "activates", amount=1)]
    if table.attack is not None:
        yield [Attempt(0, _NOWHERE, player, "draws", Name("attack destiny", _NOWHERE))]
    if table.battle is not None:
        yield [Attempt(0, _NOWHERE, player, "draws", Name("battle destiny", _NOWHERE))]
        yield [Attempt(0, _NOWHERE, player, "loses", amount=1)]
    if player is table.to_act:
        yield [Attempt(0, _NOWHERE, player, "passes")]


def _attempt(player: Side, verb: str, card: Card, to: Name | None = None) -> Attempt:
    return Attempt(0, _NOWHERE, player, verb, Name(card.id, _NOWHERE), to=to)

"""Results that hold for a time: what a constant text could say, said until the end of something.

It names cards and places as the text does, and means those very ones from then on, wherever they
go and whatever becomes of the card that said so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from yaml.nodes import Node

from adjudicator.cards.constant import (
    Adjusts,
    Bars,
    Constant,
    Grants,
    HalvesLoss,
    KeepsFromCancel,
    KeepsOut,
    KeepsWhole,
    Lifts,
    ProtectsDrain,
    Suspends,
    Where,
)
from adjudicator.cards.part import Part
from adjudicator.engine.flow import Flow
from adjudicator.engine.naming import called
from adjudicator.engine.results import Result
from adjudicator.state.events import HoldsForATime
from adjudicator.state.fight import Meanwhile
from adjudicator.state.table import Action
from adjudicator.words.arguments import Listed, OneOf, TextRead
from adjudicator.words.bars import NOT_CARDS
from adjudicator.words.vocabulary import word

TOPIC = "otherwise"
_LASTING = (
    Adjusts, Bars, Grants, HalvesLoss, KeepsFromCancel, KeepsOut, KeepsWhole, Lifts, ProtectsDrain,
    Suspends,
)  # fmt: skip
_OF_CARDS = ("cards", "to", "attackers", "along_with")
_OF_PLACES = ("at", "leaving")
Until = Annotated[str, OneOf("end of battle", "end of turn", "end of game")]


class Constantly(Listed):
    """Words of a constant text, which may speak of what this text has named."""

    def read(self, node: Node, what: str, text: TextRead) -> tuple[Part, ...] | None:
        text.for_a_time = True
        try:
            return super().read(node, what, text)
        finally:
            text.for_a_time = False


def _constant(part: Part) -> list[Constant]:
    return [said for said in part.foresees() if isinstance(said, _LASTING)]


class _ForATime(Result):
    """Something that holds until the end of something."""

    parts: tuple[Part, ...]
    until: str

    def objection(self) -> str | None:
        never = next((part for part in self.parts if not _constant(part)), None)
        return None if never is None else f'"{never.word}" cannot be for a time'

    def happen(self, flow: Flow, action: Action) -> None:
        if action.card is None or action.text is None:
            return
        for part in self.parts:
            for said in _constant(part):
                meant = _meant(flow, action, said)
                holds = Meanwhile(meant, self.until, action.text, action.card, action.player)
                flow.happen(HoldsForATime(holds, self.said_by(action)))


def _meant(flow: Flow, action: Action, said: Constant) -> Constant:
    """The same with the very cards and places that are meant at this moment."""
    changed: dict[str, Where] = {}
    if isinstance(said, KeepsFromCancel) and isinstance(said.what, str):
        named = called(flow, action, said.what) if said.what not in NOT_CARDS else ()
        changed = {"what": tuple(named)} if named else {}
    for name, value in said._asdict().items():
        if name in _OF_CARDS and isinstance(value, str):
            changed[name] = tuple(called(flow, action, value))
        elif name in _OF_PLACES and isinstance(value, str):
            changed[name] = _places(flow, action, value)
    return said._replace(**changed)  # type: ignore[arg-type]


def _places(flow: Flow, action: Action, where: str) -> Where:
    """`here`, where the battle is, or where the cards of that name are."""
    table = flow.table
    if where in ("related", "related sites"):
        return where
    if where == "battle":
        fray = table.battle
        return (fray.place,) if fray is not None and fray.place is not None else ()
    if where == "here":
        card = table.location_of(action.card) if action.card is not None else None
        here = card or action.place
        return (here,) if here is not None else ()
    places = (table.location_of(card) for card in called(flow, action, where))
    return tuple(dict.fromkeys(place for place in places if place is not None))


@word(
    "result", "bars", topic=TOPIC, example="{bars: [{move: victim}], until: end of turn}"
)  # fmt: skip
@dataclass(frozen=True)
class BarsForATime(_ForATime):
    """What a constant text could bar, until end of battle, end of turn or end of game; of the
    cards and places that this text has named."""

    parts: Annotated[tuple[Part, ...], Constantly("bars")]
    until: Until = "end of turn"


@word(
    "result", "gives", topic=TOPIC,
    example="{gives: [{drain: -1, whose: opponent's}], until: end of turn}",
)  # fmt: skip
@dataclass(frozen=True)
class GivesForATime(_ForATime):
    """What a constant text could give, likewise."""

    parts: Annotated[tuple[Part, ...], Constantly("gives")]
    until: Until = "end of turn"


@word(
    "result", "lifts", topic=TOPIC,
    example="{lifts: [{despite: react/text-must-allow, of: victim}], until: end of turn}",
)  # fmt: skip
@dataclass(frozen=True)
class LiftsForATime(_ForATime):
    """The clauses that a constant text could lift, likewise."""

    parts: Annotated[tuple[Part, ...], Constantly("lifts")]
    until: Until = "end of turn"

"""Captives, and who must go."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.game import (
    CardId,
    Side,
)
from adjudicator.state.events.event import Event, told


@dataclass(frozen=True, slots=True)
class EscortGone(Event):
    """An escort left table; its captive is without one, or went with it."""

    captive: CardId
    escort: CardId
    location: CardId | None
    together: bool  # the captive is lost in the same stroke
    clause: str | None = None


@told("captured", card="card")
@dataclass(frozen=True, slots=True)
class Captured(Event):
    """A character is about to become a captive; what becomes of it is decided next."""

    card: CardId
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Escaped(Event):
    """A captive got away."""

    card: CardId
    clause: str | None = None


@told("freed", card="card captive")
@dataclass(frozen=True, slots=True)
class Freed(Event):
    """A captive is let go; whether it stays at the site is its player's to say."""

    captive: CardId
    location: CardId | None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class OneMustGo(Event):
    """Of these cards a player has to choose one, which is lost."""

    player: Side
    cards: tuple[CardId, ...]
    question: str
    clause: str | None = None

"""English names. A sentence says `{{ player }}`, `{{ player.s }}`, `{{ card }}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIDES = {"light": "Light", "dark": "Dark"}
PHASES = {
    "activate": "activate phase",
    "control": "control phase",
    "deploy": "deploy phase",
    "battle": "battle phase",
    "move": "move phase",
    "draw": "draw phase",
    "end of turn": "end of the turn",
}
SEGMENTS = {
    "weapons": "weapons segment",
    "power": "power segment",
    "damage": "damage segment",
}
STEPS = {"initiation": "being initiated", "responses": "open to responses", "result": "result"}
ZONES = {
    "hand": "hand",
    "reserve": "Reserve Deck",
    "force": "Force Pile",
    "used": "Used Pile",
    "lost": "Lost Pile",
    "out of play": "out of play",
    "table": "on table",
    "stack": "on the stack",
    "stacked": "stacked on another card",
}
KINDS = {
    "play": "an Interrupt",
    "deploy": "a deployment",
    "use": "the use of a card's text",
    "battle": "a battle",
    "drain": "a Force drain",
    "move": "a move",
    "react": "a 'react'",
    "activate": "an activation of Force",
    "lose Force": "a loss of Force",
    "draw": "a destiny draw",
    "pass": "a pass",
}


class Word(str):
    """A word with the forms a sentence may ask for."""

    __slots__ = ()

    @property
    def s(self) -> str:
        """The possessive: Light's, Boushh's."""
        return f"{self}'" if self.endswith("s") else f"{self}'s"

    @property
    def the(self) -> str:
        return str(self)


def side(value: str) -> Word:
    return Word(SIDES[value])


def card(title: str) -> Word:
    return Word(title)


location = card


def cards(titles: list[str]) -> Word:
    return Word(listed(titles))


def listed(items: list[str], last: str = "and") -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def phase(value: str) -> Word:
    return Word(PHASES[value])


def segment(value: str | None) -> Word | None:
    return Word(SEGMENTS[value]) if value else None


def pile(value: str) -> Word:
    return Word(ZONES[value])


def kind(value: str) -> Word:
    return Word(KINDS[value])


def action(value: Mapping[str, Any]) -> Word:
    """The card's title, or the battle, the Force drain, the move by its place."""
    if value["card"]:
        word = {"move": "the move of ", "react": "the 'react' of "}.get(value["kind"], "")
        return Word(f"{word}{value['card']}")
    place = f" at {value['place']}" if value["place"] else ""
    name = {
        "battle": "the battle",
        "drain": "the Force drain",
        "activate": "the activation of 1 Force",
        "lose Force": "the loss of 1 Force",
        "draw": "the destiny draw",
    }.get(value["kind"], "the action")
    return Word(f"{name}{place}")


def text(value: Mapping[str, str]) -> Word:
    return Word(value.get("en", ""))


def word(value: Any) -> Word:
    return Word(value)


def need(value: tuple[str, Any]) -> Word:
    """What a text asks for and the table does not give."""
    what, of = value
    match what:
        case "phase":
            return Word(f"it is for the {PHASES[of]}")
        case "turn":
            return Word(f"it is for {SIDES[of]}'s turn")
        case "battle":
            return Word("it is for a battle, and there is none")
        case "no-battle":
            return Word("it is not for use during a battle")
        case "end-of-turn":
            return Word("it is for the end of a turn")
        case "action":
            return Word("it answers an action, and there is none to answer")
        case "already-given-up":
            return Word(f"the {of} was already given up this turn")
        case "condition":
            return Word(_condition(of))
    return Word(str(of))


def _condition(of: Mapping[str, Any]) -> str:
    match of["verb"]:
        case "in battle together":
            return f"{listed(of['what'])} must be in the battle together"
        case "there is":
            return f"{of['what']} must be on table"
        case "there is no":
            return f"{of['what']} must not be on table"
        case "opponent has at least":
            return f"the opponent must have at least {of['count']} of these at one location: {of['what']}"
    return "its condition must be met"


FILTER = {
    "yours": "of yours",
    "opponent's": "of the opponent's",
    "any": "any card",
}

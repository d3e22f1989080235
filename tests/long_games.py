"""Scenarios of any size, every attempt of which is legal and brings events."""

from __future__ import annotations

TROOPERS = {"light": "Rebel Trooper", "dark": "Stormtrooper"}
HOMES = {"light": (0, 1), "dark": (2, 3)}  # each player's trooper goes to and fro between two


def turns(
    number: int,
    *,
    cards: int = 4,
    deploying: bool = False,
    locations: int = 4,
    reserve: int = 900,
    named: int = 0,
) -> str:
    """Whole turns in which a player activates, drains, deploys and moves; so many cards on table
    and in the Reserve Decks, `named` of them by their titles."""
    crowd = (cards - 4) // 2
    places = max(locations, 4 + -(-crowd // 20))
    lines = _opened("activate")
    for place in range(places):
        lines += [f'    - site: "Tatooine: Place {place}"', "      icons: {light: 1, dark: 1}"]
        for side, title in TROOPERS.items():
            here = [f"{side}-walker"] if place == HOMES[side][0] else []
            here += [f"{side}-{n}" for n in range((place - 4) * 20, (place - 3) * 20)
                     if 0 <= n < crowd]  # fmt: skip
            lines.append(f"      {side}: [{_cards(title, here)}]")
    for side, title in TROOPERS.items():
        hand = [f"{side}-hand-{n}" for n in range(number if deploying else 0)]
        deck = ", ".join([*[title] * (named // 2), f"{reserve} more"])
        piles = f"reserve: [{deck}], force: 90, used: 0, lost: 0"
        lines.append(f"  {side}: {{hand: [{_cards(title, hand)}], {piles}}}")
    lines.append("attempts:")
    for turn in range(number):
        lines += _turn(("light", "dark")[turn % 2], turn, deploying)
    return "\n".join(lines) + "\n"


def _opened(phase: str) -> list[str]:
    return ["title: A long game", "table:", "  turn: light", f"  phase: {phase}", "  locations:"]


def _cards(title: str, names: list[str]) -> str:
    return ", ".join(f"{{card: {title}, as: {name}}}" for name in names)


def _turn(side: str, turn: int, deploying: bool) -> list[str]:
    home, away = HOMES[side]
    drained, goal = (away, home) if turn // 2 % 2 else (home, away)
    lines = [f"  - {side} activates: 1", *["  - both pass"] * 2]
    lines += [f'  - {side} drains: "Tatooine: Place {drained}"', *["  - both pass"] * 3]
    if deploying:
        lines += [f"  - {side} deploys: {side}-hand-{turn}", f'    to: "Tatooine: Place {home}"']
        lines += ["  - both pass"] * 2
    lines += ["  - both pass"] * 2
    lines += [f"  - {side} moves: {side}-walker", f'    to: "Tatooine: Place {goal}"']
    return lines + ["  - both pass"] * 5


def great_battle(characters: int) -> str:
    """A battle of so many characters from its first attempt to its end."""
    lines = [*_opened("battle"), '    - site: "Tatooine: Place 0"']
    lines.append("      icons: {light: 1, dark: 1}")
    for side, title in TROOPERS.items():
        lines.append(
            f"      {side}: [{_cards(title, [f'{side}-{n}' for n in range(characters // 2)])}]"
        )
    for side in TROOPERS:
        lines.append(f"  {side}: {{reserve: 50, force: 9, used: 0, lost: 0}}")
    lines += ["attempts:", '  - light battles: "Tatooine: Place 0"', *["  - both pass"] * 5]
    return "\n".join(lines) + "\n"


def unknown(names: int) -> str:
    """A scenario that cannot be read: so many cards that nobody knows, every one to be told."""
    hand = ", ".join(f"Somebody Nobody Knows {n}" for n in range(names))
    return f"title: Strangers\ntable: {{light: {{hand: [{hand}]}}}}\nattempts: [both pass]\n"

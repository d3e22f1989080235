"""What players usually call a card. Such a name means the card that everybody knows by it, never
another whose title happens to begin so, or to be just that; a ruling says what it took."""

from __future__ import annotations

from adjudicator.cards.read import slug_of
from adjudicator.source import folded

_CALLED = {
    "Darth Vader": ("Vader",),
    "Luke Skywalker": ("Luke", "Skywalker"),
    "Han Solo": ("Han", "Solo"),
    "Leia Organa": ("Leia",),
    "Chewbacca": ("Chewie",),
    "Obi-Wan Kenobi": ("Obi-Wan", "Obi Wan", "Ben Kenobi", "Kenobi"),
    "Lando Calrissian": ("Lando",),
    "R2-D2": ("R2", "Artoo"),
    "C-3PO": ("3PO", "Threepio"),
    "Boba Fett": ("Fett", "Boba"),
    "Grand Moff Tarkin": ("Tarkin",),
    "Emperor Palpatine": ("Palpatine", "The Emperor"),
    "Admiral Piett": ("Piett",),
    "General Veers": ("Veers",),
    "Wedge Antilles": ("Wedge",),
    "Jabba The Hutt": ("Jabba",),
    "Millennium Falcon": ("Falcon", "The Millennium Falcon"),
    "Double-Crossing, No-Good Swindler": ("Swindler", "The Swindler"),
    "You Overestimate Their Chances": ("Overestimate",),
}
USUAL = {slug_of(folded(name)): title for title, names in _CALLED.items() for name in names}


def usual(name: str) -> str | None:
    """The title of the card that everybody calls so."""
    return USUAL.get(slug_of(folded(name)))


def part_of_title(name: str, title: str) -> bool:
    """Whether it is what stands behind the colon of a location's title: Cantina."""
    return folded(title).endswith(f": {folded(name)}")

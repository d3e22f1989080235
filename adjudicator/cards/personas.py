"""Who is who among the cards of the pool, where neither title nor text says it in full.

A persona goes by several names: the titles of its cards, and the short name by which a starship
calls its permanent pilot. The database does not tell them; these are the ones we know."""

from collections.abc import Iterable

_ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "Luke Skywalker": ("Luke", "Commander Luke Skywalker", "Son Of Skywalker", "Master Luke"),
    "Leia Organa": (
        "Leia", "Princess Leia", "Princess Leia Organa", "Princess Organa", "General Leia Organa",
        "Boushh", "Daughter Of Skywalker",
    ),
    "Han Solo": ("Han", "Solo", "Captain Han Solo", "General Solo", "Han... Solo", "TK-422"),
    "Chewbacca": ("Chewie",),
    "Lando Calrissian": (
        "Lando", "Captain Lando Calrissian", "General Calrissian", "Tamtel Skreej",
    ),
    "Obi-Wan Kenobi": ("Obi-Wan",),
    "Qui-Gon Jinn": ("Qui-Gon", "Master Qui-Gon", "Master Qui-Gon Jinn"),
    "Anakin Skywalker": ("Anakin",),
    "Amidala": ("Queen Amidala", "Padme Naberrie"),
    "Yoda": ("Master Yoda",),
    "R2-D2": ("Artoo", "Artoo-Detoo"),
    "C-3PO": ("Threepio", "See-Threepio"),
    "Wedge Antilles": ("Wedge", "Commander Wedge Antilles"),
    "Admiral Ackbar": ("Fleet Admiral Gial Ackbar",),
    "Mon Mothma": ("Senator Mon Mothma",),
    "Corran Horn": ("Corran",),
    "Dash Rendar": ("Dash",),
    "Tycho Celchu": ("Tycho",),
    "Zev Senesca": ("Zev",),
    "Dutch": ("Gold Leader",),
    "Darth Vader": ("Vader", "Lord Vader"),
    "Emperor Palpatine": ("The Emperor", "Emperor", "Palpatine"),
    "Darth Maul": ("Maul", "Lord Maul"),
    "Grand Moff Tarkin": ("Tarkin",),
    "Admiral Piett": ("Captain Piett",),
    "General Veers": ("Veers",),
    "Jabba The Hutt": ("Jabba", "Jabba Desilijic Tiure", "Mighty Jabba"),
    "Boba Fett": ("Boba",),
    "Millennium Falcon": ("Gold Squadron 1", "Han, Chewie, And The Falcon"),
}  # fmt: skip

_FULL = {short: full for full, names in _ALSO_CALLED.items() for short in names}


def persona_called(name: str) -> str | None:
    """The persona that goes by this name, where we know it by several."""
    return _FULL.get(name, name if name in _ALSO_CALLED else None)


_HEADS = (", ", " With ")  # "Luke With Lightsaber" is Luke


def full_names(title: str, kind: str, names: Iterable[str]) -> frozenset[str]:
    """The personas on a card by their full names: those it is told to be, and what its title says."""
    found = list(names)
    if not found:
        return frozenset()
    if kind == "character":
        heads = (title.split(mark, 1)[0] for mark in _HEADS if mark in title)
        found += [head for head in heads if head in _FULL or head in _ALSO_CALLED]
    if kind == "starship" and " In " in title:
        found += title.split(" In ", 1)  # who flies it, and in what
    return frozenset(_FULL.get(name, name) for name in found)

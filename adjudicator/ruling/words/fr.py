"""French names, with the articles and elisions a sentence needs.

A sentence says `{{ player }}` (le côté lumineux), `{{ player.du }}`, `{{ player.au }}`,
`{{ card }}`, `{{ card.de }}` (de Sense, d'Alter), `{{ card.que }}`, `{{ pile.dans }}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

SIDES = {"light": "le côté lumineux", "dark": "le côté obscur"}
PHASES = {
    "activate": "phase d'activation",
    "control": "phase de contrôle",
    "deploy": "phase de déploiement",
    "battle": "phase de bataille",
    "move": "phase de mouvement",
    "draw": "phase de pioche",
    "end of turn": "fin du tour",
}
SEGMENTS = {
    "weapons": "segment des armes",
    "power": "segment des puissances",
    "damage": "segment des dommages",
}
STEPS = {
    "initiation": "en cours d'initiation",
    "responses": "ouverte aux réponses",
    "result": "résultat",
}
ZONES = {
    "hand": "la main",
    "reserve": "le deck de réserve",
    "force": "la pile de Force",
    "used": "la pile utilisée",
    "lost": "la pile perdue",
    "out of play": "hors jeu",
    "table": "sur la table",
    "stack": "sur la pile d'actions",
    "stacked": "empilée sur une autre carte",
}
KINDS = {
    "play": "une interruption",
    "deploy": "un déploiement",
    "use": "l'emploi du texte d'une carte",
    "battle": "une bataille",
    "drain": "un drain de Force",
    "move": "un mouvement",
    "react": "une réaction",
    "activate": "une activation de Force",
    "lose Force": "une perte de Force",
    "draw": "un tirage de destinée",
    "pass": "une passe",
}


class Word(str):
    """A word with the contractions a sentence may ask for."""

    __slots__ = ()

    @property
    def du(self) -> str:
        """« du côté lumineux », « de la bataille », « d'Alter », « de Sense »."""
        if self.startswith("le "):
            return f"du {self[3:]}"
        if self.startswith("les "):
            return f"des {self[4:]}"
        return elided("de", self)

    de = du

    @property
    def au(self) -> str:
        if self.startswith("le "):
            return f"au {self[3:]}"
        if self.startswith("les "):
            return f"aux {self[4:]}"
        return f"à {self}"

    a = au

    @property
    def que(self) -> str:
        return elided("que", self)

    @property
    def dans(self) -> str:
        """« dans la pile utilisée », but « hors jeu » and « sur la table »."""
        if self.startswith(("hors ", "sur ", "empilée ")):
            return str(self)
        return f"dans {self}"


_MUTE = re.compile(r"^[aeiouyàâäéèêëîïôöùûüœæ]", re.IGNORECASE)
_CONSONANT_NAMES = frozenset({"U-3PO"})  # said with a consonant: "de U-3PO"


def elided(word: str, following: str) -> str:
    """de/que before a vowel; the h and y of foreign names are not mute."""
    first = following.split()[0] if following.split() else ""
    vowel = _MUTE.match(following) and not following.lower().startswith("y")
    if vowel and first not in _CONSONANT_NAMES:
        return f"{word[:-1]}'{following}"
    return f"{word} {following}"


def side(value: str) -> Word:
    return Word(SIDES[value])


def card(title: str) -> Word:
    return Word(title)


location = card


def cards(titles: list[str]) -> Word:
    return Word(listed(titles))


def listed(items: list[str], last: str = "et") -> str:
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
    if value["card"]:
        word = {"move": "le mouvement", "react": "la réaction"}.get(value["kind"])
        title = Word(value["card"])
        return Word(f"{word} {title.de}") if word else title
    place = f" à {value['place']}" if value["place"] else ""
    name = {
        "battle": "la bataille",
        "drain": "le drain de Force",
        "activate": "l'activation d'un point de Force",
        "lose Force": "la perte d'un point de Force",
        "draw": "le tirage de destinée",
    }.get(value["kind"], "l'action")
    return Word(f"{name}{place}")


def text(value: Mapping[str, str]) -> Word:
    return Word(value.get("fr", ""))


def word(value: Any) -> Word:
    return Word(value)


def need(value: tuple[str, Any]) -> Word:
    what, of = value
    match what:
        case "phase":
            return Word(f"elle se joue pendant la {PHASES[of]}")
        case "turn":
            return Word(f"elle se joue pendant le tour {Word(SIDES[of]).du}")
        case "battle":
            return Word("elle se joue pendant une bataille, et il n'y en a pas")
        case "no-battle":
            return Word("elle ne se joue pas pendant une bataille")
        case "end-of-turn":
            return Word("elle se joue à la fin d'un tour")
        case "action":
            return Word("elle répond à une action, et il n'y en a pas")
        case "already-given-up":
            return Word("il y a déjà été renoncé pendant ce tour")
        case "condition":
            return Word(_condition(of))
    return Word(str(of))


def _condition(of: Mapping[str, Any]) -> str:
    match of["verb"]:
        case "in battle together":
            return f"{listed(of['what'])} doivent prendre part ensemble à la bataille"
        case "there is":
            return f"il faut sur la table : {of['what']}"
        case "there is no":
            return f"il ne faut pas sur la table : {of['what']}"
        case "opponent has at least":
            return f"il faut à l'adversaire au moins {of['count']} de ces cartes au même endroit : {of['what']}"
    return "sa condition doit être remplie"


def typography(sentence: str) -> str:
    """No-break spaces where French sets them, and the typographic apostrophe."""
    sentence = re.sub(r" ([:»])", "\N{NO-BREAK SPACE}\\1", sentence)
    sentence = re.sub(r" ([;!?])", "\N{NARROW NO-BREAK SPACE}\\1", sentence)
    return re.sub(r"« ", "«\N{NO-BREAK SPACE}", sentence)

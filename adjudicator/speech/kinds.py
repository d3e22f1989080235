"""How the facts of a sentence are called: each kind of fact, in any language."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.speech.grammar import Word
from adjudicator.speech.language import FALLBACK, Language, kind
from adjudicator.speech.sentences import Slot


@kind("card")
@kind("location")
@kind("word")
@kind("seen")
@kind("where")
@kind("number")
@kind("sentence")
def named(language: Language, value: object) -> object:
    """By the name it has in every language; a number by its figures."""
    return None if value is None else language.word(value)


@kind("change")
def change(language: Language, value: object) -> object:
    """A number with its sign."""
    return language.word(f"{value:+d}") if isinstance(value, int) else None


@kind("cards")
def cards(language: Language, value: object) -> object:
    return language.several(value)


@kind("owner")
def owner(language: Language, value: object) -> object:
    return language.term("side", value) if value else None


@kind("player")
def player(language: Language, value: object) -> object:
    """A side; or the player, where nobody says which."""
    return language.term("side", value) if value else language.term("player", "none")


@kind("flag")
@kind("step")
def as_it_is(language: Language, value: object) -> object:
    return value


@kind("text")
@kind("speech")
def text(language: Language, value: object) -> object:
    """What somebody wrote in several languages."""
    return language.word(either(value, language.code)) if isinstance(value, Mapping) else None


def either(said: Mapping[str, str], code: str) -> str:
    """What somebody wrote in several languages, in this one, else in English, else in any."""
    own = said.get(code)
    return own if own is not None else said.get(FALLBACK) or next(iter(said.values()), "")


@kind("target")
def target(language: Language, value: object) -> object:
    """The name that a text gives to what it targets."""
    small = str(value).lower()
    for kind_, key in (("target", small), ("type", value)):
        if key in language.terms(kind_):
            return language.term(kind_, key)
    return language.word(value)


class ActionWord(Word):
    """An action, and whose it is."""

    player: Word


def is_swung(weapon: str) -> bool:
    """Nobody fires a lightsaber."""
    return "Lightsaber" in weapon


@kind("action")
def action(language: Language, value: object) -> object:
    """The card's title, or the battle, the Force drain, the move by its place."""
    if not isinstance(value, Mapping):
        return None
    card, place, of = value["card"], value["place"], str(value["kind"])
    slots = {
        "card": Slot("card", card),
        "place": Slot("location", place),
        "player": Slot("side", value.get("player")),
        "swung": Slot("flag", bool(card) and is_swung(str(card))),
    }
    said = language.say("actions", of, slots)
    if said is None:
        said = str(card) if card else language.told("actions", "other", **slots)
    word = ActionWord(said)
    word.grammar = language.grammar
    word.player = language.term("side", value.get("player"))
    return word


@kind("attempt")
def attempt(language: Language, value: object) -> object:
    """An attempt by its number."""
    if value is None:
        return None
    return language.word(language.told("phrases", "attempt", number=Slot("number", value)))


@kind("both")
def both(language: Language, value: object) -> object:
    """Both players, if there is something they did together."""
    return language.word(language.told("phrases", "both")) if value else None


@kind("asked")
def asked(language: Language, value: object) -> object:
    """A number of a card by its name; what has none is quoted."""
    if str(value) in language.terms("measure"):
        return language.term("measure", value)
    named_ = language.say("phrases", "value of", {"name": Slot("word", value)})
    return language.word(named_ or value)


@kind("described")
def described(language: Language, value: object) -> object:
    """Words of a description: titles, types and traits."""
    told = [str(language.term("type", word)) for word in str(value).split(", ")]
    return language.word(", ".join(told))


@kind("need")
def need(language: Language, value: object) -> object:
    """What a text asks for and the table does not give."""
    if not isinstance(value, list | tuple):
        return None
    what, of = value
    if what == "condition" and isinstance(of, Mapping):
        return language.word(
            language.say("needs", str(of["verb"]), _condition(language, of))
            or language.told("needs", "condition")
        )
    slots = {"phase": Slot("phase", of), "side": Slot("side", of), "word": Slot("word", of)}
    return language.word(language.say("needs", str(what), slots) or of)


def _condition(language: Language, of: Mapping[str, object]) -> dict[str, Slot]:
    what = of["what"]
    if isinstance(what, list | tuple):
        return {"cards": Slot("cards", what)}
    types, word = language.terms("type"), str(what)
    return {
        "what": Slot("described", word),
        "several": Slot("several", word),
        "count": Slot("number", of.get("count")),
        "located": Slot("flag", bool(of.get("located"))),
        "typed": Slot("flag", word.split(", ")[0] in types and word.split(", ")[0] != "any"),
        "counted": Slot("flag", word in language.terms("several")),
        "plain": Slot("flag", word.islower() and "," not in word),
    }

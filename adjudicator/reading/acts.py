"""What a player may do by a text, or what comes of itself: times, conditions, prices, results.

An act is kept in pieces, each with the phrase by which it is said: leads (when, how often, on which
condition), costs, results. Pieces of several sentences are put together in `folding`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.reading.parsing import Parse, rule, scan
from adjudicator.reading.phrasebook import phrase
from adjudicator.reading.phrases import Filter, Printed, closed, union
from adjudicator.reading.statements import Conditions

Act = dict[str, Any]
INTERRUPT = ("interrupt",)
PERMITS = ("character", "craft", "location", "device", "weapon", "effect", "placed", "creature")


# -- slots of their own ----------------------------------------------------------------

_PHASES = ("activate", "control", "deploy", "battle", "move", "draw")


@scan("phase")
def phase(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    words = parse.words[at : at + 2]
    if len(words) == 2 and words[0] in _PHASES and words[1] == "phase":
        yield words[0], at + 2


@scan("phases")
def phases(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """`Each of your control phases`."""
    words = parse.words[at : at + 2]
    if len(words) == 2 and words[0] in _PHASES and words[1] == "phases":
        yield words[0], at + 2


_PILES = {
    "reserve deck": "reserve", "force pile": "force", "used pile": "used", "lost pile": "lost",
}  # fmt: skip


@scan("pile")
def pile(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    words = " ".join(parse.words[at : at + 2])
    if words in _PILES:
        yield _PILES[words], at + 2


@scan("shuffled pile")
def shuffled_pile(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """A pile that nobody may look through without shuffling it."""
    yield from ((name, end) for name, end in parse.all("pile", at) if name != "lost")


@scan("chosen")
def chosen(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """One card that is looked for: `one weapon`, `Luke`, `any one droid or vehicle`."""
    words, start = parse.words, at
    for lead in (("any", "one"), ("one",), ("any",), ("a",), ("an",)):
        if tuple(words[at : at + len(lead)]) == lead:
            start = at + len(lead)
            break
    for (each, joined), end in parse.all("cards", start):
        made = None if joined == "and" else union([each, joined])
        if made is not None and not set(made) & {"at", "whose", "in battle", "not", "is"}:
            yield made, end


@scan("victim")
def victim(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """One card that is chosen on table: `one opponent's character present`."""
    words = parse.words
    start = at
    if words[at : at + 2] == ["any", "one"] or words[at : at + 2] == ["one", "of"]:
        start = at + (2 if words[at] == "any" else 1)
    elif words[at : at + 1] == ["one"]:
        start = at + 1
    if words[start : start + 1] == ["of"]:
        start += 1
    named = words[start : start + 1] and words[start] not in _DETERMINED and start == at
    for (each, joined), end in parse.all("cards", start):
        made = None if joined == "and" else union([each, joined])
        if made is not None and not (named and "persona" not in made):
            yield made, end


_DETERMINED = frozenset({"a", "an", "any", "your", "opponent's", "another"})


@scan("canceled title")
def canceled_title(parse: Parse, at: int) -> Iterator[tuple[list[str], int]]:
    """Titles of Interrupts and of Effects that are canceled, apart."""
    start = at
    if parse.words[at : at + 1] == ["one"]:
        start = at + 1
    for title, end in parse.all("title", start):
        (name,) = title
        kinds = parse.names.types_of(name)
        if kinds and kinds <= {"interrupt", "effect"} and len(kinds) == 1:
            yield [name, next(iter(kinds))], end
    if start < len(parse.words) and parse.words[start] in ("sense", "alter", "control"):
        skip = parse.words[start + 1 : start + 2] == ["card"]
        yield [parse.tokens[start].text.title(), "interrupt"], start + 1 + skip


@scan("canceled titles")
def canceled_titles(parse: Parse, at: int) -> Iterator[tuple[list[Any], int]]:
    for first, end in parse.all("canceled title", at):
        yield [first], end
        start = end + (parse.words[end : end + 1] == [","])
        last = parse.words[start : start + 1] in (["or"], ["and"])
        if start + last > end:
            for rest, stop in parse.all("canceled titles", start + last):
                if not (last and len(rest) > 1):
                    yield [first, *rest], stop


# -- leads: when, how often, on which condition -------------------------------------------


def _lead(en: str, fr: str, *also: str, **said: Any) -> None:
    phrase("lead", said, en, fr, *also)


_lead("during your {p:phase}", "pendant votre {p:phase}", when={"phase": "{p}", "whose": "yours"})
_lead(
    "during opponent's {p:phase}", "pendant la {p:phase} de l'adversaire",
    when={"phase": "{p}", "whose": "opponent's"},
)  # fmt: skip
_lead("during any {p:phase}", "pendant toute {p:phase}", when={"phase": "{p}", "whose": "any"})
_lead(
    "once during each of your {p:phases}", "une fois par {p:phase} à vous",
    "once during your {p:phase}", "once during each of your own {p:phases}",
    when={"phase": "{p}", "whose": "yours"}, once="turn",
)  # fmt: skip
_lead(
    "once during each of opponent's {p:phases}", "une fois par {p:phase} de l'adversaire",
    "once during opponent's {p:phase}",
    when={"phase": "{p}", "whose": "opponent's"}, once="turn",
)  # fmt: skip
_lead(
    "once during each of your turns", "une fois par tour à vous", "once during your turn",
    when={"any time": "yes", "whose": "yours"}, once="turn",
)  # fmt: skip
_lead("during your turn", "pendant votre tour", when={"any time": "yes", "whose": "yours"})
_lead("once per turn", "une fois par tour", "once each turn", once="turn")
_lead("once per game", "une fois par partie", once="game")
_lead("once per battle", "une fois par bataille", once="battle", when="during battle")
_lead("at any time", "à tout moment", when="any time")
_lead(
    "during battle",
    "pendant une bataille",
    "during a battle",
    "during any battle",
    when="during battle",
)
_lead(
    "during a battle at|on {w:place}", "pendant une bataille {w:at}",
    when="during battle", **{"if": [{"battle at": "{w}"}]},
)  # fmt: skip

for _by, _en, _fr in (
    ("opponent", "opponent", "l'adversaire vient"), ("you", "you", "vous venez"),
):  # fmt: skip
    _just = f"if {_en} just"
    phrase(
        "lead", {"when": {"just": {"initiated": "battle", "by": _by}}},
        f"{_just} initiated a battle", f"si {_fr} d'initier une bataille",
    )  # fmt: skip
    phrase(
        "lead",
        {"when": {"just": {"initiated": "battle", "by": _by}}, "if": [{"battle at": "{w}"}]},
        f"{_just} initiated a battle at|on {{w:place}}", f"si {_fr} d'initier une bataille {{w:at}}",
    )  # fmt: skip
    phrase(
        "lead", {"when": {"just": {"initiated": "force drain", "by": _by}}},
        f"{_just} initiated a Force drain", f"si {_fr} d'initier un drain de Force",
    )  # fmt: skip
    phrase(
        "lead", {"when": {"just": {"deployed": "{who}", "by": _by}}},
        f"{_just} deployed {{who:newcomer}}", f"si {_fr} de déployer {{who:one}}",
    )  # fmt: skip
    phrase(
        "lead", {"when": {"just": {"battle": "lost", "by": _by}}},
        f"{_just} lost a battle", f"si {_fr} de perdre une bataille",
    )  # fmt: skip
    phrase(
        "lead", {"when": {"just": {"battle": "won", "by": _by}}},
        f"{_just} won a battle", f"si {_fr} de gagner une bataille",
    )  # fmt: skip
_lead(
    "if a battle was just initiated here", "si une bataille vient d'être initiée ici",
    "if a battle was just initiated at same site|location|system",
    when={"just": {"initiated": "battle"}}, **{"if": [{"battle at": "here"}]},
)  # fmt: skip
_lead(
    "if opponent just initiated a battle here", "si l'adversaire vient d'initier une bataille ici",
    "if opponent just initiated (a)? battle at same site|location|system",
    when={"just": {"initiated": "battle", "by": "opponent"}}, **{"if": [{"battle at": "here"}]},
)  # fmt: skip
_lead(
    "if you just initiated a battle here", "si vous venez d'initier une bataille ici",
    "if you just initiated (a)? battle at same site|location|system",
    when={"just": {"initiated": "battle", "by": "you"}}, **{"if": [{"battle at": "here"}]},
)  # fmt: skip
_lead(
    "if you just deployed {who:newcomer} here", "si vous venez de déployer {who:one} ici",
    "if you just deployed {who:newcomer} to same site|location|system",
    when={"just": {"deployed": "{who}", "by": "you", "to": "here"}},
)  # fmt: skip
_lead(
    "if opponent just deployed {who:newcomer} here", "si l'adversaire vient de déployer {who:one} ici",
    "if opponent just deployed {who:newcomer} to same site|location|system",
    when={"just": {"deployed": "{who}", "by": "opponent", "to": "here"}},
)  # fmt: skip
_lead(
    "if a battle was just initiated", "si une bataille vient d'être initiée",
    "if a battle has just been initiated", "if a battle just initiated",
    when={"just": {"initiated": "battle"}},
)  # fmt: skip
_lead(
    "if a battle was just initiated at|on {w:place}", "si une bataille vient d'être initiée {w:at}",
    when={"just": {"initiated": "battle"}}, **{"if": [{"battle at": "{w}"}]},
)  # fmt: skip


@scan("newcomer")
def newcomer(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    for found, end in parse.all("one", at):
        if not set(found) & {"at", "whose", "in battle"}:
            yield found, end


@rule("lead", "if {c:conditions}", "while {c:conditions}")
def on_condition(card: Printed, c: Conditions) -> Act:
    return {"if": c}


@rule("lead", "unless {c:conditions}")
def unless_so(card: Printed, c: Conditions) -> Act | None:
    return {"if": [{"not": c[0]}]} if len(c) == 1 and "not" not in c[0] else None


@rule("condition", "{who:cards} is|are in (a)? battle (together)?", on=INTERRUPT)
def are_in_battle(card: Printed, who: list[Any]) -> Conditions | None:
    each, joined = who
    if any("at" in one for one in each):
        return None
    if joined == "and":
        return [{"there is": closed({**one, "in battle": "yes"})} for one in each]
    made = union(who)
    return None if made is None else [{"there is": {**made, "in battle": "yes"}}]


@rule("condition", "{who:cards} is|are alone in battle", on=INTERRUPT)
def alone_in_battle(card: Printed, who: list[Any]) -> Conditions | None:
    each, joined = who
    if joined == "and" or any(set(one) & {"at", "is"} for one in each):
        return None
    made = union(who)
    return None if made is None else [{"there is": {**made, "in battle": "yes", "is": "alone"}}]


@rule("condition", "the battle is at|on {where:place}")
def battle_is_at(card: Printed, where: Filter) -> Conditions:
    return [{"battle at": where}]


@rule("condition", "{who:cards} is|are defending a battle", on=INTERRUPT)
def defends(card: Printed, who: list[Any]) -> Conditions | None:
    made = _mine(who)
    return None if made is None else [{"there is": made}, {"battle by": "opponent"}]


@rule("condition", "{who:cards} is|are defending a battle at|on {where:place}", on=INTERRUPT)
def defends_there(card: Printed, who: list[Any], where: Filter) -> Conditions | None:
    made = _mine(who)
    if made is None:
        return None
    return [{"there is": made}, {"battle by": "opponent"}, {"battle at": where}]


@rule("condition", "{who:cards} is|are defending a battle alone", on=INTERRUPT)
def defends_alone(card: Printed, who: list[Any]) -> Conditions | None:
    made = _mine(who)
    if made is None:
        return None
    return [{"there is": {**made, "is": "alone"}}, {"battle by": "opponent"}]


@rule("condition", "{who:cards} is|are defending a battle alone at|on {where:place}", on=INTERRUPT)
def defends_alone_there(card: Printed, who: list[Any], where: Filter) -> Conditions | None:
    found = defends_alone(card, who)
    return None if found is None else [*found, {"battle at": where}]


def _mine(who: list[Any]) -> Filter | None:
    """Who defends is one's own: opponent has initiated the battle."""
    if who[1] == "and":
        return None
    made = union(who)
    if made is None or set(made) & {"at", "is", "not", "in battle"}:
        return None
    if made.get("whose") != "yours" and not isinstance(made.get("persona"), str):
        return None
    return {**made, "in battle": "yes", "whose": "yours"}


# -- prices ------------------------------------------------------------------------------

phrase("cost", {"use force": "{n}"}, "use {n:number} Force", "utilisez {n} {n:points} de Force")
phrase("cost", {"lose force": "{n}"}, "lose {n:number} Force", "perdez {n} {n:points} de Force")
phrase(
    "cost", {"lose": "self"}, "lose this card", "perdez cette carte",
    "place this card in Lost Pile", "lose {_:own name}", "place {_:own name} in Lost Pile",
)  # fmt: skip
phrase(
    "cost", {"put out of play": "self"}, "place this card out of play", "mettez cette carte hors jeu",
    "place {_:own name} out of play",
)  # fmt: skip


# -- results -----------------------------------------------------------------------------


def _result(parts: list[Any], en: str, fr: str, *also: str, **rest: Any) -> None:
    phrase("effect", {"result": parts}, en, fr, *also, **rest)


_result([{"retrieve": "{n}"}], "retrieve {n:number} Force", "récupérez {n} {n:points} de Force")
_result([{"activate": "{n}"}], "activate {n:number} Force", "activez {n} {n:points} de Force")
_result(
    [{"lose force": "{n}", "by": "opponent"}], "opponent loses {n:number} Force",
    "l'adversaire perd {n} {n:points} de Force", "opponent must lose {n:number} Force",
)  # fmt: skip
_result(
    [{"retrieve": "{n}", "by": "opponent"}], "opponent retrieves {n:number} Force",
    "l'adversaire récupère {n} {n:points} de Force",
)  # fmt: skip
_result(
    [{"lose force": "{n}", "by": "each"}], "each player loses {n:number} Force",
    "chaque joueur perd {n} {n:points} de Force", "both players lose {n:number} Force",
    "each player must lose {n:number} Force",
)  # fmt: skip
_result(
    [{"activate": "{n}", "by": "each"}], "each player activates {n:number} Force",
    "chaque joueur active {n} {n:points} de Force", "both players activate {n:number} Force",
)  # fmt: skip
_result(
    [{"add battle destiny": "{n}"}],
    "add {n:number} battle destiny",
    "ajoutez {n} {n:destinées} de bataille",
)
_result(
    [{"take": "top", "from": "{p}", "into": "hand"}],
    "take top card of {p:pile} into hand", "prenez en main la carte du dessus de {p:your pile}",
    "take the top card of (your)? {p:pile} into (your)? hand",
    "draw (the)? top card of (your)? {p:pile} into hand",
    "draw (the)? top card of (your)? {p:pile}",
)  # fmt: skip
_result(
    [{"take": "{what}", "from": "{p}", "into": "hand"}, {"shuffle": "{p}"}],
    "take {what:chosen} into hand from {p:shuffled pile} and reshuffle",
    "prenez {what:one} en main depuis {p:your pile} et mélangez",
    "take {what:chosen} into hand from (your)? {p:shuffled pile} ; reshuffle",
    "search (through)? (your)? {p:shuffled pile} ,? (and)? take {what:chosen} into (your)? hand ,? and reshuffle",
    "search (through)? (your)? {p:shuffled pile} ,? (and)? take {what:chosen} into (your)? hand ; reshuffle",
)  # fmt: skip
_result(
    [{"take": "{what}", "from": "{p}", "into": "hand"}],
    "take {what:chosen} into hand from {p:pile}", "prenez {what:one} en main depuis {p:your pile}",
    "search (through)? (your)? {p:pile} ,? (and)? take {what:chosen} into (your)? hand",
)  # fmt: skip
_result(
    [{"may deploy": "{what}", "from": "{p}"}, {"shuffle": "{p}"}],
    "deploy {what:chosen} from {p:shuffled pile} and reshuffle",
    "déployez {what:one} depuis {p:your pile} et mélangez",
    "deploy {what:chosen} from (your)? {p:shuffled pile} ; reshuffle",
    "deploy from (your)? {p:shuffled pile} {what:chosen} ; reshuffle",
)  # fmt: skip
_result(
    [{"may deploy": "{what}", "from": "{p}", "free": "yes"}, {"shuffle": "{p}"}],
    "deploy {what:chosen} from {p:shuffled pile} for free and reshuffle",
    "déployez gratuitement {what:one} depuis {p:your pile} et mélangez",
    "deploy {what:chosen} from (your)? {p:shuffled pile} (for free | free) ; reshuffle",
    r"deploy {what:chosen} from (your)? {p:shuffled pile} ,? \( for free \) ; reshuffle",
    r"deploy \( for free \) {what:chosen} from (your)? {p:shuffled pile} ; reshuffle",
    "deploy for free {what:chosen} from (your)? {p:shuffled pile} ; reshuffle",
)  # fmt: skip
_result(
    [{"shuffle": "reserve"}], "reshuffle Reserve Deck", "mélangez votre deck de réserve",
    "shuffle (your)? Reserve Deck",
)  # fmt: skip
_result(
    [{"reveal hand": "opponent"}], "reveal opponent's hand", "l'adversaire montre sa main",
)  # fmt: skip
_result(
    [{"look at": "{p}", "of": "opponent"}], "peek at top card of opponent's {p:pile}",
    "regardez la carte du dessus {p:their pile}", "peek at the top card of opponent's {p:pile}",
)  # fmt: skip
_result(
    [{"look at": "{p}"}], "peek at top card of your {p:pile}",
    "regardez la carte du dessus de {p:your pile}", "peek at the top card of your {p:pile}",
)  # fmt: skip
_result(
    [{"draw cards": "{n}", "from": "{p}"}], "draw {n:number} cards from {p:pile}",
    "piochez {n} cartes depuis {p:your pile}",
    "draw (the)? top {n:number} cards of (your)? {p:pile}",
    "draw (the)? top {n:number} cards from (your)? {p:pile}",
    "draw {n:number} cards from (the)? top of (your)? {p:pile}", "draw {n:number} card from (your)? {p:pile}",
)  # fmt: skip
_result(
    [{"change": "total power", "of": "you", "by": "{n}", "until": "end of battle"}],
    "add {n:number} to your total power", "ajoutez {n} à votre puissance totale",
)  # fmt: skip
_result(
    [{"cancel": "answered"}], "cancel the battle", "annulez la bataille", "cancel that battle",
)  # fmt: skip

# Of one card that the player chooses.
_TARGET = {"name": "target"}


def _on_one(result: list[Any], en: str, fr: str, *also: str) -> None:
    """Something done to one card: chosen in the same breath, or targeted before."""
    phrase(
        "effect", {"targets": ["{who}"], "result": result},
        en.format(who="{who:victim}", is_="is"), fr.format(who="{who:one}", le="{who:one}"),
        *(one.format(who="{who:victim}", is_="is") for one in also),
    )  # fmt: skip
    phrase(
        "effect", {"result": result},
        en.format(who="target", is_="is"), fr.format(who="la cible", le="la cible"),
        *(
            one.format(who=word, is_=verb)
            for one in (en, *also)
            for word in ("that character", "that card", "it", "target", "(that)? starship", "(that)? vehicle", "character")
            for verb in ("is",)
            if (one, word) != (en, "target")
        ),
    )  # fmt: skip


_on_one(
    [{"lose": "target"}],
    "{who} {is_} lost",
    "{le} est perdu",
    "{who} {is_} immediately lost",
    "cause {who} to be lost",
    "{who} lost",
)
_on_one([{"hit": "target"}], "{who} {is_} hit", "{le} est touché")
_on_one(
    [{"place": "target", "in": "used"}],
    "place {who} in owner's Used Pile",
    "mettez {le} dans la pile utilisée de son propriétaire",
)
_on_one(
    [{"place": "target", "in": "lost"}],
    "place {who} in owner's Lost Pile",
    "mettez {le} dans la pile perdue de son propriétaire",
)
_on_one(
    [{"place": "target", "in": "hand"}],
    "place {who} in owner's hand",
    "remettez {le} dans la main de son propriétaire",
    "return {who} to owner's hand",
    "{who} {is_} returned to owner's hand",
)
_on_one(
    [{"put out of play": "target"}],
    "place {who} out of play",
    "mettez {le} hors jeu",
    "{who} {is_} placed out of play",
)
_on_one(
    [{"exclude": "target"}],
    "exclude {who} from battle",
    "excluez {le} de la bataille",
    "{who} {is_} excluded from battle",
    "exclude {who} from that battle",
)

for _until, _en_until, _fr_until in (
    ("end of turn", "for remainder of turn", "pour le reste du tour"),
    ("end of battle", "for remainder of battle", "pour le reste de la bataille"),
    ("end of turn", "until end of turn", "jusqu'à la fin du tour"),
):
    if _en_until.startswith("for"):
        phrase(
            "effect",
            {"targets": ["{who}"], "result": [{"change": "{s}", "of": "target", "by": "{n}", "until": _until}]},
            f"{{who:victim}} is {{s:stat}} {{n:signed}} {_en_until}",
            f"{{who:one}} a {{s:stat}} {{n:signed}} {_fr_until}",
            f"make {{who:victim}} {{s:stat}} {{n:signed}} {_en_until}",
            f"{_en_until} ,? {{who:victim}} is {{s:stat}} {{n:signed}}",
            f"cause {{who:victim}} to be {{s:stat}} {{n:signed}} {_en_until}",
            *(("{who:victim} is {s:stat} {n:signed} until end of turn",) if _until == "end of turn" else ()),
        )  # fmt: skip
        phrase(
            "effect",
            {"result": [{"change": "{s}", "of": "target", "by": "{n}", "until": _until}]},
            f"target is {{s:stat}} {{n:signed}} {_en_until}",
            f"la cible a {{s:stat}} {{n:signed}} {_fr_until}",
            f"that character|card|starship|vehicle is {{s:stat}} {{n:signed}} {_en_until}",
            f"character|starship|vehicle is {{s:stat}} {{n:signed}} {_en_until}",
            f"{_en_until} ,? target is {{s:stat}} {{n:signed}}",
            f"{_en_until} ,? that character|card|starship|vehicle is {{s:stat}} {{n:signed}}",
            *(("target|character|starship|vehicle is {s:stat} {n:signed} until end of turn",) if _until == "end of turn" else ()),
        )  # fmt: skip
        phrase(
            "effect",
            {"result": [{"change": "{s}", "of": "target", "to": "{n}", "until": _until}]},
            f"target is {{s:stat}} = {{n:number}} {_en_until}",
            f"la cible a {{s:stat}} = {{n:number}} {_fr_until}",
            f"{_en_until} ,? target is {{s:stat}} = {{n:number}}",
            *(("target|character|starship|vehicle is {s:stat} = {n:number} until end of turn",) if _until == "end of turn" else ()),
        )  # fmt: skip

phrase(
    "effect", {"result": [{"retrieve": 1, "chosen": "{what}"}]}, "retrieve {what:chosen}",
    "récupérez {what:one}",
)  # fmt: skip
phrase(
    "effect", {"cancel kinds": ["immediate", "mobile"]},
    "cancel one Immediate Effect, Mobile Effect or Force drain".replace(",", " ,"),
    "annulez un Effet immédiat, un Effet mobile ou un drain de Force",
    "cancel one Immediate Effect , Mobile Effect , or Force drain",
)  # fmt: skip
# Cards that are canceled by their titles; what that comes to, stands in `folding`.
phrase(
    "effect", {"cancel titles": "{t}"}, "cancel {t:canceled titles}", "annulez {t:titles}",
    "cancel one {t:canceled titles}", "cancel one {t:canceled titles} just played",
)  # fmt: skip
phrase(
    "effect", {"cancel drain": {}}, "cancel a Force drain", "annulez un drain de Force",
    "cancel any Force drain",
)  # fmt: skip
phrase(
    "effect", {"cancel drain": {"by": "opponent"}}, "cancel an opponent's Force drain",
    "annulez un drain de Force de l'adversaire", "cancel one opponent's Force drain",
    "cancel opponent's Force drain",
)  # fmt: skip


# -- an act --------------------------------------------------------------------------------


@scan("leads")
def leads(parse: Parse, at: int) -> Iterator[tuple[list[Act], int]]:
    yield [], at
    for first, end in parse.all("lead", at):
        start = end + (parse.words[end : end + 1] == [","])
        start += parse.words[start : start + 1] == ["and"]
        for rest, last in parse.all("leads", start):
            keys = [key for one in (first, *rest) for key in one if key != "if"]
            if len(keys) == len(set(keys)):
                yield [first, *rest], last


@scan("effects")
def effects(parse: Parse, at: int) -> Iterator[tuple[list[Act], int]]:
    for first, end in parse.all("effect", at):
        yield [first], end
        start = end + (parse.words[end : end + 1] in ([","], [";"]))
        if parse.words[start : start + 1] in (["and"], ["then"]):
            for rest, last in parse.all("effects", start + 1):
                targets = sum("targets" in one for one in (first, *rest))
                if targets < 2:
                    yield [first, *rest], last


@rule("body", "{r:effects}")
def plainly(card: Printed, r: list[Act]) -> Act:
    return {"effects": r}


@rule("body", "{c:cost} to {r:effects}")
def for_a_price(card: Printed, c: Act, r: list[Act]) -> Act:
    return {"costs": [c], "effects": r}


@rule("sentence", "{when:leads} (you)? may {what:body}", on=PERMITS)
def may_do(card: Printed, when: list[Act], what: Act) -> Act:
    return {"act": {"leads": when, "may": "yes", **what}}


@rule("sentence", "{when:leads} (you may?)? {what:body}", on=INTERRUPT)
def does(card: Printed, when: list[Act], what: Act) -> Act:
    return {"act": {"leads": when, **what}}


@rule("sentence", "{when:leads} {what:effects}", on=PERMITS)
def comes_about(card: Printed, when: list[Act], what: list[Act]) -> Act | None:
    """Without "may" it comes of itself, straight after something has happened."""
    if not any(
        "just" in lead.get("when", {}) for lead in when if isinstance(lead.get("when"), dict)
    ):
        return None
    return {"act": {"leads": when, "effects": what}}


# -- pieces of an act that stand in sentences of their own ------------------------------------


@rule("sentence", "immune to {what:titles}", on=INTERRUPT)
def this_use_is_immune(card: Printed, what: list[str]) -> Act:
    return {"piece": {"immune to": what}}


phrase("sentence piece", {"target": "{who}"}, "target {who:victim}", "visez {who:one}")
phrase("sentence piece", {"draw": 1}, "draw destiny", "tirez une destinée", "draw one destiny")
phrase("sentence piece", {"draw": "{n}"}, "draw {n:several} destiny", "tirez {n} destinées")
phrase(
    "sentence piece", {"reshuffle": "yes"}, "shuffle, cut and replace", "mélangez, coupez et replacez",
    "shuffle , cut ,? and replace", "shuffle deck , cut ,? and replace", "reshuffle",
)  # fmt: skip
for _pile, _fr in (
    ("used", "dans la pile utilisée"), ("lost", "dans la pile perdue"),
    ("reserve", "dans le deck de réserve"), ("out of play", "hors jeu"), ("hand", "en main"),
):  # fmt: skip
    _where = (
        "out of play"
        if _pile == "out of play"
        else f"in {_pile} " + ("deck" if _pile == "reserve" else "pile")
    )
    phrase(
        "sentence piece", {"goes to": _pile}, f"place this Interrupt {_where}",
        f"placez cette interruption {_fr}", f"place Interrupt {_where}",
        f"place Interrupt in the {_where.removeprefix('in ')}",
    )  # fmt: skip


@scan("several")
def several(parse: Parse, at: int) -> Iterator[tuple[int, int]]:
    yield from ((n, end) for n, end in parse.all("number", at) if n > 1)


@rule("sentence", "{p:sentence piece}", on=INTERRUPT)
def a_piece(card: Printed, p: Act) -> Act:
    return {"piece": p}


@rule("sentence", "{when:leads} {p:sentence piece}", on=INTERRUPT)
def a_piece_on_conditions(card: Printed, when: list[Act], p: Act) -> Act | None:
    if not when or not {"target", "draw"} & set(p):
        return None
    return {"piece": {**p, "leads": when}}


@rule(
    "sentence",
    "{c:cost} to {p:sentence piece}",
    "{when:leads} {c:cost} to {p:sentence piece}",
    on=INTERRUPT,
)
def a_piece_for_a_price(card: Printed, c: Act, p: Act, when: list[Act] | None = None) -> Act | None:
    if not {"target", "draw"} & set(p):
        return None
    return {"piece": {**p, "costs": [c], **({"leads": when} if when else {})}}


for _word, _sign, _fr in (("more than", ">", ">"), ("less than", "<", "<")):
    phrase("comparison", {_word: "{n}"}, f"{_sign} {{n:number}}", f"{_fr} {{n:number}}")
    for _number, _name, _its in (
        ("ability", "ability", "l'habileté"), ("defense", "defense value", "la valeur de défense"),
        ("power", "power", "la puissance"), ("armor", "armor", "le blindage"),
        ("maneuver", "maneuver", "la manœuvre"), ("forfeit", "forfeit", "la valeur de perte"),
    ):  # fmt: skip
        phrase(
            "comparison", {_word: {f"{_number} of": "target"}}, f"{_sign} target's {_name}",
            f"{_fr} {_its} de la cible", f"{_sign} {_name}", f"{_sign} that character's {_name}",
            f"{_sign} character's {_name}", f"{_sign} {_name} of target",
        )  # fmt: skip
phrase(
    "comparison", {"less than": "your highest ability"},
    "< ability of your highest-ability character on table", "< votre plus haute habileté",
)  # fmt: skip


@rule("sentence", "if total? destiny {by:signed}? {than:comparison} , {r:effects}", on=INTERRUPT)
@rule("sentence", "{r:effects} if total? destiny {by:signed}? {than:comparison}", on=INTERRUPT)
def compared(card: Printed, than: Act, r: list[Act], by: int = 0) -> Act | None:
    if any("targets" in one or "result" not in one for one in r):
        return None
    return {"piece": {"compare": than, "by": by, "effects": r}}


@rule("sentence", "otherwise , {r:effects}", on=INTERRUPT)
def otherwise(card: Printed, r: list[Act]) -> Act | None:
    if any("targets" in one or "result" not in one for one in r):
        return None
    return {"piece": {"otherwise": r}}


@rule("sentence", "add {by:number} if {what:conditions}", on=INTERRUPT)
def more_if(card: Printed, by: int, what: Conditions) -> Act | None:
    return {"piece": {"add": by, "if": what}}


# -- what comes as soon as it is so --------------------------------------------------------------


@rule("sentence", "{_:this itself} (is)? canceled if {c:conditions}", on=("effect", "placed"))
@rule("sentence", "(is)? canceled if {c:conditions}", on=("effect", "placed"))
def canceled_if(card: Printed, c: Conditions, _: str = "") -> Act | None:
    return _as_soon_as(c, [{"cancel": "self"}])


@rule(
    "sentence",
    "(place {_:this itself} in Lost Pile | {_:this itself} is lost | lost) if {c:conditions}",
    on=("effect", "placed"),
)
def lost_if(card: Printed, c: Conditions, _: str = "") -> Act | None:
    return _as_soon_as(c, [{"lose": "self"}])


@rule("sentence", "place {_:this itself} in Used Pile if {c:conditions}", on=("effect", "placed"))
def used_if(card: Printed, c: Conditions, _: str = "") -> Act | None:
    return _as_soon_as(c, [{"place": "self", "in": "used"}])


@scan("this itself")
def this_itself(parse: Parse, at: int) -> Iterator[tuple[str, int]]:
    """The card by its kind, or by its name."""
    words = parse.words
    for count, said in (
        (2, ("this", "effect")),
        (2, ("immediate", "effect")),
        (2, ("utinni", "effect")),
        (2, ("mobile", "effect")),
        (1, ("effect",)),
        (2, ("this", "card")),
    ):
        if tuple(words[at : at + count]) == said:
            yield "self", at + count
            return
    yield from parse.all("own name", at)


def _as_soon_as(c: Conditions, result: list[Any]) -> Act:
    return {"role": "automatic", "when": "as soon as", "if": c, "result": result}

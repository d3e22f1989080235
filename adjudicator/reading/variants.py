"""Numbers that differ: `+1 (+2 while alone)`, so much for each card, other numbers and other places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.reading.bonuses import THIS_PILOTS
from adjudicator.reading.parsing import Parse, rule, scan
from adjudicator.reading.phrasebook import phrase
from adjudicator.reading.phrases import Filter, Printed, both, union
from adjudicator.reading.statements import SUBJECT, Claim, Conditions, gives

_PERSONS = ("character", "craft")
CARRIED = {"type": "weapon", "deployed on": {"is": "this card"}}  # by the card that speaks


# -- so much, or more on a condition ---------------------------------------------------


@rule(
    "change",
    r"{names:stats} {by:signed} \( or? {then:signed} {when:while} \)",
)
def more_at_times(
    card: Printed, names: list[str], by: int, then: int, when: Conditions
) -> Claim | None:
    more = then - by
    if not more or (by > 0) is not (then > 0):
        return None
    return {
        **gives(*({name: by, "to": SUBJECT} for name in names)),
        "besides": [{"if": when, **gives(*({name: more, "to": SUBJECT} for name in names))}],
    }


@rule(
    "sentence",
    r"adds {by:number} to (the)? power of anything he|she pilots \( or? {then:number} (to | if | if piloting | while piloting | if starship is | if vehicle is)? {which:one} \)",
    on=("character",),
)
def pilot_adds_more(card: Printed, by: int, then: int, which: Filter) -> Claim | None:
    to = both(which, THIS_PILOTS)
    if then <= by or to is None or set(which) & {"at", "whose", "not"}:
        return None
    return {"facts": {"when piloting": by}, "besides": [gives({"power": then - by, "to": to})]}


# -- so much for each --------------------------------------------------------------------


@scan("counted")
def counted(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """What is counted one by one."""
    for (each, joined), end in parse.all("cards", at):
        made = None if joined == "and" else union([each, joined])
        if made is not None and ("at" in made or "in battle" in made):
            yield made, end
        elif made is not None and parse.words[end : end + 2] == ["on", "table"]:
            yield made, end + 2


@rule("change", "{names:stats} {by:signed} for each {what:counted}")
def so_much_for_each(card: Printed, names: list[str], by: int, what: Filter) -> Claim:
    return gives(*({name: by, "to": SUBJECT, "for each": what} for name in names))


# -- destinies ---------------------------------------------------------------------------

_OF_SOMEBODY = {"fits": lambda card, whose, **_: whose != "any"}

phrase(
    "claim", {"gives": [{"weapon destiny": "{n}", "to": CARRIED}]},
    "each of its weapon destiny draws is {n:signed}",
    "chaque destinée d'arme de ses propres armes est à {n:signed}",
    "each of his|her weapon destiny draws is {n:signed}",
    "adds {n:number} to each of his|her|its weapon destiny draws", on=_PERSONS,
)  # fmt: skip
phrase(
    "claim", {"gives": [{"weapon destiny": "{n}", "to": "any", "at": "here", "whose": "{whose}"}]},
    "each of {whose} weapon destiny draws here is {n:signed}",
    "chaque destinée d'arme {whose:de qui} est ici à {n:signed}",
    "add {n:number} to each of {whose} weapon destiny draws here", on=("location",), **_OF_SOMEBODY,
)  # fmt: skip


@rule(
    "claim", "subtract {by:number} from each of {whose} weapon destiny draws here", on=("location",)
)
def worse_shots_here(card: Printed, whose: str, by: int) -> Claim | None:
    if whose == "any":
        return None
    return gives({"weapon destiny": -by, "to": "any", "at": "here", "whose": whose})


@rule("claim", "add {by:number} to each of {whose} battle destiny draws here", on=("location",))
@rule(
    "claim",
    "adds {by:number} to each of {whose} battle destiny draws (here)?",
    "adds {by:number} to {whose} battle destiny draws here",
    on=_PERSONS,
)
def better_destiny_here(card: Printed, whose: str, by: int) -> Claim | None:
    if whose == "any":
        return None
    return gives({"battle destiny": by, "at": "here", "whose": whose})


@rule(
    "claim", "subtract {by:number} from each of {whose} battle destiny draws here", on=("location",)
)
@rule(
    "claim",
    "subtracts {by:number} from each of {whose} battle destiny draws here",
    on=_PERSONS,
)
def worse_destiny_here(card: Printed, whose: str, by: int) -> Claim | None:
    return better_destiny_here(card, whose, -by)


# -- what others are ---------------------------------------------------------------------


@rule("claim", "adds {by:number} to {names:stats} of {who:set}", on=_PERSONS)
def adds_to_such(card: Printed, by: int, names: list[str], who: Filter) -> Claim | None:
    if "has aboard" in who or "at" not in who:
        return None
    return gives(*({name: by, "to": who} for name in names))


@rule("claim", "{who:set} is|are deploy {by:signed} {where:destination}?")
def such_are_deploy(card: Printed, who: Filter, by: int, where: Any = None) -> Claim | None:
    if "at" in who or (where is None and card.frame == "location"):
        return None
    return gives({"deploy cost": by, "to": who, **({"at": where} if where else {})})


def _is_placed(card: Printed, who: Filter, **_: Any) -> bool:
    """On a location whom a statement means has to be said by where they are."""
    return card.frame != "location" or "at" in who


phrase(
    "claim", {"gives": [{"immune to": "{what}", "to": "{who}"}]},
    "{who:set} is|are immune to {what:titles}", "{who:set} {who:a} l'immunité à {what:et à}",
    fits=_is_placed,
)  # fmt: skip
phrase(
    "claim", {"bars": [{"target": "self", "with": {"type": "weapon"}}]},
    "this card may not be targeted by weapons", "cette carte ne peut pas être visée par des armes",
    "may not be targeted by weapons", "{_:self} may not be targeted by weapons", on=_PERSONS,
)  # fmt: skip
phrase(
    "claim", {"bars": [{"target": "{who}", "with": {"type": "weapon"}}]},
    "{who:set} may not be targeted by weapons",
    "{who:set} ne {who:peut} pas être pris pour cible par des armes", fits=_is_placed,
)  # fmt: skip
phrase(
    "claim", {"bars": [{"target": "{who}", "by": "opponent", "with": {"type": "weapon"}}]},
    "opponent may not target {who:set} with weapons",
    "l'adversaire ne peut pas viser {who:set} avec des armes", on=_PERSONS,
)  # fmt: skip
phrase(
    "claim", {"gives": [{"suspended": "yes", "to": "{what}"}]},
    "{what:suspended} is suspended", "{what:title} est suspendu", "suspends {what:suspended}",
)  # fmt: skip


@scan("suspended")
def suspended(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    for found, end in parse.all("titles", at):
        if len(found) == 1:
            yield {"title": found[0]}, end


# -- Force --------------------------------------------------------------------------------


@rule(
    "sentence",
    "{when:while} ,? (your)? force drains? (is|are)? {by:signed} here",
    on=_PERSONS,
)
def drain_where_it_is(card: Printed, by: int, when: Conditions) -> Claim:
    return {"if": when, **gives({"drain": by, "at": "here", "whose": "yours"})}


# -- facts ----------------------------------------------------------------------------------

_AGENDAS = ("ambition", "blockade", "justice", "order", "peace", "taxation", "trade", "wealth")


@scan("agendas")
def agendas(parse: Parse, at: int) -> Iterator[tuple[list[str], int]]:
    if at < len(parse.words) and parse.words[at] in _AGENDAS:
        yield [parse.words[at]], at + 1
        start = at + 1 + (parse.words[at + 1 : at + 2] == [","])
        start += parse.words[start : start + 1] == ["and"]
        if start > at + 1:
            for rest, end in parse.all("agendas", start):
                yield [parse.words[at], *rest], end


@rule("sentence", "agenda|agendas : {what:agendas}", on=("character",))
def has_agendas(card: Printed, what: list[str]) -> Claim:
    return {"facts": {"traits": [f"{one} agenda" for one in what]}}


@rule("sentence", "deploys only to a site as an undercover spy", on=("character",))
def arrives_undercover(card: Printed) -> Claim:
    return {"facts": {"only to": {"type": "site"}}, "besides": [gives({"arrives": "undercover"})]}


# -- Utinni Effects ---------------------------------------------------------------------------


@rule(
    "sentence",
    "(utinni effect | effect | {_:own name}) (is)? canceled when reached by target",
    on=("effect", "placed"),
)
def canceled_when_reached(card: Printed, _: str = "") -> Claim | None:
    if card.subtype != "utinni":
        return None
    return {
        "role": "automatic",
        "when": {"just": {"reached": "any"}},
        "result": [{"cancel": "self"}],
    }


@scan("barred titles")
def barred_titles(parse: Parse, at: int) -> Iterator[tuple[list[str], int]]:
    yield from parse.all("titles", at)

"""How cards come on table by their own text: weapons, devices and Effects.

A weapon or device goes on a card of its own player's unless it says otherwise; an Effect on any."""

from __future__ import annotations

from typing import Any

from adjudicator.reading.parsing import Parse, rule, scan
from adjudicator.reading.phrases import NOT_THIS, Filter, Printed
from adjudicator.reading.statements import Claim, Conditions, gives, said_of

PHASE = {"phase": "deploy", "whose": "yours"}
_ANYBODY = ("any", "opponent's", "an")
_ON = ("effect", "placed", "weapon", "device")


@scan("bearer")
def bearer(parse: Parse, at: int) -> Any:
    """What a card deploys on: a card, or a location."""
    for what, end in parse.all("one", at):
        if what.get("type") in _PLACES:
            continue
        mine = parse.card.frame in ("weapon", "device") and not _is_anybodys(parse, at)
        if what.get("not") == NOT_THIS:  # other than the one named before
            what = {k: v for k, v in what.items() if k != "not"}
        yield {**({"whose": "yours"} if mine else {}), **what}, end
    if parse.card.frame in ("effect", "placed", "weapon", "device"):
        for where, end in parse.all("place", at):
            yield ({} if set(where) & {"title", "type"} else {"type": "location"}) | where, end
        for whole, end in parse.all("whole", at):
            if parse.words[end : end + 1] not in (["system"], ["site"], ["location"]):
                yield {"type": "system", "part of": whole}, end


def _is_anybodys(parse: Parse, at: int) -> bool:
    return parse.words[at] in _ANYBODY


_PLACES = ("location", "site", "system", "sector")


def _deploys(result: list[Any], price: int | None, on: Filter | None = None) -> Claim:
    return {
        "role": "deploy",
        "when": dict(PHASE),
        **({"targets": [{"name": "bearer", **on}]} if on is not None else {}),
        **({"cost": [{"use force": price}]} if price else {}),
        "result": result,
    }


@rule(
    "sentence",
    "(in your deploy phase ,)? deploy on (your side of)? table",
    "(in your deploy phase ,)? use {price:number} force to deploy on (your side of)? table",
    on=("effect", "placed"),
)
def on_table(card: Printed, price: int | None = None) -> Claim:
    return _deploys(["put on table"], price)


@rule(
    "sentence",
    "(in your deploy phase ,)? deploy on opponent's side of table",
    "(in your deploy phase ,)? use {price:number} force to deploy on opponent's side of table",
    on=("effect", "placed"),
)
def on_the_other_side(card: Printed, price: int | None = None) -> Claim:
    return _deploys([{"put on table": "opponent"}], price)


@rule(
    "sentence",
    "(in your deploy phase ,)? deploy on {where:bearer}",
    "(in your deploy phase ,)? use {price:number} force to deploy on {where:bearer}",
    on=_ON,
)
def on_a_card(card: Printed, where: Filter, price: int | None = None) -> Claim | None:
    if card.subtype in ("immediate", "utinni", "mobile"):
        return None  # these have times and targets of their own
    return _deploys([{"attach to": "bearer"}], price, where)


@rule(
    "sentence",
    "(in your deploy phase ,)? deploy on {where:bearer} if {c:conditions}",
    "(in your deploy phase ,)? use {price:number} force to deploy on {where:bearer} if {c:conditions}",
    on=("effect", "placed"),
)
def on_a_card_if(
    card: Printed, where: Filter, c: Conditions, price: int | None = None
) -> Claim | None:
    made = on_a_card(card, where, price)
    return None if made is None else {**made, "if": c}


@rule(
    "sentence",
    "(in your deploy phase ,)? deploy on (your side of)? table if {c:conditions}",
    "(in your deploy phase ,)? use {price:number} force to deploy on (your side of)? table if {c:conditions}",
    "if {c:conditions} , deploy on (your side of)? table",
    "if {c:conditions} , use {price:number} force to deploy on (your side of)? table",
    on=("effect", "placed"),
)
def on_table_if(card: Printed, c: Conditions, price: int | None = None) -> Claim:
    return {**on_table(card, price), "if": c}


@rule(
    "sentence",
    "(in your deploy phase ,)? use {price:number} force to deploy on {where:bearer} ,? or?"
    " {other_price:number} on {other:bearer}",
    on=("weapon", "device"),
)
def on_one_or_the_other(
    card: Printed, price: int, where: Filter, other_price: int, other: Filter
) -> Claim:
    result: list[Any] = [{"attach to": "bearer"}]
    return {
        **_deploys(result, price, where),
        "besides": [_deploys(result, other_price, other)],
    }


@rule(
    "sentence",
    "(in your deploy phase ,)? deploy on {where:bearer} ,? or (use)? {other_price:number} (force to deploy)? on {other:bearer}",
    on=("weapon", "device"),
)
def free_on_one(card: Printed, where: Filter, other_price: int, other: Filter) -> Claim:
    result: list[Any] = [{"attach to": "bearer"}]
    return {**_deploys(result, None, where), "besides": [_deploys(result, other_price, other)]}


# -- of what it is on ---------------------------------------------------------------------


@scan("bearer itself")
def bearer_itself(parse: Parse, at: int) -> Any:
    """`Starship`, `that character`, of the one it is on; only behind its own deployment."""
    if parse.card.bears != "card":
        return
    if parse.words[at : at + 2] == ["its", "bearer"]:
        yield "bearer", at + 2
    start = at + (parse.words[at : at + 1] == ["that"])
    word = parse.words[start] if start < len(parse.words) else ""
    if word in ("character", "starship", "vehicle", "droid", "weapon", "trooper", "warrior"):
        yield "bearer", start + 1


@rule("claim", "{who:bearer itself} is {what:changes}")
def bearer_is(card: Printed, what: Claim, who: str) -> Claim:
    return said_of(what, who)


@rule("claim", "{who:bearer itself} may not move")
def bearer_may_not_move(card: Printed, who: str) -> Claim:
    return {"bars": [{"move": who}]}


@rule("claim", "adds {what:additions} (of its bearer)?", on=("weapon", "device"))
def adds_to_its_bearer(card: Printed, what: list[Any]) -> Claim | None:
    return gives(*({name: by, "to": "bearer"} for name, by in what)) if card.bears else None


@rule("condition", "its bearer is at|on {where:place}", on=("weapon", "device"))
def bearer_is_at(card: Printed, where: Filter) -> Conditions:
    return [{"this is": {"at": where}}]

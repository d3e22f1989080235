"""A weapon's shot: whom it may target and for how much, what is drawn, and when the target is hit.

Each sentence is a piece; together they are one text. A weapon aims at the opponent's cards
unless it says otherwise, and what a hit makes of a number lasts until the card leaves table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.reading.parsing import Parse, rule, scan
from adjudicator.reading.phrases import Filter, Printed, union

Piece = dict[str, Any]
_WEAPON = ("weapon",)


def _piece(**parts: Any) -> Piece:
    return {"fire": parts}


@scan("aim")
def aim(parse: Parse, at: int) -> Iterator[tuple[Filter, int]]:
    """Whom a weapon targets; before the last of several "or" may be missing."""
    yield from parse.all("one", at)
    for (each, joined), end in parse.all("cards", at):
        if parse.words[end : end + 1] == [","] and not joined:
            for rest, last in parse.all("kind", end + 1):
                if (made := union([[*each, rest], "or"])) is not None:
                    yield made, last


@rule(
    "sentence",
    "may target {who:aim} using|for {price:number} force",
    "may target {who:aim} for free",
    "may target {who:aim}",
    on=_WEAPON,
)
def may_target(card: Printed, who: Filter, price: int = 0) -> Piece | None:
    if set(who) & {"at", "not", "is", "with"}:
        return None
    return _piece(target={"whose": "opponent's", **who}, price=price)


@rule(
    "sentence",
    "may target {who:aim} at same or adjacent site using|for {price:number} force",
    "may target {who:aim} at same or adjacent site for free",
    "may target {who:aim} at same or adjacent site",
    on=_WEAPON,
)
def may_target_next_door(card: Printed, who: Filter, price: int = 0) -> Piece | None:
    made = may_target(card, who, price)
    return None if made is None else _piece(**made["fire"], reaches="adjacent")


@rule("sentence", "may fire repeatedly", on=_WEAPON)
def again_and_again(card: Printed) -> Piece:
    return _piece(repeats="yes")


@rule("sentence", "draw destiny", on=_WEAPON)
def draw_destiny(card: Printed) -> Piece:
    return _piece(draw=1)


@rule("sentence", "draw {count:number} destiny", on=_WEAPON)
def draw_several(card: Printed, count: int) -> Piece | None:
    return _piece(draw=count) if count > 1 else None


@rule("sentence", "add {by:number} if|when targeting {who:one}", on=_WEAPON)
def more_against(card: Printed, by: int, who: Filter) -> Piece:
    return _piece(more=by, against=who)


@rule("sentence", "subtract {by:number} if|when targeting {who:one}", on=_WEAPON)
def less_against(card: Printed, by: int, who: Filter) -> Piece:
    return _piece(less=by, against=who)


@rule(
    "sentence",
    "target is? hit if total? destiny {by:signed}? > (target's)? defense value",
    "if total? destiny {by:signed}? > (target's)? defense value , target is? hit",
    on=_WEAPON,
)
def hit_if(card: Printed, by: int = 0) -> Piece:
    return _piece(hit=by)


@rule(
    "sentence",
    "target is? hit ,? and its|his? forfeit = 0 ,? if total? destiny {by:signed}? > defense value",
    "target is? hit ,? and is forfeit = 0 ,? if total? destiny {by:signed}? > defense value",
    on=_WEAPON,
)
def hit_and_worthless(card: Printed, by: int = 0) -> Piece:
    return _piece(hit=by, forfeit=0)


@rule(
    "sentence",
    "target (is)? (immediately)? lost if total? destiny {by:signed}? > defense value",
    "if total? destiny {by:signed}? > defense value , target (is)? lost",
    on=_WEAPON,
)
def lost_if(card: Printed, by: int = 0) -> Piece:
    return _piece(hit=by, lost="yes")


@rule("sentence", "if hit by {who:one} , target's forfeit = 0", on=_WEAPON)
def worthless_if_hit_by(card: Printed, who: Filter) -> Piece:
    return _piece(worthless=0, by=who)


# -- one text of all pieces ------------------------------------------------------------


def shot(pieces: list[Piece]) -> dict[str, Any] | None:
    """The text that these pieces make, in printed order; None where it is not all there."""
    repeats = [p for p in pieces if "repeats" in p]
    pieces = [p for p in pieces if "repeats" not in p]
    kinds = [next(iter(piece)) for piece in pieces]
    order = [k for k in kinds if k not in ("more", "less")]
    by_whom = [p for p in pieces if "worthless" in p]
    if not kinds or order != ["target", "draw", "hit", *("worthless" for _ in by_whom[:1])]:
        return None
    if kinds[0] != "target" or kinds.index("hit") < len(kinds) - 1 - len(by_whom):
        return None
    target, draw, hit = (next(p for p in pieces if k in p) for k in ("target", "draw", "hit"))
    result: list[Any] = [{"draw destiny": "shot", **_times(draw["draw"])}]
    for piece in pieces:
        if "against" in piece:
            against = {k: v for k, v in piece["against"].items() if k != "whose"}
            only = {"if": [{"target is": against, "of": "target"}]}
            result.append({**_changed(piece.get("more", -piece.get("less", 0))), **only})
    if hit["hit"]:
        result.append(_changed(hit["hit"]))
    then: list[Any] = [{"lose": "target"} if "lost" in hit else {"hit": "target"}]
    if "forfeit" in hit:
        then.append({"change": "forfeit", "of": "target", "to": 0, "until": "it leaves table"})
    for piece in by_whom:
        worthless = {"change": "forfeit", "of": "target", "to": 0, "until": "it leaves table"}
        then.append({**worthless, "if": [{"target is": piece["by"], "of": "bearer"}]})
    result.append({"compare": "shot", "more than": {"defense of": "target"}, "then": then})
    return {
        "role": "fire",
        "targets": [{"name": "target", **target["target"]}],
        **({"cost": [{"use force": target["price"]}]} if target["price"] else {}),
        "result": result,
        **({"reaches": target["reaches"]} if "reaches" in target else {}),
        **({"repeats": "yes"} if repeats else {}),
    }


def _times(draw: int) -> dict[str, int]:
    return {"times": draw} if draw > 1 else {}


def _changed(by: int) -> dict[str, Any]:
    return {"add": by, "to": "shot"} if by > 0 else {"subtract": -by, "from": "shot"}

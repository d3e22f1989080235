"""Sentences that work together, as one text: who is targeted, what is drawn, what then happens.

Interrupts are played, what a card on table allows is used, and what nobody decides comes of itself.
What is not all there, or does not fit together, comes to nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

Entry = dict[str, Any]
DRAWN = "drawn"
_BATTLE = "during battle"
_IN_BATTLE = ("in battle", "battle by", "battle at")
_OF_BATTLE = ("add battle destiny", "exclude")


class CannotFold(Exception):  # noqa: N818 - it says what it is
    """The pieces make no text."""


class Group(NamedTuple):
    """Sentences that make one text, by their numbers in the function."""

    members: tuple[int, ...]
    entry: Entry


def is_piece(entry: Entry | None) -> bool:
    return entry is not None and ("act" in entry or "piece" in entry)


# How a sentence begins that stands for itself behind an act.
_ANEW = re.compile(
    r"\W*(?:Each|Your|Power|Forfeit|While|When|Once|May|Immune|Adds|Opponent's|All|During|Permanent|At|Deploys|"
    r"Subtracts|Landspeed|Cannot)\b"
)


def groups(
    kind: str, name: str, subtype: str | None, entries: Sequence[Entry | None], texts: Sequence[str]
) -> Iterator[Group]:
    """The texts that the pieces of a function make; of an Interrupt one, or none."""
    if kind == "interrupt":
        if all(is_piece(entry) for entry in entries) and name != "starting":
            members = tuple(range(len(entries)))
            yield from _made(kind, name, subtype, members, entries)
        return
    at = 0
    while at < len(entries):
        if not is_piece(entries[at]):
            at += 1
            continue
        end = at + 1
        while end < len(entries) and "piece" in (entries[end] or {}):
            end += 1
        if end == len(entries) or entries[end] is not None or _ANEW.match(texts[end]):
            yield from _made(kind, name, subtype, tuple(range(at, end)), entries)
        at = end


def _made(
    kind: str,
    name: str,
    subtype: str | None,
    members: tuple[int, ...],
    entries: Sequence[Entry | None],
) -> Iterator[Group]:
    try:
        made = _text(kind, [entries[n] or {} for n in members])
    except CannotFold:
        return
    each = [made, *made.pop("besides", ())]
    open_ = kind == "interrupt" and subtype not in ("used", "lost") and name in ("used", "lost")
    for text in each if open_ else ():
        text.setdefault("goes to", name)
    yield Group(members, {**each[0], **({"besides": each[1:]} if each[1:] else {})})


def _text(kind: str, pieces: list[Entry]) -> Entry:
    """One text of all pieces, in printed order."""
    text: Entry = {"role": "play" if kind == "interrupt" else "use", "result": []}
    drawn = compared = False
    for piece in pieces:
        own = piece.get("act") or piece.get("piece") or {}
        _lead_in(text, own)
        for cost in own.get("costs", ()):
            text.setdefault("cost", []).append(cost)
        match own:
            case {"effects": effects, "compare": than, "by": by}:
                if not drawn or compared:
                    raise CannotFold
                compared = True
                text["result"] += _compared(than, by, effects)
            case {"effects": effects}:
                if compared or drawn:
                    raise CannotFold
                for effect in effects:
                    _take_in(
                        text,
                        effect,
                        alone=len(effects) == len(pieces) == 1 or _is_canceling(effects),
                    )
                if kind != "interrupt" and "may" not in own:
                    text["role"] = "automatic"
            case {"target": who}:
                _aim(text, who)
            case {"draw": count}:
                if drawn:
                    raise CannotFold
                drawn = True
                text["result"].append(
                    {"draw destiny": DRAWN, **({"times": count} if count > 1 else {})}
                )
            case {"otherwise": effects}:
                last = text["result"][-1] if text["result"] else {}
                if not isinstance(last, dict) or "compare" not in last or "else" in last:
                    raise CannotFold
                last["else"] = _results(effects)
            case {"add": by, "if": conditions}:
                if not drawn or compared:
                    raise CannotFold
                text["result"].append({"add": by, "to": DRAWN, "if": conditions})
            case {"reshuffle": _}:
                last = text["result"][-1] if text["result"] else {}
                if not (
                    isinstance(last, dict) and last.get("from") in ("reserve", "used", "force")
                ):
                    raise CannotFold
                text["result"].append({"shuffle": last["from"]})
            case {"immune to": titles}:
                text["immune to"] = titles
            case {"goes to": pile}:
                text["goes to"] = pile
            case _:
                raise CannotFold
    return _finished(kind, text, drawn and not compared)


def _is_canceling(effects: list[Entry]) -> bool:
    return len(effects) == 1 and any(key.startswith("cancel ") for key in effects[0])


def _lead_in(text: Entry, own: Entry) -> None:
    for lead in own.get("leads", ()):
        for key, value in lead.items():
            if key == "if":
                text["if"] = [*text.get("if", ()), *value]
            elif key in text:
                raise CannotFold
            else:
                text[key] = value


def _aim(text: Entry, who: Entry) -> None:
    if "targets" in text:
        raise CannotFold
    text["targets"] = [{"name": "target", **who}]


def _take_in(text: Entry, effect: Entry, alone: bool) -> None:
    if any(key.startswith("cancel ") for key in effect):
        if not alone or text["result"] or "targets" in text:
            raise CannotFold
        text.update(effect)
        return
    for who in effect.get("targets", ()):
        _aim(text, who)
    text["result"] += [dict(part) if isinstance(part, dict) else part for part in effect["result"]]


def _results(effects: list[Entry]) -> list[Any]:
    return [part for effect in effects for part in effect["result"]]


def _compared(than: Entry, by: int, effects: list[Entry]) -> list[Any]:
    change: list[Any] = []
    if by:
        change = [{"add": by, "to": DRAWN} if by > 0 else {"subtract": -by, "from": DRAWN}]
    return [*change, {"compare": DRAWN, **than, "then": _results(effects)}]


def _finished(kind: str, text: Entry, only_drawn: bool) -> Entry:
    titles, drain = text.pop("cancel titles", None), text.pop("cancel drain", None)
    if kinds := text.pop("cancel kinds", None):
        return _canceling_kinds(text, kinds)
    if titles is not None:
        return _canceling(text, titles)
    if drain is not None:
        if "when" in text:
            raise CannotFold
        answers = {"what": "force drain", **drain}
        return {**text, "when": {"response to": answers}, "result": [{"cancel": "answered"}]}
    if not text["result"] or only_drawn:
        raise CannotFold
    when = text.get("when")
    fought = when == _BATTLE or "battle" in str(when)
    if {"cancel": "answered"} in text["result"] and "initiated" not in str(when):
        raise CannotFold
    if when is None:
        fought = _is_of_battle(text)
        text["when"] = _BATTLE if fought else "any time"
    if "'at': 'battle'" in str(text) and not fought:
        raise CannotFold  # present with whom
    if any(_needs_a_battle(part) for part in text["result"]) and not fought:
        raise CannotFold
    return text


def _needs_a_battle(part: Any) -> bool:
    return isinstance(part, dict) and (
        any(word in part for word in _OF_BATTLE) or part.get("until") == "end of battle"
    )


def _is_of_battle(text: Entry) -> bool:
    said = str(text.get("if", ""))
    return any(f"'{word}'" in said for word in _IN_BATTLE) or any(
        map(_needs_a_battle, text["result"])
    )


def _canceling_kinds(text: Entry, kinds: list[str]) -> Entry:
    """Such Effects are canceled as they deploy or on table; so is a Force drain."""
    if "when" in text:
        raise CannotFold
    base = {key: value for key, value in text.items() if key != "result"}
    answers = [*(f"{kind} effect" for kind in kinds), "force drain"]
    target = {"name": "target", "type": kinds}
    return {
        **base, "when": {"response to": answers}, "result": [{"cancel": "answered"}],
        "besides": [
            {**base, "when": "any time", "targets": [target], "result": [{"cancel": "target"}]}
        ],
    }  # fmt: skip


def _canceling(text: Entry, titles: list[list[str]]) -> Entry:
    """An Interrupt is canceled while it is played, an Effect so, too, and on table."""
    when = text.pop("when", None)
    by_kind = {
        kind: [title for title, its in titles if its == kind] for kind in ("interrupt", "effect")
    }
    texts = []
    base = {key: value for key, value in text.items() if key != "result"}
    if when is None:
        names = [title for title, _ in titles]
        texts.append({**base, "when": {"response to": names}, "result": [{"cancel": "answered"}]})
    elif by_kind["interrupt"]:
        raise CannotFold
    if by_kind["effect"]:
        target = {"name": "target", "title": by_kind["effect"]}
        texts.append({
            **base, "when": when or "any time", "targets": [target], "result": [{"cancel": "target"}],
        })  # fmt: skip
    return {**texts[0], **({"besides": texts[1:]} if texts[1:] else {})}

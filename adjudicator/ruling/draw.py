"""The table and the stack to be drawn: what lies where, and what a step changed."""

from __future__ import annotations

from adjudicator.ruling import ruling as rul
from adjudicator.ruling.words import Words


def board(table: rul.Laid, words: Words) -> rul.Context:
    """The row of locations with each side's cards, and what each player has besides."""
    return {
        "moment": words.moment(table["turn"], table["phase"]),
        "places": [_place(place, words) for place in table["locations"]],
        "sides": [_side(side, table, words) for side in ("dark", "light")],
    }


def _place(place: rul.Place, words: Words) -> rul.Context:
    halves: dict[str, list[rul.Context]] = {"light": [], "dark": []}
    for card in place["cards"]:
        half = _half(card)
        whose = words.whose_card(card["side"]) if half != card["side"] else None
        drawn = _card(card, words, whose)
        if card["how"] == "stacked":  # a version of the location that another was laid over
            drawn["notes"] = [words.LABELS["beneath"]]
        halves[half].append(drawn)
    icons = {side: number for side, number in place["icons"].items() if number is not None}
    return {
        "title": place["location"],
        "kind": words.table("place").get(place["type"], ""),
        "icons": words.icons(icons) if icons else "",
        "changed": "changed" in place,
        **halves,
    }


def _half(card: rul.Lying) -> str:
    """On whose half of the table a card lies: a spy under cover lies on the opponent's."""
    side: str = card["side"]
    if "undercover" in card.get("marks", ()):
        return "dark" if side == "light" else "light"
    return side


def _side(side: str, table: rul.Laid, words: Words) -> rul.Context:
    name = words.SIDES[side][:1].upper() + words.SIDES[side][1:]
    piles = []
    for key, pile in table["piles"].items():
        whose, _, zone = key.partition(" ")
        if whose == side:
            piles.append(
                {
                    "name": words.term("heap", zone),
                    "size": "?" if pile["size"] is None else str(pile["size"]),
                    "cards": list(pile["named"]),
                    "changed": "changed" in pile,
                }
            )
    return {
        "side": side,
        "name": name,
        "table": f"{name}, {words.LABELS['side']}",
        "cards": [_card(card, words) for card in table["sides"].get(side, ())],
        "piles": piles,
    }


def _card(card: rul.Lying, words: Words, whose: str | None = None) -> rul.Context:
    marks = card.get("marks", ())
    notes = [whose] if whose else []
    if card["how"] in words.table("lying"):
        notes.append(words.term("lying", card["how"]))
    notes += [marked(words, mark) for mark in marks if mark != "captive"]
    return {
        "title": card["card"],
        "side": card["side"],
        "notes": notes,
        "captive": card["how"] == "escorted",
        "face_down": "face down" in marks,
        "changed": "changed" in card,
        "inside": [_card(inner, words) for inner in card.get("with", ())],
    }


def marked(words: Words, mark: str) -> str:
    return words.term("mark", mark)


def on_pile(action: rul.OnStack, words: Words) -> rul.Context:
    """An action as a card that lies on the stack."""
    title = words.action(action)
    stage = action["segment"]
    return {
        "title": words.typography(title[:1].upper() + title[1:]),
        "side": action["player"],
        "note": words.term("segment", stage) if stage else words.term("stage", action["step"]),
    }

"""What a judge wants to know of a card or a location at one moment, line by line."""

from __future__ import annotations

from typing import Any, NamedTuple

from adjudicator.game import CardId, How, Mark, Purpose, Side, Zone
from adjudicator.rules.describing import apart, icons_at, is_enclosed, takes_part
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding, Sum
from adjudicator.rules.ways import are_adjacent, is_docking_bay
from adjudicator.state.table import Card, Unknown


class Line(NamedTuple):
    """One fact: what it is about, of whom, what it is, and the clauses that say so."""

    about: str
    value: Any  # a side, a card, cards, a number, yes or no; None: there is none
    kind: str = "flag"  # side, card, cards, location, locations, number, pile, word or flag
    findings: tuple[Finding, ...] = ()
    sum: Sum | None = None
    side: Side | None = None  # where each side has a line of its own
    unknown: Unknown | None = None


def card_status(now: Moment, card: Card) -> list[Line]:
    """Whose it is, where, how it lies there, and what it does not count for."""
    place = now.table.location_of(card.id)
    lines = [
        Line("owner", card.owner, "side"),
        Line("controller", card.side, "side"),
        Line("where", place, "location") if place else Line("where", card.zone, "pile"),
    ]
    if place is not None and card.how is not How.ROW:
        lines.append(_counts(now, "present", card, Purpose.HERE))
    lines += _lying(now, card)
    lines.append(Line("face down", card.has(Mark.FACE_DOWN)))
    lines.append(_counts(now, "on table", card, Purpose.TABLE))
    if now.table.battle is not None:
        lines.append(_participates(now, card))
    lines += [
        Line(str(m), card.has(m)) for m in (Mark.EXCLUDED, Mark.HIT, Mark.UNDERCOVER, Mark.MISSING)
    ]
    captives = tuple(c for c in now.table.lying(card.id) if now.table.card(c).how is How.ESCORTED)
    lines += [
        Line("captive", card.has(Mark.CAPTIVE)),
        Line("escorting", captives or None, "cards"),
        Line("just lost", any(h.what == "lost" and h.card == card.id for h in now.table.open_just)),
        Line("unique", card.print.unique or card.title in now.table.made_unique),
    ]
    same = tuple(
        c.id for c in now.on_table() if c.id != card.id and card.print.personas & c.print.personas
    )
    lines.append(Line("persona in use", same or None, "cards"))
    lines.append(_set_apart(now, card))
    return lines


def _set_apart(now: Moment, card: Card) -> Line:
    """Everything it does not count for at present, clause by clause."""
    found: dict[str, Finding] = {}
    if card.zone is Zone.TABLE and card.how is not How.ROW:
        for purpose in Purpose:
            finding = apart(now, card, purpose)
            if finding is not None:
                found.setdefault(finding.clause, finding)
    return Line("set apart", bool(found), findings=tuple(found.values()))


def _lying(now: Moment, card: Card) -> list[Line]:
    """Aboard, on, with its escort or stacked: what it lies in or on."""
    if card.at is None or card.at not in now.table.cards or card.how in (How.AT, How.ROW):
        return []
    carrier = now.table.card(card.at)
    match card.how:
        case How.ABOARD:
            enclosed = now.decide("enclosed", card=carrier)
            shut = Line(
                "enclosed",
                is_enclosed(now, carrier),
                findings=(enclosed[1],) if enclosed is not None else (),
            )
            return [Line("aboard", carrier.id, "card"), Line("seat", card.seat, "word"), shut]
        case How.ESCORTED:
            return [Line("escort", carrier.id, "card")]
        case How.STACKED:
            return [Line("stacked on", carrier.id, "card")]
    return [Line("deployed on", carrier.id, "card")]


def _counts(now: Moment, about: str, card: Card, purpose: Purpose) -> Line:
    finding = apart(now, card, purpose)
    return Line(about, finding is None, findings=(finding,) if finding else ())


def _participates(now: Moment, card: Card) -> Line:
    """In a battle elsewhere than where it is nobody participates, nor from a pile."""
    finding = apart(now, card, Purpose.BATTLE)
    found = (finding,) if finding is not None else ()
    return Line("participating", takes_part(now, card), findings=found)


def location_status(now: Moment, place: CardId) -> list[Line]:
    """Who occupies and controls it, its icons and neighbours, drains and battles there."""
    lines = []
    for side in Side:
        lines += [_held(now, about, side, place) for about in ("occupies", "controls")]
    for side in Side:
        try:
            lines.append(Line("icons", icons_at(now, place, side), "number", side=side))
        except Unknown as unknown:
            lines.append(Line("icons", None, "number", side=side, unknown=unknown))
    neighbours = tuple(p for p in now.table.row if are_adjacent(now, place, p))
    lines.append(Line("adjacent to", neighbours or None, "cards"))
    lines.append(_decided(now, "battleground", place))
    if now.table.card(place).print.subtype == "site":
        lines.append(_decided(now, "exterior", place))
        lines.append(Line("docking bay", is_docking_bay(now, place)))
    for about in ("drain", "battle cost"):
        for side in Side:
            lines.append(_total(now, about, side, place))
    return lines


def _held(now: Moment, about: str, side: Side, place: CardId) -> Line:
    """Whether a side occupies or controls, by whose presence, or against whose."""
    try:
        return _holding(now, about, side, place)
    except Unknown as unknown:  # somebody there has an ability that nobody told
        return Line(about, None, side=side, unknown=unknown)


def _holding(now: Moment, about: str, side: Side, place: CardId) -> Line:
    answer = now.decide(about, side=side, location=place)
    found = [answer[1]] if answer is not None else []
    whose = side if answer is not None or about == "occupies" else side.opponent
    presence = now.decide("presence", side=whose, location=place)
    if presence is not None:
        found.append(presence[1])
    return Line(about, answer is not None, findings=tuple(found), side=side)


def _decided(now: Moment, question: str, place: CardId) -> Line:
    try:
        answer = now.decide(question, location=place)
    except Unknown as unknown:
        return Line(question, None, unknown=unknown)
    if answer is None:
        return Line(question, False)
    return Line(question, bool(answer[0]), findings=(answer[1],))


def _total(now: Moment, about: str, side: Side, place: CardId) -> Line:
    try:
        total = now.total(about, side=side, location=place)
    except Unknown as unknown:
        return Line(about, None, "number", side=side, unknown=unknown)
    return Line(about, total.total, "number", sum=total, side=side)


def states(lines: list[Line]) -> tuple[str, ...]:
    """What holds, in a few words: for a question in a scenario."""
    held = (line for line in lines if line.kind == "flag" and line.value)
    return tuple(f"{line.side} {line.about}" if line.side else line.about for line in held)


def is_location(card: Card) -> bool:
    return card.how is How.ROW and card.zone is Zone.TABLE

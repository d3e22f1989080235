"""Questions about locations: who holds them, what they are, how they lie to one another."""

from collections.abc import Iterator

from adjudicator.game import Purpose, Side
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.rules.control import controls, has_presence
from adjudicator.rules.registry import Finding
from adjudicator.rules.ways import are_adjacent, is_docking_bay
from adjudicator.state.matching import apart, related


@question("who controls", "at", form="sides")
def who_controls(asked: Asked) -> Answer:
    return _holding(asked, "controls")


@question("who occupies", "at", form="sides")
def who_occupies(asked: Asked) -> Answer:
    return _holding(asked, "occupies")


def _holding(asked: Asked, verb: str) -> Answer:
    """The sides that hold a location, and what gives each of them presence there."""
    table, book, place = asked.table, asked.book, asked.location
    sides, findings = [], list(_who_only_occupy(asked, verb))
    for side in Side:
        decided = book.decide(verb, table, side=side, location=place, book=book)
        if decided is not None:
            sides.append(side)
            findings.append(decided[1])
    for side in Side:
        presence = has_presence(table, book, side, place)
        if presence is not None:
            findings.append(presence)
    return asked.with_(tuple(sides), *findings)


def _who_only_occupy(asked: Asked, verb: str) -> Iterator[Finding]:
    """Of those whose presence does not serve to control, what says either the one or the other."""
    table, place = asked.table, asked.location
    for card in table.all_at(place):
        barred = apart(table, card, Purpose.CONTROL)
        counted = table.book.decide("apart", table, card=card, purpose=Purpose.PRESENCE)
        if barred is None or counted is None or counted[0]:
            continue
        if verb == "occupies":
            yield counted[1]
        elif not controls(table, asked.book, card.side, place):
            yield barred


@question("is adjacent", "at", "with")
def is_adjacent(asked: Asked) -> Answer:
    one, other = asked.location, asked.other_location
    decided = asked.table.book.decide("adjacent", asked.table, one=one, other=other)
    findings = (decided[1],) if decided is not None else ()
    return asked.with_(are_adjacent(asked.table, one, other), *findings)


@question("is related", "at", "with")
def is_related(asked: Asked) -> Answer:
    one, other = asked.location, asked.other_location
    decided = asked.table.book.decide("related", asked.table, one=one, other=other)
    yes = related(asked.table, one, other)
    return asked.with_(yes, *((decided[1],) if decided is not None and yes else ()))


@question("is a battleground", "at")
def is_a_battleground(asked: Asked) -> Answer:
    return asked.decided("battleground", location=asked.location)


@question("is exterior", "at")
def is_exterior(asked: Asked) -> Answer:
    return asked.decided("exterior", location=asked.location)


@question("is shielded", "at")
def is_shielded(asked: Asked) -> Answer:
    return asked.decided("shielded", location=asked.location)


@question("nighttime conditions", "at")
def nighttime_conditions(asked: Asked) -> Answer:
    return asked.decided("nighttime", location=asked.location)


@question("is a docking bay", "at")
def is_a_docking_bay(asked: Asked) -> Answer:
    return asked.with_(is_docking_bay(asked.table, asked.location))


@question("battle cost", "at", takes=("by",))
def battle_cost(asked: Asked) -> Answer:
    total = asked.book.total("battle cost", asked.table, side=asked.side, location=asked.location)
    return asked.sum(total, total.total)


@question("drain", "at", takes=("by",))
def drain(asked: Asked) -> Answer:
    total = asked.book.total("drain", asked.table, side=asked.side, location=asked.location)
    return asked.sum(total, total.total)

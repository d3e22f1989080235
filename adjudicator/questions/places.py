"""Questions about locations: who holds them, what they are, how they lie to one another."""

from collections.abc import Iterator

from adjudicator.game import Purpose, Side
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.rules.control import controls, has_presence
from adjudicator.rules.describing import apart, related
from adjudicator.rules.registry import Finding
from adjudicator.rules.ways import are_adjacent, is_docking_bay


@question("who controls", "at", form="sides")
def who_controls(asked: Asked) -> Answer:
    return _holding(asked, "controls")


@question("who occupies", "at", form="sides")
def who_occupies(asked: Asked) -> Answer:
    return _holding(asked, "occupies")


def _holding(asked: Asked, verb: str) -> Answer:
    """The sides that hold a location, and what gives each of them presence there."""
    now, place = asked.now, asked.location
    sides, findings = [], list(_who_only_occupy(asked, verb))
    for side in Side:
        decided = now.decide(verb, side=side, location=place)
        if decided is not None:
            sides.append(side)
            findings.append(decided[1])
    for side in Side:
        presence = has_presence(now, side, place)
        if presence is not None:
            findings.append(presence)
    return asked.with_(tuple(sides), *findings)


def _who_only_occupy(asked: Asked, verb: str) -> Iterator[Finding]:
    """Of those whose presence does not serve to control, what says either the one or the other."""
    now, place = asked.now, asked.location
    for card in now.all_at(place):
        barred = apart(now, card, Purpose.CONTROL)
        counted = now.decide("apart", card=card, purpose=Purpose.PRESENCE)
        if barred is None or counted is None or counted[0]:
            continue
        if verb == "occupies":
            yield counted[1]
        elif not controls(now, card.side, place):
            yield barred


@question("is adjacent", "at", "with")
def is_adjacent(asked: Asked) -> Answer:
    one, other = asked.location, asked.other_location
    decided = asked.now.decide("adjacent", one=one, other=other)
    findings = (decided[1],) if decided is not None else ()
    return asked.with_(are_adjacent(asked.now, one, other), *findings)


@question("is related", "at", "with")
def is_related(asked: Asked) -> Answer:
    one, other = asked.location, asked.other_location
    decided = asked.now.decide("related", one=one, other=other)
    yes = related(asked.now, one, other)
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
    return asked.with_(is_docking_bay(asked.now, asked.location))


@question("battle cost", "at", takes=("by",))
def battle_cost(asked: Asked) -> Answer:
    total = asked.now.total("battle cost", side=asked.side, location=asked.location)
    return asked.sum(total, total.total)


@question("drain", "at", takes=("by",))
def drain(asked: Asked) -> Answer:
    total = asked.now.total("drain", side=asked.side, location=asked.location)
    return asked.sum(total, total.total)

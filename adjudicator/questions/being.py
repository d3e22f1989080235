"""Questions about what a card is, where it is, and with whom."""

from collections.abc import Iterator
from typing import TypeVar

from adjudicator.cards.constant import AlsoOnIt, Constant
from adjudicator.game import How, Mark, Purpose
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.rules.describing import apart, is_alone, is_piloted, personas_of, printed_gifts
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding
from adjudicator.state.table import Card

C = TypeVar("C", bound=Constant)


@question("is at", "at", "card")
def is_at(asked: Asked) -> Answer:
    return asked.with_(asked.table.location_of(asked.card.id) == asked.place)


@question("is present", "card", takes=("at",))
def is_present(asked: Asked) -> Answer:
    card, table = asked.card, asked.table
    place = asked.place or table.location_of(card.id)  # where it is, if no place is named
    if place is None or table.location_of(card.id) != place:
        return asked.with_(False)
    if apart(asked.now, card, Purpose.HERE) is not None:
        return asked.counts(card, Purpose.HERE)
    return asked.decided("present", card=card, location=place)


@question("is with", "with", "card")
def is_with(asked: Asked) -> Answer:
    return asked.decided("with", card=asked.card, other=asked.other)


@question("is present with", "with", "card")
def is_present_with(asked: Asked) -> Answer:
    return asked.decided("present with", card=asked.card, other=asked.other)


@question("is alone", "card")
def is_alone_there(asked: Asked) -> Answer:
    return asked.with_(is_alone(asked.now, asked.card), *_disregarded(asked.now, asked.card))


def _disregarded(now: Moment, card: Card) -> Iterator[Finding]:
    """What takes out of account those who would otherwise keep a card company."""
    here = now.table.location_of(card.id)
    for other in now.all_at(here) if here is not None else ():
        if other.side is card.side and other.id != card.id:
            found = apart(now, other, Purpose.ALONE)
            if found is not None:
                yield found


@question("is undercover", "card")
def is_undercover(asked: Asked) -> Answer:
    return asked.with_(asked.card.has(Mark.UNDERCOVER))


@question("is a spy", "card")
def is_a_spy(asked: Asked) -> Answer:
    if asked.card.print.is_a("spy"):
        return asked.with_(True)
    return asked.decided("given trait", card=asked.card, word="spy")


@question("is ferocious", "card")
def is_ferocious(asked: Asked) -> Answer:
    return asked.decided("given trait", card=asked.card, word="ferocious")


@question("is unique", "card")
def is_unique(asked: Asked) -> Answer:
    card = asked.card
    return asked.with_(card.print.unique or card.title in asked.table.made_unique)


@question("is piloted", "card")
def is_it_piloted(asked: Asked) -> Answer:
    landed = asked.now.decide("as if unpiloted", card=asked.card)
    findings = (landed[1],) if landed is not None else ()
    return asked.with_(is_piloted(asked.now, asked.card), *findings)


@question("has reached", "card")
def has_reached(asked: Asked) -> Answer:
    return asked.decided("reached", card=asked.card)


@question("personas", "card")
def personas(asked: Asked) -> Answer:
    names = ", ".join(sorted(personas_of(asked.now, asked.card))) or None
    return asked.with_(names, *by_its_text(asked.now, asked.card, AlsoOnIt))


def by_its_text(now: Moment, card: Card, kind: type[C]) -> tuple[Finding, ...]:
    """The clauses by which a card's own text makes it what it is."""
    return tuple(Finding(c, {"card": card.id}) for c, _ in printed_gifts(now, card, kind))


@question("matching planet", "card")
def matching_planet(asked: Asked) -> Answer:
    planet = asked.now.decide("matching planet", card=asked.card)
    return asked.with_(planet and planet[0], *((planet[1],) if planet else ()))


@question("card type", "card", form="type")
def card_type(asked: Asked) -> Answer:
    card = asked.card
    kind = asked.now.decide("card type", card=card)
    if kind is None:  # what bears that icon is told by the rules alone
        told = not card.print.icons.get("epic event")
        return asked.with_(card.print.type if told else None)
    return asked.with_(kind[0], kind[1])


@question("passenger places taken", "card")
def passenger_places_taken(asked: Asked) -> Answer:
    table, craft = asked.table, asked.card
    held = [
        found
        for c in asked.now.all_at(craft.id)
        if c.how is How.ESCORTED
        and (found := asked.now.decide("takes a passenger's place", card=c))
    ]
    seated = sum(1 for c in table.lying(craft.id) if table.card(c).seat == "passenger")
    return asked.with_(seated + len(held), *(f for _, f in held))

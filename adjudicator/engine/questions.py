"""Questions a judge asks at a point of the replay: does this count, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.engine.judge import Answer, Step
from adjudicator.engine.status import card_status, is_location, location_status, states
from adjudicator.game import CardId, How, Mark, Purpose, Side, Verdict, Zone
from adjudicator.rules.control import has_presence
from adjudicator.rules.registry import Finding, Rulebook
from adjudicator.rules.ways import are_adjacent, is_docking_bay
from adjudicator.scenario.setup import Board
from adjudicator.state.attempts import MEASURED, Attempt
from adjudicator.state.matching import (
    apart,
    is_alone,
    is_piloted,
    permanent_ability,
    personas_of,
    printed_gifts,
    related,
)
from adjudicator.state.table import Card, Table, Unknown


def answer(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Step:
    """The question answered on the present table; asking changes nothing."""
    step = Step(attempt.number, attempt, table, table, Verdict.LEGAL)
    try:
        found = _answer(board, book, table, attempt)
    except Unknown as unknown:
        return Step(
            attempt.number, attempt, table, table, Verdict.UNDETERMINED,
            unknown=(unknown.question, dict(unknown.facts)),
        )  # fmt: skip
    return step._replace(answer=found)


def _answer(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Answer:
    question = attempt.using.text if attempt.using else ""
    place = _location(board, table, attempt)
    card = _card(board, table, attempt)
    match question:
        case "who acts next":
            return Answer(question, (table.to_act, table.window))
        case "who occupies" | "who controls":
            return _holding(book, table, question, _needed(place, "location"))
        case "battle cost":
            side = attempt.by or table.turn or table.to_act
            total = book.total("battle cost", table, side=side, location=_needed(place, "location"))
            return Answer(question, total.total, sum=total)
        case "ability" if card is not None and _piloted_for_good(table, table.card(card)):
            one = table.card(card)
            clauses = _by_its_text(table, one, "permanent ability")
            return Answer(question, permanent_ability(table, one), clauses)
        case _ if card is not None and question in MEASURED:
            total = table.book.total(f"{MEASURED[question]} of", table, card=card)
            return Answer(question, total.value, sum=total)
        case "is with" | "is present with":
            others = [c for n in attempt.with_ if (c := _found(board, table, n.text))]
            one = table.card(_needed(card, "card"))
            asked_of = table.card(_needed(others[0] if others else None, "card"))
            return _decided(table, question, question[3:], card=one, other=asked_of)
        case "power" | "drain":
            side = attempt.by or table.turn or table.to_act
            number = "total power" if question == "power" else question
            total = book.total(number, table, side=side, location=_needed(place, "location"))
            return Answer(question, total.total, sum=total)
        case "activation":
            side = attempt.by or table.turn or table.to_act
            total = book.total("activation", table, side=side)
            return Answer(question, total.total, sum=total)
        case "life force":
            side = attempt.by or table.turn or table.to_act
            left = table.book.decide("life force", table, side=side)
            if left is None:
                raise Unknown("pile-size", player=side)
            return Answer(question, left[0], (left[1],))
        case "card type":
            asked_of = table.card(_needed(card, "card"))
            kind = table.book.decide("card type", table, card=asked_of)
            if kind is None:  # what bears that icon is told by the rules alone
                told = not asked_of.print.icons.get("epic event")
                return Answer(question, asked_of.print.type if told else None)
            return Answer(question, kind[0], (kind[1],))
        case "is at":
            return Answer(question, table.location_of(_needed(card, "card")) == place)
        case "is present":
            here = table.card(_needed(card, "card"))
            place = place or table.location_of(here.id)  # where it is, if no place is named
            if place is None or table.location_of(here.id) != place:
                return Answer(question, False)
            if apart(table, here, Purpose.HERE) is not None:
                return _counts(table, question, here, Purpose.HERE)
            return _decided(table, question, "present", card=here, location=place)
        case "is alone":
            one = table.card(_needed(card, "card"))
            return Answer(question, is_alone(table, one), tuple(_disregarded(table, one)))
        case "is undercover":
            return Answer(question, table.card(_needed(card, "card")).has(Mark.UNDERCOVER))
        case "is a spy":
            one = table.card(_needed(card, "card"))
            if one.print.is_a("spy"):
                return Answer(question, True)
            return _decided(table, question, "given trait", card=one, word="spy")
        case "personas":
            one = table.card(_needed(card, "card"))
            names = ", ".join(sorted(personas_of(table, one))) or None
            return Answer(question, names, _by_its_text(table, one, "persona"))
        case "side of the table":
            one = table.card(_needed(card, "card"))
            return Answer(question, (one.side.opponent if one.across else one.side,))
        case "who controls the card":
            return Answer(question, (table.card(_needed(card, "card")).side,))
        case "matching planet":
            one = table.card(_needed(card, "card"))
            planet = table.book.decide("matching planet", table, card=one)
            return Answer(question, planet and planet[0], (planet[1],) if planet else ())
        case "counts for battle destiny":
            return _counts(table, question, table.card(_needed(card, "card")), Purpose.DESTINY)
        case "passenger places taken":
            craft = table.card(_needed(card, "card"))
            held = [
                found
                for c in table.all_at(craft.id)
                if c.how is How.ESCORTED
                and (found := table.book.decide("takes a passenger's place", table, card=c))
            ]
            seated = sum(1 for c in table.lying(craft.id) if table.card(c).seat == "passenger")
            return Answer(question, seated + len(held), tuple(f for _, f in held))
        case "attacks creatures" | "may be attacked":
            purpose = Purpose.PREY if question == "may be attacked" else Purpose.CREATURES
            return _counts(table, question, table.card(_needed(card, "card")), purpose)
        case "is ferocious":
            asked_of = table.card(_needed(card, "card"))
            return _decided(table, question, "given trait", card=asked_of, word="ferocious")
        case "battle destinies" | "attrition":
            side = attempt.by or table.turn or table.to_act
            battle = table.battle
            asked_at = place or (battle.place if battle is not None else None)
            given = battle.fight.attrition.get(side) if battle is not None else None
            drawn = book.total("attrition", table, side=side).value
            if question == "attrition" and given is not None and given != drawn:
                return Answer(question, given)  # as the scenario gives it
            total = (
                book.total(question, table, side=side)
                if question == "attrition"
                else book.total(question, table, side=side, location=_needed(asked_at, "location"))
            )
            return Answer(question, total.value, sum=total)
        case "takes part":
            asked_of, fought = table.card(_needed(card, "card")), table.battle
            if fought is not None and table.location_of(asked_of.id) != fought.place:
                return Answer(question, False)  # it is elsewhere
            return _counts(table, question, table.card(_needed(card, "card")), Purpose.BATTLE)
        case "is on table":
            return _counts(table, question, table.card(_needed(card, "card")), Purpose.TABLE)
        case "is adjacent" | "is related":
            first = _needed(place, "location")
            second = next((p for n in attempt.with_ if (p := _at(board, table, n.text))), None)
            return _between(table, question, first, _needed(second, "location"))
        case "is a battleground" | "is exterior" | "is shielded" | "nighttime conditions":
            word = question.removeprefix("is ").removeprefix("a ").removesuffix(" conditions")
            return _decided(table, question, word, location=_needed(place, "location"))
        case "is a docking bay":
            return Answer(question, is_docking_bay(table, _needed(place, "location")))
        case "is piloted":
            craft = table.card(_needed(card, "card"))
            landed = table.book.decide("as if unpiloted", table, card=craft)
            return Answer(
                question, is_piloted(table, craft), (landed[1],) if landed is not None else ()
            )
        case "has reached":
            return _decided(table, question, "reached", card=table.card(_needed(card, "card")))
        case "status":
            spot = place if place is not None else _needed(card, "card")
            lines = (
                location_status(table, spot)
                if is_location(table.card(spot))
                else card_status(table, table.card(spot))
            )
            said: list[Finding] = []
            for finding in (f for line in lines for f in line.findings):
                if finding not in said:
                    said.append(finding)
            return Answer(question, states(lines), tuple(said))
        case "is in play":
            zone = table.card(_needed(card, "card")).zone
            return Answer(question, zone in (Zone.TABLE, Zone.STACK))
        case "is just lost":
            asked = _needed(card, "card")
            no_loss = table.book.decide(
                "not a loss", table, card=table.card(asked), forfeited=False
            )
            if table.card(asked).zone is Zone.OUT and no_loss is not None:
                return Answer(question, False, (no_loss[1],))
            return Answer(
                question, any(h.what == "lost" and h.card == asked for h in table.open_just)
            )
        case "is unique":
            asked_card = table.card(_needed(card, "card"))
            unique = asked_card.print.unique or asked_card.title in table.made_unique
            return Answer(question, unique)
    return Answer(question, None)


def _between(table: Table, question: str, one: CardId, other: CardId) -> Answer:
    """Whether two locations are adjacent or related, and the clause that says so."""
    if question == "is related":
        decided = table.book.decide("related", table, one=one, other=other)
        findings = (decided[1],) if decided is not None and related(table, one, other) else ()
        return Answer(question, related(table, one, other), findings)
    answer = table.book.decide("adjacent", table, one=one, other=other)
    return Answer(
        question, are_adjacent(table, one, other), (answer[1],) if answer is not None else ()
    )


def _counts(table: Table, question: str, card: Card, purpose: Purpose) -> Answer:
    """Whether a card counts for a purpose, and which clause sets it apart if it does not."""
    finding = apart(table, card, purpose)
    return Answer(question, finding is None, (finding,) if finding else ())


def _piloted_for_good(table: Table, card: Card) -> bool:
    return permanent_ability(table, card) is not None


def _by_its_text(table: Table, card: Card, verb: str) -> tuple[Finding, ...]:
    """The clauses by which a card's own text makes it what it is."""
    return tuple(Finding(c, {"card": card.id}) for c, _ in printed_gifts(table, card, verb))


def _disregarded(table: Table, card: Card) -> Iterator[Finding]:
    """What takes out of account those who would otherwise keep a card company."""
    here = table.location_of(card.id)
    for other in table.all_at(here) if here is not None else ():
        if other.side is card.side and other.id != card.id:
            found = apart(table, other, Purpose.ALONE)
            if found is not None:
                yield found


def _decided(table: Table, question: str, decides: str, **asked: Any) -> Answer:
    answer = table.book.decide(decides, table, **asked)
    if answer is None:
        return Answer(question, False)
    return Answer(question, bool(answer[0]), (answer[1],))


def _holding(book: Rulebook, table: Table, question: str, place: CardId) -> Answer:
    verb = "occupies" if question == "who occupies" else "controls"
    sides, findings = [], []
    for side in Side:
        decided = book.decide(verb, table, side=side, location=place, book=book)
        if decided is not None:
            sides.append(side)
            findings.append(decided[1])
    for side in Side:
        presence = has_presence(table, book, side, place)
        if presence is not None:
            findings.append(presence)
    return Answer(question, tuple(sides), tuple(findings))


def _needed(found: CardId | None, what: str) -> CardId:
    if found is None:
        raise Unknown("question-lacks", what=what)
    return found


def _location(board: Board, table: Table, attempt: Attempt) -> CardId | None:
    if attempt.at is None:
        return None
    return _at(board, table, attempt.at.text)


def _at(board: Board, table: Table, name: str) -> CardId | None:
    ids = [i for i in board.ids(name) if table.card(i).how is How.ROW]
    return ids[0] if ids else None


def _card(board: Board, table: Table, attempt: Attempt) -> CardId | None:
    return None if attempt.what is None else _found(board, table, attempt.what.text)


def _found(board: Board, table: Table, name: str) -> CardId | None:
    ids = [i for i in board.ids(name) if i in table.cards]
    return min(ids, key=lambda i: table.card(i).zone is not Zone.TABLE) if ids else None

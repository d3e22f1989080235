"""Particular kinds of card: Objectives, Epic Events, Jedi Tests; immunity; highest ability."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.foresight import Cancels
from adjudicator.cards.model import Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Purpose, Side, Zone
from adjudicator.rules.describing import apart, immune, number_of
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, adjusts, brings, decides, forbids
from adjudicator.state.events import CardPlaced, Event
from adjudicator.state.table import Card

# -- the highest ability ----------------------------------------------------------------------


@decides("highest-ability-character/greatest-on-table", "highest ability")
def the_greatest_ability_among_your_characters(
    now: Moment, *, side: Side
) -> tuple[int, Facts] | None:
    best: tuple[int, CardId] | None = None
    for card in now.on_table():
        if card.side is not side or not card.print.is_a("character"):
            continue
        if apart(now, card, Purpose.ABILITY) is not None:
            continue
        ability = number_of(now, card.id, "ability")
        if ability is not None and (best is None or ability > best[0]):
            best = ability, card.id
    return None if best is None else (best[0], {"card": best[1], "number": best[0]})


@decides("highest-ability-character/destiny-below-ability", "below the ability")
def the_destiny_is_less_than_the_ability(
    now: Moment, *, drawn: int, ability: int
) -> tuple[bool, Facts] | None:
    return (True, {"number": drawn, "ability": ability}) if drawn < ability else None


@decides("highest-ability-character/may-be-excluded", "apart", Purpose.ABILITY)
def he_was_left_out_for_this_action(
    now: Moment, *, card: Card, purpose: Purpose
) -> tuple[bool, Facts] | None:
    if not any(card.id in action.targets.get("left out", ()) for action in now.table.stack):
        return None
    return True, {"card": card.id}


@decides("force-attuned/ability-three", "given trait")
def ability_three_is_force_attuned(
    now: Moment, *, card: Card, word: str
) -> tuple[bool, Facts] | None:
    if word.lower() != "force-attuned" or card.print.type != "character":
        return None
    return (True, {"card": card.id}) if number_of(now, card.id, "ability") == 3 else None


# -- immunity -----------------------------------------------------------------------------------


@decides("immune/not-touched-unnamed", "immune to it")
def what_nobody_chose_is_immune_all_the_same(
    now: Moment, *, card: Card, by: CardId
) -> tuple[bool, Facts] | None:
    return (True, {"card": by, "target": card.id}) if immune(now, card.id, by) else None


@forbids("immune/out-of-its-reach")
def the_target_is_immune_to_it(now: Moment, intent: Intent) -> list[Facts | Finding] | None:
    """Where a clause of the glossary gives the immunity, that clause speaks."""
    if intent.card is None or intent.text is None:
        return None
    cancelled = {cancels.what for cancels in foreseen(intent.text.result, Cancels)}
    named = [  # what it would cancel is the affair of "cancelling is targeting"
        c for name, cards in intent.targets.items() if name not in cancelled for c in cards
    ]
    found: list[Facts | Finding] = []
    for target in named:
        if not immune(now, target, intent.card):
            continue
        given = now.decide("given immunity", card=now.table.card(target), to=intent.card)
        if given is not None and not given[1].clause.startswith("card."):
            found.append(given[1])
        else:
            found.append({"card": intent.card, "target": target})
    return found or None


@brings("immune/attached-card-lost", after=CardPlaced)
def what_it_is_now_immune_to_falls_off(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    if event.why != "deployed":
        return
    for card in list(now.on_table()):
        if card.how is not How.ON or card.at is None or now.table.card(card.at).how is How.ROW:
            continue
        if immune(now, card.at, card.id):
            yield CardPlaced(card.id, Zone.LOST, why="lost")


# -- Objectives and Epic Events ---------------------------------------------------------------------


@decides("objective/flips-by-itself", "as soon as")
def an_objective_flips_by_itself(now: Moment, *, card: Card) -> tuple[bool, Facts] | None:
    return (True, {"card": card.id}) if card.print.type == "objective" else None


@decides("epic-events/two-sided-is-objective", "card type")
def with_text_on_both_sides_it_is_an_objective(
    now: Moment, *, card: Card
) -> tuple[str, Facts] | None:
    two_sided = card.print.back is not None or " / " in card.title
    marked = card.print.icons.get("epic event") or card.print.type == "objective"
    if not (two_sided and marked):
        return None
    return "objective", {"card": card.id}


@decides("epic-events/recognised-by-icon", "card type")
def the_icon_marks_an_epic_event(now: Moment, *, card: Card) -> tuple[str, Facts] | None:
    if not card.print.icons.get("epic event"):
        return None
    return "epic event", {"card": card.id}


# -- Jedi Tests ---------------------------------------------------------------------------------------


def test_number(card: Card) -> int | None:
    """The number of a Jedi Test, which stands in its type line."""
    for trait in card.print.traits:
        head, sign, number = trait.partition("#")
        if sign and head.strip().lower() == "jedi test" and number.isdigit():
            return int(number)
    return None


def _completed(now: Moment, apprentice: CardId) -> dict[int, Card]:
    """Tests that lie on the apprentice."""
    found: dict[int, Card] = {}
    for card_id in now.table.lying(apprentice):
        card = now.table.card(card_id)
        number = test_number(card)
        if card.how is How.ON and number is not None:
            found[number] = card
    return found


def _tests(now: Moment) -> Iterator[Card]:
    return (c for c in now.on_table() if c.print.type == "jedi test" and len(c.aims) == 2)


@forbids("jedi-tests/in-order", Kind.USE)
def an_earlier_test_is_not_completed(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    card = now.table.card(intent.card)
    number = test_number(card)
    if number is None or len(card.aims) != 2 or intent.text is None:
        return None
    apprentice = card.aims[1]
    done = _completed(now, apprentice)
    missing = next((n for n in range(1, number) if n not in done), None)
    if missing is None:
        return None
    return {"card": card.id, "target": apprentice, "number": missing}


@forbids("jedi-tests/one-apprentice-per-mentor", Kind.DEPLOY)
def the_mentor_trains_somebody_else(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None or now.table.card(intent.card).print.type != "jedi test":
        return None
    mentors, pupils = intent.targets.get("mentor", ()), intent.targets.get("apprentice", ())
    for test in _tests(now):
        if test.aims[0] in mentors and pupils and test.aims[1] not in pupils:
            return {"card": intent.card, "mentor": test.aims[0], "target": test.aims[1]}
    return None


@adjusts("jedi-tests/ability-rises", "ability of")
def completed_tests_raise_the_ability(now: Moment, *, card: CardId) -> Iterator[tuple[int, Facts]]:
    here = now.table.card(card)
    if here.print.type != "character":
        return
    working = [
        number
        for number, test in _completed(now, card).items()
        if apart(now, test, Purpose.TEXT) is None
    ]
    printed = here.number("ability") if working else None
    if printed is not None and max(working) > printed:
        yield max(working) - printed, {"card": card, "number": max(working)}


@decides("failure-at-the-cave/completion-not-stopped", "comes although suspended")
def what_was_set_up_comes_all_the_same(now: Moment, *, text: Text) -> tuple[bool, Facts] | None:
    return (True, {}) if text.when.appointed else None

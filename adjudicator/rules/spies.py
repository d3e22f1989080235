"""Undercover spies: how cover comes and goes, and what a spy under cover does and does not do."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.cards.constant import ArrivesUndercover, LendsPower, WhenUncovered
from adjudicator.cards.foresight import Captures, Marks, Relocates
from adjudicator.cards.model import Text
from adjudicator.cards.part import foreseen
from adjudicator.game import CardId, How, Kind, Mark, Phase, Purpose, Side, Zone
from adjudicator.rules.control import has_presence
from adjudicator.rules.describing import (
    apart,
    icons_at,
    inside_of,
    is_a,
    is_in_state,
    number_of,
    printed_gifts,
    text_canceled,
)
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import (
    Facts,
    Intent,
    adjusts,
    brings,
    decides,
    forbids,
    permits,
)
from adjudicator.rules.targets import all_parts
from adjudicator.state.events import CardPlaced, Crossed, Event, Marked, Taken
from adjudicator.state.table import Card

Answer = tuple[bool, Facts] | None


def is_spy_under_cover(now: Moment, card: CardId | None) -> bool:
    return card is not None and now.table.card(card).has(Mark.UNDERCOVER)


def _in_the_open(now: Moment, location: CardId, side: Side) -> Iterator[Card]:
    """A player's spies under cover at a location who are not inside anything enclosed."""
    for card in now.all_at(location):
        if card.side is side and card.has(Mark.UNDERCOVER) and inside_of(now, card) is None:
            yield card


def helpful_spies(now: Moment, location: CardId, side: Side) -> Iterator[Card]:
    """Those who stop drains and open deployment: droids only because a clause says so."""
    for card in _in_the_open(now, location, side):
        if apart(now, card, Purpose.COVER) is not None:
            continue
        if not is_a(now, card, "droid") or now.decide("droid spies too", card=card) is not None:
            yield card


def is_space(now: Moment, location: CardId) -> bool:
    return now.table.card(location).print.subtype in ("system", "sector")


# -- going under cover -------------------------------------------------------------------


@brings("undercover-spy-rules/made-by-cards", after=CardPlaced)
def a_card_that_arrives_under_cover(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    if event.why != "deployed" or event.zone is not Zone.TABLE:
        return
    card = now.table.card(event.card)
    for clause, _ in printed_gifts(now, card, ArrivesUndercover):
        if not card.has(Mark.UNDERCOVER):
            yield Marked(card.id, Mark.UNDERCOVER, clause=clause)


@brings("undercover-spy-rules/leaves-enclosed-space", after=Marked)
def he_comes_out_of_an_enclosed_space(
    before: Moment, now: Moment, event: Marked
) -> Iterator[Event]:
    if event.mark is not Mark.UNDERCOVER or not event.on:
        return
    here = now.table.location_of(event.card)
    if here is not None and inside_of(now, now.table.card(event.card)) is not None:
        yield CardPlaced(event.card, Zone.TABLE, here, How.AT, "came out")


@brings("undercover-spy-rules/crosses-over", after=Marked)
def his_card_crosses_the_table(before: Moment, now: Moment, event: Marked) -> Iterator[Event]:
    """It lies on the opponent's side of the site, not aboard anything, and stays its player's."""
    if event.mark is not Mark.UNDERCOVER or not event.on:
        return
    card = now.table.card(event.card)
    here = now.table.location_of(card.id)
    if card.how is How.ABOARD and here is not None and inside_of(now, card) is None:
        yield CardPlaced(card.id, Zone.TABLE, here, How.AT, "came out")
    still = now.decide("whose spy", card=card)
    yield Crossed(card.id, True, card.side if still is not None else card.side.opponent)


@decides("undercover-spy-rules/remains-owners-character", "whose spy")
def he_is_still_his_players_character(now: Moment, *, card: Card) -> tuple[Side, Facts] | None:
    return card.side, {"card": card.id, "player": card.side}


def _puts_under_cover(intent: Intent) -> Iterator[CardId]:
    """The cards that a text would put under cover."""
    if intent.text is not None:
        for sign in foreseen(intent.text.result, Marks, inside=False):
            if sign.mark is Mark.UNDERCOVER and sign.on:
                yield from intent.targets.get(sign.cards, ())


@forbids("undercover-spy-rules/escort-stays-open")
def he_is_escorting_a_captive(now: Moment, intent: Intent) -> list[Facts] | None:
    return [
        {"card": intent.card, "target": spy}
        for spy in _puts_under_cover(intent)
        if is_in_state(now, now.table.card(spy), "escorting", intent.player)
    ] or None


@forbids("u-3po/deploys-where-spies-go", Kind.DEPLOY)
def no_spy_under_cover_may_go_there(now: Moment, intent: Intent) -> Facts | None:
    """Who deploys under cover deploys where spies under cover may go: sites, no craft."""
    if intent.card is None or intent.text is not None:
        return None
    if not printed_gifts(now, now.table.card(intent.card), ArrivesUndercover):
        return None
    if intent.aboard is None and (intent.place is None or not is_space(now, intent.place)):
        return None
    return {"card": intent.card}


@brings("u-3po/stolen-while-undercover", after=Taken)
def a_stolen_spy_is_the_thiefs_spy(before: Moment, now: Moment, event: Taken) -> Iterator[Event]:
    """Under cover he stays: from the thief's side of the location he crosses to the other."""
    if now.table.card(event.card).has(Mark.UNDERCOVER):
        yield Crossed(event.card, True, event.by)


# -- losing cover --------------------------------------------------------------------------


@forbids("undercover-spy-rules/voluntary-break", Kind.BREAK_COVER)
def cover_is_broken_in_your_deploy_phase_at_a_site(now: Moment, intent: Intent) -> Facts | None:
    if intent.card is None:
        return None
    phase, turn = now.table.moment
    card = now.table.card(intent.card)
    here = now.table.location_of(card.id)
    at_site = here is not None and now.table.card(here).print.subtype == "site"
    own = card.side is intent.player and card.has(Mark.UNDERCOVER)
    timely = phase is Phase.DEPLOY and turn is intent.player
    if own and timely and at_site:
        return None
    return {
        "player": intent.player,
        "card": card.id,
        "phase": phase,
        "turn": turn,
        "own": own,
        "timely": timely,
    }


def _about_cover(now: Moment, spy: Card) -> Iterator[CardId]:
    """The cards on a spy that have to do with being under cover."""
    for name in now.table.lying(spy.id):
        card = now.table.card(name)
        if card.how is How.ON and _is_about_cover(now, card):
            yield name


def _is_about_cover(now: Moment, card: Card) -> bool:
    for text in now.texts(card):
        if _speaks_of_cover(text):
            now.book.works(text)
            return True
    return False


def _speaks_of_cover(text: Text) -> bool:
    signs = foreseen(text.result, Marks, inside=False)
    if any(sign.mark is Mark.UNDERCOVER and sign.on for sign in signs):
        return True
    return any("undercover" in target.filter.states for target in text.targets)


@brings("undercover-spy-rules/consequences-of-break", after=Marked)
def what_a_broken_cover_brings(before: Moment, now: Moment, event: Marked) -> Iterator[Event]:
    if event.mark is not Mark.UNDERCOVER or event.on:
        return
    card = now.table.card(event.card)
    for lost in _about_cover(now, card):
        yield CardPlaced(lost, Zone.LOST, why="lost")
    yield Crossed(card.id, False, card.side)


@brings("undercover-spy-rules/no-longer-a-spy", after=CardPlaced)
def who_is_no_spy_any_more_loses_his_cover(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    """A card came or went, and with it the quality of being a spy."""
    if event.zone is Zone.STACK:
        return
    for card in list(now.on_table()):
        if not card.has(Mark.UNDERCOVER) or is_a(now, card, "spy"):
            continue
        if is_a(before, before.table.card(card.id), "spy"):
            covering = list(_about_cover(now, card))
            for lost in covering:
                yield CardPlaced(lost, Zone.LOST, why="lost")
            if not covering:
                yield Marked(card.id, Mark.UNDERCOVER, on=False)


@brings("undercover/is-undercover", after=CardPlaced)
def who_has_lost_what_covered_him_is_uncovered(
    before: Moment, now: Moment, event: CardPlaced
) -> Iterator[Event]:
    """Under cover from the time the card is on him, and for as long as it is there."""
    was = before.table.card(event.card)
    if was.how is not How.ON or was.at is None or event.zone is Zone.TABLE:
        return
    spy = now.table.card(was.at)
    if spy.zone is not Zone.TABLE or not spy.has(Mark.UNDERCOVER):
        return
    if _is_about_cover(now, was) and not printed_gifts(now, spy, ArrivesUndercover):
        yield Marked(spy.id, Mark.UNDERCOVER, on=False)


@decides("undercover-spy-rules/stays-with-text-canceled", "given trait")
def he_is_a_spy_with_his_text_canceled(now: Moment, *, card: Card, word: str) -> Answer:
    if word != "spy" or not card.has(Mark.UNDERCOVER) or not text_canceled(now, card):
        return None
    return True, {"card": card.id}


@decides("u-3po/only-cover-outlives-his-text", "canceled text of a spy")
def nothing_else_of_his_text_works(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if text_canceled(now, card) else None


@decides("u-3po/spy-after-break", "given trait")
def he_is_a_spy_in_the_open(now: Moment, *, card: Card, word: str) -> Answer:
    """Who changes sides when uncovered was a spy before and is one afterwards, whatever has
    become of his text."""
    if word != "spy" or card.has(Mark.UNDERCOVER) or not printed_gifts(now, card, WhenUncovered):
        return None
    return True, {"card": card.id}


# -- what he counts for ------------------------------------------------------------------------


@decides("undercover/absent-from-space", "apart", Purpose.HERE, marks=(Mark.UNDERCOVER,))
def in_space_he_is_not_present(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    here = now.table.location_of(card.id)
    if here is None or not is_space(now, here):
        return None
    return True, {"card": card.id, "location": here}


@decides(
    "undercover-spy-rules/ignored-for-battle-alone",
    "apart",
    Purpose.ALONE,
    marks=(Mark.UNDERCOVER,),
)
def in_a_battle_he_is_no_company(now: Moment, *, card: Card, purpose: Purpose) -> Answer:
    """Where the battle is; elsewhere he makes the difference that he makes at other times."""
    if now.table.battle is None:
        return None
    if now.table.location_of(card.id) != now.table.battle.place:
        return None
    return True, {"card": card.id}


@decides(
    "undercover-spy-rules/creatures-still-fight",
    "apart",
    Purpose.CREATURES,
    Purpose.PREY,
    marks=(Mark.UNDERCOVER,),
)
def creatures_and_spies_may_attack_each_other(
    now: Moment, *, card: Card, purpose: Purpose
) -> Answer:
    return False, {"card": card.id}


@decides("undercover-spy-rules/droids-as-well", "droid spies too")
def a_droid_does_the_same(now: Moment, *, card: Card) -> Answer:
    return True, {"card": card.id}


@decides("undercover-spy-rules/all-cards-reach-it", "reached unnamed")
def text_about_all_reaches_him(now: Moment, *, card: Card) -> Answer:
    return (True, {"card": card.id}) if card.has(Mark.UNDERCOVER) else None


@decides("all-cards/chooses-no-target", "reached unnamed")
def text_about_all_chooses_nobody(now: Moment, *, card: Card) -> Answer:
    """Of spies under cover their own rules speak."""
    return None if card.has(Mark.UNDERCOVER) else (True, {"card": card.id})


@forbids("undercover-spy-rules/no-weapon-target")
def no_weapon_of_the_opponents_may_target_him(now: Moment, intent: Intent) -> list[Facts] | None:
    if now.table.battle is None or intent.card is None:
        return None
    if not now.table.card(intent.card).print.is_a("weapon"):
        return None
    named = [c for group in intent.targets.values() for c in group] + list(intent.unfitting)
    return [
        {"card": intent.card, "target": c}
        for c in dict.fromkeys(named)
        if now.table.card(c).has(Mark.UNDERCOVER) and now.table.card(c).side is not intent.player
    ] or None


@adjusts("u-3po/power-goes-to-light", "total power")
def his_power_goes_to_the_side_his_text_names(
    now: Moment, *, side: Side, location: CardId
) -> Iterator[tuple[int, Facts]]:
    for card in now.all_at(location):
        if not card.has(Mark.UNDERCOVER) or card.print.type != "character":
            continue
        if any(lent.side is side for _, lent in printed_gifts(now, card, LendsPower)):
            if now.decide("canceled text of a spy", card=card) is not None:
                continue
            power = number_of(now, card.id, "power") or 0
            yield power, {"card": card.id, "player": side, "number": power}


# -- drains and deployment ------------------------------------------------------------------------


@forbids("undercover-spy-rules/blocks-drains", Kind.DRAIN)
def an_undercover_spy_stands_in_the_way(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None:
        return None
    spy = next(helpful_spies(now, intent.place, intent.player.opponent), None)
    if spy is None:
        return None
    return {"player": intent.player, "spy": spy.id, "location": intent.place}


@permits("undercover/no-block-in-space", despite="undercover-spy-rules/blocks-drains")
def in_space_he_stops_no_drain(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None or not is_space(now, intent.place):
        return None
    return {"player": intent.player, "location": intent.place}


@permits("undercover-spy-rules/opens-deployment", despite="actions-step-1a/presence-or-icon")
def your_spy_is_there(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None:
        return None
    spy = next(helpful_spies(now, intent.place, intent.player), None)
    if spy is None:
        return None
    return {"player": intent.player, "spy": spy.id, "location": intent.place}


def _spy_alone_would_open(now: Moment, intent: Intent) -> CardId | None:
    """The spy without whom nothing would let this card deploy there."""
    if intent.place is None or intent.card is None:
        return None
    card = now.table.card(intent.card)
    if card.print.type not in ("character", "vehicle", "starship") or is_a(now, card, "spy"):
        return None
    if has_presence(now, intent.player, intent.place) is not None:
        return None
    if icons_at(now, intent.place, intent.player) > 0:
        return None
    spies = (c for c in now.all_at(intent.place) if c.side is intent.player)
    return next((c.id for c in spies if c.has(Mark.UNDERCOVER)), None)


@forbids("undercover/no-deploy-in-space", Kind.DEPLOY)
def a_spy_opens_no_system_or_sector(now: Moment, intent: Intent) -> Facts | None:
    if intent.place is None or not is_space(now, intent.place):
        return None
    spy = _spy_alone_would_open(now, intent)
    if spy is None:
        return None
    return {"player": intent.player, "spy": spy, "location": intent.place}


@forbids("undercover/no-deploy-aboard", Kind.DEPLOY)
def a_spy_opens_no_opposing_starship(now: Moment, intent: Intent) -> Facts | None:
    if intent.aboard is None or intent.place is None:
        return None
    craft = now.table.card(intent.aboard)
    if craft.side is intent.player or craft.print.type not in ("starship", "vehicle"):
        return None
    spy = _own_spy_at(now, intent.player, intent.place)
    return None if spy is None else {"player": intent.player, "spy": spy, "craft": craft.id}


def _own_spy_at(now: Moment, player: Side, place: CardId) -> CardId | None:
    own = (c for c in now.all_at(place) if c.side is player)
    return next((c.id for c in own if c.has(Mark.UNDERCOVER)), None)


@forbids("deploying/aboard-your-own", Kind.DEPLOY)
def the_craft_is_the_opponents(now: Moment, intent: Intent) -> Facts | None:
    """For spies under cover, those who deploy as such and those there, other clauses speak."""
    if intent.aboard is None or intent.card is None or intent.text is not None:
        return None
    craft = now.table.card(intent.aboard)
    if craft.side is intent.player or intent.place is None:
        return None
    if printed_gifts(now, now.table.card(intent.card), ArrivesUndercover):
        return None
    if _own_spy_at(now, intent.player, intent.place) is not None:
        return None
    return {"card": intent.card, "craft": craft.id}


# -- moving -----------------------------------------------------------------------------------------


def _part_of_a_craft(now: Moment, place: CardId | None) -> bool:
    """Whether a location is a site of a vehicle or starship."""
    if place is None:
        return False
    print_ = now.table.card(place).print
    if print_.is_a("starship site") or print_.is_a("vehicle site"):
        return True
    crafts = (c for c in now.table.cards.values() if c.print.type in ("starship", "vehicle"))
    return any(c.title == print_.part_of for c in crafts)


@forbids("undercover-spy-rules/no-boarding", Kind.MOVE, Kind.BOARD)
def a_spy_under_cover_boards_nothing(now: Moment, intent: Intent) -> Facts | None:
    """No card of a craft; whether its sites count as the craft, another clause says."""
    if not is_spy_under_cover(now, intent.card):
        return None
    if intent.aboard is not None:
        return {"card": intent.card, "craft": intent.aboard}
    if _part_of_a_craft(now, intent.place) and not _part_of_a_craft(
        now, now.table.location_of(intent.card) if intent.card else None
    ):
        return {"card": intent.card, "craft": intent.place}
    return None


@permits("undercover-spy-rules/craft-sites-allowed", despite="undercover-spy-rules/no-boarding")
def the_sites_of_a_craft_stay_open(now: Moment, intent: Intent) -> Facts | None:
    if intent.aboard is not None or intent.place is None:
        return None
    return {"card": intent.card, "location": intent.place}


def relocates(intent: Intent) -> Iterator[str]:
    """The names of the targets that a text takes elsewhere."""
    result = intent.text.result if intent.text is not None else ()
    return (taken.cards for taken in foreseen(result, Relocates, inside=False))


@forbids("undercover-spy-rules/rule-moves-opponents-phase", Kind.PLAY, Kind.USE)
def he_would_be_taken_elsewhere_in_another_phase(now: Moment, intent: Intent) -> list[Facts] | None:
    """Moving is moving; that a text of one's own sets its own time is an exception."""
    if now.table.phase is Phase.MOVE and now.table.turn is intent.player.opponent:
        return None
    return [
        {
            "card": c,
            "opponent": intent.player.opponent,
            "phase": now.table.phase or Phase.MOVE,
            "turn": now.table.turn or intent.player,
        }
        for name in relocates(intent)
        for c in intent.targets.get(name, ())
        if now.table.card(c).has(Mark.UNDERCOVER) and now.table.card(c).side is intent.player
    ] or None


@permits(
    "undercover-spy-rules/text-moves-own-time",
    despite="undercover-spy-rules/rule-moves-opponents-phase",
)
def your_own_text_sets_the_time(now: Moment, intent: Intent) -> Facts | None:
    return {"card": intent.card} if intent.text is not None else None


# -- no captures, no captives ------------------------------------------------------------------------


@forbids("undercover-spy-rules/no-capturing")
def he_may_not_set_out_to_capture(now: Moment, intent: Intent) -> list[Facts] | None:
    """Neither by his own text nor as the one who would do the capturing by another card's."""
    captures = list(foreseen(all_parts(intent), Captures, inside=False))
    if not captures:
        return None
    acting = [intent.card] if intent.card is not None else []
    for capture in captures:
        acting += intent.targets.get(capture.by or "", ())
    return [
        {"spy": c} for c in dict.fromkeys(acting) if c is not None and is_spy_under_cover(now, c)
    ] or None


@forbids("undercover-spy-rules/no-escorting", Kind.SEIZE, Kind.TRANSFER)
def he_may_not_be_an_escort(now: Moment, intent: Intent) -> Facts | None:
    escort = next(iter(intent.targets.get("escort", ())), None)
    return {"spy": escort} if is_spy_under_cover(now, escort) else None

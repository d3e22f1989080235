"""Deploying: when, and to where."""

from __future__ import annotations

from adjudicator.game import Kind, Phase, Zone
from adjudicator.rules.control import has_presence
from adjudicator.rules.personas import counts_as_a_copy
from adjudicator.rules.registry import Facts, Intent, forbids, permits
from adjudicator.state.matching import fits, icons_at, is_a, same_title
from adjudicator.state.table import Card, Table, Unknown

_BODIES = ("character", "vehicle", "starship")


def _deployed(table: Table, intent: Intent) -> Card | None:
    return table.card(intent.card) if intent.card is not None else None


@forbids("deploying/your-deploy-phase", Kind.DEPLOY)
def it_is_not_your_deploy_phase(table: Table, intent: Intent) -> Facts | None:
    """A text that gives its own time for deploying is judged by that text."""
    if intent.text is not None:
        return None
    if table.phase is None:
        raise Unknown("phase")
    if table.turn is None:
        raise Unknown("turn")
    if table.phase is Phase.DEPLOY and table.turn is intent.player:
        return None
    return {
        "player": intent.player,
        "card": intent.card,
        "phase": table.phase,
        "turn": table.turn,
    }


@permits("deploying/text-sets-the-time", despite="deploying/your-deploy-phase")
def another_cards_text_deploys_it(table: Table, intent: Intent) -> Facts | None:
    action = table.action(intent.part_of)
    return {"card": intent.card, "by": action.card} if action is not None else None


@forbids("deploying/characters-to-sites", Kind.DEPLOY)
def a_character_goes_to_a_site_or_aboard(table: Table, intent: Intent) -> Facts | None:
    card = _deployed(table, intent)
    if card is None or card.print.type != "character" or intent.text is not None:
        return None
    if intent.place is None or intent.aboard is not None:
        return None
    if table.card(intent.place).print.subtype == "site":
        return None
    return {"card": card.id, "location": intent.place}


@forbids("actions-step-1a/presence-or-icon", Kind.DEPLOY)
def neither_presence_nor_icon_there(table: Table, intent: Intent) -> Facts | None:
    card = _deployed(table, intent)
    if card is None or card.print.type not in _BODIES:
        return None
    if intent.place is None:
        raise Unknown("deploy-where", card=card.id, player=intent.player)
    if has_presence(table, intent.book, intent.player, intent.place) is not None:
        return None
    if icons_at(table, intent.place, intent.player) > 0:
        return None
    return {"player": intent.player, "card": card.id, "location": intent.place}


@permits("actions-step-1a/spies-exempt", despite="actions-step-1a/presence-or-icon")
def a_spy_needs_neither(table: Table, intent: Intent) -> Facts | None:
    card = _deployed(table, intent)
    return {"card": card.id} if card is not None and is_a(table, card, "spy") else None


@forbids("actions-step-1a/own-restrictions-always", Kind.DEPLOY)
def its_own_text_does_not_let_it_go_there(table: Table, intent: Intent) -> Facts | None:
    card = _deployed(table, intent)
    if card is not None and intent.text is None and "only to" in card.print.varies:
        raise Unknown("card-text", card=card.id)
    if card is None or intent.place is None or card.print.only_to is None:
        return None
    if fits(table, table.card(intent.place), card.print.only_to, intent.player):
        return None
    return {"card": card.id, "location": intent.place}


@forbids("actions-step-1a/special-deployment-rules", Kind.DEPLOY)
def a_place_with_rules_of_its_own(table: Table, intent: Intent) -> Facts | None:
    """Dagobah takes no characters, vehicles or starships unless a text says so."""
    card = _deployed(table, intent)
    if card is None or intent.place is None or card.print.type not in _BODIES:
        return None
    place = table.card(intent.place).print
    if place.part_of != "Dagobah" or card.print.only_to is not None:
        return None
    if "only to" in card.print.varies:  # its own text may speak of Dagobah
        return None
    return {"card": card.id, "location": intent.place}


@forbids("uniqueness/dots-are-the-limit", Kind.DEPLOY)
def as_many_copies_as_may_be_are_on_table(table: Table, intent: Intent) -> Facts | None:
    card = _deployed(table, intent)
    if card is None or card.print.copies is None or card.zone is not Zone.HAND:
        return None
    same = [c for c in table.on_table() if c.id != card.id and same_title(c.title, card.title)]
    same = [c for c in same if counts_as_a_copy(table, c)]
    if len(same) < card.print.copies:
        return None
    return {"card": card.id, "number": card.print.copies}

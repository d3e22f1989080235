"""The bluff rules: cards put face down at a site, and what becomes of them when they are seen."""

from __future__ import annotations

from adjudicator.cards.foresight import LaysFaceDown, TurnsOver
from adjudicator.cards.part import foreseen, touches
from adjudicator.game import CardId, How, Kind, Phase, Zone
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Intent, decides, permits
from adjudicator.source import Span
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.events import CardPlaced
from adjudicator.state.table import Card

_NOWHERE = Span(0, 0, 0, 0)
_LIMITS = ("uniqueness", "personas", "out-of-play", "card")  # entries that say who is unique
_RESTRICTIONS = (
    "actions-step-1a/own-restrictions-always",
    "actions-step-1a/special-deployment-rules",
)
Shown = tuple[tuple[bool, int], Facts] | None  # whether it stays, and how much Force it costs


def _bluff_site(now: Moment, card: Card) -> CardId | None:
    """The site where it lies, if that is one where cards are put face down."""
    if card.how is not How.AT or card.at not in now.table.row:
        return None
    texts = now.texts(now.table.card(card.at))
    for text in texts:
        if touches(text.result, LaysFaceDown, inside=False):
            now.book.works(text)
            return card.at
    return None


@permits("bluff-rules/light-may-turn-over", despite="face-down/not-on-table")
def a_bluff_may_be_called(now: Moment, intent: Intent) -> Facts | None:
    result = intent.text.result if intent.text is not None else ()
    for seen in foreseen(result, TurnsOver, inside=False):
        for card in intent.targets.get(seen.card, ()):
            if _bluff_site(now, now.table.card(card)) == intent.card:
                return {"player": intent.player, "location": intent.card}
    return None


@decides("bluff-rules/character-deploys", "turned over")
def a_character_deploys_at_once(now: Moment, *, card: Card) -> Shown:
    site = _bluff_site(now, card)
    if site is None or card.print.type != "character":
        return None
    stays = _may_deploy(now, card, site)
    return (stays, 0), {"card": card.id, "location": site, "stays": stays}


@decides("bluff-rules/other-card-lost", "turned over")
def any_other_card_is_lost(now: Moment, *, card: Card) -> Shown:
    if _bluff_site(now, card) is None or card.print.type == "character":
        return None
    return (False, 2), {"card": card.id, "player": card.owner}


def _may_deploy(now: Moment, card: Card, site: CardId) -> bool:
    """Whether it is not one too many, and nothing keeps it from deploying there; time and
    price do not matter."""
    table = CardPlaced(card.id, Zone.HAND).apply(now.table)
    in_hand = now.on(table._replace(phase=Phase.DEPLOY, turn=card.owner))
    attempt = Attempt(0, _NOWHERE, card.owner, "deploys", Name(card.id, _NOWHERE))
    deploying = Intent(attempt, card.owner, Kind.DEPLOY, card.id, place=site)
    against, _, unknown = in_hand.against(deploying)
    for question in unknown:
        if question.question == "card-text":
            raise question
    return not any(
        finding.clause in _RESTRICTIONS
        or finding.clause.partition("/")[0].partition(".")[0] in _LIMITS
        for finding in against
    )

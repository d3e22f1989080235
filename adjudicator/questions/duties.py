"""Questions about what is due: what somebody owes, with what it may be met, how far play has come."""

from __future__ import annotations

from adjudicator.game import CardId, Kind, Mark, Side, Zone
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.rules.damage import forfeitable, in_damage_segment, is_immune
from adjudicator.rules.moment import Moment
from adjudicator.state.table import Card, Unknown


@question("what is owed", takes=("by",), form="duties")
def what_is_owed(asked: Asked) -> Answer:
    """Battle damage, attrition that somebody left can meet, cards that were hit; Force being lost."""
    now, side = asked.now, asked.side
    owed: list[tuple[str, object]] = []
    if (battle := in_damage_segment(now)) is not None:
        cards = forfeitable(now, side)
        damage, attrition = battle.fight.damage_left(side), battle.fight.attrition_left(side)
        owed += [("damage", damage)] if damage else []
        if attrition and not all(is_immune(now, card) for card in cards):
            owed.append(("attrition", attrition))
        owed += [("forfeit", card.id) for card in cards if card.has(Mark.HIT)]
    losing = sum(1 for a in now.table.stack if a.kind is Kind.LOSS and a.player is side)
    owed += [("force", losing)] if losing else []
    return asked.with_(tuple(owed))


@question("battle damage", takes=("by",))
def battle_damage(asked: Asked) -> Answer:
    battle = asked.table.battle
    return asked.with_(battle.fight.damage_left(asked.side) if battle is not None else None)


@question("may forfeit", takes=("by",), form="cards")
def may_forfeit(asked: Asked) -> Answer:
    """Of those who can be forfeited at all, the ones that would meet something that is owed."""
    now, side = asked.now, asked.side
    battle = in_damage_segment(now)
    if battle is None:
        return asked.with_(())
    return asked.with_(tuple(c.id for c in forfeitable(now, side) if _meets(now, side, c)))


def _meets(now: Moment, side: Side, card: Card) -> bool:
    battle = in_damage_segment(now)
    assert battle is not None
    attrition = battle.fight.attrition_left(side)
    if battle.fight.damage_left(side) or card.has(Mark.HIT):
        return True
    return bool(attrition) and not is_immune(now, card)


@question("what happens if nobody acts", form="future")
def what_happens_if_nobody_acts(asked: Asked) -> Answer:
    """Whose opportunity it is; the engine adds what two passes bring."""
    return asked.with_((asked.table.to_act, asked.table.window))


# -- how far play has come -----------------------------------------------------------------------


@question("turn", form="sides")
def turn(asked: Asked) -> Answer:
    if asked.table.turn is None:
        raise Unknown("turn")
    return asked.with_((asked.table.turn,))


@question("phase", form="phase")
def phase(asked: Asked) -> Answer:
    if asked.table.phase is None:
        raise Unknown("phase")
    return asked.with_(str(asked.table.phase))


@question("segment", form="segment")
def segment(asked: Asked) -> Answer:
    fray = asked.table.battle or asked.table.attack
    found = fray.segment if fray is not None else None
    return asked.with_(str(found) if found is not None else None)


@question("loser", form="sides")
def loser(asked: Asked) -> Answer:
    battle = asked.table.battle
    found = battle.fight.loser if battle is not None else None
    return asked.with_((found,) if found is not None else ())


@question("winner", form="sides")
def winner(asked: Asked) -> Answer:
    """Of the game."""
    return asked.with_((asked.table.winner,) if asked.table.winner is not None else ())


@question("where is", "card", form="place")
def where_is(asked: Asked) -> Answer:
    """The location it is at, whatever it lies on there; else the pile or the side where it lies."""
    card = asked.card
    place: CardId | str | None = asked.table.location_of(card.id)
    return asked.with_(("at", place) if place is not None else ("in", str(card.zone)))


def _counted(zone: Zone) -> None:
    """How many cards a player has somewhere."""

    def answer(asked: Asked) -> Answer:
        if not asked.table.is_stated(asked.side, zone):
            raise Unknown("pile-size", player=asked.side)
        return asked.with_(len(asked.table.pile(asked.side, zone)))

    question(_PILES[zone], takes=("by",))(answer)


_PILES = {
    Zone.HAND: "cards in hand",
    Zone.RESERVE: "cards in the reserve deck",
    Zone.FORCE: "cards in the force pile",
    Zone.USED: "cards in the used pile",
    Zone.LOST: "cards in the lost pile",
    Zone.OUT: "cards out of play",
}
for _zone in _PILES:
    _counted(_zone)

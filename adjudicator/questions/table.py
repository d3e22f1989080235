"""Questions about the moment, and about whose things are and where they lie."""

from adjudicator.game import Purpose, Zone
from adjudicator.questions.asking import Answer, Asked, question
from adjudicator.questions.status import card_status, is_location, location_status, states
from adjudicator.rules.registry import Finding
from adjudicator.state.table import Unknown


@question("who acts next", form="moment")
def who_acts_next(asked: Asked) -> Answer:
    """Nobody, once a player has lost the game."""
    if asked.table.winner is not None:
        over = Finding("force/game-over", {"player": asked.table.winner.opponent})
        return asked.with_(("nobody", None), over)
    return asked.with_((asked.table.to_act, asked.table.window))


@question("status", one_of=("card", "at"), form="states")
def status(asked: Asked) -> Answer:
    card = asked.table.card(asked.place) if asked.place is not None else asked.card
    now = asked.now
    lines = location_status(now, card.id) if is_location(card) else card_status(now, card)
    said: list[Finding] = []
    for finding in (f for line in lines for f in line.findings):
        if finding not in said:
            said.append(finding)
    return asked.with_(states(lines), *said)


@question("is on table", "card")
def is_on_table(asked: Asked) -> Answer:
    return asked.counts(asked.card, Purpose.TABLE)


@question("is in play", "card")
def is_in_play(asked: Asked) -> Answer:
    if asked.card.zone is Zone.STACK:
        return asked.with_(True)
    return asked.counts(asked.card, Purpose.TABLE)


@question("is just lost", "card")
def is_just_lost(asked: Asked) -> Answer:
    card = asked.card
    no_loss = asked.now.decide("not a loss", card=card, forfeited=False)
    if card.zone is Zone.OUT and no_loss is not None:
        return asked.with_(False, no_loss[1])
    events = [h.what for h in asked.table.open_just if h.card == card.id]
    if "lost" in events or "forfeited" not in events:
        return asked.with_("lost" in events)
    return asked.decided("forfeiting is losing")


@question("side of the table", "card", form="sides")
def side_of_the_table(asked: Asked) -> Answer:
    card = asked.card
    return asked.with_((card.side.opponent if card.across else card.side,))


@question("who controls the card", "card", form="sides")
def who_controls_the_card(asked: Asked) -> Answer:
    return asked.with_((asked.card.side,))


@question("activation", takes=("by",))
def activation(asked: Asked) -> Answer:
    total = asked.now.total("activation", side=asked.side)
    return asked.sum(total, total.total)


@question("life force", takes=("by",))
def life_force(asked: Asked) -> Answer:
    left = asked.now.decide("life force", side=asked.side)
    if left is None:
        raise Unknown("pile-size", player=asked.side)
    return asked.with_(left[0], left[1])

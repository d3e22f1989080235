"""Whether a card, an action or an event is what a text speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from adjudicator.cards.model import Filter, Pattern, Target
from adjudicator.game import CardId, How, Kind, Mark, Side, Zone
from adjudicator.source import folded
from adjudicator.state.table import Action, Card, Happening, Table, Unknown

Named = Mapping[str, tuple[CardId, ...]]  # the targets named so far, by their name in the text

_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    "=": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    ">": lambda a, b: a > b,
}


def fits(table: Table, card: Card, what: Filter, you: Side, named: Named | None = None) -> bool:
    """Whether a card is what the filter describes, wherever it is."""
    print_ = card.print
    if what.titles and not any(_same_title(print_.title, t) for t in what.titles):
        return False
    if what.personas and not print_.personas.intersection(what.personas):
        return False
    if what.types and not any(print_.is_a(t) for t in what.types):
        return False
    if what.traits and not print_.traits.issuperset(what.traits):
        return False
    if what.icons and not all(print_.icons.get(i) for i in what.icons):
        return False
    if what.whose != "any" and (card.side is you) is not (what.whose == "yours"):
        return False
    if what.in_battle and not takes_part(table, card):
        return False
    if what.at is not None and not _is_at(table, card, what.at, named or {}):
        return False
    return all(_measures_up(card, measure) for measure in what.measures)


def _same_title(title: str, asked: str) -> bool:
    return title == asked or folded(title) == folded(asked)


def _is_at(table: Table, card: Card, at: str, named: Named) -> bool:
    here = table.location_of(card.id)
    if here is None:
        return False
    if at in named:
        return here in named[at] or any(table.location_of(c) == here for c in named[at])
    return _same_title(table.card(here).title, at)


def _measures_up(card: Card, measure: tuple[str, str, int]) -> bool:
    name, sign, number = measure
    value = card.number(name)
    return value is not None and _COMPARE[sign](value, number)


def takes_part(table: Table, card: Card) -> bool:
    """Whether a card participates in the battle that is going on."""
    battle = table.battle
    if battle is None or battle.place is None:
        return False
    if card.marks & {Mark.UNDERCOVER, Mark.CAPTIVE, Mark.MISSING, Mark.EXCLUDED}:
        return False
    return table.location_of(card.id) == battle.place and card.print.type in (
        "character",
        "vehicle",
        "starship",
        "weapon",
        "device",
    )


def candidates(table: Table, target: Target, you: Side, named: Named) -> list[Card]:
    """The cards in play which a target may name, locations among them."""
    return [c for c in table.on_table() if may_be(table, c, target, you, named)]


def may_be(table: Table, card: Card, target: Target, you: Side, named: Named) -> bool:
    """Whether the text's own words cover this card, in play, as a target."""
    if card.zone is not Zone.TABLE or not fits(table, card, target.filter, you, named):
        return False
    if target.other_than is not None:
        elsewhere = {table.location_of(c) for c in named.get(target.other_than, ())}
        if table.location_of(card.id) in elsewhere:
            return False
    return True


def assign(
    table: Table, targets: Iterable[Target], written: Iterable[CardId], you: Side
) -> tuple[dict[str, tuple[CardId, ...]], tuple[CardId, ...]]:
    """Which written names serve which target of the text, and which serve none.

    Names are taken in the order of the text's targets; a name that fits none
    of them is left over, and the ruling says why it does not fit."""
    left = list(written)
    named: dict[str, tuple[CardId, ...]] = {}
    for target in targets:
        if target.implicit:
            continue
        taken: list[CardId] = []
        for card in list(left):
            if target.most is not None and len(taken) >= target.most:
                break
            if may_be(table, table.card(card), target, you, named):
                taken.append(card)
                left.remove(card)
        if taken:
            named[target.name] = tuple(taken)
    return named, tuple(left)


def speaks_of(table: Table, pattern: Pattern, action: Action, you: Side) -> bool:
    """Whether an action on the stack is what a response says it answers."""
    if pattern.by == "you" and action.player is not you:
        return False
    if pattern.by == "opponent" and action.player is you:
        return False
    if pattern.what != "any" and pattern.what != action.kind:
        return False
    if pattern.filter == Filter():
        return True
    if action.card is None:
        return False
    return fits(table, table.card(action.card), pattern.filter, you)


def as_action(pattern: Pattern) -> Pattern | None:
    """`played play` and `initiated battle` speak of the action itself; `moved` does not."""
    first, _, kind = pattern.what.partition(" ")
    return pattern._replace(what=kind) if first in ("played", "initiated") and kind else None


def follows(table: Table, pattern: Pattern, event: Happening, you: Side) -> bool:
    """Whether what has just happened is what a "just" text waits for."""
    if pattern.by == "you" and event.player is not you:
        return False
    if pattern.by == "opponent" and event.player is you:
        return False
    if not _same_event(pattern.what, event):
        return False
    if pattern.to is not None and (
        event.to is None or not _same_title(table.card(event.to).title, pattern.to)
    ):
        return False
    if pattern.with_ is not None and (
        event.by is None or not _same_title(table.card(event.by).title, pattern.with_)
    ):
        return False
    if pattern.filter == Filter():
        return True
    return event.card is not None and fits(table, table.card(event.card), pattern.filter, you)


def _same_event(what: str, event: Happening) -> bool:
    if what.endswith(" any"):
        return event.what.startswith(what.removesuffix("any"))
    return what == event.what


def highest_ability(table: Table, side: Side) -> tuple[int, CardId | None]:
    """The best ability among a side's characters on table, and whose it is."""
    best: tuple[int, CardId | None] = (0, None)
    for card in table.on_table():
        if card.side is side and card.print.is_a("character") and not card.has(Mark.CAPTIVE):
            ability = card.number("ability")
            if ability is not None and ability > best[0]:
                best = (ability, card.id)
    return best


def immune(table: Table, card: CardId | None, to: CardId | None) -> bool:
    """Whether a card is printed immune to another title."""
    if card is None or to is None:
        return False
    title = table.card(to).title
    return any(_same_title(title, name) for name in table.card(card).print.immune_to)


def present_at(table: Table, card: Card, location: CardId) -> bool:
    """Physically at the location: not inside something enclosed."""
    if card.zone is not Zone.TABLE or card.how is How.ROW:
        return False
    here = card
    while here.at is not None and here.at != location:
        carrier = table.cards.get(here.at)
        if carrier is None or (here.how is How.ABOARD and is_enclosed(carrier)):
            return False
        here = carrier
    return here.at == location


def is_enclosed(card: Card) -> bool:
    return card.print.enclosed or card.print.type == "starship"


def icons_at(table: Table, location: CardId, side: Side) -> int:
    """The Force icons on one side of a location."""
    icons = table.card(location).print.force_icons
    if side not in icons:
        raise Unknown("force-icons", location=location, player=side)
    return icons[side]


def kind_word(action: Action) -> str:
    """A name for an action without a card, as it is written in a scenario."""
    return {Kind.BATTLE: "battle", Kind.DRAIN: "Force drain", Kind.MOVE: "move"}.get(
        action.kind, str(action.kind)
    )

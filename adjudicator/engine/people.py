"""What becomes of people on the way: choices players owe, cover, captives, stolen cards."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.cards.constant import WhenUncovered
from adjudicator.cards.model import Text
from adjudicator.engine.paying import Paying
from adjudicator.game import ActionId, CardId, How, Mark, Side, Zone
from adjudicator.rules.captives import captives_of, refusals
from adjudicator.rules.describing import candidates, follows, out_of_reach, printed_gifts
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Finding
from adjudicator.source import folded
from adjudicator.state.events import (
    DOOMED,
    CardPlaced,
    Declined,
    Escaped,
    EscortGone,
    Event,
    Freed,
    Happened,
    JustClosed,
    Marked,
    OneMustGo,
    Remembered,
    Replaced,
    Taken,
)
from adjudicator.state.table import Action, Happening, Unknown

_TRAVELLED = ("moved", "embarked", "disembarked", "shuttled", "transferred")


class Refused(Exception):  # noqa: N818 - it is no error, it is a choice that is not open
    """What a player chose on the way is against a rule."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(findings[0].clause)
        self.findings = tuple(findings)


class People(Paying):
    """What a flow does with characters."""

    def choice(self, cards: tuple[CardId, ...], *words: str) -> str | None:
        """What the scenario says a player chooses: one of these cards, or one of these words."""
        names = {folded(card): card for card in cards}
        for card in cards:
            names.setdefault(folded(self.table.card(card).title), card)
        for position, asked in enumerate(self.choosing):
            if asked in words or asked in names:
                del self.choosing[position]
                return asked if asked in words else str(names[asked])
        return None

    def aimed_by_itself(
        self, card: CardId, text: Text, player: Side
    ) -> dict[str, tuple[CardId, ...]] | None:
        """Whom an automatic text targets, as its player chooses; None: a target that it needs is
        not there, and so it is not initiated."""
        named: dict[str, tuple[CardId, ...]] = {}
        for target in text.targets:
            if target.implicit:
                continue
            found = candidates(self.now, target, player, named, card)
            able = [c.id for c in found if out_of_reach(self.now, c, target) is None]
            chosen: tuple[CardId, ...] = tuple(able) if target.every else ()
            while not target.every and (target.most is None or len(chosen) < target.most):
                left = tuple(c for c in able if c not in chosen)
                if not left or (one := self.choice(left)) is None:
                    break
                chosen = (*chosen, CardId(one))
            if not chosen and len(able) == 1:
                chosen = tuple(able)
            if len(chosen) < target.least and not target.optional:
                if len(able) < target.least:
                    return None
                raise Unknown("which-target", card=card, cards=tuple(able))
            named[target.name] = chosen
        return named

    def _people(self, before: Moment, event: Event) -> None:
        """What an event asks of players, after the rules have had their say."""
        match event:
            case CardPlaced(why=why) if why in _TRAVELLED:
                self._take_along(before, event)
            case Marked(mark=Mark.UNDERCOVER, on=False):
                self._uncovered(event.card)
            case EscortGone(captive=captive):
                if self.table.card(captive).at == event.escort:  # no clause says what becomes
                    self.remove(captive, Zone.LOST, "lost", event.clause)
            case Freed():
                self._freed(event)
            case Escaped(card=card):
                if self.table.card(card).zone is Zone.TABLE:
                    self.remove(card, Zone.LOST, "lost", event.clause)
            case OneMustGo():
                self._one_must_go(event)
            case JustClosed(level=level):
                self._nobody_stepped_in(before, level)

    def remove(
        self,
        card: CardId,
        zone: Zone,
        why: str,
        clause: str | None,
        stroke: tuple[CardId, ...] = (),
    ) -> None:
        """A card leaves table; what lies on it or is aboard goes with it. A captive goes free,
        unless it is lost in the same stroke."""
        here = self.table.location_of(card)
        captives = captives_of(self.now, card)
        inside = tuple(below.id for below in self.table.everything_at(card))
        for below in self.table.lying(card):
            if below not in captives:
                self.remove(below, Zone.LOST, "lost", clause, (*stroke, *inside))
        if zone is Zone.OUT:
            kept = self.now.decide("gone for good", card=self.table.card(card))
            zone = Zone.LOST if kept is None else zone
        self.happen(CardPlaced(card, zone, why=why, clause=clause))
        if zone is Zone.OUT:
            self.happen(Remembered(("put out of play", card)))
        for captive in captives:
            if captive in stroke:
                self._nothing_to_choose(captive)
            self.happen(EscortGone(captive, card, here, captive in stroke))

    def _nothing_to_choose(self, captive: CardId) -> None:
        """Whoever is lost with the escort neither stays nor escapes."""
        lost = self.now.decide("lost with its escort", captive=captive, together=True)
        if lost is not None and self.choice((), "stay", "escape") is not None:
            raise Refused([lost[1]])

    def lose_all(self, cards: list[CardId], clause: str | None) -> None:
        """All in one stroke, unless somebody may still step in."""
        if not self.announce_loss(cards, "about to be lost"):
            self._lose(cards, clause)

    def announce_loss(self, cards: list[CardId], what: str) -> bool:
        """Whether a card in this game waits for just such a loss: then that comes first, and
        the loss when the moment has passed."""
        top = self.table.top
        doomed = [
            Happening(
                what,
                top.player if top is not None else self.table.card(card).owner,
                card,
                by=top.card if top is not None else None,
                level=self.table.level,
            )
            for card in cards
            if self.table.card(card).zone is Zone.TABLE
        ]
        if not any(self._somebody_waits_for(happening) for happening in doomed):
            return False
        for happening in doomed:
            self.happen(Happened(happening))
        return True

    def _somebody_waits_for(self, happening: Happening) -> bool:
        for card in self.table.cards.values():
            for text in self.book.texts(card.print) if card.zone in (Zone.HAND, Zone.TABLE) else ():
                for pattern in text.when.just:
                    awaited = pattern.what == "about to be lost"
                    if awaited and follows(self.now, pattern, happening, card.side):
                        self.book.works(text)
                        return True
        return False

    def _nobody_stepped_in(self, before: Moment, level: ActionId) -> None:
        """Or somebody did: what was about to be lost is lost now, with all that is left in it."""
        doomed = [h for h in before.table.just if h.level == level and h.what in DOOMED]
        for what, why in DOOMED.items():
            cards = [h.card for h in doomed if h.what == what and h.card is not None]
            self._lose([c for c in cards if self.table.card(c).zone is Zone.TABLE], None, why)

    def _lose(self, cards: list[CardId], clause: str | None, why: str = "lost") -> None:
        """Who was lost with another is not lost twice."""
        stroke = tuple(cards)
        for card in sorted(cards, key=lambda c: self.table.card(c).how is How.ESCORTED):
            if self.table.card(card).zone is not Zone.LOST:
                self.remove(card, Zone.LOST, why, clause, stroke)

    def _take_along(self, before: Moment, event: CardPlaced) -> None:
        escort = self.table.card(event.card)
        left = before.table.location_of(event.card)
        for captive in captives_of(self.now, event.card):
            found = self.now.decide(
                "captive goes along", captive=self.table.card(captive), escort=escort
            )
            if found is not None:
                self.spoken.append(found[1])
            elif left is not None:
                self.happen(CardPlaced(captive, Zone.TABLE, left, How.AT, "left behind"))

    def captives_of_the_relocated(self, escort: CardId) -> None:
        """The excerpts list the moves on which a captive goes along; being taken elsewhere by a
        card is not among them, so it is asked."""
        for captive in captives_of(self.now, escort):
            way = self.choice((), "first", "second")
            if way is None:
                raise Unknown("captive-of-the-relocated", card=escort, captive=captive)
            if way == "second":
                self.happen(Freed(captive, self.table.location_of(escort)))

    # -- cover -------------------------------------------------------------------------

    def _uncovered(self, card_id: CardId) -> None:
        """A card whose text says so passes to the other player, who may be free to decline."""
        card = self.table.card(card_id)
        if card.zone is not Zone.TABLE:
            return
        said = {told.what: clause for clause, told in printed_gifts(self.now, card, WhenUncovered)}
        if "taken" not in said:
            return
        silenced = self.now.decide("canceled text of a spy", card=card)
        if silenced is not None:
            self.spoken.append(silenced[1])
            return
        other = card.side.opponent
        clause = said["taken"]
        if "light may decline" in said and other is Side.LIGHT:
            choice = self.choice((), "take", "decline")
            if choice is None:
                raise Unknown("takes-or-declines", card=card_id, player=other)
            if choice == "decline":
                self.happen(Declined(card_id, other, said["light may decline"]))
                return
        self.happen(Taken(card_id, other, clause))

    def uncover(self, spies: Iterable[CardId], clause: str | None) -> None:
        """Those among them who are under cover are so no longer."""
        for card in spies:
            if self.table.card(card).has(Mark.UNDERCOVER):
                self.happen(Marked(card, Mark.UNDERCOVER, on=False, clause=clause))

    # -- captives ------------------------------------------------------------------------

    def dispose(
        self,
        victim: CardId,
        able: tuple[CardId, ...],
        prison: bool,
        named: list[CardId],
        clause: str,
    ) -> None:
        """What becomes of who is captured: an escort, a prison, or flight."""
        here = self.table.location_of(victim)
        near = tuple(c.id for c in self.now.all_at(here)) if here is not None else ()
        chosen = self.choice(near, "escape", "prison")
        if chosen is None and len(named) == 1 and named[0] in able:
            chosen = str(named[0])
        if chosen is None:
            if able or prison:
                raise Unknown("outcome-of-capture", card=victim, cards=able)
            chosen = "escape"
        if chosen == "escape":
            self.happen(Escaped(victim, clause))
        elif chosen == "prison" and prison:
            self.happen(Marked(victim, Mark.CAPTIVE, clause=clause))
            self.happen(Marked(victim, Mark.IMPRISONED, clause=clause))
        elif chosen == "prison":
            raise Refused([Finding(clause, {"card": victim})])
        else:
            escort = CardId(chosen)
            if against := refusals(self.now, escort):
                raise Refused(against)
            self.happen(Marked(victim, Mark.CAPTIVE, clause=clause))
            self.happen(CardPlaced(victim, Zone.TABLE, escort, How.ESCORTED, "seized", clause))

    def _freed(self, event: Freed) -> None:
        captive = self.table.card(event.captive)
        if event.location is not None:
            stay = self.now.decide("freed may stay", captive=captive, location=event.location)
            if stay is not None:
                chosen = self.choice((), "stay", "escape")
                if chosen == "stay":
                    self._set_free(captive.id, event.location, stay[1])
                    return
                if chosen is None:
                    facts = {"player": captive.owner, "card": captive.id}
                    self.assumed.append(("freed-escapes", facts))
        self.happen(Escaped(captive.id, event.clause))

    def _set_free(self, captive: CardId, location: CardId, finding: Finding) -> None:
        self.spoken.append(finding)
        self.happen(Marked(captive, Mark.CAPTIVE, on=False, clause=finding.clause))
        self.happen(CardPlaced(captive, Zone.TABLE, location, How.AT, "released", finding.clause))

    def release(self, captive: CardId, clause: str | None) -> None:
        """A text that sets a captive free: at the site, or away."""
        self.happen(Freed(captive, self.table.location_of(captive), clause))

    def transfer(self, action: Action) -> None:
        """Into a prison, or out of one with an escort."""
        if action.card is None:
            return
        escort = next(iter(action.targets.get("escort", ())), None)
        if escort is not None:
            if self.table.card(action.card).has(Mark.IMPRISONED):
                self.happen(Marked(action.card, Mark.IMPRISONED, on=False))
            self.happen(CardPlaced(action.card, Zone.TABLE, escort, How.ESCORTED, "seized"))
        elif action.place is not None:
            self.happen(Marked(action.card, Mark.IMPRISONED))
            self.happen(CardPlaced(action.card, Zone.TABLE, action.place, How.AT, "imprisoned"))

    def hand_on(self, action: Action) -> None:
        """A weapon or device, to its new bearer, if both are still there."""
        if action.card is None:
            return
        for bearer in action.targets.get("bearer", ()):
            both = (self.table.card(action.card), self.table.card(bearer))
            if all(card.zone is Zone.TABLE for card in both):
                self.happen(CardPlaced(action.card, Zone.TABLE, bearer, How.ON, "handed on"))

    def replace(self, action: Action) -> None:
        """A character, by another version of it, if it is still there."""
        for old in action.targets.get("replaced", ()):
            if action.card is not None and self.table.card(old).zone is Zone.TABLE:
                self.happen(Replaced(action.card, old))

    def search(self, action: Action) -> None:
        """A destiny and the party's members; one of the missing there, at random, is found."""
        party = action.targets.get("party", ())
        for member in party:
            self.happen(Remembered(("searched", str(action.player), member)))
        destiny = self.draw(action.player, "search", None)
        found = self.now.decide("search", destiny=destiny, party=party)
        if found is None or action.card is None:
            return
        here = self.table.location_of(action.card)
        missing = tuple(
            c.id
            for c in (self.now.all_at(here) if here is not None else ())
            if c.has(Mark.MISSING) and c.side is action.player
        )
        chosen = str(missing[0]) if len(missing) == 1 else self.choice(missing)
        if chosen is None:
            raise Unknown("which-missing", cards=missing, player=action.player)
        self.spoken.append(found[1])
        self.happen(Marked(CardId(chosen), Mark.MISSING, on=False, clause=found[1].clause))

    # -- what must go -------------------------------------------------------------

    def _one_must_go(self, event: OneMustGo) -> None:
        if len(event.cards) == 1:
            self.remove(event.cards[0], Zone.LOST, "lost", event.clause)
            return
        chosen = self.choice(event.cards)
        if chosen is None:
            raise Unknown(event.question, player=event.player, cards=event.cards)
        self.remove(CardId(chosen), Zone.LOST, "lost", event.clause)

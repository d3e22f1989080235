"""What follows from what: events, results in parts, automatic actions.

A flow starts from one table and ends on another. It applies each event, asks
the rulebook what the event brings, hands on the opportunity, and carries out
results until somebody has to decide something."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.cards.model import Text
from adjudicator.cards.part import DRAWN, Part
from adjudicator.engine.attacking import Attacking
from adjudicator.engine.going import Going
from adjudicator.engine.people import People
from adjudicator.engine.results import Own, Result, Unit, Wait
from adjudicator.game import (
    ActionId,
    CardId,
    How,
    Kind,
    Mark,
    Purpose,
    Segment,
    Side,
    Step,
    Zone,
)
from adjudicator.rules.conditions import all_hold, flips
from adjudicator.rules.control import drainers
from adjudicator.rules.describing import (
    apart,
    as_it_left,
    fits,
    line_at,
    somebody_waits_for,
    text_canceled,
    time_of_shots,
    to_be_spared,
)
from adjudicator.rules.reacting import boarding_a_react
from adjudicator.rules.registry import Intent, Price
from adjudicator.rules.ways import movers
from adjudicator.source import folded
from adjudicator.state.events import (
    DOOMED,
    ActionLeft,
    BothPassed,
    Cancelled,
    CardPlaced,
    Dequeued,
    Event,
    Initiated,
    OpportunityGiven,
    Passed,
    PhaseBegan,
    Queued,
    Recirculated,
    Remembered,
    ResultBegan,
    ResultEnded,
    SegmentBegan,
    Spared,
    TurnBegan,
)
from adjudicator.state.table import (
    Action,
    Card,
    Happening,
)

_FROM_HAND = (Kind.PLAY, Kind.DEPLOY, Kind.REPLACE)
_HANDS_ON = (Initiated, Passed, PhaseBegan, TurnBegan, SegmentBegan)


class Flow(People, Going, Attacking):
    # -- events ----------------------------------------------------------------

    def happen(self, event: Event) -> None:
        if self.outcome_first(event):
            return
        earlier, before = self.now, self.table
        if isinstance(event, ActionLeft) and before.action(event.action) is None:
            return  # what ended with something else is gone already
        if isinstance(event, CardPlaced) and event.zone is Zone.LOST:
            event = replace(event, marks=self._as_it_lies(event))
        if isinstance(event, SegmentBegan) and event.segment is Segment.POWER:
            event = replace(event, line=self._line(event))
        self.now = earlier.on(event.apply(before))
        self.events.append(event)
        if isinstance(event, ActionLeft):
            left = before.action(event.action)
            assert left is not None
            self._card_leaves(left)
            if left.part_of is None and not left.automatic:  # nobody's opportunity was used
                self._hand_on(event, left)
            if left.is_react and not left.cancelled:
                self._react_done(left)
            self._drained(left)
        elif isinstance(event, _HANDS_ON):
            self._hand_on(event)
        elif isinstance(event, ResultBegan):
            self._prepare(event.action)
        for spared in to_be_spared(earlier, self.now) if self.table.just else ():
            self.happen(Spared(spared))
        self.fought(earlier, event)
        if self.book.brings_anything(type(event)):
            for following in self.book.after(earlier, self.now, event):
                self.happen(following)
        self._people(earlier, event)

    def _as_it_lies(self, event: CardPlaced) -> frozenset[Mark]:
        """Whether a lost card lies face up in its pile, and whether anybody has seen it."""
        card = self.table.card(event.card)
        answer = self.now.decide("how a lost card lies", side=card.owner, source=card.zone)
        return answer[0] if answer is not None else frozenset({Mark.FACE_DOWN, Mark.HIDDEN})

    def _line(self, event: SegmentBegan) -> frozenset[CardId] | None:
        """Who is there as the power segment begins."""
        fray = self.table.action(event.battle)
        return line_at(self.now, fray.place) if fray is not None and fray.place else None

    def _react_done(self, react: Action) -> None:
        """What the arrival does to the action that was reacted to."""
        answered = self.table.action(react.answers)
        if answered is None:
            return
        answer = self.now.decide("react stops it", react=react, answered=answered)
        if answer is not None:
            self.spoken.append(answer[1])
            self.happen(Cancelled(answered.id, react.id, answer[1].clause))
            self.happen(ActionLeft(answered.id, clause=answer[1].clause))

    def _hand_on(self, event: Event, left: Action | None = None) -> None:
        answer = self.now.decide("next player", event=event, left=left)
        if answer is not None:
            player, finding = answer
            self.spoken.append(finding)
            self.happen(OpportunityGiven(player, finding.clause))

    def _card_leaves(self, action: Action) -> None:
        """The card of an action that leaves the stack goes to its proper place."""
        if action.card is None or self.table.card(action.card).zone is not Zone.STACK:
            return
        answer = self.now.decide("where it goes", action=action)
        zone, how, at = answer[0] if answer else (Zone.LOST, None, None)
        why = "cancelled" if action.cancelled else "put away"
        clause = answer[1].clause if answer else None
        if answer:
            self.spoken.append(answer[1])
        if zone is Zone.STACKED:
            why = "stacked"
        self.happen(CardPlaced(action.card, zone, at, how, why, clause))

    # -- initiation ---------------------------------------------------------------

    def initiate(self, intent: Intent) -> Action | None:
        """Announces, pays and puts on the stack. None: the price was not paid."""
        level_before = self.table
        if intent.card is not None and intent.kind in _FROM_HAND:
            self.happen(CardPlaced(intent.card, Zone.STACK, why="announced"))
        values: dict[str, int | None] = {}
        if intent.attempt.x is not None:
            values["X"] = intent.attempt.x
        used = 0
        for price in intent.prices:
            if price.kind == "draw":
                values[str(price.amount)] = self.draw(
                    intent.player, str(price.amount), price.clause
                )
                continue
            amount = values.get(price.amount) if isinstance(price.amount, str) else price.amount
            if price.kind == "use":
                payer = intent.player.opponent if price.by_opponent else intent.player
                if amount is None or not self._can_use(payer, amount):
                    self._unpaid(intent, price.otherwise)
                    return None
                if price.otherwise and "nothing" in self.paying:
                    self._unpaid(intent, price.otherwise)
                    return None
                self.use_force(payer, amount, price.clause)
                used += 0 if price.by_opponent else amount
            elif price.kind == "lose":
                for _ in range(amount or 0):
                    self.lose_force(intent.player, price.clause)
            elif price.kind in ("out of play", "lose card"):
                zone = Zone.OUT if price.kind == "out of play" else Zone.LOST
                for card in price.cards:
                    why = "out of play" if zone is Zone.OUT else "lost"
                    self.remove(card, zone, why, price.clause)
            elif price.kind == "give up":
                note = ("gave up", str(intent.player), str(price.amount))
                self.happen(Remembered(note, price.clause))
            elif price.kind == "forgo shot":
                self._give_up_a_shot(intent, price)
        out_of_turn = intent.player is not level_before.to_act
        if used:
            values["force used"] = used
        action = Action(
            id=ActionId(self.table.last_action + 1),
            kind=intent.kind,
            player=intent.player,
            step=Step.RESPONSES,
            card=intent.card,
            text=intent.text,
            targets=intent.targets,
            place=intent.place if intent.place else self._place_of(intent),
            answers=intent.answers,
            just=intent.follows is not None or intent.is_react,
            react=intent.react,
            jumped=level_before.to_act if out_of_turn else None,
            next=intent.player,
            values=values,
            draws=tuple(self.draws),
            part_of=intent.part_of,
            amount=intent.attempt.amount,
            takes=tuple(n.text for n in intent.attempt.taking),
            what=intent.attempt.what.text
            if intent.kind is Kind.DRAW and intent.attempt.what
            else None,
        )
        if (event := intent.follows) is not None:
            about, numbers = _spoken_of(event)
            values.update(numbers)
            action = action._replace(targets={**action.targets, **about}, values=values)
        along = _along(intent)
        if intent.kind is Kind.REACT:
            boarding = boarding_a_react(self.now, intent)
            leaving = tuple(c for c in intent.cards if c not in boarding)
            along = {**along, "boarding": boarding, "disembarking": leaving}
        action = action._replace(
            targets={**action.targets, **along},
            values={**action.values, **({f"seat {intent.seat}": 1} if intent.seat else {})},
        )
        if intent.kind is Kind.LOSS:
            action = action._replace(pays=tuple(name.text for name in intent.attempt.paying))
        if (
            intent.kind is Kind.FIRE
            and intent.text is not None
            and self.now.decide("weapon destiny waits") is None
        ):
            for part in intent.text.result:
                found = part.drawn_with_a_shot(self, action) if isinstance(part, Result) else {}
                if found:
                    action = action._replace(values={**action.values, **found}, draws=())
        self.draws = []
        if intent.text is not None:
            self.book.works(intent.text)
        self.happen(Initiated(action, intent.text.clause if intent.text else None))
        self._remember(action)
        if intent.way is not None or intent.kind is Kind.BOARD:
            self._count_move(intent)
        return action

    def _give_up_a_shot(self, intent: Intent, price: Price) -> None:
        """The one named, or the only one there is; else it shows as the others are fired."""
        if len(price.cards) == 1:
            self.note_shot(price.cards[0], price.clause)
            return
        given = ("one shot given up", str(intent.card), time_of_shots(self.now), *price.cards)
        self.happen(Remembered(given, price.clause))

    def _place_of(self, intent: Intent) -> CardId | None:
        top = self.table.top
        if intent.answers is not None and top is not None:
            return top.place
        if intent.card is not None:
            return self.table.location_of(intent.card)
        return None

    def remember_the_stack(self) -> None:
        """Of actions that are under way as a scenario begins: what their initiation left behind."""
        for action in self.table.stack:
            self._remember(action)

    def _remember(self, action: Action) -> None:
        side = str(action.player)
        if action.kind is Kind.PLAY and action.card is not None:
            self.happen(Remembered(("initiated", side, self.table.card(action.card).title)))
        elif action.kind is Kind.DRAIN and action.place is not None:
            self.happen(Remembered(("drained", side, action.place)))
            for card in drainers(self.now, action.player, action.place):
                self.happen(Remembered(("drained", side, card)))
        elif action.kind is Kind.BATTLE and action.place is not None:
            self.happen(Remembered(("battled", side, action.place)))
            self._note_fighters()
        elif action.kind is Kind.ATTACK:
            self.note_attack(action)
        elif action.kind is Kind.FIRE and action.card is not None:
            self.note_shot(action.card)
        elif action.is_react and action.card is not None:
            for card in (action.card, *action.targets.get("with it", ())):
                self.happen(Remembered(("reacted", side, card)))
        elif action.kind is Kind.DRAW and action.what is not None:
            self.happen(Remembered(("drew", side, action.what)))
        elif action.kind is Kind.ACTIVATE and action.part_of is None:
            self._remember_total(action.player)
        text = action.text
        if text is None or action.card is None:
            return
        once: str | None = text.once
        if once is None and action.kind is Kind.USE and text.when.phases and self.table.phase:
            once = str(self.table.phase)
        if once and self.now.decide("spent when initiated", action=action) is not None:
            self.happen(Remembered(("used", action.card, text.clause, once)))

    def _remember_total(self, side: Side) -> None:
        """What may be activated is counted once; what changes later in the phase is too late."""
        if any(note[:2] == ("entitled", str(side)) for note in self.table.done):
            return
        total = self.now.total("activation", side=side).total
        self.happen(Remembered(("entitled", str(side), str(total))))

    # -- what needs no action of its own -----------------------------------------------

    def without_an_action(self, intent: Intent) -> None:
        """A choice that is part of what goes on, or a demand that the rules be kept."""
        if intent.kind is Kind.INSIST:
            forgetful = intent.player.opponent
            self.happen(Recirculated(forgetful, "force/opponent-may-insist"))
            return
        top = self.table.top
        if intent.attempt.what is None:
            return  # none of what may be declined
        assert top is not None
        self.change(top.id, pays=(intent.attempt.what.text, *top.pays[1:]))

    def _count_move(self, intent: Intent) -> None:
        """A move counts as the card's regular one unless a clause says that it does not."""
        answer = self.now.decide("regular", kind=intent.kind, way=intent.way)
        if intent.kind is Kind.REACT or (answer is not None and not answer[0]):
            return
        moved = (intent.card,) if intent.kind is Kind.BOARD else tuple(movers(intent))
        for card in moved:
            if card is not None:
                self.happen(Remembered(("moved", str(intent.player), card)))

    def _unpaid(self, intent: Intent, pile: str | None) -> None:
        """The price turned out too high, or was not paid: the text says where the card goes."""
        if intent.card is None:
            return
        zone = Zone(pile) if pile else Zone.HAND
        clause = intent.text.clause if intent.text else None
        self.happen(CardPlaced(intent.card, zone, why="unpaid", clause=clause))
        if pile is not None:
            action = Action(
                ActionId(self.table.last_action + 1), intent.kind, intent.player, Step.RESULT
            )
            answer = self.now.decide("next player", event=ActionLeft(action.id), left=action)
            if answer is not None:
                self.happen(OpportunityGiven(answer[0], answer[1].clause))

    def keep_choices(self, action: Action | None) -> None:
        """What the scenario says is chosen, and nobody has asked for yet, is for its result."""
        if action is not None and self.choosing and self.table.action(action.id) is not None:
            self.change(action.id, choices=tuple(self.choosing))

    # -- results ----------------------------------------------------------------------

    def _prepare(self, action_id: ActionId) -> None:
        """What actions without a text of their own come to."""
        action = self.table.action(action_id)
        assert action is not None
        if action.draws:
            self.draws = [*action.draws, *self.draws]
            self.change(action_id, draws=())
        if action.choices:
            self.choosing = [*self.choosing, *action.choices]
            self.change(action_id, choices=())
        if action.text is not None:
            if not action.text.conditions:
                return
            goes_on = self.now.decide("goes on once initiated", action=action)
            source = self.table.card(action.card) if action.card is not None else None
            if goes_on is None and not all_hold(
                self.now, action.player, action.text, action.targets, source
            ):
                self.change(action_id, todo=())
            return
        todo: tuple[Part, ...] = ()
        match action.kind:
            case Kind.DRAIN:
                todo = (Own(Flow._drain),)
            case Kind.MOVE:
                todo = (Own(Flow._move),)
            case Kind.BOARD:
                todo = (Own(Flow._board),)
            case Kind.REACT:
                todo = (Own(Flow._get_aboard), Own(Flow._move), Own(Flow._disembark))
            case Kind.DEPLOY:
                todo = (Own(Flow._deploy),)
            case Kind.REPLACE:
                todo = (Own(Flow.replace),)
            case Kind.ACTIVATE:
                todo = (Own(Flow._activate_one),)
            case Kind.LOSS:
                todo = (Own(Flow._lose_one),)
            case Kind.BREAK_COVER:
                todo = (Own(Flow._break_cover),)
            case Kind.TRANSFER:
                todo = (Own(Flow.transfer),)
            case Kind.HAND_ON:
                todo = (Own(Flow.hand_on),)
            case Kind.SEARCH:
                todo = (Own(Flow.search),)
            case Kind.DRAW if action.what == "battle destiny":
                todo = self.battle_draws(action)
            case Kind.DRAW if action.what == "attack destiny":
                todo = (Own(Flow._draw_attack_destiny),)
            case Kind.DRAW:
                todo = (Own(Flow._draw_alone),)
            case Kind.DRAW_CARD:
                todo = (Own(Flow._draw_one),)
            case Kind.FORFEIT:
                todo = (Own(Flow._forfeit),)
        self.change(action_id, todo=todo)

    def _break_cover(self, action: Action) -> None:
        self.uncover((action.card,) if action.card is not None else (), None)

    def _draw_alone(self, action: Action) -> None:
        """A destiny that is drawn for itself."""
        value = self.draw(action.player, "drawn", None)
        self.note(action, "drawn", value)
        self.note(action, "drawn by opponent", 0)

    def settle(self) -> None:
        """Goes on until somebody has an opportunity to use or to pass."""
        for _ in range(10_000):  # a rulebook with clauses missing must not run for ever
            if self.table.winner is not None:
                return
            if self.table.waiting and (due := self._due()):
                self._initiate_automatic(due)
                continue
            if self._as_soon() or self.creatures_meet():
                continue
            top = self.table.top
            if top is None or top.step is not Step.RESULT or top.ended:
                return
            if top.kind in (Kind.BATTLE, Kind.ATTACK):
                return  # they go on by passes
            if any(happening.what in DOOMED for happening in self.table.open_just):
                return  # somebody may step in before the loss
            if top.invitation is not None:
                if self._may_deploy(top):
                    if top.next is not top.player and not top.passes:
                        self.happen(OpportunityGiven(top.player, None))
                    return
                self.change(top.id, todo=top.todo[1:])
                continue
            if top.todo and isinstance(top.todo[0], Wait):
                if self.table.open_just:
                    if self.draws:  # what the scenario gives is kept for the draws still to come
                        self.change(top.id, draws=tuple(self.draws))
                    return
                self.draws = [*top.draws, *self.draws]
                self.change(top.id, todo=top.todo[1:], draws=())
                continue
            if not top.todo:
                self.happen(ResultEnded(top.id))
                self._next_unit(top)
                continue
            followed_up = any(somebody_waits_for(self.now, h) for h in self.table.open_just)
            if isinstance(top.todo[0], Unit) and followed_up:
                return  # the next unit waits for who follows up the last one
            part, *rest = top.todo
            self.change(top.id, todo=tuple(rest))
            now = self.table.action(top.id) or top
            assert isinstance(part, Result)
            part.happen(self, now)

    def _as_soon(self) -> bool:
        """Texts that act as soon as their conditions hold; each once until they no longer do."""
        for card in self.now.on_table():
            if not card.print.texts or card.how is How.ROW:
                continue
            for text in self.book.texts(card.print):
                if not text.when.as_soon or text.role != "automatic":
                    continue
                note = ("came", card.id, text.clause)
                came = note in self.table.done
                if not all_hold(self.now, card.side, text, {}, card):
                    if came:
                        self.happen(Remembered(note, over=True))
                    continue
                if came or not self._is_due(card, text):
                    continue
                self.happen(Remembered(note))
                self.happen(Queued(card.id, text.clause, self.table.level))
                return True
        return False

    def _is_due(self, card: Card, text: Text) -> bool:
        """A Utinni Effect waits for its target, and of an Objective a clause says that it turns by
        itself; otherwise the conditions are all there is to wait for."""
        turns = card.print.type == "objective" and flips(text)
        if card.print.subtype != "utinni" and not turns:
            return True
        return self.now.decide("as soon as", card=card) is not None

    def _may_deploy(self, action: Action) -> bool:
        """An invitation to deploy is passed over when the hand holds nothing it could mean."""
        side, invitation = action.player, action.invitation
        assert invitation is not None
        if not self.table.is_stated(side, invitation.zone):
            return True
        hand = [self.table.card(c) for c in self.table.pile(side, invitation.zone)]
        return any(
            card.print.type != "interrupt" and fits(self.now, card, invitation.cards, side)
            for card in hand
        )

    def _next_unit(self, action: Action) -> None:
        """A player who activates several goes on to the next unit, an action of its own."""
        if action.part_of or (action.amount or 1) <= 1:
            return
        if action.kind is Kind.LOSS:
            battle = self.table.battle
            if battle is not None and battle.fight.damage_left(action.player):
                self._go_on(action)
            return
        pile = {Kind.ACTIVATE: Zone.RESERVE, Kind.DRAW_CARD: Zone.FORCE}.get(action.kind)
        if pile is None or self.table.stack or self.top_of(action.player, pile) is None:
            return
        self._go_on(action)

    def _go_on(self, action: Action) -> None:
        following = action._replace(
            id=ActionId(self.table.last_action + 1),
            amount=(action.amount or 1) - 1,
            step=Step.RESPONSES,
            todo=(),
            passes=0,
            next=action.player,
            pays=action.pays[1:],
        )
        self.happen(Initiated(following))

    def _due(self) -> list[tuple[CardId, str]]:
        """Automatic actions that may come now, in the order the turn player gave them.

        Those of one moment come one after the other; one may come on top of another only
        if it is the other that brought its time about."""
        if self.table.stack and self.now.decide("automatic on a stack") is None:
            return []
        on_stack = {action.id for action in self.table.stack}
        due = [
            (w.card, w.text)
            for w in self.table.waiting
            if w.level == self.table.level or (w.level not in on_stack and not self.table.stack)
        ]
        if self.table.open_just and self.now.decide("automatic before just") is None:
            return []
        if len(due) > 1 and self.order:
            orders = self.now.decide("orders automatic actions")
            if orders is None:
                return due
        return sorted(due, key=lambda entry: self._rank(entry[0]))

    def _initiate_automatic(self, due: list[tuple[CardId, str]]) -> None:
        if len(due) > 1 and not self.order:
            cards = tuple(card for card, _ in due)
            self.assumed.append(("automatic-order", {"player": self.table.turn, "cards": cards}))
        card_id, clause = due[0]
        queued = next((w for w in self.table.waiting if (w.card, w.text) == due[0]), None)
        about, measured = (queued.about, queued.measured) if queued is not None else (None, ())
        self.happen(Dequeued(card_id, clause))
        card = self.table.card(card_id)
        text = next((t for t in self.book.texts(card.print) if t.clause == clause), None)
        if text is None or (card.zone not in (Zone.TABLE, Zone.RESERVE) and about is None):
            return
        if text_canceled(self.now, card):
            return
        if apart(self.now, card, Purpose.TEXT) is not None:
            still = self.now.decide("comes although suspended", text=text)
            if still is None:
                return
            self.spoken.append(still[1])
        owner = card.side if card.zone is Zone.TABLE else card.owner
        targets = self.aimed_by_itself(card_id, text, owner)
        if targets is None:
            return
        values: dict[str, int | None] = {f"{name} of bearer": n for name, n in measured}
        if about is not None:
            targets = {**targets, "bearer": (about,)}
        if queued is not None and queued.after is not None:
            named, numbers = _spoken_of(queued.after)
            targets, values = {**targets, **named}, {**values, **numbers}
        action = Action(
            id=ActionId(self.table.last_action + 1),
            kind=Kind.USE,
            player=owner,
            step=Step.RESPONSES,
            card=card_id,
            text=text,
            place=self.table.location_of(card_id),
            next=owner,
            automatic=True,
            targets=targets,
            values=values,
        )
        self.book.works(text)
        self.happen(Initiated(action, clause))

    def _rank(self, card: CardId) -> int:
        names = (folded(card), folded(self.table.card(card).title))
        return next((n for n, asked in enumerate(self.order) if asked in names), len(self.order))

    def remove(
        self,
        card: CardId,
        zone: Zone,
        why: str,
        clause: str | None,
        stroke: tuple[CardId, ...] = (),
    ) -> None:
        """What lay on a card that is lost may have the last word."""
        mourning = self._mourners(card) if zone is Zone.LOST else []
        measured = as_it_left(self.now, card, "bearer") if mourning else ()
        super().remove(card, zone, why, clause, stroke)
        for below, text in mourning:
            self.happen(Queued(below, text, self.table.level, card, measured))

    def _mourners(self, card: CardId) -> list[tuple[CardId, str]]:
        """What lies on a card and acts by itself when that card is lost."""
        return [
            (below, text.clause)
            for below in self.table.lying(card)
            for text in self.book.texts(self.table.card(below).print)
            if text.role == "automatic"
            and any(p.what == "lost" and p.filter.titles == ("bearer",) for p in text.when.just)
        ]

    # -- passing --------------------------------------------------------------------------

    def pass_(self, player: Side) -> None:
        self.happen(Passed(player))
        if self.table.passed < 2:
            return
        if self.hungry():
            self.settle()
            return
        top = self.table.top
        if top is not None and top.invitation is not None:
            self.change(top.id, todo=top.todo[1:], passes=0)
        else:
            self.happen(BothPassed(self.table.level))
        self.settle()


def _spoken_of(
    event: Happening,
) -> tuple[dict[str, tuple[CardId, ...]], dict[str, int | None]]:
    """The cards and numbers of what has just happened, as a text that waits for it calls them."""
    about: dict[str, tuple[CardId, ...]] = {
        "what happened": (event.card,) if event.card else (),
        "what brought it": (event.by,) if event.by else (),
        "where it happened": (event.to,) if event.to else (),
    }
    numbers: dict[str, int | None] = {f"{n} of what happened": v for n, v in event.measured}
    if event.what.startswith("drawn "):
        numbers[DRAWN] = event.number
    return about, numbers


def _along(intent: Intent) -> dict[str, tuple[CardId, ...]]:
    """Who goes along, what it is put on or aboard, and which location it lies beside."""
    along: dict[str, tuple[CardId, ...]] = {}
    if intent.cards:
        names = {
            Kind.REACT: "disembarking",
            Kind.DEPLOY: "bearer",
            Kind.HAND_ON: "bearer",
            Kind.REPLACE: "replaced",
            Kind.SEARCH: "party",
        }
        name = names.get(intent.kind, "group")
        along[name] = intent.cards
    if intent.aboard is not None:
        along["aboard"] = (intent.aboard,)
    if intent.beside is not None:
        along[intent.beside[0]] = (intent.beside[1],)
    return along

"""What follows from what: events, results in parts, automatic actions.

A flow starts from one table and ends on another. It applies each event, asks
the rulebook what the event brings, hands on the opportunity, and carries out
results until somebody has to decide something."""

from __future__ import annotations

from typing import Any

from adjudicator.cards.model import Filter, Op, Text
from adjudicator.cards.read import PILE_OPS
from adjudicator.engine.attacking import Attacking
from adjudicator.engine.going import Going
from adjudicator.engine.people import People
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
from adjudicator.rules.conditions import holds_for
from adjudicator.rules.control import drainers
from adjudicator.rules.reacting import boarding_a_react
from adjudicator.rules.registry import Intent
from adjudicator.rules.ways import movers
from adjudicator.source import folded
from adjudicator.state.events import (
    ActionAppointed,
    ActionFailed,
    ActionLeft,
    Barred,
    BothPassed,
    Cancelled,
    CardPlaced,
    Declared,
    Dequeued,
    Event,
    Happened,
    Initiated,
    MadeUnique,
    Marked,
    ModifierScheduled,
    OpportunityGiven,
    Passed,
    PhaseBegan,
    Queued,
    Recirculated,
    Remembered,
    ResultBegan,
    ResultEnded,
    SegmentBegan,
    TurnBegan,
    Turned,
    apply,
)
from adjudicator.state.matching import DOOMED, apart, fits, text_canceled
from adjudicator.state.table import (
    Action,
    Appointment,
    Card,
    Happening,
    Scheduled,
    Unknown,
    side_of_table,
)

_FROM_HAND = (Kind.PLAY, Kind.DEPLOY, Kind.REPLACE)
_HANDS_ON = (Initiated, Passed, PhaseBegan, TurnBegan, SegmentBegan)


class Flow(People, Going, Attacking):
    # -- events ----------------------------------------------------------------

    def happen(self, event: Event) -> None:
        if self.outcome_first(event):
            return
        before = self.table
        if isinstance(event, CardPlaced) and event.zone is Zone.LOST:
            event = event._replace(marks=self._as_it_lies(event))
        self.table = apply(before, event)
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
        self.fought(before, event)
        if self.book.brings_anything(type(event)):
            for following in self.book.after(before, self.table, event):
                self.happen(following)
        self._people(before, event)

    def _as_it_lies(self, event: CardPlaced) -> frozenset[Mark]:
        """Whether a lost card lies face up in its pile, and whether anybody has seen it."""
        card = self.table.card(event.card)
        answer = self.book.decide(
            "how a lost card lies", self.table, side=card.owner, source=card.zone
        )
        return answer[0] if answer is not None else frozenset({Mark.FACE_DOWN, Mark.HIDDEN})

    def _react_done(self, react: Action) -> None:
        """What the arrival does to the action that was reacted to."""
        answered = self.table.action(react.answers)
        if answered is None:
            return
        answer = self.book.decide(
            "react stops it", self.table, react=react, answered=answered, book=self.book
        )
        if answer is not None:
            self.spoken.append(answer[1])
            self.happen(Cancelled(answered.id, react.id, answer[1].clause))
            self.happen(ActionLeft(answered.id, clause=answer[1].clause))

    def _hand_on(self, event: Event, left: Action | None = None) -> None:
        answer = self.book.decide("next player", self.table, event=event, left=left)
        if answer is not None:
            player, finding = answer
            self.spoken.append(finding)
            self.happen(OpportunityGiven(player, finding.clause))

    def _card_leaves(self, action: Action) -> None:
        """The card of an action that leaves the stack goes to its proper place."""
        if action.card is None or self.table.card(action.card).zone is not Zone.STACK:
            return
        answer = self.book.decide("where it goes", self.table, action=action)
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
                if amount is None or not self._can_use(intent.player, amount):
                    self._unpaid(intent, price.otherwise)
                    return None
                if price.otherwise and "nothing" in self.paying:
                    self._unpaid(intent, price.otherwise)
                    return None
                self.use_force(intent.player, amount, price.clause)
                used += amount
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
                self.note_shot(price.cards[0], price.clause)
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
            about = {
                "what happened": (event.card,) if event.card else (),
                "what brought it": (event.by,) if event.by else (),
                "where it happened": (event.to,) if event.to else (),
            }
            action = action._replace(targets={**action.targets, **about})
        along = _along(intent)
        if intent.kind is Kind.REACT:
            boarding = boarding_a_react(self.table, intent)
            leaving = tuple(c for c in intent.cards if c not in boarding)
            along = {**along, "boarding": boarding, "disembarking": leaving}
        action = action._replace(
            targets={**action.targets, **along},
            values={**action.values, **({f"seat {intent.seat}": 1} if intent.seat else {})},
        )
        if intent.kind is Kind.LOSS:
            action = action._replace(pays=tuple(name.text for name in intent.attempt.paying))
        waits = self.book.decide("weapon destiny waits", self.table)
        if intent.kind is Kind.FIRE and intent.text is not None and waits is None:
            for op in intent.text.result:
                if op.verb == "draw destiny":
                    found = self.drawn_values(action, op, intent.text.clause)
                    action = action._replace(values={**action.values, **found}, draws=())
        self.draws = []
        self.happen(Initiated(action, intent.text.clause if intent.text else None))
        self._remember(action)
        if intent.way is not None or intent.kind is Kind.BOARD:
            self._count_move(intent)
        return action

    def _place_of(self, intent: Intent) -> CardId | None:
        top = self.table.top
        if intent.answers is not None and top is not None:
            return top.place
        if intent.card is not None:
            return self.table.location_of(intent.card)
        return None

    def _remember(self, action: Action) -> None:
        side = str(action.player)
        if action.kind is Kind.PLAY and action.card is not None:
            self.happen(Remembered(("initiated", side, self.table.card(action.card).title)))
        elif action.kind is Kind.DRAIN and action.place is not None:
            self.happen(Remembered(("drained", side, action.place)))
            for card in drainers(self.table, action.player, action.place):
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
        if self.book.decide("spent when initiated", self.table, action=action) is None:
            return
        if text.once is not None:
            self.happen(Remembered(("used", action.card, text.clause, text.once)))
        elif action.kind is Kind.USE and text.when.phases and self.table.phase is not None:
            self.happen(Remembered(("used", action.card, text.clause, str(self.table.phase))))

    def _remember_total(self, side: Side) -> None:
        """What may be activated is counted once; what changes later in the phase is too late."""
        if any(note[:2] == ("entitled", str(side)) for note in self.table.done):
            return
        total = self.book.total("activation", self.table, side=side).total
        self.happen(Remembered(("entitled", str(side), str(total))))

    # -- what needs no action of its own -----------------------------------------------

    def without_an_action(self, intent: Intent) -> None:
        """A choice that is part of what goes on, or a demand that the rules be kept."""
        if intent.kind is Kind.INSIST:
            forgetful = intent.player.opponent
            self.happen(Recirculated(forgetful, "force/opponent-may-insist"))
            return
        top = self.table.top
        assert top is not None and intent.attempt.what is not None
        self.change(top.id, pays=(intent.attempt.what.text, *top.pays[1:]))

    def _count_move(self, intent: Intent) -> None:
        """A move counts as the card's regular one unless a clause says that it does not."""
        answer = self.book.decide("regular", self.table, kind=intent.kind, way=intent.way)
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
            answer = self.book.decide(
                "next player", self.table, event=ActionLeft(action.id), left=action
            )
            if answer is not None:
                self.happen(OpportunityGiven(answer[0], answer[1].clause))

    # -- results ----------------------------------------------------------------------

    def _prepare(self, action_id: ActionId) -> None:
        """What actions without a text of their own come to."""
        action = self.table.action(action_id)
        assert action is not None
        if action.draws:
            self.draws = [*action.draws, *self.draws]
            self.change(action_id, draws=())
        if action.text is not None:
            goes_on = self.book.decide("goes on once initiated", self.table, action=action)
            source = self.table.card(action.card) if action.card is not None else None
            if goes_on is None and not all(
                holds_for(self.table, action.player, c, action.targets, source)
                for c in action.text.conditions
            ):
                self.change(action_id, todo=())
            return
        todo: tuple[Op, ...] = ()
        match action.kind:
            case Kind.DRAIN:
                todo = (Op("drain", {}),)
            case Kind.MOVE:
                todo = (Op("move", {}),)
            case Kind.BOARD:
                todo = (Op("board", {}),)
            case Kind.REACT:
                todo = (Op("get aboard", {}), Op("move", {}), Op("disembark", {}))
            case Kind.DEPLOY:
                todo = (Op("deploy", {}),)
            case Kind.REPLACE:
                todo = (Op("replace", {}),)
            case Kind.ACTIVATE:
                todo = (Op("activate one", {}),)
            case Kind.LOSS:
                todo = (Op("lose one", {}),)
            case Kind.BREAK_COVER:
                todo = (Op("break cover", {}),)
            case Kind.TRANSFER:
                todo = (Op("transfer", {}),)
            case Kind.HAND_ON:
                todo = (Op("hand on", {}),)
            case Kind.SEARCH:
                todo = (Op("search party", {}),)
            case Kind.DRAW if action.what == "battle destiny":
                todo = self.battle_draws(action)
            case Kind.DRAW if action.what == "attack destiny":
                todo = (Op("draw attack destiny", {}),)
            case Kind.DRAW:
                todo = (Op("draw destiny", {"": "drawn"}),)
            case Kind.DRAW_CARD:
                todo = (Op("draw one", {}),)
            case Kind.FORFEIT:
                todo = (Op("forfeit", {}),)
        self.change(action_id, todo=todo)

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
            if top.todo and top.todo[0].verb == "may deploy":
                if self._may_deploy(top):
                    if top.next is not top.player and not top.passes:
                        self.happen(OpportunityGiven(top.player, None))
                    return
                self.change(top.id, todo=top.todo[1:])
                continue
            if top.todo and top.todo[0].verb == "wait":
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
            op, *rest = top.todo
            self.change(top.id, todo=tuple(rest))
            self._carry_out(self.table.action(top.id) or top, op)

    def _as_soon(self) -> bool:
        """Texts that act as soon as their conditions hold; each once until they no longer do."""
        for card in self.table.on_table():
            if not card.print.texts or card.how is How.ROW:
                continue
            for text in self.book.texts(card.print):
                if not text.when.as_soon or text.role != "automatic":
                    continue
                note = ("came", card.id, text.clause)
                came = note in self.table.done
                if not all(holds_for(self.table, card.side, c, {}, card) for c in text.conditions):
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
        turns = card.print.type == "objective" and any(op.verb == "flip" for op in text.result)
        if card.print.subtype != "utinni" and not turns:
            return True
        return self.book.decide("as soon as", self.table, card=card) is not None

    def _placed(self, action: Action, what: Any) -> list[CardId]:
        """Cards by a name, or all that fit, those stacked under others among them."""
        if not isinstance(what, Filter):
            return self._cards(action, str(what))
        speaker = self.table.card(action.card) if action.card is not None else None
        return [
            card.id
            for card in self.table.cards.values()
            if card.zone in (Zone.TABLE, Zone.STACKED)
            and fits(self.table, card, what, action.player, action.targets, speaker)
        ]

    def _may_deploy(self, action: Action) -> bool:
        """An invitation to deploy is passed over when the hand holds nothing it could mean."""
        side, wanted = action.player, action.todo[0].args[""]
        zone = Zone(str(action.todo[0].args.get("from", "hand")))
        if not self.table.is_stated(side, zone):
            return True
        hand = [self.table.card(c) for c in self.table.pile(side, zone)]
        return any(
            card.print.type != "interrupt" and fits(self.table, card, wanted, side) for card in hand
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
        if self.table.stack and self.book.decide("automatic on a stack", self.table) is None:
            return []
        on_stack = {action.id for action in self.table.stack}
        due = [
            (card, text)
            for card, text, level, _ in self.table.waiting
            if level == self.table.level or (level not in on_stack and not self.table.stack)
        ]
        if self.table.open_just and self.book.decide("automatic before just", self.table) is None:
            return []
        if len(due) > 1 and self.order:
            orders = self.book.decide("orders automatic actions", self.table)
            if orders is None:
                return due
        return sorted(due, key=lambda entry: self._rank(entry[0]))

    def _initiate_automatic(self, due: list[tuple[CardId, str]]) -> None:
        if len(due) > 1 and not self.order:
            cards = tuple(card for card, _ in due)
            self.assumed.append(("automatic-order", {"player": self.table.turn, "cards": cards}))
        card_id, clause = due[0]
        about = next((w[3] for w in self.table.waiting if w[:2] == due[0]), None)
        self.happen(Dequeued(card_id, clause))
        card = self.table.card(card_id)
        text = next((t for t in self.book.texts(card.print) if t.clause == clause), None)
        if text is None or (card.zone not in (Zone.TABLE, Zone.RESERVE) and about is None):
            return
        if text_canceled(self.table, card):
            return
        if apart(self.table, card, Purpose.TEXT) is not None:
            still = self.book.decide("comes although suspended", self.table, text=text)
            if still is None:
                return
            self.spoken.append(still[1])
        owner = card.side if card.zone is Zone.TABLE else card.owner
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
            targets={"bearer": (about,)} if about is not None else {},
        )
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
        super().remove(card, zone, why, clause, stroke)
        for below, text in mourning:
            self.happen(Queued(below, text, self.table.level, about=card))

    def _mourners(self, card: CardId) -> list[tuple[CardId, str]]:
        """What lies on a card and acts by itself when that card is lost."""
        return [
            (below, text.clause)
            for below in self.table.lying(card)
            for text in self.book.texts(self.table.card(below).print)
            if text.role == "automatic"
            and any(p.what == "lost" and p.filter.titles == ("bearer",) for p in text.when.just)
        ]

    def _carry_out(self, action: Action, op: Op) -> None:
        clause = op.clause or (action.text.clause if action.text else None)
        what = op.args.get("")
        if self.carry_out_fighting(action, op):
            return
        match op.verb:
            case "cancel":
                self._cancel(action, what, clause)
            case "draw destiny":
                if action.kind is Kind.FIRE:
                    self.draw_for(action, op, clause)
                else:
                    self._draw_destiny(action, op, clause)
            case verb if verb in PILE_OPS or verb in ("move pile", "insert"):
                self._reach(action, op, clause)
            case "draw one":
                self._draw_one(action)
            case "draw activated":
                for _ in range(self.number(action, what)):
                    self._draw_activated(action, clause)
            case "reduce loss":
                self._reduce_loss(action, self.number(action, what))
            case "stop loss":
                self._stop_loss(action)
            case "reckon":
                self._reckon(action, op)
            case "add destiny":
                self._add_destiny(action, clause)
            case "lower loses difference":
                self._next(action, self._lower_loses(action, op))
            case "one way or the other":
                chosen = self.choice((), "first", "second")
                if chosen is None:
                    raise Unknown("which-way", card=action.card)
                way = "then" if chosen == "first" else "else"
                self._next(action, op.args.get(way, ()))
            case "exclude ability":
                answered = self.table.action(action.answers)
                if answered is not None:
                    left_out = (
                        *answered.targets.get("left out", ()),
                        *self._cards(action, str(what)),
                    )
                    self.change(answered.id, targets={**answered.targets, "left out": left_out})
            case "destiny instead":
                answered = self.table.action(action.answers)
                if answered is not None:
                    self._set(answered, "destiny instead", self.number(action, what))
            case "turn":
                for card in self._cards(action, str(what)):
                    self.happen(Marked(card, Mark.UPSIDE_DOWN, "up" not in op.args, clause))
            case "appoint":
                self._appoint(action, str(what), clause)
            case "compare":
                self._compare(action, op)
            case "relocate":
                self._relocate(action, op, clause)
            case "place":
                for card in self._placed(action, what):
                    self.remove(card, Zone(str(op.args["in"])), "placed", clause)
            case "put on table":
                assert action.card is not None
                where = side_of_table(
                    action.player.opponent if what == "opponent" else action.player
                )
                self.happen(
                    CardPlaced(action.card, Zone.TABLE, where, How.SIDE, "deployed", clause)
                )
            case "attach to":
                assert action.card is not None
                for card in self._cards(action, str(what)):
                    why = "deployed" if action.kind is Kind.DEPLOY else "placed"
                    self.happen(CardPlaced(action.card, Zone.TABLE, card, How.ON, why, clause))
            case "grab":
                self._grab(action, clause)
            case "multiply damage":
                self._schedule(action, int(str(what)), clause)
            case "activate" | "lose force":
                self._spread(action, op)
            case "activate one":
                self._activate_one(action, clause)
            case "lose one":
                if not action.values.get("reduced"):
                    pays = action.pays[0] if action.pays else None
                    self.lose_force(action.player, clause, action, pays)
                    self.lose_for_damage(action)
            case "part":
                self._part(action, op)
            case "retrieve":
                self._retrieve(action, op, clause)
            case "lose" if isinstance(what, Filter):
                self.lose_described(action, what, op, clause)
            case "lose":
                self.lose_all(self._cards(action, str(what)), clause)
            case "mark" | "unmark":
                for card in self._cards(action, str(what)):
                    on = op.verb == "mark"
                    self.happen(Marked(card, Mark(str(op.args["as"])), on, op.clause or clause))
            case "break cover":
                for card in self._cards(action, str(what) if what else "self"):
                    if self.table.card(card).has(Mark.UNDERCOVER):
                        self.happen(Marked(card, Mark.UNDERCOVER, on=False, clause=clause))
            case "capture":
                self.capture(action, op, clause)
            case "release":
                for card in self._cards(action, str(what)):
                    self.release(card, clause)
            case "steal":
                self.steal(action, op, clause)
            case "stack":
                assert action.card is not None
                for card in self._cards(action, str(what)):
                    self.happen(
                        CardPlaced(card, Zone.STACKED, action.card, How.STACKED, "stacked", clause)
                    )
            case "flip":
                for card in self._cards(action, str(what)):
                    if self.table.card(card).print.back is not None:
                        self.happen(Turned(card, clause))
                    else:
                        self.happen(Marked(card, Mark.FLIPPED, clause=clause))
            case "put out of play":
                for card in self._cards(action, str(what)):
                    self.remove(card, Zone.OUT, "out of play", clause)
            case "transfer":
                self.transfer(action)
            case "replace":
                self.replace(action)
            case "hand on":
                self.hand_on(action)
            case "search party":
                self.search(action)
            case "change drain":
                answered = self.table.action(action.answers)
                if answered is not None:
                    change = (answered.values.get("change") or 0) + int(str(what))
                    self._set(answered, "change", change)
            case "bar":
                for card in self._cards(action, str(op.args.get("at"))):
                    self.happen(Barred(str(what), card, clause))
            case "drain":
                self._drain(action)
            case "move":
                self._move(action)
            case "board":
                self._board(action)
            case "go":
                self._go(action, op, clause)
            case "aim at":
                self._aim(action, str(what), clause)
            case "put face down":
                self._put_face_down(action, str(what), clause)
            case "turn over":
                self._turn_over(action, str(what), clause)
            case "set drain" | "limit loss":
                answered = self.table.action(action.answers)
                if answered is not None:
                    name = "set" if op.verb == "set drain" else "loss limit"
                    self._set(answered, name, int(str(what)))
            case "get aboard":
                self._get_aboard(action)
            case "disembark":
                self._disembark(action)
            case "deploy":
                self._deploy(action)
            case "declare":
                self.happen(Declared(action.id, str(what), str(op.args.get("fr", what))))

    def _cancel(self, action: Action, what: Any, clause: str | None) -> None:
        if what == "answered":
            if self.table.action(action.answers) is not None:
                assert action.answers is not None
                self.happen(Cancelled(action.answers, action.id, clause))
            return
        source = self.table.card(action.card) if action.card is not None else None
        cards = (
            [
                card.id
                for card in self.table.on_table()
                if fits(self.table, card, what, action.player, action.targets, source)
            ]
            if isinstance(what, Filter)
            else self._cards(action, str(what))
        )
        for card in cards:
            self.remove(card, Zone.LOST, "cancelled", clause)

    def _compare(self, action: Action, op: Op) -> None:
        name = str(op.args[""])
        value = action.values.get(name)
        than = next((w for w in ("less than", "more than", "at least") if w in op.args), "")
        limit = self._limit(action, op.args.get(than))
        clause = op.clause or (action.text.clause if action.text else None)
        if value is None:
            settled = self.book.decide("failed draw", self.table, action=action, name=name)
            if settled is None:
                return
            success, clause = settled[0], settled[1].clause
            self.spoken.append(settled[1])
        else:
            success = self._compares(action, op, value, limit)
        if not success:
            self.happen(ActionFailed(action.id, clause, value, limit, than))
        self._next(action, op.args.get("then" if success else "else", ()))

    def _compares(self, action: Action, op: Op, value: int, limit: int) -> bool:
        if op.args.get("is") == "even":
            zero = self.book.decide("even", self.table, number=value) if value == 0 else None
            return zero is not None or (value != 0 and value % 2 == 0)
        if op.args.get("less than") == "your highest ability":
            passed = self.book.decide("below the ability", self.table, drawn=value, ability=limit)
            return passed is not None
        if "more than" in op.args:
            return value > limit
        return value < limit if "less than" in op.args else value >= limit

    def _next(self, action: Action, ops: tuple[Op, ...]) -> None:
        """What is to be done next in a result, before the rest of it."""
        now = self.table.action(action.id)
        if now is not None and ops:
            self.change(action.id, todo=(*ops, *now.todo))

    def _limit(self, action: Action, bound: Any) -> int:
        if bound == "your highest ability":
            best = self.book.decide("highest ability", self.table, side=action.player)
            return best[0] if best is not None else 0
        return self.limit(action, bound)

    def _appoint(self, action: Action, text: str, clause: str | None) -> None:
        """An automatic action for the end of the player's next turn."""
        if action.card is None:
            return
        named = f"{(action.text.clause if action.text else '').rpartition('/')[0]}/{text}"
        turns = 1 if self.table.turn is action.player else 0
        self.happen(ActionAppointed(Appointment(action.card, named, action.player, turns), clause))

    def _relocate(self, action: Action, op: Op, clause: str | None) -> None:
        there = self._cards(action, str(op.args["to"]))
        if not there:
            return
        craft = self.table.card(there[0]).how is not How.ROW
        for card in self._cards(action, str(op.args[""])):
            if str(op.args[""]) not in action.targets and self._cannot_go(card):
                continue
            if craft:
                self._seat(card, there[0], action, "relocated", clause)
            else:
                if "moves" not in op.args:
                    self.captives_of_the_relocated(card)
                self.happen(CardPlaced(card, Zone.TABLE, there[0], How.AT, "relocated", clause))
        word = op.args.get("as")
        if word:
            self.happen(
                Happened(
                    Happening(
                        f"completed {word}", action.player, None, there[0], action.card,
                        level=self.table.level,
                    ),
                    clause,
                )
            )  # fmt: skip

    def _cannot_go(self, name: CardId) -> bool:
        """Of all that a text would take along, the missing stay where they are, and a captive with
        its escort."""
        card = self.table.card(name)
        return card.has(Mark.CAPTIVE) or apart(self.table, card, Purpose.MOVING) is not None

    def _grab(self, action: Action, clause: str | None) -> None:
        answered = self.table.action(action.answers)
        if answered is None or answered.card is None or action.card is None:
            return
        self.change(answered.id, grabbed_by=action.card)
        self.happen(MadeUnique(self.table.card(answered.card).title, action.card, clause))

    def _schedule(self, action: Action, times: int, clause: str | None) -> None:
        battle = self.table.battle
        if battle is None or action.card is None:
            return
        waiting = Scheduled(
            clause or "", action.card, action.player, Segment.DAMAGE, times, battle.id
        )
        self.happen(ModifierScheduled(waiting, clause))

    # -- passing --------------------------------------------------------------------------

    def pass_(self, player: Side) -> None:
        self.happen(Passed(player))
        if self.table.passed < 2:
            return
        if self.hungry():
            self.settle()
            return
        top = self.table.top
        if top is not None and top.todo and top.todo[0].verb == "may deploy":
            self.change(top.id, todo=top.todo[1:], passes=0)
        else:
            self.happen(BothPassed(self.table.level))
        self.settle()


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

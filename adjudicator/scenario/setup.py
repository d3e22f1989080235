"""From a scenario to the table at its beginning, and what is wrong with its names."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from adjudicator.attempts import VERBS, verb_of
from adjudicator.attempts.values import ACTION_WORDS, OF_A_QUESTION, Means, Named
from adjudicator.cards.constant import topic
from adjudicator.cards.foresight import Grabs
from adjudicator.cards.load import Library
from adjudicator.cards.model import ANONYMOUS, Blueprint, Text
from adjudicator.cards.part import touches
from adjudicator.cards.read import whole_of
from adjudicator.cards.supplement import Supplement
from adjudicator.cards.usual import part_of_title, usual
from adjudicator.game import (
    FLOOR,
    PILES,
    ActionId,
    CardId,
    How,
    Kind,
    Mark,
    Segment,
    Side,
    Step,
    Zone,
)
from adjudicator.rules.describing import as_action, assign, line_at, speaks_of, time_of_shots
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import PrintedOnly
from adjudicator.scenario.read import Earlier, OnStack, Place, Placed, Scenario
from adjudicator.source import BadFile, Problem, Span, did_you_mean, folded, said
from adjudicator.state.attempts import Attempt, Name
from adjudicator.state.fight import Drawn, Fight
from adjudicator.state.table import Action, Card, Happening, Table, side_of_table

_BODIES = ("character", "vehicle", "starship", "creature")
_OF_CARDS_THERE = ("drained", "battled", "attacked", "fought", "fired", "moved")
_CANDIDATES = 8  # how many are listed when a name could mean several cards


class Board(NamedTuple):
    """The table at the beginning, and how names in the file find their cards."""

    scenario: Scenario
    table: Table
    names: Mapping[str, tuple[CardId, ...]]
    assumed: tuple[tuple[str, Mapping[str, str]], ...] = ()
    library: Library | None = None  # where its cards come from

    def ids(self, name: str) -> tuple[CardId, ...]:
        return self.names.get(folded(name), ())


def set_up(scenario: Scenario, library: Library) -> tuple[Board, list[Problem]]:
    """The board, and every name in the file that means nothing or too much."""
    building = _Building(scenario, library)
    building.build()
    return building.board(), building.problems


@dataclass
class _Entry:
    """A card on its way to the table."""

    name: str  # what an attempt calls it
    print: Blueprint
    owner: Side
    side: Side
    zone: Zone
    how: How | None = None
    at: "_Entry | CardId | None" = None
    marks: frozenset[Mark] = frozenset()
    destiny: int | None = None
    named: bool = True
    alias: bool = False
    seat: str | None = None
    seat_told: bool = True
    written: str = ""  # how the scenario names it: an id or a beginning, perhaps
    across: bool = False
    targeting: tuple[Name, ...] = ()
    id: CardId = field(default=CardId(""))


@dataclass
class _Building:
    scenario: Scenario
    known: Library  # before the scenario's own cards are laid over it
    entries: list[_Entry] = field(default_factory=list)
    row: list[_Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    told: set[Span] = field(default_factory=set)
    unstated: set[tuple[Side, Zone]] = field(default_factory=set)
    assumed: list[tuple[str, Mapping[str, str]]] = field(default_factory=list)

    def problem(self, span: Span, message: str, code: str, hint: str | None = None) -> None:
        self.problems.append(Problem(self.scenario.file, span, message, code, hint))
        self.told.add(span)

    def build(self) -> None:
        self.library = self.known.with_cards(self.scenario.cards.whole)
        for supplement in self.scenario.cards.added:
            self._supplement(supplement)
        for place in self.scenario.places:
            self._place(place)
        self._sectors_belong_where_they_lie()
        for side, cards in self.scenario.sides.items():
            for card in cards:
                self._card(card, side, Zone.TABLE, How.SIDE, side_of_table(side))
        for side in Side:
            for zone in PILES:
                self._heap(side, zone)
        self.on_stack = [self._stack_entry(action) for action in self.scenario.stack]
        self._cards_from_unstated_hands()
        self._number()
        self.table = self._table()
        self._check_attempts()

    # -- cards and places --------------------------------------------------

    def _print(self, name: Name, side: Side, on_table: bool) -> tuple[Blueprint, Side]:
        """The card of that title, and its owner."""
        found = self._known(name.text, side)
        if found is not None:
            self._say_if_completed(name, found)
            return found, found.side or side
        other = self._known(name.text, None)
        if other is not None:
            if not on_table:
                self.problem(
                    name.span,
                    said("is-a-card-of-the-other-side", other=other.title),
                    "wrong-side",
                    said("cannot-have-it-there", side=side),
                )
            return other, other.side or side
        self._unknown_card(name)
        return Blueprint(title=name.text, side=side, type="unknown", text_known=False), side

    def _say_if_completed(self, name: Name, found: Blueprint) -> None:
        """A title found by its beginning may be another card than the one that was meant."""
        written, title = folded(name.text), folded(found.title)
        completed = ("completed", {"name": name.text, "card": found.title})
        if usual(name.text) is not None or part_of_title(name.text, found.title):
            completed = ("usual-name", completed[1])
        elif not title.startswith(written):
            return
        if title != written and completed not in self.assumed:
            self.assumed.append(completed)

    def _supplement(self, supplement: Supplement) -> None:
        """A card under `cards:` without a type: what it says is added to the card we know."""
        try:
            bases = self.library.bases(supplement)
        except BadFile as bad:
            self.problems += [p for p in bad.problems if p not in self.problems]
            return
        if not bases:
            name = Name(supplement.title, supplement.span)
            self._unknown_card(name, "give it a `type:` and describe it whole")
            return
        if len(bases) > 1 and "texts" in supplement.keys and bases[0].type != "location":
            self.problem(
                supplement.span, said("both-sides-have-a-card-titled", bases=bases[0].title),
                "not-used", said("say-whose-text-this-is-side-light"),
            )  # fmt: skip
        base = bases[0]
        if "text" in supplement.keys and base.texts and base.before_reading is None:
            self.problem(
                supplement.span,
                said("the-library-has-its-own-texts-of", base=base.title),
                "not-used",
                said("leave-out-text-or-describe-the-card"),
            )
        self.library = self.library.with_added(supplement)

    def _known(self, title: str, side: Side | None, type_: str | None = None) -> Blueprint | None:
        """The card of that name: described in the scenario, in the library, or in the pool."""
        try:
            return self.library.find(title, side, type_)
        except BadFile as bad:
            self.problems += [p for p in bad.problems if p not in self.problems]
            return None

    def _unknown_card(self, name: Name, otherwise: str | None = None) -> None:
        if not name.text:
            return
        try:
            for side in (None, *Side):
                if candidates := self.library.meant(name.text, side).candidates:
                    self._ambiguous(name, candidates)
                    return
            own = tuple(b.title for b in self.scenario.cards.whole)
            titles = (*own, *self.library.known_titles) if own else self.library.known_titles
        except BadFile as bad:
            self.problems += [p for p in bad.problems if p not in self.problems]
            return
        self.problem(
            name.span,
            said("no-card-has-that-title", name=name.text),
            "unknown-card",
            _written_otherwise(name.text, titles)
            or did_you_mean(name.text, titles)
            or self._or_from_the_pool(otherwise or said("describe-it-under-cards")),
        )

    def _or_from_the_pool(self, otherwise: str) -> str:
        if self.library.pool.index:
            return otherwise
        return said("or-import-the-pool", hint=otherwise)

    def _ambiguous(self, name: Name, candidates: tuple[tuple[str, str], ...]) -> None:
        known = [f"{title} ({id_})" if id_ else title for title, id_ in candidates]
        more = len(known) - _CANDIDATES
        start = "and-more" if more > 0 else "any-of-these"
        way = f"{start}-write-its-id" if candidates[0][1] else f"{start}-write-more"
        self.problem(
            name.span, said("may-be-any-of-cards", name=name.text, count=len(known)), "ambiguous-card",
            said(way, known="; ".join(known[:_CANDIDATES]), more=more),
        )  # fmt: skip

    def _card(
        self, placed: Placed, side: Side, zone: Zone, how: How | None, at: _Entry | CardId | None
    ) -> None:
        print_, owner = self._print(placed.name, side, zone is Zone.TABLE)
        if how is How.AT and print_.type in ("effect", "device"):
            how = How.ON  # deployed on the location itself
        if owner is not side and str(Mark.UNDERCOVER) in placed.marks:
            side = owner  # drawn where it lies, on the opponent's side, but its owner's spy
        if placed.stolen:
            side = owner.opponent
        marks = frozenset(Mark(m) for m in placed.marks)
        if Mark.FLIPPED in marks and print_.back is not None:
            print_, marks = print_.turned_over(), marks - {Mark.FLIPPED}
        if Mark.IMPRISONED in marks:
            marks |= {Mark.CAPTIVE}
        if how is How.SIDE and print_.type in ("effect", "epic event"):
            side = owner  # an Effect beside a pile of the opponent's
        entry = _Entry(
            placed.alias or print_.title,
            print_,
            owner,
            side,
            zone,
            how,
            at,
            marks,
            alias=placed.alias is not None,
            seat=placed.seat,
            written=placed.name.text,
            across=Mark.UNDERCOVER in marks,
            targeting=placed.targeting,
        )
        self.entries.append(entry)
        if owner is not side and print_.type in _BODIES and not placed.stolen:
            self.assumed.append(("controlled-by", {"player": str(side), "card": entry.name}))
        if placed.aboard and print_.type not in ("vehicle", "starship", "unknown"):
            self.problem(
                placed.name.span, said("nobody-can-be-aboard-which-is-a", print=print_.title, type=print_.type),
                "aboard", said("name-the-vehicle-or-starship-by-its"),
            )  # fmt: skip
        if how is How.ABOARD and isinstance(at, _Entry) and entry.seat is None:
            entry.seat, entry.seat_told = self._seat(entry, at), False
        groups: tuple[tuple[tuple[Placed, ...], How, Side], ...] = (
            (placed.aboard, How.ABOARD, side),
            (placed.carries, How.ON, side),
            (placed.escorting, How.ESCORTED, side.opponent),
            (placed.stacked, How.STACKED, side),
        )
        for cards, how_inside, whose in groups:
            for inside in cards:
                stacked = how_inside is How.STACKED or zone is Zone.STACKED
                zone_inside = Zone.STACKED if stacked else Zone.TABLE
                theirs = whose
                if how_inside in (How.STACKED, How.ON) and not self._known(inside.name.text, side):
                    theirs = side.opponent
                first = len(self.entries)  # what it carries itself comes after it
                self._card(inside, theirs, zone_inside, how_inside, entry)
                if how_inside is How.ESCORTED:
                    captive = self.entries[first]
                    captive.marks |= {Mark.CAPTIVE}

    def _seat(self, entry: _Entry, craft: _Entry) -> str:
        """Where nobody says where somebody sits: pilots at the controls, as long as there is room."""
        seats = craft.print.places
        if entry.print.type in ("starship", "vehicle"):
            return "starfighter" if entry.print.type == "starship" else "vehicle"
        if entry.print.is_a("astromech") and seats.get("astromechs"):
            return "astromech"
        controls = "driver" if seats.get("drivers") else "pilot"
        either = seats.get("pilots or passengers", 0)
        room = seats.get(f"{controls}s", 0) + either if seats else 1
        taken = sum(1 for e in self.entries if e.at is craft and e.seat == controls)
        able = controls == "driver" or bool(entry.print.icons.get("pilot"))
        return controls if able and taken < room else "passenger"

    def _sectors_belong_where_they_lie(self) -> None:
        """A sector that names no system is of the group it lies in; between two groups, of the
        one whose system it touches."""
        groups = [None if _is_of_no_system(e) else e.print.part_of for e in self.row]
        for index, entry in enumerate(self.row):
            if not _is_of_no_system(entry):
                continue
            near = [
                next((i for i in reach if groups[i] is not None), None)
                for reach in (range(index - 1, -1, -1), range(index + 1, len(self.row)))
            ]
            beside = [i for i in near if i is not None]
            systems = [i for i in beside if self.row[i].print.subtype == "system"]
            wholes = {groups[i] for i in beside}
            if len(wholes) > 1:
                wholes = {groups[i] for i in systems}
            if len(wholes) == 1:
                entry.print = entry.print._replace(part_of=wholes.pop())

    def _place(self, place: Place) -> None:
        if not place.name.text:
            return
        known = self._version(place)
        icons = {Side(k): v for k, v in place.icons.items() if k in list(Side)}
        others = {k: v for k, v in place.icons.items() if k not in list(Side)}
        title = known.title if known else place.name.text
        if known is None:
            known = Blueprint(
                title=title,
                side=None,
                type="location",
                subtype=place.kind,
                part_of=whole_of(title, "location"),
                text_known=False,
            )
        else:
            self._say_if_completed(place.name, known)
        if known.type != "location":
            self.problem(place.name.span, said("is-no-location", title=title), "location")
        elif known.subtype is None:  # described without saying so, but it says so where it lies
            known = known._replace(subtype=place.kind)
        elif known.subtype != place.kind:
            self.problem(
                place.name.span, said("is-a-location-of-another-kind", title=title, subtype=known.subtype), "location",
                said("write-instead-of", subtype=known.subtype, kind=place.kind),
            )  # fmt: skip
        facts = {**known.facts, "parsec": place.parsec} if place.parsec is not None else known.facts
        known = known._replace(
            force_icons={**known.force_icons, **icons},
            icons={**known.icons, **others},
            traits=known.traits | set(place.traits),
            part_of=place.part_of or known.part_of,
            facts=facts,
        )
        entry = _Entry(
            place.alias or title,
            known,
            known.side or Side.LIGHT,
            known.side or Side.LIGHT,
            Zone.TABLE,
            How.ROW,
            alias=place.alias is not None,
            written=place.name.text,
        )
        if any(folded(e.name) == folded(entry.name) for e in self.row):
            self.problem(
                place.name.span, said("lies-on-the-table-twice", name=entry.name), "ambiguous",
                said("give-one-of-them-another-name-with"),
            )  # fmt: skip
        self.row.append(entry)
        self.entries.append(entry)
        for side, cards in place.cards.items():
            for card in cards:
                self._card(card, side, Zone.TABLE, How.AT, entry)

    def _version(self, place: Place) -> Blueprint | None:
        """The card that lies there. Where nobody says whose it is, what all versions share."""
        found = self._known(place.name.text, place.owner, "location")
        if found is None or place.owner is None:
            return found
        return found._replace(side=place.owner)

    def _heap(self, side: Side, zone: Zone) -> None:
        heap = self.scenario.heaps.get((side, str(zone)))
        if heap is None:
            if zone is not Zone.OUT:
                self.unstated.add((side, zone))
            return
        for card in heap.cards:
            if isinstance(card, int):
                self._anonymous(side, zone, destiny=card)
            else:
                self._card(card, side, zone, None, None)
        if heap.more is None:
            self.unstated.add((side, zone))
        for _ in range(heap.more or 0):
            self._anonymous(side, zone)

    def _anonymous(self, side: Side, zone: Zone, destiny: int | None = None) -> None:
        number = sum(1 for e in self.entries if not e.named and e.owner is side and e.zone is zone)
        name = f"{side} {zone} {number + 1}"
        self.entries.append(_Entry(name, ANONYMOUS, side, side, zone, destiny=destiny, named=False))

    def _stack_entry(self, action: OnStack) -> _Entry | None:
        verb = VERBS[action.verb]
        on_table = verb.kind is Kind.REACT and self._lies_on_table(action.what, action.player)
        if on_table or not (verb.from_hand or verb.kind is Kind.USE):
            return None
        print_, owner = self._print(action.what, action.player, on_table=False)
        zone, how, at = Zone.STACK, None, None
        if not verb.from_hand:
            return next((e for e in self.entries if e.name == print_.title), None)
        entry = _Entry(
            print_.title, print_, owner, action.player, zone, how, at, written=action.what.text
        )
        self.entries.append(entry)
        return entry

    def _cards_from_unstated_hands(self) -> None:
        """A player who plays a card from a hand nobody described evidently has it there."""
        for side in Side:
            if (side, Zone.HAND) not in self.unstated:
                continue
            wanted: dict[str, int] = {}
            prints: dict[str, Blueprint] = {}
            for attempt in self.scenario.attempts:
                if attempt.player is not side or attempt.what is None:  # nor is it a question
                    continue
                verb = verb_of(attempt.verb)
                if not verb.from_hand:
                    continue
                if verb.kind is Kind.REACT and self._lies_on_table(attempt.what, side):
                    continue
                along = attempt.with_ if verb.kind is not Kind.PLAY else ()
                for name in (attempt.what, *along):
                    print_ = self._known(name.text, side)
                    if print_ is not None:
                        key = f"{folded(print_.title)} {print_.id}"
                        prints[key] = print_
                        wanted[key] = wanted.get(key, 0) + 1
            for key, count in wanted.items():
                print_ = prints[key]
                if any(
                    folded(e.name) == folded(print_.title)
                    and e.owner is side
                    and e.zone is Zone.HAND
                    for e in self.entries
                ):
                    continue
                for _ in range(count if print_.copies != 1 else 1):
                    self.entries.append(_Entry(print_.title, print_, side, side, Zone.HAND))
                self.assumed.append(("in-hand", {"player": str(side), "card": print_.title}))

    def _lies_on_table(self, name: Name, side: Side) -> bool:
        """Whether a card with which a player 'reacts' is already there, and would move."""
        print_ = self._known(name.text, side)
        called = {folded(name.text), folded(print_.title) if print_ is not None else ""}
        return any(
            e.zone is Zone.TABLE and {folded(e.name), folded(e.written)} & called
            for e in self.entries
        )

    def _number(self) -> None:
        """Each card gets an id that a person can read; equal titles are told apart."""
        by_name: dict[str, list[_Entry]] = {}
        for entry in self.entries:
            by_name.setdefault(entry.name, []).append(entry)
        for name, same in by_name.items():
            if len(same) == 1:
                same[0].id = CardId(name)
                continue
            sides = [e.owner for e in same]
            for entry in same:
                mine = [e for e in same if e.owner is entry.owner]
                number = f" {mine.index(entry) + 1}" if len(mine) > 1 else ""
                side = f"{entry.owner}" if len(set(sides)) > 1 or number else ""
                entry.id = CardId(f"{name} ({side}{number})")

    # -- the table ---------------------------------------------------------

    def _table(self) -> Table:
        cards: dict[CardId, Card] = {}
        piles: dict[tuple[Side, Zone], tuple[CardId, ...]] = {}
        inside: dict[CardId, tuple[CardId, ...]] = {}
        for entry in self.entries:
            at = entry.at.id if isinstance(entry.at, _Entry) else entry.at
            cards[entry.id] = Card(
                entry.id,
                entry.print,
                entry.owner,
                entry.side,
                entry.zone,
                entry.how,
                at,
                entry.marks,
                entry.destiny,
                entry.named,
                entry.seat,
                entry.seat_told,
                across=entry.across,
            )
            if entry.zone in PILES:
                key = (entry.owner, entry.zone)
                piles[key] = (*piles.get(key, ()), entry.id)
            elif at is not None:
                inside[at] = (*inside.get(at, ()), entry.id)
        scenario = self.scenario
        self.names = self._index()
        table = Table(
            turn=scenario.turn,
            phase=scenario.phase,
            cards=cards,
            piles=piles,
            row=tuple(e.id for e in self.row),
            inside=inside,
            unstated=frozenset(self.unstated),
            next=self._first(),
            made_unique=self._grabbed(),
            speaking=_speaking(cards.values()),
        )
        table = self._aim(self._stack(table))
        just = (*table.just, *(self._happening(table, *j) for j in scenario.just))
        done = frozenset(n for e in scenario.earlier for n in self._notes(table, e))
        return table._replace(just=just, done=done)

    def _aim(self, table: Table) -> Table:
        """The cards that others on table have targeted since they were deployed."""
        cards = dict(table.cards)
        for entry in self.entries:
            for name in entry.targeting:
                target = self._one(table, name)
                if target is None:
                    self._no_such(name, locations=False)
                    continue
                card = cards[entry.id]
                cards[entry.id] = card._replace(aims=(*card.aims, target))
        return table._replace(cards=cards)

    def _index(self) -> dict[str, tuple[CardId, ...]]:
        names: dict[str, tuple[CardId, ...]] = {}
        for entry in sorted(self.entries, key=lambda e: e.alias):
            if not entry.named:  # a title alone means the card without a name of its own
                continue
            called = {entry.name, entry.print.title, entry.id, entry.written}
            for name in {folded(name) for name in called if name}:
                if entry.id not in names.get(name, ()):
                    names[name] = (*names.get(name, ()), entry.id)
        return names

    def _grabbed(self) -> frozenset[str]:
        """Titles which a card on table has made unique by holding one of them."""
        return frozenset(
            entry.print.title
            for entry in self.entries
            if entry.zone is Zone.STACKED
            and isinstance(entry.at, _Entry)
            and touches(
                (part for text in entry.at.print.texts for part in text.result),
                Grabs,
                inside=False,
            )
        )

    def _first(self) -> Side:
        """Whose opportunity it is at the beginning, with an empty stack."""
        scenario = self.scenario
        if scenario.next is not None:
            return scenario.next
        if scenario.just:
            return scenario.just[-1][0].opponent
        if scenario.turn is not None:
            return scenario.turn
        first = next((a.player for a in scenario.attempts if a.player), Side.DARK)
        if not scenario.stack:
            self.assumed.append(("first-to-act", {"player": str(first)}))
        return first

    def _stack(self, table: Table) -> Table:
        for number, (written, entry) in enumerate(
            zip(self.scenario.stack, self.on_stack, strict=True), start=1
        ):
            below = table.top
            place = self._one(table, written.to or written.what, locations=True)
            text = self._text(table, written, entry, below)
            targets: dict[str, tuple[CardId, ...]] = {}
            if text is not None:
                ids = [c for n in written.targets if (c := self._one(table, n))]
                if written.to and place:
                    ids.append(place)
                targets, _ = assign(_printed(table), text.targets, ids, written.player)
            self._check_stacked(table, written, entry)
            kind = VERBS[written.verb].kind
            react = kind is Kind.REACT
            if react:
                kind = Kind.REACT if entry is None else Kind.DEPLOY
                place = self._one(table, written.to, locations=True) if written.to else None
                place = place or (below.place if below is not None else None)
            if kind is Kind.PLAY and entry is not None and entry.print.type != "interrupt":
                kind = Kind.DEPLOY
            first = written.player if written.in_result else written.player.opponent
            action = Action(
                id=ActionId(number),
                kind=kind,
                player=written.player,
                step=Step.RESULT if written.in_result else Step.RESPONSES,
                card=entry.id if entry else self._one(table, written.what),
                text=text,
                targets=targets,
                place=place,
                answers=below.id if below else None,
                just=react,
                react=react and kind is Kind.DEPLOY,
                next=written.next or first,
                segment=written.segment,
            )
            if kind in (Kind.BATTLE, Kind.DRAIN):
                action = action._replace(card=None)
            if kind is Kind.ATTACK:
                action = self._attack(table, written, action)
            if kind is Kind.BATTLE:
                action = action._replace(fight=_fight(table, written, place))
                action = action._replace(values=_values(action.fight))
            table = table._replace(stack=(*table.stack, action), last_action=number)
            if not written.in_result:
                what = "played" if kind is Kind.PLAY else "initiated"
                event = Happening(
                    f"{what} {action.doing}", written.player, action.card, place, action.card,
                    action.id, action.id,
                )  # fmt: skip
                table = table._replace(just=(*table.just, event))
        if self.scenario.next is not None and table.stack:
            top = table.stack[-1]._replace(next=self.scenario.next)
            table = table._replace(stack=(*table.stack[:-1], top))
        return table

    def _check_stacked(self, table: Table, written: OnStack, entry: _Entry | None) -> None:
        """What an action under way is about has to be there, and a location goes nowhere."""
        verb = VERBS[written.verb]
        of_a_place = verb.value.means is Means.LOCATION
        if of_a_place and self._one(table, written.what, locations=True) is None:
            self._no_such(written.what, locations=True)
        elif entry is None and (card := self._one(table, written.what)) is None:
            self._no_such(written.what, locations=False)
        elif entry is None and verb.kind in (Kind.MOVE, Kind.REACT) and card in table.row:
            self.problem(
                written.what.span, said("is-a-location-which-goes-nowhere", what=written.what.text),
                "impossible-stack", said("name-the-card-that-moves-and-under"),
            )  # fmt: skip
        if written.to is not None and self._one(table, written.to, locations=True) is None:
            self._no_such(written.to, locations=True)
        for name in written.targets:
            if name.text not in ACTION_WORDS and self._one(table, name) is None:
                self._no_such(name, locations=False)

    def _attack(self, table: Table, written: OnStack, action: Action) -> Action:
        """An attack under way; who else of the player's takes part, the rules say."""
        attacked = self._one(table, written.what)
        if attacked is None:
            return action
        named = []
        for name in written.with_:
            if (card := self._one(table, name)) is not None:
                named.append(card)
            else:
                self._no_such(name, locations=False)
        return action._replace(
            card=None,
            place=table.location_of(attacked),
            targets={"attackers": tuple(named), "defenders": (attacked,)},
            fight=_fight(table, written, None),
        )

    def _text(
        self, table: Table, written: OnStack, entry: _Entry | None, below: Action | None
    ) -> Text | None:
        if entry is None:
            return None
        texts = [t for t in entry.print.texts if t.role in ("play", "deploy", "use")]
        if written.using is not None:
            asked = folded(written.using.text)
            chosen = [t for t in texts if folded(t.id) == asked]
            if not chosen:
                self.problem(
                    written.using.span, said("has-no-text", print=entry.print.title, using=written.using.text),
                    "unknown-text", did_you_mean(written.using.text, [t.id for t in texts]),
                )  # fmt: skip
            return chosen[0] if chosen else None
        if below is not None:
            for text in texts:
                just = [action for p in text.when.just if (action := as_action(p))]
                patterns = (*text.when.answers, *just)
                if any(speaks_of(_printed(table), p, below, written.player) for p in patterns):
                    return text
            if texts and all(_answers_actions_only(t) for t in texts):
                self.problem(
                    written.what.span, said("cannot-lie-on-what-is-below-it", print=entry.print.title),
                    "impossible-stack", said("no-text-of-it-answers-that-the"),
                )  # fmt: skip
        return texts[0] if texts else None

    def _happening(
        self,
        table: Table,
        side: Side,
        verb: str,
        what: Name,
        to: Name | None,
        with_: Name | None,
        from_: Name | None,
    ) -> Happening:
        card = None
        if verb in ("completed", "initiated"):
            verb = f"{verb} {what.text}"
        else:
            card = self._one(table, what)
            if card is None:
                self._no_such(what, locations=False)
        place = self._one(table, to, locations=True) if to else None
        if to and place is None:
            self._no_such(to, locations=True)
        by = self._one(table, with_) if with_ else None
        if with_ and by is None:
            self._no_such(with_, locations=False)
        before = self._one(table, from_, locations=True) if from_ else None
        if from_ and before is None:
            self._no_such(from_, locations=True)
        level = table.level if table.stack else FLOOR
        return Happening(verb, side, card, place, by, level=level, from_=before, stated=True)

    def _notes(self, table: Table, earlier: Earlier) -> Iterator[tuple[str, ...]]:
        verb, side, what, by = earlier
        ids = self._called(what.text)
        if not ids and verb in _OF_CARDS_THERE:
            self._no_such(what, locations=verb in ("drained", "battled"))
            return
        if by is not None and not self._called(by.text):
            self._no_such(by, locations=False)
        if verb in ("drained", "battled", "moved") and ids:
            yield verb, side, ids[0]
        elif verb == "attacked" and ids:
            place = table.card(ids[0]).how is How.ROW
            yield ("attacked at", side, ids[0]) if place else (verb, ids[0])
        elif verb == "fought" and ids:
            yield verb, ids[0], "earlier"
        elif verb == "fired" and ids:
            firing = self._called(by.text) if by is not None else ()
            bearer = firing[0] if firing else table.card(ids[0]).at
            yield verb, ids[0], time_of_shots(_printed(table))
            yield "armed", str(bearer), ids[0]
        else:
            print_ = self._known(what.text, None)
            yield verb, side, print_.title if print_ else what.text

    def _one(self, table: Table, name: Name, locations: bool = False) -> CardId | None:
        ids = self._called(name.text)
        if locations:
            ids = tuple(i for i in ids if table.card(i).how is How.ROW)
        return ids[0] if ids else None

    def _called(self, name: str, side: Side | None = None) -> tuple[CardId, ...]:
        """The cards of that name; one named by its id or a beginning is found by its title."""
        key = folded(name)
        if key not in self.names and name:
            print_ = self._known(name, side) or self._known(name, None)
            ids = self.names.get(folded(print_.title), ()) if print_ is not None else ()
            if not ids:
                return ()
            self.names[key] = ids
        return self.names.get(key, ())

    # -- names in attempts -------------------------------------------------

    def _check_attempts(self) -> None:
        for attempt in self.scenario.attempts:
            for name, kind in _names(attempt):
                self._check_name(attempt, name, kind)

    def _check_name(self, attempt: Attempt, name: Name, means: Means) -> None:
        if not name.text:
            return
        ids = self._called(name.text, attempt.player)
        if means is Means.LOCATION:
            if not any(self.table.card(i).print.type == "location" for i in ids):
                self._no_such(name, locations=True)
            return
        if means is Means.ACTION and name.text in ACTION_WORDS:
            return
        if not ids:
            self._no_such(name, locations=False)
        elif means is Means.CARD and (attempt.is_question or not _from_hand(attempt)):
            aliased = {e.id for e in self.entries if e.alias}
            lying = [i for i in ids if self.table.card(i).zone is Zone.TABLE]
            plain = [i for i in lying if i not in aliased]
            if len(lying) > 1 and len(plain) != 1:
                self.problem(
                    name.span, said("cards-on-table-are-called", count=len(lying), name=name.text),
                    "ambiguous", said("give-each-a-name-of-its-own"),
                )  # fmt: skip

    def _no_such(self, name: Name, locations: bool) -> None:
        if not name.text or name.span in self.told:
            return
        if locations:
            known = [e.name for e in self.row]
            self.problem(
                name.span, said("no-location-on-the-table-is-called", name=name.text), "unknown-location",
                did_you_mean(name.text, known) or _listed(known),
            )  # fmt: skip
            return
        known = sorted({e.name for e in self.entries if e.named})
        hint = did_you_mean(name.text, known)
        if hint is None and self._known(name.text, None) is None:
            self._unknown_card(name)
            return
        self.problem(
            name.span, said("is-nowhere-on-the-table-in-a", name=name.text),
            "not-there", hint or said("say-under-table-where-it-is"),
        )  # fmt: skip

    def board(self) -> Board:
        return Board(self.scenario, self.table, self.names, tuple(self.assumed), self.known)


def _answers_actions_only(text: Text) -> bool:
    """A response to an action, which can only lie on top of such an action."""
    just = text.when.just
    return bool(text.when.answers or just) and all(as_action(p) is not None for p in just)


def _speaking(cards: Iterable[Card]) -> dict[str, tuple[CardId, ...]]:
    """The cards with a constant text, on either side of them, by what is in it."""
    found: dict[str, dict[CardId, None]] = {}
    for card in cards:
        faces = (card.print, *((card.print.back,) if card.print.back is not None else ()))
        for text in (t for face in faces for t in (*face.texts, *face.doubtful)):
            if text.role != "constant":
                continue
            for part in text.constantly:
                for foreseen in part.foresees():
                    found.setdefault(topic(foreseen), {})[card.id] = None
    return {key: tuple(ids) for key, ids in found.items()}


def _printed(table: Table) -> Moment:
    """The table as it is read before play."""
    return Moment(table, PrintedOnly())


def _fight(table: Table, written: OnStack, place: CardId | None) -> Fight:
    """What a battle that is already under way has come to, as far as the file says."""
    drawn = tuple(
        Drawn(side, None, value) for side in Side for value in written.destiny.get(side, ())
    )
    began = written.segment in (Segment.POWER, Segment.DAMAGE, Segment.END)
    line = line_at(_printed(table), place) if began and place is not None else None
    fight = Fight(line, drawn)
    if written.segment not in (Segment.DAMAGE, Segment.END):
        return fight
    totals = {side: written.totals.get(side, 0) for side in Side} if written.totals else {}
    damage, loser = 0, None
    if totals and totals[Side.LIGHT] != totals[Side.DARK]:
        loser = min(Side, key=lambda side: totals[side])
        damage = abs(totals[Side.LIGHT] - totals[Side.DARK])
    if written.damage:
        loser = max(written.damage, key=lambda side: written.damage[side])
        damage = written.damage[loser]
    if not (totals or written.damage):  # still to be found; attrition tells what was drawn
        told = (s for s in Side if s in written.attrition and not written.destiny.get(s.opponent))
        more = tuple(Drawn(side.opponent, None, written.attrition[side]) for side in told)
        return fight._replace(drawn=(*drawn, *more), attrition=dict(written.attrition))
    attrition: dict[Side, int | None] = {
        side: sum(written.destiny[side.opponent]) if written.destiny.get(side.opponent) else None
        for side in Side
    }
    return fight._replace(
        totals=totals or dict.fromkeys(Side, 0),
        loser=loser,
        damage=damage,
        attrition={**attrition, **written.attrition},
    )


def _values(fight: Fight) -> dict[str, int | None]:
    if not fight.decided:
        return {}
    return {**{str(side): total for side, total in fight.totals.items()}, "damage": fight.damage}


def _is_of_no_system(entry: _Entry) -> bool:
    """A sector called by nothing but what it is, such as Clouds."""
    print_ = entry.print
    return print_.subtype == "sector" and print_.part_of in (None, print_.title)


def _listed(known: list[str]) -> str:
    if not known:
        return said("list-it-under-locations")
    told, more = ", ".join(known[:_CANDIDATES]), len(known) - _CANDIDATES
    if more > 0:
        return said("on-the-table-and-more", known=told, more=more)
    return said("on-the-table", known=told)


def _names(attempt: Attempt) -> Iterator[Named]:
    """Every name in an attempt or a question, and what it must be the name of."""
    if not attempt.is_question:
        yield from verb_of(attempt.verb).names(attempt)
        return
    if attempt.what is not None:
        yield attempt.what, Means.CARD
    for detail in OF_A_QUESTION.values():
        yield from detail.names(getattr(attempt, detail.field))


def _from_hand(attempt: Attempt) -> bool:
    """Whether what it names can only be in hand, as long as another lies on table."""
    verb = verb_of(attempt.verb)
    return verb.from_hand and verb.kind is not Kind.REACT


def _written_otherwise(text: str, titles: Iterable[str]) -> str | None:
    """What else a title that nobody knows may be: a list without its brackets, a number."""
    if found := re.fullmatch(r"([0-9]+)( force)?", text.strip(), re.IGNORECASE):
        way = "write-the-number-alone" if found[2] else "a-number-is-no-card"
        return said(way, number=found[1])
    parts = [part.strip() for part in text.split(",")]
    known = {folded(title) for title in titles} if len(parts) > 1 else frozenset()
    if known and all(folded(part) in known for part in parts):
        return said("a-list-needs-brackets", cards=", ".join(parts))
    return None

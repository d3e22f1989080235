"""From text to a scenario, every value with its place in the file."""

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from adjudicator.attempts import CLAIMS, VERBS, Verb, verb_of
from adjudicator.attempts.passing import Passes
from adjudicator.attempts.values import OF_A_QUESTION, SEATS, Detail, is_number, name_in
from adjudicator.cards.check import named
from adjudicator.cards.read import JUST, Words
from adjudicator.cards.supplement import Described, read_cards
from adjudicator.game import EMPTY, Phase, Segment, Side
from adjudicator.questions import QUESTIONS
from adjudicator.source import (
    Document,
    Problem,
    Reader,
    Span,
    compose,
    did_you_mean,
    folded,
    said,
    span_of,
)
from adjudicator.state.attempts import Attempt, Expected, Name

TOP_KEYS = ("title", "question", "passing", "table", "cards", "attempts", "todo")
PASSING = ("written", "assumed")
TABLE_KEYS = (
    "turn", "phase", "next", "locations", "light", "dark", "just", "stack", "earlier this turn",
)  # fmt: skip
SIDE_KEYS = ("hand", "reserve", "force", "used", "lost", "out of play", "table")
LOCATION_KINDS = ("site", "sector", "system")
LOCATION_KEYS = (
    *LOCATION_KINDS,
    "as",
    "icons",
    "is",
    "light",
    "dark",
    "part of",
    "parsec",
    "owner",
)
CARD_KEYS = (
    "card", "as", "undercover", "missing", "face down", "hit", "escorting", "aboard", "carries",
    "stacked", "seat", "excluded", "text canceled", "imprisoned", "stolen", "targeting",
    "upside down", "flipped",
)  # fmt: skip
MARKS = (
    "undercover", "missing", "face down", "hit", "excluded", "text canceled", "imprisoned",
    "upside down", "flipped",
)  # fmt: skip
STACK_VERBS = tuple(name for name, verb in VERBS.items() if verb.on_the_stack)
STACK_KEYS = (
    "targets", "to", "at", "using", "segment", "next", "step", "destiny", "totals", "damage",
    "attrition", "with",
)  # fmt: skip
EARLIER = (
    "initiated",
    "drained",
    "battled",
    "attacked",
    "fought",
    "fired",
    "moved",
    "gave up",
    "forgot",
)
FACT_KEYS = (
    "verdict", "because", "also", "stack", "next", "window", "phase", "turn", "segment", "outcome",
    "answer", "value", "where", "ground", "winner", "damage", "not considered", "light total",
    "dark total", "light attrition", "dark attrition", "light owes", "dark owes", "loser",
)  # fmt: skip
PILE_FACT = re.compile(r"^(light|dark) (hand|reserve|force|used|lost|out of play|table)$")
VERDICTS = ("legal", "illegal", "backed up", "undetermined", "answered")
NO_ATTEMPT = "no-attempt"  # the problem of a scenario that is only a table yet
OF_EVERY_STEP = ("asked", "expect", "note", "todo")
_ACTOR = re.compile(r"^(light|dark|both) (.+)$")
_MORE = re.compile(r"^(\d{1,3}) more$")
_DESTINY = re.compile(r"^destiny (\d{1,2})$")


class Placed(NamedTuple):
    """A card where the scenario puts it, with what it carries."""

    name: Name
    alias: str | None = None
    marks: frozenset[str] = frozenset()
    aboard: tuple["Placed", ...] = ()
    carries: tuple["Placed", ...] = ()
    escorting: tuple["Placed", ...] = ()
    stacked: tuple["Placed", ...] = ()
    seat: str | None = None  # aboard: pilot, driver or passenger
    stolen: bool = False  # the other player controls it
    targeting: tuple[Name, ...] = ()  # the cards it has targeted since it was deployed


class Heap(NamedTuple):
    """A pile or a hand: cards from the top, then so many more; None: nobody said how many."""

    cards: tuple[Placed | int, ...] = ()  # an int is a card known by its destiny only
    more: int | None = 0


class Place(NamedTuple):
    """A location with the cards of both sides at it."""

    name: Name
    kind: str
    alias: str | None = None
    icons: Mapping[str, int] = EMPTY
    traits: tuple[str, ...] = ()
    part_of: str | None = None
    parsec: int | None = None
    owner: Side | None = None  # whose version of the card lies there
    cards: Mapping[Side, tuple[Placed, ...]] = EMPTY


class OnStack(NamedTuple):
    """An action that is already on the stack when the scenario begins."""

    player: Side
    verb: str
    what: Name
    targets: tuple[Name, ...] = ()
    to: Name | None = None
    using: Name | None = None
    segment: Segment | None = None
    in_result: bool = False
    next: Side | None = None
    destiny: Mapping[Side, tuple[int, ...]] = EMPTY  # of a battle: those drawn so far
    totals: Mapping[Side, int] = EMPTY
    damage: Mapping[Side, int] = EMPTY
    attrition: Mapping[Side, int] = EMPTY
    with_: tuple[Name, ...] = ()  # of an attack: the creature that attacks


# Who, what, of which card, and where it went, what brought it, where it was.
Just = tuple[Side, str, Name, Name | None, Name | None, Name | None]


class Earlier(NamedTuple):
    """What the file says was done earlier this turn."""

    verb: str
    side: str
    what: Name
    with_: Name | None = None  # of a shot: who fired


class Scenario(NamedTuple):
    """A judge's notes, as written."""

    file: str
    text: str
    title: Mapping[str, str]  # by language; a plain text serves both
    question: Mapping[str, str]
    turn: Side | None
    phase: Phase | None
    next: Side | None
    places: tuple[Place, ...]
    heaps: Mapping[tuple[Side, str], Heap]
    sides: Mapping[Side, tuple[Placed, ...]]
    just: tuple[Just, ...]
    stack: tuple[OnStack, ...]  # from the bottom
    earlier: tuple[Earlier, ...]
    cards: Described
    attempts: tuple[Attempt, ...]
    clauses: tuple[Name, ...] = ()  # which the texts of its own cards name
    lifted: tuple[Name, ...] = ()  # those among them which a text is to lift
    todo: str | None = None
    passing_assumed: bool = False  # passes without which nothing goes on are taken as given


def read_scenario(file: str, text: str, words: Words) -> tuple[Scenario | None, list[Problem]]:
    """The scenario, and everything that is wrong with its form; its cards speak in these words."""
    document, problems = compose(file, text)
    if document.node is None:
        if not problems:
            problems = [Problem(file, Span(1, 1, 1, 1), said("the-file-is-empty"), "empty")]
        return None, problems
    reading = _Reading(document, words)
    scenario = reading.scenario(document)
    return scenario, reading.problems


class _Reading(Reader):
    def __init__(self, document: Document, words: Words) -> None:
        super().__init__(document)
        self.words = words

    def scenario(self, document: Document) -> Scenario:
        keys = self.keys(document.node, "a scenario", TOP_KEYS)
        for needed in ("title", "attempts"):
            if needed not in keys:
                start = Span(1, 1, 1, 1)
                self.problem(start, said("a-scenario-needs-the-key", needed=needed), "missing-key")
        table = self.keys(keys["table"][1], "table", TABLE_KEYS) if "table" in keys else {}
        heaps: dict[tuple[Side, str], Heap] = {}
        sides: dict[Side, tuple[Placed, ...]] = {}
        for side in Side:
            if side in table:
                self._side(side, table[side][1], heaps, sides)
        phase = self._word(table, "phase", [p.value for p in Phase])
        turn = self._word(table, "turn", list(Side))
        next_ = self._word(table, "next", list(Side))
        nodes = list(self.items(keys["cards"][1] if "cards" in keys else None, "cards"))
        cards = read_cards(self, nodes, self.words)
        return Scenario(
            file=document.file,
            text=document.text,
            title=self._speech(keys, "title"),
            question=self._speech(keys, "question"),
            turn=Side(turn) if turn else None,
            phase=Phase(phase) if phase else None,
            next=Side(next_) if next_ else None,
            places=tuple(self._place(n) for n in self._list(table, "locations")),
            heaps=heaps,
            sides=sides,
            just=tuple(j for n in self._list(table, "just") if (j := self._just(n))),
            stack=tuple(
                reversed([a for n in self._list(table, "stack") if (a := self._on_stack(n))])
            ),
            earlier=tuple(
                e for n in self._list(table, "earlier this turn") if (e := self._earlier(n))
            ),
            cards=cards,
            clauses=tuple(
                name_in(self, clause, "clause")
                for node in nodes
                for key in ("clause", "despite", "given by")
                for clause in named(node, key)
            ),
            lifted=tuple(
                name_in(self, clause, "despite")
                for node in nodes
                for clause in named(node, "despite")
            ),
            attempts=self._attempts(keys["attempts"][1]) if "attempts" in keys else (),
            todo=self.text(keys["todo"][1], "todo") if "todo" in keys else None,
            passing_assumed=self._word(keys, "passing", list(PASSING)) == "assumed",
        )

    # -- small readings ----------------------------------------------------

    def _list(self, keys: Mapping[str, tuple[ScalarNode, Node]], name: str) -> list[Node]:
        return list(self.items(keys[name][1], name)) if name in keys else []

    def _word(
        self, keys: Mapping[str, tuple[ScalarNode, Node]], name: str, known: list[str]
    ) -> str | None:
        return self.choice(keys[name][1], name, known) if name in keys else None

    def _speech(self, keys: Mapping[str, tuple[ScalarNode, Node]], name: str) -> dict[str, str]:
        """A text, or one for each language."""
        if name not in keys:
            return {}
        node = keys[name][1]
        if isinstance(node, MappingNode):
            found = self.keys(node, name, ("en", "fr"))
            return {k: self.text(v, name).strip() for k, (_, v) in found.items()}
        text = self.text(node, name).strip()
        return {"en": text, "fr": text}

    def _names(self, node: Node, what: str) -> tuple[Name, ...]:
        return tuple(name_in(self, n, what) for n in self.items(node, what))

    # -- the table ---------------------------------------------------------

    def _side(
        self,
        side: Side,
        node: Node,
        heaps: dict[tuple[Side, str], Heap],
        sides: dict[Side, tuple[Placed, ...]],
    ) -> None:
        for name, (_, value) in self.keys(node, str(side), SIDE_KEYS).items():
            if name == "table":
                sides[side] = tuple(self._card(n) for n in self.items(value, "table"))
            else:
                heaps[side, name] = self._heap(value, name)

    def _heap(self, node: Node, what: str) -> Heap:
        if isinstance(node, ScalarNode) and node.value.strip().lstrip("-").isdigit():
            return Heap(more=self.number(node, what, most=99) or 0)
        cards: list[Placed | int] = []
        more: int | None = 0
        nodes = list(self.items(node, what))
        for place, item in enumerate(nodes):
            word = item.value.strip() if isinstance(item, ScalarNode) else ""
            count = _MORE.match(word)
            if count or word == "more":
                more = int(count[1]) if count else None
                if place < len(nodes) - 1:
                    self.problem(
                        item,
                        said("must-come-last", word=word),
                        "order",
                        said("piles-go-from-the-top"),
                    )
            elif destiny := _DESTINY.match(word):
                cards.append(int(destiny[1]))
            else:
                cards.append(self._card(item))
        return Heap(tuple(cards), more)

    def _card(self, node: Node) -> Placed:
        if not isinstance(node, MappingNode):
            return Placed(name_in(self, node, "a card"))
        keys = self.keys(node, "a card on the table", CARD_KEYS)
        if "card" not in keys:
            self.problem(
                node,
                said("this-needs-the-key-card"),
                "missing-key",
                said("as-in-card-boushh-undercover-yes"),
            )
            return Placed(Name("", span_of(node)))
        marks = {mark for mark in MARKS if mark in keys and self.yes(keys[mark][1], mark)}
        groups = {
            group: tuple(self._card(n) for n in self.items(keys[group][1], group))
            for group in ("aboard", "carries", "escorting", "stacked")
            if group in keys
        }
        return Placed(
            name_in(self, keys["card"][1], "card"),
            alias=self.text(keys["as"][1], "as").strip() if "as" in keys else None,
            marks=frozenset(marks),
            seat=self.choice(keys["seat"][1], "seat", SEATS) if "seat" in keys else None,
            stolen="stolen" in keys and self.yes(keys["stolen"][1], "stolen"),
            targeting=self._names(keys["targeting"][1], "targeting") if "targeting" in keys else (),
            **groups,
        )

    def _place(self, node: Node) -> Place:
        keys = self.keys(node, "a location", LOCATION_KEYS)
        kinds = [k for k in LOCATION_KINDS if k in keys]
        if len(kinds) != 1:
            self.problem(
                node, said("a-location-is-a-site-a-sector"), "location",
                said("as-in-site-tatooine-cantina"),
            )  # fmt: skip
            return Place(Name("", span_of(node)), "site")
        icons: dict[str, int] = {}
        if "icons" in keys:
            for icon, (_, value) in self.mapping(keys["icons"][1], "icons").items():
                icons[icon] = self.number(value, icon, most=9) or 0
        cards = {
            side: tuple(self._card(n) for n in self.items(keys[side][1], str(side)))
            for side in Side
            if side in keys
        }
        traits = tuple(self.text(n, "is").strip().lower() for n in self._list(keys, "is"))
        return Place(
            name_in(self, keys[kinds[0]][1], kinds[0]),
            kinds[0],
            alias=self.text(keys["as"][1], "as").strip() if "as" in keys else None,
            icons=icons,
            traits=traits,
            part_of=self.text(keys["part of"][1], "part of").strip() if "part of" in keys else None,
            parsec=self.number(keys["parsec"][1], "parsec", most=99) if "parsec" in keys else None,
            owner=Side(owner)
            if (owner := self._word(keys, "owner", list(Side))) is not None
            else None,
            cards=cards,
        )

    def _actor(
        self, node: Node, found: list[str], verbs: tuple[str, ...], what: str
    ) -> tuple[str, Side, str] | None:
        """The key that says who does what, as in `light plays`."""
        for key in found:
            match = _ACTOR.match(key)
            if match and match[1] != "both" and match[2] in verbs:
                return key, Side(match[1]), match[2]
        known = [f"{side} {verb}" for side in Side for verb in verbs]
        first = found[0] if found else ""
        self.problem(
            node,
            said("must-say-who-does-what", what=what),
            "unknown-verb",
            did_you_mean(first, known) or said("as-in-that-verb", known=known[0]),
        )
        return None

    def _just(self, node: Node) -> Just | None:
        keys = self.mapping(node, "just")
        found = self._actor(node, list(keys), JUST, "an event that has just happened")
        if found is None:
            return None
        key, side, verb = found
        extra: dict[str, Name] = {}
        for name, (key_node, value) in keys.items():
            if name in ("to", "with", "from"):
                extra[name] = name_in(self, value, name)
            elif name != key:
                self.problem(
                    key_node,
                    said("this-has-no-key", name=name),
                    "unknown-key",
                    said("to-from-or-with"),
                )
        named = name_in(self, keys[key][1], key)
        return side, verb, named, extra.get("to"), extra.get("with"), extra.get("from")

    def _on_stack(self, node: Node) -> OnStack | None:
        keys = self.mapping(node, "an action on the stack")
        found = self._actor(node, list(keys), STACK_VERBS, "an action on the stack")
        if found is None:
            return None
        key, side, verb = found
        for name in [k for k in keys if k != key and k not in STACK_KEYS]:
            self.problem(
                keys[name][0],
                said("an-action-on-the-stack-has-no", name=name),
                "unknown-key",
                did_you_mean(name, STACK_KEYS),
            )
        segment = self._word(keys, "segment", list(Segment))
        figures = self._figures(keys, segment)
        step = self._word(keys, "step", ["responses", "result"])
        next_ = self._word(keys, "next", list(Side))
        return OnStack(
            side,
            verb,
            name_in(self, keys[key][1], key),
            targets=self._names(keys["targets"][1], "targets") if "targets" in keys else (),
            to=name_in(self, keys["to"][1], "to") if "to" in keys else None,
            using=name_in(self, keys["using"][1], "using") if "using" in keys else None,
            segment=Segment(segment) if segment else None,
            in_result=step == "result" or segment is not None,
            next=Side(next_) if next_ else None,
            with_=self._names(keys["with"][1], "with") if "with" in keys else (),
            destiny=self._by_side(keys, "destiny"),
            **figures,
        )

    def _figures(
        self, keys: Mapping[str, tuple[ScalarNode, Node]], segment: str | None
    ) -> dict[str, dict[Side, int]]:
        """What a battle in its damage segment has come to: totals, damage, attrition."""
        found = {
            name: {
                side: numbers[0] for side, numbers in self._by_side(keys, name).items() if numbers
            }
            for name in ("totals", "damage", "attrition")
        }
        for name in (name for name in found if name in keys):
            if segment not in (Segment.DAMAGE, Segment.END):
                self.problem(
                    keys[name][0],
                    said("is-found-only-as-the-damage-segment", name=name),
                    "wrong-segment",
                    said("write-segment-damage-or-leave-it-out"),
                )
        totals = found["totals"]
        damage = [side for side, number in found["damage"].items() if number]
        if len(totals) == 1:
            self.problem(
                keys["totals"][0],
                said("the-totals-of-a-battle-are-those"),
                "missing-total",
                said("write-light-7-dark-4"),
            )
        elif len(damage) > 1 or any(totals[s] >= totals[s.opponent] for s in damage if totals):
            self.problem(
                keys["damage"][0],
                said("battle-damage-is-that-of-the-player"),
                "wrong-loser",
                said("give-it-for-the-loser-alone"),
            )
        return found

    def _by_side(
        self, keys: Mapping[str, tuple[ScalarNode, Node]], name: str
    ) -> dict[Side, tuple[int, ...]]:
        """Numbers of a battle under way, for each player: `{light: 7, dark: [3, 4]}`."""
        if name not in keys:
            return {}
        out: dict[Side, tuple[int, ...]] = {}
        for side, (_, value) in self.keys(keys[name][1], name, list(Side)).items():
            numbers = [self.number(n, name, most=199) for n in self.items(value, name)]
            out[Side(side)] = tuple(n for n in numbers if n is not None)
        return out

    def _earlier(self, node: Node) -> Earlier | None:
        keys = self.mapping(node, "earlier this turn")
        found = self._actor(node, list(keys), EARLIER, "what happened earlier this turn")
        if found is None:
            return None
        key, side, verb = found
        for other, (key_node, _) in keys.items():
            if other != key and not (other == "with" and verb == "fired"):
                self.problem(
                    key_node, said("this-takes-no-such-key", verb=verb, key=other), "unknown-key",
                    said("fired-takes-with") if other == "with" else None,
                )  # fmt: skip
        by = name_in(self, keys["with"][1], "with") if "with" in keys else None
        return Earlier(verb, str(side), name_in(self, keys[key][1], key), by)

    # -- the attempts ------------------------------------------------------

    def _attempts(self, node: Node) -> tuple[Attempt, ...]:
        if not isinstance(node, SequenceNode):
            self.problem(node, said("attempts-are-a-list"), "type", said("as-in-light-plays-sense"))
            return ()
        if not node.value:
            self.problem(node, said("there-is-no-attempt-to-judge"), NO_ATTEMPT)
        out = []
        for number, item in enumerate(node.value, start=1):
            attempt = self._attempt(number, item)
            if attempt is not None:
                out.append(attempt)
        return tuple(out)

    def _attempt(self, number: int, node: Node) -> Attempt | None:
        if isinstance(node, ScalarNode):
            return self._bare(number, node)
        keys = self.mapping(node, "an attempt")
        if not keys:
            if isinstance(node, MappingNode) and not node.value:
                self.problem(node, said("there-is-no-attempt-to-judge"), "empty")
            return None
        first = next(iter(keys))
        if first == "ask":
            return self._question(number, node, keys)
        key_node, value = keys[first]
        found = _acts(first)
        if found is None:
            self._unknown_verb(key_node, first)
            return None
        player, name = found
        verb = verb_of(name)
        details = self._details(keys, first, {detail.key: detail for detail in verb.takes}, verb)
        for key in verb.excludes:
            for other in verb.excludes[key] if key in keys else ():
                if other in keys:
                    self.problem(
                        keys[other][0], said("with-it-is-plain-where-it-goes", key=key), "not-used",
                        said("leave-out", other=other),
                    )  # fmt: skip
        about = verb.value.read(self, value, first)
        return Attempt(number, span_of(key_node), player, name, about.what, about.amount, **details)

    def _bare(self, number: int, node: ScalarNode) -> Attempt | None:
        """An attempt that says enough by itself: `both pass`."""
        word = " ".join(node.value.split())
        found = _acts(word)
        if found is not None and verb_of(found[1]).is_bare:
            player, name = found
            return Attempt(number, span_of(node), player, name, amount=1)
        known = [f"{side} {name}" for side in Side for name in VERBS if VERBS[name].is_bare]
        self.problem(
            node, said("is-no-attempt", word=word), "unknown-verb",
            _colon_missing(word)
            or did_you_mean(word.casefold(), ["both pass", *known])
            or said("who-does-what-as-in-light-plays"),
        )  # fmt: skip
        return None

    def _unknown_verb(self, node: ScalarNode, word: str) -> None:
        known = [f"{side} {verb}" for side in Side for verb in (*VERBS, *CLAIMS)]
        self.problem(
            node,
            said("nobody-can-do", word=word),
            "unknown-verb",
            did_you_mean(word, [*known, "both pass", "ask"])
            or said("who-does-what-as-in-light-plays"),
        )

    def _question(
        self, number: int, node: Node, keys: Mapping[str, tuple[ScalarNode, Node]]
    ) -> Attempt | None:
        key_node, value = keys["ask"]
        question = self.choice(value, "ask", tuple(QUESTIONS))
        of_any = {d: OF_A_QUESTION.get(d) for q in QUESTIONS.values() for d in q.details}
        details = self._details(keys, "ask", of_any)
        what = name_in(self, keys["card"][1], "card") if "card" in keys else None
        if question is None:
            return None
        asked = QUESTIONS[question]
        for need in asked.lacks(tuple(keys)):
            self.problem(
                value, said("the-question-needs", question=question, need=need), "missing-key",
                said("say-under-it-which-one-is-meant"),
            )  # fmt: skip
        for name in keys:
            if name in of_any and name not in asked.details:
                self.problem(
                    keys[name][0], said("means-nothing-to-the-question", name=name, question=question),
                    "not-used", said("leave-it-out"),
                )  # fmt: skip
        return Attempt(
            number,
            span_of(key_node),
            None,
            "ask",
            what,
            using=Name(question, span_of(value)),
            **details,
        )

    def _details(
        self,
        keys: Mapping[str, tuple[ScalarNode, Node]],
        first: str,
        known: Mapping[str, Detail | None],
        verb: Verb | None = None,
    ) -> dict[str, Any]:
        """What stands below an attempt, by the field it fills; None: it is read elsewhere."""
        out: dict[str, Any] = {}
        for name, (key_node, value) in keys.items():
            detail = known.get(name)
            if detail is not None:
                out[detail.field] = detail.read(self, value, name)
            elif name == "asked":
                out["asked"] = self.yes(value, name)
            elif name == "todo":
                out["todo"] = self.text(value, name)
            elif name == "expect":
                out["expect"] = self._expect(value)
            elif name not in (first, "note", *known):
                self._no_such_detail(key_node, name, (*known, *OF_EVERY_STEP), verb)
        return out

    def _no_such_detail(
        self, node: ScalarNode, name: str, known: tuple[str, ...], verb: Verb | None
    ) -> None:
        if verb is not None and name in verb.instead:
            hint: str | None = verb.instead[name]
        elif name in ("on", "true", "On"):
            hint = said("targets-are-written-targets")
        else:
            hint = did_you_mean(name, known)
        if verb is not None and any(name == d.key for v in VERBS.values() for d in v.takes):
            says = said("verb-has-no-detail", verb=verb.name, name=name)
            self.problem(
                node,
                says,
                "not-used",
                hint or said("leave-it-out-these-are-taken", known=_listed(known)),
            )
            return
        self.problem(node, said("an-attempt-has-no-key", name=name), "unknown-key", hint)

    def _expect(self, node: Node) -> tuple[Expected, ...]:
        if isinstance(node, ScalarNode):
            verdict = self.choice(node, "the expected verdict", VERDICTS)
            return (Expected("verdict", verdict, span_of(node)),) if verdict else ()
        out = []
        for key, (key_node, value) in self.mapping(node, "expect").items():
            if key not in FACT_KEYS and not PILE_FACT.match(key):
                known = [*FACT_KEYS, "light hand", "dark force", "light lost", "dark used"]
                self.problem(
                    key_node,
                    said("cannot-be-expected", key=key),
                    "unknown-key",
                    did_you_mean(key, known),
                )
                continue
            wanted = self._plain(value)
            if key == "verdict":
                wanted = self.choice(value, "the expected verdict", VERDICTS) or wanted
            out.append(Expected(key, wanted, span_of(value)))
        return tuple(out)

    def _plain(self, node: Node) -> Any:
        """An expectation's value: texts, numbers, lists of texts, or a mapping of texts."""
        if isinstance(node, SequenceNode):
            return [self.text(n, "this").strip() for n in node.value]
        if isinstance(node, MappingNode):
            return {k: self._plain(v) for k, (_, v) in self.mapping(node, "this").items()}
        word = self.text(node, "this").strip()
        return int(word) if is_number(node) else word


def _listed(details: tuple[str, ...]) -> str:
    return "it takes " + ", ".join(f"`{name}`" for name in details)


def _acts(word: str) -> tuple[Side | None, str] | None:
    """Who does what: a player (None: both) and a verb."""
    plain = " ".join(word.split()).casefold()
    if plain == "both pass":
        return None, Passes.name
    player, _, verb = plain.partition(" ")
    by_name = {name.casefold(): name for name in (*VERBS, *CLAIMS)}
    if player not in list(Side) or verb not in by_name:
        return None
    return Side(player), by_name[verb]


def same_name(one: str, other: str) -> bool:
    return one == other or folded(one) == folded(other)


def _colon_missing(word: str) -> str | None:
    """Who does what, and with what, written without a colon between."""
    known = (f"{side} {name}" for side in Side for name in (*VERBS, *CLAIMS))
    begins = [key for key in known if word.casefold().startswith(f"{key} ")]
    if not begins:
        return None
    key = max(begins, key=len)
    return said("a-colon-is-missing", key=key, value=word[len(key) + 1 :])

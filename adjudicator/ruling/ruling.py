"""The ruling between composing and writing, which is also what `--format json` prints.

Every part of it by its name and type. It is data without a word of any language: facts are titles,
numbers and words of the game; `speech/` says them. What is not required stands there only where it
is of use: in full, or where it happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, Required, TypedDict, cast

Value = str | int | bool | Sequence["Value"] | Mapping[str, "Value"] | None
Facts = Mapping[str, Value]
Speech = dict[str, str]
Context = dict[str, Any]  # what a template is given


class Action(TypedDict):
    """An action, on the stack or off it."""

    kind: str
    player: str | None
    card: str | None
    place: str | None


class OnStack(Action):
    step: str
    segment: str | None


class Next(TypedDict):
    player: str
    window: str


# What was tried or asked, as its heading speaks of it.
Attempt = TypedDict(
    "Attempt",
    {
        "player": str | None,
        "verb": str,
        "what": str | None,
        "amount": int | None,
        "targets": list[str],
        "to": str | None,
        "at": str | None,
        "place": str | None,
        "question": str | None,
        "text": str | None,
        "by": str | None,
        "with": list[str],
        "aboard": str | None,
        "seat": str | None,
        "before": str | None,
        "after": str | None,
        "replacing": str | None,
        "way": str | None,
    },
)


# An attempt of which nothing is told.
NOTHING: Attempt = {
    "player": None, "verb": "", "what": None, "amount": None, "targets": [], "to": None,
    "at": None, "place": None, "question": None, "text": None, "by": None, "with": [],
    "aboard": None, "seat": None, "before": None, "after": None, "replacing": None, "way": None,
}  # fmt: skip


class Reason(TypedDict):
    """A clause, or a card's own text, and what it says of this case."""

    clause: str
    role: str
    facts: dict[str, Value]
    says: NotRequired[Speech]
    printed: NotRequired[str]
    card: NotRequired[str]
    despite: NotRequired[Reason]


class Term(Reason):
    """A part of a sum."""

    amount: int | None
    void: bool
    sets: bool
    of: NotRequired[str | None]


class Proven(TypedDict):
    """A reason of a proof, and what it rests on in turn."""

    clause: str
    verb: str
    spoke: bool
    facts: NotRequired[dict[str, Value]]
    says: NotRequired[Speech]
    rests_on: NotRequired[list[Proven]]


class Event(TypedDict, total=False):
    """What happened, with its slots; besides those that are named here it has others, by its kind
    (`state/events`)."""

    event: Required[str]
    clause: str | None
    player: str | None
    owner: str | None
    of: str | None
    card: str | None
    pile: str | None
    why: str | None
    mark: str
    number: int
    value: int | None
    role: str
    facts: dict[str, Value]
    says: Speech


class Question(TypedDict):
    """What is left open, or taken as given."""

    question: str
    facts: dict[str, Value]


class Assumption(TypedDict):
    what: str
    facts: dict[str, Value]


class Answer(TypedDict):
    question: str
    value: Any  # as the form of the question has it
    reasons: list[Reason]
    terms: list[Term]


class OtherText(TypedDict):
    """Another text of the card, and why it would not do."""

    text: Speech | None
    reasons: list[Reason]


class Outcome(TypedDict):
    """What became of a legal action."""

    what: str
    step: int | None
    paid: NotRequired[bool]
    by: NotRequired[Action]


class Passes(TypedDict):
    """Passes that seem to have been left out."""

    after: int
    player: str | None
    times: int
    insert: list[str]
    line: int
    nobody_backs_up: bool


class Remedy(TypedDict):
    """What would make a refused attempt legal."""

    change: str
    facts: dict[str, Value]
    edit: dict[str, Value]


class Missing(TypedDict):
    """A fact that is missing, and with what values a case reckons."""

    step: int
    question: str
    facts: dict[str, Value]
    values: NotRequired[list[str | int]]


# How an attempt comes out if facts are so.
Branch = TypedDict(
    "Branch",
    {
        "if": list[Missing],
        "verdict": str,
        "unpaid": bool,
        "reasons": list[Reason],
        "answer": Answer | None,
        "unknown": Question | None,
        "events": list[Event],
    },
)


class Cases(TypedDict):
    """Where facts are missing: how it comes out with each."""

    facts: list[Missing]
    branches: list[Branch]
    shown: list[Missing]
    more: bool


# A part of one side's total in an attack, and the whole.
PartOfAttack = TypedDict(
    "PartOfAttack",
    {"amount": int | None, "void": bool, "of": str | None, "as": str, "clause": str},
)


class AttackTotal(TypedDict):
    total: int
    terms: list[PartOfAttack]


class Fighter(TypedDict):
    card: str
    power: int | None
    ability: int | None


class Destiny(TypedDict):
    value: int | None
    cancelled: bool


class Forfeited(TypedDict):
    card: str
    value: int
    hit: bool


# One side of a battle on its sheet.
BattleSide = TypedDict(
    "BattleSide",
    {
        "fighters": list[Fighter],
        "terms": list[Term],
        "total": int | None,
        "destinies": list[Destiny],
        "attrition": int | None,
        "damage": int | None,
        "forfeited": list[Forfeited],
        "force lost": int,
    },
)


class Battle(TypedDict):
    place: str
    decided: bool
    light: BattleSide
    dark: BattleSide


class Unused(TypedDict):
    key: str
    value: str


class Bearing(TypedDict):
    """A sentence that nobody reads and that could turn an attempt."""

    card: str
    says: Speech
    printed: bool


# A card as it lies, with what lies aboard or on it.
Lying = TypedDict(
    "Lying",
    {
        "card": str,
        "side": str,
        "how": str | None,
        "type": str,
        "marks": NotRequired[list[str]],
        "lies on": NotRequired[str],
        "with": NotRequired[list["Lying"]],
        "changed": NotRequired[bool],
    },
)


class Place(TypedDict):
    location: str
    cards: list[Lying]
    type: str
    icons: dict[str, int | None]
    changed: NotRequired[bool]


class Pile(TypedDict):
    size: int | None
    named: list[str]
    changed: NotRequired[bool]


class Laid(TypedDict):
    """The table as it lies; what else belongs to a whole table stands beside it."""

    turn: str | None
    phase: str | None
    winner: str | None
    locations: list[Place]
    sides: dict[str, list[Lying]]
    piles: dict[str, Pile]
    next: Next


class Step(TypedDict):
    """What became of an attempt or a question."""

    number: int
    line: int
    attempt: Attempt
    verdict: str
    at_first: str
    backed_up_by: int | None
    ground: str | None
    reasons: list[Reason]
    others: list[OtherText]
    unknown: Question | None
    cases: Cases | None
    answer: Answer | None
    events: list[Event]
    withdraws: list[int]
    revealed: list[Event]
    unpaid: bool
    assumed: list[Assumption]
    stack: list[OnStack]
    next: Next
    outcome: Outcome | None
    forgotten: Passes | None
    would_do: list[Remedy]
    unused: list[Unused]
    bearing: list[Bearing]
    battle: Battle | None
    held: NotRequired[list[str]]
    table: NotRequired[Laid]
    proof: NotRequired[list[Proven]]
    rests_on: NotRequired[list[int]]


class Headline(TypedDict):
    """The answer: which attempts it is about, one verdict for all or `mixed`, the clause."""

    step: int | None
    steps: list[int]
    verdict: str | None
    clause: str | None
    says: NotRequired[Speech]


class Told(TypedDict):
    """The answer as it is said in one language."""

    says: str
    clause: str | None
    verdict: str | None
    word: str
    step: int | None


class CitedClause(TypedDict):
    clause: str
    text: Speech
    disputed: str | None


class Cited(TypedDict):
    """An entry, with those of its clauses that were cited."""

    entry: str
    title: Speech
    outside: bool
    clauses: list[CitedClause]


class Unconsidered(TypedDict):
    card: str
    says: Speech


class PrintedPart(TypedDict):
    printed: str
    says: Speech


class Read(TypedDict):
    """What is taken from a card's printed text."""

    card: str
    id: str | None
    digest: str
    parts: list[PrintedPart]
    not_read: list[str]


class Scenario(TypedDict):
    file: str
    title: Speech
    question: Speech


class Ruling(TypedDict):
    format: str
    version: str
    scenario: Scenario
    answer: Headline
    assumed: list[Assumption]
    steps: list[Step]
    cited: list[Cited]
    table: Laid
    not_considered: list[Unconsidered]
    others_there: list[str]
    read: list[Read]
    imported: list[str]
    start: NotRequired[Laid]
    without: NotRequired[list[str]]
    edition: NotRequired[list[Context]]
    seal: NotRequired[Context]


def with_more(ruling: Ruling, more: Mapping[str, object]) -> Ruling:
    """The ruling with what belongs to it besides: under which rules, with which seal."""
    return cast(Ruling, {**ruling, **more})

"""What an author expects of a step, compared with what the engine ruled."""

from typing import Any, NamedTuple

from adjudicator.engine.bearing import bearing_on
from adjudicator.engine.judge import Step
from adjudicator.engine.replay import standing
from adjudicator.game import CardId, Side, Verdict, Zone
from adjudicator.questions import QUESTIONS
from adjudicator.rules.describing import kind_word
from adjudicator.scenario.read import PILE_FACT
from adjudicator.scenario.setup import Board
from adjudicator.source import Span, folded
from adjudicator.state.attempts import Expected
from adjudicator.state.events import ActionFailed, ActionLeft, Cancelled
from adjudicator.state.table import Action, Table

_UNSTATED = "not stated"
_HANGS = "hangs on what nobody has told"


class Mismatch(NamedTuple):
    """An expectation that does not hold, with its place and what is true instead."""

    step: int
    span: Span
    key: str
    expected: Any
    actual: Any


def mismatches(board: Board, steps: tuple[Step, ...]) -> list[Mismatch]:
    """Every expectation of a scenario that the ruling does not meet."""
    comparison = Comparison(board, steps)
    out = []
    for step in steps:
        for expected in step.attempt.expect:
            actual = comparison.actual(step, expected)
            if not _agrees(expected.value, actual):
                out.append(
                    Mismatch(step.number, expected.span, expected.key, expected.value, actual)
                )
    return out


def _agrees(expected: Any, actual: Any) -> bool:
    if isinstance(expected, list) and isinstance(actual, list):
        return [folded(str(e)) for e in expected] == [folded(str(a)) for a in actual]
    if isinstance(expected, dict) and isinstance(actual, dict):
        return all(folded(str(v)) == folded(str(actual.get(k))) for k, v in expected.items())
    if isinstance(actual, list):
        return [folded(str(expected))] == [folded(str(a)) for a in actual]
    return folded(str(expected)) == folded(str(actual))


class Comparison:
    """What a ruling came to, in the words of expectations."""

    def __init__(self, board: Board, steps: tuple[Step, ...]) -> None:
        self.board = board
        self.steps = steps
        self.gone = standing(steps)

    def actual(self, step: Step, expected: Expected) -> Any:
        """In words that an expectation can say, even of what there is not."""
        found = self._found(step, expected)
        cases = step.cases if step.unknown is None else ()
        if any(self._found(case.step, expected) != found for case in cases):
            return _HANGS
        if found is None:
            return "nothing" if expected.key == "because" else "none"
        return found

    def _found(self, step: Step, expected: Expected) -> Any:
        key, table = expected.key, step.after.table
        if pile := PILE_FACT.match(key):
            return self._pile(table, Side(pile[1]), pile[2], expected.value)
        match key:
            case "verdict":
                return self.verdict(step)
            case "because":
                return self.deciding(step)
            case "also":
                spoken = [f.clause for f in (*step.against, *step.lifting, *step.spoken)]
                spoken += [str(getattr(e, "clause", None)) for e in step.events]
                wanted = expected.value if isinstance(expected.value, list) else [expected.value]
                return [c for c in wanted if c in spoken]
            case "stack":
                return [self._name(table, action) for action in reversed(table.stack)]
            case "next":
                return str(table.to_act)
            case "window":
                return str(table.window)
            case "phase":
                return str(table.phase)
            case "turn":
                return str(table.turn)
            case "segment":
                fray = table.battle or table.attack
                return str(fray.segment) if fray and fray.segment else "none"
            case "outcome":
                return self._outcome(step)
            case "ground":
                return "nothing permits it" if step.unpermitted else "forbidden"
            case "answer" | "value":
                return self._answer(step)
            case "where":
                names = expected.value if isinstance(expected.value, dict) else {}
                return {name: self._where(table, name, str(at)) for name, at in names.items()}
            case "winner":
                battle = table.battle
                won = battle.fight.loser.opponent if battle and battle.fight.loser else None
                return str(table.winner or won or "nobody")
            case "light attrition" | "dark attrition":
                battle = table.battle
                against = battle.fight.attrition.get(Side(key.split()[0])) if battle else None
                return "none" if against is None else against
            case "light owes" | "dark owes":
                battle, side = table.battle, Side(key.split()[0])
                return battle.fight.damage_left(side) if battle else 0
            case "loser":
                battle = table.battle
                return str(battle.fight.loser) if battle and battle.fight.loser else "nobody"
            case "damage" | "light total" | "dark total":
                battle = table.battle
                return battle.values.get(key.removesuffix(" total")) if battle else None
            case "not considered":
                named = (step.attempt.what,) if step.attempt.is_question else ()
                asked = [c for name in named if name for c in self.board.ids(name.text)]
                bearing = (b.card for b in bearing_on(step, asked))
                cards = dict.fromkeys((*step.not_considered, *bearing))
                return [self.board.table.card(c).title for c in cards]
        return None

    def verdict(self, step: Step) -> str:
        """As it stands in the end."""
        if step.number in self.gone:
            return str(Verdict.BACKED_UP)
        if step.attempt.is_question and step.verdict is Verdict.LEGAL:
            return "answered"
        return str(step.verdict)

    def deciding(self, step: Step) -> str | None:
        """The clause on which the verdict rests."""
        by = self.gone.get(step.number)
        if by is not None:
            back = next(s.backing_up for s in self.steps if s.number == by)
            return back.clause if back else None
        for findings in (step.against, (step.backing_up,) if step.backing_up else ()):
            if findings:
                return findings[0].clause
        if step.unknown is not None:
            return step.unknown[0]
        if step.lifting:
            return step.lifting[0].clause
        if step.answer is not None and step.answer.findings:
            return step.answer.findings[0].clause
        if step.intent is not None and step.intent.text is not None:
            return step.intent.text.clause
        return None

    def _name(self, table: Table, action: Action) -> str:
        return table.card(action.card).title if action.card else kind_word(action)

    def _pile(self, table: Table, side: Side, name: str, expected: Any) -> Any:
        if name == "table":
            mine = [c for c in table.everything() if c.side is side and c.at == CardId(f"={side}")]
            return sorted((c.title for c in mine), key=folded)
        zone = Zone(name)
        cards = table.pile(side, zone)
        if isinstance(expected, int) or expected == _UNSTATED:
            return len(cards) if table.is_stated(side, zone) else _UNSTATED
        titles = [table.card(c).title for c in cards if table.card(c).named]
        if isinstance(expected, list) and zone is Zone.HAND:
            order = [folded(str(e)) for e in expected]
            titles.sort(key=lambda t: order.index(folded(t)) if folded(t) in order else 99)
        return titles

    def _where(self, table: Table, name: str, expected: str) -> str:
        """On or in what it lies, by its title or the name the scenario gives it; or at which
        location, through whatever it is aboard of or on."""
        ids = [i for i in self.board.ids(name) if i in table.cards]
        if not ids:
            return "nowhere"
        whole = [table.location_of(card) for card in ids]
        if all(place is not None and table.card(place).title == expected for place in whole):
            return expected
        if len(ids) == 1 and table.card(ids[0]).at in self.board.ids(expected):
            return expected
        places = [self._place(table, card) for card in ids]
        return places[0] if len(set(places)) == 1 else ", ".join(sorted(places))

    def _place(self, table: Table, card_id: CardId) -> str:
        card = table.card(card_id)
        if card.at is None:
            return str(card.zone)
        if str(card.at).startswith("="):
            return str(card.at)[1:]
        return table.card(card.at).title

    def _answer(self, step: Step) -> Any:
        if step.answer is None:
            return "none"
        value = step.answer.value
        form = QUESTIONS[step.answer.question].form
        if form in ("moment", "future"):
            return str(value[0])
        if form == "states":
            return list(value)
        if form == "duties":
            return [f"{what} {of}" for what, of in value] or "nothing"
        if form == "cards":
            return list(value)
        if form == "place":
            return self.board.table.card(value[1]).title if value[0] == "at" else value[1]
        if isinstance(value, tuple):
            return " and ".join(str(v) for v in value) or "nobody"
        if isinstance(value, bool):
            return "yes" if value else "no"
        return value

    def _outcome(self, step: Step) -> str:
        if step.number in self.gone or step.verdict is Verdict.BACKED_UP:
            return "backed up"
        if step.unpaid:
            return "unpaid"
        for later in self.steps:
            if later.number in self.gone or later.number < step.number:
                continue
            events = later.events
            if any(isinstance(e, Cancelled) and e.action == step.action for e in events):
                return "cancelled"
            if any(isinstance(e, ActionLeft) and e.action == step.action for e in events):
                failed = any(
                    isinstance(e, ActionFailed) and e.action == step.action for e in events
                )
                return "failed" if failed else "had its result"
        return "pending" if step.action is not None else "none"

"""A question is a step like any other, only that it changes nothing."""

from adjudicator.engine.forgotten import passed_on, why_no_pass
from adjudicator.engine.judge import Step
from adjudicator.game import Verdict
from adjudicator.questions import QUESTIONS, Asked
from adjudicator.rules.moment import Moment
from adjudicator.scenario.setup import Board
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Unknown


def answer(board: Board, now: Moment, attempt: Attempt) -> Step:
    """The question answered on the present table."""
    step = Step(attempt.number, attempt, now, now, Verdict.LEGAL)
    asked = Asked(board, now, attempt)
    try:
        asks = QUESTIONS[asked.name]
        found = asks.answer(asked)
        if asks.form == "future":
            return _what_passes_bring(step._replace(answer=found))
        return step._replace(answer=found)
    except Unknown as unknown:
        return step._replace(
            verdict=Verdict.UNDETERMINED, unknown=(unknown.question, dict(unknown.facts))
        )


def _what_passes_bring(step: Step) -> Step:
    """The same with all that happens if both players pass, or why they may not; the table stays
    as it is."""
    both = next((flow for passes, flow in passed_on(step.before) if not passes.then), None)
    if both is not None:
        return step._replace(events=tuple(both.events))
    against = why_no_pass(step.before)
    assert step.answer is not None
    return step._replace(answer=step.answer._replace(findings=tuple(against)))

"""A question is a step like any other, only that it changes nothing."""

from adjudicator.engine.judge import Step
from adjudicator.game import Verdict
from adjudicator.questions import QUESTIONS, Asked
from adjudicator.rules.registry import Rulebook
from adjudicator.scenario.setup import Board
from adjudicator.state.attempts import Attempt
from adjudicator.state.table import Table, Unknown


def answer(board: Board, book: Rulebook, table: Table, attempt: Attempt) -> Step:
    """The question answered on the present table."""
    step = Step(attempt.number, attempt, table, table, Verdict.LEGAL)
    asked = Asked(board, book, table, attempt)
    try:
        return step._replace(answer=QUESTIONS[asked.name].answer(asked))
    except Unknown as unknown:
        return step._replace(
            verdict=Verdict.UNDETERMINED, unknown=(unknown.question, dict(unknown.facts))
        )

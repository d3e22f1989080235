"""What `check` notes of a scenario in which nothing is wrong, but something is left open."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.attempts import is_passing
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.read import Scenario
from adjudicator.source import Problem, said
from adjudicator.state.attempts import Attempt


def remarks(scenario: Scenario) -> Iterator[Problem]:
    """Everything worth a note, in file order."""
    yield from _which_is_asked(scenario)


def _which_is_asked(scenario: Scenario) -> Iterator[Problem]:
    """A question that several attempts could answer, none of them marked."""
    if not scenario.question or any(a.asked for a in scenario.attempts):
        return
    found = [a for a in scenario.attempts if _could_be_asked(a)]
    if len(found) > 1:
        numbers = ", ".join(str(a.number) for a in found)
        yield Problem(
            scenario.file,
            found[-1].span,
            said("the-question-could-be-about-attempts", numbers=numbers),
            "which-is-asked",
            said("write-asked-yes-below-the-one-in"),
        )


def _could_be_asked(attempt: Attempt) -> bool:
    if attempt.is_question:
        return attempt.using is not None and QUESTIONS[attempt.using.text].form != "moment"
    return not is_passing(attempt.verb)

"""The sentences behind a step of a ruling."""

from __future__ import annotations

from adjudicator.engine.judge import Step
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import Writer
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk


def reasons_of(
    desk: Desk, board: Board, steps: tuple[Step, ...], lang: str = "en"
) -> dict[int, list[str]]:
    """By the number of the attempt: what the ruling says of it, each with its clause."""
    writer = Writer(desk.glossary, lang)
    ruling = compose(board, desk.book, steps, desk.glossary)
    return {
        record["number"]: [
            f"{said['lead']}{said['says']}" + (f" [{said['clause']}]" if said["clause"] else "")
            for said in writer.step(record)["reasons"]
        ]
        for record in ruling["steps"]
    }

"""The sentences behind a step of a ruling."""

from __future__ import annotations

from adjudicator.engine.judge import Step
from adjudicator.ruling.compose import compose
from adjudicator.ruling.ruling import Step as Told
from adjudicator.ruling.write import Writer
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk


def reasons_of(
    desk: Desk, board: Board, steps: tuple[Step, ...], lang: str = "en"
) -> dict[int, list[str]]:
    """By the number of the attempt: what the ruling says of it, each with its clause."""
    ruling = compose(board, desk.book, steps, desk.glossary, tries=False)
    return {record["number"]: sentences(desk, record, lang) for record in ruling["steps"]}


def sentences(desk: Desk, record: Told, lang: str) -> list[str]:
    """What a ruling says of one of its steps, the deciding thing first."""
    return [
        f"{said['lead']}{said['says']}" + (f" [{said['clause']}]" if said["clause"] else "")
        for said in Writer(desk.glossary, lang).step(record)["reasons"]
    ]

"""The options at one moment, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.attempts import is_passing
from adjudicator.engine.options import Option, options
from adjudicator.game import CardId, Side
from adjudicator.glossary.load import Glossary
from adjudicator.rules.moment import Moment
from adjudicator.ruling.compose import Composer
from adjudicator.ruling.ruling import NOTHING, Attempt, Next
from adjudicator.ruling.write import Writer
from adjudicator.scenario.setup import Board
from adjudicator.state.attempts import Name


class Choice(NamedTuple):
    """An option in words."""

    option: Option
    line: str
    why_not: tuple[tuple[str, str | None], ...]  # sentences, each with the clause it rests on
    targets: tuple[str, ...]  # what could be named, where it is open what is meant


class Chooser:
    """Puts the options at a moment in words."""

    def __init__(self, board: Board, glossary: Glossary, now: Moment, language: str) -> None:
        self.board, self.now, self.table = board, now, now.table
        self.composer = Composer(board, now.book, glossary)
        self.composer.remember(())
        self.composer.table = now.table
        self.writer = Writer(glossary, language)
        self.labels = self.writer.words.language.plain("options")

    @property
    def next_line(self) -> str:
        words = self.writer.words
        next_: Next = {"player": str(self.table.to_act), "window": str(self.table.window)}
        return self.writer.set(f"{words.LABELS['next']}{self.colon} {words.next_line(next_)}")

    @property
    def colon(self) -> str:
        return str(self.writer.words.LABELS["colon"])

    def choices(self) -> Iterator[Choice]:
        for option in options(self.board, self.now):
            why = () if option.is_open else tuple(self._refused(option))
            yield Choice(option, self._line(option), why, tuple(self._targets(option)))

    def told(self, why_not: bool) -> str:
        """Who may act and for what; what each player could use; with reasons, what not."""
        lines, found = [self.next_line], list(self.choices())
        for player in (self.table.to_act, self.table.to_act.opponent):
            mine = [c for c in found if c.option.attempt.player is player]
            lines += ["", *self._player(player, [c for c in mine if c.option.is_open])]
            for choice in mine if why_not else ():
                if not choice.option.is_open:
                    lines.append(f"  x {choice.line.split(' – ')[0]}")
                    for says, clause in choice.why_not:
                        lines.append(f"      {says}" + (f" [{clause}]" if clause else ""))
        return "\n".join(lines) + "\n"

    def _player(self, player: Side, found: list[Choice]) -> list[str]:
        name = self.writer.words.SIDES[player]
        head = f"{name[:1].upper()}{name[1:]} {self.labels['may']}{self.colon}"
        if not found:
            return [f"{head} {self.writer.words.LABELS['nothing']}"]
        return [head, *(f"  - {choice.line}" for choice in found)]

    def _line(self, option: Option) -> str:
        attempt = option.attempt
        if is_passing(attempt.verb):
            return self.labels["pass"]
        record: Attempt = {
            **NOTHING,
            "player": str(attempt.player),
            "verb": attempt.verb,
            "what": self._title(attempt.what),
            "amount": attempt.amount,
            "targets": [],
            "to": self._title(attempt.to),
            "aboard": self._title(attempt.aboard),
            "with": [str(self._title(name)) for name in attempt.with_],
        }
        line = str(self.writer.words.heading(record))
        text = option.opinion.intent.text
        if text is not None and text.says:
            line += f" – {self.writer.words.text(text.says)}"
        return self.writer.set(line)

    def _title(self, name: Name | None) -> str | None:
        return self.composer.title(CardId(name.text)) if name is not None else None

    def _refused(self, option: Option) -> Iterator[tuple[str, str | None]]:
        for finding in option.opinion.against:
            reason = self.composer._finding(finding, "against")
            yield self.writer.sentence(reason), finding.clause
        for unknown in option.opinion.unknown:
            record = self.composer._unknown((unknown.question, unknown.facts))
            assert record is not None
            why, ask = self.writer.words.to_ask(record)
            yield f"{self.writer.set(why)} {self.writer.set(ask)}", None

    def _targets(self, option: Option) -> Iterator[str]:
        for unknown in option.opinion.unknown[:1]:
            if option.is_open and unknown.question == "which-target":
                yield from map(str, unknown.facts["cards"])

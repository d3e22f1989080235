"""The options at one moment, in words."""

from __future__ import annotations

from adjudicator.engine.options import Option, options
from adjudicator.game import Side
from adjudicator.glossary.load import Glossary
from adjudicator.rules.registry import Rulebook
from adjudicator.ruling.compose import Composer
from adjudicator.ruling.write import Writer
from adjudicator.scenario.setup import Board
from adjudicator.state.table import Table

_LABELS = {
    "en": {"may": "could now", "pass": "pass", "not": "cannot", "nothing": "nothing but pass"},
    "fr": {
        "may": "pourrait",
        "pass": "passer",
        "not": "ne peut pas",
        "nothing": "seulement passer",
    },
}


def choices(
    board: Board, book: Rulebook, glossary: Glossary, table: Table, language: str, why_not: bool
) -> str:
    """Who may act and for what; what each player could use; with reasons, what not."""
    composer = Composer(board, book, glossary)
    composer.remember(())
    composer.table = table
    writer = Writer(glossary, language)
    labels, words = _LABELS[language], writer.words
    found = options(board, book, table)
    next_ = {"player": str(table.to_act), "window": str(table.window)}
    colon = words.LABELS["colon"]
    lines = [f"{words.LABELS['next']}{colon} {writer.set(words.next_line(next_))}"]
    for player in (table.to_act, table.to_act.opponent):
        mine = [o for o in found if o.attempt.player is player]
        lines += ["", *_player(composer, writer, player, [o for o in mine if o.is_open], labels)]
        if why_not:
            for option in mine:
                if not option.is_open:
                    lines += _refused(composer, writer, option)
    return "\n".join(lines) + "\n"


def _player(
    composer: Composer, writer: Writer, player: Side, found: list[Option], labels: dict[str, str]
) -> list[str]:
    name = writer.words.SIDES[player]
    name = name[:1].upper() + name[1:]
    colon = writer.words.LABELS["colon"]
    out = [f"{name} {labels['may']}{colon}"]
    for option in found:
        out.append(f"  - {_line(composer, writer, option)}")
    if not found:
        out[-1] = f"{name} {labels['may']}{colon} {writer.words.LABELS['nothing']}"
    return out


def _line(composer: Composer, writer: Writer, option: Option) -> str:
    attempt = option.attempt
    if attempt.verb == "passes":
        return _LABELS[writer.language]["pass"]
    what = composer.title(attempt.what.text) if attempt.what else None  # type: ignore[arg-type]
    record: dict[str, object] = {
        "player": str(attempt.player),
        "verb": attempt.verb,
        "what": what,
        "amount": attempt.amount,
        "targets": [],
        "to": composer.title(attempt.to.text) if attempt.to else None,  # type: ignore[arg-type]
    }
    line = str(writer.words.heading(record))
    text = option.opinion.intent.text
    if text is not None and text.says:
        line += f" – {writer.words.text(text.says)}"
    return writer.set(line)


def _refused(composer: Composer, writer: Writer, option: Option) -> list[str]:
    out = [f"  x {_line(composer, writer, option).split(' – ')[0]}"]
    for finding in option.opinion.against:
        reason = composer._finding(finding, "against")
        out.append(f"      {writer.sentence(reason)} [{finding.clause}]")
    for unknown in option.opinion.unknown:
        record = composer._unknown((unknown.question, unknown.facts))
        assert record is not None
        why, ask = writer.words.to_ask(record)
        out.append(f"      {writer.set(why)} {writer.set(ask)}")
    return out

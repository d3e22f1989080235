"""Writes the manual's page on the commands from how the command line is read:
`python tests/manual.py`. A test tells when it has to be run again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

PAGE = Path(__file__).parent.parent / "adjudicator" / "manual" / "en" / "commands.md"
HEAD = """# Commands

`adjudicator COMMAND --help` prints this, too. FILE may be a folder; `-` is standard input. What a command's exit code says: `adjudicator manual exit-codes`.
`adjudicator --install-completion` sets up completion for your shell.
"""


def written() -> str:
    from adjudicator.cli import app

    whole: Any = typer.main.get_command(app)
    out = [HEAD, "## Before any command\n", *_parameters(whole)]
    for name, command in whole.commands.items():
        named = [_shown(p) for p in command.params if p.param_type_name == "argument"]
        out += [f"\n## `{' '.join(['adjudicator', name, *named])}`\n", f"{command.help}\n"]
        out += _parameters(command)
    return "\n".join(out).rstrip("\n").replace("\n\n\n", "\n\n") + "\n"


def _parameters(command: Any) -> Iterator[str]:
    for parameter in command.params:
        told = parameter.help or ""
        if parameter.param_type_name == "argument":
            if told:
                yield f"- `{_shown(parameter)}`: {told}"
            continue
        names = ", ".join(f"`{name}`" for name in parameter.opts)
        value = "" if getattr(parameter, "is_flag", False) else f" `{_shown(parameter)}`"
        yield f"- {names}{value}: {told}"


def _shown(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper().replace("_", "-"))


if __name__ == "__main__":
    PAGE.write_text(written(), "utf-8")

"""The way in. A plain `adjudicator rule FILE…` needs no option parser: reading options
costs more time than a ruling, and a judge with two players waiting uses none."""

from __future__ import annotations

import sys

from adjudicator import terminal


def main() -> None:
    terminal.install()
    arguments = sys.argv[1:]
    if arguments[:1] == ["rule"] and arguments[1:] and not _has_options(arguments[1:]):
        from adjudicator.commands import rule, run

        run(lambda: rule(arguments[1:]))
    else:
        from adjudicator.cli import app
        from adjudicator.commands import run

        run(app)


def _has_options(arguments: list[str]) -> bool:
    return any(argument.startswith("-") for argument in arguments)


if __name__ == "__main__":
    main()

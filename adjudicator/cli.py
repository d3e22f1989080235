"""The command line: reads the arguments, calls the rest, prints.

Exit codes: 0 fine, 1 something is wrong in the files, 2 wrong usage."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from adjudicator.session import Desk, Loaded

app = typer.Typer(
    name="adjudicator",
    help="Rulings for judges of the Star Wars Customizable Card Game.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Files = Annotated[list[str], typer.Argument(metavar="FILE…", help="Scenario files or folders.")]
Language = Annotated[str, typer.Option("--lang", help="en or fr.")]
FINE, WRONG, USAGE = 0, 1, 2


def main() -> None:
    try:
        app()
    except BrokenPipeError:  # the reader of our output has gone, e.g. `| head`
        sys.stderr.close()
        raise SystemExit(FINE) from None


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        from adjudicator import __version__

        typer.echo(f"adjudicator {__version__}")
        raise typer.Exit(FINE)


@app.command()
def rule(
    files: Files,
    form: Annotated[str, typer.Option("--format", help="text, markdown, html or json.")] = "text",
    lang: Language = "en",
    length: Annotated[str, typer.Option(help="table, standard or full.")] = "standard",
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Write to this file, or into this folder.")
    ] = None,
    without: Annotated[
        list[str] | None, typer.Option(help="Rule as if this clause did not exist.")
    ] = None,
) -> None:
    """Replay scenarios and print the rulings."""
    from adjudicator.ruling.compose import compose
    from adjudicator.ruling.write import FORMATS, LANGUAGES, LENGTHS, write

    _one_of("--format", form, FORMATS)
    _one_of("--lang", lang, LANGUAGES)
    _one_of("--length", length, LENGTHS)
    desk = _desk(without or ())
    loaded = _load(desk, files)
    if _report(loaded):
        raise typer.Exit(WRONG)
    documents: list[tuple[str, str]] = []
    for scenario in loaded:
        assert scenario.board is not None
        steps = scenario.replay(desk.book)
        full = length == "full" or form == "json"
        ruling = compose(scenario.board, desk.book, steps, desk.glossary, full)
        documents.append((scenario.file, write(ruling, desk.glossary, form, lang, length)))
    _deliver(documents, form, output)


def _deliver(documents: list[tuple[str, str]], form: str, output: str | None) -> None:
    if output is None:
        if form == "html" and len(documents) > 1:
            _usage("several HTML rulings need --output FOLDER")
        if form == "json" and len(documents) > 1:
            typer.echo("[\n" + ",\n".join(d.rstrip("\n") for _, d in documents) + "\n]")
            return
        colour = form == "text" and _is_terminal()
        text = "\n\n".join(d.rstrip("\n") for _, d in documents) + "\n"
        typer.echo(_coloured(text) if colour else text, nl=False)
        return
    target = Path(output)
    if len(documents) == 1 and not target.is_dir() and not output.endswith("/"):
        _save(target, documents[0][1])
        return
    suffix = {"text": ".txt", "markdown": ".md", "html": ".html", "json": ".json"}[form]
    names: dict[str, int] = {}
    for file, document in documents:
        stem = Path(file).stem
        names[stem] = names.get(stem, 0) + 1
        number = f"-{names[stem]}" if names[stem] > 1 else ""
        _save(target / f"{stem}{number}{suffix}", document)


def _save(path: Path, text: str) -> None:
    """Written aside and moved into place: an interrupted run leaves the old file."""
    import tempfile

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        Path(aside).chmod(0o644)
        Path(aside).replace(path)
    except OSError as error:
        typer.echo(f"{path}: cannot be written: {error.strerror or error}", err=True)
        raise typer.Exit(WRONG) from None
    typer.echo(f"wrote {path}", err=True)


def _is_terminal() -> bool:
    import os

    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


_COLOURS = {
    ": legal": typer.colors.GREEN,
    ": illegal": typer.colors.RED,
    ": backed up": typer.colors.YELLOW,
    ": undetermined": typer.colors.MAGENTA,
    ": légal": typer.colors.GREEN,
    ": illégal": typer.colors.RED,
    ": marche arrière": typer.colors.YELLOW,
    ": indéterminé": typer.colors.MAGENTA,
}


def _coloured(text: str) -> str:
    """The answer bold, each step's verdict in its colour; the words stay the same."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if place == 0:
            lines[0] = typer.style(line, bold=True)
        elif line[:1].isdigit():
            for ending, colour in _COLOURS.items():
                head, found, tail = line.rpartition(ending.replace(" ", " "))
                if found:
                    lines[place] = typer.style(head, bold=True) + typer.style(
                        found + tail, fg=colour, bold=True
                    )
                    break
    return "\n".join(lines)


@app.command()
def check(files: Files) -> None:
    """Find everything wrong in scenario files, with the place and a suggestion."""
    loaded = _load(_desk(), files)
    if _report(loaded):
        raise typer.Exit(WRONG)
    number = len(loaded)
    typer.echo(f"{number} scenario{'s' if number != 1 else ''}: nothing wrong")


@app.command()
def options(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")],
    after: Annotated[
        int | None, typer.Option(help="After this attempt; the last one if not given.")
    ] = None,
    why_not: Annotated[
        bool, typer.Option("--why-not", help="Also what stands against the others.")
    ] = False,
    lang: Language = "en",
) -> None:
    """Say who may act, in which window, and what could legally be used right now."""
    from adjudicator.ruling.choices import choices
    from adjudicator.ruling.write import LANGUAGES

    _one_of("--lang", lang, LANGUAGES)
    desk = _desk()
    loaded = _load(desk, [file])
    if _report(loaded):
        raise typer.Exit(WRONG)
    board = loaded[0].board
    assert board is not None
    steps = loaded[0].replay(desk.book)
    if after is not None and not 0 <= after <= len(steps):
        _usage(f"--after must be between 0 and {len(steps)}")
    table = board.table if after == 0 else steps[(after or len(steps)) - 1].after
    typer.echo(choices(board, desk.book, desk.glossary, table, lang, why_not), nl=False)


@app.command()
def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="Where to write it; printed if not given.")
    ] = None,
) -> None:
    """Write a commented scenario to start from."""
    from adjudicator.ruling.write import templates

    text = (templates() / "new-scenario.yaml").read_text("utf-8")
    if file is None:
        typer.echo(text, nl=False)
        return
    path = Path(file)
    if path.exists():
        typer.echo(f"{path}: is there already; nothing was changed", err=True)
        raise typer.Exit(WRONG)
    _save(path, text)


@app.command()
def schema() -> None:
    """Print a JSON Schema of the scenario format, for editors."""
    import json

    from adjudicator.scenario.schema import schema as made

    typer.echo(json.dumps(made(), indent=2))


# -- shared ----------------------------------------------------------------------


def _desk(without: Iterable[str] = ()) -> Desk:
    from adjudicator.session import Desk
    from adjudicator.source import did_you_mean

    desk = Desk.open(without)
    if desk.book.without:
        from adjudicator.rules.registry import acting_clauses

        known = acting_clauses()
        for name in sorted(desk.book.without):
            if name not in known and not name.startswith("card."):
                _usage(f'no acting clause is called "{name}"; {did_you_mean(name, known) or ""}')
    return desk


def _load(desk: Desk, files: list[str]) -> list[Loaded]:
    from adjudicator.session import scenario_files

    found = list(scenario_files(files))
    if not found:
        _usage("no scenario file there (they end in .yaml or .yml)")
    return [desk.load(path) for path in found]


def _report(loaded: list[Loaded]) -> bool:
    """Prints every problem; whether there was one."""
    from adjudicator.source import show

    shown = 0
    for scenario in loaded:
        for problem in scenario.problems:
            typer.echo(show(problem, scenario.text) + "\n", err=True)
            shown += 1
    if shown:
        files = sum(1 for s in loaded if s.problems)
        typer.echo(
            f"{shown} problem{'s' if shown != 1 else ''} in {files} file{'s' if files != 1 else ''}",
            err=True,
        )
    return bool(shown)


def _one_of(option: str, value: str, known: Iterable[str]) -> None:
    from adjudicator.source import did_you_mean

    names = list(known)
    if value not in names:
        hint = did_you_mean(value, names) or "one of: " + ", ".join(names)
        _usage(f'{option} cannot be "{value}"; {hint}')


def _usage(message: str) -> NoReturn:
    typer.echo(f"adjudicator: {message}", err=True)
    raise typer.Exit(USAGE)


if __name__ == "__main__":
    main()

"""The command line: reads the arguments and hands them on.

Exit codes: 0 fine, 1 something is wrong in the files, 2 wrong usage."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from adjudicator.edition.given import SHIPPED_RULES, Given

app = typer.Typer(
    name="adjudicator",
    help="Rulings for judges of the Star Wars Customizable Card Game.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
Files = Annotated[
    list[str],
    typer.Argument(metavar="FILE…", help="Scenario files or folders; - is standard input."),
]
Language = Annotated[
    str | None,
    typer.Option("--lang", help="As `adjudicator languages` lists them; else ADJUDICATOR_LANG."),
]
Template = Annotated[
    str | None, typer.Option("--template", metavar="DIR", help="Templates of your own go first.")
]

Force = Annotated[
    bool, typer.Option("--force", help="Also over a file that this program did not write.")
]
DataDir = Annotated[str | None, typer.Option("--data-dir", help="Where imported cards are kept.")]


Command = Callable[..., None]
_EDITION = {
    "rules": Annotated[
        list[str] | None,
        typer.Option("--rules", metavar="DIR", help="House rules: under all of this folder."),
    ],
    "amend": Annotated[
        list[str] | None,
        typer.Option("--amend", metavar="FILE", help="Under the changes of this file."),
    ],
    "without": Annotated[
        list[str] | None,
        typer.Option("--without", metavar="CLAUSE", help="As if this clause did not exist."),
    ],
}


def ruling(command: Command) -> Command:
    """A command that rules: it takes the options which say by which rules, and is `given` them."""

    @wraps(command)
    def under(
        *asked: Any,
        rules: list[str] | None = None,
        amend: list[str] | None = None,
        without: list[str] | None = None,
        **named: Any,
    ) -> None:
        given = Given(*(tuple(each or ()) for each in (rules, amend, without)))
        command(*asked, **named, given=given)

    own = inspect.signature(command, eval_str=True)
    kept = [p for name, p in own.parameters.items() if name != "given"]
    more = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=option)
        for name, option in _EDITION.items()
    ]
    under.__signature__ = own.replace(parameters=[*kept, *more])  # type: ignore[attr-defined]
    under.__annotations__ = {p.name: p.annotation for p in (*kept, *more)}
    return under


def _use_data(folder: str | None) -> None:
    """For this process and whatever it starts."""
    if folder is not None:
        import os

        from adjudicator.home import VARIABLE

        os.environ[VARIABLE] = folder


@app.callback(invoke_without_command=True)
def _version(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    data_dir: DataDir = None,
    lang: Language = None,
) -> None:
    _use_data(data_dir)
    from adjudicator.speech import ask

    ask(lang)
    if version:
        from adjudicator import __version__

        typer.echo(f"adjudicator {__version__}")
        raise typer.Exit(0)


@app.command()
@ruling
def rule(
    files: Files,
    form: Annotated[
        str, typer.Option("--format", help="text, markdown, discord, html, pdf or json.")
    ] = "text",
    lang: Language = None,
    length: Annotated[str, typer.Option(help="table, brief, standard or full.")] = "standard",
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="Write to this file, or into this folder.")
    ] = None,
    template: Template = None,
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Replay scenarios and print the rulings."""
    from adjudicator import commands

    commands.run(lambda: commands.rule(files, form, lang, length, output, template, force, given))


@app.command()
@ruling
def verify(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="HTML or JSON rulings.")],
    template: Template = None,
    given: Given = SHIPPED_RULES,
) -> None:
    """Run sealed rulings again: identical, or what changed and by which clause."""
    from adjudicator import commands

    commands.run(lambda: commands.verify(files, template, given))


@app.command()
@ruling
def book(
    files: Files,
    output: Annotated[str, typer.Option("--output", "-o", metavar="DIR", help="Where it goes.")],
    template: Template = None,
    force: Force = False,
    with_desk: Annotated[
        bool,
        typer.Option("--desk", help="With a desk beside it, in which each ruling can be tried."),
    ] = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Write a static site: all rulings, the glossary and the cards, linked and searchable."""
    from adjudicator import commands

    commands.run(lambda: commands.book(files, output, template, force, given, with_desk))


@app.command()
@ruling
def desk(
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="DIR", help="Write the site here.")
    ] = None,
    opens: Annotated[
        bool, typer.Option("--open", help="Serve it on this machine alone and open the browser.")
    ] = False,
    with_cards: Annotated[
        bool, typer.Option("--cards", help="With the cards that are imported here.")
    ] = False,
    book: Annotated[
        str, typer.Option("--book", metavar="ADDRESS", help="Where a book stands beside it.")
    ] = "",
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """A page that rules, on a phone, without installing anything."""
    from adjudicator import commands

    commands.run(lambda: commands.desk(output, opens, with_cards, book, force, given))


@app.command()
@ruling
def check(
    files: Files,
    form: Annotated[str, typer.Option("--format", help="text, json, sarif or github.")] = "text",
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend in the files what can only be meant in one way.")
    ] = False,
    given: Given = SHIPPED_RULES,
    lang: Language = None,
) -> None:
    """Find everything wrong in scenario files, with the place and a suggestion."""
    from adjudicator import commands

    commands.run(lambda: commands.check(files, form, fix, given, lang))


@app.command()
@ruling
def options(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")],
    after: Annotated[
        int | None, typer.Option(help="After this attempt; the last one if not given.")
    ] = None,
    why_not: Annotated[
        bool, typer.Option("--why-not", help="Also what stands against the others.")
    ] = False,
    lang: Language = None,
    given: Given = SHIPPED_RULES,
) -> None:
    """Say who may act, in which window, and what could legally be used right now."""
    from adjudicator import commands

    commands.run(lambda: commands.options(file, after, why_not, lang, given))


@app.command()
@ruling
def status(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")],
    asked: Annotated[str, typer.Argument(metavar="CARD|LOCATION", help="As the file names it.")],
    after: Annotated[
        int | None, typer.Option(help="After this attempt; the last one if not given.")
    ] = None,
    lang: Language = None,
    form: Annotated[str, typer.Option("--format", help="text, markdown or json.")] = "text",
    given: Given = SHIPPED_RULES,
) -> None:
    """Say how a card or a location stands at a moment, each line with the clause behind it."""
    from adjudicator import commands

    commands.run(lambda: commands.status(file, asked, after, lang, form, given))


Paths = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PATH…]", help="Scenario files or folders; `scenarios` if not given."),
]


@app.command()
@ruling
def test(
    paths: Paths = None,
    processes: Annotated[
        str, typer.Option("-n", metavar="N", help="How many processes; auto: as many as cores.")
    ] = "1",
    words: Annotated[
        str,
        typer.Option(
            "-k", metavar="WORDS", help="Only those whose path or title fits: and, or, not."
        ),
    ] = "",
    last_failed: Annotated[
        bool, typer.Option("--last-failed", "--lf", help="Only those that failed last time.")
    ] = False,
    again: Annotated[bool, typer.Option("--watch", help="Run again after every change.")] = False,
    junit: Annotated[
        str | None, typer.Option(metavar="FILE", help="Also write a JUnit report there.")
    ] = None,
    lang: Language = None,
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Run every scenario's expectations; a right verdict for a wrong reason fails."""
    from adjudicator import commands, regression

    if again:
        options = ["-n", processes, "-k", words]
        options += ["--lang", lang] if lang else []
        options += ["--last-failed"] if last_failed else []
        options += ["--junit", junit] if junit else []
        options += ["--force"] if force else []
        options += given.as_options()
        commands.run(lambda: regression.test_again(paths or [], [*options, "--", *(paths or [])]))
    commands.run(
        lambda: regression.test(
            paths or [], processes, words, last_failed, junit, lang, force, given
        )
    )


Form = Annotated[str, typer.Option("--format", help="text, markdown, html or json.")]
Output = Annotated[str | None, typer.Option("--output", "-o", help="Write to this file.")]


@app.command()
@ruling
def coverage(
    paths: Paths = None,
    fail_under: Annotated[
        float | None,
        typer.Option(min=0, max=100, help="Fail if fewer per cent of the clauses are decided."),
    ] = None,
    form: Form = "text",
    output: Output = None,
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """For every clause: in how many scenarios it spoke, decided, and was asked in vain."""
    from adjudicator import commands, regression

    commands.run(lambda: regression.coverage(paths or [], fail_under, form, output, force, given))


@app.command()
@ruling
def mutate(
    paths: Paths = None,
    only: Annotated[
        list[str] | None, typer.Option(help="clauses, precedence or numbers; all if not given.")
    ] = None,
    equivalents: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="A list of mutants that rule the same, with reasons."),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Do not go on where an earlier run stopped.")
    ] = False,
    form: Form = "text",
    output: Output = None,
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Break the rules one thing at a time and name what no scenario notices."""
    from adjudicator import commands, regression

    commands.run(
        lambda: regression.mutate(
            paths or [], only or [], equivalents, fresh, form, output, force, given
        )
    )


@app.command()
@ruling
def impact(
    paths: Paths = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="REVISION|DIR",
            help="What has changed since that revision, or the program in that folder.",
        ),
    ] = None,
    form: Form = "text",
    lang: Language = None,
    output: Output = None,
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Tell which rulings would change if the rules did."""
    from adjudicator import commands, regression

    commands.run(lambda: regression.impact(paths or [], form, lang, output, force, given, against))


@app.command()
@ruling
def approve(
    files: Files,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write without asking.")] = False,
    add: Annotated[
        bool, typer.Option("--add", help="Also expect something of attempts that expect nothing.")
    ] = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Write what the engine now says into expectations, after showing the difference."""
    from adjudicator import commands, regression

    commands.run(lambda: regression.approve(files, yes, add, given))


@app.command()
@ruling
def shrink(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A scenario file.")],
    keep: Annotated[
        list[str] | None,
        typer.Option(help='What has to stay, as in "verdict of attempt 7"; the last if not given.'),
    ] = None,
    output: Output = None,
    in_place: Annotated[
        bool, typer.Option("--in-place", help="Write over the file; printed if not given.")
    ] = False,
    force: Force = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Take out of a scenario whatever a ruling does not need."""
    from adjudicator import commands, regression

    commands.run(lambda: regression.shrink(file, keep or [], output, in_place, force, given))


@app.command()
def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="Where to write it; printed if not given.")
    ] = None,
) -> None:
    """Write a commented scenario to start from."""
    from adjudicator import commands

    commands.run(lambda: commands.new(file))


@app.command()
def languages(
    asked: Annotated[
        str | None, typer.Argument(metavar="[LANGUAGE]", help="Tell what this one lacks.")
    ] = None,
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
) -> None:
    """List the languages in which the program speaks, and what is missing of each."""
    from adjudicator import commands

    commands.run(lambda: commands.languages(asked, form))


@app.command()
@ruling
def where(
    name: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME",
            help="A clause, card, word, verb, question, event, sentence or page.",
        ),
    ],
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    scenarios: Annotated[
        str, typer.Option(help="The folder whose scenarios are looked through.")
    ] = "scenarios",
    every: Annotated[bool, typer.Option("--all", help="List every scenario.")] = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Say where a thing lives, file and line, and which scenarios decide it or use it."""
    from adjudicator import commands, regression

    commands.run(lambda: regression.where(" ".join(name), form, scenarios, every, given))


@app.command()
def schema(lang: Language = None, output: Output = None, force: Force = False) -> None:
    """Print a JSON Schema of the scenario format, for editors."""
    from adjudicator import commands

    commands.run(lambda: commands.schema(lang, output, force))


@app.command()
def manual(
    asked: Annotated[
        list[str] | None, typer.Argument(metavar="[TOPIC | WORDS…]", help="A page, or words in it.")
    ] = None,
    lang: Language = None,
) -> None:
    """Print a page of the manual, or find words in it."""
    from adjudicator import commands

    commands.run(lambda: commands.manual(asked or [], lang))


@app.command()
@ruling
def lsp(lang: Language = None, given: Given = SHIPPED_RULES) -> None:
    """Serve an editor: problems, completion, verdicts beside the attempts, fixes."""
    from adjudicator import commands

    commands.run(lambda: commands.lsp(lang, given))


@app.command()
@ruling
def glossary(
    asked: Annotated[
        list[str] | None,
        typer.Argument(metavar="[WORDS… | show ID]", help="What to look for, in either language."),
    ] = None,
    form: Annotated[str, typer.Option("--format", help="text, markdown or json.")] = "text",
    lang: Language = None,
    disputed: Annotated[
        bool, typer.Option("--disputed", help="Where entries disagree, and what is followed.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="How many clauses of each entry act.")
    ] = False,
    scenarios: Annotated[
        str, typer.Option(help="The folder whose rulings `show` looks through.")
    ] = "scenarios",
    given: Given = SHIPPED_RULES,
) -> None:
    """Search the glossary, or show an entry with its links and the rulings that cite it."""
    from adjudicator import commands

    commands.run(
        lambda: commands.glossary(asked or [], form, lang, disputed, coverage, scenarios, given)
    )


@app.command()
def cards(
    asked: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORDS… | show TITLE | read TITLE|FILE|- | coverage [decipher|later] | import FILE… | vocabulary]",
            help="What to look for, which card to show, whose printed text to read, how much of all "
            "texts is read, the database "
            "files to import, or the page that explains the words for cards of your own.",
        ),
    ] = None,
    form: Annotated[str, typer.Option("--format", help="text or json.")] = "text",
    lang: Language = None,
    data_dir: DataDir = None,
    scenarios: Annotated[
        str, typer.Option(help="The folder whose scenarios `show` looks through.")
    ] = "scenarios",
    type_: Annotated[
        str, typer.Option("--as", metavar="TYPE", help="What kind of card a text to `read` is on.")
    ] = "character",
) -> None:
    """Search library and pool, show a card or read its text, or import the card database."""
    from adjudicator import card_commands, commands

    _use_data(data_dir)
    commands.run(lambda: card_commands.cards(asked or [], form, lang, scenarios, type_))

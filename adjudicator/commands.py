"""What the commands do, apart from how the command line is read.

Each returns its exit code: 0 fine, 1 something is wrong in the files, 2 wrong usage."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from adjudicator import terminal, writing
from adjudicator.edition.given import SHIPPED_RULES, Given
from adjudicator.edition.layers import Edition
from adjudicator.edition.reading import UnknownClause
from adjudicator.edition.reading import edition_of as read_edition
from adjudicator.edition.telling import ruled_under
from adjudicator.glossary.load import Entry
from adjudicator.rules.moment import Moment
from adjudicator.ruling.compose import compose
from adjudicator.ruling.layout import BadTemplate, templates
from adjudicator.ruling.pdf import NoPdf
from adjudicator.ruling.ruling import with_more
from adjudicator.ruling.write import FORMATS, LENGTHS, Verdict, Writer, with_sentence, write
from adjudicator.scenario.setup import Board
from adjudicator.session import Desk, Loaded, scenario_files
from adjudicator.source import STDIN, UNREADABLE, BadFile, called, did_you_mean, said, show
from adjudicator.speech import in_language
from adjudicator.speech import told as in_words
from adjudicator.state.unknown import TooMuchWork
from adjudicator.writing import Unwritten

FINE, WRONG, USAGE, INTERRUPTED = 0, 1, 2, 130
SUFFIX = {
    "text": ".txt",
    "markdown": ".md",
    "discord": ".discord.txt",
    "html": ".html",
    "pdf": ".pdf",
    "json": ".json",
}
Documents = list[tuple[str, str | bytes]]


SCHEMA = "adjudicator.schema.json"  # beside a new scenario, for editors


class Stop(Exception):  # noqa: N818 - it ends a command, it need not be an error
    """Ends a command with an exit code and, for the person at the keyboard, a reason."""

    def __init__(self, code: int, message: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def run(command: Callable[[], None]) -> NoReturn:
    """Carries out a command and ends the process with its exit code."""
    code, told = FINE, ""
    try:
        command()
        sys.stdout.flush()
    except Stop as stop:
        code = stop.code
        told = in_words(stop.message)
        told = f"adjudicator: {told}" if code == USAGE and told else told
    except BadFile as bad:  # a file of our own: cards or glossary
        code, told = (
            WRONG,
            "\n".join(show(in_language(problem), bad.text) for problem in bad.problems),
        )
    except TooMuchWork:
        code, told = WRONG, in_words(said("takes-more-work-than-allowed"))
    except (BadTemplate, NoPdf, Unwritten) as why:
        code, told = WRONG, str(why)
    except BrokenPipeError:  # the reader of our output has gone, as with `| head`
        pass
    except KeyboardInterrupt:
        code = INTERRUPTED
    except OSError as error:  # no room for the output, say
        where = error.filename or "the output"
        code, told = WRONG, f"{where}: cannot be written: {error.strerror or error}"
    raise SystemExit(_ended(code, told))


def _ended(code: int, told: str) -> int:
    """The last words, and what is still to be printed; whoever cannot be told any more sees the
    exit code."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        writing.silence(sys.stdout)
    except OSError as error:
        writing.silence(sys.stdout)
        code = code or WRONG
        told = told or f"the output: cannot be written: {error.strerror or error}"
    try:
        if told:
            print(told, file=sys.stderr)
        sys.stderr.flush()
    except OSError:
        writing.silence(sys.stderr)
    return code


def rule(
    files: Iterable[str],
    form: str = "text",
    lang: str | None = None,
    length: str = "standard",
    output: str | None = None,
    template: str | None = None,
    force: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Replays scenarios and prints the rulings, or writes them to files."""
    one_of("--format", form, FORMATS)
    lang = spoken(lang)
    one_of("--length", length, LENGTHS)
    own = _own_templates(template)
    if output == "":
        raise Stop(USAGE, said("output-takes-the-name-of-a-file"))
    files = list(files)
    full = length == "full" or form in ("json", "html", "pdf")
    desk = open_desk(given, proving=full)
    documents: Documents = []
    verdicts: dict[str, Verdict] = {}
    for scenario in load(desk, files):
        assert scenario.board is not None
        steps = scenario.replay(desk.book)
        ruling = compose(scenario.board, desk.book, steps, desk.glossary, full)
        ruling = with_more(ruling, ruled_under(desk.edition))
        sealed = None
        if form in ("html", "json"):
            from adjudicator.ruling.seal import seal

            ruling = with_sentence(ruling, desk.glossary)
            sealed = seal(ruling, scenario.file, scenario.text, desk.edition)
        document = write(ruling, desk.glossary, form, lang, length, own, sealed)
        documents.append((scenario.file, document))
        if form == "text" and output is None and sys.stdout.isatty():
            verdicts |= Writer(desk.glossary, lang).verdicts(ruling)
    if output is None:
        _print(documents, form, verdicts)
    else:
        _save_all(documents, form, output, force)


def _own_templates(folder: str | None) -> Path | None:
    if folder is not None and not Path(folder).is_dir():
        raise Stop(USAGE, said("template-there-is-no-folder", folder=folder))
    return Path(folder).resolve() if folder is not None else None


def verify(files: Iterable[str], template: str | None = None, given: Given = SHIPPED_RULES) -> None:
    """Runs sealed rulings again and says whether they are the same."""
    from adjudicator.verify import Unverifiable
    from adjudicator.verify import verify as run_again

    own = _own_templates(template)
    edition = edition_of(given) if given != SHIPPED_RULES else None
    code = FINE
    for file in files:
        try:
            found = run_again(Path(file), own, edition)
        except Unverifiable as why:
            print(f"{file}: {why}", file=sys.stderr)
            code = WRONG
            continue
        for ruling in found:
            verdict = "different" if ruling.different else "identical"
            print(f"{file}: {verdict}: {ruling.title}")
            for line in (*ruling.different, *ruling.checked):
                print(f"  {line}")
            if ruling.since:
                print(f"  changed since it was sealed: {', '.join(ruling.since)}")
            code = WRONG if ruling.different else code
    if code:
        raise Stop(code)


def book(
    files: Iterable[str],
    output: str,
    template: str | None = None,
    force: bool = False,
    given: Given = SHIPPED_RULES,
    with_desk: bool = False,
) -> None:
    """Writes a static site of the rulings on scenarios, and beside it a desk that opens them."""
    from adjudicator.book.site import Book
    from adjudicator.regress.progress import followed

    own = _own_templates(template)
    if not output:
        raise Stop(USAGE, said("output-takes-the-name-of-a-folder"))
    desk = open_desk(given)
    scenarios = load(desk, files)
    beside = _desk_files("../", False, given) if with_desk else None
    with unwritable(output):
        done = Book(desk, Path(output), own, with_desk).write(
            followed(scenarios, len(scenarios), "rulings"), force, lambda: waiting(output)
        )
    removed = f", {done.removed} removed" if done.removed else ""
    pages = f"{counted(done.pages, 'page')}, {done.written} of the files new or changed{removed}"
    print(f"{output}: {pages}; open {Path(output) / 'index.html'}")
    if beside is not None:
        _write_desk(str(Path(output) / "desk"), beside, force)


def desk(
    output: str | None,
    opens: bool,
    with_cards: bool = False,
    book: str = "",
    force: bool = False,
    given: Given = SHIPPED_RULES,
) -> None:
    """Writes the page that rules, or serves it on this machine and opens it."""
    if (output is None) == (not opens):
        raise Stop(USAGE, said("say-output-dir-to-write-the-site"))
    files = _desk_files(book, with_cards, given)
    if output is None:
        from adjudicator.desk.site import policy

        _serve(files, policy())
    else:
        _write_desk(output, files, force)


def _desk_files(book: str, with_cards: bool, given: Given) -> dict[str, bytes]:
    """What the page consists of; what is missing of it is built first."""
    from adjudicator.cards.pool import Pool
    from adjudicator.desk import build, site

    edition = edition_of(given)
    if edition.without:
        raise Stop(USAGE, said("a-desk-takes-house-rules-write-without"))
    pool = Pool().file
    if with_cards and not pool.is_file():
        raise Stop(WRONG, said("no-cards-are-imported-adjudicator-cards-import"))
    try:
        built = build.built(lambda told: print(f"desk: {told} …", file=sys.stderr))
    except build.NoPage as told:
        raise Stop(WRONG, said("desk", told=told)) from None
    return site.files(built, pool.read_bytes() if with_cards else None, book, edition)


def _write_desk(output: str, files: dict[str, bytes], force: bool) -> None:
    from adjudicator.desk import site

    folder = Path(output)
    with (
        unwritable(output),
        writing.site(folder, site.CONTENTS, site.FORMAT, force, lambda: waiting(output)) as made,
    ):
        for name, data in files.items():
            made.put(name, data)
        written, _ = made.settle(site.is_ours, force)
    size = sum(map(len, files.values())) / 1e6
    print(f"{output}: {counted(len(files), 'file')} of {size:.1f} MB, {written} of them written")


def _serve(files: dict[str, bytes], policy: str) -> None:
    """Until it is interrupted."""
    import webbrowser
    from contextlib import suppress

    from adjudicator.desk.serve import Server

    with Server(files, policy) as server:
        print(f"the desk is at {server.address} on this machine alone; Ctrl+C ends it", flush=True)
        webbrowser.open_new_tab(server.address)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def check(
    files: Iterable[str],
    form: str = "text",
    fix: bool = False,
    given: Given = SHIPPED_RULES,
    lang: str | None = None,
) -> None:
    """Finds everything wrong in scenario files, and notes what is left open."""
    from adjudicator.ruling import problems

    one_of("--format", form, problems.FORMATS)
    spoken(lang)
    desk = open_desk(given)
    loaded = [desk.load(path) for path in _found(files)]
    if fix:
        loaded = [_fixed(desk, scenario) for scenario in loaded]
    found = [
        problems.Found(p, s.text, level)
        for s in loaded
        for level, told in ((problems.ERROR, s.problems), (problems.NOTE, desk.notes(s)))
        for p in told
    ]
    wrong = [f for f in found if f.level == problems.ERROR]
    if form != "text":
        sys.stdout.write(problems.written(found, form, len(loaded)))
        if wrong:
            raise Stop(WRONG)
        return
    if wrong:
        raise Stop(WRONG, _told(loaded))
    for note in found:
        print(show(in_language(note.problem), note.text) + "\n", file=sys.stderr)
    if not (fix and any(s.file == called(STDIN) for s in loaded)):
        name = "nothing-wrong-but-notes" if found else "nothing-wrong"
        counts = {
            "scenarios": counted(len(loaded), "scenario"),
            "notes": counted(len(found), "note"),
        }
        print(in_words(said(name, **counts)))


def _fixed(desk: Desk, scenario: Loaded) -> Loaded:
    """The scenario with everything mended that can be mended safely; what came on standard
    input is printed, a file is written over."""
    from adjudicator.mending import mended

    if any(p.code in UNREADABLE for p in scenario.problems):
        return scenario
    after = mended(desk, scenario.file, scenario.text)
    if scenario.file == called(STDIN):
        sys.stdout.write(after.text)
    elif after.done:
        with unwritable(scenario.file):
            writing.amend(Path(scenario.file), scenario.text, after.text)
        for problem in after.done:
            place = f"{problem.file}:{problem.span.line}:{problem.span.column}"
            print(in_words(said("fixed", place=place, problem=problem.message)), file=sys.stderr)
    return desk.read(scenario.file, after.text) if after.done else scenario


def options(
    file: str, after: int | None, why_not: bool, lang: str | None, given: Given = SHIPPED_RULES
) -> None:
    """Says who may act after an attempt, and what could legally be used then."""
    from adjudicator.ruling.choices import Chooser

    lang = spoken(lang)
    desk = open_desk(given)
    board, now = _moment(desk, "options", file, after)
    sys.stdout.write(Chooser(board, desk.glossary, now, lang).told(why_not))


def status(
    file: str,
    asked: str,
    after: int | None,
    lang: str | None,
    form: str,
    given: Given = SHIPPED_RULES,
) -> None:
    """Says how a card or a location stands after an attempt, each line with its clause."""
    from adjudicator.ruling.status import status as told

    lang = spoken(lang)
    one_of("--format", form, ("text", "markdown", "json"))
    desk = open_desk(given)
    board, now = _moment(desk, "status", file, after)
    ids = [i for i in board.ids(asked) if i in now.table.cards]
    if not ids:
        known = sorted(str(c.id) for c in now.table.cards.values() if c.named)
        hint = did_you_mean(asked, known) or said("there-are", known=", ".join(known))
        raise Stop(WRONG, said("nothing-is-called", asked=asked, hint=hint))
    card = min(ids, key=lambda i: str(now.table.card(i).zone) != "table")
    sys.stdout.write(told(board, desk.glossary, now, card, lang, form))


def _moment(desk: Desk, command: str, file: str, after: int | None) -> tuple[Board, Moment]:
    """The board of one scenario, and its table after an attempt."""
    loaded = load(desk, [file])
    if len(loaded) != 1 or loaded[0].board is None:
        raise Stop(USAGE, said("takes-one-scenario-file", command=command))
    board = loaded[0].board
    steps = loaded[0].replay(desk.book)
    if after is not None and not 0 <= after <= len(steps):
        raise Stop(USAGE, said("after-must-be-between-0-and", count=len(steps)))
    number = len(steps) if after is None else after
    return board, steps[number - 1].after if number else Moment(board.table, desk.book)


def new(file: str | None) -> None:
    """Writes a commented scenario to start from; never over a file that is there."""
    from adjudicator.regress.cases import MODELINE

    text = (templates() / "new-scenario.yaml").read_text("utf-8")
    if file is None:
        sys.stdout.write(f"{MODELINE}\n{text}")
        return
    path = Path(file)
    with unwritable(file):
        writing.new(path, f"{MODELINE}\n# yaml-language-server: $schema={SCHEMA}\n{text}")
    print(f"wrote {file}", file=sys.stderr)
    if not (path.parent / SCHEMA).exists():
        save(path.parent / SCHEMA, _schema("en"))


def manual(asked: list[str], lang: str | None = None) -> None:
    """Prints a page of the manual, what there is, or where some words stand."""
    from adjudicator.manual import pages

    lang = spoken(lang)
    words = " ".join(asked)
    if not words:
        sys.stdout.write(pages.index(lang))
        return
    page = pages.found_as(words, lang)
    if page is not None:
        _paged(page.text)
        return
    hits = list(pages.search(words, lang))
    if not hits:
        hint = did_you_mean(words, pages.names())
        raise Stop(WRONG, f'the manual has nothing on "{words}"' + (f"; {hint}" if hint else ""))
    out, last = [], ("", "")
    for hit in hits:
        if (hit.page.name, hit.heading) != last:
            last = hit.page.name, hit.heading
            out.append(f"\n{hit.page.name}: {hit.heading}")
        out.append(f"  {hit.line}")
    _paged("\n".join(out).lstrip("\n") + "\n")


def _paged(text: str) -> None:
    """Page by page where somebody looks at a terminal."""
    if sys.stdout.isatty():
        import pydoc

        pydoc.pager(terminal.harmless(text))
    else:
        sys.stdout.write(text)


def lsp(lang: str | None = None, given: Given = SHIPPED_RULES) -> None:
    """Answers an editor on standard input and output until it has enough."""
    lang = spoken(lang)
    try:
        from adjudicator.editor.server import server
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise Stop(WRONG, said("an-editor-needs-pygls-pip-install-adjudicator")) from None
    server(lang, edition_of(given)).start_io()


def schema(lang: str | None = None, output: str | None = None, force: bool = False) -> None:
    """Prints a JSON Schema of the scenario format, with the titles and clauses known here."""
    lang = spoken(lang)
    if output is None:
        sys.stdout.write(_schema(lang))
    else:
        save(Path(output), _schema(lang), force)


def _schema(lang: str) -> str:
    import json

    from adjudicator.scenario.schema import schema as made
    from adjudicator.words.page import card_keys

    desk = open_desk()
    clauses = [clause.id for clause in desk.glossary.clauses()]
    record = made(known_titles(desk), clauses, card_keys(), lang)
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def known_titles(desk: Desk) -> list[str]:
    """Every title that a scenario may name, of library and pool."""
    pool = (line.title for line in desk.library.pool.all())
    return list(dict.fromkeys((*desk.library.titles(), *pool)))


def glossary(
    asked: list[str],
    form: str = "text",
    lang: str | None = None,
    disputed: bool = False,
    coverage: bool = False,
    scenarios: str = "scenarios",
    given: Given = SHIPPED_RULES,
) -> None:
    """Searches the glossary, shows an entry, lists disputes or coverage."""
    from adjudicator.ruling.browse import Pages, search

    one_of("--format", form, ("text", "markdown", "json"))
    lang = spoken(lang)
    desk = open_desk(given)
    pages = Pages(desk.glossary, lang, form)
    if disputed:
        text = pages.disputes()
    elif coverage:
        text = pages.coverage(_given_by_cards(desk))
    elif asked[:1] == ["show"] and len(asked) > 1:
        text = pages.entry(*_entry(desk, " ".join(asked[1:]), scenarios))
    elif asked:
        text = pages.found(search(desk.glossary, asked))
    else:
        text = pages.found([(entry, 0) for entry in desk.glossary.all()])
    sys.stdout.write(text)


def _given_by_cards(desk: Desk) -> set[str]:
    """Clauses that act through a card's text."""
    return {
        text.source
        for title in desk.library.titles()
        for print_ in desk.library.versions(title)
        for text in print_.texts
        if text.source
    }


def _entry(desk: Desk, asked: str, scenarios: str) -> tuple[Entry, list[str]]:
    """The entry of that id or title, and the scenarios whose rulings cite it."""
    from adjudicator.ruling.browse import search

    entry = desk.glossary.entry(asked.partition("/")[0])
    if entry is None:
        found = search(desk.glossary, [asked], most=5)
        if not found or found[0][1] < 20:
            hint = did_you_mean(asked, desk.glossary.ids) or said("try-adjudicator-glossary-words")
            raise Stop(WRONG, said("there-is-no-entry", asked=asked, hint=hint))
        entry = found[0][0]
    cited = []
    for path in scenario_files([scenarios] if Path(scenarios).is_dir() else []):
        loaded = desk.load(path)
        if loaded.board is None:
            continue
        ruling = compose(loaded.board, desk.book, loaded.replay(desk.book), desk.glossary)
        if any(record["entry"] == entry.id for record in ruling["cited"]):
            cited.append(str(path))
    return entry, cited


def load(desk: Desk, files: Iterable[str]) -> list[Loaded]:
    """Every scenario in the files and folders; stops with all problems if there is one."""
    loaded = [desk.load(path) for path in _found(files)]
    if any(scenario.problems for scenario in loaded):
        raise Stop(WRONG, _told(loaded))
    return loaded


def _found(files: Iterable[str]) -> list[Path]:
    found = list(scenario_files(files))
    if not found:
        raise Stop(USAGE, said("no-scenario-file-there-they-end-in"))
    return found


def _told(loaded: Iterable[Loaded]) -> str:
    """Prints every problem; the last line says how many there are."""
    problems = [(p, scenario.text) for scenario in loaded for p in scenario.problems]
    for problem, text in problems:
        print(show(in_language(problem), text) + "\n", file=sys.stderr)
    fixable = sum(any(fix.is_safe for fix in p.fixes) for p, _ in problems)
    hit = len({p.file for p, _ in problems})
    counts = {"problems": counted(len(problems), "problem"), "files": counted(hit, "file")}
    name = "problems-in-files-that-are-mended" if fixable else "problems-in-files"
    return said(name, fixable=fixable, **counts)


def refuse_stdin(files: Iterable[str], why: str) -> None:
    if STDIN in files:
        raise Stop(USAGE, said("is-standard-input", why=why))


_A = {"attempt": "an"}


def counted(number: int, word: str) -> str:
    return said(f"{_A.get(word, 'a')}-{word}") if number == 1 else said(f"{word}s", count=number)


def edition_of(given: Given) -> Edition:
    """The edition that the command line asks for."""
    try:
        return read_edition(given)
    except UnknownClause as unknown:
        raise Stop(USAGE, str(unknown)) from None


def open_desk(given: Given = SHIPPED_RULES, proving: bool = False) -> Desk:
    return Desk.open(edition_of(given), proving)


def one_of(option: str, value: str, known: Iterable[str]) -> None:
    names = list(known)
    if value not in names:
        hint = did_you_mean(value, names) or said("one-of", known=", ".join(names))
        raise Stop(USAGE, said("option-cannot-be", option=option, value=value, hint=hint))


def spoken(lang: str | None) -> str:
    """The language of a command: as asked for, else as the variable says, else English."""
    from adjudicator.speech import VARIABLE, current, languages, use

    use(lang)
    if lang is not None:
        one_of("--lang", lang, languages())
    elif os.environ.get(VARIABLE):
        one_of(VARIABLE, os.environ[VARIABLE], languages())
    return current().code


def languages(asked: str | None, form: str = "text") -> None:
    """Lists the languages and how much of each is there; of one, what it lacks."""
    from adjudicator.ruling.languages import listed, told_of

    one_of("--format", form, ("text", "json"))
    if asked is None:
        sys.stdout.write(listed(form))
    else:
        from adjudicator.speech import languages as known

        one_of("a language", asked, known())
        sys.stdout.write(told_of(asked, form))


def _print(documents: Documents, form: str, verdicts: Mapping[str, Verdict]) -> None:
    if form in ("html", "pdf") and len(documents) > 1:
        raise Stop(USAGE, said("several-rulings-need-output-folder", upper=form.upper()))
    if isinstance(documents[0][1], bytes):
        if sys.stdout.isatty():
            raise Stop(USAGE, said("a-pdf-file-needs-output-file"))
        sys.stdout.buffer.write(documents[0][1])
        return
    texts = [str(document).rstrip("\n") for _, document in documents]
    if form == "json" and len(texts) > 1:
        print("[\n" + ",\n".join(texts) + "\n]")
        return
    text = "\n\n\n".join(texts) + "\n"
    if form == "text" and sys.stdout.isatty() and "NO_COLOR" not in os.environ:
        terminal.paint(_coloured(terminal.harmless(text), verdicts))
    else:
        sys.stdout.write(text)


def _save_all(documents: Documents, form: str, output: str, force: bool) -> None:
    target, inputs = Path(output), [file for file, _ in documents]
    if len(documents) == 1 and not target.is_dir() and not output.endswith(("/", os.sep)):
        save(target, documents[0][1], force, inputs)
        return
    for name, (_, document) in zip(_names(inputs), documents, strict=True):
        save(target / f"{name}{SUFFIX[form]}", document, force, inputs)


def _names(files: Iterable[str]) -> Iterator[str]:
    """A name for the ruling on each file, no two the same even where capitals do not count."""
    stems = [Path(file).stem for file in files]
    taken: set[str] = set()
    for stem in stems:
        name, number, not_free = stem, 1, taken
        while name.casefold() in not_free:
            number += 1
            name, not_free = f"{stem}-{number}", taken | {other.casefold() for other in stems}
        taken.add(name.casefold())
        yield name


def save(
    path: Path, document: str | bytes, force: bool = False, inputs: Iterable[str] = ()
) -> None:
    """Writes what was asked for, and says so."""
    with unwritable(path):
        writing.put(path, document, force=force, inputs=inputs)
    print(f"wrote {path}", file=sys.stderr)


@contextmanager
def unwritable(path: str | Path) -> Iterator[None]:
    """Tells what keeps a file from being written."""
    try:
        yield
    except OSError as error:
        raise Stop(
            WRONG, said("file-cannot-be-written", path=path, word=error.strerror or error)
        ) from None


def waiting(folder: str | Path) -> None:
    print(f"{folder}: another run is writing there; waiting for it", file=sys.stderr)


_BOLD, _PLAIN = "\033[1m", "\033[0m"
_COLOURS = {
    "legal": "\033[1;32m",
    "illegal": "\033[1;31m",
    "backed up": "\033[1;33m",
    "undetermined": "\033[1;35m",
}


def _coloured(text: str, verdicts: Mapping[str, Verdict]) -> str:
    """The answer bold, each step's verdict in its colour; the words stay the same."""
    first, *rest = text.split("\n")
    lines = [f"{_BOLD}{first}{_PLAIN}"]
    for line in rest:
        verdict = verdicts.get(line)
        if verdict is not None and verdict.name in _COLOURS:
            head = line.removesuffix(verdict.word)
            line = f"{_BOLD}{head}{_PLAIN}{_COLOURS[verdict.name]}{verdict.word}{_PLAIN}"
        lines.append(line)
    return "\n".join(lines)

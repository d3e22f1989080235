"""The language server, asked by the protocol's own client; and what it rests on."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient
from pygls.uris import from_fs_path

from adjudicator.desk.bridge import Bridge
from adjudicator.editor.changing import lenses
from adjudicator.editor.layout import laid_out
from adjudicator.editor.places import Places
from adjudicator.editor.sheet import Sheet
from adjudicator.session import Desk
from adjudicator.source import compose

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "scenarios" / "actions" / "example-3-a-gift-and-the-swindler.yaml"
EDITS = int(os.environ.get("ADJUDICATOR_EDITS", "300"))  # random edits; 10,000 were made by hand
TEXT = """\
title: A drain and a trooper
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      icons: {light: 2, dark: 1}
      dark: [Darth Vader, {card: Stormtrooper, as: TK1}]   # a comment
  dark: {hand: [Elis Helrot], force: 5}
attempts:
  - light drains: "Tatooine: Cantina"
  - dark plays: Elis Helrot
    targets: TK1
    to: "Tatooine: Cantina"
    expect: {verdict: illegal, because: actions-stacking/topmost-only}
"""


class Client(LanguageClient):
    """A client that remembers what it was told."""

    def __init__(self) -> None:
        super().__init__("tests", "1")
        self.told: dict[str, list[types.Diagnostic]] = {}
        self.news = asyncio.Event()
        self.applied: list[types.ApplyWorkspaceEditParams] = []
        self.messages: list[str] = []
        self.version = 0

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def told(params: types.PublishDiagnosticsParams) -> None:
            if params.version is None or params.version >= self.version:
                self.told[params.uri] = list(params.diagnostics)
                self.news.set()

        @self.feature(types.WORKSPACE_APPLY_EDIT)
        def apply(params: types.ApplyWorkspaceEditParams) -> types.ApplyWorkspaceEditResult:
            self.applied.append(params)
            return types.ApplyWorkspaceEditResult(True)

        @self.feature(types.WINDOW_SHOW_MESSAGE)
        def message(params: types.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def open(self, path: Path, text: str) -> str:
        uri = from_fs_path(str(path)) or ""
        path.write_text(text, "utf-8")
        self.news.clear()
        item = types.TextDocumentItem(uri, "yaml", self.version, text)
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await asyncio.wait_for(self.news.wait(), 60)
        return uri

    async def type(self, uri: str, text: str) -> list[types.Diagnostic]:
        """The whole text replaced, and what is wrong with it then."""
        self.change(uri, text)
        while True:
            await asyncio.wait_for(self.news.wait(), 60)
            return self.told[uri]

    def change(self, uri: str, text: str) -> None:
        self.version += 1
        self.news.clear()
        document = types.VersionedTextDocumentIdentifier(self.version, uri)
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))


@asynccontextmanager
async def served(folder: Path, *options: str, lang: str = "en") -> AsyncIterator[Client]:
    client = Client()
    await client.start_io(sys.executable, "-m", "adjudicator", "lsp", *options)
    await client.initialize_async(
        types.InitializeParams(
            capabilities=types.ClientCapabilities(),
            root_uri=from_fs_path(str(folder)),
            workspace_folders=[types.WorkspaceFolder(from_fs_path(str(folder)) or "", "here")],
            initialization_options={"lang": lang},
        )
    )
    client.initialized(types.InitializedParams())
    yield client
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


def talk(folder: Path, said: Callable[[Client], Awaitable[None]], lang: str = "en") -> None:
    async def run() -> None:
        async with served(folder, lang=lang) as client:
            await said(client)

    asyncio.run(run())


def at(text: str, word: str, nth: int = 0, offset: int = 1) -> types.Position:
    place = -1
    for _ in range(nth + 1):
        place = text.index(word, place + 1)
    return types.Position(*Places(text).place(place + offset))


def here(uri: str, position: types.Position) -> dict[str, object]:
    return {"text_document": types.TextDocumentIdentifier(uri), "position": position}


def edited(text: str, edits: list[types.TextEdit]) -> str:
    places = Places(text)
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character))[::-1]:
        start = places.index(edit.range.start.line, edit.range.start.character)
        end = places.index(edit.range.end.line, edit.range.end.character)
        text = text[:start] + edit.new_text + text[end:]
    return text


def test_problems_fixes_and_a_broken_file(tmp_path: Path) -> None:
    async def said(client: Client) -> None:
        wrong = TEXT.replace("phase: control", "phase: contrl")
        uri = await client.open(tmp_path / "a.yaml", wrong)
        (problem,) = client.told[uri]
        assert (problem.code, problem.source) == ("unknown-word", "adjudicator")
        assert problem.severity == types.DiagnosticSeverity.Error
        assert 'did you mean "control"?' in problem.message
        actions = await client.text_document_code_action_async(
            types.CodeActionParams(
                types.TextDocumentIdentifier(uri), problem.range, types.CodeActionContext([])
            )
        )
        fix, all_ = actions or []
        assert fix.is_preferred and fix.edit.changes[uri][0].new_text == "control"
        assert all_.kind == types.CodeActionKind.SourceFixAll
        assert edited(wrong, all_.edit.changes[uri]) == TEXT
        assert await client.type(uri, TEXT) == []
        forgotten = TEXT.replace(
            "    expect: {verdict: illegal, because: actions-stacking/topmost-only}\n", ""
        )
        (note,) = await client.type(uri, forgotten)
        assert (note.code, note.severity) == (
            "forgotten-pass",
            types.DiagnosticSeverity.Information,
        )
        (broken,) = await client.type(uri, TEXT.replace("[Luke", "[Luke {"))
        assert broken.code == "yaml"
        assert await client.type(uri, "services:\n  web: {image: x}\n") == []  # somebody else's
        assert await client.type(uri, TEXT) == []

    talk(tmp_path, said)


def test_completion_offers_what_is_legal_now(tmp_path: Path) -> None:
    async def offered(client: Client, uri: str, text: str) -> list[types.CompletionItem]:
        await client.type(uri, text.replace("|", ""))
        position = types.Position(*Places(text).place(text.index("|")))
        params = types.CompletionParams(**here(uri, position))  # type: ignore[arg-type]
        told = await client.text_document_completion_async(params)
        assert isinstance(told, types.CompletionList)
        return list(told.items)

    async def said(client: Client) -> None:
        uri = await client.open(tmp_path / "a.yaml", TEXT)
        start = TEXT[: TEXT.index("  - light drains")]
        items = await offered(client, uri, start + "  - light drains: |\n")
        assert items[0].label == "Tatooine: Cantina" and items[0].detail.startswith("legal now")
        assert items[0].text_edit.new_text == '"Tatooine: Cantina"'
        items = await offered(client, uri, start + "  - |\n")
        labels = [item.label for item in items]
        assert labels[0].startswith("light ") and "light drains: Tatooine: Cantina" in labels
        items = await offered(client, uri, TEXT + "    tar|\n")
        assert items[0].label == "targets" and items[0].detail
        items = await offered(client, uri, start + "  - light drains: Hoth\n    t|\n")
        assert "targets" not in [i.label for i in items]  # a drain has none
        items = await offered(client, uri, TEXT.replace("targets: TK1", "targets: |"))
        assert "TK1" in [i.label for i in items]
        items = await offered(
            client, uri, TEXT.replace("because: actions-stacking/topmost-only", "because: topmost|")
        )
        assert "actions-stacking/topmost-only" in [i.label for i in items]
        items = await offered(client, uri, TEXT.replace("as: TK1", "|"))
        assert "undercover" in [i.label for i in items]
        items = await offered(client, uri, TEXT.replace("[Luke Skywalker]", "[Boush|]"))
        assert "Boushh" in [i.label for i in items]
        items = await offered(client, uri, TEXT.replace("phase: control", "phase: |"))
        assert "end of turn" in [i.label for i in items]

    talk(tmp_path, said)


def test_hover_in_both_languages(tmp_path: Path) -> None:
    async def page(client: Client, uri: str, text: str, word: str, nth: int = 0) -> str:
        params = types.HoverParams(**here(uri, at(text, word, nth)))  # type: ignore[arg-type]
        told = await client.text_document_hover_async(params)
        return told.contents.value if told else ""

    async def said(client: Client) -> None:
        asked = TEXT + "  - ask: power\n    card: Darth Vader\n    expect: {answer: 6}\n"
        uri = await client.open(tmp_path / "a.yaml", asked)
        assert "Whose turn it is" in await page(client, uri, asked, "turn:")
        clause = await page(client, uri, asked, "actions-stacking/topmost-only")
        assert "topmost" in clause and "haute" in clause  # English and French
        assert "Darth Vader" in await page(client, uri, asked, "Darth Vader")
        assert "Stormtrooper" in await page(client, uri, asked, "TK1", 1)
        assert "illegal" in await page(client, uri, asked, "dark plays")
        told = await page(client, uri, asked, "answer: 6", 0)
        assert "answer" in told
        params = types.HoverParams(**here(uri, at(asked, "{answer: 6}", 0, 10)))  # type: ignore[arg-type]
        summed = await client.text_document_hover_async(params)
        assert summed is not None and "Darth Vader" in summed.contents.value

    async def dit(client: Client) -> None:
        uri = await client.open(tmp_path / "b.yaml", TEXT)
        assert "De qui c'est le tour" in await page(client, uri, TEXT, "turn:")
        assert "illégal" in await page(client, uri, TEXT, "dark plays")
        (problem,) = await client.type(uri, TEXT.replace("phase: control", "phase: contrl"))
        assert "did you mean" not in problem.message and "control" in problem.message

    talk(tmp_path, said)
    talk(tmp_path, dit, lang="fr")


def test_lenses_write_what_they_say(tmp_path: Path) -> None:
    async def said(client: Client) -> None:
        bare = TEXT.replace(
            "    expect: {verdict: illegal, because: actions-stacking/topmost-only}\n", ""
        )
        uri = await client.open(tmp_path / "a.yaml", bare)
        found = await client.text_document_code_lens_async(
            types.CodeLensParams(types.TextDocumentIdentifier(uri))
        )
        titles = [(lens.range.start.line, lens.command.title) for lens in found or []]
        drain = TEXT[: TEXT.index("- light drains")].count("\n")
        assert titles[0][0] == drain and titles[0][1].startswith("legal – ")
        assert (drain + 1, "why not?") in titles and (drain + 1, "expect this") in titles
        by_title = {lens.command.title: lens.command for lens in found or []}

        async def click(title: str) -> str:
            command = by_title[title]
            client.applied.clear()
            await client.workspace_execute_command_async(
                types.ExecuteCommandParams(command.command, command.arguments)
            )
            return edited(bare, client.applied[0].edit.changes[uri]) if client.applied else ""

        assert await click("expect this") == bare + (
            "    expect: {verdict: illegal, because: actions-stacking/topmost-only}\n"
        )
        first = next(c for c in (x.command for x in found or []) if "both pass" in c.title)
        by_title["first"] = first
        passed = await click("first")
        assert passed.index("both pass") > passed.index("light drains")
        assert passed.index("both pass") < passed.index("dark plays")
        assert await click("why not?") == ""
        assert client.messages and "[actions-stacking/topmost-only]" in client.messages[0]

    talk(tmp_path, said)


def test_definitions_references_and_renaming(tmp_path: Path) -> None:
    async def said(client: Client) -> None:
        other = tmp_path / "other.yaml"
        other.write_text(TEXT.replace("TK1", "TK2"), "utf-8")
        uri = await client.open(tmp_path / "a.yaml", TEXT)

        async def leads(word: str, nth: int = 0) -> tuple[str, str]:
            params = types.DefinitionParams(**here(uri, at(TEXT, word, nth)))  # type: ignore[arg-type]
            found = await client.text_document_definition_async(params)
            assert isinstance(found, types.Location), word
            path = Path(found.uri.removeprefix("file://"))
            return path.name, path.read_text("utf-8").splitlines()[found.range.start.line]

        assert await leads("actions-stacking/topmost-only") == (
            "actions-stacking.yaml", "  - id: topmost-only"
        )  # fmt: skip
        name, line = await leads("Darth Vader")
        assert name == "darth-vader.yaml" and "Darth Vader" in line
        assert "as: TK1" in (await leads("TK1", 1))[1]
        context = types.ReferenceContext(True)
        params = types.ReferenceParams(context, **here(uri, at(TEXT, "actions-stacking/")))  # type: ignore[arg-type]
        found = await client.text_document_references_async(params)
        assert {Path(f.uri).name for f in found or []} == {"a.yaml", "other.yaml"}
        params = types.ReferenceParams(context, **here(uri, at(TEXT, "TK1")))  # type: ignore[arg-type]
        assert len(await client.text_document_references_async(params) or []) == 2
        done = await client.text_document_rename_async(
            types.RenameParams(new_name="The trooper: first", **here(uri, at(TEXT, "TK1")))  # type: ignore[arg-type]
        )
        assert done is not None and done.changes is not None
        assert edited(TEXT, list(done.changes[uri])) == TEXT.replace("TK1", '"The trooper: first"')
        with pytest.raises(JsonRpcException, match="as:"):
            await client.text_document_rename_async(
                types.RenameParams(new_name="x", **here(uri, at(TEXT, "Darth Vader")))  # type: ignore[arg-type]
            )

    talk(tmp_path, said)


def test_a_text_is_set_in_order(tmp_path: Path) -> None:
    async def said(client: Client) -> None:
        untidy = TEXT.replace("\n    - site", "\n  -   site").replace(
            "\n      icons", "\n      icons"
        )
        uri = await client.open(tmp_path / "a.yaml", untidy + "  \n\n\n")
        params = types.DocumentFormattingParams(
            types.TextDocumentIdentifier(uri), types.FormattingOptions(2, True)
        )
        found = await client.text_document_formatting_async(params)
        assert edited(untidy + "  \n\n\n", list(found or [])) == TEXT

    talk(tmp_path, said)


def test_long_files_and_random_edits_keep_it_alive(tmp_path: Path) -> None:
    async def said(client: Client) -> None:
        long = TEXT + "".join("  - both pass\n" for _ in range(2_000))
        uri = await client.open(tmp_path / "a.yaml", long)
        assert len(long.splitlines()) > 2_000
        params = types.CodeLensParams(types.TextDocumentIdentifier(uri))
        await client.text_document_code_lens_async(params)
        chance = random.Random(7)
        text = TEXT
        signs = [
            "\n",
            " ",
            ":",
            "-",
            "[",
            "]",
            "{",
            "}",
            '"',
            "'",
            "#",
            "\t",
            "\U0001f600",
            "&a",
            "*a",
            "|",
            "é",
            "0",
            "TK1",
            "light",
            "  - both pass\n",
        ]
        for number in range(EDITS):
            start = chance.randrange(len(text) + 1)
            end = min(len(text), start + chance.choice((0, 0, 1, 3, 40)))
            new = chance.choice((*signs, "", text[start : start + 30]))
            places = Places(text)
            range_ = types.Range(
                types.Position(*places.place(start)), types.Position(*places.place(end))
            )
            text = text[:start] + new + text[end:]
            client.version += 1
            client.news.clear()
            client.text_document_did_change(
                types.DidChangeTextDocumentParams(
                    types.VersionedTextDocumentIdentifier(client.version, uri),
                    [types.TextDocumentContentChangePartial(range=range_, text=new)]
                    if number else [types.TextDocumentContentChangeWholeDocument(text)],
                )
            )  # fmt: skip
            if number % 10 == 0:
                where = here(
                    uri, types.Position(*Places(text).place(chance.randrange(len(text) + 1)))
                )
                await client.text_document_hover_async(types.HoverParams(**where))  # type: ignore[arg-type]
                await client.text_document_completion_async(types.CompletionParams(**where))  # type: ignore[arg-type]
                await client.text_document_code_lens_async(params)
                await client.text_document_definition_async(types.DefinitionParams(**where))  # type: ignore[arg-type]
                await client.text_document_formatting_async(
                    types.DocumentFormattingParams(
                        types.TextDocumentIdentifier(uri), types.FormattingOptions(2, True)
                    )
                )
            if len(text) > 6_000 or number % 100 == 99:
                text = TEXT
                client.change(uri, text)
        assert await client.type(uri, TEXT) == []

    talk(tmp_path, said)


# -- what it rests on --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", [EXAMPLE, *sorted((ROOT / "scenarios" / "battle").glob("*.yaml"))[:20]]
)
def test_what_is_set_in_order_says_the_same(path: Path, desk: Desk) -> None:
    text = path.read_text("utf-8")
    spread = text.replace("\n  ", "\n    ").replace("- ", "-  ", 3)
    for written in (text, spread):
        after = laid_out("a.yaml", written)
        assert laid_out("a.yaml", after) == after
        if compose("a", written)[0].node is not None:
            assert desk.read("a.yaml", after).problems == desk.read("a.yaml", after).problems
    assert laid_out("a.yaml", text) == text


def test_places_are_counted_as_the_protocol_does() -> None:
    text = "a\U0001f600b\r\nc\rd\n"
    places = Places(text)
    assert [places.place(n) for n in range(len(text) + 1)] == [
        (0, 0), (0, 1), (0, 3), (0, 4), (0, 5), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)
    ]  # fmt: skip
    for index in range(len(text)):
        if text[index] not in "\r\n":
            assert places.index(*places.place(index)) == index
    assert places.index(99, 0) == len(text) and places.index(0, 99) == 3


def test_forty_attempts_are_ruled_again_at_once() -> None:
    """As a ratio, whatever the machine: what a keystroke costs against reading the file's YAML."""
    attempts = ['  - light drains: "Tatooine: Cantina"\n'] + ["  - both pass\n"] * 39
    text = TEXT[: TEXT.index("attempts:")] + "attempts:\n" + "".join(attempts)
    bridge = Bridge()

    def cost(work: Callable[[], object]) -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    def keystroke(number: int) -> None:
        sheet = Sheet(bridge, "a.yaml", f"{text}# {number}\n")
        assert not sheet.problems and not sheet.notes and list(lenses(sheet))

    import yaml

    keystroke(0)
    ruled = min(cost(lambda n=n: keystroke(n)) for n in range(1, 5))
    read = min(cost(lambda: yaml.compose(text, Loader=yaml.SafeLoader)) for _ in range(5))
    assert ruled < 60 * read, (ruled, read)


def test_without_pygls_it_says_what_is_needed(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError(name='pygls')", "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", "lsp"],
        capture_output=True, text=True, check=False, cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.strip() == "an editor needs pygls: pip install 'adjudicator[lsp]'"


def test_the_extension_is_whole() -> None:
    """That it packages is tried with its own tool: `npm ci && npm run package`."""
    folder = ROOT / "adjudicator" / "editors" / "vscode"
    package = json.loads((folder / "package.json").read_text("utf-8"))
    assert (folder / package["main"]).is_file()
    default = package["contributes"]["configuration"]["properties"]["adjudicator.command"][
        "default"
    ]
    assert default == ["adjudicator", "lsp"]
    lock = json.loads((folder / "package-lock.json").read_text("utf-8"))
    assert lock["packages"][""]["dependencies"] == package["dependencies"]
    assert not any("resolved" in known for known in lock["packages"].values())

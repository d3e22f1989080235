"""The language server: what an editor asks, by the protocol, and what it is told.

One thread rules, in the order of what is asked; what is typed meanwhile is waiting there, and only
the last of it is ruled."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from adjudicator import __version__
from adjudicator.desk.bridge import Bridge
from adjudicator.edition.layers import SHIPPED, Edition
from adjudicator.editor import changing, layout, looking
from adjudicator.editor.changing import Change
from adjudicator.editor.places import Places
from adjudicator.editor.sheet import Sheet
from adjudicator.regress.cases import MODELINE
from adjudicator.source import Lines, Problem
from adjudicator.speech import in_language, language, languages

if TYPE_CHECKING:
    from pygls.workspace import TextDocument

SOURCE = "adjudicator"
_PAUSE = 0.03  # seconds without a keystroke before it is ruled again
_KEPT = 8  # texts of which is kept what was found out


class Server(LanguageServer):
    """The judge behind an editor."""

    def __init__(self, spoken: str = "en", edition: Edition = SHIPPED) -> None:
        super().__init__(SOURCE, __version__)
        self.spoken = spoken
        self.bridge = Bridge(edition=edition)
        self._sheets: dict[str, Sheet] = {}
        self._waiting: dict[str, asyncio.TimerHandle] = {}

    # -- texts -----------------------------------------------------------------------------

    def document(self, uri: str) -> TextDocument:
        return self.workspace.get_text_document(uri)

    def sheet(self, uri: str) -> Sheet:
        """The text as it is typed now, with what was found out of it so far."""
        text = self.document(uri).source
        kept = self._sheets.pop(uri, None)
        if kept is None or kept.text != text or kept.language != self.spoken:
            kept = Sheet(self.bridge, to_fs_path(uri) or uri, text, self.spoken)
        self._sheets[uri] = kept
        while len(self._sheets) > _KEPT:
            self._sheets.pop(next(iter(self._sheets)))
        return kept

    def is_ours(self, uri: str) -> bool:
        text = self.document(uri).source
        return text.startswith(MODELINE) or "\nattempts:" in text or text.startswith("attempts:")

    def soon(self, uri: str) -> None:
        """Ruled as soon as nobody types."""
        if uri in self._waiting:
            self._waiting.pop(uri).cancel()
        loop = asyncio.get_running_loop()
        self._waiting[uri] = loop.call_later(_PAUSE, self.tell, uri)

    def tell(self, uri: str) -> None:
        """Everything that is wrong, and what is left open."""
        self._waiting.pop(uri, None)
        told: list[types.Diagnostic] = []
        if self.is_ours(uri):
            sheet = self.sheet(uri)
            error, note = types.DiagnosticSeverity.Error, types.DiagnosticSeverity.Information
            told = [
                *(self._diagnostic(sheet, p, error) for p in sheet.problems),
                *(self._diagnostic(sheet, p, note) for p in sheet.notes),
            ]
        version = self.document(uri).version
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told, version))

    def _diagnostic(
        self, sheet: Sheet, problem: Problem, severity: types.DiagnosticSeverity
    ) -> types.Diagnostic:
        here = problem.file == sheet.file
        start, end = Lines(sheet.text).range(problem.span) if here else (0, 0)
        problem = in_language(problem, language(self.spoken))
        message = problem.message if here else f"{problem.file}: {problem.message}"
        return types.Diagnostic(
            self.range(sheet.text, start, max(start, end)),
            f"{message}\n{problem.hint}" if problem.hint else message,
            severity=severity,
            code=problem.code,
            source=SOURCE,
        )

    # -- places ----------------------------------------------------------------------------

    def range(self, text: str, start: int, end: int) -> types.Range:
        places = Places(text)
        return types.Range(types.Position(*places.place(start)), types.Position(*places.place(end)))

    def index(self, uri: str, position: types.Position) -> int:
        return Places(self.document(uri).source).index(position.line, position.character)

    def edits(self, text: str, changes: Iterable[Change]) -> list[types.TextEdit]:
        return [types.TextEdit(self.range(text, c.start, c.end), c.text) for c in changes]

    def location(self, uri: str, there: looking.There) -> types.Location:
        here = there.file == (to_fs_path(uri) or uri)
        target = uri if here else from_fs_path(str(Path(there.file).resolve())) or uri
        return types.Location(target, self.range(there.text, there.start, there.end))

    def folders(self) -> list[str]:
        """What is open in the editor: the folders that may hold scenarios."""
        paths = (to_fs_path(uri) for uri in self.workspace.folders)
        return [path for path in paths if path and Path(path).is_dir()]


def server(spoken: str = "en", edition: Edition = SHIPPED) -> Server:
    """A server that answers everything that `editor/` knows, under the rules of an edition."""
    ls = Server(spoken, edition)

    @ls.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        wanted = params.initialization_options
        if isinstance(wanted, dict) and wanted.get("lang") in languages():
            ls.spoken = wanted["lang"]

    @ls.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        ls.soon(params.text_document.uri)

    @ls.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def typed(params: types.DidChangeTextDocumentParams) -> None:
        ls.soon(params.text_document.uri)

    @ls.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        ls._sheets.pop(uri, None)

    @ls.feature(
        types.TEXT_DOCUMENT_COMPLETION,
        types.CompletionOptions(trigger_characters=[" ", ":", "-", "[", "{", ",", '"', "/"]),
    )
    def complete(params: types.CompletionParams) -> types.CompletionList:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return types.CompletionList(False, [])
        sheet, at = ls.sheet(uri), ls.index(uri, params.position)
        length, offers = looking.completions(sheet, at)
        where = ls.range(sheet.text, at - length, at)
        legal = language(ls.spoken).plain("editor")["legal now"]
        items = [
            types.CompletionItem(
                offer.label,
                kind=types.CompletionItemKind.Event
                if offer.is_legal_now
                else types.CompletionItemKind.Value,
                detail=f"{legal}: {offer.about}" if offer.is_legal_now else offer.about or None,
                sort_text=f"{number:04}",
                filter_text=sheet.text[at - length : at] or None,
                text_edit=types.TextEdit(where, offer.text),
            )
            for number, offer in enumerate(offers)
        ]
        return types.CompletionList(True, items)

    @ls.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return None
        sheet = ls.sheet(uri)
        shown = looking.hover(sheet, ls.index(uri, params.position))
        if shown is None:
            return None
        page = types.MarkupContent(types.MarkupKind.Markdown, shown.page)
        return types.Hover(page, ls.range(sheet.text, shown.start, shown.end))

    @ls.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=False))
    def lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return []
        found = changing.lenses(ls.sheet(uri))
        return [
            types.CodeLens(
                types.Range(types.Position(lens.line - 1, 0), types.Position(lens.line - 1, 0)),
                types.Command(lens.title, lens.command, arguments=[uri, lens.number]),
            )
            for lens in found
        ]

    @ls.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(
            code_action_kinds=[types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]
        ),
    )
    def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return []
        sheet = ls.sheet(uri)
        start, end = ls.index(uri, params.range.start), ls.index(uri, params.range.end)
        out = [
            types.CodeAction(
                fixing.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[ls._diagnostic(sheet, fixing.problem, types.DiagnosticSeverity.Error)],
                is_preferred=fixing.is_safe,
                edit=types.WorkspaceEdit({uri: ls.edits(sheet.text, fixing.changes)}),
            )
            for fixing in changing.fixes(sheet, start, end)
        ]
        if any(f.is_safe for p in sheet.problems for f in p.fixes):
            changes = changing.everything_safe(sheet)
            out.append(
                types.CodeAction(
                    language(ls.spoken).plain("editor")["mend all"],
                    kind=types.CodeActionKind.SourceFixAll,
                    edit=types.WorkspaceEdit({uri: ls.edits(sheet.text, changes)}),
                )
            )
        return out

    @ls.feature(types.TEXT_DOCUMENT_DEFINITION)
    def definition(params: types.DefinitionParams) -> types.Location | None:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return None
        there = looking.definition(ls.sheet(uri), ls.index(uri, params.position))
        return ls.location(uri, there) if there is not None else None

    @ls.feature(types.TEXT_DOCUMENT_REFERENCES)
    def references(params: types.ReferenceParams) -> list[types.Location]:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return []
        at = ls.index(uri, params.position)
        found = looking.references(ls.sheet(uri), at, ls.folders())
        return [ls.location(uri, there) for there in found]

    @ls.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def may_rename(params: types.PrepareRenameParams) -> types.Range | None:
        uri = params.text_document.uri
        sheet, at = ls.sheet(uri), ls.index(uri, params.position)
        spot = sheet.spot(at)
        if spot is None or changing.alias_at(sheet, at) is None:
            return None
        return ls.range(sheet.text, spot.start, spot.end)

    @ls.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        uri = params.text_document.uri
        sheet, at = ls.sheet(uri), ls.index(uri, params.position)
        changes = changing.renamed(sheet, at, params.new_name)
        if not changes:
            raise JsonRpcException(language(ls.spoken).plain("editor")["no own name"])
        return types.WorkspaceEdit({uri: ls.edits(sheet.text, changes)})

    @ls.feature(types.TEXT_DOCUMENT_FORMATTING)
    def lay_out(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        uri = params.text_document.uri
        if not ls.is_ours(uri):
            return []
        text = ls.document(uri).source
        after = layout.laid_out(to_fs_path(uri) or uri, text)
        return ls.edits(text, changing.difference(text, after))

    def carry_out(command: str, uri: str, number: int) -> str | None:
        sheet = ls.sheet(uri)
        if command == changing.WHY:
            told = changing.why(sheet, number)
            if told:
                kind = types.MessageType.Info
                ls.window_show_message(types.ShowMessageParams(kind, told))
            return told
        changes = changing.carried_out(sheet, command, number)
        if changes:
            edit = types.WorkspaceEdit({uri: ls.edits(sheet.text, changes)})
            ls.workspace_apply_edit(types.ApplyWorkspaceEditParams(edit))
        return None

    @ls.command(changing.EXPECT)
    def expect(uri: str, number: int) -> None:
        carry_out(changing.EXPECT, uri, number)

    @ls.command(changing.PASS)
    def both_pass(uri: str, number: int) -> None:
        carry_out(changing.PASS, uri, number)

    @ls.command(changing.WHY)
    def why(uri: str, number: int) -> str | None:
        return carry_out(changing.WHY, uri, number)

    return ls

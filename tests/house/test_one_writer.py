"""One module writes files; nothing else in the program does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "adjudicator"
WRITER = PACKAGE / "writing.py"
MODULES = {"tempfile", "shutil", "fcntl", "msvcrt", "mmap"}
OF_OS = {
    "open", "remove", "unlink", "rename", "renames", "replace", "mkdir", "makedirs", "rmdir",
    "removedirs", "link", "symlink", "truncate", "chmod", "chown", "mkfifo", "mknod", "write",
}  # fmt: skip
OF_PATHS = {
    "write_text", "write_bytes", "touch", "unlink", "rename", "mkdir", "rmdir", "symlink_to",
    "hardlink_to", "chmod", "extractall",
}  # fmt: skip


def _writes(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if MODULES & {n.name.split(".")[0] for n in names}:
                yield node
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in MODULES:
                yield node
            case ast.ImportFrom(module="os", names=names) if OF_OS & {n.name for n in names}:
                yield node
            case ast.Attribute(value=ast.Name(id="os"), attr=name) if name in OF_OS:
                yield node
            case ast.Call(func=ast.Attribute(attr=name)) if name in OF_PATHS:
                yield node
            case ast.Call(func=ast.Attribute(attr="open", value=ast.Name(id="Desk"))):
                pass  # a desk is opened, and no file
            case ast.Call(func=ast.Attribute(attr="replace", value=ast.Name(id="self"))):
                pass  # a card takes another's place
            case ast.Call(func=ast.Attribute(attr="replace"), args=[_], keywords=[]):
                yield node  # of a path; of a text it takes two
            case ast.Call(func=ast.Name(id="open") | ast.Attribute(attr="open")):
                if not _is_for_reading(node):
                    yield node


def _is_for_reading(call: ast.Call) -> bool:
    """No mode at all, or one that says so."""
    modes = [k.value for k in call.keywords if k.arg == "mode"]
    modes += call.args[1:2] if isinstance(call.func, ast.Name) else call.args[:1]
    return all(isinstance(m, ast.Constant) and m.value in ("r", "rb") for m in modes)


def test_nothing_else_writes_files() -> None:
    found = [
        f"{path.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != WRITER
        for node in _writes(ast.parse(path.read_text("utf-8")))
    ]
    assert not found


def test_the_search_finds_whatever_writes() -> None:
    """Else the test above would hold for want of eyes."""
    for line in (
        "open(x, 'w')", "open(x, mode='ab')", "path.open('x')", "path.write_text('')", "import os\nos.open(x, 1)",
        "path.replace(other)", "path.unlink()", "import tempfile", "from os import rename", "from shutil import move",
        "open(x, how)",
    ):  # fmt: skip
        assert list(_writes(ast.parse(line))), line
    for line in (
        "open(x)",
        "open(x, 'rb')",
        "path.open('rb')",
        "Desk.open()",
        "t.replace('a', 'b')",
    ):
        assert not list(_writes(ast.parse(line))), line
    assert list(_writes(ast.parse(WRITER.read_text("utf-8"))))

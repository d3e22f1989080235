"""Templates and what they print: every value is escaped for the format it is printed in.

A template lays out what the writer said and decides nothing. Escaping is not
left to it: whatever an expression prints passes the format's own `finalize`,
so that text from a scenario cannot become markup, whoever wrote the template."""

from __future__ import annotations

import base64
import hashlib
import importlib.util
import re
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.exceptions import TemplateNotFound, TemplateSyntaxError
from markupsafe import Markup

from adjudicator import writing
from adjudicator.ruling.own_templates import Folder, Sandbox


class BadTemplate(Exception):  # noqa: N818 - it says what it is
    """A mistake in somebody's own template, with file and line."""


def templates() -> Path:
    """The shipped templates: inside the installed package, or beside it in a checkout."""
    inside = Path(__file__).parent.parent / "templates"
    return inside if inside.is_dir() else inside.parent.parent / "templates"


# -- escaping ----------------------------------------------------------------------

_SPACES = "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
_INLINE = re.compile(r"([\\`*_\[\]|~$])")
_AT_START = re.compile(r"^(?:(\d+)(?=[.)])|(?=[#+=-]))")  # of a line: a list, a heading, a rule
_LINK = re.compile(r"(?i)(?<=\bwww)\.|:(?=//)|(?<=\bmailto):|(?<=\bxmpp):")
_CHAT = re.compile(r"([<>]|:(?=\w+:)|(?<=:)/(?=/))")  # mentions, emoji by name, links
_NO_MENTION = "@\N{ZERO WIDTH SPACE}"  # neither a forum nor a chat calls anybody by it


def plain(text: object) -> str:
    """No control characters but line ends: a title must not steer a terminal."""
    written = str(text)
    if written.isprintable():
        return written
    return "".join(c if c.isprintable() or c in _SPACES else "\ufffd" for c in written)


def one_line(text: object) -> str:
    """The same on one line: a title must not forge a line of a ruling either."""
    written = plain(text)
    return " ".join(written.split("\n")).rstrip() if "\n" in written else written


def _escaped(text: object) -> str:
    marked = _INLINE.sub(r"\\\1", one_line(text).lstrip(" "))
    return _AT_START.sub(lambda m: (m.group(1) or "") + "\\", marked).replace("@", _NO_MENTION)


def markdown(text: object) -> str:
    """A text that no Markdown reader takes for markup, a link or a mention."""
    marked = _LINK.sub(lambda m: f"&#{ord(m.group())};", _escaped(text).replace("&", "&amp;"))
    return marked.replace("<", "&lt;").replace(">", "&gt;")


def discord(text: object) -> str:
    """The same for a chat, which knows no entities: there a backslash serves for everything."""
    return _CHAT.sub(r"\\\1", _escaped(text))


def _for(escape: Callable[[object], str]) -> Callable[[object], object]:
    def finalize(value: object) -> object:
        return value if isinstance(value, Markup) else escape(value)

    return finalize


FINALIZE = {
    "txt": one_line,
    "md": _for(markdown),
    "discord": _for(discord),
    "html": _for(one_line),
}


# -- environments ------------------------------------------------------------------


class Compiled(BytecodeCache):
    """Compiled templates kept where Python keeps compiled modules, by the same rules:
    compiling one costs more time than a ruling."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError), self._place(bucket).open("rb") as stream:
            bucket.load_bytecode(stream)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        with suppress(OSError, writing.Unwritten):  # nobody may write there: compiled next time
            writing.keep(self._place(bucket), bucket.bytecode_to_string())

    def _place(self, bucket: Bucket) -> Path:
        name = f"{bucket.key}.py"  # the key tells the template and the folder it is in
        return Path(importlib.util.cache_from_source(str(templates() / name)))


@lru_cache(maxsize=16)
def _environment(kind: str, own: Path | None) -> Environment:
    """For one kind of template; somebody's own templates are looked up first, and sandboxed."""
    shipped = FileSystemLoader(templates())
    settings: dict[str, Any] = {
        "undefined": StrictUndefined,
        "autoescape": kind == "html",
        "finalize": FINALIZE[kind],
        "trim_blocks": True,
        "lstrip_blocks": True,
        "keep_trailing_newline": True,
        "auto_reload": False,
    }
    environment: Environment
    if own is None:
        environment = Environment(loader=shipped, bytecode_cache=Compiled(), **settings)
    else:
        environment = Sandbox(loader=_own_first(own, shipped), **settings)
    environment.filters["kebab"] = lambda text: str(text or "").replace(" ", "-")
    return environment


@lru_cache(maxsize=4)
def assets(script: str) -> dict[str, Any]:
    """What an HTML page needs: its script, and a policy under which nothing else runs or loads."""
    text = (templates() / script).read_text("utf-8")
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    policy = (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    return {"script": Markup(text), "policy": policy}


def _own_first(own: Path, shipped: FileSystemLoader) -> ChoiceLoader:
    """A template of one's own may extend the one it replaces, as `shipped/ruling.html.j2`."""
    return ChoiceLoader([Folder(own), shipped, PrefixLoader({"shipped": shipped})])


def lay_out(name: str, context: Mapping[str, Any], own: Path | None = None) -> str:
    """A template filled in. A mistake in somebody's own template is told with its place."""
    kind = name.removesuffix(".j2").rpartition(".")[2]
    environment = _environment(kind, own)
    if not isinstance(environment, Sandbox) or own is None:
        return environment.get_template(name).render(context)
    environment.allow(context)
    try:
        return environment.get_template(name).render(context)
    except TemplateSyntaxError as error:
        place = f"{error.filename or error.name or name}:{error.lineno}"
        raise BadTemplate(f"{place}: {error.message}") from None
    except UnicodeDecodeError:
        raise BadTemplate(f"{own / name}: is not UTF-8 text") from None
    except Exception as error:  # whatever it is, it is that template's
        raise BadTemplate(f"{_place(error, own, name)}: {_told(error)}") from None


def _place(error: BaseException, own: Path, name: str) -> str:
    """The innermost line of a template in the traceback; Jinja puts its own names there."""
    folders = (str(own), str(templates()))
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.filename.endswith(".j2") and frame.filename.startswith(folders):
            return f"{frame.filename}:{frame.lineno}"
    return str(own / name)


def _told(error: BaseException) -> str:
    if isinstance(error, TemplateNotFound):
        return f'there is no template "{error.message}"'
    return str(error) or type(error).__name__

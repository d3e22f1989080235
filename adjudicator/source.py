"""Reading YAML that somebody else wrote: places, problems, and the way out.

Every file we read (scenario, card, glossary entry) goes through here, so that
a mistake in any of them is told in one style: file, line, column, the line
itself with a caret under the word, and a suggestion.

We compose nodes and convert each scalar by the type expected at its place.
Plain loading would turn `No` into false, `12:30` into 750, keep only the last
of two equal keys, and make a mapping of an unquoted title with a colon.
"""

import errno
import json
import re
import sys
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

try:
    from yaml import CSafeLoader as Loader
except ImportError:  # a PyYAML built without libyaml: slower, same answers
    from yaml import SafeLoader as Loader  # type: ignore[assignment]

UNREADABLE = frozenset({"no-file", "too-large", "encoding"})  # codes: there is no text at all
STDIN = "-"  # as a file on the command line; in what is told of it, "stdin"
MAX_BYTES = 1_000_000
MAX_DEPTH = 60
MAX_NODES = 100_000
_DEPTH_WORTH_COUNTING = 1_000


class Span(NamedTuple):
    """A place in a file; lines and columns count from 1."""

    line: int
    column: int
    end_line: int
    end_column: int


class Fix(NamedTuple):
    """A way out, made: other text for what stands at a place; an empty place is written into."""

    span: Span
    text: str
    is_safe: bool = False  # nobody can have meant anything else


class Said(str):
    """A sentence of a language's folder (`speech/…/problems.yaml`) with its facts; as a text it is
    English."""

    name: str
    facts: Mapping[str, object]


_SPEAKERS: list[Callable[[str, Mapping[str, object]], str]] = []  # whoever knows English


def spoken_by(speaker: Callable[[str, Mapping[str, object]], str]) -> None:
    """Names what knows how a sentence is said in English."""
    _SPEAKERS[:] = [speaker]


def _english(name: str, facts: Mapping[str, object]) -> str:
    return _SPEAKERS[0](name, facts) if _SPEAKERS else name


def said(name: str, /, **facts: object) -> Said:
    sentence = Said(_english(name, facts))
    sentence.name, sentence.facts = name, facts
    return sentence


def told_as(text: str | None) -> str | None:
    """The name of a sentence; None of any other text."""
    return text.name if isinstance(text, Said) else None


class Problem(NamedTuple):
    """Something wrong in a file, with the place, the word and the way out."""

    file: str
    span: Span
    message: str
    code: str
    hint: str | None = None
    fixes: tuple[Fix, ...] = ()  # each would do by itself


class Document(NamedTuple):
    """A file's text and its top node, or None where it could not be composed."""

    file: str
    text: str
    node: Node | None


class BadFile(Exception):  # noqa: N818 - it says what it is
    """A file which cannot be used; carries every problem found in it."""

    def __init__(self, problems: Iterable[Problem], text: str = "") -> None:
        self.problems = list(problems)
        self.text = text
        super().__init__("; ".join(p.message for p in self.problems))


def span_of(node: Node) -> Span:
    start, end = node.start_mark, node.end_mark
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def called(path: str | Path) -> str:
    """How a file is named in what is told of it."""
    return "stdin" if str(path) == STDIN else str(path)


def read_text(path: str | Path, most: int = MAX_BYTES) -> tuple[str, list[Problem]]:
    """The text of a file, or the problem which keeps us from reading it."""
    file, start = called(path), Span(1, 1, 1, 1)
    try:
        data = _beginning(path, most + 1)
    except FileNotFoundError:
        return "", [
            Problem(file, start, said("there-is-no-such-file"), "no-file", _nearby(Path(path)))
        ]
    except IsADirectoryError:
        return "", [Problem(file, start, said("this-is-a-folder-not-a-file"), "no-file")]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return "", [Problem(file, start, said("file-cannot-be-read", reason=reason), "no-file")]
    if len(data) > most:
        limit = f"{most // 1000} kB"
        return "", [Problem(file, start, said("the-file-is-larger-than", limit=limit), "too-large")]
    try:
        return data.decode("utf-8-sig"), []
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        return "", [
            Problem(
                file,
                Span(line, column, line, column + 1),
                said("the-file-is-not-utf-8-text"),
                "encoding",
                said("save-it-as-utf-8"),
            )
        ]


def _beginning(path: str | Path, most: int) -> bytes:
    if str(path) == STDIN:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "it is closed")
        return sys.stdin.buffer.read(most)
    with open(path, "rb") as stream:
        return stream.read(most)


def glimpse(path: str | Path) -> str:
    """What can be read of a file, whatever keeps us from using it; nothing if nothing can."""
    try:
        return _beginning(path, MAX_BYTES).decode("utf-8-sig", "replace")
    except (OSError, ValueError):
        return ""


def _nearby(path: Path) -> str | None:
    try:
        names = [p.name for p in path.parent.iterdir()]
    except OSError:
        return None
    close = closest(path.name, sorted(names))
    return said("did-you-mean", word=path.parent / close) if close else None


def compose(file: str, text: str) -> tuple[Document, list[Problem]]:
    """The file's nodes; bounded in size, depth and aliases."""
    failed = Document(file, text, None)
    if len(text) > MAX_BYTES:
        return failed, [Problem(file, Span(1, 1, 1, 1), said("the-file-is-too-large"), "too-large")]
    try:
        if _may_be_deep(text) and (deep := _too_deep(text)):
            return failed, [
                Problem(file, deep, said("nested-more-than-deep", max_depth=MAX_DEPTH), "too-deep")
            ]
        node = yaml.compose(text, Loader=Loader)
    except yaml.YAMLError as error:
        return failed, [_syntax(file, text, error)]
    except ValueError as error:  # e.g. a character reference outside Unicode
        return failed, [Problem(file, Span(1, 1, 1, 1), str(error), "yaml")]
    if node is not None and (problem := _tangled(file, node)):
        return failed, [problem]
    return Document(file, text, node), []


def _may_be_deep(text: str) -> bool:
    """A cheap upper bound: deep nesting would overflow the C composer's stack."""
    flow = text.count("[") + text.count("{")
    block = max(
        (
            len(line) - len(line.lstrip(" ")) + 2 * line.count("- ") + 2 * line.count("? ")
            for line in text.splitlines()
        ),
        default=0,
    )
    return flow + block > _DEPTH_WORTH_COUNTING


def _too_deep(text: str) -> Span | None:
    depth = 0
    for event in yaml.parse(text, Loader=Loader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            mark = event.start_mark
            if depth > MAX_DEPTH and mark is not None:
                return Span(mark.line + 1, mark.column + 1, mark.line + 1, mark.column + 2)
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
    return None


def _tangled(file: str, top: Node) -> Problem | None:
    """Aliases may share a node, but not contain themselves or multiply without end."""
    seen = 0
    waiting: list[tuple[Node, tuple[int, ...]]] = [(top, ())]
    while waiting:
        node, above = waiting.pop()
        seen += 1
        if id(node) in above:
            return Problem(file, span_of(node), said("an-alias-contains-itself"), "alias-loop")
        if len(above) > MAX_DEPTH:
            return Problem(
                file, span_of(node), said("nested-more-than-deep", max_depth=MAX_DEPTH), "too-deep"
            )
        if seen > MAX_NODES:
            return Problem(file, span_of(node), said("too-many-values-aliases-count"), "too-many")
        if isinstance(node, ScalarNode):
            continue
        inside = (*above, id(node))
        if isinstance(node, MappingNode):
            for key, value in node.value:
                waiting += ((key, inside), (value, inside))
        else:
            waiting += ((item, inside) for item in node.value)
    return None


QUOTE_IT = "a-title-with-a-colon-needs-quotes"
LINE_UP = "keys-of-one-thing-stand-under-each-other"
_CLOSED, _SECOND, _DASH = "quotes-never-closed", "a-second-colon", "no-blank-after-the-dash"


def _syntax(file: str, text: str, error: yaml.YAMLError) -> Problem:
    """What the parser stumbled over, in words for somebody who does not know YAML."""
    context = getattr(error, "context", None) or ""
    began = getattr(error, "context_mark", None)
    mark = getattr(error, "problem_mark", None) or began
    what = _one_voice(getattr(error, "problem", None) or str(error).split("\n")[0])
    hint: Said | None = None
    if "quoted scalar" in context and began is not None:
        mark, what, hint = began, said(_CLOSED), said("close-them-on-the-same-line")
    elif what.startswith("did not find expected ',' or") and began is not None:
        mark, end = began, what[-2]
        what = said("not-closed-or-a-comma-is-missing", end=end)
        hint = said("as-in-luke-skywalker-r2-d2-or")
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    lines = text.splitlines()
    if hint is None and (slip := _slip_above(lines[:line])):
        (line, column), what, hint = slip
    written = lines[line - 1] if 0 < line <= len(lines) else ""
    before = written[: column - 1].lstrip(" -")
    if hint is not None:
        pass
    elif "\t" in written:
        hint = said("indent-with-spaces-not-tabs")
    elif "undefined alias" in what:
        hint = said("a-text-that-begins-with-needs-quotes")
    elif "cannot start any token" in what:
        hint = said("a-text-that-begins-with-this-sign")
    elif "mapping values are not allowed" in what and ": " in before:
        what, hint = said(_SECOND), said(QUOTE_IT)
    elif "mapping values are not allowed" in what or (
        what.startswith("did not find expected") and not before
    ):
        what, hint = said("does-not-line-up"), said(LINE_UP)
    elif what == "did not find expected key" and before.endswith(('" ', "' ")):
        what, hint = said("after-the-closing-quotes"), said("put-all-of-it-in-quotes")
    elif ": " in written.split(": ", 1)[-1]:
        hint = said(QUOTE_IT)
    span = Span(line, column, line, column + 1)
    what = what if isinstance(what, Said) else said("not-as-yaml-expects", word=what)
    return Problem(file, span, what, "yaml", hint, _mended_line(line, written, what))


def _mended_line(line: int, written: str, what: str) -> tuple[Fix, ...]:
    """What a line should have been, where that is plain."""
    if told_as(what) == _SECOND:
        key, _, value = written.partition(": ")
        bare = value.split(" #")[0].strip()
        if bare and not set(bare) & set("\"'[]{},&*!|>%@`") and len(bare.split(": ")) == 2:
            start = len(key) + 2 + value.index(bare) + 1
            span = Span(line, start, line, start + len(bare))
            return (Fix(span, json.dumps(bare, ensure_ascii=False), True),)
    if told_as(what) == _DASH:
        place = written.index("-") + 2
        return (Fix(Span(line, place, line, place), " ", True),)
    return ()


_EXPECTED = re.compile(r"^expected (?:an? |the )?(.+?), but (?:found|got) .*$", re.DOTALL)
_VOICES = {"<block end>": "key", "comment or a line break": "comment or line break"}


def _one_voice(what: str) -> str:
    """What the slower reader says, in the words of libyaml."""
    if expected := _EXPECTED.match(what):
        return f"did not find expected {_VOICES.get(expected[1], expected[1])}"
    what = re.sub(r"^sequence entries", "block sequence entries", what)
    what = re.sub(r"^(.+) are not allowed here$", r"\1 are not allowed in this context", what)
    return re.sub(r"^(found undefined alias|found character(?= .+ that cannot)) '.+?'", r"\1", what)


def _slip_above(lines: list[str]) -> tuple[tuple[int, int], Said, Said] | None:
    """What the parser notices lines later: open quotes, or a dash without a blank after it."""
    for number, line in enumerate(lines, start=1):
        if line.split(" #")[0].count('"') % 2:
            place = number, line.rindex('"') + 1
            return place, said(_CLOSED), said("close-them-on-the-same-line")
        bare = line.lstrip()
        if bare.startswith("-") and bare[1:2].isalnum():
            place = number, len(line) - len(bare) + 1
            return place, said(_DASH), said("as-in-light-plays-sense")
    return None


def show(problem: Problem, text: str = "") -> str:
    """The problem as a person wants to see it, with the line and a caret."""
    span = problem.span
    head = f"{problem.file}:{span.line}:{span.column}: {problem.message} [{problem.code}]"
    lines = text.splitlines()
    out = [_plain(head)]
    if 0 < span.line <= len(lines):
        number = str(span.line)
        margin = " " * len(number)
        written = _plain(lines[span.line - 1].replace("\t", " "))
        start = min(span.column, len(written) + 1)
        stop = span.end_column if span.end_line == span.line else len(written.rstrip()) + 1
        carets = "^" * max(1, min(stop, len(written) + 1) - start)
        pad = "".join(" " * _width(c) for c in written[: start - 1])
        out += [f"{margin} |", f"{number} | {written}", f"{margin} | {pad}{carets}"]
        if problem.hint:
            out.append(f"{margin} = {_plain(problem.hint)}")
    elif problem.hint:
        out.append(f"  = {_plain(problem.hint)}")
    return "\n".join(out)


def _width(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _plain(text: str) -> str:
    """Control characters from a file must not reach the terminal."""
    return "".join(
        c if c in _SPACES or c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text
    )


_SPACES = frozenset("\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}")


@lru_cache(maxsize=8192)
def folded(text: str) -> str:
    """For comparing what people type: no case, accents, dots or curly quotes."""
    text = text.replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").replace("•", "")
    bare = unicodedata.normalize("NFKD", text)
    return " ".join("".join(c for c in bare if not unicodedata.combining(c)).casefold().split())


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word which was probably meant, or None."""
    import difflib  # only mistakes need it

    words = _spelled(known if isinstance(known, tuple) else tuple(known))
    asked = folded(word)
    if asked in words.by_fold:
        return words.by_fold[asked]
    close = difflib.get_close_matches(asked, words.like(asked), n=1, cutoff=0.6)
    if close:
        return words.by_fold[close[0]]
    inside = [
        k
        for f, k in words.by_fold.items()
        if min(len(asked), len(f)) > 2 and (asked in f or f in asked)
    ]
    return inside[0] if len(inside) == 1 else None


class _Spelled:
    """Known words by their pairs of letters: of thousands only a few are like another."""

    FEW = 40  # so many can all be compared letter by letter

    def __init__(self, known: tuple[str, ...]) -> None:
        self.by_fold = {folded(k): k for k in known}
        self._with: dict[str, list[str]] = {}
        if len(self.by_fold) > self.FEW:
            for word in self.by_fold:
                for pair in _pairs(word):
                    self._with.setdefault(pair, []).append(word)

    def like(self, asked: str) -> list[str]:
        """Those that share the most pairs of letters with it, in the order they are known."""
        if not self._with:
            return list(self.by_fold)
        shared: dict[str, int] = {}
        for pair in _pairs(asked):
            for word in self._with.get(pair, ()):
                shared[word] = shared.get(word, 0) + 1
        near = sorted(shared, key=lambda w: 2 * shared[w] - len(w), reverse=True)[: self.FEW]
        chosen = set(near)
        return [word for word in self.by_fold if word in chosen]


def _pairs(word: str) -> set[str]:
    padded = f" {word} "
    return {padded[n : n + 2] for n in range(len(padded) - 1)}


_spelled = lru_cache(maxsize=8)(_Spelled)


class Suggestion(Said):
    """A hint that names the known word which was probably meant."""

    asked: str
    word: str
    is_safe: bool

    def __new__(cls, asked: str, word: str, is_safe: bool) -> "Suggestion":
        hint = super().__new__(cls, _english("did-you-mean", {"word": word}))
        hint.name, hint.facts = "did-you-mean", {"word": word}
        hint.asked, hint.word, hint.is_safe = asked, word, is_safe
        return hint


def did_you_mean(word: str, known: Iterable[str]) -> Suggestion | None:
    names = known if isinstance(known, tuple) else tuple(known)
    close = closest(word, names)
    return Suggestion(word, close, _is_a_slip(word, close, names)) if close is not None else None


def _is_a_slip(asked: str, word: str, known: tuple[str, ...]) -> bool:
    """Whether it is that word misspelt and cannot be another: a letter or two, never a number."""
    one, other = folded(asked), folded(word)
    if len(one) < 4 or re.sub(r"\D", "", one) != re.sub(r"\D", "", other):
        return False
    off = _letters_off(one, other, 2)
    if off > (1 if len(one) < 9 else 2):
        return False
    return not any(
        _letters_off(one, name, off + 1) <= off + 1 for name in map(folded, known) if name != other
    )


def _letters_off(one: str, other: str, most: int) -> int:
    """How many letters are missing, too many, wrong or exchanged; beyond `most` just more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [i]
        for j, there in enumerate(other, start=1):
            off = min(before[j] + 1, row[-1] + 1, before[j - 1] + (letter != there))
            if i > 1 and j > 1 and (letter, one[i - 2]) == (other[j - 2], there):
                off = min(off, earlier[j - 2] + 1)
            row.append(off)
        if min(row) > most:
            return most + 1
    return row[-1]


class Lines:
    """Where the lines of a text begin, as YAML counts them."""

    def __init__(self, text: str) -> None:
        breaks = re.finditer("\r\n|[\n\r\x85\u2028\u2029]", text)
        self.starts = [0, *(m.end() for m in breaks)]
        self.text = text

    def index(self, line: int, column: int) -> int:
        """The place in the text, counted in characters."""
        start = self.starts[min(line, len(self.starts)) - 1]
        return min(start + column - 1, len(self.text))

    def range(self, span: Span) -> tuple[int, int]:
        return self.index(span.line, span.column), self.index(span.end_line, span.end_column)

    def span(self, start: int, end: int) -> Span:
        """The place of what stands between two characters."""
        (line, column), (end_line, end_column) = self._place(start), self._place(end)
        return Span(line, column, end_line, end_column)

    def _place(self, index: int) -> tuple[int, int]:
        line = bisect_right(self.starts, index)
        return line, index - self.starts[line - 1] + 1


def with_fixes(problems: Iterable[Problem], text: str) -> Iterator[Problem]:
    """Suggestions become fixes, where what was asked stands at the place that is told."""
    lines = Lines(text)
    for problem in problems:
        hint = problem.hint
        if isinstance(hint, Suggestion) and not problem.fixes:
            start, end = lines.range(problem.span)
            if text[start:end].strip().strip("\"'") == hint.asked.strip():
                fix = Fix(problem.span, yaml_text(hint.word), hint.is_safe)
                problem = problem._replace(fixes=(fix,))
        elif told_as(hint) == QUOTE_IT and not problem.fixes:
            start, end = lines.range(problem.span)
            bare = text[start:end]
            if bare.count(": ") == 1 and bare.isprintable() and not set(bare) & set("\"'[]{},#"):
                problem = problem._replace(fixes=(Fix(problem.span, yaml_text(bare), True),))
        yield problem


_PLAIN_TEXT = re.compile(r"[A-Za-z0-9](?:[\w '()./!•-]*[\w.)!])?")
_NOT_PLAIN = frozenset({"null", "true", "false", "on", "off", "y", "n"})  # yes and no are words


def yaml_text(value: object) -> str:
    """A value as our files write it: plain where that is safe, on one line."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(yaml_text(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{yaml_text(k)}: {yaml_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if not text.isprintable():
        return '"' + "".join(map(_escaped, text)) + '"'
    plain = _PLAIN_TEXT.fullmatch(text) and text.casefold() not in _NOT_PLAIN
    number = re.fullmatch(r"[\d._]+", text)
    return text if plain and not number else json.dumps(text, ensure_ascii=False)


def _escaped(character: str) -> str:
    """As it stands between double quotes, where YAML has every character under a number."""
    if character.isprintable():
        return json.dumps(character, ensure_ascii=False)[1:-1]
    return f"\\U{ord(character):08x}"


class Reader:
    """Converts nodes by the type expected at their place and collects problems."""

    def __init__(self, document: Document) -> None:
        self.file = document.file
        self.problems: list[Problem] = []

    def problem(self, node: Node | Span, message: str, code: str, hint: str | None = None) -> None:
        span = span_of(node) if isinstance(node, Node) else node
        self.problems.append(Problem(self.file, span, message, code, hint))

    def mapping(self, node: Node | None, what: str) -> dict[str, tuple[ScalarNode, Node]]:
        """Keys in file order with their nodes; equal keys are reported, never dropped."""
        if not isinstance(node, MappingNode):
            if node is not None:
                self.problem(
                    node,
                    said("must-be-a-mapping-key-value-not", what=what, found=_named(node)),
                    "type",
                    said(QUOTE_IT) if isinstance(node, ScalarNode) and ":" in node.value else None,
                )
            return {}
        out: dict[str, tuple[ScalarNode, Node]] = {}
        for key, value in node.value:
            if not isinstance(key, ScalarNode):
                self.problem(key, said("a-key-of-must-be-a-plain", what=what), "key")
            elif key.value in out:
                first = span_of(out[key.value][0])
                self.problem(
                    key,
                    said("stands-here-a-second-time", key=key.value),
                    "duplicate-key",
                    said("the-first-one-is-in-line-keep", line=first.line),
                )
            elif key.value == "<<" and key.tag == "tag:yaml.org,2002:merge":
                self.problem(
                    key, said("merge-keys-are-not-used-here"), "merge-key", said("write-it-out")
                )
            else:
                out[key.value] = (key, value)
        return out

    def keys(
        self, node: Node | None, what: str, known: Iterable[str]
    ) -> dict[str, tuple[ScalarNode, Node]]:
        """A mapping with fixed keys; an unknown key is reported with a suggestion."""
        names = list(known)
        found = self.mapping(node, what)
        for name in [n for n in found if n not in names]:
            key, _ = found.pop(name)
            free = [n for n in names if n not in found]  # what is written already was not meant
            hint = did_you_mean(name, free) or did_you_mean(name, names)
            self.problem(key, said("has-no-such-key", what=what, name=name), "unknown-key", hint)
        return found

    def text(self, node: Node | None, what: str) -> str:
        if isinstance(node, ScalarNode):
            return str(node.value)
        if node is not None:
            hint = None
            if isinstance(node, MappingNode):
                hint = said(QUOTE_IT)
            elif node.start_mark.index == node.end_mark.index:
                hint = said("write-something-after-the-colon")
            self.problem(
                node, said("must-be-a-text-not", what=what, found=_named(node)), "type", hint
            )
        return ""

    def number(self, node: Node, what: str, least: int = 0, most: int = 10_000) -> int | None:
        word = self.text(node, what).strip()
        if isinstance(node, ScalarNode):
            try:
                number = int(word)
            except ValueError:
                self.problem(node, said("must-be-a-whole-number-not", what=what, word=word), "type")
                return None
            if least <= number <= most:
                return number
            self.problem(
                node, said("must-be-between-and", what=what, least=least, most=most), "range"
            )
        return None

    def yes(self, node: Node, what: str) -> bool:
        word = self.text(node, what).strip().lower()
        if word in ("yes", "true", "on"):
            return True
        if word not in ("no", "false", "off"):
            self.problem(node, said("must-be-yes-or-no-not", what=what, word=word), "type")
        return False

    def choice(self, node: Node, what: str, known: Iterable[str]) -> str | None:
        """One of these words, with or without capitals."""
        names = list(known)
        word = self.text(node, what).strip()
        word = next((name for name in names if name.casefold() == word.casefold()), word)
        if not isinstance(node, ScalarNode) or word in names:
            return word or None
        self.problem(
            node,
            said("cannot-be-that", what=what, word=word),
            "unknown-word",
            did_you_mean(word, names) or said("one-of", known=", ".join(names)),
        )
        return None

    def items(self, node: Node | None, what: str) -> Iterator[Node]:
        """The items of a list; a single value counts as a list of one."""
        if isinstance(node, SequenceNode):
            yield from node.value
        elif node is not None:
            yield node


def _named(node: Node) -> str:
    if isinstance(node, MappingNode):
        return said("a-mapping")
    if isinstance(node, SequenceNode):
        return said("a-list")
    return f'"{node.value}"' if node.value else said("nothing-there")

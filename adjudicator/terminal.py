"""What reaches a terminal shows, and does nothing else.

Titles, file names and arguments are somebody else's. Whatever the program prints goes through
here, so that no sign in them moves the cursor, colours a line, sets a window's title or turns the
order of letters around: a visible sign stands in its place."""

from __future__ import annotations

import re
import sys
from io import BufferedWriter, FileIO, TextIOWrapper

from adjudicator import writing

# control characters but tab and line end; what turns the direction of a text; half a character
_STEERS = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def harmless(text: str) -> str:
    return text if text.isascii() and text.isprintable() else _STEERS.sub("\ufffd", text)


def spelled(text: str) -> str:
    """JSON that says the same in signs that are harmless."""
    if text.isascii() and "\x7f" not in text:
        return text
    return _STEERS.sub(lambda m: m[0] if m[0] == "\n" else f"\\u{ord(m[0]):04x}", text)


class Shown(TextIOWrapper):
    """A stream on which a text shows and does nothing."""

    def write(self, text: str, /) -> int:
        return super().write(harmless(text))

    def paint(self, text: str) -> None:
        """What this program draws itself: colours, a bar."""
        super().write(text)


def paint(text: str) -> None:
    """On standard output, with colours of ours; all else in it has to be harmless already."""
    if isinstance(sys.stdout, Shown):
        sys.stdout.paint(text)
    else:
        sys.stdout.write(text)


def install() -> None:
    """From now on. A pipe gets the same bytes whatever the locale; a terminal gets what it can
    show."""
    writing.hold_streams()
    sys.stdout = _shown(sys.stdout, 1)
    sys.stderr = _shown(sys.stderr, 2)


def _shown(stream: object, fd: int) -> Shown:
    if not isinstance(stream, TextIOWrapper):  # it was closed as this process began
        return Shown(BufferedWriter(FileIO(fd, "w", closefd=False)), "utf-8", "replace")
    encoding = stream.encoding if stream.isatty() else "utf-8"
    by_line = stream.line_buffering
    return Shown(stream.detach(), encoding, "replace", line_buffering=by_line)

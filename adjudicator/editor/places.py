"""Places as the protocol counts them: lines from 0, and columns in halves of UTF-16."""

from __future__ import annotations

import re
from bisect import bisect_right


class Places:
    """Between characters of a text and the protocol's lines and columns."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(m.end() for m in re.finditer(r"\r\n|[\n\r]", text))]

    def index(self, line: int, column: int) -> int:
        """The character there; what lies outside is the nearest that is inside."""
        if line < 0:
            return 0
        if line >= len(self.starts):
            return len(self.text)
        at = self.starts[line]
        end = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        while column > 0 and at < end:
            column -= 2 if ord(self.text[at]) > 0xFFFF else 1
            at += 1
        while at > self.starts[line] and self.text[at - 1] in "\r\n":
            at -= 1
        return at

    def place(self, index: int) -> tuple[int, int]:
        index = max(0, min(index, len(self.text)))
        line = bisect_right(self.starts, index) - 1
        before = self.text[self.starts[line] : index]
        return line, len(before) + sum(ord(c) > 0xFFFF for c in before)

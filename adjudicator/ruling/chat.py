"""A ruling in messages that a chat accepts: split at steps, and within a step only if need be."""

from __future__ import annotations

from markupsafe import Markup

MOST = 2_000  # characters a chat takes in one message
CUT = Markup("\f")  # a template prints it where a message may end; no other text contains it
_SCISSORS = "8< - - - {} / {} - - -"


def messages(text: str, most: int = MOST) -> list[str]:
    """The text in as few messages as keep its parts whole."""
    out: list[str] = []
    for part in text.split(CUT):
        for piece in _pieces(part.strip("\n"), most):
            if out and length(out[-1]) + 2 + length(piece) <= most:
                out[-1] += f"\n\n{piece}"
            else:
                out.append(piece)
    return out


def in_one(text: str) -> str:
    """All messages below each other, with a line to cut along before each but the first."""
    found = messages(text)
    lines = [found[0]]
    for number, message in enumerate(found[1:], 2):
        lines += [_SCISSORS.format(number, len(found)), message]
    return "\n".join(lines) + "\n"


def length(text: str) -> int:
    """As chats count it: characters beyond the first plane count twice."""
    return len(text) + sum(c > "\uffff" for c in text)


def _pieces(part: str, most: int) -> list[str]:
    """A part that is too long falls apart at lines, and a line at words."""
    if length(part) <= most:
        return [part] if part else []
    out = [""]
    for line in part.split("\n"):
        for piece in _broken(line, most):
            joined = f"{out[-1]}\n{piece}" if out[-1] else piece
            if length(joined) <= most:
                out[-1] = joined
            else:
                out.append(piece)
    return [piece for piece in out if piece.strip()]


def _broken(line: str, most: int) -> list[str]:
    out = []
    while length(line) > most:
        at = most // 2 if length(line[:most]) > most else most
        space = line.rfind(" ", 1, at)
        at = space if space > at // 2 else at
        at -= (at - len(line[:at].rstrip("\\"))) % 2  # a backslash stays with what it escapes
        out.append(line[:at])
        line = line[at:].lstrip(" ")
    return [*out, line]

"""What reaches a terminal, a closed pipe and a full disk: nothing steers, nothing breaks, and the
exit code tells what became of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from adjudicator.terminal import harmless, spelled

EXAMPLE = str(ROOT / "scenarios/actions/example-3-a-gift-and-the-swindler.yaml")
ESC, BIDI, CSI = "\x1b", "\u202e", "\x9b"
STEERING = f"{ESC}[31m{ESC}]0;pwned\a{BIDI}{CSI}2J\r\b\u2066\u200f\x7f\0"
SCENARIO = """\
title: "A\\e[31m title \\u202E turned"
attempts:
- ask: who acts next
  note: "\u202e backwards"
  expect: {answer: nobody}
- light plays: "Nobody\\e[2J\\u202E"
"""
APPROVED = SCENARIO.replace('- light plays: "Nobody\\e[2J\\u202E"\n', "").replace(
    "  note", "  # \u202e a comment\n  note"
)


def run(*arguments: str, data: str = os.devnull, **how: Any) -> subprocess.CompletedProcess[bytes]:
    how.setdefault("stdout", subprocess.PIPE)
    how.setdefault("stderr", subprocess.PIPE)
    return subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        env={**os.environ, "ADJUDICATOR_DATA": data, "PYTHONPATH": str(ROOT)}, check=False, **how,
    )  # fmt: skip


def shown(done: subprocess.CompletedProcess[bytes]) -> str:
    """What was printed, of which nothing steers."""
    told = (done.stdout or b"").decode() + (done.stderr or b"").decode()
    assert harmless(told) == told, ascii(told)
    assert "Traceback" not in told
    return told


def test_what_steers_is_seen_and_does_nothing() -> None:
    assert harmless(STEERING) == "\ufffd[31m\ufffd]0;pwned" + "\ufffd" * 3 + "2J" + "\ufffd" * 6
    plain = "Light’s «drain» – 2\N{NARROW NO-BREAK SPACE}: é\tß 中\n"
    assert harmless(plain) == plain
    told = spelled(json.dumps(STEERING + plain, ensure_ascii=False))
    assert harmless(told) == told and json.loads(told) == STEERING + plain


@pytest.mark.parametrize(
    "arguments",
    [
        ("rule", f"{STEERING[:-1]}.yaml"),
        ("rule", "--format", STEERING[:-1], EXAMPLE),
        ("rule", "--without", STEERING[:-1], EXAMPLE),
        ("rule", f"--{STEERING[:-1]}", EXAMPLE),
        ("status", EXAMPLE, STEERING[:-1]),
        ("glossary", "show", STEERING[:-1]),
        ("cards", "show", STEERING[:-1]),
        ("shrink", EXAMPLE, "--keep", STEERING[:-1]),
        (STEERING[:-1],),
    ],
    ids=lambda a: " ".join(a[:2])[:12].replace(STEERING[:5], ""),
)
def test_an_argument_does_not_steer(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert done.returncode in (1, 2) and shown(done)


@pytest.mark.parametrize(
    "command",
    [("rule",), ("check",), ("test",), ("rule", "--format", "json"), ("approve", "--yes")],
    ids=" ".join,
)
def test_a_file_and_its_name_do_not_steer(tmp_path: Path, command: tuple[str, ...]) -> None:
    file = tmp_path / f"a{ESC}[31m{BIDI}.yaml"
    for text in (SCENARIO, APPROVED):
        file.write_text(text, "utf-8")
        assert shown(run(command[0], str(file), *command[1:]))
    if command[0] == "approve":
        assert "\u202e a comment" in file.read_text("utf-8")  # what is the user's stays as it was


def test_an_imported_card_does_not_steer(tmp_path: Path) -> None:
    front = {
        "title": "2-1B", "type": "Character", "subType": f"{ESC}[31m{BIDI}RED", "destiny": "1",
        "gametext": f"{ESC}]0;pwned\a text \ud800", "lore": "\udfff", "icons": [f"{ESC}[1mHoth"],
    }  # fmt: skip
    bad = {"front": {**front, "title": f"2-1B{ESC}[31m"}, "side": "Dark", "gempId": "3_2"}
    cards = [{"front": front, "side": "Light", "gempId": "3_1"}, bad]
    file = tmp_path / "cards.json"
    file.write_text(json.dumps({"cards": cards}), "utf-8")
    done = run("cards", "import", str(file), data=str(tmp_path))
    assert "control characters" in shown(done) and (tmp_path / "cards.pool").is_file()
    for command in (("show", "2-1B"), ("2-1B",), ("read", "2-1B")):
        assert shown(run("cards", *command, data=str(tmp_path)))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a system without a full device")
@pytest.mark.parametrize(
    "command", [("rule", EXAMPLE), ("--help",), ("cards", "vocabulary")], ids=" ".join
)
def test_no_room_for_the_output_is_told(command: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = run(*command, stdout=full)
        assert done.returncode == 1 and "No space left" in shown(done)
        assert run(*command, stdout=full, stderr=full).returncode == 1


@pytest.mark.skipif(os.name == "nt", reason="a system with other streams")
def test_a_closed_output_is_told_and_no_file_takes_its_place(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    script = f'"{sys.executable}" -m adjudicator rule "{EXAMPLE}"'
    done = run_shell(f"{script} >&-")
    assert done.returncode == 1 and "cannot be written" in shown(done)
    done = run_shell(f'{script} --output "{file}" >&- 2>&- <&-')
    assert done.returncode == 0 and file.read_text("utf-8").startswith("Dark is right")


@pytest.mark.skipif(os.name == "nt", reason="a system with other pipes")
def test_whoever_stops_listening_is_not_shouted_at() -> None:
    for command in (f'rule "{EXAMPLE}"', "--help", "glossary", "cards vocabulary"):
        done = run_shell(f'"{sys.executable}" -m adjudicator {command} | head -c 0')
        assert not shown(done)


def run_shell(line: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "ADJUDICATOR_DATA": os.devnull, "PYTHONPATH": str(ROOT)}
    return subprocess.run(["sh", "-c", line], env=environment, capture_output=True, check=False)


def test_a_standard_input_that_was_closed_is_told() -> None:
    closed = f"exec {sys.executable} -m adjudicator rule - <&-"
    done = subprocess.run(
        ["sh", "-c", closed], capture_output=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "ADJUDICATOR_DATA": os.devnull},
    )  # fmt: skip
    assert done.returncode == 1 and "stdin:1:1" in shown(done)

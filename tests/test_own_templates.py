"""Templates of one's own: they go first, see a stable context, and run in a sandbox."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_cli import EXAMPLE, run


def own(folder: Path, name: str, text: str) -> Path:
    (folder / name).write_text(text, "utf-8")
    return folder


def test_a_letterhead_stands_on_every_page(tmp_path: Path) -> None:
    own(tmp_path, "letterhead.html.j2", "<header>Head judge: Mon Mothma &amp; {{ title }}</header>")
    page = run("rule", EXAMPLE, "--format", "html", "--template", str(tmp_path)).stdout
    assert "<header>Head judge: Mon Mothma &amp; The Swindler goes before A Gift</header>" in page
    file = tmp_path / "page.html"
    file.write_text(page, "utf-8")
    assert run("verify", str(file)).returncode == 1
    assert run("verify", str(file), "--template", str(tmp_path)).stdout.count(": identical:") == 1


def test_a_template_may_extend_the_one_it_replaces(tmp_path: Path) -> None:
    text = '{% extends "shipped/ruling.html.j2" %}{% block foot %}<p>{{ answer.says }}</p>{% endblock %}'
    page = run(
        "rule",
        EXAMPLE,
        "--format",
        "html",
        "--template",
        str(own(tmp_path, "ruling.html.j2", text)),
    )
    assert "<p>Dark is right" in page.stdout and 'class="stepper"' in page.stdout


@pytest.mark.parametrize(
    ("form", "name"),
    [("text", "ruling.txt.j2"), ("markdown", "ruling.md.j2"), ("discord", "ruling.discord.j2")],
)
def test_what_a_template_prints_is_escaped_without_its_help(
    tmp_path: Path, form: str, name: str
) -> None:
    own(tmp_path, name, "{{ '*' ~ '\\x1b' }}{{ labels.stack }}: {{ steps[0].heading }}")
    done = run("rule", EXAMPLE, "--format", form, "--template", str(tmp_path))
    star = "*" if form == "text" else "\\*"
    assert done.stdout.startswith(f"{star}\N{REPLACEMENT CHARACTER}Stack: Light plays Nabrun Leids")


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("one\n{% if %}", 2, "Expected an expression"),
        ("one\ntwo\n{{ nothing_like_it }}", 3, "'nothing_like_it' is undefined"),
        ("{{ answer.sayz }}", 1, "sayz"),
        ("one\n{{ 1 / 0 }}", 2, "division by zero"),
        ("{{ ''.__class__.__mro__ }}", 1, "unsafe"),
        ("\n{{ steps.append(1) }}", 2, "unsafe"),
        ("{{ range(10 ** 9) | list }}", 1, "Range too big"),
        ('\n\n{% include "nowhere.j2" %}', 3, "nowhere.j2"),
        ('{% include "../../etc/passwd" %}', 1, "etc/passwd"),
        ("{{ '%s' | format }}", 1, "not enough arguments"),
    ],
)  # fmt: skip
def test_a_mistake_gives_file_and_line(tmp_path: Path, text: str, line: int, says: str) -> None:
    own(tmp_path, "ruling.txt.j2", text)
    done = run("rule", EXAMPLE, "--template", str(tmp_path))
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr.startswith(f"{tmp_path}/ruling.txt.j2:{line}: ")
    assert says in done.stderr and "Traceback" not in done.stderr


def test_a_folder_that_is_not_there_is_wrong_usage(tmp_path: Path) -> None:
    assert run("rule", EXAMPLE, "--template", str(tmp_path / "nowhere")).returncode == 2
    (tmp_path / "ruling.txt.j2").write_bytes(b"\xff")
    done = run("rule", EXAMPLE, "--template", str(tmp_path))
    assert done.returncode == 1 and "not UTF-8" in done.stderr

"""Templates of one's own: they go first, see a stable context, and run in a sandbox."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from test_cli import EXAMPLE, run

from adjudicator.ruling.compose import compose
from adjudicator.ruling.layout import BadTemplate, _environment, templates
from adjudicator.ruling.write import write
from adjudicator.session import Desk

WORK = "more work than a page may"


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
        ("{{ range(200000) | list }}", 1, "Range too big"),
        ("one\n{{ (1e308 * 10) | int }}", 2, "infinity"),
        ("one\n{{ [1, 2] | random }}", 2, "No filter named 'random'"),
        ("one\n{{ lipsum() }}", 2, "'lipsum' is undefined"),
        ("\n\n{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}", 3, WORK),
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


DESK = Desk.open()
ENDLESS = [
    "{% set ns = namespace(s='a' * 1000) %}{% for i in range(40) %}{% set ns.s = ns.s + ns.s %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(60) %}{% set ns.s = ns.s ~ ns.s %}{% endfor %}",
    "{% set ns = namespace(s='a') %}{% for i in range(60) %}{% set ns.s %}{{ ns.s }}{{ ns.s }}{% endset %}{% endfor %}",
    "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x }}",
    "{% set ns = namespace(x={}) %}{% for i in range(40) %}{% set ns.x = namespace(a=ns.x, b=ns.x) %}{% endfor %}{{ ns.x }}",
    "{% set ns = namespace(x=9 ** 999) %}{% for i in range(999) %}{% set ns.x = ns.x * ns.x %}{% endfor %}",
    "{{ 9999999999 ** 9999999 }}", "{{ 'a' * 10 ** 9 }}", "{{ [1] * 10 ** 9 }}", "{{ [steps] * 10 ** 6 }}",
    "{{ '%1000000000d' | format(1) }}", "{{ '%1000000000d' % 1 }}", "{{ '%*d' % (1000000000, 1) }}",
    "{{ '{:>1000000000}'.format(1) }}", "{{ '{:>{w}}'.format(1, w=1000000000) }}", "{{ 'a'.ljust(1000000000) }}",
    "{{ 'a' | center(1000000000) }}", "{{ [1] | slice(10 ** 9) | list }}", "{{ [1] | batch(10 ** 9, 0) | list }}",
    "{{ range(99999) | batch(99999, steps) | join | length }}", "{{ range(99999) | map('center', 99999) | list }}",
    "{% set s = 'ab' * 50000 %}{{ s | replace('', s) }}", "{% set s = 'ab' * 5000 %}{{ s.join(s.join(s)) }}",
    "{% set t = {97: 'b' * 100000} %}{{ ('a' * 10000).translate(t) | length }}", "{{ (1).to_bytes(10 ** 9, 'big') }}",
    "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
    "{% macro m() %}" + "x" * 5000 + "{% endmacro %}{% for i in range(99999) %}{% set a = m() %}{% endfor %}",
    "{% for i in range(99999) %}" + "x" * 5000 + "{% endfor %}",
    "{% for i in range(99999) %}{% include 'shipped/ruling.txt.j2' %}{% endfor %}",
    "{% set a = 'a' * 100000 %}{% for i in range(99999) %}{% if a == a[:] %}{% endif %}{% endfor %}",
    "{% set l = [1] * 9999 %}{% for i in range(99999) %}{{ l | sum(start=l) | length }}{% endfor %}",
]  # fmt: skip


def made(folder: Path | None, form: str = "text") -> str:
    loaded = DESK.load(EXAMPLE)
    assert loaded.board is not None
    ruling = compose(loaded.board, DESK.book, loaded.replay(DESK.book), DESK.glossary, full=True)
    _environment.cache_clear()
    return str(write(ruling, DESK.glossary, form, "en", "full", folder))


@pytest.mark.parametrize("text", ENDLESS, ids=range(len(ENDLESS)))
def test_what_would_never_end_is_told_with_its_line(tmp_path: Path, text: str) -> None:
    """Counted, so it is the same everywhere; each is over within a second."""
    began = time.process_time()
    with pytest.raises(BadTemplate) as told:
        made(own(tmp_path, "ruling.txt.j2", "\n" + text))
    assert str(told.value) in (
        f"{tmp_path}/ruling.txt.j2:2: this template takes more work than a page may",
        f"{templates()}/ruling.txt.j2:{str(told.value).partition('j2:')[2].partition(':')[0]}: "
        "this template takes more work than a page may",  # in what it includes
    )
    assert time.process_time() - began < 1


@pytest.mark.parametrize("form", ["text", "markdown", "discord", "html"])
def test_the_shipped_templates_print_the_same_when_they_are_counted(
    tmp_path: Path, form: str
) -> None:
    own(tmp_path, "another.j2", "")
    assert made(tmp_path, form) == made(None, form)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without links and FIFOs")
def test_a_template_stays_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("a secret", "utf-8")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "here.txt").symlink_to(own(folder, "part.txt", "a part") / "part.txt")
    os.mkfifo(folder / "fifo.txt")
    own(folder, "large.txt", "x" * 70_000)
    assert made(own(folder, "ruling.txt.j2", "{% include 'here.txt' %}")).startswith("a part")
    for name, says in (
        ("link.txt", "leads out of the folder"), ("up/secret.txt", "leads out of the folder"),
        ("../secret.txt", "there is no template"), ("fifo.txt", "there is no template"),
        ("large.txt", "larger than"), ("up", "leads out"), ("", "there is no template"),
    ):  # fmt: skip
        with pytest.raises(BadTemplate) as told:
            made(own(folder, "ruling.txt.j2", f"\n{{% include '{name}' %}}"))
        assert says in str(told.value) and "ruling.txt.j2:2: " in str(told.value)
    (folder / "ruling.txt.j2").unlink()
    (folder / "ruling.txt.j2").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(BadTemplate, match="leads out of the folder"):
        made(folder)

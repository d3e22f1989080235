"""The manual: every example in it is run, every link leads somewhere, nothing in it is out of date."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import manual as commands_page
import pytest
from typer.testing import CliRunner

from adjudicator.attempts import VERBS
from adjudicator.cli import app
from adjudicator.commands import FINE, INTERRUPTED, USAGE, WRONG
from adjudicator.manual import pages, reference
from adjudicator.manual.pages import HERE, TASKS, found_as, names, page, search
from adjudicator.questions import QUESTIONS
from adjudicator.scenario.schema import examples
from adjudicator.session import Desk
from adjudicator.source import yaml_text
from adjudicator.speech import use

ROOT = Path(__file__).parent.parent
WRITTEN = sorted([*HERE.glob("*/*.md"), *HERE.glob("*.md"), ROOT / "README.md"])
FRENCH = tuple(name for name in TASKS if name not in ("printed-texts",))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """A command that speaks French leaves the language in use; none does for the next test."""
    use("en")
    yield
    use("en")


class Block(NamedTuple):
    """An example: its kind, and what stands in it."""

    kind: str
    text: str


def blocks(path: Path) -> Iterator[Block]:
    for match in re.finditer(r"^```([^\n]*)\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S):
        yield Block(match[1], match[2])


@pytest.mark.parametrize("path", WRITTEN, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_example_does_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are written where they say, commands run there, and what they print is as shown."""
    monkeypatch.chdir(tmp_path)
    printed = ""
    for block in blocks(path):
        if block.kind == "yaml" and (name := re.match(r"# (\S+\.yaml)\n", block.text)):
            Path(name[1]).parent.mkdir(parents=True, exist_ok=True)
            Path(name[1]).write_text(block.text, "utf-8")
            printed = ""
        elif block.kind == "sh":
            for line in block.text.splitlines():
                if line.startswith("adjudicator "):
                    use("en")  # a process of its own would begin so, too
                    done = CliRunner().invoke(app, shlex.split(line)[1:])
                    assert done.exit_code == 0, (line, done.output)
                    printed += done.output
        elif block.kind == "text":
            assert block.text.strip() in printed, printed
        elif block.kind == "python":
            subprocess.run([sys.executable, "-c", block.text], check=True)
        elif block.kind == "json":
            json.loads(block.text)
        else:
            assert block.kind in ("yaml", "toml", "lua", "sh elsewhere", ""), block.kind
            assert block.kind != "yaml" or path.name in ("README.md",), "an example needs a name"


@pytest.mark.parametrize("path", WRITTEN, ids=lambda p: str(p.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
    for target in re.findall(r"(?<!`)\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if not target.startswith(("http", "mailto")):
            printed = Path(target).stem in reference.PRINTED
            assert (path.parent / target).exists() or printed, target
    for topic in re.findall(r"`adjudicator manual ([a-z-]+)`", text):
        assert topic in names(), topic


def test_the_task_pages_are_in_english_and_french() -> None:
    for name in TASKS:
        english, french = page(name, "en"), page(name, "fr")
        assert english is not None and french is not None
        if name in FRENCH:
            assert french.title != english.title and french.text != english.text, name


@pytest.mark.parametrize("name", FRENCH)
def test_both_languages_give_the_same_examples(name: str) -> None:
    """The same commands on the same boards; only what is said differs."""

    def shape(language: str) -> list[str]:
        found = blocks(HERE / language / f"{name}.md")
        return [
            " ".join(line.split(" ")[1:2])
            for block in found
            if block.kind == "sh"
            for line in block.text.splitlines()
        ]

    assert shape("en") == shape("fr")


def test_french_is_set_as_the_french_do() -> None:
    for path in (HERE / "fr").glob("*.md"):
        text = re.sub(r"^```.*?^```$", "", path.read_text("utf-8"), flags=re.M | re.S)
        text = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "", text)
        assert not re.search(r"[^\s\u00a0\u202f][;!?](\s|$)", text), (path.name, "before ; ! ?")
        assert not re.search(r" [;:!?»]|« ", text), (path.name, "a blank that may break")
        assert not re.search(r"[^\s\u00a0\u202f|]:(\s|$)", text), (path.name, "before :")


def test_the_page_on_the_commands_is_as_they_are() -> None:
    now = commands_page.written()
    assert commands_page.PAGE.read_text("utf-8") == now, "run `python tests/manual.py`"


def test_reference_pages_tell_everything() -> None:
    for language in ("en", "fr"):
        told = reference.scenario(language)
        for name in (*VERBS, *QUESTIONS):
            assert f"`{name}`" in told or f"`light {name}`" in told
        assert {FINE, WRONG, USAGE, INTERRUPTED} == set(reference.EXIT_CODES.values())
        assert all(f"**{code}**" in reference.exit_codes(language) for code in (0, 1, 2, 130))
    assert "`source.py`" in reference.modules("en") and "## `rules/`" in reference.modules("en")


def test_the_pages_on_json_and_templates_name_every_key() -> None:
    from adjudicator import Scenario, rule

    example = ROOT / "scenarios" / "battle" / "whole-battle-two-reacts-and-a-sense-war.yaml"
    ruling = rule(Scenario.read(example))
    told = (HERE / "en" / "json.md").read_text("utf-8")
    steps = ruling.data["steps"]
    assert isinstance(steps, list)
    for key in {*ruling.data, *steps[0]}:
        assert f"`{key}`" in told or f"`{key}:" in told or f" `{key}` " in told, key


def test_examples_of_keys_are_read(desk: Desk) -> None:
    """Each as a part of a scenario around it; what it names need not be there."""
    around = {
        "scenario": "{}", "table": "table: {{{}}}", "side": "table: {{light: {{{}}}}}",
        "location": "table: {{locations: [{{site: x, {}}}]}}",
        "card": "table: {{light: {{table: [{{card: Boushh, {}}}]}}}}",
        "stack": "table: {{stack: [{{light plays: Sense, {}}}]}}",
        "just": "table: {{just: [{{light moved: R2-D2, {}}}]}}",
        "expect": "attempts: [{{light plays: Sense, expect: {{{}}}}}]",
    }  # fmt: skip
    of_form = {
        "unknown-key",
        "unknown-word",
        "type",
        "yaml",
        "range",
        "unknown-verb",
        "missing-key",
        "duplicate-key",
    }
    for name, example in examples().items():
        group, _, key = name.partition(" ")
        if group in ("verb", "attempt") or name == "expect pile":
            continue
        own = around[group].format(yaml_text({key: example})[1:-1]).replace("True", "yes")
        if group in ("card", "location") and key in ("card", "site", "sector", "system"):
            continue
        head = "" if key == "title" and group == "scenario" else "title: x\n"
        text = f"{head}{own}\n" + ("" if "attempts" in own else "attempts: [both pass]\n")
        wrong = {p.code for p in desk.read("a.yaml", text).problems}
        assert not wrong & of_form, (name, text, wrong)


def test_it_is_found_in() -> None:
    assert (one := found_as("Undercover spies")) is not None and one.name == "spies"
    assert (two := found_as("house rules")) is not None and two.name == "house-rules"
    assert any(hit.page.name == "spies" for hit in search("aboard nothing"))
    assert any(hit.page.name == "publishing" for hit in search("pdf"))
    run = CliRunner().invoke
    use("en")
    assert run(app, ["manual"]).output == pages.index("en")
    assert run(app, ["manual", "spies"]).output.startswith("# Undercover spies\n")
    assert run(app, ["manual", "spies", "--lang", "fr"]).output.startswith("# Espions")
    use("en")
    assert "publishing: " in run(app, ["manual", "weasyprint"]).output
    assert run(app, ["manual", "xyzzy"]).exit_code == 1


def test_it_is_made_html() -> None:
    from adjudicator.manual.web import html, whole

    written = (
        "# A *title* & more\n\nSome `x <y>` and **bold [link](spies.md)**, [away](http://x.y).\ngoes on\n\n"
        "- one\n  goes on\n- two\n\n1. first\n\n```sh\na < b\n```\n\n| a | b |\n| --- | --- |\n| `c\\|d` | <b> |\n"
    )
    assert html(written, lambda name: f"{name}.html") == (
        '<h1 id="a-title-more">A <em>title</em> &amp; more</h1>\n'
        '<p>Some <code>x &lt;y&gt;</code> and <strong>bold <a href="spies.html">link</a></strong>, '
        "away. goes on</p>\n<ul>\n<li>one goes on</li>\n<li>two</li>\n</ul>\n<ol>\n<li>first</li>\n</ol>\n"
        '<pre tabindex="0"><code>a &lt; b</code></pre>\n'
        '<div class="scroll" tabindex="0"><table>\n<thead><tr><th scope="col">a</th><th scope="col">b</th>'
        "</tr></thead>\n<tbody>\n<tr><td><code>c|d</code></td><td>&lt;b&gt;</td></tr>\n</tbody></table></div>"
    )
    for language in ("en", "fr"):
        page_ = whole(language)
        ids = re.findall(r' id="([^"]+)"', page_)
        assert len(ids) == len(set(ids)) > 100
        assert set(re.findall(r'href="#([^"]+)"', page_)) <= set(ids)
        assert "**" not in re.sub(r"<code>.*?</code>", "", page_, flags=re.S)
        assert "```" not in page_

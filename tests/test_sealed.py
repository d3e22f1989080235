"""A sealed ruling is run again: identical, or what changed and by which clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT

from adjudicator import verify
from adjudicator.commands import rule
from adjudicator.ruling import seal

EXAMPLE = str(ROOT / "scenarios/actions/example-3-a-gift-and-the-swindler.yaml")
CLAUSE = "actions-just/next-player-first"


def made(folder: Path, form: str, **options: object) -> Path:
    file = folder / f"ruling.{form}"
    rule([EXAMPLE], form, output=str(file), **options)  # type: ignore[arg-type]
    return file


@pytest.mark.parametrize("form", ["html", "json"])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("length", ["table", "standard", "full"])
def test_what_was_just_ruled_is_identical(
    tmp_path: Path, form: str, lang: str, length: str
) -> None:
    [found] = verify.verify(made(tmp_path, form, lang=lang, length=length))
    assert found == ("The Swindler goes before A Gift", (), ())


@pytest.mark.parametrize(
    ("form", "before", "after"),
    [
        ("html", "as if never announced", "as if always announced"),
        ("html", 'class="step legal"', 'class="step illegal"'),
        ("json", '"verdict": "backed up"', '"verdict": "legal"'),
        ("json", '"player": "dark"', '"player": "light"'),
    ],
)
def test_an_edited_file_is_told(tmp_path: Path, form: str, before: str, after: str) -> None:
    file = made(tmp_path, form)
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after, 1), "utf-8")
    [found] = verify.verify(file)
    assert any("changed after it was sealed" in line for line in found.different)


def test_a_page_edited_and_sealed_anew_is_still_found(tmp_path: Path) -> None:
    file = made(tmp_path, "html")
    text = file.read_text("utf-8").replace("as if never announced", "as if always announced", 1)
    at = text.index(seal.PAGE) + len(seal.PAGE)
    file.write_text(seal.close(text[:at] + seal.UNSEALED + text[at + 64 :]), "utf-8")
    [found] = verify.verify(file)
    assert len(found.different) == 1 and "not as these templates lay it out" in found.different[0]


@pytest.mark.parametrize("form", ["html", "json"])
def test_a_change_of_the_rules_is_told_with_its_clause(
    tmp_path: Path, form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the clause had been missing when the ruling was made."""
    old = {**seal.versions(), "rules": "0" * 64}
    with monkeypatch.context() as then:
        then.setattr(seal, "versions", lambda: old)
        file = made(tmp_path, form, without=[CLAUSE])
    text = file.read_text("utf-8")
    sealed = text.replace(f'"{CLAUSE}"\n    ]', "]").replace(
        f'"without":["{CLAUSE}"]', '"without":[]'
    )
    file.write_text(sealed, "utf-8")
    [found] = verify.verify(file)
    told = "\n".join(found.different)
    assert f"step 8: was illegal [actions-stacking/topmost-only], now legal [{CLAUSE}]" in told
    assert found.since == ("the glossary and the cards",)


def test_every_ruling_of_a_list_is_checked(tmp_path: Path) -> None:
    file = made(tmp_path, "json")
    one = json.loads(file.read_text("utf-8"))
    file.write_text(json.dumps([one, {**one, "answer": None}]), "utf-8")
    first, second = verify.verify(file)
    assert not first.different
    assert second.different[0] == "the file was changed after it was sealed"


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\xff\xfe", b"{", b"[" * 200_000, b"{}", b"[1]", b'{"seal": 1}', b'{"seal": {}}',
        b'{"seal": {"format": "adjudicator-seal/1", "scenario": {"file": "x", "text": 7}}}',
        b'{"seal": {"format": "adjudicator-seal/1", "without": [], "scenario": {"file": "x", "text": "a: ["}}}',
        seal.OPENING.encode(), (seal.OPENING + "[]" + seal.CLOSING).encode(),
        (seal.OPENING + "{" + seal.CLOSING).encode(), b"<html>",
    ],
)  # fmt: skip
def test_a_hostile_file_is_refused_without_a_traceback(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "hostile"
    file.write_bytes(content)
    with pytest.raises(verify.Unverifiable):
        verify.verify(file)


def test_a_seal_with_nonsense_for_steps_is_read(tmp_path: Path) -> None:
    file = made(tmp_path, "html")
    text = file.read_text("utf-8")
    start = text.index('"steps":[')
    end = text.index(seal.CLOSING, start)
    for nonsense in ('"steps":7}', '"steps":[1]}', '"steps":[{"clauses":{},"verdict":[[]]}]}'):
        file.write_text(text[:start] + nonsense + text[end:], "utf-8")
        [found] = verify.verify(file)
        assert found.different
    file.write_text(text.replace('"language":"en"', '"language":"../en"'), "utf-8")
    with pytest.raises(verify.Unverifiable):
        verify.verify(file)
    with pytest.raises(verify.Unverifiable):
        verify.verify(tmp_path)

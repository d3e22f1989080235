"""A sealed ruling is run again: identical, or what changed and by which clause."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import ROOT
from tampering import Forger, Judge, Trial

from adjudicator import verify
from adjudicator.commands import book, rule
from adjudicator.commands import verify as verify_command
from adjudicator.edition.given import Given
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
    assert found[:3] == ("The Swindler goes before A Gift", (), ())
    assert "the scenario of the seal was ruled again" in found.checked[0]
    assert ("every character" if form == "html" else "every value") in found.checked[0]


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
        file = made(tmp_path, form, given=Given(without=(CLAUSE,)))
    text = file.read_text("utf-8")
    sealed = text.replace(f'"{CLAUSE}"\n    ]', "]").replace(
        f'"without":["{CLAUSE}"]', '"without":[]'
    )
    file.write_text(sealed, "utf-8")
    [found] = verify.verify(file)
    told = "\n".join(found.different)
    assert f"step 8: was illegal [actions-just/narrow-window], now legal [{CLAUSE}]" in told
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


def again(tmp_path: Path, data: object) -> verify.Found:
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(data), "utf-8")
    [found] = verify.verify(file)
    return found


def test_what_the_seal_of_a_json_ruling_says_is_checked(tmp_path: Path) -> None:
    data = json.loads(made(tmp_path, "json").read_text("utf-8"))
    assert not again(tmp_path, data).different
    for key, value in (("note", "by the head judge"), ("imported", ["Boba Fett"]), ("ruling", "0")):
        forged = {**data, "seal": {**data["seal"], key: value}}
        forged["seal"]["file"] = seal.of_file(forged)
        assert again(tmp_path, forged).different == (f"in the seal: /{key} is another",)
    forged = {**data, "seal": {**data["seal"], "rules": "0" * 64}}
    assert again(tmp_path, forged).different == ("the file was changed after it was sealed",)


def test_yes_is_not_one_and_no_key_stands_twice(tmp_path: Path) -> None:
    file = made(tmp_path, "json")
    data = json.loads(file.read_text("utf-8"))
    number = data["steps"][0]["number"]
    assert number == 1
    for odd in (True, 1.0, "1"):
        data["steps"][0]["number"] = odd
        data["seal"]["file"] = seal.of_file(data)
        assert again(tmp_path, data).different == ("/steps/0/number is another",)
    text = file.read_text("utf-8")
    for twice in ('{"answer": null,', '{"format": "adjudicator-ruling/1",'):
        file.write_text(text.replace("{", twice, 1), "utf-8")
        with pytest.raises(verify.Unverifiable, match="twice"):
            verify.verify(file)
    file.write_text("[]", "utf-8")
    with pytest.raises(verify.Unverifiable, match="no seal"):
        verify.verify(file)


def test_a_page_that_calls_itself_part_of_a_book_is_compared_as_one(tmp_path: Path) -> None:
    text = made(tmp_path, "html").read_text("utf-8")
    data = json.loads(text[text.index(seal.OPENING) + len(seal.OPENING) :].partition("<")[0])
    data["book"] = {"name": "x", "topic": "y", "before": None, "following": None}
    body = "<html><p>Legal. <b>Light wins.</b></p>"
    for record in (data["book"], {}, "book", {**data["book"], "name": "../x"}):
        data["book"] = record
        page = body + seal.OPENING + json.dumps(data, separators=(",", ":")) + seal.CLOSING
        file = tmp_path / "forged.html"
        at = page.index(seal.PAGE) + len(seal.PAGE)
        file.write_text(seal.close(page[:at] + seal.UNSEALED + page[at + 64 :]), "utf-8")
        try:
            [found] = verify.verify(file)
        except verify.Unverifiable as why:
            assert "where in a book" in str(why)
        else:
            assert "not as these templates lay it out" in found.different[0]


def test_a_book_is_verified_with_what_its_pages_load(tmp_path: Path) -> None:
    book([EXAMPLE], str(tmp_path / "book"))
    page = next((tmp_path / "book" / "fr" / "rulings").iterdir())
    [found] = verify.verify(page)
    assert not found.different and "assets are compared" in found.checked[1]
    script = tmp_path / "book" / "assets" / "search.js"
    script.write_text(script.read_text("utf-8") + "alert(1);\n", "utf-8")
    [found] = verify.verify(page)
    assert found.different == ("the book's own assets/search.js is another",)
    script.unlink()
    [found] = verify.verify(page)
    assert not found.different and "not checked: assets/search.js" in found.checked[1]


def test_a_ruling_as_if_a_clause_did_not_exist_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for form in ("text", "markdown", "discord", "html", "json"):
        for length in ("table", "standard"):
            file = made(tmp_path, form, given=Given(without=(CLAUSE,)), length=length, force=True)
            told = file.read_text("utf-8")
            if form == "json":
                assert json.loads(told)["without"] == [CLAUSE]
            else:
                assert "did not exist" in told.partition(seal.OPENING)[0]
        if form in ("html", "json"):
            capsys.readouterr()
            verify_command([str(file)])
            assert f"ruled as if this did not exist: {CLAUSE}" in capsys.readouterr().out


def test_no_edit_makes_another_ruling_identical(tmp_path: Path) -> None:
    """A few of the many that `tampering.py` makes."""
    forger = Forger()
    judge = Judge(forger, tmp_path)
    trials = [forger.trial(1, number) for number in range(150)]
    assert not [trial.what for trial in trials if judge.is_fooled(trial)]
    for form, text in forger.documents:  # else nothing would be identical for want of eyes
        assert not judge.is_fooled(Trial(form, "nothing", text))
        assert judge.told[f"{form} identical, and rightly"]

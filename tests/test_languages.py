"""A language is a folder: of sentences, of a grammar, and of nothing that has to be compiled."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT
from typer.testing import CliRunner

from adjudicator.cli import app
from adjudicator.engine.replay import replay
from adjudicator.home import VARIABLE as DATA
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.source import BadFile
from adjudicator.speech import LANGUAGES, Slot, forget, language, languages, look_in

RIDDLE = ROOT / "scenarios/actions/example-3-a-gift-and-the-swindler.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Piglatin, as far as anybody has got with it."""
    own = tmp_path / "languages" / "qpl"
    own.mkdir(parents=True)
    own.joinpath("grammar.yaml").write_text(
        "name: Igpay\nand: andway\nforms: {ay: {'*s': '{}say', '[aeiouAEIOU]*': '{}way', '*': '{}ay'}}\n"
        "blanks: {' !': \"\\u00a0!\"}\n",
        "utf-8",
    )
    own.joinpath("terms.yaml").write_text("side light: Ightlay\nside dark: Arkday\n", "utf-8")
    own.joinpath("attempts.yaml").write_text('plays: "{{ player }} ayplays {{ what.ay }} !"\n')
    own.joinpath("events.yaml").write_text(
        'result began: "{{ action.ay }} ashay itsway esultray."\n'
    )
    own.joinpath("clauses.yaml").write_text(
        'actions-taking-turns/may-pass: "{{ player }} assedpay: {{ other.ay }}."\n'
    )
    return own.parent


@pytest.fixture
def named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(DATA, str(folder.parent))
    return folder


def test_a_ruling_is_told_in_a_language_from_a_folder_outside(named: Path, desk: Desk) -> None:
    board = desk.load(RIDDLE).board
    assert board is not None
    ruling = compose(board, desk.book, replay(board, desk.book), desk.glossary, True)
    told = write(ruling, desk.glossary, "text", "qpl", "full")
    assert isinstance(told, str)
    assert "Ightlay ayplays Nabrun Leidssay\u00a0!" in told, "a sentence and a form of its own"
    assert "ashay itsway esultray" in told
    assert "Double-Crossing, No-Good Swindler comes first" in told, (
        "what it lacks is said in English"
    )
    assert "{{" not in told
    page = write(ruling, desk.glossary, "html", "qpl", "standard")
    assert isinstance(page, str) and 'lang="qpl"' in page and "ayplays" in page


def test_a_language_is_found_in_a_folder_that_is_named(folder: Path) -> None:
    assert "qpl" not in languages()
    look_in(folder)
    try:
        assert languages() == (LANGUAGES[0], "fr", "qpl")
    finally:
        forget(folder)
    assert languages() == LANGUAGES


def test_a_later_folder_rewords_a_shipped_sentence(tmp_path: Path) -> None:
    own = tmp_path / "en"
    own.mkdir()
    own.joinpath("events.yaml").write_text("battle ended: That was the battle.\n")
    look_in(tmp_path)
    try:
        assert language("en").say("events", "battle ended") == "That was the battle."
        assert language("fr").say("events", "battle ended") == "La bataille est terminée."
    finally:
        forget(tmp_path)
    assert language("en").say("events", "battle ended") == "The battle is over."


def test_languages_tells_what_is_missing(named: Path) -> None:
    run = CliRunner()
    listed = run.invoke(app, ["languages"])
    assert listed.exit_code == 0 and "qpl     Igpay" in listed.stdout
    lacks = run.invoke(app, ["languages", "qpl"])
    assert "missing: events.yaml: battle ended" in lacks.stdout
    assert "events.yaml: result began" not in lacks.stdout
    whole = run.invoke(app, ["languages", "fr"])
    assert whole.stdout == "fr: nothing is missing\n"


def test_any_language_may_be_asked_for_and_a_wrong_one_is_told(
    named: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = CliRunner()
    told = run.invoke(app, ["rule", str(RIDDLE), "--lang", "qpl"])
    assert told.exit_code == 0 and "ayplays" in told.stdout
    monkeypatch.setenv("ADJUDICATOR_LANG", "qpl")
    assert "ayplays" in run.invoke(app, ["rule", str(RIDDLE)]).stdout
    assert "joue Nabrun" in run.invoke(app, ["rule", str(RIDDLE), "--lang", "fr"]).stdout
    assert run.invoke(app, ["rule", str(RIDDLE), "--lang", "frr"]).exit_code == 2
    monkeypatch.setenv("ADJUDICATOR_LANG", "de")
    assert run.invoke(app, ["rule", str(RIDDLE)]).exit_code == 2


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("events.yaml", "battle ended: '{{ a b }}'\n"),
        ("events.yaml", "battle ended: {{}}\n"),
        ("grammar.yaml", "forms: {s: {'*a*b*': '{}'}}\n"),
    ],
)
def test_a_broken_language_is_told_with_its_place(tmp_path: Path, file: str, text: str) -> None:
    own = tmp_path / "qbr"
    own.mkdir()
    own.joinpath("grammar.yaml").write_text("name: Broken\n")
    own.joinpath(file).write_text(text)
    look_in(tmp_path)
    try:
        with pytest.raises(BadFile) as bad:
            language("qbr").say("events", "battle ended", {"x": Slot("word", "x")})
            assert language("qbr").grammar.name
        assert bad.value.problems
    finally:
        forget(tmp_path)


WRONG = """\
title: Something is wrong
tabel: {turn: light}
attempts:
  - light plays: Sence
    targts: Alter
  - dark: Sense, Alter
"""


def test_what_is_wrong_is_told_in_french(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "faux.yaml"
    file.write_text(WRONG)
    run = CliRunner()
    told = run.invoke(app, ["check", str(file), "--lang", "fr"])
    assert told.exit_code == 1
    assert "un scénario n'a pas de clé «\u00a0tabel\u00a0» [unknown-key]" in told.stderr
    assert "vouliez-vous dire «\u00a0table\u00a0»\u202f?" in told.stderr
    assert "erreurs dans 1 fichier" in told.stderr and "did you mean" not in told.stderr
    monkeypatch.setenv("ADJUDICATOR_LANG", "fr")
    assert run.invoke(app, ["check", str(file)]).stderr == told.stderr
    assert "une tentative n'a pas de clé" in run.invoke(app, ["rule", str(file)]).stderr
    assert "nobody can do" in run.invoke(app, ["--lang", "en", "rule", str(file)]).stderr
    usage = run.invoke(app, ["rule", str(RIDDLE), "--format", "txet"])
    assert "--format ne peut pas être «\u00a0txet\u00a0»" in usage.stderr


def test_the_same_is_told_in_english_where_a_language_lacks_it(named: Path, tmp_path: Path) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(WRONG)
    run = CliRunner()
    english = run.invoke(app, ["check", str(file), "--lang", "en"]).stderr
    assert run.invoke(app, ["check", str(file), "--lang", "qpl"]).stderr == english

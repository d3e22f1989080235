"""Whose file is it? Scenarios are found wherever they are, and other projects' YAML is left alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import SCENARIOS, SHARED

from adjudicator.commands import Stop
from adjudicator.regress.cases import is_ours_anywhere, is_scenario
from adjudicator.regression import test as run_test

FOREIGN = {
    "quiz.yaml": "title: Quiz\nattempts:\n  - {name: a, score: 1}\n",
    "include.yaml": "title: Retry policy\nattempts: !include x.yaml\n",
    "map.yaml": "title: Retry policy\nattempts:\n    max: 3\n    delay: 5\n",
    "template.yaml": "title: jinja {{ x }}\nattempts:\n  - {{ y }}\n",
    "two.yaml": "a: 1\n---\ntitle: x\nattempts:\n - a\n",
    "words.yaml": "title: x\nattempts:\n - light weight: 3\n - ask: my neighbour\n - dark mode\n",
    "empty.yml": "",
}
SCENARIO = "title: t\nattempts:\n- ask: who acts next\n  expect: {answer: light}\n"
UNREADABLE = {
    "latin-1.yaml": SCENARIO.replace("title: t", "title: été").encode("latin-1"),
    "large.yaml": SCENARIO.encode() + b"#" * 1_000_000,
}


def pytest_in(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    (tmp_path / "test_own.py").write_text("def test_own(): pass\n", "utf-8")
    for name, text in FOREIGN.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "bytes.yaml").write_bytes(b"title: t\nattempts:\n\xff\xfe\n")
    return tmp_path


def test_every_scenario_of_ours_bears_the_sign() -> None:
    assert not [path for path in SCENARIOS if not is_ours_anywhere(path)]


@pytest.mark.parametrize(
    "attempts",
    [
        "attempts: [both pass]",
        "attempts: [{light passes: }, both pass]",
        "attempts:\n  - {dark goes on: }",
        "attempts:\n- 'light plays': Sense",
        'attempts:\n-   "ask": "who acts next"',
        "attempts:\n- # first\n  dark deploys: Boba Fett",
    ],
)
def test_the_sign_is_seen_however_it_is_written(tmp_path: Path, attempts: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"title: t\n{attempts}\n", "utf-8")
    assert is_ours_anywhere(path) or "#" in attempts
    path.write_text(f"# adjudicator scenario\ntitle: t\n{attempts}\n", "utf-8")
    assert is_ours_anywhere(path)


def test_a_foreign_run_is_as_if_we_were_not_there(foreign: Path) -> None:
    done = pytest_in(foreign)
    assert done.returncode == 0 and "1 passed" in done.stdout, done.stdout


def test_a_file_that_cannot_be_read_fails_and_the_others_are_run(foreign: Path) -> None:
    for name, data in UNREADABLE.items():
        (foreign / name).write_bytes(data)
    (foreign / "good.yaml").write_text(SCENARIO, "utf-8")
    done = pytest_in(foreign)
    assert done.returncode == 1, done.stdout
    assert "2 failed, 2 passed" in done.stdout or "3 failed, 1 passed" in done.stdout, done.stdout
    assert "is not UTF-8 text" in done.stdout and "larger than 1000 kB" in done.stdout
    assert "Traceback" not in done.stdout and "Interrupted" not in done.stdout


def test_in_the_folder_of_the_setting_nothing_is_passed_over(foreign: Path) -> None:
    (foreign / "pytest.ini").write_text("[pytest]\nadjudicator_scenarios = rulings\n", "utf-8")
    (foreign / "rulings").mkdir()
    (foreign / "rulings" / "bytes.yaml").write_bytes(b"title: t\nattempts:\n\xff\xfe\n")
    (foreign / "rulings" / "typo.yaml").write_text("title: t\nattempts:\n- lihgt plays: Sense\n")
    (foreign / "rulings" / "other.yaml").write_text("services: {}\n")
    done = pytest_in(foreign)
    assert done.returncode == 1 and "2 failed, 1 passed" in done.stdout, done.stdout


@pytest.mark.parametrize("name", UNREADABLE)
def test_the_test_command_tells_what_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("folder/good.yaml").write_text(SCENARIO.replace("light", "dark"), "utf-8")
    Path("folder", name).write_bytes(UNREADABLE[name])
    for paths in (["folder"], [f"folder/{name}"]):
        with pytest.raises(Stop) as stop:
            run_test(paths)
        assert stop.value.code == 1 and "1 unusable" in capsys.readouterr().out


@pytest.mark.skipif(not SHARED.is_dir(), reason="no such collection here")
def test_what_once_stopped_others(foreign: Path) -> None:
    hostile = sorted((SHARED / "findings" / "hostile" / "pytest").glob("*.yaml"))
    ours = {path.name for path in hostile if is_ours_anywhere(path)}
    assert hostile and ours == {"latin-1.yaml"}  # it asks who acts next, and cannot be read
    for path in hostile:
        (foreign / path.name).write_bytes(path.read_bytes())
    done = pytest_in(foreign)
    assert done.returncode == 1 and "1 failed, 1 passed" in done.stdout, done.stdout
    assert {path.name for path in hostile if is_scenario(path)} >= {"badutf.yaml", "latin-1.yaml"}

"""What is written: whole, in its place, over nothing of anybody else's, and nothing left behind."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adjudicator import regression, writing
from adjudicator.book.site import CONTENTS
from adjudicator.commands import USAGE, WRONG, Stop, book, new, rule

SCENARIO = "title: t\ntable: {turn: light}\nattempts:\n- ask: who acts next\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ADJUDICATOR_DATA", str(tmp_path / "data"))
    writing._cleared.clear()  # what each run does once, each test does once
    return tmp_path


def scenario(path: str, title: str = "t") -> str:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(SCENARIO.replace("title: t", f"title: {title}"), "utf-8")
    return path


def refused(does: Callable[[], Any], *says: str) -> None:
    with pytest.raises((Stop, writing.Unwritten)) as told:
        does()
    assert all(word in str(told.value) for word in says), told.value


def leavings() -> list[str]:
    return [str(p) for p in Path().rglob(".*.adjudicator")]


# -- a file ------------------------------------------------------------------------------------


def test_a_ruling_is_never_written_over_what_it_was_ruled_from() -> None:
    path = scenario("in.yaml")
    os.link(path, "same.txt")
    for output in ("in.yaml", "./in.yaml", "same.txt"):
        for force in (False, True):
            refused(lambda o=output, f=force: rule([path], output=o, force=f), "not written over")  # type: ignore[misc]
    refused(lambda: regression.shrink(path, output=path, force=True), "not written over")
    assert Path(path).read_text("utf-8") == SCENARIO and not leavings()


def test_what_somebody_else_wrote_stays_unless_forced() -> None:
    path, mine = scenario("in.yaml"), Path("notes.txt")
    mine.write_text("my notes", "utf-8")
    refused(lambda: rule([path], output="notes.txt"), "--force")
    assert mine.read_text("utf-8") == "my notes"
    rule([path], output="notes.txt", force=True)
    ruled = mine.read_text("utf-8")
    scenario("in.yaml", "another")
    rule([path], output="notes.txt")  # what this program wrote, it writes over
    mine.write_text(ruled + "my notes", "utf-8")  # but not what was added to it
    refused(lambda: rule([path], output="notes.txt"), "--force")
    for report in (
        lambda: regression.test([path], junit_file="notes.txt"),
        lambda: regression.coverage([path], output="notes.txt"),
        lambda: regression.shrink(path, output="notes.txt"),
    ):
        refused(report, "--force")
    assert mine.read_text("utf-8").endswith("my notes")
    refused(lambda: new("notes.txt"), "nothing was changed")


def test_an_empty_file_and_one_that_says_the_same_need_no_force() -> None:
    path = scenario("in.yaml")
    Path("empty.txt").touch()
    rule([path], output="empty.txt")
    before = Path("empty.txt").read_bytes()
    (Path("data") / writing.WRITTEN).unlink()
    rule([path], output="empty.txt")
    assert Path("empty.txt").read_bytes() == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="a system without FIFOs and links")
def test_a_link_a_fifo_and_a_device_stay_what_they_are() -> None:
    path = scenario("in.yaml")
    Path("elsewhere.txt").write_text("x", "utf-8")
    Path("link.txt").symlink_to("elsewhere.txt")
    Path("nowhere.txt").symlink_to("missing.txt")
    os.mkfifo("fifo.txt")
    for output in ("link.txt", "nowhere.txt", "fifo.txt", "/dev/null"):
        for force in (False, True):
            refused(lambda o=output, f=force: rule([path], output=o, force=f), "is ")  # type: ignore[misc]
    assert Path("elsewhere.txt").read_text("utf-8") == "x" and Path("link.txt").is_symlink()
    assert stat.S_ISFIFO(Path("fifo.txt").stat().st_mode) and not Path("missing.txt").exists()


def test_no_name_is_no_output() -> None:
    path = scenario("in.yaml")
    for does in (lambda: rule([path], output=""), lambda: book([path], "")):
        with pytest.raises(Stop) as told:
            does()
        assert told.value.code == USAGE
    assert sorted(p.name for p in Path().iterdir()) == ["in.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="a system with other rights")
def test_a_file_keeps_its_rights_and_a_new_one_gets_the_users() -> None:
    path = scenario("in.yaml")
    rule([path], output="a.txt")
    before = os.umask(0o027)
    try:
        Path("a.txt").chmod(0o600)
        scenario("in.yaml", "another")
        rule([path], output="a.txt")
        rule([path], output="b.txt")
    finally:
        os.umask(before)
    assert stat.S_IMODE(Path("a.txt").stat().st_mode) == 0o600
    assert stat.S_IMODE(Path("b.txt").stat().st_mode) == 0o640


def test_two_rulings_never_share_a_name() -> None:
    files = [
        scenario(path, f"Ruling {number}")
        for number, path in enumerate(("a.yaml", "x/a.yaml", "a-2.yaml", "y/A.yaml", "a.yml"))
    ]
    rule(files, output="out")
    written = sorted(p.name for p in Path("out").iterdir())
    assert len({name.casefold() for name in written}) == 5
    assert {"a.txt", "a-2.txt"} <= set(written)
    assert len({p.read_text("utf-8") for p in Path("out").iterdir()}) == 5


def test_a_full_disk_leaves_the_old_file_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    path = scenario("in.yaml")
    rule([path], output="a.txt")
    before = Path("a.txt").read_bytes()
    scenario("in.yaml", "another")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    refused(lambda: rule([path], output="a.txt"), "No space left")
    refused(lambda: rule([path], output="b.txt"), "No space left")
    refused(lambda: book([path], "book"), "No space left")
    assert Path("a.txt").read_bytes() == before and not Path("b.txt").exists()
    assert not leavings() and not list(Path("book").iterdir())


def test_an_amended_file_is_the_one_that_was_read() -> None:
    path = Path(scenario("in.yaml"))
    path.write_text(SCENARIO + "# mine\n", "utf-8")
    refused(lambda: writing.amend(path, SCENARIO, "other"), "changed since")
    assert path.read_text("utf-8").endswith("# mine\n")
    assert not writing.amend(path, SCENARIO, SCENARIO + "# mine\n")  # another run was quicker
    path.unlink()
    refused(lambda: writing.amend(path, SCENARIO, "other"), "no longer there")
    assert not path.exists()


# -- what killed runs leave -----------------------------------------------------------------------


def test_what_a_killed_run_left_goes_and_what_a_living_one_writes_stays() -> None:
    with writing._opened(Path()) as here:
        dead = here.aside(b"half")
    alive = "." + "0" * 16 + ".adjudicator"
    holds = (
        "import sys; from adjudicator import writing; f = open(sys.argv[1], 'w');"
        "assert writing._held(f.fileno()); print(flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holds, alive], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None and other.stdin is not None
        other.stdout.readline()
        for name in ("1" * 16, "2" * 16):
            Path(f".{name}.adjudicator", "en").mkdir(parents=True)
        Path("." + "2" * 16 + ".adjudicator", "link").symlink_to(Path("kept").absolute())
        kept = [".a.adjudicator", ".0123456789abcdef.adjudicator.txt", "kept"]
        for name in kept:
            Path(name).touch()
        writing._cleared.clear()
        rule([scenario("in.yaml")], output="a.txt")
        found = {p.name for p in Path().iterdir()}
        assert found == {*kept, alive, "in.yaml", "a.txt", "data"} and dead not in found
        other.stdin.close()


# -- a book --------------------------------------------------------------------------------------


@pytest.fixture
def source() -> str:
    return scenario("scenarios/one.yaml")


def tree(path: str = "book") -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in Path(path).rglob("*") if p.is_file()}


@pytest.mark.parametrize("name", ["index.html", "en/index.html", "assets/book.css", CONTENTS])
def test_a_book_spares_what_the_user_has_there(source: str, name: str) -> None:
    mine = Path("book", name)
    mine.parent.mkdir(parents=True)
    mine.write_text("my own", "utf-8")
    refused(lambda: book([source], "book"), "--force")
    assert tree() == {str(mine): b"my own"} and not leavings()
    book([source], "book", force=True)
    assert mine.read_bytes() != b"my own"
    mine.write_text("my own", "utf-8")
    scenario(source, "Another title")
    refused(lambda: book([source], "book"), "--force")


@pytest.mark.parametrize("name", ["en", "en/rulings", "index.html", "assets", CONTENTS])
def test_a_book_stays_in_its_folder(source: str, name: str) -> None:
    Path("elsewhere/rulings").mkdir(parents=True)
    link = Path("book", name)
    link.parent.mkdir(parents=True)
    link.symlink_to(Path("elsewhere").absolute())
    for force in (False, True):
        refused(lambda f=force: book([source], "book", force=f), "is a link")  # type: ignore[misc]
    assert not tree("elsewhere") and link.is_symlink() and not leavings()


def test_an_interrupted_book_is_the_old_one_and_the_next_run_ends_it(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book([source], "book")
    before = tree()
    scenario(source, "Another title")
    scenario("scenarios/two.yaml", "A second one")
    moves = 0
    real = writing.Folder.move

    def interrupted(self: Any, name: str, other: Any, target: str) -> None:
        nonlocal moves
        moves += 1
        if moves == 12:
            raise KeyboardInterrupt
        real(self, name, other, target)

    monkeypatch.setattr(writing.Folder, "move", interrupted)
    with pytest.raises(KeyboardInterrupt):
        book(["scenarios"], "book")
    between = tree()
    assert before.keys() <= between.keys() and not leavings()
    monkeypatch.setattr(writing.Folder, "move", real)
    book(["scenarios"], "book")  # without force: it knows its own, old and new
    after = tree()
    assert after.keys() == json_names() and b"A second one" in b"".join(after.values())
    book([source], "book")
    assert "two" not in "".join(tree())


def json_names() -> set[str]:
    listed = json.loads(Path("book", CONTENTS).read_text("utf-8"))
    assert set(listed) == {"format", "files"}
    return {f"book/{name}" for name in listed["files"]} | {f"book/{CONTENTS}"}


def test_a_second_book_waits_for_the_first(source: str, capsys: pytest.CaptureFixture[str]) -> None:
    with writing.lock(Path("book")):
        second = threading.Thread(target=book, args=([source], "book"))
        second.start()
        while "another run" not in capsys.readouterr().err:
            second.join(0.01)
        assert second.is_alive() and not tree()
    second.join()
    assert Path("book/index.html").is_file()


def test_a_lock_on_what_is_no_folder_is_told() -> None:
    Path("file").write_text("x", "utf-8")
    with pytest.raises(Stop) as told:
        book([scenario("in.yaml")], "file")
    assert told.value.code == WRONG and "cannot be written" in str(told.value)

"""The one way a file is written; nothing else in this program writes, moves or removes one.

What a file is to say is written aside, in the folder it belongs to, under a name nobody can
foresee, flushed, and moved into place: whoever looks sees the old file or the new one, never
half of one. A name that leads elsewhere is not followed, and what is no ordinary file is left
alone. A file that this program did not write is written over only when that was asked for.

A run that was killed leaves at most what it had written aside. While a run lives it holds a
lock on that, so the next one knows what nobody needs any more, and removes it."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TextIO

from adjudicator.home import data_folder

WRITTEN = "written"  # in the user's data folder: digests of what was written, one a line
_MOST_REMEMBERED = 20_000
_ASIDE = re.compile(r"\.[0-9a-f]{16}\.adjudicator")
_BY_DESCRIPTOR = {os.open, os.stat, os.rename, os.unlink, os.mkdir} <= os.supports_dir_fd
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_WAITLESS = getattr(os, "O_NONBLOCK", 0)  # a FIFO in place of a file keeps nobody waiting
_cleared: set[tuple[int, int]] = set()


class Unwritten(Exception):  # noqa: N818 - it says what became of the file
    """A file was left as it is, and why."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")


def put(
    path: Path, text: str | bytes, *, force: bool = False, inputs: Iterable[str | Path] = ()
) -> bool:
    """Writes a file somebody asked for: never over an input, and over what this program did
    not write only by `force`. Tells whether there was anything to write."""
    data = _bytes(text)
    with _opened(path.parent) as folder:
        for source in inputs:
            if folder.has(path.name, source):
                raise Unwritten(path, "this is what was read; it is not written over")
        present = folder.read(path.name)
        if present == data:
            return False
        if present and not force and not _remembered(present):
            raise Unwritten(
                path, "is there already, and not as this program wrote it; --force writes over it"
            )
        _remember(data)
        folder.place(path.name, data, is_new=present is None)
    return True


@contextmanager
def scratch() -> Iterator[Path]:
    """A folder of one's own, gone with all that is in it when it is no longer needed."""
    with TemporaryDirectory(prefix="adjudicator-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def new(path: Path, text: str) -> None:
    """Writes a file where there is none."""
    with _opened(path.parent) as folder:
        if folder.look(path.name) is not None:
            raise Unwritten(path, "is there already; nothing was changed")
        folder.place(path.name, _bytes(text), is_new=True)


def amend(path: Path, before: str, after: str) -> bool:
    """Writes over a file that was read, if it still says what it said then. A byte order mark
    stays."""
    with lock(path.parent), _opened(path.parent) as folder:
        present = folder.read(path.name)
        if present is None:
            raise Unwritten(path, "is no longer there")
        mark = present[:3] if present[:3] == b"\xef\xbb\xbf" else b""
        told = present[len(mark) :]
        if told == _bytes(after):
            return False
        if told != _bytes(before):
            raise Unwritten(path, "was changed since it was read; nothing was written")
        folder.place(path.name, mark + _bytes(after))
    return True


def keep(path: Path, text: str | bytes, below: Path | None = None) -> None:
    """Writes a file of our own, in a folder of our own; `below` leads to it without links."""
    with _opened(path.parent, below) as folder:
        folder.place(path.name, _bytes(text))


def forget(path: Path) -> None:
    """Removes a file of our own."""
    with suppress(FileNotFoundError), _opened(path.parent, make=False) as folder:
        folder.remove(path.name)


def clear(path: Path) -> None:
    """Removes what killed runs have left in a folder."""
    with suppress(OSError), _opened(path, make=False):
        pass  # whoever opens a folder clears it


@contextmanager
def lock(path: Path, waiting: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Nobody else who asks for this folder gets it meanwhile; a killed run gives it back."""
    path.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":  # there a folder cannot be locked, so a file in it is
        fd = os.open(path / ".adjudicator.lock", os.O_RDWR | os.O_CREAT)
    else:
        fd = os.open(path, _FOLDER)
    try:
        if not _held(fd):
            waiting()
            _wait_for(fd)
        yield
    finally:
        os.close(fd)


def silence(stream: TextIO) -> None:
    """What is still to be said where nobody listens any more goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def hold_streams() -> None:
    """Where a standard stream was closed, no file opened later gets its number, and what is
    printed there fails."""
    while (fd := os.open(os.devnull, os.O_RDONLY)) <= 2:
        os.set_inheritable(fd, True)
    os.close(fd)


# -- a folder and its files --------------------------------------------------------------------


class Folder:
    """An open folder: what is done there is done there, wherever its path leads by now."""

    def __init__(self, path: Path, fd: int | None) -> None:
        self.path = path
        self.fd = fd

    def _at(self, name: str) -> str:
        return name if self.fd is not None else str(self.path / name)

    def look(self, name: str) -> os.stat_result | None:
        """What bears this name, even a link; an ordinary file or nothing."""
        try:
            found = os.stat(self._at(name), dir_fd=self.fd, follow_symlinks=False)
        except FileNotFoundError:
            return None
        if stat.S_ISLNK(found.st_mode):
            raise Unwritten(self.path / name, "is a link; name the file that it leads to")
        if stat.S_ISDIR(found.st_mode):
            raise Unwritten(self.path / name, "is a folder")
        if not stat.S_ISREG(found.st_mode):
            raise Unwritten(self.path / name, "is no ordinary file; nothing was written")
        return found

    def has(self, name: str, source: str | Path) -> bool:
        """Whether the file of this name is that other one, by whatever path."""
        try:
            one = os.stat(self._at(name), dir_fd=self.fd)
            return os.path.samestat(one, Path(source).stat())
        except OSError:
            return False

    def read(self, name: str) -> bytes | None:
        if self.look(name) is None:
            return None
        fd = os.open(self._at(name), os.O_RDONLY | _NO_LINK | _WAITLESS, dir_fd=self.fd)
        with open(fd, "rb") as stream:
            return stream.read()

    def place(self, name: str, data: bytes, is_new: bool = False) -> None:
        """Aside, flushed, and into place; with the rights and the owner of what was there."""
        before = self.look(name)
        aside = self.aside(data, before)
        try:
            if is_new:
                self._link(aside, name)
            else:
                self.move(aside, self, name)
        finally:
            with suppress(FileNotFoundError):
                self.remove(aside)

    def aside(self, data: bytes, like: os.stat_result | None = None) -> str:
        """The name under which it is written, whole and flushed."""
        while True:
            name = _any_name()
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | getattr(os, "O_BINARY", 0)
            fd = os.open(self._at(name), flags, 0o666, dir_fd=self.fd)
            with open(fd, "wb") as stream:
                if not _held(fd) or not os.fstat(fd).st_nlink:
                    continue  # a run that clears was quicker than our lock
                try:
                    if like is not None and hasattr(os, "fchmod"):
                        with suppress(OSError):
                            os.fchown(fd, like.st_uid, like.st_gid)
                        os.fchmod(fd, stat.S_IMODE(like.st_mode))
                    stream.write(data)
                    stream.flush()
                    os.fsync(fd)
                except BaseException:
                    self.remove(name)
                    raise
            return name

    def move(self, name: str, other: Folder, target: str) -> None:
        os.replace(self._at(name), other._at(target), src_dir_fd=self.fd, dst_dir_fd=other.fd)

    def _link(self, aside: str, name: str) -> None:
        """Into place, if there is still nothing; where links are unknown, simply moved."""
        try:
            os.link(self._at(aside), self._at(name), src_dir_fd=self.fd, dst_dir_fd=self.fd)
        except FileExistsError:
            raise Unwritten(self.path / name, "was written by somebody else meanwhile") from None
        except OSError:
            self.move(aside, self, name)

    def remove(self, name: str) -> None:
        os.unlink(self._at(name), dir_fd=self.fd)

    @contextmanager
    def below(self, part: str, make: bool) -> Iterator[Folder]:
        """A folder in this one, never one elsewhere that a link leads to."""
        path = self.path / part
        if make:
            with suppress(FileExistsError):
                os.mkdir(self._at(part), dir_fd=self.fd)
        found = os.stat(self._at(part), dir_fd=self.fd, follow_symlinks=False)
        if stat.S_ISLNK(found.st_mode) or not stat.S_ISDIR(found.st_mode):
            raise Unwritten(path, "is a link" if stat.S_ISLNK(found.st_mode) else "is no folder")
        fd = os.open(part, _FOLDER | _NO_LINK, dir_fd=self.fd) if self.fd is not None else None
        try:
            yield Folder(path, fd)
        finally:
            if fd is not None:
                os.close(fd)

    def clear(self) -> None:
        """What was written aside by runs that are no more; once in each run."""
        here = os.fstat(self.fd) if self.fd is not None else self.path.stat()
        if (here.st_dev, here.st_ino) in _cleared:
            return
        _cleared.add((here.st_dev, here.st_ino))
        for name in os.listdir(self.path if self.fd is None else self.fd):  # noqa: PTH208
            if _ASIDE.fullmatch(name):
                with suppress(OSError):
                    self._clear_one(name)

    def _clear_one(self, name: str) -> None:
        flags = os.O_RDONLY | _NO_LINK | _WAITLESS
        fd = os.open(self._at(name), flags, dir_fd=self.fd)
        try:
            if not _held(fd):
                return
            if stat.S_ISDIR(os.fstat(fd).st_mode):
                self.raze(name)
            else:
                self.remove(name)
        finally:
            os.close(fd)

    def raze(self, name: str) -> None:
        """A folder of our own with all that is in it; links in it are removed, not followed."""
        import shutil

        shutil.rmtree(self._at(name), dir_fd=self.fd)


@contextmanager
def _opened(path: Path, below: Path | None = None, make: bool = True) -> Iterator[Folder]:
    """The folder at a path; from `below` on no link is followed."""
    top = path if below is None else below
    if make:
        top.mkdir(parents=True, exist_ok=True)
    fd = os.open(top, _FOLDER) if _BY_DESCRIPTOR else None
    try:
        with _within(Folder(top, fd), path.relative_to(top).parts, make) as folder:
            folder.clear()
            yield folder
    finally:
        if fd is not None:
            os.close(fd)


@contextmanager
def _within(folder: Folder, parts: tuple[str, ...], make: bool) -> Iterator[Folder]:
    if not parts:
        yield folder
        return
    with folder.below(parts[0], make) as inner, _within(inner, parts[1:], make) as found:
        yield found


def _any_name() -> str:
    return f".{os.urandom(8).hex()}.adjudicator"


def _bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8", "replace") if isinstance(text, str) else text


def _held(fd: int) -> bool:
    """Whether this run now holds the lock on a file or a folder."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: nobody there can say more
        return True
    return True


def _wait_for(fd: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        while True:
            with suppress(OSError):
                msvcrt.locking(fd, msvcrt.LK_LOCK, 1)
                return
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX)


# -- what this program wrote --------------------------------------------------------------------


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _remembered(data: bytes) -> bool:
    try:
        return digest(data) in (data_folder() / WRITTEN).read_text("ascii", "replace").split("\n")
    except (OSError, RuntimeError):  # there is no such file, or no home to keep it in
        return False


def _remember(data: bytes) -> None:
    """One line more; before the file is moved into place, so that none is ever unknown. Where
    that cannot be kept, writing over the file will take --force."""
    line = f"{digest(data)}\n".encode()
    with suppress(OSError, RuntimeError, Unwritten), _opened(data_folder()) as folder:
        known = folder.look(WRITTEN)
        if known is not None and known.st_size >= 2 * _MOST_REMEMBERED * len(line):
            lines = (folder.read(WRITTEN) or b"").splitlines(keepends=True)
            folder.place(WRITTEN, b"".join(lines[-_MOST_REMEMBERED:]))
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _NO_LINK
        fd = os.open(folder._at(WRITTEN), flags, 0o600, dir_fd=folder.fd)
        try:
            os.write(fd, line)
        finally:
            os.close(fd)


# -- many files as one ---------------------------------------------------------------------------


class Site:
    """Files below one folder that belong together: all are made aside, and put in place when
    all are made. A list in the folder says which they are and what is in them, so that the
    next run knows its own files from somebody else's."""

    def __init__(self, folder: Folder, stage: Folder, contents: str, form: str) -> None:
        self._folder = folder
        self._stage = stage
        self._contents = contents
        self._format = form
        self._before = self._listed()
        self.files: dict[str, str] = {}  # digests
        self._moved: dict[str, str] = {}  # names in the stage

    def put(self, name: str, text: str | bytes) -> None:
        """Only what differs is written: what looks at the folder sees what changed."""
        data = _bytes(text)
        self.files[name] = digest(data)
        if self._present(name) != self.files[name]:
            self._moved[name] = self._stage.aside(data)

    def settle(self, is_ours: Callable[[str], bool], force: bool) -> tuple[int, int]:
        """Everything into its place, and out what an earlier run wrote and this one did not:
        how many files were written and how many removed."""
        if not force and (strange := [name for name in self._moved if self._is_strange(name)]):
            told = ", ".join(sorted(strange)[:5]) + (", …" if len(strange) > 5 else "")
            why = f"is there already, and not as this program wrote it: {told}; --force writes over"
            raise Unwritten(self._folder.path, why)
        if not self._moved and self._before == self.files:
            self._list(self.files, {})  # a run that was killed at its end left more in it
            return 0, 0
        self._list(self._before | self.files, self._before)
        for name, aside in self._moved.items():
            with self._home(name) as folder:
                self._stage.move(aside, folder, name.rpartition("/")[2])
        removed = 0
        for name, before in self._before.items():
            with suppress(Unwritten):
                if name in self.files or not is_ours(name) or self._present(name) != before:
                    continue
                with self._home(name) as folder:
                    folder.remove(name.rpartition("/")[2])
                removed += 1
        self._list(self.files, {})
        return len(self._moved), removed

    @contextmanager
    def _home(self, name: str, make: bool = True) -> Iterator[Folder]:
        with _within(self._folder, tuple(name.split("/")[:-1]), make) as folder:
            yield folder

    def _present(self, name: str) -> str | None:
        try:
            with self._home(name, make=False) as folder:
                data = folder.read(name.rpartition("/")[2])
        except (FileNotFoundError, ValueError):  # a name that no file can bear
            return None
        return digest(data) if data is not None else None

    def _is_strange(self, name: str) -> bool:
        present = self._present(name)
        return present is not None and present not in (self._before.get(name), self.files[name])

    def _list(self, files: Mapping[str, str], before: Mapping[str, str]) -> None:
        """While files are moved the list holds what they were, too."""
        record = {"format": self._format, "files": dict(sorted(files.items()))}
        if before:
            record["before"] = dict(sorted(before.items()))
        data = _bytes(json.dumps(record, indent=1) + "\n")
        if self._folder.read(self._contents) != data:
            self._folder.place(self._contents, data)

    def _listed(self) -> dict[str, str]:
        """What an earlier run wrote; of a run that was killed meanwhile, whichever is there."""
        try:
            record = json.loads(self._folder.read(self._contents) or b"")
        except (ValueError, RecursionError):
            record = None
        if not isinstance(record, dict) or record.get("format") != self._format:
            return {}
        new, old = _digests(record.get("files")), _digests(record.get("before"))
        for name in new.keys() & old.keys():
            with suppress(Unwritten):
                new[name] = old[name] if self._present(name) == old[name] else new[name]
        return new


def _digests(record: Any) -> dict[str, str]:
    if not isinstance(record, dict):
        return {}
    return {
        name: what
        for name, what in record.items()
        if isinstance(what, str) and ".." not in name.split("/") and not name.startswith("/")
    }


@contextmanager
def site(
    path: Path, contents: str, form: str, force: bool, waiting: Callable[[], None]
) -> Iterator[Site]:
    """A site for one run alone; what was made aside goes if it does not come to be settled."""
    with lock(path, waiting), _opened(path) as folder:
        present = folder.read(contents)
        if present and not force and form.encode() not in present[:200]:
            why = "is there already, and not as this program wrote it; --force writes over it"
            raise Unwritten(path / contents, why)
        name = _any_name()
        with folder.below(name, make=True) as stage:
            if stage.fd is not None:
                _held(stage.fd)
            try:
                yield Site(folder, stage, contents, form)
            finally:
                with suppress(OSError):
                    folder.raze(name)

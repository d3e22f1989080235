"""Files kept between runs, and files written so that an interrupted run leaves the old one."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

CACHE = ".adjudicator_cache"


def write_aside(path: Path, text: str) -> None:
    """Written aside and moved into place, with the rights the old file had."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    aside = Path(name)
    try:
        with open(handle, "w", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        aside.chmod(path.stat().st_mode & 0o7777 if path.exists() else 0o644)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)


class Cache:
    """A folder beside the scenarios for what a later run can use; losing it costs only time."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or Path(CACHE)

    def read(self, name: str) -> Any:
        try:
            return json.loads((self.folder / f"{name}.json").read_text("utf-8"))
        except (OSError, ValueError):
            return None

    def forget(self, name: str) -> None:
        (self.folder / f"{name}.json").unlink(missing_ok=True)

    def write(self, name: str, data: Any) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            ignore = self.folder / ".gitignore"
            if not ignore.exists():
                write_aside(ignore, "*\n")
            text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
            write_aside(self.folder / f"{name}.json", text + "\n")
        except OSError:
            return  # a folder we may not write to: the next run simply knows nothing

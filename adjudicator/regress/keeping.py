"""What one run keeps for the next."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from adjudicator import writing

CACHE = ".adjudicator_cache"


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
        writing.forget(self.folder / f"{name}.json")

    def write(self, name: str, data: Any) -> None:
        text = json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True)
        with suppress(OSError, writing.Unwritten):  # else the next run simply knows nothing
            for file, says in ((".gitignore", "*\n"), (f"{name}.json", text + "\n")):
                writing.keep(self.folder / file, says, self.folder.parent)

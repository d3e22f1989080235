"""Where the user's own data belongs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "ADJUDICATOR_DATA"


def data_folder() -> Path:
    """The variable's folder, else the platform's place for such things."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "adjudicator"

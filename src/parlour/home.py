"""Where Parlour keeps what belongs to its user: running games, and the tables of the house."""

import os
import sys
from pathlib import Path


def home() -> Path:
    """Parlour's own folder: PARLOUR_HOME, or where this system keeps a program's data."""
    if chosen := os.environ.get("PARLOUR_HOME"):
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData/Local")) / "parlour"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/parlour"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local/share")) / "parlour"


def make_home() -> Path:
    """The folder, made if it is missing. What lies in it tells the draws to come, so it is its user's alone."""
    home().mkdir(mode=0o700, parents=True, exist_ok=True)
    return home()

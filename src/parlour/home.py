"""The user's data folder: running games, and the server's database."""

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """Parlour's own folder: PARLOUR_HOME, or where this system keeps a program's data."""
    if chosen := os.environ.get("PARLOUR_HOME"):
        return Path(chosen)
    return platformdirs.user_data_path("parlour", appauthor=False)


def make_home() -> Path:
    """The folder, made if it is missing. Its files tell future draws, so only the user may read it."""
    home().mkdir(mode=0o700, parents=True, exist_ok=True)
    return home()

"""Where Parlour keeps what belongs to its user: running games, and the tables of the house."""

import os
from pathlib import Path

import platformdirs


def home() -> Path:
    """Parlour's own folder: PARLOUR_HOME, or where this system keeps a program's data."""
    if chosen := os.environ.get("PARLOUR_HOME"):
        return Path(chosen)
    return platformdirs.user_data_path("parlour", appauthor=False)


def make_home() -> Path:
    """The folder, made if it is missing. What lies in it tells the draws to come, so it is its user's alone."""
    home().mkdir(mode=0o700, parents=True, exist_ok=True)
    return home()

"""The user's data folder: running games, and the server's database."""

import os
import tempfile
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


def check_writable(folder: Path, name: str) -> None:
    """Write something into a folder, made if it is missing; a sentence with the user's number if that fails."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(1))
    except OSError as error:
        who = f"user {os.getuid()}" if hasattr(os, "getuid") else "this user"
        sentence = f"the folder of {name}, {folder}, cannot be written by {who} ({error.strerror})"
        raise ValueError(f"{sentence}: give it to that user, or name another in the settings") from None

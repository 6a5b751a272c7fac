"""Folders whose files are run: they belong to the user who runs them, and nobody else may write there.

Imports the standard library alone: set-up needs it before anything is installed.
"""

import os
from pathlib import Path


def make_private(folder: Path) -> Path:
    """Make a folder that nobody else may read or write; OSError if it is somebody else's, who could put code there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if os.name == "posix":
        found = folder.stat()
        if found.st_uid != os.geteuid():
            raise PermissionError(
                f"{folder} belongs to another user, and what lies there would be run: name a folder of your own "
                "in PARLOUR_CACHE"
            )
        if found.st_mode & 0o077:
            folder.chmod(0o700)
    return folder

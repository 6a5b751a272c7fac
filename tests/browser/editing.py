"""Editions as a designer changes them: `parlour edition` at a terminal."""

import subprocess
import sys


def parlour(folder, *arguments):
    """A command of `parlour edition` in a folder: its exit code, and all that it says."""
    done = subprocess.run(
        [sys.executable, "-m", "parlour", "edition", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr

"""The command that starts this server again, open to the local network: pages show it to whoever wants to invite."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import parlour
from parlour.server.settings import without_password

# In a clone it lies beside the sources; a wheel has none.
PLAY = Path(parlour.__file__).parents[2] / "play.py"
# Options with a value that say where to listen, as --lan does.
ELSEWHERE = ("--host", "--url")


def for_everybody() -> str:
    """Without the options of this run, and without the folder that it is in."""
    return "python3 play.py serve --lan" if PLAY.exists() else "parlour serve --lan"


def for_this_machine() -> str:
    """As this server was started, but for the passwords; to be typed where it was started."""
    # The same in every worker: Python hands them the arguments of the process that started them.
    return shlex.join([*program(), "serve", "--lan", *(without_password(word) for word in kept(sys.argv[2:]))])


def program() -> list[str]:
    if PLAY.exists():
        return ["python3", str(PLAY.relative_to(Path.cwd()) if PLAY.is_relative_to(Path.cwd()) else PLAY)]
    return ["parlour"] if shutil.which("parlour") else [sys.executable, "-m", "parlour"]


def kept(arguments: Sequence[str]) -> list[str]:
    """The options of a run that are not about where it listens."""
    found, words = [], iter(arguments)
    for word in words:
        if word in ELSEWHERE:
            next(words)
        elif word != "--lan" and not word.startswith(tuple(f"{option}=" for option in ELSEWHERE)):
            found.append(word)
    return found

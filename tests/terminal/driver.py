"""Drives Parlour through a real pseudo-terminal and keeps the screen that a person would see."""

import os
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pexpect
import pyte

PROMPT = " \u203a "
# A game may first have to be compiled, and not on an idle machine.
TIMEOUT = 600


class Terminal:
    """A running `parlour` and its screen. `shown` is all that was ever printed, in pieces between prompts."""

    def __init__(self, *arguments: str, home: Path, columns: int = 100, rows: int = 70, **environment: str) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.shown: list[str] = []
        self.raw = b""
        self.drawn = 0
        settings = {
            "PARLOUR_HOME": str(home),
            "TERM": "xterm",
            "PYTHONUNBUFFERED": "1",
            "LC_ALL": "C.UTF-8",
            **environment,
        }
        self.child: Any = pexpect.spawn(
            sys.executable,
            ["-m", "parlour", *arguments],
            env={**os.environ, **settings},
            cwd=str(home),
            dimensions=(rows, columns),
            timeout=TIMEOUT,
            preexec_fn=hear_the_keyboard,
        )
        self.child.delaybeforesend = None

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        self.child.close(force=True)

    def wait(self) -> str:
        """Wait for the next prompt, or the end; the text shown since the last one."""
        self.child.expect([re.escape(PROMPT.encode()), pexpect.EOF])
        piece = self.child.before + (self.child.after if isinstance(self.child.after, bytes) else b"")
        self.raw += piece
        self.shown.append(without_codes(piece.decode("utf-8", "replace")))
        return self.shown[-1]

    def type(self, line: str) -> str:
        """Type a line and wait for what it does."""
        self.child.sendline(line)
        return self.wait()

    def interrupt(self) -> str:
        """Press ctrl-C."""
        self.child.sendintr()
        return self.wait()

    @property
    def over(self) -> bool:
        return self.child.after is pexpect.EOF

    @property
    def status(self) -> int:
        """The exit code, once the program has ended."""
        self.child.wait()
        return int(self.child.exitstatus)

    @property
    def display(self) -> str:
        """What is on the screen now; drawn only when asked for, which takes longer than the game itself."""
        self.stream.feed(self.raw[self.drawn :])
        self.drawn = len(self.raw)
        return "\n".join(line.rstrip() for line in self.screen.display)

    @property
    def numbers(self) -> int:
        """How many moves there are to choose from, as the prompt says; 0 if it asks for something else."""
        found = re.search(r"(?:move|Zug) 1-(\d+) ", self.shown[-1].splitlines()[-1])
        return int(found[1]) if found else 0


def hear_the_keyboard() -> None:
    """As a shell leaves it: whoever runs the tests in the background may have told them to ignore ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def without_codes(text: str) -> str:
    """Text as it reads, without colours and movements of the cursor."""
    return re.sub(r"\x1b(\[[0-9;?]*[A-Za-z]|[=>])|[\x00\x07\x0f\r]", "", text)

"""The screen: one console to print on and one line to ask in."""

import sys
import time
from contextlib import suppress
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.segment import Segment, SegmentLines
from rich.text import Text

from parlour.terminal.words import plain, say

PACE = 0.7
# Clears the screen, and for a handover also the scrollback.
CLEAR, WIPE = "\x1b[2J\x1b[H", "\x1b[3J\x1b[2J\x1b[H"
# What stands between a question and what is typed.
MARK = " \u203a "
DIM, STRONG, WARN = "dim", "bold", "yellow"


# Commands may also be typed as whole words.
SPELLED = {"quit": "q", "help": "h", "save": "s", "undo": "u", "log": "l"}


# Rendered rows, to be counted and cut.
Rows = list[list[Segment]]


class Left(Exception):
    """The person has left: they said so, the input ended, or the program was interrupted."""


class Screen:
    """Where a person reads and types."""

    def __init__(self, fast: bool = False, console: Console | None = None) -> None:
        # No markup: names come from data files and must not be able to style or break anything.
        self.console = console or Console(highlight=False, markup=False, emoji=False)
        self.fast = fast

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def rows(self) -> int:
        """How many rows a list of moves may take beside a table."""
        return max(12, self.console.height // 2)

    @property
    def room(self) -> int | None:
        """How many rows can be seen at once; None where nothing scrolls away, such as in a file."""
        return self.console.height if self.console.is_terminal else None

    def put(self, renderable: Any) -> None:
        self.console.print(renderable)

    def lines(self, *renderables: Any) -> Rows:
        return [row for one in renderables for row in self.console.render_lines(one, pad=False)]

    def put_lines(self, lines: Rows) -> None:
        if lines:
            self.console.print(SegmentLines(lines, new_lines=True), end="")

    def line(self, text: str = "", style: str = "") -> None:
        """One sentence, made safe to print."""
        self.console.print(Text(plain(text), style=style))

    def indented(self, text: Text) -> None:
        self.console.print(inset(text))

    def clear(self) -> None:
        self.control(CLEAR)

    def wipe(self) -> None:
        """Clear the screen and its scrollback."""
        self.control(WIPE)

    def control(self, code: str) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write(code)
            self.console.file.flush()
        else:
            self.line("\n" * 2)

    def ask(self, prompt: str) -> str:
        """One typed line."""
        self.console.file.flush()
        try:
            return input(f"{prompt}{MARK}").strip()
        except EOFError:
            self.line()
            raise Left from None

    def pace(self, hold: int = 0) -> None:
        """Wait, so that a bot's move is seen; at a terminal for `hold` milliseconds if that is longer."""
        if not self.fast:
            time.sleep(max(PACE, hold / 1000 if self.console.is_terminal else 0))

    def forget_typed(self) -> None:
        """Clear the input history: the next person could recall it."""
        if (readline := sys.modules.get("readline")) is not None:
            readline.set_auto_history(False)
            readline.clear_history()


def inset(text: Text) -> Padding:
    """A line of the story."""
    return Padding(text, (0, 0, 0, 2))


def command(typed: str) -> tuple[str, str]:
    """The letter of a typed command, spelled out or not, and what follows it."""
    word, _, rest = typed.partition(" ")
    return SPELLED.get(word, word), rest.strip()


def use_line_editing() -> None:
    """Arrow keys in prompts, where the system has them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401


def told(text: str, clause: str, style: str = "") -> Text:
    """A sentence with the clause that it rests on."""
    row = Text(plain(text), style=style)
    if clause:
        row.append(f"  {say('story.clause', clause=clause)}", style=DIM)
    return row

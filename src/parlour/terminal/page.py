"""What fits on a screen: the board stays in sight, and story and moves share the rows that it leaves."""

from collections.abc import Sequence
from typing import Any

from rich.text import Text

from parlour.terminal.screen import DIM, Rows, Screen, inset
from parlour.terminal.words import say

# What a board leaves to the story and to the moves, if they need as much. A larger board has to leave more.
LEAST_STORY, LEAST_MOVES = 2, 4
GOOD_STORY, GOOD_MOVES = 4, 8


def largest(screen: Screen, title: Any, boards: Sequence[Any], below: int) -> Rows:
    """A title and the first board below which so many rows fit, or else the last."""
    drawn = [screen.lines(title, board) for board in boards]
    if screen.room is None:
        return drawn[0]
    return next((rows for rows in drawn if len(rows) + below <= screen.room), drawn[-1])


def tail(screen: Screen, heading: str, lines: Sequence[Text], most: int) -> Rows:
    """The end of a story in so many rows, and how much of it is missing; at least the end of its last sentence."""
    for left_out in range(len(lines)):
        head = say("story.earlier", n=left_out) if left_out else heading
        rows = screen.lines(Text(head, style=DIM), *map(inset, lines[left_out:]))
        if len(rows) <= most:
            return rows
    return screen.lines(*map(inset, lines[-1:]))[-most:] if most > 0 else []

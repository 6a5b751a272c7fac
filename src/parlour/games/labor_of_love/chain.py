"""Every step of the bulbs with its cause, in plain numbers: for previews and for what just happened.

The rules count; this tells. It is the same walk as in bulbs.py, and a test holds the two to the same end.
"""

from typing import Any, Literal

from parlour.engine.plain import NONE, Plain, has_ruling
from parlour.engine.view import Part
from parlour.games.labor_of_love import state as S

LONG_CHAINS = int(S.LONG_CHAINS)

Cause = Literal["track", "card", "chain", "spark"]


class BulbStep(Part, kw_only=True, array_like=True):
    """One bulb goes one space on. Sent without its names: there are many of them, and all change with every turn."""

    # Why: the space of the track, the card, another bulb, or an exact arrival.
    cause: Cause
    # For a chain: which step of this list has set it off.
    by: int | None = None
    colour: str
    row: int
    # Columns before and after.
    start: int
    to: int
    # What the row counts before and after.
    was: int
    value: int
    # The colour that it sets off; nothing if the space shows none, or its own.
    sets: str = ""


class Strings:
    """The strings of one seat while its bulbs move."""

    def __init__(self, content: Any, e: Plain, g: Plain, seat: int) -> None:
        self.colours, self.e = content.colours, e
        self.rows, self.at = g.line_of[seat], list(g.bulb[seat])
        self.goes_on = has_ruling(g, LONG_CHAINS)
        self.steps: list[BulbStep] = []

    def light_track(self, colour: int) -> None:
        """LL-15 The bulb of a space of the track, and what it sets off."""
        self.run(self.move(colour, "track", None, self.goes_on))

    def light_spark(self, colour: int) -> None:
        """LL-22 The bulb that an exact arrival moves, and what it sets off."""
        self.run(self.move(colour, "spark", None, self.goes_on))

    def light_card(self, bulbs: list[int]) -> None:
        """LL-16 The card's bulbs from top to bottom. LL-17 What they set off comes after the last of them."""
        waiting = [found for colour in bulbs for found in self.move(colour, "card", None, True)]
        self.run(waiting)

    def run(self, waiting: list[tuple[int, int]]) -> None:
        """LL-R6 Chained steps until none is left, each told after the step that has set it off."""
        while waiting:
            colour, by = waiting.pop(0)
            waiting += self.move(colour, "chain", by, self.goes_on)

    def move(self, colour: int, cause: Cause, by: int | None, chains: bool) -> list[tuple[int, int]]:
        """LL-18, LL-19 One step, if there is one; the colour that it sets off, with the number of this step."""
        row, start = self.rows[colour], self.at[colour]
        to = self.e.onward[row][start]
        if to == NONE:
            return []
        self.at[colour] = to
        shown = self.e.shown[row][to]
        sets = shown if chains and shown not in (NONE, colour) else NONE
        value = self.e.value[row]
        self.steps.append(
            BulbStep(
                cause=cause,
                by=by,
                colour=self.colours[colour],
                row=row,
                start=start,
                to=to,
                was=value[start],
                value=value[to],
                sets="" if sets == NONE else self.colours[sets],
            )
        )
        return [] if sets == NONE else [(sets, len(self.steps) - 1)]

    def points(self) -> int:
        """LL-23 What the steps have brought."""
        return sum(step.value - step.was for step in self.steps)

    def past(self) -> tuple[int, ...]:
        """LL-R8 How many bulbs are past each line."""
        return past_lines(self.e, self.at)


def past_lines(e: Plain, columns: list[int]) -> tuple[int, ...]:
    """LL-R8 How many bulbs are to the right of each line; none hangs there before it is hung."""
    hung = columns[: e.colours]
    return tuple([sum([column > line for column in hung]) for line in e.line[: e.lines]])

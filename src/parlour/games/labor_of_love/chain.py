"""Every step of the bulbs with its cause, as views and previews tell it; what the steps are is asked of the rules."""

from collections.abc import Iterable
from typing import Any, Literal, get_args

from parlour.engine.plain import NONE, Plain
from parlour.engine.view import Part

Cause = Literal["track", "card", "chain", "spark"]
# Their numbers in what the rules say (asking.py).
CAUSES: tuple[Cause, ...] = get_args(Cause)


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


def told_steps(content: Any, e: Plain, rows: list[int], said: Iterable[list[int]]) -> tuple[BulbStep, ...]:
    """The steps of a seat's bulbs, which run on these rows, as `would_make` and `would_glow` say them."""
    return tuple(
        [
            BulbStep(
                cause=CAUSES[cause],
                by=None if by == NONE else by,
                colour=content.colours[colour],
                row=rows[colour],
                start=start,
                to=to,
                was=e.value[rows[colour]][start],
                value=e.value[rows[colour]][to],
                sets="" if sets == NONE else content.colours[sets],
            )
            for cause, by, colour, start, to, sets in said
        ]
    )


def columns_after(g: Plain, seat: int, said: Iterable[list[int]]) -> list[int]:
    """Where the bulbs of a seat are after these steps."""
    columns = list(g.bulb[seat])
    for _, _, colour, _, to, _ in said:
        columns[colour] = to
    return columns


def past_lines(e: Plain, columns: list[int]) -> tuple[int, ...]:
    """LL-R8 How many bulbs are to the right of each line; none hangs there before it is hung."""
    hung = columns[: e.colours]
    return tuple([sum([column > line for column in hung]) for line in e.line[: e.lines]])

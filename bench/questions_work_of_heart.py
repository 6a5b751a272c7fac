"""How many questions a turn of Work of Heart brings, and how long it lasts: a table of docs/games/work_of_heart.md.

python bench/questions_work_of_heart.py [--seats 2 3 4] [--games 250]

Greedy bots at all seats, Harem, counted as if people sat there who raise their hands as they do by default, with the
ruling `few-windows` off and on (which is how version 2 asked). Counted of each turn: what others are asked about
interrupting it, how much of that the server answers for them, what is shown to them, what they are asked then, and how
long the turn takes by the guesses in `_work_of_heart.py`.
"""

from typing import ClassVar

import numpy as np
from _work_of_heart import (
    FOLLOW,
    LET_BY,
    OWN,
    STOP,
    TENACIOUS,
    WINDOW,
    is_asked,
    is_drawn,
    question,
    seconds_of,
    turn_of,
)

from parlour.engine.record import OVER
from parlour.games.work_of_heart import state as S
from parlour.lab.keeping import Fields, KeptGames, options

# What is counted of each turn, and how much of it is told apart at most.
ASKED, BY_ITSELF, SHOWN, FOLLOWS, MINE, LENGTH = range(6)
NAMES = (
    "others are asked about interrupting",
    "of those answered by the server",
    "of those shown to a person",
    "asked of whoever interrupts",
    "asked of whose turn it is",
    "seconds of a turn",
)
MOST = 512


def note_step(e, g, m, n, row, total):
    """What this step adds to its turn."""
    row.lasted += seconds_of(g, n, row)
    if not is_drawn(g):
        what = question(g, np.int64(g.seat))
        about = what in (STOP, LET_BY, WINDOW, TENACIOUS) and g.phase != S.REPLY
        row.now[ASKED] += about
        row.now[BY_ITSELF] += about and what == LET_BY
        row.now[SHOWN] += about and what != LET_BY
        row.now[FOLLOWS] += what == FOLLOW
        row.now[MINE] += what <= OWN and is_asked(g, np.int64(g.seat), what, n)


def note_outcome(e, g, row, total):
    """The turn is over: count it."""
    if turn_of(g) == row.turn and g.seat != OVER:
        return
    row.now[LENGTH] = row.lasted
    if row.turn != 0:
        for kind in range(len(NAMES)):
            total.turns[kind, min(MOST - 1, row.now[kind])] += 1
    row.turn = turn_of(g)
    row.now[:] = 0
    row.lasted = 0


class Turns(KeptGames):
    """Games with what each of their turns asked and how long it took."""

    name = "work_of_heart"
    notes = (is_drawn, question, is_asked, turn_of, seconds_of, note_step, note_outcome)
    rows: ClassVar[Fields] = [
        ("now", "i8", (len(NAMES),)),
        ("lasted", "i8"),
        ("turn", "i8"),
        ("paused", "i8"),
    ]
    totals: ClassVar[Fields] = [("turns", "i8", (len(NAMES), MOST))]


def quantile(counts: np.ndarray, share: float) -> int:
    """The least value that this share of all turns does not exceed."""
    return int(np.searchsorted(counts.cumsum(), share * counts.sum()))


def main() -> None:
    parser = options(__doc__, 250, [2, 3, 4])
    chosen = parser.parse_args()
    print("seats  few-windows  what                                 mean  median  nine in ten  most")
    for seats in chosen.seats:
        for few in (False, True):
            games = Turns(chosen, seats, rulings={"few-windows": few})
            for name, counts in zip(NAMES, games.played.totals["turns"][0], strict=True):
                mean = float((counts * np.arange(MOST)).sum() / counts.sum())
                most = int(np.flatnonzero(counts)[-1])
                middle, many = quantile(counts, 0.5), quantile(counts, 0.9)
                print(
                    f"{seats:5}  {'on' if few else 'off':11}  {name:35}{mean:6.2f}{middle:8}{many:13}{most:6}",
                    flush=True,
                )


if __name__ == "__main__":
    main()

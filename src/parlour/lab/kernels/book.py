"""What a study writes down: a book for the game that is being played, and a row for each game."""

from functools import cache

import numpy as np

from parlour.bots.kernels.room import SPEC
from parlour.engine.record import SEATS
from parlour.engine.things import MOST_WAYS

# The moments of a game at which chances are estimated: its beginning, its end and so many parts between them.
PARTS = 10
# How often such a moment is played on from, to see how much could change.
FUTURES = 3
# Bots that a study can tell apart.
BOTS = 4

# What is counted of a thing in one game, for each bot: how often it was offered and chosen; seats that took it, and
# what they won; seats that could have and did not, and what they won. Sums of these over games, and of their products
# two by two, are all that ranges need.
COUNTED = 6
OFFERED, CHOSEN, TAKERS, TAKERS_WON, LEAVERS, LEAVERS_WON = range(COUNTED)
PRODUCTS = COUNTED * (COUNTED + 1) // 2
# Before them: when it was chosen, in thousandths of the game, summed over games; in how many it was; and, with the
# first bot, how often chance brought it.
WHEN, GAMES, CAME, COUNTS = range(4)
COLUMNS = COUNTS + COUNTED + PRODUCTS

# What is kept of a game beside its end.
ROW = np.dtype(
    (
        np.record,
        [
            ("over", "i1"),  # 0: it was broken off
            ("choices", "i4"),  # decisions with more than one move
            ("fan", "i8"),  # legal moves of all decisions
            ("logs", "f8"),  # the sum of their logarithms to base 2
            ("leads", "i4"),  # how often another seat came to have most points alone
            ("forced", "i4"),  # banned things that were chosen, since nothing else was legal
            ("looked", "i1"),  # 1: chances were estimated in this game
            # The chance of each seat at each moment, estimated twice over with other luck: by all that there is to
            # know, and by what the seat itself knows.
            ("truth", "f4", (2, PARTS + 1, SEATS)),
            ("own", "f4", (2, PARTS + 1, SEATS)),
            # By how much that may change until the next moment: the mean square, of all seats or of the seat itself.
            ("next_truth", "f4", (PARTS,)),
            ("next_own", "f4", (PARTS, SEATS)),
            # The chance of whoever moved next at each moment, before and after that one move.
            ("before", "f4", (PARTS,)),
            ("after", "f4", (PARTS,)),
        ],
    )
)


@cache
def book_type(things: int) -> np.dtype:
    """The notes about one game with so many things."""
    count = max(1, things)
    return np.dtype(
        (
            np.record,
            [
                ("index", "i8"),  # the number of the game
                ("turn", "i8"),  # how many seats the bots have moved on
                ("bots", "i8"),  # how many bots there are
                ("things", "i8"),  # how many things there are
                ("ways", "i8"),  # the first of them that is no thing, but a way to end
                ("ended", "i8", (MOST_WAYS,)),  # the ways in which a seat has ended
                ("counting", "i8"),  # 1: things are counted; 2: and some are banned
                ("every", "i8"),  # every so many games chances are estimated; 0: in none
                ("looking", "i8"),  # 1: they are in this one
                ("spec", SPEC, (1,)),  # how playouts are played
                ("playouts", "i8"),  # playouts for half of an estimate
                ("decision", "i8"),  # the number of the decision
                ("leader", "i8"),  # who last had most points alone; NONE if nobody had
                ("fold", "i4", (count,)),  # the first thing with the same name
                ("ban", "i1", (BOTS, count)),  # 1: the bot may not choose it
                ("drawing", "i8"),  # 1: some choices are left to chance
                ("drawn", "i1", (count,)),  # 1: a choice whose first move is about it is
                ("met", "i8", (count,)),  # the last decision at which it was on offer
                ("offered", "i4", (SEATS, count)),
                ("chosen", "i4", (SEATS, count)),
                ("came", "i4", (count,)),  # how often chance brought it
                ("when", "i8", (SEATS, count)),  # the sum of the plies at which it was chosen
            ],
        )
    )

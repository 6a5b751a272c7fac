"""A table of the plain edition, laid so that red hangs on row One, yellow on Two, green on Three, blue on Four."""

from pathlib import Path
from typing import Any

from support import Driver

PLAIN = Path(__file__).with_name("plain.toml")

# The cards of the plain edition by name.
YARN_RED, YARN_TWO, YARN_PLAIN, YARN_QUICK, WOOD_YELLOW, WOOD_GREENS, LEAF_BLUE = (f"c{n}" for n in range(1, 8))
LEAF_YELLOWS, CLAY_ALL, CLAY_QUICK, CLAY_LONG, LEAF_LONG, WOOD_PLAIN, CLAY_PLAIN = (f"c{n}" for n in range(8, 15))

RED, YELLOW, GREEN, BLUE = range(4)
YARN, WOOD, LEAF, CLAY = range(4)


def table(*row: str, seats: int = 2, **options: Any) -> Driver:
    """Seat 0 starts, the others are below it in order, and these four cards lie in the row."""
    d = Driver("labor_of_love", str(PLAIN), seats=seats, **options)
    if d.legal("starts"):
        d.do("starts p1")
    d.do(*(f"under p{s + 1}" for s in range(1, seats - 1)))
    for _ in range(seats):
        d.do("hang b1", "hang b2", "hang b3")
    return d.do(*(f"deal {card}" for card in row))


def bulbs(d: Driver, seat: int) -> list[int]:
    """The columns of a seat's bulbs."""
    return [int(c) for c in d.g.bulb[seat]]


def empty_pile(d: Driver, *keep: int) -> None:
    """Put what is left of the pile, but for some cards, out of the game (on the stacks of nobody)."""
    for card in range(d.e.cards):
        if d.g.home[card] == 5 and card not in keep:
            d.g.home[card] = -1
    d.g.deck = sum(1 << card for card in keep)
    d.g.pile = len(keep)

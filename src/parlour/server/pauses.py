"""How long a bot's move is held back, so that the time tells nothing about its hand.

A bot with one legal move answers at once, and a search takes as long as its position is difficult. So the pause is
drawn before anybody looks at the list of moves, and is longer than the searches of this game and level were lately.
Where those take very long it is as long as one of them, so that a forced answer comes as late now and then.
"""

import random
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

# A pause is this many times the shortest one at most.
SPREAD = 1.6

# What a search is taken to last until enough were measured, the longest that is always waited for, and how many are
# remembered.
FIRST_GUESS, MOST, REMEMBERED = 0.15, 3.0, 50


class Thought(NamedTuple):
    """A bot's move, when a thread began to think about it, and for how long it did."""

    move: int
    began: float
    lasted: float


def think(choose: Callable[[], int]) -> Thought:
    """A choice with its times; waiting for a thread is no thinking."""
    began = monotonic()
    return Thought(choose(), began, monotonic() - began)


class Pauses:
    """Draws pauses; remembers how long searches have lasted, by game and level."""

    def __init__(self, shortest: float) -> None:
        self.shortest = shortest
        self.lately: dict[tuple[str, str], deque[float]] = {}
        self.dice = random.SystemRandom()

    def draw(self, game: str, level: str) -> float:
        """Seconds from the beginning of a thought to its move; none at all where nobody has to follow."""
        if not self.shortest:
            return 0.0
        lately = self.of(game, level)
        guess = FIRST_GUESS if len(lately) < REMEMBERED else 0.0
        usual = min(MOST, max(guess, *lately, 0.0)) + self.shortest * self.dice.uniform(1.0, SPREAD)
        return max(usual, self.dice.choice(lately or [guess]))

    def note(self, game: str, level: str, lasted: float) -> None:
        """A search among several moves has lasted so long."""
        self.of(game, level).append(lasted)

    def of(self, game: str, level: str) -> deque[float]:
        return self.lately.setdefault((game, level), deque(maxlen=REMEMBERED))

"""What bench/pages.py runs in a page's Python, in Node: how long a look, a move and a bot's choice take."""

import random
import statistics
import time
from typing import Any

from parlour.bots import make
from parlour.engine import registry
from parlour.engine.chance import Seeded
from parlour.engine.match import Match

LEVELS = ("easy", "medium", "hard")
# So many moves of persons are played, and at so many of them every level chooses too.
MOVES, CHOICES = 30, 5


def everything(name: str) -> dict[str, list[float]]:
    """Milliseconds by what was done: the median and the longest."""
    game = registry.load(name)
    match, taken = started(game), {step: [] for step in ("look", "move", *LEVELS)}
    bots = {level: make(level, game, 11) for level in LEVELS}
    pick = random.Random(name)
    while not match.over and len(taken["move"]) < MOVES:
        seat = match.deciders[0]
        timed(taken["look"], lambda seat=seat: whole_look(match, seat))
        legal = match.look(seat).legal
        if len(legal) > 1 and len(taken["easy"]) < CHOICES:
            hidden = match.hidden(seat)
            for level, bot in bots.items():
                timed(taken[level], lambda: bot.choose(match.edition, hidden, legal, seat))  # noqa: B023
        timed(taken["move"], lambda: match.play(pick.choice(legal), seat))  # noqa: B023
    return {step: [statistics.median(all), max(all)] for step, all in taken.items() if all}


def started(game: Any) -> Match:
    match = Match(game, chance=Seeded(3))
    match.settle()
    return match


def whole_look(match: Match, seat: int) -> Any:
    """What a table is sent: the view, the moves in words, the question and the story."""
    look = match.look(seat)
    return look.view, look.moves, look.question, look.story(max(0, look.ply - 4))


def timed(taken: list[float], work: Any) -> None:
    begin = time.perf_counter()
    work()
    taken.append((time.perf_counter() - begin) * 1000)

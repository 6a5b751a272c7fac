"""How many questions a turn of Work of Heart brings, and how long it lasts: a table of docs/games/work_of_heart.md.

python bench/questions_work_of_heart.py [--seats 2 3 4] [--games 250]

Greedy bots at all seats, Harem, counted as if people sat there who raise their hands as they do by default, with the
ruling `few-windows` off and on (which is how version 2 asked). Counted of each turn: what others are asked about
interrupting it, how much of that the server answers for them, what is shown to them, what they are asked then, and how
long the turn takes by the guesses below.
"""

import argparse
from functools import cache
from types import SimpleNamespace

import numpy as np

from parlour.bots.bot import kernels_of
from parlour.engine import registry
from parlour.engine.kernels import END
from parlour.engine.record import CHANCE, NONE, OVER, SEATS
from parlour.engine.seats import has_ruling
from parlour.games.work_of_heart import state as S
from parlour.lab.kernels import games, quiet
from parlour.lab.playing import play_noted
from parlour.lab.study import Study

# What a seat is asked: where to walk, to roll or to be done, anything else on its own turn; and on others' turns
# whether to interrupt at a step where people stop by default or at one that they let go by, a window for cards or a
# six that only Tenacity may answer (with few windows), a group event, or what its own answer led to.
WALK, ROUTINE, OWN, STOP, LET_BY, WINDOW, TENACIOUS, JOIN, FOLLOW = range(9)
# What a person is guessed to take for each of these, and to watch a die or a card; all answer a group event at once,
# and all who are asked about a step. PAUSE is what the server waits once a turn, at the first step where people stop.
SECONDS = np.array([12, 1, 6, 3, 0, 3, 3, 0, 6])
WATCH, PAUSE = 1, 1


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
BOOK = np.dtype((np.record, [("turns", "i8", (len(NAMES), MOST))]))
ROW = np.dtype((np.record, [("now", "i8", (len(NAMES),)), ("lasted", "i8"), ("turn", "i8"), ("paused", "i8")]))


def is_choosing(g):
    """Whom to court is chosen before the first turn, and counts for none."""
    return g.seat == CHANCE or g.phase == S.WOO


def question(g, seat):
    """What kind of question a seat is asked."""
    if g.phase == S.MOVE:
        return WALK
    if g.phase == S.READY or g.phase == S.DONE:
        return ROUTINE
    if g.phase == S.INTERRUPT:
        return STOP if g.step == S.AT_SIX or g.step == S.AT_ROLL else LET_BY
    if g.turn == NONE or g.turn == seat:
        return OWN
    if g.phase == S.REPLY:
        return LET_BY
    if has_ruling(g, S.FEW_WINDOWS) and (g.phase == S.SIX or g.phase == S.HECKLE):
        return TENACIOUS if g.phase == S.SIX and g.offered == 0 else WINDOW
    return JOIN if g.phase == S.GROUP else FOLLOW


def is_asked(g, seat, what, n):
    """Whether a person would have to say something; on others' turns a forced answer counts too."""
    return n > 1 or what == ROUTINE or (g.turn != NONE and g.turn != seat)


def turn_of(g):
    """Which turn this is; 0 before the first one."""
    return 0 if g.turn == NONE else (np.int64(g.day) * 8 + np.int64(g.lap)) * SEATS + np.int64(g.turn) + 1


def seconds_of(g, n, row):
    """What a step takes if people sit at all seats and raise their hands as they do by default."""
    if is_choosing(g):
        return WATCH
    what = question(g, np.int64(g.seat))
    if what in (STOP, LET_BY):
        if what == LET_BY or g.asked != g.polled:
            return 0  # Who lets a step go by has no say there, which bots have.
        pause = PAUSE if row.paused != turn_of(g) else 0
        row.paused = turn_of(g)
        return SECONDS[what] + pause
    return SECONDS[what] if is_asked(g, np.int64(g.seat), what, n) else WATCH


def note_step(e, states, m, working, books, row):
    """What this step adds to its turn."""
    g, n = states[0], np.int64(working[0].fan)
    row.lasted += seconds_of(g, n, row)
    if not is_choosing(g):
        what = question(g, np.int64(g.seat))
        about = what in (STOP, LET_BY, WINDOW, TENACIOUS) and g.phase != S.REPLY
        row.now[ASKED] += about
        row.now[BY_ITSELF] += about and what == LET_BY
        row.now[SHOWN] += about and what != LET_BY
        row.now[FOLLOWS] += what == FOLLOW
        row.now[MINE] += what <= OWN and is_asked(g, np.int64(g.seat), what, n)


def note_outcome(e, g, books, row):
    """The turn is over: count it."""
    if turn_of(g) == row.turn and g.seat != OVER:
        return
    row.now[LENGTH] = row.lasted
    if row.turn != 0:
        for kind in range(len(NAMES)):
            books[0].turns[kind, min(MOST - 1, row.now[kind])] += 1
    row.turn = turn_of(g)
    row.now[:] = 0
    row.lasted = 0


@cache
def kernels() -> SimpleNamespace:
    """The loop of games with what is counted here in it."""
    game = registry.load("work_of_heart")
    counting = (is_choosing, question, is_asked, turn_of, seconds_of, note_step, note_outcome)
    # quiet.note_step and quiet.note_outcome are replaced, since they come first.
    return game.specialised((*quiet.KERNELS, *counting, *games.KERNELS), **vars(kernels_of(game)))


def count_turns(study: Study) -> np.ndarray:
    """How many turns had how much of each."""
    book, rows = np.zeros(1, BOOK), np.zeros(study.games, ROW)
    play_noted(kernels(), study.variant, study.seed, 0, study.specs, np.zeros(study.games, END), book, rows)
    found: np.ndarray = book["turns"][0]
    return found


def quantile(counts: np.ndarray, share: float) -> int:
    """The least value that this share of all turns does not exceed."""
    return int(np.searchsorted(counts.cumsum(), share * counts.sum()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    print("seats  few-windows  what                                 mean  median  nine in ten  most")
    for seats in o.seats:
        for few in (False, True):
            study = Study("work_of_heart", (o.bot,), o.games, o.seed, seats, rulings={"few-windows": few})
            for name, counts in zip(NAMES, count_turns(study), strict=True):
                mean = float((counts * np.arange(MOST)).sum() / counts.sum())
                most = int(np.flatnonzero(counts)[-1])
                middle, many = quantile(counts, 0.5), quantile(counts, 0.9)
                print(
                    f"{seats:5}  {'on' if few else 'off':11}  {name:35}{mean:6.2f}{middle:8}{many:13}{most:6}",
                    flush=True,
                )


if __name__ == "__main__":
    main()

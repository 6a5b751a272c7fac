"""Games that a study looks at: every step is seen once, and pieces that are kept are not played again."""

from typing import ClassVar

import numpy as np

from parlour.engine.record import CHANCE
from parlour.lab import keeping
from parlour.lab.arena import play_games
from parlour.lab.study import Study


def chosen(games, *more):
    return keeping.options(None, games, [2]).parse_args(list(more))


def note_step(e, g, m, n, row, total):
    row.steps += 1
    total.decisions += g.seat != CHANCE
    total.choices += n > 1 and g.seat != CHANCE


def note_outcome(e, g, row, total):
    row.plies = g.ply


class Counting(keeping.KeptGames):
    name = "heartcatchers"
    notes = (note_step, note_outcome)
    rows: ClassVar = [("steps", "i8"), ("plies", "i8")]
    totals: ClassVar = [("decisions", "i8"), ("choices", "i8")]


def test_every_step_is_seen_and_the_games_are_those_of_the_arena():
    ends, rows, totals = Counting(chosen(20, "--seed", "3"), 2).played
    known = play_games(Study("heartcatchers", ("greedy",), 20, 3, 2))
    assert np.array_equal(ends["result"][:, :2], known.results)
    assert rows["steps"].tolist() == rows["plies"].tolist() == known.plies.tolist()
    assert 0 < totals["choices"][0] <= totals["decisions"][0] < rows["steps"].sum()


def test_games_that_are_kept_are_played_once_and_none_is_missing(tmp_path, monkeypatch):
    begun = []
    play = Counting.play
    monkeypatch.setattr(Counting, "play", lambda self, first, games: begun.append(first) or play(self, first, games))
    wanted = ["--bot", "easy", "--keep", str(tmp_path)]
    ten, once, again = (Counting(chosen(games, *wanted), 2).played for games in (10, 600, 600))
    assert begun == [0, 0, 250, 500]
    assert [len(found.ends) for found in (ten, once, again)] == [10, 600, 600]
    assert all(np.array_equal(a, b) for a, b in zip(once, again, strict=True))
    assert np.array_equal(ten.rows, once.rows[:10])

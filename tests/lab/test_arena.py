"""The arena: the same results whatever the number of threads, and a correct summary."""

from dataclasses import replace

import numpy as np
import pytest

from parlour.engine import registry
from parlour.engine.kernels import END
from parlour.lab import arena, playing
from parlour.lab.stats import Sequential, games_needed, wilson
from parlour.lab.study import Study

PAIR = ("greedy", "random")


def without_time(found: dict) -> dict:
    return {k: v for k, v in found.items() if k != "seconds"}


def test_threads_do_not_change_results() -> None:
    one, two = (arena.simulate(Study("heartcatchers", PAIR, 200, 5, threads=n)) for n in (1, 2))
    assert without_time(one) == without_time(two)


def test_games_are_the_same_in_one_piece_or_in_two() -> None:
    whole = arena.play_games(Study("heartcatchers", PAIR, 100, 3))
    rest = arena.play_games(Study("heartcatchers", PAIR, 40, 3, first_index=60))
    assert np.array_equal(whole.results[60:], rest.results)
    assert np.array_equal(whole.bot_at()[60:], rest.bot_at())


def test_seats_rotate() -> None:
    played = arena.play_games(Study("heartcatchers", PAIR, 4, 3))
    assert played.bot_at().tolist() == [[0, 1], [1, 0], [0, 1], [1, 0]]


def test_partners_are_one_bot() -> None:
    """In Double Date every second seat is a pair: two bots are two pairs, and a pair's game counts once."""
    played = arena.play_games(Study("work_of_heart", ("random", "random"), 4, 3, mode="double-date"))
    assert played.bot_at().tolist() == [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    assert (played.results[:, 0] == played.results[:, 2]).all()
    assert (played.results[:, 1] == played.results[:, 3]).all()
    assert [row["games"] for row in arena.summary(played)["by_bot"]] == [4, 4]


def test_summary_adds_up() -> None:
    found = arena.simulate(Study("heartcatchers", PAIR, 300, 7))
    assert sum(s["score"] for s in found["by_seat"]) == pytest.approx(1)
    assert sum(b["score"] for b in found["by_bot"]) == pytest.approx(1)
    assert sum(t["score"] for t in found["by_turn"]) == pytest.approx(1)
    wins = sum(b["wins"] for b in found["by_bot"])
    assert wins + found["ties"] == found["games"] == 300


def test_greedy_beats_random() -> None:
    greedy, chance = arena.simulate(Study("heartcatchers", PAIR, 1000, 11))["by_bot"]
    assert greedy["interval"][0] > 0.5 > chance["interval"][1]


def test_random_bots_play_the_engines_random_games() -> None:
    game = registry.load("heartcatchers")
    played = arena.play_games(Study("heartcatchers", ("random", "random"), 500, 9, first_index=3, threads=2))
    known = game.random_games(game.base, 500, seats=2, seed=9, first_index=3)
    assert played.results.sum(axis=0).tolist() == known["results"]
    assert played.points.sum(axis=0).tolist() == known["points"]
    assert (played.plies.sum(), played.plies.max()) == (known["steps"], known["longest"])


def test_a_random_bot_plays_the_same_in_every_kind_of_game() -> None:
    """In the loop of random games, in that of bots, and in that of bots with a clock."""
    alone = arena.play_games(Study("heartcatchers", ("random",), 6, 2))
    for study in (mixed_study("greedy"), mixed_study("search:1ms")):
        ends = np.zeros(6, END)
        arena.way_to_play(study)[0](replace(study, bots=("random",)), 0, ends)
        assert np.array_equal(ends, alone.ends)


def mixed_study(bot: str) -> Study:
    return Study("heartcatchers", ("random", bot), 6, 2)


def test_a_simulation_of_random_bots_compiles_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(game: object) -> None:
        raise AssertionError("a bot was compiled")

    monkeypatch.setattr(playing, "kernels_of", refuse)
    monkeypatch.setattr(playing, "room_of", refuse)
    assert arena.simulate(Study("heartcatchers", ("random", "random"), 10))["games"] == 10


def test_wrong_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        arena.simulate(Study("heartcatchers", ("random",), 1, seats=3))


def test_wilson() -> None:
    low, high = wilson(5, 10)
    assert (low, high) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_games_needed() -> None:
    assert games_needed(0.5, 0.55) == 1047


def test_sequential() -> None:
    test = Sequential(0.5, 0.55)
    while not test.verdict:
        test.add(1.0)
    assert (test.verdict, test.games) == ("yes", 31)
    test = Sequential(0.5, 0.55)
    while not test.verdict:
        test.add(0.0)
    assert test.verdict == "no"

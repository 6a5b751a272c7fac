"""The arena: the same results whatever the number of threads, and an honest summary."""

import numpy as np
import pytest

from parlour.bots import arena
from parlour.bots.stats import Sequential, games_needed, wilson


def without_time(found: dict) -> dict:
    return {k: v for k, v in found.items() if k != "seconds"}


def test_threads_do_not_change_results() -> None:
    one, two = (arena.simulate("heartcatchers", ["greedy", "random"], 200, 5, threads=n) for n in (1, 2))
    assert without_time(one) == without_time(two)


def test_games_are_the_same_in_one_piece_or_in_two() -> None:
    table = arena.Table.of("heartcatchers", 2)
    whole = arena.play_games(table, ["greedy", "random"], 100, 3)
    rest = arena.play_games(table, ["greedy", "random"], 40, 3, first_index=60)
    assert np.array_equal(whole.results[60:], rest.results)
    assert np.array_equal(whole.bot_at()[60:], rest.bot_at())


def test_seats_rotate() -> None:
    table = arena.Table.of("heartcatchers", 2)
    played = arena.play_games(table, ["greedy", "random"], 4, 3)
    assert played.bot_at().tolist() == [[0, 1], [1, 0], [0, 1], [1, 0]]


def test_partners_are_one_bot() -> None:
    """In Double Date every second seat is a pair: two bots are two pairs, and a pair's game counts once."""
    table = arena.Table.of("work_of_heart", 2, mode="double-date")
    played = arena.play_games(table, ["random", "random"], 4, 3)
    assert played.bot_at().tolist() == [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]
    assert (played.results[:, 0] == played.results[:, 2]).all()
    assert (played.results[:, 1] == played.results[:, 3]).all()
    assert [row["games"] for row in arena.summary(played)["by_bot"]] == [4, 4]


def test_summary_adds_up() -> None:
    found = arena.simulate("heartcatchers", ["greedy", "random"], 300, 7)
    assert sum(s["score"] for s in found["by_seat"]) == pytest.approx(1)
    assert sum(b["score"] for b in found["by_bot"]) == pytest.approx(1)
    assert sum(t["score"] for t in found["by_turn"]) == pytest.approx(1)
    wins = sum(b["wins"] for b in found["by_bot"])
    assert wins + found["ties"] == found["games"] == 300


def test_greedy_beats_random() -> None:
    greedy, chance = arena.simulate("heartcatchers", ["greedy", "random"], 1000, 11)["by_bot"]
    assert greedy["interval"][0] > 0.5 > chance["interval"][1]


def test_wrong_seats_are_refused() -> None:
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        arena.simulate("heartcatchers", ["random"], 1, 0, seats=3)


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

"""Search: its budget, its hints, and that it gets better with time."""

import time
import weakref

import numpy as np
import pytest

import parlour
from parlour import bots
from parlour.bots.bot import next_burst, room_of, search_until
from parlour.bots.spec import INTERPRETED_MS, LEVELS, read_spec
from parlour.engine import registry
from parlour.engine.jit import CONFIG
from parlour.engine.match import Match
from parlour.lab.arena import simulate
from parlour.lab.study import Study

GAME = registry.load("heartcatchers")


@pytest.fixture
def match() -> Match:
    return Match.deal("heartcatchers", seed=4)


def test_iterations_are_counted(match: Match) -> None:
    bot = bots.make("search:300it", GAME, 1)
    found = bot.search(match.edition, match.hidden(match.seat), match.seat)
    assert sum(t.visits for t in found.tried) == found.iterations == 300
    assert found.move == found.tried[0].move


def test_clock_is_respected(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock on which an iteration takes a tenth of a millisecond, ten milliseconds are a hundred."""
    bot = bots.make("search:10ms", GAME, 1)
    clock = {"now": 0}
    search_more = bot.kernels.search_more

    def slow(edition: object, seat: np.int64, row: object, room: object, iterations: np.int64) -> None:
        clock["now"] += int(iterations) * 100_000
        search_more(edition, seat, row, room, iterations)

    monkeypatch.setattr(bot.kernels, "search_more", slow)
    monkeypatch.setattr(time, "thread_time_ns", lambda: clock["now"])
    found = bot.search(match.edition, match.hidden(match.seat), match.seat)
    assert found.iterations == 100
    assert clock["now"] == 10_000_000


def test_bursts_end_in_time() -> None:
    assert next_burst(10, took=1_000_000, left=300_000) == 3
    assert next_burst(10, took=10_000, left=9_000_000) == 20
    assert next_burst(1, took=5_000_000, left=1) == 1


def test_full_tree_goes_on_without_growing(match: Match) -> None:
    bot = bots.make("search:50it", GAME, 1)
    bot.record["iterations"] = 5000
    moves = match.legal()
    assert bot.choose(match.edition, match.hidden(match.seat), moves, match.seat) in moves


def test_hint_knows_what_the_seat_knows(match: Match) -> None:
    first = bots.hint(match, match.seat, bot="search:500it")
    assert len(first) == 3
    assert [h.text in match.moves() for h in first] == [True] * 3
    assert all(0 <= h.value <= 1 for h in first)
    assert sum(h.share for h in first) <= 1
    match.states[-1] = match.game.imagine(match.edition, match.hidden(match.seat), match.seat, np.array([9], np.uint64))
    assert bots.hint(match, match.seat, bot="search:500it") == first
    assert bots.hint(match, 1 - match.seat) == []


def test_the_match_of_a_series_is_a_match_like_any_other() -> None:
    assert parlour.Match is Match
    series = parlour.Series("heartcatchers", seats=2, seed=4)
    assert len(parlour.hint(series.match, series.match.seat, bot="search:50it")) == 3


def test_search_beats_greedy_and_more_beats_less() -> None:
    """Fixed seeds; the margins are wide enough that a healthy search does not come near them."""
    against_greedy = simulate(Study("heartcatchers", ("search:1000it", "greedy"), 150, 5))["by_bot"][0]
    assert against_greedy["interval"][0] > 0.5
    more = simulate(Study("heartcatchers", ("search:1000it", "search:20it"), 150, 5))["by_bot"][0]
    assert more["interval"][0] > 0.5


def test_easy_loses_to_medium() -> None:
    easy = simulate(Study("heartcatchers", ("easy", "medium"), 200, 5))["by_bot"][0]
    assert easy["score"] < 0.35


@pytest.mark.parametrize("name", ["search", "search:0it", "search:10", "search:5it,mood=3", "search:-5ms"])
def test_names_that_mean_nothing(name: str) -> None:
    with pytest.raises(ValueError, match=r"there is no bot|search has no"):
        read_spec(name)


def test_bots_of_a_thread_share_their_memory_and_nothing_else(match: Match) -> None:
    hidden, moves, seat = match.hidden(match.seat), match.legal(), match.seat
    small, large = bots.make("search:50it", GAME, 1), bots.make("search:4000it", GAME, 2)
    alone = small.choose(match.edition, hidden, moves, seat), small.search(match.edition, hidden, seat)
    large.choose(match.edition, hidden, moves, seat)
    assert (small.choose(match.edition, hidden, moves, seat), small.search(match.edition, hidden, seat)) == alone
    assert room_of(GAME, small.spec) is room_of(GAME, large.spec)


def test_a_thread_keeps_working_memory_for_one_game(match: Match) -> None:
    """That of five games in three threads was the most that a house needed."""
    first = weakref.ref(room_of(GAME))
    assert room_of(GAME) is first()
    room_of(registry.load("template"))
    assert first() is None


def test_interpreted_a_level_thinks_by_the_clock(monkeypatch):
    """Two hundred iterations of interpreted rules took fifty seconds at a table of `parlour dev`."""
    assert read_spec("medium").iterations
    monkeypatch.setattr(CONFIG, "DISABLE_JIT", 1)
    for level in LEVELS:
        assert not read_spec(level).iterations
    assert read_spec("medium").milliseconds == INTERPRETED_MS
    assert read_spec("search:20it").iterations == 20
    ran = []

    def search_more(iterations):
        ran.append(iterations)

    search_until(0, search_more)
    assert ran == [1]

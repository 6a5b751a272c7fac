"""Tuning: what may be varied and aimed at, the front, and points that can be repeated."""

import random

import pytest

from parlour.editions.shapes import own_data
from parlour.lab.plan import make_plan, read_file
from parlour.lab.tuning import (
    GOALS,
    Goal,
    Point,
    Tuning,
    Vary,
    Wish,
    front_of,
    halves,
    measured,
    path_of,
    read_goal,
    read_vary,
)

GAME = "heartcatchers"


@pytest.mark.parametrize(
    ("text", "values"),
    [("numbers.hand=3..5", (3, 4, 5)), ("cards.red-love.copies=1", (1,)), ("numbers.love=-1,4,9", (-1, 4, 9))],
)
def test_what_is_varied_is_named_with_its_values(text, values):
    assert read_vary(text) == Vary(text.partition("=")[0], values)


@pytest.mark.parametrize("text", ["hand", "numbers.hand", "numbers.hand=", "numbers.hand=5..3", "numbers.hand=1..9999"])
def test_what_cannot_be_varied_gets_a_sentence(text):
    with pytest.raises(ValueError, match=r"does not fit|there may be"):
        read_vary(text)


def test_goals_and_what_is_none():
    assert read_goal("seats=even", 4) == Goal("seats", 25.0)
    assert read_goal("length=60", 2) == Goal("length", 60.0)
    for text in ("seats=3", "length=even", "fun=9", "length"):
        with pytest.raises(ValueError, match="a goal is"):
            read_goal(text, 2)


def test_numbers_are_found_by_the_ids_of_lists():
    data = own_data(GAME)
    assert path_of(data, "cards.red-love.copies") == "cards[5].copies"
    assert path_of(data, "numbers.hand") == "numbers.hand"
    for place, why in (
        ("cards.pink.copies", "nothing called 'pink'"),
        ("numbers.hat", "no field 'hat'"),
        ("cards.red-love.suit", "no whole number"),
    ):
        with pytest.raises(ValueError, match=why):
            path_of(data, place)


def test_the_front_has_every_point_that_no_other_one_beats():
    goals = (Goal("length", 50.0), Goal("score", 9.0))
    pick = random.Random(3)
    points = [Point((i,), pick.randrange(3), 100, (pick.uniform(40, 60), pick.uniform(5, 15))) for i in range(60)]
    front = list(front_of(points, goals))

    def beats(a, b):
        mine, theirs = (*a.misses(goals), a.changes), (*b.misses(goals), b.changes)
        return all(x <= y for x, y in zip(mine, theirs, strict=True)) and mine != theirs

    assert front == [point for point in points if not any(beats(other, point) for other in points)]
    assert 0 < len(front) < len(points)
    assert set(GOALS) == {"seats", "length", "score"}


def test_the_budget_is_shared_by_rounds_of_half_as_many():
    assert [halves(n) for n in (0, 1, 3, 9, 40)] == [[1], [1], [3], [9, 5, 3], [40, 20, 10, 5, 3]]


def test_a_point_of_the_front_is_a_study_that_can_be_repeated(tmp_path):
    goals = (Goal("seats", 50.0),)
    wish = Wish(GAME, "base", goals, (Vary("numbers.columns", (2, 3, 4)),), ("random",), 2, None, 900, 5)
    found = Tuning(wish, tmp_path).run()
    assert [point.values for point in found.refused] == [(4,)]
    assert "4 does not fit: a whole number from 1 to 3" in found.refused[0].fault
    best = found.front[0]
    plan = make_plan(read_file(tmp_path / "point-1-study.toml"), tmp_path)
    again = measured(Point(best.values, best.changes), plan.arms[0], goals, lambda games: None)
    assert again == best
    assert found.again is not None
    assert found.again[1].values == best.values
    assert found.again[1].means != best.means, "on fresh seeds"
    assert int(plan.editions[0].record["columns"][0]) == best.values[0]
    assert not (tmp_path / "trial.toml").exists()

"""The rules against their slow twin."""

from games.work_of_heart.naive import play_twins


def test_five_hundred_random_games_are_the_same_move_by_move():
    assert play_twins(500, 1) > 500 * 100

"""The rules against their slow twin."""

from games.labor_of_love.naive import play_twins


def test_five_hundred_random_games_are_the_same_move_by_move():
    assert play_twins(500, 1) > 500 * 30

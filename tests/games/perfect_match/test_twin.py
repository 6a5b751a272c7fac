"""The rules against their slow and obvious twin."""

from games.perfect_match.naive import play_twins


def test_twins_play_the_same_games():
    assert play_twins(500, seed=1) > 500 * 60

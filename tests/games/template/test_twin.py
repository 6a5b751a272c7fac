"""The rules against a slow and obvious twin."""

from games.template.naive import play_twins


def test_twins_play_the_same_games():
    assert play_twins(500, seed=1) > 10_000

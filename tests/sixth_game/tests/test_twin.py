"""The rules against a slow and obvious twin."""

from .naive import play_twins


def test_twins_play_the_same_games():
    assert play_twins(300, seed=1) > 3_000

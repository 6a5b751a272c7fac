"""A Game as a value: copied, it is another one."""

import copy

from parlour.engine import registry


def test_what_is_replaced_in_a_copy_stays_in_the_copy():
    game = registry.load("template")
    kernels = game.kernels
    twin = copy.copy(game)
    twin.kernels = None
    assert twin is not game
    assert game.kernels is kernels

"""A Game as a value: copied, it is another one."""

import copy

import numba

from parlour.engine import registry
from support import Driver


def test_what_is_replaced_in_a_copy_stays_in_the_copy():
    game = registry.load("template")
    kernels = game.kernels
    twin = copy.copy(game)
    twin.kernels = None
    assert twin is not game
    assert game.kernels is kernels


def test_positions_of_tests_are_played_by_the_rules_of_players():
    """Numba compiles every rule once more for an edition that can be written to: 15 s of Work of Heart."""
    d = Driver("template")
    assert numba.typeof(d.match.edition.record) == numba.typeof(d.match.game.base.record)
    name = d.e.dtype.names[0]
    d.e[name] += 1
    assert d.match.edition.record[0][name] == d.match.game.base.record[0][name] + 1

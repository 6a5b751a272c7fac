"""Whole trees: best responses are those of OpenSpiel, and CFR+ goes where nobody can gain."""

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability as theirs

from parlour.research import openspiel, trees
from parlour.research.table import Table


@pytest.fixture(scope="module")
def tree():
    return trees.grow(Table("heartcatchers", edition="tiny"))


def test_every_position_is_there_once(tree):
    table, nodes = tree.table, tree.nodes
    for node in range(0, len(nodes), 97):
        g = tree.state_of(node)
        legal = table.game.legal(table.edition, g)
        assert (int(g["seat"][0]), len(legal)) == (nodes["actor"][node], nodes["count"][node])
        children = np.flatnonzero(nodes["parent"] == node)
        assert nodes["move"][children[children > 0]].tolist() == legal
    assert (nodes["count"].astype(int).sum()) == len(nodes) - 1


def test_a_set_holds_what_its_seat_cannot_tell_apart(tree):
    table = tree.table
    for number in range(0, len(tree.counts), 41):
        inside = np.flatnonzero(tree.sets == number)[:5]
        seat = int(tree.seats[number])
        assert len({table.game.hide(table.edition, tree.state_of(int(n)), seat).tobytes() for n in inside}) == 1


def test_openspiel_finds_the_same_best_responses(tree):
    game = pyspiel.load_game(openspiel.short_name("heartcatchers"), {"edition": "tiny"})
    found = theirs.nash_conv(game, policies.UniformRandomPolicy(game)) / 2
    assert trees.exploitability(tree, tree.uniform) == pytest.approx(found)


def test_cfr_leaves_nothing_to_gain(tree):
    found = [trees.exploitability(tree, trees.solve(tree, rounds)) for rounds in (1, 10, 100)]
    assert found[0] > 3 * found[1] > 9 * found[2] >= 0
    assert found[2] < 0.001


def test_what_is_too_large_gets_a_sentence(monkeypatch):
    monkeypatch.setattr(trees, "MOST_NODES", 1 << 17)
    with pytest.raises(ValueError, match="too many for a tree"):
        trees.grow(Table("heartcatchers"))
    with pytest.raises(ValueError, match="games for two, not 3"):
        trees.grow(Table("perfect_match", seats=3))

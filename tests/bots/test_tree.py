"""The tree of a search, kernel by kernel, on the bare working memory."""

import numpy as np
import pytest

from parlour.bots.kernels import tree
from parlour.bots.kernels.room import SPEC, fit_tree, make_room
from parlour.engine import registry

MOVES = 4
SLOT = np.uint64(1 << 32)


@pytest.fixture
def room() -> np.record:
    game = registry.load("template")
    rooms = make_room(game.state.dtype, game.most)
    fit_tree(rooms, MOVES)
    rooms[0].stamp = 1
    return rooms[0]


def keep(room: np.record, key: np.uint64, heuristics: list[float]) -> int:
    """The slot of a position that has moves with these heuristics."""
    at = tree.claim_node(room, key)
    assert tree.add_edges(room, room.nodes[at], len(heuristics))
    first = room.nodes[at].first
    room.options["heuristic"][first : first + len(heuristics)] = heuristics
    tree.begin_with_heuristics(room, room.nodes[at], len(heuristics))
    return int(at)


def test_a_new_position_takes_the_place_of_one_without_moves(room: np.record) -> None:
    assert tree.claim_node(room, SLOT) == tree.claim_node(room, SLOT + np.uint64(1))


def test_a_position_with_moves_is_found_again_whatever_came_later(room: np.record) -> None:
    kept = [keep(room, SLOT + np.uint64(i), [0.5]) for i in range(3)]
    assert len(set(kept)) == 3
    for i in range(50):
        assert tree.claim_node(room, SLOT + np.uint64(100 + i)) not in kept
    assert [tree.claim_node(room, SLOT + np.uint64(i)) for i in range(3)] == kept


def test_half_of_the_slots_never_get_moves(room: np.record) -> None:
    slots = int(room.slots)
    for i in range(slots // 2):
        keep(room, np.uint64(i) * SLOT, [0.5])
    at = tree.claim_node(room, np.uint64(slots) * SLOT)
    assert not tree.add_edges(room, room.nodes[at], 1)


def test_the_larger_the_tree_the_longer_a_position_waits_for_its_moves(room: np.record) -> None:
    early = room.nodes[tree.claim_node(room, SLOT)].visits
    room.node_count = 3 << tree.REVISIT_BITS
    assert room.nodes[tree.claim_node(room, SLOT * np.uint64(2))].visits == early - 3


def test_moves_are_first_tried_in_the_order_of_their_heuristics(room: np.record) -> None:
    spec = np.zeros(1, SPEC)[0]
    spec.explore, spec.trust = 1000, 2
    room.spread = 1.0
    node = room.nodes[keep(room, SLOT, [0.2, 0.9, 0.4, 0.8])]
    firsts: list[int] = []
    node.visits = 1
    while node.tried < MOVES:
        before = node.tried
        i = int(node.first) + int(tree.select_move(room, node, MOVES, spec, spec.trust))
        tree.count_try(room, i, 0.0, spec.trust)
        if node.tried > before:
            firsts.append(int(room.options[i].place))
        node.visits += 1
    assert firsts == [1, 3, 2, 0]

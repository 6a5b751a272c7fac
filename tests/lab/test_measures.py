"""The ten measures on games made by hand, where the answer is known, and against a slow twin."""

from math import log2, sqrt

import numpy as np
import pytest
from studies import plan_of

from parlour.engine import registry
from parlour.engine.chance import below, stream
from parlour.engine.kernels import END
from parlour.engine.record import CHANCE, OVER, WIN
from parlour.lab import measures
from parlour.lab.kernels.book import COUNTS, OFFERED, PARTS, ROW
from parlour.lab.measures import Played
from parlour.lab.playing import Piece, play_piece
from parlour.lab.things import rule_of, things_of

# Two seats: even, then the second far ahead, then even again, and the first wins.
STORY = [0.5, 0.5, 0.25, 0.25, 0.5, 0.5, 0.75, 0.95, 1.0, 1.0, 1.0]
ROWS = np.array([[a, 1 - a] for a in STORY])
FIRST_WINS, SECOND_WINS = np.array([1.0, 0.0]), np.array([0.0, 1.0])


def test_drama_is_how_far_the_winner_was_behind():
    # Twice 0.25 against 0.75, of ten moments before the end.
    assert measures.drama(ROWS, FIRST_WINS) == pytest.approx(2 * 0.5 / 10)
    # Whoever lost was behind at all the others, too.
    assert measures.drama(ROWS, SECOND_WINS) == pytest.approx((0.5 + 0.9 + 1 + 1) / 10)


def test_decisiveness_is_when_the_result_was_last_in_doubt():
    assert measures.settled(ROWS, FIRST_WINS) == pytest.approx(0.7)
    assert measures.settled(ROWS, SECOND_WINS) == 1.0
    assert measures.settled(np.array([[1.0, 0.0]] * 11), FIRST_WINS) == 0.0


def test_a_game_that_nobody_wins_is_settled_when_nobody_has_a_chance():
    both = np.array([[0.5, 0.5]] * 5 + [[0.05, 0.05]] * 6)
    assert measures.settled(both, np.zeros(2)) == pytest.approx(0.5)


def test_lead_changes_pass_over_ties():
    # The second leads, then even, then the first: one change; the first to lead is none.
    assert measures.lead_changes(ROWS) == 1
    assert measures.lead_changes(np.array([[0.9, 0.1], [0.1, 0.9], [0.9, 0.1]])) == 2


def test_surprise_is_the_way_that_chances_went():
    # Steps of 0.25, 0.25, 0.25, 0.2, 0.05, each by both seats.
    known = sqrt(2) * (0.25 + 0.25 + 0.25 + 0.2 + 0.05)
    assert measures.surprise(np.array([ROWS, ROWS])) == pytest.approx(known)


def test_the_luck_of_playouts_is_no_surprise():
    """Two estimates of chances that stand still: their errors are independent, so squares are none on average."""
    luck = np.random.default_rng(1)
    found = [measures.surprise(0.5 + 0.1 * luck.standard_normal((2, PARTS + 1, 2))) for _ in range(400)]
    assert abs(np.mean(found)) < 0.1 < np.mean(np.abs(found))


def test_suspense_is_the_way_that_chances_may_go():
    """A coin at the last part: each seat's chance goes from a half to 0 or 1."""
    change = np.zeros(PARTS)
    change[-1] = 2 * 0.25
    assert measures.suspense(change) == pytest.approx(sqrt(0.5))


def test_killer_moves_raise_a_chance_by_a_quarter():
    before = np.array([0.5, 0.5, np.nan, 0.2])
    after = np.array([0.75, 0.7, np.nan, 0.9])
    assert measures.killers(before, after) == pytest.approx(2 / 3)


def test_skill_goes_on_as_a_geometric_row():
    assert measures.skill_ahead([0.9, 0.7, 0.6], 2) == pytest.approx(0.1)
    assert measures.skill_ahead([0.6, 0.7], 2) is None


def made(firsts, results, plies=(10, 20), rotations=1, bots=("greedy",)):
    """Games of two seats by their starters and winners."""
    (arm, *_) = plan_of(bots=list(bots), games=len(firsts)).arms
    ends, rows = np.zeros(len(firsts), END), np.zeros(len(firsts), ROW)
    ends["first"], ends["plies"] = firsts, np.resize(plies, len(firsts))
    ends["result"][:, :2] = np.array(results) * int(WIN)
    rows["over"] = 1
    return Played(arm, Piece(ends, rows, np.zeros((1, 1, 1))))


def test_seat_and_start_advantage():
    played = made([0, 1, 1, 0], [[1, 0], [1, 0], [0, 1], [0.5, 0.5]])
    assert played.by_place()[:, 0].tolist() == [1, 0, 1, 0.5]
    assert played.shares[:, 0].mean() == 0.625


def test_a_bots_share_of_a_deal_is_over_both_seats():
    played = made([0, 0, 1, 1], [[1, 0], [1, 0], [0, 1], [1, 0]], bots=("greedy", "random"))
    # In the second game of a deal the bots have moved on: the first deal is won once each, the second twice by one.
    assert played.by_bot(0).tolist() == [0.5, 0.0]
    assert played.by_bot(1).tolist() == [0.5, 1.0]


def test_length_and_completion():
    played = made([0, 1], [[1, 0], [0, 1]])
    played.piece.rows["over"][1] = 0
    found = measures.by_game(played)
    assert found["plies"].tolist() == [10, 20]
    assert found["completion"].tolist() == [1, 0]


def test_a_slow_twin_counts_the_same():
    """Branching, choices, leads, and what was on offer and chosen, game by game with random bots."""
    (arm, *_) = plan_of(bots=["random"], games=20).arms
    piece = play_piece(arm, 0, 20)
    game = registry.load("heartcatchers")
    things, thing = things_of(game, game.base), rule_of(game)
    offered: dict[str, int] = {}
    chosen: dict[str, int] = {}
    for i in range(20):
        fans, leads, leader = [], 0, None
        rng = stream(1, i)
        g = game.new(game.base, 2, 0, arm.rulings)
        while g["seat"][0] != OVER:
            moves = game.legal(game.base, g)
            m = moves[int(below(rng, len(moves)))]
            if g["seat"][0] != CHANCE:
                fans.append(len(moves))
                names = {things.labels[thing(game.base.record[0], g[0], move)][1] for move in moves}
                for name in names if len(moves) > 1 else ():
                    offered[name] = offered.get(name, 0) + 1
                if len(moves) > 1:
                    name = things.labels[thing(game.base.record[0], g[0], m)][1]
                    chosen[name] = chosen.get(name, 0) + 1
            g = game.play(game.base, g, m)
            a, b = g["points"][0][:2]
            if a != b and (a > b) != leader:
                leads += leader is not None
                leader = a > b
        row = piece.rows[i]
        assert row["fan"] == sum(fans)
        assert row["choices"] == sum(n > 1 for n in fans)
        assert row["logs"] == pytest.approx(sum(log2(n) for n in fans))
        assert row["leads"] == leads
        assert row["over"] == 1
    sums = piece.sums[0]
    folded = [t for t in range(things.ways) if things.labels[t][1] and things.fold[t] == t]
    found = {things.labels[t][1]: sums[t, COUNTS + OFFERED] for t in folded if sums[t, COUNTS + OFFERED]}
    assert found == offered
    taken = {things.labels[t][1]: sums[t, COUNTS + OFFERED + 1] for t in folded if sums[t, COUNTS + OFFERED + 1]}
    assert taken == chosen


def test_chances_are_the_result_at_the_end_and_even_before_the_deal():
    (arm, *_) = plan_of(bots=["random"], games=200, chances=True).arms
    piece = play_piece(arm, 0, 200)
    shares = piece.ends["result"][:, :2] / int(WIN)
    for view in ("truth", "own"):
        assert np.array_equal(piece.rows[view][:, 0, -1, :2], shares.astype("f4"))
    before = piece.rows["truth"][:, :, 0, 0].mean()
    assert abs(before - 0.5) < 0.05

"""The last space, the score and the tie."""

from games.labor_of_love.workshop import (
    CLAY_ALL,
    CLAY_LONG,
    CLAY_QUICK,
    LEAF_BLUE,
    LEAF_LONG,
    WOOD_GREENS,
    WOOD_YELLOW,
    YARN_PLAIN,
    YARN_RED,
    YARN_TWO,
    bulbs,
    table,
)
from parlour.engine.record import NONE, OVER
from parlour.games.labor_of_love.ending import count_bulbs, count_points, count_projects, count_reactions
from support import clause


def printed_example(d):
    """The rulebook's scoring example on the board of seat 0."""
    d.g.bulb[0, :] = (2, 4, 2, 3)
    d.g.spot[0, :] = (0, 1, 2, 3)
    d.g.made[0, :] = (2, 4, 1, 3)
    d.g.stacks[0] = 4
    d.g.cheers[0, :] = (2, 3, 0, 0, 0)
    d.g.fan[0, :] = (1, 1, 0)
    d.g.fan[1, :] = (0, NONE, NONE)
    d.g.points[0] = count_points(d.e, d.g, 0)
    return d


def example():
    return printed_example(table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE))


@clause("LL-R1", "LL-23")
def test_the_printed_example_adds_up_to_75():
    d = example()
    assert count_bulbs(d.e, d.g, 0) == 5 + 20 + 2 + 9 == 36
    assert count_projects(d.e, d.g, 0) == 2 + 8 + 3 + 12 == 25
    assert count_reactions(d.e, d.g, 0) == 2 + 12 == 14
    assert count_points(d.e, d.g, 0) == 75


@clause("LL-R1")
def test_the_sheet_of_the_printed_example_shows_every_part():
    d = example()
    d.g.seat, d.g.winners = OVER, 1
    sheet = [row for row in d.match.look(0).screen["sheet"] if row["seat"] == 0]
    assert [row["points"] for row in sheet] == [5, 20, 2, 9, 2, 8, 3, 12, 2, 12]
    assert sum(row["points"] for row in sheet) == 75


@clause("LL-R2", "LL-11")
def test_the_example_has_ten_projects():
    d = example()
    assert d.g.made[0].sum() == 10
    assert [int(d.g.made[0, c]) * int(d.e.passion[c]) for c in range(4)] == [2, 8, 3, 12]


@clause("LL-R3", "LL-24")
def test_a_reaction_counts_its_emojis():
    d = example()
    d.g.fan[1, :] = NONE
    assert count_reactions(d.e, d.g, 0) == 2 * 1
    d.g.fan[0, :] = NONE
    d.g.fan[1, 0] = 0
    assert count_reactions(d.e, d.g, 0) == 3 * 4


@clause("LL-R10")
def test_two_cards_of_one_emoji_both_count():
    d = example()
    d.g.fan[:, :] = NONE
    d.g.fan[1, :] = (0, 0, 1)
    assert count_reactions(d.e, d.g, 0) == 3 * 4 + 3 * 2
    assert count_reactions(d.e, d.g, 1) == 0


@clause("LL-21", "LL-R12")
def test_the_game_lasts_until_everybody_has_arrived():
    d = table(CLAY_LONG, YARN_TWO, WOOD_GREENS, LEAF_LONG)
    d.do("take r1", "deal c9", "glow b1")
    assert not d.match.over
    assert d.seat == 1
    d.do("take r4", "deal c14")
    assert d.seat == 1
    d.do("take r2", "deal c13")
    assert d.match.over
    assert [int(p) for p in d.g.place[:2]] == [d.e.end] * 2
    assert [int(n) for n in d.g.level[:2]] == [0, 1]


@clause("LL-22", "LL-R13")
def test_an_exact_landing_moves_one_bulb_of_choice():
    d = table(YARN_PLAIN, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.place[0] = 7
    d.g.place[1] = 8
    d.g.made[0, 0] = 1
    d.g.spot[0, 0] = 0
    d.g.stacks[0] = 1
    d.do("take r1", "deal c9")
    assert d.g.place[0] == 7 + (4 - 1) == d.e.end
    assert d.seat == 0
    assert d.legal() == ["glow b1", "glow b2", "glow b3", "glow b4"]
    assert d.refused("take r1").clause == "LL-22"
    d.do("glow b2")
    # LL-R6 The last spark starts chains as well.
    assert bulbs(d, 0) == [0, 1, 2, 0]
    assert d.seat == 1


@clause("LL-22")
def test_overshooting_brings_nothing():
    d = table(YARN_PLAIN, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.place[0] = 7
    d.g.place[1] = 8
    d.do("take r1", "deal c9")
    assert d.g.place[0] == d.e.end
    assert d.g.bonus == 0
    assert d.seat == 1


@clause("LL-22", "LL-20")
def test_the_last_spark_comes_before_the_reactions_that_it_brings():
    d = table(CLAY_LONG, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.bulb[0, :] = (1, 1, 2, 0)
    d.do("take r1", "deal c9", "glow b4")
    assert d.legal()[0] == "react e1"


@clause("LL-R18")
def test_the_bonus_goes_to_a_bulb_that_can_move():
    d = table(CLAY_LONG, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.bulb[0, :] = (4, 4, 3, 4)
    d.g.claimed[0] = 3
    d.do("take r1", "deal c9")
    assert d.legal() == ["glow b3"]
    assert d.refused("glow b1").clause == "LL-R18"


@clause("LL-R18")
def test_with_nothing_to_move_there_is_no_bonus():
    d = table(CLAY_LONG, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.bulb[0, :] = 4
    d.g.claimed[0] = 3
    d.do("take r1", "deal c9")
    assert d.g.bonus == 0
    assert d.seat == 1


def finish(points, last_to_arrive):
    """Both arrive; seat `last_to_arrive` comes last. Points come from a pretended first bulb."""
    d = table(CLAY_LONG, YARN_TWO, YARN_RED, CLAY_QUICK)
    d.g.bulb[:2, :] = 0
    d.g.place[:2] = d.e.end
    d.g.place[last_to_arrive] = d.e.end - 1
    d.g.level[:2] = 0
    d.g.seat = d.g.mover = last_to_arrive
    d.g.bulb[0, 0], d.g.bulb[1, 0] = points
    d.g.bulb[:2, 1:] = 4
    d.g.claimed[:2] = 3
    d.g.points[0], d.g.points[1] = (count_points(d.e, d.g, s) for s in range(2))
    d.do("take r1", "deal c9")
    return d


@clause("LL-25")
def test_most_points_win():
    d = finish((4, 1), last_to_arrive=1)
    assert d.match.over
    assert d.match.winners == [0]
    assert d.match.result == [12, 0]


@clause("LL-25")
def test_a_tie_goes_to_the_higher_button():
    for last in (0, 1):
        d = table(CLAY_QUICK, YARN_TWO, YARN_RED, CLAY_ALL)
        d.g.place[:2] = d.e.end
        d.g.place[last] = d.e.end - 1
        d.g.level[:2] = 0
        d.g.seat = d.g.mover = last
        d.g.bulb[:2, :] = 4
        d.g.claimed[:2] = 3
        d.g.spot[1 - last, 3], d.g.made[1 - last, 3], d.g.stacks[1 - last] = 0, 1, 1
        for s in range(2):
            d.g.points[s] = count_points(d.e, d.g, s)
        d.do("take r1", "deal c3")
        assert d.match.over
        assert d.match.points[0] == d.match.points[1]
        assert d.match.winners == [last]
        assert d.match.result[last] == 12
        assert any("tie" in text for text in d.told(0))

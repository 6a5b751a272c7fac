"""Whose turn it is, and what a turn does."""

from games.labor_of_love.workshop import (
    CLAY,
    CLAY_ALL,
    CLAY_LONG,
    CLAY_QUICK,
    LEAF,
    LEAF_BLUE,
    RED,
    WOOD,
    WOOD_GREENS,
    WOOD_PLAIN,
    WOOD_YELLOW,
    YARN,
    YARN_PLAIN,
    YARN_QUICK,
    YARN_RED,
    YARN_TWO,
    bulbs,
    empty_pile,
    table,
)
from parlour.engine.record import CHANCE, NONE
from parlour.games.labor_of_love.ending import count_projects
from support import clause


@clause("LL-8")
def test_furthest_back_is_next_even_twice_in_a_row():
    d = table(YARN_PLAIN, CLAY_QUICK, YARN_QUICK, LEAF_BLUE)
    assert d.seat == 0
    d.do("take r1", "deal c14")
    assert d.seat == 1
    d.do("take r2", "deal c13")
    assert d.seat == 1
    d.do("take r3", "deal c12")
    assert d.seat == 1


@clause("LL-8", "LL-14")
def test_on_a_shared_space_the_top_button_is_next():
    d = table(YARN_TWO, LEAF_BLUE, WOOD_YELLOW, CLAY_QUICK, seats=3)
    d.do("take r1", "deal c14", "take r2", "deal c13", "take r3", "deal c12")
    assert [int(p) for p in d.g.place[:3]] == [3, 3, 3]
    assert [int(n) for n in d.g.level[:3]] == [0, 1, 2]
    assert d.seat == 2


@clause("LL-9")
def test_a_card_of_the_row_or_the_pile():
    d = table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    assert d.legal() == ["take r1", "take r2", "take r3", "take r4", "blind"]
    d.do("take r2")
    assert d.g.home[1] == 0
    assert d.g.row[1] == NONE


@clause("LL-9")
def test_refusals_say_why():
    d = table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    assert d.refused("react e1").clause == "LL-20"
    assert d.refused("glow b1").clause == "LL-22"
    assert d.refused("deal c3").clause == "LL-5"
    empty_pile(d)
    d.g.row[0] = NONE
    assert d.refused("blind").clause == "LL-9"
    assert "place 1" in str(d.refused("take r1"))


@clause("LL-R16")
def test_what_is_drawn_blind_is_kept():
    d = table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    d.do("blind")
    assert d.seat == CHANCE
    assert len(d.legal("draw")) == d.e.cards - 4
    d.do("draw c9")
    assert d.g.home[8] == 0
    assert d.g.place[0] == 5
    assert [int(c) for c in d.g.row] == [0, 1, 4, 6]
    assert d.seat == 0
    assert d.legal()[0].startswith("react")


@clause("LL-R4")
def test_the_row_is_refilled_at_once_but_not_from_an_empty_pile():
    d = table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    d.do("take r3")
    assert d.seat == CHANCE
    d.do("deal c9")
    assert int(d.g.row[2]) == 8
    empty_pile(d)
    d.do("take r1")
    assert d.seat != CHANCE
    assert d.g.row[0] == NONE
    assert "take r1" not in d.legal()
    assert "blind" not in d.legal()


@clause("LL-R4")
def test_the_new_card_is_known_before_a_reaction_is_chosen():
    d = table(CLAY_ALL, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    d.do("take r1")
    assert d.seat == CHANCE
    d.do("deal c14")
    assert d.legal()[0].startswith("react")


@clause("LL-R5")
def test_with_no_card_left_buttons_go_straight_to_the_end():
    d = table(YARN_RED, YARN_TWO, WOOD_YELLOW, CLAY_QUICK, seats=3)
    empty_pile(d)
    d.g.row[:3] = NONE
    d.do("take r4")
    assert d.match.over
    assert [int(p) for p in d.g.place[:3]] == [d.e.end] * 3
    assert d.g.bonus == 0
    # The two at the start go first, the top one before the other; the one ahead of them comes last.
    assert [int(n) for n in d.g.level[:3]] == [2, 0, 1]
    assert "calls it a day" in d.told(0)[-3]


@clause("LL-10", "LL-11")
def test_crafts_are_stacked_from_left_to_right():
    d = table(YARN_QUICK, CLAY_QUICK, YARN_TWO, WOOD_YELLOW)
    d.g.place[1] = d.e.end - 1
    d.do("take r2", "deal c3", "take r1", "deal c1", "take r2", "deal c13")
    assert [int(d.g.spot[0, c]) for c in (CLAY, YARN, WOOD, LEAF)] == [0, 1, NONE, NONE]
    assert [int(d.g.made[0, c]) for c in (CLAY, YARN)] == [1, 2]
    zones = {zone["id"]: zone for zone in d.match.look(0).screen["zones"]}
    assert [piece["name"] for piece in zones["s1-2"]["pieces"]] == ["Yarn Quick", "Yarn Plain"]
    assert [piece.get("emojis", []) for piece in zones["s1-2"]["pieces"]] == [["heart-eyes", "star-eyes"], []]
    assert count_projects(d.e, d.g, 0) == 1 * 1 + 2 * 2


@clause("LL-R15")
def test_a_project_counts_as_soon_as_it_is_placed():
    d = table(CLAY_QUICK, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    d.do("take r1")
    assert d.g.made[0, CLAY] == 1
    assert d.g.points[0] == 1


@clause("LL-12")
def test_the_button_walks_as_many_spaces_as_the_card_has_hourglasses():
    d = table(YARN_PLAIN, YARN_TWO, WOOD_PLAIN, LEAF_BLUE)
    d.do("take r1", "deal c9", "take r3")
    assert [int(p) for p in d.g.place[:2]] == [4, 3]


@clause("LL-13", "LL-R11")
def test_each_earlier_project_of_a_craft_saves_an_hourglass_down_to_one():
    d = table(YARN_TWO, YARN_PLAIN, YARN_QUICK, YARN_RED)
    d.g.place[1] = d.e.end - 1
    d.do("take r1", "deal c9")
    assert d.g.place[0] == 3
    d.do("take r2", "deal c13")
    assert d.g.place[0] == 3 + (4 - 1)
    d.do("take r4", "deal c14")
    assert d.g.place[0] == 6 + 1
    d.do("take r3", "deal c5")
    assert d.g.place[0] == 7 + 1


@clause("LL-13")
def test_other_crafts_save_nothing():
    d = table(YARN_QUICK, CLAY_QUICK, WOOD_PLAIN, LEAF_BLUE)
    d.g.place[1] = d.e.end - 1
    d.do("take r1", "deal c9", "take r2", "deal c14", "take r3")
    assert d.g.place[0] == 1 + 1 + 3


@clause("LL-15")
def test_an_empty_bulb_space_moves_that_bulb():
    d = table(WOOD_PLAIN, YARN_PLAIN, YARN_QUICK, CLAY_QUICK)
    d.g.place[:2] = (1, 5)
    d.g.level[:2] = 0
    d.do("take r1")
    assert d.g.place[0] == 4
    assert bulbs(d, 0) == [0, 0, 0, 1]


@clause("LL-15", "LL-R7")
def test_an_opponent_on_the_space_takes_the_light():
    d = table(YARN_RED, YARN_TWO, WOOD_GREENS, YARN_QUICK)
    d.do("take r1", "deal c9")
    assert d.g.place[0] == 2
    assert bulbs(d, 0) == [2, 0, 0, 0]
    d = table(YARN_RED, YARN_TWO, WOOD_GREENS, YARN_QUICK)
    d.g.place[1] = 2
    d.g.level[0] = 0
    d.do("take r1", "deal c9")
    assert d.g.place[0] == d.g.place[1] == 2
    assert d.g.level[0] == 1
    assert bulbs(d, 0) == [1, 0, 0, 0]


@clause("LL-R7")
def test_the_grey_spaces_show_no_bulb():
    d = table(CLAY_LONG, YARN_TWO, WOOD_GREENS, YARN_QUICK)
    assert d.e.stop[0] == d.e.stop[d.e.end] == NONE
    d.do("take r1", "deal c9")
    assert d.g.place[0] == d.e.end
    assert bulbs(d, 0) == [0, 0, 0, 0]


@clause("LL-16")
def test_the_bulbs_of_the_card_move_one_space_each():
    d = table(YARN_TWO, YARN_RED, WOOD_GREENS, LEAF_BLUE)
    d.do("take r3", "deal c9")
    assert bulbs(d, 0) == [1, 0, 3, 0]
    d.do("take r4")
    assert bulbs(d, 1) == [0, 0, 0, 1]
    assert d.e.symbol[8, 0] == RED

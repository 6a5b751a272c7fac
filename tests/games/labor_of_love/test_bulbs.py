"""Chains, blanks, the ends of rows, lines and reactions."""

import random
from collections import deque

from games.labor_of_love.naive import Person, Workshop
from games.labor_of_love.workshop import (
    BLUE,
    CLAY_ALL,
    CLAY_PLAIN,
    CLAY_QUICK,
    GREEN,
    LEAF_BLUE,
    LEAF_YELLOWS,
    RED,
    WOOD_GREENS,
    WOOD_YELLOW,
    YARN_QUICK,
    YARN_RED,
    YARN_TWO,
    YELLOW,
    bulbs,
    table,
)
from parlour.engine import registry
from parlour.engine.record import NONE
from support import clause


@clause("LL-17", "LL-18")
def test_another_colour_moves_too_and_blanks_are_skipped():
    d = table(WOOD_YELLOW, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.do("take r1")
    assert bulbs(d, 0) == [0, 1, 2, 0]
    assert d.e.value[2, 1] == NONE


@clause("LL-17")
def test_chained_steps_come_after_all_bulbs_of_the_card():
    """With short chains the order shows: green has left the blank behind before the chain reaches it."""
    d = table(CLAY_ALL, YARN_TWO, YARN_RED, LEAF_BLUE, rulings={"long-chains": False})
    d.do("take r1")
    # Red 1, yellow 1 (sets off green), green 2, blue 1; then green 3, which shows red but starts nothing.
    assert bulbs(d, 0) == [1, 1, 3, 1]


@clause("LL-R6")
def test_a_chained_bulb_can_set_off_another():
    d = table(CLAY_ALL, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.do("take r1")
    assert bulbs(d, 0) == [2, 1, 3, 1]


@clause("LL-R6", "LL-15")
def test_the_track_sets_off_chains_before_the_card_does():
    for on, expected in ((True, [0, 1, 2, 0]), (False, [0, 1, 0, 0])):
        d = table(YARN_QUICK, YARN_TWO, YARN_RED, LEAF_BLUE, rulings={"long-chains": on})
        d.g.place[0] = 5
        d.g.place[1] = 9
        d.do("take r1")
        assert d.g.place[0] == 6
        assert bulbs(d, 0) == expected


@clause("LL-R6")
def test_the_order_of_chained_steps_does_not_matter():
    content = registry.load("labor_of_love").base.content
    pick = random.Random(3)
    for _ in range(300):
        shop = Workshop(content, 2, True, 0)
        ends = set()
        colours = pick.sample(content.colours, 4)
        reached = [pick.choice([c for c, s in enumerate(row.spaces) if s != "-"]) for row in content.rows]
        chain = pick.choices(content.colours, k=5)
        for _ in range(6):
            person = Person(4)
            person.bulb_on, person.reached = list(colours), list(reached)
            pick.shuffle(chain)
            shop.run(person, deque(chain))
            ends.add(tuple(person.reached))
        assert len(ends) == 1


@clause("LL-R17")
def test_its_own_colour_sets_off_nothing():
    d = table(LEAF_BLUE, YARN_TWO, YARN_RED, WOOD_YELLOW)
    assert d.e.shown[3, 1] == BLUE
    d.do("take r1")
    assert bulbs(d, 0) == [0, 0, 0, 1]


@clause("LL-19")
def test_at_the_end_of_a_row_a_step_is_lost():
    d = table(WOOD_GREENS, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.bulb[0, GREEN] = 3
    d.do("take r1")
    assert bulbs(d, 0) == [0, 0, 4, 0]


@clause("LL-20")
def test_a_line_behind_all_bulbs_gives_a_reaction_of_ones_choice():
    d = table(CLAY_ALL, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.do("take r1", "deal c14")
    assert d.seat == 0
    assert d.legal() == ["react e1", "react e2", "react e3", "react e4", "react e5"]
    assert d.refused("take r1").clause == "LL-20"
    d.do("react e3")
    assert d.g.fan[2, 0] == 0
    assert d.g.claimed[0] == 1
    assert d.seat == 1


@clause("LL-20")
def test_three_bulbs_behind_a_line_are_not_enough():
    d = table(WOOD_YELLOW, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.bulb[0, :] = (4, 0, 2, 0)
    d.do("take r1", "deal c9")
    assert d.g.owed == 0
    assert d.seat == 1


@clause("LL-R8")
def test_two_lines_at_once_give_two_cards_one_after_the_other():
    d = table(LEAF_YELLOWS, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.bulb[0, :] = (2, 0, 2, 2)
    d.do("take r1", "deal c9")
    assert d.g.owed == 2
    d.do("react e1")
    assert d.seat == 0
    assert d.g.owed == 1
    d.do("react e1")
    assert [int(s) for s in d.g.fan[0]] == [0, 0, NONE]
    assert d.seat == 1


@clause("LL-R8")
def test_a_bulb_has_to_be_right_of_the_line_and_each_line_pays_once():
    d = table(LEAF_BLUE, YARN_TWO, CLAY_QUICK, WOOD_YELLOW)
    d.g.bulb[0, :] = (1, 1, 2, 0)
    d.g.place[1] = 9
    d.do("take r1", "deal c9")
    assert d.g.owed == 1
    d.do("react e1", "take r3", "deal c14")
    assert d.g.claimed[0] == 1
    assert d.g.owed == 0


@clause("LL-R9")
def test_only_top_cards_of_piles_that_are_not_empty():
    d = table(CLAY_ALL, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.left[:] = (0, 1, 0, 3, 0)
    d.g.fan[:, :] = ((1, 1, 1), (1, 1, NONE), (1, 1, 1), (NONE, NONE, NONE), (1, 1, 1))
    d.do("take r1", "deal c14")
    assert d.legal() == ["react e2", "react e4"]
    assert d.refused("react e1").clause == "LL-R9"
    d.do("react e2")
    assert d.g.fan[1, 2] == 0


@clause("LL-R9")
def test_with_all_piles_empty_there_is_nothing_to_take():
    d = table(CLAY_ALL, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.g.left[:] = 0
    d.g.fan[:, :] = 1
    d.do("take r1", "deal c14")
    assert d.g.owed == 0
    assert d.seat == 1


@clause("LL-16")
def test_the_story_tells_every_bulb():
    d = table(WOOD_YELLOW, YARN_TWO, YARN_RED, LEAF_BLUE)
    d.do("take r1")
    assert d.told(0) == [
        "You make: Wood Yellow, in 3 hours.",
        "Your yellow bulb reaches 1 on Two.",
        "Your green bulb reaches 2 on Three.",
    ]
    assert d.told(1)[0] == "Player 1 makes: Wood Yellow, in 3 hours."


def test_a_card_says_what_it_would_do_and_then_does_it():
    d = table(CLAY_ALL, YARN_TWO, YARN_RED, CLAY_PLAIN)
    row = next(zone for zone in d.match.look(0).view.zones if zone.id == "row")
    would = row.pieces[0].would
    before = d.match.points[0]
    d.do("take r1")
    assert would.place == d.g.place[0]
    reached = {step.colour: step.to for step in would.steps}
    assert [reached[colour] for colour in d.match.edition.content.colours] == bulbs(d, 0)
    assert would.points == d.match.points[0] - before
    assert would.reactions == d.g.owed == 1
    assert bulbs(d, 0)[YELLOW] == bulbs(d, 0)[RED] - 1

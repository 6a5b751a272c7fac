"""What is on the table, and how it is laid."""

from collections import Counter

import pytest

from games.labor_of_love.workshop import CLAY_QUICK, LEAF_BLUE, WOOD_YELLOW, YARN_RED, YARN_TWO, bulbs, table
from parlour.engine import registry
from parlour.engine.match import Match
from parlour.engine.record import CHANCE
from support import Driver, clause


def game():
    return registry.load("labor_of_love")


@clause("LL-1")
def test_for_two_three_or_four():
    assert [m.seats for m in game().about.modes] == [(2, 3, 4)]
    for seats in (2, 3, 4):
        assert Match.deal("labor_of_love", seed=1, seats=seats).seats == seats
    with pytest.raises(ValueError, match="2 or 3 or 4"):
        Match.deal("labor_of_love", seed=1, seats=5)


@clause("LL-2")
def test_sixty_four_projects_of_four_crafts_and_fifteen_reactions():
    content = game().base.content
    assert Counter(card.craft for card in content.cards) == dict.fromkeys(content.craft_ids, 16)
    assert len(content.emojis) * len(content.numbers.reactions) == 15
    assert content.colours == ["red", "yellow", "green", "blue"]


@clause("LL-3")
def test_every_seat_has_a_button_and_the_same_board():
    match = table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE, seats=3).match
    view = match.look(0).screen
    zones = {zone["id"]: zone for zone in view["zones"]}
    assert len(zones["track"]["pieces"]) == 3
    assert [row["name"] for row in view["edition"]["rows"]] == [row.name for row in match.edition.content.rows]
    assert [zones[f"board-{s}"]["owner"] for s in range(3)] == [0, 1, 2]


@clause("LL-4")
def test_chance_stacks_the_buttons_and_the_top_one_starts():
    d = Driver("labor_of_love", seats=3)
    assert d.seat == CHANCE
    assert d.legal() == ["starts p1", "starts p2", "starts p3"]
    d.do("starts p2")
    assert d.legal() == ["under p1", "under p3"]
    d.do("under p3")
    assert [int(n) for n in d.g.level[:3]] == [0, 2, 1]
    assert [int(n) for n in d.g.place[:3]] == [0, 0, 0]


@clause("LL-4")
def test_a_given_starter_is_on_top_and_the_rest_is_drawn():
    d = Driver("labor_of_love", seats=3, first=2)
    assert d.legal() == ["under p1", "under p2"]
    d = Driver("labor_of_love", seats=2, first=1)
    assert [int(n) for n in d.g.level[:2]] == [0, 1]
    assert len(d.legal("hang")) == 4


@clause("LL-5")
def test_four_cards_are_dealt_from_the_whole_pile():
    d = table()
    assert len(d.legal("deal")) == d.e.cards
    d.do("deal c1", "deal c5", "deal c7")
    assert d.seat == CHANCE
    d.do("deal c10")
    assert d.seat == 0
    assert [int(c) for c in d.g.row] == [0, 4, 6, 9]
    assert d.g.pile == d.e.cards - 4


@clause("LL-6")
def test_reaction_piles_have_the_best_card_on_top():
    view = table(YARN_RED, YARN_TWO, WOOD_YELLOW, LEAF_BLUE).match.look(0).screen
    piles = [zone for zone in view["zones"] if zone["id"] in ("e1", "e2", "e3", "e4", "e5")]
    assert [[piece["value"] for piece in zone["pieces"]] for zone in piles] == [[1, 2, 4]] * 5
    assert [int(v) for v in game().base.record[0].reaction] == [4, 2, 1]


@clause("LL-7")
def test_chance_hangs_one_bulb_on_each_row_of_each_board():
    d = Driver("labor_of_love", seats=2).do("starts p1")
    assert d.legal() == ["hang b1", "hang b2", "hang b3", "hang b4"]
    d.do("hang b3", "hang b1")
    assert d.legal() == ["hang b2", "hang b4"]
    d.do("hang b4")
    assert [int(r) for r in d.g.line_of[0]] == [1, 3, 0, 2]
    assert d.legal() == ["hang b1", "hang b2", "hang b3", "hang b4"]
    d.do("hang b1", "hang b2", "hang b3")
    assert [int(r) for r in d.g.line_of[1]] == [0, 1, 2, 3]
    assert bulbs(d, 0) == bulbs(d, 1) == [0, 0, 0, 0]


@clause("LL-R14")
def test_the_track_is_a_line():
    """Nobody ever moves back or past the end, whatever they take."""
    d = table(CLAY_QUICK, YARN_TWO, WOOD_YELLOW, LEAF_BLUE)
    d.g.place[0] = d.e.end - 1
    d.g.place[1] = d.e.end
    d.do("take r2", "deal c11")
    assert d.g.place[0] == d.e.end
    assert d.match.over

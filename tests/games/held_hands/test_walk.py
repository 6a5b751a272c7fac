"""Movement, Balance, perspective, objectives and refills."""

import pytest

from games.held_hands.deals import (
    LETTERS,
    at_heart,
    cards_to,
    deal,
    draw,
    empty_hand,
    kind,
    open_rings,
    place,
    reveal,
    shown,
    ways,
)
from support import clause

FULL = "RG RB RK KG KB BK"


def balances(d, *steps: str) -> list[int]:
    """Balance of the walker before and after each step."""
    found = [int(d.g.balance[d.g.turn])]
    for step in steps:
        found.append(int(d.do(step).g.balance[d.g.turn]))
    return found


@clause("HH-13", "HH-R1")
def test_the_rulebooks_balance_walk():
    d = place(deal("RG KB BK GR GB GK"), 16)
    assert balances(d, "step p1 h1 n17", "step p1 h2 n18", "step p1 h3 n19") == [0, 1, 2, 1]


@clause("HH-13")
def test_happy_lowers_balance_too():
    d = deal("GR GB GK BG BR BK")
    assert balances(d, "step p1 h1 n16") == [0, -1]


@clause("HH-9", "HH-10")
def test_the_rulebooks_chain_of_green_black_and_red_from_both_hands():
    d = open_rings(place(deal("GR BR BK BG GK GB", "KR BG BR GK GR RK", fans="left left"), 9), 1)
    assert cards_to(d, 10) == {"p1 h1", "p1 h5", "p1 h6", "p2 h4", "p2 h5"}
    d.do("step p1 h1 n10", "step p2 h1 n11", "step p2 h6 n38", "stop")
    assert d.g.node[0] == 37


@clause("HH-9")
def test_a_step_needs_a_path_and_the_colour_of_the_node():
    d = deal("GR GB BG BR BK RK", "RG RB RK BG BR BK")
    assert ways(d) == {16}
    assert cards_to(d, 16) == {"p1 h1", "p1 h2"}
    assert d.refused("step p1 h3 n16").clause == "HH-9"
    assert d.refused("step p1 h1 n15").clause == "HH-9"


@clause("HH-10", "HH-R19")
def test_only_the_half_that_the_owners_fan_shows_counts():
    d = deal("RG RB RK BG BR BK", "RG RB RK BG BR BK", fans="left right")
    assert cards_to(d, 16) == {"p2 h1", "p2 h4"}
    assert cards_to(d, 18) == {"p2 h3", "p2 h6"}


@clause("HH-11", "HH-R22")
def test_played_cards_lie_face_up_on_the_walkers_own_pile():
    d = deal("GR RB RK BG BR BK", "KR RB RK BG BR BK").do("step p2 h1 n18")
    assert d.g.pile[0, kind("KR")] == 1
    assert d.g.pile[1].sum() == 0
    assert d.match.hidden(1)[0].pile[0, kind("KR")] == 1
    assert d.g.card[1, 0] == -1


@clause("HH-12", "HH-R5")
def test_no_node_twice_and_not_where_the_walk_began():
    d = place(deal("KR BR RG KG BK GB", "RG RK BR KB GR KG"), 17).do("step p1 h1 n18")
    assert 17 not in ways(d)
    assert d.refused("step p2 h1 n17").clause == "HH-12"
    d.do("step p1 h2 n19")
    assert 18 not in ways(d)


@clause("HH-12", "HH-R5")
def test_the_partner_bars_the_way():
    d = place(deal(), 18, seat=1)
    assert ways(d) == {16}
    assert d.refused("step p1 h2 n18").clause == "HH-12"


@clause("HH-R2")
def test_at_least_one_step_before_the_stop():
    d = deal()
    assert "stop" not in d.legal()
    assert d.refused("stop").clause == "HH-R2"
    assert "stop" in d.do("step p1 h4 n16").legal()


@clause("HH-R3", "HH-23")
def test_a_step_off_the_scale_is_refused():
    d = place(deal(), 17, balance=2)
    assert ways(d) == {16}
    assert d.refused("step p1 h2 n18").clause == "HH-R3"


@clause("HH-R3", "HH-23")
def test_with_the_strict_ruling_it_may_be_taken_and_ends_everything():
    d = place(deal(rulings={"over-the-edge": True}), 17, balance=2)
    assert ways(d) == {16, 18}
    d.do("step p1 h2 n18")
    assert d.match.over
    assert d.match.result == [0, 0]
    assert d.told(0)[-1] == "You have lost all Balance. You break up."


@clause("HH-14", "HH-R4")
def test_six_cards_bring_balance_back_when_the_walk_stops():
    d = deal("KG BR RG BK RK GR", "RG RB RK BG BR BK", goal="K")
    steps = ["step p1 h1 n18", "step p1 h2 n19", "step p1 h3 n20", "step p1 h4 n21", "step p1 h5 n22", "step p1 h6 n23"]
    assert balances(d, *steps) == [0, 1, 0, 1, 0, 1, 0]
    d = place(deal("BR RG BK RK GR KG", "KG RB RK BG BR BK", goal="B"), 18)
    steps = ["step p1 h1 n19", "step p1 h2 n20", "step p1 h3 n21", "step p1 h4 n22", "step p1 h5 n23", "step p1 h6 n24"]
    assert balances(d, *steps) == [0, -1, 0, -1, 0, -1, 0]
    d.g.balance[0] = 1
    assert d.do("stop").g.balance[0] == 0


@clause("HH-R4")
def test_five_cards_do_not_and_the_scale_holds_on_the_way():
    d = deal("KG BR RG BK RK GR", "RG RB RK BG BR BK", goal="K")
    d.do("step p1 h1 n18", "step p1 h2 n19", "step p1 h3 n20", "step p1 h4 n21", "step p1 h5 n22", "stop")
    assert d.g.balance[0] == 1
    assert d.g.stock == 36


@clause("HH-15", "HH-R7")
def test_ending_at_0_fills_the_walkers_hand_with_cards_that_show_one_half():
    d = place(deal("KG BR GR GB GK BK", "RG RB RK BG BR KB"), 17)
    d.do("step p1 h1 n18", "step p2 h5 n19", "stop")
    assert d.g.phase == 5
    d.do(*draw("RB"))
    assert d.g.half[0, 0].tolist() == [LETTERS.index("R"), -1]
    assert d.g.card[1, 4] == -1
    assert d.seat == 1


@clause("HH-15")
def test_ending_elsewhere_does_not():
    d = deal(goal="R").do("step p1 h4 n16", "stop")
    assert d.g.balance[0] == -1
    assert (d.seat, d.g.card[0, 3]) == (1, -1)


@clause("HH-R10", "HH-R9")
def test_a_short_deck_gives_what_it_has_and_an_empty_one_harms_nobody():
    d = place(deal("KG BR GR GB GK BK"), 17)
    d.g.deck[:] = 0
    d.g.deck[kind("RB")] = d.g.stock = 1
    d.do("step p1 h1 n18", "step p1 h2 n19", "stop", *draw("RB"))
    assert d.seat == 1
    assert (d.g.card[0] == -1).sum() == 1
    d = place(deal("KG BR GR GB GK BK"), 17)
    d.g.deck[:] = d.g.stock = 0
    assert d.do("step p1 h1 n18", "step p1 h2 n19", "stop").seat == 1


@clause("HH-R9", "HH-23")
@pytest.mark.parametrize("left", [0, 1])
def test_with_the_strict_ruling_a_refill_that_stays_short_is_a_break_up(left):
    d = place(deal("KG BR GR GB GK BK", rulings={"last-card": True}), 17)
    d.g.deck[:] = 0
    d.g.deck[kind("RB")] = d.g.stock = left
    d.do("step p1 h1 n18", "step p1 h2 n19", "stop", *draw("RB")[:left])
    assert d.match.over
    assert d.told(1)[-1].startswith("The Emotions Deck could not fill")


@clause("HH-16", "HH-R6")
def test_the_fan_turns_with_the_half_of_the_board_seen_from_each_seat():
    d = deal("GR GB GK BG BR BK").do("step p1 h1 n16", "stop")
    assert shown(d, 0) == "-BKGRK"
    assert shown(d, 1) == "GBKRBG"
    d = place(deal("KR GB GK BG BR BK"), 17).do("step p1 h1 n18", "stop")
    assert shown(d, 0) == "-GGBBB"
    d.do("step p2 h4 n2", "stop")
    assert d.g.side[1] == 0
    halves = d.e.half
    assert (halves[0, 17], halves[1, 17]) == (0, 1)
    assert (halves[0, 1], halves[1, 1]) == (1, 0)


@clause("HH-16", "HH-R6")
def test_on_the_axis_and_in_the_heart_the_walker_chooses():
    assert [n + 1 for n in range(57) if registry_half(n) == -1] == [1, 17, 33, 41, 49, 53, 57]
    d = place(deal("RG GB GK BG BR BK"), 16).do("step p1 h1 n17", "stop")
    assert (d.seat, d.legal()) == (0, ["left", "right"])
    assert d.refused("stop").clause == "HH-16"
    assert shown(d.do("right"), 0) == "-BKGRK"


def registry_half(node):
    from parlour.engine import registry

    return registry.load("held_hands").base.record[0].half[0, node]


@clause("HH-16")
def test_what_was_seen_once_stays_known_to_everybody():
    d = deal("GR GB GK BG BR BK").do("step p1 h1 n16", "stop")
    for seat in (0, 1, -3):
        known = d.match.hidden(seat)[0].card
        assert known[0].tolist() == [-1, *(kind(c) for c in ("GB", "GK", "BG", "BR", "BK"))]
        assert known[1].tolist() == [-2] * 6


@clause("HH-R7")
def test_only_the_walkers_fan_turns():
    d = deal("GR GB GK BG BR BK").do("step p1 h1 n16", "stop")
    assert d.g.side.tolist() == [1, 0]


@clause("HH-17", "HH-8")
def test_either_player_meets_the_objective_and_the_other_pile_gives_the_next():
    d = deal(goal="R")
    d.do("step p1 h4 n16", "stop")
    assert (d.g.goal, d.g.points[0]) == (LETTERS.index("R"), 0)
    d.do("step p2 h4 n2", "stop")
    assert d.g.goal == -1
    assert d.g.points.tolist() == [1, 1, 0, 0]
    assert d.g.goals.tolist() == [3, 4]
    d.do(reveal("K"))
    assert d.g.goals.tolist() == [3, 3]


@clause("HH-17", "HH-R12")
def test_passing_is_not_ending_and_other_rings_do_not_count():
    d = place(deal("KG BR RG BK RK GR", "RG RB RK BG BR BK", goal="K"), 17)
    d.do("step p1 h1 n18", "step p1 h2 n19", "stop")
    assert d.g.goal == LETTERS.index("K")
    d = open_rings(place(deal("GR GB GK BG BR BK", goal="G"), 17), 1)
    d.do("step p1 h1 n16", "stop")
    assert d.g.points[0] == 8


@clause("HH-R12", "HH-18")
def test_open_rings_can_be_walked_both_ways_and_closed_ones_cannot():
    d = deal("BG KG GR BR RK RG", "KR BG GB RG GK RB")
    assert ways(d) == {16, 18}
    assert d.refused("step p1 h1 n41").clause == "HH-18"
    assert ways(open_rings(d, 1)) == {16, 18, 41}
    inside = place(d, 41)
    assert {16, 17, 18, 40, 42} == ways(inside)


def last_goal(mine=4, theirs=2):
    """A table whose next green node ends the ring; the discard piles hold so many cards before that."""
    d = deal("GR GB GK BG BR BK", "GR GB GK BG BR BK", goal="G")
    d.g.goals[:] = 0
    d.g.met[0] = 7
    d.g.points[:2] = 7
    for seat, count in ((0, mine), (1, theirs)):
        d.g.pile[seat, kind("RK")] = count
    d.g.deck[kind("RK")] = 0
    d.g.stock -= 4
    return d


@clause("HH-18")
def test_the_last_objective_opens_the_next_ring_and_returns_the_bigger_pile():
    d = last_goal(mine=1, theirs=3)
    before = int(d.g.stock)
    d.do("step p1 h1 n16", "stop")
    assert d.g.ring == 1
    assert d.g.goals.tolist() == [4, 4]
    assert int(d.g.stock) == before + 3
    assert d.g.pile.sum(axis=1).tolist() == [2, 0]
    assert "The Middle Ring is open." in d.told(1)


@clause("HH-R8")
def test_of_equal_piles_the_one_of_whoever_met_it_returns():
    d = last_goal(mine=1, theirs=2).do("step p1 h1 n16", "stop")
    assert d.g.pile.sum(axis=1).tolist() == [0, 2]


@clause("HH-R7")
def test_the_pile_is_back_before_the_refill():
    d = last_goal(mine=4, theirs=0)
    d.g.deck[:] = d.g.stock = 0
    d.g.balance[0] = 1
    d.do("step p1 h1 n16", "stop")
    assert set(d.legal()) == {*draw("RK"), "draw k12 x2", "draw k12 x3", "draw k12 x4", *draw("GR")}


@clause("HH-R15", "HH-R16")
def test_a_new_objective_is_turned_up_once_and_not_met_by_standing_there():
    d = deal("GR GB GK BG BR BK", "RG RB RK BG BR BK", goal="G").do("step p1 h1 n16", "stop", reveal("G"))
    assert (d.seat, d.g.points[0]) == (1, 1)
    d.do("step p2 h1 n2", "stop")
    assert (d.seat, d.g.points[0], d.g.goal) == (0, 1, LETTERS.index("G"))


@clause("HH-R18", "HH-R21")
def test_after_the_inner_ring_no_objectives_but_one_more_shuffle():
    d = open_rings(deal("GR GB GK BG BR BK", goal="K"), 2)
    d.g.goals[:] = 0
    d.g.met[2] = 7
    d.g.points[:2] = 23
    place(d, 50, balance=1)
    d.g.half[0, 0, 0] = LETTERS.index("G")
    d.g.goal = LETTERS.index("G")
    before = int(d.g.stock)
    d.do("step p1 h1 n51", "stop")
    assert d.g.ring == 3
    assert d.g.goals.tolist() == [0, 0]
    assert d.g.aims.sum() > 0
    assert int(d.g.stock) == before + 1
    assert d.g.shuffles == 1


@clause("HH-R11", "HH-23")
def test_who_cannot_move_at_the_start_of_a_walk_breaks_it_up():
    d = deal("GR RG GK RK BG BK", "GB GR GK GB GR GK", goal="K").do("step p1 h1 n16", "stop")
    assert d.match.over
    assert d.told(1)[-1] == "You cannot move. You break up."
    assert d.match.result == [0, 0]


@clause("HH-R11", "HH-23")
@pytest.mark.parametrize("ruling", [True, False])
def test_a_partner_who_could_not_move_breaks_it_up_when_a_walk_begins(ruling):
    """Only green lies open: seat 0 has a green neighbour, seat 1 a red and a blue one."""
    green = "GR GB GK GR GB GK"
    d = deal(green, green, rulings={"either-stuck": ruling})
    assert d.match.over == ruling
    if ruling:
        assert d.told(0)[-1] == "Player 2 could not move. You break up."
        assert d.told(1)[-1] == "You could not move. You break up."
        assert (d.match.result, d.match.look(0).screen["ending"]) == ([0, 0], "partner-stuck")
    else:
        assert ways(d) == {16}


@clause("HH-R11", "HH-21")
def test_who_waits_in_the_heart_need_not_move():
    d = at_heart(rulings={"either-stuck": True}).do("step p1 h1 n57", "stop", "left", *draw("BR"))
    assert (d.seat, d.match.over) == (1, False)


@clause("HH-23", "HH-R9")
def test_no_card_left_to_play_is_a_break_up():
    d = empty_hand(empty_hand(deal("GR GB GK BG BR BK", goal="K"), 0, keep=1), 1)
    d.do("step p1 h1 n16", "stop")
    assert d.match.over
    assert d.told(0)[-1] == "There is no card left to play. You break up."

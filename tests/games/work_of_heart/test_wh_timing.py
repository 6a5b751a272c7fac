"""When a card may be played on one's own turn, and whom a six asks."""

import pytest

from games.work_of_heart.campus_stage import (
    CHARM,
    at,
    empty_hands,
    event,
    few,
    give,
    go,
    level,
    number,
    place,
    table,
)
from parlour.engine.record import CHANCE, NONE
from support import clause

ANYTIME = ("double-espresso", "care-package", "love-letter-draft")


def beside(d):
    """Seat 0 has ended its move where its love interest is."""
    d.g.space[0] = d.e.where[d.g.loves[0], d.g.day]
    return d.do("throw", "roll 1", f"go s{int(d.g.space[0]) + 1}")


# One's own turn


@clause("WH-48", "WH-63")
def test_every_turn_begins_with_ones_own_roll():
    d = empty_hands(table())
    assert (d.seat, d.legal()) == (0, ["throw"])
    assert d.refused("pass").clause == "WH-48"
    d.do("throw")
    assert d.seat == CHANCE
    d = give(table(), 0, "mixtape", "pizza-run", "cough-drop")
    assert d.legal() == ["throw"], "only cards for any time come before the roll"
    assert d.refused("play h2").clause == "WH-59"


@clause("WH-63")
@pytest.mark.parametrize("id", ANYTIME)
def test_a_card_for_any_time_before_the_roll(id):
    d = level(give(table(), 0, id, "mixtape"), 0, charm=2)
    d.g.used[0] = 1 << CHARM
    assert d.legal() == ["play h1", "throw"]
    d.do("play h1")
    while d.legal("draw"):
        d.do(d.legal()[0])
    assert (d.seat, d.legal()[-1]) == (0, "throw")
    done = {
        "double-espresso": d.g.used[0] == 0,
        "care-package": d.g.held[0] == 3,
        "love-letter-draft": d.g.spark[0] == 2,
    }
    assert done[id]


@clause("WH-63")
def test_a_card_for_any_time_after_the_roll():
    d = give(table(), 0, "love-letter-draft").do("throw", "roll 2", "play h1")
    assert d.g.spark[0] == 2
    assert d.legal("go")


@clause("WH-63", "WH-39")
def test_a_card_for_any_time_before_the_affection_roll_counts_for_it():
    d = beside(give(give(table(), 1), 0, "love-letter-draft", "mixtape"))
    assert d.legal() == ["play h1", "court", "pass"], "a card for the roll waits for the dice"
    d.do("play h1")
    assert d.legal() == ["court", "pass"]
    d.do("court", "face 1", "die 1", "pass")
    assert d.g.hearts[0] == 1, "one and two are three"


@clause("WH-63")
def test_a_card_for_any_time_after_the_dice():
    d = beside(give(give(table(), 1), 0, "care-package", "mixtape")).do("court", "face 1", "die 2")
    assert d.legal() == ["play h1", "play h2", "pass"]


@clause("WH-63")
def test_after_landing_who_holds_a_card_is_asked_and_nobody_else():
    d = go(give(table(), 0, "love-letter-draft", "mixtape"), 2, "E5")
    assert (d.seat, d.legal()) == (0, ["play h1", "pass"])
    d.do("play h1")
    assert (d.seat, d.legal()) == (0, ["pass"]), "a hand of other cards is asked alike"
    assert d.refused("play h2").clause == "WH-59"
    d.do("pass")
    assert d.g.turn == 1
    d = go(give(table(), 0), 2, "E5")
    assert d.g.turn == 1, "an empty hand has nothing to play"
    d = go(give(table(), 0, "love-letter-draft"), 2, "E5").do("play h1")
    assert d.g.turn == 1, "nor has one that has become empty"


@clause("WH-63")
def test_after_landing_comes_once_all_of_it_is_done():
    d = give(table(), 0, "mixtape")
    go(d, 1, "H5").do(f"event {event(d, 'pop-quiz')}")
    assert d.legal() == ["answer a1"]
    d.do("answer a1")
    assert (d.seat, d.legal()) == (0, ["pass"])
    d = beside(give(give(table(), 1), 0, "double-espresso")).do("court", "face 1", "die 6", "pass")
    assert (d.seat, d.legal()) == (0, ["play h1", "pass"])


@clause("WH-28", "WH-63")
def test_the_last_card_of_a_move_comes_before_others_answer_the_six():
    d = level(give(give(few(), 1), 0, "mixtape"), 1, tenacity=2)
    go(d, 6, "D2")
    assert d.seat == 0
    d.do("pass")
    assert (d.seat, bool(d.legal("step"))) == (1, True)


@clause("WH-63")
def test_a_step_on_anothers_turn_has_no_last_card():
    d = level(give(give(few(), 0), 1, "double-espresso"), 1, tenacity=2)
    go(d, 6, "D2").do(f"step {at(d, 'F5')}")
    assert (d.g.turn, d.seat, d.legal()) == (1, 1, ["play h1", "throw"])


# A six


@clause("WH-28", "WH-59")
def test_tenacity_is_asked_at_every_six_until_it_is_used():
    d = level(give(give(few(), 0), 1, "banana-peel"), 1, tenacity=2)
    offers = []
    for _ in range(d.e.laps):
        go(place(d, 0, "library"), 6, "library")
        offers.append((d.seat, bool(d.legal("step")), bool(d.legal("play"))))
        d.do("pass")
        go(place(d, 1, "gymnasium"), 1, "gymnasium").do("pass")
    assert offers == [(1, True, True)] * 4 + [(1, True, False)]


@clause("WH-28", "WH-59")
def test_tenacity_alone_does_not_count_towards_the_limit():
    d = level(empty_hands(few()), 1, tenacity=2)
    for _ in range(4):
        go(place(d, 0, "library"), 6, "library").do("pass")
        go(place(d, 1, "gymnasium"), 1, "gymnasium")
    assert d.g.called[1] == 0
    give(d, 1, "banana-peel")
    go(place(d, 0, "library"), 6, "library")
    assert (d.seat, d.legal("play"), d.g.called[1]) == (1, ["play h1"], 1)


@clause("WH-28")
def test_tenacity_that_is_used_is_not_asked():
    d = level(empty_hands(few()), 1, tenacity=2)
    go(place(d, 0, "library"), 6, "library").do(f"step {at(d, 'F5')}")
    go(place(d, 1, "gymnasium"), 1, "gymnasium")
    go(place(d, 0, "library"), 6, "library")
    assert d.g.turn == 1


@clause("WH-28", "WH-59")
def test_tenacity_is_asked_when_the_turn_has_no_window_left():
    d = level(give(give(few(), 0), 1, "banana-peel"), 1, tenacity=2).do("throw")
    d.g.windows = d.e.windows
    d.do("roll 6", f"go {at(d, 'D2')}")
    assert d.seat == 1
    assert d.legal("step")
    assert d.legal("play") == []


@clause("WH-28", "WH-R11")
def test_several_step_in_seat_order_each_from_where_the_others_have_come():
    d = empty_hands(few(seats=4))
    for seat in (0, 2, 3):
        level(d, seat, tenacity=2)
    place(place(place(d, 1, "library"), 2, "F5"), 3, "H5")
    d.g.turn = d.g.seat = d.g.actor = 1
    go(d, 6, "library")
    assert d.seat == 2, "the next seat after the one who rolled"
    d.do(f"step {at(d, 'E5')}")
    assert d.seat == 3
    d.do("pass")
    assert d.seat == 0
    steps = {int(t.split("s")[-1]) - 1 for t in d.legal("step")}
    assert number(d, "F5") in steps, "player 3 has left it"
    assert number(d, "H5") not in steps, "player 4 is still there"
    d.do(f"step {at(d, 'F5')}")
    assert d.g.turn == 2


# Change of Major


@clause("WH-R22")
def test_a_level_is_given_for_another_trait_that_has_room():
    d = give(table(), 0, "change-of-major")
    d.g.level[0] = [4, 4, 4, 4, 4, 4, 2]
    d.do("throw", "roll 2", "play h1")
    assert d.legal() == [f"lower t{n}" for n in range(1, 7)], "Mojo alone has room, so something else is given"
    d.do("lower t1")
    assert d.legal() == ["raise t7"]
    d.do("raise t7")
    assert d.g.given == NONE
    d = give(table(), 0, "change-of-major")
    d.g.level[0] = 4
    d.do("throw", "roll 2", "play h1")
    assert d.legal("go"), "nothing to raise"

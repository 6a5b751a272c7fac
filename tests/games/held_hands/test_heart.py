"""The Heart: who may enter it, and what wins or ends the game there."""

from games.held_hands.deals import (
    at_heart,
    cards_to,
    draw,
    place,
    ways,
)
from support import clause


@clause("HH-20", "HH-R1")
def test_the_heart_takes_any_card_that_leaves_balance_at_0():
    d = at_heart()
    assert cards_to(d, 57) == {"p1 h1", "p1 h2", "p2 h1", "p2 h2", "p2 h5", "p2 h6"}
    assert d.refused("step p1 h3 n57").clause == "HH-20"
    assert cards_to(at_heart(balance=-1), 57) == {"p1 h3", "p1 h4", "p1 h5", "p1 h6", "p2 h3", "p2 h4"}
    assert cards_to(at_heart(balance=0), 57) == set()


@clause("HH-20")
def test_the_heart_is_closed_before_and_cannot_be_reached_from_elsewhere():
    d = at_heart()
    d.g.ring = 2
    assert 57 not in ways(d)
    assert 57 not in ways(place(at_heart(), 50, balance=1))


@clause("HH-R13")
def test_the_heart_may_end_a_long_walk_whatever_balance_then_is():
    d = at_heart(balance=0)
    d.g.walked = 5
    assert cards_to(d, 57) == {f"p{s} h{k}" for s in (1, 2) for k in range(1, 7)}
    d.do("step p1 h1 n57")
    assert d.legal() == ["stop"]
    assert d.refused("step p1 h2 n51").clause == "HH-20"
    d.do("stop")
    assert d.g.balance[0] == 0


@clause("HH-21", "HH-22", "HH-R5", "HH-R6")
def test_both_in_the_heart_win_together():
    d = at_heart().do("step p1 h1 n57", "stop")
    assert d.legal() == ["left", "right"]
    d.do("left", *draw("BR"))
    assert d.seat == 1
    d.do("step p2 h3 n57", "stop")
    assert d.match.over
    assert d.match.result == [12, 12]
    assert d.match.winners == [0, 1]
    assert "held hands" in d.told(0)[-1]


@clause("HH-21", "HH-R14", "HH-23")
def test_who_does_not_follow_in_the_very_next_turn_breaks_it_up():
    d = at_heart().do("step p1 h1 n57", "stop", "left", *draw("BR"), "step p2 h4 n40", "stop")
    assert d.match.over
    assert d.match.result == [0, 0]
    assert d.told(1)[-1] == "You did not follow into the Heart in time. You break up."

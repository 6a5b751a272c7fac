"""What bots think of the Heart: it is a good place to wait if the partner can follow, and a bad one if not."""

from games.held_hands.deals import deal, open_heart, place


def worth(d):
    return d.match.game.worth(d.match.edition, d.match.state, 0)


def before_heart(partner, balance):
    """Seat 0 is about to step into the open Heart; where the partner stands decides what that is good for."""
    d = open_heart(deal("GR BG RK KR RB KB", "GB BG RK KR GK BR"))
    return place(place(d, partner, seat=1, balance=balance), 49, balance=1)


def test_nobody_waits_in_the_heart_for_a_partner_who_cannot_follow():
    stays = worth(before_heart(1, 0))
    assert worth(before_heart(1, 0).do("step p1 h1 n57")) < stays
    assert worth(before_heart(53, -1).do("step p1 h1 n57")) > stays


def test_the_cards_that_a_partner_needs_to_follow_are_worth_more_than_others():
    """Seat 1 at -1 needs a red or black half; with none left, it is left behind."""
    d = before_heart(53, -1).do("step p1 h1 n57")
    can = worth(d)
    for hand in range(2):
        for slot in range(6):
            if d.g.half[hand, slot, 0] in (2, 3):
                d.g.card[hand, slot] = d.g.half[hand, slot, 0] = -1
    assert worth(d) < can - 0.1


def test_a_seat_that_cannot_take_a_step_is_worse_off_than_one_with_a_choice():
    d = deal("GR BG RK KR RB KB", "GB BG RK KR GK BR")
    free = worth(d)
    for hand in range(2):
        for slot in range(6):
            d.g.half[hand, slot, 0] = 0
    assert worth(d) < free

"""What bots make of the new questions: a tie, and a turn whose landing is over."""

import pytest

from games.work_of_heart.campus_stage import ACTIONS, FAILS, give, go, table
from games.work_of_heart.test_wh_ending import friday, score
from support import clause


def worth(d, seat):
    return d.match.game.worth(d.match.edition, d.match.state, seat)


@clause("WH-72")
@pytest.mark.parametrize(
    ("described", "hopes"), [((0,), (1, 0)), ((1,), (0, 1)), ((0, 1), (0.5, 0.5)), ((), (0.5, 0.5))]
)
def test_a_tie_is_worth_what_the_cards_that_are_left_describe(described, hopes):
    d = score(friday(seats=4), 2, 2, 1, 0).do("reveal b1", "reveal b2")
    for seat in described:
        d.g.tally[seat, ACTIONS] = d.g.tally[seat, FAILS] = 3
    assert (worth(d, 0), worth(d, 1)) == hopes


@clause("WH-72")
def test_teams_count_how_many_of_them_a_card_describes():
    d = score(friday("double-date", 4), 1, 1, 1, 1).do("reveal b1", "reveal b2")
    d.g.tally[[0, 2, 1], ACTIONS] = d.g.tally[[0, 2, 1], FAILS] = 3
    assert [worth(d, seat) for seat in range(4)] == [1, 0, 1, 0]


@clause("WH-63")
def test_being_done_is_worth_as_much_as_having_passed():
    d = go(give(give(table(), 1), 0, "mixtape"), 2, "E5")
    before = worth(d, 0)
    d.do("pass")
    assert worth(d, 0) == before

"""What bots make of the new questions: a tie, and a turn whose landing is over."""

import pytest

from games.work_of_heart.campus_stage import ACTIONS, FAILS, WAIT, asking, at, give, go, level, table
from games.work_of_heart.test_wh_ending import friday, score
from parlour.bots.bot import Bot
from parlour.bots.spec import read_spec
from parlour.games.work_of_heart import stops
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


@clause("WH-28", "WH-59")
@pytest.mark.parametrize(
    ("hand", "roll", "reason"),
    [
        (("cram-session", "mixtape"), 2, False),
        (("love-letter-draft", "care-package"), 2, False),
        (("love-letter-draft", "cough-drop"), 6, False),
        (("banana-peel",), 6, True),
    ],
)
def test_a_bot_interrupts_with_what_cannot_wait_and_for_nothing_else(hand, roll, reason):
    d = asking(give(give(table(seats=3), 0), 1, *hand))
    d.do("throw", WAIT, WAIT, f"roll {roll}", WAIT, WAIT, f"go {at(d, 'D2' if roll == 6 else 'E5')}")
    assert 1 in d.match.deciders
    assert stops.has_reason(d.match.look(1)) is reason
    if roll == 6:
        level(d, 1, tenacity=2)
        assert stops.has_reason(d.match.look(1))


@clause("WH-59")
def test_interrupting_for_nothing_is_worth_less_than_letting_go_by():
    d = asking(give(give(give(table(seats=3), 0), 2, "mixtape"), 1))
    d.do("throw", WAIT, "roll 2", WAIT, f"go {at(d, 'E5')}")
    look, chosen = d.match.look(2), set()
    for seed in range(8):
        bot = Bot(read_spec("greedy"), d.match.game, seed)
        chosen.add(d.match.game.moves.text(bot.choose(d.match.edition, look.hidden, look.legal, 2)))
    assert chosen == {WAIT}

"""A level above easy makes no move that comes to nothing while there is another."""

import numpy as np
import pytest

from games.perfect_match.stage import Stage
from parlour import bots
from parlour.engine.chance import stream

# Seat 0 looks for Bookish, Daring, Funny.
WRONG = ("tender", "tender", "musical")


def full_stage(up=True):
    """Nobody on stage has room or is right, so dates, the hand's dramas and resting are all that is left."""
    s = Stage()
    for place in (1, 2, 3):
        for k, id in enumerate(WRONG, 1):
            s.lay(place, k, id, by=1, up=up)
    return s


def chosen(s, name, seed):
    game, hidden = s.match.game, s.match.hidden(s.seat)
    moves = game.legal(s.match.edition, hidden)
    return game.moves.text(bots.make(name, game, seed).choose(s.match.edition, hidden, moves, s.seat))


@pytest.mark.parametrize("name", ["medium", "search:5ms"])
def test_nobody_is_asked_out_whose_open_cards_are_wrong(name):
    s = full_stage().turn("bookish", "bookish", "daring", "daring", "funny")
    assert s.legal() == ["date s1", "date s2", "date s3", "rest"]
    assert [chosen(s, name, seed) for seed in range(12)] == ["rest"] * 12


def test_no_drama_is_played_from_which_nothing_comes():
    """A card can be peeked at only while one lies face down."""
    s = full_stage().turn("bookish", "bookish", "daring", "daring", "overheard")
    assert len(s.legal("drama")) == 1
    assert {chosen(s, "medium", seed) for seed in range(12)} == {"rest"}


def test_a_date_that_may_match_is_asked_for():
    s = full_stage()
    for k, id in enumerate(("bookish", "daring", "funny"), 1):
        s.put(64 + k - 1, id, 31, up=True)
    s.turn("bookish", "bookish", "daring", "daring", "funny")
    assert chosen(s, "medium", 1) == "date s1"


def test_the_hint_leads_with_what_the_bot_would_play():
    s = full_stage().turn("bookish", "bookish", "daring", "daring", "funny")
    hints = bots.hint(s.match, 0, bot="search:200it", count=4)
    assert s.match.game.moves.text(hints[0].move) == "rest"
    assert np.isclose(sum(h.share for h in hints), 1.0)


def test_what_comes_to_nothing_does_so_in_every_world():
    """It is told from what the seat knows: three dates and a drama do, to rest does not."""
    s = full_stage().turn("bookish", "bookish", "daring", "daring", "overheard")
    game, e, hidden = s.match.game, s.match.edition, s.match.hidden(0)
    futile = game.rule("worth", "futile")
    found = [m for m in game.legal(e, hidden) if futile(e.record[0], hidden[0], m)]
    assert [game.moves.text(m) for m in found] == ["drama h5", "date s1", "date s2", "date s3"]
    for seed in range(5):
        world = game.imagine(e, hidden, 0, stream(seed))
        assert all(futile(e.record[0], world[0], m) for m in found)

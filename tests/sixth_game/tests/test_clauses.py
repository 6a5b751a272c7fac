"""At least one test for every clause of Whispers.

Cards c1 to c5 are rumours, c6 to c8 keyholes, c9 to c11 duels, c12 and c13 fans, c14 and c15 waltzes, c16 is true love.
"""

import pytest

from parlour.engine.record import HIDDEN
from support import Driver, clause


def dealt(*cards: int, seats: int = 2) -> Driver:
    """A table at which seat 1 has started and these cards were dealt, the last one as its first draw."""
    return Driver("whispers", seats=seats, first=0).do(*(f"deal c{card}" for card in cards))


@clause("WS-1")
def test_sixteen_secrets_of_six_kinds():
    content = dealt().match.edition.content
    assert [(k.id, k.copies) for k in content.kinds] == [
        ("rumour", 5), ("keyhole", 3), ("duel", 3), ("fan", 2), ("waltz", 2), ("true-love", 1)]  # fmt: skip


@clause("WS-2")
def test_chance_names_the_starter():
    d = Driver("whispers", seats=3)
    assert d.legal() == ["starts p1", "starts p2", "starts p3"]
    assert d.do("starts p3", "deal c1", "deal c2", "deal c3", "deal c4").seat == 2


@clause("WS-3")
def test_a_secret_is_dealt_to_its_seat_alone():
    d = dealt(1)
    assert d.told(0) == ["You are dealt Rumour."]
    assert d.told(1) == ["Player 1 is dealt a secret."]


@clause("WS-4")
def test_one_of_two_secrets_is_played_and_the_other_stays():
    d = dealt(12, 9, 1)
    assert str(d.refused("deal c2")) == "Only chance deals."
    assert d.legal("play") == ["play h1"]
    d.do("play h1")
    assert d.g.card[0] == 0
    assert d.told(1) == ["Player 1 plays Fan."]


@clause("WS-5")
def test_a_true_rumour_ends_the_ball_for_them():
    assert dealt(1, 9, 12).do("guess h1 p2 k3").match.winners == [0]
    d = dealt(1, 9, 12).do("guess h1 p2 k2")
    assert not d.match.over
    assert not int(d.g.maybe[2]) >> 1 & 1, "everybody knows what it is not"
    assert "guess h1 p2 k1" not in dealt(1, 9, 12).legal(), "nobody spreads a rumour about rumours"


@clause("WS-6")
def test_a_keyhole_shows_a_secret():
    d = dealt(6, 9, 12, 1, seats=3).do("choose h1 p2")
    assert d.told(0) == ["You look through Player 2's keyhole.", "Player 2's secret is Duel."]
    assert d.told(2) == ["Player 1 looks through Player 2's keyhole."]
    assert d.match.hidden(0)["card"][0][2] == 8
    assert d.match.hidden(2)["card"][0][2] == HIDDEN


@clause("WS-7")
def test_the_cheaper_secret_leaves():
    d = dealt(9, 6, 14, 12, seats=3).do("choose h1 p2")
    assert d.g.out == 0b10
    assert d.told(2) == ["Player 1 challenges Player 2.", "Player 2 leaves the ball."]
    assert int(d.g.maybe[0]) & 0b11 == 0, "everybody knows that the winner's is dearer than a keyhole"
    equal = dealt(9, 6, 1, 7, seats=3).do("choose h1 p2")
    assert equal.g.out == 0
    assert equal.g.same[0] == equal.g.same[2] != equal.g.same[4]


@clause("WS-8")
def test_a_fan_protects_until_the_next_turn():
    d = dealt(12, 9, 1).do("play h1", "deal c6")
    assert d.legal() == ["play h1", "play h2"]
    assert str(d.refused("choose h1 p1")) == "Player 1 hides behind a fan."
    d.do("play h2", "deal c13")
    assert d.g.fans == 0


@clause("WS-9")
def test_a_waltz_changes_secrets():
    d = dealt(14, 9, 1).do("choose h1 p2")
    assert (d.g.card[0], d.g.card[2]) == (8, 0)
    assert d.match.hidden(0)["card"][0][2] == 0, "who gave it away still knows it"


@clause("WS-10")
def test_whoever_plays_true_love_leaves():
    d = dealt(16, 9, 1).do("play h1")
    assert d.match.winners == [1]
    assert d.told(1)[0] == "Player 1 plays True Love."
    assert int(d.g.open) == 1 << 15 | 1


@clause("WS-11")
def test_without_anybody_to_choose_a_secret_does_nothing():
    d = dealt(12, 9, 1).do("play h1", "deal c6", "play h2")
    assert d.told(0) == ["Player 2 plays Keyhole."]
    assert d.g.out == 0


@clause("WS-12")
@pytest.mark.parametrize(("held", "winners"), [("c15", [0]), ("c14", [0])])
def test_the_dearest_secret_wins(held, winners):
    d = dealt(9, 6, int(held[1:])).do("choose h1 p2")
    assert d.match.winners == winners
    assert d.match.points[0] == 5
    assert str(d.refused("play h1")) == "The game is over; nothing more can be played."

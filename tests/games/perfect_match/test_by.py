"""Who slipped a card in (PM-R22): seen by everybody, and kept as long as the card lies in a profile."""

import pytest

from games.perfect_match.audit import audit
from games.perfect_match.stage import Stage
from parlour.engine.record import PUBLIC
from support import clause

FILL = ("orderly",) * 4


def laid(*wooed, **options):
    """Seat 0 acts; a card of seat 1 lies at the first place, one of seat 2 at the second."""
    return Stage(seats=3, **options).wooed(0, *wooed).lay(1, 1, "musical", by=1).lay(2, 1, "tender", by=2)


def by(s, place):
    """Who slipped in the cards of a place, by slot."""
    audit(s.match.edition, s.g)
    at = 64 + (place - 1) * 3
    return s.g.by[at : at + 3].tolist()


@clause("PM-R22", "PM-9")
def test_everybody_sees_who_slips_a_card_in():
    s = Stage(seats=3).turn().play("bookish", 1).do("rest").turn("tender", *FILL).play("tender", 1)
    assert by(s, 1) == [0, 1, -1]
    for seat in (0, 1, 2, int(PUBLIC)):
        assert s.match.hidden(seat)[0].by[64:66].tolist() == [0, 1]
        assert [piece["by"] for piece in on_stage(s, seat)] == [0, 1]


def on_stage(s, seat):
    zone = next(z for z in s.match.look(seat).screen["zones"] if z["id"] == "s1")
    return [piece for piece in zone["pieces"] if "slot" in piece]


@clause("PM-R22", "PM-18")
def test_planted_cards_are_whose_they_are():
    s = Stage().wooed(0, "kiko").turn().favour("kiko").do("play h1 s1", "play h2 s2")
    assert by(s, 1) == [0, -1, -1]
    assert by(s, 2) == [0, -1, -1]


@clause("PM-R22")
def test_a_reveal_and_a_peek_change_nothing_about_it():
    s = laid().turn("overheard", *FILL).drama("overheard").do("pick s1 k1", "stop", "reveal s1 k1")
    assert by(s, 1) == [1, -1, -1]


@clause("PM-R22")
def test_it_stays_with_a_card_that_is_moved():
    s = laid("farid").turn().favour("farid").do("pick s1 k1", "point s2")
    assert by(s, 1) == [-1, -1, -1]
    assert by(s, 2) == [2, 1, -1]


@clause("PM-R22")
def test_it_stays_with_cards_that_are_swapped():
    s = laid("greta").turn().favour("greta").do("pick s1 k1", "pick s2 k1")
    assert by(s, 1) == [2, -1, -1]
    assert by(s, 2) == [1, -1, -1]


@clause("PM-R22")
def test_it_stays_with_profiles_that_are_traded():
    s = laid("ines").lay(1, 2, "funny", by=2).turn().favour("ines").do("point s1", "point s2")
    assert by(s, 1) == [2, -1, -1]
    assert by(s, 2) == [1, 2, -1]


@clause("PM-R22")
def test_an_exchanged_card_is_that_of_whoever_exchanged_it():
    s = laid("hugo").turn().favour("hugo").do("pick s1 k1", "offer h1")
    assert by(s, 1) == [0, -1, -1]
    assert s.g.by[0] == -1


@clause("PM-R22")
@pytest.mark.parametrize(
    ("favour", "choice"), [("esme", "pick s1 k1"), ("dmitri", "pick s1 k1"), ("leopold", "point s1")]
)
def test_a_card_in_a_hand_or_on_the_discards_is_nobodys(favour, choice):
    s = laid(favour).turn().favour(favour).do(choice)
    assert by(s, 1) == [-1, -1, -1]
    assert set(s.g.by[:64].tolist()) == {-1}


@clause("PM-R22")
def test_a_card_that_comes_back_is_that_of_whoever_slips_it_in_again():
    s = laid("esme").turn().favour("esme").do("pick s1 k1").play("musical", 3)
    assert by(s, 3) == [0, -1, -1]


@clause("PM-R22", "PM-11")
def test_a_red_flag_that_steps_aside_is_nobodys():
    s = Stage().lay(1, 1, "eleven-cats", by=1).turn().do("reveal s1 k1").play("bookish", 1)
    assert by(s, 1) == [0, -1, -1]


@clause("PM-R22", "PM-15")
def test_after_a_match_nothing_is_left_of_it():
    s = Stage()
    for k, id in enumerate(("bookish", "daring", "funny"), 1):
        s.lay(1, k, id, by=1)
    s.turn().do("date s1")
    assert by(s, 1) == [-1, -1, -1]


@clause("PM-R22", "PM-R3")
def test_from_memory_the_screen_does_not_say_it():
    s = laid(rulings={"from-memory": True}).turn()
    assert "by" not in on_stage(s, 1)[0]
    assert "by" in on_stage(laid().turn(), 1)[0]
    assert s.match.hidden(0)[0].by[64] == 1

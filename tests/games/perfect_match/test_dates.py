"""Dates, hearts and the end, clause by clause. Seat 0 looks for Bookish, Daring, Funny; seat 1 for the rest."""

import pytest

from games.perfect_match.stage import Stage
from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER
from support import clause


def complete(*ids, by=1, up=False, **options):
    """A table on which Ada's profile has these three cards and seat 0 is to act."""
    s = Stage(**options)
    for k, id in enumerate(ids, 1):
        s.lay(1, k, id, by=by, up=up)
    return s.turn("musical", "musical", "musical", "tender", "tender")


@clause("PM-13")
def test_only_a_complete_profile_can_be_dated():
    s = Stage().lay(1, 1, "bookish").lay(1, 2, "bookish").turn()
    assert not s.legal("date")
    assert s.refused("date s1").clause == "PM-13"
    s.play("bookish", 1)
    assert s.legal("date") == ["date s1"]


@clause("PM-13", "PM-14", "PM-R15", "PM-5")
@pytest.mark.parametrize("order", [("bookish", "daring", "funny"), ("funny", "bookish", "daring")])
def test_the_same_traits_in_any_order_match(order):
    s = complete(*order).do("date s1")
    assert s.g.owner[0] == 0
    assert s.match.points == [s.hearts("ada"), 0]


@clause("PM-14", "PM-16")
@pytest.mark.parametrize("cards", [("bookish", "bookish", "funny"), ("bookish", "daring", "tender")])
def test_other_traits_or_other_numbers_do_not_match(cards):
    s = complete(*cards).do("date s1")
    assert s.g.owner[0] == -1
    assert s.profile(1) == list(cards)
    assert s.g.up[64:67].all()
    assert s.g.turn == 1


@clause("PM-14")
def test_a_profile_with_a_pair_needs_the_pair():
    s = Stage("twice-read", "festival-tent")
    for k, id in enumerate(("bookish", "daring", "bookish"), 1):
        s.lay(1, k, id)
    assert s.turn().do("date s1").g.owner[0] == 0


@clause("PM-15", "PM-3")
def test_after_a_match_contestant_and_flags_move_traits_go_and_the_stage_is_filled():
    s = complete("bookish", "daring", "funny").flag("eleven-cats", "ada").do("date s1")
    assert s.g.points[0] == s.hearts("ada") - 1
    assert s.profile(1) == [None, None, None]
    assert sorted(s.id_of(c) for c in s.g.discards[: s.g.gone]) == ["bookish", "daring", "funny"]
    assert s.seat == CHANCE
    s.enter("dmitri")
    assert s.g.stage[0] == 3
    assert s.seat == 0
    assert s.g.actions == 2


@clause("PM-16", "PM-R10")
def test_after_a_failed_date_only_the_discards_are_left():
    s = complete("bookish", "daring", "tender").give(0, "funny", "funny", "funny").do("date s1")
    assert s.seat == 0
    assert {t.split()[0] for t in s.legal()} == {"discard"}
    s.do("discard h1")
    assert s.g.turn == 1


@clause("PM-17", "PM-R12")
def test_a_red_flag_spoils_the_date_and_its_slot_is_free():
    s = complete("bookish", "eleven-cats", "funny").do("date s1")
    assert s.g.owner[0] == -1
    assert s.profile(1) == ["bookish", None, "funny"]
    assert s.g.burden[0] == 1
    s.turn("daring", "bookish", "bookish", "bookish", "bookish").play("daring", 1)
    assert s.profile(1) == ["bookish", "daring", "funny"]


@clause("PM-R9")
def test_an_open_profile_can_be_dated():
    s = complete("bookish", "daring", "funny", up=True)
    assert s.do("date s1").g.owner[0] == 0


@clause("PM-R18")
def test_a_date_in_the_turn_that_completed_the_profile():
    s = Stage().lay(1, 1, "bookish").lay(1, 2, "daring").turn("funny", "tender", "tender", "tender", "tender")
    assert s.play("funny", 1).do("date s1").g.owner[0] == 0


@clause("PM-R8")
def test_a_stage_full_of_open_cards_can_be_unlocked():
    s = Stage()
    for place in (1, 2, 3):
        for k, id in enumerate(("tender", "tender", "bookish"), 1):
            s.lay(place, k, id, up=True)
    s.turn("its-not-you", "wrong-coat", "second-thoughts", "clean-slate", "new-haircut")
    assert not s.legal("play")
    assert len(s.legal("drama")) == 5
    s.drama("its-not-you").do("pick s2 k1")
    s.drama("clean-slate").do("point s3")
    assert s.profile(2)[0] is None
    assert s.profile(3) == [None, None, None]


@clause("PM-R8")
@pytest.mark.parametrize("effect", ["remove", "swap", "move", "return", "exchange", "sweep", "peek"])
def test_the_edition_has_what_unlocks_a_stage(effect):
    content = registry.load("perfect_match").base.content
    assert effect in [drama.effect for drama in content.dramas]


@clause("PM-19", "PM-R14")
def test_red_flags_cost_a_heart_each_even_below_zero():
    s = complete("bookish", "daring", "funny", stage=("jonah", "boris", "celeste"))
    s.flag("eleven-cats", "jonah").flag("reply-all", "jonah").do("date s1")
    assert s.g.points[0] == 1 - 2


@clause("PM-20", "PM-R4")
@pytest.mark.parametrize(
    ("seats", "before"), [(2, ("boris", "farid")), (3, ("boris", "dmitri")), (4, ("boris", "jonah"))]
)
def test_the_goal_ends_the_game_at_once(seats, before):
    goal = {2: 8, 3: 7, 4: 6}[seats]
    s = complete("bookish", "daring", "funny", seats=seats, stage=("ada", "celeste", "greta")).wooed(0, *before)
    s.do("date s1")
    assert s.g.points[0] == goal
    assert s.seat == OVER
    assert s.match.winners == [0]
    assert s.match.result == [12] + [0] * (seats - 1)


@clause("PM-20")
def test_one_heart_short_goes_on():
    s = complete("bookish", "daring", "funny").wooed(0, "farid", "hugo").do("date s1")
    assert s.g.points[0] == 7
    assert s.seat == CHANCE


@clause("PM-R5")
def test_the_winning_date_beats_an_empty_contestant_deck():
    s = complete("bookish", "daring", "funny").wooed(0, "farid", "ines")
    s.g.waiting = 0
    s.do("date s1")
    assert s.match.winners == [0]


@clause("PM-21", "PM-22")
def test_a_stage_that_cannot_be_filled_ends_the_game():
    s = complete("bookish", "daring", "funny").wooed(1, "farid")
    s.g.waiting = 0
    s.do("date s1")
    assert s.seat == OVER
    assert s.match.points == [2, 3]
    assert s.match.winners == [1]


@clause("PM-22")
def test_a_tie_goes_to_more_contestants():
    s = complete("bookish", "daring", "funny", stage=("jonah", "boris", "celeste")).wooed(1, "farid")
    s.wooed(0, "dmitri")
    s.g.waiting = 0
    s.do("date s1")
    assert s.match.points == [3, 3]
    assert s.match.winners == [0]


@clause("PM-22")
def test_a_full_tie_is_a_draw():
    s = complete("bookish", "daring", "funny").wooed(1, "greta")
    s.g.waiting = 0
    s.do("date s1")
    assert s.match.points == [2, 2]
    assert s.match.winners == [0, 1]
    assert s.match.result == [6, 6]


@clause("PM-R2")
def test_with_secret_profiles_a_match_tells_everything():
    s = complete("bookish", "daring", "funny", rulings={"open-profiles": False})
    assert s.match.hidden(1)[0].profile[0] == -2
    s.do("date s1")
    assert s.match.hidden(1)[0].profile[0] == 0


@clause("PM-R2")
def test_with_secret_profiles_a_failed_date_rules_one_profile_out():
    s = complete("tender", "funny", "musical", rulings={"open-profiles": False}).do("date s1")
    assert int(s.g.could[0]).bit_count() == 23
    assert not int(s.g.could[0]) >> s.number("profiles", "last-dance") & 1
    assert s.match.hidden(1)[0].profile[0] == -2


@clause("PM-R2", "PM-17")
def test_a_date_spoilt_by_a_red_flag_rules_nothing_out():
    s = complete("tender", "funny", "eleven-cats", rulings={"open-profiles": False}).do("date s1")
    assert int(s.g.could[0]).bit_count() == 24

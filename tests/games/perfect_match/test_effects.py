"""Every effect of dramas and contestants. Seat 0 acts; Ada, Boris and Celeste are on stage unless it matters."""

import pytest

from games.perfect_match.stage import FILL, Stage, done, with_drama
from parlour.engine import registry
from parlour.engine.record import CHANCE, OVER
from parlour.games.perfect_match.state import EFFECTS
from support import clause


def table(*wooed, **options):
    """Seat 0 has wooed these contestants."""
    return Stage(**options).wooed(0, *wooed)


@clause("PM-12")
def test_peek_shows_a_card_to_one_seat_only():
    s = Stage().lay(1, 1, "musical", by=1).lay(2, 1, "tender", by=1).lay(3, 1, "funny", up=True)
    with_drama(s, "overheard")
    assert s.legal() == ["pick s1 k1", "pick s2 k1"]
    s.do("pick s1 k1")
    assert s.told(0) == ["You look at a card of Ada Wren: Musical."]
    assert s.told(1) == ["Player 1 looks at a card of Ada Wren: Musical."]
    assert s.legal() == ["pick s2 k1", "stop"]
    s.do("pick s2 k1")
    assert s.knows(0, 64)
    assert s.knows(0, 67)
    assert not s.g.up[64]
    done(s)


@clause("PM-12")
def test_peek_tells_a_third_player_nothing():
    s = Stage(seats=3).lay(1, 1, "musical", by=1)
    with_drama(s, "overheard").do("pick s1 k1")
    assert s.told(2) == ["Player 1 looks at a card of Ada Wren."]
    assert not s.knows(2, 64)
    done(s)


@clause("PM-12")
def test_peek_may_stop_after_the_first_card():
    s = Stage().lay(1, 1, "musical", by=1).lay(2, 1, "tender", by=1)
    with_drama(s, "overheard").do("pick s1 k1", "stop")
    assert not s.knows(0, 67)
    done(s)


@clause("PM-18")
def test_reveal_as_a_favour_turns_up_two_for_one_action():
    s = table("esme", "celeste", stage=("ada", "boris", "dmitri")).lay(1, 1, "musical", by=1).lay(2, 1, "eleven-cats")
    s.turn().favour("celeste").do("pick s1 k1", "pick s2 k1")
    assert s.g.up[64]
    assert s.profile(2) == [None, None, None]
    assert s.g.burden[1] == 1
    assert s.g.actions == 2
    done(s)


@clause("PM-12")
def test_reveal_as_a_drama():
    s = Stage().lay(1, 1, "musical", by=1)
    with_drama(s, "group-chat").do("pick s1 k1")
    assert s.g.up[64]
    done(s)


@clause("PM-18", "PM-11")
def test_sniff_makes_a_red_flag_step_aside():
    s = table("jonah").lay(1, 1, "eleven-cats", by=1).turn().favour("jonah").do("pick s1 k1")
    assert s.g.burden[0] == 1
    assert s.profile(1)[0] is None
    done(s)


@clause("PM-18", "PM-R19")
def test_sniff_tells_everybody_that_it_is_a_trait_but_not_which():
    s = table("jonah").lay(1, 1, "musical", by=1).turn().favour("jonah").do("pick s1 k1")
    assert s.g.maybe[64] == 1
    assert not s.knows(0, 64)
    assert "without effect" in s.favours()[0]
    done(s)


@clause("PM-12")
@pytest.mark.parametrize("up", [False, True])
def test_remove_discards_a_card_for_all_to_see(up):
    s = Stage().lay(1, 1, "musical", by=1, up=up)
    with_drama(s, "its-not-you").do("pick s1 k1")
    assert s.profile(1)[0] is None
    assert s.id_of(s.g.discards[0]) == "musical"
    assert s.told(0) == ["You remove Musical from the profile of Ada Wren."]
    done(s)


@clause("PM-18")
def test_remove_as_a_favour():
    s = table("dmitri").lay(1, 1, "musical", by=1).turn().favour("dmitri").do("pick s1 k1")
    assert s.g.gone == 1
    done(s)


@clause("PM-12", "PM-R19")
def test_return_takes_a_card_into_the_hand_with_what_is_known_of_it():
    s = Stage(seats=3).lay(1, 1, "musical", by=1)
    with_drama(s, "second-thoughts").do("pick s1 k1")
    assert s.hand(0)[0] == "musical"
    assert s.knows(0, 0)
    assert s.knows(1, 0)
    assert not s.knows(2, 0)
    assert s.g.maybe[0] == 3
    assert s.told(2) == ["Player 1 takes a face-down card from the profile of Ada Wren."]
    done(s)


@clause("PM-18", "PM-R19")
def test_return_of_an_open_card_stays_known_to_everybody_even_when_it_lies_face_down_again():
    s = table("esme").lay(1, 1, "musical", up=True).turn().favour("esme").do("pick s1 k1")
    assert s.hand(0)[5] == "musical"
    assert s.knows(1, 5)
    s.play("musical", 2)
    assert s.knows(1, 67)
    assert not s.g.up[67]
    assert "reveal s2 k1" in s.legal()


@clause("PM-12", "PM-R13")
def test_exchange_trades_a_hand_card_for_one_in_a_profile():
    s = Stage(seats=3).lay(1, 1, "musical", by=1)
    with_drama(s, "new-haircut", "tender", "overheard", "orderly", "orderly").do("pick s1 k1")
    assert s.legal() == ["offer h2", "offer h4", "offer h5", "stop"]
    s.do("offer h2")
    assert s.profile(1)[0] == "tender"
    assert s.hand(0)[1] == "musical"
    assert [s.knows(seat, 64) for seat in range(3)] == [True, False, False]
    assert [s.knows(seat, 1) for seat in range(3)] == [True, True, False]
    assert s.g.maybe[64] == s.g.maybe[1] == 3
    assert s.told(1) == ["Player 1 trades a hand card for Musical in the profile of Ada Wren."]
    done(s)


@clause("PM-18")
def test_exchange_can_always_be_called_off_so_the_question_tells_nothing():
    s = table("hugo").lay(1, 1, "musical", up=True).turn(*["overheard"] * 2, *["its-not-you"] * 2, "borrowed")
    s.favour("hugo").do("pick s1 k1")
    assert s.legal() == ["stop"]
    s.do("stop")
    assert s.profile(1)[0] == "musical"
    done(s)


@clause("PM-18")
def test_exchange_of_an_open_card_lays_the_new_one_face_down():
    s = table("hugo").lay(1, 1, "musical", up=True).turn().favour("hugo").do("pick s1 k1", "offer h1")
    assert not s.g.up[64]
    assert not s.g.up[0]
    assert s.knows(1, 0)
    done(s)


@clause("PM-12")
@pytest.mark.parametrize("up", [False, True])
def test_move_takes_a_card_to_another_profile_with_space(up):
    s = Stage().lay(1, 1, "musical", by=1, up=up)
    for k in (1, 2, 3):
        s.lay(3, k, "tender", up=True)
    with_drama(s, "moved-seats").do("pick s1 k1")
    assert s.legal() == ["point s2"]
    s.do("point s2")
    assert s.profile(2)[0] == "musical"
    assert s.g.up[67] == up
    assert s.knows(0, 67) == up
    done(s)


@clause("PM-18")
def test_move_as_a_favour():
    s = table("farid").lay(1, 2, "musical", by=1).turn().favour("farid").do("pick s1 k2", "point s3")
    assert s.profile(3)[0] == "musical"
    assert s.knows(1, 70)
    done(s)


@clause("PM-12", "PM-18")
@pytest.mark.parametrize("way", ["wrong-coat", "greta"])
def test_swap_exchanges_two_cards_of_different_profiles(way):
    s = table("greta").lay(1, 1, "musical", by=1).lay(2, 1, "tender", up=True)
    s = with_drama(s, way) if way == "wrong-coat" else s.turn().favour(way)
    s.do("pick s1 k1")
    assert s.legal() == ["pick s2 k1"]
    s.do("pick s2 k1")
    assert s.profile(1)[0] == "tender"
    assert s.profile(2)[0] == "musical"
    assert s.g.up[64] == 1
    assert not s.knows(0, 67)
    assert s.knows(1, 67)
    done(s)


@clause("PM-12")
def test_sweep_discards_a_whole_profile():
    s = Stage().lay(1, 1, "musical", by=1).lay(1, 3, "eleven-cats", by=1).lay(2, 1, "tender")
    with_drama(s, "clean-slate").do("point s1")
    assert s.profile(1) == [None, None, None]
    assert s.profile(2)[0] == "tender"
    assert s.g.burden[0] == 0
    assert [s.id_of(c) for c in s.g.discards[:2]] == ["musical", "eleven-cats"]
    done(s)


@clause("PM-18")
def test_trade_swaps_two_whole_profiles_but_no_red_flags():
    s = table("ines").lay(1, 1, "musical", by=1).lay(2, 2, "tender", up=True).flag("eleven-cats", "ada")
    s.turn().favour("ines").do("point s1")
    assert s.legal() == ["point s2", "point s3"]
    s.do("point s2")
    assert s.profile(1) == [None, "tender", None]
    assert s.profile(2) == ["musical", None, None]
    assert s.g.burden[0] == 1
    assert s.knows(1, 67)
    assert not s.knows(0, 67)
    done(s)


@clause("PM-18")
def test_plant_slips_in_two_cards_for_one_action():
    s = table("kiko").turn("musical", "eleven-cats", "overheard", *["orderly"] * 2).favour("kiko")
    s.do("play h1 s1", "play h2 s1")
    assert s.profile(1) == ["musical", "eleven-cats", None]
    assert s.g.actions == 2
    assert s.g.maybe[64] == 3
    done(s)


@clause("PM-18")
def test_plant_can_stop_at_any_time():
    s = table("kiko").turn().favour("kiko").do("stop")
    assert s.g.actions == 2
    done(s)


@clause("PM-18")
def test_draw_as_a_favour():
    s = table("marisol").turn().favour("marisol")
    assert s.seat == CHANCE
    s.draw("tender", "tender")
    assert s.g.held[0] == 7
    assert not s.knows(1, 6)
    done(s)


@clause("PM-12", "PM-R19")
def test_rummage_takes_one_of_the_topmost_discards():
    s = table("dmitri")
    for k, id in enumerate(("musical", "tender", "funny"), 1):
        s.lay(1, k, id)
    s.lay(2, 1, "daring").turn("lost-property", *FILL)
    for pick in ("pick s1 k1", "pick s1 k2"):
        s.favour("dmitri").do(pick)
    s.drama("lost-property")
    assert s.legal() == ["fetch d1", "fetch d2"]
    s.do("fetch d2")
    assert s.hand(0)[0] == "musical"
    assert s.knows(1, 0)
    assert s.g.maybe[0] == 1
    done(s)


@clause("PM-12", "PM-18", "PM-R19")
@pytest.mark.parametrize("way", ["borrowed", "nils"])
def test_steal_takes_a_card_unseen_from_a_rival_who_still_knows_it(way):
    s = table("nils", seats=3).give(1, "musical", "tender").give(2, "funny")
    s = with_drama(s, way) if way == "borrowed" else s.turn().favour(way)
    assert s.legal() == ["grab p2 h1", "grab p2 h2", "grab p3 h1"]
    slot = 0 if way == "borrowed" else 5
    s.do("grab p2 h2")
    assert s.hand(0)[slot] == "tender"
    assert s.hand(1)[:2] == ["musical", None]
    assert [s.knows(seat, slot) for seat in range(3)] == [True, True, False]
    assert s.told(2) == ["Player 1 takes a card from Player 2's hand."]
    done(s)


@clause("PM-12", "PM-18")
@pytest.mark.parametrize("way", ["mutual-friend", "oona"])
def test_spy_shows_a_rivals_whole_hand_and_what_was_seen_is_still_known_in_a_profile(way):
    s = table("oona").give(1, "musical", "tender")
    s = with_drama(s, way) if way == "mutual-friend" else s.turn().favour(way)
    s.do("face p2")
    assert s.knows(0, 16)
    assert s.knows(0, 17)
    done(s)
    s.do("rest").turn().play("tender", 1)
    assert s.knows(0, 64)


@clause("PM-18")
def test_spy_needs_something_unseen():
    s = table("oona").give(1, "musical").turn().favour("oona").do("face p2")
    assert s.favours() == ["Call on Oona Brook without effect: Reads Over Shoulders"]


@clause("PM-18")
def test_spill_makes_a_rival_discard_a_card_of_their_choice():
    s = table("percy", seats=3).give(1, "musical", "tender").turn().favour("percy")
    assert s.legal() == ["face p2"]
    s.do("face p2")
    assert s.seat == 1
    assert s.legal() == ["discard h1", "discard h2"]
    s.do("discard h1")
    assert s.seat == 0
    assert s.id_of(s.g.discards[0]) == "musical"
    done(s)


@clause("PM-12", "PM-18", "PM-19")
@pytest.mark.parametrize("way", ["long-talk", "quilla"])
def test_clear_discards_a_red_flag_on_stage_or_of_your_own(way):
    s = table("quilla", "hugo").flag("eleven-cats", "ada").flag("reply-all", "hugo").wooed(1, "greta")
    s.flag("own-karaoke", "greta")
    s = with_drama(s, way) if way == "long-talk" else s.turn().favour(way)
    assert s.legal() == ["name c1", "name c8"]
    s.do("name c8")
    assert s.g.points[0] == 3
    assert s.id_of(s.g.discards[0]) == "reply-all"
    done(s)


@clause("PM-18", "PM-20")
def test_clear_can_reach_the_goal():
    s = table("quilla", "boris", "marisol", "hugo", stage=("ada", "greta", "celeste")).flag("reply-all", "hugo")
    s.flag("eleven-cats", "hugo").turn()
    assert s.g.points[0] == 7
    s.favour("quilla").do("name c8")
    assert s.seat == OVER
    assert s.match.winners == [0]


@clause("PM-18", "PM-19")
def test_baggage_hands_a_red_flag_of_your_own_to_somebody_on_stage():
    s = table("rufus").flag("eleven-cats", "rufus").flag("reply-all", "boris").turn().favour("rufus")
    assert s.legal() == ["name c18"]
    s.do("name c18", "point s2")
    assert s.g.points[0] == s.hearts("rufus")
    assert s.g.burden[1] == 2
    done(s)


@clause("PM-12", "PM-7")
def test_encore_gives_two_more_actions():
    s = with_drama(Stage(), "double-espresso")
    assert s.g.actions == 4
    assert s.id_of(s.g.discards[0]) == "double-espresso"
    done(s)


@clause("PM-12")
def test_gaining_cards_needs_room_in_the_hand():
    s = (
        table("marisol", "nils", "esme")
        .give(0, *["tender"] * 6, *["orderly"] * 4)
        .give(1, "musical")
        .lay(1, 1, "funny")
    )
    s.turn()
    assert s.g.held[0] == 15
    assert ["without effect" in said for said in s.favours()] == [False, True, False]
    s.favour("esme").do("pick s1 k1")
    assert s.g.held[0] == 16
    assert all("without effect" in said for said in s.favours())
    s.favour("marisol")
    assert (s.g.held[0], s.g.due, s.seat) == (16, 0, 0)


def test_ten_contestant_actions_and_eight_drama_effects():
    content = registry.load("perfect_match").base.content
    assert len({c.effect for c in content.contestants}) >= 10
    assert len({(c.effect, c.amount) for c in content.contestants}) == len(content.contestants) == 18
    assert len({d.effect for d in content.dramas}) >= 8
    used = {c.effect for c in content.contestants} | {d.effect for d in content.dramas}
    assert used == set(EFFECTS)

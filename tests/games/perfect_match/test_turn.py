"""The table, the turn and its actions, clause by clause."""

import pytest

from games.perfect_match.stage import SHOW, Stage
from parlour.engine.record import CHANCE, OVER
from parlour.games.perfect_match.state import ON_STAGE
from support import Driver, clause


@clause("PM-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_play(seats):
    assert Stage(seats=seats).g.seats == seats


@clause("PM-1")
def test_five_do_not_play():
    with pytest.raises(ValueError, match="2 or 3 or 4 players, not 5"):
        Driver("perfect_match", seats=5)


@clause("PM-2", "PM-R21")
def test_one_deck_holds_traits_red_flags_and_dramas_and_grows_with_the_players():
    sizes = []
    for seats in (2, 3, 4):
        s = Stage(seats=seats)
        cards = s.legal("draw")
        sorts = {type(s.match.edition.content.faces[int(c.split("m")[1]) - 1]).__name__ for c in cards}
        assert sorts == {"Trait", "Card", "Drama"}
        sizes.append(len(cards))
    assert sizes == [57, 85, 114]


@clause("PM-3", "PM-R20")
def test_chance_brings_three_contestants_on_stage():
    s = Driver("perfect_match", SHOW, first=0).do("profile f1", "profile f2")
    assert len(s.legal("enter")) == 18
    s.do("enter c4", "enter c1", "enter c9")
    assert list(s.g.stage) == [3, 0, 8]
    assert s.legal()[0].startswith("draw")


@clause("PM-4")
def test_everybody_gets_a_profile_of_three_that_nobody_else_has():
    s = Driver("perfect_match", SHOW, first=0, seats=3)
    assert len(s.legal("profile")) == 24
    s.do("profile f5")
    assert "profile f5" not in s.legal("profile")
    wanted = [sorted(p.traits) for p in s.match.edition.content.profiles]
    assert all(len(traits) == 3 for traits in wanted)
    assert len({tuple(traits) for traits in wanted}) == len(wanted)
    assert any(len(set(traits)) == 2 for traits in wanted)


@clause("PM-R16")
def test_chance_names_the_starter_unless_one_is_given():
    assert Driver("perfect_match", seats=3).legal() == ["starts p1", "starts p2", "starts p3"]
    assert Driver("perfect_match", seats=3).do("starts p3").g.first == 2
    s = Stage(first=1).turn()
    assert s.seat == 1


@clause("PM-R1")
def test_in_our_edition_only_the_starter_of_two_or_three_begins_with_four():
    for seats, cards in ((2, 4), (3, 4), (4, 5)):
        s = Stage(*OURS[:seats], seats=seats, edition="edition")
        assert s.g.due == cards
        assert s.turn().do("rest").g.due == 5


OURS = ("sunday-reader", "festival-tent", "long-letter", "last-dance")


@clause("PM-R1", "PM-6")
def test_hands_start_empty_so_everybody_first_draws_five():
    s = Stage()
    assert not any(s.g.held)
    s.turn()
    assert s.g.held[0] == 5
    s.do("rest")
    assert s.g.due == 5


@clause("PM-R1")
def test_an_edition_may_deal_the_starter_two_cards_who_then_draws_two_more(tmp_path):
    edition = tmp_path / "show.toml"
    edition.write_text(SHOW.read_text("utf-8").replace("goals =", "starter = [2, 0, 0]\ngoals ="), "utf-8")
    s = Stage(edition=edition)
    assert s.g.due == 4
    s.turn(*("orderly",) * 4).do("rest")
    assert s.g.due == 5
    assert Stage(edition=edition, seats=3).g.due == 5


@clause("PM-6")
def test_with_a_card_in_hand_two_are_drawn():
    s = Stage().turn().do("rest").turn().do("rest")
    assert s.g.due == 2
    s.turn()
    assert s.seat == 0
    assert s.g.held[0] == 7


@clause("PM-R17")
def test_an_empty_hand_in_mid_turn_draws_nothing():
    s = Stage().give(0, "musical")
    s.g.due = 2
    s.draw("bookish", "daring")
    for id, place in (("bookish", 1), ("daring", 2), ("musical", 3)):
        s.play(id, place)
    assert s.g.held[0] == 0
    assert s.g.turn == 1


@clause("PM-7")
def test_three_actions_in_any_order_also_the_same_one():
    s = Stage().turn()
    s.play("bookish", 1).play("bookish", 1)
    assert s.seat == 0
    assert s.g.actions == 1
    s.do("reveal s1 k2")
    assert s.g.turn == 1


@clause("PM-7")
def test_a_turn_may_stop_early():
    assert Stage().turn().do("rest").g.turn == 1


@clause("PM-8")
def test_down_to_seven_at_the_end():
    s = Stage().give(0, *["tender"] * 4)
    s.g.due = 5
    s.turn().do("rest")
    assert s.seat == 0
    assert {t.split()[0] for t in s.legal()} == {"discard"}
    s.do("discard h1")
    assert s.seat == 0
    s.do("discard h5")
    assert s.g.held[0] == 7
    assert s.g.turn == 1
    assert s.id_of(s.g.discards[0]) == "tender"


@clause("PM-9")
def test_a_trait_or_red_flag_goes_face_down_into_a_profile():
    s = Stage().turn("bookish", "eleven-cats", "daring", "funny", "overheard")
    s.play("bookish", 2).play("eleven-cats", 2)
    assert s.profile(2) == ["bookish", "eleven-cats", None]
    assert not s.g.up[67:69].any()
    assert not s.knows(1, 67)
    assert s.knows(0, 67)


@clause("PM-9")
def test_three_cards_fill_a_profile_face_up_or_down():
    s = Stage().lay(1, 1, "musical", up=True).lay(1, 2, "musical").lay(1, 3, "tender").turn()
    assert not [t for t in s.legal("play") if t.endswith("s1")]
    refused = s.refused("play h1 s1")
    assert refused.clause == "PM-9"


@clause("PM-R13")
def test_no_drama_in_a_profile():
    s = Stage().turn("overheard", "bookish", "bookish", "bookish", "bookish")
    assert not [t for t in s.legal("play") if " h1 " in t]
    assert s.refused("play h1 s1").clause == "PM-R13"


@clause("PM-R13", "PM-R19")
def test_everybody_knows_that_a_card_from_a_profile_is_no_drama():
    s = Stage().turn().play("bookish", 1)
    assert s.g.maybe[64] == 3
    assert s.g.maybe[1] == 7


@clause("PM-10")
def test_reveal_turns_a_card_up_for_good():
    s = Stage().lay(1, 1, "musical", by=1).turn()
    assert not s.knows(0, 64)
    s.do("reveal s1 k1")
    assert s.knows(0, 64)
    assert s.g.up[64] == 1
    assert not s.legal("reveal")


@clause("PM-11")
def test_a_revealed_red_flag_steps_aside():
    s = Stage().lay(1, 1, "eleven-cats", by=1).turn().do("reveal s1 k1")
    assert s.profile(1) == [None, None, None]
    assert s.g.burden[0] == 1
    assert s.told(0) == ["You turn up a red flag: Ada Wren and Eleven Cats. It steps aside."]
    s.play("bookish", 1)
    assert s.profile(1)[0] == "bookish"


@clause("PM-12")
def test_a_drama_is_carried_out_then_discarded():
    s = Stage().lay(1, 1, "musical", by=1).turn("its-not-you", "bookish", "bookish", "bookish", "bookish")
    s.drama("its-not-you")
    assert s.id_of(s.g.shown) == "its-not-you"
    assert s.g.gone == 0
    s.do("pick s1 k1")
    assert [s.id_of(c) for c in s.g.discards[: s.g.gone]] == ["musical", "its-not-you"]
    assert s.g.shown == -1


@clause("PM-12")
def test_a_drama_may_be_played_with_nothing_to_work_on():
    s = Stage().turn("its-not-you", "bookish", "bookish", "bookish", "bookish")
    assert s.legal("drama") == ["drama h1"]
    s.drama("its-not-you")
    assert s.told(0) == ["You make a drama: It Is Not You. Nothing comes of it."]
    assert s.told(1) == ["Player 1 makes a drama: It Is Not You. Nothing comes of it."]
    assert [s.id_of(c) for c in s.g.discards[: s.g.gone]] == ["its-not-you"]
    assert s.g.effect == s.g.shown == -1
    assert s.g.actions == 2
    assert s.g.held[0] == 4
    assert s.seat == 0


def worth(s):
    return s.match.game.worth(s.match.edition, s.match.hidden(0), 0)


@clause("PM-12")
def test_bots_know_that_an_idle_drama_is_a_card_lost_unless_it_empties_the_hand():
    s = Stage().turn("its-not-you", "bookish", "bookish", "bookish", "bookish")
    before = worth(s)
    assert worth(s.drama("its-not-you")) < before
    s = Stage().give(0, "its-not-you")
    s.g.due = 0
    s.g.seat = 0
    before = worth(s)
    assert worth(s.drama("its-not-you")) > before


def said_of_dramas(s):
    look, kind = s.match.look(0), s.match.game.moves.kind
    return [look.choice(m).words for m in s.match.legal(0) if kind(m).name == "drama"]


@clause("PM-12")
def test_the_list_and_the_hand_mark_a_drama_without_effect():
    s = Stage().turn("its-not-you", "double-espresso", "bookish", "bookish", "bookish")
    assert said_of_dramas(s) == ["Make a drama without effect: It Is Not You", "Make a drama: Double Espresso"]
    hand = next(z for z in s.match.look(0).screen["zones"] if z["id"] == "hand-0")["pieces"]
    assert [piece.get("idle", False) for piece in hand] == [True, False, False, False, False]
    s.play("bookish", 1)
    assert said_of_dramas(s)[0] == "Make a drama: It Is Not You"
    hand = next(z for z in s.match.look(0).screen["zones"] if z["id"] == "hand-0")["pieces"]
    assert not [piece for piece in hand if "idle" in piece]
    assert not [z for z in s.match.look(1).screen["zones"] for piece in z["pieces"] if "idle" in piece]


@clause("PM-18", "PM-R11")
def test_a_wooed_contestant_does_favours_as_often_as_there_are_actions():
    s = Stage().wooed(0, "marisol").turn()
    assert s.legal("favour") == ["favour c13"]
    s.favour("marisol").draw("daring", "daring")
    assert s.g.actions == 2
    s.favour("marisol").draw("daring", "daring")
    assert s.g.actions == 1


@clause("PM-18")
def test_a_favour_may_find_nothing_to_work_on_and_says_so():
    s = Stage().wooed(0, "dmitri").turn()
    assert s.legal("favour") == ["favour c4"]
    assert s.favours() == ["Call on Dmitri Lark without effect: Tidies Up"]
    look = s.match.look(0)
    wooed = next(z for z in look.screen["zones"] if z["id"] == "wooed-0")["pieces"]
    assert [piece["idle"] for piece in wooed] == [True]
    facts = {p.move: [look.say(fact) for fact in p.facts] for p in look.previews}
    assert facts[s.match.game.moves.parse("favour c4")] == ["It finds nothing to work on, and the action is spent."]
    s.favour("dmitri")
    assert s.told(1) == ["Player 1 calls on Dmitri Lark: Tidies Up. Nothing comes of it."]
    assert (s.g.actions, s.g.effect, s.seat) == (2, -1, 0)


@clause("PM-18")
def test_only_your_own_contestants_do_favours():
    s = Stage().wooed(1, "marisol").turn()
    assert not s.legal("favour")
    assert s.refused("favour c13").clause == "PM-18"


@clause("PM-R3")
def test_nobody_looks_again_at_a_card_they_have_seen():
    s = Stage().lay(1, 1, "musical", by=0).lay(1, 2, "musical", by=1)
    s.turn("overheard", "bookish", "bookish", "bookish", "bookish").drama("overheard")
    assert s.legal() == ["pick s1 k2"]


def shown_at_the_first_place(s):
    zone = next(z for z in s.match.look(0).screen["zones"] if z["id"] == "s1")
    return [p["name"] for p in zone["pieces"] if "slot" in p]


def lay_three(s):
    return s.lay(1, 1, "musical", by=0).lay(1, 2, "tender", by=1).lay(1, 3, "funny", up=True).turn()


@clause("PM-R3")
def test_the_screen_reminds_of_what_was_seen():
    s = lay_three(Stage())
    assert shown_at_the_first_place(s) == ["Musical", None, "Funny"]
    assert [m for m in s.match.legal(0) if "Musical" in s.match.look(0).choice(m).words]


@clause("PM-R3")
def test_who_plays_from_memory_is_not_reminded():
    s = lay_three(Stage(rulings={"from-memory": True}))
    assert shown_at_the_first_place(s) == [None, None, "Funny"]
    view = s.match.look(0).screen
    hand = next(z for z in view["zones"] if z["id"] == "hand-0")
    assert [p["name"] for p in hand["pieces"]] == ["Bookish"] * 5
    assert not [p for z in view["zones"] for p in z["pieces"] if "seen" in p or "maybe" in p]
    words = [s.match.look(0).choice(m).words for m in s.match.legal(0)]
    assert not [said for said in words if "Musical" in said]
    assert s.match.hidden(0)[0].card[ON_STAGE] >= 0


@clause("PM-R2")
def test_profiles_are_open_unless_the_players_want_them_secret():
    s = Stage()
    assert s.match.hidden(1)[0].profile[0] == 0
    s = Stage(rulings={"open-profiles": False})
    assert s.match.hidden(1)[0].profile[0] == -2
    assert s.match.hidden(0)[0].profile[0] == 0


@clause("PM-21", "PM-R6")
def test_the_last_card_is_drawn_before_the_deck_ends_the_game():
    s = Stage()
    while s.g.pile > 1:
        s.g.discards[s.g.gone] = s.g.deck[s.g.pile - 1]
        s.g.deck[s.g.pile - 1] = -1
        s.g.gone += 1
        s.g.pile -= 1
    assert s.seat == CHANCE
    s.do(s.legal()[0])
    assert s.seat == OVER
    assert s.g.held[0] == 1


@clause("PM-21", "PM-R7")
def test_a_favour_that_draws_from_an_empty_deck_ends_the_game():
    s = Stage().wooed(0, "marisol").turn()
    while s.g.pile > 1:
        s.g.discards[s.g.gone] = s.g.deck[s.g.pile - 1]
        s.g.deck[s.g.pile - 1] = -1
        s.g.gone += 1
        s.g.pile -= 1
    s.favour("marisol").do(s.legal()[0])
    assert s.seat == OVER
    assert s.match.winners == [0]


# The story: one line for one action


def test_a_draw_and_an_entrance_are_one_line():
    s = Stage().draw("bookish", "tender", "its-not-you", "funny", "orderly")
    story = [[told.words for told in s.match.look(seat).story()] for seat in (0, 1)]
    assert story[0][-2:] == [
        "Enter Ada Wren, Boris Plum and Celeste Okafor.",
        "You draw Bookish, Tender, It Is Not You, Funny and Orderly.",
    ]
    assert story[1][-1] == "Player 1 draws 5 cards."
    german = s.match.look(1, language="de").story()
    assert german[-1].words == "Spieler 1 zieht 5 Karten."
    # What follows begins another line, at its own ply.
    s.do("rest").turn()
    assert [told.words for told in s.match.look(0).story()][-2:] == ["You leave it at that.", "Player 2 draws 5 cards."]


@pytest.mark.parametrize(
    ("drama", "choices", "told"),
    [
        ("wrong-coat", ("pick s1 k1", "pick s2 k1"), "You swap a card of Ada Wren with one of Boris Plum."),
        ("moved-seats", ("pick s1 k1", "point s3"), "You move Musical from Ada Wren to Celeste Okafor."),
    ],
)
def test_half_a_choice_is_told_with_the_other_half(drama, choices, told):
    s = Stage().lay(1, 1, "musical").lay(2, 1, "bookish").turn(drama, *["tender"] * 4)
    s.drama(drama)
    ply = s.match.ply
    s.do(choices[0])
    assert s.match.look(0).story(ply) == []
    s.do(choices[1])
    assert [line.words for line in s.match.look(0).story(ply)][:1] == [told]

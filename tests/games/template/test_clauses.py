"""Every clause of Keepsakes, shown in play. Letters by number: c1-4 rose vows, c5-7 rose verses, c8 rose farewell,
c9-10 ivy vows, c11-14 ivy verses, c15-16 ivy farewells, c17 black vow, c18-19 black verses, c20-24 black farewells.
"""

from typing import Any

import pytest

from parlour.engine import registry
from parlour.engine.record import CHANCE, HIDDEN, NONE, OVER
from parlour.games.template.state import HAND, MANTELPIECE
from support import Driver, clause


def dealt(*cards: int, first: int = 0, **options: Any) -> Driver:
    """A table with these letters dealt from the starter on; the waltz is next."""
    return Driver("template", first=first, **options).do(*(f"deal c{card}" for card in cards))


def turn(*, post: int = 24, **options: Any) -> Driver:
    """Seat 0 at its first deed: it holds c1 c5 c20, seat 1 holds c2 c8 c6, and both have waltzed their first."""
    return dealt(2, 5, 20, 1, 8, 6, **options).do("give h1", "give h1", f"post c{post}")


def hand(d: Driver, seat: int) -> list[int]:
    """A hand by slot, as people count letters; 0 is an empty slot."""
    return [int(card) + 1 for card in d.g.card[seat * HAND : (seat + 1) * HAND]]


def mantel(d: Driver) -> list[int]:
    return [int(card) + 1 for card in d.g.card[MANTELPIECE : MANTELPIECE + d.e.mantel]]


def knows(d: Driver, seat: int, slot: int) -> bool:
    return bool(d.match.hidden(seat)["card"][0][slot] >= 0)


@clause("TG-1")
def test_what_there_is():
    d = Driver("template")
    faces = d.match.edition.content.faces
    assert len(faces) == 24
    assert [k.worth for k in d.match.edition.content.kinds] == [3, 1, -2]
    assert {face.seal for face in faces} == {"rose", "ivy", "black"}
    by_seal = {s: [f.kind for f in faces if f.seal == s] for s in ("rose", "black")}
    assert by_seal["rose"].count("vow") > by_seal["black"].count("vow")
    assert by_seal["rose"].count("farewell") < by_seal["black"].count("farewell")
    for seats in (1, 4):
        with pytest.raises(ValueError, match="is for 2 or 3 players"):
            Driver("template", seats=seats)


@clause("TG-2")
def test_six_turns_in_rounds_that_begin_with_a_waltz():
    d = dealt(1, 2, 3, 4, 5, 6, first=1)
    turns, waltzes = [], 0
    while d.seat != OVER:
        if d.seat >= 0 and not d.g.asked:
            turns.append(d.seat)
            d.do(d.legal("take")[0] if d.legal("take") else d.legal()[0])
        else:
            waltzes += d.legal()[0].startswith("give")
            d.do(d.legal()[0])
    assert turns == [1, 0] * 3
    assert waltzes == 3 * 2


@clause("TG-3")
def test_chance_names_the_starter():
    d = Driver("template", seats=3)
    assert d.seat == CHANCE
    assert d.legal() == ["starts p1", "starts p2", "starts p3"]
    assert d.do("starts p3").g.first == 2
    assert d.do("deal c1").told(2) == ["You are dealt Vow under a Rose."]


@clause("TG-3")
def test_a_starter_that_was_agreed_on():
    assert Driver("template", first=1).do("deal c1").g.card[HAND] == 0


@clause("TG-4")
def test_three_letters_each_seen_by_the_owner():
    d = dealt(1, 2, 3, 4, 5, 6, first=1)
    assert hand(d, 1)[:4] == [1, 2, 3, 0]
    assert hand(d, 0)[:4] == [4, 5, 6, 0]
    assert knows(d, 0, 0)
    assert not knows(d, 1, 0)
    assert d.told(1) == ["Player 1 is dealt a letter."]


@clause("TG-4")
def test_too_few_letters_for_all(tmp_path):
    tiny = registry.load("template").edition("tiny")
    (tmp_path / "two.toml").write_text(tiny.text.replace("hand = 1", "hand = 2"))
    d = dealt(1, 2, 3, 4, 5, seats=3, edition=str(tmp_path / "two.toml"))
    assert [sum(c > 0 for c in hand(d, s)) for s in range(3)] == [2, 2, 1]
    assert d.g.asked == 0b111


@clause("TG-5")
def test_a_letter_keeps_its_slot_and_the_first_free_one_is_filled():
    d = turn()
    d.do("filch p2", "allow", "roll d3", "grab h2")
    assert hand(d, 1)[:3] == [2, 0, 6]
    assert hand(d, 0)[:4] == [1, 5, 20, 8]


@clause("TG-5")
def test_a_full_hand_takes_no_more():
    d = turn()
    d.g.card[3:6] = [17, 18, 19]
    assert d.legal() == ["peek m1"]
    assert d.refused("take m1").clause == "TG-5"
    assert d.refused("filch p2").clause == "TG-5"


@clause("TG-6")
def test_the_waltz_waits_for_all_and_then_moves_all_to_the_left():
    d = dealt(1, 2, 3, 4, 5, 6, 9, 10, 11, seats=3)
    assert d.g.asked == 0b111
    d.do("give h1", "give h2")
    assert hand(d, 0)[:3] == [1, 2, 3]
    assert d.match.hidden(2)["answer"][0].tolist() == [HIDDEN, HIDDEN, NONE]
    assert d.match.hidden(1)["answer"][0].tolist() == [HIDDEN, 1, HIDDEN]
    d.do("give h3")
    assert [hand(d, s)[:3] for s in range(3)] == [[11, 2, 3], [4, 1, 6], [9, 10, 5]]
    assert "Player 1 waltzes Vow under a Rose (slot 1) over to you." in d.told(1)
    assert "Player 1 waltzes a letter (slot 1) over to Player 2." in d.told(2)
    assert d.match.hidden(2)["given"][0].tolist() == [0, 1, 2]


@clause("TG-6")
def test_answers_are_taken_in_any_order():
    d = dealt(1, 2, 3, 4, 5, 6)
    d.match.pending[1] = d.match.game.moves.parse("give h2")
    assert d.match.deciders == [0]
    assert d.match.look(1).choice(d.match.game.moves.parse("give h2")).line.fields["card"] == 4
    d.match.accept("give h1", 0)
    d.match.play_answer()
    d.match.play_answer()
    assert [hand(d, s)[:3] for s in range(2)] == [[5, 2, 3], [4, 1, 6]]


@clause("TG-6")
def test_who_holds_nothing_does_not_waltz():
    d = Driver("template", first=0, seats=3)
    d.do(*(f"deal c{c}" for c in range(1, 9)))
    for slot in range(HAND, 2 * HAND):
        d.g.card[slot], d.g.seen[slot], d.g.maybe[slot] = NONE, 0, NONE
    d.do("deal c9")
    assert d.g.asked == 0b101
    d.do("give h1", "give h1")
    assert hand(d, 1)[0] == 1


@clause("TG-7")
def test_the_post_comes_unopened_while_there_is_room():
    d = turn(post=24)
    assert mantel(d) == [24, 0, 0]
    assert not any(knows(d, s, MANTELPIECE) for s in range(2))
    d.do("peek m1", "post c17", "peek m1", "give h1", "give h1", "post c18")
    assert mantel(d) == [24, 17, 18]
    d.do("peek m2")
    assert d.seat == 1, "a full mantelpiece gets no post"


@clause("TG-7")
def test_an_empty_drawer_brings_no_post():
    d = turn()
    d.g.pile = 0
    d.do("take m1")
    assert (d.seat, d.legal()) == (1, ["filch p1"])


@clause("TG-8")
def test_peek_take_or_filch():
    assert turn().legal() == ["peek m1", "take m1", "filch p2"]
    assert turn(seats=2).refused("give h1").clause == "TG-6"


@clause("TG-9")
def test_a_peek_shows_one_letter_to_one_seat():
    d = turn(post=24).do("peek m1")
    assert d.told(0) == ["You peek at Farewell under Black Wax on spot 1."]
    assert d.told(1) == ["Player 1 peeks into the letter on spot 1."]
    assert knows(d, 0, MANTELPIECE)
    assert not knows(d, 1, MANTELPIECE)


@clause("TG-9")
def test_nobody_peeks_twice():
    d = turn(post=24).do("peek m1", "post c17", "peek m1", "give h1", "give h1", "post c18")
    assert d.legal("peek") == ["peek m2", "peek m3"]
    assert d.refused("peek m1").clause == "TG-9"


@clause("TG-10")
def test_taking_shows_the_letter_to_who_takes_it():
    d = turn(post=17).do("take m1")
    assert hand(d, 0)[:4] == [1, 5, 20, 17]
    assert mantel(d) == [0, 0, 0]
    assert d.told(0) == ["You take Vow under Black Wax from spot 1."]
    assert d.told(1) == ["Player 1 takes the letter from spot 1."]


@clause("TG-11")
def test_who_is_filched_from_is_asked_whatever_the_hand():
    d = turn().do("filch p2")
    assert (d.seat, d.legal()) == (1, ["tuck h1", "tuck h3", "allow"])
    farewells = dealt(1, 2, 3, 20, 21, 22, 4, 5, 6, seats=3).do("give h1", "give h1", "give h1", "post c24", "filch p3")
    farewells.g.card[2 * HAND : 2 * HAND + 3] = [20, 21, 22]
    assert (farewells.seat, farewells.legal()) == (2, ["allow"])


@clause("TG-11")
def test_nobody_filches_from_an_empty_hand_or_their_own():
    d = turn()
    assert d.refused("filch p1").clause == "TG-11"
    d.g.card[HAND : 2 * HAND] = NONE
    assert d.legal("filch") == []
    assert d.refused("filch p2").clause == "TG-11"


@clause("TG-12")
def test_tucking_away_shows_that_it_is_no_farewell():
    d = turn(post=24).do("filch p2", "tuck h3")
    assert mantel(d) == [24, 6, 0]
    assert d.g.maybe[MANTELPIECE] == 0b111
    assert d.g.maybe[MANTELPIECE + 1] == 0b011
    assert not knows(d, 0, MANTELPIECE + 1)
    assert d.told(0) == ["Player 2 tucks a letter away on the mantelpiece."]
    mantel_view = next(z for z in d.match.look(0).screen["zones"] if z["id"] == "mantel")
    assert mantel_view["pieces"][1]["maybe"] == ["vow", "verse"]


@clause("TG-12")
def test_a_farewell_cannot_be_tucked_away_nor_anything_where_there_is_no_room():
    d = turn().do("filch p2")
    assert d.refused("tuck h2").clause == "TG-12"
    d.g.card[MANTELPIECE : MANTELPIECE + 3] = [17, 18, 19]
    assert d.legal() == ["allow"]
    assert str(d.refused("tuck h1")) == "The mantelpiece is full."


@clause("TG-13")
def test_looking_out_of_the_window():
    d = turn().do("filch p2", "allow")
    assert hand(d, 1)[:3] == [2, 8, 6]
    assert d.seat == CHANCE
    assert d.told(1) == ["You look out of the window."]


@clause("TG-14")
@pytest.mark.parametrize(("face", "bold"), [(1, False), (2, False), (3, True), (6, True)])
def test_the_die_decides_whether_a_filch_succeeds(face, bold):
    d = turn().do("filch p2", "allow")
    assert d.legal() == [f"roll d{n}" for n in range(1, 7)]
    d.do(f"roll d{face}")
    assert bool(d.legal("grab")) == bold
    assert hand(d, 1)[:3] == [2, 8, 6]


@clause("TG-14")
def test_no_roll_if_nothing_is_left():
    d = turn().do("filch p2")
    for slot in (HAND + 1, HAND + 2):
        d.g.card[slot], d.g.seen[slot], d.g.maybe[slot] = NONE, 0, NONE
    d.do("tuck h1")
    assert (d.g.turn, d.g.victim) == (1, NONE)


@clause("TG-15")
def test_the_thief_sees_what_chance_grabs_and_nobody_else_does():
    d = dealt(1, 2, 3, 4, 5, 6, 9, 10, 11, seats=3).do("give h1", "give h1", "give h1", "post c24")
    d.do("filch p2", "allow", "roll d6")
    assert d.legal() == ["grab h1", "grab h2", "grab h3"]
    d.do("grab h2")
    assert hand(d, 0)[3] == 5
    assert [knows(d, s, 3) for s in range(3)] == [True, True, False]
    assert d.told(0) == ["You filch Verse under a Rose (slot 2) from Player 2."]
    assert d.told(2) == ["Player 1 filches a letter (slot 2) from Player 2."]


@clause("TG-16")
def test_lingering_is_for_those_who_can_do_nothing():
    d = turn()
    assert d.refused("linger").clause == "TG-16"
    d.g.card[HAND : 2 * HAND] = NONE
    d.g.card[MANTELPIECE] = NONE
    assert d.legal() == ["linger"]
    assert d.do("linger").g.turn == 1


@clause("TG-17")
def test_hidden_are_the_drawer_and_all_that_was_not_seen():
    d = turn(post=24)
    own, public = d.match.hidden(0)[0], d.match.hidden(-3)[0]
    assert [int(c) for c in own.card[:3]] == [0, 4, 19]
    assert [int(c) for c in own.card[HAND : HAND + 3]] == [1, -2, -2], "what was given away is still known"
    assert own.deck == public.deck == 0
    assert set(public.card.tolist()) == {-2, NONE}


@clause("TG-18")
def test_what_is_known_travels_with_the_letter():
    d = turn(post=17).do("peek m1", "post c18", "take m1")
    slot = HAND + 3
    assert knows(d, 0, slot), "seat 0 peeked at what seat 1 has taken"
    assert d.g.shows[slot] == 2
    assert d.g.shows[MANTELPIECE] == NONE


@clause("TG-18")
def test_a_tucked_letter_is_known_to_be_no_farewell_wherever_it_goes():
    d = turn(post=24).do("filch p2", "tuck h3", "roll d1", "post c17", "take m2")
    assert hand(d, 1)[2] == 6
    assert d.g.maybe[HAND + 2] == 0b011


def finished(mode: str, mine: list[int], theirs: list[int]) -> Driver:
    """The end of an evening with these hands."""
    d = turn(mode=mode)
    for seat, cards in enumerate((mine, theirs)):
        for slot in range(HAND):
            card = cards[slot] - 1 if slot < len(cards) else NONE
            d.g.card[seat * HAND + slot] = card
            d.g.seen[seat * HAND + slot] = 0 if card == NONE else 1 << seat
    d.g.left = 1
    return d.do("peek m1")


@clause("TG-19")
def test_hands_count_and_everything_is_turned_up():
    d = finished("rivals", [1, 5, 20], [9])
    assert d.match.points == [3 + 1 - 2, 3]
    assert d.match.hidden(-3).tobytes() == d.match.state.tobytes()
    sheet = d.match.look(0).screen["sheet"]
    assert [(row["seat"], row["points"]) for row in sheet] == [(0, 3), (0, 1), (0, -2), (1, 3)]


@clause("TG-20")
def test_most_points_win_and_ties_share():
    alone = finished("rivals", [1], [5])
    assert (alone.match.winners, alone.match.result) == ([0], [12, 0])
    assert "You win with 3 points." in alone.told(0)
    tied = finished("rivals", [1], [9])
    assert (tied.match.winners, tied.match.result) == ([0, 1], [6, 6])
    assert "Player 2 shares the win with 3 points." in tied.told(0)


@clause("TG-21")
def test_together_all_win_or_all_lose():
    won = finished("together", [1, 2, 3, 5], [])
    assert (won.match.points, won.match.winners, won.match.result) == ([10, 0], [0, 1], [12, 12])
    assert "10 points between you all: everybody wins." in won.told(1)
    lost = finished("together", [1, 2, 3], [])
    assert (lost.match.winners, lost.match.result) == ([], [0, 0])
    assert "Only 9 points between you all: everybody loses." in lost.told(0)


@clause("TG-22")
@pytest.mark.parametrize("text", ["starts p1", "deal c1", "post c1", "roll d6", "grab h1"])
def test_players_do_not_play_for_chance(text):
    assert turn().refused(text).clause == "TG-22"


@clause("TG-R1")
def test_the_post_lies_seal_up():
    d = turn(post=24)
    assert d.g.shows[MANTELPIECE] == 2
    assert d.told(1) == ["The post brings a letter with a seal of black wax (spot 1)."]


@clause("TG-R1")
def test_the_post_lies_seal_down_if_so_ruled():
    d = turn(post=24, rulings={"seal-up": False})
    assert d.g.shows[MANTELPIECE] == NONE
    assert d.told(1) == ["The post brings a letter, seal down (spot 1)."]

"""Every clause of Heartcatchers, by its id in the game's README."""

from collections import Counter

import pytest

from games.heartcatchers.deals import (
    BLUE,
    BLUE2,
    BLUE3,
    BLUE_BREAKER,
    BLUE_CHANGE,
    BLUE_LOVE,
    COLOURS,
    GREEN,
    GREEN2,
    GREEN3,
    GREEN_BREAKER,
    GREEN_CHANGE,
    RED,
    RED2,
    RED3,
    RED_BREAKER,
    RED_CHANGE,
    RED_LOVE,
    WHITE,
    WHITE2,
    deal,
    finish,
    finish_as,
    names,
)
from parlour.engine import registry
from parlour.engine.match import Match
from parlour.engine.record import CHANCE, OVER, PUBLIC
from support import Driver, clause

# What is in the box


@clause("HC-1")
def test_two_play():
    assert [mode.seats for mode in registry.about("heartcatchers").modes] == [(2,)]
    with pytest.raises(ValueError, match="for 2 players, not 3"):
        Match.deal("heartcatchers", seats=3)


@clause("HC-2")
def test_the_deck_is_the_printed_one():
    faces = registry.load("heartcatchers").base.content.faces
    per_colour = {"blank": 3, "love": 1, "breaker": 1, "change": 1}
    expected = Counter({(c, h): n for c in ("blue", "red", "green") for h, n in per_colour.items()})
    assert Counter((f.suit, f.heart) for f in faces) == expected + Counter({("white", "blank"): 2})
    assert len(faces) == 20


# Laying the table


@clause("HC-3")
def test_six_cards_begin_six_stacks():
    d = Driver("heartcatchers", first=0)
    assert d.legal() == [f"lay c{i}" for i in range(1, 21)]
    d.do(*(f"lay {card}" for card in COLOURS))
    assert [names(d, f"s{i}") for i in range(1, 7)] == [
        ["Blue Heart"],
        ["Red Heart"],
        ["Green Heart"],
        ["Red Heart"],
        ["Green Heart"],
        ["Blue Heart"],
    ]
    assert d.match.points == [3, 3]


@clause("HC-4")
def test_hands_of_three_leave_a_pile_of_eight():
    d = deal()
    assert [len(names(d, f"hand-{s}")) for s in (0, 1)] == [3, 3]
    assert d.g.pile == 8
    assert d.seat == 0


@clause("HC-5", "HC-10")
def test_three_stacks_a_side_whatever_is_stolen():
    d = deal()
    d.do("steal h1 s4 s3")
    assert sorted(d.g.at) == [0, 1, 2, 3, 4, 5]
    assert names(d, "s3") == ["Red Heart", "Blue Heart"]
    assert names(d, "s4") == ["Green Heart"]


# Actions


@clause("HC-6")
def test_one_action_of_three_kinds():
    d = deal()
    assert {text.split()[0] for text in d.legal()} == {"catch", "steal", "secret"}
    d.do("catch h1 s2")
    assert d.seat == CHANCE
    d.do(d.legal()[0])
    assert d.seat == 1


@clause("HC-7")
def test_catch_on_your_own_side():
    d = deal()
    assert d.legal("catch") == ["catch h1 s2", "catch h2 s3", "catch h3 s1"]
    d.do("catch h1 s2")
    assert names(d, "s2") == ["Red Heart", "Blue Heart"]
    assert d.match.points == [4, 3]
    refusal = d.do(d.legal()[0]).refused("catch h1 s1")
    assert (refusal.line.key, refusal.clause) == ("refusal.not-your-side", "HC-7")


@clause("HC-8")
@pytest.mark.parametrize(
    ("card", "caught"),
    [(RED3, {"green"}), (GREEN3, {"blue"}), (BLUE3, {"red"}), (WHITE, {"red", "green", "blue"})],
)
def test_what_catches_what(card, caught):
    d = deal(mine=(card, BLUE_BREAKER, RED_BREAKER))
    own = {"s1": "blue", "s2": "red", "s3": "green"}
    assert {own[t.split()[2]] for t in d.legal("catch") if t.startswith("catch h1")} == caught
    theirs = {"s4": "red", "s5": "green", "s6": "blue"}
    assert {theirs[t.split()[2]] for t in d.legal("steal") if t.startswith("steal h1")} == caught


@clause("HC-8")
def test_the_wrong_colour_is_refused():
    refusal = deal().refused("catch h1 s1")
    assert refusal.clause == "HC-8"
    assert str(refusal) == "A blue card does not catch a blue one."


@clause("HC-9")
def test_steal_moves_the_whole_stack_and_its_secrets():
    d = deal().do("secret h2 s4", "draw c20", "secret h1 s4", "draw c19", "steal h1 s4 s1")
    assert names(d, "s1", 0) == ["Red Heart", "Blue Heart", "Red Heart", None]
    assert names(d, "s1", 1) == ["Red Heart", "Blue Heart", None, "Blue Ultimate Love"]
    assert names(d, "s4") == ["Blue Heart"]
    assert d.match.points == [4, 3]


@clause("HC-9")
def test_steal_only_from_the_other_side():
    d = deal()
    assert d.legal("steal")[:3] == ["steal h1 s4 s1", "steal h1 s4 s2", "steal h1 s4 s3"]
    assert (r := d.refused("steal h1 s2 s1")).line.key == "refusal.your-side"
    assert r.clause == "HC-9"
    assert (r := d.refused("steal h1 s4 s5")).line.key == "refusal.give-own"
    assert r.clause == "HC-9"


@clause("HC-11")
def test_any_card_as_a_secret_under_any_stack_without_limit():
    d = deal(mine=(WHITE, RED3, GREEN3))
    assert d.legal("secret") == [f"secret h{h} s{s}" for h in (1, 2, 3) for s in range(1, 7)]
    for _ in range(14):
        d.do("secret h1 s4" if "secret h1 s4" in d.legal() else d.legal("secret")[3])
        if d.seat == CHANCE:
            d.do(d.legal()[0])
    assert d.seat == OVER
    assert d.g.secrets == 14


@clause("HC-12")
def test_nothing_on_a_stack_that_an_uncatchable_has_caught():
    d = deal(mine=(WHITE, RED3, GREEN3)).do("catch h1 s2", "draw c5")
    assert not [t for t in d.legal("steal") if t.split()[2] == "s2"]
    refusal = d.refused("steal h1 s2 s4")
    assert (refusal.line.key, refusal.clause) == ("refusal.uncatchable", "HC-12")


@clause("HC-12", "HC-R9")
def test_an_uncatchable_stack_can_be_given_away():
    d = deal(mine=(WHITE, RED3, GREEN3)).do("catch h1 s2", "draw c5", "secret h1 s1", "draw c6")
    assert "steal h2 s5 s2" in d.legal("steal")
    d.do("steal h2 s5 s2")
    assert names(d, "s5") == ["Red Heart", "Uncatchable"]
    assert names(d, "s2") == ["Green Heart", "Red Heart"]


@clause("HC-12")
def test_a_change_of_heart_carries_an_uncatchable_stack_off():
    d = deal(mine=(WHITE, RED3, GREEN3)).do("catch h1 s2")
    finish_as(d, s2=[BLUE_CHANGE])
    assert names(d, "s5") == ["Red Heart", "Uncatchable"]


# Drawing


@clause("HC-13")
def test_the_hand_is_filled_after_the_action():
    d = deal().do("catch h2 s3")
    assert d.g.hand[0].tolist()[:3] == [2, -1, 14]
    assert d.legal() == [f"draw {c}" for c in ("c5", "c6", "c11", "c12", "c17", "c18", "c19", "c20")]
    d.do("draw c19")
    assert d.g.hand[0].tolist()[:3] == [2, 18, 14]
    assert d.told(0) == ["You draw Uncatchable."]
    assert d.told(1) == ["Player 1 draws a card."]


@clause("HC-13")
def test_nothing_is_drawn_from_an_empty_pile():
    d = deal()
    for _ in range(8):
        d.do(d.legal("secret")[0])
        d.do(d.legal("draw")[0])
    assert (d.g.pile, d.seat) == (0, 0)
    d.do(d.legal("secret")[0])
    assert d.seat == 1


@clause("HC-14")
@pytest.mark.parametrize("seat", [0, 1, int(PUBLIC)])
def test_everybody_can_count_a_stack(seat):
    d = deal().do("catch h1 s2", "draw c5", "secret h1 s2", "draw c6")
    assert len(names(d, "s2", seat)) == 3
    assert names(d, "s2", seat)[:2] == ["Red Heart", "Blue Heart"]


# The end


@clause("HC-15")
def test_the_game_ends_when_pile_and_hands_are_played():
    d = deal()
    actions = 0
    while d.seat != OVER:
        actions += d.seat != CHANCE
        d.do(d.legal()[-1])
    assert actions == 14
    assert d.g.pile == 0
    assert d.g.held.tolist() == [0, 0]


@clause("HC-16")
def test_change_of_heart_swaps_with_the_stack_opposite_and_is_discarded():
    d = finish(deal(), s1=[RED_CHANGE, BLUE_LOVE])
    assert names(d, "s4")[:2] == ["Blue Heart", "Blue Ultimate Love"]
    assert names(d, "s1") == ["Red Heart"]
    assert names(d, "discard") == ["Red Change-of-Heart"]
    assert d.match.points == [3, 6]


@clause("HC-17")
def test_love_adds_and_heartbreakers_take_away():
    d = finish(deal(), s1=[BLUE_LOVE], s2=[RED_LOVE], s3=[GREEN_BREAKER], s6=[BLUE_BREAKER, RED_BREAKER])
    assert d.match.points == [3 + 3 + 3 - 3, 3 - 3 - 3]
    assert d.match.winners == [0]


@clause("HC-18")
def test_every_face_up_card_is_a_point():
    d = deal().do("catch h1 s2")
    assert d.match.points == [4, 3]
    finish_as(d)
    assert d.match.points == [4, 3]


@clause("HC-19")
def test_special_hearts_are_plain_face_up():
    table = (BLUE_LOVE, RED_BREAKER, GREEN_CHANGE, RED_LOVE, GREEN_BREAKER, BLUE_CHANGE)
    d = deal(table, mine=(BLUE, RED, GREEN), theirs=(BLUE2, RED2, GREEN2))
    assert d.legal("catch") == ["catch h1 s2", "catch h2 s3", "catch h3 s1"]
    finish(d)
    assert d.match.points == [3, 3]
    assert names(d, "s3") == ["Green Change-of-Heart"]


@clause("HC-19")
def test_blank_hearts_and_uncatchables_are_bluffs():
    d = finish(deal(), s2=[BLUE3, WHITE], s5=[RED3, WHITE2])
    assert d.match.points == [3, 3]
    assert names(d, "s2") == ["Red Heart", "Blue Heart", "Uncatchable"]


@clause("HC-20")
def test_most_points_win():
    d = finish(deal(), s4=[BLUE_LOVE])
    assert (d.match.winners, d.match.result, d.match.points) == ([1], [0, 12], [3, 6])


@clause("HC-20", "HC-R11")
def test_level_is_a_draw():
    d = finish(deal())
    assert (d.match.winners, d.match.result) == ([0, 1], [6, 6])
    assert d.told(0)[-1] == "The game is a draw."

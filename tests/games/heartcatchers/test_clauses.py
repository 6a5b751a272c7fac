"""Every clause and ruling of Heartcatchers, by its id in the game's README."""

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
    play_out,
)
from parlour.engine import registry
from parlour.engine.match import Match, Series
from parlour.engine.record import CHANCE, OVER, PUBLIC
from support import Driver, clause

OPEN_WHITE = {"white-safe": False}
HEARTS_ONLY = {"white-scores": False}


def names(d: Driver, place: str, seat: int = int(PUBLIC)) -> list[str | None]:
    """The names of what lies at a place, as a seat's screen shows it."""
    zones = {z["id"]: z for z in d.match.view(seat)["zones"]}
    return [p["name"] for p in zones[place]["pieces"]]


def points(d: Driver) -> list[int]:
    return d.match.points


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
    assert points(d) == [3, 3]


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
    assert points(d) == [4, 3]
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
    assert points(d) == [4, 3]


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


def finish_as(d: Driver, **under: list[str]) -> Driver:
    """Go on to the end from the draw after an action."""
    d.g.turn = d.g.seat = 0
    d.g.drawer = -1
    return finish(d, **under)


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
    assert points(d) == [3, 6]


@clause("HC-17")
def test_love_adds_and_heartbreakers_take_away():
    d = finish(deal(), s1=[BLUE_LOVE], s2=[RED_LOVE], s3=[GREEN_BREAKER], s6=[BLUE_BREAKER, RED_BREAKER])
    assert points(d) == [3 + 3 + 3 - 3, 3 - 3 - 3]
    assert d.match.winners == [0]


@clause("HC-18")
def test_every_face_up_card_is_a_point():
    d = deal().do("catch h1 s2")
    assert points(d) == [4, 3]
    finish_as(d)
    assert points(d) == [4, 3]


@clause("HC-19")
def test_special_hearts_are_plain_face_up():
    table = (BLUE_LOVE, RED_BREAKER, GREEN_CHANGE, RED_LOVE, GREEN_BREAKER, BLUE_CHANGE)
    d = deal(table, mine=(BLUE, RED, GREEN), theirs=(BLUE2, RED2, GREEN2))
    assert d.legal("catch") == ["catch h1 s2", "catch h2 s3", "catch h3 s1"]
    finish(d)
    assert points(d) == [3, 3]
    assert names(d, "s3") == ["Green Change-of-Heart"]


@clause("HC-19")
def test_blank_hearts_and_uncatchables_are_bluffs():
    d = finish(deal(), s2=[BLUE3, WHITE], s5=[RED3, WHITE2])
    assert points(d) == [3, 3]
    assert names(d, "s2") == ["Red Heart", "Blue Heart", "Uncatchable"]


@clause("HC-20")
def test_most_points_win():
    d = finish(deal(), s4=[BLUE_LOVE])
    assert (d.match.winners, d.match.result, points(d)) == ([1], [0, 12], [3, 6])


@clause("HC-20", "HC-R11")
def test_level_is_a_draw():
    d = finish(deal())
    assert (d.match.winners, d.match.result) == ([0, 1], [6, 6])
    assert d.told(0)[-1] == "The game is a draw."


# Rulings


@clause("HC-R1")
def test_no_turn_can_be_skipped():
    d = deal()
    while d.seat != OVER:
        if d.seat != CHANCE:
            held = int(d.g.held[d.seat])
            assert len(d.legal("secret")) == 6 * held > 0
            assert {t.split()[0] for t in d.legal()} <= {"catch", "steal", "secret"}
        d.do(d.legal()[0])


@clause("HC-R2")
def test_chance_says_who_begins():
    d = Driver("heartcatchers")
    assert d.seat == CHANCE
    assert d.legal() == ["starts p1", "starts p2"]
    d.do("starts p2")
    assert d.told(0) == ["Player 2 starts."]
    assert d.told(1) == ["You start."]
    d.do(*(f"lay {card}" for card in COLOURS), *(f"draw c{i}" for i in (3, 4, 5, 6, 9, 10)))
    assert d.seat == 1


@clause("HC-R2", "HC-R11")
def test_a_series_takes_turns_and_counts_wins():
    series = Series("heartcatchers", best_of=3, seed=4)
    starters = []
    while True:
        match = series.match
        starters.append(int(match.state["first"][0]))
        while not match.over:
            match.play(match.moves()[0])
        if series.over:
            break
        series.next()
    assert starters == [(starters[0] + i) % 2 for i in range(len(starters))]
    decided = [m.winners[0] for m in series.matches if len(m.winners) == 1]
    assert series.wins == [decided.count(0), decided.count(1)]
    assert max(series.wins) == 2


DEALT_WHITE = (BLUE, WHITE, GREEN, RED2, GREEN2, BLUE2)


@clause("HC-R3")
def test_a_dealt_uncatchable_is_safe():
    d = deal(DEALT_WHITE)
    assert not [t for t in d.legal("catch") if t.endswith("s2")]
    refusal = d.refused("catch h1 s2")
    assert (refusal.line.key, refusal.clause) == ("refusal.dealt-white", "HC-R3")


@clause("HC-R3", "HC-R12")
def test_with_the_ruling_off_every_heart_catches_a_dealt_uncatchable():
    d = deal(DEALT_WHITE, rulings=OPEN_WHITE)
    assert [t for t in d.legal("catch") if t.endswith("s2")] == ["catch h1 s2", "catch h2 s2", "catch h3 s2"]
    d.do("catch h2 s2", "draw c20")
    assert [t for t in d.legal("steal") if t.split()[2] == "s2"] == [f"steal h1 s2 s{back}" for back in (4, 5, 6)]


@clause("HC-R3", "HC-R12")
def test_with_the_ruling_off_it_can_be_stolen():
    d = deal(DEALT_WHITE, rulings=OPEN_WHITE, first=1, mine=(BLUE3, RED3, GREEN3))
    assert "steal h1 s2 s4" in d.legal()
    assert d.refused("steal h1 s2 s3").line.key == "refusal.give-own"


@clause("HC-R12", "HC-12")
def test_with_the_ruling_off_what_an_uncatchable_caught_stays_caught():
    d = deal(mine=(WHITE, RED3, GREEN3), rulings=OPEN_WHITE).do("catch h1 s1", "draw c5")
    assert not [t for t in d.legal("steal") if t.split()[2] == "s1"]


@clause("HC-R4", "HC-R12")
@pytest.mark.parametrize("rulings", [{}, OPEN_WHITE])
def test_white_does_not_catch_white(rulings):
    d = deal(DEALT_WHITE, mine=(WHITE2, RED3, GREEN3), rulings=rulings)
    assert "catch h1 s2" not in d.legal()
    refusal = d.refused("catch h1 s2")
    assert (refusal.line.key, refusal.clause) == ("refusal.white-on-white", "HC-R4")


@clause("HC-R5")
def test_both_uncatchables_are_alike():
    one, two = (deal(mine=(card, RED3, GREEN3)) for card in (WHITE, WHITE2))
    assert one.legal() == two.legal()
    faces = registry.load("heartcatchers").base.content.faces
    assert faces[18] is faces[19]


@clause("HC-R6")
@pytest.mark.parametrize(("rulings", "dealt", "after"), [({}, [3, 3], [4, 3]), (HEARTS_ONLY, [2, 3], [2, 3])])
def test_white_scores_if_the_ruling_says_so(rulings, dealt, after):
    d = deal(DEALT_WHITE, mine=(WHITE2, RED3, GREEN3), rulings=rulings)
    assert points(d) == dealt
    d.do("catch h1 s1")
    assert points(d) == after
    finish_as(d)
    assert points(d) == after


@clause("HC-R6")
def test_a_stolen_stack_counts_as_it_lies():
    d = deal(mine=(WHITE, RED3, GREEN3), rulings=HEARTS_ONLY).do("steal h1 s4 s1")
    assert points(d) == [3, 3]
    assert names(d, "s1") == ["Red Heart", "Uncatchable"]


@clause("HC-R7")
@pytest.mark.parametrize(
    ("under", "swapped"),
    [
        ({"s1": [BLUE_CHANGE]}, True),
        ({"s1": [BLUE_CHANGE, RED_CHANGE]}, False),
        ({"s1": [BLUE_CHANGE], "s4": [RED_CHANGE]}, False),
        ({"s1": [BLUE_CHANGE], "s4": [RED_CHANGE, GREEN_CHANGE]}, True),
        ({"s1": [BLUE_CHANGE], "s5": [RED_CHANGE]}, True),
    ],
)
def test_two_changes_in_a_column_cancel(under, swapped):
    d = finish(deal(), **under)
    assert (names(d, "s4")[0] == "Blue Heart") == swapped
    assert sorted(filter(None, names(d, "discard"))) == sorted(
        {BLUE_CHANGE: "Blue", RED_CHANGE: "Red", GREEN_CHANGE: "Green"}[c] + " Change-of-Heart"
        for cards in under.values()
        for c in cards
    )


@clause("HC-R8")
def test_a_change_works_from_either_side():
    near, far = finish(deal(), s2=[BLUE_CHANGE]), finish(deal(), s5=[BLUE_CHANGE])
    assert near.g.at.tolist() == far.g.at.tolist() == [0, 4, 2, 3, 1, 5]


@clause("HC-R10")
def test_own_secrets_are_known_wherever_the_stack_goes():
    d = deal().do("secret h2 s2", "draw c5", "steal h1 s2 s6", "draw c6")
    assert names(d, "s6", 0) == ["Red Heart", "Blue Ultimate Love", "Red Heart"]
    assert names(d, "s6", 1) == ["Red Heart", "Blue Ultimate Love", None]
    assert names(d, "s6") == ["Red Heart", "Blue Ultimate Love", None]
    d.do("steal h3 s6 s1")
    assert names(d, "s1", 0) == ["Red Heart", "Blue Ultimate Love", "Green Heart", "Red Heart"]
    assert names(d, "s1", 1)[-1] is None


@clause("HC-R10")
def test_who_hid_a_secret_is_known_and_what_it_is_only_to_them():
    d = deal().do("secret h2 s5")
    by = {seat: [p["by"] for p in d.match.view(seat)["zones"][6]["pieces"] if p.get("secret")] for seat in (0, 1)}
    assert by == {0: [0], 1: [0]}
    assert d.told(0) == ["You hide Red Heart under their column 2."]
    assert d.told(1) == ["Player 1 hides a card under column 2 of the other side."]
    assert d.told(int(PUBLIC)) == d.told(1)


@clause("HC-R10")
def test_everything_is_turned_up_at_the_end():
    d = play_out(deal())
    for seat in (0, 1, int(PUBLIC)):
        assert None not in [p["name"] for z in d.match.view(seat)["zones"] for p in z["pieces"]]


@clause("HC-17", "HC-18")
@pytest.mark.parametrize("rulings", [{}, HEARTS_ONLY])
@pytest.mark.parametrize("seed", range(10))
def test_the_score_sheet_adds_up(seed, rulings):
    match = Match.deal("heartcatchers", seed=seed, rulings=rulings)
    while not match.over:
        match.play(match.moves()[(match.ply * 7 + seed) % len(match.moves())])
    for seat in (0, 1):
        assert sum(row["points"] for row in match.view(0)["sheet"] if row["seat"] == seat) == match.points[seat]


@clause("HC-18")
def test_points_before_the_secrets_are_the_face_up_cards():
    d = deal()
    while d.seat != OVER:
        up = sum(len(names(d, f"s{i}")) for i in range(1, 7)) - int(d.g.secrets)
        assert sum(points(d)) == up
        d.do(d.legal()[0])

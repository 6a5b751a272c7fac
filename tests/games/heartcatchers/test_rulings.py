"""Every ruling of Heartcatchers, by its id in the game's README."""

import pytest

from games.heartcatchers.deals import (
    BLUE,
    BLUE2,
    BLUE3,
    BLUE_CHANGE,
    COLOURS,
    GREEN,
    GREEN2,
    GREEN3,
    GREEN_CHANGE,
    RED2,
    RED3,
    RED_CHANGE,
    WHITE,
    WHITE2,
    deal,
    finish,
    finish_as,
    names,
    play_out,
)
from parlour.engine import registry
from parlour.engine.match import Match, Series
from parlour.engine.record import CHANCE, OVER, PUBLIC
from support import Driver, clause

OPEN_WHITE = {"white-safe": False}
HEARTS_ONLY = {"white-scores": False}


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
    assert d.match.points == dealt
    d.do("catch h1 s1")
    assert d.match.points == after
    finish_as(d)
    assert d.match.points == after


@clause("HC-R6")
def test_a_stolen_stack_counts_as_it_lies():
    d = deal(mine=(WHITE, RED3, GREEN3), rulings=HEARTS_ONLY).do("steal h1 s4 s1")
    assert d.match.points == [3, 3]
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
    by = {
        seat: [p["by"] for p in d.match.look(seat).screen["zones"][6]["pieces"] if p.get("secret")] for seat in (0, 1)
    }
    assert by == {0: [0], 1: [0]}
    assert d.told(0) == ["You hide Red Heart under their column 2."]
    assert d.told(1) == ["Player 1 hides a card under your column 2."]
    assert d.told(int(PUBLIC)) == ["Player 1 hides a card under Player 2's column 2."]


@clause("HC-R10")
def test_on_which_side_and_in_which_turn_a_secret_was_hidden_is_known_wherever_its_stack_goes():
    d = deal().do("secret h2 s2", "draw c5", "steal h1 s2 s6", "draw c6", "secret h1 s2", "draw c11", "secret h1 s6")
    for seat in (0, 1, int(PUBLIC)):
        zones = {z["id"]: z["pieces"] for z in d.match.look(seat).screen["zones"]}
        secrets = {id: [(p["by"], p["side"], p["turn"]) for p in zones[id] if p.get("secret")] for id in ("s2", "s6")}
        assert secrets == {"s2": [(0, 0, 3)], "s6": [(0, 0, 1), (1, 1, 4)]}


@clause("HC-R10")
def test_everything_is_turned_up_at_the_end():
    d = play_out(deal())
    for seat in (0, 1, int(PUBLIC)):
        assert None not in [p["name"] for z in d.match.look(seat).screen["zones"] for p in z["pieces"]]


@clause("HC-17", "HC-18")
@pytest.mark.parametrize("rulings", [{}, HEARTS_ONLY])
@pytest.mark.parametrize("seed", range(10))
def test_the_score_sheet_adds_up(seed, rulings):
    match = Match.deal("heartcatchers", seed=seed, rulings=rulings)
    while not match.over:
        match.play(match.moves()[(match.ply * 7 + seed) % len(match.moves())])
    for seat in (0, 1):
        assert sum(row["points"] for row in match.look(0).screen["sheet"] if row["seat"] == seat) == match.points[seat]


@clause("HC-18")
def test_points_before_the_secrets_are_the_face_up_cards():
    d = deal()
    while d.seat != OVER:
        up = sum(len(names(d, f"s{i}")) for i in range(1, 7)) - int(d.g.secrets)
        assert sum(d.match.points) == up
        d.do(d.legal()[0])

"""Traits, and the eight perks that they give."""

import pytest

from games.work_of_heart.campus_stage import (
    BRAWN,
    CHARM,
    HUMOR,
    KINDNESS,
    MOJO,
    SMARTS,
    TRAITS,
    at,
    empty_hands,
    event,
    few,
    give,
    go,
    level,
    number,
    place,
    skip_to,
    table,
    tile,
)
from parlour.games.work_of_heart.state import MAIN
from support import clause


@clause("WH-20")
def test_six_main_traits_and_mojo():
    d = table()
    assert list(d.match.look(0).screen["boards"][0]["levels"]) == list(TRAITS)
    assert (MAIN, TRAITS[MAIN]) == (6, "mojo")


@clause("WH-21")
def test_levels_go_up_one_by_one_to_four():
    d = empty_hands(table())
    for n in (1, 2, 3, 4, 4):
        go(place(d, 0, "gymnasium"), 1, "gymnasium")
        assert d.g.level[0, BRAWN] == n
        go(place(d, 1, "library"), 1, "library")


@clause("WH-23")
def test_perks_come_with_level_two_and_once_a_day():
    d = empty_hands(table())
    level(d, 0, charm=1)
    d.do("throw", "roll 2")
    assert d.refused("perk k1").clause == "WH-23"
    level(d, 0, charm=2)
    d.do("perk k1", "roll 3")
    assert d.legal("perk") == []
    assert d.match.look(0).screen["boards"][0]["used"] == ["charm"]
    skip_to(d, 0, 4)
    d.do(f"go {at(d, 'G2')}", f"event {event(d, 'wet-paint')}", "answer a1")
    go(place(d, 1, "library"), 1, "library")
    while d.legal("draw"):
        d.do(d.legal()[0])
    assert d.g.day == 1
    assert d.g.used[0] == 0


@clause("WH-24", "WH-R12")
def test_charm_rolls_again_and_the_new_roll_stands():
    d = level(empty_hands(table()), 0, charm=2)
    d.do("throw", "roll 1")
    assert f"go {at(d, 'F5')}" in d.legal()
    d.do("perk k1", "roll 2")
    assert f"go {at(d, 'F5')}" not in d.legal()
    assert f"go {at(d, 'E5')}" in d.legal()


@clause("WH-25")
def test_brawn_takes_the_space_and_sends_its_owner_to_the_quad():
    d = level(place(empty_hands(table()), 1, "E5"), 0, brawn=2)
    go(d, 2, "E5")
    assert "perk k2" in d.legal()
    d.do("perk k2")
    assert d.g.space[0] == number(d, "E5")
    assert d.g.space[1] == number(d, "G5")
    assert d.g.level[0, SMARTS] == 1


@clause("WH-R10")
def test_brawn_and_kindness_may_be_combined():
    d = level(tile(place(empty_hands(table()), 1, "E5"), "E5", 1), 0, brawn=2, kindness=2)
    go(d, 2, "E5").do("perk k2")
    assert d.legal() == ["perk k3", "pass"]
    d.do("perk k3")
    assert d.g.level[0, SMARTS] == 1
    assert d.g.tile[number(d, "E5")] == 1


@clause("WH-R10")
def test_brawn_on_an_untiled_space_takes_tile_and_reward():
    d = level(place(empty_hands(table()), 1, "E5"), 0, brawn=2)
    go(d, 2, "E5").do("perk k2")
    assert d.g.tile[number(d, "E5")] == 0
    assert d.g.level[0, SMARTS] == 1


@clause("WH-26")
def test_kindness_is_asked_after_landing_on_a_tile():
    d = level(tile(empty_hands(table()), "E5", 1), 0, kindness=2)
    go(d, 2, "E5")
    assert d.legal() == ["perk k3", "pass"]
    e5 = next(p for p in d.match.look(0).screen["zones"][0]["pieces"] if p["place"] == number(d, "E5"))
    assert (e5["kind"], e5.get("trait")) == ("tiled", None)
    kept = d.match.state.copy()
    d.do("perk k3")
    assert d.g.level[0, SMARTS] == 1
    d.match.states[-1] = kept
    d.do("pass")
    assert d.g.level[0, SMARTS] == 0


@clause("WH-27", "WH-R21")
def test_smarts_replaces_an_event_once():
    d = level(empty_hands(table()), 0, smarts=2)
    go(d, 1, "H5").do(f"event {event(d, 'wet-paint')}")
    assert "perk k4" in d.legal()
    d.do("perk k4", f"event {event(d, 'kiln-watch')}")
    assert d.legal() == ["answer a1"]
    assert d.g.tally[0, 1] == 2


@clause("WH-27")
def test_smarts_also_replaces_group_events_before_anybody_answers():
    d = level(empty_hands(table()), 0, smarts=2)
    go(d, 1, "H5").do(f"event {event(d, 'pie-social')}")
    assert d.legal() == ["perk k4", "pass"]
    d.do("pass")
    assert d.match.deciders == [0, 1]


@clause("WH-28")
def test_tenacity_steps_after_anothers_six():
    d = level(empty_hands(few()), 1, tenacity=2)
    go(d, 6, "D2")
    assert d.seat == 1
    assert f"step {at(d, 'F5')}" in d.legal()
    d.do(f"step {at(d, 'F5')}")
    assert d.g.space[1] == number(d, "F5")
    assert (d.g.turn, d.g.seat) == (1, 1)
    go(d, 6, "library")
    assert d.g.turn == 0, "the six was one's own, so nobody is asked"


@clause("WH-29")
def test_humor_draws_two_on_an_action_space():
    d = level(empty_hands(table()), 0, humor=2)
    go(d, 1, "F5")
    assert d.legal() == ["perk k6", "pass"]
    d.do("perk k6", "draw c8", "draw c9")
    assert d.g.held[0] == 2
    d = level(empty_hands(table()), 0, humor=2)
    go(d, 1, "F5").do("pass", "draw c8", "pass")
    assert d.g.held[0] == 1
    assert d.g.turn == 1


@pytest.mark.parametrize(
    "order", [("perk k7", "face 6", "perk k8", "die 6"), ("perk k8", "die 6", "perk k7", "face 6")]
)
@clause("WH-30", "WH-R14", "WH-R12")
def test_mojo_rolls_either_die_again_in_either_order(order):
    d = level(place(empty_hands(table()), 0, "computer-lab"), 0, mojo=2)
    d.do("throw", "roll 1", f"go {at(d, 'computer-lab')}", "court", "face 1", "die 1")
    d.do(*order)
    assert d.g.hearts[0] == 1
    assert d.g.turn == 1
    assert d.g.used[0] == 1 << 6 | 1 << 7


@clause("WH-31")
def test_a_main_trait_at_the_top_is_a_point_and_mojo_is_not():
    d = level(empty_hands(table()), 0, brawn=3, mojo=3)
    place(d, 0, "gymnasium").do("throw", "roll 1", f"go {at(d, 'gymnasium')}")
    assert d.g.points[0] == 1
    place(d, 1, "jazz-basement")
    d.g.level[1, MOJO] = 3
    d.do("throw", "roll 1", f"go {at(d, 'jazz-basement')}")
    assert d.g.level[1, MOJO] == 4
    assert d.g.points[1] == 0


@clause("WH-R22")
def test_a_lost_level_takes_perk_and_point_along():
    d = level(give(table(), 0, "change-of-major"), 0, charm=4, kindness=2)
    assert d.g.points[0] == 1
    d.do("throw", "roll 2", "play h1")
    assert d.legal() == ["lower t1", "lower t3"]
    d.do("lower t1")
    assert d.legal() == [f"raise t{n}" for n in (2, 3, 4, 5, 6, 7)], "another trait, not the same"
    d.do("raise t2")
    assert (d.g.level[0, CHARM], d.g.level[0, BRAWN], d.g.points[0]) == (3, 1, 0)
    d = level(give(table(), 0, "change-of-major"), 0, charm=2)
    d.do("throw", "roll 2")
    assert "perk k1" in d.legal()
    d.do("play h1", "lower t1", "raise t6")
    assert "perk k1" not in d.legal()
    assert (d.g.level[0, HUMOR], d.g.level[0, KINDNESS]) == (1, 0)

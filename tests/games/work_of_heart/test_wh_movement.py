"""Walking, bumping, tiles and buildings; and the tables that say where a roll can end."""

from games.work_of_heart.campus_stage import (
    CHARM,
    KINDNESS,
    SMARTS,
    TENACITY,
    TILES,
    at,
    empty_hands,
    ends,
    event,
    few,
    give,
    go,
    level,
    number,
    place,
    table,
    tile,
    turn,
)
from parlour.engine import registry
from parlour.engine.record import NONE
from parlour.games.work_of_heart import campus
from support import clause


def places(d, *names):
    return {number(d, name) for name in names}


@clause("WH-43")
def test_walkways_have_three_kinds_of_space_and_all_seven_traits():
    spaces = registry.load("work_of_heart").base.content.spaces
    walkway = [s for s in spaces if s.is_walkway]
    assert len(walkway) == 48
    assert {s.kind for s in walkway} == {"trait", "event", "action"}
    assert {s.trait for s in walkway if s.trait} == {
        "charm",
        "brawn",
        "kindness",
        "smarts",
        "tenacity",
        "humor",
        "mojo",
    }
    assert sum(s.kind == "quad" for s in spaces) == 1


@clause("WH-44", "WH-51")
def test_a_trait_space_raises_its_trait_and_gets_a_tile():
    d = go(empty_hands(table()), 2, "E5")
    assert d.g.level[0, SMARTS] == 1
    assert d.g.tile[number(d, "E5")] == 0
    assert d.g.tally[0, TILES] == 1


@clause("WH-45")
def test_an_event_space_draws_an_event():
    d = go(empty_hands(table()), 1, "H5")
    assert len(d.legal("event")) == 60


@clause("WH-46")
def test_an_action_space_draws_an_action_card():
    d = go(empty_hands(table()), 1, "F5")
    assert len(d.legal("draw")) == 25
    d.do("draw c7")
    assert d.g.held[0] == 1
    assert d.told(0) == ["You draw Sketchbook Snoop."]
    assert d.told(1) == ["Player 1 draws an action card."]


@clause("WH-48")
def test_exactly_as_many_steps_as_rolled_in_any_direction():
    d = empty_hands(table()).do("throw", "roll 2")
    assert ends(d) == places(d, "G3", "E5", "I5", "G7")
    assert d.refused(f"go {at(d, 'F5')}").clause == "WH-48"


@clause("WH-49", "WH-R8")
def test_no_space_twice_and_the_start_counts():
    d = place(empty_hands(table()), 0, "E3").do("throw", "roll 2")
    assert number(d, "E3") not in ends(d)
    assert ends(d) == places(d, "D2", "F2", "computer-lab", "E5")


@clause("WH-54")
def test_a_building_on_the_way_lets_you_stop():
    d = place(empty_hands(table()), 0, "E5").do("throw", "roll 6")
    assert places(d, "computer-lab", "library") <= ends(d)
    d.do(f"go {at(d, 'library')}")
    assert d.g.level[0, SMARTS] == 1


@clause("WH-55", "WH-R4")
def test_in_a_building_you_may_roll_and_stay_and_it_counts_again():
    d = place(empty_hands(table()), 0, "library")
    for n in (1, 2):
        go(d, 4, "library")
        assert d.g.level[0, SMARTS] == n
        turn(d)
        empty_hands(d)


@clause("WH-R23")
def test_the_whole_roll_is_walked_unless_a_building_stops_you():
    d = empty_hands(table()).do("throw", "roll 3")
    shorter = places(d, "F5", "H5", "G4", "G6", "E5", "I5", "G3", "G7", "G5")
    assert not shorter & ends(d)
    assert places(d, "library", "computer-lab", "gymnasium", "college-hall") <= ends(d)


@clause("WH-R9", "WH-R23")
def test_a_building_in_reach_does_not_make_a_dead_end_a_whole_walk():
    spaces = campus.spaces_of(["QQ Ev LB"], {"LB": (0, None)})
    ways = campus.ways_of(spaces)
    assert campus.destinations(spaces, ways, 0, 2) == {2}
    assert campus.has_whole_walk(ways, 0, 2)
    assert campus.destinations(spaces, ways, 1, 2) == {2}
    assert not campus.has_whole_walk(ways, 1, 2)
    assert not campus.has_whole_walk(ways, 2, 5)


@clause("WH-R9")
def test_our_campus_has_no_dead_end():
    school = registry.load("work_of_heart").base.content
    for start in range(len(school.spaces)):
        for steps in range(1, 7):
            assert campus.has_whole_walk(school.ways, start, steps)


@clause("WH-R5")
def test_others_can_be_walked_through():
    d = place(empty_hands(table()), 1, "F5").do("throw", "roll 2")
    assert number(d, "E5") in ends(d)


@clause("WH-50", "WH-R6")
def test_a_taken_space_sends_you_on_to_the_next():
    d = place(empty_hands(table()), 1, "E5")
    go(d, 2, "E5")
    assert d.legal() == [f"bump {at(d, p)}" for p in ("computer-lab", "D5", "library")]
    assert d.refused(f"bump {at(d, 'F5')}").clause == "WH-R6"
    d.do(f"bump {at(d, 'D5')}", f"event {event(d, 'kiln-watch')}", "answer a1")
    assert d.g.space[0] == number(d, "D5")
    assert d.g.tile[number(d, "D5")] == 0


@clause("WH-R6")
def test_a_bump_into_another_pawn_goes_on_again():
    d = table(seats=3)
    place(place(empty_hands(d), 1, "E5"), 2, "D5")
    go(d, 2, "E5").do(f"bump {at(d, 'D5')}")
    assert d.legal() == [f"bump {at(d, 'C5')}"]
    d.do(f"bump {at(d, 'C5')}")
    assert d.g.level[0, KINDNESS] == 1


@clause("WH-R6")
def test_where_no_space_is_left_you_stop_on_the_last_free_one():
    d = registry_tiny()
    d.g.space[1] = 0
    d.do("throw", "roll 1", "go s1")
    assert d.legal() == ["bump s2"]
    d.do("bump s2")
    assert d.g.space[0] == 1


def registry_tiny():
    """The tiny campus is one row: an action space, the Quad, an event space and a lab."""
    from support import Driver

    d = Driver("work_of_heart", edition="tiny", seats=2)
    return d.do("woo l1", "draw c1", "draw c2", "pick b1", "pick b2")


@clause("WH-R7")
def test_the_quad_has_room_for_all_but_no_effect_no_tile_and_no_early_stop():
    d = place(empty_hands(table()), 0, "F5").do("throw", "roll 2")
    assert number(d, "G5") not in ends(d)
    d = place(empty_hands(table()), 0, "F5")
    go(d, 1, "G5")
    assert d.g.space[0] == d.g.space[1] == number(d, "G5")
    assert d.g.tile[number(d, "G5")] == NONE
    assert d.g.turn == 1


@clause("WH-52", "WH-53")
def test_a_tiled_space_gives_nothing_and_keeps_its_tile():
    d = tile(empty_hands(table()), "E5", 1)
    go(d, 2, "E5")
    assert d.g.level[0].sum() == 0
    assert d.g.tile[number(d, "E5")] == 1
    assert d.g.turn == 1
    d = level(tile(empty_hands(table()), "E5", 1), 0, kindness=2)
    go(d, 2, "E5").do("perk k3")
    assert d.g.tile[number(d, "E5")] == 1
    assert d.g.tally[0, TILES] == 0


@clause("WH-53")
def test_buildings_get_no_tile():
    d = go(empty_hands(table()), 3, "library")
    assert d.g.tile[number(d, "library")] == NONE


@clause("WH-R19")
def test_tiles_keep_their_colour():
    d = go(go(empty_hands(table()), 2, "E5"), 2, "I5")
    assert (d.g.tile[number(d, "E5")], d.g.tile[number(d, "I5")]) == (0, 1)
    shown = {p["label"]: p.get("tile") for p in d.match.look(0).screen["zones"][0]["pieces"]}
    assert (shown["E5"], shown["I5"]) == (0, 1)


@clause("WH-56")
def test_all_players_fit_into_one_building():
    d = empty_hands(table(seats=4))
    for seat in range(4):
        place(d, seat, "library")
    for seat in range(4):
        go(d, 1, "library")
        assert d.g.level[seat, SMARTS] == 1


@clause("WH-57")
def test_a_trait_building_raises_its_trait_up_to_four():
    d = level(place(empty_hands(table()), 0, "salon"), 0, charm=4)
    go(d, 1, "salon")
    assert d.g.level[0, CHARM] == 4


@clause("WH-58")
def test_a_love_building_without_your_love_interest_gives_nothing():
    d = place(empty_hands(table()), 0, "theater")
    go(d, 1, "theater")
    assert d.g.level[0].sum() == 0
    assert d.g.turn == 1


@clause("WH-R27")
def test_tiles_cover_what_the_map_prints():
    d = tile(empty_hands(table()), "E5", 1)
    space = next(p for p in d.match.look(0).screen["zones"][0]["pieces"] if p["label"] == "E5")
    assert (space["kind"], space.get("trait"), space["mark"]) == ("tiled", None, "::")
    d.do("throw", "roll 2")
    said = [d.match.look(0).choice(m).words for m in d.match.legal(0)]
    assert "Walk to E5, tiled by Player 2" in said


@clause("WH-R11")
def test_a_step_lays_no_tile_and_earns_nothing():
    d = level(empty_hands(few()), 1, tenacity=2)
    go(d, 6, "D2").do(f"step {at(d, 'F5')}")
    assert d.g.tile[number(d, "F5")] == NONE
    assert d.g.held[1] == 0


@clause("WH-R11")
def test_with_the_switch_a_step_is_a_full_landing():
    d = level(empty_hands(table(rulings={"step-lands": True, "few-windows": True})), 1, tenacity=2)
    go(d, 6, "D2").do(f"step {at(d, 'F5')}", "draw c5")
    assert d.g.tile[number(d, "F5")] == 1
    assert d.g.held[1] == 1
    assert d.g.turn == 1


@clause("WH-R11")
def test_a_step_into_the_right_building_may_become_the_days_roll():
    d = level(place(empty_hands(few()), 1, "E5"), 1, tenacity=2)
    go(d, 6, "D2").do(f"step {at(d, 'computer-lab')}")
    assert (d.seat, d.legal()) == (1, ["court", "pass"])
    d.do("court", "face 1", "die 3")
    assert d.g.hearts[1] == 1
    assert d.g.turn == 1


@clause("WH-R11")
def test_the_six_that_counts_is_the_one_walked_on():
    d = level(level(empty_hands(few(seats=3)), 0, charm=2), 1, tenacity=2)
    level(d, 2, tenacity=2)
    d.do("throw", "roll 6", "perk k1", "roll 3", f"go {at(d, 'library')}")
    assert d.g.turn == 1
    d = level(level(empty_hands(few(seats=3)), 1, tenacity=2), 2, tenacity=2)
    go(d, 6, "D2")
    assert d.seat == 1
    d.do("pass")
    assert d.seat == 2
    d.do("pass")
    assert d.g.turn == 1


@clause("WH-R25")
def test_a_six_counts_even_for_one_who_stays():
    d = level(place(empty_hands(few()), 0, "library"), 1, tenacity=2)
    go(d, 6, "library")
    assert (d.seat, bool(d.legal("step"))) == (1, True)


def test_a_step_jumps_over_whoever_stands_in_the_way():
    d = level(place(empty_hands(few(seats=3)), 2, "F5"), 1, tenacity=2)
    go(d, 6, "D2")
    steps = {int(t.split("s")[-1]) - 1 for t in d.legal("step")}
    assert steps == places(d, "G4", "H5", "G6", "E5")
    assert d.g.level[1, TENACITY] == 2


def test_rollerblades_offer_the_longer_walk_as_well():
    d = give(table(), 0, "rollerblades").do("throw", "roll 1", "play h1")
    assert places(d, "F5", "library", "D5") <= ends(d)

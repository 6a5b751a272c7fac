"""Affection rolls, love interests and their quirks."""

import pytest

from games.work_of_heart.campus_stage import (
    CHARM,
    FAILS,
    KINDNESS,
    SMARTS,
    at,
    empty_hands,
    event,
    give,
    go,
    level,
    number,
    place,
    skip_to,
    table,
    tile,
)
from parlour.engine import registry
from parlour.games.work_of_heart.affection import count_affection
from support import clause


def beside(who="bobbie-rosso", seats=2, **options):
    """Seat 0 is in the right building with empty hands all round, and has just walked nowhere."""
    d = empty_hands(table(seats=seats, loves=(who,), **options))
    return meet(d)


def meet(d):
    """Put seat 0 where its love interest is today, and end its move there."""
    d.g.space[0] = d.e.where[d.g.loves[0], d.g.day]
    return d.do("throw", "roll 1", f"go s{int(d.g.space[0]) + 1}")


@clause("WH-32")
def test_twelve_cards_with_difficulty_traits_quirk_and_schedule():
    school = registry.load("work_of_heart").base.content
    assert sorted(who.difficulty for who in school.interests) == ["easy"] * 4 + ["hard"] * 4 + ["medium"] * 4
    for who in school.interests:
        assert len(set(who.traits)) == 3
        assert len(who.schedule) == 5
    assert len({who.quirk.kind for who in school.interests}) == 12


@clause("WH-33")
def test_a_quirk_concerns_only_admirers():
    d = table("flying-solo", loves=("otis-pell", "bobbie-rosso"))
    empty_hands(d)
    meet(d).do("court", "face 1", "die 3")
    assert d.g.hearts[0] == 1, "a lark adds two in the first rounds"
    d.g.space[1] = d.e.where[d.g.loves[1], 0]
    d.do("throw", "roll 1", f"go s{int(d.g.space[1]) + 1}", "court", "face 1", "die 2")
    assert d.g.hearts[1] == 0


@clause("WH-35")
def test_the_printed_schedule():
    school = registry.load("work_of_heart").base.content
    bobbie = next(who for who in school.interests if who.id == "bobbie-rosso")
    names = {b.id: b.name for b in school.buildings}
    assert [(v.threshold, names[v.building]) for v in bobbie.schedule] == [
        (3, "Computer Lab"),
        (5, "V.A. Center"),
        (6, "College Hall"),
        (7, "V.A. Center"),
        (9, "Theater"),
    ]
    assert bobbie.source == "printed"


@clause("WH-36", "WH-R27")
def test_the_printed_quirk_looks_under_a_tile_before_the_walk():
    d = level(tile(tile(empty_hands(table()), "E5", 1), "I5", 1), 0, kindness=2)
    d.do("throw", "roll 2")
    assert d.legal("peek") == [f"peek {at(d, 'E5')}", f"peek {at(d, 'I5')}"]
    d.do(f"peek {at(d, 'E5')}")
    shown = {p["label"]: p for p in d.match.look(0).screen["zones"][0]["pieces"]}
    assert shown["E5"]["trait"] == "smarts"
    assert "trait" not in shown["I5"]
    assert "trait" not in {p["label"]: p for p in d.match.look(1).screen["zones"][0]["pieces"]}["E5"]
    assert d.legal("peek") == []
    d.do(f"go {at(d, 'E5')}")
    assert d.g.level[0, SMARTS] == 1
    assert d.g.used[0] == 1 << KINDNESS


@clause("WH-36")
def test_others_do_not_peek():
    d = level(tile(empty_hands(table(loves=("greta-ohm",))), "E5", 1), 0, kindness=2).do("throw", "roll 2")
    assert d.legal("peek") == []
    assert d.refused(f"peek {at(d, 'E5')}").clause == "WH-36"


@clause("WH-37", "WH-42")
def test_success_is_two_points_and_a_heart():
    d = beside().do("court", "face 1", "die 3")
    assert (d.g.hearts[0], d.g.points[0]) == (1, 2)
    assert d.told(0)[-1] == "Bobbie Rosso smiles at you. That makes 1."


@clause("WH-42")
def test_below_the_threshold_it_fails():
    d = beside().do("court", "face 1", "die 2")
    assert (d.g.hearts[0], d.g.points[0], d.g.tally[0, FAILS]) == (0, 0, 1)


@clause("WH-38", "WH-R2")
def test_you_have_to_end_your_move_in_the_building():
    d = place(empty_hands(table()), 0, "E3").do("throw", "roll 2", f"go {at(place(table(), 0, 'E3'), 'E5')}")
    assert d.g.hearts[0] == 0
    assert d.g.turn == 1, "walking through the lab is no visit"
    d = place(empty_hands(table()), 0, "E3")
    go(d, 2, "computer-lab")
    assert d.legal() == ["court", "pass"]


@clause("WH-39", "WH-R3")
def test_once_a_day_in_any_round_or_not_at_all():
    d = beside().do("pass")
    go(place(d, 1, "library"), 1, "library")
    meet(d).do("court", "face 1", "die 1")
    go(d, 1, "library")
    meet(d)
    assert d.g.turn == 1, "the day's attempt is used"
    skip_to(d, 1, 0)
    d.g.tried[0] = 0
    go(d, 1, "library")
    meet(d)
    assert d.legal() == ["court", "pass"]


@clause("WH-40")
def test_the_rulebooks_example_six_and_then_ten():
    d = level(beside(), 0, kindness=4, tenacity=2)
    d.do("court", "face 4")
    give(d, 0, "mixtape")
    d.do("die 4")
    shown = d.match.look(0).screen["affection"]
    assert shown["ranks"] == [1, 2]
    assert shown["total"] - shown["die"] == 6
    assert shown["total"] == 10


@pytest.mark.parametrize(("face", "ranks"), [(1, [1]), (2, [2]), (3, [3]), (4, [1, 2]), (5, [1, 3]), (6, [1, 2, 3])])
@clause("WH-41")
def test_the_six_faces_of_the_trait_die(face, ranks):
    d = level(beside(), 0, kindness=1, tenacity=2, humor=4)
    d.do("court")
    assert d.legal() == [f"face {n}" for n in range(1, 7)]
    give(d, 0, "mixtape")
    d.do(f"face {face}", "die 1")
    worth = {1: 1, 2: 2, 3: 4}
    assert count_affection(d.e, d.g) == 1 + sum(worth[r] for r in ranks)


@clause("WH-R13")
def test_five_days_can_give_five_hearts():
    d = beside()
    d.g.hearts[0] = 4
    d.do("court", "face 1", "die 6")
    assert (d.g.hearts[0], d.g.points[0]) == (5, 10)


# Quirks, one by one


def test_solace_draws_after_a_failure():
    d = beside("mabel-finch").do("court", "face 1", "die 1", "draw c1", "draw c2")
    assert d.g.held[0] == 2


def test_larks_and_owls_love_their_hours():
    d = empty_hands(table(loves=("otis-pell",)))
    skip_to(d, 0, 2)
    meet(d).do("court", "face 1", "die 4")
    assert d.g.hearts[0] == 0, "too late for a lark"
    d = empty_hands(table(loves=("ines-calloway",)))
    skip_to(d, 0, 4)
    meet(d).do("court", "face 1", "die 5")
    assert d.g.hearts[0] == 1, "just in time for an owl"


def test_gossip_raises_by_two():
    d = empty_hands(table(loves=("june-abara",)))
    go(d, 1, "H5").do(f"event {event(d, 'pie-social')}", "join t1", "join t8")
    assert (d.g.level[0, CHARM], d.g.level[1].sum()) == (2, 0)


def test_strollers_may_walk_one_step_less():
    d = empty_hands(table(loves=("wendell-quick",))).do("throw", "roll 2")
    assert f"go {at(d, 'F5')}" in d.legal()
    assert f"go {at(d, 'E5')}" in d.legal()


def test_magpies_fill_up_to_four():
    assert table(loves=("tam-okafor",)).g.held[:2].tolist() == [4, 4]


def test_storytellers_answer_two_levels_higher():
    d = empty_hands(table(loves=("petra-lindqvist",)))
    go(d, 1, "H5").do(f"event {event(d, 'kiln-watch')}")
    assert d.legal() == ["answer a1", "answer a2"]


@pytest.mark.parametrize(("die", "hearts"), [(1, 0), (6, 1)])
def test_gamblers_win_with_six_and_lose_with_one(die, hearts):
    d = beside("dante-vermeil")
    level(d, 0, smarts=4 if die == 1 else 0, tenacity=4 if die == 1 else 0)
    skip = 4 if die == 6 else 0
    if skip:
        d.g.day = 4
        d.g.space[0] = d.e.where[d.g.loves[0], 4]
    d.do("court", "face 4", f"die {die}")
    assert d.g.hearts[0] == hearts


def test_the_muse_raises_any_trait_after_success():
    d = level(beside("sloane-marchetti"), 0, brawn=2).do("court", "face 1", "die 6", "raise t3")
    assert (d.g.hearts[0], d.g.level[0, KINDNESS]) == (1, 1)


def test_swagger_adds_two_with_mojo():
    d = level(beside("ravi-montague"), 0, mojo=2)
    d.g.used[0] = 1 << 6 | 1 << 7
    d.do("court", "face 1", "die 6")
    assert d.g.hearts[0] == 1


def test_the_tidy_take_what_lies_under_their_own_tile():
    d = tile(tile(empty_hands(table(loves=("greta-ohm",))), "E5", 0), "I5", 1)
    go(d, 2, "E5")
    assert d.g.level[0, SMARTS] == 1
    d = tile(empty_hands(table(loves=("greta-ohm",))), "E5", 1)
    go(d, 2, "E5")
    assert d.g.level[0, SMARTS] == 0
    assert number(d, "E5") == d.g.space[0]

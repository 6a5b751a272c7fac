"""Before the week begins: components, modes, picks and hands."""

import pytest

from games.work_of_heart.campus_stage import at, empty_hands, go, love, number, table
from parlour.engine import registry
from parlour.engine.match import Match
from parlour.engine.record import CHANCE, HIDDEN, NONE, PUBLIC
from support import Driver, clause


def dealt(seats):
    """Everybody has two cards, and nobody has picked a bonus card yet."""
    d = Driver("work_of_heart", seats=seats).do("woo l1")
    return d.do(*(f"draw c{n + 1}" for n in range(2 * seats)))


@clause("WH-1", "WH-2")
def test_two_to_four_players_and_one_pawn_each():
    about = registry.about("work_of_heart")
    assert {m.name: m.seats for m in about.modes} == {
        "harem": (2, 3, 4),
        "romantic-rival": (4,),
        "flying-solo": (2, 3, 4),
        "double-date": (4,),
    }
    assert (about.minutes, about.extra["age"]) == ("30-45", "16+")
    with pytest.raises(ValueError, match="2 or 3 or 4"):
        Match(registry.load("work_of_heart"), seats=5)
    for seats in (2, 3, 4):
        g = table(seats=seats).g
        assert [s for s in range(4) if g.space[s] != NONE] == list(range(seats))


@clause("WH-3")
def test_a_tile_for_every_turn():
    numbers = registry.load("work_of_heart").base.content.numbers
    assert numbers.days * numbers.rounds == numbers.tiles == 25


@clause("WH-3")
def test_with_steps_that_land_tiles_can_run_out():
    d = empty_hands(table(rulings={"step-lands": True}))
    walkway = [i for i, s in enumerate(d.match.edition.content.spaces) if s.is_walkway and i != number(d, "E5")]
    d.g.tile[walkway[:25]] = 0
    d.g.tally[0, 0] = 25
    go(d, 2, "E5")
    assert d.g.level[0, 3] == 1, "the effect is still yours"
    assert d.g.tile[number(d, "E5")] == NONE
    assert d.g.tally[0, 0] == 25
    d = empty_hands(table())
    d.g.tile[walkway[:24]] = 0
    d.g.tally[0, 0] = 25
    go(d, 2, "E5")
    assert d.g.tile[number(d, "E5")] == 0, "a tile that was swept away is there to be laid again"


@clause("WH-4", "WH-13", "WH-22")
def test_a_board_begins_with_eight_trackers_at_the_start():
    d = table()
    assert d.g.level[:2].tolist() == [[0] * 7, [0] * 7]
    assert d.g.hearts[:2].tolist() == [0, 0]
    assert d.g.used[:2].tolist() == [0, 0]
    assert set(d.g.tile) == {NONE}


@clause("WH-5", "WH-14")
def test_it_is_monday_round_one():
    d = table()
    assert (d.g.day, d.g.lap) == (0, 0)
    view = d.match.look(0).screen
    assert (view["day"], view["round"]) == ("Monday", 1)


@clause("WH-6", "WH-9", "WH-12")
def test_in_a_harem_the_first_seat_chooses_for_all():
    d = Driver("work_of_heart", seats=3)
    assert d.seat == 0
    assert d.legal() == [f"woo l{i}" for i in range(1, 13)]
    d.do("woo l5")
    assert d.g.loves[:3].tolist() == [4, 4, 4]
    assert d.legal("draw")


@clause("WH-7")
def test_dice_are_chances_alone():
    d = table().do("throw")
    assert d.seat == CHANCE
    assert d.legal() == [f"roll {n}" for n in range(1, 7)]
    d.do("roll 3")
    assert d.refused("roll 6").clause == "WH-7"


@clause("WH-8")
def test_there_are_exactly_as_many_cards_as_the_rulebook_says():
    school = registry.load("work_of_heart").base.content
    assert len(school.interests) == 12
    assert len(school.actions) == 25
    assert (len(school.group_events), len(school.standard_events)) == (20, 40)
    assert len(school.bonuses) == 12
    assert len({b.criterion for b in school.bonuses}) == 12


@clause("WH-10")
def test_two_pairs_of_rivals_choose_one_person_each():
    d = Driver("work_of_heart", mode="romantic-rival", seats=4)
    d.do("woo l1")
    assert d.seat == 1
    d.do("woo l2")
    assert d.g.loves.tolist() == [0, 1, 0, 1]


@clause("WH-11", "WH-12")
def test_flying_solo_everybody_chooses_somebody_else():
    d = Driver("work_of_heart", mode="flying-solo", seats=3)
    d.do("woo l3", "woo l1", "woo l7")
    assert d.g.loves[:3].tolist() == [2, 0, 6]
    assert d.legal("draw")


@clause("WH-R1")
def test_a_double_date_has_two_teams_with_a_heart_each():
    d = Driver("work_of_heart", mode="double-date", seats=4)
    d.do("woo l3", "woo l4")
    assert d.g.loves.tolist() == [2, 3, 2, 3]


@clause("WH-15", "WH-34")
def test_love_interests_wait_where_their_schedule_says():
    d = table()
    lab = next(p for p in d.match.look(0).screen["zones"][0]["pieces"] if p["place"] == number(d, "computer-lab"))
    assert lab["hearts"] == ["Bobbie Rosso"]
    d.g.day = 1
    shown = {p["place"]: p.get("hearts", []) for p in d.match.look(0).screen["zones"][0]["pieces"]}
    assert shown[number(d, "va-center")] == ["Bobbie Rosso"]
    assert shown[number(d, "computer-lab")] == []


@clause("WH-16", "WH-47")
def test_everybody_begins_on_the_quad():
    d = table(seats=4)
    assert d.g.space.tolist() == [number(d, "G5")] * 4


@clause("WH-17")
def test_two_action_cards_each_from_a_deck_that_nobody_knows():
    d = table(seats=3)
    assert d.g.held[:3].tolist() == [2, 2, 2]
    assert d.g.pile == 25 - 6
    assert d.match.hidden(1)[0].hand[0, 0] == HIDDEN
    assert d.match.hidden(0)[0].hand[0, 0] == 0
    assert d.match.hidden(0)[0].deck == 0


@clause("WH-17", "WH-18")
def test_every_player_picks_one_bonus_card_with_the_hand_dealt():
    d = dealt(2)
    assert d.g.held[:2].tolist() == [2, 2]
    assert len(d.legal("pick")) == 12
    d.do("pick b4", "pick b9")
    assert d.g.pick[:2].tolist() == [3, 8]
    assert (d.seat, d.legal("throw")) == (0, ["throw"])


@clause("WH-R15")
def test_a_later_picker_sees_what_is_gone_but_not_who_took_it():
    d = dealt(3).do("pick b4", "pick b9")
    assert {"pick b4", "pick b9"}.isdisjoint(d.legal())
    assert len(d.legal()) == 10
    h = d.match.hidden(2)[0]
    assert h.gone[2] == 1 << 3 | 1 << 8
    assert h.pick[:2].tolist() == [HIDDEN, HIDDEN]
    first = d.match.hidden(0)[0]
    assert first.pick[0] == 3
    assert first.gone[0] == 0
    assert first.gone[1:3].tolist() == [HIDDEN, HIDDEN]
    assert d.refused("pick b4").clause == "WH-R15"
    assert "innocent" in d.told(0)[0]
    assert d.told(1) == ["You put Open Doors into the bonus deck."]


@clause("WH-19")
def test_seats_follow_one_another_from_the_first():
    d = table(seats=3)
    assert (d.g.first, d.g.turn) == (0, 0)
    d = table(seats=3, first=2)
    order = []
    for _ in range(4):
        order.append(int(d.g.turn))
        d.do("throw", "roll 1")
        d.do(d.legal("go")[0])
        while d.g.turn == order[-1]:
            d.do("pass" if "pass" in d.legal() else d.legal()[-1])
    assert order == [2, 0, 1, 2]


@clause("WH-R15")
def test_a_spectator_learns_no_pick():
    d = table(seats=3)
    assert d.match.hidden(int(PUBLIC))[0].pick[:3].tolist() == [HIDDEN] * 3


def test_helpers_name_places():
    d = table()
    assert at(d, "G5") == f"s{int(d.e.quad) + 1}"
    assert love(d, "bobbie-rosso") == "l5"

"""Days, the end of the week, bonus cards and ties."""

import pytest

from games.work_of_heart.campus_stage import (
    ACTIONS,
    DISTANCE,
    EVENTS,
    EXILES,
    FAILS,
    PERKS,
    SIXES,
    TILES,
    empty_hands,
    give,
    go,
    level,
    number,
    place,
    recount,
    skip_to,
    table,
)
from parlour.engine.record import CHANCE, HIDDEN, OVER
from parlour.games.work_of_heart.ending import described_by
from support import clause

LOVES = {
    "harem": ("bobbie-rosso",),
    "romantic-rival": ("bobbie-rosso", "otis-pell"),
    "flying-solo": ("bobbie-rosso", "otis-pell", "june-abara", "mabel-finch"),
    "double-date": ("bobbie-rosso", "otis-pell"),
}


def friday(mode="harem", seats=2, **options):
    """The last turn of the week has been taken in the library, and nobody has anything yet."""
    d = empty_hands(table(mode, seats, LOVES[mode][: seats if mode == "flying-solo" else None], **options))
    skip_to(d, 4, 4)
    for seat in range(seats):
        go(place(d, seat, "library"), 1, "library")
    d.g.level[:] = 0
    d.g.tally[:] = 0
    d.g.visited[:] = 0
    recount(d)
    return d


def score(d, *hearts):
    d.g.hearts[: len(hearts)] = hearts
    recount(d)
    return d


@clause("WH-67", "WH-68")
def test_five_rounds_make_a_day_and_a_new_day_begins_on_the_quad():
    d = empty_hands(table())
    place(place(d, 0, "library"), 1, "library")
    d.g.used[0] = 3
    d.g.tried[:2] = 1
    for lap in range(5):
        assert (d.g.day, d.g.lap) == (0, lap)
        go(d, 1, "library")
        go(d, 1, "library")
    assert (d.g.day, d.g.lap) == (1, 0)
    assert d.g.space[:2].tolist() == [number(d, "G5")] * 2
    assert d.g.used[:2].tolist() == [0, 0]
    assert d.g.tried[:2].tolist() == [0, 0]
    d.do("draw c1", "draw c2", "draw c3", "draw c4")
    assert d.g.held[:2].tolist() == [2, 2]
    assert d.legal("throw")


@clause("WH-69")
def test_the_game_ends_after_the_last_turn_of_friday():
    d = friday()
    assert d.seat == CHANCE
    assert d.legal() == ["reveal b1", "reveal b2"]


@clause("WH-70")
def test_two_bonus_cards_give_two_points_to_all_they_describe():
    d = friday(seats=3)
    d.g.tally[0, TILES] = d.g.tally[2, TILES] = 5
    d.g.tally[1, TILES] = 4
    d.g.tally[1, EVENTS] = 1
    d.do("reveal b1")
    assert d.g.bonus[:3].tolist() == [2, 0, 2]
    d.do("reveal b2")
    assert d.g.bonus[:3].tolist() == [2, 2, 2]


@clause("WH-70")
def test_nobody_is_described_by_what_nobody_has():
    d = friday(seats=3).do("reveal b1", "reveal b2")
    assert d.g.bonus[:3].tolist() == [0, 0, 0]


@clause("WH-9", "WH-71")
def test_harem_most_points_win():
    d = score(friday(), 1, 2).do("reveal b1", "reveal b2")
    assert d.seat == OVER
    assert d.match.winners == [1]
    assert d.match.result == [0, 12]
    assert "You win a heart with 4 points." in d.told(1)


@clause("WH-10", "WH-R17")
def test_romantic_rival_has_a_winner_in_each_pair():
    d = score(friday("romantic-rival", 4), 0, 2, 1, 3).do("reveal b1", "reveal b2")
    assert d.match.winners == [2, 3]
    assert d.match.result == [0, 0, 12, 12]


@clause("WH-R1", "WH-71")
def test_double_date_the_better_team_wins():
    d = score(friday("double-date", 4), 3, 0, 0, 2).do("reveal b1", "reveal b2")
    assert d.match.winners == [0, 2]
    assert d.match.result == [12, 0, 12, 0]


@clause("WH-11", "WH-R17", "WH-R20")
def test_flying_solo_needs_ten_points_after_the_bonus():
    d = score(friday("flying-solo", 3), 5, 4, 4)
    d.g.tally[1, TILES] = 1
    d.do("reveal b1", "reveal b2")
    assert d.match.points == [10, 10, 8]
    assert d.match.winners == [0, 1]
    assert d.match.result == [12, 12, 0]
    d = score(friday("flying-solo", 2), 4, 4).do("reveal b1", "reveal b2")
    assert (d.match.winners, d.seat) == ([], OVER)
    assert d.told(0)[-1].startswith("Nobody has won")


@clause("WH-72")
def test_a_tie_draws_further_cards_for_the_tied_only():
    d = score(friday(seats=4, rulings={"draw-ties": True}), 2, 2, 1, 0)
    d.g.tally[3, FAILS] = 4
    d.g.tally[2, ACTIONS] = 1
    d.do("reveal b1", "reveal b2")
    assert d.legal() == ["reveal b3", "reveal b4"]
    d.do("reveal b4")
    assert d.g.bonus.tolist() == [0, 0, 0, 0], "the one with most failures is not tied"
    d.do("reveal b3")
    assert d.seat == OVER
    assert d.match.winners == [0, 1]


@clause("WH-72")
def test_a_third_card_breaks_the_tie():
    d = score(friday(seats=3), 2, 2, 1)
    d.g.tally[1, ACTIONS] = 3
    d.do("reveal b1", "reveal b2", "tie 1", "tie 2", "reveal b3")
    assert d.match.points == [4, 6, 2]
    assert d.match.winners == [1]


@clause("WH-72")
def test_with_the_switch_tied_players_share_at_once():
    d = score(friday(seats=3, rulings={"share-ties": True}), 2, 2, 1).do("reveal b1", "reveal b2")
    assert d.match.winners == [0, 1]
    assert d.match.result == [6, 6, 0]


@clause("WH-R16")
def test_two_players_have_no_card_left_and_share():
    d = score(friday(), 2, 2).do("reveal b1", "reveal b2")
    assert d.match.winners == [0, 1]
    assert d.match.result == [6, 6]


@clause("WH-R17")
def test_rivals_of_different_pairs_are_never_tied():
    d = score(friday("romantic-rival", 4), 2, 2, 1, 1).do("reveal b1", "reveal b2")
    assert d.seat == OVER
    assert d.match.winners == [0, 1]


@clause("WH-R24")
def test_one_further_card_serves_both_tied_pairs():
    d = score(friday("romantic-rival", 4), 2, 1, 2, 1)
    d.g.tally[2, ACTIONS] = d.g.tally[3, ACTIONS] = 2
    d.do("reveal b1", "reveal b2", "tie 1", "tie 1", "tie 1", "tie 1", "reveal b3")
    assert d.match.winners == [2, 3]
    assert d.match.result == [0, 0, 12, 12]


def test_a_drawn_double_date_is_shared_by_the_teams():
    d = score(friday("double-date", 4, rulings={"draw-ties": True}), 1, 1, 1, 1)
    d.do("reveal b1", "reveal b2", "reveal b3", "reveal b4")
    assert d.match.result == [6, 6, 6, 6]
    d = score(friday("double-date", 4), 1, 1, 1, 1).do("reveal b1", "reveal b2")
    assert d.match.deciders == [0, 1, 2, 3]
    d.do("tie 2", "tie 2", "tie 2", "tie 2")
    assert d.match.result == [6, 6, 6, 6]


@clause("WH-72")
def test_tied_players_are_asked_together_and_share_if_all_agree():
    d = score(friday(seats=4), 2, 1, 2, 0).do("reveal b1", "reveal b2")
    assert d.match.deciders == [0, 2], "only those who are tied"
    assert d.legal() == ["tie 1", "tie 2"]
    d.do("tie 2")
    assert d.match.hidden(2)[0].answer[0] == HIDDEN
    assert d.told(2) == ["Player 1 has chosen."]
    d.do("tie 2")
    assert d.seat == OVER
    assert d.match.winners == [0, 2]
    assert d.match.result == [6, 0, 6, 0]
    assert "You agree to share Bobbie Rosso." in d.told(0)


@clause("WH-72")
def test_one_who_does_not_agree_is_enough_to_draw_on():
    d = score(friday(seats=4), 2, 2, 1, 0).do("reveal b1", "reveal b2", "tie 2", "tie 1")
    assert d.seat == CHANCE
    assert d.legal() == ["reveal b3", "reveal b4"]
    d.g.tally[3, ACTIONS] = 5
    d.do("reveal b3")
    assert d.g.bonus.tolist() == [0, 0, 0, 0], "the one with most cards played is not tied"
    assert d.match.deciders == [0, 1], "still tied, and asked again"


@clause("WH-72", "WH-R24")
def test_each_tied_pair_decides_for_itself():
    d = score(friday("romantic-rival", 4), 2, 1, 2, 1).do("reveal b1", "reveal b2")
    d.g.tally[0, ACTIONS] = 1
    d.g.tally[3, ACTIONS] = 1
    d.do("tie 2", "tie 1", "tie 2", "tie 2", "reveal b3")
    assert d.g.bonus.tolist() == [0, 0, 0, 2], "the pair that shares draws no more"
    assert d.match.result == [6, 0, 6, 12]


@clause("WH-72", "WH-R16")
def test_nobody_is_asked_when_no_card_is_left_or_a_switch_has_answered():
    assert score(friday(), 2, 2).do("reveal b1", "reveal b2").seat == OVER
    for switch, seat in (("share-ties", OVER), ("draw-ties", CHANCE)):
        d = score(friday(seats=3, rulings={switch: True}), 2, 2, 1).do("reveal b1", "reveal b2")
        assert d.seat == seat


COUNTED = {0: TILES, 1: EVENTS, 2: ACTIONS, 3: FAILS, 4: SIXES, 5: EXILES, 6: PERKS, 7: DISTANCE}


@pytest.mark.parametrize("criterion", range(12))
@clause("WH-8")
def test_each_bonus_card_describes_whoever_has_most(criterion):
    d = friday(seats=3)
    if criterion in COUNTED:
        d.g.tally[1, COUNTED[criterion]] = 2
    elif criterion == 8:
        d.g.visited[1] = 3
        d.g.visited[0] = 8
    elif criterion == 9:
        level(d, 1, mojo=1)
    elif criterion == 10:
        give(d, 1, "mixtape")
    else:
        level(d, 1, smarts=1, kindness=0)
        level(d, 0, kindness=4)
    assert described_by(d.e, d.g, criterion) == 2

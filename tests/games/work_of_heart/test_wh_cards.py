"""Action cards: timings, windows, hands and decks; and every effect that a card or an answer can have."""

import pytest

from games.work_of_heart.campus_stage import (
    ACTIONS,
    BRAWN,
    CHARM,
    EXILES,
    HUMOR,
    KINDNESS,
    SMARTS,
    at,
    card,
    empty_hands,
    ends,
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
from parlour.engine import registry
from parlour.engine.record import HIDDEN, NONE
from parlour.games.work_of_heart.edition import moments_of
from parlour.games.work_of_heart.state import EFFECTS
from support import clause

OWN_MOVE = ("rollerblades", "annotated-map", "pizza-run", "barefoot", "cram-session", "sketchbook-snoop", "fire-drill")


def courting(d):
    """Seat 0 has both dice of a failing affection roll on the table."""
    d.g.space[0] = d.e.where[d.g.loves[0], d.g.day]
    return d.do("throw", "roll 1", f"go s{int(d.g.space[0]) + 1}", "court", "face 1", "die 2")


@clause("WH-59", "WH-63")
def test_own_cards_are_played_at_ones_own_move():
    d = give(give(table(), 0, "pizza-run", "mixtape", "cough-drop", "care-package"), 1, "cram-session")
    d.do("throw", "roll 2")
    assert d.legal("play") == ["play h1", "play h4"]
    assert d.refused("play h2").clause == "WH-59"
    assert d.refused("play h7").clause == "WH-59"


@clause("WH-59", "WH-63")
def test_own_cards_for_an_affection_roll_are_played_after_the_dice():
    d = courting(give(give(table(), 1), 0, "pizza-run", "mixtape", "cough-drop"))
    assert d.legal() == ["play h2", "pass"]
    d.do("play h2", "pass")
    assert d.g.hearts[0] == 1
    assert d.g.tally[0, ACTIONS] == 1


@clause("WH-59")
def test_other_turn_cards_wait_for_a_six_or_an_affection_roll():
    d = give(give(few(), 0), 1, "banana-peel", "cough-drop", "mixtape", "double-espresso")
    go(d, 6, "D2")
    assert (d.seat, d.legal()) == (1, ["play h1", "play h4", "pass"])
    d = courting(give(give(few(), 0), 1, "banana-peel", "cough-drop", "mixtape", "double-espresso"))
    assert (d.seat, d.legal()) == (1, ["play h2", "play h4", "pass"])


@clause("WH-59")
def test_everybody_with_a_card_is_asked_alike_and_nobody_without():
    d = give(give(give(few(seats=4), 1), 2, "mixtape"), 3, "banana-peel")
    go(give(d, 0), 6, "D2")
    assert (d.seat, d.legal()) == (2, ["pass"])
    d.do("pass")
    assert d.seat == 3
    d.do("pass")
    assert d.g.turn == 1


@clause("WH-59")
def test_a_turn_has_two_windows_at_most():
    d = level(give(give(few(), 0), 1, "cough-drop", "mixtape"), 1, tenacity=2)
    place(d, 0, "computer-lab")
    place(d, 1, "E5")
    d.do("throw", "roll 6", f"go {at(d, 'computer-lab')}", "court", "face 1", "die 3", "pass")
    assert d.seat == 1, "the roll was the first window, the six is the second"
    d.do(f"step {at(d, 'computer-lab')}", "court", "face 1", "die 3")
    give(d, 0, "wobbly-table")
    d.do("pass")
    assert d.g.turn == 1, "no third window for the step's affection roll"
    assert d.g.hearts[:2].tolist() == [1, 1]


@clause("WH-59")
def test_nobody_is_asked_about_a_roll_past_helping():
    d = give(give(few(), 0), 1, "wing-person")
    d.g.space[0] = d.e.where[d.g.loves[0], 0]
    d.do("throw", "roll 1", f"go s{int(d.g.space[0]) + 1}", "court", "face 1")
    near = d.match.state.copy()
    d.do("die 1")
    assert d.g.turn == 1, "two short: not even a wing person helps"
    d.match.states[-1] = near
    d.do("die 2")
    assert (d.seat, d.legal()) == (1, ["play h1", "pass"])


@clause("WH-59")
def test_nobody_is_asked_about_cards_more_than_four_times_a_day():
    d = give(give(few(), 0), 1, "banana-peel")
    asked = []
    for _ in range(d.e.laps):
        go(place(d, 0, "library"), 6, "library")
        asked.append((d.seat, d.g.turn) == (1, 0))
        if asked[-1]:
            d.do("pass")
        go(place(d, 1, "gymnasium"), 1, "gymnasium").do("pass")
    assert asked == [True, True, True, True, False]
    while d.legal("draw"):
        d.do(d.legal()[0])
    assert d.g.day == 1
    give(d, 0)
    go(place(d, 0, "library"), 6, "library")
    assert (d.seat, d.g.turn) == (1, 0), "a new day, new patience"


@clause("WH-59")
def test_affection_rolls_and_sixes_are_counted_together():
    d = give(give(give(few(seats=3), 0), 1, "cough-drop"), 2, "cough-drop")
    d.g.called[1] = d.e.calls - 1
    give(d, 1, "wobbly-table")
    place(d, 0, "computer-lab")
    d.do("throw", "roll 6", f"go {at(d, 'computer-lab')}", "court", "face 1", "die 3")
    assert (d.seat, d.legal()) == (1, ["play h1", "pass"])
    d.do("pass", "pass")
    assert (d.seat, d.g.turn) == (2, 0), "player 2 has heard enough today, player 3 is asked about the six"
    screen = d.match.look(1).screen
    assert screen["boards"][1]["called"] == screen["edition"]["calls"] == 4


@clause("WH-60")
def test_each_day_fills_hands_to_two_and_no_further():
    d = skip_to(give(give(table(), 0, "mixtape"), 1, "barefoot", "take-two", "fire-drill"), 0, 4)
    go(place(d, 0, "library"), 1, "library").do("pass")
    go(place(d, 1, "library"), 1, "library").do("pass")
    assert d.g.drawer == 0
    d.do("draw c10")
    assert d.g.held[:2].tolist() == [2, 3]
    assert (d.g.day, d.g.lap) == (1, 0)
    assert d.legal("throw")


@clause("WH-61")
def test_a_sixth_card_must_go_and_its_owner_chooses():
    d = give(give(table(), 1), 0, *OWN_MOVE[:5])
    go(d, 1, "F5").do(f"draw c{card(d, 'mixtape') + 1}")
    assert d.legal() == [f"discard h{n}" for n in range(1, 7)]
    d.do("discard h2", "pass")
    assert d.g.held[0] == 5
    assert d.g.hand[0, 1] == NONE
    assert d.g.turn == 1


@clause("WH-62", "WH-R26")
def test_an_empty_deck_is_refilled_from_the_discards_when_a_card_must_be_drawn():
    d = give(give(table(), 0), 1, "mixtape")
    d.g.thrown = int(d.g.deck) & ~(1 << card(d, "take-two"))
    d.g.deck, d.g.pile = 1 << card(d, "take-two"), 1
    go(d, 1, "F5").do(f"draw c{card(d, 'take-two') + 1}", "pass")
    assert (d.g.pile, d.g.thrown != 0) == (0, True)
    go(d, 1, "G6")
    assert d.g.thrown == 0
    assert d.g.pile == 23
    assert len(d.legal("draw")) == 23
    known = int(d.g.maybe[1, 0])
    assert not known >> card(d, "barefoot") & 1, "a card held since before cannot be one of the discards"


@clause("WH-R26")
def test_played_cards_lie_face_up():
    d = give(table(), 0, "barefoot").do("throw", "roll 2", "play h1")
    names = [p["name"] for z in d.match.look(1).screen["zones"] if z["id"] == "thrown" for p in z["pieces"]]
    assert names == ["Barefoot"]
    assert d.told(1)[0] == "Player 1 plays Barefoot."


# Every effect


def test_every_effect_of_the_vocabulary_is_used_by_our_edition():
    school = registry.load("work_of_heart").base.content
    used = {c.effect for c in school.actions}
    for ev in school.standard_events:
        for a in ev.answers:
            used |= {a.effect, a.also.effect} if a.also else {a.effect}
    assert set(EFFECTS) - used == {"nothing"}
    assert len({c.effect for c in school.actions}) >= 12


def test_freestyle_walks_any_number_of_steps():
    d = give(table(), 0, "annotated-map").do("throw", "roll 1", "play h1")
    assert {number(d, "F5"), number(d, "E5"), number(d, "B5"), number(d, "D2")} <= ends(d)


def test_cab_reaches_every_building():
    d = give(table(), 0, "pizza-run").do("throw", "roll 1", "play h1")
    assert {i for i, s in enumerate(d.match.edition.content.spaces) if s.is_building} <= ends(d)


def test_barefoot_ignores_the_tile():
    d = tile(give(table(), 0, "barefoot"), "E5", 1).do("throw", "roll 2", "play h1")
    d.do(f"go {at(d, 'E5')}")
    assert d.g.level[0, SMARTS] == 1


def test_any_raises_what_you_like():
    d = give(table(), 0, "cram-session").do("throw", "roll 2", "play h1")
    assert d.legal() == [f"raise t{n}" for n in range(1, 8)]
    d.do("raise t4")
    assert d.g.level[0, SMARTS] == 1
    assert d.legal("go")


def test_any_does_nothing_when_everything_is_at_the_top():
    d = give(table(), 0, "cram-session")
    d.g.level[0] = 4
    d.do("throw", "roll 2", "play h1")
    assert d.legal("go")


def test_trade_needs_a_level_to_give():
    d = give(table(), 0, "change-of-major").do("throw", "roll 2", "play h1")
    assert d.legal("go")
    assert d.g.level[0].sum() == 0


def test_peek_shows_a_hand_to_one_player_only():
    d = give(give(give(table(seats=3), 0, "sketchbook-snoop"), 1, "mixtape"), 2)
    d.do("throw", "roll 2", "play h1")
    assert d.legal() == ["target p2"], "an empty hand is not worth a look"
    d.do("target p2")
    assert d.match.hidden(0)[0].hand[1, 0] == card(d, "mixtape")
    assert d.match.hidden(2)[0].hand[1, 0] == HIDDEN


def test_pinch_steals_a_random_card_that_the_victim_still_knows():
    d = give(give(table(), 0, "light-fingers"), 1, "mixtape", "take-two")
    d.do("throw", "roll 2", "play h1", "target p2")
    assert d.legal() == ["snatch h1", "snatch h2"]
    d.do("snatch h2")
    assert d.g.hand[0, 0] == card(d, "take-two")
    assert d.g.held[:2].tolist() == [1, 1]
    assert d.match.hidden(1)[0].hand[0, 0] == card(d, "take-two")
    assert d.told(0) == ["You take Take Two from Player 2."]


def test_pinch_of_an_empty_hand_fizzles():
    d = give(give(table(), 1), 0, "light-fingers").do("throw", "roll 2", "play h1")
    assert d.legal("go")


def test_banish_sends_somebody_to_the_quad():
    d = place(give(table(), 0, "fire-drill"), 1, "E5").do("throw", "roll 2", "play h1", "target p2")
    assert d.g.space[1] == number(d, "G5")
    assert d.g.tally[1, EXILES] == 1


def test_swap_changes_places_before_the_walk():
    d = place(give(table(), 0, "mistaken-identity"), 1, "B2").do("throw", "roll 1", "play h1", "target p2")
    assert d.g.space[:2].tolist() == [number(d, "B2"), number(d, "G5")]
    assert ends(d) == {number(d, "C2"), number(d, "B3")}


def test_together_raises_both():
    d = give(table(), 0, "study-buddy").do("throw", "roll 2", "play h1", "target p2")
    assert d.g.level[:2, SMARTS].tolist() == [1, 1]


def test_boost_again_triple_and_encore_touch_ones_own_roll():
    d = courting(give(give(table(), 1), 0, "mixtape")).do("play h1")
    assert d.g.hearts[0] == 1
    d = courting(give(give(table(), 1), 0, "take-two")).do("play h1", "face 1", "die 3")
    assert d.g.hearts[0] == 1
    d = level(give(give(table(), 1), 0, "best-behaviour"), 0, humor=1)
    d = courting(d).do("play h1")
    assert d.g.hearts[0] == 1
    d = courting(give(give(table(), 1), 0, "standing-ovation")).do("play h1")
    assert (d.g.hearts[0], d.g.tried[0]) == (0, 0)


def test_heckle_jinx_and_cheer_touch_anothers_roll():
    def roll(*cards):
        d = give(give(few(), 0), 1, *cards)
        d.g.space[0] = d.e.where[d.g.loves[0], 0]
        return d.do("throw", "roll 1", f"go s{int(d.g.space[0]) + 1}", "court", "face 1")

    d = roll("cough-drop").do("die 4", "play h1")
    assert d.g.hearts[0] == 0
    d = roll("wobbly-table").do("die 6", "play h1", "die 1")
    assert d.g.hearts[0] == 0
    d = roll("wing-person").do("die 2", "play h1", "draw c1")
    assert (d.g.hearts[0], d.g.held[1]) == (1, 1)


@pytest.mark.parametrize("id", ["banana-peel", "five-finger-discount", "trading-places"])
def test_cards_against_a_six_hit_the_one_who_rolled_it(id):
    d = give(give(few(seats=3), 2), 0, "mixtape")
    place(give(d, 1, id), 1, "B2")
    go(d, 6, "D2").do("pass", "play h1")
    if id == "banana-peel":
        assert d.g.space[0] == number(d, "G5")
    elif id == "trading-places":
        assert d.g.space[:2].tolist() == [number(d, "B2"), number(d, "D2")]
    else:
        d.do("snatch h1")
        assert d.g.held[:2].tolist() == [0, 1]
    assert d.g.turn == 1


def test_tailwind_steps_without_the_perk():
    d = give(give(few(), 0), 1, "tailwind")
    go(d, 6, "D2").do("play h1")
    assert len(d.legal("step")) == 4
    d.do(f"step {at(d, 'G4')}")
    assert d.g.space[1] == number(d, "G4")
    assert d.g.used[1] == 0


def test_refresh_draw_and_spark_fit_any_time():
    d = level(give(table(), 0, "double-espresso", "care-package", "love-letter-draft"), 0, charm=2)
    d.do("throw", "roll 1", "perk k1", "roll 2")
    assert d.legal("perk") == []
    d.do("play h1")
    assert d.legal("perk") == ["perk k1"]
    d.do("play h2", "draw c1", "draw c2")
    assert d.g.held[0] == 3
    d.do("play h3")
    assert d.g.spark[0] == 2
    all_moments = moments_of(d.match.edition.content.actions[card(d, "care-package")])
    assert all_moments == 511


def test_a_spark_waits_for_the_next_roll_and_is_used_up():
    d = empty_hands(table())
    d.g.spark[0] = 2
    d.g.space[0] = d.e.where[d.g.loves[0], 0]
    d.do("throw", "roll 1", f"go s{int(d.g.space[0]) + 1}", "court", "face 1", "die 1")
    assert (d.g.hearts[0], d.g.spark[0]) == (1, 0)


# Effects of answers


def answered(id, answer, seats=2, **levels):
    d = level(empty_hands(table(seats=seats)), 0, **levels)
    return go(d, 1, "H5").do(f"event {event(d, id)}", f"answer a{answer}")


def test_raise_liked_and_lowest():
    assert answered("wet-paint", 1).g.level[0, CHARM] == 1
    d = answered("kiln-watch", 3, tenacity=4)
    assert (d.g.level[0].tolist(), d.g.spark[0]) == ([0, 0, 0, 0, 4, 0, 0], 2)
    assert answered("kiln-watch", 1).g.level[0, CHARM] == 1
    assert answered("kiln-watch", 1, charm=1).g.level[0, BRAWN] == 1
    d = answered("the-coffee-queue", 3, charm=3, kindness=3)
    assert d.g.level[0, KINDNESS] == 4


def test_sweep_lifts_the_tiles_around():
    d = tile(tile(empty_hands(table()), "I5", 1), "E5", 1)
    go(d, 1, "H5").do(f"event {event(d, 'chalk-on-the-quad')}", "answer a1")
    assert d.g.tile[number(d, "I5")] == NONE
    assert d.g.tile[number(d, "E5")] == 1


def test_home_goes_to_the_quad():
    d = answered("the-goose-returns", 1)
    assert (d.g.space[0], d.g.tally[0, EXILES]) == (number(d, "G5"), 1)


def test_a_step_from_an_event_may_lead_to_love():
    d = empty_hands(table())
    go(place(d, 0, "E2"), 1, "E3").do(f"event {event(d, 'lost-freshman')}", "answer a1")
    d.do(f"step {at(d, 'computer-lab')}", "court", "face 1", "die 6")
    assert d.g.hearts[0] == 1


def test_two_effects_come_together():
    d = answered("open-mic-emergency", 3, humor=4)
    d.do("raise t1")
    assert (d.g.level[0, CHARM], d.g.level[0, HUMOR], d.g.turn) == (1, 4, 1)

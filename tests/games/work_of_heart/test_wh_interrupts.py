"""The rulebook to the letter: cards at every step of a turn, one's own and another's, and who enters a building."""

import pytest

from games.work_of_heart.campus_stage import (
    BRAWN,
    INTERRUPT,
    KINDNESS,
    TENACITY,
    TILES,
    WAIT,
    asking,
    at,
    card,
    empty_hands,
    event,
    few,
    give,
    go,
    level,
    number,
    place,
    table,
    tile,
)
from parlour.engine.chance import stream
from parlour.engine.record import CHANCE, HIDDEN, NONE
from support import Driver, clause

OWN = ("cram-session", "change-of-major", "sketchbook-snoop", "light-fingers", "fire-drill", "study-buddy")


def at_love(d, seat=0):
    """A seat stands where its love interest is."""
    d.g.space[seat] = d.e.where[d.g.loves[seat], d.g.day]
    return d


def stay(d, roll=1):
    """Seat 0 rolls and stays in its building."""
    return d.do("throw", f"roll {roll}", f"go s{int(d.g.space[0]) + 1}")


# One's own turn


@clause("WH-63")
@pytest.mark.parametrize("id", OWN)
def test_a_card_for_ones_own_turn_fits_every_step_of_it(id):
    d = at_love(give(give(table(), 1, "mixtape"), 0, id, "pizza-run"))
    assert d.legal() == ["play h1", "throw"], "before the roll"
    d.do("throw", "roll 1")
    assert d.legal("play") == ["play h1", "play h2"], "after the roll"
    d.do(f"go s{int(d.g.space[0]) + 1}")
    assert d.legal() == ["play h1", "court", "pass"], "where it landed"
    d.do("court", "face 1", "die 1")
    assert d.legal("play") == ["play h1"], "at the affection roll"
    d.do("pass")
    assert d.legal() == ["play h1", "pass"], "before the turn ends"


@clause("WH-63")
def test_what_changes_the_walk_or_the_roll_waits_for_it():
    d = at_love(give(give(table(), 1), 0, "rollerblades", "mixtape", "mistaken-identity"))
    assert d.legal() == ["play h3", "throw"]
    stay(d)
    assert d.legal() == ["play h3", "court", "pass"]
    d.do("court", "face 1", "die 2")
    assert d.legal() == ["play h2", "pass"], "nobody walks out of a roll"


@clause("WH-63")
def test_a_level_raised_after_the_dice_counts_for_them():
    d = at_love(give(give(table(), 1), 0, "cram-session"))
    stay(d).do("court", "face 1", "die 2", "play h1", "raise t3")
    assert d.g.hearts[0] == 1


@clause("WH-59", "WH-63")
def test_on_anothers_turn_ones_own_roll_takes_no_card_for_ones_own_turn():
    d = level(give(give(few(), 0), 1, "cram-session", "mixtape", "love-letter-draft"), 1, tenacity=2)
    go(place(place(d, 0, "library"), 1, "E3"), 6, "library").do(f"step {at(d, 'computer-lab')}")
    assert d.legal() == ["play h3", "court", "pass"]
    d.do("court", "face 1", "die 1")
    assert d.legal("play") == ["play h2", "play h3"]


# Others


@clause("WH-59")
def test_others_are_asked_at_every_step_of_a_turn():
    d = asking(give(give(table(), 0), 1, "mixtape"))
    d.do("throw")
    assert (d.seat, d.legal()) == (1, [WAIT, INTERRUPT]), "before the roll"
    d.do(WAIT, "roll 2")
    assert (d.seat, d.legal()) == (1, [WAIT, INTERRUPT]), "after it"
    d.do(WAIT, f"go {at(d, 'E5')}")
    assert (d.seat, d.legal(), d.g.turn) == (1, [WAIT, INTERRUPT], 0), "after landing"
    d.do(WAIT)
    assert d.g.turn == 1


@clause("WH-59")
def test_a_roll_of_any_size_can_be_answered():
    d = asking(at_love(give(give(table(), 0), 1, "wobbly-table")))
    d.do("throw", WAIT, "roll 1", WAIT, f"go s{int(d.g.space[0]) + 1}", "court", "face 1", "die 1")
    assert (d.seat, d.legal()) == (1, [WAIT, INTERRUPT]), "two short"
    d.do(INTERRUPT, "play h1", "die 6")
    assert d.g.hearts[0] == 1


@clause("WH-59")
def test_all_of_a_step_are_asked_together_and_speak_in_seat_order():
    d = asking(table(seats=4))
    for seat, id in enumerate(("mixtape", "care-package", "take-two", "love-letter-draft")):
        give(d, seat, id)
    d.g.turn = d.g.actor = d.g.seat = 2
    d.do("throw")
    assert int(d.g.asked) == 0b1011
    d.do(INTERRUPT, WAIT)
    assert d.match.hidden(1)[0].answer[0] == HIDDEN
    assert d.match.hidden(3)[0].answer[1] == HIDDEN
    assert d.match.game.moves.text(d.match.look(3).seen(d.match.ply - 1)) == "interrupt ?"
    d.do(INTERRUPT)
    assert (d.seat, d.legal()) == (3, ["play h1", "pass"]), "the next seat after whose turn it is"
    assert d.told(2) == ["Hands up: Player 1 and Player 4."]
    d.do("play h1")
    assert (d.seat, d.legal()) == (0, ["pass"]), "whoever interrupts may think better of it"
    d.do("pass")
    assert d.seat == CHANCE
    assert d.g.spark[3] == 2


@clause("WH-59")
def test_whom_is_asked_is_what_everybody_can_count():
    d = asking(give(give(table(seats=3), 0), 1, "barefoot"))
    give(d, 2)
    d.do("throw")
    assert int(d.g.asked) == 0b010, "a hand of useless cards is asked, an empty one is not"
    d = asking(give(give(table(), 0), 1, "barefoot"))
    for id in ("double-espresso", "care-package", "love-letter-draft"):
        d.g.thrown |= 1 << card(d, id)
    d.do("throw")
    assert d.seat == CHANCE, "all cards for any time lie face up"


@clause("WH-28", "WH-59")
def test_at_a_six_cards_and_tenacity_are_one_question():
    d = level(asking(give(give(give(table(seats=3), 0), 1, "banana-peel"), 2)), 2, tenacity=2)
    d.do("throw", WAIT, "roll 6", WAIT, f"go {at(d, 'D2')}")
    assert int(d.g.asked) == 0b110
    d.do(INTERRUPT, INTERRUPT)
    assert (d.seat, d.legal()) == (1, ["play h1", "pass"])
    d.do("play h1")
    assert d.g.space[0] == number(d, "G5")
    assert d.seat == 2
    assert d.legal("step")


@clause("WH-63")
def test_after_an_interruption_the_player_has_the_last_word():
    d = asking(give(give(table(), 1, "banana-peel"), 0, "cram-session"))
    d.do("throw", WAIT, "roll 6", WAIT, f"go {at(d, 'D2')}", "pass", INTERRUPT, "play h1")
    assert (d.seat, d.legal()) == (0, ["play h1", "pass"])
    d.do("pass")
    assert d.g.turn == 1, "nobody is asked twice about a step"


@clause("WH-59")
def test_with_few_windows_nobody_is_asked_between():
    d = asking(give(give(few(), 0), 1, "care-package"))
    d.do("throw", "roll 2", f"go {at(d, 'E5')}")
    assert d.g.turn == 1


# Entering a building


def in_lab(d, seat):
    return place(d, seat, "computer-lab")


@clause("WH-38")
def test_who_is_swapped_to_their_love_interest_may_try_at_once():
    d = in_lab(give(give(table(), 1), 0, "mistaken-identity"), 1)
    d.do("throw", "roll 1", "play h1", "target p2")
    assert (d.seat, d.legal()) == (0, ["court", "pass"])
    d.do("court", "face 1", "die 6")
    assert d.g.hearts[0] == 1
    assert d.legal("go"), "and the walk is still to come"


@clause("WH-38")
def test_so_may_the_other_one():
    d = in_lab(give(give(table(), 1), 0, "mistaken-identity"), 0)
    d.do("play h1", "target p2")
    assert (d.seat, d.legal(), d.g.actor) == (1, ["court", "pass"], 1)
    d.do("pass")
    assert d.legal() == ["throw"]
    assert d.seat == 0


@clause("WH-38")
def test_a_swap_at_a_six_or_from_an_event_counts_too():
    d = in_lab(give(give(few(), 0), 1, "trading-places"), 0)
    stay(d, 6).do("pass", "play h1")
    assert (d.seat, d.legal()) == (1, ["court", "pass"])
    d.do("pass")
    assert d.g.turn == 1
    d = in_lab(level(empty_hands(table()), 0, charm=4, mojo=4), 1)
    swaps = [(e.id, i) for e in d.match.edition.content.standard_events for i, a in enumerate(e.answers, 1)]
    id, answer = next((id, i) for id, i in swaps if effect_of(d, id, i) == "swap")
    d.g.level[0] = 4
    go(d, 1, "H5").do(f"event {event(d, id)}", f"answer a{answer}", "target p2")
    assert (d.seat, d.legal()) == (0, ["court", "pass"])


def effect_of(d, id, answer):
    return next(e for e in d.match.edition.content.standard_events if e.id == id).answers[answer - 1].effect


@clause("WH-38")
def test_swapping_within_a_building_is_not_entering_it():
    d = in_lab(in_lab(give(give(table(), 1), 0, "mistaken-identity"), 0), 1).do("play h1", "target p2")
    assert (d.seat, d.legal()) == (0, ["throw"])


# Steps


@clause("WH-R29", "WH-44", "WH-51")
@pytest.mark.parametrize("id", ["lost-freshman", "the-endless-lecture", "the-unreliable-map"])
def test_a_step_of_ones_own_event_is_a_landing(id):
    d = empty_hands(table())
    d.g.level[0] = 3
    steps = next(e for e in d.match.edition.content.standard_events if e.id == id).answers
    answer = next(i for i, a in enumerate(steps, 1) if a.effect == "step")
    go(place(d, 0, "G5"), 1, "H5").do(f"event {event(d, id)}", f"answer a{answer}")
    before = d.g.level[0, TENACITY]
    d.do(f"step {at(d, 'I5')}")
    assert d.g.level[0, TENACITY] == before + 1
    assert (d.g.tile[number(d, "I5")], d.g.tally[0, TILES]) == (0, 2)
    assert d.g.turn == 1


@clause("WH-R29")
def test_only_the_first_step_of_a_turn_is_a_landing():
    d = empty_hands(table())
    d.g.stepped = 1
    go(d, 1, "H5")
    d.g.stepped = 1
    d.do(f"event {event(d, 'lost-freshman')}", "answer a1", f"step {at(d, 'I5')}")
    assert d.g.tile[number(d, "I5")] == NONE
    assert d.g.level[0, TENACITY] == 0


@clause("WH-25", "WH-28")
def test_brawn_takes_a_space_on_a_step_as_well():
    d = place(level(empty_hands(few()), 1, tenacity=2, brawn=2), 1, "F5")
    go(place(d, 0, "library"), 6, "library")
    d.g.space[0] = number(d, "E5")
    assert at(d, "E5") in [t.split()[1] for t in d.legal("step")]
    d.do(f"step {at(d, 'E5')}")
    assert (d.g.space[1], d.g.space[0]) == (number(d, "E5"), number(d, "G5"))
    assert int(d.g.used[1]) == 1 << BRAWN | 1 << TENACITY
    assert "Player 2 uses the perk Brawn." in d.told(0)
    d.g.used[1] = 1 << BRAWN
    d = place(level(empty_hands(few()), 1, tenacity=2), 1, "F5")
    go(place(d, 0, "library"), 6, "library")
    d.g.space[0] = number(d, "E5")
    assert at(d, "E5") not in [t.split()[1] for t in d.legal("step")]


# Looking, and choosing


@clause("WH-36")
def test_the_printed_quirk_looks_under_any_tile_of_the_campus():
    d = tile(tile(level(empty_hands(table()), 0, kindness=2), "B2", 1), "E5", 1).do("throw", "roll 2")
    assert d.legal("peek") == [f"peek {at(d, 'B2')}", f"peek {at(d, 'E5')}"]
    d.do(f"peek {at(d, 'B2')}")
    assert int(d.g.used[0]) == 1 << KINDNESS


@clause("WH-10")
@pytest.mark.parametrize("mode", ["romantic-rival", "double-date"])
def test_two_groups_may_court_the_same_person(mode):
    d = Driver("work_of_heart", mode=mode, seats=4).do("woo l1")
    assert d.seat == 1
    d.do("woo l1")
    assert d.g.loves.tolist() == [0, 0, 0, 0]


@clause("WH-59")
def test_whether_somebody_has_answered_does_not_show_before_all_have():
    match = table(seats=3).match
    match.play("throw", 0)
    assert match.deciders == [1, 2]
    ply, before = match.ply, match.hidden(2).tobytes()
    match.play(INTERRUPT, 1)
    assert (match.ply, match.hidden(2).tobytes(), match.deciders) == (ply, before, [2])
    match.play(WAIT, 2)
    assert match.ply == ply + 2
    assert match.seat == 1


@clause("WH-59")
def test_letting_a_step_go_by_is_nothing_to_look_back_to():
    d = table()
    d.do("throw", "roll 2", f"go {at(d, 'E5')}", "pass")
    view = d.match.look(1).view
    assert view.last.kind != "interrupt"
    assert not [told for told in view.since if any("nterrupt" in words for words in told.lines)]


@clause("WH-59")
def test_an_answer_that_is_not_known_may_be_either():
    d = asking(give(give(give(table(seats=4), 1, "mixtape"), 2, "take-two"), 3, "barefoot"))
    give(d, 0)
    d.do("throw", INTERRUPT)
    match, rng = d.match, stream(3)
    worlds = [match.game.imagine(match.edition, match.hidden(3), 3, rng)[0] for _ in range(400)]
    assert {int(w.answer[s]) for w in worlds for s in (0, 2, 3)} == {NONE}, "nobody else has answered"
    assert 150 < sum(int(w.answer[1]) for w in worlds) < 250

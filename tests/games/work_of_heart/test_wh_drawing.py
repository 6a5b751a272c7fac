"""Work of Heart in a terminal: a readable map at every width, nothing hidden on it, and a game from deal to end."""

import random
from io import StringIO

import pytest
from rich.console import Console

from games.work_of_heart.campus_stage import at, give, level, place, table, tile
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.games.work_of_heart.drawing import draw
from support import clause


def drawn(match, seat, width=100):
    console = Console(width=width, record=True, file=StringIO(), color_system=None)
    console.print(draw(match.look(seat).screen, lambda line: match.say(line, seat)))
    return console.export_text()


@pytest.mark.parametrize("width", [80, 100, 160])
def test_no_line_is_wider_than_the_terminal(width):
    d = table(seats=4).do("throw", "roll 4")
    lines = drawn(d.match, 0, width).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    assert not [line for line in lines if "…" in line]


@clause("WH-48")
def test_the_map_shows_where_the_roll_can_take_you():
    d = tile(place(table(seats=3), 2, "B2"), "E5", 1).do("throw", "roll 2")
    text = drawn(d.match, 0)
    assert "Monday, round 1 of 5, roll 2" in text
    assert text.count(">") == 5, "four destinations and the key"
    assert ">::2" in text
    assert "[3]" in text
    assert "CL♥" in text


def test_boards_show_levels_ranks_perks_and_hearts():
    d = level(table(), 0, kindness=4, mojo=2)
    text = drawn(d.match, 0)
    assert "4*1" in text
    assert "Ki M1 M2" in text
    assert "Bobbie Rosso (easy P1 P2)" in text
    assert "Computer Lab 3" in text


def test_hands_of_others_lie_face_down():
    d = give(give(table(), 0, "mixtape"), 1, "barefoot")
    mine, theirs, public = (drawn(d.match, seat) for seat in (0, 1, int(PUBLIC)))
    assert "Mixtape" in mine
    assert "Barefoot" not in mine
    assert "Barefoot" in theirs
    assert "Mixtape" not in public
    assert "Player 1's hand: 1 face down" in public


@pytest.mark.parametrize(("mode", "seats"), [("harem", 2), ("flying-solo", 3), ("double-date", 4)])
def test_a_whole_game_can_be_drawn_from_deal_to_end(mode, seats):
    match = Match.deal("work_of_heart", seed=5, mode=mode, seats=seats)
    pick = random.Random(5)
    while not match.over:
        seat = match.deciders[0]
        if pick.random() < 0.1:
            assert match.look(seat).screen["day"] in drawn(match, seat)
        match.play(pick.choice(match.moves(seat)), seat)
    text = drawn(match, 0, 80)
    assert text.count("total") == seats
    assert "successful affection rolls" in text


def test_a_turn_of_four_fits_a_terminal_of_forty_lines():
    d = give(table(seats=4), 0, "mixtape", "barefoot", "take-two").do("throw", "roll 4")
    assert len(drawn(d.match, 0, 80).rstrip().splitlines()) <= 34, "the question and a folded list need the rest"


@clause("WH-66")
def test_an_event_says_what_counts_and_which_answers_are_shut():
    d = level(table(), 0, brawn=1, kindness=2)
    events = [e.id for e in d.match.edition.content.events]
    d.do("throw", "roll 1", f"go {at(d, 'H5')}", f"event e{events.index('the-goose-returns') + 1}")
    text = drawn(d.match, 0)
    assert "tests: brawn 1 + kindness 2, which makes 3" in text
    assert "x [6+]" in text
    assert "x [3+]" not in text
    assert "your bonus pick: Master Paver (you 1, most 1)" in text


@clause("WH-40")
def test_an_affection_roll_shows_what_it_is_made_of():
    d = level(table(loves=("ravi-montague",)), 0, charm=4, mojo=2)
    d = place(give(d, 0, "mixtape"), 0, "theater")
    d.do("throw", "roll 1", f"go {at(d, 'theater')}", "court", "face 1", "die 3")
    text = " ".join(drawn(d.match, 0).split())
    assert "Charm 4 + Die 3 + Entrances Matter 2 = 9, needed 8; then P2 may answer" in text

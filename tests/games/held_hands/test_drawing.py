"""The terminal's table: rings, hands and scales can be read without colour, and no covered half is on it."""

from io import StringIO

import pytest
from rich.console import Console

from games.held_hands.deals import deal
from parlour.engine.record import PUBLIC
from parlour.games.held_hands.drawing import draw


def drawn(d, seat=0, width=100):
    console = Console(width=width, record=True, file=StringIO(), color_system=None)
    console.print(draw(d.match.look(seat).screen, lambda line: d.match.say(line, seat)))
    return console.export_text()


@pytest.mark.parametrize("width", [80, 100])
def test_no_line_is_wider_than_the_terminal(width):
    lines = drawn(deal(), width=width).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width


def test_every_node_is_drawn_once_with_letter_and_number():
    d = deal()
    rows = "\n".join(drawn(d).splitlines()[2:29]).replace("·", " ").replace("*", " ")
    words = rows.replace("P1:", " ").replace("P2:", " ").split()
    letters = d.match.edition.content.colours
    expected = [f"{'GBRK'[c]}{n + 1}" for n, c in enumerate(letters[:-1])] + ["♥57"]
    assert sorted(words) == sorted(expected)


def test_your_own_seat_is_at_the_bottom():
    d = deal()
    for seat, mine, theirs in ((0, "P1:R17", "P2:K1"), (1, "P2:K1", "P1:R17")):
        rows = drawn(d, seat).splitlines()
        assert [n for n, row in enumerate(rows) if mine in row] > [n for n, row in enumerate(rows) if theirs in row]


def test_hands_show_one_half_remember_what_was_seen_and_cover_the_rest():
    d = deal("GR GB GK BG BR BK", "RG RB RK BG BR BK", goal="R")
    before = drawn(d)
    assert "h1 [G] ?" in before
    d.do("step p1 h1 n16", "stop")
    text = drawn(d)
    assert "h1  -" in text
    assert "h2  g [B]" in text
    assert "h1 [R] ?" in text
    assert drawn(d, int(PUBLIC)).count("?") == 6


def test_scales_objective_and_paths_are_there():
    text = drawn(deal(goal="R").do("step p1 h4 n16"))
    assert " -2 [-1] 0  +1  +2" in text
    assert "Objective: Anger [R]" in text
    assert "P1 at green node 16, paths to R15 R17 (K40) (B41)" in text
    assert "(R17)" in text


def test_where_a_turn_would_meet_the_objective_has_a_star():
    d = deal()
    goal = d.match.look(0).g.goal
    drawn_nodes = drawn(d).replace("·", " ").replace("P1:", " ").replace("P2:", " ").split()
    starred = {int(word[1:-1]) for word in drawn_nodes if word.endswith("*")}
    colours, rings = d.match.edition.content.colours, d.match.edition.content.ring_of
    meets = {n + 1 for n, (c, r) in enumerate(zip(colours, rings, strict=True)) if c == goal and r == 0}
    # The node where the walk began cannot be its end.
    assert starred == meets - {17}


def test_the_table_leaves_room_for_moves_on_a_small_terminal():
    lines = drawn(deal(), width=80).rstrip().splitlines()
    assert len(lines) <= 36

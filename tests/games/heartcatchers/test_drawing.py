"""The terminal's table: everything can be read without colour, and nothing hidden is on it."""

from io import StringIO

import pytest
from rich.console import Console

from games.heartcatchers.deals import BLUE_LOVE, GREEN_CHANGE, deal, finish
from parlour.engine.record import PUBLIC
from parlour.games.heartcatchers.drawing import draw
from support import Driver


def drawn(d: Driver, seat: int, width: int = 100) -> str:
    console = Console(width=width, record=True, file=StringIO(), color_system=None)
    console.print(draw(d.match.look(seat).screen, lambda line: d.match.say(line, seat)))
    return console.export_text()


@pytest.mark.parametrize("width", [80, 100, 160])
def test_no_line_is_wider_than_the_terminal(width):
    d = deal().do("catch h1 s2", "draw c5", "secret h1 s2", "draw c6", "steal h2 s5 s2")
    lines = drawn(d, 0, width).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    assert not [line for line in lines if "…" in line]


def test_cards_are_named_with_letter_and_sign():
    text = drawn(deal().do("catch h1 s2", "draw c5"), 1)
    assert "╭ R ♥ Red Heart " in text
    assert "╭ B ◆ Blue Heart " in text
    assert "│ G ♣ Green Ultimate Love " in text
    assert all(f"╭ h{slot} " in text for slot in (1, 2, 3))
    assert "Draw pile ▒▒ 7" in text
    assert "Your hand   3 points" in text


def test_secrets_are_named_to_those_who_hid_them():
    d = deal().do("secret h2 s5", "draw c5", "secret h1 s5", "draw c6")
    mine, theirs, public = (drawn(d, seat) for seat in (0, 1, int(PUBLIC)))
    assert "Secrets 2" in mine
    assert "   R ♥ Red Heart" in mine
    assert "Blue Ultimate Love" not in mine
    assert "   B ◆ Blue Ultimate Love" in theirs
    assert "Ultimate Love" not in public
    assert "h1" not in public


def test_the_end_shows_discards_and_the_winner():
    text = drawn(finish(deal(), s1=[GREEN_CHANGE], s2=[BLUE_LOVE]), 0)
    assert "Discarded G ♣ Green Change-of-Heart" in text
    assert "6 points  ★" in text


def test_an_empty_table_can_be_drawn():
    assert "Draw pile ▒▒ 20" in drawn(Driver("heartcatchers"), 0)

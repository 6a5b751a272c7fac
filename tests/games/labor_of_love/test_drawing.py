"""The workshop on a terminal: it fits, it can be read without colours, and it says what a card would do."""

import io
import random

import pytest
from rich.console import Console

from games.labor_of_love.workshop import CLAY_ALL, CLAY_LONG, WOOD_YELLOW, YARN_TWO, table
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.games.labor_of_love.drawing import draw


def drawn(match: Match, seat: int, width: int) -> str:
    out = io.StringIO()
    Console(file=out, width=width, color_system=None).print(
        draw(match.look(seat).screen, lambda said: match.say(said, seat))
    )
    return out.getvalue()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("width", [80, 100])
def test_it_can_be_drawn_from_the_deal_to_the_end(seats, width):
    match = Match.deal("labor_of_love", seed=5, seats=seats)
    pick = random.Random(5)
    while True:
        for seat in (*range(seats), -3):
            text = drawn(match, seat, width)
            assert max(map(len, text.splitlines())) <= width
            # With a question and five moves below it, it stands on a screen of 40 lines.
            assert len(text.splitlines()) <= 33
            for row in match.edition.content.rows:
                assert row.name in text
        if match.over:
            break
        match.play(pick.choice(match.moves()))
    assert f"{match.points[0]} points" in text


def test_a_card_says_what_it_would_do():
    d = table(CLAY_ALL, YARN_TWO, WOOD_YELLOW, CLAY_LONG)
    lines = drawn(d.match, 0, 100).splitlines()
    best = next(text for text in lines if "Clay All" in text)
    assert "5h→5 R+2 Y+1 G+2 B+1 = +11 1 reaction" in best
    assert "exactly home" in next(text for text in lines if "Clay Long" in text)
    assert "Draw pile: 10" in "".join(lines)


def test_bulbs_and_lines_can_be_read_without_colour():
    d = table(CLAY_ALL, YARN_TWO, WOOD_YELLOW, CLAY_LONG)
    d.do("take r1", "deal c14", "react e1")
    lines = drawn(d.match, 0, 100).splitlines()
    row = next(text for text in lines if "Y Two" in text)
    assert row.split("Two")[1].split() == ["0", "┃[1]", "┃", "9", "┃14", "20", "│"]
    assert any("😍 4×0" in text for text in lines)


def test_whoever_looks_on_has_no_reactions():
    match = Match.deal("labor_of_love", seed=1, seats=2)
    mine, theirs = (match.look(seat).view.zones for seat in (0, int(PUBLIC)))
    assert [zone.have for zone in mine if zone.emoji] == [0] * 5
    assert [zone.have for zone in theirs if zone.emoji] == [None] * 5

"""The terminal's table: stage, profile, hand and what is known of face-down cards, and nothing else."""

from io import StringIO

import pytest
from rich.console import Console

from games.perfect_match.stage import Stage
from parlour.engine.record import PUBLIC
from parlour.games.perfect_match.drawing import draw
from support import clause


def drawn(s, seat, width=100):
    console = Console(width=width, record=True, file=StringIO(), color_system=None)
    console.print(draw(s.match.look(seat).screen, lambda line: s.match.say(line, seat)))
    return console.export_text()


def busy(seats=4, **options):
    """A table with something of everything on it."""
    s = Stage(seats=seats, **options).wooed(0, "marisol", "rufus").wooed(1, "greta").flag("eleven-cats", "rufus")
    s.lay(1, 1, "musical", by=0).lay(1, 2, "tender", by=1).lay(1, 3, "funny", up=True).flag("reply-all", "ada")
    return s.give(1, "daring", "overheard").turn("bookish", "labels-food", "overheard", "its-not-you", "musical")


@pytest.mark.parametrize("width", [80, 100, 160])
def test_no_line_is_wider_than_the_terminal(width):
    lines = drawn(busy(), 0, width).splitlines()
    assert max(len(line.rstrip()) for line in lines) <= width
    assert not [line for line in lines if "…" in line]


@clause("PM-R3", "PM-R22")
def test_face_down_cards_are_in_brackets_with_what_you_know_of_them():
    text = drawn(busy(), 0)
    assert "k1 P1[M] Musical (P1)" in text
    assert "k2 P2[?] trait/flag (P2)" in text
    assert "k3  F  Funny" in text
    theirs = drawn(busy(), 1)
    assert "k1 P1[?] trait/flag (P1)" in theirs
    assert "k2 P2[T] Tender (P2)" in theirs


def test_stage_profile_hand_and_red_flags_are_on_it():
    text = drawn(busy(), 0)
    for part in (
        "Ada Wren ♥♡",
        "! Always Replies to All",
        "Listens at Doors: Peek at a",
        "You are looking for: B Bookish D Daring F Funny",
        "h1 B Bookish",
        "h2 ! Labels Every Yoghurt",
        "h3 * Overheard in the Queue: Peek ×2 at a hidden card",
        "Marisol Vega",
        "! Eleven Cats",
        "♥ 4/6",
        "3 actions left",
        "not for you (B) (D) F  full",
        "for you (B) (D) (F)  3 short",
        "Main deck:",
    ):
        assert part in text, part


@clause("PM-12")
def test_a_drama_without_effect_says_so():
    s = Stage().turn("its-not-you", "double-espresso", "bookish", "bookish", "bookish")
    text = drawn(s, 0, 160)
    assert "h1 * It Is Not You: Remove (Finds nothing to work on now)" in text
    assert "h2 * Double Espresso: Encore 2 more actions" in text


@clause("PM-R3", "PM-R22")
def test_from_memory_nothing_is_said_of_a_face_down_card():
    text = drawn(busy(rulings={"from-memory": True}), 0)
    assert "k1 [?]" in text
    assert "P1[" not in text


def test_a_watcher_sees_no_hand_and_no_face_down_card():
    text = drawn(busy(), int(PUBLIC))
    assert "Overheard" not in text
    assert "[M]" not in text
    assert "k3  F  Funny" in text


@clause("PM-R2")
def test_a_secret_profile_says_among_how_many_it_is():
    text = drawn(busy(rulings={"open-profiles": False}), 0)
    assert "Player 2 is looking for: ? (1 of 24)" in text


def test_the_end():
    s = Stage().wooed(0, "boris", "farid").turn()
    for k, id in enumerate(("bookish", "daring", "funny"), 1):
        s.lay(1, k, id)
    s.do("date s1")
    assert "♥ 8/8" in drawn(s, 1)
    assert s.told(1)[-1] == "Player 1 wins with 8 hearts."


def test_the_table_speaks_german():
    s = busy()
    look = s.match.look(0, language="de")
    console = Console(width=80, record=True, file=StringIO(), color_system=None)
    console.print(draw(look.screen, look.say))
    text = console.export_text()
    assert "noch 3 Aktionen" in text
    assert "Eigenschaft/Flagge" in text
    assert "actions" not in text
    assert len(text.splitlines()) <= 40

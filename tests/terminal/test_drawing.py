"""The drawing for games without their own, and the pace of the screen."""

import io
from typing import Any

import pytest
from rich.console import Console

from parlour.terminal import screen
from parlour.terminal.drawing import draw_zones
from parlour.terminal.screen import PACE, Screen


def drawn(*zones: dict[str, Any]) -> str:
    view = {"me": 0, "seats": 2, "points": [1, 2], "zones": list(zones)}

    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(draw_zones(view, ("Ann", "Bo")))
    return out.getvalue()


def zone(text: str, pieces: list[dict[str, Any]], *facts: str) -> dict[str, Any]:
    return {"text": text, "owner": 0, "layout": "row", "pieces": pieces, "facts": facts}


def test_the_plain_drawing_shows_facts_and_texts() -> None:
    cards = [
        {"name": "Ace", "facts": ["worth 3"], "text": "Draw two."},
        {"name": None, "facts": ["seen by Bo"]},
        {"name": "King", "facts": []},
    ]
    shown = drawn(zone("Hand", cards, "full at 3"))
    for text in ("Hand", "Ace", "worth 3", "Draw two.", "face down", "seen by Bo", "King", "full at 3"):
        assert text in shown


def test_pieces_without_texts_stay_on_one_line() -> None:
    assert "Ace, King" in drawn(zone("Row", [{"name": "Ace"}, {"name": "King"}]))


@pytest.mark.parametrize(("terminal", "hold", "slept"), [(True, 1500, 1.5), (True, 0, PACE), (False, 1500, PACE)])
def test_a_line_holds_the_screen_only_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, hold: int, slept: float
) -> None:
    waited: list[float] = []
    monkeypatch.setattr(screen.time, "sleep", waited.append)
    Screen(console=Console(file=io.StringIO(), force_terminal=terminal)).pace(hold)
    assert waited == [slept]


def test_a_fast_screen_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen.time, "sleep", lambda _: pytest.fail("it waited"))
    Screen(fast=True, console=Console(file=io.StringIO(), force_terminal=True)).pace(1500)

"""The drawing for games without their own, and the pace of the screen."""

import io
from typing import Any

import pytest
from rich.console import Console

from parlour.engine.view import piece, zone
from parlour.engine.words import Line, line
from parlour.terminal import screen
from parlour.terminal.drawing import draw_zones
from parlour.terminal.screen import PACE, Screen


def drawn(*zones: dict[str, Any]) -> str:
    view = {"me": 0, "seats": 2, "points": [1, 2], "zones": list(zones)}

    def speak(said: Line) -> str:
        return f"{said.key} {said.fields.get('n', '')}".strip()

    out = io.StringIO()
    Console(file=out, width=80, color_system=None).print(draw_zones(view, speak, ("Ann", "Bo")))
    return out.getvalue()


def test_the_plain_drawing_shows_facts_and_texts() -> None:
    cards = [
        piece("a", "Ace", facts=[line("fact.worth", n=3)], text="Draw two."),
        piece("b", None, facts=[line("fact.seen", n=1)]),
        piece("c", "King"),
    ]
    shown = drawn(zone("hand", line("zone.hand"), cards, facts=[line("fact.full", n=3)]))
    for text in ("zone.hand", "Ace", "fact.worth 3", "Draw two.", "face down", "fact.seen 1", "King", "fact.full 3"):
        assert text in shown


def test_pieces_without_texts_stay_on_one_line() -> None:
    assert "Ace, King" in drawn(zone("row", line("zone.row"), [piece("a", "Ace"), piece("b", "King")]))


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

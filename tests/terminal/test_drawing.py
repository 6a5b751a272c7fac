"""The drawing for games without their own, and the pace of the screen."""

import io
import time
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from parlour import Match
from parlour.engine import registry
from parlour.engine.words import line
from parlour.terminal import screen
from parlour.terminal.drawing import draw_zones
from parlour.terminal.screen import PACE, Screen
from parlour.terminal.session import Session


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


MARKED = "[/red]"
DRAWN = [name for name in registry.names() if (registry.load(name).folder / "drawing.py").exists()]


def marked(data: Any, key: str = "") -> Any:
    """A view whose names and texts look like the markup of Rich, which would style, hide or refuse them."""
    if isinstance(data, dict):
        return {k: marked(v, k) for k, v in data.items()}
    if isinstance(data, list):
        return [marked(item, key) for item in data]
    return MARKED + data if isinstance(data, str) and key in ("name", "text", "day", "facts") else data


@pytest.mark.parametrize("name", DRAWN)
def test_names_that_look_like_markup_are_drawn_as_they_are(name: str) -> None:
    match = Match.deal(name, seed=1)
    console = Console(file=io.StringIO(), width=200, markup=False)
    for _ in range(60):
        seat = match.seat
        view = marked(match.look(seat).screen)
        console.print(match.game.part("drawing").draw(view, lambda said, who=seat: match.say(said, who)))
        match.play(match.legal()[-1])
        if match.over:
            break
    assert MARKED in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_person_sees_what_their_own_move_has_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    held, plain = line("story.held", "X-1", hold=1500), line("story.plain")
    slept: list[float] = []
    shown: list[tuple[int, int]] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    monkeypatch.setattr(Session, "show_story", lambda self, seat, since: shown.append((seat, since)))
    session = Session.__new__(Session)
    session.screen = Screen(console=Console(file=io.StringIO(), force_terminal=True))
    match = SimpleNamespace(over=False, story=lambda seat, since: [plain, held][: since + 1])
    session.series = SimpleNamespace(match=match)  # type: ignore[assignment]
    session.linger(0, 0)
    assert slept == [], "nothing asks for it"
    session.linger(0, 1)
    assert slept == [1.5]
    assert shown == [(0, 1)]


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

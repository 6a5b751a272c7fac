"""With nothing compiled the shelf is open at once, a game is chosen, and the deal waits for that game alone."""

import clicks
import pytest

import houses
from parlour.engine import jit

pytestmark = pytest.mark.skipif(bool(jit.CONFIG.DISABLE_JIT), reason="nothing is compiled")

GAME = "heartcatchers"


@pytest.fixture
def cold_house(tmp_path):
    """A house whose cache of compiled rules is empty."""
    opened = houses.House(str(tmp_path / "tables.db"), PARLOUR_CACHE=str(tmp_path / "cache"))
    yield opened
    opened.stop()


def ready(page):
    """By game, how much of it is compiled."""
    return {game["name"]: game["compiled"] for game in page.request.get("/api/games").json()}


def test_a_game_is_chosen_while_nothing_is_compiled_and_played_when_its_rules_are(visit, cold_house):
    page = visit(cold_house)
    page.goto("/")
    assert max(ready(page).values()) < 1
    page.click(f"[data-play={GAME}]")
    page.wait_for_selector("main[data-status=waiting] progress")
    shares = [0.0]

    def dealt():
        if bar := page.query_selector("main[data-status=waiting] progress"):
            shares.append(float(bar.get_attribute("value") or 0))
        return clicks.status(page) == "playing"

    clicks.until(page, dealt)
    assert shares == sorted(shares)
    assert len(set(shares)) > 2
    assert clicks.ready(page)
    clicks.play_something(page)
    assert ready(page)[GAME] == 1.0
    assert min(ready(page).values()) < 1

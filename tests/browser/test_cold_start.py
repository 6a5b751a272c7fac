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


def test_a_running_table_says_how_far_its_game_is_after_a_start_with_nothing_compiled(visit, tmp_path):
    """To a page that is still open, to one that is opened then, and to the shelf, which does not wait for it."""
    house = houses.House(str(tmp_path / "tables.db"))
    try:
        page = visit(house)
        page.goto("/")
        page.click(f"[data-play={GAME}]")
        assert clicks.ready(page)
        clicks.play_something(page)
        assert clicks.ready(page)
        played = clicks.ply(page)
        house.stop()
        house.environment["PARLOUR_CACHE"] = str(tmp_path / "cache")
        house.start()
        shelf = page.context.new_page()
        shelf.goto("/")
        shelf.locator(".mine .pill", has_text="getting ready").wait_for()
        other = page.context.new_page()
        heard = clicks.overhear(other)
        other.goto(page.url)
        for sight in (other.locator("main.message progress"), page.locator(".banner progress")):
            sight.wait_for()
        other.wait_for_selector("main[data-status=playing]")
        page.wait_for_selector(".banner progress", state="detached")
        shares = [m["compiled"] for m in heard if m["type"] == "loading"]
        assert shares == sorted(shares)
        assert len(set(shares)) > 2
        assert clicks.ply(other) == played
        shelf.locator(".mine .pill.now").wait_for()
        assert clicks.ready(page)
        clicks.play_something(page)
    finally:
        house.stop()

"""With nothing compiled the shelf is open at once, a game is chosen, and the deal waits for that game alone."""

import shutil

import clicks
import pytest
from complaints import CUT

import houses
from parlour import compiling
from parlour.engine import jit, registry

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


@pytest.mark.complains(*CUT)
def test_a_game_is_chosen_while_nothing_is_compiled_and_played_when_its_rules_are(visit, cold_house):
    page = visit(cold_house)
    heard = clicks.overhear(page)
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
    bots_prepared = page.get_by_text("Preparing the bots for this computer")
    clicks.until(page, lambda: page.locator(clicks.CARDS).count() or bots_prepared.count())
    if not bots_prepared.count():
        clicks.play_something(page)
    bots_prepared.wait_for()
    assert ready(page)[GAME] == 1.0
    check_that_friends_sit_down_and_read(visit(cold_house), visit(cold_house))
    bots_prepared.wait_for(state="detached")
    assert clicks.ready(page)
    assert min(m["bots_compiled"] for m in clicks.tables(heard)) < 1


def check_that_friends_sit_down_and_read(ann, bob):
    """At a table of the game that is compiled last."""
    ann.goto("/")
    name = min(ready(ann).items(), key=lambda game: game[1])[0]
    clicks.sit_down(bob, clicks.invite(ann, registry.about(name).title))
    for page in (ann, bob):
        page.get_by_role("button", name="Rules").click()
        page.locator("dialog .text p").first.wait_for()
        page.get_by_role("button", name="Close").click()
        page.locator("main[data-status=waiting] progress").wait_for()
    assert ready(ann)[name] < 1


def cache_without(game, folder):
    """A cache in which every other game is compiled, if they are: only this one is to be compiled now."""
    kept = set()
    for name in registry.names(shelf_only=True):
        if name != game and compiling.is_compiled(name):
            mark = compiling.mark_of(name)
            kept |= {mark.parent.name, *mark.read_text("utf-8").splitlines()}
    for name in kept:
        shutil.copytree(jit.cache_root() / name, folder / jit.cache_root().name / name)
    return str(folder)


@pytest.mark.complains(*CUT)
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
        house.environment["PARLOUR_CACHE"] = cache_without(GAME, tmp_path / "cache")
        house.start()
        shelf = page.context.new_page()
        shelf.goto("/")
        shelf.locator("[data-table] .pill", has_text="getting ready").wait_for()
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
        shelf.locator("[data-table] .pill.now").wait_for()
        assert clicks.ready(page)
        clicks.play_something(page)
    finally:
        house.stop()

"""Whole games of Labor of Love in a real browser at full length: every number of seats, with and without long chains.

`python bench/browser_labor_of_love.py [games]`, bots at once. From the acknowledgement of a move to its frame, in ms;
the limit is 100.
"""

import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from browser import LIMIT, WATCH

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/browser")]

import clicks  # noqa: E402
import workshop  # noqa: E402

import houses  # noqa: E402


def main(games):
    delays = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = houses.House(str(Path(folder) / "tables.db"))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=clicks.OPTIONS)
        for _ in range(games):
            for seats in (2, 3, 4):
                for long_chains in (True, False):
                    delays += one_game(browser, house, seats, long_chains)
        browser.close()
        house.stop()
    delays.sort()
    print(f"{len(delays)} moves")
    print(f"acknowledgement to frame: median {statistics.median(delays):.1f} ms, slowest {delays[-1]:.1f} ms")
    assert delays[-1] < LIMIT, f"slower than {LIMIT} ms"


def one_game(browser, house, seats, long_chains):
    context = browser.new_context(base_url=house.url, viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.set_default_timeout(clicks.PATIENCE * 1000)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto("/about")
    page.evaluate("localStorage.setItem('pace', 'once')")
    workshop.deal(page, ["me", *["bot"] * (seats - 1)], "edition", rulings={"long-chains": long_chains})
    workshop.play_out(page)
    page.wait_for_selector("#ending")
    delays = page.evaluate("window.delays")
    context.close()
    return delays


if __name__ == "__main__":
    main(int(next((a for a in sys.argv[1:] if a.isdigit()), "1")))

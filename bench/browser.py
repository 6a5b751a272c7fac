"""Whole games in real browsers at full length, with motion: how soon a move is on the screen.

`python bench/browser.py [games] [GAME]`. Perfect Match and Labor of Love go through every number of seats and every
ruling, ...and then we held hands... through every ruling, by the house's advice, and Work of Heart through its modes
and rulings.
From the acknowledgement of a move to the frame that shows it, in milliseconds; the limit is 100. Nothing on the board
may shift.
Heartcatchers is also played once in WebKit, by Debian's webkit2gtk-driver, which is installed if that can be done.
"""

import random
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/browser"), str(ROOT / "bench")]

import _webkit  # noqa: E402
import clicks  # noqa: E402
import hands  # noqa: E402
import heart_clicks  # noqa: E402
import matchplay  # noqa: E402
import workshop  # noqa: E402
from _ending import leave_in_order  # noqa: E402

import houses  # noqa: E402
import waiting  # noqa: E402
from parlour.games.held_hands import ABOUT as HELD_HANDS  # noqa: E402
from parlour.games.labor_of_love import ABOUT as LABOR_OF_LOVE  # noqa: E402
from parlour.games.work_of_heart import ABOUT as WORK_OF_HEART  # noqa: E402

LIMIT = 100.0

# Notes when a move is acknowledged, and when the first frame after the table's change begins.
WATCH = """
window.delays = [];
const Native = WebSocket;
window.WebSocket = class extends Native {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', (event) => {
      if (JSON.parse(event.data).type === 'ack') window.acked = performance.now();
    });
  }
};
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  const from = window.acked;
  window.acked = 0;
  if (from) requestAnimationFrame(() => window.delays.push(performance.now() - from));
}).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['data-ply'] }));
"""


def main(games, game):
    delays = []
    leave_in_order()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = houses.House(str(Path(folder) / "tables.db"))
        try:
            browser = clicks.launch(playwright.chromium)
            for _ in range(games):
                delays += PLAYED[game](browser, house)
            browser.close()
            if game == "heartcatchers":
                print(_webkit.play_one(house.url))
            house.stop()
        finally:
            house.end()
    delays.sort()
    print(f"{games} games, {len(delays)} moves")
    print(f"acknowledgement to frame: median {statistics.median(delays):.1f} ms, slowest {delays[-1]:.1f} ms")
    assert delays[-1] < LIMIT, f"slower than {LIMIT} ms"


def watched(browser, house):
    """A page of its own that notes how long moves take."""
    context = browser.new_context(base_url=house.url, viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.set_default_timeout(waiting.TIMEOUT * 1000)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('pace', 'once')")
    return page


def finished(page):
    page.wait_for_selector("#ending")
    shifts = page.evaluate("window.shifts")
    assert not shifts, f"moved without being asked to: {shifts}"
    delays = page.evaluate("window.delays")
    page.context.close()
    return delays


def heartcatchers(browser, house):
    page = watched(browser, house)
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    clicks.watch_shifts(page)
    clicks.play_out(page)
    return finished(page)


def perfect_match(browser, house):
    delays = []
    for seats in (2, 3, 4):
        for rulings in ({}, {"open-profiles": False}, {"from-memory": True}):
            page = watched(browser, house)
            frames = clicks.overhear(page)
            chairs = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * (seats - 1)]
            wish = {"game": "perfect_match", "seats": chairs, "rulings": rulings}
            page.goto(page.request.post("/api/tables", data=wish).json()["path"])
            assert matchplay.ready(page)
            clicks.watch_shifts(page)
            pick = random.Random(seats)
            while matchplay.ready(page):
                matchplay.make(page, matchplay.choose(frames, pick))
                skip = page.locator(".prompt .answer", has_text="Skip")
                if page.locator(".scene").count():
                    skip.first.click()
            delays += finished(page)
    return delays


def held_hands(browser, house):
    """Every switchable ruling the other way round."""
    delays = []
    for rulings in ({}, *turned(HELD_HANDS)):
        page = watched(browser, house)
        frames = clicks.overhear(page)
        assert hands.start(page, "edition", rulings=rulings)
        clicks.watch_shifts(page)
        while hands.ready(page):
            hands.play_advised(page, frames)
        delays += finished(page)
    return delays


def labor_of_love(browser, house):
    delays = []
    for seats in (2, 3, 4):
        for rulings in ({}, *turned(LABOR_OF_LOVE)):
            page = watched(browser, house)
            workshop.deal(page, ["me", *["bot"] * (seats - 1)], "edition", rulings=rulings)
            assert workshop.ready(page)
            clicks.watch_shifts(page)
            workshop.play_out(page)
            delays += finished(page)
    return delays


def turned(about):
    """Each ruling of a game that a table may choose, not as it is by default."""
    return [{ruling.name: not ruling.on} for ruling in about.rulings]


def work_of_heart(browser, house):
    """A whole week in every mode at four seats, and with every ruling the other way round at two."""
    delays = []
    games = [(mode, 3, {}) for mode in heart_clicks.MODES]
    games += [(heart_clicks.MODES[0], 1, rulings) for rulings in turned(WORK_OF_HEART)]
    for mode, bots, rulings in games:
        page = watched(browser, house)
        heart_clicks.lay(page, "me", *["bot"] * bots, mode=mode, rulings=rulings)
        assert heart_clicks.ready(page)
        clicks.watch_shifts(page)
        heart_clicks.play_out(page)
        delays += finished(page)
        print(f"{mode} {rulings}: {len(delays)} moves so far", flush=True)
    return delays


PLAYED = {
    "heartcatchers": heartcatchers,
    "held_hands": held_hands,
    "labor_of_love": labor_of_love,
    "perfect_match": perfect_match,
    "work_of_heart": work_of_heart,
}


if __name__ == "__main__":
    words = [a for a in sys.argv[1:] if not a.isdigit()]
    main(int(next((a for a in sys.argv[1:] if a.isdigit()), "5")), words[0] if words else "heartcatchers")

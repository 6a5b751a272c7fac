"""Whole games in real browsers at full length, with motion: how soon a move is on the screen.

`python bench/browser.py [games] [GAME]`. Perfect Match goes through every number of seats and every ruling. From the
acknowledgement of a move to the frame that shows it, in milliseconds; the limit is 100. On the board nothing may shift
(the browser's own layout-shift entries). Heartcatchers is also played once in WebKit, by Debian's webkit2gtk-driver,
which is installed if that can be done.
"""

import random
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/browser"), str(ROOT / "bench")]

import _webkit  # noqa: E402
import clicks  # noqa: E402
import matchplay  # noqa: E402

import houses  # noqa: E402

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


# Every shift of something on the board while a game is played and shown.
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((e) => e.sources.forEach(({ node }) => {
  if (window.watching && node?.parentElement?.closest('.board')) window.shifts.push(node.className || node.data);
}))).observe({ type: 'layout-shift' });
"""


def main(games, game):
    delays, shifts = [], []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = houses.House(str(Path(folder) / "tables.db"))
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=clicks.OPTIONS)
        for _ in range(games):
            found = PLAYED[game](browser, house)
            delays, shifts = delays + found[0], shifts + found[1]
        browser.close()
        if game == "heartcatchers":
            in_webkit(house)
        house.stop()
    delays.sort()
    print(f"{games} games, {len(delays)} moves")
    print(f"acknowledgement to frame: median {statistics.median(delays):.1f} ms, slowest {delays[-1]:.1f} ms")
    print(f"shifts of the board: {len(shifts)}", *sorted(set(shifts)), sep="\n  ")
    assert delays[-1] < LIMIT, f"slower than {LIMIT} ms"
    assert not shifts, shifts


def watched(browser, house):
    """A page of its own that notes how long moves take."""
    context = browser.new_context(base_url=house.url, viewport={"width": 1280, "height": 800}, locale="en-GB")
    context.set_default_timeout(clicks.PATIENCE * 1000)
    context.add_init_script(WATCH + SHIFTS)
    page = context.new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('pace', 'once')")
    return page


def heartcatchers(browser, house):
    page = watched(browser, house)
    page.click("[data-play=heartcatchers]")
    assert clicks.ready(page)
    page.wait_for_timeout(300)
    page.evaluate("window.watching = true")
    clicks.play_out(page)
    return finished(page)


def finished(page):
    page.wait_for_selector("#ending")
    found = page.evaluate("[window.delays, window.shifts]")
    page.context.close()
    return found


def perfect_match(browser, house):
    delays, shifts = [], []
    for seats in (2, 3, 4):
        for rulings in ({}, {"open-profiles": False}, {"from-memory": True}):
            page = watched(browser, house)
            frames = clicks.overhear(page)
            chairs = [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * (seats - 1)]
            wish = {"game": "perfect_match", "seats": chairs, "rulings": rulings}
            page.goto(page.request.post("/api/tables", data=wish).json()["path"])
            pick = random.Random(seats)
            while matchplay.ready(page):
                matchplay.make(page, matchplay.choose(frames, pick))
                skip = page.locator(".prompt .answer", has_text="Skip")
                if page.locator(".scene").count():
                    skip.first.click()
            found = finished(page)
            delays, shifts = delays + found[0], shifts + found[1]
    return delays, shifts


PLAYED = {"heartcatchers": heartcatchers, "perfect_match": perfect_match}


# WebKit


def in_webkit(house):
    """One game from the shelf to the end, by the mouse."""
    if missing := _webkit.missing():
        print(f"WebKit was left out: {' and '.join(missing)} could not be installed.")
        return
    begin = time.perf_counter()
    with _webkit.browser() as page:
        page.go(house.url)
        page.run("localStorage.setItem('pace', 'once')")
        page.click(page.wait("[data-play=heartcatchers]")[0])
        turns = 0
        while page.wait(clicks.READY) and not page.all("main[data-status=over]"):
            play_in_webkit(page)
            turns += 1
        page.wait("#ending")
        scores = page.run("return [...document.querySelectorAll('.sheet tfoot td')].map((cell) => cell.innerText)")
        took = time.perf_counter() - begin
        print(f"{page.name}: one game, {turns} turns, {' : '.join(scores)}, {took:.0f} s")


def play_in_webkit(page):
    """Catch if a card can, else steal, else hide."""
    before = page.run("return document.querySelector('main').dataset.ply")
    for card in page.all(clicks.CARDS):
        page.click(card)
        if able := page.all(".stack.mine .act.can"):
            page.click(able[0])
            break
        if able := page.all(".stack:not(.mine) .act.can"):
            page.click(able[0])
            page.click(page.wait("[data-act=give]")[0])
            break
        page.press(_webkit.ESCAPE)
    else:
        page.click(page.all(clicks.CARDS)[0])
        page.click(page.wait(".stack.mine [data-act=secret]")[0])
    page.waiting(lambda: page.run("return document.querySelector('main').dataset.ply") != before)


if __name__ == "__main__":
    words = [a for a in sys.argv[1:] if not a.isdigit()]
    main(int(next((a for a in sys.argv[1:] if a.isdigit()), "5")), words[0] if words else "heartcatchers")

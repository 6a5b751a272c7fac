"""The page that needs no server: its bytes, how soon it is there, and what its steps take.

`python bench/pages.py` writes the page (`python3 play.py pages` installs what that needs), opens it in Chromium from a
plain web host on this computer, and runs looks, moves and bots in its Python under Node.
"""

import functools
import gzip
import http.server
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/browser")]

import clicks  # noqa: E402

import waiting  # noqa: E402
from parlour.engine import registry  # noqa: E402
from parlour.page import building  # noqa: E402

ROUNDS = 3
INSIDE, FIRST = ROOT / "bench" / "_page_inside.py", ROOT / "bench" / "_page_first.py"
KEPT = "navigator.serviceWorker.ready.then(kept => !!kept.active && !!navigator.serviceWorker.controller)"


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "page"
        building.write_page(folder, print)
        weigh(folder)
        with host(folder) as address, sync_playwright() as playwright:
            rounds = [visits(playwright, address) for _ in range(ROUNDS)]
        for what in rounds[0]:
            found = [one[what] for one in rounds]
            print(f"{what}: median {statistics.median(found):.1f}, {min(found):.1f} to {max(found):.1f}")
        print(f"processor time until a first look, in Node: {min(first_look(folder) for _ in range(ROUNDS)):.2f} s")
        for name in registry.names(shelf_only=True):
            steps(folder, name)


def weigh(folder):
    """The bytes of the files, as they are and packed."""
    files = [path.read_bytes() for path in folder.rglob("*") if path.is_file() and path.name != building.LIST]
    packed = sum(len(gzip.compress(data, 9)) for data in files)
    print(f"{len(files)} files, {sum(map(len, files)) / 1e6:.2f} MB, packed {packed / 1e6:.2f} MB")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *said):
        pass


@contextmanager
def host(folder):
    """The address of a plain web host with the page."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


def visits(playwright, address):
    """A first visit and a second one in one browser: seconds, and megabytes of the tab in mid-game."""
    browser = clicks.launch(playwright.chromium)
    context = browser.new_context(base_url=address, locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(waiting.TIMEOUT * 1000)
    page = context.new_page()
    found = opened(page, "cold")
    clicks.until(page, lambda: page.evaluate(KEPT))
    page.close()
    page = context.new_page()
    found |= opened(page, "warm")
    found["tab, MB"] = tab_memory(browser, page)
    browser.close()
    return found


def opened(page, name):
    """Seconds to the shelf, and to the first table when its game is clicked at once."""
    begin = time.perf_counter()
    page.goto("./")
    page.wait_for_selector("[data-play=heartcatchers]")
    shelf = time.perf_counter() - begin
    page.click("[data-play=heartcatchers]")
    page.wait_for_selector(clicks.CARDS)
    return {f"{name}: shelf, s": shelf, f"{name}: first view, s": time.perf_counter() - begin}


def tab_memory(browser, page):
    """The proportional memory of the process that has the page."""
    page.wait_for_timeout(500)
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    sizes = [proportional(one["id"]) for one in told if one["type"] == "renderer"]
    return max(sizes)


def proportional(process):
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1]) / 1000


def first_look(folder):
    """Processor seconds for Python's start, one game and its first view: the same on a busy machine."""
    before = os.times()
    command = ["node", str(ROOT / "tests/page.mjs"), str(folder), "heartcatchers", str(INSIDE), str(FIRST)]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def steps(folder, name):
    """Milliseconds of a look, a move and a choice of each level."""
    command = ["node", str(ROOT / "tests/page.mjs"), str(folder), name, str(INSIDE)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    for step, (middle, longest) in json.loads(ran.stdout).items():
        print(f"{name}: {step}: median {middle:.1f} ms, longest {longest:.1f} ms")


if __name__ == "__main__":
    main()

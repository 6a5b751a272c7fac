"""Kills servers and workers while every game is played, and checks that nothing was lost: `python bench/kills.py`.

Three tables of each game are played at by two persons each, and browsers look on at tables of two games, of others in
each slice. The server on SQLite is killed 200 times, then as often one of two workers on PostgreSQL; after each kill
everybody at every table has a move acknowledged and every browser shows a new one, without being loaded again. It is
played in slices, each with a house and moments of its own. `--keep FILE` has a line for each slice, for one that failed
too, and what the houses logged of errors: started again, it goes on after them, and the sums are those of all.
"""

import argparse
import contextlib
import json
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/server"), str(ROOT / "tests/browser")]

import clicks  # noqa: E402
from _ending import leave_in_order  # noqa: E402
from test_kill import PERSONS, kill_worker, play_through_kills  # noqa: E402

import houses  # noqa: E402
import postgres  # noqa: E402
import waiting  # noqa: E402
from parlour.engine import registry  # noqa: E402

WORKERS = "--workers", "2"
SUMS = "kills", "acknowledged", "games"
# How many browsers there are, and how many seconds players think before a move, so that nobody waits for them alone.
BROWSERS, THINKING = 2, 0.1


class Log:
    """What houses log that they should not, over all their deaths."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def note(self, house: houses.House) -> None:
        said = house.printed().splitlines()
        self.lines += [line[:300] for line in said if any(word in line for word in houses.FAULTY)]
        house.output.close()

    def kill_house(self, house: houses.House, pick: Any) -> None:
        house.kill_only()
        self.note(house)
        house.start()

    def stop(self, house: houses.House) -> None:
        if house.process.poll() is None and (faults := house.faults()):
            self.lines.append(f"fallbacks: {faults}")
        house.process.terminate()
        house.process.wait()
        self.note(house)


class Onlookers:
    """A second browser of somebody who plays, at one table of each of two games; nobody touches it."""

    def __init__(self, browser: Browser, players: list[Any], tables: int, seed: int) -> None:
        firsts = players[:: tables * PERSONS]
        chosen = [firsts[(seed * BROWSERS + i) % len(firsts)] for i in range(BROWSERS)]
        self.pages = [self.open(browser, player.person) for player in chosen]

    def open(self, browser: Browser, person: Any) -> Any:
        context = browser.new_context(base_url=person.house.url, locale="en-GB", reduced_motion="reduce")
        context.set_default_timeout(waiting.TIMEOUT * 1000)
        context.add_init_script(clicks.AT_ONCE)
        kept = [{"name": name, "value": value, "url": person.house.url} for name, value in person.http.cookies.items()]
        context.add_cookies(kept)
        page = context.new_page()
        page.goto(f"/t/{person.id}")
        page.wait_for_selector("main[data-ply]")
        page.evaluate("window.loadedOnce = true")
        return page

    def go_on(self) -> None:
        """Each page shows something newer than now, and is still the page that was opened."""
        for page in self.pages:
            before = shown(page)
            clicks.until(page, lambda page=page, before=before: shown(page) != before)
            assert page.evaluate("window.loadedOnce"), "a page was loaded again"


def shown(page: Any) -> tuple[str, int]:
    return clicks.status(page), clicks.ply(page)


@contextlib.contextmanager
def sqlite() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield str(Path(folder) / "tables.db")


# By what is killed: where the tables are kept, and what the house is started with.
KINDS: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "server": (sqlite, ()),
    "worker": (lambda: postgres.postgres(durable=True), WORKERS),
}


def slice_of(kind: str, kills: int, seed: int, tables: int) -> dict[str, Any]:
    """What came of so many kills; a fault is kept with the others' results."""
    log, (store, options) = Log(), KINDS[kind]
    cut = log.kill_house if kind == "server" else kill_worker
    games = [game for game in registry.names(shelf_only=True) for _ in range(tables)]
    said = {"kind": kind, "seed": seed, "kills": kills, "tables": len(games)}
    try:
        with store() as url, sync_playwright() as playwright:
            browser = clicks.launch(playwright.chromium)
            look_on = lambda players: Onlookers(browser, players, tables, seed).go_on  # noqa: E731
            result = play_through_kills(url, kills, seed, cut, options, games, look_on, THINKING, log.stop)
            return {**said, **result, "logged": log.lines}
    except Exception as error:
        traceback.print_exc()
        return {**said, "failed": f"{type(error).__name__}: {error}"[:300], "logged": log.lines}


def slices_in(file: Path | None) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file and file.exists() else []


def tell(slices: list[dict[str, Any]]) -> None:
    """The sums of all slices, by what was killed."""
    for kind in KINDS:
        mine = [each for each in slices if each["kind"] == kind]
        whole = [each for each in mine if "failed" not in each]
        sums = ", ".join(f"{sum(each[what] for each in whole)} {what}" for what in SUMS)
        longest = sorted(each["longest"] for each in whole) or [0.0]
        print(f"{kind}: {sums}; all went on after {longest[-1]} s at most (half of the slices: "
              f"{longest[len(longest) // 2]} s); slices that failed: {len(mine) - len(whole)}; "
              f"errors logged: {sum(len(each.get('logged', [])) for each in mine)}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=200, help="of each kind")
    parser.add_argument("--slice", type=int, default=10, help="kills in one house")
    parser.add_argument("--tables", type=int, default=3, help="of each game")
    parser.add_argument("--seed", type=int, default=1, help="that of the first slice")
    parser.add_argument("--only", choices=list(KINDS), help="one kind alone")
    parser.add_argument("--keep", type=Path, help="a file with a line for each slice")
    asked = parser.parse_args()
    leave_in_order()
    kinds, slices = [asked.only] if asked.only else list(KINDS), slices_in(asked.keep)
    done = {(each["kind"], each["seed"]) for each in slices}
    for seed in range(asked.seed, asked.seed + -(-asked.kills // asked.slice)):
        for kind in kinds:
            if (kind, seed) not in done:
                slices.append(slice_of(kind, asked.slice, seed, asked.tables))
                print(json.dumps(slices[-1]), flush=True)
                if asked.keep:
                    with asked.keep.open("a") as kept:
                        kept.write(json.dumps(slices[-1]) + "\n")
    tell(slices)


if __name__ == "__main__":
    main()

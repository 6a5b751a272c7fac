"""A restart with many running tables: `python bench/restart.py --tables 300`.

In each store as many tables wait for a bot's move, copies of one, and one table has a player. A server is started
on it. A row has the seconds from then until `/api/ready` says yes, until the player's socket has shown the table, and
until every bot has moved. The rules are compiled before.
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from pathlib import Path

import httpx
from _ending import leave_in_order

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
import postgres  # noqa: E402
from parlour.server.fleet.house import House  # noqa: E402
from parlour.server.store.records import DUE_NOW  # noqa: E402
from parlour.server.store.store import Store, list_due  # noqa: E402
from sitting import bot_to_move  # noqa: E402
from stores import copy_table  # noqa: E402

TIMEOUT = 60.0


async def fill(url, tables):
    """A store with so many tables where a bot is to move."""
    house = House(Store(url), bot_wait=0)
    try:
        table = await bot_to_move(house)
        copy_table(house.store, table.id, tables - 1)
    finally:
        house.close()


def until(holds):
    end = time.monotonic() + TIMEOUT
    while not holds():
        if time.monotonic() > end:
            raise SystemExit("the server does not come that far")
        time.sleep(0.02)


def restart(url, options):
    """The seconds that each of the three things takes."""
    player = sit_at_own_table(url)
    asyncio.run(fill(url, options.tables))
    began = time.monotonic()
    player.house.start()
    # Only now: whoever opens a SQLite file first has it.
    store = Store(url, shared=True)
    try:
        until(lambda: httpx.get(f"{player.house.url}/api/ready").status_code == 200)
        ready = time.monotonic() - began
        player.open()
        shown = time.monotonic() - began
        until(lambda: not store.read_now(list_due(DUE_NOW)))
        return ready, shown, time.monotonic() - began
    finally:
        player.close()
        player.http.close()
        store.close()
        player.house.stop()


def sit_at_own_table(url):
    """Somebody at a running table of a server that has ended."""
    player = houses.Person(houses.House(url))
    player.lay("me", "same")
    player.open()
    if player.table["status"] == "waiting":
        player.until(lambda t: t["status"] == "playing")
    player.close()
    player.house.stop()
    return player


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--stores", nargs="+", choices=["sqlite", "postgres"], default=["sqlite", "postgres"])
    options = parser.parse_args()
    leave_in_order()
    print(f"{'store':10} {'ready':>8} {'shown':>8} {'bots':>8}")
    for name in options.stores:
        with contextlib.ExitStack() as ending:
            if name == "sqlite":
                url = str(Path(ending.enter_context(tempfile.TemporaryDirectory())) / "tables.db")
            else:
                url = ending.enter_context(postgres.postgres(durable=True))
            print(f"{name:10} " + " ".join(f"{seconds:7.1f}s" for seconds in restart(url, options)), flush=True)


if __name__ == "__main__":
    main()

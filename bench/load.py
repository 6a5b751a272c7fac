"""Many tables at once through real sockets: `python bench/load.py --tables 300 --rate 100 --seconds 60`.

Two persons and a spectator sit at each table; one table in ten is a person against a greedy bot. The persons are
scripted: they wait a random while and play any legal move. The generator runs on the same machine and takes its
share of it.
"""

import argparse
import asyncio
import json
import random
import secrets
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import houses

BOT_TABLES = 10


class Load:
    """What a run has measured."""

    def __init__(self, house, options):
        self.house, self.options = house, options
        self.waits: list[float] = []
        self.faults = self.frames = self.bytes = self.games = 0
        self.measuring = False
        self.stop = asyncio.Event()
        self.mean_wait = options.tables * 1.0 / options.rate

    async def sit(self, id, cookies, plays):
        """One browser at a table: plays when it can, or only watches."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())} if cookies else {}
        address = f"ws://127.0.0.1:{self.house.port}/api/tables/{id}/socket"
        async with connect(address, additional_headers=headers, open_timeout=120, ping_interval=None) as line:
            await line.send(json.dumps({"type": "hello", "nonce": secrets.token_hex(16)}))
            sent: dict[str, float] = {}
            try:
                while not self.stop.is_set():
                    await self.answer(line, json.loads(await self.next(line)), sent, plays)
            except (ConnectionClosed, TimeoutError):
                self.faults += not self.stop.is_set()

    async def next(self, line):
        raw = await asyncio.wait_for(line.recv(), 120)
        if self.measuring:
            self.frames += 1
            self.bytes += len(raw)
        return raw

    async def answer(self, line, message, sent, plays):
        if message["type"] == "ack" and message["key"] in sent:
            wait = time.perf_counter() - sent.pop(message["key"])
            if self.measuring:
                self.waits.append(wait)
        elif message["type"] == "refused":
            self.faults += message["kind"] not in ("stale", "not-allowed")
        elif message["type"] == "table" and plays:
            await self.take_turn(line, message, sent)

    async def take_turn(self, line, table, sent):
        key = secrets.token_hex(8)
        if table["status"] == "over" and table["me"] == 0:
            self.games += 1
            await line.send(json.dumps({"type": "rematch", "key": key}))
        elif table["status"] == "waiting":
            if not any(n.startswith(f"{table['me']}:") for n in table["fairness"]["nonces"]):
                await line.send(json.dumps({"type": "hello", "nonce": secrets.token_hex(16)}))
        elif table["moves"] and not sent:
            await asyncio.sleep(random.expovariate(1 / self.mean_wait))
            move = random.choice(table["moves"])["move"]
            sent[key] = time.perf_counter()
            play = {"type": "play", "seat": table["me"], "ply": table["ply"], "key": key, "move": move}
            await line.send(json.dumps(play))


async def lay(client, bot):
    """A table: its id and the cookies of its persons."""
    other = {"kind": "bot", "level": "easy"} if bot else {"kind": "friend"}
    made = await client.post("/api/tables", json={"game": "heartcatchers", "seats": [{"kind": "me"}, other]})
    made.raise_for_status()
    table, persons = made.json(), [dict(made.cookies)]
    client.cookies.clear()
    for link in table["links"]:
        token = link["path"].partition("#")[2]
        claimed = await client.post(f"/api/tables/{table['id']}/claim", json={"token": token})
        persons.append(dict(claimed.cookies))
        client.cookies.clear()
    return table["id"], persons


async def run(house, options):
    load = Load(house, options)
    empty = memory(house)
    seats = []
    async with httpx.AsyncClient(base_url=house.url, timeout=120) as client:
        for number in range(options.tables):
            id, persons = await lay(client, number % BOT_TABLES == 0)
            seats += [asyncio.create_task(load.sit(id, cookies, True)) for cookies in persons]
            seats.append(asyncio.create_task(load.sit(id, {}, False)))
    await asyncio.sleep(options.settle)
    load.measuring = True
    started = time.perf_counter()
    await asyncio.sleep(options.seconds)
    seconds = time.perf_counter() - started
    load.measuring = False
    full = memory(house)
    load.stop.set()
    for seat in seats:
        seat.cancel()
    ended = await asyncio.gather(*seats, return_exceptions=True)
    load.faults += sum(isinstance(e, Exception) for e in ended)
    return report(load, seconds, (full - empty) / options.tables)


def report(load, seconds, memory_each):
    waits = sorted(load.waits) or [float("nan")]
    cuts = statistics.quantiles(waits, n=100, method="inclusive") if len(waits) > 1 else waits * 99
    return {
        "tables": load.options.tables,
        "moves a second": round(len(load.waits) / seconds, 1),
        "p50 ms": round(cuts[49] * 1000, 1),
        "p95 ms": round(cuts[94] * 1000, 1),
        "p99 ms": round(cuts[98] * 1000, 1),
        "kB a table": round(memory_each / 1024),
        "frames a second": round(load.frames / seconds),
        "kB a second": round(load.bytes / seconds / 1000),
        "faults": load.faults,
    }


def memory(house):
    """Resident memory of the server in bytes."""
    for line in Path(f"/proc/{house.process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    raise ValueError("no resident memory in /proc")


def warm(house):
    """Compile and load everything before anything is measured."""
    person = houses.Person(house)
    person.lay("me", "bot")
    person.open()
    person.play_to_the_end(random.Random(0))
    person.close()
    person.http.close()


def measure(store, options):
    house = houses.House(store)
    try:
        warm(house)
        return asyncio.run(run(house, options))
    finally:
        house.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=100, help="moves a second that the players aim at")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--settle", type=float, default=10)
    parser.add_argument("--store", choices=["sqlite", "postgres", "both"], default="both")
    options = parser.parse_args()
    if options.store in ("sqlite", "both"):
        with tempfile.TemporaryDirectory() as folder:
            print("sqlite", measure(str(Path(folder) / "tables.db"), options), flush=True)
    if options.store in ("postgres", "both"):
        with houses.postgres(durable=True) as url:
            print("postgres", measure(url, options), flush=True)


if __name__ == "__main__":
    main()

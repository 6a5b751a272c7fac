"""Many tables at once through real sockets: `python bench/load.py --game all --tables 300 --rate 100 --seconds 60`.

Two persons and a spectator sit at each table; at one table in ten (`--bots`) a person plays against an easy bot. The
persons are scripted: they wait a random while and play any legal move. The generator runs on the same machine and takes
its share of it. `--workers 1,2` measures one process and then two, which need PostgreSQL. `--against COMMIT` measures
that version after this one with each game, store and number of workers. It is unpacked from git, gets an environment of
its own if it locks other packages, and is kept in the user's cache folder, since compiling it may take ten minutes.

A row for each: the wait from sending a move to its acknowledgement, which comes after the commit; the server's CPU time
for each move played (all its processes, bots' thinking included, the database's own not); bytes that one browser is
sent for each move at its table.
"""

import argparse
import asyncio
import contextlib
import gc
import itertools
import os
import random
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import httpx
import msgspec
import platformdirs
from _ending import leave_in_order, run_to_end
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
import postgres  # noqa: E402
from parlour.engine import registry  # noqa: E402
from parlour.server.table.patches import Reader  # noqa: E402

TIMEOUT = 120.0
# Ends with 1 if some game is not compiled.
IS_COMPILED = """
from parlour.compiling import is_compiled
from parlour.engine import registry
raise SystemExit(not all(map(is_compiled, registry.names(shelf_only=True))))
"""
LOCK = "requirements.lock"
TICKS = os.sysconf("SC_CLK_TCK")


class Load:
    """What a run has measured."""

    def __init__(self, house, options):
        self.house, self.options = house, options
        self.waits: list[float] = []
        self.faults: Counter[str] = Counter()
        self.bytes = self.moves = self.sights = 0
        self.measuring = False
        self.mean_wait = options.tables / options.rate

    async def sit(self, id, cookies, plays):
        """One browser at a table: plays when it can, or only watches."""
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in cookies.items())} if cookies else {}
        address = f"ws://127.0.0.1:{self.house.port}/api/tables/{id}/socket"
        options = {"open_timeout": TIMEOUT, "close_timeout": 1, "ping_interval": None, "compression": None}
        async with connect(address, additional_headers=headers, **options) as line:
            await Browser(self, line, plays).stay()

    def note_sight(self, plays):
        """A browser has seen one more move; whoever only watches sees each of its table once."""
        if self.measuring:
            self.sights += 1
            self.moves += not plays


class Browser:
    """One scripted browser at a table."""

    def __init__(self, load, line, plays):
        self.load, self.line, self.plays = load, line, plays
        self.reader, self.sent = Reader(), {}
        self.ply = 0

    async def stay(self):
        await self.send("hello", nonce=secrets.token_hex(16))
        try:
            while True:
                # Not wait_for, which can lose a cancellation: then this browser would play on for ever.
                async with asyncio.timeout(TIMEOUT):
                    raw = await self.line.recv()
                if self.load.measuring:
                    self.load.bytes += len(raw)
                await self.take(self.reader.look(raw))
        except (ConnectionClosed, TimeoutError) as error:
            self.load.faults[type(error).__name__] += 1

    async def send(self, type, **fields):
        await self.line.send(msgspec.json.encode({"type": type, **fields}).decode())

    async def take(self, message):
        if message["type"] == "ack" and message["key"] in self.sent:
            wait = time.perf_counter() - self.sent.pop(message["key"])
            if self.load.measuring:
                self.load.waits.append(wait)
        elif message["type"] == "refused":
            self.sent.pop(message["key"], None)
            if message["kind"] not in ("stale", "not-allowed"):
                self.load.faults[message["kind"]] += 1
        elif message["type"] == "table":
            if message["ply"] > self.ply:
                self.load.note_sight(self.plays)
            self.ply = message["ply"]
            if self.plays:
                await self.take_turn(message)

    async def take_turn(self, table):
        if table["status"] == "over" and table["me"] == 0:
            await self.send("rematch", key=secrets.token_hex(8))
        elif table["status"] == "waiting":
            if not any(n.startswith(f"{table['me']}:") for n in table["fairness"]["nonces"]):
                await self.send("hello", nonce=secrets.token_hex(16))
        elif table["moves"] and not self.sent:
            await asyncio.sleep(random.expovariate(1 / self.load.mean_wait))
            key, move = secrets.token_hex(8), random.choice(table["moves"])["move"]
            self.sent[key] = time.perf_counter()
            await self.send("play", seat=table["me"], ply=table["ply"], key=key, move=move)


async def lay(client, game, bot):
    """A table: its id and the cookies of its persons."""
    other = {"kind": "bot", "level": "easy"} if bot else {"kind": "friend"}
    made = await client.post("/api/tables", json={"game": game, "seats": [{"kind": "me"}, other]})
    made.raise_for_status()
    table, persons = made.json(), [dict(made.cookies)]
    client.cookies.clear()
    for link in table["links"]:
        token = link["path"].partition("#")[2]
        claimed = await client.post(f"/api/tables/{table['id']}/claim", json={"token": token})
        persons.append(dict(claimed.cookies))
        client.cookies.clear()
    return table["id"], persons


async def run(house, game, options):
    load = Load(house, options)
    empty = memory(house)
    async with httpx.AsyncClient(base_url=house.url, timeout=TIMEOUT) as client:
        laid = [await lay(client, game, options.bots and n % options.bots == 0) for n in range(options.tables)]
    async with asyncio.TaskGroup() as seats:
        at_tables = []
        for id, persons in laid:
            at_tables += [seats.create_task(load.sit(id, cookies, bool(cookies))) for cookies in [*persons, {}]]
            # Not all at once: the tables are to be at different moments of their games.
            await asyncio.sleep(options.settle / options.tables)
        await asyncio.sleep(options.settle)
        # A pause of the generator's own would count as the server's.
        gc.disable()
        load.measuring = True
        started, before = time.perf_counter(), cpu(house)
        await asyncio.sleep(options.seconds)
        seconds, spent = time.perf_counter() - started, cpu(house) - before
        load.measuring = False
        gc.enable()
        full = memory(house)
        load.faults.update(await asyncio.to_thread(faults_of, house))
        for seat in at_tables:
            seat.cancel()
    return report(load, seconds, spent, (full - empty) / options.tables)


def report(load, seconds, spent, memory_each):
    waits = sorted(load.waits) or [float("nan")]
    cuts = statistics.quantiles(waits, n=100, method="inclusive") if len(waits) > 1 else waits * 99
    return {
        "moves/s": f"{load.moves / seconds:.1f}",
        "p50 ms": f"{cuts[49] * 1000:.1f}",
        "p95 ms": f"{cuts[94] * 1000:.1f}",
        "p99 ms": f"{cuts[98] * 1000:.1f}",
        "CPU ms/move": f"{spent / max(1, load.moves) * 1000:.2f}",
        "B/move": f"{load.bytes / max(1, load.sights):.0f}",
        "kB/table": f"{memory_each / 1024:.0f}",
        "faults": ", ".join(f"{n} {kind}" for kind, n in load.faults.items()) or "0",
        "load": f"{os.getloadavg()[0]:.1f}",
    }


def processes(house):
    """The server's processes: itself, or the one that started it, and its workers."""
    return [house.process.pid, *houses.workers_of(house.process.pid)]


def memory(house):
    """Resident memory of the server in bytes."""
    found = [Path(f"/proc/{pid}/status").read_text().splitlines() for pid in processes(house)]
    return sum(int(line.split()[1]) * 1024 for lines in found for line in lines if line.startswith("VmRSS"))


def cpu(house):
    """CPU seconds of the server so far."""
    found = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in processes(house)]
    return sum(int(fields[11]) + int(fields[12]) for fields in found) / TICKS


def faults_of(house):
    """Fallbacks that the server has counted; an old one counts none."""
    return msgspec.json.decode(house.place.get(f"{house.url}/api/health")).get("faults", {})


def warm(house, game):
    """Compile and load everything before anything is measured."""
    person = houses.Person(house)
    person.lay("me", "bot", game=game)
    person.open()
    if person.table["status"] == "waiting":
        person.until(lambda t: t["status"] == "playing")
    person.close()
    person.http.close()


def measure(version, store, game, workers, options):
    flags = ["--no-limits", *(["--workers", str(workers)] if workers > 1 else [])]
    house = houses.House(store, options=flags, python=version.python, PYTHONPATH=str(version.sources))
    try:
        if workers > 1:
            house.wait_for_workers(workers)
        for _ in range(workers):
            warm(house, game)
        return asyncio.run(run(house, game, options))
    finally:
        house.end()


@dataclass(frozen=True)
class Version:
    """A Parlour to measure: what it is called in the table, its sources, and the Python with its packages."""

    name: str
    sources: Path
    python: Path

    def run(self, *words):
        """Run a command of it to the end."""
        run_to_end([self.python, "-m", "parlour", *words], env={**os.environ, "PYTHONPATH": str(self.sources)})

    def is_compiled(self):
        """Whether all its games are known to be compiled; no for a version that cannot tell."""
        asking, where = [self.python, "-c", IS_COMPILED], {"PYTHONPATH": str(self.sources)}
        done = subprocess.run(asking, env={**os.environ, **where}, stderr=subprocess.DEVNULL, check=False)
        return done.returncode == 0

    def knows(self, option):
        """Whether its server has an option."""
        asking, where = [self.python, "-m", "parlour", "serve", "--help"], {"PYTHONPATH": str(self.sources)}
        told = subprocess.run(asking, env={**os.environ, **where}, check=True, capture_output=True, text=True)
        return option in told.stdout


def version_of(commit):
    """Another version, made ready or as it was left the last time."""
    commit = git("rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    folder = platformdirs.user_cache_path("parlour-bench") / commit
    ready = folder / "ready"
    if not ready.exists():
        shutil.rmtree(folder, ignore_errors=True)
        unpack(commit, folder)
        ready.touch()
    own = folder / "environment" / "bin" / "python"
    return Version(commit[:8], folder / "src", own if own.exists() else Path(sys.executable))


def unpack(commit, folder):
    """Its sources, and if it locks other packages than this one, those; its pages are empty, as nobody looks."""
    folder.mkdir(parents=True)
    subprocess.run(["tar", "-x", "-C", folder], input=git("archive", commit, "src", LOCK), check=True)
    pages = folder / "src/parlour/server/pages"
    (pages / "assets").mkdir(parents=True, exist_ok=True)
    (pages / "index.html").touch()
    if (folder / LOCK).read_bytes() != (ROOT / LOCK).read_bytes():
        run_to_end([sys.executable, "-m", "venv", folder / "environment"])
        install = ["-m", "pip", "install", "--quiet", "--require-hashes", "--only-binary", ":all:", "-r", folder / LOCK]
        run_to_end([folder / "environment" / "bin" / "python", *install])


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, stdout=subprocess.PIPE).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=[*registry.names(shelf_only=True), "all"], default="all")
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--rate", type=float, default=100, help="moves a second that the players aim at")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--settle", type=float, default=10)
    parser.add_argument("--bots", type=int, default=10, help="one table in so many has a bot; 0 for none")
    parser.add_argument("--store", choices=["sqlite", "postgres", "both"], default="both")
    parser.add_argument(
        "--workers", type=numbers, default=[1], help="the server's processes; several on PostgreSQL only"
    )
    parser.add_argument("--against", metavar="COMMIT", help="another version to measure")
    options = parser.parse_args()
    if max(options.workers) > 1 and options.store == "sqlite":
        parser.error("several workers need PostgreSQL")
    leave_in_order()
    games = registry.names(shelf_only=True) if options.game == "all" else [options.game]
    stores = ["sqlite", "postgres"] if options.store == "both" else [options.store]
    versions = [Version("this", ROOT / "src", Path(sys.executable))]
    versions += [version_of(options.against)] if options.against else []
    for version in versions:
        # Else a server would compile beside what is measured.
        if not version.is_compiled():
            version.run("compile")
    for game, store, workers in itertools.product(games, stores, options.workers):
        for version in versions:
            if workers == 1 or (store == "postgres" and version.knows("--workers")):
                measure_on(store, version, game, workers, options)


def numbers(text):
    """`1,2` as numbers."""
    return [int(word) for word in text.split(",")]


def measure_on(store, version, game, workers, options):
    """Measure one row with a fresh store, and print it."""
    with contextlib.ExitStack() as kept:
        if store == "postgres":
            url = kept.enter_context(postgres.postgres(durable=True))
        else:
            url = str(Path(kept.enter_context(tempfile.TemporaryDirectory())) / "tables.db")
        row = measure(version, url, game, workers, options)
    said = "  ".join(f"{what} {value}" for what, value in row.items())
    print(f"{game:14} {store:9} {version.name:9}{workers} x {options.tables}  {said}", flush=True)


if __name__ == "__main__":
    main()

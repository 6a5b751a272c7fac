"""What one visitor costs the tables of others: `python bench/neighbours.py`, a row for every message and kind of frame.

A house with its limits; at four tables somebody asks ten times a second and waits for the answer (a ping, which goes
through the table's queue). Meanwhile one visitor at another table repeats one thing as fast as the limits let it, or
faster: the p95 of the others beside the quiet one before it, how often it was answered, and the house's memory.
`--fuzz 3600` sends seeded frames below the message for so many seconds in place of that, and `--seed` repeats them.
"""

import argparse
import contextlib
import json
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
from every_message import every_message  # noqa: E402
from raw_frames import BINARY, CONT, PING, PONG, TEXT, Line, frame, fuzz  # noqa: E402

TABLES, PAUSE = 4, 0.1
# Below the 15 messages a second at which a socket is closed.
RATE = 14.0
FRAMES = {
    "ping frames": frame(PING) * 200,
    "long ping frames": frame(PING, b"x" * 125) * 100,
    "pong frames": frame(PONG) * 200,
    "empty fragments": frame(TEXT, fin=False) + frame(CONT, fin=False) * 200,
    "binary frames": frame(BINARY, b"x"),
    "not UTF-8": frame(TEXT, b"\xff"),
    "unmasked": frame(TEXT, b"{}", masked=False),
    "oversized": frame(TEXT, b"x" * 60_000),
    "reserved opcode": frame(3),
}
HELLO = json.dumps({"type": "hello", "nonce": "0" * 32}).encode()


class Neighbour(threading.Thread):
    """Somebody at a table of their own who asks and waits, and notes for how many milliseconds."""

    def __init__(self, house: houses.House, number: int) -> None:
        super().__init__(daemon=True)
        self.person = houses.Person(house, "", f"127.0.2.{number + 1}")
        self.person.lay("me", "bot")
        self.person.open()
        self.waits: list[float] = []
        self.halt = threading.Event()

    def run(self) -> None:
        while not self.halt.wait(PAUSE):
            began = time.perf_counter()
            self.person.send("ping")
            self.person.answer("pong")
            self.waits.append((time.perf_counter() - began) * 1000)


def repeat_message(house: houses.House, kind: str, halt: threading.Event) -> Iterator[None]:
    """One kind of message at the highest rate that is allowed, at a new table when the last one is over or cleared."""
    while not halt.is_set():
        person = houses.Person(house, "", "127.0.3.1")
        with contextlib.suppress(*houses.LOST, AssertionError):
            person.lay("me", "same", game="heartcatchers")
            person.open()
            while not halt.wait(1 / RATE):
                table = person.table
                seat = (table["deciders"] or [0])[0]
                moves = table["moves"] or [{"move": "x"}]
                person.line.send(json.dumps(every_message(seat, table["ply"], moves[0]["move"])[kind]))
                with contextlib.suppress(TimeoutError):
                    while True:
                        person.receive(0)
                yield
        person.close()
        person.http.close()


def repeat_frames(house: houses.House, kind: str, halt: threading.Event) -> Iterator[None]:
    """One kind of frame as fast as it is taken; a new line when the last one was closed."""
    path = f"/api/tables/{lay(house)}/socket"
    while not halt.is_set():
        line = Line(house.port, path)
        line.socket.settimeout(0.2)
        with contextlib.suppress(OSError):
            line.send(frame(TEXT, HELLO))
            while not halt.is_set():
                with contextlib.suppress(TimeoutError):
                    line.send(FRAMES[kind])
                    yield
                line.socket.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    line.socket.recv(65_536)
                line.socket.settimeout(0.2)
        line.close()
        yield


def repeat_tables(house: houses.House, halt: threading.Event) -> Iterator[None]:
    """Tables laid and left, as often as that is allowed."""
    person = houses.Person(house, "", "127.0.3.1")
    while not halt.wait(0.05):
        with contextlib.suppress(AssertionError, ConnectionClosed):
            person.lay("me", "bot")
        yield


def lay(house: houses.House) -> str:
    person = houses.Person(house, "", "127.0.3.2")
    person.lay("me", "bot")
    person.http.close()
    return person.id


def measure(neighbours: list[Neighbour], seconds: float, attack: Callable[[threading.Event], Iterator[None]] | None):
    """The p95 of the neighbours' waits meanwhile, and how often the attack did what it does."""
    halt, done = threading.Event(), Counter()

    def run() -> None:
        for _ in attack(halt) if attack else ():
            done["times"] += 1

    for each in neighbours:
        each.waits.clear()
    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    time.sleep(seconds)
    waits = [wait for each in neighbours for wait in each.waits]
    halt.set()
    thread.join(30)
    return statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else float("nan"), done["times"]


def memory_of(house: houses.House) -> int:
    return int(Path(f"/proc/{house.process.pid}/status").read_text().partition("VmRSS:")[2].split()[0]) // 1024


def rows(house: houses.House) -> Iterator[tuple[str, Callable[[threading.Event], Iterator[None]]]]:
    for kind in every_message(0, 0, ""):
        yield kind, lambda halt, kind=kind: repeat_message(house, kind, halt)
    for kind in FRAMES:
        yield kind, lambda halt, kind=kind: repeat_frames(house, kind, halt)
    yield "tables laid and left", lambda halt: repeat_tables(house, halt)


def fuzz_for(house: houses.House, neighbours: list[Neighbour], seconds: float, seed: str) -> None:
    path, counts, until, number = f"/api/tables/{lay(house)}/socket", Counter(), time.monotonic() + seconds, 0
    before = memory_of(house)
    while time.monotonic() < until:
        fuzz(house.port, path, f"{seed} {number}", 500, counts)
        number += 1
    waits = [wait for each in neighbours for wait in each.waits]
    said = {word: house.printed().count(word) for word in houses.FAULTY}
    print(f"{counts['lines']} lines, seed {seed}: p95 of others {statistics.quantiles(waits, n=20)[-1]:.1f} ms, "
          f"memory {before} -> {memory_of(house)} MB, in the log {said}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="for each row")
    parser.add_argument("--fuzz", type=float, default=0, help="frames below the message, for so many seconds")
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        house = houses.House(str(Path(folder) / "tables.db"), options=["--limits"])
        neighbours = [Neighbour(house, number) for number in range(TABLES)]
        for each in neighbours:
            each.start()
        if asked.fuzz:
            fuzz_for(house, neighbours, asked.fuzz, asked.seed)
        else:
            print(f"{'what is repeated':24}{'times':>8}{'quiet':>10}{'p95':>10}{'memory':>10}")
            for what, attack in rows(house):
                quiet, _ = measure(neighbours, asked.seconds / 2, None)
                busy, times = measure(neighbours, asked.seconds, attack)
                print(f"{what:24}{times:8}{quiet:7.1f} ms{busy:7.1f} ms{memory_of(house):7} MB", flush=True)
        for each in neighbours:
            each.halt.set()
        house.end()


if __name__ == "__main__":
    main()

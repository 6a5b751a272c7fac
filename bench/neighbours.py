"""What one visitor costs the tables of others: `python bench/neighbours.py`, a row for all that can be repeated.

A house with its limits; at four tables somebody asks ten times a second and waits for the answer (a ping, which goes
through the table's queue). At another table one visitor, a process of its own, repeats one thing as often as the limits
let it, or more often: each kind of message, of frame, and of request. It is measured once what is allowed at once is
used up, and it is stopped and goes on again in turn, so that quiet and loaded seconds of one row are neighbours on a
busy machine too. A row has the p95 of the others in both: by the clock, and, which is the same on a machine that has
other things to do, in milliseconds of its own work that the house does while they wait. Then how much of a core the
house took in both, and its memory.

`python bench/neighbours.py rename undo` measures those rows alone; `--keep FILE` has a line for each row, and the next
run goes on after them. `--fuzz 3600` sends seeded frames below the message for so many seconds in place of that, and
`--seed` repeats them.
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

import houses  # noqa: E402
from every_message import every_message, every_request  # noqa: E402
from raw_frames import BINARY, CLOSE, CONT, PING, PONG, TEXT, Line, frame, fuzz, upgrade  # noqa: E402

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
    "reserved bits": frame(TEXT, b"x", bits=1),
    "long pong frames": frame(PONG, b"x" * 125) * 100,
    "continued from nothing": frame(CONT, b"x"),
    "close frames": frame(CLOSE, b"\x03\xe8"),
    "messages that are none": frame(TEXT, b'{"type":"nothing"}') * 30,
    "deep messages": frame(TEXT, b"[" * 4000),
}
HALF = "half upgrades"
# Where the fuzz comes from.
FUZZES = "127.0.3.250"
HELLO = json.dumps({"type": "hello", "nonce": "0" * 32}).encode()


class Neighbour(threading.Thread):
    """Somebody at a table of their own who asks and waits, and notes for how many milliseconds, and of what work."""

    def __init__(self, house: houses.House, number: int) -> None:
        super().__init__(daemon=True)
        self.house = house
        self.person = houses.Person(house, "", f"127.0.2.{number + 1}")
        self.person.lay("me", "bot")
        self.person.open()
        # By the clock, and of the house's work.
        self.waits: list[tuple[float, float]] = []
        self.halt = threading.Event()

    def run(self) -> None:
        while not self.halt.wait(PAUSE):
            began, worked = time.perf_counter(), cpu_of(self.house)
            self.person.send("ping")
            self.person.answer("pong")
            self.waits.append(((time.perf_counter() - began) * 1000, (cpu_of(self.house) - worked) * 1000))


def repeat_message(house: Any, kind: str) -> Iterator[None]:
    """One kind of message at the highest rate that is allowed, at a new table when the last one is over or cleared."""
    while True:
        person = houses.Person(house, "", house.address)
        with contextlib.suppress(*houses.LOST, AssertionError):
            person.lay("me", "same", game="heartcatchers")
            person.open()
            while True:
                time.sleep(1 / RATE)
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


def repeat_frames(house: Any, kind: str) -> Iterator[None]:
    """One kind of frame as fast as it is taken; a new line when the last one was closed."""
    path = f"/api/tables/{lay(house, house.address)}/socket"
    while True:
        line = Line(house.port, path)
        line.socket.settimeout(0.2)
        with contextlib.suppress(OSError):
            line.send(frame(TEXT, HELLO))
            while True:
                with contextlib.suppress(TimeoutError):
                    line.send(FRAMES[kind])
                    yield
                line.socket.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    line.socket.recv(65_536)
                line.socket.settimeout(0.2)
        line.close()
        yield


def repeat_tables(house: Any) -> Iterator[None]:
    """Tables laid and left, as often as that is allowed."""
    person = houses.Person(house, "", house.address)
    while True:
        time.sleep(0.05)
        with contextlib.suppress(AssertionError, ConnectionClosed):
            person.lay("me", "bot")
        yield


def repeat_requests(house: Any, kind: str) -> Iterator[None]:
    """One kind of request, a little more often than is allowed."""
    person = houses.Person(house, "", house.address)
    made = person.lay("me", "friend")
    token = made["links"][0]["path"].partition("#")[2]
    table = f"/api/tables/{made['id']}"
    code = person.http.post(f"{table}/code").json()["code"]
    while True:
        time.sleep(0.05)
        method, path, body = every_request(made["id"], token, code)[kind]
        yield person.http.request(method, path, json=body)


def repeat_upgrades(house: Any) -> Iterator[None]:
    """Upgrades that do not come to their end, from one address; the oldest is left when there are many."""
    path, held = f"/api/tables/{lay(house, house.address)}/socket", []
    while True:
        time.sleep(0.01)
        with contextlib.suppress(OSError):
            line = socket.create_connection(("127.0.0.1", house.port), 5, (house.address, 0))
            line.sendall(upgrade(path, f"127.0.0.1:{house.port}")[:-2])
            held.append(line)
        if len(held) > 200:
            held.pop(0).close()
        yield


def lay(house: Any, address: str) -> str:
    person = houses.Person(house, "", address)
    person.lay("me", "bot")
    person.http.close()
    return person.id


class Attack:
    """The visitor who repeats one thing: a process that is stopped and goes on, once its bursts are used up."""

    def __init__(self, house: houses.House, what: str, before: float) -> None:
        command = [sys.executable, __file__, "--attack", what, "--port", str(house.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.process.stdout.readline()
        time.sleep(before)
        self.pause()

    def pause(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def end(self) -> int:
        """How often it did what it does."""
        self.go_on()
        self.process.send_signal(signal.SIGTERM)
        said, _ = self.process.communicate(timeout=60)
        return int(said.split()[-1])


def attack(what: str, port: int) -> None:
    """Repeat one thing until somebody interrupts; says when it has begun, and at the end how often that was."""
    # From an address of its own: what one row has used up of a limit is not missing in the next.
    address = f"127.0.3.{list(rows()).index(what) + 1}"
    house = SimpleNamespace(port=port, url=f"http://127.0.0.1:{port}", address=address)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    times = 0
    with contextlib.suppress(KeyboardInterrupt):
        for times, _ in enumerate(rows()[what](house), 1):
            if times == 1:
                print("begun", flush=True)
    print(times, flush=True)
    # Lines of which nobody takes what they have sent are not waited for.
    os._exit(0)


def measure(house: houses.House, neighbours: list[Neighbour], what: str, asked: argparse.Namespace) -> str:
    """A row: the others' waits and the house's work, quiet and loaded in turn."""
    attacking, seconds, rounds = Attack(house, what, asked.before), asked.seconds, asked.rounds
    waits: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    worked = {False: 0.0, True: 0.0}
    for _ in range(rounds):
        for loaded in (False, True):
            (attacking.go_on if loaded else attacking.pause)()
            for each in neighbours:
                each.waits.clear()
            before, began = cpu_of(house), time.monotonic()
            time.sleep(seconds / rounds)
            worked[loaded] += (cpu_of(house) - before) / (time.monotonic() - began) / rounds
            waits[loaded] += [wait for each in neighbours for wait in each.waits]
    times = attacking.end()
    clock, work = ([p95([wait[i] for wait in waits[loaded]]) for loaded in (False, True)] for i in (0, 1))
    return (f"{what:24}{times:8}{clock[0]:9.1f} ms{clock[1]:9.1f} ms{clock[1] / clock[0]:7.1f}"
            f"{work[0]:9.2f} ms{work[1]:9.2f} ms{work[1] / work[0]:7.1f}"
            f"{worked[False]:9.0%}{worked[True]:7.0%}{memory_of(house):7} MB")  # fmt: skip


def measure_rows(house: houses.House, neighbours: list[Neighbour], asked: argparse.Namespace) -> None:
    """The rows that are asked for, or all that are not kept yet."""
    kept = asked.keep.read_text().splitlines() if asked.keep and asked.keep.exists() else []
    print(f"{'what is repeated':24}{'times':>8}{'quiet':>12}{'p95':>12}{'ratio':>7}{'work, quiet':>12}{'p95':>12}"
          f"{'ratio':>7}{'core':>16}{'memory':>10}")  # fmt: skip
    for what in asked.rows or [name for name in rows() if not any(line.startswith(f"{name:24}") for line in kept)]:
        row = measure(house, neighbours, what, asked)
        print(row, flush=True)
        if asked.keep:
            with asked.keep.open("a") as file:
                file.write(row + "\n")


def p95(waits: list[float]) -> float:
    return statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else float("nan")


def cpu_of(house: houses.House) -> float:
    """Seconds of a core that the house has taken, exact at this moment: the clock of a process, as Linux numbers it."""
    return time.clock_gettime(~house.process.pid << 3 | 2)


def memory_of(house: houses.House) -> int:
    return int(Path(f"/proc/{house.process.pid}/status").read_text().partition("VmRSS:")[2].split()[0]) // 1024


def rows() -> dict[str, Callable[[Any], Iterator[None]]]:
    """By its name whatever a visitor can repeat."""
    found: dict[str, Callable[[Any], Iterator[None]]] = {}
    for kind in every_message(0, 0, ""):
        found[kind] = partial(repeat_message, kind=kind)
    for kind in FRAMES:
        found[kind] = partial(repeat_frames, kind=kind)
    found[HALF] = repeat_upgrades
    for kind in every_request(""):
        found[kind] = partial(repeat_requests, kind=kind)
    found["tables laid and left"] = repeat_tables
    return found


def fuzz_for(house: houses.House, neighbours: list[Neighbour], seconds: float, seed: str) -> None:
    path, counts, until, number = (
        f"/api/tables/{lay(house, '127.0.3.250')}/socket",
        Counter(),
        time.monotonic() + seconds,
        0,
    )
    before = memory_of(house)
    while time.monotonic() < until:
        fuzz(house.port, path, f"{seed} {number}", 500, counts)
        number += 1
    waits = [wait for each in neighbours for wait, _ in each.waits]
    said = {word: house.printed().count(word) for word in houses.FAULTY}
    print(f"{counts['lines']} lines, seed {seed}: p95 of others {statistics.quantiles(waits, n=20)[-1]:.1f} ms, "
          f"memory {before} -> {memory_of(house)} MB, in the log {said}")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help="which rows; all of them without that")
    parser.add_argument("--seconds", type=float, default=20, help="for each row, quiet and loaded alike")
    parser.add_argument("--rounds", type=int, default=4, help="how often each row is quiet and loaded in turn")
    parser.add_argument("--before", type=float, default=25, help="seconds in which bursts are used up, before each row")
    parser.add_argument("--fuzz", type=float, default=0, help="frames below the message, for so many seconds")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, help="a file with a line for each row")
    parser.add_argument("--attack", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack:
        attack(asked.attack, asked.port)
    with tempfile.TemporaryDirectory() as folder:
        house = houses.House(str(Path(folder) / "tables.db"), options=["--limits"])
        neighbours = [Neighbour(house, number) for number in range(TABLES)]
        for each in neighbours:
            each.start()
        if asked.fuzz:
            fuzz_for(house, neighbours, asked.fuzz, asked.seed)
        else:
            measure_rows(house, neighbours, asked)
        for each in neighbours:
            each.halt.set()
        house.end()


if __name__ == "__main__":
    main()

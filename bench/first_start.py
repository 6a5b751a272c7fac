"""Time from a clean clone to the first bot move: every step of `python3 play.py` with an empty cache, before and after.

    python bench/first_start.py [--before COMMIT] [--source FOLDER]

Clones the repository into a temporary folder, runs set-up and server there, and says when the shelf was open, when a
table of Heartcatchers was dealt and its bot had moved, and when every game was ready. Beside the time on the clock
stand the CPU seconds that all processes had used by then: on a busy machine those are what can be compared. First an
older version, which compiles everything before it opens (`--before ""` leaves it out); then this one; then a second
clone, which uses what the first has compiled, and once more that one, whose packages are there. One table at the end
has all of it.
"""

import argparse
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from parlour.server.table.patches import Reader

THIS = Path(__file__).resolve().parents[1]
# The last version that compiled all games before it opened the shelf.
BEFORE = "f2df448"
GAME = "heartcatchers"
# Nothing here takes so long on a machine that works.
TIMEOUT = 1800.0


class Clock:
    """Prints what happened when; CPU seconds are those of a process and all of its children, read from /proc."""

    def __init__(self) -> None:
        self.start = time.monotonic()
        self.pid = 0
        self.known: dict[int, float] = {}
        # What happened: seconds and CPU seconds since the start.
        self.noted: dict[str, tuple[float, float]] = {}

    def cpu(self) -> float:
        tick = os.sysconf("SC_CLK_TCK")
        for pid in family(self.pid):
            try:
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            self.known[pid] = (int(fields[11]) + int(fields[12])) / tick
        return sum(self.known.values())

    def watch(self) -> None:
        """Look often, so that little is missed of processes that end."""
        while True:
            self.cpu()
            time.sleep(0.25)

    def note(self, what: str) -> None:
        now = (time.monotonic() - self.start, self.cpu())
        self.noted.setdefault(what, now)
        print(f"{now[0]:8.1f} s  {now[1]:8.1f} s CPU  {what}", flush=True)


def family(pid: int) -> list[int]:
    """A process and its children, and theirs."""
    found = [pid]
    for parent in found:
        for file in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += [int(child) for child in file.read_text().split()]
            except OSError:
                continue
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Browser:
    """A browser's cookies and one table."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.ready: set[str] = set()
        self.jar = CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method="POST" if data else "GET")
        request.add_header("Content-Type", "application/json")
        with self.opener.open(request, timeout=60) as response:
            return json.load(response)

    def open_shelf(self, process: subprocess.Popen[str]) -> None:
        """Wait until the shelf answers."""
        while process.poll() is None:
            try:
                self.ask("/api/games")
                return
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        raise SystemExit("set-up ended before the shelf was open; its lines above say why")

    def play(self, clock: Clock) -> None:
        """Lay a table with a bot, wait for the deal, and play until the bot has moved."""
        made = self.ask("/api/tables", {"game": GAME, "seats": [{"kind": "me"}, {"kind": "bot", "level": "medium"}]})
        cookie = "; ".join(f"{c.name}={c.value}" for c in self.jar)
        address = f"ws://127.0.0.1:{self.port}/api/tables/{made['id']}/socket"
        with connect(address, additional_headers={"Cookie": cookie}, open_timeout=60) as line:
            line.send(json.dumps({"type": "hello", "last": 0, "language": "en", "nonce": secrets.token_hex(16)}))
            dealt, mine, reader = False, 0, Reader()
            while True:
                now = reader.read(line.recv(TIMEOUT))
                if now["type"] != "table" or now["status"] != "playing":
                    continue
                if not dealt:
                    clock.note("a table of Heartcatchers is dealt")
                    dealt = True
                if now["moves"] and mine and now["ply"] > mine + 1:
                    clock.note("its bot has moved")
                    return
                if now["moves"]:
                    mine = now["ply"]
                    move = now["moves"][0]["move"]
                    key = secrets.token_hex(8)
                    line.send(json.dumps({"type": "play", "seat": now["me"], "ply": mine, "key": key, "move": move}))

    def note_ready(self, clock: Clock) -> bool:
        """Note the games that are ready, bots included; whether all are."""
        shelf = self.ask("/api/games")
        for box in shelf:
            # An older version has compiled everything before it answers.
            if box.get("bots_compiled", 1.0) == 1.0 and box["name"] not in self.ready:
                self.ready.add(box["name"])
                clock.note(f"{box['title']} is ready, bots included")
        return len(self.ready) == len(shelf)

    def wait_for_all(self, clock: Clock) -> None:
        """Until every game and its bots are ready."""
        end = time.monotonic() + TIMEOUT
        while not self.note_ready(clock):
            if time.monotonic() > end:
                raise SystemExit("not every game became ready")
            time.sleep(0.25)


def tell_steps(process: subprocess.Popen[str], clock: Clock) -> None:
    """What set-up says, with the time at which it said so."""
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("parlour: "):
            clock.note(line.strip().removeprefix("parlour: "))
        else:
            print(line, end="", flush=True)


def start(clone: Path, environment: dict[str, str]) -> dict[str, tuple[float, float]]:
    """Run `play.py serve` in a clone until every game is ready, and end it; what happened when."""
    clock, port = Clock(), free_port()
    command = [sys._base_executable, "play.py", "serve", "--no-open", "--port", str(port)]  # type: ignore[attr-defined]
    process = subprocess.Popen(
        command, cwd=clone, env=environment, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    clock.pid = process.pid
    for task in (lambda: tell_steps(process, clock), clock.watch):
        threading.Thread(target=task, daemon=True).start()
    try:
        browser = Browser(port)
        browser.open_shelf(process)
        clock.note("the shelf is open")
        browser.note_ready(clock)
        browser.play(clock)
        browser.wait_for_all(clock)
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)
    return clock.noted


def print_table(columns: dict[str, dict[str, tuple[float, float]]]) -> None:
    """Every step of every start; seconds, and CPU seconds in brackets."""
    print("".join(f"{name:>20}" for name in columns))
    for what in dict.fromkeys(what for noted in columns.values() for what in noted):
        cells = (noted.get(what) for noted in columns.values())
        print("".join(f"{f'{cell[0]:.1f} ({cell[1]:.1f})' if cell else '':>20}" for cell in cells) + f"  {what}")
    print("seconds since the command, and CPU seconds of all processes in brackets")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", default=BEFORE, help="a commit to compare with, or nothing")
    parser.add_argument("--source", type=Path, default=THIS, help="the repository to clone")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "VIRTUAL_ENV")}
        found = {}
        for name in ("before", "after", "second clone", "started again"):
            if name == "before" and not options.before:
                continue
            # The older version has a cache of its own, and the newest starts are to use what is there.
            place = folder / ("before" if name == "before" else "after")
            kept = {"PARLOUR_CACHE": str(place / "cache"), "PARLOUR_HOME": str(place / "home")}
            clone = folder / ("second" if name in ("second clone", "started again") else name) / "clone"
            if not clone.exists():
                subprocess.run(["git", "clone", "-q", str(options.source), str(clone)], check=True)
            if name == "before":
                subprocess.run(["git", "checkout", "-q", options.before], cwd=clone, check=True)
            print(name.capitalize(), flush=True)
            found[name] = start(clone, environment | kept)
        print_table(found)


if __name__ == "__main__":
    main()

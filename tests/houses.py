"""Real servers for tests: one in a process of its own, a PostgreSQL, and people with real sockets."""

import contextlib
import json
import os
import random
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

import waiting
from parlour.home import home
from parlour.server.table.patches import Reader
from seeds import NONCE
from waiting import TIMEOUT

# A program of tests to run in place of `-m parlour`: its draws follow from a seed. Set by conftest.py; studies in
# bench/ measure what players run.
SEEDED: Path | None = None

# What a person meets when a line breaks or nobody answers.
LOST = (ConnectionClosed, InvalidHandshake, OSError, EOFError, TimeoutError, httpx.TransportError)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# What a server logs only if something has gone wrong.
FAULTY = (" ERROR ", "Traceback", "cannot say", "deadlock")


class Place:
    """Where servers run and are asked from: this machine."""

    address = "127.0.0.1"
    # The command that starts a program there.
    before: Iterable[str] = ()

    def get(self, url: str) -> str:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            return answer.read().decode()


# Runs a program after some lines of a test.
AFTER = """
import os, runpy, sys
lines, sys.argv = sys.argv[1], sys.argv[2:]
exec(lines)
sys.path.insert(0, os.path.dirname(sys.argv[0]))
runpy.run_path(sys.argv[0], run_name="__main__")
"""


class House:
    """`parlour serve` in a process of its own."""

    def __init__(
        self,
        store: str,
        port: int = 0,
        options: Iterable[str] = ("--no-limits",),
        before: Iterable[str] = (),
        place: Place | None = None,
        expects_faults: bool = False,
        python: str | Path = sys.executable,
        after: str = "",
        **environment: str,
    ) -> None:
        self.python = str(python)
        # Lines of Python that come before the server, in its process: they change a constant or hold something up.
        self.after = ["-c", AFTER, after] if after else []
        # Whether a test brings errors about, which are then in the log.
        self.expects_faults = expects_faults
        self.place = place or Place()
        # A command that starts the server, such as one that sets limits.
        self.before = [*self.place.before, *before]
        self.store, self.port, self.options = store, port or free_port(), list(options)
        self.environment = {"PARLOUR_BOT_WAIT": "0", **environment}
        self.start()

    @property
    def url(self) -> str:
        seen = {"--host", "--lan"} & set(self.options)
        return f"http://{self.place.address if seen else '127.0.0.1'}:{self.port}"

    def start(self) -> None:
        program = ["-m", "parlour"] if SEEDED is None else [str(SEEDED)]
        command = [self.python, *self.after, *program, "serve", "--port", str(self.port), "--store", self.store]
        self.output = tempfile.TemporaryFile("w+")  # noqa: SIM115  (closed with the house)
        self.process = subprocess.Popen(
            [*self.before, *command, *self.options],
            env={**os.environ, **self.environment},
            stdout=self.output,
            stderr=subprocess.STDOUT,
        )
        try:
            self.wait_until_open()
        except BaseException:
            # Whoever is interrupted here has no house to stop.
            self.process.terminate()
            self.process.wait(TIMEOUT)
            raise

    def wait_until_open(self) -> None:
        waiting.until(self.is_open, "the house opened", pause=lambda: time.sleep(0.1))

    def is_open(self) -> bool:
        assert self.process.poll() is None, self.printed()
        with contextlib.suppress(OSError):
            return bool(self.place.get(f"{self.url}/api/health"))
        return False

    def wait_for_workers(self, count: int) -> None:
        """Until so many processes answer."""
        seen = set()

        def all_answered() -> bool:
            with contextlib.suppress(httpx.TransportError):
                seen.add(httpx.get(f"{self.url}/api/health", timeout=TIMEOUT).json()["process"])
            return len(seen) == count

        waiting.until(all_answered, "every worker answered", pause=lambda: None)

    def printed(self) -> str:
        """What the server has logged, and the tracebacks that it has written into files of their own."""
        self.output.seek(0)
        logged = self.output.read()
        folder = Path(self.environment.get("PARLOUR_HOME") or home()) / "faults"
        files = [folder / f"{name}.txt" for name in sorted(set(re.findall(r"; reference ([0-9a-f]{8})", logged)))]
        return "\n".join([logged, *(file.read_text() for file in files if file.exists())])

    def kill(self) -> None:
        """SIGKILL the server, and check that what it printed has no fault in it."""
        self.kill_only()
        self.check_output()

    def kill_only(self) -> None:
        """SIGKILL the server; its output stays open and unchecked."""
        self.process.kill()
        self.process.wait()

    def faults(self) -> dict[str, int]:
        """How often a fallback had to keep things going."""
        return json.loads(self.place.get(f"{self.url}/api/health"))["faults"]

    def stop(self) -> None:
        """End the server; a fallback that was needed on the way fails the test."""
        faults = self.faults() if self.process.poll() is None else {}
        self.process.terminate()
        self.process.wait(TIMEOUT)
        printed = self.printed()
        self.check_output()
        assert not faults, f"{faults}\n{printed}"

    def end(self) -> None:
        """End the server, if it has not ended, and ask nothing: something else has gone wrong."""
        self.process.terminate()
        self.process.wait(TIMEOUT)
        self.output.close()

    def check_output(self) -> None:
        """Faults and fallbacks are logged: errors, sentences that could not be made, changes written again."""
        with self.output:
            printed = self.printed()
        failed = [line for line in printed.splitlines() if any(word in line for word in FAULTY)]
        assert not failed or self.expects_faults, printed


def workers_of(pid: int) -> list[int]:
    """The processes that serve for a house with several workers."""
    found = []
    for child in children_of(pid):
        with contextlib.suppress(OSError):
            if "spawn_main" in Path(f"/proc/{child}/cmdline").read_text():
                found.append(child)
    return found


def worker_of(person: "Person") -> int:
    """The process that a person's line leads to."""
    return worker_behind(person.house, person.line.socket)


def worker_behind(house: House, line: socket.socket) -> int:
    """The process that a connection leads to."""
    port = line.getsockname()[1]
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, here, there, *rest = row.split()
        if (int(here[-4:], 16), int(there[-4:], 16)) == (house.port, port):
            socket_of = f"socket:[{rest[6]}]"
            return next(pid for pid in workers_of(house.process.pid) if socket_of in open_in(pid))
    raise AssertionError("there is no such line")


def open_in(pid: int) -> list[str]:
    """What a process has open."""
    found = []
    for path in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found.append(os.readlink(path))
    return found


def children_of(pid: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(folder.name))
    return sorted(found)


def using(folder: Path) -> list[str]:
    """The command lines of processes that know of a folder, by these or by their environment."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command, environment = ((process / what).read_bytes() for what in ("cmdline", "environ"))
        except OSError:
            continue
        if str(folder).encode() in command + environment:
            found.append(command.replace(b"\0", b" ").decode())
    return found


class Person:
    """Somebody with a browser's cookies, and a socket at one table."""

    def __init__(self, house: House, name: str = "", address: str = "") -> None:
        self.house, self.name = house, name
        # Where requests come from, so that no limit counts those of other tests too.
        self.address = address
        way = httpx.HTTPTransport(local_address=address or None, verify=False)
        self.http = httpx.Client(base_url=house.url, timeout=TIMEOUT, transport=way)
        self.id = ""
        self.line: Any = None
        self.lines = contextlib.ExitStack()
        self.table: dict[str, Any] = {}
        # Everything that came, patches made whole.
        self.reader = Reader()
        self.received: list[dict[str, Any]] = []
        self.story: list[dict[str, Any]] = []
        self.other: list[dict[str, Any]] = []

    def lay(self, *kinds: str, game: str = "heartcatchers", **options: Any) -> dict[str, Any]:
        """Lay a table and sit down at it."""
        seats = [{"kind": kind, **({"level": "easy"} if kind == "bot" else {})} for kind in kinds]
        response = self.http.post("/api/tables", json={"game": game, "seats": seats, **options})
        assert response.status_code == 201, response.text
        made = response.json()
        self.id = made["id"]
        return made

    def sit(self, path: str) -> None:
        """Take the seat that a link gives."""
        self.id, _, token = path.removeprefix("/t/").partition("#")
        response = self.http.post(f"/api/tables/{self.id}/claim", json={"token": token})
        assert response.status_code == 200, response.text

    def open(self, last: int = 0, language: str = "en", ready: float = 1.0) -> dict[str, Any]:
        """Connect and wait for the table, and for its game if that is still being loaded."""
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        address = f"ws://127.0.0.1:{self.house.port}/api/tables/{self.id}/socket"
        headers = {"Cookie": cookie} if cookie else {}
        # Whoever has not read everything does not hear the goodbye, so nobody waits for it long.
        here = (self.address, 0) if self.address else None
        line = connect(
            address, additional_headers=headers, open_timeout=TIMEOUT, close_timeout=0.5, source_address=here
        )
        self.line, self.reader = self.lines.enter_context(line), Reader()
        self.send("hello", last=last, language=language, nonce=NONCE)
        # Versions that do not tell have compiled everything before they open (bench/load.py --against).
        return self.until(lambda t: t.get("compiled", 1.0) >= ready)

    def close(self) -> None:
        self.lines.close()

    def send(self, type: str, **fields: Any) -> None:
        self.line.send(json.dumps({"type": type, **fields}))

    def receive(self, timeout: float = TIMEOUT) -> dict[str, Any]:
        message = self.reader.read(self.line.recv(timeout))
        self.received.append(message)
        if message["type"] == "table":
            self.table = message
            self.story = [s for s in self.story if s["ply"] < message["story_from"]] + message["story"]
        else:
            self.other.append(message)
        return message

    def until(self, wanted: Any, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Wait for a table that is as wanted."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive(max(0.05, end - time.monotonic()))
            if message["type"] == "table" and wanted(message):
                return message
        raise AssertionError("the table did not become as wanted")

    def answer(self, type: str, timeout: float = TIMEOUT) -> dict[str, Any]:
        """Wait for a message of another kind."""
        end = time.monotonic() + timeout
        while time.monotonic() < end:
            message = self.receive(max(0.05, end - time.monotonic()))
            if message["type"] == type:
                return message
        raise AssertionError(f"no {type} came")

    def play(self, move: str, key: str = "", ply: int | None = None, seat: int | None = None) -> str:
        """Send a move for the table as it was last seen."""
        sent = key or secrets.token_hex(8)
        now = self.table
        self.send(
            "play",
            seat=now["me"] if seat is None else seat,
            ply=now["ply"] if ply is None else ply,
            key=sent,
            move=move,
        )
        return sent

    def play_to_the_end(self, pick: random.Random) -> None:
        """Random moves whenever it is this person's turn, until the match is over."""
        while self.table["status"] != "over":
            if self.table["moves"]:
                ply = self.table["ply"]
                self.play(pick.choice(self.table["moves"])["move"])
                self.until(lambda t, ply=ply: t["ply"] > ply or t["status"] == "over")
            else:
                self.until(lambda t: t["moves"] or t["status"] == "over")


def check_frames(frames: Iterable[dict[str, Any]], others: Collection[int]) -> None:
    """No message before the end shows a hand or a Secret of those seats, nor the secret of the draws."""
    shown = [m for m in frames if m["type"] == "table" and m["status"] == "playing"]
    assert len(shown) > 5
    for message in shown:
        check_table(message, others)


def check_table(message: dict[str, Any], others: Collection[int]) -> None:
    """One snapshot of Heartcatchers hides what belongs to other seats."""
    assert message["fairness"]["secret"] is None
    for zone in message["view"]["zones"]:
        for piece in zone.get("pieces", ()):
            if (zone["id"].startswith("hand") and zone["owner"] in others) or piece.get("by") in others:
                assert piece["face"] == "down"
                assert not {"card", "name", "mark"} & piece.keys()
    for line in message["story"]:
        if line["key"] == "story.draw":
            assert line["fields"]["who"] not in others


def hears(person: Person) -> bool:
    """Whether a line is still open."""
    try:
        person.send("ping")
        return person.answer("pong")["type"] == "pong"
    except (ConnectionClosed, TimeoutError, OSError):
        return False


def both(people: Any, *kinds: str, **options: Any) -> tuple[Person, Person]:
    """Two people at one table by a link, both looking at the dealt cards."""
    ann, bob = people("Ann"), people("Bob")
    made = ann.lay("me", "friend", *kinds, **options)
    ann.open()
    bob.sit(made["links"][0]["path"])
    bob.open()
    for person in (ann, bob):
        if person.table["status"] == "waiting":
            person.until(lambda t: t["status"] == "playing")
    return ann, bob

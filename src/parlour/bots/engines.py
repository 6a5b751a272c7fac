"""Engines: programs in any language that sit at a table by a line protocol, as chess engines do (docs/engines.md).

An engine is known by a name; its command comes from the command line of whoever starts Parlour, or from the settings of
whoever runs a house, and from nowhere else: no save, no study, no browser and no message of the wire can name one, so
loading a file never starts a program. It is run without
a shell, with limits of memory, processes, CPU time and output, and on Linux in a PID namespace of its own.

Who does not answer with a legal move in time loses that turn: a move is drawn for it, which is logged and counted, and
the program is ended and started again when it is next asked. After MAX_FAULTS such turns it is not asked any more.
"""

import contextlib
import json
import logging
import os
import re
import selectors
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from parlour.bots.policy import Seen
from parlour.bots.spec import ENGINE

LOG = logging.getLogger(__name__)
PROTOCOL = 1
SECONDS = 5.0
MAX_FAULTS = 3
MAX_ENGINES = 2
MAX_ANSWER = 1 << 16
MEMORY, FILES, PROCESSES, CPU_SECONDS = 2 << 30, 16 << 20, 32, 3600
NOBODY = "65534"

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,29}")

# By name: what the command line of this process has allowed.
KNOWN: dict[str, list[str]] = {}


def allow(texts: list[str] | None) -> None:
    """Make engines known from texts such as `mybot=./mybot --fast`; for command lines alone."""
    for text in texts or []:
        name, _, command = text.partition("=")
        words = shlex.split(command)
        if not NAME.fullmatch(name) or not words:
            raise ValueError(f"{text[:60]!r} is no engine: write NAME=COMMAND, such as mybot=./mybot")
        KNOWN[name] = words
    check_commands(KNOWN)


def check_commands(commands: Mapping[str, Sequence[str]], processes: int = 1) -> None:
    """Refuse names that are none, commands without a program, too many of them, and a house of several processes."""
    if commands and processes > 1:
        raise ValueError("[engines] are for a house of one process: set workers to 1")
    for name, words in commands.items():
        if not NAME.fullmatch(name) or not words or not all(words):
            raise ValueError(f"{name[:30]!r} is no engine: its name is letters, its command a list of words")
    if len(commands) > MAX_ENGINES:
        raise ValueError(f"there are {len(commands)} engines; at most {MAX_ENGINES} may be named")


def of_house(commands: Mapping[str, Sequence[str]]) -> dict[str, "Engine"]:
    """The engines of a house, one process each; none where they cannot be shut in."""
    if commands and not walls():
        LOG.warning("this house has no engines: what they start cannot be kept in a namespace of its own here")
        return {}
    return {name: Engine(name, tuple(words)) for name, words in commands.items()}


def engine_of(name: str) -> "Engine":
    """The engine that a bot's name stands for, if this command line has named its command."""
    short = name.removeprefix(ENGINE)
    if short not in KNOWN:
        raise ValueError(f"there is no bot {name[:60]!r} here: --engine {short[:30]}=COMMAND names an engine's command")
    return Engine(short, tuple(KNOWN[short]))


@dataclass(eq=False)
class Engine:
    """A program in a bot's seat: a policy whose answers come from another process."""

    name: str
    command: tuple[str, ...]
    seconds: float = SECONDS
    faults: int = 0
    process: "subprocess.Popen[bytes] | None" = field(default=None, repr=False)
    lock: Any = field(default_factory=threading.Lock, repr=False)

    @property
    def __name__(self) -> str:
        return f"{ENGINE}{self.name}"

    def __reduce__(self) -> Any:
        return Engine, (self.name, self.command, self.seconds)

    def __call__(self, seen: Seen) -> int:
        """Its move, or one drawn for it by the rule above."""
        with self.lock:
            if self.faults < MAX_FAULTS:
                try:
                    return self.ask(seen)
                except (OSError, ValueError) as fault:
                    self.faults += 1
                    LOG.warning("engine %s loses its turn (%d of %d): %s", self.name, self.faults, MAX_FAULTS, fault)
                    self.end()
        return seen.moves[seen.key % len(seen.moves)]

    def ask(self, seen: Seen) -> int:
        """Put one question and read one answer."""
        process = self.running()
        assert process.stdin
        texts = {seen.text(move): move for move in seen.moves}
        question = {
            "game": seen.game.name,
            "version": seen.game.about.version,
            "seat": seen.seat,
            "legal": list(texts),
            "hidden": {name: seen.hidden[name][0].tolist() for name in seen.hidden.dtype.names or ()},
        }
        process.stdin.write(f"choose {json.dumps(question)}\n".encode())
        process.stdin.flush()
        answer = self.read(process).decode("utf-8", "replace").strip()
        word, _, move = answer.partition(" ")
        if word != "move" or move.strip() not in texts:
            raise ValueError(f"{answer[:60]!r} is no legal move; expected `move` and one of {len(texts)}")
        return texts[move.strip()]

    def read(self, process: "subprocess.Popen[bytes]") -> bytes:
        """One line of its output, in time and not too long."""
        assert process.stdout
        end, line = time.monotonic() + self.seconds, b""
        with selectors.DefaultSelector() as waiting:
            waiting.register(process.stdout, selectors.EVENT_READ)
            while b"\n" not in line:
                if not waiting.select(max(0.0, end - time.monotonic())):
                    raise ValueError(f"no answer in {self.seconds:g} seconds")
                more = os.read(process.stdout.fileno(), MAX_ANSWER)
                if not more:
                    raise ValueError("it has ended")
                line += more
                if len(line) > MAX_ANSWER:
                    raise ValueError(f"an answer longer than {MAX_ANSWER} bytes")
        first, _, rest = line.partition(b"\n")
        if rest:
            raise ValueError("more than one line in answer to one question")
        return first

    def running(self) -> "subprocess.Popen[bytes]":
        """The program, started if it does not run."""
        if self.process is None or self.process.poll() is not None:
            self.end()
            self.process = subprocess.Popen(
                [*walls(), *self.command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PATH": os.environ.get("PATH", os.defpath), "LANG": "C.UTF-8"},
                start_new_session=True,
                close_fds=True,
                preexec_fn=limit if os.name == "posix" else None,
            )
            assert self.process.stdin
            self.process.stdin.write(f"parlour {PROTOCOL}\n".encode())
        return self.process

    def stop(self) -> None:
        """For good: whoever still asks gets a drawn move."""
        self.faults = MAX_FAULTS
        self.end()

    def end(self) -> None:
        """End the program and whatever it has started."""
        if self.process is None:
            return
        # The whole group: in it is the first process of the namespace, and with that all of them end.
        with contextlib.suppress(ProcessLookupError):
            if sys.platform == "win32":
                self.process.kill()
            else:
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                # What was not written before it died.
                with contextlib.suppress(OSError):
                    stream.close()
        self.process = None

    def __del__(self) -> None:
        self.end()


def limit() -> None:
    """Runs in the new process, before the program."""
    import resource

    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, FILES),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))


@cache
def walls() -> tuple[str, ...]:
    """What stands before a command on Linux: a PID namespace, so that all ends with it, and no rights of root."""
    found = wanted_walls()
    if found and subprocess.run([*found, "true"], capture_output=True, check=False).returncode == 0:
        return found
    LOG.warning("engines run without a PID namespace here: what they start may outlive them")
    return ()


def wanted_walls() -> tuple[str, ...]:
    if sys.platform != "linux" or not shutil.which("unshare") or not shutil.which("setpriv"):
        return ()
    namespace = ("unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
    few = (
        "--",
        "prlimit",
        f"--nproc={PROCESSES}:{PROCESSES}",
        "--",
        "setpriv",
        "--no-new-privs",
        "--pdeathsig",
        "KILL",
    )
    if os.geteuid() != 0:
        return (*namespace, "--user", "--map-root-user", *few, "--")
    # Limits of processes do not bind root. The program may lie where only root may look.
    keep = "-all,+dac_read_search"
    drop = ("--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--inh-caps", keep, "--ambient-caps", keep)
    return (*namespace, *few, *drop, "--")

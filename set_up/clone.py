"""The clone that is set up: its folders, the lock that one play.py holds, and the programs that it runs."""

import errno
import hashlib
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NoReturn

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
WEB = ROOT / "web"
PAGES = ROOT / "src" / "parlour" / "server" / "pages"

# What set-up has started, the descriptor of the lock that all of it holds, and whether nothing more is to be started.
CHILDREN: list["subprocess.Popen[bytes]"] = []
LOCKED: list[int] = []
INTERRUPTED = threading.Event()


class Failed(Exception):
    """Why set-up cannot go on, in one sentence."""


def say(text: str) -> None:
    print(f"parlour: {text}", file=sys.stderr, flush=True)


def fail(text: str) -> NoReturn:
    raise Failed(text)


def digest(*paths: Path, salt: str = "") -> str:
    """A hash of files and of what they are called."""
    key = hashlib.sha256((sys.version + salt).encode())
    for path in paths:
        text = path.read_bytes()
        key.update(f"\n{path.relative_to(ROOT)} {len(text)}\n".encode())
        key.update(text)
    return key.hexdigest()


def is_current(stamp: Path, text: str) -> bool:
    return stamp.exists() and stamp.read_text() == text


@contextmanager
def children_ending_with_us() -> Iterator[None]:
    """Whoever asks set-up to end, by ctrl-C or by a signal to it alone, ends what it has started."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    except KeyboardInterrupt:
        INTERRUPTED.set()
        alive = list(CHILDREN)
        for process in alive:
            # By SIGINT they end their own children too, which SIGTERM does not do for Python.
            process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)
        for process in alive:
            process.wait()
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def alone() -> Iterator[None]:
    """Wait until no other play.py sets up this clone; the system frees the lock once it and its children have ended."""
    try:
        file = (ROOT / ".setup.lock").open("a")
    except OSError:  # a clone that this user may only read
        yield
        return
    with file:
        if not has_locked(file):
            say("another play.py is setting up; waiting")
            while not has_locked(file):
                time.sleep(0.2)
        LOCKED[:] = [file.fileno()] if os.name == "posix" else []
        try:
            yield
        finally:
            LOCKED.clear()


def has_locked(file: IO[str]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some network file systems have no locks.
        return error.errno not in (errno.EAGAIN, errno.EACCES, errno.EDEADLK)
    return True


def child(command: list[Any], **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Run one step of set-up. It holds the lock as well: if play.py alone is killed, the next one waits for it."""
    if INTERRUPTED.is_set():
        fail("Interrupted")
    with subprocess.Popen(command, pass_fds=LOCKED, **options) as process:
        CHILDREN.append(process)
        output, _ = process.communicate()
    CHILDREN.remove(process)
    return subprocess.CompletedProcess(command, process.returncode, output)


def run(*arguments: str, **environment: str) -> int:
    """Run Parlour's own Python; ctrl-C belongs to it, not to us."""
    process = subprocess.Popen([str(PYTHON), *arguments], env={**os.environ, **environment})
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def become(*arguments: str) -> int:
    """Replace this process by Parlour, so that a signal reaches the server itself; Windows can only wait for it."""
    if os.name != "nt":
        os.execv(PYTHON, [str(PYTHON), *arguments])
    return run(*arguments)


def first_failure(*commands: Sequence[object], whole: bool = False) -> int:
    """Run commands until one fails. `whole`: what each prints is shown when it has ended, not mixed with others."""
    kept: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} if whole else {}
    for command in commands:
        name = " ".join(Path(str(part)).name for part in command)
        if not whole:
            say(name)
        done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False, **kept)
        if whole:
            say(f"{name}\n{done.stdout.decode(errors='replace').rstrip()}")
        if done.returncode:
            return done.returncode
    return 0

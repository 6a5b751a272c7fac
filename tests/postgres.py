"""A PostgreSQL of the tests' own."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from houses import children_of, free_port


class Postgres:
    """A PostgreSQL of our own on loopback, with a fresh data folder."""

    def __init__(self, durable: bool = False) -> None:
        binaries = postgres_binaries()
        self.folder, self.port = Path(tempfile.mkdtemp(prefix="parlour-pg-")), free_port()
        drop: list[str] = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            drop = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        self.data = self.folder / "data"
        options = ["-U", "postgres", "-A", "trust", "-N", "--no-locale", "-E", "UTF8"]
        self.run([*drop, binaries / "initdb", "-D", self.data, *options])
        self.control = [*drop, binaries / "pg_ctl", "-D", self.data, "-w"]
        self.options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories={self.folder}"
        self.options += "" if durable else " -c fsync=off"
        self.start()

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, command: list[Any], check: bool = True) -> None:
        subprocess.run(command, check=check, capture_output=True, cwd=self.folder)

    def start(self) -> None:
        self.run([*self.control, "-o", self.options, "-l", self.folder / "log", "start"])

    def stop(self) -> None:
        """In order, as an upgrade of the system does; whoever is connected is sent away."""
        self.run([*self.control, "-m", "fast", "stop"])

    def kill(self) -> None:
        """All of its processes at once, as the system does when memory is short."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        for pid in [first, *children_of(first)]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        # Dead as it is, its number may live on until somebody takes note of it.
        for path in (self.data / "postmaster.pid", *self.folder.glob(".s.PGSQL.*")):
            path.unlink()

    def close(self) -> None:
        self.run([*self.control, "-m", "immediate", "stop"], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def postgres(durable: bool = False) -> Iterator[str]:
    """The URL of a PostgreSQL of our own."""
    server = Postgres(durable)
    try:
        yield server.url
    finally:
        server.close()


def postgres_binaries() -> Path:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    path = str(found[-1]) if found else shutil.which("initdb")
    assert path, "PostgreSQL is not installed: `python3 play.py test` installs it on Debian"
    return Path(path).parent

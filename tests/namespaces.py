"""Two machines on one: network namespaces joined by a cable, a server in one and guests with browsers in the other."""

import contextlib
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import waiting
from houses import Place

# Addresses of the cable's two ends, from a range that nobody routes.
HOUSE, GUEST, WIDTH = "10.213.77.1", "10.213.77.2", 24

ASK = "import sys, urllib.request as u; sys.stdout.write(u.urlopen(sys.argv[1], timeout=20).read().decode())"


class Far(Place):
    """A namespace with an address that only the other one reaches."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self.before = ["ip", "netns", "exec", name]

    def get(self, url: str) -> str:
        """Asked from here, since the test itself cannot."""
        asking = [*self.before, sys.executable, "-c", ASK, url]
        done = subprocess.run(asking, capture_output=True, text=True, check=False)
        if done.returncode:
            raise OSError(done.stderr.strip().rpartition("\n")[2])
        return done.stdout

    def program(self, folder: Path, name: str) -> Path:
        """A file that starts a program here."""
        started = folder / f"{name}-{self.name}"
        started.write_text(f'#!/bin/sh\nexec ip netns exec {self.name} {shutil.which(name)} "$@"\n')
        started.chmod(0o755)
        return started


def ip(*words: str) -> str:
    done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
    assert not done.returncode, (
        f"`ip {' '.join(words)}` failed, so two machines cannot be played: {done.stderr.strip()}"
    )
    return done.stdout


@contextlib.contextmanager
def two_machines() -> Iterator[tuple[Far, Far]]:
    """The house's machine and the guests', joined by a cable."""
    assert shutil.which("ip"), "`ip` is not installed: `python3 play.py test` installs iproute2 on Debian"
    mark = secrets.token_hex(3)
    house, guest = Far(f"house-{mark}", HOUSE), Far(f"guest-{mark}", GUEST)
    made = []
    try:
        for place in (house, guest):
            ip("netns", "add", place.name)
            made.append(place.name)
        ends = f"ph{mark}", f"pg{mark}"
        ip("link", "add", ends[0], "netns", house.name, "type", "veth", "peer", "name", ends[1], "netns", guest.name)
        for place, end in zip((house, guest), ends, strict=True):
            # No address that comes by itself seconds later: a browser drops what it loads when one does.
            ip("-n", place.name, "link", "set", end, "addrgenmode", "none")
            ip("-n", place.name, "address", "add", f"{place.address}/{WIDTH}", "dev", end)
            for device in ("lo", end):
                ip("-n", place.name, "link", "set", device, "up")
        # As in a home: whatever is not here is behind the other end. By that way a machine finds its own address.
        for place, other in ((house, guest), (guest, house)):
            ip("-n", place.name, "route", "add", "default", "via", other.address)
        for place, end in zip((house, guest), ends, strict=True):
            waiting.until(lambda at=place.name, end=end: "state UP" in ip("-n", at, "link", "show", end), "the cable")
        yield house, guest
    finally:
        for name in made:
            ip("netns", "delete", name)

"""Limits by visitor: how often somebody may ask, and how many sockets somebody may have open.

They are counted in the memory of one process; each of several workers allows its share. A household has many browsers
behind one address, and a browser many tabs: nobody who plays comes near a limit.
"""

import ipaddress
import time
from collections import Counter
from functools import lru_cache

# Requests that change something or are expensive, and all others of the API: a burst, then so many a second.
CHANGES, READS = (60, 2.0), (240, 10.0)

# Tables that are laid: what a visitor leaves in the store, with a session or without one. 120 an hour after the first.
TABLES = (60, 1 / 30)

# Sockets of one visitor: open at the same time; how often they are opened; and how often they say hello.
# However many workers there are, each lets some in: the system does not deal them out evenly.
MAX_SOCKETS, SHARE_OF_SOCKETS = 64, 16
CONNECTS, HELLOS = (128, 4.0), (128, 5.0)

# Hellos of one socket. A browser says one, and another if it has missed a message.
HELLOS_OF_ONE = (5, 1.0)

# Frames of one socket and of one visitor, whatever they hold; so many bytes count as one more.
FRAMES_OF_ONE, FRAMES, BYTES_OF_FRAME = (400, 60.0), (4000, 1000.0), 128

# How often one socket may be over that limit before it is closed.
HOLDS = (8, 0.05)

# Editions that one visitor may bring in an hour; checking one is work.
UPLOADS, HOUR = 10, 3600.0

MAX_VISITORS = 10_000
IPV6_HOUSEHOLD = 64


@lru_cache(4096)
def visitor(address: str) -> str:
    """By what an address is counted: IPv6 by its /64, since a household has all addresses of one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), IPV6_HOUSEHOLD), strict=False))
    return str(found)


class Bucket:
    """A leaky bucket: allows a burst, then a steady rate."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.level, self.at = 0.0, time.monotonic()

    def leak(self) -> None:
        now = time.monotonic()
        self.level = max(0.0, self.level - (now - self.at) * self.per_second)
        self.at = now

    def take(self) -> bool:
        """Whether one more is allowed now; then it is counted."""
        self.leak()
        if self.level >= self.burst:
            return False
        self.level += 1
        return True

    def book(self, cost: float = 1) -> float:
        """Count one more in any case, or what it costs; in how many seconds its turn is."""
        self.leak()
        self.level += cost
        return max(0.0, (self.level - self.burst) / self.per_second)

    def is_over(self) -> bool:
        return self.level > self.burst


class Buckets:
    """One bucket per visitor; if there are too many, the one goes that was used least recently."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst, self.per_second = burst, per_second
        self.by_visitor: dict[str, Bucket] = {}

    def of(self, address: str) -> Bucket:
        who = visitor(address)
        bucket = self.by_visitor.pop(who, None) or Bucket(self.burst, self.per_second)
        self.by_visitor[who] = bucket
        if len(self.by_visitor) > MAX_VISITORS:
            self.by_visitor.pop(next(iter(self.by_visitor)))
        return bucket

    def take(self, address: str) -> bool:
        return self.of(address).take()


class Hourly:
    """So many of something an hour for each visitor."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.by_visitor: dict[str, list[float]] = {}

    def take(self, address: str) -> bool:
        """Whether one more is allowed within this hour; then it is counted."""
        now, who = time.monotonic(), visitor(address)
        lately = [at for at in self.by_visitor.pop(who, []) if at > now - HOUR]
        allowed = len(lately) < self.most
        self.by_visitor[who] = [*lately, now] if allowed else lately
        if len(self.by_visitor) > MAX_VISITORS:
            self.by_visitor.pop(next(iter(self.by_visitor)))
        return allowed


class Limits:
    """All limits of one process of several `workers`, which divide the rates; without `on` nothing is refused."""

    def __init__(self, on: bool = True, workers: int = 1) -> None:
        self.on = on
        self.changes, self.reads, self.tables, self.connects, self.hellos, self.frames = (
            Buckets(burst, per_second / workers)
            for burst, per_second in (CHANGES, READS, TABLES, CONNECTS, HELLOS, FRAMES)
        )
        self.uploads = Hourly(max(UPLOADS // workers, 1))
        self.most_sockets = max(MAX_SOCKETS // workers, SHARE_OF_SOCKETS)
        self.open: Counter[str] = Counter()

    def may_change(self, address: str) -> bool:
        return not self.on or self.changes.take(address)

    def may_lay(self, address: str) -> bool:
        return not self.on or self.tables.take(address)

    def may_read(self, address: str) -> bool:
        return not self.on or self.reads.take(address)

    def may_upload(self, address: str) -> bool:
        return not self.on or self.uploads.take(address)

    def enter(self, address: str) -> bool:
        """Whether a visitor may open another socket; then it is counted until `leave`."""
        who = visitor(address)
        if self.on and (self.open[who] >= self.most_sockets or not self.connects.take(address)):
            return False
        self.open[who] += 1
        return True

    def leave(self, address: str) -> None:
        who = visitor(address)
        self.open[who] -= 1
        if self.open[who] <= 0:
            del self.open[who]

    def hello_in(self, address: str, own: Bucket) -> float:
        """In how many seconds a hello is answered, by the bucket of its socket and that of its visitor."""
        return max(own.book(), self.hellos.of(address).book()) if self.on else 0.0

    def frames_in(self, address: str, own: Bucket, frames: int, size: int) -> float:
        """In how many seconds a socket that has sent something is read from again.

        A socket that stays far below its own limit does not wait for others of the same visitor.
        """
        if not self.on:
            return 0.0
        cost = frames + size / BYTES_OF_FRAME
        mine, shared = own.book(cost), self.frames.of(address).book(cost)
        return max(mine, shared) if own.level > own.burst / 2 else mine

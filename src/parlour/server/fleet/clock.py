"""The time by which deadlines run: PostgreSQL's, which all processes share, or this machine's.

A wall clock jumps: a laptop wakes from sleep, somebody sets the time. Nobody could play meanwhile, so whoever decides
then gets a grace. A jump shows in the difference to the monotonic clock, which only counts while the machine runs.
"""

from time import monotonic, time

import sqlalchemy as sa

from parlour.server.store.store import Store

# Seconds by which two clocks, or two ticks, may differ before that counts as a gap; and between two looks at the
# database's clock.
JUMP, SYNC = 10.0, 30.0

ASK = sa.text("SELECT extract(epoch FROM clock_timestamp())::float8")


class Clock:
    """The store's time, and whether it went on as it should."""

    def __init__(self, store: Store) -> None:
        self.store = store
        # What the database's clock is ahead of this machine's.
        self.ahead = 0.0
        self.asked: float | None = None
        self.seen = time(), monotonic()
        # Whether time has jumped and nobody has been given a grace for it yet.
        self.jumped = False
        # Since when it has not, by the monotonic clock.
        self.steady_since = monotonic()

    def now(self) -> float:
        """Seconds since 1970."""
        return time() + self.ahead

    async def look(self) -> None:
        """Note whether time has jumped since the last look, or nothing ran for a while."""
        before, self.seen = self.seen, (time(), monotonic())
        passed, ran = self.seen[0] - before[0], self.seen[1] - before[1]
        # Noted before the database is asked, which may fail: a machine that wakes up often has no network yet.
        self.jumped = self.jumped or ran > JUMP or abs(passed - ran) > JUMP
        self.jumped = await self.ask(self.jumped) or self.jumped
        if self.jumped:
            self.steady_since = monotonic()

    def steady_for(self) -> float:
        """For how many seconds time has gone on without a jump, as far as this process has seen."""
        return monotonic() - self.steady_since

    async def ask(self, at_once: bool = False) -> bool:
        """Look at the database's clock now and then; whether it is another time there than was thought."""
        if self.store.engine.dialect.name != "postgresql":
            return False
        if not at_once and self.asked is not None and monotonic() - self.asked < SYNC:
            return False
        before, here = self.ahead, time()
        self.asked = None
        there = await self.store.read(lambda c: c.execute(ASK).scalar_one())
        self.ahead, self.asked = there - (here + time()) / 2, monotonic()
        return abs(self.ahead - before) > JUMP

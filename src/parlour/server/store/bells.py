"""Bells: where a session wants to hear of a table while its page is closed. They are deleted with its seat.

Where a bell leads is read by whoever rings it, and is neither logged nor told to anybody.
"""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from parlour.server import wire
from parlour.server.store.database import bells, keys
from parlour.server.store.records import Change

# How many bells one process rings at once, at most.
MAX_DUE = 64
DAY = 86400
# Seconds between two tests of one bell.
BETWEEN_TESTS = 20.0

Kind = Literal["push", "address"]


class BellRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Where one bell leads, and when it may ring."""

    # Of web push its endpoint and the browser's keys; else an address.
    to: str
    p256dh: str = ""
    auth: str = ""
    wish: wire.BellWish


class Bell(msgspec.Struct, frozen=True, kw_only=True):
    """A bell as it is stored."""

    table_id: str
    hash: str
    kind: Kind
    record: BellRecord
    occasion: str
    since: float
    day: int
    sent: int

    def sent_on(self, now: float) -> int:
        return self.sent if self.day == int(now // DAY) else 0


RECORD = msgspec.json.Decoder(BellRecord)
Job = Callable[[sa.Connection], Any]


def at(bell: Bell) -> Any:
    return (bells.c.table_id == bell.table_id) & (bells.c.hash == bell.hash) & (bells.c.kind == bell.kind)


def of_session(id: str, hashes: list[str]) -> Any:
    return (bells.c.table_id == id) & bells.c.hash.in_(hashes)


def read(row: Any) -> Bell:
    return Bell(
        table_id=row.table_id,
        hash=row.hash,
        kind=row.kind,
        record=RECORD.decode(row.record),
        occasion=row.occasion,
        since=row.since,
        day=row.day,
        sent=row.sent,
    )


# What a session does with its bells


def hang_bell(id: str, hash: str, kind: Kind, record: BellRecord) -> Job:
    """A job that keeps a bell in place of the one of that kind; what was told and counted stays so."""
    text = msgspec.json.encode(record).decode()
    mine = of_session(id, [hash]) & (bells.c.kind == kind)

    def job(c: sa.Connection) -> None:
        if c.execute(bells.update().where(mine).values(record=text)).rowcount == 0:
            c.execute(bells.insert().values(table_id=id, hash=hash, kind=kind, record=text))

    return job


def take_down(id: str, hashes: list[str], kind: str) -> Job:
    """A job that deletes a session's bell of some kind."""
    return lambda c: c.execute(bells.delete().where(of_session(id, hashes) & (bells.c.kind == kind)))


def list_bells(id: str, hashes: list[str]) -> Callable[[sa.Connection], list[Bell]]:
    """A job that reads the bells of a session at a table."""
    found = sa.select(bells).where(of_session(id, hashes)).order_by(bells.c.kind)
    return lambda c: [read(row) for row in c.execute(found)]


def begin_test(bell: Bell, now: float) -> Callable[[sa.Connection], bool]:
    """A job that notes a test, which counts as a notice; whether there may be one now."""
    day = int(now // DAY)
    free = bells.c.tested < now - BETWEEN_TESTS
    values = {"tested": now, "day": day, "sent": bell.sent_on(now) + 1}
    return lambda c: bool(c.execute(bells.update().where(at(bell) & free).values(**values)).rowcount)


# What a table has to tell


def note_occasions(c: sa.Connection, change: Change) -> None:
    """Note with a change what there is to tell by bells; once told, the same is not told again."""
    for hash, occasion in change.occasions.items():
        mine = of_session(change.id, [hash])
        if occasion:
            new = (bells.c.told != occasion) & (bells.c.occasion != occasion)
            c.execute(bells.update().where(mine & new).values(occasion=occasion, since=change.since))
        else:
            turn = bells.c.occasion.like("turn %")
            c.execute(bells.update().where(mine & turn).values(occasion="", since=0.0))


def leave_bells(c: sa.Connection, change: Change) -> None:
    """The bells of a session that has left a table are deleted; they stay with one that only has another token."""
    if change.carried:
        c.execute(bells.update().where(of_session(change.id, [change.left])).values(hash=change.holder))
    elif gone := [hash for hash in (change.left, *change.no_bells) if hash]:
        c.execute(bells.delete().where(of_session(change.id, gone)))


# Ringing


def list_due(until: float) -> Callable[[sa.Connection], list[Bell]]:
    """A job that reads the bells with something to tell since then, the oldest first."""
    waits = (bells.c.since > 0) & (bells.c.since <= until)
    found = sa.select(bells).where(waits).order_by(bells.c.since).limit(MAX_DUE)
    return lambda c: [read(row) for row in c.execute(found)]


def take(bell: Bell, now: float) -> Callable[[sa.Connection], bool]:
    """A job that takes on what a bell has to tell: of several processes one gets it, and it is told once at most."""
    day = int(now // DAY)
    values = {"told": bell.occasion, "occasion": "", "since": 0.0, "day": day, "sent": bell.sent_on(now) + 1}
    return lambda c: bool(c.execute(bells.update().where(waiting(bell)).values(**values)).rowcount)


def put_off(bell: Bell, until: float) -> Job:
    """A job that has a bell looked at again later; never, by 0."""
    values = {"since": until} if until else {"since": 0.0, "occasion": ""}
    return lambda c: c.execute(bells.update().where(waiting(bell)).values(**values))


def waiting(bell: Bell) -> Any:
    return at(bell) & (bells.c.occasion == bell.occasion) & (bells.c.since == bell.since)


def remove(bell: Bell) -> Job:
    """A job that deletes a bell which leads nowhere any more."""
    return lambda c: c.execute(bells.delete().where(at(bell)))


def keep_key(name: str, value: str) -> Callable[[sa.Connection], str]:
    """A job that keeps a key of the house, unless there is one by that name; the one that is kept."""

    def job(c: sa.Connection) -> str:
        c.execute(KEEP_KEY, {"name": name, "value": value})
        return str(c.execute(sa.select(keys.c.value).where(keys.c.name == name)).scalar_one())

    return job


KEEP_KEY = sa.text("INSERT INTO keys (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING")

"""Codes to type in place of a link: short, so they are short-lived, and few wrong ones may be tried.

Kept in the store, so that every process knows them. A code leads to a table; which chair is free there is asked when
somebody comes.
"""

import hashlib
import ipaddress
import secrets
from collections.abc import Callable
from time import time

import sqlalchemy as sa

from parlour.server.store.database import codes, tries
from parlour.server.store.store import Store

# Crockford's 32 signs: no I, L, O, U. What is typed for another is read as it.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})

LIFETIME = 15 * 60.0

GIVE = sa.text(
    "INSERT INTO codes (code, table_id, until) VALUES (:code, :id, :until) ON CONFLICT (table_id) DO NOTHING"
)

# Wrong codes in a minute, of one visitor and of all together. After that only those are answered from whose net none
# has come, up to so many more: whoever wants to keep everybody out needs as many nets.
MINUTE, MAX_OF_ONE, MAX_OF_ALL, RESERVE = 60.0, 5, 60, 240
# How many bits of a hash are kept of a visitor's net and of the visitor, and what is one net by the version of IP.
NET_BITS, VISITOR_BITS = 10, 8
NETS = {4: 24, 6: 48}


class Codes:
    """The live codes, one a table."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def give(self, id: str) -> tuple[str, float]:
        """The code of a table and the time when it ends (seconds since 1970): the one that lives, or a new one."""
        now, fresh = time(), "".join(secrets.choice(SIGNS) for _ in range(LENGTH))

        def job(c: sa.Connection) -> tuple[str, float]:
            c.execute(codes.delete().where(codes.c.until < now))
            # Nothing is added where a code lives, even one that another process has given this moment.
            c.execute(GIVE, {"code": fresh, "id": id, "until": now + LIFETIME})
            found = c.execute(sa.select(codes.c.code, codes.c.until).where(codes.c.table_id == id)).one()
            return found.code, found.until

        return await self.store.write(job)

    async def table(self, typed: str) -> str | None:
        """The table that a code leads to."""
        code = typed.upper().translate(READ_AS)
        found = sa.select(codes.c.table_id).where(codes.c.code == code, codes.c.until > time())
        return await self.store.read(lambda c: c.execute(found).scalar())

    async def end(self, id: str) -> None:
        """Void the code of a table."""
        await self.store.write(lambda c: c.execute(codes.delete().where(codes.c.table_id == id)) and None)


class Tries:
    """Codes that were tried within the last minute, those that are being looked up included.

    They are in the store, so that the limits hold for all processes together. Addresses are not: they are counted by
    18 bits of hashes, which many thousands of addresses have in common.
    """

    def __init__(self, store: Store) -> None:
        self.store = store

    async def begin(self, visitor: str) -> str | None:
        """Count a try before it is looked up, and name it; None if this visitor has to wait, or all have.

        Counted again after it was committed, since others may have tried meanwhile: whoever of them is last sees all.
        """
        group = group_of(visitor)
        if await self.store.read(too_many(group, room=0)):
            return None
        one = secrets.token_hex(8)
        await self.store.write(lambda c: note_try(c, one, group))
        if await self.store.read(too_many(group, room=1)):
            await self.take_back(one)
            return None
        return one

    async def take_back(self, one: str) -> None:
        """The code was right, or was not looked up: it does not count."""
        await self.store.write(lambda c: c.execute(tries.delete().where(tries.c.id == one)) and None)


def group_of(visitor: str) -> int:
    """Whom a try is counted for: one of 2**18 groups of visitors, each in one of 2**10 groups of nets."""
    return bits_of(net_of(visitor), NET_BITS) << VISITOR_BITS | bits_of(visitor, VISITOR_BITS)


def bits_of(text: str, count: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) >> (32 - count)


def net_of(visitor: str) -> str:
    """The net of a visitor: what one provider gives to one customer, or to a few."""
    try:
        address = ipaddress.ip_address(visitor.partition("/")[0])
    except ValueError:
        return visitor
    return str(ipaddress.ip_network(f"{address}/{NETS[address.version]}", strict=False))


def note_try(c: sa.Connection, one: str, group: int) -> None:
    """Write a try down."""
    delete_old_tries(c)
    c.execute(tries.insert().values(id=one, at=time(), visitors=group))


def delete_old(c: sa.Connection) -> None:
    """Delete the codes and the tries whose time is over, unless another process is doing so."""
    delete_old_tries(c)
    old = sa.select(codes.c.code).where(codes.c.until < time()).with_for_update(skip_locked=True)
    c.execute(codes.delete().where(codes.c.code.in_(old)))


def delete_old_tries(c: sa.Connection) -> None:
    """Delete the tries that do not count any more, unless another process is doing so."""
    old = sa.select(tries.c.id).where(tries.c.at < time() - MINUTE).with_for_update(skip_locked=True)
    c.execute(tries.delete().where(tries.c.id.in_(old)))


def too_many(group: int, room: int) -> Callable[[sa.Connection], bool]:
    """A job: whether the tries of a group, or of all, have used the limits up; `room` of them do not count."""

    def job(c: sa.Connection) -> bool:
        every = c.execute(sa.select(tries.c.visitors).where(tries.c.at > time() - MINUTE)).scalars().all()
        of_net = sum(each >> VISITOR_BITS == group >> VISITOR_BITS for each in every) - room
        most = MAX_OF_ALL if of_net > 0 else MAX_OF_ALL + RESERVE
        return every.count(group) - room >= MAX_OF_ONE or len(every) - room >= most

    return job

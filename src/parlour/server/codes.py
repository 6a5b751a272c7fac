"""Codes to type in place of a link: short, so they are short-lived, and few wrong ones may be tried.

Kept in the store, so that every process knows them. A code leads to a table; which chair is free there is asked when
somebody comes.
"""

import secrets
from collections import deque
from time import monotonic, time

import sqlalchemy as sa

from parlour.server.database import codes
from parlour.server.store import Store

# Crockford's 32 signs: no I, L, O, U. What is typed for another is read as it.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})

LIFETIME = 15 * 60.0

# Wrong codes in a minute, of one address and of all together; after that nobody is answered until they are older.
MINUTE, OF_ONE, OF_ALL = 60.0, 5, 60


class Codes:
    """The live codes, one a table."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def give(self, id: str) -> tuple[str, float]:
        """The code of a table and the time when it ends (seconds since 1970): the one that lives, or a new one."""
        now, fresh = time(), "".join(secrets.choice(SIGNS) for _ in range(LENGTH))

        def job(c: sa.Connection) -> tuple[str, float]:
            c.execute(codes.delete().where(codes.c.until < now))
            found = c.execute(sa.select(codes.c.code, codes.c.until).where(codes.c.table_id == id)).first()
            if found is not None:
                return found.code, found.until
            c.execute(codes.insert().values(code=fresh, table_id=id, until=now + LIFETIME))
            return fresh, now + LIFETIME

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
    """Wrong codes of the last minute, by address and together."""

    def __init__(self) -> None:
        self.of_all: deque[tuple[float, str]] = deque()

    def wrong(self, address: str) -> None:
        self.of_all.append((monotonic(), address))

    def too_many(self, address: str) -> bool:
        """Whether this address has to wait, or all have."""
        while self.of_all and self.of_all[0][0] < monotonic() - MINUTE:
            self.of_all.popleft()
        mine = sum(other == address for _, other in self.of_all)
        return mine >= OF_ONE or len(self.of_all) >= OF_ALL

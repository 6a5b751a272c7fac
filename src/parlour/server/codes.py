"""Codes to type in place of a link: short, so they are short-lived, and few wrong ones may be tried.

Kept in memory only. A code leads to a table; which chair is free there is asked when somebody comes.
"""

import secrets
from collections import deque
from time import monotonic, time

# Crockford's 32 signs: no I, L, O, U. What is typed for another is read as it.
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 6
READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})

LIFETIME = 15 * 60.0

# Wrong codes in a minute, of one address and of all together; after that nobody is answered until they are older.
MINUTE, OF_ONE, OF_ALL = 60.0, 5, 60


class Codes:
    """The live codes, one a table."""

    def __init__(self) -> None:
        self.by_code: dict[str, tuple[str, float]] = {}

    def make(self, id: str) -> tuple[str, float]:
        """A new code for a table and the time when it ends (seconds since 1970); the table's last one is void."""
        now = time()
        self.by_code = {c: found for c, found in self.by_code.items() if found[0] != id and found[1] > now}
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        self.by_code[code] = id, now + LIFETIME
        return code, now + LIFETIME

    def of(self, id: str) -> tuple[str, float] | None:
        """The live code of a table."""
        now = time()
        return next(((c, until) for c, (of, until) in self.by_code.items() if of == id and until > now), None)

    def table(self, typed: str) -> str | None:
        """The table that a code leads to."""
        id, until = self.by_code.get(typed.upper().translate(READ_AS), ("", 0.0))
        return id if time() < until else None

    def end(self, id: str) -> None:
        """Void the code of a table."""
        self.by_code = {c: found for c, found in self.by_code.items() if found[0] != id}


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

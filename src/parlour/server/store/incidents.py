"""When the store cannot be used: why, since when, and one line in the log at its beginning and at its end."""

import logging
import math
from time import monotonic
from typing import Any

import sqlalchemy as sa

GONE, JOURNAL = "the store's file is gone", "the store's journal is gone"
REPLACED = "another file is in the place of the store's; restart the server to use it"
SILENT = "the store does not answer in time"

# What SQLite and PostgreSQL call it, by the beginning of the name; said without addresses and paths, to anybody.
REASONS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_READONLY": "the store's file cannot be written",
    "SQLITE_CANTOPEN": "the store's file cannot be opened",
    "SQLITE_IOERR": "the disk does not work",
    "SQLITE_CORRUPT": "the store's file is damaged",
    "SQLITE_NOTADB": "the store's file is damaged",
    "SQLITE_BUSY": "another program has locked the store",
    "53100": "the database's disk is full",
    "53": "the database has no room",
    "25006": "the database cannot be written",
}
POSTGRES = "the database does not answer"
OTHER = "the store cannot be used"

# A database in trouble; everything else that it refuses is a fault of whoever asked.
TROUBLE = (sa.exc.OperationalError, sa.exc.InterfaceError, sa.exc.TimeoutError)
# The same by PostgreSQL's codes, some of which psycopg counts among other errors: read-only, no room, shut down.
STATES = ("25006", "53", "57P")

# Seconds after its end within which an incident of the same kind begins again, and after which one lasts.
REPEAT_WINDOW, TOLD_AFTER = 60.0, 10.0

# How often a step is taken while other processes are quicker: several players may arrive at the same moment.
MAX_TRIES = 8


class StoreError(RuntimeError):
    """A write failed; nothing of it was committed."""


class WriteRejected(StoreError):
    """The database, or a fault in what was to be written, refused one write; its cause says why."""


class InDoubt(StoreError):
    """The database was lost while it committed: nobody knows yet whether the write is kept."""


class Overtaken(StoreError):
    """Another process has changed the table since it was read; it has to be read again."""


def is_trouble(error: BaseException) -> bool:
    state = getattr(getattr(error, "orig", None), "sqlstate", None) or ""
    return isinstance(error, TROUBLE) or type(error) is sa.exc.DatabaseError or state.startswith(STATES)


def reason(error: BaseException, dialect: str) -> str:
    """Why the store cannot be used, in a few words."""
    orig: Any = getattr(error, "orig", None) or error
    code = getattr(orig, "sqlite_errorname", None) or getattr(orig, "sqlstate", None) or ""
    usual = POSTGRES if dialect == "postgresql" else OTHER
    return next((said for begins, said in REASONS.items() if code.startswith(begins)), usual)


class Incident:
    """What is wrong with the store now; empty while all is well. Used by several threads.

    Near a full disk small writes succeed and larger ones do not: what begins again soon after its end is only counted,
    and told once a minute, unless it lasts.
    """

    def __init__(self) -> None:
        self.why = self.said = self.last = ""
        self.since = 0.0
        # When the last one ended, and when something was last logged.
        self.ended = self.told = -math.inf
        self.counted = 0
        self.is_told = False

    def begin(self, why: str, detail: object = "") -> None:
        """Something failed; logged once, however much else fails until it is over."""
        if self.why:
            return
        now, about = monotonic(), str(detail).partition("\n")[0]
        self.said = f"{why} ({about})" if about else why
        again = why == self.last and now - self.ended < REPEAT_WINDOW
        self.why, self.since, self.is_told = why, now, False
        self.counted += again
        if not again:
            self.tell(now)

    def tell(self, now: float) -> None:
        self.told, self.is_told = now, True
        logging.error("the store cannot be written: %s; moves are refused until it can", self.said)

    def look(self) -> None:
        """Once a second: tell of what lasts, and of how often it began again."""
        now = monotonic()
        if self.why and not self.is_told and now - self.since > TOLD_AFTER:
            self.tell(now)
        if self.counted and now - self.told > REPEAT_WINDOW:
            logging.error("the store could not be written %d times more, for moments: %s", self.counted, self.said)
            self.told, self.counted = now, 0

    def end(self) -> None:
        """Something was written again."""
        if not self.why:
            return
        now = monotonic()
        if self.is_told:
            logging.warning("the store works again after %.0f s", now - self.since)
        self.last, self.ended, self.why = self.why, now, ""

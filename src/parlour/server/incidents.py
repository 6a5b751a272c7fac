"""When the store cannot be used: why, since when, and one line in the log at its beginning and at its end."""

import logging
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


# How often a step is taken while other processes are quicker: several players may arrive at the same moment.
TRIES = 8


class StoreError(RuntimeError):
    """A write failed; nothing of it was committed."""


class Refused(StoreError):
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
    """What is wrong with the store now; empty while all is well. Used by several threads."""

    def __init__(self) -> None:
        self.why = ""
        self.since = 0.0

    def begin(self, why: str, detail: object = "") -> None:
        """Something failed; logged once, however much else fails until it is over."""
        if not self.why:
            self.why, self.since = why, monotonic()
            about = str(detail).partition("\n")[0]
            said = f"{why} ({about})" if about else why
            logging.error("the store cannot be written: %s; moves are refused until it can", said)

    def end(self) -> None:
        """Something was written again."""
        if self.why:
            logging.warning("the store works again after %.0f s", monotonic() - self.since)
            self.why = ""

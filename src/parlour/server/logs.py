"""What is logged: text or JSON, with the ids of the request and the table, and the same line only a few times a minute.

No names, no talk, no tokens, no addresses. A fault is one line with a reference, and its traceback in a file.
"""

import json
import logging
import os
import secrets
from contextvars import ContextVar
from pathlib import Path
from time import monotonic, strftime
from typing import Any

from parlour.home import home

# So many lines of one kind in so many seconds; those beyond are counted, and told with the next one.
MAX_ALIKE, WINDOW = 5, 60.0

# How many kinds are remembered.
KINDS = 1000

# How many files with tracebacks are kept.
MAX_FAULTS = 200

TEXT = "%(asctime)s %(levelname)s %(name)s%(ids)s: %(message)s"

# Which request or connection this is, and at which table; tasks that it starts say so too.
REQUEST: ContextVar[str] = ContextVar("request", default="")
TABLE: ContextVar[str] = ContextVar("table", default="")


def begin_request(table: str = "") -> str:
    """From here on lines are of this request; its id, which is random and means nothing else."""
    REQUEST.set(secrets.token_hex(4))
    TABLE.set(table)
    return REQUEST.get()


class Ids(logging.Filter):
    """Adds the ids to every line."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request, record.table = REQUEST.get(), TABLE.get()
        record.ids = "".join(f" {name}={id}" for name in ("request", "table") if (id := getattr(record, name)))
        return True


class Throttle(logging.Filter):
    """Lets a few lines of each kind through; the kind is the message before its fields are filled in."""

    def __init__(self) -> None:
        super().__init__()
        self.kinds: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if len(self.kinds) > KINDS:
            self.kinds.clear()
        kind, now = (record.name, str(record.msg)), monotonic()
        since, count = self.kinds.get(kind, (now, 0))
        if now - since > WINDOW:
            if count > MAX_ALIKE:
                record.msg = f"{record.msg} ({count - MAX_ALIKE} more like it were left out)"
            since, count = now, 0
        self.kinds[kind] = since, count + 1
        return count < MAX_ALIKE


class Faults(logging.Filter):
    """Writes the traceback of a line into a file of its own, and names it in the line; only the last ones stay."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info or record.exc_info[0] is None:
            return True
        reference = REQUEST.get() or secrets.token_hex(4)
        told = f"{record.getMessage()}\n{logging.Formatter().formatException(record.exc_info)}\n"
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open(
                os.open(self.folder / f"{reference}.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "a"
            ) as file:
                file.write(told)
            self.drop_oldest()
        except OSError:
            # A full disk must not hide the fault: then the traceback is logged as usual.
            return True
        record.msg, record.args = f"{record.getMessage()}: {said_of(record.exc_info)}; reference {reference}", ()
        record.reference = reference
        record.exc_info = record.exc_text = None
        return True

    def drop_oldest(self) -> None:
        for path in sorted(self.folder.glob("*.txt"), key=lambda p: p.stat().st_mtime)[:-MAX_FAULTS]:
            path.unlink(missing_ok=True)


def said_of(info: tuple[Any, ...]) -> str:
    """The kind of an error; what it says may hold anything, and stands in the file alone."""
    return str(info[0].__name__)


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": strftime("%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        said |= {name: id for name in ("request", "table", "reference") if (id := getattr(record, name, ""))}
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def set_up(form: str = "text") -> None:
    """Log warnings and errors of all modules to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else logging.Formatter(TEXT))
    handler.addFilter(Ids())
    handler.addFilter(Throttle())
    handler.addFilter(Faults(home() / "faults"))
    root = logging.getLogger()
    root.handlers, root.level = [handler], logging.WARNING

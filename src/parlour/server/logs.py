"""What is logged: text or JSON, and the same line only a few times a minute. No names, no talk, no tokens."""

import json
import logging
from time import monotonic, strftime

# So many lines of one kind in so many seconds; those beyond are counted, and told with the next one.
MOST, WINDOW = 5, 60.0

# How many kinds are remembered.
KINDS = 1000

TEXT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


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
            if count > MOST:
                record.msg = f"{record.msg} ({count - MOST} more like it were left out)"
            since, count = now, 0
        self.kinds[kind] = since, count + 1
        return count < MOST


class Json(logging.Formatter):
    """One object a line."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": strftime("%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


def set_up(form: str = "text") -> None:
    """Warnings and errors of everybody in this process, to the error stream."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else logging.Formatter(TEXT))
    handler.addFilter(Throttle())
    root = logging.getLogger()
    root.handlers, root.level = [handler], logging.WARNING

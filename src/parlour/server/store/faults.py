"""Faults that a fallback hides from players: each is logged where it happens and counted here."""

import logging
from collections import Counter
from typing import Literal

Kind = Literal[
    "bot-failed",
    "bot-late",
    "bot-refused",
    "table-stopped",
    "hint-failed",
    "not-followed",
    "not-heard",
    "write-refused",
]


class Faults:
    """How often each kind of fault has happened since the server started; a healthy server counts none."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def note(self, kind: Kind, message: str, *fields: object, error: BaseException | None = None) -> None:
        """Log a fault, with the traceback of the error behind it, and count it."""
        logging.error(message, *fields, exc_info=error)
        self.counts[kind] += 1

"""What people type, names and talk, in a form that shows as it reads."""

import unicodedata
from collections.abc import Iterable

LONGEST_NAME = 24

# Joins emoji; every other format character is left out: most of them turn the direction of writing or show nothing.
JOINER = "\u200d"
LEFT_OUT = {"Cc", "Cf", "Cs", "Zl", "Zp"}


def tidy(text: str) -> str:
    """Composed, without control and direction characters, with single spaces; may be empty."""
    composed = unicodedata.normalize("NFC", text)
    kept = (c for c in composed if c == JOINER or c.isspace() or unicodedata.category(c) not in LEFT_OUT)
    return " ".join("".join(kept).split()).strip(JOINER + " ")


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, or with a number behind it if somebody at the table has it."""
    used = {unicodedata.normalize("NFKC", other).casefold() for other in taken}
    for number in range(1, len(used) + 2):
        ending = f" {number}" if number > 1 else ""
        found = name[: LONGEST_NAME - len(ending)] + ending
        if unicodedata.normalize("NFKC", found).casefold() not in used:
            return found
    raise AssertionError("one of n + 1 names is free among n")

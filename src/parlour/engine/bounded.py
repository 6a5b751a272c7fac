"""Files that others may have written: read and parsed only as far as they are small and shallow.

`tomllib` needs time and memory that grow with the square of the number of parts of a key, and a name for each part.
So a TOML text is looked over first, in time that grows with its length alone.
"""

import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

MAX_TOML_BYTES = 250_000
# Parts of a dotted key, and brackets within brackets.
MAX_DEPTH = 16
# Characters between two quotes, or in a key, a number or a comment.
MAX_TOML_STRING = 10_000

# A quoted string or a comment, as tomllib reads them; one that has no end is as long as the rest.
QUOTED = re.compile(
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:"{3,5}|\Z)|' + r"'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\.)*+"?|' + r"'[^'\n]*+'?|#[^\n]*+",
    re.DOTALL,
)
BETWEEN_KEYS = re.compile(r"[=\[\]{},\n]")
BRACKET = re.compile(r"[\[\]{}]")


class Unbounded(ValueError):
    """A text that is larger or deeper than anything that is meant to be read; `line` is where."""

    def __init__(self, sentence: str, line: int = 1) -> None:
        super().__init__(sentence)
        self.line = line


def read_bounded(path: Path, most: int) -> bytes:
    """A file's bytes; of one that is too large one byte more than it may have."""
    with path.open("rb") as file:
        return file.read(most + 1)


def load_toml(text: str) -> dict[str, Any]:
    """A TOML text as data; Unbounded if it is too much to parse, and else whatever tomllib raises."""
    check_toml(text)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise Unbounded("this is nested too deeply") from None


def check_toml(text: str) -> None:
    """Unbounded if a text is too long, or has anything in it that is too long or too deep."""
    if len(text) > MAX_TOML_BYTES or len(text.encode(errors="replace")) > MAX_TOML_BYTES:
        raise Unbounded(f"such a text has at most {MAX_TOML_BYTES:,} bytes")
    for found in QUOTED.finditer(text):
        if len(found[0]) > MAX_TOML_STRING:
            raise Unbounded(f"a text has at most {MAX_TOML_STRING:,} characters", line_at(text, found.start()))
    # What was quoted keeps its line ends, so that lines can be counted; and stands for a key, if it is one.
    bare = QUOTED.sub(lambda found: "_" + "\n" * found[0].count("\n"), text)
    check_keys(bare)
    check_brackets(bare)


def check_keys(bare: str) -> None:
    begin = 0
    for key in BETWEEN_KEYS.split(bare):
        if key.count(".") >= MAX_DEPTH:
            raise Unbounded(f"a key has at most {MAX_DEPTH} parts", line_at(bare, begin))
        if len(key) > MAX_TOML_STRING:
            raise Unbounded(f"a key or a number has at most {MAX_TOML_STRING:,} characters", line_at(bare, begin))
        begin += len(key) + 1


def check_brackets(bare: str) -> None:
    depth = 0
    for found in BRACKET.finditer(bare):
        depth += 1 if found[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise Unbounded(f"this is nested too deeply, over {MAX_DEPTH} brackets", line_at(bare, found.start()))


def line_at(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def decode_json(data: bytes, type: type[T]) -> T:
    """JSON straight into a type: nothing is made of what does not fit. Depth and numbers are bounded by msgspec."""
    try:
        return msgspec.json.decode(data, type=type)
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None

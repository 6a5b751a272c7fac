"""What a notice says: the game, the table, and whose turn it is; it is made from names alone."""

import hashlib
from functools import cache
from pathlib import Path

from parlour.engine import registry
from parlour.engine.words import read
from parlour.server.bells.sender import Message
from parlour.server.store.records import TableRecord

WORDS = Path(__file__).with_name("words.toml")


@cache
def known() -> dict[str, dict[str, str]]:
    return read(WORDS)


def sentence(key: str, language: str, **named: str) -> str:
    words = known().get(language, known()["en"])
    return words[key].format(**named)


def message(id: str, record: TableRecord, hash: str, kind: str, language: str, address: str = "") -> Message:
    """What is told to the session `hash` of a table; `kind` is the first word of an occasion, or `test`."""
    name = next((seat.name for seat in record.seats if seat.token_hash == hash), "")
    path = f"/t/{id}"
    return Message(
        title=registry.about(record.game).title,
        body=f"{sentence(kind, language, name=name)} {sentence('table', language, names=names(record, language))}",
        path=path,
        url=address + path if address else "",
        tag=hashlib.sha256(f"{id} {kind}".encode()).hexdigest()[:24],
    )


def names(record: TableRecord, language: str) -> str:
    *before, last = [seat.name for seat in record.seats]
    return f"{', '.join(before)} {sentence('and', language)} {last}" if before else last

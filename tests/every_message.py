"""One message of every kind, as a browser sends it: what a visitor can repeat."""

import secrets
from typing import Any


def every_message(seat: int, ply: int, move: str) -> dict[str, dict[str, Any]]:
    """By its kind a message of a seat that decides at a ply and could play a move."""
    key = secrets.token_hex(8)
    fields: dict[str, dict[str, Any]] = {
        "hello": {"language": "de", "nonce": "0" * 32},
        "play": {"seat": seat, "ply": ply, "key": key, "move": move},
        "undo": {"seat": seat, "key": key},
        "undo-answer": {"seat": seat, "agree": True},
        "look": {"seat": seat},
        "say": {"seat": seat, "text": "x" * 300},
        "rename": {"seat": seat, "name": secrets.token_hex(10)},
        "advise": {"seat": seat, "on": True},
        "raise-hand": {"seat": seat, "stops": []},
        "rematch": {"key": key},
        "leave": {"seat": seat},
        "return": {"seat": seat},
        "stand-in": {"seat": 1 - seat},
        "hint": {"seat": seat},
        "previews": {"seat": seat, "ply": ply},
        "seat-bot": {},
        "seat-here": {},
        "unseat": {"seat": 1 - seat},
        "ping": {},
        "resign": {"seat": seat},
        "close-table": {},
    }
    return {kind: {"type": kind, **more} for kind, more in fields.items()}

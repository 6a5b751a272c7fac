"""One message and one request of every kind, as a browser sends them: what a visitor can repeat."""

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


def every_request(id: str, token: str = "", code: str = "") -> dict[str, tuple[str, str, dict[str, Any] | None]]:
    """By a name one request of every kind, at a table with an invitation and a code: method, path and body."""
    table, lesson = f"/api/tables/{id}", "/api/games/heartcatchers/lesson/0"
    return {
        "the shelf": ("GET", "/api/games", None),
        "a rulebook": ("GET", "/api/games/work_of_heart/rules", None),
        "a lesson": ("GET", lesson, None),
        "a try in a lesson": ("POST", lesson, {"move": "x"}),
        "an edition": ("POST", "/api/games/heartcatchers/editions", {"title": "mine"}),
        "my tables": ("GET", "/api/tables", None),
        "a new table": ("POST", "/api/tables", {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "bot"}]}),
        "a seat again": ("POST", f"{table}/claim", {"token": token, "name": secrets.token_hex(5)}),
        "an invitation": ("POST", f"{table}/invited", {"token": token}),
        "how to reach it": ("GET", "/api/reach", None),
        "a code to tell": ("POST", f"{table}/code", None),
        "a link to move": ("POST", f"{table}/move", None),
        "my bells": ("GET", f"{table}/bells", None),
        "a bell": ("POST", f"{table}/bells", {"wish": {"occasions": ["turn"]}, "address": "ntfys://ntfy.example/x"}),
        "a bell as a test": ("POST", f"{table}/bells/test", {"kind": "push"}),
        "no bell": ("POST", f"{table}/bells/stop", {"kind": "push"}),
        "being forgotten": ("POST", "/api/forget", None),
        "leaving for good": ("POST", f"{table}/drop", None),
        "a wrong password": ("POST", "/api/door", {"password": "x"}),
        "a session": ("POST", "/api/session", None),
        "a code": ("POST", "/api/join/look", {"code": code}),
        "a wrong code": ("POST", "/api/join", {"code": "ABCDEF"}),
        "a replay": ("GET", f"{table}/replay", None),
        "playing on": ("POST", f"{table}/play-on", {"ply": 0, "seat": 0}),
        "a record": ("GET", f"{table}/record", None),
        "its health": ("GET", "/api/health", None),
    }

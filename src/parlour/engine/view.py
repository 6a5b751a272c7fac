"""The pieces of which every view is made: zones that hold pieces, and a score sheet that adds up.

A screen that knows nothing of a game can draw its zones; a game's own table reads the same zones. Whatever a player
has to know of a zone or a piece beyond its name is also there in words: `facts`, a list of Lines. Ids are stable
places (a slot, a stack), never hidden identities.
"""

from typing import Any

from parlour.engine.words import Line


def zone(id: str, label: Line, pieces: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A place on the table: `owner` (a seat), `layout` (row, stack, fan, grid, ring, count) and what the game adds."""
    return {"id": id, "label": label, "owner": None, "layout": "row", "pieces": pieces, **more}


def piece(id: str, name: str | None, **more: Any) -> dict[str, Any]:
    """A thing in a zone; without a name it lies face down."""
    return {"id": id, "name": name, "face": "down" if name is None else "up", **more}


def score(seat: int, label: Line, points: int) -> dict[str, Any]:
    """One line of the score sheet; a seat's lines add up to its points."""
    return {"seat": int(seat), "label": label, "points": int(points)}

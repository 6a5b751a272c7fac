"""Pictures: what one seat sees, as text and as a frame, from its hidden record alone."""

from typing import Any

import numpy as np

from parlour.engine.record import PUBLIC
from parlour.research.table import Table

# A frame has a square for every column of the observation.
ACROSS, SQUARE = 48, 6
EMPTY, FULL = (250, 246, 238), (142, 36, 62)


def as_text(table: Table, hidden: np.ndarray, seat: int, language: str = "en") -> str:
    """The table in lines: points, then every zone with what lies in it."""
    screen = table.game.look(table.edition, hidden, seat, language).screen
    return "\n".join([table.game.about.title, *lines_of(screen)])


def lines_of(screen: dict[str, Any]) -> list[str]:
    """What a screen shows, a line for the points and one for every zone."""
    lines = [", ".join(f"p{s + 1}: {p}" for s, p in enumerate(screen["points"]))]
    for zone in screen["zones"]:
        pieces = [said(piece) for piece in zone["pieces"]]
        inside = ", ".join(pieces) if pieces else str(zone.get("count") or "-")
        facts = "".join(f" ({fact})" for fact in zone.get("facts", ()))
        lines.append(f"{zone['text']}: {inside}{facts}")
    return lines


def said(piece: dict[str, Any]) -> str:
    """A piece by its name and its facts; one that lies face down by none."""
    if piece["name"] is None:
        return "?"
    facts = "; ".join(piece.get("facts", ()))
    return f"{piece['name']} [{facts}]" if facts else str(piece["name"])


def as_frame(table: Table, hidden: np.ndarray, seat: int) -> np.ndarray:
    """The observation as a picture: a square for each column, darker for more."""
    row = table.encoder.rows(hidden, max(seat, 0))[0]
    down = -(-len(row) // ACROSS)
    cells = np.zeros(down * ACROSS, np.float32)
    cells[: len(row)] = np.minimum(row, 4) / 4
    colours = np.array(EMPTY) + cells[:, None] * (np.array(FULL) - np.array(EMPTY))
    tiles = colours.reshape(down, ACROSS, 3).astype(np.uint8)
    frame: np.ndarray = tiles.repeat(SQUARE, axis=0).repeat(SQUARE, axis=1)
    return frame


def public(table: Table, g: np.ndarray) -> np.ndarray:
    """What anybody who only watches knows."""
    return table.game.hide(table.edition, g, int(PUBLIC))

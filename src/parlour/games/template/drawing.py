"""The table of Keepsakes for a terminal, drawn from a view alone.

A letter is a small card: its seal as a letter and a colour, then what is known of the inside. Colour is never
the only sign, so the table can be read without it.
"""

from collections.abc import Callable
from typing import Any

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from parlour.engine.words import Line

COLOURS = {"rose": "red", "ivy": "green", "black": "bright_black"}
WIDTH = 16


def draw(view: dict[str, Any], say: Callable[[Line], str]) -> RenderableType:
    """The others' hands, the mantelpiece and the drawer, then your own hand. The terminal adds the score."""
    zones = {zone["id"]: zone for zone in view["zones"]}
    hands = [zone for zone in view["zones"] if zone["owner"] is not None]
    others = [hand for hand in hands if hand["owner"] != view["me"]]
    mine = [hand for hand in hands if hand["owner"] == view["me"]]
    rows = [draw_zone(zone, view, say) for zone in (*others, zones["mantel"], *mine)]
    drawer = f"{zones['pile']['text']}: {zones['pile']['count']}    turns left: {view['left']}"
    if view["mode"] == "together":
        drawer += f"    goal together: {view['goal']}"
    return Group(*rows, Text(drawer))


def draw_zone(zone: dict[str, Any], view: dict[str, Any], say: Callable[[Line], str]) -> RenderableType:
    title = Text(zone["text"])
    if zone["owner"] is not None and zone["owner"] == view["turn"]:
        title.append(" ◂")
    silent = (view["me"], zone["owner"])
    letters = Columns([draw_letter(piece, silent) for piece in zone["pieces"]], width=WIDTH + 1)
    return Panel(letters, title=title, title_align="left", box=box.ROUNDED)


def draw_letter(piece: dict[str, Any], silent: tuple[int, int | None]) -> RenderableType:
    """Place and seal on the first line, what is inside on the second, who else has read it on the third.

    That you and the owner of a hand have read its letters goes without saying: these seats are `silent`.
    """
    colour = COLOURS.get(piece.get("seal", ""), "white")
    top = Text.assemble(f"{piece['id']} ", (f"({piece['mark']})", f"bold {colour}"))
    if piece["name"]:
        inside = Text(f"{piece['kind']} {piece.get('worth', 0):+d}", "bold")
    else:
        inside = Text(f"? {'/'.join(piece.get('maybe', ()))}", "dim")
    readers = [f"P{s + 1}" for s in piece.get("known", ()) if s not in silent]
    known = Text(f"read by {','.join(readers)}" if readers else "", "dim")
    inside.truncate(WIDTH, overflow="ellipsis")
    return Group(top, inside, known)

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
from rich.table import Table
from rich.text import Text

from parlour.engine.words import Line

COLOURS = {"rose": "red", "ivy": "green", "black": "bright_black"}
WIDTH = 16


def draw(view: dict[str, Any], say: Callable[[Line], str]) -> RenderableType:
    """The others' hands, the mantelpiece and the drawer, then your own hand; at the end the score."""
    zones = {zone["id"]: zone for zone in view["zones"]}
    hands = [zone for zone in view["zones"] if zone["owner"] is not None]
    others = [hand for hand in hands if hand["owner"] != view["me"]]
    mine = [hand for hand in hands if hand["owner"] == view["me"]]
    rows = [draw_zone(zone, view, say) for zone in (*others, zones["mantel"], *mine)]
    drawer = f"{say(zones['pile']['label'])}: {zones['pile']['count']}    turns left: {view['left']}"
    if view["mode"] == "together":
        drawer += f"    goal together: {view['goal']}"
    return Group(*rows, Text(drawer), *([draw_sheet(view, say)] if view["over"] else []))


def draw_zone(zone: dict[str, Any], view: dict[str, Any], say: Callable[[Line], str]) -> RenderableType:
    title = Text(say(zone["label"]))
    if zone["owner"] is not None and zone["owner"] == view["turn"]:
        title.append(" ◂")
    letters: RenderableType = Columns([draw_letter(p, view["me"]) for p in zone["pieces"]], width=WIDTH + 1)
    return Panel(letters if zone["pieces"] else Text("empty", "dim"), title=title, title_align="left", box=box.ROUNDED)


def draw_letter(piece: dict[str, Any], me: int) -> RenderableType:
    """Place and seal on the first line, what is inside on the second, who else has read it on the third."""
    colour = COLOURS.get(piece["seal"] or "", "white")
    top = Text.assemble(f"{piece['id']} ", (f"({piece['mark']})", f"bold {colour}"))
    inside = f"{piece['kind']} {piece['worth']:+d}" if piece["name"] else "/".join(piece["maybe"])
    readers = [f"P{s + 1}" for s in piece["known"] if s != me]
    known = Text(f"read by {','.join(readers)}" if readers else "", "dim")
    known.truncate(WIDTH, overflow="ellipsis")
    text = Text(inside if piece["name"] else "? " + shorter(inside), "bold" if piece["name"] else "dim")
    text.truncate(WIDTH, overflow="ellipsis")
    return Group(top, text, known)


def shorter(kinds: str) -> str:
    """What an unread letter may hold, in the space that a card has."""
    return kinds if len(kinds) <= WIDTH - 2 else ""


def draw_sheet(view: dict[str, Any], say: Callable[[Line], str]) -> RenderableType:
    table = Table(box=box.SIMPLE)
    for heading in ("", "letter", "points"):
        table.add_column(heading, justify="right" if heading == "points" else "left")
    for seat, points in enumerate(view["points"]):
        for row in (row for row in view["sheet"] if row["seat"] == seat):
            table.add_row(f"P{seat + 1}", say(row["label"]), f"{row['points']:+d}")
        table.add_row(f"P{seat + 1}", Text("total", "bold"), Text(str(points), "bold"), end_section=True)
    return table

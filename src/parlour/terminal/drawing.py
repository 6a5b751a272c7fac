"""The table as a seat sees it: drawn by the game's own drawing.py, or plainly from its zones."""

from collections.abc import Callable
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.errors import MarkupError
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.engine.match import Match
from parlour.engine.words import Line
from parlour.terminal.screen import DIM, STRONG
from parlour.terminal.words import clean, plain, say

Say = Callable[[Line], str]
LISTED = ("stack", "grid", "ring")


def draw_table(match: Match, seat: int) -> RenderableType:
    """What one seat, and nobody else, may see now."""
    view = clean(match.view(seat))

    def speak(line: Line) -> str:
        return plain(match.say(line, seat))

    if not (match.game.folder / "drawing.py").exists():
        return draw_zones(view, speak, match.names)
    try:
        return match.game.part("drawing").draw(view, speak)
    except MarkupError:
        # A name in an edition that looks like markup must not end anybody's game.
        return draw_zones(view, speak, match.names)


def draw_zones(view: dict[str, Any], speak: Say, names: tuple[str, ...]) -> RenderableType:
    """Any game: the others' places, the middle of the table, then your own."""
    others = [s for s in range(view["seats"]) if s != view["me"]]
    rows: list[RenderableType] = [points_line(view, names)]
    for owner in [*others, None, view["me"]]:
        panels = [panel(zone, speak) for zone in view["zones"] if zone["owner"] == owner]
        if panels:
            rows.append(Columns(panels, padding=(0, 1)))
    return Group(*rows)


def points_line(view: dict[str, Any], names: tuple[str, ...]) -> Text:
    parts = [f"{name_of(s, view['me'], names)} {p}" for s, p in enumerate(view["points"])]
    return Text(say("table.points", points=" · ".join(parts)), style=DIM)


def name_of(seat: int, me: int, names: tuple[str, ...]) -> str:
    if seat == me:
        return say("seat.you")
    return plain(names[seat]) if seat < len(names) else say("seat.player", n=seat + 1)


def panel(zone: dict[str, Any], speak: Say) -> Panel:
    """One zone as a box with its label."""
    pieces = [piece_text(p) for p in zone["pieces"]]
    if zone["layout"] == "count" and not pieces:
        body = Text(say("table.count", n=zone.get("count", 0)))
    elif not pieces:
        body = Text(say("table.empty"), style=DIM)
    else:
        body = Text("\n" if zone["layout"] in LISTED else ", ").join(pieces)
    return Panel(body, title=Text(speak(zone["label"])), title_align="left", expand=False)


def piece_text(piece: dict[str, Any]) -> Text:
    if piece["name"] is None:
        return Text(say("table.down"), style=DIM)
    mark = f"{piece['mark']} " if piece.get("mark") else ""
    return Text(f"{mark}{piece['name']}")


def draw_sheet(match: Match, seat: int) -> Table:
    """The score sheet: what gave how many points, by which clause, and the sums."""
    sheet = Table(title=say("end.sheet"), title_style=STRONG, title_justify="left")
    for heading in ("who", "what", "clause"):
        sheet.add_column(say(f"end.{heading}"))
    sheet.add_column(say("end.points"), justify="right")
    rows = match.view(seat).get("sheet", [])
    for s in range(match.seats):
        who = Text(name_of(s, seat, match.names))
        for row in (r for r in rows if r["seat"] == s):
            label = row["label"]
            sheet.add_row(who, Text(plain(match.say(label, seat))), label.clause, str(row["points"]))
            who = Text()
        total = Text(say("end.total"), style=STRONG)
        sheet.add_row(who, total, "", Text(str(match.points[s]), style=STRONG), end_section=True)
    return sheet

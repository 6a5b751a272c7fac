"""The table as a seat sees it: drawn by the game's own drawing.py, or from its zones for a game without one."""

from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.engine.match import Match
from parlour.engine.words import Line
from parlour.terminal.screen import DIM, STRONG
from parlour.terminal.words import clean, language, plain, say

LISTED = ("stack", "grid", "ring")


def draw_table(match: Match, seat: int) -> list[RenderableType]:
    """What one seat, and nobody else, may see now: as large as it gets, then smaller where the game has that."""
    look = match.look(seat, language=language())
    view = clean(look.screen)

    def speak(line: Line) -> str:
        return plain(look.say(line))

    if not (match.game.folder / "drawing.py").exists():
        return [draw_zones(view, match.names)]
    drawing = match.game.part("drawing")
    draws = [drawing.draw, *([drawing.draw_small] if hasattr(drawing, "draw_small") else [])]
    return [draw(view, speak) for draw in draws]


def draw_zones(view: dict[str, Any], names: tuple[str, ...]) -> RenderableType:
    """Any game: the others' places, the middle of the table, then your own."""
    others = [s for s in range(view["seats"]) if s != view["me"]]
    rows: list[RenderableType] = [points_line(view, names)]
    for owner in [*others, None, view["me"]]:
        panels = [panel(zone) for zone in view["zones"] if zone["owner"] == owner]
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


def panel(zone: dict[str, Any]) -> Panel:
    """One zone as a box with its label, and under its pieces what is to be known of it."""
    pieces = [piece_text(p) for p in zone["pieces"]]
    listed = zone["layout"] in LISTED or any(texts_of(p) for p in zone["pieces"])
    if zone["layout"] == "count" and not pieces:
        body = Text(say("table.count", n=zone.get("count", 0)))
    elif not pieces:
        body = Text(say("table.empty"), style=DIM)
    else:
        body = Text("\n" if listed else ", ").join(pieces)
    for fact in zone.get("facts", []):
        body.append(f"\n{fact}", DIM)
    return Panel(body, title=Text(zone["text"]), title_align="left", expand=False)


def piece_text(piece: dict[str, Any]) -> Text:
    """A piece by its name, with its facts and the text that is printed on it."""
    if piece["name"] is None:
        text = Text(say("table.down"), style=DIM)
    else:
        mark = f"{piece['mark']} " if piece.get("mark") else ""
        text = Text(f"{mark}{piece['name']}")
    for more in texts_of(piece):
        text.append(f"\n  {more}", DIM)
    return text


def texts_of(piece: dict[str, Any]) -> list[str]:
    """All that a piece says beyond its name."""
    return [*piece.get("facts", []), *([piece["text"]] if piece.get("text") else [])]


def draw_sheet(match: Match, seat: int) -> Table:
    """The score sheet: what gave how many points, by which clause, and the sums."""
    sheet = Table(title=say("end.sheet"), title_style=STRONG, title_justify="left")
    for heading in ("who", "what", "clause"):
        sheet.add_column(say(f"end.{heading}"))
    sheet.add_column(say("end.points"), justify="right")
    rows = match.look(seat, language=language()).view.sheet
    for s in range(match.seats):
        who = Text(name_of(s, seat, match.names))
        for row in (r for r in rows if r.seat == s):
            sheet.add_row(who, Text(plain(row.text)), row.clause, str(row.points))
            who = Text()
        total = Text(say("end.total"), style=STRONG)
        sheet.add_row(who, total, "", Text(str(match.points[s]), style=STRONG), end_section=True)
    return sheet

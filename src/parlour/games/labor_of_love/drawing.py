"""The workshop for a terminal, drawn from a view alone.

Bulb colours are letters first and colours second. Every card of the row says what it would do for the reader.
"""

from collections.abc import Callable
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.engine.words import Line, line
from parlour.games.labor_of_love.chain import BulbStep

Say = Callable[[Line], str]
STYLES = {"red": "bold red", "yellow": "bold yellow", "green": "bold green", "blue": "bold blue"}
CELL = 3
# A step has no names in a view.
COLOUR = BulbStep.__struct_fields__.index("colour")
# Every so many spaces of the track have their number above them.
ROUND = 5


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    """The track, the row with the reaction piles, the others in short, and the reader's board at the bottom."""
    zones, reader, others = places_of(view)
    parts = [
        draw_track(view, zones["track"], say),
        draw_row(view, zones, say),
        draw_piles(view, say),
        draw_others(view, zones, others, say),
        draw_board(view, zones, reader, say),
    ]
    return Group(*parts)


def draw_small(view: dict[str, Any], say: Say) -> RenderableType:
    """The same without frames, headings and the numbers of the track, for few rows."""
    zones, reader, others = places_of(view)
    spaces, _, buttons = track_rows(view, zones["track"])
    rows: list[RenderableType] = [spaces, *([buttons] if buttons.plain.strip() else [])]
    rows += [row_table(view, zones["row"], say, small=True), draw_piles(view, say)]
    rows += [draw_head(view, zones, seat, say) for seat in others]
    own = Text(f"{points_of(view, reader, say)}  ", "bold", no_wrap=True, overflow="ellipsis")
    own.append_text(draw_stacks(view, reader)).append_text(draw_fan(zones[f"reactions-{reader}"]))
    rows += [board_rows(view, zones[f"board-{reader}"]), own]
    return Group(*rows)


def places_of(view: dict[str, Any]) -> tuple[dict[str, Any], int, list[int]]:
    """The zones by their ids, whose board is drawn whole, and the other seats."""
    reader = view["me"] if view["me"] >= 0 else max(view["turn"], 0)
    others = [s for s in range(view["seats"]) if s != reader]
    return {zone["id"]: zone for zone in view["zones"]}, reader, others


def title_of(view: dict[str, Any], zone: dict[str, Any], say: Say) -> str:
    """A zone's name, with a mark if its owner decides."""
    return zone["text"] + (" ◂" if zone["owner"] is not None and zone["owner"] == view["turn"] else "")


def lamp(colour: str | None) -> Text:
    """A bulb as its letter in its colour."""
    return Text(colour[0].upper(), STYLES[colour]) if colour else Text("·", "dim")


# The middle of the table


def draw_track(view: dict[str, Any], track: dict[str, Any], say: Say) -> RenderableType:
    """The track with the order in which the buttons lie."""
    spaces, numbers, buttons = track_rows(view, track)
    order = " → ".join(str(seat + 1) for seat in view["order"])
    return Panel(
        Group(numbers, spaces, buttons),
        title=Text(track["text"]),
        title_align="left",
        subtitle=order,
        subtitle_align="right",
        box=box.ROUNDED,
    )


def track_rows(view: dict[str, Any], track: dict[str, Any]) -> tuple[Text, Text, Text]:
    """The spaces in one line, their numbers where they are round, and the buttons of each from bottom to top."""
    spaces, numbers, buttons = Text(), Text(), Text()
    for at, space in enumerate(view["edition"]["places"]):
        grey = at in (0, view["edition"]["end"])
        numbers.append((str(at) if at % ROUND == 0 else "").ljust(CELL), "dim")
        spaces.append_text(Text("◎") if grey else lamp(space.get("colour"))).append(" " * (CELL - 1))
        here = "".join(str(p["seat"] + 1) for p in track["pieces"] if p["place"] == at)
        buttons.append(here.ljust(CELL), "bold")
    return spaces, numbers, buttons


def draw_row(view: dict[str, Any], zones: dict[str, Any], say: Say) -> RenderableType:
    """The face-up projects in a frame."""
    count = Text(f"{zones['pile']['text']}: {zones['pile']['count']}")
    title, table = Text(zones["row"]["text"]), row_table(view, zones["row"], say)
    return Panel(table, title=title, title_align="left", subtitle=count, subtitle_align="right", box=box.ROUNDED)


def row_table(view: dict[str, Any], row: dict[str, Any], say: Say, small: bool = False) -> Table:
    """The face-up projects: what is printed on them, and what they would do."""
    table = Table(box=None, padding=(0, 1), header_style="dim", expand=False, show_header=not small)
    emojis = say(line("table.emojis"))
    for title in ("", say(line("table.project")), "", "", say(line("table.bulbs")), emojis):
        table.add_column(title, no_wrap=True)
    table.add_column(say(line("table.would")))
    for piece in row["pieces"]:
        bulbs = Text("").join(map(lamp, piece.get("bulbs", ())))
        craft = f"({piece['mark']})" if small else f"{craft_name(view, piece['craft'])} ({piece['mark']})"
        signs = "".join(piece.get("signs", ()))
        hours = f"{piece['hours']}h"
        table.add_row(
            piece["id"],
            Text(piece["name"], "bold"),
            Text(craft, STYLES[piece["colour"]]),
            hours,
            bulbs,
            signs,
            draw_would(view, piece, say),
        )
    return table


def craft_name(view: dict[str, Any], id: str) -> str:
    return next(str(craft["name"]) for craft in view["edition"]["crafts"] if craft["id"] == id)


def draw_would(view: dict[str, Any], piece: dict[str, Any], say: Say) -> Text:
    """What a card would do: its time, the steps of each bulb, points, and what else it brings."""
    would = piece.get("would")
    if would is None:
        return Text("-", "dim")
    text = Text(f"{would['hours']}h→{would['place']}")
    for bulb in view["edition"]["bulbs"]:
        if steps := sum(step[COLOUR] == bulb["colour"] for step in would["steps"]):
            text.append(" ").append_text(lamp(bulb["colour"])).append(f"+{steps}")
    text.append(f" = {would['points']:+d}", "bold")
    if would["reactions"]:
        text.append(f" {say(line('table.reaction', n=would['reactions']))}", "magenta")
    if would["exact"]:
        text.append(f" {say(line('table.home'))}", "magenta")
    elif would["again"]:
        text.append(f" {say(line('table.again'))}", "dim")
    return text


def draw_piles(view: dict[str, Any], say: Say) -> RenderableType:
    """What each emoji would still bring."""
    text, none = Text(f" {say(line('table.reactions'))} "), say(line("table.none"))
    for zone in view["zones"]:
        if zone["id"].startswith("e") and "emoji" in zone:
            left = [str(piece["value"]) for piece in reversed(zone["pieces"])]
            text.append(f"{zone['sign']} ").append("/".join(left) or none, "bold").append("   ")
    return text


# Boards


def draw_others(view: dict[str, Any], zones: dict[str, Any], others: list[int], say: Say) -> RenderableType:
    """Each other seat in two lines: points and bulbs from the top row down, then projects and reactions."""
    lines = []
    for seat in others:
        fan = draw_fan(zones[f"reactions-{seat}"])
        lines += [draw_head(view, zones, seat, say), Text("  ").append_text(draw_stacks(view, seat)).append_text(fan)]
    return Panel(Group(*lines), box=box.ROUNDED)


def draw_head(view: dict[str, Any], zones: dict[str, Any], seat: int, say: Say) -> Text:
    """A seat's points and bulbs."""
    board, turn = zones[f"board-{seat}"], " ◂" if seat == view["turn"] else ""
    head = Text.assemble((f"{seat + 1} {board['text']}{turn}", "bold"), f"  {points_of(view, seat, say)}  ")
    for piece in board["pieces"]:
        head.append_text(lamp(piece["colour"])).append(f" {piece['value']}  ")
    return head


def draw_board(view: dict[str, Any], zones: dict[str, Any], seat: int, say: Say) -> RenderableType:
    """The reader's four rows with their bulbs and lines, then stacks and reactions."""
    board = zones[f"board-{seat}"]
    return Panel(
        Group(board_rows(view, board), draw_stacks(view, seat).append_text(draw_fan(zones[f"reactions-{seat}"]))),
        title=Text(title_of(view, board, say)),
        title_align="left",
        subtitle=summary_of(view, zones, seat, say),
        subtitle_align="right",
        box=box.ROUNDED,
    )


def summary_of(view: dict[str, Any], zones: dict[str, Any], seat: int, say: Say) -> str:
    """How many lines the bulbs have passed, and the points."""
    past = " ".join(map(str, zones[f"board-{seat}"].get("past", ())))
    return f"{say(line('table.past', past=past))}  ·  {points_of(view, seat, say)}"


def points_of(view: dict[str, Any], seat: int, say: Say) -> str:
    return say(line("table.points", points=view["points"][seat]))


def board_rows(view: dict[str, Any], board: dict[str, Any]) -> RenderableType:
    return Group(*(draw_board_row(view, board, i) for i in range(len(view["edition"]["rows"]))))


def draw_board_row(view: dict[str, Any], board: dict[str, Any], i: int) -> Text:
    """Values from left to right; the bulb's own space in brackets, a line as a bar, a bulb space with its letter."""
    row, lines = view["edition"]["rows"][i], view["edition"]["lines"]
    bulb = next((p for p in board["pieces"] if p["row"] == i), None)
    text = Text.assemble(lamp(bulb["colour"]) if bulb else " ", f" {row['name']:<10}")
    for column, value in enumerate(row["values"]):
        if bulb and column == bulb["column"]:
            text.append(f"[{value}]".center(CELL + 1), f"{STYLES[bulb['colour']]} reverse")
        elif value is None:
            text.append(" " * (CELL + 1))
        else:
            shown = row["shown"][column]
            text.append(f"{value:>{CELL - 1}}").append_text(lamp(shown) if shown else Text(" ")).append(" ")
        if column in lines:
            text.append("┃", "dim" if lines.index(column) < board.get("claimed", 0) else "magenta")
    return text


def draw_stacks(view: dict[str, Any], seat: int) -> Text:
    """Finished projects by craft, with what each is worth and the emojis that can be seen."""
    text = Text()
    for zone in view["zones"]:
        if zone["owner"] == seat and zone["layout"] == "stack":
            colour = zone["pieces"][0]["colour"]
            signs = "".join(sign for piece in zone["pieces"] for sign in piece.get("signs", ()))
            text.append(f"{craft_name(view, zone['craft'])} ({zone['pieces'][0]['mark']})", STYLES[colour])
            text.append(f" {len(zone['pieces'])}×{zone['worth']} {signs}  ")
    return text


def draw_fan(fan: dict[str, Any]) -> Text:
    """Reaction cards, each with the emojis that it counts."""
    text = Text()
    for piece in fan["pieces"]:
        text.append(f"{piece['sign']} {piece['value']}×{fan['cheers'][piece['emoji']]}  ")
    return text

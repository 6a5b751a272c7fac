"""The table of Work of Heart for a terminal, drawn from a view alone.

The map shows every space by its two-letter mark; tiles are `::` with their owner's number, pawns are numbers,
one of them in brackets, hearts mark the buildings where somebody waits, and `>` marks where the roll can take
you. Colour is never the only sign.
"""

from collections.abc import Callable
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from parlour.engine.words import Line, line
from parlour.games.work_of_heart.campus import TRAIT_MARKS

Say = Callable[[Line], str]
SEAT_COLOURS = ("cyan", "magenta", "green", "yellow")
SHORT = {"mojo-1": "M1", "mojo-2": "M2"}
# The marks of the trait spaces on the map.
MARKS = tuple(TRAIT_MARKS)
CELL = 5


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    """Day and map, boards, who is courted, the event or the roll on the table, and the cards that you see."""
    zones = {zone["id"]: zone for zone in view["zones"]}
    parts: list[RenderableType] = [draw_campus(view, zones["campus"], say)]
    parts.append(draw_boards(view, zones["campus"], say))
    parts.append(draw_interests(zones["interests"]))
    if view["affection"]:
        parts.append(draw_affection(view["affection"], say))
    parts += [draw_event(piece, view["event"], say) for piece in zones["event"]["pieces"]]
    parts += draw_hands([zone for zone in view["zones"] if zone["id"].startswith("hand-")], say)
    parts.append(draw_decks(zones, view["me"], say))
    if view["over"]:
        parts.append(draw_sheet(view, zones, say))
    return Group(*parts)


def draw_small(view: dict[str, Any], say: Say) -> RenderableType:
    """Map and boards, then a row each for what is on the table, for those who are courted, and for the day and hand."""
    zones = {zone["id"]: zone for zone in view["zones"]}
    parts: list[RenderableType] = [*campus_rows(view, zones["campus"]), draw_boards(view, zones["campus"], say)]
    if view["affection"]:
        parts.append(draw_affection(view["affection"], say))
    elif view["seats"] == 2 and not zones["event"]["pieces"]:
        parts += [interest_small(p) for p in zones["interests"]["pieces"][:1]]
    parts += [event_small(piece, view["event"], say) for piece in zones["event"]["pieces"]]
    hand = zones.get(f"hand-{view['me']}", {"pieces": []})["pieces"]
    status = Text(day_of(view, say), "bold", no_wrap=True, overflow="ellipsis")
    parts.append(status.append("".join(f"  {p['id']} {p['name']}" for p in hand), "dim"))
    return Group(*parts)


def interest_small(piece: dict[str, Any]) -> Text:
    """Whom it is about, and where they are each day."""
    week = "  ".join(f"{v['building']} {v['threshold']}" for v in piece["schedule"])
    return Text.assemble((piece["name"], "bold red"), f"  {week}", no_wrap=True, overflow="ellipsis")


def event_small(piece: dict[str, Any], event: dict[str, Any], say: Say) -> Text:
    """The event's name and what counts; the moves say the answers."""
    return Text.assemble((piece["name"], "bold"), f": {counting(piece, event, say)}", no_wrap=True, overflow="ellipsis")


# The campus


def draw_campus(view: dict[str, Any], campus: dict[str, Any], say: Say) -> RenderableType:
    """The map in a frame, with the day, the roll and a key."""
    key = Text(say(line("table.key")), "dim")
    rows, title = campus_rows(view, campus), Text(day_of(view, say))
    return Panel(Group(*rows, key), title=title, title_align="left", box=box.ROUNDED, expand=False)


def day_of(view: dict[str, Any], say: Say) -> str:
    title = say(line("fact.today", day=view["today"], n=view["round"], of=view["edition"]["rounds"]))
    return f"{title}, {say(line('table.roll', n=view['roll']))}" if view["roll"] else title


def campus_rows(view: dict[str, Any], campus: dict[str, Any]) -> list[Text]:
    """The map as a grid; letters name columns and numbers name rows."""
    width, height = view["edition"]["size"]
    places = {(p["x"], p["y"]): p for p in campus["pieces"]}
    rows = [Text("   " + "".join(chr(ord("A") + x).center(CELL) for x in range(width)), "dim")]
    for y in range(height):
        row = Text(f"{y + 1:2} ", "dim")
        for x in range(width):
            row.append_text(draw_space(places.get((x, y)), view))
        rows.append(row)
    return rows


def draw_space(space: dict[str, Any] | None, view: dict[str, Any]) -> Text:
    """A few columns: reach, then pawns, tile or mark, then a heart."""
    if space is None:
        return Text(" " * CELL)
    text = Text(">" if space["place"] in view["reach"] else " ", "bold")
    if space.get("pawns"):
        pawns = "".join(str(s + 1) for s in space["pawns"])
        text.append(f"[{pawns}]" if len(pawns) == 1 else pawns, f"bold {SEAT_COLOURS[space['pawns'][0]]}")
    elif space["kind"] == "tiled":
        text.append(f"::{space['tile'] + 1}", f"dim {SEAT_COLOURS[space['tile']]}")
    else:
        text.append(space["mark"], "bold" if space["kind"].endswith("building") else "")
    if space.get("hearts"):
        text.append("♥", "red")
    text.truncate(CELL, pad=True)
    return text


# Boards


def draw_boards(view: dict[str, Any], campus: dict[str, Any], say: Say) -> RenderableType:
    """One row a seat: points, place, the seven levels (stars are preferred), hearts, perks and cards."""
    table = Table("", box=None, pad_edge=False, header_style="dim")
    for heading in (say(line("table.points")), say(line("table.at")), *MARKS, say(line("table.hearts"))):
        table.add_column(heading, no_wrap=True)
    table.add_column(say(line("table.perks")))
    names = {p["place"]: p["label"] for p in campus["pieces"]}
    for board in view["boards"]:
        seat = board["seat"]
        levels = [level_text(board, trait, view["edition"]["top"]) for trait in board["levels"]]
        hearts = "♥" * board["hearts"] + ("·" if board["tried"] else "?")
        hearts += f" +{board['spark']}" if board["spark"] else ""
        perks = " ".join(SHORT.get(p, p[:2].capitalize()) for p in board["perks"])
        you = f" {say(line('table.me'))}" if seat == view["me"] else ""
        name = Text(f"P{seat + 1}" + you + (" ◂" if seat == view["turn"] else ""))
        name.stylize(SEAT_COLOURS[seat])
        table.add_row(name, str(board["points"]), names[board["place"]], *levels, hearts, perks)
    return table


def level_text(board: dict[str, Any], trait: str, top: int) -> Text:
    """A level with its rank behind it if the love interest prefers the trait."""
    level = board["levels"][trait]
    rank = f"*{board['liked'].index(trait) + 1}" if trait in board["liked"] else ""
    return Text(f"{level}{rank}", "bold" if level == top else "")


def draw_interests(zone: dict[str, Any]) -> RenderableType:
    """Whom it is about: traits by rank, where they are each day and what they want, and the quirk."""
    lines = []
    for p in zone["pieces"]:
        week = "  ".join(f"{v['building']} {v['threshold']}" for v in p["schedule"])
        who = "".join(f" P{s + 1}" for s in p.get("admirers", ()))
        lines.append(Text.assemble((p["name"], "bold red"), f" ({p['difficulty']}{who})  ", ", ".join(p["traits"])))
        lines.append(Text(f"  {week}", "dim"))
        lines.append(Text(f"  {p['quirk']['name']}: {p['quirk']['text']}", "italic"))
    return Group(*lines)


# Cards and dice


def draw_affection(roll: dict[str, Any], say: Say) -> RenderableType:
    """What the sum is made of, what is needed, and who may still have a say."""
    ranks = "+".join(map(str, roll["ranks"]))
    terms = " + ".join(f"{term['text']} {term['amount']}" for term in roll["terms"])
    name, total, need = f"P{roll['who'] + 1}", roll["total"], roll["need"]
    said = say(line("table.affection", name=name, ranks=ranks, terms=terms, total=total, need=need))
    asked = ", ".join(f"P{seat + 1}" for seat in roll["listeners"])
    return Text(f"{said}; {say(line('table.answer', names=asked))}" if asked else said, "bold")


def draw_event(piece: dict[str, Any], event: dict[str, Any], say: Say) -> RenderableType:
    """What is tested and how much of it there is; answers that are shut are dim."""
    lines = [Text(piece["text"]), Text(counting(piece, event, say), "dim")]
    for answer, is_open, gains in zip(piece.get("answers", []), event["open"], event["gains"], strict=True):
        sign = "" if is_open else "x "
        lines.append(Text(f"{sign}[{answer['at']}+] {answer['text']} ({', '.join(gains)})", "" if is_open else "dim"))
    return Panel(Group(*lines), title=Text(piece["name"]), title_align="left", box=box.ROUNDED)


def counting(piece: dict[str, Any], event: dict[str, Any], say: Say) -> str:
    """What an event tests, or what it offers to everybody."""
    if event["group"]:
        return say(line("table.offers", traits=", ".join(piece["traits"])))
    levels = " + ".join(f"{test['trait']} {test['level']}" for test in event["tests"])
    return say(line("table.tests", levels=levels, n=event["total"]))


def draw_hands(zones: list[dict[str, Any]], say: Say) -> list[RenderableType]:
    """Hands of which something is known, each for itself; the others in one line."""
    known = [zone for zone in zones if any(p["name"] for p in zone["pieces"])]
    backs = [f"{zone['text']}: {down(len(zone['pieces']), say)}" for zone in zones if zone not in known]
    return [*(draw_hand(zone, say) for zone in known), Text("   ".join(backs), "dim")]


def draw_hand(zone: dict[str, Any], say: Say) -> RenderableType:
    """Cards that you know in full, the others as backs."""
    label = zone["text"]
    known = [p for p in zone["pieces"] if p["name"]]
    backs = len(zone["pieces"]) - len(known)
    text = Text(f"{label}: ", "bold")
    text.append(down(backs, say) if backs else "", "dim")
    lines = [text]
    for p in known:
        when = p["timing"] if p.get("window") is None else f"{p['timing']}, {p['window']}"
        lines.append(Text.assemble(f"  {p['id']} ", (p["name"], "bold"), f" ({when}): {p['text']}"))
    return Group(*lines)


def down(count: int, say: Say) -> str:
    """So many cards that cannot be seen."""
    return say(line("table.down", n=count))


def draw_decks(zones: dict[str, Any], me: int, say: Say) -> RenderableType:
    own = zones.get(f"pick-{me}", {"pieces": []})["pieces"]
    thrown, events = len(zones["thrown"]["pieces"]), zones["event"]["left"]
    said = say(line("table.decks", n=zones["deck"]["count"], thrown=thrown, events=events))
    if own and own[0]["name"]:
        said += f"   {say(line('table.pick', name=own[0]['name']))}{standing(own[0], me, say)}"
    return Text(said, "dim")


def standing(pick: dict[str, Any], me: int, say: Say) -> str:
    """How a bonus card stands now."""
    counts = pick.get("standing")
    return f" ({say(line('table.standing', n=counts[me], most=max(counts)))})" if counts else ""


def draw_sheet(view: dict[str, Any], zones: dict[str, Any], say: Say) -> RenderableType:
    table = Table(box=box.SIMPLE, title=view["why"], title_justify="left")
    table.add_column()
    table.add_column(say(line("table.for")))
    table.add_column(say(line("table.sum")), justify="right")
    for p in zones["bonus"]["pieces"]:
        table.add_row("♥", f"{p['name']}: {p['text']}", "")
    for seat, points in enumerate(view["points"]):
        for row in (row for row in view["sheet"] if row["seat"] == seat):
            table.add_row(f"P{seat + 1}", row["text"], f"{row['points']:+d}")
        total = say(line("table.winner" if seat in view["winners"] else "table.total"))
        table.add_row(f"P{seat + 1}", Text(total, "bold"), Text(str(points), "bold"), end_section=True)
    return table

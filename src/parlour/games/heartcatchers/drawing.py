"""The table of Heartcatchers for a terminal, drawn from a view alone.

A stack is a fan of cards: of those underneath the upper edge shows, with letter, sign and name; the card on
top lies there whole. Secrets lie crosswise below. Colour is never the only sign.
"""

from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from parlour.engine.words import Line

Say = Callable[[Line], str]

STYLES = {"blue": "bright_blue", "red": "bright_red", "green": "bright_green", "white": "bright_white"}
SIGNS = {"blue": "◆", "red": "♥", "green": "♣", "white": "○"}
BACK, CROSSWISE = "▒▒", "▤"
WIDEST, NARROWEST = 34, 16


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    """The other side, the pile, your own side and your hand; a spectator sits with the first seat."""
    me = max(view["me"], 0)
    other = 1 - me
    gap = Text("")
    rows: list[RenderableType] = [
        gap,
        draw_name(view, say, other),
        draw_row(view, say, other, "bottom"),
        gap,
        draw_middle(view),
        draw_row(view, say, me, "top"),
        gap,
        draw_name(view, say, me),
    ]
    if view["me"] == me:
        rows.append(draw_hand(zone(view, f"hand-{me}")))
    return Group(*rows)


def draw_small(view: dict[str, Any], say: Say) -> RenderableType:
    """The same for few rows: a stack is its label, a letter for each card, the name on top, and its Secrets."""
    me = max(view["me"], 0)
    middle = draw_middle(view)
    middle.no_wrap, middle.overflow = True, "ellipsis"
    rows: list[RenderableType] = [draw_name(view, say, 1 - me), draw_row_small(view, 1 - me), middle]
    rows += [draw_row_small(view, me), draw_name(view, say, me)]
    if view["me"] == me:
        rows.append(draw_hand_small(zone(view, f"hand-{me}")))
    return Group(*rows)


def zone(view: dict[str, Any], id: str) -> dict[str, Any]:
    return next(z for z in view["zones"] if z["id"] == id)


def draw_name(view: dict[str, Any], say: Say, seat: int) -> Text:
    """Whose side it is, whose turn, what is in hand, and the points so far."""
    hand = zone(view, f"hand-{seat}")
    text = Text("▸ " if view["turn"] == seat else "  ", "bold yellow")
    text.append(hand["text"], "bold")
    if seat != view["me"]:
        text.append("  " + " ".join([BACK] * len(hand["pieces"])), "dim")
    text.append(f"   {say(Line('table.points', {'points': view['points'][seat]}))}", "bold")
    if seat in view["winners"]:
        text.append("  ★", "bold yellow")
    return text


def draw_middle(view: dict[str, Any]) -> Text:
    """The draw pile, and what was discarded at the end."""
    pile, discard = zone(view, "pile"), zone(view, "discard")
    text = Text(f"  {pile['text']} {BACK} {pile['count']}", "dim")
    if discard["pieces"]:
        text.append(f"     {discard['text']} ")
        text.append(Text(", ").join(name_of(p) for p in discard["pieces"]))
    return text


def stacks_of(view: dict[str, Any], seat: int) -> list[dict[str, Any]]:
    return [z for z in view["zones"] if z["owner"] == seat and z["layout"] == "stack"]


def draw_row(view: dict[str, Any], say: Say, seat: int, meet: Any) -> RenderableType:
    """The stacks of one side, level where the two sides meet."""
    stacks = stacks_of(view, seat)
    row = Table.grid(padding=(0, 1))
    for _ in stacks:
        row.add_column(vertical=meet, min_width=NARROWEST, max_width=WIDEST)
    row.add_row(*(Stack(z, say) for z in stacks))
    return row


def draw_hand(hand: dict[str, Any]) -> RenderableType:
    """Your cards with the labels that moves name them by."""
    row = Table.grid(padding=(0, 1))
    for _ in hand["pieces"]:
        row.add_column(min_width=NARROWEST, max_width=WIDEST)
    row.add_row(*(Card(piece, piece["id"]) for piece in hand["pieces"]))
    return row


def draw_row_small(view: dict[str, Any], seat: int) -> RenderableType:
    """The stacks of one side in three rows, the topmost card last."""
    stacks = stacks_of(view, seat)
    row = Table.grid(padding=(0, 1))
    for _ in stacks:
        row.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
    row.expand = True
    for line in zip(*map(stack_small, stacks), strict=True):
        row.add_row(*line)
    return row


def stack_small(stack: dict[str, Any]) -> list[Text]:
    up = [p for p in stack["pieces"] if not p.get("secret")]
    marks = Text.assemble((f" {stack['id']} ", "bold reverse"), " ")
    secrets = Text(" ")
    for piece in up:
        marks.append_text(mark_of(piece)).append(" ")
    for piece in stack["pieces"]:
        if piece.get("secret"):
            secrets.append(CROSSWISE).append_text(mark_of(piece)).append(" ")
    return [marks, Text(" ").append_text(name_of(up[-1]) if up else Text()), secrets]


def mark_of(piece: dict[str, Any]) -> Text:
    """A card as its letter and sign, or as a back."""
    return (
        Text(BACK, "dim")
        if piece["name"] is None
        else Text(piece["mark"] + SIGNS[piece["suit"]], STYLES[piece["suit"]])
    )


def draw_hand_small(hand: dict[str, Any]) -> RenderableType:
    """Your cards, two in a row."""
    grid = Table.grid(padding=(0, 2))
    cards = [Text(f" {p['id']} ", "bold").append_text(name_of(p)) for p in hand["pieces"]]
    for at in range(0, len(cards), 2):
        grid.add_row(*cards[at : at + 2])
    return grid


def name_of(piece: dict[str, Any], room: int = WIDEST) -> Text:
    """Letter, sign and name in the card's colour; without room the name loses its colour word."""
    front = f"{piece['mark']} {SIGNS[piece['suit']]} "
    name = piece["name"]
    if len(front) + len(name) > room:
        name = name.removeprefix(f"{piece['suit'].title()} ")
    text = Text(front + name, STYLES[piece["suit"]])
    text.truncate(max(room, 1), overflow="ellipsis")
    return text


class Card:
    """One card in hand: its label in the frame, its name inside."""

    def __init__(self, piece: dict[str, Any], label: str) -> None:
        self.piece, self.label = piece, label

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        width = min(options.max_width, WIDEST)
        style = STYLES[self.piece["suit"]]
        yield edge("╭", Text(self.label, "bold"), "╮", width, style)
        yield inside(name_of(self.piece, width - 4), width, style)
        yield edge("╰", Text(), "╯", width, style)


class Stack:
    """A stack with its label above and its Secrets below."""

    def __init__(self, place: dict[str, Any], say: Say) -> None:
        self.place, self.say = place, say
        self.up = [p for p in place["pieces"] if not p.get("secret")]
        self.secrets = [p for p in place["pieces"] if p.get("secret")]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        width = min(options.max_width, WIDEST)
        yield Text.assemble((f" {self.place['id']} ", "bold reverse"), f" {len(self.up)}")
        for piece in self.up:
            yield edge("╭", name_of(piece, width - 4), "╮", width, STYLES[piece["suit"]])
        if self.up:
            yield from self.face(self.up[-1], width)
        yield from self.lying_under(width)

    def face(self, top: dict[str, Any], width: int) -> Iterator[Text]:
        """What shows of the top card below its upper edge."""
        style = STYLES[top["suit"]]
        yield inside(Text(" ".join([SIGNS[top["suit"]]] * 3), f"bold {style}"), width, style, middle=True)
        yield edge("╰", Text(), "╯", width, style)

    def lying_under(self, width: int) -> Iterator[Text]:
        """How many Secrets there are, then each: by name if you know it, else as a back."""
        if self.secrets:
            yield Text(f" {CROSSWISE} {self.say(Line('table.secrets', {'count': len(self.secrets)}))}", "bold")
        for piece in self.secrets:
            known = Text(BACK, "dim") if piece["name"] is None else name_of(piece, width - 4)
            yield Text("   ").append(known)


def edge(left: str, text: Text, right: str, width: int, style: str) -> Text:
    """The upper or lower edge of a card, with a text in it."""
    line = Text(left, style)
    if text.plain:
        line.append(" ").append(text).append(" ")
    line.append("─" * (width - len(line) - 1), style)
    return line.append(right, style)


def inside(text: Text, width: int, style: str, middle: bool = False) -> Text:
    """A line between the sides of a card."""
    text.align("center" if middle else "left", width - 4)
    return Text("│ ", style).append(text).append(" │", style)

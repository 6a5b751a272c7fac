"""The table of ...and then we held hands... for a terminal, drawn from a view alone.

The rings lie as on the board, your own seat at the bottom, paths as dotted threads. Every node has its letter and
the number that moves use, and a star if to end a turn there meets the objective. A card is [G] k: the half that the fan
shows in brackets, a covered half that was once seen in small letters, and ? for one that nobody has seen.
"""

import math
from collections.abc import Callable
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from parlour.engine.words import Line, line
from parlour.games.held_hands.view import signed

Say = Callable[[Line], str]

STYLES = {"green": "bright_green", "blue": "bright_blue", "red": "bright_red", "black": "bright_white", None: "magenta"}
WIDE, HIGH, LOW = 76, 27, 11
# The radius of each ring as a share of the board, from the outside; the Heart lies in the middle.
RADII = (1.0, 0.66, 0.33)
THREAD = "·"


def draw(view: dict[str, Any], say: Say) -> RenderableType:
    """The partner's side, the board, your own side; a spectator sits with the first seat."""
    me = max(view["me"], 0)
    return Group(
        draw_seat(view, say, 1 - me),
        draw_board(zone(view, "board"), view["edition"], me),
        draw_seat(view, say, me),
        draw_middle(view, say),
        draw_goals(view, say),
        draw_paths(view, say),
    )


def draw_small(view: dict[str, Any], say: Say) -> RenderableType:
    """The same without threads, for few rows: one for each seat; the moves say where paths lead."""
    me = max(view["me"], 0)
    rows = [draw_seat_small(view, say, 1 - me), draw_seat_small(view, say, me), draw_middle(view, say)]
    for row in rows:
        row.no_wrap, row.overflow = True, "ellipsis"
    board = draw_board(zone(view, "board"), view["edition"], me, LOW, threads=False)
    return Group(rows[0], board, *rows[1:])


def zone(view: dict[str, Any], id: str) -> dict[str, Any]:
    return next(z for z in view["zones"] if z["id"] == id)


# The board


def draw_board(board: dict[str, Any], edition: dict[str, Any], me: int, high: int = HIGH, threads: bool = True) -> Text:
    """Threads first, then the nodes over them."""
    cells = [[(" ", "")] * WIDE for _ in range(high)]
    places = [place(node, edition, me, high) for node in board["pieces"]]
    for a, b in links(board) if threads else ():
        draw_thread(cells, places[a], places[b])
    for node, at in zip(board["pieces"], places, strict=True):
        draw_node(cells, node, at)
    text = Text()
    for row in cells:
        for letter, style in row:
            text.append(letter, style)
        text.append("\n")
    text.rstrip()
    return text


def links(board: dict[str, Any]) -> list[tuple[int, int]]:
    """Every pair of linked nodes once."""
    return [(a, b) for a, node in enumerate(board["pieces"]) for b in node["links"] if a < b]


def place(node: dict[str, Any], edition: dict[str, Any], me: int, high: int) -> tuple[float, float]:
    """Column and row of a node's middle; the second seat sees the board from the other side."""
    far = 0.0 if node["place"] == edition["heart"] else RADII[node["ring"] + len(RADII) - len(edition["rings"])]
    angle = math.radians(node["angle"] + 180 * me)
    return (WIDE - 1) / 2 + math.sin(angle) * far * (WIDE / 2 - 4), (high - 1) / 2 * (1 - math.cos(angle) * far)


def draw_thread(cells: Any, a: tuple[float, float], b: tuple[float, float]) -> None:
    """A path as dots, as far apart as a row is high."""
    dots = max(int(max(abs(a[0] - b[0]) / 2, abs(a[1] - b[1]))), 1)
    for k in range(1, dots):
        x, y = (p + (q - p) * k / dots for p, q in zip(a, b, strict=True))
        cells[round(y)][round(x)] = (THREAD, "dim")


def draw_node(cells: Any, node: dict[str, Any], at: tuple[float, float]) -> None:
    """The letter and the number; tokens before it, brackets round what this turn has crossed."""
    name = f"{node['mark']}{node['label']}{'*' if node.get('goal') and not node.get('crossed') else ''}"
    style = STYLES[node.get("colour")] if not node.get("closed") else f"dim {STYLES[node.get('colour')]}"
    if node.get("pawns"):
        name = "+".join(f"P{seat + 1}" for seat in node["pawns"]) + f":{name}"
        style = f"bold reverse {STYLES[node.get('colour')]}"
    elif node.get("crossed"):
        name = f"({name})"
    left = min(max(round(at[0] - (len(name) - 1) / 2), 0), WIDE - len(name))
    for k, letter in enumerate(name):
        cells[round(at[1])][left + k] = (letter, style)


# What lies in front of a player


SHOWS = {"left": "table.shows-left", "right": "table.shows-right"}


def draw_seat(view: dict[str, Any], say: Say, seat: int) -> Text:
    """Whose turn it is, the hand with its fan, and the Balance scale."""
    hand = zone(view, f"hand-{seat}")
    text = Text("▸ " if view["turn"] == seat else "  ", "bold yellow")
    text.append(f"P{seat + 1} {hand['text']}", "bold")
    if hand.get("shows"):
        text.append(f" ({say(line(SHOWS[hand['shows']]))})", "dim")
    text.append("   ")
    draw_scale(text, zone(view, f"scale-{seat}"), view["edition"]["limit"], say)
    text.append("\n   ")
    draw_cards(text, view, hand)
    return text


def draw_seat_small(view: dict[str, Any], say: Say, seat: int) -> Text:
    """Whose turn it is, the fan, and the Balance as a number."""
    text = Text("▸ " if view["turn"] == seat else "  ", "bold yellow").append(f"P{seat + 1} ", "bold")
    draw_cards(text, view, zone(view, f"hand-{seat}"))
    balance = signed(zone(view, f"scale-{seat}")["balance"])
    return text.append(f" {say(line('table.balance'))} ", "dim").append(f"[{balance}]", "bold reverse")


def draw_cards(text: Text, view: dict[str, Any], hand: dict[str, Any]) -> None:
    cards = {card["slot"]: card for card in hand["pieces"]}
    for slot in range(view["edition"]["slots"]):
        draw_card(text, slot, shown_halves(view, cards.get(slot)), hand.get("shows"))


def shown_halves(view: dict[str, Any], card: dict[str, Any] | None) -> dict[str, Any] | None:
    """The two halves of a card as colours; nothing for one that nobody has seen."""
    colours: dict[Any, Any] = dict(enumerate(view["edition"]["colours"]))
    return card and {side: colours.get(card.get(side)) for side in ("left", "right")}


def draw_card(text: Text, slot: int, card: dict[str, Any] | None, shows: str | None) -> None:
    """A card of the fan: left half, right half."""
    text.append(f" h{slot + 1} ", "dim")
    if card is None:
        text.append(" -   ", "dim")
        return
    for side in ("left", "right"):
        half = card[side]
        if half is None:
            text.append(" ? ", "dim")
        elif side == shows:
            text.append(f"[{half['mark']}]", f"bold {STYLES[half['colour']]}")
        else:
            text.append(f" {half['mark'].lower()} ", STYLES[half["colour"]])


def draw_scale(text: Text, scale: dict[str, Any], limit: int, say: Say) -> None:
    text.append(f"{say(line('table.balance'))} ", "dim")
    for value in range(-limit, limit + 1):
        mark = signed(value)
        here = value == scale["balance"]
        text.append(f"[{mark}]" if here else f" {mark} ", "bold reverse" if here else "dim")


# The middle of the table


def draw_middle(view: dict[str, Any], say: Say) -> Text:
    """The objective, what was met, the deck and the piles."""
    objective = zone(view, "objective")
    text = Text("  ")
    for goal in objective["pieces"]:
        text.append(f"{objective['text']}: {goal['emotion']} [{goal['mark']}]", f"bold {STYLES[goal['colour']]}")
        text.append(" · ")
    met = "+".join(str(n) for n in objective["met"])
    parts = [
        say(line("table.met", met=met, of=view["edition"]["wants"])),
        f"{zone(view, 'deck')['text']} {zone(view, 'deck')['count']}",
    ]
    piles = [zone(view, f"discard-{seat}")["count"] for seat in (0, 1)]
    parts.append(say(line("table.discards", mine=piles[0], theirs=piles[1])))
    text.append(" · ".join(parts), "dim")
    return text


def draw_goals(view: dict[str, Any], say: Say) -> Text:
    """What is still face down, who gives the next, and this turn's walk in order."""
    piles = [zone(view, f"goals-{seat}") for seat in (0, 1)]
    gives = next((pile["owner"] for pile in piles if pile.get("next") and pile["count"]), None)
    parts = [say(line("table.left", mine=piles[0]["count"], theirs=piles[1]["count"]))]
    if gives is not None:
        parts.append(say(line("table.next", n=gives + 1)))
    if view["walked"] and view.get("walks"):
        nodes = zone(view, "board")["pieces"]
        parts.append(say(line("table.walk", nodes=" ".join(node_name(nodes[n]) for n in view["walks"][0]["nodes"]))))
    return Text("  " + " · ".join(parts), "dim", no_wrap=True, overflow="ellipsis")


def draw_paths(view: dict[str, Any], say: Say) -> Text:
    """Where the paths lead from each token, so that nobody has to follow dots."""
    board = zone(view, "board")
    text = Text()
    for seat in (0, 1):
        here = next(n for n in board["pieces"] if seat in n.get("pawns", ()))
        names = [node_name(board["pieces"][n]) for n in here["links"]]
        text.append(f"  P{seat + 1} {say(line('table.paths', node=here['place']))} {' '.join(names)}\n", "dim")
    text.rstrip()
    return text


def node_name(node: dict[str, Any]) -> str:
    return f"{node['mark']}{node['label']}" if not node.get("closed") else f"({node['mark']}{node['label']})"

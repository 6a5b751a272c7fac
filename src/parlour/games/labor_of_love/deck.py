"""What a printer needs of the workshop: projects, reactions, the track, a board for each and the tokens."""

from collections.abc import Callable
from typing import Any

from parlour.engine.deck import Art, Board, Box, Card, Deck, Shape, tokens
from parlour.engine.record import SEATS

# Edge and tint of a colour on paper.
COLOURS = {
    "red": ("#a23031", "#f6dcd6"),
    "yellow": ("#835c0a", "#f8edcf"),
    "green": ("#2f6238", "#e1eedd"),
    "blue": ("#234f82", "#dfe9f3"),
}
BULBS = {"red": "#bd3f3c", "yellow": "#f4bd38", "green": "#3d7a49", "blue": "#2f67a6"}
BADGES = {"yarn": "yarn", "wood": "hand-saw", "leaf": "linden-leaf", "clay": "porcelain-vase"}
BUTTONS = ("#4a2545", "#1f6470", "#8f6410", "#a83a54")
INK, PAPER = "#38203a", "#fffaf0"


def box(edition: Any, printed: Any, text: Callable[..., str], named: Any) -> Box:
    """The whole game; `named` says which picture belongs to which project."""
    crafts = {craft.id: craft.name for craft in printed.crafts}
    projects = [project(card, crafts, named, printed) for card in printed.cards if card.slug]
    reactions = [reaction(card) for card in printed.cards if card.emoji]
    return Box(
        decks=(
            Deck(id="projects", title=text("print.projects"), cards=tuple(projects), back="#7a4a2e"),
            Deck(id="reactions", title=text("print.reactions"), cards=tuple(reactions), back="#4a2545"),
        ),
        boards=(track(printed, text), player_board(printed, text), *pieces(printed, text)),
        aid=(2, 3, 4),
    )


def mark_of(colour: str, printed: Any) -> Art:
    letter = next((bulb.mark for bulb in printed.bulbs if bulb.colour == colour), "")
    return Art(f"labor_of_love/shape-{colour}", BULBS.get(colour, INK), mark=letter)


def project(card: Any, crafts: dict[str, str], named: dict[str, str], printed: Any) -> Card:
    edge, tint = COLOURS[card.colour]
    badge = f"icons/{BADGES.get(card.craft, 'swap-bag')}"
    drawing = named.get(card.slug)
    folder = "labor_of_love" if drawing and drawing.startswith("own-") else "icons"
    return Card(
        id=card.slug,
        name=card.name,
        edge=edge,
        tint=tint,
        badge=Art(badge, PAPER),
        picture=Art(f"{folder}/{drawing}" if drawing else badge, edge),
        pattern=Art(f"labor_of_love/texture-{card.craft}", edge) if card.craft in BADGES else None,
        marks=tuple(mark_of(colour, printed) for colour in card.bulbs),
        flavour=card.flavour,
        left=(Art("icons/hourglass", INK), str(card.hours)),
        middle=crafts[card.craft],
        right=tuple(Art(f"reactions/{emoji}") for emoji in card.emojis),
    )


def reaction(card: Any) -> Card:
    return Card(
        id=f"{card.emoji}-{card.value}",
        name=card.name,
        tint="#f6e7c4",
        edge="#785410",
        picture=Art(f"reactions/{card.emoji}"),
        left=(str(card.value),),
        right=(Art(f"reactions/{card.emoji}"),),
    )


def track(printed: Any, text: Callable[..., str]) -> Board:
    """The spaces in two rows of the same length."""
    half, side = -(-len(printed.places) // 2), 19.0
    shapes: list[Shape] = []
    for i, place in enumerate(printed.places):
        row, column = divmod(i, half)
        x, y = column * side, row * (side + 6)
        end = i in (0, printed.end)
        shapes.append(
            Shape(
                kind="rect", x=x, y=y, w=side, h=side, fill="#d8d0c6" if end else "#f6dc8f", stroke="#a87f2b", thick=0.4
            )
        )
        shapes.append(Shape(kind="text", x=x + side / 2, y=y + 2.6, text=place.label, size=8, bold=True))
        if place.colour:
            art = mark_of(place.colour, printed)
            shapes.append(Shape(kind="art", x=x + 5.5, y=y + 6.5, w=8, h=8, art=art))
    return Board(id="track", title=text("print.track"), width=half * side, height=2 * side + 6, shapes=tuple(shapes))


def player_board(printed: Any, text: Callable[..., str]) -> Board:
    """The rows of bulbs with their values, the bonus lines, and the spots of the stacks with their worth."""
    columns = max(len(row.values) for row in printed.rows)
    side, head, high = 14.5, 26.0, 22.0
    shapes: list[Shape] = []
    for r, row in enumerate(printed.rows):
        y = r * high
        shapes.append(
            Shape(kind="text", x=0, y=y + 8, w=head, text=row.name, size=10, bold=True, serif=True, left=True)
        )
        for c, (value, shown) in enumerate(zip(row.values, row.shown, strict=True)):
            x = head + c * side
            shapes.append(
                Shape(kind="rect", x=x, y=y, w=side - 1.5, h=16, round=2, fill="#fffaf0", stroke="#b58a52", thick=0.35)
            )
            if value is not None:
                shapes.append(Shape(kind="text", x=x + side / 2 - 0.75, y=y + 4.4, text=str(value), size=11, bold=True))
            if shown:
                shapes.append(Shape(kind="art", x=x + 4, y=y + 8.4, w=5, h=5, art=mark_of(shown, printed)))
    bottom = len(printed.rows) * high
    for column in printed.lines:
        x = head + (column + 1) * side - 0.75
        shapes.append(Shape(kind="line", x=x, y=-3, w=x, h=bottom - 3, stroke="#a55c06", thick=0.8))
    for spot, worth in enumerate(printed.passion):
        x = head + spot * 58
        shapes.append(Shape(kind="rect", x=x, y=bottom + 4, w=50, h=26, round=3, stroke="#b58a52", thick=0.4))
        shapes.append(Shape(kind="text", x=x + 25, y=bottom + 15, text=f"× {worth}", size=15, bold=True, serif=True))
    shapes.append(
        Shape(
            kind="text",
            x=0,
            y=bottom + 15,
            w=head,
            text=text("print.stacks"),
            size=10,
            bold=True,
            serif=True,
            left=True,
        )
    )
    return Board(
        id="board",
        title=text("print.board"),
        width=head + columns * side,
        height=bottom + 32,
        shapes=tuple(shapes),
        copies=SEATS,
    )


def pieces(printed: Any, text: Callable[..., str]) -> tuple[Board, ...]:
    """A button for each seat, and for each of them a bulb of every colour."""
    buttons = [Art(f"labor_of_love/b{seat + 1 if seat else 1}", colour) for seat, colour in enumerate(BUTTONS)]
    bulbs = [mark_of(bulb.colour, printed) for _ in range(SEATS) for bulb in printed.bulbs]
    return (tokens("tokens", text("print.tokens"), [*buttons, *bulbs]),)

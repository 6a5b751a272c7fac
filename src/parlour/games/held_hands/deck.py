"""What a printer needs of the walk: cards of two halves, objectives, the rings and the tokens."""

import math
from collections.abc import Callable
from typing import Any

from parlour.engine.deck import Art, Board, Box, Card, Deck, Half, Shape, tokens

COLOURS = {
    "green": ("#2f6238", "#dcebd7"),
    "blue": ("#234f82", "#d7e4f0"),
    "red": ("#a23031", "#f6dcd6"),
    "black": ("#38203a", "#e2dbe0"),
}
# The board on paper: its radius, and how far from the middle the last ring lies.
RADIUS, INNER, NODE = 92.0, 34.0, 6.2


def box(edition: Any, printed: Any, text: Callable[..., str], named: Any) -> Box:
    copies = edition.plain.copies
    cards = [feeling(card, copies[kind], printed, edition, kind) for kind, card in enumerate(printed.cards)]
    aims = [objective(colour, edition.plain.aims[i]) for i, colour in enumerate(printed.colours)]
    return Box(
        decks=(
            Deck(
                id="feelings", title=text("print.feelings"), cards=tuple(c for c in cards if c.copies), back="#38203a"
            ),
            Deck(
                id="objectives",
                title=text("print.objectives"),
                cards=tuple(c for c in aims if c.copies),
                back="#6a2f63",
            ),
        ),
        boards=(rings(printed, text), pieces(text)),
        aid=(1,),
    )


def feeling(card: Any, copies: int, printed: Any, edition: Any, kind: int) -> Card:
    face = edition.content.card_of(kind)
    halves = tuple(half(printed.colours[number]) for number in (card.left, card.right))
    return Card(
        id=face.id if face else str(kind),
        name=card.name,
        copies=copies,
        halves=halves,
        flavour=face.flavour if face else "",
    )


def half(colour: Any) -> Half:
    edge, tint = COLOURS[colour.colour]
    sign = f"+{colour.weight}" if colour.weight > 0 else f"−{-colour.weight}"
    return Half(Art(f"held_hands/s-{colour.colour}", edge), tint, edge, colour.emotion, sign)


def objective(colour: Any, copies: int) -> Card:
    edge, tint = COLOURS[colour.colour]
    return Card(
        id=colour.colour,
        name=colour.emotion,
        copies=copies,
        edge=edge,
        tint=tint,
        picture=Art(f"held_hands/s-{colour.colour}", edge),
    )


def rings(printed: Any, text: Callable[..., str]) -> Board:
    """Every node where it lies, the links between them, the Heart in the middle, and a scale for Balance."""
    count = len(printed.rings)
    places = [where(place, count) for place in printed.places]
    links = {tuple(sorted((n, to))) for n, place in enumerate(printed.places) for to in place.links}
    shapes = [
        Shape(kind="line", x=places[a][0], y=places[a][1], w=places[b][0], h=places[b][1], stroke="#8a7a86", thick=0.7)
        for a, b in sorted(links)
    ]
    for place, (x, y) in zip(printed.places, places, strict=True):
        shapes += node(place, x, y)
    return Board(
        id="rings",
        title=text("print.rings"),
        width=2 * RADIUS + 2 * NODE,
        height=2 * RADIUS + 2 * NODE + 30,
        shapes=(*shapes, *scales(printed, text)),
    )


def where(place: Any, rings: int) -> tuple[float, float]:
    middle = RADIUS + NODE
    if not place.colour:
        return middle, middle
    away = RADIUS - place.ring * (RADIUS - INNER) / max(1, rings - 1)
    angle = math.radians(place.angle)
    return middle + away * math.sin(angle), middle - away * math.cos(angle)


def node(place: Any, x: float, y: float) -> list[Shape]:
    if not place.colour:
        heart = Art("held_hands/heart", "#a83a54")
        return [
            Shape(kind="circle", x=x, y=y, w=13, fill="#fffaf0", stroke="#a83a54", thick=0.8),
            Shape(kind="art", x=x - 8.5, y=y - 8.5, w=17, h=17, art=heart),
        ]
    edge, tint = COLOURS[place.colour]
    size = NODE * 1.25
    return [
        Shape(kind="circle", x=x, y=y, w=NODE, fill=tint, stroke=edge, thick=0.7),
        Shape(
            kind="art", x=x - size / 2, y=y - size / 2, w=size, h=size, art=Art(f"held_hands/s-{place.colour}", edge)
        ),
    ]


def scales(printed: Any, text: Callable[..., str]) -> list[Shape]:
    """A scale for Balance for each of the two."""
    shapes: list[Shape] = []
    steps = range(-printed.limit, printed.limit + 1)
    for side in (0, 1):
        left = side * (RADIUS + NODE) + 4
        top = 2 * RADIUS + 2 * NODE + 6
        shapes.append(
            Shape(kind="text", x=left, y=top, text=text("print.balance"), size=9, bold=True, serif=True, left=True)
        )
        for i, step in enumerate(steps):
            x = left + i * 16
            fill = "#f3d9d8" if step == 0 else "#fffaf0"
            shapes.append(Shape(kind="rect", x=x, y=top + 5, w=15, h=15, round=2, fill=fill, stroke="#38203a"))
            sign = f"+{step}" if step > 0 else f"−{-step}" if step < 0 else "0"
            shapes.append(Shape(kind="text", x=x + 7.5, y=top + 11, text=sign, size=11, bold=True))
    return shapes


def pieces(text: Callable[..., str]) -> Board:
    walkers = [Art("held_hands/walker-me", "#a83a54"), Art("held_hands/walker-them", "#1f6470")]
    marks = [Art("held_hands/g-bal", "#a83a54"), Art("held_hands/g-bal", "#1f6470")]
    return tokens("tokens", text("print.tokens"), [*walkers, *marks], across=20, columns=4)

"""What a printer needs of an edition: decks of cards, boards and tokens, as a game's `deck.py` makes them.

Texts come from what the edition prints (`printed` in the game's view), so a printed card says what the screen says.
Pictures are named by their file under web/art; measures are millimetres.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct, structs

# What poker cards measure.
WIDTH, HEIGHT = 63.0, 88.0


class Art(Struct, frozen=True):
    """A picture: its file under web/art without .svg, the colours of its parts, and a letter on it."""

    name: str
    colour: str = "#38203a"
    paper: str = "#fffaf0"
    mark: str = ""
    # Colours of the parts that a picture names, such as edge.
    parts: tuple[tuple[str, str], ...] = ()


class Half(Struct, frozen=True):
    """One half of a card that is read from two sides."""

    art: Art
    tint: str
    edge: str
    name: str
    sign: str = ""


class Card(Struct, frozen=True, kw_only=True):
    """The face of a card, and how many there are."""

    id: str
    name: str
    copies: int = 1
    edge: str = "#38203a"
    tint: str = "#efe5d2"
    badge: Art | None = None
    picture: Art | None = None
    # A tile behind the picture.
    pattern: Art | None = None
    # Whether the picture fills its panel, as a portrait does.
    portrait: bool = False
    marks: tuple[Art, ...] = ()
    # Paragraphs of rules, and rows of two or three columns.
    text: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    flavour: str = ""
    left: tuple[Art | str, ...] = ()
    middle: str = ""
    right: tuple[Art | str, ...] = ()
    halves: tuple[Half, ...] = ()


class Deck(Struct, frozen=True, kw_only=True):
    """Cards with one back."""

    id: str
    title: str
    cards: tuple[Card, ...]
    back: str = "#4a2545"


class Shape(Struct, frozen=True, kw_only=True):
    """A part of a board, from the back to the front; a text is centred on its place unless it stands at the left."""

    kind: Literal["rect", "circle", "line", "text", "art"]
    x: float
    y: float
    # Of a rectangle, a picture or a text's room; a line's other end.
    w: float = 0
    h: float = 0
    fill: str = ""
    stroke: str = ""
    thick: float = 0.3
    round: float = 0
    text: str = ""
    size: float = 9
    bold: bool = False
    serif: bool = False
    left: bool = False
    art: Art | None = None


class Board(Struct, frozen=True, kw_only=True):
    """A board or a sheet of tokens to cut out."""

    id: str
    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...]
    copies: int = 1


class Box(Struct, frozen=True, kw_only=True):
    """All that is in the box, and the chapters of the rulebook, from 0, that every player's aid repeats."""

    decks: tuple[Deck, ...]
    boards: tuple[Board, ...] = ()
    aid: tuple[int, ...] = ()


def counted(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Cards of one face as one with its number of copies, in the order in which they first come."""
    found: dict[str, int] = {}
    faces: dict[str, Card] = {}
    for card in cards:
        found[card.id] = found.get(card.id, 0) + card.copies
        faces.setdefault(card.id, card)
    return tuple(structs.replace(face, copies=found[id]) for id, face in faces.items())


def tokens(id: str, title: str, marks: Sequence[Art], across: float = 16, columns: int = 9) -> Board:
    """Round tokens side by side, to be glued on card and cut out."""
    step = across + 4
    shapes: list[Shape] = []
    for i, mark in enumerate(marks):
        x, y = (i % columns + 0.5) * step, (i // columns + 0.5) * step
        shapes.append(Shape(kind="circle", x=x, y=y, w=across / 2, fill=mark.paper, stroke=mark.colour, thick=0.5))
        inner = across * 0.62
        shapes.append(Shape(kind="art", x=x - inner / 2, y=y - inner / 2, w=inner, h=inner, art=mark))
    rows = -(-len(marks) // columns)
    return Board(id=id, title=title, width=columns * step, height=rows * step, shapes=tuple(shapes))

"""What every screen is shown, as types: a View holds Zones, these hold Pieces; what is printed is sent once.

A view is made from one seat's hidden record. What depends on the edition alone (card texts, where the places of a board
lie) is in `Printed`, made once for an edition and a language; pieces refer to it by number. A screen that knows
nothing of a game can draw its zones. A game adds fields of its own by subclasses; conformance holds ids to being
places (a slot, a stack), never hidden identities.

The same word means the same in every game: `place` is the number of a place, `links` are the places that it leads to,
`count` is how many there are.
"""

from typing import Any, Literal

from msgspec import Struct, json

Layout = Literal["row", "stack", "fan", "grid", "ring", "track", "count"]
Face = Literal["up", "down", "half"]


class Part(Struct, omit_defaults=True, gc=False):
    """Base of all that is drawn. Fields that have their default are not sent.

    Views hold no cycles, and a server keeps thousands of parts: the garbage collector need not look at them.
    """


class Card(Part):
    """One printed card: what is the same in every match of an edition."""

    # What it is called.
    name: str
    # A letter or sign, so that colour is never the only one.
    mark: str = ""
    # What it does, in the edition's words.
    text: str = ""
    # A line for the mood.
    flavour: str = ""
    # Whatever else a player has to know of it, in the reader's language.
    facts: tuple[str, ...] = ()


class Place(Part):
    """One printed place of a board: where it lies and what it leads to."""

    # What it is called.
    name: str
    # What moves and players call it, such as E5.
    label: str = ""
    # A letter or sign for its kind, so that colour is never the only one.
    mark: str = ""
    # On a grid: its column, from the left.
    x: int | None = None
    # On a grid: its row, from above.
    y: int | None = None
    # On rings: which one, from the outside.
    ring: int | None = None
    # On rings: degrees clockwise from the top.
    angle: float | None = None
    # The numbers of the places that it leads to.
    links: tuple[int, ...] = ()


class Printed(Part):
    """What depends on the edition alone, in the reader's language. Sent once a table; pieces refer to it by number."""

    # Every printed card; `Piece.card` is a place in this list.
    cards: tuple[Card, ...] = ()
    # Every place of the board; `Piece.place` is a place in this list.
    places: tuple[Place, ...] = ()


class Piece(Part):
    """A thing in a zone, known by the place where it lies."""

    # A stable place, such as h2; the same for a card that this seat does not know.
    id: str
    # "up": lies open; "down": face down (with `card`: this seat remembers it); "half": known by halves.
    face: Face = "up"
    # What it is called, if its card or place does not say it; nothing if nobody here knows.
    name: str | None = None
    # The number of its card in `Printed.cards`, if this seat knows it.
    card: int | None = None
    # The number of the place that it is or lies on, as moves name it.
    place: int | None = None
    # The number of its slot in a hand or a row, as moves name it.
    slot: int | None = None
    # The seat that it stands for.
    seat: int | None = None
    # The seats whose pawns stand on it.
    pawns: tuple[int, ...] = ()
    # A letter or sign on it that its card or place does not have, so that colour is never the only one.
    mark: str = ""
    # How many of them there are, if more than one lies here.
    count: int | None = None
    # What a player has to know of it beyond its card, in the reader's language.
    facts: tuple[str, ...] = ()


class Zone(Part):
    """A part of the table that holds pieces."""

    # A stable name, such as hand-0.
    id: str
    # What it is called, in the reader's language.
    text: str
    # What lies in it, in order.
    pieces: tuple[Piece, ...] = ()
    # The seat that it belongs to.
    owner: int | None = None
    # How to draw it, for a screen that does not know the game.
    layout: Layout = "row"
    # How many lie here, where they are not shown one by one.
    count: int | None = None
    # The number of the place that the zone is, as moves name it.
    place: int | None = None
    # What a player has to know of it beyond its name, in the reader's language.
    facts: tuple[str, ...] = ()


class Score(Part):
    """One line of the score sheet; a seat's lines add up to its points."""

    # The seat that gets the points.
    seat: int
    # What the points are for, in the reader's language.
    text: str
    # How many points; less than 0 if they are taken away.
    points: int
    # The clause that gives them.
    clause: str = ""
    # What kind of thing it is, in a word: lines of a kind stand together.
    group: str = ""
    # The name of the table's picture of it.
    mark: str = ""


class LastMove(Part):
    """The last move of a player, as this seat saw it."""

    # The seat that made it.
    seat: int
    # The name of its kind in the game's table of moves, such as "catch".
    kind: str
    # How many moves were played before it, chance included.
    ply: int
    # The places that it named, as zones and pieces are called; what the seat has not seen is left out.
    places: tuple[str, ...] = ()


class TurnTold(Part):
    """What one seat did at one ply and what chance added, in words."""

    # The seat that acted.
    seat: int
    # How many moves were played before its move, chance included.
    ply: int
    # The sentences of the story, in the reader's language and in their order.
    lines: tuple[str, ...]


class View(Part, kw_only=True):
    """A hidden record for a screen: what all games have, to which each adds its own."""

    # The game's name in the registry.
    game: str
    # The seat whose view this is; -3 for what everybody may see.
    me: int
    # Who decides: a seat, -1 for chance, -2 at the end.
    turn: int
    # The seats that are asked at the same time, if several are.
    asked: tuple[int, ...]
    # Whether the game has ended.
    over: bool
    # How many seats play.
    seats: int
    # The name of the mode.
    mode: str
    # The seat that starts; -1 until it is drawn.
    first: int
    # How many moves were played, chance included.
    ply: int
    # By seat, what everybody can count; at the end the score.
    points: tuple[int, ...]
    # The seats that have won.
    winners: tuple[int, ...]
    # The parts of the table with what lies in them, in the order in which a screen draws them.
    zones: tuple[Zone, ...]
    # At the end, line by line what gave the points.
    sheet: tuple[Score, ...] = ()
    # At the end who has won what, in a few words, where the seats that have won do not say it.
    verdict: str = ""
    # Seats that play together, or for the same thing, where that is not all of them.
    sides: tuple[tuple[int, ...], ...] = ()
    # Whether the points of a side are added up.
    together: bool = False
    # The last move of a player, to be marked on the board.
    last: LastMove | None = None
    # For a seat that decides: what happened since its own last decision.
    since: tuple[TurnTold, ...] = ()


# What a piece with a name of its own takes from its place: where it lies.
WHERE = ("label", "x", "y", "ring", "angle", "links")


def as_dict(shown: View | Printed) -> dict[str, Any]:
    """As plain dicts and lists, the way a browser gets it."""
    found: dict[str, Any] = json.decode(json.encode(shown))
    return found


def whole(view: View, prints: dict[str, Any]) -> dict[str, Any]:
    """View and edition put together as plain dicts: what is printed on a card or a place stands in each piece of it."""
    found = as_dict(view)
    for zone in found["zones"]:
        pieces = [whole_piece(piece, prints) for piece in zone.get("pieces", ())]
        zone |= {"owner": None, "layout": "row", "facts": ()} | zone | {"pieces": pieces}
    return {"sheet": []} | found | {"edition": prints}


def whole_piece(piece: dict[str, Any], prints: dict[str, Any]) -> dict[str, Any]:
    """A piece with what is printed on it; one with a name of its own (a pawn, a tile) only lies on its place."""
    whole: dict[str, Any] = {"name": None, "face": "up"}
    facts: list[str] = []
    if (place := piece.get("place")) is not None and prints.get("places"):
        whole |= {k: v for k, v in prints["places"][place].items() if k in WHERE or "name" not in piece}
    if (card := piece.get("card")) is not None:
        whole |= prints["cards"][card]
        facts += whole.get("facts", ())
    return whole | piece | {"facts": [*facts, *piece.get("facts", ())]}

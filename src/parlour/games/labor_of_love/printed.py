"""What the edition prints: cards, spaces, bulbs and boards. Sent once a table."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from parlour.engine.plain import NONE, Plain
from parlour.engine.view import Card, Place, Printed

LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}


class LaborOfLoveCard(Card):
    """A project, or a reaction: these come after all projects, emoji by emoji."""

    # The project's id in the edition, by which its picture is found.
    slug: str = ""
    craft: str = ""
    colour: str = ""
    # A project's time, before earlier projects of the craft shorten it.
    hours: int | None = None
    # The colours of the bulbs that it moves.
    bulbs: tuple[str, ...] = ()
    # The emojis on it, by id and as signs.
    emojis: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()
    # A reaction's emoji, by id and as a sign, and what each of them is worth.
    emoji: str = ""
    sign: str = ""
    value: int | None = None


class LaborOfLovePlace(Place):
    """A space of the track; its colour is the bulb that it moves."""

    colour: str | None = None


class BoardRow(Struct):
    """One row of a board: the value of every space (null where it is blank) and the bulb that it shows."""

    name: str
    values: tuple[int | None, ...]
    shown: tuple[str | None, ...]


class BulbName(Struct):
    """A bulb's colour, name and letter."""

    colour: str
    name: str
    mark: str


class CraftName(Struct):
    """A craft: its id, name and colour."""

    id: str
    name: str
    colour: str


class LaborOfLovePrinted(Printed, kw_only=True):
    """The cards, the track, and the boards, which are all alike."""

    cards: tuple[LaborOfLoveCard, ...] = ()
    places: tuple[LaborOfLovePlace, ...] = ()
    bulbs: tuple[BulbName, ...]
    rows: tuple[BoardRow, ...]
    # The columns behind which a bonus line runs.
    lines: tuple[int, ...]
    # The last space of the track.
    end: int
    # The crafts, in the order of their numbers.
    crafts: tuple[CraftName, ...]
    # What a project counts by the spot of its stack.
    passion: tuple[int, ...]
    # The hours of the longest project: nobody gets further ahead in one turn.
    reach: int


def printed(edition: Any, text: Callable[..., str]) -> LaborOfLovePrinted:
    """Projects, then reactions; the track; the rows of a board."""
    content, e = edition.content, edition.plain
    reactions = [reaction(e, emoji, c) for emoji in content.emojis for c in range(e.copies)]
    colours = [colour_name(content, e.stop[i]) for i in range(e.end + 1)]
    return LaborOfLovePrinted(
        cards=(*(project(content, face, text) for face in content.cards), *reactions),
        places=tuple(LaborOfLovePlace(str(i), str(i), mark(c), colour=c) for i, c in enumerate(colours)),
        bulbs=tuple(BulbName(bulb.colour, bulb.name, mark(bulb.colour)) for bulb in content.bulbs),
        rows=tuple(board_row(content, e, i, row) for i, row in enumerate(content.rows)),
        lines=tuple(e.line[: e.lines]),
        end=e.end,
        crafts=tuple(CraftName(craft.id, craft.name, craft.colour) for craft in content.crafts),
        passion=tuple(e.passion[: e.crafts]),
        reach=max(e.hours[: e.cards]),
    )


def mark(colour: str | None) -> str:
    return LETTERS[colour] if colour else ""


def colour_name(content: Any, number: int) -> str | None:
    return None if number == NONE else content.colours[number]


def project(content: Any, face: Any, text: Callable[..., str]) -> LaborOfLoveCard:
    """A project with the bulbs that it moves and its emojis, also as facts."""
    colour = next(craft.colour for craft in content.crafts if craft.id == face.craft)
    emojis = {emoji.id: emoji for emoji in content.emojis}
    named = ", ".join(emojis[id].name for id in face.emojis)
    facts = [text("fact.bulbs", bulbs=" ".join(mark(c) for c in face.bulbs))] if face.bulbs else []
    facts += [text("fact.emojis", names=named)] if named else []
    return LaborOfLoveCard(
        face.name,
        mark(colour),
        flavour=face.flavour,
        facts=tuple(facts),
        slug=face.id,
        craft=face.craft,
        colour=colour,
        hours=face.hours,
        bulbs=tuple(face.bulbs),
        emojis=tuple(face.emojis),
        signs=tuple(emojis[id].sign for id in face.emojis),
    )


def reaction(e: Plain, emoji: Any, copy: int) -> LaborOfLoveCard:
    value = e.reaction[copy]
    return LaborOfLoveCard(f"{emoji.name} {value}", emoji=emoji.id, sign=emoji.sign, value=value)


def board_row(content: Any, e: Plain, i: int, row: Any) -> BoardRow:
    columns = range(len(row.spaces))
    values = tuple(None if e.value[i][c] == NONE else e.value[i][c] for c in columns)
    return BoardRow(row.name, values, tuple(colour_name(content, e.shown[i][c]) for c in columns))

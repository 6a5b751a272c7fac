"""The workshop's content: what an edition file may say, and the record that the rules read."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from parlour.engine.edition import Content, Name, Prose, Slug, Source, fill_rows, unknown
from parlour.engine.record import NONE, Names, field, record
from parlour.games.labor_of_love import state as S

Colour = Literal["red", "yellow", "green", "blue"]
Space = Annotated[str, Meta(pattern=r"^(-|[0-9]{1,2}( (red|yellow|green|blue))?)$")]
Stop = Literal["-", "red", "yellow", "green", "blue"]
Points = Annotated[int, Meta(ge=0, le=20)]
COLOUR = "the colour of a bulb"


class Numbers(Struct, forbid_unknown_fields=True, frozen=True):
    row: Annotated[int, Meta(ge=1, le=S.ROW)]
    least_hours: Annotated[int, Meta(ge=1, le=9)]
    passion: Annotated[list[Points], Meta(min_length=1, max_length=S.CRAFTS)]
    reactions: Annotated[list[Points], Meta(min_length=1, max_length=S.COPIES)]
    lines: Annotated[list[Annotated[int, Meta(ge=0, lt=S.COLUMNS)]], Meta(max_length=S.LINES)]


class Track(Struct, forbid_unknown_fields=True, frozen=True):
    spaces: Annotated[list[Stop], Meta(max_length=S.SPACES - 2)]
    source: Source


class Row(Struct, forbid_unknown_fields=True, frozen=True):
    name: Name
    spaces: Annotated[list[Space], Meta(min_length=2, max_length=S.COLUMNS)]
    source: Source

    @property
    def id(self) -> str:
        """By which texts in other languages name it."""
        return self.name.lower()


class Bulb(Struct, forbid_unknown_fields=True, frozen=True):
    colour: Colour
    name: Name
    source: Source

    @property
    def id(self) -> str:
        """By which texts in other languages name it."""
        return self.colour


class Craft(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    colour: Colour
    source: Source


class Emoji(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    sign: Annotated[str, Meta(min_length=1, max_length=4)]
    source: Source


class Card(Struct, forbid_unknown_fields=True, frozen=True):
    id: Slug
    name: Name
    craft: Slug
    hours: Annotated[int, Meta(ge=1, le=20)]
    bulbs: Annotated[list[Colour], Meta(max_length=S.SYMBOLS)]
    emojis: Annotated[list[Slug], Meta(max_length=S.SYMBOLS)]
    source: Source
    flavour: Prose = ""


class Workshop(Content, forbid_unknown_fields=True, frozen=True, kw_only=True):
    numbers: Numbers
    track: Track
    bulbs: Annotated[list[Bulb], Meta(min_length=1, max_length=S.COLOURS)]
    rows: Annotated[list[Row], Meta(min_length=1, max_length=S.COLOURS)]
    crafts: Annotated[list[Craft], Meta(min_length=1, max_length=S.CRAFTS)]
    emojis: Annotated[list[Emoji], Meta(min_length=1, max_length=S.EMOJIS)]
    cards: Annotated[list[Card], Meta(min_length=1, max_length=S.CARDS)]

    @property
    def colours(self) -> list[str]:
        return [bulb.colour for bulb in self.bulbs]

    @property
    def craft_ids(self) -> list[str]:
        return [craft.id for craft in self.crafts]

    @property
    def emoji_ids(self) -> list[str]:
        return [emoji.id for emoji in self.emojis]


CONTENT = Workshop

EDITION = record(
    field("cards", "i1", (), "all", "count", "project cards"),
    field("crafts", "i1", (), "all", "count", "crafts"),
    field("colours", "i1", (), "all", "count", "bulbs of a seat, and rows of its board"),
    field("emojis", "i1", (), "all", "count", "kinds of reaction"),
    field("copies", "i1", (), "all", "count", "reaction cards in a pile"),
    field("row", "i1", (), "all", "count", "face-up projects"),
    field("least_hours", "i1", (), "all", "number", "what a project costs at least"),
    field("end", "i1", (), "all", "place", "the last space of the track"),
    field("stop", "i1", (S.SPACES,), "all", "choice", "the bulb colour of a space of the track"),
    field("passion", "i1", (S.CRAFTS,), "all", "number", "points for a project by the spot of its stack"),
    field("reaction", "i1", (S.COPIES,), "all", "number", "points for an emoji by a reaction card, best first"),
    field("lines", "i1", (), "all", "count", "reaction lines"),
    field("line", "i1", (S.LINES,), "all", "place", "the column after which a reaction line runs, ascending"),
    field("passed", "i1", (S.COLUMNS,), "all", "count", "lines to the left of a column"),
    field("value", "i1", (S.COLOURS, S.COLUMNS), "all", "number", "points of a board space; NONE where it is blank"),
    field("shown", "i1", (S.COLOURS, S.COLUMNS), "all", "choice", "the bulb colour of a board space"),
    field("onward", "i1", (S.COLOURS, S.COLUMNS), "all", "place", "the next column with a space; NONE at the end"),
    field("craft", "i1", (S.CARDS,), "all", "choice", "a card's craft", S.CRAFT, S.CARD),
    field("hours", "i1", (S.CARDS,), "all", "number", "a card's hourglasses", Names("hour"), S.CARD),
    field("symbols", "i1", (S.CARDS,), "all", "count", "bulbs on a card", Names("symbol"), S.CARD),
    field(
        "symbol",
        "i1",
        (S.CARDS, S.SYMBOLS),
        "all",
        "choice",
        "the colours of a card's bulbs from top to bottom",
        S.COLOUR,
        S.CARD,
        Names("symbol", S.SYMBOLS),
    ),
    field("cheer", "i1", (S.CARDS, S.EMOJIS), "all", "count", "emojis on a card", S.EMOJI, S.CARD, S.EMOJI),
)


def check(shop: Workshop) -> Iterator[tuple[str, str]]:
    """What the shape of the file cannot say."""
    yield from check_names(shop)
    yield from check_board(shop)
    for i, stop in enumerate(shop.track.spaces):
        if stop != "-" and stop not in shop.colours:
            yield f"track.spaces[{i}]", unknown(stop, COLOUR, shop.colours)
    if len(shop.numbers.passion) != len(shop.crafts):
        yield "numbers.passion", f"there are {len(shop.crafts)} crafts, so this needs as many numbers"
    for i, card in enumerate(shop.cards):
        yield from check_card(shop, i, card)


def check_names(shop: Workshop) -> Iterator[tuple[str, str]]:
    """Every id once."""
    lists = {"bulbs": shop.colours, "crafts": shop.craft_ids, "emojis": shop.emoji_ids}
    for name, ids in {**lists, "cards": [card.id for card in shop.cards]}.items():
        key = "colour" if name == "bulbs" else "id"
        for i, id in enumerate(ids):
            if id in ids[:i]:
                yield f"{name}[{i}].{key}", f"{id!r} is listed twice"


def check_board(shop: Workshop) -> Iterator[tuple[str, str]]:
    """LL-7, LL-18 A row for every bulb, with spaces at both ends and values that never fall."""
    if len(shop.rows) != len(shop.bulbs):
        yield "rows", f"{len(shop.bulbs)} bulbs need as many rows, not {len(shop.rows)}"
    for i, row in enumerate(shop.rows):
        values = [value_of(space) for space in row.spaces if space != "-"]
        if "-" in (row.spaces[0], row.spaces[-1]) or " " in row.spaces[0]:
            yield f"rows[{i}].spaces", "a row begins with a plain space and ends with a space"
        if values != sorted(values):
            yield f"rows[{i}].spaces", "values never fall from left to right"
        for space in row.spaces:
            if " " in space and space.split()[1] not in shop.colours:
                yield f"rows[{i}].spaces", unknown(space.split()[1], COLOUR, shop.colours)
    if shop.numbers.lines != sorted(set(shop.numbers.lines)):
        yield "numbers.lines", "lines are listed once each, from left to right"


def check_card(shop: Workshop, i: int, card: Card) -> Iterator[tuple[str, str]]:
    if card.craft not in shop.craft_ids:
        yield f"cards[{i}].craft", unknown(card.craft, "a craft of this edition", shop.craft_ids)
    for colour in card.bulbs:
        if colour not in shop.colours:
            yield f"cards[{i}].bulbs", unknown(colour, COLOUR, shop.colours)
    for emoji in card.emojis:
        if emoji not in shop.emoji_ids:
            yield f"cards[{i}].emojis", unknown(emoji, "an emoji of this edition", shop.emoji_ids)


def warn(shop: Workshop) -> Iterator[tuple[str, str]]:
    """A card that nobody has the time for, and bulbs, crafts and emojis that no card shows."""
    end = len(shop.track.spaces) + 1
    for i, card in enumerate(shop.cards):
        if card.hours > end:
            yield f"cards[{i}].hours", f"nobody has the time for {card.name}: the whole track is {end} spaces long"
    for i, craft in enumerate(shop.crafts):
        if craft.id not in [card.craft for card in shop.cards]:
            yield f"crafts[{i}]", f"no card is of the craft {craft.name}"
    for i, emoji in enumerate(shop.emojis):
        if not any(emoji.id in card.emojis for card in shop.cards):
            yield f"emojis[{i}]", f"no card shows {emoji.name}"
    for i, bulb in enumerate(shop.bulbs):
        if bulb.colour not in shop.track.spaces and not any(bulb.colour in card.bulbs for card in shop.cards):
            yield f"bulbs[{i}]", f"nothing moves the bulb {bulb.name}, so its row cannot be reached"


def value_of(space: str) -> int:
    return int(space.split()[0])


def fill(shop: Workshop, e: Any) -> None:
    """Compile the file into the record."""
    e.cards, e.crafts, e.colours = len(shop.cards), len(shop.crafts), len(shop.bulbs)
    e.emojis, e.copies = len(shop.emojis), len(shop.numbers.reactions)
    e.row, e.least_hours = shop.numbers.row, shop.numbers.least_hours
    e.end = len(shop.track.spaces) + 1
    fill_rows(e.stop, [NONE, *(colour_of(shop, stop) for stop in shop.track.spaces), NONE])
    fill_rows(e.passion, shop.numbers.passion)
    fill_rows(e.reaction, sorted(shop.numbers.reactions, reverse=True))
    e.lines = len(shop.numbers.lines)
    fill_rows(e.line, shop.numbers.lines)
    fill_rows(e.passed, [sum(line < column for line in shop.numbers.lines) for column in range(S.COLUMNS)])
    for i, row in enumerate(shop.rows):
        fill_board_row(shop, e, i, row)
    fill_rows(e.craft, [shop.craft_ids.index(card.craft) for card in shop.cards])
    fill_rows(e.hours, [card.hours for card in shop.cards])
    fill_rows(e.symbols, [len(card.bulbs) for card in shop.cards])
    for i, card in enumerate(shop.cards):
        fill_rows(e.symbol[i], [colour_of(shop, colour) for colour in card.bulbs])
        fill_rows(e.cheer[i], [card.emojis.count(emoji) for emoji in shop.emoji_ids])


def fill_board_row(shop: Workshop, e: Any, i: int, row: Row) -> None:
    """One row of the player board, with the way over its blanks."""
    for column, space in enumerate(row.spaces):
        if space != "-":
            e.value[i, column] = value_of(space)
            e.shown[i, column] = colour_of(shop, space.split()[-1])
        later = [c for c in range(column + 1, len(row.spaces)) if row.spaces[c] != "-"]
        e.onward[i, column] = later[0] if later else NONE


def colour_of(shop: Workshop, word: str) -> int:
    """The number of a colour; NONE for what is none."""
    return shop.colours.index(word) if word in shop.colours else int(NONE)

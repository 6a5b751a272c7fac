"""What a project or a last spark brings, told in plain numbers: before it is chosen, and after it was done."""

from typing import Any

from msgspec import Struct

from parlour.engine.plain import NONE, Plain
from parlour.games.labor_of_love.chain import BulbStep, Strings


class PointParts(Struct, kw_only=True):
    """Points by where they come from."""

    bulbs: int = 0
    projects: int = 0
    reactions: int = 0


class Would(Struct, kw_only=True):
    """What a card or a last spark would do for the reader, or for whoever decides; or what it did."""

    # The hours that it takes, and those that practice saves.
    hours: int = 0
    saved: int = 0
    # The space where the button would land.
    place: int
    # Whether it would arrive exactly.
    exact: bool = False
    # The colour of the space, and whether it counts: nobody else is there.
    colour: str = ""
    alone: bool = False
    # The top button of those that sit in the light, if somebody does.
    blocked_by: int | None = None
    points: int
    parts: PointParts
    # Every step of a bulb, in order.
    steps: tuple[BulbStep, ...]
    # How many bulbs would be past each line.
    past: tuple[int, ...]
    # How many reactions it would bring, and whether a bulb could be chosen.
    reactions: int = 0
    spark: bool = False
    # Whose turn is next, and whether that is the same seat; nobody's if the game is over.
    then: int | None = None
    again: bool = False


class TurnMade(Would, kw_only=True):
    """The last turn: who made what, with every step; also what a last spark added."""

    seat: int
    # The ply of its first move.
    ply: int
    card: int
    # Where the button came from.
    start: int
    blind: bool = False


def take(content: Any, e: Plain, g: Plain, seat: int, card: int) -> Would:
    """LL-10, LL-12, LL-16 A project made now: on the board, along the track, and then the bulbs."""
    craft = e.craft[card]
    hours = max(e.hours[card] - g.made[seat][craft], e.least_hours)
    walked = g.place[seat] + hours
    place = min(walked, e.end)
    there = [(g.level[s], s) for s in range(g.seats) if s != seat and g.place[s] == place]
    strings = Strings(content, e, g, seat)
    colour = e.stop[place]
    if colour != NONE and not there:
        strings.light_track(colour)
    strings.light_card(e.symbol[card][: e.symbols[card]])
    parts = PointParts(
        bulbs=strings.points(),
        projects=e.passion[g.stacks[seat] if g.spot[seat][craft] == NONE else g.spot[seat][craft]],
        reactions=sum([e.cheer[card][k] * g.applause[seat][k] for k in range(e.emojis)]),
    )
    moved = {**{s: (g.place[s], g.level[s]) for s in range(g.seats)}, seat: (place, len(there))}
    left = g.pile + sum([c != NONE for c in g.row[: e.row]]) - 1
    then, past = next_seat(e, moved, left), strings.past()
    return Would(
        hours=hours,
        saved=e.hours[card] - hours,
        place=place,
        exact=walked == e.end,
        colour="" if colour == NONE else content.colours[colour],
        alone=colour != NONE and not there,
        blocked_by=max(there)[1] if there and colour != NONE else None,
        points=parts.bulbs + parts.projects + parts.reactions,
        parts=parts,
        steps=tuple(strings.steps),
        past=past,
        reactions=earned(e, g, seat, past),
        spark=walked == e.end and can_spark(e, strings),
        then=then,
        again=then == seat,
    )


def spark(content: Any, e: Plain, g: Plain, seat: int, colour: int) -> Would:
    """LL-22 One more step of a bulb after an exact arrival."""
    strings = Strings(content, e, g, seat)
    strings.light_spark(colour)
    stands = {s: (g.place[s], g.level[s]) for s in range(g.seats)}
    then = next_seat(e, stands, g.pile + sum(c != NONE for c in g.row[: e.row]))
    return Would(
        place=g.place[seat],
        points=strings.points(),
        parts=PointParts(bulbs=strings.points()),
        steps=tuple(strings.steps),
        past=strings.past(),
        reactions=earned(e, g, seat, strings.past()),
        then=then,
        again=then == seat,
    )


def can_spark(e: Plain, strings: Strings) -> bool:
    """LL-R18 Whether any bulb can still move."""
    return any(e.onward[strings.rows[c]][strings.at[c]] != NONE for c in range(e.colours))


def earned(e: Plain, g: Plain, seat: int, past: tuple[int, ...]) -> int:
    """LL-20, LL-R9 Reaction cards for lines that all bulbs are past, as far as there are any left."""
    lines = sum(count == e.colours for count in past) - g.claimed[seat]
    return max(0, min(lines, sum(g.left[: e.emojis])))


def next_seat(e: Plain, stands: dict[int, tuple[int, int]], cards: int) -> int | None:
    """LL-8 Furthest back, and of several on a space the top one. LL-R5 Nobody, if no card is left to take."""
    order = in_turn(e, stands)
    return order[0] if order and cards > 0 and stands[order[0]][0] < e.end else None


def in_turn(e: Plain, stands: dict[int, tuple[int, int]]) -> list[int]:
    """LL-8 Seats by when it is their turn; those that have arrived come last."""
    return sorted(stands, key=lambda s: (stands[s][0], -stands[s][1]))


def parts_of(e: Plain, g: Plain, seat: int) -> PointParts:
    """LL-23 The points of a seat now, by where they come from."""
    rows, bulbs = g.line_of[seat], g.bulb[seat]
    spot, made = g.spot[seat], g.made[seat]
    applause, cheers = g.applause[seat], g.cheers[seat]
    return PointParts(
        bulbs=sum([e.value[rows[c]][bulbs[c]] for c in range(e.colours) if rows[c] != NONE]),
        projects=sum([made[c] * e.passion[spot[c]] for c in range(e.crafts) if spot[c] != NONE]),
        reactions=sum([max(applause[k], 0) * max(cheers[k], 0) for k in range(e.emojis)]),
    )

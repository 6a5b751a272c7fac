"""What a project or a last spark brings, told in plain numbers: before it is chosen, and after it was done."""

from msgspec import Struct

from parlour.engine.asking import ask_rule
from parlour.engine.edition import Edition
from parlour.engine.plain import NONE, Plain
from parlour.games.labor_of_love.asking import points_by_source, would_glow, would_make
from parlour.games.labor_of_love.chain import BulbStep, columns_after, past_lines, told_steps


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


def take(edition: Edition, g: Plain, seat: int, card: int) -> Would:
    """LL-10, LL-12, LL-16 A project made now: on the board, the track, then the bulbs; no hours if it cannot be."""
    e, content = edition.plain, edition.content
    said = ask_rule(would_make, edition, g, seat, card)
    hours, place, level, exact, bulb, bulbs, projects, reactions, owed, bonus, then, steps = said
    there = [(g.level[s], s) for s in range(g.seats) if s != seat and g.place[s] == place]
    colour = e.stop[place]
    return Would(
        hours=hours,
        saved=e.hours[card] - hours,
        place=place,
        exact=bool(exact),
        colour="" if colour == NONE else content.colours[colour],
        alone=bulb != NONE,
        blocked_by=max(there)[1] if level and colour != NONE else None,
        points=bulbs + projects + reactions,
        parts=PointParts(bulbs=bulbs, projects=projects, reactions=reactions),
        steps=told_steps(content, e, g.line_of[seat], steps),
        past=past_lines(e, columns_after(g, seat, steps)),
        reactions=owed,
        spark=bool(bonus),
        then=None if then == NONE else then,
        again=then == seat,
    )


def spark(edition: Edition, g: Plain, seat: int, colour: int) -> Would:
    """LL-22 One more step of a bulb after an exact arrival."""
    e = edition.plain
    bulbs, owed, then, steps = ask_rule(would_glow, edition, g, seat, colour)
    return Would(
        place=g.place[seat],
        points=bulbs,
        parts=PointParts(bulbs=bulbs),
        steps=told_steps(edition.content, e, g.line_of[seat], steps),
        past=past_lines(e, columns_after(g, seat, steps)),
        reactions=owed,
        then=None if then == NONE else then,
        again=then == seat,
    )


def in_turn(e: Plain, stands: dict[int, tuple[int, int]]) -> list[int]:
    """LL-8 Seats by when it is their turn; those that have arrived come last."""
    return sorted(stands, key=lambda s: (stands[s][0], -stands[s][1]))


def parts_of(edition: Edition, g: Plain, seat: int) -> PointParts:
    """LL-23 The points of a seat now, by where they come from."""
    bulbs, projects, reactions = ask_rule(points_by_source, edition, g, seat)
    return PointParts(bulbs=bulbs, projects=projects, reactions=reactions)

"""What a move of Labor of Love would do, and what the last turn did. Nothing is hidden, so both are certain.

Only what comes from the pile is unknown: of a blind draw nothing is told but the least time.
"""

from msgspec import structs

from parlour.engine.plain import NONE, a_of, kind_of
from parlour.engine.previews import After
from parlour.engine.previews import Would as Worlds
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.labor_of_love import moves as M
from parlour.games.labor_of_love.chain import BulbStep
from parlour.games.labor_of_love.outcome import TurnMade, Would, spark, take


class LaborOfLoveAfter(After, kw_only=True):
    """`would` of a project or a bulb; `sum` of a reaction; `least` hours of a blind draw."""

    would: Would | None = None
    sum: int | None = None
    least: int | None = None


def after(sight: Sight, m: int, worlds: Worlds) -> tuple[LaborOfLoveAfter, list[Line]]:
    """LL-9, LL-20, LL-22 What a choice brings, as data and in words."""
    g, e = sight.g, sight.e
    kind, a = kind_of(m), a_of(m)
    found = LaborOfLoveAfter(points=tuple(g.points[: g.seats]), turn=worlds.same("seat"))
    if kind == M.BLIND:
        found.points, found.least = None, e.least_hours
        return found, [line("preview.blind", "LL-R16", hours=e.least_hours)]
    if kind == M.REACT:
        found.points = tuple(worlds.same("points")[: g.seats])
        found.sum = found.points[g.seat] - g.points[g.seat]
        return found, [line("preview.points", "LL-24", points=found.sum)]
    would = take(sight.edition, g, g.seat, g.row[a]) if kind == M.TAKE else spark(sight.edition, g, g.seat, a)
    found.would, found.points = would, gained(found, g.seat, would.points)
    return found, list(told(would, g.seat))


def gained(found: LaborOfLoveAfter, seat: int, points: int) -> tuple[int, ...] | None:
    return tuple(p + points * (s == seat) for s, p in enumerate(found.points or ()))


def told(would: Would, seat: int) -> list[Line]:
    """The points, what is left to choose, and whose turn is next."""
    lines = [line("preview.points", "LL-23", points=would.points)]
    if would.spark:
        lines.append(line("preview.spark", "LL-22"))
    if would.reactions:
        lines.append(line("preview.reactions", "LL-20", n=would.reactions))
    if would.then is not None:
        lines.append(line("preview.then", "LL-8", who=would.then))
    return lines


def last_turn(sight: Sight) -> TurnMade | None:
    """The last project that was made and what a last spark added to it, with every step of the bulbs."""
    edition = sight.edition
    sparks: list[Would] = []
    for step in sight.steps_back():
        before, kind, a = step.before, kind_of(step.move), a_of(step.move)
        if before.mover == NONE:
            return None
        if kind == M.GLOW:
            sparks.append(spark(edition, before, before.mover, a))
        elif kind in (M.TAKE, M.DRAW):
            card = before.row[a] if kind == M.TAKE else a
            made = take(edition, before, before.mover, card)
            blind = bool(kind == M.DRAW)
            seat, start = before.mover, before.place[before.mover]
            facts = structs.asdict(made) | {"seat": seat, "start": start, "ply": before.ply - blind, "card": card}
            found = TurnMade(**facts, blind=blind)
            for one in sparks:
                add_spark(found, one)
            return found
    return None


def add_spark(made: TurnMade, added: Would) -> None:
    """LL-22 The steps of a last spark come after those of the turn."""
    offset = len(made.steps)
    made.steps += tuple(shifted(step, offset) for step in added.steps)
    made.points += added.points
    made.parts.bulbs += added.parts.bulbs
    made.past, made.spark, made.reactions = added.past, False, max(made.reactions, added.reactions)


def shifted(step: BulbStep, offset: int) -> BulbStep:
    return step if step.by is None else structs.replace(step, by=step.by + offset)

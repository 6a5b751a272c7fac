"""What a move of Work of Heart would do, from what the deciding seat knows.

Levels, points and what comes next are what the rules do with the move. What lies under a tile is told to nobody
(WH-R27), except to the one who has looked.
"""

from collections.abc import Iterator

from msgspec import Struct

from parlour.engine.plain import NONE, a_of, kind_of
from parlour.engine.previews import After, Would
from parlour.engine.sight import Sight
from parlour.engine.words import Line, line
from parlour.games.work_of_heart import moves as M
from parlour.games.work_of_heart import state as S
from parlour.games.work_of_heart.aids import Chances, chances, need_of, ways_from
from parlour.games.work_of_heart.asking import sum_after, takes_under

GO, BUMP, STEP = int(M.GO), int(M.BUMP), int(M.STEP)
WALKS = (GO, BUMP, STEP)
# What begins when somebody has landed, by phase.
BRINGS = {
    int(S.EVENT): "event",
    int(S.DRAW): "action",
    int(S.LUCK): "action",
    int(S.COURT): "court",
    int(S.TILE): "tile",
    int(S.BUMP): "taken",
}
BRINGS_WORDS = {brings: f"preview.{brings}" for brings in ("event", "action", "tile", "taken")}
BRINGS_CLAUSES = {"event": "WH-45", "action": "WH-46", "tile": "WH-26", "taken": "WH-50"}

# The facts that a table without reading help leaves out.
HELP_AFTER = ("odds",)


class Raised(Struct):
    """A level that changes for sure."""

    trait: str
    was: int
    now: int


class WorkOfHeartAfter(After, kw_only=True):
    # A walk: one way of walking it, and the steps that are left over.
    path: tuple[int, ...] = ()
    spare: int = 0
    # The levels of this seat that change for sure.
    raises: tuple[Raised, ...] = ()
    # What begins: event, action, court, tile, taken, or under (what lies under a tile).
    brings: str = ""
    # A walk that gains nothing: only a place to stand.
    bare: bool = False
    # Whose pawns stand there.
    meets: tuple[int, ...] = ()
    # An affection roll: what is needed, the sum that a card would make, and how many rolls win.
    need: int | None = None
    total: int | None = None
    odds: Chances | None = None


def after(sight: Sight, m: int, would: Would) -> tuple[WorkOfHeartAfter, list[Line]]:
    kind, a = kind_of(m), a_of(m)
    points = would.same("points")
    found = WorkOfHeartAfter(turn=would.same("seat"), points=points and tuple(points[: sight.g.seats]))
    found.raises = raised(sight, would)
    if kind in WALKS:
        walk(sight, m, would, found)
    elif kind == M.COURT:
        found.need, found.odds = need_of(sight.e, sight.g, sight.seat), chances(sight, sight.seat, True, True, True)
    elif kind in (M.PERK, M.PLAY) and sight.g.phase in (S.COURTED, S.HECKLE):
        touch_roll(sight, m, found)
    return found, list(told(sight, kind, a, found))


def raised(sight: Sight, would: Would) -> tuple[Raised, ...]:
    level = would.same("level")
    if level is None:
        return ()
    seat, now = sight.seat, sight.g.level
    pairs = enumerate(zip(now[seat], level[seat], strict=True))
    return tuple(Raised(S.TRAITS[t], was, then) for t, (was, then) in pairs if was != then)


# Walking


def walk(sight: Sight, m: int, would: Would, found: WorkOfHeartAfter) -> None:
    """WH-43, WH-48 The way, who is there, and what the landing begins."""
    g, seat, kind, to = sight.g, sight.seat, kind_of(m), a_of(m)
    if kind == GO:
        found.path = ways_from(sight.edition, g.space[seat], g.paces).get(to, ())
        found.spare = max(0, g.roll - len(found.path) + 1) if found.path else 0
    found.meets = tuple(s for s in range(g.seats) if s != seat and g.space[s] == to)
    if is_covered(sight, to):
        if sight.ask(takes_under, m):
            found.raises, found.points, found.turn, found.brings = (), None, None, "under"
            return
        # A step leaves tiles alone.
    phase = would.same("phase")
    found.brings = BRINGS.get(NONE if phase is None else phase, "")
    found.bare = not found.raises and found.brings in ("", "taken", "tile")
    if found.brings == "court":
        found.need, found.odds = need_of(sight.e, g, seat), chances(sight, seat, True, True, True)


def is_covered(sight: Sight, space: int) -> bool:
    return sight.g.tile[space] != NONE and space != sight.g.peeked


# Affection rolls


def touch_roll(sight: Sight, m: int, found: WorkOfHeartAfter) -> None:
    """WH-30, WH-59 The sum that a card makes, or how many faces win when a die is rolled again."""
    g, e, a = sight.g, sight.e, a_of(m)
    found.need = need_of(e, g, g.actor)
    if kind_of(m) == M.PERK:
        found.odds = chances(sight, g.actor, a == S.MOJO_1, a == S.MOJO_2)
        return
    effect = e.act_effect[g.hand[sight.seat][a]]
    if effect in (S.AGAIN, S.JINX):
        found.odds = chances(sight, g.actor, bool(effect == S.AGAIN), True)
    changes, total = sight.ask(sum_after, m)
    if changes:
        found.total = total


# In words


def told(sight: Sight, kind: int, a: int, found: WorkOfHeartAfter) -> Iterator[Line]:
    if kind in WALKS:
        yield from told_walk(sight, kind, a, found)
    for change in found.raises:
        yield line("preview.level", "WH-21", trait=S.TRAITS.index(change.trait), was=change.was, now=change.now)
    if found.points and (more := found.points[sight.seat] - sight.g.points[sight.seat]) > 0:
        yield line("preview.points", "WH-31", n=more)
    if found.total is not None:
        yield line("preview.total", "WH-40", n=found.total, need=found.need)
    elif kind == M.COURT:
        yield line("preview.court", "WH-39", who=sight.seat, interest=sight.g.loves[sight.seat], n=found.need)


def told_walk(sight: Sight, kind: int, to: int, found: WorkOfHeartAfter) -> Iterator[Line]:
    g = sight.g
    if kind == GO and len(found.path) == 1:
        yield line("preview.stay", "WH-55")
    elif found.spare:
        yield line("preview.spare", "WH-54", n=len(found.path) - 1, left=found.spare)
    elif found.path:
        yield line("preview.steps", "WH-48", n=len(found.path) - 1)
    if found.brings == "court":
        yield line("preview.court", "WH-38", who=sight.seat, interest=g.loves[sight.seat], n=found.need)
    elif found.brings == "under":
        yield line("preview.under", "WH-26")
    elif found.brings:
        yield line(BRINGS_WORDS[found.brings], BRINGS_CLAUSES[found.brings])
    elif found.bare:
        trait = sight.e.trait[to]
        full = trait != NONE and g.level[sight.seat][trait] == sight.e.cap and not is_covered(sight, to)
        yield line("preview.full", "WH-21", trait=trait) if full else line("preview.nothing", "WH-52")

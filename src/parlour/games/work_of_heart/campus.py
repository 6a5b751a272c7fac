"""The campus map: from rows of two-letter marks to spaces, ways and tables of where a roll can take you.

Spaces that touch along a side are joined. `--` is grass, and nobody walks on grass. Everything that a walk
needs and that does not change during a game is worked out here once, when an edition is read.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.games.work_of_heart import state as S

GRASS = "--"
QUAD_MARK = "QQ"
EVENT_MARK = "Ev"
ACTION_MARK = "Ac"
TRAIT_MARKS = {trait.capitalize()[:2]: trait for trait in S.TRAITS}


@dataclass(frozen=True)
class Space:
    """One space: its mark, where it lies on the map, what kind it is and, if any, its trait."""

    mark: str
    x: int
    y: int
    kind: str
    trait: str | None
    building: int | None = None

    @property
    def is_building(self) -> bool:
        return self.kind.endswith("building")

    @property
    def is_walkway(self) -> bool:
        return S.KINDS.index(self.kind) < S.KINDS.index("quad")


def spaces_of(rows: list[str], buildings: Mapping[str, tuple[int, str | None]]) -> list[Space]:
    """The spaces of a map in reading order; `buildings` gives number and trait by mark."""
    found = []
    for y, row in enumerate(rows):
        for x, mark in enumerate(row.split()):
            if mark == GRASS:
                continue
            if mark in buildings:
                number, trait = buildings[mark]
                found.append(Space(mark, x, y, "trait-building" if trait else "love-building", trait, number))
            elif mark in TRAIT_MARKS:
                found.append(Space(mark, x, y, "trait", TRAIT_MARKS[mark]))
            elif mark in (QUAD_MARK, EVENT_MARK, ACTION_MARK):
                kind = {QUAD_MARK: "quad", EVENT_MARK: "event", ACTION_MARK: "action"}[mark]
                found.append(Space(mark, x, y, kind, None))
            else:
                raise ValueError(f"{mark!r} is neither a building, nor a trait, nor one of QQ, Ev, Ac and --")
    return found


def ways_of(spaces: list[Space]) -> list[list[int]]:
    """For each space the spaces that touch it, ascending."""
    place = {(s.x, s.y): i for i, s in enumerate(spaces)}
    sides = ((0, -1), (-1, 0), (1, 0), (0, 1))
    return [[place[s.x + dx, s.y + dy] for dx, dy in sides if (s.x + dx, s.y + dy) in place] for s in spaces]


def distances_from(ways: list[list[int]], start: int) -> list[int | None]:
    """Steps to every space; None if it cannot be reached."""
    far: list[int | None] = [None] * len(ways)
    far[start] = 0
    queue = deque([start])
    while queue:
        space = queue.popleft()
        for near in ways[space]:
            if far[near] is None:
                far[near] = (far[space] or 0) + 1
                queue.append(near)
    return far


def walks_of(ways: list[list[int]], start: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Every walk of at most so many steps that enters no space twice, the start included (WH-49, WH-R8)."""
    paths: list[tuple[int, ...]] = [(start,)]
    while paths:
        path = paths.pop()
        yield path
        if len(path) <= steps:
            paths += [(*path, near) for near in ways[path[-1]] if near not in path]


def destinations(spaces: list[Space], ways: list[list[int]], start: int, steps: int) -> set[int]:
    """Where a roll may end: after all steps, or in any building on the way, the one where it starts too (WH-R23)."""
    found = walks_of(ways, start, steps)
    return {path[-1] for path in found if len(path) == steps + 1 or spaces[path[-1]].is_building}


def has_whole_walk(ways: list[list[int]], start: int, steps: int) -> bool:
    """Whether a roll can be walked to its end (WH-R9)."""
    return any(len(path) == steps + 1 for path in walks_of(ways, start, steps))

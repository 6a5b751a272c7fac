"""The campus of the slow Work of Heart: which spaces lie side by side, and every walk over them."""

from functools import cache
from typing import Any

Ways = tuple[tuple[int, ...], ...]


@cache
def paths(near: Ways, path: tuple[int, ...], steps: int) -> Ways:
    """Every walk of so many steps more that enters nothing twice."""
    if steps == 0:
        return (path,)
    onward = [x for x in near[path[-1]] if x not in path]
    return tuple(found for x in onward for found in paths(near, (*path, x), steps - 1))


def neighbours(school: Any) -> Ways:
    """Spaces that lie side by side, read from the rows of the map once more."""
    found, number = {}, 0
    for y, row in enumerate(school.campus.rows):
        for x, mark in enumerate(row.split()):
            if mark != "--":
                found[x, y] = number
                number += 1
    sides = ((-1, 0), (1, 0), (0, -1), (0, 1))
    return tuple(tuple(found[x + i, y + j] for i, j in sides if (x + i, y + j) in found) for x, y in found)

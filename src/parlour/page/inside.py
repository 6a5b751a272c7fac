"""The first module that Python imports in a page: it takes the host's functions, and puts threads away."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import parlour_host as host  # of the page, which registers it

from parlour.engine import jit, previews, registry
from parlour.engine.look import Look
from parlour.engine.plain import HIDDEN
from parlour.engine.record import Record


def call(game: str, name: str, sent: list[int]) -> Any:
    found = host.call(game, name, *sent)
    return found if isinstance(found, (int, float)) or found is None else as_tuple(found.to_py())


def as_tuple(found: Any) -> Any:
    """Lists of the page as tuples, as rules give them; an array comes as a list by itself."""
    if isinstance(found, dict):
        return found["cells"]
    return tuple(map(as_tuple, found)) if isinstance(found, list) else found


jit.HOST.call = call  # type: ignore[attr-defined]
jit.HOST.keep, jit.HOST.take = host.keep, host.take  # type: ignore[attr-defined]
jit.HOST.write, jit.HOST.read = host.write, host.fetch  # type: ignore[attr-defined]
jit.HOST.load = host.load  # type: ignore[attr-defined]


async def here(work: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """In the place of a thread: the page has its own for all of this."""
    await asyncio.sleep(0)
    return work(*arguments, **named)


if sys.platform == "emscripten":
    asyncio.to_thread = here


def tried(look: Look, worlds: list[Any]) -> list[previews.Would]:
    """`previews.tried` without sums over arrays: the records of one move after the other."""
    game, e, found = look.game, look.edition, []
    known = count_hidden(look)(look.hidden) if worlds else 0
    for m in look.legal:
        after = [game.hide(e, game.play(e, world, m), look.seat) for world in worlds]
        if not after:
            found.append(previews.Would(look.hidden[:0], True))
            continue
        learns = any(count_hidden(look)(one) < known for one in after)
        found.append(previews.Would(np.concatenate(after), learns))
    return found


def count_hidden(look: Look) -> Callable[[Any], int]:
    """How many cells of a hidden record its seat does not know, by the bytes of the fields that not all may know."""
    game = look.game
    if game.name not in FIELDS:
        FIELDS[game.name] = list(previews_fields(game.state, 0))
    return lambda record: sum(cells_hidden(memoryview(record.buffer), *part) for part in FIELDS[game.name])


# By game the parts of its State where something may be hidden: where each begins, how long it is, and its type.
FIELDS: dict[str, list[tuple[int, int, str]]] = {}


def previews_fields(layout: Any, at: int) -> Any:
    for f in layout:
        kind, offset = layout.dtype.fields[f.name]
        if isinstance(f.type, Record):
            size = f.type.dtype.itemsize
            for i in range(kind.itemsize // size):
                yield from previews_fields(f.type, at + offset + i * size)
        elif f.who != "all":
            yield at + offset, kind.itemsize, kind.base.code


def cells_hidden(data: memoryview, at: int, size: int, code: str) -> int:
    part: Any = data[at : at + size]
    cells = part if code == "b" else part.cast(code)
    return sum(cell == HIDDEN for cell in (cells.cast("b") if code == "b" else cells))


previews.tried = tried
# Nobody installs anything here.
registry.installed = dict

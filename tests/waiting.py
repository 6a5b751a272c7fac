"""The one way in which tests wait: for what they want to see, with a timeout that no machine is too slow for."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

# Seconds after which what has not come true never will: a fault, not a slow machine.
TIMEOUT = 300.0
PAUSE = 0.02


def until(look: Callable[[], Any], what: str = "it", pause: Callable[[], Any] = lambda: time.sleep(PAUSE)) -> Any:
    """Look until what is seen is true, and return it. `pause` lets others go on, such as a page."""
    end = time.monotonic() + TIMEOUT
    while not (seen := look()):
        assert time.monotonic() < end, f"{what} did not come true"
        pause()
    return seen


async def soon(look: Callable[[], Any], what: str = "it") -> Any:
    """The same in a coroutine, whose house goes on meanwhile."""
    end = time.monotonic() + TIMEOUT
    while not (seen := look()):
        assert time.monotonic() < end, f"{what} did not come true"
        await asyncio.sleep(PAUSE / 10)
    return seen


async def turns(count: int = 100) -> None:
    """Let whatever could go on now do so: by turns of the loop, however long each of them takes."""
    for _ in range(count):
        await asyncio.sleep(0)

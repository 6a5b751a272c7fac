"""In the place of threads: a page has one for Python. Work is done here, after whatever waits has had its turn."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class FairPool:
    """Does one job after the other."""

    def __init__(self, threads: int, name: str) -> None:
        self.waiting = 0

    async def run(self, who: str, work: Callable[[], T], most: float | None = None) -> T:
        await asyncio.sleep(0)
        return work()

    def close(self) -> None:
        """Nothing runs beside this."""

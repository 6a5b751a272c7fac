"""What a table in memory has beside what is stored: its tasks, what browsers were sent, and who is absent.

`absence`, `sending` and `showing` work on it; `LiveTable` calls them.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from typing import Any

from parlour.engine.look import Look
from parlour.server import wire
from parlour.server.table.door import Door
from parlour.server.table.resting import RestingTable
from parlour.server.table.services import Services


class WatchedTable(Door, ABC):
    """A table in memory, with its watchers and tasks."""

    def __init__(self, services: Services, resting: RestingTable) -> None:
        super().__init__(services, resting)
        # The task that ends the question whether a move may be taken back.
        self.undo_timer: asyncio.Task[None] | None = None
        # By sequence number the ply: a browser that reconnects gets only what came after its last number.
        self.seen_at: dict[int, int] = {}
        # The task that plays for bots, and by seat the tasks that think about hints.
        self.task: asyncio.Task[None] | None = None
        self.thinking: dict[int, asyncio.Task[None]] = {}
        # Previews of the present position by seat and language, and the position that they belong to.
        self.previews: dict[tuple[int, str], wire.Previews] = {}
        self.previewed: Any = None
        # The task that waits for the rules to be compiled and then deals, and whether that failed.
        self.dealing: asyncio.Task[None] | None = None
        self.unprepared = False
        # Since when persons are absent, by seat, which of them for long, and the task that shows who has become so.
        self.absent: dict[int, float] = {}
        self.long_gone: set[int] = set()
        self.absence: asyncio.Task[None] | None = None
        # What spectators who come between two changes share, and the table without its match that it was made for.
        self.crowd: dict[Any, Any] = {}
        self.crowd_at = b""
        # How far the game and its bots were when the table was last shown.
        self.shown = (0.0, 0.0)
        # The server is closing.
        self.stopped = False
        # The turn in which the table has paused for interruptions.
        self.paused: tuple[int, ...] = ()
        # The address of the player who was connected last.
        self.visitor = ""
        # When somebody last asked for it or left it, by the monotonic clock.
        self.used = time.monotonic()

    @property
    def address(self) -> str:
        """Whose turn in the bots' queue its bots take: that of a player's address, connected now or last.

        Tables that no player has come to since they were loaded share one turn: that of the empty address.
        """
        return next((w.address for w in self.watchers if w.mine and w.address), self.visitor)

    def compiled(self) -> tuple[float, float]:
        """How much of the rules is compiled, from 0 to 1, and of the bots if one of them is to move."""
        waits = self.match is not None and any(map(self.is_bot, self.match.deciders))
        return self.services.games.readiness(self.game.name), self.services.games.progress(
            self.game.name, "bots"
        ) if waits else 1.0

    @abstractmethod
    async def play_quiet(self, answers: dict[int, int]) -> None:
        """Quiet answers of several seats at once; commit and show."""

    @abstractmethod
    async def choose_as(self, level: str, look: Look) -> int:
        """What a bot of some level plays in a position."""

    @abstractmethod
    def show(self, notice: wire.Notice | None = None) -> None:
        """Send every watcher what has changed for its seat."""

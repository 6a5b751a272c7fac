"""What a table is given by the process that it lives in, so that it knows nothing of other tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from parlour.server.store.codes import Codes
from parlour.server.store.faults import Faults
from parlour.server.store.store import Store
from parlour.server.table.bot_moves import Bots
from parlour.server.table.draws import Draws
from parlour.server.table.games import Games


class Clock(Protocol):
    """The time by which deadlines run."""

    def now(self) -> float:
        """Seconds since 1970."""


class Tables(Protocol):
    """Who keeps tables in memory."""

    def drop(self, id: str) -> None:
        """A table is not to be used any more; the next request loads it from the store."""

    def note_failure(self, id: str) -> None:
        """A table could not be played on; it is not woken again at once."""


class Alone:
    """Other processes on the same store: there are none on SQLite, which has one owner."""

    # Whether others may change a table that is in memory here.
    shared = False
    # Whether it is known by now who is connected to the others.
    hears_others = True

    def may_play(self, id: str) -> bool:
        """Whether the clock and the bots of a table run in this process."""
        return True

    def elsewhere(self, id: str) -> list[int]:
        """The seats that are connected to other processes; twice if to two of them."""
        return []

    def is_used(self, id: str) -> bool:
        """Whether somebody was at a table of another process lately, if only to look on."""
        return False

    def tell_here(self, seats: Mapping[str, set[int]]) -> None:
        """Tell the others which seats of some tables are connected here, none where people only look on."""

    def left(self, id: str) -> None:
        """A table has left memory here; its clock and bots may run elsewhere."""

    def ask_who(self, id: str) -> None:
        """Ask the others which seats of a table are connected there."""

    async def take_leases(self, ids: list[str]) -> None:
        """Try to become the one who plays for these tables' bots."""

    async def tick(self) -> None:
        """Once a second."""

    async def until_all_have_told(self) -> None:
        """Until every process has had the time to tell which tables are used there."""

    def stop(self) -> None:
        """The process ends."""


@dataclass
class Services:
    """The parts that all tables of a process share."""

    store: Store
    clock: Clock
    games: Games
    bots: Bots
    codes: Codes
    draws: Draws
    tables: Tables = field(init=False)
    peers: Alone = field(default_factory=Alone)
    # Told of every commit: how many seconds it took, and how many lines of play it kept.
    committed: Callable[[float, int], None] = lambda seconds, lines: None
    # Told how many seconds each acknowledgement took.
    acknowledged: Callable[[float], None] = lambda seconds: None

    @property
    def faults(self) -> Faults:
        return self.store.faults

"""The one door to a table in memory: whatever changes it is a step, and steps are taken one after the other."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from parlour.engine.match import Refusal
from parlour.server.store.incidents import MAX_TRIES
from parlour.server.store.store import Overtaken, StoreError, delete_table
from parlour.server.table.refusals import Denied
from parlour.server.table.resting import RestingTable
from parlour.server.table.services import Services
from parlour.server.table.watching import Watcher

T = TypeVar("T")


class Forgotten(Exception):
    """This copy of the table is not used any more; the table is read from the store again."""


class StepFailed(Exception):
    """Something went wrong that nobody expected. It has been logged and counted, and the copy is forgotten."""


class Door(RestingTable):
    """A table in memory, with the browsers that watch it."""

    def __init__(self, services: Services, resting: RestingTable) -> None:
        super().__init__(**vars(resting))
        self.services = services
        self.lock = asyncio.Lock()
        self.watchers: list[Watcher] = []
        # A step failed: this copy must not be used any more, the store is right.
        self.forgotten = False

    def begin_step(self) -> None:
        """Before each step."""

    def end_step(self) -> None:
        """After each step, whether it was taken or not."""

    async def act(self, step: Callable[[], Awaitable[T]], what: str = "") -> T:
        """Take a step under the table's lock: the one door for whatever changes the table.

        A step that another process overtook is taken again, at the table as it is then. After a failed write, or an
        error that nobody expected, this copy is forgotten, since it may hold what was never stored. `what` names the
        step in the log. Raises Forgotten, StoreError, StepFailed, and what the step denies.
        """
        async with self.lock:
            if self.forgotten:
                raise Forgotten
            self.begin_step()
            try:
                return await self.retry_overtaken(step)
            except (Denied, Refusal):
                raise
            except StoreError:
                # The store has logged why, once for all that it fails.
                self.forget()
                raise
            except Exception as error:
                self.fail(what or name_of(step), error)
                raise StepFailed from error
            finally:
                self.end_step()

    def fail(self, what: str, error: Exception) -> None:
        """Give this copy up after an error that nobody expected; the server leaves the table alone for a while."""
        self.services.faults.note("table-stopped", "table %s could not %s", self.id, what, error=error)
        self.services.tables.note_failure(self.id)
        self.forget()

    async def retry_overtaken(self, step: Callable[[], Awaitable[T]]) -> T:
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                return await step()
            except Overtaken:
                if self.forgotten or not tries_left:
                    raise
        raise AssertionError("the last try returns or raises")

    async def try_act(self, step: Callable[[], Awaitable[T]]) -> T | None:
        """The same for what the server does by itself: what goes wrong has been logged, and nobody waits for it."""
        with contextlib.suppress(Forgotten, StoreError, StepFailed):
            return await self.act(step)
        return None

    def forget(self) -> None:
        """Leave memory, above all if the last write may have failed; the next request loads the table again."""
        if not self.forgotten:
            self.forgotten = True
            self.services.tables.drop(self.id)
            for watcher in self.watchers:
                watcher.close()

    async def clear(self) -> None:
        """Delete the table for good; whoever is connected is told that there is none."""
        store = self.services.store
        await store.write(delete_table(self.id, store.name))
        self.forget()


def name_of(step: Callable[..., Any]) -> str:
    """What a step is called, as its function is."""
    return str(getattr(getattr(step, "func", step), "__name__", "act")).replace("_", " ")

"""Threads for long work, in turn by who asks: whoever wants a hundred jobs waits for a hundred, and others for one."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


class FairPool:
    """Some threads, and a queue for each who asks; their turns go round. Used by one event loop."""

    def __init__(self, threads: int, name: str) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self.free = threads
        self.queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @property
    def waiting(self) -> int:
        return sum(len(queue) for queue in self.queues.values())

    async def run(self, who: str, work: Callable[[], T], most: float | None = None) -> T:
        """What a thread makes of it; TimeoutError if that takes longer than `most` seconds, waiting not counted."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self.queues.setdefault(who, deque()).append(turn)
        self.give_turns()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.end_turn()
            raise
        thought = self.pool.submit(work)
        thought.add_done_callback(lambda done: self.ended(loop, done))
        # Not wait_for, which can lose a cancellation that comes together with the result.
        async with asyncio.timeout(most):
            return await asyncio.wrap_future(thought)

    def give_turns(self) -> None:
        while self.free and self.queues:
            who, queue = self.queues.popitem(last=False)
            turn = queue.popleft()
            if queue:
                self.queues[who] = queue
            if not turn.cancelled():
                self.free -= 1
                turn.set_result(None)

    def ended(self, loop: asyncio.AbstractEventLoop, _: "Future[T]") -> None:
        """Called by the thread: its place is free when it has really ended, even if nobody waits any more."""
        if not loop.is_closed():
            loop.call_soon_threadsafe(self.end_turn)

    def end_turn(self) -> None:
        self.free += 1
        self.give_turns()

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)

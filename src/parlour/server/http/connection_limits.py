"""Limits on slow requests, answers that nobody reads, and open connections."""

import contextlib
import math
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# Seconds in which the headers of a request have to come.
HEADERS_TIMEOUT = 10.0

# Seconds between two looks at what is still to be written; who has taken nothing since the last is closed.
WRITE_TIMEOUT = 20.0

# Descriptors that are kept for the store, the compilers and files; and how many are asked of the system.
RESERVED, WANTED = 48, 65_536

# What is left for connections on a system that does not say how many descriptors there are.
USUAL = 1000


def room_for_connections() -> int:
    """Raise the limit of open files as far as the system allows; how many connections may be open then."""
    try:
        import resource
    except ImportError:
        return USUAL
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(8, (WANTED if soft == resource.RLIM_INFINITY else soft) - RESERVED)


class WriteTimeout:
    """Of a connection: it is given up if it takes nothing of what is written to it."""

    transport: Any
    loop: Any
    # The timer for the next look at what is still to be written.
    looking: Any = None
    # How many bytes were still to be written at the last look; infinite if some have been written since.
    unread = math.inf

    def look(self) -> None:
        """Close the connection if none of its answer was taken since the last look."""
        unread = self.transport.get_write_buffer_size()
        if unread and unread >= self.unread:
            self.give_up()
            return
        self.unread = unread or math.inf
        self.looking = self.loop.call_later(WRITE_TIMEOUT, self.look)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self.unread = math.inf

    def give_up(self) -> None:
        self.leave()
        self.transport.abort()

    def leave(self) -> None:
        """The connection is gone, or has become another."""
        if self.looking is not None:
            self.looking.cancel()


class Door(WriteTimeout, H11Protocol):
    """Closes a connection whose request does not become whole in time, or that does not take its answer.

    If there are too many connections, the oldest one goes that owes a request, or the rest of one, or has none open, or
    does not read as fast as it is written to.
    """

    most = USUAL
    # The connections that could be closed to make room, the oldest first.
    owing: dict["Door", None] = {}  # noqa: RUF012 - shared by all connections of the process

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # The timer for the headers that are owed.
        self.owed: Any = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            oldest = next(iter(Door.owing), self)
            oldest.give_up()
        if not transport.is_closing():
            self.wait()
            self.look()

    def wait(self) -> None:
        """The headers of a request are owed from now on."""
        Door.owing[self] = None
        self.owed = self.loop.call_later(HEADERS_TIMEOUT, self.give_up)

    def settle(self) -> None:
        """The request is whole; whoever does not read the answer could still be closed."""
        self.stop_waiting()
        if not self.flow.write_paused:
            Door.owing.pop(self, None)

    def stop_waiting(self) -> None:
        if self.owed is not None:
            self.owed.cancel()
        self.owed = None

    def leave(self) -> None:
        """The connection is gone, or has become a socket."""
        super().leave()
        self.stop_waiting()
        Door.owing.pop(self, None)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.is_answering():
            # Whoever reads the body has a time limit of its own; until it has come the connection can be closed.
            if self.cycle.more_body:
                self.stop_waiting()
            else:
                self.settle()
        elif self.owed is None and not self.transport.is_closing() and self.transport.get_protocol() is self:
            self.wait()

    def is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def pause_writing(self) -> None:
        super().pause_writing()
        Door.owing[self] = None

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.is_answering() and not self.cycle.more_body:
            self.settle()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.unread = math.inf
        # Also one that is being closed: it stays open until the last of its answer is taken.
        if self.cycle.response_complete:
            Door.owing[self] = None

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.leave()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        super().connection_lost(exc)

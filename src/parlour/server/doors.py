"""Limits on slow requests and open connections."""

import contextlib
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

# Seconds in which the headers of a request have to come.
HEADERS = 10.0

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


class Door(H11Protocol):
    """Closes a connection whose request does not become whole in time.

    If there are too many connections, the oldest one goes that owes a request, or the rest of one, or has none open.
    """

    most = USUAL
    # The connections that could be closed to make room, the oldest first.
    owing: dict["Door", None] = {}  # noqa: RUF012 - shared by all connections of the process

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.owed: Any = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if len(self.connections) > self.most:
            oldest = next(iter(Door.owing), self)
            oldest.give_up()
        if not transport.is_closing():
            self.wait()

    def wait(self) -> None:
        """The headers of a request are owed from now on."""
        Door.owing[self] = None
        self.owed = self.loop.call_later(HEADERS, self.give_up)

    def settle(self) -> None:
        """The request is whole, or the connection gone."""
        Door.owing.pop(self, None)
        self.stop_waiting()

    def stop_waiting(self) -> None:
        if self.owed is not None:
            self.owed.cancel()
        self.owed = None

    def give_up(self) -> None:
        self.settle()
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            # Whoever reads the body has a time limit of its own; until it has come the connection can be closed.
            if self.cycle.more_body:
                self.stop_waiting()
            else:
                self.settle()
        elif self.owed is None and not self.transport.is_closing() and self.transport.get_protocol() is self:
            self.wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            Door.owing[self] = None

    def handle_websocket_upgrade(self, event: Any) -> None:
        self.settle()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self.settle()
        super().connection_lost(exc)

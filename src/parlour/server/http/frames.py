"""WebSockets below the message: frames and bytes of every kind are counted before anybody handles them.

What one socket sends is parsed in small pieces, so that one chunk of the network holds up nobody. A socket that is over
its limit, that does not read what it is answered, or whose last message is still being handled is not read from
meanwhile: the rest waits with whoever sends it. Whoever goes on above the limit is closed.
"""

import logging
from asyncio import TimerHandle
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from parlour.server.http.connection import FULL
from parlour.server.http.connection_limits import HEADERS_TIMEOUT, WriteTimeout
from parlour.server.http.limits import FRAMES_OF_ONE, HOLDS, Bucket, Limits

LOG = logging.getLogger(__name__)

# Bytes that are parsed at a time: at most so many sixths of them are frames.
PIECE = 512

# Frames that one message may come in.
MAX_FRAGMENTS = 64

# A message in bytes: one of MAX_MESSAGE_BYTES characters, all of them rare, still gets an answer.
MAX_MESSAGE_BYTES = 16_384

# Seconds that a socket over its limit is not read from, at least.
LEAST_HOLD = 0.5


class Frames(WriteTimeout, WebSocketsSansIOProtocol):
    """One WebSocket, from its upgrade to its end."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        # What was read and is not parsed yet: never more than one chunk of the network.
        self.unparsed = bytearray()
        self.own, self.holds = Bucket(*FRAMES_OF_ONE), Bucket(*HOLDS)
        # Timers: until it is read from again, and until its upgrade has to be answered.
        self.held: TimerHandle | None = None
        self.owed: TimerHandle | None = None
        self.arrived = self.fragments = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self.owed = self.loop.call_later(HEADERS_TIMEOUT, self.give_up)
        self.look()

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        super().leave()
        self.unparsed.clear()
        for timer in (self.held, self.owed):
            if timer is not None:
                timer.cancel()

    # Reading

    def data_received(self, data: bytes) -> None:
        self.unparsed += data
        self.parse()

    def parse(self) -> None:
        """Parse what has come for as long as nothing speaks against it, and read on once that is done."""
        while self.unparsed and not self.waits():
            piece = bytes(self.unparsed[:PIECE])
            del self.unparsed[:PIECE]
            self.arrived = 0
            super().data_received(piece)
            if self.conn.handshake_exc is not None and not self.handshake_initiated:
                self.refuse_upgrade()
            if self.is_ending():
                self.unparsed.clear()
                return
            self.charge(self.arrived, len(piece))
        if not self.transport.is_closing():
            (self.transport.pause_reading if self.waits() else self.transport.resume_reading)()

    def waits(self) -> bool:
        """Whether nothing is parsed now; `read_paused` is a message that is still being handled."""
        asking = self.handshake_initiated and not self.handshake_complete
        return asking or self.read_paused or self.held is not None or not self.writable.is_set()

    def is_ending(self) -> bool:
        """Whether nothing that still comes matters: not even an answer to our own close."""
        return self.transport.is_closing() or self.conn.parser_exc is not None

    def handle_events(self) -> None:
        self.arrived = len(self.conn.events)
        super().handle_events()

    def start_keepalive(self) -> None:
        """The upgrade was answered: from now on frames are read."""
        super().start_keepalive()
        if self.owed is not None:
            self.owed.cancel()
        self.parse()

    async def receive(self) -> Any:
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.parse()
        return message

    def resume_writing(self) -> None:
        super().resume_writing()
        self.parse()

    # Limits

    def charge(self, frames: int, size: int) -> None:
        """Count what was parsed; who is over the limit is not read from for a while, and closed in the end."""
        # The application says of itself which limits it has, once it was asked.
        app: Any = self.scope.get("app") if self.handshake_complete else None
        if app is None:
            return
        limits: Limits = app.state.limits
        seconds = limits.frames_in(self.scope["client"][0] if self.scope["client"] else "", self.own, frames, size)
        if seconds == 0:
            return
        if self.own.is_over() and not self.holds.take():
            self.refuse(FULL, "too many frames")
            return
        self.held = self.loop.call_later(max(seconds, LEAST_HOLD), self.go_on)

    def go_on(self) -> None:
        self.held = None
        self.parse()

    def handle_text(self, event: Frame) -> None:
        self.fragments = 1
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        self.fragments = 1
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        self.fragments += 1
        if self.fragments > MAX_FRAGMENTS:
            self.refuse(CloseCode.MESSAGE_TOO_BIG, "a message in too many fragments")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.refuse(CloseCode.INVALID_DATA, "a text that is not UTF-8")
                return
        super().send_receive_event_to_app()

    # Closing

    def refuse(self, code: int, why: str) -> None:
        """Close for a reason; at once if a close was already sent."""
        if not self.close_sent:
            self.conn.fail(code, why)
        self.handle_parser_exception()

    def handle_parser_exception(self) -> None:
        if self.close_sent:
            self.transport.close()
            return
        assert self.conn.close_sent is not None
        LOG.warning("a socket is closed, it has sent %s", self.conn.close_sent.reason)
        super().handle_parser_exception()

    def refuse_upgrade(self) -> None:
        """Its headers are too many or too long for a WebSocket."""
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

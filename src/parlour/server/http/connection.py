"""The connection between one browser and its table: a WebSocket, its send queue, and how it is closed."""

import asyncio
import contextlib
import logging
from functools import partial
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.server import logs, wire
from parlour.server.fleet.tables import Tables
from parlour.server.http.guard import address_of, known_host, same_origin
from parlour.server.http.limits import HELLOS_OF_ONE, Bucket, Limits
from parlour.server.http.lobby import table_id
from parlour.server.http.password import may_enter
from parlour.server.http.sessions import prolonged, tokens_for
from parlour.server.http.words import translated
from parlour.server.store.store import StoreError
from parlour.server.table import requests
from parlour.server.table.live import LiveTable
from parlour.server.table.refusals import Busy, NoSuchTable
from parlour.server.table.seating import record_of, seats_of
from parlour.server.table.watching import Watcher, keeps_out

MAX_QUEUED = 64
BURST, PER_SECOND = 40, 15.0

# Close codes of the WebSocket.
NO_PASSWORD, NOT_OURS, NO_SUCH_TABLE, PRIVATE, REPLACED, FULL, BROKEN = 4401, 4403, 4404, 4405, 4409, 4429, 4500
NORMAL = 1000

# A connection that has not said hello by then is closed, in seconds.
HELLO_TIMEOUT = 10.0

# Time limit for sending what is still queued when a connection is closed, in seconds.
FLUSH_TIMEOUT = 2.0

# Between two messages that say how far a table is that is being loaded, in seconds.
LOADING = 1.0


async def socket(websocket: WebSocket) -> None:
    """One browser at one table."""
    if not known_host(websocket) or not same_origin(websocket):
        await websocket.close(NOT_OURS)
        return
    await websocket.accept(headers=prolonged(websocket))
    limits, address = websocket.app.state.limits, address_of(websocket)
    if not limits.enter(address):
        await websocket.close(FULL)
        return
    if not may_enter(websocket):
        limits.leave(address)
        await websocket.close(NO_PASSWORD)
        return
    try:
        await serve(websocket)
    finally:
        limits.leave(address)


async def serve(websocket: WebSocket) -> None:
    """Bring a browser to its table, and hold its connection."""
    tables: Tables = websocket.app.state.house.tables
    try:
        id = table_id(websocket)
        logs.begin_request(id)
        connection = await arrive(websocket, tables, id)
    except NoSuchTable:
        await websocket.close(NO_SUCH_TABLE)
    except StoreError:
        await websocket.close(BROKEN)
    except Busy:
        await websocket.close(FULL)
    except Exception:
        logging.exception("table %s cannot be loaded", id)
        await websocket.close(BROKEN)
    else:
        if connection is not None:
            await connection.hold()


async def arrive(websocket: WebSocket, tables: Tables, id: str) -> "Connection | None":
    """A connection that has joined its table; None if there is no place, and then it is closed."""
    tokens = tokens_for(websocket, id)
    if id not in tables.live:
        # Strangers wake no private table.
        record = await record_of(tables, id)
        if record.private and not seats_of(record, tokens):
            await websocket.close(PRIVATE)
            return None
    while True:
        connection = Connection(websocket, await loaded(websocket, tables, id))
        table, watcher = connection.table, connection.watcher
        if await table.join(watcher, partial(seats_of, tokens=tokens)):
            return connection
        connection.let_go()
        # Forgotten: another process has changed it, and until now nobody was here who had to hear of that.
        if not table.forgotten:
            await websocket.close(PRIVATE if keeps_out(table.record, watcher) else FULL)
            return None


async def loaded(websocket: WebSocket, tables: Tables, id: str) -> LiveTable:
    """The table; a browser that waits for it is told how far it is."""
    telling = asyncio.ensure_future(tell_loading(websocket, tables, id))
    try:
        return await tables.find_now(id)
    finally:
        telling.cancel()


async def tell_loading(websocket: WebSocket, tables: Tables, id: str) -> None:
    """How far the game is of a table that is being loaded: its rules may have to be compiled first."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await asyncio.sleep(LOADING)
            await websocket.send_text(msgspec.json.encode(wire.Loading(compiled=tables.loaded_share(id))).decode())


class Connection:
    """One browser's connection to a table."""

    def __init__(self, websocket: WebSocket, table: LiveTable) -> None:
        self.websocket, self.table = websocket, table
        self.waiting: asyncio.Queue[Any] = asyncio.Queue(MAX_QUEUED)
        self.closing = asyncio.Event()
        self.heard = False
        # Which seats are its own is found when it joins the table.
        self.watcher = Watcher([], self.send, self.closing.set)
        self.watcher.address = address_of(websocket)
        self.limits: Limits = websocket.app.state.limits
        self.hellos = Bucket(*HELLOS_OF_ONE)
        # A hello that came too soon, and when it is its turn.
        self.late: wire.Hello | None = None
        self.turn = asyncio.Event()

    def send(self, message: Any) -> None:
        """Queue a message; a browser whose queue is full is disconnected."""
        if isinstance(message, wire.Refused):
            message.text = translated(message.text, self.watcher.language)
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.closing.set()

    async def hold(self) -> None:
        """Send and receive until either side closes."""
        ends = (self.send_all(), self.receive_all(), self.greet_late(), self.closing.wait(), self.silence())
        tasks = [asyncio.ensure_future(end) for end in ends]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            for ended in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(ended, Exception):
                    logging.error("a connection to table %s failed", self.table.id, exc_info=ended)
            await self.table.part(self.watcher)
            await self.flush()
            self.let_go()

    def let_go(self) -> None:
        """Undo the cycle with the watcher: its last snapshot would stay until the garbage is next collected."""
        self.watcher.send = self.watcher.close = nothing
        self.watcher.base = self.watcher.printed = None

    async def silence(self) -> None:
        """Ends if nothing was heard in time, and else with the connection."""
        await asyncio.sleep(HELLO_TIMEOUT)
        if self.heard:
            await self.closing.wait()

    async def send_all(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.send_now(await self.waiting.get())

    async def send_now(self, message: Any) -> None:
        await self.websocket.send_text(msgspec.json.encode(message).decode())

    async def flush(self) -> None:
        """Send what is still queued, above all the reason for closing; then close."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            async with asyncio.timeout(FLUSH_TIMEOUT):
                while not self.waiting.empty() and not self.waiting.full():
                    await self.send_now(self.waiting.get_nowait())
                await self.websocket.close(REPLACED if self.watcher.replaced else NORMAL)

    async def receive_all(self) -> None:
        bucket = Bucket(BURST, PER_SECOND)
        while True:
            try:
                raw = await self.websocket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return
            if self.limits.on and not bucket.take():
                self.send(wire.Refused(key="", kind="busy", text="That was too much at once."))
                return
            message = self.read(raw)
            if message and not self.is_early(message):
                await requests.receive(self.table, self.watcher, message)

    def is_early(self, message: Any) -> bool:
        """Whether it is a hello that must wait; its browser is read on meanwhile, since it may leave."""
        if not isinstance(message, wire.Hello):
            return False
        self.heard = True
        if self.late is None:
            seconds = self.limits.hello_in(self.watcher.address, self.hellos)
            if seconds == 0:
                return False
            asyncio.get_running_loop().call_later(seconds, self.turn.set)
        # The newest stands for all that wait: what it is answered with is the whole table.
        self.late = message
        return True

    async def greet_late(self) -> None:
        """Answer hellos that came too soon, each at its turn."""
        while True:
            await self.turn.wait()
            self.turn.clear()
            hello, self.late = self.late, None
            await requests.receive(self.table, self.watcher, hello)

    def read(self, raw: str) -> Any:
        """A decoded message, or None if it is invalid; then the browser is told so."""
        try:
            if len(raw) <= wire.MAX_MESSAGE_BYTES:
                return DECODER.decode(raw)
            text = "That message is too long."
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            text = f"That message does not fit: {error}"
        self.send(wire.Refused(key="", kind="invalid", text=text))
        return None


def nothing(*_: object) -> None:
    """What a browser that is gone is sent."""


DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ToServer)

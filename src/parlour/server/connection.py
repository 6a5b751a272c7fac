"""The connection between one browser and its table: a WebSocket, its send queue, and how it is closed."""

import asyncio
import contextlib
import logging
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from parlour.server import requests, wire
from parlour.server.guard import Bucket, known_host, same_origin
from parlour.server.house import House, NoSuchTable, seats_of
from parlour.server.live import LiveTable, Watcher
from parlour.server.lobby import tokens_for
from parlour.server.store import StoreError
from parlour.server.words import told

MOST_WAITING = 64
BURST, PER_SECOND = 40, 15.0

# Close codes of the WebSocket.
NOT_OURS, NO_SUCH_TABLE, PRIVATE, FULL, BROKEN = 4403, 4404, 4405, 4429, 4500

# A connection that has not said hello by then is closed, in seconds.
SILENCE = 10.0

# Time limit for sending what is still queued when a connection is closed, in seconds.
FLUSH = 2.0


async def socket(websocket: WebSocket) -> None:
    """One browser at one table."""
    id: str = websocket.path_params["id"]
    if not known_host(websocket) or not same_origin(websocket):
        await websocket.close(NOT_OURS)
        return
    await websocket.accept()
    house: House = websocket.app.state.house
    try:
        table = await house.table(id)
    except NoSuchTable:
        await websocket.close(NO_SUCH_TABLE)
    except StoreError:
        await websocket.close(BROKEN)
    except Exception:
        logging.exception("table %s cannot be loaded", id)
        await websocket.close(BROKEN)
    else:
        await Connection(websocket, table).hold()


class Connection:
    """One browser's connection to a table."""

    def __init__(self, websocket: WebSocket, table: LiveTable) -> None:
        self.websocket, self.table = websocket, table
        self.waiting: asyncio.Queue[Any] = asyncio.Queue(MOST_WAITING)
        self.closing = asyncio.Event()
        self.heard = False
        mine = seats_of(table.record, tokens_for(websocket.cookies, table.id))
        self.watcher = Watcher(mine, self.send, self.closing.set)
        self.watcher.address = websocket.client.host if websocket.client else ""

    def send(self, message: Any) -> None:
        """Queue a message; a browser whose queue is full is disconnected."""
        if isinstance(message, wire.Refused):
            message.text = told(message.text, self.watcher.language)
        try:
            self.waiting.put_nowait(message)
        except asyncio.QueueFull:
            self.closing.set()

    async def hold(self) -> None:
        """Send and receive until either side closes."""
        if self.table.record.private and not self.watcher.mine:
            await self.websocket.close(PRIVATE)
            return
        if not await self.table.join(self.watcher):
            await self.websocket.close(FULL)
            return
        ends = (self.send_all(), self.receive_all(), self.closing.wait(), self.silence())
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

    async def silence(self) -> None:
        """Ends if nothing was heard in time, and else with the connection."""
        await asyncio.sleep(SILENCE)
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
            async with asyncio.timeout(FLUSH):
                while not self.waiting.empty() and not self.waiting.full():
                    await self.send_now(self.waiting.get_nowait())
                await self.websocket.close()

    async def receive_all(self) -> None:
        bucket = Bucket(BURST, PER_SECOND)
        while True:
            try:
                raw = await self.websocket.receive_text()
            except (WebSocketDisconnect, RuntimeError, KeyError):
                return
            if self.websocket.app.state.settings.limits and not bucket.take():
                self.send(wire.Refused(key="", kind="busy", text="That was too much at once."))
                return
            if message := self.read(raw):
                self.heard = self.heard or isinstance(message, wire.Hello)
                await requests.receive(self.table, self.watcher, message)

    def read(self, raw: str) -> Any:
        """A decoded message, or None if it is invalid; then the browser is told so."""
        try:
            if len(raw) <= wire.MOST_MESSAGE_BYTES:
                return DECODER.decode(raw)
            text = "That message is too long."
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            text = f"That message does not fit: {error}"
        self.send(wire.Refused(key="", kind="invalid", text=text))
        return None


DECODER: msgspec.json.Decoder[Any] = msgspec.json.Decoder(wire.ToServer)

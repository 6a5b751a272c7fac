"""A WebSocket client below the message: every frame as it is written, right or wrong, and a seeded fuzz of them."""

import base64
import contextlib
import os
import random
import socket
import ssl
import struct
from collections import Counter
from collections.abc import Iterator

CONT, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
RESERVED = (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)


def frame(opcode: int, payload: bytes = b"", fin: bool = True, masked: bool = True, bits: int = 0) -> bytes:
    """One frame; the mask is nothing but zeros, which leaves the payload as it is."""
    head = bytes([fin << 7 | bits << 4 | opcode])
    size, mark = len(payload), masked << 7
    if size < 126:
        head += bytes([mark | size])
    elif size < 65_536:
        head += bytes([mark | 126]) + struct.pack("!H", size)
    else:
        head += bytes([mark | 127]) + struct.pack("!Q", size)
    return head + (bytes(4) if masked else b"") + payload


def upgrade(path: str, host: str = "localhost", more: str = "", key: str = "") -> bytes:
    key = key or base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{more}\r\n"
    ).encode()


class Line:
    """One connection, its upgrade done."""

    def __init__(self, port: int, path: str, tls: ssl.SSLContext | None = None, name: str = "", room: int = 0):
        self.socket: socket.socket = socket.socket()
        if room:
            # How much the system takes before somebody reads.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.settimeout(60)
        self.socket.connect(("127.0.0.1", port))
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_hostname=name)
        self.unread = bytearray()
        self.pongs, self.closed_by = 0, 0
        self.socket.sendall(upgrade(path, name or f"127.0.0.1:{port}"))
        self.answer = self.read_head()

    def read_head(self) -> bytes:
        while b"\r\n\r\n" not in self.unread:
            if not self.read_some():
                return bytes(self.unread)
        head, _, rest = bytes(self.unread).partition(b"\r\n\r\n")
        self.unread[:] = rest
        return head

    def read_some(self) -> bool:
        part = self.socket.recv(65_536)
        self.unread += part
        return bool(part)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """What comes until the end of the connection; pongs are counted, and the close code is kept."""
        while True:
            while (found := self.whole_frame()) is not None:
                opcode, payload = found
                self.pongs += opcode == PONG
                if opcode == CLOSE:
                    self.closed_by = struct.unpack("!H", payload[:2])[0] if payload else 1005
                yield found
            try:
                if not self.read_some():
                    return
            except (ConnectionError, ssl.SSLError):
                return

    def whole_frame(self) -> tuple[int, bytes] | None:
        data = self.unread
        if len(data) < 2:
            return None
        size, at = data[1] & 127, 2
        if size >= 126:
            wide = 2 if size == 126 else 8
            size, at = int.from_bytes(data[2 : 2 + wide], "big"), 2 + wide
        if len(data) < at + size:
            return None
        found = data[0] & 15, bytes(data[at : at + size])
        del data[: at + size]
        return found

    def until_closed(self) -> int:
        """Read everything there is to read; the code that it was closed with, 0 if without one."""
        for _ in self.frames():
            pass
        return self.closed_by

    def close(self) -> None:
        self.socket.close()


def flood(line: Line, data: bytes, times: int) -> None:
    """Send as fast as it is taken, and read what is answered, until the line ends or all was sent."""
    line.socket.setblocking(False)
    rest = memoryview(data * times)
    with contextlib.suppress(ConnectionError, ssl.SSLError):
        while rest:
            with contextlib.suppress(BlockingIOError, ssl.SSLWantWriteError, ssl.SSLWantReadError):
                rest = rest[line.socket.send(rest) :]
                continue
            line.socket.settimeout(0.2)
            with contextlib.suppress(TimeoutError):
                if not line.read_some():
                    break
            line.socket.setblocking(False)
    line.socket.settimeout(60)


def any_frames(rng: random.Random) -> bytes:
    """A few frames of a seeded fuzz: most of them could be, many are not allowed, some are cut off."""
    made = b"".join(any_frame(rng) for _ in range(rng.randint(1, 12)))
    return made if rng.random() < 0.8 else made[: rng.randrange(len(made) + 1)]


def any_frame(rng: random.Random) -> bytes:
    payload = rng.choice((b"", b"x", rng.randbytes(125), b'{"type":"ping"}', b"\xff\xfe", b"[" * rng.randint(1, 3000)))
    how = rng.randrange(12)
    if how < 5:
        return frame(rng.choice((TEXT, PING, PONG, CONT, BINARY)), payload, fin=rng.random() < 0.8)
    if how == 5:
        return frame(rng.choice(RESERVED), payload)
    if how == 6:
        return frame(TEXT, payload, masked=False)
    if how == 7:
        return frame(rng.choice((TEXT, PING)), payload, bits=rng.randint(1, 7))
    if how == 8:
        code = struct.pack(
            "!H", rng.choice((0, 999, 1000, 1001, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 5000, 65535))
        )
        return frame(CLOSE, rng.choice((b"", b"x", code, code + payload[:100])))
    if how == 9:
        return frame(rng.choice((PING, CLOSE)), rng.randbytes(126), fin=rng.random() < 0.5)
    if how == 10:
        return bytes([0x81, 0xFF]) + struct.pack("!Q", rng.choice((2**63 - 1, 2**64 - 1, 70_000))) + bytes(4)
    return frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * rng.choice((1, 63, 64, 200))


def any_upgrade(rng: random.Random, path: str, host: str) -> bytes:
    """An upgrade that may be cut off, doubled, too long or wrong."""
    data = upgrade(path, host)
    how = rng.randrange(8)
    if how == 0:
        return data[: rng.randrange(len(data))]
    if how == 1:
        return upgrade(path, host, "X-More: y\r\n" * rng.choice((1, 100, 300)))
    if how == 2:
        return upgrade(path, host, f"X-Long: {'y' * rng.choice((100, 9000, 70_000))}\r\n")
    if how == 3:
        return upgrade(path, host, key=rng.choice(("short", "=" * 24, "é" * 12)))
    if how == 4:
        return data.replace(b"Version: 13", rng.choice((b"Version: 12", b"Version: x", b"Version: ")))
    if how == 5:
        return data.replace(b"GET ", rng.choice((b"POST ", b"HEAD ", b"get ")))
    if how == 6:
        return upgrade(path + "?" + "a" * rng.choice((10, 9000)), host) + any_frames(rng)
    return data.replace(b"\r\n", b"\n") + any_frames(rng)


def fuzz(port: int, path: str, seed: str, count: int, counts: Counter[str] | None = None) -> None:
    """So many lines of a seed, one after the other, each with an upgrade and some frames."""
    counts = Counter() if counts is None else counts
    for number in range(count):
        rng = random.Random(f"{seed}-{number}")
        # From many addresses, so that what one may open is no limit here.
        source = (f"127.0.1.{number % 250 + 1}", 0)
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 60, source) as line:
            good = rng.random() < 0.7
            host = f"127.0.0.1:{port}"
            line.sendall(upgrade(path, host) if good else any_upgrade(rng, path, host))
            if good:
                line.recv(4096)
            for _ in range(rng.randint(0, 4)):
                line.sendall(any_frames(rng))
                counts["sent"] += 1
            if rng.random() < 0.3:
                line.shutdown(socket.SHUT_WR)
            if rng.random() < 0.5:
                line.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    counts["bytes"] += len(line.recv(65_536))
        counts["lines"] += 1

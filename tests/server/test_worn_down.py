"""Slow requests, too many connections, and the same line in the log again and again."""

import asyncio
import contextlib
import logging
import socket
import time
import urllib.request

import pytest
import uvicorn
from uvicorn.server import ServerState

import houses
import waiting
from parlour.server import logs
from parlour.server.http import connection_limits
from parlour.server.http.app import PAGES

FLOOD = 150
DESCRIPTORS = 64
HALF_BODY = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
WHOLE = b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


# Nothing goes by itself for as long as a test lasts: whoever is answered was made room for.
PATIENT = """
from parlour.server.http import connection_limits
connection_limits.HEADERS_TIMEOUT = connection_limits.WRITE_TIMEOUT = 3600.0
"""


@pytest.fixture(scope="module")
def cramped(tmp_path_factory):
    """A house with few descriptors."""
    few = f"--nofile={DESCRIPTORS}:{DESCRIPTORS}"
    store = str(tmp_path_factory.mktemp("cramped") / "tables.db")
    opened = houses.House(store, before=("prlimit", few, "--"), after=PATIENT)
    yield opened
    opened.stop()


def test_half_open_requests_keep_nobody_out_and_write_no_log(cramped):
    held = []
    try:
        for _ in range(FLOOD):
            with contextlib.suppress(OSError):
                line = socket.create_connection(("127.0.0.1", cramped.port), 5)
                line.send(b"GET / HTTP/1.1\r\nHost: loc")
                held.append(line)
        assert is_answered(cramped)
        assert len(cramped.printed()) < 20_000
    finally:
        for line in held:
            line.close()


@pytest.mark.parametrize("begun", [HALF_BODY, WHOLE], ids=["half", "whole"])
def test_half_bodies_and_idle_lines_make_room(cramped, begun):
    """More of them than there are descriptors, and nobody is turned away."""
    held = []
    try:
        for _ in range(60):
            with contextlib.suppress(OSError):
                line = socket.create_connection(("127.0.0.1", cramped.port), 5)
                line.send(begun)
                held.append(line)
        assert all(is_answered(cramped) for _ in range(5))
        assert "Traceback" not in cramped.printed()
    finally:
        for line in held:
            line.close()


def deaf(port: int, room: int = 2048) -> socket.socket:
    """A connection that takes very little before somebody reads from it."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(5)
    line.connect(("127.0.0.1", port))
    return line


@pytest.mark.parametrize("last", [b"", b"Connection: close\r\n"], ids=["pipelined", "closing"])
def test_lines_that_do_not_read_their_answers_make_room(cramped, last):
    largest = max((PAGES / "assets").iterdir(), key=lambda file: file.stat().st_size)
    asked = f"GET /assets/{largest.name} HTTP/1.1\r\nHost: localhost\r\n".encode()
    held = []
    try:
        for _ in range(60):
            with contextlib.suppress(OSError):
                line = deaf(cramped.port)
                # More than the system itself takes off the server's hands.
                line.send((asked + b"\r\n") * 60 + asked + last + b"\r\n")
                held.append(line)
        # As long as the server still writes as fast as it can, nobody makes room.
        waiting.until(lambda: is_answered(cramped), "room")
        assert all(is_answered(cramped) for _ in range(5))
        assert "Traceback" not in cramped.printed()
    finally:
        for line in held:
            line.close()


def is_answered(house: houses.House) -> bool:
    try:
        with urllib.request.urlopen(f"{house.url}/api/live", timeout=waiting.TIMEOUT) as answer:
            return answer.status == 200
    except OSError:
        return False


async def many_bytes(scope, receive, send):
    """An application that answers with more than anybody reads here."""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(200):
        await send({"type": "http.response.body", "body": b"x" * 65_536, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


@pytest.mark.parametrize("reads", [False, True])
async def test_only_an_answer_that_nobody_reads_is_given_up(monkeypatch, reads):
    monkeypatch.setattr(connection_limits, "WRITE_TIMEOUT", 1.0)
    config, state = uvicorn.Config(many_bytes, http=connection_limits.Door, lifespan="off"), ServerState()
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: connection_limits.Door(config, state, {}), "127.0.0.1", 0)
    # The system takes little off the server's hands, so that every read is noticed there.
    server.sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)
    line = deaf(server.sockets[0].getsockname()[1], 262_144)
    line.setblocking(False)
    await loop.sock_sendall(line, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await waiting.soon(lambda: state.connections, "a connection")
    until = loop.time() + (3 * connection_limits.WRITE_TIMEOUT if reads else 60)
    while state.connections and loop.time() < until:
        await asyncio.sleep(0.05)
        if reads:
            await loop.sock_recv(line, 65_536)
    assert bool(state.connections) == reads
    line.close()
    server.close()
    await waiting.soon(lambda: not state.connections, "no connection")
    assert not connection_limits.Door.owing


def test_headers_and_bodies_that_do_not_come_to_an_end_close_the_line(house):
    address = ("127.0.0.1", house.port)
    began = time.monotonic()
    with socket.create_connection(address, waiting.TIMEOUT) as headers, socket.create_connection(address) as body:
        headers.send(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n")
        body.send(b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        body.settimeout(waiting.TIMEOUT)
        with contextlib.suppress(ConnectionResetError):
            assert headers.recv(100) == b""
        assert time.monotonic() - began >= connection_limits.HEADERS_TIMEOUT
        assert b" 408 " in body.recv(100)


def test_the_same_line_is_logged_a_few_times_and_then_counted(monkeypatch):
    throttle, now = logs.Throttle(), 0.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)

    def passes(text: str) -> str | None:
        record = logging.LogRecord("a", logging.WARNING, "", 0, text, (1,), None)
        return str(record.msg) if throttle.filter(record) else None

    said = [passes("accept failed: %s") for _ in range(100)]
    assert [s for s in said if s] == ["accept failed: %s"] * logs.MAX_ALIKE
    assert passes("something else: %s")
    now = logs.WINDOW + 1
    assert passes("accept failed: %s") == f"accept failed: %s ({100 - logs.MAX_ALIKE} more like it were left out)"


def test_a_line_as_json_has_its_traceback():
    try:
        raise ValueError("oh")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    line = logs.Json().format(logging.LogRecord("a", logging.ERROR, "", 0, "table %s", ("t",), info))
    assert '"message": "table t"' in line
    assert "ValueError: oh" in line

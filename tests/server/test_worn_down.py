"""Slow requests, too many connections, and the same line in the log again and again."""

import contextlib
import logging
import socket
import time
import urllib.request

import pytest

import houses
from parlour.server import doors, guard, logs

FLOOD = 150
DESCRIPTORS = 64
HALF_BODY = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
WHOLE = b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def cramped(tmp_path_factory):
    """A house with few descriptors."""
    few = f"--nofile={DESCRIPTORS}:{DESCRIPTORS}"
    store = str(tmp_path_factory.mktemp("cramped") / "tables.db")
    opened = houses.House(store, before=("prlimit", few, "--"))
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
        began = time.monotonic()
        with urllib.request.urlopen(f"{cramped.url}/api/live", timeout=20) as answer:
            assert answer.status == 200
        assert time.monotonic() - began < doors.HEADERS, "somebody had to wait for the flood to go"
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
        time.sleep(1)
        for _ in range(5):
            began = time.monotonic()
            with urllib.request.urlopen(f"{cramped.url}/api/live", timeout=20) as answer:
                assert answer.status == 200
            assert time.monotonic() - began < 2
        assert "Traceback" not in cramped.printed()
    finally:
        for line in held:
            line.close()


def test_headers_and_bodies_that_do_not_come_to_an_end_close_the_line(house):
    address = ("127.0.0.1", house.port)
    with socket.create_connection(address, 5) as headers, socket.create_connection(address, 5) as body:
        headers.send(b"GET /api/live HTTP/1.1\r\nHost: localhost\r\n")
        body.send(b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        began = time.monotonic()
        for line in (headers, body):
            line.settimeout(doors.HEADERS + guard.BODY_SECONDS + 20)
        with contextlib.suppress(ConnectionResetError):
            assert headers.recv(100) == b""
        assert time.monotonic() - began > doors.HEADERS - 1
        assert b" 408 " in body.recv(100)


def test_the_same_line_is_logged_a_few_times_and_then_counted(monkeypatch):
    throttle, now = logs.Throttle(), 0.0
    monkeypatch.setattr(logs, "monotonic", lambda: now)

    def passes(text: str) -> str | None:
        record = logging.LogRecord("a", logging.WARNING, "", 0, text, (1,), None)
        return str(record.msg) if throttle.filter(record) else None

    said = [passes("accept failed: %s") for _ in range(100)]
    assert [s for s in said if s] == ["accept failed: %s"] * logs.MOST
    assert passes("something else: %s")
    now = logs.WINDOW + 1
    assert passes("accept failed: %s") == f"accept failed: %s ({100 - logs.MOST} more like it were left out)"


def test_a_line_as_json_has_its_traceback():
    try:
        raise ValueError("oh")
    except ValueError as error:
        info = (ValueError, error, error.__traceback__)
    line = logs.Json().format(logging.LogRecord("a", logging.ERROR, "", 0, "table %s", ("t",), info))
    assert '"message": "table t"' in line
    assert "ValueError: oh" in line

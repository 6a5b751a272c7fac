"""Below the message: frames of every kind are bounded, malformed ones are a line in the log, others notice nothing."""

import contextlib
import json
import os
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import houses
import proxies
import waiting
from parlour.server.http.connection import FULL
from parlour.server.http.frames import MAX_FRAGMENTS, MAX_MESSAGE_BYTES, PIECE
from parlour.server.http.limits import FRAMES_OF_ONE, HOLDS
from raw_frames import BINARY, CONT, PING, PONG, TEXT, Line, flood, frame, fuzz

HELLO = json.dumps({"type": "hello", "nonce": "0" * 32}).encode()
LINES = 600

# The most empty frames that are handled of a socket that never stops: its burst, and a piece each time it is held.
MAX_HANDLED = FRAMES_OF_ONE[0] + (HOLDS[0] + 1) * PIECE / 6 + FRAMES_OF_ONE[1] * 60


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """A house with its limits."""
    opened = houses.House(str(tmp_path_factory.mktemp("limited") / "tables.db"), options=["--limits"])
    yield opened
    opened.stop()


@pytest.fixture(scope="module")
def table(limited):
    """The path of a table's socket."""
    ann = houses.Person(limited)
    ann.lay("me", "bot")
    yield f"/api/tables/{ann.id}/socket"
    ann.http.close()


@pytest.fixture
def lines(limited, table):
    """Lines to that table, closed in the end."""
    with contextlib.ExitStack() as closing:

        def come(room: int = 0) -> Line:
            line = Line(limited.port, table, room=room)
            closing.callback(line.close)
            assert b" 101 " in line.answer
            return line

        yield come


def memory_of(house: houses.House) -> int:
    """The memory of a server in bytes."""
    status = Path(f"/proc/{house.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


def is_well(house: houses.House) -> bool:
    """Whether somebody else is answered."""
    eve = houses.Person(house)
    eve.lay("me", "bot")
    shown = eve.open()
    eve.close()
    eve.http.close()
    return bool(shown)


@pytest.mark.parametrize(
    "data",
    [frame(PING), frame(PING, b"x" * 125), frame(PONG), frame(PONG, b"x" * 125)],
    ids=["empty pings", "pings", "empty pongs", "pongs"],
)
def test_a_flood_of_control_frames_is_not_read_and_then_closed(limited, lines, data):
    line = lines()
    line.send(frame(TEXT, HELLO))
    flood(line, data, 3_000_000 // len(data))
    line.until_closed()
    assert line.pongs < MAX_HANDLED
    # The close may be lost, since there is more that the server has not read.
    assert line.closed_by in (0, FULL)
    assert "it has sent too many frames" in limited.printed()
    assert is_well(limited)


def test_pongs_that_nobody_reads_cost_no_memory(limited, lines):
    # Whatever the first table of all needs is not of this.
    assert is_well(limited)
    held = [lines(room=4096) for _ in range(6)]
    before = memory_of(limited)
    sent = 0
    for _ in range(200):
        for line in held:
            line.socket.setblocking(False)
            with contextlib.suppress(BlockingIOError, ConnectionError):
                sent += line.socket.send(frame(PING, b"x" * 125) * 4000)
        if sent > 60_000_000:
            break
        # Whoever takes them needs a moment; nothing is decided by how long it is.
        time.sleep(0.02)
    assert is_well(limited)
    print(sent, memory_of(limited) - before)
    assert memory_of(limited) - before < 20_000_000


@pytest.mark.parametrize("kind", [TEXT, BINARY], ids=["text", "binary"])
def test_a_message_in_endless_fragments_is_cut_off(lines, kind):
    line = lines()
    with contextlib.suppress(ConnectionError):
        line.send(frame(kind, fin=False) + frame(CONT, fin=False) * (MAX_FRAGMENTS - 1))
        assert not line.closed_by
        line.send(frame(CONT, fin=False) * 10_000)
    assert line.until_closed() == 1009


def test_a_message_may_come_in_fragments_with_pings_between(lines):
    line = lines()
    for i, part in enumerate(HELLO[:-1]):
        line.send(frame(CONT if i else TEXT, bytes([part]), fin=False))
        if i % 10 == 0:
            line.send(frame(PING))
    line.send(frame(CONT, HELLO[-1:]))
    for _, payload in line.frames():
        if b'"table"' in payload:
            return
    pytest.fail("the table was not shown")


MALFORMED = {
    "not UTF-8": (frame(TEXT, b"\xff\xfe"), 1007),
    "not UTF-8 in fragments": (frame(TEXT, b"\xc3", fin=False) + frame(CONT, b"\xff"), 1007),
    "unmasked": (frame(TEXT, b"{}", masked=False), 1002),
    "reserved opcode": (frame(3, b"x"), 1002),
    "reserved bits": (frame(TEXT, b"x", bits=1), 1002),
    "long ping": (frame(PING, b"x" * 126), 1002),
    "ping in fragments": (frame(PING, fin=False), 1002),
    "continued from nothing": (frame(CONT, b"x"), 1002),
    "two messages at once": (frame(TEXT, fin=False) + frame(TEXT), 1002),
    "a close code that is none": (frame(8, b"\x00\x01"), 1002),
    "half a close code": (frame(8, b"\x00"), 1002),
    "a reason that is not UTF-8": (frame(8, b"\x03\xe8\xff"), 1007),
    "oversized": (frame(TEXT, b"x" * (MAX_MESSAGE_BYTES + 1)), 1009),
    "oversized by its head": (b"\x81\xff" + (2**62).to_bytes(8, "big") + bytes(4), 1009),
}


@pytest.mark.parametrize("what", MALFORMED)
def test_a_malformed_frame_closes_the_socket_and_leaves_no_traceback(limited, lines, what):
    data, code = MALFORMED[what]
    line = lines()
    line.send(data)
    assert line.until_closed() == code
    assert "Traceback" not in limited.printed()


def test_malformed_frames_are_one_throttled_line(limited, lines):
    for _ in range(12):
        line = lines()
        line.send(frame(TEXT, b"\xff"))
        assert line.until_closed() == 1007
    said = [line for line in limited.printed().splitlines() if "a socket is closed" in line]
    assert 1 <= len(said) <= 5


def test_whatever_is_sent_below_the_message_disturbs_nobody(limited, table, seed):
    """A short run of bench/neighbours.py --fuzz."""
    opened = len(os.listdir(f"/proc/{limited.process.pid}/fd"))
    counts: Counter[str] = Counter()
    fuzz(limited.port, table, seed.read(), LINES, counts)
    assert counts["lines"] == LINES
    assert is_well(limited)
    assert not [w for w in houses.FAULTY if w in limited.printed()], limited.printed()
    assert len(os.listdir(f"/proc/{limited.process.pid}/fd")) < opened + 110


SOCKETS_EACH = 3


def test_six_sockets_do_not_stall_two_workers(postgres_url):
    """Three at each, all at once; what is handled of them is bounded, and both workers answer others meanwhile."""
    busy = houses.House(postgres_url, options=["--limits", "--workers", "2"])
    try:
        busy.wait_for_workers(2)
        ann = houses.Person(busy)
        ann.lay("me", "bot")
        lines = three_at_each(busy, f"/api/tables/{ann.id}/socket")
        with ThreadPoolExecutor(len(lines)) as pool:
            floods = [pool.submit(flood, line, frame(PING), 500_000) for line in lines]
            busy.wait_for_workers(2)
            for each in floods:
                each.result()
        for line in lines:
            line.until_closed()
            line.close()
            assert line.pongs < MAX_HANDLED
            assert line.closed_by in (0, FULL)
        assert is_well(busy)
        ann.http.close()
    finally:
        busy.stop()


def three_at_each(house: houses.House, path: str) -> list[Line]:
    """Lines to both workers of a house."""
    held: dict[int, list[Line]] = {}

    def another() -> None:
        line = Line(house.port, path)
        line.send(frame(TEXT, HELLO))
        mine = held.setdefault(houses.worker_behind(house, line.socket), [])
        if len(mine) < SOCKETS_EACH:
            mine.append(line)
        else:
            line.close()

    waiting.until(lambda: sorted(map(len, held.values())) == [SOCKETS_EACH] * 2, "lines to both workers", pause=another)
    return [line for mine in held.values() for line in mine]


def test_behind_nginx_a_flood_is_counted_for_whoever_sends_it(tmp_path):
    with proxies.behind_nginx(tmp_path) as proxy, proxies.visitor(proxy) as ann:
        made = ann.post("/api/tables", json=proxies.WISH, **proxies.NAMED).json()
        line = Line(proxy.port, f"/api/tables/{made['id']}/socket", tls=proxies.trust(proxy), name=proxies.NAME)
        line.send(frame(TEXT, HELLO))
        flood(line, frame(PING), 500_000)
        line.until_closed()
        line.close()
        assert line.pongs < MAX_HANDLED
        assert "it has sent too many frames" in proxy.house.printed()
        assert ann.get(f"/api/tables/{made['id']}/look", **proxies.NAMED).status_code != 503

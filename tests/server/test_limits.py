"""Limits by visitor: requests, sockets and hellos; and what one visitor costs the tables of others."""

import asyncio
import contextlib
import json
import os
import secrets
import time
from pathlib import Path
from types import SimpleNamespace

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import houses
from parlour.server import limits, requests, schema, showing, wire
from parlour.server.app import make_app
from parlour.server.connection import FULL
from parlour.server.house import House, seats_of
from parlour.server.limits import Buckets, Limits, visitor
from parlour.server.live import Watcher
from parlour.server.settings import Settings
from parlour.server.store import Store

HELLO, PING = '{"type":"hello"}', '{"type":"ping"}'

# A crowd, and how often each of it says something in a second, for how many seconds.
CROWD, RATE, SECONDS = 40, 14.0, 4.0


@pytest.fixture(scope="module")
def limited(tmp_path_factory):
    """A house with its limits."""
    opened = houses.House(str(tmp_path_factory.mktemp("limited") / "tables.db"), options=["--limits"])
    yield opened
    opened.stop()


@pytest.fixture
def visitors(limited):
    """People in that house, who leave when the test is over."""
    with contextlib.ExitStack() as leaving:

        def come() -> houses.Person:
            person = houses.Person(limited)
            leaving.callback(person.http.close)
            leaving.callback(person.close)
            return person

        yield come


@pytest.fixture
def inside(tmp_path):
    """Runs an asynchronous test with an application and a function that makes browsers, each with an address."""

    def run(test):
        async def whole() -> None:
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
            app = make_app(house)

            def browser(address: str = "127.0.0.1") -> httpx.AsyncClient:
                return httpx.AsyncClient(
                    transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://localhost"
                )

            try:
                async with asyncio.timeout(60):
                    await test(browser, house)
            finally:
                house.close()

        asyncio.run(whole())

    return run


def test_ipv6_counts_by_household():
    assert visitor("2001:db8:1:2::1") == visitor("2001:db8:1:2:ffff::9")
    assert visitor("2001:db8:1:2::1") != visitor("2001:db8:1:3::1")
    assert visitor("fe80::1%eth0") == visitor("fe80::2")
    assert visitor("::ffff:192.0.2.1") == visitor("192.0.2.1") != visitor("192.0.2.2")
    assert visitor("testclient") == "testclient"


def test_a_flood_of_addresses_frees_nobody(monkeypatch):
    monkeypatch.setattr(limits, "MOST_VISITORS", 100)
    buckets = Buckets(2, 0.001)
    for i in range(1000):
        buckets.take("192.0.2.1")
        buckets.take(f"198.51.100.{i}")
    assert not buckets.take("192.0.2.1")
    assert len(buckets.by_visitor) == 100


def test_reading_has_a_wide_limit_and_watching_over_the_server_has_none(inside, monkeypatch):
    # A clock that stands still: on a slow machine the limit would let some more in meanwhile.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=float))

    async def test(browser, house):
        greedy, other = browser("192.0.2.1"), browser("192.0.2.2")
        burst = limits.READS[0]
        answers = [(await greedy.get("/api/reach")).status_code for _ in range(burst + 40)]
        assert answers == [200] * burst + [429] * 40
        assert (await greedy.get("/api/tables")).status_code == 429
        for path in ("/api/live", "/api/ready", "/"):
            assert (await greedy.get(path)).status_code != 429
        assert (await browser("127.0.0.1").get("/metrics")).status_code == 200
        assert (await other.get("/api/tables")).status_code == 200

    inside(test)


def test_paths_that_are_no_file_names_are_not_there(inside, caplog):
    async def test(browser, house):
        long = "a" * 300
        for path in (f"/{long}", f"/t/{long}", f"/assets/{long}", "/%00", "/t/%00", "/assets/%00", f"/api/{long}"):
            answer = await browser().get(path)
            assert (path, answer.status_code) == (path, 404)
            assert answer.headers["content-type"] == "application/problem+json"
        for id in ("%00x", "a b", "x" * 41, "x%0A"):
            assert (await browser().get(f"/api/tables/{id}/replay")).status_code == 404
            claim = await browser().post(f"/api/tables/{id}/claim", json={"token": "T" * 32})
            assert claim.status_code == 404

    inside(test)
    assert not caplog.records


def test_the_openapi_document_is_made_once(inside, monkeypatch):
    made = []
    openapi = schema.openapi
    monkeypatch.setattr(schema, "openapi", lambda operations: made.append(1) or openapi(operations))

    async def test(browser, house):
        documents = {(await browser().get("/openapi.json")).content for _ in range(5)}
        assert (len(documents), len(made)) == (1, 1)

    inside(test)


# Sockets


def test_a_visitor_has_so_many_sockets(limited, visitors):
    ann = visitors()
    ann.lay("me", "friend")

    async def test() -> None:
        async with contextlib.AsyncExitStack() as lines:

            async def come(address: str):
                line = connect(socket_of(limited, ann.id), compression=None, local_addr=(address, 0))
                line = await lines.enter_async_context(line)
                try:
                    await line.send(PING)
                    return line, json.loads(await line.recv())["type"]
                except ConnectionClosed as closed:
                    return line, closed.rcvd.code

            came = [await come("127.0.0.3") for _ in range(limits.MOST_SOCKETS + 3)]
            assert [said for _, said in came] == ["pong"] * limits.MOST_SOCKETS + [FULL] * 3
            assert (await come("127.0.0.4"))[1] == "pong"
            for line, _ in came[:5]:
                await line.close()
            until, again = time.monotonic() + 10, 0
            while again != "pong" and time.monotonic() < until:
                again = (await come("127.0.0.3"))[1]
                await asyncio.sleep(0.2)
            assert again == "pong"

    asyncio.run(test())


def test_sockets_are_opened_at_a_rate():
    some = Limits()
    for _ in range(limits.CONNECTS[0]):
        assert some.enter("192.0.2.1")
        some.leave("192.0.2.1")
    assert not all(some.enter("192.0.2.1") for _ in range(3))
    assert some.enter("192.0.2.2")
    assert all(Limits(on=False).enter("192.0.2.1") for _ in range(1000))


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_workers_together_allow_what_one_process_does(tmp_path, workers):
    """But for bursts: each process has its own."""
    house = House(Store(str(tmp_path / "tables.db")))
    try:
        url = "postgresql://nobody@/nothing"
        shares = [make_app(house, Settings(workers=workers, store=url)).state.limits for _ in range(workers)]
    finally:
        house.close()
    for name, (burst, rate) in {
        "changes": limits.CHANGES,
        "reads": limits.READS,
        "connects": limits.CONNECTS,
        "hellos": limits.HELLOS,
    }.items():
        buckets = [getattr(share, name).of("192.0.2.1") for share in shares]
        assert sum(bucket.per_second for bucket in buckets) == rate
        assert {bucket.burst for bucket in buckets} == {burst}
    entered = [share.enter("192.0.2.1") for share in shares for _ in range(2 * limits.MOST_SOCKETS)]
    assert sum(entered) == limits.MOST_SOCKETS


def test_hellos_beyond_the_first_wait_their_turn(limited, visitors):
    """Late, and one answer for all that wait: a browser that has missed something gets it."""
    ann = visitors()
    ann.lay("me", "same")
    burst = limits.HELLOS_OF_ONE[0]

    async def test() -> tuple[list[str], float]:
        heard: list[str] = []
        async with connect(socket_of(limited, ann.id), compression=None, local_addr=("127.0.0.5", 0)) as line:
            began = time.monotonic()
            for said in (*[HELLO] * (burst + 20), PING):
                await line.send(said)
            while "pong" not in heard or heard.count("table") <= burst:
                kind = json.loads(await line.recv())["type"]
                # What changes at the table meanwhile comes as patches.
                if kind in ("table", "pong"):
                    heard.append(kind)
            return heard, time.monotonic() - began

    heard, seconds = asyncio.run(test())
    # What is said after them is answered at once. On a slow machine a few more than the burst are not early.
    assert burst <= heard.index("pong") < burst + 10
    assert seconds > 0.8


def test_a_language_without_words_is_english(inside):
    """Else every made-up language would be drawn and kept by itself."""

    async def test(browser, house):
        table = await dealt(house, "heartcatchers")
        spectator = Watcher([], lambda _: None)
        await table.join(spectator)
        for language, read in (("xx", "en"), ("de", "de")):
            await requests.receive(table, spectator, wire.Hello(language=language))
            assert spectator.language == read

    inside(test)


# What a crowd costs


async def dealt(house, game):
    seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="same")]
    made, tokens = await house.lay(wire.NewTable(game=game, seats=seats))
    await house.game(game)
    table = await house.table(made.id)
    player = Watcher(seats_of(table.record, tokens), lambda _: None)
    await table.join(player)
    await requests.receive(table, player, wire.Hello(nonce=secrets.token_hex(16)))
    return table


def test_spectators_who_say_hello_share_what_is_drawn(inside):
    """By the time that it takes: less than a third of drawing the table for each of them."""

    async def test(browser, house):
        table, sent = await dealt(house, "labor_of_love"), []
        crowd = [Watcher([], sent.append) for _ in range(20)]
        for watcher in crowd:
            await table.join(watcher)
            await requests.receive(table, watcher, wire.Hello())
        draws = clocked(lambda: [showing.snapshot(table, Watcher([], print)).view for _ in range(100)])
        began = time.process_time()
        for _ in range(5):
            for watcher in crowd:
                await requests.receive(table, watcher, wire.Hello())
        assert (time.process_time() - began) / draws < 0.35
        # What they share is what each would have got.
        fresh = Watcher([], sent.append)
        await table.join(fresh)
        await requests.receive(table, fresh, wire.Hello())
        own = showing.snapshot(table, Watcher([], print))
        assert json.loads(bytes(sent[-1])) == json.loads(msgspec.json.encode(own))
        assert own.watching == len(crowd) + 1

    inside(test)


def clocked(work) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def test_a_storm_of_hellos_costs_no_more_than_one_of_pings(limited, visitors):
    """The server's time, and how long another table waits, while a crowd says as much as it may."""
    ann, bob = visitors(), visitors()
    for person, game in ((ann, "labor_of_love"), (bob, "heartcatchers")):
        person.lay("me", "same", game=game)
        person.open()
        if person.table["status"] == "waiting":
            person.until(lambda t: t["status"] == "playing")
    pings, hellos = (asyncio.run(storm(limited, ann.id, bob, said, at)) for said, at in ((PING, 6), (HELLO, 7)))
    print(f"CPU {pings[0]:.2f} s, p50 {pings[1]:.1f} ms with pings; {hellos[0]:.2f} s, {hellos[1]:.1f} ms with hellos")
    assert hellos[0] < 1.5 * pings[0] + 0.2
    assert hellos[1] < 5 * pings[1] + 5


async def storm(house, id, other, said, at) -> tuple[float, float]:
    """CPU seconds of the server, and the middle one of another table's answers in milliseconds."""
    async with contextlib.AsyncExitStack() as lines:
        address = socket_of(house, id)
        crowd = [connect(address, compression=None, local_addr=(f"127.0.0.{at}", 0)) for _ in range(CROWD)]
        crowd = [await lines.enter_async_context(line) for line in crowd]
        for line in crowd:
            await line.send(HELLO)
        reading = [asyncio.ensure_future(read_all(line)) for line in crowd]
        await asyncio.sleep(1)
        began, waits = cpu(house.process.pid), []
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            round = time.monotonic()
            with contextlib.suppress(ConnectionClosed):
                for line in crowd:
                    await line.send(said)
            waits.append(await asyncio.to_thread(pong, other))
            await asyncio.sleep(max(0, 1 / RATE - (time.monotonic() - round)))
        spent = cpu(house.process.pid) - began
        for task in reading:
            task.cancel()
    return spent, sorted(waits)[len(waits) // 2]


def pong(person) -> float:
    began = time.perf_counter()
    person.send("ping")
    person.answer("pong", 60)
    return (time.perf_counter() - began) * 1000


async def read_all(line) -> None:
    with contextlib.suppress(ConnectionClosed):
        async for _ in line:
            pass


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def socket_of(house, id) -> str:
    return f"ws://127.0.0.1:{house.port}/api/tables/{id}/socket"

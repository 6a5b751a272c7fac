"""Limits by visitor: requests, sockets and hellos; and what one visitor costs the tables of others."""

import contextlib
import json
from types import SimpleNamespace

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import houses
from parlour.server import wire
from parlour.server.http import limits
from parlour.server.http.app import make_app
from parlour.server.http.connection import FULL
from parlour.server.http.limits import Buckets, Limits, visitor
from parlour.server.settings import Settings
from parlour.server.table import laying, requests, showing
from parlour.server.table.watching import Watcher
from parlour.server.wire import schema
from sitting import come, sit_down
from waiting import turns

HELLO, PING = '{"type":"hello"}', '{"type":"ping"}'


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


def test_ipv6_counts_by_household():
    assert visitor("2001:db8:1:2::1") == visitor("2001:db8:1:2:ffff::9")
    assert visitor("2001:db8:1:2::1") != visitor("2001:db8:1:3::1")
    assert visitor("fe80::1%eth0") == visitor("fe80::2")
    assert visitor("::ffff:192.0.2.1") == visitor("192.0.2.1") != visitor("192.0.2.2")
    assert visitor("testclient") == "testclient"


def test_a_flood_of_addresses_frees_nobody(monkeypatch):
    monkeypatch.setattr(limits, "MAX_VISITORS", 100)
    buckets = Buckets(2, 0.001)
    for i in range(1000):
        buckets.take("192.0.2.1")
        buckets.take(f"198.51.100.{i}")
    assert not buckets.take("192.0.2.1")
    assert len(buckets.by_visitor) == 100


async def test_reading_has_a_wide_limit_and_watching_over_the_server_has_none(browse, monkeypatch):
    # A clock that stands still: on a slow machine the limit would let some more in meanwhile.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=float))
    greedy, other = browse("192.0.2.1"), browse("192.0.2.2")
    burst = limits.READS[0]
    answers = [(await greedy.get("/api/reach")).status_code for _ in range(burst + 40)]
    assert answers == [200] * burst + [429] * 40
    assert (await greedy.get("/api/tables")).status_code == 429
    for path in ("/api/live", "/api/ready", "/"):
        assert (await greedy.get(path)).status_code != 429
    assert (await browse("127.0.0.1").get("/metrics")).status_code == 200
    assert (await other.get("/api/tables")).status_code == 200


async def test_tables_are_laid_at_a_rate_whoever_has_a_session_or_none(browse, monkeypatch):
    """Each stays in the store for a week; without a cookie a visitor has as many sessions as wished."""
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=float))
    monkeypatch.setattr(limits, "TABLES", (3, limits.TABLES[1]))
    wish = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}
    greedy = [browse("192.0.2.1") for _ in range(4)]
    answers = [await each.post("/api/tables", json=wish) for each in greedy]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    on = f"/api/tables/{answers[0].json()['id']}/play-on"
    assert (await greedy[0].post(on, json={"ply": 0, "seat": 0})).status_code == 429
    assert (await greedy[0].get("/api/tables")).status_code == 200
    assert (await browse("192.0.2.2").post("/api/tables", json=wish)).status_code == 201


async def test_paths_that_are_no_file_names_are_not_there(browse, caplog):
    long = "a" * 300
    for path in (f"/{long}", f"/t/{long}", f"/assets/{long}", "/%00", "/t/%00", "/assets/%00", f"/api/{long}"):
        answer = await browse().get(path)
        assert (path, answer.status_code) == (path, 404)
        assert answer.headers["content-type"] == "application/problem+json"
    for id in ("%00x", "a b", "x" * 41, "x%0A"):
        assert (await browse().get(f"/api/tables/{id}/replay")).status_code == 404
        claim = await browse().post(f"/api/tables/{id}/claim", json={"token": "T" * 32})
        assert claim.status_code == 404
    assert not caplog.records


async def test_the_openapi_document_is_made_once(browse, monkeypatch):
    made = []
    openapi = schema.openapi
    monkeypatch.setattr(schema, "openapi", lambda operations: made.append(1) or openapi(operations))
    documents = {(await browse().get("/openapi.json")).content for _ in range(5)}
    assert (len(documents), len(made)) == (1, 1)


# Sockets


async def test_a_visitor_has_so_many_sockets(limited, visitors):
    ann = visitors()
    ann.lay("me", "friend")
    async with contextlib.AsyncExitStack() as lines:

        async def come(address: str):
            line = connect(socket_of(limited, ann.id), compression=None, local_addr=(address, 0))
            line = await lines.enter_async_context(line)
            try:
                await line.send(PING)
                return line, json.loads(await line.recv())["type"]
            except ConnectionClosed as closed:
                return line, closed.rcvd.code

        came = [await come("127.0.0.3") for _ in range(limits.MAX_SOCKETS + 3)]
        assert [said for _, said in came] == ["pong"] * limits.MAX_SOCKETS + [FULL] * 3
        assert (await come("127.0.0.4"))[1] == "pong"
        for line, _ in came[:5]:
            await line.close()
        # The server hears a little later that they have gone.
        while (await come("127.0.0.3"))[1] != "pong":
            await turns()


def test_sockets_are_opened_at_a_rate():
    some = Limits()
    for _ in range(limits.CONNECTS[0]):
        assert some.enter("192.0.2.1")
        some.leave("192.0.2.1")
    assert not all(some.enter("192.0.2.1") for _ in range(3))
    assert some.enter("192.0.2.2")
    assert all(Limits(on=False).enter("192.0.2.1") for _ in range(1000))


@pytest.mark.parametrize("workers", [1, 2, 4])
async def test_workers_together_allow_what_one_process_does(own_house, workers):
    """But for bursts: each process has its own."""
    settings = Settings(workers=workers, store="postgresql://nobody@/nothing")
    shares = [make_app(own_house, settings).state.limits for _ in range(workers)]
    for name, (burst, rate) in {
        "changes": limits.CHANGES,
        "reads": limits.READS,
        "connects": limits.CONNECTS,
        "hellos": limits.HELLOS,
    }.items():
        buckets = [getattr(share, name).of("192.0.2.1") for share in shares]
        assert sum(bucket.per_second for bucket in buckets) == rate
        assert {bucket.burst for bucket in buckets} == {burst}
    entered = [share.enter("192.0.2.1") for share in shares for _ in range(2 * limits.MAX_SOCKETS)]
    assert sum(entered) == limits.MAX_SOCKETS


async def test_hellos_beyond_the_first_wait_their_turn(limited, visitors):
    """Late, and one answer for all that wait: a browser that has missed something gets it."""
    ann, heard = visitors(), []
    ann.lay("me", "same")
    burst = limits.HELLOS_OF_ONE[0]
    async with connect(socket_of(limited, ann.id), compression=None, local_addr=("127.0.0.5", 0)) as line:
        for said in (*[HELLO] * (burst + 20), PING):
            await line.send(said)
        while "pong" not in heard or heard.count("table") <= burst:
            kind = json.loads(await line.recv())["type"]
            # What changes at the table meanwhile comes as patches.
            if kind in ("table", "pong"):
                heard.append(kind)
    # What is said after them is answered before those that wait.
    assert burst <= heard.index("pong") < len(heard) - 1
    assert heard.count("table") < burst + 20


async def test_a_language_without_words_is_english(browse, own_house):
    """Else every made-up language would be drawn and kept by itself."""
    table, _ = await sit_down(own_house)
    spectator = Watcher([], lambda _: None)
    await table.join(spectator)
    for language, read in (("xx", "en"), ("de", "de")):
        await requests.receive(table, spectator, wire.Hello(language=language))
        assert spectator.language == read


async def test_spectators_who_say_hello_share_what_is_drawn(own_house, monkeypatch):
    """A crowd that says hello is drawn for once, and each of them gets what it would have got alone."""
    table, _ = await sit_down(own_house, game="labor_of_love")
    crowd, drawn, snapshot = [await come(table) for _ in range(20)], [], showing.snapshot

    def noted(table, watcher, notice="", bare=False):
        if not bare:
            drawn.append(watcher)
        return snapshot(table, watcher, notice, bare)

    monkeypatch.setattr(showing, "snapshot", noted)
    for spectator in crowd * 5:
        await requests.receive(table, spectator, wire.Hello())
    assert len(drawn) <= 1
    fresh = await come(table)
    own = snapshot(table, Watcher([], print))
    assert json.loads(bytes(fresh.sent[-1])) == json.loads(msgspec.json.encode(own))
    assert own.watching == len(crowd) + 1


def socket_of(house, id) -> str:
    return f"ws://127.0.0.1:{house.port}/api/tables/{id}/socket"


async def test_one_session_has_so_many_tables_that_wait_to_begin(browse, monkeypatch):
    monkeypatch.setattr(laying, "MAX_UNBEGUN", 3)
    ann, bob = browse(), browse("192.0.2.9")
    wish = {"game": "heartcatchers", "seats": [{"kind": "me"}, {"kind": "friend"}]}
    for _ in range(3):
        assert (await ann.post("/api/tables", json=wish)).status_code == 201
    refused = await ann.post("/api/tables", json=wish, headers={"Accept-Language": "de"})
    assert (refused.status_code, refused.json()["title"][:29]) == (403, "Zu viele deiner Tische warten")
    assert (await bob.post("/api/tables", json=wish)).status_code == 201

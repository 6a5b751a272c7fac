"""Crowds: silent lines, full rooms, hellos, hints, and guesses at tables that sleep."""

import asyncio
import contextlib
import gc
import secrets
import threading
import time
import weakref
from functools import partial
from types import SimpleNamespace

import httpx
import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

import houses
import waiting
from parlour import bots
from parlour.server import wire
from parlour.server.http import connection
from parlour.server.http.app import make_app
from parlour.server.table import requests, watching
from parlour.server.table.seating import seats_of
from parlour.server.table.watching import Watcher
from sitting import any_move, browser, come, sit_down


def test_a_line_that_says_nothing_is_closed_and_one_that_said_hello_stays(people, house):
    ann = people()
    ann.lay("me", "friend")
    ann.open()
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{ann.id}/socket") as silent:
        silent.send('{"type":"ping"}')
        assert "pong" in silent.recv(5)
        with pytest.raises(ConnectionClosed):
            silent.recv(connection.HELLO_TIMEOUT + 5)
    assert houses.hears(ann)


async def test_a_player_comes_in_however_many_look_on(own_house, monkeypatch):
    monkeypatch.setattr(watching, "MAX_SPECTATORS", 3)
    table, player = await sit_down(own_house)
    assert [await table.join(Watcher([], print)) for _ in range(4)] == [True] * 3 + [False]
    assert await table.join(Watcher(seats_of(table.record, player.tokens), print))


async def test_no_player_keeps_another_out(own_house):
    """Of one player's many browsers the oldest give way; the other's stay."""
    table, _ = await sit_down(own_house)
    table.watchers.clear()
    closed, names = [], []
    bob = Watcher([1], print, lambda: closed.append("bob"))
    assert await table.join(bob)
    for number in range(20):
        ann = Watcher([0], print, lambda number=number: closed.append(number))
        names.append(ann)
        assert await table.join(ann)
    assert closed == list(range(20 - watching.MAX_OF_ONE_PLAYER))
    assert table.watchers == [bob, *names[-watching.MAX_OF_ONE_PLAYER :]]
    assert [ann.replaced for ann in names] == [True] * len(closed) + [False] * watching.MAX_OF_ONE_PLAYER
    assert await table.join(Watcher([1], print))
    await table.part(names[0])
    assert len(table.watchers) == watching.MAX_OF_ONE_PLAYER + 2


def test_a_browser_that_gave_way_is_told_so(people, house):
    ann = people()
    ann.lay("me", "same")
    address = f"ws://127.0.0.1:{house.port}/api/tables/{ann.id}/socket"
    cookie = "; ".join(f"{k}={v}" for k, v in ann.http.cookies.items())
    with contextlib.ExitStack() as lines:
        opened = []
        for _ in range(watching.MAX_OF_ONE_PLAYER + 1):
            opened.append(lines.enter_context(connect(address, additional_headers={"Cookie": cookie})))
            opened[-1].send('{"type":"hello"}')
            opened[-1].recv(10)
        with contextlib.suppress(ConnectionClosed):
            while True:
                opened[0].recv(10)
        assert opened[0].close_code == connection.REPLACED


async def test_tables_that_a_visitor_has_left_count_as_that_visitor(own_house):
    table, watcher = await sit_down(own_house, "bot")
    watcher.address = "192.0.2.1"
    await table.part(watcher)
    assert table.address == "192.0.2.1"
    others = [(await sit_down(own_house, "bot"))[0] for _ in range(2)]
    for other in others:
        other.forget()
    assert {(await own_house.tables.find(other.id)).address for other in others} == {""}, (
        "nobody has come: one turn for all"
    )


async def test_hello_answers_its_sender_only(own_house):
    table, player = await sit_down(own_house)
    spectator = await come(table)
    for visitor in (player, spectator):
        visitor.sent.clear()
    for _ in range(3):
        await requests.receive(table, spectator, wire.Hello())
    assert (len(spectator.sent), len(player.sent)) == (3, 0)
    await requests.receive(table, player, wire.Hello())
    assert (len(spectator.sent), len(player.sent)) == (3, 1)


async def test_others_see_a_player_come(own_house):
    table, player = await sit_down(own_house)
    player.sent.clear()
    await come(table, player.tokens)
    assert len(player.sent) == 1


async def test_hints_do_not_slow_bots(own_house, monkeypatch):
    """While every thread of hints is busy, a bot of another table plays."""
    go_on = threading.Event()
    monkeypatch.setattr(bots, "hint", lambda match, seat: go_on.wait(waiting.TIMEOUT) and [])
    table, _ = await sit_down(own_house)
    asked = [asyncio.ensure_future(own_house.bots.hints(table.match.clone(), 0, "192.0.2.1")) for _ in range(8)]
    other, player = await sit_down(own_house, "bot")
    while other.match.ply < 8:
        if other.match.deciders == [0]:
            move = other.game.moves.text(other.match.legal(0)[0])
            key = secrets.token_hex(8)
            await requests.receive(other, player, wire.Play(seat=0, ply=other.match.ply, key=key, move=move))
        await asyncio.sleep(0.01)
    assert not any(hint.done() for hint in asked)
    go_on.set()
    await asyncio.gather(*asked)


FLOOD = 6


async def test_a_flood_of_real_hints_does_not_slow_the_bot_of_another_visitor(own_house, monkeypatch):
    """Somebody wants hints at several tables; before the bot of somebody else moves, one of them is found at most."""
    monkeypatch.setattr(bots, "hint", partial(bots.hint, bot="search:20000it"))
    own_house.bots.pauses.shortest, order = 1000.0, []
    other, player = await sit_down(own_house, "bot")
    player.address = "192.0.2.2"
    while other.match.deciders == [0]:
        await requests.receive(other, player, any_move(other))
    other.task.cancel()
    own_house.bots.pauses.shortest = 0.0
    # The first thought of a thread loads code.
    await asyncio.gather(*(own_house.bots.choose(other, other.match.look(1)) for _ in range(own_house.bots.pool.free)))
    flooded = []
    for _ in range(FLOOD):
        table, visitor = await sit_down(own_house)
        visitor.address = "192.0.2.1"
        visitor.send = lambda message: order.append("hint") if isinstance(message, wire.Hints) else None
        await requests.receive(table, visitor, wire.Look(seat=table.match.deciders[0]))
        flooded.append((table, visitor))
    for table, visitor in flooded:
        await requests.receive(table, visitor, wire.HintWish(seat=table.match.deciders[0]))
    while own_house.bots.hint_pool.free:
        await asyncio.sleep(0)
    assert own_house.bots.hint_pool.waiting == FLOOD - 1
    play = other.play_move

    async def noted(*given, **named):
        order.append("bot")
        await play(*given, **named)

    other.play_move = noted
    other.schedule_bots()
    await waiting.soon(lambda: order.count("hint") == FLOOD, "all hints")
    assert order.index("bot") <= 1, order


async def test_hints_of_one_visitor_do_not_slow_another(own_house, monkeypatch):
    """Whoever has asked for many waits for them; somebody else comes after the one that is being thought out."""
    monkeypatch.setattr(bots, "hint", lambda match, seat: time.sleep(0.02) or [])
    table, _ = await sit_down(own_house)
    order = []

    async def ask(address):
        await own_house.bots.hints(table.match.clone(), 0, address)
        order.append(address)

    await asyncio.gather(*map(ask, ["192.0.2.1"] * 20 + ["192.0.2.2"] * 2))
    assert [i for i, who in enumerate(order) if who == "192.0.2.2"] in ([1, 3], [2, 4])


async def test_bots_of_one_visitor_do_not_slow_another(own_house):
    threads = own_house.bots.pool.free
    made = [await sit_down(own_house, "bot") for _ in range(3)]
    for number, (table, watcher) in enumerate(made):
        watcher.address = f"192.0.2.{number // 2}"
        assert table.address == watcher.address
    # A bot that begins a game thinks first.
    begun = lambda: all(table.match.deciders == [0] for table, _ in made)  # noqa: E731
    await waiting.soon(lambda: own_house.bots.pool.free == threads and begun(), "every bot's first move")
    go_on, order = threading.Event(), []
    wanted = [(address, i) for address in ("192.0.2.0", "192.0.2.1") for i in range(4)]
    runs = [own_house.bots.pool.run("", lambda: go_on.wait(waiting.TIMEOUT)) for _ in range(own_house.bots.pool.free)]
    held = [asyncio.ensure_future(run) for run in runs]
    await asyncio.sleep(0)
    waits = [asyncio.ensure_future(own_house.bots.pool.run(a, lambda one=(a, i): order.append(one))) for a, i in wanted]
    await asyncio.sleep(0)
    assert own_house.bots.pool.waiting == len(wanted)
    go_on.set()
    await asyncio.gather(*held, *waits)
    assert {address for address, _ in order[:4]} == {"192.0.2.0", "192.0.2.1"}
    assert own_house.bots.pool.waiting == 0


async def test_waiting_is_no_thinking_and_who_leaves_gives_the_place_away(own_house):
    pool, go_on = own_house.bots.hint_pool, threading.Event()
    late = asyncio.ensure_future(pool.run("a", lambda: go_on.wait(waiting.TIMEOUT), 0.05))
    waits = asyncio.ensure_future(pool.run("b", lambda: "thought", 5.0))
    leaves = asyncio.ensure_future(pool.run("c", lambda: "never"))
    with pytest.raises(TimeoutError):
        await late
    leaves.cancel()
    await asyncio.sleep(0.05)
    assert not waits.done(), "the thread is still busy"
    go_on.set()
    assert await waits == "thought"
    await waiting.soon(lambda: pool.free, "a free thread")
    assert pool.waiting == 0


async def test_a_wrong_token_wakes_no_table(own_house):
    table, _ = await sit_down(own_house)
    table.forget()
    transport = httpx.ASGITransport(make_app(own_house))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as eve:
        claim = await eve.post(f"/api/tables/{table.id}/claim", json={"token": secrets.token_urlsafe(24)})
        code = await eve.post(f"/api/tables/{table.id}/code")
        none = await eve.post("/api/tables/none/claim", json={"token": secrets.token_urlsafe(24)})
        moved = await eve.post(f"/api/tables/{table.id}/move")
        mine = await eve.get("/api/tables", headers={"Cookie": f"parlour-{table.id}=nonsense; parlour-none=x"})
    assert (claim.status_code, code.status_code, none.status_code) == (403, 403, 404)
    assert (moved.status_code, mine.status_code, mine.json()) == (403, 200, [])
    assert not own_house.tables.live


async def test_a_stranger_wakes_no_private_table(own_house, monkeypatch):
    wish = wire.NewTable(
        game="heartcatchers", seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="same")], private=True
    )
    made, tokens = await own_house.tables.lay(wish)
    await own_house.games.game("heartcatchers")
    table = await own_house.tables.find(made.id)
    await come(table, tokens)
    table.forget()
    laid, lay = [], own_house.games.of_table

    async def noted(kept):
        laid.append(kept.id)
        return await lay(kept)

    monkeypatch.setattr(own_house.games, "of_table", noted)
    app = make_app(own_house)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as eve:
        paths = [f"/api/tables/{made.id}/{what}" for what in ("replay", "record")]
        assert [(await eve.get(path)).status_code for path in paths] == [403, 403]
        session = {"Cookie": f"parlour={tokens[0]}"}
        assert not laid
        assert (await eve.get(paths[0], headers=session)).status_code == 200
    laid.clear()
    closed = []

    async def close(code):
        closed.append(code)

    assert await connection.arrive(browser(close), own_house.tables, made.id) is None
    assert (closed, laid, own_house.tables.live) == ([connection.PRIVATE], [], {})


def test_only_games_of_the_shelf_are_opened(people):
    seats = [{"kind": "me"}, {"kind": "bot"}]
    for game in ("keepsakes", "nothing"):
        answer = people().http.post("/api/tables", json={"game": game, "seats": seats})
        assert (answer.status_code, answer.json()["title"]) == (422, "There is no such game.")


class Browser:
    """The other end of a WebSocket: it says hello, once or more often, reads the table, and goes."""

    def __init__(self, house, tokens, hellos=1):
        self.cookies, self.client = {"parlour": tokens[0]}, None
        self.headers, self.url = {}, SimpleNamespace(scheme="ws")
        self.app = make_app(house)
        self.read, self.said, self.hellos = asyncio.Event(), 0, hellos

    async def receive_text(self):
        self.said += 1
        if self.said <= self.hellos:
            return '{"type": "hello", "last": 0}'
        await self.read.wait()
        raise WebSocketDisconnect

    async def send_text(self, text):
        self.read.set()

    async def close(self, code=1000):
        pass


async def test_a_connection_that_has_ended_leaves_no_garbage(own_house):
    """It held its last snapshot until the next full collection, which comes late: 15 KB for each that had come."""
    table, player = await sit_down(own_house)
    gc.collect()
    gc.disable()
    try:
        line = await connection.arrive(Browser(own_house, player.tokens), own_house.tables, table.id)
        ended = weakref.ref(line), weakref.ref(line.watcher)
        await line.hold()
        assert line.websocket.read.is_set()
        assert line.watcher not in table.watchers
        del line
        await asyncio.sleep(0)
        assert [ref() for ref in ended] == [None, None]
    finally:
        gc.enable()


async def test_whoever_leaves_while_a_hello_waits_is_gone_at_once(own_house, monkeypatch):
    """Nothing was read of a browser whose hello waited for its turn, not even that it leaves."""
    monkeypatch.setattr(connection, "HELLOS_OF_ONE", (1, 0.001))
    table, player = await sit_down(own_house)
    line = await connection.arrive(Browser(own_house, player.tokens, hellos=3), own_house.tables, table.id)
    async with asyncio.timeout(30):
        await line.hold()
    assert line.late is not None
    assert line.watcher not in table.watchers

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
from parlour import bots
from parlour.server import connection, live, requests, wire
from parlour.server.app import make_app
from parlour.server.house import House, seats_of
from parlour.server.live import Watcher
from parlour.server.store import Store
from sitting import any_move, browser


@pytest.fixture
def inside(tmp_path):
    """Runs an asynchronous test with a house of its own, without sockets."""

    def run(test):
        async def whole() -> None:
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
            try:
                async with asyncio.timeout(60):
                    await test(house)
            finally:
                house.close()

        asyncio.run(whole())

    return run


async def sit_down(house: House, other: str = "same"):
    """A dealt table with one browser at it, and the tokens of its seats."""
    seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind=other)]
    made, tokens = await house.lay(wire.NewTable(game="heartcatchers", seats=seats))
    await house.game("heartcatchers")
    table, sent = await house.table(made.id), []
    player = await come(table, sent, tokens)
    return table, player, sent, tokens


async def come(table, sent: list, tokens=()) -> Watcher:
    watcher = Watcher(seats_of(table.record, tokens), sent.append)
    assert await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello(nonce=secrets.token_hex(16)))
    return watcher


def test_a_line_that_says_nothing_is_closed_and_one_that_said_hello_stays(people, house):
    ann = people()
    ann.lay("me", "friend")
    ann.open()
    with connect(f"ws://127.0.0.1:{house.port}/api/tables/{ann.id}/socket") as silent:
        silent.send('{"type":"ping"}')
        assert "pong" in silent.recv(5)
        with pytest.raises(ConnectionClosed):
            silent.recv(connection.SILENCE + 5)
    assert houses.hears(ann)


def test_a_player_comes_in_however_many_look_on(inside, monkeypatch):
    async def test(house):
        monkeypatch.setattr(live, "MOST_WATCHERS", 3)
        table, _, _, tokens = await sit_down(house)
        assert [await table.join(Watcher([], print)) for _ in range(4)] == [True] * 3 + [False]
        assert await table.join(Watcher(seats_of(table.record, tokens), print))

    inside(test)


def test_no_player_keeps_another_out(inside):
    """Of one player's many browsers the oldest give way; the other's stay."""

    async def test(house):
        table, _, _, _ = await sit_down(house)
        table.watchers.clear()
        closed, names = [], []
        bob = Watcher([1], print, lambda: closed.append("bob"))
        assert await table.join(bob)
        for number in range(20):
            ann = Watcher([0], print, lambda number=number: closed.append(number))
            names.append(ann)
            assert await table.join(ann)
        assert closed == list(range(20 - live.MOST_OF_ONE))
        assert table.watchers == [bob, *names[-live.MOST_OF_ONE :]]
        assert [ann.replaced for ann in names] == [True] * (20 - live.MOST_OF_ONE) + [False] * live.MOST_OF_ONE
        assert await table.join(Watcher([1], print))
        await table.part(names[0])
        assert len(table.watchers) == live.MOST_OF_ONE + 2

    inside(test)


def test_a_browser_that_gave_way_is_told_so(people, house):
    ann = people()
    ann.lay("me", "same")
    address = f"ws://127.0.0.1:{house.port}/api/tables/{ann.id}/socket"
    cookie = "; ".join(f"{k}={v}" for k, v in ann.http.cookies.items())
    with contextlib.ExitStack() as lines:
        opened = []
        for _ in range(live.MOST_OF_ONE + 1):
            opened.append(lines.enter_context(connect(address, additional_headers={"Cookie": cookie})))
            opened[-1].send('{"type":"hello"}')
            opened[-1].recv(10)
        with contextlib.suppress(ConnectionClosed):
            while True:
                opened[0].recv(10)
        assert opened[0].close_code == connection.REPLACED


def test_tables_that_a_visitor_has_left_count_as_that_visitor(inside):
    async def test(house):
        table, watcher, _, _ = await sit_down(house, "bot")
        watcher.address = "192.0.2.1"
        await table.part(watcher)
        assert table.address == "192.0.2.1"
        others = [(await sit_down(house, "bot"))[0] for _ in range(2)]
        for other in others:
            house.forget(other)
        assert {(await house.table(other.id)).address for other in others} == {""}, "nobody has come: one turn for all"

    inside(test)


def test_hello_answers_its_sender_only(inside):
    async def test(house):
        table, player, heard, _ = await sit_down(house)
        seen = []
        spectator = await come(table, seen)
        for messages in (heard, seen):
            messages.clear()
        for _ in range(3):
            await requests.receive(table, spectator, wire.Hello())
        assert (len(seen), len(heard)) == (3, 0)
        await requests.receive(table, player, wire.Hello())
        assert (len(seen), len(heard)) == (3, 1)

    inside(test)


def test_others_see_a_player_come(inside):
    async def test(house):
        table, _, heard, tokens = await sit_down(house)
        heard.clear()
        await come(table, [], tokens)
        assert len(heard) == 1

    inside(test)


def test_hints_do_not_slow_bots(inside, monkeypatch):
    """While every thread of hints is busy, a bot of another table plays."""

    async def test(house):
        go_on = threading.Event()
        monkeypatch.setattr(bots, "hint", lambda match, seat: go_on.wait(50) and [])
        table, _, _, _ = await sit_down(house)
        asked = [asyncio.ensure_future(house.hints(table.match.clone(), 0, "192.0.2.1")) for _ in range(8)]
        other, player, _, _ = await sit_down(house, "bot")
        while other.match.ply < 8:
            if other.match.deciders == [0]:
                move = other.game.moves.text(other.match.legal(0)[0])
                key = secrets.token_hex(8)
                await requests.receive(other, player, wire.Play(seat=0, ply=other.match.ply, key=key, move=move))
            await asyncio.sleep(0.01)
        assert not any(hint.done() for hint in asked)
        go_on.set()
        await asyncio.gather(*asked)

    inside(test)


FLOOD = 6


def test_a_flood_of_real_hints_does_not_slow_the_bot_of_another_visitor(inside, monkeypatch):
    """Somebody wants hints at several tables; before the bot of somebody else moves, one of them is found at most."""
    monkeypatch.setattr(bots, "hint", partial(bots.hint, bot="search:20000it"))

    async def test(house):
        house.pauses.shortest, order = 1000.0, []
        other, player, _, _ = await sit_down(house, "bot")
        player.address = "192.0.2.2"
        while other.match.deciders == [0]:
            await requests.receive(other, player, any_move(other))
        other.task.cancel()
        house.pauses.shortest = 0.0
        # The first thought of a thread loads code.
        await asyncio.gather(*(house.bot_move(other, other.match, 1) for _ in range(house.pool.free)))
        flooded = []
        for _ in range(FLOOD):
            table, visitor, _, _ = await sit_down(house)
            visitor.address = "192.0.2.1"
            visitor.send = lambda message: order.append("hint") if isinstance(message, wire.Hints) else None
            await requests.receive(table, visitor, wire.Look(seat=table.match.deciders[0]))
            flooded.append((table, visitor))
        for table, visitor in flooded:
            await requests.receive(table, visitor, wire.HintWish(seat=table.match.deciders[0]))
        while house.hint_pool.free:
            await asyncio.sleep(0)
        assert house.hint_pool.waiting == FLOOD - 1
        play = other.play_move

        async def noted(*given):
            order.append("bot")
            await play(*given)

        other.play_move = noted
        other.schedule_bots()
        while order.count("hint") < FLOOD:
            await asyncio.sleep(0.01)
        assert order.index("bot") <= 1, order

    inside(test)


def test_hints_of_one_visitor_do_not_slow_another(inside, monkeypatch):
    """Whoever has asked for many waits for them; somebody else comes after the one that is being thought out."""

    async def test(house):
        monkeypatch.setattr(bots, "hint", lambda match, seat: time.sleep(0.02) or [])
        table, _, _, _ = await sit_down(house)
        order = []

        async def ask(address):
            await house.hints(table.match.clone(), 0, address)
            order.append(address)

        await asyncio.gather(*map(ask, ["192.0.2.1"] * 20 + ["192.0.2.2"] * 2))
        assert [i for i, who in enumerate(order) if who == "192.0.2.2"] in ([1, 3], [2, 4])

    inside(test)


def test_bots_of_one_visitor_do_not_slow_another(inside):
    async def test(house):
        threads = house.pool.free
        made = [await sit_down(house, "bot") for _ in range(3)]
        for number, (table, watcher, _, _) in enumerate(made):
            watcher.address = f"192.0.2.{number // 2}"
            assert table.address == watcher.address
        # A bot that begins a game thinks first.
        while house.pool.free < threads or any(table.match.deciders != [0] for table, _, _, _ in made):
            await asyncio.sleep(0.01)
        go_on, order = threading.Event(), []
        wanted = [(address, i) for address in ("192.0.2.0", "192.0.2.1") for i in range(4)]
        runs = [house.pool.run("", lambda: go_on.wait(20)) for _ in range(house.pool.free)]
        held = [asyncio.ensure_future(run) for run in runs]
        await asyncio.sleep(0)
        waits = [asyncio.ensure_future(house.pool.run(a, lambda one=(a, i): order.append(one))) for a, i in wanted]
        await asyncio.sleep(0)
        assert house.pool.waiting == len(wanted)
        go_on.set()
        await asyncio.gather(*held, *waits)
        assert {address for address, _ in order[:4]} == {"192.0.2.0", "192.0.2.1"}
        assert house.pool.waiting == 0

    inside(test)


def test_waiting_is_no_thinking_and_who_leaves_gives_the_place_away(inside):
    async def test(house):
        pool, go_on = house.hint_pool, threading.Event()
        late = asyncio.ensure_future(pool.run("a", lambda: go_on.wait(20), 0.05))
        waits = asyncio.ensure_future(pool.run("b", lambda: "thought", 5.0))
        leaves = asyncio.ensure_future(pool.run("c", lambda: "never"))
        with pytest.raises(TimeoutError):
            await late
        leaves.cancel()
        await asyncio.sleep(0.05)
        assert not waits.done(), "the thread is still busy"
        go_on.set()
        assert await waits == "thought"
        while not pool.free:
            await asyncio.sleep(0.01)
        assert pool.waiting == 0

    inside(test)


def test_a_wrong_token_wakes_no_table(inside):
    async def test(house):
        table, _, _, _ = await sit_down(house)
        house.forget(table)
        transport = httpx.ASGITransport(make_app(house))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as eve:
            claim = await eve.post(f"/api/tables/{table.id}/claim", json={"token": secrets.token_urlsafe(24)})
            code = await eve.post(f"/api/tables/{table.id}/code")
            none = await eve.post("/api/tables/none/claim", json={"token": secrets.token_urlsafe(24)})
            moved = await eve.post(f"/api/tables/{table.id}/move")
            mine = await eve.get("/api/tables", headers={"Cookie": f"parlour-{table.id}=nonsense; parlour-none=x"})
        assert (claim.status_code, code.status_code, none.status_code) == (403, 403, 404)
        assert (moved.status_code, mine.status_code, mine.json()) == (403, 200, [])
        assert not house.tables

    inside(test)


def test_a_stranger_wakes_no_private_table(inside, monkeypatch):
    async def test(house):
        wish = wire.NewTable(
            game="heartcatchers", seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="same")], private=True
        )
        made, tokens = await house.lay(wish)
        await house.game("heartcatchers")
        table = await house.table(made.id)
        await come(table, [], tokens)
        house.forget(table)
        laid, lay = [], house.lay_kept

        async def noted(kept):
            laid.append(kept.id)
            return await lay(kept)

        monkeypatch.setattr(house, "lay_kept", noted)
        app = make_app(house)
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

        assert await connection.arrive(browser(close), house, made.id) is None
        assert (closed, laid, house.tables) == ([connection.PRIVATE], [], {})

    inside(test)


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


def test_a_connection_that_has_ended_leaves_no_garbage(inside):
    """It held its last snapshot until the next full collection, which comes late: 15 KB for each that had come."""

    async def test(house):
        table, _, _, tokens = await sit_down(house)
        gc.collect()
        gc.disable()
        try:
            line = await connection.arrive(Browser(house, tokens), house, table.id)
            ended = weakref.ref(line), weakref.ref(line.watcher)
            await line.hold()
            assert line.websocket.read.is_set()
            assert line.watcher not in table.watchers
            del line
            await asyncio.sleep(0)
            assert [ref() for ref in ended] == [None, None]
        finally:
            gc.enable()

    inside(test)


def test_whoever_leaves_while_a_hello_waits_is_gone_at_once(inside, monkeypatch):
    """Nothing was read of a browser whose hello waited for its turn, not even that it leaves."""
    monkeypatch.setattr(connection, "HELLOS_OF_ONE", (1, 0.001))

    async def test(house):
        table, _, _, tokens = await sit_down(house)
        line = await connection.arrive(Browser(house, tokens, hellos=3), house, table.id)
        async with asyncio.timeout(30):
            await line.hold()
        assert line.late is not None
        assert line.watcher not in table.watchers

    inside(test)

"""Two processes with one table: what one has played the other plays too, and nobody goes on with what was not kept."""

import asyncio
import contextlib
import time

import msgspec
import pytest
import sqlalchemy as sa

from parlour.engine.record import PUBLIC
from parlour.server import absence, requests, seating, taking_back, wire, writing
from parlour.server.app import expire_now
from parlour.server.connection import PRIVATE, arrive
from parlour.server.house import House
from parlour.server.live import Watcher
from parlour.server.patches import Reader
from parlour.server.peers import GONE
from parlour.server.store import Overtaken, Store, list_tables, read_table
from parlour.server.tokens import new_token
from parlour.server.writing import CHANNEL, NOTIFY, WORDING
from sitting import browser

PATIENCE = 60


@contextlib.asynccontextmanager
async def two_houses(url: str, game: str):
    """Two houses on one database, each with the same running table and a browser of its own that holds both seats."""
    first, second = (House(Store(url), bot_wait=0) for _ in range(2))
    try:
        wish = wire.NewTable(game=game, seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="same")])
        made, _ = await first.lay(wish)
        found = []
        for number, house in enumerate((first, second), 1):
            await house.game(game)
            house.join_peers()
            await until(lambda house=house, number=number: listeners(house) == number)
            table = await house.table(made.id)
            watcher = Watcher([0, 1], lambda message: None)
            assert await table.join(watcher)
            await requests.receive(table, watcher, wire.Hello(nonce="ab" * 16))
            found.append((table, watcher))
        (one, _), (other, _) = found
        await until(lambda: one.match and other.match and one.record.seq == other.record.seq)
        yield found
    finally:
        first.close()
        second.close()


async def until(holds) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def listeners(house: House) -> int:
    """How many connections of this database listen."""
    listening = sa.text(
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()"
    )
    with house.store.engine.connect() as c:
        return c.execute(listening).scalar_one()


def notify(house: House, payload: str) -> None:
    with house.store.engine.begin() as c:
        c.execute(NOTIFY, {"channel": CHANNEL, "word": payload})


LEASES = "FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE locktype = 'advisory' AND datname = current_database()"


def end_lease_holders(house: House) -> None:
    """End the connections that hold leases, as a firewall or an administrator does."""
    with house.store.engine.connect() as c:
        # It waits until they have ended: only then are their locks free.
        assert all(c.execute(sa.text(f"SELECT pg_terminate_backend(pid, 20000) {LEASES}")).scalars())


def standing(table):
    return table.record.seq, table.match.ply, table.match.digest(), table.match_record.state, dict(table.answers)


async def play(table, watcher, number: int) -> None:
    seat = table.match.deciders[0]
    moves = table.match.moves(seat)
    move = moves[number % len(moves)]
    await requests.receive(table, watcher, wire.Play(seat=seat, ply=table.match.ply, key=f"key-{number:04}", move=move))


@pytest.mark.parametrize("game", ["heartcatchers", "perfect_match"])
def test_moves_of_another_process_are_played_and_not_read(postgres_url, game):
    async def test() -> None:
        async with two_houses(postgres_url, game) as ((one, at_one), (other, at_other)):

            def read_again(table):
                raise AssertionError("the table was read again")

            one.house.refresh = other.house.refresh = read_again
            for number in range(40):
                if one.match.over:
                    break
                here, there, watcher = (one, other, at_one) if number % 3 else (other, one, at_other)
                await play(here, watcher, number)
                await until(lambda here=here, there=there: there.record.seq == here.record.seq)
                assert standing(here) == standing(there)
            assert number > 10
            assert not one.house.faults.counts
            assert not other.house.faults.counts

    asyncio.run(test())


def test_nobody_goes_on_with_what_was_not_kept(postgres_url):
    """Another process was quicker: before anybody else has the lock, the table stands as it is stored."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            other.house.peers.hear = lambda payload: None
            await play(one, at_one, 1)
            async with other.lock:
                seat = other.match.deciders[0]
                with pytest.raises(Overtaken):
                    await other.play_move(seat, other.match.moves(seat)[-1], "late-key")
                assert standing(other) == standing(one)
            assert (await one.house.store.read(read_table(one.id))).table.seq == one.record.seq

    asyncio.run(test())


def test_nobody_is_shown_what_is_not_kept_yet(postgres_url):
    """Somebody comes to the other process while a move is being written here."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            shown, written = [], asyncio.Event()
            at_one.send = lambda message: shown.append((type(message), written.is_set()))
            write = one.house.store.write

            async def write_late(job):
                one.house.peers.note_here(other.house.peers.name, one.id, "0")
                await asyncio.sleep(0.1)
                written.set()
                return await write(job)

            one.house.store.write = write_late
            await play(one, at_one, 1)
            await until(lambda: (wire.Patch, True) in shown)
            assert (wire.Patch, False) not in shown

    asyncio.run(test())


def test_a_deal_that_is_overtaken_by_talk_is_tried_again(postgres_url):
    """The deal has waited for the rules; another process has changed the table meanwhile, and has not dealt."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, at_other)):
            for number in range(200):
                if not one.match.over:
                    await play(one, at_one, number)
            await requests.receive(one, at_one, wire.Rematch(key="again-01"))
            await until(lambda: other.record.seq == one.record.seq)
            other.house.peers.hear = lambda payload: None
            compiled = asyncio.Event()

            async def wait(name):
                await compiled.wait()

            other.house.game, other.house.is_warm = wait, lambda name: False
            await requests.receive(other, at_other, wire.Hello(nonce="cd" * 16))
            await until(lambda: one.record.seq == other.record.seq)
            await requests.receive(one, at_one, wire.Say(seat=0, text="where are you?"))
            assert one.record.seq == other.record.seq + 1
            compiled.set()
            await other.dealing
            assert other.status == "playing"
            assert not other.forgotten

    asyncio.run(test())


def test_talk_is_heard_elsewhere_though_as_much_is_kept_as_before(postgres_url, monkeypatch):
    for module in (requests, writing):
        monkeypatch.setattr(module, "MOST_SAID", 2)

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, at_other)):
            heard: list[str] = []
            at_other.send = lambda message: isinstance(message, wire.Said) and heard.append(message.text)
            said = [f"word {number}" for number in range(5)]
            for number, text in enumerate(said, 1):
                await requests.receive(one, at_one, wire.Say(seat=0, text=text))
                await until(lambda number=number: len(heard) >= number)
            assert heard == said
            assert [text for _, _, text in one.chat] == [text for _, _, text in other.chat] == said[-2:]

    asyncio.run(test())


def test_whoever_comes_finds_the_table_as_it_is_stored(postgres_url):
    """A seat was taken at one process; its browser connects to another, which has not heard of that yet."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            other.house.peers.hear = lambda payload: None
            await play(one, at_one, 1)
            assert standing(other) != standing(one)
            assert standing(await other.house.table_now(one.id)) == standing(one)

    asyncio.run(test())


@pytest.mark.parametrize(
    "word",
    [
        "x",
        "here {id} 0123456789ab 0",
        "change {id} 0123456789ab",
        "9 change {id} 0123456789ab all of it",
        f"{WORDING} here 0123456789ab {{id}}",
        f"{WORDING} change {{id}} 0123456789ab many",
        f"{WORDING} change {{id}} 0123456789ab 999 []",
        f"{WORDING} who",
    ],
)
def test_a_word_that_is_not_understood_ends_no_hearing(postgres_url, word):
    """Machines are upgraded one after the other: what another version says names a table, which is read again."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            notify(one.house, word.format(id=one.id))
            await asyncio.sleep(0.1)
            await play(one, at_one, 1)
            await until(lambda: standing(other) == standing(one))
            assert listeners(one.house) == 2
            noted = {"not-heard": 1} if word.startswith(WORDING) else {}
            assert one.house.faults.counts == other.house.faults.counts == noted

    asyncio.run(test())


def test_a_change_that_another_version_tells_of_is_read(postgres_url):
    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            understand, other.house.peers.understand = other.house.peers.understand, lambda word: None
            await play(one, at_one, 1)
            await asyncio.sleep(0.1)
            assert standing(other) != standing(one)
            other.house.peers.understand = understand
            notify(one.house, f"0 changes: {one.id}")
            await until(lambda: standing(other) == standing(one))

    asyncio.run(test())


def test_whoever_cannot_hear_for_a_moment_hears_again(postgres_url):
    """Whatever goes wrong: who stops to listen serves old tables from then on."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            peers, hear = other.house.peers, other.house.peers.hear

            def fail(payload):
                peers.hear = hear
                raise ZeroDivisionError

            peers.hear = fail
            await play(one, at_one, 1)
            await until(lambda: standing(other) == standing(one))
            await play(one, at_one, 2)
            await until(lambda: standing(other) == standing(one))
            assert other.house.faults.counts == {"not-heard": 1}

    asyncio.run(test())


def test_a_lease_ends_with_its_connection_and_its_process_notices(postgres_url):
    """Else the clock and the bots of a table run twice, and nobody is told who is here."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, _), (other, _)):
            first, second = one.house.peers, other.house.peers
            await first.tick()
            await second.tick()
            if one.id in second.held:
                first, second = second, first
            assert (first.held, second.held) == ({one.id}, set())
            end_lease_holders(one.house)
            await second.tick()
            await first.tick()
            assert (first.held, second.held) == (set(), {one.id})
            await first.say(f"here {first.name} {one.id}:1")
            await until(lambda: 1 in second.elsewhere(one.id))

    asyncio.run(test())


def test_a_lease_that_was_wanted_twice_is_released(postgres_url):
    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, _), (other, _)):
            first, second = one.house.peers, other.house.peers
            await first.give_back()
            await second.give_back()
            await asyncio.gather(first.take_leases([one.id]), first.take_leases([one.id]))
            assert first.held == {one.id}
            await first.release(one.id)
            await second.take_leases([one.id])
            assert (first.held, second.held) == (set(), {one.id})

    asyncio.run(test())


def test_two_who_wait_for_a_third_at_two_processes_see_each_other(postgres_url):
    """Nobody plays yet, so no process has wanted a lease."""

    async def test() -> None:
        houses = [House(Store(postgres_url), bot_wait=0) for _ in range(2)]
        seats = [wire.SeatWish(kind=kind) for kind in ("me", "friend", "friend")]
        made, _ = await houses[0].lay(wire.NewTable(game="work_of_heart", seats=seats))
        ann, bob = [], []
        try:
            for number, (house, sent) in enumerate(zip(houses, (ann, bob), strict=True)):
                house.join_peers()
                await until(lambda house=house, number=number: listeners(house) == number + 1)
                table, watcher = await house.table(made.id), Watcher([number], sent.append)
                assert await table.join(watcher)
                await requests.receive(table, watcher, wire.Hello(nonce="ab" * 16))
            async with asyncio.timeout(60):
                while not all(here_in(sent) == [True, True, False] for sent in (ann, bob)):
                    await asyncio.sleep(1)
                    await asyncio.gather(*(house.tick() for house in houses))
        finally:
            for house in houses:
                house.close()

    asyncio.run(test())


@pytest.mark.parametrize("seats", [[0, 1], []])
def test_a_table_that_is_used_at_another_process_does_not_expire(postgres_url, monkeypatch, seats):
    """This process has not even loaded it; its clock is wrong, or nobody has moved for 90 days."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, at_other)):
            house = other.house
            at_one.mine = seats
            await other.part(at_other)
            house.forget(other)
            house.peers.there.clear()
            await one.house.peers.tick()
            await until(lambda: one.id in house.peers.there)
            # It has listened for long enough to know of everybody.
            house.peers.heard_since -= GONE
            monkeypatch.setattr(house.clock, "now", lambda: time.time() + 91 * 86400)
            await expire_now(house)
            assert house.store.read_now(list_tables) == [one.id]
            # Whoever has just left counts for a while.
            house.peers.hear = lambda payload: None
            await one.part(at_one)
            house.peers.there.clear()
            await expire_now(house)
            assert house.store.read_now(list_tables) == []
            await until(lambda: one.forgotten)

    asyncio.run(test())


def here_in(sent: list) -> list[bool]:
    """Who is here, as a browser was last sent it."""
    reader = Reader()
    tables = [m for m in (reader.read(msgspec.json.encode(m)) for m in sent) if m["type"] == "table"]
    return [seat["here"] for seat in tables[-1]["seats"]]


def test_whoever_says_hello_hears_the_talk_once_even_if_another_process_was_quicker(postgres_url):
    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, _)):
            await requests.receive(one, at_one, wire.Say(seat=0, text="welcome"))
            await until(lambda: other.record.seq == one.record.seq)
            # Whoever comes back is noted in the store.
            await requests.receive(one, at_one, wire.Leave(seat=1))
            await until(lambda: other.record.seats[1].away)
            other.house.peers.hear = lambda payload: None
            await requests.receive(one, at_one, wire.Say(seat=0, text="where are you?"))
            sent = []
            bob = Watcher([1], sent.append)
            assert await other.join(bob)
            await requests.receive(other, bob, wire.Hello())
            assert [m.text for m in sent if isinstance(m, wire.Said)] == ["welcome", "where are you?"]
            assert not other.record.seats[1].away

    asyncio.run(test())


def test_whoever_has_lost_a_seat_elsewhere_neither_sees_nor_plays_it(postgres_url):
    """Both seats were moved at one process; the browser that had them is at the other, which has not heard of it."""

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, _), (other, at_other)):
            other.house.peers.hear = lambda payload: None
            sent, closed = [], []
            at_other.send, at_other.close = sent.append, lambda: closed.append(True)
            seat = other.match.deciders[0]
            await requests.receive(other, at_other, wire.Look(seat=seat))
            assert at_other.eyes == seat
            async with one.lock:
                await seating.move_seats(one, [0, 1], new_token())
            await play(other, at_other, 1)
            assert at_other.mine == []
            assert closed
            assert [m.kind for m in sent if isinstance(m, wire.Refused)] == ["not-allowed"]
            assert at_other.eyes == PUBLIC
            assert not any(isinstance(m, wire.Ack) for m in sent)
            assert "key-0001" not in (await one.house.store.read(read_table(one.id))).answers

    asyncio.run(test())


async def let_stand_in(table, watcher):
    """Seat 1 leaves this table, and seat 0 lets a bot play for it."""
    watcher.mine = [0]
    await requests.receive(table, watcher, wire.StandIn(seat=1))


async def resign(table, watcher):
    await requests.receive(table, watcher, wire.Resign(seat=1))


async def decline_undo(table, watcher):
    """Seat 0 asks, whoever decides; seat 1 says no."""
    async with table.lock:
        await taking_back.ask(table, 0)
    await requests.receive(table, watcher, wire.UndoAnswer(seat=1, agree=False))


async def let_question_expire(table, watcher):
    """The process that asked has died; the other one ends the question."""
    async with table.lock:
        await taking_back.ask(table, 0)
    await table.end_question()


async def move_both(table, watcher):
    async with table.lock:
        await seating.move_seats(table, [0, 1], new_token())


TOLD = {
    let_stand_in: "stand-in 0 1",
    resign: "seat-resigned",
    decline_undo: "undo-declined",
    let_question_expire: "undo-declined",
    move_both: "seat-moved",
}


@pytest.mark.parametrize(("step", "read_before"), [*((step, False) for step in TOLD), (resign, True)])
def test_the_table_is_told_at_every_process(postgres_url, monkeypatch, step, read_before):
    """Somebody looks on at each process; at one of them the table may have been read before the word comes."""
    monkeypatch.setattr(absence, "DECENT", 0.0)

    async def test() -> None:
        async with two_houses(postgres_url, "heartcatchers") as ((one, at_one), (other, at_other)):
            if step is let_stand_in:
                await other.part(at_other)
                await until(lambda: not one.house.elsewhere(one.id))
            seen = [await look_on(table) for table in (one, other)]
            heard, hear = [], other.house.peers.hear
            if read_before:
                other.house.peers.hear = heard.append
            await step(one, at_one)
            if read_before:
                await other.house.table_now(other.id)
                assert other.record.seq == one.record.seq
                await until(lambda: any(TOLD[step] in word for word in heard))
                for word in heard:
                    hear(word)
            await until(lambda: all(TOLD[step] in notices for notices in seen))

    asyncio.run(test())


async def look_on(table) -> list[str]:
    """A spectator; what the table is told from then on."""
    reader, told = Reader(), []

    def read(message) -> None:
        shown = reader.read(msgspec.json.encode(message))
        if shown["type"] == "table":
            told.append(shown["notice"])

    watcher = Watcher([], read)
    assert await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello())
    return told


@pytest.mark.parametrize("private", [False, True])
def test_whoever_arrives_while_a_seat_is_moved_has_it_no_longer(tmp_path, private):
    async def test() -> None:
        house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
        seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="bot")]
        made, tokens = await house.lay(wire.NewTable(game="heartcatchers", seats=seats, private=private))
        link = await seating.move_link(house, made.id, tokens)
        table = await house.table(made.id)
        closed = []

        async def close(code):
            closed.append(code)

        socket = browser(close, parlour=tokens[0])
        async with table.lock:
            wish = wire.Claim(token=link.path.partition("#")[2])
            moving = asyncio.ensure_future(seating.claim(house, made.id, wish, [], new_token()))
            while not table.lock._waiters:
                await asyncio.sleep(0.01)
            arriving = asyncio.ensure_future(arrive(socket, house, made.id))
            await asyncio.sleep(0.1)
        await moving
        connection = await arriving
        if private:
            assert connection is None
            assert closed == [PRIVATE]
        else:
            assert connection.watcher.mine == []
        house.close()

    asyncio.run(test())


def test_whoever_arrives_while_the_table_is_dropped_joins_it_anew(tmp_path, monkeypatch):
    """Players who came to two workers at the same moment were disconnected."""

    async def test() -> None:
        house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
        wish = wire.NewTable(game="heartcatchers", seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="bot")])
        made, _ = await house.lay(wish)
        table_now, given = house.table_now, []

        async def dropped_at_first(id):
            given.append(await table_now(id))
            if len(given) == 1:
                house.forget(given[0])
            return given[-1]

        monkeypatch.setattr(house, "table_now", dropped_at_first)
        connection = await arrive(browser(), house, made.id)
        assert connection.table is given[1] is house.tables[made.id]
        assert connection.table.watchers == [connection.watcher]
        assert not connection.closing.is_set()
        house.close()

    asyncio.run(test())

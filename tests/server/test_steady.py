"""One broken line, one slow bot or one failing table stops nothing else in the server."""

import asyncio
import dataclasses
import secrets
import threading
import time
from types import SimpleNamespace

import httpx
import msgspec
import pytest

from parlour import bots
from parlour.bots.spec import NAMED
from parlour.server import cards, limits, live, pauses, requests, retelling, showing, wire
from parlour.server.app import make_app
from parlour.server.database import matches, tables
from parlour.server.house import Busy, House, token_hash
from parlour.server.live import Watcher
from parlour.server.patches import Reader
from parlour.server.peers import follow
from parlour.server.records import Played
from parlour.server.store import Store, StoreError
from sitting import any_move, sit_down

DEADLINE = 60
# A level by the clock thinks less here, and as it does elsewhere in every other way.
SHORT = {"hard": {"milliseconds": 3}}


@pytest.fixture
def inside(tmp_path):
    """Runs an asynchronous test with a house of its own, without sockets."""

    def run(test):
        async def whole():
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=0)
            try:
                async with asyncio.timeout(DEADLINE):
                    await test(house)
                assert not house.faults.counts
            finally:
                house.close()

        asyncio.run(whole())

    return run


def kinds(sent):
    return [type(message).__name__ for message in sent]


def test_nobody_waits_for_somebody_elses_hint(inside, monkeypatch):
    async def test(house):
        thought, asked = asyncio.Event(), []

        async def hints(match, seat, address):
            asked.append(seat)
            await thought.wait()
            return []

        monkeypatch.setattr(house, "hints", hints)
        table, watcher, sent = await sit_down(house)
        seat = table.match.deciders[0]
        await requests.receive(table, watcher, wire.Look(seat=seat))
        await requests.receive(table, watcher, wire.HintWish(seat=seat))
        await requests.receive(table, watcher, wire.HintWish(seat=seat))
        assert sent[-1].kind == "busy"
        await requests.receive(table, watcher, any_move(table))
        assert kinds(sent)[-2:] == ["Ack", "Patch"]
        thought.set()
        await asyncio.gather(*table.thinking.values())
        assert asked == [seat]
        assert "Hints" not in kinds(sent), "the table has moved on, and that hint with it"

    inside(test)


def test_a_hint_is_not_shown_to_whoever_has_taken_the_screen_over(inside, monkeypatch):
    async def test(house):
        thought = asyncio.Event()

        async def hints(match, seat, address):
            await thought.wait()
            return [(match.legal(seat)[0], 0.5)]

        monkeypatch.setattr(house, "hints", hints)
        deciders = []
        # A match may end without a question to two at once: then there is another.
        while len(deciders) < 2:
            table, watcher, sent = await sit_down(house, game="work_of_heart")
            while len(deciders := table.match.deciders) == 1:
                await requests.receive(table, watcher, any_move(table))
        first, second = table.match.deciders
        for shown in (second, first):
            await requests.receive(table, watcher, wire.Look(seat=first))
            await requests.receive(table, watcher, wire.HintWish(seat=first))
            await requests.receive(table, watcher, wire.Look(seat=shown))
            thought.set()
            await asyncio.gather(*table.thinking.values())
            assert ("Hints" in kinds(sent)) is (shown == first)
            thought.clear()

    inside(test)


def test_a_browser_that_cannot_be_shown_the_table_is_sent_away_alone(inside, monkeypatch, caplog):
    async def test(house):
        table, watcher, sent = await sit_down(house)
        broken, heard = Watcher([], None), []
        broken.close = lambda: heard.append("closed")
        broken.greeted = True
        table.watchers.insert(0, broken)
        await requests.receive(table, watcher, any_move(table))
        assert heard == ["closed"]
        assert kinds(sent)[-2:] == ["Ack", "Patch"]

    inside(test)
    assert "could not be shown" in caplog.text


def test_a_table_that_breaks_is_laid_again_as_it_was_kept(inside, monkeypatch, caplog):
    async def test(house):
        table, watcher, sent = await sit_down(house)
        other, second, heard = await sit_down(house)
        ply = table.match.ply
        with monkeypatch.context() as broken:
            broken.setattr(table, "keep_match", None)
            await requests.receive(table, watcher, any_move(table))
        assert (kinds(sent[-2:-1]), sent[-2].kind, sent[-1]) == (["Refused"], "busy", "closed")
        again = await house.table(table.id)
        assert again is not table
        assert again.match.ply == ply
        await requests.receive(other, second, any_move(other))
        assert kinds(heard)[-2:] == ["Ack", "Patch"]

    inside(test)
    assert "could not carry out a Play" in caplog.text


def test_a_table_is_loaded_once_although_somebody_leaves_meanwhile(inside, monkeypatch):
    async def test(house):
        id = (await sit_down(house))[0].id
        house.forget(house.tables[id])
        compiled, lay = asyncio.Event(), house.lay_kept

        async def lay_later(kept):
            await compiled.wait()
            return await lay(kept)

        monkeypatch.setattr(house, "lay_kept", lay_later)
        first, second = (asyncio.ensure_future(house.table(id)) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait([first])
        third = asyncio.ensure_future(house.table(id))
        await asyncio.sleep(0)
        compiled.set()
        assert await second is await third

    inside(test)


def test_clocks_go_on_when_one_of_them_fails(inside, caplog):
    async def test(house):
        bad, _, _ = await sit_down(house)
        good, _, _ = await sit_down(house)
        held, _, _ = await sit_down(house)
        bad.record.deadline = good.record.deadline = held.record.deadline = 1.0
        bad.keep = None
        async with held.lock:
            await house.tick()
        assert bad.id not in house.tables
        assert any(seat.away for seat in good.record.seats)
        assert not any(seat.away for seat in held.record.seats)

    inside(test)
    assert "the deadline of table" in caplog.text


@pytest.mark.parametrize("fault", ["failed", "late", "refused"])
def test_a_bot_that_finds_nothing_plays_at_random_and_is_counted(inside, monkeypatch, caplog, fault):
    secret = set()

    async def test(house):
        asked = []

        async def bot_move(table, match, seat):
            asked.append(match.ply)
            if fault == "failed":
                raise RuntimeError("no idea")
            if fault == "late":
                await house.pool.run("", lambda: time.sleep(0.02), 0.001)
            secret.add(match.log.entries[0].text)
            return pauses.Thought(match.log.entries[0].move, 0.0, 0.0)

        monkeypatch.setattr(house, "bot_move", bot_move)
        table, watcher, _ = await sit_down(house, "bot")
        while not table.match.over:
            if table.match.deciders == [0]:
                await requests.receive(table, watcher, any_move(table))
            await asyncio.sleep(0)
        assert house.faults.counts == {f"bot-{fault}": len(asked)}
        assert len(asked) == len(set(asked)) > 5
        house.faults.counts.clear()

    inside(test)
    assert "a random move is played" in caplog.text
    assert not [text for text in secret if text in caplog.text], "what a bot wanted is nobody's business"


def test_what_does_not_fit_from_elsewhere_is_not_in_the_log(inside, caplog):
    async def test(house):
        table, _, _ = await sit_down(house)
        match = table.match
        told = Played(number=0, ply=match.ply, undos=match.undos, lines=["draw c7 @998/999"])
        assert not follow(table, table.record.seq + 1, told)
        assert house.faults.counts == {"not-followed": 1}
        assert f"table {table.id} after ply {match.ply}" in caplog.text
        house.faults.counts.clear()

    inside(test)
    assert "draw c7" not in caplog.text


def test_a_bot_is_asked_again_when_moves_were_taken_back_while_it_thought(inside, monkeypatch):
    """Taken back and played differently, the table is at the same ply: what the bot wants is from another position."""

    async def test(house):
        thought, asked = asyncio.Event(), []
        bot_move = house.bot_move

        async def slow(table, match, seat):
            asked.append((match.ply, match.undos))
            found = await bot_move(table, match, seat)
            await thought.wait()
            return found

        monkeypatch.setattr(house, "bot_move", slow)
        table, watcher, _ = await sit_down(house, "bot")
        thought.set()
        while table.match.deciders != [0]:
            await asyncio.sleep(0)
        thought.clear()
        asked.clear()
        await requests.receive(table, watcher, any_move(table))
        while not asked and table.match.deciders != [0]:
            await asyncio.sleep(0)
        ply = table.match.ply
        async with table.lock:
            await table.take_back(0, "", consent=True)
            await table.play_move(0, table.match.legal(0)[-1], "")
            while table.match.deciders == [0] and table.match.ply < ply:
                await table.play_move(0, table.match.legal(0)[-1], "")
        assert table.match.ply == ply
        thought.set()
        while table.match.ply == ply:
            await asyncio.sleep(0)
        assert asked[:2] == [(ply, 0), (ply, 1)]

    inside(test)


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_bots_of_several_tables_think_at_once_without_a_fault(inside, monkeypatch, level):
    async def test(house):
        monkeypatch.setitem(bots.LEVELS, level, dataclasses.replace(bots.LEVELS[level], **SHORT.get(level, {})))
        monkeypatch.setitem(NAMED, level, bots.LEVELS[level])
        made = []
        for _ in range(4):
            table, watcher, _ = await sit_down(house, "bot", level)
            made.append((table, watcher))
        while not all(table.match.over for table, _ in made):
            for table, watcher in made:
                if not table.match.over and table.match.deciders == [0]:
                    await requests.receive(table, watcher, any_move(table))
            await asyncio.sleep(0)

    inside(test)


def test_a_damaged_table_hides_no_other(inside, caplog):
    async def test(house):
        good, _, _ = await sit_down(house)
        bad, _, _ = await sit_down(house)
        odd, _, _ = await sit_down(house)
        session = secrets.token_urlsafe(24)
        for table in (good, bad, odd):
            hash = table.record.seats[0].token_hash = token_hash(session)
            table.record.deadline = time.time()
            await table.keep(live.Change(id=table.id, table=table.record, holder=hash))
            house.forget(table)
        spoilt = matches.update().where(matches.c.table_id == bad.id).values(record="{}")
        await house.store.write(lambda c: c.execute(spoilt).rowcount)
        unreadable = tables.update().where(tables.c.id == odd.id).values(record="[]")
        await house.store.write(lambda c: c.execute(unreadable).rowcount)
        await house.wake_all()
        assert list(house.tables) == [good.id]
        assert [card.id for card in await cards.my_tables(house, session)] == [good.id]

    inside(test)
    assert caplog.text.count("cannot be loaded") >= 2


def test_only_so_many_browsers_fit_round_a_table(inside, monkeypatch):
    async def test(house):
        monkeypatch.setattr(live, "MOST_WATCHERS", 2)
        table, _, _ = await sit_down(house)
        assert [await table.join(Watcher([], print)) for _ in range(3)] == [True, True, False]

    inside(test)


def test_spectators_share_one_picture(inside, monkeypatch):
    """However many look on, what all of them see is drawn once for each language."""

    async def test(house):
        table, watcher, _ = await sit_down(house)
        drawn, heard, readers = [], [], [Reader() for _ in range(5)]
        for language, reader in zip(("en", "de", "en", "de", "en"), readers, strict=True):
            heard.append([])
            read = heard[-1].append
            spectator = Watcher([], lambda m, read=read, reader=reader: read(reader.read(msgspec.json.encode(m))))
            await table.join(spectator)
            await requests.receive(table, spectator, wire.Hello(language=language))
        snapshot = showing.snapshot
        monkeypatch.setattr(showing, "snapshot", lambda *given: drawn.append(given[1].language) or snapshot(*given))
        for shown in heard:
            shown.clear()
        await requests.receive(table, watcher, any_move(table))
        assert sorted(drawn) == ["de", "en", "en"]
        pictures = [shown[0] for shown in heard]
        assert [p["me"] for p in pictures] == [-3] * 5
        assert pictures[0] == pictures[2] == pictures[4] != pictures[1] == pictures[3]

    inside(test)


def test_replays_are_made_a_few_at_a_time(inside, monkeypatch):
    async def test(house):
        monkeypatch.setattr(retelling, "MOST_WAITING", 3)
        table, _, _ = await sit_down(house)
        replays = retelling.Replays(house)

        async def mine(id, tokens):
            """Without a look into the store, by whose threads they could overtake one another."""
            return []

        monkeypatch.setattr(replays, "check_private", mine)
        wanted = [replays.replay(table.id, None, -3, [], "en") for _ in range(5)]
        made = await asyncio.gather(*wanted, return_exceptions=True)
        assert [isinstance(m, Busy) for m in made] == [False] * 3 + [True] * 2
        assert (await replays.replay(table.id, None, -3, [], "en")).steps == made[0].steps

    inside(test)


def test_floods_are_turned_away(inside, monkeypatch):
    # A clock that stands still: on a slow machine the limit would let some more in meanwhile.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=float))

    async def test(house):
        table, _, _ = await sit_down(house)
        transport = httpx.ASGITransport(make_app(house))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            codes = [(await client.get(f"/api/tables/{table.id}/replay")).status_code for _ in range(70)]
            assert codes == [200] * 60 + [429] * 10
            assert (await client.get("/api/games")).status_code == 200

    inside(test)


def test_a_job_that_fails_or_is_called_off_stops_no_other(tmp_path):
    store = Store(str(tmp_path / "tables.db"))
    go_on = threading.Event()
    try:
        store.submit(lambda c: go_on.wait(10))
        called_off = store.submit(lambda c: "never")
        assert called_off.cancel()
        failing, good = store.submit(lambda c: {}["nothing"]), store.submit(lambda c: "done")
        go_on.set()
        assert good.result(10) == "done"
        with pytest.raises(StoreError, match="refused"):
            failing.result(10)
        assert store.submit(lambda c: "later").result(10) == "later"
    finally:
        store.close()

"""One broken line, one slow bot or one failing table stops nothing else in the server."""

import asyncio
import dataclasses
import secrets
import threading
import time
from types import SimpleNamespace

import msgspec
import pytest

import waiting
from parlour import bots
from parlour.bots.spec import NAMED
from parlour.server import wire
from parlour.server.http import limits, my_tables, retelling
from parlour.server.store.database import matches, tables
from parlour.server.store.records import Played
from parlour.server.store.store import Store, StoreError
from parlour.server.store.tokens import token_hash
from parlour.server.table import bot_moves, requests, showing, watching
from parlour.server.table.following import follow
from parlour.server.table.patches import Reader
from parlour.server.table.refusals import Busy
from parlour.server.table.watching import Watcher
from sitting import any_move, sit_down

# A level by the clock thinks less here, and as it does elsewhere in every other way.
SHORT = {"hard": {"milliseconds": 3}}


def kinds(sent):
    return [type(message).__name__ for message in sent]


async def test_nobody_waits_for_somebody_elses_hint(own_house, monkeypatch):
    thought, asked = asyncio.Event(), []

    async def hints(match, seat, address):
        asked.append(seat)
        await thought.wait()
        return []

    monkeypatch.setattr(own_house.bots, "hints", hints)
    table, watcher = await sit_down(own_house)
    sent = watcher.sent
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


async def test_a_hint_is_not_shown_to_whoever_has_taken_the_screen_over(own_house, monkeypatch):
    thought = asyncio.Event()

    async def hints(match, seat, address):
        await thought.wait()
        return [(match.legal(seat)[0], 0.5)]

    monkeypatch.setattr(own_house.bots, "hints", hints)
    deciders = []
    # A match may end without a question to two at once: then there is another.
    while len(deciders) < 2:
        table, watcher = await sit_down(own_house, game="work_of_heart")
        sent = watcher.sent
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


async def test_a_browser_that_cannot_be_shown_the_table_is_sent_away_alone(own_house, monkeypatch, caplog):
    table, watcher = await sit_down(own_house)
    sent = watcher.sent
    broken, heard = Watcher([], None), []
    broken.close = lambda: heard.append("closed")
    broken.greeted = True
    table.watchers.insert(0, broken)
    await requests.receive(table, watcher, any_move(table))
    assert heard == ["closed"]
    assert kinds(sent)[-2:] == ["Ack", "Patch"]
    assert "could not be shown" in caplog.text


async def test_a_table_that_breaks_is_laid_again_as_it_was_kept(own_house, monkeypatch, caplog):
    table, watcher = await sit_down(own_house)
    sent = watcher.sent
    other, second = await sit_down(own_house)
    heard = second.sent
    ply = table.match.ply
    with monkeypatch.context() as broken:
        broken.setattr(table, "keep_match", None)
        await requests.receive(table, watcher, any_move(table))
    assert (sent[-2], kinds(sent[-1:]), sent[-1].kind) == ("closed", ["Refused"], "busy")
    assert own_house.faults.counts == {"table-stopped": 1}
    own_house.faults.counts.clear()
    again = await own_house.tables.find(table.id)
    assert again is not table
    assert again.match.ply == ply
    await requests.receive(other, second, any_move(other))
    assert kinds(heard)[-2:] == ["Ack", "Patch"]
    assert "could not carry out a Play" in caplog.text


async def test_a_table_is_loaded_once_although_somebody_leaves_meanwhile(own_house, monkeypatch):
    id = (await sit_down(own_house))[0].id
    own_house.tables.live[id].forget()
    compiled, lay = asyncio.Event(), own_house.games.of_table

    async def lay_later(kept):
        await compiled.wait()
        return await lay(kept)

    monkeypatch.setattr(own_house.games, "of_table", lay_later)
    first, second = (asyncio.ensure_future(own_house.tables.find(id)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.wait([first])
    third = asyncio.ensure_future(own_house.tables.find(id))
    await asyncio.sleep(0)
    compiled.set()
    assert await second is await third


async def test_clocks_go_on_when_one_of_them_fails(own_house, caplog):
    bad, _ = await sit_down(own_house)
    good, _ = await sit_down(own_house)
    held, _ = await sit_down(own_house)
    bad.record.deadline = good.record.deadline = held.record.deadline = 1.0
    bad.keep = None
    async with held.lock:
        await own_house.tick()
    assert bad.id not in own_house.tables.live
    assert any(seat.away for seat in good.record.seats)
    assert not any(seat.away for seat in held.record.seats)
    assert "could not end turn" in caplog.text
    assert own_house.faults.counts == {"table-stopped": 1}
    own_house.faults.counts.clear()


@pytest.mark.parametrize("fault", ["failed", "late", "refused"])
async def test_a_bot_that_finds_nothing_plays_at_random_and_is_counted(own_house, monkeypatch, caplog, fault):
    secret = set()
    asked = []

    async def choose(table, look):
        match = look.match
        asked.append(match.ply)
        if fault == "failed":
            raise RuntimeError("no idea")
        if fault == "late":
            await own_house.bots.pool.run("", lambda: time.sleep(0.02), 0.001)
        secret.add(match.log.entries[0].text)
        return bot_moves.Thought(match.log.entries[0].move, 0.0, 0.0)

    monkeypatch.setattr(own_house.bots, "choose", choose)
    table, watcher = await sit_down(own_house, "bot")
    while not table.match.over:
        if table.match.deciders == [0]:
            await requests.receive(table, watcher, any_move(table))
        await asyncio.sleep(0)
    assert own_house.faults.counts == {f"bot-{fault}": len(asked)}
    assert len(asked) == len(set(asked)) > 5
    own_house.faults.counts.clear()
    assert "a random move is played" in caplog.text
    assert not [text for text in secret if text in caplog.text], "what a bot wanted is nobody's business"


async def test_what_does_not_fit_from_elsewhere_is_not_in_the_log(own_house, caplog):
    table, _ = await sit_down(own_house)
    match = table.match
    told = Played(number=0, ply=match.ply, undos=match.undos, lines=["draw c7 @998/999"])
    assert not follow(table, table.record.seq + 1, told)
    assert own_house.faults.counts == {"not-followed": 1}
    assert f"table {table.id} after ply {match.ply}" in caplog.text
    own_house.faults.counts.clear()
    assert "draw c7" not in caplog.text


async def test_a_bot_is_asked_again_when_moves_were_taken_back_while_it_thought(own_house, monkeypatch):
    """Taken back and played differently, the table is at the same ply: what the bot wants is from another position."""
    thought, asked = asyncio.Event(), []
    choose = own_house.bots.choose

    async def slow(table, look):
        asked.append((look.ply, look.match.undos))
        found = await choose(table, look)
        await thought.wait()
        return found

    monkeypatch.setattr(own_house.bots, "choose", slow)
    table, watcher = await sit_down(own_house, "bot")
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


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
async def test_bots_of_several_tables_think_at_once_without_a_fault(own_house, monkeypatch, level):
    monkeypatch.setitem(bots.LEVELS, level, dataclasses.replace(bots.LEVELS[level], **SHORT.get(level, {})))
    monkeypatch.setitem(NAMED, level, bots.LEVELS[level])
    made = []
    for _ in range(4):
        table, watcher = await sit_down(own_house, "bot", level=level)
        made.append((table, watcher))
    while not all(table.match.over for table, _ in made):
        for table, watcher in made:
            if not table.match.over and table.match.deciders == [0]:
                await requests.receive(table, watcher, any_move(table))
        await asyncio.sleep(0)


async def test_a_damaged_table_hides_no_other(own_house, caplog):
    good, _ = await sit_down(own_house)
    bad, _ = await sit_down(own_house)
    odd, _ = await sit_down(own_house)
    session = secrets.token_urlsafe(24)
    for table in (good, bad, odd):
        hash = token_hash(session)
        table.record.seats[0] = table.record.seats[0].give(hash)
        table.record.deadline = time.time()
        await table.keep(holder=hash)
        table.forget()
    spoilt = matches.update().where(matches.c.table_id == bad.id).values(record="{}")
    await own_house.store.write(lambda c: c.execute(spoilt).rowcount)
    unreadable = tables.update().where(tables.c.id == odd.id).values(record="[]")
    await own_house.store.write(lambda c: c.execute(unreadable).rowcount)
    await own_house.wake_all()
    assert list(own_house.tables.live) == [good.id]
    assert [card.id for card in await my_tables.list_my_tables(own_house.tables, [session])] == [good.id]
    assert caplog.text.count("cannot be loaded") >= 2


async def test_only_so_many_browsers_fit_round_a_table(own_house, monkeypatch):
    monkeypatch.setattr(watching, "MAX_SPECTATORS", 2)
    table, _ = await sit_down(own_house)
    assert [await table.join(Watcher([], print)) for _ in range(3)] == [True, True, False]


async def test_spectators_share_one_picture(own_house, monkeypatch):
    """However many look on, what all of them see is drawn once for each language."""
    table, watcher = await sit_down(own_house)
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


async def test_replays_are_made_a_few_at_a_time(own_house, monkeypatch):
    monkeypatch.setattr(retelling, "MAX_WAITING", 3)
    table, _ = await sit_down(own_house)
    replays = retelling.Replays(own_house.services)

    async def mine(id, tokens):
        """Without a look into the store, by whose threads they could overtake one another."""
        return []

    monkeypatch.setattr(replays, "check_private", mine)
    wanted = [replays.replay(table.id, None, -3, [], "en") for _ in range(5)]
    made = await asyncio.gather(*wanted, return_exceptions=True)
    assert [isinstance(m, Busy) for m in made] == [False] * 3 + [True] * 2
    assert (await replays.replay(table.id, None, -3, [], "en")).steps == made[0].steps


async def test_floods_are_turned_away(browse, own_house, monkeypatch):
    # A clock that stands still: on a slow machine the limit would let some more in meanwhile.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=float))
    table, _ = await sit_down(own_house)
    eve = browse()
    codes = [(await eve.get(f"/api/tables/{table.id}/replay")).status_code for _ in range(70)]
    assert codes == [200] * 60 + [429] * 10
    assert (await eve.get("/api/games")).status_code == 200


def test_a_job_that_fails_or_is_called_off_stops_no_other(tmp_path):
    store = Store(str(tmp_path / "tables.db"))
    go_on = threading.Event()
    try:
        store.submit(lambda c: go_on.wait(waiting.TIMEOUT))
        called_off = store.submit(lambda c: "never")
        assert called_off.cancel()
        failing, good = store.submit(lambda c: {}["nothing"]), store.submit(lambda c: "done")
        go_on.set()
        assert good.result(waiting.TIMEOUT) == "done"
        with pytest.raises(StoreError, match="refused"):
            failing.result(waiting.TIMEOUT)
        assert store.submit(lambda c: "later").result(waiting.TIMEOUT) == "later"
    finally:
        store.close()

"""Two processes with one table: what one has played the other plays too, and nobody goes on with what was not kept."""

import asyncio
import time

import msgspec
import pytest

from pairs import end_lease_holders, listeners, notify, play, standing, two_houses
from parlour.engine.record import PUBLIC
from parlour.server import wire
from parlour.server.admin.expiring import BELIEVED, expire_now
from parlour.server.fleet.peers import GONE
from parlour.server.store import writing
from parlour.server.store.store import Overtaken, list_tables, read_table
from parlour.server.store.tokens import new_token
from parlour.server.store.writing import WORDING
from parlour.server.table import requests
from parlour.server.table.patches import Reader
from parlour.server.table.watching import Watcher
from seeds import NONCE
from sitting import Visitor, move_all
from waiting import soon, turns


@pytest.mark.parametrize("game", ["heartcatchers", "perfect_match"])
async def test_moves_of_another_process_are_played_and_not_read(open_house, postgres_url, game):
    (one, at_one), (other, at_other) = await two_houses(open_house, postgres_url, game)

    def read_again(notice):
        raise AssertionError("the table was read again")

    one.refresh = other.refresh = read_again
    for number in range(40):
        if one.match.over:
            break
        here, there, watcher = (one, other, at_one) if number % 3 else (other, one, at_other)
        await play(here, watcher, number)
        await soon(lambda here=here, there=there: there.record.seq == here.record.seq)
        assert standing(here) == standing(there)
    assert number > 10
    assert not one.house.faults.counts
    assert not other.house.faults.counts


async def test_nobody_goes_on_with_what_was_not_kept(open_house, postgres_url):
    """Another process was quicker: before anybody else has the lock, the table stands as it is stored."""
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    other.house.peers.hear = lambda payload: None
    await play(one, at_one, 1)
    async with other.lock:
        seat = other.match.deciders[0]
        with pytest.raises(Overtaken):
            await other.play_move(seat, other.match.moves(seat)[-1], "late-key")
        assert standing(other) == standing(one)
    assert (await one.house.store.read(read_table(one.id))).table.seq == one.record.seq


async def test_nobody_is_shown_what_is_not_kept_yet(open_house, postgres_url):
    """Somebody comes to the other process while a move is being written here."""
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    shown, written = [], asyncio.Event()
    write = one.house.store.write

    async def write_late(job):
        at_one.send = lambda message: shown.append((type(message), written.is_set()))
        one.house.peers.note_here(other.house.peers.name, one.id, "0")
        await turns()
        written.set()
        return await write(job)

    one.house.store.write = write_late
    await play(one, at_one, 1)
    await soon(lambda: (wire.Patch, True) in shown)
    assert (wire.Patch, False) not in shown


async def test_a_deal_that_is_overtaken_by_talk_is_tried_again(open_house, postgres_url):
    """The deal has waited for the rules; another process has changed the table meanwhile, and has not dealt."""
    (one, at_one), (other, at_other) = await two_houses(open_house, postgres_url)
    for number in range(200):
        if not one.match.over:
            await play(one, at_one, number)
    await requests.receive(one, at_one, wire.Rematch(key="again-01"))
    await soon(lambda: other.record.seq == one.record.seq)
    other.house.peers.hear = lambda payload: None
    compiled = asyncio.Event()

    async def wait(name):
        await compiled.wait()

    other.house.games.game, other.house.games.is_warm = wait, lambda name: False
    await requests.receive(other, at_other, wire.Hello(nonce="cd" * 16))
    await soon(lambda: one.record.seq == other.record.seq)
    await requests.receive(one, at_one, wire.Say(seat=0, text="where are you?"))
    assert one.record.seq == other.record.seq + 1
    compiled.set()
    await other.dealing
    assert other.status == "playing"
    assert not other.forgotten


async def test_talk_is_heard_elsewhere_though_as_much_is_kept_as_before(open_house, postgres_url, monkeypatch):
    for module in (requests, writing):
        monkeypatch.setattr(module, "MAX_SAID", 2)
    (one, at_one), (other, at_other) = await two_houses(open_house, postgres_url)
    heard: list[str] = []
    at_other.send = lambda message: isinstance(message, wire.Said) and heard.append(message.text)
    said = [f"word {number}" for number in range(5)]
    for number, text in enumerate(said, 1):
        await requests.receive(one, at_one, wire.Say(seat=0, text=text))
        await soon(lambda number=number: len(heard) >= number)
    assert heard == said
    assert [text for _, _, text in one.chat] == [text for _, _, text in other.chat] == said[-2:]


async def test_whoever_comes_finds_the_table_as_it_is_stored(open_house, postgres_url):
    """A seat was taken at one process; its browser connects to another, which has not heard of that yet."""
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    other.house.peers.hear = lambda payload: None
    await play(one, at_one, 1)
    assert standing(other) != standing(one)
    assert standing(await other.house.tables.find_now(one.id)) == standing(one)


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
async def test_a_word_that_is_not_understood_ends_no_hearing(open_house, postgres_url, word):
    """Machines are upgraded one after the other: what another version says names a table, which is read again."""
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    notify(one.house, word.format(id=one.id))
    await play(one, at_one, 1)
    await soon(lambda: standing(other) == standing(one))
    assert listeners(one.house) == 2
    noted = {"not-heard": 1} if word.startswith(WORDING) else {}
    # Each hears it when it can: a move may be seen here before the word is heard there.
    await soon(lambda: one.house.faults.counts == other.house.faults.counts == noted)
    one.house.faults.counts.clear()
    other.house.faults.counts.clear()


async def test_a_change_that_another_version_tells_of_is_read(open_house, postgres_url):
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    heard, understand = [], other.house.peers.understand
    other.house.peers.understand = heard.append
    await play(one, at_one, 1)
    await soon(lambda: heard)
    assert standing(other) != standing(one)
    other.house.peers.understand = understand
    notify(one.house, f"0 changes: {one.id}")
    await soon(lambda: standing(other) == standing(one))


async def test_whoever_cannot_hear_for_a_moment_hears_again(open_house, postgres_url):
    """Whatever goes wrong: who stops to listen serves old tables from then on."""
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    peers, hear = other.house.peers, other.house.peers.hear

    def fail(payload):
        peers.hear = hear
        raise ZeroDivisionError

    peers.hear = fail
    await play(one, at_one, 1)
    await soon(lambda: standing(other) == standing(one))
    await play(one, at_one, 2)
    await soon(lambda: standing(other) == standing(one))
    assert other.house.faults.counts == {"not-heard": 1}
    other.house.faults.counts.clear()


async def test_a_lease_ends_with_its_connection_and_its_process_notices(open_house, postgres_url):
    """Else the clock and the bots of a table run twice, and nobody is told who is here."""
    (one, _), (other, _) = await two_houses(open_house, postgres_url)
    first, second = one.house.peers, other.house.peers
    await first.tick()
    await second.tick()
    if one.id in second.leases.held:
        first, second = second, first
    assert (first.leases.held, second.leases.held) == ({one.id}, set())
    end_lease_holders(one.house)
    await second.tick()
    await first.tick()
    assert (first.leases.held, second.leases.held) == (set(), {one.id})
    await first.say(f"here {first.name} {one.id}:1")
    await soon(lambda: 1 in second.elsewhere(one.id))


async def test_a_lease_that_was_wanted_twice_is_released(open_house, postgres_url):
    (one, _), (other, _) = await two_houses(open_house, postgres_url)
    first, second = one.house.peers, other.house.peers
    await first.leases.give_back()
    await second.leases.give_back()
    await asyncio.gather(first.take_leases([one.id]), first.take_leases([one.id]))
    assert first.leases.held == {one.id}
    await first.leases.release(one.id)
    await second.take_leases([one.id])
    assert (first.leases.held, second.leases.held) == (set(), {one.id})


async def test_two_who_wait_for_a_third_at_two_processes_see_each_other(open_house, postgres_url):
    """Nobody plays yet, so no process has wanted a lease."""
    houses = [open_house(postgres_url) for _ in range(2)]
    seats = [wire.SeatWish(kind=kind) for kind in ("me", "friend", "friend")]
    made, _ = await houses[0].tables.lay(wire.NewTable(game="work_of_heart", seats=seats))
    ann, bob = Visitor([0]), Visitor([1])
    for number, (house, visitor) in enumerate(zip(houses, (ann, bob), strict=True)):
        house.join_peers()
        await soon(lambda house=house, number=number: listeners(house) == number + 1)
        table = await house.tables.find(made.id)
        assert await table.join(visitor)
        await requests.receive(table, visitor, wire.Hello(nonce=NONCE))
    while not all(here_in(visitor.sent) == [True, True, False] for visitor in (ann, bob)):
        await asyncio.gather(*(house.tick() for house in houses))


@pytest.mark.parametrize("seats", [[0, 1], []])
async def test_a_table_that_is_used_at_another_process_does_not_expire(open_house, postgres_url, monkeypatch, seats):
    """This process has not even loaded it; its clock is wrong, or nobody has moved for 90 days."""
    (one, at_one), (other, at_other) = await two_houses(open_house, postgres_url)
    house = other.house
    at_one.mine = seats
    await other.part(at_other)
    other.forget()
    house.peers.there.clear()
    await one.house.peers.tick()
    await soon(lambda: one.id in house.peers.there)
    # It has listened for long enough to know of everybody.
    house.peers.heard_since -= GONE
    monkeypatch.setattr(house.clock, "now", lambda: time.time() + 91 * 86400)
    house.clock.steady_since -= BELIEVED
    await expire_now(house)
    assert house.store.read_now(list_tables) == [one.id]
    # Whoever has just left counts for a while.
    house.peers.hear = lambda payload: None
    await one.part(at_one)
    house.peers.there.clear()
    await expire_now(house)
    assert house.store.read_now(list_tables) == []
    await soon(lambda: one.forgotten)


def here_in(sent: list) -> list[bool]:
    """Who is here, as a browser was last sent it."""
    reader = Reader()
    tables = [m for m in (reader.read(msgspec.json.encode(m)) for m in sent) if m["type"] == "table"]
    return [seat["here"] for seat in tables[-1]["seats"]]


async def test_whoever_says_hello_hears_the_talk_once_even_if_another_process_was_quicker(open_house, postgres_url):
    (one, at_one), (other, _) = await two_houses(open_house, postgres_url)
    await requests.receive(one, at_one, wire.Say(seat=0, text="welcome"))
    await soon(lambda: other.record.seq == one.record.seq)
    # Whoever comes back is noted in the store.
    await requests.receive(one, at_one, wire.Leave(seat=1))
    await soon(lambda: other.record.seats[1].away)
    other.house.peers.hear = lambda payload: None
    await requests.receive(one, at_one, wire.Say(seat=0, text="where are you?"))
    sent = []
    bob = Watcher([1], sent.append)
    assert await other.join(bob)
    await requests.receive(other, bob, wire.Hello())
    assert [m.text for m in sent if isinstance(m, wire.Said)] == ["welcome", "where are you?"]
    assert not other.record.seats[1].away


async def test_whoever_has_lost_a_seat_elsewhere_neither_sees_nor_plays_it(open_house, postgres_url):
    """Both seats were moved at one process; the browser that had them is at the other, which has not heard of it."""
    (one, _), (other, at_other) = await two_houses(open_house, postgres_url)
    other.house.peers.hear = lambda payload: None
    sent, closed = [], []
    at_other.send, at_other.close = sent.append, lambda: closed.append(True)
    seat = other.match.deciders[0]
    await requests.receive(other, at_other, wire.Look(seat=seat))
    assert at_other.eyes == seat
    async with one.lock:
        await move_all(one, new_token())
    await play(other, at_other, 1)
    assert at_other.mine == []
    assert closed
    assert [m.kind for m in sent if isinstance(m, wire.Refused)] == ["not-allowed"]
    assert at_other.eyes == PUBLIC
    assert not any(isinstance(m, wire.Ack) for m in sent)
    assert "key-0001" not in (await one.house.store.read(read_table(one.id))).answers

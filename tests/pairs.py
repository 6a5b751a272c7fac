"""Two houses on one database, each with the same running table."""

import sqlalchemy as sa

from parlour.server import wire
from parlour.server.fleet.house import House
from parlour.server.store.writing import CHANNEL, NOTIFY
from parlour.server.table import requests
from sitting import come
from waiting import soon


async def two_houses(open_house, url: str, game: str = "heartcatchers"):
    """Two houses on one database, each with the same running table and a browser of its own that holds both seats."""
    first, second = open_house(url), open_house(url)
    wish = wire.NewTable(game=game, seats=[wire.SeatWish(kind="me"), wire.SeatWish(kind="same")])
    made, tokens = await first.tables.lay(wish)
    found = []
    for number, house in enumerate((first, second), 1):
        await house.games.game(game)
        house.join_peers()
        await soon(lambda house=house, number=number: listeners(house) == number)
        table = await house.tables.find(made.id)
        table.house = house
        found.append((table, await come(table, tokens)))
    (one, _), (other, _) = found
    await soon(lambda: one.match and other.match and one.record.seq == other.record.seq)
    # Else word of who is here may come later than word of who has left.
    await soon(lambda: all(table.house.peers.elsewhere(table.id) for table in (one, other)))
    return found


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

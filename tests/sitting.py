"""People at tables of a server in this process, without sockets."""

import secrets
from types import SimpleNamespace

import httpx

import waiting
from parlour.server import wire
from parlour.server.fleet.house import House
from parlour.server.http.limits import Limits
from parlour.server.settings import Settings
from parlour.server.store.store import Store
from parlour.server.table import requests, seating
from parlour.server.table.seating import seats_of
from parlour.server.table.watching import Watcher
from seeds import NONCE, Seed, SeededDraws


def open_house(store, seed: Seed, **options) -> House:
    """A house of a test: its bots answer at once, and its draws follow from a seed."""
    return House(Store(str(store)), **{"bot_wait": 0, **options}, draws=SeededDraws(seed.read))


class Visitor(Watcher):
    """A browser that keeps what it is sent; at the end "closed", if its line was closed."""

    def __init__(self, mine=(), tokens=()):
        self.sent, self.tokens = [], tokens
        super().__init__(list(mine), lambda message: self.sent.append(message), lambda: self.sent.append("closed"))


async def come(table, tokens=()):
    """Somebody at a table, with the tokens of seats."""
    visitor = Visitor(seats_of(table.record, tokens), tokens)
    assert await table.join(visitor)
    await requests.receive(table, visitor, wire.Hello(nonce=NONCE))
    return visitor


async def sit_down(house, *others, level="easy", game="heartcatchers", session="", **options):
    """A table with one browser at it, dealt and looking through the deciding seat's eyes."""
    seats = [seat(kind, level) for kind in ("me", *(others or ("same",)))]
    made, tokens = await house.tables.lay(wire.NewTable(game=game, seats=seats, **options), session)
    table = await house.tables.find(made.id)
    visitor = await come(table, tokens)
    await dealt(table)
    return table, visitor


async def dealt(table):
    """The deal waits until the game's rules are known to be compiled, which takes a moment for the first table."""
    await waiting.soon(lambda: table.match is not None, "the deal")


def client(app, address="127.0.0.1"):
    """Somebody's browser that asks an application of this process."""
    return httpx.AsyncClient(transport=httpx.ASGITransport(app, client=(address, 1)), base_url="http://localhost")


async def bot_to_move(house):
    """A table that was dropped while a bot was to move."""
    house.bots.pauses.shortest = 1000.0
    table, watcher = await sit_down(house, "bot")
    while table.match.deciders == [0]:
        await requests.receive(table, watcher, any_move(table))
    table.stop()
    table.forget()
    house.bots.pauses.shortest = 0.0
    return table


def seat(kind, level="easy"):
    return wire.SeatWish(kind=kind, level=level)


def any_move(table, move=""):
    """The message that plays a move, the first one if it is not said which."""
    seat = table.match.deciders[0]
    move = move or table.game.moves.text(table.match.legal(seat)[0])
    return wire.Play(seat=seat, ply=table.match.ply, key=secrets.token_hex(8), move=move)


def browser(close=None, **cookies):
    """What a connection asks of a browser's socket before it sends anything."""
    state = SimpleNamespace(settings=Settings(), limits=Limits(on=False))
    url, app = SimpleNamespace(scheme="ws"), SimpleNamespace(state=state)
    return SimpleNamespace(cookies=cookies, client=None, headers={}, url=url, app=app, close=close)


async def move_all(table, session):
    """Every seat of a table goes to another session, as by a link of its holder."""
    table.record.seats = [seat.offer("a link") for seat in table.record.seats]
    await seating.move_seats(table, list(range(len(table.record.seats))), session, [])

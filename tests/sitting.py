"""People at tables of a server in this process, without sockets."""

import asyncio
import secrets
from types import SimpleNamespace

from parlour.server import requests, wire
from parlour.server.house import seats_of
from parlour.server.limits import Limits
from parlour.server.live import Watcher
from parlour.server.settings import Settings


async def sit_down(house, other="same", level="easy", game="heartcatchers"):
    """A table with one browser at it, dealt and looking through the deciding seat's eyes."""
    made, tokens = await house.lay(wire.NewTable(game=game, seats=[seat("me"), seat(other, level)]))
    table, sent = await house.table(made.id), []
    watcher = Watcher(seats_of(table.record, tokens), sent.append, lambda: sent.append("closed"))
    await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello(nonce=secrets.token_hex(16)))
    # The deal waits until the game's rules are known to be compiled, which takes a moment for the first table.
    while table.match is None:
        await asyncio.sleep(0.01)
    return table, watcher, sent


async def bot_to_move(house):
    """A table that was dropped while a bot was to move."""
    house.pauses.shortest = 1000.0
    table, watcher, _ = await sit_down(house, "bot")
    while table.match.deciders == [0]:
        await requests.receive(table, watcher, any_move(table))
    table.stop()
    house.forget(table)
    house.pauses.shortest = 0.0
    return table


def seat(kind, level="easy"):
    return wire.SeatWish(kind=kind, level=level)


def any_move(table):
    seat = table.match.deciders[0]
    move = table.game.moves.text(table.match.legal(seat)[0])
    return wire.Play(seat=seat, ply=table.match.ply, key=secrets.token_hex(8), move=move)


def browser(close=None, **cookies):
    """What a connection asks of a browser's socket before it sends anything."""
    state = SimpleNamespace(settings=Settings(), limits=Limits(on=False))
    url, app = SimpleNamespace(scheme="ws"), SimpleNamespace(state=state)
    return SimpleNamespace(cookies=cookies, client=None, headers={}, url=url, app=app, close=close)

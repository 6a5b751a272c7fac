"""A store and a save file of every released version of every game's rules, kept for good: what somebody may still have.

python tests/stored.py --write [GAME ...]

writes those of versions that have none yet. From a game's first ones on, a test demands them of each further version.
Never write one anew: old files are the point.
"""

import asyncio
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

import waiting
from parlour.engine import registry
from parlour.engine.match import Match
from parlour.server import wire
from parlour.server.fleet.house import House
from parlour.server.store.store import Store
from parlour.server.table import requests
from parlour.server.table.live import LiveTable
from parlour.server.table.seating import seats_of
from parlour.server.table.watching import Watcher
from places import RELEASED
from seeds import NONCE, SeededDraws

HERE = Path(__file__).parent / "stored"
# How many decisions were made at each table.
DECISIONS = 6


class StoredVersion(NamedTuple):
    """One version of a game, and where its files are."""

    game: str
    version: int

    @property
    def save(self) -> Path:
        return HERE / f"{self.game}-{self.version}.json"

    @property
    def store(self) -> Path:
        return HERE / f"{self.game}-{self.version}.db"

    @property
    def key(self) -> Path:
        """The id of the store's table and the tokens of its seats."""
        return HERE / f"{self.game}-{self.version}.txt"


def kept() -> list[StoredVersion]:
    """Every version that was kept."""
    found = [path.stem.rpartition("-") for path in sorted(HERE.glob("*.json"))]
    return [StoredVersion(game, int(version)) for game, _, version in found]


def present(*more: str) -> list[StoredVersion]:
    """The version that is played now of each game that is released or has kept ones, and of others by name."""
    names = {*RELEASED, *(old.game for old in kept()), *more}
    return [StoredVersion(name, registry.about(name).version) for name in sorted(names)]


def write(wanted: StoredVersion) -> None:
    HERE.mkdir(exist_ok=True)
    match = Match.deal(wanted.game, seed=5)
    for _ in range(DECISIONS):
        match.play(match.moves(match.deciders[0])[0], match.deciders[0])
    match.save(wanted.save)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        id, tokens = at_a_house(path, lambda house: lay(house, wanted.game))
        for _ in range(DECISIONS):
            at_a_house(path, lambda house: play_one(house, id, tokens))
        shutil.copy(path, wanted.store)
    wanted.key.write_text("\n".join([id, *tokens]) + "\n", "utf-8")


# A house in this process


def at_a_house(path: Path, visit: Callable[[House], Coroutine[Any, Any, Any]]) -> Any:
    """Open a house on a store, let somebody visit it, and close it."""

    async def whole() -> Any:
        house = House(Store(str(path)), bot_wait=0, draws=SeededDraws(lambda: path.name))
        try:
            async with asyncio.timeout(60):
                return await visit(house)
        finally:
            house.close()

    return asyncio.run(whole())


async def lay(house: House, game: str) -> tuple[str, list[str]]:
    """A table for two at one screen; its id and the tokens of its seats."""
    seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="same")]
    made, tokens = await house.tables.lay(wire.NewTable(game=game, seats=seats))
    await join(house, made.id, tokens)
    return made.id, tokens


async def join(house: House, id: str, tokens: list[str]) -> tuple[LiveTable, Watcher]:
    table = await house.tables.find(id)
    watcher = Watcher(seats_of(table.record, tokens), lambda _: None)
    await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello(nonce=NONCE))
    await waiting.soon(lambda: table.match, "a deal, once the rules are compiled,")
    return table, watcher


async def play_one(house: House, id: str, tokens: list[str]) -> tuple[int, int]:
    """Play one move; the ply before it, and where the present rules began."""
    table, watcher = await join(house, id, tokens)
    seat, ply = table.match.deciders[0], table.match.ply
    move = table.match.moves(seat)[0]
    await requests.receive(table, watcher, wire.Play(seat=seat, ply=ply, key=secrets.token_hex(8), move=move))
    assert table.match.ply > ply
    return ply, table.match.begin


if __name__ == "__main__":
    if sys.argv[1:2] != ["--write"]:
        raise SystemExit(__doc__)
    for each in present(*sys.argv[2:]):
        if not each.save.exists():
            write(each)
            print(f"{each.game} {each.version}: written")

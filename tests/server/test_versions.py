"""Tables that were begun under older rules: what the present rules carry on, and from where."""

import asyncio
import secrets
from dataclasses import replace

import pytest

from parlour.engine import registry
from parlour.engine.match import Match, OlderRules, playing
from parlour.server import requests, wire
from parlour.server.house import House, seats_of
from parlour.server.live import Watcher
from parlour.server.store import Store


@pytest.fixture
def game(monkeypatch):
    """A game whose version a test may raise."""
    game = registry.load("heartcatchers")
    monkeypatch.setattr(game, "about", game.about)
    return game


def raise_version(game, carries):
    game.about = replace(game.about, version=game.about.version + 1, carries=carries)


def at_a_house(path, visit):
    """Open a house on a store, let somebody visit it, and close it."""

    async def whole():
        house = House(Store(str(path)), bot_wait=0)
        try:
            async with asyncio.timeout(60):
                return await visit(house)
        finally:
            house.close()

    return asyncio.run(whole())


async def lay(house):
    seats = [wire.SeatWish(kind="me"), wire.SeatWish(kind="same")]
    made, tokens = await house.lay(wire.NewTable(game="heartcatchers", seats=seats))
    await join(house, made.id, tokens)
    return made.id, tokens


async def join(house, id, tokens):
    table = await house.table(id)
    watcher = Watcher(seats_of(table.record, tokens), lambda _: None)
    await table.join(watcher)
    await requests.receive(table, watcher, wire.Hello(nonce=secrets.token_hex(16)))
    return table, watcher


async def play_one(house, id, tokens):
    """Play one move; the ply before it, and where the present rules began."""
    table, watcher = await join(house, id, tokens)
    seat, ply = table.match.deciders[0], table.match.ply
    move = table.match.moves(seat)[0]
    await requests.receive(table, watcher, wire.Play(seat=seat, ply=ply, key=secrets.token_hex(8), move=move))
    assert table.match.ply > ply
    return ply, table.match.begin


def test_a_carried_on_table_remembers_where_new_rules_began(tmp_path, game, monkeypatch):
    """Restarted twice: what older rules played is never played again by newer ones."""
    path = tmp_path / "tables.db"
    id, tokens = at_a_house(path, lay)
    at_a_house(path, lambda house: play_one(house, id, tokens))
    raise_version(game, carries=(game.about.version,))
    begun, begin = at_a_house(path, lambda house: play_one(house, id, tokens))
    assert begin == begun > 0
    replayed = []
    real = playing.read_line
    monkeypatch.setattr(playing, "read_line", lambda *line: replayed.append(line) or real(*line))
    for _ in range(2):
        replayed.clear()
        ply, begin = at_a_house(path, lambda house: play_one(house, id, tokens))
        assert begin == begun
        assert len(replayed) == ply - begun


def test_rules_that_do_not_carry_a_version_on_say_so(game):
    match = Match(game)
    match.settle()
    frozen = match.freeze()
    was = match.version
    raise_version(game, carries=())
    with pytest.raises(OlderRules, match=f"version {was} of"):
        Match.thaw(frozen, "a game")


def test_another_layout_is_not_carried_on(game):
    match = Match(game)
    match.settle()
    frozen = match.freeze()
    frozen.save.layout = "another"
    raise_version(game, carries=(game.about.version,))
    with pytest.raises(OlderRules):
        Match.thaw(frozen, "a game")


def test_a_save_file_is_carried_on_and_saved_again(game, tmp_path):
    match = Match.deal("heartcatchers")
    match.save(tmp_path / "old.json")
    raise_version(game, carries=(game.about.version,))
    carried = Match.load(tmp_path / "old.json")
    assert carried.begin == match.ply
    carried.play(carried.moves()[0])
    carried.save(tmp_path / "new.json")
    again = Match.load(tmp_path / "new.json")
    assert (again.begin, again.ply) == (match.ply, carried.ply)
    assert again.digest() == carried.digest()
    assert again.log.hash == carried.log.hash


def test_a_frozen_match_goes_on_as_it_would_have(game):
    match = Match.deal("heartcatchers", seed=7)
    again = Match.thaw(match.freeze(), "a game")
    for _ in range(6):
        for m in (match, again):
            m.play(m.moves()[0])
    assert again.digest() == match.digest()

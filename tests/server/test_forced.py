"""A seat with one possible answer: nobody learns from the server's timing that there was only one."""

import asyncio
import secrets
import statistics
import time

import pytest

from parlour import bots
from parlour.engine.chance import Seeded, stream
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.engine.registry import load
from parlour.server import forcing, pauses, requests, wire
from parlour.server.house import House, seats_of
from parlour.server.live import Watcher
from parlour.server.store import Store

GAME = "work_of_heart"
WORLDS = 150


def forced_positions(seed: int, most: int):
    """Positions of a random game where a seat has one legal move."""
    match, dice, found = Match(load(GAME), seats=3, chance=Seeded(seed)), stream(seed), 0
    match.settle()
    while not match.over and found < most:
        seat = match.deciders[0]
        legal = match.legal(seat)
        if len(legal) == 1:
            found += 1
            yield match, seat, legal
        dice[0] += 1
        match.play(legal[hash((seed, match.ply, int(dice[0]))) % len(legal)], seat)


def known_to_all(match: Match, seat: int, legal: list[int]) -> bool:
    """Whether in every imagined world of everybody else the seat has just this list."""
    for eyes in [int(PUBLIC), *(s for s in range(match.seats) if s != seat)]:
        hidden, rng = match.hidden(eyes), stream(7, eyes % 8)
        for _ in range(WORLDS):
            world = match.game.imagine(match.edition, hidden, eyes, rng)
            if match.game.legal(match.edition, world, seat) != legal:
                return False
    return True


def test_only_an_answer_that_all_can_see_gives_itself():
    given, kept = 0, 0
    for seed in range(3):
        for match, seat, legal in forced_positions(seed, 60):
            if forcing.open_answer(match, seat) is None:
                kept += 1
            else:
                given += 1
                assert known_to_all(match, seat, legal), match.moves(seat)
    assert given > 10
    assert kept > 10


def test_open_answers_are_played_with_the_move_before_and_taken_back_with_it():
    for match, seat, _ in forced_positions(1, 40):
        before = match.clone()
        forcing.play_open_answers(match.clone())
        if forcing.open_answer(match, seat) is not None and before.last_decision(seat) is not None:
            twin = before.clone()
            forcing.play_open_answers(twin)
            assert twin.ply > before.ply
            assert all(forcing.open_answer(twin, s) is None for s in twin.deciders)
            cut = forcing.take_back(twin, seat, consent=True)
            assert cut < before.ply
            assert twin.over or forcing.open_answer(twin, seat) is None or twin.last_decision(seat) is None
            return
    raise AssertionError("no open answer was found")


@pytest.fixture
def at_table(tmp_path):
    """Runs an asynchronous test at a table of Work of Heart."""

    def run(test, *kinds, bot_wait=0.0):
        async def whole() -> None:
            house = House(Store(str(tmp_path / "tables.db")), bot_wait=bot_wait)
            try:
                seats = [wire.SeatWish(kind=kind, level="easy") for kind in kinds]
                made, tokens = await house.lay(wire.NewTable(game=GAME, seats=seats))
                table = await house.table(made.id)
                watcher = Watcher(seats_of(table.record, tokens), lambda message: None)
                await table.join(watcher)
                await requests.receive(table, watcher, wire.Hello(nonce=secrets.token_hex(16)))
                while table.match is None:
                    await asyncio.sleep(0.01)
                await test(table, watcher)
            finally:
                house.close()

        asyncio.run(whole())

    return run


def test_a_person_is_asked_what_only_they_know_to_be_forced(at_table):
    async def test(table, watcher):
        match, asked = table.match, 0
        while not match.over and asked < 1:
            for seat in match.deciders:
                assert forcing.open_answer(match, seat) is None, "what all can see is asked of nobody"
            seat = match.deciders[0]
            legal, ply = match.legal(seat), match.ply
            if len(legal) == 1:
                asked += 1
                await asyncio.sleep(1.4)
                assert match.ply == ply, "the server has answered by itself"
            move = match.game.moves.text(legal[hash((3, ply)) % len(legal)])
            key = secrets.token_hex(8)
            await requests.receive(table, watcher, wire.Play(seat=seat, ply=ply, key=key, move=move))
        assert asked == 1

    at_table(test, "me", "same")


THINKING = 0.1


def test_the_time_of_a_bot_does_not_tell_forced_from_chosen(at_table, monkeypatch):
    monkeypatch.setattr(pauses, "FIRST_GUESS", 0.0)

    def slow(bot, edition, hidden, moves, seat):
        time.sleep(THINKING if len(moves) > 1 else 0.0)
        return int(moves[0])

    monkeypatch.setattr(bots.Bot, "choose", slow)

    async def test(table, watcher):
        took = {True: [], False: []}
        play, since = table.play_move, [time.monotonic()]

        async def timed(seat, move, key, *more):
            took[len(table.match.legal(seat)) == 1].append(time.monotonic() - since[0])
            await play(seat, move, key, *more)
            since[0] = time.monotonic()

        table.play_move = timed
        await requests.receive(table, watcher, wire.Leave(seat=0))
        until = time.monotonic() + 30
        while not table.match.over and len(took[True]) < 9 and time.monotonic() < until:
            await asyncio.sleep(0.02)
        forced, chosen = took[True], took[False][3:]
        assert len(forced) >= 3
        assert len(chosen) >= 3
        # Half of what it would be if a forced move came as soon as it can; a busy machine adds less than that.
        assert abs(statistics.median(forced) - statistics.median(chosen)) < THINKING / 2, (forced, chosen)

    at_table(test, "me", "bot", "bot", bot_wait=0.01)

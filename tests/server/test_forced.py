"""A seat with one possible answer: nobody learns from the server's timing that there was only one."""

import asyncio
import random
import secrets
import statistics
import time

import pytest

from parlour import bots
from parlour.engine.chance import Seeded, stream
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.engine.registry import load
from parlour.server import answering, forcing, pauses, requests, wire
from parlour.server.house import House, seats_of
from parlour.server.live import Watcher
from parlour.server.store import Store

GAME = "work_of_heart"
# More than the server makes.
WORLDS = 2 * forcing.WORLDS

# Games with hidden information, and some of their seeds. With 32 worlds four answers in these games of Work of Heart
# were taken for open, though the spectators imagine another list once in 12 to 40.
HIDING = [(GAME, 3, seed) for seed in (4, 9, 26)]
HIDING += [("perfect_match", 3, seed) for seed in range(4)]
HIDING += [(game, 2, seed) for game in ("heartcatchers", "held_hands", "labor_of_love") for seed in range(4)]


def forced_positions(seed: int, most: int, game: str = GAME, seats: int = 3):
    """Positions of a random game where a seat has one legal move."""
    match, pick, found = Match(load(game), seats=seats, chance=Seeded(seed)), random.Random(seed), 0
    match.settle()
    while not match.over and found < most:
        seat = match.deciders[0]
        legal = match.legal(seat)
        if len(legal) == 1:
            found += 1
            yield match, seat, legal
        match.play(pick.choice(legal), seat)


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
    for game, seats, seed in HIDING:
        for match, seat, legal in forced_positions(seed, 400, game, seats):
            if forcing.open_answer(match, seat) is None:
                kept += 1
            else:
                given += 1
                assert known_to_all(match, seat, legal), (game, seed, match.ply, match.moves(seat))
    assert given > 50
    assert kept > 50


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


# How many answers that only their player knows to be forced are looked at.
ASKED = 8


def test_a_person_is_asked_what_only_they_know_to_be_forced(at_table):
    async def test(table, watcher):
        match, took = table.match, {True: [], False: []}
        while not match.over and len(took[True]) < ASKED:
            for seat in match.deciders:
                assert forcing.open_answer(match, seat) is None, "what all can see is asked of nobody"
            seat = match.deciders[0]
            legal, ply = match.legal(seat), match.ply
            forced = len(legal) == 1
            # The person thinks for a moment, and once for long.
            await asyncio.sleep((0.3 if took[True] else 1.4) if forced else 0.0)
            assert match.ply == ply, "the server has answered by itself"
            move, key = match.game.moves.text(legal[hash((3, ply)) % len(legal)]), secrets.token_hex(8)
            began = time.monotonic()
            await requests.receive(table, watcher, wire.Play(seat=seat, ply=ply, key=key, move=move))
            took[forced].append(time.monotonic() - began)
        # A short match has fewer; a busy machine is slower now and then, but not by the second that once told.
        assert len(took[True]) > ASKED // 4
        assert len(took[False]) > ASKED // 4
        assert abs(statistics.median(took[True]) - statistics.median(took[False])) < 0.3, took

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


# How often each position is answered, and the share of pairs in which the forced answer may take longer. If the time
# told something it would be 0 or 1; by chance it leaves these bounds once in 30,000 measurements.
ROUNDS, LEAST, MOST = 20, 0.1, 0.9


def a_forced_and_a_chosen_answer() -> dict[bool, tuple[Match, int]]:
    """Two positions of one game: somebody has one legal move, which only they know; somebody has several."""
    found: dict[bool, tuple[Match, int]] = {}
    for match, seat, _ in forced_positions(4, 400):
        if forcing.open_answer(match, seat) is None:
            found[True] = match.clone(), seat
            break
    match = Match(load(GAME), seats=3, chance=Seeded(4))
    match.settle()
    while len(match.legal(match.deciders[0])) < 2:
        match.play(match.legal(match.deciders[0])[0], match.deciders[0])
    found[False] = match, match.deciders[0]
    return found


async def time_answers(table, level: str, rounds: int) -> dict[bool, list[float]]:
    """How long others wait for a real bot's answers, forced and chosen ones in turn."""
    positions, took = a_forced_and_a_chosen_answer(), {True: [], False: []}
    table.house.pauses.dice = random.Random(1)
    for seat in table.record.seats:
        seat.level = level
    played = []

    async def note(seat, move, key):
        played.append(time.monotonic())

    table.play_move = note
    for match, seat in positions.values():
        # The first thought of a thread loads code.
        table.match = match.clone()
        await asyncio.gather(*(table.house.bot_move(table, table.match, seat) for _ in range(2)))
    for number in range(rounds + 1):
        for forced, (match, seat) in positions.items():
            table.match = match.clone()
            began = time.monotonic()
            await answering.answer(table, seat)
            # Nothing is known about searches before the first one.
            if number:
                took[forced].append(played[-1] - began)
    assert not table.house.faults.counts
    return took


@pytest.mark.parametrize("level", bots.LEVELS)
def test_real_bots_take_as_long_for_a_forced_answer_as_for_a_choice(at_table, monkeypatch, level):
    monkeypatch.setattr(pauses, "FIRST_GUESS", 0.0)

    async def test(table, watcher):
        took = await time_answers(table, level, ROUNDS)
        longer = [forced > chosen for forced in took[True] for chosen in took[False]]
        assert LEAST < statistics.mean(longer) < MOST, took

    at_table(test, "me", "same", "same", bot_wait=0.02)


def test_a_search_that_is_longer_than_any_pause_does_not_show(at_table, monkeypatch):
    """Half of the time of a hard bot is the most that is waited for: its choices come later than that."""
    monkeypatch.setattr(pauses, "FIRST_GUESS", 0.0)
    monkeypatch.setattr(pauses, "MOST", 0.05)

    async def test(table, watcher):
        took = await time_answers(table, "hard", 8)
        quickest = min(took[False])
        assert statistics.mean(forced >= quickest for forced in took[True]) > 0.2, took

    at_table(test, "me", "same", "same", bot_wait=0.01)

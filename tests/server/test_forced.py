"""A seat with one possible answer: nobody learns from the server's timing that there was only one."""

import asyncio
import random
import statistics
from types import SimpleNamespace

import pytest

from parlour import bots
from parlour.engine.chance import Seeded, stream
from parlour.engine.match import Match
from parlour.engine.record import PUBLIC
from parlour.engine.registry import load
from parlour.server import wire
from parlour.server.store.store import SeatRecord
from parlour.server.table import bot_moves, forcing, requests
from sitting import any_move, sit_down
from waiting import turns

GAME = "work_of_heart"
# Its other windows always leave a choice.
FEW = {"few-windows": True}
# More than the server makes.
WORLDS = 2 * forcing.WORLDS

# Games with hidden information, and some of their seeds. With 32 worlds four answers in these games of Work of Heart
# were taken for open, though the spectators imagine another list once in 12 to 40.
HIDING = [(GAME, 3, seed) for seed in (4, 9, 26)]
HIDING += [("perfect_match", 3, seed) for seed in range(4)]
HIDING += [(game, 2, seed) for game in ("heartcatchers", "held_hands", "labor_of_love") for seed in range(4)]


def forced_positions(seed: int, most: int, game: str = GAME, seats: int = 3):
    """Positions of a random game where a seat has one legal move."""
    rulings = FEW if game == GAME else None
    match = Match(load(game), seats=seats, chance=Seeded(seed), rulings=rulings)
    pick, found = random.Random(seed), 0
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


# How many answers that only their player knows to be forced are looked at.
ASKED = 8


async def test_a_person_is_asked_what_only_they_know_to_be_forced(own_house, monkeypatch):
    """The server neither answers by itself nor holds any answer back."""
    table, watcher = await sit_down(own_house, game=GAME, rulings=FEW)
    match, asked, slept, sleep = table.match, {True: 0, False: 0}, [], asyncio.sleep

    async def noted(seconds, *result):
        slept.append(seconds)
        return await sleep(seconds, *result)

    while not match.over and asked[True] < ASKED:
        for seat in match.deciders:
            assert forcing.open_answer(match, seat) is None, "what all can see is asked of nobody"
        seat, ply = match.deciders[0], match.ply
        legal = match.legal(seat)
        await turns()
        assert match.ply == ply, "the server has answered by itself"
        with monkeypatch.context() as watched:
            watched.setattr(asyncio, "sleep", noted)
            await requests.receive(table, watcher, any_move(table, match.game.moves.text(legal[ply % len(legal)])))
        asked[len(legal) == 1] += 1
    assert min(asked.values()) > ASKED // 4
    assert not any(slept)


class Clock:
    """A clock for bots: thinking and pausing move it on, and nothing else does."""

    def __init__(self, monkeypatch) -> None:
        self.now, self.pick = 0.0, random.Random(1)
        monkeypatch.setattr(bot_moves, "FIRST_GUESS", 0.0)
        monkeypatch.setattr(bot_moves, "monotonic", lambda: self.now)
        monkeypatch.setattr(bot_moves, "asyncio", SimpleNamespace(sleep=self.sleep))

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def think(self, usual: float) -> None:
        self.now += usual * self.pick.uniform(0.5, 1.5)


@pytest.fixture
async def at_table(own_house, monkeypatch):
    """A table of Work of Heart whose bots think for so many seconds about a choice, by a clock of their own."""
    clock = Clock(monkeypatch)

    async def ready(thinking: float, shortest: float):
        def choose(bot, edition, hidden, moves, seat):
            if len(moves) > 1:
                clock.think(thinking)
            return int(moves[0])

        monkeypatch.setattr(bots.Bot, "choose", choose)
        pauses = own_house.bots.pauses
        pauses.shortest, pauses.dice = shortest, random.Random(1)
        table, watcher = await sit_down(own_house, "same", "same", game=GAME, rulings=FEW)
        # They play when they are asked here, and not by themselves.
        table.schedule_bots = lambda: None
        return table, watcher, clock

    return ready


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


async def time_answers(table, clock: Clock, rounds: int) -> dict[bool, list[float]]:
    """How long others wait for a bot's answers, forced and chosen ones in turn."""
    positions, took = a_forced_and_a_chosen_answer(), {True: [], False: []}
    table.record.seats = [SeatRecord(kind="bot", name=seat.name, level="easy") for seat in table.record.seats]
    played = []

    async def note(seat, move, key, look):
        played.append(clock.now)

    table.play_move = note
    for number in range(rounds + 1):
        for forced, (match, seat) in positions.items():
            table.match, began = match.clone(), clock.now
            await bot_moves.answer(table, seat)
            # Nothing is known about searches before the first one.
            if number:
                took[forced].append(played[-1] - began)
    return took


@pytest.mark.parametrize("thinking", [0.002, 0.03, 0.1, 1.0])
async def test_bots_take_as_long_for_a_forced_answer_as_for_a_choice(at_table, thinking):
    """In half of all pairs the forced answer comes later. bench/pauses.py measures real bots by a real clock."""
    table, _, clock = await at_table(thinking, 0.02)
    took = await time_answers(table, clock, 60)
    longer = [forced > chosen for forced in took[True] for chosen in took[False]]
    assert 0.4 < statistics.mean(longer) < 0.6, took


async def test_a_search_that_is_longer_than_any_pause_does_not_show(at_table, monkeypatch):
    """Half of the time that a bot thinks is the most that is waited for: its choices come later than that."""
    monkeypatch.setattr(bot_moves, "MAX_USUAL", 0.05)
    table, _, clock = await at_table(0.1, 0.01)
    took = await time_answers(table, clock, 60)
    quickest = min(took[False])
    assert statistics.mean(forced >= quickest for forced in took[True]) > 0.2, took


async def test_the_time_of_a_bot_does_not_tell_forced_from_chosen(at_table):
    """In a whole match, as it comes."""
    table, watcher, clock = await at_table(0.1, 0.01)
    took, play, since = {True: [], False: []}, table.play_move, [clock.now]

    async def timed(seat, move, key, look):
        took[len(look.legal) == 1].append(clock.now - since[0])
        await play(seat, move, key, look=look)
        since[0] = clock.now

    table.play_move = timed
    for seat in (0, 1, 2):
        await requests.receive(table, watcher, wire.Leave(seat=seat))
    await bot_moves.answer_for_all(table)
    assert table.match.over
    # The first ones come before much is known about searches.
    forced, chosen = took[True][1:], took[False][3:]
    longer = [one > other for one in forced for other in chosen]
    assert len(forced) >= 5
    assert 0.3 < statistics.mean(longer) < 0.7, (forced, chosen)
